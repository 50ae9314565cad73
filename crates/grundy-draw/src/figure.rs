//! A content laid out: pieces with places, each with its key. Large contents get a compact figure with numbers.

use crate::content::{Content, Symbol, Tree};
use crate::network;
use crate::svg::{Anchor, cut, width_of};
use crate::words::Language;

/// A piece of a figure.
#[derive(Debug, Clone)]
pub(crate) struct Mark {
    /// What a move names it by.
    pub(crate) key: Option<String>,
    pub(crate) class: &'static str,
    pub(crate) glyph: Glyph,
}

#[derive(Debug, Clone)]
pub(crate) enum Glyph {
    Rect([f64; 4], f64),
    Circle([f64; 3]),
    Line([f64; 4]),
    Path(String),
    Text([f64; 3], Anchor, String),
}

/// A content laid out.
#[derive(Debug, Clone, Default)]
pub(crate) struct Figure {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) marks: Vec<Mark>,
}

/// The key of the whole component.
pub(crate) const ALL: &str = "all";
/// The key of what is left out of a compact figure.
pub(crate) const MORE: &str = "more";

/// Pieces that are drawn one by one.
pub(crate) const STONES: u128 = 30;
pub(crate) const PILES: usize = 24;
pub(crate) const PINS: u128 = 40;
pub(crate) const SQUARES: u128 = 40;
pub(crate) const SIDE: u128 = 20;
const NODES: usize = 200;

const CELL: f64 = 28.0;

impl Figure {
    /// The figure of a content. `reach` is the farthest square that it or a move from it uses.
    pub(crate) fn of(content: &Content, reach: (u128, u128), language: Language) -> Option<Figure> {
        Some(match content {
            Content::Heaps(piles) => heaps(piles, language),
            Content::Row(n) => row(*n),
            Content::Ring(n) => ring(*n),
            Content::Strip(coins) => strip(coins, reach.0, language),
            Content::Stairs(steps) => stairs(steps, language),
            Content::Cells(cells) => in_row(cells, language),
            Content::Grid(x, y) => grid(*x, *y, reach),
            Content::Bar(rows) => bar(rows, language),
            Content::Board(rows) => board(rows, language),
            Content::Tree(tree, stalk) if size(tree) <= NODES => bush(tree, *stalk),
            Content::Graph(graph) => network::figure(graph)?,
            Content::Tree(..) | Content::Card => return None,
        })
    }

    fn sized(width: f64, height: f64) -> Figure {
        Figure { width, height, marks: Vec::new() }
    }

    pub(crate) fn push(&mut self, key: Option<String>, class: &'static str, glyph: Glyph) {
        self.marks.push(Mark { key, class, glyph });
    }

    fn note(&mut self, class: &'static str, at: [f64; 3], text: String) {
        self.push(None, class, Glyph::Text(at, Anchor::Middle, text));
    }

    pub(crate) fn has(&self, key: &str) -> bool {
        self.marks.iter().any(|mark| mark.key.as_deref() == Some(key))
    }
}

/// A number, shortened where it is very long.
pub(crate) fn number(n: u128) -> String {
    let text = n.to_string();
    if text.len() <= 21 {
        text
    } else {
        format!("{}…{} ({} digits)", &text[..6], &text[text.len() - 4..], text.len())
    }
}

fn heaps(piles: &[u128], language: Language) -> Figure {
    let shown = &piles[..piles.len().min(PILES)];
    let top = shown.iter().copied().filter(|pile| *pile <= STONES).max().unwrap_or(0).max(1);
    let pitch = (220.0 / top as f64).clamp(9.0, 17.0);
    let widths: Vec<f64> = shown
        .iter()
        .map(|&pile| if pile > STONES { width_of(&number(pile), 17.0).max(30.0) + 22.0 } else { 40.0 })
        .collect();
    let more = piles.len() - shown.len();
    let more_text = language.more(more);
    let extra = if more > 0 { width_of(&more_text, 14.0) + 20.0 } else { 0.0 };
    let masses = if shown.iter().any(|pile| *pile > STONES) { 96.0 } else { 0.0f64 };
    let stack = shown.iter().copied().filter(|pile| *pile <= STONES).max().unwrap_or(0) as f64 * pitch;
    let floor = stack.max(masses).max(20.0) + 6.0;
    let width = widths.iter().map(|w| w + 14.0).sum::<f64>().max(40.0) + extra;
    let mut figure = Figure::sized(width, floor + 24.0);
    let mut x = 7.0;
    for (place, (&pile, &wide)) in shown.iter().zip(&widths).enumerate() {
        let middle = x + wide / 2.0;
        // The ground under a pile is its site: where stones may come to.
        figure.push(Some(place.to_string()), "base", Glyph::Line([x, floor, x + wide, floor]));
        if pile > STONES {
            figure.push(Some(place.to_string()), "mass", Glyph::Rect([x, floor - 92.0, wide, 90.0], 10.0));
            for line in 1..5 {
                let y = floor - 92.0 + 18.0 * f64::from(line);
                if line != 2 && line != 3 {
                    figure.push(None, "rule", Glyph::Line([x + 6.0, y, x + wide - 6.0, y]));
                }
            }
            figure.note("massnum", [middle, floor - 42.0, 15.0], number(pile));
        }
        for stone in 0..if pile > STONES { 0 } else { pile } {
            let y = floor - 3.0 - pitch * (stone as f64 + 1.0) + 2.0;
            figure.push(
                Some(format!("{place}.{stone}")),
                "stone",
                Glyph::Rect([x + 2.0, y, wide - 4.0, pitch - 2.5], (pitch - 2.5) / 2.0),
            );
        }
        if let ([n], true) = (shown, pile <= STONES) {
            cuts(&mut figure, *n, |at| {
                [x - 4.0, floor - 2.0 - pitch * at as f64, x + wide + 4.0, floor - 2.0 - pitch * at as f64]
            });
        }
        if pile <= STONES {
            figure.note("note", [middle, floor + 18.0, 13.0], pile.to_string());
        }
        x += wide + 14.0;
    }
    if more > 0 {
        figure.push(Some(MORE.to_owned()), "note", Glyph::Text([x, floor - 4.0, 14.0], Anchor::Start, more_text));
    }
    figure
}

/// Places where a pile may be cut, shown only if a move asks for them.
fn cuts(figure: &mut Figure, n: u128, line: impl Fn(u128) -> [f64; 4]) {
    for at in 1..n {
        figure.push(Some(format!("cut{at}")), "cut", Glyph::Line(line(at)));
    }
}

fn row(n: u128) -> Figure {
    if n > PINS {
        return long_row(n);
    }
    let pitch = if n > 24 { 18.0 } else { 24.0 };
    let mut figure = Figure::sized((pitch * n as f64).max(40.0) + 8.0, 74.0);
    let right = figure.width - 2.0;
    figure.push(None, "base", Glyph::Line([2.0, 68.0, right, 68.0]));
    cuts(&mut figure, n, |at| {
        let x = 4.0 + pitch * at as f64;
        [x, 10.0, x, 64.0]
    });
    for place in 0..n {
        let x = 4.0 + pitch * (place as f64 + 0.5);
        figure.push(Some(place.to_string()), "pin", Glyph::Path(pin(x, 66.0, pitch.min(22.0) / 22.0)));
    }
    figure
}

/// A pin that stands on its foot.
fn pin(x: f64, y: f64, scale: f64) -> String {
    let at = |dx: f64, dy: f64| format!("{} {}", crate::svg::Num(x + dx * scale), crate::svg::Num(y + dy));
    format!(
        "M{}C{} {} {}C{} {} {}C{} {} {}C{} {} {}C{} {} {}C{} {} {}Z",
        at(-5.0, 0.0),
        at(-10.0, -16.0),
        at(-9.0, -26.0),
        at(-4.5, -36.0),
        at(-3.5, -40.0),
        at(-6.0, -44.0),
        at(-6.0, -48.0),
        at(-6.0, -57.0),
        at(6.0, -57.0),
        at(6.0, -48.0),
        at(6.0, -44.0),
        at(3.5, -40.0),
        at(4.5, -36.0),
        at(9.0, -26.0),
        at(10.0, -16.0),
        at(5.0, 0.0),
        at(4.0, 0.0),
        at(4.0, 0.0),
        at(4.0, 0.0),
    )
}

/// Some pins, the number, some pins.
fn long_row(n: u128) -> Figure {
    let text = number(n);
    let middle = width_of(&text, 17.0) + 62.0;
    let mut figure = Figure::sized(2.0 * 96.0 + middle, 74.0);
    let right = figure.width - 2.0;
    figure.push(None, "base", Glyph::Line([2.0, 68.0, right, 68.0]));
    figure.push(Some("0".to_owned()), "card", Glyph::Rect([96.0, 20.0, middle, 40.0], 10.0));
    figure.note("num", [96.0 + middle / 2.0, 45.0, 15.0], format!("… {text} …"));
    for place in 0..4 {
        for start in [4.0, 100.0 + middle] {
            let x = start + 22.0 * (f64::from(place) + 0.5);
            figure.push(Some("0".to_owned()), "pin", Glyph::Path(pin(x, 66.0, 1.0)));
        }
    }
    figure
}

fn ring(n: u128) -> Figure {
    if n > PINS {
        return long_row(n);
    }
    let radius = (n as f64 * 26.0 / std::f64::consts::TAU).max(26.0);
    let side = 2.0 * radius + 36.0;
    let mut figure = Figure::sized(side, side);
    let middle = side / 2.0;
    figure.push(None, "wire", Glyph::Circle([middle, middle, radius]));
    for place in 0..n {
        let (dx, dy) = network::on_circle(place as usize, n as usize);
        figure.push(Some(place.to_string()), "pin", Glyph::Circle([middle + radius * dx, middle + radius * dy, 10.0]));
    }
    figure.note("note", [middle, middle + 5.0, 14.0], n.to_string());
    figure
}

fn strip(coins: &[u128], reach: u128, language: Language) -> Figure {
    if reach >= SQUARES || coins.len() > SQUARES as usize {
        let chips: Vec<Symbol> = coins.iter().map(|coin| Symbol::Number(*coin)).collect();
        let mut figure = in_row(&chips, language);
        // The squares of this row are coins with their places.
        for mark in &mut figure.marks {
            if let Some(coin) = mark.key.as_ref().and_then(|key| key.parse::<usize>().ok()).and_then(|at| coins.get(at))
            {
                mark.key = Some(coin.to_string());
            }
        }
        return figure;
    }
    let squares = (reach + 1).max(4);
    let mut figure = Figure::sized(CELL * squares as f64 + 4.0, CELL + 26.0);
    for square in 0..squares {
        let x = 2.0 + CELL * square as f64;
        figure.push(Some(format!("s{square}")), "square", Glyph::Rect([x, 2.0, CELL, CELL], 0.0));
        figure.note("note", [x + CELL / 2.0, CELL + 19.0, 11.0], square.to_string());
    }
    for coin in coins {
        let x = 2.0 + CELL * (*coin as f64 + 0.5);
        figure.push(Some(coin.to_string()), "coin", Glyph::Circle([x, 2.0 + CELL / 2.0, 10.0]));
    }
    figure
}

fn stairs(steps: &[u128], language: Language) -> Figure {
    let shown = &steps[..steps.len().min(PILES)];
    let (tread, rise) = (46.0, 22.0);
    let balls = |n: u128| if n > 12 { 3 } else { n.div_ceil(2) };
    let top =
        shown.iter().enumerate().map(|(step, &n)| step as f64 * rise + balls(n) as f64 * 17.0).fold(40.0, f64::max);
    let floor = top + 12.0;
    let more = steps.len() - shown.len();
    let more_text = language.more(more);
    let extra = if more > 0 { width_of(&more_text, 14.0) + 16.0 } else { 0.0 };
    let mut figure = Figure::sized(tread * shown.len().max(1) as f64 + 4.0 + extra, floor + 24.0);
    for (step, &n) in shown.iter().enumerate() {
        let (x, y) = (2.0 + tread * step as f64, floor - rise * step as f64);
        let height = rise * step as f64 + 4.0;
        figure.push(Some(step.to_string()), "shade", Glyph::Rect([x, y, tread, height], 0.0));
        figure.note("note", [x + tread / 2.0, floor + 20.0, 11.0], step.to_string());
        if n > 12 {
            figure.push(Some(step.to_string()), "mass", Glyph::Rect([x + 3.0, y - 24.0, tread - 6.0, 24.0], 8.0));
            figure.note("massnum", [x + tread / 2.0, y - 7.0, 12.0], cut(&number(n), 6));
            continue;
        }
        for ball in 0..n {
            let (column, level) = ((ball % 2) as f64, (ball / 2) as f64);
            let at = [x + tread / 2.0 - 9.5 + 19.0 * column, y - 9.0 - 17.0 * level, 8.0];
            figure.push(Some(format!("{step}.{ball}")), "coin", Glyph::Circle(at));
        }
    }
    if more > 0 {
        let at = [6.0 + tread * shown.len() as f64, floor, 14.0];
        figure.push(Some(MORE.to_owned()), "note", Glyph::Text(at, Anchor::Start, more_text));
    }
    figure
}

fn symbol_text(symbol: &Symbol) -> String {
    match symbol {
        Symbol::Empty | Symbol::Full => String::new(),
        Symbol::Number(n) => number(*n),
        Symbol::Text(text) => cut(text, 12),
    }
}

fn square_class(symbol: &Symbol) -> &'static str {
    if *symbol == Symbol::Full { "full" } else { "square" }
}

fn in_row(cells: &[Symbol], language: Language) -> Figure {
    let shown = &cells[..cells.len().min(SQUARES as usize)];
    let more = cells.len() - shown.len();
    let more_text = language.more(more);
    let extra = if more > 0 { width_of(&more_text, 14.0) + 16.0 } else { 0.0 };
    let widths: Vec<f64> = shown.iter().map(|cell| (width_of(&symbol_text(cell), 15.0) + 10.0).max(CELL)).collect();
    let mut figure = Figure::sized(widths.iter().sum::<f64>().max(CELL) + 4.0 + extra, CELL + 24.0);
    let mut x = 2.0;
    for (place, (cell, &wide)) in shown.iter().zip(&widths).enumerate() {
        figure.push(Some(place.to_string()), square_class(cell), Glyph::Rect([x, 2.0, wide, CELL], 0.0));
        figure.note("num", [x + wide / 2.0, 21.0, 15.0], symbol_text(cell));
        figure.note("note", [x + wide / 2.0, CELL + 17.0, 10.0], place.to_string());
        x += wide;
    }
    if more > 0 {
        figure.push(Some(MORE.to_owned()), "note", Glyph::Text([x + 8.0, 21.0, 14.0], Anchor::Start, more_text));
    }
    figure
}

fn grid(x: u128, y: u128, reach: (u128, u128)) -> Figure {
    let (columns, rows) = (reach.0.max(x) + 1, reach.1.max(y) + 1);
    if columns > SIDE || rows > SIDE {
        return far_grid(x, y);
    }
    let (columns, rows) = (columns.max(3), rows.max(3));
    let mut figure = Figure::sized(CELL * columns as f64 + 26.0, CELL * rows as f64 + 24.0);
    let bottom = CELL * rows as f64 + 2.0;
    for row in 0..rows {
        let top = bottom - CELL * (row + 1) as f64;
        figure.push(None, "note", Glyph::Text([18.0, top + 19.0, 11.0], Anchor::End, row.to_string()));
        for column in 0..columns {
            let class = if (row + column) % 2 == 0 { "shade" } else { "square" };
            let left = 22.0 + CELL * column as f64;
            figure.push(Some(format!("{column}.{row}")), class, Glyph::Rect([left, top, CELL, CELL], 0.0));
        }
    }
    for column in 0..columns {
        figure.note("note", [22.0 + CELL * (column as f64 + 0.5), bottom + 16.0, 11.0], column.to_string());
    }
    let at = [22.0 + CELL * (x as f64 + 0.5), bottom - CELL * (y as f64 + 0.5), 10.0];
    figure.push(Some("token".to_owned()), "coin", Glyph::Circle(at));
    figure
}

/// A board too large for squares: the token in a plane, with its coordinates.
fn far_grid(x: u128, y: u128) -> Figure {
    let largest = x.max(y).max(1) as f64;
    let side: f64 = 180.0;
    let text = format!("({}, {})", number(x), number(y));
    let mut figure = Figure::sized((side + 30.0).max(width_of(&text, 14.0) + 20.0), side + 56.0);
    figure.push(Some(ALL.to_owned()), "square", Glyph::Rect([4.0, 4.0, side + 20.0, side + 20.0], 4.0));
    let at = [14.0 + side * (x as f64 / largest), 14.0 + side * (1.0 - y as f64 / largest), 9.0];
    figure.push(None, "dim", Glyph::Line([4.0, at[1], at[0], at[1]]));
    figure.push(None, "dim", Glyph::Line([at[0], side + 24.0, at[0], at[1]]));
    figure.push(Some("token".to_owned()), "coin", Glyph::Circle(at));
    let middle = figure.width / 2.0;
    figure.note("num", [middle, side + 46.0, 14.0], text);
    figure
}

fn bar(rows: &[u128], language: Language) -> Figure {
    let longest = rows.iter().copied().max().unwrap_or(0);
    if rows.len() as u128 > SIDE || longest > SIDE {
        let text = language.large_bar(rows.len(), &number(longest));
        let width = width_of(&text, 14.0) + 40.0;
        let mut figure = Figure::sized(width, 110.0);
        figure.push(Some(ALL.to_owned()), "full", Glyph::Rect([20.0, 4.0, width - 40.0, 70.0], 4.0));
        figure.note("num", [width / 2.0, 98.0, 14.0], text);
        return figure;
    }
    let mut figure = Figure::sized(CELL * longest.max(1) as f64 + 8.0, CELL * rows.len().max(1) as f64 + 8.0);
    let bottom = figure.height - 4.0;
    for (row, &length) in rows.iter().enumerate() {
        for column in 0..length {
            let at = [4.0 + CELL * column as f64, bottom - CELL * (row + 1) as f64, CELL, CELL];
            figure.push(Some(format!("{row}.{column}")), "choc", Glyph::Rect(at, 5.0));
        }
    }
    let right = 4.0 + CELL * longest as f64;
    for column in 1..longest {
        let x = 4.0 + CELL * column as f64;
        figure.push(Some(format!("col{column}")), "cut", Glyph::Line([x, 2.0, x, bottom + 2.0]));
    }
    for row in 1..rows.len() {
        let y = bottom - CELL * row as f64;
        figure.push(Some(format!("row{row}")), "cut", Glyph::Line([2.0, y, right + 2.0, y]));
    }
    figure
}

fn board(rows: &[Vec<Symbol>], language: Language) -> Figure {
    let columns = rows.first().map_or(0, Vec::len);
    if rows.len() as u128 > SIDE || columns as u128 > SIDE {
        let text = language.large_board(rows.len(), columns);
        let width = width_of(&text, 14.0) + 40.0;
        let mut figure = Figure::sized(width, 110.0);
        figure.push(Some(ALL.to_owned()), "square", Glyph::Rect([20.0, 4.0, width - 40.0, 70.0], 4.0));
        figure.note("num", [width / 2.0, 98.0, 14.0], text);
        return figure;
    }
    let text_width = rows.iter().flatten().map(|cell| width_of(&symbol_text(cell), 14.0) + 8.0).fold(CELL, f64::max);
    let mut figure = Figure::sized(text_width * columns.max(1) as f64 + 4.0, CELL * rows.len().max(1) as f64 + 4.0);
    for (row, cells) in rows.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            let (x, y) = (2.0 + text_width * column as f64, 2.0 + CELL * row as f64);
            let key = Some(format!("{row}.{column}"));
            figure.push(key, square_class(cell), Glyph::Rect([x, y, text_width, CELL], 0.0));
            if *cell == Symbol::Full {
                let cross = format!("M{x} {y}l{text_width} {CELL}m0 -{CELL}l-{text_width} {CELL}");
                figure.push(None, "dim", Glyph::Path(cross));
            } else if *cell != Symbol::Empty {
                figure.note("num", [x + text_width / 2.0, y + 19.0, 14.0], symbol_text(cell));
            }
        }
    }
    figure
}

fn size(tree: &Tree) -> usize {
    1 + tree.0.iter().map(size).sum::<usize>()
}

fn depth(tree: &Tree) -> usize {
    tree.0.iter().map(|branch| 1 + depth(branch)).max().unwrap_or(0)
}

fn leaves(tree: &Tree) -> usize {
    if tree.0.is_empty() { 1 } else { tree.0.iter().map(leaves).sum() }
}

/// A tree that grows from the ground.
fn bush(tree: &Tree, stalk: bool) -> Figure {
    let (spread, rise) = (30.0, 40.0);
    let levels = depth(tree) + usize::from(stalk);
    let width = spread * leaves(tree).max(2) as f64 + 12.0;
    let floor = rise * levels.max(1) as f64 + 14.0;
    let mut figure = Figure::sized(width, floor + 14.0);
    figure.push(None, "base", Glyph::Line([4.0, floor, width - 4.0, floor]));
    let root = width / 2.0;
    let foot = if stalk { floor - rise } else { floor };
    if stalk {
        figure.push(Some("stalk".to_owned()), "branch", Glyph::Line([root, floor, root, foot]));
    }
    // Each entry: a node, its key, where it is, and the room above it.
    let mut open = vec![(tree, String::new(), [root, foot], [6.0, width - 6.0])];
    while let Some((node, key, [x, y], [left, right])) = open.pop() {
        let room = (right - left) / leaves(node) as f64;
        let mut from = left;
        for (place, branch) in node.0.iter().enumerate() {
            let to = from + room * leaves(branch) as f64;
            let end = [(from + to) / 2.0, y - rise];
            let key = if key.is_empty() { place.to_string() } else { format!("{key}.{place}") };
            figure.push(Some(key.clone()), "branch", Glyph::Line([x, y, end[0], end[1]]));
            open.push((branch, key, end, [from, to]));
            from = to;
        }
        figure.push(None, "node", Glyph::Circle([x, y, 4.0]));
    }
    figure
}
