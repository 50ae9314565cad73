//! Positions packed into one word, for the memo search.
//!
//! A position of a compiled kind is its kind and a few natural numbers: bit fields of a `u64` or `u128`. Hashing and
//! comparing them costs next to nothing, and the table of the search needs no memory beside itself. The search is
//! [`grundy::solve::Solver`], the same as for all games.
//!
//! What the machine finds unusual is listed again by the exact evaluator, from where the machine stopped: both list in
//! the same order. A position that does not fit its word ends the search with [`Miss::NotMine`]; the caller
//! goes on with wider positions.

use crate::compile::code::Part;
use crate::compile::flat::FlatCode;
use crate::compile::lane_options::{Copies, LaneOptions};
use crate::compile::scalar::{Numbers, ScalarMachine};
use crate::compile::vector::{Batch, Ran, Sink, VectorMachine};
use crate::compile::{Backward, Compiled};
use crate::dense::{Dense, MAX_ARITY};
use crate::error::{Error, Miss};
use crate::game::{Pos, RuleGame};
use crate::meter::{Meter, Trouble};
use crate::value::Val;
use grundy::Game;
use grundy::game::Listed;
use std::cell::{Cell, RefCell};
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, ControlFlow, Shl, Shr};
use std::sync::Arc;

/// A word that positions are packed into.
pub(crate) trait Word:
    Copy
    + Eq
    + Hash
    + BitOr<Output = Self>
    + BitAnd<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + From<u64>
{
    /// Its bits.
    const BITS: u32;

    /// The lowest 64 bits.
    fn low(self) -> u64;
}

impl Word for u64 {
    const BITS: u32 = 64;

    fn low(self) -> u64 {
        self
    }
}

impl Word for u128 {
    const BITS: u32 = 128;

    fn low(self) -> u64 {
        self as u64
    }
}

/// What a listing costs beside its steps: to set the machine up for one position, and to look its options up.
const LISTING: u64 = 256;

/// A rule is run backwards if its lists have at least so many elements: the search asks about up to 64 lost positions, and to
/// list the moves must cost more than that.
const LONG: usize = 256;

/// Turns of loops that a listing takes one by one before it begins anew with lanes.
const TURNS: u32 = 48;

/// Listings by lanes, at most, before one is begun turn by turn again.
const MOST_WAITING: u32 = 1 << 10;

/// Which machine lists the moves of a kind: each time one had too many turns, the next ones are left to the lanes for twice as long.
#[derive(Debug, Default)]
struct Pace {
    waiting: Cell<u32>,
    patience: Cell<u32>,
}

impl Pace {
    fn is_turn_by_turn(&self) -> bool {
        self.waiting.replace(self.waiting.get().saturating_sub(1)) == 0
    }

    fn note(&self, too_long: bool) {
        let patience = if too_long { (2 * self.patience.get() + 1).min(MOST_WAITING) } else { self.patience.get() / 2 };
        self.patience.set(patience);
        self.waiting.set(if too_long { patience } else { 0 });
    }
}

/// Where the fields of a position are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Layout {
    kind: u32,
    arg: u32,
}

impl Layout {
    /// The widest fields for the kinds of some code; nothing if there are too many arguments for the word.
    pub(crate) fn new<W: Word>(compiled: &Compiled) -> Option<Layout> {
        let kinds = compiled.code.kinds.len() as u64;
        let kind = u64::BITS - (kinds - 1).leading_zeros();
        let most = compiled.code.kinds.iter().map(|kind| kind.arity as u32).max().unwrap_or(0);
        let arg = ((W::BITS - kind) / most.max(1)).min(63);
        (arg >= 8).then_some(Layout { kind, arg })
    }

    fn most(self) -> i64 {
        (u64::MAX >> (64 - self.arg)) as i64
    }

    fn shift(self, index: usize) -> u32 {
        self.kind + self.arg * index as u32
    }

    /// A position as a word, unless an argument is too large.
    pub(crate) fn pack<W: Word>(self, kind: usize, args: impl Iterator<Item = i64>) -> Option<W> {
        let mut word = W::from(kind as u64);
        for (index, arg) in args.enumerate() {
            if !(0..=self.most()).contains(&arg) {
                return None;
            }
            word = word | W::from(arg as u64) << self.shift(index);
        }
        Some(word)
    }

    /// The words of the parts that an option leaves; false if it is not a move.
    fn option<W: Word>(
        self,
        option: &[Part],
        numbers: &Numbers<'_>,
        words: &mut Vec<W>,
    ) -> Result<bool, Miss<Trouble>> {
        words.clear();
        let mut fits = true;
        for part in option {
            let copies = if part.copies.is_empty() { Copies::Odd } else { numbers.copies(part)? };
            if copies == Copies::None {
                continue;
            }
            let mut word = W::from(part.kind as u64);
            for (index, &arg) in part.args.iter().enumerate() {
                let arg = numbers.at(arg);
                if arg < 0 {
                    return Ok(false);
                }
                fits &= arg <= self.most();
                word = word | W::from(arg as u64) << self.shift(index);
            }
            match copies {
                Copies::Odd => words.push(word),
                copies => words.extend(std::iter::repeat_n(word, copies.times(part.cancels))),
            }
        }
        if fits { Ok(true) } else { Err(Miss::NotMine) }
    }

    /// The kind of a position.
    pub(crate) fn kind<W: Word>(self, word: W) -> usize {
        (word.low() & !(u64::MAX << self.kind)) as usize
    }

    /// An argument of a position.
    pub(crate) fn arg<W: Word>(self, word: W, index: usize) -> i64 {
        (word >> self.shift(index)).low() as i64 & self.most()
    }
}

/// A compiled kind and its kin as a game of packed positions.
pub(crate) struct PackedGame<W> {
    exact: Arc<RuleGame>,
    compiled: Arc<Compiled>,
    flat: FlatCode,
    layout: Layout,
    /// Boxed, since each listing takes one out and puts it back.
    #[expect(clippy::vec_box, reason = "a pointer is moved, not half a kilobyte")]
    scratch: RefCell<Vec<Box<Scratch<W>>>>,
    /// For each compiled kind.
    paces: Vec<Pace>,
    /// Turns of loops that are taken one by one.
    turns: u32,
    /// For each compiled kind its rules backwards, once they were asked for, if there are such.
    backward: RefCell<Vec<Option<Option<Backward>>>>,
    /// Elements of the lists of a rule from which on it is run backwards.
    long: usize,
    /// A table of values: the search need not look into what it holds.
    table: RefCell<Option<Arc<Dense>>>,
    meter: Meter,
}

/// The memory of a listing.
struct Scratch<W> {
    machine: VectorMachine,
    scalar: ScalarMachine,
    meter: Meter,
    words: Vec<W>,
    args: Vec<i64>,
    columns: Vec<Vec<W>>,
    kept: Vec<Vec<bool>>,
}

impl<W: Word> PackedGame<W> {
    /// The game that is packed.
    pub(crate) fn exact(&self) -> &RuleGame {
        &self.exact
    }

    /// The game, unless its positions have too many arguments for the word.
    pub(crate) fn new(exact: Arc<RuleGame>, compiled: Arc<Compiled>, meter: Meter) -> Option<PackedGame<W>> {
        let layout = Layout::new::<W>(&compiled)?;
        let (scratch, table) = (RefCell::default(), RefCell::default());
        let backward = RefCell::new(compiled.code.kinds.iter().map(|_| None).collect());
        let paces = compiled.code.kinds.iter().map(|_| Pace::default()).collect();
        let flat = FlatCode::new(&compiled.code);
        Some(PackedGame {
            exact,
            compiled,
            flat,
            layout,
            scratch,
            paces,
            turns: TURNS,
            backward,
            long: LONG,
            table,
            meter,
        })
    }

    /// Gives it a table of values.
    pub(crate) fn set_table(&self, table: Arc<Dense>) {
        *self.table.borrow_mut() = Some(table);
    }

    /// The same game with so many turns taken one by one.
    #[cfg(test)]
    pub(crate) fn with_turns(self, turns: u32) -> PackedGame<W> {
        PackedGame { turns, ..self }
    }

    /// The same game with every rule run backwards that can be.
    #[cfg(test)]
    pub(crate) fn with_all_backwards(self) -> PackedGame<W> {
        PackedGame { long: 0, ..self }
    }

    /// A position of a kind of the program as a word, if it fits.
    pub(crate) fn pack(&self, pos: &Pos) -> Option<W> {
        let kind = self.compiled.index(pos.kind)?;
        let fits = |arg: &Val| matches!(arg, Val::Int(n) if i64::try_from(*n).is_ok());
        let number = |arg: &Val| if let Val::Int(n) = arg { *n as i64 } else { -1 };
        pos.args.iter().all(fits).then(|| self.layout.pack(kind, pos.args.iter().map(number)))?
    }

    /// The position of a word.
    pub(crate) fn unpack(&self, word: W) -> Pos {
        let kind = &self.compiled.code.kinds[self.layout.kind(word)];
        let args = (0..kind.arity).map(|index| Val::Int(i128::from(self.layout.arg(word, index)))).collect();
        Pos { kind: kind.kind, args }
    }

    /// Lists the moves by one machine or the other, and counts those that were handed on.
    fn list(
        &self,
        position: W,
        scratch: &mut Scratch<W>,
        seen: &mut u64,
        visit: &mut impl FnMut(&[W]) -> ControlFlow<()>,
    ) -> Ran {
        let Scratch { machine, scalar, meter, words, args, columns, kept } = scratch;
        let (index, code, layout) = (self.layout.kind(position), &self.compiled.code, self.layout);
        let kind = &code.kinds[index];
        args.clear();
        args.extend((0..kind.arity).map(|index| layout.arg(position, index)));
        meter.pull(LISTING).map_err(Miss::Error)?;
        if self.paces[index].is_turn_by_turn() {
            let ran = scalar.run_kind(
                (code, &self.flat),
                (index, args),
                (self.turns, &mut *meter),
                &mut |option, numbers| {
                    Ok(match layout.option(option, numbers, words)? {
                        true => {
                            *seen += 1;
                            visit(words)
                        }
                        false => ControlFlow::Continue(()),
                    })
                },
            )?;
            self.paces[index].note(ran.is_none());
            if let Some(flow) = ran {
                return Ok(flow);
            }
        }
        let mut lister = Lister { layout, visit, columns, kept, skip: *seen, seen: 0 };
        let ran = machine.run_kind(code, kind, Batch::one(args), meter, &mut lister);
        *seen = lister.seen.max(*seen);
        ran
    }

    /// Lists the moves after the first `seen` ones by the exact evaluator.
    fn list_exactly(
        &self,
        position: W,
        seen: u64,
        visit: &mut impl FnMut(&[W]) -> ControlFlow<()>,
    ) -> Listed<Miss<Error>> {
        let mut parts = Vec::new();
        let (mut index, mut wide) = (0, false);
        let listed = self.exact.options(&self.unpack(position), &mut |option| {
            index += 1;
            if index <= seen {
                return ControlFlow::Continue(());
            }
            parts.clear();
            for part in option.drain(..) {
                let times = self.exact.times(&part);
                match self.pack(&Pos { kind: part.kind, args: part.args }) {
                    Some(part) => parts.extend(std::iter::repeat_n(part, times)),
                    None => wide |= times > 0,
                }
            }
            if wide { ControlFlow::Break(()) } else { visit(&parts) }
        });
        match listed {
            Ok(_) if wide => Err(Miss::NotMine),
            Ok(flow) => Ok(flow),
            Err(error) => Err(Miss::Error(error)),
        }
    }
}

impl<W: Word> Game for PackedGame<W> {
    type Position = W;
    type Error = Miss<Error>;

    fn moves(&self, position: &W, visit: &mut impl FnMut(&[W]) -> ControlFlow<()>) -> Listed<Miss<Error>> {
        let resting = self.scratch.borrow_mut().pop();
        let mut scratch = resting.unwrap_or_else(|| Box::new(Scratch::new(self.meter.clone(), &self.flat)));
        let mut seen = 0;
        let ran = self.list(*position, &mut scratch, &mut seen, visit);
        self.scratch.borrow_mut().push(scratch);
        match ran {
            Ok(flow) => Ok(flow),
            Err(Miss::NotMine) => self.list_exactly(*position, seen, visit),
            Err(Miss::Error(trouble)) => Err(Miss::Error(trouble.into())),
        }
    }

    fn known_value(&self, position: &W) -> Option<u32> {
        let table = self.table.borrow();
        let (table, kind) = (table.as_ref()?, self.layout.kind(*position));
        let mut args = [0; MAX_ARITY];
        let args = args.get_mut(..self.compiled.code.kinds[kind].arity)?;
        args.iter_mut().enumerate().for_each(|(index, arg)| *arg = self.layout.arg(*position, index));
        u32::try_from(table.value(kind, args)?).ok()
    }

    fn leads_to(&self, from: &[W], to: &[W], found: &mut impl FnMut(usize)) {
        let Some(&first) = from.first() else { return };
        let kind = self.layout.kind(first);
        let (program_kind, arity) = (self.compiled.code.kinds[kind].kind, self.compiled.code.kinds[kind].arity);
        let mut known = self.backward.borrow_mut();
        let new = || Backward::new(self.exact.as_ref(), program_kind, self.long);
        let backward = known[kind].get_or_insert_with(new);
        let Some(backward) = backward else { return };
        let same = |word: W| self.layout.kind(word) == kind;
        let mut open: Vec<usize> = (0..from.len()).filter(|&index| same(from[index])).collect();
        let column = |open: &[usize], arg: usize| open.iter().map(|&index| self.layout.arg(from[index], arg)).collect();
        let (mut meter, mut args, mut left) = (self.meter.clone(), Vec::new(), usize::MAX);
        for &word in to.iter().rev().filter(|&&word| same(word)) {
            if open.len() < left {
                left = open.len();
                let numbers = open.iter().map(|&index| index as i64).collect();
                backward.set_from(std::iter::once(numbers).chain((0..arity).map(|arg| column(&open, arg))));
            }
            args.clear();
            args.extend((0..arity).map(|arg| self.layout.arg(word, arg)));
            let mut some = Vec::new();
            backward.leads_to(&args, &mut meter, &mut |number| some.push(number as usize));
            some.iter().for_each(|&index| found(index));
            if !some.is_empty() {
                open.retain(|index| !some.contains(index));
            }
            if open.is_empty() {
                return;
            }
        }
    }
}

impl<W> Scratch<W> {
    fn new(meter: Meter, flat: &FlatCode) -> Scratch<W> {
        Scratch {
            machine: VectorMachine::default(),
            scalar: ScalarMachine::new(flat),
            meter,
            words: Vec::new(),
            args: Vec::new(),
            columns: Vec::new(),
            kept: Vec::new(),
        }
    }
}

/// Packs the options of lanes and hands them on.
struct Lister<'a, W, V> {
    layout: Layout,
    visit: &'a mut V,
    /// One column of words for each part of each option.
    columns: &'a mut Vec<Vec<W>>,
    /// For each option the lanes in which it is a move.
    kept: &'a mut Vec<Vec<bool>>,
    /// Moves that were handed on before.
    skip: u64,
    /// Moves handed on.
    seen: u64,
}

impl<W: Word, V: FnMut(&[W]) -> ControlFlow<()>> Sink for Lister<'_, W, V> {
    fn take(&mut self, lanes: &LaneOptions<'_>) -> Ran {
        if lanes.single() { self.take_columns(lanes) } else { self.take_lanes(lanes) }
    }
}

impl<W: Word, V: FnMut(&[W]) -> ControlFlow<()>> Lister<'_, W, V> {
    fn hand_on(&mut self, parts: &[W]) -> ControlFlow<()> {
        self.seen += 1;
        if self.seen <= self.skip { ControlFlow::Continue(()) } else { (self.visit)(parts) }
    }

    /// Copies make the number of parts differ from lane to lane: one at a time.
    fn take_lanes(&mut self, lanes: &LaneOptions<'_>) -> Ran {
        let (mut args, mut parts) = (Vec::new(), Vec::new());
        for lane in 0..lanes.len() {
            for option in lanes.options {
                parts.clear();
                let pack = |kind, args: &[i64]| parts.push(self.layout.pack(kind, args.iter().copied()));
                if !lanes.components(option, lane, &mut args, pack)? {
                    continue;
                }
                let packed: Vec<W> = parts.iter().copied().collect::<Option<_>>().ok_or(Miss::NotMine)?;
                if self.hand_on(&packed).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn take_columns(&mut self, lanes: &LaneOptions<'_>) -> Ran {
        let parts: usize = lanes.options.iter().map(Vec::len).sum();
        self.columns.resize_with(parts.max(self.columns.len()), Vec::new);
        self.kept.resize_with(lanes.options.len().max(self.kept.len()), Vec::new);
        let mut column = 0;
        for (index, option) in lanes.options.iter().enumerate() {
            let kept = &mut self.kept[index];
            kept.clear();
            kept.resize(lanes.len(), true);
            note_negative(lanes, option, kept);
            for part in option {
                let fits = pack_column(self.layout, lanes, part, kept, &mut self.columns[column]);
                fits.then_some(()).ok_or(Miss::NotMine)?;
                column += 1;
            }
        }
        let mut words = Vec::with_capacity(8);
        for lane in 0..lanes.len() {
            let mut column = 0;
            for (index, option) in lanes.options.iter().enumerate() {
                words.clear();
                words.extend(self.columns[column..column + option.len()].iter().map(|words| words[lane]));
                column += option.len();
                if self.kept[index][lane] && self.hand_on(&words).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// A negative argument means that it is not a move.
fn note_negative(lanes: &LaneOptions<'_>, option: &[Part], kept: &mut [bool]) {
    for &arg in option.iter().flat_map(|part| &part.args) {
        if *lanes.bounds(arg).start() < 0 {
            let view = lanes.view(arg);
            kept.iter_mut().enumerate().for_each(|(lane, kept)| *kept &= view.at(lane) >= 0);
        }
    }
}

/// The words of a part in all lanes. False if one does not fit in a lane where it is a move.
fn pack_column<W: Word>(layout: Layout, lanes: &LaneOptions<'_>, part: &Part, kept: &[bool], out: &mut Vec<W>) -> bool {
    out.clear();
    out.resize(lanes.len(), W::from(part.kind as u64));
    let (most, mut fits) = (layout.most(), true);
    for (index, &arg) in part.args.iter().enumerate() {
        let (view, shift) = (lanes.view(arg), layout.shift(index));
        if *lanes.bounds(arg).end() > most {
            fits &= kept.iter().enumerate().all(|(lane, &kept)| !kept || view.at(lane) <= most);
        }
        for (lane, word) in out.iter_mut().enumerate() {
            *word = *word | W::from(view.at(lane) as u64) << shift;
        }
    }
    fits
}
