//! Wrong programs, expressions and inputs: each row says what is marked and what is said.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use grundy::{Limits, Watch};
use grundy_rules::{Engine, Error, Library, Settings};
use std::time::Duration;

/// How a row is run.
enum Run {
    /// The file is added.
    Check,
    /// The EXPR is solved.
    Solve(&'static str),
    /// The input is judged.
    Judge(&'static str),
}
use Run::{Check, Judge, Solve};

/// A file, how it is run, what is marked by the carets (one entry for each error), a part of each message.
type Row = (&'static str, Run, &'static [(&'static str, &'static str)]);

const NIM: &str = "nim(n) -> nim(m) for m in 0..n-1";

const ROWS: &[Row] = &[
    // Characters and words.
    ("nim(n) → nim(n-1)", Check, &[("→", "unexpected character `→`")]),
    ("g(n) -> g(2n)", Check, &[("2n", "a name cannot start with a digit")]),
    ("let s = \"abc", Check, &[("\"abc", "this text has no end")]),
    (r#"let s = "a\tb""#, Check, &[("\\", "unknown escape")]),
    (
        "let x = 999999999999999999999999999999999999999999\nnim(n) -> nim(m) for m in 0..n-1",
        Check,
        &[("999999999999999999999999999999999999999999", "too large")],
    ),
    ("  nim(n) -> nim(n-1)", Check, &[("  ", "goes on with the line above")]),
    ("g(n) -> g(n-1) + 1.5", Check, &[("1.5", "cannot stand in a rule file")]),
    // Lines.
    ("then x", Check, &[("then", "a line cannot start with `then`")]),
    ("kayles", Check, &[("", "expected `(`")]),
    ("nim(0) -> 0", Check, &[("0", "expected a name, found the number 0")]),
    ("nim(value) -> nim(value-1)", Check, &[("value", "`value` is a reserved word")]),
    ("nim(n) -> nim(n-1) nim(n-2)", Check, &[("nim", "expected the end of the line")]),
    ("nim(n) -> nim(n-1) | nim(n-2) for k in 1..2", Check, &[("for", "alternatives with clauses need brackets")]),
    ("nim(n) -> nim(n-1) if n > 3 then 4", Check, &[("then", "opens a clause")]),
    ("nim(n) -> nim(if n > 3 then 1)", Check, &[(")", "expected `else`")]),
    ("nim(n) -> nim(1 + if n > 3 then 1 else 0)", Check, &[("if", "expected an expression, found `if`")]),
    ("let f() = 3", Check, &[("(", "a helper without arguments has no brackets")]),
    ("param L R", Check, &[("R", "expected `,`")]),
    ("sample 3\n    4", Check, &[("3", "expected the end of the line")]),
    ("nim(n) -> nim(n-1)\ninput n, repeat t: m, repeat u: k\nanswer n", Check, &[("repeat", "a second `repeat`")]),
    ("g(p) -> g(p with i = 3)", Check, &[("i", "expected `[`")]),
    ("g(p) -> g(p with [0] = 3 with [1] = 4)", Check, &[("with", "a second `with`")]),
    ("g(a, b) -> g(a, b) if 0 < a < b", Check, &[("<", "comparisons do not chain")]),
    ("g(a) -> g(a-1) if a = 3", Check, &[("=", "expected the end of the line")]),
    ("g(n) -> g(n-k) for (k) in [1]", Check, &[(")", "expected `,` and another name")]),
    ("", Check, &[("", "this file has no rule")]),
    // Names.
    ("take(n) -> tke(n-1)", Check, &[("tke", "no rule for `tke`")]),
    ("take(n) -> take(m-1)", Check, &[("m", "unknown name `m`")]),
    ("take(n) -> take(n-k) for k in divisor(n)", Check, &[("divisor", "unknown function `divisor`")]),
    ("take(n) -> take(n-1, 2)", Check, &[("take(n-1, 2)", "`take` takes 1 argument, found 2")]),
    ("take(n) -> take(n-1)\ntake(n, m) -> take(n-1)", Check, &[("take", "`take` has 2 arguments here and 1 above")]),
    ("take(n) -> take(max(n))\nlet f(x) = min()", Check, &[("min()", "`min` does not take no arguments")]),
    ("take(n) -> take(n-f(1, 2))\nlet f(x) = x", Check, &[("f(1, 2)", "`f` takes 1 argument, found 2")]),
    ("take(n) -> take(n-f)\nlet f(x) = x", Check, &[("f", "`f` needs arguments")]),
    ("param n\ntake(n) -> take(n-1)", Check, &[("n", "`n` would hide a param")]),
    ("take(n) -> take(n-n) for n in 1..2", Check, &[("n", "`n` would hide an argument")]),
    ("take(len) -> take(len-1)", Check, &[("len", "`len` would hide a function")]),
    ("max(n) -> max(n-1)", Check, &[("max", "`max` is a function of the language")]),
    ("param a\ndata a\ng(n) -> g(n-a)", Check, &[("a", "`a` is already a param")]),
    ("g(n) -> g(n-k)\ninput k\nanswer k", Check, &[("k", "`k` is only read by `input`")]),
    ("g(n) -> g(n-1)\ninput n, n\nanswer n", Check, &[("n", "`n` is read twice")]),
    ("param p\ng(n) -> g(n-p)\ninput text p\nanswer p", Check, &[("p", "`p` is a param, so an integer")]),
    ("g(n) -> g(n-1)\ninput n\nplay g(n)", Check, &[("", "needs an `answer` line")]),
    ("g(n) -> g(n-1)\nmisere\nmisere", Check, &[("misere", "a second line `misere`")]),
    ("g(n) -> g(n-1)\nanswer 1\nsample\n    1\n", Check, &[("sample", "`sample` without `gives`")]),
    // Values and positions.
    ("g(n) -> value(g(n-1))", Check, &[("value(g(n-1))", "a position is expected")]),
    ("g(n) -> g(value(g(n-1)))", Check, &[("value(g(n-1))", "`value` cannot stand in a rule")]),
    ("g(n) -> g(f(n))\nlet f(n) = value(g(n-1))", Check, &[("f", "a rule cannot use `f`")]),
    ("g(n) -> g(n-1) - g(1)", Check, &[("g(n-1) - g(1)", "a position is expected")]),
    ("g(n) -> if n > 1 then g(n-1) else 0", Check, &[("if n > 1 then g(n-1) else 0", "a position is expected")]),
    ("g(n) -> (g(n-1) | g(n-2)) + g(1)", Check, &[("(g(n-1) | g(n-2))", "a position is expected")]),
    ("g(n) -> 1", Check, &[("1", "a position is expected")]),
    ("g(n) -> g(g(n-1))", Check, &[("g(n-1)", "a position stands where a value is expected")]),
    ("g(n) -> g(n-1)\nlet all = g", Check, &[("all", "`all` is a function"), ("g", "`g` is a kind of position")]),
    (
        "g(n) -> g(n-1)\nplay g(value)\nanswer win",
        Check,
        &[("value", "`value` of the play position cannot stand in `play`")],
    ),
    // Types.
    ("g(n) -> g(n-1) if n", Solve("g(3)"), &[("n", "expected a truth value, found an integer")]),
    ("g(n) -> g(n-1) if 5", Check, &[("5", "expected a truth value, found an integer")]),
    ("g(n) -> g(n + \"a\")", Check, &[("\"a\"", "`+` needs an integer, found a text")]),
    ("g(n) -> g(n + [1])", Check, &[("[1]", "`+` needs an integer, found a list")]),
    ("g(n) -> g([1] ++ \"a\")", Check, &[("\"a\"", "`++` joins two lists or two texts")]),
    ("g(n) -> g([1] ++ 2)", Check, &[("2", "`++` joins lists or texts")]),
    ("g(n) -> g(n-1) if \"a\" == 1", Check, &[("\"a\" == 1", "a text is compared with an integer")]),
    ("g(n) -> g(n-1) if 1 in 2", Check, &[("1 in 2", "`in` needs a list or a text")]),
    ("g(n) -> g(n-1) for (a, b) in [1, 2]", Check, &[("a, b", "cannot be taken apart")]),
    ("g(n) -> g(n-1) if not 1", Check, &[("1", "expected a truth value")]),
    ("g(n) -> g(len(5))", Check, &[("5", "expected a list or a text, found an integer")]),
    ("g(n) -> g(n-k) for k in 5", Check, &[("5", "expected a list or a text")]),
    ("g(n) -> g([x for x in 1..])", Check, &[("1", "this range has no end")]),
    // While running.
    ("g(a) -> g(a[1:]) if a[5] == 1", Solve("g([1, 2])"), &[("a[5]", "index 5 is outside the list: it has 0 to 1")]),
    ("g(n) -> g(10/n)", Solve("g(0)"), &[("10/n", "division by zero")]),
    ("g(n) -> g(10%n)", Solve("g(0)"), &[("10%n", "division by zero")]),
    ("g(n) -> g(10^38 * n)", Solve("g(2)"), &[("10^38 * n", "the number is too large")]),
    ("g(n) -> g(max([])) if n > 0", Solve("g(2)"), &[("max([])", "max of an empty list")]),
    ("g(n) -> g(n-1) if n == \"a\"", Solve("g(2)"), &[("n == \"a\"", "an integer is compared with a text")]),
    (
        "g(n) -> g(n-1) for (a, b) in [[1, 2, 3]]",
        Solve("g(2)"),
        &[("a, b) in [[1, 2, 3]]", "a list of 3 elements cannot be taken apart into 2 names")],
    ),
    ("g(n) -> g(f(n))\nlet f(n) = f(n)", Solve("g(2)"), &[("f(n)", "`f(2)` needs its own value")]),
    ("g(n) -> g(f(n))\nlet f(n) = f(n+1)", Solve("g(2)"), &[("f(n+1)", "more than 1000000 deep")]),
    ("g(n) -> g(f(n))\nlet f(n) = 1/(n-n)", Solve("g(2)"), &[("1/(n-n)", "division by zero")]),
    ("g(n) -> g(n)", Solve("g(2)"), &[("g(n) -> g(n)", "play can come back to the same position")]),
    ("g(n) -> g(1-n)", Solve("g(1)"), &[("g(n) -> g(1-n)", "play can come back to the same position")]),
    ("g(n) -> g(s) for s in n..", Solve("g(2)"), &[("s in n", "not yet supported")]),
    ("param K\ng(n) -> g(n-K)", Solve("g(2)"), &[("g(2)", "the game needs a value for `K`")]),
    ("g(n) -> (0-1) * g(n-1)", Solve("g(2)"), &[("(0-1)", "-1 copies of a position")]),
    (
        "g(n) -> g(n-1) if isprime(10^30 + n)",
        Solve("g(2)"),
        &[("isprime(10^30 + n)", "too large for a certain answer")],
    ),
    // EXPR.
    (NIM, Solve("nm(3)"), &[("nm", "unknown game `nm`")]),
    (NIM, Solve("nim(3) + "), &[("", "expected an expression")]),
    (NIM, Solve("nim(3, 4)"), &[("nim(3, 4)", "`nim` takes 1 argument, found 2")]),
    (NIM, Solve("nim(3 - 5)"), &[("nim(3 - 5)", "a negative number in a position: -2")]),
    (NIM, Solve("nim(10^10^10)"), &[("10^10^10", "the number is too large")]),
    (NIM, Solve("0.78(5)"), &[("8", "digit 8 in an octal code")]),
    (NIM, Solve("take{0,1}(5)"), &[("0,1}", "taking 0 is no move")]),
    (NIM, Solve("take{}(5)"), &[("}", "the set is empty")]),
    (NIM, Solve("0.77(-5)"), &[("0.77(-5)", "a negative number")]),
    (NIM, Solve("0.77"), &[("", "expected `(`")]),
    (NIM, Solve("nim(3; K=2)"), &[("K", "`nim` has no parameter `K`")]),
    (NIM, Solve("nim(3) for k in 1..2"), &[("for", "expected the end of the expression")]),
    (NIM, Solve("nim(3) | nim(4)"), &[("|", "expected the end of the line")]),
    (NIM, Solve("3"), &[("3", "a position is expected")]),
    (NIM, Solve("nim(nim(3))"), &[("nim(3)", "a position stands where a value is expected")]),
    (NIM, Solve("nim(\"a\u{1b}[2J\" + 1)"), &[("\"a\u{1b}[2J\"", "`+` needs an integer")]),
    // Input.
    (
        "g(n) -> g(n-1)\ninput n, x[n]\nplay g(n)\nanswer win",
        Judge("3 1 2"),
        &[("", "the input ends, but `x` is still to be read")],
    ),
    ("g(n) -> g(n-1)\ninput n\nplay g(n)\nanswer win", Judge("\n abc"), &[("abc", "expected an integer for `n`")]),
    ("g(n) -> g(n-1)\ninput n\nplay g(n)\nanswer win", Judge("-4"), &[("g(n)", "a negative number in a position: -4")]),
    ("g(n) -> g(n-1)\ninput n, x[n-5]\nplay g(n)\nanswer win", Judge("4"), &[("x", "the size of `x` is -1")]),
    ("g(n) -> g(n-1)\ninput n\nanswer win", Judge("4"), &[("win", "there is no `play` line")]),
    (
        "misere\ng(n) -> g(n-1)\ninput n\nplay g(n)\nanswer value",
        Judge("4"),
        &[("value", "misère play has no Grundy value")],
    ),
    ("g(n) -> g(n-1)\ninput n\nanswer x[3]\nlet x = [n]", Judge("4"), &[("x[3]", "index 3 is outside the list")]),
];

fn run(text: &str, run: &Run) -> Result<(), Error> {
    let mut library = Library::new();
    library.add_rules("file", text)?;
    let limits = Limits { time: Duration::from_secs(20), ..Limits::default() };
    let engine = Engine::new(library, Watch::new(limits));
    match run {
        Check => Ok(()),
        Solve(expr) => engine.sum(expr, &Settings::default()).and_then(|sum| engine.sum_value(&sum)).map(|_| ()),
        Judge(input) => engine.judge("file", &Settings::default(), input, &mut |_| {}),
    }
}

#[test]
fn wrong_programs_are_explained() {
    let mut wrong = Vec::new();
    for (text, how, expected) in ROWS {
        let error = match run(text, how) {
            Ok(()) => {
                wrong.push(format!("accepted:\n{text}"));
                continue;
            }
            Err(error) => error,
        };
        let (Error::Bad(errors) | Error::Loopy(errors)) = &error else {
            wrong.push(format!("another error: {error}\n{text}"));
            continue;
        };
        let fits = errors.list.len() == expected.len()
            && errors.list.iter().zip(*expected).all(|(error, (marked, message))| {
                let span = error.span.unwrap_or_default();
                &errors.source.text[span.start as usize..span.end as usize] == *marked
                    && error.message.contains(message)
            });
        if !fits {
            wrong.push(format!("expected {expected:?} in\n{text}\nfound\n{error}"));
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n\n{}", wrong.len(), wrong.join("\n\n"));
}

#[test]
fn no_control_character_reaches_a_message() {
    for (text, how, _) in ROWS {
        let message = run(text, how).unwrap_err().to_string();
        assert!(message.chars().all(|char| char == '\n' || !char.is_control()), "{message:?}");
    }
}

#[test]
fn an_error_is_shown_with_its_line() {
    let shown = run("# a comment\ntake(n) -> tke(n-1)", &Check).unwrap_err().to_string();
    let expected = "\
error: no rule for `tke`
 --> file:2:12
  |
2 | take(n) -> tke(n-1)
  |            ^^^ this kind has no rule
  = help: did you mean `take`?";
    assert_eq!(shown, expected);
}

#[test]
fn deep_brackets_are_refused() {
    for (open, close) in
        [("(", ")"), ("[", "]"), ("-", ""), ("not ", ""), ("nim(", ")"), ("2^", ""), ("if true then ", " else 0")]
    {
        let expr = format!("nim({}1{})", open.repeat(100_000), close.repeat(100_000));
        let error = run(NIM, &Solve(Box::leak(expr.into_boxed_str()))).unwrap_err().to_string();
        assert!(error.contains("nested more than 100 levels deep"), "{error}");
    }
    let index = format!("g(n) -> g(n{})", "[0]".repeat(100_000));
    assert!(run(&index, &Check).unwrap_err().to_string().contains("nested more than 100 levels"));
}

#[test]
fn long_chains_are_fine() {
    let sum = vec!["nim(1)"; 100_000].join(" + ");
    run(NIM, &Solve(Box::leak(sum.into_boxed_str()))).unwrap();
    let chain = format!("g(n) -> g(n - 1{}) if true{}", " + 0".repeat(100_000), " and true".repeat(100_000));
    run(&chain, &Solve("g(1)")).unwrap();
    let clauses = format!("g(n) -> g(n-1) {}", "if n > 0 ".repeat(100_000));
    run(&clauses, &Solve("g(1)")).unwrap();
}

/// What somebody who knows another language writes, and the help that names what is written here.
const ELSEWHERE: &[(&str, &str)] = &[
    ("g(n) -> g(n-k) for k in range(1, n)", "1..n"),
    ("g(n) -> g(n//2)", "n / 2"),
    ("g(n) -> g(n >> 1)", "n / 2"),
    ("g(n) -> g(n << 1)", "n * 2^k"),
    ("g(n) -> g(n mod 2)", "n % 2"),
    ("g(n) -> g(n-1) if n mod 2 == 0", "n % 2"),
    ("g(n) -> g(n & 3)", "bitand(n, k)"),
    ("g(n) -> g(n-k) for k in 1..n if n & k == k", "bitand(n, k)"),
    ("g(n) -> g(n-1) if n > 1 && n < 9", "`and` joins conditions"),
    ("g(n) -> g(n-1) if n > 1 || n < 9", "`or` joins conditions"),
    ("g(n) -> g(n-k) for k in 1..n where k > 2", "`if C`"),
    ("g(n) -> g(n-k) for k in {1, 3, 4}", "[1, 3, 4]"),
    ("g(n) -> g(n-len(c)) for c in choose(0..n, 2)", "choose([0..n], k)"),
    ("g(n) -> g(n**2)", "a ^ b"),
    ("g(n) -> g(n-1) if !(n == 2)", "`not`"),
    ("g(n) -> g(n > 2 ? 1 : 0)", "if C then A else B"),
    ("g(n) -> g(floor(n/2))", "`/` rounds down"),
    ("g(n) -> g(sqrt(n))", "isqrt(n)"),
    ("g(n) -> g(n-k) for k in 1..length(n)", "len(L)"),
];

#[test]
fn other_languages_get_help() {
    for (text, part) in ELSEWHERE {
        let error = Library::new().add_rules("file", text).unwrap_err().to_string();
        let help = error.lines().filter(|line| line.contains("= help:")).collect::<Vec<_>>().join("\n");
        assert!(help.contains(part), "{text}\n{error}");
    }
}
