//! Lost pairs of two heaps that may be exchanged: of the vectors both unit vectors are there, and with (a, b) also (b, a).
//!
//! Then (x, y) is lost if (y, x) is, and each number x has at most one partner. The numbers are gone through in order. One that has no partner yet can
//! only have one that is not smaller: a smaller one would have found it. So the y from x on are tried, and y is the partner unless it has another one, or a lost
//! pair is on a line through (x, y). For each vector (a, b) one bit set says on which of its lines a lost pair is: a·y − b·x and x modulo a tell
//! the lines apart. A pair behind (x, y) on a line counts as well: it could be moved to (x, y), which is not lost then.
//!
//! For one x the lines of a vector through (x, y), (x, y + 1), … are neighbours in its bit set, so 64 y are tried at once. With (1, 1) among the vectors
//! the first differences are soon all taken; the search begins behind them. Wythoff's game and its like take O(n) time: the next y is free. Where few y are free the
//! time is O(n²/64), so words are counted.

use super::NONE;
use crate::watch::{Stop, Watch};

/// Words of 64 tries that are looked at.
const MOST_WORDS: u64 = 1 << 32;

/// A set of bits.
struct Bits(Vec<u64>);

impl Bits {
    fn new(count: u64) -> Bits {
        Bits(vec![0; (count / 64 + 3) as usize])
    }

    fn set(&mut self, bit: u64) {
        self.0[(bit / 64) as usize] |= 1 << (bit % 64);
    }

    fn has(&self, bit: u64) -> bool {
        self.0[(bit / 64) as usize] >> (bit % 64) & 1 == 1
    }

    /// 64 bits from one on, those behind the end 0.
    fn from(&self, bit: u64) -> u64 {
        let word = |index: usize| self.0.get(index).copied().unwrap_or(0);
        let (index, offset) = ((bit / 64) as usize, bit % 64);
        if offset == 0 { word(index) } else { word(index) >> offset | word(index + 1) << (64 - offset) }
    }
}

/// The lines of a vector on which a lost pair is.
struct Marked {
    a: u64,
    b: u64,
    /// A multiple of a that is added to a·y − b·x.
    shift: u64,
    /// Lines of one residue of x modulo a.
    class: u64,
    lines: Bits,
}

impl Marked {
    /// How many lines of one residue there are below n.
    fn class(&(a, b): &(u64, u64), n: u64) -> Option<u64> {
        n.checked_mul(a.checked_add(b)?)?.checked_div(a)?.checked_add(2)
    }

    fn new(vector: &(u64, u64), n: u64) -> Marked {
        let &(a, b) = vector;
        let class = Marked::class(vector, n).unwrap_or(0);
        Marked { a, b, shift: (n * b).next_multiple_of(a), class, lines: Bits::new(class * a) }
    }

    /// The line through (x, 0); that through (x, y) is y further.
    fn first(&self, x: u64) -> u64 {
        let residue = if self.a == 1 { 0 } else { x % self.a };
        residue * self.class + (self.shift - self.b * x) / self.a
    }
}

/// The vectors in which both heaps are made smaller, if the heaps may be exchanged.
pub(super) fn exchanged(vectors: &[Vec<u64>]) -> Option<Vec<(u64, u64)>> {
    let pairs = vectors.iter().map(|vector| <[u64; 2]>::try_from(vector.as_slice()).ok());
    let pairs: Vec<(u64, u64)> = pairs.map(|pair| pair.map(|[a, b]| (a, b))).collect::<Option<_>>()?;
    let fits = pairs.contains(&(1, 0)) && pairs.iter().all(|&(a, b)| pairs.contains(&(b, a)));
    // Other steps of one heap alone are steps of a unit vector.
    fits.then(|| pairs.into_iter().filter(|&(a, b)| a > 0 && b > 0).collect())
}

/// The bytes that the lost pairs of numbers below n take.
pub(super) fn bytes(both: &[(u64, u64)], n: u64) -> Option<u64> {
    let of = |vector: &(u64, u64)| Some(Marked::class(vector, n)?.checked_mul(vector.0)? / 8 + 32);
    both.iter().try_fold(n.checked_mul(5)?, |all, vector| all.checked_add(of(vector)?))
}

/// The partner of each number below n, or [`NONE`]; nothing if that takes too long.
pub(super) fn partners(both: &[(u64, u64)], n: u64, watch: &Watch) -> Result<Option<Vec<u32>>, Stop> {
    let held = bytes(both, n).unwrap_or(u64::MAX);
    watch.check(0, held)?;
    let mut marked: Vec<Marked> = both.iter().map(|vector| Marked::new(vector, n)).collect();
    let (mut taken, mut partners) = (Bits::new(n), vec![NONE; n as usize]);
    let diagonal = marked.iter().position(|marked| (marked.a, marked.b) == (1, 1));
    // All smaller differences are taken.
    let (mut least, mut words, mut looked) = (0, 0u64, 0u64);
    for x in 0..n {
        if words >= looked {
            watch.check(x, held)?;
            looked = words + (1 << 16);
        }
        words += 1;
        if taken.has(x) {
            continue;
        }
        if let Some(diagonal) = diagonal.map(|place| &marked[place]) {
            let first = diagonal.first(x) + x;
            while x + least < n && diagonal.lines.has(first + least) {
                least += 1;
            }
        }
        let firsts: Vec<u64> = marked.iter().map(|marked| marked.first(x)).collect();
        let mut y = x + least;
        while y < n {
            let lines = marked.iter().zip(&firsts).map(|(marked, first)| marked.lines.from(first + y));
            let blocked = lines.fold(taken.from(y), |all, lines| all | lines);
            words += 1;
            if blocked != u64::MAX {
                y += u64::from(blocked.trailing_ones());
                break;
            }
            y += 64;
        }
        if words > MOST_WORDS {
            return Ok(None);
        }
        if y >= n {
            continue;
        }
        for marked in &mut marked {
            let (line, exchanged) = (marked.first(x) + y, marked.first(y) + x);
            marked.lines.set(line);
            marked.lines.set(exchanged);
        }
        taken.set(x);
        taken.set(y);
        (partners[x as usize], partners[y as usize]) = (y as u32, x as u32);
    }
    Ok(Some(partners))
}
