//! Formulas to automata, and the truth of sentences.

use super::form::Form;
use super::literal::{Literal, Normal, NormalId, Test};
use super::lower::{Key, TRUE};
use super::simplify::Conjunction;
use super::{Formula, FormulaNode, Logic, RESERVED, RelationId, Term};
use crate::atoms;
use crate::automaton::{Automaton, Var};
use crate::budget::Budget;
use crate::error::{Error, Result};
use crate::numeration::Numeration;
use foldhash::fast::FixedState;
use grundy_natural::Nat;
use hashbrown::HashMap;
use std::rc::Rc;

/// The truth of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// It holds.
    True,
    /// It does not. If it begins with "for all", the least numbers for which the rest fails: least sum, then
    /// lexicographically first; else nothing.
    False {
        /// The variables in ascending order, with their numbers.
        witness: Vec<(Var, Nat)>,
    },
}

/// Compiles the formulas of a [`Logic`] in one numeration. Equal parts are compiled once; what is kept counts as memory.
pub struct Compiler<'a> {
    pub(super) logic: Logic,
    pub(super) numeration: Numeration,
    pub(super) budget: &'a Budget<'a>,
    relations: Vec<Rc<Automaton>>,
    pub(super) normals: Vec<Normal>,
    pub(super) normal_names: HashMap<Normal, NormalId, FixedState>,
    pub(super) lowered: HashMap<(Formula, bool), NormalId, FixedState>,
    pub(super) auxiliaries: HashMap<Key, Var, FixedState>,
    pub(super) cases: usize,
    next_var: Var,
    compiled: HashMap<NormalId, Rc<Automaton>, FixedState>,
    shapes: HashMap<Literal, Rc<Automaton>, FixedState>,
    kept: usize,
}

impl std::fmt::Debug for Compiler<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Compiler").field("numeration", &self.numeration).field("kept", &self.kept).finish()
    }
}

impl Drop for Compiler<'_> {
    fn drop(&mut self) {
        self.budget.release(self.kept);
    }
}

impl<'a> Compiler<'a> {
    /// A compiler for the formulas of this logic; more may be added through [`Compiler::logic`].
    pub fn new(logic: Logic, numeration: Numeration, budget: &'a Budget<'a>) -> Compiler<'a> {
        Compiler {
            logic,
            numeration,
            budget,
            relations: Vec::new(),
            normals: Vec::new(),
            normal_names: HashMap::default(),
            lowered: HashMap::default(),
            auxiliaries: HashMap::default(),
            cases: 0,
            next_var: 2 * RESERVED,
            compiled: HashMap::default(),
            shapes: HashMap::default(),
            kept: 0,
        }
    }

    /// The logic, to add formulas.
    pub fn logic(&mut self) -> &mut Logic {
        &mut self.logic
    }

    /// The numeration.
    pub fn numeration(&self) -> Numeration {
        self.numeration
    }

    /// The budget.
    pub fn budget(&self) -> &'a Budget<'a> {
        self.budget
    }

    /// Gives an automaton a name. Its tracks must be 0, 1, … in the order of the arguments.
    pub fn define(&mut self, automaton: Automaton) -> Result<RelationId> {
        let in_order = automaton.tracks().iter().copied().eq(0..automaton.tracks().len() as Var);
        if !in_order {
            return Err(Error::Malformed("the tracks of a relation are 0, 1, 2, …"));
        }
        if automaton.numeration() != self.numeration {
            return Err(Error::Malformed("two automata read numbers in different ways"));
        }
        self.relations.push(Rc::new(automaton));
        Ok(RelationId(self.relations.len() as u32 - 1))
    }

    /// The automaton of the solutions, over the free variables that matter.
    pub fn compile(&mut self, formula: Formula) -> Result<Rc<Automaton>> {
        self.cases = 0;
        let normal = self.lower(formula, true)?;
        self.automaton(normal)
    }

    /// Is the sentence true? Free variables count as "for all".
    pub fn decide(&mut self, sentence: Formula) -> Result<Answer> {
        self.cases = 0;
        // A leading "for all" is "not, there are, not": its variables become those of the counter-example.
        let mut body = sentence;
        let mut vars: Vec<Var> = Vec::new();
        while let FormulaNode::Not(inner) = *self.logic.formula(body) {
            let FormulaNode::Exists(bound, matrix) = self.logic.formula(inner).clone() else {
                break;
            };
            if bound.iter().any(|v| vars.contains(v)) {
                break;
            }
            vars.extend(bound);
            body = self.logic.not(matrix);
        }
        let normal = self.lower(body, false)?;
        let failures = self.automaton(normal)?;
        vars.extend(failures.tracks());
        vars.sort_unstable();
        vars.dedup();
        match failures.least(&vars, self.budget)? {
            None => Ok(Answer::True),
            Some(numbers) => Ok(Answer::False { witness: vars.into_iter().zip(numbers).collect() }),
        }
    }

    /// The values of a sum, over all choices: for each tuple of the free variables, the union over all values of `vars`
    /// with the guard of the XORs of the relations' labels, read as sets of values.
    pub fn values_of_sums(
        &mut self,
        vars: &[Var],
        guard: Formula,
        components: &[(RelationId, Vec<Term>)],
    ) -> Result<Rc<Automaton>> {
        self.cases = 0;
        let mut vars = vars.to_vec();
        let mut parts = vec![self.lower(guard, true)?];
        for (relation, terms) in components {
            let forms: Vec<Form> = terms.iter().map(|&t| self.logic.form(t)).collect();
            let mut arguments = Vec::new();
            for form in &forms {
                let (v, definition) = self.value(form)?;
                if let Some(definition) = definition {
                    parts.push(definition);
                    vars.push(v);
                }
                arguments.push(v);
            }
            // Two equal components must not become one atom: x xor x is not x.
            parts.push(self.add_normal(Normal::Atom(Literal::Apply(*relation, arguments, Test::Values))));
        }
        vars.sort_unstable();
        vars.dedup();
        self.conjunction(vars, parts)
    }

    fn keep(&mut self, automaton: &Automaton) -> Result<()> {
        self.kept += automaton.bytes();
        self.budget.keep(automaton.bytes())
    }

    fn automaton(&mut self, id: NormalId) -> Result<Rc<Automaton>> {
        if let Some(found) = self.compiled.get(&id) {
            return Ok(found.clone());
        }
        let found = match self.normals[id.0 as usize].clone() {
            Normal::Truth(value) => Rc::new(Automaton::constant(self.numeration, u64::from(value) * TRUE)),
            Normal::Atom(literal) => return self.atom(&literal),
            Normal::Or(list) => self.union(&list)?,
            Normal::Not(inner) => Rc::new(self.automaton(inner)?.complement(self.budget)?),
            Normal::And(_) => self.conjunction(Vec::new(), vec![id])?,
            Normal::Exists(vars, body) => self.exists(&vars, body)?,
        };
        self.keep(&found)?;
        self.compiled.insert(id, found.clone());
        Ok(found)
    }

    fn union(&mut self, list: &[NormalId]) -> Result<Rc<Automaton>> {
        let mut parts = list.iter().map(|&id| self.automaton(id)).collect::<Result<Vec<_>>>()?;
        parts.sort_by_key(|p| (p.tracks().len(), p.states()));
        let mut parts = parts.into_iter();
        let mut all = parts.next().unwrap_or_else(|| Rc::new(Automaton::constant(self.numeration, 0)));
        for part in parts {
            all = Rc::new(all.either(&part, self.budget)?);
        }
        Ok(all)
    }

    /// "There is" passes through "or".
    fn exists(&mut self, vars: &[Var], body: NormalId) -> Result<Rc<Automaton>> {
        if let Normal::Or(list) = self.normals[body.0 as usize].clone() {
            let parts: Vec<NormalId> = list.into_iter().map(|part| self.normal_exists(vars, part)).collect();
            return self.union(&parts);
        }
        self.conjunction(vars.to_vec(), vec![body])
    }

    /// ∃ vars: the conjunction of the parts. Inner quantifiers join the outer ones unless names collide.
    fn conjunction(&mut self, vars: Vec<Var>, parts: Vec<NormalId>) -> Result<Rc<Automaton>> {
        let mut gathered = Gathered { vars, ..Gathered::default() };
        self.gather(parts, &mut gathered);
        let mut factors = gathered.opaque.iter().map(|&id| self.automaton(id)).collect::<Result<Vec<_>>>()?;
        let mut conjunction = Conjunction {
            vars: gathered.vars,
            literals: gathered.literals,
            others: factors
                .iter()
                .flat_map(|f| f.tracks().to_vec())
                .chain(gathered.values.iter().flat_map(Literal::vars))
                .collect(),
        };
        if !conjunction.simplify(&mut self.next_var) {
            return Ok(Rc::new(Automaton::constant(self.numeration, 0)));
        }
        for literal in &conjunction.literals {
            factors.push(self.atom(literal)?);
        }
        for literal in &gathered.values {
            factors.push(self.atom(literal)?);
        }
        self.eliminate(factors, conjunction.vars)
    }

    fn gather(&self, parts: Vec<NormalId>, gathered: &mut Gathered) {
        let mut stack = parts;
        let mut quantified: Vec<NormalId> = Vec::new();
        while let Some(id) = stack.pop() {
            match &self.normals[id.0 as usize] {
                Normal::And(list) => stack.extend(list),
                Normal::Atom(literal @ Literal::Apply(_, _, Test::Values)) => gathered.values.push(literal.clone()),
                Normal::Atom(literal) => gathered.literals.push(literal.clone()),
                Normal::Truth(true) => {}
                Normal::Exists(..) => quantified.push(id),
                _ => gathered.opaque.push(id),
            }
            // Quantifiers wait until all names around them are known.
            if stack.is_empty() {
                while let Some(id) = quantified.pop() {
                    let Normal::Exists(vars, body) = &self.normals[id.0 as usize] else {
                        continue;
                    };
                    // An auxiliary variable has one meaning everywhere, so two of them may become one.
                    let mine: Vec<Var> = vars.iter().copied().filter(|&v| v < RESERVED).collect();
                    let others = quantified.iter().any(|&other| mine.iter().any(|&v| self.mentions(other, v)));
                    if others || mine.iter().any(|&v| gathered.uses(self, v)) {
                        gathered.opaque.push(id);
                        continue;
                    }
                    gathered
                        .vars
                        .extend(vars.iter().filter(|v| !gathered.vars.contains(v)).copied().collect::<Vec<_>>());
                    stack.push(*body);
                    break;
                }
            }
        }
    }

    /// Does the variable occur in the node, free or bound?
    fn mentions(&self, id: NormalId, v: Var) -> bool {
        let mut stack = vec![id];
        while let Some(id) = stack.pop() {
            match &self.normals[id.0 as usize] {
                Normal::And(list) | Normal::Or(list) => stack.extend(list),
                Normal::Not(inner) => stack.push(*inner),
                Normal::Exists(vars, _) if vars.contains(&v) => return true,
                Normal::Exists(_, body) => stack.push(*body),
                Normal::Atom(literal) if literal.contains(v) => return true,
                _ => {}
            }
        }
        false
    }

    /// The automaton of an atom: built once for each shape, then renamed.
    fn atom(&mut self, literal: &Literal) -> Result<Rc<Automaton>> {
        let (shape, vars) = literal.shape();
        let general = match self.shapes.get(&shape) {
            Some(found) => found.clone(),
            None => {
                let found = Rc::new(self.build(&shape)?);
                self.keep(&found)?;
                self.shapes.insert(shape, found.clone());
                found
            }
        };
        Ok(Rc::new(general.rename(|track| vars[track as usize], self.budget)?))
    }

    fn build(&self, shape: &Literal) -> Result<Automaton> {
        let (numeration, budget) = (self.numeration, self.budget);
        match shape {
            Literal::Linear(terms, relation, c) => atoms::linear(numeration, terms, *relation, *c, budget),
            Literal::Congruence(terms, r, m, negated) => {
                let found = atoms::congruence(numeration, terms, *r, *m, budget)?;
                if *negated { found.complement(budget) } else { Ok(found) }
            }
            Literal::Bits(op, vars) => atoms::bitwise(numeration, *op, *vars, budget),
            Literal::Lowbit(x, p) => atoms::lowbit(numeration, *x, *p, budget),
            Literal::Power(x, negated) => {
                let found = atoms::power(numeration, *x, budget)?;
                if *negated { found.complement(budget) } else { Ok(found) }
            }
            Literal::Apply(relation, vars, test) => {
                let found = self.relations.get(relation.0 as usize);
                let found = found.ok_or(Error::Malformed("a relation that is not defined"))?;
                if found.tracks().len() != vars.len() {
                    return Err(Error::Malformed("a relation with the wrong number of arguments"));
                }
                let renamed = found.rename(|track| vars[track as usize], budget)?;
                match test {
                    Test::Values => Ok(renamed),
                    Test::Meets(mask) => renamed.with_label_in(*mask, budget),
                    Test::Misses(mask) => renamed.with_label_in(*mask, budget)?.complement(budget),
                }
            }
        }
    }
}

/// The parts of a conjunction.
#[derive(Default)]
struct Gathered {
    vars: Vec<Var>,
    literals: Vec<Literal>,
    values: Vec<Literal>,
    opaque: Vec<NormalId>,
}

impl Gathered {
    fn uses(&self, compiler: &Compiler<'_>, v: Var) -> bool {
        self.vars.contains(&v)
            || self.literals.iter().chain(&self.values).any(|l| l.contains(v))
            || self.opaque.iter().any(|&id| compiler.mentions(id, v))
    }
}
