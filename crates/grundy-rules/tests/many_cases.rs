//! Many cases in one input: each is answered as if it were alone, whatever the cases before it were, and limits hold in each.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use grundy::Watch;
use grundy_rules::{Engine, Error, Library, Settings};

fn judged(rules: &str, watch: Watch, input: &str) -> Result<String, Error> {
    let mut library = Library::new();
    library.add_rules("file", rules).unwrap();
    let mut out = String::new();
    Engine::new(library, watch).judge("file", &Settings::default(), input, &mut |text| out.push_str(text))?;
    Ok(out)
}

/// Numbers that look like any.
struct Numbers(u64);

impl Numbers {
    fn up_to(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % (most + 1)
    }

    fn list(&mut self, length: u64, most: u64) -> String {
        (0..length).map(|_| format!("{} ", self.up_to(most))).collect()
    }
}

/// A way to make a case from random numbers.
type Make = fn(&mut Numbers) -> String;

/// Rules with data in each case. Some cases are so large that a glance at them is in vain.
const RULES: [(&str, Make); 6] = [
    (
        "data d\npile(p) -> pile(sort(p with [i] -= k)) for i in 0..len(p)-1, k in d\ninput repeat t: m, d[m], p[3]\nplay pile(sort(p))\nanswer if win then 1 else 2",
        |any| {
            let (length, most) = (1 + any.up_to(2), if any.up_to(9) == 0 { 40 } else { 4 });
            format!("{length} {} {}", any.list(length, 3).replace('0', "5"), any.list(3, most))
        },
    ),
    (
        "data s\ng(n) -> g(n-k) for k in s if k > 0\ninput repeat t: m, s[m], q, h[q]\nplay g(x) for x in h\nanswer if win then value else \"lost\"",
        |any| {
            let (m, q, most) = (1 + any.up_to(3), any.up_to(3), if any.up_to(9) == 0 { 9000 } else { 20 });
            format!("{m} {} {q} {}", any.list(m, 9), any.list(q, most))
        },
    ),
    (
        "data s, words\npiece(i, j) -> piece(i, k) + piece(k + len(w), j) for w in words, k in i..j-len(w) if s[k:k+len(w)] == w\ninput repeat t: text s, n, text words[n]\nplay piece(0, len(s))\nanswer if win then \"A\" else \"B\"",
        |any| {
            let mut word = |most| (0..=any.up_to(most)).map(|_| ['a', 'b'][any.up_to(1) as usize]).collect::<String>();
            format!("{} 2 {} {}", word(9), word(1), word(2))
        },
    ),
    (
        "data e\ntoken(v) -> token(w) for (u, w) in e if u == v\nlet best = min(args(q)[0] for q in options(token(v)) if not win(q))\ninput repeat t: m, e[m][2], v\nplay token(v)\nanswer if win then best else 0",
        |any| {
            let m = any.up_to(6);
            let edge = |_| {
                let from = any.up_to(4);
                format!("{from} {} ", from + 1 + any.up_to(3))
            };
            let edges: String = (0..m).map(edge).collect();
            format!("{m} {edges} {}", any.up_to(4))
        },
    ),
    (
        "param l, r\ng(n) -> g(n-k) for k in l..r\ninput repeat t: n, l, r\nplay g(n) + g(n+1)\nanswer value, win(g(n))",
        |any| {
            let (most, l) = (if any.up_to(4) == 0 { 100_000 } else { 30 }, 1 + any.up_to(3));
            format!("{} {l} {}", any.up_to(most), l + any.up_to(3))
        },
    ),
    (
        "data c\nrow(i, j) -> row(i+1, j) if i < j and c[i] > 0\nrow(i, j) -> row(i, j-1) if i < j and c[j-1] > 1\nlet f(i) = if i >= n then 0 else max(c[i] - f(i+1), f(i+1) - c[i])\ninput repeat t: n, c[n]\nplay row(0, n)\nanswer if win then f(0) else -f(0)",
        |any| {
            let n = any.up_to(7);
            format!("{n} {}", any.list(n, 3))
        },
    ),
];

#[test]
fn each_case_is_answered_as_if_it_were_alone() {
    for (index, (rules, make)) in RULES.iter().enumerate() {
        let mut any = Numbers(index as u64 + 1);
        let cases: Vec<String> = (0..60).map(|_| make(&mut any)).collect();
        let all = judged(rules, Watch::default(), &format!("{} {}", cases.len(), cases.join("\n"))).unwrap();
        let alone = cases.iter().map(|case| judged(rules, Watch::default(), &format!("1 {case}")).unwrap());
        let alone: Vec<String> = alone.collect();
        assert!(alone.iter().any(|line| *line != alone[0]), "{rules}: all answers are the same");
        for (number, (line, expected)) in all.lines().zip(&alone).enumerate() {
            assert_eq!(line, expected.trim_end_matches('\n'), "{rules}\ncase {number}: {}", cases[number]);
        }
        assert_eq!(all.lines().count(), alone.len());
    }
}

#[test]
fn limits_hold_in_each_case() {
    // The elements depend on each other, so that nothing but a search answers.
    let rules = &RULES[0].0.replace("k in d\n", "k in d if p[0] != 5 + k\n");
    let small = "2 1 2  1 2 3\n";
    let large = "3 1 2 3  60 61 62\n";
    for before in [0, 3, 20] {
        let input = format!("{} {}{large}{small}", before + 2, small.repeat(before));
        let watch = Watch::default().with_positions(1000);
        let error = judged(rules, watch, &input).expect_err("the limit is seen");
        assert!(matches!(error, Error::Limit(_)), "{before}: {error}");
        let named = before == 0 || error.to_string().contains(&format!("case {}", before + 1));
        assert!(named, "{before}: {error}");
    }
}

#[test]
fn what_is_wrong_is_said_in_each_case() {
    let rules =
        "data d\ng(n) -> g(n - 6/k) for k in d\ninput repeat t: m, d[m], n\nplay g(n)\nanswer if win then 1 else 2";
    for before in [0, 3, 20] {
        let input = format!("{} {}1 0 5\n", before + 1, "2 2 3 5\n".repeat(before));
        let error = judged(rules, Watch::default(), &input).expect_err("the division is seen").to_string();
        assert!(error.contains("division by zero") && error.contains("in the options of `g(5)`"), "{before}: {error}");
    }
}

/// Answers with expressions of small numbers and with what is unusual about them: rules, input, what is printed or what is wrong.
const ANSWERS: [(&str, &str, Result<&str, &str>); 27] = [
    ("input n, a[n], i\nanswer a[i] + 1", "3 1 2 3 2", Ok("4")),
    ("input n, a[n], i\nanswer a[i] + 1", "3 1 2 3 3", Err("index 3 is outside the list: it has 0 to 2")),
    ("input n, a[n], i\nanswer a[i] + 1", "3 1 2 3 -1", Err("index -1 is outside the list: it has 0 to 2")),
    ("input x, y\nanswer x * y", "4294967296 4294967296", Ok("18446744073709551616")),
    ("input x, y\nanswer x - y - 1", "-9223372036854775808 1", Ok("-9223372036854775810")),
    ("input x, y\nanswer x / y, x % y", "-7 2", Ok("-4 1")),
    ("input x, y\nanswer x / y, x % y", "7 -2", Ok("-4 -1")),
    ("input x, y\nanswer x / y", "7 0", Err("division by zero")),
    ("input x, y\nanswer if x > 0 or 1/y > 0 then 1 else 2", "7 0", Ok("1")),
    ("input x, y\nanswer if x > 0 and 1/y > 0 then 1 else 2", "7 0", Err("division by zero")),
    ("input n, a[n]\nanswer if n > 0 and a[0] > 0 then 1 else 2", "0", Ok("2")),
    ("input n, a[n]\nanswer if not (n == 0 or a[n-1] <= 4) then 1 else 2", "1 5", Ok("1")),
    ("input text s, i\nanswer if s[i] == \"b\" then 1 else 0", "abc 1", Ok("1")),
    ("input text s, i\nanswer if s[i] < s[i-1] then 1 else 0", "bac 1", Ok("1")),
    (
        "input text s, i\nanswer if s[i] == \"b\" then 1 else 0",
        "abc 3",
        Err("index 3 is outside the text: it has 0 to 2"),
    ),
    ("input n, a[n][2], i, j\nanswer a[i][j] * 2", "2 1 2 3 4 1 0", Ok("6")),
    ("input n, a[n][2], i, j\nanswer a[i][j] * 2", "2 1 2 3 4 0 2", Err("index 2 is outside the list: it has 0 to 1")),
    ("input n, text a[n], i, j\nanswer if a[i][j] != \"c\" then 1 else 0", "2 ab cd 1 0", Ok("0")),
    ("let f = [3, 1, 2]\ninput i\nanswer f[i] + f[0], max(f[1], i, 2) - min(0, i)", "1", Ok("4 2")),
    (
        "input n, a[n]\nanswer min(x for x in a), max(x for x in a), sum(x for x in a), len(x for x in a if x > 1)",
        "3 1 2 3",
        Ok("1 3 6 2"),
    ),
    (
        "input n, a[n]\nanswer any(x > 2 for x in a), all(x > 2 for x in a), xor(x for x in a), min([x, 1] for x in a)",
        "3 1 2 3",
        Ok("true false 0 1 1"),
    ),
    ("input n, a[n]\nanswer min(x for x in a)", "0", Err("min of an empty list")),
    ("input n, a[n]\nanswer sum(x for x in a), any(x > 0 for x in a), all(x > 0 for x in a)", "0", Ok("0 false true")),
    ("input text a, n\nanswer a ++ \"-\" ++ text(n) ++ \"!\"", "ab -120", Ok("ab--120!")),
    (
        "let g = n\ninput text a, n\nanswer a ++ \"-\" ++ g",
        "ab 1",
        Err("`++` joins two lists or two texts, found a text and an integer"),
    ),
    ("input n, a[n]\nanswer [1] ++ a ++ [7] ++ a", "2 3 4", Ok("1 3 4 7 3 4")),
    ("let g = h\nlet h = g + 1\ninput n\nanswer n + g", "2", Err("needs its own value")),
];

#[test]
fn quick_expressions_say_what_the_plain_ones_say() {
    for (rules, input, expected) in ANSWERS {
        match (judged(rules, Watch::default(), input), expected) {
            (Ok(found), Ok(expected)) => assert_eq!(found.trim_end(), expected, "{rules}"),
            (Err(error), Err(part)) => assert!(error.to_string().contains(part), "{rules}: {error}"),
            (found, _) => panic!("{rules} on {input}: {found:?}"),
        }
    }
}

#[test]
fn helpers_forget_what_they_gave_for_earlier_cases() {
    let rules = "let most = max(x for x in a)\nlet f(i) = if i == n then 0 else a[i] + f(i+1)\nlet twice = 2 * most\ninput repeat t: n, a[n]\nanswer most, f(0), twice, most + twice";
    let input = "4  2 5 1  1 9  3 1 1 1  2 5 1";
    assert_eq!(judged(rules, Watch::default(), input).unwrap(), "5 6 10 15\n9 9 18 27\n1 3 2 3\n5 6 10 15\n");
}
