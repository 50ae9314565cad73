//! A hash table with open addressing and linear probing that looks many positions up at a time.
//!
//! A search by the definition does little but look positions up, in a table that no cache holds. What a look-up costs
//! is the wait for memory, and the way out is to wait for many at once: [`Table::fetch`] reads a word of the first slot of
//! each position of a row, with no branch in between, so that the processor has as many loads under way as it can. The
//! look-ups that follow find their slots in the cache.
//!
//! (The crate `hashbrown` looks up one position after the other, and a branch that is predicted wrongly holds up the
//! loads behind it: 1.25 times as slow on Chomp 12 × 12, even with a small cache of recent values before the table.)

use super::memo::Packed;
use super::near::most_slots;

/// A position with what is known about it, or nothing.
pub(super) type Slot<P> = Option<(P, Packed)>;

const FEWEST_SLOTS: usize = 16;

#[derive(Clone)]
pub(super) struct Table<P> {
    /// A power of two, at most three quarters of them in use.
    slots: Box<[Slot<P>]>,
    len: usize,
}

impl<P: Clone + Eq> Table<P> {
    pub(super) fn new() -> Self {
        Table { slots: empty(FEWEST_SLOTS), len: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn slots(&self) -> usize {
        self.slots.len()
    }

    pub(super) fn positions(&self) -> impl Iterator<Item = &P> {
        self.slots.iter().flatten().map(|(position, _)| position)
    }

    /// Whether it must grow for this position.
    #[inline]
    pub(super) fn grows_for(&self, hash: u64, position: &P) -> bool {
        self.len == self.capacity() && self.find(hash, position).is_none()
    }

    /// Positions for which there is room without growth.
    fn capacity(&self) -> usize {
        self.slots.len() / 4 * 3
    }

    /// Bytes in use, and those of the next growth when so many more positions bring it.
    pub(super) fn bytes(&self, soon: usize) -> u64 {
        let now = size_of_val(&*self.slots) as u64;
        let more = (most_slots::<P>(self.slots.len()) * size_of::<Slot<P>>()) as u64;
        if self.len + soon > self.capacity() { now + more } else { now }
    }

    /// The slot at which the search for a position begins: the high bits of its hash.
    #[inline(always)]
    fn home(&self, hash: u64) -> usize {
        (hash >> (self.slots.len().leading_zeros() + 1)) as usize
    }

    #[inline(always)]
    pub(super) fn find(&self, hash: u64, position: &P) -> Option<Packed> {
        self.slots[self.seek(hash, position)].as_ref().map(|(_, packed)| *packed)
    }

    /// The slot of a position, or the one where it would be put.
    #[inline(always)]
    fn seek(&self, hash: u64, position: &P) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = self.home(hash);
        while let Some((found, _)) = &self.slots[at & mask]
            && found != position
        {
            at += 1;
        }
        at & mask
    }

    /// Brings the slots at which the searches for these hashes begin into the processor's cache.
    #[inline(always)]
    pub(super) fn fetch(&self, hashes: &[u64]) {
        let mask = self.slots.len() - 1;
        let word = |&hash: &u64| match &self.slots[self.home(hash) & mask] {
            Some((_, packed)) => packed.bits(),
            None => 0,
        };
        // The box keeps the compiler from leaving it out.
        std::hint::black_box(hashes.iter().fold(0, |words, hash| words | word(hash)));
    }

    /// Changes what is known about a position, or puts a new one in; true if it is new.
    pub(super) fn update(
        &mut self,
        (hash, hasher): (u64, impl Fn(&P) -> u64),
        position: P,
        update: impl FnOnce(Option<Packed>) -> Packed,
    ) -> bool {
        let mut at = self.seek(hash, &position);
        if let Some((_, packed)) = &mut self.slots[at] {
            *packed = update(Some(*packed));
            return false;
        }
        if self.len == self.capacity() {
            self.grow(hasher);
            at = self.seek(hash, &position);
        }
        self.slots[at] = Some((position, update(None)));
        self.len += 1;
        true
    }

    fn grow(&mut self, hasher: impl Fn(&P) -> u64) {
        let more = empty(2 * self.slots.len());
        for (position, packed) in std::mem::replace(&mut self.slots, more).into_iter().flatten() {
            let at = self.seek(hasher(&position), &position);
            self.slots[at] = Some((position, packed));
        }
    }

    /// Takes everything out.
    pub(super) fn drain(&mut self) -> impl Iterator<Item = (P, Packed)> {
        self.len = 0;
        self.slots.iter_mut().filter_map(Option::take)
    }

    /// Changes what is known about every position.
    pub(super) fn for_each(&mut self, change: impl Fn(&mut Packed)) {
        self.slots.iter_mut().flatten().for_each(|(_, packed)| change(packed));
    }
}

pub(super) fn empty<P>(count: usize) -> Box<[Slot<P>]> {
    std::iter::repeat_with(|| None).take(count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    /// What is done to both tables.
    #[derive(Debug, Clone)]
    enum Step {
        Update(u16, u32),
        Find(u16),
        Change,
        Drain,
    }

    fn step() -> impl Strategy<Value = Step> {
        prop_oneof![
            300 => (any::<u16>(), 0u32..1000).prop_map(|(position, value)| Step::Update(position, value)),
            100 => any::<u16>().prop_map(Step::Find),
            1 => Just(Step::Change),
            1 => Just(Step::Drain),
        ]
    }

    fn drained(table: &mut Table<u16>) -> HashMap<u16, u32> {
        table.drain().map(|(position, packed)| (position, packed.value().unwrap())).collect()
    }

    /// From hashes that are all alike, so that every search runs through its neighbours and around the end, to good ones.
    fn hash(kind: u32, position: u16) -> u64 {
        match kind {
            0 => u64::MAX,
            1 => u64::from(position % 3) << 62,
            2 => u64::from(position) << 48,
            _ => u64::from(position).wrapping_mul(0x9e37_79b9_7f4a_7c15),
        }
    }

    proptest! {
        #[test]
        fn is_a_hash_map(
            steps in prop::collection::vec(step(), 0..1500), kind in 0u32..4, spread in prop::sample::select(vec![7, 200, 1 << 16])
        ) {
            let (mut table, mut map) = (Table::new(), HashMap::new());
            let of = |position: u16| (u32::from(position) % spread) as u16;
            for step in steps {
                match step {
                    Step::Update(position, value) => {
                        let position = of(position);
                        let mut before = None;
                        let new = table.update((hash(kind, position), |&p: &u16| hash(kind, p)), position, |old| {
                            before = old.and_then(Packed::value);
                            Packed::of_value(value)
                        });
                        prop_assert_eq!(before, map.insert(position, value));
                        prop_assert_eq!(new, before.is_none());
                    }
                    Step::Find(position) => {
                        let position = of(position);
                        table.fetch(&[hash(kind, position), 0, u64::MAX]);
                        let found = table.find(hash(kind, position), &position).and_then(Packed::value);
                        prop_assert_eq!(found, map.get(&position).copied());
                    }
                    Step::Change => {
                        table.for_each(|packed| *packed = Packed::of_value(packed.bits() & 3));
                        map.values_mut().for_each(|value| *value &= 3);
                    }
                    Step::Drain => {
                        prop_assert_eq!(drained(&mut table), std::mem::take(&mut map));
                    }
                }
                prop_assert_eq!(table.len(), map.len());
            }
            prop_assert_eq!(drained(&mut table), map);
        }
    }
}
