//! Extended values as bytes.
//!
//! Below 248 the code of an extended value is the value itself. Above, the lowest bit of the mask is left out: given the
//! class it follows from the others, so a code and a class still say the value, up to 500. A pair of heaps then shows its
//! class only together with the classes of the two heaps; see [`State::is_doubtful`](super::state::State::is_doubtful).

use super::split::Split;

/// Extended values from here on need the short code; all below have codes.
pub(super) const LONG: u32 = 248;
/// Extended values from here on have no code.
pub(super) const NO_CODE: u32 = 500;
/// The code of nothing: an empty slot.
pub(super) const EMPTY: u8 = 255;

/// A value that may or may not be reached, with its code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Target {
    pub code: u8,
    pub x: u16,
}

#[derive(Debug, Clone)]
pub(super) struct Codec {
    /// The bit that the code leaves out.
    dropped: Option<u32>,
    /// Ascending.
    pub commons: Vec<Target>,
    /// Ascending.
    pub rares: Vec<Target>,
    common_of: [u16; 256],
    rare_of: [u16; 256],
}

impl Codec {
    pub fn new(split: Split, largest: u32) -> Codec {
        let dropped = (largest >= LONG).then(|| split.mask.trailing_zeros());
        let mut codec = Codec { dropped, commons: vec![], rares: vec![], common_of: [0; 256], rare_of: [0; 256] };
        let end = if codec.is_short() { NO_CODE + 10 } else { u32::from(EMPTY) };
        for x in 0..end {
            let target = Target { code: codec.code(x), x: x as u16 };
            if target.code == EMPTY {
                continue;
            }
            let code = usize::from(target.code);
            if split.is_common(x) {
                codec.commons.push(target);
                codec.common_of[code] = target.x;
            } else {
                codec.rares.push(target);
                codec.rare_of[code] = target.x;
            }
        }
        codec
    }

    /// Whether a bit is left out.
    pub fn is_short(&self) -> bool {
        self.dropped.is_some()
    }

    /// Whether the value has a code of its own.
    pub fn has_code(&self, x: u32) -> bool {
        let end = if self.is_short() { NO_CODE } else { u32::from(EMPTY) };
        x < end && self.code(x) != EMPTY
    }

    #[inline(always)]
    pub fn code(&self, x: u32) -> u8 {
        match self.dropped {
            None => x as u8,
            Some(bit) => (x & ((1 << bit) - 1) | x >> (bit + 1) << bit) as u8,
        }
    }

    #[inline(always)]
    pub fn common(&self, code: u8) -> u16 {
        self.common_of[usize::from(code)]
    }

    #[inline(always)]
    pub fn rare(&self, code: u8) -> u16 {
        self.rare_of[usize::from(code)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_and_class_say_the_value() {
        for (mask, largest) in [(0x1fe, 100), (0x1fe, 300), (0x3ee, 400), (0x5b, 20), (0x2c0, 499)] {
            let split = Split { mask, parity: None };
            let codec = Codec::new(split, largest);
            for x in (0..=largest).filter(|&x| codec.has_code(x)) {
                let code = codec.code(x);
                let back = if split.is_common(x) { codec.common(code) } else { codec.rare(code) };
                assert_eq!(u32::from(back), x);
            }
            let ascending = |targets: &[Target]| targets.windows(2).all(|pair| pair[0].x < pair[1].x);
            assert!(ascending(&codec.commons) && ascending(&codec.rares));
        }
    }
}
