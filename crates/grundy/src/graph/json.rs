//! Graphs as JSON: an object with nodes and edges, or a list of pairs.

use super::{Builder, Error, Graph, Problem};
use serde_json::Value;

// serde_json refuses nesting deeper than 128, so neither reading nor dropping a value can overflow the call stack.
pub(super) fn parse(text: &str, directed: bool) -> Result<Graph, Error> {
    let json: Value = serde_json::from_str(text).map_err(|error| Error {
        line: error.line(),
        column: error.column(),
        problem: Problem::Json(error.to_string()),
    })?;
    let mut builder = Builder::default();
    builder.graph.directed = directed;
    let edges = match &json {
        Value::Array(edges) => edges,
        Value::Object(object) => {
            if let Some(said) = object.get("directed").and_then(Value::as_bool) {
                builder.graph.directed = said;
            }
            for node in object.get("nodes").map_or(Ok(&[][..]), list)? {
                builder.node(&name(node)?)?;
            }
            object.get("edges").ok_or(invalid("the object has no \"edges\""))?.as_array().ok_or(NOT_A_LIST)?
        }
        _ => return Err(invalid("neither an object nor a list of pairs")),
    };
    for edge in edges {
        let [from, to] = list(edge)? else { return Err(invalid("an edge is not a pair of nodes")) };
        let (from, to) = (builder.node(&name(from)?)?, builder.node(&name(to)?)?);
        builder.edge(from, to)?;
    }
    Ok(builder.graph)
}

const fn invalid(why: &'static str) -> Error {
    Error { problem: Problem::Invalid(why), line: 0, column: 0 }
}

const NOT_A_LIST: Error = invalid("nodes, edges and each edge must be lists");

fn list(json: &Value) -> Result<&[Value], Error> {
    json.as_array().map(Vec::as_slice).ok_or(NOT_A_LIST)
}

fn name(json: &Value) -> Result<String, Error> {
    match json {
        Value::String(name) => Ok(name.clone()),
        Value::Number(number) if number.is_i64() || number.is_u64() => Ok(number.to_string()),
        _ => Err(invalid("a node is neither text nor an integer")),
    }
}
