//! Which rules are proved to end.

use super::*;
use crate::compile::Facts;
use crate::program::KindId;

/// Rules, and whether play of their first kind is proved to end.
const RULES: &[(&str, bool)] = &[
    ("g(n) -> g(m) for m in 0..n-1", true),
    ("g(n) -> g(n-1) | g(n-2)", true),
    ("g(n) -> k*g(n-k) for k in 1..n", true),
    ("g(n) -> 10^18 * g(n-1) + g(n-2)", true),
    ("w(x, y) -> (w(x-k, y) | w(x, y-k) | w(x-k, y-k)) for k in 1..max(x, y)", true),
    // One argument falls, another rises; or falls while the first stays.
    ("g(a, b) -> g(a-1, b+5) | g(a, b-1)", true),
    ("g(a, b) -> g(a-1, c) for c in 0..", true),
    ("g(n) -> h(n) + h(n)\nh(n) -> g(n-1)", true),
    ("cycle(n) -> path(n-k) for k in 1..3\npath(n) -> path(a) + path(n-k-a) for k in 1..3, a in 0..n-k", true),
    ("finite\ng(n) -> g(n+1) | g(n-1)", true),
    // Something that may be done once, or so often; intervals that shrink.
    ("g(n, z) -> g(n-k, z) for k in 1..n\ng(n, z) -> g(n, 1) if z == 0 and n > 0", true),
    ("g(n, z) -> g(n-k, z) for k in 1..n\ng(n, z) -> g(n, z+1) if z < 7", true),
    ("g(n, z) -> g(n-k, 0) for k in 1..n\ng(n, z) -> g(n, 1) if z == 0", true),
    ("g(n, z) -> (g(n, z+1) | g(n, 0)) if z > 3", false),
    ("g(n, z) -> g(n, z+1) if z != 5", false),
    ("g(n, z) -> g(n, 1-z)", false),
    ("part(l, r) -> part(l, i) + part(i+1, r) for i in l..r-1", true),
    ("part(l, r) -> part(l, i) + part(i, r) for i in l..r-1", false),
    ("walk(v, n) -> walk(v+k, n) for k in 1..3 if v+k <= n", true),
    ("walk(v, n) -> walk(v+k, n) for k in 0..3 if v+k <= n", false),
    ("walk(v, n) -> (walk(v+1, n) | walk(v, n+2)) if v < n", false),
    ("g(n) -> g(n)", false),
    ("g(n) -> g(n-1) | g(n+1)", false),
    ("g(n) -> 2*g(n)", false),
    ("g(n) -> g(1-n)", false),
    ("g(a, b) -> g(a-1, b+1) | g(a+1, b-1)", false),
    ("g(n) -> h(n)\nh(n) -> g(n)", false),
    // It is a move to g(n) for small n, although the part with no copies would be negative.
    ("g(n) -> 0*g(n-5) + g(n) if n < 5", false),
    ("g(n) -> k*g(n-5) + g(n) for k in 0..1 if n < 5", false),
    ("g(a) -> g(a[1:]) if len(a) > 0", false),
    // What is not linear may be anything; what it is bounded by is seen.
    ("g(n) -> g(n-d) for d in divisors(n)", true),
    ("g(n) -> g(n-d) for d in divisors(n) if isprime(n)", true),
    ("g(n) -> g(d) for d in divisors(n) if d < n", true),
    ("g(n) -> g(d) for d in divisors(n)", false),
    ("g(n) -> g(n - 2^k) for k in 0..n", true),
    ("g(n) -> g(n - k^2) for k in 1..isqrt(n)", true),
    ("g(n) -> g(n - k^2) for k in 0..isqrt(n)", false),
    ("g(n) -> g(n / d) for d in 2..n if n % d == 0", true),
    ("g(n) -> g(n / d) for d in 1..n if n % d == 0", false),
    ("g(n) -> g(n % d) for d in 1..n", true),
    ("g(n) -> g(n % d) for d in 1..n+1", false),
    ("g(n) -> g(n - d*e) for d in 1..n, e in 1..n", true),
    ("g(n) -> g(n - d*e) for d in 1..n, e in 0..n", false),
    ("g(n) -> g(n - lowbit(n))", false),
    ("g(n) -> sum(g(m) for m in 0..k) for k in 0..n-1", true),
    ("g(n) -> sum(g(m) for m in 0..k) for k in 0..n", false),
    // The sum may be empty, and the other part is left all the same.
    ("g(n) -> sum(g(m) for m in 0..n-5) + g(n) if n < 5", false),
    ("g(n) -> sum(g(m) for m in 0..n-5 if m < k) + g(n-1) for k in 0..n", true),
];

#[test]
fn ends_are_proved() {
    for (text, expected) in RULES {
        let game = Case::new(text, &[]).game(&Watch::default());
        assert_eq!(game.kind_ends(KindId::FIRST), *expected, "{text}");
    }
}

#[test]
fn only_natural_numbers_are_spoken_of() {
    let game = Case::new("g(n) -> g(m) for m in 0..n-1", &[]).game(&Watch::default());
    assert!(game.pos_ends(KindId::FIRST, &[Val::Int(3)]));
    assert!(!game.pos_ends(KindId::FIRST, &[Val::Bool(true)]));
}
