//! The solver for any finite impartial game, from its moves alone.
//!
//! **Definition.** The *Grundy value* of a position is the [`mex`](crate::mex()) of the values of its options. The
//! *sum* of positions is played on all of them at once: a move is a move in one of them.
//!
//! **Theorem** (Sprague 1935, Grundy 1939). The value of a sum is the XOR of the values of its components, and the
//! player who moves wins if and only if it is not 0.
//!
//! *Proof.* Let the components have values v₁, …, vₖ with XOR x. Claim: the options of the sum have every value below x
//! and never x. A move in component i changes vᵢ to some other value, for vᵢ is the mex of its options, so the XOR
//! changes. For y < x let b be the highest bit of x ⊕ y; it is set in x, so some vᵢ has it, and vᵢ ⊕ x ⊕ y < vᵢ. As vᵢ is
//! a mex, component i has an option of that value, and moving there leaves XOR y. So the value is x, by induction. A
//! position has value 0 exactly if no option has value 0: then every move hands the win to the opponent. ∎
//!
//! So a game that falls apart is solved part by part, and the *winning moves* are those that leave XOR 0. [`Solver`]
//! keeps what it learns. It finds a value in one of two ways ([`Approach`]): by the definition, which solves every position
//! that can be reached, or by questions, which prunes.
//!
//! References: P. M. Grundy, *Mathematics and games*, Eureka 2 (1939); J. H. Conway, *On Numbers and Games* (1976),
//! chapter 11; A. N. Siegel, *Combinatorial Game Theory* (2013), chapter IV.

mod defence;
mod endless;
mod error;
mod loopy;
mod memo;
mod near;
mod outcome;
mod parallel;
mod player;
mod positions;
mod questions;
mod retrograde;
mod search;
mod steps;
mod strong;
mod sums;
mod table;
mod tame;
mod winning;

pub use defence::Defence;
pub use error::{Answer, Error};
pub use player::Player;
pub use retrograde::{CountedMove, Play, Retrograde};
pub use winning::{Move, WinningMoves};

use crate::game::Game;
use crate::value::Outcome;
use crate::watch::Watch;
use memo::Memo;
use outcome::Outcomes;
use questions::Questions;
use search::Search;
use std::fmt;

/// The most components that a sum, or what a move leaves, may have.
pub const MAX_COMPONENTS: usize = 1 << 20;

/// Listings of moves between two looks at the watch.
const CHECK_EVERY: u32 = 1024;

/// How values are found. The answers are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Approach {
    /// The mex of all options: best where values are large or most positions are needed anyway (Chomp, Wythoff).
    #[default]
    Definition,
    /// Is it 0? Is it 1? …, each answered with pruning: best where moves split the game and values are small (Cram). Only for games
    /// in which play is known to end: a cycle in what was cut off is not noticed.
    Questions,
}

/// Solves positions of one game and remembers them over calls.
///
/// ```
/// use grundy::{game, solve::Solver, Outcome};
/// // Wythoff's game: take from one heap, or the same number from both.
/// let wythoff = game::from_options(|&(x, y): &(u32, u32)| {
///     let one = (1..=x).map(move |k| (x - k, y)).chain((1..=y).map(move |k| (x, y - k)));
///     one.chain((1..=x.min(y)).map(move |k| (x - k, y - k)))
/// });
/// let mut solver = Solver::new(wythoff);
/// assert_eq!(solver.value(&(5, 7))?, 1);
/// assert_eq!(solver.outcome(&[(1, 2)])?, Outcome::Previous);
/// assert_eq!(solver.sum_value(&[(5, 7), (3, 4)])?, 1 ^ 2);
/// # Ok::<(), grundy::solve::Error<(u32, u32)>>(())
/// ```
#[derive(Clone)]
pub struct Solver<G: Game> {
    game: G,
    memo: Memo<G::Position>,
    watch: Watch,
    method: Approach,
}

impl<G: Game> fmt::Debug for Solver<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("positions", &self.positions()).finish_non_exhaustive()
    }
}

impl<G: Game> Solver<G> {
    /// A solver with the default limits.
    pub fn new(game: G) -> Self {
        Solver::with_watch(game, Watch::default())
    }

    /// A solver with limits, progress and cancellation of your own.
    pub fn with_watch(game: G, watch: Watch) -> Self {
        Solver { game, memo: Memo::new(), watch, method: Approach::default() }
    }

    /// Changes the limits for the calls that follow; what is known stays known.
    pub fn set_watch(&mut self, watch: Watch) {
        self.watch = watch;
    }

    /// The same solver with another way to find values.
    ///
    /// ```
    /// use grundy::{game, solve::{Approach, Solver}};
    /// let game = game::from_options(|&n: &u32| (1..=n.min(3)).map(move |k| n - k));
    /// assert_eq!(Solver::new(game).with_approach(Approach::Questions).value(&10)?, 2);
    /// # Ok::<(), grundy::solve::Error<u32>>(())
    /// ```
    pub fn with_approach(self, method: Approach) -> Self {
        Solver { method, ..self }
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Positions whose value is known by now.
    pub fn positions(&self) -> u64 {
        self.memo.solved()
    }

    /// Positions about which something is known by now, if only that they are won: what the limit on positions counts.
    pub fn kept(&self) -> u64 {
        self.memo.len()
    }

    /// The Grundy value of a position.
    pub fn value(&mut self, position: &G::Position) -> Answer<u64, G> {
        let value = match self.method {
            Approach::Definition => Search::new(&self.game, &mut self.memo, &self.watch).value(position),
            Approach::Questions => self.questions().value(position),
        };
        value.map(u64::from)
    }

    fn questions(&mut self) -> Questions<'_, G> {
        Questions::new(&self.game, &mut self.memo, &self.watch)
    }

    /// The value of a sum: the XOR of the values of its components.
    pub fn sum_value(&mut self, sum: &[G::Position]) -> Answer<u64, G> {
        self.fits(sum)?;
        sum.iter().try_fold(0, |xor, position| Ok(xor ^ self.value(position)?))
    }

    /// Whether the sum has this value. By [`Approach::Questions`] the last component is only asked about it, which is
    /// cheaper than to find its value.
    pub fn is_value(&mut self, sum: &[G::Position], value: u64) -> Answer<bool, G> {
        match (self.method, sum.split_last()) {
            (Approach::Questions, Some((last, others))) => {
                self.fits(sum)?;
                let wanted = self.sum_value(others)? ^ value;
                u32::try_from(wanted).map_or(Ok(false), |wanted| self.questions().is(last, wanted))
            }
            _ => Ok(self.sum_value(sum)? == value),
        }
    }

    /// Who wins a sum. Cheaper than its value by [`Approach::Questions`], and the same by [`Approach::Definition`].
    pub fn outcome(&mut self, sum: &[G::Position]) -> Answer<Outcome, G> {
        Ok(if self.is_value(sum, 0)? { Outcome::Previous } else { Outcome::Next })
    }

    /// Whether the player who moves wins a position: by a search that ends at the first move to a lost position, as long as
    /// moves leave one position each.
    ///
    /// ```
    /// use grundy::{game, solve::Solver};
    /// let mut solver = Solver::new(game::from_options(|&n: &u32| 0..n));
    /// assert!(solver.wins(&1000)?);
    /// assert!(solver.positions() < 10);
    /// # Ok::<(), grundy::solve::Error<u32>>(())
    /// ```
    pub fn wins(&mut self, position: &G::Position) -> Answer<bool, G> {
        match Outcomes::new(&self.game, &mut self.memo, &self.watch).wins(position)? {
            Some(wins) => Ok(wins),
            None => Ok(self.outcome(std::slice::from_ref(position))? == Outcome::Next),
        }
    }

    fn fits(&self, sum: &[G::Position]) -> Answer<(), G> {
        if sum.len() > MAX_COMPONENTS {
            return Err(Error::Components { limit: MAX_COMPONENTS });
        }
        Ok(())
    }
}
