//! Expressions of integers of 64 bits, letters and truth values, worked out without the stack: indices, sums, comparisons. Most of what
//! conditions of loops ask is such, and a tree of it costs a fraction of its instructions.
//!
//! What is unusual (a number of more bits, an index outside, a helper that was not called yet) has no value here; the plain code stands
//! behind it, and says what is wrong, if something is. So nothing here needs a message.

use super::memo::Memo;
use super::ops;
use crate::builtins::Function;
use crate::program::{Expr, ExprKind, Type};
use crate::syntax::ast::{Comparison, Op};
use crate::value::{List, Val};

/// The largest expression, in parts: what is tried at each of nested ones costs no more.
const MOST_PARTS: usize = 64;

/// An expression of small numbers.
#[derive(Debug)]
pub(super) struct Small {
    node: Node,
    truth: bool,
    /// Instructions of the plain code but one.
    pub(super) steps: u32,
}

/// Where a value is kept.
#[derive(Debug, Clone, Copy)]
enum Name {
    Local(usize),
    Global(usize),
    /// A helper without arguments.
    Helper(u32),
}

#[derive(Debug)]
enum Node {
    Const(i64),
    Number(Name),
    Letter(Name),
    Truth(Name),
    Item(Name, Box<Node>),
    ItemOfRow(Name, Box<[Node; 2]>),
    LetterAt(Name, Box<Node>),
    LetterOfRow(Name, Box<[Node; 2]>),
    Len(Name),
    Neg(Box<Node>),
    Not(Box<Node>),
    Arithmetic(Box<Node>, Vec<(Op, Node)>),
    /// Ends at the first operand that is this; else it is the other.
    Decided(bool, Vec<Node>),
    Compare(Comparison, Box<[Node; 2]>),
    If(Box<[Node; 3]>),
    Least(Vec<Node>),
    Greatest(Vec<Node>),
}

/// What names stand for.
pub(super) struct Names<'a> {
    pub(super) locals: &'a [Val],
    pub(super) globals: &'a [Option<Val>],
    pub(super) memo: &'a Memo,
}

impl<'a> Names<'a> {
    #[inline]
    fn get(&self, name: Name) -> Option<&'a Val> {
        match name {
            Name::Local(slot) => self.locals.get(slot),
            Name::Global(index) => self.globals.get(index)?.as_ref(),
            Name::Helper(helper) => self.memo.plain(helper),
        }
    }
}

impl Small {
    /// The expression, if it is one of these and more than a name or a constant.
    pub(super) fn of(expr: &Expr) -> Option<Small> {
        let truth = matches!(expr.kind, ExprKind::Compare(..) | ExprKind::Not(_)) || expr.ty == Type::Bool;
        let mut writer = Writer { left: MOST_PARTS };
        let node = if truth { writer.truth(expr)? } else { writer.number(expr)? };
        let is_leaf = matches!(node, Node::Const(_) | Node::Number(_) | Node::Letter(_) | Node::Truth(_));
        (!is_leaf).then_some(Small { node, truth, steps: 0 })
    }

    pub(super) fn value(&self, names: &Names<'_>) -> Option<Val> {
        let value = self.node.value(names)?;
        Some(if self.truth { Val::Bool(value != 0) } else { Val::Int(value.into()) })
    }

    /// Whether it holds, if it is a condition.
    pub(super) fn truth(&self, names: &Names<'_>) -> Option<bool> {
        if self.truth { self.node.value(names).map(|value| value != 0) } else { None }
    }
}

impl Node {
    fn value(&self, names: &Names<'_>) -> Option<i64> {
        match self {
            Node::Const(n) => Some(*n),
            Node::Number(name) => names.get(*name)?.small(),
            Node::Letter(name) => match names.get(*name)? {
                Val::Text(text) => match text.as_slice() {
                    [letter] => Some(i64::from(u32::from(*letter))),
                    _ => None,
                },
                _ => None,
            },
            Node::Truth(name) => match names.get(*name)? {
                Val::Bool(truth) => Some((*truth).into()),
                _ => None,
            },
            Node::Item(name, index) => item(names.get(*name)?, index.value(names)?),
            Node::ItemOfRow(name, indices) => {
                let Val::List(list) = names.get(*name)? else { return None };
                let [row, place] = [indices[0].value(names)?, indices[1].value(names)?];
                match list.rows() {
                    Some((numbers, width)) => {
                        let place = usize::try_from(place).ok().filter(|&place| place < width)?;
                        numbers.get(usize::try_from(row).ok()?.checked_mul(width)?.checked_add(place)?).copied()
                    }
                    None => item(at(list, row)?, place),
                }
            }
            Node::LetterAt(name, index) => letter(names.get(*name)?, index.value(names)?),
            Node::LetterOfRow(name, indices) => {
                let Val::List(list) = names.get(*name)? else { return None };
                letter(at(list, indices[0].value(names)?)?, indices[1].value(names)?)
            }
            Node::Len(name) => match names.get(*name)? {
                Val::List(list) => i64::try_from(list.len()).ok(),
                Val::Text(text) => i64::try_from(text.len()).ok(),
                _ => None,
            },
            Node::Neg(x) => x.value(names)?.checked_neg(),
            Node::Not(x) => Some(i64::from(x.value(names)? == 0)),
            Node::Arithmetic(first, rest) => rest.iter().try_fold(first.value(names)?, |value, (op, operand)| {
                let operand = operand.value(names)?;
                match op {
                    Op::Add => value.checked_add(operand),
                    Op::Sub => value.checked_sub(operand),
                    Op::Mul => value.checked_mul(operand),
                    Op::Div => ops::small_division(value, operand).map(|(quotient, _)| quotient),
                    Op::Mod => ops::small_division(value, operand).map(|(_, rest)| rest),
                    Op::Xor => Some(value ^ operand),
                    Op::And | Op::Or | Op::Join => None,
                }
            }),
            Node::Decided(deciding, operands) => {
                for operand in operands {
                    if (operand.value(names)? != 0) == *deciding {
                        return Some((*deciding).into());
                    }
                }
                Some((!*deciding).into())
            }
            Node::Compare(comparison, sides) => {
                let [a, b] = [sides[0].value(names)?, sides[1].value(names)?];
                Some(i64::from(match comparison {
                    Comparison::Equal => a == b,
                    Comparison::NotEqual => a != b,
                    Comparison::Less => a < b,
                    Comparison::LessEqual => a <= b,
                    Comparison::Greater => a > b,
                    Comparison::GreaterEqual => a >= b,
                    Comparison::In | Comparison::NotIn => return None,
                }))
            }
            Node::If(parts) => {
                let [condition, yes, no] = &**parts;
                if condition.value(names)? != 0 { yes.value(names) } else { no.value(names) }
            }
            Node::Least(all) => all.iter().try_fold(i64::MAX, |least, one| Some(least.min(one.value(names)?))),
            Node::Greatest(all) => all.iter().try_fold(i64::MIN, |most, one| Some(most.max(one.value(names)?))),
        }
    }
}

/// An item of a list that is not a list of numbers or of rows of them.
fn at(list: &List, index: i64) -> Option<&Val> {
    list.general()?.get(usize::try_from(index).ok()?)
}

fn item(list: &Val, index: i64) -> Option<i64> {
    let Val::List(list) = list else { return None };
    match list.integers() {
        Some(numbers) => numbers.get(usize::try_from(index).ok()?).copied(),
        None => at(list, index)?.small(),
    }
}

fn letter(text: &Val, index: i64) -> Option<i64> {
    let Val::Text(text) = text else { return None };
    text.as_slice().get(usize::try_from(index).ok()?).map(|&letter| i64::from(u32::from(letter)))
}

struct Writer {
    /// Parts that may still be added.
    left: usize,
}

impl Writer {
    fn spend(&mut self) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        Some(())
    }

    fn numbers(&mut self, exprs: &[Expr]) -> Option<Vec<Node>> {
        exprs.iter().map(|expr| self.number(expr)).collect()
    }

    fn number(&mut self, expr: &Expr) -> Option<Node> {
        self.spend()?;
        if let Some(name) = name(expr) {
            return Some(Node::Number(name));
        }
        Some(match &expr.kind {
            ExprKind::Const(value) => Node::Const(value.small()?),
            ExprKind::Neg(x) => Node::Neg(Box::new(self.number(x)?)),
            ExprKind::Chain(first, rest) => {
                let first = Box::new(self.number(first)?);
                let arithmetic = |op: Op| !matches!(op, Op::And | Op::Or | Op::Join);
                let rest = rest.iter().map(|(op, x)| arithmetic(*op).then_some((*op, self.number(x)?)));
                Node::Arithmetic(first, rest.collect::<Option<Vec<_>>>()?)
            }
            ExprKind::If(condition, yes, no) => {
                Node::If(Box::new([self.truth(condition)?, self.number(yes)?, self.number(no)?]))
            }
            ExprKind::Index(base, index) => match &base.kind {
                ExprKind::Index(base, row) => {
                    Node::ItemOfRow(name(base)?, Box::new([self.number(row)?, self.number(index)?]))
                }
                _ => Node::Item(name(base)?, Box::new(self.number(index)?)),
            },
            ExprKind::Call(Function::Len, args) => match args.as_slice() {
                [list] => Node::Len(name(list)?),
                _ => return None,
            },
            ExprKind::Call(Function::Min, args) if args.len() > 1 => Node::Least(self.numbers(args)?),
            ExprKind::Call(Function::Max, args) if args.len() > 1 => Node::Greatest(self.numbers(args)?),
            _ => return None,
        })
    }

    fn letter(&mut self, expr: &Expr) -> Option<Node> {
        self.spend()?;
        if let Some(name) = name(expr) {
            return Some(Node::Letter(name));
        }
        Some(match &expr.kind {
            ExprKind::Const(Val::Text(text)) => match text.as_slice() {
                [letter] => Node::Const(i64::from(u32::from(*letter))),
                _ => return None,
            },
            ExprKind::Index(base, index) => match &base.kind {
                ExprKind::Index(base, row) => {
                    Node::LetterOfRow(name(base)?, Box::new([self.number(row)?, self.number(index)?]))
                }
                _ => Node::LetterAt(name(base)?, Box::new(self.number(index)?)),
            },
            _ => return None,
        })
    }

    fn truth(&mut self, expr: &Expr) -> Option<Node> {
        self.spend()?;
        if let Some(name) = name(expr) {
            return Some(Node::Truth(name));
        }
        Some(match &expr.kind {
            ExprKind::Const(Val::Bool(truth)) => Node::Const((*truth).into()),
            ExprKind::Not(x) => Node::Not(Box::new(self.truth(x)?)),
            ExprKind::Compare(comparison, a, b) => {
                if matches!(comparison, Comparison::In | Comparison::NotIn) {
                    return None;
                }
                let letters = [a, b].iter().any(|side| side.ty == Type::Text);
                let mut side = |side: &Expr| if letters { self.letter(side) } else { self.number(side) };
                Node::Compare(*comparison, Box::new([side(a)?, side(b)?]))
            }
            ExprKind::Chain(first, rest) => {
                let op = rest.first().map(|(op, _)| *op).filter(|op| matches!(op, Op::And | Op::Or))?;
                let mut operands = vec![self.truth(first)?];
                for (other, operand) in rest {
                    (*other == op).then_some(())?;
                    operands.push(self.truth(operand)?);
                }
                Node::Decided(op == Op::Or, operands)
            }
            ExprKind::If(condition, yes, no) => {
                Node::If(Box::new([self.truth(condition)?, self.truth(yes)?, self.truth(no)?]))
            }
            _ => return None,
        })
    }
}

/// A value that is kept somewhere.
fn name(expr: &Expr) -> Option<Name> {
    match &expr.kind {
        ExprKind::Local(slot) => Some(Name::Local(*slot)),
        ExprKind::Global(index) => Some(Name::Global(*index)),
        ExprKind::Let(helper, args) if args.is_empty() => Some(Name::Helper(u32::try_from(*helper).ok()?)),
        _ => None,
    }
}
