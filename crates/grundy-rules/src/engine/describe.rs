//! Facts about a game that need no solving.

use super::{Engine, Settings};
use crate::component::{Component, Handle, What};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::error::Error;
use crate::game::lock;
use crate::library::Target;
use crate::program::{Clause, Kind};
use crate::syntax::ast::{Expr, ExprKind};
use crate::syntax::{Source, parse_expr};
use crate::value::Val;
use grundy::Value;
use grundy::heap::Rule;
use std::sync::Arc;

impl Engine {
    /// How many arguments a position of a game has.
    pub fn arity(&self, game: &str, settings: &Settings) -> Result<usize, Error> {
        self.game(game, settings).map(|(.., arity)| arity)
    }

    /// Whether who cannot move wins: then positions have outcomes, but no values.
    pub fn is_misere(&self, game: &str, settings: &Settings) -> Result<bool, Error> {
        let (handle, ..) = self.game(game, settings)?;
        Ok(matches!(&handle.what, What::Rules { misere: true, .. }))
    }

    /// The take-and-break rule of a game, if it is one: a heap code, or rules that say the same.
    pub fn heap_rule(&self, game: &str, settings: &Settings) -> Result<Option<Rule>, Error> {
        let (handle, kind, _) = self.game(game, settings)?;
        Ok(match &handle.what {
            What::Code { rule, .. } => Some(rule.clone()),
            What::Rules { .. } => {
                let component = Component { handle: handle.clone(), kind: kind as u32, args: Arc::new([]) };
                self.method(&component).and_then(|method| method.strategy().heap_rule())
            }
            What::Native(_) => None,
        })
    }

    /// The value of every position that a game without ranges shows, such as `digraph("file")`; nothing for other games.
    pub fn nodes(&self, game: &str, settings: &Settings) -> Result<Option<Vec<(String, Value)>>, Error> {
        let source = Source::new("GAME", game);
        let Ok(parsed) = parse_expr(&source) else { return Ok(None) };
        let ExprKind::Call { head, args, .. } = &parsed.what else { return Ok(None) };
        let (Some(Target::Native(index)), Some(args)) = (self.library.find(&head.what), texts(args)) else {
            return Ok(None);
        };
        let native = self.library.native(index);
        let positions = native
            .all(&args, settings.files.as_deref())
            .map_err(|message| Error::Bad(Diagnostics::one(source.clone(), Diagnostic::new(parsed.span, message))))?;
        let handle = self.native(index);
        let value = |(name, args): (String, Vec<Val>)| {
            let component = Component { handle: handle.clone(), kind: 0, args: args.into() };
            Ok((name, self.value(&component)?))
        };
        positions.into_iter().map(value).collect::<Result<_, Error>>().map(Some)
    }

    /// The name of the method of each kind of a file: its theorem, a table for integers where one can be filled, or search. Small
    /// positions may be searched although the kind has a table.
    ///
    /// ```
    /// use grundy_rules::{Engine, Settings, catalogue};
    /// let engine = Engine::new(catalogue::library(), grundy::Watch::default());
    /// assert_eq!(engine.kind_strategies("kayles", &Settings::default())?, ["heap 0.77"]);
    /// assert_eq!(engine.kind_strategies("wythoff", &Settings::default())?, ["dense table"]);
    /// # Ok::<(), grundy_rules::Error>(())
    /// ```
    pub fn kind_strategies(&self, game: &str, settings: &Settings) -> Result<Vec<String>, Error> {
        let (handle, ..) = self.game(game, settings)?;
        let What::Rules { game, .. } = &handle.what else { return Ok(Vec::new()) };
        let kinds = game.loaded.program.kinds.iter().enumerate();
        Ok(kinds.map(|(kind, rules)| self.kind_strategy(&handle, kind, rules.args.len())).collect())
    }

    fn kind_strategy(&self, handle: &Handle, kind: usize, arity: usize) -> String {
        if let Some(method) = self.kind_method(handle, kind) {
            return method.name().to_owned();
        }
        let What::Rules { integers, .. } = &handle.what else { return String::new() };
        // A position of middle size: large enough for the shape of a table, cheap to play from.
        let middle = if arity < 2 { 100 } else { 12 };
        let table = lock(integers).has_table(kind, &vec![middle; arity]);
        if table { "dense table" } else { "memo search" }.to_owned()
    }

    /// Whether a position may have infinitely many options, so that they cannot be listed.
    pub fn has_unbounded_options(&self, component: &Component) -> bool {
        match &component.handle.what {
            What::Rules { game, .. } => is_unbounded(&game.loaded.program.kinds[component.kind as usize]),
            What::Code { .. } | What::Native(_) => false,
        }
    }
}

/// Arguments that are all texts.
fn texts(args: &[Expr]) -> Option<Vec<Val>> {
    let text = |arg: &Expr| match &arg.what {
        ExprKind::Text(text) => Some(Val::text(text)),
        _ => None,
    };
    args.iter().map(text).collect()
}

fn is_unbounded(kind: &Kind) -> bool {
    let clauses = kind.rules.iter().flat_map(|rule| &rule.clauses);
    clauses.into_iter().any(|clause| matches!(clause, Clause::Range { to: None, .. }))
}
