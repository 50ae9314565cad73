//! One game, by its rules or hand-written: `bench-rules rules|memo|hand|handmemo GAME`. Prints a checksum of the values.

mod hand;
mod handmemo;
mod rules;

/// The intervals of the interval game: 100 of them on 0..400, half-open, from a fixed generator.
fn intervals() -> Vec<(i64, i64)> {
    let mut state = 1u64;
    let mut next = |below: u64| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((state >> 33) % below) as i64
    };
    (0..100)
        .map(|_| {
            let (a, b) = (next(400), next(400));
            (a.min(b), a.max(b) + 1)
        })
        .collect()
}

/// The checksum of nothing.
const START: u64 = 7;

/// Mixes values in order, so that a misplaced one is noticed.
fn mixed(sum: u64, value: u64) -> u64 {
    sum.wrapping_mul(1_000_003).wrapping_add(value)
}

fn checksum(values: impl Iterator<Item = u64>) -> u64 {
    values.fold(START, mixed)
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [side, game] = args.as_slice() else { panic!("usage: bench-rules SIDE GAME") };
    let answer = match side.as_str() {
        "rules" => rules::run(game, true),
        "memo" => rules::run(game, false),
        "hand" => hand::run(game),
        "handmemo" => handmemo::run(game),
        _ => panic!("unknown side {side}"),
    };
    println!("{answer}");
}
