//! A condition on two names as an equality of what depends on the one and what depends on the other.

use super::Bound;
use crate::check::inline::{Walk, slots_of, slots_of_position, walk_expr};
use crate::program::{Clause, Expr, ExprKind, Position, Type};
use crate::syntax::Span;
use crate::syntax::ast::{Comparison, Op, Question};
use crate::value::Val;

/// Which of the two names something depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum On {
    Neither,
    First,
    Second,
    Both,
}

/// The slots of the two names.
#[derive(Debug, Clone, Copy)]
pub(super) struct Names<'a> {
    pub(super) first: &'a [usize],
    pub(super) second: &'a [usize],
}

/// How operands become one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    Xor,
    Sum,
}

/// Something that is added, subtracted or XORed.
pub(super) struct Operand {
    pub(super) op: Op,
    pub(super) expr: Expr,
}

/// Components of a part of a list or a range, from where one name says to where the other says.
pub(super) struct Part {
    /// Whether the first name says where it begins.
    pub(super) forward: bool,
    /// Its first place, and the place behind its last.
    pub(super) begin: Expr,
    pub(super) end: Expr,
    /// The value of the part from the origin up to where the first name says, and up to where the second says.
    pub(super) values: [Expr; 2],
    pub(super) origin: Expr,
}

/// A remainder: what is divided by and what must be left.
pub(super) struct Modulus {
    pub(super) divisor: Expr,
    pub(super) rest: Expr,
}

/// Two expressions, of the first name and of the second, that must be equal.
pub(super) enum Key {
    Plain([Expr; 2]),
    Made { mode: Mode, sides: [Vec<Operand>; 2], parts: Vec<Part>, modulus: Option<Modulus> },
}

/// A condition on both names.
#[expect(clippy::large_enum_variant, reason = "few are made, while code is written")]
pub(super) enum Meeting {
    Key {
        key: Key,
        unequal: bool,
        /// Whether it is about the value of a sum of positions.
        adds_values: bool,
    },
    /// The second name is less than, …, the sum of the operands, all of the first name.
    Bound(Bound, Vec<Operand>),
}

/// Where positions are split, the first turns of both names: origins of parts are there.
pub(super) struct Splitter<'a> {
    pub(super) names: Names<'a>,
    pub(super) clauses: [&'a Clause; 2],
}

/// Operands on their way, with the sides they depend on.
#[derive(Default)]
struct Terms {
    sides: [Vec<Operand>; 2],
    positions: [Vec<Position>; 2],
    parts: Vec<Part>,
}

impl Terms {
    fn add(&mut self, on: On, op: Op, expr: &Expr) -> Option<()> {
        let side = match on {
            On::Neither | On::First => 0,
            On::Second => 1,
            On::Both => return None,
        };
        self.sides[side].push(Operand { op, expr: expr.clone() });
        Some(())
    }
}

fn made(kind: ExprKind, span: Span) -> Expr {
    Expr { kind, span, ty: Type::Any }
}

fn number(n: i128, span: Span) -> Expr {
    made(ExprKind::Const(Val::Int(n)), span)
}

impl Names<'_> {
    fn of_slots(&self, slots: &[usize]) -> On {
        let uses = |names: &[usize]| slots.iter().any(|slot| names.contains(slot));
        match (uses(self.first), uses(self.second)) {
            (false, false) => On::Neither,
            (true, false) => On::First,
            (false, true) => On::Second,
            (true, true) => On::Both,
        }
    }

    pub(super) fn of(&self, expr: &Expr) -> On {
        self.of_slots(&slots_of(expr))
    }

    fn of_position(&self, position: &Position) -> On {
        self.of_slots(&slots_of_position(position))
    }
}

impl Splitter<'_> {
    /// A condition that depends on both names.
    pub(super) fn meeting(&self, condition: &Expr) -> Option<Meeting> {
        match &condition.kind {
            ExprKind::Not(inner) => match self.meeting(inner)? {
                Meeting::Key { key, unequal, adds_values } => {
                    Some(Meeting::Key { key, unequal: !unequal, adds_values })
                }
                Meeting::Bound(bound, operands) => Some(Meeting::Bound(bound.opposite(), operands)),
            },
            ExprKind::Ask(Question::Win, position) => {
                let mut terms = Terms::default();
                self.position(position, &mut terms)?;
                let key = self.xor_key(terms, condition.span);
                Some(Meeting::Key { key, unequal: true, adds_values: true })
            }
            ExprKind::Compare(comparison @ (Comparison::Equal | Comparison::NotEqual), a, b) => {
                let (key, adds_values) = self.equality(a, b)?;
                Some(Meeting::Key { key, unequal: *comparison == Comparison::NotEqual, adds_values })
            }
            ExprKind::Compare(comparison, a, b) => self.bound(*comparison, a, b),
            _ => None,
        }
    }

    /// Two sides that are equal, and whether values of positions are added in them.
    fn equality(&self, a: &Expr, b: &Expr) -> Option<(Key, bool)> {
        match (self.names.of(a), self.names.of(b)) {
            (On::First, On::Second) => return Some((Key::Plain([a.clone(), b.clone()]), false)),
            (On::Second, On::First) => return Some((Key::Plain([b.clone(), a.clone()]), false)),
            _ => {}
        }
        if is_xor(a) || is_xor(b) {
            let mut terms = Terms::default();
            self.xor(a, &mut terms)?;
            self.xor(b, &mut terms)?;
            let adds = !terms.parts.is_empty() || terms.positions.iter().any(|positions| !positions.is_empty());
            return Some((self.xor_key(terms, a.span), adds));
        }
        for (whole, rest) in [(a, b), (b, a)] {
            if let ExprKind::Chain(sum, operators) = &whole.kind
                && let [(Op::Mod, divisor)] = operators.as_slice()
            {
                let constant = self.names.of(divisor) == On::Neither && self.names.of(rest) == On::Neither;
                let modulus = Modulus { divisor: divisor.clone(), rest: rest.clone() };
                return constant.then(|| self.sum_key(&[(sum, true), (rest, false)], Some(modulus))).flatten();
            }
        }
        self.sum_key(&[(a, true), (b, false)], None)
    }

    /// Sums of which the first minus the second is to be 0.
    fn sum_key(&self, sums: &[(&Expr, bool)], modulus: Option<Modulus>) -> Option<(Key, bool)> {
        let mut terms = Terms::default();
        sums.iter().try_for_each(|(sum, positive)| self.sum(sum, *positive, &mut terms))?;
        let [first, second] = terms.sides;
        let sides = [first, second.into_iter().map(Operand::negated).collect()];
        Some((Key::Made { mode: Mode::Sum, sides, parts: Vec::new(), modulus }, false))
    }

    fn sum(&self, expr: &Expr, positive: bool, terms: &mut Terms) -> Option<()> {
        let on = self.names.of(expr);
        match &expr.kind {
            ExprKind::Chain(first, rest) if on == On::Both => {
                self.sum(first, positive, terms)?;
                rest.iter().try_for_each(|(op, operand)| match op {
                    Op::Add => self.sum(operand, positive, terms),
                    Op::Sub => self.sum(operand, !positive, terms),
                    _ => None,
                })
            }
            ExprKind::Neg(inner) if on == On::Both => self.sum(inner, !positive, terms),
            _ => terms.add(on, if positive { Op::Add } else { Op::Sub }, expr),
        }
    }

    /// `j < e`, `e < j`, `j - i >= e`: what the second name is compared with.
    fn bound(&self, comparison: Comparison, a: &Expr, b: &Expr) -> Option<Meeting> {
        let bound = match comparison {
            Comparison::Less => Bound::Less,
            Comparison::LessEqual => Bound::AtMost,
            Comparison::Greater => Bound::Greater,
            Comparison::GreaterEqual => Bound::AtLeast,
            _ => return None,
        };
        let ([Clause::Range { slot, .. }], mut terms) = ([self.clauses[1]], Terms::default()) else { return None };
        self.sum(a, true, &mut terms)?;
        self.sum(b, false, &mut terms)?;
        let [first, second] = terms.sides;
        match second.as_slice() {
            // name + first < 0
            [Operand { op: Op::Add, expr }] if expr.is_local(*slot) => {
                Some(Meeting::Bound(bound, first.into_iter().map(Operand::negated).collect()))
            }
            // first < name
            [Operand { op: Op::Sub, expr }] if expr.is_local(*slot) => Some(Meeting::Bound(bound.turned(), first)),
            _ => None,
        }
    }

    fn xor(&self, expr: &Expr, terms: &mut Terms) -> Option<()> {
        match &expr.kind {
            ExprKind::Chain(first, rest) if rest.iter().all(|(op, _)| *op == Op::Xor) => {
                self.xor(first, terms)?;
                rest.iter().try_for_each(|(_, operand)| self.xor(operand, terms))
            }
            ExprKind::Ask(Question::Value, position) if self.names.of(expr) == On::Both => {
                self.position(position, terms)
            }
            _ => terms.add(self.names.of(expr), Op::Xor, expr),
        }
    }

    fn position(&self, position: &Position, terms: &mut Terms) -> Option<()> {
        let side = match self.names.of_position(position) {
            On::Neither | On::First => 0,
            On::Second => 1,
            On::Both => {
                return match position {
                    Position::Add(parts) => parts.iter().try_for_each(|part| self.position(part, terms)),
                    Position::Sum(component, clauses) => {
                        terms.parts.push(self.part(component, clauses)?);
                        Some(())
                    }
                    _ => None,
                };
            }
        };
        terms.positions[side].push(position.clone());
        Some(())
    }

    fn xor_key(&self, terms: Terms, span: Span) -> Key {
        let Terms { mut sides, positions, parts } = terms;
        for (side, positions) in sides.iter_mut().zip(positions).filter(|(_, positions)| !positions.is_empty()) {
            let asked = ExprKind::Ask(Question::Value, Box::new(Position::Add(positions)));
            side.push(Operand { op: Op::Xor, expr: made(asked, span) });
        }
        Key::Made { mode: Mode::Xor, sides, parts, modulus: None }
    }

    /// The components of a part of a list, or of a range, whose ends are told by different names.
    fn part(&self, component: &Position, clauses: &[Clause]) -> Option<Part> {
        let [clause] = clauses else { return None };
        let (slot, begin, end) = match clause {
            Clause::Range { slot, from, to: Some(to), .. } => {
                let end = ExprKind::Chain(Box::new(to.clone()), vec![(Op::Add, number(1, to.span))]);
                (*slot, from.clone(), made(end, to.span))
            }
            Clause::Each { slots, pattern: false, items, .. } => match &items.kind {
                ExprKind::Slice(list, Some(from), Some(to)) if slots_of(list).is_empty() => {
                    (*slots.first()?, (**from).clone(), (**to).clone())
                }
                _ => return None,
            },
            _ => return None,
        };
        if slots_of_position(component).iter().any(|&used| used != slot) {
            return None;
        }
        let forward = match (self.names.of(&begin), self.names.of(&end)) {
            (On::First, On::Second) => true,
            (On::Second, On::First) => false,
            _ => return None,
        };
        let origin = self.at_first_turn(&begin, matches!(clause, Clause::Range { .. }))?;
        let value = |end: &Expr| {
            let clause = match clause {
                Clause::Range { slot, to: Some(_), span, .. } => {
                    let last = ExprKind::Chain(Box::new(end.clone()), vec![(Op::Sub, number(1, end.span))]);
                    Clause::Range { slot: *slot, from: origin.clone(), to: Some(made(last, end.span)), span: *span }
                }
                Clause::Each { slots, pattern, items, span } => {
                    let ExprKind::Slice(list, ..) = &items.kind else { return None };
                    let ends = [&origin, end].map(|end| Some(Box::new(end.clone())));
                    let [from, to] = ends;
                    let items = Expr { kind: ExprKind::Slice(list.clone(), from, to), ..items.clone() };
                    Clause::Each { slots: slots.clone(), pattern: *pattern, items, span: *span }
                }
                _ => return None,
            };
            let sum = Position::Sum(Box::new(component.clone()), vec![clause]);
            Some(made(ExprKind::Ask(Question::Value, Box::new(sum)), end.span))
        };
        let values = match forward {
            true => [value(&begin)?, value(&end)?],
            false => [value(&end)?, value(&begin)?],
        };
        Some(Part { forward, begin, end, values, origin })
    }

    /// An expression where both names have their first turn: where parts begin at the earliest, mostly. Lists begin at 0.
    fn at_first_turn(&self, begin: &Expr, in_range: bool) -> Option<Expr> {
        let mut origin = begin.clone();
        for clause in self.clauses.iter().rev() {
            match clause {
                Clause::Range { slot, from, .. } => Put { slot: *slot, value: from }.expr(&mut origin),
                _ if in_range => return None,
                _ if self.names.of(&origin) != On::Neither => return Some(number(0, begin.span)),
                _ => {}
            }
        }
        Some(origin)
    }
}

/// Puts an expression in the place of a name.
struct Put<'a> {
    slot: usize,
    value: &'a Expr,
}

impl Walk for Put<'_> {
    fn expr(&mut self, expr: &mut Expr) {
        if expr.is_local(self.slot) {
            *expr = self.value.clone();
        } else {
            walk_expr(self, expr);
        }
    }
}

impl Operand {
    fn negated(self) -> Operand {
        let op = match self.op {
            Op::Add => Op::Sub,
            Op::Sub => Op::Add,
            other => other,
        };
        Operand { op, ..self }
    }
}

impl Bound {
    /// What holds if this one does not.
    fn opposite(self) -> Bound {
        match self {
            Bound::Less => Bound::AtLeast,
            Bound::AtMost => Bound::Greater,
            Bound::Greater => Bound::AtMost,
            Bound::AtLeast => Bound::Less,
        }
    }

    /// The same with its sides exchanged.
    fn turned(self) -> Bound {
        match self {
            Bound::Less => Bound::Greater,
            Bound::AtMost => Bound::AtLeast,
            Bound::Greater => Bound::Less,
            Bound::AtLeast => Bound::AtMost,
        }
    }
}

fn is_xor(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Chain(_, rest) => rest.iter().all(|(op, _)| *op == Op::Xor),
        ExprKind::Ask(Question::Value, _) => true,
        _ => false,
    }
}
