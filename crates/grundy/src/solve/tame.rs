//! Misère sums of tame positions, without a search of whole sums.
//!
//! **Definition.** Let v be the Grundy value of a position under normal play. A position without moves, and one of value 0 or 1 with a
//! *fickle* option, are fickle; all others are *firm*. A sum is fickle if all its parts are, so the empty one is. A position is *tame* if all
//! positions that can be reached from it, itself among them, keep these rules:
//!
//! 1. a fickle position of value v that has moves has a fickle option of value 1 ⊕ v, and no firm option of value 1 ⊕ v;
//! 2. a firm position of value 0 or 1 has no fickle option (that is the definition);
//! 3. a firm position of a larger value has no fickle option, or fickle ones of value 0 and of value 1.
//!
//! **Theorem.** A sum of tame positions with XOR x is lost under misère play for the player who moves if and only if it is firm and x = 0, or fickle and
//! x = 1.
//!
//! *Proof.* By induction over sums; a move replaces a part by others, and "fickle" and XOR of a sum are those of its parts.
//! *Fickle, x = 1.* Some part has value 1, so there are moves. A move in a part of value v leads to a fickle option, of value 1 ⊕ v since
//! it is not v and at most 1: then the sum is fickle with x = 0, won; or to a firm option, of a value other than v and, by 1, other than 1 ⊕ v:
//! then the sum is firm with x ≠ 0, won.
//! *Fickle, x = 0.* If no part has a move, the player who moves has won. Else a part with a move and of value v (of value 1, if there is one) has a fickle
//! option of value 1 ⊕ v: the sum stays fickle and has x = 1, lost.
//! *Firm, x = 0.* A move changes x, so a sum that stays firm is won. One that becomes fickle had one firm part, whose value n is the XOR of
//! fickle ones, so 0 or 1; by 2 it has no fickle option.
//! *Firm, x ≠ 0.* Some part of value g has an option of value g ⊕ x < g. If the sum is firm after that move, it has x = 0, lost. Else the part was the only
//! firm one, of value n, with a fickle option, so n ≥ 2, and the others have XOR o ≤ 1. By 3 it has a fickle option of value 1 ⊕ o, too: that move
//! leaves a fickle sum with x = 1, lost. ∎
//!
//! Nim is tame: its heaps of 0 and 1 are fickle, and for it this is Bouton's theorem ([`misere_nim`](crate::theorem::misere_nim)). So are Wythoff's game, Euclid's, and
//! a row from which any neighbours are taken; Kayles is not.
//!
//! References: J. H. Conway, On Numbers and Games, ch. 12 (tame games); V. Gurvich and N. B. Ho, On tame, pet, domestic, and miserable impartial games (2018).
//!
//! Each position costs two listings of its moves, or more if it has more than [`BATCH`] unsolved parts; memory O(positions).

use super::error::{Answer, Error};
use super::search::mex;
use super::steps::{Steps, bytes_of, capacity_bytes, is_large};
use crate::game::Game;
use crate::watch::Watch;
use hashbrown::HashMap;
use std::hash::Hash;
use std::ops::ControlFlow;

/// Parts that are not solved yet, after which a listing stops to solve them.
const BATCH: usize = 256;

/// What is known about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Nature {
    Tame(Tame),
    /// Not tame, or play may go on for ever.
    Wild,
    /// It lies on the searched path.
    Path,
}

/// A tame position or sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Tame {
    value: u32,
    firm: bool,
}

impl Tame {
    /// The finished game.
    const OVER: Tame = Tame { value: 0, firm: false };

    fn plus(self, count: u128, other: Tame) -> Tame {
        let odd = if count % 2 == 1 { other.value } else { 0 };
        Tame { value: self.value ^ odd, firm: self.firm || count > 0 && other.firm }
    }

    /// Whether the player who moves wins.
    fn wins(self) -> bool {
        self.value != u32::from(!self.firm)
    }
}

/// What is known about the options of a position that is being solved.
#[derive(Default)]
struct Options {
    /// Values of all options, and of the fickle ones 0 and 1, one bit each.
    seen: Vec<u64>,
    fickle: u8,
    /// The same of the firm ones.
    firm: u8,
    any: bool,
}

impl Options {
    fn add(&mut self, option: Tame) {
        let (word, bit) = (option.value as usize / 64, option.value % 64);
        if word >= self.seen.len() {
            self.seen.resize(word + 1, 0);
        }
        self.seen[word] |= 1 << bit;
        self.any = true;
        if option.value < 2 {
            let set = if option.firm { &mut self.firm } else { &mut self.fickle };
            *set |= 1 << option.value;
        }
    }

    /// What the position is.
    fn nature(&self) -> Option<Nature> {
        let value = u32::try_from(mex(&self.seen)).ok()?;
        if !self.any {
            return Some(Nature::Tame(Tame::OVER));
        }
        let is_fickle = value < 2 && self.fickle != 0;
        let keeps = if is_fickle {
            // Its fickle options have value 1 ⊕ v: they have not v.
            self.firm >> (1 ^ value) & 1 == 0
        } else {
            self.fickle == 0 || self.fickle == 0b11
        };
        Some(if keeps { Nature::Tame(Tame { value, firm: !is_fickle }) } else { Nature::Wild })
    }
}

/// What is known about the positions of a game.
#[derive(Clone)]
pub(super) struct Natures<P> {
    known: HashMap<P, Nature, foldhash::fast::RandomState>,
    /// Bytes that the positions own outside themselves.
    heap: u64,
}

impl<P> Default for Natures<P> {
    fn default() -> Self {
        Natures { known: HashMap::default(), heap: 0 }
    }
}

/// What looking into a position came to.
enum Look<P> {
    Solved(Nature),
    /// Parts that must be solved before.
    Open(Vec<P>),
    Late,
}

impl<P: Clone + Eq + Hash> Natures<P> {
    pub(super) fn len(&self) -> usize {
        self.known.len()
    }

    pub(super) fn bytes(&self) -> u64 {
        let now = self.known.allocation_size() as u64;
        let table = if self.known.len() == self.known.capacity() { 3 * now } else { now };
        table + self.heap
    }

    /// Whether the player who moves wins a sum under misère play; nothing if it has a part that is not tame. `beside` is what else counts
    /// against the limits: positions and bytes.
    pub(super) fn wins<G>(
        &mut self,
        game: &G,
        watch: &Watch,
        beside: (u64, u64),
        sum: &[(u128, P)],
    ) -> Answer<Option<bool>, G>
    where
        G: Game<Position = P>,
    {
        let mut total = Tame::OVER;
        for (count, position) in sum.iter().filter(|(count, _)| *count > 0) {
            match self.nature(game, watch, beside, position)? {
                Nature::Tame(tame) => total = total.plus(*count, tame),
                Nature::Wild | Nature::Path => return Ok(None),
            }
        }
        Ok(Some(total.wins()))
    }

    fn nature<G>(&mut self, game: &G, watch: &Watch, beside: (u64, u64), position: &P) -> Answer<Nature, G>
    where
        G: Game<Position = P>,
    {
        if let Some(&nature) = self.known.get(position) {
            return Ok(nature);
        }
        let solved = self.solve(game, watch, beside, position);
        if solved.is_err() {
            self.known.retain(|_, nature| *nature != Nature::Path);
        }
        solved
    }

    /// Depth first, on a stack of its own.
    fn solve<G>(&mut self, game: &G, watch: &Watch, beside: (u64, u64), position: &P) -> Answer<Nature, G>
    where
        G: Game<Position = P>,
    {
        let mut steps = Steps::default();
        let mut stack = vec![position.clone()];
        // Bytes that positions on the stack own outside it.
        let mut owned = bytes_of(game, position) as u64;
        loop {
            let positions = self.len() as u64 + beside.0;
            steps.look(watch, positions, self.bytes() + beside.1 + capacity_bytes(&stack) + owned)?;
            let Some(top) = stack.last() else { break };
            let solved = match self.known.get(top) {
                Some(Nature::Tame(_) | Nature::Wild) => None,
                Some(Nature::Path) | None => match self.look(game, watch, top)? {
                    Look::Solved(nature) => Some(nature),
                    Look::Open(parts) => {
                        self.note(game, top.clone(), Nature::Path);
                        owned += parts.iter().map(|part| bytes_of(game, part) as u64).sum::<u64>();
                        stack.extend(parts);
                        continue;
                    }
                    Look::Late => {
                        watch.check(positions, self.bytes())?;
                        continue;
                    }
                },
            };
            if let Some(top) = stack.pop() {
                owned = owned.saturating_sub(bytes_of(game, &top) as u64);
                solved.into_iter().for_each(|nature| self.note(game, top.clone(), nature));
            }
        }
        Ok(self.known.get(position).copied().unwrap_or(Nature::Wild))
    }

    fn note<G: Game<Position = P>>(&mut self, game: &G, position: P, nature: Nature) {
        let bytes = bytes_of(game, &position) as u64;
        if self.known.insert(position, nature).is_none() {
            self.heap += bytes;
        }
    }

    /// Lists the moves of a position, until too many parts are not solved.
    fn look<G>(&self, game: &G, watch: &Watch, position: &P) -> Answer<Look<P>, G>
    where
        G: Game<Position = P>,
    {
        let large = is_large(bytes_of(game, position));
        let (mut options, mut open, mut wild, mut late) = (Options::default(), Vec::new(), false, false);
        let listed = game.counted_moves(position, &mut |parts| {
            late = large && watch.is_over();
            let mut total = Some(Tame::OVER);
            for (count, part) in parts.iter().filter(|(count, _)| *count > 0) {
                match self.known.get(part) {
                    Some(&Nature::Tame(tame)) => total = total.map(|total| total.plus(*count, tame)),
                    // What comes back to the path need not end.
                    Some(Nature::Wild | Nature::Path) => wild = true,
                    None => {
                        total = None;
                        open.push(part.clone());
                    }
                }
            }
            total.into_iter().for_each(|total| options.add(total));
            let enough = late || wild || open.len() >= BATCH;
            if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        listed.map(|_| ()).map_err(Error::Game)?;
        Ok(match (wild, late, options.nature()) {
            (true, ..) => Look::Solved(Nature::Wild),
            (_, true, _) => Look::Late,
            _ if !open.is_empty() => Look::Open(open),
            // A value beyond 32 bits is as little known as that of a wild position.
            (.., nature) => Look::Solved(nature.unwrap_or(Nature::Wild)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{self, Listed};
    use proptest::prelude::*;
    use std::convert::Infallible;

    /// Positions 0, 1, …; the moves of each, to smaller ones.
    #[derive(Debug, Clone)]
    struct Rules(Vec<Vec<Vec<u8>>>);

    impl Game for Rules {
        type Position = u8;
        type Error = Infallible;

        fn moves(&self, position: &u8, visit: &mut impl FnMut(&[u8]) -> ControlFlow<()>) -> Listed {
            Ok(self.0[usize::from(*position)].iter().try_for_each(|parts| visit(parts)))
        }
    }

    const POSITIONS: usize = 7;

    fn rules() -> impl Strategy<Value = Rules> {
        let part = any::<prop::sample::Index>();
        let play = prop_oneof![5 => prop::collection::vec(part.clone(), 1), 1 => prop::collection::vec(part, 0..3)];
        prop::collection::vec(prop::collection::vec(play, 0..5), POSITIONS).prop_map(|kinds| {
            let below = |n: usize, plays: Vec<Vec<prop::sample::Index>>| {
                let play = |parts: Vec<prop::sample::Index>| parts.iter().map(|part| part.index(n) as u8).collect();
                if n == 0 { Vec::new() } else { plays.into_iter().map(play).collect() }
            };
            Rules(kinds.into_iter().enumerate().map(|(n, plays)| below(n, plays)).collect())
        })
    }

    /// By the definition of misère play; the sum is in order.
    fn defined(rules: &Rules, sum: &[u8], known: &mut HashMap<Vec<u8>, bool>) -> bool {
        if let Some(&wins) = known.get(sum) {
            return wins;
        }
        let (mut any, mut wins) = (false, false);
        for (place, position) in sum.iter().enumerate() {
            for parts in &rules.0[usize::from(*position)] {
                let mut next = [&sum[..place], &sum[place + 1..], parts].concat();
                next.sort_unstable();
                any = true;
                wins = wins || !defined(rules, &next, known);
            }
        }
        known.insert(sum.to_vec(), wins || !any);
        wins || !any
    }

    fn wins<G: Game<Error: std::fmt::Debug, Position: std::fmt::Debug>>(
        game: &G,
        sum: &[(u128, G::Position)],
    ) -> Option<bool> {
        Natures::default().wins(game, &Watch::default(), (0, 0), sum).unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        #[test]
        fn sums_are_defined_ones(rules in rules(), mut sum in prop::collection::vec(0..POSITIONS as u8, 1..4)) {
            sum.sort_unstable();
            let counted: Vec<_> = sum.iter().map(|&position| (1, position)).collect();
            if let Some(said) = wins(&rules, &counted) {
                prop_assert_eq!(said, defined(&rules, &sum, &mut HashMap::default()), "{:?}", sum);
            }
        }
    }

    /// Each of the rules is needed: a position that breaks one alone gives sums that the theorem has wrong.
    #[test]
    fn what_is_wild() {
        let kayles =
            game::from_moves(|&n: &u8| (1..=n.min(2)).flat_map(move |k| (0..=n - k).map(move |a| [a, n - k - a])));
        let tame = |n: u8| wins(&kayles, &[(1, n)]).is_some();
        // Winning Ways, ch. 13: the genus of five pins is 4 with misère values 1, 4, 6, 4, 6, ….
        assert_eq!((0..12).filter(|&n| !tame(n)).min(), Some(5));
        // A firm 0: its one option is a heap of two. A position that moves there and to the fickle 1 breaks rule 1.
        let rules = Rules(vec![vec![], vec![vec![0]], vec![vec![0], vec![1]], vec![vec![2]], vec![vec![3], vec![0]]]);
        assert!(wins(&rules, &[(1, 3)]).is_some());
        assert_eq!(wins(&rules, &[(1, 4)]), None);
        // Of value 2 with a fickle option of value 0 alone.
        let rules = Rules(vec![
            vec![],
            vec![vec![0]],
            vec![vec![0], vec![1]],
            vec![vec![2]],
            vec![vec![3], vec![2]],
            vec![vec![0], vec![4]],
        ]);
        assert_eq!(wins(&rules, &[(1, 5)]), None);
    }

    /// Any neighbours may be taken from a row: all is tame, so copies and long rows are no trouble.
    #[test]
    fn rows() {
        let row = game::from_moves(|&n: &u32| (1..=n).flat_map(move |k| (0..=n - k).map(move |a| [a, n - k - a])));
        assert_eq!(wins(&row, &[(1, 40), (1, 41), (1, 1)]), Some(false));
        assert_eq!(wins(&row, &[(u128::MAX, 60)]), Some(true));
        assert_eq!(wins(&row, &[(1 << 100, 60)]), Some(false));
        assert_eq!(wins(&row, &[(1 << 100, 1)]), Some(true));
        assert_eq!(wins(&row, &[]), Some(true));
    }

    #[test]
    fn play_that_goes_round_is_not_tame() {
        let game = game::from_options(|&n: &u8| if n == 0 { vec![] } else { vec![0, 3 - n] });
        assert_eq!(wins(&game, &[(1, 1)]), None);
        assert_eq!(wins(&game, &[(1, 0)]), Some(true));
    }

    #[test]
    fn limits_are_seen() {
        use crate::watch::{Limits, Stop};
        let nim = game::from_options(|&n: &u32| 0..n);
        let watch = Watch::new(Limits { positions: 50, ..Limits::default() });
        let stopped = Natures::default().wins(&nim, &watch, (0, 0), &[(1, 60)]);
        assert!(matches!(stopped, Err(Error::Stop(Stop::Positions { limit: 50, .. }))), "{stopped:?}");
        let mut natures = Natures::default();
        assert_eq!(natures.wins(&nim, &watch, (0, 0), &[(1, 40)]), Ok(Some(true)));
        assert!(natures.wins(&nim, &watch, (0, 0), &[(1, 60)]).is_err());
        assert_eq!(natures.wins(&nim, &watch, (0, 0), &[(1, 45), (1, 45)]), Ok(Some(false)));
    }
}
