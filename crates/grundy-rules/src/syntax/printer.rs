//! The canonical text of a syntax tree: one line a line, brackets only where they are needed. Reading it back gives the
//! same tree.

use super::ast::{Clause, Comprehension, Expr, ExprKind, File, Input, Item, Items, LineKind, Name, Op, Times};
use crate::value::quoted;
use std::fmt::{self, Display, Formatter, Write};

/// Strengths of expressions, weak to strong.
mod strength {
    pub(super) const WHOLE: u8 = 0;
    pub(super) const WITH: u8 = 1;
    pub(super) const OR: u8 = 2;
    pub(super) const AND: u8 = 3;
    pub(super) const NOT: u8 = 4;
    pub(super) const COMPARE: u8 = 5;
    pub(super) const XOR: u8 = 6;
    pub(super) const JOIN: u8 = 7;
    pub(super) const ADD: u8 = 8;
    pub(super) const MUL: u8 = 9;
    pub(super) const NEG: u8 = 10;
    pub(super) const POWER: u8 = 11;
    pub(super) const PRIMARY: u8 = 12;
}
use strength::{ADD, AND, COMPARE, JOIN, MUL, NEG, NOT, OR, POWER, PRIMARY, WHOLE, WITH, XOR};

fn strength_of(kind: &ExprKind) -> u8 {
    match kind {
        ExprKind::If(..) => WHOLE,
        ExprKind::With(..) => WITH,
        ExprKind::Chain(_, rest) => rest.first().map_or(PRIMARY, |(op, _)| strength_of_op(*op)),
        ExprKind::Not(_) => NOT,
        ExprKind::Compare(..) => COMPARE,
        ExprKind::Neg(_) => NEG,
        ExprKind::Power(..) => POWER,
        _ => PRIMARY,
    }
}

fn strength_of_op(op: Op) -> u8 {
    match op {
        Op::Or => OR,
        Op::And => AND,
        Op::Xor => XOR,
        Op::Join => JOIN,
        Op::Add | Op::Sub => ADD,
        Op::Mul | Op::Div | Op::Mod => MUL,
    }
}

/// An expression where at least this strength is needed.
struct At<'a>(&'a Expr, u8);

impl Display for At<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if strength_of(&self.0.what) < self.1 { write!(f, "({})", self.0) } else { write!(f, "{}", self.0) }
    }
}

/// Things with a comma between.
struct Commas<'a, T>(&'a [T]);

impl<T: Display> Display for Commas<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        separated(f, self.0, ", ")
    }
}

fn separated<T: Display>(f: &mut Formatter<'_>, items: &[T], between: &str) -> fmt::Result {
    for (index, item) in items.iter().enumerate() {
        write!(f, "{}{item}", if index == 0 { "" } else { between })?;
    }
    Ok(())
}

impl Display for Name {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.what {
            ExprKind::Int(n) => write!(f, "{n}"),
            ExprKind::Huge(n) => write!(f, "{n}"),
            ExprKind::Text(text) => f.write_str(&quoted(text.chars())),
            ExprKind::Bool(b) => write!(f, "{b}"),
            ExprKind::Name(name) => f.write_str(name),
            ExprKind::Played(question) => f.write_str(question.word()),
            ExprKind::Ask(question, position) => write!(f, "{}({position})", question.word()),
            ExprKind::Case => f.write_str("case"),
            ExprKind::Call { head, args, settings } => {
                write!(f, "{head}({}", Commas(args))?;
                for (index, (name, value)) in settings.iter().enumerate() {
                    write!(f, "{} {name}={value}", if index == 0 { ";" } else { "," })?;
                }
                f.write_char(')')
            }
            ExprKind::Qualified { game, call } => write!(f, "{game}:{call}"),
            ExprKind::CallOver { head, body, rest } => {
                write!(f, "{head}({body}")?;
                rest.iter().try_for_each(|arg| write!(f, ", {arg}"))?;
                f.write_char(')')
            }
            ExprKind::Code(code, args) => write!(f, "{code}({})", Commas(args)),
            ExprKind::List(items) => write!(f, "[{}]", Commas(items)),
            ExprKind::ListOver(body) => write!(f, "[{body}]"),
            ExprKind::RangeList(from, to) => write!(f, "[{from}..{to}]"),
            ExprKind::Index(base, index) => write!(f, "{}[{index}]", At(base, PRIMARY)),
            ExprKind::Slice(base, from, to) => {
                write!(f, "{}[", At(base, PRIMARY))?;
                from.iter().try_for_each(|end| write!(f, "{end}"))?;
                f.write_char(':')?;
                to.iter().try_for_each(|end| write!(f, "{end}"))?;
                f.write_char(']')
            }
            ExprKind::Neg(x) => write!(f, "-{}", At(x, NEG)),
            ExprKind::Not(x) => write!(f, "not {}", At(x, NOT)),
            ExprKind::Power(a, b) => write!(f, "{}^{}", At(a, PRIMARY), At(b, NEG)),
            ExprKind::Chain(first, rest) => write_chain(f, first, rest),
            ExprKind::Compare(comparison, a, b) => {
                write!(f, "{} {} {}", At(a, XOR), comparison.sign(), At(b, XOR))
            }
            ExprKind::With(base, updates) => {
                write!(f, "{} with ", At(base, OR))?;
                for (index, update) in updates.iter().enumerate() {
                    f.write_str(if index == 0 { "" } else { ", " })?;
                    update.path.iter().try_for_each(|place| write!(f, "[{place}]"))?;
                    write!(f, " {} {}", update.assign.sign(), At(&update.value, OR))?;
                }
                Ok(())
            }
            ExprKind::If(condition, yes, no) => write!(f, "if {condition} then {yes} else {no}"),
            ExprKind::Either(options) => {
                f.write_char('(')?;
                separated(f, options, " | ")?;
                f.write_char(')')
            }
        }
    }
}

fn write_chain(f: &mut Formatter<'_>, first: &Expr, rest: &[(Op, Expr)]) -> fmt::Result {
    let inside = rest.first().map_or(PRIMARY, |(op, _)| strength_of_op(*op)) + 1;
    write!(f, "{}", At(first, inside))?;
    for (op, operand) in rest {
        let tight = matches!(op, Op::Mul | Op::Div);
        let (before, after) = if tight { ("", "") } else { (" ", " ") };
        write!(f, "{before}{}{after}{}", op.sign(), At(operand, inside))?;
    }
    Ok(())
}

impl Display for Comprehension {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.body)?;
        write_clauses(f, &self.clauses)
    }
}

fn write_clauses(f: &mut Formatter<'_>, clauses: &[Clause]) -> fmt::Result {
    let mut after_for = false;
    for clause in clauses {
        match clause {
            Clause::If(condition) => write!(f, " if {}", At(condition, OR))?,
            Clause::Let(name, value) => write!(f, " let {name} = {value}")?,
            Clause::For { names, items } => {
                f.write_str(if after_for { ", " } else { " for " })?;
                match names.as_slice() {
                    [name] => write!(f, "{name} in ")?,
                    names => write!(f, "({}) in ", Commas(names))?,
                }
                match items {
                    Items::Each(items) => write!(f, "{items}")?,
                    Items::Range(from, None) => write!(f, "{from}..")?,
                    // Behind `..` a bare `if` would open the next clause.
                    Items::Range(from, Some(to)) => write!(f, "{from}..{}", At(to, WITH))?,
                }
            }
        }
        after_for = matches!(clause, Clause::For { .. });
    }
    Ok(())
}

impl Display for File {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.lines.iter().try_for_each(|line| writeln!(f, "{}", line.what))
    }
}

impl Display for LineKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            LineKind::Rule { kind, args, options, clauses } => {
                write!(f, "{kind}({}) -> ", Commas(args))?;
                if clauses.is_empty() || options.len() == 1 {
                    separated(f, options, " | ")?;
                } else {
                    f.write_char('(')?;
                    separated(f, options, " | ")?;
                    f.write_char(')')?;
                }
                write_clauses(f, clauses)
            }
            LineKind::Param(names) => write!(f, "param {}", Commas(names)),
            LineKind::Data(names) => write!(f, "data {}", Commas(names)),
            LineKind::Let { name, args, body } if args.is_empty() => write!(f, "let {name} = {body}"),
            LineKind::Let { name, args, body } => write!(f, "let {name}({}) = {body}", Commas(args)),
            LineKind::Misere => f.write_str("misere"),
            LineKind::Finite => f.write_str("finite"),
            LineKind::Draw { kind, shape, args } => {
                f.write_str("draw ")?;
                kind.iter().try_for_each(|kind| write!(f, "{kind}: "))?;
                if args.is_empty() { write!(f, "{shape}") } else { write!(f, "{shape}({})", Commas(args)) }
            }
            LineKind::Input(input) => write!(f, "input {input}"),
            LineKind::Play(position, clauses) => {
                write!(f, "play {position}")?;
                write_clauses(f, clauses)
            }
            LineKind::Answer(parts) => write!(f, "answer {}", Commas(parts)),
            LineKind::Sample(block) => write_block(f, "sample", block),
            LineKind::Gives(block) => write_block(f, "gives", block),
        }
    }
}

fn write_block(f: &mut Formatter<'_>, word: &str, block: &str) -> fmt::Result {
    f.write_str(word)?;
    block.lines().try_for_each(|line| if line.is_empty() { f.write_str("\n") } else { write!(f, "\n    {line}") })
}

impl Display for Input {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Commas(&self.once))?;
        let Some(repeat) = &self.repeat else { return Ok(()) };
        f.write_str(if self.once.is_empty() { "repeat" } else { ", repeat" })?;
        match &repeat.times {
            Times::Count(name) => write!(f, " {name}")?,
            Times::ToEnd => {}
            Times::Until(condition) => write!(f, " until {condition}")?,
        }
        write!(f, ": {}", Commas(&repeat.items))
    }
}

impl Display for Item {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.before.iter().try_for_each(|text| write!(f, "{} ", quoted(text.chars())))?;
        write!(f, "{}{}{}", if self.text { "text " } else { "" }, self.name, if self.open { "[]" } else { "" })?;
        self.sizes.iter().try_for_each(|size| write!(f, "[{size}]"))?;
        if let Some(fields) = &self.record {
            write!(f, "({})", Commas(fields))?;
        }
        self.after.iter().try_for_each(|text| write!(f, " {}", quoted(text.chars())))
    }
}
