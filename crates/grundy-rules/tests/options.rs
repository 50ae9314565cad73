//! `for q in options(P)`, `args(q)`, `text(q)`, and helpers that are positions.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use grundy::Watch;
use grundy_rules::{Engine, Error, Library, Settings};
use proptest::prelude::*;

fn judge(text: &str, input: &str) -> Result<String, Error> {
    let mut library = Library::new();
    library.add_rules("file", text)?;
    let mut out = String::new();
    Engine::new(library, Watch::default())
        .judge("file", &Settings::default(), input, &mut |text| out.push_str(text))?;
    Ok(out)
}

const NIM: &str = "nim(n) -> nim(m) for m in 0..n-1\n";
const KAYLES: &str = "row(n) -> row(a) + row(n-k-a) for k in 1..2, a in 0..n-k\n";
const TOKEN: &str = "data e\nat(v) -> at(w) for (u, w) in starting(e, v)\n";

/// A file without its input, the input, what it prints.
const ANSWERS: &[(&str, &str, &str, &str)] = &[
    // In the order of the rules, repeats included.
    (NIM, "answer [args(q)[0] for q in options(nim(4))]", "", "0 1 2 3"),
    (NIM, "answer [text(q) for q in options(nim(3))]", "", "nim(0) nim(1) nim(2)"),
    (
        KAYLES,
        "answer join(text(q) for q in options(row(2)), \", \")",
        "",
        "row(0) + row(1), row(1) + row(0), row(0) + row(0)",
    ),
    // A sum: the moves in each component, the others beside them.
    (
        NIM,
        "answer join(text(q) for q in options(nim(1) + nim(2)), \", \")",
        "",
        "nim(0) + nim(2), nim(1) + nim(0), nim(1) + nim(1)",
    ),
    (NIM, "answer join(text(q) for q in options(3*nim(1)), \", \")", "", "2*nim(1) + nim(0)"),
    (NIM, "answer len(1 for q in options(0)), len(1 for q in options(nim(0)))", "", "0 0"),
    // The number of winning moves of Nim with 7, 9, 14: each heap has at most one.
    (
        NIM,
        "input n, x[n]\nlet start = sum(nim(a) for a in x)\nanswer len(1 for q in options(start) if not win(q))",
        "3 7 11 13",
        "3",
    ),
    (
        NIM,
        "answer [value(q) for q in options(nim(2) + nim(4))], [win(q) for q in options(nim(2))]",
        "",
        "4 5 2 3 0 1 false true",
    ),
    // In sums and copies, and options of options.
    (
        NIM,
        "answer [value(q + nim(8)) for q in options(nim(2))], [value(3*q) for q in options(nim(3))]",
        "",
        "8 9 0 1 2",
    ),
    (
        NIM,
        "answer len(1 for q in options(nim(4)) for r in options(q)), len(1 for q in options(nim(3)), r in options(q + nim(1)))",
        "",
        "6 6",
    ),
    // In helpers.
    (
        NIM,
        "let best(n) = [args(q)[0] for q in options(nim(n) + nim(2)) if len(text(q)) < 0] ++ [n]\nanswer best(5)",
        "",
        "5",
    ),
    (
        KAYLES,
        "let lost(n) = [text(q) for q in options(row(n)) if not win(q)]\nanswer len(lost(5)), lost(3)",
        "",
        "1 row(1) + row(1)",
    ),
    // Params in brackets go on to the options.
    (
        "param K\ntake(n) -> take(n-k) for k in 1..K\n",
        "answer [text(q) for q in options(take(5; K=2))], [value(q) for q in options(take(5; K=2))]",
        "",
        "take(4; K=2) take(3; K=2) 1 0",
    ),
    (
        "param K\ntake(n) -> take(n-k) for k in 1..K\n",
        "input K, n\nanswer [args(q)[0] for q in options(take(n)) if not win(q)]",
        "3 10",
        "8",
    ),
    // Where play may go on for ever.
    (
        TOKEN,
        "input m, e[m][2]\nanswer [draw(q) for q in options(at(1))], [win(q) for q in options(at(1))]",
        "4  1 2  2 1  1 3  3 4",
        "true false false true",
    ),
    // Not to win is not to lose: the option that is drawn counts.
    (
        TOKEN,
        "input m, e[m][2]\nanswer set(args(q)[0] for q in options(at(1)) if not win(q))",
        "5  1 2  2 1  1 3  3 4  1 5",
        "2 5",
    ),
    // Names of the file hide the words.
    ("options(n) -> options(n-1)\n", "let args(n) = n + 1\nanswer value(options(3)), args(3)", "", "1 4"),
    // Misère.
    (
        "misere\nnim(n) -> nim(m) for m in 0..n-1\n",
        "answer set(args(q)[0] for q in options(nim(5)) if not win(q))",
        "",
        "1",
    ),
];

#[test]
fn options_in_answers() {
    for (rules, rest, input, gives) in ANSWERS {
        let text = format!("{rules}{rest}\n");
        let text = if rest.contains("input ") { text } else { format!("{text}input z\n") };
        let input = if rest.contains("input ") { input } else { "0" };
        let found = judge(&text, input).map_err(|error| format!("{text}\n{error}")).unwrap();
        assert_eq!(found.trim_end(), *gives, "{text}");
    }
}

/// What a position of two heaps leaves, looked up among all moves, is what theorems find without a list of them: at any size.
#[test]
fn lost_options_at_any_size() {
    let text = format!(
        "{NIM}input a, b\nanswer min(text(q) for q in options(nim(a) + nim(b)) if not win(q)), any(true for q in options(nim(a) + nim(a)) if not win(q))\n"
    );
    assert_eq!(judge(&text, "5 3").unwrap(), "nim(3) + nim(3) false\n");
    let large = judge(&text, "1000000000000000000 3").unwrap();
    assert_eq!(large, "nim(3) + nim(3) false\n");
}

/// For `min`, `max`, `any`, `all` and `set` lost options may be found without a list: the same as with it.
#[test]
fn sets_and_lists_agree() {
    let rules = [
        NIM,
        KAYLES,
        "row(n) -> row(n-k) for k in 2..5\n",
        "row(n) -> row(a) + row(n-a) for a in 1..n-1 if a < n-a\n",
        "row(n) -> row(n-1) if n % 3 > 0\nrow(n) -> row(n/2) if n > 0\n",
        "row(n) -> (row((n+2) % 9) | row((n+3) % 9)) if n < 7\n",
        "misere\nrow(n) -> row(a) + row(n-k-a) for k in 1..2, a in 0..n-k\n",
    ];
    for rule in rules {
        let kind = if rule == NIM { "nim" } else { "row" };
        let (one, list) = ("text(q) for q in options(P(n) + P(4)) if not win(q)", "set([L])");
        let (one, list) = (one.replace('P', kind), list.replace('L', &one.replace('P', kind)));
        let text = format!(
            "{rule}input repeat t: n\nanswer set({one}) == {list}, any(true for x in {list}) == any(true for x in set({one}))\n"
        );
        let input: String = std::iter::once("9".to_owned()).chain((0..9).map(|n| format!(" {n}"))).collect();
        assert_eq!(judge(&text, &input).unwrap(), "true true\n".repeat(9), "{rule}");
    }
}

/// Helpers that are positions, in rules, `play`, questions and other helpers.
const PLACED: &[(&str, &str, &str)] = &[
    (
        "let two(n, k) = pile(n-k) + pile(k)\npile(n) -> two(n, k) for k in 1..n-1\ninput n\nplay pile(n)\nanswer value",
        "7",
        "0",
    ),
    (
        "let after(k) = pile(n-k)\npile(n) -> pile(n-k) for k in 1..3\ninput n\nanswer [k for k in 1..3 if not win(after(k))]",
        "10",
        "2",
    ),
    (
        "let start = sum(pile(a) for a in x)\npile(n) -> pile(m) for m in 0..n-1\ninput n, x[n]\nplay start\nanswer value, value(start + pile(8)), value(3*start)",
        "2 5 6",
        "3 11 3",
    ),
    // The names of a helper are its own: `n` is read, `k` is a `for` name of the rule.
    (
        "let upto(k) = sum(pile(i) for i in 1..k)\npile(n) -> pile(m) for m in 0..n-1\ninput n\nanswer [value(upto(i)) for i in 1..n]",
        "4",
        "1 3 0 4",
    ),
    (
        "let big = pile(max(i for i in 0..9))\nlet more(n) = sum(big for i in 1..n)\npile(n) -> pile(m) for m in 0..n-1\ninput n\nanswer value(more(n)), value(more(n+1))",
        "4",
        "0 9",
    ),
    (
        "let put(k) = sum(pile(k*i) for i in 1..2)\npile(n) -> pile(m) for m in 0..n-1\ninput n\nanswer value(put(max(i for i in 1..n)))",
        "5",
        "15",
    ),
];

#[test]
fn helpers_that_are_positions() {
    for (text, input, gives) in PLACED {
        let found = judge(text, input).map_err(|error| format!("{text}\n{error}")).unwrap();
        assert_eq!(found.trim_end(), *gives, "{text}");
    }
}

/// A file and a part of what is said about it.
const WRONG: &[(&str, &str)] = &[
    ("nim(n) -> nim(m) for m in 0..n-1 for q in options(nim(2))\n", "`options` cannot stand in a rule"),
    ("nim(n) -> nim(m) for m in 0..n-1\ninput n\nanswer options(nim(n))\n", "is no list"),
    (
        "nim(n) -> nim(m) for m in 0..n-1\ninput n\nanswer [q for q in options(nim(n))]\n",
        "a position stands where a value is expected",
    ),
    ("nim(n) -> nim(m) for m in 0..n-1\ninput n\nanswer args(nim(n) + nim(n))\n", "a position of one component"),
    (
        "nim(n) -> nim(m) for m in 0..n-1\nlet f = nim(3)\ninput n\nanswer f + 1\n",
        "a position stands where a value is expected",
    ),
    ("nim(n) -> nim(m) for m in 0..n-1\nlet f(n) = nim(n) + f(n-1)\ninput n\nanswer win(f(n))\n", "needs itself"),
    (
        "nim(n) -> nim(m) for m in 0..n-1\nlet f(n) = nim(n)\ninput n\nanswer win(f(n, n))\n",
        "`f` takes 1 argument, found 2",
    ),
    ("nim(n) -> f(n)\nlet f(n) = nim(n-z)\ninput z\nanswer win(nim(z))\n", "a rule does not see it"),
    (
        "nim(n) -> f(n)\nlet f(n) = nim(n-value(nim(2)))\ninput z\nanswer win(nim(z))\n",
        "`value` cannot stand in a rule",
    ),
    ("nim(n) -> nim(m) for m in 0..n-1\nlet f(n) = tke(n) + nim(n)\ninput z\nanswer win(f(z))\n", "no rule for `tke`"),
    ("nim(n) -> nim(m) for m in 0..\ninput z\nanswer len(1 for q in options(nim(z)))\n", "infinitely many options"),
];

#[test]
fn wrong_options() {
    for (text, part) in WRONG {
        let error = judge(text, "3").unwrap_err().to_string();
        assert!(error.contains(part), "{text}\n{error}");
        assert_eq!(error.matches(part).count(), 1, "{text}\n{error}");
    }
}

/// Helpers that double what they stand for end with a message, not with all memory.
#[test]
fn doubling_positions_are_refused() {
    let mut text = "nim(n) -> nim(m) for m in 0..n-1\nlet f0(n) = nim(n+n)\n".to_owned();
    for i in 1..60 {
        text += &format!("let f{i}(n) = f{0}(n+n) + f{0}(n)\n", i - 1);
    }
    text += "input n\nanswer win(f59(n))\n";
    assert!(judge(&text, "1").unwrap_err().to_string().contains("more than"));
}

/// Strips and stairs of every direction, and one on which the order of the list does not matter.
const LISTS: &[&str] = &[
    "g(p) -> g(p with [i] -= k) for i in 0..len(p)-1, k in 1..p[i]-(if i == 0 then 0 else p[i-1])",
    "g(p) -> g(p with [i] -= k, [i-1] += k) for i in 1..len(p)-1, k in 1..p[i]",
    "g(p) -> g(p with [i] -= k, [i+1] += k) for i in 0..len(p)-2, k in 1..p[i]",
    "g(p) -> g(if i == 0 then p with [0] -= k else p with [i] -= k, [i-1] += k) for i in 0..len(p)-1, k in 1..p[i]",
    "g(p) -> g(sort(p with [i] -= k)) for i in 0..len(p)-1, k in 1..p[i]",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The least and the greatest list that a winning move leaves are those of the list of all.
    #[test]
    fn extreme_options(rules in 0..LISTS.len(), mut list in proptest::collection::vec(0..7, 1..5)) {
        if rules == 0 || rules == 4 {
            list.sort_unstable();
        }
        let words = "input n, p[n]\nlet lists = [args(q)[0] for q in options(g(p)) if not win(q)]\n\
            answer if win(g(p)) then [min(args(q)[0] for q in options(g(p)) if not win(q)), max(args(q)[0] for q in options(g(p)) if not win(q)), min(lists), max(lists)] else []";
        let input = format!("{} {}", list.len(), list.iter().map(|n: &i32| n.to_string()).collect::<Vec<_>>().join(" "));
        let out = judge(&format!("{}\n{words}", LISTS[rules]), &input).unwrap();
        let numbers: Vec<&str> = out.split_whitespace().collect();
        let (told, listed) = numbers.split_at(numbers.len() / 2);
        prop_assert_eq!(told, listed, "{} {:?}", LISTS[rules], list);
    }

    /// Winning moves are counted as often as the rules make them.
    #[test]
    fn winning_moves_are_counted(rules in 0..SINGLE.len(), heaps in proptest::collection::vec(0..9, 1..4)) {
        let words = "input n, p[n]\nlet start = sum(g(x) for x in p)\nlet one = [1 for q in options(start) if not win(q)]\n\
            answer len(1 for q in options(start) if not win(q)), len([q2 for q in options(start) if not win(q) for q2 in [1, 1]]), sum(len(text(q)) for q in options(start) if not win(q)), \
            len(one), 2 * len(one), sum(lengths)\nlet lengths = [len(text(q)) for q in options(start) if not win(q)]";
        let input = format!("{} {}", heaps.len(), heaps.iter().map(|n: &i32| n.to_string()).collect::<Vec<_>>().join(" "));
        let out = judge(&format!("{}\n{words}", SINGLE[rules]), &input).unwrap();
        let numbers: Vec<&str> = out.split_whitespace().collect();
        let (told, listed) = numbers.split_at(3);
        prop_assert_eq!(told, listed, "{} {:?}", SINGLE[rules], heaps);
    }
}

/// Rules that leave one position, some of them several times.
const SINGLE: &[&str] = &[
    "g(n) -> g(m) for m in 0..n-1",
    "g(n) -> (g(n-k) | g(n-k)) for k in 1..n",
    "g(n) -> g(n-k) for k in 1..3\ng(n) -> g(n-2) | g(n-3)",
    "g(n) -> g(n-k) for k in [1, 3, 3, 4]",
    "g(n) -> g(m) for m in 0..n-1\ng(n) -> g(a) + g(n-a) for a in 1..n-1",
    "g(n) -> (g(n/2) | g(n/3) | g(n/4)) if n > 0",
];

/// Many large heaps.
#[test]
fn winning_moves_of_large_heaps_are_counted() {
    let words = "input n, p[n]\nlet start = sum(nim(x) for x in p)\nanswer len(1 for q in options(start) if not win(q)), len([1 for q in options(start) if not win(q)])";
    let input = format!(
        "100 {}",
        (0..100i64).map(|k| (k * 999_983 % 1_000_003 * 1_000_000).to_string()).collect::<Vec<_>>().join(" ")
    );
    let out = judge(&format!("{NIM}{words}"), &input).unwrap();
    let heaps: Vec<i64> = (0..100).map(|k| k * 999_983 % 1_000_003 * 1_000_000).collect();
    let xor = heaps.iter().fold(0, |xor, heap| xor ^ heap);
    let count = heaps.iter().filter(|&&heap| heap ^ xor < heap).count();
    assert!(count > 0);
    assert_eq!(out.trim(), format!("{count} {count}"));
}
