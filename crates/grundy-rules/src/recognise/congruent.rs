//! Heaps from which numbers of an infinite set may be taken, such as powers or primes: [`Congruent`].
//!
//! The rules are read as "t may be taken from n if t is in T and t ≤ n − floor": every bound that names n must say the second and no more. The
//! small numbers of T are listed by the evaluator; that all others are congruent to them follows from the residues of what is
//! taken, which are worked out for every residue of the names in it. Conditions that are not understood only make T smaller.

use super::Given;
use super::affine::Affine;
use super::constant::Constants;
use super::path::{Binding, as_int};
use super::residues::{Domain, Taken};
use crate::builtins::Function;
use crate::program::{Clause, Expr, ExprKind, KindId, Position, Rule};
use crate::syntax::ast::{Comparison, Op};
use crate::value::Val;
use grundy::theorem::HeapTheorem;
use grundy::theorem::above::Above;
use grundy::theorem::congruent::Congruent;
use grundy::{Watch, mex};
use std::collections::BTreeSet;

/// Numbers of T are listed up to here, and heaps up to here are compared with the rules one by one.
const LISTED: i128 = 400;
const COMPARED: i128 = 40;
/// The largest period that is looked for.
const LONGEST: u64 = 60;

/// The kind takes numbers that are congruent to a few small ones.
pub(super) fn congruent(given: Given<'_>, kind: KindId) -> Option<Box<dyn HeapTheorem>> {
    let rules = given.program.kinds.get(kind.index())?;
    if rules.args.len() != 1 {
        return None;
    }
    let mut constants = Constants::new(given, &Watch::default());
    (0..=1).find_map(|floor| {
        let mut takes = Vec::new();
        for rule in &rules.rules {
            for option in &rule.options {
                takes.push(Reader::new(&mut constants, rule).read(option, kind, floor)?);
            }
        }
        let game = enlarged(&mut constants, &takes, floor)?;
        Some(Above::floor(u128::try_from(floor).ok()?, Box::new(game)))
    })
}

/// One alternative of a rule.
struct Take<'a> {
    rule: &'a Rule,
    /// What is left.
    left: &'a Expr,
    taken: Taken<'a>,
    /// n must be at least this.
    from: Option<i128>,
    /// A bound says t ≤ n − floor.
    exact: bool,
}

fn enlarged(constants: &mut Constants<'_>, takes: &[Take<'_>], floor: i128) -> Option<Congruent> {
    let mut all = BTreeSet::new();
    for take in takes {
        let listed = take.listed(constants, LISTED)?;
        let least = *listed.first()?;
        // A condition n ≥ from must follow from t ≤ n − floor; where it is the same, it is what says that.
        let guard = take.from.unwrap_or(i128::MIN);
        let says = take.exact || listed.len() == 1 && take.taken.is_constant() && guard == least + floor;
        if least < 1 || guard > least + floor || floor > 0 && !says {
            return None;
        }
        all.extend(listed);
    }
    for n in 0..COMPARED {
        let mut now = BTreeSet::new();
        for take in takes {
            now.extend(take.listed(constants, n)?);
        }
        if !now.iter().eq(all.iter().take_while(|&&t| t <= n - floor)) {
            return None;
        }
    }
    let values = values(&all);
    let repeats =
        |period: u64| usize::try_from(period).ok().and_then(|p| values.get(p..)).is_some_and(|l| values.starts_with(l));
    (1..=LONGEST).filter(|&period| repeats(period)).find_map(|period| {
        let mut least: Vec<Option<u128>> = vec![None; usize::try_from(period).ok()?];
        for &t in all.iter().rev() {
            *least.get_mut(usize::try_from(t % i128::from(period)).ok()?)? = u128::try_from(t).ok();
        }
        let known = |residue: usize| least.get(residue).is_some_and(Option::is_some);
        let covered = takes
            .iter()
            .all(|take| take.taken.residues(constants, period).is_some_and(|residues| residues.into_iter().all(known)));
        if covered { Congruent::new(period, least.iter().flatten().copied().collect()) } else { None }
    })
}

/// The values of the heaps up to [`LISTED`] by definition.
fn values(takes: &BTreeSet<i128>) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for n in 0..=LISTED {
        let heaps = takes.iter().take_while(|&&t| t <= n).filter_map(|t| usize::try_from(n - t).ok());
        let options: Vec<u64> = heaps.filter_map(|heap| values.get(heap)).copied().collect();
        values.push(mex(options));
    }
    values
}

impl Take<'_> {
    /// What may be taken from a heap of n, by the evaluator.
    fn listed(&self, constants: &mut Constants<'_>, n: i128) -> Option<BTreeSet<i128>> {
        let mut env = vec![Binding::Open; self.rule.frame];
        *env.first_mut()? = Binding::Const(Val::Int(n));
        let mut found = BTreeSet::new();
        self.run(constants, &self.rule.clauses, &mut env, n, &mut found)?;
        Some(found)
    }

    fn run(
        &self,
        constants: &mut Constants<'_>,
        clauses: &[Clause],
        env: &mut Vec<Binding>,
        n: i128,
        found: &mut BTreeSet<i128>,
    ) -> Option<()> {
        let Some((clause, rest)) = clauses.split_first() else {
            let left = as_int(&constants.value(self.left, env)?)?;
            if left >= 0 {
                found.insert(n - left);
            }
            return Some(());
        };
        let (slot, items) = match clause {
            Clause::If(condition) => {
                return match constants.value(condition, env)? {
                    Val::Bool(true) => self.run(constants, rest, env, n, found),
                    Val::Bool(false) => Some(()),
                    _ => None,
                };
            }
            Clause::Range { slot, from, to, .. } => {
                let from = as_int(&constants.value(from, env)?)?;
                let to = as_int(&constants.value(to.as_ref()?, env)?)?;
                (*slot, (from..=to.min(from.saturating_add(4 * LISTED))).map(Val::Int).collect())
            }
            Clause::Each { slots, items, .. } => {
                let Val::List(list) = constants.value(items, env)? else { return None };
                (*slots.first()?, list.items().to_vec())
            }
        };
        for item in items {
            *env.get_mut(slot)? = Binding::Const(item);
            self.run(constants, rest, env, n, found)?;
        }
        *env.get_mut(slot)? = Binding::Open;
        Some(())
    }
}

/// What a name may be at most.
#[derive(Clone, Copy)]
enum Bound<'a> {
    /// This.
    To(&'a Expr),
    /// The heap less this.
    Less(i128),
}

/// Reads what an alternative takes.
struct Reader<'a, 'c, 'g> {
    constants: &'c mut Constants<'g>,
    rule: &'a Rule,
    /// No name has a value.
    env: Vec<Binding>,
}

impl<'a, 'c, 'g> Reader<'a, 'c, 'g> {
    fn new(constants: &'c mut Constants<'g>, rule: &'a Rule) -> Self {
        let named = rule.clauses.iter().flat_map(Clause::slots);
        let mut env = vec![Binding::Open; rule.frame];
        for &slot in named.chain([&0]) {
            if let Some(binding) = env.get_mut(slot) {
                *binding = Binding::Int(Affine::var(0));
            }
        }
        Reader { constants, rule, env }
    }

    fn read(mut self, option: &'a Position, kind: KindId, floor: i128) -> Option<Take<'a>> {
        let Position::Of { kind: part, args, .. } = option else { return None };
        let ([left], true) = (args.as_slice(), *part == kind) else { return None };
        let ExprKind::Chain(first, rest) = &left.kind else { return None };
        if !first.is_local(0) || !rest.iter().all(|(op, term)| *op == Op::Sub && !self.mentions_heap(term)) {
            return None;
        }
        let mut taken = Taken::new(rest.iter().map(|(_, term)| term).collect(), self.env.clone());
        let (mut from, mut bounds) = (None, Vec::new());
        for clause in &self.rule.clauses {
            match clause {
                Clause::Range { slot, from, to, .. } => {
                    taken.add(*slot, Domain::From(self.natural(from)?));
                    bounds.push((*slot, Bound::To(to.as_ref()?)));
                }
                Clause::Each { slots, pattern: false, items, .. } => match (slots.as_slice(), &items.kind) {
                    // The clause `let m = e`.
                    ([slot], ExprKind::List(one)) if one.len() == 1 => {
                        let one = one.first().filter(|one| !self.mentions_heap(one))?;
                        taken.add(*slot, Domain::Is(one));
                    }
                    ([slot], ExprKind::Call(Function::Primes, to)) => {
                        taken.add(*slot, Domain::Prime);
                        bounds.push((*slot, Bound::To(to.first()?)));
                    }
                    _ => return None,
                },
                Clause::Each { .. } => return None,
                Clause::If(condition) => self.condition(condition, &mut taken, &mut from, &mut bounds)?,
            }
        }
        let mut exact = false;
        for (slot, bound) in bounds {
            exact |= self.bound(&taken, slot, bound, floor)?;
        }
        taken.is_natural(self.constants).then_some(Take { rule: self.rule, left, taken, from, exact })
    }

    fn natural(&mut self, expr: &Expr) -> Option<i128> {
        as_int(&self.constants.value(expr, &self.env)?).filter(|number| *number >= 0)
    }

    /// A bound of a name must follow from t ≤ n − floor; whether it says just that.
    fn bound(&mut self, taken: &Taken<'_>, slot: usize, bound: Bound<'_>, floor: i128) -> Option<bool> {
        let below = |this: &mut Self, expr: &Expr| this.below(expr).filter(|&less| less <= floor);
        let (less, bound) = match bound {
            Bound::Less(less) => (Some(less).filter(|&less| less <= floor), None),
            Bound::To(bound) if self.natural(bound).is_some() => return Some(false),
            Bound::To(bound) => (below(self, bound), Some(bound)),
        };
        if let Some(less) = less {
            let whole = taken.is_just(slot);
            return (whole || taken.is_at_least(self.constants, slot)).then_some(whole && less == floor);
        }
        let bound = bound?;
        match &bound.kind {
            ExprKind::Call(Function::Ilog, args) => {
                let [of, base] = args.as_slice() else { return None };
                let less = below(self, of)?;
                taken.has_power(self.constants, base, slot).then_some(taken.is_single() && less == floor)
            }
            ExprKind::Call(Function::Isqrt, args) => {
                let less = below(self, args.first()?)?;
                taken.has_square(self.constants, slot).then_some(taken.is_single() && less == floor)
            }
            _ => None,
        }
    }

    /// c of `n - c`.
    fn below(&mut self, expr: &Expr) -> Option<i128> {
        if expr.is_local(0) {
            return Some(0);
        }
        let ExprKind::Chain(first, rest) = &expr.kind else { return None };
        let [(Op::Sub, less)] = rest.as_slice() else { return None };
        if first.is_local(0) { self.natural(less) } else { None }
    }

    fn condition(
        &mut self,
        condition: &'a Expr,
        taken: &mut Taken<'a>,
        from: &mut Option<i128>,
        bounds: &mut Vec<(usize, Bound<'a>)>,
    ) -> Option<()> {
        if let ExprKind::Chain(first, rest) = &condition.kind
            && rest.iter().all(|(op, _)| *op == Op::And)
        {
            self.condition(first, taken, from, bounds)?;
            return rest.iter().try_for_each(|(_, part)| self.condition(part, taken, from, bounds));
        }
        if let Some((slot, less)) = name_below_heap(condition) {
            bounds.push((slot, Bound::Less(less)));
            return Some(());
        }
        if self.mentions_heap(condition) {
            let least = self.least_heap(condition)?;
            *from = Some(from.unwrap_or(least).max(least));
            return Some(());
        }
        if let ExprKind::Call(Function::IsPrime, args) = &condition.kind
            && let [Expr { kind: ExprKind::Local(slot), .. }] = args.as_slice()
        {
            taken.add(*slot, Domain::Prime);
            return Some(());
        }
        if let Some(slot) = power_of_two(condition) {
            taken.add(slot, Domain::PowerOfTwo);
            return Some(());
        }
        is_harmless(condition).then_some(())
    }

    /// c of `n >= c`, in one of its forms.
    fn least_heap(&mut self, condition: &Expr) -> Option<i128> {
        let ExprKind::Compare(comparison, a, b) = &condition.kind else { return None };
        let (comparison, number) = match (a.is_local(0), b.is_local(0)) {
            (true, false) => (*comparison, self.natural(b)?),
            (false, true) => (mirrored(*comparison)?, self.natural(a)?),
            _ => return None,
        };
        match (comparison, number) {
            (Comparison::GreaterEqual, c) => Some(c),
            (Comparison::Greater, c) => c.checked_add(1),
            (Comparison::NotEqual, 0) => Some(1),
            _ => None,
        }
    }

    /// Whether the heap is named. A closed expression has no names; another one is looked through.
    fn mentions_heap(&mut self, expr: &Expr) -> bool {
        let mut env = self.env.clone();
        for binding in env.iter_mut().skip(1) {
            *binding = Binding::Open;
        }
        !super::constant::is_closed(expr, &env)
    }
}

/// `popcount(k) == 1`: the name.
fn power_of_two(condition: &Expr) -> Option<usize> {
    let ExprKind::Compare(Comparison::Equal, a, b) = &condition.kind else { return None };
    let count = if b.is_number(1) { a } else { b };
    let ExprKind::Call(Function::Popcount, args) = &count.kind else { return None };
    let [Expr { kind: ExprKind::Local(slot), .. }] = args.as_slice() else { return None };
    (a.is_number(1) || b.is_number(1)).then_some(*slot)
}

/// `k <= n` and `k < n`: the name, and what it must be less than the heap by.
fn name_below_heap(condition: &Expr) -> Option<(usize, i128)> {
    let ExprKind::Compare(comparison, a, b) = &condition.kind else { return None };
    let (comparison, name) = match (&a.kind, &b.kind) {
        (ExprKind::Local(name), ExprKind::Local(0)) => (mirrored(*comparison)?, *name),
        (ExprKind::Local(0), ExprKind::Local(name)) => (*comparison, *name),
        _ => return None,
    };
    match comparison {
        Comparison::GreaterEqual => Some((name, 0)),
        Comparison::Greater => Some((name, 1)),
        _ => None,
    }
}

fn mirrored(comparison: Comparison) -> Option<Comparison> {
    match comparison {
        Comparison::Less => Some(Comparison::Greater),
        Comparison::LessEqual => Some(Comparison::GreaterEqual),
        Comparison::NotEqual => Some(Comparison::NotEqual),
        _ => None,
    }
}

/// Whether a condition on names has a truth value whatever they are: such a condition only makes T smaller.
fn is_harmless(condition: &Expr) -> bool {
    match &condition.kind {
        ExprKind::Const(_) | ExprKind::Local(_) | ExprKind::Global(_) => true,
        ExprKind::Compare(_, a, b) => is_harmless(a) && is_harmless(b),
        ExprKind::Not(inner) => is_harmless(inner),
        ExprKind::Call(Function::IsPrime | Function::Popcount, args) => args.iter().all(is_harmless),
        ExprKind::Chain(first, rest) => {
            is_harmless(first)
                && rest.iter().all(|(op, operand)| match op {
                    Op::Div | Op::Mod => matches!(&operand.kind, ExprKind::Const(Val::Int(by)) if *by != 0),
                    _ => is_harmless(operand),
                })
        }
        _ => false,
    }
}
