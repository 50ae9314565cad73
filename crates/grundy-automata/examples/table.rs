//! Measures the search and the proof of many games: states found, times, the largest automaton on the way.
//! `cargo run --release -p grundy-automata --example table [NAME]`

#[path = "../tests/rules/mod.rs"]
mod rules;

use grundy_automata::game::{Candidate, Encoding, Settings, Verdict, prove};
use grundy_automata::learn::{Search, search, template};
use grundy_automata::{Budget, Limits, Numeration};
use rules::Rules;
use std::time::Instant;

/// Name, rules, encoding, numeration, side of the table.
const GAMES: &[(&str, &str, Encoding, &str, u64)] = &include!("games.in");

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    println!("game\tencoding\tstates\ttable s\tlearn+prove s\tproof ms\tpeak\tMB\tmeasure");
    for (name, text, encoding, numeration, side) in GAMES {
        if wanted.is_empty() || wanted.iter().any(|w| w == name) {
            run(name, text, *encoding, numeration, *side);
        }
    }
    formula("take(n) -> take(n-k) for k in 100..1000", "n % 1100 / 100");
}

/// A closed form, typed by hand.
fn formula(text: &str, value: &str) {
    let rules = Rules::new(text);
    let mut game = rules.game();
    let term = rules.term(&mut game, &["n"], value);
    let budget = Budget::default();
    let start = Instant::now();
    let relation = template::relation_of(game.logic.clone(), term, 1, Numeration::BINARY, &budget).expect("a relation");
    let states = relation.states();
    let candidate = Candidate::new(&game, Encoding::Relation, vec![relation], &budget).expect("a candidate");
    let verdict = prove(&game, &candidate, &Settings::default(), &budget);
    let (time, peak) = (start.elapsed().as_secs_f64() * 1000.0, budget.usage().peak_states);
    println!("{text}: {value}\t{verdict:?}\t{states} states\t{time:.1} ms\tpeak {peak}");
}

fn run(name: &str, text: &str, encoding: Encoding, numeration: &str, side: u64) {
    let mut rules = Rules::new(text);
    let game = rules.game();
    let start = Instant::now();
    let mut table = |kind: usize, args: &[u64]| {
        let inside = args.iter().all(|&n| n < side);
        inside.then(|| rules.value(kind, &args.iter().map(|&n| n as i64).collect::<Vec<_>>()))
    };
    for (kind, description) in game.kinds.iter().enumerate() {
        let top = match description.arity {
            1 => side - 1,
            2 => side.min(64) - 1,
            3 => side.min(20) - 1,
            _ => side.min(8) - 1,
        };
        table(kind, &vec![top; description.arity]);
    }
    let tabulated = start.elapsed();
    let start = Instant::now();
    let budget = Budget::new(Limits { states: 2_000_000, ..Limits::default() });
    let wanted = Search {
        numeration: numeration.parse().expect("a numeration"),
        encoding,
        depth: 8,
        states: 3000,
        checked: game
            .kinds
            .iter()
            .map(|k| match k.arity {
                0 | 1 => side - 1,
                2 => side.min(128) - 1,
                3 => side.min(34) - 1,
                _ => 7,
            })
            .collect(),
        attempts: 20,
    };
    let found = search(&game, &wanted, &mut table, &budget);
    let searched = start.elapsed();
    match found {
        Ok(Some(found)) => {
            let budget = Budget::default();
            let start = Instant::now();
            let verdict = prove(&game, &found.candidate, &Settings { least: false, skip_measure: true }, &budget);
            let proved = start.elapsed();
            assert!(matches!(verdict, Verdict::Proved(_)));
            let states: Vec<usize> = found.candidate.automata().iter().map(|a| a.states()).collect();
            let measure = found
                .proof
                .measures
                .map_or("none".to_string(), |m| format!("{:?}", m.iter().map(|x| &x.1).collect::<Vec<_>>()));
            println!(
                "{name}\t{encoding:?}/{numeration}\t{states:?}\t{:.2}\t{:.2}\t{:.1}\t{}\t{:.1}\t{measure}",
                tabulated.as_secs_f64(),
                searched.as_secs_f64(),
                proved.as_secs_f64() * 1000.0,
                budget.usage().peak_states,
                budget.usage().peak_bytes as f64 / 1e6
            );
        }
        Ok(None) => println!(
            "{name}\t{encoding:?}/{numeration}\tnot found\t{:.2}\t{:.2}\t\t{}",
            tabulated.as_secs_f64(),
            searched.as_secs_f64(),
            budget.usage().peak_states
        ),
        Err(e) => println!(
            "{name}\t{encoding:?}/{numeration}\t{e}\t{:.2}\t{:.2}",
            tabulated.as_secs_f64(),
            searched.as_secs_f64()
        ),
    }
}
