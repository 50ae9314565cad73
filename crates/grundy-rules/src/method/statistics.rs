//! Lists of which only a few statistics count: how many numbers there are of each class. The classes and the function of their counts are
//! looked for in a table of small lists, the simplest first; what the [theorem](grundy::theorem::statistics) proves answers for lists of any size.

use super::listed::listed;
use super::search::rooms;
use super::theorem::natural;
use super::{Answer, Args, Method, Wanted};
use crate::error::Error;
use crate::eval::evaluator::Part;
use crate::game::{Pos, RuleGame};
use crate::lock::lock;
use crate::program::KindId;
use crate::recognise::Exchanges;
use crate::value::{List, Val};
use grundy::theorem::Found;
use grundy::theorem::statistics::{self, Classes, Counts, Table, Tells, place};
use grundy::{Value, Watch};
use hashbrown::HashMap;
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

/// Options of small lists that are looked at before nothing is found.
const MOST_OPTIONS: u64 = 600_000;

/// After so many times in vain, with one data after the other, nothing is looked for any more.
const TIRED: u32 = 12;

/// Positions that are larger by their numbers are asked about here before they are searched.
const FEW: u128 = 1 << 16;

/// Longer plays from small lists are not followed.
const DEEPEST: usize = 200;

/// The sizes up to which lists are small, one after the other: a number n counts as n + 1.
const SIZES: [u64; 7] = [6, 9, 12, 15, 18, 21, 24];

/// Entries that a table may have.
const MOST_ENTRIES: u64 = 5_000;

/// Exchanges that a check may look at, each at each vector of counts.
const MOST_WORK: u64 = 5_000_000;

/// Classes of numbers that are tried: numbers by themselves, modulus; and how many counts are told apart.
const SMALL: u64 = 4;
const MODULI: RangeInclusive<u64> = 1..=4;
const MOST_COUNTS: u32 = 10;

/// A table that was proved, if one was found.
type Proved = Option<Arc<Table>>;

/// Statistics of lists as a method.
pub(super) struct ByStatistics {
    game: Arc<RuleGame>,
    kind: KindId,
    exchanges: Exchanges,
    /// By what is asked for and whether zeros are in the lists.
    known: Mutex<HashMap<(Tells, u64), Proved>>,
    samples: Mutex<Samples>,
}

/// The values of small lists.
#[derive(Default)]
struct Samples {
    values: HashMap<Vec<u64>, u32>,
    options: u64,
}

impl ByStatistics {
    pub(super) fn new(game: &Arc<RuleGame>, kind: KindId) -> Option<ByStatistics> {
        let exchanges = game.exchanges(kind)?;
        Some(ByStatistics { game: game.clone(), kind, exchanges, known: Mutex::default(), samples: Mutex::default() })
    }

    /// What a table that was proved tells about a position.
    fn tell(&self, args: &Args, tells: Tells, watch: &Watch) -> Result<Option<u32>, Error> {
        let [Val::List(list)] = &args[..] else { return Ok(None) };
        let Some(numbers) = list.items().iter().map(natural).collect::<Option<Vec<u128>>>() else { return Ok(None) };
        let least = u64::from(!numbers.contains(&0));
        Ok(self.table(tells, least, watch)?.and_then(|table| table.of(numbers)))
    }

    /// The table for lists of numbers that are at least this.
    fn table(&self, tells: Tells, least: u64, watch: &Watch) -> Result<Proved, Error> {
        if let Some(known) = lock(&self.known).get(&(tells, least)) {
            return Ok(known.clone());
        }
        let in_vain = &self.game.loaded.without_statistics;
        let tired = in_vain.load(Ordering::Relaxed) >= TIRED;
        let mut found = if tired { None } else { self.find(tells, least, watch)? };
        if found.is_none() {
            in_vain.fetch_add(1, Ordering::Relaxed);
            if least > 0 {
                found = self.table(tells, 0, watch)?;
            }
        }
        lock(&self.known).insert((tells, least), found.clone());
        Ok(found)
    }

    fn find(&self, tells: Tells, least: u64, watch: &Watch) -> Result<Proved, Error> {
        if !self.exchanges.end(least) {
            return Ok(None);
        }
        let mut samples = lock(&self.samples);
        let mut exchanges: HashMap<Classes, Option<statistics::Exchanges>> = HashMap::new();
        for size in SIZES {
            let lists = small_lists(least, size);
            for list in &lists {
                watch.check(0, 0)?;
                if samples.values.len() as u64 > watch.limits().positions {
                    return Ok(None);
                }
                match self.sample(list, &mut samples, 0) {
                    Ok(Some(_)) => {}
                    // What is wrong with the rules the search tells.
                    Ok(None) | Err(Error::Bad(_)) => return Ok(None),
                    Err(error) => return Err(error),
                }
            }
            let told = |list: &Vec<u64>| label(tells, samples.values[list]);
            for classes in candidates(least) {
                watch.check(0, 0)?;
                let Some(seen) = Seen::new(classes, &lists, told) else { continue };
                let Some(counts) = seen.counts() else { continue };
                let possible = exchanges.entry(classes).or_insert_with(|| self.exchanges.of_classes(&classes));
                let Some(possible) = possible else { continue };
                let Some(entries) = seen.entries(&counts) else { continue };
                if entries.len() as u64 * possible.len() > MOST_WORK {
                    continue;
                }
                let Some(table) = Table::completed(classes, counts, tells, entries, possible) else { continue };
                if table.work(possible) <= MOST_WORK && table.is_right(possible) {
                    return Ok(Some(Arc::new(table)));
                }
            }
        }
        Ok(None)
    }

    /// The value of a small list; nothing if it would take too long.
    fn sample(&self, list: &[u64], samples: &mut Samples, depth: usize) -> Result<Option<u32>, Error> {
        if let Some(&value) = samples.values.get(list) {
            return Ok(Some(value));
        }
        let Some(numbers) = List::of_integers(list.iter().map(|&n| n as i64).collect()) else { return Ok(None) };
        let pos = Pos { kind: self.kind, args: Arc::new([Val::List(numbers)]) };
        let (mut options, mut all): (Vec<Vec<u64>>, bool) = (Vec::new(), depth < DEEPEST);
        let _ = self.game.options(&pos, &mut |parts| {
            samples.options += 1;
            let option = plain(parts);
            all &= option.is_some() && samples.options <= MOST_OPTIONS;
            options.extend(option);
            if all { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        if !all {
            return Ok(None);
        }
        options.sort_unstable();
        options.dedup();
        let mut values = Vec::with_capacity(options.len());
        for option in options {
            let Some(value) = self.sample(&option, samples, depth + 1)? else { return Ok(None) };
            values.push(value);
        }
        values.sort_unstable();
        values.dedup();
        let value =
            (0..).zip(&values).find(|&(place, &value)| place != value).map_or(values.len() as u32, |(place, _)| place);
        samples.values.insert(list.to_vec(), value);
        Ok(Some(value))
    }
}

/// The one list that an option leaves, in order.
fn plain(parts: &[Part]) -> Option<Vec<u64>> {
    let [Part { copies: 1, args, .. }] = parts else { return None };
    let [Val::List(list)] = &args[..] else { return None };
    let number = |value: &Val| natural(value).and_then(|n| u64::try_from(n).ok());
    let mut numbers = list.items().iter().map(number).collect::<Option<Vec<u64>>>()?;
    numbers.sort_unstable();
    Some(numbers)
}

fn label(tells: Tells, value: u32) -> u32 {
    match tells {
        Tells::Values => value,
        Tells::Outcomes => value.min(1),
    }
}

/// All lists of numbers that are at least this, in order, up to a size.
fn small_lists(least: u64, size: u64) -> Vec<Vec<u64>> {
    fn extend(list: &mut Vec<u64>, from: u64, size: u64, all: &mut Vec<Vec<u64>>) {
        all.push(list.clone());
        for number in from..size {
            list.push(number);
            extend(list, number, size - number - 1, all);
            list.pop();
        }
    }
    let mut all = Vec::new();
    extend(&mut Vec::new(), least, size, &mut all);
    all
}

/// The classes that are tried, the fewest first.
fn candidates(least: u64) -> Vec<Classes> {
    let of = |small: u64| MODULI.map(move |modulus| Classes { least, small, modulus });
    let mut all: Vec<Classes> = (0..=SMALL).flat_map(of).collect();
    all.sort_by_key(|classes| (classes.len(), classes.modulus));
    all
}

/// What small lists tell about the counts of their classes.
struct Seen {
    told: HashMap<Vec<u64>, u32>,
    classes: usize,
}

impl Seen {
    /// Nothing if two lists with the same counts contradict each other.
    fn new(classes: Classes, lists: &[Vec<u64>], told: impl Fn(&Vec<u64>) -> u32) -> Option<Seen> {
        let mut seen = Seen { told: HashMap::new(), classes: classes.len() };
        for list in lists {
            let mut vector = vec![0; classes.len()];
            for &number in list {
                vector[classes.of(number.into())?] += 1;
            }
            let label = told(list);
            if seen.told.insert(vector, label).is_some_and(|other| other != label) {
                return None;
            }
        }
        Some(seen)
    }

    /// How the counts of each class are told apart at least; nothing if so much is not enough.
    fn counts(&self) -> Option<Vec<Counts>> {
        (0..self.classes).map(|class| self.counts_of(class)).collect()
    }

    fn counts_of(&self, class: usize) -> Option<Counts> {
        let ways = (1..=MOST_COUNTS)
            .flat_map(|all| (1..=all).map(move |modulus| Counts { threshold: all - modulus, modulus }));
        ways.into_iter().find(|counts| {
            self.told.iter().all(|(vector, label)| {
                let mut later = vector.clone();
                later[class] += u64::from(counts.modulus);
                vector[class] < counts.threshold.into() || self.told.get(&later).is_none_or(|other| other == label)
            })
        })
    }

    /// A table of what is known; nothing if it would be large.
    fn entries(&self, counts: &[Counts]) -> Option<Vec<Option<u32>>> {
        let count = counts.iter().map(|counts| u64::from(counts.len())).fold(1, u64::saturating_mul);
        let mut entries = (count <= MOST_ENTRIES).then(|| vec![None; count as usize])?;
        self.told.iter().for_each(|(vector, &label)| entries[place(counts, vector)] = Some(label));
        Some(entries)
    }
}

impl Method for ByStatistics {
    fn name(&self, _: &Args) -> String {
        "statistics".to_owned()
    }

    fn kind_name(&self) -> String {
        "statistics, else memo search".to_owned()
    }

    fn value(&self, args: &Args, watch: &Watch) -> Result<Answer<Value>, Error> {
        Ok(self.tell(args, Tells::Values, watch)?.map(|value| Value::Finite(value.into())).into())
    }

    fn wins(&self, args: &Args, watch: &Watch) -> Result<Answer<bool>, Error> {
        Ok(self.tell(args, Tells::Outcomes, watch)?.map(|label| label > 0).into())
    }

    fn is_value(&self, args: &Args, value: &Value, watch: &Watch) -> Result<Answer<bool>, Error> {
        if value.is_zero() {
            return Ok(self.wins(args, watch)?.map(|wins| !wins));
        }
        Ok(self.value(args, watch)?.map(|known| known == *value))
    }

    fn options(&self, args: &Args, wanted: &Wanted<'_>) -> Result<Answer<Found<Vec<Part>>>, Error> {
        let tells = if wanted.value.is_zero() { Tells::Outcomes } else { Tells::Values };
        let Some(value) = wanted.value.as_finite() else { return Ok(Answer::NotMine) };
        if self.tell(args, tells, wanted.watch)?.is_none() {
            return Ok(Answer::NotMine);
        }
        // An option that a table does not tell about is somebody else's to judge.
        let is = |parts: &[Part]| match parts {
            [Part { copies: 1, kind, args }] if *kind == self.kind => match self.tell(args, tells, wanted.watch)? {
                Some(label) => Ok(u128::from(label) == value),
                None => (wanted.is)(parts),
            },
            _ => (wanted.is)(parts),
        };
        let pos = Pos { kind: self.kind, args: args.clone() };
        let list = |visit: &mut super::Visit<'_>| self.game.options(&pos, &mut |parts| visit(parts)).map(|_| ());
        Ok(Answer::Known(listed(&Wanted { is: &is, ..*wanted }, list)?))
    }

    fn may_tell_only_outcomes(&self) -> bool {
        true
    }

    fn knows_only_outcome(&self, args: &Args, watch: &Watch) -> Result<bool, Error> {
        Ok(self.tell(args, Tells::Values, watch)?.is_none() && self.tell(args, Tells::Outcomes, watch)?.is_some())
    }

    fn is_ahead(&self, args: &Args) -> bool {
        rooms(args) > FEW
    }

    fn is_shortcut(&self) -> bool {
        true
    }

    fn answers_options(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::tests::game;
    use crate::game::Shared;
    use grundy::solve::Solver;

    /// What the tables for these rules tell, each compared with the definition.
    fn found(text: &str) -> [Proved; 2] {
        let game = game(text, &[]);
        let Some(method) = ByStatistics::new(&game, KindId::FIRST) else { return [None, None] };
        let tables = [Tells::Values, Tells::Outcomes].map(|tells| method.table(tells, 1, &Watch::default()).unwrap());
        let mut solver = Solver::new(Shared(game));
        for list in [vec![7, 3, 1], vec![2, 2, 5, 1], vec![4, 4], vec![1, 6, 1, 2, 1], vec![9], vec![3, 3, 3]] {
            let numbers = Val::List(List::of_integers(list.clone()).unwrap());
            let Ok(value) = solver.value(&Pos { kind: KindId::FIRST, args: Arc::new([numbers]) }) else {
                assert!(tables.iter().all(Option::is_none), "play goes round: {text}");
                continue;
            };
            for table in tables.iter().flatten() {
                let told = table.of(list.iter().map(|&n| n as u128));
                assert_eq!(told, Some(label(table.tells, value as u32)), "{text} {list:?}");
            }
        }
        tables
    }

    #[test]
    fn lists_of_which_statistics_count() {
        let pair = "for i in 0..len(p)-1, j in i+1..len(p)-1";
        let merged = "[p[i] + p[j]] ++ [p[k] for k in 0..len(p)-1 if k != i and k != j]";
        let games = [
            // Two numbers are put together, in four wordings.
            format!("g(p) -> g({merged}) {pair}"),
            "m(a) -> m(sort(without(without(a, y), x) ++ [a[x] + a[y]])) for x in 0..len(a)-2 for y in x+1..len(a)-1"
                .to_owned(),
            "g(p) -> g(without(p with [i] += p[j], j)) for i in 0..len(p)-1, j in 0..len(p)-1 if i != j".to_owned(),
            "g(p) -> g(p[:i] ++ [p[i] + p[j]] ++ p[i+1:j] ++ p[j+1:]) for j in 0..len(p)-1, i in 0..j-1".to_owned(),
            // A number is split.
            "g(p) -> g(without(p, i) ++ [a, p[i]-a]) for i in 0..len(p)-1, a in 1..p[i]-1".to_owned(),
            // One is taken, or two are put together.
            format!(
                "g(p) -> g(if p[i] == 1 then without(p, i) else p with [i] -= 1) for i in 0..len(p)-1\ng(p) -> g({merged}) {pair}"
            ),
            // Two are put together if their sum is odd; two odd ones go.
            format!(
                "g(p) -> g({merged}) {pair} if (p[i] + p[j]) % 2 == 1\ng(p) -> g(without(without(p, j), i)) {pair} if p[i] % 2 == 1 and p[j] % 2 == 1"
            ),
        ];
        let tables = games.map(|text| found(&text));
        let told = tables
            .each_ref()
            .map(|found| found.each_ref().map(|table| table.as_ref().map(|table| table.classes.len())));
        assert!(told.iter().all(|[_, outcomes]| outcomes.is_some()), "{told:?}");
    }

    /// Rules made by chance: what is proved of them is right.
    #[test]
    fn rules_by_chance() {
        let one = "for i in 0..len(p)-1";
        let pair = "for i in 0..len(p)-1, j in i+1..len(p)-1";
        let rest = "[p[k] for k in 0..len(p)-1 if k != i and k != j]";
        let mut seed = 7u64;
        let mut any = move |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        };
        let runs = if std::env::var_os("GRUNDY_LONG").is_some() { 400 } else { 4 };
        let mut proved = 0;
        for _ in 0..runs {
            let mut rules = String::new();
            for _ in 0..=any(2) {
                let (a, b, c) = (1 + any(3), any(3), 1 + any(3));
                let condition = match any(4) {
                    0 => format!("if p[i] % {a} == {}", b % a),
                    1 => format!("if p[i] > {b}"),
                    _ => String::new(),
                };
                let both = match any(4) {
                    0 => format!("if (p[i] + p[j]) % {a} == {}", b % a),
                    1 => format!("if p[i] > {b} and p[j] >= {a}"),
                    2 => "if p[i] <= p[j]".to_owned(),
                    _ => String::new(),
                };
                rules += &match any(8) {
                    0 => format!("g(p) -> g(p with [i] -= {c}) {one} {condition}"),
                    1 => format!("g(p) -> g(p with [i] -= k) {one}, k in {c}..{} {condition}", c + any(2)),
                    2 => format!("g(p) -> g(without(p, i)) {one} {condition}"),
                    3 => format!("g(p) -> g(without(p, i) ++ [k, p[i]-k]) {one}, k in 1..p[i]-1 {condition}"),
                    4 => format!("g(p) -> g([p[i] + p[j]] ++ {rest}) {pair} {both}"),
                    5 => format!("g(p) -> g({rest}) {pair} {both}"),
                    6 => format!("g(p) -> g([abs(p[i] - p[j])] ++ {rest}) {pair} {both}"),
                    _ => format!("g(p) -> g(sort([p[i] / {}, p[j]] ++ {rest})) {pair} {both} if p[i] > 0", 1 + c),
                };
                rules.push('\n');
            }
            proved += found(&rules).iter().flatten().count();
        }
        assert!(proved > 0);
        println!("{proved} tables for {runs} rules");
    }

    #[test]
    fn near_misses() {
        let texts = [
            // Numbers that are equal, neighbours, a first element, one number that play does not end with.
            "g(p) -> g(without(without(p, j), i)) for i in 0..len(p)-1, j in i+1..len(p)-1 if p[i] == p[j]",
            "g(p) -> g(p[:i] ++ [abs(p[i] - p[i+1])] ++ p[i+2:]) for i in 0..len(p)-2 if p[i] != p[i+1]",
            "g(p) -> g(p with [i] -= k) for i in 0..len(p)-1, k in 1..p[0] if k <= p[i]",
        ];
        for text in texts {
            assert_eq!(found(text).map(|table| table.is_some()), [false, false], "{text}");
        }
    }
}
