//! Files that are never half-written, and all of stdin.

#[cfg(unix)]
use std::fs::File;
use std::io::{self, Read};

pub use grundy_survey::replace;

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
