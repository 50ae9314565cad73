//! Files that are never half-written.

use std::ffi::OsString;
use std::fs::{self, File};
use std::hash::{BuildHasher, Hasher};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Replaces a file by a new content: written beside it, flushed to the disk, then renamed. A full disk leaves the old
/// file as it was, and several writers do not meet.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let beside = beside(path);
    let written = write(&beside, bytes).and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // What was begun is of no use; that it may be gone already is no second error.
        drop(fs::remove_file(&beside));
    }
    written
}

/// A name that no other writer uses, on this machine or another.
fn beside(path: &Path) -> PathBuf {
    let random = std::collections::hash_map::RandomState::new().build_hasher().finish();
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(format!(".{random:016x}.tmp"));
    name.into()
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}
