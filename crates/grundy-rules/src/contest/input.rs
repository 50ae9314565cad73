//! Reads what `input` names.

use super::run::Judge;
use crate::builtins::make_list;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::error::Error;
use crate::eval::code::CodeId;
use crate::eval::evaluator::{Fail, NoHost};
use crate::game::placed;
use crate::loaded::ItemCode;
use crate::meter::Trouble;
use crate::program::{Expr, ExprKind, Item, Until};
use crate::value::{List, Val};
use std::ops::ControlFlow;

/// Fewer words are kept one by one.
const FEW_WORDS: usize = 64;

impl Judge<'_> {
    /// Reads an item; `fields` are those of the records around it.
    pub(super) fn read(&mut self, item: &Item, code: &ItemCode, fields: &mut Vec<Val>) -> Result<Val, Error> {
        item.before.iter().try_for_each(|text| self.words.literal(text))?;
        let value = if item.open { self.read_open(item)? } else { self.read_sized(item, code, fields)? };
        item.after.iter().try_for_each(|text| self.words.literal(text))?;
        Ok(value)
    }

    /// Integers between commas or white space, as long as they follow.
    fn read_open(&mut self, item: &Item) -> Result<Val, Error> {
        let mut items = Vec::new();
        loop {
            let before = self.words.mark();
            let _ = !items.is_empty() && self.words.comma();
            let Some(number) = self.words.digits(|| item.what())? else {
                self.words.back_to(before);
                return self.made(item, make_list(items));
            };
            self.machine.meter.make(1).map_err(|trouble| self.trouble(item, trouble))?;
            self.machine.meter.fits(items.len() as u64).map_err(|trouble| self.trouble(item, trouble))?;
            items.push(Val::Int(number));
        }
    }

    fn read_sized(&mut self, item: &Item, code: &ItemCode, fields: &mut Vec<Val>) -> Result<Val, Error> {
        let mut sizes = Vec::new();
        for ((size, _), &code) in item.sizes.iter().zip(&code.sizes) {
            sizes.push(match self.named(size) {
                Some(size) => size,
                None => self.size(item, code, fields)?,
            });
        }
        let flat = match item.until {
            Until::Space if item.text => self.read_words(item, &sizes)?,
            Until::Space => self.read_flat(item, &sizes)?,
            Until::Digits | Until::Text(_) => None,
        };
        match flat {
            Some(list) => Ok(list),
            None => self.read_list(item, code, &sizes, fields),
        }
    }

    /// A list or a matrix of integers of 64 bits; nothing, and nothing read, if it is none or something is wrong with it.
    fn read_flat(&mut self, item: &Item, sizes: &[u128]) -> Result<Option<Val>, Error> {
        let (rows, width) = match *sizes {
            [length] => (length, None),
            [rows, width] if width > 0 => (rows, usize::try_from(width).ok()),
            _ => return Ok(None),
        };
        let total = usize::try_from(rows).ok().and_then(|rows| rows.checked_mul(width.unwrap_or(1)));
        // A number takes two bytes with its space, the last perhaps one.
        let total = total.filter(|&total| total <= self.words.left() / 2 + 1);
        let (None, Some(total)) = (&item.record, total) else { return Ok(None) };
        self.machine.meter.make(total as u64).map_err(|trouble| self.trouble(item, trouble))?;
        let start = self.words.mark();
        let numbers = self.words.integers(total);
        let list = numbers.and_then(|(numbers, negative)| List::of_read(numbers, width, negative));
        if list.is_none() {
            self.words.back_to(start);
        }
        Ok(list.map(Val::List))
    }

    /// A long list of words of ASCII letters; nothing, and nothing read, if it is none.
    fn read_words(&mut self, item: &Item, sizes: &[u128]) -> Result<Option<Val>, Error> {
        let ([count], None) = (sizes, &item.record) else { return Ok(None) };
        let fitting = |&count: &usize| (FEW_WORDS..=self.words.left() / 2 + 1).contains(&count);
        let Some(count) = usize::try_from(*count).ok().filter(fitting) else { return Ok(None) };
        self.machine.meter.make(count as u64).map_err(|trouble| self.trouble(item, trouble))?;
        let start = self.words.mark();
        let list = self.words.list(count).and_then(List::of_words);
        if list.is_none() {
            self.words.back_to(start);
        }
        Ok(list.map(Val::List))
    }

    /// A size that is a number read before.
    fn named(&self, size: &Expr) -> Option<u128> {
        match (&size.kind, &self.globals) {
            (ExprKind::Global(index), globals) => match globals[*index] {
                Some(Val::Int(n)) => u128::try_from(n).ok(),
                _ => None,
            },
            _ => None,
        }
    }

    fn size(&mut self, item: &Item, code: CodeId, fields: &[Val]) -> Result<u128, Error> {
        let run = self.machine.run(&self.loaded.unit, code, fields, &self.globals, &mut NoHost);
        let value = run.map_err(|fail| placed(fail, &self.loaded, Some(format!("in the size of `{}`", item.name))))?;
        match value {
            ControlFlow::Continue(Some(Val::Int(n))) if n >= 0 => Ok(n.unsigned_abs()),
            ControlFlow::Continue(Some(other)) => {
                Err(self.wrong_item(item, format!("the size of `{}` is {other}", item.name)))
            }
            _ => Err(self.wrong_item(item, format!("`{}` has no size", item.name))),
        }
    }

    fn wrong_item(&self, item: &Item, message: String) -> Error {
        Error::Bad(Diagnostics::one(self.loaded.program.source.clone(), Diagnostic::new(item.span, message)))
    }

    fn made(&self, item: &Item, result: Result<Val, Trouble>) -> Result<Val, Error> {
        result.map_err(|trouble| self.trouble(item, trouble))
    }

    fn trouble(&self, item: &Item, trouble: Trouble) -> Error {
        match trouble {
            Trouble::Bad { message, .. } => self.wrong_item(item, message),
            Trouble::Limit(limit) => Error::Limit(limit),
            Trouble::Host(error) => *error,
        }
    }

    /// A list for each size, the outer first. The nesting is that of the text, so it is bounded.
    fn read_list(&mut self, item: &Item, code: &ItemCode, sizes: &[u128], fields: &mut Vec<Val>) -> Result<Val, Error> {
        let Some((&size, inner)) = sizes.split_first() else { return self.read_one(item, code, fields) };
        let mut items = Vec::new();
        let mut left = size;
        while left > 0 {
            self.machine.meter.make(1).map_err(|trouble| self.trouble(item, trouble))?;
            self.machine.meter.fits(items.len() as u64).map_err(|trouble| self.trouble(item, trouble))?;
            items.push(self.read_list(item, code, inner, fields)?);
            left -= 1;
        }
        self.made(item, make_list(items))
    }

    fn read_one(&mut self, item: &Item, code: &ItemCode, fields: &mut Vec<Val>) -> Result<Val, Error> {
        let Some(record) = &item.record else {
            return match &item.until {
                Until::Text(text) if item.text => self.words.word_before(text, || item.what()).map(Val::text),
                _ if item.text => self.words.word(|| item.what()).map(|(word, _)| Val::text(word)),
                Until::Space => self.words.integer(|| item.what()).map(Val::Int),
                Until::Digits | Until::Text(_) => match self.words.digits(|| item.what())? {
                    Some(number) => Ok(Val::Int(number)),
                    // It says what stands there instead.
                    None => self.words.integer(|| item.what()).map(Val::Int),
                },
            };
        };
        let mark = fields.len();
        for (field, code) in record.iter().zip(&code.fields) {
            let value = self.read(field, code, fields)?;
            fields.push(value);
        }
        let values = fields.split_off(mark);
        self.made(item, make_list(values))
    }

    /// Whether the condition of `repeat until` holds.
    pub(super) fn ends(&mut self, condition: CodeId) -> Result<bool, Error> {
        let run = self.machine.run(&self.loaded.unit, condition, &[], &self.globals, &mut NoHost);
        match run.map_err(|fail: Fail| placed(fail, &self.loaded, None))? {
            ControlFlow::Continue(Some(Val::Bool(ends))) => Ok(ends),
            _ => Err(Error::bad("the condition of `repeat until` is no truth value")),
        }
    }
}
