//! A row of heaps of which only the first may be touched: reduce it to any smaller positive size, or take it away.
//!
//! **Theorem.** Let t be the value of the row without its first heap, and x ≥ 1 the first heap's size. The row has the value
//! x if x > t, and x−1 otherwise.
//!
//! *Proof.* For fixed t write g(x). Its options are g(1), …, g(x−1) and t, so g(1), g(2), … lists in increasing
//! order the numbers other than t: x−1 while x−1 < t, then x. ∎ An empty row has value 0. A heap of size 0 can only be
//! taken away, which is what g(1) can do, so it counts as 1; or it is the end: then the row from it on has no move and the value 0.
//!
//! This is the row of the matrix game, and the game "in each turn reduce the first non-empty pile". Fold from the right: O(length).

use super::{Error, Found, Options, Theorem};
use crate::value::Value;
use crate::watch::Watch;

/// A row of heaps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Row {
    /// A heap of size 0 cannot be taken away: who should has no move.
    pub stuck: bool,
}

impl Row {
    /// The heaps that may ever be touched.
    fn live<'a, T: PartialEq + From<u8>>(&self, row: &'a [T]) -> &'a [T] {
        let zero = row.iter().position(|heap| self.stuck && *heap == T::from(0));
        zero.map_or(row, |end| &row[..end])
    }
}

impl Theorem for Row {
    fn name(&self) -> String {
        "row".to_owned()
    }

    fn value(&self, position: &[u128], _watch: &Watch) -> Result<Option<Value>, Error> {
        Ok(Some(Value::Finite(value(self.live(position).iter().copied()))))
    }

    fn options(
        &self,
        position: &[u128],
        wanted: &Value,
        most: usize,
        _watch: &Watch,
    ) -> Result<Option<Options>, Error> {
        let live = self.live(position);
        let option = wanted.as_finite().and_then(|wanted| option(live, wanted));
        let whole = |left: Vec<u128>| vec![[left.as_slice(), &position[live.len()..]].concat()];
        Ok(Some(Found::all(option.map(whole)).first(most)))
    }

    fn small_value(&self, position: &[i64], _watch: &Watch) -> Result<Option<u128>, Error> {
        Ok(Some(value(self.live(position).iter().map(|&heap| heap as u128))))
    }
}

/// The option of a row that has a wanted value, if there is one: the options have different values.
fn option(row: &[u128], wanted: u128) -> Option<Vec<u128>> {
    let (&first, rest) = row.split_first()?;
    let tail = value(rest.iter().copied());
    if wanted == tail {
        return Some(rest.to_vec());
    }
    // Heaps of 1, 2, … in front have in increasing order the values other than the tail's.
    let size = if wanted < tail { wanted + 1 } else { wanted };
    (1..first).contains(&size).then(|| [&[size], rest].concat())
}

/// The value of a row of heaps, the first one in front.
///
/// ```
/// use grundy::theorem::row::value;
/// assert_eq!(value([5].into_iter()), 5);
/// assert_eq!(value([1, 5].into_iter()), 0);
/// assert_eq!(value([].into_iter()), 0);
/// ```
pub fn value(heaps: impl DoubleEndedIterator<Item = u128>) -> u128 {
    heaps.rev().fold(0, |tail, heap| {
        let heap = heap.max(1);
        if heap > tail { heap } else { heap - 1 }
    })
}

#[cfg(test)]
mod tests {
    use crate::theorem::by_definition;

    #[expect(clippy::ptr_arg, reason = "the position type of the comparison is Vec")]
    fn moves(row: &Vec<u128>) -> Vec<Vec<Vec<u128>>> {
        let Some((&first, rest)) = row.split_first() else { return Vec::new() };
        let smaller = (1..first).map(|v| vec![[&[v], rest].concat()]);
        smaller.chain([vec![rest.to_vec()]]).collect()
    }

    #[test]
    fn agrees_with_the_definition() {
        let rows = (0..5u32).flat_map(|length| {
            (0..5u128.pow(length)).map(move |code| (0..length).map(|i| code / 5u128.pow(i) % 5).collect())
        });
        let rows = rows.collect::<Vec<_>>();
        by_definition::compare(&super::Row { stuck: false }, &rows, &moves);
        by_definition::compare(&super::Row { stuck: true }, &rows, &|row| {
            if row.first() == Some(&0) { Vec::new() } else { moves(row) }
        });
    }
}
