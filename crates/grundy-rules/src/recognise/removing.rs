//! Cycles from which l to r neighbours are removed, leaving paths: two kinds.

use super::digits::{self, CELLS, Cell};
use super::heap::single_run;
use super::normal::{Move, integer_moves};
use super::{Given, Recognised, Shape};
use crate::program::KindId;
use grundy::theorem::Single;
use grundy::theorem::removing::RemoveFromCycle;

/// The kind is a cycle: its moves take l to r and leave one path, and a path loses l to r anywhere.
pub(super) fn cycle(given: Given<'_>, moves: &[Move], own: KindId) -> Option<Recognised> {
    let path = *moves.first()?.parts.first()?;
    let one_path = |one: &Move| one.parts == [path];
    if path == own || given.program.kinds.get(path.index())?.args.len() != 1 || !moves.iter().all(one_path) {
        return None;
    }
    let (least, most) = single_run(&digits::read(moves)?, &[Cell::Nothing, Cell::One])?;
    let path_moves = integer_moves(given, path)?;
    let own_parts = path_moves.iter().all(|one| one.parts.iter().all(|&part| part == path));
    let run = single_run(&digits::read(&path_moves)?, &CELLS)?;
    let theorem = Box::new(Single(Box::new(RemoveFromCycle::new(least, most)?)));
    (own_parts && run == (least, most)).then_some(Recognised::Theorem { theorem, shape: Shape::Numbers, left: path })
}
