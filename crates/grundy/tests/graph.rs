//! The graph readers: what they read, what they refuse and where, and that nothing makes them panic.

#![allow(clippy::unwrap_used)] // the helpers of the tests too

use grundy::graph::{Error, Format, Graph, Problem, parse};
use proptest::prelude::*;

#[path = "bodies/graph.rs"]
mod fuzz;

#[test]
fn saved_corpus() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus/graph");
    let mut files = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        fuzz::run(&std::fs::read(entry.unwrap().path()).unwrap());
        files += 1;
    }
    assert!(files >= 10, "{files}");
}

fn shape(graph: &Graph) -> (usize, Vec<[u32; 2]>, bool) {
    (graph.names().len(), graph.edges().to_vec(), graph.is_directed())
}

fn read(text: &str, format: Format) -> Graph {
    parse(text.as_bytes(), format, false).unwrap()
}

fn refused(text: &str, format: Format) -> Error {
    parse(text.as_bytes(), format, false).unwrap_err()
}

#[test]
fn one_graph_in_every_format() {
    // A triangle with a tail.
    let expected = (4, vec![[0, 1], [0, 2], [1, 2], [2, 3]], false);
    assert_eq!(shape(&read("# comment\n0 1\n0, 2\n1 -- 2 % more\n2 3 // end\n", Format::Edges)), expected);
    assert_eq!(shape(&read("graph g { 0 -- {1 2}; 1 -- 2 -- 3 [w=\"1\"] /* end */ }", Format::Dot)), expected);
    assert_eq!(shape(&read(r#"{"nodes": [0, 1, 2, 3], "edges": [[0,1],[0,2],[1,2],[2,3]]}"#, Format::Json)), expected);
    assert_eq!(shape(&read(r#"[["0","1"],["0","2"],["1","2"],["2","3"]]"#, Format::Json)), expected);
    // The upper triangle column by column: 1 11 001 -> 111001 -> 57 + 63 = 'x'.
    assert_eq!(shape(&read("Cx\n", Format::Graph6)), expected);
    assert_eq!(shape(&read(">>graph6<<Cx", Format::Graph6)), expected);
}

#[test]
fn published_graph6_examples() {
    // From the description of the formats: 5 nodes with edges 02, 04, 13, 34; then digraph6 and sparse6.
    assert_eq!(shape(&read("DQc", Format::Graph6)), (5, vec![[0, 2], [1, 3], [0, 4], [3, 4]], false));
    assert_eq!(shape(&read("&DI?AO?", Format::Graph6)), (5, vec![[0, 2], [0, 4], [3, 1], [3, 4]], true));
    assert_eq!(shape(&read(":Fa@x^", Format::Graph6)), (7, vec![[0, 1], [0, 2], [1, 2], [5, 6]], false));
}

#[test]
fn dot_names_and_braces() {
    let graph = read(
        "strict digraph \"G\" { node [a=b]; rank=same; \"a \\\"b\" -> subgraph s { c d } -> e:n; f }",
        Format::Dot,
    );
    assert_eq!(graph.names(), ["a \"b", "c", "d", "e", "f"]);
    assert_eq!(graph.edges(), [[0, 1], [0, 2], [1, 3], [2, 3]]);
    assert!(graph.is_directed());
}

#[test]
fn places_of_errors() {
    let place = |text, format| {
        let error = refused(text, format);
        (error.line, error.column)
    };
    assert_eq!(place("a b\n é b c\n", Format::Edges), (2, 6));
    assert_eq!(place("graph {\n  a -- ;\n}", Format::Dot), (2, 8));
    assert_eq!(place("graph { a", Format::Dot), (1, 10));
    assert_eq!(place("D\u{1}", Format::Graph6), (1, 3));
    assert_eq!(place("[[1,2],\n[3", Format::Json), (2, 2));
    assert_eq!(place("a \u{1b}[31m", Format::Edges), (1, 3));
}

#[test]
fn huge_and_hostile_files_are_refused_at_once() {
    // 2^36 - 1 nodes.
    let error = refused("~~~~~~~~", Format::Graph6);
    assert!(
        matches!(error.problem, Problem::TooLarge { what: "nodes", found, .. } if found == (1 << 36) - 1),
        "{error}"
    );
    assert!(matches!(refused("&~~~~~~~~", Format::Graph6).problem, Problem::TooLarge { .. }));
    assert!(matches!(refused(":~~~~~~~~", Format::Graph6).problem, Problem::TooLarge { .. }));
    // A million nodes, but not their matrix.
    assert!(refused("~~??B????", Format::Graph6).to_string().contains("length"));
    refused(&"[".repeat(1 << 20), Format::Json);
    refused(&format!("graph {}", "{".repeat(1 << 20)), Format::Dot);
    refused(r#"[["a\u0007", "b"]]"#, Format::Json);
    let chain = format!("digraph {{ {} }}", (0..200_000).map(|n| n.to_string()).collect::<Vec<_>>().join("->"));
    assert_eq!(read(&chain, Format::Dot).edges().len(), 199_999);
    let side = (0..4000).map(|n| format!("n{n} ")).collect::<String>();
    let product = refused(&format!("graph {{ {{{side}}} -- {{{side}}} }}"), Format::Dot);
    assert!(matches!(product.problem, Problem::TooLarge { what: "edges", .. }), "{product}");
}

proptest! {
    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        fuzz::run(&bytes);
    }

    #[test]
    fn words_of_the_formats(words in prop::collection::vec(prop::sample::select(vec![
        "graph", "digraph", "subgraph", "{", "}", "[", "]", "--", "->", "a", "b", "\"c\"", ";", "=", ":", "/*", "*/", "//", "\n",
        "#", ",", "\"nodes\"", "\"edges\"", "1", "~", "?", "&", ">>sparse6<<", " ",
    ]), 0..24)) {
        fuzz::run(words.concat().as_bytes());
    }

    #[test]
    fn graph6_bits(nodes in 0..40_u32, seed in any::<u64>()) {
        // Any characters of the right number are a graph; as many edges as bits are set.
        let bits = nodes * nodes.saturating_sub(1) / 2;
        let mut state = seed;
        let mut text = vec![b'?' + nodes as u8];
        let mut set = 0;
        for first in (0..bits).step_by(6) {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let six = (state >> 58) as u8 & (0b11_1111 << 6_u32.saturating_sub(bits - first));
            set += six.count_ones();
            text.push(b'?' + six);
        }
        let graph = parse(&text, Format::Graph6, false).unwrap();
        prop_assert_eq!(graph.edges().len() as u32, set);
        prop_assert!(graph.edges().iter().all(|&[a, b]| a < b && b < nodes));
    }
}
