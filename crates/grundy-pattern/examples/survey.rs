//! Translates rule files, guesses automata from their values and proves them.
//! `cargo run --release -p grundy-pattern --example survey -- FILE…`

use grundy::{Outcome, Value, Watch};
use grundy_automata::game::Encoding;
use grundy_automata::learn::{Search, search};
use grundy_automata::{Budget, Limits};
use grundy_pattern::{Shape, translate};
use grundy_rules::program::Role;
use grundy_rules::value::Val;
use grundy_rules::{Engine, Library, Settings};
use std::collections::HashMap;
use std::time::Instant;

/// What is tried, in this order.
const PLAN: [(Encoding, &str); 9] = [
    (Encoding::Class, "msd2"),
    (Encoding::Relation, "msd2"),
    (Encoding::Class, "lsd2"),
    (Encoding::Relation, "lsd2"),
    (Encoding::Class, "msd12"),
    (Encoding::Power, "msd2"),
    (Encoding::Lost, "msd2"),
    (Encoding::Lost, "msdZ1"),
    (Encoding::Lost, "msdZ2"),
];

fn main() {
    for path in std::env::args().skip(1) {
        let start = Instant::now();
        let found = file(&path).unwrap_or_else(|reason| format!("-\t{reason}"));
        println!("{path}\t{found}\t{:.2} s", start.elapsed().as_secs_f64());
    }
}

fn file(path: &str) -> Result<String, String> {
    let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let mut library = Library::new();
    library.add_rules("file", &text).map_err(|_| "no rules".to_string())?;
    let program = library.program("file").ok_or("no program")?;
    let mut settings = Settings::default();
    let mut globals = Vec::new();
    for (global, n) in program.globals.iter().zip([2, 5, 3, 7, 11].iter().cycle()) {
        let is_param = global.role == Role::Param;
        globals.push(is_param.then_some(Val::Int(*n)));
        if is_param {
            settings.set.push((global.name.clone(), *n));
        }
    }
    let arity = program.kinds.first().ok_or("no rules")?.args.len();
    let names: Vec<String> = program.kinds.iter().map(|k| k.name.clone()).collect();
    let mut reason = String::from("nothing proved");
    for length in [0, 2, 3] {
        let shape = if length == 0 { Shape::Number } else { Shape::List(vec![Shape::Number; length]) };
        let translation = match translate(program, 0, &vec![shape; arity], &globals) {
            Ok(translation) => translation,
            Err(outside) => {
                reason = outside.reason.to_string();
                continue;
            }
        };
        let engine = Engine::new(reloaded(&text)?, Watch::default());
        let mut table = Table {
            engine,
            settings: settings.clone(),
            names: names.clone(),
            misere: program.misere,
            known: HashMap::new(),
        };
        if let Some(found) = plan(&translation, &mut table) {
            return Ok(found);
        }
    }
    Err(reason)
}

fn reloaded(text: &str) -> Result<Library, String> {
    let mut library = Library::new();
    library.add_rules("file", text).map_err(|_| "no rules".to_string())?;
    Ok(library)
}

/// Values by the engine, kept.
struct Table {
    engine: Engine,
    settings: Settings,
    names: Vec<String>,
    misere: bool,
    known: HashMap<(usize, Vec<u64>), Option<u64>>,
}

impl Table {
    fn value(&mut self, kind: usize, shapes: &[Shape], numbers: &[u64]) -> Option<u64> {
        let key = (kind * 64 + shapes.len() + numbers.len(), numbers.to_vec());
        if let Some(&value) = self.known.get(&key) {
            return value;
        }
        let value = self.compute(kind, shapes, numbers);
        self.known.insert(key, value);
        value
    }

    fn compute(&self, kind: usize, shapes: &[Shape], numbers: &[u64]) -> Option<u64> {
        let mut rest = numbers.iter();
        let list: Vec<String> = shapes.iter().map(|s| write(s, &mut rest)).collect();
        let sum = self.engine.sum(&format!("{}({})", self.names[kind], list.join(", ")), &self.settings).ok()?;
        if self.misere {
            return self.engine.outcome(&sum).ok().map(|o| u64::from(o != Outcome::Previous));
        }
        match self.engine.sum_value(&sum).ok()? {
            Value::Finite(v) => u64::try_from(v).ok(),
            _ => None,
        }
    }
}

fn write(shape: &Shape, numbers: &mut std::slice::Iter<'_, u64>) -> String {
    match shape {
        Shape::Number => numbers.next().map_or(String::new(), u64::to_string),
        Shape::List(items) => format!("[{}]", items.iter().map(|i| write(i, numbers)).collect::<Vec<_>>().join(", ")),
    }
}

fn plan(translation: &grundy_pattern::Translation, table: &mut Table) -> Option<String> {
    let game = &translation.game;
    let arity = game.kinds.iter().map(|k| k.arity).max()?;
    let (side, checked) = match arity {
        0 | 1 => (1024, 1023),
        2 => (128, 63),
        3 => (32, 20),
        _ => (8, 7),
    };
    let mut values = |kind: usize, numbers: &[u64]| {
        let inside = numbers.iter().all(|&n| n < side);
        let instance = &translation.instances[kind];
        inside.then(|| table.value(instance.kind, &instance.shapes, numbers)).flatten()
    };
    for (encoding, numeration) in PLAN {
        if game.misere != (encoding == Encoding::Lost) && game.misere {
            continue;
        }
        let budget = Budget::new(Limits { states: 100_000, work: 1 << 28, ..Limits::default() });
        let wanted = Search {
            numeration: numeration.parse().ok()?,
            encoding,
            depth: 4,
            states: 500,
            checked: vec![checked; game.kinds.len()],
            attempts: 4,
        };
        if let Ok(Some(found)) = search(game, &wanted, &mut values, &budget) {
            let states: Vec<usize> = found.candidate.automata().iter().map(|a| a.states()).collect();
            let ends = if found.proof.measures.is_some() { "" } else { " if play ends" };
            return Some(format!(
                "proved{ends}\t{encoding:?}/{numeration}\t{states:?}\tpeak {}",
                budget.usage().peak_states
            ));
        }
    }
    None
}
