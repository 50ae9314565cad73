//! Over one range, `if value(P(x)) == v`: by the runs of equal values that the method of P knows.

use super::{Engine, Form, Shape};
use crate::component::Handle;
use crate::error::Error;
use crate::method::Answer;
use crate::program::Position;

impl Engine {
    /// The sum of what is added for each turn of the range in which the value is, or is not, the one asked for.
    pub(super) fn counted_by_runs(&self, handle: &Handle, shape: &Shape<'_>) -> Result<Option<i128>, Error> {
        let Position::Of { kind, args, set, .. } = shape.asked.position else { return Ok(None) };
        let ([variable], [arg], true, true) =
            (shape.variables.as_slice(), args.as_slice(), set.is_empty(), shape.comparisons.is_empty())
        else {
            return Ok(None);
        };
        let Some(form) = shape.forms.form(arg).filter(|form| form.terms == [(variable.slot, 1)]) else {
            return Ok(None);
        };
        let more = form.constant;
        let (Some(from), Some(to)) = (variable.from.constant.checked_add(more), variable.to.constant.checked_add(more))
        else {
            return Ok(None);
        };
        for method in handle.methods(*kind) {
            if let Answer::Known(runs) = method.runs(from, to, &self.watch)? {
                let wanted = |value: u64| (i128::from(value) == shape.asked.value) == shape.asked.equal;
                let stretches = runs.iter().filter(|run| wanted(run.2)).map(|run| (run.0 - more, run.1 - more));
                let mut total = Some(0i128);
                for (from, to) in stretches {
                    total = total.and_then(|sum| sum.checked_add(added(&shape.added, variable.slot, from, to)?));
                }
                return Ok(total);
            }
        }
        Ok(None)
    }
}

/// The sum of a form over all values of its one name from one number to another.
fn added(form: &Form, slot: usize, from: i128, to: i128) -> Option<i128> {
    let count = to.checked_sub(from)?.checked_add(1)?;
    let ends = form.at(&[(slot, from)])?.checked_add(form.at(&[(slot, to)])?)?;
    // One of both is even, as the ends of an even number of terms have an even sum of what their name adds.
    if count % 2 == 0 { ends.checked_mul(count / 2) } else { (ends / 2).checked_mul(count).filter(|_| ends % 2 == 0) }
}
