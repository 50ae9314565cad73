//! Limits that a file declares in a comment: `# Limits: T ≤ 20, N ≤ 100, 1 ≤ L < R ≤ 100`.
//!
//! Commas and semicolons separate; `n, k ≤ 5` is a limit on both; a name is found whatever its case. What cannot be
//! understood is passed over: it is a comment.

use super::Bound;

/// A bound on a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Limit {
    pub(super) name: String,
    pub(super) low: Option<Bound>,
    pub(super) high: Option<Bound>,
}

/// The limits that the comments of a file declare for some of these names.
pub(super) fn declared(text: &str, names: &[String]) -> Vec<Limit> {
    let lines = text.lines().filter_map(|line| line.trim().strip_prefix('#')?.trim().strip_prefix("Limits:"));
    lines.flat_map(|line| line_limits(line, names)).collect()
}

fn line_limits(line: &str, names: &[String]) -> Vec<Limit> {
    let line = line.replace("<=", "≤");
    let mut limits = Vec::new();
    let mut waiting: Vec<Bound> = Vec::new();
    for part in line.split([',', ';']) {
        let Some(mut chain) = chain(part, names) else {
            waiting.clear();
            continue;
        };
        if chain.len() == 1 {
            waiting.push(chain.remove(0).0);
            continue;
        }
        // `n, k ≤ 5`: what stood alone has the limits of the first of the chain.
        let ((_, strict), (high, _)) = (&chain[0], &chain[1]);
        waiting.drain(..).for_each(|low| limit(&low, high, *strict, &mut limits));
        for pair in chain.windows(2) {
            let ((low, strict), (high, _)) = (&pair[0], &pair[1]);
            limit(low, high, *strict, &mut limits);
        }
    }
    limits
}

fn limit(low: &Bound, high: &Bound, strict: bool, limits: &mut Vec<Limit>) {
    let step = i128::from(strict);
    if let Bound::Name(name, _) = low {
        limits.push(Limit { name: name.clone(), low: None, high: Some(high.plus(-step)) });
    }
    if let Bound::Name(name, _) = high {
        limits.push(Limit { name: name.clone(), low: Some(low.plus(step)), high: None });
    }
}

/// The terms of `1 ≤ L < R ≤ 100`, each with whether a strict sign follows.
fn chain(part: &str, names: &[String]) -> Option<Vec<(Bound, bool)>> {
    let mut terms = Vec::new();
    let mut rest = part;
    loop {
        let end = rest.find(['≤', '<']);
        let (term, sign) = rest.split_at(end.unwrap_or(rest.len()));
        terms.push((self::term(term.trim(), names)?, sign.starts_with('<')));
        match sign.chars().next() {
            Some(sign) => rest = &rest[end?.saturating_add(sign.len_utf8())..],
            None => return Some(terms),
        }
    }
}

/// A name, or a number such as 20, 10^9 or 2·10^5; words behind it do not count.
fn term(text: &str, names: &[String]) -> Option<Bound> {
    let word = text.split_whitespace().next()?;
    let exact = names.iter().find(|name| *name == word);
    let found = exact.or_else(|| {
        let mut same = names.iter().filter(|name| name.eq_ignore_ascii_case(word));
        same.next().filter(|_| same.next().is_none())
    });
    if let Some(name) = found {
        return Some(Bound::Name(name.clone(), 0));
    }
    let factor = |text: &str| match text.split_once('^') {
        Some((base, exponent)) => base.parse::<i128>().ok()?.checked_pow(exponent.parse().ok()?),
        None => text.parse().ok(),
    };
    let number = word.split(['·', '*']).map(factor).try_fold(1i128, |product, factor| product.checked_mul(factor?))?;
    Some(Bound::Number(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(line: &str, names: &[&str]) -> Vec<String> {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        let side = |bound: &Option<Bound>| bound.as_ref().map_or(String::new(), ToString::to_string);
        let limits = declared(line, &names);
        limits.iter().map(|limit| format!("{} {}..{}", limit.name, side(&limit.low), side(&limit.high))).collect()
    }

    #[test]
    fn chains() {
        assert_eq!(
            shown("# Limits: T ≤ 20, N <= 100, 1 ≤ L < R ≤ 100", &["t", "n", "L", "R"]),
            ["t ..20", "n ..100", "L 1..", "L ..R-1", "R L+1..", "R ..100"]
        );
        assert_eq!(shown("# Limits: n, k ≤ 2·10^5 in all", &["n", "k"]), ["n ..200000", "k ..200000"]);
        assert_eq!(shown("# Limits: small, |s| ≤ 5, x ≤", &["s", "x"]), [""; 0]);
        assert_eq!(shown("# n ≤ 3", &["n"]), [""; 0]);
    }
}
