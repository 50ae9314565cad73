//! Sets of ordinals and games with one unbounded move, compared with plain lists and with the definition of mex.

#![allow(clippy::unwrap_used)]

use grundy::Ordinal;
use grundy::ordinal::OrdinalSet;
use grundy::theorem::pebbles::Pebbles;
use grundy::transfinite::{Error, Own, Reach, Row, RowRule, Rows, Takes};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// The ordinal number i of a list of 96: ω·(i/8) + i mod 8, with gaps behind each 7.
fn sample(i: u32) -> Ordinal {
    Ordinal::omega_times((i / 8).into(), (i % 8).into())
}

proptest! {
    #[test]
    fn sets_of_intervals_are_sets(ends in prop::collection::vec((0u32..96, 0u32..96), 0..12)) {
        let mut set = OrdinalSet::default();
        let mut all = Vec::new();
        for &(a, b) in &ends {
            set.insert(sample(a), sample(b));
            all.push((sample(a), sample(b)));
        }
        prop_assert_eq!(&set, &OrdinalSet::from_intervals(all.clone()));
        let (left, right) = all.split_at(all.len() / 2);
        let halves = OrdinalSet::from_intervals(left.to_vec()).union(&OrdinalSet::from_intervals(right.to_vec()));
        prop_assert_eq!(&set, &halves);
        for i in 0..96 {
            prop_assert_eq!(set.contains(&sample(i)), ends.iter().any(|&(a, b)| a <= i && i < b), "{}", i);
        }
        prop_assert!(set.intervals().windows(2).all(|pair| pair[0].1 < pair[1].0));
        prop_assert!(!set.contains(&set.mex()));
        prop_assert_eq!(set.nth_outside(&Ordinal::ZERO).unwrap(), set.mex());
        // The enumeration is increasing, outside the set, and leaves nothing out.
        let mut last: Option<Ordinal> = None;
        for i in 0..96 {
            let outside = set.nth_outside(&sample(i)).unwrap();
            prop_assert!(!set.contains(&outside));
            if i % 8 > 0 {
                let last = last.unwrap();
                prop_assert!(last < outside);
                let next = last.checked_add(&Ordinal::from(1)).unwrap();
                let between = OrdinalSet::from_intervals(vec![(next, outside.clone())]);
                prop_assert_eq!(set.union(&between).intervals().len() <= set.intervals().len(), true);
                prop_assert_eq!(set.union(&between), set.clone(), "nothing outside is skipped");
            }
            last = Some(outside);
        }
    }

    #[test]
    fn left_differences(a in 0u32..96, b in 0u32..96) {
        let (a, b) = (sample(a), sample(b));
        match b.minus(&a) {
            Some(rest) => prop_assert_eq!(a.checked_add(&rest).unwrap(), b),
            None => prop_assert!(a > b),
        }
    }
}

fn pebble_rows(stones: usize, k: u128) -> Rows {
    let mut rows = Rows::default();
    for b in 0..=stones {
        let reach = |a: usize| Reach { row: a, from: (b - a) as u128 * k, to: None };
        rows.push(RowRule { own: Own::Smaller, earlier: (0..b).map(reach).collect() }).unwrap();
    }
    rows
}

/// Exact mex of the game rule, no theorem used, against the closed form.
#[test]
fn stones_and_pebbles_by_exact_mex_is_the_closed_form() {
    for k in 0..=3 {
        let (rows, game) = (pebble_rows(40, k), Pebbles::new(k));
        for b in 0..=40u128 {
            for s in 0..(b + 3) * k.max(1) + 5 {
                let value = rows.value(b as usize, s).unwrap().unwrap();
                assert_eq!(value, game.value(b, s).unwrap(), "K={k} ({b}, {s})");
            }
            // The tail, proved by the method: ω·B + (S − BK).
            let Some(Row::Increasing(runs)) = rows.row(b as usize) else { panic!("rows increase") };
            let tail = runs.last().unwrap();
            assert_eq!((tail.from, tail.start), (b * k, (b, 0)));
        }
    }
}

#[test]
fn winning_moves_of_stones_and_pebbles() {
    for k in 0..=2 {
        let (rows, game) = (pebble_rows(9, k), Pebbles::new(k));
        for (b, s) in (0..=9u128).flat_map(|b| [0, 3, 17].map(|s| (b, s))) {
            for (x, y) in (0..10).flat_map(|x| (0..30).map(move |y| (x, y))) {
                let wanted = Ordinal::omega_times(x, y);
                let found = rows.options_with_value(b as usize, s, &wanted);
                let expected = game.option_with_value(b, s, &wanted).unwrap();
                assert_eq!(found, expected.map(|(b, s)| (b as usize, s)).into_iter().collect::<Vec<_>>());
            }
        }
    }
}

type ReachIndex = (prop::sample::Index, u128, Option<u128>);

/// The moves inside a row: all smaller s, or s − k for the k in a list.
fn own_options(moves: Option<&[u128]>, s: u128) -> Vec<u128> {
    match moves {
        None => (0..s).collect(),
        Some(list) => list.iter().filter_map(|k| s.checked_sub(*k)).collect(),
    }
}

fn takes(ranges: &[(u128, u128)]) -> Takes {
    Takes { ranges: ranges.to_vec(), floor: 0 }
}

/// What the row played alone is worth, for the lists of moves below.
fn own_rule(moves: Option<&[u128]>) -> Own {
    match moves {
        None => Own::Smaller,
        Some([]) => Own::nothing(),
        Some([1, 2, 3]) => Own::Periodic { start: vec![], period: vec![0, 1, 2, 3], takes: takes(&[(1, 3)]) },
        Some([1, 3, 4]) => {
            Own::Periodic { start: vec![0, 1], period: vec![0, 1, 2, 3, 2, 0, 1], takes: takes(&[(1, 1), (3, 4)]) }
        }
        Some(other) => panic!("{other:?}"),
    }
}

const MOVES: [Option<&[u128]>; 6] = [None, None, None, Some(&[]), Some(&[1, 2, 3]), Some(&[1, 3, 4])];

fn rules(rows: usize) -> impl Strategy<Value = Vec<(Option<&'static [u128]>, Vec<ReachIndex>)>> {
    let reach = (any::<prop::sample::Index>(), 0u128..12, prop::option::of(0u128..20));
    prop::collection::vec((prop::sample::select(&MOVES), prop::collection::vec(reach, 0..5)), 1..=rows)
}

proptest! {
    /// The definition: no option has the value of the position, and every smaller ordinal is the value of an option.
    /// Values met here are ω·x + y; one with y < 40 stands before s = 300 in its row if it stands there at all.
    #[test]
    fn values_are_the_mex_of_the_options(rules in rules(7)) {
        let mut rows = Rows::default();
        for (row, (moves, reaches)) in rules.into_iter().enumerate() {
            let earlier = |(to_row, from, to): ReachIndex| Reach { row: to_row.index(row), from, to };
            let earlier: Vec<Reach> = if row == 0 { vec![] } else { reaches.into_iter().map(earlier).collect() };
            rows.push(RowRule { own: own_rule(moves), earlier: earlier.clone() }).unwrap();
            let value = |row: usize, s: u128| rows.value(row, s).unwrap().unwrap();
            let reached = earlier.iter().flat_map(|reach| (reach.from..reach.to.unwrap_or(300)).map(|s| (reach.row, s)));
            let reached: BTreeSet<Ordinal> = reached.map(|(row, s)| value(row, s)).collect();
            for s in 0..30 {
                let own: BTreeSet<Ordinal> = own_options(moves, s).into_iter().map(|s| value(row, s)).collect();
                let occurs = |v: &Ordinal| reached.contains(v) || own.contains(v);
                let mex = value(row, s);
                prop_assert!(!occurs(&mex));
                let (x, y) = (mex.limit_part().terms().first().map_or(0, |term| term.coefficient()), mex.finite_part());
                let smaller = (0..x).flat_map(|x| (0..40).map(move |y| (x, y))).chain((0..y).map(|y| (x, y)));
                for (x, y) in smaller {
                    prop_assert!(occurs(&Ordinal::omega_times(x, y)), "row {} s {} misses {}*w+{}", row, s, x, y);
                }
                let found = rows.options_with_value(row, s, &Ordinal::omega_times(x, y / 2));
                prop_assert!(found.iter().all(|&(row, s)| value(row, s) == Ordinal::omega_times(x, y / 2)));
                let in_reach = |row: usize, s: u128| {
                    earlier.iter().any(|reach| reach.row == row && reach.from <= s && reach.to.is_none_or(|to| s < to))
                };
                let in_row = |t: u128| own_options(moves, s).contains(&t);
                prop_assert!(found.iter().all(|&(to, t)| in_reach(to, t) || to == row && in_row(t)));
                prop_assert!(y == 0 || !found.is_empty(), "row {} s {}: no option of value {}*w+{}", row, s, x, y / 2);
            }
        }
    }
}

#[test]
fn what_is_not_of_the_kind_is_refused() {
    let mut rows = Rows::default();
    let reach = |row| Reach { row, from: 0, to: None };
    let rule = |row| RowRule { own: Own::Smaller, earlier: vec![reach(row)] };
    assert_eq!(rows.push(rule(0)).err(), Some(Error::NotEarlier { row: 0, reaches: 0 }));
    assert!(rows.is_empty());
    rows.push(RowRule { own: Own::nothing(), earlier: vec![] }).unwrap();
    assert_eq!(rows.push(rule(5)).err(), Some(Error::NotEarlier { row: 1, reaches: 5 }));
    assert_eq!(rows.value(0, u128::MAX).unwrap().unwrap(), Ordinal::ZERO);
    assert!(rows.value(1, 0).is_none());
    assert_eq!(rows.len(), 1);
    let no_period = Own::Periodic { start: vec![1], period: vec![], takes: takes(&[]) };
    assert_eq!(rows.push(RowRule { own: no_period, earlier: vec![] }).err(), Some(Error::NoPeriod));
    // Far out.
    rows.push(RowRule { own: Own::Smaller, earlier: vec![reach(0)] }).unwrap();
    assert!(rows.value(1, u128::MAX).unwrap().is_err(), "1 + (2^128 − 1) does not fit");
    assert_eq!(rows.value(1, u128::MAX - 1).unwrap().unwrap(), Ordinal::from(u128::MAX));
}
