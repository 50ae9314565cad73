//! Runs someone's program on one input: in a process group of its own, without a shell, with caps on time, memory and output.

use std::ffi::OsString;
use std::io::{self, PipeWriter, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal};

use crate::orphans;

/// How often a run looks whether the user wants to stop.
pub(crate) const LOOK: Duration = Duration::from_millis(20);

/// What one run may use.
#[derive(Debug, Clone, Copy)]
pub struct Caps {
    /// Wall-clock time.
    pub time: Duration,
    /// Bytes of address space.
    pub memory: u64,
    /// Bytes of output.
    pub output: usize,
}

/// How a run ended.
#[derive(Debug, PartialEq, Eq)]
pub enum Ending {
    /// It ended well and printed this.
    Output(String),
    /// It ended with an exit code other than 0, or by a signal.
    Crash(String),
    /// It did not end in time.
    Hang(Duration),
    /// It printed more than allowed.
    Flood(usize),
}

/// Bytes that a pipe holds everywhere.
const PIPE_HOLDS: usize = 4096;

/// One run of the program.
#[derive(Debug, PartialEq, Eq)]
pub struct Run {
    /// How it ended.
    pub ending: Ending,
    /// Whether it took nothing of an input that was not empty.
    pub ignored_input: bool,
}

/// Runs the program with `input` on its stdin. An error: it could not be started, or the user interrupted.
pub fn run(program: &[OsString], input: &[u8], caps: &Caps, cancelled: &AtomicBool) -> io::Result<Run> {
    let (name, arguments) = program.split_first().ok_or_else(|| io::Error::other("no program given"))?;
    // Our own copy of the reading end tells, in the end, how much was left unread.
    let (stdin, mut feed) = io::pipe()?;
    let unread = stdin.try_clone()?;
    // What a pipe surely holds is there before the program starts, so that one that ends at once has ignored it.
    let (first, rest) = input.split_at(input.len().min(PIPE_HOLDS));
    feed.write_all(first)?;
    let mut child = Command::new(name)
        .args(arguments)
        .process_group(0)
        .stdin(stdin)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    limit_memory(&child, caps.memory);
    write_input(feed, rest.to_vec());
    let ending = converse(&mut child, caps, cancelled);
    kill_group(&child);
    child.wait()?;
    orphans::end_all();
    let left = rustix::io::ioctl_fionread(&unread)?;
    Ok(Run { ending: ending?, ignored_input: left > 0 && left >= input.len() as u64 })
}

/// Collects the output and waits, all before the deadline.
fn converse(child: &mut Child, caps: &Caps, cancelled: &AtomicBool) -> io::Result<Ending> {
    let deadline = Instant::now() + caps.time;
    let output = collect(child, caps.output);
    let bytes = loop {
        match output.recv_timeout(LOOK.min(deadline.saturating_duration_since(Instant::now()))) {
            Ok(bytes) => break bytes,
            Err(RecvTimeoutError::Disconnected) => return Err(io::Error::other("its output could not be read")),
            Err(RecvTimeoutError::Timeout) if cancelled.load(Ordering::Relaxed) => return Err(interrupted()),
            Err(RecvTimeoutError::Timeout) if Instant::now() >= deadline => return Ok(Ending::Hang(caps.time)),
            Err(RecvTimeoutError::Timeout) => {}
        }
    };
    if bytes.len() > caps.output {
        return Ok(Ending::Flood(caps.output));
    }
    Ok(match wait_until(child, deadline, cancelled)? {
        None => Ending::Hang(caps.time),
        Some(status) if status.success() => Ending::Output(String::from_utf8_lossy(&bytes).into_owned()),
        Some(status) => Ending::Crash(describe(status)),
    })
}

pub(crate) fn interrupted() -> io::Error {
    io::ErrorKind::Interrupted.into()
}

/// Writes the rest of the input in a thread of its own: the program may print before it has read all, or never read.
fn write_input(mut feed: PipeWriter, input: Vec<u8>) {
    // A program that closes its input early is judged by its output.
    thread::spawn(move || drop(feed.write_all(&input)));
}

/// Reads the output up to one byte more than allowed.
fn collect(child: &mut Child, most: usize) -> mpsc::Receiver<Vec<u8>> {
    let (send, receive) = mpsc::channel();
    if let Some(stdout) = child.stdout.take() {
        thread::spawn(move || {
            let mut bytes = Vec::new();
            if stdout.take(most as u64 + 1).read_to_end(&mut bytes).is_ok() {
                // The receiver is gone only after a time-out, when nobody wants the output.
                drop(send.send(bytes));
            }
        });
    }
    receive
}

fn wait_until(child: &mut Child, deadline: Instant, cancelled: &AtomicBool) -> io::Result<Option<ExitStatus>> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if cancelled.load(Ordering::Relaxed) {
            return Err(interrupted());
        }
        if Instant::now() >= deadline {
            return Ok(None);
        }
        thread::sleep(Duration::from_micros(200));
    }
}

fn describe(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exit code {code}"),
        (None, Some(signal)) => format!("signal {signal}{}", signal_name(signal)),
        (None, None) => "an unknown end".into(),
    }
}

fn signal_name(signal: i32) -> &'static str {
    match signal {
        4 => " (illegal instruction)",
        6 => " (abort)",
        8 => " (arithmetic error)",
        9 => " (killed)",
        11 => " (segmentation fault)",
        _ => "",
    }
}

fn pid(child: &Child) -> Option<Pid> {
    i32::try_from(child.id()).ok().and_then(Pid::from_raw)
}

/// Where the system can limit another program (Linux). The cap is set just after the start; what the program allocates in that instant is bounded by the time it has.
pub(crate) fn limit_memory(child: &Child, bytes: u64) {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Resource, Rlimit, prlimit};
        // The program may be gone already; that is no error.
        let _ = prlimit(pid(child), Resource::As, Rlimit { current: Some(bytes), maximum: Some(bytes) });
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (child, bytes);
}

/// Ends the program and whatever it started. It may be gone already; that is no error.
pub(crate) fn kill_group(child: &Child) {
    if let Some(group) = pid(child) {
        let _ = rustix::process::kill_process_group(group, Signal::KILL);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CAPS: Caps = Caps { time: Duration::from_millis(700), memory: 1 << 30, output: 1000 };

    fn run(program: &[OsString], input: &[u8]) -> io::Result<Run> {
        super::run(program, input, &CAPS, &AtomicBool::new(false))
    }

    fn sh(script: &str, input: &[u8]) -> Ending {
        run(&["sh", "-c", script].map(OsString::from), input).unwrap().ending
    }

    #[test]
    fn endings_are_told_apart() {
        assert_eq!(sh("cat", b"1 2\n"), Ending::Output("1 2\n".into()));
        assert_eq!(sh("exit 3", b""), Ending::Crash("exit code 3".into()));
        assert_eq!(sh("kill -SEGV $$", b""), Ending::Crash("signal 11 (segmentation fault)".into()));
        assert_eq!(sh("sleep 60", b""), Ending::Hang(CAPS.time));
        assert_eq!(sh("yes", b""), Ending::Flood(CAPS.output));
    }

    #[test]
    fn a_program_that_leaves_a_child_behind_does_not_hang() {
        assert_eq!(sh("sleep 60 & echo done", b""), Ending::Hang(CAPS.time));
    }

    #[test]
    fn the_whole_group_is_killed() {
        // The grandchild would create the file after the run has ended.
        let file = std::env::temp_dir().join(format!("grundy-stress-{}", std::process::id()));
        let script = format!("(sleep 1; touch {}) & sleep 60", file.display());
        assert_eq!(sh(&script, b""), Ending::Hang(CAPS.time));
        thread::sleep(Duration::from_millis(800));
        assert!(!file.exists());
    }

    #[test]
    fn a_missing_program_is_an_error() {
        assert!(run(&["./no-such-program".into()], b"").is_err());
    }

    #[test]
    fn input_that_is_not_read_is_noticed() {
        let ignores =
            |script: &str, input: &[u8]| run(&["sh", "-c", script].map(OsString::from), input).unwrap().ignored_input;
        assert!(ignores("echo 1", b"1 2\n"));
        assert!(!ignores("cat", b"1 2\n"));
        assert!(!ignores("echo 1", b""));
        // More than a pipe holds.
        assert_eq!(sh("echo 1", &[b'1'; 1 << 20]), Ending::Output("1\n".into()));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn memory_is_capped() {
        let caps = Caps { memory: 64 << 20, time: Duration::from_secs(20), ..CAPS };
        let program = ["python3", "-c", "import time; time.sleep(0.1); x = 'a' * (1 << 30); print(len(x))"];
        let run = super::run(&program.map(OsString::from), b"", &caps, &AtomicBool::new(false)).unwrap();
        assert!(matches!(run.ending, Ending::Crash(_)), "{:?}", run.ending);
    }

    #[test]
    fn an_interrupt_ends_the_run() {
        let program = ["sh", "-c", "sleep 60"].map(OsString::from);
        let caps = Caps { time: Duration::from_secs(60), ..CAPS };
        let error = super::run(&program, b"", &caps, &AtomicBool::new(true)).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::Interrupted);
    }
}
