//! A sum of positions, its parts side by side, with what each move touches.

use crate::content::{Content, Seen, Symbol};
use crate::figure::{ALL, Figure, Glyph, MORE, PILES, SQUARES, number};
use crate::style::Style;
use crate::svg::{Anchor, Svg, Words, cut, escape, width_of};
use crate::touch::{Touch, elsewhere, keeps_order, touch};
use crate::words::Language;
use grundy_rules::{Move, Sum, Term};
use serde::Serialize;
use std::collections::BTreeMap;

/// Parts of a sum that are drawn.
const PARTS: usize = 24;
/// Moves that are shown in the picture.
pub const MOST_MOVES: usize = 1000;
/// Characters of a caption.
const CAPTION: usize = 34;
/// The width at which a new line of parts begins.
const WIDE: f64 = 900.0;

/// What a move touches in a picture.
///
/// A piece is named as its attribute `data-part` says: `component:piece`. A page finds the moves of a piece in its attributes, too:
/// `data-move` lists those that the piece stands for, `data-moves` all that touch it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Touched {
    /// The number of the move in the list that the picture was made with, from 0.
    #[serde(rename = "move")]
    pub play: usize,
    /// What it takes away or changes.
    pub taken: Vec<String>,
    /// Where something comes to.
    pub targets: Vec<String>,
    /// What to tap for it; several moves may share a piece.
    pub handles: Vec<String>,
}

/// A picture of a sum.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PositionPicture {
    /// The picture.
    pub svg: String,
    /// For each of the first moves given what it touches; again for each other place where it can be made, such as the other end of
    /// a row.
    pub touched: Vec<Touched>,
}

/// Draws a sum. `moves` are legal moves in it, which can then be tapped; `values` is a line for under each part.
///
/// ```
/// use grundy_draw::{Style, position};
/// use grundy_rules::{Engine, Settings, catalogue};
/// let engine = Engine::new(catalogue::library(), grundy::Watch::default());
/// let sum = engine.sum("nim(3) + kayles(4)", &Settings::default())?;
/// let moves = grundy_report::first_moves(&engine, &sum, 100)?.moves;
/// let picture = position(&sum, &moves, &[], &Style::default());
/// assert!(picture.svg.starts_with("<svg") && picture.svg.contains("data-part=\"0:0.2\""));
/// // nim(3) -> nim(2) takes the topmost stone of the first part.
/// let play = moves.iter().position(|play| play.to_string() == "nim(3) -> nim(2)");
/// assert_eq!(picture.touched[play.unwrap()].taken, ["0:0.2"]);
/// # Ok::<(), grundy_report::Error>(())
/// ```
pub fn position(sum: &Sum, moves: &[Move], values: &[String], style: &Style) -> PositionPicture {
    let moves = &moves[..moves.len().min(MOST_MOVES)];
    let language = style.language;
    let shown = &sum.terms[..sum.terms.len().min(PARTS)];
    let panels: Vec<Panel> = shown
        .iter()
        .enumerate()
        .map(|(at, term)| Panel::new(at, term, moves, values.get(at).map(String::as_str), language))
        .collect();
    let mut touched: Vec<Touched> = panels.iter().flat_map(|panel| panel.touched.iter().cloned()).collect();
    let hidden = moves.iter().enumerate().filter(|(_, play)| play.component >= shown.len());
    touched.extend(hidden.map(|(play, _)| whole(play, MORE.to_owned())));
    touched.sort_by_key(|touched| touched.play);

    let more = sum.terms.len() - shown.len();
    let mut svg = Svg::default();
    let size = place(&panels, more, &mut svg, language);
    let size = if panels.is_empty() { finished(&mut svg, language) } else { size };
    let words = words(sum, &panels, more, language);
    PositionPicture { svg: svg.finish(style, size, &words, !moves.is_empty()), touched }
}

fn whole(play: usize, key: String) -> Touched {
    Touched { play, taken: vec![key.clone()], targets: Vec::new(), handles: vec![key] }
}

/// The finished game.
fn finished(svg: &mut Svg, language: Language) -> (f64, f64) {
    svg.rect("card", [12.0, 12.0, 176.0, 56.0], 10.0, "");
    svg.text("num", [100.0, 46.0, 16.0], Anchor::Middle, &language.nothing_left());
    (200.0, 80.0)
}

/// One part of a sum.
struct Panel {
    at: usize,
    figure: Figure,
    caption: Vec<(String, &'static str)>,
    width: f64,
    described: String,
    touched: Vec<Touched>,
}

impl Panel {
    fn new(at: usize, term: &Term, moves: &[Move], value: Option<&str>, language: Language) -> Panel {
        let seen = Seen::of(&term.component);
        let own: Vec<(usize, &Move)> = moves.iter().enumerate().filter(|(_, play)| play.component == at).collect();
        // A content that is drawn as a number has no pieces to compare.
        let pieces = has_pieces(&seen.content);
        let after: Vec<Vec<(u128, Content)>> = own.iter().filter(|_| pieces).map(|(_, play)| after(play)).collect();
        let reach = reach(&seen.content, &after);
        let text = term.component.to_string();
        let figure = Figure::of(&seen.content, reach, language).unwrap_or_else(|| card(&text));
        let mut touched = Vec::new();
        let sorted = keeps_order(&seen.content, &after);
        for (at_move, (play, _)) in own.iter().enumerate() {
            let touch = after.get(at_move).and_then(|after| touch(&seen.content, after, sorted));
            touched.push(located(at, *play, touch, &figure));
        }
        // A place that no other move has may stand for a move that is the same elsewhere.
        for ((play, _), after) in own.iter().zip(&after) {
            for touch in elsewhere(&seen.content, after) {
                let other = located(at, *play, Some(touch), &figure);
                if !touched.iter().any(|known| (&known.taken, &known.targets) == (&other.taken, &other.targets)) {
                    touched.push(other);
                }
            }
        }
        let mut caption = vec![(cut(&term.to_string(), CAPTION), "text mono")];
        caption.extend(seen.beside.iter().map(|beside| (cut(beside, CAPTION), "note")));
        caption.extend(value.map(|value| (cut(value, CAPTION), "num")));
        let lines = caption.iter().map(|(line, _)| width_of(line, 13.0)).fold(0.0, f64::max);
        let width = figure.width.max(lines) + 16.0;
        let described = describe(&seen.content, &text, language);
        Panel { at, figure, caption, width, described, touched }
    }

    fn height(&self) -> f64 {
        self.figure.height
    }

    /// The moves of each piece: those it stands for, and all that touch it.
    fn moves_of(&self) -> BTreeMap<&str, (Vec<usize>, Vec<usize>)> {
        let mut all: BTreeMap<&str, (Vec<usize>, Vec<usize>)> = BTreeMap::new();
        for touched in &self.touched {
            for key in &touched.handles {
                all.entry(key).or_default().0.push(touched.play);
            }
            for key in touched.taken.iter().chain(&touched.targets) {
                all.entry(key).or_default().1.push(touched.play);
            }
        }
        all
    }

    fn draw(&self, svg: &mut Svg, [x, floor]: [f64; 2], below: f64) {
        let moves = self.moves_of();
        let attributes = |key: &str| {
            let part = format!("{}:{key}", self.at);
            let list = |name: &str, plays: &[usize]| match plays {
                [] => String::new(),
                _ => format!(" {name}=\"{}\"", plays.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")),
            };
            let (stands, touches) = moves.get(part.as_str()).cloned().unwrap_or_default();
            format!(" data-part=\"{}\"{}{}", escape(&part), list("data-move", &stands), list("data-moves", &touches))
        };
        let top = floor - self.figure.height;
        let inset = (self.width - self.figure.width) / 2.0;
        let (left, high) = (crate::svg::Num(x + inset), crate::svg::Num(top));
        svg.raw(format_args!("<g data-component=\"{}\" transform=\"translate({left} {high})\">\n", self.at));
        if !self.figure.has(ALL) {
            let height = self.figure.height + below;
            svg.rect("hit", [-inset, 0.0, self.width, height], 8.0, &attributes(ALL));
        }
        for mark in &self.figure.marks {
            let wanted = mark.key.as_ref().is_none_or(|key| {
                let part = format!("{}:{key}", self.at);
                mark.class != "cut" || moves.contains_key(part.as_str())
            });
            if !wanted {
                continue;
            }
            let more = mark.key.as_deref().map(attributes).unwrap_or_default();
            match &mark.glyph {
                Glyph::Rect(at, round) => svg.rect(mark.class, *at, *round, &more),
                Glyph::Circle(at) => svg.circle(mark.class, *at, &more),
                Glyph::Line(at) => svg.line(mark.class, *at, &more),
                Glyph::Path(d) => svg.path(mark.class, d, &more),
                Glyph::Text(_, _, text) if text.is_empty() => {}
                Glyph::Text(at, anchor, text) => svg.text(mark.class, *at, *anchor, text),
            }
        }
        for (line, (text, class)) in self.caption.iter().enumerate() {
            let y = self.figure.height + 18.0 * (line as f64 + 1.0);
            svg.text(class, [self.figure.width / 2.0, y, 13.0], Anchor::Middle, text);
        }
        svg.raw(format_args!("</g>\n"));
    }
}

/// Whether the pieces of a content are drawn one by one.
fn has_pieces(content: &Content) -> bool {
    match content {
        Content::Heaps(piles) | Content::Stairs(piles) => piles.len() <= PILES,
        Content::Strip(coins) => coins.len() <= SQUARES as usize,
        Content::Cells(cells) => cells.len() <= SQUARES as usize,
        Content::Card => false,
        _ => true,
    }
}

fn after(play: &Move) -> Vec<(u128, Content)> {
    play.to.terms.iter().map(|term| (term.count, Seen::of(&term.component).content)).collect()
}

/// The farthest square that a content or what follows uses.
fn reach(before: &Content, after: &[Vec<(u128, Content)>]) -> (u128, u128) {
    let all = after.iter().flatten().map(|(_, content)| content).chain([before]);
    all.fold((0, 0), |(x, y), content| match content {
        Content::Grid(a, b) => (x.max(*a), y.max(*b)),
        Content::Strip(coins) => (coins.iter().copied().fold(x, u128::max), y),
        _ => (x, y),
    })
}

/// A touch with the names of the picture; pieces that are not drawn stand for what is.
fn located(component: usize, play: usize, touch: Option<Touch>, figure: &Figure) -> Touched {
    let Some(touch) = touch else { return whole(play, format!("{component}:{ALL}")) };
    let name = |key: &String| {
        // A stone of a pile that is drawn as a number stands for the pile.
        let pile = key.split_once('.').map_or(key.as_str(), |(pile, _)| pile);
        let drawn = [key.as_str(), pile, MORE].into_iter().find(|key| figure.has(key));
        format!("{component}:{}", drawn.unwrap_or(ALL))
    };
    let names = |keys: &[String]| {
        let mut names: Vec<String> = keys.iter().map(name).collect();
        names.dedup();
        names
    };
    Touched { play, taken: names(&touch.taken), targets: names(&touch.targets), handles: names(&touch.handles) }
}

/// A card with a text on it, in lines.
fn card(text: &str) -> Figure {
    let shown = cut(text, 120);
    let letters: Vec<char> = shown.chars().collect();
    let lines: Vec<String> = letters.chunks(30).map(|line| line.iter().collect()).collect();
    let wide = lines.iter().map(|line| width_of(line, 14.0)).fold(0.0, f64::max) + 36.0;
    let height = 22.0 * lines.len() as f64 + 34.0;
    let mut figure = Figure { width: wide.max(90.0), height, marks: Vec::new() };
    let width = figure.width;
    figure.push(Some(ALL.to_owned()), "card", Glyph::Rect([4.0, 4.0, width - 8.0, height - 8.0], 10.0));
    for (line, text) in lines.into_iter().enumerate() {
        let y = 32.0 + 22.0 * line as f64;
        figure.push(None, "num", Glyph::Text([width / 2.0, y, 14.0], Anchor::Middle, text));
    }
    figure
}

/// Sets the panels in lines and draws them; gives the size of the picture.
fn place(panels: &[Panel], more: usize, svg: &mut Svg, language: Language) -> (f64, f64) {
    let (edge, between) = (12.0, 26.0);
    let mut lines: Vec<Vec<&Panel>> = Vec::new();
    let mut x = f64::MAX;
    for panel in panels {
        if x + panel.width > WIDE {
            lines.push(Vec::new());
            x = edge;
        }
        x += panel.width + between;
        if let Some(line) = lines.last_mut() {
            line.push(panel);
        }
    }
    let (mut y, mut widest) = (edge, 0.0f64);
    let (last, mut first) = (lines.len().saturating_sub(1), true);
    for (number, line) in lines.iter().enumerate() {
        let floor = y + line.iter().map(|panel| panel.height()).fold(0.0, f64::max);
        let below = line.iter().map(|panel| panel.caption.len()).max().unwrap_or(1) as f64 * 18.0 + 6.0;
        let mut x = edge;
        for panel in line {
            if !first {
                let plus = if x > edge { x - between / 2.0 } else { x };
                svg.text("plus", [plus, floor - 14.0, 22.0], Anchor::Middle, "+");
            }
            first = false;
            panel.draw(svg, [x, floor], below);
            x += panel.width + between;
        }
        if number == last && more > 0 {
            let text = language.more_parts(more);
            svg.raw(format_args!("<g data-part=\"{MORE}\">"));
            svg.text("plus", [x - between + 6.0, floor - 12.0, 15.0], Anchor::Start, &text);
            svg.raw(format_args!("</g>\n"));
            x += width_of(&text, 15.0);
        }
        widest = widest.max(x - between);
        y = floor + below + 14.0;
    }
    (widest + edge, y)
}

/// The picture in words.
fn words(sum: &Sum, panels: &[Panel], more: usize, language: Language) -> Words {
    let parts: Vec<&str> = panels.iter().map(|panel| panel.described.as_str()).collect();
    let misere = if sum.misere { language.misere() } else { String::new() };
    let rest = if more > 0 { language.and_more_parts(more) } else { String::new() };
    let desc = if parts.is_empty() {
        language.nothing_left_sentence()
    } else {
        format!("{}{rest}{}{misere}", parts.join(&language.between_parts()), language.full_stop())
    };
    let title = panels.iter().map(|panel| panel.caption[0].0.as_str()).collect::<Vec<_>>().join(" + ");
    let title = if title.is_empty() { "0".to_owned() } else { title };
    Words { title: language.position(&format!("{title}{}", if more > 0 { " + …" } else { "" })), desc }
}

fn listed(numbers: &[u128]) -> String {
    let shown: Vec<String> = numbers.iter().take(12).map(|n| number(*n)).collect();
    format!("{}{}", shown.join(", "), if numbers.len() > 12 { ", …" } else { "" })
}

fn describe(content: &Content, text: &str, language: Language) -> String {
    match content {
        Content::Heaps(piles) if *piles == [1] => language.one_stone(),
        Content::Heaps(piles) if piles.len() == 1 => language.stones(&listed(piles)),
        Content::Heaps(piles) => language.heaps(piles.len(), &listed(piles)),
        Content::Row(n) => language.row(&number(*n)),
        Content::Ring(n) => language.ring(&number(*n)),
        Content::Strip(coins) => language.strip(&listed(coins)),
        Content::Stairs(steps) => language.stairs(&listed(steps)),
        Content::Cells(cells) => language.cells(cells.len(), &in_words(cells, language)),
        Content::Grid(x, y) => language.grid(&number(*x), &number(*y)),
        Content::Bar(rows) => language.bar(rows.len(), &listed(rows)),
        Content::Board(rows) => {
            let lines: Vec<String> = rows.iter().take(8).map(|row| in_words(row, language)).collect();
            language.board(rows.len(), &lines.join(" / "))
        }
        Content::Tree(..) => language.tree(&cut(text, 60)),
        Content::Graph(network) => {
            let left = |list: &[bool]| list.iter().filter(|left| **left).count();
            let token = network.token.and_then(|node| network.graph.names().get(node as usize));
            let token = token.map_or(String::new(), |name| language.token_on(&cut(name, 20)));
            language.network(left(&network.nodes), left(&network.edges)) + &token
        }
        Content::Card => cut(text, 120),
    }
}

fn in_words(cells: &[Symbol], language: Language) -> String {
    let word = |cell: &Symbol| match cell {
        Symbol::Empty => language.empty(),
        Symbol::Full => language.covered(),
        Symbol::Number(n) => number(*n),
        Symbol::Text(text) => cut(text, 12),
    };
    let shown: Vec<String> = cells.iter().take(20).map(word).collect();
    format!("{}{}", shown.join(", "), if cells.len() > 20 { ", …" } else { "" })
}
