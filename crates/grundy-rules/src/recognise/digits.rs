//! One integer argument: is the kind a take-and-break game, and which?
//!
//! A move from n that leaves x and y takes t = n − x − y. A rule is a take-and-break code when, for each t, the pairs
//! (x, y) that it allows are a union of these cells: nothing is left (0, 0); one heap; two equal heaps; two
//! unequal heaps. So each piece is cut at the cells, the range of t is read off, and the box {t in that range} × cell is proved to
//! be covered; pieces inside proved boxes are redundant. With divisions in the rule (`k in 0..n/2`, 2*k+1 taken) the
//! boxes are those of each residue of t.
//!
//! Positions below a floor f may have no moves and never be reached otherwise (`m in 1..n-1`): then heaps are
//! counted from f, n = f + n', and so are the parts.

use super::affine::{Affine, Var};
use super::normal::Move;
use super::piece::{Condition, Extent, Piece, at_most, equal, less};

/// How beans are left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Cell {
    /// Nothing.
    Nothing,
    /// One heap.
    One,
    /// Two heaps of the same size.
    Equal,
    /// Two heaps of different sizes.
    Unequal,
}

/// The cells.
pub(super) const CELLS: [Cell; 4] = [Cell::Nothing, Cell::One, Cell::Equal, Cell::Unequal];

/// So many beans may be taken, with what is left in a cell: t = modulus·u + residue for `from` ≤ u ≤ `to`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Takes {
    pub(super) cell: Cell,
    pub(super) residue: u128,
    pub(super) from: u128,
    /// Without an end when missing.
    pub(super) to: Option<u128>,
}

/// A take-and-break game as it was read from rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Digits {
    /// Heaps are counted from here.
    pub(super) floor: u128,
    pub(super) modulus: u128,
    /// Disjoint for each cell and residue, ascending.
    pub(super) takes: Vec<Takes>,
}

/// One piece cut at a cell and a residue, in the coordinates of the cell: n', u, and the parts that are not 0.
struct Cut {
    cell: Cell,
    residue: i128,
    piece: Piece,
    extent: Extent,
}

/// The most residues that are looked at.
const MOST_RESIDUES: i128 = 64;

/// Reads moves of a one-argument kind that leave positions of kinds with one argument. Nothing if they are not proved
/// to be a take-and-break game. Which kinds the parts have does not matter here.
pub(super) fn read(moves: &[Move]) -> Option<Digits> {
    let floors = floors(moves)?;
    floors.into_iter().find_map(|floor| with_floor(moves, floor))
}

/// The floors worth trying: 0, and the least size that a move can leave if no move starts below it.
pub(super) fn floors(moves: &[Move]) -> Option<Vec<i128>> {
    let mut least: Option<i128> = None;
    for Move { piece, shared, .. } in moves {
        for var in 0..*shared {
            let low = piece.extent(&Affine::var(var))?.least?;
            least = Some(least.map_or(low, |least| least.min(low)));
        }
    }
    Some(match least {
        Some(least @ 1..) => vec![0, least],
        _ => vec![0],
    })
}

/// Reads moves with heaps counted from a floor.
pub(super) fn with_floor(moves: &[Move], floor: i128) -> Option<Digits> {
    let modulus = moves.iter().map(|m| m.piece.modulus()).max().unwrap_or(1);
    if modulus > MOST_RESIDUES || moves.iter().any(|m| modulus % m.piece.modulus() != 0) {
        return None;
    }
    let mut cuts = Vec::new();
    for one in moves {
        for residue in 0..modulus {
            cut(one, floor, modulus, residue, &mut cuts)?;
        }
    }
    let mut takes = Vec::new();
    for cell in CELLS {
        for residue in 0..modulus {
            let here: Vec<&Cut> = cuts.iter().filter(|cut| cut.cell == cell && cut.residue == residue).collect();
            takes.extend(ranges(cell, modulus, residue, &here)?);
        }
    }
    Some(Digits { floor: floor.try_into().ok()?, modulus: modulus.try_into().ok()?, takes })
}

/// The number of coordinates of a cell: n', u and its parts.
fn width(cell: Cell) -> Var {
    match cell {
        Cell::Nothing => 2,
        Cell::One | Cell::Equal => 3,
        Cell::Unequal => 4,
    }
}

/// The parts of a cell as forms in its coordinates.
fn parts_of(cell: Cell) -> Vec<Affine> {
    match cell {
        Cell::Nothing => vec![],
        Cell::One => vec![Affine::var(2)],
        Cell::Equal => vec![Affine::var(2), Affine::var(2)],
        Cell::Unequal => vec![Affine::var(2), Affine::var(3)],
    }
}

/// All points of a cell: n' = modulus·u + residue + parts, parts at least 1, unequal ones ascending.
fn whole(cell: Cell, modulus: i128, residue: i128) -> Option<Piece> {
    let mut piece = Piece::all(width(cell));
    let mut sum = Affine::constant(residue).plus_times(modulus, &Affine::var(1))?;
    for part in parts_of(cell) {
        sum = sum.plus(&part)?;
        piece.require(at_most(&Affine::constant(1), &part)?);
    }
    if cell == Cell::Unequal {
        piece.require(less(&Affine::var(2), &Affine::var(3))?);
    }
    piece.require(equal(&Affine::var(0), &sum)?);
    piece.require(Condition::AtLeastZero(Affine::var(0)));
    Some(piece)
}

/// Cuts a move at all cells that its parts can fill.
fn cut(one: &Move, floor: i128, modulus: i128, residue: i128, cuts: &mut Vec<Cut>) -> Option<()> {
    // Which coordinate of the cell each part is; nothing: it is 0.
    let fillings: &[(Cell, &[Option<Var>])] = match one.parts.len() {
        0 => &[(Cell::Nothing, &[])],
        1 => &[(Cell::Nothing, &[None]), (Cell::One, &[Some(2)])],
        2 => &[
            (Cell::Nothing, &[None, None]),
            (Cell::One, &[Some(2), None]),
            (Cell::One, &[None, Some(2)]),
            (Cell::Equal, &[Some(2), Some(2)]),
            (Cell::Unequal, &[Some(2), Some(3)]),
            (Cell::Unequal, &[Some(3), Some(2)]),
        ],
        _ => return None,
    };
    for (cell, filling) in fillings {
        let cut = fill(one, floor, *cell, filling, &whole(*cell, modulus, residue)?)?;
        if cut.is_empty() {
            continue;
        }
        let extent = cut.extent(&Affine::var(1))?;
        cuts.push(Cut { cell: *cell, residue, piece: cut, extent });
    }
    Some(())
}

/// The points of a move in a cell.
fn fill(one: &Move, floor: i128, cell: Cell, filling: &[Option<Var>], whole: &Piece) -> Option<Piece> {
    let mut piece = one.piece.clone();
    let base = piece.fresh();
    let names: Vec<Var> = std::iter::once(base).chain((1..width(cell)).map(|_| piece.fresh())).collect();
    let above = |form: Affine| form.shift(floor);
    piece.require(equal(&Affine::var(0), &above(Affine::var(names[0]))?)?);
    for (part, coordinate) in (1..).zip(filling) {
        let size = coordinate.map_or(Affine::constant(0), |coordinate| Affine::var(names[coordinate as usize]));
        piece.require(equal(&Affine::var(part), &above(size)?)?);
    }
    let mut place = vec![None; base as usize];
    place.extend((0..width(cell)).map(Some));
    for var in 0..one.shared {
        piece.remove(var)?;
    }
    piece.renamed(&place, width(cell))?.meet(whole, width(cell))
}

/// The ranges of u in one cell and residue, each proved to be covered.
fn ranges(cell: Cell, modulus: i128, residue: i128, cuts: &[&Cut]) -> Option<Vec<Takes>> {
    let Some(first) = cuts.first() else { return Some(Vec::new()) };
    let whole = whole(cell, modulus, residue)?.under(first.piece.budget());
    let covered = |from: i128, to: Option<i128>| {
        let mut target = whole.with(at_most(&Affine::constant(from), &Affine::var(1))?);
        if let Some(to) = to {
            target.require(at_most(&Affine::var(1), &Affine::constant(to))?);
        }
        let near = |cut: &&&Cut| {
            cut.extent.most.is_none_or(|most| most >= from)
                && cut.extent.least.is_none_or(|least| to.is_none_or(|to| least <= to))
        };
        Some(target.covered_by(cuts.iter().filter(near).map(|cut| &cut.piece), width(cell)))
    };
    let mut merged: Vec<(i128, Option<i128>)> = Vec::new();
    let mut sorted: Vec<(i128, Option<i128>)> = Vec::new();
    for cut in cuts {
        sorted.push((cut.extent.least?, cut.extent.most));
    }
    sorted.sort_unstable_by_key(|&(from, to)| (from, std::cmp::Reverse(to.unwrap_or(i128::MAX))));
    for (from, to) in sorted {
        let reaches = |end: Option<i128>| end.is_none_or(|end| to.is_some_and(|to| to <= end));
        match merged.last_mut() {
            Some((_, end)) if reaches(*end) => {}
            _ if !covered(from, to)? => return None,
            Some((_, end)) if end.is_some_and(|end| from <= end.saturating_add(1)) => *end = to,
            _ => merged.push((from, to)),
        }
    }
    let takes = |(from, to): (i128, Option<i128>)| {
        // A move that takes nothing must break the heap.
        let least = if matches!(cell, Cell::Nothing | Cell::One) && residue == 0 { 1 } else { 0 };
        let to = to.map(u128::try_from).transpose().ok()?;
        (from >= least).then_some(Takes { cell, residue: residue as u128, from: from as u128, to })
    };
    merged.into_iter().map(takes).collect()
}
