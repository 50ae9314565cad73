//! Lists that are written in terms of the list argument: stretches of its elements, and new elements between them.

use super::affine::Affine;
use super::path::{Cases, LENGTH, Path, Walker, then};
use super::piece::{at_most, equal, less};
use crate::builtins::Function;
use crate::program::{Clause, Comprehension, Expr, ExprKind, Update};
use crate::syntax::ast::{Assign, Comparison, Op};

/// A part of a list that is written in terms of the old one.
#[derive(Debug, Clone)]
pub(super) enum Stretch {
    /// The old elements from one index to before another.
    Old(Affine, Affine),
    /// A new element.
    New(Affine),
}

impl Stretch {
    fn len(&self) -> Option<Affine> {
        match self {
            Stretch::Old(from, to) => to.minus(from),
            Stretch::New(_) => Some(Affine::constant(1)),
        }
    }
}

pub(super) type Stretches = Vec<Stretch>;

/// Where an index points to: the stretch, and how far behind its start.
fn find(stretches: &[Stretch], index: &Affine, path: &Path) -> Option<(usize, Affine)> {
    let mut start = Affine::constant(0);
    for (place, stretch) in stretches.iter().enumerate() {
        let end = start.plus(&stretch.len()?)?;
        if path.piece.implies(&less(index, &end)?) {
            let inside = path.piece.implies(&at_most(&start, index)?);
            return inside.then_some((place, index.minus(&start)?));
        }
        path.piece.implies(&at_most(&end, index)?).then_some(())?;
        start = end;
    }
    None
}

/// What comes for an element.
type New<'a> = &'a dyn Fn(&Affine) -> Option<Affine>;

/// Puts something in place of one element, or nothing.
fn replace(stretches: &mut Stretches, index: &Affine, path: &mut Path, by: Option<New<'_>>) -> Option<()> {
    let (place, behind) = find(stretches, index, path)?;
    let (around, old) = match stretches[place].clone() {
        Stretch::New(old) => (None, old),
        Stretch::Old(from, to) => {
            let at = from.plus(&behind)?;
            let cell = path.cell(&at)?;
            (Some((Stretch::Old(from, at.clone()), Stretch::Old(at.shift(1)?, to))), Affine::var(cell))
        }
    };
    let new = match by {
        Some(by) => Some(Stretch::New(by(&old)?)),
        None => None,
    };
    let (before, after) = around.unzip();
    stretches.splice(place..=place, before.into_iter().chain(new).chain(after));
    Some(())
}

/// Whether the stretches may be taken from the list: their ends are in it, in order.
fn is_slice(from: &Affine, to: &Affine, path: &Path) -> Option<bool> {
    let conditions = [at_most(&Affine::constant(0), from)?, at_most(from, to)?, at_most(to, &Affine::var(LENGTH))?];
    Some(conditions.iter().all(|condition| path.piece.implies(condition)))
}

impl Walker<'_> {
    /// The stretches that a list expression consists of.
    pub(super) fn stretches(&mut self, expr: &Expr, path: Path) -> Cases<Stretches> {
        if self.is_list(expr, &path) {
            return Some(vec![(path, vec![Stretch::Old(Affine::constant(0), Affine::var(LENGTH))])]);
        }
        match &expr.kind {
            ExprKind::List(items) => {
                let mut cases = vec![(path, Vec::new())];
                for item in items {
                    cases = then(cases, |path, done: Stretches| {
                        then(self.int(item, path)?, |path, new| {
                            Some(vec![(path, [done.clone(), vec![Stretch::New(new)]].concat())])
                        })
                    })?;
                }
                Some(cases)
            }
            ExprKind::Chain(first, rest) if rest.iter().all(|(op, _)| *op == Op::Join) => {
                let mut cases = self.stretches(first, path)?;
                for (_, part) in rest {
                    cases = then(cases, |path, done| {
                        then(self.stretches(part, path)?, |path, more| {
                            Some(vec![(path, [done.clone(), more].concat())])
                        })
                    })?;
                }
                Some(cases)
            }
            ExprKind::Slice(list, from, to) if self.is_list(list, &path) => {
                let end = |walker: &mut Self, end: &Option<Box<Expr>>, other: Affine, path: Path| match end {
                    Some(end) => walker.int(end, path),
                    None => Some(vec![(path, other)]),
                };
                then(end(self, from, Affine::constant(0), path)?, |path, from| {
                    then(end(self, to, Affine::var(LENGTH), path)?, |path, to| {
                        is_slice(&from, &to, &path)?.then(|| vec![(path, vec![Stretch::Old(from.clone(), to)])])
                    })
                })
            }
            ExprKind::Call(Function::Without, args) => {
                let [list, index] = args.as_slice() else { return None };
                then(self.stretches(list, path)?, |path, stretches| {
                    then(self.int(index, path)?, |mut path, index| {
                        let mut stretches = stretches.clone();
                        replace(&mut stretches, &index, &mut path, None)?;
                        Some(vec![(path, stretches)])
                    })
                })
            }
            ExprKind::With(list, updates) => {
                let cases = self.stretches(list, path)?;
                self.updated(updates, cases)
            }
            ExprKind::ListOver(filter) => self.filtered(filter, path),
            ExprKind::If(condition, yes, no) => self.either(condition, [yes, no], path, Self::stretches),
            ExprKind::Let(index, args) => {
                self.inline(*index, args, path, &mut |walker, body, path| walker.stretches(body, path))
            }
            _ => None,
        }
    }

    /// Changes of single elements, none of which is named twice.
    fn updated(&mut self, updates: &[Update], mut cases: Vec<(Path, Stretches)>) -> Cases<Stretches> {
        let mut named: Vec<Affine> = Vec::new();
        for update in updates {
            let [index] = update.path.as_slice() else { return None };
            let mut places = Vec::new();
            cases = then(cases, |path, stretches| {
                then(self.int(index, path)?, |path, index| {
                    for other in &named {
                        path.piece.with(equal(other, &index)?).is_empty().then_some(())?;
                    }
                    places.push(index.clone());
                    then(self.int(&update.value, path)?, |mut path, value| {
                        let new = |old: &Affine| match update.assign {
                            Assign::Set => Some(value.clone()),
                            Assign::Add => old.plus(&value),
                            Assign::Sub => old.minus(&value),
                        };
                        let mut stretches = stretches.clone();
                        replace(&mut stretches, &index, &mut path, Some(&new))?;
                        Some(vec![(path, stretches)])
                    })
                })
            })?;
            named.append(&mut places);
        }
        Some(cases)
    }

    /// `[p[k] for k in 0..len(p)-1 if k != i and k != j]`.
    fn filtered(&mut self, filter: &Comprehension, path: Path) -> Cases<Stretches> {
        let (Clause::Range { slot, from, to: Some(to), .. }, conditions) = filter.clauses.split_first()? else {
            return None;
        };
        let ExprKind::Index(list, index) = &filter.body.kind else { return None };
        if !self.is_list(list, &path) || !index.is_local(*slot) {
            return None;
        }
        let mut gone = Vec::new();
        for condition in conditions {
            let Clause::If(condition) = condition else { return None };
            left_out(condition, *slot, &mut gone)?;
        }
        let all = then(self.int(from, path)?, |path, from| {
            then(self.int(to, path)?, |path, to| {
                let whole = from.as_constant() == Some(0) && to == Affine::var(LENGTH).shift(-1)?;
                whole.then(|| vec![(path, vec![Stretch::Old(from.clone(), Affine::var(LENGTH))])])
            })
        })?;
        gone.into_iter().try_fold(all, |cases, index| {
            then(cases, |path, stretches| {
                then(self.int(index, path)?, |mut path, index| {
                    let mut stretches = stretches.clone();
                    leave_out(&mut stretches, &index, &mut path)?;
                    Some(vec![(path, stretches)])
                })
            })
        })
    }
}

/// The indices that `k != i and k != j` names.
fn left_out<'e>(condition: &'e Expr, slot: usize, gone: &mut Vec<&'e Expr>) -> Option<()> {
    match &condition.kind {
        ExprKind::Compare(Comparison::NotEqual, a, b) if a.is_local(slot) => gone.push(b),
        ExprKind::Compare(Comparison::NotEqual, a, b) if b.is_local(slot) => gone.push(a),
        ExprKind::Compare(Comparison::NotIn, a, b) if a.is_local(slot) => {
            let ExprKind::List(items) = &b.kind else { return None };
            gone.extend(items);
        }
        ExprKind::Chain(first, rest) if rest.iter().all(|(op, _)| *op == Op::And) => {
            left_out(first, slot, gone)?;
            for (_, condition) in rest {
                left_out(condition, slot, gone)?;
            }
        }
        _ => return None,
    }
    Some(())
}

/// Takes an old element out of stretches that are in order.
fn leave_out(stretches: &mut Stretches, index: &Affine, path: &mut Path) -> Option<()> {
    let place = stretches.iter().position(|stretch| match stretch {
        Stretch::Old(from, to) => {
            let inside = [at_most(from, index), less(index, to)];
            inside.iter().all(|condition| condition.as_ref().is_some_and(|condition| path.piece.implies(condition)))
        }
        Stretch::New(_) => false,
    })?;
    let Stretch::Old(from, to) = stretches[place].clone() else { return None };
    path.cell(index)?;
    stretches.splice(place..=place, [Stretch::Old(from, index.clone()), Stretch::Old(index.shift(1)?, to)]);
    Some(())
}
