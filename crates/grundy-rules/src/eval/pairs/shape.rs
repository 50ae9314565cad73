//! Which functions over clauses are counts of pairs.

use super::split::{Meeting, Names, On, Splitter};
use super::{Finish, Weight};
use crate::builtins::Function;
use crate::program::{Clause, Comprehension, Expr, ExprKind};
use crate::syntax::ast::Op;
use crate::value::Val;

/// What the second name runs through.
pub(super) enum Through {
    Range(Expr, Expr),
    /// A part of a list whose ends depend on the first name.
    Slice(Expr, Option<Expr>, Option<Expr>),
    List(Expr),
}

/// A condition behind the second name.
#[expect(clippy::large_enum_variant, reason = "few are made, while code is written")]
pub(super) enum Test {
    First(Expr),
    Second(Expr),
    Meeting(Expr, Meeting),
}

/// A count of pairs.
pub(super) struct Pairs {
    /// The names around the two, with their conditions.
    pub(super) outer: Vec<Clause>,
    /// The first name, with its conditions.
    pub(super) first: Vec<Clause>,
    pub(super) second: Clause,
    pub(super) through: Through,
    pub(super) tests: Vec<Test>,
    pub(super) weight: (Weight, Expr),
    pub(super) finish: Finish,
}

impl Pairs {
    /// A function over clauses as a count of pairs.
    pub(super) fn of(function: Function, list: &Comprehension) -> Option<Pairs> {
        let mut all = list.clone();
        match function {
            Function::Len => Pairs::counted(all, true, Finish::Total),
            Function::Sum => {
                open_body(&mut all);
                match inner(&all.body) {
                    Some((function, inner)) => {
                        let whole = Comprehension {
                            clauses: all.clauses.iter().chain(&inner.clauses).cloned().collect(),
                            body: inner.body.clone(),
                        };
                        Pairs::counted(whole, function == Function::Len, Finish::Total)
                    }
                    None => Pairs::counted(all, false, Finish::Total),
                }
            }
            Function::Any | Function::All => {
                let condition = all.body.clone();
                let negated = Expr { kind: ExprKind::Not(Box::new(condition.clone())), ..condition.clone() };
                let (condition, finish) = match function {
                    Function::Any => (condition, Finish::Any),
                    _ => (negated, Finish::All),
                };
                all.body = Expr { kind: ExprKind::Const(Val::Int(1)), ..condition.clone() };
                all.clauses.push(Clause::If(condition));
                Pairs::counted(all, true, finish)
            }
            _ => None,
        }
    }

    /// `each_one`: each pair counts 1, whatever the body is.
    fn counted(list: Comprehension, each_one: bool, finish: Finish) -> Option<Pairs> {
        let Comprehension { body, mut clauses } = list;
        let name = |clause: &Clause| !matches!(clause, Clause::If(_));
        let at = clauses.iter().rposition(name)?;
        let from = clauses[..at].iter().rposition(name)?;
        let conditions = clauses.split_off(at + 1);
        let second = clauses.pop()?;
        let first = clauses.split_off(from);
        let outer = clauses;
        let splitter = Splitter {
            names: Names { first: first[0].slots(), second: second.slots() },
            clauses: [&first[0], &second],
        };
        let through = through(&splitter, &second)?;
        let mut tests = Vec::new();
        for condition in &conditions {
            let Clause::If(condition) = condition else { return None };
            add_tests(&splitter, condition, &mut tests)?;
        }
        let weight = match each_one {
            true => is_harmless(&body).then_some(Weight::One)?,
            false => match splitter.names.of(&body) {
                On::Neither | On::First => Weight::First,
                On::Second => Weight::Second,
                On::Both => return None,
            },
        };
        Some(Pairs { outer, first, second, through, tests, weight: (weight, body), finish })
    }

    /// The names of the clauses around the two.
    pub(super) fn has_outer(&self) -> bool {
        self.outer.iter().any(|clause| !matches!(clause, Clause::If(_)))
    }
}

/// `sum(if C then e else 0 for …)` as `sum(e for … if C)`.
fn open_body(list: &mut Comprehension) {
    if let ExprKind::If(condition, value, otherwise) = &list.body.kind
        && otherwise.is_number(0)
    {
        list.clauses.push(Clause::If((**condition).clone()));
        list.body = (**value).clone();
    }
}

/// `len` or `sum` over clauses.
fn inner(body: &Expr) -> Option<(Function, Comprehension)> {
    let (function, list) = match &body.kind {
        ExprKind::CallOver(function, list, rest) if rest.is_empty() => (*function, list),
        ExprKind::Call(function, args) => match args.as_slice() {
            [Expr { kind: ExprKind::ListOver(list), .. }] => (*function, list),
            _ => return None,
        },
        _ => return None,
    };
    let mut list = (**list).clone();
    match function {
        Function::Len => {}
        Function::Sum => open_body(&mut list),
        _ => return None,
    }
    Some((function, list))
}

fn through(splitter: &Splitter<'_>, second: &Clause) -> Option<Through> {
    let names = &splitter.names;
    let is_list =
        |clause: &Clause| !matches!(clause, Clause::Each { items, .. } if matches!(items.kind, ExprKind::Options(_)));
    if !splitter.clauses.iter().all(|clause| is_list(clause)) {
        return None;
    }
    match second {
        Clause::Range { from, to: Some(to), .. } => Some(Through::Range(from.clone(), to.clone())),
        Clause::Each { items, .. } if names.of(items) == On::Neither => Some(Through::List(items.clone())),
        Clause::Each { items, .. } => match &items.kind {
            ExprKind::Slice(list, from, to) if names.of(list) == On::Neither => {
                let end = |end: &Option<Box<Expr>>| end.as_deref().cloned();
                Some(Through::Slice((**list).clone(), end(from), end(to)))
            }
            _ => None,
        },
        _ => None,
    }
}

fn add_tests(splitter: &Splitter<'_>, condition: &Expr, tests: &mut Vec<Test>) -> Option<()> {
    if let ExprKind::Chain(first, rest) = &condition.kind
        && rest.iter().all(|(op, _)| *op == Op::And)
    {
        add_tests(splitter, first, tests)?;
        return rest.iter().try_for_each(|(_, operand)| add_tests(splitter, operand, tests));
    }
    tests.push(match splitter.names.of(condition) {
        On::Neither | On::First => Test::First(condition.clone()),
        On::Second => Test::Second(condition.clone()),
        On::Both => Test::Meeting(condition.clone(), splitter.meeting(condition)?),
    });
    Some(())
}

/// Whether nothing can go wrong with an expression.
fn is_harmless(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Const(_) | ExprKind::Local(_) => true,
        ExprKind::List(items) => items.iter().all(is_harmless),
        _ => false,
    }
}

impl Test {
    /// Whether its turns of the second name may go wrong, or leave some out.
    pub(super) fn looks_at_second(&self) -> bool {
        match self {
            Test::First(_) | Test::Meeting(_, Meeting::Bound(..)) => false,
            Test::Second(_) | Test::Meeting(_, Meeting::Key { .. }) => true,
        }
    }
}
