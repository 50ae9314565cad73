//! A kind of position whose arguments are natural numbers, as moves on a grid: for tables that somebody else keeps.
//!
//! A [`Grid`] says in which order the arguments may be gone through so that options come before their positions, whether all moves
//! go back along a few vectors, and lists the options of many positions at once ([`Lister`]): by the vector machine, and where that
//! has no answer by the exact evaluator.

use crate::compile::kernels::View;
use crate::compile::lane_options::LaneOptions;
use crate::compile::vector::{Batch, Ran, Sink, VectorMachine};
use crate::compile::{self, Compiled, Facts};
use crate::error::{Error, Miss};
use crate::game::{Pos, RuleGame};
use crate::meter::Meter;
use crate::program::{KindId, Position};
use crate::syntax::parse_file;
use crate::value::Val;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Points of a grid that are looked at for an order, and options of each.
const MOST_POINTS: usize = 1 << 10;
const MOST_OPTIONS: usize = 1 << 14;

/// The rules of one kind as moves on a grid.
#[derive(Clone)]
pub struct Grid {
    game: Arc<RuleGame>,
    kind: KindId,
    compiled: Option<Arc<Compiled>>,
}

/// An argument in the order in which a table is filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Axis {
    /// Its place among the arguments.
    pub argument: usize,
    /// Smaller ones come first; else larger ones.
    pub rising: bool,
    /// No move at all leads the other way, not even one that changes an argument before.
    pub steady: bool,
}

/// The order in which a table is filled, the slowest argument first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// The arguments.
    pub axes: Vec<Axis>,
    /// Whether it is proved from the rules; else it was seen on samples, and whoever fills must check every option.
    pub proved: bool,
}

/// Moves that go back along vectors, and nothing else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vectors {
    /// Those taken once.
    pub steps: Vec<Vec<u64>>,
    /// Those taken any number of times.
    pub rays: Vec<Vec<u64>>,
}

impl Grid {
    pub(crate) fn new(game: &Arc<RuleGame>, kind: KindId) -> Result<Grid, String> {
        let program = &game.loaded.program;
        let rules = &program.kinds[kind];
        if program.misere {
            return Err("under misère play a position has an outcome, but no value".into());
        }
        if rules.args.is_empty() {
            return Err("its positions have no arguments".into());
        }
        if rules.is_unbounded() {
            return Err("a rule has a range without an end: values may be infinite".into());
        }
        let options = rules.rules.iter().flat_map(|rule| &rule.options);
        if let Some(other) = options.filter_map(|option| other_kind(option, kind)).next() {
            let name = &program.kinds[other].name;
            return Err(format!("its moves lead to positions of `{name}`: a table in a folder holds one kind"));
        }
        let compiled = compile::compile(game, kind).filter(|compiled| compiled.code.kinds.len() == 1).map(Arc::new);
        Ok(Grid { game: game.clone(), kind, compiled })
    }

    /// How many arguments a position has.
    pub fn arity(&self) -> usize {
        self.game.loaded.program.kinds[self.kind].args.len()
    }

    /// The name of the kind.
    pub fn kind(&self) -> &str {
        &self.game.loaded.program.kinds[self.kind].name
    }

    /// All that decides the values, as a text: the rules without their comments, the kind, params and data.
    pub fn identity(&self) -> String {
        let program = &self.game.loaded.program;
        let rules = parse_file(&program.source).map_or_else(|_| program.source.text.clone(), |file| file.to_string());
        let named = program.globals.iter().zip(&self.game.globals);
        let given: String = named
            .filter_map(|(global, value)| value.as_ref().map(|value| format!("{}={value}\n", global.name)))
            .collect();
        format!("language {}\nkind {}\n{given}{rules}", crate::LANGUAGE, self.kind())
    }

    /// The vectors that all moves go back along, if that is proved.
    pub fn vectors(&self) -> Option<Vectors> {
        let found = self.game.grid_vectors(self.kind)?;
        Some(Vectors { steps: found.steps, rays: found.rays })
    }

    /// An order of the arguments for the positions up to `last`: proved, or else as the moves of some of them suggest.
    pub fn order(&self, last: &[u64]) -> Result<Option<Order>, Error> {
        if let Some(axes) = self.game.grid_order(self.kind) {
            let axis = |axis: &crate::recognise::grid::Axis| Axis {
                argument: axis.argument,
                rising: axis.rising,
                steady: axis.steady,
            };
            return Ok(Some(Order { axes: axes.iter().map(axis).collect(), proved: true }));
        }
        let mut lister = self.lister();
        let mut signs = Signs { at: Vec::new(), seen: Vec::new(), options: 0 };
        for point in points(last) {
            (signs.at, signs.options) = (point, 0);
            let at = signs.at.clone();
            lister.list(&at, 0, 0, 1, &mut signs)?;
        }
        Ok(signs.order(self.arity()).map(|axes| Order { axes, proved: false }))
    }

    /// Lists options.
    pub fn lister(&self) -> Lister {
        Lister { grid: self.clone(), machine: VectorMachine::default(), meter: self.game.meter().clone() }
    }
}

impl std::fmt::Debug for Grid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Grid").field("kind", &self.kind()).finish_non_exhaustive()
    }
}

/// A kind other than this one that an option names.
fn other_kind(option: &Position, own: KindId) -> Option<KindId> {
    match option {
        Position::Of { kind, .. } => (*kind != own).then_some(*kind),
        Position::Add(parts) => parts.iter().find_map(|part| other_kind(part, own)),
        Position::Copies(_, part) | Position::Sum(part, _) => other_kind(part, own),
        // What it chooses is seen when it is listed.
        Position::Chosen(..) => None,
    }
}

/// Positions of a box: ends, their neighbours and middles, as many as may be looked at.
fn points(last: &[u64]) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for &last in last {
        let (high, middle) = (last.min(1 << 40) as i64, last.min(1 << 40) as i64 / 2);
        let mut places = vec![high, middle, 0, 1.min(high), (high - 1).max(0), (middle + 1).min(high), high.min(7)];
        places.sort_unstable();
        places.dedup();
        all = all.iter().flat_map(|start| places.iter().map(move |&at| [start.as_slice(), &[at]].concat())).collect();
    }
    let step = all.len().div_ceil(MOST_POINTS);
    all.into_iter().step_by(step.max(1)).collect()
}

/// How the options of some positions differ from them.
struct Signs {
    at: Vec<i64>,
    seen: Vec<Vec<i8>>,
    options: usize,
}

impl Signs {
    fn note(&mut self, args: impl Iterator<Item = i64>) {
        let signs: Vec<i8> = args.zip(&self.at).map(|(after, before)| after.cmp(before) as i8).collect();
        if !self.seen.contains(&signs) {
            self.seen.push(signs);
        }
    }

    /// An order in which every option that was seen comes first.
    fn order(&self, arity: usize) -> Option<Vec<Axis>> {
        let ways = |seen: &[&Vec<i8>], argument: usize| {
            (seen.iter().any(|signs| signs[argument] < 0), seen.iter().any(|signs| signs[argument] > 0))
        };
        let all: Vec<&Vec<i8>> = self.seen.iter().collect();
        let (mut left, mut order) = (all.clone(), Vec::<Axis>::new());
        while order.len() < arity {
            let open = (0..arity).filter(|argument| order.iter().all(|axis| axis.argument != *argument));
            let (argument, (falls_next, rises_next)) = open
                .map(|argument| (argument, ways(&left, argument)))
                .find(|(_, (falls, rises))| !(*falls && *rises))?;
            let (falls, rises) = ways(&all, argument);
            // One that stays goes where it goes in other moves.
            let rising = if falls_next || rises_next { !rises_next } else { falls || !rises };
            order.push(Axis { argument, rising, steady: if rising { !rises } else { !falls } });
            left.retain(|signs| signs[argument] == 0);
        }
        left.is_empty().then_some(order)
    }
}

impl Take for Signs {
    fn restart(&mut self) {
        self.options = 0;
    }

    fn lanes(&mut self, lanes: &Lanes<'_>) -> ControlFlow<()> {
        for option in 0..lanes.options() {
            let arity = self.at.len();
            for lane in (0..lanes.len()).take(64).chain((64..lanes.len()).step_by((lanes.len() / 64).max(1))) {
                for part in 0..lanes.parts(option) {
                    let args: Vec<i64> = (0..arity).map(|index| lanes.arg(option, part, index).at(lane)).collect();
                    if args.iter().all(|&arg| arg >= 0) {
                        self.note(args.into_iter());
                    }
                }
            }
        }
        self.options += lanes.len();
        if self.options < MOST_OPTIONS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn option(&mut self, _position: usize, parts: &[Vec<i64>]) -> ControlFlow<()> {
        parts.iter().for_each(|part| self.note(part.iter().copied()));
        self.options += 1;
        if self.options < MOST_OPTIONS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// One number in each of some lanes.
#[derive(Debug, Clone, Copy)]
pub enum Column<'a> {
    /// Lane i has start + i·step.
    Line {
        /// The number of lane 0.
        start: i64,
        /// The difference from lane to lane.
        step: i64,
    },
    /// One after the other.
    Lanes(&'a [i64]),
}

impl Column<'_> {
    /// The number of a lane.
    #[inline]
    pub fn at(&self, lane: usize) -> i64 {
        match *self {
            Column::Line { start, step } => start.wrapping_add(step.wrapping_mul(lane as i64)),
            Column::Lanes(lanes) => lanes[lane],
        }
    }
}

impl<'a> From<View<'a>> for Column<'a> {
    fn from(view: View<'a>) -> Column<'a> {
        match view {
            View::Line { start, step } => Column::Line { start, step },
            View::Lanes(lanes) => Column::Lanes(lanes),
        }
    }
}

/// Turns of the loops of a rule, each with the same options: their parts and their arguments as columns. An option with a negative
/// argument is not a move.
pub struct Lanes<'a>(&'a LaneOptions<'a>);

impl<'a> Lanes<'a> {
    /// How many lanes.
    #[expect(clippy::len_without_is_empty, reason = "there is at least one")]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// For each lane the position, as its place among those asked for; they ascend.
    pub fn positions(&self) -> Column<'a> {
        self.0.owners().into()
    }

    /// How many options each lane gives.
    pub fn options(&self) -> usize {
        self.0.options.len()
    }

    /// How many components an option leaves.
    pub fn parts(&self, option: usize) -> usize {
        self.0.options[option].len()
    }

    /// An argument of a component.
    pub fn arg(&self, option: usize, part: usize, index: usize) -> Column<'a> {
        self.0.view(self.0.options[option][part].args[index]).into()
    }
}

/// Who takes options. Each call may end the listing.
pub trait Take {
    /// What was taken since the call of [`Lister::list`] does not count: it comes again.
    fn restart(&mut self);

    /// Options of many turns.
    fn lanes(&mut self, lanes: &Lanes<'_>) -> ControlFlow<()>;

    /// One option of one position, as the arguments of its components.
    fn option(&mut self, position: usize, parts: &[Vec<i64>]) -> ControlFlow<()>;
}

/// Lists the options of positions side by side.
pub struct Lister {
    grid: Grid,
    machine: VectorMachine,
    meter: Meter,
}

struct Hand<'a, T>(&'a mut T);

impl<T: Take> Sink for Hand<'_, T> {
    fn take(&mut self, lanes: &LaneOptions<'_>) -> Ran {
        if !lanes.single() {
            return Err(Miss::NotMine);
        }
        if lanes.len() == 0 {
            return Ok(ControlFlow::Continue(()));
        }
        Ok(self.0.lanes(&Lanes(lanes)))
    }
}

impl Lister {
    /// Hands the options of `len` positions on: the first has the arguments `first`, and argument `along` grows by `step` from one
    /// to the next. All options of one rule come before those of the next.
    pub fn list<T: Take>(
        &mut self,
        first: &[i64],
        along: usize,
        step: i64,
        len: usize,
        take: &mut T,
    ) -> Result<(), Error> {
        take.restart();
        self.meter.forget_made();
        let batch = Batch { first, along: (along, step), len };
        let Grid { compiled, .. } = &self.grid;
        if let Some(compiled) = compiled {
            let (code, mut hand) = (&compiled.code, Hand(take));
            match self.machine.run_kind(code, &code.kinds[0], batch, &mut self.meter, &mut hand) {
                Ok(_) => return Ok(()),
                Err(Miss::Error(trouble)) => return Err(trouble.into()),
                Err(Miss::NotMine) => take.restart(),
            }
        }
        self.exact(batch, take)
    }

    fn exact<T: Take>(&mut self, batch: Batch<'_>, take: &mut T) -> Result<(), Error> {
        let Grid { game, kind, .. } = &self.grid;
        let (along, step) = batch.along;
        let mut at = batch.first.to_vec();
        for position in 0..batch.len {
            let args = at.iter().map(|&arg| Val::Int(arg.into())).collect();
            let (mut parts, mut wrong) = (Vec::new(), None);
            let flow = game.options(&Pos { kind: *kind, args }, &mut |option| {
                parts.clear();
                for part in option.drain(..) {
                    let numbers: Option<Vec<i64>> = part.args.iter().map(Val::small).collect();
                    match numbers.filter(|_| part.kind == *kind) {
                        Some(numbers) => parts.extend(std::iter::repeat_n(numbers, game.times(&part))),
                        None => {
                            wrong = Some(part);
                            return ControlFlow::Break(());
                        }
                    }
                }
                take.option(position, &parts)
            })?;
            if let Some(part) = wrong {
                let name = &game.loaded.program.kinds[part.kind].name;
                let args = part.args.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
                return Err(Error::bad(format!(
                    "a move leads to `{name}({args})`: a table in a folder holds one kind of natural numbers below 2^63"
                )));
            }
            if flow.is_break() {
                return Ok(());
            }
            if let Some(arg) = at.get_mut(along) {
                *arg += step;
            }
        }
        Ok(())
    }
}
