//! Fourier–Motzkin elimination over the integers, as far as it is needed to show that conditions contradict each other.
//!
//! Equations are solved for a variable with coefficient ±1; a lower and an upper bound on a variable add up to a bound
//! without it; every bound is rounded to where integers are. What follows this way holds for all integer
//! solutions, so "empty" is a proof; the converse is not claimed. Time and memory are bounded by [`MOST_BOUNDS`].

use super::affine::{Affine, Var};
use super::budget::ProofBudget;

/// More bounds than this at once: give up.
const MOST_BOUNDS: usize = 600;

/// What follows from conditions.
#[derive(Debug)]
pub(super) enum Projection {
    /// They contradict each other.
    Empty,
    /// Bounds, each form ≥ 0, on the variable that was kept.
    Bounds(Vec<Affine>),
    /// Too large to say.
    Unknown,
}

/// Eliminates all variables but `keep` from the equations `zeros` = 0 and the bounds ≥ 0.
pub(super) fn project(zeros: Vec<Affine>, bounds: Vec<Affine>, keep: Option<Var>, budget: &ProofBudget) -> Projection {
    attempt(zeros, bounds, keep, budget).unwrap_or(Projection::Unknown)
}

/// Nothing when a number grows too large.
fn attempt(
    mut zeros: Vec<Affine>,
    mut bounds: Vec<Affine>,
    keep: Option<Var>,
    budget: &ProofBudget,
) -> Option<Projection> {
    while !zeros.is_empty() {
        if !budget.spend(zeros.len() + bounds.len()) {
            return None;
        }
        let unit = |zero: &Affine| zero.terms().iter().any(|&(var, c)| c.abs() == 1 && Some(var) != keep);
        let index = zeros.iter().position(unit).unwrap_or(0);
        let zero = zeros.swap_remove(index);
        match (zero.content(), zero.offset()) {
            (0, 0) => continue,
            (0, _) => return Some(Projection::Empty),
            (common, offset) if offset.unsigned_abs() % common != 0 => return Some(Projection::Empty),
            _ => {}
        }
        let zero = zero.tightened();
        let Some(&(var, c)) = zero.terms().iter().find(|&&(var, c)| c.abs() == 1 && Some(var) != keep) else {
            bounds.push(zero.times(-1)?);
            bounds.push(zero);
            continue;
        };
        // c·var + rest = 0 with c = ±1: var = −c·rest.
        let rest = zero.substitute(var, &Affine::constant(0))?;
        let solution = rest.times(-c)?;
        for form in zeros.iter_mut().chain(&mut bounds) {
            *form = form.substitute(var, &solution)?;
        }
    }
    loop {
        if !budget.spend(bounds.len()) {
            return None;
        }
        let Some(reduced) = reduce(bounds) else { return Some(Projection::Empty) };
        let Some(var) = cheapest(&reduced, keep) else { return Some(Projection::Bounds(reduced)) };
        bounds = eliminate(reduced, var, budget)?;
        if bounds.len() > MOST_BOUNDS {
            return None;
        }
    }
}

/// Tightens the bounds and keeps the strongest of those that differ in the constant only; nothing if one is false.
fn reduce(bounds: Vec<Affine>) -> Option<Vec<Affine>> {
    let mut bounds: Vec<Affine> = bounds.into_iter().map(Affine::tightened).collect();
    if bounds.iter().any(|bound| bound.as_constant().is_some_and(|constant| constant < 0)) {
        return None;
    }
    bounds.retain(|bound| !bound.terms().is_empty());
    // Forms are ordered by their terms, then by the constant: the first of each group is the strongest.
    bounds.sort_unstable();
    bounds.dedup_by(|weaker, stronger| weaker.terms() == stronger.terms());
    Some(bounds)
}

/// The variable whose elimination makes the fewest new bounds.
fn cheapest(bounds: &[Affine], keep: Option<Var>) -> Option<Var> {
    let mut vars: Vec<Var> = bounds.iter().flat_map(|bound| bound.terms()).map(|term| term.0).collect();
    vars.sort_unstable();
    vars.dedup();
    let cost = |var: &Var| {
        let below = bounds.iter().filter(|bound| bound.coefficient(*var) > 0).count();
        let above = bounds.iter().filter(|bound| bound.coefficient(*var) < 0).count();
        (below * above) as i64 - (below + above) as i64
    };
    vars.into_iter().filter(|&var| Some(var) != keep).min_by_key(cost)
}

/// Adds up each lower with each upper bound on `var`.
pub(super) fn eliminate(bounds: Vec<Affine>, var: Var, budget: &ProofBudget) -> Option<Vec<Affine>> {
    let (mentioning, mut rest): (Vec<_>, Vec<_>) = bounds.into_iter().partition(|bound| bound.mentions(var));
    let (below, above): (Vec<_>, Vec<_>) = mentioning.into_iter().partition(|bound| bound.coefficient(var) > 0);
    if !budget.spend(below.len() * above.len()) {
        return None;
    }
    for low in &below {
        for high in &above {
            let scaled = low.times(high.coefficient(var).checked_neg()?)?;
            rest.push(scaled.plus_times(low.coefficient(var), high)?);
        }
    }
    Some(rest)
}
