//! What a user says about the inputs: ranges, letters and shapes.

use grundy_report::Error;
use grundy_rules::contest::{Bound, Wishes};

/// What a user says about the inputs.
#[derive(Debug, Clone, Default)]
pub struct Asked {
    /// The numbers of a name, or the lengths of a text: `n=1..8`, `R=L..9`.
    pub ranges: Vec<String>,
    /// The letters of a text: `s=ab`.
    pub letters: Vec<String>,
    /// The shape of a list: `e=tree`.
    pub shapes: Vec<String>,
}

impl Asked {
    /// The same for the generator.
    pub(crate) fn wishes(&self) -> Result<Wishes, Error> {
        let mut wishes = Wishes::default();
        for text in &self.ranges {
            let wrong = || Error::Bad(format!("range {text}: expected NAME=A..B, such as n=1..8 or R=L..9"));
            let (name, range) = text.split_once('=').ok_or_else(wrong)?;
            let (low, high) = range.split_once("..").ok_or_else(wrong)?;
            let (low, high) = (bound(low).ok_or_else(wrong)?, bound(high).ok_or_else(wrong)?);
            if matches!((&low, &high), (Bound::Number(low), Bound::Number(high)) if low > high) {
                return Err(Error::Bad(format!("range {text}: the range is empty")));
            }
            wishes.ranges.push((name.trim().to_owned(), low, high));
        }
        for text in &self.letters {
            wishes.letters.push(pair("letters", text, "s=ab")?);
        }
        for text in &self.shapes {
            let (name, shape) = pair("shape", text, "e=tree")?;
            let shape = shape.parse().map_err(|error| Error::Bad(format!("shape {text}: {error}")))?;
            wishes.shapes.push((name, shape));
        }
        Ok(wishes)
    }
}

fn pair(option: &str, text: &str, example: &str) -> Result<(String, String), Error> {
    let wrong = || Error::Bad(format!("{option} {text}: expected NAME=…, such as {example}"));
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
