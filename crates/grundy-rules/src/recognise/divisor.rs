//! A divisor of the heap's size is taken: `g(n) -> g(n-d) for d in divisors(n)`, or over a range with `if n % d == 0`.

use super::subtraction::is_difference;
use super::{Given, Recognised};
use crate::builtins::Function;
use crate::program::{Clause, Expr, ExprKind, KindId, Position, Rule};
use crate::syntax::ast::{Comparison, Op};
use grundy::theorem::Single;
use grundy::theorem::divisor::{Divisor, ProperDivisor};

/// The argument.
const N: usize = 0;

/// The game, if the rules are it.
pub(super) fn divisor(given: Given<'_>, kind: KindId) -> Option<Recognised> {
    let description = given.program.kinds.get(kind.index())?;
    let ([rule], [_], true) = (description.rules.as_slice(), description.args.as_slice(), given.fixed.is_empty())
    else {
        return None;
    };
    let [Position::Of { kind: part, args, set, .. }] = rule.options.as_slice() else { return None };
    let ([left], true, true) = (args.as_slice(), *part == kind, set.is_empty()) else { return None };
    let slot = name(rule)?;
    // With d, n/d runs through the divisors too: it is not 1 where d is not n.
    let by_quotient = is_without_quotient(left, slot);
    (by_quotient || is_difference(left, N, slot)).then_some(())?;
    let mut taken = Taken { divides: false, below: false, above: false, slot };
    for clause in &rule.clauses {
        taken.read(clause)?;
    }
    taken.divides.then_some(())?;
    let (above, below) = if by_quotient { (taken.below, taken.above) } else { (taken.above, taken.below) };
    match (above, below) {
        (false, below) => Some(Recognised::numbers(Single(Box::new(Divisor { whole: !below })), kind)),
        (true, true) => Some(Recognised::outcome(ProperDivisor)),
        (true, false) => None,
    }
}

/// `n - n/d`.
fn is_without_quotient(left: &Expr, slot: usize) -> bool {
    let ExprKind::Chain(first, rest) = &left.kind else { return false };
    let [(Op::Sub, taken)] = rest.as_slice() else { return false };
    let ExprKind::Chain(heap, rest) = &taken.kind else { return false };
    let [(Op::Div, by)] = rest.as_slice() else { return false };
    first.is_local(N) && heap.is_local(N) && by.is_local(slot)
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
    /// They are not 1.
    above: bool,
    slot: usize,
}

impl Taken {
    fn read(&mut self, clause: &Clause) -> Option<()> {
        match clause {
            Clause::Each { pattern: false, items, .. } => match &items.kind {
                ExprKind::Call(Function::Divisors, args) if args.len() == 1 && args[0].is_local(N) => {
                    self.divides = true;
                    Some(())
                }
                _ => None,
            },
            Clause::Range { from, to: Some(to), .. } if from.is_number(1) || from.is_number(2) => {
                self.above |= from.is_number(2);
                // No divisor but n itself is above n/2.
                let below = is_chain(to, N, Op::Sub, 1) || is_chain(to, N, Op::Div, 2);
                self.below |= below;
                (below || to.is_local(N)).then_some(())
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
        let (d, slot) = (self.slot, |expr: &Expr| expr.is_local(self.slot));
        match how {
            Comparison::Equal if b.is_number(0) && is_rest(a, d) || a.is_number(0) && is_rest(b, d) => {
                self.divides = true;
                Some(())
            }
            Comparison::Less | Comparison::NotEqual if slot(a) && b.is_local(N) => {
                self.below = true;
                Some(())
            }
            Comparison::Greater | Comparison::NotEqual if a.is_local(N) && slot(b) => {
                self.below = true;
                Some(())
            }
            Comparison::Greater | Comparison::NotEqual if slot(a) && b.is_number(1) => {
                self.above = true;
                Some(())
            }
            Comparison::Less | Comparison::NotEqual if a.is_number(1) && slot(b) => {
                self.above = true;
                Some(())
            }
            Comparison::GreaterEqual if slot(a) && b.is_number(2) => {
                self.above = true;
                Some(())
            }
            Comparison::LessEqual if a.is_number(2) && slot(b) => {
                self.above = true;
                Some(())
            }
            // True of all divisors: what is above n does not divide it, unless n is 0, of which nothing can be taken.
            Comparison::LessEqual if slot(a) && b.is_local(N) => Some(()),
            Comparison::GreaterEqual if slot(b) && a.is_local(N) => Some(()),
            _ => None,
        }
    }
}

/// `n % d`.
fn is_rest(expr: &Expr, slot: usize) -> bool {
    let ExprKind::Chain(first, rest) = &expr.kind else { return false };
    matches!(rest.as_slice(), [(Op::Mod, divisor)] if first.is_local(N) && divisor.is_local(slot))
}

/// The slot, an operator and a number.
fn is_chain(expr: &Expr, slot: usize, op: Op, number: i128) -> bool {
    let ExprKind::Chain(first, rest) = &expr.kind else { return false };
    matches!(rest.as_slice(), [(found, second)] if *found == op && first.is_local(slot) && second.is_number(number))
}
