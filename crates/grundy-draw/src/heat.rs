//! Values in rows and columns: a table of two arguments, or a sequence in rows of one length. Small tables have the numbers in
//! their squares, large ones only colours and a mark on every 0.

use crate::plot::Sequence;
use crate::style::{STEPS, Style};
use crate::svg::{Anchor, Num, Svg, Words, cut, width_of};
use crate::words::Language;
use grundy::Value;
use std::fmt::Write;

/// Squares that have their number in them, and squares that are drawn at all.
const NUMBERED: usize = 1600;
const SIDE: usize = 200;

/// A table of two arguments.
#[derive(Debug, Clone)]
pub struct Grid<'a> {
    /// What it is of.
    pub title: &'a str,
    /// The first arguments.
    pub first: (u64, u64),
    /// A list for each first argument.
    pub values: &'a [Vec<Value>],
}

/// Draws a table of two arguments: the first runs down, the second to the right.
///
/// ```
/// use grundy::Value;
/// let values: Vec<Vec<Value>> = (0..4u128).map(|x| (0..4).map(|y| Value::Finite(x ^ y)).collect()).collect();
/// let grid = grundy_draw::Grid { title: "rook", first: (0, 0), values: &values };
/// assert!(grundy_draw::heat_map(&grid, &grundy_draw::Style::default()).contains("<title"));
/// ```
pub fn heat_map(grid: &Grid<'_>, style: &Style) -> String {
    let rows: Vec<&[Value]> = grid.values.iter().map(Vec::as_slice).collect();
    let labels: Vec<String> = (0..rows.len() as u64).map(|row| grid.first.0.saturating_add(row).to_string()).collect();
    let squares = Squares { title: grid.title.to_owned(), rows, labels, first_column: grid.first.1 };
    squares.draw(style, &style.language.table_title(grid.title))
}

/// Draws a sequence in rows of length `period`: what repeats stands in columns.
pub fn rows(sequence: &Sequence<'_>, period: u64, style: &Style) -> String {
    let length = usize::try_from(period.max(1)).unwrap_or(usize::MAX);
    let rows: Vec<&[Value]> = sequence.values.chunks(length).collect();
    let label = |row: usize| sequence.first.saturating_add((row as u64).saturating_mul(period.max(1))).to_string();
    let labels = (0..rows.len()).map(label).collect();
    let squares = Squares { title: sequence.title.to_owned(), rows, labels, first_column: 0 };
    squares.draw(style, &style.language.rows_title(sequence.title, period))
}

struct Squares<'a> {
    title: String,
    rows: Vec<&'a [Value]>,
    labels: Vec<String>,
    first_column: u64,
}

impl Squares<'_> {
    fn draw(&self, style: &Style, title: &str) -> String {
        let columns = self.rows.iter().map(|row| row.len()).max().unwrap_or(0);
        let (rows, wide) = (self.rows.len().min(SIDE), columns.min(SIDE));
        let largest = self.shown().filter_map(|(.., value)| value.as_finite()).max().unwrap_or(0);
        let longest = self.shown().map(|(.., value)| value.to_string().chars().count()).max().unwrap_or(1);
        let numbered = rows * wide <= NUMBERED && longest <= 6;
        let cell = if numbered {
            [(longest as f64 * 8.5 + 10.0).max(24.0), 24.0]
        } else {
            [(900.0 / wide.max(1) as f64).clamp(4.0, 12.0); 2]
        };
        let label = self.labels.iter().take(rows).map(|label| width_of(label, 11.0)).fold(20.0, f64::max) + 20.0;
        let top = 56.0;
        let mut svg = Svg::default();
        svg.text("num", [14.0, 26.0, 16.0], Anchor::Start, &cut(&self.title, 60));
        self.axes(&mut svg, [label, top], cell, [rows, wide]);
        if numbered {
            self.numbers(&mut svg, [label, top], cell, largest);
        } else {
            self.colours(&mut svg, [label, top], cell, largest);
        }
        let bottom = top + cell[1] * rows as f64;
        let language = style.language;
        let legend = legend(&mut svg, [label, bottom + 16.0], largest, numbered, language);
        let mut height = bottom + 48.0;
        let left_out = self.rows.len() > rows || columns > wide;
        let note = language.table_cut(rows, wide);
        if left_out {
            svg.text("note", [14.0, height + 4.0, 12.0], Anchor::Start, &note);
            height += 22.0;
        }
        let zeros = self.shown().filter(|(.., value)| value.is_zero()).count();
        let part = if left_out { language.table_part(&note) } else { String::new() };
        let desc = language.table_told(rows, wide, largest, zeros) + &part;
        let least = width_of(&self.title, 16.0).min(600.0) + 30.0;
        let wide_note = if left_out { width_of(&note, 12.0) + 30.0 } else { 0.0 };
        let width = (label + cell[0] * wide as f64 + 16.0).max(legend).max(least).max(wide_note);
        svg.finish(style, (width, height), &Words { title: title.to_owned(), desc }, false)
    }

    /// The squares that are drawn, with their places.
    fn shown(&self) -> impl Iterator<Item = (usize, usize, &Value)> {
        let rows = self.rows.iter().take(SIDE).enumerate();
        rows.flat_map(|(row, values)| {
            values.iter().take(SIDE).enumerate().map(move |(column, value)| (row, column, value))
        })
    }

    fn axes(&self, svg: &mut Svg, [left, top]: [f64; 2], [w, h]: [f64; 2], [rows, columns]: [usize; 2]) {
        let every = |size: f64, room: f64| {
            [1, 2, 5, 10, 20, 50, 100].into_iter().find(|&n| n as f64 * size >= room).unwrap_or(200)
        };
        for row in (0..rows).step_by(every(h, 13.0)) {
            let y = top + h * (row as f64 + 0.5) + 4.0;
            svg.text("note", [left - 6.0, y, 11.0], Anchor::End, &self.labels[row]);
        }
        let last = self.first_column.saturating_add(columns as u64).to_string();
        for column in (0..columns).step_by(every(w, width_of(&last, 11.0) + 4.0)) {
            let x = left + w * (column as f64 + 0.5);
            svg.text(
                "note",
                [x, top - 6.0, 11.0],
                Anchor::Middle,
                &self.first_column.saturating_add(column as u64).to_string(),
            );
        }
    }

    fn numbers(&self, svg: &mut Svg, [left, top]: [f64; 2], [w, h]: [f64; 2], largest: u128) {
        for (row, column, value) in self.shown() {
            let (x, y) = (left + w * column as f64, top + h * row as f64);
            let step = step(value, largest);
            let class = step.map_or("shade".to_owned(), |step| format!("v{step}"));
            svg.rect(&class, [x, y, w - 1.0, h - 1.0], 3.0, "");
            if value.is_zero() {
                svg.circle("P", [x + (w - 1.0) / 2.0, y + (h - 1.0) / 2.0, 9.5], "");
            }
            let class = step.map_or("text".to_owned(), |step| format!("t{step}"));
            svg.text(&class, [x + (w - 1.0) / 2.0, y + 16.0, 13.0], Anchor::Middle, &value.to_string());
        }
    }

    /// One path for each colour, in runs of equal squares.
    fn colours(&self, svg: &mut Svg, [left, top]: [f64; 2], [w, h]: [f64; 2], largest: u128) {
        let mut paths = vec![String::new(); STEPS + 1];
        let mut zeros = String::new();
        for (row, values) in self.rows.iter().take(SIDE).enumerate() {
            let y = Num(top + h * row as f64);
            let shown = &values[..values.len().min(SIDE)];
            let mut at = 0;
            for run in shown.chunk_by(|a, b| step(a, largest) == step(b, largest)) {
                let (x, wide) = (Num(left + w * at as f64), Num(w * run.len() as f64));
                let colour = step(&run[0], largest).unwrap_or(STEPS);
                // Writing into a string does not fail.
                let _ = write!(paths[colour], "M{x} {y}h{wide}v{}h-{wide}z", Num(h));
                for (place, _) in run.iter().enumerate().filter(|(_, value)| value.is_zero()) {
                    let middle = Num(left + w * ((at + place) as f64 + 0.5));
                    let _ = write!(zeros, "M{middle} {}h0", Num(top + h * (row as f64 + 0.5)));
                }
                at += run.len();
            }
        }
        for (colour, path) in paths.iter().enumerate().filter(|(_, path)| !path.is_empty()) {
            let class = if colour == STEPS { "shade".to_owned() } else { format!("v{colour}") };
            svg.path(&class, path, "");
        }
        if !zeros.is_empty() {
            let size = Num((w * 0.6).min(6.0));
            svg.path("zero", &zeros, &format!(" stroke-linecap=\"round\" stroke-width=\"{size}\""));
        }
    }
}

/// The colour of a value; none for values that are not numbers.
fn step(value: &Value, largest: u128) -> Option<usize> {
    let value = value.as_finite()?;
    let most = STEPS as u128 - 1;
    Some(match value {
        0 => 0,
        _ if largest <= most => value as usize,
        // Both are cut to 64 bits, so that the product cannot overflow.
        _ => {
            let shift = (128 - largest.leading_zeros()).saturating_sub(64);
            let (value, largest) = (value >> shift, largest >> shift);
            (1 + value * (most - 1) / largest.max(1)).min(most) as usize
        }
    })
}

/// The colours and what they stand for; gives the right end.
fn legend(svg: &mut Svg, [left, y]: [f64; 2], largest: u128, numbered: bool, language: Language) -> f64 {
    svg.rect("v0", [left, y, 16.0, 16.0], 3.0, "");
    svg.circle("P", [left + 8.0, y + 8.0, if numbered { 6.5 } else { 3.0 }], "");
    let lost = language.zero_is_lost();
    svg.text("note", [left + 22.0, y + 12.5, 12.0], Anchor::Start, &lost);
    let mut x = left + 22.0 + width_of(&lost, 12.0) * 0.92 + if language == Language::English { 0.0 } else { 12.0 };
    let shown = STEPS.min(usize::try_from(largest).unwrap_or(usize::MAX).saturating_add(1));
    for step in 1..shown {
        svg.rect(&format!("v{step}"), [x, y, 16.0, 16.0], 0.0, "");
        x += 16.0;
    }
    if largest > 0 {
        let text = language.one_to(largest);
        svg.text("note", [x + 8.0, y + 12.5, 12.0], Anchor::Start, &text);
        x += 12.0 + width_of(&text, 12.0);
    }
    x + 12.0
}
