//! Codes that only take: values by sliding windows.
//!
//! G(n) is the mex of the values in a few windows of earlier heaps, one for each run of equal digits: the window of the
//! run `from..=to` holds the heaps n−to, …, n−from and moves on by one heap a step, so a counter for each value is
//! changed twice a run. A repeating tail of q digits adds, for each residue of n mod q, a set of values that only grows.
//!
//! Finite sets within the last 64 beans are faster still: for each value v a word whose bit k−1 says G(n−k) = v; the mex is
//! the first v whose word misses the set.
//!
//! Sets of very many runs go through [bit sets](super::shifts).
//!
//! Time O(r + q) a heap for r runs, whatever their length, and a step for each value below the mex in the case of words.

use super::digit::Digit;
use super::rule::Rule;
use super::shifts::Shifts;
use super::values::Values;
use crate::watch::{Stop, Watch};

/// Sets with larger numbers are not made bit sets.
const MOST_SHIFTED: usize = 1 << 24;

/// Words of a bit set that cost as much as one window.
const WORDS_A_WINDOW: usize = 8;

/// So few windows are quick.
const FEW_WINDOWS: usize = 64;

/// The engine and what it remembers between calls.
#[derive(Debug, Clone)]
pub(super) struct Takes {
    windows: Vec<Window>,
    tail: Tail,
    counts: Counts,
    /// The set as bits, when it lies in 1..=64 and a heap may always be taken whole where a part may.
    set: Option<u64>,
    words: Vec<u64>,
    /// How many heaps the memory has seen.
    seen: usize,
    /// For sets of many runs, as soon as these cost more than bit sets.
    shifts: Option<Shifts>,
}

#[derive(Debug, Clone, Copy)]
struct Window {
    from: usize,
    to: usize,
    digit: Digit,
}

#[derive(Debug, Clone)]
struct Tail {
    from: usize,
    digits: Vec<Digit>,
    /// For each residue the values reached through the tail, and the least that is not.
    reached: Vec<Vec<bool>>,
}

/// How often each value occurs in the windows, and which values occur, as bits.
#[derive(Debug, Clone, Default)]
struct Counts {
    counts: Vec<u32>,
    bits: Vec<u64>,
}

impl Counts {
    #[inline]
    fn add(&mut self, value: u32) {
        let value = value as usize;
        if value >= self.counts.len() {
            self.counts.resize(value + 1, 0);
            self.bits.resize(value / 64 + 1, 0);
        }
        self.counts[value] += 1;
        self.bits[value / 64] |= 1 << (value % 64);
    }

    #[inline]
    fn remove(&mut self, value: u32) {
        let value = value as usize;
        self.counts[value] -= 1;
        if self.counts[value] == 0 {
            self.bits[value / 64] &= !(1 << (value % 64));
        }
    }

    #[inline]
    fn has(&self, value: usize) -> bool {
        self.bits.get(value / 64).is_some_and(|word| word >> (value % 64) & 1 == 1)
    }
}

impl Takes {
    /// The engine for a rule that breaks no heap.
    pub fn new(rule: &Rule) -> Option<Takes> {
        if rule.digits().any(Digit::breaks) {
            return None;
        }
        // Places that no stored heap reaches are cut off.
        let cut = |place: u128| usize::try_from(place).unwrap_or(usize::MAX / 4).min(usize::MAX / 4);
        let window = |run: &super::rule::Run| Window { from: cut(run.from), to: cut(run.to), digit: run.digit };
        let windows: Vec<Window> = rule.runs().iter().map(window).collect();
        let plain = rule.tail().is_empty() && rule.last_place() <= 64;
        let set = plain && windows.iter().all(|window| window.digit == Digit::TAKE);
        let bits = |window: &Window| (window.from..=window.to).fold(0u64, |bits, place| bits | 1 << (place - 1));
        let set = set.then(|| windows.iter().fold(0, |all, window| all | bits(window)));
        let reached = vec![Vec::new(); rule.tail().len()];
        let tail = Tail { from: cut(rule.tail_from()), digits: rule.tail().to_vec(), reached };
        let mut takes =
            Takes { windows, tail, counts: Counts::default(), set, words: Vec::new(), seen: 0, shifts: None };
        takes.shifts = if takes.set.is_none() { takes.shifts() } else { None };
        Some(takes)
    }

    /// The engine of bit sets, if the windows are so many that it is quicker for heaps up to its largest number.
    fn shifts(&self) -> Option<Shifts> {
        let most = self.windows.last()?.to;
        let plain = self.tail.digits.is_empty() && self.windows.iter().all(|window| window.digit == Digit::TAKE);
        let numbers = self.windows.iter().flat_map(|window| window.from..=window.to);
        (plain && most < MOST_SHIFTED && self.windows.len() > most / WORDS_A_WINDOW / 64 + FEW_WINDOWS)
            .then(|| Shifts::new(numbers, most))
    }

    /// Appends the values of heaps up to but not including `end`.
    pub fn extend(&mut self, values: &mut Values, end: usize, watch: &Watch) -> Result<(), Stop> {
        if let Some(shifts) = &mut self.shifts {
            return shifts.extend(values, end, watch);
        }
        // Heaps that another run left behind enter the memory first.
        while self.seen < values.len() {
            let n = self.seen;
            self.step(values, n);
            self.remember(values.at(n));
        }
        while values.len() < end {
            let n = values.len();
            if n.is_multiple_of(1 << 14) {
                watch.check(n as u64, values.bytes())?;
            }
            let value = self.step(values, n);
            values.push(value);
            self.remember(value);
        }
        Ok(())
    }

    /// Moves the windows to heap `n` and gives its value.
    fn step(&mut self, values: &Values, n: usize) -> u32 {
        match self.set {
            Some(set) => self.words.iter().position(|word| word & set == 0).unwrap_or(self.words.len()) as u32,
            None => self.windowed(values, n),
        }
    }

    fn remember(&mut self, value: u32) {
        self.seen += 1;
        if self.set.is_none() {
            return;
        }
        self.words.iter_mut().for_each(|word| *word <<= 1);
        if value as usize == self.words.len() {
            self.words.push(0);
        }
        self.words[value as usize] |= 1;
    }

    fn windowed(&mut self, values: &Values, n: usize) -> u32 {
        let mut whole = false;
        for window in &self.windows {
            // Heap 0 is not left but taken whole: only the heaps from 1 on enter.
            if window.digit.leaves(1) && n > window.from {
                self.counts.add(values.at(n - window.from));
            }
            if window.digit.leaves(1) && n > window.to + 1 {
                self.counts.remove(values.at(n - window.to - 1));
            }
            whole |= window.digit.leaves(0) && (window.from..=window.to).contains(&n);
        }
        let tail = &mut self.tail;
        let length = tail.digits.len();
        let mut reached = &[][..];
        if length > 0 {
            let set = &mut tail.reached[n % length];
            for (index, digit) in tail.digits.iter().enumerate() {
                let place = tail.from + index;
                if digit.leaves(1) && n > place {
                    let value = values.at(n - place) as usize;
                    if value >= set.len() {
                        set.resize(value + 1, false);
                    }
                    set[value] = true;
                }
            }
            whole |= n >= tail.from && tail.digits[(n - tail.from) % length].leaves(0);
            reached = set;
        }
        let hit = |value: usize| (value == 0 && whole) || self.counts.has(value) || reached.get(value) == Some(&true);
        (0..).find(|&value| !hit(value)).unwrap_or(0) as u32
    }
}
