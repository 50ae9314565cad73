//! Values of a heap game: `heap_values CODE N [THREADS [STEP]]` prints a checksum, the largest value and what is known about the
//! period. With a step, first the seconds that each so many heaps took.

use grundy::heap::{Rule, Sequence};
use grundy::{Limits, Watch};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, code, last, rest @ ..] = &arguments[..] else {
        return Err("usage: heap_values CODE N [THREADS [STEP]]".into());
    };
    let threads = rest.first().map_or(Ok(1), |count| count.parse())?;
    let rule: Rule = code.parse()?;
    let last: u128 = last.parse()?;
    let mut sequence = Sequence::new(rule);
    let watch = Watch::new(Limits { threads, ..Limits::default() });
    if let Some(step) = rest.get(1) {
        let step: usize = step.parse()?;
        for end in (0..=last).step_by(step.max(1)).skip(1) {
            let start = Instant::now();
            sequence.extend(end, &watch)?;
            println!("heap {end} {:.6}", start.elapsed().as_secs_f64());
        }
    }
    sequence.extend(last, &watch)?;
    let (mut sum, mut checksum, mut largest) = (0u16, 0u16, 0);
    for value in sequence.iter_from(0).take(last as usize + 1) {
        sum = sum.wrapping_add(value as u16);
        checksum = checksum.wrapping_add(sum);
        largest = largest.max(value);
    }
    let (period, engine, stored) = (sequence.period(), sequence.engine(), sequence.len());
    println!(
        "{code} to {last}: checksum {checksum:04X}{sum:04X}, largest {largest}, {period:?}, {engine}, {stored} heaps"
    );
    Ok(())
}
