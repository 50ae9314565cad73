//! Files: read up to a bound, since a name may be that of an endless device, and never left half-written.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, Hasher};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// All of a file, which must not be longer than `most` bytes.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let size = file.metadata()?.len();
    if size > most {
        return Err(too_long(most));
    }
    let mut bytes = Vec::new();
    bytes.reserve_exact(usize::try_from(size).unwrap_or(0));
    read_all(&mut file, most, &mut bytes)?;
    Ok(bytes)
}

/// Reads to the end, which must not come behind `most` bytes.
pub fn read_all(from: &mut impl Read, most: u64, bytes: &mut Vec<u8>) -> io::Result<()> {
    from.take(most.saturating_add(1)).read_to_end(bytes)?;
    if bytes.len() as u64 > most { Err(too_long(most)) } else { Ok(()) }
}

fn too_long(most: u64) -> io::Error {
    io::Error::new(io::ErrorKind::FileTooLarge, format!("longer than the limit of {most} bytes"))
}

/// Replaces the content of a file: written beside it, flushed to the disk, then renamed, so that a full disk leaves the old
/// file as it was. A link stays, and what it names is replaced. A device or a pipe is written to.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = &behind_links(path)?;
    let old = match fs::metadata(path) {
        Ok(old) if !old.is_file() => return write_to(path, bytes),
        Ok(old) => Some(old),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let beside = beside(path);
    let written = write_new(&beside, bytes).and_then(|()| {
        old.map_or(Ok(()), |old| fs::set_permissions(&beside, old.permissions()))?;
        fs::rename(&beside, path)
    });
    if written.is_err() {
        // What was begun is of no use; that it may be gone already is no second error.
        drop(fs::remove_file(&beside));
    }
    written
}

/// Makes a file that must not exist yet; a full disk leaves none. A device or a pipe is written to.
pub fn create(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = &behind_links(path)?;
    if fs::metadata(path).is_ok_and(|old| !old.is_file() && !old.is_dir()) {
        return write_to(path, bytes);
    }
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    if written.is_err() {
        drop(fs::remove_file(path));
    }
    written
}

/// Symbolic links that are followed, as most systems do.
const MOST_LINKS: usize = 40;

/// The path that a chain of symbolic links ends at, whether it exists or not.
fn behind_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        if !fs::symlink_metadata(&path).is_ok_and(|data| data.is_symlink()) {
            return Ok(path);
        }
        let target = fs::read_link(&path)?;
        // Names such as `pipe:[123]` in /proc lead to what is open already, not to a file of that name.
        let next = path.parent().unwrap_or(Path::new("")).join(target);
        if fs::metadata(&path).is_ok() && fs::metadata(&next).is_err() {
            return Ok(path);
        }
        path = next;
    }
    Err(io::Error::other("too many symbolic links"))
}

fn write_to(path: &Path, bytes: &[u8]) -> io::Result<()> {
    OpenOptions::new().write(true).open(path)?.write_all(bytes)
}

/// A name that no other writer uses, on this machine or another that sees the folder.
fn beside(path: &Path) -> PathBuf {
    let random = std::collections::hash_map::RandomState::new().build_hasher().finish();
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(format!(".{random:016x}.tmp"));
    name.into()
}

fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}
