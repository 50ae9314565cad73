//! The XOR of the components in binary columns, and the move that makes it 0.

use std::fmt::Write;

use grundy::Value;

use crate::output::{BOLD, DIM, GOOD, paint};
use crate::report::Report;

/// Winning moves that are shown besides the one explained.
const SHOWN: usize = 4;

/// Components that are written out.
const ROWS: usize = 40;

/// The columns.
pub fn text(report: &Report) -> String {
    let mut out = "\nThe value of a sum is the XOR of the values of its parts".to_owned();
    if report.lines.iter().any(|line| line.count > 1) {
        out += "; two equal parts cancel, so an even number of copies counts as none";
    }
    out += ":\n";
    let rows = rows(report);
    let label = rows.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(3).clamp(3, 60);
    let Some(numbers) = rows.iter().map(|(_, value)| finite(value)).collect::<Option<Vec<u128>>>() else {
        return out + &plain(&rows, report, label);
    };
    let xor = numbers.iter().fold(0, |xor, value| xor ^ value);
    let bits = numbers.iter().fold(xor, |all, value| all | value).checked_ilog2().map_or(1, |top| top + 1);
    let decimal = numbers.iter().chain([&xor]).map(|value| value.to_string().len()).max().unwrap_or(1);
    for ((text, _), value) in rows.iter().zip(&numbers).take(ROWS) {
        let _ = writeln!(out, "  {text:label$}  {value:>decimal$}  {}", binary(*value, bits, None));
    }
    if rows.len() > ROWS {
        let _ = writeln!(out, "  {}", paint(DIM, format!("… and {} more", rows.len() - ROWS)));
    }
    let top = xor.checked_ilog2();
    let _ = writeln!(out, "  {}", "-".repeat(label + decimal + 2 + 2 * bits as usize + 1));
    let _ = writeln!(out, "  {:label$}  {xor:>decimal$}  {}", "XOR", binary(xor, bits, top));
    if let Some(top) = top {
        let column = 2 * (bits - 1 - top) as usize;
        let _ = writeln!(out, "  {:width$}{}", "", paint(GOOD, "^"), width = label + decimal + 4 + column);
    }
    out
}

/// Terms with the value that counts: an even number of copies has value 0.
fn rows(report: &Report) -> Vec<(String, Value)> {
    let row = |line: &crate::report::Line| {
        let odd = line.value.clone().filter(|_| line.count % 2 == 1);
        (line.text(), odd.unwrap_or(Value::Finite(0)))
    };
    report.lines.iter().map(row).collect()
}

/// Infinite values: the nim-sum without columns.
fn plain(rows: &[(String, Value)], report: &Report, label: usize) -> String {
    let mut out = String::new();
    for (text, value) in rows.iter().take(ROWS) {
        let _ = writeln!(out, "  {text:label$}  {value}");
    }
    let total = report.value.as_ref().map(Value::to_string).unwrap_or_default();
    let _ = writeln!(out, "  {:label$}  {total}", "nim-sum");
    out += "  (powers of w: equal ones are XORed coefficient by coefficient)\n";
    out
}

fn finite(value: &Value) -> Option<u128> {
    match value {
        Value::Finite(n) => Some(*n),
        _ => None,
    }
}

fn binary(value: u128, bits: u32, marked: Option<u32>) -> String {
    let digits = (0..bits).rev().map(|bit| {
        let digit = value >> bit & 1;
        if marked == Some(bit) { paint(GOOD, digit) } else { digit.to_string() }
    });
    digits.collect::<Vec<_>>().join(" ")
}

/// What to do, in plain words. Of the winning moves one is told that lowers the value of its component: there always is
/// one, in a component with a one in the marked column.
pub fn advice(report: &Report) -> String {
    let many = report.lines.len() > 1;
    let lowering = report.moves.iter().find(|play| lowered(report, play).is_some());
    let Some(play) = lowering.or(report.moves.first()) else { return lost(many, has_infinite(report)) };
    let mut out = String::new();
    if let (true, Some((own, total, wanted))) = (many, lowered(report, play)) {
        let from = paint(BOLD, &play.from);
        out += &match finite(&total).filter(|_| !has_infinite(report)) {
            Some(total) => format!(
                "\nThe highest column with an odd number of ones is marked ^ (the {}s). {from} has a one there. To make every\n\
                 column even, its value must change from {own} to {own} xor {total} = {wanted}; that is smaller, so a move reaches it.\n",
                1u128 << total.checked_ilog2().unwrap_or(0),
            ),
            None => format!(
                "\nTo make the nim-sum 0, the value of {from} must change from {own} to {own} xor {total} = {wanted};\n\
                 that is smaller, so a move reaches it.\n"
            ),
        };
    }
    let _ = writeln!(out, "\nWinning move: {}", paint(GOOD, play));
    for other in report.moves.iter().filter(|other| *other != play).take(SHOWN) {
        let _ = writeln!(out, "   also wins: {other}");
    }
    if report.moves.len() > SHOWN + 1 || !report.complete {
        let _ = writeln!(out, "   {}", paint(DIM, "… and more (see grundy solve)"));
    }
    out + "It leaves value 0: whatever the opponent does then, the value becomes other than 0 and can be made 0 again.\n"
}

/// The value of the component that a move is made in, that of the whole sum and their nim-sum, if the move lowers the first.
fn lowered(report: &Report, play: &grundy_rules::Move) -> Option<(Value, Value, Value)> {
    let (own, total) = (report.lines[play.component].value.clone()?, report.value.clone()?);
    let wanted = own.nim_sum(&total);
    (wanted.as_ordinal()? < own.as_ordinal()?).then_some((own, total, wanted))
}

/// Whether there are no columns, because a value is infinite.
fn has_infinite(report: &Report) -> bool {
    rows(report).iter().any(|(_, value)| finite(value).is_none())
}

fn lost(many: bool, infinite: bool) -> String {
    let why = if many && infinite {
        "The nim-sum is 0. A move changes the value of one part, so the nim-sum becomes another, and the opponent can make it 0 again."
    } else if many {
        "Every column is even. A move changes the value of one part, so it makes some column odd, and the opponent can make all even again."
    } else {
        "No move reaches value 0, so every move leaves a position that the opponent wins."
    };
    format!("\n{why}\n")
}
