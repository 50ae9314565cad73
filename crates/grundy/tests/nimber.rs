//! The field of finite nimbers: laws, inverses, roots, orders, logarithms, for both widths and for slices.

#![allow(clippy::unwrap_used)]

use grundy::nimber::{Field, Nimber, Width, batch};
use proptest::prelude::*;
use std::fmt::Debug;

/// The nim-product by its definition, for small numbers.
fn table_by_mex(n: usize) -> Vec<Vec<u64>> {
    let mut table = vec![vec![0; n]; n];
    for a in 0..n {
        for b in 0..n {
            let smaller = (0..a).flat_map(|x| (0..b).map(move |y| (x, y)));
            table[a][b] = grundy::mex(smaller.map(|(x, y)| table[x][b] ^ table[a][y] ^ table[x][y]));
        }
    }
    table
}

#[test]
fn products_are_the_definition_by_mex() {
    let table = table_by_mex(48);
    for (a, row) in table.iter().enumerate() {
        for (b, &expected) in row.iter().enumerate() {
            assert_eq!((Nimber::new(a as u64) * Nimber::new(b as u64)).get(), expected, "{a} * {b}");
            assert_eq!((Nimber::new(a as u128) * Nimber::new(b as u128)).get(), u128::from(expected), "{a} * {b}");
        }
    }
}

/// Conway's rule for powers 2^(2^n): the square of one is 3/2 of it, the product with anything smaller the ordinary
/// one.
#[test]
fn products_of_fermat_powers() {
    for n in 0..7 {
        let fermat = 1u128 << (1 << n);
        assert_eq!(Nimber::new(fermat).square().get(), fermat + fermat / 2);
        for i in 0..1 << n {
            assert_eq!((Nimber::new(fermat) * Nimber::new(1 << i)).get(), fermat << i, "{fermat} * 2^{i}");
        }
    }
}

fn laws<T: Width + Debug>(a: T, b: T, c: T) {
    let (a, b, c) = (Nimber::new(a), Nimber::new(b), Nimber::new(c));
    let (zero, one) = (Nimber::new(T::from(0)), Nimber::new(T::from(1)));
    assert_eq!(a * b, b * a);
    assert_eq!((a * b) * c, a * (b * c));
    assert_eq!(a * (b + c), a * b + a * c);
    assert_eq!((a * one, a * zero, a + a), (a, zero, zero));
    assert_eq!((a + b).square(), a.square() + b.square());
    assert_eq!((a.sqrt().square(), a.square().sqrt()), (a, a));
    assert_eq!(a.inverse().is_none(), a.is_zero());
    if let Some(inverse) = a.inverse() {
        assert_eq!(a * inverse, one);
        assert_eq!(b / a * a, b);
        assert_eq!(b.checked_div(a), Some(b / a));
        assert_eq!(a.pow(a.order().unwrap()), one);
    }
    let even = a.square() + a;
    let solution = even.solve_quadratic().unwrap();
    assert!(solution == a || solution + one == a);
    if let Some(x) = a.solve_quadratic() {
        assert_eq!(x.square() + x, a);
    }
}

fn power_by_products<T: Width>(a: Nimber<T>, e: u32) -> Nimber<T> {
    (0..e).fold(Nimber::new(T::from(1)), |power, _| power * a)
}

proptest! {
    #[test]
    fn field_laws_64(a: u64, b: u64, c: u64, i in 0..64u32, j in 0..64u32) {
        laws(a >> i, b >> j, c);
    }

    #[test]
    fn field_laws_128(a: u128, b: u128, c: u128, i in 0..128u32, j in 0..128u32) {
        laws(a >> i, b >> j, c);
    }

    #[test]
    fn the_wide_field_extends_the_narrow_one(a: u64, b: u64, e: u128) {
        let (wide, narrow) = (|n: u64| Nimber::new(u128::from(n)), |n: u64| Nimber::new(n));
        prop_assert_eq!((wide(a) * wide(b)).get(), u128::from((narrow(a) * narrow(b)).get()));
        prop_assert_eq!(wide(a).pow(e).get(), u128::from(narrow(a).pow(e).get()));
        prop_assert_eq!(wide(a).sqrt().get(), u128::from(narrow(a).sqrt().get()));
        prop_assert_eq!(wide(a).order(), narrow(a).order());
        prop_assert!(wide(a).solve_quadratic().is_some());
    }

    #[test]
    fn powers(a: u64, b: u128, e in 0u32..200, f: u64, g: u64) {
        let (a, b) = (Nimber::new(a), Nimber::new(b));
        prop_assert_eq!(a.pow(e.into()), power_by_products(a, e));
        prop_assert_eq!(b.pow(e.into()), power_by_products(b, e));
        prop_assert_eq!(a.pow(u128::from(f) + u128::from(g)), a.pow(f.into()) * a.pow(g.into()));
        prop_assert_eq!(a.pow(1 << 64), a);
        prop_assert_eq!(b.pow(u128::MAX) * b, b);
        prop_assert_eq!(Nimber::from(Field::from(a).pow(f)), a.pow(f.into()));
    }

    #[test]
    fn slices_agree_with_single_operations(a in prop::collection::vec(1u64.., 0..300), seed: u64) {
        let b: Vec<u64> = a.iter().map(|x| x.rotate_left(17) ^ seed).collect();
        let mut products = vec![0; a.len()];
        batch::multiply(&a, &b, &mut products);
        let expected: Vec<u64> = a.iter().zip(&b).map(|(&a, &b)| (Nimber::new(a) * Nimber::new(b)).get()).collect();
        prop_assert_eq!(&products, &expected);
        let form = |numbers: &[u64]| numbers.iter().map(|&n| Field::from(Nimber::new(n))).collect::<Vec<_>>();
        let mut in_field = form(&a);
        Field::multiply(&mut in_field, &form(&b));
        prop_assert_eq!(in_field, form(&expected));
        let mut inverses = a.clone();
        batch::invert(&mut inverses).unwrap();
        prop_assert!(a.iter().zip(&inverses).all(|(&a, &b)| Nimber::new(a) * Nimber::new(b) == Nimber::new(1)));
    }

    #[test]
    fn logarithms(base in 2u64.., e: u64, x: u64) {
        let (base, x) = (Nimber::new(base), Nimber::new(x));
        let order = base.order().unwrap();
        prop_assert_eq!(base.pow(e.into()).log(base), Some((u128::from(e) % order) as u64));
        if let Some(e) = x.log(base) {
            prop_assert_eq!(base.pow(e.into()), x);
        } else {
            prop_assert!(x.is_zero() || x.pow(order) != Nimber::new(1));
        }
    }
}

#[test]
fn small_subfields_and_edges() {
    // 2^(2^n) and everything below it form a field: the orders divide its size less one.
    for a in 1..256u64 {
        let order = Nimber::new(a).order().unwrap();
        assert_eq!(255 % order, 0);
        let powers = (1..).map(|e| Nimber::new(a).pow(e));
        assert_eq!(powers.take_while(|power| power.get() != 1).count() as u128 + 1, order);
    }
    let zero = Nimber::new(0u64);
    assert_eq!((zero.pow(0).get(), zero.pow(5).get(), zero.inverse(), zero.order()), (1, 0, None, None));
    assert_eq!(Nimber::new(0u128).pow(0).get(), 1);
    assert_eq!(zero.pow(u128::from(u64::MAX)).get(), 0);
    assert_eq!((zero.log(zero), zero.log(Nimber::new(3)), Nimber::new(1).log(zero)), (Some(1), None, Some(0)));
    assert_eq!(Nimber::new(2).log(zero), None);
    assert_eq!(batch::invert(&mut []), Ok(()));
    let mut with_zero = [3, 0, 5];
    assert_eq!(batch::invert(&mut with_zero), Err(1));
    assert_eq!(with_zero, [3, 0, 5]);
}
