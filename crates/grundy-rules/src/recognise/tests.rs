//! What is recognised and what is not; and every strategy against the plain definition on small positions.

mod ends;
mod infinite;
mod random;
mod table;

use crate::eval::meter::{Budget, Meter};
use crate::game::{Pos, RuleGame, Shared};
use crate::loaded::Loaded;
use crate::recognise::Given;
use crate::strategy::{Left, Method, Strategy};
use crate::value::Val;
use grundy::solve::Solver;
use grundy::{Limits, Value, Watch};
use std::sync::Arc;

/// A rule file with values for its globals in the order of their names in the text.
struct Case {
    loaded: Arc<Loaded>,
    globals: Vec<Option<Val>>,
}

impl Case {
    fn new(text: &str, set: &[(&str, Val)]) -> Case {
        let loaded = Loaded::new("test", text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        let mut globals = vec![None; loaded.program.globals.len()];
        for (name, value) in set {
            globals[loaded.program.global(name).unwrap()] = Some(value.clone());
        }
        Case { loaded: Arc::new(loaded), globals }
    }

    fn strategy(&self) -> Strategy {
        self.game(&Watch::default()).choose(0)
    }

    fn integer_moves(&self) -> Vec<super::normal::Move> {
        let given = Given { program: &self.loaded.program, globals: &self.globals, helper: &|_| None };
        super::normal::integer_moves(given, 0).unwrap()
    }

    fn game(&self, watch: &Watch) -> RuleGame {
        let meter = Meter::new(watch, &Budget::new(1 << 30));
        RuleGame::new(self.loaded.clone(), self.globals.clone(), meter)
    }

    /// Compares the strategy with the definition on all these positions of the first kind.
    fn compare(&self, text: &str, positions: &[Vec<Val>]) -> Result<usize, String> {
        let method = Method::new(self.strategy(), 0);
        let watch = Watch::new(Limits { positions: 200_000, ..Limits::default() });
        let game = Arc::new(self.game(&watch));
        let mut solver = Solver::with_watch(Shared(game.clone()), watch.clone());
        let mut compared = 0;
        for args in positions {
            let Some(fast) = method.value(args, &watch).map_err(|error| format!("{error}"))? else { continue };
            let plain = solver.value(&Pos { kind: 0, args: args.as_slice().into() });
            let plain = plain.map_err(|error| format!("{text}\n{} at {args:?}: {error:?}", self.strategy()))?;
            if fast != Value::Finite(u128::from(plain)) {
                return Err(format!("{text}\n{} says {fast}, the definition {plain} at {args:?}", self.strategy()));
            }
            compared += 1;
            self.compare_options(text, &method, &game, &mut solver, args, &watch)?;
        }
        Ok(compared)
    }

    /// Compares the options of each wanted value with those of the definition, up to components without moves.
    fn compare_options(
        &self,
        text: &str,
        method: &Method,
        game: &Arc<RuleGame>,
        solver: &mut Solver<Shared>,
        args: &[Val],
        watch: &Watch,
    ) -> Result<(), String> {
        let mut options: Vec<Left> = Vec::new();
        let listed = game.options(&Pos { kind: 0, args: args.into() }, &mut |parts| {
            options.push(parts.drain(..).map(|part| (part.kind, part.args.to_vec())).collect());
            std::ops::ControlFlow::Continue(())
        });
        let _ = listed.map_err(|error| format!("{text}\n{error}"))?;
        let mut by_value: Vec<Vec<Left>> = vec![Vec::new(); 8];
        for option in options {
            let mut value = 0;
            for (kind, args) in &option {
                let part = solver.value(&Pos { kind: *kind as u32, args: args.as_slice().into() });
                value ^= part.map_err(|error| format!("{text}\n{error:?}"))?;
            }
            if let Some(same) = by_value.get_mut(value as usize) {
                same.push(option);
            }
        }
        for (wanted, expected) in by_value.iter().enumerate() {
            let found = method.options_with_value(args, &Value::Finite(wanted as u128), 1000, watch);
            let Some(found) = found.map_err(|error| format!("{error}"))? else { continue };
            let moving = |option: &[(usize, Vec<Val>)]| {
                let moves = |part: &&(usize, Vec<Val>)| {
                    let pos = Pos { kind: part.0 as u32, args: part.1.as_slice().into() };
                    let mut any = false;
                    let _ = game.options(&pos, &mut |_| {
                        any = true;
                        std::ops::ControlFlow::Break(())
                    });
                    any
                };
                let mut parts: Vec<String> = option.iter().filter(moves).map(|part| format!("{part:?}")).collect();
                parts.sort();
                parts
            };
            let sorted = |options: &[Left]| {
                let mut all: Vec<Vec<String>> = options.iter().map(|option| moving(option)).collect();
                all.sort();
                all.dedup();
                all
            };
            let (ours, theirs) = (sorted(&found.options), sorted(expected));
            let agree = if found.complete { ours == theirs } else { ours.iter().all(|option| theirs.contains(option)) };
            if !agree {
                return Err(format!(
                    "{text}\n{}: options of value {wanted} at {args:?}: {ours:?}, not {theirs:?}",
                    self.strategy()
                ));
            }
        }
        Ok(())
    }
}

/// All tuples of numbers below `end`.
fn tuples(length: u32, end: i128) -> Vec<Vec<Val>> {
    let codes = 0..end.pow(length);
    codes.map(|code| (0..length).map(|place| Val::Int(code / end.pow(place) % end)).collect()).collect()
}

/// All lists of at most `length` numbers below `end`, each as the one argument.
fn lists(length: u32, end: i128) -> Vec<Vec<Val>> {
    (0..=length).flat_map(|length| tuples(length, end)).map(|items| vec![Val::list(items).unwrap()]).collect()
}

/// Small positions of the first kind, of integers and of lists.
fn small(case: &Case) -> Vec<Vec<Val>> {
    match case.loaded.program.kinds[0].args.len() {
        1 => tuples(1, 40).into_iter().chain(lists(3, 6)).collect(),
        2 => tuples(2, 9),
        arity => tuples(arity as u32, 4),
    }
}
