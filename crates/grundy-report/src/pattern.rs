//! Formulas that were found: proved, observed or none.

use crate::Text;
use grundy_pattern::pattern::{Found, Patterns};
use grundy_pattern::prove::{Ends, Subject};
use serde::Serialize;

/// A formula or an automaton.
#[derive(Debug, Clone, Serialize)]
pub struct FormulaReport {
    /// The kind of positions.
    pub game: String,
    /// The family it belongs to.
    pub family: &'static str,
    /// The claim in the rule language; null for a bare automaton.
    pub text: Option<String>,
    /// `value` or `outcome`.
    pub of: &'static str,
    /// `proved` or `observed`.
    pub status: &'static str,
    /// `theorem`, `period` or `automaton` if it is proved.
    pub proof: Option<&'static str>,
    /// The name of the theorem, or the heap code whose period is proved.
    pub theorem: Option<String>,
    /// All positions up to this sum of arguments were compared with the plain definition.
    pub tested_to: u64,
    /// The positions that count; null for all.
    pub domain: Option<String>,
    /// Whether the proof only holds if play ends.
    pub if_play_ends: bool,
    /// The states of the automata, one list for each setting of params.
    pub states: Vec<Vec<usize>>,
    /// How automata give values and how numbers are written.
    pub encoding: Option<String>,
}

/// A formula that failed.
#[derive(Debug, Clone, Serialize)]
pub struct RejectedReport {
    /// The claim.
    pub text: String,
    /// The position that refutes it.
    pub witness: String,
}

/// What was found for a game.
#[derive(Debug, Clone, Serialize)]
pub struct PatternReport {
    /// The game as it was named.
    pub game: String,
    /// The settings of params that all formulas hold for.
    pub settings: usize,
    /// Best first.
    pub formulas: Vec<FormulaReport>,
    /// Runner-ups.
    pub rejected: Vec<RejectedReport>,
    /// What stood in the way.
    pub reasons: Vec<String>,
}

impl PatternReport {
    /// The report on a game of this name, looked at for so many settings of its params.
    pub fn new(game: &str, settings: usize, patterns: &Patterns) -> PatternReport {
        let rejected = patterns.rejected.iter();
        PatternReport {
            game: game.to_owned(),
            settings,
            formulas: patterns.found.iter().map(formula).collect(),
            rejected: rejected.map(|r| RejectedReport { text: r.text.clone(), witness: r.witness.clone() }).collect(),
            reasons: patterns.reasons.clone(),
        }
    }

    /// For people.
    pub fn text(&self) -> Text {
        let mut out = Text::default();
        if self.formulas.is_empty() {
            out = out.plain(format_args!("{}: no pattern found\n", self.game));
            for reason in &self.reasons {
                out = out.quiet(format!("  {reason}")).plain("\n");
            }
        }
        let mut before = None;
        for formula in &self.formulas {
            // A formula that is proved twice stands there once.
            let again = formula.text.is_some() && before == formula.text.as_ref();
            out = self.formula(out, formula, again);
            before = formula.text.as_ref();
        }
        if !self.rejected.is_empty() {
            out = out.quiet("not:").plain("\n");
        }
        for rejected in &self.rejected {
            out = out.quiet(format!("  {} (fails at {})", rejected.text, rejected.witness)).plain("\n");
        }
        out
    }

    fn formula(&self, out: Text, formula: &FormulaReport, again: bool) -> Text {
        let of = if formula.of == "value" { "values" } else { "lost positions" };
        let bare = match formula.proof {
            Some("automaton") | None => format!("{}: an automaton for the {of}", formula.game),
            Some(_) => format!("{}: the {of}", formula.game),
        };
        let head = out;
        let out =
            if again { head.plain("  ") } else { head.strong(formula.text.as_ref().unwrap_or(&bare)).plain("\n  ") };
        let settings = if self.settings > 1 { format!(" for all {} settings", self.settings) } else { String::new() };
        let within = formula.domain.as_ref().map_or_else(String::new, |domain| format!(" with {domain}"));
        if formula.status == "observed" {
            let range = format!(
                "it holds for all positions{within} with a sum of arguments up to {}, nothing more",
                formula.tested_to
            );
            return out.strong("observed").plain(format_args!("{settings}: {range}\n"));
        }
        if formula.proof == Some("period") {
            let code = shortened(formula.theorem.as_deref().unwrap_or_default());
            return out.good("proved").plain(format_args!(
                " for all positions, by the period of {code}; the independent checker has accepted its certificate\n"
            ));
        }
        if let (Some("theorem"), Some(theorem), None) = (formula.proof, &formula.theorem, &formula.domain) {
            return out
                .good("proved")
                .plain(format_args!(" for all positions{settings}, by the theorem `{theorem}`\n"));
        }
        if formula.proof == Some("theorem") {
            let domain = formula.domain.as_deref().unwrap_or("true");
            return out
                .good("proved")
                .plain(format_args!(" for all positions and params with {domain}, by a theorem\n"));
        }
        let ends = if formula.if_play_ends { ", if play ends" } else { "" };
        let states: Vec<String> = formula.states.iter().flatten().take(8).map(usize::to_string).collect();
        let encoding = formula.encoding.as_deref().unwrap_or_default();
        out.good("proved").plain(format_args!(
            " for all positions{within}{settings}{ends} ({encoding}; states {}); the independent checker has accepted\n",
            states.join(", ")
        ))
    }
}

/// The beginning of a code.
fn shortened(text: &str) -> String {
    if text.chars().count() <= 80 { text.to_owned() } else { text.chars().take(79).chain(['…']).collect() }
}

/// The way of proof.
fn proof(found: &Found) -> Option<&'static str> {
    match &found.recognised {
        Some(known) if known.certificate.is_some() => Some("period"),
        Some(_) => Some("theorem"),
        None if found.theorem.is_some() => Some("theorem"),
        None => found.is_proved().then_some("automaton"),
    }
}

fn formula(found: &Found) -> FormulaReport {
    let (first, for_all) = (found.shown.first(), found.theorem.as_ref());
    FormulaReport {
        game: found.game.clone(),
        family: found.family,
        text: found.text.clone(),
        of: if found.subject == Subject::Value { "value" } else { "outcome" },
        status: if found.is_proved() { "proved" } else { "observed" },
        proof: proof(found),
        theorem: found
            .recognised
            .as_ref()
            .map(|known| known.theorem.clone())
            .or_else(|| for_all.map(|t| t.theorem.clone())),
        tested_to: found.tested_to,
        domain: for_all.map(|theorem| theorem.domain.clone()).or_else(|| found.domain.clone()),
        if_play_ends: found.shown.iter().any(|s| s.ends == Ends::Assumed),
        states: found.shown.iter().map(|s| s.states.iter().map(|s| s.1).collect()).collect(),
        encoding: first.map(|s| format!("{}, {}", s.encoding, s.numeration)),
    }
}
