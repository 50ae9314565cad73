//! Loops over constant lists of texts or lists: the register holds the index of the element. Its length is a table, and
//! so are its letters when it is compared with a part of a constant text.

use super::code::{Action, Loop, Operand, Places, Same, Table};
use super::lower::{Binding, Kind, Lowering, Typed};
use super::lower_expr::Guards;
use crate::builtins::Function;
use crate::program::{Clause, Comprehension, Expr, ExprKind};
use crate::syntax::ast::{Comparison, Op};
use crate::value::{List, Text, Val};
use hashbrown::HashMap;

/// Elements of a list of which functions are worked out one by one.
const MOST_ELEMENTS: usize = 1 << 16;

/// An element of a constant list of texts or lists.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sequence {
    /// Which one.
    pub(super) index: Typed,
    /// The table of the lengths.
    pub(super) lengths: usize,
    /// The number of the list among those of texts, if it is one.
    texts: Option<usize>,
    /// The number of the list among all that loops run through.
    list: usize,
}

impl Lowering<'_> {
    /// The lengths of the elements of a list of texts, or of lists.
    pub(super) fn lengths(&self, list: &Val) -> Option<Vec<i64>> {
        let Val::List(list) = list else { return None };
        // What is kept flat is told apart without making the general form.
        if list.is_empty() || list.integers().is_some() {
            return None;
        }
        if let Some(words) = list.words() {
            return Some(words.words().map(|word| word.len() as i64).collect());
        }
        if let Some((_, width)) = list.rows() {
            return Some(vec![width as i64; list.len()]);
        }
        let length = |item: &Val| match item {
            Val::List(list) => Some(list.len() as i64),
            Val::Text(text) => Some(text.len() as i64),
            _ => None,
        };
        list.items().iter().map(length).collect()
    }

    /// Opens a loop over a list of texts or of lists.
    pub(super) fn sequences(&mut self, slot: usize, list: &Val, lengths: Vec<i64>) -> Option<()> {
        let last = lengths.len() as i64 - 1;
        let texts = self.texts_of(list);
        let Val::List(items) = list else { return None };
        self.lists.push(items.clone());
        let list = self.lists.len() - 1;
        let lengths = self.add_table(Table::column(lengths))?;
        self.open(Loop::Range { from: Operand::Const(0), to: Operand::Const(last) }, &[slot])?;
        let index = Typed { level: self.current(), operand: Operand::Reg(1), kind: Kind::Int };
        self.slots[slot] = Some(Binding::Sequence(Sequence { index, lengths, texts, list }));
        Some(())
    }

    /// A function of an element that a loop is at, and of constants: a table with a number for each element.
    pub(super) fn of_element(&mut self, function: Function, args: &[Expr], guards: &Guards) -> Option<Operand> {
        let (ExprKind::Local(slot), others) = (&args.first()?.kind, &args[1..]) else { return None };
        let sequence = self.sequence(*slot)?;
        let mut values = vec![Val::Int(0)];
        for other in others {
            values.push(self.constant(other)?);
        }
        let list = self.lists[sequence.list].clone();
        (list.len() <= MOST_ELEMENTS).then_some(())?;
        let mut numbers = Vec::with_capacity(list.len());
        for item in list.items() {
            values[0] = item.clone();
            numbers.push((function.entry().run)(&mut self.meter, &values).ok()?.small()?);
        }
        let table = self.add_table(Table::column(numbers))?;
        let index = self.import(sequence.index)?;
        self.emit(Action::Lookup(table, index), guards)
    }

    /// Keeps a list of texts.
    fn texts_of(&mut self, list: &Val) -> Option<usize> {
        let Val::List(list) = list else { return None };
        let texts = list.rows().is_none() && list.items_are_texts();
        texts.then(|| self.texts.push(list.clone()))?;
        Some(self.texts.len() - 1)
    }

    pub(super) fn sequence(&self, slot: usize) -> Option<Sequence> {
        match self.slots.get(slot)? {
            Some(Binding::Sequence(sequence)) => Some(*sequence),
            _ => None,
        }
    }

    /// `s[i:j] == w` for a constant text s and a text w of a loop, or the other way round.
    pub(super) fn same_text(&mut self, comparison: Comparison, a: &Expr, b: &Expr) -> Option<Same> {
        if !matches!(comparison, Comparison::Equal | Comparison::NotEqual) {
            return None;
        }
        let (slice, word) = if matches!(a.kind, ExprKind::Slice(..)) { (a, b) } else { (b, a) };
        let (ExprKind::Slice(base, from, to), ExprKind::Local(slot)) = (&slice.kind, &word.kind) else { return None };
        let sequence = self.sequence(*slot)?;
        let Val::Text(text) = self.constant(base)? else { return None };
        let length = text.len();
        let hits = hits(&text, &self.texts[sequence.texts?])?;
        let from = from.as_ref().map_or(Some(Operand::Const(0)), |from| self.int(from))?;
        let to = to.as_ref().map_or(Some(Operand::Const(length as i64)), |to| self.int(to))?;
        let index = self.import(sequence.index)?;
        let hits = self.add_table(Table::column(hits))?;
        Some(Same { hits, lengths: sequence.lengths, length, index, from, to })
    }
}

impl Lowering<'_> {
    /// `sum(e for c in w)` for a text w of a loop, of an e that depends on nothing else: a table with a number for each text,
    /// from one for each letter that occurs.
    pub(super) fn over_letters(&mut self, builtin: Function, list: &Comprehension, guards: &Guards) -> Option<Operand> {
        let [Clause::Each { slots, pattern: false, items, .. }] = list.clauses.as_slice() else { return None };
        let (ExprKind::Local(slot), [letter], Function::Sum) = (&items.kind, slots.as_slice(), builtin) else {
            return None;
        };
        let sequence = self.sequence(*slot)?;
        let texts = self.texts[sequence.texts?].clone();
        let sums = self.letter_sums(&texts, *letter, &list.body)?;
        let table = self.add_table(Table::column(sums))?;
        let index = self.import(sequence.index)?;
        self.emit(Action::Lookup(table, index), guards)
    }

    /// The sum over the letters of each text.
    fn letter_sums(&mut self, texts: &List, slot: usize, body: &Expr) -> Option<Vec<i64>> {
        let outside = std::mem::replace(&mut self.slots, vec![None; slot + 1]);
        let sums = match texts.words() {
            Some(words) => {
                let mut known = [None; 128];
                words
                    .words()
                    .map(|word| sum(word, |&byte| self.letter(&mut known[usize::from(byte)], slot, byte.into(), body)))
                    .collect()
            }
            None => {
                let mut known = HashMap::new();
                let all = texts.items().iter().map(|item| match item {
                    Val::Text(text) => sum(text.as_slice(), |&letter| {
                        self.letter(known.entry(letter).or_default(), slot, letter, body)
                    }),
                    _ => None,
                });
                all.collect()
            }
        };
        self.slots = outside;
        sums
    }

    /// What a letter counts.
    fn letter(&mut self, known: &mut Option<i64>, slot: usize, letter: char, body: &Expr) -> Option<i64> {
        if known.is_none() {
            self.slots[slot] = Some(Binding::Constant(Val::Text(Text::from_chars(&[letter]))));
            *known = Some(self.constant(body)?.small()?);
        }
        *known
    }
}

/// The sum of some numbers, if it has 64 bits.
fn sum<T>(items: &[T], mut number: impl FnMut(&T) -> Option<i64>) -> Option<i64> {
    items.iter().try_fold(0i64, |total, item| total.checked_add(number(item)?))
}

impl Lowering<'_> {
    /// `for k in A..B if s[k:…] == w` for a constant text s and a text w of a loop: w stands at k, so that only its places
    /// need be run through. The condition stays.
    pub(super) fn places(&mut self, clause: &Clause, next: Option<&Clause>) -> Option<Loop> {
        let (Clause::Range { slot, from, to: Some(to), .. }, Some(Clause::If(condition))) = (clause, next) else {
            return None;
        };
        let first = match &condition.kind {
            ExprKind::Chain(first, rest) if rest.iter().all(|(op, _)| *op == Op::And) => first,
            _ => condition,
        };
        let ExprKind::Compare(Comparison::Equal, a, b) = &first.kind else { return None };
        let (slice, word) = if matches!(a.kind, ExprKind::Slice(..)) { (a, b) } else { (b, a) };
        let (ExprKind::Slice(base, Some(start), _), ExprKind::Local(word)) = (&slice.kind, &word.kind) else {
            return None;
        };
        matches!(start.kind, ExprKind::Local(start) if start == *slot).then_some(())?;
        let sequence = self.sequence(*word)?;
        let Val::Text(text) = self.constant(base)? else { return None };
        let words = self.texts[sequence.texts?].clone();
        // An empty word stands everywhere, outside of the text too.
        let empty = |item: &Val| matches!(item, Val::Text(word) if word.is_empty());
        if words.items().iter().any(empty) || cells(&text, &words)? > MOST_HITS {
            return None;
        }
        let places = Places::new(words.items().iter().map(|word| {
            let hits = stands(&text, word).enumerate().filter(|(_, hit)| *hit);
            hits.map(|(place, _)| place as i64).collect()
        }));
        let (from, to) = (self.int(from)?, self.int(to)?);
        Some(Loop::Places { places, index: self.import(sequence.index)?, from, to })
    }
}

/// The largest table of this sort.
const MOST_HITS: usize = 1 << 22;

fn cells(text: &Text, words: &List) -> Option<usize> {
    words.len().checked_mul(text.len() + 1)
}

/// For each place of the text, its end included, whether the word stands there.
fn stands(text: &Text, word: &Val) -> impl Iterator<Item = bool> {
    let letters = text.as_slice();
    let stands = |letters: &[char]| matches!(word, Val::Text(word) if letters.starts_with(word.as_slice()));
    (0..=letters.len()).map(move |at| stands(&letters[at..]))
}

/// For each word and each place of the text, its end included, whether the word stands there.
fn hits(text: &Text, words: &List) -> Option<Vec<i64>> {
    let all = || words.items().iter().flat_map(|word| stands(text, word).map(i64::from)).collect();
    (cells(text, words)? <= MOST_HITS).then(all)
}
