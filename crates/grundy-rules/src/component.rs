//! Positions of any game side by side: components and sums.

use crate::engine::Methods;
use crate::game::{Pos, RuleGame, Shared};
use crate::integer::Integers;
use crate::native::Native;
use crate::value::Val;
use grundy::heap::{Rule, Sequence};
use grundy::solve::Solver;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex};

/// A game with everything that decides its values, and what is known of them.
pub(crate) struct Handle {
    /// Different games have different numbers.
    pub(crate) id: u64,
    /// How each kind is written.
    pub(crate) names: Vec<String>,
    /// Parameters that were given in the EXPR, as they are written behind the arguments.
    pub(crate) suffix: String,
    pub(crate) what: What,
}

impl Handle {
    /// The same rules, with the same params and data, however these were given.
    pub(crate) fn is_same_game(&self, other: &Handle) -> bool {
        match (&self.what, &other.what) {
            (What::Rules { game: a, .. }, What::Rules { game: b, .. }) => {
                Arc::ptr_eq(&a.loaded, &b.loaded) && a.globals == b.globals
            }
            _ => self.id == other.id,
        }
    }
}

/// The sorts of games.
pub(crate) enum What {
    /// A rule file with its params and data.
    Rules {
        game: Arc<RuleGame>,
        methods: Methods,
        integers: Box<Mutex<Integers>>,
        solver: Mutex<Solver<Shared>>,
        misere: bool,
    },
    /// A heap code.
    Code { rule: Rule, sequence: Box<Mutex<Sequence>> },
    /// A game written in Rust.
    Native(Arc<dyn Native>),
}

/// One position of one game. Its text is an EXPR.
#[derive(Clone)]
pub struct Component {
    pub(crate) handle: Arc<Handle>,
    pub(crate) kind: u32,
    pub(crate) args: Arc<[Val]>,
}

impl Component {
    /// The arguments.
    pub fn args(&self) -> &[Val] {
        &self.args
    }

    /// The name of its game or kind, or its heap code.
    pub fn name(&self) -> &str {
        &self.handle.names[self.kind as usize]
    }

    /// Whether both are the same position, however its params and data were given.
    pub fn is_same(&self, other: &Component) -> bool {
        self.handle.is_same_game(&other.handle) && self.kind == other.kind && self.args == other.args
    }

    /// The params and data behind its arguments.
    pub fn given(&self) -> Vec<(String, Val)> {
        let What::Rules { game, .. } = &self.handle.what else { return Vec::new() };
        let named = game.loaded.program.globals.iter().zip(&game.globals);
        named.filter_map(|(global, value)| Some((global.name.clone(), value.clone()?))).collect()
    }

    pub(crate) fn pos(&self) -> Pos {
        Pos { kind: self.kind, args: self.args.clone() }
    }

    /// Another position of the same game.
    pub(crate) fn sibling(&self, kind: u32, args: Arc<[Val]>) -> Component {
        Component { handle: self.handle.clone(), kind, args }
    }
}

impl PartialEq for Component {
    fn eq(&self, other: &Component) -> bool {
        self.handle.id == other.handle.id && self.kind == other.kind && self.args == other.args
    }
}

impl Eq for Component {}

impl Hash for Component {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.handle.id, self.kind, &self.args).hash(state);
    }
}

impl fmt::Display for Component {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(", self.name())?;
        for (index, arg) in self.args.iter().enumerate() {
            write!(f, "{}{arg}", if index == 0 { "" } else { ", " })?;
        }
        write!(f, "{})", self.handle.suffix)
    }
}

impl fmt::Debug for Component {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Some copies of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// How many, at least one.
    pub count: u128,
    /// The position.
    pub component: Component,
}

/// A sum of positions; copies are never written out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sum {
    /// The terms, in the order written.
    pub terms: Vec<Term>,
    /// Whether who cannot move wins.
    pub misere: bool,
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_terms(f, self.terms.iter().map(|term| (term.count, &term.component)))
    }
}

/// Copies and positions as an EXPR; none: the finished game.
pub(crate) fn write_terms<'a>(
    f: &mut fmt::Formatter<'_>,
    terms: impl Iterator<Item = (u128, &'a Component)>,
) -> fmt::Result {
    let mut first = true;
    for (count, component) in terms {
        f.write_str(if first { "" } else { " + " })?;
        if count != 1 {
            write!(f, "{count}*")?;
        }
        write!(f, "{component}")?;
        first = false;
    }
    if first { f.write_str("0") } else { Ok(()) }
}
