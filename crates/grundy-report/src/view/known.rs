//! Known sequences: what a sequence looks like.
//!
//! testdata/sequences.csv lists sequences by their OEIS number, with a name in our own words. Terms marked `OEIS` were taken from there,
//! terms marked `computed` from the definition. A match says how many terms were compared and from where on; more is never
//! claimed.

use crate::Text;
use serde::Serialize;

const SEQUENCES: &str = include_str!("../../testdata/sequences.csv");

/// Fewer equal terms say nothing.
const LEAST: usize = 12;

/// How many terms may be left out at the start of either sequence.
const SKIPPED: usize = 3;

/// Matches that are shown.
const MOST: usize = 5;

/// A known sequence that agrees.
#[derive(Debug, Clone, Serialize)]
pub struct Match {
    /// Its OEIS number.
    pub id: &'static str,
    /// Its name, in our own words.
    pub name: &'static str,
    /// What of the game was compared: `values` or `lost`.
    pub of: &'static str,
    /// How many terms were compared; all are equal.
    pub compared: usize,
    /// The place of the first one in the game's sequence, from 0.
    pub from: usize,
    /// The index of the first one in the known sequence.
    pub index: i64,
}

/// The matches of a game.
#[derive(Debug, Clone, Serialize)]
pub struct MatchReport {
    /// The game as it was named.
    pub game: String,
    /// The last argument that was looked at.
    pub to: u64,
    /// Known sequences, those with most terms compared first.
    pub matches: Vec<Match>,
}

impl MatchReport {
    /// Looks the values of 0, 1, … and the lost arguments up.
    pub fn new(game: &str, values: &[u128]) -> MatchReport {
        let lost: Vec<u128> = (0..).zip(values).filter(|(_, value)| **value == 0).map(|(n, _)| n).collect();
        let mut matches = look_up(values, "values");
        matches.extend(look_up(&lost, "lost"));
        MatchReport { game: game.to_owned(), to: (values.len() as u64).saturating_sub(1), matches }
    }

    /// For people.
    pub fn text(&self) -> Text {
        let mut out = Text::default();
        if self.matches.is_empty() {
            let (least, game) = (LEAST, &self.game);
            return out.plain(format_args!("{game}: no known sequence agrees in {least} terms or more\n"));
        }
        for found in &self.matches {
            let Match { id, name, of, compared, from, index } = found;
            let what = if *of == "lost" { "the lost positions" } else { "the values" };
            out = out.strong(format!("{id}  {name}")).plain("\n  ");
            out = out.plain(format_args!(
                "{what} agree in {compared} terms, from number {from} on with a({index}), …: all that were compared\n"
            ));
        }
        out
    }
}

/// The known sequences that agree with one in all terms that both have.
pub fn look_up(sequence: &[u128], of: &'static str) -> Vec<Match> {
    let mut found: Vec<Match> = SEQUENCES.lines().skip(1).filter_map(|line| compare(line, sequence, of)).collect();
    found.sort_by_key(|found| (std::cmp::Reverse(found.compared), found.from));
    found.truncate(MOST);
    found
}

fn compare(line: &'static str, sequence: &[u128], of: &'static str) -> Option<Match> {
    let mut fields = line.splitn(5, ',');
    let (id, offset, _, name) = (fields.next()?, fields.next()?.parse::<i64>().ok()?, fields.next()?, fields.next()?);
    // Terms that are no natural numbers, or too large, end the sequence.
    let terms: Vec<u128> = fields.next()?.split(' ').map_while(|term| term.parse().ok()).collect();
    let places = (0..=SKIPPED).flat_map(|from| (0..=SKIPPED).map(move |skipped| (from, skipped)));
    let mut best: Option<Match> = None;
    for (from, skipped) in places.filter(|(from, skipped)| *from == 0 || *skipped == 0) {
        let (Some(ours), Some(theirs)) = (sequence.get(from..), terms.get(skipped..)) else { continue };
        let compared = ours.len().min(theirs.len());
        let equal = ours[..compared] == theirs[..compared];
        if equal && tells(&ours[..compared]) && best.as_ref().is_none_or(|best| best.compared < compared) {
            best = Some(Match { id, name, of, compared, from, index: offset + skipped as i64 });
        }
    }
    best
}

/// Enough terms, and not all the same.
fn tells(terms: &[u128]) -> bool {
    terms.len() >= LEAST && terms.iter().any(|term| *term != terms[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_list_is_well_formed() {
        let mut seen = BTreeSet::new();
        for line in SEQUENCES.lines().skip(1) {
            let fields: Vec<&str> = line.split(',').collect();
            assert_eq!(fields.len(), 5, "{line}");
            assert!(fields[0].len() == 7 && fields[0].starts_with('A') && seen.insert(fields[0]), "{line}");
            assert!(
                ["OEIS", "computed"].contains(&fields[2])
                    && fields[4].split(' ').all(|term| term.parse::<i128>().is_ok()),
                "{line}"
            );
        }
        assert!(seen.len() > 200);
    }

    #[test]
    fn sequences_are_found_with_their_offset() {
        let squares: Vec<u128> = (0..40).map(|n| n * n).collect();
        let found = look_up(&squares, "values");
        assert_eq!((found[0].id, found[0].compared, found[0].from, found[0].index), ("A000290", 40, 0, 0));
        let found = look_up(&squares[1..], "values");
        assert_eq!((found[0].id, found[0].compared, found[0].index), ("A000290", 39, 1));
        let primes: Vec<u128> = (2..200).filter(|n| (2..*n).all(|d| n % d != 0)).collect();
        assert_eq!(look_up(&primes, "lost")[0].id, "A000040");
    }

    #[test]
    fn one_wrong_term_or_too_few_are_no_match() {
        let mut squares: Vec<u128> = (0..40).map(|n| n * n).collect();
        assert!(look_up(&squares[..11], "values").is_empty());
        squares[30] += 1;
        assert!(look_up(&squares, "values").iter().all(|found| found.id != "A000290"));
        assert!(look_up(&[1; 60], "values").is_empty());
    }
}
