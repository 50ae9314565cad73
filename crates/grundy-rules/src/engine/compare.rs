//! Shortcuts against the plain definition.

use super::{Engine, Settings};
use crate::component::{Component, Handle, What};
use crate::error::Error;
use crate::method::{Answer, Method};
use crate::program::KindId;
use crate::value::Val;
use std::sync::Arc;

/// The numbers below this are tried in a comparison: of one argument, of two, of more, of a list.
const SMALL: [i128; 4] = [30, 8, 4, 4];

impl Engine {
    /// Compares the shortcut of every kind of a game with the plain definition on small positions. Gives, for each kind, the
    /// name of its strategy and how many positions were compared; none where there is no shortcut, or where the plain
    /// definition cannot answer (infinitely many options, play that may come back). A difference is a contradiction.
    ///
    /// ```
    /// use grundy_rules::{Engine, Library, Settings};
    /// let mut library = Library::new();
    /// library.add_file("kayles", "kayles(n) -> kayles(a) + kayles(n-k-a) for k in 1..2, a in 0..n-k")?;
    /// let engine = Engine::new(library, grundy::Watch::default());
    /// assert_eq!(engine.check_shortcuts("kayles", &Settings::default())?, [("heap 0.77".to_owned(), 30)]);
    /// # Ok::<(), grundy_rules::Error>(())
    /// ```
    pub fn check_shortcuts(&self, game: &str, settings: &Settings) -> Result<Vec<(String, usize)>, Error> {
        let (handle, ..) = self.game(game, settings)?;
        let What::Rules { game, .. } = &handle.what else { return Ok(Vec::new()) };
        let kinds = game.loaded.program.all_kinds();
        kinds.map(|(kind, rules)| self.check_kind(&handle, kind, rules.args.len())).collect()
    }

    fn check_kind(&self, handle: &Arc<Handle>, kind: KindId, arity: usize) -> Result<(String, usize), Error> {
        self.watch.check(0, 0)?;
        let mut compared = 0;
        let mut name = String::new();
        for args in small_positions(arity) {
            let component = Component { handle: handle.clone(), kind, args: args.into() };
            let Some(method) = component.methods().first() else { break };
            name = method.kind_name();
            if let Some(by_outcome) = component.methods().iter().find(|method| method.tells_only_outcomes()) {
                self.check_outcome(&component, &**by_outcome)?;
            }
            if !method.is_comparable() {
                break;
            }
            let Answer::Known(fast) = method.value(&component.args, &self.watch)? else { continue };
            let plain = match self.plain_value(&component) {
                Ok(plain) => plain,
                // Infinitely many options or positions that come back: there is nothing to compare with.
                Err(Error::Loopy(_)) => break,
                Err(Error::Bad(_)) if self.has_unbounded_options(&component) => break,
                Err(error) => return Err(error),
            };
            if fast != plain {
                let message = format!("{component}: the shortcut `{name}` gives {fast}, the definition {plain}");
                return Err(Error::Contradiction(message));
            }
            compared += 1;
        }
        Ok((name, compared))
    }

    /// Compares what a theorem says about who wins with the plain definition.
    fn check_outcome(&self, component: &Component, method: &dyn Method) -> Result<(), Error> {
        let Answer::Known(wins) = method.wins(&component.args, &self.watch)? else { return Ok(()) };
        let plain = self.plain_value(component)?;
        if wins == plain.is_zero() {
            let (name, who) = (method.kind_name(), if wins { "wins" } else { "loses" });
            let message = format!(
                "{component}: the player who moves {who} by the shortcut `{name}`, the definition gives {plain}"
            );
            return Err(Error::Contradiction(message));
        }
        Ok(())
    }
}

/// Small positions with so many arguments: integers, and for one argument lists of up to three, too.
fn small_positions(arity: usize) -> Vec<Vec<Val>> {
    let below = |end: i128, length: usize| {
        let count = end.pow(length as u32);
        (0..count).map(move |code| (0..length).map(|place| Val::Int(code / end.pow(place as u32) % end)).collect())
    };
    match arity {
        0 => vec![Vec::new()],
        1 => {
            let lists =
                (0..4).flat_map(|length| below(SMALL[3], length)).filter_map(|items: Vec<Val>| Val::list(items));
            below(SMALL[0], 1).chain(lists.map(|list| vec![list])).collect()
        }
        2 => below(SMALL[1], 2).collect(),
        3 | 4 => below(SMALL[2], arity).collect(),
        // Many arguments: all 0 or 1.
        _ => below(2, arity.min(10))
            .map(|mut args: Vec<Val>| {
                args.resize(arity, Val::Int(1));
                args
            })
            .collect(),
    }
}
