//! Rules with an unbounded range: rows for the general method, and Nim on ordinals.
//!
//! One argument, s, is unbounded; the others are the row. A move stays in the row, or it goes to another row and to a range of s'
//! that does not depend on s: that is the kind of game of [`grundy::transfinite`]. Which rows are reached is read off the
//! conditions with numbers in place; that they are earlier, so that play ends, is found out when a row is worked out.

use super::affine::{Affine, Var};
use super::budget::ProofBudget;
use super::digits;
use super::heap::rule_of;
use super::normal::Move;
use super::piece::{Condition, Piece, equal, less, piece, same};
use super::rows::Rows;
use crate::program::KindId;
use grundy::heap::{Digit, Rule};
use grundy::theorem::ordinal_nim::OrdinalNim;
use grundy::transfinite::{Own, Takes};

/// The most rows that one row may reach.
const MOST_REACHED: u128 = 1 << 20;

/// The longest period of the moves inside a row.
const LONGEST_PERIOD: u128 = 1 << 16;

/// A game whose rows are worked out by the general method.
#[derive(Debug)]
pub(super) struct RowGame {
    arity: usize,
    unbounded: usize,
    own: Vec<Move>,
    /// Moves to other rows; no condition mentions s but s ≥ 0.
    earlier: Vec<Move>,
}

/// Options in another row: the row, the least s', the first s' that is too large.
pub(super) type Reached = (Vec<u128>, u128, Option<u128>);

/// Nim on ordinals: every move lowers an argument and leaves those behind it free.
pub(super) fn ordinal_nim(moves: &[Move], own: KindId, arity: usize) -> Option<OrdinalNim> {
    if arity < 2 || moves.iter().any(|one| one.parts != [own]) {
        return None;
    }
    let arity = Var::try_from(arity).ok()?;
    let lowered = |place: Var| {
        let natural = (0..2 * arity).map(|var| Some(Condition::AtLeastZero(Affine::var(var))));
        let kept = (0..place).map(|var| equal(&Affine::var(var), &Affine::var(arity + var)));
        piece(2 * arity, natural.chain(kept).chain([less(&Affine::var(arity + place), &Affine::var(place))]))
    };
    let theirs = (0..arity).map(lowered).collect::<Option<Vec<_>>>()?;
    let ours: Vec<Piece> = moves.iter().map(|one| one.piece.clone()).collect();
    same(&ours, &theirs, 2 * arity).then_some(OrdinalNim)
}

/// The game as rows, for the first argument that can be the unbounded one.
pub(super) fn rows(moves: &[Move], own: KindId, arity: usize) -> Result<Rows, String> {
    if moves.iter().any(|one| one.parts != [own]) {
        return Err("a move with an unbounded range must leave one position of the same kind".to_owned());
    }
    let found = (0..arity).rev().find_map(|unbounded| with_unbounded(moves, arity, unbounded));
    found.map(Rows::new).ok_or_else(|| {
        "only one argument may be unbounded, and moves to other values of the others may not depend on it".to_owned()
    })
}

fn with_unbounded(moves: &[Move], arity: usize, unbounded: usize) -> Option<RowGame> {
    let (count, s) = (Var::try_from(arity).ok()?, Var::try_from(unbounded).ok()?);
    let others = || (0..count).filter(move |&var| var != s);
    let mut game = RowGame { arity, unbounded, own: Vec::new(), earlier: Vec::new() };
    for one in moves {
        one.piece.plain()?;
        let same_row =
            others().map(|var| equal(&Affine::var(var), &Affine::var(count + var))).collect::<Option<Vec<_>>>()?;
        if same_row.iter().all(|condition| one.piece.implies(condition)) {
            if !one.piece.implies(&less(&Affine::var(count + s), &Affine::var(s))?) {
                return None;
            }
            game.own.push(one.clone());
            continue;
        }
        // Another row in every case, and bounded in the row's arguments.
        if !same_row.into_iter().try_fold(one.piece.clone(), |piece, condition| Some(piece.with(condition)))?.is_empty()
        {
            return None;
        }
        let natural = Condition::AtLeastZero(Affine::var(s));
        let mut piece = one.piece.clone();
        piece.forget(&natural);
        if piece.plain()?.iter().any(|condition| condition.form().mentions(s)) {
            return None;
        }
        game.earlier.push(Move { piece, ..one.clone() });
    }
    Some(game)
}

impl RowGame {
    /// The row and s of a position.
    pub(super) fn split(&self, args: &[u128]) -> Option<(Vec<u128>, u128)> {
        let mut row = args.to_vec();
        (args.len() == self.arity).then(|| {
            let s = row.remove(self.unbounded);
            (row, s)
        })
    }

    /// The position of a row and s.
    pub(super) fn join(&self, row: &[u128], s: u128) -> Vec<u128> {
        let mut args = row.to_vec();
        args.insert(self.unbounded, s);
        args
    }

    /// The coordinates of the row before a move.
    fn row_vars(&self) -> Vec<Var> {
        (0..self.arity as Var).filter(|&var| var != self.unbounded as Var).collect()
    }

    /// A piece with the numbers of a row in place.
    fn in_row(&self, piece: &Piece, row: &[u128]) -> Option<Piece> {
        let vars = self.row_vars();
        let numbers = vars.iter().zip(row);
        let piece = piece.clone().under(&ProofBudget::default());
        numbers.into_iter().try_fold(piece, |piece, (&var, &n)| piece.at(var, i128::try_from(n).ok()?))
    }

    /// The moves inside a row.
    pub(super) fn own(&self, row: &[u128]) -> Option<Own> {
        let count = self.arity as Var;
        let mut moves = Vec::new();
        for one in &self.own {
            let mut piece = self.in_row(&one.piece, row)?;
            for var in self.row_vars() {
                // The new row is the old one.
                let same = piece.extent(&Affine::var(count + var)).filter(|extent| extent.least == extent.most);
                let Some(value) = same.and_then(|extent| extent.least) else {
                    if piece.is_empty() {
                        break;
                    }
                    return None;
                };
                piece = piece.at(count + var, value)?;
            }
            if piece.is_empty() {
                continue;
            }
            let mut place = vec![None; 2 * self.arity];
            (place[self.unbounded], place[self.arity + self.unbounded]) = (Some(0), Some(1));
            moves.push(Move { parts: vec![KindId::FIRST], piece: piece.renamed(&place, 2)?, shared: 2 });
        }
        if moves.is_empty() {
            return Some(Own::nothing());
        }
        let digits = digits::read(&moves)?;
        own_takes(&rule_of(&digits)?, digits.floor)
    }

    /// The options of a row in other rows. Nothing if there are too many.
    pub(super) fn reached(&self, row: &[u128]) -> Option<Vec<Reached>> {
        let mut all = Vec::new();
        for one in &self.earlier {
            let piece = self.in_row(&one.piece, row)?;
            if !piece.is_empty() {
                self.targets(&piece, &mut all)?;
            }
        }
        Some(all)
    }

    /// All rows that a piece reaches, one by one.
    fn targets(&self, piece: &Piece, all: &mut Vec<Reached>) -> Option<()> {
        let vars: Vec<Var> = self.row_vars().iter().map(|var| self.arity as Var + var).collect();
        let mut ranges = Vec::new();
        let mut count = 1u128;
        for &var in &vars {
            let extent = piece.extent(&Affine::var(var))?;
            let (least, most) = (u128::try_from(extent.least?).ok()?, u128::try_from(extent.most?).ok()?);
            count = count.checked_mul(most.checked_sub(least)?.checked_add(1)?)?;
            ranges.push((least, most));
        }
        if count > MOST_REACHED {
            return None;
        }
        let mut target: Vec<u128> = ranges.iter().map(|range| range.0).collect();
        for _ in 0..count {
            if let Some((from, to)) = self.range_at(piece, &vars, &target)? {
                all.push((target.clone(), from, to));
            }
            // The next tuple, the last number fastest.
            for (n, range) in target.iter_mut().zip(&ranges).rev() {
                if *n < range.1 {
                    *n += 1;
                    break;
                }
                *n = range.0;
            }
        }
        Some(())
    }

    /// The range of s' in one row: what the conditions say with numbers in place of all other variables.
    fn range_at(&self, piece: &Piece, vars: &[Var], target: &[u128]) -> Option<Option<(u128, Option<u128>)>> {
        let s = (self.arity + self.unbounded) as Var;
        let (mut least, mut most) = (0i128, None::<i128>);
        for condition in piece.plain()? {
            let mut rest = condition.form().offset();
            for &(var, factor) in condition.form().terms().iter().filter(|term| term.0 != s) {
                let index = vars.iter().position(|&known| known == var)?;
                rest = factor.checked_mul(i128::try_from(target[index]).ok()?)?.checked_add(rest)?;
            }
            // factor·s' + rest is at least 0, or is 0.
            let factor = condition.form().coefficient(s);
            let zero = matches!(condition, Condition::Zero(_));
            match factor {
                0 if rest < 0 || zero && rest != 0 => return Some(None),
                0 => {}
                _ if zero && rest % factor != 0 => return Some(None),
                _ if zero => {
                    let at = rest.checked_neg()? / factor;
                    least = least.max(at);
                    most = Some(most.map_or(at, |most| most.min(at)));
                }
                1.. => least = least.max(ceiling(rest.checked_neg()?, factor)),
                _ => {
                    let end = rest.div_euclid(factor.checked_neg()?);
                    most = Some(most.map_or(end, |most| most.min(end)));
                }
            }
        }
        if most.is_some_and(|most| most < least) {
            return Some(None);
        }
        let to = most.map(|most| u128::try_from(most).ok()?.checked_add(1));
        Some(Some((u128::try_from(least).ok()?, if let Some(to) = to { Some(to?) } else { None })))
    }
}

/// The moves inside a row that a code says: Nim, or take a number of a range.
fn own_takes(rule: &Rule, floor: u128) -> Option<Own> {
    if *rule == Rule::nim() && floor == 0 {
        return Some(Own::Smaller);
    }
    let ([run], [], true) = (rule.runs(), rule.tail(), rule.first().is_none()) else { return None };
    let (least, most) = (run.from, run.to);
    let length = least.checked_add(most)?.checked_add(floor)?;
    if run.digit != Digit::TAKE || length > LONGEST_PERIOD {
        return None;
    }
    let value = |n: u128| u64::try_from(n / least).unwrap_or(0);
    Some(Own::Periodic {
        start: vec![0; floor as usize],
        period: (0..least + most).map(value).collect(),
        takes: Takes { ranges: vec![(least, most)], floor },
    })
}

/// The least integer that is at least n/d, for d ≥ 1.
fn ceiling(n: i128, d: i128) -> i128 {
    n.div_euclid(d) + i128::from(n.rem_euclid(d) != 0)
}
