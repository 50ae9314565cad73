//! Rules that see a number only through its divisors.
//!
//! **Theorem.** Let σ permute the primes, and with them, by σ(ab) = σ(a)·σ(b), all numbers ≥ 1. If the options of σ(n) are those of n with σ applied to
//! their arguments, for every σ, then n and σ(n) have the same value: so the value depends only on the exponents of the primes of n, in any
//! order. *Proof.* By induction over play; σ is a bijection between the options. ∎
//!
//! The rules are of this kind if every number in them goes with σ: the argument, 1, a divisor of such a number, a quotient that comes out even, products,
//! greatest common divisors; and if conditions do not see σ: whether two of them are equal, whether one divides another, whether one is prime,
//! and a comparison by size only where it says no more than that: of a number with 1, or with a multiple of it. Numbers that do not see σ, such
//! as how many divisors there are, may be used in any way.

use crate::builtins::Function;
use crate::program::{Clause, Expr, ExprKind, KindId, Position, Program};
use crate::syntax::ast::{Comparison, Op};
use crate::value::Val;

/// What an expression is under σ.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Seen {
    /// It goes with σ; all slots of numbers that it is known to divide, ascending.
    Moves(Vec<usize>),
    /// It stays the same.
    Stays,
}

/// Whether the values of positions of a kind with one number depend only on the exponents of its primes.
pub(crate) fn sees_only_exponents(program: &Program, kind: KindId) -> bool {
    let Some(description) = program.kinds.get(kind.index()) else { return false };
    // Without a list of divisors there is nothing to gain.
    let lists = |clause: &Clause| matches!(clause, Clause::Each { items, .. } if is_divisors(items).is_some());
    if description.args.len() != 1 || !description.rules.iter().any(|rule| rule.clauses.iter().any(lists)) {
        return false;
    }
    description.rules.iter().all(|rule| {
        let mut names = Names { slots: vec![None; rule.frame], kind };
        names.slots[0] = Some(Seen::Moves(vec![0]));
        let clauses = rule.clauses.iter().all(|clause| names.clause(clause).is_some());
        clauses && rule.options.iter().all(|option| names.position(option).is_some())
    })
}

fn is_divisors(items: &Expr) -> Option<&Expr> {
    match &items.kind {
        ExprKind::Call(Function::Divisors, args) => args.first(),
        _ => None,
    }
}

/// What the slots of a frame are.
#[derive(Clone)]
struct Names {
    slots: Vec<Option<Seen>>,
    kind: KindId,
}

impl Names {
    fn clause(&mut self, clause: &Clause) -> Option<()> {
        match clause {
            Clause::If(condition) => self.condition(condition),
            Clause::Each { slots, pattern: false, items, .. } => {
                let [slot] = slots.as_slice() else { return None };
                let Seen::Moves(multiples) = self.number(is_divisors(items)?)? else { return None };
                let mut divides = multiples;
                divides.push(*slot);
                divides.sort_unstable();
                *self.slots.get_mut(*slot)? = Some(Seen::Moves(divides));
                Some(())
            }
            Clause::Range { slot, from, to: Some(to), .. } => {
                let stays = self.number(from)? == Seen::Stays && self.number(to)? == Seen::Stays;
                *self.slots.get_mut(*slot)? = stays.then_some(Seen::Stays);
                stays.then_some(())
            }
            Clause::Each { .. } | Clause::Range { .. } => None,
        }
    }

    fn position(&mut self, position: &Position) -> Option<()> {
        match position {
            Position::Of { kind, args, set, .. } => {
                let [arg] = args.as_slice() else { return None };
                let goes = matches!(self.number(arg)?, Seen::Moves(_)) || arg.is_number(1);
                (*kind == self.kind && set.is_empty() && goes).then_some(())
            }
            Position::Add(parts) => parts.iter().try_for_each(|part| self.position(part)),
            Position::Copies(count, part) => {
                (self.number(count)? == Seen::Stays).then_some(())?;
                self.position(part)
            }
            Position::Sum(part, clauses) => {
                let mut inside = self.clone();
                clauses.iter().try_for_each(|clause| inside.clause(clause))?;
                inside.position(part)
            }
            Position::Chosen(..) => None,
        }
    }

    fn number(&self, expr: &Expr) -> Option<Seen> {
        match &expr.kind {
            ExprKind::Const(Val::Int(_)) | ExprKind::Global(_) => Some(Seen::Stays),
            ExprKind::Local(slot) => self.slots.get(*slot)?.clone(),
            ExprKind::Chain(first, rest) => {
                let mut left = (&**first, self.number(first)?);
                for (op, operand) in rest {
                    let seen = self.operated(*op, &left, operand)?;
                    left = (expr, seen);
                }
                Some(left.1)
            }
            ExprKind::Call(Function::Gcd, args) => {
                let mut divides = Vec::new();
                for arg in args {
                    let Seen::Moves(multiples) = self.number(arg)? else { return None };
                    divides.extend(multiples);
                }
                Some(Seen::Moves(in_order(divides)))
            }
            // How many divisors there are.
            ExprKind::Call(Function::Len, args) => match args.as_slice() {
                [list] => matches!(self.number(is_divisors(list)?)?, Seen::Moves(_)).then_some(Seen::Stays),
                _ => None,
            },
            _ => None,
        }
    }

    fn operated(&self, op: Op, left: &(&Expr, Seen), right: &Expr) -> Option<Seen> {
        let other = self.number(right)?;
        match (op, &left.1, other) {
            (Op::Add | Op::Sub | Op::Mul, Seen::Stays, Seen::Stays) => Some(Seen::Stays),
            (Op::Mul, Seen::Moves(_), Seen::Moves(_)) => Some(Seen::Moves(Vec::new())),
            // n/d where d divides n: it divides what n divides.
            (Op::Div, Seen::Moves(multiples), Seen::Moves(divides)) => {
                let ExprKind::Local(slot) = left.0.kind else { return None };
                divides.contains(&slot).then(|| Seen::Moves(multiples.clone()))
            }
            _ => None,
        }
    }

    fn condition(&self, condition: &Expr) -> Option<()> {
        match &condition.kind {
            ExprKind::Const(Val::Bool(_)) => Some(()),
            ExprKind::Not(inner) => self.condition(inner),
            ExprKind::Chain(first, rest) => {
                rest.iter().all(|(op, _)| matches!(op, Op::And | Op::Or)).then_some(())?;
                std::iter::once(&**first)
                    .chain(rest.iter().map(|part| &part.1))
                    .try_for_each(|part| self.condition(part))
            }
            ExprKind::Call(Function::IsPrime, args) => match args.as_slice() {
                [number] => matches!(self.number(number)?, Seen::Moves(_)).then_some(()),
                _ => None,
            },
            ExprKind::Compare(how, a, b) => self.compared(*how, a, b).then_some(()),
            _ => None,
        }
    }

    fn compared(&self, how: Comparison, a: &Expr, b: &Expr) -> bool {
        let rest = |expr: &Expr| {
            let ExprKind::Chain(first, rest) = &expr.kind else { return false };
            let [(Op::Mod, divisor)] = rest.as_slice() else { return false };
            let goes = |part: &Expr| matches!(self.number(part), Some(Seen::Moves(_)));
            goes(first) && goes(divisor)
        };
        let equality = matches!(how, Comparison::Equal | Comparison::NotEqual);
        if equality && (a.is_number(0) && rest(b) || b.is_number(0) && rest(a)) {
            return true;
        }
        let (Some(left), Some(right)) = (self.number(a), self.number(b)) else { return false };
        match (&left, &right) {
            (Seen::Stays, Seen::Stays) => true,
            (Seen::Moves(_), Seen::Moves(_)) if equality => true,
            // All these numbers are at least 1, so 1 is compared by being equal or not; no other number is.
            (Seen::Stays, Seen::Moves(_)) => a.is_number(1),
            (Seen::Moves(_), Seen::Stays) => b.is_number(1),
            (Seen::Moves(x), Seen::Moves(y)) => {
                let divides = |divisors: &[usize], expr: &Expr| divisors.iter().any(|&slot| expr.is_local(slot));
                divides(x, b) || divides(y, a)
            }
        }
    }
}

fn in_order(mut slots: Vec<usize>) -> Vec<usize> {
    slots.sort_unstable();
    slots.dedup();
    slots
}
