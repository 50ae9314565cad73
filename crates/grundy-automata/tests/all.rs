//! All tests of the crate in one program: linked once. A file that is not listed here is refused by `./test`.

mod games;
mod operations;
mod random;
mod rules;
mod sentences;
