//! The value of a play position of many components, without making them: from the flat lists that were read, or from columns
//! that the vector machine works out.

use super::Engine;
use crate::compile::{self, Case, Scope, play_columns};
use crate::component::{Handle, What};
use crate::method::{Answer, Args, Method, Methods};
use crate::program::{Clause, Comprehension, ExprKind, KindId, Play, Position};
use crate::value::Val;
use grundy::Value;
use grundy::theorem::Column;

/// A play position that only names what was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Named {
    /// The list, or the first number.
    global: usize,
    /// The kind of the components.
    kind: KindId,
    shape: Shape,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Shape {
    /// `kind(L)`, or `kind(n)`.
    Whole,
    /// `kind(n, m, …)`.
    Numbers(Vec<usize>),
    /// `kind(x) for x in L`: numbers or rows.
    Each,
    /// `kind(b, a) for (a, b, …) in L`: the place of each argument in a row of so many.
    Apart(Vec<usize>, usize),
}

/// Numbers of one position.
const MOST_NUMBERS: usize = 4;

impl Named {
    /// What a play position names, if it does nothing else.
    pub(crate) fn new(play: &Play) -> Option<Named> {
        let Position::Of { kind, args, set, .. } = &play.position else { return None };
        set.is_empty().then_some(())?;
        let (list, shape) = match (play.clauses.as_slice(), args.as_slice()) {
            ([], [list]) => (list, Shape::Whole),
            ([], [first, ..]) => {
                let global = |arg: &crate::program::Expr| match arg.kind {
                    ExprKind::Global(global) => Some(global),
                    _ => None,
                };
                (first, Shape::Numbers(args.iter().map(global).collect::<Option<_>>()?))
            }
            ([Clause::Each { slots, pattern, items, .. }], args) => {
                let place = |arg: &crate::program::Expr| match arg.kind {
                    ExprKind::Local(slot) => slots.iter().position(|&name| name == slot),
                    _ => None,
                };
                let places = args.iter().map(place).collect::<Option<Vec<_>>>()?;
                match (pattern, places.as_slice()) {
                    (true, _) => (items, Shape::Apart(places, slots.len())),
                    (false, [_]) => (items, Shape::Each),
                    _ => return None,
                }
            }
            _ => return None,
        };
        let ExprKind::Global(global) = list.kind else { return None };
        Some(Named { global, kind: *kind, shape })
    }
}

impl Engine {
    /// The value of a play position that names a flat list, by the method of its kind. Nothing if one of these is not so:
    /// then it is read and solved term by term.
    pub(crate) fn named_value(&self, handle: &Handle, globals: &[Option<Val>], named: &Named) -> Option<Value> {
        if handle.misere {
            return None;
        }
        let methods = handle.methods(named.kind);
        let list = match (&named.shape, &globals[named.global]) {
            (Shape::Numbers(numbers), _) => return self.value_of(methods, globals, numbers),
            (Shape::Whole, Some(Val::Int(_))) => return self.value_of(methods, globals, &[named.global]),
            (_, Some(global @ Val::List(list))) if !global.has_negative() => list,
            _ => return None,
        };
        let whole = |numbers| known(methods.first()?.list_value(numbers, &self.watch));
        match &named.shape {
            Shape::Numbers(_) => None,
            Shape::Whole => whole(list.integers()?),
            Shape::Each => match (list.integers(), list.rows()) {
                _ if list.is_empty() => Some(Value::Finite(0)),
                (Some(numbers), _) => self.xor_by(methods, &[Column::all(numbers)]),
                (_, Some((numbers, width))) => {
                    let mut rows = numbers.chunks(width);
                    rows.try_fold(Value::Finite(0), |xor, row| Some(xor.nim_sum(&whole(row)?)))
                }
                _ => None,
            },
            Shape::Apart(places, names) => {
                let (numbers, width) = list.rows().filter(|(_, width)| width == names)?;
                let views: Vec<_> = places.iter().map(|&place| Column::of_rows(numbers, width, place)).collect();
                self.xor_by(methods, &views)
            }
        }
    }

    /// The value of a position of these natural numbers, if a theorem is the first method.
    fn value_of(&self, methods: &Methods, globals: &[Option<Val>], numbers: &[usize]) -> Option<Value> {
        let method = methods.first().filter(|method| method.is_shortcut() && !method.is_pattern())?;
        let mut values = [0; MOST_NUMBERS];
        let values = values.get_mut(..numbers.len())?;
        for (value, &global) in values.iter_mut().zip(numbers) {
            let Some(Val::Int(n)) = globals[global] else { return None };
            *value = i64::try_from(n).ok().filter(|n| *n >= 0)?;
        }
        let columns: Vec<_> = values.iter().map(|value| Column::all(std::slice::from_ref(value))).collect();
        known(method.xor(&columns, &self.watch))
    }

    /// A list over clauses, worked out by columns.
    pub(crate) fn list_value(
        &self,
        handle: &Handle,
        globals: &[Option<Val>],
        list: &Comprehension,
        case: &mut dyn Case,
    ) -> Option<Val> {
        let What::Rules { game, .. } = &handle.what else { return None };
        compile::list(game.as_ref(), globals, list, Scope::Case(case))
    }

    /// The value of a play position of many components that is worked out column by column. Nothing if its rules or its
    /// components are not made for that.
    pub(crate) fn play_value(&self, handle: &Handle, globals: &[Option<Val>], play: &Play) -> Option<Value> {
        let (What::Rules { game, .. }, false) = (&handle.what, handle.misere) else { return None };
        let mut xor = Value::Finite(0);
        for (kind, columns) in play_columns(game.as_ref(), globals, play)? {
            let views: Vec<_> = columns.args.iter().map(|column| Column::all(column)).collect();
            let value = self.xor_by(handle.methods(kind), &views)?;
            xor = xor.nim_sum(&value);
        }
        Some(xor)
    }
}

impl Engine {
    /// The XOR of the values of many positions by the first method that tells it.
    fn xor_by(&self, methods: &Methods, columns: &[Column<'_>]) -> Option<Value> {
        // Of one position who wins may be known without its value.
        let is_one = columns.iter().all(|column| column.iter().nth(1).is_none());
        if is_one && methods.iter().any(|method| method.tells_only_outcomes()) {
            return None;
        }
        let largest = columns.iter().map(|column| column.iter().max().map(|n| Val::Int(n.into())));
        let largest: Option<Args> = largest.collect::<Option<Vec<Val>>>().map(Into::into);
        let is_ahead = |method: &dyn Method| largest.as_ref().is_some_and(|args| method.is_ahead(args));
        let ahead = methods.iter().filter(|method| is_ahead(method.as_ref()));
        let mut by_turn = ahead.chain(methods.iter().filter(|method| !is_ahead(method.as_ref())));
        by_turn.find_map(|method| known(method.xor(columns, &self.watch)))
    }
}

fn known<T>(answer: Answer<T>) -> Option<T> {
    match answer {
        Answer::Known(value) => Some(value),
        Answer::NotMine => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::{Engine, Library, Settings};
    use grundy::Watch;
    use proptest::prelude::*;

    /// Rules with a play line, for numbers, rows of three numbers, or pairs.
    const FLAT: [(&str, &str, &str); 14] = [
        ("nim(n) -> nim(m) for m in 0..n-1", "x", "nim(x)"),
        ("g(a, b) -> g(c, b) for c in 0..a-1\ng(a, b) -> g(a, c) for c in 0..b-1", "x, y", "g(y, x)"),
        ("nim(n) -> nim(m) for m in 0..n-1", "x[n]", "nim(a) for a in x"),
        ("g(n) -> g(m) for m in 2..n-1", "x[n]", "g(a) for a in x"),
        ("g(n) -> g(n-k) for k in 1..3", "x[n]", "g(a) for a in x"),
        ("g(n) -> g(n-k) for k in 2..5", "x[n]", "g(a) for a in x"),
        ("pin(n) -> pin(a) + pin(n-k-a) for k in 1..2, a in 0..n-k", "x[n]", "pin(a) for a in x"),
        ("s(p) -> s(p with [i] -= k, [i-1] += k) for i in 1..len(p)-1, k in 1..p[i]", "x[n]", "s(x)"),
        ("s(p) -> s(p with [i] -= k) for i in 0..len(p)-1, k in 1..p[i]", "x[n]", "s(x)"),
        (
            "r(a) -> r([v] ++ a[1:]) if len(a) > 0 for v in 1..a[0]-1\nr(a) -> r(a[1:]) if len(a) > 0",
            "x[n][3]",
            "r(a) for a in x",
        ),
        ("s(p) -> s(p with [i] -= k, [i-1] += k) for i in 1..len(p)-1, k in 1..p[i]", "x[n][3]", "s(a) for a in x"),
        ("g(a, b) -> g(a-1, b) | g(a, b-1) | g(a, b-2)", "x[n][2]", "g(b, a) for (a, b) in x"),
        ("g(a, b) -> g(m, b) for m in 0..a-1", "x[n][2]", "g(a, b) for (a, b) in x"),
        (
            "g(a, b) -> g(c, b) for c in 0..a-1\ng(a, b) -> g(a, c) for c in 0..b-1",
            "x[n][2]",
            "g(b, a) for (a, b) in x",
        ),
    ];

    fn run(engine: &Engine, file: &str, input: &str) -> String {
        let mut out = String::new();
        engine.judge(file, &Settings::default(), input, &mut |text| out.push_str(text)).unwrap();
        out
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        #[test]
        fn agrees_with_the_definition(numbers in proptest::collection::vec(0u8..6, 0..5)) {
            for (rules, item, play) in FLAT {
                let width = if item.ends_with("[3]") { 3 } else if item.ends_with("[2]") { 2 } else { 1 };
                let single = !item.contains('[');
                if single && numbers.len() < 2 {
                    continue;
                }
                let count = if single { 1 + item.matches(',').count() } else { numbers.len() * width };
                let words: Vec<String> = numbers.iter().cycle().take(count).map(u8::to_string).collect();
                let input = format!("{} {}", numbers.len(), words.join(" "));
                let mut library = Library::new();
                library.add_rules("file", &format!("{rules}\ninput n, {item}\nplay {play}\nanswer win, value")).unwrap();
                library.add_rules("verdict", &format!("{rules}\ninput n, {item}\nplay {play}\nanswer if win then 1 else 0")).unwrap();
                let engine = Engine::new(library, Watch::default());
                let plain = Engine::new(engine.library().clone(), Watch::default()).without_shortcuts();
                for file in ["file", "verdict"] {
                    prop_assert_eq!(run(&engine, file, &input), run(&plain, file, &input), "{} {}", rules, input);
                }
            }
        }
    }
}
