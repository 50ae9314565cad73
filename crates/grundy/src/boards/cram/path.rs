//! Components without branches or loops: Cram on a path, however it winds, is Dawson's Kayles, the octal game 0.07.

use super::{MAX_SQUARES, Position};

/// For each length the shortest path of the same value.
static SHORTEST: [u8; MAX_SQUARES as usize + 1] = shortest();

const fn shortest() -> [u8; MAX_SQUARES as usize + 1] {
    let mut values = [0_u64; MAX_SQUARES as usize + 1];
    let mut shortest = [0; MAX_SQUARES as usize + 1];
    let mut length = 2;
    while length < values.len() {
        let (mut options, mut part) = (0_u64, 0);
        while part <= length - 2 {
            options |= 1 << (values[part] ^ values[length - 2 - part]);
            part += 1;
        }
        values[length] = options.trailing_ones() as u64;
        let mut equal = 0;
        while values[equal] != values[length] {
            equal += 1;
        }
        shortest[length] = equal as u8;
        length += 1;
    }
    shortest
}

/// The shortest path with the value of a path of that many squares; none if that is 0.
#[inline(always)]
pub(super) fn canonical(length: u32) -> Option<Position> {
    let shortest = SHORTEST[length as usize];
    (shortest > 0).then(|| Position::path(shortest.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_one_value_are_one() {
        let lengths = |length| canonical(length).map_or(0, |path| path.squares());
        // 0.07: 0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5.
        let shortest = [0, 0, 2, 2, 4, 0, 6, 2, 2, 0, 6, 6, 4, 4, 14, 0, 16];
        assert_eq!((0..17).map(lengths).collect::<Vec<_>>(), shortest);
    }
}
