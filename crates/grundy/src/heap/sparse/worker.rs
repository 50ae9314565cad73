//! The work at a block. Each worker has a state of its own, so that threads share nothing but the values of settled blocks.

use super::super::simd::Isa;
use super::candidates::{self, Depth, Slots};
use super::cover::{self, Open, Row};
use super::prove::{self, Claim, OpenRow, Proof, Ring};
use super::settle;
use super::state::State;
use super::{Block, few};

#[derive(Debug)]
pub(super) struct Worker {
    pub state: State,
    pub depth: Depth,
    isa: Isa,
    open: Open,
    slots: Vec<Slots>,
    /// How many heaps before the block were not known when the slots were chosen.
    unknown: usize,
    needs: Vec<Row>,
    rows: Vec<OpenRow>,
    claims: Vec<Claim>,
    /// Exact searches, and heaps, since the depth was last looked at.
    exact: u64,
    heaps: usize,
}

impl Worker {
    pub fn new(state: State, isa: Isa) -> Worker {
        Worker {
            state,
            depth: Depth::Seven,
            isa,
            open: Open::default(),
            slots: Vec::new(),
            unknown: 0,
            needs: Vec::new(),
            rows: Vec::new(),
            claims: Vec::new(),
            exact: 0,
            heaps: 0,
        }
    }

    /// Step 1. The last blocks before this one may not be known yet.
    pub fn cover(&mut self, block: Block) {
        if !self.state.few {
            cover::open_values(&self.state, block, self.isa, &mut self.open);
        }
    }

    /// Steps 2 and 3; the same holds, but the more is known, the less is left to step 4.
    pub fn choose_slots(&mut self, block: Block) {
        let state = &self.state;
        self.unknown = block.start - state.len();
        if !state.few {
            self.exact += candidates::candidates(state, block, &self.open, self.depth, self.isa, &mut self.slots);
        }
    }

    /// Step 4, when all heaps before the block are known: its extended values.
    pub fn settle(&mut self, block: Block) -> Vec<u16> {
        let (state, isa) = (&self.state, self.isa);
        let settled = match state.few {
            true => few::settle(state, block, isa),
            false => settle::settle(state, block, &self.open, &self.slots, self.unknown, self.depth, isa),
        };
        self.exact += settled.exact;
        self.heaps += block.len;
        self.adapt_depth();
        settled.xs
    }

    /// Step 5, when the block is appended.
    pub fn prove(&mut self, block: Block, ring: &Ring) -> Proof {
        let (state, isa) = (&self.state, self.isa);
        prove::needs(state, block, isa, &mut self.needs);
        prove::reach(state, block, &self.needs, isa, &mut self.rows);
        prove::claims(state, block, &self.rows, ring, isa, &mut self.claims)
    }

    /// More slots when the exact searches cost more than they would, fewer when there are hardly any.
    fn adapt_depth(&mut self) {
        const HEAPS: usize = 12_000;
        if self.heaps < HEAPS {
            return;
        }
        let rares = self.state.rares.len() * self.state.moves.breaks.len();
        let cost = self.exact * (150 + rares as u64) / self.heaps as u64;
        match cost {
            0..=3 => self.depth = self.depth.shallower(),
            30.. => self.depth = self.depth.deeper(),
            _ => {}
        }
        (self.exact, self.heaps) = (0, 0);
    }
}
