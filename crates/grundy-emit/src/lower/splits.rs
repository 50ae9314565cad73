//! Moves that split a heap into two of the same kind: where nothing else is known, their values are found by sparse spaces.

use crate::ir::{Clause, Expr, Node, Op, Part, Rule, Solver, Split};
use crate::shape::{Range, Shape};

/// What finds the values of a table of rules: a table, or sparse spaces if a rule splits heaps and the others take from one or two.
pub(super) fn solver(index: usize, n: &str, rules: Vec<Rule>) -> Solver {
    let few = |rule: &Rule| rule.options.iter().all(|parts| parts.len() <= 2 && parts.iter().all(is_plain));
    if !rules.iter().all(few) {
        return Solver::Table(rules);
    }
    let splits: Vec<Option<Split>> = rules.iter().map(|rule| split(index, n, rule)).collect();
    if splits.iter().all(Option::is_none) {
        return Solver::Table(rules);
    }
    let plain = rules.into_iter().zip(&splits).filter(|(_, split)| split.is_none()).map(|(rule, _)| rule).collect();
    Solver::Splits(plain, splits.into_iter().flatten().collect())
}

fn is_plain(part: &Part) -> bool {
    part.clauses.is_empty() && part.count.is_none()
}

/// `g(n) -> g(a) + g(n - c - a) for a in … if …`.
fn split(index: usize, n: &str, rule: &Rule) -> Option<Split> {
    let ([option], Some((Clause::Range(name, from, to), rest))) = (&rule.options[..], rule.clauses.split_first())
    else {
        return None;
    };
    let conditions = rest.iter().map(|clause| match clause {
        Clause::If(condition) => Some(condition.clone()),
        _ => None,
    });
    let [one, other] = &option[..] else { return None };
    if one.kind != index || other.kind != index {
        return None;
    }
    let is_name = |part: &Part| matches!(&part.args[0].node, Node::Name(arg) if arg == name);
    let rest = if is_name(one) { other } else { one };
    let gone = left_of(&rest.args[0], n, name).filter(|_| is_name(one) || is_name(other))?;
    Some(Split {
        name: name.clone(),
        from: from.clone(),
        to: to.clone(),
        conditions: conditions.collect::<Option<_>>()?,
        left: left(n, gone),
        text: rule.text.clone(),
    })
}

/// The c of n - c - a, not negative.
fn left_of(expr: &Expr, n: &str, a: &str) -> Option<i128> {
    let (mut gone, mut heaps, mut parts) = (0_i128, 0, 0);
    let mut todo = vec![(expr, 1)];
    while let Some((expr, sign)) = todo.pop() {
        match &expr.node {
            Node::Int(number) => gone = gone.checked_sub(sign * number)?,
            Node::Name(name) if name == n => heaps += sign,
            Node::Name(name) if name == a => parts += sign,
            Node::Arith(op @ (Op::Add | Op::Sub), x, y) => {
                todo.push((x, sign));
                todo.push((y, if *op == Op::Sub { -sign } else { sign }));
            }
            _ => return None,
        }
    }
    (heaps == 1 && parts == -1 && gone >= 0).then_some(gone)
}

/// n - c.
fn left(n: &str, gone: i128) -> Expr {
    let n = Expr { node: Node::Name(n.to_owned()), shape: Shape::Int(Range::NATURAL) };
    match gone {
        0 => n,
        _ => {
            let shape = Shape::Int(n.shape.range().add(Range::one(-gone)));
            Expr { node: Node::Arith(Op::Sub, n.into(), super::number(gone).into()), shape }
        }
    }
}
