//! Formulas from theorems that rules fall under.

use super::Known;
use grundy::{Value, Watch};
use grundy_rules::program::{Expr, ExprKind, Kind, Position, Program};
use grundy_rules::syntax::ast::Op;
use grundy_rules::value::Val;
use grundy_rules::{Engine, Library, Settings};

/// The formula of a theorem that the rules were proved to fall under.
pub(super) fn named(engine: &Engine, kind: &Kind, strategy: &str) -> Option<Known> {
    let known = |formula: String, why: &str| Known {
        kind: kind.name.clone(),
        args: kind.args.clone(),
        formula,
        needs: None,
        why: vec![format!("{why}; proved for these rules.")],
    };
    let [n] = &kind.args[..] else { return None };
    // Heaps may be counted from a floor, of which the name says nothing: then the least heap with a move is another one.
    let from_zero = |least: u64| {
        let sum = engine.sum(&format!("{}({least})", kind.name), &Settings::default()).ok()?;
        (engine.sum_value(&sum).ok()? == Value::Finite(1)).then_some(())
    };
    match strategy {
        "nim" | "lasker" => from_zero(1)?,
        "part n/2" => from_zero(2)?,
        _ => {}
    }
    match strategy {
        "nim" => Some(known(n.clone(), "Nim: the value of a heap is its size")),
        "lasker" => Some(known(
            format!("if {n} == 0 then 0 else if {n} % 4 == 0 then {n} - 1 else if {n} % 4 == 3 then {n} + 1 else {n}"),
            "Lasker's Nim: the last two of every four neighbouring values change places",
        )),
        "part n/2" => Some(known(
            format!("(({n} + 1) / lowbit({n} + 1) - 1) / 2"),
            "At most half may be taken: with n + 1 = (2k + 1) * 2^i the value is k",
        )),
        // The theorem has four forms: up or down, to the ground or off the stairs. Small positions tell which it is.
        "staircase" => only_one(staircases(n).iter().filter(|formula| fits(engine, kind, formula))).map(|one| {
            known(one.clone(), "Staircase Nim: only the coins on odd stairs count, each stair a heap of Nim")
        }),
        // Heaps of 0 count as 1, or end the row.
        "row" => only_one(rows(n).iter().filter(|formula| fits(engine, kind, formula)))
            .map(|one| Known { why: ROW.iter().map(|line| (*line).to_owned()).collect(), ..known(one.clone(), "") }),
        _ => {
            let (least, most) = strategy.strip_prefix("take ")?.split_once("..")?;
            let (least, most): (u64, u64) = (least.parse().ok()?, most.parse().ok()?);
            from_zero(least)?;
            let formula = format!("{n} % {} / {least}", least.checked_add(most)?);
            Some(known(
                formula,
                &format!("Take {least} to {most}: the values repeat after {}, in steps of {least}", least + most),
            ))
        }
    }
}

/// The forms of staircase Nim.
fn staircases(list: &str) -> Vec<String> {
    let places = ["i % 2 == 1", "i % 2 == 0", "(len(L) - 1 - i) % 2 == 1", "(len(L) - 1 - i) % 2 == 0"];
    places.iter().map(|place| format!("xor(L[i] for i in 0..len(L)-1 if {place})").replace('L', list)).collect()
}

/// Why the formula for a row holds.
const ROW: [&str; 4] = [
    "A row of which only the first heap may be touched has the value x or x - 1, x its first heap: the heaps 1, 2, ... before a rest of value t",
    "have in increasing order the values other than t, so it is x if x > t. If the next heap is larger than x, then so is t or equal: x - 1; if",
    "it is smaller or missing, then t < x: x. Of equal heaps each is the opposite of the next, so their number j tells the rest.",
    "Proved for these rules.",
];

/// The forms of a row of heaps: one of size 0 may be taken away, or is the end.
fn rows(list: &str) -> Vec<String> {
    let row = |first: &str, x: &str| {
        let run = format!("find([{x} != {first} for x in L], true)");
        let rises = "(j < len(L) and L[j] > F)".replace('F', first);
        let row = format!(
            "if len(L) == 0 then 0 else sum({first} - (if {rises} == (j % 2 == 1) then 1 else 0) for j in [{run}])"
        );
        row.replace('L', list)
    };
    vec![
        row("max(L[0], 1)", "max(x, 1)"),
        row("L[0]", "x").replace(" == 0 then", &format!(" == 0 or {list}[0] == 0 then")),
    ]
}

/// The only one, if there is just one.
fn only_one<T>(mut all: impl Iterator<Item = T>) -> Option<T> {
    all.next().filter(|_| all.next().is_none())
}

/// Take 1, 2 or k, a param: the theorem of Grundy's toolkit speaks of k >= 3; 1 and 2 are taken anyway.
pub(super) fn one_two(program: &Program, kind: &Kind) -> Option<Known> {
    let [n] = &kind.args[..] else { return None };
    let mut takes = Vec::new();
    for rule in &kind.rules {
        for option in &rule.options {
            let Position::Of { kind: same, args, set, .. } = option else { return None };
            let plain = rule.clauses.is_empty() && set.is_empty() && program.kinds[*same].name == kind.name;
            takes.push(taken(args.first().filter(|_| plain)?)?);
        }
    }
    let is = |number: i128| takes.iter().any(|taken| matches!(taken, ExprKind::Const(Val::Int(n)) if *n == number));
    let (3, true, true) = (takes.len(), is(1), is(2)) else { return None };
    let param = only_one(takes.iter().filter_map(|taken| match taken {
        ExprKind::Global(index) => Some(&program.globals[*index]),
        _ => None,
    }))?;
    let k = &param.name;
    Some(Known {
        kind: kind.name.clone(),
        args: kind.args.clone(),
        formula: format!("if {k} % 3 != 0 then {n} % 3 else if {n} % ({k} + 1) == {k} then 3 else {n} % ({k} + 1) % 3"),
        needs: Some(format!("{k} >= 1")),
        why: vec![
            format!(
                "Take 1, 2 or {k}. If 3 does not divide {k}, the third move leads to the residue modulo 3 of another one: n mod 3."
            ),
            format!(
                "Else the values repeat after {k} + 1, as the move {k} leads to the residue that is one larger; proved in grundy."
            ),
        ],
    })
}

/// What `n - k` takes away, n the argument.
fn taken(expr: &Expr) -> Option<&ExprKind> {
    let ExprKind::Chain(first, rest) = &expr.kind else { return None };
    match (&first.kind, &rest[..]) {
        (ExprKind::Local(0), [(Op::Sub, taken)]) => Some(&taken.kind),
        _ => None,
    }
}

/// Whether a formula gives the values of small lists.
fn fits(engine: &Engine, kind: &Kind, formula: &str) -> bool {
    const LISTS: [&[i64]; 13] = [
        &[1],
        &[1, 2],
        &[2, 1],
        &[1, 2, 4],
        &[4, 1, 2],
        &[0, 3, 0, 1],
        &[1, 0, 2, 0, 4],
        &[3, 3],
        &[2, 2, 2, 3, 3, 1],
        &[2, 2, 3],
        &[1, 1, 0, 2],
        &[0],
        &[],
    ];
    let text = format!("input m, {n}[m]\nanswer {formula}\nplain(m) -> plain(m-1)\n", n = kind.args[0]);
    let mut library = Library::new();
    if library.add_rules("formula", &text).is_err() {
        return false;
    }
    let evaluate = Engine::new(library, Watch::default());
    LISTS.iter().all(|list| {
        let words: Vec<String> = list.iter().map(i64::to_string).collect();
        let mut said = String::new();
        let input = format!("{} {}", list.len(), words.join(" "));
        let told = evaluate.judge("formula", &Settings::default(), &input, &mut |text| said.push_str(text));
        let position = format!("{}([{}])", kind.name, words.join(", "));
        let value = engine.sum(&position, &Settings::default()).and_then(|sum| engine.sum_value(&sum));
        told.is_ok() && value.is_ok_and(|value| value.to_string() == said.trim())
    })
}
