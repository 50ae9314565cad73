//! `[[count(w, c) for c in letters] for w in words]`: how often each of some letters is in each of many words, by one walk through
//! the letters of the words. The inner list may stand in a helper of w.

use super::lower::Lowering;
use crate::builtins::Function;
use crate::program::{Clause, Comprehension, Expr, ExprKind};
use crate::value::{List, Val};

impl Lowering<'_> {
    /// The counts as rows of integers; nothing if the list is not one of these, or has too many elements.
    pub(super) fn letter_counts(&mut self, list: &Comprehension) -> Option<Val> {
        let (word, words) = single_loop(&list.clauses)?;
        let (word, inner) = match &list.body.kind {
            ExprKind::Let(helper, args) if matches!(args.as_slice(), [arg] if arg.is_local(word)) => {
                (0, &self.program.lets[*helper].body)
            }
            _ => (word, &list.body),
        };
        let ExprKind::ListOver(inner) = &inner.kind else { return None };
        let (letter, letters) = single_loop(&inner.clauses)?;
        let ExprKind::Call(builtin, args) = &inner.body.kind else { return None };
        let [of, what] = args.as_slice() else { return None };
        let counts = *builtin == Function::Count && of.is_local(word) && what.is_local(letter);
        let (letters, words) = (self.constant(letters).filter(|_| counts)?, self.constant(words)?);
        let Val::List(words) = &words else { return None };
        let (columns, words) = (columns(&letters)?, words.words()?);
        let width = columns.iter().flatten().count();
        if (words.len() * width) as u64 > self.meter.most_values() {
            return None;
        }
        let mut numbers = vec![0; words.len() * width];
        for (word, row) in words.words().zip(numbers.chunks_mut(width.max(1))) {
            let places = word.iter().filter_map(|&byte| columns[usize::from(byte)]);
            places.for_each(|place| row[place] += 1);
        }
        List::of_rows(numbers, width).map(Val::List)
    }
}

/// The name and the items of the only clause, if that is a loop through items.
fn single_loop(clauses: &[Clause]) -> Option<(usize, &Expr)> {
    match clauses {
        [Clause::Each { slots, pattern: false, items, .. }] => Some((*slots.first()?, items)),
        _ => None,
    }
}

/// Which column counts a letter. Only for different letters, each of one byte.
fn columns(letters: &Val) -> Option<[Option<usize>; 128]> {
    let letters: Vec<char> = match letters {
        Val::Text(text) => text.as_slice().to_vec(),
        Val::List(list) => {
            let letter = |item: &Val| match item {
                Val::Text(text) if text.len() == 1 => text.as_slice().first().copied(),
                _ => None,
            };
            list.items().iter().map(letter).collect::<Option<_>>()?
        }
        _ => return None,
    };
    let mut columns = [None; 128];
    for (place, letter) in letters.into_iter().enumerate() {
        let column = columns.get_mut(letter as usize).filter(|column| column.is_none())?;
        *column = Some(place);
    }
    Some(columns)
}
