//! The memo table: what is known about each position, in four bytes beside the position.
//!
//! In front of the large table lies a small one ([`Recent`]) that fits into the processor's cache: a depth-first search asks
//! for the same positions again and again (83 % of the look-ups of Chomp 12 × 12 are among the last 2^16).

use super::recent::Recent;
use crate::watch::Stop;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use std::hash::{BuildHasher, Hash};
use std::num::NonZeroU32;
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

/// What is known about one position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Known {
    /// Its value.
    Value(u32),
    /// Not its value yet; bit v of the mask says that it is not v.
    Not {
        /// Values below [`MASK_BITS`] that it is known not to have.
        mask: u32,
        /// It lies on the path that is searched just now: to meet it again is a cycle.
        on_path: bool,
    },
}

/// Values below this can be excluded one by one.
pub(crate) const MASK_BITS: u32 = 29;

const fn bit(index: u32) -> NonZeroU32 {
    match NonZeroU32::new(1 << index) {
        Some(bit) => bit,
        None => NonZeroU32::MIN,
    }
}

const SOLVED: NonZeroU32 = bit(31);
const OPEN: NonZeroU32 = bit(30);
const ON_PATH: NonZeroU32 = bit(29);

/// [`Known`] in four bytes, never zero, so that an empty slot needs no byte of its own.
#[derive(Debug, Clone, Copy)]
struct Packed(NonZeroU32);

impl Packed {
    #[inline]
    fn pack(known: Known) -> Self {
        Packed(match known {
            Known::Value(value) => SOLVED | value,
            Known::Not { mask, on_path: true } => OPEN | ON_PATH | mask,
            Known::Not { mask, on_path: false } => OPEN | mask,
        })
    }

    /// The value, if this is one.
    #[inline(always)]
    fn value(self) -> Option<u32> {
        let bits = self.0.get();
        if bits & SOLVED.get() != 0 { Some(bits & !SOLVED.get()) } else { None }
    }

    #[inline]
    fn unpack(self) -> Known {
        let bits = self.0.get();
        if bits & SOLVED.get() != 0 {
            Known::Value(bits & !SOLVED.get())
        } else {
            Known::Not { mask: bits & (ON_PATH.get() - 1), on_path: bits & ON_PATH.get() != 0 }
        }
    }
}

/// A value as the table holds it. More than 2^31 options of one position are beyond every limit that one can pass.
pub(crate) fn storable(value: u64, found: u64) -> Result<u32, Stop> {
    let limit = u64::from(SOLVED.get());
    u32::try_from(value).ok().filter(|&v| v < SOLVED.get()).ok_or(Stop::Positions { limit, found })
}

/// Parts of a shared table, each with a lock of its own: a power of two. A table that one thread uses has one part, as to
/// find the part costs a quarter of a look-up.
const SHARDS: usize = 64;

/// A part of the table, alone on its cache lines.
#[derive(Clone)]
#[repr(align(128))]
struct Shard<P> {
    table: HashTable<(P, Packed)>,
    solved: u64,
    /// Bytes that the positions own outside the table.
    heap: u64,
}

impl<P: Clone + Eq + Hash> Shard<P> {
    #[inline]
    fn find(&self, hash: u64, position: &P) -> Option<Known> {
        self.table.find(hash, |(found, _)| found == position).map(|(_, packed)| packed.unpack())
    }

    /// Changes what is known about a position by `update`; `heap_bytes` is what a new position owns outside itself.
    fn update(
        &mut self,
        (hasher, hash): (&Hasher, u64),
        position: P,
        update: impl FnOnce(Option<Known>) -> Known,
        heap_bytes: impl FnOnce(&P) -> usize,
    ) {
        let rehash = |(found, _): &(P, Packed)| hasher.hash_one(found);
        match self.table.entry(hash, |(found, _)| *found == position, rehash) {
            Entry::Occupied(mut entry) => {
                let old = entry.get().1.unpack();
                let new = update(Some(old));
                self.solved += u64::from(matches!((old, new), (Known::Not { .. }, Known::Value(_))));
                entry.get_mut().1 = Packed::pack(new);
            }
            Entry::Vacant(entry) => {
                let new = update(None);
                self.solved += u64::from(matches!(new, Known::Value(_)));
                self.heap += heap_bytes(&position) as u64;
                entry.insert((position, Packed::pack(new)));
            }
        }
    }

    /// Bytes in use, and those of the next growth when that is near.
    fn bytes(&self, soon: usize) -> u64 {
        let now = self.table.allocation_size() as u64;
        let growth = if self.table.len() + soon > self.table.capacity() { 2 * now } else { 0 };
        now + growth + self.heap
    }
}

/// On the searched path, with what was known before.
fn on_path(known: Option<Known>) -> Known {
    match known {
        Some(Known::Not { mask, .. }) => Known::Not { mask, on_path: true },
        Some(solved) => solved,
        None => Known::Not { mask: 0, on_path: true },
    }
}

/// Off the searched path, with what was known before.
fn off_path(known: Option<Known>) -> Known {
    match known {
        Some(Known::Not { mask, .. }) => Known::Not { mask, on_path: false },
        Some(solved) => solved,
        None => Known::Not { mask: 0, on_path: false },
    }
}

type Hasher = foldhash::fast::RandomState;

/// Positions with what is known about them. The methods that take `&mut self` need no lock.
pub(crate) struct Memo<P> {
    shards: Box<[RwLock<Shard<P>>]>,
    recent: Recent<P>,
    hasher: Hasher,
}

impl<P: Clone> Clone for Memo<P> {
    fn clone(&self) -> Self {
        let shards = self.shards.iter().map(|shard| RwLock::new(read(shard).clone())).collect();
        Memo { shards, recent: self.recent.clone(), hasher: self.hasher.clone() }
    }
}

// A panic in a game's code between two changes leaves every entry whole: a poisoned lock may be used on.
fn read<T>(lock: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    lock.read().unwrap_or_else(PoisonError::into_inner)
}

/// The part of a hash: bits that neither its table (lowest and highest ones) nor the recent values start from.
#[inline]
fn index<T>(shards: &[T], hash: u64) -> usize {
    (hash >> 36) as usize & (shards.len() - 1)
}

fn empty_shards<P>(count: usize) -> Box<[RwLock<Shard<P>>]> {
    let shard = || RwLock::new(Shard { table: HashTable::new(), solved: 0, heap: 0 });
    std::iter::repeat_with(shard).take(count).collect()
}

impl<P: Clone + Eq + Hash> Memo<P> {
    pub(crate) fn new() -> Self {
        Memo { shards: empty_shards(1), recent: Recent::new(), hasher: Default::default() }
    }

    /// Makes the table ready for several threads.
    pub(crate) fn share(&mut self) {
        if self.shards.len() == SHARDS {
            return;
        }
        for shard in std::mem::replace(&mut self.shards, empty_shards(SHARDS)) {
            let Shard { table, heap, .. } = shard.into_inner().unwrap_or_else(PoisonError::into_inner);
            for (position, packed) in table {
                self.update(position, |_| packed.unpack(), |_| 0);
            }
            self.shard(0).heap += heap;
        }
    }

    #[inline]
    pub(crate) fn hash(&self, position: &P) -> u64 {
        self.hasher.hash_one(position)
    }

    #[inline(always)]
    fn shard(&mut self, hash: u64) -> &mut Shard<P> {
        let index = index(&self.shards, hash);
        self.shards[index].get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    #[inline]
    pub(crate) fn get(&mut self, position: &P) -> Option<Known> {
        let hash = self.hash(position);
        self.shard(hash).find(hash, position)
    }

    /// The table to look positions up in, many in a row.
    #[inline]
    pub(crate) fn view(&mut self) -> View<'_, P> {
        let tables = match &mut *self.shards {
            [shard] => Tables::One(&shard.get_mut().unwrap_or_else(PoisonError::into_inner).table),
            shards => Tables::Many(shards),
        };
        View { tables, recent: &mut self.recent, hasher: &self.hasher }
    }

    /// The value, if it is known.
    #[inline]
    pub(crate) fn value(&mut self, position: &P) -> Option<u32> {
        self.view().value(position)
    }

    fn update(&mut self, position: P, update: impl FnOnce(Option<Known>) -> Known, heap: impl FnOnce(&P) -> usize) {
        let hash = self.hash(&position);
        let index = index(&self.shards, hash);
        let shard = self.shards[index].get_mut().unwrap_or_else(PoisonError::into_inner);
        shard.update((&self.hasher, hash), position, update, heap);
    }

    /// Remembers `known`; `heap_bytes` is what a new position owns outside itself.
    pub(crate) fn set(&mut self, position: P, known: Known, heap_bytes: impl FnOnce(&P) -> usize) {
        self.update(position, |_| known, heap_bytes);
    }

    /// Puts a position on the searched path.
    pub(crate) fn enter_path(&mut self, position: P, heap_bytes: impl FnOnce(&P) -> usize) {
        self.update(position, on_path, heap_bytes);
    }

    /// Takes a position off the searched path again, after an error.
    pub(crate) fn leave_path(&mut self, position: &P) {
        self.update(position.clone(), off_path, |_| 0);
    }

    /// Keeps recent values once the table is large.
    pub(crate) fn tend(&mut self) {
        self.recent.open_at(self.len());
    }

    /// Positions with a known value.
    pub(crate) fn solved(&self) -> u64 {
        self.shards.iter().map(|shard| read(shard).solved).sum()
    }

    /// Positions in the table.
    pub(crate) fn len(&self) -> u64 {
        self.shards.iter().map(|shard| read(shard).table.len() as u64).sum()
    }

    /// Bytes in use or soon in use.
    pub(crate) fn bytes(&self, soon: usize) -> u64 {
        let soon = soon / self.shards.len() + 1;
        self.shards.iter().map(|shard| read(shard).bytes(soon)).sum()
    }
}

/// The table of one thread, or all tables.
enum Tables<'a, P> {
    One(&'a HashTable<(P, Packed)>),
    Many(&'a [RwLock<Shard<P>>]),
}

/// A table for look-ups: what every one of them needs lies close at hand.
pub(crate) struct View<'a, P> {
    tables: Tables<'a, P>,
    recent: &'a mut Recent<P>,
    hasher: &'a Hasher,
}

impl<P: Clone + Eq + Hash> View<'_, P> {
    #[inline(always)]
    fn find(&self, hash: u64, position: &P) -> Option<Packed> {
        match self.tables {
            Tables::One(table) => table.find(hash, |(found, _)| found == position).map(|(_, packed)| *packed),
            Tables::Many(shards) => find_in_shard(shards, hash, position),
        }
    }

    /// What is known, looked for among the recent values first.
    #[inline]
    pub(crate) fn known(&mut self, position: &P) -> Option<Known> {
        let hash = self.hasher.hash_one(position);
        match self.recent.value(hash, position) {
            Some(value) => Some(Known::Value(value)),
            None => self.find(hash, position).map(Packed::unpack),
        }
    }

    /// The value, if it is known: the innermost step of every search by the definition.
    #[inline(always)]
    pub(crate) fn value(&mut self, position: &P) -> Option<u32> {
        let hash = self.hasher.hash_one(position);
        if self.recent.is_open()
            && let Some(value) = self.recent.value(hash, position)
        {
            return Some(value);
        }
        let value = self.find(hash, position)?.value()?;
        if self.recent.is_open() {
            self.recent.remember(hash, position, value);
        }
        Some(value)
    }
}

#[inline(never)]
fn find_in_shard<P: Clone + Eq + Hash>(shards: &[RwLock<Shard<P>>], hash: u64, position: &P) -> Option<Packed> {
    let shard = read(&shards[index(shards, hash)]);
    shard.table.find(hash, |(found, _)| found == position).map(|(_, packed)| *packed)
}

/// What several threads may do at once.
impl<P: Clone + Eq + Hash> Memo<P> {
    #[inline]
    pub(crate) fn shared_get(&self, hash: u64, position: &P) -> Option<Known> {
        read(&self.shards[index(&self.shards, hash)]).find(hash, position)
    }

    fn shared_update(&self, position: P, update: impl FnOnce(Option<Known>) -> Known, heap: impl FnOnce(&P) -> usize) {
        let hash = self.hash(&position);
        let mut shard = self.shards[index(&self.shards, hash)].write().unwrap_or_else(PoisonError::into_inner);
        shard.update((&self.hasher, hash), position, update, heap);
    }

    /// Remembers a value.
    pub(crate) fn shared_set(&self, position: P, value: u32, heap_bytes: impl FnOnce(&P) -> usize) {
        self.shared_update(position, |_| Known::Value(value), heap_bytes);
    }

    /// Marks a position as being searched by some thread.
    pub(crate) fn shared_enter(&self, position: P, heap_bytes: impl FnOnce(&P) -> usize) {
        self.shared_update(position, on_path, heap_bytes);
    }

    /// Takes the mark away again, after an error.
    pub(crate) fn shared_leave(&self, position: &P) {
        self.shared_update(position.clone(), off_path, |_| 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_is_lossless() {
        let cases = [
            Known::Value(0),
            Known::Value(SOLVED.get() - 1),
            Known::Not { mask: 0, on_path: true },
            Known::Not { mask: (1 << MASK_BITS) - 1, on_path: false },
        ];
        for known in cases {
            assert_eq!(Packed::pack(known).unpack(), known);
        }
    }

    #[test]
    fn too_large_values_are_refused() {
        assert_eq!(storable((1 << 31) - 1, 7), Ok(SOLVED.get() - 1));
        assert_eq!(storable(1 << 31, 7), Err(Stop::Positions { limit: 1 << 31, found: 7 }));
    }

    #[test]
    fn holds_what_was_put_in() {
        let mut memo = Memo::new();
        for n in 0..10_000_u32 {
            memo.set(n * 77, Known::Not { mask: 5, on_path: true }, |_| 3);
            memo.set(n * 77, Known::Value(n), |_| 3);
        }
        for _ in 0..2 {
            assert_eq!((memo.len(), memo.solved()), (10_000, 10_000));
            for n in 0..10_000 {
                assert_eq!(memo.get(&(n * 77)), Some(Known::Value(n)));
                assert_eq!(memo.get(&(n * 77 + 1)), None);
            }
            memo.share();
        }
    }
}
