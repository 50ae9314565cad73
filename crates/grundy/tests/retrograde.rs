//! Games that may go on for ever, and misère play, against the definition: whole sums, solved backwards one step at a time.

#![allow(clippy::unwrap_used)] // the helpers of the tests too

use grundy::game::{self, Listed};
use grundy::solve::{Approach, Error, Play, Retrograde, Solver};
use grundy::{Game, Limits, Outcome, Stop, Value, Watch};
use hashbrown::HashMap;
use proptest::prelude::*;
use std::convert::Infallible;
use std::ops::ControlFlow;

const POSITIONS: u8 = 6;

/// For each position its moves, each the positions that it leaves, with copies.
#[derive(Debug, Clone)]
struct Rules(Vec<Vec<Vec<(u128, u8)>>>);

impl Game for Rules {
    type Position = u8;
    type Error = Infallible;

    fn moves(&self, position: &u8, visit: &mut impl FnMut(&[u8]) -> ControlFlow<()>) -> Listed {
        let written =
            |parts: &Vec<(u128, u8)>| parts.iter().flat_map(|&(n, p)| vec![p; n as usize]).collect::<Vec<_>>();
        Ok(self.0[usize::from(*position)].iter().try_for_each(|parts| visit(&written(parts))))
    }

    fn counted_moves(&self, position: &u8, visit: &mut impl FnMut(&[(u128, u8)]) -> ControlFlow<()>) -> Listed {
        Ok(self.0[usize::from(*position)].iter().try_for_each(|parts| visit(parts)))
    }
}

type Sum = Vec<(u128, u8)>;

/// Copies joined, in order.
fn canonical(sum: &[(u128, u8)]) -> Sum {
    let mut counts = [0; POSITIONS as usize];
    sum.iter().for_each(|&(count, position)| counts[usize::from(position)] += count);
    (0..POSITIONS).map(|position| (counts[usize::from(position)], position)).filter(|term| term.0 > 0).collect()
}

fn options(rules: &Rules, sum: &Sum) -> Vec<Sum> {
    let mut all = Vec::new();
    for (index, &(_, position)) in sum.iter().enumerate() {
        for parts in &rules.0[usize::from(position)] {
            let mut next = sum.clone();
            next[index].0 -= 1;
            next.extend(parts);
            all.push(canonical(&next));
        }
    }
    all
}

/// The outcome by the definition: a sum is decided when its options are; who is never decided draws. Nothing if too many sums can be reached.
fn defined(rules: &Rules, sum: &Sum, play: Play, most: usize) -> Option<Outcome> {
    let mut outcomes: HashMap<Sum, Option<Outcome>> = HashMap::new();
    let mut next = vec![canonical(sum)];
    while let Some(sum) = next.pop() {
        if outcomes.len() > most {
            return None;
        }
        if !outcomes.contains_key(&sum) {
            next.extend(options(rules, &sum));
            outcomes.insert(sum, None);
        }
    }
    loop {
        let decide = |sum: &Sum| {
            let options = options(rules, sum);
            let is = |option: &Sum, outcome| outcomes[option] == Some(outcome);
            if options.is_empty() {
                return Some(if play == Play::Misere { Outcome::Next } else { Outcome::Previous });
            }
            if options.iter().any(|option| is(option, Outcome::Previous)) {
                return Some(Outcome::Next);
            }
            options.iter().all(|option| is(option, Outcome::Next)).then_some(Outcome::Previous)
        };
        let open = outcomes.iter().filter(|(_, outcome)| outcome.is_none());
        let new: Vec<_> = open.filter_map(|(sum, _)| Some((sum.clone(), decide(sum)?))).collect();
        if new.is_empty() {
            return Some(outcomes[&canonical(sum)].unwrap_or(Outcome::Draw));
        }
        outcomes.extend(new.into_iter().map(|(sum, outcome)| (sum, Some(outcome))));
    }
}

/// Moves to any positions, most of them to one.
fn rules() -> impl Strategy<Value = Rules> {
    let part = (prop_oneof![6 => Just(1_u128), 1 => Just(2), 1 => Just(3)], 0..POSITIONS);
    let parts = prop_oneof![8 => prop::collection::vec(part.clone(), 1), 2 => prop::collection::vec(part, 0..3)];
    prop::collection::vec(prop::collection::vec(parts, 0..4), usize::from(POSITIONS)).prop_map(Rules)
}

fn sum() -> impl Strategy<Value = Sum> {
    prop::collection::vec((1..4_u128, 0..POSITIONS), 0..3)
}

/// The winning moves by the definition.
fn winning(rules: &Rules, sum: &Sum, play: Play, most: usize) -> Option<Vec<(usize, Sum)>> {
    let mut found: Vec<(usize, Sum)> = Vec::new();
    for (component, &(_, position)) in sum.iter().enumerate() {
        for parts in &rules.0[usize::from(position)] {
            let mut next = sum.clone();
            next[component].0 -= 1;
            next.extend(parts);
            let wins = defined(rules, &next, play, most)? == Outcome::Previous;
            if wins && !found.contains(&(component, parts.clone())) {
                found.push((component, parts.clone()));
            }
        }
    }
    Some(found)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn outcomes_are_defined_ones(rules in rules(), sums in prop::collection::vec(sum(), 1..4)) {
        let mut solver = Retrograde::new(&rules);
        for play in [Play::Normal, Play::Misere] {
            for sum in &sums {
                let Some(expected) = defined(&rules, sum, play, 300) else { continue };
                // A sum of which few others can be reached does not grow without end.
                prop_assert_eq!(solver.outcome(sum, play), Ok(expected), "{:?} {:?}", sum, play);
                let Some(expected) = winning(&rules, sum, play, 300) else { continue };
                let found = solver.winning_moves(sum, play, usize::MAX).unwrap();
                let found: Vec<_> = found.into_iter().map(|play| (play.component, play.to)).collect();
                prop_assert_eq!(found, expected);
            }
        }
    }

    /// Sums that grow without end: what is said must be right in a game cut off after some sums, whichever way the rest goes.
    #[test]
    fn growing_sums_are_decided_only_when_sure(rules in rules(), sum in sum()) {
        for play in [Play::Normal, Play::Misere] {
            let answer = Retrograde::new(&rules).outcome(&sum, play);
            prop_assert!(matches!(answer, Ok(_) | Err(Error::Grows)), "{:?}", answer);
            prop_assert!(play == Play::Misere || answer.is_ok());
            let Ok(answer) = answer else { continue };
            // Cut off by breadth: nothing is known about the sums beyond.
            let bounded = bounded(&rules, &sum, play, 100);
            prop_assert!(bounded.is_none() || bounded == Some(answer), "{:?} {:?} {:?}", bounded, answer, play);
        }
    }

    /// A value says what it says: the sum with a Nim heap of the same size is lost, and no other heap does that.
    #[test]
    fn values_are_heaps(rules in rules(), position in 0..POSITIONS) {
        let nim = game::from_options(|&n: &u8| 0..n);
        let mut both = Retrograde::new((&rules, &nim));
        use game::Either::{Left, Right};
        let value = both.value(&Left(position)).unwrap();
        for heap in 0..8_u8 {
            let outcome = both.outcome(&[(1, Left(position)), (1, Right(heap))], Play::Normal).unwrap();
            prop_assert_eq!(outcome, value.nim_sum(&Value::Finite(u128::from(heap))).outcome());
        }
        // Where the search for finite games has a value, it is the same.
        if let Ok(expected) = Solver::new(&rules).value(&position) {
            prop_assert_eq!(&value, &Value::Finite(u128::from(expected)));
        }
    }
}

/// Who wins as far as the first sums tell: sums beyond are neither won nor lost.
fn bounded(rules: &Rules, sum: &Sum, play: Play, most: usize) -> Option<Outcome> {
    let mut listed: Vec<Sum> = vec![canonical(sum)];
    let mut at = 0;
    while at < listed.len() && listed.len() < most {
        for option in options(rules, &listed[at].clone()) {
            if !listed.contains(&option) {
                listed.push(option);
            }
        }
        at += 1;
    }
    let mut outcomes: HashMap<Sum, Outcome> = HashMap::new();
    for _ in 0..listed.len() {
        for sum in &listed[..at] {
            let options = options(rules, sum);
            let known = |option: &Sum| outcomes.get(option).copied();
            let outcome = if options.is_empty() {
                if play == Play::Misere { Outcome::Next } else { Outcome::Previous }
            } else if options.iter().any(|option| known(option) == Some(Outcome::Previous)) {
                Outcome::Next
            } else if options.iter().all(|option| known(option) == Some(Outcome::Next)) {
                Outcome::Previous
            } else {
                continue;
            };
            outcomes.insert(sum.clone(), outcome);
        }
    }
    outcomes.get(&canonical(sum)).copied()
}

/// A game written as `position: moves`, a move as copies of positions.
fn written(moves: &[&[&[(u128, u8)]]]) -> Rules {
    Rules(moves.iter().map(|moves| moves.iter().map(|parts| parts.to_vec()).collect()).collect())
}

#[test]
fn sums_that_never_end_are_draws() {
    // 0 doubles, 1 and 2 go round, 3 is a Nim heap of size 1, 4 is over.
    let rules = written(&[&[&[(2, 0)]], &[&[(1, 2)]], &[&[(1, 1)]], &[&[(1, 4)]], &[]]);
    let mut solver = Retrograde::new(&rules);
    for play in [Play::Normal, Play::Misere] {
        for sum in [vec![(1, 0)], vec![(2, 0)], vec![(2, 1)], vec![(4, 1), (1, 3)], vec![(1, 1), (1 << 100, 3)]] {
            assert_eq!(solver.outcome(&sum, play), Ok(Outcome::Draw), "{sum:?} {play:?}");
        }
    }
    assert_eq!(solver.value(&0), Ok(Value::loopy([])));
    assert_eq!(solver.sum_value(&[(1 << 100, 3)]), Ok(Value::Finite(0)));
    assert_eq!(solver.sum_value(&[(u128::MAX, 3), (u128::MAX, 4)]), Ok(Value::Finite(1)));
}

#[test]
fn growth_under_misere_play() {
    // 1 is a heap of size 1; 0 leaves one beside itself, or just one; 2 leaves two beside itself, or just two.
    let rules = written(&[&[&[(1, 0), (1, 1)], &[(1, 1)]], &[&[]], &[&[(1, 2), (2, 1)], &[(2, 1)]]]);
    let mut solver = Retrograde::new(&rules);
    // To the heap of size 1, which the opponent must take: it is won in one move.
    assert_eq!(solver.outcome(&[(1, 0)], Play::Misere), Ok(Outcome::Next));
    assert_eq!(solver.outcome(&[(1, 0)], Play::Normal), Ok(solver.value(&0).unwrap().outcome()));
    // Whoever gets an even number of heaps beside 0 leaves an odd number of them alone.
    assert_eq!(solver.outcome(&[(1, 0), (1, 1)], Play::Misere), Ok(Outcome::Previous));
    assert_eq!(solver.outcome(&[(1, 0), (2, 1)], Play::Misere), Ok(Outcome::Next));
    // Both go on adding heaps for ever, as every other move loses; this takes infinitely many sums to see.
    assert_eq!(solver.outcome(&[(1, 2)], Play::Misere), Err(Error::Grows));
    assert_eq!(solver.outcome(&[(1, 2), (1, 1)], Play::Misere), Ok(Outcome::Next));
    assert_eq!(solver.outcome(&[(1, 1)], Play::Misere), Ok(Outcome::Previous));
    assert_eq!(solver.outcome(&[(2, 1)], Play::Misere), Ok(Outcome::Next));
}

#[test]
fn equal_parts_that_go_round_do_not_cancel() {
    // By questions, too: a game whose every move leaves two copies of itself has no value.
    let rules = written(&[&[&[(2, 0)]]]);
    for method in [Approach::Definition, Approach::Questions] {
        assert_eq!(Solver::new(&rules).with_approach(method).value(&0), Err(Error::Cycle(vec![0])));
    }
}

#[test]
fn limits_hold_as_the_search_grows() {
    let kayles =
        game::from_moves(|&n: &u32| (1..=n.min(2)).flat_map(move |k| (0..=n - k).map(move |a| [a, n - k - a])));
    let sum: Vec<(u128, u32)> = (20..40).map(|n| (1, n)).collect();
    let positions = Watch::new(Limits { positions: 1000, ..Limits::default() });
    let stopped = Retrograde::with_watch(&kayles, positions).outcome(&sum, Play::Misere);
    assert_eq!(stopped, Err(Error::Stop(Stop::Positions { limit: 1000, found: 1001 })));
    let memory = Watch::new(Limits { memory: 1 << 20, ..Limits::default() });
    let mut solver = Retrograde::with_watch(&kayles, memory);
    let Err(Error::Stop(Stop::Memory { found, .. })) = solver.outcome(&sum, Play::Misere) else {
        panic!("it needs more memory")
    };
    // A sum of up to 40 rows takes at least 8 bytes for each: so many do not fit.
    assert!(found < (1 << 20) / 8);
    // What is known stays, what failed is gone.
    assert_eq!(solver.outcome(&[(2, 1)], Play::Misere), Ok(Outcome::Next));
    let wide = game::from_options(|&n: &u64| 0..n);
    let memory = Watch::new(Limits { memory: 1 << 20, ..Limits::default() });
    let mut solver = Retrograde::with_watch(&wide, memory);
    // One list of options is longer than the memory.
    assert!(matches!(solver.value(&(1 << 40)), Err(Error::Stop(Stop::Memory { .. }))));
    assert_eq!(solver.value(&7), Ok(Value::Finite(7)));
    assert_eq!(solver.positions(), 8);
}

#[test]
fn a_failing_game_is_reported() {
    struct Broken;
    impl Game for Broken {
        type Position = u32;
        type Error = &'static str;
        fn moves(&self, position: &u32, visit: &mut impl FnMut(&[u32]) -> ControlFlow<()>) -> Listed<&'static str> {
            if *position == 3 { Err("three") } else { Ok((0..*position).try_for_each(|to| visit(&[to]))) }
        }
    }
    let mut solver = Retrograde::new(Broken);
    assert_eq!(solver.value(&5), Err(Error::Game("three")));
    assert_eq!(solver.outcome(&[(1, 4)], Play::Misere), Err(Error::Game("three")));
    assert_eq!(solver.value(&2), Ok(Value::Finite(2)));
    assert_eq!(solver.known_value(&5), None);
}
