//! Answers that are counted without running through all positions, against the same answers one by one.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use grundy::Watch;
use grundy_rules::{Engine, Library, Settings};

const NIM: &str = "nim(n) -> nim(m) for m in 0..n-1\n";
const QUEEN: &str = "queen(x, y) -> (queen(x-k, y) | queen(x, y-k) | queen(x-2*k, y-2*k)) for k in 1..max(x, y)\n";
const THIRDS: &str = "seg(d) -> (seg(d/3) | seg(d - d/3)) if d > 2\n";
const ROOTS: &str = "pile(x) -> pile(y) for y in isqrt(isqrt(x))..min(isqrt(x), x-1)\n";

fn judge(rules: &str, answer: &str, input: &str) -> Result<String, String> {
    let mut library = Library::new();
    library.add_rules("test", &format!("{rules}input a, b, c\nanswer {answer}\n")).unwrap();
    let engine = Engine::new(library, Watch::default()).with_steps(1 << 26);
    let mut out = String::new();
    let run = engine.judge("test", &Settings::default(), input, &mut |text| out.push_str(text));
    run.map(|_| out.trim().to_owned()).map_err(|error| error.to_string())
}

/// Both answers, for all small inputs. The second hides its clauses, so that nothing can be counted.
fn agree(rules: &str, counted: &str, plain: &str) {
    let mut answers = std::collections::HashSet::new();
    for code in 0..4 * 4 * 4 {
        let input = format!("{} {} {}", code % 4 * 4, code / 4 % 4 * 6, code / 16);
        let (one, other) = (judge(rules, counted, &input), judge(rules, plain, &input));
        match (&one, &other) {
            (Ok(one), Ok(other)) => assert_eq!(one, other, "{counted} with {input}"),
            (one, other) => assert_eq!(one.is_err(), other.is_err(), "{counted} with {input}: {one:?}, {other:?}"),
        }
        answers.insert(one.unwrap_or_default());
    }
    assert!(answers.len() > 3, "{counted}: always {answers:?}");
}

#[test]
fn digit_by_digit() {
    for (counted, plain) in [
        (
            "len([n for n in a..b if not win(nim(n) + nim(2*n) + nim(3*n))])",
            "len([n for n in [a..b] if not win(nim(n) + nim(2*n) + nim(3*n))])",
        ),
        (
            "len([x for x in 0..a, y in 0..b if win(nim(x) + nim(a-x) + nim(y) + nim(b-y))])",
            "len([x for x in [0..a], y in [0..b] if win(nim(x) + nim(a-x) + nim(y) + nim(b-y))])",
        ),
        (
            "len([x for x in 0..a, y in x..b if x + y >= c if value(nim(x) + nim(y)) == c])",
            "len([x for x in [0..a], y in [x..b] if x + y >= c if value(nim(x) + nim(y)) == c])",
        ),
        (
            "sum(2 for x in 0..a, y in 0..x, z in y..b if y < z if not win(nim(x) + nim(y+1) + nim(z) + nim(c)))",
            "sum(2 for x in [0..a], y in [0..x], z in [y..b] if y < z if not win(nim(x) + nim(y+1) + nim(z) + nim(c)))",
        ),
        (
            "len([x for x in 0..b if c != value(nim(b-x) + nim(3*x+1))])",
            "len([x for x in [0..b] if c != value(nim(b-x) + nim(3*x+1))])",
        ),
    ] {
        agree(NIM, counted, plain);
    }
}

#[test]
fn from_lost_positions() {
    for (counted, plain) in [
        (
            "len([x for x in c..a, y in 1..b if not win(queen(x, y-1))])",
            "len([x for x in [c..a], y in [1..b] if not win(queen(x, y-1))])",
        ),
        (
            "sum(2*x - y for x in 0..a, y in x..b if not win(queen(y, x)))",
            "sum(2*x - y for x in [0..a], y in [x..b] if not win(queen(y, x)))",
        ),
        (
            "sum(x for x in 0..a+b if x > c if value(queen(x, a)) == 0)",
            "sum(x for x in [0..a+b] if x > c if value(queen(x, a)) == 0)",
        ),
        (
            "len([x for x in 0..a, y in 0..b if not win(queen(x, x))])",
            "len([x for x in [0..a], y in [0..b] if not win(queen(x, x))])",
        ),
    ] {
        agree(QUEEN, counted, plain);
    }
}

#[test]
fn by_runs() {
    for (rules, kind) in [(THIRDS, "seg"), (ROOTS, "pile")] {
        for condition in
            [format!("value({kind}(d+1)) == c"), format!("win({kind}(d))"), format!("1 != value({kind}(d))")]
        {
            let counted = format!("sum(b - 3*d for d in a..9*b if {condition})");
            agree(rules, &counted, &counted.replace("a..9*b", "[a..9*b]"));
        }
    }
}

/// Values that come in runs, from the definition and one by one beyond it.
#[test]
fn runs_of_values() {
    let all = judge(ROOTS, "[value(pile(x)) for x in [a..b]]", "16380 16440 0").unwrap();
    // The same as a condition that holds from some number on.
    let filtered = "pile(x) -> pile(y) for y in 0..isqrt(x) if y < x and (y+1)^4 > x\n";
    assert_eq!(judge(filtered, "[value(pile(x)) for x in [a..b]]", "16380 16440 0").unwrap(), all);
    let far = "[value(pile(10^15 + x)) for x in [a..b]]";
    assert_eq!(judge(filtered, far, "0 50 0"), judge(ROOTS, far, "0 50 0"));
    let large: Vec<u64> = all.split(' ').map(|word| word.parse().unwrap()).collect();
    // isqrt of these is 127 or 128, isqrt of that 11: the mex of the values of 11..127 or 11..128.
    let mut values: Vec<u64> = Vec::new();
    for x in 0..200usize {
        let (low, high) = (x.isqrt().isqrt(), x.isqrt().min(x.wrapping_sub(1)));
        values.push(if x == 0 { 0 } else { grundy::mex(values[low.min(high + 1)..=high].iter().copied()) });
    }
    for (x, value) in (16380usize..).zip(large) {
        assert_eq!(value, grundy::mex(values[11..=x.isqrt()].iter().copied()), "{x}");
    }
}

#[test]
fn at_any_size() {
    let count = "len([n for n in 1..2^a if not win(nim(n) + nim(2*n) + nim(3*n))])";
    // Fibonacci numbers.
    assert_eq!(judge(NIM, count, "30 0 0").unwrap(), "2178309");
    assert_eq!(judge(NIM, count, "100 0 0").unwrap(), "927372692193078999176");
    // Beyond 128 bits there is an error, as always, and no wrong number.
    assert!(judge(NIM, "len([n for n in 0..10^a if win(nim(n))])", "40 0 0").is_err());
}

#[test]
fn ways_and_hulls() {
    assert_eq!(judge(NIM, "xorways([a, b, c], 2, 1000)", "1 2 3").unwrap(), "14 4 6 12");
    assert_eq!(judge(NIM, "xorways([(0, a), (1, b), (2, c)], 2, 1000)", "1 2 3").unwrap(), "14 4 6 12");
    assert_eq!(judge(NIM, "xorways([a], b, c)", "3 4 7").unwrap(), "4");
    for wrong in [
        "xorways([1], 2, 0)",
        "xorways([1], 0-1, 5)",
        "xorways([1], 2, 10^30)",
        "xorways([(10^30, 1)], 1, 5)",
        "hull([1])",
        "hull([(1, 2, 3)])",
    ] {
        assert!(judge(NIM, wrong, "0 0 0").is_err(), "{wrong}");
    }
    assert_eq!(judge(NIM, "xorways([], 3, 7)", "0 0 0").unwrap(), "0");
    assert_eq!(judge(NIM, "len(hull([]))", "0 0 0").unwrap(), "0");
    assert_eq!(
        judge(NIM, "hull([(0, 0), (2, 0), (1, 0), (0, 2), (2, 2), (1, 1), (2, 0)])", "0 0 0").unwrap(),
        "0 0 2 0 2 2 0 2"
    );
    assert_eq!(judge(NIM, "hull([(1, 1), (3, 3), (2, 2)]), hull([(5, 5)])", "0 0 0").unwrap(), "1 1 3 3 5 5");
}

/// Parts of a list that are asked about again and again, against the same questions in a form that is not told apart.
#[test]
fn parts_of_a_list() {
    let list = "let list = [(k*k + a) % (b + 2) for k in 0..19]\n";
    let kayles = "kayles(n) -> kayles(a) + kayles(n-k-a) for k in 1..2, a in 0..n-k\n";
    for rules in [NIM.to_owned() + list, kayles.replace("kayles", "nim") + list] {
        for (quick, plain) in [
            (
                "[value(sum(nim(x) for x in list[:i])) for i in 0..25]",
                "[value(sum(nim(list[k]) for k in [0..min(i, 20)-1])) for i in 0..25]",
            ),
            (
                "[win(sum(nim(x+c) for x in list[i:j])) for i in 0..20, j in c..20]",
                "[win(sum(nim(list[k]+c) for k in [i..j-1])) for i in 0..20, j in c..20]",
            ),
            (
                "[value(sum(nim(list[k]) for k in i..j)) for i in [7, 3, 12, 1, 0, 19], j in 0..19]",
                "[value(sum(nim(list[k]) for k in [i..j])) for i in [7, 3, 12, 1, 0, 19], j in 0..19]",
            ),
            (
                "[value(sum(2*nim(k) + nim(k+a) for k in i..i+b)) for i in 0..30]",
                "[value(sum(2*nim(k) + nim(k+a) for k in [i..i+b])) for i in 0..30]",
            ),
            (
                "[win(sum(nim(x) for x in list[i:i+c])) for i in -3..22]",
                "[win(sum(nim(list[k]) for k in [max(0, i)..min(20, i+c)-1])) for i in -3..22]",
            ),
        ] {
            agree(&rules, quick, plain);
        }
    }
}

/// Elements that are not in the parts asked about are left alone, and what has no value is left to the plain code.
#[test]
fn parts_of_a_list_that_fail() {
    let list = "let list = [3, 5, -1, 4, 4]\n";
    let rules = NIM.to_owned() + list;
    let ask = |answer: &str| judge(&rules, answer, "1 2 3");
    assert_eq!(ask("[win(sum(nim(x) for x in list[i:i+2])) for i in [0, 3, 0]]"), Ok("true false true".to_owned()));
    assert!(ask("[win(sum(nim(x) for x in list[i:i+2])) for i in [0, 1, 3]]").is_err());
    let rules = "go(n) -> go(1-n) if n < 2\ngo(n) -> go(5) if n == 0\nlet list = [2, 5, 0, 1]\n";
    let wins = judge(rules, "[win(sum(go(x) for x in list[i:i+1])) for i in 0..3]", "1 2 3");
    let plain = judge(rules, "[win(go(list[i])) for i in 0..3]", "1 2 3");
    assert_eq!(wins, plain);
    assert!(wins.is_ok());
    // Last player loses.
    let misere = format!("misere\n{NIM}let list = [1, 1, 1, 2]\n");
    let wins = judge(&misere, "[win(sum(nim(x) for x in list[:i])) for i in 0..4]", "1 2 3");
    assert_eq!(wins, Ok("true false true false true".to_owned()));
}

#[test]
fn stretches_of_lost_pairs() {
    const PAIR: &str = "pair(a, b) -> pair(a, b - k*a) if 0 < a and a <= b for k in 1..b/a\npair(a, b) -> pair(a - k*b, b) if 0 < b and b < a for k in 1..a/b\n";
    for (counted, plain) in [
        (
            "sum(x + y for x in 1..a+1, y in x+1..b if not win(pair(x, y)))",
            "sum(x + y for x in [1..a+1], y in [x+1..b] if not win(pair(x, y)))",
        ),
        (
            "sum(3*x - 2*y + c for x in 1..a+1, y in 1..b+1 if win(pair(x, y)))",
            "sum(3*x - 2*y + c for x in [1..a+1], y in [1..b+1] if win(pair(x, y)))",
        ),
        (
            "sum(y for x in 1..a+1, y in c..2*x if not win(pair(x, y+1)))",
            "sum(y for x in [1..a+1], y in [c..2*x] if not win(pair(x, y+1)))",
        ),
        (
            "len(y for x in 1..a+1, y in c..2*x if win(pair(x, y+1)))",
            "len(y for x in [1..a+1], y in [c..2*x] if win(pair(x, y+1)))",
        ),
    ] {
        agree(PAIR, counted, plain);
    }
}
