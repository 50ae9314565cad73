//! What a game is to the solvers: positions and the moves from each; and the easy ways to write one down.
//!
//! Most games need no `impl`: [`from_options`] turns a closure that lists the options of a position into a game,
//! [`from_moves`] one whose moves may split a position into independent parts. A pair of games is a game whose
//! positions are those of either, so a sum of unlike games is a sum over the pair.

use std::convert::Infallible;
use std::fmt;
use std::hash::Hash;
use std::marker::PhantomData;
use std::ops::ControlFlow;

/// How a listing of moves ended: `Continue` after the last one, `Break` because the visitor asked to stop, or the game's
/// error.
pub type Listed<E = Infallible> = Result<ControlFlow<()>, E>;

/// An impartial game: positions and, for each, the moves from it.
///
/// # Contract
/// Equal positions have equal moves: `Eq` and `Hash` decide what the memo table may share, so give canonical forms.
/// A move is the slice of independent positions it leaves (empty: the game is over). Moves may repeat and come in any
/// order, but always in the same order for the same position. `visit` may ask to stop by returning `Break`; then
/// `moves` stops and returns `Break` too, and only then. A game that cannot list its moves (a rule that fails, a limit)
/// returns its error, which the solver hands on. Play may cycle: the solvers for finite games report that as an error,
/// [`Retrograde`](crate::solve::Retrograde) solves it.
///
/// Only speed depends on the order: the pruned search looks at the moves and at the parts of a move from left to
/// right, so list moves that leave little first, and in a move the largest part last.
pub trait Game {
    /// A position, or one independent part of a sum.
    type Position: Clone + Eq + Hash;

    /// Why it may fail to list moves; [`Infallible`] for a game that never does.
    type Error;

    /// Calls `visit` with each move from `position`.
    fn moves(
        &self,
        position: &Self::Position,
        visit: &mut impl FnMut(&[Self::Position]) -> ControlFlow<()>,
    ) -> Listed<Self::Error>;

    /// Calls `visit` with the same moves, each as positions and how many copies of them it leaves.
    ///
    /// A game whose moves leave more copies than can be written out says so here. In [`Game::moves`] it may then write two
    /// copies for every even number of them and one for every odd number, because equal parts cancel as soon as their value
    /// is known; or none for an even number, where play from the part [ends](Game::ends).
    fn counted_moves(
        &self,
        position: &Self::Position,
        visit: &mut impl FnMut(&[(u128, Self::Position)]) -> ControlFlow<()>,
    ) -> Listed<Self::Error> {
        let mut counted = Vec::new();
        self.moves(position, &mut |parts| {
            counted.clear();
            counted.extend(parts.iter().map(|part| (1, part.clone())));
            visit(&counted)
        })
    }

    /// Whether play from a position is known to end, without a search. Two equal parts of such a position cancel unseen; where
    /// play may go on for ever they need not. It may always say no.
    fn ends(&self, _position: &Self::Position) -> bool {
        false
    }

    /// The value of a position, if the game has it at hand: a search need not look into it. It may always say nothing.
    fn known_value(&self, _position: &Self::Position) -> Option<u32> {
        None
    }

    /// Whether a position is a name for a sum: its one move leaves that sum, and its value is the sum's. Long sums that have most
    /// of their parts in common become cheap by such names. Only [`Solver::value`](crate::solve::Solver::value) by the definition
    /// knows them: there is no play on them.
    fn is_sum(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Bytes that a position owns outside itself (of a `Vec` or a `Box`): they count towards the limit on memory.
    fn heap_bytes(&self, _position: &Self::Position) -> usize {
        0
    }

    /// Calls `found` with the index of each position of `from` that is known to have a move which leaves exactly one
    /// position, one of `to`. A game that can tell without listing moves makes the search for who wins faster; it need
    /// not find any.
    fn leads_to(&self, _from: &[Self::Position], _to: &[Self::Position], _found: &mut impl FnMut(usize)) {}
}

impl<G: Game> Game for &G {
    type Position = G::Position;
    type Error = G::Error;

    fn moves(
        &self,
        position: &G::Position,
        visit: &mut impl FnMut(&[G::Position]) -> ControlFlow<()>,
    ) -> Listed<G::Error> {
        (**self).moves(position, visit)
    }

    fn counted_moves(
        &self,
        position: &G::Position,
        visit: &mut impl FnMut(&[(u128, G::Position)]) -> ControlFlow<()>,
    ) -> Listed<G::Error> {
        (**self).counted_moves(position, visit)
    }

    fn ends(&self, position: &G::Position) -> bool {
        (**self).ends(position)
    }

    fn known_value(&self, position: &G::Position) -> Option<u32> {
        (**self).known_value(position)
    }

    fn is_sum(&self, position: &G::Position) -> bool {
        (**self).is_sum(position)
    }

    fn heap_bytes(&self, position: &G::Position) -> usize {
        (**self).heap_bytes(position)
    }

    fn leads_to(&self, from: &[G::Position], to: &[G::Position], found: &mut impl FnMut(usize)) {
        (**self).leads_to(from, to, found);
    }
}

/// A game given by the options of each position. Made by [`from_options`].
pub struct FromOptions<P, I, F> {
    options: F,
    of: PhantomData<fn(&P) -> I>,
}

/// A game whose moves each lead to one position: `options` lists them.
///
/// ```
/// use grundy::{game, solve::Solver};
/// // A heap from which a player takes 1, 2 or 3.
/// let game = game::from_options(|&n: &u32| (1..=n.min(3)).map(move |k| n - k));
/// assert_eq!(Solver::new(game).value(&10)?, 2);
/// # Ok::<(), grundy::solve::Error<u32>>(())
/// ```
pub fn from_options<P, I, F>(options: F) -> FromOptions<P, I, F>
where
    P: Clone + Eq + Hash,
    I: IntoIterator<Item = P>,
    F: Fn(&P) -> I,
{
    FromOptions { options, of: PhantomData }
}

impl<P, I, F> Game for FromOptions<P, I, F>
where
    P: Clone + Eq + Hash,
    I: IntoIterator<Item = P>,
    F: Fn(&P) -> I,
{
    type Position = P;
    type Error = Infallible;

    #[inline]
    fn moves(&self, position: &P, visit: &mut impl FnMut(&[P]) -> ControlFlow<()>) -> Listed {
        Ok((self.options)(position).into_iter().try_for_each(|option| visit(std::slice::from_ref(&option))))
    }
}

/// A game given by moves to sums. Made by [`from_moves`].
pub struct FromMoves<P, I, F> {
    moves: F,
    of: PhantomData<fn(&P) -> I>,
}

/// A game whose moves may split a position: `moves` lists them, each as the independent positions that it leaves.
///
/// ```
/// use grundy::{game, solve::Solver};
/// // Kayles: knock down one pin or two neighbours; the rest of the row falls in two.
/// let kayles = game::from_moves(|&n: &u32| {
///     (1..=n.min(2)).flat_map(move |k| (0..=n - k).map(move |a| [a, n - k - a]))
/// });
/// assert_eq!(Solver::new(kayles).value(&11)?, 6);
/// # Ok::<(), grundy::solve::Error<u32>>(())
/// ```
pub fn from_moves<P, M, I, F>(moves: F) -> FromMoves<P, I, F>
where
    P: Clone + Eq + Hash,
    M: AsRef<[P]>,
    I: IntoIterator<Item = M>,
    F: Fn(&P) -> I,
{
    FromMoves { moves, of: PhantomData }
}

impl<P, I, F> Game for FromMoves<P, I, F>
where
    P: Clone + Eq + Hash,
    I: IntoIterator<Item: AsRef<[P]>>,
    F: Fn(&P) -> I,
{
    type Position = P;
    type Error = Infallible;

    #[inline]
    fn moves(&self, position: &P, visit: &mut impl FnMut(&[P]) -> ControlFlow<()>) -> Listed {
        Ok((self.moves)(position).into_iter().try_for_each(|parts| visit(parts.as_ref())))
    }
}

impl<P, I, F> fmt::Debug for FromOptions<P, I, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FromOptions")
    }
}

impl<P, I, F> fmt::Debug for FromMoves<P, I, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FromMoves")
    }
}

/// A position of one of two games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Either<A, B> {
    /// Of the first game.
    Left(A),
    /// Of the second game.
    Right(B),
}

/// Both games side by side: a position belongs to one of them, a sum may mix them. Both fail in the same way, if at all.
///
/// ```
/// use grundy::{game::{self, Either}, solve::Solver};
/// let nim = game::from_options(|&n: &u8| 0..n);
/// let take2 = game::from_options(|&n: &u64| (1..=n.min(2)).map(move |k| n - k));
/// let mut both = Solver::new((nim, take2));
/// assert_eq!(both.sum_value(&[Either::Left(5), Either::Right(5)])?, 5 ^ 2);
/// # Ok::<(), grundy::solve::Error<Either<u8, u64>>>(())
/// ```
impl<A: Game, B: Game<Error = A::Error>> Game for (A, B) {
    type Position = Either<A::Position, B::Position>;
    type Error = A::Error;

    fn moves(
        &self,
        position: &Self::Position,
        visit: &mut impl FnMut(&[Self::Position]) -> ControlFlow<()>,
    ) -> Listed<A::Error> {
        let mut parts = Vec::new();
        match position {
            Either::Left(position) => self.0.moves(position, &mut |to| {
                parts.clear();
                parts.extend(to.iter().cloned().map(Either::Left));
                visit(&parts)
            }),
            Either::Right(position) => self.1.moves(position, &mut |to| {
                parts.clear();
                parts.extend(to.iter().cloned().map(Either::Right));
                visit(&parts)
            }),
        }
    }

    fn counted_moves(
        &self,
        position: &Self::Position,
        visit: &mut impl FnMut(&[(u128, Self::Position)]) -> ControlFlow<()>,
    ) -> Listed<A::Error> {
        let mut parts = Vec::new();
        match position {
            Either::Left(position) => self.0.counted_moves(position, &mut |to| {
                parts.clear();
                parts.extend(to.iter().map(|(count, part)| (*count, Either::Left(part.clone()))));
                visit(&parts)
            }),
            Either::Right(position) => self.1.counted_moves(position, &mut |to| {
                parts.clear();
                parts.extend(to.iter().map(|(count, part)| (*count, Either::Right(part.clone()))));
                visit(&parts)
            }),
        }
    }

    fn ends(&self, position: &Self::Position) -> bool {
        match position {
            Either::Left(position) => self.0.ends(position),
            Either::Right(position) => self.1.ends(position),
        }
    }

    fn known_value(&self, position: &Self::Position) -> Option<u32> {
        match position {
            Either::Left(position) => self.0.known_value(position),
            Either::Right(position) => self.1.known_value(position),
        }
    }

    fn heap_bytes(&self, position: &Self::Position) -> usize {
        match position {
            Either::Left(position) => self.0.heap_bytes(position),
            Either::Right(position) => self.1.heap_bytes(position),
        }
    }
}
