//! Questions about the components of a part of a list or of a range, asked again and again: `win(sum(nim(x) for x in a[l:r]))`.
//!
//! Where components do not depend on anything but the element, and have values, the value of a part is the XOR of two of those of the parts
//! from one place on. So each element is asked about once for a case, and each question costs the same. Elements are asked about only if a question needs
//! them: parts that do not touch what is known begin a new table. What is unusual is left to the plain code: it says what is wrong.

use super::code::Prefix;
use super::evaluator::Evaluator;
use super::ops;
use super::run::{Run, Step};
use crate::meter::Trouble;
use crate::syntax::ast::Question;
use crate::value::Val;

/// The longest part that is looked at so: longer ranges may have quicker ways.
const LONGEST: i128 = 1 << 22;

/// A part so short may be the first one.
const SHORT: i128 = 16;

/// The XOR of the values of elements from one place to others.
#[derive(Debug, Default)]
pub(super) struct Table {
    /// The list; nothing for a range.
    list: Option<Val>,
    origin: i128,
    /// The XOR of so many elements from the origin on.
    up: Vec<i128>,
    /// The XOR of so many elements before the origin.
    down: Vec<i128>,
    /// Questions so far.
    asked: u32,
    /// Something failed: it is not used any more in this case.
    dead: bool,
}

/// Which element must be known next.
enum Next {
    None,
    Up(i128),
    Down(i128),
}

impl Table {
    /// Begins anew at a place.
    fn begin(&mut self, list: Option<Val>, origin: i128) {
        *self = Table { list, origin, up: vec![0], down: vec![0], ..*self };
    }

    /// Whether it is to be used: for a long part not before the second question, since a single one has quicker ways.
    fn serves(&mut self, asked: &Asked) -> bool {
        self.asked = self.asked.saturating_add(1);
        !self.dead && (self.asked > 1 || asked.to.saturating_sub(asked.from) <= SHORT)
    }

    fn low(&self) -> i128 {
        self.origin + 1 - self.down.len() as i128
    }

    fn high(&self) -> i128 {
        self.origin + self.up.len() as i128 - 1
    }

    fn is_of(&self, list: Option<&Val>) -> bool {
        match (&self.list, list) {
            (Some(Val::List(own)), Some(Val::List(list))) => own.is_same(list),
            (None, None) => !self.up.is_empty(),
            _ => false,
        }
    }

    fn touches(&self, from: i128, to: i128) -> bool {
        from <= self.high() && to >= self.low()
    }

    fn next(&self, from: i128, to: i128) -> Next {
        if from < self.low() {
            Next::Down(self.low() - 1)
        } else if to > self.high() {
            Next::Up(self.high())
        } else {
            Next::None
        }
    }

    fn at(&self, place: i128) -> i128 {
        let (side, steps) = match place < self.origin {
            true => (&self.down, self.origin - place),
            false => (&self.up, place - self.origin),
        };
        usize::try_from(steps).ok().and_then(|steps| side.get(steps)).copied().unwrap_or(0)
    }

    fn add(&mut self, from: i128, value: i128) {
        let side = if from < self.low() { &mut self.down } else { &mut self.up };
        let last = side.last().copied().unwrap_or(0);
        side.push(last ^ value);
    }
}

impl Evaluator {
    fn table(&mut self, index: u32) -> &mut Table {
        let index = index as usize;
        if self.prefixes.len() <= index {
            self.prefixes.resize_with(index + 1, Table::default);
        }
        &mut self.prefixes[index]
    }
}

/// What is on the stack: the list, if there is one, and the part of it that is asked about, its end excluded.
struct Asked {
    list: Option<Val>,
    from: i128,
    to: i128,
}

impl Run<'_> {
    /// What is on the stack, left there; nothing if it is unusual.
    fn part_asked(&self, prefix: Prefix) -> Option<Asked> {
        let [.., list, Val::Int(from), Val::Int(to)] = self.machine.stack.as_slice() else { return None };
        if !prefix.in_list {
            let to = to.checked_add(1)?;
            return (to.checked_sub(*from)? <= LONGEST).then_some(Asked { list: None, from: *from, to });
        }
        let Val::List(items) = list else { return None };
        let len = items.len() as i128;
        Some(Asked { list: Some(list.clone()), from: (*from).clamp(0, len), to: (*to).clamp(0, len) })
    }

    fn drop_part(&mut self) {
        let len = self.machine.stack.len().saturating_sub(3);
        self.machine.stack.truncate(len);
    }

    /// Answers, or sets the slot to the next element whose value must be known first.
    pub(super) fn prefix(&mut self, prefix: Prefix) -> Result<Step, Trouble> {
        let asked = if self.host.sums_have_values() { self.part_asked(prefix) } else { None };
        let Some(Asked { list, from, to }) = asked.filter(|asked| self.machine.table(prefix.table).serves(asked))
        else {
            self.drop_part();
            return Ok(Step::To(prefix.plain));
        };
        let table = self.machine.table(prefix.table);
        if from < to && !(table.is_of(list.as_ref()) && table.touches(from, to)) {
            table.begin(list.clone(), from);
        }
        let next = if from < to { table.next(from, to) } else { Next::None };
        let place = match next {
            Next::Up(place) | Next::Down(place) => place,
            Next::None => {
                let value = if from < to { table.at(from) ^ table.at(to) } else { 0 };
                self.drop_part();
                self.machine.stack.push(match prefix.question {
                    Question::Value => Val::Int(value),
                    _ => Val::Bool(value != 0),
                });
                return Ok(Step::To(prefix.exit));
            }
        };
        let element = match &list {
            Some(list) => ops::index(list, &Val::Int(place))?,
            None => Val::Int(place),
        };
        self.machine.locals[self.base + prefix.slot as usize] = element;
        Ok(Step::On)
    }

    /// Takes the value of the element that was set.
    pub(super) fn prefix_value(&mut self, prefix: Prefix) -> Result<Step, Trouble> {
        let parts = self.made();
        self.machine.meter.make(1)?;
        let value = match self.host.ask(Question::Value, &parts) {
            Ok(Val::Int(value)) => Some(value),
            _ => None,
        };
        let (Some(value), Some(asked)) = (value, self.part_asked(prefix)) else {
            self.machine.table(prefix.table).dead = true;
            self.drop_part();
            return Ok(Step::To(prefix.plain));
        };
        let table = self.machine.table(prefix.table);
        table.add(asked.from, value);
        Ok(Step::To(prefix.start))
    }
}
