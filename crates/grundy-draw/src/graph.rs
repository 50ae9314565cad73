//! The positions that can be reached from a sum, in layers: the end of play at the bottom, or, where play may come back or not all
//! positions are shown, by the number of moves from the start.
//!
//! N-positions are boxes, P-positions double ovals, draws six-sided and dashed; a winning move is a thick line.

use crate::layers::Layered;
use crate::network::arrow_head;
use crate::style::Style;
use crate::svg::{Anchor, Num, Svg, Words, cut, escape, width_of};
use crate::words::Language;
use grundy::Outcome;
use grundy_report::Error;
use grundy_rules::{Component, Engine, Error as RulesError, Sum};
use serde::Serialize;
use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

/// Positions that are shown, unless told otherwise, and at most.
pub(crate) const DEFAULT: usize = 60;
pub(crate) const MOST: usize = 200;
/// Moves of one position that are followed.
const MOVES: usize = 2000;
const LABEL: usize = 22;

/// A position of the graph.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Node {
    /// The position, without the parts that have no move.
    pub position: String,
    /// Its value; none under misère play, or where it has none.
    pub value: Option<String>,
    /// Who wins: `N`, `P` or `draw`.
    pub outcome: String,
    /// The places of the positions that a move leads to, ascending, each once.
    pub to: Vec<usize>,
    /// Whether some of its moves lead to positions that are not shown.
    pub cut: bool,
    /// Its layer, from the top.
    pub layer: usize,
}

/// The positions that can be reached from a sum.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Positions {
    /// The start first, then by the number of moves from it.
    pub nodes: Vec<Node>,
    /// Whether these are all.
    pub complete: bool,
}

/// A picture of positions, with what it shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GraphPicture {
    /// The picture. A node has its place as `data-node`, an edge its ends as `data-edge="from to"`.
    pub svg: String,
    /// What it shows.
    #[serde(flatten)]
    pub positions: Positions,
}

/// Positions while they are found.
struct Found<'a> {
    engine: &'a Engine,
    places: HashMap<Vec<(String, u128)>, usize>,
    sums: Vec<Sum>,
    over: HashMap<Component, bool>,
}

impl Found<'_> {
    /// A sum without the parts that have no move.
    fn trimmed(&mut self, sum: Sum) -> Result<Sum, Error> {
        let mut terms = Vec::new();
        for term in sum.terms {
            let over = match self.over.get(&term.component) {
                Some(over) => *over,
                None => {
                    let mut any = false;
                    let cut = self.engine.first_options(&term.component, 1, &mut |_| {
                        any = true;
                        ControlFlow::Break(())
                    })?;
                    self.over.insert(term.component.clone(), !any && !cut);
                    !any && !cut
                }
            };
            if !over {
                terms.push(term);
            }
        }
        Ok(Sum { terms, misere: sum.misere })
    }

    /// The sums after one move, and whether these are all.
    fn after(&self, sum: &Sum) -> Result<(Vec<Sum>, bool), Error> {
        let (mut all, mut whole) = (Vec::new(), true);
        for (component, term) in sum.terms.iter().enumerate() {
            whole &= !self.engine.first_options(&term.component, 8, &mut |to| {
                if all.len() == MOVES {
                    whole = false;
                    return ControlFlow::Break(());
                }
                all.push(sum.after(&grundy_rules::Move { component, from: term.component.clone(), to }));
                ControlFlow::Continue(())
            })?;
        }
        Ok((all, whole))
    }
}

impl Positions {
    /// The first positions that can be reached from a sum, at most so many.
    pub fn of(engine: &Engine, sum: &Sum, most: usize) -> Result<Positions, Error> {
        let most = most.clamp(1, MOST);
        let mut found = Found { engine, places: HashMap::new(), sums: Vec::new(), over: HashMap::new() };
        let start = found.trimmed(sum.clone())?;
        found.places.insert(start.key(), 0);
        found.sums.push(start);
        let mut nodes: Vec<Node> = Vec::new();
        while let Some(sum) = found.sums.get(nodes.len()).cloned() {
            let (next, whole) = found.after(&sum)?;
            let (mut to, mut cut) = (BTreeSet::new(), !whole);
            for sum in next {
                let sum = found.trimmed(sum)?;
                let key = sum.key();
                if let Some(place) = found.places.get(&key) {
                    to.insert(*place);
                } else if found.sums.len() < most {
                    to.insert(found.sums.len());
                    found.places.insert(key, found.sums.len());
                    found.sums.push(sum);
                } else {
                    cut = true;
                }
            }
            let outcome = engine.outcome(&sum)?.to_string();
            nodes.push(Node {
                position: sum.to_string(),
                value: value(engine, &sum)?,
                outcome,
                to: to.into_iter().collect(),
                cut,
                layer: 0,
            });
        }
        let complete = nodes.iter().all(|node| !node.cut);
        let layers = heights(&nodes).filter(|_| complete).unwrap_or_else(|| distances(&nodes));
        for (node, layer) in nodes.iter_mut().zip(layers) {
            node.layer = layer;
        }
        Ok(Positions { nodes, complete })
    }
}

fn value(engine: &Engine, sum: &Sum) -> Result<Option<String>, Error> {
    if sum.misere {
        return Ok(None);
    }
    match engine.sum_value(sum) {
        Ok(value) => Ok(Some(value.to_string())),
        Err(RulesError::Loopy(_)) => match sum.terms.as_slice() {
            [term] if term.count == 1 => Ok(Some(engine.any_value(&term.component)?.to_string())),
            _ => Ok(None),
        },
        Err(error) => Err(error.into()),
    }
}

/// Layers by the longest play to the end, the start on top; nothing if a position can come back.
fn heights(nodes: &[Node]) -> Option<Vec<usize>> {
    let mut height: Vec<Option<usize>> = vec![None; nodes.len()];
    let mut open = vec![false; nodes.len()];
    let mut stack = vec![0];
    while let Some(&node) = stack.last() {
        let waiting = nodes[node].to.iter().copied().find(|&next| height[next].is_none());
        match waiting {
            Some(next) if open[next] || next == node => return None,
            Some(next) => {
                open[node] = true;
                stack.push(next);
            }
            None => {
                height[node] =
                    Some(nodes[node].to.iter().filter_map(|&next| height[next]).map(|h| h + 1).max().unwrap_or(0));
                stack.pop();
            }
        }
    }
    let top = height[0]?;
    height.into_iter().map(|height| top.checked_sub(height?)).collect()
}

/// Layers by the number of moves from the start.
fn distances(nodes: &[Node]) -> Vec<usize> {
    let mut layer = vec![usize::MAX; nodes.len()];
    layer[0] = 0;
    // The nodes are in the order of their distance.
    for node in 0..nodes.len() {
        for &next in &nodes[node].to {
            layer[next] = layer[next].min(layer[node].saturating_add(1));
        }
    }
    layer
}

/// Where a node stands.
#[derive(Debug, Clone, Copy, Default)]
struct Place {
    x: f64,
    y: f64,
    half: f64,
}

const TALL: f64 = 20.0;

/// Draws the positions that can be reached from a sum.
pub fn graph(positions: &Positions, style: &Style) -> GraphPicture {
    let nodes = &positions.nodes;
    let Placed { places, bends, width, bottom } = placed(nodes);
    let mut svg = Svg::default();
    let language = style.language;
    legend(&mut svg, nodes, language);
    for (from, node) in nodes.iter().enumerate() {
        for &to in &node.to {
            let way: Vec<[f64; 2]> =
                (node.layer + 1..nodes[to].layer).map(|layer| [bends[&(to, layer)], down(layer)]).collect();
            let wins = node.outcome == "N" && nodes[to].outcome == "P";
            edge(&mut svg, (from, places[from]), &way, (to, places[to]), wins);
        }
    }
    for (at, (node, place)) in nodes.iter().zip(&places).enumerate() {
        draw_node(&mut svg, at, node, *place);
    }
    let mut height = bottom + 20.0;
    if !positions.complete {
        let text = language.graph_cut(nodes.len());
        svg.text("note", [14.0, height + 6.0, 12.0], Anchor::Start, &text);
        height += 22.0;
    }
    let lost = nodes.iter().filter(|node| node.outcome == "P").count();
    let rest = if positions.complete { String::new() } else { language.graph_rest() };
    let start = nodes.first().map_or("", |node| node.position.as_str());
    let words =
        Words { title: language.graph_title(&cut(start, 80)), desc: language.graph_told(nodes.len(), lost) + &rest };
    GraphPicture { svg: svg.finish(style, (width.max(420.0), height), &words, false), positions: positions.clone() }
}

fn half_width(node: &Node) -> f64 {
    let label = width_of(&cut(&node.position, LABEL), 12.0).max(width_of(&second_line(node), 12.0));
    (label / 2.0 + 12.0).max(30.0) + if node.outcome == "N" { 0.0 } else { 8.0 }
}

fn second_line(node: &Node) -> String {
    let value = node.value.as_ref().map_or(String::new(), |value| format!("{} ", cut(value, 14)));
    format!("{value}{}{}", node.outcome, if node.cut { " …" } else { "" })
}

/// Where a layer is.
fn down(layer: usize) -> f64 {
    78.0 + 84.0 * layer as f64
}

/// Nodes and the bends of their edges.
struct Placed {
    places: Vec<Place>,
    bends: HashMap<(usize, usize), f64>,
    width: f64,
    bottom: f64,
}

fn placed(nodes: &[Node]) -> Placed {
    let half: Vec<f64> = nodes.iter().map(half_width).collect();
    let layered = Layered {
        layer: nodes.iter().map(|node| node.layer).collect(),
        half: half.clone(),
        to: nodes.iter().map(|node| node.to.clone()).collect(),
    };
    let laid = layered.lay();
    let ends = || laid.x.iter().copied().zip(half.iter().copied()).chain(laid.bends.values().map(|&x| (x, 0.0)));
    let left = ends().map(|(x, half)| x - half).fold(0.0, f64::min);
    let right = ends().map(|(x, half)| x + half).fold(0.0, f64::max);
    let width = (right - left + 32.0).max(420.0);
    let middle = width / 2.0 - (left + right) / 2.0;
    let place = |((x, half), node): ((&f64, f64), &Node)| Place { x: x + middle, y: down(node.layer), half };
    Placed {
        places: laid.x.iter().zip(half).zip(nodes).map(place).collect(),
        bends: laid.bends.into_iter().map(|(key, x)| (key, x + middle)).collect(),
        width,
        bottom: down(nodes.iter().map(|node| node.layer).max().unwrap_or(0)) + TALL,
    }
}

/// A curve down to the next layer.
/// Straight down where nothing bends: most of a long way, so that large pictures stay small.
fn curve(path: &mut String, a: [f64; 2], b: [f64; 2]) {
    if a[0] == b[0] {
        path.push_str(&format!("V{}", Num(b[1])));
        return;
    }
    let bend = (b[1] - a[1]) * 0.45;
    let numbers = [a[0], a[1] + bend, b[0], b[1] - bend, b[0], b[1]].map(|number| Num(number).to_string());
    path.push('C');
    path.push_str(&numbers.join(" "));
}

fn edge(svg: &mut Svg, (from, a): (usize, Place), way: &[[f64; 2]], (to, b): (usize, Place), wins: bool) {
    let class = if wins { "mark" } else { "wire" };
    let more = format!(" data-edge=\"{from} {to}\"{}", if wins { "" } else { " opacity=\".6\"" });
    let n = Num;
    if b.y > a.y {
        let mut at = [a.x, a.y + TALL];
        let mut path = format!("M{} {}", n(at[0]), n(at[1]));
        for &[x, y] in way {
            curve(&mut path, at, [x, y - TALL]);
            at = [x, y + TALL];
            path.push_str(&format!("V{}", n(at[1])));
        }
        let end = b.y - TALL;
        curve(&mut path, at, [b.x, end - 8.0]);
        svg.path(class, &path, &more);
        svg.path("arrow", &arrow_head([b.x, end - 20.0], [b.x, end], 1.0), "");
        return;
    }
    // Back to the same or a higher layer: around the right side.
    let (sx, tx) = (a.x + a.half, b.x + b.half);
    let out = sx.max(tx) + 36.0;
    let path = format!(
        "M{} {}C{} {} {} {} {} {}",
        n(sx),
        n(a.y - 4.0),
        n(out),
        n(a.y - 4.0),
        n(out),
        n(b.y + 8.0),
        n(tx + 8.0),
        n(b.y + 8.0)
    );
    svg.path(class, &path, &more);
    svg.path("arrow", &arrow_head([tx + 20.0, b.y + 8.0], [tx, b.y + 8.0], 1.0), "");
}

fn outline(svg: &mut Svg, outcome: &str, Place { x, y, half }: Place) {
    match outcome {
        "N" => svg.rect("N", [x - half, y - TALL, 2.0 * half, 2.0 * TALL], 3.0, ""),
        "P" => {
            svg.rect("P", [x - half, y - TALL, 2.0 * half, 2.0 * TALL], TALL, "");
            svg.rect("P", [x - half + 4.0, y - TALL + 4.0, 2.0 * half - 8.0, 2.0 * TALL - 8.0], TALL - 4.0, "");
        }
        _ => {
            let n = Num;
            let path = format!(
                "M{} {}L{} {}H{}L{} {}L{} {}H{}Z",
                n(x - half),
                n(y),
                n(x - half + 12.0),
                n(y - TALL),
                n(x + half - 12.0),
                n(x + half),
                n(y),
                n(x + half - 12.0),
                n(y + TALL),
                n(x - half + 12.0)
            );
            svg.path("D", &path, "");
        }
    }
}

fn draw_node(svg: &mut Svg, at: usize, node: &Node, place: Place) {
    let value =
        node.value.as_ref().map_or(String::new(), |value| format!(" data-value=\"{}\"", escape(&cut(value, 60))));
    svg.raw(format_args!("<g data-node=\"{at}\" data-outcome=\"{}\"{value}>\n", node.outcome));
    svg.raw(format_args!("<title>{}: {}</title>\n", escape(&cut(&node.position, 200)), escape(&second_line(node))));
    outline(svg, &node.outcome, place);
    svg.text("text mono", [place.x, place.y - 3.0, 12.0], Anchor::Middle, &cut(&node.position, LABEL));
    svg.text("num", [place.x, place.y + 12.0, 12.0], Anchor::Middle, &second_line(node));
    svg.raw(format_args!("</g>\n"));
}

fn legend(svg: &mut Svg, nodes: &[Node], language: Language) {
    let shapes = [
        (Outcome::Next, language.next_wins()),
        (Outcome::Previous, language.previous_wins()),
        (Outcome::Draw, language.nobody_wins()),
    ];
    let mut x = 14.0;
    for (outcome, words) in shapes {
        let name = outcome.to_string();
        if !nodes.iter().any(|node| node.outcome == name) {
            continue;
        }
        // A small shape of each kind that is there.
        svg.raw(format_args!("<g transform=\"translate({} 22) scale(.5)\">\n", Num(x + 14.0)));
        outline(svg, &name, Place { x: 0.0, y: 0.0, half: 28.0 });
        svg.raw(format_args!("</g>\n"));
        svg.text("note", [x + 34.0, 26.0, 12.0], Anchor::Start, &words);
        x += 34.0 + width_of(&words, 12.0) + 10.0;
    }
}
