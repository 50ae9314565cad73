//! Self-similar values of one number: in base b, for every digit r a relation g(b·n + r) = c·g(n) + d·n + e.
//!
//! Such sequences are b-regular (Allouche, Shallit 1992). The formula asks for the value of a smaller position, so it is no claim that
//! can be proved here; it is compared with the plain definition.

/// What g(b·n + r) is: c·g(n) + d·n + e.
type Relation = (i128, i128, i128);

/// The relations of the smallest base that fit, one for each last digit; each must be seen so often.
const OFTEN: usize = 16;

/// The text of the formula for `g(n)` with a value of a smaller position, where `value` has the values of 0, 1, …
pub(in crate::pattern) fn relations(value: &[u64], kind: &str, name: &str) -> Option<String> {
    (2..=5).find_map(|base| {
        let all: Vec<Relation> = (0..base).map(|digit| relation(value, base, digit)).collect::<Option<_>>()?;
        // Without a smaller value it would be another family's.
        all.iter().any(|r| r.0 != 0).then(|| written(&all, base, kind, name))
    })
}

fn relation(value: &[u64], base: usize, digit: usize) -> Option<Relation> {
    let pairs: Vec<(i128, i128, i128)> = (0..)
        .map_while(|n| Some((n, *value.get(n)?, *value.get(base * n + digit)?)))
        .map(|(n, small, large)| (n as i128, i128::from(small), i128::from(large)))
        // The relation of 0 to itself says little, and often is another one.
        .filter(|(n, ..)| base * (*n as usize) + digit > 0)
        .collect();
    if pairs.len() < OFTEN {
        return None;
    }
    let coefficients = [(0, 0), (1, 0), (0, 1), (2, 0), (1, 1), (0, 2), (3, 0), (4, 0), (5, 0)];
    let fits = |(c, d): (i128, i128)| {
        let (n, small, large) = pairs[0];
        let e = large - c * small - d * n;
        pairs.iter().all(|(n, small, large)| *large == c * small + d * n + e).then_some((c, d, e))
    };
    coefficients.into_iter().find_map(fits)
}

fn written(all: &[Relation], base: usize, kind: &str, name: &str) -> String {
    let quotient = format!("{name} / {base}");
    let one = |(c, d, e): &Relation| {
        let times = |factor: i128, what: String| match factor {
            0 => None,
            1 => Some(what),
            factor if what.contains(" / ") && !what.starts_with("value") => Some(format!("{factor} * ({what})")),
            factor => Some(format!("{factor} * {what}")),
        };
        let parts = [times(*c, format!("value({kind}({quotient}))")), times(*d, quotient.clone())];
        let sum = parts.into_iter().flatten().collect::<Vec<_>>().join(" + ");
        match (sum.is_empty(), *e) {
            (true, e) => e.to_string(),
            (false, 0) => sum,
            (false, e) if e > 0 => format!("{sum} + {e}"),
            (false, e) => format!("{sum} - {}", -e),
        }
    };
    let mut text = one(&all[base - 1]);
    for (digit, relation) in all.iter().enumerate().take(base - 1).rev() {
        text = format!("if {name} % {base} == {digit} then {} else {text}", one(relation));
    }
    format!("{kind}({name}) = if {name} == 0 then {{zero}} else {text}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn taking_at_most_half() {
        // 2m has the value m, 2m + 1 that of m.
        let mut values: Vec<u64> = Vec::new();
        for n in 0..200_usize {
            values.push(if n % 2 == 0 { n as u64 / 2 } else { values[n / 2] });
        }
        let text = relations(&values, "g", "n").unwrap();
        assert_eq!(text, "g(n) = if n == 0 then {zero} else if n % 2 == 0 then n / 2 else value(g(n / 2))");
        let squares: Vec<u64> = (0..200).map(|n| n * n).collect();
        assert_eq!(relations(&squares, "g", "n"), None);
    }
}
