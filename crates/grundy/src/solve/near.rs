//! Positions by one of their bit fields, with a slot for each value of it.
//!
//! **Idea.** Positions that are integers are often made of bit fields, and often one of the fields tells the others in all positions
//! that play comes across: the numbers that are left tell their sum, the vertex of a tree where one came from. Then the field is the place:
//! nothing is hashed, no slot is searched, and neighbours lie side by side in the processor's cache. Which bits are a field is seen
//! from the positions of a hash table that is about to grow ([`Near::learn`]). Nothing relies on it: a position whose slot another one
//! has stays in the hash table, and whoever finds most of them there goes back to it.
//!
//! Run time of a look-up O(1), memory that of the hash table or less. Rejected: hashes that keep neighbours together in the one table
//! (full blocks of slots make long searches, for all games).

use super::memo::Packed;
use super::table::{Slot, Table, empty};
use std::hash::{Hash, Hasher};
use std::mem::needs_drop;

/// Smaller tables are left as they are.
const FEWEST: usize = 1 << 9;

/// Bits of the widest field.
const WIDEST: u32 = 28;

/// A table of fewer bytes may be followed by one with four times its slots, not only twice.
const SMALL: usize = 64 << 20;

/// One in so many positions may have the field of another one.
const ODD: usize = 16;

#[derive(Clone)]
pub(super) struct Near<P> {
    /// A power of two.
    slots: Box<[Slot<P>]>,
    /// The lowest bit of the field.
    shift: u32,
    len: usize,
}

/// Takes the one integer that a position is.
#[derive(Default)]
struct Word {
    word: u64,
    writes: u32,
}

impl Word {
    #[inline(always)]
    fn take(&mut self, word: u64) {
        self.word = word;
        self.writes += 1;
    }
}

impl Hasher for Word {
    fn finish(&self) -> u64 {
        self.word
    }

    fn write(&mut self, _bytes: &[u8]) {
        self.writes = 2;
    }

    #[inline(always)]
    fn write_u32(&mut self, word: u32) {
        self.take(word.into());
    }

    #[inline(always)]
    fn write_u64(&mut self, word: u64) {
        self.take(word);
    }

    #[inline(always)]
    fn write_usize(&mut self, word: usize) {
        self.take(word as u64);
    }
}

/// The integer that a position is, if it is one.
#[inline(always)]
fn word<P: Hash>(position: &P) -> Option<u64> {
    let mut word = Word::default();
    position.hash(&mut word);
    (word.writes == 1).then_some(word.word)
}

/// How many slots at most follow a table of so many.
pub(super) fn most_slots<P>(slots: usize) -> usize {
    let integers = size_of::<P>() <= size_of::<u64>() && !needs_drop::<P>();
    if integers && slots * size_of::<Slot<P>>() < SMALL { 4 * slots } else { 2 * slots }
}

/// The field that begins at a bit, with all the room that it has up to the next one and in so many slots: numbers that rise as play
/// goes on need more bits than those seen so far.
fn widened(all: u64, (shift, bits): (u32, u32), most: usize) -> (u32, u32) {
    let next = (all >> shift).checked_shr(bits).unwrap_or(0);
    let room = bits + if next == 0 { 64 - shift - bits } else { next.trailing_zeros() };
    (shift, room.min(most.ilog2()).min(WIDEST))
}

/// The runs of ones in a word: their lowest bits and lengths.
fn runs(mut word: u64) -> impl Iterator<Item = (u32, u32)> {
    std::iter::from_fn(move || {
        (word != 0).then_some(())?;
        let shift = word.trailing_zeros();
        let bits = (word >> shift).trailing_ones();
        word &= u64::MAX.checked_shl(shift + bits).unwrap_or(0);
        Some((shift, bits))
    })
}

/// Whether a field is different in nearly all words.
fn tells(words: impl Iterator<Item = u64>, len: usize, (shift, bits): (u32, u32)) -> bool {
    let (mut seen, mut odd) = (vec![0u64; (1usize << bits).div_ceil(64)], 0);
    for word in words {
        let field = (word >> shift) as usize & ((1 << bits) - 1);
        let (word, bit) = (&mut seen[field / 64], 1 << (field % 64));
        odd += usize::from(*word & bit != 0);
        *word |= bit;
        if odd > len / ODD {
            return false;
        }
    }
    true
}

/// What is in a slot: nothing is known of a position where it is empty, and where another one is the hash table has it, if any.
pub(super) enum Found {
    Own(Packed),
    Empty,
    Other,
}

impl<P: Clone + Eq + Hash> Near<P> {
    /// An empty one for the positions of a full table and of an older one of these, if they are integers of which a field tells the
    /// others.
    pub(super) fn learn(table: &Table<P>, older: Option<&Near<P>>) -> Option<Near<P>> {
        let len = table.len() + older.map_or(0, Near::len);
        (len >= FEWEST).then_some(())?;
        let positions = || table.positions().chain(older.into_iter().flat_map(Near::positions));
        let all = positions().try_fold(0, |all, position| Some(all | word(position)?))?;
        let most = most_slots::<P>(table.slots());
        let fits = |&(_, bits): &(u32, u32)| bits <= WIDEST && 1 << bits <= most;
        let words = || positions().filter_map(word);
        let field = runs(all).filter(fits).find(|&field| tells(words(), len, field))?;
        let (shift, bits) = widened(all, field, most);
        Some(Near { slots: empty(1 << bits), shift, len: 0 })
    }

    fn positions(&self) -> impl Iterator<Item = &P> {
        self.slots.iter().flatten().map(|(position, _)| position)
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn bytes(&self) -> u64 {
        size_of_val(&*self.slots) as u64
    }

    #[inline(always)]
    fn place(&self, position: &P) -> usize {
        // All positions of a game are of one type, so all are integers.
        (word(position).unwrap_or(0) >> self.shift) as usize & (self.slots.len() - 1)
    }

    #[inline(always)]
    pub(super) fn find(&self, position: &P) -> Found {
        match &self.slots[self.place(position)] {
            Some((found, packed)) if found == position => Found::Own(*packed),
            Some(_) => Found::Other,
            None => Found::Empty,
        }
    }

    /// Changes what is known about a position, or puts a new one in, and gives whether it is new; if another has its slot, gives back
    /// the change that was not made.
    #[inline]
    pub(super) fn update<F: FnOnce(Option<Packed>) -> Packed>(&mut self, position: &P, update: F) -> Result<bool, F> {
        match &mut self.slots[self.place(position)] {
            Some((found, packed)) if found == position => {
                *packed = update(Some(*packed));
                Ok(false)
            }
            Some(_) => Err(update),
            slot @ None => {
                *slot = Some((position.clone(), update(None)));
                self.len += 1;
                Ok(true)
            }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_ones() {
        assert_eq!(runs(0).count(), 0);
        assert_eq!(runs(u64::MAX).collect::<Vec<_>>(), [(0, 64)]);
        assert_eq!(runs(0xf000_0000_0000_0306).collect::<Vec<_>>(), [(1, 2), (8, 2), (60, 4)]);
    }

    #[test]
    fn fields_have_room_to_rise() {
        let all = 0b11_0000_0111 << 4;
        assert_eq!(widened(all, (4, 3), 1 << 20), (4, 8));
        assert_eq!(widened(all, (4, 3), 1 << 5), (4, 5));
        assert_eq!(widened(all, (12, 2), 1 << 20), (12, 20));
        assert_eq!(widened(u64::MAX, (0, 64), 1 << 3), (0, 3));
        assert_eq!(widened(1 << 63, (63, 1), 1 << 9), (63, 1));
    }

    #[test]
    fn integers_are_told_from_others() {
        assert_eq!(word(&7u64), Some(7));
        assert_eq!(word(&7u32), Some(7));
        assert_eq!(word(&(7u64, 8u64)), None);
        assert_eq!(word(&"seven"), None);
        assert_eq!(word(&vec![7u64]), None);
    }
}
