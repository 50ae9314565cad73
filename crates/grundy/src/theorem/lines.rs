//! Lines: a move goes back any number of times by one of a few vectors.
//!
//! A position is a point with natural coordinates; a move leaves p − t·v for a vector v of a finite set V and a t ≥ 1, if that is a
//! point. Nim with a fixed number of heaps (unit vectors), Wythoff's game (with (1, 1)), queens that go lamely and the games on
//! three heaps in which equal numbers are taken from several of them are of this kind.
//!
//! **Theorem.** A point is lost for the player who moves if and only if no line through it in a direction of V holds a lost point
//! before it. So each line holds at most one lost point.
//!
//! *Proof.* The options of a point are the points before it on its lines: it is lost exactly if none of these is lost. Of two lost
//! points on one line the later could move to the earlier. ∎
//!
//! **How they are found.** Let V hold a unit vector; its coordinate is called the last, the others the row. Then each row holds at
//! most one lost point. The rows are gone through in lexicographic order, so that all options come first. Along a vector v = (r, w),
//! where r is its part in the row, rows lie on lines too; for each line of rows one bit set says which last coordinates its lost
//! points block, and it moves by w from row to row. The lost point of a row is the first that none of |V| − 1 bit sets blocks.
//!
//! Two heaps that may be exchanged have a quicker way (`pairs.rs`). Else time O(rows · columns/64 · |V|), memory one number a row and a bit set for each line of rows. Only who wins is known: a value is
//! told where it is 0. Wythoff, Nieuw Arch. Wisk. 7 (1907); Fraenkel and Borosh, J. Combin. Theory A 15 (1973).

mod pairs;

use super::{Error, Found, Options, Theorem};
use crate::value::Value;
use crate::watch::{Stop, Watch};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// Rows that are gone through at most.
const MOST_ROWS: u64 = 1 << 25;

/// Columns of a row at most.
const MOST_COLUMNS: u64 = 1 << 24;

/// Words of the bit sets that are looked at in the worst case.
const MOST_WORK: u64 = 1 << 36;

/// Numbers of two heaps that may be exchanged, and bytes for them, at most.
const MOST_NUMBERS: u64 = 1 << 26;
const MOST_BYTES: u64 = 1 << 31;

/// The lost points of a game of lines, found as far as they were asked for.
#[derive(Debug)]
pub struct Lines {
    vectors: Vec<Vec<u64>>,
    /// The coordinate with a unit vector.
    last: usize,
    /// The vectors that make both of two heaps smaller, if the heaps may be exchanged.
    both: Option<Vec<(u64, u64)>>,
    /// Whether the quicker way for these turned out not to be quick.
    is_hard: AtomicBool,
    known: Mutex<Lost>,
}

/// The lost points of a box.
#[derive(Debug, Default)]
struct Lost {
    /// How many values each coordinate has in the box; nothing at first.
    sizes: Vec<u64>,
    /// For each row the last coordinate of its lost point, or [`NONE`].
    rows: Vec<u32>,
}

/// A row without a lost point in the box.
const NONE: u32 = u32::MAX;

impl Lines {
    /// The game of some vectors, all of the same length; nothing if none of them is a unit vector, or one is zero.
    pub fn new(vectors: Vec<Vec<u64>>) -> Option<Lines> {
        let arity = vectors.first()?.len();
        let is_unit = |vector: &&Vec<u64>| vector.iter().sum::<u64>() == 1;
        let last = vectors.iter().find(is_unit)?.iter().rposition(|&step| step == 1)?;
        let fits = |vector: &Vec<u64>| vector.len() == arity && vector.iter().any(|&step| step > 0);
        let both = pairs::exchanged(&vectors);
        let is_hard = AtomicBool::new(false);
        vectors.iter().all(fits).then(|| Lines { vectors, last, both, is_hard, known: Mutex::default() })
    }

    /// The rows of a box: the sizes of all coordinates but the last.
    fn row_sizes(&self, sizes: &[u64]) -> Vec<u64> {
        sizes.iter().enumerate().filter(|(place, _)| *place != self.last).map(|(_, &size)| size).collect()
    }

    /// Whether the points below these sizes are few enough.
    fn is_small(&self, sizes: &[u64]) -> bool {
        self.is_small_by_rows(sizes) || self.numbers(sizes).is_some()
    }

    /// Below which number lost pairs are found the quicker way.
    fn numbers(&self, sizes: &[u64]) -> Option<u64> {
        let (both, &n) = (self.both.as_ref()?, sizes.iter().max()?);
        let fits = n <= MOST_NUMBERS && pairs::bytes(both, n).is_some_and(|bytes| bytes <= MOST_BYTES);
        (fits && !self.is_hard.load(Ordering::Relaxed)).then_some(n)
    }

    fn is_small_by_rows(&self, sizes: &[u64]) -> bool {
        let rows = self.row_sizes(sizes).iter().fold(1u64, |all, &size| all.saturating_mul(size));
        let columns = sizes[self.last];
        let words = (columns / 64 + 1).saturating_mul(self.vectors.len() as u64);
        rows <= MOST_ROWS && columns <= MOST_COLUMNS && rows.saturating_mul(words) <= MOST_WORK
    }

    /// The sizes of a box with a point.
    fn around(&self, point: &[u128]) -> Option<Vec<u64>> {
        let sizes = point.iter().map(|&n| u64::try_from(n).ok()?.checked_add(1)).collect::<Option<Vec<u64>>>()?;
        (sizes.len() == self.vectors[0].len() && self.is_small(&sizes)).then_some(sizes)
    }

    /// The lost points of a box, unless these are too hard to find.
    fn swept(&self, sizes: &[u64], watch: &Watch) -> Result<Option<Lost>, Stop> {
        if let (Some(both), Some(n)) = (&self.both, self.numbers(sizes)) {
            if let Some(mut rows) = pairs::partners(both, n, watch)? {
                rows.truncate(self.row_sizes(sizes)[0] as usize);
                return Ok(Some(Lost { sizes: sizes.to_vec(), rows }));
            }
            self.is_hard.store(true, Ordering::Relaxed);
        }
        if self.is_small_by_rows(sizes) { Sweep::new(self, sizes).run(watch).map(Some) } else { Ok(None) }
    }

    /// Calls `read` with the lost points of a box at least as large; nothing if they are too hard to find.
    fn within<T>(&self, sizes: &[u64], watch: &Watch, read: impl FnOnce(&Lost) -> T) -> Result<Option<T>, Stop> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let covers =
            |known: &Lost| known.sizes.len() == sizes.len() && known.sizes.iter().zip(sizes).all(|(a, b)| a >= b);
        if !covers(&known) {
            // Grown by half, so that rising questions do not start anew each time.
            let grown = |(place, &size): (usize, &u64)| match known.sizes.get(place) {
                Some(&before) if before < size => size.saturating_add(size / 2),
                Some(&before) => before,
                None => size,
            };
            let grown: Vec<u64> = sizes.iter().enumerate().map(grown).collect();
            let sizes = if self.is_small(&grown) { grown } else { sizes.to_vec() };
            let Some(found) = self.swept(&sizes, watch)? else { return Ok(None) };
            *known = found;
        }
        Ok(Some(read(&known)))
    }

    /// The number of the row of a point in a box.
    fn row(&self, sizes: &[u64], point: &[u64]) -> usize {
        let places = (0..sizes.len()).filter(|&place| place != self.last);
        places.fold(0, |row, place| row * sizes[place] as usize + point[place] as usize)
    }

    fn is_lost(&self, known: &Lost, point: &[u64]) -> bool {
        u64::from(known.rows[self.row(&known.sizes, point)]) == point[self.last]
    }

    /// The lost points with coordinates from `least` to `most`, in lexicographic order of their rows; nothing if these are too
    /// many to go through.
    pub fn lost(&self, least: &[u128], most: &[u128], watch: &Watch) -> Result<Option<Vec<Vec<u128>>>, Stop> {
        let (Some(sizes), Some(from)) = (self.around(most), self.around(least)) else { return Ok(None) };
        self.within(&sizes, watch, |known| {
            let row_sizes = self.row_sizes(&known.sizes);
            let mut found = Vec::new();
            for (index, &last) in known.rows.iter().enumerate().filter(|(_, last)| **last != NONE) {
                let mut point = coordinates(index as u64, &row_sizes);
                point.insert(self.last, last.into());
                if point.iter().zip(&from).zip(&sizes).all(|((&n, &from), &size)| n + 1 >= from && n < size) {
                    found.push(point.into_iter().map(u128::from).collect());
                }
            }
            found
        })
    }
}

/// The coordinates of a row by its number.
fn coordinates(mut index: u64, sizes: &[u64]) -> Vec<u64> {
    let mut point = vec![0; sizes.len()];
    for (place, &size) in sizes.iter().enumerate().rev() {
        point[place] = index % size;
        index /= size;
    }
    point
}

/// What lost points block along the lines of one vector.
struct Blocked {
    /// Its part in the row.
    step: Vec<u64>,
    /// Its part in the last coordinate.
    shift: u64,
    /// How often it can be taken at most: bits are moved by so many shifts, so that none falls below 0.
    turns: u64,
    /// For the first row of each line its bits.
    lines: HashMap<u64, Bits>,
}

#[derive(Default)]
struct Bits {
    words: Vec<u64>,
    /// All words before this one are full.
    full: usize,
}

impl Bits {
    fn set(&mut self, bit: usize) {
        if bit / 64 >= self.words.len() {
            self.words.resize(bit / 64 + 1, 0);
        }
        self.words[bit / 64] |= 1 << (bit % 64);
        while self.words.get(self.full) == Some(&u64::MAX) {
            self.full += 1;
        }
    }

    /// 64 bits from one on.
    fn from(&self, bit: usize) -> u64 {
        let word = |index: usize| self.words.get(index).copied().unwrap_or(0);
        let (index, offset) = (bit / 64, bit % 64);
        if offset == 0 { word(index) } else { word(index) >> offset | word(index + 1) << (64 - offset) }
    }
}

impl Blocked {
    /// The first row of the line of a row, as a number, and how many steps it is away.
    fn line(&self, row: &[u64], sizes: &[u64]) -> (u64, u64) {
        let steps = row.iter().zip(&self.step).filter(|(_, step)| **step > 0).map(|(n, step)| n / step);
        let turns = steps.min().unwrap_or(0);
        let start = row.iter().zip(&self.step).map(|(n, step)| n - turns * step);
        (start.zip(sizes).fold(0, |index, (n, &size)| index * size + n), turns)
    }

    /// The place in the bits of a line for the last coordinate 0, so many steps from its first row.
    fn offset(&self, turns: u64) -> usize {
        ((self.turns - turns) * self.shift) as usize
    }
}

/// The way through the rows of a box.
struct Sweep {
    sizes: Vec<u64>,
    row_sizes: Vec<u64>,
    columns: u64,
    blocked: Vec<Blocked>,
}

impl Sweep {
    fn new(game: &Lines, sizes: &[u64]) -> Sweep {
        let row_sizes = game.row_sizes(sizes);
        let blocked = game.vectors.iter().filter_map(|vector| {
            let mut step = vector.clone();
            let shift = step.remove(game.last);
            let turns =
                row_sizes.iter().zip(&step).filter(|(_, step)| **step > 0).map(|(size, step)| (size - 1) / step);
            // The one lost point of a row blocks nothing that is still looked at.
            turns.min().map(|turns| Blocked { step, shift, turns, lines: HashMap::new() })
        });
        Sweep { blocked: blocked.collect(), columns: sizes[game.last], row_sizes, sizes: sizes.to_vec() }
    }

    fn run(mut self, watch: &Watch) -> Result<Lost, Stop> {
        let count: u64 = self.row_sizes.iter().product();
        let mut rows = Vec::with_capacity(count as usize);
        let mut row = vec![0; self.row_sizes.len()];
        for index in 0..count {
            if index % 256 == 0 {
                watch.check(index, rows.capacity() as u64 * 4 + self.bytes())?;
            }
            rows.push(self.row(&row));
            for place in (0..row.len()).rev() {
                row[place] += 1;
                if row[place] < self.row_sizes[place] {
                    break;
                }
                row[place] = 0;
            }
        }
        Ok(Lost { sizes: self.sizes, rows })
    }

    fn bytes(&self) -> u64 {
        let lines: usize = self.blocked.iter().map(|blocked| blocked.lines.len()).sum();
        lines as u64 * (self.columns / 8 + 64)
    }

    /// The lost point of a row, which is then noted on its lines.
    fn row(&mut self, row: &[u64]) -> u32 {
        let places: Vec<(u64, usize)> = self
            .blocked
            .iter()
            .map(|blocked| {
                let (line, turns) = blocked.line(row, &self.row_sizes);
                (line, blocked.offset(turns))
            })
            .collect();
        let Some(free) = self.first_free(&places) else { return NONE };
        for (blocked, &(line, offset)) in self.blocked.iter_mut().zip(&places) {
            blocked.lines.entry(line).or_default().set(offset + free as usize);
        }
        free
    }

    fn first_free(&self, places: &[(u64, usize)]) -> Option<u32> {
        let bits: Vec<(&Bits, usize)> = self
            .blocked
            .iter()
            .zip(places)
            .filter_map(|(blocked, (line, offset))| Some((blocked.lines.get(line)?, *offset)))
            .collect();
        // What is full along a line that does not move need not be looked at.
        let mut word = bits.iter().filter(|(_, offset)| *offset == 0).map(|(bits, _)| bits.full).max().unwrap_or(0);
        while (word as u64) * 64 < self.columns {
            let taken = bits.iter().fold(0, |taken, (bits, offset)| taken | bits.from(word * 64 + offset));
            if taken != u64::MAX {
                let free = word as u64 * 64 + u64::from(taken.trailing_ones());
                return (free < self.columns).then_some(free as u32);
            }
            word += 1;
        }
        None
    }
}

impl Theorem for Lines {
    fn name(&self) -> String {
        "lines".to_owned()
    }

    fn value(&self, position: &[u128], watch: &Watch) -> Result<Option<Value>, Error> {
        Ok(self.wins(position, watch)?.and_then(|wins| (!wins).then_some(Value::Finite(0))))
    }

    fn wins(&self, position: &[u128], watch: &Watch) -> Result<Option<bool>, Error> {
        let Some(sizes) = self.around(position) else { return Ok(None) };
        let point: Vec<u64> = sizes.iter().map(|size| size - 1).collect();
        Ok(self.within(&sizes, watch, |known| !self.is_lost(known, &point))?)
    }

    fn options(&self, position: &[u128], wanted: &Value, most: usize, watch: &Watch) -> Result<Option<Options>, Error> {
        let Some(sizes) = self.around(position) else { return Ok(None) };
        if !wanted.is_zero() {
            return Ok(Some(Found { options: Vec::new(), complete: false }));
        }
        let point: Vec<u64> = sizes.iter().map(|size| size - 1).collect();
        let found = self.within(&sizes, watch, |known| {
            let mut found = Vec::new();
            for vector in &self.vectors {
                let mut left = point.clone();
                while let Some(next) = back(&left, vector) {
                    left = next;
                    if self.is_lost(known, &left) {
                        found.push(vec![left.iter().copied().map(u128::from).collect()]);
                    }
                }
            }
            found.sort();
            found.dedup();
            found
        })?;
        Ok(found.map(|found| Found::all(found).first(most)))
    }

    fn lost(&self, least: &[u128], most: &[u128], watch: &Watch) -> Result<Option<Vec<Vec<u128>>>, Error> {
        Ok(Lines::lost(self, least, most, watch)?)
    }

    fn tells_only_outcomes(&self) -> bool {
        true
    }
}

/// The point one vector before.
fn back(point: &[u64], vector: &[u64]) -> Option<Vec<u64>> {
    point.iter().zip(vector).map(|(n, step)| n.checked_sub(*step)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theorem::by_definition;

    fn compare(vectors: &[&[u64]], end: u128) {
        let vectors: Vec<Vec<u64>> = vectors.iter().map(|vector| vector.to_vec()).collect();
        let game = Lines::new(vectors.clone()).unwrap();
        let moves = |point: &Vec<u128>| {
            let mut options = Vec::new();
            for vector in &vectors {
                let times =
                    |t: u128| point.iter().zip(vector).map(|(&n, &step)| n.checked_sub(t * u128::from(step))).collect();
                options.extend((1..).map_while(|t| -> Option<Vec<u128>> { times(t) }).map(|left| vec![left]));
            }
            options
        };
        let arity = vectors[0].len() as u32;
        let codes = 0..end.pow(arity);
        let points: Vec<Vec<u128>> =
            codes.map(|code| (0..arity).map(|place| code / end.pow(place) % end).collect()).collect();
        by_definition::compare_outcomes(&game, &points, &moves);
    }

    #[test]
    fn agrees_with_the_definition() {
        compare(&[&[1, 0], &[0, 1], &[1, 1]], 14);
        compare(&[&[1, 0], &[0, 1], &[3, 3]], 14);
        compare(&[&[1, 0], &[0, 1], &[1, 2]], 14);
        compare(&[&[2, 0], &[0, 1], &[2, 1]], 14);
        compare(&[&[1, 0], &[0, 3], &[5, 1]], 14);
        compare(&[&[1, 0, 0], &[0, 1, 0], &[0, 0, 1], &[1, 1, 0], &[1, 0, 1], &[0, 1, 1], &[1, 1, 1]], 6);
        compare(&[&[1, 0, 0], &[0, 1, 0], &[0, 0, 1], &[1, 1, 1]], 6);
        compare(&[&[0, 0, 1], &[2, 1, 3]], 6);
        compare(&[&[1]], 14);
    }

    #[test]
    fn exchanged_heaps_agree_with_the_rows() {
        let sets: [&[(u64, u64)]; 7] = [
            &[(1, 1)],
            &[(1, 1), (1, 2), (2, 1)],
            &[(2, 2)],
            &[(2, 3), (3, 2)],
            &[(2, 2), (1, 3), (3, 1)],
            &[(1, 1), (4, 6), (6, 4)],
            &[],
        ];
        for both in sets {
            let units = [vec![1, 0], vec![0, 1], vec![0, 3], vec![3, 0]].into_iter();
            let game = Lines::new(units.chain(both.iter().map(|&(a, b)| vec![a, b])).collect()).unwrap();
            let watch = Watch::default();
            for sizes in [[1, 1], [300, 300], [200, 350], [350, 200]] {
                let by_rows = Sweep::new(&game, &sizes).run(&watch).unwrap();
                let quick = game.swept(&sizes, &watch).unwrap().unwrap();
                let inside = |row: &u32| if u64::from(*row) < sizes[game.last] { *row } else { NONE };
                let quick: Vec<u32> = quick.rows.iter().map(inside).collect();
                assert_eq!(quick, by_rows.rows, "{both:?} {sizes:?}");
            }
        }
        assert!(Lines::new(vec![vec![1, 0], vec![0, 1], vec![1, 2]]).unwrap().both.is_none());
    }

    #[test]
    fn wythoff_pairs_are_those_of_the_golden_ratio() {
        let game = Lines::new(vec![vec![1, 0], vec![0, 1], vec![1, 1]]).unwrap();
        let lost = game.lost(&[0, 0], &[5000, 5000], &Watch::default()).unwrap().unwrap();
        // b − a runs through 0, 1, 2, …, and a = ⌊n·φ⌋: a² ≤ a·n + n² < …, compared without fractions.
        let mut lower: Vec<_> = lost.iter().filter(|pair| pair[0] <= pair[1]).collect();
        lower.sort();
        for (n, pair) in lower.iter().enumerate() {
            let (n, a) = (n as u128, pair[0]);
            assert_eq!(pair[1], a + n);
            assert!(n == 0 || a * a < a * n + n * n && (a + 1) * (a + 1) > (a + 1) * n + n * n, "{pair:?}");
        }
        assert!(lower.len() > 1900);
    }

    #[test]
    fn what_is_no_such_game() {
        assert!(Lines::new(vec![vec![1, 1]]).is_none());
        assert!(Lines::new(vec![vec![1, 0], vec![0, 0]]).is_none());
        let game = Lines::new(vec![vec![1, 0], vec![0, 1], vec![1, 1]]).unwrap();
        assert_eq!(Theorem::wins(&game, &[10u128.pow(30), 1], &Watch::default()).unwrap(), None);
        assert_eq!(Theorem::wins(&game, &[1], &Watch::default()).unwrap(), None);
    }
}
