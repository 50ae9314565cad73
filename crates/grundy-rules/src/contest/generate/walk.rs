//! Walks through what `input` names, in the order of reading. A source says what stands there: one reads the samples,
//! one makes things up.

use crate::builtins::make_list;
use crate::engine::Engine;
use crate::error::Error;
use crate::eval::code::CodeId;
use crate::eval::evaluator::{Evaluator, NoHost};
use crate::game::placed;
use crate::loaded::{ContestCode, ItemCode, Loaded};
use crate::program::{Item, Program, Repeat, Times};
use crate::value::Val;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Longer lists are not generated.
const LONGEST: u128 = 1 << 16;

/// Why a walk ended early.
#[derive(Debug)]
pub(super) enum Refused {
    /// The numbers do not fit together: choose others.
    Unfit(String),
    /// Nothing else would help.
    Error(Error),
}

impl Refused {
    pub(super) fn unfit(message: impl Into<String>) -> Refused {
        Refused::Unfit(message.into())
    }
}

/// The integers read so far, by name.
pub(super) struct Seen<'a> {
    program: &'a Program,
    globals: &'a [Option<Val>],
    names: &'a [String],
    fields: &'a [Val],
}

impl Seen<'_> {
    /// The integer of this name: of the records around first.
    pub(super) fn get(&self, name: &str) -> Option<i128> {
        let field = self.names.iter().rposition(|other| other == name).and_then(|at| self.fields.get(at));
        let value = match field {
            Some(field) => Some(field),
            None => self.program.global(name).and_then(|global| self.globals[global].as_ref()),
        };
        match value? {
            Val::Int(number) => Some(*number),
            _ => None,
        }
    }

    /// The names of all integers read so far.
    pub(super) fn integers(&self) -> Vec<&str> {
        let globals = self.program.globals.iter().map(|global| global.name.as_str());
        let names = globals.chain(self.names.iter().map(String::as_str));
        names.filter(|name| self.get(name).is_some()).collect()
    }
}

/// What stands in the input.
pub(super) trait Source {
    /// The next integer.
    fn integer(&mut self, name: &str, seen: &Seen<'_>) -> Result<i128, Refused>;
    /// The next word.
    fn word(&mut self, name: &str, seen: &Seen<'_>) -> Result<String, Refused>;
    /// A text of the `input` line; `after` an item it follows it closely.
    fn text(&mut self, _text: &str, _after: bool) {}
    /// How many integers `x[]` has.
    fn open_size(&mut self) -> Result<u128, Refused> {
        Err(Refused::unfit("a list without a size"))
    }
    /// Between two integers of `x[]`.
    fn between_open(&mut self, _item: &Item) {}
    /// Whether another case follows, where the input does not say it.
    fn another_case(&mut self, index: usize) -> bool;
    /// Before the elements of a list, with the sizes that are left.
    fn before_list(&mut self, _item: &Item, _sizes: &[u128], _seen: &Seen<'_>) -> Result<(), Refused> {
        Ok(())
    }
    /// After a list that holds no lists.
    fn after_list(&mut self, _item: &Item, _values: &[Val]) {}
    /// Before an element: `depth` counts the lists around it from 1; 0 is a case.
    fn before_element(&mut self, _name: &str, _depth: usize, _index: usize, _length: usize) {}
    /// After an element.
    fn after_element(&mut self, _name: &str, _depth: usize) {}
    /// After all that belongs to a name.
    fn after_item(&mut self, _name: &str) {}
    /// Tries the next end mark of `repeat until`; false if there is none left.
    fn next_mark(&mut self) -> bool {
        false
    }
}

pub(super) struct Walk<S> {
    loaded: Arc<Loaded>,
    machine: Evaluator,
    globals: Vec<Option<Val>>,
    names: Vec<String>,
    fields: Vec<Val>,
    pub(super) source: S,
}

impl<S: Source> Walk<S> {
    pub(super) fn new(engine: &Engine, loaded: &Arc<Loaded>, globals: &[Option<Val>], source: S) -> Walk<S> {
        Walk {
            loaded: loaded.clone(),
            machine: Evaluator::new(engine.meter()),
            globals: globals.to_vec(),
            names: Vec::new(),
            fields: Vec::new(),
            source,
        }
    }

    /// Walks through the whole input.
    pub(super) fn run(&mut self) -> Result<(), Refused> {
        let loaded = self.loaded.clone();
        let (Some(contest), Some(code)) = (&loaded.program.contest, &loaded.contest) else { return Ok(()) };
        for (item, code) in contest.once.iter().zip(&code.once) {
            self.read_into(item, code)?;
        }
        let Some(repeat) = &contest.repeat else { return Ok(()) };
        match repeat.times {
            Times::Count(global, read) => self.counted(repeat, code, global, read),
            Times::ToEnd | Times::Until(..) => self.uncounted(repeat, code),
        }
    }

    fn counted(&mut self, repeat: &Repeat, code: &ContestCode, global: usize, read: bool) -> Result<(), Refused> {
        if read {
            let name = self.loaded.program.globals[global].name.clone();
            let count = self.integer(&name)?;
            self.globals[global] = Some(Val::Int(count));
            self.source.after_item(&name);
        }
        let count = match &self.globals[global] {
            Some(Val::Int(count)) => usize::try_from(*count).unwrap_or(0).min(LONGEST as usize),
            _ => 0,
        };
        for index in 0..count {
            self.source.before_element("", 0, index, count);
            self.case(repeat, code)?;
            self.source.after_element("", 0);
        }
        Ok(())
    }

    fn uncounted(&mut self, repeat: &Repeat, code: &ContestCode) -> Result<(), Refused> {
        let mut index = 0;
        while self.source.another_case(index) {
            self.source.before_element("", 0, index, usize::MAX);
            let ended = self.case(repeat, code)?;
            self.source.after_element("", 0);
            if ended {
                return Ok(());
            }
            index += 1;
        }
        if code.until.is_none() {
            return Ok(());
        }
        let mut tried = false;
        while self.source.next_mark() {
            tried = true;
            if matches!(self.case(repeat, code), Ok(true)) {
                return Ok(());
            }
            self.fields.clear();
            self.names.clear();
        }
        let none =
            || Refused::Error(Error::bad("no end mark of `repeat until` was found: the generator tries 0, -1 and 1"));
        if tried { Err(none()) } else { Ok(()) }
    }

    /// Reads a case; true when it was the end mark.
    fn case(&mut self, repeat: &Repeat, code: &ContestCode) -> Result<bool, Refused> {
        let mut needed = repeat.end_mark();
        for (item, item_code) in repeat.items.iter().zip(&code.repeated) {
            self.read_into(item, item_code)?;
            let before = needed.len();
            needed.retain(|&global| global != item.target);
            if before > 0
                && needed.is_empty()
                && let Some(until) = code.until
                && self.ends(until)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn ends(&mut self, condition: CodeId) -> Result<bool, Refused> {
        Ok(matches!(self.value(condition)?, Some(Val::Bool(true))))
    }

    fn value(&mut self, code: CodeId) -> Result<Option<Val>, Refused> {
        let run = self.machine.run(&self.loaded.unit, code, &self.fields, &self.globals, &mut NoHost);
        match run.map_err(|fail| placed(fail, &self.loaded, None)) {
            Ok(ControlFlow::Continue(value)) => Ok(value),
            Ok(ControlFlow::Break(())) => Ok(None),
            Err(Error::Bad(errors)) => Err(Refused::Unfit(errors.to_string())),
            Err(error) => Err(Refused::Error(error)),
        }
    }

    fn read_into(&mut self, item: &Item, code: &ItemCode) -> Result<(), Refused> {
        let none_is_kept = vec![false; self.loaded.program.lets.len()];
        self.machine.forget(&none_is_kept);
        let value = self.read(item, code)?;
        self.globals[item.target] = Some(value);
        Ok(())
    }

    fn read(&mut self, item: &Item, code: &ItemCode) -> Result<Val, Refused> {
        let mut sizes = Vec::new();
        for &size in &code.sizes {
            match self.value(size)? {
                Some(Val::Int(n)) if (0..=LONGEST as i128).contains(&n) => sizes.push(n.unsigned_abs()),
                _ => return Err(Refused::unfit(format!("the size of `{}` is no small natural number", item.name))),
            }
        }
        item.before.iter().for_each(|text| self.source.text(text, false));
        let value = if item.open { self.open(item)? } else { self.list(item, code, &sizes, 1)? };
        item.after.iter().for_each(|text| self.source.text(text, true));
        self.source.after_item(&item.name);
        Ok(value)
    }

    fn open(&mut self, item: &Item) -> Result<Val, Refused> {
        let size = self.source.open_size()?;
        let mut values = Vec::new();
        for index in 0..size as usize {
            if index > 0 {
                self.source.between_open(item);
            }
            self.source.before_element(&item.name, 1, index, size as usize);
            values.push(Val::Int(self.integer(&item.name)?));
            self.source.after_element(&item.name, 1);
        }
        make_list(values).map_err(|_| Refused::unfit("a list is too long"))
    }

    /// A list for each size. The nesting is that of the text, so it is bounded.
    fn list(&mut self, item: &Item, code: &ItemCode, sizes: &[u128], depth: usize) -> Result<Val, Refused> {
        let Some((&size, inner)) = sizes.split_first() else { return self.one(item, code) };
        let seen =
            Seen { program: &self.loaded.program, globals: &self.globals, names: &self.names, fields: &self.fields };
        self.source.before_list(item, sizes, &seen)?;
        let mut values = Vec::new();
        for index in 0..size as usize {
            self.source.before_element(&item.name, depth, index, size as usize);
            values.push(self.list(item, code, inner, depth + 1)?);
            self.source.after_element(&item.name, depth);
        }
        if inner.is_empty() {
            self.source.after_list(item, &values);
        }
        make_list(values).map_err(|_| Refused::unfit("a list is too long"))
    }

    fn one(&mut self, item: &Item, code: &ItemCode) -> Result<Val, Refused> {
        let Some(record) = &item.record else {
            if item.text {
                return self.word(&item.name).map(|word| Val::text(&word));
            }
            return self.integer(&item.name).map(Val::Int);
        };
        let mark = self.fields.len();
        for (field, code) in record.iter().zip(&code.fields) {
            let value = self.read(field, code)?;
            self.fields.push(value);
            self.names.push(field.name.clone());
        }
        let values = self.fields.split_off(mark);
        self.names.truncate(mark);
        make_list(values).map_err(|_| Refused::unfit("a record is too long"))
    }

    fn integer(&mut self, name: &str) -> Result<i128, Refused> {
        let Walk { loaded, globals, names, fields, source, .. } = self;
        source.integer(name, &Seen { program: &loaded.program, globals, names, fields })
    }

    fn word(&mut self, name: &str) -> Result<String, Refused> {
        let Walk { loaded, globals, names, fields, source, .. } = self;
        source.word(name, &Seen { program: &loaded.program, globals, names, fields })
    }
}
