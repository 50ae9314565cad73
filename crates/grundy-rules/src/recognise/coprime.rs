//! What is taken, or left, has no divisor in common with the heap: `g(n) -> g(n-k) for k in 1..n if gcd(n, k) == 1`.
//!
//! The condition is read as it is written; the rest of the rule is linear, and is proved to allow all smaller heaps that such a condition lets pass, and no others.

use super::Given;
use super::affine::Affine;
use super::normal::{Move, moves_of};
use super::piece::{Piece, at_most, equal, less, piece};
use crate::builtins::Function;
use crate::program::{Clause, Expr, ExprKind, Kind, KindId, Position, Rule};
use crate::syntax::ast::{Comparison, Op};
use grundy::theorem::coprime::Coprime;

/// The argument.
const N: usize = 0;

/// The game, if the rules are it.
pub(super) fn coprime(given: Given<'_>, kind: KindId) -> Option<Coprime> {
    let description = given.program.kinds.get(kind.index())?;
    let ([rule], [_], true) = (description.rules.as_slice(), description.args.as_slice(), given.fixed.is_empty())
    else {
        return None;
    };
    let [Position::Of { kind: part, args, set, .. }] = rule.options.as_slice() else { return None };
    let ([left], true) = (args.as_slice(), *part == kind && set.is_empty()) else { return None };
    let names: Vec<usize> = rule.clauses.iter().flat_map(Clause::slots).copied().collect();
    let &[slot] = names.as_slice() else { return None };
    // What is left and what is taken have the same divisors in common with n.
    matches!(form(left, slot)?, Form::Name | Form::Rest).then_some(())?;
    let clauses = without_gcd(&rule.clauses, slot)?;
    let linear = Rule { frame: rule.frame, options: rule.options.clone(), clauses, span: rule.span };
    let (name, args) = (description.name.clone(), description.args.clone());
    let plain = Kind { name, args, rules: vec![linear], drawn: None };
    takes_whole(&moves_of(given, &plain, kind, false)?).map(Coprime::new)
}

/// The numbers whose divisors are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// The argument.
    Heap,
    /// The `for` name.
    Name,
    /// The argument less the name.
    Rest,
}

fn form(expr: &Expr, slot: usize) -> Option<Form> {
    match &expr.kind {
        ExprKind::Local(N) => Some(Form::Heap),
        ExprKind::Local(own) if *own == slot => Some(Form::Name),
        ExprKind::Chain(first, rest) => match rest.as_slice() {
            [(Op::Sub, second)] if first.is_local(N) && second.is_local(slot) => Some(Form::Rest),
            _ => None,
        },
        _ => None,
    }
}

/// The clauses without the condition that two of n, the name and their difference have no divisor in common, which must be there.
fn without_gcd(clauses: &[Clause], slot: usize) -> Option<Vec<Clause>> {
    let mut found = false;
    let mut rest = Vec::new();
    for clause in clauses {
        match clause {
            Clause::If(condition) => {
                let (gcds, others): (Vec<&Expr>, Vec<&Expr>) =
                    conjuncts(condition).into_iter().partition(|part| is_coprime(part, slot));
                found |= !gcds.is_empty();
                rest.extend(others.into_iter().map(|other| Clause::If(other.clone())));
            }
            other => rest.push(other.clone()),
        }
    }
    found.then_some(rest)
}

/// The parts of `a and b and …`.
pub(super) fn conjuncts(condition: &Expr) -> Vec<&Expr> {
    match &condition.kind {
        ExprKind::Chain(first, rest) if rest.iter().all(|(op, _)| *op == Op::And) => {
            std::iter::once(&**first).chain(rest.iter().map(|part| &part.1)).flat_map(conjuncts).collect()
        }
        _ => vec![condition],
    }
}

/// `gcd(a, b) == 1`, or that it is below 2: it is 0 only if there is no heap.
fn is_coprime(condition: &Expr, slot: usize) -> bool {
    let ExprKind::Compare(how, a, b) = &condition.kind else { return false };
    let gcd = match how {
        Comparison::Equal if b.is_number(1) => a,
        Comparison::Equal if a.is_number(1) => b,
        Comparison::Less if b.is_number(2) => a,
        Comparison::LessEqual if b.is_number(1) => a,
        Comparison::Greater if a.is_number(2) => b,
        Comparison::GreaterEqual if a.is_number(1) => b,
        _ => return false,
    };
    let ExprKind::Call(Function::Gcd, args) = &gcd.kind else { return false };
    let [first, second] = args.as_slice() else { return false };
    form(first, slot).zip(form(second, slot)).is_some_and(|(first, second)| first != second)
}

/// Whether these moves, without their condition, lead from 1 to 0, if they lead to all smaller heaps from 1 on and to no others but 0.
fn takes_whole(moves: &[Move]) -> Option<bool> {
    let (n, m, one) = (Affine::var(0), Affine::var(1), Affine::constant(1));
    moves.iter().all(|step| step.parts.len() == 1).then_some(())?;
    let below = less(&m, &n)?;
    moves.iter().all(|step| step.piece.implies(&below)).then_some(())?;
    let pieces: Vec<&Piece> = moves.iter().map(|step| &step.piece).collect();
    let budget = moves.first()?.piece.budget();
    let smaller = piece(2, [Some(below), at_most(&one, &m)])?.under(budget);
    smaller.covered_by(pieces.iter().copied(), 2).then_some(())?;
    let last = [equal(&n, &one)?, equal(&m, &Affine::constant(0))?];
    let whole = piece(2, last.iter().cloned().map(Some))?.under(budget);
    if whole.covered_by(pieces.iter().copied(), 2) {
        return Some(true);
    }
    let never = |piece: &&Piece| piece.with(last[0].clone()).with(last[1].clone()).is_empty();
    pieces.iter().all(never).then_some(false)
}
