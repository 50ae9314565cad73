//! The work at a block and at the proofs of the block before, in pieces that any thread may take.
//!
//! One thread leads: it also does step 4, which is in order. The way to it (steps 1 to 3) comes first for all threads, the
//! proofs fill the time beside it. What comes out does not depend on who does what.

use super::super::simd::Isa;
use super::super::threads::{Idle, Stage, Threads, part};
use super::candidates::{self, Depth, Slots};
use super::cover::{self, Open, Row};
use super::prove::{self, OpenRow, Proof, Ring};
use super::settle::{self, Settled};
use super::state::State;
use super::{Block, few};

/// Pieces of each stage for two threads or more: a piece takes a few microseconds.
const PIECES: usize = 12;

pub(super) struct Round<'a> {
    pub state: &'a State,
    pub isa: Isa,
    pub depth: Depth,
    pub ring: &'a Ring,
    /// The block to be settled.
    next: Option<Block>,
    cover: Stage<Open>,
    candidates: Stage<Vec<Slots>>,
    /// The block to be proved.
    waiting: Option<Block>,
    needs: Stage<Vec<Row>>,
    reach: Stage<Vec<OpenRow>>,
    claims: Stage<Proof>,
}

impl<'a> Round<'a> {
    pub fn new(sparse: &'a super::Sparse, next: Option<Block>, waiting: Option<Block>) -> Self {
        let pieces = if sparse.threads.count() > 1 { PIECES } else { 1 };
        let covered = if next.is_some() && !sparse.state.few { pieces } else { 0 };
        let proved = if waiting.is_some() { pieces } else { 0 };
        Round {
            state: &sparse.state,
            isa: sparse.isa,
            depth: sparse.depth,
            ring: &sparse.ring,
            next,
            cover: Stage::new(covered),
            candidates: Stage::new(covered),
            waiting,
            needs: Stage::new(proved.min(1)),
            reach: Stage::new(proved),
            claims: Stage::new(proved),
        }
    }

    /// The values of the next block and the proof of the waiting one.
    pub fn run(&self, threads: &Threads) -> (Option<Settled>, Option<Proof>) {
        threads.together(|| self.lead(), || self.help())
    }

    fn lead(&self) -> (Option<Settled>, Option<Proof>) {
        work_until(|| self.candidates.is_done(), || self.candidate_piece());
        let settled = self.next.map(|block| self.settle(block));
        work_until(|| self.claims.is_done(), || self.proof_piece());
        (settled, self.waiting.map(|_| Proof::of_pieces(self.claims.results())))
    }

    fn help(&self) {
        let all_taken = || self.candidates.is_taken() && self.claims.is_taken();
        work_until(all_taken, || self.candidate_piece() || self.proof_piece());
    }

    fn settle(&self, block: Block) -> Settled {
        if self.state.few {
            return few::settle(self.state, block, self.isa);
        }
        let open: Vec<&Open> = self.cover.results().collect();
        let slots = self.candidates.results().flatten();
        settle::settle(self.state, block, &open, slots, self.depth, self.isa)
    }

    /// Steps 1 to 3. False if nothing is ready.
    fn candidate_piece(&self) -> bool {
        let Some(block) = self.next else { return false };
        let (state, isa) = (self.state, self.isa);
        let lists = state.witnesses.common.len();
        self.cover.work(|index, pieces| cover::open_values(state, block, part(lists, index, pieces), isa))
            || self.cover.is_done()
                && self.candidates.work(|index, pieces| {
                    let open: Vec<&Open> = self.cover.results().collect();
                    let groups = part(block.len.div_ceil(32), index, pieces);
                    candidates::candidates(state, block, &open, self.depth, groups, isa)
                })
    }

    /// Step 5. False if nothing is ready.
    fn proof_piece(&self) -> bool {
        let Some(block) = self.waiting else { return false };
        let (state, isa) = (self.state, self.isa);
        self.needs.work(|_, _| prove::needs(state, block, isa))
            || self.needs.is_done()
                && self.reach.work(|index, pieces| {
                    let needs = self.needs.results().next().map_or(&[][..], |needs| needs);
                    prove::reach(state, block, needs, part(needs.len(), index, pieces), isa)
                })
            || self.reach.is_done()
                && self.claims.work(|index, pieces| {
                    let groups = part(block.len.div_ceil(32), index, pieces);
                    let rows: Vec<&[OpenRow]> = self.reach.results().map(|rows| &rows[..]).collect();
                    prove::claims(state, block, &rows, groups, self.ring, isa)
                })
    }
}

/// Does pieces until all is done; waits when none is ready.
fn work_until(done: impl Fn() -> bool, piece: impl Fn() -> bool) {
    let mut idle = Idle::default();
    while !done() {
        match piece() {
            true => idle = Idle::default(),
            false => idle.wait(),
        }
    }
}
