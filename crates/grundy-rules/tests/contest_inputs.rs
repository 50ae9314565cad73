//! Inputs made from `input` lines: they read to their end, and shrinking keeps them so.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use std::collections::BTreeMap;
use std::fs;

use grundy::Watch;
use grundy_rules::contest::{Bound, Shape, Wishes};
use grundy_rules::{Engine, Error, Library, Settings};

fn engine(text: &str) -> Engine {
    let mut library = Library::new();
    library.add_file("file", text).unwrap();
    Engine::new(library, Watch::default()).with_steps(1 << 23)
}

fn inputs(text: &str, wishes: &Wishes, count: u64) -> Vec<String> {
    let engine = engine(text);
    let inputs = engine.inputs("file", &Settings::default(), wishes).unwrap();
    (0..count).filter_map(|seed| inputs.random(seed, (1, 1)).unwrap().ok()).map(|input| input.text).collect()
}

fn numbers(text: &str) -> Vec<i64> {
    text.split_whitespace().map(|word| word.parse().unwrap()).collect()
}

/// For each problem of games/contest, how many of its inputs are fine, wrong, and too much work.
fn judged(text: &str) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    let maker = engine(text);
    let inputs = maker.inputs("file", &Settings::default(), &Wishes::default()).unwrap();
    for seed in 0..20 {
        let kind = match inputs.random(seed, (1, 2)).unwrap() {
            Err(_) => "unfit",
            Ok(input) => match engine(text).judge("file", &Settings::default(), &input.text, &mut |_| ()) {
                Ok(()) => "fine",
                Err(Error::Limit(_)) => "limit",
                Err(error) => {
                    let error = error.to_string();
                    assert!(
                        !error.contains("the input ends") && !error.contains("expected an integer"),
                        "{error}\n{}",
                        input.text
                    );
                    "wrong"
                }
            },
        };
        *counts.entry(kind).or_insert(0) += 1;
    }
    counts
}

/// Their `input` lines and samples do not say enough; the user must.
const NEED_WISHES: [&str; 3] = ["cf1091_h", "cf917_b", "pshtbrth"];

#[test]
fn every_problem_gets_inputs() {
    let mut poor = Vec::new();
    for entry in fs::read_dir("games/contest").unwrap() {
        let path = entry.unwrap().path();
        let counts = judged(&fs::read_to_string(&path).unwrap());
        let told = NEED_WISHES.iter().any(|name| path.ends_with(format!("{name}.game")));
        if !told && counts.get("fine").is_none_or(|&fine| fine < 5) {
            poor.push(format!("{}: {counts:?}", path.display()));
        }
    }
    assert_eq!(poor, [""; 0]);
}

const NIM: &str = "nim(n) -> nim(m) for m in 0..n-1\nplay nim(a) for a in x\nanswer win\n";

#[test]
fn ranges_hold() {
    let wishes = Wishes {
        ranges: vec![
            ("n".into(), Bound::Number(2), Bound::Number(3)),
            ("x".into(), Bound::Name("n".into(), -1), Bound::Name("n".into(), 0)),
        ],
        ..Wishes::default()
    };
    let made = inputs(&format!("input n, x[n]\n{NIM}"), &wishes, 100);
    assert_eq!(made.len(), 100);
    for text in made {
        let numbers = numbers(&text);
        let n = numbers[0];
        assert!((2..=3).contains(&n) && numbers[1..].iter().all(|x| (n - 1..=n).contains(x)), "{text}");
    }
}

#[test]
fn declared_limits_and_ranges_of_the_rules_hold() {
    let text = "# Limits: 2 ≤ n < 4, x ≤ 5\nparam L, R\ntake(n) -> take(n-k) for k in L..R\ninput n, L, R, x[n]\nplay take(a) for a in x\nanswer win\n";
    for text in inputs(text, &Wishes::default(), 200) {
        let numbers = numbers(&text);
        assert!((2..=3).contains(&numbers[0]) && numbers[1] <= numbers[2], "{text}");
        assert!(numbers[3..].iter().all(|x| (1..=5).contains(x)), "{text}");
    }
}

#[test]
fn shapes() {
    let wishes = Wishes { shapes: vec![("x".into(), Shape::Permutation)], ..Wishes::default() };
    for text in inputs(&format!("input n, x[n]\n{NIM}"), &wishes, 50) {
        let mut numbers = numbers(&text).split_off(1);
        numbers.sort_unstable();
        assert!((1..).zip(numbers).all(|(index, number)| index == number), "{text}");
    }
}

#[test]
fn lines_are_those_of_the_samples() {
    let file = |sample: &str| format!("input n, x[n]\n{NIM}sample\n{sample}gives\n  true\n");
    let on_one_line = inputs(&file("  2 3 4\n"), &Wishes::default(), 20);
    assert!(on_one_line.iter().all(|text| text.trim_end().lines().count() == 1), "{on_one_line:?}");
    let each_its_own = inputs(&file("  2\n  3\n  4\n"), &Wishes::default(), 20);
    assert!(each_its_own.iter().all(|text| text.lines().all(|line| !line.contains(' '))), "{each_its_own:?}");
}

#[test]
fn texts_have_the_letters_and_the_lengths_of_the_samples() {
    let text = "row(s) -> row(s[1:]) if len(s) > 0\ninput r, c, text g[r]\nplay row(s) for s in g\nanswer win\nsample\n  2 3\n  #.#\n  ..#\ngives\n  true\n";
    for text in inputs(text, &Wishes::default(), 50) {
        let mut words = text.split_whitespace();
        let (r, c): (usize, usize) = (words.next().unwrap().parse().unwrap(), words.next().unwrap().parse().unwrap());
        let rows: Vec<&str> = words.collect();
        assert_eq!(rows.len(), r);
        assert!(rows.iter().all(|row| row.len() == c && row.chars().all(|letter| "#.".contains(letter))), "{text}");
    }
}

#[test]
fn end_marks() {
    let made = inputs(&NIM.replace("answer", "input repeat until n == 0: n, x[n]\nanswer"), &Wishes::default(), 20);
    assert!(made.iter().all(|text| text.ends_with("\n0\n")), "{made:?}");
}

#[test]
fn simpler_inputs_read_to_their_end() {
    let text = format!(
        "input repeat t: n, m, a[n][m], rows[n](k, x[k])\n{}",
        NIM.replace(" for a in x", "").replace("(a)", "(n)")
    );
    let engine = engine(&text);
    let inputs = engine.inputs("file", &Settings::default(), &Wishes::default()).unwrap();
    for seed in 0..10 {
        let input = inputs.random(seed, (1, 1)).unwrap().unwrap();
        for simpler in inputs.simpler(&input) {
            let numbers = numbers(&simpler.text);
            let mut at = 1;
            for _ in 0..numbers[0] {
                let (n, m) = (numbers[at] as usize, numbers[at + 1] as usize);
                at += 2 + n * m;
                (0..n).for_each(|_| at += 1 + numbers[at] as usize);
            }
            assert_eq!(at, numbers.len(), "{}", simpler.text);
        }
    }
}

#[test]
fn unknown_names_are_errors() {
    let wishes = Wishes { letters: vec![("y".into(), "ab".into())], ..Wishes::default() };
    let engine = engine(&format!("input n, x[n]\n{NIM}"));
    let error = engine.inputs("file", &Settings::default(), &wishes).unwrap_err().to_string();
    assert!(error.contains("`input` does not read `y`; it reads n, x"), "{error}");
}

#[test]
fn even_odd_and_vertices_can_be_said() {
    let shapes = [("a", Shape::Even), ("x", Shape::Odd), ("v", Shape::Vertex)];
    let shapes = shapes.map(|(name, shape)| (name.to_owned(), shape)).to_vec();
    let wishes = Wishes { shapes, ..Wishes::default() };
    for text in inputs(&format!("input n, a, v, x[n]\n{NIM}"), &wishes, 100) {
        let read = numbers(&text);
        let (n, a, v) = (read[0], read[1], read[2]);
        assert!(a % 2 == 0 && (1..=n).contains(&v) && read[3..].iter().all(|x| x % 2 == 1), "{text}");
    }
}

/// A line for an empty list of numbers, none for an empty list of pairs.
#[test]
fn empty_lists_of_pairs_have_no_line() {
    let wishes = Wishes { ranges: vec![("n".to_owned(), Bound::Number(0), Bound::Number(0))], ..Wishes::default() };
    let pairs = format!("input n, x[n][2], z\n{NIM}");
    let list = format!("input n, x[n], z\n{NIM}");
    assert!(inputs(&pairs, &wishes, 5).iter().all(|text| text.trim_end().lines().count() == 2));
    assert!(inputs(&list, &wishes, 5).iter().all(|text| text.trim_end().lines().count() == 3));
}
