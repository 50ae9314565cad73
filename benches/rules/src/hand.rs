//! The games hand-written, with tables.

use crate::{checksum, intervals};

/// The values seen, by stamps.
struct Marks {
    stamps: Vec<u32>,
    stamp: u32,
}

impl Marks {
    fn new(values: usize) -> Marks {
        Marks { stamps: vec![0; values], stamp: 0 }
    }

    fn clear(&mut self) {
        self.stamp += 1;
    }

    fn insert(&mut self, value: u32) {
        self.stamps[value as usize] = self.stamp;
    }

    fn mex(&self) -> u32 {
        self.stamps.iter().position(|&stamp| stamp != self.stamp).expect("room for all values") as u32
    }
}

fn squares(to: usize) -> u64 {
    let mut values = vec![0u32; to + 1];
    let mut marks = Marks::new(1 << 12);
    for n in 0..=to {
        marks.clear();
        let mut k = 1;
        while k * k <= n {
            marks.insert(values[n - k * k]);
            k += 1;
        }
        values[n] = marks.mex();
    }
    checksum(values.iter().map(|&value| value.into()))
}

fn euclid(to: usize) -> u64 {
    let side = to + 1;
    let mut values = vec![0u32; side * side];
    let mut marks = Marks::new(1 << 12);
    for x in 0..side {
        for y in 0..side {
            marks.clear();
            if y > 0 {
                for k in 1..=x / y {
                    marks.insert(values[(x - k * y) * side + y]);
                }
            }
            if x > 0 {
                for k in 1..=y / x {
                    marks.insert(values[x * side + y - k * x]);
                }
            }
            values[x * side + y] = marks.mex();
        }
    }
    checksum(values.iter().map(|&value| value.into()))
}

fn cutting(to: usize) -> u64 {
    let side = to + 1;
    let mut values = vec![0u32; side * side];
    let mut marks = Marks::new(1 << 12);
    for w in 0..side {
        for h in 0..side {
            marks.clear();
            for a in 1..w {
                marks.insert(values[a * side + h] ^ values[(w - a) * side + h]);
            }
            for a in 1..h {
                marks.insert(values[w * side + a] ^ values[w * side + h - a]);
            }
            values[w * side + h] = marks.mex();
        }
    }
    checksum(values.iter().map(|&value| value.into()))
}

/// A player who may take q of n may take min(n, q).
fn fibonacci(to: usize) -> u64 {
    let side = to + 1;
    let mut values = vec![0u32; side * side];
    let mut marks = Marks::new(1 << 12);
    for n in 0..side {
        for q in 0..=n {
            marks.clear();
            for k in 1..=q {
                marks.insert(values[(n - k) * side + (2 * k).min(n - k)]);
            }
            values[n * side + q] = marks.mex();
        }
    }
    checksum(std::iter::once(values[to * side + to - 1].into()))
}

fn interval_game(to: usize) -> u64 {
    let side = to + 1;
    let all: Vec<(usize, usize)> = intervals().into_iter().map(|(a, b)| (a as usize, b as usize)).collect();
    let mut values = vec![0u32; side * side];
    let mut marks = Marks::new(1 << 12);
    for length in 0..side {
        for lo in 0..side - length {
            let hi = lo + length;
            marks.clear();
            for &(a, b) in &all {
                if lo <= a && b <= hi {
                    marks.insert(values[lo * side + a] ^ values[b * side + hi]);
                }
            }
            values[lo * side + hi] = marks.mex();
        }
    }
    checksum(std::iter::once(values[to].into()))
}

pub(crate) fn run(game: &str) -> u64 {
    match game {
        "squares" => squares(100_000),
        "euclid" => euclid(1000),
        "cutting" => cutting(200),
        "fibonacci" => fibonacci(2000),
        "intervals" => interval_game(400),
        _ => panic!("unknown game {game}"),
    }
}
