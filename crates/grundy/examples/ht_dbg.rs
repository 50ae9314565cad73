//! What threads are worth on the heaps of a game: `heap_threads CODE FROM TO [THREADS]` computes the heaps up to FROM, then
//! goes on in pieces, each first with one thread and then with THREADS, and prints the ratio of the times by the clock. What
//! else runs on the machine slows both down alike.

use grundy::heap::Sequence;
use grundy::{Limits, Watch};
use std::time::{Duration, Instant};

/// Heaps of a piece.
const PIECE: usize = 1 << 20;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, code, from, to, rest @ ..] = &arguments[..] else {
        return Err("usage: heap_threads CODE FROM TO [THREADS]".into());
    };
    let (from, to): (u128, u128) = (from.parse()?, to.parse()?);
    let threads = rest.first().map_or(Ok(2), |count| count.parse())?;
    let mut runs = [1, threads].map(|threads| {
        let watch = Watch::new(Limits { threads, ..Limits::default() });
        code.parse().map(|rule| (Sequence::new(rule), watch, Duration::ZERO))
    });
    let mut ratios = Vec::new();
    for last in (from..to).step_by(PIECE).chain([to]) {
        let mut times = [Duration::ZERO; 2];
        for (run, time) in runs.iter_mut().zip(&mut times) {
            let (sequence, watch, total) = run.as_mut().map_err(|error| error.to_string())?;
            let start = Instant::now();
            sequence.extend(last, watch)?;
            if last > from {
                *time = start.elapsed();
                *total += *time;
            }
        }
        if last > from {
            eprintln!("{last} {times:?}");
            ratios.push(times[0].as_secs_f64() / times[1].as_secs_f64());
        }
    }
    let [one, more] = runs.map(|run| run.map_or(0.0, |(_, _, total)| total.as_secs_f64()));
    ratios.sort_by(f64::total_cmp);
    println!(
        "{code}, heaps {from} to {to}: one thread {one:.3} s, {threads} threads {more:.3} s, ratio {:.2}, of a piece {:.2}",
        one / more,
        ratios[ratios.len() / 2]
    );
    Ok(())
}
