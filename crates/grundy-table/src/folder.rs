//! The folder of a table: `table` says what it holds, `block-000042` is a block. Everything in it is untrusted: what belongs to another
//! table, or is damaged, is never read as values. Any number of processes may work on one folder: files appear whole, and whoever
//! makes a block makes the same.

use crate::block::{self, Id, Opened, VERSION};
use crate::cells::Cells;
use crate::checksum::checksum;
use crate::error::Error;
use crate::shape::Shape;
use grundy_rules::grid::Axis;
use serde_json::{Value as Json, json};
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// The file that says what the folder holds has at most so many bytes.
const MOST_HEAD: u64 = 1 << 20;

/// The folder of a table.
#[derive(Debug, Clone)]
pub struct Folder {
    path: PathBuf,
    about: About,
    id: u64,
}

/// What a folder says of its table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct About {
    /// The game as it was named.
    pub game: String,
    /// The kind of its positions.
    pub kind: String,
    /// The checksum of all that decides the values.
    pub rules: u64,
    /// The box and its blocks.
    pub shape: Shape,
}

impl About {
    fn to_json(&self) -> Json {
        let axes: Vec<Json> = self
            .shape
            .axes()
            .iter()
            .map(|axis| json!({"argument": axis.argument, "rising": axis.rising, "steady": axis.steady}))
            .collect();
        json!({
            "format": "grundy table",
            "version": VERSION,
            "language": grundy_rules::LANGUAGE,
            "game": self.game,
            "kind": self.kind,
            "rules": format!("{:016x}", self.rules),
            "to": self.shape.last(),
            "order": axes,
            "block": self.shape.shifts().iter().map(|shift| 1u64 << shift).collect::<Vec<_>>(),
            "positions": self.shape.cells().to_string(),
        })
    }

    fn from_json(json: &Json) -> Option<About> {
        let numbers = |key: &str| json[key].as_array()?.iter().map(Json::as_u64).collect::<Option<Vec<u64>>>();
        let axis = |axis: &Json| {
            Some(Axis {
                argument: usize::try_from(axis["argument"].as_u64()?).ok()?,
                rising: axis["rising"].as_bool()?,
                steady: axis["steady"].as_bool()?,
            })
        };
        let axes = json["order"].as_array()?.iter().map(axis).collect::<Option<Vec<_>>>()?;
        let shifts = numbers("block")?.into_iter().map(|size| size.is_power_of_two().then(|| size.trailing_zeros()));
        let shape = Shape::cut(&numbers("to")?, &axes, &shifts.collect::<Option<Vec<_>>>()?).ok()?;
        Some(About {
            game: json["game"].as_str()?.to_owned(),
            kind: json["kind"].as_str()?.to_owned(),
            rules: u64::from_str_radix(json["rules"].as_str()?, 16).ok()?,
            shape,
        })
    }

    /// What tells this table from others; how the game was named does not count.
    fn id(&self) -> u64 {
        let mut json = self.to_json();
        json["game"] = Json::Null;
        checksum(json.to_string().as_bytes())
    }
}

impl Folder {
    /// Opens the folder of a table; nothing if there is none or it is empty.
    pub fn open(path: &Path) -> Result<Option<Folder>, Error> {
        let head = path.join("table");
        let file = match fs::File::open(&head) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return foreign(path).map(|()| None),
            Err(error) => return Err(Error::disk(&head, &error)),
        };
        let mut text = String::new();
        file.take(MOST_HEAD).read_to_string(&mut text).map_err(|error| Error::disk(&head, &error))?;
        let wrong = |what: &str| Error::Bad(format!("{}: {what}", head.display()));
        let json: Json = serde_json::from_str(&text).map_err(|_| wrong("this is no table of grundy"))?;
        if json["format"] != "grundy table" {
            return Err(wrong("this is no table of grundy"));
        }
        if (json["version"].as_u64(), json["language"].as_u64())
            != (Some(VERSION.into()), Some(grundy_rules::LANGUAGE.into()))
        {
            return Err(wrong("the table was made by another version of grundy"));
        }
        let about = About::from_json(&json).ok_or_else(|| wrong("the file is damaged"))?;
        Ok(Some(Folder { path: path.to_owned(), id: about.id(), about }))
    }

    /// Makes the folder of a table.
    pub fn create(path: &Path, about: About) -> Result<Folder, Error> {
        fs::create_dir_all(path).map_err(|error| Error::disk(path, &error))?;
        foreign(path)?;
        let text = format!("{:#}\n", about.to_json());
        block::replace(&path.join("table"), |file| file.write_all(text.as_bytes()))?;
        Ok(Folder { path: path.to_owned(), id: about.id(), about })
    }

    /// What it holds.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The box.
    pub fn shape(&self) -> &Shape {
        &self.about.shape
    }

    /// Refuses a folder that holds another table than is meant.
    pub fn check(&self, wanted: &About) -> Result<(), Error> {
        let (found, path) = (&self.about, self.path.display());
        let name = |about: &About| format!("{} to {:?}", shown(&about.game), about.shape.last());
        if (found.rules, &found.kind) != (wanted.rules, &wanted.kind) {
            let (found, wanted) = (name(found), name(wanted));
            return Err(Error::Bad(format!(
                "{path}: the folder holds another game, or other rules, params or data of it: it holds {found}, this is {wanted}"
            )));
        }
        if found.shape.last() != wanted.shape.last() {
            let (found, wanted) = (found.shape.last(), wanted.shape.last());
            return Err(Error::Bad(format!("{path}: the folder holds positions to {found:?}, not to {wanted:?}")));
        }
        if found.shape.axes() != wanted.shape.axes() {
            return Err(Error::Bad(format!("{path}: the folder was filled in another order")));
        }
        Ok(())
    }

    fn file(&self, block: usize) -> PathBuf {
        self.path.join(format!("block-{block:06}"))
    }

    fn id(&self, block: usize) -> Id {
        Id { table: self.id, block, cells: self.shape().place(block).cells() }
    }

    /// Whether a block's file is there, sound or not.
    pub fn has(&self, block: usize) -> bool {
        self.file(block).exists()
    }

    /// A block's file, if it is there.
    pub fn block(&self, block: usize) -> Result<Option<Opened>, Error> {
        Opened::new(&self.file(block), self.id(block))
    }

    /// The values of a block that must be there.
    pub fn cells(&self, block: usize) -> Result<Cells, Error> {
        self.block(block)?.ok_or_else(|| self.missing(block))?.cells()
    }

    /// A block that is not there.
    pub fn missing(&self, block: usize) -> Error {
        let path = self.file(block);
        Error::Damaged(format!("{}: the block is missing; `grundy table … --resume` makes it", path.display()))
    }

    /// Keeps a block.
    pub fn keep(&self, block: usize, cells: &Cells) -> Result<(), Error> {
        block::write(&self.file(block), self.id(block), cells).map(|_| ())
    }

    /// Drops a damaged block.
    pub fn drop_block(&self, block: usize) -> Result<(), Error> {
        let path = self.file(block);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Error::disk(&path, &error)),
            _ => Ok(()),
        }
    }

    /// The checksum of all values, block by block: the same whoever made them, for the same size of blocks.
    pub fn checksum(&self) -> Result<u64, Error> {
        let mut sums = Vec::new();
        for block in 0..self.shape().blocks() {
            let head = self.block(block)?.ok_or_else(|| self.missing(block))?.head;
            sums.extend(head.sum.to_le_bytes());
        }
        Ok(checksum(&sums))
    }

    /// Drops what interrupted writers left behind, once all blocks are there.
    pub fn clear_up(&self) -> Result<(), Error> {
        for entry in fs::read_dir(&self.path).map_err(|error| Error::disk(&self.path, &error))?.flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if name.ends_with(".tmp") && (name.starts_with("block-") || name.starts_with("table.")) {
                drop(fs::remove_file(entry.path()));
            }
        }
        // The names are in the folder, which is safe on the disk only now.
        #[cfg(unix)]
        fs::File::open(&self.path).and_then(|file| file.sync_all()).map_err(|error| Error::disk(&self.path, &error))?;
        Ok(())
    }
}

/// A text of a file without control characters.
pub(crate) fn shown(text: &str) -> String {
    text.chars().map(|char| if char.is_control() { '?' } else { char }).take(200).collect()
}

/// Refuses a folder that has something in it which is not of a table.
fn foreign(path: &Path) -> Result<(), Error> {
    let entries = match fs::read_dir(path) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(Error::disk(path, &error)),
    };
    let foreign = entries.flatten().map(|entry| entry.file_name()).find(|name| {
        let name = name.to_string_lossy();
        !(name.starts_with("table.") && name.ends_with(".tmp"))
    });
    match foreign {
        Some(name) => Err(Error::Bad(format!("{}: no folder of a table: it has `{}`", path.display(), name.display()))),
        None => Ok(()),
    }
}

/// Bytes that are free on the disk of a path, or of the nearest folder above that exists; nothing where that cannot be told.
pub fn free_bytes(path: &Path) -> Option<u64> {
    #[cfg(unix)]
    {
        let absolute = std::path::absolute(path).ok()?;
        let there = absolute.ancestors().find(|path| path.exists())?;
        let stat = rustix::fs::statvfs(there).ok()?;
        Some(stat.f_bavail.saturating_mul(stat.f_frsize))
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        None
    }
}
