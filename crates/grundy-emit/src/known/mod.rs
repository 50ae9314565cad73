//! Formulas for the kinds of a file, from theorems, proved periods and proved patterns.
//!
//! What is proved holds for the rules as they stand. A kind that depends on params has a formula only where a theorem speaks of
//! all params; what it needs is checked by the emitted program.

mod theorem;

use crate::Known;
use grundy::Watch;
use grundy::heap::{Period, Rule, Sequence};
use grundy_pattern::pattern::{Found, Wanted, find};
use grundy_pattern::prove::{Claim, Ends, Subject};
use grundy_rules::builtins::Function;
use grundy_rules::program::{Clause, Expr, ExprKind, Kind, Position};
use grundy_rules::value::Val;
use grundy_rules::{Engine, Error, Library, Settings};

/// Heaps that a proved period is looked for in.
const HEAPS: u128 = 1 << 16;

/// The longest table of values that is written into a program.
const LONGEST: u64 = 4000;

/// Formulas for the kinds of a file that `name` names in the library. Limits and Ctrl-C of the watch end it.
pub fn known(name: &str, rules: &str, watch: &Watch) -> Result<Vec<Known>, Error> {
    let mut library = Library::new();
    library.add_rules(name, rules)?;
    let engine = Engine::new(library.clone(), watch.clone());
    let Some(program) = library.program(name) else { return Ok(Vec::new()) };
    if program.misere {
        return Ok(Vec::new());
    }
    let free = program.rule_globals.is_empty();
    let strategies = if free { engine.kind_strategies(name, &Settings::default())? } else { Vec::new() };
    let mut list = Vec::new();
    for (index, kind) in program.kinds.iter().enumerate() {
        watch.check(0, 0)?;
        let by_name = strategies.get(index).and_then(|strategy| theorem::named(&engine, kind, strategy));
        let by_period = || if free { period(&engine, name, kind, watch) } else { Ok(None) };
        match by_name {
            Some(known) => list.push(known),
            None => match by_period()?.or_else(|| theorem::one_two(program, kind)) {
                Some(known) => list.push(known),
                None => list.extend(pattern(name, rules, kind, watch)?),
            },
        }
    }
    Ok(list)
}

/// The table of a proved period.
fn period(engine: &Engine, file: &str, kind: &Kind, watch: &Watch) -> Result<Option<Known>, Error> {
    let named = format!("{file}:{}", kind.name);
    let Ok(Some(rule)) = engine.heap_rule(&named, &Settings::default()) else { return Ok(None) };
    let [n] = &kind.args[..] else { return Ok(None) };
    let found = table(rule, n, watch)?;
    Ok(found.map(|(formula, why)| Known {
        kind: kind.name.clone(),
        args: kind.args.clone(),
        formula,
        needs: None,
        why,
    }))
}

/// A proved period of a heap code as a formula in n, and why it is right.
pub fn table(rule: Rule, n: &str, watch: &Watch) -> Result<Option<(String, Vec<String>)>, Error> {
    let code = rule.to_string();
    let mut sequence = Sequence::new(rule);
    sequence.extend(HEAPS, watch)?;
    let Period::Proved(found, _) = sequence.period() else { return Ok(None) };
    let length = found.preperiod.saturating_add(found.period);
    if length > LONGEST {
        return Ok(None);
    }
    let values: Option<Vec<u64>> = (0..length).map(|heap| sequence.get(heap.into())).collect();
    let Some(values) = values else { return Ok(None) };
    let list = format!("[{}]", values.iter().map(u64::to_string).collect::<Vec<_>>().join(", "));
    let (start, period) = (found.preperiod, found.period);
    let place = match start {
        0 => format!("{n} % {period}"),
        _ => format!("if {n} < {start} then {n} else {start} + ({n} - {start}) % {period}"),
    };
    let more = match (found.saltus, start) {
        (0, _) => String::new(),
        (saltus, 0) => format!(" + {n} / {period} * {saltus}"),
        (saltus, _) => format!(" + (if {n} < {start} then 0 else ({n} - {start}) / {period} * {saltus})"),
    };
    let why = vec![
        format!(
            "The heaps of {code}: from {start} on the values repeat after {period}{}.",
            if found.saltus > 0 { format!(", growing by {}", found.saltus) } else { String::new() }
        ),
        "The period is proved (Guy and Smith): it holds far enough to hold for ever.".to_owned(),
    ];
    Ok(Some((format!("{list}[{place}]{more}"), why)))
}

/// A pattern that was found and proved.
fn pattern(name: &str, rules: &str, kind: &Kind, watch: &Watch) -> Result<Option<Known>, Error> {
    if !is_arithmetic(kind) {
        return Ok(None);
    }
    let settings = [Settings::default()];
    let wanted = Wanted { name, rules, kind: Some(&kind.name), settings: &settings, to: None };
    let patterns = match find(&wanted, watch) {
        Ok(patterns) => patterns,
        Err(grundy_pattern::prove::Error::Rules(Error::Limit(limit))) => return Err(Error::Limit(limit)),
        // Params without values, rules outside the arithmetic: there is no formula.
        Err(_) => return Ok(None),
    };
    Ok(patterns.found.iter().find_map(|found| of_pattern(found, kind)))
}

/// A proved formula for values; nothing for outcomes, automata and lists of a fixed length.
pub(crate) fn of_pattern(found: &Found, kind: &Kind) -> Option<Known> {
    let assumed = found.shown.iter().any(|shown| shown.ends == Ends::Assumed);
    if !found.is_proved()
        || assumed
        || found.domain.is_some()
        || found.subject != Subject::Value
        || found.game != kind.name
    {
        return None;
    }
    let claim = Claim::read(found.text.as_deref()?).ok()?;
    if claim.names.len() != kind.args.len() || claim.text.contains('[') && claim.text.split('=').next()?.contains('[') {
        return None;
    }
    let by = match &found.theorem {
        Some(theorem) => format!("by the theorem on {}, for all params with {}", theorem.theorem, theorem.domain),
        None if found.recognised.is_some() => "by a theorem that these rules fall under".to_owned(),
        None => "by an automaton, and accepted by an independent checker".to_owned(),
    };
    let needs = found.theorem.as_ref().map(|theorem| theorem.domain.clone());
    let why = vec![format!("The formula is proved for all positions {by}.")];
    Some(Known { kind: kind.name.clone(), args: claim.names, formula: claim.formula, needs, why })
}

/// Whether the rules of a kind speak of a few integers only: of others no formula is looked for.
fn is_arithmetic(kind: &Kind) -> bool {
    let clause = |clause: &Clause| match clause {
        Clause::Range { from, to, .. } => is_linear(from) && to.as_ref().is_some_and(is_linear),
        Clause::If(condition) => is_linear(condition),
        Clause::Each { .. } => false,
    };
    fn position(part: &Position) -> bool {
        match part {
            Position::Of { args, .. } => args.iter().all(is_linear),
            Position::Add(parts) => parts.iter().all(position),
            Position::Copies(..) | Position::Sum(..) | Position::Chosen(..) => false,
        }
    }
    kind.args.len() <= 2
        && kind.rules.iter().all(|rule| rule.clauses.iter().all(clause) && rule.options.iter().all(position))
}

fn is_linear(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Const(value) => matches!(value, Val::Int(_) | Val::Bool(_)),
        ExprKind::Local(_) | ExprKind::Global(_) => true,
        ExprKind::Call(function, args) => {
            matches!(function, Function::Min | Function::Max) && args.len() > 1 && args.iter().all(is_linear)
        }
        ExprKind::Neg(x) | ExprKind::Not(x) => is_linear(x),
        ExprKind::Chain(first, rest) => is_linear(first) && rest.iter().all(|(_, part)| is_linear(part)),
        ExprKind::Compare(_, a, b) => is_linear(a) && is_linear(b),
        ExprKind::If(a, b, c) => [a, b, c].into_iter().all(|part| is_linear(part)),
        _ => false,
    }
}
