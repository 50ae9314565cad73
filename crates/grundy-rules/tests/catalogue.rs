//! The catalogue and the contest problems of games/: every file has its metadata, prints and parses back, and gives its
//! published values, outcomes and samples.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use grundy::heap::{Period, Sequence};
use grundy::{Limits, Watch};
use grundy_rules::catalogue::Entry;
use grundy_rules::native::{Files, natives};
use grundy_rules::syntax::{Source, parse_file};
use grundy_rules::{Engine, Error, Library, Settings, Table, catalogue, same_words};
use serde_json::Value as Json;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// A file of games/: its name and its text.
struct File {
    name: String,
    text: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("games")
}

/// The files of a folder of games/, by name.
fn files(folder: &str) -> Vec<File> {
    let paths = fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path());
    let games = paths.filter(|path| path.extension().is_some_and(|extension| extension == "game"));
    let mut files: Vec<File> = games.map(|path| read(&path)).collect();
    files.sort_by(|a, b| a.name.cmp(&b.name));
    files
}

fn read(path: &Path) -> File {
    let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
    File { name, text: fs::read_to_string(path).unwrap() }
}

impl File {
    fn entry(&self) -> Entry<'_> {
        Entry::new(&self.name, &self.text)
    }

    fn all<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a str> {
        self.entry().facts(key).collect::<Vec<_>>().into_iter()
    }

    /// The title and the lines of the story.
    fn lines(&self) -> usize {
        1 + self.entry().story.iter().filter(|line| !line.is_empty()).count()
    }

    fn native(&self) -> bool {
        self.entry().is_native()
    }

    /// An engine that knows this file alone, or the games written in Rust, and gives up after a while.
    fn engine(&self) -> Result<Engine, Error> {
        let mut library = if self.native() { catalogue::library() } else { Library::new() };
        if !self.native() {
            library.add_rules(&self.name, &self.text).map_err(Error::Bad)?;
        }
        Ok(Engine::new(library, Watch::new(Limits { time: Duration::from_secs(20), ..Limits::default() })))
    }

    /// The facts of a key as the calls, their values and what the engine says, once for each call.
    fn compare(&self, key: &str, ask: impl Fn(&Engine, &str) -> Result<String, Error>) -> Vec<(String, bool)> {
        let engine = self.engine().unwrap_or_else(|errors| panic!("{}: {errors}", self.name));
        let facts = self.all(key).map(fact);
        let pairs = facts.flat_map(|fact| fact.calls.into_iter().zip(fact.values));
        pairs
            .map(|(call, expected)| {
                let found = ask(&engine, &call).unwrap_or_else(|error| error.to_string());
                let right = found == expected;
                (format!("{call}: {found} instead of {expected}"), right)
            })
            .collect()
    }
}

/// A line `call = v v v   [source]` of the metadata, with one range in the call at most.
struct Fact {
    calls: Vec<String>,
    values: Vec<String>,
}

fn fact(line: &str) -> Fact {
    let (facts, source) = line.split_once("   [").unwrap_or_else(|| panic!("no source: {line}"));
    assert!(source.ends_with(']') && source.len() > 4, "{line}");
    let (call, values) = facts.split_once(" = ").unwrap_or_else(|| panic!("no values: {line}"));
    let fact = Fact { calls: spread(call), values: values.split(' ').map(str::to_owned).collect() };
    assert_eq!(fact.calls.len(), fact.values.len(), "{line}");
    fact
}

/// A call once for each number of the range in it.
fn spread(call: &str) -> Vec<String> {
    let Some(dots) = call.find("..") else { return vec![call.to_owned()] };
    let start = call[..dots].rfind(|c: char| !c.is_ascii_digit()).map_or(0, |place| place + 1);
    let end = call[dots + 2..].find(|c: char| !c.is_ascii_digit()).map_or(call.len(), |place| dots + 2 + place);
    let number = |text: &str| text.parse::<u64>().unwrap();
    (number(&call[start..dots])..=number(&call[dots + 2..end]))
        .map(|n| format!("{}{n}{}", &call[..start], &call[end..]))
        .collect()
}

/// Reads the files that calls name, from the root of the repository.
struct Repository;

impl Files for Repository {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        fs::read(root().join("..").join(path)).map_err(|error| error.to_string())
    }
}

fn with_files() -> Settings {
    Settings { files: Some(Arc::new(Repository)), ..Settings::default() }
}

#[test]
fn metadata_of_the_catalogue() {
    let (mut games, mut names) = (0, BTreeSet::new());
    for file in files("") {
        let one = |key: &str| assert_eq!(file.all(key).count(), 1, "{}: one line `{key}:`", file.name);
        one("Reference");
        one("Method");
        assert!((2..=9).contains(&file.lines()), "{}: a title and a story", file.name);
        let facts: usize = file.all("Values").chain(file.all("Outcomes")).map(|line| fact(line).calls.len()).sum();
        assert!(facts >= 10, "{}: {facts} values", file.name);
        assert!(names.insert(file.name.clone()), "{}: twice", file.name);
        for alias in file.entry().aliases() {
            assert!(names.insert(alias.to_owned()), "{}: the alias {alias} is taken", file.name);
        }
        if !file.native() {
            let engine = file.engine().unwrap_or_else(|errors| panic!("{}: {errors}", file.name));
            assert_eq!(engine.library().program(&file.name).unwrap().kinds[0].name, file.name);
        }
        games += 1;
    }
    assert!(games >= 60, "{games} games");
}

/// The line `Method:` names the strategy that the file's game gets, with the params of its first published value.
#[test]
fn methods() {
    let mut wrong = Vec::new();
    for file in files("") {
        if file.native() {
            assert_eq!(file.all("Method").collect::<Vec<_>>(), ["native"], "{}", file.name);
            assert!(natives().iter().any(|native| native.name() == file.name), "{}", file.name);
            continue;
        }
        let engine = file.engine().unwrap_or_else(|errors| panic!("{}: {errors}", file.name));
        let call = file.all("Values").chain(file.all("Outcomes")).flat_map(|line| fact(line).calls).next().unwrap();
        let sum = engine.sum(&call, &with_files()).unwrap_or_else(|error| panic!("{call}: {error}"));
        let data = sum.terms.first().map_or_else(Vec::new, |term| term.component.given());
        let settings = Settings { data, ..Settings::default() };
        let found = engine.kind_strategies(&file.name, &settings).unwrap_or_else(|error| panic!("{call}: {error}"));
        let method = file.all("Method").next().unwrap();
        let right = match method {
            "take range" => found[0].starts_with("take ") && found[0].contains(".."),
            "heap take{…}" => found[0].starts_with("heap take{"),
            name => found[0] == name,
        };
        if !right {
            wrong.push(format!("{}: {} instead of {method}", file.name, found[0]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every shortcut of every file agrees with the definition.
#[test]
fn shortcuts() {
    let mut compared = 0;
    for file in files("").into_iter().chain(files("contest")).filter(|file| !file.native()) {
        let engine = file.engine().unwrap_or_else(|errors| panic!("{}: {errors}", file.name));
        match engine.check_shortcuts(&file.name, &Settings::default()) {
            Ok(kinds) => compared += kinds.iter().map(|(_, compared)| compared).sum::<usize>(),
            // Params or data are missing.
            Err(Error::Bad(errors)) => assert!(errors.to_string().contains("needs a value"), "{}: {errors}", file.name),
            Err(error) => panic!("{}: {error}", file.name),
        }
    }
    assert!(compared >= 500, "{compared} positions");
}

#[test]
fn other_names() {
    let engine = Engine::new(catalogue::library(), Watch::default());
    for entry in catalogue::entries() {
        for alias in entry.aliases() {
            assert_eq!(catalogue::find(alias).unwrap().name, entry.name);
            assert_eq!(
                engine.arity(alias, &Settings::default()).ok(),
                engine.arity(entry.name, &Settings::default()).ok()
            );
        }
    }
    let sum = engine.sum("heap(3, 2; K=2) + nim(7)", &Settings::default()).unwrap();
    assert_eq!(engine.sum_value(&sum).unwrap().to_string(), "3");
}

#[test]
fn metadata_of_the_contest_problems() {
    for file in files("contest") {
        for key in ["Idea", "Source", "Limits", "Method"] {
            assert_eq!(file.all(key).count(), 1, "{}: one line `{key}:`", file.name);
        }
        let source = file.all("Source").next().unwrap();
        assert!(source.ends_with(']') && source.contains(" ["), "{}: the problem's name in brackets", file.name);
        assert!(file.lines() >= 2, "{}: a title and a story", file.name);
        let samples = file.text.lines().filter(|line| *line == "sample").count();
        let gives = file.text.lines().filter(|line| *line == "gives").count();
        assert!(samples > 0 && samples == gives, "{}: {samples} samples", file.name);
    }
}

#[test]
fn files_print_and_parse() {
    for file in files("").into_iter().chain(files("contest")) {
        let parsed = parse_file(&Source::new(&*file.name, &*file.text)).unwrap_or_else(|errors| panic!("{errors}"));
        let printed = parsed.to_string();
        let again = parse_file(&Source::new("printed", printed.clone())).unwrap_or_else(|errors| panic!("{errors}"));
        assert_eq!(again, parsed, "{printed}");
        assert_eq!(again.to_string(), printed);
    }
}

/// Compares all facts of a key with what the engine says.
fn published(key: &str, ask: impl Fn(&Engine, &str) -> Result<String, Error>) {
    let facts: Vec<(String, bool)> = files("").into_iter().flat_map(|file| file.compare(key, &ask)).collect();
    let wrong: Vec<&str> = facts.iter().filter(|(_, right)| !right).map(|(text, _)| text.as_str()).collect();
    assert!(wrong.is_empty(), "{} of {} wrong\n{}", wrong.len(), facts.len(), wrong.join("\n"));
}

#[test]
fn published_values() {
    published("Values", |engine, call| {
        engine.sum(call, &with_files()).and_then(|sum| engine.sum_value(&sum)).map(|value| value.to_string())
    });
}

#[test]
fn published_outcomes() {
    published("Outcomes", |engine, call| {
        engine.sum(call, &with_files()).and_then(|sum| engine.outcome(&sum)).map(|found| found.to_string())
    });
}

#[test]
fn samples() {
    let (mut right, mut wrong) = (0, Vec::new());
    for file in files("contest") {
        match file.engine().and_then(|engine| engine.check_samples(&file.name, &Settings::default())) {
            Ok(samples) => {
                let bad = samples.iter().filter(|sample| !sample.right);
                wrong.extend(bad.map(|bad| format!("{}: printed {}", file.name, bad.printed)));
                right += 1;
            }
            Err(error) => wrong.push(format!("{}: {error}", file.name)),
        }
    }
    assert!(wrong.is_empty(), "{} wrong, {right} right\n{}", wrong.len(), wrong.join("\n"));
}

/// The first field of each record of a table; a record goes on while a quote is open.
fn first_fields(csv: &str) -> Vec<&str> {
    let mut open = false;
    let mut starts = Vec::new();
    for line in csv.lines() {
        if !open {
            starts.push(line.split(',').next().unwrap());
        }
        open ^= line.matches('"').count() % 2 == 1;
    }
    starts.split_off(1)
}

#[test]
fn every_problem_has_a_file_or_a_reason() {
    let text = |path: &str| fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
    let contest = files("contest");
    let ids = contest.iter().flat_map(|file| file.all("Source")).map(|source| source.rsplit('[').next().unwrap());
    let files: BTreeSet<&str> = ids.map(|id| id.trim_end_matches(']')).collect();
    let (csv, reasons) = (text("testdata/contest.csv"), text("docs/COVERAGE.md"));
    let problems = first_fields(&csv);
    let (with, without): (Vec<&str>, Vec<&str>) = problems.iter().partition(|problem| files.contains(*problem));
    for problem in without {
        assert!(reasons.contains(&format!("- **{problem}** ")), "{problem}: no file and no reason");
    }
    assert!((problems.len(), with.len()) >= (126, 115), "{} of {}", with.len(), problems.len());
}

/// The plain statements of testdata/games come with small tests; the files of games/contest, often written another way,
/// must print the same.
#[test]
fn plain_statements_agree() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/games");
    let plain = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let plain = plain.filter(|path| path.extension().is_some_and(|extension| extension == "json"));
    let plain: Vec<Json> =
        plain.map(|path| serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()).collect();
    let (mut right, mut wrong) = (0, Vec::new());
    for file in files("contest") {
        let id = file.all("Source").next().unwrap().rsplit('[').next().unwrap().trim_end_matches(']').to_owned();
        let facts = plain.iter().find(|facts| facts["id"] == *id);
        let Some(tests) = facts.and_then(|facts| facts["tests"].as_array()) else { continue };
        let engine = file.engine().unwrap_or_else(|errors| panic!("{}: {errors}", file.name));
        for test in tests {
            let text = |key: &str| test[key].as_str().unwrap();
            let mut out = String::new();
            let inputs = inputs(&id, text("in"));
            let judged = inputs.iter().try_for_each(|input| {
                engine.judge(&file.name, &Settings::default(), input, &mut |text| out.push_str(text))
            });
            match judged {
                Ok(()) if same_words(plain_words(&id, &out), text("out")) => right += 1,
                Ok(()) => wrong.push(format!("{}: {}\nprinted {out}", file.name, text("in"))),
                Err(error) => wrong.push(format!("{}: {error}", file.name)),
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong, {right} right\n{}", wrong.len(), wrong.join("\n"));
    assert!(right >= 500, "{right} tests");
}

/// The input of a plain statement as the contest gives it: Misère Nim has the same number of heaps in all cases of an input.
fn inputs(id: &str, plain: &str) -> Vec<String> {
    if id != "CG-MISERENIM" {
        return vec![plain.to_owned()];
    }
    let lines: Vec<&str> = plain.lines().skip(1).collect();
    lines.chunks(2).map(|lines| format!("{} 1\n{}\n", lines[0], lines[1])).collect()
}

/// What the plain statement prints of an answer: not where the winning fencer goes.
fn plain_words<'a>(id: &str, printed: &'a str) -> &'a str {
    if id == "CF-154D" { printed.lines().next().unwrap_or_default() } else { printed }
}

/// What a story says about a period: `period 12 from n = 71 on`, `exceptions up to n = 51`, `saltus 3`.
fn number_after(story: &str, words: &str) -> Option<u64> {
    let rest = story[story.find(words)? + words.len()..].trim_start();
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    rest[..digits].parse().ok()
}

/// Every period that a story of the catalogue names is the one of the values, from the heap on that it names.
#[test]
fn told_periods() {
    let mut told = Vec::new();
    for file in files("") {
        let story = file.entry().story.join(" ");
        let Some(period) = number_after(&story.to_lowercase(), "period ") else { continue };
        told.push(file.name.clone());
        let breaks = number_after(&story, "breaks only at n =");
        let last = breaks.map_or(60, |n| n + period);
        let engine = file.engine().unwrap_or_else(|errors| panic!("{}: {errors}", file.name));
        if let Some(rule) = engine.heap_rule(&file.name, &Settings::default()).unwrap().filter(|_| breaks.is_none()) {
            let mut sequence = Sequence::new(rule);
            sequence.extend(10_000, &Watch::default()).unwrap();
            let Period::Proved(found, _) = sequence.period() else { panic!("{}: not proved", file.name) };
            assert_eq!((found.period, found.saltus), (period, 0), "{}", file.name);
            let start = number_after(&story, "from n =");
            let start = start.or_else(|| number_after(&story, "exceptions up to n =").map(|n| n + 1));
            assert!(start.is_none_or(|start| start == found.preperiod), "{}: {found:?}", file.name);
            continue;
        }
        let Ok(Table::Row(row)) = engine.table(&file.name, &Settings::default(), &[0..=last]) else { panic!() };
        let row: Vec<u64> = row.iter().map(|value| value.to_string().parse().unwrap()).collect();
        let saltus = number_after(&story, "saltus").unwrap_or(0);
        let mut pairs = row.iter().zip(&row[period as usize..]);
        let breaks_at = pairs.position(|(now, then)| now + saltus != *then).map(|n| n as u64 + period);
        assert_eq!(breaks_at, breaks, "{}", file.name);
    }
    assert_eq!(told, ["dawson", "dawsonkayles", "factorials", "guiles", "kayles", "kenyon"]);
}
