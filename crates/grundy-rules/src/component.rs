//! Positions of any game side by side: components and sums.

use crate::eval::evaluator::Part;
use crate::game::{Pos, RuleGame};
use crate::method::{Method, Methods, Search, Source, for_code, for_native, for_rules};
use crate::native::Native;
use crate::program::{Kind, KindId};
use crate::shape::{Drawn, Network};
use crate::value::Val;
use grundy::heap::Rule;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// A game with everything that decides its values, and what is known of them.
pub(crate) struct Handle {
    /// Different games have different numbers.
    pub(crate) id: u64,
    /// How each kind is written.
    pub(crate) names: Vec<String>,
    /// Parameters that were given in the EXPR, as they are written behind the arguments.
    pub(crate) suffix: String,
    /// What lists its moves.
    pub(crate) what: What,
    /// Whether who cannot move wins.
    pub(crate) misere: bool,
    /// The methods of each kind, chosen when one is first asked for.
    methods: Vec<OnceLock<Methods>>,
    /// Whether recognised rules are answered by their theorems.
    shortcuts: bool,
    /// Who finds patterns, if somebody does.
    patterns: Option<Source>,
    /// For each kind whether play from one of its positions may go on for ever, and all that it leads to could be listed.
    loops: Vec<AtomicBool>,
}

impl Handle {
    pub(crate) fn new(
        id: u64,
        names: Vec<String>,
        suffix: String,
        what: What,
        shortcuts: bool,
        patterns: Option<Source>,
    ) -> Handle {
        let misere = matches!(&what, What::Rules { game, .. } if game.loaded.program.misere);
        let methods = names.iter().map(|_| OnceLock::new()).collect();
        let loops = names.iter().map(|_| AtomicBool::new(false)).collect();
        Handle { id, names, suffix, what, misere, methods, shortcuts, patterns, loops }
    }

    /// Whether play from some position of a kind may go on for ever: then positions are listed, not searched.
    pub(crate) fn loops(&self, kind: KindId) -> bool {
        self.loops[kind.index()].load(Ordering::Relaxed)
    }

    /// Notes whether the positions of a kind, from which play may go on for ever, are few enough to be listed.
    pub(crate) fn note_loops(&self, kind: KindId, loops: bool) {
        self.loops[kind.index()].store(loops, Ordering::Relaxed);
    }

    /// The methods of a kind, in the order in which they are asked.
    pub(crate) fn methods(&self, kind: KindId) -> &Methods {
        self.methods[kind.index()].get_or_init(|| match &self.what {
            What::Rules { game, search } => for_rules(game, search, kind, self.shortcuts, self.patterns.as_ref()),
            What::Code(rule) => for_code(rule),
            What::Native(native) => for_native(native),
        })
    }

    /// Whether only theorems answer, as far as they were chosen: then nothing large is kept.
    pub(crate) fn is_light(&self) -> bool {
        let chosen = self.methods.iter().filter_map(OnceLock::get);
        chosen.flat_map(|methods| methods.first()).all(|method| method.is_shortcut())
    }

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
    Rules { game: Arc<RuleGame>, search: Arc<Search> },
    /// A heap code.
    Code(Rule),
    /// A game written in Rust.
    Native(Arc<dyn Native>),
}

/// One position of one game. Its text is an EXPR.
#[derive(Clone)]
pub struct Component {
    pub(crate) handle: Arc<Handle>,
    pub(crate) kind: KindId,
    pub(crate) args: Arc<[Val]>,
}

impl Component {
    /// The arguments.
    pub fn args(&self) -> &[Val] {
        &self.args
    }

    /// The name of its game or kind, or its heap code.
    pub fn name(&self) -> &str {
        &self.handle.names[self.kind.index()]
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

    /// How its arguments are called by the rules; nothing for codes and games written in Rust.
    pub fn arg_names(&self) -> &[String] {
        self.rule_kind().map_or(&[], |kind| &kind.args)
    }

    /// What it looks like, if the rules or the game say so.
    pub fn drawn(&self) -> Option<Drawn> {
        match &self.handle.what {
            What::Native(native) => {
                let args = (0..self.args.len()).collect();
                native.shape(&self.args).map(|shape| Drawn { shape, args })
            }
            _ => self.rule_kind().and_then(|kind| kind.drawn.clone()),
        }
    }

    /// The graph that it is played on, for games written in Rust.
    pub fn network(&self) -> Option<Network> {
        match &self.handle.what {
            What::Native(native) => native.network(&self.args),
            _ => None,
        }
    }

    /// Whether a move in a position of its kind may leave several positions.
    pub fn splits(&self) -> bool {
        match &self.handle.what {
            What::Rules { .. } => self.rule_kind().is_some_and(Kind::splits),
            What::Code(rule) => rule.most_heaps() > 1,
            What::Native(_) => false,
        }
    }

    fn rule_kind(&self) -> Option<&Kind> {
        match &self.handle.what {
            What::Rules { game, .. } => game.loaded.program.kinds.get(self.kind.index()),
            _ => None,
        }
    }

    /// Whether one of its numbers has more than 128 bits, so that only methods that go by digits can read it.
    pub fn is_huge(&self) -> bool {
        self.args.iter().any(Val::has_huge)
    }

    pub(crate) fn pos(&self) -> Pos {
        Pos { kind: self.kind, args: self.args.clone() }
    }

    /// The methods that answer for it, in the order in which they are asked.
    pub(crate) fn methods(&self) -> &Methods {
        self.handle.methods(self.kind)
    }

    /// The same, those that are [ahead](Method::is_ahead) for it first.
    pub(crate) fn methods_by_turn(&self) -> impl Iterator<Item = &dyn Method> {
        let is_ahead = |method: &&dyn Method| method.is_ahead(&self.args);
        let all = || self.methods().iter().map(|method| &**method);
        all().filter(is_ahead).chain(all().filter(move |method| !is_ahead(method)))
    }

    /// What a move in it leaves.
    pub(crate) fn left(&self, parts: impl IntoIterator<Item = Part>) -> Sum {
        let term = |part: Part| Term { count: part.copies, component: self.sibling(part.kind, part.args) };
        Sum { terms: parts.into_iter().map(term).collect(), misere: self.handle.misere }
    }

    /// Another position of the same game.
    pub(crate) fn sibling(&self, kind: KindId, args: Arc<[Val]>) -> Component {
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

impl Sum {
    /// Every position once, with all its copies, by the texts of the positions: what two sums that are the same have in common.
    pub fn key(&self) -> Vec<(String, u128)> {
        let there = self.terms.iter().filter(|term| term.count > 0);
        let mut all: Vec<(String, u128)> = there.map(|term| (term.component.to_string(), term.count)).collect();
        all.sort_unstable();
        all.dedup_by(|next, one| {
            let same = next.0 == one.0;
            one.1 = one.1.saturating_add(if same { next.1 } else { 0 });
            same
        });
        all
    }

    /// The sum after a move: one copy of the term is gone, and what is left of it stands behind the other copies.
    #[must_use]
    pub fn after(&self, play: &Move) -> Sum {
        let mut terms = self.terms.clone();
        terms[play.component].count -= 1;
        let at = play.component + 1;
        terms.splice(at..at, play.to.terms.iter().cloned());
        terms.retain(|term| term.count > 0);
        Sum { terms, misere: self.misere }
    }
}

/// A move in a sum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move {
    /// The term that it is made in, counted from 0.
    pub component: usize,
    /// The position it starts from: one copy of that term.
    pub from: Component,
    /// What it leaves of it.
    pub to: Sum,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} -> {}", self.from, self.to)
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.count {
            1 => write!(f, "{}", self.component),
            count => write!(f, "{count}*{}", self.component),
        }
    }
}

/// The terms as an EXPR; none: the finished game.
impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, term) in self.terms.iter().enumerate() {
            write!(f, "{}{term}", if index > 0 { " + " } else { "" })?;
        }
        if self.terms.is_empty() { f.write_str("0") } else { Ok(()) }
    }
}
