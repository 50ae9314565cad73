//! A small direct-mapped table of the values that were asked for last: it fits into the processor's cache.
//!
//! Values never change, so nothing in it is ever out of date.

use std::num::NonZeroU32;

/// Bytes of a table, at most.
const BYTES: usize = 2 << 20;

/// Below this many positions the main table itself fits into the cache.
const OPENS_AT: u64 = 1 << 18;

/// Values with their positions, each in the slot that its hash names. Value v is stored as v + 1, so that an empty slot
/// needs no byte of its own.
#[derive(Clone)]
pub(crate) struct Recent<P> {
    slots: Box<[Option<(P, NonZeroU32)>]>,
}

impl<P: Clone + Eq> Recent<P> {
    /// Slots: 2 to this.
    const BITS: u32 = (BYTES / size_of::<Option<(P, NonZeroU32)>>() + 2).ilog2();

    pub(crate) fn new() -> Self {
        Recent { slots: Box::default() }
    }

    /// Begins to remember once the main table holds enough. Positions that own memory are never kept: to copy
    /// them costs more than it saves.
    #[inline]
    pub(crate) fn open_at(&mut self, positions: u64) {
        if self.slots.is_empty() && positions >= OPENS_AT && !std::mem::needs_drop::<P>() {
            self.slots = std::iter::repeat_with(|| None).take(1 << Self::BITS).collect();
        }
    }

    /// Whether it remembers.
    #[inline(always)]
    pub(crate) fn is_open(&self) -> bool {
        !self.slots.is_empty()
    }

    /// The high bits of the hash: the main table starts from the low ones.
    #[inline]
    fn slot(hash: u64) -> usize {
        (hash >> (64 - Self::BITS)) as usize
    }

    #[inline]
    pub(crate) fn value(&self, hash: u64, position: &P) -> Option<u32> {
        match self.slots.get(Self::slot(hash)) {
            Some(Some((found, value))) if found == position => Some(value.get() - 1),
            _ => None,
        }
    }

    #[inline]
    pub(crate) fn remember(&mut self, hash: u64, position: &P, value: u32) {
        if let Some(slot) = self.slots.get_mut(Self::slot(hash)) {
            *slot = Some((position.clone(), NonZeroU32::MIN.saturating_add(value)));
        }
    }
}
