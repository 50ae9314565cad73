//! 32 bytes as a plain array, for any processor.

use super::{Carry, Lanes};

/// The portable form.
#[derive(Clone, Copy)]
pub(in crate::heap) struct Array([u8; 32]);

impl Array {
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u8, u8) -> u8) -> Self {
        Array(std::array::from_fn(|j| f(self.0[j], other.0[j])))
    }

    #[inline(always)]
    fn quads(self) -> [u64; 4] {
        std::array::from_fn(|k| u64::from_le_bytes(std::array::from_fn(|j| self.0[8 * k + j])))
    }

    #[inline(always)]
    fn from_quads(quads: [u64; 4]) -> Self {
        Array(std::array::from_fn(|j| quads[j / 8].to_le_bytes()[j % 8]))
    }
}

impl Lanes for Array {
    /// Nothing to prove.
    type Token = ();

    #[inline(always)]
    fn splat(_: (), byte: u8) -> Self {
        Array([byte; 32])
    }

    #[inline(always)]
    fn splat2(_: (), pair: u16) -> Self {
        Array(std::array::from_fn(|j| pair.to_le_bytes()[j % 2]))
    }

    #[inline(always)]
    fn splat4(_: (), quad: u32) -> Self {
        Array(std::array::from_fn(|j| quad.to_le_bytes()[j % 4]))
    }

    #[inline(always)]
    fn load(_: (), bytes: &[u8]) -> Self {
        let bytes = &bytes[..32];
        Array(std::array::from_fn(|j| bytes[j]))
    }

    #[inline(always)]
    fn load2(_: (), cells: &[u16]) -> Self {
        let cells = &cells[..16];
        Array(std::array::from_fn(|j| cells[j / 2].to_le_bytes()[j % 2]))
    }

    #[inline(always)]
    fn load4(_: (), cells: &[u32]) -> Self {
        let cells = &cells[..8];
        Array(std::array::from_fn(|j| cells[j / 4].to_le_bytes()[j % 4]))
    }

    #[inline(always)]
    fn store(self, bytes: &mut [u8]) {
        bytes[..32].copy_from_slice(&self.0);
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn eq(self, other: Self) -> Self {
        self.zip(other, |a, b| if a == b { 0xff } else { 0 })
    }

    #[inline(always)]
    fn eq2(self, other: Self) -> Self {
        let same = self.eq(other).0;
        Array(std::array::from_fn(|j| same[j] & same[j ^ 1]))
    }

    #[inline(always)]
    fn eq4(self, other: Self) -> Self {
        let same = self.eq2(other).0;
        Array(std::array::from_fn(|j| same[j] & same[j ^ 2]))
    }

    #[inline(always)]
    fn where_set(self, mask: Self, other: Self) -> Self {
        self.and(mask).or(other.without(mask))
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        self.0.iter().fold(0, |all, byte| all | byte) == 0
    }

    #[inline(always)]
    fn bits(self) -> u32 {
        (0..32).fold(0, |bits, j| bits | u32::from(self.0[j] >> 7) << j)
    }

    #[inline(always)]
    fn expand(_: (), bits: u32) -> Self {
        Array(std::array::from_fn(|j| if bits >> j & 1 == 1 { 0xff } else { 0 }))
    }

    #[inline(always)]
    fn double(self, carry: Carry<Self>) -> (Self, Carry<Self>) {
        let old = self.quads();
        let below = [carry.0.quads()[0], old[0], old[1], old[2]];
        let first = old[0] << 1 | below[0];
        let new = std::array::from_fn(|k| if k == 0 { first } else { old[k] << 1 | below[k] >> 63 });
        (Self::from_quads(new), Carry(Self::from_quads([old[3] >> 63, 0, 0, 0])))
    }

    #[inline(always)]
    fn slide(self, byte: u8) -> Self {
        Array(std::array::from_fn(|j| if j == 31 { byte } else { self.0[j + 1] }))
    }

    #[inline(always)]
    fn reverse(self) -> Self {
        Array(std::array::from_fn(|j| self.0[31 - j]))
    }
}
