//! A pattern that was found and proved, or observed if that is trusted: asked when the search is not quick, or cannot read the
//! numbers at all. It is looked for once for each shape of positions and kept.

use super::search::BySearch;
use super::{Answer, Args, Method, Wanted};
use crate::compile::Facts;
use crate::error::Error;
use crate::eval::evaluator::Part;
use crate::game::{Pos, RuleGame};
use crate::lock::lock;
use crate::pattern::{Asked, Counting, Left, Pattern, Patterns, Stored, Told};
use crate::program::KindId;
use crate::value::Val;
use grundy::theorem::{Column, Found};
use grundy::{Value, Watch};
use grundy_natural::Nat;
use hashbrown::HashMap;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// Who finds patterns, whether observed ones will do, and tables that somebody keeps.
#[derive(Clone, Default)]
pub(crate) struct Source {
    patterns: Option<Arc<dyn Patterns>>,
    stored: Option<Arc<dyn Stored>>,
    observed: bool,
    /// Whether one that was only observed has answered.
    trusted: Arc<AtomicBool>,
}

impl Source {
    pub(crate) fn new(patterns: Arc<dyn Patterns>, observed: bool) -> Source {
        Source { patterns: Some(patterns), observed, ..Source::default() }
    }

    /// The same with a table.
    pub(crate) fn with_stored(self, stored: Arc<dyn Stored>) -> Source {
        Source { stored: Some(stored), ..self }
    }

    /// The table.
    pub(super) fn stored(&self) -> Option<&Arc<dyn Stored>> {
        self.stored.as_ref()
    }

    /// Whether a pattern that was only observed has answered since this was asked last.
    pub(crate) fn take_trust(&self) -> bool {
        self.trusted.swap(false, Ordering::Relaxed)
    }

    /// Whether a pattern that was only observed has answered since [`Source::take_trust`] was asked.
    pub(crate) fn is_trusted(&self) -> bool {
        self.trusted.load(Ordering::Relaxed)
    }

    /// The same answer, noted if it is one by a pattern that was only observed.
    fn noted<T>(&self, pattern: &dyn Pattern, answer: Option<T>) -> Option<T> {
        if answer.is_some() && pattern.told().proof.is_none() {
            self.trusted.store(true, Ordering::Relaxed);
        }
        answer
    }
}

/// Patterns of positions of more numbers are not looked for: tables of them are too small to see one.
const MOST_NUMBERS: usize = 8;

/// A pattern, and the numbers of a position to ask it about.
type Question = (Arc<dyn Pattern>, Vec<Nat>);

/// The patterns of one kind.
pub(super) struct ByPattern {
    source: Source,
    game: Arc<RuleGame>,
    kind: KindId,
    /// Whether the search in front of this method is quick, as far as it was asked.
    quick: Arc<AtomicBool>,
    /// By the shape of the arguments: nothing if none was found.
    known: Mutex<HashMap<String, Option<Arc<dyn Pattern>>>>,
}

impl ByPattern {
    /// Nothing if nobody finds patterns.
    pub(super) fn new(source: Source, game: &Arc<RuleGame>, kind: KindId) -> Option<ByPattern> {
        let finds = source.patterns.is_some();
        let quick = Arc::new(AtomicBool::new(true));
        finds.then(|| ByPattern { source, game: game.clone(), kind, quick, known: Mutex::default() })
    }

    /// The same behind a quick search.
    pub(super) fn behind(self, search: &BySearch) -> ByPattern {
        ByPattern { quick: search.quick.clone().unwrap_or_default(), ..self }
    }

    /// The pattern for positions like this one and the numbers of this one.
    fn pattern(&self, args: &Args, watch: &Watch) -> Result<Option<Question>, Error> {
        let Some((shape, numbers)) = flattened(args).filter(|(_, numbers)| numbers.len() <= MOST_NUMBERS) else {
            return Ok(None);
        };
        let mut known = lock(&self.known);
        if let Some(pattern) = known.get(&shape) {
            return Ok(pattern.clone().map(|pattern| (pattern, numbers)));
        }
        let pattern = self.find(args, watch)?;
        known.insert(shape, pattern.clone());
        Ok(pattern.map(|pattern| (pattern, numbers)))
    }

    /// The same, if it was found before: nothing is looked for.
    fn known_pattern(&self, args: &[Val]) -> Option<Question> {
        let (shape, numbers) = flattened(args)?;
        let pattern = lock(&self.known).get(&shape)?.clone()?;
        Some((pattern, numbers))
    }

    fn find(&self, args: &Args, watch: &Watch) -> Result<Option<Arc<dyn Pattern>>, Error> {
        let program = &self.game.loaded.program;
        let named = program.globals.iter().zip(&self.game.globals);
        let asked = Asked {
            name: &program.source.name,
            rules: &program.source.text,
            kind: &program.kinds[self.kind].name,
            args,
            given: named.filter_map(|(global, value)| Some((global.name.clone(), value.clone()?))).collect(),
            ends: self.game.kind_ends(self.kind),
            observed: self.source.observed,
        };
        let Some(patterns) = &self.source.patterns else { return Ok(None) };
        match patterns.find(&asked, watch) {
            // What is wrong with the rules for a pattern is not wrong for the search.
            Err(Error::Bad(_) | Error::Loopy(_)) => Ok(None),
            found => found,
        }
    }

    /// What a move leaves, as parts.
    fn parts(&self, left: Vec<Left>) -> Option<Vec<Part>> {
        let program = &self.game.loaded.program;
        let part = |left: Left| Some(Part { copies: 1, kind: program.kind(&left.kind)?, args: left.args.into() });
        left.into_iter().map(part).collect()
    }

    /// The option as the rules write it, which may have more copies; of huge numbers as the pattern tells it.
    fn as_written(&self, args: &Args, parts: Vec<Part>) -> Result<Option<Vec<Part>>, Error> {
        if args.iter().any(Val::has_huge) {
            return Ok(Some(parts));
        }
        let pos = Pos { kind: self.kind, args: args.clone() };
        match self.game.option(&pos, &parts)? {
            Some(option) => Ok(Some(option)),
            None => self.game.option_alike(&pos, &parts),
        }
    }
}

impl Method for ByPattern {
    fn name(&self, _args: &Args) -> String {
        self.kind_name()
    }

    fn kind_name(&self) -> String {
        "pattern".to_owned()
    }

    fn value(&self, args: &Args, watch: &Watch) -> Result<Answer<Value>, Error> {
        let Some((pattern, numbers)) = self.pattern(args, watch)? else { return Ok(Answer::NotMine) };
        let value = self.source.noted(&*pattern, pattern.value(&numbers, watch)?);
        Ok(value.map(Value::from).into())
    }

    fn wins(&self, args: &Args, watch: &Watch) -> Result<Answer<bool>, Error> {
        let Some((pattern, numbers)) = self.pattern(args, watch)? else { return Ok(Answer::NotMine) };
        Ok(self.source.noted(&*pattern, pattern.wins(&numbers, watch)?).into())
    }

    fn count(&self, counting: &Counting, watch: &Watch) -> Result<Answer<i128>, Error> {
        let args: Args = counting.args.iter().map(|_| Val::Int(0)).collect();
        let Some((pattern, _)) = self.pattern(&args, watch)? else { return Ok(Answer::NotMine) };
        Ok(self.source.noted(&*pattern, pattern.count(counting, watch)?).into())
    }

    fn options(&self, args: &Args, wanted: &Wanted<'_>) -> Result<Answer<Found<Vec<Part>>>, Error> {
        let Some((pattern, numbers)) = self.pattern(args, wanted.watch)? else { return Ok(Answer::NotMine) };
        let Some(value) = wanted.value.natural() else { return Ok(Answer::NotMine) };
        let mut found = Found { options: Vec::new(), complete: false };
        if wanted.most > 0 {
            let option = pattern.option(&numbers, &value, wanted.watch)?.and_then(|left| self.parts(left));
            let Some(option) = option.map(|parts| self.as_written(args, parts)).transpose()?.flatten() else {
                return Ok(Answer::NotMine);
            };
            found.options.push(option);
        }
        Ok(Answer::Known(found))
    }

    /// By a pattern that is known. One is looked for if the search was not quick: else positions that are too large for it are asked about one by one.
    fn xor(&self, columns: &[Column<'_>], watch: &Watch) -> Answer<Value> {
        let first = columns.iter().map(|column| column.iter().next().map(|n| Val::Int(n.into())));
        if let Some(first) = first.collect::<Option<Vec<Val>>>()
            && !self.quick.load(Ordering::Relaxed)
            && !matches!(self.pattern(&first.into(), watch), Ok(Some(_)))
        {
            return Answer::NotMine;
        }
        let value = |args: &[Val]| {
            let (pattern, numbers) = self.known_pattern(args)?;
            self.source.noted(&*pattern, pattern.value(&numbers, watch).ok()?).map(Value::from)
        };
        let mut columns: Vec<_> = columns.iter().map(|column| column.iter()).collect();
        let mut xor = Value::Finite(0);
        loop {
            let args: Option<Vec<Val>> =
                columns.iter_mut().map(|column| column.next().map(|n| Val::Int(n.into()))).collect();
            match args {
                None => return Answer::Known(xor),
                Some(args) if args.is_empty() => return Answer::NotMine,
                Some(args) => match value(&args) {
                    Some(value) => xor = xor.nim_sum(&value),
                    None => return Answer::NotMine,
                },
            }
        }
    }

    fn prepare(&self, ranges: &[RangeInclusive<u64>], watch: &Watch) -> Result<bool, Error> {
        let last: Args = ranges.iter().map(|range| Val::Int((*range.end()).into())).collect();
        Ok(self.pattern(&last, watch)?.is_some_and(|(pattern, _)| pattern.told().values))
    }

    fn told(&self, args: &Args, watch: &Watch) -> Result<Option<Told>, Error> {
        Ok(self.pattern(args, watch)?.map(|(pattern, _)| pattern.told().clone()))
    }

    fn is_pattern(&self) -> bool {
        true
    }

    fn is_shortcut(&self) -> bool {
        true
    }

    fn is_comparable(&self) -> bool {
        false
    }

    fn answers_options(&self) -> bool {
        true
    }
}

/// Where the numbers of arguments stand, and the numbers; nothing if there is something else in them.
fn flattened(args: &[Val]) -> Option<(String, Vec<Nat>)> {
    let (mut shape, mut numbers) = (String::new(), Vec::new());
    args.iter().all(|arg| flatten(arg, &mut shape, &mut numbers)).then_some((shape, numbers))
}

/// Pushes the numbers of an argument, and a text that says where they stand. Whether there is nothing else in it.
fn flatten(arg: &Val, shape: &mut String, numbers: &mut Vec<Nat>) -> bool {
    if let Some(number) = arg.natural() {
        shape.push('n');
        numbers.push(number);
        return true;
    }
    let Val::List(list) = arg else { return false };
    shape.push('[');
    let all = list.items().iter().all(|item| flatten(item, shape, numbers));
    shape.push(']');
    all
}
