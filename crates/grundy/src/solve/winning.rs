//! The winning moves of a sum: those that leave value 0.
//!
//! If the sum has value x, a move wins if and only if it takes a component of value v to an option of value v ⊕ x.

use super::{Answer, Error, Solver};
use crate::game::Game;
use hashbrown::HashSet;
use std::ops::ControlFlow;

/// A move in a sum.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Move<P> {
    /// Which component it is made in, counted from 0.
    pub component: usize,
    /// What it leaves of that component.
    pub to: Vec<P>,
}

impl<P: Clone> Move<P> {
    /// The sum after the move: the component is gone, and what is left of it stands in its place.
    pub fn apply(&self, sum: &[P]) -> Vec<P> {
        let (before, after) = sum.split_at(self.component.min(sum.len()));
        let after = after.get(1..).unwrap_or_default();
        before.iter().chain(&self.to).chain(after).cloned().collect()
    }
}

/// Winning moves, in the order of components and, in each, in the order of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WinningMoves<P> {
    /// The moves, each once.
    pub moves: Vec<Move<P>>,
    /// Whether these are all.
    pub complete: bool,
}

impl<G: Game> Solver<G> {
    /// All winning moves of a sum; none if the player who moves has lost.
    ///
    /// ```
    /// use grundy::{game, solve::Solver};
    /// let mut nim = Solver::new(game::from_options(|&n: &u32| 0..n));
    /// let moves = nim.winning_moves(&[3, 4, 5])?;
    /// assert_eq!((moves[0].component, &moves[0].to[..]), (0, &[1][..]));
    /// assert_eq!(nim.winning_moves(&[1, 2, 3])?, []);
    /// # Ok::<(), grundy::solve::Error<u32>>(())
    /// ```
    pub fn winning_moves(&mut self, sum: &[G::Position]) -> Answer<Vec<Move<G::Position>>, G> {
        Ok(self.some_winning_moves(sum, usize::MAX)?.moves)
    }

    /// The first `limit` winning moves of a sum.
    pub fn some_winning_moves(&mut self, sum: &[G::Position], limit: usize) -> Answer<WinningMoves<G::Position>, G> {
        let total = self.sum_value(sum)?;
        let mut found = WinningMoves { moves: Vec::new(), complete: true };
        if total == 0 {
            return Ok(found);
        }
        // One more than asked for tells whether there are more.
        let most = limit.saturating_add(1);
        for (component, position) in sum.iter().enumerate() {
            let target = self.value(position)? ^ total;
            let options = self.options_of_value(position, target, most - found.moves.len())?;
            found.moves.extend(options.into_iter().map(|to| Move { component, to }));
        }
        found.complete = found.moves.len() <= limit;
        found.moves.truncate(limit);
        Ok(found)
    }

    /// Options of `position` with value `target`, each once, at most `limit`.
    fn options_of_value(
        &mut self,
        position: &G::Position,
        target: u64,
        limit: usize,
    ) -> Answer<Vec<Vec<G::Position>>, G> {
        let mut options = HashSet::new();
        let mut found = Vec::new();
        for option in self.options(position)? {
            if found.len() < limit && self.is_value(&option, target)? && options.insert(option.clone()) {
                found.push(option);
            }
        }
        Ok(found)
    }

    /// The options of a position, as the game lists them.
    pub fn options(&self, position: &G::Position) -> Answer<Vec<Vec<G::Position>>, G> {
        let mut options = Vec::new();
        let listed = self.game.moves(position, &mut |parts| {
            options.push(parts.to_vec());
            ControlFlow::Continue(())
        });
        listed.map(|_| options).map_err(Error::Game)
    }
}
