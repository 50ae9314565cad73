//! What is said about a sum: its components, value, outcome and winning moves. `solve` prints it, `explain` starts from it.

use grundy::{Outcome, Value};
use grundy_rules::{Component, Engine, Error, Move, Sum, Term};
use serde_json::{Value as Json, json};

use crate::output::{BAD, BOLD, DIM, GOOD, paint};

/// One term of the sum.
pub struct Line {
    /// How many copies.
    pub count: u128,
    /// The position.
    pub component: Component,
    /// Its value; none under misère play.
    pub value: Option<Value>,
    /// The method that found it.
    pub strategy: String,
}

/// Everything that `solve` says.
pub struct Report {
    /// The sum as it was understood.
    pub text: String,
    /// Its terms.
    pub lines: Vec<Line>,
    /// Its value; none under misère play.
    pub value: Option<Value>,
    /// Who wins.
    pub outcome: Outcome,
    /// Some winning moves.
    pub moves: Vec<Move>,
    /// Whether these are all.
    pub complete: bool,
}

impl Report {
    /// Solves the sum.
    pub fn new(engine: &Engine, sum: &Sum, most_moves: usize) -> Result<Report, Error> {
        let lines = sum.terms.iter().map(|term| {
            let value = if sum.misere { None } else { Some(engine.value(&term.component)?) };
            let strategy = engine.strategy(&term.component)?;
            Ok(Line { count: term.count, component: term.component.clone(), value, strategy })
        });
        let lines = lines.collect::<Result<Vec<_>, Error>>()?;
        let value = if sum.misere { None } else { Some(engine.sum_value(sum)?) };
        let found = engine.winning_moves(sum, most_moves)?;
        let outcome = engine.outcome(sum)?;
        Ok(Report { text: sum.to_string(), lines, value, outcome, moves: found.moves, complete: found.complete })
    }

    /// The agreed keys of `solve --json`.
    pub fn to_json(&self) -> Json {
        json!({
            "expr": self.text,
            "value": self.value.as_ref().map(Value::to_string),
            "outcome": self.outcome.to_string(),
            "winning_moves": self.moves.iter().map(move_json).collect::<Vec<_>>(),
            "winning_moves_complete": self.complete,
            "strategy": self.lines.iter().map(|line| line.strategy.clone()).collect::<Vec<_>>(),
            "components": self.lines.iter().map(line_json).collect::<Vec<_>>(),
        })
    }

    /// For people.
    pub fn to_text(&self) -> String {
        let mut out = format!("{}\n\n", paint(BOLD, &self.text));
        out += &self.components_text();
        out += &match &self.value {
            Some(value) => format!("value    {}\n", paint(BOLD, value)),
            None => format!("value    none {}\n", paint(DIM, "(misère play: a sum is not the XOR of its parts)")),
        };
        out += &format!("outcome  {}\n", outcome_text(self.outcome));
        out + &self.moves_text()
    }

    fn components_text(&self) -> String {
        let texts: Vec<String> = self.lines.iter().map(Line::text).collect();
        let value = |line: &Line| line.value.as_ref().map_or("-".into(), Value::to_string);
        let values: Vec<String> = self.lines.iter().map(value).collect();
        let longest = |texts: &[String]| texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
        let (width, digits) = (longest(&texts).min(60), longest(&values).clamp(4, 40));
        let mut out = String::new();
        for ((line, text), value) in self.lines.iter().zip(texts).zip(values) {
            let strategy = paint(DIM, format!("({})", line.strategy));
            out += &format!("  {text:width$}  {value:>digits$}  {strategy}\n");
        }
        if out.is_empty() { out } else { out + "\n" }
    }

    fn moves_text(&self) -> String {
        if self.outcome != Outcome::Next {
            return String::new();
        }
        let count =
            if self.complete { self.moves.len().to_string() } else { format!("the first {}", self.moves.len()) };
        let mut out = format!("\nwinning moves ({count})\n");
        for play in &self.moves {
            out += &format!("  {play}\n");
        }
        if !self.complete {
            out += &format!("  {}\n", paint(DIM, "… there may be more (--moves N lists up to N)"));
        }
        out
    }
}

impl Line {
    /// The term as an EXPR.
    pub fn text(&self) -> String {
        term_text(self.count, &self.component)
    }
}

/// A move as the agreed JSON object.
pub fn move_json(play: &Move) -> Json {
    json!({ "component": play.component, "from": play.from.to_string(), "to": positions(&play.to) })
}

/// Each term of what a move leaves, as an EXPR.
pub fn positions(left: &Sum) -> Vec<String> {
    left.terms.iter().map(Term::to_string).collect()
}

fn term_text(count: u128, position: &Component) -> String {
    if count == 1 { position.to_string() } else { format!("{count}*{position}") }
}

fn line_json(line: &Line) -> Json {
    json!({
        "position": line.component.to_string(),
        // Counts can be larger than a JSON reader's integers.
        "count": line.count.to_string(),
        "value": line.value.as_ref().map(Value::to_string),
    })
}

/// The outcome in plain words.
pub fn outcome_text(outcome: Outcome) -> String {
    match outcome {
        Outcome::Next => format!("{}: the player to move wins", paint(GOOD, "N")),
        Outcome::Previous => format!("{}: the player to move loses", paint(BAD, "P")),
        Outcome::Draw => format!("{}: nobody can force a win", paint(BOLD, "draw")),
    }
}
