//! From checked rules to code of the vector machine: kinds, rules, clauses and positions.
//!
//! Params, data and helpers without arguments are constants here. What the machine cannot hold (lists and texts that
//! are not constant, functions of them, questions) ends the attempt: the kind is not compiled. Helpers that it cannot hold are
//! called ([`calls`](super::calls)).

use super::Facts;
use super::Scope;
use super::chosen::choose;
use super::code::{Action, Code, Column, KindCode, Level, Loop, OWNER, Operand, Part, Reg, RuleCode, Step, Table};
use super::matrix::Matrix;
use super::texts::Sequence;
use crate::meter::Meter;
use crate::program::{Clause, Comprehension, Expr, ExprKind, KindId, Play, Position, Program};
use crate::syntax::ast::Op;
use crate::value::{List, Val};
use hashbrown::HashMap;
use std::sync::Arc;

/// The most loops inside each other: the machine recurses so deep.
const MAX_LOOPS: usize = 16;

/// The most steps, registers and constants that a kind's code may have: helpers are written out wherever they are
/// used, which could multiply without bound.
const MAX_SIZE: usize = 20_000;

/// The types that a register can hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Int,
    Bool,
    /// A text of one character, by its code point.
    Letter,
}

/// A value in a register of some level.
#[derive(Debug, Clone, Copy)]
pub(super) struct Typed {
    pub(super) level: usize,
    pub(super) operand: Operand,
    pub(super) kind: Kind,
}

/// What a name stands for.
#[derive(Debug, Clone)]
pub(super) enum Binding {
    Register(Typed),
    Constant(Val),
    /// An element of a constant list of texts or lists.
    Sequence(Sequence),
}

/// Compiles a kind and all kinds that its options lead to.
pub(super) fn lower(game: &Arc<dyn Facts>, kind: KindId) -> Option<Code> {
    let mut lowering = Lowering::new(game.as_ref(), game.globals(), Scope::Game);
    lowering.shared = Some(game.clone());
    lowering.index(kind);
    let mut kinds = Vec::new();
    while let Some(&kind) = lowering.order.get(kinds.len()) {
        kinds.push(lowering.kind(kind)?);
    }
    kinds.iter_mut().flat_map(|kind| &mut kind.rules).for_each(|rule| choose(rule, &lowering.tables));
    Some(Code { kinds, tables: lowering.tables })
}

/// Compiles a play position as a rule without arguments: each turn of its clauses gives one option, and the options add
/// up. The kinds of its parts are places in the list that comes with it.
pub(super) fn lower_play<'a>(
    game: &'a dyn Facts,
    globals: &'a [Option<Val>],
    play: &Play,
    scope: Scope<'a>,
) -> Option<(Code, Vec<KindId>)> {
    let mut lowering = Lowering::new(game, globals, scope);
    let rule = lowering.rule(&play.clauses, std::slice::from_ref(&play.position), play.frame, 0)?;
    let code = KindCode { kind: KindId::FIRST, arity: 0, rules: vec![rule] };
    Some((Code { kinds: vec![code], tables: lowering.tables }, lowering.order))
}

/// Compiles a list over clauses like a rule without arguments: each turn gives one integer.
pub(super) fn lower_list(mut lowering: Lowering<'_>, list: &Comprehension) -> Option<Code> {
    let frame = list.clauses.iter().flat_map(Clause::slots).max().map_or(0, |&slot| slot + 1);
    let given = Position::Of {
        kind: KindId::FIRST,
        args: vec![list.body.clone()],
        settings: Vec::new(),
        set: Vec::new(),
        span: list.body.span,
    };
    let rule = lowering.rule(&list.clauses, &[given], frame, 0)?;
    Some(Code { kinds: vec![KindCode { kind: KindId::FIRST, arity: 0, rules: vec![rule] }], tables: lowering.tables })
}

impl<'a> Lowering<'a> {
    pub(super) fn new(game: &'a dyn Facts, globals: &'a [Option<Val>], scope: Scope<'a>) -> Lowering<'a> {
        Lowering {
            program: game.program(),
            game,
            shared: None,
            globals,
            scope,
            meter: game.meter().clone(),
            indices: HashMap::new(),
            order: Vec::new(),
            tables: Vec::new(),
            columns: Vec::new(),
            matrices: Vec::new(),
            texts: Vec::new(),
            lists: Vec::new(),
            grouped: Vec::new(),
            levels: Vec::new(),
            known: Vec::new(),
            slots: Vec::new(),
            helpers: Vec::new(),
            given: HashMap::new(),
            size: 0,
            depth: 0,
        }
    }
}

pub(super) struct Lowering<'a> {
    pub(super) program: &'a Program,
    /// Knows the helpers.
    pub(super) game: &'a dyn Facts,
    /// The same, if the code may call helpers when it runs.
    pub(super) shared: Option<Arc<dyn Facts>>,
    /// Params and data.
    pub(super) globals: &'a [Option<Val>],
    pub(super) scope: Scope<'a>,
    pub(super) meter: Meter,
    /// Kinds of the program to compiled kinds.
    indices: HashMap<KindId, usize>,
    order: Vec<KindId>,
    pub(super) tables: Vec<Table>,
    /// Lists of integers with their tables.
    pub(super) columns: Vec<(List, usize)>,
    /// Lists of rows with their tables.
    pub(super) matrices: Vec<Matrix>,
    /// Constant lists of texts.
    pub(super) texts: Vec<List>,
    /// Constant lists of texts or lists that loops run through.
    pub(super) lists: Vec<List>,
    /// Rows of constant lists by their keys: the address of the list and what was asked for.
    pub(super) grouped: Vec<((usize, crate::indices::Kind), Arc<crate::groups::Groups>)>,
    /// The levels of the rule at hand.
    pub(super) levels: Vec<Level>,
    /// For each level, registers that already hold a result.
    pub(super) known: Vec<HashMap<(Action, Option<Operand>), Reg>>,
    pub(super) slots: Vec<Option<Binding>>,
    /// The helpers that are being written out.
    pub(super) helpers: Vec<usize>,
    /// What helpers without arguments gave.
    pub(super) given: HashMap<usize, Option<Val>>,
    pub(super) size: usize,
    pub(super) depth: usize,
}

impl Lowering<'_> {
    fn index(&mut self, kind: KindId) -> usize {
        let next = self.order.len();
        let index = *self.indices.entry(kind).or_insert(next);
        if index == next {
            self.order.push(kind);
        }
        index
    }

    /// Counts what the code is made of.
    pub(super) fn grow(&mut self, by: usize) -> Option<()> {
        self.size += by;
        (self.size <= MAX_SIZE).then_some(())
    }

    fn kind(&mut self, kind: KindId) -> Option<KindCode> {
        let program = self.program;
        let arity = program.kinds[kind].args.len();
        let rules = program.kinds[kind].rules.iter();
        let rules =
            rules.map(|rule| self.rule(&rule.clauses, &rule.options, rule.frame, arity)).collect::<Option<_>>()?;
        Some(KindCode { kind, arity, rules })
    }

    fn rule(&mut self, clauses: &[Clause], positions: &[Position], frame: usize, arity: usize) -> Option<RuleCode> {
        self.levels = vec![Level { registers: 1 + arity, ..Level::default() }];
        self.known = vec![HashMap::new()];
        self.slots = vec![None; frame];
        for slot in 0..arity {
            let operand = Operand::Reg(1 + slot);
            self.slots[slot] = Some(Binding::Register(Typed { level: 0, operand, kind: Kind::Int }));
        }
        for (index, clause) in clauses.iter().enumerate() {
            let next = clauses.get(index + 1);
            match self.places(clause, next).or_else(|| self.entries(clause, next)) {
                Some(inner) => self.open(inner, clause.slots())?,
                None => self.clause(clause)?,
            }
        }
        let mut options = Vec::new();
        for option in positions {
            let mut parts = Vec::new();
            self.position(option, &mut Vec::new(), &mut parts)?;
            options.push(parts);
        }
        let mut code = RuleCode { levels: std::mem::take(&mut self.levels), options };
        find_live(&mut code);
        Some(code)
    }

    /// The level that code is being added to.
    pub(super) fn current(&self) -> usize {
        self.levels.len() - 1
    }

    pub(super) fn register(&mut self) -> Option<Reg> {
        self.grow(1)?;
        let level = self.levels.last_mut()?;
        level.registers += 1;
        Some(level.registers - 1)
    }

    /// The value as the current level sees it.
    pub(super) fn import(&mut self, value: Typed) -> Option<Operand> {
        let mut operand = value.operand;
        for level in value.level + 1..self.levels.len() {
            let Operand::Reg(from) = operand else { break };
            let taken = self.levels[level].imports.iter().find(|&&(above, _)| above == from).map(|&(_, here)| here);
            let here = match taken {
                Some(here) => here,
                None => {
                    self.grow(1)?;
                    let here = self.levels[level].registers;
                    self.levels[level].registers += 1;
                    self.levels[level].imports.push((from, here));
                    here
                }
            };
            operand = Operand::Reg(here);
        }
        Some(operand)
    }

    fn clause(&mut self, clause: &Clause) -> Option<()> {
        match clause {
            Clause::If(condition) => self.condition(condition),
            Clause::Range { slot, from, to, .. } => {
                let (from, to) = (self.int(from)?, self.int(to.as_ref()?)?);
                self.open(Loop::Range { from, to }, &[*slot])
            }
            Clause::Each { slots, pattern, items, .. } => self.each(slots, *pattern, items),
        }
    }

    /// `if A and B` is `if A if B`: B is only worked out where A holds.
    pub(super) fn condition(&mut self, condition: &Expr) -> Option<()> {
        if let ExprKind::Chain(first, rest) = &condition.kind
            && rest.iter().all(|(op, _)| *op == Op::And)
        {
            self.condition(first)?;
            return rest.iter().try_for_each(|(_, operand)| self.condition(operand));
        }
        let condition = self.typed(condition, Kind::Bool)?;
        self.keep(condition)
    }

    /// Keeps the lanes of the current level where a condition holds.
    pub(super) fn keep(&mut self, condition: Operand) -> Option<()> {
        self.levels.last_mut()?.steps.push(Step::Keep { condition, live: Vec::new() });
        self.grow(1)
    }

    fn each(&mut self, slots: &[usize], pattern: bool, items: &Expr) -> Option<()> {
        if let Some(list) = self.constant(items) {
            if let ([slot], false) = (slots, pattern)
                && let Some(lengths) = self.lengths(&list)
            {
                return self.sequences(*slot, &list, lengths);
            }
            let table = self.table(&list, pattern.then_some(slots.len()))?;
            return self.open(Loop::Rows { table }, slots);
        }
        let inner = self.items(items, pattern.then_some(slots.len()))?;
        self.open(inner, slots)
    }

    /// What a loop runs through: integers, or rows of some width.
    pub(super) fn items(&mut self, items: &Expr, width: Option<usize>) -> Option<Loop> {
        match (&items.kind, width) {
            (ExprKind::RangeList(from, to), None) => Some(Loop::Range { from: self.int(from)?, to: self.int(to)? }),
            (ExprKind::List(items), None) => {
                let items = items.iter().map(|item| self.int(item)).collect::<Option<Vec<_>>>()?;
                // More would not fit a piece.
                (items.len() < 256).then_some(Loop::Items(items))
            }
            (ExprKind::Call(builtin, args), None) if self.makes_integers(*builtin) => {
                let args = args.iter().map(|arg| self.int(arg)).collect::<Option<Vec<_>>>()?;
                Some(Loop::Call { builtin: *builtin, args })
            }
            (ExprKind::Let(index, args), width) if !self.helpers.contains(index) => {
                self.with_arguments(*index, args, &mut Vec::new(), |lowering, body, _| lowering.items(body, width))
            }
            (_, width) => self.keyed(items, width),
        }
    }

    /// A constant list of integers, or of rows of `width` integers, by columns.
    fn table(&mut self, list: &Val, width: Option<usize>) -> Option<usize> {
        let Val::List(list) = list else { return None };
        if let (Some(numbers), None) = (list.integers(), width) {
            return self.add_table(Table::column(numbers.to_vec()));
        }
        let mut columns = vec![Vec::with_capacity(list.len()); width.unwrap_or(1)];
        for item in list.items() {
            match (item, width) {
                (Val::List(row), Some(width)) if row.items().len() == width => {
                    for (column, item) in columns.iter_mut().zip(row.items()) {
                        column.push(item.small()?);
                    }
                }
                (item, None) => columns[0].push(item.small()?),
                _ => return None,
            }
        }
        let columns = columns.into_iter().map(Column::new).collect();
        self.add_table(Table { columns, rows: list.len(), ..Table::default() })
    }

    pub(super) fn add_table(&mut self, table: Table) -> Option<usize> {
        self.tables.push(table);
        Some(self.tables.len() - 1)
    }

    /// Opens a level whose first registers are the names of a loop.
    pub(super) fn open(&mut self, inner: Loop, slots: &[usize]) -> Option<()> {
        if self.levels.len() > MAX_LOOPS {
            return None;
        }
        let level = self.levels.len();
        self.levels[level - 1].inner = Some(inner);
        self.levels.push(Level { registers: 1 + slots.len(), imports: vec![(OWNER, OWNER)], ..Level::default() });
        self.known.push(HashMap::new());
        for (index, &slot) in slots.iter().enumerate() {
            let operand = Operand::Reg(1 + index);
            self.slots[slot] = Some(Binding::Register(Typed { level, operand, kind: Kind::Int }));
        }
        self.grow(1 + slots.len())
    }

    fn position(&mut self, position: &Position, copies: &mut Vec<Operand>, parts: &mut Vec<Part>) -> Option<()> {
        match position {
            // Another game.
            Position::Of { set, .. } if !set.is_empty() => None,
            Position::Of { kind, args, .. } => {
                let cancels = !copies.is_empty() && self.game.kind_ends(*kind);
                let kind = self.index(*kind);
                let args = args.iter().map(|arg| self.int(arg)).collect::<Option<Vec<_>>>()?;
                parts.push(Part { kind, args, copies: copies.clone(), cancels });
                self.grow(1)
            }
            Position::Add(all) => all.iter().try_for_each(|position| self.position(position, copies, parts)),
            Position::Copies(count, position) => {
                let count = self.int(count)?;
                copies.push(count);
                self.position(position, copies, parts)?;
                copies.pop();
                Some(())
            }
            Position::Sum(..) | Position::Chosen(..) => None,
        }
    }
}

/// Notes for each condition which registers are read after it.
pub(super) fn find_live(code: &mut RuleCode) {
    for depth in 0..code.levels.len() {
        let mut needed: Vec<bool> = vec![false; code.levels[depth].registers];
        let mut need = |operand: Operand| operand.reg().into_iter().for_each(|reg| needed[reg] = true);
        match code.levels.get(depth + 1) {
            Some(below) => below.imports.iter().for_each(|&(above, _)| need(Operand::Reg(above))),
            None => code.options.iter().flatten().for_each(|part| {
                part.args.iter().chain(&part.copies).for_each(|&operand| need(operand));
            }),
        }
        match &code.levels[depth].inner {
            Some(Loop::Range { from, to }) => [*from, *to].into_iter().for_each(need),
            Some(Loop::Places { index, from, to, .. }) => [*index, *from, *to].into_iter().for_each(need),
            Some(Loop::Keyed { key, .. }) => need(*key),
            Some(Loop::Items(operands) | Loop::Call { args: operands, .. }) => {
                operands.iter().for_each(|&operand| need(operand));
            }
            Some(Loop::Rows { .. }) | None => {}
        }
        mark_steps(&mut code.levels[depth].steps, &mut needed);
    }
}

fn mark_steps(steps: &mut [Step], needed: &mut [bool]) {
    for step in steps.iter_mut().rev() {
        match step {
            Step::Keep { condition, live } => {
                *live = (1..needed.len()).filter(|&reg| needed[reg]).collect();
                condition.reg().into_iter().for_each(|reg| needed[reg] = true);
            }
            Step::Do(instruction) => {
                needed[instruction.to] = false;
                let operands = instruction.action.operands().into_iter().chain(instruction.guard);
                operands.filter_map(Operand::reg).for_each(|reg| needed[reg] = true);
            }
        }
    }
}
