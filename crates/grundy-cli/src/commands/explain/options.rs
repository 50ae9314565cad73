//! The options of one component, grouped by their value, and the mex of these values.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::ControlFlow;

use grundy::{Ordinal, Value};
use grundy_rules::{Component, Engine, Error};
use serde_json::{Value as Json, json};

use crate::failure::Failure;
use crate::output::{BOLD, DIM, GOOD, paint};
use crate::report::positions;

/// Options that are looked at; a heap of 10^18 has more than anyone wants to read.
const MOST: u64 = 20_000;

/// Values that are listed.
const LISTED: usize = 24;

/// The options of a component by value.
pub struct Options {
    groups: BTreeMap<Ordinal, Group>,
    seen: u64,
    all: bool,
}

/// Options of one value.
struct Group {
    count: u64,
    example: String,
}

impl Options {
    /// Looks at the options.
    pub fn of(engine: &Engine, component: &Component) -> Result<Options, Failure> {
        let mut options = Options { groups: BTreeMap::new(), seen: 0, all: true };
        let mut failure = None;
        if engine.has_unbounded_options(component) {
            options.all = false;
            return Ok(options);
        }
        engine.options(component, &mut |parts| {
            if options.seen == MOST {
                options.all = false;
                return ControlFlow::Break(());
            }
            match value_of(engine, &parts) {
                Ok(value) => {
                    options.add(value, &parts);
                    ControlFlow::Continue(())
                }
                Err(error) => {
                    failure = Some(error);
                    ControlFlow::Break(())
                }
            }
        })?;
        failure.map_or(Ok(options), |error| Err(error.into()))
    }

    fn add(&mut self, value: Value, parts: &[(u128, Component)]) {
        self.seen += 1;
        let Some(value) = value.as_ordinal() else { return };
        let group = self.groups.entry(value).or_insert_with(|| Group { count: 0, example: sum_text(parts) });
        group.count += 1;
    }

    /// A table of values, with the gap that is the mex.
    pub fn text(&self, component: &Component, value: &Value) -> String {
        let mut out = format!("\n{} has value {}\n", paint(BOLD, component), paint(BOLD, value));
        if self.seen == 0 && self.all {
            out += "  There is no move. The least number missing from the empty set is 0.\n";
            return out;
        }
        if !self.all {
            let some = if self.seen > 0 { "; the first ones lead to" } else { "" };
            let _ = writeln!(out, "  It has too many options to list{some}.");
        }
        out += &self.table(value);
        if self.all {
            out += &self.mex_line(value);
        }
        out
    }

    fn table(&self, mex: &Value) -> String {
        if self.groups.is_empty() {
            return String::new();
        }
        let mut out = "  value  options  for example\n".to_owned();
        let gap = mex.as_ordinal();
        let mut gap_shown = !self.all;
        for (shown, (value, group)) in self.groups.iter().enumerate() {
            if !gap_shown && gap.as_ref().is_some_and(|gap| gap < value) {
                out += &gap_line(mex);
                gap_shown = true;
            }
            if shown == LISTED {
                let _ = writeln!(out, "  {}", paint(DIM, format!("… and {} more values", self.groups.len() - shown)));
                break;
            }
            let _ = writeln!(out, "  {:>5}  {:>7}  {}", value.to_string(), group.count, group.example);
        }
        if !gap_shown {
            out += &gap_line(mex);
        }
        out
    }

    /// `mex {0, 1, 3} = 2`.
    fn mex_line(&self, value: &Value) -> String {
        let shown: Vec<String> = self.groups.keys().take(LISTED).map(Ordinal::to_string).collect();
        let more = if self.groups.len() > LISTED { ", …" } else { "" };
        format!("  mex {{{}{more}}} = {value}: the least number that no move reaches\n", shown.join(", "))
    }

    /// The groups as JSON.
    pub fn to_json(&self, component: &Component) -> Json {
        let group = |(value, group): (&Ordinal, &Group)| json!({ "value": value.to_string(), "count": group.count, "example": group.example });
        json!({
            "position": component.to_string(),
            "complete": self.all,
            "by_value": self.groups.iter().map(group).collect::<Vec<_>>(),
        })
    }
}

fn gap_line(mex: &Value) -> String {
    format!("  {:>5}        -  {}\n", mex.to_string(), paint(GOOD, "<- missing: the mex"))
}

/// The value of the sum that a move leaves.
fn value_of(engine: &Engine, parts: &[(u128, Component)]) -> Result<Value, Error> {
    let odd = parts.iter().filter(|(count, _)| count % 2 == 1);
    odd.into_iter().try_fold(Value::Finite(0), |sum, (_, part)| Ok(sum.nim_sum(&engine.value(part)?)))
}

/// What a move leaves, as an EXPR.
fn sum_text(parts: &[(u128, Component)]) -> String {
    let text = positions(parts);
    if text.is_empty() { "nothing".into() } else { text.join(" + ") }
}
