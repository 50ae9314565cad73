//! The bodies of the fuzz targets in a plain loop on a stable compiler: `cargo run --release --no-default-features --bin rounds -- parse
//! --runs 100000000`, in this folder. Inputs are changed copies of the saved corpus; the same `--seed` gives the same inputs. An input
//! at which a body panics, or that takes longer than ten seconds, is saved in `artifacts` and ends the loop.
//!
//! There is no feedback from the code that an input reached, as `cargo +nightly fuzz run parse` has; but a hundred million runs need no
//! nightly compiler.

#![allow(clippy::unwrap_used, clippy::expect_used)] // a loop that cannot go on should stop

use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

#[path = "bodies/certificate.rs"]
mod certificate;
#[path = "bodies/check.rs"]
mod check;
#[path = "bodies/eval.rs"]
mod eval;
#[path = "bodies/expr.rs"]
mod expr;
#[path = "bodies/graph.rs"]
mod graph;
#[path = "bodies/parse.rs"]
mod parse;
#[path = "bodies/rules.rs"]
mod rules;
#[path = "bodies/seen.rs"]
mod seen;

/// The targets: name, body, folders of the corpus.
const TARGETS: [(&str, fn(&[u8]), &[&str]); 7] = [
    ("parse", parse::run, &["expr", "rules"]),
    ("check", check::run, &["rules"]),
    ("graph", graph::run, &["graph"]),
    ("certificate", certificate::run, &["certificate"]),
    ("eval", eval::run, &["rules"]),
    ("expr", expr::run, &["expr"]),
    ("rules", rules::run, &["rules"]),
];

/// A run that takes longer is a hang: processor time, where the system tells it.
const HANG: Duration = Duration::from_secs(10);

/// Inputs are cut to this, so that runs stay quick.
const LONGEST: usize = 600;

/// Pieces that are put in.
const PIECES: &str = "( ) [ ] { } + - * / % ^ ++ -> | .. , ; : = == != < <= \" # \n 0 1 9 10^18 -1 99999999999999999999 for in if then else \
                      with and or not xor sum max len sort n k a f g nim kayles param data let misere finite input play answer repeat \
                      -- subgraph digraph graph claim kind order end numeration relation msd2";

/// A small random number generator (xorshift64*).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % bound.max(1)
    }
}

/// A changed copy of one input, with parts of another.
fn changed(corpus: &[Vec<u8>], pieces: &[&[u8]], random: &mut Random) -> Vec<u8> {
    let mut input = corpus[random.below(corpus.len())].clone();
    for _ in 0..1 + random.below(6) {
        let at = random.below(input.len() + 1);
        let end = (at + random.below(24)).min(input.len());
        match random.below(6) {
            0 => drop(input.drain(at..end)),
            1 => drop(input.splice(at..at, pieces[random.below(pieces.len())].iter().copied())),
            2 => {
                let other = &corpus[random.below(corpus.len())];
                let from = random.below(other.len() + 1);
                let to = (from + random.below(40)).min(other.len());
                drop(input.splice(at..end, other[from..to].iter().copied()));
            }
            3 => {
                let twice = input[at..end].to_vec();
                drop(input.splice(at..at, twice));
            }
            4 if at < input.len() => input[at] = random.below(256) as u8,
            _ if at < input.len() => input[at] ^= 1 << random.below(8),
            _ => {}
        }
    }
    input.truncate(LONGEST);
    input
}

/// Saves an input that failed, and ends the program.
fn found(what: &str, target: &str, input: &[u8]) -> ! {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("artifacts");
    fs::create_dir_all(&folder).unwrap();
    let path: PathBuf = folder.join(format!("{target}-{:016x}", input.iter().fold(7u64, |h, &b| h.wrapping_mul(31) + u64::from(b))));
    fs::write(&path, input).unwrap();
    eprintln!("{target}: {what}; the input is in {}", path.display());
    std::process::exit(1)
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let option = |name: &str, otherwise: u64| {
        let place = arguments.iter().position(|word| word == name);
        place.and_then(|place| arguments.get(place + 1)).map_or(otherwise, |text| text.parse().expect("a number"))
    };
    let target = arguments.first().map_or("", String::as_str);
    let Some(&(name, body, folders)) = TARGETS.iter().find(|(name, ..)| *name == target) else {
        eprintln!("usage: rounds TARGET [--runs N] [--seed N]; targets: {}", TARGETS.map(|(name, ..)| name).join(", "));
        std::process::exit(2)
    };
    let (runs, seed) = (option("--runs", 100_000), option("--seed", 1));
    let corpus: Vec<Vec<u8>> = folders.iter().flat_map(|folder| saved(folder)).collect();
    let pieces: Vec<&[u8]> = PIECES.split(' ').map(str::as_bytes).collect();
    let (count, current) = (Arc::new(AtomicU64::new(0)), Arc::new(Mutex::new(Vec::new())));
    watch_for_hangs(name, count.clone(), current.clone());
    let (started, mut random) = (Instant::now(), Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1));
    for _ in 0..runs {
        let input = changed(&corpus, &pieces, &mut random);
        current.lock().unwrap().clone_from(&input);
        if catch_unwind(|| body(&input)).is_err() {
            found("panics", name, &input);
        }
        count.fetch_add(1, Ordering::Relaxed);
    }
    let seconds = started.elapsed().as_secs_f64();
    println!("{name}: {runs} runs clean (--seed {seed}), {:.0} a second", runs as f64 / seconds.max(1e-9));
}

/// The saved inputs of a folder, in order.
fn saved(folder: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(folder);
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

/// The time that the main thread has run: on a busy machine a quick run may take long by the clock.
fn processor_time() -> Option<Duration> {
    let text = fs::read_to_string("/proc/self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// Ends the program when the same run goes on for too long.
fn watch_for_hangs(target: &'static str, count: Arc<AtomicU64>, current: Arc<Mutex<Vec<u8>>>) {
    std::thread::spawn(move || {
        let started = Instant::now();
        let used = || processor_time().unwrap_or_else(|| started.elapsed());
        let (mut before, mut since) = (u64::MAX, used());
        loop {
            std::thread::sleep(Duration::from_secs(1));
            let now = count.load(Ordering::Relaxed);
            if now != before {
                (before, since) = (now, used());
            } else if used().saturating_sub(since) > HANG {
                let input = current.lock().unwrap().clone();
                found("hangs", target, &input);
            }
        }
    });
}
