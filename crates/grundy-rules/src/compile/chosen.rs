//! Ranges of which few names get past the conditions: `for i in a..b if s[i] == s[i+1]` for a constant text s.
//!
//! Where the first steps behind a range see nothing but its name, whether a name gets past them is worked out once, for the
//! names that the constant lists of these steps have room for. Only those names are run through then. A name for which one of these
//! steps fails is run through, too, so that the failure is seen where it was; if there is no such name, the conditions and what is
//! computed for them alone are left out.

use super::code::{Action, Instruction, Level, Loop, Operand, Reg, RuleCode, Step, Table};
use super::scalar::{Numbers, result};

/// More names are not looked at beforehand.
const MOST_NAMES: usize = 1 << 20;

/// The names below a number that get past the conditions.
#[derive(Debug, Clone)]
pub(super) struct Chosen {
    names: Vec<i64>,
    /// The names that were looked at: from the first number to before the second one.
    start: i64,
    end: i64,
    /// The steps of the level without the conditions that all of these names are known to pass, unless one of the names fails.
    pub(super) steps: Option<Vec<Step>>,
}

impl Chosen {
    /// The names of a range that need be run through, if they are known; the others do not get past the conditions.
    #[inline]
    pub(super) fn between(&self, from: i64, to: i64) -> Option<&[i64]> {
        (from >= self.start && to < self.end).then_some(())?;
        let end = self.names.partition_point(|&name| name <= to);
        let start = self.names[..end].partition_point(|&name| name < from);
        Some(&self.names[start..end])
    }
}

impl Level {
    /// The names of the range around it that need be run through, if they are known.
    #[inline]
    pub(super) fn names_between(&self, from: i64, to: i64) -> Option<&[i64]> {
        self.chosen.as_ref()?.between(from, to)
    }

    /// The steps for all names, or for those that were chosen.
    #[inline]
    pub(super) fn steps_for(&self, chosen: bool) -> &[Step] {
        let short = self.chosen.as_ref().filter(|_| chosen).and_then(|chosen| chosen.steps.as_ref());
        short.unwrap_or(&self.steps)
    }
}

/// Finds the names of each range of a rule that get past the first conditions.
pub(super) fn choose(code: &mut RuleCode, tables: &[Table]) {
    for depth in 1..code.levels.len() {
        if let Some(Loop::Range { .. }) = code.levels[depth - 1].inner {
            code.levels[depth].chosen = chosen(code, depth, tables);
        }
    }
}

/// The register of the name.
const NAME: usize = 1;

fn chosen(code: &RuleCode, depth: usize, tables: &[Table]) -> Option<Chosen> {
    let level = &code.levels[depth];
    let blind = blind(level);
    let steps = &level.steps[..blind];
    let rows = steps.iter().filter_map(|step| match step {
        Step::Do(Instruction { action: Action::Lookup(table, _), .. }) => Some(tables[*table].rows),
        _ => None,
    });
    let end = rows.min().filter(|&end| end <= MOST_NAMES)? as i64;
    let mut registers = vec![0; level.registers];
    let found: Vec<Option<bool>> = (0..end).map(|name| passes(steps, name, &mut registers, tables)).collect();
    // At the ends of a list there are names that fail, and ranges that keep away from them.
    let start = found.iter().take_while(|passes| passes.is_none()).count();
    let end = found.len() - found[start..].iter().rev().take_while(|passes| passes.is_none()).count();
    let all = (0..).zip(&found[..end]).skip(start);
    let names: Vec<i64> = all.filter(|(_, passes)| passes.unwrap_or(true)).map(|(name, _)| name).collect();
    let sure = found[start..end].iter().all(Option::is_some);
    let steps = sure.then(|| without_conditions(code, depth, blind));
    (2 * names.len() <= end - start).then_some(Chosen { names, start: start as i64, end: end as i64, steps })
}

/// The steps of a level without the conditions among the first ones, and without what only these need. None of the first steps may
/// fail.
pub(super) fn without_conditions(code: &RuleCode, depth: usize, first: usize) -> Vec<Step> {
    let level = &code.levels[depth];
    let mut read = vec![false; level.registers];
    read_behind(code, depth, first).into_iter().for_each(|reg| read[reg] = true);
    let mut kept = Vec::new();
    for step in level.steps[..first].iter().rev() {
        if let Step::Do(instruction) = step
            && read[instruction.to]
        {
            operands(instruction).for_each(|reg| read[reg] = true);
            kept.push(step.clone());
        }
    }
    kept.reverse();
    kept.extend_from_slice(&level.steps[first..]);
    kept
}

fn operands(instruction: &Instruction) -> impl Iterator<Item = Reg> {
    instruction.action.operands().into_iter().chain(instruction.guard).filter_map(Operand::reg)
}

/// The registers of a level that are read after its first steps, there or deeper.
fn read_behind(code: &RuleCode, depth: usize, first: usize) -> Vec<Reg> {
    let level = &code.levels[depth];
    let mut read = Vec::new();
    for step in &level.steps[first..] {
        match step {
            Step::Do(instruction) => read.extend(operands(instruction)),
            Step::Keep { condition, live } => read.extend(condition.reg().into_iter().chain(live.iter().copied())),
        }
    }
    if let Some(inner) = &level.inner {
        inner.map(|operand| {
            read.extend(operand.reg());
            operand
        });
    }
    match code.levels.get(depth + 1) {
        Some(below) => read.extend(below.imports.iter().map(|&(from, _)| from)),
        None => {
            let operands = code.options.iter().flatten().flat_map(|part| part.args.iter().chain(&part.copies));
            read.extend(operands.filter_map(|operand| operand.reg()));
        }
    }
    read
}

/// How many of the first steps see nothing but the name.
fn blind(level: &Level) -> usize {
    let mut known = vec![false; level.registers];
    known[NAME] = true;
    let sees_name = |operand: Operand, known: &[bool]| operand.reg().is_none_or(|reg| known[reg]);
    let is_blind = |step: &Step| match step {
        Step::Do(Instruction { action: Action::Call(..), .. }) => false,
        Step::Do(instruction) => {
            let mut operands = instruction.action.operands().into_iter().chain(instruction.guard);
            known[instruction.to] = operands.all(|operand| sees_name(operand, &known));
            known[instruction.to]
        }
        Step::Keep { condition, .. } => sees_name(*condition, &known),
    };
    level.steps.iter().map(is_blind).take_while(|&blind| blind).count()
}

/// Whether a name gets past the conditions among some steps; nothing if it fails in one of them.
fn passes(steps: &[Step], name: i64, registers: &mut [i64], tables: &[Table]) -> Option<bool> {
    registers[NAME] = name;
    for step in steps {
        match step {
            Step::Do(instruction) => match result(instruction, &Numbers(registers), tables) {
                Some(number) => registers[instruction.to] = number,
                None => return None,
            },
            Step::Keep { condition, .. } if Numbers(registers).at(*condition) == 0 => return Some(false),
            Step::Keep { .. } => {}
        }
    }
    Some(true)
}
