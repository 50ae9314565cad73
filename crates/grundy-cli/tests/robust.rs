//! Files that are devices, links or endless, streams that are closed or full, signals: what surrounds an answer.
#![cfg(unix)]
#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("grundy-robust-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    fn file(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        fs::write(self.0.join(name), text).unwrap();
        self.path(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

fn grundy(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(args).env("NO_COLOR", "1").stdin(Stdio::null());
    command
}

fn with_input(args: &[&str], input: impl AsRef<[u8]>) -> Output {
    let mut child = grundy(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // A program that has seen enough closes its end.
    drop(stdin.write_all(input.as_ref()));
    drop(stdin);
    child.wait_with_output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

const FIRST: &str = "f(n) -> f(n-1)\ninput n\nplay f(n)\nanswer win\n";

#[test]
fn a_link_stays_and_its_target_is_replaced() {
    let folder = Folder::new("link");
    let (target, link) = (folder.file("target", "old"), folder.path("link"));
    symlink("target", &link).unwrap();
    for what in [vec!["period", "0.77", "--certificate", &link], vec!["draw", "nim(3)", "-o", &link]] {
        fs::write(&target, "old").unwrap();
        assert!(grundy(&what).output().unwrap().status.success());
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink(), "{what:?}");
        assert_ne!(fs::read(&target).unwrap(), b"old", "{what:?}");
    }
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 2, "nothing else is left");
}

#[test]
fn a_link_to_nothing_makes_its_target() {
    let folder = Folder::new("dangling");
    let link = folder.path("link.game");
    symlink("made.game", &link).unwrap();
    assert!(grundy(&["new", &link]).output().unwrap().status.success());
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::read_to_string(folder.path("made.game")).unwrap().contains("->"));
    // What exists is never overwritten, also behind a link.
    assert_eq!(grundy(&["new", &link]).output().unwrap().status.code(), Some(2));
}

#[test]
fn a_pipe_is_written_to() {
    let folder = Folder::new("pipe");
    let pipe = folder.path("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read(pipe).unwrap()
    });
    assert!(grundy(&["period", "0.77", "--certificate", &pipe]).output().unwrap().status.success());
    assert!(reader.join().unwrap().starts_with(b"GRUNDY"));
    assert!(!fs::symlink_metadata(&pipe).unwrap().is_file());
}

#[test]
fn devices_are_written_to_and_a_full_one_is_an_error() {
    let printed = grundy(&["draw", "nim(3)", "-o", "/dev/stdout"]).output().unwrap();
    assert!(printed.stdout.starts_with(b"<svg"), "{}", said(&printed));
    for what in [
        vec!["period", "0.77", "--certificate", "/dev/full"],
        vec!["draw", "nim(3)", "-o", "/dev/full"],
        vec!["new", "/dev/full"],
    ] {
        let output = grundy(&what).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{what:?}");
        assert!(said(&output).contains("No space left"), "{}", said(&output));
    }
}

#[test]
fn a_full_disk_is_told_by_every_command_that_prints() {
    for what in [
        vec!["--help"],
        vec!["solve", "--help"],
        vec!["--version"],
        vec!["games"],
        vec!["solve", "nim(3)"],
        vec!["man"],
    ] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = grundy(&what).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{what:?}");
        assert!(said(&output).contains("No space left"), "{what:?}: {}", said(&output));
    }
}

#[test]
fn a_full_or_closed_stderr_changes_no_exit_code() {
    let folder = Folder::new("stderr");
    let rules = folder.file("f.game", FIRST);
    for (what, code) in [
        (vec!["solve", "nim("], 2),
        (vec!["no-such-command"], 2),
        (vec!["solve", "cram(6, 9)", "--max-positions", "10"], 3),
        (vec!["judge", &rules, "--explain"], 2),
        (vec!["table", "0.77"], 0),
    ] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        assert_eq!(grundy(&what).stderr(full).output().unwrap().status.code(), Some(code), "{what:?}");
        let mut closed = Command::new("sh");
        closed.args(["-c", "exec \"$0\" \"$@\" 2>&-", env!("CARGO_BIN_EXE_grundy")]).args(&what);
        assert_eq!(closed.stdin(Stdio::null()).output().unwrap().status.code(), Some(code), "{what:?}");
    }
}

#[test]
fn endless_inputs_end_with_their_limit() {
    let folder = Folder::new("endless");
    let rules = folder.file("f.game", FIRST);
    for what in [
        vec!["check", "/dev/zero"],
        vec!["judge", "/dev/zero"],
        vec!["verify", "/dev/zero"],
        vec!["solve", "f(3)", "--rules", "/dev/zero"],
        vec!["solve", "nim(3)", "--data", "/dev/zero"],
        vec!["solve", "hackenbush(\"/dev/zero\")"],
        vec!["survey", "--list", "/dev/zero"],
        vec!["stress", "/dev/zero", "--", "cat"],
        vec!["judge", &rules, "--max-memory", "64M"],
        vec!["play", "nim(3)"],
    ] {
        let zeros = File::open("/dev/zero").unwrap();
        let output = grundy(&what).stdin(zeros).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{what:?}: {}", said(&output));
        assert!(said(&output).contains("longer than"), "{what:?}: {}", said(&output));
    }
}

#[test]
fn each_line_of_stdin_has_its_own_limits() {
    let slow = "cram(6, 9)\n";
    let output = with_input(&["solve", "-", "--max-positions", "500"], format!("{slow}nim(3)\n{slow}cram(2, 3)\n"));
    let lines: Vec<String> = String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), 4, "{}", said(&output));
    for (line, part) in lines.iter().zip(["\"exit\":3", "\"value\":\"3\"", "\"exit\":3", "\"outcome\":"]) {
        assert!(line.contains(part), "{line}");
    }
    assert_eq!(output.status.code(), Some(3));
}

#[test]
fn files_are_named_from_stdin_only_where_allowed() {
    let folder = Folder::new("allow");
    let graph = folder.file("g.txt", "0 1\n1 2\n");
    let line = format!("hackenbush(\"{graph}\")\n");
    let refused = with_input(&["solve", "-"], &line);
    assert!(said(&refused).contains("\"exit\":2"), "{}", said(&refused));
    let allowed = with_input(&["solve", "-", "--allow-files"], &line);
    assert!(said(&allowed).contains("\"value\":\"2\""), "{}", said(&allowed));
}

#[test]
fn a_byte_order_mark_before_the_input_is_skipped() {
    let folder = Folder::new("bom");
    let rules = folder.file("f.game", FIRST);
    let output = with_input(&["judge", &rules], "\u{feff}3\n");
    assert_eq!(said(&output), "true\n");
}

#[test]
fn a_signal_is_answered_in_a_word() {
    let folder = Folder::new("signal");
    let rules = folder.file(
        "slow.game",
        "f(n) -> f(n-1)\nlet z = sum(i % 7 for i in 1..10^12)\ninput n\nanswer z\nsample\n  1\ngives\n  1\n",
    );
    for (what, signal) in [(["judge", &rules], "-TERM"), (["judge", &rules], "-HUP"), (["check", &rules], "-TERM")] {
        let mut child =
            grundy(&what).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(b"1\n").unwrap();
        // The handler is there as soon as a thread waits for the signal.
        let threads = format!("/proc/{}/task", child.id());
        while fs::read_dir(&threads).map_or(2, Iterator::count) < 2 {
            std::thread::yield_now();
        }
        let kill = |signal: &str| Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
        assert!(kill(signal).success());
        let mut line = String::new();
        BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
        assert_eq!((line.as_str(), child.wait().unwrap().code()), ("interrupted\n", Some(130)), "{what:?} {signal}");
    }
}

#[test]
fn errors_do_not_repeat_long_inputs() {
    for what in [
        ["nimber", &format!("{}x", "1+".repeat(5000))],
        ["nimber", &"9".repeat(90_000)],
        ["solve", &"y".repeat(90_000)],
    ] {
        let output = grundy(&what).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stderr.len() < 2000, "{}", output.stderr.len());
    }
}

#[test]
fn html_labels_of_dot_files_are_read_over() {
    let folder = Folder::new("html");
    let graph = folder.file("g.dot", "digraph { a [label=<<b>x</b> <i>y</i>>]; a -> b; b -> <c> }");
    let output = grundy(&["solve", &format!("digraph(\"{graph}\", \"a\")")]).output().unwrap();
    assert!(said(&output).contains("value    0"), "{}", said(&output));
}

#[test]
#[cfg(target_os = "linux")]
fn daemons_of_a_stressed_program_are_ended() {
    let folder = Folder::new("daemon");
    let rules = folder.file("f.game", FIRST);
    let program = "import os, sys, time
n = int(input())
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.closerange(0, 3)
        open(sys.argv[1] + '/' + str(os.getpid()), 'w').close()
        time.sleep(1000)
    os._exit(0)
os.wait()
while not os.listdir(sys.argv[1]): time.sleep(0.001)
print('true' if n % 2 else 'false')
";
    let (script, notes) = (folder.file("daemon.py", program), folder.path("notes"));
    fs::create_dir(&notes).unwrap();
    let output = grundy(&[
        "stress",
        &rules,
        "--tests",
        "3",
        "--run-time",
        "60s",
        "--run-memory",
        "4G",
        "--",
        "python3",
        &script,
        &notes,
    ])
    .output()
    .unwrap();
    assert!(output.status.success(), "{}", said(&output));
    let pids: Vec<String> =
        fs::read_dir(&notes).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert!(!pids.is_empty());
    for pid in pids {
        assert!(!PathBuf::from(format!("/proc/{pid}")).exists(), "{pid} is alive");
    }
}
