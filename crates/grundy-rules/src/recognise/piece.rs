//! Sets of integer points given by affine conditions, and proofs about them.
//!
//! A [`Piece`] is a conjunction of conditions `form = 0` and `form ≥ 0`. Besides its coordinates it may have *defined*
//! variables, each the quotient ⌊form/d⌋ of what comes before it: they exist and are unique for every point, so adding a
//! definition to a set changes nothing. Everything a recogniser claims is brought to the question whether a piece
//! has no integer point. A "yes" is a proof; when elimination cannot say, the answer is "no" and nothing is recognised.

use super::affine::{Affine, Var};
use super::budget::ProofBudget;
use super::project::{Projection, eliminate, project};

/// A condition on integer points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Condition {
    /// The form is 0.
    Zero(Affine),
    /// The form is at least 0.
    AtLeastZero(Affine),
}

impl Condition {
    pub(super) fn form(&self) -> &Affine {
        match self {
            Condition::Zero(form) | Condition::AtLeastZero(form) => form,
        }
    }

    fn map(&self, change: impl FnOnce(&Affine) -> Option<Affine>) -> Option<Condition> {
        Some(match self {
            Condition::Zero(form) => Condition::Zero(change(form)?),
            Condition::AtLeastZero(form) => Condition::AtLeastZero(change(form)?),
        })
    }

    /// Conditions of which one holds exactly when this one does not.
    pub(super) fn negations(&self) -> Option<Vec<Condition>> {
        let below = Condition::AtLeastZero(self.form().times(-1)?.shift(-1)?);
        Some(match self {
            Condition::Zero(form) => vec![below, Condition::AtLeastZero(form.shift(-1)?)],
            Condition::AtLeastZero(_) => vec![below],
        })
    }
}

/// `a ≤ b`.
pub(super) fn at_most(a: &Affine, b: &Affine) -> Option<Condition> {
    Some(Condition::AtLeastZero(b.minus(a)?))
}

/// `a < b`.
pub(super) fn less(a: &Affine, b: &Affine) -> Option<Condition> {
    Some(Condition::AtLeastZero(b.minus(a)?.shift(-1)?))
}

/// `a = b`.
pub(super) fn equal(a: &Affine, b: &Affine) -> Option<Condition> {
    Some(Condition::Zero(a.minus(b)?))
}

/// `var = ⌊form / divisor⌋`, divisor ≥ 1.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Definition {
    var: Var,
    form: Affine,
    divisor: i128,
}

/// The integer points that satisfy conditions.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Piece {
    conditions: Vec<Condition>,
    definitions: Vec<Definition>,
    vars: Var,
    /// For proofs about it.
    budget: ProofBudget,
}

/// The least and the greatest value of a form on a piece, where they are known to exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Extent {
    pub(super) least: Option<i128>,
    pub(super) most: Option<i128>,
}

impl Piece {
    /// All points with so many coordinates, with a budget of its own.
    pub(super) fn all(vars: Var) -> Piece {
        Piece { vars, ..Piece::default() }
    }

    /// The same set, whose proofs use this budget.
    pub(super) fn under(self, budget: &ProofBudget) -> Piece {
        Piece { budget: budget.clone(), ..self }
    }

    /// What proofs about it may still cost.
    pub(super) fn budget(&self) -> &ProofBudget {
        &self.budget
    }

    pub(super) fn fresh(&mut self) -> Var {
        self.vars += 1;
        self.vars - 1
    }

    pub(super) fn require(&mut self, condition: Condition) {
        if !self.conditions.contains(&condition) {
            self.conditions.push(condition);
        }
    }

    /// Makes forms the coordinates 1, 2, … of what it is [renamed](Piece::renamed) to; 0 stays.
    pub(super) fn coordinates<'f>(&mut self, forms: impl IntoIterator<Item = &'f Affine>) -> Option<Vec<Option<Var>>> {
        let mut place = vec![Some(0)];
        for (coordinate, form) in (1..).zip(forms) {
            let var = self.fresh();
            self.require(equal(&Affine::var(var), form)?);
            place.resize(var as usize, None);
            place.push(Some(coordinate));
        }
        Some(place)
    }

    /// Drops a condition as it was written.
    pub(super) fn forget(&mut self, condition: &Condition) {
        self.conditions.retain(|known| known != condition);
    }

    pub(super) fn with(&self, condition: Condition) -> Piece {
        let mut piece = self.clone();
        piece.require(condition);
        piece
    }

    /// Drops the conditions and definitions that depend on other coordinates than these.
    pub(super) fn keep_on(&mut self, coordinates: &[Var]) {
        let mut known = coordinates.to_vec();
        let within = |form: &Affine, known: &[Var]| form.terms().iter().all(|term| known.contains(&term.0));
        self.definitions.retain(|definition| {
            let keep = within(&definition.form, &known);
            known.extend(keep.then_some(definition.var));
            keep
        });
        self.conditions.retain(|condition| within(condition.form(), &known));
    }

    /// Drops the definitions that no condition uses.
    fn prune(&mut self) {
        let mut index = self.definitions.len();
        while index > 0 {
            index -= 1;
            let var = self.definitions[index].var;
            let later = self.definitions[index + 1..].iter().any(|definition| definition.form.mentions(var));
            if !later && !self.conditions.iter().any(|condition| condition.form().mentions(var)) {
                self.definitions.remove(index);
            }
        }
    }

    /// The least common multiple of the divisors of its definitions, if it is small.
    pub(super) fn modulus(&self) -> i128 {
        let lcm = |a: i128, b: i128| (a..=a.saturating_mul(b)).step_by(a as usize).find(|m| m % b == 0).unwrap_or(a);
        self.definitions.iter().map(|definition| definition.divisor).filter(|&d| d <= 64).fold(1, lcm)
    }

    /// A new variable for ⌊form/divisor⌋.
    pub(super) fn quotient(&mut self, form: Affine, divisor: i128) -> Var {
        let known = self.definitions.iter().find(|known| known.form == form && known.divisor == divisor);
        if let Some(known) = known {
            return known.var;
        }
        let var = self.fresh();
        self.definitions.push(Definition { var, form, divisor });
        var
    }

    /// All conditions as equations and bounds, those of the definitions too.
    fn forms(&self) -> Option<(Vec<Affine>, Vec<Affine>)> {
        let (mut zeros, mut bounds) = (Vec::new(), Vec::new());
        for condition in &self.conditions {
            match condition {
                Condition::Zero(form) => zeros.push(form.clone()),
                Condition::AtLeastZero(form) => bounds.push(form.clone()),
            }
        }
        for Definition { var, form, divisor } in &self.definitions {
            let rest = form.plus_times(-divisor, &Affine::var(*var))?;
            bounds.push(rest.times(-1)?.shift(divisor - 1)?);
            bounds.push(rest);
        }
        Some((zeros, bounds))
    }

    /// Whether it is proved that there is no point.
    pub(super) fn is_empty(&self) -> bool {
        let Some((zeros, bounds)) = self.forms() else { return false };
        matches!(project(zeros, bounds, None, &self.budget), Projection::Empty)
    }

    /// Whether it is proved that every point satisfies the condition.
    pub(super) fn implies(&self, condition: &Condition) -> bool {
        let negations = condition.negations();
        negations.is_some_and(|negations| negations.into_iter().all(|negation| self.with(negation).is_empty()))
    }

    /// Bounds on a form: every point has a value between them. Nothing if that is not known.
    pub(super) fn extent(&self, form: &Affine) -> Option<Extent> {
        let (mut zeros, bounds) = self.forms()?;
        zeros.push(form.minus(&Affine::var(self.vars))?);
        let Projection::Bounds(bounds) = project(zeros, bounds, Some(self.vars), &self.budget) else { return None };
        // After rounding the coefficient of the one variable left is ±1.
        let least = bounds.iter().filter(|bound| bound.coefficient(self.vars) == 1).map(|bound| -bound.offset()).max();
        let most = bounds.iter().filter(|bound| bound.coefficient(self.vars) == -1).map(Affine::offset).min();
        Some(Extent { least, most })
    }

    /// The same set with `var` expressed by a form, everywhere. The caller knows that `var = form` holds.
    fn substitute(&mut self, var: Var, by: &Affine) -> Option<()> {
        for condition in &mut self.conditions {
            *condition = condition.map(|form| form.substitute(var, by))?;
        }
        for definition in &mut self.definitions {
            definition.form = definition.form.substitute(var, by)?;
        }
        Some(())
    }

    /// The points with a given value of a variable.
    pub(super) fn at(&self, var: Var, value: i128) -> Option<Piece> {
        let mut piece = self.clone();
        piece.substitute(var, &Affine::constant(value))?;
        Some(piece)
    }

    pub(super) fn conditions(&self) -> &[Condition] {
        &self.conditions
    }

    /// The conditions, if there is no defined variable.
    pub(super) fn plain(&self) -> Option<&[Condition]> {
        self.definitions.is_empty().then_some(&self.conditions)
    }

    /// Removes a variable that only has to exist: the result has the same points in the other coordinates. It is
    /// solved for, or defined by an equation, or eliminated between bounds of which one has the coefficient ±1, where
    /// elimination is exact. Nothing when none of these applies.
    pub(super) fn remove(&mut self, var: Var) -> Option<()> {
        // Definitions only look back: what replaces the variable may not be defined by it.
        let first_use = self.definitions.iter().position(|definition| definition.form.mentions(var));
        let first_use = first_use.unwrap_or(self.definitions.len());
        let sound = |form: &Affine| !self.definitions[first_use..].iter().any(|later| form.mentions(later.var));
        let equations = || {
            let zeros = self.conditions.iter().enumerate().filter(|(_, c)| matches!(c, Condition::Zero(_)));
            let with_factor = zeros.map(|(index, c)| (index, c.form(), c.form().coefficient(var)));
            with_factor.filter(|&(_, form, c)| c != 0 && sound(form)).map(|(index, _, c)| (index, c))
        };
        if let Some((index, c)) = equations().find(|&(_, c)| c.abs() == 1) {
            let form = self.conditions.swap_remove(index).form().substitute(var, &Affine::constant(0))?;
            return self.substitute(var, &form.times(-c)?);
        }
        if let Some((index, c)) = equations().next() {
            // c·var + rest = 0: the variable is ⌊−rest/c⌋, and the equation stays as the condition that c divides.
            let rest = self.conditions[index].form().substitute(var, &Affine::constant(0))?;
            let (form, divisor) = if c > 0 { (rest.times(-1)?, c) } else { (rest, c.checked_neg()?) };
            self.definitions.insert(first_use, Definition { var, form, divisor });
            return Some(());
        }
        let equation = |condition: &Condition| matches!(condition, Condition::Zero(form) if form.mentions(var));
        if first_use < self.definitions.len() || self.conditions.iter().any(equation) {
            return None;
        }
        let (mentioning, rest): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.conditions).into_iter().partition(|condition| condition.form().mentions(var));
        let bounds: Vec<Affine> = mentioning.into_iter().map(|condition| condition.form().clone()).collect();
        let steep = |sign: i128| bounds.iter().any(|bound| bound.coefficient(var) * sign > 1);
        self.conditions = rest;
        if steep(1) && steep(-1) {
            return None;
        }
        self.conditions.extend(eliminate(bounds, var, &self.budget)?.into_iter().map(Condition::AtLeastZero));
        Some(())
    }

    /// The same set in other coordinates: `place` says where the first variables go, all others are defined ones and get
    /// places from `vars` on.
    pub(super) fn renamed(&self, place: &[Option<Var>], vars: Var) -> Option<Piece> {
        let mut result = Piece::all(vars).under(&self.budget);
        let mut names: Vec<Option<Var>> = place.to_vec();
        names.resize(self.vars as usize, None);
        for Definition { var, form, divisor } in &self.definitions {
            let form = renamed(form, &names)?;
            names[*var as usize] = Some(result.quotient(form, *divisor));
        }
        let conditions = self.conditions.iter().map(|condition| condition.map(|form| renamed(form, &names)));
        result.conditions = conditions.collect::<Option<_>>()?;
        result.prune();
        Some(result)
    }

    /// Both sets of conditions, on the same first `shared` coordinates; gives the conditions of `other` as they are
    /// called in the result.
    fn join(&self, other: &Piece, shared: Var) -> Option<(Piece, Vec<Condition>)> {
        let mut joined = self.clone();
        let mut names: Vec<Option<Var>> = (0..other.vars).map(|var| (var < shared).then_some(var)).collect();
        for Definition { var, form, divisor } in &other.definitions {
            let form = renamed(form, &names)?;
            names[*var as usize] = Some(joined.quotient(form, *divisor));
        }
        let conditions = other.conditions.iter().map(|condition| condition.map(|form| renamed(form, &names)));
        let conditions = conditions.collect::<Option<Vec<_>>>()?;
        Some((joined, conditions))
    }

    /// The points in both, on the same first `shared` coordinates.
    pub(super) fn meet(&self, other: &Piece, shared: Var) -> Option<Piece> {
        let (mut joined, conditions) = self.join(other, shared)?;
        joined.conditions.extend(conditions);
        Some(joined)
    }

    /// Whether it is proved that every point lies in one of the pieces, on the same first `shared` coordinates.
    pub(super) fn covered_by<'a>(&self, pieces: impl IntoIterator<Item = &'a Piece>, shared: Var) -> bool {
        let meets = |piece: &&Piece| self.meet(piece, shared).is_none_or(|both| !both.is_empty());
        let pieces: Vec<&Piece> = pieces.into_iter().filter(meets).collect();
        covered(self, &pieces, shared, &mut 4000).unwrap_or(false)
    }
}

/// The form with other names, if all its variables have one.
fn renamed(form: &Affine, names: &[Option<Var>]) -> Option<Affine> {
    let named = |var: Var| names.get(var as usize).copied().flatten();
    let all = form.terms().iter().all(|&(var, _)| named(var).is_some());
    if all { form.rename(|var| named(var).unwrap_or(var)) } else { None }
}

/// What is outside of the first piece, condition by condition, must be covered by the others.
fn covered(set: &Piece, pieces: &[&Piece], shared: Var, fuel: &mut u32) -> Option<bool> {
    *fuel = fuel.checked_sub(1)?;
    if set.budget.is_spent() {
        return None;
    }
    if set.is_empty() {
        return Some(true);
    }
    let Some((piece, others)) = pieces.split_first() else { return Some(false) };
    let (mut inside, conditions) = set.join(piece, shared)?;
    for condition in conditions {
        for negation in condition.negations()? {
            if !covered(&inside.with(negation), others, shared, fuel)? {
                return Some(false);
            }
        }
        inside.require(condition);
    }
    Some(true)
}

/// Whether two sets are proved to be the same in their first coordinates, with the budget of the first.
pub(super) fn same(ours: &[Piece], theirs: &[Piece], shared: Var) -> bool {
    let budget = ours.first().map(|piece| piece.budget().clone()).unwrap_or_default();
    ours.iter().all(|piece| piece.covered_by(theirs, shared))
        && theirs.iter().all(|piece| piece.clone().under(&budget).covered_by(ours, shared))
}

/// A piece of these conditions.
pub(super) fn piece(vars: Var, conditions: impl IntoIterator<Item = Option<Condition>>) -> Option<Piece> {
    let mut piece = Piece::all(vars);
    for condition in conditions {
        piece.require(condition?);
    }
    Some(piece)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(constant: i128, terms: &[(Var, i128)]) -> Affine {
        let add = |sum: Affine, &(var, factor): &(Var, i128)| sum.plus_times(factor, &Affine::var(var)).unwrap();
        terms.iter().fold(Affine::constant(constant), add)
    }

    fn bounds(forms: &[Affine]) -> Piece {
        let mut piece = Piece::all(3);
        forms.iter().for_each(|form| piece.require(Condition::AtLeastZero(form.clone())));
        piece
    }

    #[test]
    fn integers_between_fractions() {
        // 1 ≤ 2x ≤ 1 has a rational solution but no integer one.
        assert!(bounds(&[form(-1, &[(0, 2)]), form(1, &[(0, -2)])]).is_empty());
        assert!(!bounds(&[form(-1, &[(0, 2)]), form(2, &[(0, -2)])]).is_empty());
        let mut odd = Piece::all(2);
        odd.require(Condition::Zero(form(-1, &[(0, 2), (1, 4)])));
        assert!(odd.is_empty());
    }

    #[test]
    fn a_square_is_covered_by_its_halves() {
        let square = [form(0, &[(0, 1)]), form(5, &[(0, -1)]), form(0, &[(1, 1)]), form(5, &[(1, -1)])];
        let lower = bounds(&[form(0, &[(0, 1), (1, -1)])]);
        let upper = bounds(&[form(-1, &[(1, 1), (0, -1)])]);
        assert!(bounds(&square).covered_by([&lower, &upper], 3));
        assert!(!bounds(&square).covered_by([&lower], 3));
        let strict = bounds(&[form(-1, &[(0, 1), (1, -1)])]);
        assert!(!bounds(&square).covered_by([&strict, &upper], 3), "the diagonal is missing");
    }

    #[test]
    fn quotients_are_defined_everywhere() {
        // Every number is even or odd.
        let mut even = Piece::all(1);
        let half = even.quotient(Affine::var(0), 2);
        let mut odd = even.clone();
        even.require(Condition::Zero(form(0, &[(0, 1), (half, -2)])));
        odd.require(Condition::Zero(form(-1, &[(0, 1), (half, -2)])));
        assert!(Piece::all(1).covered_by([&even, &odd], 1));
        assert!(!Piece::all(1).covered_by([&even], 1));
        assert!(even.meet(&odd, 1).unwrap().is_empty());
    }

    #[test]
    fn removing_keeps_the_other_coordinates() {
        // y = 2x with 0 ≤ x ≤ 3: y is even, from 0 to 6.
        let mut piece = bounds(&[form(0, &[(0, 1)]), form(3, &[(0, -1)])]);
        piece.require(Condition::Zero(form(0, &[(1, 1), (0, -2)])));
        piece.remove(0).unwrap();
        let piece = piece.renamed(&[None, Some(0)], 1).unwrap();
        for y in -3..10 {
            let at = piece.with(Condition::Zero(form(-y, &[(0, 1)])));
            assert_eq!(at.is_empty(), !(0..=6).contains(&y) || y % 2 != 0, "{y}");
        }
    }

    #[test]
    fn bounds_that_do_not_meet_in_integers_are_not_eliminated() {
        // 2x ≥ y and 3x ≤ z: elimination of x would lose that x is an integer.
        let mut piece = bounds(&[form(0, &[(0, 2), (1, -1)]), form(0, &[(0, -3), (2, 1)])]);
        assert_eq!(piece.remove(0), None);
    }
}
