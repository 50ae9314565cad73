//! Games as Python functions: the core searches, Python lists the options. Positions are interned to numbers of 32 bits, so that the
//! search keeps four bytes a position and depth costs no stack.

use crate::call::Limits;
use crate::error::Failure;
use grundy::game::{Game, Listed};
use grundy::solve::{Error, Solver};
use grundy::{Stop, Watch};
use pyo3::exceptions::{PyOverflowError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyList, PyTuple};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::{self, ThreadId};
use std::time::Duration;

/// How long a thread waits before it looks again whether another one is done.
const WAIT: Duration = Duration::from_millis(1);

/// Solves a game that a Python function gives.
#[pyclass(frozen, module = "grundy._core")]
pub struct FunctionSolver {
    solver: Mutex<Solver<Function>>,
    /// The thread that solves.
    owner: Mutex<Option<ThreadId>>,
}

/// The game.
struct Function {
    /// Gives the options of a position: tuples and integers are positions, what else there is goes to `parts`.
    options: Py<PyAny>,
    /// Takes a sum apart into its positions.
    parts: Py<PyAny>,
    /// The number of each position.
    numbers: Py<PyDict>,
    /// The position of each number.
    positions: Py<PyList>,
}

impl Function {
    fn number(&self, position: &Bound<'_, PyTuple>) -> PyResult<u32> {
        let py = position.py();
        let numbers = self.numbers.bind(py);
        if let Some(number) = numbers.get_item(position)? {
            return number.extract();
        }
        let positions = self.positions.bind(py);
        let number =
            u32::try_from(positions.len()).map_err(|_| PyOverflowError::new_err("more than 2^32 positions"))?;
        positions.append(position)?;
        numbers.set_item(position, number)?;
        Ok(number)
    }

    /// The positions that an option leaves.
    fn left(&self, option: &Bound<'_, PyAny>, into: &mut Vec<u32>) -> PyResult<()> {
        let py = option.py();
        into.clear();
        if let Ok(position) = option.cast::<PyTuple>() {
            into.push(self.number(position)?);
        } else if option.is_instance_of::<PyInt>() {
            into.push(self.number(&PyTuple::new(py, [option])?)?);
        } else {
            for part in self.parts.bind(py).call1((option,))?.try_iter()? {
                into.push(self.number(part?.cast::<PyTuple>()?)?);
            }
        }
        Ok(())
    }
}

impl Game for Function {
    type Position = u32;
    type Error = PyErr;

    fn moves(&self, position: &u32, visit: &mut impl FnMut(&[u32]) -> ControlFlow<()>) -> Listed<PyErr> {
        Python::attach(|py| {
            py.check_signals()?;
            let position = self.positions.bind(py).get_item(*position as usize)?;
            let mut parts = Vec::new();
            for option in self.options.bind(py).call1(position.cast_into::<PyTuple>()?)?.try_iter()? {
                self.left(&option?, &mut parts)?;
                if visit(&parts).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            Ok(ControlFlow::Continue(()))
        })
    }
}

#[pymethods]
impl FunctionSolver {
    #[new]
    fn new(py: Python<'_>, options: Py<PyAny>, parts: Py<PyAny>) -> FunctionSolver {
        let (numbers, positions) = (PyDict::new(py).unbind(), PyList::empty(py).unbind());
        let solver = Mutex::new(Solver::new(Function { options, parts, numbers, positions }));
        FunctionSolver { solver, owner: Mutex::new(None) }
    }

    /// The value of a position.
    fn value(&self, py: Python<'_>, position: &Bound<'_, PyTuple>, limits: &Limits) -> PyResult<u64> {
        let mut solver = self.enter(py)?;
        let number = solver.game().number(position)?;
        solver.set_watch(watch(limits));
        let answer = solver.value(&number);
        let answer = answer.map_err(|error| raise(py, error, solver.game()));
        drop(solver);
        *self.owner.lock().unwrap_or_else(PoisonError::into_inner) = None;
        answer
    }

    /// How many positions have been met.
    #[getter]
    fn positions(&self, py: Python<'_>) -> PyResult<usize> {
        let solver = self.enter(py)?;
        let count = solver.game().positions.bind(py).len();
        drop(solver);
        *self.owner.lock().unwrap_or_else(PoisonError::into_inner) = None;
        Ok(count)
    }
}

impl FunctionSolver {
    /// The solver, for this thread alone. The function itself may not ask: its own answer would be needed for that.
    fn enter(&self, py: Python<'_>) -> PyResult<MutexGuard<'_, Solver<Function>>> {
        let me = thread::current().id();
        loop {
            match self.solver.try_lock() {
                Ok(solver) => {
                    *self.owner.lock().unwrap_or_else(PoisonError::into_inner) = Some(me);
                    return Ok(solver);
                }
                Err(TryLockError::Poisoned(solver)) => return Ok(solver.into_inner()),
                Err(TryLockError::WouldBlock) => {
                    if *self.owner.lock().unwrap_or_else(PoisonError::into_inner) == Some(me) {
                        return Err(PyRuntimeError::new_err(
                            "the function of a game asks for a value of the same game",
                        ));
                    }
                    py.detach(|| thread::sleep(WAIT));
                    py.check_signals()?;
                }
            }
        }
    }
}

fn watch(limits: &Limits) -> Watch {
    let watch = Watch::new(limits.limits);
    match limits.progress() {
        Some(progress) => watch.with_progress(Arc::new(progress)),
        None => watch,
    }
}

/// The user's own exception as it is; a cycle by its positions.
fn raise(py: Python<'_>, error: Error<u32, PyErr>, game: &Function) -> PyErr {
    let cycle = |numbers: &[u32]| -> PyResult<PyErr> {
        let positions = game.positions.bind(py);
        let cycle = numbers.iter().map(|&number| positions.get_item(number as usize)).collect::<PyResult<Vec<_>>>()?;
        let class = py.import("grundy.errors")?.getattr("CycleError")?;
        Ok(PyErr::from_value(class.call1((cycle,))?))
    };
    match error {
        Error::Game(error) => error,
        Error::Cycle(numbers) => cycle(&numbers).unwrap_or_else(|error| error),
        Error::Stop(stop) => Failure::from(stop).raise(py),
        Error::Components { limit } => {
            Failure::Limit(format!("limit reached: {limit} components of one sum")).raise(py)
        }
        _ => Failure::from(Stop::Cancelled).raise(py),
    }
}
