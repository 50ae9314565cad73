//! The nimber calculator: values, errors with their places, and that nothing typed can make it panic.

#![allow(clippy::unwrap_used)]

use grundy::calculator::{MAX_DEPTH, MAX_LENGTH, evaluate};
use grundy::nimber::Nimber;
use proptest::prelude::*;

fn value(text: &str) -> String {
    evaluate(text).unwrap_or_else(|error| panic!("{text}: {error}")).to_string()
}

#[test]
fn values() {
    let n = |number: u64| Nimber::new(number);
    let expected = n(7) * n(12) / (n(3) + n(5)).pow(2);
    assert_eq!(value("7 * 12 / (3 + 5)^2"), expected.to_string());
    let cases = [
        ("2*2", "3"),
        ("w^2 * w", "2"),
        ("(w)^3", "2"),
        ("w^3", "w^3"),
        ("w * w", "w^2"),
        ("1/w", "w^2*3"),
        ("inv(w)", "w^2*3"),
        ("w*2", "w*2"),
        ("w^2*3 + w + 1", "w^2*3+w+1"),
        ("1 + w", "w+1"),
        ("w + w", "0"),
        ("(w^w)^5", "4"),
        ("(w^(w^2))^7", "w+1"),
        ("(ω+1)^63", "1"),
        ("w^w^2", "w^(w^2)"),
        ("2^2^3", "3"),
        ("5^0", "1"),
        ("0^0", "1"),
        ("0^5", "0"),
        ("order(4)", "15"),
        ("log(2, 3)", "2"),
        ("solve(1)", "2"),
        ("sqrt(3)", "2"),
        ("((((3))))", "3"),
        ("2^(2*3-5)", "2"),
        ("340282366920938463463374607431768211455", "340282366920938463463374607431768211455"),
        ("w·3", "w*3"),
        ("w^(w^w) + 1", "w^(w^w)+1"),
        ("1^(2^127)", "1"),
    ];
    for (text, expected) in cases {
        assert_eq!(value(text), expected, "{text}");
    }
    assert_eq!(value("3^(10^18)"), Nimber::new(3u64).pow(10u128.pow(18)).to_string());
    assert_eq!(value("sqrt(w) * sqrt(w)"), "w");
}

#[test]
fn errors_say_where() {
    let cases = [
        ("", 0),
        ("1 +", 3),
        ("5 / (3+3)", 2),
        ("1 / 0", 2),
        ("2 3", 2),
        ("(1", 2),
        ("foo(1)", 0),
        ("w^2^3", 3),
        ("w^(2)^3", 5),
        ("log(2)", 5),
        ("log(2, 4)", 0),
        ("order(0)", 0),
        ("order(w)", 0),
        ("2^(1-2)", 4),
        ("2^(10^40)", 5),
        ("2 ^ w", 4),
        ("w^(w^w) * 2", 8),
        ("solve(170141183460469231731687303715884105728)", 0),
        ("1)", 1),
        ("sqrt 4", 5),
        ("99999999999999999999999999999999999999999", 0),
        ("1 − 1", 2),
        ("log(2, 18446744073709551616)", 0),
    ];
    for (text, at) in cases {
        assert_eq!(evaluate(text).unwrap_err().at, at, "{text:?}: {:?}", evaluate(text));
    }
}

#[test]
fn limits() {
    let nested = |depth: usize| "(".repeat(depth) + "1" + &")".repeat(depth);
    assert_eq!(value(&nested(MAX_DEPTH)), "1");
    assert!(evaluate(&nested(MAX_DEPTH + 1)).is_err());
    assert!(evaluate(&"(".repeat(MAX_LENGTH)).is_err());
    assert!(evaluate(&("2".to_string() + &"^2".repeat(8000))).is_err());
    assert!(evaluate(&"w^".repeat(8000)).is_err());
    assert_eq!(evaluate(&"1+".repeat(MAX_LENGTH)).unwrap_err().at, MAX_LENGTH);
    assert!(evaluate("inv(w^(w^58+w^57) + w^(w^50))").is_err());
}

proptest! {
    #[test]
    fn nothing_typed_panics(text in "[0-9wω+*/^()·, ]{0,24}|(w|ω|sqrt|inv|log|[0-9]{1,3}|[(+*/^),]| ){0,12}|\\PC{0,12}") {
        let _ = evaluate(&text);
    }

    #[test]
    fn printing_a_value_and_reading_it_again(a in 0u128..1000, b in 0u128..1000, c in 0u128..20, d in 0u128..9) {
        let text = format!("w^{d}*{a} + w^(w*{})*{b} + {c}", d + 1);
        prop_assert_eq!(value(&value(&text)), value(&text));
    }
}
