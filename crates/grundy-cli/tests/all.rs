//! All tests of the crate in one program: linked once. A file that is not listed here is refused by `./test`.

mod commands;
mod draw;
mod folder;
#[cfg(unix)]
mod interact;
mod robust;
mod stress;
mod survey;
mod table;
