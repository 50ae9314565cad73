//! Finished blocks in memory, as far as they fit; the others are read again from the folder.

use crate::cells::Cells;
use crate::error::Error;
use crate::folder::Folder;
use crate::source::Source;
use hashbrown::HashMap;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// Finished blocks.
#[derive(Debug)]
pub struct Store<'a> {
    folder: Option<&'a Folder>,
    kept: Mutex<Kept>,
    most_bytes: u64,
}

#[derive(Debug, Default)]
struct Kept {
    blocks: HashMap<usize, Arc<Cells>>,
    /// In the order in which they came.
    order: VecDeque<usize>,
    bytes: u64,
}

impl<'a> Store<'a> {
    /// Blocks of a folder, or without one of memory alone: then none is dropped.
    pub fn new(folder: Option<&'a Folder>, most_bytes: u64) -> Store<'a> {
        Store { folder, kept: Mutex::default(), most_bytes }
    }

    /// Whether what is dropped can be read again.
    pub fn has_folder(&self) -> bool {
        self.folder.is_some()
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a block, and drops the oldest when there are too many.
    pub fn insert(&self, block: usize, cells: Arc<Cells>) {
        let mut kept = self.kept();
        kept.bytes += cells.bytes();
        if let Some(old) = kept.blocks.insert(block, cells) {
            kept.bytes -= old.bytes();
        } else {
            kept.order.push_back(block);
        }
        while self.folder.is_some() && kept.bytes > self.most_bytes && kept.order.len() > 1 {
            let oldest = kept.order.pop_front();
            if let Some(old) = oldest.and_then(|oldest| kept.blocks.remove(&oldest)) {
                kept.bytes -= old.bytes();
            }
        }
    }

    /// Drops a block that nobody will ask for.
    pub fn forget(&self, block: usize) {
        let mut kept = self.kept();
        if let Some(old) = kept.blocks.remove(&block) {
            kept.bytes -= old.bytes();
            kept.order.retain(|&other| other != block);
        }
    }
}

impl Source for Store<'_> {
    fn block(&self, block: usize) -> Result<Option<Arc<Cells>>, Error> {
        if let Some(cells) = self.kept().blocks.get(&block) {
            return Ok(Some(cells.clone()));
        }
        let Some(opened) = self.folder.map(|folder| folder.block(block)).transpose()?.flatten() else {
            return Ok(None);
        };
        let cells = Arc::new(opened.cells()?);
        self.insert(block, cells.clone());
        Ok(Some(cells))
    }
}
