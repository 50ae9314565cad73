//! Files, and all of stdin.

#[cfg(unix)]
use std::fs::File;
use std::io;

use grundy_survey::read_all;
pub use grundy_survey::{create, read, replace};

/// The most bytes of stdin, unless the memory is smaller.
pub const LARGEST_INPUT: u64 = 1 << 30;

/// All of stdin, at most so many bytes. As a file it tells its size, so that the buffer need not grow.
pub fn stdin(most: u64) -> io::Result<Vec<u8>> {
    let mut input = Vec::new();
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        let mut file = File::from(io::stdin().as_fd().try_clone_to_owned()?);
        let size = file.metadata().map_or(0, |data| data.len());
        input.reserve_exact(usize::try_from(size.min(most)).unwrap_or(0));
        read_all(&mut file, most, &mut input)?;
    }
    #[cfg(not(unix))]
    read_all(&mut io::stdin().lock(), most, &mut input)?;
    Ok(input)
}
