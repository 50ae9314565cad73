//! What is said about a sum: its components, value, outcome and winning moves.

use crate::moves::{is_over, winning};
use crate::{Error, Text, json};
use grundy::{Outcome, Value};
use grundy_rules::pattern::Told;
use grundy_rules::{Component, Engine, Error as RulesError, Move, Sum, Term};
use serde::Serialize;

/// One term of a sum.
#[derive(Debug, Clone, Serialize)]
pub struct Line {
    /// The position.
    #[serde(rename = "position", serialize_with = "json::text")]
    pub component: Component,
    /// How many copies: as text, since it can be larger than a JSON reader's integers.
    #[serde(serialize_with = "json::text")]
    pub count: u128,
    /// The value of one of them; none under misère play.
    #[serde(serialize_with = "json::text_if")]
    pub value: Option<Value>,
}

/// Everything that `solve` says.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// The sum as it was understood.
    #[serde(rename = "expr", serialize_with = "json::text")]
    pub sum: Sum,
    /// Its value; none under misère play, and where only the outcome is within reach.
    #[serde(serialize_with = "json::text_if")]
    pub value: Option<Value>,
    /// Who wins.
    #[serde(serialize_with = "json::text")]
    pub outcome: Outcome,
    /// Some winning moves.
    #[serde(rename = "winning_moves", serialize_with = "json::plays")]
    pub moves: Vec<Move>,
    /// Whether these are all.
    #[serde(rename = "winning_moves_complete")]
    pub complete: bool,
    /// The method that answered for each term.
    pub strategy: Vec<String>,
    /// The terms.
    #[serde(rename = "components")]
    pub lines: Vec<Line>,
    /// `observed` if the answer relies on a pattern that was only observed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trust: Option<&'static str>,
    /// The pattern that answered for each term.
    #[serde(skip)]
    pub told: Vec<Option<Told>>,
    /// Whether this is misère play with no move left, which wins.
    #[serde(skip)]
    pub won_without_move: bool,
}

impl Report {
    /// Solves a sum and looks for at most so many winning moves.
    pub fn new(engine: &Engine, sum: &Sum, most_moves: usize) -> Result<Report, Error> {
        let without_value = sum.misere || engine.has_only_outcome(sum)?;
        let (mut lines, mut strategy, mut told) = (Vec::new(), Vec::new(), Vec::new());
        for Term { count, component } in &sum.terms {
            let value = if without_value { None } else { Some(engine.any_value(component)?) };
            let pattern = engine.pattern(component)?;
            strategy.push(match &pattern {
                Some(_) => "pattern".to_owned(),
                None => method(engine, component, value.as_ref())?,
            });
            told.push(pattern);
            lines.push(Line { component: component.clone(), count: *count, value });
        }
        // Sums that have no value here are refused with the outcome.
        let outcome = engine.outcome(sum)?;
        let value = if without_value { None } else { Some(total(&lines)) };
        let found = winning(engine, sum, outcome, most_moves)?;
        let may_be_over = sum.misere && outcome == Outcome::Next && found.moves.is_empty();
        let won_without_move = may_be_over && is_over(engine, sum)?;
        Ok(Report {
            sum: sum.clone(),
            value,
            outcome,
            moves: found.moves,
            complete: found.complete,
            strategy,
            lines,
            trust: engine.take_trust().then_some("observed"),
            told,
            won_without_move,
        })
    }

    /// For people. `how` says how to get more moves, behind the remark that there may be more.
    pub fn text(&self, how: &str) -> Text {
        let out = Text::default().strong(&self.sum).plain("\n\n").then(self.components_text());
        let out = match &self.value {
            Some(value) => out.plain("value    ").strong(value),
            None if self.sum.misere => {
                out.plain("value    none ").quiet("(misère play: a sum is not the XOR of its parts)")
            }
            None => out
                .plain("value    not known ")
                .quiet("(who wins is known without it; the search for the value does not reach it)"),
        };
        let out = out.plain("\noutcome  ").then(outcome_text(self.outcome)).plain("\n");
        let out = match self.trust {
            Some(_) => out.strong("observed").plain(" patterns were trusted: this is not proved\n"),
            None => out,
        };
        out.then(self.moves_text(how))
    }

    fn components_text(&self) -> Text {
        let texts: Vec<String> = self.lines.iter().map(Line::text).collect();
        let value = |line: &Line| line.value.as_ref().map_or("-".into(), Value::to_string);
        let values: Vec<String> = self.lines.iter().map(value).collect();
        let longest = |texts: &[String]| texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
        let (width, digits) = (longest(&texts).min(60), longest(&values).clamp(4, 40));
        let mut out = Text::default();
        for ((strategy, text), value) in self.strategy.iter().zip(texts).zip(values) {
            out = out.plain(format_args!("  {text:width$}  {value:>digits$}  "));
            out = out.quiet(format_args!("({strategy})")).plain("\n");
        }
        if self.lines.is_empty() { out } else { out.plain("\n") }
    }

    fn moves_text(&self, how: &str) -> Text {
        let mut out = Text::default();
        if self.outcome != Outcome::Next {
            return out;
        }
        if self.won_without_move {
            return out.plain("\nno move is left, and under misère play that wins\n");
        }
        let first = if self.complete { "" } else { "the first " };
        out = out.plain(format_args!("\nwinning moves ({first}{})\n", self.moves.len()));
        for play in &self.moves {
            out = out.plain(format_args!("  {play}\n"));
        }
        if self.complete { out } else { out.plain("  ").quiet(format_args!("… there may be more{how}")).plain("\n") }
    }
}

impl Line {
    /// The term as an EXPR.
    pub fn text(&self) -> String {
        Term { count: self.count, component: self.component.clone() }.to_string()
    }
}

/// The name of the method that answered.
fn method(engine: &Engine, component: &Component, value: Option<&Value>) -> Result<String, Error> {
    match engine.strategy(component) {
        Err(RulesError::Loopy(_)) if matches!(value, Some(Value::Loopy(_))) => Ok("loopy search".to_owned()),
        name => Ok(name?),
    }
}

/// The value of a sum. Equal parts cancel if they behave like a Nim heap; two from which play may go on for ever are ∞(∅), as are more.
fn total(lines: &[Line]) -> Value {
    lines.iter().fold(Value::Finite(0), |total, line| {
        let Some(value) = &line.value else { return total };
        let copies = if matches!(value, Value::Loopy(_)) { line.count.min(2) } else { line.count % 2 };
        (0..copies).fold(total, |total, _| total.nim_sum(value))
    })
}

/// The value of a sum under normal play, loopy or not; none under misère play.
pub(crate) fn value_of(engine: &Engine, sum: &Sum) -> Result<Option<Value>, Error> {
    if sum.misere {
        return Ok(None);
    }
    match engine.sum_value(sum) {
        Err(RulesError::Loopy(_)) => {
            let line = |term: &Term| {
                let value = Some(engine.any_value(&term.component)?);
                Ok(Line { component: term.component.clone(), count: term.count, value })
            };
            Ok(Some(total(&sum.terms.iter().map(line).collect::<Result<Vec<_>, Error>>()?)))
        }
        value => Ok(Some(value?)),
    }
}

/// The outcome in plain words.
pub(crate) fn outcome_text(outcome: Outcome) -> Text {
    let out = Text::default();
    match outcome {
        Outcome::Next => out.good("N").plain(": the player to move wins"),
        Outcome::Previous => out.bad("P").plain(": the player to move loses"),
        Outcome::Draw => out.strong("draw").plain(": nobody can force a win"),
    }
}
