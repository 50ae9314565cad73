//! Ordinals below ε₀: values of positions with infinitely many options.

use grundy::ordinal::{Error, Ordinal as Core};
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::hash::{DefaultHasher, Hash, Hasher};

/// An ordinal in Cantor normal form: ``Ordinal("w*2+1")``, ``Ordinal(3)``.
///
/// ``+`` and ``*`` are ordinary ordinal arithmetic, ``^`` is the nim-sum; ``nim_product`` is the product in the field of nimbers.
#[pyclass(frozen, module = "grundy")]
#[derive(Clone)]
pub struct Ordinal(Core);

/// What may stand beside an ordinal.
#[derive(FromPyObject)]
enum Operand<'py> {
    Ordinal(PyRef<'py, Ordinal>),
    Number(u128),
}

impl Operand<'_> {
    fn get(&self) -> Core {
        match self {
            Operand::Ordinal(ordinal) => ordinal.0.clone(),
            Operand::Number(number) => Core::from(*number),
        }
    }
}

fn checked(result: Result<Core, Error>) -> PyResult<Ordinal> {
    result.map(Ordinal).map_err(|error| PyOverflowError::new_err(error.to_string()))
}

#[pymethods]
impl Ordinal {
    #[new]
    #[pyo3(signature = (value, /))]
    fn new(value: &Bound<'_, PyAny>) -> PyResult<Ordinal> {
        if let Ok(operand) = value.extract::<Operand<'_>>() {
            return Ok(Ordinal(operand.get()));
        }
        let text: String = value
            .extract()
            .map_err(|_| PyTypeError::new_err("expected a text such as \"w*2+1\", or a natural number"))?;
        let core = text.parse::<Core>().map_err(|error| PyValueError::new_err(format!("{text}: {error}")))?;
        Ok(Ordinal(core))
    }

    /// The natural number that it is, or ``None``.
    #[getter]
    fn finite(&self) -> Option<u128> {
        self.0.as_finite()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Ordinal('{}')", self.0)
    }

    fn __bool__(&self) -> bool {
        !self.0.is_zero()
    }

    /// A finite ordinal equals its number, and has its hash.
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        match self.0.as_finite() {
            Some(number) => number.into_pyobject(py)?.hash(),
            None => {
                let mut hasher = DefaultHasher::new();
                self.0.hash(&mut hasher);
                // Any bits will do, but for the value that Python reserves for errors.
                Ok((hasher.finish() >> 2) as isize)
            }
        }
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        match other.extract::<Operand<'_>>() {
            Ok(other) => Ok(op.matches(self.0.cmp(&other.get())).into_pyobject(py)?.to_owned().into_any().unbind()),
            Err(_) => Ok(py.NotImplemented()),
        }
    }

    fn __add__(&self, other: Operand<'_>) -> PyResult<Ordinal> {
        checked(self.0.checked_add(&other.get()))
    }

    fn __radd__(&self, other: Operand<'_>) -> PyResult<Ordinal> {
        checked(other.get().checked_add(&self.0))
    }

    fn __mul__(&self, other: Operand<'_>) -> PyResult<Ordinal> {
        checked(self.0.checked_mul(&other.get()))
    }

    fn __rmul__(&self, other: Operand<'_>) -> PyResult<Ordinal> {
        checked(other.get().checked_mul(&self.0))
    }

    fn __xor__(&self, other: Operand<'_>) -> Ordinal {
        Ordinal(self.0.nim_sum(&other.get()))
    }

    fn __rxor__(&self, other: Operand<'_>) -> Ordinal {
        Ordinal(self.0.nim_sum(&other.get()))
    }

    /// The product in the field of nimbers.
    fn nim_product(&self, other: Operand<'_>) -> PyResult<Ordinal> {
        checked(self.0.nim_product(&other.get()))
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (String,))> {
        Ok((slf.get_type().into_any().unbind(), (slf.get().0.to_string(),)))
    }
}
