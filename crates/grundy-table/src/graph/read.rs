//! Reads digraphs as streams: edge lists, DOT, digraph6 and the packed format.

use super::{Builder, Network, binary, dot};
use crate::error::Error;
use grundy::Watch;
use grundy::graph::Format;
use std::io::{BufRead, ErrorKind};

/// A line of an edge list has at most so many bytes.
const LONGEST: usize = 1 << 16;

/// Edges between two looks at the watch.
const STRIDE: u64 = 1 << 16;

/// Which format a file has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Formats {
    /// The packed format.
    Packed,
    /// One of the others.
    Known(Format),
}

impl Formats {
    /// By the name of the file and its first bytes.
    pub fn detect(name: &str, first: &[u8]) -> Formats {
        if binary::is_packed(first) { Formats::Packed } else { Formats::Known(Format::detect(name, first)) }
    }
}

/// Reads a digraph. Its arrays may use as many bytes as the limits of the watch allow.
pub fn read(input: &mut dyn BufRead, format: Formats, watch: &Watch) -> Result<Network, Error> {
    let builder = Builder::new(watch.limits().memory);
    match format {
        Formats::Packed => binary::read(input, watch),
        Formats::Known(Format::Edges) => edges(input, builder, watch),
        Formats::Known(Format::Dot) => dot::read(input, builder, watch),
        Formats::Known(Format::Graph6) => graph6(input, watch),
        Formats::Known(Format::Json) => {
            Err(Error::Bad("a graph file as large as this is an edge list, DOT, digraph6 or packed, not JSON".into()))
        }
    }
}

pub(super) fn failed(error: &std::io::Error) -> Error {
    match error.kind() {
        ErrorKind::UnexpectedEof => Error::Bad("the file is cut off".into()),
        kind => Error::Disk(kind, error.to_string()),
    }
}

fn edges(input: &mut dyn BufRead, mut builder: Builder, watch: &Watch) -> Result<Network, Error> {
    let mut line = Vec::new();
    for number in 1u64.. {
        if number.is_multiple_of(STRIDE) {
            watch.check(builder.names.len() as u64, 0)?;
        }
        line.clear();
        let some = std::io::Read::take(&mut *input, LONGEST as u64).read_until(b'\n', &mut line);
        if some.map_err(|error| failed(&error))? == 0 {
            break;
        }
        let placed = |error: Error| match error {
            Error::Bad(text) => Error::Bad(format!("line {number}: {text}")),
            error => error,
        };
        if line.len() == LONGEST && line.last() != Some(&b'\n') {
            return Err(placed(Error::Bad(format!("longer than {LONGEST} bytes"))));
        }
        if number == 1 && line.starts_with("\u{feff}".as_bytes()) {
            line.drain(..3);
        }
        edge(&line, &mut builder).map_err(placed)?;
    }
    builder.finish()
}

fn edge(line: &[u8], builder: &mut Builder) -> Result<(), Error> {
    let comment = line.windows(2).position(|two| two == b"//");
    let comment = line.iter().position(|byte| matches!(byte, b'#' | b'%')).into_iter().chain(comment).min();
    let line = &line[..comment.unwrap_or(line.len())];
    let mut words = line
        .split(|byte| byte.is_ascii_whitespace() || *byte == 0x0b || *byte == b',')
        .filter(|word| !matches!(*word, b"" | b"->" | b"--"));
    let Some(first) = words.next() else { return Ok(()) };
    let from = builder.node(first)?;
    if let Some(second) = words.next() {
        let to = builder.node(second)?;
        builder.edge(from, to)?;
    }
    if words.next().is_some() {
        return Err(Error::Bad("expected the end of the line after two nodes".into()));
    }
    Ok(())
}

/// digraph6: the matrix row by row, six bits a character. In graph6 and sparse6 edges have no direction: a token goes back and forth.
fn graph6(input: &mut dyn BufRead, watch: &Watch) -> Result<Network, Error> {
    let mut bytes = std::io::Read::bytes(input);
    let mut next = || bytes.next().transpose().map_err(|error| failed(&error));
    let cut = || Error::Bad("the graph is cut off".into());
    let mut byte = next()?.ok_or_else(cut)?;
    if byte == b'>' {
        // `>>digraph6<<`
        for _ in 0..11 {
            byte = next()?.ok_or_else(cut)?;
            if byte != b'<' {
                continue;
            }
        }
        byte = next()?.ok_or_else(cut)?;
    }
    if byte != b'&' {
        return Err(Error::Bad("edges of graph6 and sparse6 have no direction: a token can go back and forth for ever; digraph6 begins with &".into()));
    }
    let mut six = || match next()? {
        Some(byte @ b'?'..=b'~') => Ok(u64::from(byte - b'?')),
        Some(_) => Err(Error::Bad("expected characters from '?' to '~' on one line".into())),
        None => Err(Error::Bad("the graph is cut off".into())),
    };
    let mut nodes = six()?;
    if nodes == 63 {
        let first = six()?;
        let (more, start) = if first == 63 { (6, 0) } else { (2, first) };
        nodes = start;
        for _ in 0..more {
            nodes = nodes << 6 | six()?;
        }
    }
    let count = u32::try_from(nodes).map_err(|_| Error::Limit(format!("{nodes} nodes")))?;
    let mut builder = Builder::new(watch.limits().memory);
    builder.names = super::names::Interner::counted(count);
    builder.check()?;
    let (mut row, mut column) = (0u64, 0u64);
    let mut read = 0u64;
    while row < nodes {
        read += 1;
        if read.is_multiple_of(STRIDE) {
            watch.check(row, 0)?;
        }
        let bits = six()?;
        for bit in (0..6).rev() {
            if bits >> bit & 1 == 1 && row < nodes {
                builder.edge(row as u32, column as u32)?;
            }
            (row, column) = if column + 1 == nodes { (row + 1, 0) } else { (row, column + 1) };
        }
    }
    match next()? {
        None | Some(b'\n' | b'\r') => builder.finish(),
        Some(_) => Err(Error::Bad("the line's length does not fit its number of nodes".into())),
    }
}
