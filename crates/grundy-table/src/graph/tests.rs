use super::*;
use grundy::Watch;
use grundy::boards::Digraph;
use grundy::graph::{Format, parse};
use grundy::solve::Solver;

fn network(text: &[u8], name: &str) -> Result<Network, Error> {
    read(&mut &*text, Formats::detect(name, text), &Watch::default())
}

fn values(network: &Network) -> Result<Vec<(String, u32)>, Error> {
    let mut all = Vec::new();
    network.values(&Watch::default(), &mut |node, value| {
        all.push((network.name(node), value));
        Ok(())
    })?;
    Ok(all)
}

/// By the readers and the search for small graphs.
fn by_definition(text: &[u8], name: &str) -> Vec<(String, u32)> {
    let graph = parse(text, Format::detect(name, text), true).unwrap();
    let mut solver = Solver::new(Digraph::new(&graph));
    let value = |node: usize| solver.value(&(node as u32)).unwrap() as u32;
    graph.names().iter().cloned().zip((0..graph.names().len()).map(value)).collect()
}

/// A random graph without cycles: edges go to smaller numbers.
fn random(seed: u64, nodes: u64, edges: u64) -> Vec<(u64, u64)> {
    let mut state = seed;
    let mut below = |end: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % end
    };
    (0..edges)
        .map(|_| {
            let from = 1 + below(nodes - 1);
            (from, below(from))
        })
        .collect()
}

#[test]
fn all_formats_have_the_values_of_the_definition() {
    for seed in 0..8 {
        let edges = random(seed, 60, 300);
        let text: String = edges.iter().map(|(a, b)| format!("{a} -> {b}  # edge\n")).collect();
        let named: String = edges.iter().map(|(a, b)| format!("node_{a},knoten_{b}\n\nnode_{a}\n")).collect();
        let sparse: String = edges.iter().map(|(a, b)| format!("{} {}\n", a * 50_000_000, b * 50_000_000)).collect();
        let dot: String =
            edges.iter().map(|(a, b)| format!("\"q {a}\" [x=\"]\"]; \"q {a}\" -> \"q {b}\" [label=1];\n")).collect();
        let dot = format!(
            "// c\nstrict digraph net {{ node [shape=box]; rankdir=LR /* c */\n# c\nsubgraph s {{ a -> b:port -> c }}\n{dot} }}\n"
        );
        for (text, name) in [(&text, "g.txt"), (&named, "g"), (&sparse, "g"), (&dot, "g.dot")] {
            let found = network(text.as_bytes(), name).unwrap();
            assert_eq!(values(&found).unwrap(), by_definition(text.as_bytes(), name), "{name} {seed}");
            let mut packed = Vec::new();
            found.pack(&mut packed).unwrap();
            assert!(is_packed(&packed));
            assert_eq!(network(&packed, "g").unwrap(), found);
        }
        let matrix = digraph6(60, &edges);
        let found = network(matrix.as_bytes(), "g.d6").unwrap();
        assert_eq!(values(&found).unwrap(), by_definition(matrix.as_bytes(), "g.d6"));
        let headed = format!(">>digraph6<<{matrix}\n");
        assert_eq!(network(headed.as_bytes(), "g").unwrap(), found);
    }
}

fn digraph6(nodes: usize, edges: &[(u64, u64)]) -> String {
    let mut bits = vec![0u8; (nodes * nodes).div_ceil(6) * 6];
    edges.iter().for_each(|&(a, b)| bits[a as usize * nodes + b as usize] = 1);
    let six = |six: &[u8]| char::from(b'?' + six.iter().fold(0, |n, bit| n << 1 | bit));
    format!("&{}{}", char::from(b'?' + nodes as u8), bits.chunks(6).map(six).collect::<String>())
}

#[test]
fn deep_graphs_need_no_call_stack() {
    let path: String = (1..200_000).map(|n| format!("{n} {}\n", n - 1)).rev().collect();
    let found = values(&network(path.as_bytes(), "g.txt").unwrap()).unwrap();
    assert!(found.iter().all(|(name, value)| name.parse::<u32>().unwrap() % 2 == *value));
}

#[test]
fn bad_files_are_refused() {
    let message = |text: &[u8], name: &str| match network(text, name).and_then(|network| values(&network)) {
        Ok(_) => String::new(),
        Err(error) => error.to_string(),
    };
    assert!(message(b"1 2\n2 3\n3 1\n", "g").contains("1 -> 2 -> 3 -> 1"));
    assert!(message(b"a a\n", "g").contains("a -> a"));
    assert!(message(b"1 2\n1 2 3\n", "g").contains("line 2: expected the end"));
    assert!(message(b"a \x1b[1m\n", "g").contains("control"));
    assert!(message(b"a \xff\n", "g").contains("UTF-8"));
    assert!(message(&vec![b'x'; 1 << 17], "g").contains("longer"));
    assert!(message(b"graph { a -- b }", "g").contains("no direction"));
    assert!(message(b"digraph { a -> { b c } }", "g").contains("64 MiB"));
    assert!(message(b"digraph { a -> b", "g").contains("expected"));
    assert!(message(b"digraph { a [x", "g").contains("']'"));
    assert!(message(b":An", "g.s6").contains("no direction"));
    assert!(message(b"&~~~~~~~~", "g.d6").contains("limit"));
    assert!(message(b"&B", "g.d6").contains("cut off"));
    assert!(message(br#"{"edges": []}"#, "g").contains("JSON"));
    // Every changed byte of a packed file is noticed, and every end too early.
    let mut packed = Vec::new();
    network(b"a b\nb c\nc d\n", "g").unwrap().pack(&mut packed).unwrap();
    for at in 0..packed.len() {
        let mut changed = packed.clone();
        changed[at] ^= 0x10;
        assert!(read(&mut changed.as_slice(), Formats::Packed, &Watch::default()).is_err(), "{at}");
        assert!(read(&mut &packed[..at], Formats::Packed, &Watch::default()).is_err(), "{at}");
    }
}
