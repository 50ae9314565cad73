//! Heap codes as rules: `0.77` says which numbers of beans may be taken and into how many heaps the rest may go.

use grundy::heap::{Parts, Rule};
use std::fmt::Write;

/// The last place of a code that is written as rules.
const MOST_PLACES: u128 = 1000;

/// The rules of a finite code that leaves at most two heaps, of any or of different sizes, for positions of this kind; `None` for others.
///
/// ```
/// use grundy_pattern::code_rules;
/// let rules = code_rules(&"0.07".parse()?, "heap").unwrap();
/// assert_eq!(rules, "heap(n) -> 0 if n == 2\nheap(n) -> heap(n-2) if n > 2\nheap(n) -> heap(a) + heap(n-2-a) for a in 1..n-3\n");
/// # Ok::<(), grundy::heap::RuleError>(())
/// ```
pub fn code_rules(rule: &Rule, kind: &str) -> Option<String> {
    if !rule.tail().is_empty() || rule.most_heaps() > 2 || rule.last_place() > MOST_PLACES {
        return None;
    }
    let mut text = String::new();
    for place in 0..=rule.last_place() {
        let digit = rule.digit(place);
        let condition = match digit.parts() {
            Parts::Any => "",
            Parts::Unequal => " if a != ",
            _ if digit.leaves(2) => return None,
            _ => "",
        };
        let n = if place == 0 { "n".to_owned() } else { format!("n-{place}") };
        // Writing to a text does not fail.
        if digit.leaves(0) {
            let _ = writeln!(text, "{kind}(n) -> 0 if n == {place}");
        }
        if digit.leaves(1) {
            let _ = writeln!(text, "{kind}(n) -> {kind}({n}) if n > {place}");
        }
        if digit.leaves(2) {
            let other = if condition.is_empty() { String::new() } else { format!("{condition}{n}-a") };
            let _ = writeln!(text, "{kind}(n) -> {kind}(a) + {kind}({n}-a) for a in 1..n-{}{other}", place + 1);
        }
    }
    // A game without moves still has its kind.
    if text.is_empty() {
        let _ = writeln!(text, "{kind}(n) -> 0 if n < n");
    }
    Some(text)
}
