//! Chomp and Cram in an EXPR: `chomp(3, 4)`, `chomp([4, 2, 1])`, `cram(4, 5)`, `cram(["..#", "..."])`.

use super::{Failed, Files, Native, ask, integer, texts};
use crate::lock::lock;
use crate::shape::Shape;
use crate::value::Val;
use grundy::boards::{Board, Chomp, Cram, SmallChomp, chomp::Rows, cram::Cells};
use grundy::solve::{Approach, Solver};
use grundy::{Game, Watch};
use std::convert::Infallible;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Mutex;

/// How the positions of a board game are written.
pub(super) trait Written: Board<Plain: Sized, Error = Infallible> + Sized + Send + Sync + 'static
where
    <Self as Game>::Position: Send + fmt::Debug,
{
    const NAME: &'static str;
    const USAGE: &'static str;
    const APPROACH: Approach;

    /// What a position looks like.
    fn shape(args: &[Val]) -> Shape;

    /// The position that arguments describe.
    fn parse(args: &[Val]) -> Result<Self::Plain, String>;

    /// The arguments that describe a position.
    fn write(plain: &Self::Plain) -> Vec<Val>;
}

/// A board game with what is known of it.
pub(super) struct OnBoard<G: Game>(Mutex<Solver<G>>);

impl<G: Written> OnBoard<G>
where
    G::Position: Send + fmt::Debug,
{
    pub(super) fn new(game: G) -> Self {
        OnBoard(Mutex::new(Solver::new(game).with_approach(G::APPROACH)))
    }
}

impl<G: Game> fmt::Debug for OnBoard<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OnBoard").finish_non_exhaustive()
    }
}

impl<G: Written> Native for OnBoard<G>
where
    G::Position: Send + fmt::Debug,
{
    fn name(&self) -> &str {
        G::NAME
    }

    fn usage(&self) -> &str {
        G::USAGE
    }

    fn read(&self, args: &[Val], _files: Option<&dyn Files>) -> Result<Vec<Vec<Val>>, String> {
        Ok(vec![G::write(&G::parse(args)?)])
    }

    fn moves(&self, position: &[Val], visit: &mut dyn FnMut(&[Vec<Val>]) -> ControlFlow<()>) -> ControlFlow<()> {
        // A position was read, so it can be read again.
        let Ok(plain) = G::parse(position) else { return ControlFlow::Break(()) };
        let moves = lock(&self.0).game().plain_moves(&plain);
        moves.iter().try_for_each(|next| visit(&[G::write(next)]))
    }

    fn ends(&self) -> bool {
        true
    }

    fn value(&self, position: &[Val], watch: &Watch) -> Result<u64, Failed> {
        let plain = G::parse(position).map_err(Failed::Wrong)?;
        ask(&self.0, &plain, watch, |solver, sum| solver.sum_value(sum))
    }

    fn is_value(&self, position: &[Val], value: u64, watch: &Watch) -> Result<bool, Failed> {
        let plain = G::parse(position).map_err(Failed::Wrong)?;
        ask(&self.0, &plain, watch, |solver, sum| solver.is_value(sum, value))
    }

    fn sides(&self) -> Option<usize> {
        Some(2)
    }

    fn shape(&self, position: &[Val]) -> Option<Shape> {
        Some(G::shape(position))
    }

    fn strategy(&self) -> &str {
        match G::APPROACH {
            Approach::Questions => "pruned search",
            _ => "memo search",
        }
    }
}

/// Chomp: the bars of a usual size are solved in half the memory.
#[derive(Debug)]
pub(super) struct Bars {
    small: Mutex<Solver<SmallChomp>>,
    all: OnBoard<Chomp>,
}

impl Bars {
    pub(super) fn new() -> Self {
        Bars { small: Mutex::new(Solver::new(SmallChomp)), all: OnBoard::new(Chomp) }
    }
}

impl Native for Bars {
    fn name(&self) -> &str {
        self.all.name()
    }

    fn usage(&self) -> &str {
        self.all.usage()
    }

    fn read(&self, args: &[Val], files: Option<&dyn Files>) -> Result<Vec<Vec<Val>>, String> {
        self.all.read(args, files)
    }

    fn moves(&self, position: &[Val], visit: &mut dyn FnMut(&[Vec<Val>]) -> ControlFlow<()>) -> ControlFlow<()> {
        self.all.moves(position, visit)
    }

    fn ends(&self) -> bool {
        self.all.ends()
    }

    fn value(&self, position: &[Val], watch: &Watch) -> Result<u64, Failed> {
        let Some(bar) = Chomp::parse(position).map_err(Failed::Wrong)?.small() else {
            return self.all.value(position, watch);
        };
        let mut solver = lock(&self.small);
        solver.set_watch(watch.clone());
        Ok(solver.value_parallel(&bar, watch.limits().thread_count())?)
    }

    fn sides(&self) -> Option<usize> {
        self.all.sides()
    }

    fn shape(&self, position: &[Val]) -> Option<Shape> {
        Native::shape(&self.all, position)
    }

    fn strategy(&self) -> &str {
        self.all.strategy()
    }
}

/// Two numbers: a whole board.
fn sides(args: &[Val]) -> Option<(u64, u64)> {
    match args {
        [rows, columns] => Some((integer(rows)?, integer(columns)?)),
        _ => None,
    }
}

impl Written for Chomp {
    const NAME: &'static str = "chomp";
    const USAGE: &'static str = "`chomp(rows, columns)` or `chomp([4, 2, 1])` with the lengths of the rows";
    const APPROACH: Approach = Approach::Definition;

    fn shape(args: &[Val]) -> Shape {
        if args.len() == 2 { Shape::Bar } else { Shape::Rows }
    }

    fn parse(args: &[Val]) -> Result<Rows, String> {
        if let Some((rows, columns)) = sides(args) {
            return Rows::rectangle(rows, columns).map_err(|error| error.to_string());
        }
        let [Val::List(list)] = args else { return Err("a bar is two numbers or a list of row lengths".into()) };
        let lengths: Option<Vec<u64>> = list.items().iter().map(integer).collect();
        Rows::new(&lengths.ok_or("the length of a row is a natural number")?).map_err(|error| error.to_string())
    }

    fn write(plain: &Rows) -> Vec<Val> {
        let lengths = plain.lengths();
        let int = |n: u32| Val::Int(n.into());
        match (lengths.first(), lengths.last()) {
            (Some(first), Some(last)) if first == last => vec![Val::Int(lengths.len() as i128), int(*first)],
            (None, _) => vec![Val::Int(0), Val::Int(0)],
            _ => Val::list(lengths.iter().map(|&n| int(n)).collect::<Vec<_>>()).into_iter().collect(),
        }
    }
}

impl Written for Cram {
    const NAME: &'static str = "cram";
    const USAGE: &'static str = "`cram(rows, columns)` or `cram([\"..#\", \"...\"])` with # for covered squares";
    const APPROACH: Approach = Approach::Questions;

    fn shape(_args: &[Val]) -> Shape {
        Shape::Board
    }

    fn parse(args: &[Val]) -> Result<Cells, String> {
        if let Some((rows, columns)) = sides(args) {
            return Cells::rectangle(rows, columns).map_err(|error| error.to_string());
        }
        let [Val::List(list)] = args else { return Err("a board is two numbers or a list of rows".into()) };
        let rows = texts(list.items()).ok_or("a row of the board is a text of . and #")?;
        Cells::new(&rows).map_err(|error| error.to_string())
    }

    fn write(plain: &Cells) -> Vec<Val> {
        let rows = plain.rows();
        if rows.iter().all(|row| !row.contains('#')) {
            return vec![Val::Int(rows.len() as i128), Val::Int(rows.first().map_or(0, String::len) as i128)];
        }
        Val::list(rows.iter().map(|row| Val::text(row)).collect::<Vec<_>>()).into_iter().collect()
    }
}
