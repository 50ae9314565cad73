//! A picture from words: what the command line and the page ask for.

use crate::graph::{DEFAULT, Node};
use crate::position::{MOST_MOVES, Touched};
use crate::{Grid, Positions, Sequence, Style, graph, heat_map, mex, plot, position, rows, xor};
use grundy::{Value, Watch};
use grundy_report::{Columns, Computed, Error, OptionsByValue, PeriodReport, Report, first_moves};
use grundy_rules::{Engine, Settings, Sum, Table};
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// Values of a sequence or table that are computed at most.
const MOST_VALUES: u128 = 1 << 20;
/// The last argument, unless told otherwise.
const PLOT: u64 = 200;
const TABLE: u64 = 16;
/// Rows of one period, unless told otherwise.
const ROWS: u64 = 8;
/// Values in which a period is looked for.
const LOOKED_AT: u64 = 1 << 14;

/// What is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum What {
    /// A sum of positions, its parts side by side.
    Position,
    /// The XOR of the values of its parts in binary columns.
    Xor,
    /// The values of the options of a position, and the gap.
    Mex,
    /// All positions that can be reached.
    Graph,
    /// Values of two arguments as a heat map.
    Table,
    /// Values of one argument as points.
    Plot,
    /// Values of one argument in rows of one length.
    Rows,
}

/// A wish for a picture.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Request {
    /// An EXPR or a GAME.
    pub of: String,
    /// What is drawn; without it a position of an EXPR, a plot or table of a GAME.
    pub what: Option<What>,
    /// The first arguments of a sequence or table.
    pub from: Vec<u64>,
    /// The last arguments.
    pub to: Vec<u64>,
    /// The length of rows; without it the period.
    pub period: Option<u64>,
    /// Whether a position shows what its moves touch.
    pub moves: bool,
    /// Whether each part of a position has its value under it.
    pub values: bool,
    /// How many positions a graph may have.
    pub most: Option<usize>,
    /// How it looks.
    pub style: Style,
}

/// A picture with what goes with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Drawing {
    /// What was drawn.
    pub what: What,
    /// The picture.
    pub svg: String,
    /// The moves that the picture shows, as an EXPR writes them, in the order of [`first_moves`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// What each of them touches.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub touched: Vec<Touched>,
    /// The positions of a graph.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<Node>,
}

impl Drawing {
    fn plain(what: What, svg: String) -> Drawing {
        Drawing { what, svg, moves: Vec::new(), touched: Vec::new(), nodes: Vec::new() }
    }
}

/// Makes a picture.
///
/// ```
/// use grundy_draw::{Request, What, draw};
/// use grundy_rules::{Engine, Settings, catalogue};
/// let engine = Engine::new(catalogue::library(), grundy::Watch::default());
/// let request = Request { of: "0.07".into(), what: Some(What::Rows), ..Request::default() };
/// let drawing = draw(&engine, &Settings::default(), &request, &grundy::Watch::default())?;
/// assert!(drawing.svg.contains("rows of length 34"));
/// # Ok::<(), grundy_report::Error>(())
/// ```
pub fn draw(engine: &Engine, settings: &Settings, request: &Request, watch: &Watch) -> Result<Drawing, Error> {
    let asked = Asked { engine, settings, request, watch };
    let what = match request.what {
        Some(what) => what,
        None => asked.guess()?,
    };
    match what {
        What::Position => asked.position(),
        What::Xor => {
            let report = Report::new(engine, &asked.played()?, 0)?;
            Ok(Drawing::plain(what, xor(&Columns::of(&report), &request.style)))
        }
        What::Mex => asked.mex(),
        What::Graph => {
            let positions = Positions::of(engine, &asked.sum()?, request.most.unwrap_or(DEFAULT))?;
            let picture = graph(&positions, &request.style);
            Ok(Drawing { nodes: picture.positions.nodes, ..Drawing::plain(what, picture.svg) })
        }
        What::Table => asked.table(),
        What::Plot => asked.plot(),
        What::Rows => asked.rows(),
    }
}

struct Asked<'a> {
    engine: &'a Engine,
    settings: &'a Settings,
    request: &'a Request,
    watch: &'a Watch,
}

impl Asked<'_> {
    fn sum(&self) -> Result<Sum, Error> {
        Ok(self.engine.sum(&self.request.of, self.settings)?)
    }

    /// A sum whose parts have values.
    fn played(&self) -> Result<Sum, Error> {
        let sum = self.sum()?;
        if sum.misere {
            Err(Error::Bad("under misère play a position has an outcome, but no value".to_owned()))
        } else {
            Ok(sum)
        }
    }

    fn guess(&self) -> Result<What, Error> {
        let position = self.sum();
        if position.is_ok() {
            return Ok(What::Position);
        }
        match self.engine.arity(&self.request.of, self.settings) {
            Ok(1) => Ok(What::Plot),
            Ok(2) => Ok(What::Table),
            Ok(_) => Err(Error::Bad(format!("`{}` is a game: draw a position of it", self.request.of))),
            // What has brackets was meant as a position.
            Err(_) if self.request.of.contains('(') => Err(position.err().unwrap_or_else(|| Error::Bad(String::new()))),
            Err(error) => Err(error.into()),
        }
    }

    fn position(&self) -> Result<Drawing, Error> {
        let sum = self.sum()?;
        let moves = if self.request.moves { first_moves(self.engine, &sum, MOST_MOVES)?.moves } else { Vec::new() };
        let mut values = Vec::new();
        if self.request.values && !sum.misere {
            for term in &sum.terms {
                let value = self.engine.any_value(&term.component)?.to_string();
                values.push(self.request.style.language.value(&value));
            }
        }
        let picture = position(&sum, &moves, &values, &self.request.style);
        let moves = moves.iter().map(ToString::to_string).collect();
        Ok(Drawing { moves, touched: picture.touched, ..Drawing::plain(What::Position, picture.svg) })
    }

    fn mex(&self) -> Result<Drawing, Error> {
        let report = Report::new(self.engine, &self.played()?, 0)?;
        let ([line], [strategy]) = (report.lines.as_slice(), report.strategy.as_slice()) else {
            return Err(Error::Bad("the mex is of one position, not of a sum".to_owned()));
        };
        let options = OptionsByValue::of(self.engine, line, strategy)?;
        Ok(Drawing::plain(What::Mex, mex(&options, &self.request.style)))
    }

    /// The ranges of so many arguments.
    fn ranges(&self, count: usize, last: u64) -> Result<Vec<RangeInclusive<u64>>, Error> {
        let end = |given: &[u64], at: usize, or: u64| given.get(at).or(given.first()).copied().unwrap_or(or);
        let ranges: Vec<_> =
            (0..count).map(|at| end(&self.request.from, at, 0)..=end(&self.request.to, at, last)).collect();
        if let Some(empty) = ranges.iter().find(|range| range.is_empty()) {
            return Err(Error::Bad(format!(
                "the first argument {} is larger than the last, {}",
                empty.start(),
                empty.end()
            )));
        }
        let cells =
            ranges.iter().map(|range| u128::from(range.end() - range.start()) + 1).fold(1, u128::saturating_mul);
        if cells > MOST_VALUES {
            return Err(Error::NotFound(format!("a picture is of at most {MOST_VALUES} values")));
        }
        Ok(ranges)
    }

    fn arity(&self, wanted: usize) -> Result<(), Error> {
        let game = &self.request.of;
        if self.engine.is_misere(game, self.settings)? {
            return Err(Error::Bad(format!("{game}: under misère play a position has an outcome, but no value")));
        }
        match self.engine.arity(game, self.settings)? {
            arity if arity == wanted => Ok(()),
            arity => Err(Error::Bad(format!("`{game}` has {arity} arguments, this picture is for {wanted}"))),
        }
    }

    fn values(&self, range: RangeInclusive<u64>) -> Result<Vec<Value>, Error> {
        match self.engine.table(&self.request.of, self.settings, &[range])? {
            Table::Row(values) => Ok(values),
            Table::Grid(_) => Err(Error::Bad("a row is for one argument".to_owned())),
        }
    }

    fn table(&self) -> Result<Drawing, Error> {
        self.arity(2)?;
        let ranges = self.ranges(2, TABLE)?;
        let Table::Grid(values) = self.engine.table(&self.request.of, self.settings, &ranges)? else {
            return Err(Error::Bad("a table is for two arguments".to_owned()));
        };
        let grid = Grid { title: &self.request.of, first: (*ranges[0].start(), *ranges[1].start()), values: &values };
        Ok(Drawing::plain(What::Table, heat_map(&grid, &self.request.style)))
    }

    fn plot(&self) -> Result<Drawing, Error> {
        self.arity(1)?;
        let range = self.ranges(1, PLOT)?.remove(0);
        let values = self.values(range.clone())?;
        let sequence = Sequence { title: &self.request.of, first: *range.start(), values: &values };
        Ok(Drawing::plain(What::Plot, plot(&sequence, &self.request.style)))
    }

    fn rows(&self) -> Result<Drawing, Error> {
        self.arity(1)?;
        let period = match self.request.period {
            Some(0) => return Err(Error::Bad("a row has at least one value".to_owned())),
            Some(period) => period,
            None => self.period()?,
        };
        let range = self.ranges(1, period.saturating_mul(ROWS).saturating_sub(1))?.remove(0);
        let values = self.values(range.clone())?;
        let sequence = Sequence { title: &self.request.of, first: *range.start(), values: &values };
        Ok(Drawing::plain(What::Rows, rows(&sequence, period, &self.request.style)))
    }

    fn period(&self) -> Result<u64, Error> {
        let game = &self.request.of;
        let mut computed = Computed::new(self.engine, game, self.settings, Some(LOOKED_AT), self.watch)?;
        let report = PeriodReport::new(game, &mut computed, self.watch);
        report.period.ok_or_else(|| {
            Error::Bad(format!("no period of {game} was seen in the first {LOOKED_AT} values: say how long a row is"))
        })
    }
}
