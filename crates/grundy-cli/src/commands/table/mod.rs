//! `grundy table GAME`: values of one argument, a grid of two, every node of a digraph.

mod format;
mod grid;
pub mod picture;
mod provenance;
mod range;
mod row;
mod sink;
mod stats;

use std::ops::RangeInclusive;

use grundy_rules::{Engine, Settings, Table};
use serde_json::{Value as Json, json};

use crate::args::{Format, LimitArgs, TableArgs};
use crate::context;
use crate::failure::{Failure, Outcome};
use crate::output;

/// Runs the command.
pub fn run(args: &TableArgs, limits: &LimitArgs, format: Format) -> Outcome {
    let settings = context::settings(&args.rules)?;
    let (engine, game) = context::engine_for_values(&args.game, &args.rules, &settings, limits)?;
    if let Some(nodes) = engine.nodes(&game, &settings)? {
        return nodes_table(&nodes, format);
    }
    let arity = engine.arity(&game, &settings)?;
    let ranges = range::ranges(args, arity)?;
    if format == Format::Svg {
        return picture::print(&engine, &game, &settings, &ranges, args, limits);
    }
    if args.plot {
        picture::check(&ranges, format)?;
    }
    print(&engine, &game, &settings, &ranges, args, limits, format)?;
    if args.plot { picture::blocks(&engine, &game, &settings, &ranges) } else { Ok(()) }
}

fn print(
    engine: &Engine,
    game: &str,
    settings: &Settings,
    ranges: &[RangeInclusive<u64>],
    args: &TableArgs,
    limits: &LimitArgs,
    format: Format,
) -> Outcome {
    match ranges {
        [range] => row::print(engine, game, settings, range.clone(), args, limits, format),
        _ => match engine.table(game, settings, ranges)? {
            Table::Grid(values) => grid::print(&args.game, &values, ranges, args, format),
            Table::Row(_) => Err(Failure::input("a grid needs two arguments")),
        },
    }
}

/// A value as the agreed JSON: a number where it is finite and fits, else text.
fn value_json(value: &grundy::Value) -> Json {
    match value {
        grundy::Value::Finite(n) => u64::try_from(*n).map_or_else(|_| Json::from(n.to_string()), Json::from),
        other => Json::from(other.to_string()),
    }
}

/// The value of every node of a digraph.
fn nodes_table(nodes: &[(String, grundy::Value)], format: Format) -> Outcome {
    match format {
        Format::Json => {
            let map: serde_json::Map<String, Json> =
                nodes.iter().map(|(node, value)| (node.clone(), value_json(value))).collect();
            output::print_json(json!({ "values": { "nodes": map } }))
        }
        Format::Csv => {
            let lines = nodes.iter().map(|(node, value)| format!("{},{value}\n", output::csv_field(node)));
            output::print(&format!("node,value\n{}", lines.collect::<String>()))
        }
        Format::Text => {
            let width = nodes.iter().map(|(node, _)| output::safe(node).chars().count()).max().unwrap_or(0);
            let lines = nodes.iter().map(|(node, value)| format!("{:width$}  {value}\n", output::safe(node)));
            output::print(&lines.collect::<String>())
        }
        Format::Bfile | Format::Raw | Format::Svg => {
            Err(Failure::input("nodes have names, not numbers: use text, csv or json"))
        }
    }
}
