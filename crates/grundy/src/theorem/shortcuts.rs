//! Two Nim heaps with shortcuts: at some pairs the game is over, and who should move there has lost.
//!
//! A position is a pair (x, y); a move lowers one number, any way. At the pairs of a finite set S there is no move. Rooks that go
//! right or up to the edge of a board play the same game seen from the far corner: a coordinate may be counted from its top.
//!
//! **Theorem.** Start at (x, y) = (0, 0) and go on for ever: a row x is *blocked* if S has a pair (x, y′) with y′ < y, a column y if S
//! has one (x′, y) with x′ < x. If (x, y) is in S, or both are blocked, go to (x+1, y+1); if only the row is, to (x+1, y); if only the
//! column is, to (x, y+1); else (x, y) is *on the stair*, and the way goes to (x+1, y+1). The lost pairs are S and the stair.
//!
//! *Proof.* When the way leaves a row x at the column y, each pair (x, c) with c > y, and with c = y unless the row holds a pair of S
//! or of the stair there, can move to a pair of S or of the stair: to the one that blocks the row, or to (x, y) itself. The same with
//! columns. So a pair (x, y) that is neither in S nor on the stair can move to one of these: the way leaves the row x before it is at
//! the column y, or the other way round, or it comes through (x, y), whose row or column is then blocked. And no pair of the stair
//! can move to another pair of S or of the stair: its row and its column are not blocked, and the way passes each row and each
//! column once. By induction these are the lost pairs. ∎
//!
//! Between rows and columns of S the way is a diagonal, taken in one step: time O(|S| log |S|), and O(log |S|) a question. Only who
//! wins is known: a value is told where it is 0.

use super::{Error, Found, Options, Theorem};
use crate::value::Value;
use crate::watch::Watch;
use std::collections::{BTreeMap, BTreeSet};

/// Two Nim heaps, the pairs at which the game is over, and the stair.
#[derive(Debug)]
pub struct Shortcuts {
    /// Where each coordinate is counted from, if from its top.
    tops: [Option<u128>; 2],
    over: BTreeSet<[u128; 2]>,
    /// The same pairs with their numbers exchanged.
    by_column: BTreeSet<[u128; 2]>,
    /// The diagonals of the stair by their first rows: first column, and length unless it has no end.
    stair: BTreeMap<u128, (u128, Option<u128>)>,
    /// The first row of each diagonal by its first column.
    stair_rows: BTreeMap<u128, u128>,
}

impl Shortcuts {
    /// The game that is over at these pairs; a coordinate with a top is raised instead of lowered, up to it. Pairs beyond a top are
    /// never reached.
    pub fn new(over: impl IntoIterator<Item = [u128; 2]>, tops: [Option<u128>; 2]) -> Shortcuts {
        let over: BTreeSet<[u128; 2]> = over.into_iter().filter_map(|pair| seen(tops, pair)).collect();
        let by_column = over.iter().map(|&[x, y]| [y, x]).collect();
        let mut game = Shortcuts { tops, over, by_column, stair: BTreeMap::new(), stair_rows: BTreeMap::new() };
        game.climb();
        game
    }

    /// Finds the stair.
    fn climb(&mut self) {
        let (mut x, mut y) = (0u128, 0u128);
        loop {
            // The next row and column with a pair of S, and its first pair.
            let row = self.over.range([x, 0]..).next().copied();
            let column = self.by_column.range([y, 0]..).next().copied();
            let free = |next: Option<[u128; 2]>, at: u128| next.map(|next| next[0] - at);
            let length = match (free(row, x), free(column, y)) {
                (None, None) => {
                    self.add(x, y, None);
                    return;
                }
                (Some(length), None) | (None, Some(length)) => length,
                (Some(a), Some(b)) => a.min(b),
            };
            if length > 0 {
                self.add(x, y, Some(length));
                (x, y) = (x + length, y + length);
                continue;
            }
            let blocked = |next: Option<[u128; 2]>, at: u128, other: u128| {
                next.is_some_and(|[line, first]| line == at && first < other)
            };
            let (row_blocked, column_blocked) = (blocked(row, x, y), blocked(column, y, x));
            let (over, both) = (self.over.contains(&[x, y]), row_blocked == column_blocked);
            if !over && !row_blocked && !column_blocked {
                self.add(x, y, Some(1));
            }
            x += u128::from(over || both || row_blocked);
            y += u128::from(over || both || column_blocked);
        }
    }

    fn add(&mut self, x: u128, y: u128, length: Option<u128>) {
        self.stair.insert(x, (y, length));
        self.stair_rows.insert(y, x);
    }

    /// The column of the pair of the stair in a row.
    fn stair_column(&self, row: u128) -> Option<u128> {
        let (&x, &(y, length)) = self.stair.range(..=row).next_back()?;
        let within = length.is_none_or(|length| row - x < length);
        within.then(|| y.checked_add(row - x)).flatten()
    }

    /// The row of the pair of the stair in a column.
    fn stair_row(&self, column: u128) -> Option<u128> {
        let (&y, &x) = self.stair_rows.range(..=column).next_back()?;
        let row = x.checked_add(column - y)?;
        (self.stair_column(row) == Some(column)).then_some(row)
    }

    fn is_lost(&self, [x, y]: [u128; 2]) -> bool {
        self.over.contains(&[x, y]) || self.stair_column(x) == Some(y)
    }

    /// The lost pairs that one move leads to.
    fn lost_options(&self, [x, y]: [u128; 2]) -> Vec<[u128; 2]> {
        if self.over.contains(&[x, y]) {
            return Vec::new();
        }
        let in_row = self.over.range([x, 0]..[x, y]).copied();
        let in_column = self.by_column.range([y, 0]..[y, x]).map(|&[y, x]| [x, y]);
        let stair_in_row = self.stair_column(x).filter(|&column| column < y).map(|column| [x, column]);
        let stair_in_column = self.stair_row(y).filter(|&row| row < x).map(|row| [row, y]);
        let mut all: Vec<_> = in_row.chain(in_column).chain(stair_in_row).chain(stair_in_column).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// A pair as it is counted here; nothing if it lies beyond a top.
fn seen(tops: [Option<u128>; 2], pair: [u128; 2]) -> Option<[u128; 2]> {
    let count = |top: Option<u128>, n: u128| top.map_or(Some(n), |top| top.checked_sub(n));
    Some([count(tops[0], pair[0])?, count(tops[1], pair[1])?])
}

impl Theorem for Shortcuts {
    fn name(&self) -> String {
        "shortcuts".to_owned()
    }

    fn value(&self, position: &[u128], watch: &Watch) -> Result<Option<Value>, Error> {
        Ok(self.wins(position, watch)?.and_then(|wins| (!wins).then_some(Value::Finite(0))))
    }

    fn wins(&self, position: &[u128], _watch: &Watch) -> Result<Option<bool>, Error> {
        let &[x, y] = position else { return Ok(None) };
        Ok(seen(self.tops, [x, y]).map(|pair| !self.is_lost(pair)))
    }

    fn options(
        &self,
        position: &[u128],
        wanted: &Value,
        most: usize,
        _watch: &Watch,
    ) -> Result<Option<Options>, Error> {
        let &[x, y] = position else { return Ok(None) };
        let Some(pair) = seen(self.tops, [x, y]) else { return Ok(None) };
        if !wanted.is_zero() {
            return Ok(Some(Found { options: Vec::new(), complete: false }));
        }
        // Counting from the top twice gives the number again.
        let left = self.lost_options(pair).into_iter().filter_map(|pair| seen(self.tops, pair));
        Ok(Some(Found::all(left.map(|pair| vec![pair.to_vec()])).first(most)))
    }

    fn tells_only_outcomes(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theorem::by_definition;

    /// Pairs from a small generator of random numbers.
    fn pairs(seed: u64, count: usize, end: u128) -> Vec<[u128; 2]> {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            u128::from(state >> 33) % end
        };
        (0..count).map(|_| [next(), next()]).collect()
    }

    #[test]
    fn agrees_with_the_definition() {
        for seed in 0..60 {
            let end = 12;
            let over = pairs(seed, seed as usize % 14, end);
            let tops = [None, None, Some(end - 1), Some(end - 3)].map(|top| top);
            for tops in [[tops[0], tops[1]], [tops[2], tops[0]], [tops[2], tops[3]]] {
                let game = Shortcuts::new(over.iter().copied(), tops);
                let below = |n: u128, top: Option<u128>| match top {
                    None => (0..n).collect::<Vec<_>>(),
                    Some(top) => (n + 1..=top).collect(),
                };
                let moves = |pair: &Vec<u128>| {
                    if over.contains(&[pair[0], pair[1]]) {
                        return Vec::new();
                    }
                    let first = below(pair[0], tops[0]).into_iter().map(|x| vec![vec![x, pair[1]]]);
                    first.chain(below(pair[1], tops[1]).into_iter().map(|y| vec![vec![pair[0], y]])).collect()
                };
                let points: Vec<Vec<u128>> = (0..end * end).map(|code| vec![code / end, code % end]).collect();
                by_definition::compare_outcomes(&game, &points, &moves);
            }
        }
    }

    #[test]
    fn large_numbers() {
        let game = Shortcuts::new([[5, 3]], [None, None]);
        let wins = |x, y| game.wins(&[x, y], &Watch::default()).unwrap();
        let far = 10u128.pow(30);
        assert_eq!(wins(5, 3), Some(false));
        // Column 3 is left at row 3; row 5 is blocked by the pair from column 4 on.
        assert_eq!((wins(4, 4), wins(5, 5), wins(6, 5)), (Some(false), Some(true), Some(false)));
        assert_eq!((wins(far, far - 1), wins(far, far)), (Some(false), Some(true)));
        assert_eq!(wins(u128::MAX, u128::MAX), Some(true));
    }
}
