//! Questions about sums and games: each answer is the JSON that the command prints, with its words as `text`.

use crate::arrays;
use crate::call::{self, Limits, Shared};
use crate::rules::{Given, Rules, Worker};
use grundy_draw::{Positions, Request};
use grundy_report::table::Cells;
use grundy_report::{
    CaseReport, CheckReport, DiffReport, Explanation, Hint, Moves, PeriodReport, Report, Text, Verdict, find_move,
    refuse_misere, to_json,
};
use grundy_rules::{Engine, Library, Settings};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::Serialize;
use std::sync::{Arc, Mutex, PoisonError};

/// Cases of a contest input that are explained at most.
const MOST_CASES: usize = 1000;

/// An answer with its words.
#[derive(Serialize)]
struct Told<'a, T> {
    #[serde(flatten)]
    answer: &'a T,
    text: Text,
}

pub fn told<T: Serialize>(answer: &T, text: Text) -> String {
    to_json(&Told { answer, text }).to_string()
}

/// A sum as it was understood: its text; its positions, each once with the number of its copies; whether play is misère.
type Understood = (String, Vec<(String, u128)>, bool);

#[pymethods]
impl Rules {
    #[new]
    #[pyo3(signature = (texts=Vec::new(), files=Vec::new()))]
    fn new(py: Python<'_>, texts: Vec<(String, String)>, files: Vec<(String, String)>) -> PyResult<Rules> {
        Rules::load(&texts, files).map_err(|failure| failure.raise(py))
    }

    /// The kinds of a rule file, each with the names of its arguments.
    fn kinds(&self, name: &str) -> Vec<(String, Vec<String>)> {
        let kinds = self.library().program(name).map(|program| program.kinds.iter());
        kinds.into_iter().flatten().map(|kind| (kind.name.clone(), kind.args.clone())).collect()
    }

    /// Reads a sum.
    fn read(&self, py: Python<'_>, expr: String, given: Given, limits: &Limits) -> PyResult<Understood> {
        let settings = self.settings(py, given)?;
        self.with_engine(py, limits, move |worker| {
            let sum = worker.engine.sum(&expr, &settings)?;
            Ok((sum.to_string(), sum.key(), sum.misere))
        })
    }

    /// Value, outcome and winning moves.
    fn solve(&self, py: Python<'_>, expr: String, given: Given, moves: usize, limits: &Limits) -> PyResult<String> {
        let settings = self.settings(py, given)?;
        self.with_engine(py, limits, move |worker| {
            let sum = worker.engine.sum(&expr, &settings)?;
            let report = Report::new(&worker.engine, &sum, moves)?;
            Ok(told(&report, report.text(" (moves=N lists up to N)")))
        })
    }

    /// Why; or why a move.
    #[pyo3(signature = (expr, given, play, limits))]
    fn explain(
        &self,
        py: Python<'_>,
        expr: String,
        given: Given,
        play: Option<String>,
        limits: &Limits,
    ) -> PyResult<String> {
        let settings = self.settings(py, given)?;
        self.with_engine(py, limits, move |Worker { engine, .. }| {
            let sum = engine.sum(&expr, &settings)?;
            if let Some(play) = play {
                let verdict = Verdict::new(engine, &sum, &find_move(engine, &settings, &sum, &play)?)?;
                return Ok(told(&verdict, verdict.text()));
            }
            let explanation = Explanation::new(engine, &sum)?;
            Ok(told(&explanation, explanation.text("")))
        })
    }

    /// The moves of a sum, each judged.
    fn moves(&self, py: Python<'_>, expr: String, given: Given, most: usize, limits: &Limits) -> PyResult<String> {
        let settings = self.settings(py, given)?;
        self.with_engine(py, limits, move |worker| {
            let sum = worker.engine.sum(&expr, &settings)?;
            let moves = Moves::new(&worker.engine, &sum, most)?;
            Ok(told(&moves, moves.text()))
        })
    }

    /// A hint in four steps.
    fn hint(&self, py: Python<'_>, expr: String, given: Given, limits: &Limits) -> PyResult<String> {
        let settings = self.settings(py, given)?;
        self.with_engine(py, limits, move |worker| {
            let sum = worker.engine.sum(&expr, &settings)?;
            Ok(to_json(&Hint::new(&worker.engine, &sum)?).to_string())
        })
    }

    /// A picture.
    fn draw(&self, py: Python<'_>, request: String, given: Given, limits: &Limits) -> PyResult<String> {
        let settings = self.settings(py, given)?;
        let request: Request =
            serde_json::from_str(&request).map_err(|error| PyValueError::new_err(error.to_string()))?;
        self.with_engine(py, limits, move |worker| {
            let drawing = grundy_draw::draw(&worker.engine, &settings, &request, &worker.watch)?;
            Ok(to_json(&drawing).to_string())
        })
    }

    /// The positions that can be reached from a sum.
    fn graph(&self, py: Python<'_>, expr: String, given: Given, most: usize, limits: &Limits) -> PyResult<String> {
        let settings = self.settings(py, given)?;
        self.with_engine(py, limits, move |worker| {
            let sum = worker.engine.sum(&expr, &settings)?;
            Ok(to_json(&Positions::of(&worker.engine, &sum, most)?).to_string())
        })
    }

    /// The values of a game over one or two ranges: an array if all are finite, else texts, row by row.
    fn values<'py>(
        &self,
        py: Python<'py>,
        game: String,
        given: Given,
        ranges: Vec<(u64, u64)>,
        limits: &Limits,
    ) -> PyResult<Bound<'py, PyAny>> {
        let settings = self.settings(py, given)?;
        let shape: Vec<usize> =
            ranges.iter().map(|&(from, to)| (to.saturating_sub(from) as usize).saturating_add(1)).collect();
        let ranges: Vec<_> = ranges.into_iter().map(|(from, to)| from..=to).collect();
        let cells = self.with_engine(py, limits, move |Worker { engine, watch, .. }| {
            refuse_misere(engine, &game, &settings, &game)?;
            Ok(Cells::compute(engine, &game, &settings, &ranges, watch)?)
        })?;
        arrays::to_python(py, cells, &shape)
    }

    /// How many arguments the positions of a game have.
    fn arity(&self, py: Python<'_>, game: String, given: Given, limits: &Limits) -> PyResult<usize> {
        let settings = self.settings(py, given)?;
        self.with_engine(py, limits, move |worker| Ok(worker.engine.arity(&game, &settings)?))
    }

    /// The value of every node of a digraph; nothing for other games.
    fn nodes(
        &self,
        py: Python<'_>,
        game: String,
        given: Given,
        limits: &Limits,
    ) -> PyResult<Option<Vec<(String, String)>>> {
        let settings = self.settings(py, given)?;
        self.with_engine(py, limits, move |worker| {
            let nodes = worker.engine.nodes(&game, &settings)?;
            let text = |(node, value): (String, grundy::Value)| (node, value.to_string());
            Ok(nodes.map(|nodes| nodes.into_iter().map(text).collect()))
        })
    }

    /// The methods that answer for a game, in order.
    fn strategies(&self, py: Python<'_>, game: String, given: Given, limits: &Limits) -> PyResult<Vec<String>> {
        let settings = self.settings(py, given)?;
        self.with_engine(py, limits, move |worker| Ok(worker.engine.kind_strategies(&game, &settings)?))
    }

    /// Period, pre-period and saltus.
    #[pyo3(signature = (game, shown, given, limit, limits))]
    fn period(
        &self,
        py: Python<'_>,
        game: String,
        shown: String,
        given: Given,
        limit: Option<u64>,
        limits: &Limits,
    ) -> PyResult<Computed> {
        let settings = self.settings(py, given)?;
        self.with_engine(py, limits, move |Worker { engine, watch, .. }| {
            refuse_misere(engine, &game, &settings, &shown)?;
            let mut computed = grundy_report::Computed::new(engine, &game, &settings, limit, watch)?;
            let report = PeriodReport::new(&shown, &mut computed, watch);
            Ok(Computed { json: told(&report, report.text()), computed: Arc::new(Mutex::new(computed)) })
        })
    }

    /// The first heap where two games differ.
    fn diff(&self, py: Python<'_>, a: String, b: String, given: Given, to: u64, limits: &Limits) -> PyResult<String> {
        let settings = self.settings(py, given)?;
        self.with_engine(py, limits, move |Worker { engine, watch, .. }| {
            refuse_misere(engine, &a, &settings, &a)?;
            refuse_misere(engine, &b, &settings, &b)?;
            let report = DiffReport::new((engine, &a), (engine, &b), &settings, to, watch)?;
            Ok(told(&report, report.text()))
        })
    }

    /// Checks a rule file: strategies, samples, shortcuts against the definition.
    fn check(&self, py: Python<'_>, name: String, given: Given, limits: &Limits) -> PyResult<String> {
        let settings = self.settings(py, given)?;
        let text = self.library().program(&name).map_or_else(String::new, |program| program.source.text.clone());
        self.with_engine(py, limits, move |worker| {
            let report = match CheckReport::native(&name, &text)? {
                Some(report) => report,
                None => CheckReport::new(&worker.engine, &name, &text, &settings)?,
            };
            Ok(told(&report, report.text()))
        })
    }

    /// Contest input to contest output; with `explain` the first cases as JSON, too. The catalogue is not there, as in a contest.
    fn judge(
        &self,
        py: Python<'_>,
        name: String,
        input: Vec<u8>,
        given: Given,
        explain: bool,
        limits: &Limits,
    ) -> PyResult<(String, Vec<String>)> {
        let settings = self.settings(py, given)?;
        let text = self.library().program(&name).map_or_else(String::new, |program| program.source.text.clone());
        let shared = Shared::default();
        let watch = shared.watch(limits.limits);
        call::run(py, limits, &shared, move || {
            let mut library = Library::new();
            library.add_rules(&name, &text).map_err(grundy_rules::Error::from)?;
            Ok(judge(&Engine::new(library, watch), &name, &settings, &input, explain)?)
        })
    }
}

fn judge(
    engine: &Engine,
    name: &str,
    settings: &Settings,
    input: &[u8],
    explain: bool,
) -> Result<(String, Vec<String>), grundy_rules::Error> {
    let (mut output, mut cases) = (String::new(), Vec::new());
    let mut print = |text: &str| output.push_str(text);
    if explain {
        engine.judge_explained(name, settings, input, &mut print, &mut |case| {
            if cases.len() < MOST_CASES {
                let report = CaseReport::from(case);
                cases.push(told(&report, report.text()));
            }
        })?;
    } else {
        engine.judge(name, settings, input, &mut print)?;
    }
    Ok((output, cases))
}

/// The values that a period was looked for in: a certificate is made of them.
#[pyclass(frozen, module = "grundy._core")]
pub struct Computed {
    /// The report.
    #[pyo3(get)]
    json: String,
    computed: Arc<Mutex<grundy_report::Computed>>,
}

#[pymethods]
impl Computed {
    /// The certificate of a proved period, accepted by the independent checker; nothing if none is proved.
    fn certificate<'py>(&self, py: Python<'py>, limits: &Limits) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let computed = self.computed.clone();
        let bytes = call::run(py, limits, &Shared::default(), move || {
            let computed = computed.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(computed.certificate()?)
        })?;
        Ok(bytes.map(|bytes| PyBytes::new(py, &bytes)))
    }
}
