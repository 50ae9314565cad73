//! Walks over expressions and programs.

use crate::ir::{Clause, Expr, Node, Program, Read, Solver, Split, Times};
use std::collections::BTreeSet;

/// Calls `visit` for an expression and all expressions in it.
pub(crate) fn each(expr: &Expr, visit: &mut dyn FnMut(&Expr)) {
    visit(expr);
    match &expr.node {
        Node::Int(_) | Node::Bool(_) | Node::Text(_) | Node::Name(_) | Node::Global(_) | Node::Played | Node::Case => {}
        Node::Helper(_, list)
        | Node::Call(_, list)
        | Node::And(list)
        | Node::Or(list)
        | Node::List(list)
        | Node::Tuple(list)
        | Node::Value(_, list) => list.iter().for_each(|expr| each(expr, visit)),
        Node::Lookup(_, a) | Node::Not(a) | Node::Neg(a) | Node::Part(a, _) => each(a, visit),
        Node::Arith(_, a, b) | Node::Compare(_, a, b) | Node::Range(a, b) | Node::Index(a, b) => {
            each(a, visit);
            each(b, visit);
        }
        Node::If(a, b, c) => [a, b, c].into_iter().for_each(|expr| each(expr, visit)),
        Node::Slice(a, from, to) => {
            each(a, visit);
            from.iter().chain(to).for_each(|expr| each(expr, visit));
        }
        Node::With(a, updates) => {
            each(a, visit);
            for update in updates {
                update.path.iter().chain([&update.value]).for_each(|expr| each(expr, visit));
            }
        }
        Node::Over(_, body, list) => {
            clauses(list, visit);
            each(body, visit);
        }
    }
}

/// The same for all expressions of clauses.
pub(crate) fn clauses(list: &[Clause], visit: &mut dyn FnMut(&Expr)) {
    for clause in list {
        match clause {
            Clause::Range(_, a, b) => {
                each(a, visit);
                each(b, visit);
            }
            Clause::Each(_, a) | Clause::Apart(_, a) | Clause::Let(_, a) | Clause::If(a) => each(a, visit),
        }
    }
}

/// The same for a whole program.
pub(crate) fn program(program: &Program, visit: &mut dyn FnMut(&Expr)) {
    program.helpers.iter().flatten().for_each(|helper| each(&helper.body, visit));
    for kind in program.kinds.iter().flatten() {
        match &kind.solver {
            Solver::Formula { value, needs } => [value].into_iter().chain(needs).for_each(|expr| each(expr, visit)),
            Solver::Table(rules) | Solver::Search(rules) | Solver::Splits(rules, _) => {
                if let Solver::Splits(_, splits) = &kind.solver {
                    splits.iter().for_each(|split| each_of_split(split, visit));
                }
                for rule in rules {
                    clauses(&rule.clauses, visit);
                    for part in rule.options.iter().flatten() {
                        clauses(&part.clauses, visit);
                        part.count.iter().chain(&part.args).for_each(|expr| each(expr, visit));
                    }
                }
            }
        }
    }
    program.once.iter().chain(&program.repeated).for_each(|item| read(&item.read, visit));
    if let Times::Until(condition, _) = &program.times {
        each(condition, visit);
    }
    program.play.iter().chain(&program.answer).for_each(|expr| each(expr, visit));
}

fn each_of_split(split: &Split, visit: &mut dyn FnMut(&Expr)) {
    [&split.from, &split.to, &split.left].into_iter().chain(&split.conditions).for_each(|expr| each(expr, visit));
}

fn read(how: &Read, visit: &mut dyn FnMut(&Expr)) {
    match how {
        Read::Int | Read::Word(_) | Read::Open => {}
        Read::List(size, inner) => {
            each(size, visit);
            read(inner, visit);
        }
        Read::Record(fields, made) => {
            fields.iter().for_each(|field| read(&field.read, visit));
            each(made, visit);
        }
    }
}

/// Whether one of them is so.
pub(crate) fn any(expr: &Expr, is: &mut dyn FnMut(&Expr) -> bool) -> bool {
    let mut found = false;
    each(expr, &mut |expr| found |= is(expr));
    found
}

/// The helpers that an expression uses itself.
pub(crate) fn helpers(expr: &Expr) -> BTreeSet<usize> {
    let mut used = BTreeSet::new();
    each(expr, &mut |expr| {
        if let Node::Helper(helper, _) = expr.node {
            used.insert(helper);
        }
    });
    used
}

/// Whether all integers surely fit in 64 bits.
pub(crate) fn narrow(whole: &Program) -> bool {
    let mut narrow = true;
    program(whole, &mut |expr| narrow &= expr.shape.range().is_narrow());
    narrow
}
