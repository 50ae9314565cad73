//! The file of a block.
//!
//! Numbers are little-endian: 8 bytes magic, then `version` and bytes a value (4 bytes each), the table's number, the block's number, how
//! many cells, how many of them are 0 (8 bytes each), the largest value and the number of pages (4 bytes each), the checksum of the
//! page checksums, the checksum of all this with the page checksums (8 bytes each), the page checksums, the values. A page
//! is 64 KiB of values, so that a single value is checked by reading a page.
//!
//! A file is written beside its place, made safe and renamed: it is whole, or not there.

use crate::cells::Cells;
use crate::checksum::checksum;
use crate::error::Error;
use std::fs::{self, File};
use std::hash::{BuildHasher, Hasher};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 8] = b"GRNDYBLK";

/// The version of the format of blocks and folders.
pub const VERSION: u32 = 1;

/// Bytes of a page.
pub const PAGE: usize = 1 << 16;

/// Bytes before the page checksums.
const HEAD: usize = 72;

/// What the head of a block says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Head {
    /// Bytes a value.
    pub width: usize,
    /// How many values.
    pub cells: u64,
    /// How many of them are 0.
    pub zeros: u64,
    /// The largest.
    pub largest: u32,
    /// Their checksum.
    pub sum: u64,
}

/// Which block of which table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Id {
    /// The table's number.
    pub table: u64,
    /// The block's number.
    pub block: usize,
    /// How many cells it has.
    pub cells: usize,
}

/// Writes a block; what it says of it.
pub fn write(path: &Path, id: Id, cells: &Cells) -> Result<Head, Error> {
    let (largest, zeros) = cells.summary();
    let mut sums = Vec::new();
    let listed: Result<(), ()> = cells.pieces(PAGE, |page| {
        sums.extend(checksum(page).to_le_bytes());
        Ok(())
    });
    let _ = listed;
    let head = Head { width: cells.width(), cells: cells.len() as u64, zeros, largest, sum: checksum(&sums) };
    let mut bytes = head_bytes(id, &head, (sums.len() / 8) as u32);
    let all = [bytes.as_slice(), &sums].concat();
    bytes.extend(checksum(&all).to_le_bytes());
    bytes.extend(sums);
    replace(path, |file| {
        file.write_all(&bytes)?;
        cells.pieces(PAGE, |page| file.write_all(page))
    })?;
    Ok(head)
}

fn head_bytes(id: Id, head: &Head, pages: u32) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((head.width as u32).to_le_bytes());
    for number in [id.table, id.block as u64, head.cells, head.zeros] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(head.largest.to_le_bytes());
    bytes.extend(pages.to_le_bytes());
    bytes.extend(head.sum.to_le_bytes());
    bytes
}

/// Writes a file as a whole: it appears under its name when it is safe on the disk.
pub fn replace(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> Result<(), Error> {
    let beside = beside(path);
    let written = File::create(&beside).and_then(|mut file| {
        write(&mut file)?;
        file.sync_all()
    });
    match written.and_then(|()| fs::rename(&beside, path)) {
        Ok(()) => Ok(()),
        // Another process has made the same file, and cleared up.
        Err(error) if error.kind() == io::ErrorKind::NotFound && path.exists() => Ok(()),
        Err(error) => {
            drop(fs::remove_file(&beside));
            Err(Error::disk(path, &error))
        }
    }
}

/// A name that no other writer uses, on this machine or another that sees the folder.
fn beside(path: &Path) -> PathBuf {
    let random = std::collections::hash_map::RandomState::new().build_hasher().finish();
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{random:016x}.tmp"));
    name.into()
}

/// A block's file, its head read and checked.
#[derive(Debug)]
pub struct Opened {
    file: File,
    path: PathBuf,
    /// What it says.
    pub head: Head,
    sums: Vec<u8>,
}

impl Opened {
    /// Opens a block; nothing if there is no file.
    pub fn new(path: &Path, id: Id) -> Result<Option<Opened>, Error> {
        let mut file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Error::disk(path, &error)),
        };
        let mut bytes = vec![0; HEAD];
        read(&mut file, path, &mut bytes)?;
        let long = |at: usize| bytes[at..].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
        let short = |at: usize| bytes[at..].first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes));
        let head =
            Head { width: short(12) as usize, cells: long(32), zeros: long(40), largest: short(48), sum: long(56) };
        let pages = (id.cells * head.width).div_ceil(PAGE);
        let sound = &bytes[..8] == MAGIC
            && short(8) == VERSION
            && [1, 2, 4].contains(&head.width)
            && (long(16), long(24), head.cells) == (id.table, id.block as u64, id.cells as u64)
            && short(52) as usize == pages;
        if !sound {
            return Err(damaged(path));
        }
        let mut sums = vec![0; pages * 8];
        read(&mut file, path, &mut sums)?;
        let all = [&bytes[..HEAD - 8], &sums].concat();
        if checksum(&all) != long(64) || checksum(&sums) != head.sum {
            return Err(damaged(path));
        }
        Ok(Some(Opened { file, path: path.to_owned(), head, sums }))
    }

    /// The value of a cell: one page is read.
    pub fn get(&mut self, cell: usize) -> Result<u32, Error> {
        let (page, at) = (cell * self.head.width / PAGE, cell * self.head.width % PAGE);
        let bytes = self.page(page)?;
        let value = bytes[at..at + self.head.width].iter().rev();
        Ok(value.fold(0, |value, &byte| value << 8 | u32::from(byte)))
    }

    fn page(&mut self, page: usize) -> Result<Vec<u8>, Error> {
        let all = self.head.cells as usize * self.head.width;
        let mut bytes = vec![0; PAGE.min(all - page * PAGE)];
        let at = (HEAD + self.sums.len() + page * PAGE) as u64;
        self.file.seek(SeekFrom::Start(at)).map_err(|error| Error::disk(&self.path, &error))?;
        read(&mut self.file, &self.path, &mut bytes)?;
        self.check(page, &bytes)?;
        Ok(bytes)
    }

    fn check(&self, page: usize, bytes: &[u8]) -> Result<(), Error> {
        let wanted = self.sums[page * 8..].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
        if checksum(bytes) == wanted { Ok(()) } else { Err(damaged(&self.path)) }
    }

    /// All values.
    pub fn cells(mut self) -> Result<Cells, Error> {
        let mut bytes = vec![0; self.head.cells as usize * self.head.width];
        self.file
            .seek(SeekFrom::Start((HEAD + self.sums.len()) as u64))
            .map_err(|error| Error::disk(&self.path, &error))?;
        read(&mut self.file, &self.path, &mut bytes)?;
        for (page, bytes) in bytes.chunks(PAGE).enumerate() {
            self.check(page, bytes)?;
        }
        Cells::from_bytes(bytes, self.head.width).ok_or_else(|| damaged(&self.path))
    }

    /// Reads all values page by page, only to see whether they are sound.
    pub fn verify(mut self) -> Result<Head, Error> {
        for page in 0..self.sums.len() / 8 {
            self.page(page)?;
        }
        let end = (HEAD + self.sums.len() + self.head.cells as usize * self.head.width) as u64;
        let len = self.file.metadata().map_err(|error| Error::disk(&self.path, &error))?.len();
        if len == end { Ok(self.head) } else { Err(damaged(&self.path)) }
    }
}

fn read(file: &mut File, path: &Path, bytes: &mut [u8]) -> Result<(), Error> {
    file.read_exact(bytes).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => damaged(path),
        _ => Error::disk(path, &error),
    })
}

fn damaged(path: &Path) -> Error {
    Error::Damaged(format!("{}: the block is damaged; `grundy table … --resume` makes it anew", path.display()))
}
