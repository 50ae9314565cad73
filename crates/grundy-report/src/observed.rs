//! Values of rules that are no heap code, and the repetition that they show. No theorem stands behind it, so nothing is
//! ever proved here.

use std::ops::ControlFlow;

use grundy::heap::Repetition;
use grundy_rules::{Engine, Error, Settings};

/// Arguments asked for at a time.
const CHUNK: u64 = 1 << 12;

/// What the values of a game show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Observed {
    /// The repetition on at least the upper half of the arguments and for at least three periods.
    pub repetition: Option<Repetition>,
    /// The last argument that was looked at: a value that is infinite or past 32 bits ends the search.
    pub computed_to: u64,
    /// The largest value, and the first argument that has it; nothing if some value is not finite.
    pub largest: Option<(u64, u64)>,
}

/// Looks at the values of a game of one argument from 0 to `last`.
pub fn observe(engine: &Engine, game: &str, settings: &Settings, last: u64) -> Result<Observed, Error> {
    let mut values: Vec<u32> = Vec::new();
    let mut finite = true;
    engine.row_chunks(game, settings, 0..=last, CHUNK, &mut |_, chunk| {
        for value in chunk {
            match value.as_finite().and_then(|value| u32::try_from(value).ok()) {
                Some(value) => values.push(value),
                None => {
                    finite = false;
                    return ControlFlow::Break(());
                }
            }
        }
        ControlFlow::Continue(())
    })?;
    let looked = values.len() as u64 + u64::from(!finite);
    let repetition = if finite { Repetition::observed_within(&values, engine.watch())? } else { None };
    let largest = values.iter().max().filter(|_| finite).map(|&largest| {
        let at = values.iter().position(|&value| value == largest).unwrap_or(0);
        (u64::from(largest), at as u64)
    });
    Ok(Observed { repetition, computed_to: looked.saturating_sub(1), largest })
}
