//! A divisor of the heap's size is taken: `g(n) -> g(n-d) for d in divisors(n)`, or over a range with `if n % d == 0`.

use super::Given;
use crate::builtins::Function;
use crate::program::{Clause, Expr, ExprKind, KindId, Position, Rule};
use crate::syntax::ast::{Comparison, Op};
use crate::value::Val;
use grundy::theorem::divisor::Divisor;

/// The argument.
const N: usize = 0;

/// The game, if the rules are it.
pub(super) fn divisor(given: Given<'_>, kind: KindId) -> Option<Divisor> {
    let description = given.program.kinds.get(kind.index())?;
    let ([rule], [_], true) = (description.rules.as_slice(), description.args.as_slice(), given.fixed.is_empty())
    else {
        return None;
    };
    let [Position::Of { kind: part, args, set, .. }] = rule.options.as_slice() else { return None };
    let ([left], true, true) = (args.as_slice(), *part == kind, set.is_empty()) else { return None };
    let slot = name(rule)?;
    is_difference(left, N, slot).then_some(())?;
    let mut taken = Taken { divides: false, below: false, slot };
    for clause in &rule.clauses {
        taken.read(clause)?;
    }
    taken.divides.then_some(Divisor { whole: !taken.below })
}

/// The one name of the clauses.
fn name(rule: &Rule) -> Option<usize> {
    let names: Vec<usize> = rule.clauses.iter().flat_map(Clause::slots).copied().collect();
    let [slot] = names.as_slice() else { return None };
    Some(*slot)
}

/// What is known of the numbers d ≥ 1 that are taken.
struct Taken {
    /// They divide n, and all divisors are tried but those that something else below excludes.
    divides: bool,
    /// They are not n.
    below: bool,
    slot: usize,
}

impl Taken {
    fn read(&mut self, clause: &Clause) -> Option<()> {
        match clause {
            Clause::Each { pattern: false, items, .. } => match &items.kind {
                ExprKind::Call(Function::Divisors, args) if args.len() == 1 && is_local(&args[0], N) => {
                    self.divides = true;
                    Some(())
                }
                _ => None,
            },
            Clause::Range { from, to: Some(to), .. } if is_number(from, 1) => {
                // No divisor but n itself is above n/2.
                let below = is_chain(to, N, Op::Sub, 1) || is_chain(to, N, Op::Div, 2);
                self.below |= below;
                (below || is_local(to, N)).then_some(())
            }
            Clause::If(condition) => self.condition(condition),
            Clause::Each { .. } | Clause::Range { .. } => None,
        }
    }

    fn condition(&mut self, condition: &Expr) -> Option<()> {
        match &condition.kind {
            ExprKind::Chain(first, rest) if rest.iter().all(|(op, _)| *op == Op::And) => std::iter::once(&**first)
                .chain(rest.iter().map(|part| &part.1))
                .try_for_each(|part| self.condition(part)),
            ExprKind::Not(inner) => match &inner.kind {
                ExprKind::Compare(Comparison::Equal, a, b) => self.compared(Comparison::NotEqual, a, b),
                _ => None,
            },
            ExprKind::Compare(how, a, b) => self.compared(*how, a, b),
            _ => None,
        }
    }

    fn compared(&mut self, how: Comparison, a: &Expr, b: &Expr) -> Option<()> {
        let (d, slot) = (self.slot, |expr: &Expr| is_local(expr, self.slot));
        match how {
            Comparison::Equal if is_number(b, 0) && is_rest(a, d) || is_number(a, 0) && is_rest(b, d) => {
                self.divides = true;
                Some(())
            }
            Comparison::Less | Comparison::NotEqual if slot(a) && is_local(b, N) => {
                self.below = true;
                Some(())
            }
            Comparison::Greater | Comparison::NotEqual if is_local(a, N) && slot(b) => {
                self.below = true;
                Some(())
            }
            // True of all divisors: what is above n does not divide it, unless n is 0, of which nothing can be taken.
            Comparison::LessEqual if slot(a) && is_local(b, N) => Some(()),
            Comparison::GreaterEqual if slot(b) && is_local(a, N) => Some(()),
            _ => None,
        }
    }
}

/// `n % d`.
fn is_rest(expr: &Expr, slot: usize) -> bool {
    let ExprKind::Chain(first, rest) = &expr.kind else { return false };
    matches!(rest.as_slice(), [(Op::Mod, divisor)] if is_local(first, N) && is_local(divisor, slot))
}

/// `a - b` of two slots.
fn is_difference(expr: &Expr, a: usize, b: usize) -> bool {
    let ExprKind::Chain(first, rest) = &expr.kind else { return false };
    matches!(rest.as_slice(), [(Op::Sub, second)] if is_local(first, a) && is_local(second, b))
}

/// The slot, an operator and a number.
fn is_chain(expr: &Expr, slot: usize, op: Op, number: i128) -> bool {
    let ExprKind::Chain(first, rest) = &expr.kind else { return false };
    matches!(rest.as_slice(), [(found, second)] if *found == op && is_local(first, slot) && is_number(second, number))
}

fn is_local(expr: &Expr, wanted: usize) -> bool {
    matches!(expr.kind, ExprKind::Local(slot) if slot == wanted)
}

fn is_number(expr: &Expr, wanted: i128) -> bool {
    matches!(&expr.kind, ExprKind::Const(Val::Int(n)) if *n == wanted)
}
