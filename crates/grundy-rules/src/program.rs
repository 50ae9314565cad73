//! The checked program: what a rule file means, with every name resolved.
//!
//! Names are gone: arguments and `for` names are slots of a frame, params, data and what `input` reads are globals,
//! helpers and kinds are indices. Positions and values, one kind of text to the parser, are two types here. Every node
//! keeps its place for errors, and its type as far as that is known without running it. Chains of operators stay flat,
//! so no tree is deeper than the brackets that were written.
//!
//! This is the form that analysis and compilation start from: a rule is its alternatives ([`Position`]) under its
//! clauses, run left to right.

use crate::builtins::Function;
use crate::shape::Drawn;
use crate::syntax::ast::{Assign, Comparison, Op, Question};
use crate::syntax::{Source, Span};
use crate::value::Val;
use std::fmt;
use std::ops::Index;
use std::sync::Arc;

/// A checked rule file.
#[derive(Debug)]
pub struct Program {
    /// The text it was made from.
    pub source: Arc<Source>,
    /// The kinds of positions; the first is the file's game.
    pub kinds: Vec<Kind>,
    /// Params, data and names that `input` reads.
    pub globals: Vec<Global>,
    /// Helpers.
    pub lets: Vec<Let>,
    /// Whether who cannot move wins.
    pub misere: bool,
    /// Whether play is promised to end.
    pub finite: bool,
    /// How contest input reads and what is printed.
    pub contest: Option<Contest>,
    /// Inputs with their outputs.
    pub samples: Vec<Sample>,
    /// Whether `draw` is asked somewhere.
    pub asks_draw: bool,
    /// The globals that the rules of any kind depend on, through helpers too, ascending.
    pub rule_globals: Vec<usize>,
}

/// A kind of position of a program, by its place in [`Program::kinds`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct KindId(u32);

impl KindId {
    /// The first kind.
    pub const FIRST: KindId = KindId(0);

    /// The kind at a place.
    pub const fn new(index: usize) -> KindId {
        assert!(index <= u32::MAX as usize, "a text has fewer kinds than bytes, and at most 2^32 of these");
        KindId(index as u32)
    }

    /// Its place.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Index<KindId> for Vec<Kind> {
    type Output = Kind;

    fn index(&self, kind: KindId) -> &Kind {
        &self[kind.index()]
    }
}

impl Program {
    /// The kind of a name.
    pub fn kind(&self, name: &str) -> Option<KindId> {
        self.kinds.iter().position(|kind| kind.name == name).map(KindId::new)
    }

    /// All kinds, with their descriptions.
    pub fn all_kinds(&self) -> impl Iterator<Item = (KindId, &Kind)> {
        (0..).map(KindId::new).zip(&self.kinds)
    }

    /// The same params, data and helpers, and some more helpers, with other rules, and nothing of a contest.
    pub(crate) fn with_kinds(&self, kinds: Vec<Kind>, helpers: Vec<Let>) -> Program {
        Program {
            source: self.source.clone(),
            kinds,
            globals: self.globals.clone(),
            lets: self.lets.iter().cloned().chain(helpers).collect(),
            misere: self.misere,
            finite: self.finite,
            contest: None,
            samples: Vec::new(),
            asks_draw: false,
            rule_globals: self.rule_globals.clone(),
        }
    }

    /// The index of a param, data or input name.
    pub fn global(&self, name: &str) -> Option<usize> {
        self.globals.iter().position(|global| global.name == name)
    }
}

/// A kind of positions and its rules.
#[derive(Debug)]
pub struct Kind {
    /// The name.
    pub name: String,
    /// The argument names of its first rule, for messages and tables.
    pub args: Vec<String>,
    /// The rules; together they give the options, in this order.
    pub rules: Vec<Rule>,
    /// What its positions look like, if it is said.
    pub drawn: Option<Drawn>,
}

impl Position {
    /// Whether it writes copies of a position.
    pub fn has_copies(&self) -> bool {
        match self {
            Position::Of { .. } | Position::Chosen(..) => false,
            Position::Copies(..) => true,
            Position::Add(parts) => parts.iter().any(Position::has_copies),
            Position::Sum(part, _) => part.has_copies(),
        }
    }
}

impl Kind {
    /// Whether a rule of it writes copies of a position.
    pub fn has_copies(&self) -> bool {
        self.rules.iter().flat_map(|rule| &rule.options).any(Position::has_copies)
    }

    /// Whether a move may leave several positions.
    pub fn splits(&self) -> bool {
        let mut options = self.rules.iter().flat_map(|rule| &rule.options);
        options.any(|option| match option {
            Position::Of { .. } | Position::Chosen(..) => false,
            Position::Add(parts) => parts.len() > 1,
            Position::Copies(..) | Position::Sum(..) => true,
        })
    }

    /// Whether a rule has a range without an end.
    pub fn is_unbounded(&self) -> bool {
        let mut clauses = self.rules.iter().flat_map(|rule| &rule.clauses);
        clauses.any(|clause| matches!(clause, Clause::Range { to: None, .. }))
    }
}

/// One rule: for each run of the clauses, each alternative is an option.
#[derive(Debug)]
pub struct Rule {
    /// Slots of a run: the arguments first, then the `for` names.
    pub frame: usize,
    /// The alternatives.
    pub options: Vec<Position>,
    /// The clauses, outer first.
    pub clauses: Vec<Clause>,
    /// The line.
    pub span: Span,
}

/// Where a global gets its value from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// `param`: an integer, set from outside or by `input`.
    Param,
    /// `data`: any value, set from outside or by `input`.
    Data,
    /// Only read by `input`; rules do not see it.
    Input,
}

/// A param, data or input name.
#[derive(Debug, Clone)]
pub struct Global {
    /// The name.
    pub name: String,
    /// Its role.
    pub role: Role,
    /// Whether `input` reads it.
    pub read: bool,
    /// Where it was named first.
    pub span: Span,
    /// Its type, if it is known.
    pub ty: Type,
}

/// A helper.
#[derive(Debug, Clone)]
pub struct Let {
    /// The name.
    pub name: String,
    /// The number of arguments.
    pub arity: usize,
    /// Slots of a call: the arguments first.
    pub frame: usize,
    /// The right side.
    pub body: Expr,
    /// The globals that it depends on, through other helpers too, ascending.
    pub globals: Vec<usize>,
    /// Whether it asks about positions or the case, through other helpers too.
    pub asks: bool,
}

/// What is known about the type of a value before it is worked out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Type {
    /// Nothing.
    Any,
    /// An integer.
    Int,
    /// A truth value.
    Bool,
    /// A text.
    Text,
    /// A list of such values.
    List(Box<Type>),
    /// An option that a clause runs through: a position, never a value.
    Position,
}

impl Type {
    /// A list of something.
    pub fn list(of: Type) -> Type {
        Type::List(Box::new(of))
    }

    /// What holds for a value that is of one type or of the other.
    pub fn or(&self, other: &Type) -> Type {
        match (self, other) {
            (Type::List(a), Type::List(b)) => Type::list(a.or(b)),
            _ if self == other => self.clone(),
            _ => Type::Any,
        }
    }

    /// Whether a value could be of both types, as far as the outermost is known.
    pub fn meets(&self, other: &Type) -> bool {
        matches!((self, other), (Type::Any, _) | (_, Type::Any) | (Type::List(_), Type::List(_))) || self == other
    }

    /// The type of what `for x in …` gives.
    pub fn element(&self) -> Type {
        match self {
            Type::List(of) => (**of).clone(),
            Type::Text => Type::Text,
            _ => Type::Any,
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Type::Any => "a value",
            Type::Int => "an integer",
            Type::Bool => "a truth value",
            Type::Text => "a text",
            Type::List(_) => "a list",
            Type::Position => "a position",
        })
    }
}

/// A checked value expression.
#[derive(Debug, Clone)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
    /// Its type, if it is known.
    pub ty: Type,
}

impl Expr {
    /// Whether it is the name of this slot.
    pub(crate) fn is_local(&self, slot: usize) -> bool {
        matches!(self.kind, ExprKind::Local(own) if own == slot)
    }

    /// Whether it is a param, data or a helper without arguments.
    pub(crate) fn is_name(&self) -> bool {
        match &self.kind {
            ExprKind::Global(_) => true,
            ExprKind::Let(_, args) => args.is_empty(),
            _ => false,
        }
    }

    /// Whether it is this number, as a literal.
    pub(crate) fn is_number(&self, number: i128) -> bool {
        matches!(self.kind, ExprKind::Const(Val::Int(own)) if own == number)
    }
}

/// The forms of a value expression.
#[derive(Debug, Clone)]
pub enum ExprKind {
    /// A literal.
    Const(Val),
    /// A slot of the frame.
    Local(usize),
    /// A param, data or input name.
    Global(usize),
    /// A helper with its arguments.
    Let(usize, Vec<Expr>),
    /// A function of the table with its arguments.
    Call(Function, Vec<Expr>),
    /// A function over clauses: the list of what the clauses give, then the other arguments.
    CallOver(Function, Box<Comprehension>, Vec<Expr>),
    /// `-x`.
    Neg(Box<Expr>),
    /// `not x`.
    Not(Box<Expr>),
    /// `a ^ b`.
    Power(Box<Expr>, Box<Expr>),
    /// Operators of one strength, left to right.
    Chain(Box<Expr>, Vec<(Op, Expr)>),
    /// A comparison.
    Compare(Comparison, Box<Expr>, Box<Expr>),
    /// `if C then A else B`.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `[a, b]`.
    List(Vec<Expr>),
    /// `[e for …]`.
    ListOver(Box<Comprehension>),
    /// `[A..B]`.
    RangeList(Box<Expr>, Box<Expr>),
    /// `a[i]`.
    Index(Box<Expr>, Box<Expr>),
    /// `a[i:j]`.
    Slice(Box<Expr>, Option<Box<Expr>>, Option<Box<Expr>>),
    /// `L with …`.
    With(Box<Expr>, Vec<Update>),
    /// `win`, `draw`, `value` of the play position.
    Played(Question),
    /// `win(P)`, `draw(P)`, `value(P)`.
    Ask(Question, Box<Position>),
    /// `options(P)`, as what a clause runs through.
    Options(Box<Position>),
    /// `args(P)`, `text(P)`.
    Tell(Tell, Box<Position>),
    /// The number of the case.
    Case,
}

/// What is told about a position beside who wins and its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tell {
    /// `args(P)`: the arguments of a position of one component.
    Args,
    /// `text(P)`: the position as `solve` prints it.
    Text,
    /// `remoteness(P)`: how many moves a winner who hurries needs.
    Remoteness,
    /// `suspense(P)`: how many moves a winner who delays can make of it.
    Suspense,
}

/// One change of a `with`.
#[derive(Debug, Clone)]
pub struct Update {
    /// The indices, outer first.
    pub path: Vec<Expr>,
    /// The sign.
    pub assign: Assign,
    /// The right side.
    pub value: Expr,
}

/// An expression under clauses.
#[derive(Debug, Clone)]
pub struct Comprehension {
    /// What each run gives.
    pub body: Expr,
    /// The clauses.
    pub clauses: Vec<Clause>,
}

/// `for …` or `if …`.
#[derive(Debug, Clone)]
pub enum Clause {
    /// `for k in A..B`; without an end when `to` is missing.
    Range {
        /// The slot of `k`.
        slot: usize,
        /// A.
        from: Expr,
        /// B.
        to: Option<Expr>,
        /// The clause.
        span: Span,
    },
    /// `for k in LIST`, `for (a, b) in LIST`.
    Each {
        /// The slots of the names.
        slots: Vec<usize>,
        /// Whether the elements are taken apart.
        pattern: bool,
        /// The list or text.
        items: Expr,
        /// The clause.
        span: Span,
    },
    /// `if C`.
    If(Expr),
}

impl Clause {
    /// The slots of the names it brings.
    pub fn slots(&self) -> &[usize] {
        match self {
            Clause::Range { slot, .. } => std::slice::from_ref(slot),
            Clause::Each { slots, .. } => slots,
            Clause::If(_) => &[],
        }
    }

    /// The place of a name that the next clause wants to be equal to one from outside, and that one: `for (a, b) in L if a == x`.
    pub(crate) fn wanted_entry<'a>(&self, next: Option<&'a Clause>) -> Option<(usize, &'a Expr)> {
        let (Clause::Each { slots, pattern: true, .. }, Some(Clause::If(condition))) = (self, next) else {
            return None;
        };
        let first = match &condition.kind {
            ExprKind::Chain(first, rest) if rest.iter().all(|(op, _)| *op == Op::And) => first,
            _ => condition,
        };
        let ExprKind::Compare(Comparison::Equal, a, b) = &first.kind else { return None };
        let entry = |side: &Expr| slots.iter().position(|&slot| side.is_local(slot));
        let outside = |side: &Expr| matches!(side.kind, ExprKind::Local(slot) if !slots.contains(&slot));
        match (entry(a), entry(b)) {
            (Some(place), None) if outside(b) => Some((place, b)),
            (None, Some(place)) if outside(a) => Some((place, a)),
            _ => None,
        }
    }
}

/// A checked sum of positions.
#[derive(Debug, Clone)]
pub enum Position {
    /// `kind(args)`.
    Of {
        /// The kind, or in an EXPR the index of its head.
        kind: KindId,
        /// The arguments.
        args: Vec<Expr>,
        /// Values for params and data behind the arguments, which may be negative; only in an EXPR.
        settings: Vec<Expr>,
        /// The params and data that these are for; empty in an EXPR, whose kinds say it.
        set: Vec<usize>,
        /// Where it stands.
        span: Span,
    },
    /// `P + Q + …`; none: the finished game `0`.
    Add(Vec<Position>),
    /// `k * P`.
    Copies(Box<Expr>, Box<Position>),
    /// `sum(P for …)`.
    Sum(Box<Position>, Vec<Clause>),
    /// The option that a clause is at, by the slot of its name; only in answers.
    Chosen(usize, Span),
}

/// How contest input reads, where play starts, what is printed.
#[derive(Debug)]
pub struct Contest {
    /// Read once.
    pub once: Vec<Item>,
    /// Read for each case.
    pub repeat: Option<Repeat>,
    /// Where play starts, if it is said.
    pub play: Option<Play>,
    /// What is printed, and the slots of a frame for it.
    pub answer: Vec<(Expr, usize)>,
}

/// The repeated part of the input.
#[derive(Debug)]
pub struct Repeat {
    /// How often.
    pub times: Times,
    /// What is read each time.
    pub items: Vec<Item>,
}

impl Repeat {
    /// What a case reads before it is asked whether it is the end mark; empty if there is none.
    pub fn end_mark(&self) -> Vec<usize> {
        let Times::Until(_, _, needed) = &self.times else { return Vec::new() };
        let read_now = |global: &&usize| self.items.iter().any(|item| item.target == **global);
        needed.iter().filter(read_now).copied().collect()
    }
}

/// How often the input repeats.
#[derive(Debug)]
pub enum Times {
    /// As often as the global says; it is read first when the flag is set.
    Count(usize, bool),
    /// To the end of the input.
    ToEnd,
    /// Until the condition holds, which is asked as soon as these globals are read.
    Until(Expr, usize, Vec<usize>),
}

/// One thing to read.
#[derive(Debug)]
pub struct Item {
    /// The global, or for a field of a record its slot.
    pub target: usize,
    /// The name, for errors.
    pub name: String,
    /// The place, for errors.
    pub span: Span,
    /// Texts that must stand before it.
    pub before: Vec<String>,
    /// Texts that must stand after it.
    pub after: Vec<String>,
    /// What may follow without white space: in an input with texts a number ends with its digits, and a word before this text.
    pub until: Until,
    /// `x[]`: as many integers as follow.
    pub open: bool,
    /// A word instead of an integer.
    pub text: bool,
    /// The sizes, outer first, and the slots of a frame for them.
    pub sizes: Vec<(Expr, usize)>,
    /// The fields of a record.
    pub record: Option<Vec<Item>>,
}

impl Contest {
    /// Whether texts stand in its inputs, or numbers between commas.
    pub fn has_texts(&self) -> bool {
        let items = self.once.iter().chain(self.repeat.iter().flat_map(|repeat| &repeat.items));
        items.map(|item| &item.until).any(|until| *until != Until::Space)
    }
}

/// Where a number or a word of an input ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Until {
    /// At white space: the input has no texts.
    Space,
    /// A number with its digits, a word at white space.
    Digits,
    /// A number with its digits, a word at white space or before this text.
    Text(String),
}

impl Item {
    /// Its name, for errors.
    pub(crate) fn what(&self) -> String {
        format!("`{}`", self.name)
    }
}

/// Where play starts.
#[derive(Debug)]
pub struct Play {
    /// One component for each run.
    pub position: Position,
    /// The clauses.
    pub clauses: Vec<Clause>,
    /// Slots of a frame.
    pub frame: usize,
}

/// An input and what it must print.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    /// The input.
    pub input: String,
    /// The output, compared word by word.
    pub gives: String,
    /// Where it stands.
    pub span: Span,
}
