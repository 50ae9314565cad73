//! Embeds the page: every file of assets/, sorted by name.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?;
    let folder = Path::new(&root).join("assets");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files =
        fs::read_dir(&folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<_>>>()?;
    files.sort();
    let mut code = "&[".to_owned();
    for path in files {
        let name = path.file_name().unwrap_or_default();
        let _ = writeln!(code, "({name:?}, include_bytes!({path:?})),");
    }
    code += "]";
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&out).join("assets.rs"), code)
}
