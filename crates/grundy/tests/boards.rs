//! Games on boards and graphs: published values, and the canonical forms against the board as it is.

#![allow(clippy::unwrap_used)] // the helpers of the tests too

use grundy::boards::{ArcKayles, Board, Chomp, Cram, Hackenbush, NodeKayles, Set, chomp, cram};
use grundy::graph::Graph;
use grundy::solve::{Approach, Solver};
use grundy::{Game, game, mex};
use hashbrown::HashMap;
use proptest::prelude::*;
use std::hash::Hash;

/// Rows of the table whose boards take longer than a few seconds run with `GRUNDY_LONG=1`.
fn is_long(game: &str, rows: u32, columns: u32) -> bool {
    match game {
        "cram" => rows > 1 && rows * columns > 36,
        "chomp" => rows > 11,
        "node-kayles-grid" => rows * columns > 28,
        "node-kayles-petersen" => rows > 14,
        _ => rows > 9,
    }
}

fn grid_graph(rows: u32, columns: u32) -> Graph {
    let beside = (0..rows).flat_map(|r| (1..columns).map(move |c| [r * columns + c - 1, r * columns + c]));
    let below = (1..rows).flat_map(|r| (0..columns).map(move |c| [(r - 1) * columns + c, r * columns + c]));
    let edges: Vec<_> = beside.chain(below).collect();
    Graph::new(u64::from(rows * columns), &edges, false).unwrap()
}

fn queens_graph(side: u32) -> Graph {
    let attacks = |a: u32, b: u32| {
        let (row, column) = ((a / side).abs_diff(b / side), (a % side).abs_diff(b % side));
        row == 0 || column == 0 || row == column
    };
    let pairs = (0..side * side).flat_map(|a| (0..a).map(move |b| [a, b]));
    let edges: Vec<_> = pairs.filter(|&[a, b]| attacks(a, b)).collect();
    Graph::new(u64::from(side * side), &edges, false).unwrap()
}

fn petersen_graph(n: u32, k: u32) -> Graph {
    let edges: Vec<_> = (0..n).flat_map(|i| [[i, (i + 1) % n], [i, n + i], [n + i, n + (i + k) % n]]).collect();
    Graph::new(u64::from(2 * n), &edges, false).unwrap()
}

fn value<B: Board<Error: std::fmt::Debug>>(board: B, plain: &B::Plain, method: Approach) -> u64
where
    B::Position: std::fmt::Debug,
{
    let components = board.components(plain);
    Solver::new(board).with_approach(method).sum_value(&components).unwrap()
}

fn node_kayles(graph: &Graph) -> u64 {
    let game = NodeKayles::new(graph).unwrap();
    let whole = game.whole();
    value(game, &whole, Approach::Questions)
}

fn solve(game: &str, rows: u32, columns: u32) -> u64 {
    let (r, c) = (u64::from(rows), u64::from(columns));
    match game {
        "chomp" => value(Chomp, &chomp::Rows::rectangle(r, c).unwrap(), Approach::Definition),
        "cram" => value(Cram, &cram::Cells::rectangle(r, c).unwrap(), Approach::Questions),
        "node-kayles-grid" => node_kayles(&grid_graph(rows, columns)),
        "node-kayles-queens" => node_kayles(&queens_graph(rows)),
        "node-kayles-petersen" => node_kayles(&petersen_graph(rows, columns)),
        _ => panic!("unknown game {game}"),
    }
}

#[test]
fn published_values() {
    let long = std::env::var_os("GRUNDY_LONG").is_some();
    let table = include_str!("../testdata/boards.csv");
    let mut checked = 0;
    for line in table.lines().skip(1) {
        let (game, rest) = line.split_once(',').unwrap();
        let numbers: Vec<u32> = rest.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect();
        let [rows, columns, expected] = numbers[..3] else { panic!("{line}") };
        if long || !is_long(game, rows, columns) {
            assert_eq!(solve(game, rows, columns), u64::from(expected), "{line}");
            checked += 1;
        }
    }
    assert!(checked > 150, "{checked}");
}

/// The value on the board as it is, by the definition.
fn by_definition<B: Board>(board: &B, plain: &B::Plain, memo: &mut HashMap<B::Plain, u64>) -> u64
where
    B::Plain: Hash,
{
    if let Some(&value) = memo.get(plain) {
        return value;
    }
    let moves = board.plain_moves(plain);
    let values: Vec<u64> = moves.iter().map(|after| by_definition(board, after, memo)).collect();
    let value = mex(values);
    memo.insert(plain.clone(), value);
    value
}

fn agrees<B: Board<Error: std::fmt::Debug>>(board: B, plain: &B::Plain)
where
    B::Plain: Hash,
    B::Position: std::fmt::Debug,
{
    let expected = by_definition(&board, plain, &mut HashMap::new());
    let components = board.components(plain);
    for method in [Approach::Definition, Approach::Questions] {
        let mut solver = Solver::new(&board).with_approach(method);
        assert_eq!(solver.sum_value(&components).unwrap(), expected, "{plain:?} by {method:?}");
    }
}

fn cells() -> impl Strategy<Value = cram::Cells> {
    (1..=4_usize, 1..=4_usize).prop_flat_map(|(rows, columns)| {
        let square = prop_oneof![4 => Just('.'), 1 => Just('#')];
        let row = prop::collection::vec(square, columns).prop_map(String::from_iter);
        prop::collection::vec(row, rows).prop_map(|rows| cram::Cells::new(&rows).unwrap())
    })
}

fn graph(nodes: u32, edges: usize) -> impl Strategy<Value = Graph> {
    let edges = prop::collection::vec([0..nodes, 0..nodes], 0..=edges);
    edges.prop_map(move |edges| Graph::new(u64::from(nodes), &edges, false).unwrap())
}

proptest! {
    #[test]
    fn chomp_is_canonical(lengths in prop::collection::vec(0..=5_u64, 0..=4)) {
        let mut lengths = lengths;
        lengths.sort_unstable_by(|a, b| b.cmp(a));
        agrees(Chomp, &chomp::Rows::new(&lengths).unwrap());
    }

    #[test]
    fn cram_is_canonical(cells in cells()) {
        agrees(Cram, &cells);
    }

    #[test]
    fn kayles_splits(graph in graph(9, 14)) {
        let nodes = NodeKayles::new(&graph).unwrap();
        let whole = nodes.whole();
        agrees(nodes, &whole);
        let arcs = ArcKayles::new(&graph).unwrap();
        agrees(arcs.clone(), &arcs.whole());
    }

    #[test]
    fn hackenbush_theorem_is_the_definition(graph in graph(6, 9), ground in 0..6_u32) {
        let game = Hackenbush::with_ground(&graph, ground).unwrap();
        let whole = game.whole();
        prop_assert_eq!(game.value(&whole), by_definition(&game, &whole, &mut HashMap::new()));
        // Edges that hang on nothing do not count.
        prop_assert_eq!(game.value(&Set::full(graph.edges().len())), game.value(&whole));
        agrees(game, &whole);
    }

    #[test]
    fn cram_is_arc_kayles_on_a_grid(rows in 1..=4_u32, columns in 1..=4_u32) {
        let arcs = ArcKayles::new(&grid_graph(rows, columns)).unwrap();
        let whole = arcs.whole();
        let cells = cram::Cells::rectangle(u64::from(rows), u64::from(columns)).unwrap();
        prop_assert_eq!(value(arcs, &whole, Approach::Questions), value(Cram, &cells, Approach::Questions));
    }
}

#[test]
fn arc_kayles_on_a_path_is_0_07() {
    let heap =
        game::from_moves(|&n: &u32| (0..=n.saturating_sub(2)).filter(move |_| n >= 2).map(move |a| [a, n - 2 - a]));
    let mut heap = Solver::new(heap);
    for n in 1..40 {
        let path = ArcKayles::new(&grid_graph(1, n)).unwrap();
        let whole = path.whole();
        assert_eq!(value(path, &whole, Approach::Definition), heap.value(&n).unwrap(), "{n}");
    }
}

#[test]
fn listed_moves_lead_to_the_components_of_plain_moves() {
    let cells = cram::Cells::rectangle(3, 4).unwrap();
    let [position] = Cram.components(&cells)[..] else { panic!("one component") };
    let mut solver = Solver::new(Cram);
    let mut listed: Vec<u64> = Vec::new();
    let _ = Cram.moves(&position, &mut |parts| {
        listed.push(solver.sum_value(parts).unwrap());
        std::ops::ControlFlow::Continue(())
    });
    let plain = Cram.plain_moves(&cells);
    let mut seen: Vec<u64> = plain.iter().map(|after| solver.sum_value(&Cram.components(after)).unwrap()).collect();
    listed.sort_unstable();
    seen.sort_unstable();
    assert_eq!(listed, seen);
}

#[test]
fn large_hackenbush_trees_do_not_recurse() {
    let edges: Vec<_> = (0..16_000).map(|node| [node, node + 1]).collect();
    let game = Hackenbush::new(&Graph::new(16_001, &edges, false).unwrap()).unwrap();
    assert_eq!(game.value(&game.whole()), 16_000);
    assert!(Hackenbush::new(&Graph::new(0, &[], false).unwrap()).is_ok_and(|empty| empty.value(&empty.whole()) == 0));
}

#[test]
fn threads_agree_on_chomp() {
    let bar = Chomp.components(&chomp::Rows::rectangle(9, 9).unwrap());
    for threads in 1..=4 {
        let mut solver = Solver::new(Chomp);
        assert_eq!(solver.sum_value_parallel(&bar, threads), Ok(20));
        assert_eq!(solver.positions(), 24_565);
    }
}
