//! Stones and pebbles: the lemmas of docs/PEBBLES.md on rows made by sorting, the closed form, rows without a sort,
//! options with a wanted value, and the tables of the source of the game.

#![allow(clippy::unwrap_used)]

use grundy::Ordinal;
use grundy::theorem::pebbles::{MAX_STONES, Pebbles, Rows, TooLarge};
use proptest::prelude::*;

/// ω·x + y, ordered like the ordinals.
type Pair = (i64, i64);

/// The rows A_0, …, A_{rows−1} for K = 1 by Theorem G: A_n is the sorted diagonal f(b, n−b).
fn sorted_rows(rows: usize) -> Vec<Vec<Pair>> {
    let mut all: Vec<Vec<Pair>> = Vec::new();
    for n in 0..rows as i64 {
        let diagonal = (0..=n).map(|b| if n - b >= b { (b, n - 2 * b) } else { all[b as usize - 1][(n - b) as usize] });
        let mut row: Vec<Pair> = diagonal.collect();
        row.sort_unstable();
        all.push(row);
    }
    all
}

fn pair(parts: (u128, u128)) -> Pair {
    (parts.0 as i64, parts.1 as i64)
}

/// N(u, P) by its sum.
fn least_row(u: i64, p: i64) -> i64 {
    u - 1 + (1..).map(|i| p - i * u).take_while(|&rest| rest > 0).sum::<i64>()
}

fn below(row: &[Pair], v: Pair) -> usize {
    row.iter().filter(|&&entry| entry < v).count()
}

fn up_to(row: &[Pair], v: Pair) -> usize {
    row.iter().filter(|&&entry| entry <= v).count()
}

#[test]
fn lemma_1_classes_and_their_largest_entries() {
    for (n, row) in sorted_rows(120).iter().enumerate() {
        let n = n as i64;
        assert!(row.is_sorted_by(|a, b| a < b), "entries are distinct");
        assert!(row.iter().all(|&(x, y)| 0 <= y && 2 * x + y <= n));
        for x in 0..=n / 2 {
            assert_eq!(row.iter().rfind(|entry| entry.0 == x), Some(&(x, n - 2 * x)));
        }
    }
}

/// The shifted entries of A_n: A_{n−1−i}[i] for i < n/2.
fn shifted(rows: &[Vec<Pair>], n: usize) -> Vec<Pair> {
    (0..n.div_ceil(2)).map(|i| rows[n - 1 - i][i]).collect()
}

#[test]
fn lemma_2_counts_shifted_entries_in_earlier_rows() {
    let rows = sorted_rows(60);
    for n in 0..60 {
        let entries = shifted(&rows, n);
        for v in (0..30).flat_map(|x| [0, 1, 2, 5, 11].map(|y| (x, y))) {
            for q in 1..=n {
                assert_eq!(below(&entries, v) >= q, below(&rows[n - q], v) >= q, "{n} {v:?} {q}");
                assert_eq!(up_to(&entries, v) >= q, up_to(&rows[n - q], v) >= q, "{n} {v:?} {q}");
            }
        }
    }
}

#[test]
fn lemma_3_persistence() {
    let rows = sorted_rows(50);
    let class_size = |n: i64, u: i64| if n < 0 { 0 } else { below(&rows[n as usize], (u, 0)) as i64 };
    for (x, y) in (0..8).flat_map(|x| (0..14).map(move |y| (x, y))) {
        let h = 2 * x + y;
        for p in (1..=h).filter(|&p| class_size(h - p, x + 1) >= p) {
            for k in (h - p)..50 {
                assert!(below(&rows[k as usize], (x, y)) as i64 >= p, "{x} {y} {p} {k}");
            }
        }
    }
}

#[test]
fn theorem_1_shifted_entries_increase_classes_grow_and_rows_interlace() {
    let rows = sorted_rows(90);
    for n in 0..90usize {
        assert!(shifted(&rows, n).is_sorted_by(|a, b| a < b));
        for u in 0..50 {
            assert!(n == 0 || below(&rows[n], (u, 0)) >= below(&rows[n - 1], (u, 0)));
        }
        for m in 0..=n {
            assert!((0..m).all(|i| rows[n][i] < rows[m][i + 1]), "{n} {m}");
        }
    }
    // The other way round it fails: m ≤ n is essential.
    assert!(rows[2][2] >= rows[6][3]);
}

#[test]
fn theorem_2_and_3_places_and_class_sizes() {
    let rows = sorted_rows(90);
    for (n, row) in rows.iter().enumerate() {
        let class_size = |u: i64| below(row, (u, 0));
        for (p, &(x, y)) in row.iter().enumerate() {
            assert!(class_size(x) <= p && p < class_size(x + 1) && p as i64 >= x);
            if p + 1 == class_size(x + 1) {
                assert_eq!(y, n as i64 - 2 * x);
            } else {
                let back = p - x as usize;
                assert_eq!((x, y), rows[n - 1 - back][back]);
            }
        }
        for (u, p) in (1..40).flat_map(|u| (u..60).map(move |p| (u, p))) {
            assert_eq!(class_size(u) as i64 >= p, n as i64 >= least_row(u, p), "{n} {u} {p}");
        }
    }
}

#[test]
fn the_closed_form_is_the_sorted_table() {
    let game = Pebbles::new(1);
    for (n, row) in sorted_rows(400).iter().enumerate() {
        for (j, &entry) in row.iter().enumerate() {
            assert_eq!(pair(game.parts(n as u128 + 1, j as u128).unwrap()), entry, "{n} {j}");
        }
    }
}

#[test]
fn rows_without_a_sort_are_the_sorted_table() {
    for stones in [0, 1, 2, 31, 32, 33, 64, 65, 300] {
        let mut rows = Rows::new(stones).unwrap();
        for expected in sorted_rows(stones) {
            let row: Vec<Pair> =
                rows.next_row().unwrap().iter().map(|entry| (entry.x().into(), entry.y().into())).collect();
            assert_eq!(row, expected);
        }
        assert!(rows.next_row().is_none());
    }
    assert_eq!(Rows::new(Rows::MAX_STONES + 1).err(), Some(TooLarge));
}

#[test]
fn rows_without_a_sort_are_the_closed_form_far_out() {
    let game = Pebbles::new(1);
    let mut rows = Rows::new(3000).unwrap();
    let mut stones = 0u128;
    while let Some(row) = rows.next_row() {
        stones += 1;
        if stones.is_multiple_of(101) {
            for (j, entry) in row.iter().enumerate() {
                let parts = (u128::from(entry.x()), u128::from(entry.y()));
                assert_eq!(game.parts(stones, j as u128), Ok(parts), "{stones} {j}");
            }
        }
    }
}

/// The options of (B, S) that can have a finite part of at most `most`, with their values.
fn options(game: Pebbles, k: u128, stones: u128, pebbles: u128, most: u128) -> Vec<((u128, u128), Ordinal)> {
    let own = (0..pebbles).map(|s| (stones, s));
    let lower = (0..stones).flat_map(|b| ((stones - b) * k..=most + (stones + b) * k).map(move |s| (b, s)));
    own.chain(lower).map(|(b, s)| ((b, s), game.value(b, s).unwrap())).collect()
}

#[test]
fn options_with_a_wanted_value_are_found_exactly() {
    for k in 0..=3 {
        let game = Pebbles::new(k);
        for (stones, pebbles) in (0..11).flat_map(|b| [0, 1, 4, 9, 30].map(|s| (b, s))) {
            let all = options(game, k, stones, pebbles, 40);
            for (x, y) in (0..stones + 2).flat_map(|x| (0..40).map(move |y| (x, y))) {
                let wanted = Ordinal::omega_times(x, y);
                let by_search: Vec<_> = all.iter().filter(|(_, value)| *value == wanted).map(|&(to, _)| to).collect();
                let found = game.option_with_value(stones, pebbles, &wanted).unwrap();
                assert!(by_search.len() <= 1, "values of options are distinct");
                assert_eq!(found, by_search.first().copied(), "K={k} ({stones}, {pebbles}) to {wanted}");
            }
        }
    }
}

proptest! {
    /// Every smaller value is the value of an option, and no option has the value itself: the definition, far out.
    #[test]
    fn the_mex_property_far_out(
        stones in 0..10u128.pow(18), pebbles in 0..10u128.pow(18), k in 0..10u128.pow(18), bits in 0..60u32, seed: u128
    ) {
        let (stones, pebbles, k) = (stones >> bits, pebbles >> (bits / 2), k >> (bits / 3));
        let game = Pebbles::new(k);
        let (x, y) = game.parts(stones, pebbles).unwrap();
        let smaller = if seed % 2 == 0 && x > 0 { (seed / 2 % x, seed >> 40) } else { (x, seed / 2 % y.max(1)) };
        let wanted = Ordinal::omega_times(smaller.0, smaller.1);
        if smaller < (x, y) && let Ok(found) = game.option_with_value(stones, pebbles, &wanted) {
            let (b, s) = found.expect("a smaller value has an option");
            prop_assert!(b < stones && s >= (stones - b) * k || b == stones && s < pebbles);
            prop_assert_eq!(game.value(b, s).unwrap(), wanted);
        }
        let own = game.value(stones, pebbles).unwrap();
        prop_assert_eq!(game.option_with_value(stones, pebbles, &own), Ok(None));
    }

    #[test]
    fn rows_increase_far_out(stones in 1..10u128.pow(18), at in 0..10u128.pow(18), k in 1..10u128.pow(18)) {
        let game = Pebbles::new(k);
        prop_assert!(game.parts(stones, at).unwrap() < game.parts(stones, at + 1).unwrap());
    }
}

/// The table of the source for K = 2, with its misprints corrected: (1, 2) and (1, 3) are ω and ω+1, and (3, 3) is 5.
#[test]
fn the_table_for_two() {
    let table = ["0 1 2 3 4 5", "0 1 w w+1 w+2 w+3", "0 1 2 3 w*2 w*2+1", "0 1 4 5 w w+1"];
    check_table(Pebbles::new(2), 1, &table);
}

/// The table of the source for S = 0, K, 2K, …: entries are ω·X + Y·K for every K; here K = 1 and K = 5.
#[test]
fn the_table_for_multiples() {
    let units = [
        [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (0, 5)],
        [(0, 0), (1, 0), (1, 1), (1, 2), (1, 3), (1, 4)],
        [(0, 0), (0, 1), (2, 0), (2, 1), (2, 2), (2, 3)],
        [(0, 0), (0, 2), (1, 0), (3, 0), (3, 1), (3, 2)],
        [(0, 0), (0, 1), (0, 3), (1, 1), (4, 0), (4, 1)],
        [(0, 0), (0, 2), (0, 4), (1, 2), (2, 0), (5, 0)],
    ];
    for k in [1, 5] {
        for (b, row) in (0..).zip(units) {
            for (j, (x, y)) in (0..).zip(row) {
                assert_eq!(Pebbles::new(k).parts(b, j * k), Ok((x, y * k)), "K={k} ({b}, {j}K)");
            }
        }
    }
}

fn check_table(game: Pebbles, step: u128, table: &[&str]) {
    for (b, row) in (0..).zip(table) {
        for (j, value) in (0..).zip(row.split(' ')) {
            assert_eq!(game.value(b, j * step).unwrap().to_string(), value, "({b}, {})", j * step);
        }
    }
}

/// The worked examples of docs/PEBBLES.md.
#[test]
fn examples() {
    assert_eq!(Pebbles::new(1).value(41, 17).unwrap().to_string(), "w*3+19");
    assert_eq!(Pebbles::new(3).value(41, 53).unwrap().to_string(), "w*3+59");
    assert_eq!(Pebbles::new(1).value(41, 4).unwrap().to_string(), "10");
    assert_eq!(
        Pebbles::new(2).row(3).map(|value| value.unwrap().to_string()).collect::<Vec<_>>().join(" "),
        "0 1 4 5 w w+1"
    );
}

#[test]
fn sizes_past_the_limits_are_errors() {
    let game = Pebbles::new(1);
    assert_eq!(game.value(MAX_STONES + 1, 0), Err(TooLarge));
    assert!(game.value(MAX_STONES, MAX_STONES / 2).is_ok());
    assert_eq!(Pebbles::new(1 << 100).value(1 << 40, 1 << 120), Err(TooLarge));
    assert_eq!(game.value(u128::MAX, u128::MAX).unwrap(), Ordinal::omega_times(u128::MAX, 0));
    let huge = Ordinal::omega_times(3, u128::MAX);
    assert_eq!(game.option_with_value(5, 5, &huge), Err(TooLarge));
    assert_eq!(game.option_with_value(5, 5, &"w^2".parse().unwrap()), Ok(None));
}
