//! The normal form of a kind: its moves as sets of integer points.
//!
//! A kind with integer arguments becomes a set of [`Move`]s: for each a number of components and the [`Piece`] of all
//! points (arguments, arguments of the components) that are moves; a kind with one list argument becomes a set of
//! [`ListMove`]s. Names, order, alternatives, several lines, guards that the rule "negative means no move" implies: all
//! that is gone, because two descriptions of the same points are the same to the proofs.

use super::Given;
use super::affine::{Affine, Var};
use super::constant::Constants;
use super::path::{Binding, Cases, Path, Walker, then};
use super::piece::{Condition, Piece, at_most, equal};
use crate::builtins::Function;
use crate::program::{Expr, ExprKind, Kind, KindId, Position, Rule};
use crate::syntax::ast::{Assign, Op};
use crate::value::Val;
use grundy::Watch;

/// More options written one by one than this: give up.
const MOST_OPTIONS: usize = 2_000;

/// More parts of one option than this: give up. A digit of a heap code leaves at most 31.
const MOST_PARTS: usize = 32;

/// The moves of one way through a rule of a kind with integer arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Move {
    /// The kinds of the components that are left.
    pub(super) parts: Vec<KindId>,
    /// Coordinates: the arguments, then those of the components one after the other.
    pub(super) piece: Piece,
    /// How many coordinates.
    pub(super) shared: Var,
}

/// What a move does with a list argument.
#[derive(Debug, Clone)]
pub(super) enum Change {
    /// New values at some places: index, old value, new value.
    Set(Vec<(Affine, Affine, Affine)>),
    /// The first element goes.
    DropFirst,
    /// The last element goes.
    DropLast,
}

/// The moves of one way through a rule of a kind with one list argument.
#[derive(Debug, Clone)]
pub(super) struct ListMove {
    pub(super) change: Change,
    /// Whether the list is put in order afterwards.
    pub(super) sorted: bool,
    pub(super) path: Path,
}

/// The moves of a kind whose arguments are all integers.
pub(super) fn integer_moves(given: Given<'_>, kind: KindId) -> Option<Vec<Move>> {
    moves(given, kind, false)
}

/// The same, and perhaps some more: a part with a number of copies that is not known is left or not, and copies are not counted.
pub(super) fn loose_moves(given: Given<'_>, kind: KindId) -> Option<Vec<Move>> {
    moves(given, kind, true)
}

fn moves(given: Given<'_>, kind: KindId, loose: bool) -> Option<Vec<Move>> {
    moves_of(given, given.program.kinds.get(kind.index())?, kind, loose)
}

/// The moves that a description of a kind gives.
pub(super) fn moves_of(given: Given<'_>, description: &Kind, kind: KindId, loose: bool) -> Option<Vec<Move>> {
    let (program, watch) = (given.program, Watch::default());
    if description.rules.iter().map(|rule| rule.options.len()).sum::<usize>() > MOST_OPTIONS {
        return None;
    }
    let odd = !loose && !program.misere && description.has_copies() && super::ends(Given { fixed: &[], ..given }, kind);
    let attempt = |expand: bool| {
        let constants = Constants::new(given, &watch);
        let mut walker = Walker { expand, loose, odd, ..Walker::new(program, constants) };
        let kind = description;
        let mut all = Vec::new();
        for rule in &kind.rules {
            all.extend(walker.tasted(rule, |walker| integer_rule(walker, kind, rule))?);
        }
        Some(all)
    };
    attempt(false).or_else(|| attempt(true))
}

/// The points of a move, and the parts that it leaves, each with the forms of its arguments.
pub(super) type Left = (Piece, Vec<(KindId, Vec<Affine>)>);

/// All moves of a kind, and perhaps more: what is not understood may be anything.
pub(super) fn open_moves(given: Given<'_>, kind: KindId) -> Option<Vec<Left>> {
    let kind = given.program.kinds.get(kind.index())?;
    let arity = Var::try_from(kind.args.len()).ok()?;
    let constants = Constants::new(given, &Watch::default());
    let mut walker = Walker { loose: true, open: true, ..Walker::new(given.program, constants) };
    let mut all = Vec::new();
    for rule in &kind.rules {
        all.extend(walker.tasted(rule, |walker| {
            let natural = |(path, parts): (Path, Vec<(KindId, Vec<Affine>)>)| {
                let mut piece = path.piece;
                let args = parts.iter().flat_map(|(_, args)| args);
                args.for_each(|arg| piece.require(Condition::AtLeastZero(arg.clone())));
                (!piece.is_empty()).then_some((piece, parts))
            };
            Some(written(walker, kind, rule, arity)?.into_iter().filter_map(natural).collect::<Vec<_>>())
        })?);
    }
    Some(all)
}

fn integer_rule(walker: &mut Walker<'_>, kind: &Kind, rule: &Rule) -> Option<Vec<Move>> {
    let arity = Var::try_from(kind.args.len().checked_sub(walker.constants.fixed().len())?).ok()?;
    let mut all = Vec::new();
    for (path, parts) in written(walker, kind, rule, arity)? {
        all.extend(finish(path, &parts, arity)?);
    }
    Some(all)
}

/// The ways through a rule with the parts that its options leave.
fn written(walker: &mut Walker<'_>, kind: &Kind, rule: &Rule, arity: Var) -> Cases<Vec<(KindId, Vec<Affine>)>> {
    let fixed = walker.constants.fixed();
    let mut env = vec![Binding::Open; rule.frame];
    let mut piece = Piece::all(arity).under(walker.constants.budget());
    let mut vars = 0..arity;
    for (slot, binding) in env.iter_mut().take(kind.args.len()).enumerate() {
        *binding = match fixed.iter().find(|(argument, _)| *argument == slot) {
            Some((_, value)) => Binding::Const(value.clone()),
            None => {
                let var = vars.next()?;
                piece.require(Condition::AtLeastZero(Affine::var(var)));
                Binding::Int(Affine::var(var))
            }
        };
    }
    let start = Path { piece, env, cells: Vec::new(), free: Vec::new() };
    let mut all = Vec::new();
    for path in walker.clauses(&rule.clauses, start)? {
        for option in &rule.options {
            all.extend(walker.position(option, path.clone())?);
        }
    }
    Some(all)
}

/// Makes the arguments of the components coordinates and removes the `for` names. `Some(None)`: there is no such move.
pub(super) fn finish(path: Path, parts: &[(KindId, Vec<Affine>)], arity: Var) -> Option<Option<Move>> {
    let Path { mut piece, free, .. } = path;
    let mut place: Vec<Option<Var>> = (0..arity).map(Some).collect();
    let mut shared = arity;
    for arg in parts.iter().flat_map(|(_, args)| args) {
        let var = piece.fresh();
        piece.require(equal(&Affine::var(var), arg)?);
        piece.require(Condition::AtLeastZero(Affine::var(var)));
        place.resize(var as usize, None);
        place.push(Some(shared));
        shared += 1;
    }
    if piece.is_empty() {
        return Some(None);
    }
    for var in free.into_iter().rev() {
        piece.remove(var)?;
    }
    let parts = parts.iter().map(|(kind, _)| *kind).collect();
    Some(Some(Move { parts, piece: piece.renamed(&place, shared)?, shared }))
}

impl Walker<'_> {
    /// The components of a sum, each with its arguments.
    fn position(&mut self, position: &Position, path: Path) -> Cases<Vec<(KindId, Vec<Affine>)>> {
        match position {
            Position::Of { kind, args, .. } => {
                let mut cases = vec![(path, Vec::new())];
                let fixed = self.constants.fixed();
                let free =
                    args.iter().enumerate().filter(|(place, _)| !fixed.iter().any(|(argument, _)| argument == place));
                for (_, arg) in free {
                    cases = then(cases, |path, done: Vec<Affine>| {
                        then(self.int(arg, path)?, |path, form| {
                            Some(vec![(path, done.iter().cloned().chain([form]).collect())])
                        })
                    })?;
                }
                Some(cases.into_iter().map(|(path, args)| (path, vec![(*kind, args)])).collect())
            }
            // No theorem knows more parts, and every one costs as much as all before it.
            Position::Add(parts) if parts.len() > MOST_PARTS => None,
            Position::Add(parts) => {
                let mut cases = vec![(path, Vec::new())];
                for part in parts {
                    cases = then(cases, |path, done: Vec<(KindId, Vec<Affine>)>| {
                        then(self.position(part, path)?, |path, more| {
                            Some(vec![(path, done.iter().cloned().chain(more).collect())])
                        })
                    })?;
                }
                Some(cases)
            }
            Position::Copies(count, part) => {
                let count = match self.constant(count, &path) {
                    Some(Val::Int(count @ 1..)) if self.odd && count % 2 == 1 => 1,
                    Some(Val::Int(count @ 1..=4)) => count,
                    _ if self.loose => {
                        let mut cases = self.position(part, path.clone())?;
                        cases.push((path, Vec::new()));
                        return Some(cases);
                    }
                    _ => return None,
                };
                let cases = self.position(part, path)?;
                let times = |parts: Vec<_>| std::iter::repeat_n(parts, count as usize).flatten().collect();
                Some(cases.into_iter().map(|(path, parts)| (path, times(parts))).collect())
            }
            Position::Sum(part, clauses) if self.open => {
                let mut cases = vec![(path.clone(), Vec::new())];
                for path in self.clauses(clauses, path)? {
                    cases.extend(self.position(part, path)?);
                }
                Some(cases)
            }
            Position::Sum(..) | Position::Chosen(..) => None,
        }
    }

    /// What an expression makes of the list argument.
    fn list(&mut self, expr: &Expr, path: Path) -> Cases<Change> {
        match &expr.kind {
            ExprKind::With(list, updates) if self.is_list(list, &path) => {
                let mut cases = vec![(path, Vec::new())];
                for update in updates {
                    let [index] = update.path.as_slice() else { return None };
                    cases = then(cases, |path, done: Vec<(Affine, Affine, Affine)>| {
                        then(self.int(index, path)?, |path, index| {
                            then(self.int(&update.value, path)?, |path, value| {
                                let (path, set) = assign(path, &index, update.assign, &value)?;
                                Some(vec![(path, done.iter().cloned().chain([set]).collect())])
                            })
                        })
                    })?;
                }
                then(cases, |path, sets| distinct(&path, &sets)?.then_some(vec![(path, Change::Set(sets))]))
            }
            ExprKind::Slice(list, from, to) if self.is_list(list, &path) => {
                self.without_end(from.as_deref(), to.as_deref(), path)
            }
            ExprKind::Chain(first, rest) if rest.iter().all(|(op, _)| *op == Op::Join) => {
                let parts: Vec<&Expr> = std::iter::once(&**first).chain(rest.iter().map(|(_, part)| part)).collect();
                self.replaced(&parts, path)
            }
            _ => None,
        }
    }

    /// `p[1:]` and `p[:len(p)-1]` of a list that is not empty.
    fn without_end(&mut self, from: Option<&Expr>, to: Option<&Expr>, path: Path) -> Cases<Change> {
        let length = Affine::var(super::path::LENGTH);
        let start = match from {
            None => vec![(path, Affine::constant(0))],
            Some(from) => self.int(from, path)?,
        };
        then(start, |path, from| {
            let end = match to {
                None => vec![(path, length.clone())],
                Some(to) => self.int(to, path)?,
            };
            then(end, |path, to| {
                let change = match from.as_constant() {
                    Some(1) if to == length => Change::DropFirst,
                    Some(0) if to == length.shift(-1)? => Change::DropLast,
                    _ => return None,
                };
                let first = at_most(&Affine::constant(1), &length)?;
                path.piece.implies(&first).then_some(vec![(path, change)])
            })
        })
    }

    /// `p[:len(p)-1] ++ [v]` of a list that is not empty.
    fn replaced_last(&mut self, before: &Expr, value: &Expr, path: Path) -> Cases<Change> {
        let ExprKind::Slice(list, from, to) = &before.kind else { return None };
        if !self.is_list(list, &path) {
            return None;
        }
        then(self.without_end(from.as_deref(), to.as_deref(), path)?, |path, change| {
            let Change::DropLast = change else { return None };
            then(self.int(value, path)?, |path, value| {
                let last = Affine::var(super::path::LENGTH).shift(-1)?;
                let (path, set) = assign(path, &last, Assign::Set, &value)?;
                Some(vec![(path, Change::Set(vec![set]))])
            })
        })
    }

    /// `p[:i] ++ [v] ++ p[i+1:]`, and `[v] ++ p[1:]`, with any number of new elements in place of as many old ones, or with none in place of the first.
    fn replaced(&mut self, parts: &[&Expr], path: Path) -> Cases<Change> {
        if let [before, Expr { kind: ExprKind::List(items), .. }] = parts {
            let [value] = items.as_slice() else { return None };
            return self.replaced_last(before, value, path);
        }
        let (after, parts) = parts.split_last()?;
        let ExprKind::Slice(list, Some(from), None) = &after.kind else { return None };
        if !self.is_list(list, &path) {
            return None;
        }
        let (places, parts) = match parts.split_first()? {
            (Expr { kind: ExprKind::Slice(list, None, Some(to)), .. }, parts) if self.is_list(list, &path) => {
                (self.int(to, path)?, parts)
            }
            _ => (vec![(path, Affine::constant(0))], parts),
        };
        then(places, |path, start| {
            let mut cases = vec![(path, Vec::new())];
            for part in parts {
                cases = then(cases, |path, done: Vec<&Expr>| {
                    then(self.written_out(part, path)?, |path, more| Some(vec![(path, [done.clone(), more].concat())]))
                })?;
            }
            then(cases, |path, items| {
                then(self.int(from, path)?, |path, from| self.instead(&start, &items, &from, path))
            })
        })
    }

    /// The expressions that a list is written with, where `if` decides between several.
    fn written_out<'e>(&mut self, list: &'e Expr, path: Path) -> Cases<Vec<&'e Expr>> {
        match &list.kind {
            ExprKind::List(items) => Some(vec![(path, items.iter().collect())]),
            ExprKind::If(condition, yes, no) => {
                let mut all = Vec::new();
                for (wanted, branch) in [(true, yes), (false, no)] {
                    for path in self.cond(condition, path.clone(), wanted)? {
                        all.extend(self.written_out(branch, path)?);
                    }
                }
                Some(all)
            }
            // The empty list may be a constant.
            ExprKind::Const(Val::List(list)) if list.is_empty() => Some(vec![(path, Vec::new())]),
            _ => None,
        }
    }

    /// New elements in place of those from `start` up to `end`.
    fn instead(&mut self, start: &Affine, items: &[&Expr], end: &Affine, path: Path) -> Cases<Change> {
        if *end != start.shift(items.len().max(1) as i128)? {
            return None;
        }
        if items.is_empty() {
            let there = at_most(&Affine::constant(1), &Affine::var(super::path::LENGTH))?;
            let first = start.as_constant() == Some(0) && path.piece.implies(&there);
            return first.then_some(vec![(path, Change::DropFirst)]);
        }
        let mut cases = vec![(path, Vec::new())];
        for (place, item) in items.iter().enumerate() {
            let index = start.shift(place as i128)?;
            cases = then(cases, |path, done: Vec<(Affine, Affine, Affine)>| {
                then(self.int(item, path)?, |path, value| {
                    let (path, set) = assign(path, &index, Assign::Set, &value)?;
                    Some(vec![(path, done.iter().cloned().chain([set]).collect())])
                })
            })?;
        }
        Some(cases.into_iter().map(|(path, sets)| (path, Change::Set(sets))).collect())
    }
}

/// One change of a `with`.
fn assign(mut path: Path, index: &Affine, how: Assign, value: &Affine) -> Option<(Path, (Affine, Affine, Affine))> {
    let old = Affine::var(path.cell(index)?);
    let new = match how {
        Assign::Set => value.clone(),
        Assign::Add => old.plus(value)?,
        Assign::Sub => old.minus(value)?,
    };
    Some((path, (index.clone(), old, new)))
}

/// Whether no place is changed twice.
fn distinct(path: &Path, sets: &[(Affine, Affine, Affine)]) -> Option<bool> {
    for (position, (a, _, _)) in sets.iter().enumerate() {
        for (b, _, _) in &sets[position + 1..] {
            if !path.piece.with(equal(a, b)?).is_empty() {
                return Some(false);
            }
        }
    }
    Some(true)
}

/// The moves of a kind whose one argument is a list, each leaving one position of the same kind.
pub(super) fn list_moves(given: Given<'_>, kind: KindId) -> Option<Vec<ListMove>> {
    let (program, constants) = (given.program, Constants::new(given, &Watch::default()));
    let mut walker = Walker::new(program, constants);
    let mut all = Vec::new();
    for rule in &program.kinds.get(kind.index())?.rules {
        all.extend(walker.tasted(rule, |walker| list_rule(walker, given, kind, rule))?);
    }
    Some(all)
}

/// Where a rule about one list begins: of the list nothing is known but that it has a length.
pub(super) fn list_start(given: Given<'_>, rule: &Rule) -> Option<Path> {
    let mut env = vec![Binding::Open; rule.frame];
    *env.first_mut()? = Binding::List;
    let mut piece = Piece::all(1).under(given.budget);
    piece.require(Condition::AtLeastZero(Affine::var(super::path::LENGTH)));
    Some(Path { piece, env, cells: Vec::new(), free: Vec::new() })
}

fn list_rule(walker: &mut Walker<'_>, given: Given<'_>, kind: KindId, rule: &Rule) -> Option<Vec<ListMove>> {
    let mut all = Vec::new();
    for path in walker.clauses(&rule.clauses, list_start(given, rule)?)? {
        for option in &rule.options {
            all.extend(list_option(walker, kind, option, path.clone())?);
        }
    }
    Some(all)
}

fn list_option(walker: &mut Walker<'_>, own: KindId, option: &Position, path: Path) -> Option<Vec<ListMove>> {
    let Position::Of { kind, args, .. } = option else { return None };
    let ([arg], true) = (args.as_slice(), *kind == own) else { return None };
    let (arg, sorted) = match &arg.kind {
        ExprKind::Call(Function::Sort, inner) => (inner.first()?, true),
        _ => (arg, false),
    };
    let mut all = Vec::new();
    for (mut path, change) in walker.list(arg, path)? {
        if let Change::Set(sets) = &change {
            for (_, _, new) in sets {
                path.piece.require(at_most(&Affine::constant(0), new)?);
            }
        }
        if !path.piece.is_empty() {
            all.push(ListMove { change, sorted, path });
        }
    }
    Some(all)
}

impl ListMove {
    /// The move as points in the coordinates length and the forms given, which become 1, 2, …; `for` names are removed.
    /// Nothing when other elements of the list have a say.
    pub(super) fn points(&self, forms: &[&Affine]) -> Option<Piece> {
        let mut piece = self.path.piece.clone();
        let place = piece.coordinates(forms.iter().copied())?;
        for var in self.path.free.iter().copied().rev() {
            piece.remove(var)?;
        }
        for (_, var) in &self.path.cells {
            if forms.contains(&&Affine::var(*var)) {
                piece.remove(*var)?;
            } else {
                // An element that is looked at but has no say is any natural number.
                piece.forget(&Condition::AtLeastZero(Affine::var(*var)));
            }
        }
        piece.renamed(&place, 1 + forms.len() as Var)
    }

    /// Whether it is proved that all moves of this kind satisfy the condition.
    pub(super) fn always(&self, condition: &Condition) -> bool {
        self.path.piece.implies(condition)
    }
}
