//! Staircase Nim on a graph: stones on places; a move carries any positive number of the stones of one place along an edge to another.
//!
//! **Game.** Edges lead from places to places, or out of the game; whether there is an edge does not depend on the stones. A move chooses an
//! edge and carries any number, at least 1, of the stones at its start to its end.
//!
//! **Theorem.** Let the edges have no cycle. If the places can be coloured even and odd such that every edge changes the colour, what is outside being even, and every
//! place without an edge is even, then the value is the XOR of the numbers of stones on the odd places.
//!
//! *Proof.* Play ends: number the places such that every edge leads to a smaller number; each move makes the sum of the numbers under all stones smaller. Let v be that
//! XOR, and let the values of all options be known by induction. An odd place has an edge, and that edge leads to an even place, where
//! stones do not count: stones carried along it make any smaller number of those on the odd place and change nothing else that counts. So by moves
//! from odd places alone every value below v is reached, as in Nim. Every edge has exactly one odd end, so that every move changes exactly one of the
//! numbers that count, by more than 0: v itself is not reached. Hence mex = v. ∎
//!
//! (Stones that come from an even place to an odd one make its number larger: such a move is undone by carrying them on.) A colouring, if there is one, is the only
//! one: along its edges every place leads to one without edges, which is even.
//!
//! **Options.** The XOR must change by d = v ⊕ wanted, and an edge changes the number a of its odd end alone: to a ⊕ d. That is one number of stones for
//! each edge, if that is from 1 to what its start has. So edges are looked at one by one and need not be kept.
//!
//! Rejected: keeping the edges. The colouring joins the two ends of each edge as it comes (union-find with parities), and that there is no cycle needs no second look where
//! all edges lead to smaller numbers, or all to larger ones; so 10^8 edges between 10^4 places take the memory of the places.
//!
//! [`staircase`](super::staircase) is the path. Reference: Berlekamp, Conway, Guy, *Winning Ways*, ch. 15 (reversible moves). Run time: nearly O(edges) once, then O(places) for a
//! value and O(edges) for options; memory O(places), and O(edges) only where they lead both up and down.

use crate::watch::{Stop, Watch};

/// Places that are coloured while their edges come one by one.
#[derive(Debug, Clone)]
pub struct Colouring {
    /// For each place, and for what is outside, another one that is joined to it; itself for one of those joined.
    above: Vec<u32>,
    /// Whether it has another colour than that one.
    differs: Vec<bool>,
    has_edge: Vec<bool>,
    edges: u64,
    up: bool,
    down: bool,
    fits: bool,
}

impl Colouring {
    /// So many places without edges; nothing if they are too many to be numbered.
    pub fn new(places: usize) -> Option<Colouring> {
        let outside = u32::try_from(places).ok().filter(|&outside| outside < u32::MAX)?;
        Some(Colouring {
            above: (0..=outside).collect(),
            differs: vec![false; places + 1],
            has_edge: vec![false; places + 1],
            edges: 0,
            up: false,
            down: false,
            fits: true,
        })
    }

    /// Adds an edge from a place to another, or out of the game. Edges may come again. Whether there is still a colouring.
    pub fn edge(&mut self, from: usize, to: Option<usize>) -> bool {
        let places = self.above.len() - 1;
        if from >= places || to.is_some_and(|to| to >= places || to == from) {
            self.fits = false;
            return false;
        }
        self.edges += 1;
        self.has_edge[from] = true;
        self.up |= to.is_some_and(|to| to > from);
        self.down |= to.is_some_and(|to| to < from);
        let ((a, odd_a), (b, odd_b)) = (self.top(from), self.top(to.unwrap_or(places)));
        if a == b {
            self.fits &= odd_a != odd_b;
        } else {
            // The larger number is put above, which is outside where that is joined.
            let (low, high) = (a.min(b), a.max(b));
            self.above[low] = high as u32;
            self.differs[low] = odd_a == odd_b;
        }
        self.fits
    }

    /// The one on top of those joined to a place, and whether the place has another colour; the way up becomes shorter.
    fn top(&mut self, place: usize) -> (usize, bool) {
        let (mut at, mut odd) = (place, false);
        loop {
            let above = self.above[at] as usize;
            if above == at {
                return (at, odd);
            }
            let next = self.above[above];
            if next as usize != above {
                self.differs[at] ^= self.differs[above];
                self.above[at] = next;
            }
            odd ^= self.differs[at];
            at = self.above[at] as usize;
        }
    }

    /// How many edges came.
    pub fn edges(&self) -> u64 {
        self.edges
    }

    /// Whether edges lead both to larger and to smaller numbers, so that they must be shown [again](Colouring::finish).
    pub fn is_mixed(&self) -> bool {
        self.up && self.down
    }

    /// The game, if the hypotheses hold. `again` are all edges between places once more, asked for only if they lead both up and down.
    pub fn finish(mut self, again: impl FnOnce() -> Vec<[u32; 2]>) -> Option<Carrying> {
        let places = self.above.len() - 1;
        // The colour on top that makes the places without edges even; what is outside is one of them.
        let mut flipped: Vec<Option<bool>> = vec![None; places + 1];
        for place in (0..=places).filter(|&place| !self.has_edge[place]).collect::<Vec<_>>() {
            let (top, odd) = self.top(place);
            self.fits &= *flipped[top].get_or_insert(odd) == odd;
        }
        let mut odd = Vec::with_capacity(places);
        for place in 0..places {
            let (top, differs) = self.top(place);
            // Joined places that all have an edge have a cycle.
            odd.push(differs != flipped[top]?);
        }
        let ends = self.fits && (!self.is_mixed() || is_acyclic(places, &again()));
        ends.then_some(Carrying { odd })
    }
}

/// Whether there is no cycle: places to which no edge is left go one by one.
fn is_acyclic(places: usize, edges: &[[u32; 2]]) -> bool {
    let (mut first, mut incoming) = (vec![0u32; places + 1], vec![0u32; places]);
    for &[from, to] in edges {
        first[from as usize + 1] += 1;
        incoming[to as usize] += 1;
    }
    (0..places).for_each(|place| first[place + 1] += first[place]);
    let (mut next, mut ends) = (first.clone(), vec![0; edges.len()]);
    for &[from, to] in edges {
        ends[next[from as usize] as usize] = to;
        next[from as usize] += 1;
    }
    let mut free: Vec<u32> = (0..places as u32).filter(|&place| incoming[place as usize] == 0).collect();
    let mut gone = 0;
    while let Some(place) = free.pop() {
        gone += 1;
        for &to in &ends[first[place as usize] as usize..first[place as usize + 1] as usize] {
            incoming[to as usize] -= 1;
            if incoming[to as usize] == 0 {
                free.push(to);
            }
        }
    }
    gone == places
}

/// Stones on the places of a graph with a colouring.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Carrying {
    odd: Vec<bool>,
}

impl Carrying {
    /// The game on so many places with these edges, if the theorem speaks about it.
    ///
    /// ```
    /// use grundy::theorem::carrying::Carrying;
    /// // Two ways down from place 3 to the ground 0.
    /// let stairs = Carrying::new(4, &[(3, Some(2)), (3, Some(1)), (2, Some(0)), (1, Some(0))]).unwrap();
    /// assert_eq!(stairs.value([9, 5, 3, 100].into_iter()), 5 ^ 3);
    /// // A shortcut within a colour, a cycle, and ends of different colours.
    /// assert_eq!(Carrying::new(3, &[(2, Some(1)), (1, Some(0)), (2, Some(0))]), None);
    /// assert_eq!(Carrying::new(3, &[(2, Some(1)), (1, Some(2)), (1, Some(0))]), None);
    /// assert_eq!(Carrying::new(3, &[(2, Some(1)), (2, None), (1, None)]), None);
    /// ```
    pub fn new(places: usize, edges: &[(usize, Option<usize>)]) -> Option<Carrying> {
        let mut colouring = Colouring::new(places)?;
        edges.iter().all(|&(from, to)| colouring.edge(from, to)).then_some(())?;
        let inside = edges.iter().filter_map(|&(from, to)| Some([from as u32, to? as u32]));
        colouring.finish(|| inside.collect())
    }

    /// How many places there are.
    pub fn places(&self) -> usize {
        self.odd.len()
    }

    /// The value, from the stones on each place.
    pub fn value(&self, stones: impl Iterator<Item = u128>) -> u128 {
        stones.zip(&self.odd).fold(0, |xor, (stones, &odd)| if odd { xor ^ stones } else { xor })
    }

    /// How many stones must be carried along an edge to change the value by `change`, if that can be done; both ends are places of
    /// these stones.
    ///
    /// ```
    /// use grundy::theorem::carrying::Carrying;
    /// let stairs = Carrying::new(3, &[(2, Some(1)), (1, Some(0))]).unwrap();
    /// // From 5 to 2 on the odd place, and from 5 to 6.
    /// assert_eq!(stairs.amount(&[0, 5, 9], 1, Some(0), 5 ^ 2), Some(3));
    /// assert_eq!(stairs.amount(&[0, 5, 9], 2, Some(1), 5 ^ 6), Some(1));
    /// assert_eq!(stairs.amount(&[0, 5, 9], 1, Some(0), 5 ^ 6), None);
    /// ```
    pub fn amount(&self, stones: &[u128], from: usize, to: Option<usize>, change: u128) -> Option<u128> {
        let amount = if self.odd[from] {
            stones[from].checked_sub(stones[from] ^ change)?
        } else {
            let to = to?;
            (stones[to] ^ change).checked_sub(stones[to])?
        };
        (1..=stones[from]).contains(&amount).then_some(amount)
    }

    /// What an edge leaves when so many stones are carried along it; nothing if they become too many for a number.
    pub fn carried(stones: &[u128], from: usize, to: Option<usize>, amount: u128) -> Option<Vec<u128>> {
        let mut left = stones.to_vec();
        left[from] = left[from].checked_sub(amount)?;
        if let Some(to) = to {
            left[to] = left[to].checked_add(amount)?;
        }
        Some(left)
    }
}

/// Fails when so many edges cannot be kept.
pub fn fit(edges: u64, watch: &Watch) -> Result<(), Stop> {
    // Once as they come, and once in the order of their starts.
    watch.check(0, edges.saturating_mul(12))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theorem::by_definition;
    use proptest::prelude::*;
    use std::collections::{HashMap, HashSet};

    type Edge = (usize, Option<usize>);

    fn moves(edges: &[Edge], stones: &[u128]) -> Vec<Vec<Vec<u128>>> {
        let along = |&(from, to): &Edge| {
            (1..=stones[from]).map(move |amount| vec![Carrying::carried(stones, from, to, amount).unwrap()])
        };
        edges.iter().flat_map(along).collect()
    }

    /// The hypotheses as they are stated: all colourings are tried, and all walks as long as there are places.
    fn by_trying(places: usize, edges: &[Edge]) -> bool {
        let mut reached: HashSet<usize> = (0..places).collect();
        for _ in 0..places {
            reached = edges.iter().filter(|(from, _)| reached.contains(from)).filter_map(|&(_, to)| to).collect();
        }
        let colours = |odd: u32| {
            let is_odd = |place: usize| odd >> place & 1 == 1;
            let changes = edges.iter().all(|&(from, to)| is_odd(from) != to.is_some_and(is_odd));
            let ends = |place: usize| edges.iter().all(|&(from, _)| from != place);
            changes && (0..places).all(|place| !ends(place) || !is_odd(place))
        };
        reached.is_empty() && (0..1 << places).any(colours)
    }

    proptest! {
        #[test]
        fn agrees_with_the_definition(
            numbers in Just([0usize, 1, 2, 3, 4]).prop_shuffle(),
            wanted in prop::collection::vec((0usize..5, 0usize..6), 0..7),
            stones in prop::collection::vec(0u128..4, 5),
            any in prop::bool::weighted(0.2),
        ) {
            // Mostly downwards in some order of the places, so that many have a colouring; sometimes anywhere.
            let order = |place: usize| numbers.get(place).copied();
            let falls = |&(from, to): &(usize, usize)| any || to == 5 || order(from) > order(to);
            let edges: Vec<Edge> = wanted.into_iter().filter(falls).map(|(from, to)| (from, (to < 5).then_some(to))).collect();
            let game = Carrying::new(5, &edges);
            prop_assert_eq!(game.is_some(), by_trying(5, &edges));
            let Some(game) = game else { return Ok(()) };
            let (mut memo, list) = (HashMap::new(), |stones: &Vec<u128>| moves(&edges, stones));
            let value = game.value(stones.iter().copied());
            prop_assert_eq!(value, u128::from(by_definition::value(&stones, &list, &mut memo)));
            for wanted in 0..9 {
                let found: HashSet<Vec<u128>> = edges.iter().filter_map(|&(from, to)| {
                    let amount = game.amount(&stones, from, to, value ^ wanted)?;
                    Carrying::carried(&stones, from, to, amount)
                }).collect();
                let mut value_of = |left: &Vec<u128>| u128::from(by_definition::value(left, &list, &mut memo));
                let expected: HashSet<Vec<u128>> = list(&stones).concat().into_iter().filter(|left| value_of(left) == wanted).collect();
                prop_assert!(wanted >= value || !found.is_empty());
                prop_assert_eq!(found, expected);
            }
        }
    }

    #[test]
    fn long_paths() {
        // Up, down, and with the numbers of two halves exchanged.
        let places = 100_000;
        let up: Vec<Edge> = (1..places).map(|place| (place - 1, Some(place))).collect();
        let down: Vec<Edge> = (1..places).rev().map(|place| (place, Some(place - 1))).collect();
        let half = |place: usize| (place + places / 2) % places;
        let mixed: Vec<Edge> = down.iter().map(|&(from, to)| (half(from), to.map(half))).collect();
        let ones = |game: &Carrying| (0..places as u128).filter(|&place| game.odd[place as usize]).count();
        for edges in [&up, &down, &mixed] {
            assert_eq!(Carrying::new(places, edges).map(|game| ones(&game)), Some(places / 2));
        }
        let mut ring = mixed;
        ring.push((half(0), Some(half(places - 1))));
        assert_eq!(Carrying::new(places, &ring), None);
    }
}
