//! Games whose number of moves has a fixed parity: it does not matter how one plays.
//!
//! **Theorem.** Let φ give each position 0 or 1, and for a sum the XOR of what it gives the parts. If play ends, every move changes φ, and every position
//! with φ = 1 has a move, then φ is the value of each position: the number of moves is odd exactly if φ = 1, however one plays.
//! *Proof.* By induction over play: if φ = 0 all options, if there are any, have the value 1, so the value is 0; if φ = 1 all options have the value 0, and there
//! is one, so the value is 1. ∎
//!
//! φ is looked for among the polynomials of the arguments modulo 2 (a bar of m × n pieces that is broken until no piece can be broken any more takes
//! m·n − 1 moves). It depends on the residues of the arguments alone, so that each set of moves is cut by residues; where such a part is not
//! empty, φ must change. That a position with φ = 1 has a move is proved in the same way: it lies in the shadow of the moves.

use super::Given;
use super::affine::{Affine, Var};
use super::ends::ends;
use super::normal::{Move, integer_moves};
use super::piece::{Condition, Piece, at_most};
use crate::program::KindId;

/// More arguments than this are not tried.
const MOST_ARGUMENTS: usize = 3;

/// More numbers in a move, of the position and of what it leaves, are not tried.
const MOST_NUMBERS: Var = 7;

/// A polynomial modulo 2: bit s says whether the product of the arguments in the set s has a part in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Parity {
    products: u32,
    /// It is for positions whose arguments are at least this.
    least: i128,
}

impl Parity {
    /// What it gives for arguments with these residues, bit by bit.
    fn at(self, residues: u32) -> u32 {
        // A product is 1 if all its arguments are odd.
        (0..u32::BITS).filter(|set| self.products >> set & 1 == 1 && set & residues == *set).count() as u32 % 2
    }

    /// What it gives for a position; nothing if it is not for that one.
    pub(crate) fn of(self, args: &[i128]) -> Option<u32> {
        let residues = (0..).zip(args).map(|(place, arg)| u32::from(arg.rem_euclid(2) == 1) << place);
        args.iter().all(|&arg| arg >= self.least).then(|| self.at(residues.sum()))
    }
}

/// The parity of the number of moves, if it is proved to be fixed.
pub(crate) fn parity(given: Given<'_>, kind: KindId) -> Option<Parity> {
    let arity = given.program.kinds.get(kind.index())?.args.len();
    if !(1..=MOST_ARGUMENTS).contains(&arity) || !given.fixed.is_empty() {
        return None;
    }
    let moves = integer_moves(given, kind)?;
    // A bar of no width is nobody's bar, but the rules may let it be broken.
    let of_positive = || for_least(given, &from_positive(&moves, arity as Var)?, arity, 1);
    let plain = |one: &Move| one.shared <= MOST_NUMBERS && one.parts.iter().all(|&part| part == kind);
    if moves.is_empty() || !moves.iter().all(plain) || !ends(given, kind) {
        return None;
    }
    for_least(given, &moves, arity, 0).or_else(of_positive)
}

/// The moves of positions whose arguments are all positive, if they leave such positions only.
fn from_positive(moves: &[Move], arity: Var) -> Option<Vec<Move>> {
    let positive = |var: Var| at_most(&Affine::constant(1), &Affine::var(var));
    let mut all = Vec::new();
    for one in moves {
        let mut one = one.clone();
        for var in 0..arity {
            one.piece.require(positive(var)?);
        }
        if one.piece.is_empty() {
            continue;
        }
        for var in arity..one.shared {
            one.piece.implies(&positive(var)?).then_some(())?;
        }
        all.push(one);
    }
    Some(all)
}

fn for_least(given: Given<'_>, moves: &[Move], arity: usize, least: i128) -> Option<Parity> {
    let mut seen: Vec<(u32, usize)> = Vec::new();
    for one in moves {
        for residues in 0..1u32 << one.shared {
            let changed = (residues, one.parts.len());
            if !seen.contains(&changed) && !part(&one.piece, one.shared, residues).is_empty() {
                seen.push(changed);
            }
        }
    }
    let changes = |parity: Parity| {
        seen.iter().all(|&(residues, parts)| {
            let of = |place: usize| parity.at(residues >> (place * arity) & ((1 << arity) - 1));
            (0..=parts).map(of).sum::<u32>() % 2 == 1
        })
    };
    let shadows = moves.iter().map(|one| shadow(one, arity as Var)).collect::<Option<Vec<_>>>()?;
    let can_move = |parity: Parity| {
        (0..1u32 << arity).filter(|&residues| parity.at(residues) == 1).all(|residues| {
            let mut all = Piece::all(arity as Var).under(given.budget);
            for var in 0..arity as Var {
                let Some(large) = at_most(&Affine::constant(least), &Affine::var(var)) else { return false };
                all.require(large);
            }
            part(&all, arity as Var, residues).covered_by(&shadows, arity as Var)
        })
    };
    let polynomials = (0..1u64 << (1 << arity)).map(|products| Parity { products: products as u32, least });
    polynomials.into_iter().find(|&parity| changes(parity) && can_move(parity))
}

/// The points whose first coordinates have these residues.
fn part(piece: &Piece, coordinates: Var, residues: u32) -> Piece {
    let mut part = piece.clone();
    for var in 0..coordinates {
        let half = part.fresh();
        let residue = i128::from(residues >> var & 1);
        let form = Affine::var(var).plus_times(-2, &Affine::var(half)).and_then(|form| form.shift(-residue));
        if let Some(form) = form {
            part.require(Condition::Zero(form));
        }
    }
    part
}

/// The positions that have such a move.
fn shadow(one: &Move, arity: Var) -> Option<Piece> {
    let mut piece = one.piece.clone();
    for var in (arity..one.shared).rev() {
        piece.remove(var)?;
    }
    let place: Vec<Option<Var>> = (0..arity).map(Some).collect();
    piece.renamed(&place, arity)
}
