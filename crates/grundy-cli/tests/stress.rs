//! `grundy stress` against programs that are wrong in different ways.
#![cfg(unix)]
#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use std::path::PathBuf;
use std::process::{Command, Output};

/// A file in a folder of its own, removed with it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("grundy-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

const TAKE: &str = "param L, R
take(n) -> take(n-k) for k in L..R
input   n, L, R, x[n]
play    take(a) for a in x
answer  if win then \"First\" else \"Second\"
";

/// The closed form of ABC297 G with some modulus.
fn solution(modulus: &str) -> String {
    format!(
        "n, L, R = map(int, input().split())\nv = 0\nfor a in map(int, input().split()):\n    v ^= (a % ({modulus})) // L\nprint('First' if v else 'Second')\n"
    )
}

fn stress(rules: &str, options: &[&str], program: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(["stress", rules, "--run-memory", "4G"]).args(options).arg("--").args(program).env("NO_COLOR", "1");
    command.output().unwrap()
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn a_wrong_formula_is_caught_with_a_small_input() {
    let folder = Folder::new("stress-wrong");
    let (rules, program) = (folder.file("take.game", TAKE), folder.file("wrong.py", &solution("L+R+1")));
    for seed in ["1", "2"] {
        let options = ["--seed", seed, "--run-time", "60s"];
        let output = stress(&rules, &options, &["python3", &program]);
        assert_eq!(output.status.code(), Some(1), "{}", text(&output));
        // One pile, taking only one: the least possible input at which the two forms differ.
        assert!(text(&output).contains("input\n1 1 1\n2\n\nexpected\nSecond\n\ngot\nFirst\n"), "{}", text(&output));
        let again = stress(&rules, &options, &["python3", &program]);
        assert_eq!(text(&output), text(&again));
    }
}

#[test]
fn a_right_program_passes() {
    let folder = Folder::new("stress-right");
    let (rules, program) = (folder.file("take.game", TAKE), folder.file("right.py", &solution("L+R")));
    let output = stress(&rules, &["--tests", "20", "--run-time", "60s", "--json"], &["python3", &program]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    assert!(text(&output).contains("\"passed\":true,\"tests\":20,"), "{}", text(&output));
}

#[test]
fn crash_hang_and_flood_are_told_apart() {
    let folder = Folder::new("stress-endings");
    let rules = folder.file("take.game", TAKE);
    let cases = [
        ("exit 3", "crashed: exit code 3"),
        ("kill -SEGV $$", "crashed: signal 11"),
        ("while :; do :; done", "did not end within 200ms"),
        ("yes", "printed more than 1048576 bytes"),
    ];
    for (script, expected) in cases {
        let time = if script.starts_with("while") { "200ms" } else { "60s" };
        let options =
            ["--tests", "1", "--run-time", time, "--range", "n=1..1", "--range", "x=1..1", "--range", "L=1..1"];
        let options = [&options[..], &["--range", "R=1..1"]].concat();
        let output = stress(&rules, &options, &["sh", "-c", script]);
        assert_eq!(output.status.code(), Some(1), "{}", text(&output));
        assert!(text(&output).contains(expected), "{}", text(&output));
        assert!(text(&output).contains("it read nothing of its input"), "{}", text(&output));
    }
}

/// What went wrong once is told as it was: a program that was slow once did not give two answers.
#[test]
fn a_failure_that_does_not_come_again_is_told_as_such() {
    let folder = Folder::new("stress-once");
    let rules = folder.file("chain.game", "g(n) -> g(n-1)\ninput a\nplay g(a)\nanswer win\n");
    for (number, (first, time, expected)) in [
        ("exit 3", "60s", "crashed: exit code 3; it answers right when it is run again"),
        (
            "sleep 60",
            "2s",
            "did not end within 2s (--run-time); it answers right when it is run again: raise --run-time",
        ),
        ("echo false", "60s", "answers something else; it answers right when it is run again"),
    ]
    .into_iter()
    .enumerate()
    {
        let flag = format!("{rules}.{number}");
        let script = format!("if [ -e '{flag}' ]; then echo true; else touch '{flag}'; {first}; fi");
        let output = stress(&rules, &["--tests", "1", "--run-time", time, "--range", "a=1..1"], &["sh", "-c", &script]);
        assert_eq!(output.status.code(), Some(1), "{}", text(&output));
        assert!(text(&output).contains(expected), "{}", text(&output));
    }
}

#[test]
fn bad_usage_is_exit_code_2() {
    let folder = Folder::new("stress-usage");
    let rules = folder.file("take.game", TAKE);
    let no_contest = folder.file("nim.game", "nim(n) -> nim(m) for m in 0..n-1\n");
    let cases: [(&str, &[&str], &str, &str); 6] = [
        (&rules, &[], "./no-such-program", "cannot be run"),
        (&rules, &["--range", "q=1..2"], "cat", "does not read `q`"),
        (&rules, &["--range", "n=3..2"], "cat", "the range is empty"),
        (&rules, &["--shape", "x=tree"], "cat", "no list that can be tree"),
        (&rules, &["--range", "x=1..n", "--range", "L=9..n"], "cat", "no valid input among 1000"),
        (&no_contest, &[], "cat", "no contest problem"),
    ];
    for (rules, options, program, expected) in cases {
        let output = stress(rules, options, &[program]);
        assert_eq!(output.status.code(), Some(2), "{}", text(&output));
        assert!(text(&output).contains(expected), "{}", text(&output));
    }
}

#[test]
fn an_input_that_the_rules_refuse_is_skipped() {
    let folder = Folder::new("stress-skip");
    let rules = folder.file("div.game", "g(n) -> g(n-1)\ninput a, b\nplay g(a / b)\nanswer win\n");
    let options = ["--range", "a=0..3", "--range", "b=0..1", "--tests", "20", "--run-time", "60s"];
    let program = "a, b = map(int, input().split())\nprint('true' if a % 2 else 'false')\n";
    let program = folder.file("half.py", program);
    let output = stress(&rules, &options, &["python3", &program]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    assert!(text(&output).contains("skipped as invalid"), "{}", text(&output));
}
