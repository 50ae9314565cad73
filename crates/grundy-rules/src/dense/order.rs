//! The order in which a table is filled: kinds that lead to each other together, the others before those that lead to
//! them; within them, lexicographically, each coordinate upwards or downwards.

use super::probe::Signs;
use super::shape::MAX_ARITY;
use crate::compile::code::Code;

/// A coordinate of positions: the kind is number 0, argument i is number 1 + i.
pub(super) type Coordinate = usize;

/// Coordinates, the slowest first, and whether each goes upwards.
pub(super) type Order = Vec<(Coordinate, bool)>;

/// Kinds that lead to each other, in groups; every kind comes after those that it leads to, unless they are in its
/// group. Time O(kinds · parts).
pub(super) fn groups(code: &Code) -> Vec<Vec<usize>> {
    let reach: Vec<Vec<bool>> = (0..code.kinds.len()).map(|kind| reached(code, kind)).collect();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut order: Vec<usize> = (0..code.kinds.len()).collect();
    // What a kind reaches includes what its options reach: fewer come first.
    order.sort_by_key(|&kind| reach[kind].iter().filter(|&&reached| reached).count());
    for kind in order {
        match groups.iter_mut().find(|group| reach[kind][group[0]] && reach[group[0]][kind]) {
            Some(group) => group.push(kind),
            None => groups.push(vec![kind]),
        }
    }
    groups
}

/// The kinds that positions of a kind can become, itself included.
fn reached(code: &Code, kind: usize) -> Vec<bool> {
    let mut seen = vec![false; code.kinds.len()];
    seen[kind] = true;
    let mut open = vec![kind];
    while let Some(kind) = open.pop() {
        let parts = code.kinds[kind].rules.iter().flat_map(|rule| rule.options.iter().flatten());
        for part in parts {
            if !std::mem::replace(&mut seen[part.kind], true) {
                open.push(part.kind);
            }
        }
    }
    seen
}

/// An order of a group's coordinates in which every option seen comes before its position.
pub(super) fn find(group: &[usize], arity: usize, seen: impl Iterator<Item = (usize, usize, Signs)>) -> Option<Order> {
    let inside = |kind: &usize| group.contains(kind);
    let mut signs: Vec<Signs> =
        seen.filter(|(from, to, _)| inside(from) && inside(to)).map(|(.., signs)| signs).collect();
    signs.sort_unstable();
    signs.dedup();
    let mut coordinates: Vec<Coordinate> = (1..=arity).collect();
    if group.len() > 1 {
        coordinates.push(0);
    }
    permutations(coordinates).into_iter().find_map(|order| directed(&order, &signs))
}

/// All orders of at most [`MAX_ARITY`] + 1 coordinates, the given one first.
fn permutations(coordinates: Vec<Coordinate>) -> Vec<Vec<Coordinate>> {
    debug_assert!(coordinates.len() <= MAX_ARITY + 1);
    let mut all = vec![Vec::new()];
    for _ in 0..coordinates.len() {
        let longer = |start: &Vec<Coordinate>| {
            let rest = coordinates.iter().filter(|next| !start.contains(next));
            rest.map(|&next| [start.as_slice(), &[next]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// The directions for an order of coordinates: options that agree in the earlier coordinates decide the next one.
fn directed(order: &[Coordinate], signs: &[Signs]) -> Option<Order> {
    let mut left: Vec<&Signs> = signs.iter().collect();
    let mut found = Vec::new();
    for &coordinate in order {
        let falls = left.iter().any(|signs| signs[coordinate] < 0);
        let rises = left.iter().any(|signs| signs[coordinate] > 0);
        if falls && rises {
            return None;
        }
        left.retain(|signs| signs[coordinate] == 0);
        found.push((coordinate, !rises));
    }
    left.is_empty().then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(signs: &[[i8; 2]]) -> Option<Order> {
        let full = |&[x, y]: &[i8; 2]| (0, 0, [0, x, y, 0, 0]);
        find(&[0], 2, signs.iter().map(full))
    }

    #[test]
    fn orders_are_found() {
        // Wythoff: both fall.
        assert_eq!(order(&[[-1, 0], [0, -1], [-1, -1]]), Some(vec![(1, true), (2, true)]));
        // Intervals: one end rises, the other falls.
        assert_eq!(order(&[[1, 0], [0, -1]]), Some(vec![(1, false), (2, true)]));
        // The first rises or falls, but only when the second falls.
        assert_eq!(order(&[[1, -1], [-1, -1], [-1, 0]]), Some(vec![(2, true), (1, true)]));
        // No end to it.
        assert_eq!(order(&[[1, 0], [-1, 0]]), None);
        assert_eq!(order(&[[0, 0]]), None);
    }
}
