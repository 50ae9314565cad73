//! The options of one component, grouped by their value, and the mex of these values.

use crate::report::value_of;
use crate::{Error, Line, Text, json};
use grundy::{Ordinal, Value};
use grundy_rules::{Component, Engine, Sum};
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Options that are looked at; a heap of 10^18 has more than anyone wants to read.
const MOST: u64 = 20_000;

/// Values that are listed.
const LISTED: usize = 24;

/// Turns of a range without an end that are looked at.
const TURNS: u64 = 6;

/// Multiples of w below an infinite value of which an option is shown.
const MULTIPLES: u128 = 8;

/// The theorem whose hypotheses say that a range without an end gives options without an end.
const ENDLESS: &str = "pebbles";

/// The options of a component by value.
#[derive(Debug, Clone, Serialize)]
pub struct OptionsByValue {
    /// The position.
    #[serde(rename = "position", serialize_with = "json::text")]
    pub component: Component,
    /// Whether every option was looked at.
    #[serde(rename = "complete")]
    pub all: bool,
    /// Whether there are infinitely many for sure. A range without an end may still have only finitely many turns that are moves.
    #[serde(rename = "infinitely_many")]
    pub endless: bool,
    /// The options with a number as value, ascending.
    #[serde(rename = "by_value")]
    pub groups: Vec<Group>,
    /// Those from which play may go on for ever.
    pub without_number: Option<Loopy>,
    /// The value of the position.
    #[serde(serialize_with = "json::text")]
    pub value: Value,
    /// Whether only the first turns of a range without an end were looked at.
    #[serde(skip)]
    cut: bool,
}

/// Options of one value.
#[derive(Debug, Clone, Serialize)]
pub struct Group {
    /// The value.
    #[serde(serialize_with = "json::text")]
    pub value: Ordinal,
    /// How many were seen.
    pub count: u64,
    /// The first of them.
    pub example: String,
}

/// Options from which play may go on for ever.
#[derive(Debug, Clone, Serialize)]
pub struct Loopy {
    /// How many were seen.
    pub count: u64,
    /// The first of them.
    pub example: String,
}

/// Options as they are met.
#[derive(Default)]
struct Seen {
    groups: BTreeMap<Ordinal, Group>,
    loopy: Option<Loopy>,
    count: u64,
}

impl Seen {
    fn add(&mut self, value: &Value, parts: &Sum) {
        self.count += 1;
        let example = || if parts.terms.is_empty() { "nothing".into() } else { parts.to_string() };
        let count = match value.as_ordinal() {
            Some(value) => {
                let group = || Group { value: value.clone(), count: 0, example: example() };
                &mut self.groups.entry(value.clone()).or_insert_with(group).count
            }
            None => &mut self.loopy.get_or_insert_with(|| Loopy { count: 0, example: example() }).count,
        };
        *count += 1;
    }
}

impl OptionsByValue {
    /// Looks at the options of a position with a known value.
    pub fn of(engine: &Engine, line: &Line, strategy: &str) -> Result<OptionsByValue, Error> {
        let component = &line.component;
        let value = line.value.clone().unwrap_or(Value::Finite(0));
        let mut seen = Seen::default();
        let by_theorem = engine.is_by_theorem(component);
        let (mut all, mut failure) = (true, None);
        let cut = engine.first_options(component, TURNS, &mut |parts| {
            if seen.count == MOST {
                all = false;
                return ControlFlow::Break(());
            }
            let attempt = || engine.attempt_value(&parts).map_err(Error::from);
            match if by_theorem { attempt() } else { value_of(engine, &parts) } {
                // An option of which the theorem does not speak may be out of reach.
                Ok(None) if by_theorem => {
                    all = false;
                    return ControlFlow::Break(());
                }
                Ok(Some(value)) => seen.add(&value, &parts),
                Ok(None) => {}
                Err(error) => {
                    failure = Some(error);
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        })?;
        if let Some(error) = failure {
            return Err(error);
        }
        if cut {
            add_landmarks(engine, component, &value, &mut seen)?;
        }
        let endless = cut && (matches!(value, Value::Ordinal(_)) || strategy == ENDLESS);
        let groups = seen.groups.into_values().collect();
        let component = component.clone();
        Ok(OptionsByValue { component, all: all && !cut, endless, groups, without_number: seen.loopy, value, cut })
    }

    /// A table of values, with the gap that is the mex.
    pub fn text(&self) -> Text {
        let out = Text::default().plain("\n").strong(&self.component).plain(" has value ").strong(&self.value);
        let out = out.plain("\n");
        let none = self.groups.is_empty() && self.without_number.is_none();
        if none && self.all {
            return out.plain("  There is no move. The least number missing from the empty set is 0.\n");
        }
        let out = if self.endless {
            out.plain("  It has infinitely many options, among them:\n")
        } else if self.cut && none {
            out.plain("  A range of its rules has no end; its first turns are no moves.\n")
        } else if self.cut {
            out.plain("  A range of its rules has no end; of its options:\n")
        } else if !self.all {
            let some = if none { "" } else { "; the first ones lead to" };
            out.plain(format_args!("  It has too many options to list{some}.\n"))
        } else {
            out
        };
        out.then(self.table()).then(self.mex_text())
    }

    fn table(&self) -> Text {
        let mut out = Text::default();
        if self.groups.is_empty() && self.without_number.is_none() {
            return out;
        }
        let gap = self.value.as_ordinal().filter(|_| self.all || self.cut);
        let values = self.groups.iter().map(|group| group.value.to_string()).chain([self.value.to_string()]);
        let width = values.map(|value| value.len()).max().unwrap_or(0).max(5);
        out = out.plain(format_args!("  {:>width$}  options  for example\n", "value"));
        let gap_line = |out: Text| {
            let value = self.value.to_string();
            out.plain(format_args!("  {value:>width$}        -  ")).good("<- missing: the mex").plain("\n")
        };
        let mut gap_shown = gap.is_none();
        for (shown, Group { value, count, example }) in self.groups.iter().enumerate() {
            if !gap_shown && gap.as_ref().is_some_and(|gap| gap < value) {
                out = gap_line(out);
                gap_shown = true;
            }
            if shown == LISTED {
                let more = self.groups.len() - shown;
                out = out.plain("  ").quiet(format_args!("… and {more} more values")).plain("\n");
                break;
            }
            out = out.plain(format_args!("  {:>width$}  {count:>7}  {example}\n", value.to_string()));
        }
        if !gap_shown {
            out = gap_line(out);
        }
        if let Some(Loopy { count, example }) = &self.without_number {
            out = out.plain(format_args!("  {:>width$}  {count:>7}  {example}\n", "inf"));
        }
        if self.endless {
            out = out.plain("  ").quiet("… and so on without an end").plain("\n");
        } else if self.cut {
            out = out.plain("  ").quiet("… there may be more").plain("\n");
        }
        out
    }

    /// How the value follows from the values of the options.
    fn mex_text(&self) -> Text {
        let (out, value) = (Text::default(), &self.value);
        if let Value::Loopy(exits) = value {
            let which = if exits.is_empty() { "that no move reaches a number" } else { "which numbers a move reaches" };
            return out.plain(format_args!("  Play may go on for ever: {value} says {which}\n"));
        }
        let out = if self.all {
            out.plain(self.mex_line())
        } else if self.cut {
            out.plain(self.endless_mex())
        } else {
            out
        };
        if self.without_number.is_none() {
            return out;
        }
        out.plain(format_args!(
            "  From each option without a number (inf) the opponent can answer with a move to value {value}\n"
        ))
    }

    /// `mex {0, 1, 3} = 2`.
    fn mex_line(&self) -> String {
        let shown: Vec<String> = self.groups.iter().take(LISTED).map(|group| group.value.to_string()).collect();
        let more = if self.groups.len() > LISTED { ", …" } else { "" };
        let value = &self.value;
        format!("  mex {{{}{more}}} = {value}: the least number that no move reaches\n", shown.join(", "))
    }

    /// The set of the values of infinitely many options, as far as the value tells it.
    fn endless_mex(&self) -> String {
        let value = &self.value;
        let above = self.groups.iter().any(|group| value.as_ordinal().as_ref() < Some(&group.value));
        let above = if above { " and some above it" } else { "" };
        if value.is_zero() {
            return "  mex = 0: no move reaches 0\n".to_owned();
        }
        format!("  mex = {value}: the options have every value below {value}{above}, but not {value} itself\n")
    }
}

/// Options of infinitely many: of each multiple of w below the value, and of what comes just before it.
fn add_landmarks(engine: &Engine, component: &Component, value: &Value, seen: &mut Seen) -> Result<(), Error> {
    let Some((omegas, rest)) = value.as_ordinal().as_ref().and_then(Ordinal::as_omega_times) else { return Ok(()) };
    let before = rest.checked_sub(1).map(|rest| Ordinal::omega_times(omegas, rest));
    let multiples = (0..omegas.min(MULTIPLES)).map(|multiple| Ordinal::omega_times(multiple, 0));
    for value in multiples.chain(before).map(Value::from) {
        if value.as_ordinal().is_some_and(|value| seen.groups.contains_key(&value)) {
            continue;
        }
        if let Some(parts) = engine.option_with_value(component, &value)? {
            seen.add(&value, &parts);
        }
    }
    Ok(())
}
