//! From the digits that were read to a theorem: the one for the code where there is one, else the heap engines.

use super::affine::Affine;
use super::digits::{self, Cell, Digits};
use super::normal::Move;
use super::piece::{Piece, at_most, less, piece, same};
use crate::program::KindId;
use grundy::heap::{Digit, Parts, Rule};
use grundy::theorem::above::Above;
use grundy::theorem::additions::WithAdditions;
use grundy::theorem::part::KthPart;
use grundy::theorem::{HeapTheorem, code as codes};

/// The longest code that is written out digit by digit.
const LONGEST_CODE: u128 = 10_000;

/// The code of a take-and-break game: runs of equal digits and a repeating tail.
#[derive(Debug, PartialEq, Eq)]
struct Code {
    first: Digit,
    /// Places from 1 on: first, last, digit; ascending, without digit 0.
    runs: Vec<(u128, u128, Digit)>,
    tail: Vec<Digit>,
    tail_from: u128,
}

/// The theorem for a kind, or a coordinate, with one integer argument. `own` is the kind that all parts must have, and
/// `finite` the promise that play ends.
pub(super) fn one_argument(moves: &[Move], own: KindId, finite: bool) -> Option<Box<dyn HeapTheorem>> {
    if moves.iter().any(|one| one.parts.iter().any(|&kind| kind != own)) {
        return None;
    }
    if !finite {
        return game(moves);
    }
    let adds = |one: &&Move| {
        one.parts.len() == 1 && less(&Affine::var(0), &Affine::var(1)).is_some_and(|c| one.piece.implies(&c))
    };
    let (additions, core): (Vec<&Move>, Vec<&Move>) = moves.iter().partition(adds);
    let core: Vec<Move> = core.into_iter().cloned().collect();
    let game = game(&core)?;
    if additions.is_empty() {
        return Some(game);
    }
    let takes: Vec<&Piece> = core.iter().filter(|one| one.parts.len() == 1).map(|one| &one.piece).collect();
    let undone = |one: &&Move| {
        let back = one.piece.renamed(&[Some(1), Some(0)], 2);
        back.is_some_and(|back| back.covered_by(takes.iter().copied(), 2))
    };
    additions.iter().all(undone).then(|| Box::new(WithAdditions(game)) as Box<dyn HeapTheorem>)
}

/// The game of moves that shrink the argument.
fn game(moves: &[Move]) -> Option<Box<dyn HeapTheorem>> {
    by_code(moves).or_else(|| part(moves))
}

/// The game of a code, on heaps that are counted from a floor.
fn by_code(moves: &[Move]) -> Option<Box<dyn HeapTheorem>> {
    let mut floors = digits::floors(moves)?;
    // Where heaps only shrink, a condition that keeps them above a floor is best read as a floor: counted from 0 the code of the same game
    // forbids to leave nothing, and has no short form.
    if moves.iter().all(|one| one.parts.len() == 1) {
        floors.reverse();
    }
    let rule = |floor: i128| rule_of(&digits::with_floor(moves, floor)?);
    let (floor, found) = floors.into_iter().find_map(|floor| Some((floor, rule(floor)?)))?;
    let game = codes::theorem(found, u128::try_from(floor).ok()?);
    // The code from 0 on has the theorems on periods; Nim needs none.
    match if floor > 0 && game.name() != "nim" { rule(0) } else { None } {
        Some(written) => Some(Above::written(written, game)),
        None => Some(game),
    }
}

/// At most a k-th part of what lies above a floor may be taken: n → m for m < n and k·(n − m) ≤ n − floor. With a floor below 0 the part is rounded up.
fn part(moves: &[Move]) -> Option<Box<dyn HeapTheorem>> {
    moves.iter().all(|one| one.parts.len() == 1).then_some(())?;
    // One bean can be taken from floor + k on, two from floor + 2k on.
    let (one, two) = (least_with(moves, 1)?, least_with(moves, 2)?);
    let k = two.checked_sub(one)?;
    let floor = one.checked_sub(k)?;
    let (n, m) = (Affine::var(0), Affine::var(1));
    let taken = n.minus(&m)?;
    let theirs = piece(2, [less(&m, &n), at_most(&taken.times(k)?, &n.shift(floor.checked_neg()?)?)])?;
    let ours: Vec<Piece> = moves.iter().map(|one| one.piece.clone()).collect();
    let added = u128::try_from(floor.min(0).checked_neg()?).ok()?;
    let game = KthPart::new(u128::try_from(k).ok()?, added)?;
    same(&ours, &[theirs], 2).then(|| Above::floor(u128::try_from(floor).unwrap_or(0), Box::new(game)))
}

/// The least heap from which so many beans or more can be taken.
fn least_with(moves: &[Move], beans: i128) -> Option<i128> {
    let (n, m) = (Affine::var(0), Affine::var(1));
    let enough = at_most(&Affine::constant(beans), &n.minus(&m)?)?;
    let pieces = moves.iter().map(|one| one.piece.with(enough.clone())).filter(|piece| !piece.is_empty());
    pieces.map(|piece| piece.extent(&n)?.least).collect::<Option<Vec<_>>>()?.into_iter().min()
}

/// The rule that digits say, with heaps counted from their floor.
pub(super) fn rule_of(digits: &Digits) -> Option<Rule> {
    rule(&code(digits)?)
}

/// The digit at a place.
fn digit(digits: &Digits, place: u128) -> Digit {
    let (u, residue) = (place / digits.modulus, place % digits.modulus);
    let allows = |cell: Cell| {
        let mut takes = digits.takes.iter().filter(|takes| takes.cell == cell && takes.residue == residue);
        takes.any(|takes| takes.from <= u && takes.to.is_none_or(|to| u <= to))
    };
    let few = u32::from(allows(Cell::Nothing)) + 2 * u32::from(allows(Cell::One));
    match (allows(Cell::Equal), allows(Cell::Unequal)) {
        (false, false) => Digit::new(few, Parts::Any),
        (true, true) => Digit::new(few + 4, Parts::Any),
        (false, true) => Digit::new(few + 4, Parts::Unequal),
        (true, false) => Digit::new(few + 4, Parts::AllEqual),
    }
}

/// The code of digits that were read.
fn code(digits: &Digits) -> Option<Code> {
    let first_place = |u: u128, residue: u128| digits.modulus.checked_mul(u)?.checked_add(residue);
    // Places where some digit may change: the digit is the same from one of them up to the next, residue by residue.
    let mut changes = vec![1];
    for takes in &digits.takes {
        changes.push(first_place(takes.from, 0)?.max(1));
        if let Some(to) = takes.to {
            changes.push(first_place(to.checked_add(1)?, 0)?.max(1));
        }
    }
    changes.sort_unstable();
    changes.dedup();
    let last = *changes.last()?;
    let mut runs: Vec<(u128, u128, Digit)> = Vec::new();
    let mut push = |from: u128, to: u128, digit: Digit| match runs.last_mut() {
        _ if digit.is_none() => {}
        Some(run) if run.1 + 1 == from && run.2 == digit => run.1 = to,
        _ => runs.push((from, to, digit)),
    };
    if digits.modulus == 1 {
        changes.windows(2).for_each(|pair| push(pair[0], pair[1] - 1, digit(digits, pair[0])));
    } else if last <= LONGEST_CODE {
        (1..last).for_each(|place| push(place, place, digit(digits, place)));
    } else {
        return None;
    }
    let tail: Vec<Digit> = (last..last + digits.modulus).map(|place| digit(digits, place)).collect();
    let (tail, tail_from) = if tail.iter().all(|digit| digit.is_none()) { (Vec::new(), 0) } else { (tail, last) };
    Some(Code { first: digit(digits, 0), runs, tail, tail_from })
}

/// The code as a rule of the heap engines, if it can be written down.
fn rule(code: &Code) -> Option<Rule> {
    let takes_only = code.first.is_none() && code.runs.iter().all(|run| run.2 == Digit::TAKE);
    if takes_only && code.tail.is_empty() && !code.runs.is_empty() {
        let ranges: Vec<String> = code.runs.iter().map(|(from, to, _)| format!("{from}..{to}")).collect();
        return format!("take{{{}}}", ranges.join(",")).parse().ok();
    }
    let end =
        if code.tail.is_empty() { code.runs.last().map_or(1, |run| run.1.saturating_add(1)) } else { code.tail_from };
    if end > LONGEST_CODE {
        return None;
    }
    let at =
        |place: u128| code.runs.iter().find(|run| run.0 <= place && place <= run.1).map_or(Digit::NONE, |run| run.2);
    let digits: Vec<Digit> = (1..end).map(at).collect();
    Rule::from_digits(code.first, &digits, &code.tail).ok()
}

/// The runs of a game that takes l to r beans in a row, in every cell or in those of one heap only.
pub(super) fn single_run(digits: &Digits, cells: &[Cell]) -> Option<(u128, u128)> {
    let mut runs = digits.takes.iter().map(|takes| (takes.cell, takes.from, takes.to));
    let (_, from, to) = runs.next()?;
    let same = digits.modulus == 1 && digits.floor == 0 && digits.takes.len() == cells.len();
    let all = same && cells.iter().all(|&cell| digits.takes.iter().any(|takes| takes.cell == cell));
    (all && runs.all(|run| (run.1, run.2) == (from, to))).then_some((from, to?))
}
