//! Embeds the catalogue: every games/*.game, sorted by name. `games` is a link to the folder of the repository, so that a package
//! of this crate has the files; where links are not checked out (Windows), the folder itself is read.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?;
    let link = Path::new(&root).join("games");
    let folder = if link.is_dir() { link } else { Path::new(&root).join("../../games") }.canonicalize()?;
    println!("cargo::rerun-if-changed={}", folder.display());
    let files = fs::read_dir(&folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<_>>>()?;
    let mut games: Vec<_> = files.into_iter().filter(|path| path.extension().is_some_and(|e| e == "game")).collect();
    games.sort();
    let mut code = "&[".to_owned();
    for path in games {
        let name = path.file_stem().unwrap_or_default();
        let _ = writeln!(code, "({name:?}, include_str!({path:?})),");
    }
    code += "]";
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&out).join("catalogue.rs"), code)
}
