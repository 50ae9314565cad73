//! Measures that every move lowers: play ends.
//!
//! Kinds that lead to each other form a group; a move that leaves its group needs nothing, for groups cannot be entered
//! again. Inside a group every component must have a smaller measure, or the same measure and a kind that comes later
//! in an order of the kinds without cycles. A sum ends because its components do (finite multisets are well ordered).
//! Measures are naturals, or tuples of them in lexicographic order; that they fall is a sentence of the arithmetic.

use super::prover::Prover;
use super::{Component, Game, Move};
use crate::error::Result;
use crate::formula::{Formula, Logic, Term};

/// A measure of positions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Measure {
    /// Σ weight · argument; weights for the arguments in order, missing ones are 0.
    Sum(Vec<u32>),
    /// The arguments in this order, compared lexicographically.
    Lexicographic(Vec<usize>),
    /// The largest argument.
    Max,
}

impl Measure {
    /// The numbers to compare lexicographically.
    fn terms(&self, logic: &mut Logic, arguments: &[Term]) -> Vec<Term> {
        match self {
            Measure::Sum(weights) => {
                let mut sum = logic.int(0);
                for (&argument, &weight) in arguments.iter().zip(weights) {
                    let part = logic.scale(argument, i64::from(weight));
                    sum = logic.add(sum, part);
                }
                vec![sum]
            }
            Measure::Lexicographic(order) => order.iter().filter_map(|&i| arguments.get(i).copied()).collect(),
            Measure::Max => {
                let zero = logic.int(0);
                let all: Vec<Term> = arguments.iter().copied().chain([zero]).collect();
                vec![logic.max(&all)]
            }
        }
    }
}

/// A measure for each group of kinds. A group leads only to itself and to later ones; inside it, a component that keeps the
/// measure has a kind that comes later in the group.
pub type Measures = Vec<(Vec<usize>, Measure)>;

/// For each group of kinds a measure, if one is found for all.
pub fn find(prover: &mut Prover<'_>) -> Result<Option<Measures>> {
    let mut found = Vec::new();
    for group in groups(prover.game) {
        let arity = group.iter().map(|&k| prover.game.kinds[k].arity).max().unwrap_or(0);
        let mut measure = None;
        for candidate in candidates(arity) {
            if let Some(order) = falls(prover, &group, &candidate)? {
                measure = Some((order, candidate));
                break;
            }
        }
        match measure {
            Some(found_measure) => found.push(found_measure),
            None => return Ok(None),
        }
    }
    Ok(Some(found))
}

/// The measures that are tried for so many arguments, plain ones first.
pub fn candidates(arity: usize) -> Vec<Measure> {
    let mut list = vec![Measure::Sum(vec![1; arity])];
    let top: u32 = if arity <= 3 { 3 } else { 1 };
    if (1..=8).contains(&arity) {
        for largest in 1..=top {
            for code in 1..(largest + 1).pow(arity as u32) {
                let digit = |i: u32| code / (largest + 1).pow(i) % (largest + 1);
                let weights: Vec<u32> = (0..arity as u32).map(digit).collect();
                if weights.contains(&largest) {
                    list.push(Measure::Sum(weights));
                }
            }
        }
        list.push(Measure::Sum((1..=arity as u32).collect()));
        list.push(Measure::Sum((1..=arity as u32).rev().collect()));
    }
    list.push(Measure::Max);
    if (2..=3).contains(&arity) {
        list.extend(orders(arity).into_iter().map(Measure::Lexicographic));
    }
    let mut distinct: Vec<Measure> = Vec::new();
    for measure in list {
        if !distinct.contains(&measure) {
            distinct.push(measure);
        }
    }
    distinct
}

fn orders(arity: usize) -> Vec<Vec<usize>> {
    let mut list: Vec<Vec<usize>> = vec![vec![]];
    for _ in 0..arity {
        let longer = |order: Vec<usize>| {
            (0..arity).filter(|i| !order.contains(i)).map(|i| [&order[..], &[i]].concat()).collect::<Vec<_>>()
        };
        list = list.into_iter().flat_map(longer).collect();
    }
    list
}

/// Sets of kinds that lead to each other, each in ascending order; a set leads only to itself and to later ones.
pub fn groups(game: &Game) -> Vec<Vec<usize>> {
    let count = game.kinds.len();
    let mut leads = vec![vec![false; count]; count];
    for m in &game.moves {
        m.components.iter().for_each(|c| leads[m.kind][c.kind()] = true);
    }
    for via in 0..count {
        for from in 0..count {
            if leads[from][via] {
                let further = leads[via].clone();
                leads[from].iter_mut().zip(further).for_each(|(to, more)| *to |= more);
            }
        }
    }
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (kind, reached) in leads.iter().enumerate() {
        let same = |group: &&mut Vec<usize>| reached[group[0]] && leads[group[0]][kind];
        match groups.iter_mut().find(same) {
            Some(group) => group.push(kind),
            None => groups.push(vec![kind]),
        }
    }
    // Who leads to another group, and not back, reaches more kinds than that group does, itself counted.
    let reached = |k: usize| (0..count).filter(|&to| to == k || leads[k][to]).count();
    groups.sort_by_key(|group| std::cmp::Reverse(reached(group[0])));
    groups
}

/// The kinds of the group in an order such that every move inside the group lowers the measure, or keeps it and goes on
/// in that order; `None` if there is none.
pub fn falls(prover: &mut Prover<'_>, group: &[usize], measure: &Measure) -> Result<Option<Vec<usize>>> {
    let game = prover.game;
    let mut keeps: Vec<(usize, usize)> = Vec::new();
    for m in game.moves.iter().filter(|m| group.contains(&m.kind)) {
        for component in m.components.iter().filter(|c| group.contains(&c.kind())) {
            if holds_for_some(prover, m, component, measure, true)? {
                return Ok(None);
            }
            if holds_for_some(prover, m, component, measure, false)? {
                keeps.push((m.kind, component.kind()));
            }
        }
    }
    Ok(in_order(group, &keeps))
}

/// Is there a move to a component whose measure is larger (or at least as large)?
fn holds_for_some(
    prover: &mut Prover<'_>,
    m: &Move,
    component: &Component,
    measure: &Measure,
    strictly: bool,
) -> Result<bool> {
    let is_move = prover.is_move(m);
    let arity = prover.game.kinds[m.kind].arity as u32;
    let logic = prover.compiler.logic();
    let here: Vec<Term> = (0..arity).map(|v| logic.var(v)).collect();
    let there: Vec<Term> = match component {
        Component::Position { arguments, .. } => arguments.clone(),
        // The largest of the range decides: every measure here rises with the argument. An empty range has none.
        Component::Range { to, .. } => {
            let one = logic.int(1);
            vec![logic.sub(*to, one)]
        }
    };
    let mut conditions = vec![is_move];
    if let Component::Range { from, to, .. } = component {
        conditions.push(logic.lt(*from, *to));
    }
    let (old, new) = (measure.terms(logic, &here), measure.terms(logic, &there));
    conditions.push(not_smaller(logic, &old, &new, strictly));
    let body = logic.and(&conditions);
    Ok(!prover.compiler.compile(body)?.is_empty())
}

/// new > old (or ≥), lexicographically; tuples of different length are never comparable, and count as larger.
fn not_smaller(logic: &mut Logic, old: &[Term], new: &[Term], strictly: bool) -> Formula {
    if old.len() != new.len() {
        return logic.truth(true);
    }
    let mut result = logic.truth(!strictly);
    for (&a, &b) in old.iter().zip(new).rev() {
        let (above, same) = (logic.lt(a, b), logic.eq(a, b));
        let rest = logic.and(&[same, result]);
        result = logic.or(&[above, rest]);
    }
    result
}

/// The kinds, sources of edges before their targets; `None` if the edges have a cycle.
fn in_order(kinds: &[usize], edges: &[(usize, usize)]) -> Option<Vec<usize>> {
    let mut left = kinds.to_vec();
    let mut order = Vec::new();
    while !left.is_empty() {
        let is_source = |k: &usize| !edges.iter().any(|e| e.1 == *k && left.contains(&e.0));
        let (sources, rest): (Vec<usize>, Vec<usize>) = left.iter().partition(|k| is_source(k));
        if sources.is_empty() {
            return None;
        }
        order.extend(sources);
        left = rest;
    }
    Some(order)
}
