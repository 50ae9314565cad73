//! Rules run backwards: which of some positions have a move to a given one.
//!
//! An option like `bag(n - w)` tells its turn: whoever came from n to m took w = n - m. So instead of all turns of n, only
//! that one is looked at: whether w is in the list or range that the rule runs through, and its conditions. Here n is a
//! lane, one for each position that is asked about, so that an answer costs a few instructions a position however
//! many moves it has.
//!
//! A rule is left out if its option is of another kind or leaves several positions, or if some turn is not told by an
//! argument that is the turn itself, or a sum or difference of an argument and the turn. What is unusual (see
//! [`vector`](super::vector)) gives no answer. Both are allowed: whoever asks lists the moves instead.

use super::Facts;
use super::Scope;
use super::code::{Action, Code, Column, KindCode, Level, Loop, Operand, Part, RuleCode, Table};
use super::kernels::Binary;
use super::lane_options::LaneOptions;
use super::lower::{Binding, Kind, Lowering, Typed, find_live};
use super::vector::{Batch, Ran, Sink, VectorMachine};
use crate::meter::Meter;
use crate::program::{Clause, Expr, ExprKind, KindId, Position, Rule};
use crate::syntax::ast::Op;
use crate::value::Val;
use hashbrown::HashMap;
use std::ops::ControlFlow;

/// The table of the positions that are asked about: their numbers, then their arguments.
const FROM: usize = 0;

/// The rules of a kind, backwards.
#[derive(Debug)]
pub(crate) struct Backward {
    code: Code,
    machine: VectorMachine,
}

impl Backward {
    /// Those rules of a kind that can be run backwards and run through lists of at least so many elements; nothing if there are
    /// none.
    pub(crate) fn new(game: &dyn Facts, kind: KindId, least: usize) -> Option<Backward> {
        let mut lowering = Lowering::new(game, game.globals(), Scope::Game);
        let rules = &game.program().kinds[kind];
        let arity = rules.args.len();
        let columns = vec![Column::new(Vec::new()); 1 + arity];
        lowering.add_table(Table { columns, ..Table::default() })?;
        let long: Vec<&Rule> = rules.rules.iter().filter(|rule| lowering.elements(rule) >= least).collect();
        let options = long.into_iter().flat_map(|rule| rule.options.iter().map(move |option| (rule, option)));
        let rules: Vec<_> =
            options.filter_map(|(rule, option)| lowering.backward(rule, arity, (kind, option))).collect();
        let code = Code { kinds: vec![KindCode { kind, arity, rules }], tables: lowering.tables };
        (!code.kinds[0].rules.is_empty()).then(|| Backward { code, machine: VectorMachine::default() })
    }

    /// The positions to ask about: a number for each, and the columns of their arguments.
    pub(crate) fn set_from(&mut self, columns: impl Iterator<Item = Vec<i64>>) {
        let table = &mut self.code.tables[FROM];
        table.columns = columns.map(Column::new).collect();
        table.rows = table.columns[0].lanes.len();
    }

    /// Calls `found` with the numbers of positions that have a move to this one, perhaps more than once.
    pub(crate) fn leads_to(&mut self, to: &[i64], meter: &mut Meter, found: &mut impl FnMut(i64)) {
        let kind = &self.code.kinds[0];
        // Anything unusual: then what was found before it is all there is.
        let _ = self.machine.run_kind(&self.code, kind, Batch::one(to), meter, &mut Found(found));
    }
}

/// Takes the numbers of the lanes that are left.
struct Found<'a, F>(&'a mut F);

impl<F: FnMut(i64)> Sink for Found<'_, F> {
    fn take(&mut self, lanes: &LaneOptions<'_>) -> Ran {
        for &number in lanes.options.iter().flatten().flat_map(|part| &part.args) {
            let view = lanes.view(number);
            (0..lanes.len()).for_each(|lane| (self.0)(view.at(lane)));
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// How an argument of an option tells a turn.
enum Tells {
    /// It is the turn.
    Whole,
    /// The argument of the same place, less the turn.
    Less,
    /// The argument of the same place and the turn.
    More,
}

fn tells(arg: &Expr, place: usize, slot: usize) -> Option<Tells> {
    match &arg.kind {
        ExprKind::Local(_) => arg.is_local(slot).then_some(Tells::Whole),
        ExprKind::Chain(first, rest) if first.is_local(place) => match rest.as_slice() {
            [(Op::Sub, turn)] if turn.is_local(slot) => Some(Tells::Less),
            [(Op::Add, turn)] if turn.is_local(slot) => Some(Tells::More),
            _ => None,
        },
        _ => None,
    }
}

impl Lowering<'_> {
    /// How many elements the constant lists of a rule have, in all combinations.
    fn elements(&mut self, rule: &Rule) -> usize {
        let length = |clause: &Clause| match clause {
            Clause::Each { items, .. } => match self.constant(items) {
                Some(Val::List(list)) => list.len(),
                _ => 1,
            },
            Clause::Range { .. } | Clause::If(_) => 1,
        };
        rule.clauses.iter().map(length).fold(1, usize::saturating_mul)
    }

    /// A rule of which each lane is a position that is asked about: its number, where it has a move to the arguments.
    fn backward(&mut self, rule: &Rule, arity: usize, (kind, option): (KindId, &Position)) -> Option<RuleCode> {
        let Position::Of { kind: to, args, .. } = option else { return None };
        (*to == kind).then_some(())?;
        self.levels = vec![Level { registers: 1 + arity, ..Level::default() }];
        self.known = vec![HashMap::new()];
        self.slots = vec![None; rule.frame + 1];
        let names: Vec<usize> = std::iter::once(rule.frame).chain(0..arity).collect();
        self.open(Loop::Rows { table: FROM }, &names)?;
        let number = Operand::Reg(1);
        let targets = (0..arity)
            .map(|place| self.import(Typed { level: 0, operand: Operand::Reg(1 + place), kind: Kind::Int }))
            .collect::<Option<Vec<_>>>()?;
        let slots = rule.clauses.iter().flat_map(Clause::slots);
        let told = slots.map(|&slot| self.turn(slot, args, &targets)).collect::<Option<Vec<_>>>()?;
        // The lists last: to look into a set costs more than most conditions.
        rule.clauses.iter().try_for_each(|clause| self.in_bounds(clause))?;
        rule.clauses.iter().try_for_each(|clause| self.in_list(clause))?;
        for (place, arg) in args.iter().enumerate().filter(|(place, _)| !told.contains(place)) {
            let left = self.int(arg)?;
            let same = self.emit(Action::Binary(Binary::Equal, left, targets[place]), &Vec::new())?;
            self.keep(same)?;
        }
        let options = vec![vec![Part { kind: 0, args: vec![number], copies: Vec::new(), cancels: false }]];
        let mut code = RuleCode { levels: std::mem::take(&mut self.levels), options };
        find_live(&mut code);
        Some(code)
    }

    /// Works a turn out of the first argument that tells it, and gives the place of that argument.
    fn turn(&mut self, slot: usize, args: &[Expr], targets: &[Operand]) -> Option<usize> {
        let telling = |(place, arg): (usize, &Expr)| tells(arg, place, slot).map(|tells| (place, tells));
        let (place, tells) = args.iter().enumerate().find_map(telling)?;
        let (from, to) = (Operand::Reg(2 + place), targets[place]);
        let operand = match tells {
            Tells::Whole => to,
            Tells::Less => self.emit(Action::Binary(Binary::Sub, from, to), &Vec::new())?,
            Tells::More => self.emit(Action::Binary(Binary::Sub, to, from), &Vec::new())?,
        };
        let level = self.current();
        self.slots[slot] = Some(Binding::Register(Typed { level, operand, kind: Kind::Int }));
        Some(place)
    }

    fn at_most(&mut self, low: Operand, high: Operand) -> Option<()> {
        let holds = self.emit(Action::Binary(Binary::LessEqual, low, high), &Vec::new())?;
        self.keep(holds)
    }

    fn name(&mut self, slot: usize) -> Option<Operand> {
        match self.slots[slot].clone()? {
            Binding::Register(typed) => self.import(typed),
            _ => None,
        }
    }

    /// Keeps the lanes whose turns lie between the ends of a clause, or for which its condition holds.
    fn in_bounds(&mut self, clause: &Clause) -> Option<()> {
        match clause {
            Clause::If(condition) => self.condition(condition),
            Clause::Range { slot, from, to, .. } => {
                let (turn, from, to) = (self.name(*slot)?, self.int(from)?, self.int(to.as_ref()?)?);
                self.at_most(from, turn)?;
                self.at_most(turn, to)
            }
            Clause::Each { slots, pattern: false, items, .. } => {
                let list = self.constant(items)?;
                let bounds = self.list_bounds(&list)?;
                let turn = self.name(*slots.first()?)?;
                self.at_most(Operand::Const(*bounds.start()), turn)?;
                self.at_most(turn, Operand::Const(*bounds.end()))
            }
            Clause::Each { .. } => Some(()),
        }
    }

    fn list_bounds(&mut self, list: &Val) -> Option<super::kernels::Bounds> {
        let Val::List(list) = list else { return None };
        match list.integers() {
            Some(numbers) => Some(super::kernels::measured(numbers)),
            None => {
                let numbers = list.items().iter().map(Val::small).collect::<Option<Vec<_>>>()?;
                Some(super::kernels::measured(&numbers))
            }
        }
    }

    /// Keeps the lanes whose turns are in the list of a clause.
    fn in_list(&mut self, clause: &Clause) -> Option<()> {
        let Clause::Each { slots, pattern, items, .. } = clause else { return Some(()) };
        let Val::List(list) = self.constant(items)? else { return None };
        let row = slots.iter().map(|&slot| self.name(slot)).collect::<Option<Vec<_>>>()?;
        let table = self.set(&list, pattern.then_some(row.len()))?;
        let member = self.emit(Action::Member(table, row), &Vec::new())?;
        self.keep(member)
    }
}
