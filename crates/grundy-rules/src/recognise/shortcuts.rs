//! Two Nim heaps and a list of pairs at which the game is over.
//!
//! Every rule of the kind has the condition that the pair of its arguments is not in one and the same list, known beforehand. Without
//! it the moves are linear, and proved to be all that lower one number, or raise it up to a top.

use super::Given;
use super::affine::{Affine, Var};
use super::constant::Constants;
use super::coordinates::{changed, points};
use super::normal::{Move, moves_of};
use super::path::{Binding, as_int};
use super::piece::{Condition, Piece, at_most, less, piece, same};
use crate::program::{Clause, Expr, ExprKind, Kind, KindId, Rule};
use crate::syntax::ast::Comparison;
use crate::value::Val;
use grundy::Watch;
use grundy::theorem::shortcuts::Shortcuts;

/// The game, if the rules are of this kind.
pub(super) fn shortcuts(given: Given<'_>, kind: KindId) -> Option<Shortcuts> {
    let description = given.program.kinds.get(kind.index())?;
    if description.args.len() != 2 || description.rules.is_empty() || !given.fixed.is_empty() {
        return None;
    }
    let mut constants = Constants::new(given, &Watch::default());
    let mut over: Option<Vec<[i128; 2]>> = None;
    let mut rules = Vec::new();
    for rule in &description.rules {
        let (place, pairs) = guard(&mut constants, rule)?;
        if over.as_ref().is_some_and(|known| *known != pairs) {
            return None;
        }
        over = Some(pairs);
        let clauses = rule.clauses.iter().enumerate().filter(|(index, _)| *index != place);
        let clauses = clauses.map(|(_, clause)| clause.clone()).collect();
        rules.push(Rule { frame: rule.frame, options: rule.options.clone(), clauses, span: rule.span });
    }
    let free = Kind { name: description.name.clone(), args: description.args.clone(), rules, drawn: None };
    let moves = moves_of(given, &free, kind, false)?;
    let tops = [top(&moves, kind, 0)?, top(&moves, kind, 1)?];
    let natural = |pair: [i128; 2]| Some([u128::try_from(pair[0]).ok()?, u128::try_from(pair[1]).ok()?]);
    Some(Shortcuts::new(over?.into_iter().filter_map(natural), tops))
}

/// The condition that the pair of the arguments is not in a list: its place among the clauses, and the list, pairs in the order of
/// the arguments.
fn guard(constants: &mut Constants<'_>, rule: &Rule) -> Option<(usize, Vec<[i128; 2]>)> {
    rule.clauses.iter().enumerate().find_map(|(place, clause)| {
        let Clause::If(condition) = clause else { return None };
        let (item, list) = not_in(condition)?;
        let ExprKind::List(items) = &item.kind else { return None };
        let [ExprKind::Local(a), ExprKind::Local(b)] = [&items.first()?.kind, &items.get(1)?.kind] else { return None };
        let swapped = match (items.len(), a, b) {
            (2, 0, 1) => false,
            (2, 1, 0) => true,
            _ => return None,
        };
        let mut env = vec![Binding::Open; rule.frame];
        (0..2).for_each(|slot| env[slot] = Binding::Int(Affine::var(slot as Var)));
        let Val::List(list) = constants.value(list, &env)? else { return None };
        let pair = |item: &Val| {
            let Val::List(pair) = item else { return None };
            let [a, b] = pair.items() else { return None };
            let (a, b) = (as_int(a)?, as_int(b)?);
            Some(if swapped { [b, a] } else { [a, b] })
        };
        Some((place, list.items().iter().map(pair).collect::<Option<Vec<_>>>()?))
    })
}

/// `x not in L`, or `not x in L`.
fn not_in(condition: &Expr) -> Option<(&Expr, &Expr)> {
    match &condition.kind {
        ExprKind::Compare(Comparison::NotIn, item, list) => Some((item, list)),
        ExprKind::Not(inner) => match &inner.kind {
            ExprKind::Compare(Comparison::In, item, list) => Some((item, list)),
            _ => None,
        },
        _ => None,
    }
}

/// Where the moves of one argument lead: down to 0 (`Some(None)`), or up to a top. Nothing if they are not all of these.
fn top(moves: &[Move], own: KindId, coordinate: Var) -> Option<Option<u128>> {
    let mut pieces = Vec::new();
    for one in moves {
        if one.parts != [own] {
            return None;
        }
        if changed(one, 2)? == coordinate {
            pieces.push(points(one, 2, coordinate)?);
        }
    }
    let (old, new) = (Affine::var(coordinate), Affine::var(2));
    let natural = || (0..3).map(|var| Some(Condition::AtLeastZero(Affine::var(var))));
    if same(&pieces, &[piece(3, natural().chain([less(&new, &old)]))?], 3) {
        return Some(None);
    }
    let most = |piece: &Piece| piece.extent(&new)?.most;
    let top = pieces.iter().map(most).collect::<Option<Vec<_>>>()?.into_iter().max()?;
    let up = piece(3, natural().chain([less(&old, &new), at_most(&new, &Affine::constant(top))]))?;
    same(&pieces, &[up], 3).then(|| u128::try_from(top).ok().map(Some)).flatten()
}
