//! A whole table in memory, in the narrowest width that holds its largest value: what arrays and files of columns are made of.

use grundy::heap::{Rule, Sequence};
use grundy::{Stop, Value, Watch};
use grundy_rules::{Engine, Settings};
use std::ops::{ControlFlow, RangeInclusive};

use super::provenance::Provenance;
use crate::Error;

/// Values between two looks at the watch.
const CHUNK: u64 = 1 << 16;

/// The values of a table, row by row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cells {
    /// All finite, each in one byte.
    One(Vec<u8>),
    /// In two.
    Two(Vec<u16>),
    /// In four.
    Four(Vec<u32>),
    /// In eight.
    Eight(Vec<u64>),
    /// Some infinite, loopy or larger: all as texts.
    Texts(Vec<String>),
}

impl Cells {
    /// The values of a game over one or two ranges.
    ///
    /// ```
    /// use grundy::Watch;
    /// use grundy_report::table::Cells;
    /// use grundy_rules::{Engine, Settings, catalogue};
    /// let watch = Watch::default();
    /// let engine = Engine::new(catalogue::library(), watch.clone());
    /// let cells = Cells::compute(&engine, "0.77", &Settings::default(), &[0..=5], &watch)?;
    /// assert_eq!(cells, Cells::One(vec![0, 1, 2, 3, 1, 4]));
    /// # Ok::<(), grundy_report::Error>(())
    /// ```
    pub fn compute(
        engine: &Engine,
        game: &str,
        settings: &Settings,
        ranges: &[RangeInclusive<u64>],
        watch: &Watch,
    ) -> Result<Cells, Error> {
        if let [range] = ranges
            && let Some(rule) = engine.heap_rule(game, settings)?
        {
            return heaps(rule, range, watch);
        }
        fits(ranges, size_of::<u64>() as u64, watch)?;
        let mut found = Found::default();
        if let [range] = ranges {
            let mut failed = Ok(());
            engine.row_chunks(game, settings, range.clone(), CHUNK, &mut |_, values| {
                values.iter().for_each(|value| found.add(value));
                failed = found.check(watch);
                if failed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })?;
            failed?;
        } else {
            engine.rows(game, settings, ranges, &mut |row| row.iter().for_each(|value| found.add(value)))?;
            found.check(watch)?;
        }
        Ok(found.cells())
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Cells::One(cells) => cells.len(),
            Cells::Two(cells) => cells.len(),
            Cells::Four(cells) => cells.len(),
            Cells::Eight(cells) => cells.len(),
            Cells::Texts(texts) => texts.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The finite values; nothing if these are texts.
    pub fn numbers(&self) -> Option<Box<dyn Iterator<Item = u64> + '_>> {
        match self {
            Cells::One(cells) => Some(Box::new(cells.iter().copied().map(u64::from))),
            Cells::Two(cells) => Some(Box::new(cells.iter().copied().map(u64::from))),
            Cells::Four(cells) => Some(Box::new(cells.iter().copied().map(u64::from))),
            Cells::Eight(cells) => Some(Box::new(cells.iter().copied())),
            Cells::Texts(_) => None,
        }
    }

    /// The checksum of a table, as the other formats tell it; for a grid over its rows, one behind the other.
    pub fn checksum(&self) -> String {
        let mut provenance = Provenance::new("", &(0..=0));
        match self {
            Cells::Texts(texts) => texts.iter().for_each(|text| provenance.add_text(text)),
            finite => finite.numbers().into_iter().flatten().for_each(|value| provenance.add(&[value])),
        }
        provenance.checksum()
    }

    /// The array of this shape as the bytes of a file of numpy's format `.npy`, version 1.0; texts in fixed width, 4 bytes a character.
    pub fn npy(&self, shape: &[usize]) -> Vec<u8> {
        match self {
            Cells::One(cells) => npy("|u1", shape, cells.iter().map(|cell| cell.to_le_bytes())),
            Cells::Two(cells) => npy("<u2", shape, cells.iter().map(|cell| cell.to_le_bytes())),
            Cells::Four(cells) => npy("<u4", shape, cells.iter().map(|cell| cell.to_le_bytes())),
            Cells::Eight(cells) => npy("<u8", shape, cells.iter().map(|cell| cell.to_le_bytes())),
            Cells::Texts(texts) => {
                let width = texts.iter().map(|text| text.chars().count()).max().unwrap_or(1).max(1);
                npy(&format!("<U{width}"), shape, texts.iter().map(|text| fixed(text, width)))
            }
        }
    }
}

/// A text as numpy keeps it: so many characters of four bytes, zeros behind.
pub fn fixed(text: &str, width: usize) -> Vec<u8> {
    let mut bytes: Vec<u8> = text.chars().take(width).flat_map(|char| u32::from(char).to_le_bytes()).collect();
    bytes.resize(width * 4, 0);
    bytes
}

/// The bytes of an `.npy` file: the head, padded so that the data begins at a multiple of 64, then the cells. `kind` is numpy's name of
/// the type of a cell, or a list of fields.
pub fn npy(kind: &str, shape: &[usize], cells: impl Iterator<Item = impl AsRef<[u8]>>) -> Vec<u8> {
    let kind = if kind.starts_with('[') { kind.to_owned() } else { format!("'{kind}'") };
    let sides: String = shape.iter().map(|side| format!("{side},")).collect();
    let mut head = format!("{{'descr': {kind}, 'fortran_order': False, 'shape': ({sides}), }}");
    const BEFORE: usize = 10;
    head += &" ".repeat(63 - (BEFORE + head.len()) % 64);
    head.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((head.len() as u16).to_le_bytes());
    bytes.extend(head.as_bytes());
    cells.for_each(|cell| bytes.extend_from_slice(cell.as_ref()));
    bytes
}

/// The heaps of a take-and-break game: twice over them, first for the largest value.
fn heaps(rule: Rule, range: &RangeInclusive<u64>, watch: &Watch) -> Result<Cells, Error> {
    let ranges = std::slice::from_ref(range);
    fits(ranges, 1, watch)?;
    let count = length(range);
    let mut sequence = Sequence::new(rule);
    sequence.extend(u128::from(*range.end()), watch)?;
    let each = |take: &mut dyn FnMut(u64)| each(&sequence, *range.start(), count, watch, take);
    let mut largest = 0;
    each(&mut |value| largest = largest.max(value))?;
    let bytes = width(largest);
    fits(ranges, bytes, watch)?;
    macro_rules! collected {
        ($of:ident, $type:ty) => {{
            let mut cells = Vec::with_capacity(count as usize);
            // The largest value decides the width, so that every value fits.
            each(&mut |value| cells.push(value as $type))?;
            Ok(Cells::$of(cells))
        }};
    }
    match bytes {
        1 => collected!(One, u8),
        2 => collected!(Two, u16),
        4 => collected!(Four, u32),
        _ => collected!(Eight, u64),
    }
}

fn length(range: &RangeInclusive<u64>) -> u64 {
    range.end().saturating_sub(*range.start()).saturating_add(1)
}

/// A table must fit into memory, with so many bytes a cell, before it is begun.
fn fits(ranges: &[RangeInclusive<u64>], bytes: u64, watch: &Watch) -> Result<(), Stop> {
    let limit = watch.limits().memory;
    let size = ranges.iter().map(length).fold(bytes, u64::saturating_mul);
    if size > limit { Err(Stop::Memory { limit, found: 0 }) } else { Ok(()) }
}

/// Calls `take` with each value; a proved period goes on for ever, so that their number may be large.
fn each(sequence: &Sequence, from: u64, count: u64, watch: &Watch, mut take: impl FnMut(u64)) -> Result<(), Error> {
    let mut values = sequence.iter_from(u128::from(from));
    let mut left = count;
    while left > 0 {
        let now = left.min(CHUNK);
        let mut given = 0;
        values.by_ref().take(now as usize).for_each(|value| {
            given += 1;
            take(value);
        });
        if given < now {
            return Err(Error::Bad("a value has more than 64 bits".into()));
        }
        left -= now;
        watch.check(0, 0)?;
    }
    Ok(())
}

/// Bytes of the narrowest type for values up to this.
fn width(largest: u64) -> u64 {
    match largest {
        0..=0xff => 1,
        0x100..=0xffff => 2,
        0x1_0000..=0xffff_ffff => 4,
        _ => 8,
    }
}

/// Values while they come.
#[derive(Default)]
struct Found {
    finite: Vec<u64>,
    texts: Vec<String>,
}

impl Found {
    fn add(&mut self, value: &Value) {
        match value.as_finite().and_then(|value| u64::try_from(value).ok()) {
            Some(value) if self.texts.is_empty() => self.finite.push(value),
            _ => {
                if self.texts.is_empty() {
                    self.texts = self.finite.drain(..).map(|value| value.to_string()).collect();
                }
                self.texts.push(value.to_string());
            }
        }
    }

    fn check(&self, watch: &Watch) -> Result<(), Stop> {
        watch.check(0, (self.finite.len() * size_of::<u64>() + self.texts.len() * size_of::<String>()) as u64)
    }

    fn cells(self) -> Cells {
        if !self.texts.is_empty() {
            return Cells::Texts(self.texts);
        }
        let largest = self.finite.iter().copied().max().unwrap_or(0);
        // The largest value decides the width, so that every value fits.
        match width(largest) {
            1 => Cells::One(self.finite.iter().map(|&value| value as u8).collect()),
            2 => Cells::Two(self.finite.iter().map(|&value| value as u16).collect()),
            4 => Cells::Four(self.finite.iter().map(|&value| value as u32).collect()),
            _ => Cells::Eight(self.finite),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(values: &[Value]) -> Cells {
        let mut found = Found::default();
        values.iter().for_each(|value| found.add(value));
        found.cells()
    }

    #[test]
    fn the_largest_value_decides_the_width() {
        let finite = |values: &[u128]| found(&values.iter().copied().map(Value::Finite).collect::<Vec<_>>());
        assert_eq!(finite(&[0, 255]), Cells::One(vec![0, 255]));
        assert_eq!(finite(&[0, 256]), Cells::Two(vec![0, 256]));
        assert_eq!(finite(&[0, 65_536]), Cells::Four(vec![0, 65_536]));
        assert_eq!(finite(&[0, 1 << 32]), Cells::Eight(vec![0, 1 << 32]));
        assert_eq!(finite(&[7, 1 << 64]), Cells::Texts(vec!["7".into(), "18446744073709551616".into()]));
    }

    #[test]
    fn the_head_of_a_file_is_that_of_numpy() {
        // By numpy 2.3: np.save(f, np.array([[0, 1, 2], [3, 4, 5]], dtype=np.uint8)).
        let bytes = Cells::One(vec![0, 1, 2, 3, 4, 5]).npy(&[2, 3]);
        assert_eq!(&bytes[..10], b"\x93NUMPY\x01\x00v\x00");
        let head = std::str::from_utf8(&bytes[10..128]).unwrap();
        assert!(head.starts_with("{'descr': '|u1', 'fortran_order': False, 'shape': (2,3,), }  "), "{head}");
        assert!(head.ends_with(" \n"), "{head}");
        assert_eq!(&bytes[128..], [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn texts_have_one_width() {
        let cells = found(&[Value::Finite(3), Value::from(grundy::ordinal::Ordinal::omega())]);
        assert_eq!(cells, Cells::Texts(vec!["3".into(), "w".into()]));
        assert_eq!(fixed("w", 2), [b'w', 0, 0, 0, 0, 0, 0, 0]);
    }
}
