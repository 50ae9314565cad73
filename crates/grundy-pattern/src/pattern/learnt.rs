//! Automata without a formula, learnt from tables and proved.

use super::shapes::described;
use super::{Found, Patterns, Table, Wanted};
use crate::prove::{ATTEMPT, Error, Posed, Shown, Subject, checked, stopped, within};
use crate::translate;
use grundy::Watch;
use grundy_automata::game::Encoding;
use grundy_automata::learn::{Search, search as learn};
use grundy_automata::{Budget, Limits, Numeration};

/// What is tried, in this order.
const VALUES: [(Encoding, &str); 3] =
    [(Encoding::Class, "msd2"), (Encoding::Relation, "msd2"), (Encoding::Class, "msd3")];

/// The bases of numbers that the rules name are tried for games of one argument, so many of them.
const NAMED: usize = 2;
const LARGEST_BASE: u64 = 36;

/// For games of one argument also the bases that people write in, and those that halves and thirds share.
const ROWS: [(Encoding, &str); 3] = [(Encoding::Class, "msd12"), (Encoding::Class, "msd10"), (Encoding::Power, "msd2")];

const OUTCOMES: [(Encoding, &str); 3] =
    [(Encoding::Lost, "msd2"), (Encoding::Lost, "msdZ1"), (Encoding::Lost, "msdZ2")];

/// Only pairs of Beatty sequences are looked for in these.
const PAIRS: [(Encoding, &str); 6] = [
    (Encoding::Lost, "msdZ3"),
    (Encoding::Lost, "msdZ4"),
    (Encoding::Lost, "msdZ5"),
    (Encoding::Lost, "msdZ6"),
    (Encoding::Lost, "msdZ7"),
    (Encoding::Lost, "msdZ8"),
];

/// The plan for a subject and so many arguments; the depth of tests is 0 where nothing is learnt.
fn plan(subject: Subject, arity: usize, named: &[u64]) -> Vec<(Encoding, Numeration, usize)> {
    // Tests are all words of so many letters, and letters multiply with the arguments.
    let depth = (10 / arity.max(1)).min(4);
    let with = |list: &[(Encoding, &'static str)], depth| {
        list.iter().filter_map(move |&(encoding, name)| Some((encoding, name.parse().ok()?, depth))).collect::<Vec<_>>()
    };
    let mut list = match (subject, arity) {
        (Subject::Value, 0 | 1) => [with(&VALUES, depth), with(&ROWS, 2)].concat(),
        (Subject::Value, _) => with(&VALUES, depth),
        (Subject::Lost, 2) => [with(&OUTCOMES, depth), with(&PAIRS, 0)].concat(),
        (Subject::Lost, _) => with(&OUTCOMES, depth),
    };
    if arity == 1 && subject == Subject::Value {
        let bases = named.iter().filter(|&&n| (3..=LARGEST_BASE).contains(&n)).rev().take(NAMED);
        for numeration in bases.filter_map(|base| format!("msd{base}").parse::<Numeration>().ok()) {
            for encoding in [Encoding::Class, Encoding::Power] {
                let known = list.iter().any(|&(e, n, _)| e == encoding && n == numeration);
                list.extend((!known).then_some((encoding, numeration, 2)));
            }
        }
    }
    list
}

/// The limits of one search: guesses may be wrong, and a wrong one should not cost much.
const LIMITS: Limits = Limits { states: 50_000, work: 1 << 28, ..ATTEMPT };

/// The side of the table for so many numbers, and the range that guesses are compared on.
fn sides(arity: usize) -> (u64, u64) {
    match arity {
        0 | 1 => (1024, 700),
        2 => (128, 40),
        3 => (32, 14),
        _ => (8, 7),
    }
}

/// The positions of a table.
fn cells(arity: usize) -> usize {
    let (side, _) = sides(arity);
    if arity > 6 {
        return 0;
    }
    side.checked_pow(arity as u32).and_then(|n| usize::try_from(n).ok()).unwrap_or(0)
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
    let mut shown: Vec<Shown> = Vec::new();
    for table in tables {
        match one(wanted, table, subject, watch)? {
            Ok(found) => shown.push(found),
            Err(reason) => {
                patterns.reasons.push(reason);
                return Ok(());
            }
        }
    }
    let game = described(&first.kind, &first.shapes);
    let tested_to = sides(first.values.names.len()).1;
    patterns.found.push(Found { shown, tested_to, ..Found::new(game, "automaton", None, subject) });
    Ok(())
}

fn one(wanted: &Wanted<'_>, table: &Table, subject: Subject, watch: &Watch) -> Result<Result<Shown, String>, Error> {
    let stated = &table.stated;
    let program = stated.program()?;
    let Some(kind) = program.kind(&table.kind) else {
        return Err(Error::Bad(format!("no kind `{}` in {}", table.kind, wanted.name)));
    };
    let globals = stated.globals()?;
    let translation = match translate(program, kind.index(), &table.shapes, &globals) {
        Ok(translation) => translation,
        Err(outside) => return Ok(Err(format!("outside the arithmetic of automata: {}", outside.reason))),
    };
    let posed = Posed::without_claims(translation);
    let mut known: Vec<Vec<Option<Option<u64>>>> =
        posed.game.kinds.iter().map(|k| vec![None; cells(k.arity)]).collect();
    let mut reason = "no automaton was found in the tables".to_owned();
    let outcomes = subject == Subject::Lost;
    if !outcomes && posed.game.misere {
        return Ok(Err("under misère play there are only outcomes".into()));
    }
    let arity = posed.game.kinds.iter().map(|k| k.arity).max().unwrap_or(0);
    for (encoding, numeration, depth) in plan(subject, arity, &table.literals) {
        let mut values = |kind: usize, numbers: &[u64]| {
            let instance = &posed.instances[kind];
            let (side, _) = sides(posed.game.kinds[kind].arity);
            if numbers.iter().any(|&n| n >= side) || known[kind].is_empty() {
                return None;
            }
            let place = numbers.iter().fold(0, |place, &n| place * side + n) as usize;
            let name = &program.kinds[instance.kind].name;
            *known[kind][place].get_or_insert_with(|| stated.tabulated(name, &instance.shapes, numbers, subject))
        };
        let checked_to = posed.game.kinds.iter().map(|k| sides(k.arity).1).collect();
        // A guess for many numbers is compared with little of its table, so it is often wrong, and costs the most.
        let attempts = if arity < 3 { 10 } else { 4 };
        let asked = Search { numeration, encoding, depth, states: 500, checked: checked_to, attempts };
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
