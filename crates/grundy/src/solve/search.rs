//! The value of a position by its definition: the mex of the values of its options, each worked out once.
//!
//! A depth-first search on a stack of its own, so that depth is bounded by memory alone. Each frame remembers how many
//! moves it has listed; it lists a few unsolved ones, solves them, and lists on from there. Every listing after the
//! first is paid for by a position that was solved since, so a game lists its moves at most twice a position.
//! Rejected: to keep all unsolved moves of a frame (a deep and wide game fills the memory with them), and to list
//! again from the start (every known option is looked up again).
//!
//! Run time O(moves), memory O(positions) for the table and O(depth) for the stack.

use super::error::Error;
use super::memo::{Known, Memo, View, storable};
use super::{CHECK_EVERY, MAX_COMPONENTS};
use crate::game::Game;
use crate::watch::Watch;
use std::ops::ControlFlow;

/// Unsolved moves that one listing collects before it pauses.
const BATCH: u32 = 4;

/// Moves that are looked up together.
const WINDOW: usize = 16;

/// A component that is not solved yet of a move from the frame above it.
struct Pending<P> {
    position: P,
    /// On the last component of a move: the XOR of its solved components.
    ends: Option<u32>,
}

struct Frame<P> {
    position: P,
    /// Moves listed so far; the next listing skips them.
    listed: u64,
    /// Entries of `pending` that belong to this frame; they are on top when the frame is.
    waiting: u32,
    /// Words of `seen` that belong to this frame; they are on top when the frame is.
    words: u32,
    /// XOR of those components of the current move that were solved on the way.
    xor: u32,
    /// `ends` of the component that is being solved by the frame above.
    ends: Option<u32>,
    complete: bool,
}

impl<P> Frame<P> {
    fn new(position: P) -> Self {
        Frame { position, listed: 0, waiting: 0, words: 0, xor: 0, ends: None, complete: false }
    }
}

pub(super) struct Search<'a, G: Game> {
    game: &'a G,
    memo: &'a mut Memo<G::Position>,
    watch: &'a Watch,
    stack: Vec<Frame<G::Position>>,
    pending: Vec<Pending<G::Position>>,
    /// Values of options, one bit each, the sets of all frames on top of each other.
    seen: Vec<u64>,
    window: Vec<G::Position>,
    steps: u32,
}

impl<'a, G: Game> Search<'a, G> {
    pub(super) fn new(game: &'a G, memo: &'a mut Memo<G::Position>, watch: &'a Watch) -> Self {
        Search {
            game,
            memo,
            watch,
            stack: Vec::new(),
            pending: Vec::new(),
            seen: Vec::new(),
            window: Vec::new(),
            steps: 0,
        }
    }

    pub(super) fn value(mut self, position: &G::Position) -> Result<u32, Error<G::Position>> {
        if let Some(value) = self.memo.value(position) {
            return Ok(value);
        }
        self.check()?;
        let answer = self.run(position);
        if answer.is_err() {
            for frame in &self.stack {
                self.memo.leave_path(&frame.position);
            }
        }
        answer
    }

    fn run(&mut self, position: &G::Position) -> Result<u32, Error<G::Position>> {
        self.enter(position.clone())?;
        loop {
            let Some(frame) = self.stack.last_mut() else { unreachable!("the root's value ends the loop") };
            if frame.waiting > 0 {
                self.next_component()?;
            } else if !frame.complete {
                self.list()?;
            } else {
                let value = self.leave()?;
                match self.stack.last_mut() {
                    Some(parent) => {
                        let ends = parent.ends.take();
                        self.absorb(value, ends);
                    }
                    None => return Ok(value),
                }
            }
        }
    }

    fn enter(&mut self, position: G::Position) -> Result<(), Error<G::Position>> {
        self.stack.push(Frame::new(position));
        self.list()
    }

    /// Lists the next moves of the top frame: solved ones go into its set, unsolved ones wait.
    fn list(&mut self) -> Result<(), Error<G::Position>> {
        self.steps += 1;
        if self.steps == CHECK_EVERY {
            self.steps = 0;
            self.check()?;
        }
        let Some(frame) = self.stack.last_mut() else { return Ok(()) };
        let start = self.pending.len();
        let skip = frame.listed;
        let mut index = 0_u64;
        let mut listing = Listing {
            memo: self.memo.view(),
            pending: &mut self.pending,
            seen: &mut self.seen,
            words: frame.words,
            small: SmallSet::default(),
            window: &mut self.window,
            unsolved: 0,
            asked: false,
            too_many: false,
        };
        let end = self.game.moves(&frame.position, &mut |parts| {
            index += 1;
            if index <= skip { ControlFlow::Continue(()) } else { listing.visit(parts) }
        });
        let asked = listing.asked;
        let _ = listing.look_up_window();
        listing.small.move_to(listing.seen, &mut listing.words);
        let Listing { words, too_many, pending, .. } = listing;
        frame.words = words;
        frame.listed = index;
        frame.waiting = (pending.len() - start) as u32;
        frame.complete = end.is_continue();
        pending[start..].reverse();
        if too_many {
            return Err(Error::Components { limit: MAX_COMPONENTS });
        }
        if end.is_break() && !asked {
            return Err(Error::GaveUp(frame.position.clone()));
        }
        if frame.waiting > 0 && skip == 0 {
            self.memo.enter_path(frame.position.clone(), |position| self.game.heap_bytes(position));
        }
        Ok(())
    }

    /// Takes up the next component that waits for the top frame.
    fn next_component(&mut self) -> Result<(), Error<G::Position>> {
        let (Some(frame), Some(next)) = (self.stack.last_mut(), self.pending.pop()) else { return Ok(()) };
        frame.waiting -= 1;
        match self.memo.get(&next.position) {
            Some(Known::Value(value)) => {
                self.absorb(value, next.ends);
                Ok(())
            }
            Some(Known::Not { on_path: true, .. }) => Err(self.cycle(&next.position)),
            _ => {
                frame.ends = next.ends;
                self.enter(next.position)
            }
        }
    }

    /// Adds the value of a component to the top frame; if it ends a move, that option's value is known.
    fn absorb(&mut self, value: u32, ends: Option<u32>) {
        let Some(frame) = self.stack.last_mut() else { return };
        frame.xor ^= value;
        if let Some(rest) = ends {
            let option = std::mem::take(&mut frame.xor) ^ rest;
            insert(&mut self.seen, &mut frame.words, option);
        }
    }

    /// Takes the top frame off; its value is the mex of its set.
    fn leave(&mut self) -> Result<u32, Error<G::Position>> {
        let words = self.stack.last().map_or(0, |frame| frame.words as usize);
        let start = self.seen.len() - words;
        let value = storable(mex(&self.seen[start..]), self.memo.solved())?;
        self.seen.truncate(start);
        if let Some(frame) = self.stack.pop() {
            self.memo.set(frame.position, Known::Value(value), |position| self.game.heap_bytes(position));
        }
        Ok(value)
    }

    fn cycle(&self, position: &G::Position) -> Error<G::Position> {
        let start = self.stack.iter().rposition(|frame| frame.position == *position).unwrap_or(0);
        Error::Cycle(self.stack[start..].iter().map(|frame| frame.position.clone()).collect())
    }

    fn check(&mut self) -> Result<(), Error<G::Position>> {
        self.memo.tend();
        let stacks = capacity_bytes(&self.stack) + capacity_bytes(&self.pending) + capacity_bytes(&self.seen);
        Ok(self.watch.check(self.memo.len(), self.memo.bytes(CHECK_EVERY as usize) + stacks)?)
    }
}

pub(super) fn capacity_bytes<T>(stack: &Vec<T>) -> u64 {
    (stack.capacity() * size_of::<T>()) as u64
}

/// The value of a move whose components are all solved; the others are left waiting.
#[inline]
fn split<P: Clone + Eq + std::hash::Hash>(
    memo: &mut View<'_, P>,
    parts: &[P],
    pending: &mut Vec<Pending<P>>,
) -> Option<u32> {
    let start = pending.len();
    let mut xor = 0;
    for part in parts {
        match memo.value(part) {
            Some(value) => xor ^= value,
            None => pending.push(Pending { position: part.clone(), ends: None }),
        }
    }
    match pending[start..].last_mut() {
        Some(last) => {
            last.ends = Some(xor);
            None
        }
        None => Some(xor),
    }
}

/// What is found while the moves of one position are listed.
struct Listing<'a, P> {
    memo: View<'a, P>,
    pending: &'a mut Vec<Pending<P>>,
    seen: &'a mut Vec<u64>,
    words: u32,
    small: SmallSet,
    /// Moves to one position each that were not looked up yet.
    window: &'a mut Vec<P>,
    unsolved: u32,
    /// The game was asked to stop.
    asked: bool,
    /// … because a move has too many components.
    too_many: bool,
}

impl<P: Clone + Eq + std::hash::Hash> Listing<'_, P> {
    #[inline(always)]
    fn visit(&mut self, parts: &[P]) -> ControlFlow<()> {
        // To keep a position that owns memory would cost an allocation.
        if let [part] = parts
            && !std::mem::needs_drop::<P>()
        {
            self.window.push(part.clone());
            if self.window.len() < WINDOW {
                return ControlFlow::Continue(());
            }
            return self.look_up_window();
        }
        // Even if that was enough: this move counts as listed.
        let _ = self.look_up_window();
        self.look_up(parts)
    }

    /// Looks up the moves of the window in one tight loop, so that the processor waits for many of them at once.
    #[inline(never)]
    fn look_up_window(&mut self) -> ControlFlow<()> {
        for part in self.window.drain(..) {
            match self.memo.value(&part) {
                Some(value) if self.small.insert(value) => {}
                Some(value) => insert(self.seen, &mut self.words, value),
                None => {
                    self.pending.push(Pending { position: part, ends: Some(0) });
                    self.unsolved += 1;
                }
            }
        }
        self.enough()
    }

    fn look_up(&mut self, parts: &[P]) -> ControlFlow<()> {
        self.too_many = parts.len() > MAX_COMPONENTS;
        if !self.too_many {
            match split(&mut self.memo, parts, self.pending) {
                Some(value) => insert(self.seen, &mut self.words, value),
                None => self.unsolved += 1,
            }
        }
        self.enough()
    }

    fn enough(&mut self) -> ControlFlow<()> {
        self.asked = self.too_many || self.unsolved >= BATCH;
        if self.asked { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Values below 256 while the moves of one position are listed: it stays in registers or near them.
#[derive(Default)]
struct SmallSet([u64; 4]);

impl SmallSet {
    /// Adds the value if it is small enough.
    #[inline]
    fn insert(&mut self, value: u32) -> bool {
        let Some(word) = self.0.get_mut(value as usize / 64) else { return false };
        *word |= 1 << (value % 64);
        true
    }

    /// Adds its values to the set on top of `seen`.
    fn move_to(self, seen: &mut Vec<u64>, words: &mut u32) {
        for (word, bits) in (0..).zip(self.0).filter(|(_, bits)| *bits != 0) {
            *word_of(seen, words, word) |= bits;
        }
    }
}

/// A word of the set on top of `seen`, which has `words` words and grows if it must.
#[inline]
fn word_of<'a>(seen: &'a mut Vec<u64>, words: &mut u32, word: u32) -> &'a mut u64 {
    if word >= *words {
        seen.resize(seen.len() + (word + 1 - *words) as usize, 0);
        *words = word + 1;
    }
    let index = seen.len() - (*words - word) as usize;
    &mut seen[index]
}

/// Adds a value to the set on top of `seen`, which has `words` words.
#[inline]
pub(super) fn insert(seen: &mut Vec<u64>, words: &mut u32, value: u32) {
    *word_of(seen, words, value / 64) |= 1 << (value % 64);
}

/// The least number that is not in the set.
pub(super) fn mex(words: &[u64]) -> u64 {
    let full = words.iter().take_while(|&&word| word == u64::MAX).count();
    full as u64 * 64 + words.get(full).map_or(0, |word| u64::from(word.trailing_ones()))
}
