//! The survey of one game: its values to a bound, as a computation that can be interrupted and resumed.
//!
//! A checkpoint is a flat file of bytes: what was computed, under which rule and version, and a checksum. A resumed survey
//! ends with the same row as an unbroken one, byte by byte: everything in the row follows from the values, and the
//! engine is chosen by the values at fixed numbers of heaps. Checkpoints are untrusted: a damaged one, one of another
//! rule or of another version is refused.

use super::engine::Tuning;
use super::rule::Rule;
use super::sequence::{Period, Sequence};
use super::sparse::split::Split;
use super::values::Values;
use crate::watch::{Stop, Watch};
use std::fmt;

const MAGIC: &[u8; 8] = b"GRUNDYCP";
/// Other versions may choose other engines: their checkpoints are refused.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// One line of a survey.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The rule.
    pub rule: Rule,
    /// What is known about the period.
    pub period: Period,
    /// The last computed heap, if any.
    pub computed_to: Option<u64>,
    /// The largest value.
    pub largest: u64,
    /// The first heap that has it.
    pub largest_at: u64,
    /// How many heaps are rare under the best mask, for codes that break in two.
    pub rares: Option<u64>,
    /// That mask, over the values, or over the values doubled plus the parity of the heap.
    pub mask: Option<u32>,
    /// The engine's name.
    pub engine: &'static str,
}

/// Why a checkpoint is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum CheckpointError {
    /// Not a checkpoint, cut off, or changed.
    Damaged,
    /// Written by another version of this program.
    Version(String),
    /// A checkpoint of another game or bound.
    OtherSurvey(String),
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckpointError::Damaged => f.write_str("the checkpoint is damaged"),
            CheckpointError::Version(version) => {
                write!(f, "the checkpoint was written by version {version}, this is {VERSION}")
            }
            CheckpointError::OtherSurvey(name) => write!(f, "the checkpoint belongs to {name}"),
        }
    }
}

impl std::error::Error for CheckpointError {}

/// The survey of one game.
///
/// ```
/// use grundy::{Watch, heap::{Tuning, Survey}};
/// let mut survey = Survey::new("0.77".parse()?, 10_000, Tuning::default());
/// let saved = survey.checkpoint();
/// survey.run(&Watch::default())?;
/// let mut resumed = Survey::resume("0.77".parse()?, 10_000, Tuning::default(), &saved)?;
/// resumed.run(&Watch::default())?;
/// assert_eq!(survey.row(), resumed.row());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Survey {
    sequence: Sequence,
    last: u64,
}

impl Survey {
    /// The survey of heaps 0 to `last`, at its start.
    pub fn new(rule: Rule, last: u64, settings: Tuning) -> Self {
        Survey { sequence: Sequence::with_settings(rule, settings), last }
    }

    /// Goes on until the bound is reached or a period is proved. After a stop, what was computed is kept.
    pub fn run(&mut self, watch: &Watch) -> Result<(), Stop> {
        self.sequence.extend(u128::from(self.last), watch)
    }

    /// The same for at most `heaps` more heaps; true when the survey is finished.
    pub fn run_some(&mut self, heaps: u64, watch: &Watch) -> Result<bool, Stop> {
        let end = self.sequence.len().saturating_add(heaps).min(self.last);
        self.sequence.extend(u128::from(end), watch)?;
        Ok(self.is_finished())
    }

    /// Whether the bound is reached or a period is proved.
    pub fn is_finished(&self) -> bool {
        self.sequence.is_proved() || self.sequence.len() > self.last
    }

    /// The values so far.
    pub fn sequence(&self) -> &Sequence {
        &self.sequence
    }

    /// The result so far.
    pub fn row(&self) -> Row {
        let values = self.sequence.values();
        let largest = values.largest(values.len());
        let split = self.sequence.moves().map(|moves| Split::best(values, values.len(), moves));
        Row {
            rule: self.sequence.rule().clone(),
            period: self.sequence.period(),
            computed_to: self.sequence.len().checked_sub(1),
            largest: u64::from(largest),
            largest_at: values.iter().position(|value| value == largest).unwrap_or(0) as u64,
            rares: split.map(|(_, rares)| rares as u64),
            mask: split.map(|(split, _)| split.mask_within(largest)),
            engine: self.sequence.engine(),
        }
    }

    /// The state as bytes.
    pub fn checkpoint(&self) -> Vec<u8> {
        let values = self.sequence.values();
        let mut bytes = MAGIC.to_vec();
        for text in [VERSION, &self.name()] {
            bytes.extend((text.len() as u64).to_le_bytes());
            bytes.extend(text.as_bytes());
        }
        bytes.push(u8::from(self.sequence.is_proved()));
        bytes.push(values.width());
        bytes.extend((values.len() as u64).to_le_bytes());
        match values {
            Values::One(cells) => bytes.extend(cells),
            Values::Two(cells) => bytes.extend(cells.iter().flat_map(|cell| cell.to_le_bytes())),
            Values::Four(cells) => bytes.extend(cells.iter().flat_map(|cell| cell.to_le_bytes())),
        }
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    fn name(&self) -> String {
        format!("{} to {}", self.sequence.rule(), self.last)
    }

    /// Goes on from a checkpoint of the same survey.
    pub fn resume(rule: Rule, last: u64, settings: Tuning, checkpoint: &[u8]) -> Result<Self, CheckpointError> {
        let mut survey = Survey::new(rule, last, settings);
        let body = checkpoint.len().checked_sub(8).ok_or(CheckpointError::Damaged)?;
        let (body, sum) = checkpoint.split_at(body);
        if sum != checksum(body).to_le_bytes() {
            return Err(CheckpointError::Damaged);
        }
        let mut reader = Reader { bytes: body };
        if reader.take(8)? != MAGIC {
            return Err(CheckpointError::Damaged);
        }
        let version = reader.text()?;
        if version != VERSION {
            return Err(CheckpointError::Version(version));
        }
        let name = reader.text()?;
        if name != survey.name() {
            return Err(CheckpointError::OtherSurvey(name));
        }
        let proved = reader.take(1)? == [1];
        let values = reader.values()?;
        if !reader.bytes.is_empty() || values.len() as u64 > last.saturating_add(1) {
            return Err(CheckpointError::Damaged);
        }
        survey.sequence.restore(values, proved).then_some(survey).ok_or(CheckpointError::Damaged)
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], CheckpointError> {
        let (taken, rest) = self.bytes.split_at_checked(count).ok_or(CheckpointError::Damaged)?;
        self.bytes = rest;
        Ok(taken)
    }

    fn count(&mut self) -> Result<usize, CheckpointError> {
        let bytes = self.take(8)?.try_into().map_err(|_| CheckpointError::Damaged)?;
        usize::try_from(u64::from_le_bytes(bytes)).map_err(|_| CheckpointError::Damaged)
    }

    fn text(&mut self) -> Result<String, CheckpointError> {
        let count = self.count()?;
        String::from_utf8(self.take(count)?.to_vec()).map_err(|_| CheckpointError::Damaged)
    }

    fn values(&mut self) -> Result<Values, CheckpointError> {
        let width = self.take(1)?[0];
        let count = self.count()?;
        let size = count.checked_mul(usize::from(width)).ok_or(CheckpointError::Damaged)?;
        let cells = self.take(size)?;
        Ok(match width {
            1 => Values::One(cells.to_vec()),
            2 => Values::Two(cells.chunks_exact(2).map(|cell| u16::from_le_bytes([cell[0], cell[1]])).collect()),
            4 => {
                let cell = |cell: &[u8]| u32::from_le_bytes([cell[0], cell[1], cell[2], cell[3]]);
                Values::Four(cells.chunks_exact(4).map(cell).collect())
            }
            _ => return Err(CheckpointError::Damaged),
        })
    }
}

/// FNV-1a over words of eight bytes, the last one padded.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(0xcbf2_9ce4_8422_2325, |hash: u64, chunk| {
        let word = chunk.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
        (hash ^ word).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(29)
    })
}
