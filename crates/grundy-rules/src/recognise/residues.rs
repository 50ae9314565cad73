//! The residues of what is taken from a heap: sums, products and powers of numbers and of names that run through all numbers, primes or exponents.

use super::affine::gcd;
use super::constant::Constants;
use super::path::{Binding, as_int};
use crate::builtins::pow_mod;
use crate::program::{Expr, ExprKind};
use crate::syntax::ast::Op;

/// What a name runs through, or more.
#[derive(Debug, Clone, Copy)]
pub(super) enum Domain<'a> {
    /// All numbers from here on.
    From(i128),
    Prime,
    /// The powers of 2.
    PowerOfTwo,
    /// What an expression of other names gives.
    Is(&'a Expr),
}

/// More ways to choose residues for the names than this: give up.
const MOST: usize = 100_000;

/// A sum of terms.
#[derive(Debug)]
pub(super) struct Taken<'a> {
    terms: Vec<&'a Expr>,
    names: Vec<(usize, Domain<'a>)>,
    /// No name has a value.
    env: Vec<Binding>,
}

impl<'a> Taken<'a> {
    pub(super) fn new(terms: Vec<&'a Expr>, env: Vec<Binding>) -> Taken<'a> {
        Taken { terms, names: Vec::new(), env }
    }

    /// A name runs through this and through nothing else.
    pub(super) fn add(&mut self, slot: usize, domain: Domain<'a>) {
        self.names.push((slot, domain));
    }

    pub(super) fn is_constant(&self) -> bool {
        self.names.is_empty()
    }

    fn alias(&self, slot: usize) -> Option<&'a Expr> {
        self.names.iter().find_map(|(name, domain)| match domain {
            Domain::Is(expr) if *name == slot => Some(*expr),
            _ => None,
        })
    }

    /// The one term, with names for expressions resolved.
    fn single(&self) -> Option<&'a Expr> {
        let [term] = self.terms.as_slice() else { return None };
        Some(self.resolved(term))
    }

    fn resolved(&self, expr: &'a Expr) -> &'a Expr {
        match expr.kind {
            // A name is given before it is used, so this ends.
            ExprKind::Local(slot) => self.alias(slot).map_or(expr, |expr| self.resolved(expr)),
            _ => expr,
        }
    }

    /// It is the name itself.
    pub(super) fn is_just(&self, slot: usize) -> bool {
        self.single().is_some_and(|term| term.is_local(slot))
    }

    /// One of its terms is `base ^ slot`.
    pub(super) fn has_power(&self, constants: &mut Constants<'_>, base: &Expr, slot: usize) -> bool {
        self.terms.iter().any(|term| {
            let ExprKind::Power(own, exponent) = &self.resolved(term).kind else { return false };
            let same = match (&own.kind, &base.kind) {
                (ExprKind::Local(a), ExprKind::Local(b)) => a == b,
                _ => self.number(constants, own).is_some_and(|own| Some(own) == self.number(constants, base)),
            };
            same && exponent.is_local(slot)
        })
    }

    /// One of its terms is `slot * slot` or `slot ^ 2`.
    pub(super) fn has_square(&self, constants: &mut Constants<'_>, slot: usize) -> bool {
        self.terms.iter().any(|term| match &self.resolved(term).kind {
            ExprKind::Power(base, exponent) => base.is_local(slot) && self.number(constants, exponent) == Some(2),
            ExprKind::Chain(first, rest) => {
                first.is_local(slot) && matches!(rest.as_slice(), [(Op::Mul, second)] if second.is_local(slot))
            }
            _ => false,
        })
    }

    /// It is a single term.
    pub(super) fn is_single(&self) -> bool {
        self.terms.len() == 1
    }

    fn number(&self, constants: &mut Constants<'_>, expr: &Expr) -> Option<i128> {
        as_int(&constants.value(expr, &self.env)?)
    }

    /// Whether it never is less than the name.
    pub(super) fn is_at_least(&self, constants: &mut Constants<'_>, slot: usize) -> bool {
        self.terms.iter().any(|term| self.at_least(constants, term, slot))
    }

    fn at_least(&self, constants: &mut Constants<'_>, expr: &'a Expr, slot: usize) -> bool {
        let expr = self.resolved(expr);
        match &expr.kind {
            ExprKind::Local(name) => *name == slot,
            ExprKind::Power(base, exponent) => {
                let grows = self.number(constants, base).is_some_and(|base| base >= 2) || self.is_prime(base);
                grows && self.at_least(constants, exponent, slot)
                    || self.at_least(constants, base, slot) && self.is_positive(constants, exponent)
            }
            ExprKind::Chain(first, rest) => {
                let mut parts = rest.iter().map(|(_, part)| part).chain([&**first]);
                match rest.first() {
                    Some((Op::Add, _)) => parts.any(|part| self.at_least(constants, part, slot)),
                    Some((Op::Mul, _)) => parts.all(|part| {
                        self.at_least(constants, part, slot) || self.number(constants, part).is_some_and(|c| c >= 1)
                    }),
                    _ => false,
                }
            }
            _ => false,
        }
    }

    fn is_prime(&self, expr: &Expr) -> bool {
        let ExprKind::Local(slot) = expr.kind else { return false };
        self.names.iter().any(|(name, domain)| *name == slot && matches!(domain, Domain::Prime))
    }

    fn is_positive(&self, constants: &mut Constants<'_>, expr: &Expr) -> bool {
        let from = match expr.kind {
            ExprKind::Local(slot) => self.lowest(slot),
            _ => self.number(constants, expr),
        };
        from.is_some_and(|from| from >= 1)
    }

    fn lowest(&self, slot: usize) -> Option<i128> {
        self.names.iter().find_map(|(name, domain)| match domain {
            Domain::From(from) if *name == slot => Some(*from),
            _ => None,
        })
    }

    /// Whether all its parts are natural numbers, and so it never is less than one of them.
    pub(super) fn is_natural(&self, constants: &mut Constants<'_>) -> bool {
        self.terms.iter().all(|term| self.natural(constants, term))
    }

    fn natural(&self, constants: &mut Constants<'_>, expr: &'a Expr) -> bool {
        if let Some(number) = self.number(constants, expr) {
            return number >= 0;
        }
        match &self.resolved(expr).kind {
            ExprKind::Local(slot) => self.names.iter().any(|(name, _)| name == slot),
            ExprKind::Power(base, exponent) => self.natural(constants, base) && self.natural(constants, exponent),
            ExprKind::Chain(first, rest) => {
                self.natural(constants, first)
                    && rest.iter().all(|(op, part)| matches!(op, Op::Add | Op::Mul) && self.natural(constants, part))
            }
            _ => false,
        }
    }

    /// All residues modulo `modulus` that it may have, or more.
    pub(super) fn residues(&self, constants: &mut Constants<'_>, modulus: u64) -> Option<Vec<usize>> {
        let mut choices: Vec<(usize, Vec<u64>)> = Vec::new();
        for &(slot, domain) in &self.names {
            let exponent = self.is_exponent(slot);
            let residues = match domain {
                Domain::Is(_) => continue,
                Domain::From(from) if exponent => exponents(from, modulus)?,
                Domain::From(_) => (0..modulus).collect(),
                Domain::Prime if exponent => return None,
                Domain::PowerOfTwo if exponent => return None,
                Domain::PowerOfTwo => powers_of_two(modulus),
                Domain::Prime => primes(modulus),
            };
            match choices.iter_mut().find(|(name, _)| *name == slot) {
                Some((_, known)) => known.retain(|residue| residues.contains(residue)),
                None => choices.push((slot, residues)),
            }
        }
        let ways = choices.iter().try_fold(1_usize, |ways, (_, list)| ways.checked_mul(list.len()))?;
        if ways > MOST {
            return None;
        }
        let mut found = vec![false; usize::try_from(modulus).ok()?];
        for way in 0..ways {
            let mut rest = way;
            let mut at = Vec::new();
            for (slot, list) in &choices {
                at.push((*slot, *list.get(rest % list.len())?));
                rest /= list.len();
            }
            let mut sum = 0;
            for term in &self.terms {
                sum = (sum + self.residue(constants, term, &at, modulus)?) % modulus;
            }
            *found.get_mut(usize::try_from(sum).ok()?)? = true;
        }
        Some((0..).zip(found).filter_map(|(residue, found): (usize, bool)| found.then_some(residue)).collect())
    }

    fn residue(&self, constants: &mut Constants<'_>, expr: &'a Expr, at: &[(usize, u64)], modulus: u64) -> Option<u64> {
        if let Some(number) = self.number(constants, expr) {
            return u64::try_from(number.rem_euclid(i128::from(modulus))).ok();
        }
        let value = |slot: usize| at.iter().find(|(name, _)| *name == slot).map(|(_, value)| *value);
        let expr = self.resolved(expr);
        match &expr.kind {
            ExprKind::Local(slot) if self.is_exponent(*slot) => None,
            ExprKind::Local(slot) => value(*slot),
            ExprKind::Power(base, exponent) => {
                let exponent = match exponent.kind {
                    ExprKind::Local(slot) => value(slot)?,
                    _ => u64::try_from(self.number(constants, exponent)?).ok()?,
                };
                let base = self.residue(constants, base, at, modulus)?;
                u64::try_from(pow_mod(base.into(), exponent.into(), modulus.into())).ok()
            }
            ExprKind::Chain(first, rest) => {
                let first = self.residue(constants, first, at, modulus)?;
                rest.iter().try_fold(first, |so_far, (op, part)| {
                    let part = self.residue(constants, part, at, modulus)?;
                    match op {
                        Op::Add => Some((so_far + part) % modulus),
                        Op::Mul => Some(so_far * part % modulus),
                        _ => None,
                    }
                })
            }
            _ => None,
        }
    }

    /// The name is an exponent; one that stands elsewhere too is not understood.
    fn is_exponent(&self, slot: usize) -> bool {
        self.terms.iter().any(|term| self.exponent_in(term, slot))
    }

    fn exponent_in(&self, expr: &'a Expr, slot: usize) -> bool {
        match &self.resolved(expr).kind {
            ExprKind::Power(base, exponent) => exponent.is_local(slot) || self.exponent_in(base, slot),
            ExprKind::Chain(first, rest) => {
                self.exponent_in(first, slot) || rest.iter().any(|(_, part)| self.exponent_in(part, slot))
            }
            _ => false,
        }
    }
}

/// Exponents from `from` on that give all residues: powers repeat after at most `modulus` different ones.
fn exponents(from: i128, modulus: u64) -> Option<Vec<u64>> {
    let from = u64::try_from(from).ok()?;
    Some((from..=from.checked_add(2 * modulus)?).collect())
}

/// The residues of 1, 2, 4, …
fn powers_of_two(modulus: u64) -> Vec<u64> {
    let mut all: Vec<u64> =
        (0..modulus).scan(1 % modulus, |power, _| Some(std::mem::replace(power, *power * 2 % modulus))).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The residues of primes: those prime to the modulus, and the primes that divide it.
fn primes(modulus: u64) -> Vec<u64> {
    let divides = |p: u64| modulus.is_multiple_of(p) && (2..p).all(|d| !p.is_multiple_of(d));
    let mut all: Vec<u64> = (0..modulus).filter(|&r| gcd(r.into(), modulus.into()) == 1).collect();
    all.extend((2..=modulus).filter(|&p| divides(p)).map(|p| p % modulus));
    all.sort_unstable();
    all.dedup();
    all
}
