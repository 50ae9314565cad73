//! Terms, formulas and their automata.
//!
//! A term is linear; division, maximum and the like give it a new variable with a definition that has exactly one solution, whatever
//! the other variables are. So a formula means "there are values of the new variables with their definitions and …", and also "for
//! all of them", and negation needs no care. Variables are naturals; a new integer is a difference of two of which one is 0.

use super::automaton::{Automaton, Relation, System};
use super::{Var, too_large};
use crate::Reject;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

type Result<T> = std::result::Result<T, Reject>;

/// Numbers in formulas stay below this.
const LARGEST: i64 = 1 << 40;

#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(super) struct Form {
    pub(super) terms: BTreeMap<Var, i64>,
    pub(super) constant: i64,
}

impl Form {
    pub(super) fn int(constant: i64) -> Form {
        Form { terms: BTreeMap::new(), constant }
    }

    pub(super) fn var(v: Var) -> Form {
        Form { terms: BTreeMap::from([(v, 1)]), constant: 0 }
    }

    /// self + factor · other.
    pub(super) fn plus(&self, other: &Form, factor: i64) -> Result<Form> {
        let product = |n: i64| n.checked_mul(factor).filter(|n| n.abs() < LARGEST).ok_or(Reject::TooLarge);
        let mut sum = self.clone();
        sum.constant += product(other.constant)?;
        for (&v, &n) in &other.terms {
            let entry = sum.terms.entry(v).or_insert(0);
            *entry += product(n)?;
            if *entry == 0 {
                sum.terms.remove(&v);
            }
        }
        let fits = sum.constant.abs() < LARGEST && sum.terms.values().all(|n| n.abs() < LARGEST);
        if fits { Ok(sum) } else { too_large() }
    }

    pub(super) fn as_int(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    fn as_var(&self) -> Option<Var> {
        match self.terms.iter().next() {
            Some((&v, 1)) if self.terms.len() == 1 && self.constant == 0 => Some(v),
            _ => None,
        }
    }
}

/// A linear form; `natural` if it is known never to be negative.
#[derive(Clone, Debug)]
pub(super) struct Term {
    pub(super) form: Form,
    pub(super) natural: bool,
}

impl Term {
    pub(super) fn new(form: Form) -> Term {
        let natural = form.constant >= 0 && form.terms.values().all(|&n| n > 0);
        Term { form, natural }
    }

    pub(super) fn int(n: i64) -> Term {
        Term::new(Form::int(n))
    }
}

#[derive(Clone, Debug)]
pub(super) enum Formula {
    Truth(bool),
    /// form = 0, form ≤ 0.
    Compare(Form, Relation),
    /// Bit operation on two variables, with the result: 0 and, 1 or, 2 xor.
    Bits(u8, [Var; 3]),
    /// The lowest bit of a variable is the other.
    Lowbit(Var, Var),
    /// One of both is 0.
    OneIsZero(Var, Var),
    /// An automaton at these variables, all different.
    Apply(usize, Vec<Var>),
    Not(Box<Formula>),
    And(Vec<Formula>),
    Or(Vec<Formula>),
}

impl Formula {
    pub(super) fn not(self) -> Formula {
        match self {
            Formula::Truth(value) => Formula::Truth(!value),
            Formula::Not(inner) => *inner,
            other => Formula::Not(Box::new(other)),
        }
    }

    pub(super) fn and(list: Vec<Formula>) -> Formula {
        let list: Vec<Formula> = list.into_iter().filter(|f| !matches!(f, Formula::Truth(true))).collect();
        if list.iter().any(|f| matches!(f, Formula::Truth(false))) { Formula::Truth(false) } else { join(list, true) }
    }

    pub(super) fn or(list: Vec<Formula>) -> Formula {
        let list: Vec<Formula> = list.into_iter().filter(|f| !matches!(f, Formula::Truth(false))).collect();
        if list.iter().any(|f| matches!(f, Formula::Truth(true))) { Formula::Truth(true) } else { join(list, false) }
    }

    pub(super) fn as_bool(&self) -> Option<bool> {
        if let Formula::Truth(value) = self { Some(*value) } else { None }
    }
}

fn join(mut list: Vec<Formula>, all: bool) -> Formula {
    match list.len() {
        0 => Formula::Truth(all),
        1 => list.swap_remove(0),
        _ if all => Formula::And(list),
        _ => Formula::Or(list),
    }
}

/// Compares two forms.
pub(super) fn compare(sign: &str, a: &Form, b: &Form) -> Result<Formula> {
    let one = Form::int(1);
    Ok(match sign {
        "==" => zero(a.plus(b, -1)?, Relation::Equal),
        "!=" => zero(a.plus(b, -1)?, Relation::Equal).not(),
        "<=" => zero(a.plus(b, -1)?, Relation::AtMost),
        ">=" => zero(b.plus(a, -1)?, Relation::AtMost),
        "<" => zero(a.plus(&one, 1)?.plus(b, -1)?, Relation::AtMost),
        ">" => zero(b.plus(&one, 1)?.plus(a, -1)?, Relation::AtMost),
        _ => return Err(Reject::Unread("a comparison")),
    })
}

fn zero(form: Form, relation: Relation) -> Formula {
    match (form.as_int(), relation) {
        (Some(n), Relation::Equal) => Formula::Truth(n == 0),
        (Some(n), Relation::AtMost) => Formula::Truth(n <= 0),
        _ => Formula::Compare(form, relation),
    }
}

/// New variables with their definitions, and the automata that formulas apply.
pub(super) struct Arithmetic {
    pub(super) system: System,
    next: Var,
    /// The definition of a new variable; a pair has one for both.
    definitions: HashMap<Var, Rc<(Vec<Var>, Formula)>>,
    /// The automata of definitions, by their first variable.
    solved: HashMap<Var, Automaton>,
    relations: Vec<Automaton>,
    atoms: HashMap<(Form, Relation), Automaton>,
}

/// New variables of one certificate.
const MOST_VARS: Var = 1 << 20;
/// The first of them.
const FIRST: Var = 1 << 16;

impl Arithmetic {
    pub(super) fn new(system: System) -> Arithmetic {
        let (definitions, solved, relations, atoms) = Default::default();
        Arithmetic { system, next: FIRST, definitions, solved, relations, atoms }
    }

    pub(super) fn fresh(&mut self) -> Result<Var> {
        self.next += 1;
        if self.next > FIRST + MOST_VARS { too_large() } else { Ok(self.next - 1) }
    }

    pub(super) fn relation(&mut self, automaton: Automaton) -> usize {
        self.relations.push(automaton);
        self.relations.len() - 1
    }

    pub(super) fn automaton(&self, relation: usize) -> &Automaton {
        &self.relations[relation]
    }

    /// A new number with the definition that `define` gives for it.
    fn defined(&mut self, natural: bool, define: impl Fn(&Form) -> Result<Formula>) -> Result<Term> {
        let (vars, form, sign) = self.integer(natural)?;
        let definition = Formula::and(vec![sign, define(&form)?]);
        self.define(vars, definition);
        Ok(Term { form, natural })
    }

    fn define(&mut self, vars: Vec<Var>, definition: Formula) {
        let shared = Rc::new((vars.clone(), definition));
        vars.iter().for_each(|v| drop(self.definitions.insert(*v, shared.clone())));
    }

    /// New variables for an integer: itself, or a difference of which one part is 0.
    pub(super) fn integer(&mut self, natural: bool) -> Result<(Vec<Var>, Form, Formula)> {
        let plus = self.fresh()?;
        if natural {
            return Ok((vec![plus], Form::var(plus), Formula::Truth(true)));
        }
        let minus = self.fresh()?;
        Ok((vec![plus, minus], Form::var(plus).plus(&Form::var(minus), -1)?, Formula::OneIsZero(plus, minus)))
    }

    /// ⌊a / m⌋ for m ≥ 1.
    pub(super) fn div(&mut self, a: &Term, m: i64) -> Result<Term> {
        if let Some(n) = a.form.as_int() {
            return Ok(Term::int(n.div_euclid(m)));
        }
        let form = &a.form;
        self.defined(a.natural, |q| {
            let multiple = Form::int(0).plus(q, m)?;
            let last = multiple.plus(&Form::int(m - 1), 1)?;
            Ok(Formula::and(vec![compare("<=", &multiple, form)?, compare("<=", form, &last)?]))
        })
    }

    /// a − m·⌊a / m⌋.
    pub(super) fn modulo(&mut self, a: &Term, m: i64) -> Result<Term> {
        let quotient = self.div(a, m)?;
        Ok(Term { form: a.form.plus(&quotient.form, -m)?, natural: true })
    }

    /// The largest, or the smallest, of some terms.
    pub(super) fn extreme(&mut self, largest: bool, list: &[Term]) -> Result<Term> {
        let (first, rest) = list.split_first().ok_or(Reject::Unread("the extreme of nothing"))?;
        let constants: Option<Vec<i64>> = list.iter().map(|t| t.form.as_int()).collect();
        if let Some(numbers) = constants {
            let best = if largest { numbers.iter().max() } else { numbers.iter().min() };
            return Ok(Term::int(best.copied().unwrap_or(0)));
        }
        if rest.is_empty() {
            return Ok(first.clone());
        }
        let natural = if largest { list.iter().any(|t| t.natural) } else { list.iter().all(|t| t.natural) };
        let sign = if largest { "<=" } else { ">=" };
        self.defined(natural, |v| {
            let bounds = list.iter().map(|t| compare(sign, &t.form, v));
            let equal = list.iter().map(|t| compare("==", &t.form, v)).collect::<Result<Vec<_>>>()?;
            Ok(Formula::and(bounds.chain([Ok(Formula::or(equal))]).collect::<Result<Vec<_>>>()?))
        })
    }

    pub(super) fn choose(&mut self, condition: &Formula, a: &Term, b: &Term) -> Result<Term> {
        if a.form == b.form {
            return Ok(a.clone());
        }
        self.defined(a.natural && b.natural, |v| {
            let yes = vec![condition.clone(), compare("==", v, &a.form)?];
            let no = vec![condition.clone().not(), compare("==", v, &b.form)?];
            Ok(Formula::or(vec![Formula::and(yes), Formula::and(no)]))
        })
    }

    /// A variable that equals a natural term, with its definition.
    fn variable(&mut self, a: &Term) -> Result<(Var, Formula)> {
        let v = self.fresh()?;
        Ok((v, compare("==", &Form::var(v), &a.form)?))
    }

    /// A bit operation; its value is 0 if a term is negative, which must not happen where it matters.
    pub(super) fn bits(&mut self, operation: u8, a: &Term, b: &Term) -> Result<Term> {
        if let (Some(x), Some(y)) = (a.form.as_int(), b.form.as_int())
            && x >= 0
            && y >= 0
        {
            return Ok(Term::int([x & y, x | y, x ^ y][usize::from(operation.min(2))]));
        }
        self.digitwise(&[a, b], |vars, v| Formula::Bits(operation, [vars[0], vars[1], v]))
    }

    pub(super) fn lowbit(&mut self, a: &Term) -> Result<Term> {
        self.digitwise(&[a], |vars, v| Formula::Lowbit(vars[0], v))
    }

    /// The terms become variables, p − s with one of p, s equal to 0 for terms that may be negative; then s must be 0.
    fn digitwise(&mut self, terms: &[&Term], f: impl Fn(&[Var], Var) -> Formula) -> Result<Term> {
        if self.system.digits != 2 || self.system.t.is_some() {
            return Err(Reject::Unread("a bit operation outside base 2"));
        }
        let mut vars = Vec::new();
        for term in terms {
            let clipped =
                if term.natural { (*term).clone() } else { self.extreme(true, &[Term::int(0), (*term).clone()])? };
            let (v, definition) = self.variable(&clipped)?;
            self.define(vec![v], definition);
            vars.push(v);
        }
        let v = self.fresh()?;
        self.define(vec![v], f(&vars, v));
        Ok(Term { form: Form::var(v), natural: true })
    }

    /// Different variables that equal some terms: none if a term is negative. With them, what says so and what must be eliminated.
    pub(super) fn arguments(&mut self, terms: &[Form]) -> Result<(Vec<Var>, Vec<Formula>, Vec<Var>)> {
        let (mut vars, mut formulas, mut new) = (Vec::new(), Vec::new(), Vec::new());
        for form in terms {
            match form.as_var() {
                Some(v) if !vars.contains(&v) => vars.push(v),
                _ => {
                    let v = self.fresh()?;
                    formulas.push(compare("==", &Form::var(v), form)?);
                    vars.push(v);
                    new.push(v);
                }
            }
        }
        Ok((vars, formulas, new))
    }

    /// The automaton of a conjunction, some variables eliminated.
    pub(super) fn solve(&mut self, parts: &[Formula], eliminated: &[Var]) -> Result<Automaton> {
        self.conjunction(parts, eliminated, &[])
    }

    /// New variables are eliminated, unless they are among `kept`: those whose definition this is.
    fn conjunction(&mut self, parts: &[Formula], eliminated: &[Var], kept: &[Var]) -> Result<Automaton> {
        let (factors, vars) = self.factors(parts, eliminated, kept)?;
        self.eliminate(factors, vars)
    }

    /// The automata of the parts and of the definitions they need, and the variables to eliminate.
    pub(super) fn factors(
        &mut self,
        parts: &[Formula],
        eliminated: &[Var],
        kept: &[Var],
    ) -> Result<(Vec<Automaton>, Vec<Var>)> {
        let mut stack: Vec<Formula> = parts.to_vec();
        let mut factors = Vec::new();
        let mut vars = eliminated.to_vec();
        let mut known = kept.to_vec();
        while let Some(part) = stack.pop() {
            let mentioned = match part {
                Formula::And(list) => {
                    stack.extend(list);
                    continue;
                }
                Formula::Truth(true) => continue,
                Formula::Truth(false) => return Ok((vec![self.system.constant(0)], vars)),
                part => {
                    let mentioned = atom_vars(&part);
                    factors.push(match part {
                        Formula::Or(list) => self.union(&list, kept)?,
                        Formula::Not(inner) => self.complement(&inner, kept)?,
                        atom => self.atom(&atom)?,
                    });
                    mentioned
                }
            };
            for v in mentioned {
                let definition = self.definitions.get(&v).cloned().filter(|_| !known.contains(&v));
                if let Some(definition) = definition {
                    known.extend(&definition.0);
                    vars.extend(&definition.0);
                    factors.push(self.definition(&definition.0, &definition.1)?);
                }
            }
        }
        Ok((factors, vars))
    }

    fn definition(&mut self, vars: &[Var], formula: &Formula) -> Result<Automaton> {
        if let Some(known) = self.solved.get(&vars[0]) {
            return Ok(known.clone());
        }
        let solved = self.conjunction(std::slice::from_ref(formula), &[], vars)?;
        self.solved.insert(vars[0], solved.clone());
        Ok(solved)
    }

    fn union(&mut self, list: &[Formula], kept: &[Var]) -> Result<Automaton> {
        let mut all = self.system.constant(0);
        for part in list {
            let part = self.conjunction(std::slice::from_ref(part), &[], kept)?;
            all = self.system.or(&all, &part)?;
        }
        Ok(all)
    }

    fn complement(&mut self, inner: &Formula, kept: &[Var]) -> Result<Automaton> {
        let inner = self.conjunction(std::slice::from_ref(inner), &[], kept)?;
        self.system.not(&inner)
    }

    fn atom(&mut self, atom: &Formula) -> Result<Automaton> {
        match atom {
            Formula::Compare(form, relation) => self.linear(form, *relation),
            Formula::Bits(operation, vars) => self.system.machine(vars, &[1], |_, d| {
                let value = [d[0] & d[1], d[0] | d[1], d[0] ^ d[1]][usize::from(*operation)];
                (value == d[2]).then_some(0)
            }),
            // Nothing yet; ones, but not the lowest; the lowest.
            Formula::Lowbit(x, v) => self.system.machine(&[*x, *v], &[1, 0, 1], |state, d| match (state, d[0], d[1]) {
                (0, 0, 0) => Some(0),
                (0 | 1, 1, 1) => Some(2),
                (0, 1, 0) | (1, _, 0) => Some(1),
                (2, 0, 0) => Some(2),
                _ => None,
            }),
            // Nothing yet; the first is positive; the second is.
            Formula::OneIsZero(x, y) => self.system.machine(&[*x, *y], &[1, 1, 1], |state, d| match (d[0], d[1]) {
                (0, 0) => Some(state),
                (_, 0) if state != 2 => Some(1),
                (0, _) if state != 1 => Some(2),
                _ => None,
            }),
            Formula::Apply(relation, vars) => self.system.renamed(&self.relations[*relation], vars),
            _ => Err(Reject::Unread("a formula")),
        }
    }

    /// Equal shapes are built once.
    fn linear(&mut self, form: &Form, relation: Relation) -> Result<Automaton> {
        let vars: Vec<Var> = form.terms.keys().copied().collect();
        let places = form.terms.values().enumerate().map(|(i, &n)| (i as Var, n));
        let shape = Form { terms: places.collect(), constant: form.constant };
        if !self.atoms.contains_key(&(shape.clone(), relation)) {
            let built = self.system.linear(&shape.terms, relation, -shape.constant)?;
            self.atoms.insert((shape.clone(), relation), built);
        }
        self.system.renamed(&self.atoms[&(shape, relation)], &vars)
    }

    /// Eliminates variables, each time the one whose factors read the fewest others together.
    pub(super) fn eliminate(&self, mut factors: Vec<Automaton>, mut vars: Vec<Var>) -> Result<Automaton> {
        vars.sort_unstable();
        vars.dedup();
        while !vars.is_empty() {
            let width = |v: Var| {
                let with = factors.iter().filter(|f| f.vars.contains(&v));
                let mut all: Vec<Var> = with.clone().flat_map(|f| f.vars.iter().copied()).collect();
                all.sort_unstable();
                all.dedup();
                let states = with.fold(1_u64, |n, f| n.saturating_mul(f.labels.len() as u64));
                (all.len(), states)
            };
            let Some(best) = (0..vars.len()).min_by_key(|&i| width(vars[i])) else { break };
            let v = vars.swap_remove(best);
            let (with, without): (Vec<Automaton>, Vec<Automaton>) =
                factors.into_iter().partition(|f| f.vars.contains(&v));
            factors = without;
            if !with.is_empty() {
                let product = self.product(with)?;
                factors.push(self.system.exists(&product, v)?);
            }
        }
        self.product(factors)
    }

    fn product(&self, mut factors: Vec<Automaton>) -> Result<Automaton> {
        factors.sort_by_key(|f| (f.vars.len(), f.labels.len()));
        let mut all = self.system.constant(1);
        for factor in &factors {
            all = self.system.and(&all, factor)?;
        }
        Ok(all)
    }
}

/// The variables of an atom; parts of other formulas eliminate their own.
fn atom_vars(formula: &Formula) -> Vec<Var> {
    match formula {
        Formula::Compare(form, _) => form.terms.keys().copied().collect(),
        Formula::Bits(_, vars) => vars.to_vec(),
        Formula::Lowbit(x, y) | Formula::OneIsZero(x, y) => vec![*x, *y],
        Formula::Apply(_, vars) => vars.clone(),
        _ => Vec::new(),
    }
}
