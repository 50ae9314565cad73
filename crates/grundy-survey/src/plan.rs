//! A survey cut into units: runs of consecutive games, the same cut in every process.

use crate::games::Game;
use grundy_report::{Checksum, Error};
use std::ops::Range;
use std::str::FromStr;

/// Looks at smaller heaps in one unit, if no period ends a game before; a heap costs about as many as it is large. A second or more of work
/// for codes that do not end early.
const WORK: u64 = 1 << 34;
/// Games of one unit at most.
const MOST_GAMES: u64 = 1 << 10;

/// The games of a survey and the last heap.
#[derive(Debug, Clone)]
pub struct Plan {
    games: Vec<Game>,
    to: u64,
}

impl Plan {
    /// The survey of these games up to this heap.
    pub fn new(games: Vec<Game>, to: u64) -> Plan {
        Plan { games, to }
    }

    /// All games, in order.
    pub fn games(&self) -> &[Game] {
        &self.games
    }

    /// The last heap.
    pub fn to(&self) -> u64 {
        self.to
    }

    /// How many units there are.
    pub fn units(&self) -> usize {
        self.games.len().div_ceil(self.unit_size())
    }

    /// Which games are in a unit.
    pub fn range(&self, unit: usize) -> Range<usize> {
        let count = self.games.len();
        let start = unit.saturating_mul(self.unit_size()).min(count);
        start..start.saturating_add(self.unit_size()).min(count)
    }

    /// The games of a unit.
    pub fn unit(&self, unit: usize) -> &[Game] {
        &self.games[self.range(unit)]
    }

    fn unit_size(&self) -> usize {
        let of_a_game = self.to.saturating_mul(self.to).max(1);
        (WORK / of_a_game).clamp(1, MOST_GAMES) as usize
    }

    /// What is surveyed, by which version: one line.
    pub fn head(&self) -> String {
        let all: String = self.games.iter().map(|game| format!("{}\n", game.identity)).collect();
        let (version, count, sum) = (env!("CARGO_PKG_VERSION"), self.games.len(), Checksum::of(&all));
        format!("grundy survey {version}, {count} games {sum:016x}, to {}, units of {}", self.to, self.unit_size())
    }
}

/// `2/5`: the second of five shares, the units 1, 6, 11, … counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    index: usize,
    of: usize,
}

impl Shard {
    /// Everything.
    pub const ALL: Shard = Shard { index: 0, of: 1 };

    /// The units of this share.
    pub fn units(self, plan: &Plan) -> impl Iterator<Item = usize> {
        (self.index..plan.units()).step_by(self.of)
    }
}

impl FromStr for Shard {
    type Err = Error;

    fn from_str(text: &str) -> Result<Shard, Error> {
        let parsed = text.split_once('/').and_then(|(i, n)| Some((i.parse::<usize>().ok()?, n.parse::<usize>().ok()?)));
        match parsed {
            Some((i, of)) if 1 <= i && i <= of => Ok(Shard { index: i - 1, of }),
            _ => Err(Error::Bad(format!("shard {text}: expected i/N with 1 <= i <= N, such as 2/5"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Choice;
    use grundy::Watch;

    fn plan(to: u64) -> Plan {
        let choice = Choice { digits: Some(3), ..Choice::default() };
        Plan::new(choice.games(&|_| Err(String::new()), &Watch::default()).unwrap(), to)
    }

    #[test]
    fn units_are_the_whole_in_order() {
        for to in [0, 100, 1 << 16, u64::MAX] {
            let plan = plan(to);
            let joined: Vec<usize> = (0..plan.units()).flat_map(|unit| plan.range(unit)).collect();
            assert_eq!(joined, (0..plan.games().len()).collect::<Vec<_>>(), "{to}");
            assert!(plan.unit(plan.units() + 7).is_empty());
        }
    }

    #[test]
    fn shares_are_the_whole() {
        let plan = plan(1 << 16);
        let shares = ["1/3", "2/3", "3/3"].map(|text| text.parse::<Shard>().unwrap());
        let mut units: Vec<usize> = shares.iter().flat_map(|shard| shard.units(&plan)).collect();
        units.sort_unstable();
        assert_eq!(units, Shard::ALL.units(&plan).collect::<Vec<_>>());
        for wrong in ["0/3", "4/3", "1", "a/b", "1/0"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
