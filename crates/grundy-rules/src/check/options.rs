//! `for q in options(P)`, `args(P)`, `text(P)`, `remoteness(P)` and `suspense(P)`: the moves of a position in an answer.

use super::scope::Scope;
use super::{Checker, Meaning};
use crate::diagnostic::Diagnostic;
use crate::program::{Expr, ExprKind, Tell, Type};
use crate::syntax::Span;
use crate::syntax::ast::{self, Name};

impl Checker<'_> {
    /// What a clause runs through, if that is `options(P)`.
    pub(super) fn options(&mut self, items: &ast::Expr, scope: &mut Scope) -> Option<Expr> {
        let ast::ExprKind::Call { head, args, .. } = &items.what else { return None };
        if head.what != "options" || self.is_taken(&head.what, scope) {
            return None;
        }
        self.question("options", items.span, scope);
        let [position] = args.as_slice() else {
            return Some(self.wrong(Diagnostic::new(items.span, "`options` takes one position").help("`options(P)`")));
        };
        let position = Box::new(self.position(position, scope));
        Some(Expr { kind: ExprKind::Options(position), span: items.span, ty: Type::list(Type::Position) })
    }

    /// `args(P)`, `text(P)` and the lengths of play, if that is what a call means here; `options(P)` only stands behind `for q in`.
    pub(super) fn told(&mut self, head: &Name, args: &[ast::Expr], span: Span, scope: &mut Scope) -> Option<Expr> {
        let (tell, ty) = match (head.what.as_str(), args) {
            ("text", [arg]) if self.is_position(arg, scope) => (Tell::Text, Type::Text),
            ("args", [_]) if !self.is_taken("args", scope) => (Tell::Args, Type::list(Type::Any)),
            ("remoteness", [_]) if !self.is_taken("remoteness", scope) => (Tell::Remoteness, Type::Int),
            ("suspense", [_]) if !self.is_taken("suspense", scope) => (Tell::Suspense, Type::Int),
            ("args", _) if !self.is_taken("args", scope) => {
                let error = Diagnostic::new(span, "`args` takes one position").help("write `args(q)`");
                return Some(self.wrong(error));
            }
            ("options", _) if !self.is_taken("options", scope) => {
                let error = Diagnostic::new(span, "`options(P)` is no list: its elements are positions");
                return Some(self.wrong(error.help("run through them: `[text(q) for q in options(P)]`")));
            }
            _ => return None,
        };
        self.question(&head.what, span, scope);
        let position = self.position(&args[0], scope);
        Some(Expr { kind: ExprKind::Tell(tell, Box::new(position)), span, ty })
    }

    /// Whether a name of the file or of this place hides a word.
    fn is_taken(&self, word: &str, scope: &Scope) -> bool {
        scope.find(word).is_some() || self.names.contains_key(word)
    }

    /// Whether an expression is written like a position, not like a value.
    fn is_position(&self, expr: &ast::Expr, scope: &Scope) -> bool {
        match &expr.what {
            ast::ExprKind::Name(name) => match scope.find(name) {
                Some((_, ty)) => *ty == Type::Position,
                None => matches!(self.names.get(name), Some(Meaning::Placed(_))),
            },
            ast::ExprKind::Call { head, .. } => {
                matches!(self.names.get(&head.what), Some(Meaning::Kind(_) | Meaning::Placed(_)))
            }
            // The names of its clauses are not open: only kinds and helpers tell.
            ast::ExprKind::CallOver { head, body, .. } => head.what == "sum" && self.is_position(&body.body, scope),
            ast::ExprKind::Chain(first, rest) => {
                self.is_position(first, scope) || rest.iter().any(|(_, operand)| self.is_position(operand, scope))
            }
            _ => false,
        }
    }
}
