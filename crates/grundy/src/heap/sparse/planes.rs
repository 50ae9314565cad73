//! Bit planes: for each code, which of the last heaps are common and have it. One load tells about 256 heaps.

use super::super::simd::{Isa, Kernel, Lanes};

/// Codes are bytes.
pub(super) const CODES: usize = 256;

/// Room after a move of the window, in heaps, as a multiple of the reach. All workers wait for one that moves its planes.
const ROOM: usize = 4;

#[derive(Debug, Default)]
pub(super) struct Planes {
    bytes: Vec<u8>,
    /// Bytes of one plane.
    stride: usize,
    /// The heap of the first bit, a multiple of 64.
    base: usize,
    reach: usize,
    /// Which planes have ever had a bit: about half of the codes are rare, and few games need them all.
    used: Vec<bool>,
}

impl Planes {
    /// Empty planes that can look back `reach` heaps from heap `n` and have room for `ahead` more.
    pub fn new(n: usize, reach: usize, ahead: usize) -> Self {
        let base = n.saturating_sub(reach + 64) & !63;
        let stride = ((1 + ROOM) * reach + ahead + 3072).div_ceil(512) * 64;
        Planes { bytes: vec![0; CODES * stride], stride, base, reach, used: vec![false; CODES] }
    }

    /// The first heap with a bit.
    pub fn base(&self) -> usize {
        self.base
    }

    pub fn stride(&self) -> usize {
        self.stride
    }

    #[inline]
    pub fn set(&mut self, n: usize, code: u8) {
        let bit = n - self.base;
        self.bytes[usize::from(code) * self.stride + bit / 8] |= 1 << (bit % 8);
        self.used[usize::from(code)] = true;
    }

    /// The heaps from `n`, a multiple of 8, on.
    pub fn append(&mut self, n: usize, codes: &[u8], isa: Isa) {
        let mut touched = [false; CODES];
        for &code in codes {
            touched[usize::from(code)] = true;
        }
        for code in (0..CODES).filter(|&code| touched[code]) {
            let place = code * self.stride + self.byte_of(n);
            isa.run(Append { codes, code: code as u8, plane: &mut self.bytes[place..] });
            self.used[code] = true;
        }
    }

    fn used(&mut self) -> impl Iterator<Item = &mut [u8]> {
        let planes = self.bytes.chunks_exact_mut(self.stride).zip(&self.used);
        planes.filter(|(_, used)| **used).map(|(plane, _)| plane)
    }

    /// Whether a block from heap `n` on can look back as far as it may: not after too many heaps are forgotten.
    pub fn reaches_back(&self, n: usize) -> bool {
        self.base == 0 || n >= self.base + self.reach + 64
    }

    /// The byte of heap `n`, a multiple of 8, in the plane of code 0.
    #[inline(always)]
    pub fn byte_of(&self, n: usize) -> usize {
        (n - self.base) / 8
    }

    #[inline(always)]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Forgets the heaps from `n` to `end`.
    pub fn clear(&mut self, n: usize, end: usize) {
        let (first, last) = (n - self.base, end - self.base);
        for plane in self.used() {
            plane[first / 8] &= (1u8 << (first % 8)) - 1;
            plane[first / 8 + 1..last / 8 + 1].fill(0);
        }
    }

    /// Makes room for heaps `n` to `n + ahead` by forgetting those out of reach.
    pub fn make_room(&mut self, n: usize, ahead: usize) {
        if (n - self.base + ahead) / 8 + 256 < self.stride {
            return;
        }
        let base = (n - self.reach - 128) & !63;
        let moved = (base - self.base) / 8;
        for plane in self.used() {
            plane.copy_within(moved.., 0);
            let kept = plane.len() - moved;
            plane[kept..].fill(0);
        }
        self.base = base;
    }
}

/// Where the code stands, as bits.
struct Append<'a> {
    codes: &'a [u8],
    code: u8,
    plane: &'a mut [u8],
}

impl Kernel for Append<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, token: L::Token) {
        let groups = self.codes.chunks_exact(32);
        let last = groups.remainder().chunks(8).map(|codes| {
            codes.iter().enumerate().fold(0, |bits, (place, &code)| bits | u8::from(code == self.code) << place)
        });
        let wanted = L::splat(token, self.code);
        let (rows, rest) = self.plane.split_at_mut(4 * groups.len());
        for (codes, row) in groups.zip(rows.chunks_exact_mut(4)) {
            row.copy_from_slice(&L::load(token, codes).eq(wanted).bits().to_le_bytes());
        }
        for (byte, bits) in rest.iter_mut().zip(last) {
            *byte = bits;
        }
    }
}
