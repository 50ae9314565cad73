//! The value of a position by its definition: the mex of the values of its options, each worked out once.
//!
//! A depth-first search on a stack of its own, so that depth is bounded by memory alone. Each frame remembers how many
//! moves it has listed; it lists a few unsolved ones, solves them, and lists on from there, each time as many as it has
//! listed before: so moves are listed about twice, even those of a rule like `sum(g(j) for j in 1..k) for k in 1..n`, whose every
//! move has a new part.
//! Rejected: to keep all unsolved moves of a frame (a deep and wide game fills the memory with them), and to list
//! again from the start (every known option is looked up again).
//!
//! Several threads may search together ([`parallel`](super::parallel)): then each has a member's view of what all know.
//!
//! Run time O(moves), memory O(positions) for the table and O(depth) for the stack.

use super::error::{Answer, Error};
use super::memo::{Desk, Known, Memo, storable};
use super::parallel::Member;
use super::steps::{Steps, bytes_of, capacity_bytes, is_large, owned_bytes, soon_bytes};
use super::{CHECK_EVERY, MAX_COMPONENTS};
use crate::game::Game;
use crate::watch::Watch;
use std::hash::Hash;
use std::ops::ControlFlow;

/// Unsolved moves that a listing collects before it pauses: at first, and at most. Each listing of a frame collects as many as the
/// frame has listed before, so that its moves are listed about twice. Deep paths begin with few, so that they hold few moves each.
const BATCH: (u64, u64) = (64, 256);
const BATCH_IN_THE_DEEP: u64 = 4;

/// Frames below which it is deep.
const DEEP: usize = 1 << 12;

/// Parts of unsolved moves after which a listing pauses.
const PARTS: usize = 1 << 10;

/// So many more parts that wait are a reason to look at the limits.
const MANY_PARTS: usize = 1 << 12;

/// Frames that are looked at after news from the team: those below are looked at when they are on top again.
const DROP_AT_ONCE: usize = 1 << 10;

/// Moves that are looked up together.
const WINDOW: usize = 128;

/// A component that was not solved when it was listed.
struct Part<P> {
    position: P,
    /// On the last component of a move: the XOR of its solved components.
    ends: Option<u32>,
}

struct Frame<P> {
    position: P,
    /// Moves listed so far; the next listing skips them.
    listed: u64,
    /// Entries of `parts` that belong to this frame; they are on top when the frame is.
    parts: u32,
    /// How many of them were looked at, round after round.
    looked: u32,
    /// Words of `seen` that belong to this frame; they are on top when the frame is.
    words: u32,
    complete: bool,
    /// The team knows that it is being searched.
    marked: bool,
}

pub(super) struct Search<'a, G: Game> {
    game: &'a G,
    /// What this thread knows.
    memo: &'a mut Memo<G::Position>,
    /// What the others know, if it searches with others.
    team: Option<Member<'a, G::Position>>,
    watch: &'a Watch,
    stack: Vec<Frame<G::Position>>,
    parts: Vec<Part<G::Position>>,
    /// Values of options, one bit each, the sets of all frames on top of each other.
    seen: Vec<u64>,
    desk: Desk<G::Position>,
    steps: Steps,
    /// Parts that waited when the limits were looked at last, or fewer that wait now.
    weighed: usize,
}

impl<'a, G: Game> Search<'a, G> {
    pub(super) fn new(game: &'a G, memo: &'a mut Memo<G::Position>, watch: &'a Watch) -> Self {
        Search {
            game,
            memo,
            team: None,
            watch,
            stack: Vec::new(),
            parts: Vec::new(),
            seen: Vec::new(),
            desk: Desk::default(),
            steps: Steps::default(),
            weighed: 0,
        }
    }

    /// The same search as a member of a team.
    pub(super) fn with_team(self, team: Member<'a, G::Position>) -> Self {
        Search { team: Some(team), ..self }
    }

    pub(super) fn value(mut self, position: &G::Position) -> Answer<u32, G> {
        self.solve(position)?;
        match self.known_value(position) {
            Some(value) => Ok(value),
            None => unreachable!("a search that ends alone has solved its root"),
        }
    }

    /// Solves the position, or helps until others have.
    pub(super) fn solve(&mut self, position: &G::Position) -> Answer<(), G> {
        if self.known_value(position).is_some() {
            return Ok(());
        }
        self.check()?;
        let answer = self.run(position);
        match &mut self.team {
            Some(team) => team.finish(self.memo, |position| self.game.heap_bytes(position)),
            None => self.stack.iter().for_each(|frame| self.memo.leave_path(&frame.position)),
        }
        answer
    }

    fn run(&mut self, position: &G::Position) -> Answer<(), G> {
        self.enter(position.clone())?;
        while let Some(frame) = self.stack.last() {
            if frame.looked < self.rounds() * frame.parts {
                self.look_at_part()?;
            } else if frame.parts > 0 {
                self.absorb();
            } else if !frame.complete {
                self.list()?;
            } else {
                self.leave()?;
            }
            if self.team.is_some() && self.is_over_for_all() {
                break;
            }
        }
        Ok(())
    }

    /// How often the parts of a batch are looked at: a team leaves those that others are at work on for the second round.
    fn rounds(&self) -> u32 {
        1 + u32::from(self.team.is_some())
    }

    fn known_value(&self, position: &G::Position) -> Option<u32> {
        let others = || self.team.as_ref()?.known().value(position);
        self.memo.value(position).or_else(others)
    }

    fn enter(&mut self, position: G::Position) -> Answer<(), G> {
        if let Some(value) = self.game.known_value(&position) {
            let value = storable(value.into(), self.memo.solved())?;
            self.memo.set(position, Known::Value(value), |position| self.game.heap_bytes(position));
            return Ok(());
        }
        self.stack.push(Frame { position, listed: 0, parts: 0, looked: 0, words: 0, complete: false, marked: false });
        self.list()
    }

    /// Lists the next moves of the top frame: solved ones go into its set, the parts of unsolved ones wait.
    fn list(&mut self) -> Answer<(), G> {
        // One move may leave thousands of parts: listings alone do not tell how much memory they take.
        self.weighed = self.weighed.min(self.parts.len());
        let heavy = self.parts.len() > self.weighed + MANY_PARTS;
        if self.steps.is_due(self.watch) || heavy || self.memo.len() > self.watch.limits().positions {
            self.check()?;
        }
        let (game, watch) = (self.game, self.watch);
        let least = if self.stack.len() < DEEP { BATCH.0 } else { BATCH_IN_THE_DEEP };
        let Some(frame) = self.stack.last_mut() else { return Ok(()) };
        let bytes = bytes_of(game, &frame.position);
        let (large, mut late) = (is_large(bytes), false);
        let start = self.parts.len();
        let skip = frame.listed;
        let mut index = 0_u64;
        let mut listing = Listing {
            memo: self.memo,
            others: self.team.as_ref().map(Member::known),
            parts: &mut self.parts,
            seen: &mut self.seen,
            words: frame.words,
            small: SmallSet::default(),
            desk: &mut self.desk,
            unsolved: 0,
            batch: skip.clamp(least, BATCH.1) as u32,
            most_parts: start + PARTS,
            too_many: false,
        };
        let end = self.game.moves(&frame.position, &mut |parts| {
            if large && watch.is_over() {
                late = true;
                return ControlFlow::Break(());
            }
            index += 1;
            if index <= skip { ControlFlow::Continue(()) } else { listing.visit(parts) }
        });
        let _ = listing.look_up_window();
        listing.small.move_to(listing.seen, &mut listing.words);
        let Listing { words, too_many, .. } = listing;
        frame.words = words;
        frame.listed = index;
        frame.parts = (self.parts.len() - start) as u32;
        self.steps.keep(self.parts.len() - start + 1, bytes);
        frame.looked = 0;
        if late {
            return self.check();
        }
        if too_many {
            return Err(Error::Components { limit: MAX_COMPONENTS });
        }
        frame.complete = end.map_err(Error::Game)?.is_continue();
        if frame.parts > 0 && skip == 0 {
            match &mut self.team {
                Some(team) => team.enter_path(frame.position.clone()),
                None => self.memo.enter_path(frame.position.clone(), |position| self.game.heap_bytes(position)),
            }
        }
        Ok(())
    }

    /// Looks at a part that waits for the top frame, and goes into it unless it is solved by now.
    fn look_at_part(&mut self) -> Answer<(), G> {
        let Some(frame) = self.stack.last_mut() else { return Ok(()) };
        let (count, looked) = (frame.parts as usize, frame.looked as usize);
        frame.looked += 1;
        let turn = (looked + self.team.as_ref().map_or(0, |team| team.start(count))) % count;
        let part = &self.parts[self.parts.len() - count + turn].position;
        let on_path = |known| matches!(known, Some(Known::Not { on_path: true, .. }));
        match (self.memo.get(part), &self.team) {
            (Some(Known::Value(_)), _) => Ok(()),
            (known, None) if on_path(known) => Err(self.cycle(part)),
            (_, Some(team)) if team.is_on_path(part) => Err(self.cycle(part)),
            (_, Some(team)) => match team.known().get(part) {
                Some(Known::Value(_)) => Ok(()),
                // Another thread is at work on it: it may be solved when this one comes round again.
                known if on_path(known) && looked < count => Ok(()),
                _ => self.enter(part.clone()),
            },
            _ => self.enter(part.clone()),
        }
    }

    /// All parts of the batch are solved: their moves have values.
    fn absorb(&mut self) {
        let count = self.stack.last().map_or(0, |frame| frame.parts as usize);
        let start = self.parts.len() - count;
        let mut xor = 0;
        for index in start..self.parts.len() {
            let Some(value) = self.known_value(&self.parts[index].position) else {
                unreachable!("every part was looked at until it was solved")
            };
            xor ^= value;
            if let (Some(rest), Some(frame)) = (self.parts[index].ends, self.stack.last_mut()) {
                insert(&mut self.seen, &mut frame.words, std::mem::take(&mut xor) ^ rest);
            }
        }
        self.parts.truncate(start);
        if let Some(frame) = self.stack.last_mut() {
            frame.parts = 0;
        }
    }

    /// Takes the top frame off; its value is the mex of its set, or the one value that is in it for a name of a sum.
    fn leave(&mut self) -> Answer<(), G> {
        let words = self.stack.last().map_or(0, |frame| frame.words as usize);
        let start = self.seen.len() - words;
        let is_sum = self.stack.last().is_some_and(|frame| self.game.is_sum(&frame.position));
        let found = if is_sum { least(&self.seen[start..]) } else { mex(&self.seen[start..]) };
        let value = storable(found, self.memo.solved())?;
        self.seen.truncate(start);
        if let Some(frame) = self.stack.pop() {
            if let Some(team) = &mut self.team {
                team.leave_path(&frame.position);
            }
            self.memo.set(frame.position, Known::Value(value), |position| self.game.heap_bytes(position));
        }
        if self.team.is_some() {
            self.drop_solved(1);
        }
        Ok(())
    }

    /// Tells the team what is new here, now and then, and drops what others have solved meanwhile; true if the search is
    /// over.
    fn is_over_for_all(&mut self) -> bool {
        let Some(team) = &mut self.team else { return false };
        let unmarked = self.stack.iter_mut().rev().take_while(|frame| !frame.marked);
        let marks = unmarked.map(|frame| {
            frame.marked = true;
            &frame.position
        });
        if team.exchange(self.memo, marks, |position| self.game.heap_bytes(position)) {
            self.drop_solved(DROP_AT_ONCE);
        }
        self.team.as_ref().is_some_and(Member::is_over)
    }

    /// Drops frames among the topmost ones that others have solved, with all above them.
    fn drop_solved(&mut self, look_at: usize) {
        let first = self.stack.len().saturating_sub(look_at);
        let solved = |frame: &Frame<G::Position>| self.known_value(&frame.position).is_some();
        let Some(lowest) = self.stack[first..].iter().position(solved) else { return };
        for frame in self.stack.drain(first + lowest..) {
            if let Some(team) = &mut self.team {
                team.leave_path(&frame.position);
            }
            self.parts.truncate(self.parts.len() - frame.parts as usize);
            self.seen.truncate(self.seen.len() - frame.words as usize);
        }
    }

    fn cycle(&self, position: &G::Position) -> Error<G::Position, G::Error> {
        Error::cycle(self.stack.iter().map(|frame| &frame.position), position)
    }

    fn check(&mut self) -> Answer<(), G> {
        self.weighed = self.parts.len();
        let stacks = capacity_bytes(&self.stack) + soon_bytes(&self.parts) + capacity_bytes(&self.seen);
        let stacks = stacks + self.team.as_ref().map_or(0, Member::path_bytes);
        let stacks = stacks + owned_bytes(self.game, self.parts.iter().map(|part| &part.position));
        let others = self.team.as_ref().map(Member::known);
        let path = self.team.as_ref().map_or(0, Member::path_len);
        let positions = self.memo.len() + path + others.map_or(0, Memo::len);
        let tables = self.memo.bytes(CHECK_EVERY as usize) + others.map_or(0, |memo| memo.bytes(CHECK_EVERY as usize));
        Ok(self.watch.check(positions, tables + stacks)?)
    }
}

/// What is found while the moves of one position are listed.
struct Listing<'a, P> {
    memo: &'a Memo<P>,
    others: Option<&'a Memo<P>>,
    parts: &'a mut Vec<Part<P>>,
    seen: &'a mut Vec<u64>,
    words: u32,
    small: SmallSet,
    desk: &'a mut Desk<P>,
    unsolved: u32,
    /// Unsolved moves that are enough.
    batch: u32,
    /// Parts that are enough, those of frames below counted.
    most_parts: usize,
    /// A move has too many components.
    too_many: bool,
}

impl<P: Clone + Eq + Hash> Listing<'_, P> {
    #[inline(always)]
    fn visit(&mut self, parts: &[P]) -> ControlFlow<()> {
        // To keep a position that owns memory would cost an allocation.
        if let [part] = parts
            && !std::mem::needs_drop::<P>()
        {
            self.desk.window.push(part.clone());
            if self.desk.window.len() < WINDOW {
                return ControlFlow::Continue(());
            }
            return self.look_up_window();
        }
        // Even if that was enough: this move counts as listed.
        let _ = self.look_up_window();
        self.look_up(parts)
    }

    /// Looks up the moves of the window together, so that the processor waits for all of them at once.
    #[inline(never)]
    fn look_up_window(&mut self) -> ControlFlow<()> {
        let Listing { memo, others, desk, small, seen, words, parts, unsolved, .. } = self;
        memo.values(*others, desk, |part, value| match value {
            Some(value) if small.insert(value) => {}
            Some(value) => insert(seen, words, value),
            None => {
                parts.push(Part { position: part, ends: Some(0) });
                *unsolved += 1;
            }
        });
        self.enough()
    }

    fn look_up(&mut self, parts: &[P]) -> ControlFlow<()> {
        self.too_many = parts.len() > MAX_COMPONENTS;
        if !self.too_many {
            match self.split(parts) {
                Some(value) => insert(self.seen, &mut self.words, value),
                None => self.unsolved += 1,
            }
        }
        self.enough()
    }

    /// The value of a move whose components are all solved; the others are left waiting.
    #[inline]
    fn split(&mut self, parts: &[P]) -> Option<u32> {
        let start = self.parts.len();
        let mut xor = 0;
        for part in parts {
            match self.memo.value(part).or_else(|| self.others?.value(part)) {
                Some(value) => xor ^= value,
                None => self.parts.push(Part { position: part.clone(), ends: None }),
            }
        }
        match self.parts[start..].last_mut() {
            Some(last) => {
                last.ends = Some(xor);
                None
            }
            None => Some(xor),
        }
    }

    fn enough(&self) -> ControlFlow<()> {
        let heavy = self.parts.len() > self.most_parts;
        if self.too_many || self.unsolved >= self.batch || heavy {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
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
fn insert(seen: &mut Vec<u64>, words: &mut u32, value: u32) {
    *word_of(seen, words, value / 64) |= 1 << (value % 64);
}

/// The least number that is in the set, 0 if it is empty.
fn least(words: &[u64]) -> u64 {
    let first = words.iter().position(|&word| word != 0);
    first.map_or(0, |at| at as u64 * 64 + u64::from(words[at].trailing_zeros()))
}

/// The least number that is not in the set.
pub(super) fn mex(words: &[u64]) -> u64 {
    let full = words.iter().take_while(|&&word| word == u64::MAX).count();
    full as u64 * 64 + words.get(full).map_or(0, |word| u64::from(word.trailing_ones()))
}
