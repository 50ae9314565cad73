//! Rules compiled for speed: bytecode whose instructions work on a whole innermost range at once.
//!
//! **What.** A kind whose arguments are integers becomes [`Compiled`] if its rules stay within integers, truth values
//! and constant lists. It lists the moves of packed positions ([`packed`](crate::packed)) and fills tables
//! ([`dense`](crate::dense)).
//!
//! **Idea.** An interpreter pays for every instruction of every move. Here an instruction is a loop over up to a
//! thousand moves, so its cost is that of the loop, which the compiler of this crate has vectorised; and what is affine
//! in the innermost name is not computed at all ([`kernels`]). The bytecode is a pure accelerator: what it does not
//! know, or what fails in it, is left to the exact evaluator, the only place that says what a rule means.
//!
//! Rejected: machine code at run time (a second backend for each processor, and unsafe code for untrusted text);
//! closures (about as slow as the plain evaluator for a handful of operations).

mod actions;
pub(crate) mod code;
pub(crate) mod kernels;
mod lower;
mod lower_expr;
pub(crate) mod machine;
mod registers;
#[cfg(test)]
pub(crate) mod tests;

use crate::game::RuleGame;
use code::Code;

/// A kind and all kinds that its options lead to, compiled.
#[derive(Debug, Clone)]
pub(crate) struct Compiled {
    pub(crate) code: Code,
}

/// Compiles a kind and all that its options lead to; nothing if one of their rules is beyond the machine.
pub(crate) fn compile(game: &RuleGame, kind: usize) -> Option<Compiled> {
    lower::lower(game, kind).map(|code| Compiled { code })
}

impl Compiled {
    /// The compiled kind of a kind of the program.
    pub(crate) fn index(&self, kind: usize) -> Option<usize> {
        self.code.kinds.iter().position(|code| code.kind == kind)
    }
}
