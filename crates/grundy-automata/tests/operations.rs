//! Automata against brute force: every operation on all small tuples, in every numeration and both digit orders.
#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use grundy_automata::atoms::{self, Bitwise, Relation};
use grundy_automata::{Automaton, Budget, Error, Limits, Nat, Numeration};

use crate::random::Random;

const SYSTEMS: [&str; 12] =
    ["msd2", "lsd2", "msd3", "lsd3", "msd4", "msd10", "lsd10", "msdZ1", "lsdZ1", "msdZ2", "lsdZ2", "msdZ4"];

fn systems() -> impl Iterator<Item = Numeration> {
    SYSTEMS.iter().map(|name| name.parse().unwrap())
}

/// Every operation once, on random linear atoms with three tracks.
#[test]
fn operations_on_linear_atoms() {
    let budget = Budget::default();
    let mut random = Random::new(11);
    let rounds = if crate::random::long() { 200 } else { 12 };
    for system in systems() {
        for _ in 0..rounds {
            let terms: Vec<(u32, i64)> = (0..3).map(|v| (v, random.between(-3, 3))).collect();
            let c = random.between(-40, 40);
            let relation = *random.choose(&[Relation::Equal, Relation::AtMost, Relation::NotEqual]);
            let holds = |x: &[u64]| {
                let sum: i64 = terms.iter().map(|t| t.1 * x[t.0 as usize] as i64).sum();
                match relation {
                    Relation::Equal => sum == c,
                    Relation::AtMost => sum <= c,
                    Relation::NotEqual => sum != c,
                }
            };
            let atom = atoms::linear(system, &terms, relation, c, &budget).unwrap();
            let wide = atom.widen(&[0, 1, 2], &budget).unwrap();
            let not = wide.complement(&budget).unwrap();
            let some = wide.project(1, &budget).unwrap();
            let swapped = wide.rename(|t| [5, 9, 2][t as usize], &budget).unwrap();
            let same = wide.rename(|t| [0, 0, 2][t as usize], &budget).unwrap();
            assert_eq!(wide.reverse(&budget).unwrap().reverse(&budget).unwrap(), wide);
            assert_eq!(not.complement(&budget).unwrap(), wide);
            for x in 0..9 {
                for z in 0..9 {
                    for y in 0..9 {
                        let expected = u64::from(holds(&[x, y, z]));
                        let context = || format!("{system} {terms:?} {relation:?} {c} at {x} {y} {z}");
                        assert_eq!(wide.answer_small(&[x, y, z]), expected, "{}", context());
                        assert_eq!(not.answer_small(&[x, y, z]), 1 - expected, "{}", context());
                        assert_eq!(swapped.answer_small(&[z, x, y]), expected, "{}", context());
                    }
                    // |c| + 3·8 + 3·8 bounds every solution.
                    let any = (0..120).any(|y| holds(&[x, y, z]));
                    assert_eq!(
                        some.answer_small(&[x, z]),
                        u64::from(any),
                        "{system} {terms:?} {relation:?} {c} {x} {z}"
                    );
                    assert_eq!(same.answer_small(&[x, z]), u64::from(holds(&[x, x, z])));
                }
            }
        }
    }
}

#[test]
fn large_constants_and_coefficients() {
    let budget = Budget::default();
    for system in systems() {
        let at_most = atoms::linear(system, &[(0, 1)], Relation::AtMost, 1_000_000_007, &budget).unwrap();
        assert!(at_most.states() < 200, "{system}: {}", at_most.states());
        for (x, expected) in [(0, 1), (5, 1), (1_000_000_007, 1), (1_000_000_008, 0), (1 << 40, 0)] {
            assert_eq!(at_most.answer_small(&[x]), expected, "{system} {x}");
        }
        let line = atoms::linear(system, &[(0, 17), (1, -23)], Relation::Equal, -999_999, &budget).unwrap();
        for y in (43_479..44_000).filter(|y| (23 * y - 999_999) % 17 == 0) {
            assert_eq!(line.answer_small(&[(23 * y - 999_999) / 17, y]), 1, "{system}");
            assert_eq!(line.answer_small(&[(23 * y - 999_999) / 17 + 1, y]), 0, "{system}");
        }
    }
    let huge = atoms::linear(Numeration::BINARY, &[(0, i64::MAX)], Relation::Equal, 1, &budget);
    assert_eq!(huge, Err(Error::TooLarge));
}

#[test]
fn congruences() {
    let budget = Budget::default();
    for system in systems() {
        for (a, b, r, m) in [(1, 0, 2, 5), (1, 1, 0, 2), (3, -2, 1, 6), (2, 4, 1, 2), (-1, 5, 3, 12)] {
            let atom = atoms::congruence(system, &[(0, a), (1, b)], r, m, &budget).unwrap();
            let atom = atom.widen(&[0, 1], &budget).unwrap();
            for x in 0..30 {
                for y in 0..30 {
                    let expected = (a * x + b * y - r).rem_euclid(i64::from(m)) == 0;
                    assert_eq!(
                        atom.answer_small(&[x as u64, y as u64]),
                        u64::from(expected),
                        "{system} {a} {b} {r} {m}"
                    );
                }
            }
        }
    }
}

#[test]
fn digits() {
    let budget = Budget::default();
    for system in systems() {
        let weights = system.weights(14).unwrap();
        let power = atoms::power(system, 0, &budget).unwrap();
        let shifted = atoms::shifted(system, 0, 1, &budget).unwrap();
        let even = atoms::trailing_zeros_even(system, 0, &budget).unwrap();
        for n in 0..200_u64 {
            assert_eq!(power.answer_small(&[n]), u64::from(weights.contains(&u128::from(n))), "{system} {n}");
            let mut word = system.digits_of(&Nat::from(n));
            let zeros = word.iter().take_while(|&&d| d == 0).count();
            assert_eq!(even.answer_small(&[n]), u64::from(n > 0 && zeros % 2 == 0), "{system} {n}");
            word.insert(0, 0);
            let expected = system.number(&word);
            for m in 0..300_u64 {
                assert_eq!(shifted.answer_small(&[n, m]), u64::from(Nat::from(m) == expected), "{system} {n} {m}");
            }
        }
    }
    for system in ["msd2", "lsd2"].map(|name| name.parse::<Numeration>().unwrap()) {
        for op in [Bitwise::Xor, Bitwise::And, Bitwise::Or] {
            let atom = atoms::bitwise(system, op, [2, 0, 1], &budget).unwrap();
            for (x, y) in (0..20).flat_map(|x| (0..20).map(move |y| (x, y))) {
                for z in 0..40 {
                    assert_eq!(atom.answer_small(&[y, z, x]), u64::from(z == op.apply(x, y)));
                }
            }
        }
        let low = atoms::lowbit(system, 0, 1, &budget).unwrap();
        for (x, p) in (0..70_u64).flat_map(|x| (0..70).map(move |p| (x, p))) {
            assert_eq!(low.answer_small(&[x, p]), u64::from(p == x & x.wrapping_neg()), "{x} {p}");
        }
    }
    assert!(matches!(atoms::lowbit("msd3".parse().unwrap(), 0, 1, &budget), Err(Error::Unsupported(_))));
}

/// Random tables: product, union, difference and projection against the words themselves.
#[test]
fn random_tables() {
    let budget = Budget::default();
    let mut random = Random::new(5);
    let rounds = if crate::random::long() { 3000 } else { 40 };
    for system in systems() {
        let base = system.digits();
        for _ in 0..rounds {
            let (Some(a), Some(b)) = (table(system, &[0, 1], &mut random), table(system, &[1, 2], &mut random)) else {
                continue;
            };
            let both = a.both(&b, &budget).unwrap();
            let either = a.either(&b, &budget).unwrap();
            let without = a.without(&b, &budget).unwrap();
            let combined = a.combine(&b, |p, q| p.wrapping_sub(1) & !q & 7, &budget).unwrap();
            let projected = a.project(1, &budget).unwrap();
            let top = system.weights(3).unwrap()[2] as u64 * base as u64;
            let side = top.min(9);
            for (x, y) in (0..side).flat_map(|x| (0..side).map(move |y| (x, y))) {
                for z in 0..side {
                    let (p, q) = (a.answer_small(&[x, y]), b.answer_small(&[y, z]));
                    assert_eq!(both.answer_small(&[x, y, z]), grundy_automata::automaton::xor_sets(p, q), "{system}");
                    assert_eq!(either.answer_small(&[x, y, z]), p | q, "{system}");
                    let expected = if p == 0 { 0 } else { (p - 1) & !q & 7 };
                    assert_eq!(combined.answer_small(&[x, y, z]), expected, "{system}");
                    assert_eq!(without.answer_small(&[x, y, z]), if q == 0 { p } else { 0 }, "{system}");
                }
                // What is there among small numbers is there among all.
                let some = projected.answer_small(&[x]);
                let small = (0..side).fold(0, |all, y| all | a.answer_small(&[x, y]));
                assert_eq!(small & !some, 0);
                // And a witness exists for every label.
                for bit in (0..3).filter(|bit| some >> bit & 1 == 1) {
                    let given = [(0, Nat::from(x))];
                    let found = a.complete(&given, 1 << bit, &budget).unwrap().expect("a number on track 1");
                    assert_eq!(a.answer(&[Nat::from(x), found[0].1.clone()]) >> bit & 1, 1);
                }
                assert_eq!(a.complete(&[(0, Nat::from(x))], u64::MAX, &budget).unwrap().is_some(), some != 0);
            }
        }
    }
}

/// A random automaton that ignores padding, if this try gives one.
fn table(system: Numeration, tracks: &[u32], random: &mut Random) -> Option<Automaton> {
    let letters = system.digits().pow(tracks.len() as u32);
    let states = random.between(1, 5) as usize;
    let mut next: Vec<Option<u32>> = Vec::new();
    for _ in 0..states * letters {
        let to = random.between(0, states as i64) as u32;
        next.push((to as usize != states).then_some(to));
    }
    let mut labels: Vec<u64> = (0..states).map(|_| random.between(0, 7) as u64).collect();
    if system.most_first() {
        next[0] = Some(0);
    } else {
        for state in 0..states {
            next[state * letters] = Some(state as u32);
        }
    }
    labels[0] &= 3;
    Automaton::from_table(system, tracks, &next, &labels, &Budget::default()).ok()
}

#[test]
fn least_witnesses() {
    let budget = Budget::default();
    let mut random = Random::new(77);
    let rounds = if crate::random::long() { 2000 } else { 40 };
    for system in systems() {
        let mut found = 0;
        for _ in 0..rounds {
            let Some(a) = table(system, &[0, 1, 2], &mut random) else { continue };
            for keys in [vec![0, 1, 2], vec![2, 0], vec![1]] {
                let least = a.least(&keys, &budget).unwrap();
                let mut projected = a.clone();
                for track in (0..3).filter(|t| !keys.contains(t)) {
                    projected = projected.project(track, &budget).unwrap();
                }
                assert_eq!(least.is_none(), projected.is_empty());
                let Some(least) = least else { continue };
                let small: Option<Vec<u64>> = least.iter().map(Nat::to_u64).collect();
                let Some(small) = small.filter(|s| s.iter().sum::<u64>() < 25) else { continue };
                found += 1;
                assert_eq!(Some(small), first_by_sum(&projected, &keys), "{system} {keys:?}");
            }
        }
        assert!(found > rounds / 8, "{system}: {found}");
    }
}

/// The first tuple of the keys by sum, then in order, by trying them all.
fn first_by_sum(a: &Automaton, keys: &[u32]) -> Option<Vec<u64>> {
    let mut tuples: Vec<Vec<u64>> = vec![vec![]];
    for _ in keys {
        tuples = tuples.iter().flat_map(|t| (0..25).map(|n| [t.clone(), vec![n]].concat())).collect();
    }
    tuples.retain(|t| t.iter().sum::<u64>() < 25);
    tuples.sort_by_key(|t| (t.iter().sum::<u64>(), t.clone()));
    let accepted = |t: &Vec<u64>| {
        let at = |track: &u32| t[keys.iter().position(|k| k == track).unwrap()];
        a.answer_small(&a.tracks().iter().map(at).collect::<Vec<_>>()) != 0
    };
    tuples.into_iter().find(accepted)
}

#[test]
fn a_witness_longer_than_128_bits() {
    let budget = Budget::default();
    // The automaton of x = 10^60, and y anything.
    for system in systems() {
        let n = Nat::parse(&format!("1{}", "0".repeat(60))).unwrap();
        let a = atoms::equal_to(system, 0, &n, &budget).unwrap().widen(&[0, 1], &budget).unwrap();
        assert_eq!(a.least(&[1, 0], &budget).unwrap(), Some(vec![Nat::ZERO, n.clone()]));
        assert_eq!(a.least(&[1], &budget).unwrap(), Some(vec![Nat::ZERO]));
        assert_eq!(a.complete(&[(1, Nat::from(3_u64))], 1, &budget).unwrap(), Some(vec![(0, n)]));
    }
}

#[test]
fn caps_are_kept() {
    let small = Budget::new(Limits { states: 20, ..Limits::default() });
    let wide: Vec<(u32, i64)> = (0..25).map(|v| (v, 1)).collect();
    assert_eq!(
        atoms::linear(Numeration::BINARY, &wide, Relation::Equal, 1, &small),
        Err(Error::Letters(Limits::default().letters))
    );
    let coefficients = [(0, 1000), (1, -999)];
    let large = atoms::linear(Numeration::BINARY, &coefficients, Relation::Equal, 0, &small);
    assert_eq!(large, Err(Error::States(20)));
    assert!(small.usage().peak_states <= 21);
    let tight = Budget::new(Limits { bytes: 1000, ..Limits::default() });
    assert_eq!(atoms::linear(Numeration::BINARY, &coefficients, Relation::Equal, 0, &tight), Err(Error::Memory(1000)));
    let busy = Budget::new(Limits { work: 5000, ..Limits::default() });
    assert_eq!(atoms::linear(Numeration::BINARY, &coefficients, Relation::Equal, 0, &busy), Err(Error::Work(5000)));
}
