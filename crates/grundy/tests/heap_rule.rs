//! Rules as text: forms, errors with their place, canonical printing, options.

#![allow(clippy::unwrap_used)] // also in the helpers of tests

use grundy::heap::{Digit, Parts, Rule};
use proptest::prelude::*;
use std::ops::ControlFlow;

fn rule(text: &str) -> Rule {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn options(rule: &Rule, n: u128) -> Vec<Vec<u128>> {
    let mut all = Vec::new();
    let _ = rule.options(n, &mut |heaps| {
        all.push(heaps.to_vec());
        ControlFlow::Continue(())
    });
    all
}

#[test]
fn canonical_forms() {
    let table = [
        ("0.77", "0.77"),
        (".77", "0.77"),
        ("0.7700", "0.77"),
        ("4.0", "4.0"),
        ("4.", ""),
        ("4!.0", "4!.0"),
        ("4?.0", "4!.0"),
        ("0.3!7!", "0.37!"),
        ("0.[3]", "0.[3]"),
        ("0.[33]", "0.[3]"),
        ("0.33[3]", "0.[3]"),
        ("0.7[37]", "0.[73]"),
        ("0.07[0]", "0.07"),
        ("4.[3]", "4.[3]"),
        ("0xC.3f", "0xC.3F"),
        ("C.3F", "0xC.3F"),
        ("0x0.77", "0.77"),
        ("0.8A", "0x0.8A"),
        ("0x{3C}.0", "0x{3C}.0"),
        ("0x0.{10}8", "0x0.{10}8"),
        ("take{1,3,4}", "take{1,3,4}"),
        ("take{4, 3, 1, 3}", "take{1,3,4}"),
        ("0.3033", "take{1,3,4}"),
        ("take[2..5]", "take[2..5]"),
        ("take{2..4,5,9}", "take{2..5,9}"),
        ("take[2..1000000000000000000]", "take[2..1000000000000000000]"),
        ("take[7..7]", "take{7}"),
        ("allbut{1,2}", "allbut{1,2}"),
        ("0.003[3]", "allbut{1,2}"),
        ("allbut{5..1000000000}", "allbut{5..1000000000}"),
        ("0.0", "0.0"),
    ];
    for (text, canonical) in table.into_iter().filter(|row| !row.1.is_empty()) {
        assert_eq!(rule(text).to_string(), canonical, "{text}");
        assert_eq!(rule(canonical), rule(text), "{text}");
    }
}

#[test]
fn errors_say_where_and_what() {
    let table = [
        ("", 0, "empty"),
        ("0.", 2, "no digit"),
        ("0.78", 3, "write 0x0.78"),
        ("9.1", 0, "octal"),
        ("0.7x", 3, "digit"),
        ("3.7", 0, "removes nothing"),
        ("0x5.7", 2, "removes nothing"),
        ("77", 1, "point"),
        ("0.7.7", 3, "digit"),
        ("0.[]", 4, "empty"),
        ("0.[37", 5, "`]`"),
        ("0.[3]7", 5, "follow"),
        ("0.{10}", 3, "0x"),
        ("0x0.{10", 5, "`}`"),
        ("0x0.{+1}", 5, "hexadecimal"),
        ("take{}", 5, "empty"),
        ("take{0,1}", 5, "taking 0"),
        ("take{1,}", 7, "number"),
        ("take{1", 6, "`}`"),
        ("take[5..2]", 8, "smaller"),
        ("take[2,5]", 6, "`..`"),
        ("take{1}x", 7, "left over"),
        ("allbut{}", 7, "empty"),
        ("take{99999999999999999999999999999999999999999}", 5, "10^36"),
        ("nonsense", 0, "digit"),
    ];
    for (text, at, part) in table {
        let error = text.parse::<Rule>().expect_err(text);
        assert!(error.message.contains(part), "{text}: {error}");
        assert_eq!(error.at, at, "{text}: {error}");
    }
}

#[test]
fn options_in_their_order() {
    assert_eq!(options(&rule("0.77"), 4), [vec![3], vec![1, 2], vec![2], vec![1, 1]]);
    assert_eq!(options(&rule("4!.0"), 7), [[1, 6], [2, 5], [3, 4]]);
    assert_eq!(options(&rule("0x8!.0"), 8), [[1, 2, 5], [1, 3, 4]]);
    assert_eq!(options(&rule("0x8?.0"), 6), [[1, 1, 4], [1, 2, 3]]);
    assert_eq!(options(&rule("0x8=.0"), 6), [[2, 2, 2]]);
    assert_eq!(options(&rule("4=.0"), 7), Vec::<Vec<u128>>::new());
    assert_eq!(options(&rule("0.[12]"), 3), [vec![1], vec![]]);
    assert_eq!(options(&rule("take{2,5}"), 5), [vec![3], vec![]]);
    assert_eq!(options(&Rule::split(4, 4, Parts::Any).unwrap(), 6), [[1, 1, 1, 3], [1, 1, 2, 2]]);
    assert_eq!(options(&rule("4.[3]"), 0), Vec::<Vec<u128>>::new());
}

#[test]
fn huge_heaps_are_lazy() {
    let mut seen = Vec::new();
    let _ = rule("4.7").options(u128::MAX, &mut |heaps| {
        seen.push(heaps.to_vec());
        if seen.len() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert_eq!(seen, [[1, u128::MAX - 1], [2, u128::MAX - 2]]);
    let far = options(&rule("take{5,1000000000000000000000}"), 10u128.pow(21));
    assert_eq!(far, [vec![10u128.pow(21) - 5], vec![]]);
}

/// Every way to share `rest` among `count` heaps, by plain recursion.
fn shares(rest: u128, count: u32, least: u128) -> Vec<Vec<u128>> {
    if count == 1 {
        return if rest >= least { vec![vec![rest]] } else { vec![] };
    }
    let tail = |first: u128| shares(rest - first, count - 1, first).into_iter().map(move |t| [vec![first], t].concat());
    (least..=rest).flat_map(tail).collect()
}

fn allowed(heaps: &[u128], parts: Parts) -> bool {
    let all_equal = heaps.iter().all(|heap| *heap == heaps[0]);
    match parts {
        Parts::Any => true,
        Parts::Unequal => heaps.windows(2).all(|pair| pair[0] != pair[1]),
        Parts::NotAllEqual => heaps.len() < 2 || !all_equal,
        Parts::AllEqual => all_equal,
    }
}

fn any_digit() -> impl Strategy<Value = Digit> {
    let parts = prop_oneof![
        3 => Just(Parts::Any), 1 => Just(Parts::Unequal), 1 => Just(Parts::NotAllEqual), 1 => Just(Parts::AllEqual)
    ];
    (prop_oneof![8 => 0u32..16, 1 => 16u32..64], parts).prop_map(|(heaps, parts)| Digit::new(heaps, parts))
}

prop_compose! {
    fn any_rule()(
        first in any_digit(),
        digits in prop::collection::vec(any_digit(), 0..6),
        tail in prop::collection::vec(any_digit(), 0..4),
    ) -> Rule {
        Rule::from_digits(Digit::new(first.heaps() & !3, first.parts()), &digits, &tail).unwrap()
    }
}

proptest! {
    #[test]
    fn printing_parses_back(rule in any_rule()) {
        prop_assert_eq!(rule.to_string().parse::<Rule>(), Ok(rule));
    }

    #[test]
    fn equal_digits_make_equal_rules(rule in any_rule(), more in 0usize..3) {
        let tail: Vec<Digit> = (0..rule.tail().len() * (more + 1)).map(|i| rule.tail()[i % rule.tail().len()]).collect();
        let start = if tail.is_empty() { rule.last_place() + more as u128 + 1 } else { rule.tail_from() };
        let digits: Vec<Digit> = (1..start).map(|place| rule.digit(place)).collect();
        prop_assert_eq!(Rule::from_digits(rule.first(), &digits, &tail), Ok(rule));
    }

    #[test]
    fn options_follow_the_digits(rule in any_rule(), n in 0u128..14) {
        let mut expected = Vec::new();
        for place in 0..=n {
            let (digit, rest) = (rule.digit(place), n - place);
            if digit.leaves(0) && rest == 0 {
                expected.push(vec![]);
            }
            for count in 1..=digit.most() {
                let ways = shares(rest, count, 1).into_iter();
                expected.extend(ways.filter(|heaps| digit.leaves(count) && allowed(heaps, digit.parts())));
            }
        }
        prop_assert_eq!(options(&rule, n), expected);
    }

    #[test]
    fn parser_never_panics(text in "(0x)?[0-9A-Fx.!?=\\[\\]{}+]{0,12}|(take|allbut)[\\[{][0-9,. ]{0,8}[\\]}]?|.{0,8}") {
        if let Ok(rule) = text.parse::<Rule>() {
            prop_assert_eq!(rule.to_string().parse::<Rule>(), Ok(rule));
        }
    }
}
