//! The search of [`search`](super::search) by several threads on one table.
//!
//! Every thread searches the whole game from its root, but they share the memo table, and a position that a thread is at
//! work on is marked there: the others turn to its other siblings first and come to it last, to help. So no thread ever
//! waits for another, and none can block. In front of the shared table each thread keeps the values that it asked for
//! last, so that most look-ups take no lock.
//!
//! The value of a position is what it is, whoever finds it. An error that names positions is found again by the serial
//! search, so that it does not depend on the threads either.

use super::error::Error;
use super::memo::{Known, Memo, storable};
use super::recent::Recent;
use super::search::{Search, capacity_bytes, insert, mex};
use super::{CHECK_EVERY, MAX_COMPONENTS, Solver};
use crate::game::Game;
use crate::watch::Watch;
use hashbrown::HashSet;
use std::hash::Hash;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

/// Unsolved moves that one listing collects before it pauses.
const BATCH: u32 = 16;

impl<G: Game + Sync> Solver<G>
where
    G::Position: Send + Sync,
{
    /// The Grundy value of a position by the definition, found by so many threads together.
    ///
    /// ```
    /// use grundy::{game, solve::Solver};
    /// let nim = game::from_options(|&n: &u32| 0..n);
    /// assert_eq!(Solver::new(nim).value_parallel(&1000, 2)?, 1000);
    /// # Ok::<(), grundy::solve::Error<u32>>(())
    /// ```
    pub fn value_parallel(&mut self, position: &G::Position, threads: usize) -> Result<u64, Error<G::Position>> {
        if threads > 1 && self.memo.value(position).is_none() {
            self.memo.share();
            let shared = Shared {
                game: &self.game,
                memo: &self.memo,
                watch: &self.watch,
                threads,
                done: AtomicBool::new(false),
            };
            match shared.run(position) {
                Ok(()) => {}
                Err(Error::Stop(stop)) => return Err(Error::Stop(stop)),
                // The serial search below finds the error that does not depend on the threads.
                Err(_) => {}
            }
        }
        Search::new(&self.game, &mut self.memo, &self.watch).value(position).map(u64::from)
    }

    /// The value of a sum, each component by so many threads together.
    pub fn sum_value_parallel(&mut self, sum: &[G::Position], threads: usize) -> Result<u64, Error<G::Position>> {
        self.fits(sum)?;
        sum.iter().try_fold(0, |xor, position| Ok(xor ^ self.value_parallel(position, threads)?))
    }
}

/// What the threads have in common.
struct Shared<'a, G: Game> {
    game: &'a G,
    memo: &'a Memo<G::Position>,
    watch: &'a Watch,
    threads: usize,
    /// The root is solved, or a thread met an error.
    done: AtomicBool,
}

impl<G: Game + Sync> Shared<'_, G>
where
    G::Position: Send + Sync,
{
    fn run(&self, root: &G::Position) -> Result<(), Error<G::Position>> {
        let results: Vec<_> = std::thread::scope(|scope| {
            let start = |number| scope.spawn(move || Worker::new(self, number).solve(root));
            let threads: Vec<_> = (0..self.threads).map(start).collect();
            threads.into_iter().map(|thread| thread.join()).collect()
        });
        let mut answer = Ok(());
        for result in results {
            match result {
                Ok(Ok(())) => {}
                Ok(Err(error)) => answer = Err(error),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        answer
    }
}

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
    /// How many of them were looked at: each twice, first those that nobody is at work on.
    looked: u32,
    /// Words of `seen` that belong to this frame.
    words: u32,
    complete: bool,
}

struct Worker<'a, 'b, G: Game> {
    shared: &'a Shared<'b, G>,
    number: usize,
    recent: Recent<G::Position>,
    /// The positions of the stack: to meet one of them again is a cycle.
    path: HashSet<G::Position, foldhash::fast::RandomState>,
    stack: Vec<Frame<G::Position>>,
    parts: Vec<Part<G::Position>>,
    seen: Vec<u64>,
    steps: u32,
}

impl<'a, 'b, G: Game> Worker<'a, 'b, G> {
    fn new(shared: &'a Shared<'b, G>, number: usize) -> Self {
        let mut recent = Recent::new();
        recent.open_at(u64::MAX);
        Worker {
            shared,
            number,
            recent,
            path: HashSet::default(),
            stack: Vec::new(),
            parts: Vec::new(),
            seen: Vec::new(),
            steps: 0,
        }
    }

    fn solve(mut self, root: &G::Position) -> Result<(), Error<G::Position>> {
        let answer = self.run(root);
        self.shared.done.store(true, Ordering::Relaxed);
        for frame in &self.stack {
            self.shared.memo.shared_leave(&frame.position);
        }
        answer
    }

    fn run(&mut self, root: &G::Position) -> Result<(), Error<G::Position>> {
        self.check()?;
        self.enter(root.clone())?;
        while let Some(frame) = self.stack.last() {
            if self.shared.done.load(Ordering::Relaxed) {
                return Ok(());
            }
            if frame.looked < 2 * frame.parts {
                self.look_at_part()?;
            } else if frame.parts > 0 {
                self.absorb();
            } else if !frame.complete {
                self.list()?;
            } else {
                self.leave()?;
            }
        }
        Ok(())
    }

    fn enter(&mut self, position: G::Position) -> Result<(), Error<G::Position>> {
        self.stack.push(Frame { position, listed: 0, parts: 0, looked: 0, words: 0, complete: false });
        self.list()
    }

    /// Lists the next moves of the top frame: solved ones go into its set, the parts of unsolved ones wait.
    fn list(&mut self) -> Result<(), Error<G::Position>> {
        self.steps += 1;
        if self.steps == CHECK_EVERY {
            self.steps = 0;
            self.check()?;
        }
        let Some(frame) = self.stack.last_mut() else { return Ok(()) };
        let (memo, recent, waiting, seen) = (self.shared.memo, &mut self.recent, &mut self.parts, &mut self.seen);
        let (start, skip) = (waiting.len(), frame.listed);
        let (mut index, mut unsolved, mut asked, mut too_many) = (0_u64, 0_u32, false, false);
        let words = &mut frame.words;
        let end = self.shared.game.moves(&frame.position, &mut |parts| {
            index += 1;
            if index <= skip {
                return ControlFlow::Continue(());
            }
            too_many = parts.len() > MAX_COMPONENTS;
            if !too_many {
                match split(memo, recent, parts, waiting) {
                    Some(value) => insert(seen, words, value),
                    None => unsolved += 1,
                }
            }
            asked = too_many || unsolved == BATCH;
            if asked { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        frame.listed = index;
        frame.parts = (waiting.len() - start) as u32;
        frame.looked = 0;
        frame.complete = end.is_continue();
        if too_many {
            return Err(Error::Components { limit: MAX_COMPONENTS });
        }
        if end.is_break() && !asked {
            return Err(Error::GaveUp(frame.position.clone()));
        }
        if frame.parts > 0 && skip == 0 {
            self.path.insert(frame.position.clone());
            let game = self.shared.game;
            memo.shared_enter(frame.position.clone(), |position| game.heap_bytes(position));
        }
        Ok(())
    }

    /// Looks at a part that waits for the top frame, and goes into it unless another thread is there and others wait.
    fn look_at_part(&mut self) -> Result<(), Error<G::Position>> {
        let Some(frame) = self.stack.last_mut() else { return Ok(()) };
        let (count, round) = (frame.parts as usize, frame.looked / frame.parts);
        // Each thread begins elsewhere.
        let turn = (frame.looked as usize + self.number * count / self.shared.threads) % count;
        frame.looked += 1;
        let part = &self.parts[self.parts.len() - count + turn].position;
        match known(self.shared.memo, &mut self.recent, part) {
            Some(Known::Value(_)) => Ok(()),
            Some(Known::Not { on_path: true, .. }) if self.path.contains(part) => Err(Error::Cycle(vec![part.clone()])),
            Some(Known::Not { on_path: true, .. }) if round == 0 => Ok(()),
            _ => {
                let part = part.clone();
                self.enter(part)
            }
        }
    }

    /// All parts of the batch are solved: their moves have values.
    fn absorb(&mut self) {
        let Some(frame) = self.stack.last_mut() else { return };
        let mut xor = 0;
        let start = self.parts.len() - frame.parts as usize;
        for part in &self.parts[start..] {
            match known(self.shared.memo, &mut self.recent, &part.position) {
                Some(Known::Value(value)) => xor ^= value,
                _ => unreachable!("both rounds are over, so every part was solved by this thread or by another"),
            }
            if let Some(rest) = part.ends {
                insert(&mut self.seen, &mut frame.words, std::mem::take(&mut xor) ^ rest);
            }
        }
        self.parts.truncate(start);
        frame.parts = 0;
    }

    /// Takes the top frame off with its value, and those below it that others have solved meanwhile.
    fn leave(&mut self) -> Result<(), Error<G::Position>> {
        let words = self.stack.last().map_or(0, |frame| frame.words as usize);
        let value = storable(mex(&self.seen[self.seen.len() - words..]), 0)?;
        if let Some(frame) = self.drop_frame() {
            let game = self.shared.game;
            self.shared.memo.shared_set(frame.position, value, |position| game.heap_bytes(position));
        }
        while let Some(frame) = self.stack.last() {
            match known(self.shared.memo, &mut self.recent, &frame.position) {
                Some(Known::Value(_)) => drop(self.drop_frame()),
                _ => break,
            }
        }
        Ok(())
    }

    fn drop_frame(&mut self) -> Option<Frame<G::Position>> {
        let frame = self.stack.pop()?;
        self.parts.truncate(self.parts.len() - frame.parts as usize);
        self.seen.truncate(self.seen.len() - frame.words as usize);
        self.path.remove(&frame.position);
        Some(frame)
    }

    fn check(&self) -> Result<(), Error<G::Position>> {
        let stacks = capacity_bytes(&self.stack) + capacity_bytes(&self.parts) + capacity_bytes(&self.seen);
        let bytes = self.shared.memo.bytes(CHECK_EVERY as usize) + stacks * self.shared.threads as u64;
        Ok(self.shared.watch.check(self.shared.memo.len(), bytes)?)
    }
}

/// What is known about a position, among this thread's recent values first.
#[inline]
fn known<P: Clone + Eq + Hash>(memo: &Memo<P>, recent: &mut Recent<P>, position: &P) -> Option<Known> {
    let hash = memo.hash(position);
    if let Some(value) = recent.value(hash, position) {
        return Some(Known::Value(value));
    }
    let known = memo.shared_get(hash, position);
    if let Some(Known::Value(value)) = known {
        recent.remember(hash, position, value);
    }
    known
}

/// The value of a move whose components are all solved; the others are left waiting.
#[inline]
fn split<P: Clone + Eq + Hash>(
    memo: &Memo<P>,
    recent: &mut Recent<P>,
    parts: &[P],
    waiting: &mut Vec<Part<P>>,
) -> Option<u32> {
    let start = waiting.len();
    let mut xor = 0;
    for part in parts {
        match known(memo, recent, part) {
            Some(Known::Value(value)) => xor ^= value,
            _ => waiting.push(Part { position: part.clone(), ends: None }),
        }
    }
    match waiting[start..].last_mut() {
        Some(last) => {
            last.ends = Some(xor);
            None
        }
        None => Some(xor),
    }
}
