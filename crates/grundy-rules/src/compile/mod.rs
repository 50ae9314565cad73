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
mod backward;
mod calls;
mod chosen;
pub(crate) mod code;
mod counts;
pub(crate) mod flat;
pub(crate) mod kernels;
mod keyed;
pub(crate) mod lane_options;
mod lower;
mod lower_expr;
mod matrix;
mod regions;
mod registers;
pub(crate) mod scalar;
#[cfg(test)]
pub(crate) mod tests;
mod texts;
pub(crate) mod vector;

use crate::error::Miss;
use crate::meter::Meter;
use crate::program::{Comprehension, Expr, KindId, Play, Program};
use crate::syntax::ast::Question;
use crate::value::{List, Val};
pub(crate) use backward::Backward;
use code::Code;
use hashbrown::HashMap;
use kernels::View;
use lane_options::LaneOptions;
use std::ops::ControlFlow;
use std::sync::Arc;
use vector::{Batch, Ran, Sink, VectorMachine};

/// A kind and all kinds that its options lead to, compiled.
#[derive(Debug, Clone)]
pub(crate) struct Compiled {
    pub(crate) code: Code,
}

/// Compiles a kind and all that its options lead to; nothing if one of their rules is beyond the machine.
pub(crate) fn compile(game: &Arc<impl Facts + 'static>, kind: KindId) -> Option<Compiled> {
    let game: Arc<dyn Facts> = game.clone();
    lower::lower(&game, kind).map(|code| Compiled { code })
}

/// The components of a play position, kind by kind of the program: a column for each argument. Components that cancel in
/// pairs may be left out. Nothing if the exact evaluator must look at it.
pub(crate) fn play_columns(game: &dyn Facts, globals: &[Option<Val>], play: &Play) -> Option<HashMap<KindId, Columns>> {
    let (code, kinds) = lower::lower_play(game, globals, play, Scope::Case(&mut NewCase))?;
    let mut collected = Collected::default();
    let mut meter = game.meter().clone();
    let ran = VectorMachine::default().run_kind(&code, &code.kinds[0], Batch::one(&[]), &mut meter, &mut collected);
    ran.ok().map(|_| collected.0.into_iter().map(|(kind, columns)| (kinds[kind], columns)).collect())
}

/// What the compiler must know of a game: its rules with their params and data, what helpers give, and whether play ends.
pub(crate) trait Facts: Send + Sync {
    /// The checked rules.
    fn program(&self) -> &Program;
    /// Params and data.
    fn globals(&self) -> &[Option<Val>];
    /// Counts the work.
    fn meter(&self) -> &Meter;
    /// What a helper without arguments gives, unless it fails.
    fn constant(&self, helper: usize) -> Option<Val>;
    /// What a helper gives for these arguments, unless it fails.
    fn call(&self, helper: usize, args: &[Val]) -> Option<Val>;
    /// Whether play from all positions of a kind with natural numbers as arguments ends.
    fn kind_ends(&self, kind: KindId) -> bool;
}

/// What code may depend on beside the params and data.
pub(crate) enum Scope<'a> {
    /// What the rules depend on: the game knows what helpers give.
    Game,
    /// One case of a contest: helpers may depend on what the game does not know.
    Case(&'a mut dyn Case),
}

/// What is known about a case of a contest.
pub(crate) trait Case {
    /// What a helper without arguments gave, if that is known by now.
    fn helper(&self, _helper: usize) -> Option<Val> {
        None
    }

    /// The answer to a question about the play position.
    fn played(&mut self, _question: Question) -> Option<Val> {
        None
    }
}

/// A case before anything is asked.
struct NewCase;

impl Case for NewCase {}

/// What an expression gives that depends on nothing but params, data and helpers; nothing if it cannot be had without the exact
/// evaluator.
pub(crate) fn constant(game: &dyn Facts, expr: &Expr) -> Option<Val> {
    lower::Lowering::new(game, game.globals(), Scope::Game).constant(expr)
}

/// A list over clauses that depend on nothing but the globals, all at once. Nothing if it is not one of integers of 64 bits,
/// has too many elements, or the exact evaluator must look at it.
pub(crate) fn list<'a>(
    game: &'a dyn Facts,
    globals: &'a [Option<Val>],
    list: &Comprehension,
    scope: Scope<'a>,
) -> Option<Val> {
    let mut lowering = lower::Lowering::new(game, globals, scope);
    if let Some(counts) = lowering.letter_counts(list) {
        return Some(counts);
    }
    let code = lower::lower_list(lowering, list)?;
    let mut meter = game.meter().clone();
    let mut listed = Listed { numbers: Vec::new(), most: meter.most_values() };
    let ran = VectorMachine::default().run_kind(&code, &code.kinds[0], Batch::one(&[]), &mut meter, &mut listed);
    ran.ok().and_then(|_| List::of_integers(listed.numbers)).map(Val::List)
}

/// Takes the only argument of each option.
struct Listed {
    numbers: Vec<i64>,
    most: u64,
}

impl Sink for Listed {
    fn take(&mut self, lanes: &LaneOptions<'_>) -> Ran {
        for &arg in lanes.options.iter().flatten().flat_map(|part| &part.args) {
            if (self.numbers.len() + lanes.len()) as u64 > self.most {
                return Err(Miss::NotMine);
            }
            match lanes.view(arg) {
                View::Lanes(numbers) => self.numbers.extend_from_slice(&numbers[..lanes.len()]),
                line => self.numbers.extend((0..lanes.len()).map(|lane| line.at(lane))),
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// The arguments of many positions of one kind.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Columns {
    /// How many positions.
    pub(crate) len: usize,
    /// For each argument that of each position.
    pub(crate) args: Vec<Vec<i64>>,
}

/// Takes components apart into columns.
#[derive(Default)]
struct Collected(HashMap<usize, Columns>);

impl Sink for Collected {
    fn take(&mut self, lanes: &LaneOptions<'_>) -> Ran {
        for part in lanes.options.iter().flatten() {
            // Copies and negative numbers are rare here, and the latter an error.
            if !part.copies.is_empty() || part.args.iter().any(|&arg| lanes.least(arg) < 0) {
                return Err(Miss::NotMine);
            }
            let columns = self.0.entry(part.kind).or_default();
            columns.len += lanes.len();
            columns.args.resize_with(part.args.len(), Vec::new);
            for (column, &arg) in columns.args.iter_mut().zip(&part.args) {
                let view = lanes.view(arg);
                column.extend((0..lanes.len()).map(|lane| view.at(lane)));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

impl Compiled {
    /// The compiled kind of a kind of the program.
    pub(crate) fn index(&self, kind: KindId) -> Option<usize> {
        self.code.kinds.iter().position(|code| code.kind == kind)
    }
}
