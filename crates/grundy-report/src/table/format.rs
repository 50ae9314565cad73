//! The formats of a row of values.
//!
//! A writer gets runs of values, and a cycle of values with the number of its turns. The text of a cycle is made once
//! and copied, so that a table of a proved period costs no more than writing it.

use std::io::Write;

use grundy::Value;
use serde_json::json;

use super::provenance::Provenance;
use super::sink::Sink;
use super::value_json;
use crate::Error;

/// Bytes of text that are made of a cycle, at least, before they are copied.
const BLOCK: usize = 1 << 16;

/// Values that are written between two looks at the buffer.
pub const CHUNK: usize = 1 << 13;

/// One output format.
pub trait Writer {
    /// What stands before the values.
    fn start(&mut self, _out: &mut Vec<u8>) {}

    /// Values from the argument `first` on.
    fn values(&mut self, first: u64, values: &[u64], out: &mut Vec<u8>) -> Result<(), Error>;

    /// A value that may be infinite or loopy.
    fn other(&mut self, n: u64, value: &Value, out: &mut Vec<u8>) -> Result<(), Error>;

    /// The first `count` values of a cycle that repeats, from the argument `first` on.
    fn cycle(&mut self, first: u64, cycle: &[u64], count: u64, sink: &mut Sink<'_>) -> Result<(), Error> {
        let turns = 1 + CHUNK / cycle.len();
        let values = cycle.repeat(turns);
        let mut done = 0;
        while done < count {
            let length = (count - done).min(values.len() as u64);
            self.values(first + done, &values[..length as usize], &mut sink.buffer)?;
            done += length;
            sink.advance(done)?;
        }
        Ok(())
    }

    /// What stands after the values, and a remark that has no place there.
    fn end(&mut self, provenance: &Provenance, out: &mut Vec<u8>) -> Option<String>;
}

fn number(value: u64, out: &mut Vec<u8>) {
    out.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
}

fn line(text: std::fmt::Arguments<'_>, out: &mut Vec<u8>) {
    // Writing into memory cannot fail.
    let _ = out.write_fmt(text);
    out.push(b'\n');
}

/// The text of a cycle, each value with what stands before it, and where each starts.
struct CycleText {
    text: Vec<u8>,
    starts: Vec<usize>,
}

impl CycleText {
    fn new(values: impl Iterator<Item = u64>, write: impl Fn(u64, &mut Vec<u8>)) -> CycleText {
        let (mut text, mut starts) = (Vec::new(), vec![0]);
        for value in values {
            write(value, &mut text);
            starts.push(text.len());
        }
        CycleText { text, starts }
    }

    /// The text of the values `from..to`.
    fn part(&self, from: usize, to: usize) -> &[u8] {
        &self.text[self.starts[from]..self.starts[to]]
    }
}

/// Copies the text of a cycle until `count` values are written.
fn copy_cycle(cycle: &[u64], count: u64, sink: &mut Sink<'_>, write: impl Fn(u64, &mut Vec<u8>)) -> Result<(), Error> {
    let turns = 1 + (BLOCK / cycle.len()).min(usize::try_from(count).unwrap_or(usize::MAX) / cycle.len());
    let block = CycleText::new(cycle.iter().copied().cycle().take(turns * cycle.len()), write);
    let mut done = 0;
    while done < count {
        let length = (count - done).min((turns * cycle.len()) as u64);
        sink.buffer.extend_from_slice(block.part(0, length as usize));
        done += length;
        sink.advance(done)?;
    }
    Ok(())
}

/// For people: so many values on a line, led by the argument of the first.
pub struct Text {
    wrap: u64,
    label: usize,
    column: u64,
}

impl Text {
    /// Lines of `wrap` values up to the argument `last`.
    pub fn new(wrap: u64, last: u64) -> Self {
        Text { wrap, label: last.to_string().len(), column: 0 }
    }

    fn label(&self, n: u64, out: &mut Vec<u8>) {
        let mut digits = itoa::Buffer::new();
        let digits = digits.format(n).as_bytes();
        out.resize(out.len() + self.label.saturating_sub(digits.len()), b' ');
        out.extend_from_slice(digits);
        out.extend_from_slice(b" |");
    }

    fn next_column(&mut self, out: &mut Vec<u8>) {
        self.column = (self.column + 1) % self.wrap;
        if self.column == 0 {
            out.push(b'\n');
        }
    }
}

fn spaced(value: u64, out: &mut Vec<u8>) {
    out.push(b' ');
    number(value, out);
}

impl Writer for Text {
    fn values(&mut self, first: u64, values: &[u64], out: &mut Vec<u8>) -> Result<(), Error> {
        for (n, &value) in (first..).zip(values) {
            if self.column == 0 {
                self.label(n, out);
            }
            spaced(value, out);
            self.next_column(out);
        }
        Ok(())
    }

    fn other(&mut self, n: u64, value: &Value, out: &mut Vec<u8>) -> Result<(), Error> {
        if self.column == 0 {
            self.label(n, out);
        }
        let _ = write!(out, " {value}");
        self.next_column(out);
        Ok(())
    }

    fn cycle(&mut self, first: u64, cycle: &[u64], count: u64, sink: &mut Sink<'_>) -> Result<(), Error> {
        let period = cycle.len() as u64;
        // As many values behind the cycle as a line holds: the text of a line is one slice.
        let values = cycle.iter().copied().cycle().take(cycle.len() + self.wrap as usize);
        let text = CycleText::new(values, spaced);
        let (mut done, mut phase) = (0, 0);
        while done < count {
            if self.column == 0 {
                self.label(first + done, &mut sink.buffer);
            }
            let length = (self.wrap - self.column).min(count - done);
            sink.buffer.extend_from_slice(text.part(phase as usize, (phase + length) as usize));
            self.column += length;
            if self.column == self.wrap {
                sink.buffer.push(b'\n');
                self.column = 0;
            }
            done += length;
            phase = (phase + length) % period;
            sink.advance(done)?;
        }
        Ok(())
    }

    fn end(&mut self, provenance: &Provenance, out: &mut Vec<u8>) -> Option<String> {
        if self.column != 0 {
            out.push(b'\n');
        }
        line(format_args!("# {}", provenance.text()), out);
        None
    }
}

/// Only the arguments, one a line: with `--zeros` the value is 0 everywhere.
pub struct Zeros;

impl Writer for Zeros {
    fn values(&mut self, first: u64, values: &[u64], out: &mut Vec<u8>) -> Result<(), Error> {
        for (n, _) in (first..).zip(values) {
            number(n, out);
            out.push(b'\n');
        }
        Ok(())
    }

    fn other(&mut self, n: u64, _value: &Value, out: &mut Vec<u8>) -> Result<(), Error> {
        self.values(n, &[0], out)
    }

    fn end(&mut self, provenance: &Provenance, out: &mut Vec<u8>) -> Option<String> {
        line(format_args!("# zeros of {}", provenance.text()), out);
        None
    }
}

/// Lines of argument and value: CSV and OEIS b-files.
pub struct Pairs {
    header: &'static str,
    between: u8,
}

impl Pairs {
    /// `n,value`.
    pub fn csv() -> Pairs {
        Pairs { header: "n,value\n", between: b',' }
    }

    /// `n a(n)`.
    pub fn bfile() -> Pairs {
        Pairs { header: "", between: b' ' }
    }

    /// What follows the argument.
    fn rest(&self, value: u64, out: &mut Vec<u8>) {
        out.push(self.between);
        number(value, out);
        out.push(b'\n');
    }
}

impl Writer for Pairs {
    fn start(&mut self, out: &mut Vec<u8>) {
        out.extend_from_slice(self.header.as_bytes());
    }

    fn values(&mut self, first: u64, values: &[u64], out: &mut Vec<u8>) -> Result<(), Error> {
        let mut counter = Counter::new(first);
        for &value in values {
            let mut digits = [0; DIGITS];
            let length = counter.write(&mut digits);
            out.extend_from_slice(&digits[..length]);
            self.rest(value, out);
            counter.next();
        }
        Ok(())
    }

    fn other(&mut self, n: u64, value: &Value, out: &mut Vec<u8>) -> Result<(), Error> {
        line(format_args!("{n}{}{value}", char::from(self.between)), out);
        Ok(())
    }

    fn cycle(&mut self, first: u64, cycle: &[u64], count: u64, sink: &mut Sink<'_>) -> Result<(), Error> {
        let rests: Vec<Padded> = cycle.iter().map(|&value| Padded::new(|out| self.rest(value, out))).collect();
        let mut lines = vec![0; CHUNK * (DIGITS + REST)];
        let (mut counter, mut phase, mut done) = (Counter::new(first), 0, 0);
        while done < count {
            let length = (count - done).min(CHUNK as u64);
            let mut end = 0;
            for _ in 0..length {
                // Copies of a fixed size are a few instructions; what is too much of them is overwritten.
                end += counter.write(&mut lines[end..]);
                lines[end..end + REST].copy_from_slice(&rests[phase].text);
                end += rests[phase].length;
                counter.next();
                phase = if phase + 1 == cycle.len() { 0 } else { phase + 1 };
            }
            sink.buffer.extend_from_slice(&lines[..end]);
            done += length;
            sink.advance(done)?;
        }
        Ok(())
    }

    fn end(&mut self, provenance: &Provenance, out: &mut Vec<u8>) -> Option<String> {
        line(format_args!("# {}", provenance.text()), out);
        None
    }
}

/// Bytes for the digits of a number of 64 bits, and for a value of 64 bits with what stands around it.
const DIGITS: usize = 24;
const REST: usize = 24;

/// A short text in a space of fixed size.
struct Padded {
    text: [u8; REST],
    length: usize,
}

impl Padded {
    fn new(write: impl FnOnce(&mut Vec<u8>)) -> Padded {
        let mut text = Vec::with_capacity(REST);
        write(&mut text);
        let length = text.len();
        text.resize(REST, 0);
        let mut padded = [0; REST];
        padded.copy_from_slice(&text[..REST]);
        Padded { text: padded, length }
    }
}

/// A decimal number that counts up in place. Its last digit stands apart: were it stored among the others, each copy of
/// them would wait for that store.
struct Counter {
    digits: [u8; DIGITS],
    length: usize,
    last: u8,
}

impl Counter {
    fn new(value: u64) -> Counter {
        let Padded { text, length } = Padded::new(|out| number(value, out));
        Counter { digits: text, length, last: text[length - 1] }
    }

    /// Writes the number, and perhaps some bytes more, and gives its length.
    #[inline]
    fn write(&self, out: &mut [u8]) -> usize {
        out[..DIGITS].copy_from_slice(&self.digits);
        out[self.length - 1] = self.last;
        self.length
    }

    #[inline]
    fn next(&mut self) {
        if self.last < b'9' {
            self.last += 1;
        } else {
            self.carry();
        }
    }

    fn carry(&mut self) {
        self.last = b'0';
        for at in (0..self.length - 1).rev() {
            if self.digits[at] < b'9' {
                self.digits[at] += 1;
                return;
            }
            self.digits[at] = b'0';
        }
        // All nines: a one and one zero more. The largest argument has 20 digits, so there is space.
        self.digits[self.length - 1] = b'0';
        self.digits[0] = b'1';
        self.length += 1;
    }
}

fn too_wide(n: u64, value: impl std::fmt::Display) -> Error {
    Error::Bad(format!("the value {value} of {n} does not fit 32 bits"))
}

/// Little-endian 32-bit words; the provenance is a remark apart, since every byte here is a value.
pub struct Raw;

impl Writer for Raw {
    fn values(&mut self, first: u64, values: &[u64], out: &mut Vec<u8>) -> Result<(), Error> {
        for (n, &value) in (first..).zip(values) {
            let word = u32::try_from(value);
            let word = word.map_err(|_| too_wide(n, value))?;
            out.extend_from_slice(&word.to_le_bytes());
        }
        Ok(())
    }

    fn other(&mut self, n: u64, value: &Value, _out: &mut Vec<u8>) -> Result<(), Error> {
        Err(too_wide(n, value))
    }

    fn cycle(&mut self, _first: u64, cycle: &[u64], count: u64, sink: &mut Sink<'_>) -> Result<(), Error> {
        // The values of a sequence are stored in 32 bits.
        copy_cycle(cycle, count, sink, |value, out| out.extend_from_slice(&(value as u32).to_le_bytes()))
    }

    fn end(&mut self, provenance: &Provenance, _out: &mut Vec<u8>) -> Option<String> {
        Some(provenance.text())
    }
}

/// The agreed object, its list written as it comes.
pub struct JsonList {
    key: &'static str,
    first: bool,
}

impl JsonList {
    /// A list under this key.
    pub fn new(key: &'static str) -> JsonList {
        JsonList { key, first: true }
    }

    fn comma(&mut self, out: &mut Vec<u8>) {
        if !std::mem::take(&mut self.first) {
            out.push(b',');
        }
    }
}

impl Writer for JsonList {
    fn start(&mut self, out: &mut Vec<u8>) {
        let _ = write!(out, "{{\"schema\":\"{}\",\"{}\":[", crate::SCHEMA, self.key);
    }

    fn values(&mut self, first: u64, values: &[u64], out: &mut Vec<u8>) -> Result<(), Error> {
        for (n, &value) in (first..).zip(values) {
            self.comma(out);
            number(if self.key == "zeros" { n } else { value }, out);
        }
        Ok(())
    }

    fn other(&mut self, n: u64, value: &Value, out: &mut Vec<u8>) -> Result<(), Error> {
        if value.is_zero() {
            return self.values(n, &[0], out);
        }
        self.comma(out);
        let _ = write!(out, "{}", value_json(value));
        Ok(())
    }

    fn cycle(&mut self, first: u64, cycle: &[u64], count: u64, sink: &mut Sink<'_>) -> Result<(), Error> {
        let head = (cycle.len() as u64).min(count);
        self.values(first, &cycle[..head as usize], &mut sink.buffer)?;
        copy_cycle(cycle, count - head, sink, |value, out| {
            out.push(b',');
            number(value, out);
        })
    }

    fn end(&mut self, provenance: &Provenance, out: &mut Vec<u8>) -> Option<String> {
        let Provenance { game, range, .. } = provenance;
        let mut rest = json!({ "game": game, "from": range.start(), "to": range.end(),
            "checksum": provenance.checksum(), "version": env!("CARGO_PKG_VERSION") });
        if provenance.trusted {
            rest["trust"] = "observed".into();
        }
        let rest = rest.to_string();
        line(format_args!("],{}", rest.trim_start_matches('{')), out);
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_counter_counts() {
        for start in [0, 8, 97, 998, 123_999_998, u64::MAX - 4] {
            let mut counter = Counter::new(start);
            for n in start..=start + 4 {
                let mut digits = [0; DIGITS];
                let length = counter.write(&mut digits);
                assert_eq!(&digits[..length], n.to_string().as_bytes());
                counter.next();
            }
        }
    }
}
