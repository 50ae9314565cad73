//! Runs someone's program on one input: in a process group of its own, without a shell, with caps on time, memory and output.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Resource, Rlimit, Signal};

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

/// Runs the program with `input` on its stdin. An error: it could not be started.
pub fn run(program: &[OsString], input: &[u8], caps: &Caps) -> io::Result<Ending> {
    let (name, arguments) = program.split_first().ok_or_else(|| io::Error::other("no program given"))?;
    let mut child = Command::new(name)
        .args(arguments)
        .process_group(0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    limit_memory(&child, caps.memory);
    let ending = converse(&mut child, input, caps);
    kill_group(&child);
    child.wait()?;
    ending
}

/// Feeds the input, collects the output and waits, all before the deadline.
fn converse(child: &mut Child, input: &[u8], caps: &Caps) -> io::Result<Ending> {
    let deadline = Instant::now() + caps.time;
    feed(child, input.to_vec());
    let output = collect(child, caps.output);
    match output.recv_timeout(caps.time) {
        Err(RecvTimeoutError::Timeout) => return Ok(Ending::Hang(caps.time)),
        Err(RecvTimeoutError::Disconnected) => return Err(io::Error::other("its output could not be read")),
        Ok(bytes) if bytes.len() > caps.output => return Ok(Ending::Flood(caps.output)),
        Ok(bytes) => match wait_until(child, deadline)? {
            None => Ok(Ending::Hang(caps.time)),
            Some(status) if status.success() => Ok(Ending::Output(String::from_utf8_lossy(&bytes).into_owned())),
            Some(status) => Ok(Ending::Crash(describe(status))),
        },
    }
}

/// Writes the input in a thread of its own: the program may print before it has read all, or never read.
fn feed(child: &mut Child, input: Vec<u8>) {
    if let Some(mut stdin) = child.stdin.take() {
        // A program that closes its input early is judged by its output.
        thread::spawn(move || drop(stdin.write_all(&input)));
    }
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

fn wait_until(child: &mut Child, deadline: Instant) -> io::Result<Option<ExitStatus>> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
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
        (None, Some(signal)) => format!("signal {signal}"),
        (None, None) => "an unknown end".into(),
    }
}

fn pid(child: &Child) -> Option<Pid> {
    i32::try_from(child.id()).ok().and_then(Pid::from_raw)
}

/// The cap is set just after the start; what the program allocates in that instant is bounded by the time it has.
fn limit_memory(child: &Child, bytes: u64) {
    let cap = Rlimit { current: Some(bytes), maximum: Some(bytes) };
    drop(rustix::process::prlimit(pid(child), Resource::As, cap));
}

/// Ends the program and whatever it started. It may be gone already; that is no error.
fn kill_group(child: &Child) {
    if let Some(group) = pid(child) {
        drop(rustix::process::kill_process_group(group, Signal::KILL));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CAPS: Caps = Caps { time: Duration::from_millis(700), memory: 1 << 30, output: 1000 };

    fn sh(script: &str, input: &[u8]) -> Ending {
        run(&["sh", "-c", script].map(OsString::from), input, &CAPS).unwrap()
    }

    #[test]
    fn endings_are_told_apart() {
        assert_eq!(sh("cat", b"1 2\n"), Ending::Output("1 2\n".into()));
        assert_eq!(sh("exit 3", b""), Ending::Crash("exit code 3".into()));
        assert_eq!(sh("kill -SEGV $$", b""), Ending::Crash("signal 11".into()));
        assert_eq!(sh("sleep 60", b""), Ending::Hang(CAPS.time));
        assert_eq!(sh("yes", b""), Ending::Flood(CAPS.output));
    }

    #[test]
    fn a_program_that_leaves_a_child_behind_does_not_hang() {
        assert_eq!(sh("sleep 60 & echo done", b""), Ending::Hang(CAPS.time));
    }

    #[test]
    fn a_missing_program_is_an_error() {
        assert!(run(&["./no-such-program".into()], b"", &CAPS).is_err());
    }
}
