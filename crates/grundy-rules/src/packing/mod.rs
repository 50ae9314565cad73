//! Positions with lists, texts and boards as positions of numbers.
//!
//! **Idea.** A list of natural numbers goes into one number, as many bits for each element as 62 bits have room for; a text likewise, a
//! letter as its place in the alphabet; a board row behind row. What the rules say of lists (`a[i]`, `a with [i] -= k`, `t[:i] ++
//! t[i+2:]`, `len(a)`, `any(… for …)`) is then arithmetic with shifts, so the rules are [rewritten](rewrite) as rules of numbers, for
//! which the searches are made, vector machine included. A list that does not keep its length takes its length along.
//!
//! What fails in the rewritten rules (an element too large for its bits, an index outside, a list too long) says nothing about the rules:
//! the search over any positions takes over, which says what is wrong, if something is.

mod fields;
mod functions;
mod interval;
mod lattice;
mod linear;
mod loops;
mod plan;
mod rewrite;
mod sequence;
mod subset;
mod terms;
#[cfg(test)]
mod tests;

use crate::check::constants;
use crate::error::{Error, Miss};
use crate::game::{Pos, RuleGame};
use crate::integer::Integers;
use crate::loaded::Loaded;
use crate::lock::lock;
use crate::meter::Leash;
use crate::program::{Kind, KindId, Program};
use crate::value::Val;
use grundy::Watch;
use lattice::Lattice;
use plan::{Arg, Coding, collect};
use rewrite::Rewrite;
use std::sync::Arc;

/// Codings of one game, for lists of several lengths.
const MOST_CODINGS: usize = 16;

/// Positions that are surely few are not worth it.
const FEW: u128 = 64;

/// Rewritings of a rule until the arguments of all kinds are known.
const MOST_ROUNDS: usize = 12;

/// The kinds of a game with lists in their positions.
pub(crate) struct Lists {
    exact: Arc<RuleGame>,
    watch: Watch,
    tables: bool,
    leash: Leash,
    known: Vec<Coded>,
}

/// Rules that were rewritten.
struct Written {
    coding: Coding,
    /// The arguments of each kind that can be reached.
    plans: Vec<Option<Vec<Arg>>>,
    loaded: Arc<Loaded>,
}

/// The game of rewritten rules.
struct Coded {
    written: Arc<Written>,
    /// Nothing if it failed once.
    integers: Option<Integers>,
    /// The table of all sets for the last position that asked for it.
    lattice: Option<Lattice>,
    /// There can be no such table.
    no_lattice: bool,
}

impl Lists {
    pub(crate) fn new(exact: Arc<RuleGame>, watch: Watch, tables: bool, leash: Leash) -> Lists {
        Lists { exact, watch, tables, leash, known: Vec::new() }
    }

    /// The Grundy value of a position.
    pub(crate) fn value(&mut self, pos: &Pos) -> Result<u64, Miss<Error>> {
        self.ask(pos, Integers::value)
    }

    /// Whether the player who moves wins a position.
    pub(crate) fn wins(&mut self, pos: &Pos) -> Result<bool, Miss<Error>> {
        let (place, packed) = self.coded(pos).ok_or(Miss::NotMine)?;
        if let Some(wins) = self.wins_by_sets(place, &packed)? {
            return Ok(wins);
        }
        self.answer(place, |integers| integers.wins(&packed))
    }

    /// Whether a position is won, by a table of all sets once the search has seen many positions.
    fn wins_by_sets(&mut self, place: usize, pos: &Pos) -> Result<Option<bool>, Miss<Error>> {
        let Lists { exact, watch, tables, leash, .. } = self;
        let Coded { written, integers, lattice, no_lattice } = &mut self.known[place];
        let (Some(integers), Some(args)) = (integers, integers_of(pos)) else { return Ok(None) };
        if let Some(known) = lattice.as_ref().and_then(|lattice| lattice.wins(pos.kind, &args)) {
            return Ok(Some(known));
        }
        let patience = lattice::patience(written, (pos.kind, &args), watch).filter(|_| *tables && !*no_lattice);
        let Some(patience) = patience else { return Ok(None) };
        match integers.wins_within(pos, patience) {
            Ok(Some(wins)) => return Ok(Some(wins)),
            // Numbers that rise, of which the search does not see that they come to an end: sets do.
            Ok(None) | Err(Miss::Error(Error::Loopy(_))) => {}
            // Whoever asks next meets it again.
            Err(_) => return Ok(None),
        }
        *lattice = Lattice::new((written, exact), (pos.kind, &args), (watch, exact.meter.leashed(leash)))?;
        *no_lattice = lattice.is_none();
        Ok(lattice.as_ref().and_then(|lattice| lattice.wins(pos.kind, &args)))
    }

    fn ask<T>(
        &mut self,
        pos: &Pos,
        question: impl Fn(&mut Integers, &Pos) -> Result<T, Miss<Error>>,
    ) -> Result<T, Miss<Error>> {
        let (place, pos) = self.coded(pos).ok_or(Miss::NotMine)?;
        self.answer(place, |integers| question(integers, &pos))
    }

    fn answer<T>(
        &mut self,
        place: usize,
        question: impl FnOnce(&mut Integers) -> Result<T, Miss<Error>>,
    ) -> Result<T, Miss<Error>> {
        let coded = &mut self.known[place];
        let answer = question(coded.integers.as_mut().ok_or(Miss::NotMine)?);
        match answer {
            // What these rules cannot do the others may.
            Err(Miss::NotMine | Miss::Error(Error::Bad(_) | Error::Loopy(_))) => {
                coded.integers = None;
                Err(Miss::NotMine)
            }
            answer => answer,
        }
    }

    /// The position as one of rewritten rules.
    fn coded(&mut self, pos: &Pos) -> Option<(usize, Pos)> {
        if !pos.args.iter().any(|arg| matches!(arg, Val::List(_) | Val::Text(_))) || rooms(&pos.args) <= FEW {
            return None;
        }
        let packed = |coded: &Coded| coded.written.pack(pos);
        if let Some(found) = (0..).zip(&self.known).find_map(|(place, coded)| Some((place, packed(coded)?))) {
            return Some(found);
        }
        if self.known.len() >= MOST_CODINGS {
            return None;
        }
        let (written, pos) = self.written(pos)?;
        let game = RuleGame::new(written.loaded.clone(), self.exact.globals.clone(), self.exact.meter.clone());
        let integers = Integers::new(Arc::new(game), self.watch.clone(), self.tables, self.leash.clone());
        self.known.push(Coded { written, integers: Some(integers), lattice: None, no_lattice: false });
        Some((self.known.len() - 1, pos))
    }
}

impl Lists {
    /// Rules rewritten for positions like this one, and what it is by them: lists as sets, as numbers of many digits, or as parts of
    /// the first one.
    fn written(&self, pos: &Pos) -> Option<(Arc<Written>, Pos)> {
        let loaded = &self.exact.loaded;
        let packed = |written: Arc<Written>| written.pack(pos).map(|pos| (written, pos));
        // Each of these is for one list and its parts.
        let parts = self.known.iter().filter(|coded| coded.written.coding.parts().is_some()).count();
        let few = parts < MOST_CODINGS / 2;
        let sets = || Written::of_parts(loaded, pos, Coding::of_sets(pos).filter(|_| few)?);
        let intervals =
            || Written::of_parts(loaded, pos, Coding::of_intervals(pos, &letters(&loaded.program)).filter(|_| few)?);
        sets()
            .and_then(packed)
            .or_else(|| Written::of(loaded, pos).and_then(packed))
            .or_else(|| intervals().and_then(packed))
    }
}

impl Written {
    /// The rules rewritten for positions like this one, if they can be: once for all games of the file.
    fn of(loaded: &Arc<Loaded>, pos: &Pos) -> Option<Arc<Written>> {
        let coding = Coding::new(pos, &letters(&loaded.program))?;
        let args = pos.args.iter().map(|arg| Some(Arg::of(arg)?.0)).collect::<Option<Vec<_>>>()?;
        let key = format!("{:?} {coding:?} {args:?}", pos.kind);
        Written::once(loaded, key, || Written::new(&loaded.program, pos.kind, coding, args))
    }

    /// The same for rules whose lists are parts of the first one.
    fn of_parts(loaded: &Arc<Loaded>, pos: &Pos, (coding, args): (Coding, Vec<Arg>)) -> Option<Arc<Written>> {
        // Whether rules can be rewritten does not depend on what the elements are.
        let refused = format!("{:?} {args:?} {:?}", pos.kind, coding.parts());
        if lock(&loaded.rewritten).contains_key(&refused) {
            return None;
        }
        let key = format!("{:?} {coding:?} {args:?}", pos.kind);
        let written = Written::once(loaded, key, || Written::new(&loaded.program, pos.kind, coding, args));
        if written.is_none() {
            lock(&loaded.rewritten).insert(refused, None);
        }
        written
    }

    /// What is kept under a key, or is made now.
    fn once(loaded: &Loaded, key: String, make: impl FnOnce() -> Option<Written>) -> Option<Arc<Written>> {
        if let Some(known) = lock(&loaded.rewritten).get(&key) {
            return known.clone().and_then(|known| known.downcast().ok());
        }
        let written = make().map(Arc::new);
        let mut all = lock(&loaded.rewritten);
        if all.len() >= 4 * MOST_CODINGS {
            all.clear();
        }
        all.insert(key, written.clone().map(|written| written as _));
        written
    }

    fn new(program: &Program, kind: KindId, coding: Coding, args: Vec<Arg>) -> Option<Written> {
        let mut plans: Vec<Option<Vec<Arg>>> = vec![None; program.kinds.len()];
        plans[kind.index()] = Some(args);
        for _ in 0..MOST_ROUNDS {
            let mut rewrite = Rewrite::new(program, &coding, plans);
            let mut kinds = Vec::new();
            for (id, kind) in program.all_kinds() {
                let rules = if rewrite.plans[id.index()].is_some() { rewrite.rules(id)? } else { Vec::new() };
                kinds.push(Kind { name: kind.name.clone(), args: Vec::new(), rules, drawn: None });
            }
            let (changed, helpers) = (rewrite.changed, rewrite.helpers);
            plans = rewrite.plans;
            if !changed {
                for (kind, plan) in kinds.iter_mut().zip(&plans) {
                    let count: usize = plan.iter().flatten().map(Arg::numbers).sum();
                    kind.args = (0..count).map(|place| format!("n{place}")).collect();
                }
                let loaded = Arc::new(Loaded::of(program.with_kinds(kinds, helpers)));
                return Some(Written { coding, plans, loaded });
            }
        }
        None
    }

    fn pack(&self, pos: &Pos) -> Option<Pos> {
        let args = self.coding.pack(self.plans[pos.kind.index()].as_ref()?, &pos.args)?;
        Some(Pos { kind: pos.kind, args: args.into() })
    }
}

/// The arguments of a position of rewritten rules.
fn integers_of(pos: &Pos) -> Option<Vec<i64>> {
    pos.args.iter().map(Val::small).collect()
}

/// The letters that rules and helpers name.
fn letters(program: &Program) -> Vec<char> {
    let mut letters = Vec::new();
    constants(program).iter().for_each(|value| collect(value, &mut letters));
    letters
}

/// How many positions there may be below one, by its elements: an estimate.
fn rooms(args: &[Val]) -> u128 {
    args.iter().map(room).fold(1, u128::saturating_mul)
}

fn room(value: &Val) -> u128 {
    match value {
        // An empty square may be filled, too.
        Val::Int(n) => n.unsigned_abs().saturating_add(2),
        Val::List(list) => list.items().iter().map(room).fold(1, u128::saturating_mul).saturating_mul(2),
        Val::Text(text) => 1 << text.len().min(100),
        Val::Bool(_) | Val::Huge(_) => 1,
    }
}
