//! The catalogue as it is told: names, titles, stories, and a position to start from.

use grundy_rules::catalogue::{self, Entry};
use serde::Serialize;

/// Sizes that a person likes to play with: of a game of one argument, and of others.
const ONE: u64 = 9;
const SEVERAL: u64 = 7;

/// A game in a list.
#[derive(Debug, Clone, Serialize)]
pub struct GameSummary {
    /// Its name in an EXPR.
    pub name: &'static str,
    /// How it is called.
    pub title: &'static str,
    /// A position to start from; nothing where positions come from files.
    pub start: Option<String>,
}

/// All that is known of one game.
#[derive(Debug, Clone, Serialize)]
pub struct GameReport {
    /// Its name, its title and where to start.
    #[serde(flatten)]
    pub summary: GameSummary,
    /// What it is.
    pub story: String,
    /// The rules; empty for a game written in Rust.
    pub rules: &'static str,
    /// Its whole file.
    pub text: &'static str,
}

/// The catalogue.
#[derive(Debug, Clone, Serialize)]
pub struct GamesReport {
    /// The games, by name.
    pub games: Vec<GameSummary>,
}

impl GamesReport {
    /// Lists the catalogue.
    pub fn new() -> GamesReport {
        GamesReport { games: catalogue::entries().iter().map(GameSummary::new).collect() }
    }
}

impl Default for GamesReport {
    fn default() -> Self {
        GamesReport::new()
    }
}

impl GameSummary {
    fn new(entry: &Entry<'static>) -> GameSummary {
        GameSummary { name: entry.name, title: entry.title, start: start(entry) }
    }
}

impl GameReport {
    /// All about a game of the catalogue.
    pub fn new(entry: &Entry<'static>) -> GameReport {
        let story: Vec<&str> = entry.story.iter().copied().filter(|line| !line.is_empty()).collect();
        GameReport { summary: GameSummary::new(entry), story: story.join(" "), rules: entry.rules(), text: entry.text }
    }
}

/// A position of moderate size that is won, out of the known values: the one with most to see.
fn start(entry: &Entry<'_>) -> Option<String> {
    let known = entry.facts("Values").chain(entry.facts("Outcomes"));
    known.filter_map(position).max_by_key(String::len)
}

/// `kayles(0..60) = 0 1 2 …` is a row of positions: one of them, won by who moves.
fn position(fact: &str) -> Option<String> {
    let (pattern, values) = fact.split_once(" = ")?;
    if pattern.contains('"') {
        return None;
    }
    let Some(dots) = pattern.find("..") else { return Some(pattern.to_owned()) };
    let first = pattern[..dots].rfind(|c: char| !c.is_ascii_digit())? + 1;
    let last = dots + 2 + pattern[dots + 2..].find(|c: char| !c.is_ascii_digit())?;
    let (from, to): (u64, u64) = (pattern[first..dots].parse().ok()?, pattern[dots + 2..last].parse().ok()?);
    let several = pattern.contains([',', '[']);
    let most = to.min(if several { SEVERAL } else { ONE }).max(from);
    let value = |n: u64| values.split_whitespace().nth(usize::try_from(n - from).unwrap_or(usize::MAX));
    let won = |n: &u64| value(*n).is_some_and(|value| value != "0" && value != "P");
    let n = (from..=most).rev().find(won).unwrap_or(most);
    let with = |n: u64| format!("{}{n}{}", &pattern[..first], &pattern[last..]);
    // One heap is often too easy: another one of another value stands beside it.
    let other = (from..n.saturating_sub(1)).rev().find(|m| won(m) && value(*m) != value(n));
    Some(match other {
        Some(other) if !several => format!("{} + {}", with(n), with(other)),
        _ => with(n),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy::{Limits, Watch};
    use grundy_rules::{Engine, Settings};

    #[test]
    fn games_start_where_there_is_something_to_play() {
        let mut without = Vec::new();
        for game in GamesReport::new().games {
            let Some(start) = game.start else {
                without.push(game.name);
                continue;
            };
            let limits = Limits { positions: 2_000_000, ..Limits::default() };
            let engine = Engine::new(catalogue::library(), Watch::new(limits));
            let sum = engine.sum(&start, &Settings::default()).unwrap_or_else(|error| panic!("{start}: {error}"));
            assert!(!crate::first_moves(&engine, &sum, 1).unwrap().moves.is_empty(), "{start}");
            engine.outcome(&sum).unwrap_or_else(|error| panic!("{start}: {error}"));
        }
        assert_eq!(without, ["arckayles", "digraph", "hackenbush", "nodekayles"]);
    }
}
