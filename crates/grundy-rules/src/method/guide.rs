//! The methods as users meet them: rules that get each, and what size it reaches. docs/RULES.md has its table from here, `check`
//! says how far a method reaches, and a test solves each example at its size.

/// A method, with an example.
#[derive(Debug, Clone, Copy)]
pub struct Guide {
    /// Its name, as `check` and `solve` say it, up to what depends on the rules.
    pub method: &'static str,
    /// Which rules get it.
    pub rules: &'static str,
    /// What size it reaches.
    pub reaches: &'static str,
    /// A rule file.
    pub example: &'static str,
    /// A position of that size.
    pub position: &'static str,
}

const ANY: &str = "any size";

/// All methods of rule files.
pub const GUIDE: &[Guide] = &[
    Guide {
        method: "nim",
        rules: "any smaller heap",
        reaches: ANY,
        example: "g(n) -> g(m) for m in 0..n-1",
        position: "g(10^30)",
    },
    Guide {
        method: "nim but for some moves",
        rules: "any smaller heap, but for some moves that are named in a list",
        reaches: "lists of 10^6, numbers of any size",
        example: "g(n) -> g(n-k) for k in 1..n if (n, k) not in [(5, 2), (7, 7), (10^9, 3)]",
        position: "g(10^30)",
    },
    Guide {
        method: "take",
        rules: "take all numbers from L to R",
        reaches: ANY,
        example: "g(n) -> g(n-k) for k in 2..5",
        position: "g(10^30)",
    },
    Guide {
        method: "heap take{",
        rules: "take one of a few numbers",
        reaches: "any size once its period is proved, else about 10^8",
        example: "g(n) -> g(n-k) for k in [1, 3, 4]",
        position: "g(10^30)",
    },
    Guide {
        method: "heap",
        rules: "take some and leave up to so many heaps (octal and other codes)",
        reaches: "any size where a period is proved, else about 10^6",
        example: "g(n) -> g(a) + g(n-k-a) for k in 1..2, a in 0..n-k",
        position: "g(10^18)",
    },
    Guide {
        method: "congruent takes",
        rules: "take a number of an infinite set (powers, primes, prime powers), each congruent to a smaller one",
        reaches: ANY,
        example: "g(n) -> g(n - 2^k) if n > 0 for k in 0..ilog(n, 2)",
        position: "g(10^30)",
    },
    Guide {
        method: "lasker",
        rules: "any smaller heap, or split it",
        reaches: ANY,
        example: "g(n) -> g(m) for m in 0..n-1\ng(n) -> g(a) + g(n-a) for a in 1..n-1",
        position: "g(10^30)",
    },
    Guide {
        method: "part",
        rules: "take at most a k-th part, rounded up or down",
        reaches: "half of any size; else the smaller of k and n/k up to 10^9",
        example: "g(n, k) -> g(n-t, k) for t in 1..n/k",
        position: "g(10^18, 10^5)",
    },
    Guide {
        method: "coprime",
        rules: "take a number that has no divisor in common with the heap",
        reaches: "numbers whose least prime is below 10^8",
        example: "g(n) -> g(n-k) for k in 1..n if gcd(n, k) == 1",
        position: "g(9999991^2)",
    },
    Guide {
        method: "submasks",
        rules: "take or leave some of the binary ones of the heap",
        reaches: ANY,
        example: "g(n) -> g(m) for m in 0..n-1 if bitand(n, m) == m",
        position: "g(2^120 - 12345)",
    },
    Guide {
        method: "staircase",
        rules: "a list: move some from one place to the place before",
        reaches: "lists of 10^6, numbers of any size",
        example: "g(p) -> g(p with [i] -= k, [i-1] += k) for i in 1..len(p)-1, k in 1..p[i]",
        position: "g([10^18, 5, 10^18, 7])",
    },
    Guide {
        method: "staircase on a graph",
        rules: "a list or board: move some from one place to another; which places go together does not depend on the numbers, has no cycle, and the places can be coloured such that each move changes the colour and those without a move have the same",
        reaches: "10^5 places, 10^8 pairs of them to try, numbers below 2^127",
        example: "g(p) -> g(p with [a-1] -= k, [b-1] += k) for a in 1..len(p), b in 1..a-1 if (a+b) % 6 == 3 for k in 1..p[a-1]",
        position: "g([10^18 + 7*i for i in 1..2000])",
    },
    Guide {
        method: "strip",
        rules: "a list of coins that move left without jumping",
        reaches: "lists of 10^6, numbers of any size",
        example: "g(p) -> g(p with [i] = t) for i in 0..len(p)-1, t in (if i == 0 then 1 else p[i-1] + 1)..p[i]-1",
        position: "g([5, 10^18, 10^19])",
    },
    Guide {
        method: "row",
        rules: "a list: only its first number shrinks, or goes",
        reaches: "lists of 10^6, numbers of any size",
        example: "g(a) -> g([v] ++ a[1:]) if len(a) > 0 for v in 1..a[0]-1\ng(a) -> g(a[1:]) if len(a) > 0",
        position: "g([10^18, 5, 10^18])",
    },
    Guide {
        method: "product",
        rules: "several numbers, each with a game of its own among these",
        reaches: ANY,
        example: "g(x, y) -> g(a, y) for a in 0..x-1\ng(x, y) -> g(x, y-k) for k in 1..3",
        position: "g(10^30, 10^30)",
    },
    Guide {
        method: "removing",
        rules: "a ring or path: take l to r neighbours",
        reaches: ANY,
        example: "g(n) -> path(n-k) for k in 2..9\npath(n) -> path(a) + path(n-k-a) for k in 2..9, a in 0..n-k",
        position: "g(10^18)",
    },
    Guide {
        method: "pebbles",
        rules: "endless ranges like heap(b, s) for b in 0..B-1, s in (B-b)*K..",
        reaches: "any size; values are ordinals",
        example: "g(B, S) -> g(B, s) for s in 0..S-1\ng(B, S) -> g(b, s) for b in 0..B-1, s in (B-b)*3..",
        position: "g(10^9, 10^30)",
    },
    Guide {
        method: "lines",
        rules: "who wins: numbers that go down together along a few directions, any number of steps; values are searched",
        reaches: "about 3·10^7 rows; two heaps that may be exchanged: numbers of some 10^6, or 10^7 as in Wythoff's game",
        example: "g(x, y) -> (g(x-k, y) | g(x, y-k) | g(x-2*k, y-2*k)) for k in 1..max(x, y)",
        position: "g(30000, 30000)",
    },
    Guide {
        method: "shortcuts",
        rules: "who wins: two Nim heaps, and a list of pairs at which the game is over",
        reaches: "lists of 10^6, numbers of any size",
        example: "g(a, b) -> (g(a-k, b) | g(a, b-k)) if (a, b) not in [(2, 3)] for k in 1..a+b",
        position: "g(10^18, 10^18)",
    },
    Guide {
        method: "both ends",
        rules: "who wins: a list of which only the first and the last number shrink, or go",
        reaches: "lists of some 10^4, numbers of any size",
        example: "g(a) -> g([v] ++ a[1:]) if len(a) > 0 for v in 1..a[0]-1\ng(a) -> g(a[:len(a)-1] ++ [v]) if len(a) > 0 for v in 1..a[len(a)-1]-1\ng(a) -> (g(a[1:]) | g(a[:len(a)-1])) if len(a) > 0",
        position: "g([10^18, 5, 10^18, 10^17])",
    },
    Guide {
        method: "dynamic nim",
        rules: "who wins: as many as a linear form of what was taken last",
        reaches: ANY,
        example: "g(n, q) -> g(n-k, 2*k) for k in 1..min(n, q)",
        position: "g(10^30, 10^20)",
    },
    Guide {
        method: "euclid",
        rules: "two numbers: multiples of the smaller are taken from the larger (all, up to so many, its powers); values if all may be taken and both stay positive, else who wins",
        reaches: "numbers up to 2^62",
        example: "g(a, b) -> g(a - k*b, b) for k in 1..(a-1)/b\ng(a, b) -> g(a, b - k*a) for k in 1..(b-1)/a",
        position: "g(10^18, 1)",
    },
    Guide {
        method: "take a divisor",
        rules: "take a divisor of the heap, or one that is not the heap itself; who wins, if 1 and the heap itself are excluded",
        reaches: ANY,
        example: "g(n) -> g(n-d) for d in divisors(n) if d < n",
        position: "g(10^30)",
    },
    Guide {
        method: "cubes",
        rules: "coins that are turned by full intervals, squares or cubes, the last one from heads to tails",
        reaches: ANY,
        example: "g(x, y) -> sum(g(x-i, y-j) for i in 0..d-1, j in 0..d-1 if i + j > 0) for d in 1..min(x, y)",
        position: "g(10^18, 10^17 + 2)",
    },
    Guide {
        method: "tartan",
        rules: "the product of two or more games of one number: what a move turns along each axis is said apart (Turning Corners, Rugs)",
        reaches: "any size that its factors reach",
        example: "g(x, y) -> g(a, y) + g(x, b) + g(a, b) for a in 0..x-1, b in 0..y-1",
        position: "g(10^18, 2^64)",
    },
    Guide {
        method: "moore",
        rules: "who wins: Nim in which a move makes smaller up to k heaps",
        reaches: "lists of 10^6, numbers of any size",
        example: "g(x, y, z) -> (g(x-i, y-j, z) | g(x-i, y, z-j) | g(x, y-i, z-j)) for i in 0..x+y, j in 0..y+z if i > 0 or j > 0",
        position: "g(10^18, 10^18, 2^60)",
    },
    Guide {
        method: "parity",
        rules: "every play takes an odd number of moves, or every play an even number, by residues modulo 2",
        reaches: ANY,
        example: "g(w, h) -> g(a, h) + g(w-a, h) for a in 1..w-1\ng(w, h) -> g(w, a) + g(w, h-a) for a in 1..h-1",
        position: "g(10^18, 10^17 + 1)",
    },
    Guide {
        method: "forest",
        rules: "a list of which an element goes with all that stand on it, where no element stands on two (cutting trees: the colon principle)",
        reaches: "2,000 elements",
        example: "g(s) -> g([u for u in s if not below(v, u)]) for v in s\nlet below(v, u) = u == v or (u > v and below(v, u/2))",
        position: "g([1..200])",
    },
    Guide {
        method: "fusion",
        rules: "a list of edges of which one is cut, and those stay that are still joined to the ground, as `components` tells (green Hackenbush: the colon and fusion principles)",
        reaches: "16,384 edges",
        example: "g(e) -> g(standing(without(e, i))) for i in 0..len(e)-1\nlet standing(f) = [d for d in f if d[0] in components(300, f)[0]]",
        position: "g([(k/2, k) for k in 2..300] ++ [(k, k+1) for k in 7..90])",
    },
    Guide {
        method: "geography",
        rules: "who wins: a token on a graph that goes where it has not been, if each of its edges can be gone both ways; a list says which places are used up, or left",
        reaches: "10^5 places; 2,000 if the list says which are left",
        example: "g(x, y, seen) -> g(u, v, seen ++ [(u, v)]) for (u, v) in [(x+1, y), (x-1, y), (x, y+1), (x, y-1)] if max(u, v) < 200 and (u, v) not in seen",
        position: "g(3, 4, [(3, 4), (5, 5), (7, 0)])",
    },
    Guide {
        method: "equal plays",
        rules: "a text or list of which a part of constant length goes, under conditions on that part alone, if parts that overlap leave the same (then all plays are equally long; seen for the letters that occur)",
        reaches: "texts of 10^6, at most 65,536 different parts",
        example: "g(s) -> g(s[:i] ++ s[i+2:]) for i in 0..len(s)-2 if s[i] == s[i+1]",
        position: "g(\"abbaccabbaccddccabacabbacaddabbabacaddacabaabbccddaabbccdd\")",
    },
    Guide {
        method: "statistics",
        rules: "a list whose order does not matter: a move takes out up to three elements and puts in up to three, by linear rules; values, or at least who wins, must depend on how many small numbers of each size and how many larger ones of each residue there are (a table of small lists is tried, and proved)",
        reaches: "lists of 10^6, numbers below 2^127",
        example: "g(p) -> g(if p[i] == 1 then without(p, i) else p with [i] -= 1) for i in 0..len(p)-1\ng(p) -> g([p[i] + p[j]] ++ [p[k] for k in 0..len(p)-1 if k != i and k != j]) for i in 0..len(p)-1, j in i+1..len(p)-1",
        position: "g([1..40])",
    },
    Guide {
        method: "diagonal",
        rules: "who wins: one step along an axis, or k steps along the diagonal",
        reaches: ANY,
        example: "g(x, y) -> g(x-1, y) | g(x, y-1) | g(x-7, y-7)",
        position: "g(10^18, 10^17)",
    },
    Guide {
        method: "prime exponents",
        rules: "a number that the rules see only through its divisors: numbers with the same exponents of primes are one position",
        reaches: "numbers up to 2^64 whose second largest prime is below 10^6",
        example: "g(n) -> g(a) + g(b) for a in divisors(n), b in divisors(n) if 1 < a and a < n and 1 < b and b < n",
        position: "g(2^10 * 999983)",
    },
    Guide {
        method: "runs",
        rules: "one number, and values that stay the same on long runs",
        reaches: "about 10^6 runs, numbers below 2^100",
        example: "g(n) -> (g(n/2) | g(n/3)) if n > 0",
        position: "g(10^18)",
    },
    Guide {
        method: "stretches",
        rules: "one number, perhaps with a few values of others, and moves to all smaller numbers of long stretches, whose ends are any expressions",
        reaches: "about 10^7, and 10^6 where stretches end far below the number",
        example: "g(n) -> g(n-k) for k in 1..n*n % 1009",
        position: "g(300000)",
    },
    Guide {
        method: "misere nim",
        rules: "Nim with the line misere",
        reaches: ANY,
        example: "misere\ng(n) -> g(m) for m in 0..n-1",
        position: "g(10^30)",
    },
    Guide {
        method: "misere search",
        rules: "other rules with the line misere: sums of tame positions are added up, as in Nim; other sums are searched as a whole",
        reaches: "about 10^7 positions if they are tame, else 10^7 sums of positions",
        example: "misere\ng(n) -> g(a) + g(n-2-a) for a in 0..n-2",
        position: "g(25)",
    },
    Guide {
        method: "dense table",
        rules: "integers that all shrink in turn: a table over a box of arguments",
        reaches: "about 10^8 positions, each with few moves",
        example: "g(x, y) -> (g(x-k, y) | g(x, y-k) | g(x-k, y-k)) for k in 1..max(x, y)",
        position: "g(300, 300)",
    },
    Guide {
        method: "memo search",
        rules: "everything else: lists, texts, sparse integers, position by position",
        reaches: "about 10^7 positions of integers, 10^6 of lists and texts",
        example: "g(s) -> g(s[:i] ++ s[i+2:]) for i in 0..len(s)-2 if s[i] != s[i+1]",
        position: "g(\"abcabcacb\")",
    },
];

/// How far a method reaches, by the name that it has for some rules.
pub fn reach(method: &str) -> Option<&'static str> {
    let fits = |guide: &&Guide| method.starts_with(guide.method);
    GUIDE.iter().filter(fits).max_by_key(|guide| guide.method.len()).map(|guide| guide.reaches)
}
