//! Why a position could not be solved.

use crate::watch::Stop;
use std::fmt;

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error<P> {
    /// Play can go round for ever: each of these positions can move to the next, and the last to the first.
    Cycle(Vec<P>),
    /// A limit was reached, or somebody cancelled.
    Stop(Stop),
    /// The game stopped listing the moves of this position without being asked to.
    GaveUp(P),
    /// A sum or a move has more components than this.
    Components {
        /// The most components that a sum may have.
        limit: usize,
    },
}

impl<P> From<Stop> for Error<P> {
    fn from(stop: Stop) -> Self {
        Error::Stop(stop)
    }
}

impl<P> Error<P> {
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

    /// The same error with its positions in another form.
    pub fn map<Q>(self, f: impl FnMut(P) -> Q) -> Error<Q> {
        let mut f = f;
        match self {
            Error::Cycle(positions) => Error::Cycle(positions.into_iter().map(f).collect()),
            Error::Stop(stop) => Error::Stop(stop),
            Error::GaveUp(position) => Error::GaveUp(f(position)),
            Error::Components { limit } => Error::Components { limit },
        }
    }
}

/// Positions of a cycle that a message names; the error itself holds all.
const NAMED: usize = 8;

impl<P: fmt::Debug> fmt::Display for Error<P> {
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
            Error::GaveUp(position) => write!(f, "the game could not list the moves of {position:?}"),
            Error::Components { limit } => write!(f, "limit reached: {limit} components of one sum"),
        }
    }
}

impl<P: fmt::Debug> std::error::Error for Error<P> {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Stop(stop) => Some(stop),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_cycles_are_cut_in_messages() {
        let short = Error::Cycle(vec![1, 2]).to_string();
        assert!(short.ends_with("1 -> 2 -> 1"), "{short}");
        let long = Error::Cycle((0..100).collect()).to_string();
        assert!(long.ends_with("7 -> (92 more) -> 0"), "{long}");
    }
}
