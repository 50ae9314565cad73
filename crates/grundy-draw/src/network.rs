//! Graphs laid out: standing on the ground in layers, or spread by springs. The same graph gives the same places.
//!
//! Springs: Fruchterman and Reingold (1991), started from a circle, with a fixed number of rounds. Only additions, products, quotients
//! and square roots are used after the start, which is rounded, so that every machine finds the same places.

use crate::figure::{Figure, Glyph};
use crate::svg::{Anchor, Num, cut, width_of};
use grundy_rules::Network;

/// Larger graphs are only named.
const NODES: usize = 80;
const EDGES: usize = 400;

const ROUNDS: usize = 160;

/// A point on the unit circle, the first at the top, rounded.
pub(crate) fn on_circle(place: usize, count: usize) -> (f64, f64) {
    let angle = std::f64::consts::TAU * place as f64 / count.max(1) as f64;
    let round = |x: f64| (x * 1000.0).round() / 1000.0;
    (round(angle.sin()), round(-angle.cos()))
}

/// The figure of a position on a graph; nothing if it is too large.
pub(crate) fn figure(network: &Network) -> Option<Figure> {
    let names = network.graph.names();
    let edges = network.graph.edges();
    if names.is_empty() || names.len() > NODES || edges.len() > EDGES {
        return None;
    }
    let directed = network.token.is_some();
    let places = match network.ground {
        Some(ground) => standing(names.len(), edges, ground as usize),
        None => springs(names.len(), edges),
    };
    let (places, width, height) = framed(&places, network.ground.is_some());
    let mut figure = Figure { width, height, marks: Vec::new() };
    if network.ground.is_some() {
        figure.push(None, "base", Glyph::Line([6.0, height - 12.0, width - 6.0, height - 12.0]));
    }
    for (edge, &[a, b]) in edges.iter().enumerate() {
        let twins = edges[..edge].iter().filter(|&&[c, d]| (c, d) == (a, b) || (c, d) == (b, a)).count();
        let path = wire(places[a as usize], places[b as usize], twins, directed);
        match (network.edges[edge], network.ground.is_some()) {
            (true, true) => figure.push(Some(format!("e{edge}")), "branch", Glyph::Path(path)),
            (true, false) => figure.push(Some(format!("e{edge}")), "wire", Glyph::Path(path)),
            (false, _) => figure.push(None, "dim", Glyph::Path(path)),
        }
        if directed && a != b {
            figure.push(None, "arrow", Glyph::Path(head(places[a as usize], places[b as usize])));
        }
    }
    for (node, (name, &[x, y])) in names.iter().zip(&places).enumerate() {
        let left = network.nodes[node];
        if network.ground.is_some() {
            if left {
                figure.push(None, "node", Glyph::Circle([x, y, 4.5]));
            }
            continue;
        }
        let class = if left { "node" } else { "ghost" };
        figure.push(left.then(|| format!("n{node}")), class, Glyph::Circle([x, y, 13.0]));
        let size = if width_of(name, 12.0) > 22.0 { 9.0 } else { 12.0 };
        let words = if left { "num" } else { "note" };
        figure.push(None, words, Glyph::Text([x, y + 4.0, size], Anchor::Middle, cut(name, 6)));
    }
    if let Some(&[x, y]) = network.token.and_then(|node| places.get(node as usize)) {
        figure.push(Some("token".to_owned()), "mark", Glyph::Circle([x, y, 17.5]));
        figure.push(Some("token".to_owned()), "coin", Glyph::Circle([x + 13.0, y - 13.0, 7.0]));
    }
    Some(figure)
}

/// Layers above the ground, by distance from it.
fn standing(nodes: usize, edges: &[[u32; 2]], ground: usize) -> Vec<[f64; 2]> {
    let mut level = vec![usize::MAX; nodes];
    level[ground] = 0;
    let mut order = vec![ground];
    let mut next = 0;
    while let Some(&node) = order.get(next) {
        next += 1;
        for end in neighbours(edges, node) {
            if level[end] == usize::MAX {
                level[end] = level[node] + 1;
                order.push(end);
            }
        }
    }
    // Nodes that never stood are set on the first level.
    order.extend((0..nodes).filter(|&node| level[node] == usize::MAX));
    let mut places = vec![[0.0, 0.0]; nodes];
    let deepest = level.iter().copied().filter(|&l| l < usize::MAX).max().unwrap_or(0);
    let widest = (0..=deepest).map(|l| level.iter().filter(|&&at| at == l).count()).max().unwrap_or(1);
    for current in 0..=deepest {
        let row: Vec<usize> = order.iter().copied().filter(|&node| level[node].min(deepest) == current).collect();
        for (at, &node) in row.iter().enumerate() {
            let x = (at as f64 + 0.5) / row.len() as f64 * widest as f64 * 56.0;
            places[node] = [x, -52.0 * current as f64];
        }
    }
    places
}

fn neighbours(edges: &[[u32; 2]], node: usize) -> impl Iterator<Item = usize> {
    edges.iter().filter_map(move |&[a, b]| match (a as usize, b as usize) {
        (a, b) if a == node => Some(b),
        (a, b) if b == node => Some(a),
        _ => None,
    })
}

fn springs(nodes: usize, edges: &[[u32; 2]]) -> Vec<[f64; 2]> {
    let length = 62.0;
    let radius = length * (nodes as f64).sqrt();
    let mut places: Vec<[f64; 2]> = (0..nodes)
        .map(|node| {
            let (x, y) = on_circle(node, nodes);
            [x * radius, y * radius]
        })
        .collect();
    for round in 0..ROUNDS {
        let most = length * 0.5 * (1.0 - round as f64 / ROUNDS as f64) + 0.5;
        let mut pushes = vec![[0.0, 0.0]; nodes];
        for a in 0..nodes {
            for b in a + 1..nodes {
                let (dx, dy) = (places[a][0] - places[b][0], places[a][1] - places[b][1]);
                let square = (dx * dx + dy * dy).max(1.0);
                let force = length * length / square;
                pushes[a] = [pushes[a][0] + dx * force, pushes[a][1] + dy * force];
                pushes[b] = [pushes[b][0] - dx * force, pushes[b][1] - dy * force];
            }
        }
        for &[a, b] in edges {
            let (a, b) = (a as usize, b as usize);
            let (dx, dy) = (places[a][0] - places[b][0], places[a][1] - places[b][1]);
            let force = (dx * dx + dy * dy).sqrt() / length;
            pushes[a] = [pushes[a][0] - dx * force, pushes[a][1] - dy * force];
            pushes[b] = [pushes[b][0] + dx * force, pushes[b][1] + dy * force];
        }
        for (place, [dx, dy]) in places.iter_mut().zip(pushes) {
            let size = (dx * dx + dy * dy).sqrt().max(1e-9);
            let step = size.min(most) / size;
            *place = [(place[0] + dx * step).clamp(-2000.0, 2000.0), (place[1] + dy * step).clamp(-2000.0, 2000.0)];
        }
    }
    places
}

/// The places moved into a frame, with its size.
fn framed(places: &[[f64; 2]], ground: bool) -> (Vec<[f64; 2]>, f64, f64) {
    let least = |axis: usize| places.iter().map(|place| place[axis]).fold(f64::MAX, f64::min);
    let most = |axis: usize| places.iter().map(|place| place[axis]).fold(f64::MIN, f64::max);
    let (left, top) = (least(0), least(1));
    let (width, height) = (most(0) - left, most(1) - top);
    let scale = (620.0 / width.max(height).max(1.0)).min(1.0);
    let edge: f64 = if ground { 12.0 } else { 24.0 };
    let moved = places.iter().map(|[x, y]| [(x - left) * scale + edge.max(20.0), (y - top) * scale + edge]);
    (moved.collect(), width * scale + 2.0 * edge.max(20.0), height * scale + 2.0 * edge)
}

/// An edge; later ones between the same nodes are bent, loops are drops.
fn wire([ax, ay]: [f64; 2], [bx, by]: [f64; 2], twins: usize, directed: bool) -> String {
    let n = Num;
    if ax == bx && ay == by {
        let r = 16.0 + 8.0 * twins as f64;
        return format!("M{} {}c{} {} {} {} 0 0", n(ax), n(ay), n(-2.2 * r), n(-2.0 * r), n(2.2 * r), n(-2.0 * r));
    }
    if twins == 0 && !directed {
        return format!("M{} {}L{} {}", n(ax), n(ay), n(bx), n(by));
    }
    let side = if twins.is_multiple_of(2) { -1.0 } else { 1.0 };
    let bend = if directed { 0.12 } else { 0.22 * twins.div_ceil(2) as f64 * side };
    let (cx, cy) = ((ax + bx) / 2.0 - (by - ay) * bend, (ay + by) / 2.0 + (bx - ax) * bend);
    format!("M{} {}Q{} {} {} {}", n(ax), n(ay), n(cx), n(cy), n(bx), n(by))
}

/// The head of an arrow that ends at the rim of a node.
fn head([ax, ay]: [f64; 2], [bx, by]: [f64; 2]) -> String {
    let (cx, cy) = ((ax + bx) / 2.0 - (by - ay) * 0.12, (ay + by) / 2.0 + (bx - ax) * 0.12);
    arrow_head([cx, cy], [bx, by], 14.0)
}

/// A triangle that points from one place to another and stops so far before it.
pub(crate) fn arrow_head([cx, cy]: [f64; 2], [bx, by]: [f64; 2], before: f64) -> String {
    let (dx, dy) = (bx - cx, by - cy);
    let size = (dx * dx + dy * dy).sqrt().max(1e-9);
    let (ux, uy) = (dx / size, dy / size);
    let (tx, ty) = (bx - ux * before, by - uy * before);
    let point =
        |back: f64, side: f64| format!("{} {}", Num(tx - ux * back - uy * side), Num(ty - uy * back + ux * side));
    format!("M{}L{}L{}Z", point(0.0, 0.0), point(9.0, 4.5), point(9.0, -4.5))
}
