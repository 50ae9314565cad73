//! Pictures of impartial games as SVG, made once for the command line, the page and notebooks.
//!
//! [`position`] draws a sum of positions, with what each move touches, so that a page can let people tap what they see; [`xor`] the
//! values in binary columns, [`mex`] the options as a ladder with its gap, [`heat_map`] a table, [`plot`] and [`rows`] a sequence,
//! [`graph`] all positions of a small game. [`draw`] does any of these from a [`Request`] in words. [`blocks`] draws with characters.
//!
//! The same input gives the same bytes. Colours are CSS variables for light and dark; nothing is told by colour alone; every picture
//! has a title and a description inside. Everything from outside is escaped, control characters become symbols, and however large the
//! position, the picture stays small: what has no room is told by numbers.

pub mod blocks;
mod content;
mod figure;
mod graph;
mod heat;
mod layers;
mod mex;
mod network;
mod plot;
mod position;
mod request;
mod style;
mod svg;
mod touch;
mod words;
mod xor;

pub use graph::{GraphPicture, Node, Positions, graph};
pub use heat::{Grid, heat_map, rows};
pub use mex::mex;
pub use plot::{Sequence, plot};
pub use position::{MOST_MOVES, PositionPicture, Touched, position};
pub use request::{Drawing, Request, What, draw};
pub use style::{Style, Theme, css};
pub use words::Language;
pub use xor::xor;
