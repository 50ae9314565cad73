//! Edge lists: a line `a b` is an edge, `a` alone a node.

use super::{Builder, Error, Graph, Problem};

pub(super) fn parse(text: &str, directed: bool) -> Result<Graph, Error> {
    let mut builder = Builder::default();
    builder.graph.directed = directed;
    for (index, line) in text.lines().enumerate() {
        let place = |word: &str, problem| {
            let offset = word.as_ptr() as usize - line.as_ptr() as usize;
            Error { problem, line: index + 1, column: line[..offset].chars().count() + 1 }
        };
        let mut words = words(line);
        let Some(first) = words.next() else { continue };
        let from = builder.node(first).map_err(|error| place(first, error.problem))?;
        if let Some(second) = words.next() {
            let to = builder.node(second).map_err(|error| place(second, error.problem))?;
            builder.edge(from, to).map_err(|error| place(second, error.problem))?;
        }
        if let Some(third) = words.next() {
            return Err(place(third, Problem::Expected("the end of the line after two nodes")));
        }
    }
    Ok(builder.graph)
}

/// The nodes named on a line.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let comment = line.find(['#', '%']).into_iter().chain(line.find("//")).min().unwrap_or(line.len());
    let words = line[..comment].split(|c: char| c.is_whitespace() || c == ',');
    words.filter(|word| !matches!(*word, "" | "->" | "--"))
}
