//! Guess, check, prove, and learn from what refutes.

use super::{Guess, check, guess, template};
use crate::automaton::Automaton;
use crate::budget::Budget;
use crate::error::{Error, Result};
use crate::game::{Candidate, Component, Encoding, Game, Position, Proof, Reason, Settings, Verdict, prove};
use crate::numeration::{Numeration, System};

/// What to search for.
#[derive(Debug, Clone)]
pub struct Search {
    /// How numbers are written.
    pub numeration: Numeration,
    /// How automata give values.
    pub encoding: Encoding,
    /// Tests have at most so many letters; with 0 only templates are tried.
    pub depth: usize,
    /// A guess has at most so many states.
    pub states: usize,
    /// Guesses are compared with the table up to this argument (for each kind) before they are proved.
    pub checked: Vec<u64>,
    /// So many refuted guesses end the search.
    pub attempts: usize,
}

/// A proved candidate.
#[derive(Debug, Clone)]
pub struct Found {
    /// The automata.
    pub candidate: Candidate,
    /// The proof.
    pub proof: Proof,
    /// The depth of the tests that found it; 0 for a template.
    pub depth: usize,
}

/// Guesses automata for all kinds of a game from their values, and proves them. `values(kind, arguments)` gives the table.
/// `Ok(None)`: no guess was proved; that says nothing about whether there is an automaton.
///
/// Refuting positions become tests of the next guess. A limit of the budget ends one proof, not the search.
pub fn search(
    game: &Game,
    search: &Search,
    values: &mut dyn FnMut(usize, &[u64]) -> Option<u64>,
    budget: &Budget,
) -> Result<Option<Found>> {
    let mut positions: Vec<Vec<Vec<u64>>> = vec![Vec::new(); game.kinds.len()];
    let mut tried: Vec<Vec<Automaton>> = Vec::new();
    let mut depth = 1;
    let mut attempts = 0;
    if let Some(found) = by_period(game, search, values, budget)? {
        return Ok(Some(found));
    }
    if let Some(found) = by_grid(game, search, values, budget)? {
        return Ok(Some(found));
    }
    if let Some(found) = by_pairs(game, search, values, budget)? {
        return Ok(Some(found));
    }
    while depth <= search.depth && attempts < search.attempts {
        let Some(kinds) = all_kinds(game, search, values, depth, &mut positions, budget)? else {
            depth += 1;
            continue;
        };
        if tried.contains(&kinds) {
            depth += 1;
            continue;
        }
        tried.push(kinds.clone());
        attempts += 1;
        let mut candidate = Candidate::new(game, search.encoding, kinds, budget)?;
        for kind in ranged_kinds(game) {
            match prefix(search, kind, values, depth, budget)? {
                Some(automaton) => candidate = candidate.with_prefix(kind, automaton, budget)?,
                None => return Ok(None),
            }
        }
        match prove(game, &candidate, &Settings::default(), budget) {
            Verdict::Proved(proof) => return Ok(Some(Found { candidate, proof, depth })),
            Verdict::Refuted { reason: Reason::LeavesDomain, .. } => return Ok(None),
            Verdict::Refuted { position, .. } => {
                if !remember(&mut positions, &position) {
                    depth += 1;
                }
            }
            Verdict::Unknown { limit: Error::Cancelled } => return Err(Error::Cancelled),
            Verdict::Unknown { limit: Error::Unsupported(_) } => return Ok(None),
            Verdict::Unknown { .. } => depth += 1,
        }
    }
    Ok(None)
}

/// Values that repeat, for games whose kinds all have one argument.
fn by_period(
    game: &Game,
    search: &Search,
    values: &mut dyn FnMut(usize, &[u64]) -> Option<u64>,
    budget: &Budget,
) -> Result<Option<Found>> {
    let plain = game.kinds.iter().all(|k| k.arity == 1) && ranged_kinds(game).is_empty();
    if search.encoding != Encoding::Class || !plain {
        return Ok(None);
    }
    let mut automata = Vec::new();
    for kind in 0..game.kinds.len() {
        let limit = search.checked.get(kind).copied().unwrap_or(0);
        let table: Vec<u64> = (0..=limit).map_while(|n| values(kind, &[n])).collect();
        let Some((preperiod, period)) = template::find_period(&table) else {
            return Ok(None);
        };
        let table = &table[..preperiod + period];
        if preperiod + period > search.states || table.iter().any(|&v| v >= 64) {
            return Ok(None);
        }
        automata.push(template::periodic(search.numeration, table, preperiod, budget)?);
    }
    decided(game, search, automata, budget)
}

/// Rows of a grid that are looked at, and how long they are.
const ROWS: u64 = 8;
const LENGTH: u64 = 120;

/// Values that repeat along each argument, for games whose kinds have at most two.
fn by_grid(
    game: &Game,
    search: &Search,
    values: &mut dyn FnMut(usize, &[u64]) -> Option<u64>,
    budget: &Budget,
) -> Result<Option<Found>> {
    let readable = matches!(search.numeration.system(), System::Base(_)) && search.numeration.most_first();
    let plain = game.kinds.iter().all(|k| k.arity == 2) && ranged_kinds(game).is_empty();
    if search.encoding != Encoding::Class || search.depth == 0 || !readable || !plain {
        return Ok(None);
    }
    let mut automata = Vec::new();
    for kind in 0..game.kinds.len() {
        let Some(first) = cycle(&mut |n, m| values(kind, &[n, m])) else { return Ok(None) };
        let Some(second) = cycle(&mut |n, m| values(kind, &[m, n])) else { return Ok(None) };
        if first.0 + first.1 > LENGTH as usize || (first.0 + first.1) * (second.0 + second.1) > search.states {
            return Ok(None);
        }
        match template::grid(search.numeration, &[first, second], &mut |n| values(kind, n), budget) {
            Ok(automaton) => automata.push(automaton),
            Err(Error::Malformed(_)) => return Ok(None),
            Err(error) => return Err(error),
        }
    }
    decided(game, search, automata, budget)
}

/// A preperiod and a period that all rows have in common.
fn cycle(value: &mut dyn FnMut(u64, u64) -> Option<u64>) -> Option<(usize, usize)> {
    let (mut start, mut period) = (0, 1);
    for row in 0..ROWS {
        let known: Vec<u64> = (0..LENGTH).map_while(|n| value(n, row)).collect();
        let (pre, own) = template::find_period(&known)?;
        start = start.max(pre);
        period = least_common_multiple(period, own);
    }
    (start + period <= LENGTH as usize).then_some((start, period))
}

fn least_common_multiple(a: usize, b: usize) -> usize {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}

/// Pairs of Beatty sequences in Z_t, for games whose kinds all have two arguments.
fn by_pairs(
    game: &Game,
    search: &Search,
    values: &mut dyn FnMut(usize, &[u64]) -> Option<u64>,
    budget: &Budget,
) -> Result<Option<Found>> {
    let in_z = matches!(search.numeration.system(), System::Z(_));
    if search.encoding != Encoding::Lost || !in_z || game.kinds.iter().any(|k| k.arity != 2) {
        return Ok(None);
    }
    let pairs = template::beatty(search.numeration, budget)?;
    for kind in 0..game.kinds.len() {
        let all = tuples(search.checked.get(kind).copied().unwrap_or(0), 2);
        let mut table = |n: &[u64]| values(kind, n);
        if check(&wanted(search, 2, 1, &[]), &pairs, all.iter().map(|t| &t[..]), &mut table).is_some() {
            return Ok(None);
        }
    }
    decided(game, search, vec![pairs; game.kinds.len()], budget)
}

/// Found, if these automata are proved.
fn decided(game: &Game, search: &Search, automata: Vec<Automaton>, budget: &Budget) -> Result<Option<Found>> {
    let candidate = Candidate::new(game, search.encoding, automata, budget)?;
    match prove(game, &candidate, &Settings::default(), budget) {
        Verdict::Proved(proof) => Ok(Some(Found { candidate, proof, depth: 0 })),
        Verdict::Unknown { limit: Error::Cancelled } => Err(Error::Cancelled),
        _ => Ok(None),
    }
}

/// The kinds of which a move leaves a range.
fn ranged_kinds(game: &Game) -> Vec<usize> {
    let ranged = |c: &Component| matches!(c, Component::Range { .. }).then(|| c.kind());
    let mut kinds: Vec<usize> = game.moves.iter().flat_map(|m| m.components.iter().filter_map(ranged)).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// A guess for the XOR of the values of kind(0), …, kind(n − 1).
fn prefix(
    search: &Search,
    kind: usize,
    values: &mut dyn FnMut(usize, &[u64]) -> Option<u64>,
    depth: usize,
    budget: &Budget,
) -> Result<Option<Automaton>> {
    let mut sums = vec![0];
    let mut table = |n: &[u64]| {
        while (sums.len() as u64) <= n[0] {
            let last = *sums.last()?;
            sums.push(last ^ values(kind, &[sums.len() as u64 - 1])?);
        }
        sums.get(n[0] as usize).copied()
    };
    guess(&wanted(search, 1, depth, &[]), &mut table, budget)
}

fn wanted(search: &Search, arity: usize, depth: usize, positions: &[Vec<u64>]) -> Guess {
    Guess {
        numeration: search.numeration,
        encoding: search.encoding,
        arity,
        depth,
        states: search.states,
        positions: positions.to_vec(),
    }
}

/// A guess for each kind that agrees with the table; positions where it does not become tests.
fn all_kinds(
    game: &Game,
    search: &Search,
    values: &mut dyn FnMut(usize, &[u64]) -> Option<u64>,
    depth: usize,
    positions: &mut [Vec<Vec<u64>>],
    budget: &Budget,
) -> Result<Option<Vec<Automaton>>> {
    let mut automata = Vec::new();
    for (kind, description) in game.kinds.iter().enumerate() {
        let arity = description.arity;
        let limit = search.checked.get(kind).copied().unwrap_or(0);
        let found = loop {
            let wanted = wanted(search, arity, depth, &positions[kind]);
            let mut table = |n: &[u64]| values(kind, n);
            let Some(automaton) = guess(&wanted, &mut table, budget)? else {
                break None;
            };
            let all = tuples(limit, arity);
            let mut table = |n: &[u64]| values(kind, n);
            match check(&wanted, &automaton, all.iter().map(|t| &t[..]), &mut table) {
                None => break Some(automaton),
                Some(position) if positions[kind].len() < 64 && !positions[kind].contains(&position) => {
                    positions[kind].push(position);
                }
                Some(_) => break None,
            }
        };
        match found {
            Some(automaton) => automata.push(automaton),
            None => return Ok(None),
        }
    }
    Ok(Some(automata))
}

/// All tuples up to a limit, by sum.
fn tuples(limit: u64, arity: usize) -> Vec<Vec<u64>> {
    let mut all: Vec<Vec<u64>> = vec![vec![]];
    for _ in 0..arity {
        all = all.iter().flat_map(|t| (0..=limit).map(|n| [&t[..], &[n]].concat())).collect();
    }
    all.sort_by_key(|t| t.iter().sum::<u64>());
    all
}

/// Adds a position to the tests of its kind; `false` if it was there, or is too large.
fn remember(positions: &mut [Vec<Vec<u64>>], position: &Position) -> bool {
    let small: Option<Vec<u64>> = position.arguments.iter().map(|n| n.to_u64().filter(|&n| n < 1 << 40)).collect();
    let list = &mut positions[position.kind];
    match small {
        Some(small) if list.len() < 64 && !list.contains(&small) => {
            list.push(small);
            true
        }
        _ => false,
    }
}
