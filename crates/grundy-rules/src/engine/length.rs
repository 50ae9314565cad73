//! How long a game lasts when its players care: remoteness and suspense, for games that are played at the same time.
//!
//! **Definitions** (C. A. B. Smith, Graphs and composite games, J. Combin. Theory 1 (1966); Winning Ways, ch. 9). The *remoteness* of a position is the number of
//! moves if the winner hurries and the loser delays: 0 without a move; else one more than the least even remoteness of an option, or, if all
//! are odd, than the greatest. The *suspense* is the same with a winner who delays and a loser who hurries: one more than the greatest even suspense of
//! an option, or, if all are odd, than the least.
//!
//! **Theorem.** A position is won exactly if its remoteness is odd, and exactly if its suspense is odd. Where a move is made in every component at once:
//! - if play ends as soon as one component has no move (*conjunctive*), the sum is won exactly if the least remoteness of its components is odd;
//! - if it goes on in the others until none has a move (*continued conjunctive*), exactly if the greatest suspense is odd.
//! - Where a move is made in any of the components, at least one (*selective*), the sum is won exactly if a component is won: from a sum of lost
//!   components every move leaves a won one, and from another a player moves in all that are won to lost ones.
//!
//! *Proof of the first.* Let m be the least remoteness. By induction over play its remoteness as a game is m. If m = 0 play is over. If m is odd, the
//! player moves in each component of odd remoteness r to an even one, r − 1 in that of m, and in the others as he likes among the options that are not
//! below m − 1: a component of even remoteness r > m has only odd options, the greatest r − 1 ≥ m; one of odd r ≥ m has the even option r − 1 ≥ m − 1. So the
//! least is m − 1, even, and it cannot be made less by an even number. If m > 0 is even, each option of a component of least remoteness is odd, at most
//! m − 1; whatever is done elsewhere, the least is at most m − 1, and it cannot become even and smaller, as an even option r' of a component of odd remoteness
//! r has r' ≥ r − 1 ≥ m. The second is alike, with greatest and least exchanged. ∎
//!
//! Time and memory as those of a search.

use super::Engine;
use crate::component::{Component, Sum};
use crate::error::Error;
use crate::lock::lock;
use hashbrown::HashMap;
use std::ops::ControlFlow;

/// Which length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Length {
    Remoteness,
    Suspense,
}

impl Length {
    fn word(self) -> &'static str {
        match self {
            Length::Remoteness => "remoteness",
            Length::Suspense => "suspense",
        }
    }

    /// The length of a position whose options have these.
    fn after(self, options: &[u32]) -> u32 {
        let even = || options.iter().copied().filter(|length| length % 2 == 0);
        let all = || options.iter().copied();
        let chosen = match self {
            Length::Remoteness => even().min().or_else(|| all().max()),
            Length::Suspense => even().max().or_else(|| all().min()),
        };
        chosen.map_or(0, |length| length + 1)
    }
}

/// What was found.
pub(crate) type Lengths = HashMap<(Length, Component), u32>;

/// Bytes for a position, about.
const BYTES: u64 = 160;

/// A position that is being worked out, what its options leave, and which of them are known.
struct Open {
    position: Component,
    options: Vec<Option<Component>>,
    known: Vec<u32>,
}

impl Engine {
    /// The remoteness or suspense of a position of one component.
    pub(crate) fn length(&self, length: Length, sum: &Sum) -> Result<u32, Error> {
        let word = length.word();
        let [term] = sum.terms.as_slice() else {
            return Err(Error::bad(format!("`{word}` needs a position of one component")));
        };
        if term.count != 1 || sum.misere {
            return Err(Error::bad(format!("`{word}` needs a position of one component, under normal play")));
        }
        let mut lengths = lock(&self.lengths);
        let mut stack: Vec<Open> = Vec::new();
        // 1 for a position that is being worked out.
        let mut open: HashMap<Component, ()> = HashMap::new();
        let mut next = Some(term.component.clone());
        let mut result = 0;
        while next.is_some() || !stack.is_empty() {
            if let Some(position) = next.take() {
                if let Some(&known) = lengths.get(&(length, position.clone())) {
                    result = known;
                } else if open.insert(position.clone(), ()).is_some() {
                    return Err(Error::bad(format!("`{word}`: play can go on for ever, from {position} back to it")));
                } else {
                    let found = (lengths.len() + stack.len()) as u64;
                    self.watch.check(found, found * BYTES)?;
                    let options = self.single_options(word, &position)?;
                    stack.push(Open { position, options, known: Vec::new() });
                    next = stack.last_mut().and_then(following);
                    if next.is_some() {
                        continue;
                    }
                    result = close(length, &mut stack, &mut open, &mut lengths);
                }
            }
            // A position is known: on with the one that asked for it.
            let Some(asking) = stack.last_mut() else { break };
            asking.known.push(result);
            next = following(asking);
            if next.is_none() {
                result = close(length, &mut stack, &mut open, &mut lengths);
                if stack.is_empty() {
                    break;
                }
            }
        }
        Ok(result)
    }

    /// What each option leaves: one position, or the finished game.
    fn single_options(&self, word: &str, position: &Component) -> Result<Vec<Option<Component>>, Error> {
        let (mut options, mut several) = (Vec::new(), false);
        self.options(position, &mut |left| {
            match left.terms.as_slice() {
                [] => options.push(None),
                [term] if term.count == 1 => options.push(Some(term.component.clone())),
                _ => several = true,
            }
            if several { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        if several {
            return Err(Error::bad(format!(
                "`{word}` needs moves that leave one position; one from {position} leaves more"
            )));
        }
        Ok(options)
    }
}

/// The next option that is a position; finished ones have the length 0.
fn following(open: &mut Open) -> Option<Component> {
    while let Some(option) = open.options.pop() {
        match option {
            Some(position) => return Some(position),
            None => open.known.push(0),
        }
    }
    None
}

/// The length of the last position, all of whose options are known.
fn close(length: Length, stack: &mut Vec<Open>, open: &mut HashMap<Component, ()>, lengths: &mut Lengths) -> u32 {
    let Some(last) = stack.pop() else { return 0 };
    let found = length.after(&last.known);
    open.remove(&last.position);
    lengths.insert((length, last.position), found);
    found
}
