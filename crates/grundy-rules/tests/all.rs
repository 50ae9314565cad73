//! All tests of the crate in one program: linked once. A file that is not listed here is refused by `./test`.

mod catalogue;
mod check;
mod contest;
mod contest_caps;
mod contest_inputs;
mod copies;
mod counting;
mod design;
mod engine;
mod fuzz;
mod input_texts;
mod integers;
mod judge;
mod language;
mod modules;
mod option;
mod options;
mod outcomes;
mod print;
mod questions;
mod recognise;
mod rules_md;
mod runs;
mod vectors;
mod winning;
mod wrong;
