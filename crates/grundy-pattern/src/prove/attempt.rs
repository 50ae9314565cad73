//! One way to prove: an encoding and a numeration. Claimed kinds get the automata of their formulas, other kinds automata
//! learnt from their values; the proof decides about all of them together.

use super::posed::{Meant, Posed};
use super::stated::Stated;
use super::{Error, Subject, stopped};
use grundy::Watch;
use grundy_automata::atoms::equal_to;
use grundy_automata::formula::Compiler;
use grundy_automata::game::{
    Candidate, Component, Encoding, Position, Proof, Prover, Reason, Settings, Verdict, measure, prove,
};
use grundy_automata::learn::{Guess, check, guess, template};
use grundy_automata::{Automaton, Budget, Nat, Numeration, Var};
use std::collections::HashMap;

/// What came out of one attempt.
pub(super) enum Attempt {
    /// All claims hold.
    Proved(Box<Candidate>, Proof),
    /// A sentence fails, or a claim differs from what was proved.
    Refuted {
        position: Position,
        /// The claim is wrong at this very position; else somewhere at or below it, or a learnt automaton is wrong.
        exactly: bool,
    },
    /// A move from this position leaves the domain.
    Leaves(Position),
    /// Not decided.
    Unknown(String),
}

/// Values by the engine, kept.
pub(super) struct Table<'a> {
    stated: &'a Stated,
    known: HashMap<(usize, Vec<u64>, bool), Option<u64>>,
}

impl<'a> Table<'a> {
    pub(super) fn new(stated: &'a Stated) -> Table<'a> {
        Table { stated, known: HashMap::new() }
    }

    fn value(&mut self, posed: &Posed, kind: usize, numbers: &[u64], subject: Subject) -> Option<u64> {
        let key = (kind, numbers.to_vec(), subject == Subject::Lost);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let instance = &posed.instances[kind];
        let program = self.stated.program().ok()?;
        let name = &program.kinds[instance.kind].name;
        let value = self.stated.tabulated(name, &instance.shapes, numbers, subject);
        self.known.insert(key, value);
        value
    }
}

/// Arguments of learnt kinds are tabulated below the first number and compared up to the second.
fn sides(arity: usize) -> (u64, u64) {
    match arity {
        0 | 1 => (1024, 700),
        2 => (96, 40),
        3 => (32, 14),
        _ => (8, 7),
    }
}

/// Tests of a guess have at most so many letters, and a guess so many states.
const DEPTH: usize = 4;
const STATES: usize = 500;

/// Proves or refutes in one encoding.
pub(super) fn attempt(
    posed: &Posed,
    encoding: Encoding,
    numeration: Numeration,
    table: &mut Table<'_>,
    budget: &Budget,
    watch: &Watch,
) -> Result<Attempt, Error> {
    match decide(posed, encoding, numeration, table, budget) {
        Ok(attempt) => Ok(attempt),
        Err(grundy_automata::Error::Cancelled) => Err(stopped(watch)),
        Err(limit) => Ok(Attempt::Unknown(limit.to_string())),
    }
}

fn decide(
    posed: &Posed,
    encoding: Encoding,
    numeration: Numeration,
    table: &mut Table<'_>,
    budget: &Budget,
) -> grundy_automata::Result<Attempt> {
    let mut automata = Vec::new();
    let mut learnt = false;
    for kind in 0..posed.game.kinds.len() {
        let claimed = claimed(posed, kind, encoding, numeration, table, budget)?;
        learnt |= claimed.is_none();
        match claimed {
            Some(automaton) => automata.push(automaton),
            None => match learn(posed, kind, encoding, numeration, table, budget)? {
                Some(automaton) => automata.push(automaton),
                None => {
                    let name = &posed.game.kinds[kind].name;
                    return Ok(Attempt::Unknown(format!("no pattern was found for `{name}`, which has no claim")));
                }
            },
        }
    }
    let mut candidate = Candidate::new(&posed.game, encoding, automata, budget)?;
    for kind in ranged(posed) {
        match prefix(posed, kind, encoding, numeration, table, budget)? {
            Some(automaton) => candidate = candidate.with_prefix(kind, automaton, budget)?,
            None => return Ok(Attempt::Unknown("no pattern was found for the sums of ranges".into())),
        }
    }
    let settings = Settings { least: true, skip_measure: false };
    match prove(&posed.game, &candidate, &settings, budget) {
        Verdict::Proved(proof) => match wrong_outcomes(posed, &candidate, budget)? {
            Some(position) => Ok(Attempt::Refuted { position, exactly: true }),
            None => Ok(Attempt::Proved(Box::new(candidate), proof)),
        },
        Verdict::Refuted { position, reason: Reason::LeavesDomain } => Ok(Attempt::Leaves(position)),
        Verdict::Refuted { .. } if learnt => {
            Ok(Attempt::Unknown("the claims and the patterns learnt for other kinds do not fit together".into()))
        }
        Verdict::Refuted { position, .. } => {
            // Classes hold the values of a table: one beyond them is no fault of the claim.
            let exactly = encoding != Encoding::Class && every_move_lowers_the_sum(posed, &candidate, budget)?;
            Ok(Attempt::Refuted { position, exactly })
        }
        Verdict::Unknown { limit } => Err(limit),
    }
}

/// The automaton of a claim, if it fits the encoding.
fn claimed(
    posed: &Posed,
    kind: usize,
    encoding: Encoding,
    numeration: Numeration,
    table: &mut Table<'_>,
    budget: &Budget,
) -> grundy_automata::Result<Option<Automaton>> {
    let (logic, arity) = (posed.game.logic.clone(), posed.game.kinds[kind].arity);
    Ok(match (posed.meant[kind], encoding) {
        (Some(Meant::Value(term)), Encoding::Relation) => {
            Some(template::relation_of(logic, term, arity, numeration, budget)?)
        }
        (Some(Meant::Value(term)), Encoding::Class) => {
            let largest = largest(posed, kind, table);
            Some(template::classes_of(logic, term, arity, largest + 1, numeration, budget)?)
        }
        (Some(Meant::Lost(formula)), Encoding::Lost) => {
            Some(template::set_of(logic, formula, arity, numeration, budget)?)
        }
        _ => None,
    })
}

/// The largest value of the table: the claim agrees with it there.
pub(super) fn largest(posed: &Posed, kind: usize, table: &mut Table<'_>) -> u64 {
    let arity = posed.game.kinds[kind].arity;
    let (side, _) = sides(arity);
    let side = if arity < 2 { 200 } else { side.min(12) };
    let count = side.checked_pow(arity as u32).unwrap_or(0).min(4096);
    let numbers = |code: u64| (0..arity as u32).map(|i| code / side.pow(i) % side).collect::<Vec<u64>>();
    (0..count).filter_map(|code| table.value(posed, kind, &numbers(code), Subject::Value)).max().unwrap_or(0)
}

/// An automaton that agrees with the table.
fn learn(
    posed: &Posed,
    kind: usize,
    encoding: Encoding,
    numeration: Numeration,
    table: &mut Table<'_>,
    budget: &Budget,
) -> grundy_automata::Result<Option<Automaton>> {
    let arity = posed.game.kinds[kind].arity;
    let (side, checked) = sides(arity);
    let subject = if encoding == Encoding::Lost { Subject::Lost } else { Subject::Value };
    let mut values = |n: &[u64]| n.iter().all(|&n| n < side).then(|| table.value(posed, kind, n, subject)).flatten();
    if let (1, Encoding::Class) = (arity, encoding) {
        let known: Vec<u64> = (0..side).map_while(|n| values(&[n])).collect();
        if let Some((preperiod, period)) = template::find_period(&known)
            && preperiod + period <= STATES
            && known.iter().all(|&v| v < 64)
        {
            return template::periodic(numeration, &known[..preperiod + period], preperiod, budget).map(Some);
        }
    }
    fitting(encoding, numeration, arity, checked, &mut values, budget)
}

/// The kinds of which a move leaves a range.
fn ranged(posed: &Posed) -> Vec<usize> {
    let components = posed.game.moves.iter().flat_map(|m| &m.components);
    let mut kinds: Vec<usize> =
        components.filter(|c| matches!(c, Component::Range { .. })).map(Component::kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// The XOR of the values of kind(0), …, kind(n − 1).
fn prefix(
    posed: &Posed,
    kind: usize,
    encoding: Encoding,
    numeration: Numeration,
    table: &mut Table<'_>,
    budget: &Budget,
) -> grundy_automata::Result<Option<Automaton>> {
    let (side, checked) = sides(1);
    let mut sums = vec![0];
    let mut values = |n: &[u64]| {
        while (sums.len() as u64) <= n[0] && n[0] < side {
            let last = *sums.last()?;
            sums.push(last ^ table.value(posed, kind, &[sums.len() as u64 - 1], Subject::Value)?);
        }
        sums.get(n[0] as usize).copied()
    };
    fitting(encoding, numeration, 1, checked, &mut values, budget)
}

fn fitting(
    encoding: Encoding,
    numeration: Numeration,
    arity: usize,
    checked: u64,
    values: &mut dyn FnMut(&[u64]) -> Option<u64>,
    budget: &Budget,
) -> grundy_automata::Result<Option<Automaton>> {
    let mut positions: Vec<Vec<u64>> = Vec::new();
    let mut depth = 1;
    while depth <= DEPTH {
        let wanted = Guess { numeration, encoding, arity, depth, states: STATES, positions: positions.clone() };
        let mut table = |n: &[u64]| values(n);
        let Some(automaton) = guess(&wanted, &mut table, budget)? else {
            depth += 1;
            continue;
        };
        let all = tuples(checked, arity);
        let mut table = |n: &[u64]| values(n);
        match check(&wanted, &automaton, all.iter().map(|t| &t[..]), &mut table) {
            None => return Ok(Some(automaton)),
            Some(position) if positions.len() < 64 && !positions.contains(&position) => positions.push(position),
            Some(_) => depth += 1,
        }
    }
    Ok(None)
}

fn tuples(limit: u64, arity: usize) -> Vec<Vec<u64>> {
    let mut all: Vec<Vec<u64>> = vec![vec![]];
    for _ in 0..arity {
        all = all.iter().flat_map(|t| (0..=limit).map(|n| [&t[..], &[n]].concat())).collect();
    }
    all
}

/// The least position where a claim about outcomes differs from values that were proved.
fn wrong_outcomes(posed: &Posed, candidate: &Candidate, budget: &Budget) -> grundy_automata::Result<Option<Position>> {
    let numeration = candidate.numeration();
    for (kind, meant) in posed.meant.iter().enumerate() {
        let Some(Meant::Lost(formula)) = meant else { continue };
        let arity = posed.game.kinds[kind].arity;
        let keys: Vec<Var> = (0..arity as Var).collect();
        let f = &candidate.automata()[kind];
        let lost = match candidate.encoding() {
            Encoding::Lost => continue,
            Encoding::Class => f.with_label_in(1, budget)?,
            _ => {
                let zero = u64::from(candidate.encoding() == Encoding::Power);
                let wanted = equal_to(numeration, arity as Var, &Nat::from(zero), budget)?;
                f.both(&wanted, budget)?.project(arity as Var, budget)?
            }
        };
        let said = template::set_of(posed.game.logic.clone(), *formula, arity, numeration, budget)?;
        let mut wrong = lost.without(&said, budget)?.either(&said.without(&lost, budget)?, budget)?;
        if let Some(domain) = posed.game.kinds[kind].domain {
            let mut compiler = Compiler::new(posed.game.logic.clone(), numeration, budget);
            wrong = wrong.both(&*compiler.compile(domain)?, budget)?;
        }
        if let Some(arguments) = wrong.least(&keys, budget)? {
            return Ok(Some(Position { kind, arguments }));
        }
    }
    Ok(None)
}

/// Then the least position that refutes is the least one with a wrong value.
fn every_move_lowers_the_sum(posed: &Posed, candidate: &Candidate, budget: &Budget) -> grundy_automata::Result<bool> {
    let mut prover = Prover::new(&posed.game, candidate, budget)?;
    let arity = posed.game.kinds.iter().map(|k| k.arity).max().unwrap_or(0);
    let all: Vec<usize> = (0..posed.game.kinds.len()).collect();
    let sum = measure::Measure::Sum(vec![1; arity]);
    let order = measure::falls(&mut prover, &all, &sum)?;
    // A component with the same sum must come before its position in the order of witnesses: there is none.
    Ok(order.is_some() && all.len() == 1)
}
