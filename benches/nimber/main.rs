//! The library's side of `./bench nimber`: the same numbers and the same checksum as reference.cpp.
//!
//! usage: bench-nimber MODE COUNT

use grundy::nimber::{Nimber, batch};
use std::hint::black_box;

const N: usize = 4096;
const PRIME: u64 = 0x100_0000_01b3;

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
}

fn each(a: &[u64], b: &[u64], out: &mut [u64], operation: impl Fn(Nimber, Nimber) -> Nimber) {
    for ((&a, &b), out) in a.iter().zip(b).zip(out) {
        *out = operation(Nimber::new(a), Nimber::new(b)).get();
    }
}

fn round(mode: &str, a: &[u64], b: &[u64], out: &mut [u64]) {
    match mode {
        "product" => each(a, b, out, |a, b| a * b),
        "power" => each(a, b, out, |a, b| a.pow(b.get().into())),
        "inverse" => each(a, b, out, |a, _| a.inverse().unwrap_or_default()),
        "batch-product" => batch::multiply(a, b, out),
        "batch-inverse" => {
            out.copy_from_slice(a);
            batch::invert(out).expect("odd numbers are not 0");
        }
        _ => panic!("unknown mode {mode}"),
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, mode, count] = arguments.as_slice() else { panic!("usage: bench-nimber MODE COUNT") };
    let count: usize = count.parse().expect("a count");
    let mut random = Random(12345);
    let (mut a, mut b, mut c) = (vec![0; N], vec![0; N], vec![0; N]);
    for i in 0..N {
        a[i] = random.next() | 1;
        b[i] = random.next() | 1;
    }
    let mut sum = 0u64;
    if mode == "chain" {
        sum = (0..count).fold(Nimber::new(0x123_4567_89ab_cdef), |x, i| x * Nimber::new(b[i % N])).get();
    } else {
        for turn in (0..count.div_ceil(N)).map(|turn| turn % N) {
            round(mode, &a, black_box(&b), &mut c);
            sum = sum.wrapping_mul(PRIME) ^ c[turn];
            a[turn] ^= 2;
        }
        sum = c.iter().fold(sum, |sum, x| sum.wrapping_mul(PRIME) ^ x);
    }
    println!("{sum:016x}");
}
