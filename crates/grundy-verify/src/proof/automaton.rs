//! Sets of tuples of naturals as automata that read their digits together, most significant digit first.
//!
//! A state has a label: a set of numbers below 64, as bits. Plain sets use the labels 0 and 1, the sets {} and {0}. "And" pairs
//! states and gives {a xor b}: for plain sets that is "and", for values of positions the values of their sum. "There is" is
//! the subset construction and unites labels. Zeros in front never matter. State 0 is the start, automata are minimal.

use super::{Var, too_large};
use crate::work::Work;
use crate::{Allowance, Reject};
use std::collections::{BTreeMap, HashMap};

type Result<T> = std::result::Result<T, Reject>;

/// States of one automaton, letters of one alphabet, and transitions in all.
const MOST_STATES: usize = 1 << 19;
const MOST_LETTERS: usize = 1 << 14;
const MOST_WORK: u64 = 1 << 32;

/// Constants above this are variables of their own.
const SMALL: u64 = 24;

/// Base b, or Z_t: weights w(0) = 1, w(1) = t + 1, w(k+1) = t·w(k) + w(k−1), digits 0..t, and below a digit t stands 0.
pub(super) struct System {
    pub(super) digits: usize,
    pub(super) t: Option<i64>,
    work: Work,
}

#[derive(Clone, Debug)]
pub(super) struct Automaton {
    /// Ascending.
    pub(super) vars: Vec<Var>,
    /// `next[state * letters + letter]`; a letter is Σ digit_i · base^i over the variables.
    pub(super) next: Vec<u32>,
    pub(super) labels: Vec<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Relation {
    Equal,
    AtMost,
}

/// States under construction by names, breadth first.
struct Builder<K> {
    names: HashMap<K, u32>,
    list: Vec<K>,
}

impl<K: std::hash::Hash + Eq + Clone> Builder<K> {
    fn new(start: K) -> Builder<K> {
        Builder { names: HashMap::from([(start.clone(), 0)]), list: vec![start] }
    }

    fn number(&mut self, key: K) -> Result<u32> {
        let fresh = self.list.len() as u32;
        let number = *self.names.entry(key.clone()).or_insert(fresh);
        if number == fresh {
            self.list.push(key);
        }
        if self.list.len() > MOST_STATES { too_large() } else { Ok(number) }
    }
}

impl Automaton {
    pub(super) fn is_empty(&self) -> bool {
        self.labels.iter().all(|&label| label == 0)
    }

    fn letters(&self) -> usize {
        self.next.len() / self.labels.len()
    }

    /// The state that leads nowhere.
    fn dead(&self) -> Option<u32> {
        let letters = self.letters();
        let is_dead = |s: usize| {
            self.labels[s] == 0 && self.next[s * letters..(s + 1) * letters].iter().all(|&to| to as usize == s)
        };
        (0..self.labels.len()).find(|&s| is_dead(s)).map(|s| s as u32)
    }
}

/// {a xor b}.
fn sums(a: u64, b: u64) -> u64 {
    if a == 1 || b == 0 {
        return b;
    }
    let mut sums = 0;
    for i in (0..64).filter(|i| a >> i & 1 == 1) {
        (0..64).filter(|j| b >> j & 1 == 1).for_each(|j| sums |= 1 << (i ^ j));
    }
    sums
}

impl System {
    pub(super) fn new(digits: usize, t: Option<i64>, allowed: Allowance) -> System {
        System { digits, t, work: Work::new(MOST_WORK, allowed) }
    }

    fn spend(&self, work: usize) -> Result<()> {
        self.work.spend(work as u64)
    }

    /// Refuses so many transitions, and members of sets, at once; lists of them double.
    fn fits(&self, transitions: usize) -> Result<()> {
        self.work.fits(8 * transitions as u64)
    }

    pub(super) fn letters(&self, vars: usize) -> Result<usize> {
        let count = self.digits.checked_pow(vars.min(64) as u32).filter(|&n| n <= MOST_LETTERS);
        count.ok_or(Reject::TooLarge)
    }

    fn digit(&self, letter: usize, place: usize) -> usize {
        letter / self.digits.pow(place as u32) % self.digits
    }

    pub(super) fn constant(&self, label: u64) -> Automaton {
        Automaton { vars: Vec::new(), next: vec![0], labels: vec![label] }
    }

    /// The letters of `vars` as letters of some of these variables, in the order of `some`.
    fn letter_map(&self, vars: &[Var], some: &[Var]) -> Result<Vec<usize>> {
        let places: Vec<usize> = some.iter().map(|v| vars.iter().position(|w| w == v).unwrap_or(0)).collect();
        let restrict = |letter: usize| {
            let digits = places.iter().enumerate();
            digits.map(|(i, &place)| self.digit(letter, place) * self.digits.pow(i as u32)).sum()
        };
        Ok((0..self.letters(vars.len())?).map(restrict).collect())
    }

    /// Moore's refinement, one letter after the other; unreachable states go.
    pub(super) fn minimised(&self, vars: Vec<Var>, next: &[u32], labels: &[u64]) -> Result<Automaton> {
        let letters = next.len() / labels.len();
        let mut names: HashMap<u64, u32> = HashMap::new();
        let number = |names: &mut HashMap<u64, u32>, key: u64| {
            let fresh = names.len() as u32;
            *names.entry(key).or_insert(fresh)
        };
        let mut class: Vec<u32> = labels.iter().map(|&label| number(&mut names, label)).collect();
        let mut count = names.len();
        loop {
            for letter in 0..letters {
                self.spend(labels.len())?;
                names.clear();
                let key = |s: usize| u64::from(class[s]) << 32 | u64::from(class[next[s * letters + letter] as usize]);
                class = (0..labels.len()).map(|s| number(&mut names, key(s))).collect();
            }
            let before = std::mem::replace(&mut count, class.iter().max().map_or(0, |&c| c as usize + 1));
            if before == count {
                break;
            }
        }
        let mut member = vec![0; count];
        (0..labels.len()).for_each(|s| member[class[s] as usize] = s);
        let mut states = Builder::new(class[0]);
        let mut table = Vec::new();
        let mut i = 0;
        while i < states.list.len() {
            let state = member[states.list[i] as usize];
            for letter in 0..letters {
                table.push(states.number(class[next[state * letters + letter] as usize])?);
            }
            i += 1;
        }
        let labels = states.list.iter().map(|&c| labels[member[c as usize]]).collect();
        Ok(Automaton { vars, next: table, labels })
    }

    fn product(&self, a: &Automaton, b: &Automaton, strict: bool, f: impl Fn(u64, u64) -> u64) -> Result<Automaton> {
        let mut vars: Vec<Var> = a.vars.iter().chain(&b.vars).copied().collect();
        vars.sort_unstable();
        vars.dedup();
        let (left, right) = (self.letter_map(&vars, &a.vars)?, self.letter_map(&vars, &b.vars)?);
        let (la, lb) = (a.letters(), b.letters());
        let dead = if strict { (a.dead(), b.dead()) } else { (None, None) };
        let joined =
            |s: u32, t: u32| if Some(s) == dead.0 || Some(t) == dead.1 { (u32::MAX, u32::MAX) } else { (s, t) };
        let mut states = Builder::new(joined(0, 0));
        let (mut next, mut labels) = (Vec::new(), Vec::new());
        let mut i = 0;
        while i < states.list.len() {
            let (s, t) = states.list[i];
            self.spend(left.len())?;
            self.fits(next.len() + left.len())?;
            for letter in 0..left.len() {
                let to = if s == u32::MAX {
                    (s, t)
                } else {
                    joined(a.next[s as usize * la + left[letter]], b.next[t as usize * lb + right[letter]])
                };
                next.push(states.number(to)?);
            }
            labels.push(if s == u32::MAX { 0 } else { f(a.labels[s as usize], b.labels[t as usize]) });
            i += 1;
        }
        self.minimised(vars, &next, &labels)
    }

    /// Both hold; the values of a sum.
    pub(super) fn and(&self, a: &Automaton, b: &Automaton) -> Result<Automaton> {
        self.product(a, b, true, sums)
    }

    /// A label for each pair of labels; words that are no numbers keep 0.
    pub(super) fn combine(&self, a: &Automaton, b: &Automaton, f: impl Fn(u64, u64) -> u64) -> Result<Automaton> {
        self.only_numbers(self.product(a, b, false, f)?)
    }

    /// One of both holds, or both; united labels.
    pub(super) fn or(&self, a: &Automaton, b: &Automaton) -> Result<Automaton> {
        self.combine(a, b, |x, y| x | y)
    }

    pub(super) fn not(&self, a: &Automaton) -> Result<Automaton> {
        self.combine(a, &self.constant(0), |x, _| u64::from(x == 0))
    }

    pub(super) fn relabel(&self, a: &Automaton, f: impl Fn(u64) -> u64) -> Result<Automaton> {
        self.combine(a, &self.constant(0), |x, _| f(x))
    }

    fn only_numbers(&self, a: Automaton) -> Result<Automaton> {
        let Some(t) = self.t else { return Ok(a) };
        let mut valid = a.clone();
        for &v in &a.vars {
            // States: anything may follow; after a digit t only 0; dead.
            let next: Vec<u32> = (0..3_u32)
                .flat_map(|state| {
                    (0..self.digits as i64).map(move |d| match (state, d) {
                        (2, _) => 2,
                        (1, d) if d != 0 => 2,
                        (_, d) => u32::from(d == t),
                    })
                })
                .collect();
            let words = Automaton { vars: vec![v], next, labels: vec![1, 1, 0] };
            valid = self.product(&valid, &words, true, |x, y| x * y)?;
        }
        Ok(valid)
    }

    /// There is a number v.
    pub(super) fn exists(&self, a: &Automaton, v: Var) -> Result<Automaton> {
        let Some(place) = a.vars.iter().position(|&w| w == v) else { return Ok(a.clone()) };
        let vars: Vec<Var> = a.vars.iter().copied().filter(|&w| w != v).collect();
        let (letters, old) = (self.letters(vars.len())?, a.letters());
        let block = self.digits.pow(place as u32);
        let with = |letter: usize, d: usize| letter % block + d * block + letter / block * block * self.digits;
        let dead = a.dead();
        let step = |set: &[u32], letter: usize| {
            let to =
                |s: &u32| (0..self.digits).map(|d| a.next[*s as usize * old + with(letter, d)]).collect::<Vec<_>>();
            let mut reached: Vec<u32> = set.iter().flat_map(to).filter(|&s| Some(s) != dead).collect();
            reached.sort_unstable();
            reached.dedup();
            reached
        };
        // The number v may be longer than the others: zeros stand in front of them.
        let mut start = vec![0];
        loop {
            self.spend(start.len() * self.digits)?;
            let mut more = [&start[..], &step(&start, 0)].concat();
            more.sort_unstable();
            more.dedup();
            if more.len() == start.len() {
                break;
            }
            start = more;
        }
        // Each set is kept twice, as a key and in the list.
        let mut kept = 2 * start.len();
        let mut states = Builder::new(start);
        let (mut next, mut labels) = (Vec::new(), Vec::new());
        let mut i = 0;
        while i < states.list.len() {
            let set = states.list[i].clone();
            self.spend((set.len() + 1) * self.digits * letters)?;
            for letter in 0..letters {
                let (known, to) = (states.list.len(), step(&set, letter));
                let size = to.len();
                next.push(states.number(to)?);
                kept += if states.list.len() > known { 2 * size } else { 0 };
                self.fits(next.len() + kept)?;
            }
            labels.push(set.iter().fold(0, |all, &s| all | a.labels[s as usize]));
            i += 1;
        }
        self.minimised(vars, &next, &labels)
    }

    /// The same automaton reading other variables, all different.
    pub(super) fn renamed(&self, a: &Automaton, names: &[Var]) -> Result<Automaton> {
        let mut vars = names.to_vec();
        vars.sort_unstable();
        let map = self.letter_map(&vars, names)?;
        let letters = map.len();
        self.spend(a.next.len())?;
        let next = (0..a.next.len()).map(|i| a.next[i / letters * letters + map[i % letters]]).collect();
        Ok(Automaton { vars, next, labels: a.labels.clone() })
    }

    /// An automaton of a table; zeros in front must not matter.
    pub(super) fn table(&self, vars: usize, next: &[u32], labels: &[u64]) -> Result<Automaton> {
        let found = self.minimised((0..vars as Var).collect(), next, labels)?;
        let found = self.only_numbers(found)?;
        if found.next[0] != 0 {
            return Err(Reject::Claim("an automaton for which zeros in front matter"));
        }
        Ok(found)
    }

    /// Σ factor · variable = c, or ≤ c.
    ///
    /// The state is the sum u over the digits so far, in Z_t with the sum v of the same digits one place lower. With
    /// C = Σ |factor|: in base b, |u| > C + |c| grows with every digit and keeps its sign. In Z_t let α = t + 1/α:
    /// X = uα + v becomes αX + D(α + 1), and Y = v − u/α stays within 2.7·C·t, where |D| ≤ C·t is the digit's sum. If
    /// |u| > 5·C·t + (t + 2)|c| then |X| > 8.5·C·t + 2.2·(t + 2)|c| ≥ C·t·(α + 1)/(α − 1), so |X| grows, and u, which is
    /// (X − Y)/√(t² + 4), keeps its sign and never comes back to |u| ≤ |c|.
    ///
    /// A large c would make as many states as there are numbers below it. It is a variable z of its own then: Σ − z = 0 (≤ 0) and
    /// there is such a z that is |c|.
    pub(super) fn linear(&self, terms: &BTreeMap<Var, i64>, relation: Relation, c: i64) -> Result<Automaton> {
        if c.unsigned_abs() > SMALL && c.unsigned_abs() < 1 << 40 && self.letters(terms.len() + 1).is_ok() {
            let z = terms.keys().last().map_or(0, |v| v + 1);
            let mut with_z = terms.clone();
            with_z.insert(z, -c.signum());
            let sum = self.linear(&with_z, relation, 0)?;
            return self.exists(&self.and(&sum, &self.number(z, c.unsigned_abs())?)?, z);
        }
        let vars: Vec<Var> = terms.keys().copied().collect();
        let factors: Vec<i64> = terms.values().copied().collect();
        let size = factors.iter().map(|f| f.unsigned_abs()).fold(c.unsigned_abs(), u64::saturating_add);
        if size >= 1 << 24 {
            return too_large();
        }
        let total: i64 = factors.iter().map(|f| f.abs()).sum();
        let bound = self.t.map_or(total + c.abs(), |t| 5 * total * t + (t + 2) * c.abs());
        let letters = self.letters(vars.len())?;
        let digit_sum =
            |letter: usize| factors.iter().enumerate().map(|(i, f)| f * self.digit(letter, i) as i64).sum::<i64>();
        let digits: Vec<i64> = (0..letters).map(digit_sum).collect();
        let clipped = |u: i64, v: i64| if u.abs() > bound { (u.signum() * (bound + 1), 0) } else { (u, v) };
        let mut states: Builder<(i64, i64)> = Builder::new((0, 0));
        let (mut next, mut labels) = (Vec::new(), Vec::new());
        let mut i = 0;
        while i < states.list.len() {
            let (u, v) = states.list[i];
            self.spend(letters)?;
            self.fits(next.len() + letters)?;
            for d in &digits {
                let to = match self.t {
                    _ if u.abs() > bound => (u, v),
                    None => clipped(self.digits as i64 * u + d, 0),
                    Some(t) => clipped(t * u + v + d, u + d),
                };
                next.push(states.number(to)?);
            }
            labels.push(u64::from(if relation == Relation::Equal { u == c } else { u <= c }));
            i += 1;
        }
        self.only_numbers(self.minimised(vars, &next, &labels)?)
    }

    /// The digits of a number, most significant first.
    fn digits_of(&self, mut n: u64) -> Vec<usize> {
        let mut weights = vec![1, self.digits as u64];
        while let [.., below, last] = weights[..]
            && last <= n
        {
            weights.push(self.t.map_or(last * self.digits as u64, |t| last * t as u64 + below));
        }
        let digit = |weight: &u64| {
            let digit = n / weight;
            n %= weight;
            digit as usize
        };
        weights.iter().rev().map(digit).skip_while(|&d| d == 0).collect()
    }

    /// v is this number, not 0: its digits behind any zeros.
    fn number(&self, v: Var, n: u64) -> Result<Automaton> {
        let word = self.digits_of(n);
        let labels: Vec<u64> = (0..=word.len()).map(|read| u64::from(read == word.len())).collect();
        self.machine(&[v], &labels, |read, digits| match word.get(read as usize) {
            Some(digit) if *digit == digits[0] => Some(read + 1),
            _ if read == 0 && digits[0] == 0 => Some(0),
            _ => None,
        })
    }

    /// The automaton of a machine that reads these variables, given in any order: state, digits → state.
    pub(super) fn machine(
        &self,
        names: &[Var],
        labels: &[u64],
        step: impl Fn(u32, &[usize]) -> Option<u32>,
    ) -> Result<Automaton> {
        let letters = self.letters(names.len())?;
        let dead = labels.len() as u32;
        let mut next = Vec::new();
        for state in 0..=dead {
            for letter in 0..letters {
                let digits: Vec<usize> = (0..names.len()).map(|i| self.digit(letter, i)).collect();
                let to = if state == dead { None } else { step(state, &digits) };
                next.push(to.unwrap_or(dead));
            }
        }
        let labels = [labels, &[0]].concat();
        let vars = (0..names.len() as Var).collect();
        let found = self.only_numbers(self.minimised(vars, &next, &labels)?)?;
        self.renamed(&found, names)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn systems() -> Vec<(&'static str, System)> {
        vec![
            ("2", System::new(2, None, Allowance::default())),
            ("3", System::new(3, None, Allowance::default())),
            ("10", System::new(10, None, Allowance::default())),
            ("Z1", System::new(2, Some(1), Allowance::default())),
            ("Z2", System::new(3, Some(2), Allowance::default())),
            ("Z3", System::new(4, Some(3), Allowance::default())),
        ]
    }

    /// Digits, most significant first.
    fn word(system: &System, mut n: u64, length: usize) -> Vec<usize> {
        let mut weights = vec![1_u64];
        let mut below = 1;
        while weights.len() < length {
            let last = weights[weights.len() - 1];
            weights.push(system.t.map_or(last * system.digits as u64, |t| last * t as u64 + below));
            below = last;
        }
        let digit = |w: &u64| {
            let d = n / w;
            n %= w;
            d as usize
        };
        weights.iter().rev().map(digit).collect()
    }

    fn label(system: &System, a: &Automaton, numbers: &[u64]) -> u64 {
        let words: Vec<Vec<usize>> = numbers.iter().map(|&n| word(system, n, 12)).collect();
        let letters = a.letters();
        let mut state = 0;
        for place in 0..12 {
            let letter: usize = words.iter().enumerate().map(|(i, w)| w[place] * system.digits.pow(i as u32)).sum();
            state = a.next[state * letters + letter] as usize;
        }
        a.labels[state]
    }

    #[test]
    fn linear_relations_in_every_numeration() {
        for (name, system) in systems() {
            for (a, b, c) in [(1, -1, 0), (1, 1, 7), (2, -3, 1), (-5, 2, -4), (1, -7, 3), (3, 4, 25), (-1, -1, -6)] {
                let terms = BTreeMap::from([(0, a), (1, b)]);
                let equal = system.linear(&terms, Relation::Equal, c).unwrap();
                let less = system.linear(&terms, Relation::AtMost, c).unwrap();
                for (x, y) in (0..24).flat_map(|x| (0..24).map(move |y| (x, y))) {
                    let sum = a * x as i64 + b * y as i64;
                    assert_eq!(label(&system, &equal, &[x, y]), u64::from(sum == c), "{name} {a} {b} {c} {x} {y}");
                    assert_eq!(label(&system, &less, &[x, y]), u64::from(sum <= c), "{name} {a} {b} {c} {x} {y}");
                }
            }
        }
    }

    #[test]
    fn large_constants() {
        for (name, system) in systems() {
            for (a, b, c) in [(1, -1, 25), (1, 1, 70), (2, -3, 31), (-5, 2, -44), (3, 4, 100), (-1, -1, -60)] {
                let terms = BTreeMap::from([(0, a), (3, b)]);
                let equal = system.linear(&terms, Relation::Equal, c).unwrap();
                let less = system.linear(&terms, Relation::AtMost, c).unwrap();
                for (x, y) in (0..80).flat_map(|x| (0..80).map(move |y| (x, y))) {
                    let sum = a * x as i64 + b * y as i64;
                    assert_eq!(label(&system, &equal, &[x, y]), u64::from(sum == c), "{name} {a} {b} {c} {x} {y}");
                    assert_eq!(label(&system, &less, &[x, y]), u64::from(sum <= c), "{name} {a} {b} {c} {x} {y}");
                }
            }
            let one = system.linear(&BTreeMap::from([(0, 1)]), Relation::Equal, 1 << 30).unwrap();
            assert!(one.labels.len() < 60, "{name}");
        }
    }

    #[test]
    fn operations_in_every_numeration() {
        for (name, system) in systems() {
            let below = system.linear(&BTreeMap::from([(0, 1), (1, -1)]), Relation::AtMost, -1).unwrap();
            let triple = system.linear(&BTreeMap::from([(1, 1), (2, -3)]), Relation::Equal, 1).unwrap();
            let both = system.exists(&system.and(&below, &triple).unwrap(), 1).unwrap();
            let either = system.or(&below, &system.not(&triple).unwrap()).unwrap();
            let some = system.exists(&triple, 2).unwrap();
            for (x, y) in (0..14).flat_map(|x| (0..14).map(move |y| (x, y))) {
                assert_eq!(label(&system, &both, &[x, y]), u64::from(x < 3 * y + 1), "{name} {x} {y}");
                assert_eq!(label(&system, &some, &[x]), u64::from(x % 3 == 1), "{name} {x}");
                for z in 0..9 {
                    assert_eq!(label(&system, &either, &[x, y, z]), u64::from(x < y || y != 3 * z + 1), "{name}");
                }
            }
        }
    }

    #[test]
    fn values_of_sums() {
        assert_eq!(sums(0b110, 0b10), 0b1001);
        assert_eq!(sums(1, 0b1010), 0b1010);
        assert_eq!(sums(0b1010, 1), 0b1010);
        assert_eq!(sums(0, 5), 0);
        assert_eq!(sums(5, 0), 0);
    }
}
