use super::*;
use crate::theorem::by_definition;
use crate::watch::Limits;
use proptest::prelude::*;
use std::ops::ControlFlow;

/// The moves of a heap straight from the code.
fn moves(rule: &Rule, n: u128) -> Vec<Vec<u128>> {
    let mut all = Vec::new();
    let _ = rule.options(n, &mut |heaps| {
        all.push(heaps.to_vec());
        ControlFlow::Continue(())
    });
    all
}

#[test]
fn agrees_with_the_definition() {
    let codes = [
        "0.77",
        "0.137",
        "0.07",
        "4.007",
        "4!.0",
        "0.3=7",
        "0x0.8",
        "0x8.3",
        "0.4=",
        "0x0.8!",
        "0x0.8?3",
        "take{1,3,4}",
        "4.[3]",
        "0.[3]",
        "0.[30]",
        "0.5[31]",
        "4.3[2]",
        "0.[7]",
        "0x0.f",
        "0xc.0",
        "0.[2]",
        "take[2..5]",
    ];
    for code in codes {
        let rule: Rule = code.parse().unwrap();
        by_definition::compare_heaps(Code::new(rule.clone()), 34, |n| moves(&rule, n));
    }
}

/// At sizes where nothing can be listed there is an option of every value below the heap's.
#[test]
fn huge_heaps_have_options_of_all_smaller_values() {
    let watch = Watch::new(Limits { positions: 1 << 11, ..Limits::default() });
    let codes = [
        "0.77",
        "0.137",
        "0.07",
        "0.45",
        "take{1,3,4}",
        "take{2..1000000,3000000..4000000}",
        "0.[30]",
        "4.[3]",
        "0.[3]",
        "4.3[2]",
        "0.3=7",
        "0x0.8",
        "0x0.f",
        "0x0.89",
    ];
    let mut periodic = 0;
    for code in codes {
        let game = theorem(code.parse().unwrap(), 0);
        for n in [10u128.pow(9) + 7, 10u128.pow(18), 10u128.pow(18) + 5] {
            // Not all of them have a period that is proved soon.
            let Ok(Some(value)) = game.value(n, &watch) else { continue };
            periodic += 1;
            for wanted in (0..value.min(20)).chain(value.saturating_sub(9)..value) {
                let found = game.options(n, wanted, 3, &watch).unwrap();
                assert!(!found.options.is_empty(), "{code}({n}) has value {value}, but no option of value {wanted}");
                for heaps in found.options {
                    let xor = heaps.iter().fold(0, |xor, &heap| xor ^ game.value(heap, &watch).unwrap().unwrap());
                    assert_eq!(xor, wanted, "{code}({n}) -> {heaps:?}");
                }
            }
        }
    }
    assert!(periodic >= 3 * 8, "{periodic}");
}

fn digit() -> impl Strategy<Value = Digit> {
    (0u32..16, prop_oneof![Just(Parts::Any), Just(Parts::Unequal), Just(Parts::NotAllEqual), Just(Parts::AllEqual)])
        .prop_map(|(heaps, parts)| Digit::new(heaps, parts))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn any_code_agrees_with_the_definition(
        first in digit(),
        digits in proptest::collection::vec(digit(), 0..4),
        tail in proptest::collection::vec(digit(), 0..3),
    ) {
        // Place 0 may not leave one heap, or none, as it was.
        let first = Digit::new(first.heaps() & !3, first.parts());
        if let Ok(rule) = Rule::from_digits(first, &digits, &tail) {
            by_definition::compare_heaps(Code::new(rule.clone()), 16, |n| moves(&rule, n));
        }
    }
}
