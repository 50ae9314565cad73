//! Lists of edges of which one is cut and those fall that are no longer joined to the ground: the colon and fusion principles of
//! [green Hackenbush](grundy::boards::hackenbush).

use super::listed::Once;
use super::{Answer, Args, Method, Wanted};
use crate::check::inline::{Walk, slots_of, walk_expr};
use crate::error::Error;
use crate::eval::evaluator::Part;
use crate::game::{Pos, RuleGame};
use crate::program::{Expr, ExprKind, KindId};
use crate::recognise::{Fusion, fusion};
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
    fusion: Fusion,
    /// Vertices and ground, if the other arguments have no say.
    ground: Option<Ground>,
}

/// How many vertices there are, and which one is the ground, from 0.
#[derive(Debug, Clone, Copy)]
struct Ground {
    vertices: u32,
    ground: u32,
}

/// Puts the other arguments in place.
struct Given<'a>(&'a [Val]);

impl Walk for Given<'_> {
    fn expr(&mut self, expr: &mut Expr) {
        match (&expr.kind, self.0) {
            (ExprKind::Local(slot), args) if *slot < args.len() => expr.kind = ExprKind::Const(args[*slot].clone()),
            _ => walk_expr(self, expr),
        }
    }
}

impl ByFusion {
    pub(super) fn new(game: &Arc<RuleGame>, kind: KindId) -> Option<ByFusion> {
        let fusion = fusion(&game.loaded.program, kind)?;
        let alone = [Some(&fusion.vertices), fusion.ground.as_ref()];
        let alone = alone.into_iter().flatten().all(|expr| slots_of(expr).is_empty());
        let mut method = ByFusion { game: game.clone(), kind, fusion, ground: None };
        if alone {
            method.ground = Some(method.ground(&[])?);
        }
        Some(method)
    }

    /// What the other arguments say.
    fn ground(&self, args: &[Val]) -> Option<Ground> {
        let number = |expr: &Expr| {
            let mut expr = expr.clone();
            Given(args).expr(&mut expr);
            match self.game.known(&expr)? {
                Val::Int(n) => u32::try_from(n).ok(),
                _ => None,
            }
        };
        let vertices = number(&self.fusion.vertices)?;
        let ground = match &self.fusion.ground {
            Some(ground) => number(ground)?.checked_sub(1)?,
            None => 0,
        };
        (ground < vertices && u64::from(vertices) <= MAX_NODES).then_some(Ground { vertices, ground })
    }

    /// The picture that a list of edges is; nothing if some are not joined to the ground, or it cannot be drawn.
    fn picture(&self, args: &Args) -> Option<(Hackenbush, Set)> {
        let Val::List(list) = args.get(self.fusion.list)? else { return None };
        let Ground { vertices, ground } = self.ground.or_else(|| self.ground(args))?;
        let edges = list.items().iter().map(|edge| ends(edge, vertices)).collect::<Option<Vec<[u32; 2]>>>()?;
        if self.fusion.with_equals {
            let mut seen = HashSet::new();
            edges.iter().all(|edge| seen.insert(edge)).then_some(())?;
        }
        let graph = Graph::new(vertices.into(), &edges, false).ok()?;
        let game = Hackenbush::with_ground(&graph, ground).ok()?;
        let whole = game.whole();
        (whole.iter().count() == edges.len()).then_some((game, whole))
    }
}

/// The ends of an edge, from 0.
fn ends(edge: &Val, vertices: u32) -> Option<[u32; 2]> {
    let Val::List(ends) = edge else { return None };
    let [Val::Int(a), Val::Int(b)] = ends.items() else { return None };
    let vertex = |n: &i128| u32::try_from(*n - 1).ok().filter(|&vertex| vertex < vertices);
    Some([vertex(a)?, vertex(b)?])
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
        let (mut once, mut values) = (Once::new(wanted.most), values.into_iter());
        let pos = Pos { kind: self.kind, args: args.clone() };
        let _ = self.game.options(&pos, &mut |parts| {
            let is_wanted = values.next().as_ref() == Some(wanted.value);
            if is_wanted { once.take(parts) } else { ControlFlow::Continue(()) }
        })?;
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

    /// A triangle on a stalk beside a double edge, one more edge on top, and a loop.
    const EDGES: [[i64; 2]; 8] = [[1, 2], [2, 3], [3, 4], [4, 2], [1, 5], [5, 1], [4, 6], [6, 6]];

    fn answer(text: &str, edges: &[[i64; 2]]) -> Option<Value> {
        answer_beside(text, &[], edges)
    }

    /// With other arguments before the list.
    fn answer_beside(text: &str, others: &[i128], edges: &[[i64; 2]]) -> Option<Value> {
        let game = game(text, &[]);
        let list = Val::List(List::of_rows(edges.concat(), 2).unwrap());
        let args: Args = others.iter().map(|&n| Val::Int(n)).chain([list]).collect();
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
    fn other_arguments_say_how_many_vertices_there_are() {
        let texts = [
            "bush(m, e) -> bush(m, kept(m, without(e, i))) for i in 0..len(e)-1\nlet kept(m, f) = [d for d in f if d[0] in components(m, f)[0]]",
            "g(n, t) -> g(n, [(a, b) for (a, b) in f if b in components(n+1, f)[0]]) for d in t let f = [x for x in t if x != d]",
            "g(n, e) -> g(n, [x for x in r if x[0] in [c for c in components(6, r) if n-5 in c][0]]) for i in 0..len(e)-1 let r = without(e, i)",
        ];
        for text in texts {
            for count in 0..=EDGES.len() {
                assert!(answer_beside(text, &[6], &EDGES[..count]).is_some(), "{text} {count}");
            }
        }
        // Too few vertices, vertices that a move takes away, vertices that the edges decide.
        assert!(ByFusion::new(&game(texts[0], &[]), KindId::FIRST).unwrap().ground(&[Val::Int(0)]).is_none());
        for text in [
            "bush(m, e) -> bush(m-1, [d for d in without(e, i) if d[0] in components(m, without(e, i))[0]]) for i in 0..len(e)-1",
            "bush(m, e) -> bush(m, [d for d in without(e, i) if d[0] in components(len(e), without(e, i))[0]]) for i in 0..len(e)-1",
            "bush(m, e) -> bush(m, [d for d in without(e, i) if d[0] in components(m+i, without(e, i))[0]]) for i in 0..len(e)-1",
        ] {
            assert!(ByFusion::new(&game(text, &[]), KindId::FIRST).is_none(), "{text}");
        }
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
