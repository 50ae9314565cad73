//! Rare heaps as distances: which heap is left beside one of them.

use super::BLOCK;
use super::state::State;

/// A rare heap r together with a breaking place b: heap n splits into r and n − offset, offset = r + b.
#[derive(Debug, Clone, Copy)]
pub(super) struct Offset {
    pub offset: u32,
    pub code: u8,
}

/// The rare heaps with offsets up to 32, one such list for each breaking place: byte 32 − offset of a window.
#[derive(Debug, Clone, Copy)]
pub(super) struct Layer {
    pub codes: [u8; 32],
    pub used: [u8; 32],
}

/// The offsets of all rare heaps, sorted into lists.
#[derive(Debug, Clone, Default)]
pub(super) struct Offsets {
    /// The others, in three lists: those that the witnesses used least come first, since what the witnesses left open is more
    /// likely to be reached by the others.
    pub far: [Vec<Offset>; 3],
    /// From 33 up to a block away, or to all blocks that may not be known yet, ascending.
    pub near: Vec<Offset>,
    /// How many of them are below 0, 32, 64, ….
    near_below: Vec<usize>,
    /// Up to 32.
    pub tiny: Vec<Offset>,
    pub layers: Vec<Layer>,
}

impl Offsets {
    /// Offsets below `near_end` are near.
    pub fn new(state: &State, near_end: usize) -> Offsets {
        let mut far: Vec<(u32, Offset)> = Vec::new();
        let (mut near, mut tiny) = (Vec::new(), Vec::new());
        for b in &state.moves.breaks {
            for rare in &state.rares {
                let offset = Offset { offset: rare.heap + b.place as u32, code: state.codec.code(u32::from(rare.x)) };
                match offset.offset as usize {
                    0..=32 => tiny.push(offset),
                    n if n < near_end => near.push(offset),
                    _ => far.push((state.witnesses.uses(offset.offset), offset)),
                }
            }
        }
        far.sort_by_key(|&(uses, offset)| (uses, offset.offset));
        let third = far.len().div_ceil(3).max(1);
        let mut lists = far.chunks(third).map(|list| {
            let mut list: Vec<Offset> = list.iter().map(|&(_, offset)| offset).collect();
            list.sort_by_key(|offset| offset.offset);
            list
        });
        let far = std::array::from_fn(|_| lists.next().unwrap_or_default());
        near.sort_by_key(|offset: &Offset| offset.offset);
        let below = |end: usize| near.partition_point(|near| (near.offset as usize) < end);
        let near_below = (0..=near_end + BLOCK).step_by(32).map(below).collect();
        Offsets { far, near, near_below, tiny, layers: layers(state) }
    }

    /// Adds those of a rare heap that is larger than all others and not near. No list of witnesses uses them.
    pub fn extend(&mut self, fresh: &[Offset]) {
        if let Some(list) = self.far.iter_mut().min_by_key(|list| list.len()) {
            list.extend_from_slice(fresh);
        }
    }

    /// The near offsets of which the 32 heaps of a block's group reach heaps of the block, of which they reach the `unknown`
    /// heaps before it, and those of which they reach neither. (These heaps are whole blocks, but for one that was cut short:
    /// then what is done here will not count.)
    #[inline(always)]
    pub fn near_of(&self, group: usize, unknown: usize) -> [&[Offset]; 3] {
        let (inside, before) = (self.near_below[group + 1], self.near_below[group + 1 + unknown.div_ceil(32)]);
        [&self.near[..inside], &self.near[inside..before], &self.near[before..]]
    }
}

fn layers(state: &State) -> Vec<Layer> {
    let layer = |place: usize| {
        let mut layer = Layer { codes: [0; 32], used: [0; 32] };
        for rare in state.rares.iter().filter(|rare| rare.heap as usize + place <= 32) {
            let byte = 32 - rare.heap as usize - place;
            (layer.codes[byte], layer.used[byte]) = (state.codec.code(u32::from(rare.x)), 0xff);
        }
        layer
    };
    let layers = state.moves.breaks.iter().map(|b| layer(b.place));
    layers.filter(|layer| layer.used != [0; 32]).collect()
}

#[cfg(test)]
mod tests {
    use super::super::super::moves::Moves;
    use super::super::super::sequence::Sequence;
    use super::super::super::simd::Isa;
    use super::super::{NEAR, state::State};
    use super::*;
    use crate::Watch;

    #[test]
    fn near_offsets_reach_what_they_should() {
        let rule = "4!.0".parse().unwrap();
        let moves = Moves::of(&rule).unwrap();
        let mut sequence = Sequence::new(rule);
        sequence.extend(6000, &Watch::default()).unwrap();
        let state = State::new(moves, sequence.values(), Isa::detect()).unwrap();
        let offsets = Offsets::new(&state, 2 * BLOCK + NEAR);
        assert!(offsets.near.len() > 100, "{}", offsets.near.len());
        for (group, unknown) in [0, 7, 30].into_iter().flat_map(|group| (0..=2 * BLOCK).map(move |n| (group, n))) {
            let [inside, before, known] = offsets.near_of(group, unknown);
            let end = 32 * (group as u32 + 1);
            assert!(inside.iter().all(|near| near.offset < end));
            assert!(before.iter().all(|near| near.offset >= end));
            // The 32 bytes that are loaded end before the heaps that are not known.
            assert!(known.iter().all(|near| near.offset >= end + unknown as u32), "{group} {unknown}");
            assert_eq!(inside.len() + before.len() + known.len(), offsets.near.len());
        }
    }
}
