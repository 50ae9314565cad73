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
fn half() {
    are(
        "half",
        &[
            "pile(n) -> pile(n-k) for k in 1..n/2",
            "pile(n) -> pile(m) for m in 0..n-1 if 2*m >= n",
            "g(n) -> g(n-k) for k in 1..n if 2*k <= n",
            "g(n) -> g(m) for m in (n+1)/2..n-1",
            "g(n) -> g(n-k) for k in 1..n if k <= n-k",
        ],
    );
    are_not(
        "half",
        &[
            "pile(n) -> pile(n-k) for k in 1..(n+1)/2",
            "pile(n) -> pile(n-k) for k in 1..n/2 if k != 2",
            "g(n) -> g(n-k) for k in 1..n/3",
            "g(n) -> g(n-k) for k in 1..n if 2*k < n",
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
            "s(p) -> s(p with [i] -= k, [i+1] += k) for i in 0..len(p)-2, k in 1..p[i]",
            "s(p) -> s(p with [i] -= k, [i-1] += k) for i in 1..len(p)-1, k in 1..p[i]\ns(p) -> s(p with [0] -= k) if len(p) > 0 for k in 1..p[0]",
            "s(p) -> s(p with [i] -= k, [i+1] += k) for i in 0..len(p)-2, k in 1..p[i]\ns(p) -> s(p with [len(p)-1] -= k) if len(p) > 0 for k in 1..p[len(p)-1]",
        ],
    );
    are_not(
        "staircase",
        &[
            "s(p) -> s(p with [i] -= k, [i-1] += k) for i in 2..len(p)-1, k in 1..p[i]",
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
            "r(a) -> r([v] ++ a[1:]) if len(a) > 0 for v in 1..a[0]-1\nr(a) -> r(a[1:]) if len(a) > 0 and a[0] > 0",
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
            "g(n) -> g(n - 2^k) for k in 0..n",
            "g(n) -> g(n - p) for p in primes(n)",
            "g(n) -> g(n - 1)\ng(n) -> g(n - p) for p in primes(n - 1)",
            "g(n) -> g(n - q) for p in primes(n), k in 0..ilog(n, p) let q = p^k",
            "g(n) -> g(n - 1)\ng(n) -> g(n - p + 1) for p in primes(n)",
        ],
    );
}
