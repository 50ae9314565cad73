//! Loops over constant lists of texts or lists: the register holds the index of the element. Its length is a table, and
//! so are its letters when it is compared with a part of a constant text.

use super::code::{Loop, Operand, Same, Table};
use super::lower::{Binding, Kind, Lowering, Typed};
use crate::program::{Expr, ExprKind};
use crate::syntax::ast::Comparison;
use crate::value::{Text, Val};

/// An element of a constant list of texts or lists.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sequence {
    /// Which one.
    pub(super) index: Typed,
    /// The table of the lengths.
    pub(super) lengths: usize,
    /// The number of the list among those of texts, if it is one.
    texts: Option<usize>,
}

impl Lowering<'_> {
    /// The lengths of the elements of a list of texts, or of lists.
    pub(super) fn lengths(&self, list: &Val) -> Option<Vec<i64>> {
        let Val::List(list) = list else { return None };
        // What is kept flat is told apart without making the general form.
        if list.is_empty() || list.integers().is_some() {
            return None;
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
        let lengths = self.add_table(Table::column(lengths))?;
        self.open(Loop::Range { from: Operand::Const(0), to: Operand::Const(last) }, &[slot])?;
        let index = Typed { level: self.current(), operand: Operand::Reg(1), kind: Kind::Int };
        self.slots[slot] = Some(Binding::Sequence(Sequence { index, lengths, texts }));
        Some(())
    }

    /// Keeps a list of texts.
    fn texts_of(&mut self, list: &Val) -> Option<usize> {
        let Val::List(list) = list else { return None };
        if list.rows().is_some() {
            return None;
        }
        let text = |item: &Val| match item {
            Val::Text(text) => Some(text.clone()),
            _ => None,
        };
        self.texts.push(list.items().iter().map(text).collect::<Option<_>>()?);
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

/// The largest table of this sort.
const MOST_HITS: usize = 1 << 22;

/// For each word and each place of the text, its end included, whether the word stands there.
fn hits(text: &Text, words: &[Text]) -> Option<Vec<i64>> {
    let letters = text.as_slice();
    let cells = words.len().checked_mul(letters.len() + 1)?;
    let all = || words.iter().flat_map(|word| (0..=letters.len()).map(|at| letters[at..].starts_with(word.as_slice())));
    (cells <= MOST_HITS).then(|| all().map(i64::from).collect())
}
