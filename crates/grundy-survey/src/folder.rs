//! The folder that the processes of a survey share: `survey` says what is surveyed; `unit-000042.rows` holds the rows of a finished
//! unit, `unit-000042.part` what is known of one in progress. Everything in it is untrusted: what does not belong to this survey, or is
//! damaged, is refused with its name. Files are replaced as a whole, so that two processes on one unit only waste time.

use crate::disk::{self, replace};
use crate::plan::Plan;
use crate::row::Row;
use grundy_report::{Checksum, Error};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Files that hold little have at most so many bytes.
const SMALL: u64 = 64 << 20;

/// The folder of a survey.
#[derive(Debug, Clone)]
pub struct Folder {
    path: PathBuf,
    /// The most bytes of one of its files.
    most: u64,
}

/// What is known of a unit in progress.
#[derive(Debug, Default)]
pub(crate) struct Part {
    /// The rows of its first games.
    pub rows: Vec<Row>,
    /// The state of the next game; empty if it has not begun.
    pub game: Vec<u8>,
}

impl Folder {
    /// Opens the folder of a survey, or makes it. Its files may be as large as the memory: what can be written can be read.
    pub fn open(path: &Path, plan: &Plan, memory: u64) -> Result<Folder, Error> {
        let folder = Folder { path: path.to_owned(), most: memory.max(SMALL) };
        fs::create_dir_all(path).map_err(|error| failed(path, &error))?;
        let (survey, head) = (path.join("survey"), plan.head());
        let Some(found) = read(&survey, SMALL)? else {
            let foreign = fs::read_dir(path).map_err(|error| failed(path, &error))?.flatten().next();
            if let Some(foreign) = foreign.filter(|entry| !entry.file_name().to_string_lossy().ends_with(".tmp")) {
                // Another process of the same survey may have made it just now.
                if read(&survey, SMALL)?.is_none() {
                    let name = foreign.file_name();
                    let text = format!("{}: no folder of a survey: it has `{}`", path.display(), name.display());
                    return Err(Error::Bad(text));
                }
                return Folder::open(path, plan, memory);
            }
            replace(&survey, format!("{head}\n").as_bytes()).map_err(|error| failed(&survey, &error))?;
            return Ok(folder);
        };
        let first = String::from_utf8_lossy(&found);
        if first.trim_end() != head {
            let (path, first) = (path.display(), grundy_report::safe(first.trim_end()));
            let text = format!("{path}: the folder belongs to another survey:\n  it says  {first}\n  this is  {head}");
            return Err(Error::Bad(text));
        }
        Ok(folder)
    }

    /// The rows of a unit that is finished.
    pub fn finished(&self, plan: &Plan, unit: usize) -> Result<Option<Vec<Row>>, Error> {
        let path = self.file(unit, "rows");
        let Some(bytes) = read(&path, self.most)? else { return Ok(None) };
        let (rows, rest) = rows(&bytes, plan, unit).ok_or_else(|| damaged(&path))?;
        let whole = rest.is_empty() && rows.len() == plan.unit(unit).len();
        if whole { Ok(Some(rows)) } else { Err(damaged(&path)) }
    }

    pub(crate) fn part(&self, plan: &Plan, unit: usize) -> Result<Option<Part>, Error> {
        let path = self.file(unit, "part");
        let Some(bytes) = read(&path, self.most)? else { return Ok(None) };
        let (rows, game) = rows(&bytes, plan, unit).ok_or_else(|| damaged(&path))?;
        Ok(Some(Part { game: game.to_vec(), rows }))
    }

    pub(crate) fn save(&self, unit: usize, part: &Part) -> Result<(), Error> {
        let path = self.file(unit, "part");
        replace(&path, &[&written(&part.rows)[..], &part.game].concat()).map_err(|error| failed(&path, &error))
    }

    pub(crate) fn finish(&self, unit: usize, rows: &[Row]) -> Result<(), Error> {
        let path = self.file(unit, "rows");
        replace(&path, &written(rows)).map_err(|error| failed(&path, &error))?;
        let part = self.file(unit, "part");
        match fs::remove_file(&part) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(failed(&part, &error)),
            _ => Ok(()),
        }
    }

    fn file(&self, unit: usize, what: &str) -> PathBuf {
        self.path.join(format!("unit-{unit:06}.{what}"))
    }
}

/// Rows as lines, led by their number and their checksum.
fn written(rows: &[Row]) -> Vec<u8> {
    let lines: String = rows.iter().map(|row| row.to_saved() + "\n").collect();
    let mut bytes = Vec::with_capacity(lines.len() + 40);
    // Writing into memory does not fail.
    let _ = writeln!(bytes, "{} {:016x}", rows.len(), Checksum::of(&lines));
    bytes.extend(lines.as_bytes());
    bytes
}

/// Reads rows of the first games of a unit; what follows is handed back. Nothing if these are none.
fn rows<'a>(bytes: &'a [u8], plan: &Plan, unit: usize) -> Option<(Vec<Row>, &'a [u8])> {
    let mut rest = bytes;
    let head = std::str::from_utf8(line(&mut rest)?).ok()?;
    let (count, sum) = head.split_once(' ')?;
    let (count, sum) = (count.parse::<usize>().ok()?, u64::from_str_radix(sum, 16).ok()?);
    let games = plan.unit(unit).get(..count)?;
    let (mut rows, mut lines) = (Vec::with_capacity(count), String::new());
    for game in games {
        let text = std::str::from_utf8(line(&mut rest)?).ok()?;
        lines += text;
        lines.push('\n');
        rows.push(Row::parse(text).filter(|row| row.code() == game.text)?);
    }
    (Checksum::of(&lines) == sum).then_some((rows, rest))
}

fn line<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let end = rest.iter().position(|&byte| byte == b'\n')?;
    let (line, after) = rest.split_at(end);
    *rest = &after[1..];
    Some(line)
}

/// The content of a file, if it is there.
fn read(path: &Path, most: u64) -> Result<Option<Vec<u8>>, Error> {
    match disk::read(path, most) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) if error.kind() == io::ErrorKind::FileTooLarge => {
            Err(Error::Bad(format!("{}: {error}; raise --max-memory", path.display())))
        }
        Err(error) => Err(failed(path, &error)),
    }
}

fn failed(path: &Path, error: &io::Error) -> Error {
    Error::Write(error.kind(), format!("{}: {error}", path.display()))
}

fn damaged(path: &Path) -> Error {
    Error::Bad(format!("{}: the file is damaged; remove it to compute it again", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_larger_than_other_files_may_be_comes_back() {
        let path = std::env::temp_dir().join(format!("grundy-folder-{}", std::process::id()));
        let plan = Plan::new(Vec::new(), 1);
        let folder = Folder::open(&path, &plan, u64::MAX).unwrap();
        let game: Vec<u8> = (0..SMALL as u32 + 1).map(|at| (at ^ at >> 9) as u8).collect();
        let part = Part { rows: Vec::new(), game };
        folder.save(3, &part).unwrap();
        assert!(folder.part(&plan, 3).unwrap().is_some_and(|saved| saved.game == part.game));
        let small = Folder::open(&path, &plan, 1).unwrap();
        assert!(small.part(&plan, 3).unwrap_err().to_string().ends_with("raise --max-memory"));
        fs::remove_dir_all(&path).unwrap();
    }
}
