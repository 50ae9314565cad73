//! Single options, and the first ones of positions that have too many: without listing all.

use super::reach::unread;
use super::{Engine, heap};
use crate::component::{Component, Sum, Term, What};
use crate::error::Error;
use crate::eval::evaluator::Part;
use crate::limit::Limit;
use crate::method::{Answer, Wanted};
use crate::program::KindId;
use crate::value::Val;
use grundy::Value;
use grundy::heap::{Parts, Rule};
use std::ops::ControlFlow;
use std::sync::Arc;

impl Engine {
    /// The option of a position that leaves exactly these positions in any order, if it has one; as the rules write it.
    ///
    /// Ranges are taken in halves, so that a heap of 10^18 or a range without an end is no obstacle. Only where the arguments of
    /// what is left do not bound the names of the rule, its turns are tried one by one, up to a limit.
    ///
    /// ```
    /// use grundy::Watch;
    /// use grundy_rules::{Engine, Settings, catalogue};
    /// let engine = Engine::new(catalogue::library(), Watch::default());
    /// let sum = |text: &str| engine.sum(text, &Settings::default());
    /// let from = sum("pebbles(3, 2; K=2)")?.terms[0].component.clone();
    /// assert!(engine.option(&from, &sum("pebbles(1, 10^30; K=2)")?)?.is_some());
    /// assert!(engine.option(&from, &sum("pebbles(1, 3; K=2)")?)?.is_none());
    /// # Ok::<(), grundy_rules::Error>(())
    /// ```
    pub fn option(&self, from: &Component, to: &Sum) -> Result<Option<Sum>, Error> {
        if to.terms.iter().any(|term| !from.handle.is_same_game(&term.component.handle)) {
            return Ok(None);
        }
        if from.is_huge() {
            return Err(unread(from));
        }
        if to.terms.iter().any(|term| term.component.is_huge()) {
            return Ok(None);
        }
        match &from.handle.what {
            What::Rules { game, .. } => Ok(game.option(&from.pos(), &parts(to))?.map(|parts| from.left(parts))),
            What::Code(rule) => {
                let part = |n: u128| {
                    Some(Part { copies: 1, kind: KindId::FIRST, args: Arc::new([Val::Int(i128::try_from(n).ok()?)]) })
                };
                let heaps = heap_option(rule, heap(from), to);
                let parts = heaps.and_then(|heaps| heaps.into_iter().map(part).collect::<Option<Vec<_>>>());
                Ok(parts.map(|parts| from.left(parts)))
            }
            What::Native(_) => self.listed_option(from, to),
        }
    }

    /// How many turns of the rules make a move, if that is found without listing all moves.
    pub(crate) fn option_times(&self, from: &Component, to: &Sum) -> Result<Option<u64>, Error> {
        let What::Rules { game, .. } = &from.handle.what else { return Ok(None) };
        let plain = |term: &Term| !term.component.is_huge() && from.handle.is_same_game(&term.component.handle);
        if from.is_huge() || !to.terms.iter().all(plain) {
            return Ok(None);
        }
        match game.option_times(&from.pos(), &parts(to)) {
            Err(Error::Limit(Limit::Looks { .. })) => Ok(None),
            times => times.map(Some),
        }
    }

    /// An option with this value, if the theorem of the position's kind tells one.
    pub fn option_with_value(&self, component: &Component, value: &Value) -> Result<Option<Sum>, Error> {
        let is = |option: &[Part]| Ok(self.sum_value(&component.left(option.iter().cloned()))? == *value);
        let wanted = Wanted { value, most: 1, is: &is, watch: &self.watch };
        for method in component.methods().iter().filter(|method| method.is_shortcut()) {
            if let Answer::Known(found) = method.options(&component.args, &wanted)? {
                return Ok(found.options.into_iter().next().map(|parts| component.left(parts)));
            }
        }
        Ok(None)
    }

    fn listed_option(&self, from: &Component, to: &Sum) -> Result<Option<Sum>, Error> {
        let wanted = to.key();
        let mut found = None;
        self.options(from, &mut |option| {
            if option.key() != wanted {
                return ControlFlow::Continue(());
            }
            found = Some(option);
            ControlFlow::Break(())
        })?;
        Ok(found)
    }

    /// Calls `visit` with options like [`Engine::options`], but only for the first `turns` turns of each range without an
    /// end. Whether such a range was cut short, so that there are infinitely many more.
    pub fn first_options(
        &self,
        component: &Component,
        turns: u64,
        visit: &mut dyn FnMut(Sum) -> ControlFlow<()>,
    ) -> Result<bool, Error> {
        let What::Rules { game, .. } = &component.handle.what else {
            return self.options(component, visit).map(|()| false);
        };
        game.first_options(&component.pos(), turns, &mut |parts| visit(component.left(parts.drain(..))))
    }
}

/// The heaps of a move that leaves these, empty ones not counted; nothing if the code has no such move.
fn heap_option(rule: &Rule, n: u128, to: &Sum) -> Option<Vec<u128>> {
    let most = u128::from(rule.most_heaps());
    let full: Vec<(u128, u128)> = to
        .terms
        .iter()
        .map(|term| (term.count, heap(&term.component)))
        .filter(|&(count, size)| count > 0 && size > 0)
        .collect();
    let total = full.iter().try_fold(0u128, |total, (count, _)| total.checked_add(*count)).filter(|&t| t <= most)?;
    let mut heaps: Vec<u128> =
        full.iter().flat_map(|&(count, size)| std::iter::repeat_n(size, count as usize)).collect();
    heaps.sort_unstable();
    let left = heaps.iter().try_fold(0u128, |left, size| left.checked_add(*size))?;
    // Without a bean taken, a heap must be broken.
    let digit = rule.digit(n.checked_sub(left).filter(|&taken| taken > 0 || total > 1)?);
    let equal = heaps.windows(2).filter(|pair| pair[0] == pair[1]).count();
    let allowed = match digit.parts() {
        Parts::Any => true,
        Parts::Unequal => equal == 0,
        Parts::NotAllEqual => heaps.len() < 2 || equal < heaps.len() - 1,
        Parts::AllEqual => equal + 1 >= heaps.len(),
    };
    (digit.leaves(total as u32) && allowed).then_some(heaps)
}

/// The positions of a sum as the rules hold them.
fn parts(sum: &Sum) -> Vec<Part> {
    let part = |term: &Term| Part { copies: term.count, kind: term.component.kind, args: term.component.args.clone() };
    sum.terms.iter().map(part).collect()
}
