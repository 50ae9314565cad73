//! The games of a survey, in a fixed order.

use std::sync::Arc;

use grundy::heap::Rule;
use grundy_rules::{Engine, Library, Settings};

use crate::args::{LimitArgs, RuleArgs, SurveyArgs};
use crate::context::{self, read_text};
use crate::failure::Failure;
use grundy_report::Checksum;

/// Parameter values of one rule file, at most.
const MOST_INSTANCES: usize = 1_000_000;

/// A game as it was written, and what it means.
#[derive(Debug, Clone)]
pub struct Game {
    /// The text: a code, or a name with its parameters.
    pub text: String,
    /// What tells it from others of the same text, such as a checksum of its rules.
    pub identity: String,
    /// Where its values come from.
    pub source: Source,
}

/// Where values come from.
#[derive(Debug, Clone)]
pub enum Source {
    /// A heap code.
    Heap(Rule),
    /// Rules that are none.
    Rules(Arc<Library>, String, Settings),
}

/// The games named, those of the list file, and all codes of so many digits; of these the share of the shard.
pub fn all(args: &SurveyArgs, limits: &LimitArgs) -> Result<Vec<Game>, Failure> {
    let mut games = Vec::new();
    for text in &args.games {
        if let Ok(rule) = text.parse::<Rule>() {
            games.push(heap(text, rule));
        } else if is_name(text) {
            games.extend(instances(text, &args.settings, limits)?);
        } else {
            games.push(code(text)?);
        }
    }
    if let Some(path) = &args.list {
        let text = read_text(path)?;
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
        for line in lines.filter(|line| !line.is_empty()) {
            games.push(code(line)?);
        }
    }
    if let Some(digits) = args.digits {
        for number in 0..8u32.pow(digits.into()) {
            games.push(code(&octal(4, number, digits))?);
            if number > 0 {
                games.push(code(&octal(0, number, digits))?);
            }
        }
    }
    if games.is_empty() {
        return Err(Failure::input("nothing to survey: name games, or use --digits 3 or --list FILE"));
    }
    shard(games, args.shard.as_deref())
}

/// Whether a text is a name or a rule file rather than a code.
fn is_name(text: &str) -> bool {
    text.contains(".game") || text.starts_with(|char: char| char.is_alphabetic()) && !text.contains(['{', '['])
}

fn heap(text: &str, rule: Rule) -> Game {
    Game { text: text.to_owned(), identity: text.to_owned(), source: Source::Heap(rule) }
}

fn code(text: &str) -> Result<Game, Failure> {
    let rule = text.parse();
    rule.map(|rule| heap(text, rule))
        .map_err(|error: grundy::heap::RuleError| Failure::input(format!("{text}: {}", error.message)))
}

/// A named game for each choice of its parameters.
fn instances(game: &str, settings: &[String], limits: &LimitArgs) -> Result<Vec<Game>, Failure> {
    let rules = RuleArgs { rules: Vec::new(), settings: Vec::new(), data: Vec::new() };
    let (engine, name) = context::engine_for(game, &rules, limits)?;
    let library = Arc::new(engine.library().clone());
    let file = name.rsplit_once(':').map_or(name.as_str(), |(file, _)| file);
    let text = library.program(file).map_or("", |program| program.source.text.as_str());
    let sum = Checksum::of(text);
    let mut games = Vec::new();
    for set in choices(settings)? {
        let shown: Vec<String> = set.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let text = if shown.is_empty() { game.to_owned() } else { format!("{game}; {}", shown.join(" ")) };
        let settings = Settings { set, ..context::settings(&rules)? };
        // An engine for each: what one game keeps in memory is of no use to the next.
        let engine = Engine::new((*library).clone(), context::quiet_watch(limits));
        if engine.is_misere(&name, &settings)? {
            return Err(Failure::input(format!("{text}: misère play has no values to survey")));
        }
        let source = match engine.heap_rule(&name, &settings)? {
            Some(rule) => Source::Heap(rule),
            None => Source::Rules(library.clone(), name.clone(), settings),
        };
        games.push(Game { identity: format!("{text} {sum:016x}"), text, source });
    }
    Ok(games)
}

/// All choices of the parameters; the last one changes fastest.
fn choices(settings: &[String]) -> Result<Vec<Vec<(String, i128)>>, Failure> {
    let mut all = vec![Vec::new()];
    for text in settings {
        let wrong = || Failure::input(format!("--set {text}: expected NAME=INTEGER or NAME=A..B, such as L=1..5"));
        let (name, values) = text.split_once('=').ok_or_else(wrong)?;
        let (low, high) = values.split_once("..").unwrap_or((values, values));
        let number = |text: &str| text.trim().parse::<i128>().map_err(|_| wrong());
        let (low, high) = (number(low)?, number(high)?);
        let count = usize::try_from(high.checked_sub(low).ok_or_else(wrong)?.saturating_add(1)).unwrap_or(0);
        if count == 0 || count.saturating_mul(all.len()) > MOST_INSTANCES {
            return Err(Failure::input(format!("--set {text}: an empty range, or more than {MOST_INSTANCES} games")));
        }
        let with = |before: &Vec<(String, i128)>, value| [&before[..], &[(name.trim().to_owned(), value)]].concat();
        all = all.iter().flat_map(|before| (low..=high).map(move |value| with(before, value))).collect();
    }
    Ok(all)
}

/// The octal code with these digits behind the point.
fn octal(first: u32, number: u32, digits: u8) -> String {
    let text = format!("{first}.{number:0width$o}", width = usize::from(digits));
    let short = text.trim_end_matches('0');
    if short.ends_with('.') { format!("{short}0") } else { short.to_owned() }
}

/// `2/5`: the second of five shares, the games 1, 6, 11, … counted from 0.
fn shard(games: Vec<Game>, shard: Option<&str>) -> Result<Vec<Game>, Failure> {
    let Some(text) = shard else { return Ok(games) };
    let parsed = text.split_once('/').and_then(|(i, n)| Some((i.parse::<usize>().ok()?, n.parse::<usize>().ok()?)));
    match parsed {
        Some((i, n)) if 1 <= i && i <= n => Ok(games.into_iter().skip(i - 1).step_by(n).collect()),
        _ => Err(Failure::input(format!("--shard {text}: expected i/N with 1 <= i <= N, such as 2/5"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_short() {
        assert_eq!(octal(0, 0o77, 2), "0.77");
        assert_eq!(octal(0, 0o070, 3), "0.07");
        assert_eq!(octal(4, 0, 3), "4.0");
    }

    #[test]
    fn all_choices_in_order() {
        let set = |texts: &[&str]| choices(&texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>());
        let all = set(&["L=1..2", "R=5"]).unwrap();
        let pair = |l, r| vec![("L".to_owned(), l), ("R".to_owned(), r)];
        assert_eq!(all, [pair(1, 5), pair(2, 5)]);
        assert_eq!(set(&[]).unwrap(), [vec![]]);
        assert!(set(&["L=3..1"]).is_err() && set(&["L"]).is_err() && set(&["L=1..99999999"]).is_err());
    }
}
