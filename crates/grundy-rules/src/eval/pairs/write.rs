//! The code of a count of pairs.

use super::shape::{Pairs, Test, Through};
use super::split::{Key, Meeting, Mode, Modulus, Operand, Part};
use super::{Pairing, Site, Weight};
use crate::builtins::Function;
use crate::eval::code::Ins;
use crate::eval::compile::{Open, Writer, small};
use crate::program::{Clause, Comprehension, Expr};
use crate::syntax::Span;
use crate::syntax::ast::Op;
use crate::value::Val;

/// More conditions that must not be equal than this are not counted by inclusion and exclusion.
const MOST_UNEQUAL: usize = 3;

/// The jumps of a turn that does not go on.
#[derive(Default)]
struct Jumps {
    /// To the next turn.
    next: Vec<usize>,
    /// To where only what the second name runs through is kept.
    void: Vec<usize>,
}

impl Writer<'_> {
    /// Counts pairs, if a function over clauses does; gives the jump to behind the plain code, which must follow.
    pub(in crate::eval) fn pairs(&mut self, function: Function, list: &Comprehension, span: Span) -> Option<usize> {
        let pairs = Pairs::of(function, list)?;
        let site = site(&pairs)?;
        let index = small(self.unit.pairs.len());
        self.unit.pairs.push(site);
        let mut writing = Writing { writer: self, pairs: &pairs, index, span, tables: Vec::new() };
        writing.pairing(Pairing::Begin);
        let outer = writing.writer.open(&pairs.outer);
        writing.first();
        writing.second();
        writing.pairing(Pairing::Count);
        writing.writer.close(outer);
        writing.pairing(Pairing::End);
        let done = self.push(Ins::Jump(0), span);
        self.unit.pairs[index as usize].plain = self.here();
        Some(done)
    }
}

fn site(pairs: &Pairs) -> Option<Site> {
    let (mut unequal, mut forward, mut adds_values) = (Vec::new(), Vec::new(), false);
    for test in &pairs.tests {
        if let Test::Meeting(_, Meeting::Key { key, unequal: not, adds_values: adds }) = test {
            unequal.push(*not);
            adds_values |= adds;
            if let Key::Made { parts, .. } = key {
                forward.extend(parts.iter().map(|part| part.forward));
            }
        }
    }
    (unequal.iter().filter(|unequal| **unequal).count() <= MOST_UNEQUAL).then_some(Site {
        plain: 0,
        unequal,
        forward,
        in_range: matches!(pairs.through, Through::Range(..)),
        weight: pairs.weight.0,
        has_outer: pairs.has_outer(),
        adds_values,
        finish: pairs.finish,
    })
}

/// What a side is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    First,
    Second,
}

struct Writing<'w, 'u, 'p> {
    writer: &'w mut Writer<'u>,
    pairs: &'p Pairs,
    index: u32,
    span: Span,
    /// For each part the table of its first side, which the second shares.
    tables: Vec<usize>,
}

impl Writing<'_, '_, '_> {
    fn pairing(&mut self, pairing: Pairing) {
        self.writer.push(Ins::Pairing(pairing, self.index), self.span);
    }

    fn number(&mut self, n: i128) {
        self.writer.constant(&Val::Int(n), self.span);
    }

    fn unless(&mut self, span: Span) -> usize {
        self.writer.push(Ins::Unless(0), span)
    }

    /// All turns of the first name.
    fn first(&mut self) {
        let pairs = self.pairs;
        let open = self.writer.open(&pairs.first);
        let mut jumps = Jumps::default();
        self.through(&mut jumps);
        let mut behind_second = false;
        for test in &pairs.tests {
            match test {
                Test::First(condition) => {
                    self.writer.value(condition);
                    let jump = self.unless(condition.span);
                    if behind_second { jumps.void.push(jump) } else { jumps.next.push(jump) }
                }
                Test::Second(_) => {}
                Test::Meeting(condition, Meeting::Bound(bound, operands)) => {
                    self.sum(operands);
                    if behind_second {
                        self.pairing(Pairing::LateBound(*bound));
                    } else {
                        self.pairing(Pairing::Bound(*bound));
                        jumps.next.push(self.unless(condition.span));
                    }
                }
                Test::Meeting(_, Meeting::Key { key, .. }) => self.key(key, Side::First),
            }
            behind_second |= test.looks_at_second();
        }
        self.weight(Weight::First);
        self.pairing(Pairing::First);
        if !jumps.void.is_empty() {
            jumps.next.push(self.writer.push(Ins::Jump(0), self.span));
            jumps.void.into_iter().for_each(|at| self.writer.land(at));
            self.pairing(Pairing::Void);
        }
        jumps.next.into_iter().for_each(|at| self.writer.land(at));
        self.writer.close(open);
    }

    fn through(&mut self, jumps: &mut Jumps) {
        let pairs = self.pairs;
        match &pairs.through {
            Through::Range(from, to) => {
                self.writer.value(from);
                self.writer.value(to);
                self.pairing(Pairing::Range);
                jumps.next.push(self.unless(self.span));
            }
            Through::Slice(_, from, to) => {
                for (end, missing) in [(from, 0), (to, i128::MAX)] {
                    match end {
                        Some(end) => self.writer.value(end),
                        None => self.number(missing),
                    }
                }
                self.pairing(Pairing::Slice);
                jumps.next.push(self.unless(self.span));
            }
            Through::List(_) => self.pairing(Pairing::Whole),
        }
    }

    /// All turns of the second name that one of the first allows.
    fn second(&mut self) {
        let pairs = self.pairs;
        if let Through::Slice(list, ..) | Through::List(list) = &pairs.through {
            self.writer.value(list);
        }
        self.pairing(Pairing::Open);
        let turn = match &pairs.second {
            Clause::Each { slots, pattern: true, .. } => {
                Ins::NextApart { slot: small(slots[0]), count: small(slots.len()), exit: 0 }
            }
            clause => Ins::Next(small(clause.slots()[0]), 0),
        };
        let mut open = vec![Open::Loop(self.writer.push(turn, self.span))];
        for test in &pairs.tests {
            match test {
                Test::First(_) | Test::Meeting(_, Meeting::Bound(..)) => {}
                Test::Second(condition) => {
                    self.writer.value(condition);
                    open.push(Open::If(self.unless(condition.span)));
                }
                Test::Meeting(_, Meeting::Key { key, .. }) => self.key(key, Side::Second),
            }
        }
        self.weight(Weight::Second);
        self.pairing(Pairing::Second);
        self.writer.close(open);
    }

    fn weight(&mut self, side: Weight) {
        let (weight, body) = &self.pairs.weight;
        if *weight == side {
            self.writer.value(body);
            self.pairing(Pairing::Weight);
        }
    }

    fn key(&mut self, key: &Key, side: Side) {
        match key {
            Key::Plain(sides) => self.writer.value(&sides[side as usize]),
            Key::Made { mode: Mode::Sum, sides, modulus, .. } => {
                if let Some(modulus) = modulus {
                    self.modulus(modulus);
                }
                self.sum(&sides[side as usize]);
                if let Some(Modulus { divisor, .. }) = modulus {
                    self.writer.value(divisor);
                    self.binary(Op::Mod);
                }
            }
            Key::Made { mode: Mode::Xor, sides, parts, .. } => {
                self.number(0);
                for Operand { expr, .. } in &sides[side as usize] {
                    self.writer.value(expr);
                    self.binary(Op::Xor);
                }
                for part in parts {
                    self.part(part, side);
                }
            }
        }
        self.pairing(Pairing::Key);
    }

    fn binary(&mut self, op: Op) {
        self.writer.push(Ins::Binary(op), self.span);
    }

    /// Demands that a remainder can be what it is to be.
    fn modulus(&mut self, modulus: &Modulus) {
        self.small(&modulus.divisor);
        self.small(&modulus.rest);
        self.pairing(Pairing::Residue);
    }

    fn small(&mut self, expr: &Expr) {
        self.writer.value(expr);
        self.pairing(Pairing::Small);
    }

    fn sum(&mut self, operands: &[Operand]) {
        self.number(0);
        for Operand { op, expr } in operands {
            self.small(expr);
            self.binary(*op);
        }
    }

    /// The value of a part up to where a side says; both sides share a table.
    fn part(&mut self, part: &Part, side: Side) {
        let begins = part.forward == (side == Side::First);
        let place = if begins { &part.begin } else { &part.end };
        if begins {
            self.writer.value(place);
            self.writer.value(&part.origin);
            self.pairing(Pairing::AtLeast);
        }
        self.writer.value(place);
        self.pairing(Pairing::Place);
        let table = self.writer.unit.prefixes.len();
        self.writer.value(&part.values[side as usize]);
        self.binary(Op::Xor);
        match side {
            Side::First => self.tables.push(table),
            Side::Second if !self.tables.is_empty() => {
                let first = self.tables.remove(0);
                let shared = self.writer.unit.prefixes.get(first).map(|prefix| prefix.table);
                if let (Some(prefix), Some(shared)) = (self.writer.unit.prefixes.get_mut(table), shared) {
                    prefix.table = shared;
                }
            }
            Side::Second => {}
        }
    }
}
