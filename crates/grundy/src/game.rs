//! What a game is to the solvers: positions and the moves from each.

use std::hash::Hash;
use std::ops::ControlFlow;

/// An impartial game: positions and, for each, the moves from it.
///
/// # Contract
/// Equal positions have equal moves: `Eq` and `Hash` decide what the memo table may share, so give canonical forms.
/// A move is the slice of independent positions it leaves (empty: the game is over). Moves may repeat and come in any
/// order, but always in the same order for the same position. `visit` may ask to stop by returning `Break`; then
/// `moves` stops and returns `Break` too. A game that cannot list its moves (a rule that fails, a limit) returns
/// `Break` without having been asked, and the solver reports that the game gave up. Play may
/// cycle; a solver for finite games reports that as an error.
pub trait Game {
    /// A position, or one independent part of a sum.
    type Position: Clone + Eq + Hash;

    /// Calls `visit` with each move from `position`.
    fn moves(
        &self,
        position: &Self::Position,
        visit: &mut impl FnMut(&[Self::Position]) -> ControlFlow<()>,
    ) -> ControlFlow<()>;
}
