//! Expressions over arguments, params and small constants, with the operators and functions of the rule language.
//!
//! Bottom-up, simplest first: an expression of size s is an operation on smaller ones. Two expressions that agree on
//! the whole sample are one; only the first is kept and built upon (observational equivalence). The sample is the beginning of
//! the tables of the first settings, one after the other, so params are names like the arguments. What agrees with the values,
//! or is zero exactly at the lost positions, is proposed; the claim is then compared with many more positions.
//!
//! **A formula needs more data than it has freedom.** An expression of size s is one of about 16^s; it is proposed only if
//! the entropy of what it explains is larger by [`MARGIN`] bits.
//!
//! Counts end the search, never time. Expressions are worked out by all cores, and taken in their order: the result does not
//! depend on how many there are. Time: tried expressions × the place of their first difference; memory: kept × sample.

mod bank;
mod cases;
mod factors;
mod op;

use super::families::Proposal;
use super::{Searched, Values};
use crate::prove::{Error, Subject};
use bank::{Bank, Node};
use grundy::Watch;
use op::Op;
use rayon::prelude::*;
use std::ops::Range;
use std::time::Instant;

/// Expressions that are kept, that are tried, and how many are worked out at a time.
const MOST_KEPT: usize = 20_000;
const MOST_TRIED: u64 = 1 << 23;
const AT_A_TIME: usize = 1 << 15;
const LARGEST_SIZE: usize = 9;

/// Formulas of one subject that are proposed.
const MOST_FOUND: usize = 6;

/// Settings that formulas are found on; all others test them.
const SETTINGS: usize = 3;

/// Positions of a table in the sample, for one argument and for several.
const ROW: usize = 64;
const POSITIONS: usize = 128;

/// The bits by which the data must exceed the freedom of a formula, and the bits of one operation or leaf.
const MARGIN: f64 = 16.0;
const BITS: f64 = 4.0;

/// The sample: what formulas must agree with.
pub(super) struct Sample {
    target: Vec<i64>,
    /// The places of each table.
    parts: Vec<Range<usize>>,
    value_bits: f64,
    lost_bits: f64,
    values_wanted: bool,
    lost_wanted: bool,
}

/// Formulas that agree with the sample, simplest first, and what was done to find them.
pub(super) fn propose(tables: &[Values], rules: &str, watch: &Watch) -> Result<(Vec<Proposal>, Searched), Error> {
    let start = Instant::now();
    let (sample, leaves) = sampled(&tables[..tables.len().min(SETTINGS)], factors::speak_of_factors(rules));
    let mut search = Search { bank: Bank::new(leaves), sample, tried: 0, values: Vec::new(), lost: Vec::new() };
    if search.sample.target.len() >= 16 {
        search.run(watch)?;
    }
    let cases = cases::propose(&search.bank, &search.sample, tables);
    let Search { bank, tried, values, lost, .. } = search;
    let written = |node: &Node| Proposal::value(bank.write(*node).text);
    let mut list: Vec<Proposal> = values.iter().map(written).collect();
    // `n % 2` is read more easily than `bitand(n, 1)`.
    list.sort_by_key(|proposal| proposal.text.contains("bit"));
    list.extend(cases);
    list.extend(lost.iter().map(|node| condition(&bank, *node)));
    let searched = Searched { tried, kept: bank.len(), time: start.elapsed() };
    Ok((list, searched))
}

/// `E == 0`, or `a == b` for a difference.
fn condition(bank: &Bank, node: Node) -> Proposal {
    let text = match node.op {
        Op::Sub => format!("{} == {}", bank.write(bank.node(node.a)).text, bank.write(bank.node(node.b)).text),
        _ => format!("{} == 0", bank.write(node).text),
    };
    Proposal::new(Subject::Lost, text)
}

struct Search {
    bank: Bank,
    sample: Sample,
    tried: u64,
    /// All that agree are noted, those that the sample cannot tell apart too: one may fail where another goes on.
    values: Vec<Node>,
    lost: Vec<Node>,
}

/// What the sample says of an expression.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fit {
    None,
    Values,
    Lost,
}

impl Search {
    fn run(&mut self, watch: &Watch) -> Result<(), Error> {
        let threads = watch.limits().thread_count();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| Error::Bad(error.to_string()))?;
        let leaves: Vec<Node> = (0..self.bank.len() as u32).map(|id| self.bank.node(id)).collect();
        for (id, node) in leaves.into_iter().enumerate() {
            let fit = self.sample.fit(self.bank.values(id as u32).iter().copied());
            self.note(node, fit, 1);
        }
        for size in 2..=LARGEST_SIZE {
            if self.finished(size) {
                break;
            }
            self.level(size, &pool, watch)?;
        }
        Ok(())
    }

    /// No room, or nothing that a formula of this size could be believed on.
    fn finished(&self, size: usize) -> bool {
        let freedom = BITS * size as f64 + MARGIN;
        self.tried >= MOST_TRIED
            || self.values.len() >= MOST_FOUND
            || freedom > self.sample.value_bits.max(self.sample.lost_bits)
    }

    fn level(&mut self, size: usize, pool: &rayon::ThreadPool, watch: &Watch) -> Result<(), Error> {
        let mut candidates = self.bank.candidates(size);
        while self.tried < MOST_TRIED && self.values.len() < MOST_FOUND {
            let chunk: Vec<Node> = candidates.by_ref().take(AT_A_TIME).collect();
            if chunk.is_empty() {
                break;
            }
            self.chunk(&chunk, size, pool);
            watch.check(0, self.bank.bytes()).map_err(|stop| Error::Rules(grundy_rules::Error::from(stop)))?;
        }
        self.bank.close_level();
        Ok(())
    }

    /// Works out many expressions at once, and takes them in their order.
    fn chunk(&mut self, nodes: &[Node], size: usize, pool: &rayon::ThreadPool) {
        self.tried += nodes.len() as u64;
        let keep = self.bank.len() < MOST_KEPT;
        let (bank, sample) = (&self.bank, &self.sample);
        let work = |node: &Node| {
            let fit = sample.fit(bank.apply(*node));
            (fit, if keep { bank.apply(*node).collect() } else { Vec::new() })
        };
        let done: Vec<(Fit, Vec<i64>)> = pool.install(|| nodes.par_iter().map(work).collect());
        for (node, (fit, values)) in nodes.iter().zip(done) {
            self.note(*node, fit, size);
            if keep && self.bank.len() < MOST_KEPT && values.iter().any(|&v| v != op::UNDEFINED) {
                self.bank.insert(*node, &values);
            }
        }
    }

    fn note(&mut self, node: Node, fit: Fit, size: usize) {
        // Natural numbers without their sign are no other formula.
        if fit != Fit::None && node.op == Op::Abs && self.bank.values(node.a).iter().all(|&v| v >= 0) {
            return;
        }
        let freedom = BITS * size as f64 + MARGIN;
        match fit {
            Fit::Values if self.sample.value_bits >= freedom && self.values.len() < MOST_FOUND => {
                self.values.push(node);
            }
            Fit::Lost if self.sample.lost_bits >= freedom && self.lost.len() < MOST_FOUND => self.lost.push(node),
            _ => {}
        }
    }
}

impl Sample {
    /// Compares as far as the first difference from both subjects.
    fn fit(&self, values: impl Iterator<Item = i64>) -> Fit {
        let (mut equal, mut lost) = (self.values_wanted, self.lost_wanted);
        for (value, &target) in values.zip(&self.target) {
            equal &= value == target;
            lost &= value != op::UNDEFINED && (value == 0) == (target == 0);
            if !equal && !lost {
                return Fit::None;
            }
        }
        if equal { Fit::Values } else { Fit::Lost }
    }
}

/// The sample of the tables, and the leaves with their values there.
fn sampled(tables: &[Values], factors: bool) -> (Sample, Vec<(String, Vec<i64>)>) {
    let Some(first) = tables.first() else { return (measured(Vec::new(), Vec::new(), false), Vec::new()) };
    let number = |n: u64| i64::try_from(n).unwrap_or(op::UNDEFINED);
    let (mut target, mut parts) = (Vec::new(), Vec::new());
    let mut leaves: Vec<(String, Vec<i64>)> = first.names.iter().map(|n| (n.clone(), Vec::new())).collect();
    leaves.extend(first.params.iter().map(|p| (p.0.clone(), Vec::new())));
    let functions = if factors { factors::names(first) } else { Vec::new() };
    let with_functions = !functions.is_empty();
    leaves.extend(functions.into_iter().chain((0..=4).map(|n| n.to_string())).map(|name| (name, Vec::new())));
    for table in tables {
        let start = target.len();
        let most = if table.names.len() == 1 { ROW } else { POSITIONS };
        for (numbers, value) in table.positions().into_iter().take(most) {
            target.push(number(value));
            let params = table.params.iter().map(|p| i64::try_from(p.1).unwrap_or(op::UNDEFINED));
            let functions = numbers.iter().filter(|_| with_functions).flat_map(|&n| factors::functions(n));
            let row = numbers.iter().map(|&n| number(n)).chain(params).chain(functions).chain(0..=4);
            leaves.iter_mut().zip(row).for_each(|(leaf, value)| leaf.1.push(value));
        }
        parts.push(start..target.len());
    }
    (measured(target, parts, !first.misere), leaves)
}

fn measured(target: Vec<i64>, parts: Vec<Range<usize>>, values_wanted: bool) -> Sample {
    let lost: Vec<i64> = target.iter().map(|&v| i64::from(v == 0)).collect();
    let (value_bits, lost_bits) = (if values_wanted { entropy(&target) } else { 0.0 }, entropy(&lost));
    let lost_wanted = lost_bits >= MARGIN + BITS;
    Sample { target, parts, value_bits, lost_bits, values_wanted, lost_wanted }
}

/// The bits that it takes to write the values down, given how often each occurs.
fn entropy(values: &[i64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    let total = values.len() as f64;
    sorted.chunk_by(|a, b| a == b).map(|run| run.len() as f64 * (total / run.len() as f64).log2()).sum()
}
