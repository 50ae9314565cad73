//! A row of heaps of which only the first and the last may be touched.
//!
//! A move makes the first or the last heap of a row smaller, or takes it away; the others wait until they are at an end. (A row of
//! which only the first may be touched is in [`row`](super::row).)
//!
//! **Theorem.** For a row r of heaps let L(r) be the size of the heap which, put before r, makes a lost row, and 0 if r itself is
//! lost; R(r) the same behind r. Both exist, exactly one each. They follow from the shorter rows: for r = s·x, a row s and a last heap
//! x, with l = L(s), ρ = R(s),
//!
//! - L(r) = 0 if x = ρ;
//! - L(r) = x if x is smaller than both l and ρ, or greater than both;
//! - L(r) = x + 1 if l ≤ x < ρ, and x − 1 if ρ < x ≤ l.
//!
//! R(x·s) is found in the same way with l and ρ exchanged; of one heap x both are x. A row x·s is lost exactly if x = L(s).
//!
//! *Proof.* (ZJOI 2009.) *One L.* Of two rows a·r and b·r with a < b not both are lost, for b may become a. If no a·r with 1 ≤ a ≤ M is
//! lost, nor r, each has a winning move at its right end, to a·r′ for some r′ left by a move at the right of r; there are finitely
//! many r′, and by the first remark for each at most one a: so some a is lost. *The steps.* x = ρ means that s·x is lost. Else let
//! a·s·x be the row, and go by induction on x. Let x be smaller than l and ρ: the rows y·s·y with y ≤ x are lost, since who moves
//! at one end is answered at the other by the same, until an end is empty, leaving y·s or s·y with 0 < y < l, ρ, or s, all of
//! which are won by making y what l or ρ says or by emptying it. So L = x. From x = l on, where l < ρ: the row l·s is lost, so
//! a·s·x with a = l is won by taking x away; the answers are shifted by one, a = x + 1, until x reaches ρ; there s·x is lost, and
//! from then on both ends skip one size and a = x again. The case ρ < l is the mirror image. ∎
//!
//! Time O(n²) for n heaps, memory O(n). Only who wins is known: a value is told where it is 0.

use super::{Error, Found, Options, Theorem};
use crate::value::Value;
use crate::watch::{Stop, Watch};

/// Longer rows take too long.
const LONGEST: usize = 1 << 16;

/// Rows of heaps with two open ends. Empty heaps are not allowed in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BothEnds;

/// What must stand at one end: the heap x is at the other, `near` is what the rest wants beside x, `far` what it wants at the other
/// end.
fn partner(x: u128, near: u128, far: u128) -> u128 {
    if x == near {
        0
    } else if (x < near && x < far) || (x > near && x > far) {
        x
    } else if x < near {
        x + 1
    } else {
        x - 1
    }
}

/// L and R of all rows of a length, from the first on, for lengths 1, 2, … up to `length`.
fn partners(heaps: &[u128], length: usize, watch: &Watch) -> Result<Vec<(u128, u128)>, Stop> {
    let mut all: Vec<(u128, u128)> = heaps.iter().map(|&heap| (heap, heap)).collect();
    for width in 2..=length {
        if width % 64 == 0 {
            watch.check(width as u64, 32 * all.len() as u64)?;
        }
        for start in 0..=heaps.len() - width {
            // The rows one shorter, that end or start one earlier or later.
            let ((left, right), (later_left, later_right)) = (all[start], all[start + 1]);
            let l = partner(heaps[start + width - 1], right, left);
            let r = partner(heaps[start], later_left, later_right);
            all[start] = (l, r);
        }
        all.truncate(heaps.len() + 1 - width);
    }
    Ok(all)
}

/// L of the row without its first heap, R of the row without its last.
fn wanted(heaps: &[u128], watch: &Watch) -> Result<(u128, u128), Stop> {
    if heaps.len() < 2 {
        return Ok((0, 0));
    }
    let all = partners(heaps, heaps.len() - 1, watch)?;
    Ok((all[1].0, all[0].1))
}

impl BothEnds {
    fn is_row(position: &[u128]) -> bool {
        position.len() <= LONGEST && position.iter().all(|&heap| (1..u128::MAX / 4).contains(&heap))
    }
}

impl Theorem for BothEnds {
    fn name(&self) -> String {
        "both ends".to_owned()
    }

    fn value(&self, position: &[u128], watch: &Watch) -> Result<Option<Value>, Error> {
        Ok(self.wins(position, watch)?.and_then(|wins| (!wins).then_some(Value::Finite(0))))
    }

    fn wins(&self, position: &[u128], watch: &Watch) -> Result<Option<bool>, Error> {
        if !BothEnds::is_row(position) {
            return Ok(None);
        }
        Ok(Some(match position {
            [] => false,
            [_] => true,
            [first, ..] => *first != wanted(position, watch)?.0,
        }))
    }

    fn options(&self, position: &[u128], value: &Value, most: usize, watch: &Watch) -> Result<Option<Options>, Error> {
        if !BothEnds::is_row(position) {
            return Ok(None);
        }
        if !value.is_zero() {
            return Ok(Some(Found { options: Vec::new(), complete: false }));
        }
        let (left, right) = wanted(position, watch)?;
        let mut found: Vec<Vec<Vec<u128>>> = Vec::new();
        if let Some(last) = position.len().checked_sub(1) {
            for (place, size) in [(0, left), (last, right)] {
                let mut row = position.to_vec();
                match size {
                    0 => drop(row.remove(place)),
                    _ => row[place] = size,
                }
                if size < position[place] {
                    found.push(vec![row]);
                }
            }
        }
        found.dedup();
        Ok(Some(Found::all(found).first(most)))
    }

    fn tells_only_outcomes(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theorem::by_definition;

    #[test]
    fn agrees_with_the_definition() {
        let mut rows: Vec<Vec<u128>> = vec![Vec::new()];
        let mut longer = vec![Vec::new()];
        for (length, most) in [(1, 9), (2, 9), (3, 7), (4, 5), (5, 4), (6, 3)] {
            longer = longer
                .iter()
                .flat_map(|row: &Vec<u128>| (1..=most).map(move |x| [row.as_slice(), &[x]].concat()))
                .collect();
            longer.retain(|row| row.len() == length && row.iter().all(|&x| x <= most));
            rows.extend(longer.iter().cloned());
        }
        let moves = |row: &Vec<u128>| {
            let Some(last) = row.len().checked_sub(1) else { return Vec::new() };
            let mut options = vec![vec![row[1..].to_vec()], vec![row[..last].to_vec()]];
            for place in [0, last] {
                options.extend((1..row[place]).map(|x| {
                    let mut left = row.clone();
                    left[place] = x;
                    vec![left]
                }));
            }
            options
        };
        by_definition::compare_outcomes(&BothEnds, &rows, &moves);
    }
}
