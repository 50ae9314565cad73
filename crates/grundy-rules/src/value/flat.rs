//! Lists of integers, or of rows of them, as contest input brings them: 8 bytes a number instead of the 32 of a value. The
//! general form is made when something asks for it, and kept.

use super::{List, Val};
use std::sync::OnceLock;

#[derive(Debug)]
pub(super) struct Flat {
    numbers: Vec<i64>,
    /// The length of a row; none: the integers are the items.
    width: Option<usize>,
    general: OnceLock<Vec<Val>>,
}

impl Flat {
    /// A width is not 0, and rows are full.
    pub(super) fn new(numbers: Vec<i64>, width: Option<usize>) -> Flat {
        Flat { numbers, width, general: OnceLock::new() }
    }

    pub(super) fn numbers(&self) -> &[i64] {
        &self.numbers
    }

    pub(super) fn width(&self) -> Option<usize> {
        self.width
    }

    /// The number of items.
    pub(super) fn len(&self) -> usize {
        self.numbers.len() / self.width.unwrap_or(1)
    }

    /// The size as a tree.
    pub(super) fn size(&self) -> u64 {
        1 + self.numbers.len() as u64 + self.width.map_or(0, |_| self.len() as u64)
    }

    pub(super) fn items(&self) -> &[Val] {
        self.general.get_or_init(|| match self.width {
            None => self.numbers.iter().map(|&n| Val::Int(n.into())).collect(),
            Some(width) => self.numbers.chunks(width).filter_map(row).collect(),
        })
    }
}

/// A row, which is never too large: the whole was not.
fn row(numbers: &[i64]) -> Option<Val> {
    List::of_integers(numbers.to_vec()).map(Val::List)
}
