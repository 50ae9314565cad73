//! Formulas: found and proved, or claimed and judged.

use grundy_pattern::pattern::{Patterns, Wanted, find};
use grundy_pattern::prove::{self, ATTEMPT, Claim, Question};
use grundy_report::{PatternReport, ProveReport, rules_of};

use super::sent::RULES;
use super::{Answer, Desk, Sent, ask};
use crate::Failure;

ask! {
    /// Formulas for the values or the lost positions.
    Pattern {
        /// The game; with rules of one's own, the kind.
        game: String,
        /// Formulas are found from positions with a sum of arguments up to this.
        to: Option<u64>,
    }
}

ask! {
    /// Claims to be proved or refuted.
    Prove {
        /// The game.
        game: String,
        /// The claims.
        claims: Vec<String>,
        /// The positions that count.
        domain as "where": Option<String>,
    }
}

/// The rules that are meant: those sent along, else those of the game.
fn rules(game: &str, kind: &str, sent: &Sent) -> Result<(String, String), Failure> {
    match &sent.rules {
        Some(rules) => Ok((RULES.to_owned(), rules.clone())),
        None => Ok(rules_of(game, kind)?),
    }
}

/// What is found for a game.
pub fn found(ask: &Pattern, sent: &Sent, desk: &Desk) -> Result<Patterns, Failure> {
    let (name, rules) = rules(&ask.game, "heap", sent)?;
    let kind = sent.rules.is_some().then_some(ask.game.as_str());
    let settings = [sent.settings()?];
    Ok(find(&Wanted { name: &name, rules: &rules, kind, settings: &settings, to: ask.to }, &desk.watch)?)
}

/// Answers `pattern`.
pub fn pattern(ask: Pattern, sent: &Sent, desk: &Desk) -> Result<Answer, Failure> {
    Answer::json(&PatternReport::new(&ask.game, 1, &found(&ask, sent, desk)?), desk)
}

/// What becomes of claims.
pub fn proved(ask: &Prove, sent: &Sent, desk: &Desk) -> Result<prove::Answer, Failure> {
    let claims: Vec<Claim> = ask.claims.iter().map(|text| Claim::read(text)).collect::<Result<_, _>>()?;
    let (name, rules) = rules(&ask.game, claims.first().map_or("", |claim| claim.kind.as_str()), sent)?;
    let (settings, domain) = (sent.settings()?, ask.domain.as_deref());
    let question =
        Question { name: &name, rules: &rules, settings: &settings, claims: &claims, domain, limits: ATTEMPT };
    Ok(prove::prove(&question, &desk.watch)?)
}

/// Answers `prove`. Refuted and undecided are answers, too.
pub fn prove(ask: Prove, sent: &Sent, desk: &Desk) -> Result<Answer, Failure> {
    let answer = proved(&ask, sent, desk)?;
    Answer::json(&ProveReport::new(&ask.game, &ask.claims, ask.domain.as_deref(), &answer), desk)
}
