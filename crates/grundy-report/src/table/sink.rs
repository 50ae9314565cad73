//! Where a long table goes: large pieces, with a look at the clock and the request to stop in between.

use grundy::Watch;

use crate::Error;

/// Bytes of one piece.
const FULL: usize = 1 << 18;

/// Takes a piece of the table; the number says how many values are done.
pub type Take<'a> = &'a mut dyn FnMut(&[u8], u64) -> Result<(), Error>;

/// A large buffer before what takes the table.
pub struct Sink<'a> {
    /// What is to be written.
    pub buffer: Vec<u8>,
    take: Take<'a>,
    watch: Watch,
}

impl<'a> Sink<'a> {
    /// Hands pieces to `take`.
    pub fn new(watch: &Watch, take: Take<'a>) -> Sink<'a> {
        Sink { buffer: Vec::with_capacity(2 * FULL), take, watch: watch.clone() }
    }

    /// Hands the buffer on when it is full, and says that so many values are done.
    pub fn advance(&mut self, done: u64) -> Result<(), Error> {
        if self.buffer.len() < FULL {
            return Ok(());
        }
        self.hand_on(done)?;
        Ok(self.watch.check(0, 0)?)
    }

    /// Hands on all that is left.
    pub fn finish(&mut self) -> Result<(), Error> {
        self.hand_on(u64::MAX)
    }

    fn hand_on(&mut self, done: u64) -> Result<(), Error> {
        (self.take)(&self.buffer, done)?;
        self.buffer.clear();
        Ok(())
    }
}
