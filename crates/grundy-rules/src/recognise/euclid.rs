//! Two numbers, of which a multiple of the smaller is taken from the larger: Euclid's game and its relatives.
//!
//! The rules are not linear, but they are in other names: with 0 < x ≤ y let y = q·x + r, 0 ≤ r < x. Then y / x is q, y % x is r, and y − k·x is
//! (q − k)·x + r. Every number of the rules is followed as α·x + β·r + γ, where α and γ are linear in q and the `for` names. Whether such a
//! number is negative is a linear condition on α alone, once it is known whether x = 1 and whether r = 0: these cases are gone through
//! one by one. What comes out are the pairs (q, m) such that m·x may be taken, and they are compared with those of the theorem.

mod walk;

use super::Given;
use super::affine::Affine;
use super::piece::{Piece, at_most, equal, piece, same};
use crate::program::{Clause, Expr, ExprKind, Kind, KindId, Position};
use crate::syntax::ast::Op;
use grundy::theorem::euclid::{Euclid, Steps};
use walk::{Case, Form, Q, Taken, Walker};

/// The game, if the rules are one of this kind.
pub(super) fn euclid(given: Given<'_>, kind: KindId) -> Option<Euclid> {
    let description = given.program.kinds.get(kind.index())?;
    if description.args.len() != 2 || !given.fixed.is_empty() || !divides(description) {
        return None;
    }
    let ordered = find(given, description, kind, &[false], true);
    find(given, description, kind, &[false, true], false).or(ordered)
}

/// A quick look: only rules that multiply, divide, take powers or lower one number by the other can be meant.
fn divides(kind: &Kind) -> bool {
    fn expr(one: &Expr) -> bool {
        match &one.kind {
            ExprKind::Chain(first, rest) => {
                let here = |op: &Op| matches!(op, Op::Mul | Op::Div | Op::Mod);
                expr(first) || rest.iter().any(|(op, operand)| here(op) || expr(operand))
            }
            ExprKind::Power(..) => true,
            ExprKind::Call(_, args) => args.iter().any(expr),
            ExprKind::Let(..) => true,
            ExprKind::Compare(_, a, b) => expr(a) || expr(b),
            _ => false,
        }
    }
    let clause = |clause: &Clause| match clause {
        Clause::Range { from, to, .. } => expr(from) || to.as_ref().is_some_and(expr),
        Clause::If(condition) => expr(condition),
        Clause::Each { .. } => false,
    };
    let option = |option: &Position| match option {
        Position::Of { args, .. } => args.iter().any(|arg| expr(arg) || lowers(arg)),
        _ => false,
    };
    kind.rules.iter().any(|rule| rule.clauses.iter().any(clause) || rule.options.iter().any(option))
}

/// `a - b` for the two arguments.
fn lowers(arg: &Expr) -> bool {
    let ExprKind::Chain(first, rest) = &arg.kind else { return false };
    let taken = |slot: usize| rest.iter().any(|(op, operand)| *op == Op::Sub && operand.is_local(slot));
    first.is_local(0) && taken(1) || first.is_local(1) && taken(0)
}

fn find(given: Given<'_>, kind: &Kind, own: KindId, orders: &[bool], ordered: bool) -> Option<Euclid> {
    let cases = [(false, false), (false, true), (true, true)].map(|(x_is_one, r_is_zero)| Case { x_is_one, r_is_zero });
    let mut found: Option<Euclid> = None;
    for &swapped in orders {
        let taken =
            cases.iter().map(|&case| taken(given, kind, own, case, swapped, ordered)).collect::<Option<Vec<_>>>()?;
        let [rest, even, one] = taken.as_slice() else { return None };
        let mut game = family(rest, even, one, ordered)?;
        // Of two equal numbers the second is the larger one here unless they are swapped.
        if even.twins != one.twins || even.plain != one.plain {
            return None;
        }
        game.equal = if swapped { [even.plain, even.twins] } else { [even.twins, even.plain] };
        if !game.zero || ordered {
            game.equal = [true; 2];
        }
        if found.is_some_and(|known| known != game) {
            return None;
        }
        found = Some(game);
    }
    let game = found?;
    if game.zero {
        let both = [[true, true], [true, false], [false, true]];
        let looked = both.iter().filter(|zeros| !ordered || zeros[0]);
        for zeros in looked {
            for x_is_one in [false, true] {
                let case = Case { x_is_one, r_is_zero: true };
                ends(given, kind, case, *zeros)?.then_some(())?;
            }
        }
    }
    Some(game)
}

/// 1 ≤ m ≤ q − less, and m ≤ most if there is such a bound.
fn up_to(less: i128, most: Option<i128>) -> Option<Piece> {
    let (q, m) = (Affine::var(Q), Affine::var(1));
    let one = Affine::constant(1);
    let bound = most.map(|most| at_most(&m, &Affine::constant(most)));
    piece(2, [at_most(&one, &q), at_most(&one, &m), at_most(&m, &q.shift(-less)?)].into_iter().chain(bound))
}

/// m = q ≥ 1.
fn straight() -> Option<Piece> {
    let (q, m) = (Affine::var(Q), Affine::var(1));
    piece(2, [at_most(&Affine::constant(1), &q), equal(&q, &m)])
}

/// The member of the family whose moves these are: with r > 0, with r = 0, with x = 1.
fn family(rest: &Taken, even: &Taken, one: &Taken, ordered: bool) -> Option<Euclid> {
    let most = |pieces: &[Piece]| pieces.iter().filter_map(|piece| piece.extent(&Affine::var(1))?.most).max();
    for zero in [false, true] {
        let less = i128::from(!zero);
        let are = |ours: &[Piece], theirs: Vec<Option<Piece>>| {
            let theirs: Option<Vec<Piece>> = theirs.into_iter().collect();
            theirs.is_some_and(|theirs| if theirs.is_empty() { ours.is_empty() } else { same(ours, &theirs, 2) })
        };
        let no_powers = [rest, even, one].iter().all(|taken| taken.powers.is_empty());
        let all = [even, one].iter().all(|taken| are(&taken.counted, vec![up_to(less, None)]));
        if no_powers && all && are(&rest.counted, vec![up_to(0, None)]) {
            return Some(Euclid { steps: Steps::All, direct: false, zero, ordered, equal: [true; 2] });
        }
        for direct in [false, true] {
            let straight = |allowed: bool| allowed.then(straight);
            if no_powers && let Some(most) = most(&rest.counted) {
                let fits = |taken: &Taken, less: i128, direct: bool| {
                    are(&taken.counted, [up_to(less, Some(most))].into_iter().chain(straight(direct)).collect())
                };
                if fits(rest, 0, direct) && [even, one].iter().all(|taken| fits(taken, less, direct && zero)) {
                    let steps = Steps::UpTo(u128::try_from(most).ok()?);
                    return Some(Euclid { steps, direct, zero, ordered, equal: [true; 2] });
                }
            }
            let counted = |taken: &Taken, direct: bool| are(&taken.counted, straight(direct).into_iter().collect());
            let powers = are(&rest.powers, vec![up_to(0, None)]) && are(&even.powers, vec![up_to(less, None)]);
            let moves = counted(rest, direct) && [even, one].iter().all(|taken| counted(taken, direct && zero));
            if powers && one.powers.is_empty() && moves {
                return Some(Euclid { steps: Steps::Powers, direct, zero, ordered, equal: [true; 2] });
            }
        }
    }
    None
}

/// Whether no move is left where numbers are 0, as it is said for each.
fn ends(given: Given<'_>, kind: &Kind, case: Case, zeros: [bool; 2]) -> Option<bool> {
    let number = |zero: bool| if zero { Form::number(Affine::constant(0)) } else { Form::of_x(Affine::constant(1)) };
    let args = zeros.map(number);
    for rule in &kind.rules {
        let mut walker = Walker::new(given, case);
        for way in walker.ways(rule, &args)? {
            for option in &rule.options {
                let Position::Of { args, .. } = option else { return None };
                let [a, b] = args.as_slice() else { return None };
                if !walker.moves(a, b, way.clone())?.is_empty() {
                    return Some(false);
                }
            }
        }
    }
    Some(true)
}

/// The moves of one case, with the larger number first or second.
fn taken(given: Given<'_>, kind: &Kind, own: KindId, case: Case, swapped: bool, ordered: bool) -> Option<Taken> {
    let x = Form::of_x(Affine::constant(1));
    let y = Form { x: Affine::var(Q), r: i128::from(!case.r_is_zero), more: Affine::constant(0) };
    let args = if swapped { [y, x] } else { [x, y] };
    let mut all = Taken::default();
    for rule in &kind.rules {
        let mut walker = Walker::new(given, case);
        for way in walker.ways(rule, &args)? {
            for option in &rule.options {
                let Position::Of { kind, args, set, .. } = option else { return None };
                let ([a, b], true, true) = (args.as_slice(), *kind == own, set.is_empty()) else { return None };
                for (way, [a, b]) in walker.moves(a, b, way.clone())? {
                    walker.add(&mut all, way, if swapped { [&b, &a] } else { [&a, &b] }, ordered)?;
                }
            }
        }
    }
    Some(all)
}
