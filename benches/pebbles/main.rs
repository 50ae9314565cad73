//! The library's side of `./bench pebbles`.
//!
//! usage: bench-pebbles table STONES, a checksum of all rows for K = 1; bench-pebbles queries COUNT STONES, one of random queries.

use grundy::theorem::pebbles::{Pebbles, Rows};

/// A sum over the table that takes little time: the XOR of all values, and in each row every eighth value with its
/// place.
fn table(stones: usize) -> u64 {
    let mut rows = Rows::new(stones).expect("within the limits");
    let (mut sum, mut xor, mut b) = (0u64, 0, 0);
    while let Some(row) = rows.next_row() {
        b += 1;
        xor = row.iter().fold(xor, |xor, entry| xor ^ (entry.x() << 16 | entry.y()));
        for j in (b % 8..b).step_by(8) {
            sum = sum.wrapping_add(mix(j as u64, row[j].x().into(), row[j].y().into()));
        }
    }
    sum.wrapping_mul(31) ^ u64::from(xor)
}

fn mix(place: u64, x: u64, y: u64) -> u64 {
    (x << 32 | y).wrapping_mul(2 * place + 1)
}

fn queries(count: usize, stones: u64) -> u64 {
    let mut state = 1u64;
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let game = Pebbles::new(3);
    (0..count).fold(0, |sum, _| {
        let b = stones - random() % (stones / 2);
        let s = random() % (3 * b);
        let (x, y) = game.parts(b.into(), s.into()).expect("within the limits");
        sum ^ mix(s, x as u64, y as u64)
    })
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |text: &String| text.parse::<u64>().expect("a number");
    let sum = match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["table", _] => table(number(&arguments[1]) as usize),
        ["queries", _, _] => queries(number(&arguments[1]) as usize, number(&arguments[2])),
        _ => panic!("usage: bench-pebbles table STONES | queries COUNT STONES"),
    };
    println!("{sum:016x}");
}
