//! From formulas to the normal form: negations inwards, functions and signs away.
//!
//! A condition on a term with a function in it, say on q = a / m, becomes "there is a q with m·q ≤ a < m·q + m and the
//! condition on q". The value of a function is unique, so the negated condition is the same with the inner condition
//! negated, and no negation ever stands before these quantifiers. For the same reason the auxiliary variable may have one
//! name for all occurrences of a term, and conjunctions may share it.
//!
//! Variables are naturals; a value that may be negative is split into the case q ≥ 0 and the case −q ≥ 1.
//! Inequalities pass through maximum and division without new variables: c·max(a, b) + r ≤ 0 with c > 0 is a conjunction,
//! with c < 0 a disjunction, and a / m + r ≤ 0 is a + m·r ≤ m − 1. Everything else splits into cases.

use super::compile::Compiler;
use super::form::Form;
use super::literal::{Literal, Normal, NormalId, Test};
use super::{Formula, FormulaNode, RESERVED, Term, TermNode};
use crate::atoms::{Bitwise, LARGEST, Relation};
use crate::automaton::{Label, Var};
use crate::error::{Error, Result};

/// What is asked of a form.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ask {
    Compare(Relation),
    /// ≡ 0 (mod m), or not.
    Congruent(u32, bool),
}

/// What an auxiliary variable stands for; equal keys share it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Key {
    Value(Form),
    Quotient(Term, bool),
    Remainder(Term),
    Bits(Term),
    Lowbit(Term),
}

impl Compiler<'_> {
    pub(super) fn add_normal(&mut self, node: Normal) -> NormalId {
        if let Some(&id) = self.normal_names.get(&node) {
            return id;
        }
        let id = NormalId(self.normals.len() as u32);
        self.normals.push(node.clone());
        self.normal_names.insert(node, id);
        id
    }

    pub(super) fn normal_truth(&mut self, value: bool) -> NormalId {
        self.add_normal(Normal::Truth(value))
    }

    pub(super) fn normal_and(&mut self, list: &[NormalId]) -> NormalId {
        self.normal_junction(list, true)
    }

    pub(super) fn normal_or(&mut self, list: &[NormalId]) -> NormalId {
        self.normal_junction(list, false)
    }

    fn normal_junction(&mut self, list: &[NormalId], neutral: bool) -> NormalId {
        let mut parts = Vec::new();
        for &id in list {
            match &self.normals[id.0 as usize] {
                Normal::Truth(value) if *value == neutral => {}
                Normal::Truth(_) => return id,
                Normal::And(inner) if neutral => parts.extend(inner),
                Normal::Or(inner) if !neutral => parts.extend(inner),
                _ => parts.push(id),
            }
        }
        parts.sort_unstable();
        parts.dedup();
        match parts[..] {
            [] => self.normal_truth(neutral),
            [one] => one,
            _ if neutral => self.add_normal(Normal::And(parts)),
            _ => self.add_normal(Normal::Or(parts)),
        }
    }

    pub(super) fn normal_exists(&mut self, vars: &[Var], body: NormalId) -> NormalId {
        if vars.is_empty() || matches!(self.normals[body.0 as usize], Normal::Truth(_)) {
            return body;
        }
        self.add_normal(Normal::Exists(vars.to_vec(), body))
    }

    /// The normal form of a formula, or of its negation.
    pub(super) fn lower(&mut self, formula: Formula, positive: bool) -> Result<NormalId> {
        if let Some(&id) = self.lowered.get(&(formula, positive)) {
            return Ok(id);
        }
        let limit = self.budget.limits().depth;
        if self.logic.depth(formula) > limit {
            return Err(Error::Depth(limit));
        }
        let node = self.logic.formula(formula).clone();
        let id = match node {
            FormulaNode::Truth(value) => self.normal_truth(value == positive),
            FormulaNode::Compare(term, relation) => {
                let form = self.logic.form(term);
                let (form, relation) = if positive { (form, relation) } else { negated(&form, relation)? };
                self.ask(&form, Ask::Compare(relation), 0)?
            }
            FormulaNode::Power(term) => {
                let form = self.logic.form(term);
                self.of_values(&[form], positive, |vars| Literal::Power(vars[0], !positive))?
            }
            FormulaNode::Apply(relation, terms, mask) => {
                let forms: Vec<Form> = terms.iter().map(|&t| self.logic.form(t)).collect();
                let test = if positive { Test::Meets(mask) } else { Test::Misses(mask) };
                self.of_values(&forms, positive, |vars| Literal::Apply(relation, vars.to_vec(), test))?
            }
            FormulaNode::Not(inner) => self.lower(inner, !positive)?,
            FormulaNode::And(list) => self.lower_list(&list, positive, positive)?,
            FormulaNode::Or(list) => self.lower_list(&list, positive, !positive)?,
            FormulaNode::Exists(vars, body) => {
                if vars.iter().any(|&v| v >= RESERVED) {
                    return Err(Error::Malformed("a variable's number is too large"));
                }
                let body = self.lower(body, true)?;
                let some = self.normal_exists(&vars, body);
                if positive { some } else { self.normal_not(some) }
            }
        };
        self.lowered.insert((formula, positive), id);
        Ok(id)
    }

    fn normal_not(&mut self, id: NormalId) -> NormalId {
        match self.normals[id.0 as usize] {
            Normal::Truth(value) => self.normal_truth(!value),
            Normal::Not(inner) => inner,
            _ => self.add_normal(Normal::Not(id)),
        }
    }

    fn lower_list(&mut self, list: &[Formula], positive: bool, conjunction: bool) -> Result<NormalId> {
        let parts: Vec<NormalId> = list.iter().map(|&f| self.lower(f, positive)).collect::<Result<_>>()?;
        Ok(if conjunction { self.normal_and(&parts) } else { self.normal_or(&parts) })
    }

    /// An atom about the values of forms. Where a value is negative, the positive atom is false.
    fn of_values(&mut self, forms: &[Form], positive: bool, atom: impl FnOnce(&[Var]) -> Literal) -> Result<NormalId> {
        let mut conditions = Vec::new();
        let mut auxiliary = Vec::new();
        let mut negative = Vec::new();
        let mut vars = Vec::new();
        for form in forms {
            let (v, definition) = self.value(form)?;
            vars.push(v);
            if let Some(definition) = definition {
                conditions.push(definition);
                auxiliary.push(v);
            }
            if !positive && self.may_be_negative(form) {
                let below = form.plus_constant(1).ok_or(Error::TooLarge)?;
                negative.push(self.ask(&below, Ask::Compare(Relation::AtMost), 0)?);
            }
        }
        auxiliary.sort_unstable();
        auxiliary.dedup();
        let literal = atom(&vars);
        conditions.push(self.add_normal(Normal::Atom(literal)));
        let body = self.normal_and(&conditions);
        negative.push(self.normal_exists(&auxiliary, body));
        Ok(self.normal_or(&negative))
    }

    /// A variable with the value of the form, and what defines it unless it is the form itself.
    pub(super) fn value(&mut self, form: &Form) -> Result<(Var, Option<NormalId>)> {
        if let Some(v) = form.as_var() {
            return Ok((v, None));
        }
        let v = self.auxiliary(Key::Value(form.clone()))?;
        let difference = form.plus(&Form::var(v), -1).ok_or(Error::TooLarge)?;
        let definition = self.ask(&difference, Ask::Compare(Relation::Equal), 0)?;
        Ok((v, Some(definition)))
    }

    fn auxiliary(&mut self, key: Key) -> Result<Var> {
        let fresh = RESERVED + self.auxiliaries.len() as Var;
        if fresh >= 2 * RESERVED {
            return Err(Error::TooLarge);
        }
        Ok(*self.auxiliaries.entry(key).or_insert(fresh))
    }

    fn at_most_zero(&mut self, form: Option<Form>, level: usize) -> Result<NormalId> {
        self.ask(&form.ok_or(Error::TooLarge)?, Ask::Compare(Relation::AtMost), level + 1)
    }

    /// The question about a form, as a formula about variables.
    fn ask(&mut self, form: &Form, ask: Ask, level: usize) -> Result<NormalId> {
        let limits = *self.budget.limits();
        self.cases += 1;
        if self.cases > limits.cases {
            return Err(Error::Cases(limits.cases));
        }
        if level > 2 * limits.depth {
            return Err(Error::Depth(limits.depth));
        }
        let Some((&node, &k)) = form.nodes.first_key_value() else {
            return self.ask_linear(form, ask);
        };
        let mut rest = form.clone();
        rest.nodes.remove(&node);
        match self.logic.term(node).clone() {
            TermNode::Bad(error) => Err(error),
            TermNode::Sum(inner) => self.ask(&rest.plus(&inner, k).ok_or(Error::TooLarge)?, ask, level + 1),
            TermNode::If(condition, a, b) => {
                let yes = self.lower(condition, true)?;
                let no = self.lower(condition, false)?;
                let (a, b) = (self.replaced(&rest, k, a, ask, level)?, self.replaced(&rest, k, b, ask, level)?);
                let (a, b) = (self.normal_and(&[yes, a]), self.normal_and(&[no, b]));
                Ok(self.normal_or(&[a, b]))
            }
            TermNode::Max(list) => self.ask_max(&rest, k, &list, ask, level),
            TermNode::Div(a, m) => self.ask_div(&rest, k, (node, a, m), ask, level),
            TermNode::Mod(a, m) => self.ask_mod(&rest, k, (node, a, m), ask, level),
            TermNode::Bits(op, a, b) => self.ask_bits(&rest, k, (node, op, a, b), ask, level),
            TermNode::Lowbit(a) => self.ask_lowbit(&rest, k, (node, a), ask, level),
        }
    }

    /// The question with k·term in the place of the node.
    fn replaced(&mut self, rest: &Form, k: i64, term: Term, ask: Ask, level: usize) -> Result<NormalId> {
        let form = rest.plus(&self.logic.form(term), k).ok_or(Error::TooLarge)?;
        self.ask(&form, ask, level + 1)
    }

    fn ask_max(&mut self, rest: &Form, k: i64, list: &[Term], ask: Ask, level: usize) -> Result<NormalId> {
        let mut parts = Vec::new();
        for (i, &term) in list.iter().enumerate() {
            let mut conditions = vec![self.replaced(rest, k, term, ask, level)?];
            if ask != Ask::Compare(Relation::AtMost) {
                // This one is the first largest.
                for (j, &other) in list.iter().enumerate().filter(|(j, _)| *j != i) {
                    let difference = self.logic.form(other).plus(&self.logic.form(term), -1);
                    let difference = difference.and_then(|d| d.plus_constant(i64::from(j < i)));
                    conditions.push(self.at_most_zero(difference, level)?);
                }
            }
            parts.push(self.normal_and(&conditions));
        }
        let all = ask == Ask::Compare(Relation::AtMost) && k > 0;
        Ok(if all { self.normal_and(&parts) } else { self.normal_or(&parts) })
    }

    fn ask_div(
        &mut self,
        rest: &Form,
        k: i64,
        (node, a, m): (Term, Term, i64),
        ask: Ask,
        level: usize,
    ) -> Result<NormalId> {
        let inner = self.logic.form(a);
        if ask == Ask::Compare(Relation::AtMost) && k == 1 {
            let form = inner.plus(rest, m).and_then(|f| f.plus_constant(1 - m));
            return self.at_most_zero(form, level);
        }
        if ask == Ask::Compare(Relation::AtMost) && k == -1 {
            let form = Form::constant(0).plus(rest, m).and_then(|f| f.plus(&inner, -1));
            return self.at_most_zero(form, level);
        }
        let mut cases = Vec::new();
        for sign in [1, -1] {
            if sign < 0 && !self.may_be_negative(&inner) {
                continue;
            }
            let q = self.auxiliary(Key::Quotient(node, sign < 0))?;
            let quotient = Form::var(q);
            let multiple = |k: i64| Form::constant(0).plus(&quotient, sign * m * k);
            let low = multiple(1).and_then(|f| f.plus(&inner, -1));
            let high = inner.plus_constant(1 - m).and_then(|f| f.plus(&quotient, -sign * m));
            let mut conditions = vec![self.at_most_zero(low, level)?, self.at_most_zero(high, level)?];
            if sign < 0 {
                conditions.push(self.at_most_zero(Form::constant(1).plus(&quotient, -1), level)?);
            }
            let form = rest.plus(&quotient, k.checked_mul(sign).ok_or(Error::TooLarge)?).ok_or(Error::TooLarge)?;
            conditions.push(self.ask(&form, ask, level + 1)?);
            let body = self.normal_and(&conditions);
            cases.push(self.normal_exists(&[q], body));
        }
        Ok(self.normal_or(&cases))
    }

    fn ask_mod(
        &mut self,
        rest: &Form,
        k: i64,
        (node, a, m): (Term, Term, i64),
        ask: Ask,
        level: usize,
    ) -> Result<NormalId> {
        let modulus = u32::try_from(m).map_err(|_| Error::TooLarge)?;
        let inner = self.logic.form(a);
        // k·(a % m) + c = 0 with k = ±1 is a congruence.
        if let (Ask::Compare(relation @ (Relation::Equal | Relation::NotEqual)), Some(c), 1) =
            (ask, rest.as_constant(), k.abs())
        {
            let residue = -c * k;
            if !(0..m).contains(&residue) {
                return Ok(self.normal_truth(relation == Relation::NotEqual));
            }
            let form = inner.plus_constant(-residue).ok_or(Error::TooLarge)?;
            return self.ask(&form, Ask::Congruent(modulus, relation == Relation::NotEqual), level + 1);
        }
        let r = self.auxiliary(Key::Remainder(node))?;
        let remainder = Form::var(r);
        let small = self.at_most_zero(remainder.plus_constant(1 - m), level)?;
        let difference = inner.plus(&remainder, -1).ok_or(Error::TooLarge)?;
        let congruent = self.ask(&difference, Ask::Congruent(modulus, false), level + 1)?;
        let body = self.ask(&rest.plus(&remainder, k).ok_or(Error::TooLarge)?, ask, level + 1)?;
        let body = self.normal_and(&[small, congruent, body]);
        Ok(self.normal_exists(&[r], body))
    }

    fn ask_bits(
        &mut self,
        rest: &Form,
        k: i64,
        (node, op, a, b): (Term, Bitwise, Term, Term),
        ask: Ask,
        level: usize,
    ) -> Result<NormalId> {
        let (left, right) = (self.logic.form(a), self.logic.form(b));
        let given = given_value(rest, k, ask).filter(|_| !self.may_be_negative(&left) && !self.may_be_negative(&right));
        if let Some(z) = given {
            let (x, define_x) = self.value(&left)?;
            let (y, define_y) = self.value(&right)?;
            let mut vars: Vec<Var> = define_x.map(|_| x).into_iter().chain(define_y.map(|_| y)).collect();
            vars.sort_unstable();
            vars.dedup();
            let mut conditions: Vec<NormalId> = define_x.into_iter().chain(define_y).collect();
            conditions.push(self.add_normal(Normal::Atom(Literal::Bits(op, [x, y, z]))));
            let body = self.normal_and(&conditions);
            return Ok(self.normal_exists(&vars, body));
        }
        let z = self.auxiliary(Key::Bits(node))?;
        let (x, define_x) = self.value(&left)?;
        let (y, define_y) = self.value(&right)?;
        let mut vars = vec![z];
        vars.extend(define_x.map(|_| x));
        vars.extend(define_y.map(|_| y));
        let mut conditions: Vec<NormalId> = define_x.into_iter().chain(define_y).collect();
        conditions.push(self.add_normal(Normal::Atom(Literal::Bits(op, [x, y, z]))));
        self.with_function(rest, k, z, (vars, conditions), &[left, right], ask, level)
    }

    fn ask_lowbit(&mut self, rest: &Form, k: i64, (node, a): (Term, Term), ask: Ask, level: usize) -> Result<NormalId> {
        let inner = self.logic.form(a);
        let p = self.auxiliary(Key::Lowbit(node))?;
        let (x, define) = self.value(&inner)?;
        let mut vars = vec![p];
        vars.extend(define.map(|_| x));
        let mut conditions: Vec<NormalId> = define.into_iter().collect();
        conditions.push(self.add_normal(Normal::Atom(Literal::Lowbit(x, p))));
        self.with_function(rest, k, p, (vars, conditions), &[inner], ask, level)
    }

    /// The question with k·z in the place of a function that is 0 where an argument is negative.
    #[allow(clippy::too_many_arguments)]
    fn with_function(
        &mut self,
        rest: &Form,
        k: i64,
        z: Var,
        (mut vars, mut conditions): (Vec<Var>, Vec<NormalId>),
        arguments: &[Form],
        ask: Ask,
        level: usize,
    ) -> Result<NormalId> {
        vars.sort_unstable();
        vars.dedup();
        conditions.push(self.ask(&rest.plus(&Form::var(z), k).ok_or(Error::TooLarge)?, ask, level + 1)?);
        let body = self.normal_and(&conditions);
        let mut cases = vec![self.normal_exists(&vars, body)];
        let mut negative = Vec::new();
        for argument in arguments {
            if self.may_be_negative(argument) {
                negative.push(self.at_most_zero(argument.plus_constant(1), level)?);
            }
        }
        if !negative.is_empty() {
            let negative = self.normal_or(&negative);
            let zero = self.ask(rest, ask, level + 1)?;
            cases.push(self.normal_and(&[negative, zero]));
        }
        Ok(self.normal_or(&cases))
    }

    fn may_be_negative(&self, form: &Form) -> bool {
        !self.logic.is_natural_form(form)
    }

    fn ask_linear(&mut self, form: &Form, ask: Ask) -> Result<NormalId> {
        let large = |k: &i64| k.unsigned_abs() > LARGEST as u64;
        if large(&form.constant) || form.vars.values().any(large) {
            return Err(Error::TooLarge);
        }
        let terms: Vec<(Var, i64)> = form.vars.iter().map(|(&v, &k)| (v, k)).collect();
        Ok(match ask {
            Ask::Compare(relation) => match linear_literal(terms, relation, -form.constant) {
                Ok(literal) => self.add_normal(Normal::Atom(literal)),
                Err(truth) => self.normal_truth(truth),
            },
            Ask::Congruent(m, negated) => {
                let modulus = i64::from(m);
                let reduced = |(v, k): (Var, i64)| (v, k.rem_euclid(modulus));
                let terms: Vec<(Var, i64)> = terms.into_iter().map(reduced).filter(|t| t.1 != 0).collect();
                let residue = (-form.constant).rem_euclid(modulus);
                if terms.is_empty() {
                    self.normal_truth((residue == 0) != negated)
                } else {
                    self.add_normal(Normal::Atom(Literal::Congruence(terms, residue, m, negated)))
                }
            }
        })
    }
}

/// The variable z, if the question k·f + rest = 0 says f = z.
fn given_value(rest: &Form, k: i64, ask: Ask) -> Option<Var> {
    if ask != Ask::Compare(Relation::Equal) || k.abs() != 1 {
        return None;
    }
    Form::constant(0).plus(rest, -k)?.as_var()
}

/// Not (form relation 0), as a form and a relation.
fn negated(form: &Form, relation: Relation) -> Result<(Form, Relation)> {
    match relation {
        Relation::Equal => Ok((form.clone(), Relation::NotEqual)),
        Relation::NotEqual => Ok((form.clone(), Relation::Equal)),
        Relation::AtMost => {
            let form = Form::constant(1).plus(form, -1).ok_or(Error::TooLarge)?;
            Ok((form, Relation::AtMost))
        }
    }
}

/// Σ terms (relation) c in lowest terms; or its truth, if that does not depend on the naturals.
pub(super) fn linear_literal(
    mut terms: Vec<(Var, i64)>,
    relation: Relation,
    mut c: i64,
) -> std::result::Result<Literal, bool> {
    let divisor = terms.iter().fold(0, |g, term| gcd(g, term.1.unsigned_abs())) as i64;
    if divisor == 0 {
        return Err(match relation {
            Relation::Equal => c == 0,
            Relation::AtMost => 0 <= c,
            Relation::NotEqual => c != 0,
        });
    }
    let rises = terms.iter().all(|t| t.1 > 0);
    let falls = terms.iter().all(|t| t.1 < 0);
    match relation {
        Relation::AtMost => {
            if falls && c >= 0 {
                return Err(true);
            }
            if rises && c < 0 {
                return Err(false);
            }
            c = c.div_euclid(divisor);
        }
        _ => {
            let impossible = c % divisor != 0 || (rises && c < 0) || (falls && c > 0);
            if impossible {
                return Err(relation == Relation::NotEqual);
            }
            c /= divisor;
        }
    }
    let sign = if relation != Relation::AtMost && terms[0].1 < 0 { -1 } else { 1 };
    terms.iter_mut().for_each(|t| t.1 = t.1 / divisor * sign);
    Ok(Literal::Linear(terms, relation, c * sign))
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The label of a plain set.
pub(super) const TRUE: Label = 1;
