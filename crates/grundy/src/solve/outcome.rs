//! Who wins a position, without its value.
//!
//! **Theorem.** A position is won by the player who moves if and only if some move leaves a lost one. *Proof.* Its value is
//! the mex of the values of its options, which is 0, lost, if and only if none of them is 0. ∎
//!
//! So the first move to a lost position ends the search of a position, and only lost positions need all of their moves. They
//! are few in most games: of the 13,000 positions of a Word Play board some 50. Then a position is shown to be won without
//! listing its moves, by asking for each of the lost positions found last whether a move leads there
//! ([`Game::leads_to`]). What is found is kept in the table of the other searches: lost is the value 0, won is "not 0".
//!
//! Depth first on a stack of its own. A frame lists some unsolved moves, looks into them, and lists on from there, each
//! time as many as it has listed before: so its moves are listed about twice, and deep paths hold few moves each.
//! A move that leaves several positions needs their values; that is for the other searches ([`Outcomes::wins`] gives
//! nothing). What was cut off is not looked at, a cycle in it neither, and the answer does not depend on it.
//!
//! Run time O(moves), memory O(positions) for the table. Rejected: to note the positions *before* a lost one as won, since
//! almost none of them can be reached, and the table grows beyond the cache.

use super::error::{Answer, Error};
use super::memo::{Desk, Known, Memo};
use super::steps::{Steps, bytes_of, capacity_bytes, is_large, owned_bytes};
use super::{CHECK_EVERY, MAX_COMPONENTS};
use crate::game::Game;
use crate::watch::Watch;
use std::hash::Hash;
use std::ops::ControlFlow;

/// Unsolved moves that a listing collects before it pauses: at first, and at most; deep paths begin with few.
const BATCH: (u64, u64) = (8, 256);
const BATCH_IN_THE_DEEP: u64 = 4;

/// Moves that are looked up together.
const WINDOW: usize = 8;

/// Frames below which it is deep.
const DEEP: usize = 1 << 12;

/// Lost positions that are asked about: those found last.
const LOST: usize = 64;

struct Frame<P> {
    position: P,
    /// Moves listed so far; the next listing skips them.
    listed: u64,
    /// Where the frame's unsolved moves begin, and the next one to look at.
    first: usize,
    next: usize,
    /// Lost positions found before its unsolved moves were asked about them.
    asked: usize,
    complete: bool,
    on_path: bool,
}

/// What is known about who wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wins {
    Yes,
    No,
    Unknown,
    /// It lies on the searched path.
    Path,
}

/// The lost positions found last.
struct Lost<P> {
    kept: Vec<P>,
    found: usize,
}

impl<P> Lost<P> {
    fn add(&mut self, position: P) {
        if self.kept.len() == 2 * LOST {
            self.kept.drain(..LOST);
        }
        self.kept.push(position);
        self.found += 1;
    }

    /// Those found after the first `before` ones, as far as they are kept.
    fn since(&self, before: usize) -> &[P] {
        let count = (self.found - before).min(LOST).min(self.kept.len());
        &self.kept[self.kept.len() - count..]
    }
}

pub(super) struct Outcomes<'a, G: Game> {
    game: &'a G,
    memo: &'a mut Memo<G::Position>,
    watch: &'a Watch,
    stack: Vec<Frame<G::Position>>,
    /// Unsolved moves of all frames on top of each other.
    open: Vec<G::Position>,
    lost: Lost<G::Position>,
    desk: Desk<G::Position>,
    steps: Steps,
}

/// Nothing: a move leaves several positions.
type Found<T, G> = Answer<Option<T>, G>;

impl<'a, G: Game> Outcomes<'a, G> {
    pub(super) fn new(game: &'a G, memo: &'a mut Memo<G::Position>, watch: &'a Watch) -> Self {
        let lost = Lost { kept: Vec::new(), found: 0 };
        let (desk, steps) = (Desk::default(), Steps::default());
        Outcomes { game, memo, watch, stack: Vec::new(), open: Vec::new(), lost, desk, steps }
    }

    /// Whether the player who moves wins; nothing if that takes values.
    pub(super) fn wins(mut self, position: &G::Position) -> Found<bool, G> {
        if let known @ (Wins::Yes | Wins::No) = self.known(position) {
            return Ok(Some(known == Wins::Yes));
        }
        self.check()?;
        let ran = self.run(position);
        for frame in self.stack.iter().filter(|frame| frame.on_path) {
            self.memo.leave_path(&frame.position);
        }
        Ok(ran?.map(|()| self.known(position) == Wins::Yes))
    }

    fn known(&self, position: &G::Position) -> Wins {
        wins(self.memo.get(position))
    }

    fn run(&mut self, position: &G::Position) -> Found<(), G> {
        let mut entered = Some(position.clone());
        loop {
            if let Some(position) = entered.take().and_then(|position| self.unless_at_hand(position)) {
                let (first, asked) = (self.open.len(), self.lost.found);
                let (listed, complete, on_path) = (0, false, false);
                self.stack.push(Frame { position, listed, first, next: first, asked, complete, on_path });
            }
            let Some(frame) = self.stack.last() else { return Ok(Some(())) };
            if frame.next < self.open.len() {
                entered = self.look()?;
            } else if frame.complete {
                self.leave(false);
            } else if self.list()?.is_none() {
                return Ok(None);
            }
        }
    }

    /// The position, unless the game has its value at hand, which is noted then.
    fn unless_at_hand(&mut self, position: G::Position) -> Option<G::Position> {
        let heap_bytes = |position: &G::Position| self.game.heap_bytes(position);
        match self.game.known_value(&position) {
            Some(0) => self.memo.set(position, Known::Value(0), heap_bytes),
            Some(_) => note_won(self.memo, &position, heap_bytes),
            None => return Some(position),
        }
        None
    }

    /// Looks at the next unsolved move of the top frame; gives it if it must be looked into.
    fn look(&mut self) -> Answer<Option<G::Position>, G> {
        let Some(frame) = self.stack.last_mut() else { return Ok(None) };
        let (at, asked) = (frame.next, frame.asked);
        match wins(self.memo.get(&self.open[at])) {
            Wins::Yes => frame.next += 1,
            Wins::No => self.leave(true),
            Wins::Path => return Err(self.cycle(&self.open[at])),
            // Once looked into, it is known, and this is its next look.
            Wins::Unknown if !self.ask(at, at + 1, asked) => return Ok(Some(self.open[at].clone())),
            Wins::Unknown => {}
        }
        Ok(None)
    }

    /// Lists the next moves of the top frame; nothing if one leaves several positions.
    fn list(&mut self) -> Found<(), G> {
        self.tick()?;
        let least = if self.stack.len() < DEEP { BATCH.0 } else { BATCH_IN_THE_DEEP };
        let Some(frame) = self.stack.last_mut() else { return Ok(Some(())) };
        self.open.truncate(frame.first);
        let (skip, first) = (frame.listed, frame.first);
        let most = first + skip.clamp(least, BATCH.1) as usize;
        let (mut index, mut several) = (0_u64, 0);
        let mut listing = Listing { memo: &*self.memo, desk: &mut self.desk, open: &mut self.open, won: false };
        let bytes = bytes_of(self.game, &frame.position);
        let (large, mut late, watch) = (is_large(bytes), false, self.watch);
        let end = self.game.moves(&frame.position, &mut |parts| {
            if large && watch.is_over() {
                late = true;
                return ControlFlow::Break(());
            }
            index += 1;
            if index <= skip {
                return ControlFlow::Continue(());
            }
            match parts {
                [] => listing.won = true,
                [part] => listing.add(part),
                parts => several = parts.len(),
            }
            let enough = listing.won || several > 0 || listing.open.len() >= most;
            if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        listing.look_up();
        let won = listing.won;
        self.steps.keep(self.open.len() - first + 1, bytes);
        frame.listed = index;
        frame.next = first;
        frame.complete = end.map_err(Error::Game)?.is_continue();
        if late {
            return self.check().map(Some);
        }
        if several > MAX_COMPONENTS {
            return Err(Error::Components { limit: MAX_COMPONENTS });
        }
        if several > 0 {
            return Ok(None);
        }
        if won {
            self.leave(true);
            return Ok(Some(()));
        }
        if self.open.len() > first {
            frame.asked = self.lost.found;
            if !frame.on_path {
                frame.on_path = true;
                self.memo.enter_path(frame.position.clone(), |position| self.game.heap_bytes(position));
            }
            self.ask(first, self.open.len(), 0);
        }
        Ok(Some(()))
    }

    /// Notes which of some unsolved moves lead to a position known as lost, found after the first `before` ones. Whether
    /// one does.
    fn ask(&mut self, first: usize, end: usize, before: usize) -> bool {
        let lost = self.lost.since(before);
        if lost.is_empty() {
            return false;
        }
        let mut some = false;
        let (open, memo, game) = (&self.open[first..end], &mut *self.memo, self.game);
        game.leads_to(open, lost, &mut |index| {
            some = true;
            note_won(memo, &open[index], |position| game.heap_bytes(position));
        });
        some
    }

    /// Takes the top frame off: its position is won, or lost.
    fn leave(&mut self, won: bool) {
        let Some(frame) = self.stack.pop() else { return };
        self.open.truncate(frame.first);
        let heap_bytes = |position: &G::Position| self.game.heap_bytes(position);
        if won {
            note_won(self.memo, &frame.position, heap_bytes);
            // It was the next move of the frame below.
            self.stack.last_mut().into_iter().for_each(|below| below.next += 1);
        } else {
            self.memo.set(frame.position.clone(), Known::Value(0), heap_bytes);
            self.lost.add(frame.position);
        }
    }

    fn tick(&mut self) -> Answer<(), G> {
        let over = self.memo.len() > self.watch.limits().positions;
        if self.steps.is_due(self.watch) || over { self.check() } else { Ok(()) }
    }

    fn cycle(&self, position: &G::Position) -> Error<G::Position, G::Error> {
        Error::cycle(self.stack.iter().map(|frame| &frame.position), position)
    }

    fn check(&mut self) -> Answer<(), G> {
        let stacks = capacity_bytes(&self.stack) + capacity_bytes(&self.open) + capacity_bytes(&self.lost.kept);
        let stacks = stacks + owned_bytes(self.game, self.open.iter().chain(&self.lost.kept));
        Ok(self.watch.check(self.memo.len(), self.memo.bytes(CHECK_EVERY as usize) + stacks)?)
    }
}

/// What is found while the moves of one position are listed.
struct Listing<'a, P> {
    memo: &'a Memo<P>,
    desk: &'a mut Desk<P>,
    open: &'a mut Vec<P>,
    /// A move leaves a lost position.
    won: bool,
}

impl<P: Clone + Eq + Hash> Listing<'_, P> {
    #[inline]
    fn add(&mut self, part: &P) {
        // To keep a position that owns memory would cost an allocation.
        if std::mem::needs_drop::<P>() {
            return note(self.memo.get(part), || part.clone(), self.open, &mut self.won);
        }
        self.desk.window.push(part.clone());
        if self.desk.window.len() >= WINDOW {
            self.look_up();
        }
    }

    /// Looks up the moves of the window together, so that the processor waits for all of them at once.
    fn look_up(&mut self) {
        let Listing { memo, desk, open, won } = self;
        memo.all(desk, |part, known| note(known, || part, open, won));
    }
}

#[inline]
fn note<P>(known: Option<Known>, part: impl FnOnce() -> P, open: &mut Vec<P>, won: &mut bool) {
    match wins(known) {
        Wins::Yes => {}
        Wins::No => *won = true,
        Wins::Unknown | Wins::Path => open.push(part()),
    }
}

fn wins(known: Option<Known>) -> Wins {
    match known {
        Some(Known::Value(0)) => Wins::No,
        Some(Known::Value(_)) => Wins::Yes,
        Some(Known::Not { mask, .. }) if mask & 1 == 1 => Wins::Yes,
        Some(Known::Not { on_path: true, .. }) => Wins::Path,
        _ => Wins::Unknown,
    }
}

/// Notes that a position is not 0, with what was known before; it is off the searched path then.
fn note_won<P: Clone + Eq + Hash>(memo: &mut Memo<P>, position: &P, heap_bytes: impl FnOnce(&P) -> usize) {
    let won = |known: Option<Known>| match known {
        Some(value @ Known::Value(_)) => value,
        Some(Known::Not { mask, .. }) => Known::Not { mask: mask | 1, on_path: false },
        None => Known::Not { mask: 1, on_path: false },
    };
    memo.update(position.clone(), won, heap_bytes);
}
