//! What is recognised and what is not; and every strategy against the plain definition on small positions.

mod ends;
mod infinite;
mod kinds;
mod random;
mod table;

use crate::error::Error;
use crate::eval::evaluator::Part;
use crate::game::{Pos, RuleGame, Shared};
use crate::loaded::Loaded;
use crate::meter::{Budget, Meter};
use crate::method::{Answer, Args, Method, Methods, Search, Wanted, for_rules, in_order};
use crate::program::KindId;
use crate::recognise::Given;
use crate::value::Val;
use grundy::solve::Solver;
use grundy::{Limits, Value, Watch};
use std::ops::ControlFlow;
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

    /// The methods of the first kind.
    fn methods(&self, watch: &Watch) -> Methods {
        let game = Arc::new(self.game(watch));
        let search = Arc::new(Search::new(game.clone(), watch, true));
        for_rules(&game, &search, KindId::FIRST, true, None)
    }

    /// The name of the theorem of the first kind, or of the search.
    fn strategy(&self) -> String {
        let methods = self.methods(&Watch::default());
        let refused = methods.iter().find(|method| method.is_last_resort());
        match (&methods[0], refused) {
            (first, _) if first.is_shortcut() || self.loaded.program.misere => first.kind_name(),
            (_, Some(refused)) => refused.kind_name(),
            _ => "memo search".to_owned(),
        }
    }

    fn integer_moves(&self) -> Vec<super::normal::Move> {
        let given = Given {
            program: &self.loaded.program,
            globals: &self.globals,
            helper: &|_| None,
            budget: &super::ProofBudget::default(),
            fixed: &[],
        };
        super::normal::integer_moves(given, KindId::FIRST).unwrap()
    }

    fn game(&self, watch: &Watch) -> RuleGame {
        let meter = Meter::new(watch, &Budget::new(1 << 30));
        RuleGame::new(self.loaded.clone(), self.globals.clone(), meter)
    }

    /// Compares the method with the definition on all these positions of the first kind.
    fn compare(&self, text: &str, positions: &[Vec<Val>]) -> Result<usize, String> {
        let watch = Watch::new(Limits { positions: 200_000, ..Limits::default() });
        let methods = self.methods(&watch);
        let method = &*methods[0];
        let game = Arc::new(self.game(&watch));
        let mut solver = Solver::with_watch(Shared(game.clone()), watch.clone());
        let mut compared = 0;
        if !method.is_shortcut() {
            return Ok(0);
        }
        for args in positions {
            let args: Args = args.as_slice().into();
            let answer = method.value(&args, &watch).map_err(|error| format!("{error}"))?;
            let Answer::Known(fast) = answer else { continue };
            let plain = solver.value(&Pos { kind: KindId::FIRST, args: args.clone() });
            let plain = plain.map_err(|error| format!("{text}\n{} at {args:?}: {error:?}", self.strategy()))?;
            if fast != Value::Finite(u128::from(plain)) {
                return Err(format!("{text}\n{} says {fast}, the definition {plain} at {args:?}", self.strategy()));
            }
            compared += 1;
            let options = options_by_value(&game, &mut solver, &args).map_err(|error| format!("{text}\n{error}"))?;
            for (wanted, expected) in options.iter().enumerate() {
                let said = compare_options(method, &game, &args, wanted as u64, plain, expected, &watch);
                said.map_err(|error| format!("{text}\n{} at {args:?}: {error}", self.strategy()))?;
            }
        }
        Ok(compared)
    }
}

/// The options of a position with the values 0, 1, …, 7.
fn options_by_value(game: &RuleGame, solver: &mut Solver<Shared>, args: &Args) -> Result<Vec<Vec<Vec<Part>>>, String> {
    let mut options: Vec<Vec<Part>> = Vec::new();
    let listed = game.options(&Pos { kind: KindId::FIRST, args: args.clone() }, &mut |parts| {
        options.push(std::mem::take(parts));
        ControlFlow::Continue(())
    });
    let _ = listed.map_err(|error| error.to_string())?;
    let mut by_value: Vec<Vec<Vec<Part>>> = vec![Vec::new(); 8];
    for option in options {
        let mut value = 0;
        for part in &option {
            let own = solver.value(&Pos { kind: part.kind, args: part.args.clone() });
            value ^= own.map_err(|error| format!("{error:?}"))?;
        }
        if let Some(same) = by_value.get_mut(value as usize) {
            same.push(option);
        }
    }
    Ok(by_value)
}

/// Compares the options of a wanted value with those of the definition: each is written as the rules write it; all are there,
/// up to components without moves, if the method says so; and there is one wherever there must be one.
fn compare_options(
    method: &dyn Method,
    game: &RuleGame,
    args: &Args,
    wanted: u64,
    value: u64,
    expected: &[Vec<Part>],
    watch: &Watch,
) -> Result<(), String> {
    let target = Value::Finite(wanted.into());
    let listed: Vec<_> = expected.iter().map(|option| in_order(option)).collect();
    let lists_all = method.kind_name() == "prime exponents";
    let is = |parts: &[Part]| -> Result<bool, Error> {
        assert!(lists_all, "a theorem needs nobody else");
        Ok(listed.contains(&in_order(parts)))
    };
    let asked = Wanted { value: &target, most: 1000, is: &is, watch };
    let found = method.options(args, &asked).map_err(|error| error.to_string())?;
    let Answer::Known(found) = found else { return Err(format!("no options of value {wanted} are told")) };
    if let Some(wrong) = found.options.iter().find(|option| !listed.contains(&in_order(option))) {
        return Err(format!("{wrong:?} is not an option of value {wanted}"));
    }
    if found.options.is_empty() && wanted < value {
        return Err(format!("the value is {value}, but there is no option of value {wanted}"));
    }
    let moving = |option: &Vec<Part>| {
        let moves = |part: &&Part| {
            let mut any = false;
            let _ = game.options(&Pos { kind: part.kind, args: part.args.clone() }, &mut |_| {
                any = true;
                ControlFlow::Break(())
            });
            any
        };
        in_order(&option.iter().filter(moves).cloned().collect::<Vec<_>>())
    };
    let sorted = |options: &[Vec<Part>]| {
        let mut all: Vec<_> = options.iter().map(moving).collect();
        all.sort();
        all.dedup();
        all
    };
    let (ours, theirs) = (sorted(&found.options), sorted(expected));
    if found.complete && ours != theirs {
        return Err(format!("options of value {wanted}: {ours:?}, not {theirs:?}"));
    }
    Ok(())
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
