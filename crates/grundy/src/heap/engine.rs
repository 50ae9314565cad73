//! Which engine computes a rule's values. The choice depends on the rule and on counts (heaps, rare heaps), never on the
//! clock, so that a run can be repeated.

use super::define;
use super::dense::Dense;
use super::moves::Moves;
use super::parts::Shares;
use super::rule::Rule;
use super::simd::Isa;
use super::sparse::split::Split;
use super::sparse::{self, Sparse};
use super::takes::Takes;
use super::threads::Threads;
use super::values::Values;
use crate::watch::{Stop, Watch};

/// The ways to compute values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Algorithm {
    /// The mex of all options.
    Definition,
    /// Sliding windows, for codes that only take.
    Takes,
    /// Bit sets, for codes that leave three or more heaps.
    Shares,
    /// Scans of all splits.
    Dense,
    /// The sparse space, in blocks.
    Sparse,
}

/// How a sequence is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tuning {
    /// The method, if it is not to be chosen; one that does not fit the rule is ignored.
    pub method: Option<Algorithm>,
    /// The instructions.
    pub isa: Isa,
}

impl Default for Tuning {
    fn default() -> Self {
        Tuning { method: None, isa: Isa::detect() }
    }
}

#[derive(Debug)]
pub(super) struct Engine {
    settings: Tuning,
    moves: Option<Moves>,
    solver: Solver,
    /// Started when they are worth while.
    threads: Threads,
    /// Heaps at which the sparse engine is considered next.
    consider: usize,
}

#[derive(Debug)]
enum Solver {
    Definition,
    Takes(Box<Takes>),
    Shares(Box<Shares>),
    Dense(Box<Dense>),
    Sparse(Box<Sparse>),
}

/// The sparse engine is taken when at most one heap in this many is rare, and early when only one in very many is.
const RARE_ENOUGH: usize = 6;
const RARE_ENOUGH_EARLY: usize = 64;
const EARLY: usize = 25_000;
/// Values that need short codes make the first heaps of the sparse engine slow.
const EARLY_FOR_SHORT: usize = 40_000;

/// The first heaps, and a few at once, are computed by one thread.
const FOR_THREADS: usize = 5000;
const AT_ONCE: usize = 1000;

impl Engine {
    pub fn new(rule: &Rule, settings: Tuning) -> Engine {
        let moves = Moves::of(rule).filter(|_| settings.method != Some(Algorithm::Definition));
        let takes = Takes::new(rule).filter(|_| matches!(settings.method, None | Some(Algorithm::Takes)));
        let shares = Shares::new(rule).filter(|_| settings.method != Some(Algorithm::Definition));
        let solver = match (takes, &moves, shares) {
            (Some(takes), ..) => Solver::Takes(Box::new(takes)),
            (_, Some(moves), _) => Solver::Dense(Box::new(Dense::new(moves.clone(), settings.isa))),
            (.., Some(shares)) => Solver::Shares(Box::new(shares)),
            _ => Solver::Definition,
        };
        let may_be_sparse = settings.method != Some(Algorithm::Dense)
            && moves.as_ref().is_some_and(|m| !m.breaks.is_empty() && m.last_place() <= sparse::MOST_PLACES);
        let first = if settings.method == Some(Algorithm::Sparse) { sparse::LEAST_HEAPS } else { sparse::FIRST_HEAP };
        let consider = if may_be_sparse { first } else { usize::MAX };
        Engine { settings, moves, solver, threads: Threads::default(), consider }
    }

    /// The moves of a code that breaks heaps in two.
    pub fn moves(&self) -> Option<&Moves> {
        self.moves.as_ref().filter(|moves| !moves.breaks.is_empty())
    }

    pub fn name(&self) -> &'static str {
        match self.solver {
            Solver::Definition => "definition",
            Solver::Takes(_) => "takes",
            Solver::Shares(_) => "shares",
            Solver::Dense(_) => "dense",
            Solver::Sparse(_) => "sparse",
        }
    }

    /// Appends the values of heaps up to but not including `end`.
    pub fn extend(&mut self, rule: &Rule, values: &mut Values, end: usize, watch: &Watch) -> Result<(), Stop> {
        while values.len() < end {
            let threads = self.threads(values.len(), end, watch);
            match &mut self.solver {
                Solver::Definition => define::extend(rule, values, end, watch)?,
                Solver::Takes(takes) => takes.extend(values, end, watch)?,
                Solver::Shares(shares) => shares.extend(values, end, watch)?,
                Solver::Dense(_) if values.len() >= self.consider => self.consider_sparse(values, &threads),
                Solver::Dense(dense) => dense.extend(values, end.min(self.consider), &threads, watch)?,
                Solver::Sparse(engine) => {
                    if engine.extend(values, end, &threads, watch)?.is_err() {
                        self.solver_without_codes();
                    }
                }
            }
        }
        Ok(())
    }

    /// The threads for the heaps from `heaps` to `end`: as many as the limits allow, if they are worth while.
    fn threads(&mut self, heaps: usize, end: usize, watch: &Watch) -> Threads {
        let count = watch.limits().thread_count();
        if heaps < FOR_THREADS || end < heaps + AT_ONCE || count == 1 {
            return Threads::default();
        }
        if self.threads.count() != count {
            self.threads = Threads::new(count);
        }
        self.threads.clone()
    }

    fn consider_sparse(&mut self, values: &Values, threads: &Threads) {
        // A resumed run decides by the heaps that an unbroken one had then.
        let heaps = self.consider;
        self.consider += self.consider / 2;
        let Some(moves) = &self.moves else { return };
        let (_, rares) = Split::best(values, heaps, moves);
        let short = values.iter().take(heaps).any(|value| value >= sparse::SHORT_CODES);
        let early = if short { EARLY_FOR_SHORT } else { EARLY };
        let enough = if heaps < early { RARE_ENOUGH_EARLY } else { RARE_ENOUGH };
        if rares * enough > heaps && self.settings.method != Some(Algorithm::Sparse) {
            return;
        }
        match Sparse::new(moves.clone(), values, self.settings.isa, threads) {
            Ok(engine) => self.solver = Solver::Sparse(Box::new(engine)),
            Err(_) => self.consider = usize::MAX,
        }
    }

    /// Values too large for the sparse engine's codes.
    fn solver_without_codes(&mut self) {
        self.consider = usize::MAX;
        if let Some(moves) = &self.moves {
            self.solver = Solver::Dense(Box::new(Dense::new(moves.clone(), self.settings.isa)));
        }
    }
}
