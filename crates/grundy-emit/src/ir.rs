//! A contest file as a small typed program: what all three languages are printed from.

use crate::shape::Shape;
use grundy_rules::syntax::ast::{Assign, Comparison};
use std::collections::BTreeSet;

/// An expression with its type.
#[derive(Debug, Clone)]
pub struct Expr {
    /// What it is.
    pub node: Node,
    /// Its type.
    pub shape: Shape,
}

/// Arithmetic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Op {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient, rounded down.
    Div,
    /// Remainder.
    Mod,
    /// Exclusive or.
    Xor,
}

/// How what the runs of clauses give is put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fold {
    /// A list of it.
    List,
    /// The sum.
    Sum,
    /// The exclusive or.
    Xor,
    /// Whether one is true.
    Any,
    /// Whether all are true.
    All,
    /// The least.
    Min,
    /// The greatest.
    Max,
    /// How many runs there are.
    Count,
}

/// The forms of an expression.
#[derive(Debug, Clone)]
pub enum Node {
    /// A number.
    Int(i128),
    /// A truth value.
    Bool(bool),
    /// A text.
    Text(String),
    /// A local name.
    Name(String),
    /// What `input` reads, by its place in [`Program::globals`].
    Global(usize),
    /// A helper.
    Helper(usize, Vec<Expr>),
    /// A function of the library of the language: its name in the library files.
    Call(&'static str, Vec<Expr>),
    /// A function of the library over an index that is made once a case: `neighbours`, `starting` of a fixed list.
    Lookup(usize, Box<Expr>),
    /// `not x`.
    Not(Box<Expr>),
    /// `-x`.
    Neg(Box<Expr>),
    /// Arithmetic.
    Arith(Op, Box<Expr>, Box<Expr>),
    /// All are true.
    And(Vec<Expr>),
    /// One is true.
    Or(Vec<Expr>),
    /// `==`, `<` and the like; not `in`.
    Compare(Comparison, Box<Expr>, Box<Expr>),
    /// `if C then A else B`.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A list.
    List(Vec<Expr>),
    /// A list of values of different types.
    Tuple(Vec<Expr>),
    /// Runs of clauses.
    Over(Fold, Box<Expr>, Vec<Clause>),
    /// `[a..b]`.
    Range(Box<Expr>, Box<Expr>),
    /// An element of a list or a text.
    Index(Box<Expr>, Box<Expr>),
    /// A part of a tuple.
    Part(Box<Expr>, usize),
    /// A part of a list or text.
    Slice(Box<Expr>, Option<Box<Expr>>, Option<Box<Expr>>),
    /// A changed copy.
    With(Box<Expr>, Vec<Update>),
    /// The Grundy value of a position.
    Value(usize, Vec<Expr>),
    /// The Grundy value of the play position.
    Played,
    /// The number of the case.
    Case,
}

/// One change of a copy.
#[derive(Debug, Clone)]
pub struct Update {
    /// The indices.
    pub path: Vec<Expr>,
    /// The sign.
    pub assign: Assign,
    /// The right side.
    pub value: Expr,
}

/// A clause.
#[derive(Debug, Clone)]
pub enum Clause {
    /// From `from` to `to`, both included.
    Range(String, Expr, Expr),
    /// Through a list.
    Each(String, Expr),
    /// Through a list of lists, which are taken apart.
    Apart(Vec<String>, Expr),
    /// Once, with a name.
    Let(String, Expr),
    /// Only if it holds.
    If(Expr),
}

/// A kind of positions.
#[derive(Debug)]
pub struct Kind {
    /// Its name in the rules.
    pub name: String,
    /// The function for its values.
    pub function: String,
    /// Its arguments.
    pub args: Vec<(String, Shape)>,
    /// How its values are found.
    pub solver: Solver,
    /// Why that is right: lines of a comment.
    pub why: Vec<String>,
    /// Whether its values change from case to case.
    pub changes: bool,
}

/// How values are found.
#[derive(Debug)]
pub enum Solver {
    /// By a formula, which holds under a condition.
    Formula {
        /// The value.
        value: Expr,
        /// What must hold for all of it.
        needs: Option<Expr>,
    },
    /// A table of one integer, filled upwards.
    Table(Vec<Rule>),
    /// The same by sparse spaces: these rules, and these that split a heap.
    Splits(Vec<Rule>, Vec<Split>),
    /// Position by position, each once.
    Search(Vec<Rule>),
}

/// A rule that splits a heap into `name` and `left - name`, both of its kind.
#[derive(Debug)]
pub struct Split {
    /// The name of one part.
    pub name: String,
    /// Its least size.
    pub from: Expr,
    /// Its largest size.
    pub to: Expr,
    /// What else must hold.
    pub conditions: Vec<Expr>,
    /// What both have together.
    pub left: Expr,
    /// The rule in the rule language.
    pub text: String,
}

/// A rule: for each run of the clauses, each alternative is an option.
#[derive(Debug)]
pub struct Rule {
    /// The clauses.
    pub clauses: Vec<Clause>,
    /// The alternatives.
    pub options: Vec<Vec<Part>>,
    /// The rule in the rule language.
    pub text: String,
}

/// A part of the sum that a move leaves.
#[derive(Debug, Clone)]
pub struct Part {
    /// It is there once for each run of them.
    pub clauses: Vec<Clause>,
    /// So many copies of it.
    pub count: Option<Expr>,
    /// The kind.
    pub kind: usize,
    /// Its arguments.
    pub args: Vec<Expr>,
}

/// A helper.
#[derive(Debug)]
pub struct Helper {
    /// Its name.
    pub name: String,
    /// Its arguments.
    pub args: Vec<(String, Shape)>,
    /// What it gives.
    pub body: Expr,
    /// Whether what it gave is kept.
    pub kept: bool,
    /// Whether it may give something else in another case.
    pub changes: bool,
    /// Whether it uses itself.
    pub recursive: bool,
}

/// A param, data or input name.
#[derive(Debug)]
pub struct Global {
    /// Its name.
    pub name: String,
    /// Its type.
    pub shape: Shape,
}

/// An index of a fixed list of lists.
#[derive(Debug)]
pub struct Lookup {
    /// The function: `neighbours` or `starting`.
    pub function: &'static str,
    /// The list: a global, or a helper without arguments.
    pub list: Expr,
    /// What it is called.
    pub name: String,
    /// What is looked up.
    pub key: Shape,
    /// What is found.
    pub found: Shape,
    /// Whether the list changes from case to case.
    pub changes: bool,
}

/// One thing to read.
#[derive(Debug)]
pub struct Item {
    /// Where it goes.
    pub target: Target,
    /// Texts before it.
    pub before: Vec<String>,
    /// Texts after it.
    pub after: Vec<String>,
    /// How it is read.
    pub read: Read,
}

/// Where what is read goes.
#[derive(Debug)]
pub enum Target {
    /// A global.
    Global(usize),
    /// A field of a record.
    Field(String),
}

/// How something is read.
#[derive(Debug)]
pub enum Read {
    /// An integer.
    Int,
    /// A word; it may end before this text.
    Word(Option<String>),
    /// Integers as long as they follow.
    Open,
    /// A list of so many.
    List(Expr, Box<Read>),
    /// A list of these fields, and what is made of them.
    Record(Vec<Item>, Expr),
}

/// How often the input repeats.
#[derive(Debug)]
pub enum Times {
    /// There is one case.
    Once,
    /// So many cases; the number is read first if the flag is set.
    Count(usize, bool),
    /// To the end of the input.
    ToEnd,
    /// Until a condition holds, which is asked behind so many items.
    Until(Expr, usize),
}

/// The whole program.
#[derive(Debug)]
pub struct Program {
    /// The name of the file.
    pub name: String,
    /// The comment at the head of the file.
    pub story: Vec<String>,
    /// Params, data and input names.
    pub globals: Vec<Global>,
    /// Kinds, those that are used; a kind uses itself and kinds before it.
    pub kinds: Vec<Option<Kind>>,
    /// The order in which kinds are written.
    pub order: Vec<usize>,
    /// Helpers, those that are used.
    pub helpers: Vec<Option<Helper>>,
    /// Kinds that are asked about with arguments that may be negative, which is an error.
    pub guarded: BTreeSet<usize>,
    /// Indices of lists.
    pub lookups: Vec<Lookup>,
    /// Read once.
    pub once: Vec<Item>,
    /// How often.
    pub times: Times,
    /// Read for each case.
    pub repeated: Vec<Item>,
    /// The value of the play position, if it is asked for.
    pub play: Option<Expr>,
    /// What is printed.
    pub answer: Vec<Expr>,
    /// Whether 64 bits are enough for all integers.
    pub narrow: bool,
    /// Whether texts stand in the input, so that numbers end with their digits.
    pub texts: bool,
}
