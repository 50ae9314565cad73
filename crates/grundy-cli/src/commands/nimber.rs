//! `grundy nimber EXPR`: a calculator in the field of nimbers, finite and infinite.

use grundy::calculator;
use serde_json::json;

use crate::args::{LimitArgs, NimberArgs};
use crate::context;
use crate::failure::{Failure, Outcome};
use crate::output;

/// Runs the command.
pub fn run(args: &NimberArgs, limits: &LimitArgs, json: bool) -> Outcome {
    let watch = context::plain_watch(limits);
    let value = match calculator::evaluate_within(&args.expr, &watch) {
        Ok(value) => value,
        Err(error) => {
            watch.check(0, 0)?;
            return Err(located(&args.expr, &error));
        }
    };
    if json {
        output::print_json(json!({ "expr": args.expr, "value": value.to_string() }))
    } else {
        output::print(&format!("{value}\n"))
    }
}

/// Characters that are shown on each side of an error.
const SHOWN: usize = 60;

/// What is wrong, under the part of the text where it is.
fn located(text: &str, error: &calculator::Error) -> Failure {
    let at = text.get(..error.at).map_or(0, |before| before.chars().count());
    let first = at.saturating_sub(SHOWN);
    let part: String = text.chars().skip(first).take(at - first + SHOWN).collect();
    let (before, after) =
        (if first > 0 { "…" } else { "" }, if first + part.chars().count() < text.chars().count() { "…" } else { "" });
    let caret = " ".repeat(before.chars().count() + at - first);
    Failure::input(format!("{}\n  {before}{part}{after}\n  {caret}^", error.message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_shows_its_surroundings_only() {
        let said = |text: &str| located(text, &calculator::evaluate(text).unwrap_err()).message;
        assert!(said("5 / (3 + 3)").ends_with("\n  5 / (3 + 3)\n    ^"), "{}", said("5 / (3 + 3)"));
        let long = format!("{}x + {}", "1 + ".repeat(1000), "1 + ".repeat(1000));
        assert!(said(&long).len() < 1000, "{}", said(&long));
        let lines: Vec<String> = said(&long).lines().map(str::to_owned).collect();
        let caret = lines[2].chars().count() - 1;
        assert_eq!(lines[1].chars().nth(caret), Some('x'), "{lines:?}");
        assert!(said(&"9".repeat(100_000)).len() < 1000);
    }
}
