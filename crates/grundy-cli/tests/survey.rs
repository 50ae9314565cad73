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
    let path = folder.0.join("survey");
    let text = std::fs::read_to_string(&path).unwrap();
    let digit = text.rfind(|char: char| char.is_ascii_digit()).unwrap();
    let other_digit = if text.as_bytes()[digit] == b'1' { "2" } else { "1" };
    std::fs::write(&path, format!("{}{other_digit}{}", &text[..digit], &text[digit + 1..])).unwrap();
    let damaged = with_checkpoint(&SHORT, &folder.0).output().unwrap();
    assert_eq!(damaged.status.code(), Some(2));
    assert!(error(&damaged).contains("the checkpoint is damaged"), "{}", error(&damaged));
    // A last line that was cut off is what a kill leaves: it is computed again.
    std::fs::write(&path, &text[..text.len() - 5]).unwrap();
    let cut = with_checkpoint(&SHORT, &folder.0).output().unwrap();
    assert!(cut.status.success(), "{}", error(&cut));
    let again = std::fs::read_to_string(&path).unwrap();
    assert!(without_times(&again) == without_times(&text), "{again}");
}

/// The lines of a checkpoint without how long each game took, and without their checksums.
fn without_times<'a>(checkpoint: &'a str) -> Vec<&'a str> {
    let result = |line: &'a str| line.split_once(' ').map_or(line, |(_, result)| result);
    let untimed = |result: &'a str| result.split_once("\"seconds\"").map_or(result, |(result, _)| result);
    checkpoint.lines().map(result).map(untimed).collect()
}

#[test]
fn two_runs_do_not_share_a_checkpoint() {
    let folder = Folder::new("lock");
    let mut first = started(with_checkpoint(&ENDLESS, &folder.0), 2);
    let second = with_checkpoint(&ENDLESS, &folder.0).output().unwrap();
    first.kill().unwrap();
    first.wait().unwrap();
    assert_eq!(second.status.code(), Some(2));
    assert!(error(&second).contains("another survey is using this checkpoint"), "{}", error(&second));
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
