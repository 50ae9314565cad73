//! The work at a block and at the proofs of the block before, in pieces that any thread may take.
//!
//! One thread leads: it also does step 4, which is in order. The way to it (steps 1 to 3) comes first for all threads, the
//! proofs fill the time beside it. What comes out does not depend on who does what.

use super::super::simd::Isa;
use super::super::threads::{Stage, Threads, part};
use super::candidates::{self, Chosen, Depth};
use super::cover::{self, Open, Row};
use super::prove::{self, Claim, OpenRow, Proof, Ring};
use super::settle::{self, Settled};
use super::state::State;
use super::{Block, few};

/// Pieces of the stages that go through lists, and of those that go through heaps, for two threads or more: a piece takes
/// a few microseconds.
const LISTS: usize = 8;
const GROUPS: usize = 16;

/// The work of a round and its results.
#[derive(Debug, Default)]
pub(super) struct Stages {
    cover: Stage<Open>,
    candidates: Stage<Chosen>,
    needs: Stage<Vec<Row>>,
    reach: Stage<Vec<OpenRow>>,
    claims: Stage<(Vec<Claim>, Proof)>,
}

impl Stages {
    fn start(&mut self, threads: &Threads, covers: bool, proves: bool) {
        let (lists, groups) = if threads.count() > 1 { (LISTS, GROUPS) } else { (1, 1) };
        let (covers, proves) = (usize::from(covers), usize::from(proves));
        self.cover.start(lists * covers);
        self.candidates.start(groups * covers);
        self.needs.start(proves);
        self.reach.start(lists * proves);
        self.claims.start(groups * proves);
    }
}

pub(super) struct Round<'a> {
    pub state: &'a State,
    pub isa: Isa,
    pub depth: Depth,
    pub ring: &'a Ring,
    /// The block to be settled.
    pub next: Option<Block>,
    /// The block to be proved.
    pub waiting: Option<Block>,
}

impl Round<'_> {
    /// The values of the next block and the proof of the waiting one.
    pub fn run(&self, stages: &mut Stages, threads: &Threads) -> (Option<Settled>, Option<Proof>) {
        stages.start(threads, self.next.is_some() && !self.state.few, self.waiting.is_some());
        let stages = &*stages;
        threads.together(|| self.lead(stages), || self.help(stages))
    }

    fn lead(&self, stages: &Stages) -> (Option<Settled>, Option<Proof>) {
        self.candidates(stages);
        let settled = self.next.map(|block| self.settle(stages, block));
        self.proofs(stages);
        let proof = || Proof::of_pieces(stages.claims.wait().iter().map(|piece| piece.1));
        (settled, self.waiting.map(|_| proof()))
    }

    fn help(&self, stages: &Stages) {
        self.candidates(stages);
        self.proofs(stages);
    }

    /// Steps 1 to 3, as long as there is something to do.
    fn candidates(&self, stages: &Stages) {
        let Some(block) = self.next else { return };
        let (state, isa) = (self.state, self.isa);
        let lists = state.witnesses.common.len();
        stages.cover.work(|index, pieces, result| {
            cover::open_values(state, block, part(lists, index, pieces), isa, result);
        });
        if stages.candidates.is_taken() {
            return;
        }
        let open = stages.cover.wait();
        let open: Vec<&Open> = open.iter().map(|open| &**open).collect();
        stages.candidates.work(|index, pieces, result| {
            let groups = part(block.len.div_ceil(32), index, pieces);
            candidates::candidates(state, block, &open, self.depth, groups, isa, result);
        });
    }

    /// Step 4.
    fn settle(&self, stages: &Stages, block: Block) -> Settled {
        if self.state.few {
            return few::settle(self.state, block, self.isa);
        }
        let (open, chosen) = (stages.cover.wait(), stages.candidates.wait());
        let open: Vec<&Open> = open.iter().map(|open| &**open).collect();
        let slots = chosen.iter().flat_map(|chosen| chosen.slots.iter());
        let mut settled = settle::settle(self.state, block, &open, slots, self.depth, self.isa);
        settled.exact += chosen.iter().map(|chosen| chosen.exact).sum::<u64>();
        settled
    }

    /// Step 5, as long as there is something to do.
    fn proofs(&self, stages: &Stages) {
        let Some(block) = self.waiting.filter(|_| !stages.claims.is_taken()) else { return };
        let (state, isa) = (self.state, self.isa);
        stages.needs.work(|_, _, result| prove::needs(state, block, isa, result));
        if !stages.reach.is_taken() {
            let needs = &stages.needs.wait()[0];
            stages.reach.work(|index, pieces, result| {
                prove::reach(state, block, needs, part(needs.len(), index, pieces), isa, result);
            });
        }
        let rows = stages.reach.wait();
        let rows: Vec<&[OpenRow]> = rows.iter().map(|rows| &rows[..]).collect();
        stages.claims.work(|index, pieces, (claims, proof)| {
            let groups = part(block.len.div_ceil(32), index, pieces);
            *proof = prove::claims(state, block, &rows, groups, self.ring, isa, claims);
        });
    }
}
