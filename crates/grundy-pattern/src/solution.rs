//! What was proved, ready to answer: values, outcomes and moves at positions of any size.

use crate::Shape;
use crate::prove::{ATTEMPT, Posed, within};
use crate::translate::Instance;
use grundy::Watch;
use grundy_automata::formula::{Compiler, Formula, Logic, Term};
use grundy_automata::game::{Candidate, Encoding, Game, Left, Position, Prover, StrategyMove};
use grundy_automata::{Budget, Counted, Error, Nat, Result, Var};
use grundy_rules::pattern::{Counting, Linear, Sign};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// More variables are not counted.
const MOST_VARIABLES: usize = 4;

/// Automata that were proved for a game.
pub struct Solution {
    game: Game,
    instances: Vec<Instance>,
    /// The kinds of the rules by their numbers.
    names: Vec<String>,
    candidate: Candidate,
    /// What finds moves, for each kind of the game that was asked for.
    strategies: Mutex<HashMap<usize, Arc<Vec<StrategyMove>>>>,
}

impl fmt::Debug for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solution").field("instances", &self.instances).finish_non_exhaustive()
    }
}

/// A position that a move leaves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leaves {
    /// The name of its kind.
    pub kind: String,
    /// The shapes of its arguments.
    pub shapes: Vec<Shape>,
    /// The numbers in them.
    pub numbers: Vec<Nat>,
}

impl Solution {
    pub(crate) fn new(posed: &Posed, names: Vec<String>, candidate: Candidate) -> Solution {
        let (game, instances) = (posed.game.clone(), posed.instances.clone());
        Solution { game, instances, names, candidate, strategies: Mutex::default() }
    }

    /// The number of a kind of positions in the game.
    pub fn kind(&self, name: &str, shapes: &[Shape]) -> Option<usize> {
        self.instances.iter().position(|i| self.names.get(i.kind).is_some_and(|n| n == name) && i.shapes == shapes)
    }

    /// Whether it tells values; else only which positions are lost.
    pub fn tells_values(&self) -> bool {
        self.candidate.encoding() != Encoding::Lost
    }

    /// The value of a position; of lost sets 0 if it is lost and 1 else.
    pub fn value(&self, kind: usize, numbers: &[Nat], watch: &Watch) -> Result<Option<Nat>> {
        let stop = || watch.check(0, 0).is_err();
        self.candidate.value(kind, numbers, &Budget::with_cancel(within(ATTEMPT, watch), &stop))
    }

    /// What a count over positions of a kind gives, digit by digit; nothing if it passes 128 bits or is about values that are not told.
    pub fn count(&self, kind: usize, counting: &Counting, watch: &Watch) -> Result<Option<i128>> {
        let stop = || watch.check(0, 0).is_err();
        let budget = Budget::with_cancel(within(ATTEMPT, watch), &stop);
        if counting.ends.len() > MOST_VARIABLES || counting.ends.iter().any(|(low, high)| low > high) {
            return Ok(None);
        }
        let mut compiler = Compiler::new(Logic::new(), self.candidate.numeration(), &budget);
        let automaton = self.candidate.automata().get(kind).ok_or(Error::Malformed("a kind that is not there"))?;
        let relation = compiler.define(automaton.clone())?;
        let logic = compiler.logic();
        let Some(mut all) = conditions(logic, &counting.conditions) else { return Ok(None) };
        let Some(mut args) = counting.args.iter().map(|arg| term(logic, arg)).collect::<Option<Vec<Term>>>() else {
            return Ok(None);
        };
        let has = match (self.candidate.encoding(), counting.value) {
            (Encoding::Lost, 0) => logic.apply(relation, &args),
            (Encoding::Class, value @ 0..64) => logic.apply_label(relation, &args, 1 << value),
            (Encoding::Relation, value) => {
                let Ok(value) = i64::try_from(value) else { return Ok(None) };
                args.push(logic.int(value));
                logic.apply(relation, &args)
            }
            _ => return Ok(None),
        };
        all.push(if counting.equal { has } else { logic.not(has) });
        let formula = logic.and(&all);
        let solutions = compiler.compile(formula)?;
        // Those up to the ends, less those below a first number: once for each choice of such numbers.
        let mut sum = 0i128;
        for below in 0..1u32 << counting.ends.len() {
            let end = |(place, (low, high)): (usize, &(u128, u128))| match below >> place & 1 {
                0 => Some(Nat::from(*high)),
                _ => low.checked_sub(1).map(Nat::from),
            };
            let Some(ends) = counting.ends.iter().enumerate().map(end).collect::<Option<Vec<Nat>>>() else { continue };
            let counted = solutions.counted(&ends, &budget)?.and_then(|counted| total(&counted, &counting.added));
            let sign = if below.count_ones() % 2 == 0 { 1 } else { -1 };
            let Some(more) = counted.and_then(|counted| sum.checked_add(sign * counted)) else { return Ok(None) };
            sum = more;
        }
        Ok(Some(sum))
    }

    /// A move to an option with this value (of lost sets: to a lost position): what it leaves. Positions that it leaves in an even
    /// number of copies are not named.
    pub fn option(&self, kind: usize, numbers: &[Nat], value: &Nat, watch: &Watch) -> Result<Option<Vec<Leaves>>> {
        let stop = || watch.check(0, 0).is_err();
        let budget = Budget::with_cancel(within(ATTEMPT, watch), &stop);
        let mut prover = Prover::new(&self.game, &self.candidate, &budget)?;
        let strategy = self.strategy(kind, &mut prover)?;
        let position = Position { kind, arguments: numbers.to_vec() };
        let Some(found) = prover.find_move(&strategy, &position, value)? else { return Ok(None) };
        let Some(left) = prover.option(&position, &found)? else { return Ok(None) };
        left.into_iter().filter_map(|left| self.leaves(left).transpose()).collect::<Result<Vec<_>>>().map(Some)
    }

    fn leaves(&self, left: Left) -> Result<Option<Leaves>> {
        match left {
            Left::Position { odd: false, .. } => Ok(None),
            Left::Position { position, odd: true } => {
                let instance = &self.instances[position.kind];
                let (kind, shapes) = (self.names[instance.kind].clone(), instance.shapes.clone());
                Ok(Some(Leaves { kind, shapes, numbers: position.arguments }))
            }
            Left::Range { .. } => Err(Error::Unsupported("a move that leaves a range of positions, one by one")),
        }
    }

    fn strategy(&self, kind: usize, prover: &mut Prover<'_>) -> Result<Arc<Vec<StrategyMove>>> {
        let mut known = self.strategies.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(strategy) = known.get(&kind) {
            return Ok(strategy.clone());
        }
        let strategy = Arc::new(prover.strategy(kind)?);
        known.insert(kind, strategy.clone());
        Ok(strategy)
    }
}

fn term(logic: &mut Logic, linear: &Linear) -> Option<Term> {
    let mut sum = logic.int(i64::try_from(linear.constant).ok()?);
    for &(variable, factor) in &linear.terms {
        let name = logic.var(Var::try_from(variable).ok()?);
        let scaled = logic.scale(name, i64::try_from(factor).ok()?);
        sum = logic.add(sum, scaled);
    }
    Some(sum)
}

fn conditions(logic: &mut Logic, list: &[(Linear, Sign)]) -> Option<Vec<Formula>> {
    let mut all = Vec::new();
    for (linear, sign) in list {
        let (sum, zero) = (term(logic, linear)?, logic.int(0));
        all.push(match sign {
            Sign::AtMost => logic.le(sum, zero),
            Sign::Zero => logic.eq(sum, zero),
            Sign::NotZero => logic.ne(sum, zero),
        });
    }
    Some(all)
}

/// What all turns add together.
fn total(counted: &Counted, added: &Linear) -> Option<i128> {
    let mut total = i128::try_from(counted.count).ok()?.checked_mul(added.constant)?;
    for &(variable, factor) in &added.terms {
        let sum = i128::try_from(*counted.sums.get(variable)?).ok()?;
        total = total.checked_add(sum.checked_mul(factor)?)?;
    }
    Some(total)
}
