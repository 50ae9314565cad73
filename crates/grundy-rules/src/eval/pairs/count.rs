//! How many turns of two names have the same keys, each of the first with those of the second between its ends.

use hashbrown::HashMap;

/// Turns of a name.
#[derive(Debug, Default)]
pub(super) struct Rows {
    /// How many.
    pub(super) len: usize,
    /// The keys of all, as numbers: equal keys have equal numbers.
    pub(super) keys: Vec<u32>,
    /// Where their parts begin or end.
    pub(super) places: Vec<i128>,
    /// What they add.
    pub(super) weights: Vec<i128>,
}

/// Turns of both names. Those of the second are in ascending order.
#[derive(Debug)]
pub(super) struct Sides<'a> {
    pub(super) first: &'a Rows,
    pub(super) second: &'a Rows,
    /// For each turn of the first those of the second from one on, up to another.
    pub(super) spans: &'a [(usize, usize)],
    /// For each key whether it must not be equal.
    pub(super) unequal: &'a [bool],
    /// For each part whether the first name says where it begins.
    pub(super) forward: &'a [bool],
}

impl Sides<'_> {
    /// What all pairs add together; nothing if that might be too large, or if a part of a pair might end before it begins.
    pub(super) fn total(&self) -> Option<i128> {
        let most = |rows: &Rows| rows.weights.iter().map(|weight| weight.unsigned_abs()).max().unwrap_or(1);
        let pairs = (self.first.len as u128).checked_mul(self.second.len as u128)?;
        let bound = pairs.checked_mul(most(self.first))?.checked_mul(most(self.second))?;
        if bound > 1 << 120 || !self.parts_are_ordered() {
            return None;
        }
        let negated: Vec<usize> = (0..self.unequal.len()).filter(|&key| self.unequal[key]).collect();
        let mut total = 0;
        for chosen in 0..1u32 << negated.len() {
            let is_chosen =
                |key: usize| negated.iter().position(|&of| of == key).is_none_or(|at| chosen >> at & 1 == 1);
            let keys: Vec<usize> = (0..self.unequal.len()).filter(|&key| is_chosen(key)).collect();
            let sign = if chosen.count_ones() % 2 == 0 { 1 } else { -1 };
            total += sign * self.equal(&keys);
        }
        Some(total)
    }

    /// What the pairs add of which these keys are equal.
    fn equal(&self, keys: &[usize]) -> i128 {
        let (first, second, groups) = self.groups(keys);
        // The turns of each group one after the other, and what those before add.
        let mut starts = vec![0usize; groups + 1];
        second.iter().for_each(|&group| starts[group as usize + 1] += 1);
        (0..groups).for_each(|group| starts[group + 1] += starts[group]);
        let mut at = starts.clone();
        let mut turns = vec![0usize; second.len()];
        for (turn, &group) in second.iter().enumerate() {
            turns[at[group as usize]] = turn;
            at[group as usize] += 1;
        }
        let mut sums = vec![0i128; turns.len() + 1];
        for (index, &turn) in turns.iter().enumerate() {
            sums[index + 1] = sums[index] + self.second.weights.get(turn).copied().unwrap_or(1);
        }
        let mut total = 0;
        for (turn, (&group, &(from, to))) in first.iter().zip(self.spans).enumerate().filter(|(_, (_, (a, b)))| a < b) {
            let start = starts[group as usize];
            let all = &turns[start..starts[group as usize + 1]];
            let before = |end: usize| match end {
                0 => start,
                end if end >= self.second.len => start + all.len(),
                end => start + all.partition_point(|&turn| turn < end),
            };
            let weight = self.first.weights.get(turn).copied().unwrap_or(1);
            total += weight * (sums[before(to)] - sums[before(from)]);
        }
        total
    }

    /// For each turn of both names the number of its group: those with the same of these keys. And how many groups there are.
    fn groups(&self, keys: &[usize]) -> (Vec<u32>, Vec<u32>, usize) {
        let stride = self.unequal.len();
        let (mut first, mut second) = (vec![0u32; self.first.len], vec![0u32; self.second.len]);
        let mut groups = 1;
        for &key in keys {
            let mut known: HashMap<(u32, u32), u32, foldhash::fast::RandomState> = HashMap::default();
            for (rows, side) in [(self.first, &mut first), (self.second, &mut second)] {
                for (turn, group) in side.iter_mut().enumerate() {
                    let next = known.len() as u32;
                    *group = *known.entry((*group, rows.keys[turn * stride + key])).or_insert(next);
                }
            }
            groups = known.len();
        }
        (first, second, groups)
    }

    /// Whether no part of a pair ends before it begins. Seen only if those of the second name never go back.
    fn parts_are_ordered(&self) -> bool {
        let parts = self.forward.len();
        (0..parts).all(|part| {
            let place = |rows: &Rows, turn: usize| rows.places[turn * parts + part];
            let ascending = (1..self.second.len).all(|turn| place(self.second, turn - 1) <= place(self.second, turn));
            let ordered = |(turn, &(from, to)): (usize, &(usize, usize))| match self.forward[part] {
                _ if from >= to => true,
                true => place(self.first, turn) <= place(self.second, from),
                false => place(self.second, to - 1) <= place(self.first, turn),
            };
            ascending && self.spans.iter().enumerate().all(ordered)
        })
    }
}
