//! Products of games of one number, by the Tartan theorem: each factor has rules and methods of its own.

use super::choose::for_rules;
use super::search::Search;
use super::theorem::{ByTheorem, natural};
use super::{Answer, Args, Methods, Source, Wanted};
use crate::compile::Facts;
use crate::error::Error;
use crate::eval::evaluator::Part;
use crate::game::RuleGame;
use crate::limit::Limit;
use crate::loaded::Loaded;
use crate::program::KindId;
use crate::recognise::Shape;
use crate::value::Val;
use grundy::theorem::tartan::Tartan;
use grundy::theorem::{self, Found, Options, Theorem};
use grundy::{Value, Watch};
use std::fmt;
use std::sync::Arc;

/// The product that the rules of a kind are, as a method.
pub(super) fn by_tartan(
    game: &Arc<RuleGame>,
    search: &Search,
    kind: KindId,
    patterns: Option<&Source>,
) -> Option<ByTheorem> {
    let factors = game.factors(kind)?;
    let alone = |kind| {
        let loaded = Arc::new(Loaded::of(game.loaded.program.with_kinds(vec![kind], Vec::new())));
        Arc::new(RuleGame::new(loaded, game.globals.clone(), game.meter.clone()))
    };
    let factors: Vec<Arc<RuleGame>> = factors.into_iter().map(alone).collect();
    // The theorem is about games in which play ends.
    if !factors.iter().all(|factor| factor.kind_ends(KindId::FIRST)) {
        return None;
    }
    let factor = |game: Arc<RuleGame>| {
        let search = Arc::new(Search::new(game.clone(), search.watch(), true));
        let methods = for_rules(&game, &search, KindId::FIRST, true, patterns);
        Box::new(Factor { methods }) as Box<dyn Theorem>
    };
    let product = Tartan::new(factors.into_iter().map(factor).collect())?;
    Some(ByTheorem::new(Box::new(product), Shape::Numbers, kind, kind, game.clone()))
}

/// A game of one number, answered by the methods of its rules.
struct Factor {
    methods: Methods,
}

impl fmt::Debug for Factor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Factor").finish_non_exhaustive()
    }
}

/// A limit stops; whatever else is wrong with a factor is not said about the product.
fn stopped<T>(answer: Result<Answer<T>, Error>) -> Result<Option<T>, theorem::Error> {
    match answer {
        Ok(Answer::Known(known)) => Ok(Some(known)),
        Err(Error::Limit(Limit::Stop(stop))) => Err(stop.into()),
        Ok(Answer::NotMine) | Err(_) => Ok(None),
    }
}

fn args(n: u128) -> Option<Args> {
    Some(Arc::new([Val::Int(i128::try_from(n).ok()?)]))
}

impl Factor {
    fn value_of(&self, n: u128, watch: &Watch) -> Result<Option<Value>, theorem::Error> {
        let Some(args) = args(n) else { return Ok(None) };
        for method in self.methods.iter().filter(|method| !method.is_last_resort()) {
            if let Some(value) = stopped(method.value(&args, watch))? {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    fn value_of_all(&self, parts: &[Part], watch: &Watch) -> Result<Option<Value>, theorem::Error> {
        let mut sum = Value::Finite(0);
        for part in parts {
            let Some(n) = part.args.first().and_then(natural) else { return Ok(None) };
            let Some(value) = self.value_of(n, watch)? else { return Ok(None) };
            if part.copies % 2 == 1 {
                let Some(more) = sum.checked_nim_sum(&value) else { return Ok(None) };
                sum = more;
            }
        }
        Ok(Some(sum))
    }
}

impl Theorem for Factor {
    fn name(&self) -> String {
        "factor".to_owned()
    }

    fn value(&self, position: &[u128], watch: &Watch) -> Result<Option<Value>, theorem::Error> {
        let &[n] = position else { return Ok(None) };
        self.value_of(n, watch)
    }

    fn options(
        &self,
        position: &[u128],
        wanted: &Value,
        most: usize,
        watch: &Watch,
    ) -> Result<Option<Options>, theorem::Error> {
        let &[n] = position else { return Ok(None) };
        let Some(args) = args(n) else { return Ok(None) };
        let is = |parts: &[Part]| match self.value_of_all(parts, watch) {
            Ok(value) => Ok(value.as_ref() == Some(wanted)),
            Err(error) => Err(super::theorem::failed(error)),
        };
        let asked = Wanted { value: wanted, most, is: &is, watch };
        for method in self.methods.iter().filter(|method| !method.is_last_resort()) {
            let Some(found) = stopped(method.options(&args, &asked))? else { continue };
            let numbers = |parts: Vec<Part>| -> Option<Vec<Vec<u128>>> {
                let copied = parts.into_iter().map(|part| {
                    let n = part.args.first().and_then(natural)?;
                    (part.copies == 1).then(|| vec![n])
                });
                copied.collect()
            };
            let count = found.options.len();
            let options: Vec<_> = found.options.into_iter().filter_map(numbers).collect();
            return Ok(Some(Found { complete: found.complete && options.len() == count, options }));
        }
        Ok(None)
    }
}
