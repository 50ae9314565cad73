//! Emitted programs are compiled and compared with `judge`, in three languages.
#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use grundy::{Limits, Watch};
use grundy_emit::{Emitted, Language, emit, known};
use grundy_rules::contest::Wishes;
use grundy_rules::{Engine, Library, Settings, same_words};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const LANGUAGES: [(Language, &str); 3] = [(Language::Cpp, "cpp"), (Language::Rust, "rs"), (Language::Python, "py")];

/// A contest file, its emitted programs and what they answer.
struct Problem {
    name: String,
    library: Library,
}

impl Problem {
    fn new(name: &str, text: &str) -> Problem {
        let mut library = Library::new();
        library.add_rules(name, text).unwrap();
        Problem { name: name.to_owned(), library }
    }

    fn of_folder(stem: &str) -> Problem {
        let path = format!("{}/../../games/contest/{stem}.game", env!("CARGO_MANIFEST_DIR"));
        Problem::new(stem, &fs::read_to_string(path).unwrap())
    }

    fn engine(&self) -> Engine {
        let limits = Limits { positions: 300_000, time: Duration::from_secs(10), ..Limits::default() };
        Engine::new(self.library.clone(), Watch::new(limits)).with_steps(100_000_000)
    }

    /// What the rules answer, if they can within a moment.
    fn judged(&self, input: &str) -> Option<String> {
        let mut out = String::new();
        self.engine().judge(&self.name, &Settings::default(), input, &mut |text| out.push_str(text)).ok().map(|()| out)
    }

    /// Samples, and random inputs that the rules accept.
    fn inputs(&self, random: u64) -> Vec<String> {
        let program = self.library.program(&self.name).unwrap();
        let mut list: Vec<String> = program.samples.iter().map(|sample| sample.input.clone()).collect();
        let engine = self.engine();
        let Ok(inputs) = engine.inputs(&self.name, &Settings::default(), &Wishes::default()) else { return list };
        for seed in 0..random {
            if let Ok(Ok(input)) = inputs.random(seed * 7919 + 1, (seed + 1, random)) {
                list.push(input.text);
            }
        }
        list
    }

    /// Compiles the program of each language, runs it on all inputs, and gives the longest time of each language.
    fn compare(&self, random: u64) -> Result<String, String> {
        let program = self.library.program(&self.name).unwrap();
        let known = known(&self.name, &program.source.text, &Watch::default()).unwrap();
        let mut cases = Vec::new();
        for input in self.inputs(random) {
            if let Some(expected) = self.judged(&input) {
                cases.push((input, expected));
            }
        }
        assert!(!cases.is_empty(), "{}: no input", self.name);
        let mut told = String::new();
        for (language, end) in LANGUAGES {
            let Emitted { text, .. } = emit(program, &known, language).map_err(|error| error.to_string())?;
            let folder = Folder::new(&format!("{}-{end}", self.name));
            let command = build(&folder.0, &text, language)?;
            let (mut longest, mut compared) = (Duration::ZERO, 0);
            for (input, expected) in &cases {
                let started = Instant::now();
                let got = match run(&command, input) {
                    // The generator does not know that a problem promises graphs without cycles; the program says that there is one.
                    Err(why) if why.contains("a position can come back") => continue,
                    got => got.map_err(|why| format!("{end}: {why}\n{input}"))?,
                };
                compared += 1;
                longest = longest.max(started.elapsed());
                if !same_words(&got, expected) {
                    return Err(format!("{end}: on\n{input}\nthe rules answer\n{expected}\nthe program\n{got}"));
                }
            }
            assert!(compared > 0, "{}: no input without a cycle", self.name);
            told.push_str(&format!(" {end} {:.2} s", longest.as_secs_f64()));
        }
        Ok(format!("{}: {} inputs,{told}", self.name, cases.len()))
    }
}

/// A folder that is gone in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("grundy-emit-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

/// The command that runs the program. C++ must compile without a warning.
fn build(folder: &Path, text: &str, language: Language) -> Result<Vec<String>, String> {
    let path = |name: &str| folder.join(name).display().to_string();
    let (source, compiler): (&str, &[&str]) = match language {
        Language::Cpp => ("main.cpp", &["g++", "-std=c++17", "-O2", "-Wall", "-o"]),
        Language::Rust => ("main.rs", &["rustc", "--edition", "2021", "-O", "-o"]),
        Language::Python => ("main.py", &[]),
    };
    fs::write(path(source), text).unwrap();
    let Some((name, arguments)) = compiler.split_first() else { return Ok(vec!["python3".into(), path(source)]) };
    let output = Command::new(name)
        .args(arguments)
        .args([path("main"), path(source)])
        .output()
        .map_err(|error| format!("{name}: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() && said.trim().is_empty() {
        Ok(vec![path("main")])
    } else {
        Err(format!("{name}: {said}\n{text}"))
    }
}

fn run(command: &[String], input: &str) -> Result<String, String> {
    let mut child = Command::new(&command[0])
        .args(&command[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    let mut stdin = child.stdin.take().unwrap();
    let text = input.to_owned();
    let writer = std::thread::spawn(move || drop(stdin.write_all(text.as_bytes())));
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    writer.join().unwrap();
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(format!("{}: {}", output.status, String::from_utf8_lossy(&output.stderr)))
    }
}

#[test]
fn a_few_problems_in_three_languages() {
    // A formula with params, a proved period with texts, a search over pairs of a list, a graph that may have cycles.
    for stem in ["abc297_g", "cf1704_f", "abc206_f", "cf1411_g"] {
        Problem::of_folder(stem).compare(20).unwrap_or_else(|why| panic!("{stem}: {why}"));
    }
}

/// Everything that can go wrong between languages in one file: rounding below 0, precedence, lists of lists, texts, records,
/// changes of copies, early ends, words of the languages as names, literals in the input, an end mark.
#[test]
fn what_languages_do_differently() {
    let rules = r#"
pile(n, class) -> pile(n-k, 1 - class)   for k in 1..3 if (n + k) % 2 == class
pile(n, class) -> pile(n / 2, class) + pile(n - n / 2 - 1, class)   if n > 2
heaps(p) -> heaps(p with [i] -= k, [j] += k - 1)   for i in 0..len(p)-1, j in 0..i-1, k in 1..p[i]
let new = [(0 - a) / 3, (0 - a) % 3, a / (0 - 2), -2 ^ 2, 7 - 3 - 2, 2 * (3 + a) xor 5]
let int_(x) = if x <= 0 then [] else [x] ++ int_(x - 2)
let rows = [(x, [y for y in 1..x if y * y > x]) for x in 1..4]
let deep(k) = if k == 0 then 0 else 1 + deep(k - 1)
input repeat until a == 0: "A =" a, "L = [" list[] "]", "w" n, text words[n], r[n](k, x[k])
answer value(pile(a, 0)), value(heaps(list)), new, int_(a), [[1, 2], [3]], sort(words)[0], rows[2][1],
       sum(k * sum(x) for (k, x) in r), any(w == "b" for w in words), not all(len(w) > 1 for w in words),
       "q\"\\n" ++ text(a) ++ join(words, "-"), if "a" in join(words) then "yes" else "no", deep(100000), case,
       count(join(words), "a"), find(list, 2), reverse(words)
sample
    A = 5 L = [1, 2,3] w 2 ab b 2 5 6 1 7
    A = 9
    L = [0] w 1 cab 0
    A =0
gives
    0
"#;
    Problem::new("differences", rules).compare(0).unwrap_or_else(|why| panic!("{why}"));
}

/// Names that mean something in a language, or to the programs themselves, as names of everything.
#[test]
fn names_of_languages_and_programs() {
    let rules = "
param main
class(lambda, self) -> class(lambda - fn, self)   for fn in 1..main if self >= 0
class(lambda, self) -> (class(lambda - crate, self) | class(lambda - NULL, self))   for crate in 1..2 for NULL in 3..3
distance(p) -> distance(p with [next1] -= std)   for next1 in 0..len(p)-1 for std in 1..min(p[next1], main)
let int_ = 5
let int(copy) = copy + int_
let known_f(table_f) = table_f * 2
let find_f(i_end) = sum(i for i in 1..i_end * i_end)
let value_class = [[1, 2], [3, 4]]
let unique(crate) = sum(errno + linux for (errno, linux) in value_class) + crate
let exchange(data_) = data_ ++ [0]
input main, default, list[main], text str
play class(main, default) + distance(list)
answer win, value, int(main), known_f(default), find_f(main), unique(1), exchange(list), str ++ text(default), value_class,
       [default for default in 1..3], main
sample
    3 2 1 2 3 abc
gives
    0
";
    Problem::new("names", rules).compare(20).unwrap_or_else(|why| panic!("{why}"));
}

/// Heaps that are split, without their proved periods: sparse spaces give the values of the definition.
#[test]
fn heaps_that_are_split() {
    let rules = "
grundy(n) -> grundy(a) + grundy(n-a)   for a in 1..n-1 if a < n-a
kayles(n) -> kayles(n-k)   for k in 1..2
kayles(n) -> kayles(a) + kayles(n-a-1)   for a in 1..n-2
kayles(n) -> kayles(n-2-a) + kayles(a)   for a in 0..n-2 if a > 0 and a < n-2
lasker(n) -> lasker(m)   for m in 0..n-1
lasker(n) -> lasker(a) + lasker(n-a)   for a in 1..n-1
input n
answer [value(grundy(m)) for m in 0..n], [value(kayles(m)) for m in 0..n], [value(lasker(m)) for m in 0..n]
sample
    1500
gives
    0
";
    let problem = Problem::new("splits", rules);
    let program = problem.library.program("splits").unwrap();
    for (language, end) in LANGUAGES {
        let Emitted { text, .. } = emit(program, &[], language).unwrap();
        assert!(text.contains("rare_value_grundy") && text.contains("rare_value_kayles"), "{text}");
        let folder = Folder::new(&format!("splits-{end}"));
        let command = build(&folder.0, &text, language).unwrap();
        for n in ["0", "1", "40", "1500"] {
            assert!(same_words(&run(&command, n).unwrap(), &problem.judged(n).unwrap()), "{end} {n}");
        }
    }
}

/// A number of more than 128 bits ends the program; Python has larger ones, and gives the true answer.
#[test]
fn numbers_that_are_too_large() {
    let rules = "
g(n) -> g(n-1)
let factorial(k) = if k == 0 then 1 else k * factorial(k-1)
let double(k, s) = if k == 0 then s else double(k-1, s + s)
let down(k, s) = if k == 0 then s else down(k-1, s - 10^38)
input how, n, a[2]
answer if how == 1 then factorial(n) else if how == 2 then double(n, 1) else if how == 3 then down(n, 0) else if how == 4
       then sum(x ^ 2 * 10^2 for x in a) else if how == 5 then sum([x * x * 10 for x in a]) else (a with [0] += 10^38)[0] + 10^38 - n
sample
    1 20 1 1
gives
    0
";
    let problem = Problem::new("large", rules);
    let program = problem.library.program("large").unwrap();
    let top = 1_000_000_000_000_000_000_i64;
    let inputs = [
        "1 33 0 0".to_owned(),
        "1 34 0 0".to_owned(),
        "2 126 0 0".to_owned(),
        "2 127 0 0".to_owned(),
        "3 1 0 0".to_owned(),
        "3 2 0 0".to_owned(),
        format!("4 0 {top} 1"),
        format!("4 0 {top} {top}"),
        format!("5 0 {top} {top}"),
        "6 0 7 0".to_owned(),
    ];
    for (language, end) in LANGUAGES {
        let folder = Folder::new(&format!("large-{end}"));
        let command = build(&folder.0, &emit(program, &[], language).unwrap().text, language).unwrap();
        assert!(run(&command, "1 no number").is_err(), "{end}: also in the thread that a deep helper needs");
        for input in &inputs {
            match (problem.judged(input), run(&command, input)) {
                (Some(expected), got) => assert!(same_words(&got.unwrap(), &expected), "{end} {input}"),
                (None, Ok(got)) => assert!(language == Language::Python, "{end} {input}: {got}"),
                (None, Err(why)) => assert!(why.contains("128 bits"), "{why}"),
            }
        }
    }
}

/// Texts with the signs of all languages, and comments that would go on or end too early.
#[test]
fn texts_and_comments() {
    let rules = "# ends with a backslash \\\n# ??/ */ \"\"\" \u{202e}\n
g(n, s) -> g(n-1, s)   if s != \"\\\\\" and s != \"\\n\"   # so does this \\
let none = []
let e(s) = if len(s) == 0 then [[]] else [t for u in e(s[1:]) for t in [u, [s[0]] ++ u]]
input \"a\\\"b\" n \"?}{\" text t \"%d\"
play g(n, t)
answer if win then \"??/\\\\ {0} {} %s $x `y` '\" else \"// # /*\\n\", t ++ \"\\\"\\\\\", e([n]), len(none), all([]), [[], [n]],
       if n == 0 then [[]] else [[[1]]], sort([[n], []])
sample
    a\"b 3 ?}{ foo%d
gives
    0
";
    Problem::new("texts", rules).compare(10).unwrap_or_else(|why| panic!("{why}"));
}

/// Every contest file that can be written, on random inputs: `GRUNDY_LONG=1 cargo test -p grundy-emit -- --ignored --nocapture`.
#[test]
#[ignore = "compiles some hundred programs"]
fn all_problems_in_three_languages() {
    let folder = format!("{}/../../games/contest", env!("CARGO_MANIFEST_DIR"));
    let mut stems: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .filter_map(|entry| Some(entry.ok()?.file_name().to_str()?.strip_suffix(".game")?.to_owned()))
        .collect();
    stems.sort();
    let (mut wrong, mut right) = (Vec::new(), 0);
    for stem in &stems {
        let problem = Problem::of_folder(stem);
        if emit(problem.library.program(stem).unwrap(), &[], Language::Cpp).is_err() {
            continue;
        }
        match problem.compare(30) {
            Ok(told) => {
                println!("{told}");
                right += 1;
            }
            Err(why) => wrong.push(format!("{stem}: {why}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(right >= 100, "only {right} problems");
}
