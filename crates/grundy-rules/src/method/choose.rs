//! The methods of a kind, in the order in which they are asked.

use super::carrying::ByCarrying;
use super::fixed::ByFixed;
use super::forest::ByForest;
use super::fusion::ByFusion;
use super::geography::ByGeography;
use super::leading::Leading;
use super::misere::{MisereNim, MisereSearch};
use super::native::ByNative;
use super::outcome::ByOutcome;
use super::parity::ByParity;
use super::pattern::{ByPattern, Source};
use super::refused::Refused;
use super::runs::ByRuns;
use super::search::{BySearch, Search};
use super::signature::BySignature;
use super::statistics::ByStatistics;
use super::stored::ByStored;
use super::stretches::ByStretches;
use super::tartan::by_tartan;
use super::theorem::ByTheorem;
use super::windows::ByWindows;
use super::{Method, Methods};
use crate::game::RuleGame;
use crate::native::Native;
use crate::program::KindId;
use crate::recognise::{NOT_LINEAR, Recognised, Shape, sees_only_exponents};
use grundy::heap::Rule;
use grundy::theorem::{Single, code};
use std::sync::Arc;

/// For a kind of a rule file: a table that somebody keeps, the theorem that its rules fall under, the numbers with the same exponents of primes, or the factors of a product, the plain definition as long as it is quick, statistics of a list, a pattern if there
/// is somebody who finds it, the plain definition, runs of equal values for large numbers, stretches of options, a theorem that knows only who wins, and for rules with infinitely many options the reason why none applies.
pub(crate) fn for_rules(
    game: &Arc<RuleGame>,
    search: &Arc<Search>,
    kind: KindId,
    shortcuts: bool,
    patterns: Option<&Source>,
) -> Methods {
    let recognised = if shortcuts { game.recognise(kind) } else { None };
    let by_pattern = patterns.filter(|_| shortcuts).and_then(|source| ByPattern::new(source.clone(), game, kind));
    if game.loaded.program.misere {
        let mut methods = vec![misere(game, kind, recognised)];
        methods.extend(by_pattern.map(|method| Box::new(method) as Box<dyn Method>));
        return methods;
    }
    let unbounded = game.loaded.program.kinds[kind].is_unbounded();
    let mut methods: Methods = Vec::new();
    let stored = patterns.and_then(Source::stored).and_then(|stored| ByStored::new(stored, game, kind));
    let mut reason = NOT_LINEAR.to_owned();
    let mut outcome: Option<Box<dyn Method>> = None;
    match recognised {
        Some(Recognised::Theorem { theorem, shape, left }) => {
            methods.push(Box::new(ByTheorem::new(theorem, shape, kind, left, game.clone())));
        }
        Some(Recognised::Leading { argument, heap }) => {
            methods.push(Box::new(Leading { argument, heap, kind, game: game.clone() }));
        }
        Some(Recognised::Outcome { theorem, shape }) => {
            outcome = Some(Box::new(ByOutcome { theorem, shape, kind }) as Box<dyn Method>);
        }
        Some(Recognised::Refused(why)) => reason = why,
        None if shortcuts && sees_only_exponents(&game.loaded.program, kind) => {
            methods.push(Box::new(BySignature { search: search.clone(), kind }));
        }
        None if shortcuts => {
            let by_carrying = ByCarrying::new(game, kind).map(|method| Box::new(method) as Box<dyn Method>);
            let product = || by_tartan(game, search, kind, patterns).map(|method| Box::new(method) as Box<dyn Method>);
            let by_fixed = || ByFixed::new(game, kind).map(|method| Box::new(method) as Box<dyn Method>);
            let by_parity = || ByParity::new(game, kind).map(|method| Box::new(method) as Box<dyn Method>);
            let by_forest = || ByForest::new(game, kind).map(|method| Box::new(method) as Box<dyn Method>);
            let by_fusion = || ByFusion::new(game, kind).map(|method| Box::new(method) as Box<dyn Method>);
            let by_windows = || ByWindows::new(game, kind).map(|method| Box::new(method) as Box<dyn Method>);
            let by_numbers = || product().or_else(by_parity).or_else(by_fixed);
            let by_lists = || by_forest().or_else(by_fusion).or_else(by_windows);
            methods.extend(by_carrying.or_else(by_numbers).or_else(by_lists));
        }
        None => {}
    }
    if shortcuts && methods.is_empty() && outcome.is_none() {
        outcome = ByGeography::new(game, kind).map(|method| Box::new(method) as Box<dyn Method>);
    }
    let by_definition = shortcuts && methods.is_empty();
    let open = by_definition && outcome.is_none() && !unbounded;
    let by_statistics = if open { ByStatistics::new(game, kind) } else { None };
    let by_statistics = by_statistics.map(|method| Box::new(method) as Box<dyn Method>);
    let by_pattern = by_pattern.filter(|_| !unbounded);
    if by_statistics.is_some() || by_pattern.is_some() {
        let quick = BySearch::quick(search, kind);
        let by_pattern = by_pattern.map(|method| Box::new(method.behind(&quick)) as Box<dyn Method>);
        methods.push(Box::new(quick));
        methods.extend(by_statistics.into_iter().chain(by_pattern));
    }
    methods.push(Box::new(BySearch { search: search.clone(), kind, unbounded, quick: None }));
    let by_runs = if by_definition { ByRuns::new(game, kind) } else { None };
    methods.extend(by_runs.map(|method| Box::new(method) as Box<dyn Method>));
    let by_stretches = if by_definition { ByStretches::new(game, kind, search.watch()) } else { None };
    methods.extend(by_stretches.map(|method| Box::new(method) as Box<dyn Method>));
    methods.extend(outcome);
    if unbounded {
        methods.push(Box::new(Refused { reason, kind, game: game.clone() }));
    }
    if let Some(method) = stored {
        methods.insert(0, Box::new(method));
    }
    methods
}

fn misere(game: &Arc<RuleGame>, kind: KindId, recognised: Option<Recognised>) -> Box<dyn Method> {
    if let Some(Recognised::Theorem { theorem, shape, left }) = recognised {
        let numbers = match shape {
            Shape::Numbers => game.loaded.program.kinds[kind].args.len(),
            Shape::List { .. } => 1,
        };
        if theorem.nim_heaps(&vec![0; numbers]).is_some() {
            return Box::new(MisereNim(ByTheorem::new(theorem, shape, kind, left, game.clone())));
        }
    }
    Box::new(MisereSearch)
}

/// For the heaps of a code.
pub(crate) fn for_code(rule: &Rule) -> Methods {
    vec![Box::new(ByTheorem::of_code(Box::new(Single(code::theorem(rule.clone(), 0)))))]
}

/// For a game written in Rust.
pub(crate) fn for_native(native: &Arc<dyn Native>) -> Methods {
    vec![Box::new(ByNative(native.clone()))]
}
