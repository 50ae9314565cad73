//! Values as numpy arrays.

use grundy_report::table::Cells;
use numpy::{Element, PyArray1, PyArrayMethods};
use pyo3::prelude::*;

/// An array of this shape, or a list of texts.
pub fn to_python<'py>(py: Python<'py>, cells: Cells, shape: &[usize]) -> PyResult<Bound<'py, PyAny>> {
    match cells {
        Cells::One(values) => array(py, values, shape),
        Cells::Two(values) => array(py, values, shape),
        Cells::Four(values) => array(py, values, shape),
        Cells::Eight(values) => array(py, values, shape),
        Cells::Texts(texts) => Ok(texts.into_pyobject(py)?.into_any()),
    }
}

fn array<'py, T: Element>(py: Python<'py>, values: Vec<T>, shape: &[usize]) -> PyResult<Bound<'py, PyAny>> {
    let row = PyArray1::from_vec(py, values);
    match shape {
        [rows, columns] => Ok(row.reshape([*rows, *columns])?.into_any()),
        _ => Ok(row.into_any()),
    }
}
