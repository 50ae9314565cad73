//! The same pictures with characters, for a terminal: positions, plots, tables. No colours, no control characters.

use crate::content::{Content, Seen, Symbol, Tree};
use crate::figure::number;
use crate::svg::{cut, shown};
use grundy::Value;
use grundy_rules::{Network, Sum, Term};

/// The tallest heap, the longest row and the largest board that are drawn piece by piece.
const STONES: u128 = 12;
const PINS: u128 = 40;
const SIDE: u128 = 24;
/// Heaps, parts of a sum, lines of a tree or a graph.
const PILES: usize = 16;
const PARTS: usize = 16;
const LINES: usize = 30;

/// A picture of a sum in lines of at most about `width` characters: its parts side by side, each with its text below.
///
/// ```
/// use grundy_rules::{Engine, Settings, catalogue};
/// let engine = Engine::new(catalogue::library(), grundy::Watch::default());
/// let sum = engine.sum("nim(2) + kayles(3)", &Settings::default())?;
/// let picture = "  ▄▄▄\n  ▄▄▄         █ █ █\n nim(2)  +  kayles(3)\n";
/// assert_eq!(grundy_draw::blocks::position(&sum, 80), picture);
/// # Ok::<(), grundy_rules::Error>(())
/// ```
pub fn position(sum: &Sum, width: usize) -> String {
    if sum.terms.is_empty() {
        return " no part is left\n".to_owned();
    }
    let mut out = String::new();
    let mut line: Vec<Vec<String>> = Vec::new();
    for term in sum.terms.iter().take(PARTS) {
        let panel = panel(term);
        if !line.is_empty() && line.iter().map(|panel| wide(panel) + 5).sum::<usize>() + wide(&panel) > width {
            out.push_str(&side_by_side(&line));
            line.clear();
        }
        line.push(panel);
    }
    out.push_str(&side_by_side(&line));
    match sum.terms.len().saturating_sub(PARTS) {
        0 => out,
        more => format!("{out} … and {more} more parts\n"),
    }
}

/// A plot of values in columns of eighths: at most `width` columns, each with the largest of its values; other values than numbers
/// leave a gap.
///
/// ```
/// use grundy::Value;
/// let values: Vec<Value> = (0..4).map(Value::Finite).collect();
/// assert_eq!(grundy_draw::blocks::plot(0, &values, 40, 1), "3 ┤ ▃▅█\n0 └────\n   0..3\n");
/// ```
pub fn plot(first: u64, values: &[Value], width: usize, height: usize) -> String {
    let (width, height) = (width.clamp(4, 400), height.clamp(1, 40));
    let each = values.len().div_ceil(width).max(1);
    let columns: Vec<Option<u128>> =
        values.chunks(each).map(|part| part.iter().filter_map(Value::as_finite).max()).collect();
    let largest = columns.iter().flatten().copied().max().unwrap_or(0);
    let label = number(largest);
    let margin = label.chars().count();
    let mut out = String::new();
    for row in (0..height).rev() {
        let name = if row + 1 == height { label.as_str() } else { "" };
        let line: String = columns.iter().map(|value| eighth(*value, largest, row, height)).collect();
        out += &format!("{name:>margin$} {}{}\n", if name.is_empty() { '│' } else { '┤' }, line.trim_end());
    }
    out += &format!("{:>margin$} └{}\n", 0, "─".repeat(columns.len()));
    let last = u128::from(first) + values.len().saturating_sub(1) as u128;
    let note = if each > 1 { format!(", each column the largest of {each}") } else { String::new() };
    out + &format!("{:margin$}  {first}..{last}{note}\n", "")
}

fn eighth(value: Option<u128>, largest: u128, row: usize, height: usize) -> char {
    const PARTS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let Some(value) = value else { return ' ' };
    let eighths = (value as f64 / largest.max(1) as f64 * (8 * height) as f64).round() as usize;
    // A value above 0 is always seen.
    let eighths = if value > 0 { eighths.max(1) } else { 0 };
    PARTS[eighths.saturating_sub(8 * row).min(8)]
}

/// A table of two arguments in shades: `·` is 0, then four shades up to the largest value, `?` what is not a number.
pub fn heat(values: &[Vec<Value>], width: usize, height: usize) -> String {
    let shown = || values.iter().take(height).map(|row| &row[..row.len().min(width / 2)]);
    let largest = shown().flatten().filter_map(Value::as_finite).max().unwrap_or(0);
    let shade = |value: &Value| match value.as_finite() {
        None => "??",
        Some(0) => "· ",
        Some(value) => ["░░", "▒▒", "▓▓", "██"][((value - 1) as f64 / largest as f64 * 4.0) as usize & 3],
    };
    let lines = shown().map(|row| format!("{}\n", row.iter().map(shade).collect::<String>().trim_end()));
    let lines: String = lines.collect();
    let cut = values.len() > height || values.iter().any(|row| row.len() > width / 2);
    let note = if cut { "; only the beginning is shown" } else { "" };
    format!("{lines}· is 0, ░▒▓█ 1 to {largest}{note}\n")
}

fn wide(lines: &[String]) -> usize {
    lines.iter().map(|line| line.chars().count()).max().unwrap_or(0)
}

/// A part of a sum: the picture and its text.
fn panel(term: &Term) -> Vec<String> {
    let seen = Seen::of(&term.component);
    let mut lines = drawn(&seen.content);
    let body = wide(&lines);
    let text: String = cut(&term.to_string(), 60).chars().map(shown).collect();
    let mut notes = vec![text];
    notes.extend(seen.beside.iter().map(|beside| cut(beside, 60)));
    let width = wide(&notes).max(body);
    lines.iter_mut().for_each(|line| *line = format!("{:1$}{line}", "", (width - body) / 2));
    let centred = |note: &String| format!("{:1$}{note}", "", (width - note.chars().count()) / 2);
    lines.extend(notes.iter().map(centred));
    lines
}

/// Panels with their texts on one line.
fn side_by_side(panels: &[Vec<String>]) -> String {
    let above = |panel: &Vec<String>| panel.len() - 1;
    let tall = panels.iter().map(above).max().unwrap_or(0);
    let mut out = String::new();
    for row in 0..if panels.is_empty() { 0 } else { tall + 1 } {
        let mut line = String::new();
        for (at, panel) in panels.iter().enumerate() {
            let text =
                (row + panel.len()).checked_sub(tall + 1).and_then(|at| panel.get(at)).map_or("", String::as_str);
            let joint = match (at, row == tall) {
                (0, _) => " ",
                (_, true) => "  +  ",
                (_, false) => "     ",
            };
            line += &format!("{joint}{text:0$}", wide(panel));
        }
        out += line.trim_end();
        out.push('\n');
    }
    out
}

fn drawn(content: &Content) -> Vec<String> {
    match content {
        Content::Heaps(piles) => heaps(piles),
        Content::Row(n) => vec![pins(*n)],
        Content::Ring(n) => vec![format!("( {} )", pins(*n))],
        Content::Strip(coins) => strip(coins),
        Content::Stairs(steps) => stairs(steps),
        Content::Cells(cells) => vec![in_row(cells)],
        Content::Grid(x, y) if *x < SIDE && *y < SIDE => grid(*x, *y),
        Content::Bar(rows) if rows.len() as u128 <= SIDE && rows.iter().all(|length| *length <= SIDE) => {
            rows.iter().rev().map(|length| "▆▆ ".repeat(*length as usize).trim_end().to_owned()).collect()
        }
        Content::Board(rows) if rows.len() as u128 <= SIDE && rows.iter().all(|row| row.len() as u128 <= SIDE) => {
            rows.iter().map(|row| board_row(row)).collect()
        }
        Content::Tree(tree, stalk) => bush(tree, *stalk),
        Content::Graph(network) => graph(network),
        Content::Grid(..) | Content::Bar(_) | Content::Board(_) | Content::Card => Vec::new(),
    }
}

fn heaps(piles: &[u128]) -> Vec<String> {
    let shown = &piles[..piles.len().min(PILES)];
    let text = |pile: u128| if pile > STONES { format!("[{}]", number(pile)) } else { "▄▄▄".to_owned() };
    let tall = shown.iter().map(|&pile| if pile > STONES { 1 } else { pile }).max().unwrap_or(0).max(1);
    let line = |level: u128| {
        let column = |&pile: &u128| {
            let width = text(pile).chars().count();
            let there = if pile > STONES { level == 0 } else { level < pile };
            let empty = if level == 0 && pile == 0 { "_".repeat(width) } else { " ".repeat(width) };
            if there { text(pile) } else { empty }
        };
        shown.iter().map(column).collect::<Vec<_>>().join(" ")
    };
    let mut lines: Vec<String> = (0..tall).rev().map(line).collect();
    if let (Some(last), true) = (lines.last_mut(), piles.len() > PILES) {
        *last += &format!(" … {} more", piles.len() - PILES);
    }
    lines
}

fn pins(n: u128) -> String {
    match n {
        0 => "(none)".to_owned(),
        _ if n > PINS => format!("█ █ █ … {} … █ █ █", number(n)),
        _ => vec!["█"; n as usize].join(" "),
    }
}

fn strip(coins: &[u128]) -> Vec<String> {
    let last = coins.iter().copied().max().unwrap_or(0);
    if last >= PINS {
        return Vec::new();
    }
    let squares = 0..=last.max(3);
    let square = |square: u128| if coins.contains(&square) { " ● " } else { "   " };
    let row: Vec<&str> = squares.clone().map(square).collect();
    let numbers: String = squares.map(|square| format!(" {square:>2} ")).collect();
    vec![format!("│{}│", row.join("│")), numbers]
}

fn stairs(steps: &[u128]) -> Vec<String> {
    let shown = &steps[..steps.len().min(PILES)];
    let line = |level: usize| {
        let column = |(step, balls): (usize, &u128)| match level.cmp(&step) {
            std::cmp::Ordering::Less => "████".to_owned(),
            std::cmp::Ordering::Equal if *balls > 99 => " ●● ".to_owned(),
            std::cmp::Ordering::Equal => format!("{balls:>2}● "),
            std::cmp::Ordering::Greater => "    ".to_owned(),
        };
        shown.iter().enumerate().map(column).collect()
    };
    (0..shown.len()).rev().map(line).collect()
}

fn symbol(cell: &Symbol) -> String {
    match cell {
        Symbol::Empty => "·".to_owned(),
        Symbol::Full => "█".to_owned(),
        Symbol::Number(n) => number(*n),
        Symbol::Text(text) => cut(text, 8),
    }
}

fn in_row(cells: &[Symbol]) -> String {
    let shown: Vec<String> = cells.iter().take(PINS as usize).map(symbol).collect();
    let more = if cells.len() > PINS as usize { " …" } else { "" };
    format!("│{}│{more}", shown.join("│"))
}

fn board_row(row: &[Symbol]) -> String {
    row.iter().map(symbol).collect::<Vec<_>>().join(" ")
}

fn grid(x: u128, y: u128) -> Vec<String> {
    let (columns, rows) = (x.max(3), y.max(3));
    let line = |row: u128| {
        let squares: Vec<&str> = (0..=columns).map(|column| if (column, row) == (x, y) { "●" } else { "·" }).collect();
        format!("{row:>2} {}", squares.join(" "))
    };
    (0..=rows).rev().map(line).collect()
}

/// The tree with its branches to the right, the ground at the left.
fn bush(tree: &Tree, stalk: bool) -> Vec<String> {
    let start = if stalk { "▓━●" } else { "▓●" };
    let mut lines = vec![start.to_owned()];
    // What is still to be written: a branch, what stands before it, and whether it is the last of its node.
    let margin = " ".repeat(start.chars().count() - 1);
    let branches = |tree: &'_ Tree| tree.0.len();
    let mut open: Vec<(&Tree, String, bool)> = Vec::new();
    let hang = |open: &mut Vec<_>, tree, margin: String| {
        let tree: &Tree = tree;
        let last = branches(tree);
        open.extend(tree.0.iter().enumerate().rev().map(|(at, branch)| (branch, margin.clone(), at + 1 == last)));
    };
    hang(&mut open, tree, margin);
    while let Some((branch, margin, last)) = open.pop() {
        if lines.len() == LINES {
            lines.push("…".to_owned());
            break;
        }
        lines.push(format!("{margin}{}━●", if last { '┗' } else { '┣' }));
        hang(&mut open, branch, format!("{margin}{} ", if last { ' ' } else { '┃' }));
    }
    lines
}

fn graph(network: &Network) -> Vec<String> {
    let name = |node: u32| network.graph.names().get(node as usize).map_or("?", String::as_str);
    let ends = network.graph.edges();
    if let Some(token) = network.token {
        let to: Vec<&str> =
            ends.iter().filter(|[from, _]| *from == token).map(|[_, to]| name(*to)).take(LINES).collect();
        return vec![
            format!("● on {}", name(token)),
            format!("arrows to: {}", if to.is_empty() { "none".to_owned() } else { to.join(" ") }),
        ];
    }
    let left = ends.iter().enumerate().filter(|(edge, _)| network.edges[*edge]);
    let mut lines: Vec<String> =
        left.take(LINES).map(|(edge, [a, b])| format!("{edge:>3}  {} ── {}", name(*a), name(*b))).collect();
    let count = network.edges.iter().filter(|left| **left).count();
    if count > LINES {
        lines.push(format!("… {} more edges", count - LINES));
    }
    let alone = |node: &u32| {
        network.nodes[*node as usize]
            && !ends.iter().enumerate().any(|(edge, pair)| network.edges[edge] && pair.contains(node))
    };
    let alone: Vec<&str> = (0..network.nodes.len() as u32).filter(alone).take(LINES).map(name).collect();
    if !alone.is_empty() && network.ground.is_none() {
        lines.push(format!("alone: {}", alone.join(" ")));
    }
    lines
}
