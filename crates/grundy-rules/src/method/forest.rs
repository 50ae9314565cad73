//! Removals by which an element goes with all that stand above it in a forest: the [colon principle](grundy::theorem::forest).
//!
//! The rules say which elements go with a chosen one, whatever else is left; whether that is a forest is seen from the moves of the
//! position that is asked about.

use super::listed::Once;
use super::{Answer, Args, Method, Wanted};
use crate::compile::Facts;
use crate::error::Error;
use crate::eval::evaluator::Part;
use crate::game::{Pos, RuleGame};
use crate::loaded::Loaded;
use crate::program::{KindId, Let};
use crate::recognise::{Removal, removal};
use crate::value::Val;
use grundy::theorem::Found;
use grundy::theorem::forest::Forest;
use grundy::{Value, Watch};
use hashbrown::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::Arc;

/// More elements are not looked at: their moves are listed, with what each leaves.
const MOST_ELEMENTS: usize = 2_000;

/// A forest, and what each of its moves leaves, the root of a tree before what it carries.
type Seen = (Forest, Vec<Vec<Part>>);

/// The colon principle as a method.
pub(super) struct ByForest {
    game: Arc<RuleGame>,
    kind: KindId,
    /// A game that knows whether an element may be chosen, and the helper that says so; nothing if all may.
    may: Option<(RuleGame, usize)>,
}

impl ByForest {
    pub(super) fn new(game: &Arc<RuleGame>, kind: KindId) -> Option<ByForest> {
        let program = &game.loaded.program;
        let Removal { chosen, frame, may } = removal(program, kind)?;
        let may = may.map(|body| {
            let globals = (0..program.globals.len()).collect();
            let name = "may".to_owned();
            // The names of the rule stay in their slots; those before the element are not used.
            let helper = Let { name, arity: chosen + 1, frame: frame.max(chosen + 1), body, globals, asks: false };
            let loaded = Arc::new(Loaded::of(program.with_kinds(Vec::new(), vec![helper])));
            (RuleGame::new(loaded, game.globals.clone(), game.meter.clone()), program.lets.len())
        });
        Some(ByForest { game: game.clone(), kind, may })
    }

    /// Whether an element may be chosen.
    fn may(&self, element: &Val) -> Option<bool> {
        let Some((game, helper)) = &self.may else { return Some(true) };
        let arity = game.loaded.program.lets[*helper].arity;
        let mut args = vec![Val::Int(0); arity];
        *args.last_mut()? = element.clone();
        match game.call(*helper, &args)? {
            Val::Bool(may) => Some(may),
            _ => None,
        }
    }

    /// The forest of a position; nothing if it is none.
    fn forest(&self, args: &Args) -> Result<Option<Seen>, Error> {
        let [Val::List(list)] = &args[..] else { return Ok(None) };
        if list.len() > MOST_ELEMENTS {
            return Ok(None);
        }
        let Some(may) = list.items().iter().map(|item| self.may(item)).collect::<Option<Vec<bool>>>() else {
            return Ok(None);
        };
        let chosen: Vec<&Val> = list.items().iter().zip(may).filter(|(_, may)| *may).map(|(item, _)| item).collect();
        let mut moves: Vec<Vec<Part>> = Vec::new();
        let pos = Pos { kind: self.kind, args: args.clone() };
        let listed = self.game.options(&pos, &mut |parts| {
            moves.push(parts.clone());
            ControlFlow::Continue(())
        });
        match listed {
            // What is wrong with the rules the search tells.
            Err(Error::Bad(_)) => Ok(None),
            listed => listed.map(|_| forest_of(&chosen, moves)),
        }
    }
}

/// The forest of some elements, each with the move that it is.
fn forest_of(elements: &[&Val], moves: Vec<Vec<Part>>) -> Option<Seen> {
    (elements.len() == moves.len()).then_some(())?;
    let places: HashMap<&Val, usize> = elements.iter().enumerate().map(|(place, item)| (*item, place)).collect();
    (places.len() == elements.len()).then_some(())?;
    // For each element those with which it goes, itself among them.
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); elements.len()];
    for (chosen, parts) in moves.iter().enumerate() {
        let left: HashSet<&Val> = match parts.as_slice() {
            [Part { copies: 1, args, .. }] => match &args[..] {
                [Val::List(left)] => left.items().iter().collect(),
                _ => return None,
            },
            _ => return None,
        };
        for (place, item) in elements.iter().enumerate() {
            if !left.contains(item) {
                below[place].push(chosen);
            }
        }
    }
    // Elements with few below them first: then each stands on one that came before, and has below it what that one has, and itself.
    let mut order: Vec<usize> = (0..elements.len()).collect();
    order.sort_by_key(|&place| below[place].len());
    let mut rank = vec![0; order.len()];
    order.iter().enumerate().for_each(|(at, &place)| rank[place] = at);
    let mut on = Vec::with_capacity(order.len());
    for &place in &order {
        below[place].contains(&place).then_some(())?;
        let others: Vec<usize> = below[place].iter().copied().filter(|&other| other != place).collect();
        let carrier = others.iter().copied().max_by_key(|&other| below[other].len());
        match carrier {
            None => on.push(None),
            Some(carrier) => {
                (below[carrier] == others).then_some(())?;
                on.push(Some(rank[carrier]));
            }
        }
    }
    let mut moves: Vec<Option<Vec<Part>>> = moves.into_iter().map(Some).collect();
    let moves = order.iter().map(|&place| moves[place].take()).collect::<Option<Vec<_>>>()?;
    Some((Forest::new(on)?, moves))
}

impl Method for ByForest {
    fn name(&self, _: &Args) -> String {
        "forest".to_owned()
    }

    fn kind_name(&self) -> String {
        "forest, else memo search".to_owned()
    }

    fn value(&self, args: &Args, _: &Watch) -> Result<Answer<Value>, Error> {
        Ok(self.forest(args)?.map(|(forest, _)| Value::Finite(forest.value().into())).into())
    }

    fn options(&self, args: &Args, wanted: &Wanted<'_>) -> Result<Answer<Found<Vec<Part>>>, Error> {
        let Some((forest, moves)) = self.forest(args)? else { return Ok(Answer::NotMine) };
        let mut once = Once::new(wanted.most);
        let is_wanted = |element: &usize| *wanted.value == Value::Finite(forest.without(*element).into());
        let _ = (0..moves.len()).filter(is_wanted).try_for_each(|element| once.take(&moves[element]));
        Ok(Answer::Known(once.found))
    }

    fn is_shortcut(&self) -> bool {
        true
    }

    fn answers_options(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::tests::game;
    use crate::game::Shared;
    use crate::value::List;
    use grundy::solve::Solver;

    #[test]
    fn elements_with_all_above_them() {
        let numbers = |count: i64| Val::List(List::of_integers((1..=count).collect()).unwrap());
        let answer = |text: &str, count: i64| {
            let game = game(text, &[]);
            let args: Args = vec![numbers(count)].into();
            let forest = ByForest::new(&game, KindId::FIRST)?;
            let Answer::Known(value) = forest.value(&args, &Watch::default()).unwrap() else {
                return None;
            };
            let pos = Pos { kind: KindId::FIRST, args };
            let plain = Solver::new(Shared(game)).value(&pos).unwrap();
            assert_eq!(value, Value::Finite(plain.into()), "{text}");
            Some(plain)
        };
        let forests = [
            "g(s) -> g([u for u in s if not up(v, u)]) for v in s\nlet up(v, u) = u == v or (u > v and up(v, u/2))",
            "f(left) -> f([x for x in left if x / 3^k(x, c) != c]) for c in left\nlet k(x, c) = if x <= c then 0 else 1 + k(x/3, c)",
            "g(s) -> g([u for u in s if u < v or u > v + v % 3]) for v in s if v % 3 != 2",
            "g(s) -> g([u for u in s if u / 4 != v / 4 or u < v]) for v in s",
        ];
        let found = forests.map(|text| (1..9).filter_map(|count| answer(text, count)).count());
        assert_eq!(found, [8, 8, 8, 8]);
        let others = [
            // An element of two trees, a condition that sees the list, an element that stays, two rules.
            "g(s) -> g([u for u in s if u != v and u != v + 2 and u != 2 * v]) for v in s",
            "g(s) -> g([u for u in s if u < v or (len(s) > 3 and u > v + 1)]) for v in s",
            "g(s) -> g([u for u in s if u % 3 != v % 3 or u == 1]) for v in s if v > 1",
            "g(s) -> g([u for u in s if u < v]) for v in s\ng(s) -> g([]) if s != []",
        ];
        for text in others {
            assert_eq!((5..8).find_map(|count| answer(text, count)), None, "{text}");
        }
    }
}
