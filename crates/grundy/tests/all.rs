//! All tests of the crate in one program: linked once. A file that is not listed here is refused by `./test`.

mod boards;
mod graph;
mod heap_certificates;
mod heap_engines;
mod heap_periods;
mod heap_rule;
mod heap_survey;
mod nimber;
mod nimber_calculator;
mod ordinal;
mod ordinal_transfinite;
mod outcomes;
mod pebbles;
mod retrograde;
mod search;
