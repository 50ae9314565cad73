//! The hook for games written in Rust: boards and graphs that text rules would not say well.

use crate::value::Val;
use grundy::{Stop, Watch};
use std::fmt::Debug;
use std::ops::ControlFlow;

/// Reads a file that an EXPR names. A right of the command line only.
pub trait Files: Send + Sync {
    /// The content of a file, or why it cannot be read.
    fn read(&self, path: &str) -> Result<Vec<u8>, String>;
}

/// A game written in Rust. A position is a list of values, as an EXPR writes it, in canonical form: equal positions
/// have equal arguments.
pub trait Native: Debug + Send + Sync {
    /// The name in an EXPR.
    fn name(&self) -> &str;

    /// How it is written, as `chomp(r, c)`.
    fn usage(&self) -> &str;

    /// The independent positions, in canonical form, that arguments typed by a user describe; or what is wrong with
    /// them. A file is read only here.
    fn read(&self, args: &[Val], files: Option<&dyn Files>) -> Result<Vec<Vec<Val>>, String>;

    /// Calls `visit` with each move from a canonical position, as the canonical positions that it leaves.
    fn moves(&self, position: &[Val], visit: &mut dyn FnMut(&[Vec<Val>]) -> ControlFlow<()>) -> ControlFlow<()>;

    /// The Grundy value of a canonical position.
    fn value(&self, position: &[Val], watch: &Watch) -> Result<u64, Stop>;

    /// The method that [`Native::value`] uses.
    fn strategy(&self) -> &str;
}
