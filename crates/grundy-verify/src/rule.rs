//! The rule of a game and the bounds of the period theorems.

use std::fmt;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Parts {
    Any,
    Unequal,
    NotAllEqual,
    AllEqual,
}

/// Bit j of `heaps`: j heaps may be left.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Digit {
    pub heaps: u32,
    pub parts: Parts,
}

impl Digit {
    pub fn leaves(self, count: u32) -> bool {
        count < 32 && self.heaps >> count & 1 == 1
    }

    /// The numbers of heaps, two or more, that a heap may be broken into.
    pub fn breaks(self) -> impl Iterator<Item = u32> {
        (2..32).filter(move |&count| self.leaves(count))
    }
}

/// The same digit at the places `from..=to`.
pub(crate) struct Run {
    pub from: u64,
    pub to: u64,
    pub digit: Digit,
}

pub(crate) struct Rule {
    pub first: Digit,
    pub runs: Vec<Run>,
    pub tail: Vec<Digit>,
    pub tail_from: u64,
}

impl Rule {
    pub fn digits(&self) -> impl Iterator<Item = Digit> + '_ {
        let runs = self.runs.iter().map(|run| run.digit);
        std::iter::once(self.first).chain(runs).chain(self.tail.iter().copied())
    }

    /// The places from 0 to `n` with a digit other than 0, with their digits, ascending.
    pub fn places(&self, n: u64) -> impl Iterator<Item = (u64, Digit)> + '_ {
        let runs = self
            .runs
            .iter()
            .take_while(move |run| run.from <= n)
            .flat_map(move |run| (run.from..=run.to.min(n)).map(|place| (place, run.digit)));
        let end = if self.tail.is_empty() { self.tail_from } else { n + 1 };
        let tail = (self.tail_from..end).zip(self.tail.iter().copied().cycle());
        let first = std::iter::once((0, self.first));
        first.chain(runs).chain(tail).filter(|(_, digit)| digit.heaps != 0)
    }

    /// The number that a period must be a multiple of for the theorem on finite codes: equal heaps, an even number of
    /// them, can be made of every such number of beans. `None`: an odd number of equal heaps has no theorem.
    pub fn multiple(&self) -> Option<u64> {
        let equal = self.digits().filter(|digit| digit.parts == Parts::AllEqual);
        let counts: Vec<u32> = equal.flat_map(Digit::breaks).collect();
        let even = counts.iter().all(|count| count % 2 == 0);
        even.then(|| counts.iter().fold(1, |multiple, &count| lcm(multiple, u64::from(count))))
    }

    /// The repetition must be seen for all heaps n₀ ≤ n < this.
    pub fn bound(&self, start: u128, period: u128) -> u128 {
        let runs = self.runs.iter().map(|run| (u128::from(run.to), run.digit));
        let digits = std::iter::once((0, self.first)).chain(runs);
        let needs = digits.flat_map(|(place, digit)| {
            let one = std::iter::once(start + place);
            one.chain(
                digit.breaks().map(move |count| place + parts_bound(digit.parts, u128::from(count), start, period)),
            )
        });
        needs.max().unwrap_or(start)
    }

    /// Whether every smaller heap can be reached.
    pub fn has_nim_moves(&self) -> bool {
        self.tail_from == 1 && self.tail.iter().all(|digit| digit.heaps & 3 == 3)
    }
}

/// See docs/CERTIFICATES.md for the proofs.
fn parts_bound(parts: Parts, count: u128, start: u128, period: u128) -> u128 {
    match parts {
        Parts::Any => count * start + (count - 1) * period,
        Parts::Unequal => count * start + (count * (count + 1) / 2 - 1) * period,
        Parts::NotAllEqual => count * (start + period),
        Parts::AllEqual => 1,
    }
}

pub(crate) fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

pub(crate) fn lcm(a: u64, b: u64) -> u64 {
    a / gcd(a, b) * b
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.heaps {
            0..16 => write!(f, "{:X}", self.heaps)?,
            _ => write!(f, "{{{:X}}}", self.heaps)?,
        }
        f.write_str(match self.parts {
            Parts::Any => "",
            Parts::Unequal => "!",
            Parts::NotAllEqual => "?",
            Parts::AllEqual => "=",
        })
    }
}

/// The code; runs of more than eight equal digits and long gaps are abbreviated as `(digit*count)`.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const NONE: Digit = Digit { heaps: 0, parts: Parts::Any };
        let repeat = |f: &mut fmt::Formatter<'_>, digit: Digit, count: u64| match count {
            0..=8 => (0..count).try_for_each(|_| write!(f, "{digit}")),
            _ => write!(f, "({digit}*{count})"),
        };
        if self.digits().any(|digit| digit.heaps > 7) {
            f.write_str("0x")?;
        }
        write!(f, "{}.", self.first)?;
        let mut next = 1;
        for run in &self.runs {
            repeat(f, NONE, run.from - next)?;
            repeat(f, run.digit, run.to - run.from + 1)?;
            next = run.to + 1;
        }
        if self.tail.is_empty() {
            return if next == 1 { write!(f, "0") } else { Ok(()) };
        }
        repeat(f, NONE, self.tail_from - next)?;
        f.write_str("[")?;
        self.tail.iter().try_for_each(|digit| write!(f, "{digit}"))?;
        f.write_str("]")
    }
}
