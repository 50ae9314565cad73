//! The codes of a survey, in a fixed order.

use grundy::heap::Rule;

use crate::args::SurveyArgs;
use crate::context::read_text;
use crate::failure::Failure;

/// A code as it was written, and what it means.
#[derive(Debug, Clone)]
pub struct Code {
    /// The text.
    pub text: String,
    /// The rule.
    pub rule: Rule,
}

/// The codes named, those of the list file, and all codes of so many digits; of these the share of the shard.
pub fn all(args: &SurveyArgs) -> Result<Vec<Code>, Failure> {
    let mut codes = Vec::new();
    for text in &args.codes {
        codes.push(rule(text)?);
    }
    if let Some(path) = &args.list {
        let text = read_text(path)?;
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
        for line in lines.filter(|line| !line.is_empty()) {
            codes.push(rule(line)?);
        }
    }
    if let Some(digits) = args.digits {
        for number in 0..8u32.pow(digits.into()) {
            codes.push(rule(&code(4, number, digits))?);
            if number > 0 {
                codes.push(rule(&code(0, number, digits))?);
            }
        }
    }
    if codes.is_empty() {
        return Err(Failure::input("nothing to survey: name codes, or use --digits 3 or --list FILE"));
    }
    shard(codes, args.shard.as_deref())
}

fn rule(text: &str) -> Result<Code, Failure> {
    let rule = text.parse();
    rule.map(|rule| Code { text: text.to_owned(), rule })
        .map_err(|error: grundy::heap::RuleError| Failure::input(format!("{text}: {}", error.message)))
}

/// The octal code with these digits behind the point.
fn code(first: u32, number: u32, digits: u8) -> String {
    let text = format!("{first}.{number:0width$o}", width = usize::from(digits));
    let short = text.trim_end_matches('0');
    if short.ends_with('.') { format!("{short}0") } else { short.to_owned() }
}

/// `2/5`: the second of five shares, the codes 1, 6, 11, … counted from 0.
fn shard(codes: Vec<Code>, shard: Option<&str>) -> Result<Vec<Code>, Failure> {
    let Some(text) = shard else { return Ok(codes) };
    let parsed = text.split_once('/').and_then(|(i, n)| Some((i.parse::<usize>().ok()?, n.parse::<usize>().ok()?)));
    match parsed {
        Some((i, n)) if 1 <= i && i <= n => Ok(codes.into_iter().skip(i - 1).step_by(n).collect()),
        _ => Err(Failure::input(format!("--shard {text}: expected i/N with 1 <= i <= N, such as 2/5"))),
    }
}

#[cfg(test)]
mod tests {
    use super::code;

    #[test]
    fn codes_are_short() {
        assert_eq!(code(0, 0o77, 2), "0.77");
        assert_eq!(code(0, 0o070, 3), "0.07");
        assert_eq!(code(4, 0, 3), "4.0");
    }
}
