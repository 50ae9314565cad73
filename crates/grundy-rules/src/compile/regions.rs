//! `any`, `all`, `len` and `sum` over a part of what is given: `any(a[x][y] != 0 for x in x1..x2-1, y in y1..y2-1)`.
//!
//! **Idea.** Where the conditions see nothing but the names of the loops and constants, and the ends of the loops do not depend on each
//! other, what is counted is a stretch of a constant row, or a rectangle of a constant board. So it is a difference of two sums up to a place, or of
//! four sums up to a corner (a summed-area table; Crow 1984), which are worked out once for all positions.
//!
//! How far the row or board reaches is where its conditions begin to fail, as an index outside does; where they do not, there is no table.
//! A stretch beyond it fails in the machine, and the exact evaluator says what that means.

use super::code::{Action, Operand, Table};
use super::kernels::Binary;
use super::lower::{Binding, Kind, Lowering};
use super::lower_expr::Guards;
use crate::builtins::Function;
use crate::check::inline::slots_of;
use crate::program::{Clause, Comprehension, Expr};
use crate::value::Val;

/// Places of a row or a board.
const MOST_CELLS: usize = 1 << 20;

/// A loop from one number to another one.
struct Side<'a> {
    slot: usize,
    from: &'a Expr,
    to: &'a Expr,
}

/// Sums of all before a place.
struct Sums {
    /// The sum up to a corner, row behind row.
    table: usize,
    /// For each row where it begins there, for each column the column: a lookup fails outside.
    rows: usize,
    columns: Option<usize>,
}

impl Lowering<'_> {
    /// A function over one or two ranges as a look into sums.
    pub(super) fn region(
        &mut self,
        function: Function,
        list: &Comprehension,
        guards: &mut Guards,
    ) -> Option<(Operand, Kind)> {
        matches!(function, Function::Any | Function::All | Function::Len | Function::Sum).then_some(())?;
        let (sides, conditions) = sides(list)?;
        let before = (self.levels.clone(), self.known.clone(), self.size);
        let sums = self.sums(function, &sides, &conditions, &list.body);
        for side in &sides {
            self.slots.get_mut(side.slot).into_iter().for_each(|slot| *slot = None);
        }
        // Nothing of the places is code.
        (self.levels, self.known, self.size) = before;
        let sums = sums?;
        let ends = sides.iter().map(|side| self.ends(side, guards)).collect::<Option<Vec<_>>>()?;
        let total = match (ends.as_slice(), sums.columns) {
            (&[(from, to)], _) => {
                let [after, before] = [self.up_to(&sums, to, None, guards)?, self.up_to(&sums, from, None, guards)?];
                self.emit(Action::Binary(Binary::Sub, after, before), guards)?
            }
            (&[(top, bottom), (left, right)], Some(_)) => {
                let mut corner = |row, column| self.up_to(&sums, row, Some(column), guards);
                let (all, above) = (corner(bottom, right)?, corner(top, right)?);
                let (beside, both) = (corner(bottom, left)?, corner(top, left)?);
                let below = self.emit(Action::Binary(Binary::Sub, all, above), guards)?;
                let outside = self.emit(Action::Binary(Binary::Sub, beside, both), guards)?;
                self.emit(Action::Binary(Binary::Sub, below, outside), guards)?
            }
            _ => return None,
        };
        Some(match function {
            Function::Any => (self.emit(Action::Binary(Binary::Less, Operand::Const(0), total), guards)?, Kind::Bool),
            Function::All => (self.emit(Action::Binary(Binary::Equal, Operand::Const(0), total), guards)?, Kind::Bool),
            _ => (total, Kind::Int),
        })
    }

    /// Where a side begins and what comes behind its end; the same where it is empty.
    fn ends(&mut self, side: &Side<'_>, guards: &mut Guards) -> Option<(Operand, Operand)> {
        let (from, to) = (self.wanted(side.from, Kind::Int, guards)?, self.wanted(side.to, Kind::Int, guards)?);
        let empty = self.emit(Action::Binary(Binary::Less, to, from), guards)?;
        let behind = self.emit(Action::Binary(Binary::Add, to, Operand::Const(1)), guards)?;
        let from = self.emit(Action::Select(empty, Operand::Const(0), from), guards)?;
        Some((from, self.emit(Action::Select(empty, Operand::Const(0), behind), guards)?))
    }

    /// The sum of all before a corner.
    fn up_to(&mut self, sums: &Sums, row: Operand, column: Option<Operand>, guards: &Guards) -> Option<Operand> {
        let mut place = self.emit(Action::Lookup(sums.rows, row), guards)?;
        if let (Some(columns), Some(column)) = (sums.columns, column) {
            let column = self.emit(Action::Lookup(columns, column), guards)?;
            place = self.emit(Action::Binary(Binary::Add, place, column), guards)?;
        }
        self.emit(Action::Lookup(sums.table, place), guards)
    }

    fn sums(&mut self, function: Function, sides: &[Side<'_>], conditions: &[&Expr], body: &Expr) -> Option<Sums> {
        let most = self.longest_global()?;
        let cell = |lowering: &mut Self, place: &[usize]| lowering.cell_of(function, sides, place, conditions, body);
        let second = sides.get(1);
        let rows = (0..=most).find(|&row| cell(self, &[row, 0][..sides.len()]).is_none())?;
        let columns = match second {
            Some(_) => (0..=most).find(|&column| cell(self, &[0, column]).is_none())?,
            None => 1,
        };
        ((rows + 1).checked_mul(columns + 1)? <= MOST_CELLS).then_some(())?;
        let mut sums = vec![0_i64; (rows + 1) * (columns + 1)];
        for row in 0..rows {
            let mut line = 0_i64;
            for column in 0..columns {
                line = line.checked_add(cell(self, &[row, column][..sides.len()])?)?;
                sums[(row + 1) * (columns + 1) + column + 1] =
                    line.checked_add(sums[row * (columns + 1) + column + 1])?;
            }
        }
        let width = columns as i64 + 1;
        // Of a row the sums are those at the end of its only column.
        let offset = if second.is_some() { 0 } else { 1 };
        let starts = (0..=rows as i64).map(|row| row * width + offset).collect();
        let columns = second.map(|_| self.add_table(Table::column((0..width).collect())));
        Some(Sums {
            table: self.add_table(Table::column(sums))?,
            rows: self.add_table(Table::column(starts))?,
            columns: match columns {
                Some(table) => Some(table?),
                None => None,
            },
        })
    }

    /// What a place adds: nothing if it fails there, or depends on more than the place.
    fn cell_of(
        &mut self,
        function: Function,
        sides: &[Side<'_>],
        place: &[usize],
        conditions: &[&Expr],
        body: &Expr,
    ) -> Option<i64> {
        for (side, &at) in sides.iter().zip(place) {
            *self.slots.get_mut(side.slot)? = Some(Binding::Constant(Val::Int(at as i128)));
        }
        for condition in conditions {
            if self.known_number(condition, Kind::Bool)? == 0 {
                return Some(0);
            }
        }
        match function {
            Function::Any => self.known_number(body, Kind::Bool),
            Function::All => Some(1 - self.known_number(body, Kind::Bool)?),
            Function::Sum => self.known_number(body, Kind::Int),
            _ => {
                self.typed(body, Kind::Int).or_else(|| self.typed(body, Kind::Bool))?;
                Some(1)
            }
        }
    }

    fn known_number(&mut self, expr: &Expr, kind: Kind) -> Option<i64> {
        match self.typed(expr, kind)? {
            Operand::Const(number) => Some(number),
            Operand::Reg(_) => None,
        }
    }

    /// The length of the longest list or text that is given, or of its first element.
    fn longest_global(&self) -> Option<usize> {
        let len = |value: &Val| match value {
            Val::List(list) => Some(list.len()),
            Val::Text(text) => Some(text.len()),
            _ => None,
        };
        let first = |value: &Val| match value {
            Val::List(list) => list.items().first().and_then(len),
            _ => None,
        };
        self.globals.iter().flatten().flat_map(|value| [len(value), first(value)]).flatten().max()
    }
}

/// One or two ranges, neither of which depends on the other, and the conditions behind them.
fn sides(list: &Comprehension) -> Option<(Vec<Side<'_>>, Vec<&Expr>)> {
    let (mut sides, mut conditions) = (Vec::new(), Vec::new());
    for clause in &list.clauses {
        match clause {
            Clause::Range { slot, from, to, .. } if conditions.is_empty() => {
                sides.push(Side { slot: *slot, from, to: to.as_ref()? });
            }
            Clause::If(condition) => conditions.push(condition),
            Clause::Range { .. } | Clause::Each { .. } => return None,
        }
    }
    let own = |slot: &usize| sides.iter().any(|side| side.slot == *slot);
    let apart = |expr: &Expr| !slots_of(expr).iter().any(own);
    let inside = |expr: &Expr| slots_of(expr).iter().all(own);
    let fits = (1..=2).contains(&sides.len()) && sides.iter().all(|side| apart(side.from) && apart(side.to));
    let whole = conditions.iter().all(|condition| inside(condition)) && inside(&list.body);
    (fits && whole).then_some((sides, conditions))
}
