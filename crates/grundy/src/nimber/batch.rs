//! Many nimbers at once: slices of 64-bit numbers.

use super::kernel;
use super::width::Arithmetic;

/// Writes the nim-products of `a` and `b`, place by place, into `out`.
///
/// # Panics
/// If the slices have different lengths.
///
/// ```
/// let mut out = [0; 3];
/// grundy::nimber::batch::multiply(&[2, 4, 16], &[2, 4, 16], &mut out);
/// assert_eq!(out, [3, 6, 24]);
/// ```
pub fn multiply(a: &[u64], b: &[u64], out: &mut [u64]) {
    assert!(a.len() == b.len() && a.len() == out.len(), "slices of one length");
    kernel::multiply(a, b, out);
}

/// How many chains of products run side by side in [`invert`]: full registers, and few true inverses.
const LANES: usize = 64;

/// Replaces every number by its nim-inverse; fails, and changes nothing, if one is 0, with the place of the first such.
///
/// Montgomery's trick: one inverse and three products a number. The numbers are read as rows of 64 lanes, a prefix
/// product in every lane, so that the products are made by [`multiply`] a row at a time. Memory: a copy of the slice.
///
/// ```
/// let mut numbers = [2, 3, 4];
/// grundy::nimber::batch::invert(&mut numbers)?;
/// assert_eq!(numbers, [3, 2, 15]);
/// assert_eq!(grundy::nimber::batch::invert(&mut [1, 0]), Err(1));
/// # Ok::<(), usize>(())
/// ```
pub fn invert(numbers: &mut [u64]) -> Result<(), usize> {
    if let Some(place) = numbers.iter().position(|&a| a == 0) {
        return Err(place);
    }
    let (rows, rest) = numbers.as_chunks_mut::<LANES>();
    invert_rows(rows);
    for a in rest {
        *a = a.inverse();
    }
    Ok(())
}

fn invert_rows(rows: &mut [[u64; LANES]]) {
    let mut prefixes = vec![[1; LANES]];
    prefixes.reserve(rows.len());
    for row in rows.iter() {
        let mut next = [0; LANES];
        kernel::multiply(&prefixes[prefixes.len() - 1], row, &mut next);
        prefixes.push(next);
    }
    // `inverse` is the inverse of the product of the rows up to the one at hand.
    let mut inverse = prefixes.pop().unwrap_or([1; LANES]).map(u64::inverse);
    for (row, prefix) in rows.iter_mut().zip(prefixes).rev() {
        let mut before = [0; LANES];
        kernel::multiply(&inverse, row, &mut before);
        kernel::multiply(&inverse, &prefix, row);
        inverse = before;
    }
}
