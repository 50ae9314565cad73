//! The machine: runs code on its own stacks, so that helpers may call each other deeply (up to [`MAX_CALLS`]) without
//! touching the call stack. Helpers are remembered by their arguments until [`Evaluator::forget`].
//!
//! Rejected: walking the tree by recursion on a thread with a large stack. It needs a thread for every evaluation, or a
//! depth that is a guess about frame sizes, and solvers call rules from threads that are not ours.

use super::code::{CodeId, Unit, Wanted};
use super::memo::Memo;
use super::pairs::{Attempt, Seen};
use super::prefix::Table;
use super::run::Run;
use crate::builtins::Function;
use crate::diagnostic::Diagnostic;
use crate::meter::{Meter, Trouble};
use crate::program::{Comprehension, KindId, Tell};
use crate::syntax::Span;
use crate::syntax::ast::Question;
use crate::value::Val;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The deepest nesting of helper calls.
pub(crate) const MAX_CALLS: usize = 1_000_000;

/// One component of a sum, as it leaves the machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) copies: u128,
    pub(crate) kind: KindId,
    pub(crate) args: Arc<[Val]>,
}

/// Options of a sum.
#[derive(Debug, Default)]
pub(crate) struct Options {
    pub(crate) options: Vec<Vec<Part>>,
    /// Whether these are only the lost ones.
    pub(crate) only_lost: bool,
}

/// Why a run ended without a result.
#[derive(Debug)]
pub(crate) enum Fail {
    /// A mistake at a place of this unit's text.
    At(Box<Diagnostic>),
    /// A limit.
    Limit(crate::limit::Limit),
    /// An answer of the host failed; it has its own place.
    Host(Box<crate::Error>),
}

/// What a run may ask and whom it gives its options to.
pub(crate) trait Host {
    /// Takes an option of a rule, or the one sum of a play position.
    fn option(&mut self, _parts: &mut Vec<Part>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// How many turns of a range without an end are wanted; all of them is an error.
    fn turns(&mut self) -> Option<u64> {
        None
    }

    /// Whether only some turns of the clause that stands there are wanted.
    fn seeks(&self, _at: Span) -> bool {
        false
    }

    /// Whether a turn between two numbers of the clause that stands there can be one of those wanted.
    fn can_give(&mut self, _at: Span, _locals: &[Val], _low: i128, _high: i128) -> Result<bool, Trouble> {
        Ok(true)
    }

    /// Answers about a sum.
    fn ask(&mut self, question: Question, _parts: &[Part]) -> Result<Val, crate::Error> {
        Err(crate::Error::bad(format!("`{}` cannot be asked here", question.word())))
    }

    /// Whether who wins a sum is told by the XOR of the values of its components.
    fn sums_have_values(&self) -> bool {
        false
    }

    /// Whether pairs that agree are counted without going through all.
    fn counts_pairs(&self) -> bool {
        true
    }

    /// The options of a sum, in the order of the rules; or only those that are lost, if these are wanted and known without a list of all.
    fn options(&mut self, _parts: &[Part], _wanted: Wanted) -> Result<Options, crate::Error> {
        Err(crate::Error::bad("`options` cannot be asked here"))
    }

    /// The argument of the least or the greatest option of a position of one list that is lost for the player to move, if that is
    /// known without a list of all.
    fn extreme(&mut self, _parts: &[Part], _least: bool) -> Result<Option<Val>, crate::Error> {
        Ok(None)
    }

    /// The arguments or the text of a sum.
    fn tell(&mut self, _tell: Tell, _parts: &[Part]) -> Result<Val, crate::Error> {
        Err(crate::Error::bad("positions cannot be told here"))
    }

    /// Answers about the play position.
    fn played(&mut self, question: Question) -> Result<Val, crate::Error> {
        Err(crate::Error::bad(format!("there is no play position to ask `{}` about", question.word())))
    }

    /// A list over clauses, of that number in its unit, if it can be had without the machine; `helpers` tells what those
    /// without arguments gave, as far as that is known.
    fn list(
        &mut self,
        _index: usize,
        _list: &Comprehension,
        _globals: &[Option<Val>],
        _helpers: &dyn Fn(usize) -> Option<Val>,
    ) -> Option<Val> {
        None
    }

    /// What a function over clauses gives, if it can be counted without running through them.
    fn count(
        &mut self,
        _function: Function,
        _list: &Comprehension,
        _globals: &[Option<Val>],
        _locals: &[Val],
        _helpers: &dyn Fn(usize) -> Option<Val>,
    ) -> Result<Option<Val>, crate::Error> {
        Ok(None)
    }

    /// The number of the case.
    fn case(&self) -> i128 {
        1
    }
}

/// A host for plain values.
pub(crate) struct NoHost;

impl Host for NoHost {}

/// A helper and its arguments.
type Key = (u32, Arc<[Val]>);

pub(super) struct Call {
    pub(super) code: CodeId,
    pub(super) at: usize,
    pub(super) base: usize,
    pub(super) key: Key,
}

pub(super) enum Loop {
    Range {
        next: i128,
        left: u128,
    },
    Items {
        items: Val,
        next: usize,
    },
    /// The ranges still to look at, the next one last.
    Sought(Vec<(i128, i128)>),
    /// Places of a list, or numbers: what is left of them, the next last.
    Places {
        items: Option<Val>,
        open: Vec<(i128, i128)>,
    },
    /// Options, for the slot of that place among all.
    Options {
        slot: usize,
        options: Options,
        next: usize,
    },
}

/// The stacks of a run, kept between runs.
pub(crate) struct Evaluator {
    pub(super) stack: Vec<Val>,
    pub(super) locals: Vec<Val>,
    pub(super) calls: Vec<Call>,
    pub(super) loops: Vec<Loop>,
    pub(super) builders: Vec<Vec<Val>>,
    /// Room of lists that are no more.
    pub(super) spare: Vec<Vec<Val>>,
    pub(super) parts: Vec<(Part, bool)>,
    pub(super) copies: Vec<u128>,
    /// Where the sums that are being made start among the parts and copies.
    pub(super) sums: Vec<(usize, usize)>,
    pub(super) given: Vec<Part>,
    pub(super) memo: Memo,
    /// The arguments of a call without any.
    pub(super) no_args: Arc<[Val]>,
    /// What is known of the parts of lists that are asked about in this case.
    pub(super) prefixes: Vec<Table>,
    /// Values that nothing in their loops changes, as far as they are known.
    pub(super) kept: Vec<Option<Val>>,
    /// Counts of pairs that are being made, the inner last.
    pub(super) attempts: Vec<Attempt>,
    /// What is known of counts of pairs from their last runs.
    pub(super) pairs_seen: Vec<Seen>,
    pub(crate) meter: Meter,
}

impl Evaluator {
    pub(crate) fn new(meter: Meter) -> Evaluator {
        Evaluator {
            stack: Vec::new(),
            locals: Vec::new(),
            calls: Vec::new(),
            loops: Vec::new(),
            builders: Vec::new(),
            spare: Vec::new(),
            parts: Vec::new(),
            copies: Vec::new(),
            sums: Vec::new(),
            given: Vec::new(),
            memo: Memo::default(),
            no_args: Arc::new([]),
            prefixes: Vec::new(),
            kept: Vec::new(),
            attempts: Vec::new(),
            pairs_seen: Vec::new(),
            meter,
        }
    }

    /// Forgets what helpers gave, but for those that `keep` says: the globals of the others may have changed.
    pub(crate) fn forget(&mut self, keep: &[bool]) {
        self.memo.forget(keep);
        self.prefixes.clear();
        self.kept.clear();
        self.pairs_seen.clear();
    }

    /// Runs a piece of code. Gives its value, if it leaves one; `Break` when the host asked to stop.
    pub(crate) fn run(
        &mut self,
        unit: &Unit,
        code: CodeId,
        args: &[Val],
        globals: &[Option<Val>],
        host: &mut dyn Host,
    ) -> Result<ControlFlow<(), Option<Val>>, Fail> {
        self.locals.extend_from_slice(args);
        self.locals.resize(unit.codes[code].frame.max(args.len()), Val::Int(0));
        let mut run = Run { machine: self, unit, globals, host, code, at: 0, base: 0 };
        let result = run.all();
        let value = self.stack.pop();
        self.clear();
        Ok(match result? {
            ControlFlow::Continue(()) => ControlFlow::Continue(value),
            ControlFlow::Break(()) => ControlFlow::Break(()),
        })
    }

    fn clear(&mut self) {
        for call in self.calls.drain(..) {
            self.memo.abandon(call.key.0, &call.key.1);
        }
        self.stack.clear();
        self.locals.clear();
        self.loops.clear();
        self.builders.clear();
        self.parts.clear();
        self.copies.clear();
        self.sums.clear();
        self.attempts.clear();
    }

    /// Counts everything alive, if much was made since the last count.
    #[inline]
    pub(super) fn count_memory(&mut self) -> Result<(), Trouble> {
        if self.meter.census_due() { self.census() } else { Ok(()) }
    }

    #[cold]
    fn census(&mut self) -> Result<(), Trouble> {
        let size = |values: &[Val]| values.iter().map(Val::size).sum::<u64>();
        let parts = self.parts.iter().map(|(part, _)| size(&part.args) + 2).sum::<u64>();
        let building = self.builders.iter().map(|list| size(list)).sum::<u64>();
        let pairs = self.attempts.iter().map(Attempt::size).sum::<u64>();
        let kept = self.kept.iter().flatten().map(Val::size).sum::<u64>();
        let total = size(&self.stack) + size(&self.locals) + parts + building + pairs + kept + self.memo.size();
        self.meter.census(total)
    }
}
