//! Makes a table: all blocks that are not there, in the order of tiers, by all threads.
//!
//! A block may be made when all blocks before it are there. Those that may be made wait in a queue, the lowest tier first; whoever has
//! time takes the next one, writes it into the folder and looks which blocks may be made now. A block is *closed* when it is there and
//! all before it are: after damage a block may be there although one before it is not.

use crate::cells::Cells;
use crate::error::Error;
use crate::folder::Folder;
use crate::plan::Plan;
use crate::shape::Shape;
use crate::source::Source;
use crate::store::Store;
use grundy::Watch;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// What was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Made {
    /// Blocks that were there.
    pub found: usize,
    /// Blocks that were made.
    pub made: usize,
}

/// Which blocks of a folder are there and sound; a damaged one is dropped and named.
pub fn sound_blocks(folder: &Folder, watch: &Watch, damaged: &mut dyn FnMut(&str)) -> Result<Vec<bool>, Error> {
    let mut done = vec![false; folder.shape().blocks()];
    for (block, done) in done.iter_mut().enumerate() {
        watch.check(0, 0)?;
        let checked = folder.block(block).and_then(|opened| opened.map(|opened| opened.verify()).transpose());
        match checked {
            Ok(head) => *done = head.is_some(),
            Err(Error::Damaged(text)) => {
                damaged(text.split("; ").next().unwrap_or(&text));
                folder.drop_block(block)?;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(done)
}

/// Makes all blocks that are not done, and calls `report` with the number of positions done.
pub fn make(
    plan: &Plan,
    folder: &Folder,
    done: Vec<bool>,
    watch: &Watch,
    report: &(dyn Fn(u64) + Sync),
) -> Result<Made, Error> {
    let store = Store::new(Some(folder), watch.limits().memory / 4);
    let found = done.iter().filter(|&&done| done).count();
    let keep = |block: usize, cells: Cells| folder.keep(block, &cells).map(|()| cells);
    let made = run(plan, &store, done, watch, report, &keep)?;
    folder.clear_up()?;
    Ok(Made { found, made })
}

/// A table in memory.
#[derive(Debug)]
pub struct InMemory {
    shape: Shape,
    store: Store<'static>,
}

impl InMemory {
    /// Makes a table in memory.
    pub fn make(plan: &Plan, watch: &Watch) -> Result<InMemory, Error> {
        let cells = plan.shape().cells();
        if cells > watch.limits().memory / 4 {
            let text = format!("{cells} positions in memory; --folder keeps them on the disk, or raise --max-memory");
            return Err(Error::Limit(text));
        }
        let store = Store::new(None, u64::MAX);
        run(plan, &store, vec![false; plan.shape().blocks()], watch, &|_| {}, &|_, cells| Ok(cells))?;
        Ok(InMemory { shape: plan.shape().clone(), store })
    }

    /// The box.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The values.
    pub fn source(&self) -> &dyn Source {
        &self.store
    }
}

/// What all threads know.
struct State {
    done: Vec<bool>,
    closed: Vec<bool>,
    queued: Vec<bool>,
    ready: BinaryHeap<Reverse<(u64, usize)>>,
    left: usize,
    made: usize,
    cells: u64,
    failed: Option<Error>,
}

impl State {
    fn new(shape: &Shape, done: Vec<bool>) -> State {
        let mut state = State {
            closed: vec![false; done.len()],
            queued: vec![false; done.len()],
            ready: BinaryHeap::new(),
            left: done.iter().filter(|&&done| !done).count(),
            made: 0,
            cells: (0..done.len()).filter(|&block| done[block]).map(|block| shape.place(block).cells() as u64).sum(),
            failed: None,
            done,
        };
        // What is before a block has a smaller number.
        for block in 0..state.done.len() {
            state.look(shape, block);
        }
        state
    }

    /// Closes a block or queues it, if all before it are closed. Whether it was closed just now.
    fn look(&mut self, shape: &Shape, block: usize) -> bool {
        if self.closed[block] || !shape.before(block).into_iter().all(|before| self.closed[before]) {
            return false;
        }
        if self.done[block] {
            self.closed[block] = true;
        } else if !std::mem::replace(&mut self.queued[block], true) {
            self.ready.push(Reverse((shape.tier(block), block)));
        }
        self.closed[block]
    }

    /// A block is done.
    fn finish(&mut self, shape: &Shape, block: usize) {
        self.done[block] = true;
        self.left -= 1;
        self.made += 1;
        self.cells += shape.place(block).cells() as u64;
        let mut open = vec![block];
        while let Some(block) = open.pop() {
            if self.look(shape, block) {
                open.extend(shape.behind(block));
            }
        }
    }
}

struct Shared<'a> {
    plan: &'a Plan,
    store: &'a Store<'a>,
    back: Option<Vec<u64>>,
    watch: &'a Watch,
    report: &'a (dyn Fn(u64) + Sync),
    keep: &'a (dyn Fn(usize, Cells) -> Result<Cells, Error> + Sync),
    state: Mutex<State>,
    more: Condvar,
}

fn run(
    plan: &Plan,
    store: &Store<'_>,
    done: Vec<bool>,
    watch: &Watch,
    report: &(dyn Fn(u64) + Sync),
    keep: &(dyn Fn(usize, Cells) -> Result<Cells, Error> + Sync),
) -> Result<usize, Error> {
    let state = Mutex::new(State::new(plan.shape(), done));
    let back = plan.blocks_back();
    let shared = Shared { plan, store, back, watch, report, keep, state, more: Condvar::new() };
    let threads = watch.limits().thread_count().clamp(1, plan.shape().blocks());
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|| shared.work());
        }
        shared.work();
    });
    let state = shared.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    match state.failed {
        Some(error) => Err(error),
        None => Ok(state.made),
    }
}

impl Shared<'_> {
    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        let _guard = Guard(self);
        while let Some(block) = self.next() {
            match self.block(block) {
                Ok(cells) => self.finish(block, cells),
                Err(error) => {
                    self.state().failed.get_or_insert(error);
                }
            }
            self.more.notify_all();
        }
    }

    /// The next block to make; nothing when all are made or somebody failed.
    fn next(&self) -> Option<usize> {
        let mut state = self.state();
        loop {
            if state.failed.is_some() || state.left == 0 {
                return None;
            }
            if let Some(Reverse((_, block))) = state.ready.pop() {
                return Some(block);
            }
            state = self.more.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn block(&self, block: usize) -> Result<Cells, Error> {
        let cells = self.plan.fill(block, self.store, self.watch)?;
        (self.keep)(block, cells)
    }

    fn finish(&self, block: usize, cells: Cells) {
        let shape = self.plan.shape();
        // Lines carry on what rays need; the values themselves are read again only if lines were dropped.
        if !(self.plan.forgets() && self.store.has_folder()) {
            self.store.insert(block, Arc::new(cells));
        }
        let mut state = self.state();
        state.finish(shape, block);
        let cells = state.cells;
        if let Some(back) = self.back.as_ref().filter(|_| self.store.has_folder()) {
            let near = around(shape, block, back, false);
            for old in
                near.into_iter().filter(|&old| around(shape, old, back, true).iter().all(|&user| state.done[user]))
            {
                self.store.forget(old);
            }
        }
        drop(state);
        (self.report)(cells);
    }
}

/// The blocks that a block may need, or that may need it: so many along each axis, itself included.
fn around(shape: &Shape, block: usize, back: &[u64], behind: bool) -> Vec<usize> {
    let (numbers, mut found) = (shape.numbers(block), Vec::new());
    let counts: Vec<u64> =
        shape.sizes().iter().zip(shape.shifts()).map(|(size, shift)| ((size - 1) >> shift) + 1).collect();
    let mut offset = vec![0; back.len()];
    loop {
        let other = numbers.iter().zip(&offset).zip(&counts).map(|((&number, &offset), &count)| {
            if behind { Some(number + offset).filter(|&number| number < count) } else { number.checked_sub(offset) }
        });
        if let Some(other) = other.collect::<Option<Vec<u64>>>() {
            found.push(shape.block(&other));
        }
        if !crate::shape::advance(&mut offset, back) {
            return found;
        }
    }
}

/// Ends the others when a thread panics: they would wait for it for ever.
struct Guard<'a>(&'a Shared<'a>);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.state().failed.get_or_insert(Error::Bad("a thread failed".into()));
        }
        self.0.more.notify_all();
    }
}
