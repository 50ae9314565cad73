//! Facts about a game that need no solving.

use super::{Engine, Settings};
use crate::component::{Component, What};
use crate::error::Error;
use crate::program::{Clause, Kind};
use grundy::heap::Rule;
use std::sync::Arc;

impl Engine {
    /// How many arguments a position of a game has.
    pub fn arity(&self, game: &str, settings: &Settings) -> Result<usize, Error> {
        self.game(game, settings).map(|(.., arity)| arity)
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

    /// Whether a position may have infinitely many options, so that they cannot be listed.
    pub fn has_unbounded_options(&self, component: &Component) -> bool {
        match &component.handle.what {
            What::Rules { game, .. } => is_unbounded(&game.loaded.program.kinds[component.kind as usize]),
            What::Code { .. } | What::Native(_) => false,
        }
    }
}

fn is_unbounded(kind: &Kind) -> bool {
    let clauses = kind.rules.iter().flat_map(|rule| &rule.clauses);
    clauses.into_iter().any(|clause| matches!(clause, Clause::Range { to: None, .. }))
}
