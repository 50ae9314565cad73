//! Sums against plain searches, limits, names, games written in Rust.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use grundy::{Limits, Outcome, Stop, Value, Watch, mex};
use grundy_rules::native::{Failed, Files, Native};
use grundy_rules::value::Val;
use grundy_rules::{Component, Engine, Error, Library, Limit, Settings, Sum};
use proptest::prelude::*;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

const GAMES: &str = "\
nim(n)     -> nim(m)                       for m in 0..n-1
kayles(n)  -> kayles(a) + kayles(n-k-a)    for k in 1..2, a in 0..n-k
lasker(n)  -> lasker(m)                    for m in 0..n-1
lasker(n)  -> lasker(a) + lasker(n-a)      for a in 1..n-1
twins(n)   -> k * twins(n/k - 1)           for k in 1..n
";

fn engine(text: &str) -> Engine {
    let mut library = Library::new();
    library.add_rules("file", text).unwrap_or_else(|errors| panic!("{errors}"));
    Engine::new(library, Watch::default())
}

/// The options of a position with copies written out.
fn options(engine: &Engine, component: &Component) -> Vec<Vec<Component>> {
    let mut all = Vec::new();
    engine
        .options(component, &mut |option| {
            all.push(written_out(&option));
            ControlFlow::Continue(())
        })
        .unwrap();
    all
}

/// All sums after one move, as sorted texts would sort them.
fn moves(engine: &Engine, sum: &[Component]) -> Vec<Vec<Component>> {
    let mut all = Vec::new();
    for (index, component) in sum.iter().enumerate() {
        for option in options(engine, component) {
            let others = sum.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, other)| other.clone());
            let mut next: Vec<Component> = others.chain(option).collect();
            next.sort_by_key(Component::to_string);
            all.push(next);
        }
    }
    all
}

/// The definition: a player wins if some move leaves a position that loses. Also the value, by the definition.
#[derive(Default)]
struct Plain {
    wins: HashMap<String, bool>,
    values: HashMap<String, u64>,
}

impl Plain {
    fn key(sum: &[Component]) -> String {
        sum.iter().map(Component::to_string).collect::<Vec<_>>().join(" + ")
    }

    fn wins(&mut self, engine: &Engine, sum: &[Component], misere: bool) -> bool {
        let key = Plain::key(sum);
        if let Some(&known) = self.wins.get(&key) {
            return known;
        }
        let moves = moves(engine, sum);
        let wins = if moves.is_empty() { misere } else { moves.iter().any(|next| !self.wins(engine, next, misere)) };
        self.wins.insert(key, wins);
        wins
    }

    fn value(&mut self, engine: &Engine, sum: &[Component]) -> u64 {
        let key = Plain::key(sum);
        if let Some(&known) = self.values.get(&key) {
            return known;
        }
        let values: Vec<u64> = moves(engine, sum).iter().map(|next| self.value(engine, next)).collect();
        let value = mex(values);
        self.values.insert(key, value);
        value
    }
}

fn written_out(sum: &Sum) -> Vec<Component> {
    let terms = sum.terms.iter();
    let mut all: Vec<Component> =
        terms.flat_map(|term| std::iter::repeat_n(term.component.clone(), term.count as usize)).collect();
    all.sort_by_key(Component::to_string);
    all
}

fn small_sum() -> impl Strategy<Value = String> {
    let kind =
        prop_oneof![Just("nim"), Just("kayles"), Just("lasker"), Just("twins"), Just("0.137"), Just("take{1,3}")];
    prop::collection::vec((1..3u32, kind, 0..5u32), 0..3).prop_map(|terms| {
        let terms: Vec<String> = terms.iter().map(|(count, kind, n)| format!("{count}*{kind}({n})")).collect();
        if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn sums_agree_with_one_search_of_the_whole(expr in small_sum()) {
        let engine = engine(GAMES);
        let sum = engine.sum(&expr, &Settings::default()).unwrap();
        let all = written_out(&sum);
        let mut plain = Plain::default();
        let value = plain.value(&engine, &all);
        prop_assert_eq!(engine.sum_value(&sum).unwrap(), Value::Finite(value.into()));
        prop_assert_eq!(engine.outcome(&sum).unwrap() == Outcome::Next, plain.wins(&engine, &all, false));
        check_moves(&engine, &sum, &mut |left| plain.value(&engine, left) == 0)?;
        // The text of a sum is an EXPR for it.
        prop_assert_eq!(engine.sum(&sum.to_string(), &Settings::default()).unwrap(), sum);
    }

    #[test]
    fn misere_agrees_with_plain_search(expr in small_sum()) {
        let engine = engine(&format!("misere\n{GAMES}"));
        let mut sum = engine.sum(&expr, &Settings::default()).unwrap();
        sum.misere = true;
        let mut plain = Plain::default();
        let wins = plain.wins(&engine, &written_out(&sum), true);
        prop_assert_eq!(engine.outcome(&sum).unwrap() == Outcome::Next, wins, "{}", sum);
        check_moves(&engine, &sum, &mut |left| !plain.wins(&engine, left, true))?;
    }

    #[test]
    fn labels_agree_with_sums_with_heaps(
        edges in prop::collection::vec((0..6i128, 0..6i128), 0..14),
        splits in prop::collection::vec((0..6i128, 0..6i128, 0..6i128), 0..4),
    ) {
        let list = |items: Vec<i128>| Val::list(items.into_iter().map(Val::Int).collect::<Vec<_>>()).unwrap();
        let edges = edges.into_iter().map(|(a, b)| list(vec![a, b])).collect::<Vec<_>>();
        // Splits only lead down, so that the sums that can be reached stay small.
        let splits = splits.into_iter().filter(|(a, b, c)| b < a && c < a).map(|(a, b, c)| list(vec![a, b, c]));
        let splits = splits.collect::<Vec<_>>();
        let edges = if splits.is_empty() { edges } else {
            edges.into_iter().filter(|edge| matches!(edge, Val::List(edge) if edge.items()[0] != edge.items()[1])).take(5).collect()
        };
        let data = vec![("e".to_owned(), Val::list(edges).unwrap()), ("s".to_owned(), Val::list(splits).unwrap())];
        let rules = "data e, s\ntoken(v) -> token(w) for (u, w) in e if u == v\ntoken(v) -> token(a) + token(b) for (u, a, b) in s if u == v";
        let settings = Settings { data, ..Settings::default() };
        let engine = engine(&format!("{rules}\nnim(n) -> nim(m) for m in 0..n-1"));
        (0..6).try_for_each(|v| check_labels(&engine, &settings, &format!("token({v})")))?;
    }

    #[test]
    fn loopy_outcomes_satisfy_their_definition(edges in prop::collection::vec((0..7i128, 0..7i128), 0..14)) {
        let pair = |&(a, b): &(i128, i128)| Val::list(vec![Val::Int(a), Val::Int(b)]).unwrap();
        let data = vec![("e".to_owned(), Val::list(edges.iter().map(pair).collect::<Vec<_>>()).unwrap())];
        let settings = Settings { data, ..Settings::default() };
        let engine = engine("data e\ntoken(v) -> token(w) for (u, w) in e if u == v");
        let outcome = |v: i128| engine.outcome(&engine.sum(&format!("token({v})"), &settings).unwrap()).unwrap();
        // The values of n rounds of play: lost, won or still open after at most n moves. They settle after 8.
        let mut by_rounds = [Outcome::Draw; 7];
        for _ in 0..8 {
            let before = by_rounds;
            for v in 0..7 {
                let after = |wanted: Outcome| edges.iter().filter(|e| e.0 == v).any(|e| before[e.1 as usize] == wanted);
                by_rounds[v as usize] = match (after(Outcome::Previous), after(Outcome::Draw)) {
                    (true, _) => Outcome::Next,
                    (false, true) => Outcome::Draw,
                    (false, false) => Outcome::Previous,
                };
            }
        }
        for v in 0..7 {
            prop_assert_eq!(outcome(v), by_rounds[v as usize], "{} in {:?}", v, edges);
        }
    }
}

/// Who wins a sum in which positions may come back, by plain rounds over all sums that can be reached: a sum is decided
/// when its moves decide it. Nothing if there are too many of them.
fn by_rounds(engine: &Engine, start: Vec<Component>) -> Option<Outcome> {
    let mut numbers = HashMap::from([(Plain::key(&start), 0)]);
    let (mut sums, mut after, mut at) = (vec![start], Vec::new(), 0);
    while at < sums.len() {
        let mut numbered = Vec::new();
        for next in moves(engine, &sums[at].clone()) {
            let number = *numbers.entry(Plain::key(&next)).or_insert_with(|| {
                sums.push(next);
                sums.len() - 1
            });
            numbered.push(number);
        }
        after.push(numbered);
        at += 1;
        if sums.len() > 400 {
            return None;
        }
    }
    let mut outcomes = vec![Outcome::Draw; sums.len()];
    loop {
        let decide = |next: &Vec<usize>| {
            if next.iter().any(|&n| outcomes[n] == Outcome::Previous) {
                Outcome::Next
            } else if next.iter().all(|&n| outcomes[n] == Outcome::Next) {
                Outcome::Previous
            } else {
                Outcome::Draw
            }
        };
        let decided: Vec<Outcome> = after.iter().map(decide).collect();
        if decided == outcomes {
            return Some(outcomes[0]);
        }
        outcomes = decided;
    }
}

/// A value m of a position that can come back means: the position and a heap of m together are lost for who must move.
fn check_labels(engine: &Engine, settings: &Settings, position: &str) -> Result<(), TestCaseError> {
    let mut expected = None;
    for m in (0..5u64).rev() {
        let sum = engine.sum(&format!("{position} + nim({m})"), settings).unwrap();
        let outcome = by_rounds(engine, written_out(&sum));
        let outcome =
            outcome.ok_or_else(|| TestCaseError::reject("positions multiply without end when a round splits them"))?;
        prop_assert_eq!(engine.outcome(&sum).unwrap(), outcome, "{}", sum);
        expected = if outcome == Outcome::Previous { Some(m) } else { expected };
    }
    let found = engine.sum_value(&engine.sum(position, settings).unwrap());
    match expected {
        Some(m) => prop_assert_eq!(found.unwrap(), Value::Finite(m.into()), "{}", position),
        None => prop_assert!(!matches!(found, Ok(Value::Finite(0..5))), "{}: {:?}", position, found),
    }
    Ok(())
}

/// All positions of a sum, copies written out, in one order.
fn texts(sum: &Sum) -> Vec<String> {
    let mut all: Vec<String> = written_out(sum).iter().map(Component::to_string).collect();
    all.sort_unstable();
    all
}

/// The winning moves are those after which the player to move loses, each once: the same positions in another order are
/// the same move.
fn check_moves(engine: &Engine, sum: &Sum, loses: &mut dyn FnMut(&[Component]) -> bool) -> Result<(), TestCaseError> {
    let mut expected = Vec::new();
    for (index, term) in sum.terms.iter().enumerate() {
        let mut seen: Vec<Sum> = Vec::new();
        engine.options(&term.component, &mut |option| {
            if !seen.iter().any(|other| texts(other) == texts(&option)) {
                seen.push(option);
            }
            ControlFlow::Continue(())
        })?;
        for option in seen {
            let mut left = sum.clone();
            left.terms[index].count -= 1;
            left.terms.extend(option.terms.iter().cloned());
            if loses(&written_out(&left)) {
                expected.push((index, option));
            }
        }
    }
    let found = engine.winning_moves(sum, usize::MAX)?;
    prop_assert!(found.complete);
    let moves: Vec<_> = found.moves.iter().map(|play| (play.component, play.to.clone())).collect();
    prop_assert_eq!(&moves, &expected);
    let few = engine.winning_moves(sum, 1)?;
    prop_assert_eq!(few.moves.len(), expected.len().min(1));
    prop_assert_eq!(few.complete, expected.len() <= 1);
    Ok(())
}

#[test]
fn copies_are_never_written_out() {
    let engine = engine(GAMES);
    let value = |expr: &str| engine.sum_value(&engine.sum(expr, &Settings::default()).unwrap()).unwrap();
    assert_eq!(value("10^18 * nim(5)"), Value::Finite(0));
    assert_eq!(value("(10^18 + 1) * nim(5)"), Value::Finite(5));
    assert_eq!(value("(10^18 + 1) * (nim(5) + 3 * nim(2)) + nim(9)"), Value::Finite(5 ^ 2 ^ 9));
    let sum = engine.sum("(10^18 + 1) * nim(5)", &Settings::default()).unwrap();
    let moves = engine.winning_moves(&sum, 100).unwrap();
    assert_eq!(moves.moves.iter().map(ToString::to_string).collect::<Vec<_>>(), ["nim(5) -> nim(0)"]);
}

fn limited(text: &str, limits: Limits, steps: u64) -> Engine {
    let mut library = Library::new();
    library.add_rules("file", text).unwrap();
    Engine::new(library, Watch::new(limits)).with_steps(steps)
}

/// Hostile texts end with a limit, soon.
#[test]
fn limits_stop_everything() {
    let rows = [
        "g(n) -> g(n-k) for k in 1..10^30 if k < 0",
        "g(n) -> g(len(primes(10^30)))",
        "g(n) -> g(len([1..10^18]))",
        "g(n) -> g(len([x for x in 1..10^18]))",
        "g(n) -> g(f(60))\nlet f(n) = if n == 0 then 1 else f(n-1) + h(n, 1) + h(n, 2)\nlet h(n, m) = len([x for x in 1..2^n])",
        "g(n) -> g(len(f(100)))\nlet f(n) = if n == 0 then \"x\" else f(n-1) ++ f(n-1)",
        "g(n) -> g(count(f(24), \"xxxxxxxxxxxxxxxx\"))\nlet f(n) = if n == 0 then \"x\" else f(n-1) ++ f(n-1)",
        "g(n) -> g(n+1)",
        "g(n) -> sum(g(n-1) for k in 1..10^12)",
        "g(n) -> g(n-1) for m in 10^24 + 7..10^24 + 10^6 if 5 in divisors(m) and false",
        "g(p) -> g(p ++ p)\nplay g([1])\nanswer win",
        "g(n) -> g(f(0))\nlet f(n) = f(n+1) + len([1..n])",
        "nim(n) -> nim(n-k) for k in 1..n\ng(n) -> nim(10^9 + n)",
    ];
    let limits = Limits { positions: 100_000, memory: 64 << 20, time: Duration::from_secs(20), ..Limits::default() };
    for text in rows {
        let engine = limited(text, limits, 1 << 24).without_shortcuts();
        let arg = if text.contains("g(p)") { "g([1])" } else { "g(3)" };
        let sum = engine.sum(arg, &Settings::default()).unwrap();
        match engine.outcome(&sum) {
            Err(Error::Limit(_)) => {}
            // Values have a largest size and helpers a depth of their own.
            Err(Error::Bad(errors)) => {
                assert!(errors.to_string().contains("too large") || errors.to_string().contains("deep"), "{errors}")
            }
            other => panic!("{text}\n{other:?}"),
        }
    }
}

#[test]
fn tables_and_parameters_are_bounded() {
    let engine = engine("param K\ng(n) -> g(n-K)");
    let none = Settings::default();
    assert!(matches!(engine.table("0.77", &none, &[0..=u64::MAX]), Err(Error::Limit(_))));
    let error = engine.sum("sum(g(3; K=k) for k in 1..10^6)", &none).unwrap_err();
    assert!(matches!(error, Error::Limit(Limit::Games { .. })), "{error}");
    assert!(engine.sum("g(3; K=1)", &none).is_ok());
}

#[test]
fn a_limit_says_which_it_was() {
    let limits = Limits { positions: 1000, ..Limits::default() };
    let engine = limited("g(n) -> g(n+1)", limits, u64::MAX);
    let error = engine.outcome(&engine.sum("g(0)", &Settings::default()).unwrap()).unwrap_err();
    let Error::Limit(limit) = &error else { panic!("{error}") };
    assert!(matches!(limit.bare(), Limit::Stop(Stop::Positions { limit: 1000, .. })), "{error}");
    assert_eq!(error.exit_code(), 3);
}

#[test]
fn names_of_files_and_kinds() {
    let mut library = Library::new();
    library.add_file("stones", "heap(n) -> heap(n-1)\nother(n) -> heap(n)").unwrap();
    library.add_file("pebbles", "heap(n) -> heap(n-2)").unwrap();
    library.add_file("nim", "nim(n) -> nim(m) for m in 0..n-1").unwrap();
    let engine = Engine::new(library, Watch::default());
    let shown = |expr: &str| engine.sum(expr, &Settings::default()).map(|sum| sum.to_string());
    assert_eq!(shown("stones(3) + pebbles(4) + nim(2)").unwrap(), "stones(3) + pebbles(4) + nim(2)");
    assert_eq!(shown("other(3)").unwrap(), "other(3)");
    assert_eq!(shown("stones:heap(3)").unwrap(), "stones(3)");
    assert_eq!(
        shown("stones:other(3) + sum(nim([1, 2][k:k+1][0]) for k in 0..1)").unwrap(),
        "other(3) + nim(1) + nim(2)"
    );
    // Two files have this kind, so its name alone says nothing.
    let error = shown("heap(3)").unwrap_err().to_string();
    assert!(error.contains("unknown game `heap`") && error.contains("write `stones:heap(…)`"), "{error}");
    let error = shown("pebles(3)").unwrap_err();
    assert!(error.to_string().contains("did you mean `pebbles`?"), "{error}");
    assert_eq!(error.exit_code(), 2);
}

#[test]
fn files_of_the_user_come_first() {
    let mut library = Library::new();
    library.add_file("nim", "nim(n) -> nim(m) for m in 0..n-1").unwrap();
    library.add_rules("my.game", "nim(n) -> nim(n-1)\nmine(n) -> nim(n)").unwrap();
    let engine = Engine::new(library, Watch::default());
    let value = |expr: &str| engine.sum_value(&engine.sum(expr, &Settings::default()).unwrap()).unwrap();
    assert_eq!(value("nim(4)"), Value::Finite(0));
    assert_eq!(value("mine(4)"), Value::Finite(1));
    let sum = engine.sum("nim:nim(4)", &Settings::default()).unwrap();
    assert_eq!((sum.to_string(), engine.sum_value(&sum).unwrap()), ("nim:nim(4)".to_owned(), Value::Finite(4)));
}

#[test]
fn settings_must_be_meant_for_a_game() {
    let engine = engine("param Limit\ng(n) -> g(n-Limit)");
    let settings = |name: &str| Settings { set: vec![(name.to_owned(), 2)], ..Settings::default() };
    assert!(engine.sum("g(3)", &settings("Limit")).is_ok());
    let error = engine.sum("g(3)", &settings("Limt")).unwrap_err().to_string();
    assert!(error.contains("no game here has a param or data `Limt`") && error.contains("`Limit`"), "{error}");
}

#[test]
fn normal_and_misere_games_do_not_mix() {
    let mut library = Library::new();
    library.add_file("nim", "nim(n) -> nim(m) for m in 0..n-1").unwrap();
    library.add_file("mnim", "misere\nmnim(n) -> mnim(m) for m in 0..n-1").unwrap();
    let engine = Engine::new(library, Watch::default());
    assert!(engine.sum("nim(1) + mnim(1)", &Settings::default()).is_err());
    let sum = engine.sum("mnim(1) + 0.3(1)", &Settings::default()).unwrap();
    assert!(sum.misere);
    assert_eq!(engine.outcome(&sum).unwrap(), Outcome::Next);
}

/// A heap that a file holds; a move takes one bean.
#[derive(Debug)]
struct OneByOne;

impl Native for OneByOne {
    fn name(&self) -> &str {
        "onebyone"
    }

    fn usage(&self) -> &str {
        "onebyone(\"file\") or onebyone(n)"
    }

    fn read(&self, args: &[Val], files: Option<&dyn Files>) -> Result<Vec<Vec<Val>>, String> {
        match args {
            [Val::Int(n)] => Ok(vec![vec![Val::Int(*n)]]),
            [Val::Text(path)] => {
                let files = files.ok_or("files cannot be read here")?;
                let path: String = path.chars().collect();
                let text = String::from_utf8(files.read(&path)?).map_err(|_| "not a text")?;
                text.split_whitespace()
                    .map(|word| word.parse().map(|n| vec![Val::Int(n)]).map_err(|_| "no number".to_owned()))
                    .collect()
            }
            _ => Err("expected a number or a file".to_owned()),
        }
    }

    fn moves(&self, position: &[Val], visit: &mut dyn FnMut(&[Vec<Val>]) -> ControlFlow<()>) -> ControlFlow<()> {
        match position {
            [Val::Int(n)] if *n > 0 => visit(&[vec![Val::Int(n - 1)]]),
            _ => ControlFlow::Continue(()),
        }
    }

    fn value(&self, position: &[Val], _: &Watch) -> Result<u64, Failed> {
        Ok(match position {
            [Val::Int(n)] => (n % 2) as u64,
            _ => 0,
        })
    }

    fn strategy(&self) -> &str {
        "parity"
    }
}

struct Fixed;

impl Files for Fixed {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        if path == "heaps" { Ok(b"3 4".to_vec()) } else { Err(format!("no file `{path}`")) }
    }
}

#[test]
fn games_written_in_rust() {
    let mut library = Library::new();
    library.add_native(Arc::new(OneByOne));
    let engine = Engine::new(library, Watch::default());
    let sum = engine.sum("onebyone(5) + 0.3(1)", &Settings::default()).unwrap();
    assert_eq!(engine.sum_value(&sum).unwrap(), Value::Finite(0));
    assert_eq!(engine.strategy(&sum.terms[0].component).unwrap(), "parity");
    let refused = engine.sum("onebyone(\"heaps\")", &Settings::default()).unwrap_err();
    assert!(refused.to_string().contains("files cannot be read here"));
    let settings = Settings { files: Some(Arc::new(Fixed)), ..Settings::default() };
    let sum = engine.sum("onebyone(\"heaps\")", &settings).unwrap();
    assert_eq!(sum.to_string(), "onebyone(3) + onebyone(4)");
    let moves = engine.winning_moves(&sum, 10).unwrap();
    assert_eq!(
        moves.moves.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["onebyone(3) -> onebyone(2)", "onebyone(4) -> onebyone(3)"]
    );
}

#[test]
fn engines_may_be_shared_by_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<Engine>();
    shared::<Component>();
    shared::<Error>();
}

/// A param may be negative, however it is given; an argument may not.
#[test]
fn params_behind_arguments_may_be_negative() {
    let engine = engine("param p\ng(n) -> g(n-k) for k in 1..p+3");
    let given = engine.sum("g(7; p=-1)", &Settings::default()).unwrap();
    let set = engine.sum("g(7)", &Settings { set: vec![("p".to_owned(), -1)], ..Settings::default() }).unwrap();
    assert_eq!(engine.sum_value(&given).unwrap(), Value::Finite(7 % 3));
    assert_eq!(engine.sum_value(&set).unwrap(), Value::Finite(7 % 3));
    assert!(engine.sum("g(-7; p=1)", &Settings::default()).is_err());
}

/// `heap` is another name of a game of the catalogue: rules of one's own come before it, as in an EXPR.
#[test]
fn own_kinds_come_before_other_names_of_the_catalogue() {
    let mut library = grundy_rules::catalogue::library();
    library.add_rules("mine", "heap(n) -> heap(n-1) | heap(n-2)").unwrap();
    let engine = Engine::new(library, Watch::default());
    let table = engine.table("heap", &Settings::default(), &[0..=4]).unwrap();
    let values = [0, 1, 2, 0, 1].map(Value::Finite).to_vec();
    assert_eq!(table, grundy_rules::Table::Row(values));
}
