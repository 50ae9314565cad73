//! Words in front and tests behind them, as numbers.
//!
//! A word is cut in two: the more significant part has k digits below it. In base b its value is u·b^k. In Z_t, with u = Σ d_i·w(i)
//! and v = Σ d_i·w(i−1), a zero more makes (u, v) to (t·u + v, u); so the value with k zeros is a(k)·u + b(k)·v, where a(0) = 1,
//! b(0) = 0, a(k+1) = t·a(k) + b(k), b(k+1) = a(k). Thus the number of a word and a test needs no digits.

use super::{Entry, Guess, NOTHING, UNKNOWN, Word};
use crate::game::Encoding;
use crate::numeration::{Numeration, System};

/// The digits of one track: a part of a word.
#[derive(Debug, Clone, Copy)]
pub(super) struct Piece {
    /// Nothing if it is too large.
    value: Option<(u64, u64)>,
    length: usize,
    /// The most and the least significant digit; 0 if there are none.
    top: u8,
    low: u8,
    valid: bool,
}

/// Digits are small, and so are bases.
pub(super) type Front = Vec<Piece>;

/// The arguments of a word and a test.
pub(super) enum Arguments<'a> {
    /// Digits that no number has.
    NoNumbers,
    TooLarge,
    Numbers(&'a [u64]),
}

pub(super) struct Tests {
    numeration: Numeration,
    arity: usize,
    power: bool,
    words: Vec<Word>,
    pieces: Vec<Vec<Piece>>,
    /// a(k), b(k).
    shifts: Vec<(u64, u64)>,
    numbers: Vec<u64>,
}

impl Tests {
    /// All words of up to so many letters, and the suffixes of positions.
    pub(super) fn new(guess: &Guess) -> Tests {
        let numeration = guess.numeration;
        let (base, arity) = (numeration.digits(), guess.arity);
        let letters = base.pow(arity as u32);
        let mut words: Vec<Word> = Vec::new();
        let mut layer: Vec<Word> = vec![vec![Vec::new(); arity]];
        for _ in 0..=guess.depth {
            words.extend(layer.iter().cloned());
            let longer = |word: &Word| (0..letters).map(|l| super::extended(word, l, base)).collect::<Vec<_>>();
            layer = layer.iter().flat_map(longer).collect();
        }
        let weights = small_weights(numeration);
        for position in &guess.positions {
            let all: Vec<Vec<u8>> = position.iter().map(|&n| digits(&weights, n)).collect();
            let length = all.iter().map(Vec::len).max().unwrap_or(0);
            let padded: Word = all.iter().map(|w| in_order(numeration, w, length)).collect();
            for from in 0..length {
                let suffix: Word = padded.iter().map(|w| w[from..].to_vec()).collect();
                if !words.contains(&suffix) {
                    words.push(suffix);
                }
            }
        }
        let pieces = words.iter().map(|word| word.iter().map(|track| piece(numeration, track)).collect()).collect();
        let power = guess.encoding == Encoding::Power;
        Tests { numeration, arity, power, words, pieces, shifts: shifts(numeration), numbers: vec![0; arity] }
    }

    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    pub(super) fn front(&self, word: &Word) -> Front {
        word.iter().map(|track| piece(self.numeration, track)).collect()
    }

    /// The numbers of the arguments' tracks.
    pub(super) fn arguments(&mut self, front: &Front, test: usize) -> Arguments<'_> {
        let mut small = true;
        for (track, (front, back)) in front.iter().zip(&self.pieces[test]).enumerate() {
            let (high, low) = if self.numeration.most_first() { (front, back) } else { (back, front) };
            let joint = match self.numeration.t() {
                Some(t) => usize::from(high.low) < t || low.top == 0,
                None => true,
            };
            if !(front.valid && back.valid && joint) {
                return Arguments::NoNumbers;
            }
            match self.joined(high, low) {
                Some(number) => self.numbers[track] = number,
                None => small = false,
            }
        }
        if small { Arguments::Numbers(&self.numbers) } else { Arguments::TooLarge }
    }

    fn joined(&self, high: &Piece, low: &Piece) -> Option<u64> {
        let ((u, v), (rest, _)) = (high.value?, low.value?);
        if u == 0 && v == 0 {
            return Some(rest);
        }
        let (a, b) = *self.shifts.get(low.length)?;
        a.checked_mul(u)?.checked_add(b.checked_mul(v)?)?.checked_add(rest)
    }

    /// What is left of a value's word behind its track of the front; nothing if the front is another one.
    pub(super) fn rest(&self, word: &Word, front: &Front, test: usize, value: u64) -> Entry {
        let back = self.words[test].first().map_or(0, Vec::len);
        let length = word.first().map_or(0, Vec::len);
        match self.numeration.system() {
            System::Base(base) if !self.power => {
                // A front of k digits below b^k, a rest below b^(its digits).
                let power = |digits: usize| u64::from(base).checked_pow(digits as u32);
                let Some((known, _)) = front[self.arity].value else { return UNKNOWN };
                let (read, rest) = match (power(back), power(length)) {
                    (Some(below), _) if self.numeration.most_first() => (value / below, value % below),
                    (_, Some(below)) if !self.numeration.most_first() => (value % below, value / below),
                    // So many digits that all of the value is on one side.
                    _ => return self.slow_rest(word, back, value),
                };
                let fits = self.numeration.most_first() || power(back).is_none_or(|limit| rest < limit);
                if fits && read == known { rest } else { NOTHING }
            }
            _ => self.slow_rest(word, back, value),
        }
    }

    /// The same, digit by digit.
    fn slow_rest(&self, word: &Word, back: usize, value: u64) -> Entry {
        let length = word.first().map_or(0, Vec::len);
        let digits = if self.power {
            let place = value.min(1 << 16) as usize;
            if place >= length + back {
                return NOTHING;
            }
            let mut digits = vec![0; place + 1];
            digits[place] = 1;
            digits
        } else {
            digits(&small_weights(self.numeration), value)
        };
        if digits.len() > length + back {
            return NOTHING;
        }
        let full = in_order(self.numeration, &digits, length + back);
        if full[..length] != word[self.arity][..] {
            return NOTHING;
        }
        let base = self.numeration.digits() as u64;
        let number = full[length..]
            .iter()
            .try_fold(0_u64, |n, &d| n.checked_mul(base)?.checked_add(d.into()).filter(|&n| n < NOTHING));
        number.unwrap_or(UNKNOWN)
    }
}

/// A part of a word in reading order.
fn piece(numeration: Numeration, word: &[u8]) -> Piece {
    let step = |(u, v): (u64, u64), d: u8| match numeration.system() {
        System::Base(base) => Some((u.checked_mul(base.into())?.checked_add(d.into())?, 0)),
        System::Z(t) => Some((u.checked_mul(t.into())?.checked_add(v)?.checked_add(d.into())?, u + u64::from(d))),
    };
    let most_first: Vec<u8> =
        if numeration.most_first() { word.to_vec() } else { word.iter().rev().copied().collect() };
    let value = most_first.iter().try_fold((0, 0), |value, &d| step(value, d));
    let least_first: Vec<u8> = most_first.iter().rev().copied().collect();
    Piece {
        value: value.filter(|(u, _)| *u < 1 << 62),
        length: word.len(),
        top: most_first.first().copied().unwrap_or(0),
        low: least_first.first().copied().unwrap_or(0),
        valid: numeration.is_valid(&least_first),
    }
}

fn shifts(numeration: Numeration) -> Vec<(u64, u64)> {
    let next = |&(a, b): &(u64, u64)| match numeration.system() {
        System::Base(base) => Some((a.checked_mul(base.into())?, 0)),
        System::Z(t) => Some((a.checked_mul(t.into())?.checked_add(b)?, a)),
    };
    std::iter::successors(Some((1, 0)), next).collect()
}

/// The weights that fit in 62 bits, least first.
fn small_weights(numeration: Numeration) -> Vec<u64> {
    let all = (1..128).map_while(|count| numeration.weights(count)).last().unwrap_or_default();
    all.into_iter().filter(|&w| w < 1 << 62).map(|w| w as u64).collect()
}

/// Digits, least first.
fn digits(weights: &[u64], n: u64) -> Vec<u8> {
    let mut rest = n;
    let top = weights.partition_point(|&w| w <= n);
    let mut digits = vec![0; top];
    for (digit, weight) in digits.iter_mut().zip(weights).rev() {
        *digit = (rest / weight) as u8;
        rest %= weight;
    }
    digits
}

/// Padded to a length and in reading order.
fn in_order(numeration: Numeration, digits: &[u8], length: usize) -> Vec<u8> {
    let mut word = digits.to_vec();
    word.resize(length, 0);
    if numeration.most_first() {
        word.reverse();
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every cut of every word, in every numeration, gives the number again, and the rest of a value.
    #[test]
    fn cuts() {
        for name in ["msd2", "lsd2", "msd10", "lsd3", "msdZ1", "lsdZ1", "msdZ2", "lsdZ3"] {
            let numeration: Numeration = name.parse().unwrap();
            let weights = small_weights(numeration);
            for (n, value) in (0..150_u64).map(|n| (n, n * 7 % 31)) {
                let guess = Guess {
                    numeration,
                    encoding: Encoding::Relation,
                    arity: 1,
                    depth: 0,
                    states: 10,
                    positions: vec![vec![n]],
                };
                let mut tests = Tests::new(&guess);
                let all = digits(&weights, n).len().max(digits(&weights, value).len());
                let full = in_order(numeration, &digits(&weights, n), all);
                let values = in_order(numeration, &digits(&weights, value), all);
                for test in 0..tests.len() {
                    let back = tests.words[test][0].clone();
                    let Some(cut) = all.checked_sub(back.len()).filter(|&cut| full[cut..] == back) else { continue };
                    let word: Word = vec![full[..cut].to_vec(), values[..cut].to_vec()];
                    let front = tests.front(&word);
                    assert!(matches!(tests.arguments(&front, test), Arguments::Numbers(&[m]) if m == n), "{name} {n}");
                    let (fast, slow) =
                        (tests.rest(&word, &front, test, value), tests.slow_rest(&word, back.len(), value));
                    assert!(fast < NOTHING && slow < NOTHING, "{name} {n} {cut}");
                    let other = tests.rest(&word, &front, test, value + weights[all]);
                    assert_eq!(other, NOTHING, "{name} {n} {cut}");
                }
            }
        }
        let z: Numeration = "msdZ1".parse().unwrap();
        assert!(!piece(z, &[1, 1]).valid);
    }
}
