//! Surveys that are killed, damaged, shared: a resumed run prints what an unbroken one prints.
#![cfg(unix)]
#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("grundy-survey-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

fn survey(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.arg("survey").args(args).env("NO_COLOR", "1");
    command
}

fn with_checkpoint(args: &[&str], folder: &Path) -> Command {
    let mut command = survey(args);
    command.arg("--checkpoint").arg(folder);
    command
}

fn error(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Starts the command and waits until it has printed so many lines: each is a finished game, but for the first.
fn started(mut command: Command, lines: usize) -> Child {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut printed = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    for _ in 0..lines {
        assert!(printed.read_line(&mut line).unwrap() > 0, "{line}");
    }
    child.stdout = Some(printed.into_inner());
    child
}

fn signal(child: &Child, signal: &str) {
    assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
}

/// Long enough to be killed on the way, short enough for a test.
const LONG: [&str; 6] = ["0.6", "0.06", "0.16", "0.104", "--to", "80000"];

fn killed_and_resumed(name: &str, how: &str) {
    let folder = Folder::new(name);
    let expected = survey(&LONG).output().unwrap();
    assert!(expected.status.success());
    // At the start, and while each game is computed, twice.
    for lines in [0, 0, 2, 2, 3, 3, 4, 4] {
        let mut child = started(with_checkpoint(&LONG, &folder.0), lines);
        signal(&child, how);
        child.wait().unwrap();
    }
    let resumed = with_checkpoint(&LONG, &folder.0).output().unwrap();
    assert!(resumed.status.success(), "{}", error(&resumed));
    assert_eq!(resumed.stdout, expected.stdout);
    let again = with_checkpoint(&LONG, &folder.0).output().unwrap();
    assert_eq!(again.stdout, expected.stdout);
}

#[test]
fn killed() {
    killed_and_resumed("kill", "-KILL");
}

#[test]
fn terminated() {
    killed_and_resumed("term", "-TERM");
}

/// One game that is done at once, and one that takes for ever.
const ENDLESS: [&str; 4] = ["0.77", "0.6", "--to", "2000000000"];

#[test]
fn an_interrupted_survey_says_so() {
    let folder = Folder::new("interrupt");
    let child = started(with_checkpoint(&ENDLESS, &folder.0), 2);
    signal(&child, "-INT");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(error(&output).contains("goes on from the checkpoint"), "{}", error(&output));
}

const SHORT: [&str; 4] = ["--digits", "2", "--to", "300"];

#[test]
fn shards_are_the_whole() {
    let lines = |args: &[&str]| -> Vec<String> {
        let output = survey(&[&SHORT[..], args].concat()).output().unwrap();
        String::from_utf8(output.stdout).unwrap().lines().skip(1).map(str::to_owned).collect()
    };
    let mut all = lines(&[]);
    let mut shares = [lines(&["--shard", "1/3"]), lines(&["--shard", "2/3"]), lines(&["--shard", "3/3"])].concat();
    assert_eq!(lines(&["--shard", "2/3"]), lines(&["--shard", "2/3"]));
    all.sort();
    shares.sort();
    assert_eq!(all, shares);
    assert_eq!(survey(&[&SHORT[..], &["--shard", "4/3"]].concat()).output().unwrap().status.code(), Some(2));
}

#[test]
fn a_damaged_or_foreign_checkpoint_is_refused() {
    let folder = Folder::new("damage");
    assert!(with_checkpoint(&SHORT, &folder.0).output().unwrap().status.success());
    let other = with_checkpoint(&["--digits", "2", "--to", "301"], &folder.0).output().unwrap();
    assert_eq!(other.status.code(), Some(2));
    assert!(error(&other).contains("belongs to another survey"), "{}", error(&other));
    let path = folder.0.join("unit-000000.rows");
    let text = std::fs::read_to_string(&path).unwrap();
    let digit = text.rfind(|char: char| char.is_ascii_digit()).unwrap();
    let other_digit = if text.as_bytes()[digit] == b'1' { "2" } else { "1" };
    // A changed digit, a line too few, nothing at all.
    let changed = format!("{}{other_digit}{}", &text[..digit], &text[digit + 1..]);
    for wrong in [&changed, &text[..text.len() - 5], ""] {
        std::fs::write(&path, wrong).unwrap();
        let damaged = with_checkpoint(&SHORT, &folder.0).output().unwrap();
        assert_eq!(damaged.status.code(), Some(2));
        assert!(error(&damaged).contains("unit-000000.rows: the file is damaged"), "{}", error(&damaged));
    }
    // As it says, it may be removed and is computed again.
    std::fs::remove_file(&path).unwrap();
    assert!(with_checkpoint(&SHORT, &folder.0).output().unwrap().status.success());
    assert_eq!(without_times(&std::fs::read_to_string(&path).unwrap()), without_times(&text));
}

/// The rows of a unit without how long each game took.
fn without_times(unit: &str) -> Vec<&str> {
    unit.lines().skip(1).map(|row| row.split_once("\"seconds\"").map_or(row, |(row, _)| row)).collect()
}

#[test]
fn a_folder_of_something_else_is_refused() {
    let folder = Folder::new("foreign");
    std::fs::write(folder.0.join("thesis.txt"), "of great value").unwrap();
    let output = with_checkpoint(&SHORT, &folder.0).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(error(&output).contains("no folder of a survey: it has `thesis.txt`"), "{}", error(&output));
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 1);
}

/// Several units, a share each for runs at the same time; then one run collects.
#[test]
fn runs_share_a_folder() {
    const UNITS: [&str; 6] = ["0.6", "0.06", "0.16", "0.007", "--to", "100000"];
    let folder = Folder::new("share");
    let expected = survey(&UNITS).output().unwrap();
    assert!(expected.status.success());
    let start = |shard: &str| {
        let mut command = with_checkpoint(&UNITS, &folder.0);
        command.args(["--shard", shard]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let (first, second) = (start("1/2"), start("2/2"));
    for run in [first, second] {
        let output = run.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", error(&output));
    }
    let files = |folder: &Path| {
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
        let mut files: Vec<_> = entries.map(|e| (e.file_name(), e.metadata().unwrap().modified().unwrap())).collect();
        files.sort();
        files
    };
    let before = files(&folder.0);
    let collected = with_checkpoint(&UNITS, &folder.0).output().unwrap();
    assert_eq!(collected.stdout, expected.stdout);
    assert_eq!(files(&folder.0), before, "a finished unit was written again");
}

#[test]
fn a_game_that_fails_is_a_row() {
    let output =
        survey(&["0.77", "0.6", "--to", "5000", "--max-positions", "1000", "--format", "csv"]).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let text = String::from_utf8(output.stdout).unwrap();
    let rows: Vec<&str> = text.lines().skip(1).collect();
    assert!(rows[0].starts_with("0.77,proved,12,"), "{text}");
    assert!(rows[1].starts_with("0.6,failed: limit reached: 1000 positions"), "{text}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error() {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let output = survey(&SHORT).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(error(&output).contains("No space left"), "{}", error(&output));
}

#[test]
fn parameters_of_a_rule_file() {
    let folder = Folder::new("parameters");
    let take = folder.0.join("take.game");
    std::fs::write(&take, "param L, R\ntake(n) -> take(n-k) for k in L..R\n").unwrap();
    let take = take.to_str().unwrap();
    let args = [take, "--set", "L=1..2", "--set", "R=2..4", "--to", "1000", "--format", "json"];
    let output = survey(&args).output().unwrap();
    assert!(output.status.success(), "{}", error(&output));
    let rows: Vec<serde_json::Value> =
        String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut expected = Vec::new();
    for (l, r) in [(1, 2), (1, 3), (1, 4), (2, 2), (2, 3), (2, 4)] {
        expected.push((format!("{take}; L={l} R={r}"), serde_json::json!(l + r), serde_json::json!("proved")));
    }
    let found: Vec<_> = rows
        .iter()
        .map(|row| (row["code"].as_str().unwrap().to_owned(), row["period"].clone(), row["status"].clone()))
        .collect();
    assert_eq!(found, expected);
    // Another text of the rules is another survey.
    let checkpoint = folder.0.join("checkpoint");
    assert!(with_checkpoint(&args, &checkpoint).output().unwrap().status.success());
    std::fs::write(take, "param L, R\ntake(n) -> take(n-k) for k in L..R if k != 3\n").unwrap();
    let output = with_checkpoint(&args, &checkpoint).output().unwrap();
    assert!(error(&output).contains("belongs to another survey"), "{}", error(&output));
}

#[test]
fn rules_without_a_theorem_are_observed() {
    let folder = Folder::new("observed");
    let file = folder.0.join("square.game");
    // Take 1 from odd heaps, 2 from even ones, any from multiples of 5: no heap code.
    std::fs::write(&file, "g(n) -> g(n-1) if n % 2 == 1\ng(n) -> g(n-2) if n % 2 == 0\ng(n) -> g(n-5) if n % 5 == 0\n")
        .unwrap();
    let output = survey(&[file.to_str().unwrap(), "--to", "500", "--format", "json"]).output().unwrap();
    assert!(output.status.success(), "{}", error(&output));
    let row: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&row["status"], &row["engine"]), (&"observed".into(), &"rules".into()), "{row}");
}
