//! JSON graphs: an object with `edges` and perhaps `nodes` and `directed`, or only the list of edges. Names are text or integers.

use super::{Graph, ReadError, checked_name, error_at, too_large};
use serde_json::Value;

pub(super) fn read(bytes: &[u8]) -> Result<Graph, ReadError> {
    // The parser bounds the depth of nesting.
    let json: Value = serde_json::from_slice(bytes).map_err(|error| ReadError {
        line: error.line(),
        column: error.column(),
        message: format!("broken JSON: {error}"),
    })?;
    let (nodes, edges, directed) = match &json {
        Value::Array(edges) => (None, Some(edges), false),
        Value::Object(fields) => (
            fields.get("nodes").and_then(Value::as_array),
            fields.get("edges").and_then(Value::as_array),
            fields.get("directed").and_then(Value::as_bool).unwrap_or(false),
        ),
        _ => (None, None, false),
    };
    let usage = "expected {\"nodes\": [\"a\", …], \"edges\": [[\"a\", \"b\"], …]} or the list of edges alone";
    let edges = edges.ok_or_else(|| error_at(bytes, 0, usage))?;
    let mut graph = Graph::new(directed);
    for node in nodes.into_iter().flatten() {
        add(&mut graph, bytes, node)?;
    }
    for edge in edges {
        let Some([from, to]) = edge.as_array().map(Vec::as_slice) else {
            return Err(error_at(bytes, 0, format!("an edge is a list of two nodes, found {edge}")));
        };
        let (from, to) = (add(&mut graph, bytes, from)?, add(&mut graph, bytes, to)?);
        graph.add_edge(from, to).map_err(too_large(bytes, 0))?;
    }
    Ok(graph)
}

fn add(graph: &mut Graph, bytes: &[u8], node: &Value) -> Result<u32, ReadError> {
    let name = match node {
        Value::String(name) => name.clone(),
        Value::Number(number) if number.is_i64() || number.is_u64() => number.to_string(),
        other => return Err(error_at(bytes, 0, format!("a node is a text or an integer, found {other}"))),
    };
    let name = checked_name(bytes, 0, name.as_bytes())?;
    graph.add_node(name).map_err(too_large(bytes, 0))
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn forms() {
        let graph = read(br#"{"nodes": ["x"], "edges": [["a", 1]], "directed": true}"#).unwrap();
        assert_eq!((graph.len(), graph.edges(), graph.is_directed()), (3, &[(1, 2)][..], true));
        assert_eq!(read(b"[[1, 2], [2, 3]]").unwrap().len(), 3);
    }

    #[test]
    fn wrong_forms() {
        for text in ["", "{}", "[1]", "[[1]]", "[[1, 2.5]]", "[[1, null]]", "{\"edges\": 3}", "[[\"\\u0007\", 1]]"] {
            assert!(read(text.as_bytes()).is_err(), "{text}");
        }
        assert!(read("[".repeat(100_000).as_bytes()).is_err());
    }
}
