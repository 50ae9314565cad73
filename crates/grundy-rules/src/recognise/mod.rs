//! From rules to theorems.
//!
//! A kind is run on symbols ([`path`]) and becomes sets of integer points ([`normal`]): its moves, without names and
//! wording. A recogniser states the moves of a theorem's game as such sets and proves, by elimination ([`project`]), that both
//! are equal. It never compares texts, so every rewording that says the same is recognised as far as the proofs
//! reach, and a rule that differs in one point is not. What the proofs cannot decide is not recognised.
//!
//! Arguments of other types, and list positions that a theorem does not cover, are left to the search when a
//! value is asked for. Time is bounded: by the number of ways through a rule and by the size of each elimination.

mod affine;
mod budget;
mod carrying;
mod congruent;
mod constant;
mod coordinates;
mod coprime;
mod cubes;
mod diagonal;
mod digits;
mod divisor;
mod dynamic;
mod ends;
mod euclid;
mod exchange;
mod forbidden;
mod fusion;
mod geography;
pub(crate) mod grid;
mod heap;
mod leading;
mod lines;
mod lists;
mod monotone;
mod moore;
mod normal;
mod parity;
mod path;
mod pebbles;
mod piece;
mod project;
mod removal;
mod removing;
mod residues;
mod rewrite;
mod rows;
mod shortcuts;
mod sight;
mod signature;
mod stretches;
mod submasks;
mod subtraction;
mod tartan;
mod transfinite;
mod windows;

pub(crate) use budget::ProofBudget;
pub(crate) use carrying::{Carries, Route, carries};
pub(crate) use ends::{are_natural, ends};
pub(crate) use exchange::{Exchanges, exchanges};
pub(crate) use fusion::{Fusion, fusion};
pub(crate) use geography::{Geography, geography};
pub(crate) use monotone::rises;
pub(crate) use parity::{Parity, parity};
pub(crate) use removal::{Removal, removal};
pub(crate) use signature::sees_only_exponents;
pub(crate) use tartan::factors;
pub(crate) use windows::window;

use crate::program::{Expr, Kind, KindId, Position, Program};
use crate::value::Val;
use grundy::theorem::{HeapTheorem, Single, Theorem};

/// Why a game with additions has no value.
pub(crate) const UNPROMISED: &str = "additions can go on for ever; if play ends all the same, the line `finite` promises it and makes them count for nothing";

/// Why rules with infinitely many options may have no value.
pub(crate) const NOT_LINEAR: &str = "a range without an end is understood in rules that are linear in integers";

/// How the numbers of a theorem stand in a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// They are its arguments.
    Numbers,
    /// They are the elements of its one argument, a list.
    List {
        /// A move puts the list in order again.
        sorted: bool,
    },
}

/// What the rules of a kind were proved to be.
#[derive(Debug)]
pub(crate) enum Recognised {
    /// The game of a theorem.
    Theorem {
        theorem: Box<dyn Theorem>,
        shape: Shape,
        /// The kind of the positions that its options leave.
        left: KindId,
    },
    /// A game in which one argument decides.
    Leading {
        /// Its place.
        argument: usize,
        /// The game that it plays.
        heap: Box<dyn HeapTheorem>,
    },
    /// A game of which a theorem tells who wins, but no values.
    Outcome { theorem: Box<dyn Theorem>, shape: Shape },
    /// Infinitely many options in a way that no method covers, and why.
    Refused(String),
}

impl Recognised {
    /// A theorem about the integers of a position, whose options leave positions of the same kind.
    fn numbers(theorem: impl Theorem + 'static, kind: KindId) -> Recognised {
        Recognised::Theorem { theorem: Box::new(theorem), shape: Shape::Numbers, left: kind }
    }

    fn outcome(theorem: impl Theorem + 'static) -> Recognised {
        Recognised::Outcome { theorem: Box::new(theorem), shape: Shape::Numbers }
    }

    fn relies_on_promise(&self) -> bool {
        match self {
            Recognised::Theorem { theorem, .. } => theorem.relies_on_promise(),
            Recognised::Leading { heap, .. } => heap.relies_on_promise(),
            Recognised::Outcome { .. } | Recognised::Refused(_) => false,
        }
    }
}

/// Rules with what is given for them.
#[derive(Clone, Copy)]
pub(crate) struct Given<'a> {
    pub(crate) program: &'a Program,
    /// Params and data.
    pub(crate) globals: &'a [Option<Val>],
    /// What a helper without arguments gives, if it can be worked out.
    pub(crate) helper: &'a dyn Fn(usize) -> Option<Val>,
    /// What proofs may cost.
    pub(crate) budget: &'a ProofBudget,
    /// Arguments that no move changes, ascending, with their values: the others are a game of their own.
    pub(crate) fixed: &'a [(usize, Val)],
}

/// The value of an expression in which there is no name of a rule.
pub(crate) fn constant(given: Given<'_>, expr: &Expr) -> Option<Val> {
    constant::Constants::new(given, &grundy::Watch::default()).value(expr, &[])
}

/// The theorem that a kind's rules fall under, if one is proved to apply; for rules with an unbounded range, which no search can
/// answer, the general method or the reason why not even that applies.
pub(crate) fn recognise(given: Given<'_>, kind: KindId) -> Option<Recognised> {
    in_any_words(given, kind, given.program.finite)
}

/// By the rules as they are written, else in [simpler words](rewrite).
fn in_any_words(given: Given<'_>, kind: KindId, finite: bool) -> Option<Recognised> {
    let simpler = || {
        let program = rewrite::simpler(given.program, kind)?;
        attempt(Given { program: &program, ..given }, kind, finite)
    };
    attempt(given, kind, finite).or_else(simpler)
}

/// Whether play of a kind may go on for ever by additions alone, so that the line `finite` would give it a theorem.
pub(crate) fn needs_promise(given: Given<'_>, kind: KindId) -> bool {
    !given.program.finite && in_any_words(given, kind, true).is_some_and(|game| game.relies_on_promise())
}

fn attempt(given: Given<'_>, kind: KindId, finite: bool) -> Option<Recognised> {
    let program = given.program;
    let arity = program.kinds.get(kind.index())?.args.len().checked_sub(given.fixed.len())?;
    if let Some(heap) = subtraction::subtraction(given, kind).filter(|_| given.fixed.is_empty()) {
        return Some(Recognised::numbers(Single(heap), kind));
    }
    if let Some(found) = divisor::divisor(given, kind) {
        return Some(found);
    }
    if let Some(heap) = forbidden::forbidden(given, kind) {
        return Some(Recognised::numbers(Single(Box::new(heap)), kind));
    }
    if let Some(heap) = coprime::coprime(given, kind) {
        return Some(Recognised::numbers(Single(Box::new(heap)), kind));
    }
    if let Some(heap) = submasks::submasks(given, kind) {
        return Some(Recognised::numbers(Single(Box::new(heap)), kind));
    }
    if let Some(game) = cubes::cubes(given, kind) {
        return Some(Recognised::numbers(game, kind));
    }
    // All theorems on several arguments are about moves that leave one position; a walk through long data would be in vain.
    if arity > 1 && splits(&program.kinds[kind]) && !program.kinds[kind].is_unbounded() {
        return None;
    }
    let found = match normal::integer_moves(given, kind) {
        Some(moves) => integers(given, kind, &moves, finite).or_else(|| euclidean(given, kind)),
        None if arity == 1 && given.fixed.is_empty() => {
            let takes = congruent::congruent(given, kind).map(|heap| Recognised::numbers(Single(heap), kind));
            let lists = || lists::of_list(&normal::list_moves(given, kind)?, kind, finite);
            takes.or_else(lists)
        }
        None => shortcuts::shortcuts(given, kind).map(Recognised::outcome).or_else(|| euclidean(given, kind)),
    };
    let refused = || Recognised::Refused(NOT_LINEAR.to_owned());
    match found.or_else(|| program.kinds[kind].is_unbounded().then(refused)) {
        Some(Recognised::Refused(_)) if !finite && needs_promise(given, kind) => {
            Some(Recognised::Refused(UNPROMISED.to_owned()))
        }
        found => found,
    }
}

/// A game of Euclid's kind.
fn euclidean(given: Given<'_>, kind: KindId) -> Option<Recognised> {
    let game = euclid::euclid(given, kind)?;
    Some(if game.has_values() { Recognised::numbers(game, kind) } else { Recognised::outcome(game) })
}

/// The arguments of a kind that no move changes, if all its moves leave positions of the same kind.
pub(crate) fn unchanged(program: &Program, kind: KindId) -> Vec<usize> {
    fn keeps(position: &Position, kind: KindId, argument: usize) -> bool {
        match position {
            Position::Of { kind: left, args, .. } => {
                *left == kind && args.get(argument).is_some_and(|arg| arg.is_local(argument))
            }
            Position::Add(parts) => parts.iter().all(|part| keeps(part, kind, argument)),
            Position::Copies(_, part) | Position::Sum(part, _) => keeps(part, kind, argument),
            Position::Chosen(..) => false,
        }
    }
    let rules = &program.kinds[kind];
    let options = || rules.rules.iter().flat_map(|rule| &rule.options);
    (0..rules.args.len()).filter(|&argument| options().all(|option| keeps(option, kind, argument))).collect()
}

/// Whether an option is written as a sum of several positions.
fn splits(kind: &Kind) -> bool {
    let several = |option: &Position| match option {
        Position::Add(parts) => parts.iter().filter(|part| matches!(part, Position::Of { .. })).count() > 1,
        _ => false,
    };
    kind.rules.iter().flat_map(|rule| &rule.options).any(several)
}

/// A kind whose arguments are integers.
fn integers(given: Given<'_>, kind: KindId, moves: &[normal::Move], finite: bool) -> Option<Recognised> {
    let program = given.program;
    let arity = program.kinds.get(kind.index())?.args.len().checked_sub(given.fixed.len())?;
    let theorem = match arity {
        0 => None,
        1 => heap::one_argument(moves, kind, finite)
            .map(|heap| Recognised::numbers(Single(heap), kind))
            .or_else(|| removing::cycle(given, moves, kind)),
        _ => coordinates::product(moves, kind, arity, finite)
            .map(|product| Recognised::numbers(product, kind))
            .or_else(|| leading::leading(moves, kind, arity, finite))
            .or_else(|| pebbles::pebbles(moves, kind, arity).map(|heaps| Recognised::numbers(heaps, kind)))
            .or_else(|| transfinite::ordinal_nim(moves, kind, arity).map(|nim| Recognised::numbers(nim, kind)))
            .or_else(|| lines::lines(moves, kind, arity).map(Recognised::outcome))
            .or_else(|| dynamic::dynamic(moves, kind, arity).map(Recognised::outcome))
            .or_else(|| diagonal::diagonal(moves, kind, arity).map(Recognised::outcome))
            .or_else(|| moore::of_arguments(moves, kind, arity).map(Recognised::outcome)),
    };
    let rows = || match transfinite::rows(moves, kind, arity) {
        Ok(rows) => Recognised::numbers(rows, kind),
        Err(reason) => Recognised::Refused(reason),
    };
    theorem.or_else(|| program.kinds[kind].is_unbounded().then(rows))
}

#[cfg(test)]
mod tests;
