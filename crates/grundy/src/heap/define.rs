//! The definition: G(n) is the mex of the XORs of the options of n. Every other engine is compared with this one.
//!
//! Time: the number of options of all heaps, which is quadratic for octal codes with a breaking digit and cubic for
//! hexadecimal ones. Memory: the values.

use super::rule::Rule;
use super::values::Values;
use crate::mex::MexSet;
use crate::watch::{Stop, Watch};
use std::ops::ControlFlow;

/// Appends the values of heaps up to but not including `end`.
pub(super) fn extend(rule: &Rule, values: &mut Values, end: usize, watch: &Watch) -> Result<(), Stop> {
    let mut seen = MexSet::default();
    let mut options = 0u64;
    while values.len() < end {
        let n = values.len();
        let mut stop = None;
        let _ = rule.options(n as u128, &mut |heaps| {
            options += 1;
            if options.is_multiple_of(1 << 16) {
                stop = watch.check(n as u64, values.bytes()).err();
            }
            seen.insert(heaps.iter().fold(0, |sum, &heap| sum ^ u64::from(values.at(heap as usize))));
            if stop.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if let Some(stop) = stop {
            return Err(stop);
        }
        values.push(seen.mex() as u32);
        seen.clear();
        if n.is_multiple_of(1 << 12) {
            watch.check(n as u64, values.bytes())?;
        }
    }
    Ok(())
}
