//! The solver against the definition on random games.

#![allow(clippy::unwrap_used)] // the helpers of the tests too

use grundy::game::Listed as Listing;
use grundy::solve::{Approach, Error, Move, Player, Solver};
use grundy::{Game, Limits, Outcome, Stop, Watch, game, mex};
use hashbrown::{HashMap, HashSet};
use proptest::prelude::*;
use proptest::strategy::Strategy as Generator;
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// For each position its moves, each the positions that it leaves.
#[derive(Debug, Clone)]
struct Listed(Vec<Vec<Vec<u8>>>);

impl Game for Listed {
    type Position = u8;
    type Error = Infallible;

    fn moves(&self, position: &u8, visit: &mut impl FnMut(&[u8]) -> ControlFlow<()>) -> Listing {
        Ok(self.0[usize::from(*position)].iter().try_for_each(|parts| visit(parts)))
    }
}

const POSITIONS: usize = 9;

/// A game in which every move leaves up to three smaller positions.
fn finite_game() -> impl Generator<Value = Listed> {
    let moves = prop::collection::vec(prop::collection::vec(any::<prop::sample::Index>(), 0..=3), 0..=4);
    prop::collection::vec(moves, POSITIONS).prop_map(|positions| {
        let smaller = |(position, moves): (usize, Vec<Vec<prop::sample::Index>>)| {
            let pick = |index: &prop::sample::Index| index.index(position.max(1)) as u8;
            let leaves = |parts: &Vec<prop::sample::Index>| match position {
                0 => None,
                _ => Some(parts.iter().map(pick).collect()),
            };
            moves.iter().filter_map(leaves).collect()
        };
        Listed(positions.into_iter().enumerate().map(smaller).collect())
    })
}

/// A graph in which play may come back.
fn loopy_game() -> impl Generator<Value = Listed> {
    let options = prop::collection::vec((0..POSITIONS as u8).prop_map(|to| vec![to]), 0..=2);
    prop::collection::vec(options, POSITIONS).prop_map(Listed)
}

fn sum() -> impl Generator<Value = Vec<u8>> {
    prop::collection::vec(0..POSITIONS as u8, 0..=3)
}

/// A game and a sum from which not too many sums are reached for the definition.
fn game_and_sum() -> impl Generator<Value = (Listed, Vec<u8>)> {
    (finite_game(), sum()).prop_filter("too many sums", |(game, sum)| {
        const MOST: usize = 20_000;
        let mut seen = HashSet::new();
        let mut next = vec![sum.clone()];
        while let Some(mut sum) = next.pop()
            && seen.len() < MOST
        {
            sum.sort_unstable();
            if seen.insert(sum.clone()) {
                next.extend(options(game, &sum));
            }
        }
        seen.len() < MOST
    })
}

/// Every sum that one move leaves, in a fixed order.
fn options(game: &Listed, sum: &[u8]) -> Vec<Vec<u8>> {
    let moves = |component: usize| game.0[usize::from(sum[component])].iter().map(move |to| (component, to));
    let moves = (0..sum.len()).flat_map(moves);
    moves.map(|(component, to)| Move { component, to: to.clone() }.apply(sum)).collect()
}

/// The value by the definition, on whole sums, with no theorem.
fn by_definition(game: &Listed, sum: &[u8], memo: &mut HashMap<Vec<u8>, u64>) -> u64 {
    let mut sum = sum.to_vec();
    sum.sort_unstable();
    if let Some(&value) = memo.get(&sum) {
        return value;
    }
    let values: Vec<u64> = options(game, &sum).iter().map(|option| by_definition(game, option, memo)).collect();
    let value = mex(values);
    memo.insert(sum, value);
    value
}

/// Moves until the end when the winner hurries and the loser delays.
fn remoteness(game: &Listed, sum: &[u8], values: &mut HashMap<Vec<u8>, u64>, memo: &mut HashMap<Vec<u8>, u64>) -> u64 {
    let mut sum = sum.to_vec();
    sum.sort_unstable();
    if let Some(&known) = memo.get(&sum) {
        return known;
    }
    let lost = by_definition(game, &sum, values) == 0;
    let mut options = options(game, &sum);
    options.retain(|option| lost || by_definition(game, option, values) == 0);
    let lengths = options.iter().map(|option| remoteness(game, option, values, memo) + 1);
    let length = if lost { lengths.max() } else { lengths.min() };
    memo.insert(sum, length.unwrap_or(0));
    length.unwrap_or(0)
}

/// Whether the player wins every line of play, moving first; `won` are sums from which that is known.
fn always_wins(player: &mut Player<Listed>, game: &Listed, sum: &[u8], won: &mut HashSet<Vec<u8>>) -> bool {
    if won.contains(sum) {
        return true;
    }
    let Some(play) = player.reply(sum).unwrap() else { return false };
    let wins = options(game, &play.apply(sum)).iter().all(|reply| always_wins(player, game, reply, won));
    if wins {
        won.insert(sum.to_vec());
    }
    wins
}

proptest! {
    #[test]
    fn sums_are_xors((game, sum) in game_and_sum()) {
        let expected = by_definition(&game, &sum, &mut HashMap::new());
        for method in [Approach::Definition, Approach::Questions] {
            let mut solver = Solver::new(&game).with_approach(method);
            prop_assert_eq!(solver.sum_value(&sum).unwrap(), expected);
            prop_assert_eq!(solver.sum_value(&sum).unwrap(), expected);
        }
    }

    #[test]
    fn questions_agree_with_values((game, sum) in game_and_sum(), value in 0..6_u64) {
        let mut solver = Solver::new(&game).with_approach(Approach::Questions);
        let expected = by_definition(&game, &sum, &mut HashMap::new());
        prop_assert_eq!(solver.is_value(&sum, value).unwrap(), expected == value);
        let outcome = if expected == 0 { Outcome::Previous } else { Outcome::Next };
        prop_assert_eq!(solver.outcome(&sum).unwrap(), outcome);
        // What the questions left behind must not mislead the definition.
        let mut solver = solver.with_approach(Approach::Definition);
        prop_assert_eq!(solver.sum_value(&sum).unwrap(), expected);
    }

    #[test]
    fn winning_moves_are_those_to_zero((game, sum) in game_and_sum()) {
        let mut memo = HashMap::new();
        for method in [Approach::Definition, Approach::Questions] {
            let mut solver = Solver::new(&game).with_approach(method);
            let won = by_definition(&game, &sum, &mut memo) != 0;
            let mut expected = Vec::new();
            for play in solver.all_moves(&sum).unwrap() {
                if won && by_definition(&game, &play.apply(&sum), &mut memo) == 0 && !expected.contains(&play) {
                    expected.push(play);
                }
            }
            prop_assert_eq!(solver.winning_moves(&sum).unwrap(), expected.clone());
            let some = solver.some_winning_moves(&sum, 1).unwrap();
            prop_assert_eq!(some.complete, expected.len() <= 1);
            prop_assert_eq!(some.moves, &expected[..expected.len().min(1)]);
        }
    }

    #[test]
    fn cycles_are_found_and_named(game in loopy_game(), start in 0..POSITIONS as u8) {
        let mut solver = Solver::new(&game);
        let joined = |a: u8, b: u8| game.0[usize::from(a)].contains(&vec![b]);
        match solver.value(&start) {
            Err(Error::Cycle(cycle)) => {
                prop_assert!(!cycle.is_empty());
                prop_assert!((0..cycle.len()).all(|i| joined(cycle[i], cycle[(i + 1) % cycle.len()])), "{:?}", cycle);
                // The error leaves the solver as it should be: the same question finds the same cycle.
                prop_assert_eq!(solver.value(&start), Err(Error::Cycle(cycle)));
            }
            Err(other) => prop_assert!(false, "{:?}", other),
            Ok(_) => prop_assert!(!reaches_cycle(&game, start)),
        }
        let mut questions = Solver::new(&game).with_approach(Approach::Questions);
        match questions.value(&start) {
            Err(error) => prop_assert!(matches!(error, Error::Cycle(_)) && reaches_cycle(&game, start)),
            Ok(value) => {
                if let Ok(expected) = solver.value(&start) {
                    prop_assert_eq!(value, expected);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))] // each plays out whole game trees

    #[test]
    fn perfect_play_wins_against_every_reply(game in finite_game(), sum in prop::collection::vec(0..5_u8, 0..=2)) {
        let mut player = Player::new(Solver::new(game.clone()));
        let won = by_definition(&game, &sum, &mut HashMap::new()) != 0;
        let mut known = HashSet::new();
        if won {
            prop_assert!(always_wins(&mut player, &game, &sum, &mut known));
        } else {
            let replies = options(&game, &sum);
            prop_assert!(replies.iter().all(|reply| always_wins(&mut player, &game, reply, &mut known)));
        }
    }

    #[test]
    fn the_longest_defence_lasts_longest(game in finite_game(), sum in prop::collection::vec(0..5_u8, 0..=2)) {
        let (mut values, mut lengths) = (HashMap::new(), HashMap::new());
        let expected = remoteness(&game, &sum, &mut values, &mut lengths);
        let mut solver = Solver::new(&game);
        if by_definition(&game, &sum, &mut HashMap::new()) == 0 {
            match solver.longest_defence(&sum).unwrap() {
                None => prop_assert_eq!(expected, 0),
                Some(defence) => {
                    let after = defence.play.apply(&sum);
                    prop_assert_eq!(remoteness(&game, &after, &mut values, &mut lengths) + 1, expected);
                    prop_assert!(defence.lasts.is_none_or(|lasts| lasts == expected));
                }
            }
        }
    }
}

/// Whether a walk from here can be longer than there are positions.
fn reaches_cycle(game: &Listed, start: u8) -> bool {
    let step = |ends: Vec<u8>| -> Vec<u8> {
        let mut next: Vec<u8> = ends.iter().flat_map(|&end| game.0[usize::from(end)].iter().map(|to| to[0])).collect();
        next.sort_unstable();
        next.dedup();
        next
    };
    !(0..=POSITIONS).fold(vec![start], |ends, _| step(ends)).is_empty()
}

#[test]
fn ten_million_positions_deep() {
    let chain = game::from_options(|&n: &u32| n.checked_sub(1));
    assert_eq!(Solver::new(&chain).value(&10_000_000), Ok(0));
    assert_eq!(Solver::new(&chain).with_approach(Approach::Questions).value(&1_000_001), Ok(1));
}

#[test]
fn values_past_the_mask() {
    let nim = game::from_options(|&n: &u32| 0..n);
    for method in [Approach::Definition, Approach::Questions] {
        let mut solver = Solver::new(&nim).with_approach(method);
        assert_eq!(solver.sum_value(&[200, 7, 64]), Ok(200 ^ 7 ^ 64));
        assert_eq!(solver.is_value(&[100], 100), Ok(true));
        assert_eq!(solver.is_value(&[100], 99), Ok(false));
        assert_eq!(solver.is_value(&[100], u64::MAX), Ok(false));
    }
}

#[test]
fn limits_are_errors_that_say_so() {
    let nim = game::from_options(|&n: &u32| n.checked_sub(1));
    let limits = Limits { positions: 5000, ..Limits::default() };
    for method in [Approach::Definition, Approach::Questions] {
        let mut solver = Solver::with_watch(&nim, Watch::new(limits)).with_approach(method);
        let error = solver.value(&1_000_000).unwrap_err();
        assert!(matches!(error, Error::Stop(Stop::Positions { limit: 5000, .. })), "{error}");
        solver.set_watch(Watch::default());
        assert_eq!(solver.value(&1_000_000), Ok(0));
        let memory = Limits { memory: 1 << 20, ..Limits::default() };
        let mut solver = Solver::with_watch(&nim, Watch::new(memory)).with_approach(method);
        assert!(matches!(solver.value(&1_000_000), Err(Error::Stop(Stop::Memory { .. }))));
        let cancelled = Watch::default().with_cancel(Arc::new(AtomicBool::new(true)));
        let mut solver = Solver::with_watch(&nim, cancelled).with_approach(method);
        assert_eq!(solver.value(&10), Err(Error::Stop(Stop::Cancelled)));
    }
}

/// A game that cannot list the moves of position 3.
struct Broken;

impl Game for Broken {
    type Position = u32;
    type Error = &'static str;

    fn moves(&self, position: &u32, visit: &mut impl FnMut(&[u32]) -> ControlFlow<()>) -> Listing<&'static str> {
        if *position == 3 {
            return Err("three");
        }
        Ok((0..*position).try_for_each(|to| visit(&[to])))
    }
}

#[test]
fn a_game_that_fails_is_reported() {
    for method in [Approach::Definition, Approach::Questions] {
        let mut solver = Solver::new(Broken).with_approach(method);
        assert_eq!(solver.value(&2), Ok(2));
        assert_eq!(solver.value(&5), Err(Error::Game("three")));
        assert_eq!(solver.value(&2), Ok(2));
    }
}

#[test]
fn too_many_components_are_refused() {
    let nim = game::from_options(|&n: &u8| 0..n);
    let sum = vec![0; grundy::solve::MAX_COMPONENTS + 1];
    assert!(matches!(Solver::new(&nim).sum_value(&sum), Err(Error::Components { .. })));
}

proptest! {
    #[test]
    fn parallel_is_serial((game, sum) in game_and_sum(), threads in 1..5_usize) {
        let expected = Solver::new(&game).sum_value(&sum);
        let mut solver = Solver::new(&game);
        prop_assert_eq!(solver.sum_value_parallel(&sum, threads), expected.clone());
        // The table that the threads left serves every other search.
        prop_assert_eq!(solver.sum_value(&sum), expected.clone());
        let mut questions = solver.with_approach(Approach::Questions);
        prop_assert_eq!(questions.sum_value(&sum), expected);
    }

    #[test]
    fn parallel_errors_are_serial_errors(game in loopy_game(), start in 0..POSITIONS as u8, threads in 2..4_usize) {
        let expected = Solver::new(&game).value(&start);
        prop_assert_eq!(Solver::new(&game).value_parallel(&start, threads), expected);
    }
}

#[test]
fn parallel_searches_stop_at_limits() {
    let chain = game::from_options(|&n: &u32| n.checked_sub(1));
    let limits = Limits { positions: 5000, ..Limits::default() };
    let mut solver = Solver::with_watch(&chain, Watch::new(limits));
    assert!(matches!(solver.value_parallel(&1_000_000, 2), Err(Error::Stop(Stop::Positions { .. }))));
    solver.set_watch(Watch::default());
    assert_eq!(solver.value_parallel(&1_000_000, 2), Ok(0));
    assert_eq!(Solver::new(Broken).value_parallel(&5, 3), Err(Error::Game("three")));
}

/// Many positions with many moves, single ones and splits mixed, each to smaller positions.
fn wide_game() -> impl Generator<Value = Vec<Vec<Vec<u8>>>> {
    let parts = prop::collection::vec(any::<prop::sample::Index>(), 0..=3);
    let moves = prop::collection::vec(parts, 0..=40);
    prop::collection::vec(moves, 40).prop_map(|positions| {
        let smaller = |(position, moves): (usize, Vec<Vec<prop::sample::Index>>)| {
            let leave = |parts: Vec<prop::sample::Index>| parts.iter().map(|i| i.index(position) as u8).collect();
            if position == 0 { Vec::new() } else { moves.into_iter().map(leave).collect() }
        };
        positions.into_iter().enumerate().map(smaller).collect()
    })
}

proptest! {
    #[test]
    fn long_lists_of_moves(moves in wide_game()) {
        let mut values: Vec<u64> = Vec::new();
        for options in &moves {
            let value = |parts: &Vec<u8>| parts.iter().fold(0, |xor, &part| xor ^ values[usize::from(part)]);
            let value = mex(options.iter().map(value).collect::<Vec<_>>());
            values.push(value);
        }
        let last = moves.len() as u8 - 1;
        let game = Listed(moves);
        for method in [Approach::Definition, Approach::Questions] {
            prop_assert_eq!(Solver::new(&game).with_approach(method).value(&last), Ok(values[usize::from(last)]));
        }
        prop_assert_eq!(Solver::new(&game).value_parallel(&last, 3), Ok(values[usize::from(last)]));
    }
}
