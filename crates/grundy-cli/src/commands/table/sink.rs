//! Where a long table goes: large writes, with a look at Ctrl-C, the clock and the progress line in between.

use std::io::{self, StdoutLock, Write};

use grundy::Watch;
use indicatif::ProgressBar;

use crate::args::LimitArgs;
use crate::failure::Failure;
use crate::{context, progress};

/// Bytes of one write.
const FULL: usize = 1 << 18;

/// Standard output with a large buffer.
pub struct Sink {
    /// What is to be written.
    pub buffer: Vec<u8>,
    out: StdoutLock<'static>,
    watch: Watch,
    bar: Option<ProgressBar>,
}

impl Sink {
    /// Standard output for a table of so many values.
    pub fn new(limits: &LimitArgs, values: u64) -> Sink {
        Sink {
            buffer: Vec::with_capacity(2 * FULL),
            out: io::stdout().lock(),
            watch: context::quiet_watch(limits),
            bar: progress::bar(values),
        }
    }

    /// Writes the buffer when it is full, and says that so many values are done.
    pub fn advance(&mut self, done: u64) -> Result<(), Failure> {
        if self.buffer.len() < FULL {
            return Ok(());
        }
        self.write_out()?;
        self.look(done)
    }

    /// Looks at Ctrl-C and the clock.
    pub fn look(&mut self, done: u64) -> Result<(), Failure> {
        self.watch.check(0, 0)?;
        if let Some(bar) = &self.bar {
            progress::advance(bar, done);
        }
        Ok(())
    }

    /// Writes all that is left.
    pub fn finish(&mut self) -> Result<(), Failure> {
        self.write_out()?;
        self.out.flush()?;
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        Ok(())
    }

    fn write_out(&mut self) -> io::Result<()> {
        self.out.write_all(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }
}
