//! The values of a game as a table: of one argument, a grid of two, every node of a digraph; in every format but pictures.

mod cells;
mod format;
mod grid;
mod provenance;
mod range;
mod row;
mod sink;
mod stats;

use grundy::{Value, Watch};
use grundy_rules::{Engine, Settings, Table};
use serde::Deserialize;
use serde_json::{Value as Json, json};
use std::ops::RangeInclusive;

use crate::text::{csv_field, safe};
use crate::{Error, to_json};
pub use cells::{Cells, fixed, npy};
pub use sink::Take;

/// The formats of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// For people.
    Text,
    /// Comma-separated values.
    Csv,
    /// The agreed object.
    #[default]
    Json,
    /// OEIS b-file: lines "n a(n)".
    Bfile,
    /// Little-endian 32-bit words.
    Raw,
}

/// What is asked for.
#[derive(Debug, Clone, Copy)]
pub struct TableAsk<'a> {
    /// The game as it was named.
    pub game: &'a str,
    /// The last argument, or two for a grid, as text.
    pub to: Option<&'a str>,
    /// The first argument, or two.
    pub from: Option<&'a str>,
    /// Values on a line of text.
    pub wrap: Option<u64>,
    /// Only the arguments with value 0.
    pub zeros: bool,
    /// Counts of values instead of the values.
    pub stats: bool,
    /// The format.
    pub format: Format,
}

/// Writes the table of a game that the engine knows by `name`, piece by piece, and gives a remark that has no place in it.
pub fn write_table(
    engine: &Engine,
    name: &str,
    settings: &Settings,
    ask: &TableAsk<'_>,
    watch: &Watch,
    take: Take<'_>,
) -> Result<Option<String>, Error> {
    let whole = if let Some(nodes) = engine.nodes(name, settings)? {
        nodes_table(&nodes, ask.format)?
    } else {
        let ranges = ranges(engine, name, settings, ask)?;
        if let [range] = ranges.as_slice() {
            let sink = sink::Sink::new(watch, take);
            return row::write(engine, name, settings, range.clone(), ask, watch, sink);
        }
        match engine.table(name, settings, &ranges)? {
            Table::Grid(values) => grid::write(ask.game, &values, &ranges, ask, engine.trusts_observed())?,
            Table::Row(_) => return Err(Error::Bad("a grid needs two arguments".into())),
        }
    };
    take(whole.as_bytes(), u64::MAX)?;
    Ok(None)
}

/// The arguments that are asked for, a range each. A game whose positions are not numbers has none.
pub fn ranges(
    engine: &Engine,
    name: &str,
    settings: &Settings,
    ask: &TableAsk<'_>,
) -> Result<Vec<RangeInclusive<u64>>, Error> {
    range::ranges(ask, engine.arity(name, settings)?)
}

/// The number that a text such as `1000`, `10^6`, `2^20` or `1e6` means.
pub fn count(text: &str) -> Option<u64> {
    let power = |base: u64, exponent: &str| base.checked_pow(exponent.parse().ok()?);
    if let Some((base, exponent)) = text.split_once('^') {
        return power(base.parse().ok()?, exponent);
    }
    if let Some((digits, exponent)) = text.split_once(['e', 'E']) {
        return digits.parse::<u64>().ok()?.checked_mul(power(10, exponent)?);
    }
    text.parse().ok()
}

/// A value as the agreed JSON: a number where it is finite and fits, else text.
fn value_json(value: &Value) -> Json {
    match value {
        Value::Finite(n) => u64::try_from(*n).map_or_else(|_| Json::from(n.to_string()), Json::from),
        other => Json::from(other.to_string()),
    }
}

/// The value of every node of a digraph.
fn nodes_table(nodes: &[(String, Value)], format: Format) -> Result<String, Error> {
    Ok(match format {
        Format::Json => {
            let map: serde_json::Map<String, Json> =
                nodes.iter().map(|(node, value)| (node.clone(), value_json(value))).collect();
            format!("{}\n", to_json(&json!({ "values": { "nodes": map } })))
        }
        Format::Csv => {
            let lines = nodes.iter().map(|(node, value)| format!("{},{value}\n", csv_field(node)));
            format!("node,value\n{}", lines.collect::<String>())
        }
        Format::Text => {
            let width = nodes.iter().map(|(node, _)| safe(node).chars().count()).max().unwrap_or(0);
            nodes.iter().map(|(node, value)| format!("{:width$}  {value}\n", safe(node))).collect()
        }
        Format::Bfile | Format::Raw => {
            return Err(Error::Bad("nodes have names, not numbers: use text, csv or json".into()));
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts() {
        assert_eq!(count("2^20"), Some(1 << 20));
        assert_eq!(count("1e6"), Some(1_000_000));
        assert_eq!(count("10^99"), None);
        assert_eq!(count("-1"), None);
        assert_eq!(count(""), None);
    }
}
