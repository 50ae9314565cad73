//! Writing period certificates, which `grundy-verify` checks without this crate. The format is described in
//! `docs/CERTIFICATES.md`.

use super::digit::{Digit, Parts};
use super::moves::Moves;
use super::repetition::Repetition;
use super::rule::Rule;
use super::sparse::split::Split;
use super::theorem::{self, PeriodTheorem};
use super::values::Values;

const MAGIC: &[u8; 8] = b"GRUNDY\x00\x01";
const FNV_START: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0000_0100_0000_01b3;

/// With fewer heaps all moves are marked and no mask is named.
const FEW_HEAPS: usize = 2048;

/// The certificate of a proved repetition, or `None` if a number of the rule is beyond the format (2^62).
pub(super) fn write(rule: &Rule, values: &Values, proved: &Repetition, theorem: PeriodTheorem) -> Option<Vec<u8>> {
    let heaps = heaps_needed(rule, values, proved, theorem);
    let known: Vec<u32> = values.iter().take(heaps).collect();
    let (mask, parity, rares) = split(rule, values, heaps);
    let mut bytes = MAGIC.to_vec();
    write_rule(&mut bytes, rule)?;
    for number in [proved.preperiod, proved.period, proved.saltus, heaps as u64, u64::from(mask)] {
        write_number(&mut bytes, number);
    }
    write_number(&mut bytes, theorem_number(theorem));
    write_number(&mut bytes, u64::from(parity));
    write_number(&mut bytes, rares.len() as u64);
    let mut before = 0;
    for &heap in &rares {
        write_number(&mut bytes, (heap - before) as u64);
        write_number(&mut bytes, u64::from(known[heap]));
        before = heap;
    }
    let digest = known.iter().fold(FNV_START, |hash, &value| (hash ^ u64::from(value)).wrapping_mul(FNV_PRIME));
    write_number(&mut bytes, u64::from(known.iter().copied().max().unwrap_or(0)));
    write_number(&mut bytes, if heaps == 0 { 0 } else { digest });
    let checksum = bytes.iter().fold(FNV_START, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(FNV_PRIME));
    bytes.extend(checksum.to_le_bytes());
    Some(bytes)
}

fn theorem_number(theorem: PeriodTheorem) -> u64 {
    match theorem {
        PeriodTheorem::FiniteCode => 1,
        PeriodTheorem::Takes => 2,
        PeriodTheorem::NimMoves => 3,
        PeriodTheorem::Lasker => 4,
    }
}

/// How many heaps the check computes again.
fn heaps_needed(rule: &Rule, values: &Values, proved: &Repetition, theorem: PeriodTheorem) -> usize {
    match theorem {
        PeriodTheorem::FiniteCode => theorem::heaps_needed(rule, proved) as usize,
        PeriodTheorem::Takes => values.len(),
        PeriodTheorem::NimMoves | PeriodTheorem::Lasker => 0,
    }
}

/// The mask over the bits of the values, whether parities take part, and the rare heaps.
fn split(rule: &Rule, values: &Values, heaps: usize) -> (u32, bool, Vec<usize>) {
    let moves = Moves::of(rule).filter(|moves| !moves.breaks.is_empty() && heaps >= FEW_HEAPS);
    let Some(moves) = moves else { return (0, false, Vec::new()) };
    let (split, _) = Split::best(values, heaps, &moves);
    let largest = values.iter().take(heaps).max().unwrap_or(0);
    let split = Split { mask: split.mask_within(largest), ..split };
    let is_rare = |&n: &usize| !split.is_common(split.extend(values.at(n), n));
    (split.mask, split.parity.is_some(), (1..heaps).filter(is_rare).collect())
}

fn write_rule(bytes: &mut Vec<u8>, rule: &Rule) -> Option<()> {
    const MOST: u128 = 1 << 62;
    write_digit(bytes, rule.first());
    write_number(bytes, rule.runs().len() as u64);
    let mut before = 0;
    for run in rule.runs() {
        if run.to >= MOST {
            return None;
        }
        write_number(bytes, (run.from - before) as u64);
        write_number(bytes, (run.to - run.from + 1) as u64);
        write_digit(bytes, run.digit);
        before = run.to;
    }
    write_number(bytes, rule.tail().len() as u64);
    for &digit in rule.tail() {
        write_digit(bytes, digit);
    }
    write_number(bytes, u64::try_from(rule.tail_from()).ok()?);
    Some(())
}

fn write_digit(bytes: &mut Vec<u8>, digit: Digit) {
    write_number(bytes, u64::from(digit.heaps()));
    let parts = match digit.parts() {
        Parts::Any => 0,
        Parts::Unequal => 1,
        Parts::NotAllEqual => 2,
        Parts::AllEqual => 3,
    };
    write_number(bytes, parts);
}

/// LEB128.
fn write_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}
