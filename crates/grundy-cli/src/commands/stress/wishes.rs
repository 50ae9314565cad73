//! `--range`, `--letters` and `--shape`.

use grundy_rules::contest::{Bound, Wishes};

use crate::args::StressArgs;
use crate::failure::Failure;

/// What the user says about the inputs.
pub fn wishes(args: &StressArgs) -> Result<Wishes, Failure> {
    let mut wishes = Wishes::default();
    for text in &args.ranges {
        let wrong = || Failure::input(format!("--range {text}: expected NAME=A..B, such as n=1..8 or R=L..9"));
        let (name, range) = text.split_once('=').ok_or_else(wrong)?;
        let (low, high) = range.split_once("..").ok_or_else(wrong)?;
        let (low, high) = (bound(low).ok_or_else(wrong)?, bound(high).ok_or_else(wrong)?);
        if matches!((&low, &high), (Bound::Number(low), Bound::Number(high)) if low > high) {
            return Err(Failure::input(format!("--range {text}: the range is empty")));
        }
        wishes.ranges.push((name.trim().to_owned(), low, high));
    }
    for text in &args.letters {
        let (name, letters) = pair("letters", text, "s=ab")?;
        wishes.letters.push((name, letters));
    }
    for text in &args.shapes {
        let (name, shape) = pair("shape", text, "e=tree")?;
        let shape = shape.parse().map_err(|error| Failure::input(format!("--shape {text}: {error}")))?;
        wishes.shapes.push((name, shape));
    }
    Ok(wishes)
}

fn pair(option: &str, text: &str, example: &str) -> Result<(String, String), Failure> {
    let wrong = || Failure::input(format!("--{option} {text}: expected NAME=…, such as {example}"));
    text.split_once('=').map(|(name, value)| (name.trim().to_owned(), value.to_owned())).ok_or_else(wrong)
}

/// `12`, `-3`, `n`, `n-1`, `L+2`.
fn bound(text: &str) -> Option<Bound> {
    let text = text.trim();
    if let Ok(number) = text.parse() {
        return Some(Bound::Number(number));
    }
    let end = text.find(['+', '-']).unwrap_or(text.len());
    let (name, offset) = text.split_at(end);
    let offset = if offset.is_empty() { 0 } else { offset.parse().ok()? };
    let is_name = grundy_rules::syntax::is_name(name);
    is_name.then(|| Bound::Name(name.to_owned(), offset))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds() {
        assert_eq!(bound("-3"), Some(Bound::Number(-3)));
        assert_eq!(bound(" n-1"), Some(Bound::Name("n".into(), -1)));
        assert_eq!(bound("L+2"), Some(Bound::Name("L".into(), 2)));
        assert_eq!(bound("n*2"), None);
        assert_eq!(bound(""), None);
    }
}
