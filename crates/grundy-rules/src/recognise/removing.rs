//! Cycles from which l to r neighbours are removed, leaving paths: two kinds.

use super::Given;
use super::digits::{self, CELLS, Cell};
use super::heap::single_run;
use super::normal::{Move, integer_moves};
use crate::strategy::Strategy;
use grundy::theorem::removing::RemoveFromCycle;

/// The kind is a cycle: its moves take l to r and leave one path, and a path loses l to r anywhere.
pub(super) fn cycle(given: Given<'_>, moves: &[Move], own: usize) -> Option<Strategy> {
    let path = *moves.first()?.parts.first()?;
    let one_path = |one: &Move| one.parts == [path];
    if path == own || given.program.kinds.get(path)?.args.len() != 1 || !moves.iter().all(one_path) {
        return None;
    }
    let (least, most) = single_run(&digits::read(moves)?, &[Cell::Nothing, Cell::One])?;
    let path_moves = integer_moves(given, path)?;
    let own_parts = path_moves.iter().all(|one| one.parts.iter().all(|&part| part == path));
    let run = single_run(&digits::read(&path_moves)?, &CELLS)?;
    let theorem = RemoveFromCycle::new(least, most).is_some();
    (own_parts && run == (least, most) && theorem).then_some(Strategy::Removing { least, most, path })
}
