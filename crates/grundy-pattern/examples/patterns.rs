//! docs/PATTERNS.md: what is found and proved for the catalogue and the contest files, at five settings of their params.
//! `cargo run --release -p grundy-pattern --example patterns > docs/PATTERNS.md`, or with names of files for their rows alone.

use grundy::{Limits, Watch};
use grundy_pattern::pattern::{Found, Patterns, Wanted, from_rules};
use grundy_pattern::prove::Ends;
use grundy_rules::program::Role;
use grundy_rules::value::Val;
use grundy_rules::{Library, Settings};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Values of params, in their order.
const SETTINGS: [[i128; 5]; 5] = [[2, 5, 3, 7, 11], [1, 3, 2, 5, 4], [3, 7, 4, 2, 6], [2, 6, 5, 3, 8], [4, 9, 7, 5, 3]];

/// Params of files whose rules leave two rows: known octal codes.
const ROWS: [[i128; 5]; 5] = [[1, 2, 0, 0, 0], [1, 4, 0, 0, 0], [2, 3, 0, 0, 0], [2, 2, 0, 0, 0], [1, 1, 0, 0, 0]];
const OF_ROWS: [&str; 2] = ["removing", "cf1823_e"];

/// Data, five for each: numbers to take, numbers to take from rows, half-open intervals or pairs.
const NUMBERS: [&[i128]; 5] = [&[1, 3, 4], &[2, 3], &[1, 5, 6], &[2, 4, 7], &[3, 4, 5]];
const FROM_ROWS: [&[i128]; 5] = [&[1, 2], &[1, 3], &[2, 3], &[2], &[1, 2, 3, 4]];
const INTERVALS: [&[(i128, i128)]; 5] =
    [&[(1, 3), (2, 4)], &[(0, 2), (1, 3), (4, 5)], &[(3, 4)], &[(1, 4), (2, 6), (5, 7)], &[(2, 3), (3, 5)]];

/// A file, and its data at a setting.
type WithData = (&'static str, fn(usize) -> Val);

/// Files with data that the arithmetic can read, and which of these they get.
const WITH_DATA: [WithData; 7] = [
    ("cses_1729", |i| numbers(NUMBERS[i])),
    ("dp_k", |i| numbers(NUMBERS[i])),
    ("hdu_1536", |i| numbers(NUMBERS[i])),
    ("stripes", |i| numbers(FROM_ROWS[i])),
    ("abc206_f", |i| intervals(INTERVALS[i])),
    ("cf1458_e", |i| intervals(INTERVALS[i])),
    ("cf1866_i", |i| intervals(INTERVALS[i])),
];

const HEAD: &str = include_str!("patterns.head.md");

fn main() {
    let given: Vec<PathBuf> = std::env::args().skip(1).map(PathBuf::from).collect();
    if !given.is_empty() {
        given.iter().for_each(|path| println!("{}", Row::new(path)));
        return;
    }
    let [catalogue, contest] = ["games", "games/contest"].map(rows);
    let count = |rows: &[Row], status: &str| rows.iter().filter(|row| row.status == status).count();
    let proved = |rows: &[Row]| count(rows, "proved");
    let five = contest.iter().filter(|row| row.status == "proved" && row.settings == 5).count();
    let observed = count(&catalogue, "observed") + count(&contest, "observed");
    println!("{HEAD}");
    println!(
        "Proved: {} of {} files of the catalogue and {} of {} contest files, {five} of them at five settings; observed: {observed}.\n",
        proved(&catalogue),
        catalogue.len(),
        proved(&contest),
        contest.len(),
    );
    for (title, rows) in [("Catalogue", catalogue), ("Contest files", contest)] {
        println!("## {title}\n\n| file | settings | formula or automaton | status | proof | tested to | states | ms |");
        println!("|---|---|---|---|---|---|---|---|");
        rows.iter().for_each(|row| println!("{row}"));
        println!();
    }
}

fn rows(folder: &str) -> Vec<Row> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(root).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "game"));
    paths.sort();
    paths.iter().map(|path| Row::new(path)).collect()
}

/// A row of the table.
#[derive(Default)]
struct Row {
    file: String,
    settings: usize,
    formula: String,
    status: &'static str,
    proof: String,
    tested: String,
    states: String,
    time: Duration,
}

impl std::fmt::Display for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Row { file, settings, formula, status, proof, tested, states, time } = self;
        let formula = formula.replace('|', "\\|");
        let ms = time.as_millis();
        write!(f, "| {file} | {settings} | {formula} | {status} | {proof} | {tested} | {states} | {ms} |")
    }
}

impl Row {
    fn new(path: &Path) -> Row {
        let name = path.file_stem().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
        eprintln!("{name}");
        let start = processor_time();
        let row = file(path, &name).unwrap_or_else(|reason| Row { formula: reason, status: "none", ..Row::default() });
        Row { file: name, time: processor_time().saturating_sub(start), ..row }
    }
}

/// What the process has used: other work on the machine does not count. Where the system does not tell, the clock.
fn processor_time() -> Duration {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    let clock = START.get_or_init(Instant::now).elapsed();
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // Behind the name, which is in brackets: the 12th and 13th are the times of user and system, a hundred a second.
    let fields = text.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
    let ticks: Option<Vec<u64>> = fields.map(|f| f.parse().ok()).collect();
    ticks.filter(|t| t.len() == 2).map_or(clock, |t| Duration::from_millis(10 * t.iter().sum::<u64>()))
}

fn file(path: &Path, name: &str) -> Result<Row, String> {
    let rules = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let mut library = Library::new();
    library.add_rules("file", &rules).map_err(|_| "no rules".to_string())?;
    let program = library.program("file").filter(|p| !p.kinds.is_empty()).ok_or("a game of the program itself")?;
    let seen: Vec<_> = program.rule_globals.iter().map(|&g| &program.globals[g]).collect();
    let of = |role: Role| seen.iter().filter(|g| g.role == role).map(|g| g.name.clone()).collect::<Vec<_>>();
    let (params, data) = (of(Role::Param), of(Role::Data));
    let made = WITH_DATA.iter().find(|row| row.0 == name).map(|row| row.1);
    if params.len() + data.len() < seen.len() || !data.is_empty() && made.is_none() {
        return Err("the rules need data".into());
    }
    let values = if OF_ROWS.contains(&name) { ROWS } else { SETTINGS };
    let setting = |i: usize| {
        let data = data.iter().filter_map(|name| Some((name.clone(), made?(i)))).collect();
        Settings { set: params.iter().cloned().zip(values[i]).collect(), data, ..Settings::default() }
    };
    let count = if seen.is_empty() { 1 } else { SETTINGS.len() };
    let settings: Vec<Settings> = (0..count).map(setting).collect();
    let wanted = Wanted { name: "file", rules: &rules, kind: None, settings: &settings, to: None };
    match from_rules(&wanted, &Watch::new(Limits { threads: 1, ..Limits::default() })) {
        Ok(patterns) => Ok(Row { settings: count, ..said(&patterns) }),
        Err(error) => Err(error.to_string().lines().next().unwrap_or_default().to_owned()),
    }
}

fn numbers(list: &[i128]) -> Val {
    Val::list(list.iter().map(|&n| Val::Int(n)).collect::<Vec<_>>()).unwrap_or(Val::Int(0))
}

fn intervals(list: &[(i128, i128)]) -> Val {
    Val::list(list.iter().map(|&(a, b)| numbers(&[a, b])).collect::<Vec<_>>()).unwrap_or(Val::Int(0))
}

fn said(patterns: &Patterns) -> Row {
    let Some(found) = patterns.found.first() else {
        let reason = patterns.reasons.last().map_or("–", String::as_str);
        return Row { formula: shortened(reason), status: "none", ..Row::default() };
    };
    let formula = found.text.as_ref().map_or_else(|| bare(found), |text| format!("`{}`", shortened(text)));
    let states: Vec<String> =
        found.shown.iter().map(|s| s.states.iter().map(|k| k.1.to_string()).collect::<Vec<_>>().join("+")).collect();
    let status = if found.shown.is_empty() { "observed" } else { "proved" };
    let tested = found.tested_to.to_string();
    Row { formula, status, proof: proof(found), tested, states: states.join(", "), ..Row::default() }
}

/// The ways of proof, each once.
fn proof(found: &Found) -> String {
    let mut list: Vec<String> = found.shown.iter().map(|s| format!("{} {}", s.encoding, s.numeration)).collect();
    list.dedup();
    let assumed = found.shown.iter().any(|s| s.ends == Ends::Assumed);
    list.join(", ") + if assumed { ", if play ends" } else { "" }
}

fn bare(found: &Found) -> String {
    format!("automaton of {}", found.game)
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= 90 { text.to_owned() } else { text.chars().take(89).chain(['…']).collect() }
}
