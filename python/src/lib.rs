//! The extension module `grundy._core`: thin bindings. A question goes to the same library types as on the command line, and its answer
//! comes back as the JSON that `--json` prints, or as an array; the classes that people use are Python, in grundy/.

mod answers;
mod arrays;
mod call;
mod error;
mod formulas;
mod function;
mod ordinal;
mod rules;
#[cfg(unix)]
mod stress;
mod survey;
mod table;

use pyo3::prelude::*;

/// The compiled part of grundy.
#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<call::Limits>()?;
    module.add_class::<rules::Rules>()?;
    module.add_class::<answers::Computed>()?;
    module.add_class::<function::FunctionSolver>()?;
    module.add_class::<ordinal::Ordinal>()?;
    module.add_class::<survey::Plan>()?;
    module.add_class::<table::TablePlan>()?;
    module.add_class::<table::TableReader>()?;
    module.add_function(wrap_pyfunction!(formulas::pattern, module)?)?;
    module.add_function(wrap_pyfunction!(formulas::prove, module)?)?;
    module.add_function(wrap_pyfunction!(formulas::verify, module)?)?;
    module.add_function(wrap_pyfunction!(formulas::nimber, module)?)?;
    module.add_function(wrap_pyfunction!(formulas::games, module)?)?;
    module.add_function(wrap_pyfunction!(formulas::write, module)?)?;
    #[cfg(unix)]
    module.add_function(wrap_pyfunction!(stress::stress, module)?)?;
    Ok(())
}
