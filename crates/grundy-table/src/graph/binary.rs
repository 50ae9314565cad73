//! The packed format: the arrays as they are in memory, so that they are read at once.
//!
//! Numbers are little-endian: 8 bytes `GRNDYDG1`, then 8 bytes each: nodes n, edges m, what names are (0: numbers 0, 1, … in order; 1: numbers of
//! 4 bytes; 2: texts), bytes of the names. Then n + 1 numbers of 8 bytes, where the edges of each node begin; m numbers of 4 bytes, the
//! nodes that they lead to; the names (numbers; or n numbers of 8 bytes, where each text ends, and the texts); 8 bytes checksum: that of the
//! checksums (8 bytes each) of all pieces of 2^20 bytes before it.

use super::names::Names;
use super::read::failed;
use super::{EDGE, NODE, Network};
use crate::checksum::checksum;
use crate::error::Error;
use grundy::Watch;
use std::io::{self, BufRead, Write};

const MAGIC: &[u8; 8] = b"GRNDYDG1";

/// Bytes that are summed at once.
const PIECE: usize = 1 << 20;

/// Whether a file begins like a packed graph.
pub fn is_packed(first: &[u8]) -> bool {
    first.starts_with(MAGIC)
}

/// Sums what goes through it.
struct Summed {
    piece: Vec<u8>,
    sums: Vec<u8>,
}

impl Summed {
    fn new() -> Summed {
        Summed { piece: Vec::with_capacity(PIECE), sums: Vec::new() }
    }

    fn add(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let (now, later) = bytes.split_at(bytes.len().min(PIECE - self.piece.len()));
            self.piece.extend_from_slice(now);
            bytes = later;
            if self.piece.len() == PIECE {
                self.end_piece();
            }
        }
    }

    fn end_piece(&mut self) {
        self.sums.extend(checksum(&self.piece).to_le_bytes());
        self.piece.clear();
    }

    fn end(mut self) -> u64 {
        if !self.piece.is_empty() {
            self.end_piece();
        }
        checksum(&self.sums)
    }
}

impl Network {
    /// Writes the packed format.
    pub fn pack(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut summed = Summed::new();
        let mut put = |bytes: &[u8]| {
            summed.add(bytes);
            out.write_all(bytes)
        };
        let (sort, bytes) = match &self.names {
            Names::Counted => (0, 0),
            Names::Numbers(numbers) => (1, numbers.len() * 4),
            Names::Texts { bytes, .. } => (2, bytes.len()),
        };
        put(MAGIC)?;
        for number in [self.nodes() as u64, self.edges(), sort, bytes as u64] {
            put(&number.to_le_bytes())?;
        }
        longs(&self.starts, &mut put)?;
        shorts(&self.targets, &mut put)?;
        match &self.names {
            Names::Counted => {}
            Names::Numbers(numbers) => shorts(numbers, &mut put)?,
            Names::Texts { bytes, ends } => {
                longs(ends, &mut put)?;
                put(bytes)?;
            }
        }
        out.write_all(&summed.end().to_le_bytes())
    }
}

fn longs(numbers: &[u64], put: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
    let bytes = |some: &[u64]| some.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
    numbers.chunks(PIECE / 8).try_for_each(|some| put(&bytes(some)))
}

fn shorts(numbers: &[u32], put: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
    let bytes = |some: &[u32]| some.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
    numbers.chunks(PIECE / 4).try_for_each(|some| put(&bytes(some)))
}

struct Input<'a> {
    input: &'a mut dyn BufRead,
    summed: Summed,
    buffer: Vec<u8>,
}

impl Input<'_> {
    /// So many bytes, some at a time: what a file announces is not believed before it is there.
    fn bytes(&mut self, mut left: u64, watch: &Watch, mut take: impl FnMut(&[u8])) -> Result<(), Error> {
        while left > 0 {
            watch.check(0, 0)?;
            self.buffer.resize(left.min(PIECE as u64) as usize, 0);
            self.input.read_exact(&mut self.buffer).map_err(|error| failed(&error))?;
            self.summed.add(&self.buffer);
            take(&self.buffer);
            left -= self.buffer.len() as u64;
        }
        Ok(())
    }

    fn longs(&mut self, count: u64, watch: &Watch) -> Result<Vec<u64>, Error> {
        let mut all = Vec::new();
        all.try_reserve_exact(count as usize)
            .map_err(|_| Error::Limit(format!("{count} numbers do not fit the memory")))?;
        let number = |b: &[u8]| b.first_chunk().map_or(0, |b| u64::from_le_bytes(*b));
        self.bytes(count * 8, watch, |bytes| all.extend(bytes.chunks_exact(8).map(number)))?;
        Ok(all)
    }

    fn shorts(&mut self, count: u64, watch: &Watch) -> Result<Vec<u32>, Error> {
        let mut all = Vec::new();
        all.try_reserve_exact(count as usize)
            .map_err(|_| Error::Limit(format!("{count} numbers do not fit the memory")))?;
        let number = |b: &[u8]| b.first_chunk().map_or(0, |b| u32::from_le_bytes(*b));
        self.bytes(count * 4, watch, |bytes| all.extend(bytes.chunks_exact(4).map(number)))?;
        Ok(all)
    }
}

pub(super) fn read(input: &mut dyn BufRead, watch: &Watch) -> Result<Network, Error> {
    let mut input = Input { input, summed: Summed::new(), buffer: Vec::new() };
    let mut head = Vec::new();
    input.bytes(40, watch, |bytes| head.extend_from_slice(bytes))?;
    let number = |at: usize| head[at..].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
    let (nodes, edges, sort, bytes) = (number(8), number(16), number(24), number(32));
    let wrong = |text: &str| Error::Bad(format!("this is no packed graph: {text}"));
    if !is_packed(&head) || nodes >= u64::from(u32::MAX) - 2 || edges > 1 << 40 || bytes > 1 << 40 {
        return Err(wrong("its first bytes are wrong"));
    }
    let needed = edges * EDGE + nodes * NODE + bytes;
    if needed > watch.limits().memory {
        let most = watch.limits().memory >> 20;
        return Err(Error::Limit(format!(
            "{nodes} nodes and {edges} edges are too many for {most} MiB; raise --max-memory"
        )));
    }
    let starts = input.longs(nodes + 1, watch)?;
    let targets = input.shorts(edges, watch)?;
    let names = match sort {
        0 => Names::Counted,
        1 => Names::Numbers(input.shorts(nodes, watch)?),
        2 => {
            let ends = input.longs(nodes, watch)?;
            let mut text = Vec::new();
            input.bytes(bytes, watch, |some| text.extend_from_slice(some))?;
            let ascending = ends.is_sorted() && ends.last().copied().unwrap_or(0) == bytes;
            let shown = std::str::from_utf8(&text).is_ok_and(|text| !text.chars().any(char::is_control));
            if !ascending
                || !shown
                || !ends.iter().all(|&end| text.get(end as usize).is_none_or(|byte| byte & 0xc0 != 0x80))
            {
                return Err(wrong("its names are damaged"));
            }
            Names::Texts { bytes: text, ends }
        }
        _ => return Err(wrong("its names are of no known sort")),
    };
    let Input { input, summed, .. } = input;
    let mut sum = [0; 8];
    input.read_exact(&mut sum).map_err(|error| failed(&error))?;
    let sound = summed.end() == u64::from_le_bytes(sum)
        && starts.first() == Some(&0)
        && starts.is_sorted()
        && starts.last() == Some(&edges)
        && targets.iter().all(|&target| u64::from(target) < nodes);
    if sound { Ok(Network { starts, targets, names }) } else { Err(wrong("it is damaged")) }
}
