//! Games on graphs against published values and against the plain definition.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

use grundy::boards::Board;
use grundy::graph::{ArcKayles, Edges, Format, Graph, Hackenbush, NodeKayles, Nodes, read};
use grundy::solve::{Method, Solver};
use grundy::{Game, mex};
use proptest::prelude::*;
use std::collections::HashMap;
use std::hash::Hash;

fn graph(nodes: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Graph {
    let mut graph = Graph::new(false);
    for node in 0..nodes {
        graph.add_node(&node.to_string()).unwrap();
    }
    for (a, b) in edges {
        graph.add_edge(a as u32, b as u32).unwrap();
    }
    graph
}

fn grid(rows: usize, columns: usize) -> Graph {
    let cells = (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c)));
    let edges = cells.flat_map(|(r, c)| {
        let right = (c + 1 < columns).then_some((r * columns + c, r * columns + c + 1));
        let down = (r + 1 < rows).then_some((r * columns + c, (r + 1) * columns + c));
        right.into_iter().chain(down)
    });
    graph(rows * columns, edges.collect::<Vec<_>>())
}

/// The generalized Petersen graph P(n, k).
fn petersen(n: usize, k: usize) -> Graph {
    graph(2 * n, (0..n).flat_map(|i| [(i, (i + 1) % n), (i, n + i), (n + i, n + (i + k) % n)]))
}

/// Queens on a board of n × n: neighbours attack each other.
fn queens(n: usize) -> Graph {
    let cells: Vec<(usize, usize)> = (0..n).flat_map(|r| (0..n).map(move |c| (r, c))).collect();
    let attack =
        |&(a, b): &(usize, usize), &(c, d): &(usize, usize)| a == c || b == d || a.abs_diff(c) == b.abs_diff(d);
    let pairs = (0..n * n).flat_map(|x| (0..x).map(move |y| (x, y)));
    graph(n * n, pairs.filter(|&(x, y)| attack(&cells[x], &cells[y])).collect::<Vec<_>>())
}

fn numbers(text: &str) -> Vec<usize> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.parse().ok()).collect()
}

#[test]
fn node_kayles_has_the_published_values() {
    let long = std::env::var_os("GRUNDY_LONG").is_some();
    let mut checked = 0;
    for line in include_str!("../../../testdata/node_kayles.csv").lines().skip(1) {
        let (family, rest) = line.split_once(',').unwrap();
        let (board, rest) = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once("\",").unwrap(),
            None => rest.split_once(',').unwrap(),
        };
        let value: u64 = rest.split(',').next().unwrap().parse().unwrap();
        let [a, b] = numbers(board)[..] else { panic!("{line}") };
        let (graph, quick) = match family {
            "grid" => (grid(a, b), a * b <= 33),
            "petersen" => (petersen(a, b), a <= 12),
            "queens" => (queens(a), a <= 6),
            other => panic!("unknown family {other}"),
        };
        if !quick && !long {
            continue;
        }
        let mut solver = Solver::new(NodeKayles::new(&graph)).with_method(Method::Questions);
        let whole = solver.game().components(&Nodes::all(graph.len()));
        assert_eq!(solver.sum_value(&whole), Ok(value), "{line}");
        checked += 1;
    }
    assert!(checked >= 20, "only {checked} rows were checked");
}

/// The definition on plain positions, without components or canonical forms.
fn by_definition<P: Clone + Eq + Hash>(position: &P, moves: &impl Fn(&P) -> Vec<P>, memo: &mut HashMap<P, u64>) -> u64 {
    if let Some(&known) = memo.get(position) {
        return known;
    }
    let values: Vec<u64> = moves(position).iter().map(|next| by_definition(next, moves, memo)).collect();
    let value = mex(values);
    memo.insert(position.clone(), value);
    value
}

fn small_graph() -> impl Strategy<Value = Graph> {
    let edges = |n: usize| prop::collection::vec((0..n, 0..n), 0..14).prop_map(move |edges| graph(n, edges));
    (1usize..9).prop_flat_map(edges)
}

fn check<B: Board<Plain = Nodes>>(game: B, all: &Nodes) -> (u64, u64)
where
    <B as Game>::Position: std::fmt::Debug,
{
    let moves = |nodes: &Nodes| game.plain_moves(nodes);
    let expected = by_definition(all, &moves, &mut HashMap::new());
    let parts = game.components(all);
    (Solver::new(&game).sum_value(&parts).unwrap(), expected)
}

proptest! {
    #[test]
    fn kayles_on_graphs_agrees_with_the_definition(graph in small_graph()) {
        let all = Nodes::all(graph.len());
        let (found, expected) = check(NodeKayles::new(&graph), &all);
        prop_assert_eq!(found, expected);
        let (found, expected) = check(ArcKayles::new(&graph), &all);
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn colon_and_fusion_agree_with_cutting(graph in small_graph()) {
        let game = Hackenbush::new(&graph);
        let all = Edges::all(graph.edges().len());
        let (found, expected) = check(game.clone(), &all);
        prop_assert_eq!(found, expected);
        prop_assert_eq!(game.value(&all), expected);
    }

    #[test]
    fn readers_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for format in [Format::EdgeList, Format::Dot, Format::Graph6, Format::Json] {
            let _ = read(&bytes, format);
        }
        let _ = read(&bytes, Format::detect("", &bytes));
    }

    #[test]
    fn dot_like_text_never_panics(words in prop::collection::vec(
        prop::sample::select(vec!["graph", "digraph", "strict", "{", "}", "[", "]", "--", "->", "a", "\"b c\"", ";", "=", ":",
            "subgraph", "node", "//", "/*", "*/", "\n", "#", ","]), 0..40)) {
        let text = format!("graph {{ {}", words.join(" "));
        let _ = read(text.as_bytes(), Format::Dot);
        let _ = read(words.join(" ").as_bytes(), Format::Dot);
    }
}

#[test]
fn long_paths_are_fast() {
    // Dawson's Chess has period 34: Node Kayles on a path of n nodes is 0.137.
    let values = [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0];
    for (n, value) in values.into_iter().enumerate() {
        let path = graph(n, (1..n).map(|i| (i - 1, i)));
        let mut solver = Solver::new(NodeKayles::new(&path));
        let parts = solver.game().components(&Nodes::all(n));
        assert_eq!(solver.sum_value(&parts), Ok(value), "path of {n}");
    }
}
