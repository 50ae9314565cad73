//! The table for K = 1 row by row, without a sort.
//!
//! Row B = n+1 is the diagonal f(b, n−b) in increasing order (Theorem G of docs/PEBBLES.md). The entries with b > n/2 are
//! f(n−i, i) for i = 0, 1, …, in increasing order already (Theorem 1); those with b ≤ n/2 are ω·b + (n−2b), and each is
//! the last of its class b (Lemma 1). So exactly x of the latter come before the i-th of the former, if that has class x:
//! its place is i + x (Theorem 2). No comparison and no unpredictable branch; O(1) an entry.
//!
//! Merging both lists by comparisons takes three times as long: where the next direct entry comes in cannot be predicted.

use super::TooLarge;

/// The rows of the table for K = 1 one after another: f(B, j) for j < B, for B = 1, 2, ….
///
/// Only the entries that later rows need are kept, about B²/10 of 4 bytes.
///
/// ```
/// use grundy::theorem::pebbles::Rows;
/// let mut rows = Rows::new(5).unwrap();
/// let mut last = Vec::new();
/// while let Some(row) = rows.next_row() {
///     last = row.iter().map(|entry| (entry.x(), entry.y())).collect();
/// }
/// assert_eq!(last, [(0, 0), (0, 2), (0, 4), (1, 2), (2, 0)]);
/// ```
#[derive(Debug, Clone)]
pub struct Rows {
    stones: usize,
    row: Vec<Entry>,
    /// How many rows were made.
    made: usize,
    /// The beginnings of the rows, as far as later rows need them: for each block of `HEIGHT` rows its tiles from left to
    /// right, by their numbers in `tiles`.
    blocks: Vec<Vec<u32>>,
    tiles: Vec<[Entry; HEIGHT * WIDTH]>,
    /// The tiles that no row needs any more.
    free: Vec<u32>,
    /// For each class x, 1 + the last i of that class, of the last row or, if that has none, of an earlier one. Class
    /// sizes never shrink from row to row, so the greatest of ends[0], …, ends[b] counts the classes up to b either
    /// way.
    ends: Vec<u32>,
}

/// The size of a tile. A row reads one entry each of many rows: were they kept one after another, it would touch as many
/// pages of memory.
const HEIGHT: usize = 32;
const WIDTH: usize = 16;

/// ω·x + y with x, y < 2^16.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry(u32);

impl Entry {
    /// The coefficient of ω.
    pub fn x(self) -> u32 {
        self.0 >> 16
    }

    /// The finite part.
    pub fn y(self) -> u32 {
        self.0 & 0xffff
    }
}

impl Rows {
    /// The most stones.
    pub const MAX_STONES: usize = 1 << 15;

    /// The rows 1..=stones.
    pub fn new(stones: usize) -> Result<Self, TooLarge> {
        if stones > Self::MAX_STONES {
            return Err(TooLarge);
        }
        let ends = vec![0; stones / 2 + 1];
        Ok(Rows {
            stones,
            row: Vec::with_capacity(stones),
            made: 0,
            blocks: Vec::new(),
            tiles: Vec::new(),
            free: Vec::new(),
            ends,
        })
    }

    /// The next row, the values of (B, 0), …, (B, B−1); none after the last.
    pub fn next_row(&mut self) -> Option<&[Entry]> {
        let n = self.made;
        if n == self.stones {
            return None;
        }
        self.fill(n);
        self.keep(n);
        self.made += 1;
        Some(&self.row)
    }

    /// Makes row n+1.
    fn fill(&mut self, n: usize) {
        let Rows { row, blocks, tiles, ends, .. } = self;
        row.resize(n + 1, Entry::default());
        let shifted = n.div_ceil(2);
        let mut i = 0;
        while i < shifted {
            // The entries (n−1−i, i), (n−2−i, i+1), … that lie in one tile.
            let tile = &tiles[blocks[(n - 1 - i) / HEIGHT][i / WIDTH] as usize];
            let (tile_row, column) = ((n - 1 - i) % HEIGHT, i % WIDTH);
            let count = (tile_row + 1).min(WIDTH - column).min(shifted - i);
            let last = tile_row * WIDTH + column;
            let entries = &tile[last - (count - 1) * (WIDTH - 1)..=last];
            for (&entry, i) in entries.iter().rev().step_by(WIDTH - 1).zip(i..) {
                let class = entry.x() as usize;
                row[i + class] = entry;
                ends[class] = i as u32 + 1;
            }
            i += count;
        }
        let mut smaller = 0;
        for (b, &end) in ends[..=n / 2].iter().enumerate() {
            smaller = smaller.max(end);
            row[b + smaller as usize] = Entry((b << 16 | (n - 2 * b)) as u32);
        }
    }

    /// Keeps of row n+1 what later rows need: entry i goes into row n+i+2.
    fn keep(&mut self, n: usize) {
        let needed = |n: usize| (n + 1).min(self.stones - 1 - n);
        if n.is_multiple_of(HEIGHT) {
            let most = (n..self.stones.min(n + HEIGHT)).map(needed).max().unwrap_or(0);
            let block = (0..most.div_ceil(WIDTH)).map(|_| new_tile(&mut self.tiles, &mut self.free)).collect();
            self.blocks.push(block);
        }
        let start = n % HEIGHT * WIDTH;
        for (&tile, entries) in self.blocks[n / HEIGHT].iter().zip(self.row[..needed(n)].chunks(WIDTH)) {
            self.tiles[tile as usize][start..start + entries.len()].copy_from_slice(entries);
        }
        self.release(n);
    }

    /// Frees the tiles that only rows up to n+1 need. The last entry of tile t of block g goes into row n+1 with
    /// n = HEIGHT·(g+1) + WIDTH·(t+1) − 1.
    fn release(&mut self, n: usize) {
        let Some(steps) = (n + 1).checked_sub(HEIGHT + WIDTH).filter(|rest| rest.is_multiple_of(WIDTH)) else { return };
        for (g, block) in self.blocks.iter().enumerate().take(steps / HEIGHT + 1) {
            self.free.extend(block.get(steps / WIDTH - g * (HEIGHT / WIDTH)));
        }
    }
}

/// The number of a tile that is free to be written.
fn new_tile(tiles: &mut Vec<[Entry; HEIGHT * WIDTH]>, free: &mut Vec<u32>) -> u32 {
    free.pop().unwrap_or_else(|| {
        tiles.push([Entry::default(); HEIGHT * WIDTH]);
        tiles.len() as u32 - 1
    })
}
