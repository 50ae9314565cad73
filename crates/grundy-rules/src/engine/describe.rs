//! Facts about a game that need no solving.

use super::{Engine, Settings};
use crate::component::{Component, What};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::error::Error;
use crate::library::Target;
use crate::program::KindId;
use crate::syntax::ast::{Expr, ExprKind};
use crate::syntax::{Source, parse_expr};
use crate::value::Val;
use grundy::Value;
use grundy::heap::Rule;

impl Engine {
    /// How many arguments a position of a game has.
    pub fn arity(&self, game: &str, settings: &Settings) -> Result<usize, Error> {
        self.game(game, settings).map(|(.., arity)| arity)
    }

    /// Whether who cannot move wins: then positions have outcomes, but no values.
    pub fn is_misere(&self, game: &str, settings: &Settings) -> Result<bool, Error> {
        let (handle, ..) = self.game(game, settings)?;
        Ok(handle.misere)
    }

    /// The take-and-break rule of a game, if it is one: a heap code, or rules that say the same.
    pub fn heap_rule(&self, game: &str, settings: &Settings) -> Result<Option<Rule>, Error> {
        let (handle, kind, _) = self.game(game, settings)?;
        Ok(match &handle.what {
            What::Code(rule) => Some(rule.clone()),
            _ => handle.methods(kind).first().and_then(|method| method.heap_rule()),
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
            let component = Component { handle: handle.clone(), kind: KindId::FIRST, args: args.into() };
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
        let name = |kind: KindId| {
            self.watch.check(0, 0)?;
            let methods = handle.methods(kind);
            // Rules that are refused have a search before, for the positions without infinitely many options.
            let refused = methods.iter().find(|method| method.is_last_resort());
            let first = methods.first().filter(|method| method.is_shortcut() || refused.is_none());
            Ok(first.or(refused).map_or_else(String::new, |method| method.kind_name()))
        };
        game.loaded.program.all_kinds().map(|(kind, _)| name(kind)).collect()
    }

    /// Whether a position may have infinitely many options, so that they cannot be listed.
    pub fn has_unbounded_options(&self, component: &Component) -> bool {
        match &component.handle.what {
            What::Rules { game, .. } => game.loaded.program.kinds[component.kind].is_unbounded(),
            What::Code(_) | What::Native(_) => false,
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
