//! The games hand-written, by search with a memo table.

use crate::{checksum, intervals};
use hashbrown::HashMap;
use std::hash::Hash;

type Memo<P> = HashMap<P, u32, foldhash::fast::RandomState>;

fn mex(seen: &mut Vec<u32>) -> u32 {
    seen.sort_unstable();
    seen.dedup();
    seen.iter().enumerate().find(|&(index, &value)| index as u32 != value).map_or(seen.len(), |(index, _)| index) as u32
}

/// The value of a position from the values of its options, remembered.
fn solve<P: Copy + Eq + Hash>(
    memo: &mut Memo<P>,
    position: P,
    options: &impl Fn(&mut Memo<P>, P, &mut Vec<u32>),
) -> u32 {
    if let Some(&value) = memo.get(&position) {
        return value;
    }
    let mut seen = Vec::new();
    options(memo, position, &mut seen);
    let value = mex(&mut seen);
    memo.insert(position, value);
    value
}

fn square(memo: &mut Memo<u32>, n: u32) -> u32 {
    solve(memo, n, &|memo, n, seen| {
        let mut k = 1;
        while k * k <= n {
            seen.push(square(memo, n - k * k));
            k += 1;
        }
    })
}

fn euclid(memo: &mut Memo<(u32, u32)>, at: (u32, u32)) -> u32 {
    solve(memo, at, &|memo, (x, y), seen| {
        if y > 0 {
            (1..=x / y).for_each(|k| seen.push(euclid(memo, (x - k * y, y))));
        }
        if x > 0 {
            (1..=y / x).for_each(|k| seen.push(euclid(memo, (x, y - k * x))));
        }
    })
}

fn cut(memo: &mut Memo<(u32, u32)>, at: (u32, u32)) -> u32 {
    solve(memo, at, &|memo, (w, h), seen| {
        (1..w).for_each(|a| seen.push(cut(memo, (a, h)) ^ cut(memo, (w - a, h))));
        (1..h).for_each(|a| seen.push(cut(memo, (w, a)) ^ cut(memo, (w, h - a))));
    })
}

fn fibonacci(memo: &mut Memo<(u32, u32)>, at: (u32, u32)) -> u32 {
    solve(memo, at, &|memo, (n, q), seen| {
        (1..=n.min(q)).for_each(|k| seen.push(fibonacci(memo, (n - k, (2 * k).min(n - k)))));
    })
}

fn free(memo: &mut Memo<(i64, i64)>, all: &[(i64, i64)], at: (i64, i64)) -> u32 {
    solve(memo, at, &|memo, (lo, hi), seen| {
        for &(a, b) in all {
            if lo <= a && b <= hi {
                seen.push(free(memo, all, (lo, a)) ^ free(memo, all, (b, hi)));
            }
        }
    })
}

fn grid(to: u32) -> impl Iterator<Item = (u32, u32)> {
    (0..=to).flat_map(move |x| (0..=to).map(move |y| (x, y)))
}

pub(crate) fn run(game: &str) -> u64 {
    let (mut line, mut plane) = (Memo::default(), Memo::default());
    match game {
        "squares" => checksum((0..=100_000).map(|n| square(&mut line, n).into())),
        "squares10" => checksum((0..=10_000).map(|n| square(&mut line, n).into())),
        "euclid" => checksum(grid(1000).map(|at| euclid(&mut plane, at).into())),
        "euclid300" => checksum(grid(300).map(|at| euclid(&mut plane, at).into())),
        "cutting" => checksum(grid(200).map(|at| cut(&mut plane, at).into())),
        "cutting60" => checksum(grid(60).map(|at| cut(&mut plane, at).into())),
        "fibonacci" => checksum(std::iter::once(fibonacci(&mut plane, (2000, 1999)).into())),
        "fibonacci300" => checksum(std::iter::once(fibonacci(&mut plane, (300, 299)).into())),
        "intervals" => {
            let mut memo = Memo::default();
            checksum(std::iter::once(free(&mut memo, &intervals(), (0, 400)).into()))
        }
        _ => panic!("unknown game {game}"),
    }
}
