//! A theorem of the core that the rules of a kind were proved to fall under.

use super::period::Alike;
use super::{Answer, Args, Method, Wanted};
use crate::error::Error;
use crate::eval::evaluator::Part;
use crate::game::{Pos, RuleGame};
use crate::program::KindId;
use crate::recognise::Shape;
use crate::value::{List, Val};
use grundy::heap::Rule;
use grundy::theorem::{self, Change, Column, Found, Theorem};
use grundy::{Value, Watch};
use std::sync::Arc;

/// Components without moves that rules may add to what a theorem says is left.
const MOST_FINISHED: usize = 3;

/// A theorem as a method.
pub(super) struct ByTheorem {
    theorem: Box<dyn Theorem>,
    name: String,
    shape: Shape,
    /// The kind of its positions, and of what its options leave.
    kind: KindId,
    left: KindId,
    /// Arguments that no move changes, with their values.
    fixed: Vec<(usize, Val)>,
    /// The rules: what a theorem calls an option is listed as they write it. Heap codes need no rules.
    game: Option<Arc<RuleGame>>,
}

impl ByTheorem {
    pub(super) fn new(
        theorem: Box<dyn Theorem>,
        shape: Shape,
        kind: KindId,
        left: KindId,
        game: Arc<RuleGame>,
    ) -> Self {
        ByTheorem { name: theorem.name(), theorem, shape, kind, left, fixed: Vec::new(), game: Some(game) }
    }

    /// The same for positions with these arguments, which no move changes.
    pub(super) fn with_fixed(self, fixed: Vec<(usize, Val)>) -> Self {
        ByTheorem { fixed, ..self }
    }

    /// The heaps of a code.
    pub(super) fn of_code(theorem: Box<dyn Theorem>) -> Self {
        ByTheorem {
            name: "heap code".to_owned(),
            theorem,
            shape: Shape::Numbers,
            kind: KindId::FIRST,
            left: KindId::FIRST,
            fixed: Vec::new(),
            game: None,
        }
    }

    pub(super) fn theorem(&self) -> &dyn Theorem {
        &*self.theorem
    }

    /// The numbers of a position.
    pub(super) fn numbers(&self, args: &[Val]) -> Option<Vec<u128>> {
        match (self.shape, args) {
            (Shape::Numbers, args) if self.fixed.is_empty() => naturals(args),
            (Shape::Numbers, args) => {
                let free = |place: &usize| !self.fixed.iter().any(|(argument, _)| argument == place);
                args.iter().enumerate().filter(|(place, _)| free(place)).map(|(_, value)| natural(value)).collect()
            }
            (Shape::List { .. }, [Val::List(list)]) => match list.naturals() {
                Some(numbers) => Some(numbers.iter().map(|&n| n as u128).collect()),
                None => naturals(list.items()),
            },
            (Shape::List { .. }, _) => None,
        }
    }

    /// Whether the rules write options just as the theorem does: only heaps may be written in several ways; of other games the rules were
    /// proved to have these very options.
    fn is_as_written(&self, game: &RuleGame) -> bool {
        self.theorem.finished().is_none() && !game.loaded.program.kinds[self.kind].has_copies()
    }

    /// The position of some numbers.
    pub(super) fn part(&self, mut numbers: Vec<u128>) -> Option<Part> {
        if let Shape::List { sorted: true } = self.shape {
            numbers.sort_unstable();
        }
        // Long lists stay flat.
        if let (Shape::List { .. }, true) = (&self.shape, self.fixed.is_empty())
            && let Some(small) = all_small(&numbers)
        {
            let args = Arc::new([Val::List(List::of_integers(small)?)]) as Args;
            return Some(Part { copies: 1, kind: self.left, args });
        }
        let mut values =
            numbers.into_iter().map(|n| i128::try_from(n).ok().map(Val::Int)).collect::<Option<Vec<_>>>()?;
        for (argument, value) in &self.fixed {
            values.insert((*argument).min(values.len()), value.clone());
        }
        let args = match self.shape {
            Shape::Numbers => values.into(),
            Shape::List { .. } => Arc::new([Val::list(values)?]) as Args,
        };
        Some(Part { copies: 1, kind: self.left, args })
    }

    /// For a heap of more than 128 bits, a smaller one that differs from it by a multiple of a proved period.
    fn alike(&self, args: &Args, watch: &Watch) -> Result<Option<Alike>, Error> {
        let mut huge = args.iter().enumerate().filter_map(|(place, arg)| match arg {
            Val::Huge(n) if self.shape == Shape::Numbers => Some((place, n.clone())),
            _ => None,
        });
        let (Some((place, n)), None) = (huge.next(), huge.next()) else { return Ok(None) };
        if args.len() != self.fixed.len() + 1 {
            return Ok(None);
        }
        let Some(period) = self.theorem.period(watch).map_err(failed)? else { return Ok(None) };
        Ok(Alike::new(args, place, &n, period))
    }

    /// The option as the rules write it: they may add positions without moves.
    fn as_written(&self, args: &Args, left: Vec<Vec<u128>>) -> Result<Option<Vec<Part>>, Error> {
        let Some(parts) = left.into_iter().map(|numbers| self.part(numbers)).collect::<Option<Vec<Part>>>() else {
            return Ok(None);
        };
        let Some(game) = &self.game else {
            // Codes do not write empty heaps.
            let full = |part: &Part| !matches!(&*part.args, [Val::Int(0)]);
            return Ok(Some(parts.into_iter().filter(full).collect()));
        };
        if self.is_as_written(game) {
            return Ok(Some(parts));
        }
        let copies = game.loaded.program.kinds[self.kind].has_copies();
        let pos = Pos { kind: self.kind, args: args.clone() };
        // Rules may add positions without moves, or leave nothing where the theorem leaves such a one.
        let finished = self.theorem.finished().and_then(|numbers| self.part(numbers));
        let moving: Vec<Part> = parts.iter().filter(|&part| Some(part) != finished.as_ref()).cloned().collect();
        if let Some(option) = game.option(&pos, &parts)? {
            return Ok(Some(option));
        }
        for count in 0..=finished.as_ref().map_or(0, |_| MOST_FINISHED) {
            let added = finished.iter().flat_map(|part| std::iter::repeat_n(part.clone(), count));
            let wanted: Vec<Part> = moving.iter().cloned().chain(added).collect();
            if let Some(option) = game.option(&pos, &wanted)? {
                return Ok(Some(option));
            }
        }
        // An odd number of copies counts as one.
        if copies { game.option_alike(&pos, &parts) } else { Ok(None) }
    }
}

impl Method for ByTheorem {
    fn name(&self, _args: &Args) -> String {
        self.name.clone()
    }

    fn kind_name(&self) -> String {
        self.name.clone()
    }

    fn value(&self, args: &Args, watch: &Watch) -> Result<Answer<Value>, Error> {
        if let Some(alike) = self.alike(args, watch)? {
            return self.value(&alike.args, watch);
        }
        // Flat lists need no copy.
        if let (Shape::List { .. }, [Val::List(list)]) = (self.shape, &**args)
            && let Some(known) = list.naturals().map(|numbers| self.theorem.small_value(numbers, watch))
            && let Some(value) = known.map_err(failed)?
        {
            return Ok(Answer::Known(Value::Finite(value)));
        }
        let Some(numbers) = self.numbers(args) else { return Ok(Answer::NotMine) };
        Ok(self.theorem.value(&numbers, watch).map_err(failed)?.into())
    }

    fn options(&self, args: &Args, wanted: &Wanted<'_>) -> Result<Answer<Found<Vec<Part>>>, Error> {
        if let Some(alike) = self.alike(args, wanted.watch)? {
            return self.options(&alike.args, wanted).map(|found| found.map(|found| alike.enlarged(found)));
        }
        let Some(numbers) = self.numbers(args) else { return Ok(Answer::NotMine) };
        let found = self.theorem.options(&numbers, wanted.value, wanted.most, wanted.watch).map_err(failed)?;
        let Some(found) = found else { return Ok(Answer::NotMine) };
        let mut written = Found { options: Vec::new(), complete: found.complete };
        for left in found.options {
            match self.as_written(args, left) {
                Ok(Some(option)) => written.options.push(option),
                // The rules say the same in words that were not found again.
                Ok(None) | Err(Error::Limit(crate::limit::Limit::Looks { .. })) => written.complete = false,
                Err(error) => return Err(error),
            }
        }
        Ok(Answer::Known(written))
    }

    fn extreme_option(&self, args: &Args, value: &Value, least: bool, watch: &Watch) -> Result<Answer<Val>, Error> {
        let plain = self.shape == Shape::List { sorted: false } && self.fixed.is_empty();
        if !plain || !self.game.as_ref().is_some_and(|game| self.is_as_written(game)) {
            return Ok(Answer::NotMine);
        }
        let Some(numbers) = self.numbers(args) else { return Ok(Answer::NotMine) };
        let Some(changes) = self.theorem.changes(&numbers, value, watch).map_err(failed)? else {
            return Ok(Answer::NotMine);
        };
        let order = |a: &Change, b: &Change| a.order(b, &numbers);
        let found = if least { changes.into_iter().min_by(order) } else { changes.into_iter().max_by(order) };
        let part = found.and_then(|change| self.part(change.of(&numbers)));
        Ok(part.and_then(|part| part.args.first().cloned()).into())
    }

    fn lost_along(&self, first: u128, least: u128, most: u128) -> Option<[(u128, u128); 2]> {
        let plain = self.shape == Shape::Numbers && self.fixed.is_empty();
        plain.then(|| self.theorem.lost_along(first, least, most)).flatten()
    }

    fn xor_of_union(&self, boxes: &[theorem::union::Area]) -> Option<Value> {
        let plain = self.shape == Shape::Numbers && self.fixed.is_empty();
        plain.then(|| self.theorem.xor_of_union(boxes)).flatten()
    }

    fn tally(&self, from: u128, to: u128, watch: &Watch) -> Result<Answer<Vec<(u128, u128)>>, Error> {
        let plain = self.shape == Shape::Numbers && self.fixed.is_empty();
        Ok(plain.then(|| self.theorem.tally(from, to, watch)).flatten().into())
    }

    fn repetition(&self, watch: &Watch) -> Result<Option<(u128, u64)>, Error> {
        let plain = self.shape == Shape::Numbers && self.fixed.is_empty();
        if plain { self.theorem.repetition(watch).map_err(failed) } else { Ok(None) }
    }

    fn is_shortcut(&self) -> bool {
        self.game.is_some()
    }

    fn answers_options(&self) -> bool {
        self.left == self.kind && self.theorem.is_quick()
    }

    fn is_comparable(&self) -> bool {
        self.game.is_some() && !self.theorem.relies_on_promise()
    }

    fn list_value(&self, numbers: &[i64], watch: &Watch) -> Answer<Value> {
        let Shape::List { .. } = self.shape else { return Answer::NotMine };
        let quick = self.theorem.small_value(numbers, watch).ok().flatten();
        let wide = || numbers.iter().map(|&n| n as u128).collect::<Vec<_>>();
        quick.map(Value::Finite).or_else(|| self.theorem.value(&wide(), watch).ok().flatten()).into()
    }

    fn xor(&self, columns: &[Column<'_>], watch: &Watch) -> Answer<Value> {
        match self.shape {
            Shape::Numbers if self.fixed.is_empty() => self.theorem.xor(columns, watch).ok().flatten().into(),
            Shape::Numbers | Shape::List { .. } => Answer::NotMine,
        }
    }

    fn is_nim(&self) -> bool {
        let from_zero = self.theorem.finished() == Some(vec![0]);
        self.shape == Shape::Numbers && self.fixed.is_empty() && from_zero && self.theorem.rule() == Some(Rule::nim())
    }

    fn heap_rule(&self) -> Option<Rule> {
        self.theorem.rule()
    }
}

/// The numbers, if all have 64 bits.
fn all_small(numbers: &[u128]) -> Option<Vec<i64>> {
    let mut small = Vec::with_capacity(numbers.len());
    for &n in numbers {
        small.push(i64::try_from(n).ok()?);
    }
    Some(small)
}

/// The error of a theorem.
pub(super) fn failed(error: theorem::Error) -> Error {
    match error {
        theorem::Error::Stop(stop) => stop.into(),
        other => Error::bad(other.to_string()),
    }
}

/// A natural number.
pub(super) fn natural(value: &Val) -> Option<u128> {
    match value {
        Val::Int(n) => u128::try_from(*n).ok(),
        _ => None,
    }
}

fn naturals(values: &[Val]) -> Option<Vec<u128>> {
    values.iter().map(natural).collect()
}
