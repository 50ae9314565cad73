//! Theorems for kinds of games: rewordings that are recognised, near misses that are not.

use super::Case;
use super::table::{are, are_not};

/// Who wins small positions of two numbers, by the method that knows it and by the definition; how many were compared.
fn outcomes_agree(text: &str) -> usize {
    outcomes_agree_at(text, |_| super::tuples(2, 14))
}

/// The same for positions of lists, or of any number of numbers.
fn outcomes_of_heaps_agree(text: &str) -> usize {
    outcomes_agree_at(text, |arity| if arity == 1 { super::lists(4, 3) } else { super::tuples(arity as u32, 4) })
}

/// The same for some positions with so many arguments.
fn outcomes_agree_at(text: &str, positions: impl Fn(usize) -> Vec<Vec<crate::value::Val>>) -> usize {
    let case = Case::new(text, &[]);
    let watch = grundy::Watch::default();
    let methods = case.methods(&watch);
    let Some(method) = methods.iter().find(|method| method.tells_only_outcomes()) else { return 0 };
    let game = std::sync::Arc::new(case.game(&watch));
    let mut solver = grundy::solve::Solver::with_watch(crate::game::Shared(game), watch.clone());
    let mut compared = 0;
    for args in positions(case.loaded.program.kinds[0].args.len()) {
        let args: crate::method::Args = args.as_slice().into();
        let crate::method::Answer::Known(wins) = method.wins(&args, &watch).unwrap() else { continue };
        let pos = crate::game::Pos { kind: crate::program::KindId::FIRST, args: args.clone() };
        assert_eq!(wins, solver.value(&pos).unwrap() != 0, "{text} at {args:?}");
        compared += 1;
    }
    compared
}

/// The name of the method that tells only who wins, if there is one.
fn outcome_strategy(text: &str) -> Option<String> {
    let methods = Case::new(text, &[]).methods(&grundy::Watch::default());
    methods.iter().find(|method| method.tells_only_outcomes()).map(|method| method.kind_name())
}

#[test]
fn euclid() {
    are(
        "euclid",
        &[
            "pair(x, y) -> pair(min(x, y-k*x), max(x, y-k*x)) if x > 0 and x <= y for k in 1..(y-1)/x",
            "g(a, b) -> g(a - k*b, b) if b > 0 for k in 1..a/b if a - k*b > 0\ng(a, b) -> g(a, b - a*k) if a > 0 for k in 1..b/a if b > a*k",
            "g(big, small) -> g(big - small*(k+1), small) if small > 0 for k in 0..big/small if big > small*(k+1)\n\
             g(big, small) -> g(big, small - big*k) if not big == 0 for k in 1..(small+0)/big if small - big*k > 0",
            "let rest(x, y) = y % x\ng(x, y) -> g(x, y - k*x) if 0 < x and x < y for k in 1..y/x-1\n\
             g(x, y) -> g(rest(x, y), x) if 0 < x and x < y if rest(x, y) != 0",
        ],
    );
    are_not(
        "euclid",
        &[
            "g(a, b) -> g(a - k*b, b) if b > 0 for k in 1..a/b if a - k*b > 0\ng(a, b) -> g(a, b - a*k) if a > 0 for k in 2..b/a if b > a*k",
            "g(x, y) -> g(min(x, y-k*x), max(x, y-k*x)) if x > 0 and x <= y for k in 1..y/x-1",
            "g(x, y) -> g(min(x, y-k*x), max(x, y-k*x)) if x > 0 and x <= y for k in 1..(y-1)/x if k != 2",
            "g(x, y) -> g(min(x, y-k), max(x, y-k)) if x > 0 and x <= y for k in 1..(y-1)/x",
        ],
    );
    let outcomes = [
        // Powers of the smaller number, or the remainder.
        "pair(a, b) -> pair(min(a, b - a^k), max(a, b - a^k)) if a > 1 and a <= b for k in 1..ilog(b, a)\n\
         pair(a, b) -> pair(b % a, a) if a > 0 and a <= b",
        // Down to 0.
        "g(a, b) -> g(a - k*b, b) if b > 0 for k in 1..a/b\ng(a, b) -> g(a, b - a*k) if a > 0 for k in 1..b/a",
        "g(a, b) -> g(a - k*b, b) if b > 0 and a >= b for k in 1..a/b\ng(a, b) -> g(a, b - a*k) if a > 0 and b > a for k in 1..b/a",
        "g(a, b) -> g(a - k*b, b) if b > 0 and a > b for k in 1..a/b\ng(a, b) -> g(a, b - a*k) if a > 0 and a <= b for k in 1..b/a",
        // Only once, or once or twice.
        "g(a, b) -> g(a - b, b) if b > 0 if a > b\ng(a, b) -> g(a, b - a) if a > 0 if b > a",
        "g(a, b) -> g(a - b, b) if b > 0 if a >= b\ng(a, b) -> g(a, b - a) if a > 0 if b >= a",
        "g(a, b) -> (g(a - b, b) | g(a, b - a)) if a > 0 and b > 0",
        "g(a, b) -> g(a - k*b, b) if b > 0 if a >= b for k in 1..2\ng(a, b) -> g(a, b - k*a) if a > 0 if b >= a for k in [1, 2]",
    ];
    for text in outcomes {
        assert_eq!(outcome_strategy(text).as_deref(), Some("euclid"), "{text}");
        assert!(outcomes_agree(text) >= 90, "{text}");
    }
    let others = [
        // A 0 may be taken from for ever.
        "g(a, b) -> g(a - b, b) if a >= b\ng(a, b) -> g(a, b - a) if b >= a",
        "g(a, b) -> g(a - b, b) if b > 0 if a >= b\ng(a, b) -> g(a, b - 2*a) if a > 0 if b >= a",
        // 0 goes on here.
        "g(a, b) -> g(a - k*b, b) if b > 0 for k in 1..a/b\ng(a, b) -> g(a, b - a*k) if a > 0 for k in 1..b/a\ng(a, b) -> g(0, b - 1) if a == 0",
        "pair(a, b) -> pair(min(a, b - a^k), max(a, b - a^k)) if a > 1 and a <= b for k in 1..ilog(b, 2)\n\
         pair(a, b) -> pair(b % a, a) if a > 0 and a <= b",
    ];
    for text in others {
        assert_eq!(outcome_strategy(text), None, "{text}");
    }
}

#[test]
fn divisors() {
    are(
        "take a divisor",
        &[
            "pile(n) -> pile(n-d) for d in divisors(n) if d < n",
            "g(size) -> g(size - k) for k in 1..size-1 if size % k == 0",
            "g(n) -> g(n-d) for d in 1..n/2 if 0 == n % d and d <= n",
            "g(n) -> g(n-d) for d in divisors(n)",
            "g(n) -> g(n-d) for d in 1..n if n % d == 0",
            "g(n) -> g(n - n/d) for d in divisors(n)",
            "g(n) -> g(n - n/d) for d in divisors(n) if d > 1",
            "g(n) -> g(n-d) for d in 1..n if n - d*(n/d) == 0",
            "g(n) -> g(n-d) for d in 1..n-1 if n - n/d*d == 0",
            "let divides(d, n) = n % d == 0\ng(n) -> g(n-d) for d in 1..n if divides(d, n)",
        ],
    );
    are_not(
        "take a divisor",
        &[
            "g(n) -> g(n - n/d) for d in 1..n",
            "g(n) -> g(n - n/d) for d in divisors(n) if d < n",
            "g(n) -> g(n-d) for d in 1..n if n - d*(n/2) == 0",
            "g(n) -> g(n-d) for d in 1..n if d - n*(d/n) == 0",
            "let divides(d, n) = n % d == 0\ng(n) -> g(n-d) for d in 1..n if divides(n, d)",
            "g(n) -> g(n-d) for d in divisors(n) if 1 < d and d < n",
            "g(n) -> g(n-d) for d in divisors(n+1) if d < n",
            "g(n) -> g(d) for d in divisors(n) if d < n",
            "g(n) -> g(n-d) for d in 1..n if n % d == 1",
            "g(n) -> g(n-d) for d in 1..n/3 if n % d == 0",
        ],
    );
}

#[test]
fn proper_divisors() {
    let texts = [
        "pile(n) -> pile(n-d) for d in divisors(n) if 1 < d and d < n",
        "g(size) -> g(size - k) for k in 2..size-1 if size % k == 0",
        "g(n) -> g(n-d) for d in 1..n/2 if d != 1 if 0 == n % d and d <= n",
        "d(m) -> d(m-k) for k in divisors(m) if k >= 2 and not k == m",
        "d(m) -> d(m - m/k) for k in divisors(m) if k >= 2 and k < m",
    ];
    for text in texts {
        assert_eq!(outcome_strategy(text).as_deref(), Some("take a divisor"), "{text}");
        assert_eq!(outcomes_agree_at(text, |_| super::tuples(1, 150)), 150, "{text}");
    }
    for text in [
        "g(n) -> g(n-d) for d in divisors(n) if 1 < d",
        "g(n) -> g(n-d) for d in divisors(n) if 2 < d and d < n",
        "g(n) -> g(d) for d in divisors(n) if 1 < d and d < n",
    ] {
        assert_eq!(outcome_strategy(text), None, "{text}");
    }
}

#[test]
fn nim_but_for_some_moves() {
    are(
        "nim but for some moves",
        &[
            "pile(n) -> pile(n-k) for k in 1..n if (n, k) not in [(3, 1), (5, 5), (5, 2), (9, 1), (2, 7)]",
            "g(x) -> g(y) for y in 0..x-1 if not ((y, x) in [(0, 4), (2, 4), (1, 6), (0, 9), (3, 9)])",
            "let bad = [(a, a/2) for a in 3..9]\ng(n) -> g(m) for m in 0..n-1 if (n, n-m) not in bad",
            "g(n) -> g(n-1-k) for k in 0..n-1 if (k+1, n) not in [(1, 2), (2, 3), (1, 3), (4, 4)]",
        ],
    );
    are_not(
        "nim but for some moves",
        &[
            "g(n) -> g(n-k) for k in 1..n if (n, k) in [(3, 1), (5, 5)]",
            "g(n) -> g(n-k) for k in 1..n-1 if (n, k) not in [(3, 1), (5, 5)]",
            "g(n) -> g(n-k) for k in 1..n if (n, n) not in [(3, 3), (5, 5)]",
            "g(n) -> g(n-k) for k in 1..n if (n % 4, k) not in [(3, 1), (1, 1)]",
        ],
    );
}

#[test]
fn cubes() {
    are(
        "cubes",
        &[
            "ruler(n) -> sum(ruler(m) for m in n-k+1..n-1) for k in 1..n",
            "ruler(n) -> sum(ruler(n-i) for i in 1..k-1) for k in 1..min(3, n)",
            "cell(x, y) -> sum(cell(x-i, y-j) for i in 0..d-1, j in 0..d-1 if i + j > 0) for d in 1..min(x, y)",
            "cell(x, y) -> sum(cell(i, j) for j in y-d+1..y for i in x-d+1..x if i < x or j < y) for d in 1..min(4, x, y)",
            "cell(x, y) -> sum(cell(x-i, y-j) for i in 0..d-1, j in 0..d-1 if not (i == 0 and j == 0)) for d in 1..min(x, y)+1",
            // The side is one more than the name.
            "tree(h) -> sum(tree(h-e) for e in 1..k) for k in 0..h-1",
            "tree(h) -> sum(tree(m) for m in h-k..h-1) for k in 0..min(h-1, 5)",
            "cell(x, y) -> sum(cell(x-i, y-j) for i in 0..d, j in 0..d if i + j > 0) for d in 0..min(x, y)-1",
        ],
    );
    are_not(
        "cubes",
        &[
            "ruler(n) -> sum(ruler(m) for m in n-k+1..n-1) for k in 1..n if k != 3",
            "ruler(n) -> sum(ruler(m) for m in n-k..n-1) for k in 1..n",
            "tree(h) -> sum(tree(h-e) for e in 1..k) for k in 1..h-1",
            "tree(h) -> sum(tree(h-e) for e in 2..k) for k in 0..h-1",
            "cell(x, y) -> sum(cell(x-i, y-j) for i in 0..d-1, j in 0..d if i + j > 0) for d in 1..min(x, y-1)",
            "cell(x, y) -> sum(cell(x-i, y-i) for i in 1..d-1, j in 0..d-1) for d in 1..min(x, y)",
            "cell(x, y) -> sum(cell(x-i, y-j) for i in 0..d-1, j in 0..d-1 if i + j > 0) for d in 2..min(x, y)",
        ],
    );
}

#[test]
fn prime_exponents() {
    are(
        "prime exponents",
        &[
            "pile(x) -> pile(a) + pile(b) for a in divisors(x), b in divisors(x) if 1 < a and a < x and b != 1 and b != x",
            "g(n) -> g(n/d) for d in divisors(n) if isprime(d)",
            "g(n) -> sum(g(d) for d in divisors(n) if d < n and d != x) for x in divisors(n) if x < n",
            "g(n) -> g(d) for d in divisors(n) if d != n and gcd(d, n/d) == 1",
        ],
    );
    are_not(
        "prime exponents",
        &[
            "g(n) -> g(d) for d in divisors(n) if d < n and d > 2",
            "g(n) -> g(n-d) for d in divisors(n) if 1 < d and d < n",
            "g(n) -> g(a) + g(b) for a in divisors(n), b in divisors(n) if a < b and b < n",
            "g(n) -> g(d) for d in divisors(n) if d < n and d % 3 == 0",
            "g(n) -> g(n/d - 1) for d in divisors(n) if 1 < d",
        ],
    );
}

#[test]
fn diagonals() {
    let texts = [
        "piece(x, y) -> piece(x-1, y) | piece(x, y-1) | piece(x-2, y-2)",
        "g(a, b) -> g(a-3, b-3)\ng(a, b) -> g(a, b-k) for k in [1]\ng(a, b) -> g(a-1, b)",
        "param k\ng(i, j) -> (g(i-s*k, j-s*k) for s in 1..1)\ng(i, j) -> g(i-u, j-1+u) for u in 0..1",
        "g(a, b) -> g(a-1, b-1) | g(a-1, b) | g(a, b-1)",
    ];
    for text in texts {
        let text = text.replace("param k\n", "let k = 4\n").replace("(g(i-s*k, j-s*k) for s in 1..1)", "g(i-k, j-k)");
        assert_eq!(outcome_strategy(&text).as_deref(), Some("diagonal"), "{text}");
        assert!(outcomes_agree(&text) >= 190, "{text}");
    }
    let others = [
        "g(x, y) -> g(x-1, y) | g(x, y-1) | g(x-2, y-3)",
        "g(x, y) -> g(x-1, y) | g(x, y-2) | g(x-2, y-2)",
        "g(x, y) -> g(x-1, y) | g(x, y-1) | g(x-2, y-2) | g(x-3, y-3)",
        "g(x, y) -> (g(x-1, y) | g(x, y-1)) if x != 5\ng(x, y) -> g(x-2, y-2)",
    ];
    for text in others {
        assert_ne!(outcome_strategy(text).as_deref(), Some("diagonal"), "{text}");
    }
}

#[test]
fn products_of_games() {
    are(
        "tartan",
        &[
            "corners(x, y) -> corners(a, y) + corners(x, b) + corners(a, b) for a in 0..x-1, b in 0..y-1",
            "g(n, m) -> g(n-i, m-j) + g(n-i, m) + g(n, m-j) for i in 1..min(n, 3) for j in [1, 2] if j <= m",
            "rugs(x, y) -> sum(rugs(i, j) for i in x-a+1..x, j in y-b+1..y if i < x or j < y) for a in 1..x, b in 1..y",
            "g(n, m) -> sum(g(n-i, m-j) for j in 0..b-1, i in 0..a-1 if i + j > 0) for b in 1..m, a in 1..n",
            "let block(x, y, a, b) = [(i, j) for i in x-a+1..x, j in y-b+1..y]\n\
             g(x, y) -> sum(g(i, j) for (i, j) in block(x, y, a, b) if (i, j) != (x, y)) for a in [1, 4] if a <= x for b in [1, 3, 6] if b <= y",
            // Twins along one axis, Turning Turtles along the other: two rules.
            "g(x, y) -> g(a, y) for a in 0..x-1\ng(x, y) -> g(x, b) + g(a, y) + g(a, b) for a in 0..x-1, b in 1..y-1",
            "g(x, y, z) -> sum(g(i, j, k) for i in x-a+1..x, j in y-b+1..y, k in z-c+1..z if not (i == x and j == y and k == z)) \
             for a in 1..x, b in 1..y, c in 1..z",
        ],
    );
    are_not(
        "tartan",
        &[
            // Play of a factor may go round, or up.
            "g(x, y) -> g(a, y) + g(x, b) + g(a, b) for a in 1..x, b in 0..y-1",
            "g(x, y) -> g(a, y) + g(x, b) + g(a, b) for a in 0..x, b in 0..y-1",
            "g(x, y) -> g(a, y) + g(x, b) + g(a, b) for a in [x-1, x+1], b in 0..y-1",
            "g(x, y) -> g(a, y) + g(x, b) + g(a, b) for a in 0..x-1, b in 1..max(y, 2)",
            // A cell is missing, stands twice, or is another.
            "g(x, y) -> g(a, y) + g(x, b) for a in 0..x-1, b in 0..y-1",
            "g(x, y) -> g(a, y) + g(x, b) + g(a, b) + g(a, b) for a in 0..x-1, b in 0..y-1",
            "g(x, y) -> g(a, y) + g(x, b) + g(b, a) for a in 0..x-1, b in 0..y-1",
            // The axes are not independent.
            "g(x, y) -> g(a, y) + g(x, b) + g(a, b) for a in 0..x-1, b in 0..y-1 if a != b",
            "g(x, y) -> sum(g(i, j) for i in x-a+1..x, j in y-a+1..y if i < x or j < y + 1) for a in 1..min(x, y)",
            // More is left out than the position itself, or the position's row is empty.
            "g(x, y) -> sum(g(i, j) for i in x-a+1..x, j in y-b+1..y if i < x and j < y) for a in 1..x, b in 1..y",
            "g(x, y) -> sum(g(i, j) for i in x-a+1..x, j in y-b+1..y if i < x or j < y - 1) for a in 1..x, b in 1..y",
            "g(x, y) -> sum(g(i, j) for i in x-a+1..x, j in y-b+1..y if i < x or j < y) for a in 0..x, b in 1..y",
            // Two of four combinations of the moves of two factors.
            "g(x, y) -> g(x, b) + g(a, y) + g(a, b) for a in 0..x-1, b in 0..y-1\ng(x, y) -> 0 if x > 3 and y > 2",
        ],
    );
}

#[test]
fn fixed_parity() {
    are(
        "parity",
        &[
            "bar(m, n) -> bar(a, n) + bar(m-a, n) for a in 1..m-1\nbar(m, n) -> bar(m, b) + bar(m, n-b) for b in 1..n-1",
            "g(x, y) -> g(x-1, y+2) | g(x, y-1)",
            "g(a, b, c) -> g(a-1, b, c+2) | g(a, b-1, c) | g(a, b, c-1)",
        ],
    );
    are_not(
        "parity",
        &[
            // A move of two steps, a position that is stuck too early, play that may go on for ever.
            "g(x, y) -> g(x-1, y+2) | g(x, y-1) | g(x, y-2)",
            "g(x, y) -> g(x-1, y+2) if x > 1 or y > 3\ng(x, y) -> g(x, y-1) if y > 2",
            "bar(m, n) -> bar(a, n) + bar(m-a, n) for a in 1..m-1 if n > 1\nbar(m, n) -> bar(m, b) + bar(m, n-b) for b in 1..n-1",
            "bar(m, n) -> bar(a, n) for a in 1..m-1\nbar(m, n) -> bar(m, b) + bar(m, n-b) for b in 1..n-1",
        ],
    );
}

#[test]
fn several_heaps_at_a_time() {
    let lists = [
        "moore(p) -> moore(p with [i] -= k) for i in 0..len(p)-1, k in 1..p[i]\n\
         moore(p) -> moore(p with [i] -= k, [j] -= m) for i in 0..len(p)-1, j in i+1..len(p)-1, k in 1..p[i], m in 1..p[j]",
        "g(a) -> g(a with [j] = v) for j in 0..len(a)-1 for v in 0..a[j]-1\n\
         g(a) -> g(a with [j] = v, [i] = u) for i in 0..len(a)-1 for j in 0..len(a)-1 if i != j for u in 0..a[i]-1, v in 0..a[j]-1",
        "g(a) -> g(a with [i] -= k) for i in 0..len(a)-1, k in 1..a[i]\n\
         g(a) -> g(a with [i] -= k, [j] -= m) for j in 0..len(a)-1, i in 0..j-1, k in 0..a[i], m in 0..a[j] if k + m > 0",
        "g(x, y, z) -> (g(x-i, y-j, z) | g(x-i, y, z-j) | g(x, y-i, z-j)) for i in 0..x+y, j in 0..y+z if i > 0 or j > 0",
    ];
    for text in lists {
        assert_eq!(outcome_strategy(text).as_deref(), Some("moore"), "{text}");
        assert!(outcomes_of_heaps_agree(text) >= 60, "{text}");
    }
    let others = [
        "g(p) -> g(p with [i] -= k, [j] -= m) for i in 0..len(p)-1, j in i+1..len(p)-1, k in 1..p[i], m in 1..p[j]",
        "g(p) -> g(p with [i] -= k) for i in 0..len(p)-1, k in 1..p[i]\n\
         g(p) -> g(p with [i] -= k, [i+1] -= m) for i in 0..len(p)-2, k in 1..p[i], m in 1..p[i+1]",
        "g(p) -> g(p with [i] -= k) for i in 0..len(p)-1, k in 1..p[i]\n\
         g(p) -> g(p with [i] -= k, [j] -= k) for i in 0..len(p)-1, j in i+1..len(p)-1, k in 1..p[i]",
        "g(x, y, z) -> (g(x-i, y-j, z) | g(x-i, y, z-j)) for i in 0..x+y, j in 0..y+z if i > 0 or j > 0",
    ];
    for text in others {
        assert_ne!(outcome_strategy(text).as_deref(), Some("moore"), "{text}");
    }
}
