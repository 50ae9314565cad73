//! Step 1 of a block: which common values do the witnesses leave open, for all heaps of the block at once?

use super::super::simd::{Carry, Kernel, Lanes};
use super::state::State;
use super::{Block, VECTORS};

/// One bit for each of the 1024 heaps from 8 below the block on.
pub(super) type Row = [u8; 32 * VECTORS];

/// The values that some heap of the block may have.
#[derive(Debug, Default)]
pub(super) struct Open {
    /// Codes, ascending in the value.
    pub codes: Vec<u8>,
    /// For each, the heaps that no witness reached.
    pub rows: Vec<Row>,
}

/// The heaps of the block, as bits; with a parity only those.
pub(super) fn heaps_of(block: Block, parity: Option<u32>) -> Row {
    let pattern = match parity {
        None => 0xff,
        Some(0) => 0x55,
        Some(_) => 0xaa,
    };
    let mut row = [0; 32 * VECTORS];
    let (full, rest) = (block.len / 8, block.len % 8);
    row[1..1 + full].fill(pattern);
    row[1 + full] = pattern & ((1 << rest) - 1);
    row
}

/// The open values of the block.
pub(super) fn open_values(state: &State, block: Block, open: &mut Open) {
    open.codes.clear();
    open.rows.clear();
    state.isa.run(Cover { state, block, open });
}

struct Cover<'a> {
    state: &'a State,
    block: Block,
    open: &'a mut Open,
}

impl Kernel for Cover<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, token: L::Token) {
        let state = self.state;
        let (planes, start) = (state.planes.bytes(), state.planes.byte_of(self.block.start - 8));
        let heaps = [0, 1].map(|parity| heaps_of(self.block, state.split.parity.map(|_| parity)));
        for (target, list) in state.codec.commons.iter().zip(&state.witnesses.common) {
            let mut reached = [L::splat(token, 0); VECTORS];
            for remainder in 0..8 {
                let mut carry = Carry(L::splat(token, 0));
                for vector in &mut reached {
                    (*vector, carry) = vector.double(carry);
                }
                let (from, to) = (list.starts[remainder] as usize, list.starts[remainder + 1] as usize);
                for &read in &list.reads[from..to] {
                    let bytes = &planes[start.wrapping_add_signed(read as isize)..][..32 * VECTORS];
                    for k in 0..VECTORS {
                        reached[k] = reached[k].or(L::load(token, &bytes[32 * k..]));
                    }
                }
            }
            let parity = state.split.heaps_parity(u32::from(target.x)).unwrap_or(0);
            let (mut row, mut any) = ([0; 32 * VECTORS], L::splat(token, 0));
            for k in 0..VECTORS {
                let left = L::load(token, &heaps[parity as usize][32 * k..]).without(reached[k]);
                left.store(&mut row[32 * k..]);
                any = any.or(left);
            }
            if !any.is_zero() {
                self.open.codes.push(target.code);
                self.open.rows.push(row);
            }
        }
    }
}
