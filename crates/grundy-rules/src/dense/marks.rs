//! The set of values of one position's options, and its mex.

use super::shape::Cells;

/// The mark of a cell without a value.
pub(super) const UNKNOWN: u32 = 1 << 31;

/// The values that options of one position have: number v is in the set if its stamp is the current one. To empty the
/// set is to take a new stamp; to insert is one store that waits for nothing.
#[derive(Debug)]
pub(super) struct Marks {
    /// Its length is a power of two above every value of the table, so also above their XORs.
    stamps: Vec<u32>,
    stamp: u32,
    /// All cells that were read, joined by `or`.
    read: u32,
}

impl Marks {
    pub(super) fn new() -> Marks {
        Marks { stamps: vec![0; 64], stamp: 0, read: 0 }
    }

    /// Empties the set.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.read = 0;
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.stamps.fill(0);
            self.stamp = 1;
        }
    }

    /// Adds the value of an option whose components are in these cells.
    #[inline]
    pub(super) fn add(&mut self, table: &[u32], components: impl Iterator<Item = usize>) {
        let (mut xor, mut all) = (0, 0);
        for cell in components {
            xor ^= table[cell];
            all |= table[cell];
        }
        self.insert_all(std::iter::once((xor, all)));
    }

    /// Adds options, each given by its value and the cells that were read for it.
    #[inline(always)]
    pub(super) fn insert_all(&mut self, options: impl Iterator<Item = (u32, u32)>) {
        let (stamps, stamp) = (self.stamps.as_mut_slice(), self.stamp);
        let mask = stamps.len().wrapping_sub(1);
        let mut all = 0;
        options.for_each(|(value, read)| {
            all |= read;
            stamps[value as usize & mask] = stamp;
        });
        self.read |= all;
    }

    /// Adds options of one component each.
    pub(super) fn add_ones(&mut self, table: &[u32], len: usize, one: Cells<'_>) {
        let same = |value: &u32| (*value, *value);
        match one {
            Cells::Line { start, step: 1 } => self.insert_all(table[start as usize..][..len].iter().map(same)),
            Cells::Line { start, step: -1 } => self.insert_all(backwards(table, start, len).map(same)),
            Cells::Line { start, step } => self.insert_all((0..len).map(|lane| same(&table[place(start, step, lane)]))),
            Cells::Column { start, step: 0, stride: 1, values } => {
                self.insert_all(values.iter().map(|&value| same(&table[start.wrapping_add(value) as usize])));
            }
            Cells::Column { start, step, stride, values } => {
                self.insert_all(
                    values
                        .iter()
                        .enumerate()
                        .map(|(lane, &value)| same(&table[beside(start, step, stride, lane, value)])),
                );
            }
        }
    }

    /// Adds options of two components each.
    pub(super) fn add_pairs(&mut self, table: &[u32], len: usize, one: Cells<'_>, other: Cells<'_>) {
        let join = |a: u32, b: u32| (a ^ b, a | b);
        match (one, other) {
            (Cells::Line { start, step: 1 }, Cells::Line { start: end, step: -1 })
            | (Cells::Line { start: end, step: -1 }, Cells::Line { start, step: 1 }) => {
                let pairs = table[start as usize..][..len].iter().zip(backwards(table, end, len));
                self.insert_all(pairs.map(|(&a, &b)| join(a, b)));
            }
            (Cells::Line { start, step }, Cells::Line { start: from, step: by }) => {
                self.insert_all(
                    (0..len).map(|lane| join(table[place(start, step, lane)], table[place(from, by, lane)])),
                );
            }
            (Cells::Column { start, step, stride, values }, Cells::Line { start: from, step: by })
            | (Cells::Line { start: from, step: by }, Cells::Column { start, step, stride, values }) => {
                self.insert_all(values.iter().enumerate().map(|(lane, &value)| {
                    join(table[beside(start, step, stride, lane, value)], table[place(from, by, lane)])
                }));
            }
            (
                Cells::Column { start, step, stride, values },
                Cells::Column { start: from, step: by, stride: width, values: others },
            ) => {
                self.insert_all(values.iter().zip(others).enumerate().map(|(lane, (&value, &other))| {
                    join(table[beside(start, step, stride, lane, value)], table[beside(from, by, width, lane, other)])
                }));
            }
        }
    }

    /// The least value that is not in the set, if all options are known.
    #[inline]
    pub(super) fn mex(&mut self) -> Option<u32> {
        if self.read & UNKNOWN != 0 {
            return None;
        }
        let mex = self.stamps.iter().position(|&stamp| stamp != self.stamp).unwrap_or(self.stamps.len());
        if mex == self.stamps.len() {
            self.stamps.resize(2 * mex, 0);
        }
        u32::try_from(mex).ok().filter(|&mex| mex < UNKNOWN)
    }

    /// Notes that an option is not in the table.
    pub(super) fn spoil(&mut self) {
        self.read |= UNKNOWN;
    }
}

/// The cells from `start` on, downwards.
fn backwards(table: &[u32], start: i64, len: usize) -> impl Iterator<Item = &u32> {
    table[..start as usize + 1][start as usize + 1 - len..].iter().rev()
}

#[inline(always)]
fn place(start: i64, step: i64, lane: usize) -> usize {
    start.wrapping_add(step.wrapping_mul(lane as i64)) as usize
}

#[inline(always)]
fn beside(start: i64, step: i64, stride: i64, lane: usize, value: i64) -> usize {
    place(start, step, lane).wrapping_add(stride.wrapping_mul(value) as usize)
}
