//! The strongest frequency of a sequence of codes.
//!
//! Nim sequences that never become periodic are often quasi-periodic: the distribution of G(n) depends on the phase of
//! n in a period near 3 that is not an integer, and stays in phase over hundreds of thousands of heaps. Codes have no
//! arithmetic meaning, so each is mapped to a random point of the unit circle; a peak in the power spectrum of that
//! signal is a frequency of the codes. It is first looked for by FFT, then refined on longer and longer stretches.

use std::f64::consts::TAU;

/// The longest stretch for the FFT, and how many pieces the refinement cuts its stretch into.
const FFT_LENGTH: usize = 1 << 14;
const PIECES: usize = 256;
/// Heaps looked at in each piece.
const PIECE_SAMPLE: usize = 512;
/// How much longer each refined stretch is.
const GROWTH: usize = 8;

/// Cycles a heap, in (0, 1/2). `codes` must not be shorter than 64.
pub(super) fn strongest_frequency(codes: &[u8]) -> f64 {
    let circle = random_points();
    let length = (codes.len() / 2).next_power_of_two().min(FFT_LENGTH) / 2;
    let coarse = by_fft(&codes[codes.len() - length..], &circle);
    let mut stretch = 2 * length;
    let mut frequency = coarse;
    while stretch * 4 / 3 < codes.len() && stretch < 1 << 20 {
        let longer = (stretch * GROWTH).min(codes.len() * 3 / 4);
        frequency = refine(&codes[codes.len() - longer..], &circle, frequency, 1.0 / stretch as f64);
        stretch = longer;
        if longer == codes.len() * 3 / 4 {
            break;
        }
    }
    frequency
}

/// A fixed pseudo-random point of the unit circle for each code.
fn random_points() -> [(f64, f64); 256] {
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    std::array::from_fn(|_| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        let (sin, cos) = (TAU * (seed >> 11) as f64 / (1u64 << 53) as f64).sin_cos();
        (cos, sin)
    })
}

fn mean(codes: &[u8], circle: &[(f64, f64); 256]) -> (f64, f64) {
    let sum = codes.iter().fold((0.0, 0.0), |sum, &code| {
        let point = circle[usize::from(code)];
        (sum.0 + point.0, sum.1 + point.1)
    });
    (sum.0 / codes.len() as f64, sum.1 / codes.len() as f64)
}

fn by_fft(codes: &[u8], circle: &[(f64, f64); 256]) -> f64 {
    let size = 2 * codes.len();
    let average = mean(codes, circle);
    let mut signal = vec![(0.0, 0.0); size];
    for (point, &code) in signal.iter_mut().zip(codes) {
        let place = circle[usize::from(code)];
        *point = (place.0 - average.0, place.1 - average.1);
    }
    fft(&mut signal);
    let power = |k: usize| signal[k].0 * signal[k].0 + signal[k].1 * signal[k].1;
    // Frequencies f and 1 − f are the same phase read backwards.
    let both = |k: &usize| power(*k) + power(size - *k);
    let best = (size / 2000 + 1..size / 2).max_by(|a, b| both(a).total_cmp(&both(b)));
    best.unwrap_or(1) as f64 / size as f64
}

/// In place, for a power of two.
fn fft(signal: &mut [(f64, f64)]) {
    let size = signal.len();
    let unused = usize::BITS - size.trailing_zeros();
    for i in 0..size {
        let j = i.reverse_bits() >> (unused % usize::BITS);
        if j > i {
            signal.swap(i, j);
        }
    }
    let turns: Vec<(f64, f64)> = (0..size / 2)
        .map(|k| {
            let (sin, cos) = (-TAU * k as f64 / size as f64).sin_cos();
            (cos, sin)
        })
        .collect();
    let mut half = 1;
    while half < size {
        let stride = size / (2 * half);
        for pair in signal.chunks_mut(2 * half) {
            let (low, high) = pair.split_at_mut(half);
            for (k, (a, b)) in low.iter_mut().zip(high).enumerate() {
                let (cos, sin) = turns[k * stride];
                let turned = (b.0 * cos - b.1 * sin, b.0 * sin + b.1 * cos);
                (*a, *b) = ((a.0 + turned.0, a.1 + turned.1), (a.0 - turned.0, a.1 - turned.1));
            }
        }
        half *= 2;
    }
}

/// The best frequency within `width` of `near`: the stretch is cut into pieces, each piece is summed at the frequency
/// `near`, and the sums are turned against each other.
fn refine(codes: &[u8], circle: &[(f64, f64); 256], near: f64, width: f64) -> f64 {
    let piece = codes.len() / PIECES;
    let average = mean(&codes[codes.len() - piece.max(1024).min(codes.len())..], circle);
    let sums: Vec<(f64, f64)> =
        (0..PIECES).map(|q| piece_sum(&codes[q * piece..], q * piece, circle, average, near)).collect();
    let step = 1.0 / (3.0 * codes.len() as f64);
    let steps = (width / step).ceil() as i64;
    let power = |shift: f64| {
        let turned = sums.iter().enumerate().fold((0.0, 0.0), |total, (q, sum)| {
            let (sin, cos) = (-TAU * (shift * (q * piece) as f64).fract()).sin_cos();
            (total.0 + sum.0 * cos - sum.1 * sin, total.1 + sum.0 * sin + sum.1 * cos)
        });
        turned.0 * turned.0 + turned.1 * turned.1
    };
    let shifts = (-steps..=steps).map(|k| k as f64 * step);
    let best = shifts.map(|shift| (power(shift), shift)).max_by(|a, b| a.0.total_cmp(&b.0));
    near + best.map_or(0.0, |(_, shift)| shift)
}

fn piece_sum(
    codes: &[u8],
    start: usize,
    circle: &[(f64, f64); 256],
    average: (f64, f64),
    frequency: f64,
) -> (f64, f64) {
    let turn = |angle: f64| (angle.cos(), angle.sin());
    let step = turn(TAU * frequency);
    let mut phase = turn(TAU * (frequency * start as f64).fract());
    let mut sum = (0.0, 0.0);
    for &code in codes.iter().take(PIECE_SAMPLE) {
        let place = circle[usize::from(code)];
        let point = (place.0 - average.0, place.1 - average.1);
        sum.0 += point.0 * phase.0 + point.1 * phase.1;
        sum.1 += point.1 * phase.0 - point.0 * phase.1;
        phase = (phase.0 * step.0 - phase.1 * step.1, phase.0 * step.1 + phase.1 * step.0);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_a_hidden_period() {
        for period in [3.05218, 2.55791, 7.39] {
            let code = |n: usize| (16.0 * (n as f64 / period).fract()) as u8 ^ (n * n % 3) as u8;
            let codes: Vec<u8> = (0..50_000).map(code).collect();
            let found = strongest_frequency(&codes);
            let multiple = (found * period).round();
            assert!((found * period - multiple).abs() < 1e-4 && multiple > 0.0, "{period}: {}", 1.0 / found);
        }
    }
}
