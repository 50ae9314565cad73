//! Clauses, and what is asked about positions.

use super::names::{Frame, clause_names};
use super::{Lower, Refused, number};
use crate::ir::{Clause, Expr, Fold, Node, Op, Part};
use crate::shape::{Range, Shape};
use grundy_rules::diagnostic::Diagnostic;
use grundy_rules::program::{self, ExprKind, Position};

impl Lower<'_> {
    /// Clauses with the slots that they bind; who has used them gives the slots back.
    pub(super) fn clauses(
        &mut self,
        clauses: &[program::Clause],
        frame: &mut Frame,
    ) -> Refused<(Vec<Clause>, Vec<usize>)> {
        let (mut lowered, mut bound) = (Vec::new(), Vec::new());
        for clause in clauses {
            lowered.push(self.clause(clause, frame)?);
            bound.extend_from_slice(clause.slots());
        }
        Ok((lowered, bound))
    }

    fn clause(&mut self, clause: &program::Clause, frame: &mut Frame) -> Refused<Clause> {
        Ok(match clause {
            program::Clause::If(condition) => Clause::If(self.expr(condition, frame)?),
            program::Clause::Range { slot, from, to, span } => {
                let Some(to) = to else {
                    return Err(Diagnostic::new(*span, "a range without an end cannot be run through by a program"));
                };
                let (from, to) = (self.expr(from, frame)?, self.expr(to, frame)?);
                let shape = match (&from.shape, &to.shape) {
                    (Shape::Int(a), Shape::Int(b)) => Shape::Int(Range::new(a.lo, b.hi.max(a.lo))),
                    _ => Shape::Nothing,
                };
                let name = &clause_names(&self.source, *span, 1)[0];
                Clause::Range(frame.bind(*slot, name, shape), from, to)
            }
            program::Clause::Each { slots, pattern, items, span } => {
                let names = clause_names(&self.source, *span, slots.len());
                if let (ExprKind::List(one), false) = (&items.kind, pattern)
                    && let [value] = &one[..]
                {
                    let value = self.expr(value, frame)?;
                    return Ok(Clause::Let(frame.bind(slots[0], &names[0], value.shape.clone()), value));
                }
                let items = self.list(items, frame)?;
                let element = items.shape.element().unwrap_or(Shape::Nothing);
                if !pattern {
                    return Ok(Clause::Each(frame.bind(slots[0], &names[0], element), items));
                }
                let shapes: Vec<Shape> = match &element {
                    Shape::Tuple(parts) if parts.len() == slots.len() => parts.clone(),
                    Shape::List(of) => vec![(**of).clone(); slots.len()],
                    Shape::Nothing => vec![Shape::Nothing; slots.len()],
                    other => {
                        return Err(Diagnostic::new(
                            *span,
                            format!("{} cannot be taken apart into {} names", other.name(), slots.len()),
                        ));
                    }
                };
                let names = slots
                    .iter()
                    .zip(names)
                    .zip(shapes)
                    .map(|((&slot, name), shape)| frame.bind(slot, &name, shape))
                    .collect();
                Clause::Apart(names, items)
            }
        })
    }

    /// A list to run through; a text as its letters.
    pub(super) fn list(&mut self, items: &program::Expr, frame: &mut Frame) -> Refused<Expr> {
        let lowered = self.expr(items, frame)?;
        match lowered.shape {
            Shape::Text => Ok(letters(lowered)),
            Shape::List(_) | Shape::Nothing => Ok(lowered),
            Shape::Tuple(_) => self.untuple(lowered, items.span),
            _ => Err(Diagnostic::new(items.span, format!("a list is needed, this is {}", lowered.shape.name()))),
        }
    }

    /// The xor of the values of a sum of positions.
    pub(super) fn nim_sum(&mut self, position: &Position, frame: &mut Frame) -> Refused<Expr> {
        let mut total: Option<Expr> = None;
        let mut bound = Vec::new();
        for part in self.parts(position, frame, &mut bound)? {
            let Part { clauses, count, kind, args } = part;
            let span = span_of(position).unwrap_or_default();
            let mut value = self.value(kind, args, span)?;
            if let Some(count) = count {
                let odd = Expr { node: Node::Call("odd", vec![count]), shape: Shape::Bool };
                let shape = value.shape.clone();
                value = Expr { node: Node::If(odd.into(), value.into(), number(0).into()), shape };
            }
            if !clauses.is_empty() {
                let shape = xor_all(&value.shape);
                value = Expr { node: Node::Over(Fold::Xor, value.into(), clauses), shape };
            }
            total = Some(match total {
                None => value,
                Some(sum) => {
                    let shape = match (&sum.shape, &value.shape) {
                        (Shape::Int(a), Shape::Int(b)) => Shape::Int(a.xor(*b)),
                        _ => Shape::Nothing,
                    };
                    Expr { node: Node::Arith(Op::Xor, sum.into(), value.into()), shape }
                }
            });
        }
        frame.unbind(&bound);
        Ok(total.unwrap_or_else(|| number(0)))
    }

    /// The parts of a sum. Slots that their clauses bind are added to `bound`.
    pub(super) fn parts(
        &mut self,
        position: &Position,
        frame: &mut Frame,
        bound: &mut Vec<usize>,
    ) -> Refused<Vec<Part>> {
        Ok(match position {
            Position::Of { kind, args, set, span, .. } => {
                if !set.is_empty() {
                    return Err(Diagnostic::new(*span, "positions with params of their own are not written"));
                }
                let args = args.iter().map(|arg| self.expr(arg, frame)).collect::<Refused<Vec<Expr>>>()?;
                self.reach(kind.index(), &args, *span)?;
                let args = self.retyped_args(kind.index(), args);
                vec![Part { clauses: Vec::new(), count: None, kind: kind.index(), args }]
            }
            Position::Add(list) => {
                let mut parts = Vec::new();
                for part in list {
                    parts.extend(self.parts(part, frame, bound)?);
                }
                parts
            }
            Position::Copies(count, part) => {
                let count = self.expr(count, frame)?;
                let mut parts = self.parts(part, frame, bound)?;
                for part in &mut parts {
                    part.count = Some(match part.count.take() {
                        None => count.clone(),
                        Some(inner) => {
                            let shape = Shape::Int(count.shape.range().mul(inner.shape.range()));
                            Expr { node: Node::Arith(Op::Mul, count.clone().into(), inner.into()), shape }
                        }
                    });
                }
                parts
            }
            Position::Sum(part, clauses) => {
                let (clauses, slots) = self.clauses(clauses, frame)?;
                let mut parts = self.parts(part, frame, bound)?;
                bound.extend(slots);
                parts.iter_mut().for_each(|part| {
                    part.clauses.splice(0..0, clauses.iter().cloned());
                });
                parts
            }
            Position::Chosen(_, span) => {
                return Err(Diagnostic::new(*span, "`options` is not written: say the moves with clauses"));
            }
        })
    }
}

/// The letters of a text.
pub(super) fn letters(text: Expr) -> Expr {
    Expr { node: Node::Call("letters", vec![text]), shape: Shape::list(Shape::Text) }
}

/// What the exclusive or of many numbers may be.
pub(super) fn xor_all(shape: &Shape) -> Shape {
    match shape {
        Shape::Int(range) => Shape::Int(range.join(Range::one(0)).xor(range.join(Range::one(0)))),
        _ => Shape::Nothing,
    }
}

fn span_of(position: &Position) -> Option<grundy_rules::source::Span> {
    match position {
        Position::Of { span, .. } | Position::Chosen(_, span) => Some(*span),
        Position::Add(parts) => parts.iter().find_map(span_of),
        Position::Copies(_, part) | Position::Sum(part, _) => span_of(part),
    }
}
