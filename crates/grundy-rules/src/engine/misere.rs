//! Misère Nim: sums whose positions are Nim heaps move by move, by Bouton's theorem.

use super::Engine;
use crate::component::{Move, Sum};
use crate::eval::evaluator::Part;
use grundy::Outcome;
use grundy::theorem::misere_nim;

/// A heap of a sum: its term, its place in the term, its size.
type Heap = (usize, usize, u128);

/// Copies of a term that stand for all. Who wins depends on their parity, and on whether there are other ones beside the one that
/// is moved in.
fn standing(count: u128) -> u128 {
    if count < 3 { count } else { 2 + count % 2 }
}

impl Engine {
    /// The heaps of a sum that is misère Nim.
    fn nim_heaps(sum: &Sum) -> Option<Vec<Heap>> {
        let mut heaps = Vec::new();
        for (index, term) in sum.terms.iter().enumerate() {
            let own = term.component.methods().first()?.nim_heaps(&term.component.args)?;
            for _ in 0..standing(term.count) {
                heaps.extend(own.iter().enumerate().map(|(place, &heap)| (index, place, heap)));
            }
        }
        Some(heaps)
    }

    /// Whether the theorem on misère Nim tells who wins a sum, so that nothing is searched.
    pub fn is_misere_nim(&self, sum: &Sum) -> bool {
        sum.misere && Engine::nim_heaps(sum).is_some()
    }

    /// Who wins misère Nim.
    pub(super) fn misere_nim_outcome(sum: &Sum) -> Option<Outcome> {
        let heaps: Vec<u128> = Engine::nim_heaps(sum)?.into_iter().map(|(_, _, heap)| heap).collect();
        Some(if misere_nim::next_player_wins(&heaps) { Outcome::Next } else { Outcome::Previous })
    }

    /// The winning moves of misère Nim, each once.
    pub(super) fn misere_nim_moves(sum: &Sum) -> Option<Vec<Move>> {
        let heaps = Engine::nim_heaps(sum)?;
        let sizes: Vec<u128> = heaps.iter().map(|heap| heap.2).collect();
        let mut found: Vec<(usize, Part)> = Vec::new();
        for (place, size) in misere_nim::winning_moves(&sizes) {
            let (term, inner, _) = heaps[place];
            let component = &sum.terms[term].component;
            let left = component.methods().first()?.with_nim_heap(&component.args, inner, size)?;
            if !found.contains(&(term, left.clone())) {
                found.push((term, left));
            }
        }
        let place = |(term, left): (usize, Part)| {
            let from = sum.terms[term].component.clone();
            Move { component: term, to: from.left([left]), from }
        };
        Some(found.into_iter().map(place).collect())
    }
}

#[cfg(test)]
mod tests {
    use crate::{Engine, Library, Settings};
    use grundy::{Outcome, Watch};

    const NIM: &str = "nim(n) -> nim(m) for m in 0..n-1\nmisere";
    const TWO: &str = "two(a, b) -> (two(m, b) for m in 0..a-1)\ntwo(a, b) -> two(a, m) for m in 0..b-1\nmisere";

    /// The same moves as the search of whole sums.
    #[test]
    fn copies_are_counted() {
        let two = TWO.replace("(two(m, b) for m in 0..a-1)", "two(m, b) for m in 0..a-1");
        for (rules, position) in [
            (NIM, "nim(0)"),
            (NIM, "nim(1)"),
            (NIM, "nim(2)"),
            (NIM, "nim(5)"),
            (&two, "two(1, 2)"),
            (&two, "two(1, 1)"),
        ] {
            for count in 1..=5 {
                for rest in ["", " + nim(1)", " + nim(2)"] {
                    if rest.is_empty() || rules == NIM {
                        compare(rules, &format!("{count}*{position}{rest}"));
                    }
                }
            }
        }
    }

    fn compare(rules: &str, expr: &str) {
        let engine = || {
            let mut library = Library::new();
            library.add_rules("rules", rules).unwrap();
            Engine::new(library, Watch::default())
        };
        let (quick, plain) = (engine(), engine().without_shortcuts());
        let said = |engine: &Engine| {
            let sum = engine.sum(expr, &Settings::default()).unwrap();
            let moves = engine.winning_moves(&sum, 100).unwrap();
            let mut texts: Vec<String> = moves.moves.iter().map(ToString::to_string).collect();
            texts.sort();
            texts.dedup();
            let outcome = engine.outcome(&sum).unwrap();
            assert_eq!(
                outcome == Outcome::Next,
                !texts.is_empty() || sum.terms.iter().all(|term| engine.is_over(&term.component)),
                "{expr}"
            );
            (outcome, texts)
        };
        assert_eq!(said(&quick), said(&plain), "{expr}");
    }

    impl Engine {
        fn is_over(&self, component: &crate::Component) -> bool {
            let mut over = true;
            self.options(component, &mut |_| {
                over = false;
                std::ops::ControlFlow::Break(())
            })
            .unwrap();
            over
        }
    }
}
