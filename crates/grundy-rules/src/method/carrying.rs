//! Stones that are carried from place to place of a list or board, along edges that the stones have no say in: [staircase Nim on a
//! graph](grundy::theorem::carrying).
//!
//! The edges come from the clauses of the rules ([`edges`](super::edges)); these are run when a position is asked about, once for all positions with as many places, and again
//! for the options of a position. Edges are not kept: there may be 10^8 of them.

use super::edges::{Clauses, Form};
use super::{Answer, Args, Method, Wanted};
use crate::error::{Error, Miss};
use crate::eval::evaluator::Part;
use crate::game::RuleGame;
use crate::lock::lock;
use crate::program::KindId;
use crate::recognise::{Carries, carries};
use crate::value::{List, Val};
use grundy::theorem::Found;
use grundy::theorem::carrying::{Carrying, Colouring, fit};
use grundy::{Value, Watch};
use hashbrown::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

/// The name that users see.
const NAME: &str = "staircase on a graph";

/// Places of all forms that are remembered.
const MOST_REMEMBERED: usize = 1 << 22;

/// The part of the limit on memory that a list of options may take.
const OPTIONS_PART: u64 = 4;

/// The graph of all positions of a form, if it has a colouring.
struct Ground {
    game: Carrying,
    clauses: Clauses,
}

impl Ground {
    fn new(mut clauses: Clauses, watch: &Watch) -> Result<Option<Ground>, Error> {
        let game = match Ground::coloured(&clauses, watch) {
            // The machine could not tell; the exact evaluator can.
            Err(Miss::NotMine) if clauses.become_exact() => Ground::coloured(&clauses, watch),
            game => game,
        };
        match game {
            Ok(game) => Ok(game.map(|game| Ground { game, clauses })),
            Err(Miss::NotMine) => Ok(None),
            Err(Miss::Error(error)) => Err(error),
        }
    }

    fn coloured(clauses: &Clauses, watch: &Watch) -> Result<Option<Carrying>, Miss<Error>> {
        let Some(mut colouring) = Colouring::new(clauses.places()) else { return Ok(None) };
        let mut fits = true;
        clauses.run(&mut |from, to| {
            fits = colouring.edge(from, to);
            if fits { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        if !fits {
            return Ok(None);
        }
        let mut edges = Vec::new();
        if colouring.is_mixed() {
            fit(colouring.edges(), watch).map_err(|stop| Miss::Error(stop.into()))?;
            clauses.run(&mut |from, to| {
                edges.extend(to.map(|to| [from as u32, to as u32]));
                ControlFlow::Continue(())
            })?;
        }
        Ok(colouring.finish(|| edges))
    }
}

/// What the graph of a position depends on: its form, and the arguments that no move changes.
type Key = (Form, Vec<Val>);

/// Graphs that were looked at.
#[derive(Default)]
struct Remembered {
    grounds: HashMap<Key, Option<Arc<Ground>>>,
    places: usize,
}

/// Staircase Nim on graphs as a method.
pub(super) struct ByCarrying {
    game: Arc<RuleGame>,
    kind: KindId,
    carries: Carries,
    remembered: Mutex<Remembered>,
}

impl ByCarrying {
    pub(super) fn new(game: &Arc<RuleGame>, kind: KindId) -> Option<ByCarrying> {
        let carries = carries(&game.loaded.program, kind)?;
        Some(ByCarrying { game: game.clone(), kind, carries, remembered: Mutex::default() })
    }

    /// The form of a position and the stones on its places.
    fn stones(&self, args: &Args) -> Option<(Form, Vec<u128>)> {
        let Val::List(list) = args.get(self.carries.list)? else { return None };
        if self.carries.indices == 1 {
            let stones = naturals(list)?;
            return Some((Form::Line(stones.len()), stones));
        }
        if let (Some((numbers, width)), false) = (list.rows(), args[self.carries.list].has_negative()) {
            let widths = vec![width; list.len()];
            return Some((Form::Rows(widths), numbers.iter().map(|&n| n as u128).collect()));
        }
        let rows = list.items().iter().map(|row| match row {
            Val::List(row) => naturals(row),
            _ => None,
        });
        let rows = rows.collect::<Option<Vec<Vec<u128>>>>()?;
        Some((Form::Rows(rows.iter().map(Vec::len).collect()), rows.concat()))
    }

    /// The graph of a position.
    fn ground(&self, form: &Form, args: &Args, watch: &Watch) -> Result<Option<Arc<Ground>>, Error> {
        let others = args.iter().enumerate().filter(|(place, _)| *place != self.carries.list);
        let key = (form.clone(), others.map(|(_, value)| value.clone()).collect());
        if let Some(known) = lock(&self.remembered).grounds.get(&key) {
            return Ok(known.clone());
        }
        let clauses = Clauses::new(&self.game, self.kind, &self.carries, form, args);
        let ground = match clauses {
            Some(clauses) => Ground::new(clauses, watch)?.map(Arc::new),
            None => None,
        };
        let mut remembered = lock(&self.remembered);
        remembered.places += form.places() + 1;
        if remembered.places > MOST_REMEMBERED {
            *remembered = Remembered { places: form.places(), ..Remembered::default() };
        }
        remembered.grounds.insert(key, ground.clone());
        Ok(ground)
    }

    /// The position after some stones were carried.
    fn part(&self, args: &Args, form: &Form, stones: &[u128]) -> Option<Part> {
        let mut left = args.to_vec();
        left[self.carries.list] = form.filled(stones)?;
        Some(Part { copies: 1, kind: self.kind, args: left.into() })
    }
}

fn naturals(list: &List) -> Option<Vec<u128>> {
    match list.naturals() {
        Some(numbers) => Some(numbers.iter().map(|&n| n as u128).collect()),
        None => list.items().iter().map(super::theorem::natural).collect(),
    }
}

impl Method for ByCarrying {
    fn name(&self, _: &Args) -> String {
        NAME.to_owned()
    }

    fn kind_name(&self) -> String {
        format!("{NAME}, else memo search")
    }

    fn value(&self, args: &Args, watch: &Watch) -> Result<Answer<Value>, Error> {
        let Some((form, stones)) = self.stones(args) else { return Ok(Answer::NotMine) };
        let ground = self.ground(&form, args, watch)?;
        Ok(ground.map(|ground| Value::Finite(ground.game.value(stones.into_iter()))).into())
    }

    fn options(&self, args: &Args, wanted: &Wanted<'_>) -> Result<Answer<Found<Vec<Part>>>, Error> {
        let Some((form, stones)) = self.stones(args) else { return Ok(Answer::NotMine) };
        let Some(ground) = self.ground(&form, args, wanted.watch)? else { return Ok(Answer::NotMine) };
        let mut found = Found::all([]);
        let Some(value) = wanted.value.as_finite() else { return Ok(Answer::Known(found)) };
        let change = ground.game.value(stones.iter().copied()) ^ value;
        let bytes = (stones.len() as u64 + 1) * size_of::<i128>() as u64;
        let room = usize::try_from(wanted.watch.limits().memory / OPTIONS_PART / bytes).unwrap_or(usize::MAX);
        let (most, mut seen, mut overflow) = (wanted.most.min(room.max(1)), HashSet::new(), false);
        let ran = ground.clauses.run(&mut |from, to| {
            let Some(amount) = ground.game.amount(&stones, from, to, change) else {
                return ControlFlow::Continue(());
            };
            if !seen.insert((from, to)) {
                return ControlFlow::Continue(());
            }
            if found.options.len() >= most {
                found.complete = false;
                return ControlFlow::Break(());
            }
            let left = Carrying::carried(&stones, from, to, amount);
            match left.and_then(|left| self.part(args, &form, &left)) {
                Some(part) => found.options.push(vec![part]),
                None => overflow = true,
            }
            ControlFlow::Continue(())
        });
        match ran {
            Ok(()) if !overflow => Ok(Answer::Known(found)),
            Ok(()) | Err(Miss::NotMine) => Ok(Answer::NotMine),
            Err(Miss::Error(error)) => Err(error),
        }
    }

    fn list_value(&self, numbers: &[i64], watch: &Watch) -> Answer<Value> {
        let alone = self.game.loaded.program.kinds[self.kind].args.len() == 1 && self.carries.indices == 1;
        if !alone || numbers.iter().any(|&n| n < 0) {
            return Answer::NotMine;
        }
        let form = Form::Line(numbers.len());
        // No other argument, and the list itself is not looked at.
        let ground = self.ground(&form, &(Arc::new([Val::Int(0)]) as Args), watch).ok().flatten();
        ground.map(|ground| Value::Finite(ground.game.value(numbers.iter().map(|&n| n as u128)))).into()
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
    use crate::game::{Pos, Shared};
    use grundy::solve::Solver;

    fn list(numbers: &[i64]) -> Val {
        Val::List(List::of_integers(numbers.to_vec()).unwrap())
    }

    fn board(rows: &[&[i64]]) -> Val {
        Val::list(rows.iter().map(|row| list(row)).collect::<Vec<_>>()).unwrap()
    }

    /// The value of a position, compared with the definition, and so are the options of each value.
    fn answer(text: &str, data: &[Val], args: &[Val]) -> Option<Value> {
        let game = game(text, data);
        let method = ByCarrying::new(&game, KindId::FIRST)?;
        let (args, watch): (Args, _) = (args.into(), Watch::default());
        let Answer::Known(value) = method.value(&args, &watch).unwrap() else { return None };
        let pos = Pos { kind: KindId::FIRST, args: args.clone() };
        let mut solver = Solver::new(Shared(game.clone()));
        assert_eq!(value, Value::Finite(solver.value(&pos).unwrap().into()), "{text} {args:?}");
        let mut options = Vec::new();
        let _ = game.options(&pos, &mut |parts| {
            options.push(parts.clone());
            ControlFlow::Continue(())
        });
        for wanted in 0..9 {
            let is = |_: &[Part]| Ok(false);
            let asked = Wanted { value: &Value::Finite(wanted.into()), most: 1000, is: &is, watch: &watch };
            let Answer::Known(found) = method.options(&args, &asked).unwrap() else { panic!("{text}: no options") };
            let mut has = |option: &Vec<Part>| {
                solver.value(&Pos { kind: KindId::FIRST, args: option[0].args.clone() }).unwrap() == wanted
            };
            let shown = |option: &Vec<Part>| option[0].args.iter().map(Val::to_string).collect::<Vec<_>>();
            let expected: HashSet<Vec<String>> = options.iter().filter(|option| has(option)).map(shown).collect();
            assert!(found.complete);
            assert_eq!(found.options.iter().map(shown).collect::<HashSet<_>>(), expected, "{text} {wanted}");
        }
        Some(value)
    }

    const TREE: &str = "stones(a) -> stones(a with [i] -= k, [father[i-1]] += k) for i in 1..len(a)-1, k in 1..a[i]";

    #[test]
    fn trees() {
        let father = |numbers: &[i64]| [list(numbers)];
        let text = format!("data father\n{TREE}");
        let stones = [list(&[3, 1, 2, 1, 3])];
        assert_eq!(answer(&text, &father(&[0, 0, 1, 1]), &stones), Some(Value::Finite(1 ^ 2)));
        // Fathers with larger numbers, so that edges lead up and down.
        assert_eq!(answer(&text, &father(&[4, 4, 2, 0]), &stones), Some(Value::Finite(1 ^ 3)));
        // A cycle, a loop, and places that are not there.
        assert_eq!(answer(&text, &father(&[2, 1, 1, 0]), &stones), None);
        assert_eq!(answer(&text, &father(&[1, 0, 0, 0]), &stones), None);
        assert_eq!(answer(&text, &father(&[0, 0, 0, 5]), &stones), None);
        assert_eq!(answer(&text, &father(&[0, 0, 0, -1]), &stones), None);
        assert_eq!(answer(&text, &father(&[0, 0]), &stones), None);
        // The fathers as an argument, before the stones and after them.
        for text in [
            "g(up, a) -> g(up, a with [up[v]] += k, [v+1] -= k) for v in 0..len(up)-1, k in 1..a[v+1]",
            "g(f, p) -> g(f, p with [i] = m, [j] = p[j] + p[i] - m) for i in 1..len(p)-1 let j = f[i-1] for m in 0..p[i]-1",
        ] {
            let args = [list(&[0, 0, 1, 1]), stones[0].clone()];
            assert_eq!(answer(text, &[], &args), Some(Value::Finite(3)), "{text}");
        }
    }

    #[test]
    fn boards() {
        let down =
            "g(t) -> g(t with [i][j] -= k, [i+1][j] += k) for i in 0..len(t)-2, j in 0..len(t[0])-1, k in 1..t[i][j]";
        let right =
            "g(t) -> g(t with [i][j] -= k, [i][j+1] += k) for i in 0..len(t)-1, j in 0..len(t[i])-2, k in 1..t[i][j]";
        let both = format!("{down}\n{right}");
        assert_eq!(answer(&both, &[], &[board(&[&[2, 1], &[3, 9]])]), Some(Value::Finite(1 ^ 3)));
        assert_eq!(answer(&both, &[], &[board(&[&[1, 2, 3], &[1, 1, 5]])]), Some(Value::Finite(1 ^ 3 ^ 1)));
        assert_eq!(answer(right, &[], &[board(&[&[1, 2, 1], &[], &[1, 1]])]), Some(Value::Finite(2 ^ 1)));
        // A row that is too short for what comes down, and no board at all.
        assert_eq!(answer(down, &[], &[board(&[&[1, 2], &[1]])]), None);
        assert_eq!(answer(&both, &[], &[list(&[1, 2])]), None);
        // The whole column goes, and a step of two within a colour.
        let leap = format!(
            "{both}\ng(t) -> g(t with [i][j] -= k, [i+1][j+1] += k) for i in 0..len(t)-2, j in 0..len(t[0])-2, k in 1..t[i][j]"
        );
        assert_eq!(answer(&leap, &[], &[board(&[&[1, 2], &[1, 1]])]), None);
    }

    #[test]
    fn graphs_without_a_colouring() {
        // Two steps at once, both directions, and a ring.
        for text in [
            "g(p) -> g(p with [i] -= k, [j] += k) for i in 1..len(p)-1, j in 0..i-1, k in 1..p[i]",
            "g(p) -> g(p with [i] -= k, [j] += k) for i in 0..len(p)-1, j in [i-1, i+1] if 0 <= j and j < len(p) for k in 1..p[i]",
            "g(p) -> g(p with [i] -= k, [(i+1) % len(p)] += k) for i in 0..len(p)-1, k in 1..p[i]",
            // Two ends of different colours.
            "g(p) -> g(p with [3] -= k, [j] += k) for j in [0, 2], k in 1..p[3]\ng(p) -> g(p with [2] -= k, [1] += k) for k in 1..p[2]",
        ] {
            assert!(carries(&game(text, &[]).loaded.program, KindId::FIRST).is_some(), "{text}");
            assert_eq!(answer(text, &[], &[list(&[1, 2, 1, 1])]), None, "{text}");
        }
    }

    #[test]
    fn forms_are_told_apart() {
        let text = "g(p, s) -> g(p with [i] -= k, [i-s] += k, s) for i in s..len(p)-1, k in 1..p[i]";
        for (step, value) in [(1, 1 ^ 3 ^ 1), (2, 2 ^ 3), (3, 3 ^ 4 ^ 1), (9, 0)] {
            let (game, watch) = (game(text, &[]), Watch::default());
            let method = ByCarrying::new(&game, KindId::FIRST).unwrap();
            let of = |numbers: &[i64], step| {
                let args: Args = Arc::new([list(numbers), Val::Int(step)]);
                method.value(&args, &watch).unwrap()
            };
            // Asked about again, and between other forms.
            for _ in 0..2 {
                assert_eq!(of(&[7, 1, 2, 3, 4, 1], step), Answer::Known(Value::Finite(value)));
                assert_eq!(of(&[7, 5], 1), Answer::Known(Value::Finite(5)));
                assert_eq!(of(&[7, 5], 0), Answer::NotMine);
            }
        }
    }
}
