//! Coins that are turned by full cubes: `g(x, y) -> sum(g(i, j) for i in …, j in … if …) for d in 1..…`.
//!
//! The parts of the sum are seen as moves of a game that has the side d as one more argument; these must be the cells of the cube without its
//! corner, each once: every dimension has a `for` name of its own, on which its cell depends with the factor 1 or −1. No cell may
//! be negative, or the whole option would be none. The name of the side may be the side, or one less.

use super::Given;
use super::affine::{Affine, Var};
use super::constant::Constants;
use super::normal::finish;
use super::path::{Binding, Path, Walker, then};
use super::piece::{Condition, Piece, at_most, less, piece, same};
use crate::check::inline::{Walk, walk_clause, walk_expr};
use crate::program::{Clause, Expr, ExprKind, KindId, Position, Rule, Type};
use crate::syntax::ast::Op;
use crate::value::Val;
use grundy::Watch;
use grundy::theorem::cubes::Cubes;

/// More dimensions than this are not tried.
const MOST_DIMENSIONS: usize = 4;

/// The game, if the rules are it.
pub(super) fn cubes(given: Given<'_>, kind: KindId) -> Option<Cubes> {
    let description = given.program.kinds.get(kind.index())?;
    let dimensions = description.args.len();
    let ([rule], true, true) =
        (description.rules.as_slice(), given.fixed.is_empty(), (1..=MOST_DIMENSIONS).contains(&dimensions))
    else {
        return None;
    };
    of_rule(given, rule, kind, dimensions).or_else(|| of_rule(given, &from_one(rule)?, kind, dimensions))
}

/// The rule with a name in place of its first one that is greater by 1: a number of coins beside the last one becomes a side.
fn from_one(rule: &Rule) -> Option<Rule> {
    let (Clause::Range { slot, from, to: Some(to), span }, rest) = rule.clauses.split_first()? else { return None };
    let with = |expr: &Expr, op, n| {
        let number = Expr { kind: ExprKind::Const(Val::Int(n)), ..expr.clone() };
        Expr { kind: ExprKind::Chain(Box::new(expr.clone()), vec![(op, number)]), span: expr.span, ty: Type::Int }
    };
    let first =
        Clause::Range { slot: *slot, from: with(from, Op::Add, 1), to: Some(with(to, Op::Add, 1)), span: *span };
    let name = Expr { kind: ExprKind::Local(*slot), ..from.clone() };
    let mut less = Less { slot: *slot, less: with(&name, Op::Sub, 1) };
    let (mut rest, mut options) = (rest.to_vec(), rule.options.clone());
    rest.iter_mut().for_each(|clause| walk_clause(&mut less, clause));
    options.iter_mut().for_each(|option| less.position(option));
    Some(Rule { frame: rule.frame, options, clauses: std::iter::once(first).chain(rest).collect(), span: rule.span })
}

/// Puts an expression in place of a name.
struct Less {
    slot: usize,
    less: Expr,
}

impl Walk for Less {
    fn expr(&mut self, expr: &mut Expr) {
        if expr.is_local(self.slot) {
            *expr = self.less.clone();
        } else {
            walk_expr(self, expr);
        }
    }
}

fn of_rule(given: Given<'_>, rule: &Rule, kind: KindId, dimensions: usize) -> Option<Cubes> {
    let [Position::Sum(part, inner)] = rule.options.as_slice() else { return None };
    let Position::Of { kind: own, args, set, .. } = &**part else { return None };
    if *own != kind || !set.is_empty() {
        return None;
    }
    let side = sides(given, rule, dimensions)?;
    (0..2).find_map(|shift| {
        let longest = side.longest(dimensions, shift)?;
        let cells = cells(given, rule, (args, inner), (kind, dimensions), (side.slot, shift))?;
        let theirs = cube(dimensions, shift)?;
        let shared = 2 * dimensions as Var + 1;
        let longest = longest.map(u128::try_from).transpose().ok()?;
        same(&cells, &theirs, shared).then_some(Cubes { dimensions, longest, shift: shift as u128 })
    })
}

/// The side d of a cube: its name, and the points (place of the corner, d).
struct Sides {
    slot: usize,
    pieces: Vec<Piece>,
}

impl Sides {
    /// The longest side, if it is 1 to nᵢ + shift for all i and no longer than some number.
    fn longest(&self, dimensions: usize, shift: i128) -> Option<Option<i128>> {
        let count = dimensions as Var;
        let d = Affine::var(count);
        let most =
            self.pieces.iter().map(|piece| piece.extent(&d).and_then(|extent| extent.most)).collect::<Option<Vec<_>>>();
        let most = most.and_then(|most| most.into_iter().max());
        let fits = |most: Option<i128>| {
            let natural = (0..count).map(|var| Some(Condition::AtLeastZero(Affine::var(var))));
            let inside = (0..count).map(|var| at_most(&d, &Affine::var(var).shift(shift)?));
            let bound = most.map(|most| at_most(&d, &Affine::constant(most)));
            let theirs =
                piece(count + 1, natural.chain(inside).chain(bound).chain([at_most(&Affine::constant(1), &d)]));
            theirs.is_some_and(|theirs| same(&self.pieces, &[theirs], count + 1))
        };
        fits(most).then_some(most)
    }
}

fn start(walker: &Walker<'_>, rule: &Rule, args: usize) -> Option<Path> {
    let mut env = vec![Binding::Open; rule.frame];
    let mut piece = Piece::all(args as Var).under(walker.constants.budget());
    for (slot, binding) in env.iter_mut().take(args).enumerate() {
        piece.require(Condition::AtLeastZero(Affine::var(slot as Var)));
        *binding = Binding::Int(Affine::var(slot as Var));
    }
    Some(Path { piece, env, cells: Vec::new(), free: Vec::new() })
}

fn walker<'a>(given: Given<'a>) -> Walker<'a> {
    let constants = Constants::new(given, &Watch::default());
    Walker::new(given.program, constants)
}

/// The sides that the clauses of the rule name.
fn sides(given: Given<'_>, rule: &Rule, dimensions: usize) -> Option<Sides> {
    let names: Vec<usize> = rule.clauses.iter().flat_map(Clause::slots).copied().collect();
    // The side becomes an argument, which stands behind the others.
    let ([slot], Some(Clause::Range { .. })) = (names.as_slice(), rule.clauses.first()) else { return None };
    if *slot != dimensions {
        return None;
    }
    let mut walker = walker(given);
    let start = start(&walker, rule, dimensions)?;
    let mut pieces = Vec::new();
    for path in walker.clauses(&rule.clauses, start)? {
        let Binding::Int(side) = path.env[*slot].clone() else { return None };
        let parts = [(KindId::FIRST, vec![side])];
        pieces.extend(finish(path, &parts, dimensions as Var)?.map(|one| one.piece));
    }
    Some(Sides { slot: *slot, pieces })
}

/// The points (corner, side, cell) of the parts of the sum, as far as the side is at most each number of the corner plus a shift.
fn cells(
    given: Given<'_>,
    rule: &Rule,
    (args, inner): (&[Expr], &[Clause]),
    (kind, dimensions): (KindId, usize),
    (slot, shift): (usize, i128),
) -> Option<Vec<Piece>> {
    let ranges = inner.iter().filter(|clause| matches!(clause, Clause::Range { .. })).count();
    let each = inner.iter().any(|clause| matches!(clause, Clause::Each { .. }));
    if ranges != dimensions || each {
        return None;
    }
    let mut walker = walker(given);
    let mut start = start(&walker, rule, dimensions + 1)?;
    let side = Affine::var(slot as Var);
    start.piece.require(at_most(&Affine::constant(1), &side)?);
    for var in 0..dimensions as Var {
        start.piece.require(at_most(&side, &Affine::var(var).shift(shift)?)?);
    }
    let mut pieces = Vec::new();
    for path in walker.clauses(inner, start)? {
        let mut cases = vec![(path, Vec::new())];
        for arg in args {
            cases = then(cases, |path, done: Vec<Affine>| {
                then(walker.int(arg, path)?, |path, form| {
                    Some(vec![(path, done.iter().cloned().chain([form]).collect())])
                })
            })?;
        }
        for (path, forms) in cases {
            let natural = |form: &Affine| path.piece.implies(&Condition::AtLeastZero(form.clone()));
            if !forms.iter().all(natural) || !are_apart(&path.free, &forms) {
                return None;
            }
            pieces.extend(finish(path, &[(kind, forms)], dimensions as Var + 1)?.map(|one| one.piece));
        }
    }
    // A cell of two ways would be there twice.
    let apart = |(place, one): (usize, &Piece)| {
        let shared = 2 * dimensions as Var + 1;
        pieces[..place].iter().all(|other| one.meet(other, shared).is_some_and(|both| both.is_empty()))
    };
    pieces.iter().enumerate().all(apart).then_some(pieces)
}

/// Whether each name has a form of its own, with the factor 1 or −1.
fn are_apart(names: &[Var], forms: &[Affine]) -> bool {
    let own = |form: &Affine| {
        let mut all = names.iter().filter(|&&name| form.mentions(name));
        let first = all.next().filter(|&&name| form.coefficient(name).abs() == 1).copied();
        if all.next().is_some() { None } else { first }
    };
    let mut owners: Vec<Var> = forms.iter().filter_map(own).collect();
    owners.sort_unstable();
    owners.dedup();
    owners.len() == forms.len() && names.len() == forms.len()
}

/// The points (corner, side, cell) of cubes without their corners, as disjoint pieces.
fn cube(dimensions: usize, shift: i128) -> Option<Vec<Piece>> {
    let count = dimensions as Var;
    let side = Affine::var(count);
    let (corner, cell) = (|var: Var| Affine::var(var), |var: Var| Affine::var(count + 1 + var));
    let mut all = Vec::new();
    for lower in 0..count {
        let mut conditions = vec![at_most(&Affine::constant(1), &side)];
        for var in 0..count {
            conditions.push(Some(Condition::AtLeastZero(corner(var))));
            conditions.push(at_most(&side, &corner(var).shift(shift)?));
            conditions.push(less(&corner(var).minus(&side)?, &cell(var)));
            conditions.push(at_most(&cell(var), &corner(var)));
        }
        conditions.push(less(&cell(lower), &corner(lower)));
        all.push(piece(2 * count + 1, conditions)?);
    }
    Some(all)
}
