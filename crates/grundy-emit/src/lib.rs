//! From the rules of a contest problem to a program in C++, Rust or Python.
//!
//! ```text
//! Program ── lower ──▶ typed program ── print ──▶ C++ 17, Rust 2021, Python 3.11
//! ```
//! [`emit`] writes a whole program that reads the input, finds the values of positions and prints the answer. The values of a kind
//! come from a formula that somebody has proved ([`Known`]), from a table filled upwards, or from a search that works out
//! every position once. What cannot be written is refused with its place; nothing is left out silently.
//!
//! ```
//! use grundy_emit::{Language, emit};
//! use grundy_rules::Library;
//! let mut library = Library::new();
//! library.add_rules("nim", "nim(n) -> nim(m) for m in 0..n-1\ninput n, x[n]\nplay nim(a) for a in x\nanswer win")?;
//! let program = library.program("nim").ok_or("no rules")?;
//! let emitted = emit(program, &[], Language::Python)?;
//! assert!(emitted.text.contains("def value_nim(wanted):"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;
mod ir;
mod known;
mod lower;
mod print;
mod shape;
mod walk;

pub use known::{known, table};

use grundy_rules::Library;
use grundy_rules::diagnostic::Diagnostics;
use grundy_rules::program::Program;

/// Grundy values of searched positions are below this: a position has fewer moves.
pub(crate) const VALUE: i128 = 1 << 60;

/// The language of an emitted program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// C++ 17.
    Cpp,
    /// Rust, edition 2021, no crates.
    Rust,
    /// Python 3.11, no packages.
    Python,
}

/// A formula for the values of a kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    /// The kind.
    pub kind: String,
    /// Names for its arguments.
    pub args: Vec<String>,
    /// The value, an expression of the rule language in these names and in params.
    pub formula: String,
    /// What it needs: a condition on params.
    pub needs: Option<String>,
    /// Why it is right: lines of a comment.
    pub why: Vec<String>,
}

/// A program that was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Emitted {
    /// Its text.
    pub text: String,
    /// How the values of each kind in use are found: `formula`, `table` or `search`.
    pub methods: Vec<(String, &'static str)>,
}

/// Writes the program of a contest file. Every [`Known`] is believed: say only what is proved, or say in its comment that it is not.
pub fn emit(program: &Program, known: &[Known], language: Language) -> Result<Emitted, Diagnostics> {
    let lowered = lower::lower(program, known).map_err(|error| Diagnostics::one(program.source.clone(), error))?;
    let method = |kind: &ir::Kind| match kind.solver {
        ir::Solver::Formula { .. } => "formula",
        ir::Solver::Table(_) | ir::Solver::Splits(..) => "table",
        ir::Solver::Search(_) => "search",
    };
    let methods = lowered.kinds.iter().flatten().map(|kind| (kind.name.clone(), method(kind))).collect();
    Ok(Emitted { text: print::print(&lowered, language), methods })
}

/// Writes a function for the values of a kind, with the functions that it needs; `params` become arguments behind its own.
///
/// ```
/// use grundy_emit::{Known, Language, function};
/// let known = Known { kind: "take".into(), args: vec!["n".into()], formula: "n % (L + R) / L".into(), needs: None, why: vec![] };
/// let text = function(&known, &["L".into(), "R".into()], Language::Python)?;
/// assert!(text.contains("def value_take(n, L, R):\n    return n % (L + R) // L"));
/// # Ok::<(), grundy_rules::diagnostic::Diagnostics>(())
/// ```
pub fn function(known: &Known, params: &[String], language: Language) -> Result<String, Diagnostics> {
    let mut known = known.clone();
    known.args.extend_from_slice(params);
    let mut library = Library::new();
    library.add_rules("formula", "plain(n) -> plain(n-1)")?;
    let Some(program) = library.program("formula") else { return Ok(String::new()) };
    let lowered = lower::formula(program, &known).map_err(|error| Diagnostics::one(program.source.clone(), error))?;
    Ok(print::function(&lowered, language))
}
