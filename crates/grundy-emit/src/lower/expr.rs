//! Expressions.

use super::names::Frame;
use super::{Lower, Refused, number};
use crate::ir::{Expr, Fold, Node, Op, Update};
use crate::shape::{Range, Shape};
use grundy_rules::builtins::Function;
use grundy_rules::diagnostic::Diagnostic;
use grundy_rules::program::{self, Comprehension, ExprKind};
use grundy_rules::source::Span;
use grundy_rules::syntax::ast::{self, Assign, Comparison, Question};
use grundy_rules::value::Val;

impl Lower<'_> {
    /// An expression of the rules.
    pub(super) fn expr(&mut self, expr: &program::Expr, frame: &mut Frame) -> Refused<Expr> {
        let span = expr.span;
        let refuse = |message: &str| Err(Diagnostic::new(span, message));
        Ok(match &expr.kind {
            ExprKind::Const(value) => constant(value, span)?,
            ExprKind::Local(slot) => match frame.get(*slot) {
                Some((name, shape)) => Expr { node: Node::Name(name.clone()), shape: shape.clone() },
                None => return refuse("a name that is not bound here"),
            },
            ExprKind::Global(index) => {
                let index = self.renamed.as_ref().map_or(*index, |renamed| renamed[*index]);
                if !self.program.globals[index].read {
                    return refuse("a value that is given from outside: only what `input` reads is known to a program");
                }
                Expr { node: Node::Global(index), shape: self.globals[index].clone() }
            }
            ExprKind::Let(helper, args) => {
                let args = args.iter().map(|arg| self.expr(arg, frame)).collect::<Refused<_>>()?;
                self.call(*helper, args, span)?
            }
            ExprKind::Call(function, args) => {
                let args = args.iter().map(|arg| self.expr(arg, frame)).collect::<Refused<_>>()?;
                self.function(*function, args, span)?
            }
            ExprKind::CallOver(function, body, rest) => self.over(*function, body, rest, span, frame)?,
            ExprKind::Neg(x) => {
                let x = self.expr(x, frame)?;
                let shape = map_int(&x.shape, Range::neg);
                match x.node {
                    Node::Int(n) if n > i128::MIN => number(-n),
                    _ => Expr { node: Node::Neg(x.into()), shape },
                }
            }
            ExprKind::Not(x) => {
                let x = self.expr(x, frame)?;
                Expr { node: Node::Not(x.into()), shape: Shape::Bool }
            }
            ExprKind::Power(a, b) => {
                let (a, b) = (self.expr(a, frame)?, self.expr(b, frame)?);
                let worked_out = match (&a.node, &b.node) {
                    (Node::Int(x), Node::Int(k)) => u32::try_from(*k).ok().and_then(|k| x.checked_pow(k)),
                    _ => None,
                };
                match (&a.node, &b.node, worked_out) {
                    (_, _, Some(power)) => number(power),
                    (Node::Name(_) | Node::Global(_), Node::Int(2), _) => self.arith(Op::Mul, a.clone(), a),
                    _ => {
                        let shape = both_int(&a.shape, &b.shape, Range::pow);
                        Expr { node: Node::Call("power", vec![a, b]), shape }
                    }
                }
            }
            ExprKind::Chain(first, rest) => self.chain(first, rest, span, frame)?,
            ExprKind::Compare(how, a, b) => self.compare(*how, a, b, frame)?,
            ExprKind::If(condition, a, b) => {
                let (condition, a, b) = (self.expr(condition, frame)?, self.expr(a, frame)?, self.expr(b, frame)?);
                let (a, b) = self.alike(a, b, span)?;
                let shape = a.shape.join(&b.shape).unwrap_or(Shape::Nothing);
                Expr { node: Node::If(condition.into(), a.into(), b.into()), shape }
            }
            ExprKind::List(items) => {
                let items = items.iter().map(|item| self.expr(item, frame)).collect::<Refused<Vec<_>>>()?;
                list(items)
            }
            ExprKind::ListOver(body) => self.comprehension(Fold::List, body, frame)?,
            ExprKind::RangeList(a, b) => {
                let (a, b) = (self.expr(a, frame)?, self.expr(b, frame)?);
                let shape = both_int(&a.shape, &b.shape, |a, b| Range::new(a.lo, b.hi.max(a.lo)));
                Expr { node: Node::Range(a.into(), b.into()), shape: Shape::list(shape) }
            }
            ExprKind::Index(base, index) => self.index(base, index, frame)?,
            ExprKind::Slice(base, from, to) => {
                let list = self.expr(base, frame)?;
                let list = if matches!(list.shape, Shape::Tuple(_)) { self.untuple(list, base.span)? } else { list };
                let end = |lower: &mut Self, end: &Option<Box<program::Expr>>, frame: &mut Frame| {
                    end.as_ref().map(|end| lower.expr(end, frame).map(Box::new)).transpose()
                };
                let (from, to) = (end(self, from, frame)?, end(self, to, frame)?);
                let shape = list.shape.clone();
                Expr { node: Node::Slice(list.into(), from, to), shape }
            }
            ExprKind::With(base, updates) => self.with(base, updates, frame)?,
            ExprKind::Played(Question::Win) => {
                let played = self.played();
                nonzero(played)
            }
            ExprKind::Played(Question::Value) => self.played(),
            ExprKind::Ask(Question::Win, position) => nonzero(self.nim_sum(position, frame)?),
            ExprKind::Ask(Question::Value, position) => self.nim_sum(position, frame)?,
            ExprKind::Played(Question::Draw) | ExprKind::Ask(Question::Draw, _) => {
                return refuse("`draw`: games whose positions can come back are not written");
            }
            ExprKind::Options(_) => return refuse("`options` is not written: say the moves with clauses"),
            ExprKind::Tell(..) => return refuse("`args` and `text` of a position are not written"),
            ExprKind::Case => Expr { node: Node::Case, shape: Shape::LENGTH },
        })
    }

    fn played(&self) -> Expr {
        Expr { node: Node::Played, shape: Shape::Int(Range::new(0, crate::VALUE)) }
    }

    fn chain(
        &mut self,
        first: &program::Expr,
        rest: &[(ast::Op, program::Expr)],
        span: Span,
        frame: &mut Frame,
    ) -> Refused<Expr> {
        let mut all = self.expr(first, frame)?;
        let op = |op: ast::Op| match op {
            ast::Op::Xor => Op::Xor,
            ast::Op::Add => Op::Add,
            ast::Op::Sub => Op::Sub,
            ast::Op::Mul => Op::Mul,
            ast::Op::Div => Op::Div,
            _ => Op::Mod,
        };
        if matches!(rest[0].0, ast::Op::And | ast::Op::Or) {
            let mut parts = vec![all];
            for (_, part) in rest {
                parts.push(self.expr(part, frame)?);
            }
            let node = if rest[0].0 == ast::Op::And { Node::And(parts) } else { Node::Or(parts) };
            return Ok(Expr { node, shape: Shape::Bool });
        }
        for (sign, part) in rest {
            let part = self.expr(part, frame)?;
            all = match sign {
                ast::Op::Join => self.joined(all, part, span)?,
                _ => self.arith(op(*sign), all, part),
            };
        }
        Ok(all)
    }

    fn joined(&mut self, a: Expr, b: Expr, span: Span) -> Refused<Expr> {
        let (a, b) = (self.untuple(a, span)?, self.untuple(b, span)?);
        let (a, b) = self.alike(a, b, span)?;
        let shape = a.shape.join(&b.shape).unwrap_or(Shape::Nothing);
        Ok(Expr { node: Node::Call("joined", vec![a, b]), shape })
    }

    /// Two values of one type.
    fn alike(&mut self, a: Expr, b: Expr, span: Span) -> Refused<(Expr, Expr)> {
        match a.shape.join(&b.shape) {
            Some(shape) => Ok((retyped(a, &shape), retyped(b, &shape))),
            None => Err(Diagnostic::new(span, format!("{} and {} in one place", a.shape.name(), b.shape.name()))
                .label("emitted programs need one type")),
        }
    }

    /// Arithmetic; numbers are worked out.
    pub(super) fn arith(&mut self, op: Op, a: Expr, b: Expr) -> Expr {
        let shape = both_int(
            &a.shape,
            &b.shape,
            match op {
                Op::Add => Range::add,
                Op::Sub => |a: Range, b: Range| a.add(b.neg()),
                Op::Mul => Range::mul,
                Op::Div => Range::div,
                Op::Mod => Range::rem,
                Op::Xor => Range::xor,
            },
        );
        Expr { node: Node::Arith(op, a.into(), b.into()), shape }
    }

    fn compare(&mut self, how: Comparison, a: &program::Expr, b: &program::Expr, frame: &mut Frame) -> Refused<Expr> {
        let span = a.span.to(b.span);
        let (a, b) = (self.expr(a, frame)?, self.expr(b, frame)?);
        if !matches!(how, Comparison::In | Comparison::NotIn) {
            let (a, b) = self.alike(a, b, span)?;
            return Ok(Expr { node: Node::Compare(how, a.into(), b.into()), shape: Shape::Bool });
        }
        let found = match b.shape {
            Shape::Text => Expr { node: Node::Call("in_text", vec![a, b]), shape: Shape::Bool },
            _ => {
                let b = self.untuple(b, span)?;
                let element = b.shape.element().unwrap_or(Shape::Nothing);
                let joined =
                    a.shape.join(&element).ok_or_else(|| Diagnostic::new(span, "no element can be equal to this"))?;
                let (a, b) = (retyped(a, &joined), retyped(b, &Shape::list(joined.clone())));
                Expr { node: Node::Call("in_list", vec![a, b]), shape: Shape::Bool }
            }
        };
        Ok(if how == Comparison::In { found } else { Expr { node: Node::Not(found.into()), shape: Shape::Bool } })
    }

    fn index(&mut self, base: &program::Expr, index: &program::Expr, frame: &mut Frame) -> Refused<Expr> {
        let (list, at) = (self.expr(base, frame)?, self.expr(index, frame)?);
        if let (Shape::Tuple(parts), Node::Int(place)) = (&list.shape, &at.node)
            && let Some((place, shape)) =
                usize::try_from(*place).ok().and_then(|place| Some((place, parts.get(place)?.clone())))
        {
            return Ok(Expr { node: Node::Part(list.into(), place), shape });
        }
        let list = self.untuple(list, base.span)?;
        let shape = list
            .shape
            .element()
            .ok_or_else(|| Diagnostic::new(base.span, format!("{} has no elements", list.shape.name())))?;
        Ok(Expr { node: Node::Index(list.into(), at.into()), shape })
    }

    fn with(&mut self, base: &program::Expr, updates: &[program::Update], frame: &mut Frame) -> Refused<Expr> {
        let list = self.expr(base, frame)?;
        let mut shape = list.shape.clone();
        let mut lowered: Vec<Update> = Vec::new();
        for update in updates {
            let path = update.path.iter().map(|index| self.expr(index, frame)).collect::<Refused<Vec<_>>>()?;
            let value = self.expr(&update.value, frame)?;
            shape = changed(&shape, path.len(), &value.shape, update.assign)
                .ok_or_else(|| Diagnostic::new(base.span, "a change that keeps no single type"))?;
            lowered.push(Update { path, assign: update.assign, value });
        }
        for update in &mut lowered {
            let place = update.path.iter().try_fold(shape.clone(), |shape, _| shape.element());
            update.value = retyped(update.value.clone(), &place.unwrap_or(Shape::Nothing));
        }
        Ok(Expr { node: Node::With(retyped(list, &shape).into(), lowered), shape })
    }

    /// A comprehension.
    pub(super) fn comprehension(&mut self, fold: Fold, body: &Comprehension, frame: &mut Frame) -> Refused<Expr> {
        let (clauses, bound) = self.clauses(&body.clauses, frame)?;
        let value = self.expr(&body.body, frame)?;
        frame.unbind(&bound);
        let shape = match fold {
            Fold::List => Shape::list(value.shape.clone()),
            Fold::Sum => map_int(&value.shape, Range::total),
            Fold::Xor => super::clauses::xor_all(&value.shape),
            Fold::Any | Fold::All => Shape::Bool,
            Fold::Min | Fold::Max => value.shape.clone(),
            Fold::Count => Shape::LENGTH,
        };
        Ok(Expr { node: Node::Over(fold, value.into(), clauses), shape })
    }

    fn over(
        &mut self,
        function: Function,
        body: &Comprehension,
        rest: &[program::Expr],
        span: Span,
        frame: &mut Frame,
    ) -> Refused<Expr> {
        let fold = match function {
            Function::Sum => Fold::Sum,
            Function::Xor => Fold::Xor,
            Function::Any => Fold::Any,
            Function::All => Fold::All,
            Function::Min => Fold::Min,
            Function::Max => Fold::Max,
            Function::Len => Fold::Count,
            _ => Fold::List,
        };
        let made = self.comprehension(fold, body, frame)?;
        if fold != Fold::List {
            return Ok(made);
        }
        let mut args = vec![made];
        for arg in rest {
            args.push(self.expr(arg, frame)?);
        }
        self.function(function, args, span)
    }

    /// A tuple of values of one type as a list.
    pub(super) fn untuple(&mut self, expr: Expr, span: Span) -> Refused<Expr> {
        match &expr.shape {
            Shape::Tuple(_) => {
                Err(Diagnostic::new(span, "a list of values of different types can only be taken apart"))
            }
            _ => Ok(expr),
        }
    }
}

/// A list; of values of different types, a tuple.
fn list(items: Vec<Expr>) -> Expr {
    let joined = items.iter().try_fold(Shape::Nothing, |all, item| all.join(&item.shape));
    // What holds a value that is not known yet may become a list or a tuple.
    if items.iter().any(|item| item.shape == Shape::Nothing) {
        return Expr { node: Node::List(items), shape: Shape::Nothing };
    }
    match joined {
        Some(of) => {
            let items = items.into_iter().map(|item| retyped(item, &of)).collect();
            Expr { node: Node::List(items), shape: Shape::list(of) }
        }
        None => {
            let shape = Shape::Tuple(items.iter().map(|item| item.shape.clone()).collect());
            Expr { node: Node::Tuple(items), shape }
        }
    }
}

/// An empty list takes the type of its place, and so do empty lists in it.
pub(super) fn retyped(expr: Expr, wanted: &Shape) -> Expr {
    match &expr.shape {
        shape if settled(shape) => expr,
        Shape::Nothing | Shape::List(_) | Shape::Tuple(_) => {
            if takes_type(&expr.node) {
                Expr { node: retyped_node(expr.node, wanted), shape: wanted.clone() }
            } else {
                expr
            }
        }
        _ => expr,
    }
}

/// Whether the type of an expression may be chosen: that of a name or of what a helper gives is written elsewhere.
fn takes_type(node: &Node) -> bool {
    match node {
        Node::List(_) | Node::Tuple(_) | Node::If(..) | Node::Slice(..) | Node::With(..) => true,
        Node::Over(fold, ..) => matches!(fold, Fold::List | Fold::Min | Fold::Max),
        Node::Call(name, _) => {
            matches!(*name, "joined" | "min2" | "max2" | "sorted_of" | "set_of" | "reversed_of" | "without")
        }
        _ => false,
    }
}

/// What gives a value of the same type as its parts hands the type on to them.
fn retyped_node(node: Node, wanted: &Shape) -> Node {
    let boxed = |part: Box<Expr>| Box::new(retyped(*part, wanted));
    let all = |items: Vec<Expr>, place: &dyn Fn(usize) -> Shape| {
        items.into_iter().enumerate().map(|(at, item)| retyped(item, &place(at))).collect()
    };
    match (node, wanted) {
        (Node::List(items), Shape::List(of)) => Node::List(all(items, &|_| (**of).clone())),
        (Node::Tuple(items), Shape::Tuple(parts)) if items.len() == parts.len() => {
            Node::Tuple(all(items, &|at| parts[at].clone()))
        }
        (Node::If(condition, a, b), _) => Node::If(condition, boxed(a), boxed(b)),
        (Node::Over(Fold::List, body, clauses), Shape::List(of)) => {
            Node::Over(Fold::List, Box::new(retyped(*body, of)), clauses)
        }
        (Node::Over(fold @ (Fold::Min | Fold::Max), body, clauses), _) => Node::Over(fold, boxed(body), clauses),
        (Node::Call(name @ ("joined" | "min2" | "max2"), args), _) => Node::Call(name, all(args, &|_| wanted.clone())),
        (Node::Call(name @ ("sorted_of" | "set_of" | "reversed_of" | "without"), args), _) => {
            Node::Call(name, all(args, &|_| wanted.clone()))
        }
        (Node::Slice(list, from, to), _) => Node::Slice(boxed(list), from, to),
        (Node::With(list, updates), _) => Node::With(boxed(list), updates),
        (node, _) => node,
    }
}

fn settled(shape: &Shape) -> bool {
    match shape {
        Shape::Nothing => false,
        Shape::List(of) => settled(of),
        Shape::Tuple(parts) => parts.iter().all(settled),
        Shape::Int(_) | Shape::Bool | Shape::Text => true,
    }
}

/// The shape of a list after a change at a place so deep.
fn changed(shape: &Shape, depth: usize, value: &Shape, assign: Assign) -> Option<Shape> {
    match (shape, depth) {
        (_, 0) => match assign {
            Assign::Set => shape.join(value),
            Assign::Add => Some(Shape::Int(shape.range().join(shape.range().add(value.range())))),
            Assign::Sub => Some(Shape::Int(shape.range().join(shape.range().add(value.range().neg())))),
        },
        (Shape::List(of), _) => Some(Shape::list(changed(of, depth - 1, value, assign)?)),
        (Shape::Nothing, _) => Some(Shape::Nothing),
        _ => None,
    }
}

/// Refuses a text that the languages do not write alike.
pub(super) fn writable(text: &str, span: Span) -> Refused<()> {
    match text {
        text if !text.is_ascii() => Err(Diagnostic::new(span, "a text beyond ASCII is not written")),
        // It would end a C++ string.
        text if text.contains('\0') => Err(Diagnostic::new(span, "a text with the character 0 is not written")),
        _ => Ok(()),
    }
}

fn constant(value: &Val, span: Span) -> Refused<Expr> {
    Ok(match value {
        Val::Int(n) => number(*n),
        Val::Bool(truth) => Expr { node: Node::Bool(*truth), shape: Shape::Bool },
        Val::Text(text) => {
            let text: String = text.chars().collect();
            writable(&text, span)?;
            Expr { node: Node::Text(text), shape: Shape::Text }
        }
        Val::List(items) => list(items.items().iter().map(|item| constant(item, span)).collect::<Refused<_>>()?),
        Val::Huge(_) => return Err(Diagnostic::new(span, "a number of more than 128 bits")),
    })
}

/// A value that is not 0: a win.
fn nonzero(value: Expr) -> Expr {
    Expr { node: Node::Compare(Comparison::NotEqual, value.into(), number(0).into()), shape: Shape::Bool }
}

pub(super) fn map_int(shape: &Shape, map: impl Fn(Range) -> Range) -> Shape {
    match shape {
        Shape::Int(range) => Shape::Int(map(*range)),
        _ => Shape::Nothing,
    }
}

pub(super) fn both_int(a: &Shape, b: &Shape, map: impl Fn(Range, Range) -> Range) -> Shape {
    match (a, b) {
        (Shape::Int(a), Shape::Int(b)) => Shape::Int(map(*a, *b)),
        _ => Shape::Nothing,
    }
}
