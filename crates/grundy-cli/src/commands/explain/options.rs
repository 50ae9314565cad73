//! The options of one component, grouped by their value, and the mex of these values.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::ControlFlow;

use grundy::{Ordinal, Value};
use grundy_rules::{Component, Engine};
use serde_json::{Value as Json, json};

use crate::failure::Failure;
use crate::output::{BOLD, DIM, GOOD, paint};
use crate::report::positions;

/// Options that are looked at; a heap of 10^18 has more than anyone wants to read.
const MOST: u64 = 20_000;

/// Values that are listed.
const LISTED: usize = 24;

/// Turns of a range without an end that are looked at.
const TURNS: u64 = 6;

/// Multiples of w below an infinite value of which an option is shown.
const MULTIPLES: u128 = 8;

/// The options of a component by value.
pub struct Options {
    groups: BTreeMap<Ordinal, Group>,
    seen: u64,
    /// Whether every option was looked at.
    all: bool,
    /// Whether there are infinitely many.
    endless: bool,
}

/// Options of one value.
struct Group {
    count: u64,
    example: String,
}

impl Options {
    /// Looks at the options.
    pub fn of(engine: &Engine, component: &Component) -> Result<Options, Failure> {
        let mut options = Options { groups: BTreeMap::new(), seen: 0, all: true, endless: false };
        let mut failure = None;
        let endless = engine.first_options(component, TURNS, &mut |parts| {
            if options.seen == MOST {
                options.all = false;
                return ControlFlow::Break(());
            }
            match engine.option_value(&parts) {
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
        if let Some(error) = failure {
            return Err(error.into());
        }
        if endless {
            (options.all, options.endless) = (false, true);
            options.add_landmarks(engine, component)?;
        }
        Ok(options)
    }

    /// Options of infinitely many: of each multiple of w below the value, and of what comes just before it.
    fn add_landmarks(&mut self, engine: &Engine, component: &Component) -> Result<(), Failure> {
        let Some((omegas, rest)) = engine.value(component)?.as_ordinal().as_ref().and_then(Ordinal::as_omega_times)
        else {
            return Ok(());
        };
        let before = rest.checked_sub(1).map(|rest| Ordinal::omega_times(omegas, rest));
        let multiples = (0..omegas.min(MULTIPLES)).map(|multiple| Ordinal::omega_times(multiple, 0));
        for value in multiples.chain(before) {
            if self.groups.contains_key(&value) {
                continue;
            }
            if let Some(parts) = engine.option_with_value(component, &Value::from(value.clone()))? {
                self.add(value.into(), &parts);
            }
        }
        Ok(())
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
        if self.endless {
            let _ = writeln!(out, "  It has infinitely many options, among them:");
        } else if !self.all {
            let some = if self.seen > 0 { "; the first ones lead to" } else { "" };
            let _ = writeln!(out, "  It has too many options to list{some}.");
        }
        out += &self.table(value);
        if self.all {
            out += &self.mex_line(value);
        } else if self.endless {
            out += &self.endless_mex(value);
        }
        out
    }

    fn table(&self, mex: &Value) -> String {
        if self.groups.is_empty() {
            return String::new();
        }
        let width = self.groups.keys().chain(mex.as_ordinal().as_ref()).map(|value| value.to_string().len()).max();
        let width = width.unwrap_or(0).max(5);
        let mut out = format!("  {:>width$}  options  for example\n", "value");
        let gap = mex.as_ordinal();
        let gap_line = || format!("  {:>width$}        -  {}\n", mex.to_string(), paint(GOOD, "<- missing: the mex"));
        let mut gap_shown = !self.all && !self.endless;
        for (shown, (value, group)) in self.groups.iter().enumerate() {
            if !gap_shown && gap.as_ref().is_some_and(|gap| gap < value) {
                out += &gap_line();
                gap_shown = true;
            }
            if shown == LISTED {
                let _ = writeln!(out, "  {}", paint(DIM, format!("… and {} more values", self.groups.len() - shown)));
                break;
            }
            let _ = writeln!(out, "  {:>width$}  {:>7}  {}", value.to_string(), group.count, group.example);
        }
        if !gap_shown {
            out += &gap_line();
        }
        if self.endless {
            let _ = writeln!(out, "  {}", paint(DIM, "… and so on without an end"));
        }
        out
    }

    /// `mex {0, 1, 3} = 2`.
    fn mex_line(&self, value: &Value) -> String {
        let shown: Vec<String> = self.groups.keys().take(LISTED).map(Ordinal::to_string).collect();
        let more = if self.groups.len() > LISTED { ", …" } else { "" };
        format!("  mex {{{}{more}}} = {value}: the least number that no move reaches\n", shown.join(", "))
    }

    /// The set of the values of infinitely many options, as far as the value tells it.
    fn endless_mex(&self, value: &Value) -> String {
        let above = self.groups.keys().any(|known| value.as_ordinal().as_ref() < Some(known));
        let above = if above { " and some above it" } else { "" };
        if value.is_zero() {
            return "  mex = 0: no move reaches 0\n".to_owned();
        }
        format!("  mex = {value}: the options have every value below {value}{above}, but not {value} itself\n")
    }

    /// The groups as JSON.
    pub fn to_json(&self, component: &Component) -> Json {
        let group = |(value, group): (&Ordinal, &Group)| json!({ "value": value.to_string(), "count": group.count, "example": group.example });
        json!({
            "position": component.to_string(),
            "complete": self.all,
            "infinitely_many": self.endless,
            "by_value": self.groups.iter().map(group).collect::<Vec<_>>(),
        })
    }
}

/// What a move leaves, as an EXPR.
fn sum_text(parts: &[(u128, Component)]) -> String {
    let text = positions(parts);
    if text.is_empty() { "nothing".into() } else { text.join(" + ") }
}
