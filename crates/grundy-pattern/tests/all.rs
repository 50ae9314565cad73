//! All tests of the crate in one program: linked once. A file that is not listed here is refused by `./test`.

mod conform;
mod families;
mod linear;
mod method;
mod mutants;
mod outside;
mod pattern;
mod prove;
mod random;
mod take_range;
