//! Nodes side by side in layers, and ways for the edges between them.
//!
//! An edge that passes layers gets a bend in each, which takes room like a node, so that no edge runs through a node. Edges to the same node
//! share their bends: they join on the way. Layers are ordered by the mean place of neighbours (Sugiyama, Tagawa, Toda 1981), then nodes
//! are drawn towards that mean as far as their neighbours in the layer let them; both a fixed number of times.

use std::collections::HashMap;

const SWEEPS: usize = 8;
/// Half the width of a bend, and the least room between two nodes or bends.
const BEND: f64 = 3.0;
const GAP: f64 = 16.0;
const NARROW: f64 = 8.0;

/// What is laid out.
pub(crate) struct Layered {
    /// The layer of each node, from 0.
    pub(crate) layer: Vec<usize>,
    /// Half the width of each node.
    pub(crate) half: Vec<f64>,
    /// The nodes that each has an edge to.
    pub(crate) to: Vec<Vec<usize>>,
}

/// Where everything is, across; the middle of a layer is near 0.
pub(crate) struct Laid {
    /// The middle of each node.
    pub(crate) x: Vec<f64>,
    /// Bends on the way to a node, by the node and the layer.
    pub(crate) bends: HashMap<(usize, usize), f64>,
}

/// Nodes and, behind them, bends.
struct Points {
    nodes: usize,
    half: Vec<f64>,
    x: Vec<f64>,
    up: Vec<Vec<usize>>,
    down: Vec<Vec<usize>>,
    layers: Vec<Vec<usize>>,
}

impl Layered {
    /// Lays it out.
    pub(crate) fn lay(&self) -> Laid {
        let (mut points, bends) = self.points();
        points.layers.clone().iter().for_each(|layer| points.spread(layer));
        for sweep in 0..SWEEPS {
            points.order(sweep % 2 == 0);
        }
        for sweep in 0..SWEEPS {
            points.draw_near(sweep % 2 == 0);
        }
        let bends = bends.into_iter().map(|(key, point)| (key, points.x[point])).collect();
        points.x.truncate(points.nodes);
        Laid { x: points.x, bends }
    }

    /// The nodes with the bends that their edges need.
    fn points(&self) -> (Points, HashMap<(usize, usize), usize>) {
        let nodes = self.layer.len();
        let mut points = Points {
            nodes,
            half: self.half.clone(),
            x: vec![0.0; nodes],
            up: vec![Vec::new(); nodes],
            down: vec![Vec::new(); nodes],
            layers: vec![Vec::new(); self.layer.iter().max().map_or(0, |deepest| deepest + 1)],
        };
        for (node, &layer) in self.layer.iter().enumerate() {
            points.layers[layer].push(node);
        }
        let mut bends = HashMap::new();
        for (from, all) in self.to.iter().enumerate() {
            for &to in all {
                let mut above = from;
                for layer in self.layer[from] + 1..self.layer[to] {
                    let known = bends.get(&(to, layer)).copied();
                    let bend = known.unwrap_or_else(|| points.bend(layer));
                    points.join(above, bend);
                    above = bend;
                    if known.is_some() {
                        break; // the rest of the way is there
                    }
                    bends.insert((to, layer), bend);
                }
                // Edges to the same or a higher layer go around and pull nothing.
                if self.layer[to] == self.layer[from] + 1 || above >= nodes && points.down[above].is_empty() {
                    points.join(above, to);
                }
            }
        }
        (points, bends)
    }
}

impl Points {
    fn bend(&mut self, layer: usize) -> usize {
        let point = self.half.len();
        self.half.push(BEND);
        self.x.push(0.0);
        self.up.push(Vec::new());
        self.down.push(Vec::new());
        self.layers[layer].push(point);
        point
    }

    fn join(&mut self, above: usize, below: usize) {
        self.down[above].push(below);
        self.up[below].push(above);
    }

    /// How far two neighbours in a layer must be apart.
    fn apart(&self, a: usize, b: usize) -> f64 {
        let gap = if a < self.nodes && b < self.nodes { GAP } else { NARROW };
        self.half[a] + self.half[b] + gap
    }

    /// Sets a layer side by side around the middle.
    fn spread(&mut self, layer: &[usize]) {
        let width: f64 = layer.windows(2).map(|pair| self.apart(pair[0], pair[1])).sum();
        let mut x = -width / 2.0;
        for (at, &point) in layer.iter().enumerate() {
            if at > 0 {
                x += self.apart(layer[at - 1], point);
            }
            self.x[point] = x;
        }
    }

    /// The mean place of the neighbours above or below; its own, if there are none.
    fn mean(&self, point: usize, near: &[usize]) -> f64 {
        if near.is_empty() {
            return self.x[point];
        }
        near.iter().map(|&other| self.x[other]).sum::<f64>() / near.len() as f64
    }

    /// The layers, from the top or from the bottom.
    fn numbers(&self, falling: bool) -> Vec<usize> {
        if falling { (0..self.layers.len()).collect() } else { (0..self.layers.len()).rev().collect() }
    }

    /// Orders each layer by the one before it.
    fn order(&mut self, falling: bool) {
        for number in self.numbers(falling) {
            let near = if falling { &self.up } else { &self.down };
            let mut row: Vec<(f64, usize)> =
                self.layers[number].iter().map(|&point| (self.mean(point, &near[point]), point)).collect();
            row.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let row: Vec<usize> = row.into_iter().map(|(_, point)| point).collect();
            self.spread(&row);
            self.layers[number] = row;
        }
    }

    /// Draws the points of each layer towards their neighbours. Placed from the left, each is as near as those before it let it be; from the right
    /// likewise; both keep their distances, and so does the middle of the two.
    fn draw_near(&mut self, falling: bool) {
        for number in self.numbers(falling) {
            let row = self.layers[number].clone();
            let wanted: Vec<f64> = row
                .iter()
                .map(|&point| {
                    let near: Vec<usize> = self.up[point].iter().chain(&self.down[point]).copied().collect();
                    self.mean(point, &near)
                })
                .collect();
            let mut left = wanted.clone();
            for at in 1..row.len() {
                left[at] = left[at].max(left[at - 1] + self.apart(row[at - 1], row[at]));
            }
            let mut right = wanted;
            for at in (1..row.len()).rev() {
                right[at - 1] = right[at - 1].min(right[at] - self.apart(row[at - 1], row[at]));
            }
            for (at, &point) in row.iter().enumerate() {
                self.x[point] = (left[at] + right[at]) / 2.0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every way from a node to all below it, as in Nim: the hardest case for bends.
    fn nim(heap: usize) -> Layered {
        Layered {
            layer: (0..=heap).collect(),
            half: vec![20.0; heap + 1],
            to: (0..=heap).map(|node| (node + 1..=heap).collect()).collect(),
        }
    }

    #[test]
    fn no_edge_runs_through_a_node() {
        for layered in [
            nim(6),
            Layered {
                layer: vec![0, 1, 1, 2, 3],
                half: vec![30.0; 5],
                to: vec![vec![1, 2, 3, 4], vec![3], vec![4], vec![4], vec![]],
            },
        ] {
            let laid = layered.lay();
            for (from, all) in layered.to.iter().enumerate() {
                for &to in all {
                    for layer in layered.layer[from] + 1..layered.layer[to] {
                        let bend = laid.bends[&(to, layer)];
                        for (node, x) in laid.x.iter().enumerate().filter(|&(node, _)| layered.layer[node] == layer) {
                            assert!((bend - x).abs() >= layered.half[node] + NARROW, "{from} -> {to} at {node}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn nodes_of_a_layer_keep_their_distance() {
        let layered = Layered {
            layer: vec![0, 1, 1, 1, 2],
            half: vec![50.0, 10.0, 40.0, 20.0, 50.0],
            to: vec![vec![1, 2, 3], vec![4], vec![4], vec![4], vec![]],
        };
        let laid = layered.lay();
        for (a, b) in [(1, 2), (1, 3), (2, 3)] {
            assert!((laid.x[a] - laid.x[b]).abs() + 1e-9 >= layered.half[a] + layered.half[b] + GAP, "{a} {b}");
        }
    }
}
