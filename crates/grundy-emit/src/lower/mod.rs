//! From the checked rules to the typed program of [`crate::ir`].
//!
//! Types are not written in the rules, so they are followed from the input on ([`Shape`]): the input gives the globals theirs, calls
//! give the arguments of helpers and kinds theirs. The whole program is lowered again and again until no shape changes; ranges
//! that keep growing are given up after a few rounds, so this ends.

mod calls;
mod clauses;
mod contest;
mod expr;
mod kinds;
mod names;
mod splits;

use crate::Known;
use crate::ir::{self, Expr, Lookup, Node};
use crate::shape::{Range, Shape};
use grundy_rules::diagnostic::Diagnostic;
use grundy_rules::program::{Program, Times};
use grundy_rules::source::{Source, Span};
use names::Frame;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Something that cannot be written, and where it stands.
pub(crate) type Refused<T> = Result<T, Diagnostic>;

/// Rounds before growing ranges are given up.
const PATIENT: usize = 6;

/// Rounds after which a program whose shapes still change is given up; each round makes one of finitely many shapes wider.
const ROUNDS: usize = 200;

/// The types of a helper or kind.
#[derive(Debug, Clone)]
struct Signature {
    args: Vec<Shape>,
    gives: Shape,
}

pub(crate) struct Lower<'a> {
    program: &'a Program,
    known: &'a [Known],
    /// The text that names come from.
    source: Arc<Source>,
    /// The names of the arguments of helpers and of rules.
    written: names::Written,
    /// What everything outside of functions is called.
    names: names::Names,
    globals: Vec<Shape>,
    kinds: Vec<Signature>,
    helpers: Vec<Signature>,
    used_kinds: BTreeSet<usize>,
    used_helpers: BTreeSet<usize>,
    lookups: Vec<Lookup>,
    /// Kinds that are asked about with arguments that may be negative.
    guarded: BTreeSet<usize>,
    /// What the globals of a formula are in the program.
    renamed: Option<Vec<usize>>,
    changed: bool,
    round: usize,
}

/// Lowers a program; `known` are the formulas of its kinds.
pub(crate) fn lower(program: &Program, known: &[Known]) -> Refused<ir::Program> {
    let none = || Diagnostic::general("the file has no `input` and `answer`: only contest files become programs");
    let contest = program.contest.as_ref().ok_or_else(none)?;
    if program.misere {
        return Err(Diagnostic::general("misère play: the whole sum would have to be searched, which is not written"));
    }
    let mut lower = Lower::new(program, known);
    for round in 0..ROUNDS {
        (lower.round, lower.changed) = (round, false);
        let lowered = lower.whole(contest)?;
        if !lower.changed {
            crate::check::check(&lowered)?;
            return Ok(lowered);
        }
    }
    Err(Diagnostic::general("the types of the program do not settle"))
}

/// A program of one kind with a formula, whose arguments are what input may hold.
pub(crate) fn formula(program: &Program, known: &Known) -> Refused<ir::Program> {
    let mut lower = Lower::new(program, &[]);
    let shapes = vec![Shape::Int(Range::READ.natural()); known.args.len()];
    let kind = lower.by_formula(known, &shapes)?;
    let mut whole = ir::Program {
        name: String::new(),
        story: Vec::new(),
        globals: Vec::new(),
        kinds: vec![Some(kind)],
        order: vec![0],
        helpers: Vec::new(),
        guarded: BTreeSet::new(),
        lookups: Vec::new(),
        once: Vec::new(),
        times: ir::Times::Once,
        repeated: Vec::new(),
        play: None,
        answer: Vec::new(),
        narrow: false,
        texts: false,
    };
    whole.narrow = crate::walk::narrow(&whole);
    Ok(whole)
}

impl<'a> Lower<'a> {
    fn new(program: &'a Program, known: &'a [Known]) -> Lower<'a> {
        let bottom = |args: usize| Signature { args: vec![Shape::Nothing; args], gives: Shape::Nothing };
        Lower {
            program,
            known,
            source: program.source.clone(),
            written: names::Written::new(program),
            names: names::Names::new(program),
            globals: vec![Shape::Nothing; program.globals.len()],
            kinds: program.kinds.iter().map(|kind| bottom(kind.args.len())).collect(),
            helpers: program.lets.iter().map(|helper| bottom(helper.arity)).collect(),
            used_kinds: BTreeSet::new(),
            used_helpers: BTreeSet::new(),
            lookups: Vec::new(),
            guarded: BTreeSet::new(),
            renamed: None,
            changed: false,
            round: 0,
        }
    }

    /// A frame of so many slots.
    fn frame(&self, slots: usize) -> Frame {
        Frame::new(slots, &self.names.all, true)
    }

    /// A frame for the rules of a kind.
    fn frame_of_rules(&self, slots: usize) -> Frame {
        Frame::new(slots, &self.names.all, false)
    }

    /// Makes a shape hold another one, too.
    fn meet(&mut self, old: &Shape, new: &Shape, span: Span, what: &str) -> Refused<Shape> {
        let joined = old.join(new).ok_or_else(|| {
            let message = format!("{what} is {} here and {} elsewhere", new.name(), old.name());
            Diagnostic::new(span, message).label("emitted programs need one type")
        })?;
        if joined == *old {
            return Ok(joined);
        }
        self.changed = true;
        Ok(if self.round > PATIENT { old.widen(&joined) } else { joined })
    }

    /// Whether a global is read anew for each case.
    fn repeats(&self, global: usize) -> bool {
        let repeat = self.program.contest.as_ref().and_then(|contest| contest.repeat.as_ref());
        repeat.is_some_and(|repeat| {
            let counted = matches!(repeat.times, Times::Count(count, true) if count == global);
            !counted && repeat.items.iter().any(|item| item.target == global)
        })
    }

    fn call(&mut self, helper: usize, args: Vec<Expr>, span: Span) -> Refused<Expr> {
        self.used_helpers.insert(helper);
        for (at, arg) in args.iter().enumerate() {
            let old = self.helpers[helper].args[at].clone();
            let what = format!("argument {} of `{}`", at + 1, self.program.lets[helper].name);
            self.helpers[helper].args[at] = self.meet(&old, &arg.shape, span, &what)?;
        }
        let args =
            args.into_iter().zip(&self.helpers[helper].args).map(|(arg, shape)| expr::retyped(arg, shape)).collect();
        let shape = self.helpers[helper].gives.clone();
        Ok(Expr { node: Node::Helper(helper, args), shape })
    }

    /// The value of a position of a kind.
    fn value(&mut self, kind: usize, args: Vec<Expr>, span: Span) -> Refused<Expr> {
        self.reach(kind, &args, span)?;
        if args.iter().any(|arg| !arg.shape.range().is_natural()) {
            self.guarded.insert(kind);
        }
        let args = self.retyped_args(kind, args);
        let shape = self.kinds[kind].gives.clone();
        Ok(Expr { node: Node::Value(kind, args), shape })
    }

    /// A kind is used with such arguments.
    fn reach(&mut self, kind: usize, args: &[Expr], span: Span) -> Refused<()> {
        self.used_kinds.insert(kind);
        for (at, arg) in args.iter().enumerate() {
            let old = self.kinds[kind].args[at].clone();
            let what = format!(
                "argument {} of `{}`",
                at + 1,
                self.program.kinds[grundy_rules::program::KindId::new(kind)].name
            );
            self.kinds[kind].args[at] = self.meet(&old, &arg.shape.natural(), span, &what)?;
        }
        Ok(())
    }

    /// The arguments of a position with the types of its kind.
    fn retyped_args(&self, kind: usize, args: Vec<Expr>) -> Vec<Expr> {
        args.into_iter().zip(&self.kinds[kind].args).map(|(arg, shape)| expr::retyped(arg, shape)).collect()
    }

    /// The body of a helper.
    fn helper(&mut self, index: usize) -> Refused<ir::Helper> {
        let program = self.program;
        let helper = &program.lets[index];
        let mut frame = self.frame(helper.frame);
        let shapes = self.helpers[index].args.clone();
        let names = self.written.helper(&helper.name, helper.arity);
        let args: Vec<(String, Shape)> = names
            .into_iter()
            .zip(shapes)
            .enumerate()
            .map(|(slot, (name, shape))| (frame.bind(slot, &name, shape.clone()), shape))
            .collect();
        let body = self.expr(&helper.body, &mut frame)?;
        let old = self.helpers[index].gives.clone();
        let gives = self.meet(&old, &body.shape, helper.body.span, &format!("`{}`", helper.name))?;
        let body = expr::retyped(body, &gives);
        self.helpers[index].gives = gives;
        let changes = helper.asks || helper.globals.iter().any(|&global| self.repeats(global));
        let name = self.names.helpers[index].clone();
        Ok(ir::Helper { name, args, body, kept: false, changes, recursive: false })
    }
}

/// A number as an expression.
pub(crate) fn number(n: i128) -> Expr {
    Expr { node: Node::Int(n), shape: Shape::Int(Range::one(n)) }
}
