//! Views of a table of values, for when there is no formula: what the eye can find.
//!
//! A view is lines of text. `zeros` shows the lost positions, `rows` the values in rows of a fitting length, `binary` arguments and
//! values in binary, `factors` the factors of the argument, `mod` the values that each remainder has, `heat` a shade for each
//! value. Nothing is claimed: a view shows the values it was given.

mod known;

pub use known::{Match, MatchReport, look_up};

use crate::Text;
use grundy::Value;
use grundy_rules::Table;
use serde::Serialize;

/// The kinds of views.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum View {
    /// The lost positions.
    Zeros,
    /// Values in rows of a fitting length.
    Rows,
    /// Arguments and values in binary.
    Binary,
    /// Factors of the argument.
    Factors,
    /// Values by remainder.
    Mod,
    /// Shades.
    Heat,
}

/// A view of a game's values.
#[derive(Debug, Clone, Serialize)]
pub struct ViewReport {
    /// The game as it was named.
    pub game: String,
    /// The kind of view.
    pub view: View,
    /// The last argument, or two.
    pub to: Vec<u64>,
    /// The lengths or moduli that were used.
    pub moduli: Vec<u64>,
    /// The view.
    pub lines: Vec<String>,
}

/// Moduli that are tried.
const MODULI: u64 = 64;

/// Moduli that are shown when none is asked for.
const SHOWN: usize = 3;

/// Shades, dark to bright.
const SHADES: [char; 5] = ['·', '░', '▒', '▓', '█'];

impl ViewReport {
    /// The view of a table from 0 on; `modulus` for rows and remainders, a fitting one if it is not given.
    pub fn new(game: &str, view: View, table: &Table, modulus: Option<u64>) -> ViewReport {
        let (to, rows): (Vec<u64>, Vec<&[Value]>) = match table {
            Table::Row(row) => (vec![last(row)], vec![row]),
            Table::Grid(rows) => {
                (vec![last(rows), rows.first().map_or(0, |row| last(row))], rows.iter().map(|row| &row[..]).collect())
            }
        };
        let mut report = ViewReport { game: game.to_owned(), view, to, moduli: Vec::new(), lines: Vec::new() };
        match table {
            Table::Row(row) => report.row(row, modulus),
            Table::Grid(_) => report.grid(&rows, modulus),
        }
        report
    }

    fn row(&mut self, values: &[Value], modulus: Option<u64>) {
        match self.view {
            View::Zeros => self.zeros(values),
            View::Rows => {
                let length = modulus.unwrap_or_else(|| good_moduli(values).first().copied().unwrap_or(10));
                self.moduli = vec![length];
                self.lines = in_rows(values, length, &|value| value.to_string());
            }
            View::Heat => {
                let length =
                    modulus.unwrap_or_else(|| good_moduli(values).first().map_or(64, |&m| m * (64 / m).max(1)));
                self.moduli = vec![length];
                let most = largest(values.iter());
                self.lines = values
                    .chunks(size(length))
                    .map(|row| row.iter().map(|value| shade(value, most)).collect())
                    .collect();
            }
            View::Binary => {
                let width = digits(values.len() as u128);
                let line = |(n, value): (usize, &Value)| {
                    format!(
                        "{n:0width$b}  {}",
                        value.as_finite().map_or_else(|| value.to_string(), |v| format!("{v:b}"))
                    )
                };
                self.lines = values.iter().enumerate().map(line).collect();
            }
            View::Factors => {
                let width = values.len().to_string().len();
                self.lines = values
                    .iter()
                    .enumerate()
                    .map(|(n, value)| format!("{n:>width$} = {:<20} {value}", factored(n as u64)))
                    .collect();
            }
            View::Mod => {
                self.moduli =
                    modulus.map_or_else(|| good_moduli(values).into_iter().take(SHOWN).collect(), |m| vec![m]);
                for &m in &self.moduli.clone() {
                    self.remainders(values, m);
                }
            }
        }
    }

    /// The lost positions, and how far each is from the one before.
    fn zeros(&mut self, values: &[Value]) {
        let lost: Vec<u64> = (0..).zip(values).filter(|(_, value)| value.is_zero()).map(|(n, _)| n).collect();
        let steps: Vec<String> = lost.windows(2).map(|pair| (pair[1] - pair[0]).to_string()).collect();
        let all: Vec<String> = lost.iter().map(u64::to_string).collect();
        self.lines = vec![format!("lost:  {}", all.join(" ")), format!("steps: {}", steps.join(" "))];
    }

    /// For each remainder the values that occur, the most frequent first.
    fn remainders(&mut self, values: &[Value], modulus: u64) {
        self.lines.push(format!("modulo {modulus}:"));
        for remainder in 0..modulus.min(values.len() as u64) {
            let mut counts: Vec<(String, usize)> = Vec::new();
            for value in values.iter().skip(size(remainder)).step_by(size(modulus)) {
                let text = value.to_string();
                match counts.iter_mut().find(|(other, _)| *other == text) {
                    Some((_, often)) => *often += 1,
                    None => counts.push((text, 1)),
                }
            }
            counts.sort_by_key(|(_, often)| std::cmp::Reverse(*often));
            let more = if counts.len() > 8 { format!(" … {} values", counts.len()) } else { String::new() };
            let shown: Vec<String> =
                counts.iter().take(8).map(|(value, often)| format!("{value} ({often}×)")).collect();
            self.lines.push(format!("  {remainder:>3}: {}{more}", shown.join(" ")));
        }
    }

    fn grid(&mut self, rows: &[&[Value]], modulus: Option<u64>) {
        let most = largest(rows.iter().flat_map(|row| row.iter()));
        let cell = |x: usize, y: usize, value: &Value| match self.view {
            View::Zeros => if value.is_zero() { "#" } else { "." }.to_owned(),
            View::Heat => shade(value, most).to_string(),
            View::Binary => value.as_finite().map_or_else(|| value.to_string(), |v| format!("{v:b}")),
            View::Mod => {
                let m = u128::from(modulus.unwrap_or(2).max(1));
                value.as_finite().map_or_else(|| value.to_string(), |v| (v % m).to_string())
            }
            View::Factors => {
                let g = gcd(x as u64, y as u64);
                format!("{value}/{g}")
            }
            View::Rows => value.to_string(),
        };
        if self.view == View::Mod {
            self.moduli = vec![modulus.unwrap_or(2).max(1)];
        }
        let cells: Vec<Vec<String>> = rows
            .iter()
            .enumerate()
            .map(|(x, row)| row.iter().enumerate().map(|(y, value)| cell(x, y, value)).collect())
            .collect();
        let tight = matches!(self.view, View::Zeros | View::Heat);
        let width = cells.iter().flatten().map(|cell| cell.chars().count()).max().unwrap_or(1);
        let between = if tight { "" } else { " " };
        self.lines = cells
            .iter()
            .map(|row| row.iter().map(|cell| format!("{cell:>width$}")).collect::<Vec<_>>().join(between))
            .collect();
    }

    /// For people.
    pub fn text(&self) -> Text {
        let to: Vec<String> = self.to.iter().map(u64::to_string).collect();
        let head = format!("{} to {}", self.game, to.join(", "));
        let mut out = Text::default().strong(head).plain("\n");
        for line in &self.lines {
            out = out.plain(format_args!("{line}\n"));
        }
        out
    }
}

fn last<T>(list: &[T]) -> u64 {
    (list.len() as u64).saturating_sub(1)
}

fn size(n: u64) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX).max(usize::from(n > 0))
}

fn digits(n: u128) -> usize {
    (128 - n.saturating_sub(1).leading_zeros()).max(1) as usize
}

fn largest<'a>(values: impl Iterator<Item = &'a Value>) -> u128 {
    values.filter_map(Value::as_finite).max().unwrap_or(0)
}

fn shade(value: &Value, most: u128) -> char {
    match value.as_finite() {
        Some(0) => SHADES[0],
        Some(v) => SHADES[1 + (v.saturating_mul(3) / most.max(1)) as usize],
        None => '∞',
    }
}

/// Values in rows of one length, in columns.
fn in_rows(values: &[Value], length: u64, shown: &dyn Fn(&Value) -> String) -> Vec<String> {
    let cells: Vec<String> = values.iter().map(shown).collect();
    let width = cells.iter().map(String::len).max().unwrap_or(1);
    let first = values.len().to_string().len();
    let row = |(at, row): (usize, &[String])| {
        let cells: Vec<String> = row.iter().map(|cell| format!("{cell:>width$}")).collect();
        format!("{:>first$}: {}", at * size(length), cells.join(" "))
    };
    cells.chunks(size(length)).enumerate().map(row).collect()
}

/// Moduli by which the values are most regular: the share of values that are the usual one of their remainder, less what a long
/// modulus has by chance. Best first, shorter before longer.
pub fn good_moduli(values: &[Value]) -> Vec<u64> {
    let texts: Vec<String> = values.iter().map(Value::to_string).collect();
    let score = |m: u64| {
        let mut usual = 0;
        for remainder in 0..m {
            let mut column: Vec<&str> =
                texts.iter().skip(size(remainder)).step_by(size(m)).map(String::as_str).collect();
            column.sort_unstable();
            usual += column.chunk_by(|a, b| a == b).map(<[&str]>::len).max().unwrap_or(0);
        }
        // One value of each remainder is its usual one by itself.
        (usual as u64).saturating_sub(m) * 1000 / (texts.len() as u64).saturating_sub(m).max(1)
    };
    let mut moduli: Vec<(u64, u64)> =
        (2..=MODULI.min(values.len() as u64 / 3)).map(|m| (1000 - score(m).min(1000), m)).collect();
    moduli.sort_unstable();
    moduli.into_iter().map(|(_, m)| m).collect()
}

/// A number as a product of primes.
fn factored(n: u64) -> String {
    if n < 2 {
        return n.to_string();
    }
    let (mut left, mut p, mut parts) = (n, 2, Vec::new());
    while p * p <= left {
        let mut k = 0;
        while left % p == 0 {
            left /= p;
            k += 1;
        }
        match k {
            0 => {}
            1 => parts.push(p.to_string()),
            _ => parts.push(format!("{p}^{k}")),
        }
        p += 1;
    }
    if left > 1 {
        parts.push(left.to_string());
    }
    parts.join("·")
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(values: impl IntoIterator<Item = u128>) -> Table {
        Table::Row(values.into_iter().map(Value::Finite).collect())
    }

    #[test]
    fn a_period_is_the_best_modulus() {
        let Table::Row(values) = row((0..120).map(|n| [0, 1, 2, 3, 3, 0, 7][n % 7])) else { unreachable!() };
        assert_eq!(good_moduli(&values)[0], 7);
    }

    #[test]
    fn views_show_what_is_there() {
        let table = row((0..9).map(|n| n % 4));
        let view = |view| ViewReport::new("nim3", view, &table, Some(4)).lines;
        assert_eq!(view(View::Zeros), ["lost:  0 4 8", "steps: 4 4"]);
        assert_eq!(view(View::Rows), ["0: 0 1 2 3", "4: 0 1 2 3", "8: 0"]);
        assert_eq!(view(View::Binary)[6], "0110  10");
        assert_eq!(view(View::Factors)[8], "8 = 2^3                  0");
        assert_eq!(view(View::Mod)[1], "    0: 0 (3×)");
        assert_eq!(view(View::Heat)[0], "·▒▓█");
    }

    #[test]
    fn grids() {
        let grid = Table::Grid((0..3).map(|x| (0..3).map(|y| Value::Finite(x ^ y)).collect()).collect());
        assert_eq!(ViewReport::new("nim2", View::Zeros, &grid, None).lines, ["#..", ".#.", "..#"]);
        assert_eq!(ViewReport::new("nim2", View::Mod, &grid, Some(2)).lines, ["0 1 0", "1 0 1", "0 1 0"]);
    }

    #[test]
    fn factors_of_small_numbers() {
        assert_eq!([0, 1, 2, 12, 97, 360].map(factored), ["0", "1", "2", "2^2·3", "97", "2^3·3^2·5"]);
    }
}
