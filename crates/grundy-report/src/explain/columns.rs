//! The XOR of the components in binary columns; for infinite and loopy values their sum without columns.

use crate::{Line, Report, Text, json};
use grundy::Value;
use serde::Serialize;

/// Components that are written out.
const ROWS: usize = 40;

/// The nim-sum of the terms of a sum.
#[derive(Debug, Clone, Serialize)]
pub struct Columns {
    /// The terms.
    pub rows: Vec<Row>,
    /// The value of the sum.
    #[serde(serialize_with = "json::text")]
    pub total: Value,
    /// How many columns there are; nothing where a value is infinite or loopy.
    pub bits: Option<u32>,
    /// The highest column with an odd number of ones, counted from 0.
    pub marked: Option<u32>,
    #[serde(skip)]
    copies: bool,
}

/// A term with the value that counts: an even number of copies of a Nim heap has value 0.
#[derive(Debug, Clone, Serialize)]
pub struct Row {
    /// The term.
    pub term: String,
    /// What all its copies are worth.
    #[serde(serialize_with = "json::text")]
    pub value: Value,
}

impl Columns {
    /// The columns of a report.
    pub fn of(report: &Report) -> Columns {
        let rows: Vec<Row> = report.lines.iter().map(Row::of).collect();
        let total = report.value.clone().unwrap_or(Value::Finite(0));
        let all = rows.iter().try_fold(0, |all, row| Some(all | row.value.as_finite()?));
        let bits = all.map(|all| all.checked_ilog2().map_or(1, |top| top + 1));
        let marked = bits.and(total.as_finite()).and_then(u128::checked_ilog2);
        Columns { rows, total, bits, marked, copies: report.lines.iter().any(|line| line.count > 1) }
    }

    /// Whether there are columns: all values are finite.
    pub fn is_finite(&self) -> bool {
        self.bits.is_some()
    }

    /// For people.
    pub fn text(&self) -> Text {
        if self.rows.iter().any(|row| matches!(row.value, Value::Loopy(_))) {
            return self.loopy();
        }
        let copies =
            if self.copies { "; two equal parts cancel, so an even number of copies counts as none" } else { "" };
        let out = Text::default()
            .plain(format_args!("\nThe value of a sum is the XOR of the values of its parts{copies}:\n"));
        match self.bits {
            Some(bits) => out.then(self.binary(bits)),
            None => out
                .then(self.list("nim-sum"))
                .plain("  (powers of w: equal ones are XORed coefficient by coefficient)\n"),
        }
    }

    fn label(&self) -> usize {
        self.rows.iter().map(|row| row.term.chars().count()).max().unwrap_or(3).clamp(3, 60)
    }

    fn binary(&self, bits: u32) -> Text {
        let label = self.label();
        let number = |value: &Value| value.as_finite().unwrap_or(0);
        let numbers = self.rows.iter().map(|row| &row.value).chain([&self.total]);
        let decimal = numbers.map(|value| value.to_string().len()).max().unwrap_or(1);
        let mut out = Text::default();
        for Row { term, value } in self.rows.iter().take(ROWS) {
            let digits = digits(number(value), bits, None);
            out =
                out.plain(format_args!("  {term:label$}  {:>decimal$}  ", value.to_string())).then(digits).plain("\n");
        }
        if self.rows.len() > ROWS {
            out = out.plain("  ").quiet(format_args!("… and {} more", self.rows.len() - ROWS)).plain("\n");
        }
        let line = "-".repeat(label + decimal + 2 + 2 * bits as usize + 1);
        out = out.plain(format_args!("  {line}\n  {:label$}  {:>decimal$}  ", "XOR", self.total.to_string()));
        out = out.then(digits(number(&self.total), bits, self.marked)).plain("\n");
        let Some(top) = self.marked else { return out };
        let width = label + decimal + 4 + 2 * (bits - 1 - top) as usize;
        out.plain(format_args!("  {:width$}", "")).good("^").plain("\n")
    }

    fn list(&self, name: &str) -> Text {
        let label = self.label().max(name.len());
        let mut out = Text::default();
        for Row { term, value } in self.rows.iter().take(ROWS) {
            out = out.plain(format_args!("  {term:label$}  {value}\n"));
        }
        if self.rows.len() > ROWS {
            out = out.plain("  ").quiet(format_args!("… and {} more", self.rows.len() - ROWS)).plain("\n");
        }
        out.plain(format_args!("  {name:label$}  {}\n", self.total))
    }

    fn loopy(&self) -> Text {
        let out = Text::default().plain(
            "\nParts from which play may go on for ever: inf(K) and n are together inf of every k xor n, and two of them are inf():\n",
        );
        out.then(self.list("sum"))
    }
}

impl Row {
    fn of(line: &Line) -> Row {
        let value = match &line.value {
            Some(value @ Value::Loopy(_)) if line.count > 1 => value.nim_sum(value),
            Some(value) if line.count % 2 == 1 => value.clone(),
            _ => Value::Finite(0),
        };
        Row { term: line.text(), value }
    }
}

fn digits(value: u128, bits: u32, marked: Option<u32>) -> Text {
    (0..bits).rev().fold(Text::default(), |out, bit| {
        let out = if bit + 1 == bits { out } else { out.plain(" ") };
        let digit = value >> bit & 1;
        if marked == Some(bit) { out.good(digit) } else { out.plain(digit) }
    })
}
