//! Rules backwards against their moves, and who wins against values.

use super::*;
use crate::program::KindId;
use grundy::solve::{Error, Solver};

fn packed(game: &Arc<RuleGame>) -> PackedGame<u64> {
    let compiled = compile(game, KindId::FIRST).map(Arc::new).expect("it compiles");
    PackedGame::new(game.clone(), compiled, game.meter.clone()).unwrap().with_all_backwards()
}

/// From and to.
type Pairs = Vec<(usize, usize)>;

/// The pairs of positions (from, to) for which a move is found backwards, and those for which there is one.
fn pairs(game: &Arc<RuleGame>, positions: &[Vec<i64>]) -> (Pairs, Pairs) {
    let fast = packed(game);
    let words: Vec<u64> = positions.iter().map(|args| fast.pack(&pos(args)).unwrap()).collect();
    let (mut found, mut expected) = (Vec::new(), Vec::new());
    for (to, word) in words.iter().enumerate() {
        fast.leads_to(&words, &[*word], &mut |from| found.push((from, to)));
    }
    for (from, args) in positions.iter().enumerate() {
        let to = |part: &Pos| words.iter().position(|&word| fast.unpack(word) == *part);
        match exact_moves(game, &pos(args)) {
            Ok(moves) => {
                let single =
                    moves.iter().filter_map(|parts| if let [part] = parts.as_slice() { to(part) } else { None });
                expected.extend(single.map(|to| (from, to)));
            }
            // Backwards the turn that fails may not be met.
            Err(_) => found.retain(|&(position, _)| position != from),
        }
    }
    for pairs in [&mut found, &mut expected] {
        pairs.sort_unstable();
        pairs.dedup();
    }
    (found, expected)
}

#[test]
fn all_moves_are_found_backwards() {
    let set = ints(&[1, 3, 4]);
    let rows = Val::list(vec![ints(&[1, 4]), ints(&[2, 0]), ints(&[0, 7])]).unwrap();
    let cases: [(&str, &[Val], usize); 9] = [
        ("nim(n) -> nim(m) for m in 0..n-1", &[], 1),
        ("data s\ntake(n) -> take(n-k) for k in s if n % 5 != k", &[set], 1),
        ("g(n) -> g(n-k) if n > 3 for k in 2..n/2 if (n + 16 - k) xor 16 == n - k", &[], 1),
        ("w(x, y) -> (w(x-k, y) | w(x, y-k) | w(x-k, y-k)) for k in 1..max(x, y)", &[], 2),
        ("d(x, y) -> d(x-i, y-j) for i in 0..x, j in 0..y if i + j > 0 and gcd(i, j) == 1", &[], 2),
        ("u(x, y) -> u(x-k, y+k) for k in 1..x", &[], 2),
        ("v(x, y) -> v(m, y+x) for m in 0..x-1", &[], 2),
        ("data s\np(x, y) -> p(x-a, y-b) for (a, b) in s if x > y", &[rows], 2),
        ("r(x, y) -> r(x-1, y)\nr(x, y) -> r(y, x-k) for k in 1..3", &[], 2),
    ];
    for (text, globals, arity) in cases {
        let positions: Vec<Vec<i64>> = if arity == 1 { line(40).collect() } else { grid(8).collect() };
        let (found, expected) = pairs(&game(text, globals), &positions);
        // The last rule of the last one does not tell its turn.
        let whole = !text.starts_with("r(");
        assert!(found == expected || !whole && found.iter().all(|pair| expected.contains(pair)), "{text}");
        assert!(!found.is_empty(), "{text}");
    }
}

/// Rules that lower the first argument, or keep it and lower the second.
fn lowering_rule() -> impl Strategy<Value = String> {
    const NAMES: &[&str] = &["x", "y", "P", "k", "m"];
    let option = proptest::sample::select(
        &[
            "g(x-k, y)",
            "g(x-k, y+m)",
            "g(x-k, y-m)",
            "g(x, y-k)",
            "g(x-k, y-k)",
            "g(x-k, m)",
            "(g(x-k, y-m) | g(x, y-k))",
        ][..],
    );
    let first = proptest::sample::select(&["k in 1..x", "k in s", "k in 1..4", "k in max(1, y-3)..x"][..]);
    let second = proptest::sample::select(&["m in 0..y", "m in s", "m in 0..2", "m in x..y"][..]);
    (option, first, second, condition(NAMES)).prop_map(|(option, first, second, condition)| {
        format!("g(x, y) -> {option} for {first}, {second} if {condition}")
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Nothing that is found backwards is not a move; and who wins is who has a value above 0.
    #[test]
    fn random_rules_backwards(rules in proptest::collection::vec(lowering_rule(), 1..3), param in 0..9i128) {
        let text = format!("param P\ndata s\nlet h(a, b) = if a > b then a - b else 2*a\n{}", rules.join("\n"));
        let game = game(&text, &[Val::Int(param), ints(&[3, 1, 7, 2])]);
        let positions: Vec<Vec<i64>> = grid(6).collect();
        let (found, expected) = pairs(&game, &positions);
        prop_assert!(found.iter().all(|pair| expected.contains(pair)), "{}", text);
        let (mut values, mut outcomes) = (Solver::new(packed(&game)), Solver::new(packed(&game)));
        for args in positions.iter().rev() {
            let word = outcomes.game().pack(&pos(args)).unwrap();
            match (values.value(&word), outcomes.wins(&word)) {
                (Ok(value), wins) => prop_assert_eq!(wins, Ok(value > 0), "{} at {:?}", text, args),
                // A rule that fails may do so in what was cut off.
                (Err(Error::Game(_)), Ok(_) | Err(Error::Game(_))) => {}
                other => prop_assert!(false, "{:?}", other),
            }
        }
    }
}
