//! Any bytes as any graph format: no panic, no control character in a name or a message.

use grundy::graph::{Format, parse};

/// Runs one input.
pub fn run(bytes: &[u8]) {
    for format in [Format::Edges, Format::Dot, Format::Graph6, Format::Json] {
        for directed in [false, true] {
            match parse(bytes, format, directed) {
                Ok(graph) => {
                    let nodes = graph.names().len();
                    assert!(graph.edges().iter().flatten().all(|&end| (end as usize) < nodes));
                    assert!(graph.names().iter().all(|name| !name.contains(char::is_control)));
                }
                Err(error) => assert!(!error.to_string().contains(char::is_control), "{error}"),
            }
        }
    }
    for directed in [false, true] {
        let _ = parse(bytes, Format::detect("", bytes), directed);
    }
}
