//! The plain definition, for the comparisons: values by recursion over all options, with a memo.

use super::{HeapTheorem, Theorem};
use crate::value::Value;
use crate::watch::Watch;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;

/// The value of `position`, where `moves` lists, for each move, the positions it leaves.
pub fn value<P: Clone + Eq + Hash>(
    position: &P,
    moves: &impl Fn(&P) -> Vec<Vec<P>>,
    memo: &mut HashMap<P, u64>,
) -> u64 {
    if let Some(&known) = memo.get(position) {
        return known;
    }
    let mut values = Vec::new();
    for parts in moves(position) {
        values.push(parts.iter().fold(0, |xor, part| xor ^ value(part, moves, memo)));
    }
    let mex = crate::mex(values);
    memo.insert(position.clone(), mex);
    mex
}

/// Options as sets of positions, empty heaps not counted where `dead` says that a position has no moves.
fn as_set(options: Vec<Vec<Vec<u128>>>, dead: &dyn Fn(&[u128]) -> bool) -> HashSet<Vec<Vec<u128>>> {
    let in_order = |mut parts: Vec<Vec<u128>>| {
        parts.retain(|part| !dead(part));
        parts.sort_unstable();
        parts
    };
    options.into_iter().map(in_order).collect()
}

/// Compares values and options of a theorem with the definition on some positions.
pub fn compare(theorem: &dyn Theorem, positions: &[Vec<u128>], moves: &impl Fn(&Vec<u128>) -> Vec<Vec<Vec<u128>>>) {
    let watch = Watch::default();
    let mut memo = HashMap::new();
    let dead = |position: &[u128]| moves(&position.to_vec()).is_empty();
    for position in positions {
        let Some(found) = theorem.value(position, &watch).unwrap() else { continue };
        let expected = u128::from(value(position, moves, &mut memo));
        assert_eq!(found, Value::Finite(expected), "{position:?}");
        let small: Vec<i64> = position.iter().map(|&n| n as i64).collect();
        let quick = theorem.small_value(&small, &watch).unwrap();
        assert!(quick.is_none_or(|quick| quick == expected), "{position:?}: {quick:?}");
        for wanted in 0..expected + 3 {
            let value_of =
                |parts: &Vec<Vec<u128>>| parts.iter().fold(0, |xor, part| xor ^ value(part, moves, &mut memo));
            let mut value_of = value_of;
            let all: Vec<_> =
                moves(position).into_iter().filter(|parts| u128::from(value_of(parts)) == wanted).collect();
            let expected_options = as_set(all, &dead);
            let found = theorem.options(position, &Value::Finite(wanted), usize::MAX, &watch).unwrap().unwrap();
            let listed = as_set(found.options, &dead);
            assert!(listed.is_subset(&expected_options), "{position:?} {wanted}: {listed:?} of {expected_options:?}");
            if found.complete {
                assert_eq!(listed, expected_options, "{position:?} {wanted}");
            }
            assert!(wanted >= expected || !listed.is_empty(), "{position:?} has no option of value {wanted}");
            if let Some(changes) = theorem.changes(position, &Value::Finite(wanted), &watch).unwrap() {
                let lists = changes.iter().map(|change| vec![change.of(position)]).collect();
                assert_eq!(as_set(lists, &dead), expected_options, "{position:?} {wanted}");
            }
            let one = theorem.options(position, &Value::Finite(wanted), 1, &watch).unwrap().unwrap();
            assert_eq!(one.options.len(), listed.len().min(1), "{position:?} {wanted}");
            let none = theorem.options(position, &Value::Finite(wanted), 0, &watch).unwrap().unwrap();
            assert!(none.options.is_empty() && (!none.complete || listed.is_empty()), "{position:?} {wanted}");
        }
    }
}

/// Compares a theorem that tells who wins with the definition on some positions: the outcome, the value where it is told, and the
/// moves that win.
pub fn compare_outcomes(
    theorem: &dyn Theorem,
    positions: &[Vec<u128>],
    moves: &impl Fn(&Vec<u128>) -> Vec<Vec<Vec<u128>>>,
) {
    let (watch, lost) = (Watch::default(), Value::Finite(0));
    let mut memo = HashMap::new();
    for position in positions {
        let Some(wins) = theorem.wins(position, &watch).unwrap() else { continue };
        assert_eq!(wins, value(position, moves, &mut memo) > 0, "{position:?}");
        assert_eq!(theorem.value(position, &watch).unwrap(), (!wins).then_some(Value::Finite(0)), "{position:?}");
        let mut is_lost =
            |parts: &Vec<Vec<u128>>| parts.iter().fold(0, |xor, part| xor ^ value(part, moves, &mut memo)) == 0;
        let expected = as_set(moves(position).into_iter().filter(|parts| is_lost(parts)).collect(), &|_| false);
        let found = theorem.options(position, &lost, usize::MAX, &watch).unwrap().unwrap();
        let listed = as_set(found.options, &|_| false);
        assert!(listed.is_subset(&expected), "{position:?}: {listed:?} of {expected:?}");
        assert!(!found.complete || listed == expected, "{position:?}: {listed:?}, not {expected:?}");
        assert!(!wins || !listed.is_empty(), "{position:?} has no winning move");
        let one = theorem.options(position, &lost, 1, &watch).unwrap().unwrap();
        assert_eq!(one.options.len(), listed.len().min(1), "{position:?}");
        let none = theorem.options(position, &lost, 0, &watch).unwrap().unwrap();
        assert!(none.options.is_empty() && (!none.complete || listed.is_empty()), "{position:?}");
    }
    // No theorem may be silent about everything.
    assert!(positions.iter().any(|position| theorem.wins(position, &watch).unwrap().is_some()));
}

/// Compares a heap theorem with the definition on the heaps below `end`.
pub fn compare_heaps(theorem: impl HeapTheorem + 'static, end: u128, moves: impl Fn(u128) -> Vec<Vec<u128>>) {
    let positions: Vec<Vec<u128>> = (0..end).map(|n| vec![n]).collect();
    let lists = |position: &Vec<u128>| {
        let singles = |heaps: Vec<u128>| heaps.into_iter().map(|heap| vec![heap]).collect();
        moves(position[0]).into_iter().map(singles).collect()
    };
    compare(&super::Single(Box::new(theorem)), &positions, &lists);
}
