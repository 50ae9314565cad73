//! Rewordings that are recognised, near misses that are not.

use super::{Case, small};
use crate::value::Val;

/// Each rule text has this strategy, and agrees with the definition.
pub(super) fn are(name: &str, texts: &[&str]) {
    for text in texts {
        let case = Case::new(text, &[]);
        assert_eq!(case.strategy(), name, "{text}");
        if !case.loaded.program.finite {
            let compared = case.compare(text, &small(&case)).unwrap_or_else(|error| panic!("{error}"));
            assert!(compared >= 20, "{text}: only {compared} positions");
        }
    }
}

/// No rule text has this strategy; what it has instead agrees with the definition.
pub(super) fn are_not(name: &str, texts: &[&str]) {
    for text in texts {
        let case = Case::new(text, &[]);
        assert_ne!(case.strategy(), name, "{text}");
        case.compare(text, &small(&case)).unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn nim() {
    are(
        "nim",
        &[
            "nim(n) -> nim(m) for m in 0..n-1",
            "heap(size) -> heap(size - k) for k in 1..size",
            "g(n) -> g(n-1-k) for k in 0..n",
            "g(n) -> g(m) for m in 0..n if m != n",
            "g(n) -> g(n-k) for k in 1..5\ng(n) -> g(n-k) for k in 6..n",
            "g(n) -> g(a) if n > 0 for a in 0..n-1 if a < n",
            "g(n) -> (g(n-2*k) | g(n-2*k+1)) for k in 1..n",
            "g(n) -> g(m) for m in 1..n-1",
            "g(n) -> g(m) for m in 3..n-1",
            "coin(i) -> coin(j) for j in 0..i-1",
            "let below(n) = n - 1\ng(n) -> g(m) for m in 0..below(n)",
            "g(n) -> g(min(m, n-1)) if n > 0 for m in 0..n",
        ],
    );
    are_not(
        "nim",
        &[
            "g(n) -> g(m) for m in 0..n-2",
            "g(n) -> g(m) for m in 0..n-1 if m != 2",
            "g(n) -> g(m) for m in 0..n-1 if n != 3",
            "g(n) -> g(m) for m in 0..n/2 if m < n",
            "g(n) -> g(m) for m in 0..n-1\ng(n) -> g(1) + g(n-2)",
            "g(n) -> g(m) + g(m) for m in 0..n-1",
            "g(n) -> g(m) for m in 0..n-1 if m % 2 == 0",
            "g(n) -> g(m) for m in 0..min(n-1, 5)",
            "g(n) -> g(m) for m in 0..n-1 if m >= 3 or m == 0",
        ],
    );
}

#[test]
fn coprime() {
    are(
        "coprime",
        &[
            "pile(n) -> pile(n-k) for k in 1..n if gcd(n, k) == 1",
            "pile(x) -> pile(m) for m in 0..x-1 if gcd(m, x) == 1",
            "g(n) -> g(n-k) for k in 1..n if k > 0 and 1 == gcd(k, n)",
            "g(n) -> g(m) if n > 0 for m in 0..n if m < n and gcd(n-m, n) == 1",
            "g(n) -> g(n-k) for k in 1..n if gcd(k, n-k) == 1",
            "let ok(a, b) = gcd(a, b) < 2\ng(n) -> g(n-k) for k in 1..n if ok(n, k)",
            "let common(a, b) = gcd(a, b)\nlet ok(a, b) = 1 >= common(b, a)\ng(n) -> g(n-k) for k in 1..n if ok(n, k) and n > 0",
            // The whole heap may not be taken.
            "g(n) -> g(n-k) for k in 1..n-1 if gcd(n, k) == 1",
            "g(n) -> g(m) for m in 1..n-1 if gcd(n, m) == 1",
            "g(n) -> g(m) for m in 0..n-1 if gcd(n, m) == 1 if n > 1",
        ],
    );
    are_not(
        "coprime",
        &[
            "g(n) -> g(n-k) for k in 1..n if gcd(n, k) == 2",
            "let ok(a, b) = gcd(a, b) < 3\ng(n) -> g(n-k) for k in 1..n if ok(n, k)",
            "let ok(a, b) = gcd(a, b) < 2\ng(n) -> g(n-k) for k in 1..n if ok(n, n)",
            "let ok(a, b) = if b == 0 then a < 2 else ok(b, a % b)\ng(n) -> g(n-k) for k in 1..n if ok(n, k)",
            "g(n) -> g(n-k) for k in 1..n if gcd(n, k) != 1",
            "g(n) -> g(n-k) for k in 1..n if gcd(n, k) > 1",
            "g(n) -> g(n-k) for k in 2..n if gcd(n, k) == 1",
            "g(n) -> g(n-k) for k in 1..n/2 if gcd(n, k) == 1",
            "g(n) -> g(n-k) for k in 1..n if gcd(n, k) == 1 and n != 6",
            "g(n) -> g(n-k) for k in 1..n if gcd(n, k) == 1 or k == 2",
            "g(n) -> g(n-k) for k in 1..n if gcd(n+1, k) == 1",
            "g(n) -> g(n-k) for k in 1..n if gcd(k, k) == 1",
            "g(n) -> g(n-2*k) for k in 1..n if gcd(n, k) == 1",
            "g(n) -> g(n-k) for k in 1..n if gcd(n, k) == 1\ng(n) -> g(n-2)",
            "g(n) -> g(n-k) + g(1) for k in 1..n if gcd(n, k) == 1",
        ],
    );
}

#[test]
fn submasks() {
    are(
        "submasks",
        &[
            "num(n) -> num(m) for m in 0..n-1 if bitand(n, m) == m",
            "num(n) -> num(n-k) for k in 1..n if bitand(n, k) == k",
            "g(n) -> g(n xor k) for k in 1..n if k == bitand(k, n)",
            "g(n) -> g(m) if n > 0 for m in 0..n if m != n and bitor(n, m) == n",
            "g(x) -> g(x-k) for k in 1..x if bitand(k, x-k) == 0",
            "g(n) -> g(m) for m in 0..n-1 if n xor m == n - m",
            // The whole heap may not be taken.
            "g(n) -> g(m) for m in 1..n-1 if bitand(n, m) == m",
            "g(n) -> g(n-k) for k in 1..n-1 if bitor(k, n) == n",
        ],
    );
    are_not(
        "submasks",
        &[
            "num(n) -> num(m) for m in 0..n-1 if bitand(n, m) == 0",
            "num(n) -> num(m) for m in 0..n-1 if bitand(n, m) == n",
            "num(n) -> num(m) for m in 0..n-1 if bitand(n, m) != m",
            "num(n) -> num(m) for m in 0..n-1 if bitand(n+1, m) == m",
            "num(n) -> num(n-k) for k in 2..n if bitand(n, k) == k",
            "num(n) -> num(m) for m in 0..n/2 if bitand(n, m) == m if m < n",
            "num(n) -> num(n xor k) for k in 1..n if k < n",
            "num(n) -> num(n-k) for k in 1..n if bitand(n, k) == k or k == 1",
            "num(n) -> num(m) + num(m) for m in 0..n-1 if bitand(n, m) == m",
            "num(n) -> num(m) for m in 0..n-1 if bitand(n, m) == m\nnum(n) -> num(n-1)",
        ],
    );
}

/// Conditions that keep the heap above a floor are a floor.
#[test]
fn floors() {
    are(
        "take 2..5",
        &[
            "coins(n) -> coins(n-k) for k in 2..5 if n-k > 0",
            "coins(n) -> coins(n-k) for k in 2..min(5, n-1)",
            "g(x) -> g(y) for y in 1..x-2 if x - y <= 5",
            "g(n) -> g(n-k) for k in [5, 3, 2, 4] if not n - k < 1",
            "g(n) -> g(n-2) if n > 2\ng(n) -> g(n-k) for k in 3..5 if n > k",
        ],
    );
    are(
        "heap take{1,3,4}",
        &[
            "coins(n) -> coins(n-k) for k in [1, 3, 4] if n-k > 0",
            "g(n) -> g(n-k) for k in [4, 3, 1] if k < n if n > 0",
            "g(n) -> g(n-1) if n > 1\ng(n) -> g(n-3) if n > 3\ng(n) -> g(n-4) if n > 4",
            "g(n) -> g(n-k) for k in [1, 3, 4] if n >= k+7",
        ],
    );
    are_not(
        "take 2..5",
        &[
            // Heaps below the floor have moves.
            "g(n) -> g(n-k) for k in 2..5 if n-k > 0\ng(n) -> g(n-2) if n == 2",
            "g(n) -> g(n-k) for k in 2..5 if n-k > 0 or n == 4",
            "g(n) -> g(n-k) for k in 2..5 if n-k > 0\ng(n) -> g(0) if n == 1",
            "g(n) -> g(n-k) for k in 2..5 if n-k != 1",
            "g(n) -> g(n-k) for k in 2..5 if n-k > 0 if n != 9",
        ],
    );
    are_not(
        "heap take{1,3,4}",
        &[
            "g(n) -> g(n-k) for k in [1, 3, 4] if n-k != 1",
            "g(n) -> g(n-k) for k in [1, 3, 4] if n-k > k",
            "g(n) -> g(n-k) for k in [1, 3, 4] if n-k > 0 if k < 4",
            "g(n) -> g(n-k) for k in [1, 3, 4] if n-k > 0\ng(n) -> g(n-1) if n == 1",
        ],
    );
    let case = Case::new(
        "param p, q\ncoins(n) -> coins(n-k) for k in p..q if n-k > 0",
        &[("p", Val::Int(2)), ("q", Val::Int(10i128.pow(18)))],
    );
    assert_eq!(case.strategy(), "take 2..1000000000000000000");
    let case = Case::new("g(n) -> g(n-k) for k in [2, 5, 10^9] if n-k > 0", &[]);
    assert_eq!(case.strategy(), "heap take{2,5,1000000000}");
}

#[test]
fn take_range() {
    are(
        "take 1..3",
        &[
            "nim3(n) -> nim3(n-1) | nim3(n-2) | nim3(n-3)",
            "g(n) -> g(n-k) for k in 1..3",
            "g(n) -> g(n-3)\ng(n) -> g(n-k) for k in [2, 1]",
            "g(n) -> g(m) for m in n-3..n-1",
            "g(n) -> g(m) for m in max(0, n-3)..n-1",
            "g(n) -> g(n-k) for k in 1..min(n, 3)",
            "g(n) -> g(n-1-k) for k in 0..2 if k < n",
            "g(n) -> g(m) for m in 0..n-1 if n - m <= 3",
            "g(n) -> g(n-k) for k in 1..100 if k < 4",
            "g(n) -> g(n-k) for k in 1..3 if n-k >= 5",
            "g(n) -> g(max(0, n-k)) if n > 0 for k in 1..3",
        ],
    );
    are_not(
        "take 1..3",
        &[
            "g(n) -> g(n-k) for k in 1..4",
            "g(n) -> g(n-k) for k in 2..3",
            "g(n) -> g(n-1) | g(n-3)",
            "g(n) -> g(n-k) for k in 1..3 if n != 7",
            "g(n) -> g(n-k) for k in 1..3\ng(n) -> 0 if n == 5",
            "g(n) -> g(max(0, n-k)) if n > 0 for k in 1..3\ng(n) -> g(n/4) if n > 3",
            "g(n) -> g(n-k) for k in 1..3 if n % 5 != 0",
            "g(n) -> g(n-k) + g(n-k) for k in 1..3",
        ],
    );
    let case = Case::new(
        "param L, R\ntake(n) -> take(n-k) for k in L..R",
        &[("L", Val::Int(2)), ("R", Val::Int(10i128.pow(18)))],
    );
    assert_eq!(case.strategy(), "take 2..1000000000000000000");
    // An empty range is a game without moves.
    let case = Case::new("param L, R\ntake(n) -> take(n-k) for k in L..R", &[("L", Val::Int(4)), ("R", Val::Int(3))]);
    assert_eq!(case.strategy(), "heap 0.0");
    // Taking 0 leads back: no theorem.
    let case = Case::new("param L, R\ntake(n) -> take(n-k) for k in L..R", &[("L", Val::Int(0)), ("R", Val::Int(3))]);
    assert_eq!(case.strategy(), "memo search");
}

#[test]
fn codes() {
    are(
        "heap 0.77",
        &[
            "kayles(n) -> kayles(a) + kayles(n-k-a) for k in 1..2, a in 0..n-k",
            "k(n) -> k(i) + k(n-1-i) for i in 0..n-1\nk(n) -> k(i) + k(n-2-i) for i in 0..n-2",
            "k(n) -> (k(a) + k(n-1-a) | k(a) + k(n-2-a)) for a in 0..n",
            "k(n) -> k(a) + k(b) for a in 0..n, b in 0..n if a + b == n - 1 or a + b == n - 2",
            "k(n) -> k(a) + k(n-t-a) for t in [2, 1], a in 0..(n-t)/2",
            "k(pins) -> k(pins - a - t) + k(a) for a in 0..pins for t in 1..2",
        ],
    );
    are_not(
        "heap 0.77",
        &[
            "k(n) -> k(a) + k(n-k1-a) for k1 in 1..2, a in 0..n-k1-1",
            "k(n) -> k(a) + k(n-t-a) for t in 1..2, a in 1..n-t",
            "k(n) -> k(a) + k(n-t-a) for t in 1..3, a in 0..n-t",
            "k(n) -> k(a) + k(n-t-a) for t in 1..2, a in 0..n-t if a != 3",
            "k(n) -> k(a) + k(n-t-a) for t in 1..2, a in 0..n-t if n > 2",
            "k(n) -> k(a) + k(n-t-a) for t in 1..2, a in 0..n-t if a != n-t-a",
        ],
    );
    are(
        "heap 4!.0",
        &[
            "grundy(n) -> grundy(a) + grundy(n-a) for a in 1..n-1 if a < n-a",
            "g(n) -> g(a) + g(n-a) for a in 1..n-1 if 2*a < n",
            "g(n) -> g(a) + g(n-a) for a in 1..n-1 if n - a > a",
            "g(n) -> g(a) + g(n-a) for a in 1..n-1 if a != n-a",
            "g(n) -> g(a) + g(n-a) for a in 1..(n-1)/2",
            "g(n) -> g(n-b) + g(b) for b in 1..n if b > n - b and b < n",
            "g(n) -> g(x) + g(y) for x in 1..n, y in x+1..n if x + y == n",
        ],
    );
    are_not(
        "heap 4!.0",
        &[
            "g(n) -> g(a) + g(n-a) for a in 1..n-1 if a <= n-a",
            "g(n) -> g(a) + g(n-a) for a in 2..n-1 if a < n-a",
            "g(n) -> g(a) + g(n-a) for a in 1..n-1 if a < n-a-1",
            "g(n) -> g(a) + g(n-a) for a in 1..n-1 if a < n-a and n != 9",
            "g(n) -> g(a) + g(n-a-1) for a in 1..n-1 if a < n-a-1",
            "g(n) -> g(a) + g(n-a) for a in 1..n-1 if a < n-a\ng(n) -> g(n-1)",
        ],
    );
    are("heap 0.[30]", &["c(x) -> c(x-2*k-1) for k in 0..x", "c(x) -> c(x-k) for k in 1..x if k % 2 == 1"]);
    let long = Case::new(
        "data s\np(n) -> p(n-k) for k in s",
        &[("s", Val::list((1..50_000).map(|n| Val::Int(2 * n)).collect::<Vec<_>>()).unwrap())],
    );
    assert!(long.strategy().starts_with("heap take{2,4,6,"));
    are("heap 0.07", &["strip(n) -> strip(a) + strip(n-2-a) for a in 0..n-2", "d(n) -> d(a) + d(n-a) for a in 2..n-2"]);
    are("heap 0.137", &["d(n) -> 0 if n == 1\nd(n) -> d(n-2)\nd(n) -> d(a) + d(n-3-a) for a in 0..n-3"]);
}

#[test]
fn subtraction_sets() {
    are(
        "heap take{1,4,27}",
        &[
            "p(n) -> p(n - k^k) for k in 1..3",
            "let s = [27, 1, 4]\np(n) -> p(n-k) for k in s",
            "p(n) -> p(n-27) | p(n-4) | p(n-1)",
            "p(n) -> p(n-k) for k in [1, 4, 27] if k <= n",
            "p(n) -> p(n-1)\np(n) -> p(n-t) for t in [4, 27, 4]",
        ],
    );
    are_not(
        "heap take{1,4,27}",
        &[
            "let s = [0, 1, 4]\np(n) -> p(n-k) for k in s if k > 0",
            "let s = [27, 1, 4]\np(n) -> p(k-n) for k in s if k < 2*n",
            "p(n) -> p(n-k) for k in [1, 4, 26]",
            "p(n) -> p(n-k) for k in [1, 4, 27] if n != 9",
            "p(n) -> p(n-k) + p(n-k) for k in [1, 4, 27]",
        ],
    );
}

#[test]
fn lasker() {
    are(
        "lasker",
        &[
            "pile(n) -> pile(m) for m in 0..n-1\npile(n) -> pile(a) + pile(n-a) for a in 1..n-1",
            "g(n) -> g(a) + g(n-a) for a in 1..n/2\ng(n) -> g(n-k) for k in 1..n",
            "g(n) -> g(n-k) for k in 1..n\ng(n) -> g(a) + g(b) for a in 1..n, b in 1..n if a + b == n",
            "g(n) -> (g(m) | g(m+1) + g(n-m-1)) for m in 0..n-1 if m + 1 < n\ng(n) -> g(n-1)",
            "g(heap) -> g(m) for m in 0..heap if m != heap\ng(heap) -> g(heap-a) + g(a) for a in 1..heap-1 if a <= heap-a",
        ],
    );
    are_not(
        "lasker",
        &[
            "pile(n) -> pile(m) for m in 1..n-1\npile(n) -> pile(a) + pile(n-a) for a in 1..n-1",
            "g(n) -> g(m) for m in 0..n-1\ng(n) -> g(a) + g(n-a) for a in 1..n-1 if a != n-a",
            "g(n) -> g(m) for m in 0..n-1\ng(n) -> g(a) + g(n-a-1) for a in 1..n-2",
            "g(n) -> g(m) for m in 0..n-2\ng(n) -> g(a) + g(n-a) for a in 1..n-1",
            "g(n) -> g(m) for m in 0..n-1\ng(n) -> g(a) + g(n-a) for a in 2..n-2",
        ],
    );
}

#[test]
fn part() {
    are(
        "part n/2",
        &[
            "pile(n) -> pile(n-k) for k in 1..n/2",
            "pile(n) -> pile(m) for m in 0..n-1 if 2*m >= n",
            "g(n) -> g(n-k) for k in 1..n if 2*k <= n",
            "g(n) -> g(m) for m in (n+1)/2..n-1",
            "g(n) -> g(n-k) for k in 1..n if k <= n-k",
            // Above the first bean.
            "g(n) -> g(n-k) for k in 1..n if 2*k < n",
        ],
    );
    are(
        "part n/5",
        &[
            "pile(n) -> pile(n-k) for k in 1..n/5",
            "heap(beans) -> heap(left) for left in 0..beans-1 if 5*(beans-left) <= beans",
            "g(n) -> g(n-t) for t in 1..n if not 5*t > n",
            "g(n) -> g(m) for m in n-n/5..n-1",
            // Above a floor.
            "g(n) -> g(n-t) for t in 1..(n-2)/5 if n > 2",
            "g(n) -> g(m) if n > 3 for m in 4..n-1 if 5*(n-m) + 3 <= n",
        ],
    );
    are(
        "part (n+2)/3",
        &[
            "pile(n) -> pile(n-k) for k in 1..(n+2)/3",
            "pile(n) -> pile(m) for m in 0..n-1 if 3*(n-m) <= n+2",
            "g(x) -> g(x-1-t) if x > 0 for t in 0..(x-1)/3",
        ],
    );
    are_not(
        "part n/5",
        &[
            "g(n) -> g(n-t) for t in 1..n/5 if t != 3",
            "g(n) -> g(n-t) for t in 1..n/5 if n != 12",
            "g(n) -> g(n-t) for t in 1..n/5\ng(n) -> g(n-1) if n == 3",
            "g(n) -> g(n-t) for t in 0..n/5 if t > 1",
            "g(n) -> g(n-t) for t in 1..n/5+1 if t <= n",
            "g(n) -> g(n-2*t) for t in 1..n/10",
            "g(n) -> g(n-t) for t in 1..min(n/5, 6)",
        ],
    );
    are_not("part (n+2)/3", &["pile(n) -> pile(n-k) for k in 1..(n+3)/3", "pile(n) -> pile(n-k) for k in 1..(n+1)/3"]);
    are_not(
        "part n/2",
        &[
            "pile(n) -> pile(n-k) for k in 1..(n+1)/2",
            "pile(n) -> pile(n-k) for k in 1..n/2 if k != 2",
            "g(n) -> g(n-k) for k in 1..n/3",
            "g(n) -> g(n-k) for k in 1..n if 2*k < n or k == 1",
            "g(n) -> g(n-k) for k in 1..n/2 if n != 6",
        ],
    );
}

#[test]
fn removing() {
    are(
        "removing",
        &[
            "cycle(n) -> path(n-k) for k in 2..3\npath(n) -> path(a) + path(n-k-a) for k in 2..3, a in 0..n-k",
            "ring(v) -> line(v-2) | line(v-3)\nline(n) -> line(a) + line(b) for a in 0..n, b in 0..n if 2 <= n-a-b and n-a-b <= 3",
            "c(n) -> p(m) for m in n-4..n-1\np(n) -> p(a) + p(n-k-a) for a in 0..n, k in [1, 2, 3, 4]",
            "c(n) -> p(n-k) if n > 0 for k in 1..n if k < 3\np(n) -> (p(a) + p(n-1-a) | p(n-2-a) + p(a)) for a in 0..n-1",
            "c(n) -> p(n-5) | p(n-6)\np(n) -> p(x) + p(n-x-k) for k in 5..6 for x in 0..n",
        ],
    );
    are_not(
        "removing",
        &[
            "c(n) -> p(n-k) for k in 2..2\np(n) -> p(a) + p(n-k-a) for k in 2..2, a in 0..n-k",
            "c(n) -> p(n-k) for k in 2..3\np(n) -> p(a) + p(n-k-a) for k in 2..4, a in 0..n-k",
            "c(n) -> p(n-k) for k in 2..4\np(n) -> p(a) + p(n-k-a) for k in 2..3, a in 0..n-k",
            "c(n) -> p(n-k) for k in 2..3\np(n) -> p(a) + p(n-k-a) for k in 2..3, a in 1..n-k",
            "c(n) -> p(n-k) for k in 2..3 if n != 5\np(n) -> p(a) + p(n-k-a) for k in 2..3, a in 0..n-k",
            "c(n) -> p(n-k) for k in 2..3\nc(n) -> c(n-1)\np(n) -> p(a) + p(n-k-a) for k in 2..3, a in 0..n-k",
        ],
    );
}

#[test]
fn products() {
    are(
        "product",
        &[
            "rook(x, y) -> (rook(x-k, y) | rook(x, y-k)) for k in 1..max(x, y)",
            "rook(x, y) -> rook(a, y) for a in 0..x-1\nrook(x, y) -> rook(x, b) for b in 0..y-1",
            "chip(x, y) -> (chip(x - 2*k - 1, y) | chip(x, y - 2*k - 1)) for k in 0..max(x, y)",
            "t(a, b, c) -> t(a-1, b, c) | t(a, b-2, c) | t(a, b, c-1)",
            "g(x, y) -> g(x-k, y) for k in 1..3\ng(x, y) -> g(x, m) for m in 0..y-1",
            "piles(p) -> piles(p with [i] -= k) for i in 0..len(p)-1, k in 1..p[i]",
            "piles(p) -> piles(p with [i] = m) for i in 0..len(p)-1, m in 0..p[i]-1",
            "piles(p) -> piles(sort(p with [j] -= k)) for j in 0..len(p)-1, k in 1..3",
            "piles(p) -> piles(p[:i] ++ [m] ++ p[i+1:]) for i in 0..len(p)-1, m in 0..p[i]-1",
            "piles(p) -> piles(p with [i-1] -= 1) for i in 1..len(p)\npiles(p) -> piles(p with [i] -= 2) for i in 0..len(p)-1",
        ],
    );
    are_not(
        "product",
        &[
            "wythoff(x, y) -> (wythoff(x-k, y) | wythoff(x, y-k) | wythoff(x-k, y-k)) for k in 1..max(x, y)",
            "g(x, y) -> g(x-k, y) for k in 1..x if k <= y\ng(x, y) -> g(x, y-k) for k in 1..y",
            "g(x, y) -> (g(x-k, y) | g(x, y-k)) for k in 1..min(x, y)",
            "g(x, y) -> g(x-1, y) if y > 0\ng(x, y) -> g(x, y-1)",
            "g(x, y) -> g(y, x-1)",
            "piles(p) -> piles(p with [i] -= k) for i in 0..len(p)-2, k in 1..p[i]",
            "piles(p) -> piles(p with [i] -= k) for i in 1..len(p)-1, k in 1..p[i] if p[i-1] > 0",
            "piles(p) -> piles(p with [i] -= k) for i in 0..len(p)-1, k in 1..p[i] if k != i",
            "piles(p) -> piles(p with [i] -= k) for i in 0..len(p)-1, k in 1..p[i] if len(p) != 2",
        ],
    );
}

/// Other arguments that have no say, and some that do.
#[test]
fn leading() {
    are(
        "take 1..3",
        &[
            "g(n, turn) -> g(n-k, 1-turn) if turn <= 1 for k in 1..3\ng(n, turn) -> g(n-k, 0) if turn > 1 for k in 1..3",
            "g(n, c) -> g(n-k, c+1) for k in 1..3",
            "g(score, n) -> g(score + k, n-k) for k in 1..3",
            "g(n, m) -> g(n-k, n) for k in 1..3",
            "g(n, m) -> g(n-1, m) | g(n-2, m+1) | g(n-3, 2*m)",
        ],
    );
    are_not(
        "take 1..3",
        &[
            "g(n, turn) -> g(n-k, 1-turn) for k in 1..3",
            "g(n, last) -> g(n-k, k) for k in 1..3 if k != last",
            "g(n, c) -> g(n-k, c-1) for k in 1..3",
            "g(n, c) -> g(n-k, c+1) for k in 1..3 if k != c",
            "g(n, c) -> g(n-k, c) for k in 1..3\ng(n, c) -> g(n, c-1)",
        ],
    );
}

#[test]
fn staircases() {
    are(
        "staircase",
        &[
            "stairs(p) -> stairs(p with [i] -= k, [i-1] += k) for i in 1..len(p)-1, k in 1..p[i]",
            "s(c) -> s(c with [j] += t, [j+1] -= t) for j in 0..len(c)-2, t in 1..c[j+1]",
            "s(p) -> s(p with [i] = m, [i-1] += p[i] - m) for i in 1..len(p)-1, m in 0..p[i]-1",
            "s(p) -> s(p with [i-1] = p[i-1] + k, [i] = p[i] - k) if len(p) > 1 for i in 1..len(p)-1, k in 1..p[i]",
            "s(p) -> s(p with [i] -= k, [i-1] += k) for i in 1..len(p)-1, k in 1..p[i] + 3",
            "s(p) -> s(p[:i] ++ [p[i]+k, p[i+1]-k] ++ p[i+2:]) for i in 0..len(p)-2, k in 1..p[i+1]",
            "s(p) -> s(p[:i] ++ [p[i]-k] ++ [p[i+1]+k] ++ p[i+2:]) for i in 0..len(p)-2, k in 1..p[i]",
            "s(p) -> s(p with [i] -= k, [i+1] += k) for i in 0..len(p)-2, k in 1..p[i]",
            "s(p) -> s(p with [i] -= k, [i-1] += k) for i in 1..len(p)-1, k in 1..p[i]\ns(p) -> s(p with [0] -= k) if len(p) > 0 for k in 1..p[0]",
            "s(p) -> s(p with [i] -= k, [i+1] += k) for i in 0..len(p)-2, k in 1..p[i]\ns(p) -> s(p with [len(p)-1] -= k) if len(p) > 0 for k in 1..p[len(p)-1]",
        ],
    );
    are_not(
        "staircase",
        &[
            "s(p) -> s(p with [i] -= k, [i-1] += k) for i in 2..len(p)-1, k in 1..p[i]",
            "s(p) -> s(p[:i] ++ [p[i]+k, p[i+1]-k] ++ p[i+2:]) for i in 0..len(p)-3, k in 1..p[i+1]",
            "s(p) -> s(p[:i] ++ [p[i]+k, p[i+1]-k] ++ p[i+1:]) for i in 0..len(p)-2, k in 1..p[i+1]",
            "s(p) -> s(p[:i] ++ [p[i]+k, p[i+1]-k+1] ++ p[i+2:]) for i in 0..len(p)-2, k in 1..p[i+1]",
            "s(p) -> s(p with [i] -= k, [i-1] += k) for i in 1..len(p)-1, k in 2..p[i]",
            "s(p) -> s(p with [i] -= k, [i-1] += k) for i in 1..len(p)-1, k in 1..p[i]-1",
            "s(p) -> s(p with [i] -= k, [i-1] += k-1) for i in 1..len(p)-1, k in 1..p[i]",
            "s(p) -> s(p with [i] -= k, [i-2] += k) for i in 2..len(p)-1, k in 1..p[i]",
            "s(p) -> s(p with [i] -= k, [i-1] += k) for i in 1..len(p)-1, k in 1..p[i] if p[i-1] > 0",
            "s(p) -> s(p with [i] -= k, [i-1] += k) for i in 1..len(p)-1, k in 1..p[i]\ns(p) -> s(p with [0] -= 1) if len(p) > 0 and p[0] > 0",
            "s(p) -> s(sort(p with [i] -= k, [i-1] += k)) for i in 1..len(p)-1, k in 1..p[i]",
        ],
    );
}

#[test]
fn strips() {
    are(
        "strip",
        &[
            "strip(p) -> strip(p with [i] = t) for i in 0..len(p)-1, t in low(p, i)..p[i]-1\nlet low(p, i) = if i == 0 then 1 else p[i-1] + 1",
            "strip(p) -> strip(p with [i] = t) for i in 0..len(p)-1, t in (if i == 0 then 1 else p[i-1] + 1)..p[i]-1",
            "s(p) -> s(p with [0] = t) if len(p) > 0 for t in 0..p[0]-1\ns(p) -> s(p with [i] = t) for i in 1..len(p)-1, t in p[i-1]+1..p[i]-1",
            "s(p) -> s(p with [i] -= k) for i in 0..len(p)-1, k in 1..(if i > 0 then p[i] - p[i-1] - 1 else p[i] - 1)",
            "s(p) -> s(p with [0] -= k) if len(p) > 0 for k in 1..p[0]\ns(p) -> s(p with [i+1] -= k) for i in 0..len(p)-2, k in 1..p[i+1]-p[i]",
        ],
    );
    are_not(
        "strip",
        &[
            "s(p) -> s(p with [i] = t) for i in 0..len(p)-1, t in (if i == 0 then 1 else p[i-1] + 1)..p[i]-2",
            "s(p) -> s(p with [i] = t) for i in 0..len(p)-1, t in (if i == 0 then 1 else p[i-1] - 1)..p[i]-1",
            "s(p) -> s(p with [i] = t) for i in 1..len(p)-1, t in p[i-1]+1..p[i]-1",
            "s(p) -> s(p with [0] = t) if len(p) > 1 for t in 0..p[0]-1\ns(p) -> s(p with [i] = t) for i in 1..len(p)-1, t in p[i-1]+1..p[i]-1",
            "s(p) -> s(p with [i] = t) for i in 0..len(p)-1, t in (if i <= 1 then 1 else p[i-1] + 1)..p[i]-1",
            "s(p) -> s(sort(p with [i] = t)) for i in 0..len(p)-1, t in (if i == 0 then 1 else p[i-1] + 1)..p[i]-1",
        ],
    );
}

#[test]
fn rows() {
    are(
        "row",
        &[
            "row(a) -> row([v] ++ a[1:]) if len(a) > 0 for v in 1..a[0]-1\nrow(a) -> row(a[1:]) if len(a) > 0",
            "r(a) -> r(a with [0] = v) if len(a) >= 1 for v in 1..a[0]-1\nr(a) -> r(a[1:len(a)]) if len(a) > 0",
            "r(a) -> r(a[1:]) if len(a) > 0\nr(a) -> r(a with [0] -= k) if len(a) > 0 for k in 1..a[0]-1",
            "r(x) -> r([x[0] - k] ++ x[1:]) if len(x) != 0 for k in 1..x[0]-1\nr(x) -> r(x[1:]) if not len(x) == 0",
            "r(a) -> r(a[:0] ++ [v] ++ a[1:]) if len(a) > 0 for v in 1..a[0] if v < a[0]\nr(a) -> r(a[1:]) if len(a) > 0",
            // A heap of size 0 is the end.
            "r(a) -> r([v] ++ a[1:]) if len(a) > 0 for v in 1..a[0]-1\nr(a) -> r(a[1:]) if len(a) > 0 and a[0] > 0",
            "r(a) -> r((if v > 0 then [v] else []) ++ a[1:]) if len(a) > 0 for v in 0..a[0]-1",
            "r(a) -> r((if v == 0 then [] else [v]) ++ a[1:]) if len(a) > 0 for v in 0..a[0]-1",
        ],
    );
    are_not(
        "row",
        &[
            "r(a) -> r([v] ++ a[1:]) if len(a) > 0 for v in 0..a[0]-1\nr(a) -> r(a[1:]) if len(a) > 0",
            "r(a) -> r([v] ++ a[1:]) if len(a) > 0 for v in 2..a[0]-1\nr(a) -> r(a[1:]) if len(a) > 0",
            "r(a) -> r([v] ++ a[1:]) if len(a) > 0 for v in 1..a[0]-1\nr(a) -> r(a[1:]) if len(a) > 1",
            "r(a) -> r([v] ++ a[1:]) if len(a) > 0 for v in 1..a[0]-1\nr(a) -> r(a[2:]) if len(a) > 1",
            "r(a) -> r([v] ++ a[1:]) if len(a) > 0 for v in 1..a[0]-1",
            "r(p) -> r([v] ++ p[1:]) if len(p) > 0 for v in 1..p[0]-1\nr(p) -> (r(p[1:]) | r(p[:len(p)-1])) if len(p) > 0",
            "r(a) -> r([v] ++ a[1:]) if len(a) > 0 for v in 1..a[0]-1\nr(a) -> r(a[1:]) if len(a) > 0 and a[0] > 1",
            "r(a) -> r((if v > 1 then [v] else []) ++ a[1:]) if len(a) > 0 for v in 0..a[0]-1",
            "r(a) -> r((if v > 0 then [v] else []) ++ a[2:]) if len(a) > 1 for v in 0..a[0]-1",
            "r(a) -> r((if v > 0 then [v] else [1]) ++ a[1:]) if len(a) > 0 for v in 0..a[0]-1",
        ],
    );
}

#[test]
fn staircases_on_graphs() {
    are(
        "staircase on a graph, else memo search",
        &[
            "boxes(p) -> boxes(p with [a-1] -= k, [b-1] += k) for a in 1..len(p), b in 1..a-1 if (a+b) % 3 == 0 and (a+b) % 2 == 1 for k in 1..p[a-1]",
            // Updates, loops and conditions in other orders, other names.
            "s(c) -> s(c with [y] += t, [x] -= t) for y in 0..len(c)-1, x in y+1..len(c)-1, t in 1..c[x] if (x + y + 2) % 2 == 1 if (2 + x + y) % 3 == 0",
            "s(c) -> s(c with [x] -= t, [y] += t) for x in 0..len(c)-1, t in 1..c[x], y in 0..x-1 if (x + y + 2) % 6 == 3",
            // What is left is named, the new numbers are written out, names for parts.
            "s(p) -> s(p with [i] = m, [i-2] += p[i] - m) for i in 2..len(p)-1, m in 0..p[i]-1",
            "s(p) -> s(p with [i-2] = y + k, [i] = x - k) for i in 2..len(p)-1 let x = p[i], y = p[i-2] for k in 1..x",
            "s(p) -> s(p with [j] += k, [j+2] -= k) for i in 1..len(p)-2 let j = i-1, most = p[1+i] for k in 1..most",
            "s(p) -> s(p with [i] -= p[i] - m, [i/2] += p[i] - m) for i in 1..len(p)-1 for m in 0..p[i]-1 if i % 2 == 1",
            // Amounts that run too far, and conditions that always hold.
            "s(p) -> s(p with [i] -= k, [i-2] += k) for i in 2..len(p)-1, k in 1..sum(p)",
            "s(p) -> s(p with [i] -= k, [i-2] += k) for i in 2..len(p)-1 if p[i] > 0 and i > 1 for k in 1..max(p) if k <= p[i]",
            "s(p) -> s(p with [i] -= k+1, [i-2] += k+1) for i in 2..len(p)-1, k in 0..p[i] if p[i] != 0",
            // Helpers that see the list, and those that do not.
            "s(p) -> s(p with [i] -= k, [below(i)] += k) for i in 2..last(p), k in 1..at(p, i)\nlet below(i) = i - 2\nlet at(p, i) = p[i]\nlet last(p) = len(p) - 1",
            // Several rules, alternatives, stones that leave.
            "s(p) -> s(p with [0] -= k) if len(p) > 1 for k in 1..p[0]\ns(p) -> s(p with [i] -= k, [i-2] += k) for i in 2..len(p)-1, k in 1..p[i]",
            "s(p) -> (s(p with [i] -= k, [0] += k) | s(p with [i] -= k, [2] += k)) if len(p) == 3 for i in [1], k in 1..p[i]",
        ],
    );
    are_not(
        "staircase on a graph, else memo search",
        &[
            // Not all amounts.
            "s(p) -> s(p with [i] -= k, [i-2] += k) for i in 2..len(p)-1, k in 2..p[i]",
            "s(p) -> s(p with [i] -= k, [i-2] += k) for i in 2..len(p)-1, k in 1..p[i]-1",
            "s(p) -> s(p with [i] -= k, [i-2] += k) for i in 2..len(p)-1, k in 1..min(3, p[i])",
            "s(p) -> s(p with [i] -= k, [i-2] += k) for i in 2..len(p)-1, k in 1..p[i] if k % 2 == 1",
            "s(p) -> s(p with [i] -= k, [i-2] += k) for i in 2..len(p)-1, k in 1..p[i-1]",
            "s(p) -> s(p with [i] -= 1, [i-2] += 1) for i in 2..len(p)-1",
            "s(p) -> s(p with [i] -= 2*k, [i-2] += 2*k) for i in 2..len(p)-1, k in 1..p[i]",
            // Other amounts arrive.
            "s(p) -> s(p with [i] -= k, [i-2] += k-1) for i in 2..len(p)-1, k in 1..p[i]",
            "s(p) -> s(p with [i] -= k, [i-2] = k) for i in 2..len(p)-1, k in 1..p[i]",
            "s(p) -> s(p with [i] -= k, [i-1] += k, [i-2] += k) for i in 2..len(p)-1, k in 1..p[i]",
            // Conditions and places that see stones.
            "s(p) -> s(p with [i] -= k, [i-2] += k) for i in 2..len(p)-1, k in 1..p[i] if p[i-2] > 0",
            "s(p) -> s(p with [i] -= k, [i-2] += k) for i in 2..len(p)-1 if p[i] > 1 for k in 1..p[i]",
            "s(p) -> s(p with [i] -= k, [i-2] += k) for i in 2..len(p)-1, k in 1..p[i] if k < p[i]",
            "s(p) -> s(p with [i] -= k, [i-1-k%2] += k) for i in 2..len(p)-1, k in 1..p[i]",
            "s(p) -> s(p with [i] -= k, [i-2] += k) for i in 2..len(p)-1, k in 1..p[i] if odd(p)\nlet odd(p) = sum(p) % 2 == 1",
            // Another rule beside it.
            "s(p) -> s(p with [i] -= k, [i-2] += k) for i in 2..len(p)-1, k in 1..p[i]\ns(p) -> s(p[1:]) if len(p) > 2",
            "s(p) -> s(sort(p with [i] -= k, [i-2] += k)) for i in 2..len(p)-1, k in 1..p[i]",
        ],
    );
}

#[test]
fn congruent_takes() {
    are(
        "congruent takes",
        &[
            "g(n) -> g(n - 2^k) if n > 0 for k in 0..ilog(n, 2)",
            "pile(stones) -> pile(stones - t) if stones >= 1 for e in 0..ilog(stones, 2) for t in [2^e]",
            "g(n) -> g(n - 3^k - 2) if n > 2 for k in 0..ilog(n, 3)",
            "g(n) -> g(n - k) for k in 1..n if popcount(k) == 1",
            "g(n) -> g(n - k) for k in 1..n if k > 0 and 1 == popcount(k)",
            "g(n) -> g(n - k - 1) for k in 0..n if popcount(k) == 1",
            // One power less changes nothing.
            "g(n) -> g(n - 2^k) if n > 0 for k in 0..ilog(n, 2) if k != 17",
            "g(n) -> g(n - 3^k) if n != 0 for k in 0..ilog(n, 3)",
            "g(n) -> g(n - 1)\ng(n) -> g(n - p) for p in primes(n)",
            "g(n) -> g(n - 1) | g(n - 2)\ng(n) -> g(n - k) for k in 3..n if isprime(k)",
            "g(n) -> g(n - 1)\ng(n) -> g(n - q) for p in primes(n), k in 1..ilog(n, p) let q = p^k",
            "g(n) -> g(n - 1) if n > 1\ng(n) -> g(n - p) for p in primes(n - 1)",
            "g(n) -> g(n - 1) if 1 < n\ng(n) -> g(n - k) for k in 2..n if isprime(k) and k < n",
        ],
    );
    are_not(
        "congruent takes",
        &[
            "g(n) -> g(n - 2^k) if n > 0 for k in 0..ilog(n, 3)",
            "g(n) -> g(n - 2^k) if n > 0 for k in 0..ilog(n, 2) if n % 5 != 0",
            "g(n) -> g(n - 2^k) if n > 2 for k in 0..ilog(n, 2)",
            "g(n) -> g(n - k*k) for k in 1..isqrt(n)",
            "g(n) -> g(n - k) for k in 1..n if popcount(k) == 2",
            "g(n) -> g(n - k) for k in 1..n if popcount(k) != 1",
            "g(n) -> g(n - k) for k in 0..n if popcount(k) == 0",
            "g(n) -> g(n - 2^k) for k in 0..n",
            "g(n) -> g(n - p) for p in primes(n)",
            "g(n) -> g(n - 1)\ng(n) -> g(n - p) for p in primes(n - 1)",
            "g(n) -> g(n - q) for p in primes(n), k in 0..ilog(n, p) let q = p^k",
            "g(n) -> g(n - 1)\ng(n) -> g(n - p + 1) for p in primes(n)",
        ],
    );
}
