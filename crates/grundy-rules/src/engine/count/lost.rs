//! Over ranges, `if not win(P(x, y))`: the lost positions are few and a theorem generates them.
//!
//! Each argument of P is one of the names, or one of them and a constant. All lost positions of the box that the ranges span are
//! gone through; those that the clauses would not have come to are left out.

use super::{Engine, Form, Shape};
use crate::component::Handle;
use crate::error::Error;
use crate::method::Answer;
use crate::program::Position;

/// Lost positions with larger numbers are not listed.
const LARGEST: u128 = 1 << 32;

/// What an argument is.
enum Argument {
    /// A name and what is added to it.
    Name(usize, i128),
    Constant(i128),
}

fn argument(form: &Form) -> Option<Argument> {
    match form.terms.as_slice() {
        [] => Some(Argument::Constant(form.constant)),
        [(slot, 1)] => Some(Argument::Name(*slot, form.constant)),
        _ => None,
    }
}

impl Engine {
    /// The sum of what is added for each turn of the clauses in which the position is lost.
    pub(super) fn counted_by_lost(&self, handle: &Handle, shape: &Shape<'_>) -> Result<Option<i128>, Error> {
        let Position::Of { kind, args, set, .. } = shape.asked.position else { return Ok(None) };
        let arguments: Option<Vec<Argument>> = args.iter().map(|arg| argument(&shape.forms.form(arg)?)).collect();
        let lost = shape.asked.equal && shape.asked.value == 0;
        let (Some(arguments), true, true) = (arguments, set.is_empty(), lost) else { return Ok(None) };
        let Some(bounds) = bounds(shape, &arguments) else { return Ok(None) };
        let (least, most): (Vec<u128>, Vec<u128>) = bounds.into_iter().unzip();
        // Even few lost positions are too many then.
        if most.iter().any(|most| *most > LARGEST) {
            return Ok(None);
        }
        for method in handle.methods(*kind) {
            if let Answer::Known(lost) = method.lost(&least, &most, &self.watch)? {
                return Ok(total(shape, &arguments, &lost));
            }
        }
        Ok(None)
    }
}

/// The least and the greatest value of each argument. Nothing if a name is missing or twice among the arguments, if a range may have
/// no turn, or if a number may be negative, which would be an error.
fn bounds(shape: &Shape<'_>, arguments: &[Argument]) -> Option<Vec<(u128, u128)>> {
    let extents = shape.extents()?;
    let slots = || {
        arguments.iter().filter_map(|argument| match argument {
            Argument::Name(slot, _) => Some(*slot),
            Argument::Constant(_) => None,
        })
    };
    let once = |slot: usize| slots().filter(|&name| name == slot).count() == 1;
    if slots().count() != extents.len() || !extents.iter().all(|(slot, _)| once(*slot)) {
        return None;
    }
    let bound = |argument: &Argument| {
        let (low, high) = match argument {
            Argument::Constant(n) => (*n, *n),
            Argument::Name(slot, more) => {
                let (low, high) = extents.iter().find(|(name, _)| name == slot)?.1;
                (low.checked_add(*more)?, high.checked_add(*more)?)
            }
        };
        (low <= high).then_some((u128::try_from(low).ok()?, u128::try_from(high).ok()?))
    };
    arguments.iter().map(bound).collect()
}

fn total(shape: &Shape<'_>, arguments: &[Argument], lost: &[Vec<u128>]) -> Option<i128> {
    let mut total = 0i128;
    let mut values: Vec<(usize, i128)> = Vec::new();
    for point in lost {
        values.clear();
        for (argument, &n) in arguments.iter().zip(point) {
            if let Argument::Name(slot, more) = argument {
                values.push((*slot, i128::try_from(n).ok()?.checked_sub(*more)?));
            }
        }
        if shape.runs(&values)? {
            total = total.checked_add(shape.added.at(&values)?)?;
        }
    }
    Some(total)
}
