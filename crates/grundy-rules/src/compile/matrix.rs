//! Elements of the rows of a constant list: a board of integers, truth values or letters.

use super::code::{Action, Operand, Table};
use super::kernels::Binary;
use super::lower::{Kind, Lowering};
use super::lower_expr::{Guards, elements};
use crate::program::Expr;
use crate::value::{List, Val};

/// A constant list of rows of one length, as three tables.
pub(super) struct Matrix {
    source: List,
    /// Its elements, row by row.
    cells: usize,
    kind: Kind,
    /// Where each row begins: a row that is not there has no such place.
    starts: usize,
    /// 0, 1, 2, …: a column that is not there has no such place.
    columns: usize,
}

impl Lowering<'_> {
    /// `rows[row][column]`.
    pub(super) fn cell(
        &mut self,
        rows: &Expr,
        row: &Expr,
        column: &Expr,
        guards: &mut Guards,
    ) -> Option<(Operand, Kind)> {
        let Val::List(list) = self.constant(rows)? else { return None };
        let Matrix { cells, kind, starts, columns, .. } = *self.matrix(&list)?;
        let (row, column) = (self.wanted(row, Kind::Int, guards)?, self.wanted(column, Kind::Int, guards)?);
        let start = self.emit(Action::Lookup(starts, row), guards)?;
        let column = self.emit(Action::Lookup(columns, column), guards)?;
        let at = self.emit(Action::Binary(Binary::Add, start, column), guards)?;
        Some((self.emit(Action::Lookup(cells, at), guards)?, kind))
    }

    /// The tables of a list of rows, one for all its uses.
    fn matrix(&mut self, list: &List) -> Option<&Matrix> {
        let same = |known: &Matrix| std::ptr::eq(known.source.items(), list.items());
        let index = match self.matrices.iter().position(same) {
            Some(index) => index,
            None => {
                let (kind, width, cells) = flattened(list)?;
                let starts = (0..list.len()).map(|row| (row * width) as i64).collect();
                let matrix = Matrix {
                    source: list.clone(),
                    cells: self.add_table(Table::column(cells))?,
                    kind,
                    starts: self.add_table(Table::column(starts))?,
                    columns: self.add_table(Table::column((0..width as i64).collect()))?,
                };
                self.matrices.push(matrix);
                self.matrices.len() - 1
            }
        };
        self.matrices.get(index)
    }
}

/// The kind of the elements, the length of the rows, and the elements row by row.
fn flattened(list: &List) -> Option<(Kind, usize, Vec<i64>)> {
    let rows = list.items().iter().map(elements).collect::<Option<Vec<_>>>()?;
    let (kind, width) = rows.first().map(|(kind, row)| (*kind, row.len()))?;
    let alike = rows.iter().all(|(found, row)| *found == kind && row.len() == width);
    alike.then(|| (kind, width, rows.into_iter().flat_map(|(_, row)| row).collect()))
}
