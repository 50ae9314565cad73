//! Over two ranges, `if win(P(x, y))`: for each x the lost y are a stretch or two, which a theorem tells.

use super::{Engine, Form, Shape, Variable};
use crate::component::Handle;
use crate::error::Error;
use crate::program::Position;

/// After so many first numbers the limits are looked at.
const LOOK: i128 = 1 << 14;

impl Engine {
    /// What is added over the turns of the clauses in which the position is lost, or won.
    pub(super) fn counted_along(&self, handle: &Handle, shape: &Shape<'_>) -> Result<Option<i128>, Error> {
        let Position::Of { kind, args, set, .. } = shape.asked.position else { return Ok(None) };
        let plain = shape.comparisons.is_empty() && shape.asked.value == 0;
        if !plain || !set.is_empty() {
            return Ok(None);
        }
        let Some([outer, inner]) = names(shape, args.iter().map(|arg| shape.forms.form(arg))) else { return Ok(None) };
        let mut methods = handle.methods(*kind).iter();
        let Some(method) = methods.find(|method| method.lost_along(1, 1, 1).is_some()) else { return Ok(None) };
        let mut total = 0i128;
        let (Some(from), Some(to)) = (constant(&outer.0.from), constant(&outer.0.to)) else { return Ok(None) };
        for x in from..=to {
            if (x - from) % LOOK == 0 {
                self.watch.check(0, 0)?;
            }
            let ends = (inner.0.from.at(&[(outer.0.slot, x)]), inner.0.to.at(&[(outer.0.slot, x)]));
            let (Some(low), Some(high)) = ends else { return Ok(None) };
            let shifted = |n: i128, more: i128| u128::try_from(n.checked_add(more)?).ok();
            let (Some(first), Some(least), Some(most)) =
                (shifted(x, outer.1), shifted(low, inner.1), shifted(high.max(low), inner.1))
            else {
                return Ok(None);
            };
            if low > high {
                continue;
            }
            let Some(parts) = method.lost_along(first, least, most) else { return Ok(None) };
            let over = |low: i128, high: i128| added(&shape.added, (outer.0.slot, x), (inner.0.slot, low, high));
            let back = |n: u128| i128::try_from(n).ok()?.checked_sub(inner.1);
            let mut lost = parts.iter().map(|&(low, high)| over(back(low)?, back(high)?));
            let lost = lost.try_fold(0i128, |sum, part| sum.checked_add(part?));
            let here = if shape.asked.equal { lost } else { over(low, high).zip(lost).map(|(all, lost)| all - lost) };
            let Some(sum) = here.and_then(|here| total.checked_add(here)) else { return Ok(None) };
            total = sum;
        }
        Ok(Some(total))
    }
}

/// The sum of a form over a stretch of the inner name, where the outer one has a value.
fn added(form: &Form, (outer, x): (usize, i128), (inner, low, high): (usize, i128, i128)) -> Option<i128> {
    let count = high.checked_sub(low)?.checked_add(1)?.max(0);
    let ends = form.at(&[(outer, x), (inner, low)])?.checked_add(form.at(&[(outer, x), (inner, high)])?)?;
    // The sum of an arithmetic progression.
    Some(ends.checked_mul(count)? / 2)
}

fn constant(form: &Form) -> Option<i128> {
    form.terms.is_empty().then_some(form.constant)
}

/// The two names, as the arguments stand, and what is added to each; the range of the first does not depend on the second.
fn names<'a>(shape: &'a Shape<'_>, mut args: impl Iterator<Item = Option<Form>>) -> Option<[(&'a Variable, i128); 2]> {
    let (first, second) = (args.next()??, args.next()??);
    if args.next().is_some() || shape.variables.len() != 2 {
        return None;
    }
    let name = |form: &Form| match form.terms.as_slice() {
        [(slot, 1)] => shape.variables.iter().find(|variable| variable.slot == *slot).map(|name| (name, form.constant)),
        _ => None,
    };
    let (outer, inner) = (name(&first)?, name(&second)?);
    (outer.0.slot != inner.0.slot).then_some([outer, inner])
}
