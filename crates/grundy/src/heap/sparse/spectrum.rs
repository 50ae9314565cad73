//! The strongest frequencies of a sequence of codes.
//!
//! Nim sequences that never become periodic are often quasi-periodic: the distribution of G(n) depends on the phase of
//! n in a period near 3 that is not an integer, and stays in phase over hundreds of thousands of heaps. Codes have no
//! arithmetic meaning, so each is mapped to a random point of the unit circle; a peak in the power spectrum of that
//! signal is a frequency of the codes. It is first looked for by FFT, then refined on longer and longer stretches.

use super::super::threads::Threads;
use std::f64::consts::TAU;
use std::ops::{Add, Mul, Sub};

/// The longest stretch for the FFT, and how many pieces the refinement cuts its stretch into.
const FFT_LENGTH: usize = 1 << 14;
const PIECES: usize = 256;
/// Heaps looked at in each piece.
const PIECE_SAMPLE: usize = 256;
/// How much longer each refined stretch is.
const GROWTH: usize = 8;
/// Peaks of the spectrum that are tried.
const PEAKS: usize = 3;

/// The strongest frequencies in cycles a heap, in (0, 1/2), and the one found before, all refined. `codes` must not be
/// shorter than 64.
pub(super) fn strong_frequencies(codes: &[u8], before: Option<f64>, threads: &Threads) -> Vec<f64> {
    let circles = random_circles();
    let length = (codes.len() / 2).next_power_of_two().min(FFT_LENGTH) / 2;
    let peaks = by_fft(&codes[codes.len() - length..], &circles, threads);
    let fresh = peaks.into_iter().map(|peak| (peak, 2 * length));
    let rough: Vec<(f64, usize)> = fresh.chain(before.map(|before| (before, codes.len() / 2))).collect();
    threads.map(&rough, |&(frequency, stretch)| refined(codes, &circles[0], frequency, stretch))
}

/// The frequency of the line near `frequency`, which is known from `stretch` heaps.
fn refined(codes: &[u8], circle: &Circle, mut frequency: f64, mut stretch: usize) -> f64 {
    let longest = (codes.len() * 3 / 4).min(1 << 20);
    loop {
        let longer = (stretch * GROWTH).min(longest);
        frequency = refine(&codes[codes.len() - longer..], circle, frequency, 1.0 / stretch as f64);
        stretch = longer;
        if longer == longest {
            return frequency;
        }
    }
}

/// A point of the unit circle for each code.
type Circle = [(f64, f64); 256];

/// A few fixed pseudo-random maps: a harmonic may be stronger than its base under one of them, hardly under all.
fn random_circles() -> [Circle; 4] {
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut point = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        let (sin, cos) = (TAU * (seed >> 11) as f64 / (1u64 << 53) as f64).sin_cos();
        (cos, sin)
    };
    std::array::from_fn(|_| std::array::from_fn(|_| point()))
}

fn mean(codes: &[u8], circle: &Circle) -> (f64, f64) {
    let sum = codes.iter().fold((0.0, 0.0), |sum, &code| {
        let point = circle[usize::from(code)];
        (sum.0 + point.0, sum.1 + point.1)
    });
    (sum.0 / codes.len() as f64, sum.1 / codes.len() as f64)
}

/// The highest peaks of the power spectrum.
fn by_fft(codes: &[u8], circles: &[Circle], threads: &Threads) -> Vec<f64> {
    let size = 2 * codes.len();
    let mut power = vec![0.0; size / 2];
    let turns: Vec<Point> = powers(turn(-1.0 / size as f64), size / 2).into_iter().map(narrow).collect();
    for signal in threads.map(circles, |circle| spectrum(codes, circle, &turns)) {
        let square = |k: usize| signal[k].0 * signal[k].0 + signal[k].1 * signal[k].1;
        // Frequencies f and 1 − f are the same phase read backwards.
        for (k, power) in power.iter_mut().enumerate().skip(1) {
            *power += square(k) + square(size - k);
        }
    }
    let mut peaks = Vec::new();
    for _ in 0..PEAKS {
        let best = (size / 2000 + 1..size / 2).max_by(|&a, &b| power[a].total_cmp(&power[b])).unwrap_or(1);
        power[best.saturating_sub(4)..(best + 5).min(size / 2)].fill(0.0);
        peaks.push(best as f64 / size as f64);
    }
    peaks
}

/// e^2πi·angle.
fn turn(angle: f64) -> (f64, f64) {
    let (sin, cos) = (TAU * angle).sin_cos();
    (cos, sin)
}

fn times<T: Copy + Add<Output = T> + Sub<Output = T> + Mul<Output = T>>(a: (T, T), b: (T, T)) -> (T, T) {
    (a.0 * b.0 - a.1 * b.1, a.0 * b.1 + a.1 * b.0)
}

/// A complex number that is precise enough to find peaks: half the memory, twice the speed.
type Point = (f32, f32);

fn narrow(point: (f64, f64)) -> Point {
    (point.0 as f32, point.1 as f32)
}

/// The transform of the codes' points, with as many zeros behind them.
fn spectrum(codes: &[u8], circle: &Circle, turns: &[Point]) -> Vec<Point> {
    let average = mean(codes, circle);
    let points: [Point; 256] = circle.map(|place| narrow((place.0 - average.0, place.1 - average.1)));
    let mut signal = vec![(0.0, 0.0); 2 * codes.len()];
    for (point, &code) in signal.iter_mut().zip(codes) {
        *point = points[usize::from(code)];
    }
    fft(&mut signal, turns);
    signal
}

/// In place, for a power of two.
fn fft(signal: &mut [Point], turns: &[Point]) {
    let size = signal.len();
    let unused = usize::BITS - size.trailing_zeros();
    for i in 0..size {
        let j = i.reverse_bits() >> (unused % usize::BITS);
        if j > i {
            signal.swap(i, j);
        }
    }
    let mut half = 1;
    while half < size {
        let stride = size / (2 * half);
        for pair in signal.chunks_mut(2 * half) {
            let (low, high) = pair.split_at_mut(half);
            for (k, (a, b)) in low.iter_mut().zip(high).enumerate() {
                let turned = times(*b, turns[k * stride]);
                (*a, *b) = ((a.0 + turned.0, a.1 + turned.1), (a.0 - turned.0, a.1 - turned.1));
            }
        }
        half *= 2;
    }
}

/// The best frequency within `width` of `near`: the stretch is cut into pieces, each piece is summed at the frequency `near`,
/// and the sums are turned against each other.
fn refine(codes: &[u8], circle: &Circle, near: f64, width: f64) -> f64 {
    let piece = codes.len() / PIECES;
    let average = mean(&codes[codes.len() - codes.len().min(4096)..], circle);
    let phases = powers(turn(-near), PIECE_SAMPLE);
    let sums: Vec<(f64, f64)> = (0..PIECES)
        .map(|q| {
            times(piece_sum(&codes[q * piece..], circle, average, &phases), turn(-(near * (q * piece) as f64).fract()))
        })
        .collect();
    let step = 1.0 / (3.0 * codes.len() as f64);
    let steps = (width / step).ceil() as i64;
    let power = |shift: f64| {
        let total = sums.iter().zip(powers(turn(-(shift * piece as f64).fract()), PIECES));
        let total = total.map(|(&sum, turn)| times(sum, turn)).fold((0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1));
        total.0 * total.0 + total.1 * total.1
    };
    let shifts = (-steps..=steps).map(|k| k as f64 * step);
    let best = shifts.map(|shift| (power(shift), shift)).max_by(|a, b| a.0.total_cmp(&b.0));
    near + best.map_or(0.0, |(_, shift)| shift)
}

/// 1, z, z², …
fn powers(z: (f64, f64), count: usize) -> Vec<(f64, f64)> {
    std::iter::successors(Some((1.0, 0.0)), |&power| Some(times(power, z))).take(count).collect()
}

fn piece_sum(codes: &[u8], circle: &Circle, average: (f64, f64), phases: &[(f64, f64)]) -> (f64, f64) {
    codes.iter().zip(phases).fold((0.0, 0.0), |sum, (&code, &phase)| {
        let place = circle[usize::from(code)];
        let point = times((place.0 - average.0, place.1 - average.1), phase);
        (sum.0 + point.0, sum.1 + point.1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_a_hidden_period() {
        for period in [3.05218, 2.55791, 7.39] {
            let noise = |n: usize| (n.wrapping_mul(0x9e37_79b9) >> 20 & 3) as u8;
            let codes: Vec<u8> = (0..50_000).map(|n| (16.0 * (n as f64 / period).fract()) as u8 ^ noise(n)).collect();
            let found = strong_frequencies(&codes, None, &Threads::default());
            assert!(found.iter().any(|frequency| (frequency - 1.0 / period).abs() < 1e-5), "{period}: {found:?}");
        }
    }
}
