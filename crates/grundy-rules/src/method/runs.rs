//! Values that are constant on long runs of numbers: one argument, and moves like n/3, n - n/3 or all numbers between two roots.
//!
//! The values are found run by run. For a stretch s..e of numbers the rules are worked out at once by [bounds](crate::eval::bounds):
//! a condition must be true, or false, on the whole stretch; what a move leaves must lie in one known run below s, and the ends of a
//! range of such numbers each in one run. Then all numbers of the stretch have options of the same values, and the same value. A
//! stretch for which that cannot be told is halved, down to one number; after a success the next one is twice as long. Whatever the
//! bounds do not follow ends the attempt, and the method has nothing to say. So have games whose runs are short.
//!
//! Time: some steps for each run and each digit of its length.

use super::{Answer, Args, Method, Run, Wanted};
use crate::check::inline::slots_of;
use crate::error::Error;
use crate::eval::bounds::{Bounds, Names};
use crate::eval::evaluator::Part;
use crate::game::RuleGame;
use crate::lock::lock;
use crate::program::{Clause, ExprKind, KindId, Position, Rule};
use crate::recognise::rises;
use crate::syntax::ast::Op;
use crate::value::Val;
use grundy::theorem::{Column, Found};
use grundy::{Value, Watch};
use std::sync::{Arc, Mutex};

/// Smaller numbers are left to the others.
const LEAST: i128 = 1 << 14;

/// Larger numbers are not read: bounds of sums would come to their end.
const LARGEST: i128 = 1 << 100;

/// Runs up to [`LEAST`] in a game for this method.
const FEW_RUNS: usize = 1 << 9;

/// Runs at most.
const MOST_RUNS: usize = 1 << 20;

/// Turns of a range or list that are tried one by one.
const MOST_TURNS: usize = 1 << 8;

/// The runs of one kind.
pub(super) struct ByRuns {
    game: Arc<RuleGame>,
    kind: KindId,
    table: Mutex<Table>,
}

/// Known runs: the values of all numbers below `end`.
struct Table {
    /// First number and value of each run, ascending.
    runs: Vec<(i128, u64)>,
    end: i128,
    /// The length of the next stretch that is tried.
    stretch: i128,
    /// Whether the rules cannot be followed, or the runs are too short.
    failed: bool,
}

impl Table {
    /// The run of a known number.
    fn run(&self, n: i128) -> usize {
        self.runs.partition_point(|(start, _)| *start <= n) - 1
    }

    /// The value of all numbers from a to b, if it is the same and known.
    fn value(&self, a: i128, b: i128) -> Option<u64> {
        let run = (0 <= a && a <= b && b < self.end).then(|| self.run(a))?;
        (self.run(b) == run).then(|| self.runs[run].1)
    }

    fn push(&mut self, end: i128, value: u64) {
        if self.runs.last().is_none_or(|(_, last)| *last != value) {
            self.runs.push((self.end, value));
        }
        self.end = end + 1;
    }
}

impl ByRuns {
    /// The method for a kind of one argument whose options are all of the same kind.
    pub(super) fn new(game: &Arc<RuleGame>, kind: KindId) -> Option<ByRuns> {
        fn own(position: &Position, kind: KindId) -> bool {
            match position {
                Position::Of { kind: part, set, .. } => *part == kind && set.is_empty(),
                Position::Add(parts) => parts.iter().all(|part| own(part, kind)),
                _ => false,
            }
        }
        let rules = &game.loaded.program.kinds[kind];
        let options = || rules.rules.iter().flat_map(|rule| &rule.options);
        let table = Table { runs: Vec::new(), end: 0, stretch: 1, failed: false };
        (rules.args.len() == 1 && !rules.is_unbounded() && options().all(|option| own(option, kind))).then(|| ByRuns {
            game: game.clone(),
            kind,
            table: Mutex::new(table),
        })
    }

    fn rules(&self) -> &[Rule] {
        &self.game.loaded.program.kinds[self.kind].rules
    }

    /// The value of a number, if runs tell it.
    fn at(&self, n: i128, watch: &Watch) -> Result<Option<u64>, Error> {
        let mut table = lock(&self.table);
        while table.end <= n && !table.failed {
            watch.check(table.runs.len() as u64, 16 * table.runs.len() as u64)?;
            self.step(&mut table);
        }
        Ok(table.value(n, n))
    }

    /// Finds the value of the next stretch.
    fn step(&self, table: &mut Table) {
        let start = table.end;
        let mut length = table.stretch;
        loop {
            if let Some(value) = self.value_of(table, start, start + length - 1) {
                table.push(start + length - 1, value);
                table.stretch = (2 * length).min(LARGEST);
                break;
            }
            if length == 1 {
                table.failed = true;
                return;
            }
            length /= 2;
        }
        let most = if table.end <= LEAST { FEW_RUNS } else { MOST_RUNS };
        table.failed = table.runs.len() > most;
    }

    /// The value of all numbers of a stretch, if it is told to be the same.
    fn value_of(&self, table: &Table, start: i128, end: i128) -> Option<u64> {
        let mut values = Vec::new();
        for rule in self.rules() {
            let mut slots = vec![Bounds::Any; rule.frame];
            *slots.first_mut()? = Bounds::Ints(start, end);
            let lets = &self.game.loaded.program.lets;
            let mut names = Names { slots, globals: &self.game.globals, lets, depth: 0, strict: true };
            walk(table, rule, &rule.clauses, &mut names, &mut values)?;
        }
        Some(grundy::mex(values))
    }
}

/// Collects the values of the options of a rule; nothing if they cannot be told for all numbers at once. As many calls inside each
/// other as there are clauses.
fn walk(table: &Table, rule: &Rule, clauses: &[Clause], names: &mut Names<'_>, values: &mut Vec<u64>) -> Option<()> {
    let Some((clause, rest)) = clauses.split_first() else {
        for option in &rule.options {
            values.extend(left(table, option, names)?);
        }
        return Some(());
    };
    match clause {
        Clause::If(condition) => match names.bounds(condition).as_truth()? {
            true => walk(table, rule, rest, names, values),
            false => Some(()),
        },
        Clause::Range { slot, from, to: Some(to), .. } => {
            let (Bounds::Ints(a, b), Bounds::Ints(c, d)) = (names.bounds(from), names.bounds(to)) else { return None };
            if d < a {
                return Some(());
            }
            if rule.options.iter().all(|option| is_name(option, *slot))
                && let Some(ends) = narrowed(rest, *slot, [(a, b), (c, d)], names)
            {
                return range(table, ends[0], ends[1], values);
            }
            let turns =
                (a == b && c == d).then(|| usize::try_from(d - a).ok()).flatten().filter(|&n| n < MOST_TURNS)?;
            for turn in 0..=turns as i128 {
                names.slots[*slot] = Bounds::Ints(a + turn, a + turn);
                walk(table, rule, rest, names, values)?;
            }
            Some(())
        }
        Clause::Each { slots, pattern: false, items, .. } => {
            let items = names.bounds(items).items().filter(|items| items.len() <= MOST_TURNS)?;
            for item in items {
                names.slots[*slots.first()?] = item;
                walk(table, rule, rest, names, values)?;
            }
            Some(())
        }
        Clause::Range { .. } | Clause::Each { .. } => None,
    }
}

/// The least and the greatest number that each end of a range may be.
type Ends = [(i128, i128); 2];

/// The ends of a range of which conditions leave a part: those that hold from some number on, or up to some number. Nothing if there are others.
fn narrowed(conditions: &[Clause], slot: usize, ends: Ends, names: &mut Names<'_>) -> Option<Ends> {
    let mut all = Vec::new();
    for clause in conditions {
        let Clause::If(condition) = clause else { return None };
        match &condition.kind {
            ExprKind::Chain(first, rest) if rest.iter().all(|(op, _)| *op == Op::And) => {
                all.extend(std::iter::once(&**first).chain(rest.iter().map(|(_, condition)| condition)));
            }
            _ => all.push(condition),
        }
    }
    all.into_iter().try_fold(ends, |[from, to], condition| {
        // Negative numbers are no moves.
        let (low, high) = (from.0.max(0), to.1);
        if !slots_of(condition).contains(&slot) {
            // Without one number if it is false.
            return Some(if names.bounds(condition).as_truth()? { [from, to] } else { [(1, 1), (0, 0)] });
        }
        let rises = rises(condition, slot)?;
        let mut truth = |n: i128| {
            names.slots[slot] = Bounds::Ints(n, n);
            names.bounds(condition).as_truth()
        };
        // The first number that is told to be on the far side, and the first one that is not told to be on the near side.
        let far = first(low, high, |n| truth(n) == Some(rises));
        let near = first(low, high, |n| truth(n) != Some(!rises));
        Some(if rises {
            [(from.0.max(near), from.1.max(far)), to]
        } else {
            [from, (to.0.min(near - 1), to.1.min(far - 1))]
        })
    })
}

/// The first number of a range for which something holds that holds from some number on; the one behind the range if there is none.
fn first(low: i128, high: i128, mut holds: impl FnMut(i128) -> bool) -> i128 {
    let (mut low, mut high) = (low, high.saturating_add(1).max(low));
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) { high = middle } else { low = middle + 1 }
    }
    low
}

/// Whether an option is the position of a `for` name.
fn is_name(option: &Position, slot: usize) -> bool {
    match option {
        Position::Of { args, .. } => {
            matches!(args.as_slice(), [arg] if arg.is_local(slot))
        }
        _ => false,
    }
}

/// The values of all numbers of a range whose ends lie between these.
fn range(table: &Table, from: (i128, i128), to: (i128, i128), values: &mut Vec<u64>) -> Option<()> {
    // Negative numbers are no moves.
    let from = (from.0.max(0), from.1.max(0));
    if to.1 < from.0 {
        return Some(());
    }
    if to.0 < from.1 || to.1 >= table.end {
        return None;
    }
    let same = |(a, b): (i128, i128)| (table.run(a) == table.run(b)).then(|| table.run(a));
    values.extend(table.runs[same(from)?..=same(to)?].iter().map(|run| run.1));
    Some(())
}

/// The value of what an option leaves, `Some(None)` if it is no move.
fn left(table: &Table, option: &Position, names: &Names<'_>) -> Option<Option<u64>> {
    match option {
        Position::Of { args, .. } => {
            let Bounds::Ints(a, b) = names.bounds(args.first()?) else { return None };
            if b < 0 { Some(None) } else { table.value(a, b).map(Some) }
        }
        Position::Add(parts) => {
            let mut xor = 0;
            for part in parts {
                match left(table, part, names)? {
                    Some(value) => xor ^= value,
                    None => return Some(None),
                }
            }
            Some(Some(xor))
        }
        _ => None,
    }
}

impl Method for ByRuns {
    fn name(&self, _args: &Args) -> String {
        self.kind_name()
    }

    fn kind_name(&self) -> String {
        "runs".to_owned()
    }

    fn is_ahead(&self, args: &Args) -> bool {
        matches!(&**args, [Val::Int(LEAST..LARGEST)])
    }

    fn value(&self, args: &Args, watch: &Watch) -> Result<Answer<Value>, Error> {
        match &**args {
            [Val::Int(n @ LEAST..LARGEST)] => Ok(self.at(*n, watch)?.map(|value| Value::Finite(value.into())).into()),
            _ => Ok(Answer::NotMine),
        }
    }

    /// The options are listed by others, who ask for their values.
    fn options(&self, _args: &Args, _wanted: &Wanted<'_>) -> Result<Answer<Found<Vec<Part>>>, Error> {
        Ok(Answer::NotMine)
    }

    fn is_shortcut(&self) -> bool {
        true
    }

    fn is_comparable(&self) -> bool {
        false
    }

    fn xor(&self, columns: &[Column<'_>], watch: &Watch) -> Answer<Value> {
        let &[numbers] = columns else { return Answer::NotMine };
        let value = |xor: u64, n: i64| Some(xor ^ self.at(n.into(), watch).ok().flatten()?);
        numbers.iter().try_fold(0, value).map(|xor| Value::Finite(xor.into())).into()
    }

    fn runs(&self, from: i128, to: i128, watch: &Watch) -> Result<Answer<Vec<Run>>, Error> {
        if !(0..LARGEST).contains(&to) || from < 0 || from > to || self.at(to, watch)?.is_none() {
            return Ok(Answer::NotMine);
        }
        let table = lock(&self.table);
        let ends = table.runs.iter().skip(1).map(|run| run.0 - 1).chain([table.end - 1]);
        let all = table.runs.iter().zip(ends).map(|(&(start, value), end)| (start.max(from), end.min(to), value));
        Ok(Answer::Known(all.filter(|(start, end, _)| start <= end).collect()))
    }
}
