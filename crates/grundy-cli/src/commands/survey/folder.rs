//! The checkpoint folder of a survey: `lock`, `survey` (what is surveyed, then a line a finished game) and `game` (the game in
//! progress). Everything in it is untrusted: what does not belong to this survey, or is damaged, is refused.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::games::Game;
use super::rows::Line;
use crate::args::LimitArgs;
use crate::context;
use crate::failure::Failure;
use crate::files;
use grundy_report::Checksum;

/// The folder, locked while this lives.
pub struct Folder {
    path: PathBuf,
    _lock: File,
    done: Vec<Line>,
    log: File,
}

impl Folder {
    /// Opens or makes the folder of a survey of these games to this bound.
    pub fn open(path: &Path, games: &[Game], to: u64, limits: &LimitArgs) -> Result<Folder, Failure> {
        let failed = |error: io::Error| Failure::input(format!("{}: {error}", path.display()));
        fs::create_dir_all(path).map_err(failed)?;
        let lock = lock(path)?;
        let survey = path.join("survey");
        let head = head(games, to);
        if !survey.exists() {
            files::replace(&survey, format!("{head}\n").as_bytes()).map_err(failed)?;
        }
        let text = context::text(&survey, context::read_saved(&survey, limits)?)?;
        let done = finished(&text, &head, games, path)?;
        let log = OpenOptions::new().append(true).open(&survey).map_err(failed)?;
        Ok(Folder { path: path.to_owned(), _lock: lock, done, log })
    }

    /// The row of a game that is finished.
    pub fn finished(&self, index: usize) -> Option<Line> {
        self.done.get(index).cloned()
    }

    /// Adds the row of the next game; it is on the disk when this returns.
    pub fn finish(&mut self, line: &Line) -> Result<(), Failure> {
        let text = line.to_saved();
        let sum = Checksum::of(&text);
        let written = writeln!(self.log, "{sum:016x} {text}").and_then(|()| self.log.sync_data());
        written.map_err(|error| self.error(&error))?;
        self.done.push(line.clone());
        // The next game starts afresh.
        match fs::remove_file(self.path.join("game")) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(self.error(&error)),
            _ => Ok(()),
        }
    }

    /// Saves the game in progress.
    pub fn save(&self, index: usize, checkpoint: &[u8]) -> Result<(), Failure> {
        let bytes = [&(index as u64).to_le_bytes()[..], checkpoint].concat();
        files::replace(&self.path.join("game"), &bytes).map_err(|error| self.error(&error))
    }

    /// The saved state of a game, if it is the one in progress.
    pub fn in_progress(&self, index: usize, limits: &LimitArgs) -> Result<Option<Vec<u8>>, Failure> {
        let path = self.path.join("game");
        if !path.exists() {
            return Ok(None);
        }
        let bytes = context::read_saved(&path, limits)?;
        match bytes.split_first_chunk::<8>() {
            Some((number, rest)) if u64::from_le_bytes(*number) == index as u64 => Ok(Some(rest.to_vec())),
            // A kill between the row of a game and the removal of its state leaves the state of a finished game.
            Some((number, _)) if u64::from_le_bytes(*number) < index as u64 => Ok(None),
            _ => Err(Failure::input(format!("{}: the checkpoint is damaged", path.display()))),
        }
    }

    fn error(&self, error: &io::Error) -> Failure {
        Failure::input(format!("{}: {error}", self.path.display()))
    }
}

/// Two runs on one folder would spoil it.
fn lock(path: &Path) -> Result<File, Failure> {
    let failed = |error: io::Error| Failure::input(format!("{}: {error}", path.display()));
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(path.join("lock")).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            Err(Failure::input(format!("{}: another survey is using this checkpoint", path.display())))
        }
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}

/// What is surveyed, by which version.
fn head(games: &[Game], to: u64) -> String {
    let mut all = String::new();
    for game in games {
        all += &format!("{}\n", game.identity);
    }
    let (version, count, sum) = (env!("CARGO_PKG_VERSION"), games.len(), Checksum::of(&all));
    format!("grundy survey {version}, {count} games {sum:016x}, to {to}")
}

/// The finished rows. A last line that was cut off by a kill is dropped, and so is what a half-written one left.
fn finished(text: &str, head: &str, games: &[Game], path: &Path) -> Result<Vec<Line>, Failure> {
    let damaged = || Failure::input(format!("{}: the checkpoint is damaged", path.display()));
    let mut lines = text.split_inclusive('\n');
    let first = lines.next().and_then(|line| line.strip_suffix('\n')).ok_or_else(damaged)?;
    if first != head {
        let message = format!(
            "{}: this checkpoint belongs to another survey:\n  it says  {first}\n  this is  {head}",
            path.display()
        );
        return Err(Failure::input(message));
    }
    let mut done = Vec::new();
    for line in lines {
        let Some(whole) = line.strip_suffix('\n') else { break };
        let row = saved(whole).ok_or_else(damaged)?;
        let game = games.get(done.len()).ok_or_else(damaged)?;
        if row.code() != Some(game.text.as_str()) {
            return Err(damaged());
        }
        done.push(row);
    }
    repair(&path.join("survey"), text).map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
    Ok(done)
}

fn saved(line: &str) -> Option<Line> {
    let (sum, text) = line.split_once(' ')?;
    (u64::from_str_radix(sum, 16).ok()? == Checksum::of(text)).then(|| Line::parse(text))?
}

/// Takes a line without an end off the file, so that the next row starts on a line of its own.
fn repair(path: &Path, text: &str) -> io::Result<()> {
    match text.rfind('\n') {
        Some(end) if end + 1 < text.len() => files::replace(path, &text.as_bytes()[..=end]),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_larger_than_other_files_may_be_comes_back() {
        let path = std::env::temp_dir().join(format!("grundy-folder-{}", std::process::id()));
        let limits = LimitArgs { threads: None, max_memory: None, max_positions: None, timeout: None };
        let folder = Folder::open(&path, &[], 1, &limits).unwrap();
        let state: Vec<u8> = (0..(64 << 20) + 1).map(|at: u32| (at ^ at >> 9) as u8).collect();
        folder.save(3, &state).unwrap();
        assert!(folder.in_progress(3, &limits).unwrap().is_some_and(|saved| saved == state));
        let small = LimitArgs { max_memory: Some(1), ..limits };
        assert!(folder.in_progress(3, &small).unwrap_err().message.ends_with("raise --max-memory"));
        fs::remove_dir_all(&path).unwrap();
    }
}
