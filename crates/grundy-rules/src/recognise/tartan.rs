//! Products of games of one number, which the Tartan theorem is about: from the rules of the product to the rules of its factors.
//!
//! A rule of a product names what is turned along each axis apart: no clause speaks of two axes at once, but for the one that leaves out the position
//! itself. The names of a rule fall into classes, one for each argument, and the clauses of a class are those of a rule of one number. Cells are
//! either listed, `g(a, y) + g(x, b) + g(a, b)`: then they must be all combinations but the position; or run through by one `for` an axis, `sum(g(i, j) for
//! i in …, j in … if i < x or j < y)`: then it is proved for each axis that the position's own number occurs once, that none is larger, and
//! that the condition leaves out the position and nothing else. Several rules must be all combinations of the rules of the factors.
//!
//! A number that is negative makes the whole option no move, in the product as in the factor.

use super::Given;
use super::affine::{Affine, Var};
use super::constant::Constants;
use super::path::{Binding, Path, Walker};
use super::piece::{Condition, Piece, at_most, equal};
use crate::check::inline::{Inline, Walk, slots_of, slots_of_clause, walk_clause, walk_expr};
use crate::program::{Clause, Expr, ExprKind, Kind, KindId, Position, Rule, Type};
use crate::source::Span;
use crate::syntax::ast::{Comparison, Op};
use grundy::Watch;

/// More axes than this are not tried.
const MOST_AXES: usize = 4;

/// The factors of a kind that is a product: kinds of one argument whose options are of the first kind.
pub(crate) fn factors(given: Given<'_>, kind: KindId) -> Option<Vec<Kind>> {
    let description = given.program.kinds.get(kind.index())?;
    let axes = description.args.len();
    // A promise that play ends says nothing about the factors.
    if given.program.finite {
        return None;
    }
    if !(2..=MOST_AXES).contains(&axes)
        || !given.fixed.is_empty()
        || description.is_unbounded()
        || !is_meant(description)
    {
        return None;
    }
    let mut factors: Vec<Vec<(String, Rule)>> = (0..axes).map(|_| Vec::new()).collect();
    let mut combinations: Vec<Vec<usize>> = Vec::new();
    for rule in &description.rules {
        for option in &rule.options {
            let found = Factored { given, kind, axes }.rules(rule, option)?;
            let place = |(known, rule): (&mut Vec<(String, Rule)>, Rule)| {
                let key = key(&rule);
                known.iter().position(|(other, _)| *other == key).unwrap_or_else(|| {
                    known.push((key, rule));
                    known.len() - 1
                })
            };
            combinations.push(factors.iter_mut().zip(found).map(place).collect());
        }
    }
    combinations.sort_unstable();
    combinations.dedup();
    if combinations.len() != factors.iter().map(Vec::len).product::<usize>() {
        return None;
    }
    let kind = |(axis, rules): (usize, Vec<(String, Rule)>)| Kind {
        name: description.name.clone(),
        args: vec![description.args[axis].clone()],
        rules: rules.into_iter().map(|(_, rule)| rule).collect(),
        drawn: None,
    };
    Some(factors.into_iter().enumerate().map(kind).collect())
}

/// A quick look: a product has a move that leaves several positions, or a sum.
fn is_meant(kind: &Kind) -> bool {
    let several = |option: &Position| match option {
        Position::Add(parts) => parts.len() > 2,
        Position::Sum(..) => true,
        _ => false,
    };
    kind.rules.iter().flat_map(|rule| &rule.options).any(several)
}

struct Factored<'a> {
    given: Given<'a>,
    kind: KindId,
    axes: usize,
}

/// The cells of an option.
enum Cells {
    Listed(Vec<Vec<Expr>>),
    Over { clauses: Vec<Clause>, corner: Expr, cell: Vec<Expr> },
}

impl Factored<'_> {
    fn rules(&self, rule: &Rule, option: &Position) -> Option<Vec<Rule>> {
        let mut frame = rule.frame;
        let outer = split(&rule.clauses);
        let cells = self.cells(option, &mut frame)?;
        let mut classes = Classes::new(frame, self.axes);
        outer.iter().for_each(|clause| classes.join(&slots_of_clause(clause)));
        match &cells {
            Cells::Listed(cells) => cells.iter().for_each(|cell| classes.join_cell(cell)),
            Cells::Over { clauses, cell, .. } => {
                clauses.iter().for_each(|clause| classes.join(&slots_of_clause(clause)));
                classes.join_cell(cell);
            }
        }
        let apart = |axis: usize| (0..axis).all(|other| classes.root(axis) != classes.root(other));
        if !(0..self.axes).all(apart) {
            return None;
        }
        let axis_of = |clause: &Clause| slots_of_clause(clause).first().map_or(Some(0), |&slot| classes.axis(slot));
        let outer: Vec<(usize, Clause)> =
            outer.into_iter().map(|clause| Some((axis_of(&clause).unwrap_or(0), clause))).collect::<Option<_>>()?;
        let of_axis = |axis: usize| outer.iter().filter(move |(own, _)| *own == axis).map(|(_, clause)| clause.clone());
        let options = match cells {
            Cells::Listed(cells) => self.listed(&cells)?,
            Cells::Over { clauses, corner, cell } => {
                for (axis, number) in cell.iter().enumerate() {
                    let range = clauses.iter().find(|clause| axis_of(clause) == Some(axis))?;
                    let outer: Vec<Clause> = of_axis(axis).collect();
                    self.own_number_once(&outer, range, number, axis, frame)?;
                }
                (clauses.len() == self.axes).then_some(())?;
                self.leaves_out_the_position(&corner, &cell, frame)?;
                let sum = |axis: usize| {
                    let range = clauses.iter().find(|clause| axis_of(clause) == Some(axis))?.clone();
                    Some(other_coins(range, &cell[axis], axis))
                };
                (0..self.axes).map(sum).collect::<Option<Vec<_>>>()?
            }
        };
        let factor = |(axis, option): (usize, Position)| {
            let mut rule = Rule { frame, options: vec![option], clauses: of_axis(axis).collect(), span: rule.span };
            let mut swap = Swap(axis);
            rule.clauses.iter_mut().for_each(|clause| walk_clause(&mut swap, clause));
            rule.options.iter_mut().for_each(|option| swap.position(option));
            rule
        };
        Some(options.into_iter().enumerate().map(factor).collect())
    }

    fn cells(&self, option: &Position, frame: &mut usize) -> Option<Cells> {
        match option {
            Position::Of { .. } => Some(Cells::Listed(vec![self.cell(option)?])),
            Position::Add(parts) => {
                if let [Position::Sum(..)] = parts.as_slice() {
                    return self.cells(&parts[0], frame);
                }
                parts.iter().map(|part| self.cell(part)).collect::<Option<_>>().map(Cells::Listed)
            }
            Position::Sum(part, clauses) => self.over(self.cell(part)?, clauses, frame),
            Position::Copies(..) | Position::Chosen(..) => None,
        }
    }

    fn cell(&self, part: &Position) -> Option<Vec<Expr>> {
        match part {
            Position::Of { kind, args, set, settings, .. } if *kind == self.kind => {
                (set.is_empty() && settings.is_empty()).then(|| args.clone())
            }
            _ => None,
        }
    }

    /// A sum over clauses: one range for each axis, and one condition on several.
    fn over(&self, mut cell: Vec<Expr>, clauses: &[Clause], frame: &mut usize) -> Option<Cells> {
        let mut ranges = Vec::new();
        let mut corner = None;
        let mut names: Vec<Option<Expr>> = Vec::new();
        for clause in split(clauses) {
            match clause {
                Clause::Range { .. } => ranges.push(clause),
                // A list of cells, written out or as a helper.
                Clause::Each { slots, pattern: true, items, .. } => {
                    let list = self.written(items, frame)?;
                    let ExprKind::ListOver(list) = list.kind else { return None };
                    let ExprKind::List(parts) = list.body.kind else { return None };
                    (parts.len() == slots.len()).then_some(())?;
                    names.resize(*frame, None);
                    for (&slot, part) in slots.iter().zip(parts) {
                        *names.get_mut(slot)? = Some(part);
                    }
                    ranges.extend(split(&list.clauses));
                }
                Clause::If(condition) if corner.is_none() => corner = Some(condition),
                Clause::If(_) | Clause::Each { .. } => return None,
            }
        }
        let mut corner = corner?;
        let mut put = Put(&names);
        cell.iter_mut().for_each(|expr| put.expr(expr));
        put.expr(&mut corner);
        let plain = ranges.iter().all(|clause| matches!(clause, Clause::Range { to: Some(_), .. }));
        plain.then_some(Cells::Over { clauses: ranges, corner, cell })
    }

    /// An expression, with the right side of a helper in its place.
    fn written(&self, mut expr: Expr, frame: &mut usize) -> Option<Expr> {
        if let ExprKind::Let(index, args) = &expr.kind {
            let helper = self.given.program.lets.get(*index)?;
            let mut body = helper.body.clone();
            Inline { args, first: *frame }.expr(&mut body);
            *frame += helper.frame.saturating_sub(args.len());
            expr = body;
        }
        Some(expr)
    }

    /// The coins of each axis, if the cells are all combinations of them but the position itself.
    fn listed(&self, cells: &[Vec<Expr>]) -> Option<Vec<Position>> {
        let mut coins: Vec<Vec<(String, Expr)>> = Vec::new();
        for axis in 0..self.axes {
            let mut all: Vec<(String, Expr)> = Vec::new();
            for cell in cells {
                let expr = cell.get(axis)?;
                let text = text(expr);
                if !expr.is_local(axis) && !all.iter().any(|(known, _)| *known == text) {
                    all.push((text, expr.clone()));
                }
            }
            coins.push(all);
        }
        let mut texts: Vec<Vec<String>> = cells.iter().map(|cell| cell.iter().map(text).collect()).collect();
        texts.sort_unstable();
        texts.dedup();
        let itself = |cell: &Vec<Expr>| cell.iter().enumerate().all(|(axis, expr)| expr.is_local(axis));
        let combinations = coins.iter().map(|coins| coins.len() + 1).product::<usize>();
        if texts.len() != cells.len() || cells.len() + 1 != combinations || cells.iter().any(itself) {
            return None;
        }
        let option = |coins: Vec<(String, Expr)>| Position::Add(coins.into_iter().map(|(_, coin)| of(coin)).collect());
        Some(coins.into_iter().map(option).collect())
    }

    fn walker(&self) -> Walker<'_> {
        let constants = Constants::new(self.given, &Watch::default());
        Walker::new(self.given.program, constants)
    }

    /// The arguments as variables.
    fn start(&self, frame: usize) -> Path {
        let mut env = vec![Binding::Open; frame];
        let mut piece = Piece::all(self.axes as Var).under(self.given.budget);
        for (slot, binding) in env.iter_mut().take(self.axes).enumerate() {
            piece.require(Condition::AtLeastZero(Affine::var(slot as Var)));
            *binding = Binding::Int(Affine::var(slot as Var));
        }
        Path { piece, env, cells: Vec::new(), free: Vec::new() }
    }

    /// Proves that the numbers of an axis are at most the position's own, and that this is one of them, once.
    fn own_number_once(&self, outer: &[Clause], range: &Clause, cell: &Expr, axis: usize, frame: usize) -> Option<()> {
        let Clause::Range { slot, from, to: Some(to), .. } = range else { return None };
        let own = Affine::var(axis as Var);
        let mut walker = self.walker();
        for path in walker.clauses(outer, self.start(frame))? {
            for (path, from) in walker.int(from, path)? {
                for (mut path, to) in walker.int(to, path)? {
                    let name = path.piece.fresh();
                    *path.env.get_mut(*slot)? = Binding::Int(Affine::var(name));
                    for (mut path, form) in walker.int(cell, path)? {
                        let sign = form.coefficient(name);
                        (sign.abs() == 1).then_some(())?;
                        // The name's value at which the number is the position's own.
                        let at = own.minus(&form)?.times(sign)?.plus(&Affine::var(name))?;
                        let inside = [at_most(&from, &at)?, at_most(&at, &to)?];
                        let once = inside.iter().all(|condition| path.piece.implies(condition));
                        path.piece.require(at_most(&from, &Affine::var(name))?);
                        path.piece.require(at_most(&Affine::var(name), &to)?);
                        (once && path.piece.implies(&at_most(&form, &own)?)).then_some(())?;
                    }
                }
            }
        }
        Some(())
    }

    /// Proves that a condition holds for all cells but the position itself, wherever no number is larger than the position's own.
    fn leaves_out_the_position(&self, corner: &Expr, cell: &[Expr], frame: usize) -> Option<()> {
        let mut walker = self.walker();
        let mut path = self.start(frame);
        for slot in self.axes..frame {
            path.env[slot] = Binding::Int(Affine::var(path.piece.fresh()));
        }
        let mut forms = Vec::new();
        for (axis, expr) in cell.iter().enumerate() {
            let mut cases = walker.int(expr, path)?;
            let (Some((next, form)), true) = (cases.pop(), cases.is_empty()) else { return None };
            path = next;
            path.piece.require(at_most(&form, &Affine::var(axis as Var))?);
            forms.push(form);
        }
        let own = |(axis, form): (usize, &Affine)| equal(form, &Affine::var(axis as Var));
        let itself = forms.iter().enumerate().map(own).collect::<Option<Vec<_>>>()?;
        let corner = one_by_one(corner.clone())?;
        for path in walker.cond(&corner, path.clone(), false)? {
            itself.iter().all(|condition| path.piece.implies(condition)).then_some(())?;
        }
        for path in walker.cond(&corner, path, true)? {
            let both = itself.iter().fold(path.piece, |piece, condition| piece.with(condition.clone()));
            both.is_empty().then_some(())?;
        }
        Some(())
    }
}

/// `(i, j) != (x, y)` by its numbers.
fn one_by_one(condition: Expr) -> Option<Expr> {
    let ExprKind::Compare(Comparison::NotEqual, a, b) = &condition.kind else { return Some(condition) };
    let (ExprKind::List(left), ExprKind::List(right)) = (&a.kind, &b.kind) else { return Some(condition) };
    let compare = |(a, b): (&Expr, &Expr)| {
        let kind = ExprKind::Compare(Comparison::NotEqual, Box::new(a.clone()), Box::new(b.clone()));
        Expr { kind, span: condition.span, ty: Type::Bool }
    };
    let mut parts = left.iter().zip(right).map(compare);
    let first = parts.next().filter(|_| left.len() == right.len())?;
    let kind = ExprKind::Chain(Box::new(first), parts.map(|part| (Op::Or, part)).collect());
    Some(Expr { kind, span: condition.span, ty: Type::Bool })
}

/// The coins of one axis that are not the position's own number.
fn other_coins(mut range: Clause, cell: &Expr, axis: usize) -> Position {
    let span = cell.span;
    let local = |slot: usize| Expr { kind: ExprKind::Local(slot), span, ty: Type::Int };
    let number = |n: i128| Expr { kind: ExprKind::Const(crate::value::Val::Int(n)), span, ty: Type::Int };
    // Up to the number before it, if that is what the range says: sums over ranges are quick.
    if let Clause::Range { slot, to: Some(to), .. } = &mut range
        && cell.is_local(*slot)
        && to.is_local(axis)
    {
        let kind = ExprKind::Chain(Box::new(local(axis)), vec![(Op::Sub, number(1))]);
        *to = Expr { kind, span, ty: Type::Int };
        return Position::Sum(Box::new(of(cell.clone())), vec![range]);
    }
    let kind = ExprKind::Compare(Comparison::NotEqual, Box::new(cell.clone()), Box::new(local(axis)));
    let other = Clause::If(Expr { kind, span, ty: Type::Bool });
    Position::Sum(Box::new(of(cell.clone())), vec![range, other])
}

fn of(coin: Expr) -> Position {
    let span = coin.span;
    Position::Of { kind: KindId::FIRST, args: vec![coin], settings: Vec::new(), set: Vec::new(), span }
}

/// The clauses, each condition joined by `and` as conditions of their own.
fn split(clauses: &[Clause]) -> Vec<Clause> {
    fn conditions(condition: &Expr, all: &mut Vec<Clause>) {
        match &condition.kind {
            ExprKind::Chain(first, rest) if rest.iter().all(|(op, _)| *op == Op::And) => {
                std::iter::once(&**first)
                    .chain(rest.iter().map(|(_, part)| part))
                    .for_each(|part| conditions(part, all));
            }
            _ => all.push(Clause::If(condition.clone())),
        }
    }
    let mut all = Vec::new();
    for clause in clauses {
        match clause {
            Clause::If(condition) => conditions(condition, &mut all),
            _ => all.push(clause.clone()),
        }
    }
    all
}

/// Slots that are spoken of together.
struct Classes {
    parents: Vec<usize>,
    axes: usize,
}

impl Classes {
    fn new(frame: usize, axes: usize) -> Classes {
        Classes { parents: (0..frame.max(axes)).collect(), axes }
    }

    fn root(&self, mut slot: usize) -> usize {
        while self.parents[slot] != slot {
            slot = self.parents[slot];
        }
        slot
    }

    fn join(&mut self, slots: &[usize]) {
        let last = slots.iter().copied().max().unwrap_or(0);
        self.parents.extend(self.parents.len()..=last);
        for pair in slots.windows(2) {
            let (a, b) = (self.root(pair[0]), self.root(pair[1]));
            self.parents[a.max(b)] = a.min(b);
        }
    }

    /// The numbers of a cell, each with the argument in its place.
    fn join_cell(&mut self, cell: &[Expr]) {
        for (axis, expr) in cell.iter().enumerate() {
            let mut slots = slots_of(expr);
            slots.push(axis);
            self.join(&slots);
        }
    }

    fn axis(&self, slot: usize) -> Option<usize> {
        let root = if slot < self.parents.len() { self.root(slot) } else { slot };
        (0..self.axes).find(|&axis| self.root(axis) == root)
    }
}

/// An argument becomes the first.
struct Swap(usize);

impl Walk for Swap {
    fn slot(&mut self, slot: &mut usize) {
        if *slot == self.0 {
            *slot = 0;
        } else if *slot == 0 {
            *slot = self.0;
        }
    }
}

/// Names become expressions.
struct Put<'a>(&'a [Option<Expr>]);

impl Walk for Put<'_> {
    fn expr(&mut self, expr: &mut Expr) {
        match &expr.kind {
            ExprKind::Local(slot) if self.0.get(*slot).is_some_and(Option::is_some) => {
                if let Some(Some(by)) = self.0.get(*slot) {
                    *expr = by.clone();
                }
            }
            _ => walk_expr(self, expr),
        }
    }
}

/// Names by the order in which they are met, and no places.
#[derive(Default)]
struct Unnamed(Vec<usize>);

impl Walk for Unnamed {
    fn slot(&mut self, slot: &mut usize) {
        let place = self.0.iter().position(|known| known == slot).unwrap_or_else(|| {
            self.0.push(*slot);
            self.0.len() - 1
        });
        *slot = place;
    }

    fn expr(&mut self, expr: &mut Expr) {
        expr.span = Span::new(0, 0);
        walk_expr(self, expr);
    }
}

/// An expression as a text that is the same wherever it stands.
fn text(expr: &Expr) -> String {
    struct Placeless;
    impl Walk for Placeless {
        fn expr(&mut self, expr: &mut Expr) {
            expr.span = Span::new(0, 0);
            walk_expr(self, expr);
        }
    }
    let mut expr = expr.clone();
    Placeless.expr(&mut expr);
    format!("{:?}", expr.kind)
}

/// A rule as a text that is the same for all names.
fn key(rule: &Rule) -> String {
    let mut names = Unnamed(vec![0]);
    let mut key = String::new();
    let mut clause_key = |clause: &Clause, names: &mut Unnamed| {
        let mut clause = clause.clone();
        walk_clause(names, &mut clause);
        match clause {
            Clause::Range { slot, from, to, .. } => key.push_str(&format!("for {slot} {from:?} {to:?};")),
            Clause::Each { slots, pattern, items, .. } => key.push_str(&format!("each {slots:?} {pattern} {items:?};")),
            Clause::If(condition) => key.push_str(&format!("if {condition:?};")),
        }
    };
    rule.clauses.iter().for_each(|clause| clause_key(clause, &mut names));
    let mut parts = Vec::new();
    for option in &rule.options {
        match option {
            Position::Add(coins) => parts.extend(coins),
            Position::Sum(part, clauses) => {
                clauses.iter().for_each(|clause| clause_key(clause, &mut names));
                parts.push(part);
            }
            other => parts.push(other),
        }
    }
    for part in parts {
        if let Position::Of { args, .. } = part {
            for arg in args {
                let mut arg = arg.clone();
                names.expr(&mut arg);
                key.push_str(&format!("+{arg:?}"));
            }
        }
    }
    key
}
