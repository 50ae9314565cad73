//! Rules that see a number only through its divisors: the smallest number with the same exponents has the same value (the theorem and its
//! proof are in [`crate::recognise`]). So all numbers up to 10^7 have the values of some hundred of them.

use super::search::Search;
use super::{Answer, Args, Method, Wanted, listed};
use crate::error::Error;
use crate::eval::evaluator::Part;
use crate::game::Pos;
use crate::program::KindId;
use crate::value::Val;
use grundy::theorem::Found;
use grundy::{Value, Watch};
use hashbrown::HashMap;
use std::cell::Cell;
use std::sync::Arc;

/// Numbers up to this are counted by a sieve.
const LARGEST_SIEVE: u128 = 1 << 26;

/// Larger numbers are not taken apart here.
const LARGEST: u128 = 1 << 64;

const PRIMES: [u128; 16] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53];

/// The search, asked about the smallest number with the same exponents.
pub(super) struct BySignature {
    pub(super) search: Arc<Search>,
    pub(super) kind: KindId,
}

impl BySignature {
    fn small_value(&self, smallest: u128, watch: &Watch) -> Result<Option<u64>, Error> {
        watch.check(0, 0)?;
        let Ok(n) = i128::try_from(smallest) else { return Ok(None) };
        self.search.value(&Pos { kind: self.kind, args: Arc::new([Val::Int(n)]) }).map(Some)
    }
}

impl BySignature {
    /// The value of an option, if all its parts are numbers that can be taken apart.
    fn option_value(&self, parts: &[Part], watch: &Watch) -> Result<Option<Value>, Error> {
        let mut xor = 0_u64;
        for part in parts.iter().filter(|part| part.copies % 2 == 1) {
            let Answer::Known(value) = self.value(&part.args, watch)? else { return Ok(None) };
            let Some(value) = value.as_finite().and_then(|value| u64::try_from(value).ok()) else { return Ok(None) };
            xor ^= value;
        }
        Ok(Some(Value::Finite(xor.into())))
    }
}

/// The smallest number with the exponents of a position's number.
fn same_exponents(args: &Args) -> Option<u128> {
    let [Val::Int(n)] = &**args else { return None };
    smallest(exponents(u128::try_from(*n).ok()?)?)
}

/// The smallest number whose primes have these exponents.
fn smallest(mut exponents: Vec<u32>) -> Option<u128> {
    exponents.sort_unstable_by(|a, b| b.cmp(a));
    let primes = PRIMES.get(..exponents.len())?;
    primes
        .iter()
        .zip(exponents)
        .try_fold(1u128, |product, (prime, exponent)| product.checked_mul(prime.checked_pow(exponent)?))
}

/// The exponents of the primes of a number, by trial division; nothing if that takes long.
fn exponents(mut n: u128) -> Option<Vec<u32>> {
    if n == 0 || n >= LARGEST {
        return None;
    }
    let mut found = Vec::new();
    let mut p = 2u128;
    while p * p <= n {
        if p > 1 << 20 {
            return None;
        }
        let mut exponent = 0;
        while n.is_multiple_of(p) {
            n /= p;
            exponent += 1;
        }
        if exponent > 0 {
            found.push(exponent);
        }
        p += if p == 2 { 1 } else { 2 };
    }
    if n > 1 {
        found.push(1);
    }
    Some(found)
}

impl Method for BySignature {
    fn name(&self, _: &Args) -> String {
        self.kind_name()
    }

    fn kind_name(&self) -> String {
        "prime exponents".to_owned()
    }

    fn value(&self, args: &Args, watch: &Watch) -> Result<Answer<Value>, Error> {
        let Some(smallest) = same_exponents(args) else { return Ok(Answer::NotMine) };
        Ok(self.small_value(smallest, watch)?.map(|value| Value::Finite(value.into())).into())
    }

    /// All options are listed; their values are those of small numbers.
    fn options(&self, args: &Args, wanted: &Wanted<'_>) -> Result<Answer<Found<Vec<Part>>>, Error> {
        let pos = Pos { kind: self.kind, args: args.clone() };
        let known = Cell::new(true);
        let is = |parts: &[Part]| {
            let value = self.option_value(parts, wanted.watch)?;
            known.set(known.get() && value.is_some());
            Ok(value.as_ref() == Some(wanted.value))
        };
        let found = listed(&Wanted { is: &is, ..*wanted }, |visit| {
            let _ = self.search.game.options(&pos, &mut |parts| visit(parts))?;
            Ok(())
        })?;
        Ok(if known.get() { Answer::Known(found) } else { Answer::NotMine })
    }

    fn is_shortcut(&self) -> bool {
        true
    }

    fn tally(&self, from: u128, to: u128, watch: &Watch) -> Result<Answer<Vec<(u128, u128)>>, Error> {
        if from == 0 || to >= LARGEST_SIEVE || from > to {
            return Ok(Answer::NotMine);
        }
        watch.check(0, 4 * to as u64)?;
        let end = to as usize;
        let mut least = vec![0u32; end + 1];
        for p in 2..=end {
            if p * p > end {
                break;
            }
            if least[p] == 0 {
                (p * p..=end).step_by(p).for_each(|n| {
                    if least[n] == 0 {
                        least[n] = p as u32
                    }
                });
            }
        }
        // By exponents, packed: at most 8 primes, at most 26 each.
        let mut counts: Vec<(u128, u128)> = Vec::new();
        let mut by_kind: HashMap<u64, u128> = HashMap::new();
        for n in from as usize..=end {
            if n % (1 << 20) == 0 {
                watch.check(0, 4 * to as u64)?;
            }
            *by_kind.entry(packed(n, &least)).or_insert(0) += 1;
        }
        for (kind, count) in by_kind {
            let all = (0..8).map(|place| (kind >> (8 * place) & 255) as u32).filter(|&exponent| exponent > 0);
            let Some(smallest) = smallest(all.collect()) else { return Ok(Answer::NotMine) };
            let Some(value) = self.small_value(smallest, watch)? else { return Ok(Answer::NotMine) };
            let value = value.into();
            match counts.iter_mut().find(|pair| pair.0 == value) {
                Some(pair) => pair.1 += count,
                None => counts.push((value, count)),
            }
        }
        counts.sort_unstable();
        Ok(Answer::Known(counts))
    }
}

/// The exponents of a number in descending order, a byte each.
fn packed(mut n: usize, least: &[u32]) -> u64 {
    let mut bytes = [0u8; 8];
    let mut count = 0;
    while n > 1 {
        let p = if least[n] == 0 { n } else { least[n] as usize };
        while n.is_multiple_of(p) {
            n /= p;
            bytes[count] += 1;
        }
        count += 1;
    }
    bytes[..count].sort_unstable_by(|a, b| b.cmp(a));
    u64::from_le_bytes(bytes)
}
