//! The edges along which stones are carried, found by running the [clauses](crate::recognise::Route) of the rules on a list of zeros: by the vector machine, or one by one by the
//! exact evaluator where that machine does not understand them.

use super::Args;
use crate::builtins::Function;
use crate::check::inline::{Walk, walk_clause, walk_expr};
use crate::compile::code::Part;
use crate::compile::lane_options::LaneOptions;
use crate::compile::vector::{Batch, Ran, Sink, VectorMachine};
use crate::compile::{Compiled, compile};
use crate::error::{Error, Miss};
use crate::game::{Pos, RuleGame};
use crate::loaded::Loaded;
use crate::program::{Clause, Expr, ExprKind, Kind, KindId, Position, Rule, Type};
use crate::recognise::{Carries, Route};
use crate::syntax::ast::Op;
use crate::value::{List, Val};
use std::ops::ControlFlow;
use std::sync::Arc;

/// The kinds of the game of edges: where they start, those between places, those that lead out.
const EDGE: KindId = KindId::new(1);
const EXIT: KindId = KindId::new(2);

/// The places of a list, or those of each row of a board.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Form {
    Line(usize),
    Rows(Vec<usize>),
}

impl Form {
    pub(super) fn places(&self) -> usize {
        match self {
            Form::Line(places) => *places,
            Form::Rows(widths) => widths.iter().sum(),
        }
    }

    /// A list of this form.
    pub(super) fn filled(&self, stones: &[u128]) -> Option<Val> {
        let small = stones.iter().map(|&n| i64::try_from(n).ok()).collect::<Option<Vec<i64>>>();
        match (self, small) {
            (Form::Line(_), Some(small)) => List::of_integers(small).map(Val::List),
            (Form::Line(_), None) => {
                let integers = stones.iter().map(|&n| i128::try_from(n).ok().map(Val::Int));
                Val::list(integers.collect::<Option<Vec<Val>>>()?)
            }
            (Form::Rows(widths), Some(small)) if widths.first().is_some_and(|&width| self.is_even(width)) => {
                List::of_rows(small, widths[0]).map(Val::List)
            }
            (Form::Rows(widths), _) => {
                let mut rest = stones;
                let rows = widths.iter().map(|&width| {
                    let (row, others) = rest.split_at_checked(width)?;
                    rest = others;
                    Form::Line(width).filled(row)
                });
                Val::list(rows.collect::<Option<Vec<Val>>>()?)
            }
        }
    }

    fn is_even(&self, width: usize) -> bool {
        width > 0 && matches!(self, Form::Rows(widths) if widths.iter().all(|&other| other == width))
    }
}

/// Where the rows of a form begin, to number its places; edges name places by indices from 1, where 0 is none.
struct Numbering {
    /// The first place of each row, and the length of the row; nothing for a list, whose indices are the places.
    rows: Option<Vec<(usize, usize)>>,
    places: usize,
}

impl Numbering {
    fn new(form: &Form) -> Numbering {
        let rows = match form {
            Form::Line(_) => None,
            Form::Rows(widths) => {
                let mut next = 0;
                let row = |&width: &usize| {
                    next += width;
                    (next - width, width)
                };
                Some(widths.iter().map(row).collect())
            }
        };
        Numbering { rows, places: form.places() }
    }

    fn place(&self, indices: &[i64]) -> Option<usize> {
        let index = |n: i64| usize::try_from(n.checked_sub(1)?).ok();
        match (&self.rows, indices) {
            (None, &[place]) => index(place).filter(|&place| place < self.places),
            (Some(rows), &[row, column]) => {
                let &(first, width) = rows.get(index(row)?)?;
                index(column).filter(|&column| column < width).map(|column| first + column)
            }
            _ => None,
        }
    }

    /// The ends of the edge that a position of the game of edges names.
    fn edge(&self, kind: KindId, indices: &[i64]) -> Option<(usize, Option<usize>)> {
        if kind == EXIT {
            return Some((self.place(indices)?, None));
        }
        let (from, to) = indices.split_at_checked(indices.len() / 2)?;
        Some((self.place(from)?, Some(self.place(to)?)))
    }
}

/// Takes edges, and may stop.
pub(super) type TakeEdge<'a> = dyn FnMut(usize, Option<usize>) -> ControlFlow<()> + 'a;

/// Why edges are not taken: one names a place that is not there, so that the rules must say what is wrong; or a limit.
pub(super) type Edges = Result<(), Miss<Error>>;

/// The clauses that give the edges of a form, ready to run.
pub(super) struct Clauses {
    game: Arc<RuleGame>,
    compiled: Option<Compiled>,
    numbering: Numbering,
    /// The arguments of the start, which nothing depends on.
    start: Vec<i64>,
}

impl Clauses {
    pub(super) fn new(game: &RuleGame, kind: KindId, carries: &Carries, form: &Form, args: &Args) -> Option<Clauses> {
        let own = &game.loaded.program.kinds[kind];
        let zeros = form.filled(&vec![0; form.places()])?;
        let widths = match form {
            Form::Line(_) => Vec::new(),
            Form::Rows(widths) => widths.iter().map(|&width| width as i64).collect(),
        };
        let widths = Val::List(List::of_integers(widths)?);
        let mut given = Given { list: carries.list, args, zeros, widths };
        let rules = carries.routes.iter().map(|route| rule(route, &mut given)).collect();
        let of = |name: &str, args: usize, rules| Kind {
            name: name.to_owned(),
            args: (0..args).map(|place| format!("x{place}")).collect(),
            rules,
            drawn: None,
        };
        let indices = carries.indices;
        let kinds = vec![
            of(&own.name, args.len(), rules),
            of("edge", 2 * indices, Vec::new()),
            of("exit", indices, Vec::new()),
        ];
        let loaded = Arc::new(Loaded::of(game.loaded.program.with_kinds(kinds, Vec::new())));
        let game = Arc::new(RuleGame::new(loaded, game.globals.clone(), game.meter.clone()));
        let compiled = compile(&game, KindId::FIRST);
        Some(Clauses { game, compiled, numbering: Numbering::new(form), start: vec![0; args.len()] })
    }

    /// How many places there are.
    pub(super) fn places(&self) -> usize {
        self.numbering.places
    }

    /// From now on the exact evaluator runs; whether it did not before.
    pub(super) fn become_exact(&mut self) -> bool {
        self.compiled.take().is_some()
    }

    /// Gives all edges, some perhaps again. What came before it missed does not count.
    pub(super) fn run(&self, take: &mut TakeEdge<'_>) -> Edges {
        match &self.compiled {
            Some(compiled) => self.run_compiled(compiled, take),
            None => self.run_exactly(take),
        }
    }

    fn run_compiled(&self, compiled: &Compiled, take: &mut TakeEdge<'_>) -> Edges {
        let Some(start) = compiled.index(KindId::FIRST) else { return Err(Miss::NotMine) };
        let code = &compiled.code;
        let kinds = code.kinds.iter().map(|kind| kind.kind).collect();
        let mut taken = Taken { numbering: &self.numbering, kinds, take, indices: Vec::new() };
        let mut meter = self.game.meter.clone();
        let batch = Batch::one(&self.start);
        match VectorMachine::default().run_kind(code, &code.kinds[start], batch, &mut meter, &mut taken) {
            Ok(_) => Ok(()),
            Err(Miss::NotMine) => Err(Miss::NotMine),
            Err(Miss::Error(trouble)) => Err(trouble.into()),
        }
    }

    fn run_exactly(&self, take: &mut TakeEdge<'_>) -> Edges {
        let args = self.start.iter().map(|&n| Val::Int(n.into())).collect();
        let mut outside = false;
        let listed = self.game.options(&Pos { kind: KindId::FIRST, args }, &mut |parts| {
            let edge = parts.first().and_then(|part| {
                let indices = part.args.iter().map(Val::small).collect::<Option<Vec<i64>>>()?;
                self.numbering.edge(part.kind, &indices)
            });
            match edge {
                Some((from, to)) => take(from, to),
                None => {
                    outside = true;
                    ControlFlow::Break(())
                }
            }
        });
        match listed {
            // What is wrong with the rules the search tells.
            Err(Error::Bad(_)) => Err(Miss::NotMine),
            Err(error) => Err(Miss::Error(error)),
            Ok(_) if outside => Err(Miss::NotMine),
            Ok(_) => Ok(()),
        }
    }
}

/// Takes the edges from lanes.
struct Taken<'a> {
    numbering: &'a Numbering,
    /// The kinds of the program that the compiled ones are.
    kinds: Vec<KindId>,
    take: &'a mut TakeEdge<'a>,
    indices: Vec<i64>,
}

impl Sink for Taken<'_> {
    fn take(&mut self, lanes: &LaneOptions<'_>) -> Ran {
        for part in lanes.options.iter().flatten() {
            for lane in 0..lanes.len() {
                if self.lane(lanes, part, lane)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

impl Taken<'_> {
    fn lane(&mut self, lanes: &LaneOptions<'_>, part: &Part, lane: usize) -> Ran {
        self.indices.clear();
        self.indices.extend(lanes.args(part, lane));
        let kind = self.kinds.get(part.kind).copied().ok_or(Miss::NotMine)?;
        let (from, to) = self.numbering.edge(kind, &self.indices).ok_or(Miss::NotMine)?;
        Ok((self.take)(from, to))
    }
}

/// Puts what a position gives into clauses: a list of zeros for its list, and its other arguments.
struct Given<'a> {
    list: usize,
    args: &'a Args,
    zeros: Val,
    /// The lengths of the rows.
    widths: Val,
}

impl Walk for Given<'_> {
    fn expr(&mut self, expr: &mut Expr) {
        let constant = |value: &Val| ExprKind::Const(value.clone());
        // The length of a row is known without the row.
        if let ExprKind::Call(Function::Len, args) = &mut expr.kind
            && let [Expr { kind: ExprKind::Index(list, _), .. }] = args.as_mut_slice()
            && list.is_local(self.list)
            && matches!(&self.widths, Val::List(widths) if !widths.is_empty())
            && let Some(mut row) = args.pop()
        {
            if let ExprKind::Index(list, row) = &mut row.kind {
                list.kind = constant(&self.widths);
                self.expr(row);
            }
            *expr = row;
            return;
        }
        match expr.kind {
            ExprKind::Local(slot) if slot == self.list => expr.kind = constant(&self.zeros),
            ExprKind::Local(slot) => {
                if let Some(value) = self.args.get(slot) {
                    expr.kind = constant(value);
                }
            }
            _ => walk_expr(self, expr),
        }
    }
}

/// The rule that gives the edges of a route.
fn rule(route: &Route, given: &mut Given<'_>) -> Rule {
    let mut clauses = route.clauses.clone();
    clauses.iter_mut().for_each(|clause: &mut Clause| walk_clause(given, clause));
    let mut args: Vec<Expr> = route.from.iter().chain(route.to.iter().flatten()).cloned().collect();
    args.iter_mut().for_each(|index| {
        given.expr(index);
        *index = from_one(index);
    });
    let kind = if route.to.is_some() { EDGE } else { EXIT };
    let span = args.first().map(|index| index.span).unwrap_or_default();
    let option = Position::Of { kind, args, settings: Vec::new(), set: Vec::new(), span };
    Rule { frame: route.frame, options: vec![option], clauses, span }
}

/// An index counted from 1, or 0 for a negative one: a negative number would be no option, where it is a mistake.
fn from_one(index: &Expr) -> Expr {
    let of = |kind| Expr { kind, span: index.span, ty: Type::Int };
    let number = |n| of(ExprKind::Const(Val::Int(n)));
    let natural = of(ExprKind::Call(Function::Max, vec![index.clone(), number(-1)]));
    of(ExprKind::Chain(Box::new(natural), vec![(Op::Add, number(1))]))
}
