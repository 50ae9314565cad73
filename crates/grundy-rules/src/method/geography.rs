//! A token that goes where it has not been: [undirected vertex geography](grundy::theorem::geography).
//!
//! The rules say how a list of places that are used up, or left, is changed and asked; which places are joined is seen from the moves themselves, with a list that
//! forbids nothing. The graph around the token is gone through, and must be the same in both directions. What was found is kept for the next
//! question about the same used places.

use super::listed::Once;
use super::{Answer, Args, Method, Wanted};
use crate::error::Error;
use crate::eval::evaluator::Part;
use crate::game::{Pos, RuleGame};
use crate::program::KindId;
use crate::recognise::{Geography, geography};
use crate::value::Val;
use grundy::theorem::{Found, geography as theorem};
use grundy::{Value, Watch};
use hashbrown::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

/// More places are not looked at: where these are used up, and where these are left, whose moves each make a list as long.
const MOST_USED: usize = 1 << 18;
const MOST_LEFT: usize = 2_000;

/// Edges of a graph, there and back.
const MOST_EDGES: usize = 1 << 22;

/// The theorem as a method.
pub(super) struct ByGeography {
    game: Arc<RuleGame>,
    kind: KindId,
    rules: Geography,
    known: Mutex<Known>,
}

/// What the last question was about, and at which places who moves loses.
#[derive(Default)]
struct Known {
    apart: Option<Apart>,
    lost: HashMap<Val, bool>,
}

/// A position apart from where the token is: the arguments that are not changed, and the other places of the list.
#[derive(Debug, PartialEq, Eq)]
struct Apart {
    others: Vec<Val>,
    places: HashSet<Val>,
}

/// The part of the graph that the token can reach.
#[derive(Default)]
struct Around {
    numbers: HashMap<Val, u32>,
    /// The arguments of a position with the token there.
    args: Vec<Args>,
    neighbours: Vec<Vec<u32>>,
}

impl Around {
    fn number(&mut self, place: Val, args: impl FnOnce() -> Args) -> u32 {
        let next = self.args.len() as u32;
        *self.numbers.entry(place).or_insert_with(|| {
            self.args.push(args());
            next
        })
    }

    /// Whether each edge can be gone in both directions.
    fn is_undirected(&mut self) -> bool {
        self.neighbours.iter_mut().for_each(|all| {
            all.sort_unstable();
            all.dedup();
        });
        let back = |from: usize, to: u32| self.neighbours[to as usize].binary_search(&(from as u32)).is_ok();
        let ends = self.neighbours.iter().enumerate();
        ends.flat_map(|(from, all)| all.iter().map(move |&to| (from, to))).all(|(from, to)| back(from, to))
    }
}

impl ByGeography {
    pub(super) fn new(game: &Arc<RuleGame>, kind: KindId) -> Option<ByGeography> {
        let rules = geography(&game.loaded.program, kind)?;
        Some(ByGeography { game: game.clone(), kind, rules, known: Mutex::default() })
    }

    /// Where the token is.
    fn place(&self, args: &[Val]) -> Option<Val> {
        let mut all = self.rules.place.iter().map(|&place| args.get(place).cloned());
        if self.rules.is_plain { all.next()? } else { Val::list(all.collect::<Option<Vec<_>>>()?) }
    }

    /// The position without the token; nothing if the token stands where it could come to again.
    fn apart(&self, args: &[Val], place: &Val) -> Option<Apart> {
        let Val::List(list) = args.get(self.rules.list)? else { return None };
        let mut places: HashSet<Val> = list.items().iter().cloned().collect();
        // Of equal places that are left one may stay.
        (self.rules.is_used || places.len() == list.len()).then_some(())?;
        let changes = if self.rules.is_used { places.remove(place) } else { places.insert(place.clone()) };
        changes.then_some(())?;
        let is_other = |index: &usize| *index != self.rules.list && !self.rules.place.contains(index);
        let others = (0..args.len()).filter(is_other).map(|index| args[index].clone()).collect();
        Some(Apart { others, places })
    }

    /// Whether who moves loses; nothing if these rules do not say it of such positions.
    fn is_lost(&self, args: &Args, watch: &Watch) -> Result<Option<bool>, Error> {
        let Some(place) = self.place(args) else { return Ok(None) };
        let Some(apart) = self.apart(args, &place) else { return Ok(None) };
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.apart.as_ref() != Some(&apart) {
            *known = Known { apart: None, lost: HashMap::new() };
        }
        if let Some(&lost) = known.lost.get(&place) {
            return Ok(Some(lost));
        }
        let Some(mut around) = self.around(args, &place, &apart, watch)? else { return Ok(None) };
        if !around.is_undirected() {
            return Ok(None);
        }
        let lost = theorem::lost(&around.neighbours, watch)?;
        known.lost.extend(around.numbers.into_iter().map(|(place, number)| (place, lost[number as usize])));
        known.apart = Some(apart);
        Ok(known.lost.get(&place).copied())
    }

    /// The graph around the token; nothing if it is too large, or something is wrong with the rules there, which the search tells.
    fn around(&self, args: &Args, place: &Val, apart: &Apart, watch: &Watch) -> Result<Option<Around>, Error> {
        let is_used = |place: &Val| self.rules.is_used && apart.places.contains(place);
        // With this list every move to a place that is not used up is possible.
        let free = if self.rules.is_used { Vec::new() } else { apart.places.iter().cloned().collect() };
        let most = if self.rules.is_used { MOST_USED } else { MOST_LEFT };
        let (Some(free), true) = (Val::list(free), apart.places.len() <= most) else { return Ok(None) };
        let at = |args: &[Val]| {
            let mut args = args.to_vec();
            args[self.rules.list] = free.clone();
            Args::from(args)
        };
        let (mut around, mut edges, mut fits) = (Around::default(), 0, true);
        around.number(place.clone(), || at(args));
        while let Some(args) = around.args.get(around.neighbours.len()).cloned() {
            watch.check(0, 0)?;
            let mut neighbours = Vec::new();
            let listed = self.game.options(&Pos { kind: self.kind, args }, &mut |parts| {
                edges += 1;
                let next = match parts.as_slice() {
                    [Part { copies: 1, args, .. }] => self.place(args).map(|place| (place, args)),
                    _ => None,
                };
                match next {
                    Some((next, _)) if is_used(&next) => {}
                    Some((next, args)) => neighbours.push(around.number(next, || at(args))),
                    None => fits = false,
                }
                fits &= around.args.len() <= most && edges <= MOST_EDGES;
                if fits { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            match listed {
                Err(Error::Bad(_)) => return Ok(None),
                listed => drop(listed?),
            }
            if !fits {
                return Ok(None);
            }
            around.neighbours.push(neighbours);
        }
        Ok(Some(around))
    }
}

impl Method for ByGeography {
    fn name(&self, _: &Args) -> String {
        self.kind_name()
    }

    fn kind_name(&self) -> String {
        "geography".to_owned()
    }

    fn value(&self, _: &Args, _: &Watch) -> Result<Answer<Value>, Error> {
        Ok(Answer::NotMine)
    }

    fn wins(&self, args: &Args, watch: &Watch) -> Result<Answer<bool>, Error> {
        Ok(self.is_lost(args, watch)?.map(|lost| !lost).into())
    }

    fn options(&self, args: &Args, wanted: &Wanted<'_>) -> Result<Answer<Found<Vec<Part>>>, Error> {
        if !wanted.value.is_zero() {
            return Ok(Answer::NotMine);
        }
        let mut moves: Vec<Vec<Part>> = Vec::new();
        let _ = self.game.options(&Pos { kind: self.kind, args: args.clone() }, &mut |parts| {
            moves.push(parts.clone());
            ControlFlow::Continue(())
        })?;
        let mut once = Once::new(wanted.most);
        for parts in &moves {
            let [Part { copies: 1, args, .. }] = parts.as_slice() else { return Ok(Answer::NotMine) };
            match self.is_lost(args, wanted.watch)? {
                Some(true) => {
                    if once.take(parts).is_break() {
                        break;
                    }
                }
                Some(false) => {}
                None => return Ok(Answer::NotMine),
            }
        }
        Ok(Answer::Known(once.found))
    }

    fn is_ahead(&self, _: &Args) -> bool {
        true
    }

    fn tells_only_outcomes(&self) -> bool {
        true
    }

    fn is_shortcut(&self) -> bool {
        true
    }

    fn is_comparable(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::tests::game;
    use crate::game::Shared;
    use grundy::solve::Solver;
    use proptest::prelude::*;

    fn ints(numbers: impl IntoIterator<Item = i128>) -> Val {
        Val::list(numbers.into_iter().map(Val::Int).collect::<Vec<_>>()).unwrap()
    }

    fn pairs(pairs: &[(i128, i128)]) -> Val {
        Val::list(pairs.iter().map(|&(a, b)| ints([a, b])).collect::<Vec<_>>()).unwrap()
    }

    /// Whether who moves loses, as the rules have it.
    fn agrees(game: &Arc<RuleGame>, args: Vec<Val>) -> Option<bool> {
        let method = ByGeography::new(game, KindId::FIRST)?;
        let (args, watch) = (Args::from(args), Watch::default());
        let lost = method.is_lost(&args, &watch).unwrap()?;
        let value = |args: &Args| {
            Solver::new(Shared(game.clone())).value(&Pos { kind: KindId::FIRST, args: args.clone() }).unwrap()
        };
        assert_eq!(lost, value(&args) == 0, "{args:?}");
        let zero = Value::Finite(0);
        let is = |_: &[Part]| -> Result<bool, Error> { unreachable!("the theorem tells") };
        let wanted = Wanted { value: &zero, most: usize::MAX, is: &is, watch: &watch };
        let Answer::Known(found) = method.options(&args, &wanted).unwrap() else { panic!("no options of {args:?}") };
        assert!(found.complete && found.options.is_empty() == lost);
        assert!(found.options.iter().all(|parts| value(&parts[0].args) == 0));
        Some(lost)
    }

    /// Rules that name the places that are used up, and some that name those that are left.
    const USED: &[&str] = &[
        "data e\ntoken(v, seen) -> token(w, seen ++ [w]) for w in neighbours(e, v) if w not in seen",
        "data e\nt(s, at) -> t([u] ++ s, u) for (a, b) in e, u in [a, b] if at in [a, b] and u != at and not (u in s)",
        "data e\nlet free(x, l) = not x in l\ng(v, l) -> g(w, sort(l ++ [w])) for w in 1..9 if free(w, l) and ((v, w) in e or (w, v) in e)",
    ];
    const LEFT: &[&str] = &[
        "data e\ntoken(v, left) -> token(w, [u for u in left if u != w]) for w in neighbours(e, v) if w in left",
        "data e\ng(l, v) -> g([x for x in l if to != x], to) for to in l if to in neighbours(e, v)",
        "data e\ng(v, l) -> g(w, without(l, find(l, w))) for w in neighbours(e, v) if w in l and w != v",
    ];

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn on_a_graph(edges in proptest::collection::vec((1i128..8, 1i128..8), 1..10), used in proptest::collection::hash_set(1i128..8, 0..4), at in 1i128..8) {
            let globals = [pairs(&edges)];
            let before = used.iter().copied().filter(|&v| v != at);
            for text in USED {
                let (place, list) = (Val::Int(at), ints(before.clone().chain([at])));
                let args = if text.contains("t(s, at)") { vec![list, place] } else { vec![place, list] };
                prop_assert!(agrees(&game(text, &globals), args).is_some(), "{}", text);
            }
            for text in LEFT {
                let (place, list) = (Val::Int(at), ints((1..8).filter(|v| *v != at && !used.contains(v))));
                let args = if text.contains("g(l, v)") { vec![list, place] } else { vec![place, list] };
                prop_assert!(agrees(&game(text, &globals), args).is_some(), "{}", text);
            }
        }
    }

    #[test]
    fn on_a_board() {
        let rules = "g(n, x, y, seen) -> g(n, u, v, seen ++ [(u, v)]) for (u, v) in [(x+1, y), (x-1, y), (x, y+1), (x, y-1)] if u < n and v < n and (u, v) not in seen";
        let knight = "g(n, p, seen) -> g(n, q, seen ++ [q]) for dx in 1..2, sx in [-1, 1], sy in [-1, 1] let q = (p[0] + sx*dx, p[1] + sy*(3-dx)) if max(q) < n and min(q) >= 0 and not q in seen";
        for (n, x, y) in [(2, 0, 0), (3, 0, 0), (3, 1, 0), (3, 1, 1)] {
            let at = vec![Val::Int(n), Val::Int(x), Val::Int(y), pairs(&[(x, y), (2, 2)])];
            assert!(agrees(&game(rules, &[]), at).is_some());
            let at = vec![Val::Int(n), ints([x, y]), pairs(&[(x, y)])];
            assert!(agrees(&game(knight, &[]), at).is_some());
        }
    }

    #[test]
    fn near_misses() {
        let e = [pairs(&[(1, 2), (2, 3), (3, 4)])];
        let args = || vec![Val::Int(1), ints([1])];
        for text in [
            // Edges of one direction, a place that is only noted, a list that is asked for more.
            "data e\ntoken(v, seen) -> token(w, seen ++ [w]) for (u, w) in starting(e, v) if w not in seen",
            "data e\ntoken(v, seen) -> token(w, seen ++ [v]) for w in neighbours(e, v) if w not in seen",
            "data e\ntoken(v, seen) -> token(w, seen ++ [w]) for w in neighbours(e, v) if w not in seen and len(seen) < 3",
            "data e\ntoken(v, seen) -> token(w, seen ++ [w]) for w in neighbours(e, v) if w not in seen or w == 2",
            "data e\ntoken(v, seen) -> token(w, seen ++ [w]) for w in neighbours(e, v) if w in seen",
            "data e\ntoken(v, seen) -> token(w, seen ++ [w, v]) for w in neighbours(e, v) if w not in seen",
        ] {
            assert_eq!(agrees(&game(text, &e), args()), None, "{text}");
        }
        // The token may come back to where it is.
        assert_eq!(agrees(&game(USED[0], &e), vec![Val::Int(1), ints([2])]), None);
        assert_eq!(agrees(&game(LEFT[0], &e), vec![Val::Int(1), ints([1, 2, 3])]), None);
        assert_eq!(agrees(&game(LEFT[2], &e), vec![Val::Int(1), ints([2, 2, 3])]), None);
    }
}
