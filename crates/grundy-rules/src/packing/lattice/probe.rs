//! What moves do to a set and to the numbers beside it, without the set.
//!
//! The rules are taken apart: a condition is either that some element is in the set, or does not see the set; the set of an option is
//! what is left of the old one without some elements; all else does not see the set. Then the rules are written anew, without the
//! conditions, with options that tell all of this as numbers. So one listing says of all moves which elements they need and take, what they
//! make of the numbers, and whether they are allowed.

use super::super::terms::{choice, int, joined};
use crate::builtins::Function;
use crate::check::inline::{slots_of, slots_of_clause};
use crate::compile::flat::FlatCode;
use crate::compile::scalar::ScalarMachine;
use crate::compile::{Compiled, compile};
use crate::error::{Error, Miss};
use crate::game::RuleGame;
use crate::loaded::Loaded;
use crate::meter::Meter;
use crate::program::{Clause, Expr, ExprKind, Kind, KindId, Position, Program, Rule};
use crate::syntax::ast::{Comparison, Op};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Turns of one listing.
const MOST_TURNS: u32 = 1 << 12;

/// A move: the elements that it needs and those that it takes, as bit sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Taking {
    pub(super) needs: u64,
    pub(super) takes: u64,
}

/// A move at some numbers: what it makes of them, and whether it is allowed there if the set has what it needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Seen {
    pub(super) taking: Taking,
    pub(super) to: Vec<i64>,
    pub(super) allowed: bool,
}

/// How the set of an option is written.
#[derive(Debug, Clone, Copy)]
enum Form {
    /// `set - (set & e)`.
    Minus,
    /// `set - e`: only right if the set has all of e.
    Exactly,
    /// `set & e`.
    Keep,
}

/// The arguments of the kind: how many there are, and which is the set.
#[derive(Debug, Clone, Copy)]
struct Args {
    count: usize,
    set: usize,
}

/// The rules without the set, ready to run.
pub(super) struct Probe {
    compiled: Compiled,
    code: FlatCode,
    machine: ScalarMachine,
    meter: Meter,
    /// The argument that is the set.
    set: usize,
    kind: usize,
}

impl Probe {
    /// Nothing if a rule does something else with the set.
    pub(super) fn new(program: &Program, kind: KindId, set: usize, exact: &RuleGame, meter: Meter) -> Option<Probe> {
        let of = &program.kinds[kind];
        let args = Args { count: of.args.len(), set };
        let rules = of.rules.iter().map(|rule| told(rule, kind, args)).collect::<Option<Vec<_>>>()?;
        let told = with_rules(program, kind, rules);
        let game = RuleGame::new(Arc::new(Loaded::of(told)), exact.globals.clone(), meter.clone());
        let compiled = compile(&Arc::new(game), kind)?;
        let (code, index) = (FlatCode::new(&compiled.code), compiled.index(kind)?);
        let machine = ScalarMachine::new(&code);
        Some(Probe { compiled, code, machine, meter, set, kind: index })
    }

    /// The moves at some numbers, in their order; nothing if something about them is unusual.
    pub(super) fn at(&mut self, numbers: &[i64], elements: u32) -> Result<Option<Vec<Seen>>, Miss<Error>> {
        let mut args = numbers.to_vec();
        args.insert(self.set, 0);
        let (mut found, mut told) = (Some(Vec::new()), Vec::new());
        let ran = self.machine.run_kind(
            (&self.compiled.code, &self.code),
            (self.kind, &args),
            (MOST_TURNS, &mut self.meter),
            &mut |option, registers| {
                for part in option {
                    told.clear();
                    told.extend(part.args.iter().map(|&arg| registers.at(arg)));
                    let seen = seen(&told, numbers.len(), elements);
                    found = found.take().zip(seen).map(|(mut all, seen)| {
                        all.push(seen);
                        all
                    });
                }
                Ok(ControlFlow::Continue(()))
            },
        );
        match ran {
            Ok(Some(_)) => Ok(found),
            Ok(None) | Err(Miss::NotMine) => Ok(None),
            Err(Miss::Error(trouble)) => Err(trouble.into()),
        }
    }
}

/// What an option tells: whether it is allowed, the form of its set, the elements there, the numbers, then the elements needed.
fn seen(told: &[i64], numbers: usize, elements: u32) -> Option<Seen> {
    let [allowed, form, named, rest @ ..] = told else { return None };
    let (to, needed) = rest.split_at_checked(numbers)?;
    let (whole, named) = ((1u64 << elements) - 1, u64::try_from(*named).ok()?);
    let mut needs = 0;
    // What is in no set forbids the move.
    let mut allowed = *allowed == 1;
    for &digit in needed {
        let digit = u64::try_from(digit).ok().filter(|digit| digit.count_ones() <= 1)?;
        allowed &= digit & whole != 0;
        needs |= digit & whole;
    }
    let takes = match form {
        0 => named & whole,
        1 => Some(named).filter(|named| named & !needs == 0)?,
        _ => whole & !named,
    };
    // A negative number is no position.
    allowed &= to.iter().all(|&n| n >= 0);
    Some(Seen { taking: Taking { needs, takes }, to: to.to_vec(), allowed })
}

/// The same program with these rules of one kind, and no others.
fn with_rules(program: &Program, kind: KindId, rules: Vec<Rule>) -> Program {
    let mut rules = Some(rules);
    let kinds = program.all_kinds().map(|(id, of)| Kind {
        name: of.name.clone(),
        args: of.args.clone(),
        rules: if id == kind { rules.take().unwrap_or_default() } else { Vec::new() },
        drawn: None,
    });
    program.with_kinds(kinds.collect(), Vec::new())
}

/// A rule that tells what its moves do.
fn told(rule: &Rule, kind: KindId, args: Args) -> Option<Rule> {
    let (set, mut clauses, mut tests) = (args.set, Vec::new(), Tests::default());
    for clause in &rule.clauses {
        match clause {
            Clause::If(condition) => tests.add(condition, args)?,
            clause => {
                (!slots_of_clause(clause).contains(&set)).then_some(())?;
                clauses.push(clause.clone());
            }
        }
    }
    let allowed = choice(joined(Op::And, tests.conditions), int(1), int(0));
    let options = rule.options.iter().map(|option| {
        let Position::Of { kind: to, args, settings, set: others, span } = option else { return None };
        (*to == kind && settings.is_empty() && others.is_empty()).then_some(())?;
        let (form, named) = taken(args.get(set)?, set)?;
        let numbers = args.iter().enumerate().filter(|&(place, _)| place != set).map(|(_, arg)| arg.clone());
        let mut told = vec![allowed.clone(), int(form as i64), named];
        told.extend(numbers.chain(tests.digits.iter().cloned()));
        (!told.iter().any(|arg| sees(arg, set))).then_some(())?;
        Some(Position::Of { kind: *to, args: told, settings: Vec::new(), set: Vec::new(), span: *span })
    });
    Some(Rule { frame: rule.frame, options: options.collect::<Option<_>>()?, clauses, span: rule.span })
}

fn sees(expr: &Expr, set: usize) -> bool {
    slots_of(expr).contains(&set)
}

/// The conditions of a rule.
#[derive(Default)]
struct Tests {
    /// Those that do not see the set.
    conditions: Vec<Expr>,
    /// The digits that the set must have.
    digits: Vec<Expr>,
}

impl Tests {
    /// Adds a condition by its parts.
    fn add(&mut self, condition: &Expr, args: Args) -> Option<()> {
        if !sees(condition, args.set) {
            self.conditions.push(condition.clone());
            return Some(());
        }
        match &condition.kind {
            ExprKind::Chain(first, rest) if rest.iter().all(|(op, _)| *op == Op::And) => {
                self.add(first, args)?;
                rest.iter().try_for_each(|(_, other)| self.add(other, args))
            }
            ExprKind::Compare(Comparison::NotEqual, met, zero) if zero.is_number(0) => {
                // It may only be worked out where the conditions before it hold, as those of `2 * x in left` for a large x. Those that see
                // the numbers are left out: then the digit would not be the same for all numbers.
                let fixed = |condition: &&Expr| slots_of(condition).iter().all(|&slot| slot >= args.count);
                let before = joined(Op::And, self.conditions.iter().filter(fixed).cloned());
                self.digits.push(choice(before, met_with(met, args.set)?.clone(), int(0)));
                Some(())
            }
            _ => None,
        }
    }
}

/// e in `set & e`.
fn met_with(met: &Expr, set: usize) -> Option<&Expr> {
    let ExprKind::Call(Function::BitAnd, args) = &met.kind else { return None };
    let [a, b] = args.as_slice() else { return None };
    match (a.is_local(set), b.is_local(set)) {
        (true, false) => Some(b),
        (false, true) => Some(a),
        _ => None,
    }
}

/// How the set of an option is written, and the elements that it names.
fn taken(arg: &Expr, set: usize) -> Option<(Form, Expr)> {
    if let Some(kept) = met_with(arg, set) {
        return Some((Form::Keep, kept.clone()));
    }
    let ExprKind::Chain(first, rest) = &arg.kind else { return None };
    let [(Op::Sub, gone)] = rest.as_slice() else { return None };
    first.is_local(set).then_some(())?;
    Some(match met_with(gone, set) {
        Some(gone) => (Form::Minus, gone.clone()),
        None => (Form::Exactly, gone.clone()),
    })
}
