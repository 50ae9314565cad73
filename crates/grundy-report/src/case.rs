//! A case of a contest problem: its answer, the components with their values, the XOR and who wins.

use crate::{Line, Text, json};
use grundy::{Outcome, Value};
use grundy_rules::Explained;
use serde::Serialize;

/// The longest text of a position or an answer that is shown.
const MOST_LETTERS: usize = 60;

/// One case, explained.
#[derive(Debug, Clone, Serialize)]
pub struct CaseReport {
    /// The number of the case, from 1.
    #[serde(serialize_with = "json::text")]
    pub case: i128,
    /// What is printed.
    pub answer: String,
    /// The first components of the play position.
    pub components: Vec<Line>,
    /// How many more there are.
    pub left_out: usize,
    /// The XOR of all values.
    #[serde(serialize_with = "json::text_if")]
    pub value: Option<Value>,
    /// Who wins; nothing if there is no play position.
    #[serde(serialize_with = "json::text_if")]
    pub outcome: Option<Outcome>,
}

impl From<&Explained> for CaseReport {
    fn from(case: &Explained) -> CaseReport {
        let line = |(count, component, value): &(u128, _, _)| Line {
            component: grundy_rules::Component::clone(component),
            count: *count,
            value: Option::clone(value),
        };
        CaseReport {
            case: case.case,
            answer: case.answer.clone(),
            components: case.components.iter().map(line).collect(),
            left_out: case.left_out,
            value: case.value.clone(),
            outcome: case.outcome,
        }
    }
}

impl CaseReport {
    /// For people: a few lines.
    pub fn text(&self) -> Text {
        let answer: Vec<&str> = self.answer.split_whitespace().collect();
        let mut out = Text::default().plain(format_args!("case {}: {}\n", self.case, cut(&answer.join(" "))));
        let value = |line: &Line| line.value.as_ref().map_or(String::from("no value"), Value::to_string);
        let lines: Vec<_> = self.components.iter().map(|line| (cut(&line.text()), value(line))).collect();
        let width = lines.iter().map(|(left, _)| left.chars().count()).max().unwrap_or(0);
        for (left, value) in lines {
            out = out.plain(format_args!("  {left:width$}  {value}\n"));
        }
        if self.left_out > 0 {
            out = out.plain(format_args!("  … and {} more components\n", self.left_out));
        }
        let verdict = match self.outcome {
            Some(Outcome::Next) => "the player to move wins",
            Some(Outcome::Previous) => "the player to move loses",
            Some(Outcome::Draw) => "a draw",
            None => "no play position: the answer asks for what it needs",
        };
        let value = self.value.as_ref().map_or(String::new(), |value| format!("XOR {value}: "));
        out.plain(format_args!("  {value}{verdict}\n"))
    }
}

/// The start of a long text.
fn cut(text: &str) -> String {
    match text.char_indices().nth(MOST_LETTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
