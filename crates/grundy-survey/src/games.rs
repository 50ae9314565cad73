//! The games of a survey, in a fixed order.

use grundy::Watch;
use grundy::heap::{Rule, RuleError};
use grundy_report::{Checksum, Error};
use grundy_rules::{Engine, Library, Settings, catalogue};
use std::sync::Arc;

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

/// Reads a rule file, or says why it cannot be read.
pub type Read<'a> = &'a dyn Fn(&str) -> Result<String, String>;

/// What is surveyed.
#[derive(Debug, Clone, Default)]
pub struct Choice {
    /// Codes, names of games, rule files.
    pub games: Vec<String>,
    /// Params of the games that are no codes: `L=2`, or `R=3..9` for each of a range.
    pub settings: Vec<String>,
    /// Lines of a list: a code each, or nothing; `#` begins a comment.
    pub list: String,
    /// All codes 0.xyz and 4.xyz of up to this many octal digits.
    pub digits: Option<u8>,
}

impl Choice {
    /// The games named, those of the list, and all codes of so many digits.
    pub fn games(&self, read: Read<'_>, watch: &Watch) -> Result<Vec<Game>, Error> {
        let mut games = Vec::new();
        for text in &self.games {
            if let Ok(rule) = text.parse::<Rule>() {
                games.push(heap(text, rule));
            } else if is_name(text) {
                games.extend(self.instances(text, read, watch)?);
            } else {
                games.push(code(text)?);
            }
        }
        let lines = self.list.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
        for line in lines.filter(|line| !line.is_empty()) {
            games.push(code(line)?);
        }
        if let Some(digits) = self.digits {
            if !(1..=7).contains(&digits) {
                return Err(Error::Bad(format!("{digits} digits: expected 1 to 7")));
            }
            for number in 0..8u32.pow(digits.into()) {
                games.push(code(&octal(4, number, digits))?);
                if number > 0 {
                    games.push(code(&octal(0, number, digits))?);
                }
            }
        }
        if games.is_empty() {
            return Err(Error::Bad("nothing to survey: name games, or give a number of digits or a list".into()));
        }
        Ok(games)
    }

    /// A named game for each choice of its parameters.
    fn instances(&self, game: &str, read: Read<'_>, watch: &Watch) -> Result<Vec<Game>, Error> {
        let mut library = catalogue::library();
        let file = file_of(game);
        if file.ends_with(".game") {
            let text = read(file).map_err(Error::Bad)?;
            library.add_rules(file, &text).map_err(grundy_rules::Error::from)?;
        }
        let library = Arc::new(library);
        let text = library.program(file).map_or("", |program| program.source.text.as_str());
        let sum = Checksum::of(text);
        let mut games = Vec::new();
        for set in choices(&self.settings)? {
            let shown: Vec<String> = set.iter().map(|(name, value)| format!("{name}={value}")).collect();
            let text = if shown.is_empty() { game.to_owned() } else { format!("{game}; {}", shown.join(" ")) };
            let settings = Settings { set, ..Settings::default() };
            // An engine for each: what one game keeps in memory is of no use to the next.
            let engine = Engine::new((*library).clone(), watch.clone());
            if engine.is_misere(game, &settings)? {
                return Err(Error::Bad(format!("{text}: misère play has no values to survey")));
            }
            let source = match engine.heap_rule(game, &settings)? {
                Some(rule) => Source::Heap(rule),
                None => Source::Rules(library.clone(), game.to_owned(), settings),
            };
            games.push(Game { identity: format!("{text} {sum:016x}"), text, source });
        }
        Ok(games)
    }
}

/// The file of `FILE:kind`.
fn file_of(game: &str) -> &str {
    match game.rsplit_once(':') {
        Some((file, _)) if file.ends_with(".game") => file,
        _ => game,
    }
}

/// Whether a text is a name or a rule file rather than a code.
fn is_name(text: &str) -> bool {
    text.contains(".game") || text.starts_with(|char: char| char.is_alphabetic()) && !text.contains(['{', '['])
}

fn heap(text: &str, rule: Rule) -> Game {
    Game { text: text.to_owned(), identity: text.to_owned(), source: Source::Heap(rule) }
}

fn code(text: &str) -> Result<Game, Error> {
    let rule = text.parse();
    rule.map(|rule| heap(text, rule)).map_err(|error: RuleError| Error::Bad(format!("{text}: {}", error.message)))
}

/// All choices of the parameters; the last one changes fastest.
fn choices(settings: &[String]) -> Result<Vec<Vec<(String, i128)>>, Error> {
    let mut all = vec![Vec::new()];
    for text in settings {
        let wrong = || Error::Bad(format!("--set {text}: expected NAME=INTEGER or NAME=A..B, such as L=1..5"));
        let (name, values) = text.split_once('=').ok_or_else(wrong)?;
        let (low, high) = values.split_once("..").unwrap_or((values, values));
        let number = |text: &str| text.trim().parse::<i128>().map_err(|_| wrong());
        let (low, high) = (number(low)?, number(high)?);
        let count = usize::try_from(high.checked_sub(low).ok_or_else(wrong)?.saturating_add(1)).unwrap_or(0);
        if count == 0 || count.saturating_mul(all.len()) > MOST_INSTANCES {
            return Err(Error::Bad(format!("--set {text}: an empty range, or more than {MOST_INSTANCES} games")));
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
