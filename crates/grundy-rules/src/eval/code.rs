//! The instructions of the machine and the units of code.

use super::pairs::{Pairing, Site};
use super::small::Small;
use crate::builtins::Function;
use crate::program::{Comprehension, KindId, Tell};
use crate::syntax::Span;
use crate::syntax::ast::{Assign, Comparison, Op, Question};
use crate::value::Val;
use std::ops::Index;

/// A piece of code, by its place in its unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CodeId(pub(super) u32);

impl Index<CodeId> for Vec<Code> {
    type Output = Code;

    fn index(&self, code: CodeId) -> &Code {
        &self[code.0 as usize]
    }
}

/// Which options a loop runs through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// All of them, in the order of the rules.
    All,
    /// Those that are lost for the player to move, in any order, each at least once; all if these are not known at once.
    Lost,
    /// The same, each as often as the rules give it.
    LostTimes,
}

/// Instructions. Values are on a stack; targets are indices of instructions.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Ins {
    /// Pushes a constant.
    Const(u32),
    /// Pushes a slot of the frame.
    Local(u32),
    /// Pushes a param, data or input name.
    Global(u32),
    /// `-x`.
    Neg,
    /// `not x`.
    Not,
    /// `a op b`, for all but `and` and `or`.
    Binary(Op),
    /// `a ^ b`.
    Power,
    /// `a < b` and the like.
    Compare(Comparison),
    /// Goes on at another place.
    Jump(u32),
    /// Pops a truth value and goes on elsewhere if it is false.
    Unless(u32),
    /// `and`, `or`: pops a truth value; if it decides, pushes it back and goes on elsewhere.
    Decided(bool, u32),
    /// Checks that the top is a truth value.
    Truth,
    /// Pops values into a list.
    List(u32),
    /// `[A..B]`.
    RangeList,
    /// `a[i]`.
    Index,
    /// `a[i:j]`, with or without its ends.
    Slice(bool, bool),
    /// `L with …`, by the plan of this number.
    With(u32),
    /// A function of the table with so many arguments.
    Call(Function, u32),
    /// A helper with so many arguments.
    Let(u32, u32),
    /// Leaves a helper.
    Return,
    /// `for k in A..B`: opens a loop.
    Range,
    /// `for k in A..`: opens a loop without an end, for a host that stops it.
    Endless,
    /// `for x in L`: opens a loop.
    Each,
    /// Of rows, those whose entry at a place is the value on top, where that is known at once.
    WithEntry(u32),
    /// `for q in options(P)`: opens a loop over the options of the sum, for this slot.
    Options(u32, Wanted),
    /// Pushes the argument of the least (true) or the greatest option of the sum that is lost, and goes on elsewhere, if the host knows it
    /// without a list of all.
    Extreme(bool, u32),
    /// Goes on elsewhere if the loop of a slot runs only through lost options.
    OnlyLost(u32, u32),
    /// Adds the option that the loop of a slot is at to the sum.
    Chosen(u32),
    /// Next turn: sets a slot, or closes the loop and goes on elsewhere.
    Next(u32, u32),
    /// Next turn: takes an element apart into so many slots from one on, or closes the loop and goes on elsewhere.
    NextApart {
        /// The first slot.
        slot: u32,
        /// How many.
        count: u32,
        /// Where to go after the last turn.
        exit: u32,
    },
    /// Pushes what a function over clauses gives and goes on elsewhere, if the host can count it.
    Counted(u32, u32),
    /// Pushes a list over clauses and goes on elsewhere, if the host has it at once.
    AtOnce(u32, u32),
    /// Starts a list.
    Build,
    /// Pops a value into the list that was started last.
    Append,
    /// Pushes the list that was started last.
    Built,
    /// Starts a sum of positions.
    Sum,
    /// Pops the arguments of a component.
    Component {
        /// Its kind.
        kind: KindId,
        /// How many arguments.
        args: u32,
        /// How many values for params and data behind them.
        settings: u32,
        /// Whether a negative number among the arguments is an error here, not "no move".
        strict: bool,
    },
    /// Pops a value into a slot.
    Store(u32),
    /// Pops the other arguments of a run, and the argument that its parts differ in, of the last and of the first turn; it may fall.
    Run {
        /// Its number in the unit.
        run: u32,
        /// Whether the argument falls from turn to turn.
        falling: bool,
    },
    /// Pops the number of copies of what follows.
    Copies,
    /// Ends the copies.
    EndCopies,
    /// Hands the sum to the host as an option.
    Option,
    /// Asks the host about the sum.
    Ask(Question),
    /// Answers about the components of a part of a list, by the prefix of this number, and goes on elsewhere; or goes on for the value of
    /// the next element.
    Prefix(u32),
    /// Takes the value of an element for the prefix of this number.
    PrefixValue(u32),
    /// A step of a count of pairs.
    Pairing(Pairing, u32),
    /// Pushes the value of this number and goes on elsewhere, if it is known by now.
    Known(u32, u32),
    /// Keeps the top as the value of this number.
    Keep(u32),
    /// Asks the host for the arguments or the text of the sum.
    Tell(Tell),
    /// Asks the host about the play position.
    Played(Question),
    /// Pushes the number of the case.
    Case,
    /// Joins so many texts or lists. Behind it stands an instruction for each pair but the first, with the place of that pair.
    Joins(u32),
    /// Pushes what a function gives for the list that was started last and goes on elsewhere, or pushes the list.
    Fold(Function, u32),
    /// Pushes the value of an expression of small numbers and goes on elsewhere, behind the plain code for it; that follows and says what
    /// is unusual.
    Small(u32, u32),
    /// Pushes an argument of the option that the loop of a slot is at, if it is one position, and goes on elsewhere; else the plain code
    /// follows.
    ChosenArg {
        /// The slot.
        slot: u32,
        /// The place of the argument.
        place: u32,
        /// Where to go on.
        exit: u32,
    },
    /// Ends the code; a value is on the stack unless it gave options.
    End,
}

impl Ins {
    /// Where it may go on.
    pub(super) fn target(&mut self) -> Option<&mut u32> {
        match self {
            Ins::Jump(target)
            | Ins::Unless(target)
            | Ins::Decided(_, target)
            | Ins::Next(_, target)
            | Ins::NextApart { exit: target, .. }
            | Ins::Known(_, target)
            | Ins::AtOnce(_, target)
            | Ins::Counted(_, target)
            | Ins::Extreme(_, target)
            | Ins::OnlyLost(_, target)
            | Ins::Fold(_, target) => Some(target),
            _ => None,
        }
    }
}

/// A piece of code: a rule, a helper, an answer.
#[derive(Debug, Default)]
pub(crate) struct Code {
    pub(crate) ins: Vec<Ins>,
    /// The place of each instruction.
    pub(crate) spans: Vec<Span>,
    pub(crate) frame: usize,
}

/// Positions of a kind that differ in one argument, which takes all numbers of a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stretch {
    pub(crate) kind: KindId,
    /// The argument.
    pub(crate) place: usize,
    /// How many arguments there are beside it.
    pub(crate) others: usize,
}

/// A question about the components of a part of a list, or of a range.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Prefix {
    pub(crate) question: Question,
    /// Whether it is a part of a list.
    pub(crate) in_list: bool,
    /// The slot of the element.
    pub(crate) slot: u32,
    /// Its number among those of the unit.
    pub(crate) table: u32,
    /// Where it is answered, where the plain code begins, and where it ends.
    pub(crate) start: u32,
    pub(crate) plain: u32,
    pub(crate) exit: u32,
}

/// A helper.
#[derive(Debug)]
pub(crate) struct Helper {
    pub(crate) name: String,
    pub(crate) code: CodeId,
}

/// All code of a program.
#[derive(Debug, Default)]
pub(crate) struct Unit {
    pub(crate) codes: Vec<Code>,
    pub(crate) consts: Vec<Val>,
    pub(crate) lets: Vec<Helper>,
    /// For each `with`: the sign and the number of indices of each change.
    pub(crate) plans: Vec<Vec<(Assign, usize)>>,
    /// The kinds of the program.
    pub(crate) kinds: usize,
    /// Kinds with other values for some params and data.
    pub(crate) variants: Vec<(KindId, Vec<usize>)>,
    /// Sums over a range that a search takes for one position.
    pub(crate) runs: Vec<Stretch>,
    /// Questions about parts of lists.
    pub(crate) prefixes: Vec<Prefix>,
    /// How many values are kept that nothing in their loops changes.
    pub(crate) kept: u32,
    /// The counts of pairs.
    pub(crate) pairs: Vec<Site>,
    /// The functions over clauses that may be counted.
    pub(crate) counts: Vec<(Function, Comprehension)>,
    /// The lists over clauses.
    pub(crate) lists: Vec<Comprehension>,
    /// Expressions of small numbers.
    pub(super) smalls: Vec<Small>,
    /// The names of globals, for errors.
    pub(crate) globals: Vec<String>,
}
