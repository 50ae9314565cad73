//! Positions typed by a user: the same checks as in a file, but the kinds are the games of a library.

use super::scope::{Place, Scope};
use super::{Checker, Diagnostic};
use crate::diagnostic::Diagnostics;
use crate::program::{KindId, Position};
use crate::syntax::ast::{Expr, Name};
use crate::syntax::{Source, Span};
use std::sync::Arc;

/// A game that an EXPR calls.
pub(crate) struct Called<'a> {
    /// The file or catalogue name before `:`.
    pub(crate) game: Option<&'a Name>,
    /// The game or kind.
    pub(crate) head: &'a Name,
    /// How many arguments it got.
    pub(crate) args: usize,
    /// The parameters after `;`. Their values come behind the arguments.
    pub(crate) settings: &'a [&'a Name],
    /// The whole call.
    pub(crate) span: Span,
}

/// The games that an EXPR may name. Each call gets an index, the kind of the checked position.
pub(crate) trait Heads {
    /// A game by its name.
    fn game(&mut self, called: &Called<'_>) -> Result<KindId, Diagnostic>;
    /// A heap code.
    fn code(&mut self, code: &Name) -> Result<KindId, Diagnostic>;
    /// Whether a name is a game.
    fn is_game(&self, name: &str) -> bool;
    /// All names, to find the nearest one.
    fn names(&self) -> Vec<String>;
}

/// Checks an EXPR; also gives the slots of a frame for it.
pub(crate) fn check_expr(
    source: &Arc<Source>,
    expr: &Expr,
    heads: &mut dyn Heads,
) -> Result<(Position, usize), Diagnostics> {
    let mut checker = Checker::new(Some(heads));
    let mut scope = Scope::new(Place::Typed);
    let position = checker.position(expr, &mut scope);
    if checker.errors.is_empty() {
        Ok((position, scope.frame))
    } else {
        Err(Diagnostics::new(source.clone(), checker.errors))
    }
}
