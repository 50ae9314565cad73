//! Published values.

use crate::support::{plan, values};

/// Three heaps; equal numbers from one, two or all three of them.
const WYTHOFF3: &str = "g(x, y, z) -> (g(x-k, y, z) | g(x, y-k, z) | g(x, y, z-k) | g(x-k, y-k, z) | g(x-k, y, z-k) | g(x, y-k, z-k) | g(x-k, y-k, z-k)) for k in 1..max(x, max(y, z))";

/// Rows of p ≥ q ≥ r squares, the poisoned one is never taken.
const CHOMP3: &str = "g(p, q, r) -> g(a, min(q, a), min(r, a)) for a in 1..p-1
g(p, q, r) -> g(p, b, min(r, b)) for b in 0..q-1
g(p, q, r) -> g(p, q, c) for c in 0..r-1";

#[test]
fn three_dimensional_wythoff() {
    let made = plan(WYTHOFF3, &[100, 100, 100], 20_000).unwrap();
    assert_eq!((made.method(), made.is_proved()), ("rays", true));
    let all = values(&made).unwrap();
    let at = |x: usize, y: usize, z: usize| all[(x * 101 + y) * 101 + z];
    // Project Euler 260: the sum of x + y + z over all lost x ≤ y ≤ z ≤ 100.
    let mut sum = 0;
    for x in 0..=100 {
        for y in x..=100 {
            sum += (y..=100).filter(|&z| at(x, y, z) == 0).map(|z| x + y + z).sum::<usize>();
        }
    }
    assert_eq!(sum, 173_895);
    // With an empty heap it is Wythoff's game on two. OEIS A004481, rows 3 and 4: A004484 and A004485.
    let row = |x: usize, len: usize| (0..len).map(|y| at(0, x, y)).collect::<Vec<_>>();
    assert_eq!(row(3, 20), [3, 4, 5, 6, 2, 0, 1, 9, 10, 12, 8, 7, 15, 11, 16, 18, 14, 13, 21, 17]);
    assert_eq!(row(4, 20), [4, 5, 3, 2, 7, 6, 9, 0, 1, 8, 13, 12, 11, 16, 15, 10, 19, 18, 17, 14]);
    // A047708: the diagonal.
    let diagonal: Vec<u32> = (0..24).map(|n| at(n, 0, n)).collect();
    assert_eq!(diagonal, [0, 2, 1, 6, 7, 8, 3, 5, 4, 16, 14, 15, 10, 9, 11, 20, 13, 21, 12, 25, 17, 18, 19, 30]);
}

#[test]
fn chomp_of_three_rows() {
    let made = plan(CHOMP3, &[40, 40, 8], 1000).unwrap();
    assert_eq!((made.method(), made.is_proved()), ("general", true));
    let all = values(&made).unwrap();
    let lost = |r: usize| {
        let rows = (1..=40).flat_map(|p| (r..=p).map(move |q| (p, q)));
        rows.filter(|(p, q)| all[(p * 41 + q) * 9 + r] == 0).collect::<Vec<(usize, usize)>>()
    };
    // A. E. Brouwer, The game of Chomp; quoted in OEIS A147983.
    assert_eq!(lost(0), (0..40).map(|q| (q + 1, q)).collect::<Vec<_>>());
    assert_eq!(lost(1), [(2, 2), (3, 1)]);
    assert_eq!(lost(2), (2..39).map(|q| (q + 2, q)).collect::<Vec<_>>());
    assert_eq!(lost(3), [(5, 5), (6, 3), (7, 4)]);
    assert_eq!(lost(4), [(7, 7), (8, 4), (9, 5), (10, 6)]);
    let five: Vec<_> = [(9, 6), (10, 5)].into_iter().chain((0..30).map(|a| (a + 11, a + 7))).collect();
    assert_eq!(lost(5), five);
}
