//! `grundy explain EXPR`: why a position is won or lost; `--move`: why that move wins, draws or loses.

use grundy_report::{Explanation, Verdict, find_move};

use crate::args::{ExplainArgs, LimitArgs, TrustArgs};
use crate::context;
use crate::failure::Outcome;
use crate::output;

/// Runs the command.
pub fn run(args: &ExplainArgs, limits: &LimitArgs, json: bool) -> Outcome {
    let settings = context::settings(&args.rules)?;
    let engine = context::engine(&args.rules, limits, TrustArgs::default())?;
    let sum = engine.sum(&args.expr, &settings)?;
    if let Some(text) = &args.to {
        let play = find_move(&engine, &settings, &sum, text)?;
        let verdict = Verdict::new(&engine, &sum, &play)?;
        return output::report(&verdict, || verdict.text(), json);
    }
    let explanation = Explanation::new(&engine, &sum)?;
    output::report(&explanation, || explanation.text(" (see grundy solve)"), json)
}
