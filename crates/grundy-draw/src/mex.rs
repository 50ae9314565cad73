//! The options of a position as a ladder: a rung for each value that an option has, and the first gap, which is the mex.

use crate::figure::number;
use crate::style::Style;
use crate::svg::{Anchor, Svg, Words, cut, width_of};
use grundy::Value;
use grundy_report::{Group, OptionsByValue};

/// Rungs below and above the gap that are drawn.
const BELOW: usize = 16;
const ABOVE: usize = 6;
const EXAMPLE: usize = 40;

/// A rung of the ladder, from the bottom.
enum Rung<'a> {
    Option(&'a Group),
    /// A value below the gap of which no option was listed, since the list is not whole.
    Unlisted(String),
    Gap(String),
    /// A value above the gap that no option has.
    Free(String),
    Skipped(usize),
}

/// Draws the values of the options of a position, and the least value that is missing among them: its own.
pub fn mex(options: &OptionsByValue, style: &Style) -> String {
    let (rungs, language) = (rungs(options), style.language);
    let (pitch, left, rail) = (34.0, 96.0, 64.0);
    let example = |rung: &Rung<'_>| match rung {
        Rung::Option(group) if group.count > 1 => language.mex_more(&cut(&group.example, EXAMPLE), group.count - 1),
        Rung::Option(group) => cut(&group.example, EXAMPLE),
        Rung::Unlisted(_) => language.mex_unlisted(),
        Rung::Gap(_) => language.mex_gap(),
        Rung::Free(_) => language.mex_free(),
        Rung::Skipped(count) => language.mex_skipped(*count),
    };
    let texts: Vec<String> = rungs.iter().map(example).collect();
    let wide = texts.iter().map(|text| width_of(text, 13.0)).fold(150.0, f64::max);
    let (width, height) = (left + rail + 30.0 + wide + 14.0, 64.0 + pitch * rungs.len() as f64);
    let mut svg = Svg::default();
    let position = cut(&options.component.to_string(), EXAMPLE);
    svg.text("text mono", [14.0, 26.0, 14.0], Anchor::Start, &position);
    svg.text("note", [14.0, 44.0, 12.0], Anchor::Start, &language.mex_heading());
    let bottom = height - 20.0;
    let top = bottom - pitch * rungs.len() as f64 + 8.0;
    for x in [left, left + rail] {
        svg.line("base", [x, top, x, bottom], "");
    }
    for (at, (rung, text)) in rungs.iter().zip(&texts).enumerate() {
        let y = bottom - pitch * (at as f64 + 0.5);
        let value = match rung {
            Rung::Option(group) => {
                svg.rect("stone", [left - 4.0, y - 5.0, rail + 8.0, 10.0], 5.0, "");
                cut(&group.value.to_string(), 10)
            }
            Rung::Unlisted(value) => {
                svg.rect("ghost", [left - 4.0, y - 5.0, rail + 8.0, 10.0], 5.0, "");
                value.clone()
            }
            Rung::Gap(value) => {
                svg.rect("mark", [left - 34.0, y - 13.0, rail + 68.0, 26.0], 6.0, " stroke-dasharray=\"6 4\"");
                svg.text("num", [left + rail / 2.0, y + 5.0, 14.0], Anchor::Middle, "mex");
                value.clone()
            }
            Rung::Free(value) => value.clone(),
            Rung::Skipped(_) => "⋮".to_owned(),
        };
        let gap = matches!(rung, Rung::Gap(_));
        svg.text(if gap { "num" } else { "text" }, [left - 42.0, y + 5.0, 15.0], Anchor::End, &value);
        svg.text(if gap { "num" } else { "note" }, [left + rail + 42.0, y + 5.0, 13.0], Anchor::Start, text);
    }
    let value = short(&options.value);
    let desc = if matches!(options.value, Value::Loopy(_)) {
        language.mex_loopy(&value)
    } else if options.groups.is_empty() {
        language.mex_none(&value)
    } else {
        let values: Vec<String> = options.groups.iter().take(16).map(|group| group.value.to_string()).collect();
        let more = if options.groups.len() > 16 || !options.all { ", …" } else { "" };
        language.mex_told(&format!("{}{more}", values.join(", ")), &value)
    };
    let words = Words { title: language.mex_title(&position, &value), desc };
    svg.finish(style, (width, height), &words, false)
}

fn short(value: &Value) -> String {
    match value {
        Value::Finite(n) => number(*n),
        other => cut(&other.to_string(), 24),
    }
}

fn rungs(options: &OptionsByValue) -> Vec<Rung<'_>> {
    let mex = options.value.as_ordinal();
    let below: Vec<&Group> =
        options.groups.iter().filter(|group| mex.as_ref().is_none_or(|mex| group.value < *mex)).collect();
    let above: Vec<&Group> =
        options.groups.iter().filter(|group| mex.as_ref().is_some_and(|mex| group.value > *mex)).collect();
    let mut rungs = Vec::new();
    let whole = options.value.as_finite();
    match whole {
        Some(value) if value <= BELOW as u128 => {
            for rung in 0..value {
                let listed = below.iter().find(|group| group.value.to_string() == rung.to_string());
                rungs.push(listed.map_or_else(|| Rung::Unlisted(rung.to_string()), |group| Rung::Option(group)));
            }
        }
        _ => {
            let half = BELOW / 2;
            rungs.extend(below.iter().take(half).map(|group| Rung::Option(group)));
            let last = below.len().saturating_sub(half).max(half.min(below.len()));
            if last > half {
                rungs.push(Rung::Skipped(last - half));
            }
            rungs.extend(below[last..].iter().map(|group| Rung::Option(group)));
        }
    }
    if !matches!(options.value, Value::Loopy(_)) {
        rungs.push(Rung::Gap(cut(&options.value.to_string(), 10)));
    }
    let next = |value: u128| above.first().is_some_and(|group| group.value.to_string() != (value + 1).to_string());
    if let Some(value) = whole.filter(|value| next(*value)) {
        rungs.push(Rung::Free((value + 1).to_string()));
    }
    rungs.extend(above.iter().take(ABOVE).map(|group| Rung::Option(group)));
    if above.len() > ABOVE {
        rungs.push(Rung::Skipped(above.len() - ABOVE));
    }
    rungs
}
