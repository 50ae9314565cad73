//! Is this a move? One option of a rule is looked for, without listing all.
//!
//! The machine runs the rule as always, but takes the range of a `for` in halves and drops a half in which [bounds](super::bounds)
//! exclude the wanted positions. For `nim(n-k) for k in 1..n` that leaves one k after about log₂ n looks, and a range without
//! an end is no obstacle. What the bounds cannot tell apart is tried turn by turn, up to a limit.

use super::bounds::{Bounds, Names};
use super::evaluator::{Host, Part};
use crate::limit::Limit;
use crate::meter::Trouble;
use crate::program::{Clause, KindId, Position, Rule};
use crate::syntax::Span;
use crate::value::Val;
use hashbrown::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Ranges that are looked at for one move.
const LOOKS: u64 = 1 << 22;

/// The same where all turns that make a move are counted: there may be many moves, and to list all of them once is another way.
const LOOKS_FOR_TIMES: u64 = 1 << 12;

/// Positions with their number of copies.
pub(crate) type Parts = HashMap<(KindId, Arc<[Val]>), u128>;

/// The option that is looked for.
pub(crate) enum Target<'a> {
    /// It leaves exactly these positions.
    Exactly {
        /// The positions.
        wanted: &'a [Part],
        /// The same with all copies of each together.
        gathered: Parts,
        /// Whether an even number of copies counts as none.
        parity: bool,
    },
    /// It leaves one position, with this argument.
    Argument {
        /// The kind of the position.
        kind: KindId,
        /// The place of the argument.
        argument: usize,
        /// Its value.
        value: &'a Val,
    },
}

impl<'a> Target<'a> {
    /// The option that leaves exactly these positions.
    pub(crate) fn exactly(wanted: &'a [Part]) -> Target<'a> {
        Target::Exactly { wanted, gathered: gathered(wanted), parity: false }
    }

    /// An option that leaves these positions, each in an odd or an even number of copies like here.
    pub(crate) fn alike(wanted: &'a [Part]) -> Target<'a> {
        Target::Exactly { wanted, gathered: odd(gathered(wanted)), parity: true }
    }

    /// Whether an option is it.
    fn is(&self, parts: &[Part]) -> bool {
        match (self, parts) {
            (Target::Exactly { gathered: wanted, parity: false, .. }, parts) => gathered(parts) == *wanted,
            (Target::Exactly { gathered: wanted, parity: true, .. }, parts) => odd(gathered(parts)) == *wanted,
            (Target::Argument { kind, argument, value }, [part]) => {
                part.copies == 1 && part.kind == *kind && part.args.get(*argument) == Some(*value)
            }
            (Target::Argument { .. }, _) => false,
        }
    }

    /// Whether a position with arguments in these bounds can be part of it.
    fn admits(&self, part: KindId, args: &[Bounds]) -> bool {
        match self {
            Target::Exactly { wanted, .. } => wanted.iter().any(|wanted| {
                wanted.kind == part && args.iter().zip(wanted.args.iter()).all(|(arg, value)| arg.admit(value))
            }),
            Target::Argument { kind, argument, value } => {
                part == *kind && args.get(*argument).is_some_and(|arg| arg.admit(value))
            }
        }
    }
}

/// Looks for one option of a rule.
pub(crate) struct Seek<'a> {
    rule: &'a Rule,
    globals: &'a [Option<Val>],
    target: &'a Target<'a>,
    looks: u64,
    /// Whether to go on behind the first one.
    all: bool,
    /// The option, as the rule gives it.
    pub(crate) found: Option<Vec<Part>>,
    /// How many turns gave it.
    pub(crate) times: u64,
}

impl<'a> Seek<'a> {
    pub(crate) fn new(rule: &'a Rule, globals: &'a [Option<Val>], target: &'a Target<'a>) -> Seek<'a> {
        Seek { rule, globals, target, looks: LOOKS, all: false, found: None, times: 0 }
    }

    /// The same for all turns that give the option.
    pub(crate) fn all(self) -> Seek<'a> {
        Seek { all: true, looks: LOOKS_FOR_TIMES, ..self }
    }

    /// The clause that stands there.
    fn clause(&self, at: Span) -> Option<usize> {
        self.rule.clauses.iter().position(|clause| matches!(clause, Clause::Range { span, .. } if *span == at))
    }

    /// Whether a turn of a clause between two numbers can give the wanted option.
    fn can_give(&self, clause: usize, locals: &[Val], low: i128, high: i128) -> bool {
        let mut names = Names {
            slots: locals.iter().map(Bounds::from).collect(),
            globals: self.globals,
            lets: &[],
            depth: 0,
            strict: false,
        };
        if let Some(Clause::Range { slot, .. }) = self.rule.clauses.get(clause) {
            names.slots[*slot] = Bounds::Ints(low, high);
        }
        let runs = self.rule.clauses[clause + 1..].iter().all(|clause| bind(&mut names, clause));
        runs && self.rule.options.iter().any(|option| self.fits(&names, option))
    }

    /// Whether every part that an option has in any case can be one of the wanted.
    fn fits(&self, names: &Names<'_>, option: &Position) -> bool {
        match option {
            Position::Of { kind, args, .. } => {
                let args: Vec<Bounds> = args.iter().map(|arg| names.bounds(arg)).collect();
                self.target.admits(*kind, &args)
            }
            Position::Add(parts) => parts.iter().all(|part| self.fits(names, part)),
            Position::Copies(copies, part) => names.bounds(copies).ends().0 < 1 || self.fits(names, part),
            // It may have no turn.
            Position::Sum(..) | Position::Chosen(..) => true,
        }
    }
}

/// What a clause inside says about its names; false if it has no turn in any case.
fn bind(names: &mut Names<'_>, clause: &Clause) -> bool {
    match clause {
        Clause::If(condition) => !names.bounds(condition).is_false(),
        Clause::Range { slot, from, to, .. } => {
            let low = names.bounds(from).ends().0;
            let high = to.as_ref().map_or(i128::MAX, |to| names.bounds(to).ends().1);
            names.slots[*slot] = Bounds::Ints(low, high);
            low <= high
        }
        Clause::Each { slots, pattern, items, .. } => {
            let element = if *pattern { Bounds::Any } else { names.bounds(items).element() };
            slots.iter().for_each(|&slot| names.slots[slot] = element.clone());
            true
        }
    }
}

fn gathered(parts: &[Part]) -> Parts {
    let mut all = Parts::new();
    for part in parts {
        let copies = all.entry((part.kind, part.args.clone())).or_insert(0);
        *copies = copies.saturating_add(part.copies);
    }
    all
}

/// One copy of those with an odd number.
fn odd(parts: Parts) -> Parts {
    parts.into_iter().filter(|(_, copies)| copies % 2 == 1).map(|(position, _)| (position, 1)).collect()
}

impl Host for Seek<'_> {
    fn option(&mut self, parts: &mut Vec<Part>) -> ControlFlow<()> {
        if !self.target.is(parts) {
            return ControlFlow::Continue(());
        }
        self.found = Some(std::mem::take(parts));
        self.times += 1;
        if self.all { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn seeks(&self, at: Span) -> bool {
        self.clause(at).is_some()
    }

    fn can_give(&mut self, at: Span, locals: &[Val], low: i128, high: i128) -> Result<bool, Trouble> {
        self.looks = self.looks.checked_sub(1).ok_or(Trouble::Limit(Limit::Looks { limit: LOOKS }))?;
        Ok(self.clause(at).is_none_or(|clause| Seek::can_give(self, clause, locals, low, high)))
    }
}
