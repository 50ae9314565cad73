//! Over ranges, `if value(P(x) + Q(y) + …) == v` with a name of its own in each part, `sum(x for x in 1..N if not win(kayles(x)))`: by the values that the parts
//! take.
//!
//! Where the values of a kind repeat from a proved start on, the numbers of a range with one value are some before the start and whole classes of
//! residues: how many they are, and their sum, needs no walk. Parts with names of their own are independent: of two tables (value, how many turns, what these add
//! up to) comes the table of their sum, value by value. A heap of Nim has each value at one number.

use super::{Engine, Shape, Variable};
use crate::component::Handle;
use crate::error::Error;
use crate::method::{Answer, Args, Method};
use crate::program::{Expr, KindId, Position};
use crate::value::Val;
use grundy::Value;
use hashbrown::HashMap;
use std::sync::Arc;

/// Starts and periods that are walked through.
const LONGEST: u128 = 1 << 22;

/// Pairs of values that are put together.
const MOST_PAIRS: usize = 1 << 22;

/// Turns, and the sum of what they add.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Turns {
    count: i128,
    added: i128,
}

impl Turns {
    const NONE: Turns = Turns { count: 0, added: 0 };

    /// One name that runs from one number to another in steps, each number with a factor.
    fn of(from: i128, to: i128, step: i128, factor: i128) -> Option<Turns> {
        if from > to {
            return Some(Turns::NONE);
        }
        let count = to.checked_sub(from)? / step + 1;
        let last = from.checked_add(step.checked_mul(count - 1)?)?;
        let ends = from.checked_add(last)?;
        // The ends of an even number of terms, or twice the middle of an odd number.
        let sum = if count % 2 == 0 { ends.checked_mul(count / 2)? } else { (ends / 2).checked_mul(count)? };
        Some(Turns { count, added: sum.checked_mul(factor)? })
    }

    fn and(self, other: Turns) -> Option<Turns> {
        Some(Turns { count: self.count.checked_add(other.count)?, added: self.added.checked_add(other.added)? })
    }

    /// Each turn of one with each of the other.
    fn with(self, other: Turns) -> Option<Turns> {
        let mine = self.added.checked_mul(other.count)?;
        let theirs = other.added.checked_mul(self.count)?;
        Some(Turns { count: self.count.checked_mul(other.count)?, added: mine.checked_add(theirs)? })
    }
}

type Table = HashMap<u128, Turns>;

/// A part of the position that is asked about: its kind, the name in it, and what is added to the name.
struct One<'a> {
    kind: KindId,
    variable: &'a Variable,
    more: i128,
    /// What each number of the name adds.
    factor: i128,
}

impl One<'_> {
    fn ends(&self) -> Option<(i128, i128)> {
        let constant = self.variable.from.terms.is_empty() && self.variable.to.terms.is_empty();
        constant.then_some((self.variable.from.constant, self.variable.to.constant))
    }
}

impl Engine {
    /// The sum of what is added for each turn in which the value is, or is not, the one asked for.
    pub(super) fn counted_by_periods(&self, handle: &Handle, shape: &Shape<'_>) -> Result<Option<i128>, Error> {
        let Some(parts) = parts(shape) else { return Ok(None) };
        if let [one] = parts.as_slice()
            && handle.methods(one.kind).first().is_some_and(|method| method.is_nim())
        {
            return Ok(nim(one, shape));
        }
        let mut total: Table = HashMap::from([(0, Turns { count: 1, added: 0 })]);
        for one in &parts {
            let Some(table) = self.table_of(handle, one)? else { return Ok(None) };
            if table.len().saturating_mul(total.len()) > MOST_PAIRS {
                return Ok(None);
            }
            let Some(sum) = sums(&total, &table) else { return Ok(None) };
            total = sum;
        }
        let wanted = |value: u128| (i128::try_from(value) == Ok(shape.asked.value)) == shape.asked.equal;
        let chosen = total.iter().filter(|(value, _)| wanted(**value)).map(|(_, turns)| *turns);
        Ok(chosen.into_iter().try_fold(Turns::NONE, Turns::and).and_then(|turns| all(turns, shape)))
    }

    /// The values that a part takes, if its method repeats them.
    fn table_of(&self, handle: &Handle, one: &One<'_>) -> Result<Option<Table>, Error> {
        let Some((from, to)) = one.ends() else { return Ok(None) };
        let Some((low, high)) = from.checked_add(one.more).zip(to.checked_add(one.more)).filter(|(low, _)| *low >= 0)
        else {
            return Ok(None);
        };
        let Some(method) = handle.methods(one.kind).first() else { return Ok(None) };
        let Some((start, period)) = method.repetition(&self.watch)? else { return Ok(None) };
        if start > LONGEST || u128::from(period) > LONGEST || period == 0 {
            return Ok(None);
        }
        let (start, period) = (start as i128, i128::from(period));
        let mut table = Table::new();
        // Numbers before the start one by one, then one of each class for all of it.
        let classes = low.max(start)..=high.min(low.max(start).saturating_add(period - 1));
        let each = (low..=high.min(start - 1)).map(|n| (n, n, 1)).chain(classes.map(|n| (n, high, period)));
        for (first, last, step) in each {
            let Some(value) = self.value_at(&**method, first)? else { return Ok(None) };
            let Some(turns) = Turns::of(first - one.more, last - one.more, step, one.factor) else { return Ok(None) };
            let known = table.entry(value).or_insert(Turns::NONE);
            let Some(sum) = known.and(turns) else { return Ok(None) };
            *known = sum;
        }
        Ok(Some(table))
    }

    fn value_at(&self, method: &dyn Method, n: i128) -> Result<Option<u128>, Error> {
        if n % 1024 == 0 {
            self.watch.check(0, 0)?;
        }
        let args: Args = Arc::new([Val::Int(n)]);
        Ok(match method.value(&args, &self.watch)? {
            Answer::Known(Value::Finite(value)) => Some(value),
            _ => None,
        })
    }
}

/// The parts, if each has one name of its own and all names are in them.
fn parts<'a>(shape: &'a Shape<'_>) -> Option<Vec<One<'a>>> {
    let mut positions = Vec::new();
    flatten(shape.asked.position, &mut positions)?;
    let mut all: Vec<One<'a>> = Vec::new();
    for (kind, arg) in positions {
        let form = shape.forms.form(arg)?;
        let &[(slot, 1)] = form.terms.as_slice() else { return None };
        let variable = shape.variables.iter().find(|variable| variable.slot == slot)?;
        if all.iter().any(|one| one.variable.slot == slot) {
            return None;
        }
        let factor = shape.added.terms.iter().find(|term| term.0 == slot).map_or(0, |term| term.1);
        all.push(One { kind, variable, more: form.constant, factor });
    }
    (shape.comparisons.is_empty() && all.len() == shape.variables.len() && !all.is_empty()).then_some(all)
}

fn flatten<'a>(position: &'a Position, all: &mut Vec<(KindId, &'a Expr)>) -> Option<()> {
    match position {
        Position::Of { kind, args, set, .. } if set.is_empty() => {
            let [arg] = args.as_slice() else { return None };
            all.push((*kind, arg));
            Some(())
        }
        Position::Add(parts) => parts.iter().try_for_each(|part| flatten(part, all)),
        _ => None,
    }
}

/// The table of a sum of two parts.
fn sums(a: &Table, b: &Table) -> Option<Table> {
    let mut table = Table::new();
    for (x, left) in a {
        for (y, right) in b {
            let known = table.entry(x ^ y).or_insert(Turns::NONE);
            *known = known.and(left.with(*right)?)?;
        }
    }
    Some(table)
}

/// What some turns add in all, with what each adds besides its names.
fn all(turns: Turns, shape: &Shape<'_>) -> Option<i128> {
    shape.added.constant.checked_mul(turns.count)?.checked_add(turns.added)
}

/// One heap of Nim: the number itself is the value.
fn nim(one: &One<'_>, shape: &Shape<'_>) -> Option<i128> {
    let (from, to) = one.ends()?;
    (from.checked_add(one.more)? >= 0).then_some(())?;
    let at = shape.asked.value.checked_sub(one.more)?;
    let equal = if from <= at && at <= to { Turns::of(at, at, 1, one.factor)? } else { Turns::NONE };
    if shape.asked.equal {
        return all(equal, shape);
    }
    let every = Turns::of(from, to, 1, one.factor)?;
    all(Turns { count: every.count - equal.count, added: every.added.checked_sub(equal.added)? }, shape)
}

#[cfg(test)]
mod tests {
    use super::Turns;
    use crate::{Engine, Library, Settings};
    use grundy::Watch;

    fn answer(text: &str, input: &str, shortcuts: bool) -> String {
        let mut library = Library::new();
        library.add_rules("file", text).unwrap();
        let engine = Engine::new(library, Watch::default());
        let engine = if shortcuts { engine } else { engine.without_shortcuts() };
        let mut out = String::new();
        engine.judge("file", &Settings::default(), input, &mut |text| out.push_str(text)).unwrap();
        out
    }

    const RULES: [&str; 4] = [
        "g(n) -> g(a) + g(n-k-a) for k in 1..2, a in 0..n-k",
        "g(n) -> g(n-k) for k in 2..5",
        "g(n) -> g(m) for m in 0..n-1",
        "g(n) -> g(n-k) for k in [1, 4, 6]",
    ];

    #[test]
    fn counts_agree_with_a_walk() {
        let answers = [
            "sum(3*x + 2 for x in a..b if value(g(x)) == 2), len(x for x in a..b if win(g(x+7)))",
            "sum(x for x in a..b if not win(g(x))), sum(x for x in a..b if value(g(x+1)) != 1)",
            "len((x, y) for x in a..b, y in 2..9 if not win(g(x) + g(y))), sum(x - 2*y for x in a..b, y in 2..9 if value(g(x) + g(y+1)) == 3)",
        ];
        for rules in RULES {
            for asked in answers {
                let text = format!("{rules}\ninput a, b\nanswer {asked}");
                for input in ["0 60", "5 5", "9 3", "1 140"] {
                    assert_eq!(answer(&text, input, true), answer(&text, input, false), "{text} {input}");
                }
            }
        }
    }

    /// Multiples of 3 up to 10^18 are lost where one or two may be taken; their sum is 3·m·(m + 1)/2.
    #[test]
    fn far_ranges() {
        let m = 10i128.pow(18) / 3;
        let text = "g(n) -> g(n-1) | g(n-2)\ninput n\nanswer sum(x for x in 1..n if not win(g(x))), len((x, y) for x in 1..n, y in 1..n if not win(g(x) + g(y)))";
        let pairs = m * m + (m + 1) * (m + 1) + m * m;
        assert_eq!(answer(text, "1000000000000000000", true), format!("{} {pairs}\n", 3 * m * (m + 1) / 2));
    }

    #[test]
    fn sums_of_steps() {
        for (from, to, step) in [(0i128, 20, 3), (-5, 9, 2), (7, 7, 4), (8, 7, 1), (1, 100, 7)] {
            let all: Vec<i128> = (from..=to).step_by(step as usize).collect();
            let expected = Turns { count: all.len() as i128, added: 5 * all.iter().sum::<i128>() };
            assert_eq!(Turns::of(from, to, step, 5), Some(expected), "{from} {to} {step}");
        }
    }
}
