//! `len` and `sum` over clauses that run through very many positions, counted without running: from the lost positions, where a
//! theorem generates them ([`lost`]) or knows them as stretches ([`along`]), by runs of equal values ([`runs`]), by the values that repeat ([`periods`]), digit by digit ([`digits`]), or by the automaton of a pattern ([`patterns`]). One file for each shape of
//! clauses. What has none of these shapes is run as always, and so is everything that would be an error.

mod along;
mod digits;
mod form;
mod lost;
mod patterns;
mod periods;
mod runs;
mod tally;

use super::Engine;
use crate::builtins::Function;
use crate::component::Handle;
use crate::error::Error;
use crate::program::{Clause, Comprehension, Expr, ExprKind, Position};
use crate::syntax::ast::{Comparison, Question};
use crate::value::Val;
use digits::counted_by_digits;
use form::{Form, Forms};

/// What is known when clauses start.
pub(crate) struct Known<'a> {
    /// Params, data and what was read.
    pub(crate) globals: &'a [Option<Val>],
    /// The slots of the frame, those of the clauses not yet set.
    pub(crate) locals: &'a [Val],
    /// What helpers without arguments gave, as far as they were asked.
    pub(crate) helpers: &'a dyn Fn(usize) -> Option<Val>,
}

/// `for x in A..B`, with ends that are linear in the names before.
struct Variable {
    slot: usize,
    from: Form,
    to: Form,
}

/// The one question of a count.
struct Asked<'a> {
    position: &'a Position,
    /// Its value is compared with this one.
    value: i128,
    /// Whether it must be equal, or must not.
    equal: bool,
}

/// The clauses of a count: ranges, comparisons of linear forms, and one question about a sum of positions.
struct Shape<'a> {
    variables: Vec<Variable>,
    comparisons: Vec<(Comparison, Form, Form)>,
    asked: Asked<'a>,
    /// What each turn adds.
    added: Form,
    forms: Forms<'a>,
}

impl<'a> Shape<'a> {
    fn of(function: Function, list: &'a Comprehension, known: &'a Known<'a>) -> Option<Shape<'a>> {
        let names = list.clauses.iter().flat_map(Clause::slots).copied().collect();
        let forms = Forms { known, names };
        let (mut variables, mut comparisons, mut asked) = (Vec::new(), Vec::new(), None);
        for clause in &list.clauses {
            match clause {
                Clause::Range { slot, from, to: Some(to), .. } => {
                    variables.push(Variable { slot: *slot, from: forms.form(from)?, to: forms.form(to)? });
                }
                Clause::If(condition) => match question(condition, &forms) {
                    Some(question) if asked.is_none() => asked = Some(question),
                    Some(_) => return None,
                    None => comparisons.push(compared(condition, &forms)?),
                },
                Clause::Range { .. } | Clause::Each { .. } => return None,
            }
        }
        let added = if function == Function::Sum { forms.form(&list.body)? } else { Form::constant(1) };
        let shape = Shape { variables, comparisons, asked: asked?, added, forms };
        shape.is_closed().then_some(shape)
    }

    /// Whether every name is brought before it is used in a range, and only once.
    fn is_closed(&self) -> bool {
        let mut slots: Vec<usize> = Vec::new();
        for variable in &self.variables {
            let ends = [&variable.from, &variable.to];
            if slots.contains(&variable.slot) || !ends.iter().all(|end| end.slots().all(|slot| slots.contains(&slot))) {
                return false;
            }
            slots.push(variable.slot);
        }
        true
    }

    /// The least and the greatest value of each variable, in order; nothing if a number is too large.
    fn extents(&self) -> Option<Vec<(usize, (i128, i128))>> {
        let mut extents: Vec<(usize, (i128, i128))> = Vec::new();
        for variable in &self.variables {
            let (low, high) = (variable.from.extent(&extents)?.0, variable.to.extent(&extents)?.1);
            extents.push((variable.slot, (low, high)));
        }
        Some(extents)
    }

    /// How many turns there may be; nothing if that is too many to say.
    fn most_turns(&self) -> Option<i128> {
        let length = |(_, (low, high)): &(usize, (i128, i128))| Some(high.checked_sub(*low)?.checked_add(1)?.max(0));
        self.extents()?.iter().try_fold(1i128, |turns, extent| turns.checked_mul(length(extent)?))
    }

    /// Whether values of the variables, as given by slot, are a turn of the clauses, but for the question.
    fn runs(&self, values: &[(usize, i128)]) -> Option<bool> {
        for Variable { slot, from, to } in &self.variables {
            let value = values.iter().find(|(name, _)| name == slot)?.1;
            if value < from.at(values)? || value > to.at(values)? {
                return Some(false);
            }
        }
        for (comparison, a, b) in &self.comparisons {
            if !holds(*comparison, a.at(values)?, b.at(values)?)? {
                return Some(false);
            }
        }
        Some(true)
    }
}

/// `win(P)`, `not win(P)`, `value(P) == v`, `value(P) != v`.
fn question<'a>(condition: &'a Expr, forms: &Forms<'_>) -> Option<Asked<'a>> {
    match &condition.kind {
        ExprKind::Ask(Question::Win, position) => Some(Asked { position, value: 0, equal: false }),
        ExprKind::Not(inner) => {
            let asked = question(inner, forms)?;
            Some(Asked { equal: !asked.equal, ..asked })
        }
        ExprKind::Compare(comparison @ (Comparison::Equal | Comparison::NotEqual), a, b) => {
            let (position, other) = match (&a.kind, &b.kind) {
                (ExprKind::Ask(Question::Value, position), _) => (position, b),
                (_, ExprKind::Ask(Question::Value, position)) => (position, a),
                _ => return None,
            };
            let value = forms.form(other).filter(|form| form.terms.is_empty())?.constant;
            Some(Asked { position, value, equal: *comparison == Comparison::Equal })
        }
        _ => None,
    }
}

fn compared(condition: &Expr, forms: &Forms<'_>) -> Option<(Comparison, Form, Form)> {
    let ExprKind::Compare(comparison, a, b) = &condition.kind else { return None };
    Some((*comparison, forms.form(a)?, forms.form(b)?))
}

fn holds(comparison: Comparison, a: i128, b: i128) -> Option<bool> {
    Some(match comparison {
        Comparison::Equal => a == b,
        Comparison::NotEqual => a != b,
        Comparison::Less => a < b,
        Comparison::LessEqual => a <= b,
        Comparison::Greater => a > b,
        Comparison::GreaterEqual => a >= b,
        Comparison::In | Comparison::NotIn => return None,
    })
}

impl Engine {
    /// What `len` or `sum` over clauses gives, if it is counted without running through them, and if there may be at least so many turns.
    pub(crate) fn counted(
        &self,
        handle: &Handle,
        (function, list): (Function, &Comprehension),
        known: &Known<'_>,
        least: i128,
    ) -> Result<Option<Val>, Error> {
        if handle.misere {
            return Ok(None);
        }
        match function {
            Function::Len | Function::Sum => {}
            Function::Tally if least == 0 => return self.tallied(handle, list, known),
            _ => return Ok(None),
        }
        let Some(shape) = Shape::of(function, list, known) else { return Ok(None) };
        if shape.most_turns().is_some_and(|turns| turns < least) {
            return Ok(None);
        }
        if let Some(total) = self.counted_by_lost(handle, &shape)? {
            return Ok(Some(Val::Int(total)));
        }
        if let Some(total) = self.counted_along(handle, &shape)? {
            return Ok(Some(Val::Int(total)));
        }
        if let Some(total) = self.counted_by_runs(handle, &shape)? {
            return Ok(Some(Val::Int(total)));
        }
        if let Some(total) = self.counted_by_periods(handle, &shape)? {
            return Ok(Some(Val::Int(total)));
        }
        if let Some(total) = counted_by_digits(handle, &shape) {
            return Ok(Some(Val::Int(total)));
        }
        Ok(self.counted_by_patterns(handle, &shape)?.map(Val::Int))
    }
}
