//! What positions look like, for those who draw them: said by a line `draw` of a rule file, or by a game written in Rust.
//!
//! A shape is a hint for pictures and never changes a value. Rules without one are drawn by a guess from their arguments.

use grundy::graph::Graph;
use std::sync::Arc;

/// What a position looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Shape {
    /// Heaps of stones: each integer, or each element of a list, is one.
    Heaps,
    /// A row of pins, which may fall apart.
    Row,
    /// A ring of pins.
    Ring,
    /// A strip of squares with a coin on each square that is listed.
    Strip,
    /// Stairs, with so many balls on each step.
    Stairs,
    /// Squares in a row, each with a number or a letter.
    Cells,
    /// A token on the square with these coordinates, counted from the lower left corner.
    Grid,
    /// A bar of so many rows and columns of squares.
    Bar,
    /// Rows of squares of these lengths, the first at the bottom.
    Rows,
    /// A board: rows of texts or lists, or so many rows and columns of empty squares.
    Board,
    /// A tree: each list is a node, its elements hang on it.
    Tree,
    /// A tree on a stalk.
    Branch,
    /// A graph, of games written in Rust.
    Graph,
    /// A card with the text of the position.
    Card,
}

impl Shape {
    /// All shapes with the words for them in a line `draw`; a graph is not said there.
    pub const WORDS: [(&'static str, Shape); 13] = [
        ("heaps", Shape::Heaps),
        ("row", Shape::Row),
        ("ring", Shape::Ring),
        ("strip", Shape::Strip),
        ("stairs", Shape::Stairs),
        ("cells", Shape::Cells),
        ("grid", Shape::Grid),
        ("bar", Shape::Bar),
        ("rows", Shape::Rows),
        ("board", Shape::Board),
        ("tree", Shape::Tree),
        ("branch", Shape::Branch),
        ("card", Shape::Card),
    ];

    /// The shape of a word.
    pub fn named(word: &str) -> Option<Shape> {
        Shape::WORDS.iter().find(|(known, _)| *known == word).map(|(_, shape)| *shape)
    }
}

/// A shape and the arguments that it is made of; the others are only written beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawn {
    /// The shape.
    pub shape: Shape,
    /// The places of the arguments, in the order of the shape.
    pub args: Vec<usize>,
}

/// A position on a graph.
#[derive(Debug, Clone)]
pub struct Network {
    /// The whole graph that play began on.
    pub graph: Arc<Graph>,
    /// For each node whether it is left.
    pub nodes: Vec<bool>,
    /// For each edge whether it is left.
    pub edges: Vec<bool>,
    /// The node with the token.
    pub token: Option<u32>,
    /// The node that is the ground.
    pub ground: Option<u32>,
}
