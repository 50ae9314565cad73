//! Opponents of several strengths. The same sum and seed give the same reply, so that a game can be told again.

use crate::moves::first_moves;
use crate::{Checksum, Error, Judgement, Reply};
use grundy_rules::{Engine, Move, Sum};
use serde::Deserialize;

/// Moves among which a careless opponent chooses.
const LOOKED_AT: usize = 500;

/// How well an opponent plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Never errs.
    #[default]
    Perfect,
    /// Never errs; the reader tells what is wrong with each of the person's moves.
    Teaching,
    /// One move in three is the first that comes to mind.
    Careless,
    /// Every move is.
    Random,
}

impl Reply {
    /// The reply of an opponent of this strength.
    pub fn of_level(engine: &Engine, sum: &Sum, level: Level, seed: u64) -> Result<Reply, Error> {
        let dice = dice(sum, seed);
        match level {
            Level::Random => any(engine, sum, dice),
            Level::Careless if dice.is_multiple_of(3) => any(engine, sum, dice / 3),
            _ => Reply::new(engine, sum),
        }
    }
}

/// A number that looks like chance, the same on every machine: a checksum, its bits mixed as SplitMix64 does.
fn dice(sum: &Sum, seed: u64) -> u64 {
    let mixed = Checksum::of(&format!("{seed} {:?}", sum.key())).wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

fn any(engine: &Engine, sum: &Sum, dice: u64) -> Result<Reply, Error> {
    let moves = first_moves(engine, sum, LOOKED_AT)?.moves;
    let index = dice.checked_rem(moves.len() as u64).unwrap_or(0);
    let play: Option<Move> = moves.into_iter().nth(index as usize);
    let outcome = engine.outcome(sum)?;
    let after = play.as_ref().map(|play| sum.after(play));
    let verdict = match &after {
        Some(after) => Some(Judgement::of_leaving(engine.outcome(after)?)),
        None => None,
    };
    Ok(Reply { sum: sum.clone(), outcome, play, after, verdict, resistance: None, lasts: None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy::{Outcome, Watch};
    use grundy_rules::{Settings, catalogue};

    #[test]
    fn every_level_moves_legally_and_again_in_the_same_way() {
        let engine = Engine::new(catalogue::library(), Watch::default());
        let (mut erred, mut won) = (0, 0);
        for seed in 0..60 {
            let sum = engine.sum("kayles(7) + nim(5) + wythoff(3, 4)", &Settings::default()).unwrap();
            for level in [Level::Perfect, Level::Teaching, Level::Careless, Level::Random] {
                let reply = Reply::of_level(&engine, &sum, level, seed).unwrap();
                let again = Reply::of_level(&engine, &sum, level, seed).unwrap();
                let (play, after) = (reply.play.unwrap(), reply.after.unwrap());
                assert_eq!(Some(&play), again.play.as_ref());
                assert_eq!(sum.after(&play), after);
                let legal = crate::find_move(&engine, &Settings::default(), &sum, &play.to_string());
                assert_eq!(legal.unwrap().to.key(), play.to.key());
                let wins = engine.outcome(&after).unwrap() == Outcome::Previous;
                assert_eq!(reply.verdict == Some(Judgement::Wins), wins);
                assert!(wins || matches!(level, Level::Careless | Level::Random));
                if level == Level::Careless {
                    *(if wins { &mut won } else { &mut erred }) += 1;
                }
            }
        }
        assert!(erred > 0 && won > erred, "{erred} {won}");
    }

    #[test]
    fn no_move_is_left() {
        let engine = Engine::new(catalogue::library(), Watch::default());
        let sum = engine.sum("nim(0)", &Settings::default()).unwrap();
        assert!(Reply::of_level(&engine, &sum, Level::Random, 1).unwrap().play.is_none());
    }
}
