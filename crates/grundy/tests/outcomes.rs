//! The search for who wins against the definition on random games.

#![allow(clippy::unwrap_used)] // the helpers of the tests too

use grundy::game::Listed as Listing;
use grundy::solve::{Error, Solver};
use grundy::{Game, Limits, Stop, Watch, game};
use proptest::prelude::*;
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// For each position its moves; `tells` is whether it knows which positions lead to another.
#[derive(Debug, Clone)]
struct Listed {
    moves: Vec<Vec<Vec<u8>>>,
    tells: bool,
}

impl Game for Listed {
    type Position = u8;
    type Error = Infallible;

    fn moves(&self, position: &u8, visit: &mut impl FnMut(&[u8]) -> ControlFlow<()>) -> Listing {
        Ok(self.moves[usize::from(*position)].iter().try_for_each(|parts| visit(parts)))
    }

    fn leads_to(&self, from: &[u8], to: &[u8], found: &mut impl FnMut(usize)) {
        // Every second one: a game need not find all.
        let wanted = |parts: &Vec<u8>| matches!(parts.as_slice(), [part] if to.contains(part));
        let leads = |position: u8| {
            self.tells && position.is_multiple_of(2) && self.moves[usize::from(position)].iter().any(wanted)
        };
        (0..from.len()).filter(|&index| leads(from[index])).for_each(found);
    }
}

/// Moves to positions below `below(position)`, most of them to one position.
fn games(below: fn(usize) -> usize, most: usize) -> impl Strategy<Value = Listed> {
    let parts = prop_oneof![9 => 1..2_usize, 1 => 0..4_usize]
        .prop_flat_map(move |count| prop::collection::vec(any::<prop::sample::Index>(), count.min(most)));
    let moves = prop::collection::vec(parts, 0..12);
    (prop::collection::vec(moves, 60), any::<bool>()).prop_map(move |(positions, tells)| {
        let smaller = |(position, moves): (usize, Vec<Vec<prop::sample::Index>>)| match below(position) {
            0 => Vec::new(),
            below => moves.iter().map(|parts| parts.iter().map(|part| part.index(below) as u8).collect()).collect(),
        };
        Listed { moves: positions.into_iter().enumerate().map(smaller).collect(), tells }
    })
}

/// Backwards from what is decided: won, lost, or neither.
fn retrograde(game: &Listed) -> Vec<Option<bool>> {
    let mut wins = vec![None; game.moves.len()];
    loop {
        let before = wins.clone();
        for (position, moves) in game.moves.iter().enumerate() {
            let leaves = |wanted: bool| {
                let wins = &wins;
                move |parts: &Vec<u8>| match parts.as_slice() {
                    [] => !wanted,
                    parts => wins[usize::from(parts[0])] == Some(wanted),
                }
            };
            if moves.iter().any(leaves(false)) {
                wins[position] = Some(true);
            } else if moves.iter().all(leaves(true)) {
                wins[position] = Some(false);
            }
        }
        if wins == before {
            return wins;
        }
    }
}

proptest! {
    #[test]
    fn wins_if_the_value_is_not_0(game in games(|position| position, 3), starts in prop::collection::vec(0..60_u8, 1..4)) {
        let mut solver = Solver::new(&game);
        for start in starts {
            let value = Solver::new(&game).value(&start).unwrap();
            prop_assert_eq!(solver.wins(&start), Ok(value > 0));
            // What it left in the table serves the other searches.
            prop_assert_eq!(solver.value(&start), Ok(value));
        }
    }

    #[test]
    fn where_play_comes_back_it_is_right_or_says_so(game in games(|_| 60, 1), starts in prop::collection::vec(0..60_u8, 1..4)) {
        let expected = retrograde(&game);
        let mut solver = Solver::new(&game);
        for start in starts {
            match solver.wins(&start) {
                Ok(wins) => prop_assert_eq!(Some(wins), expected[usize::from(start)]),
                Err(Error::Cycle(path)) => {
                    let follows = |from: u8, to: u8| game.moves[usize::from(from)].contains(&vec![to]);
                    prop_assert!((0..path.len()).all(|at| follows(path[at], path[(at + 1) % path.len()])));
                }
                Err(error) => prop_assert!(false, "{}", error),
            }
        }
    }
}

#[test]
fn long_lists_and_deep_play() {
    let wide = game::from_options(|&n: &u32| (0..n).rev());
    assert_eq!(Solver::new(wide).wins(&3000), Ok(true));
    let chain = game::from_options(|&n: &u32| n.checked_sub(1));
    assert_eq!(Solver::new(&chain).wins(&1_000_001), Ok(true));
    assert_eq!(Solver::new(&chain).wins(&1_000_000), Ok(false));
}

#[test]
fn limits_are_errors_that_say_so() {
    let chain = game::from_options(|&n: &u32| n.checked_sub(1));
    let limits = Limits { positions: 5000, ..Limits::default() };
    let mut solver = Solver::with_watch(&chain, Watch::new(limits));
    assert!(matches!(solver.wins(&1_000_000), Err(Error::Stop(Stop::Positions { limit: 5000, .. }))));
    solver.set_watch(Watch::default());
    assert_eq!(solver.wins(&1_000_000), Ok(false));
    let memory = Limits { memory: 1 << 20, ..Limits::default() };
    let mut solver = Solver::with_watch(&chain, Watch::new(memory));
    assert!(matches!(solver.wins(&1_000_000), Err(Error::Stop(Stop::Memory { .. }))));
    let cancelled = Watch::default().with_cancel(Arc::new(AtomicBool::new(true)));
    let mut solver = Solver::with_watch(&chain, cancelled);
    assert_eq!(solver.wins(&10), Err(Error::Stop(Stop::Cancelled)));
}

/// A position of a megabyte, as far as the limits know; it counts how many there are at once.
struct Big {
    left: u32,
    alive: Arc<(AtomicUsize, AtomicUsize)>,
}

impl Clone for Big {
    fn clone(&self) -> Big {
        let alive = self.alive.clone();
        alive.1.fetch_max(alive.0.fetch_add(1, Ordering::Relaxed) + 1, Ordering::Relaxed);
        Big { left: self.left, alive }
    }
}

impl Drop for Big {
    fn drop(&mut self) {
        self.alive.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl PartialEq for Big {
    fn eq(&self, other: &Big) -> bool {
        self.left == other.left
    }
}

impl Eq for Big {}

impl std::hash::Hash for Big {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.left.hash(state);
    }
}

/// Takes 1 to 1000; with two parts, one of them may come back as it was.
struct Bigs {
    parts: usize,
}

impl Game for Bigs {
    type Position = Big;
    type Error = Infallible;

    fn moves(&self, position: &Big, visit: &mut impl FnMut(&[Big]) -> ControlFlow<()>) -> Listing {
        let after = |take: u32| {
            let mut part = position.clone();
            part.left -= take;
            vec![part; self.parts]
        };
        Ok((1..=position.left.min(1000)).try_for_each(|take| visit(&after(take))))
    }

    fn heap_bytes(&self, _position: &Big) -> usize {
        1 << 20
    }
}

/// Few listings of large positions keep more than a thousand of small ones.
#[test]
fn large_positions_are_weighed_in_time() {
    let limits = Limits { memory: 100 << 20, threads: 1, ..Limits::default() };
    for parts in [1, 2] {
        let game = Bigs { parts };
        for question in [
            |solver: &mut Solver<&Bigs>, at: &Big| solver.wins(at).is_err(),
            |solver: &mut Solver<&Bigs>, at: &Big| solver.value(at).is_err(),
        ] {
            let start = Big { left: 100_000, alive: Arc::default() };
            let mut solver = Solver::with_watch(&game, Watch::new(limits));
            assert!(question(&mut solver, &start));
            let most = start.alive.1.load(Ordering::Relaxed);
            assert!((50..400).contains(&most), "{most} MB at once where 100 are allowed, {parts} parts");
        }
    }
}

#[test]
fn a_game_that_fails_is_reported() {
    struct Broken;
    impl Game for Broken {
        type Position = u32;
        type Error = &'static str;
        fn moves(&self, position: &u32, visit: &mut impl FnMut(&[u32]) -> ControlFlow<()>) -> Listing<&'static str> {
            if *position == 3 { Err("three") } else { Ok((1..*position).rev().try_for_each(|to| visit(&[to]))) }
        }
    }
    let mut solver = Solver::new(Broken);
    assert_eq!(solver.wins(&5), Err(Error::Game("three")));
    assert_eq!(solver.wins(&2), Ok(true));
}
