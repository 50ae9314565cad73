//! Pairs that agree: `len((i, j) for i in 0..n-1, j in i+1..n-1 if f(i) == g(j))` without going through all n² pairs.
//!
//! **What.** `len`, `sum`, `any` or `all` over clauses whose last two names, here called first and second, meet only in conditions that say
//! that something of the first equals, or does not equal, something of the second: `f(i) == g(j)`; a XOR, sum or remainder of a sum whose
//! operands depend on one of them each; `win` and `value` of a sum of positions whose components depend on one of them each, or of the components of
//! a part of a list or range that begins at the one and ends at the other. Names before these two are gone through as always.
//!
//! **Idea.** Each condition has a *key* on either side, and holds if both are equal. A XOR is v if the XOR of the operands of the first equals
//! that of v and the operands of the second; so for sums with signs, and for values of sums of positions, which are XORs. The value of the part
//! [l, r) of a list is that of its first r elements XOR that of its first l ([`prefix`](super::prefix) tells these). All turns of the
//! first are taken once, then all turns of the second that one of the first allows; those of the second with the same keys are kept
//! by their places, and each turn of the first counts how many of them lie between its ends. What must not be equal is counted by inclusion and
//! exclusion.
//!
//! **Errors.** Every expression is evaluated at least where the plain code would: its turns are left out only by what stands before it in the
//! conditions. If anything goes wrong, or would for a pair (values of two types, a sum that might overflow), or if there are few pairs, all is
//! forgotten and the plain code runs: it says what is wrong, if something is.
//!
//! Time O((n + m) log m) for n turns of the first and m of the second, memory O(n + m).
//!
//! Rejected: a join that knows the values of positions but not expressions, beside the other ways to count (crate::engine): an equality of keys is
//! one whatever the keys are, and only this machine evaluates anything.

mod count;
mod run;
mod shape;
mod split;
mod write;

pub(super) use run::{Attempt, Seen};

/// What one instruction does.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Pairing {
    /// Starts; or goes on with the plain code.
    Begin,
    /// Pops the ends of the range of the second name; pushes whether it has a turn.
    Range,
    /// Pops the ends of the part of a list that the second name runs through; pushes whether it may have a turn.
    Slice,
    /// The second name runs through a whole list.
    Whole,
    /// Pops what the second name must be at most, or at least; pushes whether a turn is left.
    Bound(Bound),
    /// The same behind conditions on the second name: its turns stay, but do not count.
    LateBound(Bound),
    /// Pops a key.
    Key,
    /// Pops where a part begins or ends.
    Place,
    /// Pops what a turn adds.
    Weight,
    /// Demands that the top is a number so small that no sum overflows.
    Small,
    /// Pops where a part begins and the origin, which must not be behind it.
    AtLeast,
    /// Pops a remainder and what is divided by, which must be greater.
    Residue,
    /// Keeps the turn of the first name.
    First,
    /// Keeps of it only what the second name runs through.
    Void,
    /// Opens the loop of the second name through all its turns.
    Open,
    /// Keeps the turn of the second name.
    Second,
    /// Counts.
    Count,
    /// Pushes what was counted and goes on behind the plain code.
    End,
}

/// What the second name must be, compared with a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bound {
    Less,
    AtMost,
    Greater,
    AtLeast,
}

/// What is made of the count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Finish {
    /// Itself.
    Total,
    /// `any`: whether there is a pair.
    Any,
    /// `all`: whether there is none.
    All,
}

/// Which turn says what a pair adds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Weight {
    One,
    First,
    Second,
}

/// One of these counts.
#[derive(Debug, Clone)]
pub(crate) struct Site {
    /// Where the plain code begins.
    plain: u32,
    /// For each key whether it must not be equal.
    unequal: Vec<bool>,
    /// For each part whether the first name says where it begins.
    forward: Vec<bool>,
    /// Whether the second name runs through a range.
    in_range: bool,
    weight: Weight,
    /// Whether there are loops around the two names.
    has_outer: bool,
    /// Whether values of positions are added.
    adds_values: bool,
    finish: Finish,
}
