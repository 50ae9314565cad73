//! How positions with lists, texts and boards are put into numbers.

use super::subset::{Base, digits};
use crate::game::Pos;
use crate::value::{List, Val};

/// Bits of one list in all.
pub(super) const MOST_BITS: u32 = 62;

/// Bits of an element at most: more would be of no use for lists of few elements.
const WIDEST: u32 = 40;

/// An argument of a kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Arg {
    /// A number stays what it is.
    Number,
    /// A list of natural numbers, or a text: one number, and its length behind it unless all of them have this one.
    Sequence { fixed: Option<usize>, letters: bool },
    /// A part of the first list, by its digits: one number.
    Subset,
    /// Neighbouring elements of the first list or text: how many there are and where they begin.
    Interval { letters: bool },
    /// A list of lists of one length, or of texts: one number.
    Board { rows: usize, columns: usize, letters: bool },
}

impl Arg {
    /// The numbers that it becomes.
    pub(super) fn numbers(&self) -> usize {
        match self {
            Arg::Sequence { fixed: None, .. } | Arg::Interval { .. } => 2,
            _ => 1,
        }
    }

    /// What an argument is, and how many elements it has.
    pub(super) fn of(value: &Val) -> Option<(Arg, usize)> {
        match value {
            Val::Int(n) => (*n >= 0).then_some((Arg::Number, 0)),
            Val::Text(text) => Some((Arg::Sequence { fixed: Some(text.len()), letters: true }, text.len())),
            Val::List(list) => Arg::of_list(list),
            Val::Bool(_) | Val::Huge(_) => None,
        }
    }

    fn of_list(list: &List) -> Option<(Arg, usize)> {
        let length = |item: &Val| match item {
            Val::Text(text) => Some((text.len(), true)),
            Val::List(row) => Some((row.len(), false)),
            _ => None,
        };
        let Some((columns, letters)) = list.items().first().and_then(length) else {
            return Some((Arg::Sequence { fixed: Some(list.len()), letters: false }, list.len()));
        };
        let even = list.items().iter().all(|item| length(item) == Some((columns, letters)));
        (even && columns > 0).then(|| (Arg::Board { rows: list.len(), columns, letters }, list.len() * columns))
    }
}

/// What an element is written as.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Coding {
    /// Bits of an element.
    pub(super) bits: u32,
    /// The letters, in order; a letter is its place among them.
    pub(super) letters: Vec<char>,
    /// The list of which all are parts; empty if they are not.
    base: Vec<i64>,
    /// Whether those parts are neighbouring elements.
    intervals: bool,
}

impl Coding {
    /// A coding for the arguments of a position, and these letters beside its own.
    pub(super) fn new(pos: &Pos, more: &[char]) -> Option<Coding> {
        let mut letters = more.to_vec();
        pos.args.iter().for_each(|arg| collect(arg, &mut letters));
        letters.sort_unstable();
        letters.dedup();
        let needed = |n: u64| (u64::BITS - n.leading_zeros()).max(1);
        let (mut bits, mut lists) = (WIDEST, false);
        for arg in pos.args.iter() {
            let (arg, count) = Arg::of(arg)?;
            let letters_only = matches!(arg, Arg::Sequence { letters: true, .. } | Arg::Board { letters: true, .. });
            if arg == Arg::Number || count == 0 {
                continue;
            }
            lists = true;
            // Letters need what they need; numbers get all there is.
            let room = MOST_BITS / u32::try_from(count).ok()?;
            bits = bits.min(if letters_only { room.min(needed(letters.len() as u64)) } else { room });
        }
        let fits = letters.is_empty() || letters.len() as u64 <= 1 << bits;
        (lists && bits > 0 && fits).then_some(Coding { bits, letters, base: Vec::new(), intervals: false })
    }

    /// A coding for positions whose lists are all parts of one, and the arguments of this position.
    pub(super) fn of_sets(pos: &Pos) -> Option<(Coding, Vec<Arg>)> {
        let lists = pos.args.iter().filter_map(|arg| match arg {
            Val::List(list) => Some(list),
            _ => None,
        });
        let base = lists.max_by_key(|list| list.len())?;
        (base.len() <= MOST_BITS as usize).then_some(())?;
        let base = base.items().iter().map(Val::small).collect::<Option<Vec<i64>>>()?;
        let mut sorted = base.clone();
        sorted.sort_unstable();
        (base.len() >= 2 && sorted.windows(2).all(|pair| pair[0] < pair[1]) && sorted[0] >= 0).then_some(())?;
        let args = pos.args.iter().map(|arg| match arg {
            Val::Int(_) => Some(Arg::Number),
            Val::List(_) => Some(Arg::Subset),
            _ => None,
        });
        let args = args.collect::<Option<Vec<_>>>()?;
        let coding = Coding { bits: 1, letters: Vec::new(), base, intervals: false };
        coding.pack(&args, &pos.args)?;
        Some((coding, args))
    }

    /// A coding for positions with one list or text, of which others are neighbouring elements, and the arguments of this position.
    pub(super) fn of_intervals(pos: &Pos, more: &[char]) -> Option<(Coding, Vec<Arg>)> {
        let mut letters = more.to_vec();
        let (mut args, mut base) = (Vec::new(), None);
        for arg in pos.args.iter() {
            args.push(match arg {
                Val::Int(_) => Arg::Number,
                Val::List(_) | Val::Text(_) if base.is_none() => {
                    collect(arg, &mut letters);
                    base = Some(arg);
                    Arg::Interval { letters: matches!(arg, Val::Text(_)) }
                }
                _ => return None,
            });
        }
        letters.sort_unstable();
        letters.dedup();
        let mut coding = Coding { bits: 1, letters, base: Vec::new(), intervals: true };
        coding.base = coding.codes(base?)?;
        (coding.base.len() >= 2).then_some((coding, args))
    }

    /// The elements of a list of natural numbers, or the letters of a text.
    fn codes(&self, value: &Val) -> Option<Vec<i64>> {
        match value {
            Val::Text(text) => text.chars().map(|letter| self.letter(letter)).collect(),
            Val::List(list) => list.items().iter().map(|item| item.small().filter(|n| *n >= 0)).collect(),
            _ => None,
        }
    }

    /// The list of which all are parts.
    pub(super) fn base(&self) -> Option<Base> {
        if self.base.is_empty() || self.intervals { None } else { Base::new(&self.base) }
    }

    /// The list of which all are neighbouring elements.
    pub(super) fn whole(&self) -> Option<List> {
        if self.intervals { List::of_integers(self.base.clone()) } else { None }
    }

    /// Whether all lists are parts of one, and how many elements that has.
    pub(super) fn parts(&self) -> Option<usize> {
        (!self.base.is_empty()).then_some(self.base.len())
    }

    /// The elements of the longest list.
    pub(super) fn most(&self) -> usize {
        (MOST_BITS / self.bits) as usize
    }

    /// The place of a letter.
    pub(super) fn letter(&self, letter: char) -> Option<i64> {
        self.letters.binary_search(&letter).ok().map(|place| place as i64)
    }

    /// An element as a number, if it fits.
    fn code(&self, item: &Val) -> Option<i64> {
        match item {
            Val::Int(n) => i64::try_from(*n).ok().filter(|n| *n >= 0 && n >> self.bits == 0),
            Val::Text(text) => match text.as_slice() {
                [letter] => self.letter(*letter),
                _ => None,
            },
            _ => None,
        }
    }

    /// Elements as one number.
    pub(super) fn word(&self, items: impl Iterator<Item = Option<i64>>) -> Option<i64> {
        let (mut word, mut shift) = (0, 0);
        for item in items {
            (shift + self.bits <= MOST_BITS).then_some(())?;
            word |= item? << shift;
            shift += self.bits;
        }
        Some(word)
    }

    /// A list or a text as one number.
    pub(super) fn list(&self, value: &Val, letters: bool) -> Option<(i64, usize)> {
        match value {
            Val::Text(text) if letters => {
                Some((self.word(text.chars().map(|letter| self.letter(letter)))?, text.len()))
            }
            Val::List(list) if !letters => {
                let ints = list.items().iter().all(|item| matches!(item, Val::Int(_)));
                let word = ints.then(|| self.word(list.items().iter().map(|item| self.code(item))))??;
                Some((word, list.len()))
            }
            _ => None,
        }
    }

    /// The numbers that the arguments of a position become; nothing if they are of other shapes, or too large.
    pub(super) fn pack(&self, args: &[Arg], values: &[Val]) -> Option<Vec<Val>> {
        let mut numbers = Vec::with_capacity(2 * args.len());
        let mut push = |n: i64| numbers.push(Val::Int(n.into()));
        for (arg, value) in args.iter().zip(values) {
            match arg {
                Arg::Number => push(value.small().filter(|n| *n >= 0)?),
                Arg::Subset => {
                    let Val::List(list) = value else { return None };
                    let part = list.items().iter().map(Val::small).collect::<Option<Vec<i64>>>()?;
                    push(digits(&self.base, &part)?);
                }
                Arg::Interval { letters } => {
                    (*letters == matches!(value, Val::Text(_))).then_some(())?;
                    let part = self.codes(value)?;
                    let from = match part.len() {
                        0 => 0,
                        len => self.base.windows(len).position(|window| window == part)?,
                    };
                    push(part.len() as i64);
                    push(from as i64);
                }
                Arg::Sequence { fixed, letters } => {
                    let (word, length) = self.list(value, *letters)?;
                    fixed.is_none_or(|fixed| fixed == length).then_some(())?;
                    push(word);
                    if fixed.is_none() {
                        push(length as i64);
                    }
                }
                Arg::Board { rows, columns, letters } => {
                    let Val::List(list) = value else { return None };
                    (list.len() == *rows).then_some(())?;
                    let (mut board, bits) = (0, self.bits * u32::try_from(*columns).ok()?);
                    for (row, item) in (0..).zip(list.items()) {
                        let (word, length) = self.list(item, *letters)?;
                        (length == *columns && bits * (row + 1) <= MOST_BITS).then_some(())?;
                        board |= word << (bits * row);
                    }
                    push(board);
                }
            }
        }
        (args.len() == values.len()).then_some(numbers)
    }
}

/// The letters of a value.
pub(super) fn collect(value: &Val, letters: &mut Vec<char>) {
    match value {
        Val::Text(text) => letters.extend(text.chars()),
        Val::List(list) => list.items().iter().for_each(|item| collect(item, letters)),
        Val::Int(_) | Val::Huge(_) | Val::Bool(_) => {}
    }
}
