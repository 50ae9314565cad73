//! Single options, and the first ones of positions that have too many: without listing all.

use super::{Engine, heap};
use crate::component::{Component, What};
use crate::error::Error;
use crate::eval::machine::Part;
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
    /// let position = |text: &str| engine.sum(text, &Settings::default()).map(|sum| sum.terms[0].component.clone());
    /// let (from, to) = (position("pebbles(3, 2; K=2)")?, position("pebbles(1, 10^30; K=2)")?);
    /// assert!(engine.option(&from, &[(1, to)])?.is_some());
    /// assert!(engine.option(&from, &[(1, position("pebbles(1, 3; K=2)")?)])?.is_none());
    /// # Ok::<(), grundy_rules::Error>(())
    /// ```
    pub fn option(&self, from: &Component, to: &[(u128, Component)]) -> Result<Option<Vec<(u128, Component)>>, Error> {
        if to.iter().any(|(_, part)| !from.handle.is_same_game(&part.handle)) {
            return Ok(None);
        }
        match &from.handle.what {
            What::Rules { game, .. } => {
                let part = |(copies, part): &(u128, Component)| Part {
                    copies: *copies,
                    kind: part.kind as usize,
                    args: part.args.clone(),
                };
                let wanted: Vec<Part> = to.iter().map(part).collect();
                let place = |part: Part| (part.copies, from.sibling(part.kind as u32, part.args));
                Ok(game.option(&from.pos(), &wanted)?.map(|parts| parts.into_iter().map(place).collect()))
            }
            What::Code { rule, .. } => {
                let place = |n: u128| Some((1, from.sibling(0, Arc::new([Val::Int(i128::try_from(n).ok()?)]))));
                let heaps = heap_option(rule, heap(from), to);
                Ok(heaps.and_then(|heaps| heaps.into_iter().map(place).collect()))
            }
            What::Native(_) => self.listed_option(from, to),
        }
    }

    /// An option with this value, if the theorem of the position's kind tells one.
    pub fn option_with_value(
        &self,
        component: &Component,
        value: &Value,
    ) -> Result<Option<Vec<(u128, Component)>>, Error> {
        let place = |(kind, args): (usize, Vec<Val>)| (1, component.sibling(kind as u32, args.into()));
        let found = self.found(component, value, 1)?;
        let left = found.and_then(|found| found.options.into_iter().next());
        Ok(left.map(|left| left.into_iter().map(place).collect()))
    }

    fn listed_option(
        &self,
        from: &Component,
        to: &[(u128, Component)],
    ) -> Result<Option<Vec<(u128, Component)>>, Error> {
        let wanted = in_order(to);
        let mut found = None;
        self.options(from, &mut |option| {
            if in_order(&option) != wanted {
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
        visit: &mut dyn FnMut(Vec<(u128, Component)>) -> ControlFlow<()>,
    ) -> Result<bool, Error> {
        let What::Rules { game, .. } = &component.handle.what else {
            return self.options(component, visit).map(|()| false);
        };
        let place = |part: Part| (part.copies, component.sibling(part.kind as u32, part.args));
        game.first_options(&component.pos(), turns, &mut |parts| visit(parts.drain(..).map(place).collect()))
    }
}

/// Every copy of every part by its text, ascending.
fn in_order(parts: &[(u128, Component)]) -> Vec<(String, u128)> {
    let mut all: Vec<(String, u128)> = parts.iter().map(|(count, part)| (part.to_string(), *count)).collect();
    all.sort_unstable();
    all.dedup_by(|next, one| {
        let same = next.0 == one.0;
        one.1 = one.1.saturating_add(if same { next.1 } else { 0 });
        same
    });
    all
}

/// The heaps of a move that leaves these, empty ones not counted; nothing if the code has no such move.
fn heap_option(rule: &Rule, n: u128, to: &[(u128, Component)]) -> Option<Vec<u128>> {
    let most = u128::from(rule.most_heaps());
    let full: Vec<(u128, u128)> =
        to.iter().map(|(count, part)| (*count, heap(part))).filter(|&(count, size)| count > 0 && size > 0).collect();
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
