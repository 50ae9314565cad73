//! What expressions, clauses, helpers and input mean, case by case.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use grundy::Watch;
use grundy_rules::{Engine, Error, Library, Settings};

fn judge(text: &str, input: &str) -> Result<String, Error> {
    let mut library = Library::new();
    library.add_rules("file", text)?;
    let mut out = String::new();
    Engine::new(library, Watch::default())
        .judge("file", &Settings::default(), input, &mut |text| out.push_str(text))?;
    Ok(out)
}

/// An expression and what `answer` prints for it.
const EXPRESSIONS: &[(&str, &str)] = &[
    // Strength, weak to strong.
    ("1 + 2 * 3", "7"),
    ("2 ^ 3 ^ 2", "512"),
    ("-2 ^ 2", "-4"),
    ("(-2) ^ 2", "4"),
    ("2 * -3", "-6"),
    ("10 - 3 - 2", "5"),
    ("100 / 7 / 2", "7"),
    ("7 xor 2 + 1", "4"),
    ("5 xor 3 == 6", "true"),
    ("not 1 == 2", "true"),
    ("1 == 1 or 1 == 1 and 1 == 2", "true"),
    ("not true or true", "true"),
    ("[1] ++ [2 + 3]", "1 5"),
    ("if 1 < 2 then 3 else 4", "3"),
    ("1 + (if false then 3 else 4)", "5"),
    ("if false then 1 else if false then 2 else 3", "3"),
    // Numbers.
    ("7 / 2, -7 / 2, 7 / -2, -7 / -2", "3 -4 -4 3"),
    ("7 % 2, -7 % 2, 7 % -2, -7 % -2", "1 1 -1 -1"),
    ("2^126 - 1 + 2^126", "170141183460469231731687303715884105727"),
    ("min(3, 1, 2), max([3, 1, 2]), max(k * (4 - k) for k in 0..4)", "1 3 4"),
    ("abs(-3), gcd(12, -18), gcd(0, 0), gcd(4, 6, 9)", "3 6 0 1"),
    ("isqrt(0), isqrt(99), isqrt(100)", "0 9 10"),
    ("popcount(255), lowbit(12), lowbit(0), ilog(1000, 10), ilog(999, 10)", "8 4 0 3 2"),
    ("divisors(12), divisors(1), divisors(0), divisors(-5)", "1 2 3 4 6 12 1  "),
    ("len(divisors(10^18)), sum(divisors(600851475143))", "361 610544148480"),
    ("primes(20), primes(1)", "2 3 5 7 11 13 17 19 "),
    ("[n for n in -3..30 if isprime(n)]", "2 3 5 7 11 13 17 19 23 29"),
    ("isprime(10^18 + 9), isprime((10^9 + 7) * (10^9 + 9)), isprime(2^61 - 1)", "true false true"),
    ("digits(1203), digits(0)", "1 2 0 3 0"),
    ("factors(360), factors(1), factors(10^18 + 9)", "2 3 3 2 5 1  1000000000000000009 1"),
    (
        "bitand(12, 10), bitor(12, 10), powmod(2, 10, 1000), powmod(3, 10^9 + 5, 10^9 + 7) * 3 % (10^9 + 7), powmod(5, 0, 1)",
        "8 14 24 1 0",
    ),
    ("powmod(-2, 3, 2^82), powmod(2^80 + 5, 3, 2^82 - 3)", "4835703278458516698824696 3400103867666144553861308"),
    // Lists and text.
    ("[1, 2, 3][0], [1, 2, 3][2], \"abc\"[1]", "1 3 b"),
    ("[1, 2, 3][1:], [1, 2, 3][:-1], [1, 2, 3][-5:99], [1, 2, 3][2:1]", "2 3  1 2 3 "),
    ("\"hello\"[1:3] ++ \"!\"", "el!"),
    ("(1, 2) == [1, 2], [] == [], [[]] == [[], []]", "true true false"),
    ("[3..6], [3..3], [3..2]", "3 4 5 6 3 "),
    ("[x * y for x in 1..3, y in x..3 if x != y]", "2 3 6"),
    ("[x ++ y for x in \"ab\" for y in [\"1\", \"2\"]]", "a1 a2 b1 b2"),
    ("[a - b for (a, b) in [(5, 2), (7, 7)]]", "3 0"),
    ("[m + 1 for k in 1..3 let m = k * k if m != 4]", "2 10"),
    ("[x ++ t for k in 1..2 let x = text(k), t = x ++ \"!\"]", "11! 22!"),
    ("sum(m * m for k in [1, 2] let m = k + 1)", "13"),
    ("len([]), len(\"\"), len(\"añb\"), len(x for x in 1..5 if x % 2 == 1)", "0 0 3 3"),
    ("sum([]), xor([]), any([]), all([]), xor([1, 2, 4])", "0 0 false true 7"),
    ("any(x > 2 for x in [1, 3]), all(x > 2 for x in [1, 3])", "true false"),
    ("sort([3, 1, 2]), set([3, 1, 3]), set(\"hello\"), sort([\"b\", \"a\"])", "1 2 3 1 3 e h l o a b"),
    ("sort([[2], [1, 5], []])", " 1 5 2"),
    (
        "count([1, 2, 1], 1), count(\"banana\", \"ana\"), find([4, 5], 5), find([4, 5], 9), find(\"abc\", \"z\")",
        "2 2 1 2 3",
    ),
    ("2 in [1, 2], 3 not in [1, 2], \"ell\" in \"hello\", \"\" in \"\", [1] in [[1]]", "true true true true true"),
    ("\"a\" < \"b\", [1, 2] < [1, 3], [] < [0], \"Z\" < \"a\", \"ab\" <= \"ab\"", "true true true true true"),
    ("join([1, 2]), join([1, 2], \"-\"), join(x * x for x in 1..3, \",\")", "12 1-2 1,4,9"),
    ("text(5) ++ text(true) ++ text([1, 2]) ++ text(\"x\")", "5true1 2x"),
    ("\"a\\\"b\\\\c\\u{e9}\"", "a\"b\\cé"),
    ("within([\"ab\", \"aa\", \"\", \"abca\", \"d\"], \"abac\")", "ab aa  abca"),
    ("within([[1, 2], [2, 2], [], [3]], [2, 1, 2])", "1 2 2 2 "),
    ("tally([3, 1, 3]), tally(\"hello\"), runs(\"aabba\"), runs([])", "1 1 3 2 e 1 h 1 l 2 o 1 a 2 b 2 a 1 "),
    (
        "len(split(\"-ab--c\", \"-\")), join(split(\"-ab--c\", \"-\"), \"/\"), split([1, 0, 2, 3, 0], 0), len(split([1, 0, 2, 3, 0], 0))",
        "4 /ab//c 1 2 3  3",
    ),
    (
        "reverse([1, 2, 3]), reverse(\"abc\"), code(\"a\"), [code(c) - code(\"a\") for c in \"dog\"]",
        "3 2 1 cba 97 3 14 6",
    ),
    (
        "choose([1..4], 2), len(choose([1..10], 5)), choose([1], 2), len(choose([], 0))",
        "1 2 1 3 1 4 2 3 2 4 3 4 252  1",
    ),
    ("subsets([3, 1, 2]), len(subsets([])), len(subsets([1..10]))", " 3 1 2 3 1 3 2 1 2 3 1 2 1 1024"),
    (
        "join([join(p, \"+\") for p in partitions(5)], \" \"), len(partitions(0)), len(partitions(20))",
        "5 4+1 3+2 3+1+1 2+2+1 2+1+1+1 1+1+1+1+1 1 627",
    ),
    ("without([7, 8, 9], 1), without(\"abc\", 0), without([5], 0), len(without(\"a\", 0))", "7 9 bc  0"),
    ("int(\"42\") + 1, int(\"-7\"), int(\"+3\"), int(\"007\")", "43 -7 3 7"),
    (
        "neighbours([(1, 2), (3, 1), (2, 3), (1, 1)], 1), starting([(1, \"a\"), (2, \"b\"), (1, \"c\")], 1), neighbours([], 5)",
        "2 3 1 1 a 1 c ",
    ),
    ("components(5, [(4, 2), (5, 4)]), len(components(5, [(4, 2), (5, 4)])), components(0, [])", "1 2 4 5 3 3 "),
    // with
    ("[1, 2, 3] with [0] = 9", "9 2 3"),
    ("[1, 2, 3] with [0] += 5, [2] -= 1", "6 2 2"),
    ("[1, 2, 3] with [0] += 1, [0] += 1", "3 2 3"),
    ("[[1, 2], [3]] with [0][1] = 7, [1] = [4]", "1 7 4"),
    ("\"abc\" with [1] = \"X\"", "aXc"),
    ("len([[1, 2] with [0] = 3, [1]])", "2"),
    // Early stops.
    ("false and 1 / 0 == 1, true or 1 / 0 == 1", "false true"),
    ("[x for x in [0, 1] if x != 0 if 1 / x == 1]", "1"),
];

#[test]
fn expressions_mean_what_the_table_says() {
    for (expr, expected) in EXPRESSIONS {
        let out = judge(&format!("answer {expr}"), "").unwrap_or_else(|error| panic!("{expr}\n{error}"));
        assert_eq!(out, format!("{expected}\n"), "{expr}");
    }
}

#[test]
fn a_local_name_is_for_the_clauses_after_it() {
    let rules = "g(n) -> g(m) + g(r) for k in 1..n let m = n - k let r = k - 1 if m <= r";
    let plain = "g(n) -> g(n - k) + g(k - 1) for k in 1..n if n - k <= k - 1";
    let answer = "\nanswer [value(g(n)) for n in 0..60]";
    assert_eq!(judge(&format!("{rules}{answer}"), "").unwrap(), judge(&format!("{plain}{answer}"), "").unwrap());
    let play = "nim(n) -> nim(m) for m in 0..n-1\ninput n, x[n]\nplay nim(y) for a in x let y = a % 4\nanswer value";
    assert_eq!(judge(play, "3 5 6 7").unwrap(), "0\n");
    let mut library = Library::new();
    library.add_rules("file", "take(n) -> take(m) for k in 1..n let m = n - k").unwrap();
    let engine = Engine::new(library, Watch::default());
    let sum = engine.sum("take(1000000000000000000)", &Settings::default()).unwrap();
    assert_eq!(engine.sum_value(&sum).unwrap().to_string(), "1000000000000000000");
}

#[test]
fn a_position_may_have_other_params() {
    let rules = "param K\npile(n) -> pile(n - k) for k in 1..K\n";
    let text = format!(
        "{rules}input n, k\nplay pile(n; K=k) + pile(1; K=9)\nanswer value, [value(pile(n; K=j)) for j in 1..k], win(pile(n; K=k))"
    );
    assert_eq!(judge(&text, "17 5").unwrap(), "4 1 2 1 2 5 true\n");
    let many = format!("{rules}let g(n, k) = value(pile(n; K=k))\nanswer sum(g(n, k) for n in 0..40, k in 1..200)");
    let expected: u64 = (0..=40u64).flat_map(|n| (1..=200u64).map(move |k| n % (k + 1))).sum();
    assert_eq!(judge(&many, "").unwrap(), format!("{expected}\n"));
    let wrong = [
        ("param K\npile(n) -> pile(n-1; K=K-1)\n", "a move does not change params"),
        ("param K\npile(n) -> pile(n-K)\nanswer win(pile(3; Q=1))\n", "`Q` is no param or data"),
        ("param K\npile(n) -> pile(n-K)\nanswer win(pile(3; K=true))\n", "expected an integer"),
    ];
    for (text, message) in wrong {
        let error = judge(text, "").unwrap_err();
        assert!(error.to_string().contains(message), "{error}");
    }
}

#[test]
fn with_sees_the_old_list() {
    let text = "let swap(p) = p with [0] = p[1], [1] = p[0]\nanswer swap([1, 2])";
    assert_eq!(judge(text, "").unwrap(), "2 1\n");
}

#[test]
fn lines_comments_and_samples() {
    let text = "\u{feff}# a comment\r\ng(n) -> g(n-1)   # another\r\n\r\ninput n,\n      # in between\n\tx[n]\nplay g(a) for a in x\nanswer \"#\" ++ text(value)\nsample\n    2 3 4\n# outside\n    \ngives\n  #1\n";
    let mut library = Library::new();
    library.add_rules("file", text).unwrap();
    let engine = Engine::new(library, Watch::default());
    assert!(engine.check_samples("file", &Settings::default()).unwrap().iter().all(|sample| sample.right));
    let mut library = Library::new();
    library.add_rules("file", &text.replace("#1", "#2")).unwrap();
    let wrong = Engine::new(library, Watch::default()).check_samples("file", &Settings::default()).unwrap();
    assert_eq!((wrong[0].right, wrong[0].printed.as_str()), (false, "#1\n"));
}

#[test]
fn helpers_may_call_deep_and_are_remembered() {
    let text = "let down(n) = if n == 0 then 0 else 1 + down(n-1)\nanswer down(100000)";
    assert_eq!(judge(text, "").unwrap(), "100000\n");
    let text = "let fib(n) = if n < 2 then n else fib(n-1) + fib(n-2)\nanswer fib(150)";
    assert_eq!(judge(text, "").unwrap(), "9969216677189303386214405760200\n");
    let text = "let even(n) = n == 0 or odd(n-1)\nlet odd(n) = n != 0 and even(n-1)\nanswer even(1000), odd(1000)";
    assert_eq!(judge(text, "").unwrap(), "true false\n");
}

#[test]
fn helpers_are_worked_out_anew_for_each_case() {
    let text = "let double = 2 * n\ninput repeat t: n\nanswer double, case";
    assert_eq!(judge(text, "3 5 6 7").unwrap(), "10 1\n12 2\n14 3\n");
}

#[test]
fn params_and_data_read_by_input_change_the_game() {
    let text = "param k\nchip(n) -> chip(n-1) | chip(n-k)\ninput repeat t: n, k\nplay chip(n)\nanswer value";
    // Taking 1 or 2: value n mod 3. Taking 1 or 3: value n mod 2. Then 1 or 2 again.
    assert_eq!(judge(text, "3  4 2  4 3  5 2").unwrap(), "1\n0\n2\n");
}

#[test]
fn a_helper_that_reads_input_changes_the_game_too() {
    let text = "let step = k\nchip(n) -> chip(n-1) | chip(n-step)\ninput repeat t: n, k\nplay chip(n)\nanswer value";
    assert_eq!(judge(text, "3  4 2  4 3  5 2").unwrap(), "1\n0\n2\n");
}

#[test]
fn inputs_read_in_all_ways() {
    let text = "input n, a[n][2], rows[2](k, x[k]), text w, text g[2]\nanswer a, rows[0][1], rows[1], w, g";
    assert_eq!(judge(text, "2  1 2 3 4   2 5 6   0   ab  ..# #..").unwrap(), "1 2 3 4 5 6 0  ab ..# #..\n");
    let text = "input n, repeat n: k\nanswer n, k";
    assert_eq!(judge(text, "2  7 8").unwrap(), "2 7\n2 8\n");
    let text = "input repeat: k\nanswer k";
    assert_eq!(judge(text, " 7 8\n\n").unwrap(), "7\n8\n");
    let text = "input repeat until a == 0 and b == 0: a, b, x[a]\nanswer sum(x) + b";
    assert_eq!(judge(text, "2 1 5 6  0 3  0 0").unwrap(), "12\n3\n");
    // Records in records: the inner sizes see the outer fields.
    let text = "input r[1](n, s[n](k, x[k+n]))\nanswer r";
    assert_eq!(judge(text, "2   0 1 2   1 3 4 5").unwrap(), "2 0 1 2 1 3 4 5\n");
}

#[test]
fn negative_numbers_mean_no_move() {
    let text = "g(n) -> g(n-1) | g(n-2)\nh(p) -> h(p with [i] -= 2) for i in 0..len(p)-1\nk(n) -> k(n-2) + k(n-3)\ninput n\nanswer [value(g(m)) for m in 0..n], value(h([3, 1, 2])), [value(k(m)) for m in 0..n]";
    // g is take 1 or 2. In h two heaps allow one move each. In k a part may not be negative.
    let k: Vec<u64> = (0..=7u64).fold(Vec::new(), |mut values, n| {
        let value = if n < 3 { 0 } else { u64::from(values[n as usize - 2] ^ values[n as usize - 3] == 0) };
        values.push(value);
        values
    });
    let k: Vec<String> = k.iter().map(u64::to_string).collect();
    assert_eq!(judge(text, "7").unwrap(), format!("0 1 2 0 1 2 0 1 0 {}\n", k.join(" ")));
}

#[test]
fn copies_and_sums_of_positions() {
    let text = "nim(n) -> nim(m) for m in 0..n-1\nanswer value(3 * nim(5)), value(10^18 * nim(5) + nim(1)), value(0), value(sum(nim(k) for k in 1..4)), value(2 * 3 * (nim(1) + nim(2)) + nim(7)), value(0 * nim(3))";
    assert_eq!(judge(text, "").unwrap(), "5 1 0 4 7 0\n");
}

#[test]
fn a_name_that_only_input_reads_may_be_hidden() {
    let text = "nim(n) -> nim(m) for m in 0..n-1\nlet f(n) = n + 1\ninput n\nplay nim(n)\nanswer value, f(1), [n for n in 1..2]";
    assert_eq!(judge(text, "9").unwrap(), "9 2 1 2\n");
}

#[test]
fn loopy_games_may_be_drawn() {
    let text = "data e\ntoken(v) -> token(w) for (u, w) in e if u == v\ninput m, e[m][2], n\nanswer [if draw(token(v)) then \"draw\" else if win(token(v)) then \"win\" else \"lose\" for v in 1..n]";
    // 1 and 2 go round; 3 can end the game from the round; 4 leads only into it; 5 is the end.
    assert_eq!(judge(text, "3  1 2  2 1  4 1  5").unwrap(), "draw draw lose draw lose\n");
    assert_eq!(judge(text, "4  1 2  2 1  2 5  4 1  5").unwrap(), "lose win lose win lose\n");
}

#[test]
fn misere_is_an_outcome() {
    let text = "misere\nnim(n) -> nim(m) for m in 0..n-1\ninput repeat t: n, x[n]\nplay nim(a) for a in x\nanswer win";
    let heaps = "8   1 1   1 2   2 1 1   2 2 2   3 1 1 1   3 1 2 3   0   2 3 3";
    assert_eq!(judge(text, heaps).unwrap(), "false\ntrue\ntrue\nfalse\nfalse\nfalse\ntrue\nfalse\n");
    let text = text.replace("answer win", "answer value");
    assert!(judge(&text, "1 1 1").unwrap_err().to_string().contains("misère"));
}

#[test]
fn a_value_from_outside_may_not_be_read_too() {
    let mut library = Library::new();
    library.add_rules("file", "param k\ng(n) -> g(n-k)\ninput n, k\nplay g(n)\nanswer value").unwrap();
    let settings = Settings { set: vec![("k".to_owned(), 2)], ..Settings::default() };
    let error = Engine::new(library, Watch::default()).judge("file", &settings, "3 2", &mut |_| {}).unwrap_err();
    assert!(error.to_string().contains("set from outside and read by `input`"), "{error}");
}

/// Lists that are asked often get an index; its answers are those of a walk.
#[test]
fn an_index_changes_no_answer() {
    let text = "\
let L = [k * k % 50 for k in 1..60]
let E = [(k % 7, k % 11, k) for k in 1..60]
let walk(x) = [i for i in 0..len(L)-1 if L[i] == x]
answer all([(x in L) == (len(walk(x)) > 0) and count(L, x) == len(walk(x)) and find(L, x) == min(walk(x) ++ [len(L)]) for x in 0..60]),
       all([starting(E, v) == [e for e in E if e[0] == v] for v in 0..12]),
       all([neighbours(E, v) == [if a == v then b else a for (a, b, c) in E if a == v or b == v] for v in 0..12])
";
    assert_eq!(judge(text, "").unwrap(), "true true true\n");
    let text = "let L = [k for k in 1..60] ++ [\"a\"]\nanswer [count(L, x) for x in 1..9]";
    assert!(judge(text, "").unwrap_err().to_string().contains("a text is compared with an integer"));
}

#[test]
fn newer_functions_give_way_to_names_of_the_file() {
    let text = "\
let split(t, c) = [t, c]
choose(runs) -> choose(runs - code) for code in 1..2
input tally, factors[tally]
play choose(reverse) for reverse in factors
answer split(1, 2), value, tally
";
    assert_eq!(judge(text, "2 4 5").unwrap(), "1 2 3 2\n");
    assert!(judge("let count(x) = x\nanswer 1", "").is_err());
}

/// Random expressions with what another interpreter, written from the definition alone, printed for them.
#[test]
fn another_interpreter_agrees() {
    let rows = include_str!("../testdata/expressions.tsv");
    let mut count = 0;
    for line in rows.lines().filter(|line| !line.starts_with('#')) {
        let (expr, expected) = line.split_once('\t').unwrap();
        match judge(&format!("answer {expr}"), "") {
            Ok(out) => assert!(out.split_whitespace().eq(expected.split_whitespace()), "{expr}\n{out}"),
            Err(error) => assert_eq!(expected, "error", "{expr}\n{error}"),
        }
        count += 1;
    }
    assert_eq!(count, 460);
}
