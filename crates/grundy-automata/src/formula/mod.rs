//! First-order formulas over the naturals, and their compilation to automata.
//!
//! A [`Logic`] holds terms and formulas, equal ones once; [`Term`] and [`Formula`] are names for them, so formulas share
//! parts freely, comparing is cheap and nothing recursive is ever dropped. Terms have integer values, negative ones
//! included; variables range over the naturals. A [`Compiler`] turns a formula into the automaton of its solutions.

mod compile;
mod eliminate;
mod form;
mod literal;
mod lower;
mod simplify;

pub use compile::{Answer, Compiler};

use crate::atoms::{Bitwise, Relation};
use crate::automaton::{Label, Var};
use crate::error::Error;
use foldhash::fast::FixedState;
use form::Form;
use hashbrown::HashMap;

/// A term of a [`Logic`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(u32);

/// A formula of a [`Logic`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Formula(u32);

/// The name of an automaton that formulas may apply: see [`Compiler::define`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RelationId(pub u32);

/// Variables from this number on are for the compiler's own use.
pub const RESERVED: Var = 1 << 24;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum TermNode {
    /// Sums of variables and other nodes.
    Sum(Form),
    /// Rounded down; the divisor is at least 2.
    Div(Term, i64),
    /// The remainder of that division.
    Mod(Term, i64),
    Max(Vec<Term>),
    Bits(Bitwise, Term, Term),
    Lowbit(Term),
    If(Formula, Term, Term),
    /// No value: a number was too large, or a divisor 0. Whatever uses it fails to compile.
    Bad(Error),
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum FormulaNode {
    Truth(bool),
    /// term = 0, ≤ 0, ≠ 0
    Compare(Term, Relation),
    Power(Term),
    Apply(RelationId, Vec<Term>, Label),
    Not(Formula),
    And(Vec<Formula>),
    Or(Vec<Formula>),
    Exists(Vec<Var>, Formula),
}

impl std::hash::Hash for Error {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        std::mem::discriminant(self).hash(state);
    }
}

/// Terms and formulas.
///
/// ```
/// use grundy_automata::formula::{Answer, Compiler, Logic};
/// use grundy_automata::{Budget, Nat, Numeration};
/// let mut logic = Logic::new();
/// let (x, y) = (logic.var(0), logic.var(1));
/// // For all x there is a y with x = y + y or x = y + y + 1.
/// let twice = logic.scale(y, 2);
/// let even = logic.eq(x, twice);
/// let one = logic.int(1);
/// let more = logic.add(twice, one);
/// let odd = logic.eq(x, more);
/// let either = logic.or(&[even, odd]);
/// let some = logic.exists(&[1], either);
/// let claim = logic.forall(&[0], some);
/// let wrong = logic.exists(&[1], even);
/// let wrong = logic.forall(&[0], wrong);
/// let budget = Budget::default();
/// let mut compiler = Compiler::new(logic, Numeration::BINARY, &budget);
/// assert_eq!(compiler.decide(claim)?, Answer::True);
/// assert_eq!(compiler.decide(wrong)?, Answer::False { witness: vec![(0, Nat::from(1_u64))] });
/// # Ok::<(), grundy_automata::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Logic {
    terms: Vec<TermNode>,
    formulas: Vec<FormulaNode>,
    term_depth: Vec<u32>,
    /// Terms that are plainly never negative.
    natural: Vec<bool>,
    formula_depth: Vec<u32>,
    term_names: HashMap<TermNode, Term, FixedState>,
    formula_names: HashMap<FormulaNode, Formula, FixedState>,
}

impl Logic {
    /// No terms and no formulas.
    pub fn new() -> Logic {
        Logic::default()
    }

    pub(crate) fn term(&self, term: Term) -> &TermNode {
        &self.terms[term.0 as usize]
    }

    pub(crate) fn formula(&self, formula: Formula) -> &FormulaNode {
        &self.formulas[formula.0 as usize]
    }

    /// How deep a formula is nested, its terms included.
    pub fn depth(&self, formula: Formula) -> usize {
        self.formula_depth[formula.0 as usize] as usize
    }

    fn add_term(&mut self, node: TermNode) -> Term {
        if let Some(&term) = self.term_names.get(&node) {
            return term;
        }
        let of = |t: &Term| self.term_depth[t.0 as usize];
        let below = match &node {
            TermNode::Sum(form) => form.nodes.keys().map(of).max().unwrap_or(0),
            TermNode::Div(t, _) | TermNode::Mod(t, _) | TermNode::Lowbit(t) => of(t),
            TermNode::Max(list) => list.iter().map(of).max().unwrap_or(0),
            TermNode::Bits(_, a, b) => of(a).max(of(b)),
            TermNode::If(c, a, b) => of(a).max(of(b)).max(self.formula_depth[c.0 as usize]),
            TermNode::Bad(_) => 0,
        };
        let term = Term(self.terms.len() as u32);
        let natural = self.is_natural_node(&node);
        self.natural.push(natural);
        self.term_depth.push(below.saturating_add(1));
        self.terms.push(node.clone());
        self.term_names.insert(node, term);
        term
    }

    fn is_natural_node(&self, node: &TermNode) -> bool {
        let natural = |t: &Term| self.natural[t.0 as usize];
        match node {
            TermNode::Sum(form) => self.is_natural_form(form),
            TermNode::Div(a, _) => natural(a),
            TermNode::Mod(..) | TermNode::Bits(..) | TermNode::Lowbit(_) => true,
            TermNode::Max(list) => list.iter().any(natural),
            TermNode::If(_, a, b) => natural(a) && natural(b),
            TermNode::Bad(_) => false,
        }
    }

    pub(crate) fn is_natural_form(&self, form: &Form) -> bool {
        let nodes = form.nodes.iter().all(|(t, &k)| k > 0 && self.natural[t.0 as usize]);
        nodes && form.constant >= 0 && form.vars.values().all(|&k| k > 0)
    }

    /// Is the term plainly never negative? `false` says nothing.
    pub fn is_natural(&self, term: Term) -> bool {
        self.natural[term.0 as usize]
    }

    fn add_formula(&mut self, node: FormulaNode) -> Formula {
        if let Some(&formula) = self.formula_names.get(&node) {
            return formula;
        }
        let term = |t: &Term| self.term_depth[t.0 as usize];
        let of = |f: &Formula| self.formula_depth[f.0 as usize];
        let below = match &node {
            FormulaNode::Truth(_) => 0,
            FormulaNode::Compare(t, _) | FormulaNode::Power(t) => term(t),
            FormulaNode::Apply(_, list, _) => list.iter().map(term).max().unwrap_or(0),
            FormulaNode::Not(f) | FormulaNode::Exists(_, f) => of(f),
            FormulaNode::And(list) | FormulaNode::Or(list) => list.iter().map(of).max().unwrap_or(0),
        };
        let formula = Formula(self.formulas.len() as u32);
        self.formula_depth.push(below.saturating_add(1));
        self.formulas.push(node.clone());
        self.formula_names.insert(node, formula);
        formula
    }

    /// The linear form of a term: itself, if it is another kind of node.
    pub(crate) fn form(&self, term: Term) -> Form {
        match self.term(term) {
            TermNode::Sum(form) => form.clone(),
            _ => Form::node(term),
        }
    }

    fn sum(&mut self, form: Option<Form>) -> Term {
        match form {
            Some(form) => match form.single_node() {
                Some(node) => node,
                None => self.add_term(TermNode::Sum(form)),
            },
            None => self.bad(Error::TooLarge),
        }
    }

    fn bad(&mut self, error: Error) -> Term {
        self.add_term(TermNode::Bad(error))
    }

    /// The variable v; its number stays below [`RESERVED`].
    pub fn var(&mut self, v: Var) -> Term {
        if v >= RESERVED {
            return self.bad(Error::Malformed("a variable's number is too large"));
        }
        self.add_term(TermNode::Sum(Form::var(v)))
    }

    /// A constant.
    pub fn int(&mut self, c: i64) -> Term {
        self.add_term(TermNode::Sum(Form::constant(c)))
    }

    /// a + b.
    pub fn add(&mut self, a: Term, b: Term) -> Term {
        let form = self.form(a).plus(&self.form(b), 1);
        self.sum(form)
    }

    /// a − b.
    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        let form = self.form(a).plus(&self.form(b), -1);
        self.sum(form)
    }

    /// k·a.
    pub fn scale(&mut self, a: Term, k: i64) -> Term {
        let form = Form::constant(0).plus(&self.form(a), k);
        self.sum(form)
    }

    /// The product, if one factor is constant.
    pub fn product(&mut self, a: Term, b: Term) -> Option<Term> {
        match (self.constant(a), self.constant(b)) {
            (_, Some(k)) => Some(self.scale(a, k)),
            (Some(k), _) => Some(self.scale(b, k)),
            _ => None,
        }
    }

    /// The value of a term without variables, as far as that is plain to see.
    pub fn constant(&self, a: Term) -> Option<i64> {
        match self.term(a) {
            TermNode::Sum(form) => form.as_constant(),
            _ => None,
        }
    }

    /// a / m, rounded down.
    pub fn div(&mut self, a: Term, m: i64) -> Term {
        match (m, self.constant(a)) {
            (0, _) => self.bad(Error::Malformed("a division by zero")),
            (1, _) => a,
            (_, Some(c)) => match c.checked_div_euclid(m) {
                // Euclid's quotient of a negative divisor is rounded up.
                Some(q) if m > 0 => self.int(q),
                _ => self.div_by_negative(a, m),
            },
            (_, None) if m < 0 => self.div_by_negative(a, m),
            _ => self.add_term(TermNode::Div(a, m)),
        }
    }

    fn div_by_negative(&mut self, a: Term, m: i64) -> Term {
        match m.checked_neg() {
            Some(positive) if m < 0 => {
                let minus = self.scale(a, -1);
                self.div(minus, positive)
            }
            _ => self.bad(Error::TooLarge),
        }
    }

    /// a − m·(a / m).
    pub fn modulo(&mut self, a: Term, m: i64) -> Term {
        if m >= 2 && self.constant(a).is_none() {
            return self.add_term(TermNode::Mod(a, m));
        }
        let quotient = self.div(a, m);
        let multiple = self.scale(quotient, m);
        self.sub(a, multiple)
    }

    /// The largest of the terms; there must be one.
    pub fn max(&mut self, list: &[Term]) -> Term {
        let mut list = list.to_vec();
        list.sort_unstable();
        list.dedup();
        match list[..] {
            [] => self.bad(Error::Malformed("the maximum of nothing")),
            [one] => one,
            _ => self.add_term(TermNode::Max(list)),
        }
    }

    /// The smallest of the terms: −max(−a, …).
    pub fn min(&mut self, list: &[Term]) -> Term {
        let negated: Vec<Term> = list.iter().map(|&t| self.scale(t, -1)).collect();
        let max = self.max(&negated);
        self.scale(max, -1)
    }

    /// |a|.
    pub fn abs(&mut self, a: Term) -> Term {
        let minus = self.scale(a, -1);
        self.max(&[a, minus])
    }

    /// A bit operation; base 2 only. Its value is 0 if a or b is negative.
    pub fn bits(&mut self, op: Bitwise, a: Term, b: Term) -> Term {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        self.add_term(TermNode::Bits(op, a, b))
    }

    /// The value of the lowest binary digit 1, 0 for 0 and below; base 2 only.
    pub fn lowbit(&mut self, a: Term) -> Term {
        self.add_term(TermNode::Lowbit(a))
    }

    /// a if the condition holds, else b.
    pub fn choose(&mut self, condition: Formula, a: Term, b: Term) -> Term {
        if a == b { a } else { self.add_term(TermNode::If(condition, a, b)) }
    }

    /// True or false.
    pub fn truth(&mut self, value: bool) -> Formula {
        self.add_formula(FormulaNode::Truth(value))
    }

    fn compare(&mut self, a: Term, b: Term, relation: Relation) -> Formula {
        let difference = self.sub(a, b);
        if let Some(c) = self.constant(difference) {
            return self.truth(match relation {
                Relation::Equal => c == 0,
                Relation::AtMost => c <= 0,
                Relation::NotEqual => c != 0,
            });
        }
        self.add_formula(FormulaNode::Compare(difference, relation))
    }

    /// a = b.
    pub fn eq(&mut self, a: Term, b: Term) -> Formula {
        self.compare(a, b, Relation::Equal)
    }

    /// a ≠ b.
    pub fn ne(&mut self, a: Term, b: Term) -> Formula {
        self.compare(a, b, Relation::NotEqual)
    }

    /// a ≤ b.
    pub fn le(&mut self, a: Term, b: Term) -> Formula {
        self.compare(a, b, Relation::AtMost)
    }

    /// a < b.
    pub fn lt(&mut self, a: Term, b: Term) -> Formula {
        let one = self.int(1);
        let next = self.add(a, one);
        self.le(next, b)
    }

    /// a is a power of the base (a weight of Z_t).
    pub fn is_power(&mut self, a: Term) -> Formula {
        self.add_formula(FormulaNode::Power(a))
    }

    /// The relation holds of the terms; false if one of them is negative.
    pub fn apply(&mut self, relation: RelationId, arguments: &[Term]) -> Formula {
        self.apply_label(relation, arguments, Label::MAX)
    }

    /// The relation's label at the terms meets the mask; false if a term is negative.
    pub fn apply_label(&mut self, relation: RelationId, arguments: &[Term], mask: Label) -> Formula {
        self.add_formula(FormulaNode::Apply(relation, arguments.to_vec(), mask))
    }

    /// Not f.
    pub fn not(&mut self, f: Formula) -> Formula {
        match *self.formula(f) {
            FormulaNode::Not(inner) => inner,
            FormulaNode::Truth(value) => self.truth(!value),
            _ => self.add_formula(FormulaNode::Not(f)),
        }
    }

    /// All of the list.
    pub fn and(&mut self, list: &[Formula]) -> Formula {
        self.junction(list, true)
    }

    /// At least one of the list.
    pub fn or(&mut self, list: &[Formula]) -> Formula {
        self.junction(list, false)
    }

    fn junction(&mut self, list: &[Formula], neutral: bool) -> Formula {
        let mut parts: Vec<Formula> = Vec::new();
        for &f in list {
            match self.formula(f) {
                FormulaNode::Truth(value) if *value == neutral => {}
                FormulaNode::Truth(_) => return f,
                FormulaNode::And(inner) if neutral => parts.extend(inner),
                FormulaNode::Or(inner) if !neutral => parts.extend(inner),
                _ => parts.push(f),
            }
        }
        parts.sort_unstable();
        parts.dedup();
        match parts[..] {
            [] => self.truth(neutral),
            [one] => one,
            _ if neutral => self.add_formula(FormulaNode::And(parts)),
            _ => self.add_formula(FormulaNode::Or(parts)),
        }
    }

    /// If f then g.
    pub fn implies(&mut self, f: Formula, g: Formula) -> Formula {
        let not = self.not(f);
        self.or(&[not, g])
    }

    /// There are naturals with f.
    pub fn exists(&mut self, vars: &[Var], f: Formula) -> Formula {
        if vars.is_empty() || matches!(self.formula(f), FormulaNode::Truth(_)) {
            return f;
        }
        let mut vars = vars.to_vec();
        vars.sort_unstable();
        vars.dedup();
        self.add_formula(FormulaNode::Exists(vars, f))
    }

    /// All naturals have f.
    pub fn forall(&mut self, vars: &[Var], f: Formula) -> Formula {
        let not = self.not(f);
        let some = self.exists(vars, not);
        self.not(some)
    }
}
