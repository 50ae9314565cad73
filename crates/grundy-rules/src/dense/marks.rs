//! The set of values of one position's options, and its mex.

use super::shape::Cells;

/// The mark of a cell without a value.
pub(super) const UNKNOWN: u32 = 1 << 31;

/// Values of a table are below this power of two, so their XORs are, too. A larger value needs a position with a
/// million moves; it stays unknown.
const VALUES: usize = 1 << 20;

/// The values that options of one position have: number v is in the set if its stamp is the current one. To empty the
/// set is to take a new stamp; to insert is one store that waits for nothing.
#[derive(Debug)]
pub(super) struct Marks {
    stamps: Box<[u32; VALUES]>,
    stamp: u32,
    /// All cells that were read, joined by `or`.
    read: u32,
}

impl Marks {
    pub(super) fn new() -> Marks {
        let stamps = vec![0; VALUES].into_boxed_slice().try_into();
        // The length is right by construction.
        Marks { stamps: stamps.unwrap_or_else(|_| Box::new([0; VALUES])), stamp: 0, read: 0 }
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
        let (stamps, stamp) = (&mut *self.stamps, self.stamp);
        let mut all = 0;
        options.for_each(|(value, read)| {
            all |= read;
            stamps[value as usize & (VALUES - 1)] = stamp;
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
        let mex = self.stamps.iter().position(|&stamp| stamp != self.stamp)?;
        Some(mex as u32)
    }

    /// Adds options of one component each as long as they belong to `owner`. How many.
    #[inline]
    pub(super) fn add_own(&mut self, table: &[u32], owner: u32, owners: &[u32], cells: &[u32]) -> usize {
        let (stamps, stamp, mut all, mut count) = (&mut *self.stamps, self.stamp, 0, 0);
        for (&other, &cell) in owners.iter().zip(cells) {
            if other != owner {
                break;
            }
            let value = table[cell as usize];
            all |= value;
            stamps[value as usize & (VALUES - 1)] = stamp;
            count += 1;
        }
        self.read |= all;
        count
    }

    /// Adds options of two components each as long as they belong to `owner`. How many.
    #[inline]
    pub(super) fn add_own_pairs(&mut self, table: &[u32], owner: u32, owners: &[u32], cells: [&[u32]; 2]) -> usize {
        let (stamps, stamp, mut all, mut count) = (&mut *self.stamps, self.stamp, 0, 0);
        for ((&other, &one), &two) in owners.iter().zip(cells[0]).zip(cells[1]) {
            if other != owner {
                break;
            }
            let (one, two) = (table[one as usize], table[two as usize]);
            all |= one | two;
            stamps[(one ^ two) as usize & (VALUES - 1)] = stamp;
            count += 1;
        }
        self.read |= all;
        count
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
