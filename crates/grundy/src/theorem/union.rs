//! How many points with integer coordinates lie in at least one of some boxes.
//!
//! A line sweeps along the first axis; a tree over the ends along the second keeps how many boxes cover each stretch, and how many points are
//! covered at all. Time O(n log n) for n boxes.

/// From one number to another along each of two axes, both included; empty where an end is below its start.
pub type Area = [(u128, u128); 2];

/// How many points lie in one of the boxes or in several. Numbers are below 2^63.
pub fn points(boxes: &[Area]) -> u128 {
    let mut ends: Vec<u128> = boxes.iter().flat_map(|area| [area[1].0, area[1].1 + 1]).collect();
    ends.sort_unstable();
    ends.dedup();
    let place = |end: u128| ends.partition_point(|&other| other < end);
    let mut events: Vec<(u128, i64, usize, usize)> = Vec::with_capacity(2 * boxes.len());
    for &[(left, right), (low, high)] in boxes.iter().filter(|area| area.iter().all(|(from, to)| from <= to)) {
        let (low, high) = (place(low), place(high + 1));
        events.push((left, 1, low, high));
        events.push((right + 1, -1, low, high));
    }
    events.sort_unstable();
    let mut tree = Tree { ends: &ends, covers: vec![0; 4 * ends.len()], points: vec![0; 4 * ends.len()] };
    let (mut total, mut before) = (0, 0);
    for (at, change, low, high) in events {
        total += (at - before) * tree.points.get(1).copied().unwrap_or(0);
        before = at;
        tree.add(1, 0, ends.len() - 1, low, high, change);
    }
    total
}

/// Node 1 is the root; a node's sons are 2i and 2i + 1.
struct Tree<'a> {
    ends: &'a [u128],
    /// How many boxes cover the whole stretch of a node, but not that of the node above.
    covers: Vec<i64>,
    points: Vec<u128>,
}

impl Tree<'_> {
    fn add(&mut self, node: usize, from: usize, to: usize, low: usize, high: usize, change: i64) {
        if high <= from || to <= low || from >= to {
            return;
        }
        if low <= from && to <= high {
            self.covers[node] += change;
        } else {
            let middle = usize::midpoint(from, to);
            self.add(2 * node, from, middle, low, high, change);
            self.add(2 * node + 1, middle, to, low, high, change);
        }
        self.points[node] = if self.covers[node] > 0 {
            self.ends[to] - self.ends[from]
        } else if to - from > 1 {
            self.points[2 * node] + self.points[2 * node + 1]
        } else {
            0
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_a_list_of_points() {
        let mut state = 5u64;
        let mut next = |end: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            u128::from((state >> 33) % end)
        };
        for round in 0..300 {
            let boxes: Vec<Area> = (0..round % 7)
                .map(|_| {
                    let (a, b) = (next(9), next(9));
                    [(a, (a + next(5)).saturating_sub(1)), (b, b + next(5))]
                })
                .collect();
            let inside =
                |x: u128, y: u128| boxes.iter().any(|[a, b]| (a.0..=a.1).contains(&x) && (b.0..=b.1).contains(&y));
            let expected = (0..400u128).filter(|n| inside(n / 20, n % 20)).count() as u128;
            assert_eq!(points(&boxes), expected, "{boxes:?}");
        }
    }
}
