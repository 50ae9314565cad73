//! A sequence as points. Many points are put on a raster first, so that a million values make no larger picture than a thousand.

use crate::style::Style;
use crate::svg::{Anchor, Num, Svg, Words, cut, width_of};
use grundy::Value;
use std::fmt::Write;

const WIDTH: usize = 720;
const HEIGHT: usize = 260;
/// More points than this go on the raster.
const POINTS: usize = 400;
/// The side of a square of the raster.
const RASTER: usize = 2;

/// Values of one argument.
#[derive(Debug, Clone)]
pub struct Sequence<'a> {
    /// What they are of.
    pub title: &'a str,
    /// The argument of the first.
    pub first: u64,
    /// The values.
    pub values: &'a [Value],
}

/// Draws a sequence: a point for each finite value.
///
/// ```
/// use grundy::Value;
/// let values: Vec<Value> = (0..30u128).map(|n| Value::Finite(n % 4)).collect();
/// let sequence = grundy_draw::Sequence { title: "nim3", first: 0, values: &values };
/// assert!(grundy_draw::plot(&sequence, &grundy_draw::Style::default()).contains("role=\"img\""));
/// ```
pub fn plot(sequence: &Sequence<'_>, style: &Style) -> String {
    let (values, language) = (sequence.values, style.language);
    let finite = || values.iter().enumerate().filter_map(|(at, value)| Some((at, value.as_finite()?)));
    let largest = finite().map(|(_, value)| value).max().unwrap_or(0);
    let others = values.len() - finite().count();
    let label = width_of(&largest.to_string(), 11.0).min(160.0);
    let (left, top) = (30.0 + label, 44.0);
    let (width, height) = (WIDTH as f64, HEIGHT as f64);
    let bottom = top + height;
    let mut svg = Svg::default();
    svg.text("num", [14.0, 26.0, 16.0], Anchor::Start, &cut(sequence.title, 60));
    let top_value = largest.max(1);
    for tick in ticks(top_value) {
        let y = bottom - height * (tick as f64 / top_value as f64);
        svg.line("rule", [left - 4.0, y, left + width + 6.0, y], " opacity=\".45\"");
        svg.text("note", [left - 8.0, y + 4.0, 11.0], Anchor::End, &cut(&tick.to_string(), 24));
    }
    let last = values.len().saturating_sub(1);
    for tick in ticks(last.max(1) as u128) {
        let x = left + width * (tick as f64 / last.max(1) as f64);
        svg.line("rule", [x, bottom, x, bottom + 5.0], "");
        let n = u128::from(sequence.first) + tick;
        svg.text("note", [x, bottom + 19.0, 11.0], Anchor::Middle, &n.to_string());
    }
    let place = |at: usize, value: u128| {
        [left + width * (at as f64 / last.max(1) as f64), bottom - height * (value as f64 / top_value as f64)]
    };
    if values.len() <= POINTS {
        let dots: String = finite().fold(String::new(), |mut dots, (at, value)| {
            let [x, y] = place(at, value).map(Num);
            let _ = write!(dots, "M{x} {y}h0");
            dots
        });
        let line: String = finite().fold(String::new(), |mut line, (at, value)| {
            let [x, y] = place(at, value).map(Num);
            let _ = write!(line, "{}{x} {y}", if line.is_empty() { 'M' } else { 'L' });
            line
        });
        if !line.is_empty() {
            svg.path("dim", &line, " opacity=\".55\"");
        }
        let size = if values.len() > 150 { 4 } else { 6 };
        svg.path("dot", &dots, &format!(" stroke-width=\"{size}\""));
    } else {
        let path = raster(finite(), last, top_value, [left, top]);
        svg.path("dot", &path, &format!(" stroke-width=\"{RASTER}\""));
    }
    let mut end = bottom + 34.0;
    if others > 0 {
        let text = language.not_plotted(others);
        svg.text("note", [14.0, end + 6.0, 12.0], Anchor::Start, &text);
        end += 22.0;
    }
    let range = language.range(sequence.first, u128::from(sequence.first) + last as u128);
    let start: Vec<String> = values.iter().take(24).map(Value::to_string).collect();
    let more = if values.len() > 24 { ", …" } else { "" };
    let desc = language.sequence_told(values.len(), largest, &format!("{}{more}", start.join(", ")));
    let words = Words { title: language.values_of(sequence.title, &range), desc };
    svg.finish(style, (left + width + 24.0, end + 6.0), &words, false)
}

/// At most eight round numbers from 0 on.
fn ticks(most: u128) -> Vec<u128> {
    let mut step = 1u128;
    while most / step > 7 {
        let next = [2, 5, 10].into_iter().filter_map(|by| step.checked_mul(by)).find(|next| most / next <= 7);
        match (next, step.checked_mul(10)) {
            (Some(next), _) => step = next,
            (None, Some(next)) => step = next,
            (None, None) => return vec![0, most],
        }
    }
    (0..=most / step).map(|tick| tick * step).collect()
}

/// The squares of the raster that have a point, in runs down each column.
fn raster(points: impl Iterator<Item = (usize, u128)>, last: usize, largest: u128, [left, top]: [f64; 2]) -> String {
    let (columns, rows) = (WIDTH / RASTER, HEIGHT / RASTER);
    let mut hit = vec![false; columns * rows];
    for (at, value) in points {
        let column = (at as f64 / last.max(1) as f64 * (columns - 1) as f64).round() as usize;
        let row = ((1.0 - value as f64 / largest as f64) * (rows - 1) as f64).round() as usize;
        hit[column.min(columns - 1) * rows + row.min(rows - 1)] = true;
    }
    let mut path = String::new();
    for (column, cells) in hit.chunks(rows).enumerate() {
        let x = Num(left + ((column * RASTER) as f64) + 1.0);
        let mut row = 0;
        for run in cells.chunk_by(|a, b| a == b) {
            if run[0] {
                let y = Num(top + (row * RASTER) as f64);
                // Writing into a string does not fail.
                let _ = write!(path, "M{x} {y}v{}", (run.len() - 1) * RASTER);
            }
            row += run.len();
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::ticks;

    #[test]
    fn ticks_are_few_and_round() {
        assert_eq!(ticks(7), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(ticks(30), [0, 5, 10, 15, 20, 25, 30]);
        assert_eq!(ticks(200), [0, 50, 100, 150, 200]);
        assert!(ticks(u128::MAX).len() <= 8);
    }
}
