//! What can go wrong: a limit was reached, or something was asked that the arithmetic cannot say.

use std::fmt;

/// Why an operation gave no answer. A limit is never an answer: it says how far the work went, not what is true.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// An automaton would have more states than this.
    States(usize),
    /// An alphabet (digits to the power of the number of tracks) would have more letters than this.
    Letters(usize),
    /// More bytes than this would be held at once.
    Memory(usize),
    /// More transitions than this would be computed in all.
    Work(u64),
    /// A formula splits into more cases than this.
    Cases(usize),
    /// A formula is nested deeper than this.
    Depth(usize),
    /// The caller's callback asked to stop.
    Cancelled,
    /// A coefficient or constant is too large for the arithmetic of atoms.
    TooLarge,
    /// The numeration, the encoding or the arithmetic cannot express what was asked.
    Unsupported(&'static str),
    /// A description that makes no sense: wrong arity, unknown kind, a table of the wrong size.
    Malformed(&'static str),
}

/// The result of an operation on automata.
pub type Result<T> = std::result::Result<T, Error>;

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::States(n) => write!(f, "an automaton has more than {n} states"),
            Error::Letters(n) => write!(f, "an alphabet has more than {n} letters"),
            Error::Memory(n) => write!(f, "automata need more than {n} bytes"),
            Error::Work(n) => write!(f, "more than {n} transitions"),
            Error::Cases(n) => write!(f, "a formula has more than {n} cases"),
            Error::Depth(n) => write!(f, "a formula is nested more than {n} deep"),
            Error::Cancelled => write!(f, "stopped"),
            Error::TooLarge => write!(f, "a coefficient is too large"),
            Error::Unsupported(what) => write!(f, "{what}"),
            Error::Malformed(what) => write!(f, "{what}"),
        }
    }
}

impl std::error::Error for Error {}
