//! The options that the lanes of a rule give, as whoever takes them sees them.

use super::code::{OWNER, Operand, Part, Table};
use super::kernels::{Bounds, View, measured};
use super::registers::Lanes;
use crate::error::Miss;
use crate::meter::Trouble;

/// How many copies of a part a lane leaves, as far as it matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Copies {
    /// None: its arguments do not count.
    None,
    /// An even number: they cancel if they have a value, and the arguments must be natural numbers.
    Even,
    /// An odd number.
    Odd,
}

impl Copies {
    /// The copies that factors make.
    #[inline]
    pub(super) fn new(factors: impl Iterator<Item = i64>) -> Result<Copies, Miss<Trouble>> {
        let mut total = 1i64;
        for factor in factors {
            let factor = Some(factor).filter(|&factor| factor >= 0);
            total = factor.and_then(|factor| total.checked_mul(factor)).ok_or(Miss::NotMine)?;
        }
        Ok(match total {
            0 => Copies::None,
            _ if total % 2 == 0 => Copies::Even,
            _ => Copies::Odd,
        })
    }

    /// How many of them are looked at: pairs cancel unseen where play from them ends.
    #[inline]
    pub(crate) fn times(self, cancels: bool) -> usize {
        match self {
            Copies::Odd => 1,
            Copies::Even if !cancels => 2,
            Copies::Even | Copies::None => 0,
        }
    }
}

/// Some lanes of a rule and the options that each of them gives.
pub(crate) struct LaneOptions<'a> {
    pub(crate) options: &'a [Vec<Part>],
    pub(super) lanes: &'a Lanes,
    pub(super) tables: &'a [Table],
}

impl<'a> LaneOptions<'a> {
    /// How many lanes.
    pub(crate) fn len(&self) -> usize {
        self.lanes.len
    }

    /// The lanes of an operand.
    #[inline]
    pub(crate) fn view(&self, operand: Operand) -> View<'a> {
        self.lanes.view(operand, self.tables)
    }

    /// Bounds of them.
    #[inline]
    pub(crate) fn bounds(&self, operand: Operand) -> Bounds {
        self.lanes.bounds(operand)
    }

    /// The least of them.
    pub(crate) fn least(&self, operand: Operand) -> i64 {
        match self.view(operand) {
            View::Lanes(lanes) if *self.bounds(operand).start() < 0 => *measured(&lanes[..self.len()]).start(),
            _ => *self.bounds(operand).start(),
        }
    }

    /// For each lane the position of the batch that it belongs to.
    pub(crate) fn owners(&self) -> View<'a> {
        self.view(Operand::Reg(OWNER))
    }

    /// Whether every part of every option is left exactly once.
    pub(crate) fn single(&self) -> bool {
        self.options.iter().flatten().all(|part| part.copies.is_empty())
    }

    /// The copies of a part in a lane.
    pub(crate) fn copies(&self, part: &Part, lane: usize) -> Result<Copies, Miss<Trouble>> {
        Copies::new(part.copies.iter().map(|&factor| self.view(factor).at(lane)))
    }

    /// The arguments of a part in a lane.
    pub(crate) fn args(&self, part: &Part, lane: usize) -> impl Iterator<Item = i64> {
        part.args.iter().map(move |&arg| self.view(arg).at(lane))
    }

    /// Hands the components that an option leaves in a lane, by kind and arguments, to `give`: one for an odd number of copies;
    /// two for an even number, or none where play from them ends, as such pairs cancel unseen. Whether the option is a move: if not, what was given does not count.
    pub(crate) fn components(
        &self,
        option: &[Part],
        lane: usize,
        args: &mut Vec<i64>,
        mut give: impl FnMut(usize, &[i64]),
    ) -> Result<bool, Miss<Trouble>> {
        for part in option {
            let copies = self.copies(part, lane)?;
            if copies == Copies::None {
                continue;
            }
            args.clear();
            args.extend(self.args(part, lane));
            if args.iter().any(|&arg| arg < 0) {
                return Ok(false);
            }
            (0..copies.times(part.cancels)).for_each(|_| give(part.kind, args));
        }
        Ok(true)
    }
}
