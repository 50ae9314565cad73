//! What the tests share.

use grundy::{Limits, Watch};
use grundy_rules::{Engine, Library, Settings};
use grundy_table::{InMemory, Plan, slice};
use std::ops::ControlFlow;
use std::path::PathBuf;

/// An engine that knows one rule file, `g`.
pub fn engine(rules: &str) -> Engine {
    let mut library = Library::new();
    library.add_file("g", rules).unwrap_or_else(|error| panic!("{rules}\n{error}"));
    Engine::new(library, watch(2))
}

/// A watch with so many threads.
pub fn watch(threads: usize) -> Watch {
    Watch::new(Limits { threads, ..Limits::default() })
}

/// The plan of a table in blocks of about so many cells.
pub fn plan(rules: &str, last: &[u64], cells: u64) -> Result<Plan, grundy_table::Error> {
    let grid = engine(rules).grid("g", &Settings::default())?;
    Plan::with_blocks("g", grid, last, 1 << 30, Some(cells))
}

/// All values of a table in memory, in the order of the arguments.
pub fn values(plan: &Plan) -> Result<Vec<u32>, grundy_table::Error> {
    let watch = watch(3);
    let made = InMemory::make(plan, &watch)?;
    let ranges: Vec<_> = plan.shape().last().iter().map(|&last| 0..=last).collect();
    let mut all = Vec::new();
    slice(made.shape(), made.source(), &ranges, &watch, &mut |_, row| {
        all.extend_from_slice(row);
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(all)
}

/// The same by the plain definition: a memo search without theorems and tables.
pub fn by_definition(rules: &str, last: &[u64]) -> Vec<u32> {
    let engine = engine(rules).without_shortcuts().without_tables();
    let (mut all, mut at) = (Vec::new(), vec![0; last.len()]);
    loop {
        let args = at.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
        let sum = engine.sum(&format!("g({args})"), &Settings::default()).unwrap();
        let value = engine.sum_value(&sum).unwrap_or_else(|error| panic!("{rules}\ng({args}): {error}"));
        all.push(value.to_string().parse().unwrap());
        let Some(place) = (0..last.len()).rev().find(|&place| at[place] < last[place]) else { return all };
        at[place] += 1;
        at[place + 1..].fill(0);
    }
}

/// Numbers that look random and are the same in every run.
pub struct Random(pub u64);

impl Random {
    /// A number below `end`.
    pub fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

/// An empty folder of a test, removed at its end.
pub struct Temporary(pub PathBuf);

impl Temporary {
    pub fn new(name: &str) -> Temporary {
        let path = std::env::temp_dir().join(format!("grundy-table-{name}-{}", std::process::id()));
        drop(std::fs::remove_dir_all(&path));
        Temporary(path)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}
