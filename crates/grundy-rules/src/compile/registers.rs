//! The registers of one level while it runs.

use super::code::{OWNER, Operand, Reg, Table};
use super::kernels::{Bounds, View, measured};

/// How a register holds its lanes.
#[derive(Debug, Clone, Copy)]
enum Form {
    /// An arithmetic progression.
    Line { start: i64, step: i64 },
    /// Rows of a constant column, from this one on.
    Column { table: usize, column: usize, from: usize },
    /// In `data`.
    Data,
}

#[derive(Debug, Clone)]
struct Register {
    form: Form,
    data: Vec<i64>,
    /// Bounds of the lanes in `data`.
    bounds: Bounds,
}

impl Default for Register {
    fn default() -> Self {
        Register { form: Form::Line { start: 0, step: 0 }, data: Vec::new(), bounds: 0..=0 }
    }
}

/// The lanes of a level.
#[derive(Debug, Clone, Default)]
pub(crate) struct Lanes {
    pub(super) len: usize,
    registers: Vec<Register>,
    /// The lanes that a condition keeps.
    selected: Vec<u32>,
}

impl Lanes {
    /// Makes room for this many registers and lanes.
    pub(super) fn open(&mut self, registers: usize, len: usize) {
        if self.registers.len() < registers {
            self.registers.resize_with(registers, Register::default);
        }
        self.len = len;
    }

    #[inline]
    pub(super) fn view<'a>(&'a self, operand: Operand, tables: &'a [Table]) -> View<'a> {
        match operand {
            Operand::Const(start) => View::Line { start, step: 0 },
            Operand::Reg(reg) => {
                let register = &self.registers[reg];
                match register.form {
                    Form::Line { start, step } => View::Line { start, step },
                    Form::Column { table, column, from } => View::Lanes(&tables[table].columns[column].lanes[from..]),
                    Form::Data => View::Lanes(&register.data),
                }
            }
        }
    }

    #[inline]
    pub(super) fn bounds(&self, operand: Operand) -> Bounds {
        let (start, step) = match operand {
            Operand::Const(start) => (start, 0),
            Operand::Reg(reg) => match self.registers[reg].form {
                Form::Line { start, step } => (start, step),
                Form::Column { .. } | Form::Data => return self.registers[reg].bounds.clone(),
            },
        };
        // Whoever makes a progression knows that its last lane does not overflow.
        let last = start.wrapping_add(step.wrapping_mul(self.len.saturating_sub(1) as i64));
        start.min(last)..=start.max(last)
    }

    /// Sets a register to a progression, unless its last lane overflows.
    #[inline]
    pub(super) fn set_line(&mut self, reg: Reg, start: i64, step: i64) -> bool {
        let last = step.checked_mul(self.len.saturating_sub(1) as i64).and_then(|rise| start.checked_add(rise));
        self.registers[reg].form = Form::Line { start, step };
        last.is_some()
    }

    pub(super) fn set_column(&mut self, reg: Reg, table: usize, column: usize, from: usize, bounds: Bounds) {
        let register = &mut self.registers[reg];
        register.form = Form::Column { table, column, from };
        register.bounds = bounds;
    }

    /// Takes a register's memory, to be given back by [`Lanes::set_data`].
    pub(super) fn take_data(&mut self, reg: Reg) -> Vec<i64> {
        std::mem::take(&mut self.registers[reg].data)
    }

    pub(super) fn set_data(&mut self, reg: Reg, data: Vec<i64>, bounds: Bounds) {
        let register = &mut self.registers[reg];
        register.data = data;
        register.form = Form::Data;
        register.bounds = bounds;
    }

    /// Sets a register to the names of a loop, one a lane.
    pub(super) fn set_names(&mut self, reg: Reg, names: &[i64]) {
        let mut data = self.take_data(reg);
        data.clear();
        data.extend_from_slice(names);
        self.set_data(reg, data, measured(names));
    }

    /// Takes over a register of the level above for turns of one lane of it.
    #[inline]
    pub(super) fn import_one(&mut self, reg: Reg, value: i64) {
        self.registers[reg].form = Form::Line { start: value, step: 0 };
    }

    /// Takes over a register of the level above: lane i continues lane `parents[i]` there.
    pub(super) fn import(&mut self, reg: Reg, above: View<'_>, bounds: Bounds, parents: &[u32]) {
        if let Some(value) = above.constant() {
            return self.import_one(reg, value);
        }
        let mut data = self.take_data(reg);
        data.clear();
        match above {
            View::Lanes(lanes) => data.extend(parents.iter().map(|&parent| lanes[parent as usize])),
            line => data.extend(parents.iter().map(|&parent| line.at(parent as usize))),
        }
        self.set_data(reg, data, bounds);
    }

    /// Keeps the lanes where the condition holds, in `live` registers.
    pub(super) fn keep(&mut self, condition: Operand, live: &[Reg], tables: &[Table]) {
        let mut selected = std::mem::take(&mut self.selected);
        selected.clear();
        match self.view(condition, tables) {
            View::Line { start, step: 0 } if start != 0 => return self.selected = selected,
            View::Line { step: 0, .. } => self.len = 0,
            view => select(&mut selected, self.len, |lane| view.at(lane) != 0),
        }
        if selected.len() < self.len {
            live.iter().chain(&[OWNER]).for_each(|&reg| self.registers[reg].keep(&selected, tables));
            self.len = selected.len();
        }
        self.selected = selected;
    }
}

/// The numbers below `len` for which `f` holds, without a branch that could be mispredicted.
pub(super) fn select(out: &mut Vec<u32>, len: usize, f: impl Fn(usize) -> bool) {
    out.resize(len, 0);
    let mut count = 0;
    for lane in 0..len {
        out[count] = lane as u32;
        count += usize::from(f(lane));
    }
    out.truncate(count);
}

/// Whether the numbers follow each other without a gap.
pub(super) fn contiguous(selected: &[u32]) -> Option<usize> {
    let (first, last) = (*selected.first()?, *selected.last()?);
    ((last - first) as usize + 1 == selected.len()).then_some(first as usize)
}

impl Register {
    fn keep(&mut self, selected: &[u32], tables: &[Table]) {
        let block = contiguous(selected);
        match (&mut self.form, block) {
            (Form::Line { step: 0, .. }, _) => {}
            (Form::Line { start, step }, Some(first)) => *start = start.wrapping_add(step.wrapping_mul(first as i64)),
            (Form::Column { from, .. }, Some(first)) => *from += first,
            (&mut Form::Line { start, step }, None) => {
                self.data.clear();
                self.data.extend(selected.iter().map(|&lane| start.wrapping_add(step.wrapping_mul(i64::from(lane)))));
                (self.form, self.bounds) = (Form::Data, ends(&self.data));
            }
            (&mut Form::Column { table, column, from }, None) => {
                let rows = &tables[table].columns[column].lanes[from..];
                self.data.clear();
                self.data.extend(selected.iter().map(|&lane| rows[lane as usize]));
                self.form = Form::Data;
            }
            // Kept lanes move to the front; none moves over one that is still needed.
            (Form::Data, _) => {
                for (to, &lane) in selected.iter().enumerate() {
                    self.data[to] = self.data[lane as usize];
                }
                self.data.truncate(selected.len());
            }
        }
    }
}

/// The bounds of a monotone column.
fn ends(lanes: &[i64]) -> Bounds {
    match (lanes.first(), lanes.last()) {
        (Some(&first), Some(&last)) => first.min(last)..=first.max(last),
        _ => 0..=0,
    }
}
