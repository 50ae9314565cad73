//! All tests of the crate in one program.

mod emitted;
mod files;
mod refused;
