//! `grundy pattern GAME`: formulas for the values or the lost positions, proved where possible.

use grundy::Value;
use grundy_emit::{Known, table};
use grundy_pattern::pattern::{Found, Patterns, Searched, Wanted, find};
use grundy_pattern::prove::{Claim, Subject};
use grundy_report::{MatchReport, PatternReport, View, ViewReport};
use grundy_rules::{Settings, Table};
use serde::Serialize;
use std::io::IsTerminal;

use super::emit;
use super::prove::rules;
use super::table::picture;
use crate::args::{Lang, LimitArgs, PatternArgs, RuleArgs, ViewArg};
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
    if args.view.is_some() || args.look_up {
        return table_only(args, &settings, limits, json);
    }
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
    if let Some(lang) = args.emit {
        return function(args, &settings, &patterns, lang, limits, json);
    }
    let report = PatternReport::new(&args.game, settings.len(), &patterns);
    if args.plot && json {
        return Err(Failure::input("--plot is for text"));
    }
    output::report(&report, || report.text(), json)?;
    if args.plot { plot(&args.game, &settings[0], limits) } else { Ok(()) }
}

/// The last argument that views show, of games of one argument and of two.
const VIEWED: u64 = 127;
const VIEWED_SIDE: u64 = 31;

/// More values than this are not looked at.
const MOST_VIEWED: u64 = 1 << 20;

/// A view of the values, or known sequences that agree with them.
fn table_only(args: &PatternArgs, settings: &[Settings], limits: &LimitArgs, json: bool) -> Outcome {
    let none = RuleArgs { rules: Vec::new(), settings: Vec::new(), data: Vec::new() };
    let [settings] = settings else { return Err(Failure::input("a view is of one setting of the params")) };
    let (engine, name) = context::engine_for_values(&args.game, &none, settings, limits)?;
    let arity = engine.arity(&name, settings)?;
    if !(1..=2).contains(&arity) || args.look_up && arity != 1 {
        let wanted = if args.look_up { "one argument" } else { "one or two arguments" };
        return Err(Failure::input(format!("this is for {wanted}; {} has {arity}", args.game)));
    }
    let last = args.to.unwrap_or(if arity == 1 { VIEWED } else { VIEWED_SIDE });
    let cells = (0..arity).try_fold(1u64, |cells, _| cells.checked_mul(last.checked_add(1)?));
    if cells.is_none_or(|cells| cells > MOST_VIEWED) {
        return Err(Failure { code: 3, message: format!("error: a view shows at most {MOST_VIEWED} values") });
    }
    let table = engine.table(&name, settings, &vec![0..=last; arity])?;
    if let Some(view) = args.view {
        let report = ViewReport::new(&args.game, view_of(view), &table, args.modulus);
        return output::report(&report, || report.text(), json);
    }
    let Table::Row(values) = table else { return Err(Failure::input("--match is for one argument")) };
    let finite: Option<Vec<u128>> = values.iter().map(Value::as_finite).collect();
    let Some(values) = finite else { return Err(Failure::input("--match is for values that are numbers")) };
    let report = MatchReport::new(&args.game, &values);
    output::report(&report, || report.text(), json)
}

fn view_of(view: ViewArg) -> View {
    match view {
        ViewArg::Zeros => View::Zeros,
        ViewArg::Rows => View::Rows,
        ViewArg::Binary => View::Binary,
        ViewArg::Factors => View::Factors,
        ViewArg::Mod => View::Mod,
        ViewArg::Heat => View::Heat,
    }
}

/// A function that was written.
#[derive(Serialize)]
struct FunctionReport {
    game: String,
    language: &'static str,
    status: &'static str,
    formula: String,
    function: String,
}

/// Prints the function of the best formula, else of a proved period.
fn function(
    args: &PatternArgs,
    settings: &[Settings],
    patterns: &Patterns,
    lang: Lang,
    limits: &LimitArgs,
    json: bool,
) -> Outcome {
    let best = patterns
        .found
        .iter()
        .find_map(|found| Some((found, found.text.as_deref().and_then(|text| Claim::read(text).ok())?)));
    let listed = |claim: &Claim| claim.text.split(['=', ' ']).next().is_some_and(|head| head.contains('['));
    let (known, status) = match best.filter(|(_, claim)| !listed(claim)) {
        Some((found, claim)) => of_formula(found, claim, settings),
        None => (of_period(args, settings, limits)?, "proved"),
    };
    let params: Vec<String> = match (settings, patterns.found.first().and_then(|found| found.theorem.as_ref())) {
        ([one], Some(theorem)) if one.set.is_empty() => names_in(&theorem.domain),
        // A formula in params that have values keeps them as arguments.
        _ => {
            let named = names_in(&known.formula);
            let set = settings.first().into_iter().flat_map(|one| &one.set).map(|(name, _)| name.clone());
            set.filter(|name| named.contains(name)).collect()
        }
    };
    let text = grundy_emit::function(&known, &params, emit::language(lang))?;
    if json {
        let report = FunctionReport {
            game: args.game.clone(),
            language: emit::name(lang),
            status,
            formula: known.formula,
            function: text,
        };
        return output::print_json(report);
    }
    output::print_plain(&text)
}

/// The names in an expression.
fn names_in(domain: &str) -> Vec<String> {
    let words = domain.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    let mut names: Vec<String> =
        words.filter(|word| word.starts_with(char::is_alphabetic) && *word != "and").map(str::to_owned).collect();
    names.sort();
    names.dedup();
    names
}

fn of_formula(found: &Found, claim: Claim, settings: &[Settings]) -> (Known, &'static str) {
    let proved = found.is_proved();
    let mut why = vec![match (&found.theorem, proved) {
        (None, true) if found.recognised.is_some() => "Proved by a theorem that these rules fall under.".to_owned(),
        (Some(theorem), _) => format!("Proved for all positions and all params with {}.", theorem.domain),
        (None, true) => "Proved for all positions; an independent checker has accepted.".to_owned(),
        (None, false) => format!("OBSERVED, not proved: compared up to a sum of arguments of {}.", found.tested_to),
    }];
    if let Some(domain) = &found.domain {
        why.push(format!("Only for positions with {domain}."));
    }
    let mut formula = claim.formula;
    if found.subject == Subject::Lost {
        formula = format!("if {formula} then 0 else 1");
        why.push("0 if who moves loses, 1 if who moves wins: not the Grundy value.".to_owned());
    }
    let set: Vec<String> = settings
        .first()
        .into_iter()
        .flat_map(|one| &one.set)
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    if !set.is_empty() {
        why.push(format!("For {}.", set.join(", ")));
    }
    let needs = found.theorem.as_ref().map(|theorem| theorem.domain.clone());
    (Known { kind: claim.kind, args: claim.names, formula, needs, why }, if proved { "proved" } else { "observed" })
}

fn of_period(args: &PatternArgs, settings: &[Settings], limits: &LimitArgs) -> Result<Known, Failure> {
    let none = RuleArgs { rules: Vec::new(), settings: Vec::new(), data: Vec::new() };
    let (engine, name) = context::engine_for_values(&args.game, &none, &settings[0], limits)?;
    let nothing = || Failure {
        code: 1,
        message: "error: no function written: no formula was found and no period is proved".into(),
    };
    let rule = engine.heap_rule(&name, &settings[0])?.ok_or_else(nothing)?;
    let (formula, why) = table(rule, "n", &context::watch(limits))?.ok_or_else(nothing)?;
    Ok(Known { kind: "heap".into(), args: vec!["n".into()], formula, needs: None, why })
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
