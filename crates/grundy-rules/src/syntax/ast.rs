//! The syntax tree. Chains of operators of one strength are one flat node, so the tree is never deeper than the
//! brackets that were written, and walks over it need no more stack than the parser allowed.

use crate::source::Span;
use grundy_natural::Nat;
use std::sync::Arc;

/// A node and its place. Two nodes are equal when they say the same, wherever they stand.
#[derive(Debug, Clone)]
pub struct Node<T> {
    /// What it says.
    pub what: T,
    /// Where it stands.
    pub span: Span,
}

impl<T> Node<T> {
    /// A node at a place.
    pub fn new(what: T, span: Span) -> Node<T> {
        Node { what, span }
    }
}

impl<T: PartialEq> PartialEq for Node<T> {
    fn eq(&self, other: &Self) -> bool {
        self.what == other.what
    }
}

/// An identifier.
pub type Name = Node<String>;

/// An expression: a value or a position, which only the checker tells apart.
pub type Expr = Node<ExprKind>;

/// Binary operators that form chains, weak to strong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Op {
    /// `or`
    Or,
    /// `and`
    And,
    /// `xor`
    Xor,
    /// `++`
    Join,
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Mod,
}

impl Op {
    /// The sign.
    pub fn sign(self) -> &'static str {
        match self {
            Op::Or => "or",
            Op::And => "and",
            Op::Xor => "xor",
            Op::Join => "++",
            Op::Add => "+",
            Op::Sub => "-",
            Op::Mul => "*",
            Op::Div => "/",
            Op::Mod => "%",
        }
    }
}

/// Comparisons, which do not chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `in`
    In,
    /// `not in`
    NotIn,
}

impl Comparison {
    /// The sign.
    pub fn sign(self) -> &'static str {
        match self {
            Comparison::Equal => "==",
            Comparison::NotEqual => "!=",
            Comparison::Less => "<",
            Comparison::LessEqual => "<=",
            Comparison::Greater => ">",
            Comparison::GreaterEqual => ">=",
            Comparison::In => "in",
            Comparison::NotIn => "not in",
        }
    }
}

/// How `with` changes a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Assign {
    /// `=`
    Set,
    /// `+=`
    Add,
    /// `-=`
    Sub,
}

impl Assign {
    /// The sign.
    pub fn sign(self) -> &'static str {
        match self {
            Assign::Set => "=",
            Assign::Add => "+=",
            Assign::Sub => "-=",
        }
    }
}

/// One change of a `with`: `[i][j] += e`.
#[derive(Debug, Clone, PartialEq)]
pub struct Update {
    /// The indices, at least one.
    pub path: Vec<Expr>,
    /// The sign.
    pub assign: Assign,
    /// The right side.
    pub value: Expr,
}

/// What is asked about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Question {
    /// `win`: does the player who moves win?
    Win,
    /// `draw`: can nobody force a win?
    Draw,
    /// `value`: the Grundy value.
    Value,
}

impl Question {
    /// The word.
    pub fn word(self) -> &'static str {
        match self {
            Question::Win => "win",
            Question::Draw => "draw",
            Question::Value => "value",
        }
    }
}

/// The forms of an expression.
#[derive(Debug, Clone, PartialEq)]
pub enum ExprKind {
    /// A number.
    Int(i128),
    /// A number of more than 128 bits, in an EXPR only.
    Huge(Arc<Nat>),
    /// A text.
    Text(String),
    /// `true`, `false`.
    Bool(bool),
    /// A name.
    Name(String),
    /// `win`, `draw`, `value` of the play position.
    Played(Question),
    /// `win(P)`, `draw(P)`, `value(P)`.
    Ask(Question, Box<Expr>),
    /// `case`.
    Case,
    /// `f(a, b)`: a function, a helper or a position; `mygame(4; K=3)` gives parameters after the arguments.
    Call {
        /// The head.
        head: Name,
        /// The arguments.
        args: Vec<Expr>,
        /// Parameters after `;`, in an EXPR only.
        settings: Vec<(Name, Expr)>,
    },
    /// `file:kind(args)`, in an EXPR only.
    Qualified {
        /// The game that holds the kind.
        game: Name,
        /// The call, always an [`ExprKind::Call`].
        call: Box<Expr>,
    },
    /// `max(e for …)`, with what follows the clauses: `join(e for …, between)`.
    CallOver {
        /// The function.
        head: Name,
        /// The expression and its clauses.
        body: Box<Comprehension>,
        /// Arguments after it.
        rest: Vec<Expr>,
    },
    /// `0.77(9)`, `take{1,3}(20)`: a heap of a coded game, in an EXPR only.
    Code(Name, Vec<Expr>),
    /// `[a, b]`, also written `(a, b)`.
    List(Vec<Expr>),
    /// `[e for …]`.
    ListOver(Box<Comprehension>),
    /// `[A..B]`.
    RangeList(Box<Expr>, Box<Expr>),
    /// `a[i]`.
    Index(Box<Expr>, Box<Expr>),
    /// `a[i:j]`.
    Slice(Box<Expr>, Option<Box<Expr>>, Option<Box<Expr>>),
    /// `-x`.
    Neg(Box<Expr>),
    /// `not x`.
    Not(Box<Expr>),
    /// `a ^ b`.
    Power(Box<Expr>, Box<Expr>),
    /// `a + b - c`: operators of one strength, left to right.
    Chain(Box<Expr>, Vec<(Op, Expr)>),
    /// `a < b`.
    Compare(Comparison, Box<Expr>, Box<Expr>),
    /// `L with [i] = e`.
    With(Box<Expr>, Vec<Update>),
    /// `if C then A else B`.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `P | Q`: alternatives of a rule.
    Either(Vec<Expr>),
}

/// `e for … if …`.
#[derive(Debug, Clone, PartialEq)]
pub struct Comprehension {
    /// What each run gives.
    pub body: Expr,
    /// The clauses, at least one.
    pub clauses: Vec<Clause>,
}

/// `for …` or `if …`.
#[derive(Debug, Clone, PartialEq)]
pub enum Clause {
    /// `for k in …`, `for (a, b) in …`.
    For {
        /// One name, or several for a list of lists.
        names: Vec<Name>,
        /// What is run through.
        items: Items,
    },
    /// `if C`.
    If(Expr),
    /// `let m = e`.
    Let(Name, Expr),
}

/// What a `for` runs through.
#[derive(Debug, Clone, PartialEq)]
pub enum Items {
    /// A list or a text.
    Each(Expr),
    /// `A..B`, or `A..` without an end.
    Range(Expr, Option<Expr>),
}

/// A rule file.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct File {
    /// Its logical lines, in the order written.
    pub lines: Vec<Line>,
}

/// A logical line and its place.
pub type Line = Node<LineKind>;

/// The forms of a line.
#[derive(Debug, Clone, PartialEq)]
pub enum LineKind {
    /// `kind(names) -> OPTIONS CLAUSES`.
    Rule {
        /// The kind.
        kind: Name,
        /// Its arguments.
        args: Vec<Name>,
        /// The alternatives.
        options: Vec<Expr>,
        /// The clauses.
        clauses: Vec<Clause>,
    },
    /// `param L, R`.
    Param(Vec<Name>),
    /// `data words`.
    Data(Vec<Name>),
    /// `let name(args) = e`.
    Let {
        /// The name.
        name: Name,
        /// The arguments, none for a constant.
        args: Vec<Name>,
        /// The right side.
        body: Expr,
    },
    /// `misere`.
    Misere,
    /// `finite`.
    Finite,
    /// `draw grid(x, y)`, `draw kind: ring(n)`: how positions are drawn.
    Draw {
        /// The kind that is meant, if it is named.
        kind: Option<Name>,
        /// The shape.
        shape: Name,
        /// The arguments that it is made of, none for all.
        args: Vec<Name>,
    },
    /// `input …`.
    Input(Input),
    /// `play P for …`.
    Play(Expr, Vec<Clause>),
    /// `answer A, B`.
    Answer(Vec<Expr>),
    /// `sample` and the lines below it.
    Sample(String),
    /// `gives` and the lines below it.
    Gives(String),
}

/// How contest input reads.
#[derive(Debug, Clone, PartialEq)]
pub struct Input {
    /// Read once.
    pub once: Vec<Item>,
    /// Read for each case.
    pub repeat: Option<Repeat>,
}

/// The repeated part.
#[derive(Debug, Clone, PartialEq)]
pub struct Repeat {
    /// How often.
    pub times: Times,
    /// What is read each time.
    pub items: Vec<Item>,
}

/// How often the input repeats.
#[derive(Debug, Clone, PartialEq)]
pub enum Times {
    /// `repeat t:`.
    Count(Name),
    /// `repeat:`, to the end of the input.
    ToEnd,
    /// `repeat until COND:`.
    Until(Expr),
}

/// `n`, `text s`, `x[n]`, `x[]`, `rows[n](k, x[k])`, with texts that stand before and after it.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// Texts that must stand before it.
    pub before: Vec<String>,
    /// The name it is read into.
    pub name: Name,
    /// A word instead of an integer.
    pub text: bool,
    /// The sizes of a list, the outer first.
    pub sizes: Vec<Expr>,
    /// `x[]`: as many integers as follow.
    pub open: bool,
    /// The fields of a record.
    pub record: Option<Vec<Item>>,
    /// Texts that must stand after it.
    pub after: Vec<String>,
}
