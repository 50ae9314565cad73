//! A conversation with someone's program, line by line: in a process group of its own, without a shell, with caps on the time for
//! a line, on memory and on output.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Instant;

use crate::orphans;
use crate::runner::{Caps, LOOK, interrupted, kill_group, limit_memory};

/// What the program said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Heard {
    /// A line, without its end.
    Line(String),
    /// It has closed its output.
    Ended,
    /// It said nothing in time.
    Silence,
    /// It said more than allowed.
    Flood,
}

/// A running program; it is ended, with all that it started, when this goes away.
#[derive(Debug)]
pub struct Conversation {
    child: Child,
    said: Sender<String>,
    heard: Receiver<Heard>,
    caps: Caps,
}

impl Conversation {
    /// Starts the program.
    pub fn start(program: &[OsString], caps: Caps) -> io::Result<Conversation> {
        let (name, arguments) = program.split_first().ok_or_else(|| io::Error::other("no program given"))?;
        let mut command = Command::new(name);
        command.args(arguments).process_group(0).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn()?;
        limit_memory(&child, caps.memory);
        let (said, lines) = mpsc::channel::<String>();
        if let Some(mut stdin) = child.stdin.take() {
            // In a thread of its own: the program may never read. Who does not listen is judged by what it says.
            thread::spawn(move || {
                lines.iter().all(|line| stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_ok())
            });
        }
        let (send, heard) = mpsc::channel();
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || listen(stdout, caps.output, &send));
        }
        Ok(Conversation { child, said, heard, caps })
    }

    /// Says a line.
    pub fn say(&self, line: &str) {
        // The thread that writes is gone only if the program has closed its input.
        drop(self.said.send(format!("{line}\n")));
    }

    /// Waits for a line. An error: the user interrupted.
    pub fn hear(&self, cancelled: &AtomicBool) -> io::Result<Heard> {
        let deadline = Instant::now() + self.caps.time;
        loop {
            match self.heard.recv_timeout(LOOK.min(deadline.saturating_duration_since(Instant::now()))) {
                Ok(heard) => return Ok(heard),
                Err(RecvTimeoutError::Disconnected) => return Ok(Heard::Ended),
                Err(RecvTimeoutError::Timeout) if cancelled.load(Ordering::Relaxed) => return Err(interrupted()),
                Err(RecvTimeoutError::Timeout) if Instant::now() >= deadline => return Ok(Heard::Silence),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        kill_group(&self.child);
        drop(self.child.wait());
        orphans::end_all();
    }
}

/// Sends every line that is not empty, up to so many bytes in all.
fn listen(stdout: impl Read, most: usize, send: &Sender<Heard>) {
    let mut reader = BufReader::new(stdout.take(most as u64 + 1));
    let mut total = 0;
    loop {
        let mut bytes = Vec::new();
        let count = reader.read_until(b'\n', &mut bytes).unwrap_or(0);
        total += count;
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        let heard = match (total > most, count) {
            (true, _) => Heard::Flood,
            (false, 0) => Heard::Ended,
            (false, _) if line.is_empty() => continue,
            (false, _) => Heard::Line(line),
        };
        let last = heard == Heard::Flood || heard == Heard::Ended;
        if send.send(heard).is_err() || last {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn talk(script: &str) -> Conversation {
        let caps = Caps { time: Duration::from_millis(1500), memory: 1 << 30, output: 1000 };
        Conversation::start(&["sh", "-c", script].map(OsString::from), caps).unwrap()
    }

    #[test]
    fn lines_go_both_ways() {
        let talk = talk("while read line; do echo \"<$line>\"; done");
        let quiet = AtomicBool::new(false);
        for line in ["a", "b c"] {
            talk.say(line);
            assert_eq!(talk.hear(&quiet).unwrap(), Heard::Line(format!("<{line}>")));
        }
    }

    #[test]
    fn silence_floods_and_ends_are_told_apart() {
        let quiet = AtomicBool::new(false);
        assert_eq!(talk("sleep 60").hear(&quiet).unwrap(), Heard::Silence);
        assert_eq!(talk("exit 3").hear(&quiet).unwrap(), Heard::Ended);
        assert_eq!(talk("head -c 100000 /dev/zero").hear(&quiet).unwrap(), Heard::Flood);
        // One that never reads and is told much.
        let deaf = talk("sleep 60");
        (0..10_000).for_each(|_| deaf.say("a line that nobody reads, many times over and over"));
        assert_eq!(deaf.hear(&quiet).unwrap(), Heard::Silence);
    }
}
