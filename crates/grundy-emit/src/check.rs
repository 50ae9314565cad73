//! Whether the types of a typed program fit: what does not would not compile, so it is refused.
//!
//! The types come from following values ([`crate::shape`]). A list that stays empty wherever it can be seen has elements of no known
//! type; a place that expects another type than the one it is given in the end is found here, in all three languages alike.

use crate::ir::{Expr, Fold, Kind, Node, Part, Program, Solver};
use crate::shape::Shape;
use crate::walk;
use grundy_rules::diagnostic::Diagnostic;
use grundy_rules::syntax::ast::Comparison;

/// The longest list of values of different types: no emitted function takes longer ones apart.
const LONGEST_TUPLE: usize = 8;

/// Refuses a program whose types do not fit.
pub(crate) fn check(program: &Program) -> Result<(), Diagnostic> {
    let mut wrong = None;
    let mut unordered = false;
    walk::program(program, &mut |expr| {
        wrong = wrong.take().or_else(|| wrong_in(program, expr));
        unordered |= is_unordered(expr);
    });
    if unordered {
        return Err(Diagnostic::general("truth values cannot be put in order"));
    }
    let parts = program.kinds.iter().flatten().flat_map(parts);
    let wrong = wrong.or_else(|| parts.into_iter().find_map(|part| wrong_part(program, part)));
    wrong.map_or(Ok(()), |what| {
        Err(Diagnostic::general(format!("the type of {what} is not known well enough to write it")))
    })
}

fn parts(kind: &Kind) -> Vec<&Part> {
    match &kind.solver {
        Solver::Formula { .. } => Vec::new(),
        Solver::Table(rules) | Solver::Search(rules) | Solver::Splits(rules, _) => {
            rules.iter().flat_map(|rule| rule.options.iter().flatten()).collect()
        }
    }
}

fn wrong_part(program: &Program, part: &Part) -> Option<String> {
    let kind = program.kinds[part.kind].as_ref()?;
    (!all_like(&part.args, kind.args.iter().map(|(_, shape)| shape))).then(|| format!("an argument of `{}`", kind.name))
}

/// What in an expression itself does not fit.
fn wrong_in(program: &Program, expr: &Expr) -> Option<String> {
    let shape = &expr.shape;
    let fits = match &expr.node {
        Node::List(items) => items.iter().all(|item| is_element(&item.shape, shape)),
        Node::Tuple(items) => match shape {
            Shape::Tuple(parts) => parts.len() <= LONGEST_TUPLE && all_like(items, parts.iter()),
            _ => false,
        },
        Node::If(_, a, b) => like(&a.shape, shape) && like(&b.shape, shape),
        Node::Compare(_, a, b) => like(&a.shape, &b.shape),
        Node::Over(Fold::List, body, _) => is_element(&body.shape, shape),
        Node::Over(Fold::Min | Fold::Max, body, _) => like(&body.shape, shape),
        Node::Index(list, _) => list.shape == Shape::Text || is_element(shape, &list.shape),
        Node::Slice(list, ..) | Node::With(list, _) => like(&list.shape, shape),
        Node::Call("any_of" | "all_of", args) => is_element(&Shape::Bool, &args[0].shape),
        Node::Call("tally_ints" | "runs_ints", args) => args[0].shape.element() != Some(Shape::Nothing),
        Node::Call("sum_of" | "xor_of", args) => is_element(&Shape::Nothing, &args[0].shape),
        Node::Call("joined" | "min2" | "max2", args) => args.iter().all(|arg| like(&arg.shape, shape)),
        Node::Call("sorted_of" | "set_of" | "reversed_of" | "without", args) => like(&args[0].shape, shape),
        Node::Call("in_list", args) => is_element(&args[0].shape, &args[1].shape),
        Node::Call("count_of" | "find_of" | "split_of", args) => is_element(&args[1].shape, &args[0].shape),
        Node::Helper(index, args) => {
            let helper = program.helpers[*index].as_ref()?;
            let fits = like(shape, &helper.body.shape) && all_like(args, helper.args.iter().map(|(_, shape)| shape));
            return (!fits).then(|| format!("`{}`", helper.name));
        }
        Node::Value(index, args) => {
            let kind = program.kinds[*index].as_ref()?;
            let fits = all_like(args, kind.args.iter().map(|(_, shape)| shape));
            return (!fits).then(|| format!("an argument of `{}`", kind.name));
        }
        _ => true,
    };
    (!fits).then(|| format!("{} in it", shape.name()))
}

/// Whether truth values are put in order, which the rules do not do and the languages do.
fn is_unordered(expr: &Expr) -> bool {
    match &expr.node {
        Node::Compare(
            Comparison::Less | Comparison::LessEqual | Comparison::Greater | Comparison::GreaterEqual,
            a,
            _,
        ) => has_truth(&a.shape),
        Node::Call("min2" | "max2" | "min_of" | "max_of" | "sorted_of" | "set_of" | "tally_pairs", args) => {
            args.iter().any(|arg| has_truth(&arg.shape))
        }
        Node::Over(Fold::Min | Fold::Max, body, _) => has_truth(&body.shape),
        _ => false,
    }
}

fn has_truth(shape: &Shape) -> bool {
    match shape {
        Shape::Bool => true,
        Shape::List(of) => has_truth(of),
        Shape::Tuple(parts) => parts.iter().any(has_truth),
        Shape::Int(_) | Shape::Text | Shape::Nothing => false,
    }
}

fn all_like<'a>(args: &[Expr], shapes: impl ExactSizeIterator<Item = &'a Shape>) -> bool {
    args.len() == shapes.len() && args.iter().zip(shapes).all(|(arg, shape)| like(&arg.shape, shape))
}

/// Whether both are written as the same type: ranges do not matter, and what no value was seen of is an integer.
fn like(a: &Shape, b: &Shape) -> bool {
    match (a, b) {
        (Shape::Int(_) | Shape::Nothing, Shape::Int(_) | Shape::Nothing) => true,
        (Shape::List(a), Shape::List(b)) => like(a, b),
        (Shape::Tuple(a), Shape::Tuple(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| like(a, b)),
        (a, b) => a == b,
    }
}

/// Whether a list of the second shape has elements of the first.
fn is_element(element: &Shape, list: &Shape) -> bool {
    matches!(list, Shape::List(of) if like(element, of))
}
