//! Games with the same values: the standard form of a code, and games of the catalogue that are proved to be equal.

use grundy::Watch;
use grundy::heap::{Comparison, Rule, Sequence, compare};
use grundy_rules::catalogue;
use serde::Serialize;

use crate::{Text, json};

/// Heaps of a catalogue game that are computed for a comparison, at most.
const MOST_HEAPS: u64 = 1 << 14;

/// What a game is the same as.
#[derive(Debug, Clone, Serialize)]
pub struct Relatives {
    /// The standard form, if the code is not in standard form itself.
    pub standard_form: Option<StandardForm>,
    /// Games of the catalogue with the same values, proved.
    #[serde(rename = "same_values_as")]
    pub equals: Vec<Equal>,
}

/// The standard form of a code.
#[derive(Debug, Clone, Serialize)]
pub struct StandardForm {
    /// The code.
    #[serde(serialize_with = "json::text")]
    pub code: Rule,
    /// The beans that each heap loses.
    pub shift: u32,
}

/// G(n) is the value of heap n − shift of a game of the catalogue; smaller heaps of the one with the shift have value 0.
#[derive(Debug, Clone, Serialize)]
pub struct Equal {
    /// Its name.
    #[serde(rename = "game")]
    pub name: &'static str,
    /// How it is called.
    #[serde(skip)]
    pub title: &'static str,
    /// Its code.
    pub code: String,
    /// The shift.
    pub shift: i64,
    /// Whether it has the same rule.
    #[serde(skip)]
    pub same_rule: bool,
}

impl Relatives {
    /// The relatives of a sequence, but for the game `itself`.
    pub fn of(sequence: &mut Sequence, itself: &str, watch: &Watch) -> Relatives {
        let form = sequence.rule().standard_form().filter(|(_, shift)| *shift > 0);
        let standard_form = form.map(|(code, shift)| StandardForm { code, shift });
        let named = catalogue::entries().iter().filter(|entry| entry.name != itself);
        let equals = named.filter_map(|entry| {
            let rule: Rule = entry.facts("Method").find_map(|fact| fact.strip_prefix("heap ")?.parse().ok())?;
            let shift = shift(sequence, &rule, watch)?;
            let same_rule = rule == *sequence.rule();
            Some(Equal { name: entry.name, title: entry.title, code: rule.to_string(), shift, same_rule })
        });
        let equals = equals.collect();
        Relatives { standard_form, equals }
    }

    /// Lines for people.
    pub fn text(&self) -> Text {
        let mut out = Text::default();
        if let Some(StandardForm { code, shift }) = &self.standard_form {
            out = out.plain(format_args!("  standard form {code}: heap n has the value of heap n-{shift} there\n"));
        }
        for Equal { name, title, code, shift, same_rule } in &self.equals {
            out = match shift {
                _ if *same_rule => out.plain(format_args!("  this is {title} ({name})\n")),
                0 => out.plain(format_args!("  same values as {title} ({name}, {code})\n")),
                1.. => {
                    out.plain(format_args!("  heap n has the value of heap n-{shift} of {title} ({name}, {code})\n"))
                }
                _ => {
                    out.plain(format_args!("  heap n has the value of heap n+{} of {title} ({name}, {code})\n", -shift))
                }
            };
        }
        out
    }
}

/// The shift by which the games are proved to be equal: by their standard forms, or by their proved periods.
fn shift(sequence: &mut Sequence, rule: &Rule, watch: &Watch) -> Option<i64> {
    let beans = |rule: &Rule| rule.standard_form();
    if let (Some((form, shift)), Some((other, other_shift))) = (beans(sequence.rule()), beans(rule))
        && form == other
    {
        return Some(i64::from(shift) - i64::from(other_shift));
    }
    let heaps = sequence.len();
    if !sequence.is_proved() || heaps > MOST_HEAPS {
        return (sequence.rule() == rule).then_some(0);
    }
    let mut other = Sequence::new(rule.clone());
    // A catalogue game that is not periodic by then is another one.
    let found = compare(sequence, &mut other, u128::from(2 * heaps), watch);
    (found == Ok(Comparison::Equal)).then_some(0)
}
