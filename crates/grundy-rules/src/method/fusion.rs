//! Lists of edges of which one is cut and those fall that are no longer joined to the ground: the colon and fusion principles of
//! [green Hackenbush](grundy::boards::hackenbush).

use super::listed::in_order;
use super::{Answer, Args, Method, Wanted};
use crate::error::Error;
use crate::eval::evaluator::Part;
use crate::game::{Pos, RuleGame};
use crate::program::KindId;
use crate::recognise::fusion;
use crate::value::Val;
use grundy::boards::hackenbush::MAX_NODES;
use grundy::boards::{Hackenbush, Set};
use grundy::graph::Graph;
use grundy::theorem::Found;
use grundy::{Value, Watch};
use hashbrown::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The fusion principle as a method.
pub(super) struct ByFusion {
    game: Arc<RuleGame>,
    kind: KindId,
    vertices: u32,
    /// From 0.
    ground: u32,
    with_equals: bool,
}

impl ByFusion {
    pub(super) fn new(game: &Arc<RuleGame>, kind: KindId) -> Option<ByFusion> {
        let found = fusion(&game.loaded.program, kind)?;
        let number = |expr| match game.known(expr)? {
            Val::Int(n) => u32::try_from(n).ok(),
            _ => None,
        };
        let vertices = number(&found.vertices)?;
        let ground = match &found.ground {
            Some(ground) => number(ground)?.checked_sub(1)?,
            None => 0,
        };
        let with_equals = found.with_equals;
        (ground < vertices && u64::from(vertices) <= MAX_NODES).then(|| ByFusion {
            game: game.clone(),
            kind,
            vertices,
            ground,
            with_equals,
        })
    }

    /// The picture that a list of edges is; nothing if some are not joined to the ground, or it cannot be drawn.
    fn picture(&self, args: &Args) -> Option<(Hackenbush, Set)> {
        let [Val::List(list)] = &args[..] else { return None };
        let edges = list.items().iter().map(|edge| self.edge(edge)).collect::<Option<Vec<[u32; 2]>>>()?;
        if self.with_equals {
            let mut seen = HashSet::new();
            edges.iter().all(|edge| seen.insert(edge)).then_some(())?;
        }
        let graph = Graph::new(self.vertices.into(), &edges, false).ok()?;
        let game = Hackenbush::with_ground(&graph, self.ground).ok()?;
        let whole = game.whole();
        (whole.iter().count() == edges.len()).then_some((game, whole))
    }

    fn edge(&self, edge: &Val) -> Option<[u32; 2]> {
        let Val::List(ends) = edge else { return None };
        let [Val::Int(a), Val::Int(b)] = ends.items() else { return None };
        let vertex = |n: &i128| u32::try_from(*n - 1).ok().filter(|&vertex| vertex < self.vertices);
        Some([vertex(a)?, vertex(b)?])
    }
}

impl Method for ByFusion {
    fn name(&self, _: &Args) -> String {
        "fusion".to_owned()
    }

    fn kind_name(&self) -> String {
        "fusion, else memo search".to_owned()
    }

    fn value(&self, args: &Args, _: &Watch) -> Result<Answer<Value>, Error> {
        Ok(self.picture(args).map(|(game, whole)| Value::Finite(game.value(&whole).into())).into())
    }

    /// The rules list what each edge leaves in the order of the edges.
    fn options(&self, args: &Args, wanted: &Wanted<'_>) -> Result<Answer<Found<Vec<Part>>>, Error> {
        let Some((game, whole)) = self.picture(args) else { return Ok(Answer::NotMine) };
        let mut values = Vec::new();
        for edge in whole.iter() {
            wanted.watch.check(0, 0)?;
            let mut rest = whole.clone();
            rest.remove(edge);
            values.push(Value::Finite(game.value(&rest).into()));
        }
        let (mut found, mut seen, mut values) = (Found::all([]), HashSet::new(), values.into_iter());
        let pos = Pos { kind: self.kind, args: args.clone() };
        let _ = self.game.options(&pos, &mut |parts| {
            if values.next().as_ref() != Some(wanted.value) || !seen.insert(in_order(parts)) {
                return ControlFlow::Continue(());
            }
            if found.options.len() >= wanted.most {
                found.complete = false;
                return ControlFlow::Break(());
            }
            found.options.push(parts.clone());
            ControlFlow::Continue(())
        })?;
        Ok(Answer::Known(found))
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

    /// A triangle on a stalk beside a double edge, one more edge on top, and a loop.
    const EDGES: [[i64; 2]; 8] = [[1, 2], [2, 3], [3, 4], [4, 2], [1, 5], [5, 1], [4, 6], [6, 6]];

    fn answer(text: &str, edges: &[[i64; 2]]) -> Option<Value> {
        let game = game(text, &[]);
        let list = Val::List(List::of_rows(edges.concat(), 2).unwrap());
        let args: Args = Arc::new([list]);
        let method = ByFusion::new(&game, KindId::FIRST)?;
        let Answer::Known(value) = method.value(&args, &Watch::default()).unwrap() else { return None };
        let pos = Pos { kind: KindId::FIRST, args };
        let plain = Solver::new(Shared(game)).value(&pos).unwrap();
        assert_eq!(value, Value::Finite(plain.into()), "{text}");
        Some(value)
    }

    #[test]
    fn edges_that_stay_joined_to_the_ground() {
        let texts = [
            "g(e) -> g(standing(without(e, i))) for i in 0..len(e)-1\nlet standing(f) = [d for d in f if d[0] in components(6, f)[0]]",
            "cut(e) -> cut([(a, b) for (a, b) in f if b in ground(f)]) for d in e let f = [x for x in e if x != d]\nlet ground(h) = components(6, h)[0]",
            "h(t) -> h([x for x in t[:k] ++ t[k+1:] if x[1] in c and x[0] in c]) for k in 0..len(t)-1 let c = components(2*3, t[:k] ++ t[k+1:])[0]",
            "g(e) -> g([x for x in r if x[0] in [c for c in components(6, r) if 1 in c][0]]) for i in 0..len(e)-1 let r = without(e, i)",
        ];
        for text in texts {
            for count in 0..=EDGES.len() {
                assert!(answer(text, &EDGES[..count]).is_some(), "{text} {count}");
            }
        }
        // Edges in the air are cut in another way, and edges that are equal go together if they are named by themselves.
        assert_eq!(answer(texts[0], &EDGES[1..]), None);
        assert_eq!(answer(texts[1], &[[1, 2], [1, 2]]), None);
        assert_eq!(answer(texts[0], &[[1, 2], [1, 2]]), Some(Value::Finite(0)));
        assert!(answer(&texts[3].replace("1 in c", "4 in c"), &[[4, 2], [2, 1], [2, 3]]).is_some());
    }

    #[test]
    fn near_misses() {
        let texts = [
            // Another component, the components before the cut, edges with no end at the ground, an edge that may not be cut.
            "g(e) -> g([d for d in without(e, i) if d[0] in components(6, without(e, i))[1]]) for i in 0..len(e)-1",
            "g(e) -> g([d for d in without(e, i) if d[0] in components(6, e)[0]]) for i in 0..len(e)-1",
            "g(e) -> g([d for d in without(e, i) if d[0] not in components(6, without(e, i))[0]]) for i in 0..len(e)-1",
            "g(e) -> g([d for d in without(e, i) if d[0] in components(6, without(e, i))[0]]) for i in 1..len(e)-1",
        ];
        for text in texts {
            assert_eq!(answer(text, &EDGES[..4]), None, "{text}");
        }
    }
}
