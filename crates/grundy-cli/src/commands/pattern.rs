//! `grundy pattern GAME`: formulas for the values or the lost positions, proved where possible.

use grundy_pattern::pattern::{Searched, Wanted, find};
use grundy_report::PatternReport;
use grundy_rules::Settings;
use std::io::IsTerminal;

use super::prove::rules;
use super::table::picture;
use crate::args::{LimitArgs, PatternArgs, RuleArgs};
use crate::context;
use crate::failure::{Failure, Outcome};
use crate::{files, output};

/// Settings of params in one run.
const MOST_SETTINGS: usize = 1000;

/// The last argument that is plotted, of games of one argument and of two.
const PLOTTED: u64 = 200;
const SIDE: u64 = 32;

/// Runs the command. Nothing found is an answer, too.
pub fn run(args: &PatternArgs, limits: &LimitArgs, json: bool) -> Outcome {
    let (name, rules) = rules(&args.game, "heap")?;
    let settings = settings(args)?;
    let kind = context::rule_file(&args.game).and_then(|(_, kind)| kind);
    let wanted = Wanted { name: &name, rules: &rules, kind, settings: &settings, to: args.to };
    let patterns = find(&wanted, &context::watch(limits))?;
    if let Some(searched) = patterns.searched.as_ref().filter(|_| std::io::stderr().is_terminal()) {
        anstream::eprintln!("{}", rate(searched));
    }
    if let Some(path) = &args.certificate {
        let Some(certificate) = patterns.certificate() else {
            let message = "no certificate written: one proof for one setting of the params is needed".into();
            return Err(Failure { code: 1, message });
        };
        files::replace(path, certificate).map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
    }
    let report = PatternReport::new(&args.game, settings.len(), &patterns);
    if args.plot && json {
        return Err(Failure::input("--plot is for text"));
    }
    output::report(&report, || report.text(), json)?;
    if args.plot { plot(&args.game, &settings[0], limits) } else { Ok(()) }
}

/// The first values, for the first setting of the params.
fn plot(game: &str, settings: &Settings, limits: &LimitArgs) -> Outcome {
    let none = RuleArgs { rules: Vec::new(), settings: Vec::new(), data: Vec::new() };
    let (engine, name) = context::engine_for_values(game, &none, settings, limits)?;
    match engine.arity(&name, settings)? {
        1 => picture::blocks(&engine, &name, settings, &[0..=PLOTTED]),
        2 => picture::blocks(&engine, &name, settings, &[0..=SIDE, 0..=SIDE]),
        arity => Err(Failure::input(format!("--plot is for one or two arguments; {game} has {arity}"))),
    }
}

/// How the search through expressions went.
fn rate(searched: &Searched) -> String {
    let Searched { tried, kept, time } = searched;
    let rate = *tried as f64 / time.as_secs_f64().max(1e-9) / 1e6;
    format!("expressions: {tried} tried, {kept} kept, {rate:.1} million a second")
}

/// One for each combination of the values that `--set` gives.
fn settings(args: &PatternArgs) -> Result<Vec<Settings>, Failure> {
    let given = RuleArgs { rules: Vec::new(), settings: Vec::new(), data: args.data.clone() };
    let mut list = vec![context::settings(&given)?];
    for text in &args.settings {
        let wrong =
            || Failure::input(format!("--set {text}: expected NAME=INTEGER or NAME=A..B, such as --set L=1..6"));
        let (name, values) = text.split_once('=').ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse::<i128>().map_err(|_| wrong());
        let (from, to) = match values.split_once("..") {
            Some((from, to)) => (number(from)?, number(to)?),
            None => (number(values)?, number(values)?),
        };
        let count = usize::try_from(to.saturating_sub(from).saturating_add(1)).unwrap_or(usize::MAX);
        if count == 0 || list.len().saturating_mul(count) > MOST_SETTINGS {
            return Err(Failure::input(format!("--set {text}: an empty range, or more than {MOST_SETTINGS} settings")));
        }
        let with = |settings: &Settings, value: i128| {
            let mut settings = settings.clone();
            settings.set.push((name.trim().to_owned(), value));
            settings
        };
        list = list.iter().flat_map(|s| (from..=to).map(|value| with(s, value)).collect::<Vec<_>>()).collect();
    }
    Ok(list)
}
