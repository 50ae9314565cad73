//! `grundy interact`: programs that play well, badly, not at all.
#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output};

/// A rule file and a Python program in a folder of their own.
struct Table(PathBuf);

impl Table {
    fn new(name: &str, program: &str) -> Table {
        let folder = std::env::temp_dir().join(format!("grundy-interact-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let mut rules = std::fs::File::create(folder.join("row.game")).unwrap();
        writeln!(
            rules,
            "param L, R\nrow(lo, hi) -> row(lo, x) + row(x+k, hi)   for x in lo..hi, k in L..R if x + k <= hi"
        )
        .unwrap();
        std::fs::write(folder.join("program.py"), program).unwrap();
        Table(folder)
    }

    fn run(&self, time: &str, more: &[&str]) -> Output {
        let path = |name: &str| self.0.join(name).display().to_string();
        let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
        command.args([
            "interact",
            &path("row.game"),
            "--start",
            "row(0, 9)",
            "--set",
            "L=2",
            "--set",
            "R=3",
            "--run-time",
            time,
        ]);
        command.args(more).args(["--", "python3", &path("program.py")]).env("NO_COLOR", "1").output().unwrap()
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

fn said(output: &Output) -> (Option<i32>, String) {
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Plays by symmetry: first the middle, then the mirror image of what the opponent did.
const MIRROR: &str = r#"
import re
first = input()
print("First", flush=True)
print("row(0, 3) + row(6, 9)", flush=True)
while True:
    line = input()
    if line == "end":
        break
    pieces = [tuple(map(int, p)) for p in re.findall(r"row\((\d+), (\d+)", line)]
    mine = [p for p in pieces if p[1] - p[0] >= 2]
    lo, hi = mine[0]
    rest = [p for p in pieces if p != (lo, hi)]
    # A piece of 2 or 3 goes whole, unless that is wrong; here each side has one such piece.
    take = min(3, hi - lo)
    left = rest + [(lo, lo), (lo + take, hi)]
    print(" + ".join(f"row({a}, {b})" for a, b in left), flush=True)
"#;

#[test]
fn a_program_that_plays_by_symmetry_wins() {
    let (code, text) = said(&Table::new("mirror", MIRROR).run("20s", &[]));
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("the program won: grundy had no move left"), "{text}");
}

#[test]
fn wrong_moves_and_bad_manners_lose() {
    let cases = [
        ("illegal", "input(); print('First'); print('row(0, 8)')", "`row(0, 8)` is no move in row(0, 9"),
        ("unreadable", "input(); print('First'); print('take seven')", "`take seven` is no move"),
        ("chatty", "input(); print('Third')", "it said `third` instead of First or Second"),
        ("gone", "input()", "it ended"),
        ("flood", "print('x' * (1 << 21))", "it said more than 1048576 bytes"),
    ];
    for (name, program, reason) in cases {
        let (code, text) = said(&Table::new(name, program).run("20s", &[]));
        assert_eq!(code, Some(1), "{name}: {text}");
        assert!(text.contains(reason), "{name}: {text}");
    }
}

#[test]
fn silence_is_not_waited_for() {
    let (code, text) = said(&Table::new("silent", "import time\ntime.sleep(600)").run("1s", &[]));
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("it said nothing in time"), "{text}");
}

#[test]
fn as_contestant_the_command_begins_where_that_wins() {
    let (code, text) = said(
        &Table::new("loser", "input(); print(input() == 'First' and 'row(0, 9)' or '', flush=True)")
            .run("20s", &["--as", "contestant", "--json"]),
    );
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains(r#""began":"grundy","winner":"grundy""#), "{text}");
}
