//! Any bytes as any graph format: no panic, no control character in a name or a message.
//! The same body runs over the saved corpus in `crates/grundy/tests/graph.rs`.
#![no_main]

use grundy::graph::{Format, parse};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for format in [Format::Edges, Format::Dot, Format::Graph6, Format::Json] {
        match parse(bytes, format, true) {
            Ok(graph) => {
                let nodes = graph.names().len();
                assert!(graph.edges().iter().flatten().all(|&end| (end as usize) < nodes));
                assert!(graph.names().iter().all(|name| !name.contains(char::is_control)));
            }
            Err(error) => assert!(!error.to_string().contains(char::is_control)),
        }
    }
    let _ = parse(bytes, Format::detect("", bytes), false);
});
