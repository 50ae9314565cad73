//! Values of a heap game: `heap_values CODE N [THREADS]` prints a checksum, the largest value and what is known about the period.

use grundy::heap::{Rule, Sequence};
use grundy::{Limits, Watch};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, code, last, rest @ ..] = &arguments[..] else { return Err("usage: heap_values CODE N [THREADS]".into()) };
    let threads = rest.first().map_or(Ok(1), |count| count.parse())?;
    let rule: Rule = code.parse()?;
    let last: u128 = last.parse()?;
    let mut sequence = Sequence::new(rule);
    sequence.extend(last, &Watch::new(Limits { threads, ..Limits::default() }))?;
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
