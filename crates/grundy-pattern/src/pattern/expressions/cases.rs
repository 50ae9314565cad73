//! `if n < B then E else F`: one formula below a bound, another one from there on.
//!
//! For one argument. E agrees with the beginning of each table, F with the rest; the bound is an expression without the
//! argument that lies, for every setting, where both agree.

use super::bank::Bank;
use super::op::UNDEFINED;
use super::{BITS, MARGIN, Sample};
use crate::pattern::Values;
use crate::pattern::families::Proposal;
use std::ops::Range;

/// The rest of each table must have at least so many values.
const REST: usize = 24;

/// Bounds, beginnings and ends that are looked at: the simplest.
const MOST: usize = 4000;

/// An expression and, for each table, the place up to which, or from which, it agrees.
struct Agreeing {
    id: u32,
    places: Vec<usize>,
}

pub(super) fn propose(bank: &Bank, sample: &Sample, tables: &[Values]) -> Vec<Proposal> {
    let [name] = &tables[0].names[..] else { return Vec::new() };
    if !sample.values_wanted || bank.len() == 0 {
        return Vec::new();
    }
    let simplest = 0..bank.len().min(MOST) as u32;
    let late = |id: u32| {
        let from = |part| agrees_from(bank.values(id), sample, part);
        let places: Vec<usize> = sample.parts.iter().cloned().map(from).collect();
        let enough = places.iter().zip(&sample.parts).all(|(place, part)| place + REST <= part.len());
        enough.then_some(Agreeing { id, places })
    };
    simplest.clone().filter_map(late).find_map(|rest| completed(bank, sample, name, &rest)).into_iter().collect()
}

/// The simplest beginning and bound for this rest.
fn completed(bank: &Bank, sample: &Sample, name: &str, rest: &Agreeing) -> Option<Proposal> {
    if rest.places.iter().all(|&place| place == 0) {
        return None;
    }
    let simplest = 0..bank.len().min(MOST) as u32;
    for id in simplest.clone() {
        let upto = |part| agrees_upto(bank.values(id), sample, part);
        let places: Vec<usize> = sample.parts.iter().cloned().map(upto).collect();
        if places.iter().zip(&rest.places).any(|(end, start)| end < start) {
            continue;
        }
        let between = |bound: &u32| {
            let values = bank.values(*bound);
            let fits = |(i, part): (usize, &Range<usize>)| {
                let value = values[part.start];
                let constant = values[part.clone()].iter().all(|&v| v == value);
                constant && usize::try_from(value).is_ok_and(|v| rest.places[i] <= v && v <= places[i])
            };
            sample.parts.iter().enumerate().all(fits)
        };
        let Some(bound) = simplest.clone().find(between) else { continue };
        let [bound, early, late] = [bound, id, rest.id].map(|id| bank.write(bank.node(id)).text);
        // A letter has about two bits: an operation with its spaces is three letters.
        let freedom = BITS * (bound.len() + early.len() + late.len()) as f64 / 2.0 + MARGIN;
        return (sample.value_bits >= freedom)
            .then(|| Proposal::value(format!("if {name} < {bound} then {early} else {late}")));
    }
    None
}

fn agrees_from(values: &[i64], sample: &Sample, part: Range<usize>) -> usize {
    let wrong = part.clone().rev().find(|&i| values[i] != sample.target[i]);
    wrong.map_or(0, |i| i + 1 - part.start)
}

fn agrees_upto(values: &[i64], sample: &Sample, part: Range<usize>) -> usize {
    let wrong = part.clone().find(|&i| values[i] == UNDEFINED || values[i] != sample.target[i]);
    wrong.map_or(part.len(), |i| i - part.start)
}
