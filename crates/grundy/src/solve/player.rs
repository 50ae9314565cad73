//! A perfect player: wins whenever it can, and otherwise resists as long as it can.

use super::{Answer, Move, Solver};
use crate::game::Game;
use std::fmt;

/// A player that moves for either side of any sum.
///
/// **Theorem.** From an N-position it wins whatever the opponent does: it moves to value 0, from which every move of
/// the opponent leads back to another value; a finite game ends, and the player who finds no move stands at value 0.
///
/// ```
/// use grundy::{game, solve::{Solver, Player}};
/// let mut player = Player::new(Solver::new(game::from_options(|&n: &u32| 0..n)));
/// let play = player.reply(&[3, 5])?.expect("there are moves");
/// assert_eq!(play.apply(&[3, 5]), [3, 3]);
/// assert_eq!(player.reply(&[0, 0])?, None);
/// # Ok::<(), grundy::solve::Error<u32>>(())
/// ```
#[derive(Clone)]
pub struct Player<G: Game> {
    solver: Solver<G>,
}

impl<G: Game> fmt::Debug for Player<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Player").field("solver", &self.solver).finish()
    }
}

impl<G: Game> Player<G> {
    /// A player that uses what the solver knows already.
    pub fn new(solver: Solver<G>) -> Self {
        Player { solver }
    }

    /// The solver, for hints and explanations.
    pub fn solver(&mut self) -> &mut Solver<G> {
        &mut self.solver
    }

    /// The solver back.
    pub fn into_solver(self) -> Solver<G> {
        self.solver
    }

    /// The best move in a sum: a winning one, else the one that lasts longest; none if there is no move.
    pub fn reply(&mut self, sum: &[G::Position]) -> Answer<Option<Move<G::Position>>, G> {
        match self.solver.some_winning_moves(sum, 1)?.moves.pop() {
            Some(play) => Ok(Some(play)),
            None => Ok(self.solver.longest_defence(sum)?.map(|defence| defence.play)),
        }
    }
}
