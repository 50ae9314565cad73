//! The solver for every game of finitely many positions: play may go on for ever, and misère play.
//!
//! All positions that can be reached are listed ([`positions`](super::positions)). Under normal play they get values, Nim
//! heaps or *loopy* ones ([`loopy`](super::loopy)), and sums are nim-sums of these; under misère play sums of [tame](super::tame)
//! positions are nim-sums, too, and other sums are searched as a whole ([`sums`](super::sums)).

use super::endless::Fates;
use super::error::{Answer, Error};
use super::loopy::Labels;
use super::positions::{Positions, Term};
use super::sums::{Given, Sums};
use super::tame::Natures;
use crate::game::Game;
use crate::value::{Outcome, Value};
use crate::watch::Watch;
use hashbrown::HashSet;
use std::fmt;
use std::ops::ControlFlow;

/// Who wins when nobody can move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Play {
    /// Who cannot move loses.
    #[default]
    Normal,
    /// Who cannot move wins.
    Misere,
}

/// Positions with the numbers of their copies.
type Counted<P> = Vec<(u128, P)>;

/// A move in a sum whose positions have numbers of copies.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CountedMove<P> {
    /// Which position of the sum it is made in, counted from 0.
    pub component: usize,
    /// What it leaves of one copy of it.
    pub to: Vec<(u128, P)>,
}

/// Solves sums of positions of one game, in which play may go on for ever, under normal and misère play. A sum is a list of
/// positions, each with the number of its copies. What it learns it keeps.
///
/// ```
/// use grundy::{Outcome, Value, game, solve::{Play, Retrograde}};
/// // A token is pushed along the edges 0 → 1 → 0 and 1 → 2 → 3.
/// let edges = [vec![1], vec![0, 2], vec![3], vec![]];
/// let mut solver = Retrograde::new(game::from_options(|&node: &usize| edges[node].clone()));
/// assert_eq!(solver.value(&2)?, Value::Finite(1));
/// assert_eq!(solver.value(&1)?, Value::loopy([1]));
/// // Nobody can win from 1; with a Nim heap of size 1 beside it, one moves from 1 to 2.
/// assert_eq!(solver.outcome(&[(1, 1)], Play::Normal)?, Outcome::Draw);
/// assert_eq!(solver.outcome(&[(1, 1), (1, 2)], Play::Normal)?, Outcome::Next);
/// // Two copies cancel only where play ends.
/// assert_eq!(solver.outcome(&[(2, 2)], Play::Normal)?, Outcome::Previous);
/// assert_eq!(solver.outcome(&[(2, 1)], Play::Normal)?, Outcome::Draw);
/// # Ok::<(), grundy::solve::Error<usize>>(())
/// ```
///
/// Under misère play who makes the last move loses:
///
/// ```
/// use grundy::{Outcome, game, solve::{Play, Retrograde}};
/// let mut kayles = Retrograde::new(game::from_moves(|&n: &u32| {
///     (1..=n.min(2)).flat_map(move |k| (0..=n - k).map(move |a| [a, n - k - a]))
/// }));
/// // Two rows of one pin each: the second player takes the last pin.
/// assert_eq!(kayles.outcome(&[(2, 1)], Play::Normal)?, Outcome::Previous);
/// assert_eq!(kayles.outcome(&[(2, 1)], Play::Misere)?, Outcome::Next);
/// # Ok::<(), grundy::solve::Error<u32>>(())
/// ```
#[derive(Clone)]
pub struct Retrograde<G: Game> {
    game: G,
    watch: Watch,
    positions: Positions<G::Position>,
    labels: Labels,
    fates: Fates,
    sums: Sums,
    natures: Natures<G::Position>,
}

impl<G: Game> fmt::Debug for Retrograde<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Retrograde").field("positions", &self.positions()).finish_non_exhaustive()
    }
}

impl<G: Game> Retrograde<G> {
    /// A solver with the default limits.
    pub fn new(game: G) -> Self {
        Retrograde::with_watch(game, Watch::default())
    }

    /// A solver with limits, progress and cancellation of your own.
    pub fn with_watch(game: G, watch: Watch) -> Self {
        let positions = Positions::default();
        let (labels, fates, sums, natures) = Default::default();
        Retrograde { game, watch, positions, labels, fates, sums, natures }
    }

    /// Changes the limits for the calls that follow; what is known stays known.
    pub fn set_watch(&mut self, watch: Watch) {
        self.watch = watch;
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Positions and whole sums that are kept.
    pub fn positions(&self) -> u64 {
        (self.positions.len() + self.sums.len() + self.natures.len()) as u64
    }

    /// Bytes that they take.
    pub fn bytes(&self) -> u64 {
        self.searched_bytes() + self.natures.bytes()
    }

    /// Those of what is searched as a whole.
    fn searched_bytes(&self) -> u64 {
        self.positions.bytes() + self.labels.bytes() + self.fates.bytes() + self.sums.bytes()
    }

    /// The value of a position under normal play: a Nim heap, or ∞(K) where there is none that it behaves like.
    pub fn value(&mut self, position: &G::Position) -> Answer<Value, G> {
        self.sum_value(&[(1, position.clone())])
    }

    /// The value of a position if it was worked out before.
    pub fn known_value(&self, position: &G::Position) -> Option<Value> {
        Some(self.labels.get(self.positions.find(position)?)?.value())
    }

    /// The value of a sum under normal play.
    pub fn sum_value(&mut self, sum: &[(u128, G::Position)]) -> Answer<Value, G> {
        let terms = self.labelled(sum)?;
        Ok(self.labels.total(&terms).value())
    }

    /// Who wins a sum.
    pub fn outcome(&mut self, sum: &[(u128, G::Position)], play: Play) -> Answer<Outcome, G> {
        match play {
            Play::Normal => {
                let terms = self.labelled(sum)?;
                Ok(self.labels.total(&terms).outcome())
            }
            Play::Misere => self.misere(sum),
        }
    }

    /// The first `limit` moves after which the player who made them wins, in the order of the sum and of the game, each once.
    ///
    /// ```
    /// use grundy::{game, solve::{Play, Retrograde}};
    /// let mut nim = Retrograde::new(game::from_options(|&n: &u32| 0..n));
    /// let moves = nim.winning_moves(&[(2, 1), (1, 3)], Play::Misere, 10)?;
    /// assert_eq!((moves[0].component, &moves[0].to[..]), (1, &[(1, 1)][..]));
    /// # Ok::<(), grundy::solve::Error<u32>>(())
    /// ```
    pub fn winning_moves(
        &mut self,
        sum: &[(u128, G::Position)],
        play: Play,
        limit: usize,
    ) -> Answer<Vec<CountedMove<G::Position>>, G> {
        let mut found = Vec::new();
        if self.outcome(sum, play)? != Outcome::Next {
            return Ok(found);
        }
        for component in (0..sum.len()).filter(|&component| sum[component].0 > 0) {
            let mut rest = sum.to_vec();
            rest[component].0 -= 1;
            for to in self.options(&sum[component].1)? {
                let left: Vec<_> = rest.iter().chain(&to).cloned().collect();
                if found.len() < limit && self.outcome(&left, play)? == Outcome::Previous {
                    found.push(CountedMove { component, to });
                }
            }
        }
        Ok(found)
    }

    /// The options of a position, each once: no more than were kept when the sum was solved.
    fn options(&self, position: &G::Position) -> Answer<Vec<Counted<G::Position>>, G> {
        let (mut options, mut seen) = (Vec::new(), HashSet::new());
        let listed = self.game.counted_moves(position, &mut |parts| {
            if seen.insert(parts.to_vec()) {
                options.push(parts.to_vec());
            }
            ControlFlow::Continue(())
        });
        listed.map(|_| options).map_err(Error::Game)
    }

    fn labelled(&mut self, sum: &[(u128, G::Position)]) -> Answer<Vec<Term>, G> {
        let terms = self.reach(sum)?;
        let beside = self.positions.bytes() + self.fates.bytes() + self.sums.bytes() + self.natures.bytes();
        self.labels.extend(&self.positions, &self.watch, beside)?;
        Ok(terms)
    }

    fn misere(&mut self, sum: &[(u128, G::Position)]) -> Answer<Outcome, G> {
        let beside = ((self.positions.len() + self.sums.len()) as u64, self.searched_bytes());
        if let Some(wins) = self.natures.wins(&self.game, &self.watch, beside, sum)? {
            return Ok(if wins { Outcome::Next } else { Outcome::Previous });
        }
        let terms = self.reach(sum)?;
        let beside = self.positions.bytes() + self.labels.bytes() + self.natures.bytes();
        self.fates.extend(&self.positions, &self.watch, beside + self.sums.bytes())?;
        if self.fates.never_end(&terms) {
            return Ok(Outcome::Draw);
        }
        let beside = beside + self.fates.bytes();
        let given = Given { positions: &self.positions, fates: &self.fates, watch: &self.watch, beside };
        self.sums.outcome(&given, &terms)
    }

    fn reach(&mut self, sum: &[(u128, G::Position)]) -> Answer<Vec<Term>, G> {
        let bytes = self.labels.bytes() + self.fates.bytes() + self.sums.bytes() + self.natures.bytes();
        let kept = (self.sums.len() + self.natures.len()) as u64;
        self.positions.reach(&self.game, &self.watch, (kept, bytes), sum)
    }
}
