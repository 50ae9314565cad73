//! Ordinals and values at the edge: laws, printing and parsing, limits.

#![allow(clippy::unwrap_used)]

use grundy::ordinal::{Error, Ordinal};
use grundy::{Outcome, Value};
use proptest::prelude::*;

fn ord(text: &str) -> Ordinal {
    text.parse().unwrap()
}

/// Small ordinals: few exponents, so that equal ones meet often.
pub fn ordinals() -> impl Strategy<Value = Ordinal> {
    let leaf = (0u128..4).prop_map(Ordinal::from);
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop::collection::vec((inner, 1u128..6), 0..4).prop_map(|terms| {
            terms.into_iter().fold(Ordinal::ZERO, |sum, (exponent, coefficient)| {
                let power = Ordinal::omega_power(exponent).unwrap();
                let term = power.checked_mul(&Ordinal::from(coefficient)).unwrap();
                sum.natural_sum(&term).unwrap()
            })
        })
    })
}

/// Nimbers in the fields of κ₃, κ₉, κ₅ and κ₇, whose reductions are short enough to be tried often.
fn nimbers(terms: usize) -> impl Strategy<Value = Ordinal> {
    let exponent = prop_oneof![
        (0u128..9).prop_map(Ordinal::from),
        (0u128..5, 0u128..3).prop_map(|(v1, v0)| Ordinal::omega_times(v1, v0)),
        (1u128..3).prop_map(|v2| ord(&format!("w^2*{v2}"))),
    ];
    prop::collection::vec((exponent, 1u128..20), 0..=terms).prop_map(|terms| {
        terms.into_iter().fold(Ordinal::ZERO, |sum, (exponent, coefficient)| {
            let power = Ordinal::omega_power(exponent).unwrap();
            sum.nim_sum(&power.checked_mul(&Ordinal::from(coefficient)).unwrap())
        })
    })
}

proptest! {
    #[test]
    fn print_then_parse_is_the_identity(a in ordinals()) {
        prop_assert_eq!(&ord(&a.to_string()), &a);
        prop_assert_eq!(&ord(&a.to_string().replace('+', " + ").replace('w', "ω")), &a);
    }

    #[test]
    fn ordinary_arithmetic_is_associative_and_left_distributive(a in ordinals(), b in ordinals(), c in ordinals()) {
        let add = |x: &Ordinal, y: &Ordinal| x.checked_add(y).unwrap();
        let mul = |x: &Ordinal, y: &Ordinal| x.checked_mul(y).unwrap();
        prop_assert_eq!(add(&add(&a, &b), &c), add(&a, &add(&b, &c)));
        prop_assert_eq!(mul(&mul(&a, &b), &c), mul(&a, &mul(&b, &c)));
        prop_assert_eq!(mul(&a, &add(&b, &c)), add(&mul(&a, &b), &mul(&a, &c)));
    }

    #[test]
    fn order_is_strict_in_the_right_summand(a in ordinals(), b in ordinals(), c in ordinals()) {
        let sum = |y: &Ordinal| a.checked_add(y).unwrap();
        prop_assert_eq!(sum(&b).cmp(&sum(&c)), b.cmp(&c));
        prop_assert_eq!(a.natural_sum(&b).unwrap().cmp(&a.natural_sum(&c).unwrap()), b.cmp(&c));
        prop_assert!(a.checked_add(&b).unwrap() <= a.natural_sum(&b).unwrap());
    }

    #[test]
    fn natural_arithmetic_is_a_commutative_semiring(a in ordinals(), b in ordinals(), c in ordinals()) {
        let add = |x: &Ordinal, y: &Ordinal| x.natural_sum(y).unwrap();
        let mul = |x: &Ordinal, y: &Ordinal| x.natural_product(y).unwrap();
        prop_assert_eq!(add(&a, &b), add(&b, &a));
        prop_assert_eq!(mul(&a, &b), mul(&b, &a));
        prop_assert_eq!(mul(&a, &mul(&b, &c)), mul(&mul(&a, &b), &c));
        prop_assert_eq!(mul(&a, &add(&b, &c)), add(&mul(&a, &b), &mul(&a, &c)));
    }

    #[test]
    fn nim_sums_form_a_group_of_exponent_two(a in ordinals(), b in ordinals(), c in ordinals()) {
        prop_assert!(a.nim_sum(&a).is_zero());
        prop_assert_eq!(a.nim_sum(&b), b.nim_sum(&a));
        prop_assert_eq!(a.nim_sum(&b).nim_sum(&c), a.nim_sum(&b.nim_sum(&c)));
        prop_assert!(a.nim_sum(&b) <= a.natural_sum(&b).unwrap());
    }

    #[test]
    fn nimbers_below_w_w_w_form_a_field(a in nimbers(3), b in nimbers(3), c in nimbers(2)) {
        let mul = |x: &Ordinal, y: &Ordinal| x.nim_product(y).unwrap();
        prop_assert_eq!(mul(&a, &b), mul(&b, &a));
        prop_assert_eq!(mul(&mul(&a, &b), &c), mul(&a, &mul(&b, &c)));
        prop_assert_eq!(mul(&c, &a.nim_sum(&b)), mul(&c, &a).nim_sum(&mul(&c, &b)));
        prop_assert_eq!(mul(&a, &Ordinal::from(1)), a.clone());
        prop_assert_eq!(a.nim_pow(2).unwrap(), mul(&a, &a));
        prop_assert_eq!(a.nim_pow(5).unwrap(), mul(&mul(&mul(&a, &a), &mul(&a, &a)), &a));
    }

    #[test]
    fn nim_inverses_and_roots(a in nimbers(2)) {
        match a.nim_inverse() {
            Ok(inverse) => prop_assert_eq!(a.nim_product(&inverse).unwrap(), Ordinal::from(1)),
            Err(error) => prop_assert!(a.is_zero() || error == Error::TooMuchWork, "{error}"),
        }
        match a.nim_sqrt() {
            Ok(root) => prop_assert_eq!(root.nim_pow(2).unwrap(), a),
            Err(error) => prop_assert_eq!(error, Error::TooMuchWork),
        }
    }

    #[test]
    fn parsing_never_panics(text in "[wω0-9+*^()· ]{0,40}") {
        let _ = text.parse::<Ordinal>();
    }
}

#[test]
fn known_sums_and_products() {
    let cases = [("w+1", "w", "w*2", "w^2"), ("w^2*3+w*5+7", "w*2+1", "w^2*3+w*7+1", "w^3*2+w^2*3+w*5+7")];
    for (a, b, sum, product) in cases {
        assert_eq!(ord(a).checked_add(&ord(b)).unwrap(), ord(sum), "{a} + {b}");
        assert_eq!(ord(a).checked_mul(&ord(b)).unwrap(), ord(product), "{a} * {b}");
    }
}

/// The order of ordinals below ω^3 is the lexicographic order of their coefficients.
#[test]
fn order_of_small_ordinals() {
    let all: Vec<Ordinal> = (0..64u128)
        .map(|n| {
            let power = |e, c| Ordinal::omega_power(Ordinal::from(e)).unwrap().checked_mul(&Ordinal::from(c)).unwrap();
            power(2, n / 16).natural_sum(&Ordinal::omega_times(n / 4 % 4, n % 4)).unwrap()
        })
        .collect();
    assert!(all.is_sorted_by(|a, b| a < b));
}

#[test]
fn nim_facts() {
    let pow = |a: &str, e: u128| ord(a).nim_pow(e).unwrap().to_string();
    assert_eq!(pow("w", 3), "2");
    assert_eq!(pow("w^w", 5), "4");
    assert_eq!(pow("w^(w^2)", 7), "w+1");
    assert_eq!(pow("w^3", 3), "w");
    assert_eq!(pow("w^(w*5)", 5), "w^w");
    assert_eq!(pow("w+1", 63), "1");
    assert!((1..63).all(|e| pow("w+1", e) != "1"));
    assert_eq!(pow("w^(w^3)", 11), "w^w+1");
    assert_eq!(pow("w^(w^4)", 13), "w+4");
    assert_eq!(pow("w^(w^5)", 17), "16");
    assert_eq!(pow("w^(w^6)", 19), "w^3+4");
    assert_eq!(ord("w").nim_inverse().unwrap(), ord("w^2*3"));
    assert_eq!(ord("w").nim_product(&ord("2")).unwrap(), ord("w*2"));
    assert_eq!(ord("w^w*7+w").nim_product(&ord("0")).unwrap(), Ordinal::ZERO);
    assert_eq!(pow("w", 0), "1");
}

/// A cube root of each of 1, …, 3 by search: ω is the least cube root of 2, as it has to be.
#[test]
fn omega_is_the_least_cube_root_of_two() {
    assert!((0..4096u128).all(|n| Ordinal::from(n).nim_pow(3).unwrap() != Ordinal::from(2)));
}

#[test]
fn nim_errors_are_honest() {
    assert_eq!(Ordinal::ZERO.nim_inverse(), Err(Error::DivisionByZero));
    let past_table = ord("w^(w^60)");
    assert_eq!(past_table.nim_product(&past_table), Err(Error::BeyondTable));
    assert_eq!(past_table.nim_product(&ord("w+3")).unwrap(), ord("w^(w^60+1)+w^(w^60)*3"));
    let past_field = ord("w^(w^w)");
    assert_eq!(past_field.nim_product(&ord("2")), Err(Error::BeyondField));
    assert!(past_field.nim_sum(&past_field).is_zero());
    assert_eq!(ord("w^(w^58+w^57)+w^(w^56)").nim_inverse(), Err(Error::TooMuchWork));
    let large = ord("w^340282366920938463463374607431768211455");
    assert!(large.nim_product(&large).is_ok() || large.nim_product(&large) == Err(Error::Overflow));
    assert_eq!(large.nim_inverse(), Err(Error::TooMuchWork));
}

#[test]
fn text_errors_say_where() {
    for (text, at) in [
        ("", 0),
        ("w+", 2),
        ("1+w", 2),
        ("w*0", 2),
        ("w^(2", 4),
        ("w w", 2),
        ("w^2^3", 3),
        ("x", 0),
        ("ω·ω", 4),
        ("w+w", 2),
    ] {
        assert_eq!(text.parse::<Ordinal>().unwrap_err().at, at, "{text:?}");
    }
    assert_eq!("340282366920938463463374607431768211456".parse::<Ordinal>().unwrap_err().at, 0);
}

#[test]
fn printing() {
    for text in ["0", "5", "w", "w^w", "w^w*2+w^3+1", "w^(w+1)", "w^(w^2)*3+w*2+5", "w^(w^w)", "w^(w*2+1)"] {
        assert_eq!(ord(text).to_string(), text);
    }
    assert_eq!(ord("w^w^2").to_string(), "w^(w^2)");
    assert_eq!(ord("ω^(1)·3").to_string(), "w*3");
}

#[test]
fn limits_are_errors() {
    let mut tower = Ordinal::from(1);
    let error = loop {
        match Ordinal::omega_power(tower) {
            Ok(next) => tower = next,
            Err(error) => break error,
        }
    };
    assert_eq!(error, Error::TooDeep);
    assert!(["w^".repeat(10_000) + "2", "w^(".repeat(10_000)].iter().all(|text| text.parse::<Ordinal>().is_err()));
    let huge = Ordinal::from(u128::MAX);
    assert_eq!(huge.checked_add(&huge), Err(Error::Overflow));
    assert_eq!(huge.checked_mul(&huge), Err(Error::Overflow));
    let wide: Ordinal = (1..300u128).fold(Ordinal::ZERO, |sum, n| {
        let power = Ordinal::omega_power(Ordinal::omega_times(n * n, n)).unwrap();
        sum.natural_sum(&power).unwrap()
    });
    assert_eq!(wide.natural_product(&wide), Err(Error::TooLarge));
}

#[test]
fn parts() {
    assert_eq!(ord("w^2+w+7").finite_part(), 7);
    assert_eq!(ord("w^2+w+7").limit_part(), ord("w^2+w"));
    assert_eq!(ord("7").limit_part(), Ordinal::ZERO);
    assert_eq!(ord("w").finite_part(), 0);
}

#[test]
fn values_at_the_edge() {
    assert_eq!(Value::from(Ordinal::from(3)), Value::Finite(3));
    assert_eq!(Value::from(ord("w*2+1")).to_string(), "w*2+1");
    assert_eq!(Value::loopy([2, 0]).to_string(), "inf(0,2)");
    assert_eq!(Value::loopy([]).to_string(), "inf()");
    let w = Value::from(Ordinal::omega());
    assert!(w.nim_sum(&w).is_zero());
    assert_eq!(w.nim_sum(&w).outcome(), Outcome::Previous);
    assert_eq!(w.outcome(), Outcome::Next);
    let loopy = Value::loopy([0, 2]);
    assert_eq!(loopy.outcome(), Outcome::Next);
    assert_eq!(loopy.nim_sum(&Value::Finite(2)), loopy);
    assert_eq!(loopy.nim_sum(&Value::Finite(1)), Value::loopy([1, 3]));
    assert_eq!(loopy.nim_sum(&loopy), Value::loopy([]));
    assert_eq!(loopy.nim_sum(&w).to_string(), "inf(w,w+2)");
    assert_eq!(loopy.nim_sum(&w).outcome(), Outcome::Draw);
}
