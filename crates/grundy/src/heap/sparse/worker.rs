//! The work at a block. Each worker has a state of its own, so that threads share nothing but the values of settled blocks.

use super::candidates::{self, Chosen, Depth};
use super::cover::{self, Open, Row};
use super::prove::{self, Claim, OpenRow, Proof, Ring};
use super::settle::{self, Settled};
use super::state::{Coded, State};
use super::{Block, few};

/// After so many heaps the number of slots is looked at.
const DEPTH_HEAPS: usize = 12_000;

#[derive(Debug)]
pub(super) struct Worker {
    pub state: State,
    /// How many slots the next block gets, the exact searches since that was last looked at, and in how many heaps.
    pub depth: Depth,
    exact: u64,
    heaps: usize,
    open: Open,
    chosen: Chosen,
    needs: Vec<Row>,
    rows: Vec<OpenRow>,
    claims: Vec<Claim>,
}

impl Worker {
    pub fn new(state: State) -> Worker {
        Worker {
            state,
            depth: Depth::default(),
            exact: 0,
            heaps: 0,
            open: Open::default(),
            chosen: Chosen::default(),
            needs: Vec::new(),
            rows: Vec::new(),
            claims: Vec::new(),
        }
    }

    /// Step 1. The last blocks before this one may not be known yet.
    pub fn cover(&mut self, block: Block) {
        if !self.state.few {
            self.state.index();
            cover::open_values(&self.state, block, &mut self.open);
            self.chosen.start(self.depth);
        }
    }

    /// Steps 2 and 3 for the next few heaps, as far as they do not depend on these blocks. Whether there were any.
    pub fn choose_slots(&mut self, block: Block) -> bool {
        if self.state.few || self.chosen.is_full(block) {
            return false;
        }
        candidates::candidates(&self.state, block, &self.open, &mut self.chosen);
        true
    }

    /// The rest of them and step 4, when all heaps before the block are known.
    pub fn settle(&mut self, block: Block) -> Settled {
        let state = &self.state;
        if state.few {
            return few::settle(state, block);
        }
        candidates::test_before(state, block, &self.open, &mut self.chosen);
        settle::settle(state, block, &self.open, &self.chosen)
    }

    /// Step 5, when the block is appended.
    pub fn prove(&mut self, block: Block, ring: &Ring) -> Proof {
        self.state.index();
        let state = &self.state;
        prove::needs(state, block, &mut self.needs);
        prove::reach(state, block, &self.needs, &mut self.rows);
        prove::claims(state, block, &self.rows, ring, &mut self.claims)
    }

    /// Appends a settled block, its own or another's.
    pub fn append(&mut self, block: &Coded) {
        self.state.append(block);
        self.exact += block.exact;
        self.heaps += block.codes.len();
        if self.heaps >= DEPTH_HEAPS {
            self.adapt_depth();
        }
    }

    /// More slots when the exact searches cost more than they would, fewer when there are hardly any.
    fn adapt_depth(&mut self) {
        let rares = self.state.rares.len() * self.state.moves.breaks.len();
        let cost = self.exact * (100 + 2 * rares as u64 / 3) / self.heaps as u64;
        let fair = self.depth.fair_cost();
        if cost < fair.start {
            self.depth = self.depth.shallower();
        } else if cost >= fair.end {
            self.depth = self.depth.deeper();
        }
        (self.exact, self.heaps) = (0, 0);
    }
}
