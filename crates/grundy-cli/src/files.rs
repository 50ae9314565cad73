//! Files that are never half-written, and all of stdin.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Replaces a file by a new content: written beside it, flushed to the disk, then renamed. A full disk leaves the old
/// file as it was.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let beside = beside(path);
    let written = write(&beside, bytes).and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // What was begun is of no use; that it may be gone already is no second error.
        drop(fs::remove_file(&beside));
    }
    written
}

/// All of stdin. As a file it tells its size, so that the buffer need not grow.
#[cfg(unix)]
pub fn stdin() -> io::Result<Vec<u8>> {
    use std::os::fd::AsFd;
    let mut input = Vec::new();
    File::from(io::stdin().as_fd().try_clone_to_owned()?).read_to_end(&mut input)?;
    Ok(input)
}

/// All of stdin.
#[cfg(not(unix))]
pub fn stdin() -> io::Result<Vec<u8>> {
    let mut input = Vec::new();
    io::stdin().lock().read_to_end(&mut input)?;
    Ok(input)
}

fn beside(path: &Path) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(".tmp");
    name.into()
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}
