//! The run of a count of pairs.

use super::count::{Rows, Sides};
use super::{Bound, Finish, Pairing, Weight};
use crate::eval::code::CodeId;
use crate::eval::evaluator::{Evaluator, Loop};
use crate::eval::ops;
use crate::eval::run::{Run, Step};
use crate::meter::Trouble;
use crate::value::{Val, ValType};
use hashbrown::HashMap;

/// Numbers that are added are smaller than this: as many as a text can name do not overflow together.
const SMALL: i128 = 1 << 100;

/// Where there were few pairs, so many counts begin with the plain code.
const REST: u32 = 63;

/// What is known of a count from its last runs.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::eval) struct Seen {
    /// Something went wrong: it is left to the plain code.
    dead: bool,
    /// So many more runs are left to the plain code.
    rest: u32,
}

/// How much is on the stacks.
#[derive(Debug, Clone, Copy)]
struct Heights {
    stack: usize,
    locals: usize,
    calls: usize,
    loops: usize,
    builders: usize,
    parts: usize,
    copies: usize,
    sums: usize,
}

/// Numbers from one to another, both included.
type Reach = (i128, i128);

/// A turn that is being looked at.
#[derive(Debug, Default)]
struct Turn {
    keys: Vec<u32>,
    places: Vec<i128>,
    weight: i128,
    /// What the second name runs through, and what of it counts.
    through: Reach,
    counts: Reach,
}

impl Turn {
    fn clear(&mut self) {
        self.keys.clear();
        self.places.clear();
    }
}

/// A count that is being made, and how to go back to where it began.
#[derive(Debug)]
pub(in crate::eval) struct Attempt {
    site: u32,
    code: CodeId,
    base: usize,
    heights: Heights,
    total: i128,
    turn: Turn,
    /// The numbers of the keys, and their type.
    known: Vec<(HashMap<Val, u32, foldhash::fast::RandomState>, Option<ValType>)>,
    first: Rows,
    second: Rows,
    /// For each turn of the first name what the second runs through, and what of it counts; more turns than are kept of it.
    through: Vec<Reach>,
    counts: Vec<Reach>,
    /// The places of the turns of the second name.
    places: Vec<i128>,
    /// What all this takes, in values.
    size: u64,
}

/// The plain code must look at it.
fn unusual() -> Trouble {
    Trouble::bad("pairs are counted one by one")
}

impl Attempt {
    /// What it takes, in values.
    pub(in crate::eval) fn size(&self) -> u64 {
        self.size
    }

    fn key(&mut self, key: Val) -> Result<u64, Trouble> {
        let (known, ty) = self.known.get_mut(self.turn.keys.len()).ok_or_else(unusual)?;
        if *ty.get_or_insert(key.ty()) != key.ty() {
            return Err(unusual());
        }
        let (next, size) = (known.len() as u32, key.size());
        let mut made = 0;
        let number = *known.entry(key).or_insert_with(|| {
            made = size + 1;
            next
        });
        self.turn.keys.push(number);
        Ok(made)
    }

    /// Takes the turn of a name.
    fn keep(rows: &mut Rows, turn: &mut Turn, weight: bool) {
        rows.len += 1;
        rows.keys.append(&mut turn.keys);
        rows.places.append(&mut turn.places);
        if weight {
            rows.weights.push(turn.weight);
        }
    }

    /// What the second name runs through in any turn of the first, in ascending order, as far as it lies below an end; and how many pairs
    /// these are.
    fn union(&self, end: Option<i128>) -> (Vec<Reach>, u128) {
        let cut = |&(low, high): &Reach| (low, end.map_or(high, |end| high.min(end - 1)));
        let mut all: Vec<Reach> = self.through.iter().map(cut).filter(|(low, high)| low <= high).collect();
        let pairs = all.iter().fold(0u128, |sum, (low, high)| sum.saturating_add(high.abs_diff(*low) + 1));
        all.sort_unstable();
        let mut union: Vec<Reach> = Vec::new();
        for (low, high) in all {
            match union.last_mut() {
                Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
                _ => union.push((low, high)),
            }
        }
        (union, pairs)
    }

    /// For each turn of the first name the turns of the second that count.
    fn spans(&self) -> Vec<(usize, usize)> {
        let all = self.places.len();
        let (least, most) = (self.places.first().copied(), self.places.last().copied());
        let rank = |end: i128| match () {
            _ if least.is_none_or(|least| end <= least) => 0,
            _ if most.is_none_or(|most| end > most) => all,
            _ => self.places.partition_point(|&place| place < end),
        };
        let span = |&(low, high): &Reach| if low > high { (0, 0) } else { (rank(low), rank(high.saturating_add(1))) };
        self.counts.iter().map(span).collect()
    }

    /// Ready for the next turns of the names around the two.
    fn clear(&mut self) {
        self.turn.clear();
        self.known.iter_mut().for_each(|(known, _)| known.clear());
        for rows in [&mut self.first, &mut self.second] {
            rows.len = 0;
            rows.keys.clear();
            rows.places.clear();
            rows.weights.clear();
        }
        self.through.clear();
        self.counts.clear();
        self.places.clear();
        self.size = 0;
    }
}

impl Bound {
    /// What is left of a reach if its numbers are compared with this one.
    fn cut(self, (low, high): Reach, number: i128) -> Reach {
        match self {
            Bound::Less => (low, high.min(number - 1)),
            Bound::AtMost => (low, high.min(number)),
            Bound::Greater => (low.max(number + 1), high),
            Bound::AtLeast => (low.max(number), high),
        }
    }
}

impl Evaluator {
    fn heights(&self) -> Heights {
        Heights {
            stack: self.stack.len(),
            locals: self.locals.len(),
            calls: self.calls.len(),
            loops: self.loops.len(),
            builders: self.builders.len(),
            parts: self.parts.len(),
            copies: self.copies.len(),
            sums: self.sums.len(),
        }
    }

    fn cut_to(&mut self, heights: Heights) {
        for call in self.calls.drain(heights.calls..) {
            self.memo.abandon(call.key.0, &call.key.1);
        }
        self.stack.truncate(heights.stack);
        self.locals.truncate(heights.locals);
        self.loops.truncate(heights.loops);
        self.builders.truncate(heights.builders);
        self.parts.truncate(heights.parts);
        self.copies.truncate(heights.copies);
        self.sums.truncate(heights.sums);
    }

    fn seen(&mut self, site: u32) -> &mut Seen {
        let site = site as usize;
        if self.pairs_seen.len() <= site {
            self.pairs_seen.resize(site + 1, Seen::default());
        }
        &mut self.pairs_seen[site]
    }
}

impl Run<'_> {
    /// Goes on with the plain code of the innermost count of pairs that is being made, if what went wrong may be its fault. Where it is made in
    /// itself, through helpers, the outermost is given up: so each is given up once, however deep helpers are.
    pub(in crate::eval) fn give_up(&mut self, trouble: Trouble) -> Result<(), Trouble> {
        if matches!(trouble, Trouble::Limit(_)) {
            return Err(trouble);
        }
        let attempts = &mut self.machine.attempts;
        let Some(site) = attempts.last().map(|attempt| attempt.site) else { return Err(trouble) };
        let outermost = attempts.iter().position(|attempt| attempt.site == site);
        let Some(attempt) = attempts.drain(outermost.unwrap_or(0)..).next() else { return Err(trouble) };
        self.machine.seen(site).dead = true;
        self.machine.cut_to(attempt.heights);
        (self.code, self.base) = (attempt.code, attempt.base);
        self.at = self.unit.pairs[attempt.site as usize].plain as usize;
        Ok(())
    }

    pub(in crate::eval) fn pairing(&mut self, pairing: Pairing, site: u32) -> Result<Step, Trouble> {
        match pairing {
            Pairing::Begin => return Ok(self.begin(site)),
            Pairing::Open => return self.open(site),
            Pairing::Count => self.count(site)?,
            Pairing::End => {
                let total = self.machine.attempts.pop().map_or(0, |attempt| attempt.total);
                self.machine.stack.push(match self.unit.pairs[site as usize].finish {
                    Finish::Total => Val::Int(total),
                    Finish::Any => Val::Bool(total > 0),
                    Finish::All => Val::Bool(total == 0),
                });
            }
            Pairing::Small => {
                let top = self.machine.stack.last().cloned().unwrap_or(Val::Int(0));
                small(&top)?;
            }
            Pairing::AtLeast => {
                let (origin, begin) = (self.number()?, self.number()?);
                (origin <= begin).then_some(()).ok_or_else(unusual)?;
            }
            Pairing::Residue => {
                let (rest, divisor) = (self.number()?, self.number()?);
                (0..divisor).contains(&rest).then_some(()).ok_or_else(unusual)?;
            }
            Pairing::Range => {
                let (to, from) = (self.pop(), self.pop());
                let (from, to) = (ops::int(&from, "a range")?, ops::int(&to, "a range")?);
                let far = |end: i128| end.unsigned_abs() > SMALL.unsigned_abs();
                if from <= to && (far(from) || far(to)) {
                    return Err(unusual());
                }
                self.reach((from, to))?;
            }
            Pairing::Slice => {
                let (to, from) = (self.pop(), self.pop());
                let (from, to) = (ops::int(&from, "an index")?, ops::int(&to, "an index")?);
                self.reach((from.clamp(0, SMALL), to.clamp(0, SMALL) - 1))?;
            }
            Pairing::Whole => {
                self.reach((0, SMALL))?;
                self.machine.stack.pop();
            }
            Pairing::Bound(bound) => {
                let number = self.number()?;
                let turn = &mut self.attempt()?.turn;
                turn.through = bound.cut(turn.through, number);
                let through = turn.through;
                turn.counts = through;
                self.machine.stack.push(Val::Bool(through.0 <= through.1));
            }
            Pairing::LateBound(bound) => {
                let number = self.number()?;
                let turn = &mut self.attempt()?.turn;
                turn.counts = bound.cut(turn.counts, number);
            }
            Pairing::Key => {
                let key = self.pop();
                self.machine.meter.work(key.size())?;
                let made = self.attempt()?.key(key)?;
                self.made_more(made)?;
            }
            Pairing::Place => {
                let place = self.number()?;
                self.attempt()?.turn.places.push(place);
            }
            Pairing::Weight => {
                let weight = self.number()?;
                self.attempt()?.turn.weight = weight;
            }
            Pairing::First => self.first(site, true)?,
            Pairing::Void => self.first(site, false)?,
            Pairing::Second => {
                let weight = self.unit.pairs[site as usize].weight == Weight::Second;
                let attempt = self.attempt()?;
                Attempt::keep(&mut attempt.second, &mut attempt.turn, weight);
                self.made_more(2)?;
            }
        }
        Ok(Step::On)
    }

    fn attempt(&mut self) -> Result<&mut Attempt, Trouble> {
        self.machine.attempts.last_mut().ok_or_else(unusual)
    }

    fn made_more(&mut self, values: u64) -> Result<(), Trouble> {
        if let Some(attempt) = self.machine.attempts.last_mut() {
            attempt.size += values;
        }
        self.machine.meter.make(values)
    }

    /// Pops a small number.
    fn number(&mut self) -> Result<i128, Trouble> {
        let value = self.pop();
        small(&value)
    }

    fn begin(&mut self, site: u32) -> Step {
        let shape = &self.unit.pairs[site as usize];
        let seen = self.machine.seen(site);
        let rests = seen.rest > 0;
        seen.rest = seen.rest.saturating_sub(1);
        if rests || seen.dead || !self.host.counts_pairs() || shape.adds_values && !self.host.sums_have_values() {
            return Step::To(shape.plain);
        }
        let attempt = Attempt {
            site,
            code: self.code,
            base: self.base,
            heights: self.machine.heights(),
            total: 0,
            turn: Turn::default(),
            known: vec![Default::default(); shape.unequal.len()],
            first: Rows::default(),
            second: Rows::default(),
            through: Vec::new(),
            counts: Vec::new(),
            places: Vec::new(),
            size: 0,
        };
        self.machine.attempts.push(attempt);
        Step::On
    }

    /// Begins a turn of the first name, for which the second runs through these.
    fn reach(&mut self, reach: Reach) -> Result<(), Trouble> {
        let turn = &mut self.attempt()?.turn;
        turn.clear();
        (turn.through, turn.counts) = (reach, reach);
        self.machine.stack.push(Val::Bool(reach.0 <= reach.1));
        Ok(())
    }

    /// Keeps a turn of the first name.
    fn first(&mut self, site: u32, counts: bool) -> Result<(), Trouble> {
        let weight = self.unit.pairs[site as usize].weight == Weight::First;
        let attempt = self.attempt()?;
        attempt.through.push(attempt.turn.through);
        if counts {
            attempt.counts.push(attempt.turn.counts);
            Attempt::keep(&mut attempt.first, &mut attempt.turn, weight);
        }
        self.made_more(3)
    }

    /// Opens the loop of the second name.
    fn open(&mut self, site: u32) -> Result<Step, Trouble> {
        let shape = &self.unit.pairs[site as usize];
        let items = if shape.in_range { None } else { Some(self.pop()) };
        let length = match &items {
            None => None,
            Some(Val::List(list)) => Some(list.len() as i128),
            Some(Val::Text(text)) => Some(text.len() as i128),
            Some(_) => return Err(unusual()),
        };
        let attempt = self.attempt()?;
        let turns = attempt.through.len() as u128;
        let (mut union, pairs) = attempt.union(length);
        let places = union.iter().fold(0u128, |sum, (low, high)| sum.saturating_add(high.abs_diff(*low) + 1));
        self.machine.meter.work(4 * turns as u64)?;
        let few = !shape.has_outer && pairs < 3 * (turns + places) + 8;
        if few || places > u128::from(self.machine.meter.most_values() / 8) {
            if let Some(attempt) = self.machine.attempts.pop() {
                self.machine.cut_to(attempt.heights);
            }
            self.machine.seen(site).rest = REST;
            return Ok(Step::To(shape.plain));
        }
        union.reverse();
        self.machine.loops.push(Loop::Places { items, open: union });
        Ok(Step::On)
    }

    /// The second name is at a place.
    pub(in crate::eval) fn at_place(&mut self, place: i128) {
        if let Some(attempt) = self.machine.attempts.last_mut() {
            attempt.turn.clear();
            // Those that are not kept are taken away again.
            attempt.places.truncate(attempt.second.len);
            attempt.places.push(place);
        }
    }

    /// Counts the pairs of these turns of the names around the two.
    fn count(&mut self, site: u32) -> Result<(), Trouble> {
        let shape = &self.unit.pairs[site as usize];
        let attempt = self.machine.attempts.last_mut().ok_or_else(unusual)?;
        attempt.places.truncate(attempt.second.len);
        let turns = (attempt.first.len + attempt.second.len) as u64;
        let joins = 1u64 << shape.unequal.iter().filter(|unequal| **unequal).count();
        self.machine.meter.work(turns.saturating_mul(8 * joins))?;
        self.machine.meter.make(2 * turns)?;
        let spans = attempt.spans();
        let sides = Sides {
            first: &attempt.first,
            second: &attempt.second,
            spans: &spans,
            unequal: &shape.unequal,
            forward: &shape.forward,
        };
        let total = sides.total().and_then(|total| attempt.total.checked_add(total));
        attempt.total = total.filter(|total| total.unsigned_abs() < 1 << 126).ok_or_else(unusual)?;
        attempt.clear();
        Ok(())
    }
}

fn small(value: &Val) -> Result<i128, Trouble> {
    match value {
        Val::Int(n) if n.unsigned_abs() <= SMALL.unsigned_abs() => Ok(*n),
        _ => Err(unusual()),
    }
}
