//! Games proved from their rules, compared with the plain definition; every wrong automaton is refuted.
#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use crate::random::Random;
use crate::rules::{Rules, nats};
use grundy_automata::game::{Candidate, Encoding, Game, Left, Position, Prover, Reason, Settings, Verdict, prove};
use grundy_automata::learn::{Search, search, template};
use grundy_automata::{Automaton, Budget, Error, Limits, Nat, Numeration};

/// Name, rules, encoding, numeration, side of the table.
const GAMES: &[(&str, &str, Encoding, &str, u64)] = &include!("../examples/games.in");

/// Learning needs a larger table than this one, or a domain.
const NOT_LEARNT: [&str; 1] = ["silver3"];

fn entry(name: &str) -> (&'static str, Encoding, &'static str, u64) {
    let row = GAMES.iter().find(|row| row.0 == name).unwrap();
    (row.1, row.2, row.3, row.4)
}

/// Learns and proves a game of the list.
fn found(name: &str) -> (Rules, Game, Candidate, bool) {
    let (text, encoding, numeration, side) = entry(name);
    let mut rules = Rules::new(text);
    let game = rules.game();
    let budget = Budget::default();
    let checked = |arity: usize| match arity {
        1 => side.min(1024) - 1,
        2 => side.min(40) - 1,
        3 => side.min(12) - 1,
        _ => 4,
    };
    let wanted = Search {
        numeration: numeration.parse().unwrap(),
        encoding,
        depth: 6,
        states: 2000,
        checked: game.kinds.iter().map(|k| checked(k.arity)).collect(),
        attempts: 20,
    };
    let mut table = |kind: usize, args: &[u64]| {
        let inside = args.iter().all(|&n| n < side);
        inside.then(|| rules.value(kind, &args.iter().map(|&n| n as i64).collect::<Vec<_>>()))
    };
    let found = search(&game, &wanted, &mut table, &budget).unwrap().unwrap_or_else(|| panic!("{name} was not found"));
    let ends = found.proof.measures.is_some();
    (rules, game, found.candidate, ends)
}

#[test]
fn every_game_of_the_list() {
    for (name, _, encoding, _, side) in GAMES {
        if NOT_LEARNT.contains(name) || (*name == "0.055" && !crate::random::long()) {
            continue;
        }
        let (mut rules, game, candidate, ends) = found(name);
        assert!(ends, "{name}: no measure");
        // Positions that were not checked before the proof.
        let budget = Budget::default();
        let mut random = Random::new(3);
        for kind in 0..game.kinds.len() {
            for _ in 0..60 {
                let top = match game.kinds[kind].arity {
                    1 => (*side as i64 * 9 / 8).min(700),
                    2 => 45,
                    3 => 13,
                    _ => 5,
                };
                let args: Vec<i64> = (0..game.kinds[kind].arity).map(|_| random.between(0, top)).collect();
                let value = rules.value(kind, &args);
                let expected = if *encoding == Encoding::Lost { value.min(1) } else { value };
                let numbers = nats(&args.iter().map(|&n| n as u64).collect::<Vec<_>>());
                let found = candidate.value(kind, &numbers, &budget).unwrap();
                assert_eq!(found, Some(Nat::from(expected)), "{name} {kind} {args:?}");
            }
        }
    }
}

/// Does the candidate fail at this position, by the definition?
fn fails(rules: &Rules, candidate: &Candidate, kind: usize, args: &[i64]) -> bool {
    let budget = Budget::default();
    let value = |kind: usize, args: &[i64]| {
        let numbers = nats(&args.iter().map(|&n| n as u64).collect::<Vec<_>>());
        values_of(candidate, kind, &numbers, &budget)
    };
    let own = value(kind, args);
    let options = rules.options(kind, args);
    if candidate.encoding() == Encoding::Lost {
        let lost = |o: &Vec<(usize, Vec<i64>)>| match &o[..] {
            [] => !rules.misere,
            [one, ..] => value(one.0, &one.1) == [0],
        };
        let to_lost = options.iter().any(lost);
        let won = to_lost || (rules.misere && options.is_empty());
        return won == (own == [0]);
    }
    let [own] = own[..] else { return true };
    // A component without a value makes no value, one with two makes both: as the sentences say it.
    let mut values: Vec<u64> = Vec::new();
    for option in options {
        let mut sums = vec![0];
        for p in option {
            let list = value(p.0, &p.1);
            sums = sums.iter().flat_map(|s| list.iter().map(move |v| s ^ v)).collect();
        }
        values.extend(sums);
    }
    values.contains(&own) || (0..own).any(|v| !values.contains(&v))
}

/// All values below 200 that a candidate gives to a small position.
fn values_of(candidate: &Candidate, kind: usize, numbers: &[Nat], budget: &Budget) -> Vec<u64> {
    let automaton = &candidate.automata()[kind];
    match candidate.encoding() {
        Encoding::Class => (0..64).filter(|v| automaton.answer(numbers) >> v & 1 == 1).collect(),
        Encoding::Relation => {
            let with = |v: u64| [numbers, &[Nat::from(v)]].concat();
            (0..200).filter(|&v| automaton.answer(&with(v)) == 1).collect()
        }
        Encoding::Power => {
            // A number that is no power is no value: any large one stands for it.
            let with = |w: u64| [numbers, &[Nat::from(w)]].concat();
            let value = |w: u64| if w.is_power_of_two() { u64::from(w.trailing_zeros()) } else { 1000 + w };
            (0..600).filter(|&w| automaton.answer(&with(w)) == 1).map(value).collect()
        }
        Encoding::Lost => {
            candidate.value(kind, numbers, budget).unwrap().and_then(|v| v.to_u64()).into_iter().collect()
        }
    }
}

/// One transition or one label changed.
fn mutant(automaton: &Automaton, classes: bool, random: &mut Random) -> Result<Automaton, Error> {
    let (mut next, mut labels) = automaton.to_table();
    let states = labels.len() as i64;
    if random.chance(33) {
        let state = random.between(0, states - 1) as usize;
        labels[state] = if classes { 1 << random.between(0, 9) } else { 1 - labels[state].min(1) };
    } else {
        let i = random.between(0, next.len() as i64 - 1) as usize;
        let to = random.between(0, states);
        next[i] = (to < states).then_some(to as u32);
    }
    Automaton::from_table(automaton.numeration(), automaton.tracks(), &next, &labels, &Budget::default())
}

#[test]
fn mutants_are_refuted() {
    let games = [
        "nim",
        "lasker",
        "kayles",
        "wythoff",
        "take2..5",
        "chomp2",
        "fibonacci",
        "mark",
        "knight",
        "passnim",
        "markmisere",
        "deletenim",
        "welter2",
        "bar",
    ];
    for name in games {
        let (rules, game, candidate, _) = found(name);
        let mut random = Random::new(2026);
        let (mut refuted, mut equal, mut no_numbers) = (0, 0, 0);
        for round in 0..100 {
            let kind = random.between(0, game.kinds.len() as i64 - 1) as usize;
            let mut automata = candidate.automata().to_vec();
            let classes = candidate.encoding() == Encoding::Class;
            match mutant(&automata[kind], classes, &mut random) {
                // A table whose answers depend on zeros in front is refused before any proof.
                Err(Error::Malformed(_)) => no_numbers += 1,
                Err(error) => panic!("{name}: {error}"),
                Ok(changed) if changed == automata[kind] => equal += 1,
                Ok(changed) => {
                    automata[kind] = changed;
                    let budget = Budget::default();
                    let wrong = Candidate::new(&game, candidate.encoding(), automata, &budget).unwrap();
                    let settings = Settings { least: true, skip_measure: true };
                    match prove(&game, &wrong, &settings, &budget) {
                        Verdict::Refuted { position, reason } => check_witness(&rules, &wrong, &position, reason, name),
                        other => panic!("{name}, mutant {round}: {other:?}"),
                    }
                    refuted += 1;
                }
            }
        }
        assert!(refuted >= 20, "{name}: {refuted} refuted, {equal} equal, {no_numbers} no numbers");
    }
}

/// The witness fails by the definition, and no position of its kind with a smaller sum does.
fn check_witness(rules: &Rules, wrong: &Candidate, position: &Position, reason: Reason, name: &str) {
    let args: Option<Vec<i64>> = position.arguments.iter().map(|n| n.to_u64().map(|n| n as i64)).collect();
    let Some(args) = args.filter(|a| a.iter().sum::<i64>() <= 40) else { return };
    assert!(fails(rules, wrong, position.kind, &args), "{name} {reason:?} at {args:?}");
    let sum: i64 = args.iter().sum();
    let smaller: Vec<Vec<i64>> = match args.len() {
        1 => (0..args[0]).map(|n| vec![n]).collect(),
        _ => (0..=sum).flat_map(|x| (0..=sum - x).map(move |y| vec![x, y])).collect(),
    };
    let key = |a: &Vec<i64>| (a.iter().sum::<i64>(), a.clone());
    for other in smaller.into_iter().filter(|a| key(a) < key(&args)) {
        let missed = fails(rules, wrong, position.kind, &other);
        assert!(!missed, "{name} {reason:?} at {args:?}, but {other:?} fails before");
    }
}

#[test]
fn formulas_typed_by_hand() {
    let budget = Budget::default();
    let settings = Settings { least: true, skip_measure: false };
    let mut rules = Rules::new("take(n) -> take(n-k) for k in 100..1000");
    for (text, right) in [("n % 1100 / 100", true), ("n % 1100 / 101", false), ("n % 1101 / 100", false)] {
        let mut game = rules.game();
        let term = rules.term(&mut game, &["n"], text);
        let relation = template::relation_of(game.logic.clone(), term, 1, Numeration::BINARY, &budget).unwrap();
        let candidate = Candidate::new(&game, Encoding::Relation, vec![relation], &budget).unwrap();
        let verdict = prove(&game, &candidate, &settings, &budget);
        match verdict {
            Verdict::Proved(proof) => assert!(right && proof.measures.is_some(), "{text}"),
            Verdict::Refuted { position, .. } => {
                assert!(!right, "{text} at {position:?}");
                let n = position.arguments[0].to_u64().unwrap();
                let formula = |n: u64| match text {
                    "n % 1100 / 101" => n % 1100 / 101,
                    _ => n % 1101 / 100,
                };
                // Moves lower the argument, so the witness is the first wrong value.
                assert_ne!(rules.value(0, &[n as i64]), formula(n));
                assert!((0..n).all(|m| rules.value(0, &[m as i64]) == formula(m)));
            }
            Verdict::Unknown { limit } => panic!("{text}: {limit}"),
        }
    }
}

#[test]
fn domains_must_be_closed() {
    let budget = Budget::default();
    let rules = Rules::new(
        "sd(p, q, r) -> sd(t, q, r) for t in 1..p-1
         sd(p, q, r) -> sd(p, t, r) for t in p+1..q-1
         sd(p, q, r) -> sd(p, q, t) for t in q+1..r-1",
    );
    // Silver dollar with three coins: the gaps between every other coin, as in Nim.
    let run = |domain: &str, text: &str| {
        let mut game = rules.game();
        let names = ["p", "q", "r"];
        let inside = rules.formula(&mut game, &names, domain);
        game.kinds[0].domain = Some(inside);
        let term = rules.term(&mut game, &names, text);
        let relation = template::relation_of(game.logic.clone(), term, 3, Numeration::BINARY, &budget).unwrap();
        let candidate = Candidate::new(&game, Encoding::Relation, vec![relation], &budget).unwrap();
        prove(&game, &candidate, &Settings { least: true, skip_measure: false }, &budget)
    };
    let right = "(p - 1) xor (r - q - 1)";
    assert!(matches!(run("1 <= p and p < q and q < r", right), Verdict::Proved(p) if p.measures.is_some()));
    let leaves = run("1 <= p and p < q and q + 1 < r", right);
    assert!(matches!(leaves, Verdict::Refuted { reason: Reason::LeavesDomain, .. }), "{leaves:?}");
    let wrong = run("1 <= p and p < q and q < r", "(p - 1) xor (r - q)");
    let Verdict::Refuted { position, reason: Reason::MissingValue } = wrong else { panic!("{wrong:?}") };
    assert_eq!(position.arguments, nats(&[1, 2, 3]));
}

#[test]
fn play_that_may_not_end_is_said_so() {
    let budget = Budget::default();
    // One may always move on: with the wrong reading every position is won, and the sentences cannot tell.
    let rules = Rules::new("up(n) -> up(n+1)\nup(n) -> 0 if n == 0");
    let game = rules.game();
    let none = template::periodic(Numeration::BINARY, &[1, 0], 0, &budget).unwrap();
    let lost = none.with_label_in(1, &budget).unwrap();
    let candidate = Candidate::new(&game, Encoding::Lost, vec![lost], &budget).unwrap();
    let verdict = prove(&game, &candidate, &Settings::default(), &budget);
    assert!(matches!(verdict, Verdict::Proved(ref p) if p.measures.is_none()), "{verdict:?}");
}

fn power_of_ten(n: usize) -> String {
    format!("1{}", "0".repeat(n))
}

#[test]
fn values_at_ten_to_the_thousandth() {
    let budget = Budget::default();
    let (_, _, lasker, _) = found("lasker");
    // Lasker: n − 1 for n ≡ 0, n + 1 for n ≡ 3 (mod 4).
    let n = Nat::parse(&power_of_ten(1000)).unwrap();
    let three = n.add(&Nat::from(3_u64));
    assert_eq!(lasker.value(0, &[three], &budget).unwrap(), Some(n.add(&Nat::from(4_u64))));
    assert_eq!(lasker.value(0, std::slice::from_ref(&n), &budget).unwrap(), n.checked_sub(&Nat::from(1_u64)));
    let (mut rules, _, kayles, _) = found("kayles");
    // 10^1000 ≡ 88 (mod 12), and Kayles repeats from 72 on.
    let expected = Nat::from(rules.value(0, &[88]));
    assert_eq!(kayles.value(0, &[n], &budget).unwrap(), Some(expected));
}

#[test]
fn moves_at_ten_to_the_thousandth() {
    let budget = Budget::default();
    let (_, game, wythoff, _) = found("wythoff");
    let mut prover = Prover::new(&game, &wythoff, &budget).unwrap();
    let strategy = prover.strategy(0).unwrap();
    let (x, y) = (Nat::parse(&power_of_ten(1000)).unwrap(), Nat::parse(&format!("7{}", "0".repeat(999))).unwrap());
    let position = Position { kind: 0, arguments: vec![x.clone(), y.clone()] };
    let found = prover.find_move(&strategy, &position, &Nat::ZERO).unwrap().expect("a winning move");
    let left = prover.option(&position, &found).unwrap().expect("a move");
    let [Left::Position { position: option, odd: true }] = &left[..] else { panic!("{left:?}") };
    let (left, right) = (option.arguments[0].clone(), option.arguments[1].clone());
    // The three alternatives take k from x, from y, from both.
    let k = found.vars[0].1.clone();
    let taken = |from: &Nat, takes: bool| if takes { from.checked_sub(&k) } else { Some(from.clone()) };
    assert_eq!(Some(left.clone()), taken(&x, found.index != 1));
    assert_eq!(Some(right.clone()), taken(&y, found.index != 0));
    assert!(is_wythoff_pair(left.clone().min(right.clone()), left.max(right)));
    // A lost position has no such move.
    let lost = Position { kind: 0, arguments: nats(&[3, 5]) };
    assert_eq!(prover.find_move(&strategy, &lost, &Nat::ZERO).unwrap(), None);
}

/// Lost positions of Wythoff's game: the word of the smaller ends in an even number of zeros, the larger is its shift.
fn is_wythoff_pair(small: Nat, large: Nat) -> bool {
    let word = Numeration::ZECKENDORF.digits_of(&small);
    let zeros = word.iter().take_while(|&&d| d == 0).count();
    let shifted = [&[0], &word[..]].concat();
    zeros % 2 == 0 && Numeration::ZECKENDORF.digits_of(&large) == shifted
}

fn left_value(rules: &mut Rules, part: &Left) -> u64 {
    let small = |n: &Nat| n.to_u64().unwrap() as i64;
    match part {
        Left::Position { position, .. } => {
            rules.value(position.kind, &position.arguments.iter().map(small).collect::<Vec<_>>())
        }
        Left::Range { kind, from, to } => (small(from)..small(to)).fold(0, |sum, n| sum ^ rules.value(*kind, &[n])),
    }
}

/// Strategies against the definition on small positions, for every value that an option has.
#[test]
fn strategies_on_small_positions() {
    for name in ["lasker", "kayles", "rook", "chomp2", "deletenim", "fibonacci", "knight", "ruler"] {
        let (mut rules, game, candidate, _) = found(name);
        let budget = Budget::default();
        let mut prover = Prover::new(&game, &candidate, &budget).unwrap();
        let strategies: Vec<_> = (0..game.kinds.len()).map(|k| prover.strategy(k).unwrap()).collect();
        let mut random = Random::new(9);
        for _ in 0..60 {
            let kind = random.between(0, game.kinds.len() as i64 - 1) as usize;
            let args: Vec<i64> = (0..game.kinds[kind].arity).map(|_| random.between(0, 12)).collect();
            let options = rules.options(kind, &args);
            let values: Vec<u64> =
                options.iter().map(|o| o.iter().fold(0, |s, p| s ^ rules.value(p.0, &p.1))).collect();
            let position = Position { kind, arguments: nats(&args.iter().map(|&n| n as u64).collect::<Vec<_>>()) };
            let asked = if candidate.encoding() == Encoding::Lost { 1 } else { 16 };
            for v in 0..asked {
                let found = prover.find_move(&strategies[kind], &position, &Nat::from(v)).unwrap();
                assert_eq!(found.is_some(), values.contains(&v), "{name} {args:?} value {v}");
                let Some(found) = found else { continue };
                let left = prover.option(&position, &found).unwrap().expect("a move");
                let sum = left.iter().fold(0, |sum, part| sum ^ left_value(&mut rules, part));
                assert_eq!(sum, v, "{name} {args:?} {left:?}");
            }
        }
    }
}

#[test]
fn limits_give_unknown() {
    let (text, encoding, numeration, _) = entry("kenyon");
    let game = Rules::new(text).game();
    let (_, _, candidate, _) = found("kenyon");
    assert_eq!((encoding, numeration), (candidate.encoding(), "msd2"));
    let budget = Budget::new(Limits { states: 100, ..Limits::default() });
    let verdict = prove(&game, &candidate, &Settings::default(), &budget);
    assert_eq!(verdict, Verdict::Unknown { limit: Error::States(100) });
    let stop = || true;
    let budget = Budget::with_cancel(Limits::default(), &stop);
    let verdict = prove(&game, &candidate, &Settings::default(), &budget);
    assert_eq!(verdict, Verdict::Unknown { limit: Error::Cancelled });
    // Sums need values.
    let lost = Automaton::all(Numeration::BINARY, &[0], &Budget::default()).unwrap();
    let candidate = Candidate::new(&game, Encoding::Lost, vec![lost], &Budget::default()).unwrap();
    let verdict = prove(&game, &candidate, &Settings::default(), &Budget::default());
    assert!(matches!(verdict, Verdict::Unknown { limit: Error::Unsupported(_) }), "{verdict:?}");
}
