//! `grundy draw`, `table --format svg`, `--plot`, and a piped game of `play`.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn grundy(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_grundy")).args(args).env("NO_COLOR", "1").output().unwrap()
}

fn text(args: &[&str]) -> String {
    let output = grundy(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn pictures_go_to_stdout_or_to_a_file() {
    let svg = text(&["draw", "nim(3) + kayles(4)", "--moves", "--values"]);
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n") && svg.contains("data-move="));
    let path = std::env::temp_dir().join(format!("grundy-draw-{}.svg", std::process::id()));
    assert_eq!(text(&["draw", "nim(3) + kayles(4)", "--moves", "--values", "-o", path.to_str().unwrap()]), "");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), svg);
    std::fs::remove_file(path).unwrap();
    let json: serde_json::Value = serde_json::from_str(&text(&["draw", "nim(2)", "--moves", "--json"])).unwrap();
    assert_eq!(json["schema"], "grundy/1");
    assert_eq!(json["moves"][0], "nim(2) -> nim(0)");
}

#[test]
fn tables_are_pictures() {
    assert!(text(&["table", "kayles", "--to", "40", "--format", "svg"]).contains("Values of kayles for 0 to 40"));
    assert!(text(&["table", "kayles", "--wrap", "12", "--format", "svg"]).contains("rows of length 12"));
    assert!(text(&["table", "wythoff", "--to", "5", "--format", "svg"]).contains("6 rows and 6 columns"));
    let refused = grundy(&["table", "kayles", "--zeros", "--format", "svg"]);
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn plots_follow_the_values() {
    let plotted = text(&["table", "nim3", "--to", "7", "--plot"]);
    let (values, plot) = plotted.split_once("\n\n").unwrap();
    assert_eq!(values.trim_end(), text(&["table", "nim3", "--to", "7"]).trim_end());
    assert!(plot.starts_with("3 ┤") && plot.contains("0..7"), "{plot}");
    assert!(text(&["period", "kayles", "--plot"]).contains('└'));
    assert!(text(&["table", "rook", "--to", "3", "--plot"]).contains("· is 0"));
    let pattern = text(&["pattern", "nim3", "--plot"]);
    assert!(pattern.contains("nim3(n) = n % 4") && pattern.contains("0..200"), "{pattern}");
    assert!(text(&["pattern", "rook", "--plot"]).contains("· is 0"));
    assert_eq!(grundy(&["pattern", "nim3", "--plot", "--json"]).status.code(), Some(2));
    assert_eq!(grundy(&["table", "nim3", "--plot", "--json"]).status.code(), Some(2));
}

/// Through a pipe a game is played line by line, without pictures, and what was taken back can be made again.
#[test]
fn a_piped_game() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(["play", "nim(1) + nim(2)"])
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"redo\nnim(2) -> nim(1)\nundo\nhint\nredo\nundo\nquit\n").unwrap();
    let out = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert!(out.contains("nothing was taken back"), "{out}");
    // Shown after the computer's answer, and again after redo.
    assert_eq!(out.matches("\nnim(0) + nim(1)\n").count(), 2, "{out}");
    assert!(!out.contains('▄'));
}
