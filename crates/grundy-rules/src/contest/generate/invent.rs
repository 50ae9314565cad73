//! The source that makes inputs up, and writes them down as it goes.

use super::choices::{Choices, Made};
use super::plan::Plan;
use super::walk::{Refused, Seen, Source};
use crate::program::Item;
use std::collections::VecDeque;

/// Cases, where the input does not say how many.
const CASES: u64 = 6;

/// Integers of `x[]`, at most one less.
const OPEN: u64 = 7;

/// What is tried as the end mark of `repeat until`.
const MARKS: [i128; 3] = [0, -1, 1];

/// What stands between two words, the stronger the larger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    None,
    Space,
    Line,
}

pub(super) struct Inventor<'p> {
    plan: &'p Plan,
    choices: Choices,
    scale: (u64, u64),
    text: String,
    gap: Gap,
    words: usize,
    /// Numbers that are already chosen.
    ready: VecDeque<i128>,
    /// The elements that are being made: the first choice, list, index, length.
    open: Vec<(usize, usize, usize, usize)>,
    /// The list whose elements are being made at each depth, and how many lists there were.
    lists: (Vec<usize>, usize),
    cases: u64,
    marks: usize,
    /// The text before the end mark.
    before_mark: usize,
    /// The words before the list that is being made.
    list_start: usize,
}

impl<'p> Inventor<'p> {
    pub(super) fn new(plan: &'p Plan, choices: Choices, scale: (u64, u64)) -> Inventor<'p> {
        Inventor {
            plan,
            choices,
            scale,
            text: String::new(),
            gap: Gap::None,
            words: 0,
            ready: VecDeque::new(),
            open: Vec::new(),
            lists: (Vec::new(), 0),
            cases: 0,
            marks: 0,
            before_mark: 0,
            list_start: 0,
        }
    }

    pub(super) fn finish(mut self) -> (String, Made) {
        self.text.push('\n');
        (self.text, self.choices.finish())
    }

    fn write(&mut self, word: &str) {
        match self.gap {
            Gap::None => {}
            Gap::Space => self.text.push(' '),
            Gap::Line => self.text.push('\n'),
        }
        self.text.push_str(word);
        self.gap = Gap::Space;
        self.words += 1;
    }

    fn end_of_line(&mut self, breaks: bool) {
        self.gap = self.gap.max(if breaks { Gap::Line } else { Gap::Space });
    }

    /// A number between two bounds, as far as the scale goes.
    fn between(&mut self, (low, high): (i128, i128), size: bool) -> Result<i128, Refused> {
        if low > high {
            return Err(Refused::unfit("an empty range"));
        }
        let (part, whole) = self.scale;
        let length = u64::try_from(high - low).unwrap_or(u64::MAX - 1).min(u64::MAX - 1);
        let scaled = (u128::from(length) * u128::from(part)).div_ceil(u128::from(whole.max(1))) as u64;
        let count = scaled.clamp(length.min(1), length) + 1;
        let choice = if size { self.choices.size_below(count) } else { self.choices.below(count) };
        Ok(low + i128::from(choice))
    }

    fn letters(&mut self, name: &str, length: usize) -> String {
        let letters = self.plan.letters(name);
        let list = self.new_list();
        let letter = |index: usize, choices: &mut Choices| {
            let start = choices.len();
            let letter = letters[choices.below(letters.len() as u64) as usize];
            choices.element(start, list, index, length);
            letter
        };
        (0..length).map(|index| letter(index, &mut self.choices)).collect()
    }

    fn new_list(&mut self) -> usize {
        self.lists.1 += 1;
        self.lists.1
    }
}

impl Source for Inventor<'_> {
    fn integer(&mut self, name: &str, seen: &Seen<'_>) -> Result<i128, Refused> {
        let number = if self.marks > 0 {
            MARKS[self.marks - 1]
        } else if let Some(number) = self.ready.pop_front() {
            number
        } else {
            let (range, size) = (self.plan.range(name, seen), self.plan.may_be_size(name));
            match self.plan.shape(name).parity() {
                // n = 2·half + odd.
                Some(odd) => {
                    let halves = ((range.0 - odd + 1).div_euclid(2), (range.1 - odd).div_euclid(2));
                    2 * self.between(halves, size)? + odd
                }
                None => self.between(range, size)?,
            }
        };
        self.write(&number.to_string());
        Ok(number)
    }

    fn word(&mut self, name: &str, seen: &Seen<'_>) -> Result<String, Refused> {
        let length = match self.plan.length(name).and_then(|other| seen.get(other)) {
            Some(length) => length,
            None => self.between(self.plan.range(name, seen), true)?,
        };
        // A word has at least one letter, or it could not be read.
        let length = usize::try_from(length).ok().filter(|length| (1..1 << 16).contains(length));
        let word = self.letters(name, length.ok_or_else(|| Refused::unfit("a word without letters"))?);
        self.write(&word);
        Ok(word)
    }

    fn text(&mut self, text: &str, after: bool) {
        if after {
            self.gap = Gap::None;
        }
        self.write(text);
        self.gap = Gap::None;
    }

    fn open_size(&mut self) -> Result<u128, Refused> {
        Ok(u128::from(self.choices.size_below(OPEN)))
    }

    fn between_open(&mut self, item: &Item) {
        if !item.before.is_empty() || !item.after.is_empty() {
            self.text.push(',');
            self.gap = Gap::None;
        }
    }

    fn another_case(&mut self, index: usize) -> bool {
        if index == 0 {
            self.cases = 1 + self.choices.size_below(CASES);
        }
        (index as u64) < self.cases
    }

    fn before_list(&mut self, item: &Item, sizes: &[u128], seen: &Seen<'_>) -> Result<(), Refused> {
        if sizes.len() == item.sizes.len() {
            self.list_start = self.words;
        }
        let shape = self.plan.shape(&item.name);
        let depth = if shape.of_pairs() { 2 } else { 1 };
        if sizes.len() == depth && self.marks == 0 && item.record.is_none() {
            let range = self.plan.shape_range(&item.name, seen);
            self.ready.extend(shape.fill(sizes[0] as usize, range, &mut self.choices)?);
        }
        Ok(())
    }

    fn before_element(&mut self, _name: &str, _depth: usize, index: usize, length: usize) {
        let level = self.open.len();
        if index == 0 {
            let list = self.new_list();
            self.lists.0.truncate(level);
            self.lists.0.resize(level + 1, list);
        }
        self.open.push((self.choices.len(), self.lists.0[level], index, length));
    }

    fn after_element(&mut self, name: &str, depth: usize) {
        if let Some((start, list, index, length)) = self.open.pop() {
            self.choices.element(start, list, index, length);
        }
        self.end_of_line(depth == 0 || self.plan.breaks(name, depth));
    }

    fn after_item(&mut self, name: &str) {
        let breaks = self.plan.breaks(name, 0);
        // The separator between elements is none after the last; an empty list of numbers has a line of its own, one of lines none.
        if breaks && self.plan.is_on_one_line(name) && self.words == self.list_start {
            self.write("");
        }
        self.gap = if breaks { Gap::Line } else { Gap::Space };
    }

    fn next_mark(&mut self) -> bool {
        if self.marks == 0 {
            self.before_mark = self.text.len();
        }
        self.text.truncate(self.before_mark);
        self.gap = if self.text.is_empty() { Gap::None } else { Gap::Line };
        self.marks += 1;
        self.marks <= MARKS.len()
    }
}
