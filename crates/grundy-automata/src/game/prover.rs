//! "Some option of x has value w", as an automaton.

use super::{Candidate, Component, Encoding, FIRST_VALUE, Game, Move};
use crate::atoms::Bitwise;
use crate::automaton::{Automaton, Var};
use crate::budget::Budget;
use crate::error::{Error, Result};
use crate::formula::{Compiler, Formula, RelationId, Term};
use std::rc::Rc;

/// The value asked for.
pub(super) const VALUE: Var = FIRST_VALUE;
/// A second value.
pub(super) const OTHER: Var = FIRST_VALUE + 1;
/// The values of components.
const COMPONENTS: Var = FIRST_VALUE + 2;

/// A game and a candidate, ready to answer questions about options.
#[derive(Debug)]
pub struct Prover<'a> {
    pub(super) game: &'a Game,
    pub(super) candidate: &'a Candidate,
    pub(super) compiler: Compiler<'a>,
    relations: Vec<RelationId>,
    prefixes: Vec<Option<RelationId>>,
    /// The domains, as relations.
    pub(super) domains: Vec<Option<RelationId>>,
}

impl<'a> Prover<'a> {
    /// The track of the value in what [`Prover::reached`] gives for relations and powers.
    pub const VALUE: Var = VALUE;

    /// Checks the game and compiles its domains.
    pub fn new(game: &'a Game, candidate: &'a Candidate, budget: &'a Budget<'a>) -> Result<Prover<'a>> {
        game.check()?;
        if candidate.automata().len() != game.kinds.len() {
            return Err(Error::Malformed("a candidate has an automaton for each kind"));
        }
        let mut compiler = Compiler::new(game.logic.clone(), candidate.numeration(), budget);
        let relations = candidate.automata().iter().map(|a| compiler.define(a.clone())).collect::<Result<_>>()?;
        let define = |compiler: &mut Compiler<'a>, a: &Option<Automaton>| match a {
            Some(a) => compiler.define(a.clone()).map(Some),
            None => Ok(None),
        };
        let prefixes = candidate.prefixes().iter().map(|a| define(&mut compiler, a)).collect::<Result<_>>()?;
        let mut domains = Vec::new();
        for kind in &game.kinds {
            let Some(domain) = kind.domain else {
                domains.push(None);
                continue;
            };
            let tracks: Vec<Var> = (0..kind.arity as Var).collect();
            let automaton = compiler.compile(domain)?.widen(&tracks, budget)?;
            if automaton.tracks() != tracks {
                return Err(Error::Malformed("a domain speaks of the arguments only"));
            }
            domains.push(Some(compiler.define(automaton)?));
        }
        Ok(Prover { game, candidate, compiler, relations, prefixes, domains })
    }

    pub(super) fn budget(&self) -> &'a Budget<'a> {
        self.compiler.budget()
    }

    /// The positions of a kind that count.
    pub(super) fn domain(&mut self, kind: usize) -> Result<Rc<Automaton>> {
        let tracks: Vec<Var> = (0..self.game.kinds[kind].arity as Var).collect();
        let formula = self.in_domain(kind);
        let budget = self.budget();
        Ok(Rc::new(self.compiler.compile(formula)?.widen(&tracks, budget)?))
    }

    fn in_domain(&mut self, kind: usize) -> Formula {
        let arity = self.game.kinds[kind].arity as Var;
        match self.domains[kind] {
            None => self.compiler.logic().truth(true),
            Some(relation) => {
                let logic = self.compiler.logic();
                let arguments: Vec<Term> = (0..arity).map(|v| logic.var(v)).collect();
                logic.apply(relation, &arguments)
            }
        }
    }

    /// Nothing that the game excludes happens.
    pub(super) fn excludes(&mut self, kind: usize) -> Result<()> {
        let game = self.game;
        for (_, formula) in game.excluded.iter().filter(|e| e.0 == kind) {
            let inside = self.in_domain(kind);
            let both = self.compiler.logic().and(&[inside, *formula]);
            if !self.compiler.compile(both)?.is_empty() {
                return Err(Error::Unsupported("what the description excludes can happen"));
            }
        }
        Ok(())
    }

    /// When a move is one, for a position that counts: the guard, and no argument negative.
    pub(super) fn is_move(&mut self, m: &Move) -> Formula {
        let mut conditions = vec![m.guard, self.in_domain(m.kind)];
        let logic = self.compiler.logic();
        let zero = logic.int(0);
        for component in &m.components {
            match component {
                Component::Position { arguments, .. } => {
                    conditions.extend(arguments.iter().map(|&a| logic.le(zero, a)));
                }
                Component::Range { from, to, .. } => conditions.extend([logic.le(zero, *from), logic.le(*from, *to)]),
            }
        }
        logic.and(&conditions)
    }

    /// The components whose values count, as applications of relations: a range is two prefixes.
    fn valued(&self, m: &Move) -> Result<Vec<(RelationId, Vec<Term>)>> {
        let mut list = Vec::new();
        for component in &m.components {
            match component {
                Component::Position { kind, arguments, odd: true } => {
                    list.push((self.relations[*kind], arguments.clone()));
                }
                Component::Position { .. } => {}
                Component::Range { kind, from, to } => {
                    let prefix =
                        self.prefixes[*kind].ok_or(Error::Unsupported("a range of positions needs a prefix"))?;
                    list.push((prefix, vec![*from]));
                    list.push((prefix, vec![*to]));
                }
            }
        }
        let values = matches!(self.candidate.encoding(), Encoding::Relation | Encoding::Class);
        if !values && (m.components.len() > 1 || list.len() != m.components.len()) {
            return Err(Error::Unsupported("sums need values: relation or classes"));
        }
        Ok(list)
    }

    /// For relations and powers: the move leads to the value [`VALUE`]. The variables to quantify come with it.
    pub(super) fn leads_to_value(&mut self, m: &Move) -> Result<(Vec<Var>, Formula)> {
        let components = self.valued(m)?;
        let is_move = self.is_move(m);
        let power = self.candidate.encoding() == Encoding::Power;
        let logic = self.compiler.logic();
        let mut vars = m.vars.clone();
        let mut conditions = vec![is_move];
        let wanted = logic.var(VALUE);
        if let [(relation, arguments)] = &components[..] {
            let all: Vec<Term> = arguments.iter().copied().chain([wanted]).collect();
            conditions.push(logic.apply(*relation, &all));
        } else {
            let mut sum = logic.int(i64::from(power));
            for (i, (relation, arguments)) in components.iter().enumerate() {
                let v = COMPONENTS + i as Var;
                let value = logic.var(v);
                vars.push(v);
                let all: Vec<Term> = arguments.iter().copied().chain([value]).collect();
                conditions.push(logic.apply(*relation, &all));
                sum = if i == 0 { value } else { logic.bits(Bitwise::Xor, sum, value) };
            }
            conditions.push(logic.eq(wanted, sum));
        }
        Ok((vars, logic.and(&conditions)))
    }

    /// For lost sets: the move leads to a lost position.
    pub(super) fn leads_to_lost(&mut self, m: &Move) -> Result<Formula> {
        let components = self.valued(m)?;
        let is_move = self.is_move(m);
        let logic = self.compiler.logic();
        Ok(match &components[..] {
            // The finished game: who is to move there has lost, or has won under misère play.
            [] if self.game.misere => logic.truth(false),
            [] => is_move,
            [(relation, arguments), ..] => {
                let lost = logic.apply(*relation, arguments);
                logic.and(&[is_move, lost])
            }
        })
    }

    /// The positions with some move.
    pub(super) fn can_move(&mut self, kind: usize) -> Result<Rc<Automaton>> {
        let mut list = Vec::new();
        for m in self.game.moves_of(kind) {
            let is_move = self.is_move(m);
            list.push(self.compiler.logic().exists(&m.vars, is_move));
        }
        let any = self.compiler.logic().or(&list);
        self.compiler.compile(any)
    }

    /// What the options of a kind's positions reach. Relation, power: the tuples (x, w) such that some option of x has
    /// value w, w on track [`Prover::VALUE`]. Classes: at x, the set of the options' values. Lost sets: the x with a move to a
    /// lost position.
    pub fn reached(&mut self, kind: usize) -> Result<Rc<Automaton>> {
        let game = self.game;
        if self.candidate.encoding() == Encoding::Class {
            let mut all = Rc::new(Automaton::constant(self.candidate.numeration(), 0));
            for m in game.moves_of(kind) {
                let components = self.valued(m)?;
                let is_move = self.is_move(m);
                let reached = self.compiler.values_of_sums(&m.vars, is_move, &components)?;
                all = Rc::new(all.either(&reached, self.budget())?);
            }
            return Ok(all);
        }
        let mut list = Vec::new();
        for m in game.moves_of(kind) {
            let (vars, body) = match self.candidate.encoding() {
                Encoding::Lost => (m.vars.clone(), self.leads_to_lost(m)?),
                _ => self.leads_to_value(m)?,
            };
            list.push(self.compiler.logic().exists(&vars, body));
        }
        let any = self.compiler.logic().or(&list);
        self.compiler.compile(any)
    }

    /// For classes: the value of the move's option, for each tuple of arguments and loop variables.
    pub(super) fn values_with_vars(&mut self, m: &Move, guard: Formula) -> Result<Rc<Automaton>> {
        let components = self.valued(m)?;
        self.compiler.values_of_sums(&[], guard, &components)
    }
}
