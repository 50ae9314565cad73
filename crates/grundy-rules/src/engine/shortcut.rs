//! The methods that rules were recognised to have, and their comparison with the plain definition.

use super::{Engine, Settings};
use crate::component::{Component, Handle, Sum, What};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::error::Error;
use crate::game::RuleGame;
use crate::program::Clause;
use crate::strategy::{Found, Method, Strategy};
use crate::value::Val;
use grundy::theorem::misere_nim;
use grundy::{Outcome, Value};
use std::sync::{Arc, OnceLock};

/// The method of each kind of a game, chosen when it is first asked for.
pub(crate) struct Methods(Vec<OnceLock<Method>>);

impl Methods {
    pub(crate) fn new(kinds: usize) -> Methods {
        Methods((0..kinds).map(|_| OnceLock::new()).collect())
    }

    /// The method of a kind, nothing if that is the search.
    fn of(&self, game: &RuleGame, kind: usize) -> Option<&Method> {
        let choice = || Method::new(game.choose(kind), kind);
        let method = self.0.get(kind)?.get_or_init(choice);
        (*method.strategy() != Strategy::Search).then_some(method)
    }
}

/// The numbers below this are tried in a comparison: of one argument, of two, of more, of a list.
const SMALL: [i128; 4] = [30, 8, 4, 4];

impl Engine {
    /// The method of a position's kind, for rules that are recognised.
    pub(super) fn method<'a>(&self, component: &'a Component) -> Option<&'a Method> {
        self.kind_method(&component.handle, component.kind as usize)
    }

    /// The method of a kind, for rules that are recognised.
    pub(super) fn kind_method<'a>(&self, handle: &'a Handle, kind: usize) -> Option<&'a Method> {
        match &handle.what {
            What::Rules { game, methods, .. } if self.shortcuts => methods.of(game, kind),
            _ => None,
        }
    }

    /// Why a position with infinitely many options has no value here, instead of the error that listing them gave.
    pub(super) fn refusal(&self, component: &Component, error: Error) -> Error {
        let (Some(Strategy::Refused(reason)), Error::Bad(_)) = (self.method(component).map(Method::strategy), &error)
        else {
            return error;
        };
        let What::Rules { game, .. } = &component.handle.what else { return error };
        let program = &game.loaded.program;
        let mut clauses = program.kinds[component.kind as usize].rules.iter().flat_map(|rule| &rule.clauses);
        let place = clauses.find_map(|clause| match clause {
            Clause::Range { to: None, span, .. } => Some(*span),
            _ => None,
        });
        let Some(span) = place else { return error };
        let message = "infinitely many options, in a way that is not yet supported";
        let refusal = Diagnostic::new(span, message).label("a range without an end").help(reason.clone());
        Error::Bad(Diagnostics::one(program.source.clone(), refusal))
    }

    /// Options of a wanted value from the theorem of the position's kind, if it has one that says so.
    pub(super) fn found(&self, component: &Component, wanted: &Value, max: usize) -> Result<Option<Found>, Error> {
        match self.method(component) {
            Some(method) => method.options_with_value(&component.args, wanted, max, &self.watch),
            None => Ok(None),
        }
    }

    /// The heaps of a sum that is misère Nim, each with its term and its place in the term; of equal terms one or two
    /// stand for all, as only the parity of the rest counts.
    fn nim_heaps(&self, sum: &Sum) -> Option<Vec<(usize, usize, u128)>> {
        let mut heaps = Vec::new();
        for (index, term) in sum.terms.iter().enumerate() {
            let method = self.method(&term.component)?;
            if !matches!(method.strategy(), Strategy::MisereNim(_)) {
                return None;
            }
            let own = method.nim_heaps(&term.component.args)?;
            for _ in 0..2 - term.count % 2 {
                heaps.extend(own.iter().enumerate().map(|(place, &heap)| (index, place, heap)));
            }
        }
        Some(heaps)
    }

    /// Who wins misère Nim.
    pub(super) fn misere_nim_outcome(&self, sum: &Sum) -> Option<Outcome> {
        let heaps: Vec<u128> = self.nim_heaps(sum)?.into_iter().map(|(_, _, heap)| heap).collect();
        Some(if misere_nim::next_player_wins(&heaps) { Outcome::Next } else { Outcome::Previous })
    }

    /// The winning moves of misère Nim: term and what is left of one copy of it.
    pub(super) fn misere_nim_moves(&self, sum: &Sum) -> Option<Vec<(usize, Component)>> {
        let heaps = self.nim_heaps(sum)?;
        let sizes: Vec<u128> = heaps.iter().map(|heap| heap.2).collect();
        let mut moves = Vec::new();
        for (place, size) in misere_nim::winning_moves(&sizes) {
            let (term, inner, _) = heaps[place];
            let component = &sum.terms[term].component;
            let args = self.method(component)?.with_nim_heap(&component.args, inner, size)?;
            let left = component.sibling(component.kind, args.into());
            if !moves.contains(&(term, left.clone())) {
                moves.push((term, left));
            }
        }
        Some(moves)
    }

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
        let kinds = game.loaded.program.kinds.iter().enumerate();
        kinds.map(|(kind, rules)| self.check_kind(&handle, kind, rules.args.len())).collect()
    }

    fn check_kind(&self, handle: &Arc<Handle>, kind: usize, arity: usize) -> Result<(String, usize), Error> {
        let mut compared = 0;
        let mut name = String::new();
        for args in small_positions(arity) {
            let component = Component { handle: handle.clone(), kind: kind as u32, args: args.into() };
            name = self.strategy(&component).to_owned();
            let Some(method) = self.method(&component) else { break };
            let apart = matches!(method.strategy(), Strategy::Refused(_) | Strategy::MisereNim(_));
            if apart || method.strategy().relies_on_promise() {
                break;
            }
            let Some(fast) = method.value(&component.args, &self.watch)? else { continue };
            let plain = match self.plain_value(&component) {
                Ok(plain) => Value::Finite(u128::from(plain)),
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
