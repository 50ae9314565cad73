//! Steps whose lengths grow: the value changes at b(1) < b(2) < …, where b is a quadratic (squares, triangular numbers) or follows a
//! recurrence b(k+1) = p·b(k) + q·b(k−1) + r (powers, Fibonacci numbers).
//!
//! Which step n is on, the largest k with b(k) ≤ n, is a root for a quadratic. For a recurrence the steps are listed, up to a bound
//! that is part of the formula's domain. The values of the steps are a formula of their number. The same for positions that are
//! lost exactly at the numbers b(k).

use super::{Proposal, Values, of_one_number};

/// Steps that must be seen to believe in three numbers.
const LEAST: usize = 7;

/// Steps are listed up to this.
const BOUND: i128 = 1_000_000_000_000_000_000;

pub(super) fn propose(values: &Values) -> Vec<Proposal> {
    let [name] = &values.names[..] else { return Vec::new() };
    let row = values.row();
    let mut list = Vec::new();
    let changes: Vec<i128> = (1..row.len()).filter(|&n| row[n] != row[n - 1]).map(|n| n as i128).collect();
    if let Some(steps) = Steps::through(&changes).filter(|_| !values.misere) {
        let of_steps = [0].into_iter().chain(changes.iter().map(|&n| n as usize)).map(|n| row[n]);
        let (index, domain) = steps.index(name);
        if let Some(text) = of_one_number(&values.of_row(index, of_steps)).filter(|text| !text.contains("][")) {
            list.push(bounded(Proposal::value(text), domain));
        }
    }
    let lost: Vec<i128> = (1..row.len()).filter(|&n| row[n] == 0).map(|n| n as i128).collect();
    if let Some(steps) = Steps::through(&lost) {
        let zero = if row.first() == Some(&0) { format!("{name} == 0 or ") } else { String::new() };
        let (at, domain) = steps.at(name);
        list.push(bounded(Proposal::lost(format!("{zero}{at}")), domain));
    }
    list
}

fn bounded(proposal: Proposal, domain: Option<String>) -> Proposal {
    match domain {
        Some(domain) => proposal.within(domain),
        None => proposal,
    }
}

/// Numbers that grow.
enum Steps {
    /// b(k) = (a·k² + b·k + c) / 2, for k ≥ 1, with a > 0.
    Quadratic { a: i128, b: i128, c: i128 },
    /// These, up to [`BOUND`].
    Listed(Vec<i128>),
}

impl Steps {
    fn through(list: &[i128]) -> Option<Steps> {
        if list.len() < LEAST {
            return None;
        }
        quadratic(list).or_else(|| recurrence(list))
    }

    /// The largest k with b(k) ≤ n, 0 if there is none; and the numbers n that this holds for.
    fn index(&self, n: &str) -> (String, Option<String>) {
        match self {
            Steps::Quadratic { a, b, c } => (root(*a, *b, *c, n), None),
            Steps::Listed(list) => {
                let (last, steps) = list.split_last().map_or((0, &list[..]), |(last, steps)| (*last, steps));
                let texts: Vec<String> = steps.iter().map(i128::to_string).collect();
                let name: String = if n.contains('b') { "step".into() } else { "b".into() };
                (
                    format!("len([{name} for {name} in [{}] if {name} <= {n}])", texts.join(", ")),
                    Some(format!("{n} < {last}")),
                )
            }
        }
    }
    /// Whether n is one of them, and the numbers n that this holds for.
    fn at(&self, n: &str) -> (String, Option<String>) {
        let (index, domain) = self.index(n);
        match self {
            Steps::Quadratic { .. } => {
                let (before, _) = self.index(&format!("({n} - 1)"));
                (format!("{n} >= 1 and {index} != {before}"), domain)
            }
            Steps::Listed(list) => {
                let texts: Vec<String> = list.iter().map(i128::to_string).collect();
                (format!("{n} in [{}]", texts.join(", ")), domain)
            }
        }
    }
}

/// Second differences that are all the same.
fn quadratic(list: &[i128]) -> Option<Steps> {
    let first: Vec<i128> = list.windows(2).map(|w| w[1] - w[0]).collect();
    let a = first.get(1)? - first.first()?;
    if a <= 0 || first.windows(2).any(|w| w[1] - w[0] != a) {
        return None;
    }
    // b(1) = (a + b + c)/2, b(2) − b(1) = (3a + b)/2.
    let b = 2 * first[0] - 3 * a;
    let c = 2 * list[0] - a - b;
    Some(Steps::Quadratic { a, b, c })
}

/// The largest k ≥ 0 with a·k² + b·k + c ≤ 2n is (√(b² − 4a(c − 2n)) − b) / 2a, rounded down; 0 below the first step.
fn root(a: i128, b: i128, c: i128, n: &str) -> String {
    let (factor, rest, (root, half)) = match (a % 2, b % 4) {
        // a = 2A, b = 4B: k = (√(B² + A(n − c/2)) − B) / A.
        (0, 0) if c % 2 == 0 => (a / 2, b * b / 16 - a / 2 * (c / 2), (b / 4, a / 2)),
        _ => (8 * a, b * b - 4 * a * c, (b, 2 * a)),
    };
    let scaled = if factor == 1 { n.to_owned() } else { format!("{factor} * {n}") };
    let under = match rest {
        0 => scaled,
        rest if rest > 0 => format!("{scaled} + {rest}"),
        rest => format!("{scaled} - {}", -rest),
    };
    let text = match (root, half) {
        (0, 1) => format!("isqrt({under})"),
        (root, half) => {
            let sign = if root > 0 { '-' } else { '+' };
            let shifted =
                if root == 0 { format!("isqrt({under})") } else { format!("(isqrt({under}) {sign} {})", root.abs()) };
            if half == 1 { shifted } else { format!("({shifted} / {half})") }
        }
    };
    // Below the first step the root may be of a negative number, or of the wrong side.
    let first = (a + b + c) / 2;
    let zero = if b >= 0 && c <= 0 && rest >= 0 { None } else { Some(first) };
    zero.map_or(text.clone(), |first| format!("(if {n} < {first} then 0 else {text})"))
}

/// b(k+1) = p·b(k) + q·b(k−1) + r with small numbers.
fn recurrence(list: &[i128]) -> Option<Steps> {
    for p in 0..=4 {
        for q in -2..=4 {
            let r = list[2] - p * list[1] - q * list[0];
            let fits = |w: &[i128]| w[2] == p * w[1] + q * w[0] + r;
            if r.abs() > 4 || !list.windows(3).all(fits) {
                continue;
            }
            let mut all = list.to_vec();
            while all.last().is_some_and(|last| *last < BOUND) {
                let at = all.len();
                let next = p * all[at - 1] + q * all[at - 2] + r;
                if next <= all[at - 1] || at > 200 {
                    return None;
                }
                all.push(next);
            }
            return Some(Steps::Listed(all));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The root by integers, as the text says it.
    fn at(text: &str, n: i128) -> i128 {
        use grundy_rules::{Engine, Library, Settings};
        let mut library = Library::new();
        library.add_rules("t", &format!("t(n) -> t({text}) if n >= 0")).unwrap();
        let engine = Engine::new(library, grundy::Watch::default());
        let sum = engine.sum(&format!("t({n})"), &Settings::default()).unwrap();
        let mut found = None;
        let mut visit = |left: grundy_rules::Sum| {
            if let grundy_rules::value::Val::Int(n) = left.terms[0].component.args()[0] {
                found = Some(n);
            }
            std::ops::ControlFlow::Continue(())
        };
        engine.options(&sum.terms[0].component, &mut visit).unwrap();
        found.unwrap()
    }

    #[test]
    fn roots_count_the_steps() {
        for (a, b, c) in
            [(2, 0, 0), (1, 1, 0), (1, -1, 2), (2, 4, 0), (3, -1, 0), (2, 2, 6), (4, -4, 2), (5, 3, -2), (2, -8, 10)]
        {
            let step = |k: i128| (a * k * k + b * k + c) / 2;
            let list: Vec<i128> = (1..12).map(step).collect();
            if list[0] < 1 || list.windows(2).any(|w| w[1] <= w[0]) {
                continue;
            }
            let Some(steps) = Steps::through(&list) else { panic!("{list:?}") };
            let (text, domain) = steps.index("n");
            assert_eq!(domain, None);
            for n in 0..80 {
                let expected = (1..100).filter(|&k| step(k) <= n).count() as i128;
                assert_eq!(at(&text, n), expected, "{text} at {n}, steps {list:?}");
            }
        }
    }

    #[test]
    fn recurrences() {
        let fibonacci = [1, 2, 3, 5, 8, 13, 21];
        let Some(Steps::Listed(list)) = Steps::through(&fibonacci) else { panic!() };
        assert_eq!(list[..9], [1, 2, 3, 5, 8, 13, 21, 34, 55]);
        assert!(Steps::through(&[2, 3, 5, 7, 11, 13, 17, 19]).is_none());
    }
}
