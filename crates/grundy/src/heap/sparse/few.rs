//! Steps 1 to 4 of a block when there are few rare heaps and all values are below 64: the options through rare heaps as
//! bits of a word. With a few dozen rare heaps this costs less than the choice of slots.

use super::super::simd::{Kernel, Lanes};
use super::offsets::Offset;
use super::settle::{Marks, Settled};
use super::state::State;
use super::{Block, NEAR};

/// Extended values below this are bits of a word.
pub(super) const VALUES: u32 = 64;
/// With more rare heaps than this the slots are quicker.
pub(super) const RARES: usize = 40;

pub(super) fn settle(state: &State, block: Block) -> Settled {
    state.isa.run(Few { state, block })
}

struct Few<'a> {
    state: &'a State,
    block: Block,
}

/// The common values that heaps of this parity can have.
fn commons(state: &State, n: usize) -> u64 {
    let fits = |x: u32| state.split.is_common(x) && state.split.applies(x, n);
    (0..VALUES).filter(|&x| fits(x)).fold(0, |bits, x| bits | 1 << x)
}

#[inline(always)]
fn bit(code: u8) -> u64 {
    1 << (code & 63)
}

/// Near offsets are larger than this, so their partners are known for so many heaps at once.
const GROUP: usize = 32;

/// The splits of consecutive heaps with one rare heap.
#[inline(always)]
fn mark(reached: &mut [u64], partners: &[u8], code: u8) {
    for (reached, partner) in reached.iter_mut().zip(partners) {
        *reached |= bit(partner ^ code);
    }
}

impl Kernel for Few<'_> {
    type Output = Settled;

    /// Plain arithmetic on words, with the processor's shifts.
    #[inline(always)]
    fn run<L: Lanes>(self, _: L::Token) -> Settled {
        let Few { state, block: Block { start, len } } = self;
        let mut reached = vec![0; len];
        for rare in state.offsets.far.iter().flatten() {
            mark(&mut reached, &state.forward[start - rare.offset as usize..], rare.code);
        }
        let commons = [0, 1].map(|i| commons(state, start + i));
        let turn = |take: usize| (take as u32 & state.split.shift()) as u8;
        let takes: Vec<Offset> =
            state.moves.takes.iter().map(|&take| Offset { offset: take as u32, code: turn(take) }).collect();
        // Codes are values here. The heaps before the block come first.
        let mut codes = state.forward[start - NEAR..].to_vec();
        codes.reserve(len);
        'groups: for (group, reached) in reached.chunks_mut(GROUP).enumerate() {
            for rare in &state.offsets.near {
                mark(reached, &codes[NEAR + GROUP * group - rare.offset as usize..], rare.code);
            }
            for &far in &*reached {
                let end = codes.len();
                let mut reached = far;
                for part in state.offsets.tiny.iter().chain(&takes) {
                    reached |= bit(codes[end - part.offset as usize] ^ part.code);
                }
                let open = commons[(end - NEAR) % 2] & !reached;
                if open == 0 {
                    break 'groups;
                }
                codes.push(open.trailing_zeros() as u8);
            }
        }
        let mut xs: Vec<u16> = codes[NEAR..].iter().map(|&code| u16::from(code)).collect();
        if xs.len() < len {
            // A value above the word: the state needs other codes from here on.
            xs.push(Marks::default().least_common(state, start + xs.len(), &xs) as u16);
        }
        Settled { xs, exact: 0 }
    }
}
