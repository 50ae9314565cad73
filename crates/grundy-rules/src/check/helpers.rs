//! Helpers whose right side is a position: each call stands for the right side with the arguments put in, so that rules that
//! use them are the same to everything behind the checker as rules that write the position out.

use super::inline::{Inline, Size, Walk};
use super::scope::Scope;
use super::values::Diagnosed;
use super::{Checker, Head, Meaning};
use crate::diagnostic::Diagnostic;
use crate::program::{Expr, Position};
use crate::syntax::Span;
use crate::syntax::ast::{Expr as Written, ExprKind, File, LineKind, Name, Node, Op};
use hashbrown::{HashMap, HashSet};

/// Nodes that all calls of such helpers in a file may make.
const MOST_NODES: usize = 100_000;

/// The deepest tree that a call may make: as deep as one may be written.
const DEEPEST: usize = 100;

/// The helpers of a file that are positions.
#[derive(Default)]
pub(super) struct Placed {
    pub(super) helpers: Vec<(Head, Written)>,
    /// The helpers whose right sides are being checked, the innermost last.
    open: Vec<usize>,
    /// Nodes that calls have made.
    nodes: usize,
}

/// The helpers whose right side is a position: a kind, or a helper that is a position, or made of these.
pub(super) fn positions(file: &File) -> HashSet<&str> {
    let kinds: HashSet<&str> = file.lines.iter().filter_map(kind_of).collect();
    let mut used_by: HashMap<&str, Vec<&str>> = HashMap::new();
    for line in &file.lines {
        if let LineKind::Let { name, body, .. } = &line.what {
            heads(body, &mut |head, called| {
                // A kind is a position only with its arguments.
                if called || !kinds.contains(head) {
                    used_by.entry(head).or_default().push(&name.what);
                }
            });
        }
    }
    let mut next: Vec<&str> = kinds.iter().copied().collect();
    let mut found = HashSet::new();
    while let Some(name) = next.pop() {
        for user in used_by.remove(name).unwrap_or_default() {
            if found.insert(user) {
                next.push(user);
            }
        }
    }
    found
}

fn kind_of(line: &Node<LineKind>) -> Option<&str> {
    match &line.what {
        LineKind::Rule { kind, .. } => Some(&kind.what),
        _ => None,
    }
}

/// The names that make an expression a position if they are kinds or positions, and whether they are called with arguments.
fn heads<'a>(expr: &'a Written, visit: &mut impl FnMut(&'a str, bool)) {
    match &expr.what {
        ExprKind::Name(name) => visit(name, false),
        ExprKind::Call { head, .. } => visit(&head.what, true),
        ExprKind::CallOver { head, body, rest } if head.what == "sum" && rest.is_empty() => heads(&body.body, visit),
        ExprKind::Chain(first, rest) if rest.iter().all(|(op, _)| *op == Op::Add) => {
            heads(first, visit);
            rest.iter().for_each(|(_, operand)| heads(operand, visit));
        }
        ExprKind::Chain(_, rest) if rest.iter().all(|(op, _)| *op == Op::Mul) => {
            rest.last().into_iter().for_each(|(_, operand)| heads(operand, visit));
        }
        _ => {}
    }
}

impl Checker<'_> {
    /// Whether a line `let` of this name is a position.
    pub(super) fn is_placed(&self, name: &Name) -> bool {
        matches!(self.names.get(&name.what), Some(Meaning::Placed(_)))
    }

    /// What a call of a helper that is a position stands for.
    pub(super) fn placed_helper(&mut self, index: usize, args: &[Expr], span: Span, scope: &mut Scope) -> Position {
        let nothing = Position::Add(Vec::new());
        if self.placed.nodes > MOST_NODES {
            // Said once: helpers that double would go on for ever.
            return nothing;
        }
        let (head, body) = &self.placed.helpers[index];
        let (name, wanted, body) = (head.name.clone(), head.args.clone(), body.clone());
        if wanted.len() != args.len() {
            self.arity(&Diagnosed { name: &name, span, wanted: &wanted }, args.len());
            return nothing;
        }
        if self.placed.open.contains(&index) {
            let error = Diagnostic::new(span, format!("`{name}` is a position that needs itself"));
            self.errors.push(error.help("what changes in play is a kind with rules, `kind(…) -> …`"));
            return nothing;
        }
        let (mut inner, before) = (Scope::new(scope.place), self.errors.len());
        for (arg, value) in wanted.iter().zip(args) {
            inner.open(arg.clone(), value.ty.clone());
        }
        self.placed.open.push(index);
        let mut position = self.position(&body, &mut inner);
        self.placed.open.pop();
        self.drop_repeated(before);
        let first = scope.reserve(inner.frame - args.len());
        Inline { args, first }.position(&mut position);
        let mut size = Size::default();
        size.position(&mut position);
        self.placed.nodes = self.placed.nodes.saturating_add(size.nodes);
        if self.placed.nodes > MOST_NODES || size.deepest > DEEPEST {
            let message = format!("`{name}` makes positions of more than {MOST_NODES} parts or {DEEPEST} levels");
            self.errors.push(Diagnostic::new(span, message).help("write the positions out, or use fewer helpers"));
            return nothing;
        }
        position
    }

    /// What is wrong in the right side of a helper was said where it stands, and is said once.
    fn drop_repeated(&mut self, before: usize) {
        let new = self.errors.split_off(before);
        for error in new {
            if !self.errors.contains(&error) {
                self.errors.push(error);
            }
        }
    }
}
