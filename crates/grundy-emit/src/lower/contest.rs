//! Input and answer, and the program as a whole.

use super::names::Frame;
use super::{Lower, Refused};
use crate::ir::{self, Clause, Expr, Item, Node, Read, Solver, Target, Times};
use crate::shape::{Range, Shape};
use crate::walk;
use grundy_rules::diagnostic::Diagnostic;
use grundy_rules::program::{self, Contest, Until};
use std::collections::BTreeSet;

impl Lower<'_> {
    /// One round: everything that is used.
    pub(super) fn whole(&mut self, contest: &Contest) -> Refused<ir::Program> {
        let once = self.items(&contest.once)?;
        let (times, repeated) = self.repeat(contest)?;
        let play = contest.play.as_ref().map(|play| self.play(play)).transpose()?;
        let mut answer = Vec::new();
        for (part, frame) in &contest.answer {
            let mut frame = self.frame(*frame);
            answer.push(self.expr(part, &mut frame)?);
        }
        let (mut kinds, mut helpers) = (Vec::new(), Vec::new());
        kinds.resize_with(self.program.kinds.len(), || None);
        helpers.resize_with(self.program.lets.len(), || None);
        // What is used is found while it is lowered.
        loop {
            let kind = self.used_kinds.iter().copied().find(|&kind| kinds[kind].is_none());
            let helper = self.used_helpers.iter().copied().find(|&helper| helpers[helper].is_none());
            match (kind, helper) {
                (Some(kind), _) => kinds[kind] = Some(self.kind(kind)?),
                (None, Some(helper)) => helpers[helper] = Some(self.helper(helper)?),
                (None, None) => break,
            }
        }
        let asks = |expr: &Expr| walk::any(expr, &mut |expr| matches!(expr.node, Node::Played));
        let played = answer.iter().any(asks) || helpers.iter().flatten().any(|helper| asks(&helper.body));
        let mut whole = ir::Program {
            name: self.program.source.name.clone(),
            story: story(&self.program.source.text),
            globals: self
                .names
                .globals
                .iter()
                .zip(&self.globals)
                .map(|(name, shape)| ir::Global { name: name.clone(), shape: shape.clone() })
                .collect(),
            order: order(&kinds, self)?,
            kinds,
            helpers,
            lookups: std::mem::take(&mut self.lookups),
            guarded: self.guarded.clone(),
            once,
            times,
            repeated,
            play: play.filter(|_| played),
            answer,
            narrow: false,
            texts: contest.has_texts(),
        };
        keep(&mut whole);
        whole.narrow = walk::narrow(&whole);
        if self.changed {
            self.lookups = std::mem::take(&mut whole.lookups);
        }
        Ok(whole)
    }

    fn play(&mut self, play: &program::Play) -> Refused<Expr> {
        let mut frame = self.frame(play.frame);
        let position = program::Position::Sum(Box::new(play.position.clone()), play.clauses.clone());
        let whole = if play.clauses.is_empty() { &play.position } else { &position };
        self.nim_sum(whole, &mut frame)
    }

    fn repeat(&mut self, contest: &Contest) -> Refused<(Times, Vec<Item>)> {
        let Some(repeat) = &contest.repeat else { return Ok((Times::Once, Vec::new())) };
        if let program::Times::Count(global, true) = repeat.times {
            self.globals[global] = Shape::Int(Range::READ);
        }
        let items = self.items(&repeat.items)?;
        let times = match &repeat.times {
            program::Times::Count(global, read) => Times::Count(*global, *read),
            program::Times::ToEnd => Times::ToEnd,
            program::Times::Until(condition, frame, needed) => {
                let behind = repeat.items.iter().rposition(|item| needed.contains(&item.target)).map_or(0, |at| at + 1);
                let mut frame = self.frame(*frame);
                Times::Until(self.expr(condition, &mut frame)?, behind)
            }
        };
        Ok((times, items))
    }

    fn items(&mut self, items: &[program::Item]) -> Refused<Vec<Item>> {
        let mut lowered = Vec::new();
        for item in items {
            let mut frame = self.frame(0);
            let (read, shape) = self.read(item, &mut frame)?;
            let old = self.globals[item.target].clone();
            self.globals[item.target] = self.meet(&old, &shape, item.span, &format!("`{}`", item.name))?;
            lowered.push(Item {
                target: Target::Global(item.target),
                before: item.before.clone(),
                after: item.after.clone(),
                read,
            });
        }
        Ok(lowered)
    }

    fn read(&mut self, item: &program::Item, frame: &mut Frame) -> Refused<(Read, Shape)> {
        item.before.iter().chain(&item.after).try_for_each(|text| super::expr::writable(text, item.span))?;
        let (mut read, mut shape) = match &item.record {
            Some(fields) => self.record(fields, frame)?,
            None if item.open => (Read::Open, Shape::list(Shape::Int(Range::READ))),
            None if item.text => {
                let until = match &item.until {
                    Until::Text(text) => Some(text.clone()),
                    _ => None,
                };
                (Read::Word(until), Shape::Text)
            }
            None => (Read::Int, Shape::Int(Range::READ)),
        };
        for (size, _) in item.sizes.iter().rev() {
            let size = self.expr(size, frame)?;
            (read, shape) = (Read::List(size, read.into()), Shape::list(shape));
        }
        Ok((read, shape))
    }

    fn record(&mut self, fields: &[program::Item], frame: &mut Frame) -> Refused<(Read, Shape)> {
        let (mut items, mut parts, mut bound) = (Vec::new(), Vec::new(), Vec::new());
        for field in fields {
            let (read, shape) = self.read(field, frame)?;
            let name = frame.bind(field.target, &field.name, shape.clone());
            bound.push(field.target);
            parts.push(Expr { node: Node::Name(name.clone()), shape });
            items.push(Item {
                target: Target::Field(name),
                before: field.before.clone(),
                after: field.after.clone(),
                read,
            });
        }
        frame.unbind(&bound);
        let joined = parts.iter().try_fold(Shape::Nothing, |all, part| all.join(&part.shape));
        let made = match joined {
            Some(of) => Expr { shape: Shape::list(of), node: Node::List(parts) },
            None => Expr {
                shape: Shape::Tuple(parts.iter().map(|part| part.shape.clone()).collect()),
                node: Node::Tuple(parts),
            },
        };
        let shape = made.shape.clone();
        Ok((Read::Record(items, made), shape))
    }
}

/// The comment lines at the head of a file.
fn story(text: &str) -> Vec<String> {
    let lines = text.lines().take_while(|line| line.starts_with('#') || line.trim().is_empty());
    let told = lines
        .map(|line| line.trim_start_matches('#').trim().to_owned())
        .filter(|line| !line.is_empty() && line.is_ascii());
    told.filter(|line| !line.starts_with("Limits")).take(12).collect()
}

/// The kinds in an order in which each uses only itself and earlier ones.
fn order(kinds: &[Option<ir::Kind>], lower: &Lower<'_>) -> Refused<Vec<usize>> {
    let uses = |kind: usize| -> BTreeSet<usize> {
        let rules = match kinds[kind].as_ref().map(|kind| &kind.solver) {
            Some(Solver::Table(rules) | Solver::Search(rules) | Solver::Splits(rules, _)) => &rules[..],
            _ => &[],
        };
        let parts = rules.iter().flat_map(|rule| rule.options.iter().flatten());
        parts.map(|part| part.kind).filter(|&other| other != kind).collect()
    };
    let mut order: Vec<usize> = Vec::new();
    let mut left: Vec<usize> = (0..kinds.len()).filter(|&kind| kinds[kind].is_some()).collect();
    while !left.is_empty() {
        let ready = |kind: &usize| uses(*kind).iter().all(|other| order.contains(other));
        let Some(at) = left.iter().position(ready) else {
            let names: Vec<&str> =
                left.iter().map(|&kind| lower.program.kinds[program::KindId::new(kind)].name.as_str()).collect();
            let message = format!("kinds that lead to each other are not written: {}", names.join(", "));
            return Err(Diagnostic::general(message));
        };
        order.push(left.remove(at));
    }
    Ok(order)
}

/// Decides which helpers keep what they gave: those without arguments, those that use themselves, and those with loops.
fn keep(whole: &mut ir::Program) {
    let uses: Vec<BTreeSet<usize>> = whole
        .helpers
        .iter()
        .map(|helper| helper.as_ref().map_or_else(BTreeSet::new, |helper| walk::helpers(&helper.body)))
        .collect();
    for index in 0..whole.helpers.len() {
        let mut reached = uses[index].clone();
        while let Some(more) = reached.iter().flat_map(|&other| &uses[other]).find(|other| !reached.contains(other)) {
            let more = *more;
            reached.insert(more);
        }
        let recursive = reached.contains(&index);
        let Some(helper) = &mut whole.helpers[index] else { continue };
        helper.recursive = recursive;
        let back = |expr: &Expr| matches!(&expr.node, Node::Helper(other, _) if *other == index || uses[*other].contains(&index));
        let mut calls = 0;
        walk::each(&helper.body, &mut |expr| calls += usize::from(back(expr)));
        let small = helper.args.iter().all(|(_, shape)| shape.is_scalar());
        let loops = walk::any(
            &helper.body,
            &mut |expr| matches!(&expr.node, Node::Over(_, _, clauses) if clauses.iter().any(|clause| !matches!(clause, Clause::Let(..) | Clause::If(_)))),
        );
        helper.kept =
            helper.args.is_empty() || if small { recursive || loops } else { recursive && (calls > 1 || loops) };
    }
}
