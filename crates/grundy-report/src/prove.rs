//! Typed claims: proved, refuted or not decided.

use crate::{Error, Text};
use grundy::heap::Rule;
use grundy_pattern::code_rules;
use grundy_pattern::prove::{Answer, Ends, Shown, Status};
use grundy_rules::catalogue;
use serde::Serialize;
use std::collections::BTreeMap;

/// The rules of a game of the catalogue or of a code, and what they are called in messages; the positions of a code get this kind.
pub fn rules_of(game: &str, kind: &str) -> Result<(String, String), Error> {
    if let Some(entry) = catalogue::find(game) {
        if entry.is_native() {
            return Err(Error::Bad(format!("{game} is not given by rules: nothing can be proved from them")));
        }
        return Ok((entry.name.to_owned(), entry.text.to_owned()));
    }
    let code: Rule = game.parse().map_err(|_| Error::Bad(format!("unknown game `{game}`")))?;
    match code_rules(&code, kind) {
        Some(text) => Ok((game.to_owned(), text)),
        None => Err(Error::Bad(format!("{game}: only finite codes that leave at most two heaps can be proved"))),
    }
}

/// The answer to claims.
#[derive(Debug, Clone, Serialize)]
pub struct ProveReport {
    /// The game as it was named.
    pub game: String,
    /// The claims.
    pub claims: Vec<String>,
    /// The positions that count; all, if there is none.
    pub domain: Option<String>,
    /// `proved`, `refuted` or `unknown`.
    pub status: &'static str,
    /// The position that refutes.
    pub witness: Option<String>,
    /// What the claim says there.
    pub claimed: Option<String>,
    /// What is true there.
    pub actual: Option<String>,
    /// Whether no smaller position refutes.
    pub witness_is_least: Option<bool>,
    /// `automaton` or `theorem` if it is proved.
    pub proof: Option<&'static str>,
    /// The theorem, and what it demands of params.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theorem: Option<String>,
    /// Params without a value: the answer is for all natural ones.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub free_params: Vec<String>,
    /// How automata give values.
    pub encoding: Option<&'static str>,
    /// How numbers are written.
    pub numeration: Option<String>,
    /// The states of the automaton of each kind.
    pub states: Option<BTreeMap<String, usize>>,
    /// `measure`, `promised` by the rules, or `assumed`: then the proof holds if play ends.
    pub play_ends: Option<&'static str>,
    /// The measure that falls.
    pub measure: Option<String>,
    /// All positions with a smaller sum of arguments were compared with the plain definition.
    pub tested_below: u64,
    /// Why nothing was decided.
    pub reason: Option<String>,
}

impl ProveReport {
    /// The report on claims about a game of this name.
    pub fn new(game: &str, claims: &[String], domain: Option<&str>, answer: &Answer) -> ProveReport {
        let (witness, shown) = (answer.witness.as_ref(), answer.shown.as_ref());
        let ends = shown.map(|shown: &Shown| match &shown.ends {
            Ends::Measure(measure) => ("measure", Some(measure.clone())),
            Ends::Promised => ("promised", None),
            Ends::Assumed => ("assumed", None),
        });
        ProveReport {
            game: game.to_owned(),
            claims: claims.to_vec(),
            domain: domain.map(str::to_owned).or_else(|| answer.theorem.as_ref().map(|t| t.domain.clone())),
            status: match answer.status {
                Status::Proved => "proved",
                Status::Refuted => "refuted",
                Status::Unknown => "unknown",
            },
            witness: witness.map(|w| w.position.clone()),
            claimed: witness.and_then(|w| w.claimed.clone()),
            actual: witness.and_then(|w| w.actual.clone()),
            witness_is_least: witness.map(|w| w.least),
            proof: answer.theorem.as_ref().map(|_| "theorem").or(shown.map(|_| "automaton")),
            theorem: answer.theorem.as_ref().map(|t| t.theorem.clone()),
            free_params: answer.free.clone(),
            encoding: shown.map(|s| s.encoding),
            numeration: shown.map(|s| s.numeration.clone()),
            states: shown.map(|s| s.states.iter().cloned().collect()),
            play_ends: ends.as_ref().map(|e| e.0),
            measure: ends.and_then(|e| e.1),
            tested_below: answer.tested_below,
            reason: answer.reason.clone(),
        }
    }

    /// For people.
    pub fn text(&self) -> Text {
        let mut out = Text::default();
        for claim in &self.claims {
            out = out.strong(claim).plain("\n");
        }
        if let Some(domain) = &self.domain {
            out = out.plain(format_args!("  where {domain}\n"));
        }
        match self.status {
            "proved" => self.proved(out.plain("  ").good("proved")),
            "refuted" => self.refuted(out.plain("  ").bad("refuted")),
            _ => {
                let reason = self.reason.as_deref().unwrap_or("no reason");
                let tested = format!("it holds for all positions with a sum of arguments below {}", self.tested_below);
                out.plain("  ").strong("not decided").plain(format_args!(": {reason}\n")).quiet(format!("  {tested}\n"))
            }
        }
    }

    /// `and all natural L, R`, behind what is said of all positions.
    fn all_params(&self) -> String {
        if self.free_params.is_empty() {
            String::new()
        } else {
            format!(" and all natural {}", self.free_params.join(", "))
        }
    }

    fn proved(&self, out: Text) -> Text {
        if let Some(theorem) = &self.theorem {
            return out.plain(format_args!(" for all positions where this holds, by the theorem `{theorem}`\n"));
        }
        let params = self.all_params();
        let out = match self.play_ends {
            Some("measure") => {
                let measure = self.measure.as_deref().unwrap_or_default();
                out.plain(format_args!(" for all positions{params}; play ends: every move lowers {measure}\n"))
            }
            Some("promised") => {
                out.plain(format_args!(" for all positions{params}; play ends, as the rules promise\n"))
            }
            _ => out.plain(format_args!(
                " for all positions{params}, if play ends: no measure was found that every move lowers\n"
            )),
        };
        let states = self.states.iter().flatten().map(|(kind, n)| format!("{kind} {n}")).collect::<Vec<_>>().join(", ");
        let (encoding, numeration) =
            (self.encoding.unwrap_or_default(), self.numeration.as_deref().unwrap_or_default());
        let how =
            format!("  automata ({encoding}, {numeration}; states: {states}); the independent checker has accepted");
        out.quiet(how).plain("\n")
    }

    fn refuted(&self, out: Text) -> Text {
        let Some(witness) = &self.witness else {
            return out.plain(": a position with a wrong value exists, but none was found\n");
        };
        let out = out.plain(" at ").strong(witness);
        let out = match (&self.claimed, &self.actual) {
            (Some(claimed), Some(actual)) => out.plain(format_args!(": claimed {claimed}, it is {actual}\n")),
            _ => out.plain("\n"),
        };
        match self.witness_is_least {
            Some(true) => out.quiet("  no smaller position refutes").plain("\n"),
            _ => out,
        }
    }
}
