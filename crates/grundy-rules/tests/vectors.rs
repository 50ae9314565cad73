//! Lists from which lists are subtracted, in the words that come to mind: as fast as packed numbers, and the same answers.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use grundy::Watch;
use grundy_rules::{Engine, Library, Settings};
use proptest::prelude::*;

fn engine(rules: &str) -> Engine {
    let mut library = Library::new();
    library.add_rules("file", rules).unwrap();
    Engine::new(library, Watch::default())
}

fn judge(engine: &Engine, input: &str) -> String {
    let mut out = String::new();
    engine.judge("file", &Settings::default(), input.as_bytes(), &mut |text| out.push_str(text)).unwrap();
    out
}

/// The rule, and the same in words that nothing is known about.
fn rules(needs: &str, last: &str, disguise: &str) -> String {
    format!("bag(left) -> bag([left[i] - need[i]{disguise} for i in 0..len({last})-1])   for need in {needs}\n")
}

fn asked(rules: &str, positions: &[Vec<u32>]) -> Vec<String> {
    let engine = engine(rules);
    let about = |position: &Vec<u32>| {
        let sum = engine.sum(&format!("bag({position:?})"), &Settings::default()).unwrap();
        let (value, outcome) = (engine.sum_value(&sum).unwrap(), engine.outcome(&sum).unwrap());
        format!("{value:?} {outcome:?} {:?}", engine.winning_moves(&sum, 100).unwrap().moves)
    };
    positions.iter().map(about).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn subtracting_lists_is_the_plain_game(
        needs in prop::collection::vec(prop::collection::vec(0u32..4, 3), 1..6),
        positions in prop::collection::vec(prop::collection::vec(0u32..6, 3), 1..5),
        own in any::<bool>(),
    ) {
        let needs: Vec<Vec<u32>> = needs.into_iter().filter(|need| need.iter().any(|&n| n > 0)).collect();
        prop_assume!(!needs.is_empty());
        let needs = format!("{needs:?}");
        let last = if own { "left" } else { "need" };
        let quick = asked(&rules(&needs, last, ""), &positions);
        prop_assert_eq!(quick, asked(&rules(&needs, last, " + 0"), &positions));
    }
}

/// Lists of another length are the rules' own business, and so is a list of zeros, which never ends.
#[test]
fn other_lists_are_left_to_the_rules() {
    for needs in ["[[1, 2], [2, 1]]", "[[0, 0], [1, 1]]", "[[1, 2], [1]]", "[[1, -1], [0, 1]]"] {
        for position in ["bag([5, 5])", "bag([5])", "bag([1, 2, 3])", "bag([])"] {
            let said = |disguise: &str| {
                let engine = engine(&rules(needs, "left", disguise));
                let sum = engine.sum(position, &Settings::default()).unwrap();
                engine.sum_value(&sum).map_err(|error| error.to_string().lines().next().unwrap_or_default().to_owned())
            };
            assert_eq!(said(""), said(" + 0"), "{needs} {position}");
        }
    }
}

const WORDS: &str = "data words, board
let have      = join(board)
let letters   = set(have)
let counts(w) = [count(w, c) for c in letters]
let needs     = set([counts(w) for w in within(words, have)])
bag(left) -> bag([left[i] - need[i] for i in 0..len(left)-1])   for need in needs
input d, text words[d], r, repeat t: text board[r]
play bag(counts(have))
answer win, value
";

/// A dictionary, and boards of the same letters.
fn dictionary() -> String {
    let mut state = 5_u64;
    let mut letter = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        char::from(b'a' + ((state >> 33) % 6) as u8)
    };
    let mut word = |length: usize| (0..length).map(|_| letter()).collect::<String>();
    let words: Vec<String> = (0..400).map(|index| word(2 + index % 5)).collect();
    let boards: Vec<String> = (0..3).map(|_| format!("{}\n{}", word(5), word(5))).collect();
    format!("400\n{}\n2\n3\n{}\n", words.join("\n"), boards.join("\n"))
}

#[test]
fn counted_letters_cost_no_more_than_packed_ones() {
    let disguised = WORDS.replace("count(w, c) for", "count(w, c) + 0 for").replace("need[i] for", "need[i] + 0 for");
    let (natural, plain) = (engine(WORDS), engine(&disguised));
    let input = dictionary();
    assert_eq!(judge(&natural, &input), judge(&plain, &input));
    assert!(8 * natural.steps() < plain.steps(), "{} steps, in other words {}", natural.steps(), plain.steps());
}
