//! Translated rules have the options of the rules: against the engine, for random classes of positions.
#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use grundy::Watch;
use grundy_automata::game::{Candidate, Encoding, Prover};
use grundy_automata::{Automaton, Budget, Limits, Nat, Numeration};
use grundy_pattern::{Outside, Shape, Translation, translate};
use grundy_rules::program::{Program, Role};
use grundy_rules::value::Val;
use grundy_rules::{Component, Engine, Library, Settings, Sum, Term};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;

/// Every rule file of the catalogue and of the contest folder: name and text.
fn files() -> Vec<(String, String)> {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let mut list = Vec::new();
    for folder in [games.clone(), games.join("contest")] {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|e| e == "game") {
                let name = path.file_stem().unwrap().to_string_lossy().into_owned();
                list.push((name, std::fs::read_to_string(path).unwrap()));
            }
        }
    }
    list.sort();
    list
}

/// Small values for params: 2, 3, 5, …
fn settings(program: &Program) -> (Settings, Vec<Option<Val>>) {
    let mut settings = Settings::default();
    let mut values = Vec::new();
    let mut primes = [2, 3, 5, 7, 11, 13].iter().cycle();
    for global in &program.globals {
        if global.role == Role::Param {
            let n = *primes.next().unwrap();
            settings.set.push((global.name.clone(), n));
            values.push(Some(Val::Int(n)));
        } else {
            values.push(None);
        }
    }
    (settings, values)
}

fn shapes(arity: usize, length: usize) -> Vec<Shape> {
    let one = if length == 0 { Shape::Number } else { Shape::List(vec![Shape::Number; length]) };
    vec![one; arity]
}

/// The text of a position with these numbers.
fn text(name: &str, shapes: &[Shape], numbers: &[u64]) -> String {
    fn write(shape: &Shape, numbers: &mut std::slice::Iter<'_, u64>) -> String {
        match shape {
            Shape::Number => numbers.next().unwrap().to_string(),
            Shape::List(items) => {
                format!("[{}]", items.iter().map(|i| write(i, numbers)).collect::<Vec<_>>().join(", "))
            }
        }
    }
    let mut numbers = numbers.iter();
    let list: Vec<String> = shapes.iter().map(|s| write(s, &mut numbers)).collect();
    format!("{name}({})", list.join(", "))
}

/// The class of a position, read off its digits: an automaton and the same by hand.
fn class(kind: usize, numbers: &[u64]) -> u64 {
    let mix: u64 = numbers.iter().enumerate().map(|(i, &n)| (i as u64 + 1) * n).sum();
    (mix + kind as u64) % 5
}

fn class_automaton(kind: usize, arity: usize, numeration: Numeration, budget: &Budget) -> Automaton {
    let mut logic = grundy_automata::formula::Logic::new();
    let mut term = logic.int(kind as i64);
    for v in 0..arity {
        let x = logic.var(v as u32);
        let scaled = logic.scale(x, v as i64 + 1);
        term = logic.add(term, scaled);
    }
    let term = logic.modulo(term, 5);
    grundy_automata::learn::template::classes_of(logic, term, arity, 5, numeration, budget).unwrap()
}

fn flat(value: &Val, numbers: &mut Vec<u64>) -> Option<Shape> {
    match value {
        Val::Int(n) => {
            numbers.push(u64::try_from(*n).ok()?);
            Some(Shape::Number)
        }
        Val::List(list) => Some(Shape::List(list.items().iter().map(|i| flat(i, numbers)).collect::<Option<_>>()?)),
        _ => None,
    }
}

/// The values of the options of a position, by the engine.
fn values(engine: &Engine, program: &Program, translation: &Translation, component: &Component) -> Option<u64> {
    let mut mask = 0_u64;
    let mut known = true;
    let mut visit = |left: Sum| {
        let mut sum = 0;
        for Term { count: copies, component: part } in left.terms {
            let mut numbers = Vec::new();
            let shapes: Option<Vec<Shape>> = part.args().iter().map(|a| flat(a, &mut numbers)).collect();
            let kind = program.kind(part.name());
            let instance = shapes.zip(kind).and_then(|(shapes, kind)| {
                translation.instances.iter().position(|i| i.kind == kind.index() && i.shapes == shapes)
            });
            match instance {
                Some(instance) if copies % 2 == 1 => sum ^= class(instance, &numbers),
                Some(_) => {}
                None => known = false,
            }
        }
        mask |= 1 << sum;
        ControlFlow::Continue(())
    };
    engine.options(component, &mut visit).ok()?;
    known.then_some(mask)
}

/// Compares all small positions; how many, or why not.
fn compare(name: &str, text_of_file: &str, length: usize) -> Result<usize, Outside> {
    let mut library = Library::new();
    if library.add_rules(name, text_of_file).is_err() {
        return Err(Outside { reason: "no rules", span: None });
    }
    let program = library.program(name).unwrap();
    let (settings, globals) = settings(program);
    let Some(kind) = program.kinds.first() else {
        return Err(Outside { reason: "no rules", span: None });
    };
    let shapes = shapes(kind.args.len(), length);
    let translation = translate(program, 0, &shapes, &globals)?;
    let kind_name = kind.name.clone();
    let budget = Budget::new(Limits { states: 50_000, work: 1 << 28, ..Limits::default() });
    let numeration = Numeration::BINARY;
    let automata = (0..translation.game.kinds.len())
        .map(|k| class_automaton(k, translation.game.kinds[k].arity, numeration, &budget))
        .collect();
    let candidate = Candidate::new(&translation.game, Encoding::Class, automata, &budget).unwrap();
    let mut prover = Prover::new(&translation.game, &candidate, &budget).unwrap();
    let Ok(reached) = prover.reached(0) else {
        return Err(Outside { reason: "limit, or a range", span: None });
    };
    let arity = translation.game.kinds[0].arity;
    let top = [12_u64, 30, 9, 5, 4][arity.min(4)];
    let engine = Engine::new(library, Watch::default());
    let mut library = Library::new();
    library.add_rules(name, text_of_file).unwrap();
    let program = library.program(name).unwrap();
    let mut compared = 0;
    for code in 0..top.pow(arity as u32) {
        let numbers: Vec<u64> = (0..arity as u32).map(|i| code / top.pow(i) % top).collect();
        let Ok(sum) = engine.sum(&text(&kind_name, &shapes, &numbers), &settings) else { continue };
        let Some(term) = sum.terms.first() else { continue };
        let Some(expected) = values(&engine, program, &translation, &term.component) else { continue };
        let at: Vec<Nat> = reached.tracks().iter().map(|&t| Nat::from(numbers[t as usize])).collect();
        assert_eq!(reached.answer(&at), expected, "{name} at {numbers:?}");
        compared += 1;
    }
    Ok(compared)
}

#[test]
fn every_file_that_translates_has_the_right_options() {
    let mut good = Vec::new();
    let mut reasons: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (name, text) in files() {
        let mut done = false;
        let mut reason = None;
        for length in [0, 2, 3] {
            match compare(&name, &text, length) {
                Ok(compared) if compared > 0 => done = true,
                Ok(_) => {}
                Err(outside) => {
                    reason.get_or_insert(outside.reason);
                }
            }
        }
        if done {
            good.push(name);
        } else {
            reasons.entry(reason.unwrap_or("no position")).or_default().push(name);
        }
    }
    println!("{} files: {}", good.len(), good.join(" "));
    for (reason, names) in &reasons {
        println!("{reason}: {}", names.join(" "));
    }
    assert!(good.len() >= 90, "{}", good.len());
}
