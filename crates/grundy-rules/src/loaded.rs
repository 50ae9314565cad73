//! A checked program with its code, ready to run.

use crate::check::check_file;
use crate::diagnostic::Diagnostics;
use crate::eval::code::{CodeId, Unit};
use crate::program::{Expr, ExprKind, Item, Let, Program, Times, Type};
use crate::syntax::{Source, parse_file};
use hashbrown::HashMap;
use std::any::Any;
use std::sync::atomic::AtomicU32;
use std::sync::{Arc, Mutex};

/// A program and its code.
#[derive(Debug)]
pub(crate) struct Loaded {
    pub(crate) program: Program,
    pub(crate) unit: Unit,
    /// The code of each rule of each kind.
    pub(crate) rules: Vec<Vec<CodeId>>,
    /// The same for a search by values, with sums over a range as one component each.
    pub(crate) in_runs: Vec<Vec<CodeId>>,
    /// The code of a call of each helper.
    pub(crate) calls: Vec<CodeId>,
    pub(crate) contest: Option<ContestCode>,
    /// The rules in other words, by what they are rewritten for.
    pub(crate) rewritten: Mutex<HashMap<String, Option<Arc<dyn Any + Send + Sync>>>>,
    /// How often statistics of lists were looked for in vain, with any params and data.
    pub(crate) without_statistics: AtomicU32,
}

/// The code of the contest part.
#[derive(Debug)]
pub(crate) struct ContestCode {
    pub(crate) once: Vec<ItemCode>,
    pub(crate) repeated: Vec<ItemCode>,
    pub(crate) until: Option<CodeId>,
    pub(crate) play: Option<CodeId>,
    pub(crate) answer: Vec<CodeId>,
}

/// The code of the sizes of an item, and of its fields.
#[derive(Debug)]
pub(crate) struct ItemCode {
    pub(crate) sizes: Vec<CodeId>,
    pub(crate) fields: Vec<ItemCode>,
}

impl Loaded {
    /// Parses, checks and compiles a rule file.
    pub(crate) fn new(name: &str, text: &str) -> Result<Loaded, Diagnostics> {
        let source = Source::new(name, text);
        let file = parse_file(&source)?;
        Ok(Loaded::of(check_file(&source, &file)?))
    }

    /// Compiles a program.
    pub(crate) fn of(program: Program) -> Loaded {
        let mut unit = Unit::of(&program);
        let rules: Vec<Vec<CodeId>> =
            program.kinds.iter().map(|kind| kind.rules.iter().map(|rule| unit.add_rule(rule)).collect()).collect();
        let in_runs = program.kinds.iter().zip(&rules).map(|(kind, plain)| {
            let rules = kind.rules.iter().zip(plain);
            rules.map(|(rule, &plain)| unit.add_rule_in_runs(rule).unwrap_or(plain)).collect()
        });
        let in_runs = in_runs.collect();
        let calls = calls(&program, &mut unit);
        let contest = contest(&program, &mut unit);
        Loaded {
            program,
            unit,
            rules,
            in_runs,
            calls,
            contest,
            rewritten: Mutex::default(),
            without_statistics: AtomicU32::new(0),
        }
    }
}

fn calls(program: &Program, unit: &mut Unit) -> Vec<CodeId> {
    let call = |(index, helper): (usize, &Let)| {
        let span = helper.body.span;
        let args = (0..helper.arity).map(|slot| Expr { kind: ExprKind::Local(slot), span, ty: Type::Any }).collect();
        unit.add_value(&Expr { kind: ExprKind::Let(index, args), span, ty: Type::Any }, helper.arity)
    };
    program.lets.iter().enumerate().map(call).collect()
}

fn contest(program: &Program, unit: &mut Unit) -> Option<ContestCode> {
    let contest = program.contest.as_ref()?;
    let once = items(&contest.once, unit);
    let (mut repeated, mut until) = (Vec::new(), None);
    if let Some(repeat) = &contest.repeat {
        repeated = items(&repeat.items, unit);
        if let Times::Until(condition, frame, _) = &repeat.times {
            until = Some(unit.add_value(condition, *frame));
        }
    }
    let play = contest.play.as_ref().map(|play| unit.add_play(play));
    let answer = contest.answer.iter().map(|(part, frame)| unit.add_value(part, *frame)).collect();
    Some(ContestCode { once, repeated, until, play, answer })
}

fn items(items: &[Item], unit: &mut Unit) -> Vec<ItemCode> {
    items.iter().map(|item| item_code(item, unit)).collect()
}

fn item_code(item: &Item, unit: &mut Unit) -> ItemCode {
    let sizes = item.sizes.iter().map(|(size, frame)| unit.add_value(size, *frame)).collect();
    ItemCode { sizes, fields: items(item.record.as_deref().unwrap_or_default(), unit) }
}
