//! Pairs that agree, counted without going through all of them, against the same answers one by one.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use grundy::Watch;
use grundy_rules::{Engine, Library, Settings};

const RULES: &str = "\
pile(n) -> pile(n-k) for k in 1..2
nim(n) -> nim(m) for m in 0..n-1
go(n) -> go(1-n) if n < 2
go(n) -> go(5) if n == 0
let f(x) = x % 3
let word(x) = [\"a\", \"b\", \"ab\", \"\"][x % 4]
let pre = [value(sum(nim(x) for x in a[:i])) for i in 0..n]
input n, m, v, a[n], b[m]
";

fn engine(rules: &str, answer: &str) -> Engine {
    let mut library = Library::new();
    library.add_rules("test", &format!("{rules}answer {answer}\n")).unwrap();
    Engine::new(library, Watch::default())
}

fn run(engine: &Engine, input: &str) -> Result<String, String> {
    let mut out = String::new();
    let run = engine.judge("test", &Settings::default(), input, &mut |text| out.push_str(text));
    run.map(|_| out.trim().to_owned()).map_err(|error| error.to_string())
}

/// Numbers that look random.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

fn input(random: &mut Random, n: u64, m: u64, top: u64) -> String {
    let numbers: Vec<String> = (0..n + m).map(|_| random.below(top).to_string()).collect();
    format!("{n} {m} {} {}", random.below(4), numbers.join(" "))
}

/// Both ways give the same, numbers or errors alike; and it is as said whether the one is quick.
fn agree_under(rules: &str, answers: &[&str], quick: Option<bool>) {
    let mut random = Random(1);
    for answer in answers {
        let (counted, plain) = (engine(rules, answer), engine(rules, answer).without_counting());
        let mut seen = std::collections::HashSet::new();
        for _ in 0..12 {
            let (n, m, top) = (random.below(30), random.below(30), 1 + random.below(9));
            let input = input(&mut random, n, m, top);
            let (one, other) = (run(&counted, &input), run(&plain, &input));
            assert_eq!(one, other, "{answer} with {input}");
            seen.insert(one);
        }
        assert!(seen.len() > 1, "{answer}: always {seen:?}");
        let input = input(&mut random, 400, 300, 6);
        let before = (counted.steps(), plain.steps());
        assert_eq!(run(&counted, &input), run(&plain, &input), "{answer} with {input}");
        let steps = (counted.steps() - before.0, plain.steps() - before.1);
        if let Some(quick) = quick {
            assert_eq!(steps.0 < steps.1 / 2, quick, "{answer}: {steps:?} steps");
        }
    }
}

/// Counted in one way or the other.
#[test]
fn some_more() {
    let pairs = "len((p, q) for (p, c) in [(x, x % 3) for x in a], (q, d) in [(k, b[k]) for k in 0..m-1] if c == d)";
    let loopy = "len((i, j) for i in 0..n-1, j in 0..n-1 if not win(go(a[i] % 3) + go(a[j] % 3)))";
    agree_under(RULES, &[pairs, loopy], None);
}

#[test]
fn one_of_each() {
    agree_under(
        RULES,
        &[
            "len((i, j) for i in 0..n-1, j in i+1..n-1 if value(pile(a[i])) == value(pile(a[j])))",
            "len((i, j) for i in 0..n-1, j in i+1..n-1 if not win(pile(a[i]) + pile(a[j])))",
            "len([(i, j) for i in 0..n-1, j in 0..i-1 if win(pile(a[i]) + pile(a[j]))])",
            "len((x, y) for x in a, y in b if not win(pile(x) + pile(y)))",
            "len((x, y) for x in a, y in b if not win(pile(x) + nim(v) + 2*nim(x) + sum(nim(k) for k in 1..y)))",
            "len((i, j) for i in 0..n-1, j in 0..n-1 if i < j and value(nim(a[i])) xor value(nim(a[j])) == v)",
            "len((i, j) for i in 0..n-1, j in 0..n-1 if i != j if value(nim(a[i]) + nim(a[j])) == v)",
            "len((i, j) for i in 0..n-1, j in 0..m-1 if a[i] == b[j])",
            "len((i, j) for i in 0..n-1, j in 0..m-1 if a[i] != b[j] and f(i) == f(j) and b[j] != a[i] + 1)",
            "len((i, j) for i in 0..n-1, j in i+1..n-1 if word(a[i]) == word(a[j]))",
            "len((i, j) for i in 0..n-1, j in i+1..n-1 if [a[i], i % 2] == [a[j], 1])",
            "len((i, j) for i in 0..n-1, j in i+1..n-1 if a[i] + a[j] == 5)",
            "len((i, j) for i in 0..n-1, j in i+1..n-1 if a[j] - a[i] == v and not a[i] == 1 and a[j] > 0)",
            "len((i, j) for i in 0..n-1, j in i+1..n-1 if (a[i] + a[j]) % 3 == v % 3)",
            "len((i, j) for i in 0..n-1, j in i+1..n-1 if j - i >= 3 and a[i] xor a[j] xor v == 1)",
            "len((i, j) for i in 0..n-1, j in i+1..n-1 if j % 2 == 0 and i % 3 == 1 if j <= 2*i + 5 if a[i] == a[j])",
            "len((i, y) for i in 0..n-1, y in a[i+1:] if a[i] == y)",
            "len((i, y) for i in 0..n-1, y in a[:i] if not win(nim(y) + nim(a[i])))",
            "len((x, y) for x in 0..n-1 if a[x] > 1 for y in [4, 1, 1, 0, 2, 3, 9, 9, 1] if a[x] == y)",
            "len((x, y, k) for k in 1..3, x in 0..n-1, y in x..n-1 if (a[x] + k) % 4 == a[y])",
            "len((x, y) for x in word(0) ++ \"abab\", y in \"abcab\", i in [1..9], j in a if i == j and x == y)",
        ],
        Some(true),
    );
}

#[test]
fn sums_and_truths() {
    agree_under(
        RULES,
        &[
            "sum(a[i] for i in 0..n-1, j in i+1..n-1 if a[i] == a[j])",
            "sum(a[j] - 3 for i in 0..n-1, j in i+1..n-1 if win(pile(a[i]) + pile(a[j])))",
            "sum(2 for i in 0..n-1, j in i+1..n-1 if win(pile(a[i]) + pile(a[j])))",
            "sum(if a[i] == a[j] then j else 0 for i in 0..n-1, j in i+1..n-1)",
            "sum(len(j for j in i+1..n-1 if a[i] == a[j]) for i in 0..n-1)",
            "sum(sum(1 for j in i+1..n-1 if a[i] == a[j]) for i in 0..n-1)",
            "any(a[i] == b[j] for i in 0..n-1, j in 0..m-1), all(a[i] != a[j] for i in 0..n-1, j in 0..i-1), n",
            "sum(i for i in 0..n-1, j in i+1..n-1 if j != 3 and \"\" ++ text(j) != \"4\")",
            "all(i % 3 == 0 for i in 0..n-1, j in 0..i-1 if a[i] == a[j]), m",
        ],
        Some(true),
    );
}

#[test]
fn parts_of_a_list() {
    agree_under(
        RULES,
        &[
            "len((l, r) for l in 0..n-1, r in l+1..n if not win(sum(nim(x) for x in a[l:r])))",
            "len((l, r) for l in 1..n, r in l..n if not win(sum(nim(x) for x in a[l-1:r])))",
            "len((r, l) for r in 1..n, l in 1..r if not win(sum(nim(x) for x in a[l-1:r])))",
            "len((l, r) for l in 0..n-1, r in l+1..n if win(sum(pile(x) for x in a[l:r])))",
            "len((l, r) for l in 0..n-1, r in l..n if value(sum(pile(x) for x in a[l:r])) == v)",
            "len((l, r) for l in 0..n, r in l..n if value(sum(pile(x) for x in a[l:r])) != value(nim(v) + nim(l)))",
            "len((l, r) for l in 1..n, r in l..n if not win(sum(nim(a[k-1]) for k in l..r)))",
            "len((l, r) for l in 1..n, r in l..n if r - l >= 2 if not win(sum(nim(a[k]) for k in l-1..r-1) + pile(r)))",
            "len((l, r) for l in 0..n-1, r in l+1..n if pre[l] == pre[r])",
            "[len((l, r) for l in p..q-1, r in l+1..q if not win(sum(nim(x) for x in a[l:r]))) for p in [0, 3], q in [m, n]]",
            "sum(r - 1 for l in 0..n-1, r in l+1..n if not win(sum(nim(x) for x in a[l:r])))",
        ],
        Some(true),
    );
}

/// What goes wrong for no pair, or for one only, and what is no equality.
#[test]
fn errors_stay_errors() {
    agree_under(
        RULES,
        &[
            // Outside of the list, but only for turns without a partner.
            "len((i, j) for i in 0..n, j in i+1..n-1 if a[i] == a[j])",
            "len((i, j) for i in 0..n-1, j in i-3..n-1 if j >= 0 and a[i] == a[j])",
            "len((i, j) for i in 0..n-1, j in i-3..n-1 if j > i - 2 and a[max(j, 0)] == a[i])",
            "len((i, j) for i in 0..n-1, j in -2..n-1 if i < 30 and j >= 0 and a[i] == a[j])",
            "len((l, r) for l in -2..n+2, r in l..n+2 if not win(sum(nim(x) for x in a[l:r])))",
            // Behind what the second name says, its range still counts.
            "len((i, j) for i in 0..n-1, j in 0..n-1 if a[j] == a[i] and i < j and i % 2 == 0)",
            "len((i, j) for i in 0..n-1, j in 0..n-1 if 5 / (1 + a[j]) == a[i] and i % 2 == 0)",
        ],
        Some(true),
    );
    agree_under(
        RULES,
        &[
            // Parts that end before they begin.
            "len((l, r) for l in 0..n, r in 0..n if not win(sum(nim(x) for x in a[l:r])))",
            "len((l, r) for l in 0..n, r in l..n if not win(sum(nim(x) for x in a[n-l:n-r])))",
            "len((i, j) for i in 0..n-1, j in 0..n-1 if a[j] == a[i] and [1][i / 8] == 1)",
            "len((i, j) for i in 0..n-1, j in -1..n-1 if i % 2 == 0 and a[j] == a[i] and j > 2)",
            "len((i, j) for i in 0..n-1, j in 0..n if a[j] == a[i] and i < j and i % 2 == 0)",
            "len((i, j) for i in 0..n-1, j in 0..n-1 if i % 2 == 0 and (if j < 20 then j else \"j\") == a[i])",
            "len((i, j) for i in 0..n-1, j in 0..n-1 if 5 / (3 - a[j]) == a[i] and i % 2 == 0)",
            "len((i, j) for i in 0..n-1, j in 0..n-1 if (a[i] + a[j]) % (v % 2) == 1), n",
            "len((i, j) for i in 0..n-1, j in 0..n-1 if a[i] * 2^126 + a[j] == 3)",
            "len((i, j) for i in 0..n-1, j in 0..n-1 if not win(nim(a[i] - 1) + nim(a[j] - 1)))",
            "sum(2^120 * a[i] for i in 0..n-1, j in 0..n-1 if a[i] == a[j])",
            "len(a[i] / (a[j] % 4) for i in 0..n-1, j in 0..n-1 if a[i] == a[j])",
            "len((i, j) for i in 0..n-1, j in 0..n-1 if a[i] * a[j] == 6)",
            "len((l, r) for l in 0..n, r in l..n if win(sum(nim(x-1) for x in a[l:r])))",
        ],
        Some(false),
    );
    let misere = format!("misere\n{RULES}");
    agree_under(
        &misere,
        &["len((x, y) for x in a[:40], y in b[:40] if not win(nim(x % 2) + nim(y % 2)))"],
        Some(false),
    );
}

/// A helper that counts, called again and again, on few pairs and on many, and one in another.
#[test]
fn in_helpers() {
    let rules = format!(
        "{RULES}let pairs(k) = len((i, j) for i in 0..k-1, j in i+1..k-1 if a[i] == a[j])\n\
         let deep(k) = if k == 0 then 0 else len((i, j) for i in 0..9, j in 0..9 if i + deep(k-1) % 3 == j)\n\
         let late(k) = if k == 0 then [1][n] else len((i, j) for i in 0..9, j in 0..9 if i + late(k-1) % 3 == j)\n"
    );
    agree_under(&rules, &["len((i, j) for i in 0..n-1, j in 0..n-1 if pairs(i) == pairs(j))"], Some(true));
    agree_under(&rules, &["[pairs(k) for k in 0..n]"], None);
    agree_under(&rules, &["[deep(min(n, k)) for k in 0..15]"], None);
    let counted = engine(&rules, "late(40 + m)");
    assert!(run(&counted, "3 1 0  1 2 3  4").unwrap_err().contains("index 3 is outside"));
    assert!(counted.steps() < 1 << 24, "an error inside is not looked for again and again");
}

/// What is at hand in contests.
#[test]
fn many_pairs() {
    let n = 200_000;
    let mut random = Random(7);
    let input = input(&mut random, n, 0, 1 << 18);
    let numbers: Vec<u64> = input.split(' ').skip(3).map(|word| word.parse().unwrap()).collect();
    let same = |keys: &[u64]| {
        let mut keys = keys.to_vec();
        keys.sort_unstable();
        keys.chunk_by(|a, b| a == b).map(|group| group.len() as u64 * (group.len() as u64 - 1) / 2).sum::<u64>()
    };
    let mut xors = vec![0];
    numbers.iter().for_each(|x| xors.push(xors[xors.len() - 1] ^ x));
    let residues: Vec<u64> = numbers.iter().map(|x| x % 3).collect();
    for (answer, expected) in [
        ("len((i, j) for i in 0..n-1, j in i+1..n-1 if not win(nim(a[i]) + nim(a[j])))", same(&numbers)),
        ("len((i, j) for i in 0..n-1, j in i+1..n-1 if value(pile(a[i])) == value(pile(a[j])))", same(&residues)),
        ("len((l, r) for l in 0..n-1, r in l+1..n if not win(sum(nim(x) for x in a[l:r])))", same(&xors)),
        ("len((l, r) for l in 1..n, r in l..n if win(sum(nim(x) for x in a[l-1:r])))", n * (n + 1) / 2 - same(&xors)),
    ] {
        assert_eq!(run(&engine(RULES, answer), &input).unwrap(), expected.to_string(), "{answer}");
    }
}

/// A list that is asked about in each turn is searched by an index, and made only once.
#[test]
fn members_of_a_long_list() {
    let n = 50_000;
    let mut random = Random(3);
    let input = input(&mut random, n, n, 1 << 17);
    let words: Vec<&str> = input.split(' ').skip(3).collect();
    let (a, b) = words.split_at(n as usize);
    let known: std::collections::HashSet<&str> = b.iter().copied().collect();
    let missing = a.iter().filter(|x| !known.contains(*x)).count();
    for answer in [
        "len([x for x in a if x not in set(b)])",
        "len([x for x in a if count([y for y in b], x) == 0])",
        "len([x for x in a if find(sort(b), x) == n])",
        "len([x for x in a if \"\" ++ text(x) not in [text(y) for y in b]])",
    ] {
        assert_eq!(run(&engine(RULES, answer), &input).unwrap(), missing.to_string(), "{answer}");
    }
    // The list may depend on a name around it, and an empty loop asks for nothing.
    agree_under(
        RULES,
        &[
            "[len([x for x in a if x in set(k + y for y in b)]) for k in 0..3]",
            "[x for x in a if x < 0 if x in set([1, \"a\"])], n",
        ],
        Some(false),
    );
}
