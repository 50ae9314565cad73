//! The move that lasts longest when every move loses.
//!
//! **Definition.** The *remoteness* of a sum is the number of moves until play ends when the winner hurries and the loser
//! delays: 0 without moves; 1 + the least remoteness of the options of value 0 if the player who moves wins; 1 + the
//! greatest remoteness of all options if she loses (Steinhaus 1925; *Winning Ways*, chapter 9).
//!
//! Remoteness does not split over sums, so it is worked out on whole sums, with a memo, for as many of them as
//! [`MOST_SUMS`]. Past that the move is taken that leaves the most moves to both.

use super::{Answer, Error, Move, Solver};
use crate::game::Game;
use hashbrown::HashMap;
use std::ops::ControlFlow;

/// Sums whose remoteness is worked out before the search gives way to the estimate.
const MOST_SUMS: usize = 20_000;

/// The best resistance in a lost sum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Defence<P> {
    /// The move.
    pub play: Move<P>,
    /// How many moves are still made, this one included, if both play their best; `None` where that was too much to
    /// work out and the move is the one that leaves the most moves.
    pub lasts: Option<u64>,
}

/// A sum with its components by number, in order, so that equal sums are equal.
type Numbered = Vec<u32>;

/// A sum whose remoteness is being worked out.
struct Frame {
    sum: Numbered,
    /// Options not looked at yet: all of a lost sum, those of value 0 of a won one.
    options: Vec<Numbered>,
    lost: bool,
    best: Option<u64>,
}

struct Remoteness<'a, G: Game> {
    solver: &'a mut Solver<G>,
    numbers: HashMap<G::Position, u32>,
    positions: Vec<G::Position>,
    known: HashMap<Numbered, u64>,
    listed: usize,
}

impl<G: Game> Solver<G> {
    /// The move that lasts longest, meant for a sum that is lost (from a won one it is a poor choice); none if there is
    /// no move.
    ///
    /// ```
    /// use grundy::{game, solve::Solver};
    /// let mut nim = Solver::new(game::from_options(|&n: &u32| 0..n));
    /// let defence = nim.longest_defence(&[4, 4])?.expect("there are moves");
    /// assert_eq!((defence.lasts, &defence.play.to[..]), (Some(8), &[3][..]));
    /// # Ok::<(), grundy::solve::Error<u32>>(())
    /// ```
    pub fn longest_defence(&mut self, sum: &[G::Position]) -> Answer<Option<Defence<G::Position>>, G> {
        let moves = self.all_moves(sum)?;
        if moves.len() <= 1 {
            return Ok(moves.into_iter().next().map(|play| Defence { play, lasts: None }));
        }
        let mut search = Remoteness::new(self);
        let mut best: Option<(u64, &Move<G::Position>)> = None;
        for play in &moves {
            match search.of(&play.apply(sum))? {
                Some(lasts) if best.is_some_and(|(most, _)| lasts <= most) => {}
                Some(lasts) => best = Some((lasts, play)),
                None => return self.leaving_most(sum, moves).map(Some),
            }
        }
        Ok(best.map(|(lasts, play)| Defence { play: play.clone(), lasts: Some(lasts + 1) }))
    }

    fn leaving_most(&self, sum: &[G::Position], moves: Vec<Move<G::Position>>) -> Answer<Defence<G::Position>, G> {
        let mut best: Option<(u64, Move<G::Position>)> = None;
        for play in moves {
            let left = self.count_moves(&play.apply(sum))?;
            if best.as_ref().is_none_or(|(most, _)| left > *most) {
                best = Some((left, play));
            }
        }
        let Some((_, play)) = best else { unreachable!("called with at least one move") };
        Ok(Defence { play, lasts: None })
    }

    fn count_moves(&self, sum: &[G::Position]) -> Answer<u64, G> {
        let mut count = 0;
        for position in sum {
            let listed = self.game.moves(position, &mut |_| {
                count += 1;
                ControlFlow::Continue(())
            });
            let _ = listed.map_err(Error::Game)?;
        }
        Ok(count)
    }

    /// Every move of a sum, components in order and, in each, in the order of the game.
    pub fn all_moves(&self, sum: &[G::Position]) -> Answer<Vec<Move<G::Position>>, G> {
        self.fits(sum)?;
        let mut moves = Vec::new();
        for (component, position) in sum.iter().enumerate() {
            moves.extend(self.options(position)?.into_iter().map(|to| Move { component, to }));
        }
        Ok(moves)
    }
}

impl<'a, G: Game> Remoteness<'a, G> {
    fn new(solver: &'a mut Solver<G>) -> Self {
        Remoteness { solver, numbers: HashMap::new(), positions: Vec::new(), known: HashMap::new(), listed: 0 }
    }

    /// The remoteness of a sum, or `None` when it takes too many sums.
    fn of(&mut self, sum: &[G::Position]) -> Answer<Option<u64>, G> {
        let sum = self.number(sum);
        if let Some(&known) = self.known.get(&sum) {
            return Ok(Some(known));
        }
        let mut stack = vec![self.frame(sum)?];
        loop {
            if self.listed > MOST_SUMS {
                return Ok(None);
            }
            let Some(top) = stack.last_mut() else { unreachable!("the first sum ends the loop") };
            match top.options.last() {
                Some(option) => match self.known.get(option) {
                    Some(&known) => {
                        top.best = Some(
                            top.best.map_or(known, |best| if top.lost { best.max(known) } else { best.min(known) }),
                        );
                        top.options.pop();
                    }
                    None => {
                        let option = option.clone();
                        stack.push(self.frame(option)?);
                    }
                },
                None => {
                    let remoteness = top.best.map_or(0, |best| best + 1);
                    self.known.insert(std::mem::take(&mut top.sum), remoteness);
                    stack.pop();
                    if stack.is_empty() {
                        return Ok(Some(remoteness));
                    }
                }
            }
        }
    }

    fn frame(&mut self, sum: Numbered) -> Answer<Frame, G> {
        let positions: Vec<_> = sum.iter().map(|&number| self.positions[number as usize].clone()).collect();
        let wins = self.solver.winning_moves(&positions)?;
        let lost = wins.is_empty();
        let moves = if lost { self.solver.all_moves(&positions)? } else { wins };
        self.listed += moves.len() + 1;
        let mut options: Vec<_> = moves.iter().map(|play| self.number(&play.apply(&positions))).collect();
        options.sort_unstable();
        options.dedup();
        Ok(Frame { sum, options, lost, best: None })
    }

    fn number(&mut self, sum: &[G::Position]) -> Numbered {
        let mut numbers: Numbered = sum.iter().map(|position| self.number_of(position)).collect();
        numbers.sort_unstable();
        numbers
    }

    fn number_of(&mut self, position: &G::Position) -> u32 {
        if let Some(&number) = self.numbers.get(position) {
            return number;
        }
        let number = self.positions.len() as u32;
        self.positions.push(position.clone());
        self.numbers.insert(position.clone(), number);
        number
    }
}
