//! Random rules of the linear part of the language: what is found is compared with the plain definition far beyond the table.
#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use grundy::{Outcome, Value, Watch};
use grundy_automata::Nat;
use grundy_pattern::pattern::{Found, Wanted, find};
use grundy_pattern::prove::Subject;
use grundy_pattern::{Formula, Shape};
use grundy_rules::{Engine, Library, Settings};

/// xorshift64*.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16) % below
    }

    fn guard(&mut self) -> String {
        match self.roll(6) {
            0 => format!(" if n % {} == {}", 2 + self.roll(3), self.roll(2)),
            1 => format!(" if n > {}", self.roll(9)),
            2 => " if k % 2 == 1".into(),
            _ => String::new(),
        }
    }

    fn of_one_number(&mut self) -> String {
        let count = 1 + self.roll(2);
        let mut lines: Vec<String> = (0..count)
            .map(|_| {
                let from = 1 + self.roll(4);
                format!("g(n) -> g(n-k) for k in {from}..{}{}", from + self.roll(5), self.guard())
            })
            .collect();
        match self.roll(5) {
            0 => lines.push(format!("g(n) -> g(n/{}) if n > 0", 2 + self.roll(2))),
            1 => lines.push(format!("g(n) -> g(a) + g(n-{0}-a) for a in 0..n-{0}", 1 + self.roll(3))),
            2 => lines.push("g(n) -> g(m) for m in n/2..n-1".into()),
            _ => {}
        }
        lines.join("\n")
    }

    fn of_two_numbers(&mut self) -> String {
        let moves = ["g(x-k, y)", "g(x, y-k)", "g(x-k, y-k)", "g(y, x-k)", "g(x-k, 0)"];
        let count = 2 + self.roll(2);
        let line = |dice: &mut Dice| {
            let option = moves[dice.roll(moves.len() as u64) as usize];
            let from = 1 + dice.roll(2);
            let to = if dice.roll(3) == 0 { "x + y".into() } else { (from + dice.roll(4)).to_string() };
            format!("g(x, y) -> {option} for k in {from}..{to}")
        };
        (0..count).map(|_| line(self)).collect::<Vec<_>>().join("\n")
    }
}

/// What is told of a position: the value, or 0 for lost and 1 else.
fn told(found: &Found, wanted: &Wanted<'_>, numbers: &[Nat]) -> Option<Nat> {
    let Some(shown) = found.shown.first() else {
        let said = Formula::new(wanted, found.text.as_ref()?, &Watch::default()).unwrap().at(numbers);
        // A condition is 1 where it holds.
        return match found.subject {
            Subject::Value => said,
            Subject::Lost => said.map(|said| if said.is_zero() { Nat::from(1_u64) } else { Nat::ZERO }),
        };
    };
    let kind = shown.solution.kind("g", &vec![Shape::Number; numbers.len()]).unwrap();
    shown.solution.value(kind, numbers, &Watch::default()).unwrap()
}

fn compare(rules: &str, positions: &[Vec<u64>]) -> bool {
    let settings = [Settings::default()];
    let wanted = Wanted { name: "random", rules, kind: None, settings: &settings, to: None };
    let found = find(&wanted, &Watch::default()).unwrap().found;
    let mut library = Library::new();
    library.add_rules("random", rules).unwrap();
    let engine = Engine::new(library, Watch::default()).without_shortcuts();
    for found in found.iter().filter(|f| f.is_proved() && (f.text.is_some() || !f.shown.is_empty())) {
        for numbers in positions {
            let list: Vec<String> = numbers.iter().map(u64::to_string).collect();
            let sum = engine.sum(&format!("g({})", list.join(", ")), &settings[0]).unwrap();
            let numbers: Vec<Nat> = numbers.iter().map(|&n| Nat::from(n)).collect();
            let told = told(found, &wanted, &numbers);
            let expected = match found.subject {
                Subject::Value => engine.sum_value(&sum).unwrap(),
                Subject::Lost => Value::Finite(u128::from(engine.outcome(&sum).unwrap() != Outcome::Previous)),
            };
            assert_eq!(told.map(Value::from), Some(expected), "{rules}\n{sum}: {:?}", found.text);
        }
    }
    found.iter().any(Found::is_proved)
}

#[test]
fn what_is_proved_is_the_definition() {
    let rounds = if std::env::var_os("GRUNDY_LONG").is_some() { 300 } else { 12 };
    let (mut dice, mut proved) = (Dice(0x9e37_79b9_7f4a_7c15), 0);
    for round in 0..rounds {
        let rules = if round % 3 == 2 { dice.of_two_numbers() } else { dice.of_one_number() };
        let positions: Vec<Vec<u64>> = match round % 3 {
            2 => (0..60).map(|_| vec![dice.roll(50), dice.roll(50)]).collect(),
            _ => (0..60).map(|_| vec![dice.roll(1400)]).collect(),
        };
        proved += u32::from(compare(&rules, &positions));
    }
    assert!(proved * 2 >= rounds, "{proved} of {rounds}");
}
