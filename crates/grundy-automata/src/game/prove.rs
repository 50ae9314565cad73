//! The sentences of a proof, decided one after the other.
//!
//! For each kind, with D its domain and R what the options reach (module `options`):
//! * every move from D stays in the domains;
//! * relation f(x, w): D(x) → ∃w f(x, w); not f(x, w) ∧ f(x, u) ∧ u < w; not D ∧ f(x, w) ∧ R(x, w); for all u < w with
//!   D ∧ f(x, w): R(x, u). Powers: every w is a power, and u ranges over powers;
//! * classes: the label at x ∈ D has exactly one value v; v is not in R(x); every u < v is in R(x);
//! * lost set P: no x ∈ P with R(x); R(x) for all x ∈ D outside P (that can move, if misère); no end in P if misère;
//! * prefixes: g(0) = 0, g(n + 1) = g(n) xor f(n).
//!
//! Each is the emptiness of an automaton of counter-examples, and the least counter-example refutes.

use super::measure::{self, Measures};
use super::prover::{OTHER, Prover, VALUE};
use super::{Candidate, Component, Encoding, Game, Position};
use crate::atoms::{self, Relation};
use crate::automaton::{Automaton, Var};
use crate::budget::Budget;
use crate::error::{Error, Result};
use grundy_natural::Nat;

/// Why a candidate is wrong at a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The candidate gives no value.
    NoValue,
    /// The candidate gives two values.
    TwoValues,
    /// The number on the value track is no power of the base.
    NotAPower,
    /// An option has the same value.
    SameValue,
    /// A smaller value is the value of no option.
    MissingValue,
    /// A lost position has a move to a lost position.
    LostToLost,
    /// A position that is not lost has no move to a lost position.
    NoMoveToLost,
    /// Misère: a position without moves is called lost.
    EndIsLost,
    /// A move leaves the domain: the claim makes no sense, rather than being false.
    LeavesDomain,
    /// A prefix is not the XOR of the values before.
    Prefix,
}

/// A proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    /// The measure that every move lowers, for each set of kinds that lead to each other; `None`: the proof holds if
    /// play ends.
    pub measures: Option<Measures>,
}

/// What came out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The candidate gives the values (the lost positions) of the game.
    Proved(Proof),
    /// It does not: at this position a sentence fails.
    Refuted {
        /// The position: least sum of arguments, then the first kind, then lexicographically first, of those that were found.
        position: Position,
        /// Which sentence.
        reason: Reason,
    },
    /// Not decided.
    Unknown {
        /// The limit that was met, or what the arithmetic cannot express.
        limit: Error,
    },
}

/// How to prove.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// Ask every sentence about every kind for its least counter-example and report the least of all; else stop at the first.
    pub least: bool,
    /// Do not look for a measure.
    pub skip_measure: bool,
}

/// Decides whether the candidate gives the values of the game.
///
/// ```
/// use grundy_automata::game::{prove, Candidate, Component, Encoding, Game, Move, Settings, Verdict};
/// use grundy_automata::{atoms, Budget, Numeration};
/// // Nim: nim(n) -> nim(m) for m in 0..n-1.
/// let mut game = Game::new();
/// let nim = game.add_kind("nim", 1);
/// let (n, m) = (game.logic.var(0), game.logic.var(1));
/// let guard = game.logic.lt(m, n);
/// let component = Component::Position { kind: nim, arguments: vec![m], odd: true };
/// game.moves.push(Move { kind: nim, vars: vec![1], guard, components: vec![component] });
/// // Its value is n.
/// let budget = Budget::default();
/// let equal = atoms::linear(Numeration::BINARY, &[(0, 1), (1, -1)], atoms::Relation::Equal, 0, &budget)?;
/// let candidate = Candidate::new(&game, Encoding::Relation, vec![equal], &budget)?;
/// assert!(matches!(prove(&game, &candidate, &Settings::default(), &budget), Verdict::Proved(p) if p.measures.is_some()));
/// # Ok::<(), grundy_automata::Error>(())
/// ```
pub fn prove(game: &Game, candidate: &Candidate, settings: &Settings, budget: &Budget) -> Verdict {
    let run = || -> Result<Verdict> {
        let mut checks = Checks { prover: Prover::new(game, candidate, budget)?, settings, found: None };
        for kind in 0..game.kinds.len() {
            checks.prover.excludes(kind)?;
            checks.domain_is_closed(kind)?;
        }
        // What makes no sense is neither proved nor refuted.
        let meaningful = checks.found.is_none();
        for kind in (0..game.kinds.len()).filter(|_| meaningful) {
            match checks.kind(kind) {
                Err(error) if checks.found.is_none() => return Err(error),
                _ => {}
            }
            if checks.found.is_some() && !settings.least {
                break;
            }
        }
        if let Some((_, position, reason)) = checks.found {
            return Ok(Verdict::Refuted { position, reason });
        }
        let measures = match settings.skip_measure {
            true => None,
            // A limit met in the search for a measure leaves the rest of the proof as it is.
            false => match measure::find(&mut checks.prover) {
                Err(Error::Cancelled) => return Err(Error::Cancelled),
                found => found.unwrap_or(None),
            },
        };
        Ok(Verdict::Proved(Proof { measures }))
    };
    run().unwrap_or_else(|limit| Verdict::Unknown { limit })
}

/// Counter-examples found so far; the best one with its sum.
struct Checks<'a, 'b> {
    prover: Prover<'a>,
    settings: &'b Settings,
    found: Option<(Nat, Position, Reason)>,
}

impl Checks<'_, '_> {
    /// No word of `bad` may exist; `true` if the search may stop.
    fn none(&mut self, kind: usize, bad: &Automaton, reason: Reason) -> Result<bool> {
        if bad.is_empty() {
            return Ok(false);
        }
        let arity = self.prover.game.kinds[kind].arity as Var;
        let keys: Vec<Var> = (0..arity).collect();
        let Some(arguments) = bad.least(&keys, self.prover.budget())? else {
            return Ok(false);
        };
        let sum = arguments.iter().fold(Nat::ZERO, |sum, n| sum.add(n));
        let better = |old: &(Nat, Position, Reason)| (&sum, kind, &arguments) < (&old.0, old.1.kind, &old.1.arguments);
        if self.found.as_ref().is_none_or(better) {
            self.found = Some((sum, Position { kind, arguments }, reason));
        }
        Ok(!self.settings.least)
    }

    fn kind(&mut self, kind: usize) -> Result<()> {
        let done = match self.prover.candidate.encoding() {
            Encoding::Relation | Encoding::Power => self.relation(kind)?,
            Encoding::Class => self.classes(kind)?,
            Encoding::Lost => self.lost(kind)?,
        };
        if !done {
            self.prefix(kind)?;
        }
        Ok(())
    }

    fn domain_is_closed(&mut self, kind: usize) -> Result<()> {
        let prover = &mut self.prover;
        let mut outside = Vec::new();
        for m in prover.game.moves_of(kind) {
            let is_move = prover.is_move(m);
            for component in &m.components {
                let Some(domain) = prover.domains[component.kind()] else {
                    continue;
                };
                let logic = prover.compiler.logic();
                let mut vars = m.vars.clone();
                let leaves = match component {
                    Component::Position { arguments, .. } => {
                        let inside = logic.apply(domain, arguments);
                        logic.not(inside)
                    }
                    Component::Range { from, to, .. } => {
                        vars.push(VALUE);
                        let index = logic.var(VALUE);
                        let inside = logic.apply(domain, &[index]);
                        let bounds = [logic.le(*from, index), logic.lt(index, *to), logic.not(inside)];
                        logic.and(&bounds)
                    }
                };
                let body = logic.and(&[is_move, leaves]);
                outside.push(logic.exists(&vars, body));
            }
        }
        let any = prover.compiler.logic().or(&outside);
        let bad = prover.compiler.compile(any)?;
        self.none(kind, &bad, Reason::LeavesDomain)?;
        Ok(())
    }

    /// The candidate's relation on the domain, its value on track [`VALUE`].
    fn relation_of(&mut self, kind: usize) -> Result<Automaton> {
        let arity = self.prover.game.kinds[kind].arity as Var;
        let domain = self.prover.domain(kind)?;
        let budget = self.prover.budget();
        let automaton = &self.prover.candidate.automata()[kind];
        automaton.rename(|t| if t == arity { VALUE } else { t }, budget)?.both(&domain, budget)
    }

    fn relation(&mut self, kind: usize) -> Result<bool> {
        let budget = self.prover.budget();
        let numeration = self.prover.candidate.numeration();
        let f = self.relation_of(kind)?;
        let domain = self.prover.domain(kind)?;
        let missing = domain.without(&f.project(VALUE, budget)?, budget)?;
        if self.none(kind, &missing, Reason::NoValue)? {
            return Ok(true);
        }
        let less = atoms::linear(numeration, &[(OTHER, 1), (VALUE, -1)], Relation::AtMost, -1, budget)?;
        let again = f.rename(|t| if t == VALUE { OTHER } else { t }, budget)?;
        let double = f.both(&less, budget)?.both(&again, budget)?;
        if self.none(kind, &double, Reason::TwoValues)? {
            return Ok(true);
        }
        let mut smaller = less;
        if self.prover.candidate.encoding() == Encoding::Power {
            let no_power = f.without(&atoms::power(numeration, VALUE, budget)?, budget)?;
            if self.none(kind, &no_power, Reason::NotAPower)? {
                return Ok(true);
            }
            smaller = smaller.both(&atoms::power(numeration, OTHER, budget)?, budget)?;
        }
        let reached = self.prover.reached(kind)?;
        if self.none(kind, &f.both(&reached, budget)?, Reason::SameValue)? {
            return Ok(true);
        }
        let reached = reached.rename(|t| if t == VALUE { OTHER } else { t }, budget)?;
        let absent = f.both(&smaller, budget)?.without(&reached, budget)?;
        self.none(kind, &absent, Reason::MissingValue)
    }

    fn classes(&mut self, kind: usize) -> Result<bool> {
        let budget = self.prover.budget();
        let domain = self.prover.domain(kind)?;
        let f = self.prover.candidate.automata()[kind].both(&domain, budget)?;
        let missing = domain.without(&f, budget)?;
        if self.none(kind, &missing, Reason::NoValue)? {
            return Ok(true);
        }
        let double = f.relabel(|label| u64::from(label.count_ones() > 1), budget)?;
        if self.none(kind, &double, Reason::TwoValues)? {
            return Ok(true);
        }
        let reached = self.prover.reached(kind)?;
        let same = f.combine(&reached, |value, options| u64::from(value & options != 0), budget)?;
        if self.none(kind, &same, Reason::SameValue)? {
            return Ok(true);
        }
        let absent = f.combine(&reached, |value, options| u64::from(below(value) & !options != 0), budget)?;
        self.none(kind, &absent, Reason::MissingValue)
    }

    fn lost(&mut self, kind: usize) -> Result<bool> {
        let budget = self.prover.budget();
        let domain = self.prover.domain(kind)?;
        let lost = self.prover.candidate.automata()[kind].both(&domain, budget)?;
        let reached = self.prover.reached(kind)?;
        if self.none(kind, &lost.both(&reached, budget)?, Reason::LostToLost)? {
            return Ok(true);
        }
        let mut others = domain.without(&lost, budget)?;
        if self.prover.game.misere {
            let can_move = self.prover.can_move(kind)?;
            if self.none(kind, &lost.without(&can_move, budget)?, Reason::EndIsLost)? {
                return Ok(true);
            }
            others = others.both(&can_move, budget)?;
        }
        self.none(kind, &others.without(&reached, budget)?, Reason::NoMoveToLost)
    }

    /// g(0) = 0 and g(n + 1) = g(n) xor f(n), as automata: both sides are equal as data.
    fn prefix(&mut self, kind: usize) -> Result<()> {
        let candidate = self.prover.candidate;
        let Some(g) = &candidate.prefixes()[kind] else {
            return Ok(());
        };
        let budget = self.prover.budget();
        let numeration = candidate.numeration();
        let f = &candidate.automata()[kind];
        // Track 0 is n, track 9 is n + 1.
        let next = atoms::linear(numeration, &[(9, 1), (0, -1)], Relation::Equal, 1, budget)?;
        let bad = if candidate.encoding() == Encoding::Class {
            let after = g.rename(|_| 9, budget)?.both(&next, budget)?.project(9, budget)?;
            let sum = g.both(f, budget)?;
            let domain = Automaton::all(numeration, &[0], budget)?;
            let wrong = domain.without(&equal_labels(&sum, &after, budget)?, budget)?;
            let start = Automaton::constant(numeration, u64::from(g.at_zero() != 1));
            wrong.either(&start.both(&atoms::equal_to(numeration, 0, &Nat::ZERO, budget)?, budget)?, budget)?
        } else {
            let xor = atoms::bitwise(numeration, atoms::Bitwise::Xor, [1, 2, 3], budget)?;
            let value = f.rename(|t| [0, 2][t as usize], budget)?;
            let sum = g.both(&value, budget)?.both(&xor, budget)?.project(1, budget)?.project(2, budget)?;
            let after = g.rename(|t| [9, 3][t as usize], budget)?.both(&next, budget)?.project(9, budget)?;
            let differ = sum.without(&after, budget)?.either(&after.without(&sum, budget)?, budget)?;
            let none = Automaton::all(numeration, &[0], budget)?.without(&g.project(1, budget)?, budget)?;
            let zero = atoms::equal_to(numeration, 0, &Nat::ZERO, budget)?;
            let not_zero = atoms::linear(numeration, &[(1, -1)], Relation::AtMost, -1, budget)?;
            let start = g.both(&zero, budget)?.both(&not_zero, budget)?.project(1, budget)?;
            differ.project(3, budget)?.either(&none, budget)?.either(&start, budget)?
        };
        self.none(kind, &bad, Reason::Prefix)?;
        Ok(())
    }
}

/// The values below the only value of the set.
fn below(value: u64) -> u64 {
    value.wrapping_sub(1)
}

/// Where both have the same label.
fn equal_labels(a: &Automaton, b: &Automaton, budget: &Budget) -> Result<Automaton> {
    a.combine(b, |x, y| u64::from(x == y), budget)
}
