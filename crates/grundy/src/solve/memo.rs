//! The memo table: what is known about each position, in four bytes beside the position.

use super::near::{Found, Near};
use super::table::Table;
use crate::watch::Stop;
use std::hash::{BuildHasher, Hash};
use std::num::NonZeroU32;

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
pub(super) struct Packed(NonZeroU32);

impl Packed {
    #[inline]
    fn pack(known: Known) -> Self {
        Packed(match known {
            Known::Value(value) => SOLVED | value,
            Known::Not { mask, on_path: true } => OPEN | ON_PATH | mask,
            Known::Not { mask, on_path: false } => OPEN | mask,
        })
    }

    #[cfg(test)]
    pub(super) fn of_value(value: u32) -> Self {
        Packed::pack(Known::Value(value))
    }

    #[inline(always)]
    pub(super) fn bits(self) -> u32 {
        self.0.get()
    }

    /// The value, if this is one.
    #[inline(always)]
    pub(super) fn value(self) -> Option<u32> {
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

/// Positions to be looked up together, and their hashes.
pub(super) struct Desk<P> {
    pub(super) window: Vec<P>,
    hashes: Vec<u64>,
}

impl<P> Default for Desk<P> {
    fn default() -> Self {
        Desk { window: Vec::new(), hashes: Vec::new() }
    }
}

/// Positions with what is known about them.
#[derive(Clone)]
pub(crate) struct Memo<P> {
    table: Table<P>,
    /// Most positions, if they are integers of which a field tells the others.
    near: Option<Near<P>>,
    /// It turned out that no field does.
    far: bool,
    hasher: foldhash::fast::RandomState,
    solved: u64,
    /// Bytes that the positions own outside the table.
    heap: u64,
}

impl<P: Clone + Eq + Hash> Memo<P> {
    pub(crate) fn new() -> Self {
        Memo { table: Table::new(), near: None, far: false, hasher: Default::default(), solved: 0, heap: 0 }
    }

    /// An empty one that hashes as this one does, so that both can be asked for the same positions at once.
    pub(super) fn sibling(&self) -> Self {
        Memo { hasher: self.hasher.clone(), ..Memo::new() }
    }

    /// Hands the values over to another memo.
    pub(super) fn hand_over(&mut self, to: &mut Self, heap_bytes: impl Fn(&P) -> usize) {
        (self.solved, self.heap) = (0, 0);
        let near = self.near.take().into_iter();
        for (position, packed) in self.table.drain().chain(near.flat_map(|mut near| near.drain().collect::<Vec<_>>())) {
            to.set(position, packed.unpack(), &heap_bytes);
        }
    }

    /// Takes every position off the searched path.
    pub(super) fn leave_all_paths(&mut self) {
        let leave = |packed: &mut Packed| *packed = Packed::pack(off_path(Some(packed.unpack())));
        self.table.for_each(leave);
        self.near.iter_mut().for_each(|near| near.for_each(leave));
    }

    #[inline(always)]
    fn find(&self, position: &P) -> Option<Packed> {
        match self.near.as_ref().map_or(Found::Other, |near| near.find(position)) {
            Found::Own(packed) => Some(packed),
            Found::Empty => None,
            Found::Other => self.table.find(self.hasher.hash_one(position), position),
        }
    }

    #[inline]
    pub(crate) fn get(&self, position: &P) -> Option<Known> {
        self.find(position).map(Packed::unpack)
    }

    /// The value, if it is known: the innermost step of every search by the definition.
    #[inline]
    pub(crate) fn value(&self, position: &P) -> Option<u32> {
        self.find(position)?.value()
    }

    /// The values of positions as far as they are known here or to others, in the order of the window, which it empties.
    #[inline(always)]
    pub(super) fn values(&self, others: Option<&Memo<P>>, desk: &mut Desk<P>, mut found: impl FnMut(P, Option<u32>)) {
        let Desk { window, hashes } = desk;
        if self.near.is_some() || others.is_some_and(|others| others.near.is_some()) {
            for position in window.drain(..) {
                let value = others.and_then(|others| others.value(&position)).or_else(|| self.value(&position));
                found(position, value);
            }
            return;
        }
        hashes.clear();
        hashes.extend(window.iter().map(|position| self.hasher.hash_one(position)));
        // What others know is the larger table by far: this one is in the cache then.
        others.unwrap_or(self).table.fetch(hashes);
        for (position, &hash) in window.drain(..).zip(&*hashes) {
            let here = || self.table.find(hash, &position).and_then(Packed::value);
            let value = others.and_then(|others| others.table.find(hash, &position)?.value()).or_else(here);
            found(position, value);
        }
    }

    /// What is known about positions, in the order of the window, which it empties.
    #[inline(always)]
    pub(super) fn all(&self, desk: &mut Desk<P>, mut found: impl FnMut(P, Option<Known>)) {
        let Desk { window, hashes } = desk;
        if self.near.is_some() {
            for position in window.drain(..) {
                let known = self.get(&position);
                found(position, known);
            }
            return;
        }
        hashes.clear();
        hashes.extend(window.iter().map(|position| self.hasher.hash_one(position)));
        self.table.fetch(hashes);
        for (position, &hash) in window.drain(..).zip(&*hashes) {
            let known = self.table.find(hash, &position).map(Packed::unpack);
            found(position, known);
        }
    }

    /// Changes what is known about a position; `heap` is what it owns outside itself.
    pub(super) fn update(
        &mut self,
        position: P,
        update: impl FnOnce(Option<Known>) -> Known,
        heap: impl FnOnce(&P) -> usize,
    ) {
        let owned = heap(&position) as u64;
        let mut newly = false;
        let change = |packed: Option<Packed>| {
            let old = packed.map(Packed::unpack);
            let new = update(old);
            let is_solved = |known| matches!(known, Known::Value(_));
            newly = is_solved(new) && !old.is_some_and(is_solved);
            Packed::pack(new)
        };
        let is_new = match self.update_near(&position, change) {
            Ok(is_new) => is_new,
            Err(change) => self.put(position, change),
        };
        self.solved += u64::from(newly);
        self.heap += if is_new { owned } else { 0 };
    }

    /// Changes what is known about a position that is kept by its field; gives the change back if it is not.
    #[inline]
    fn update_near<F: FnOnce(Option<Packed>) -> Packed>(&mut self, position: &P, change: F) -> Result<bool, F> {
        match &mut self.near {
            Some(near) => near.update(position, change),
            None => Err(change),
        }
    }

    /// Changes what the hash table knows about a position, or puts a new one in. Whether it is new.
    fn put(&mut self, position: P, change: impl FnOnce(Option<Packed>) -> Packed) -> bool {
        let hash = self.hasher.hash_one(&position);
        if self.far || !self.table.grows_for(hash, &position) {
            return self.insert(hash, position, change);
        }
        self.rearrange();
        match self.update_near(&position, change) {
            Ok(is_new) => is_new,
            Err(change) => self.insert(hash, position, change),
        }
    }

    /// Where the hash table would grow: keeps most positions by a field from now on, if one tells the others. If many were put into the
    /// hash table since, the field is looked for again, for it may have become wider; if there is none, there never will be.
    #[cold]
    fn rearrange(&mut self) {
        if self.near.as_ref().is_some_and(|near| near.len() > 2 * self.table.len()) {
            return;
        }
        let learnt = Near::learn(&self.table, self.near.as_ref());
        self.far = learnt.is_none() && self.near.is_some();
        let older = std::mem::replace(&mut self.near, learnt);
        if self.near.is_some() {
            let mut all = std::mem::replace(&mut self.table, Table::new());
            all.drain().for_each(|known| self.take_in(known));
        }
        older.into_iter().for_each(|mut older| older.drain().for_each(|known| self.take_in(known)));
    }

    fn take_in(&mut self, (position, packed): (P, Packed)) {
        if let Err(change) = self.update_near(&position, |_| packed) {
            self.insert(self.hasher.hash_one(&position), position, change);
        }
    }

    fn insert(&mut self, hash: u64, position: P, change: impl FnOnce(Option<Packed>) -> Packed) -> bool {
        let Memo { table, hasher, .. } = self;
        table.update((hash, |position| hasher.hash_one(position)), position, change)
    }

    /// Remembers `known`; `heap_bytes` is what a position owns outside itself.
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

    /// Positions with a known value.
    pub(crate) fn solved(&self) -> u64 {
        self.solved
    }

    /// Positions in the table.
    pub(crate) fn len(&self) -> u64 {
        (self.table.len() + self.near.as_ref().map_or(0, Near::len)) as u64
    }

    /// Bytes in use or soon in use.
    pub(crate) fn bytes(&self, soon: usize) -> u64 {
        self.table.bytes(soon) + self.near.as_ref().map_or(0, Near::bytes) + self.heap
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

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
        assert_eq!((memo.len(), memo.solved()), (10_000, 10_000));
        for n in 0..10_000 {
            assert_eq!(memo.get(&(n * 77)), Some(Known::Value(n)));
            assert_eq!(memo.get(&(n * 77 + 1)), None);
        }
    }

    #[test]
    fn a_field_that_rises_stays_one() {
        let mut memo = Memo::new();
        for n in 0..100_000u64 {
            memo.set(n | (n * n % 77) << 32, Known::Value(1), |_| 0);
        }
        assert_eq!((memo.len(), memo.far), (100_000, false));
        assert!(memo.near.is_some_and(|near| near.len() > 60_000));
    }

    /// Integers of two fields, and how the second follows from the first.
    fn word(kind: u32, n: u64, first: u64) -> u64 {
        let second = match kind {
            0 => 3 * first + 1,
            1 => first ^ (first >> 3),
            // A field tells nothing, at first or at last.
            2 => n % 7,
            _ if n < 700 => first,
            _ => n % 5,
        };
        first << 2 | second << 32
    }

    proptest! {
        /// Positions that are kept by a field, and those that are for a while or never, against a plain map.
        #[test]
        fn is_a_map(
            seed in any::<u64>(), kind in 0u32..4, spread in prop::sample::select(vec![900u64, 4000, 1 << 14, 1 << 20])
        ) {
            let (mut memo, mut map, mut random) = (Memo::new(), HashMap::new(), seed | 1);
            // What is solved stays so in a search; here it is counted as often as it becomes so.
            let (mut near, mut solved) = (false, 0);
            let is_solved = |known: &Known| matches!(known, Known::Value(_));
            for n in 0..6000 {
                random = random.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29) ^ n;
                // In rising order at first, then here and there.
                let first = if n < 3000 { n % spread } else { random % spread };
                let position = word(kind, n, first);
                let known = match random >> 60 {
                    0..8 => Known::Value(n as u32),
                    8..12 => Known::Not { mask: 1, on_path: false },
                    _ => Known::Not { mask: 2, on_path: true },
                };
                prop_assert_eq!(memo.get(&position), map.get(&position).copied());
                memo.set(position, known, |_| 8);
                let before = map.insert(position, known);
                solved += u64::from(is_solved(&known) && !before.as_ref().is_some_and(is_solved));
                near |= memo.near.is_some();
                if n % 500 == 0 {
                    let mut desk = Desk { window: map.keys().copied().chain([1 << 60, 3]).collect(), hashes: Vec::new() };
                    memo.all(&mut desk, |position, known| assert_eq!(known, map.get(&position).copied()));
                }
            }
            prop_assert!(near || kind > 1 || spread == 1 << 20);
            prop_assert_eq!((memo.len(), memo.solved()), (map.len() as u64, solved));
            prop_assert_eq!(memo.heap, 8 * map.len() as u64);
            let mut other = memo.sibling();
            memo.leave_all_paths();
            memo.hand_over(&mut other, |_| 8);
            prop_assert_eq!(memo.len(), 0);
            for (position, known) in map {
                prop_assert_eq!(other.get(&position), Some(off_path(Some(known))));
            }
        }
    }
}
