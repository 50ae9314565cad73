//! Automata without a formula, learnt from tables and proved.

use super::{Found, Patterns, Table, Wanted, numbers};
use crate::prove::{ATTEMPT, Error, Posed, Shown, Subject, checked, stopped, within};
use crate::translate::write_shape;
use crate::{Shape, translate};
use grundy::Watch;
use grundy_automata::game::Encoding;
use grundy_automata::learn::{Search, search as learn};
use grundy_automata::{Budget, Limits, Numeration};
use std::collections::HashMap;

/// What is tried, in this order.
const PLAN: [(Encoding, &str); 6] = [
    (Encoding::Class, "msd2"),
    (Encoding::Relation, "msd2"),
    (Encoding::Class, "msd3"),
    (Encoding::Lost, "msd2"),
    (Encoding::Lost, "msdZ1"),
    (Encoding::Lost, "msdZ2"),
];

/// The limits of one search: guesses may be wrong, and a wrong one should not cost much.
const LIMITS: Limits = Limits { states: 50_000, work: 1 << 28, ..ATTEMPT };

/// The side of the table for so many numbers, and the range that guesses are compared on.
fn sides(arity: usize) -> (u64, u64) {
    match arity {
        0 | 1 => (1024, 700),
        2 => (96, 40),
        3 => (32, 14),
        _ => (8, 7),
    }
}

/// The shapes that are tried: numbers, and lists of two and of three numbers.
fn shapes(arity: usize) -> [Vec<Shape>; 3] {
    let lists = |length| vec![Shape::List(numbers(length)); arity];
    [numbers(arity), lists(2), lists(3)]
}

/// Learns automata for the values, or the lost positions, for every setting; found if all are proved.
pub(super) fn search(
    wanted: &Wanted<'_>,
    tables: &[Table],
    subject: Subject,
    patterns: &mut Patterns,
    watch: &Watch,
) -> Result<(), Error> {
    let Some(first) = tables.first() else { return Ok(()) };
    for shapes in shapes(first.names.len()) {
        let mut shown: Vec<Shown> = Vec::new();
        for table in tables {
            match one(wanted, table, &shapes, subject, watch)? {
                Ok(found) => shown.push(found),
                Err(reason) => {
                    // Lists are only a second try: what stands in their way says little.
                    if shapes.iter().all(|s| *s == Shape::Number) {
                        patterns.reasons.push(reason);
                    }
                    break;
                }
            }
        }
        if shown.len() == tables.len() {
            let game = described(&first.kind, &shapes);
            let tested_to = sides(shapes.iter().map(Shape::numbers).sum()).1;
            patterns.found.push(Found {
                game,
                family: "automaton",
                text: None,
                subject,
                shown,
                theorem: None,
                tested_to,
            });
            return Ok(());
        }
    }
    Ok(())
}

/// `nim` for numbers, `row([_, _])` for lists.
fn described(kind: &str, shapes: &[Shape]) -> String {
    if shapes.iter().all(|s| *s == Shape::Number) {
        return kind.to_owned();
    }
    let list: Vec<String> = shapes.iter().map(|s| write_shape(s, &mut || "_".to_owned())).collect();
    format!("{kind}({})", list.join(", "))
}

fn one(
    wanted: &Wanted<'_>,
    table: &Table,
    shapes: &[Shape],
    subject: Subject,
    watch: &Watch,
) -> Result<Result<Shown, String>, Error> {
    let stated = &table.stated;
    let program = stated.program()?;
    let Some(kind) = program.kind(&table.kind) else {
        return Err(Error::Bad(format!("no kind `{}` in {}", table.kind, wanted.name)));
    };
    let globals = stated.globals()?;
    let translation = match translate(program, kind.index(), shapes, &globals) {
        Ok(translation) => translation,
        Err(outside) => return Ok(Err(format!("outside the arithmetic of automata: {}", outside.reason))),
    };
    let posed = Posed::without_claims(translation);
    let mut known: HashMap<(usize, Vec<u64>), Option<u64>> = HashMap::new();
    let mut reason = "no automaton was found in the tables".to_owned();
    let outcomes = subject == Subject::Lost;
    if !outcomes && posed.game.misere {
        return Ok(Err("under misère play there are only outcomes".into()));
    }
    for (encoding, numeration) in PLAN.into_iter().filter(|plan| (plan.0 == Encoding::Lost) == outcomes) {
        let mut values = |kind: usize, numbers: &[u64]| {
            let instance = &posed.instances[kind];
            let (side, _) = sides(posed.game.kinds[kind].arity);
            let name = &program.kinds[instance.kind].name;
            if numbers.iter().any(|&n| n >= side) {
                return None;
            }
            let key = (kind, numbers.to_vec());
            *known.entry(key).or_insert_with(|| stated.tabulated(name, &instance.shapes, numbers, subject))
        };
        let Ok(numeration) = numeration.parse::<Numeration>() else { continue };
        let checked_to = posed.game.kinds.iter().map(|k| sides(k.arity).1).collect();
        // Tests are all words of so many letters, and letters multiply with the arguments.
        let arity = posed.game.kinds.iter().map(|k| k.arity).max().unwrap_or(0);
        let depth = (10 / arity.max(1)).min(4);
        let asked = Search { numeration, encoding, depth, states: 500, checked: checked_to, attempts: 4 };
        watch.note(&format!("an automaton in {numeration}"));
        let stop = || watch.check(0, 0).is_err();
        let budget = Budget::with_cancel(within(LIMITS, watch), &stop);
        match learn(&posed.game, &asked, &mut values, &budget) {
            Ok(Some(found)) => match checked(stated, &posed, &found.candidate, &found.proof, watch)? {
                Ok(shown) => return Ok(Ok(shown)),
                Err(refused) => reason = format!("proved, but the checker could not follow: {refused}"),
            },
            Err(grundy_automata::Error::Cancelled) => {
                return Err(stopped(watch));
            }
            _ => {}
        }
    }
    Ok(Err(reason))
}
