//! `grundy nimber EXPR`: a calculator in the field of nimbers, finite and infinite.

use grundy::calculator;
use serde_json::json;

use crate::args::NimberArgs;
use crate::failure::{Failure, Outcome};
use crate::output;

/// Runs the command.
pub fn run(args: &NimberArgs, json: bool) -> Outcome {
    let value = calculator::evaluate(&args.expr).map_err(|error| {
        let caret = " ".repeat(args.expr.get(..error.at).map_or(0, |before| before.chars().count()));
        Failure::input(format!("{}\n  {}\n  {caret}^", error.message, args.expr))
    })?;
    if json {
        output::print_json(json!({ "expr": args.expr, "value": value.to_string() }))
    } else {
        output::print(&format!("{value}\n"))
    }
}
