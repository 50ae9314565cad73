//! Code for the [scalar machine](super::scalar): one file of registers for all levels of a rule, constants among them.
//!
//! A deeper level sees the registers of those above as they are, so nothing is taken over; and a loop over the names whose binary digits a
//! number has, `for v in left` for a list that is a set, is told as such.

use super::chosen::{Chosen, without_conditions};
use super::code::{Action, Code, Instruction, Level, Loop, Operand, Part, Reg, RuleCode, Step, Table};
use super::kernels::Binary;

/// A rule.
#[derive(Debug, Clone)]
pub(super) struct Flat {
    pub(super) levels: Vec<FlatLevel>,
    pub(super) options: Vec<Vec<Part>>,
    /// The registers as they are before a run: constants.
    pub(super) registers: Vec<i64>,
}

/// A step of a level: what is frequent is told apart at once.
#[derive(Debug, Clone)]
pub(super) enum FlatStep {
    Add([Reg; 3]),
    Sub([Reg; 3]),
    BitAnd([Reg; 3]),
    Max([Reg; 3]),
    Equal([Reg; 3]),
    NotEqual([Reg; 3]),
    Less([Reg; 3]),
    LessEqual([Reg; 3]),
    /// A table, where to, and the index.
    Lookup(usize, [Reg; 2]),
    Other(Box<Instruction>),
    Keep(Reg),
    /// A comparison whose result is kept at once.
    KeepEqual([Reg; 3]),
    KeepNotEqual([Reg; 3]),
    KeepLess([Reg; 3]),
    KeepLessEqual([Reg; 3]),
}

impl FlatStep {
    /// An instruction all of whose operands are registers.
    fn new(instruction: Instruction) -> FlatStep {
        let to = instruction.to;
        match (&instruction.action, instruction.guard) {
            (Action::Binary(op, Operand::Reg(a), Operand::Reg(b)), None) => {
                let registers = [to, *a, *b];
                match op {
                    Binary::Add => FlatStep::Add(registers),
                    Binary::Sub => FlatStep::Sub(registers),
                    Binary::BitAnd => FlatStep::BitAnd(registers),
                    Binary::Max => FlatStep::Max(registers),
                    Binary::Equal => FlatStep::Equal(registers),
                    Binary::NotEqual => FlatStep::NotEqual(registers),
                    Binary::Less => FlatStep::Less(registers),
                    Binary::LessEqual => FlatStep::LessEqual(registers),
                    _ => FlatStep::Other(Box::new(instruction)),
                }
            }
            (Action::Lookup(table, Operand::Reg(index)), None) => FlatStep::Lookup(*table, [to, *index]),
            _ => FlatStep::Other(Box::new(instruction)),
        }
    }

    /// The step that does this one and the condition after it, if there is one.
    fn and_keep(&self, condition: Reg) -> Option<FlatStep> {
        let fused = match *self {
            FlatStep::Equal(registers) => (registers, FlatStep::KeepEqual(registers)),
            FlatStep::NotEqual(registers) => (registers, FlatStep::KeepNotEqual(registers)),
            FlatStep::Less(registers) => (registers, FlatStep::KeepLess(registers)),
            FlatStep::LessEqual(registers) => (registers, FlatStep::KeepLessEqual(registers)),
            _ => return None,
        };
        Some(fused.1).filter(|_| fused.0[0] == condition)
    }

    /// Adds a step to those before it.
    fn push(self, steps: &mut Vec<FlatStep>) {
        if let FlatStep::Keep(condition) = self
            && let Some(last) = steps.last_mut()
            && let Some(fused) = last.and_keep(condition)
        {
            *last = fused;
        } else {
            steps.push(self);
        }
    }
}

/// A level.
#[derive(Debug, Clone)]
pub(super) struct FlatLevel {
    pub(super) steps: Vec<FlatStep>,
    /// The steps for names that were chosen, or that are binary digits: without the conditions that these are known to pass.
    pub(super) short: Vec<FlatStep>,
    pub(super) inner: Option<Loop>,
    /// The register of the first name of the loop around it.
    pub(super) names: Reg,
    pub(super) chosen: Option<Chosen>,
    /// The number whose binary digits the names are that get past its first condition, and how many powers of two are looked up: other
    /// names fail.
    pub(super) digits: Option<(Reg, i64)>,
}

/// The rules of all kinds.
pub(crate) struct FlatCode {
    pub(super) kinds: Vec<Vec<Flat>>,
}

impl FlatCode {
    pub(crate) fn new(code: &Code) -> FlatCode {
        let rules = |rules: &[RuleCode]| rules.iter().map(|rule| Flat::new(rule, &code.tables)).collect();
        FlatCode { kinds: code.kinds.iter().map(|kind| rules(&kind.rules)).collect() }
    }
}

/// Where the registers of a level are in the file.
struct Places {
    /// For each level and register.
    levels: Vec<Vec<Reg>>,
    registers: Vec<i64>,
}

impl Places {
    /// A register of a level is a new one, unless it is taken over from above.
    fn new(rule: &RuleCode) -> Places {
        let mut places = Places { levels: Vec::new(), registers: Vec::new() };
        for level in &rule.levels {
            let first = places.registers.len();
            let mut own: Vec<Reg> = (first..first + level.registers).collect();
            if let Some(above) = places.levels.last() {
                level.imports.iter().for_each(|&(from, to)| own[to] = above[from]);
            }
            places.registers.resize(first + level.registers, 0);
            places.levels.push(own);
        }
        places
    }

    fn register(&mut self, level: usize, operand: Operand) -> Reg {
        match operand {
            Operand::Reg(reg) => self.levels[level][reg],
            Operand::Const(number) => {
                self.registers.push(number);
                self.registers.len() - 1
            }
        }
    }

    fn steps(&mut self, level: usize, steps: &[Step]) -> Vec<FlatStep> {
        let mut all = Vec::new();
        for step in steps {
            let step = match step {
                Step::Keep { condition, .. } => FlatStep::Keep(self.register(level, *condition)),
                Step::Do(Instruction { to, action, guard }) => {
                    let to = self.register(level, Operand::Reg(*to));
                    let mut flat = |operand| Operand::Reg(self.register(level, operand));
                    let (action, guard) = (action.map(&mut flat), guard.map(&mut flat));
                    FlatStep::new(Instruction { to, action, guard })
                }
            };
            step.push(&mut all);
        }
        all
    }
}

/// The steps of a level for names that were chosen, or that are the binary digits of a number.
fn short(rule: &RuleCode, index: usize, digits: bool) -> Vec<Step> {
    let level: &Level = &rule.levels[index];
    if digits { without_conditions(rule, index, DIGITS) } else { level.steps_for(true).to_vec() }
}

impl Flat {
    fn new(rule: &RuleCode, tables: &[Table]) -> Flat {
        let mut places = Places::new(rule);
        let mut levels = Vec::new();
        for (index, level) in rule.levels.iter().enumerate() {
            let names = places.levels[index].get(1).copied().unwrap_or(0);
            let ranged = index > 0 && matches!(rule.levels[index - 1].inner, Some(Loop::Range { .. }));
            let set = if ranged { digits(&level.steps, &level.imports, tables) } else { None };
            let steps = places.steps(index, &level.steps);
            let short = places.steps(index, &short(rule, index, set.is_some()));
            let mut flat = |operand| places.register(index, operand);
            let digits = set.map(|(set, powers)| (flat(set), powers));
            let inner = level.inner.as_ref().map(|inner| inner.map(|operand| Operand::Reg(flat(operand))));
            levels.push(FlatLevel { steps, short, inner, names, chosen: level.chosen.clone(), digits });
        }
        let last = rule.levels.len() - 1;
        let mut part = |part: &Part| {
            let mut flat = |&operand: &Operand| Operand::Reg(places.register(last, operand));
            let args = part.args.iter().map(&mut flat).collect();
            Part { args, copies: part.copies.iter().map(flat).collect(), ..part.clone() }
        };
        let options = rule.options.iter().map(|option| option.iter().map(&mut part).collect()).collect();
        Flat { levels, options, registers: places.registers }
    }
}

/// The first steps of a level whose names must be binary digits of a number.
const DIGITS: usize = 4;

/// The number whose binary digits the names of a range must be: its first steps look up the power of two of the name and keep it
/// where the number has that digit. And how many powers there are.
fn digits(steps: &[Step], imports: &[(Reg, Reg)], tables: &[Table]) -> Option<(Operand, i64)> {
    let [Step::Do(power), Step::Do(met), Step::Do(some), Step::Keep { condition, .. }, ..] = steps else { return None };
    let Action::Lookup(table, Operand::Reg(1)) = power.action else { return None };
    let powers = &tables[table].columns.first()?.lanes;
    let is_power = |(exponent, &power): (usize, &i64)| exponent < 63 && power == 1 << exponent;
    powers.iter().enumerate().all(is_power).then_some(())?;
    let Action::Binary(Binary::BitAnd, a, b) = met.action else { return None };
    let is = |operand: Operand, instruction: &Instruction| operand == Operand::Reg(instruction.to);
    let set = if is(b, power) { a } else { Some(b).filter(|_| is(a, power))? };
    let nonzero =
        matches!(some.action, Action::Binary(Binary::NotEqual, met_too, Operand::Const(0)) if is(met_too, met));
    let from_above = set.reg().is_some_and(|reg| imports.iter().any(|&(_, to)| to == reg));
    let guarded = [power, met, some].iter().any(|instruction| instruction.guard.is_some());
    (nonzero && from_above && !guarded && is(*condition, some)).then_some((set, powers.len() as i64))
}
