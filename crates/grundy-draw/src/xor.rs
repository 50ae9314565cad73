//! The XOR of values in binary columns: a column with an odd number of ones makes a one below.

use crate::figure::number;
use crate::style::Style;
use crate::svg::{Anchor, Svg, Words, cut, width_of};
use grundy::Value;
use grundy_report::Columns;

/// Terms that are written out.
const ROWS: usize = 24;
const LABEL: usize = 28;

/// Draws the nim-sum of the terms of a sum; infinite and loopy values are listed without columns.
///
/// ```
/// use grundy_report::{Columns, Report};
/// use grundy_rules::{Engine, Settings, catalogue};
/// let engine = Engine::new(catalogue::library(), grundy::Watch::default());
/// let sum = engine.sum("nim(3) + nim(5)", &Settings::default())?;
/// let columns = Columns::of(&Report::new(&engine, &sum, 1)?);
/// let svg = grundy_draw::xor(&columns, &grundy_draw::Style::default());
/// assert!(svg.contains("3 xor 5 = 6"));
/// # Ok::<(), grundy_report::Error>(())
/// ```
pub fn xor(columns: &Columns, style: &Style) -> String {
    let shown = &columns.rows[..columns.rows.len().min(ROWS)];
    let bits = columns.bits.unwrap_or(0);
    let cell = if bits > 40 { 15.0 } else { 26.0 };
    let labels: Vec<String> = shown.iter().map(|row| cut(&row.term, LABEL)).collect();
    let values: Vec<String> = shown.iter().map(|row| value_text(&row.value)).collect();
    let total = value_text(&columns.total);
    let widest = |texts: &[String], size: f64| texts.iter().map(|text| width_of(text, size)).fold(44.0, f64::max);
    let label = widest(&labels, 14.0) + 18.0;
    let decimal = widest(&values, 14.0).max(width_of(&total, 14.0)) + 22.0;
    let left = 14.0 + label + decimal;
    let more = columns.rows.len() - shown.len();
    let width = left + cell * f64::from(bits) + 20.0;
    let language = style.language;
    let mut svg = Svg::default();
    let mut y = 14.0;
    if bits > 0 && bits <= 40 {
        for bit in 0..bits {
            let x = left + cell * (f64::from(bits - 1 - bit) + 0.5);
            let power = if bit < 10 { (1u32 << bit).to_string() } else { format!("2^{bit}") };
            svg.text("note", [x, y + 10.0, if bit < 7 { 11.0 } else { 8.0 }], Anchor::Middle, &power);
        }
        y += 18.0;
    }
    for ((row, name), value) in shown.iter().zip(&labels).zip(&values) {
        svg.text("text mono", [14.0, y + 18.0, 14.0], Anchor::Start, name);
        svg.text("num", [14.0 + label + decimal - 14.0, y + 18.0, 14.0], Anchor::End, value);
        digits(&mut svg, [left, y], cell, bits, row.value.as_finite().unwrap_or(0), None);
        y += 28.0;
    }
    if more > 0 {
        svg.text("note", [14.0, y + 18.0, 13.0], Anchor::Start, &language.and_more(more));
        y += 28.0;
    }
    svg.line("base", [12.0, y + 4.0, width - 12.0, y + 4.0], "");
    y += 12.0;
    let name = if columns.is_finite() { "XOR".to_owned() } else { language.nim_sum() };
    svg.text("num", [14.0, y + 18.0, 14.0], Anchor::Start, &name);
    svg.text("num", [14.0 + label + decimal - 14.0, y + 18.0, 14.0], Anchor::End, &total);
    digits(&mut svg, [left, y], cell, bits, columns.total.as_finite().unwrap_or(0), columns.marked);
    y += 30.0;
    if let Some(top) = columns.marked.filter(|_| bits > 0) {
        let x = left + cell * (f64::from(bits - 1 - top) + 0.5);
        svg.path("hot", &format!("M{x} {y}l7 11h-14z"), "");
        svg.text("note", [14.0, y + 12.0, 12.0], Anchor::Start, &language.highest_odd());
        y += 18.0;
    }
    let values: Vec<&str> = values.iter().map(String::as_str).collect();
    let rest = if more > 0 { " xor …" } else { "" };
    let desc = match columns.marked {
        _ if !columns.is_finite() => language.xor_not_numbers(),
        Some(top) => language.xor_won(top),
        None => language.xor_lost(),
    };
    let desc = format!("{}{rest} = {total}. {desc}", values.join(" xor "));
    svg.finish(style, (width, y + 12.0), &Words { title: language.xor_title(), desc }, false)
}

fn value_text(value: &Value) -> String {
    match value {
        Value::Finite(n) => number(*n),
        other => cut(&other.to_string(), LABEL),
    }
}

fn digits(svg: &mut Svg, [left, y]: [f64; 2], cell: f64, bits: u32, value: u128, marked: Option<u32>) {
    for bit in 0..bits {
        let x = left + cell * f64::from(bits - 1 - bit);
        let one = value >> bit & 1 == 1;
        let class = if one { "v7" } else { "shade" };
        svg.rect(class, [x + 1.0, y, cell - 2.0, 26.0], 4.0, "");
        if marked == Some(bit) {
            svg.rect("mark", [x - 0.5, y - 1.5, cell + 1.0, 29.0], 5.0, "");
        }
        let (class, digit) = if one { ("t7 mono", "1") } else { ("note mono", "0") };
        svg.text(class, [x + cell / 2.0, y + 18.5, 15.0], Anchor::Middle, digit);
    }
}
