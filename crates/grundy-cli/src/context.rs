//! What every command starts from: the games, the parameters, the limits.

use std::path::Path;
use std::sync::Arc;

use grundy::Watch;
use grundy_pattern::Finder;
use grundy_rules::native::Files;
use grundy_rules::value::Val;
use grundy_rules::{Engine, Library, Settings, catalogue, data_from_json};

use crate::args::{LimitArgs, RuleArgs, TrustArgs};
use crate::failure::Failure;
use crate::{files, interrupt, progress};

/// Rule and data files larger than this are refused.
const LARGEST_FILE: u64 = 64 << 20;

/// The limits, the clock and Ctrl-C of a command that shows its progress itself.
pub fn quiet_watch(limits: &LimitArgs) -> Watch {
    Watch::new(limits.limits()).with_cancel(interrupt::flag())
}

/// The limits and the clock of a command that has nothing to save: Ctrl-C just ends it.
pub fn plain_watch(limits: &LimitArgs) -> Watch {
    interrupt::end_at_once();
    quiet_watch(limits)
}

/// The limits, the clock, Ctrl-C and the progress line of one command.
pub fn watch(limits: &LimitArgs) -> Watch {
    let watch = quiet_watch(limits);
    match progress::counter() {
        Some((report, notes)) => watch.with_progress(report).with_notes(notes),
        None => watch,
    }
}

/// The catalogue and the files of `--rules`.
pub fn library(rules: &RuleArgs) -> Result<Library, Failure> {
    let mut library = catalogue::library();
    for path in &rules.rules {
        let text = read_text(path)?;
        library.add_rules(&path.display().to_string(), &text)?;
    }
    Ok(library)
}

/// An engine that answers by patterns, too.
pub fn with_patterns(engine: Engine, trust: TrustArgs) -> Engine {
    engine.with_patterns(Arc::new(Finder), trust.trust_observed)
}

/// An engine for the games of the catalogue and the rule files given.
pub fn engine(rules: &RuleArgs, limits: &LimitArgs, trust: TrustArgs) -> Result<Engine, Failure> {
    Ok(with_patterns(Engine::new(library(rules)?, watch(limits)), trust))
}

/// An engine for GAME, which may be a rule file or `FILE:kind`, and the name by which the engine knows it.
pub fn engine_for(game: &str, rules: &RuleArgs, limits: &LimitArgs) -> Result<(Engine, String), Failure> {
    let mut library = library(rules)?;
    if let Some((path, kind)) = rule_file(game) {
        let text = read_text(Path::new(path))?;
        library.add_rules(path, &text)?;
        let name = kind.map_or_else(|| path.to_owned(), |kind| format!("{path}:{kind}"));
        return Ok((Engine::new(library, watch(limits)), name));
    }
    Ok((Engine::new(library, watch(limits)), game.to_owned()))
}

/// The same for a command about values, which misère play does not have.
pub fn engine_for_values(
    game: &str,
    rules: &RuleArgs,
    settings: &Settings,
    limits: &LimitArgs,
) -> Result<(Engine, String), Failure> {
    let (engine, name) = engine_for(game, rules, limits)?;
    grundy_report::refuse_misere(&engine, &name, settings, game)?;
    Ok((engine, name))
}

/// The path, and the kind, of a GAME that is a file.
pub fn rule_file(game: &str) -> Option<(&str, Option<&str>)> {
    if game.ends_with(".game") {
        return Some((game, None));
    }
    let (path, kind) = game.rsplit_once(':')?;
    path.ends_with(".game").then_some((path, Some(kind)))
}

/// Values for params and data, with the right to read the files that an EXPR names.
pub fn settings(rules: &RuleArgs) -> Result<Settings, Failure> {
    let set = rules.settings.iter().map(|text| setting(text)).collect::<Result<_, _>>()?;
    let mut data = Vec::new();
    for path in &rules.data {
        data.extend(read_data(path)?);
    }
    Ok(Settings { set, data, files: Some(Arc::new(Disk)) })
}

/// `L=2`.
fn setting(text: &str) -> Result<(String, i128), Failure> {
    let wrong = || Failure::input(format!("--set {text}: expected NAME=INTEGER, such as --set L=2"));
    let (name, value) = text.split_once('=').ok_or_else(wrong)?;
    let value = value.trim().parse().map_err(|_| wrong())?;
    Ok((name.trim().to_owned(), value))
}

/// The fields of a JSON object.
fn read_data(path: &Path) -> Result<Vec<(String, Val)>, Failure> {
    let text = read_text(path)?;
    data_from_json(&text).map_err(|error| Failure::input(format!("{}: {error}", path.display())))
}

/// A text file of bounded size, or a message that names it.
pub fn read_text(path: &Path) -> Result<String, Failure> {
    text(path, read_bytes(path).map_err(Failure::input)?)
}

/// The content of a file as text.
pub fn text(path: &Path, bytes: Vec<u8>) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Failure::input(format!("{}: byte {at} is not UTF-8 text", path.display()))
    })
}

/// A file of bounded size.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, String> {
    files::read(path, LARGEST_FILE).map_err(|error| format!("{}: {error}", path.display()))
}

/// Files that an EXPR names, read from the disk: a right of the command line only.
struct Disk;

impl Files for Disk {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        read_bytes(Path::new(path))
    }
}
