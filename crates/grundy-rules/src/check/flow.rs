//! Which helpers and globals a body uses, directly and through helpers.
//!
//! A rule says what moves there are; it may not depend on the values of positions, nor on the number of the case,
//! through any helper. And the values of positions stay valid from case to case as long as the globals that the rules
//! depend on stay the same.

use super::Checker;
use crate::diagnostic::Diagnostic;
use crate::syntax::Span;

/// What one body uses itself.
#[derive(Debug, Clone, Default)]
pub(super) struct Uses {
    pub(super) lets: Vec<(usize, Span)>,
    pub(super) globals: Vec<usize>,
    /// A question about positions or the case.
    pub(super) asks: bool,
}

/// What each helper uses, through others too.
pub(super) struct Closure {
    pub(super) globals: Vec<Vec<usize>>,
    pub(super) asks: Vec<bool>,
}

impl Closure {
    /// Follows the calls of every helper. Time O(helpers · calls).
    pub(super) fn new(lets: &[Uses]) -> Closure {
        let reached: Vec<Vec<usize>> = (0..lets.len()).map(|start| reach(lets, start)).collect();
        let globals = |reached: &Vec<usize>| {
            let mut all: Vec<usize> = reached.iter().flat_map(|&index| lets[index].globals.clone()).collect();
            all.sort_unstable();
            all.dedup();
            all
        };
        Closure {
            globals: reached.iter().map(globals).collect(),
            asks: reached.iter().map(|reached| reached.iter().any(|&index| lets[index].asks)).collect(),
        }
    }

    /// All globals that a body depends on, ascending.
    pub(super) fn globals(&self, uses: &Uses) -> Vec<usize> {
        let through = uses.lets.iter().flat_map(|&(index, _)| self.globals[index].iter().copied());
        let mut all: Vec<usize> = uses.globals.iter().copied().chain(through).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

fn reach(lets: &[Uses], start: usize) -> Vec<usize> {
    let mut seen = vec![false; lets.len()];
    seen[start] = true;
    let mut reached = vec![start];
    let mut next = 0;
    while let Some(&index) = reached.get(next) {
        for &(called, _) in &lets[index].lets {
            if !std::mem::replace(&mut seen[called], true) {
                reached.push(called);
            }
        }
        next += 1;
    }
    reached
}

impl Checker<'_> {
    /// Reports helpers that a rule, or the input, uses and that ask about positions.
    pub(super) fn forbid_questions(&mut self, uses: &Uses, closure: &Closure, who: &str) {
        for &(index, span) in uses.lets.iter().filter(|&&(index, _)| closure.asks[index]) {
            let name = &self.lets[index].name;
            let message = format!("{who} cannot use `{name}`: it asks for win, draw, value or case");
            self.errors.push(
                Diagnostic::new(span, message)
                    .help("only helpers that `play` and `answer` use may ask about positions"),
            );
        }
    }
}
