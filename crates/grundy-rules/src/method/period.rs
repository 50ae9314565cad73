//! Heaps of more than 128 bits by a period: a smaller heap that differs by a multiple of the period has the same value, and the same
//! moves but for the size of the largest heap that is left.
//!
//! **Why.** Let G(n + p) = G(n) from some s far below 2^100 on, let n be huge and m ≥ 2^100 with m ≡ n (mod 2p). If a move from m takes
//! some beans and leaves heaps of which one is larger than all others, that one is at least s. Made larger by n − m, a multiple of
//! p, it has the same value, it still differs from the others, and as many beans are taken: so it is a move from n with the same
//! value. If two are the largest, each is made larger by (n − m)/2, a multiple of p, too.

use super::Args;
use crate::eval::evaluator::Part;
use crate::value::Val;
use grundy::theorem::Found;
use grundy_natural::Nat;

/// The smallest heap that may stand for a huge one.
const LEAST: u128 = 1 << 100;

/// A smaller position in the place of a huge one.
pub(super) struct Alike {
    /// The smaller position.
    pub(super) args: Args,
    place: usize,
    /// What is missing: a multiple of the period.
    more: Nat,
}

impl Alike {
    /// For the number at a place of the arguments, and a period of it.
    pub(super) fn new(args: &Args, place: usize, n: &Nat, period: u64) -> Option<Alike> {
        let mut above = n.checked_sub(&Nat::from(LEAST))?;
        let rest = above.div_rem(period.checked_mul(2)?);
        let small = LEAST.checked_add(rest.into())?;
        let mut smaller = args.to_vec();
        smaller[place] = Val::Int(i128::try_from(small).ok()?);
        Some(Alike { args: smaller.into(), place, more: n.checked_sub(&Nat::from(small))? })
    }

    /// The same options of the huge position; those with three or more largest heaps are left out. There are more ways to break a
    /// larger heap, so these need not be all, unless there is none.
    pub(super) fn enlarged(&self, found: Found<Vec<Part>>) -> Found<Vec<Part>> {
        let complete = found.complete && found.options.is_empty();
        Found { complete, options: found.options.into_iter().filter_map(|option| self.enlarge(option)).collect() }
    }

    fn enlarge(&self, mut option: Vec<Part>) -> Option<Vec<Part>> {
        let size = |part: &Part| match part.args.get(self.place) {
            Some(Val::Int(n)) => *n,
            _ => 0,
        };
        let largest = option.iter().map(size).max()?;
        let mut more = self.more.clone();
        match option.iter().filter(|part| size(part) == largest).map(|part| part.copies).sum::<u128>() {
            1 => {}
            2 => {
                more.div_rem(2);
            }
            _ => return None,
        }
        for part in option.iter_mut().filter(|part| size(part) == largest) {
            let mut args = part.args.to_vec();
            args[self.place] = Val::of_natural(args[self.place].natural()?.add(&more));
            part.args = args.into();
        }
        Some(option)
    }
}
