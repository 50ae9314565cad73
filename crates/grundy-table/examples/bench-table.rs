//! The library's side of `./bench table`: makes a table in a folder and prints how often each value occurs, or its checksum.
//!
//! usage: bench-table RULES LAST[,LAST…] FOLDER counts|checksum|none [THREADS]; `steps` are the rules of reference.cpp.

use grundy::{Limits, Watch};
use grundy_rules::{Engine, Library, Settings};
use grundy_table::{Folder, Plan, Reader, make, sound_blocks};
use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};

const STEPS: &str = "g(x, y, z) -> (g(x-k, y, z) | g(x, y-k, z) | g(x, y, z-k)) for k in 1..6";
const QUEENS: &str = "g(x, y, z) -> (g(x-k, y, z) | g(x, y-k, z) | g(x, y, z-k) | g(x-k, y-k, z) | g(x-k, y, z-k) | g(x, y-k, z-k) | g(x-k, y-k, z-k)) for k in 1..max(x, max(y, z))";
const CHOMP: &str = "g(p, q, r) -> g(a, min(q, a), min(r, a)) for a in 1..p-1
g(p, q, r) -> g(p, b, min(r, b)) for b in 0..q-1
g(p, q, r) -> g(p, q, c) for c in 0..r-1";

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().collect();
    let [_, rules, last, folder, wanted, threads @ ..] = args.as_slice() else {
        return Err("usage: bench-table RULES LAST FOLDER counts|checksum|none [THREADS]".into());
    };
    let rules = match rules.as_str() {
        "steps" => STEPS.to_owned(),
        "queens" => QUEENS.to_owned(),
        "chomp" => CHOMP.to_owned(),
        file => std::fs::read_to_string(file)?,
    };
    let last: Vec<u64> = last.split(',').map(str::parse).collect::<Result<_, _>>()?;
    let threads = threads.first().map_or(Ok(1), |threads| threads.parse())?;
    let watch = Watch::new(Limits { threads, time: Duration::MAX, positions: u64::MAX, ..Limits::default() });
    let mut library = Library::new();
    library.add_file("g", &rules).map_err(|error| error.to_string())?;
    let engine = Engine::new(library, watch.clone()).with_steps(u64::MAX);
    let plan = Plan::new("g", engine.grid("g", &Settings::default())?, &last, watch.limits().memory)?;
    if wanted == "none" {
        return Ok(());
    }
    let path = Path::new(folder);
    let (plan, made) = match Folder::open(path)? {
        Some(found) => (plan.in_blocks_of(&found)?, found),
        None => {
            let made = Folder::create(path, plan.about().clone())?;
            (plan, made)
        }
    };
    let done = sound_blocks(&made, &watch, &mut |text| eprintln!("{text}"))?;
    let started = Instant::now();
    make(&plan, &made, done, &watch, &|_| {})?;
    eprintln!("{} blocks, {}, {:.2} s", plan.shape().blocks(), plan.method(), started.elapsed().as_secs_f64());
    let reader = Reader::open(path)?;
    if wanted == "counts" {
        let counts = reader.histogram(&watch)?;
        let there = counts.iter().enumerate().filter(|(_, count)| **count > 0);
        println!("{} ", there.map(|(value, count)| format!("{value}:{count}")).collect::<Vec<_>>().join(" "));
    } else {
        let found = reader.summary()?;
        println!(
            "{} positions, {} zeros, largest {}, {} bytes, checksum {:016x}",
            found.positions, found.zeros, found.largest, found.bytes, found.checksum
        );
    }
    Ok(())
}
