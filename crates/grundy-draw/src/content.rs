//! What is seen of a position: its arguments as piles, pins, coins, squares, trees or graphs.
//!
//! The rules may say the shape (a line `draw`, or a game written in Rust); otherwise it is guessed from the arguments. No game is
//! known by its name.

use crate::svg::shown;
use grundy_rules::value::Val;
use grundy_rules::{Component, Drawn, Network, Shape};

/// What is seen of a position.
#[derive(Debug, Clone)]
pub(crate) enum Content {
    /// Heaps of stones.
    Heaps(Vec<u128>),
    /// Pins in a row.
    Row(u128),
    /// Pins in a ring.
    Ring(u128),
    /// The squares with coins.
    Strip(Vec<u128>),
    /// How many balls are on each step.
    Stairs(Vec<u128>),
    /// What stands on squares in a row.
    Cells(Vec<Symbol>),
    /// A token.
    Grid(u128, u128),
    /// Rows of squares, the lowest first.
    Bar(Vec<u128>),
    /// Rows of squares, the highest first.
    Board(Vec<Vec<Symbol>>),
    /// A tree, and whether it stands on a stalk.
    Tree(Tree, bool),
    /// A graph.
    Graph(Network),
    /// Only its text.
    Card,
}

/// What stands on a square.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Symbol {
    /// Nothing: `.`, `_` or a space.
    Empty,
    /// Filled: `#`.
    Full,
    /// A number.
    Number(u128),
    /// Anything else, as text.
    Text(String),
}

/// A tree: what hangs on its root.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Tree(pub(crate) Vec<Tree>);

/// Rows of a bar that are looked at; more are drawn as one number.
const MOST_ROWS: u128 = 1 << 10;

/// The deepest tree that is drawn.
const DEEPEST: usize = 60;

/// A component as it is seen, with the arguments that are not part of the picture.
#[derive(Debug, Clone)]
pub(crate) struct Seen {
    pub(crate) content: Content,
    pub(crate) beside: Vec<String>,
}

impl Seen {
    pub(crate) fn of(component: &Component) -> Seen {
        let args = component.args();
        let said = component.drawn().and_then(|drawn| {
            let content = by_shape(component, &drawn)?;
            Some((content, drawn.args))
        });
        let (content, used) = said.unwrap_or_else(|| guess(component));
        let name =
            |place: usize| component.arg_names().get(place).map_or_else(|| format!("#{}", place + 1), String::clone);
        let shown = !matches!(content, Content::Card | Content::Graph(_));
        let beside = (0..args.len()).filter(|place| shown && !used.contains(place));
        let beside = beside.map(|place| format!("{} = {}", name(place), args[place])).collect();
        Seen { content, beside }
    }
}

/// The picture that a shape asks for; nothing if the arguments do not fit it.
fn by_shape(component: &Component, drawn: &Drawn) -> Option<Content> {
    let args: Vec<&Val> = drawn.args.iter().map(|&place| component.args().get(place)).collect::<Option<_>>()?;
    Some(match drawn.shape {
        Shape::Heaps => Content::Heaps(numbers(&args)?),
        Shape::Row => Content::Row(single(&args)?),
        Shape::Ring => Content::Ring(single(&args)?),
        Shape::Strip => Content::Strip(numbers(&args)?),
        Shape::Stairs => Content::Stairs(numbers(&args)?),
        Shape::Cells => Content::Cells(cells(&args)?),
        Shape::Grid => match numbers(&args)?.as_slice() {
            [x, y] => Content::Grid(*x, *y),
            _ => return None,
        },
        Shape::Bar => match numbers(&args)?.as_slice() {
            [rows, columns] => Content::Bar(rectangle(*rows, *columns)?),
            _ => return None,
        },
        Shape::Rows => Content::Bar(numbers(&args)?),
        Shape::Board => Content::Board(board(&args)?),
        Shape::Tree | Shape::Branch => match args.as_slice() {
            [tree] => Content::Tree(tree_of(tree, DEEPEST)?, drawn.shape == Shape::Branch),
            _ => return None,
        },
        Shape::Graph => Content::Graph(component.network()?),
        _ => Content::Card,
    })
}

/// A picture from the arguments alone, and which of them are in it.
fn guess(component: &Component) -> (Content, Vec<usize>) {
    let args = component.args();
    let all = || (0..args.len()).collect();
    let integers = args.iter().all(|arg| matches!(arg, Val::Int(_)));
    if let (true, Some(numbers)) = (integers && !args.is_empty(), numbers(&args.iter().collect::<Vec<_>>())) {
        return match numbers.as_slice() {
            [n] if component.splits() => (Content::Row(*n), all()),
            _ => (Content::Heaps(numbers), all()),
        };
    }
    let place = args.iter().position(|arg| matches!(arg, Val::List(_) | Val::Text(_)));
    let others = args.iter().filter(|arg| matches!(arg, Val::List(_) | Val::Text(_))).count();
    let (Some(place), 1) = (place, others) else { return (Content::Card, all()) };
    let arg = [&args[place]];
    let content = numbers(&arg).map(Content::Heaps).or_else(|| match arg[0] {
        Val::Text(_) => cells(&arg).map(Content::Cells),
        _ => None,
    });
    let content = content.or_else(|| tree_of(arg[0], DEEPEST).map(|tree| Content::Tree(tree, false)));
    let content = content.or_else(|| board(&arg).map(Content::Board));
    let content = content.or_else(|| cells(&arg).map(Content::Cells));
    content.map_or_else(|| (Content::Card, all()), |content| (content, vec![place]))
}

fn natural(value: &Val) -> Option<u128> {
    match value {
        Val::Int(n) => u128::try_from(*n).ok(),
        _ => None,
    }
}

fn single(args: &[&Val]) -> Option<u128> {
    match args {
        [n] => natural(n),
        _ => None,
    }
}

/// Integers, or the integers of a list.
fn numbers(args: &[&Val]) -> Option<Vec<u128>> {
    match args {
        [Val::List(list)] => list.items().iter().map(natural).collect(),
        _ => args.iter().map(|arg| natural(arg)).collect(),
    }
}

fn symbol(value: &Val) -> Symbol {
    match value {
        Val::Int(_) => natural(value).map_or_else(|| Symbol::Text(value.to_string()), Symbol::Number),
        Val::Text(text) => match text.as_slice() {
            [one] => letter(*one),
            _ => Symbol::Text(text.chars().map(shown).collect()),
        },
        _ => Symbol::Text(value.to_string()),
    }
}

fn letter(char: char) -> Symbol {
    match char {
        '.' | '_' | ' ' => Symbol::Empty,
        '#' => Symbol::Full,
        _ => Symbol::Text(shown(char).to_string()),
    }
}

/// The letters of a text, or the elements of a list.
fn cells(args: &[&Val]) -> Option<Vec<Symbol>> {
    match args {
        [Val::Text(text)] => Some(text.chars().map(letter).collect()),
        [Val::List(list)] => Some(list.items().iter().map(symbol).collect()),
        _ => None,
    }
}

/// Rows of one length, or the numbers of rows and columns of an empty board.
fn board(args: &[&Val]) -> Option<Vec<Vec<Symbol>>> {
    match args {
        [Val::List(list)] => {
            let rows: Vec<Vec<Symbol>> = list.items().iter().map(|row| cells(&[row])).collect::<Option<_>>()?;
            let length = rows.first()?.len();
            (length > 0 && rows.iter().all(|row| row.len() == length)).then_some(rows)
        }
        [rows, columns] => {
            let (rows, columns) = (natural(rows)?, natural(columns)?);
            let small = rows.checked_mul(columns).is_some_and(|cells| cells <= MOST_ROWS) && rows <= MOST_ROWS;
            small.then(|| vec![vec![Symbol::Empty; columns as usize]; rows as usize])
        }
        _ => None,
    }
}

fn rectangle(rows: u128, columns: u128) -> Option<Vec<u128>> {
    (rows <= MOST_ROWS).then(|| vec![columns; rows as usize])
}

fn tree_of(value: &Val, depth: usize) -> Option<Tree> {
    let Val::List(list) = value else { return None };
    let below = depth.checked_sub(1)?;
    list.items().iter().map(|item| tree_of(item, below)).collect::<Option<Vec<_>>>().map(Tree)
}
