//! Rules by which any number of the stones of one place are carried to another place, or taken away: `p with [i] -= k, [j] += k` for k in 1..p[i], where which
//! places i and j go together does not depend on the stones. That is the game of [`carrying`](grundy::theorem::carrying).
//!
//! A rule is brought to a form in which it can be read off: what `let` and helpers name is put in place, conditions are taken apart at `and`. Then
//!
//! - the option changes one argument, a list or a list of lists, by two changes that cancel (or by one that takes away), linear in the name k of one loop and in cells of the list;
//! - over the loop of k the amount runs from 1 to what the place holds: both ends are compared as linear forms. It may run further: a negative number is no move;
//! - everything else, loops and conditions and indices, sees the list at most through `len`. A condition that holds for every such amount anyway, like `p[i] > 0` or `k <= p[i]`, may
//!   stand there too.
//!
//! What is handed on are the clauses, changed such that they run exactly once or a few times for each pair of places *on a list of zeros*: with one more turn of the loop of k, and
//! with conditions on stones that always hold. So the pairs are found by running these clauses, and everything that can go wrong in them (an index outside, a
//! division by zero) still does.

use super::sight::{Linear, Sight};
use crate::check::inline::{Inline, Walk, walk_clause, walk_expr};
use crate::program::{Clause, Expr, ExprKind, KindId, Position, Program, Rule, Type, Update};
use crate::syntax::ast::{Assign, Comparison, Op};
use crate::value::Val;

/// What such rules say.
#[derive(Debug, Clone)]
pub(crate) struct Carries {
    /// The argument that is the list; no move changes another one.
    pub(crate) list: usize,
    /// How many indices a place has.
    pub(crate) indices: usize,
    pub(crate) routes: Vec<Route>,
}

/// One way in which stones are carried.
#[derive(Debug, Clone)]
pub(crate) struct Route {
    /// The slots of the clauses.
    pub(crate) frame: usize,
    /// On a list of zeros they run at least once for each pair of places, and for no others.
    pub(crate) clauses: Vec<Clause>,
    pub(crate) from: Vec<Expr>,
    /// Nothing if the stones are taken away.
    pub(crate) to: Option<Vec<Expr>>,
}

/// Helpers that are put in place, in all and inside each other.
const MOST_HELPERS: usize = 32;
const DEEPEST_HELPER: usize = 4;

/// How far an amount may run beyond what a place holds: that many turns find the same pair again.
const MOST_BEYOND: i128 = 16;

/// The rules of a kind, if they are of this sort.
pub(crate) fn carries(program: &Program, kind: KindId) -> Option<Carries> {
    let description = program.kinds.get(kind.index())?;
    let mut found: Option<Carries> = None;
    for rule in &description.rules {
        for option in &rule.options {
            let Position::Of { kind: left, args, set, settings, .. } = option else { return None };
            (*left == kind && set.is_empty() && settings.is_empty()).then_some(())?;
            let changed: Vec<usize> = (0..args.len()).filter(|&place| !args[place].is_local(place)).collect();
            let [list] = changed.as_slice() else { return None };
            let (route, indices) = route(program, rule, *list, &args[*list])?;
            let all = found.get_or_insert(Carries { list: *list, indices, routes: Vec::new() });
            ((all.list, all.indices) == (*list, indices)).then_some(())?;
            all.routes.push(route);
        }
    }
    found
}

/// One alternative of a rule, and how many indices its places have.
fn route(program: &Program, rule: &Rule, list: usize, left: &Expr) -> Option<(Route, usize)> {
    let mut clauses = rule.clauses.clone();
    let mut left = left.clone();
    let mut helpers =
        Helpers { program, frame: rule.frame, depth: 0, count: 0, sight: Sight { list, hidden: Vec::new() } };
    for clause in &mut clauses {
        walk_clause(&mut helpers, clause);
        // Names that see stones may be handed to helpers too.
        if !helpers.sight.is_blind_clause(clause) {
            helpers.sight.hidden.extend(clause.slots());
        }
    }
    helpers.expr(&mut left);
    let frame = helpers.frame;
    let clauses = clauses.into_iter().flat_map(conjuncts).collect::<Vec<_>>();
    let reading = Reading::new(list, &clauses)?;
    let carried = reading.carried(&left)?;
    let clauses = clauses.into_iter().map(|clause| reading.on_zeros(clause, &carried)).collect::<Option<_>>()?;
    let indices = carried.from.len();
    Some((Route { frame, clauses, from: carried.from, to: carried.to }, indices))
}

/// Puts helpers in place that are told the list or something of what is in it: whether they see stones is seen there.
struct Helpers<'a> {
    program: &'a Program,
    /// Slots from here on are free.
    frame: usize,
    depth: usize,
    count: usize,
    /// What is hidden so far.
    sight: Sight,
}

impl Walk for Helpers<'_> {
    fn expr(&mut self, expr: &mut Expr) {
        walk_expr(self, expr);
        let ExprKind::Let(index, args) = &expr.kind else { return };
        if args.iter().all(|arg| self.sight.is_blind(arg)) || self.depth == DEEPEST_HELPER || self.count == MOST_HELPERS
        {
            return;
        }
        let Some(helper) = self.program.lets.get(*index).filter(|helper| helper.arity == args.len()) else { return };
        let mut body = helper.body.clone();
        Inline { args, first: self.frame }.expr(&mut body);
        self.frame += helper.frame - helper.arity;
        self.count += 1;
        self.depth += 1;
        self.expr(&mut body);
        self.depth -= 1;
        *expr = body;
    }
}

/// `if A and B` is `if A if B`.
fn conjuncts(clause: Clause) -> Vec<Clause> {
    match clause {
        Clause::If(Expr { kind: ExprKind::Chain(first, rest), .. }) if rest.iter().all(|(op, _)| *op == Op::And) => {
            let all = std::iter::once(*first).chain(rest.into_iter().map(|(_, condition)| condition));
            all.flat_map(|condition| conjuncts(Clause::If(condition))).collect()
        }
        other => vec![other],
    }
}

/// The value that `let` names, and its slot.
fn named(clause: &Clause) -> Option<(usize, &Expr)> {
    let Clause::Each { slots, pattern: false, items, .. } = clause else { return None };
    let (ExprKind::List(values), [slot]) = (&items.kind, slots.as_slice()) else { return None };
    let [value] = values.as_slice() else { return None };
    Some((*slot, value))
}

/// Puts what `let` names in place.
struct Named<'a>(&'a [(usize, Expr)]);

impl Walk for Named<'_> {
    fn expr(&mut self, expr: &mut Expr) {
        match self.0.iter().find(|(slot, _)| expr.is_local(*slot)) {
            Some((_, value)) => *expr = value.clone(),
            None => walk_expr(self, expr),
        }
    }
}

/// The loop over how many are carried.
struct Amounts {
    slot: usize,
    first: Linear,
    last: Linear,
}

/// What the clauses of a rule are.
struct Reading {
    sight: Sight,
    /// What `let` names, nothing of that in it.
    named: Vec<(usize, Expr)>,
    amounts: Amounts,
}

/// Where from, where to, and how many.
struct Carried {
    from: Vec<Expr>,
    to: Option<Vec<Expr>>,
    amount: Linear,
    /// What the place has from which they are carried.
    there: Linear,
}

impl Reading {
    /// Finds the one loop that sees stones; names that see any, or its own, are hidden from everything else.
    fn new(list: usize, clauses: &[Clause]) -> Option<Reading> {
        let mut sight = Sight { list, hidden: Vec::new() };
        let (mut all_named, mut amounts) = (Vec::new(), None);
        for clause in clauses {
            let put = |expr: &Expr| put(&all_named, expr);
            if let Some((slot, value)) = named(clause) {
                let value = put(value);
                if !sight.is_blind(&value) {
                    let amount = amounts.as_ref().map(|amounts: &Amounts| amounts.slot);
                    sight.is_plain(&Linear::of(&value)?, amount).then_some(())?;
                    sight.hidden.push(slot);
                }
                all_named.push((slot, value));
                continue;
            }
            match clause {
                Clause::Range { slot, from, to: Some(to), .. } => {
                    let (from, to) = (put(from), put(to));
                    if !(sight.is_blind(&from) && sight.is_blind(&to)) {
                        let (first, last) = (Linear::of(&from)?, Linear::of(&to)?);
                        let plain = sight.is_plain(&first, None) && sight.is_plain(&last, None);
                        (amounts.is_none() && plain).then_some(())?;
                        amounts = Some(Amounts { slot: *slot, first, last });
                        sight.hidden.push(*slot);
                    }
                }
                Clause::Range { to: None, .. } => return None,
                Clause::Each { items, .. } => sight.is_blind(&put(items)).then_some(())?,
                // Conditions are looked at when it is known what is carried.
                Clause::If(_) => {}
            }
        }
        Some(Reading { sight, named: all_named, amounts: amounts? })
    }

    fn put(&self, expr: &Expr) -> Expr {
        put(&self.named, expr)
    }

    /// What the list that is left says.
    fn carried(&self, left: &Expr) -> Option<Carried> {
        let left = self.put(left);
        let ExprKind::With(list, updates) = &left.kind else { return None };
        list.is_local(self.sight.list).then_some(())?;
        let changes = updates.iter().map(|update| self.change(update)).collect::<Option<Vec<_>>>()?;
        match (updates.as_slice(), changes.as_slice()) {
            ([from], [change]) => self.taken(from, change, None),
            ([a, b], [change_a, change_b]) => {
                let alike = a.path.len() == b.path.len() && change_a.plus(change_b, 1)?.is_number(0);
                alike.then_some(())?;
                self.taken(a, change_a, Some(b)).or_else(|| self.taken(b, change_b, Some(a)))
            }
            _ => None,
        }
    }

    /// By how much an element changes.
    fn change(&self, update: &Update) -> Option<Linear> {
        let blind = update.path.iter().all(|index| self.sight.is_blind(index));
        (blind && matches!(update.path.len(), 1 | 2)).then_some(())?;
        let value = Linear::of(&update.value)?;
        self.is_plain(&value).then_some(())?;
        match update.assign {
            Assign::Add => Some(value),
            Assign::Sub => Linear::default().plus(&value, -1),
            Assign::Set => value.plus(&self.cell(&update.path)?, -1),
        }
    }

    /// Whether a form can go wrong only as it does on any other list of the same form.
    fn is_plain(&self, form: &Linear) -> bool {
        self.sight.is_plain(form, Some(self.amounts.slot))
    }

    /// What a place has.
    fn cell(&self, path: &[Expr]) -> Option<Linear> {
        Linear::of(&cell(self.sight.list, path)?)
    }

    /// The stones that a change takes from a place, if that is any number from 1 on of those that are there.
    fn taken(&self, from: &Update, change: &Linear, to: Option<&Update>) -> Option<Carried> {
        let (amount, there) = (Linear::default().plus(change, -1)?, self.cell(&from.path)?);
        let Amounts { slot, first, last } = &self.amounts;
        let (factor, rest) = amount.without(*slot)?;
        let at = |end: &Linear| rest.plus(end, factor);
        let (least, most) = match factor {
            1 => (at(first)?, at(last)?),
            -1 => (at(last)?, at(first)?),
            _ => return None,
        };
        let beyond = most.plus(&there, -1)?;
        let enough = beyond.number().is_some_and(|beyond| (0..=MOST_BEYOND).contains(&beyond))
            || self.sight.is_whole(&most) && from.path.len() == 1;
        let to = to.map(|to| to.path.clone());
        (least.is_number(1) && enough).then(|| Carried { from: from.path.clone(), to, amount, there })
    }

    /// A clause for a list of zeros.
    fn on_zeros(&self, clause: Clause, carried: &Carried) -> Option<Clause> {
        Some(match clause {
            Clause::Range { slot, from, to: Some(to), span } if slot == self.amounts.slot => {
                let to = Expr { kind: ExprKind::Chain(Box::new(to.clone()), vec![(Op::Add, number(1, &to))]), ..to };
                Clause::Range { slot, from, to: Some(to), span }
            }
            Clause::If(condition) if !self.sight.is_blind(&self.put(&condition)) => {
                self.always_holds(&self.put(&condition), carried).then_some(())?;
                let yes = Expr { kind: ExprKind::Const(Val::Bool(true)), ..condition.clone() };
                let either = ExprKind::Chain(Box::new(condition.clone()), vec![(Op::Or, yes)]);
                Clause::If(Expr { kind: either, ..condition })
            }
            other => other,
        })
    }

    /// Whether a condition holds for every amount from 1 to what is there.
    fn always_holds(&self, condition: &Expr, carried: &Carried) -> bool {
        let ExprKind::Compare(comparison, a, b) = &condition.kind else { return false };
        let held = || {
            let (a, b) = (Linear::of(a)?, Linear::of(b)?);
            (self.is_plain(&a) && self.is_plain(&b)).then_some(())?;
            let (more, less) = (a.plus(&b, -1)?, b.plus(&a, -1)?);
            // The forms that are never negative where it holds, one of them.
            let forms = match comparison {
                Comparison::GreaterEqual => vec![more],
                Comparison::Greater => vec![more.shift(-1)?],
                Comparison::LessEqual => vec![less],
                Comparison::Less => vec![less.shift(-1)?],
                Comparison::NotEqual => vec![more.shift(-1)?, less.shift(-1)?],
                Comparison::Equal | Comparison::In | Comparison::NotIn => return None,
            };
            let known = [carried.amount.shift(-1)?, carried.there.shift(-1)?, carried.there.plus(&carried.amount, -1)?];
            let follows = |form: &Linear| {
                known
                    .iter()
                    .any(|known| form.plus(known, -1).and_then(|left| left.number()).is_some_and(|left| left >= 0))
            };
            Some(forms.iter().any(follows))
        };
        held() == Some(true)
    }
}

fn put(named: &[(usize, Expr)], expr: &Expr) -> Expr {
    let mut expr = expr.clone();
    Named(named).expr(&mut expr);
    expr
}

fn number(number: i128, like: &Expr) -> Expr {
    Expr { kind: ExprKind::Const(Val::Int(number)), span: like.span, ty: Type::Int }
}

/// `list[i]`, `list[i][j]`.
fn cell(list: usize, path: &[Expr]) -> Option<Expr> {
    let (span, ty) = (path.first()?.span, Type::Any);
    let list = Expr { kind: ExprKind::Local(list), span, ty: ty.clone() };
    Some(path.iter().fold(list, |base, index| Expr {
        kind: ExprKind::Index(Box::new(base), Box::new(index.clone())),
        span,
        ty: ty.clone(),
    }))
}
