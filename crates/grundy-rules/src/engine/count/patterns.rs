//! Over ranges of any length, by a proved pattern: an automaton that reads the numbers of a position counts them digit by digit.

use super::{Engine, Form, Shape};
use crate::component::Handle;
use crate::error::Error;
use crate::method::Answer;
use crate::pattern::{Counting, Linear, Sign};
use crate::program::Position;
use crate::syntax::ast::Comparison;

/// Fewer turns are run one by one: to look for a pattern takes longer.
const LEAST_TURNS: i128 = 1 << 22;

impl Engine {
    /// What the clauses give, if a pattern counts it.
    pub(super) fn counted_by_patterns(&self, handle: &Handle, shape: &Shape<'_>) -> Result<Option<i128>, Error> {
        let Position::Of { kind, set, .. } = shape.asked.position else { return Ok(None) };
        if !set.is_empty() || shape.most_turns().is_some_and(|turns| turns < LEAST_TURNS) {
            return Ok(None);
        }
        let Some(counting) = counting(shape) else { return Ok(None) };
        for method in handle.methods(*kind) {
            if let Answer::Known(total) = method.count(&counting, &self.watch)? {
                return Ok(Some(total));
            }
        }
        Ok(None)
    }
}

/// The clauses as a count; nothing where a number of them or of the position might be negative, which would be an error.
fn counting(shape: &Shape<'_>) -> Option<Counting> {
    let Position::Of { args, .. } = shape.asked.position else { return None };
    let extents = shape.extents()?;
    let place = |slot: usize| extents.iter().position(|(name, _)| *name == slot);
    let linear = |form: &Form| {
        let terms = form.terms.iter().map(|&(slot, factor)| Some((place(slot)?, factor)));
        Some(Linear { constant: form.constant, terms: terms.collect::<Option<_>>()? })
    };
    let positive = |form: &Form| form.extent(&extents).is_some_and(|(low, _)| low >= 0);
    let forms = args.iter().map(|arg| shape.forms.form(arg)).collect::<Option<Vec<Form>>>()?;
    let fits = extents.iter().all(|(_, (low, _))| *low >= 0) && forms.iter().all(positive);
    fits.then_some(())?;
    let natural = |n: i128| u128::try_from(n).ok();
    let ends = extents.iter().map(|(_, (low, high))| Some((natural(*low)?, natural(*high)?)));
    let mut conditions = Vec::new();
    for variable in &shape.variables {
        let name = Form { constant: 0, terms: vec![(variable.slot, 1)] };
        // Constant ends are those of the box.
        if !variable.from.terms.is_empty() {
            conditions.push((linear(&variable.from.plus_times(-1, &name)?)?, Sign::AtMost));
        }
        if !variable.to.terms.is_empty() {
            conditions.push((linear(&name.plus_times(-1, &variable.to)?)?, Sign::AtMost));
        }
    }
    for (comparison, a, b) in &shape.comparisons {
        let (a, b) = if matches!(comparison, Comparison::Greater | Comparison::GreaterEqual) { (b, a) } else { (a, b) };
        let difference = linear(&a.plus_times(-1, b)?)?;
        conditions.push(match comparison {
            Comparison::Equal => (difference, Sign::Zero),
            Comparison::NotEqual => (difference, Sign::NotZero),
            Comparison::LessEqual | Comparison::GreaterEqual => (difference, Sign::AtMost),
            Comparison::Less | Comparison::Greater => {
                (Linear { constant: difference.constant.checked_add(1)?, ..difference }, Sign::AtMost)
            }
            Comparison::In | Comparison::NotIn => return None,
        });
    }
    Some(Counting {
        ends: ends.collect::<Option<_>>()?,
        conditions,
        args: forms.iter().map(linear).collect::<Option<_>>()?,
        value: u64::try_from(shape.asked.value).ok()?,
        equal: shape.asked.equal,
        added: linear(&shape.added)?,
    })
}
