//! Why a position could not be solved.

use crate::game::Game;
use crate::watch::Stop;
use std::convert::Infallible;
use std::fmt;

/// What a solver of a game gives, or why there is no answer.
pub type Answer<T, G> = Result<T, Error<<G as Game>::Position, <G as Game>::Error>>;

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error<P, E = Infallible> {
    /// Play can go round for ever: each of these positions can move to the next, and the last to the first.
    Cycle(Vec<P>),
    /// A limit was reached, or somebody cancelled.
    Stop(Stop),
    /// The game could not list its moves.
    Game(E),
    /// A sum or a move has more components than this.
    Components {
        /// The most components that a sum may have.
        limit: usize,
    },
    /// Under misère play sums can grow without end, and no bounded part of them decides.
    Grows,
}

impl<P, E> From<Stop> for Error<P, E> {
    fn from(stop: Stop) -> Self {
        Error::Stop(stop)
    }
}

impl<P, E> Error<P, E> {
    /// The positions of a searched path from where it met this one.
    pub(super) fn cycle<'p>(
        path: impl DoubleEndedIterator<Item = &'p P> + ExactSizeIterator + Clone,
        position: &P,
    ) -> Self
    where
        P: Clone + Eq + 'p,
    {
        let start = path.clone().rposition(|passed| passed == position).unwrap_or(0);
        Error::Cycle(path.skip(start).cloned().collect())
    }

    /// The game's own error, or else the solver's.
    ///
    /// ```
    /// use grundy::solve::Error;
    /// assert_eq!(Error::<u8, &str>::Game("no such square").into_game(), Ok("no such square"));
    /// assert_eq!(Error::<u8, &str>::Cycle(vec![1, 2]).into_game(), Err(Error::Cycle(vec![1, 2])));
    /// ```
    pub fn into_game(self) -> Result<E, Error<P>> {
        match self {
            Error::Game(error) => Ok(error),
            Error::Cycle(positions) => Err(Error::Cycle(positions)),
            Error::Stop(stop) => Err(Error::Stop(stop)),
            Error::Components { limit } => Err(Error::Components { limit }),
            Error::Grows => Err(Error::Grows),
        }
    }

    /// The same error with its positions in another form.
    pub fn map<Q>(self, f: impl FnMut(P) -> Q) -> Error<Q, E> {
        match self {
            Error::Cycle(positions) => Error::Cycle(positions.into_iter().map(f).collect()),
            Error::Stop(stop) => Error::Stop(stop),
            Error::Game(error) => Error::Game(error),
            Error::Components { limit } => Error::Components { limit },
            Error::Grows => Error::Grows,
        }
    }
}

/// Positions of a cycle that a message names; the error itself holds all.
const NAMED: usize = 8;

impl<P: fmt::Debug, E: fmt::Display> fmt::Display for Error<P, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Cycle(positions) => {
                f.write_str("play can come back to the same position: ")?;
                for position in positions.iter().take(NAMED) {
                    write!(f, "{position:?} -> ")?;
                }
                match positions.len().checked_sub(NAMED) {
                    None | Some(0) => {}
                    Some(more) => write!(f, "({more} more) -> ")?,
                }
                positions.first().map_or(Ok(()), |first| write!(f, "{first:?}"))
            }
            Error::Stop(stop) => stop.fmt(f),
            Error::Game(error) => error.fmt(f),
            Error::Components { limit } => write!(f, "limit reached: {limit} components of one sum"),
            Error::Grows => {
                f.write_str("sums can grow without end under misère play, and nobody is seen to win or lose")
            }
        }
    }
}

impl<P: fmt::Debug, E: std::error::Error> std::error::Error for Error<P, E> {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Stop(stop) => Some(stop),
            Error::Game(error) => error.source(),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_cycles_are_cut_in_messages() {
        let short = Error::<u8>::Cycle(vec![1, 2]).to_string();
        assert!(short.ends_with("1 -> 2 -> 1"), "{short}");
        let long = Error::<u8>::Cycle((0..100).collect()).to_string();
        assert!(long.ends_with("7 -> (92 more) -> 0"), "{long}");
    }
}
