//! `grundy check FILE`: errors with their places, the strategy chosen, samples, shortcuts against the definition.

use std::fmt::Write;

use grundy_rules::catalogue::Entry;
use grundy_rules::native::natives;
use grundy_rules::{Engine, Error, Settings, WrongSample};
use serde_json::json;

use crate::args::{CheckArgs, LimitArgs};
use crate::context::{self, read_text};
use crate::failure::{Failure, Outcome};
use crate::output::{self, BAD, BOLD, DIM, GOOD, paint};

/// What is known of one kind of a file.
struct Kind {
    name: String,
    /// The method that its positions get, if it does not depend on params or data that were not given.
    strategy: Option<String>,
    /// Small positions on which a shortcut was compared with the definition.
    compared: usize,
}

/// Runs the command. Exit code 1: a sample prints something else.
pub fn run(args: &CheckArgs, limits: &LimitArgs, json: bool) -> Outcome {
    let settings = context::settings(&args.rules)?;
    let name = args.file.display().to_string();
    let file = read_text(&args.file)?;
    let entry = Entry::new(&name, &file);
    if let Some(game) = entry.facts("Native").next() {
        return native(&name, game, json);
    }
    let sizes = entry.facts("Limits").next();
    let mut library = context::library(&args.rules)?;
    library.add_rules(&name, &file)?;
    let engine = Engine::new(library, context::watch(limits));
    let kinds = kinds(&engine, &name, &settings)?;
    let wrong = engine.check_samples(&name, &settings)?;
    let samples = engine.library().program(&name).map_or(0, |program| program.samples.len());
    if json {
        let kinds: Vec<_> = kinds
            .iter()
            .map(|kind| json!({ "name": kind.name, "strategy": kind.strategy, "compared": kind.compared }))
            .collect();
        output::print_json(json!({
            "file": name, "kinds": kinds, "limits": sizes, "samples": samples, "samples_wrong": wrong.len(), "ok": wrong.is_empty(),
        }))?;
    } else {
        output::print(&text(&name, &kinds, sizes, samples, &wrong))?;
    }
    if wrong.is_empty() { Ok(()) } else { Err(Failure::no()) }
}

/// The kinds with their strategies. Params and data that only an input gives leave the strategies open.
fn kinds(engine: &Engine, file: &str, settings: &Settings) -> Result<Vec<Kind>, Failure> {
    let names = engine
        .library()
        .program(file)
        .map(|program| program.kinds.iter().map(|kind| kind.name.clone()).collect::<Vec<_>>());
    let names = names.unwrap_or_default();
    let open = |name| Kind { name, strategy: None, compared: 0 };
    match engine.check_shortcuts(file, settings) {
        Ok(found) => {
            let strategies = engine.kind_strategies(file, settings)?;
            let kinds = names.into_iter().zip(strategies).zip(found);
            let known =
                |((name, strategy), (_, compared)): ((_, _), (_, _))| Kind { name, strategy: Some(strategy), compared };
            Ok(kinds.map(known).collect())
        }
        Err(Error::Bad(_)) => Ok(names.into_iter().map(open).collect()),
        Err(error) => Err(error.into()),
    }
}

/// A file of the catalogue that only tells about a game written in Rust.
fn native(file: &str, game: &str, json: bool) -> Outcome {
    if !natives().iter().any(|native| native.name() == game) {
        return Err(Failure::input(format!("{file}: no game written in Rust is called `{game}`")));
    }
    if json {
        let kinds = [json!({ "name": game, "strategy": "native", "compared": 0 })];
        return output::print_json(
            json!({ "file": file, "kinds": kinds, "samples": 0, "samples_wrong": 0, "ok": true }),
        );
    }
    let ok = paint(GOOD, "ok");
    output::print(&format!(
        "{}\n  {game}: native, written in Rust: there are no rules to check\n{ok}\n",
        paint(BOLD, file)
    ))
}

fn text(file: &str, kinds: &[Kind], sizes: Option<&str>, samples: usize, wrong: &[WrongSample]) -> String {
    let mut out = format!("{}\n", paint(BOLD, file));
    for kind in kinds {
        let strategy = kind.strategy.clone().unwrap_or_else(|| "depends on its params and data".into());
        let _ = write!(out, "  {}: {strategy}", kind.name);
        if kind.compared > 0 {
            let compared = format!("agrees with the definition on {} small positions", kind.compared);
            let _ = write!(out, "  {}", paint(DIM, format!("({compared})")));
        }
        out.push('\n');
    }
    if let Some(sizes) = sizes {
        let _ = writeln!(out, "  limits: {}", output::safe(sizes));
    }
    for WrongSample { sample, printed } in wrong {
        let failed = paint(BAD, "sample fails");
        let _ =
            writeln!(out, "{failed}: the input\n{}\nmust print\n{}\nbut prints\n{printed}", sample.input, sample.gives);
    }
    if wrong.is_empty() {
        let _ = writeln!(out, "{} ({samples} samples)", paint(GOOD, "ok"));
    }
    out
}
