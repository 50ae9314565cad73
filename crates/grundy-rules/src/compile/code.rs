//! What a rule is to the vector machine: levels of straight-line code, one level deeper with each `for`.
//!
//! A level runs on lanes, one for each turn of the loops around it. Registers belong to one level; a deeper level takes
//! over those that it needs. Register 0 of every level says which position of the batch a lane belongs to.

use super::calls::Helper;
use super::chosen::Chosen;
use super::kernels::{Binary, Bounds, Unary, measured};
use crate::builtins::Function;
use crate::groups::Groups;
use crate::program::KindId;
use hashbrown::HashSet;
use std::sync::Arc;

/// A register of a level.
pub(super) type Reg = usize;

/// Which position of the batch a lane belongs to.
pub(super) const OWNER: Reg = 0;

/// What an instruction reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Operand {
    /// The same number in all lanes.
    Const(i64),
    /// A register of the level.
    Reg(Reg),
}

impl Operand {
    /// The register, if it is one.
    pub(super) fn reg(self) -> Option<Reg> {
        match self {
            Operand::Reg(reg) => Some(reg),
            Operand::Const(_) => None,
        }
    }
}

/// What an instruction does.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Action {
    Binary(Binary, Operand, Operand),
    Unary(Unary, Operand),
    /// The second where the first is true, the third elsewhere.
    Select(Operand, Operand, Operand),
    /// An element of a constant list.
    Lookup(usize, Operand),
    /// Whether the row is one of a constant set.
    Member(usize, Vec<Operand>),
    /// Whether a part of a constant text is one of some words.
    Same(Same),
    /// What a helper gives.
    Call(Helper, Vec<Operand>),
}

/// The part of a text from one place up to another, cut to its ends, and the word of some index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Same {
    /// For each word and each place of the text, its end included, whether the word stands there.
    pub(super) hits: usize,
    /// The lengths of the words.
    pub(super) lengths: usize,
    /// The length of the text.
    pub(super) length: usize,
    pub(super) index: Operand,
    pub(super) from: Operand,
    pub(super) to: Operand,
}

impl Action {
    pub(super) fn operands(&self) -> Vec<Operand> {
        match self {
            Action::Binary(_, a, b) => vec![*a, *b],
            Action::Unary(_, a) | Action::Lookup(_, a) => vec![*a],
            Action::Select(a, b, c) => vec![*a, *b, *c],
            Action::Member(_, row) | Action::Call(_, row) => row.clone(),
            Action::Same(same) => vec![same.index, same.from, same.to],
        }
    }

    /// The same with other operands.
    pub(super) fn map(&self, mut to: impl FnMut(Operand) -> Operand) -> Action {
        match self {
            Action::Binary(op, a, b) => Action::Binary(*op, to(*a), to(*b)),
            Action::Unary(op, a) => Action::Unary(*op, to(*a)),
            Action::Lookup(table, a) => Action::Lookup(*table, to(*a)),
            Action::Select(a, b, c) => Action::Select(to(*a), to(*b), to(*c)),
            Action::Member(table, row) => Action::Member(*table, row.iter().map(|&a| to(a)).collect()),
            Action::Call(helper, args) => Action::Call(helper.clone(), args.iter().map(|&a| to(a)).collect()),
            Action::Same(same) => {
                Action::Same(Same { index: to(same.index), from: to(same.from), to: to(same.to), ..*same })
            }
        }
    }
}

/// An instruction: one loop over the lanes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Instruction {
    pub(super) to: Reg,
    pub(super) action: Action,
    /// Lanes where this is false do not need the result: they may not fault.
    pub(super) guard: Option<Operand>,
}

/// A step of a level.
#[derive(Debug, Clone)]
pub(super) enum Step {
    Do(Instruction),
    /// Keeps the lanes where the condition is true. `live` are the registers that later steps read.
    Keep {
        condition: Operand,
        live: Vec<Reg>,
    },
}

/// Where each of some words stands in a text.
#[derive(Debug, Clone)]
pub(super) struct Places {
    /// The places of all words, word by word, ascending.
    all: Vec<i64>,
    /// Where those of each word begin, and the end of all.
    starts: Vec<usize>,
}

impl Places {
    pub(super) fn new(words: impl Iterator<Item = Vec<i64>>) -> Places {
        let mut places = Places { all: Vec::new(), starts: vec![0] };
        for word in words {
            places.all.extend(word);
            places.starts.push(places.all.len());
        }
        places
    }

    /// The places of a word from one place to another.
    pub(super) fn between(&self, word: usize, from: i64, to: i64) -> &[i64] {
        let places = &self.all[self.starts[word]..self.starts[word + 1]];
        let end = places.partition_point(|&place| place <= to);
        &places[places[..end].partition_point(|&place| place < from)..end]
    }
}

/// A `for`: what its name runs through, for each lane.
#[derive(Debug, Clone)]
pub(super) enum Loop {
    /// `A..B`; the first register of the deeper level after [`OWNER`].
    Range { from: Operand, to: Operand },
    /// The places between two numbers at which a word of some index stands in a constant text.
    Places { places: Places, index: Operand, from: Operand, to: Operand },
    /// Rows of a constant table: one register for each column.
    Rows { table: usize },
    /// The rows of a key: one register for each column. The key must lie in the range, if there is one.
    Keyed { groups: Arc<Groups>, key: Operand, within: Option<usize> },
    /// A list that was written out.
    Items(Vec<Operand>),
    /// A list of integers that a function of the language makes.
    Call { builtin: Function, args: Vec<Operand> },
}

impl Loop {
    /// The same with other operands.
    pub(super) fn map(&self, mut to: impl FnMut(Operand) -> Operand) -> Loop {
        let mut inner = self.clone();
        match &mut inner {
            Loop::Range { from, to: end } => [from, end].into_iter().for_each(|operand| *operand = to(*operand)),
            Loop::Places { index, from, to: end, .. } => {
                [index, from, end].into_iter().for_each(|operand| *operand = to(*operand));
            }
            Loop::Keyed { key, .. } => *key = to(*key),
            Loop::Items(operands) | Loop::Call { args: operands, .. } => {
                operands.iter_mut().for_each(|operand| *operand = to(*operand));
            }
            Loop::Rows { .. } => {}
        }
        inner
    }
}

/// One level.
#[derive(Debug, Clone, Default)]
pub(super) struct Level {
    /// Registers of this level.
    pub(super) registers: usize,
    /// Registers taken over from the level above: from there, to here.
    pub(super) imports: Vec<(Reg, Reg)>,
    pub(super) steps: Vec<Step>,
    /// The names of the range around it that get past its first conditions, if they are few.
    pub(super) chosen: Option<Chosen>,
    /// The loop that the next level runs in; the last level has none.
    pub(super) inner: Option<Loop>,
}

/// A component of an option.
#[derive(Debug, Clone)]
pub(crate) struct Part {
    /// The index among the compiled kinds.
    pub(crate) kind: usize,
    pub(crate) args: Vec<Operand>,
    /// `k * P`, all factors around it.
    pub(crate) copies: Vec<Operand>,
    /// Whether an even number of copies cancels unseen, because play from them ends.
    pub(crate) cancels: bool,
}

/// A rule: its levels, outermost first, and the options that each lane of the last one gives.
#[derive(Debug, Clone, Default)]
pub(crate) struct RuleCode {
    pub(super) levels: Vec<Level>,
    pub(crate) options: Vec<Vec<Part>>,
}

/// A kind and its rules.
#[derive(Debug, Clone)]
pub(crate) struct KindCode {
    /// The index of the kind in the program.
    pub(crate) kind: KindId,
    pub(crate) arity: usize,
    pub(crate) rules: Vec<RuleCode>,
}

/// A column of constants.
#[derive(Debug, Clone)]
pub(super) struct Column {
    pub(super) lanes: Vec<i64>,
    pub(super) bounds: Bounds,
}

impl Column {
    pub(super) fn new(lanes: Vec<i64>) -> Column {
        let bounds = measured(&lanes);
        Column { lanes, bounds }
    }
}

/// A constant list: its rows, by columns, and as a set if something asks whether a row is in it.
#[derive(Debug, Clone, Default)]
pub(super) struct Table {
    pub(super) columns: Vec<Column>,
    pub(super) rows: usize,
    pub(super) set: HashSet<Box<[i64]>>,
}

impl Table {
    /// One column.
    pub(super) fn column(lanes: Vec<i64>) -> Table {
        Table { rows: lanes.len(), columns: vec![Column::new(lanes)], ..Table::default() }
    }
}

/// The rules of some kinds that refer to each other.
#[derive(Debug, Clone, Default)]
pub(crate) struct Code {
    pub(crate) kinds: Vec<KindCode>,
    pub(super) tables: Vec<Table>,
}
