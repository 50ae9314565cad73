//! The atoms that become automata, and the normal form made of them.

use super::RelationId;
use crate::atoms::{Bitwise, Relation};
use crate::automaton::{Label, Var};

/// What is asked of a relation's label.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Test {
    Meets(Label),
    Misses(Label),
    /// The label itself, as a set of values: only for sums of values, never under a negation.
    Values,
}

/// An atom over variables; negative intermediate values and functions are gone.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Literal {
    /// Σ coefficient · variable (relation) constant.
    Linear(Vec<(Var, i64)>, Relation, i64),
    /// Σ coefficient · variable ≡ residue (mod modulus), or not.
    Congruence(Vec<(Var, i64)>, i64, u32, bool),
    Apply(RelationId, Vec<Var>, Test),
    Bits(Bitwise, [Var; 3]),
    Lowbit(Var, Var),
    Power(Var, bool),
}

impl Literal {
    pub fn vars(&self) -> Vec<Var> {
        match self {
            Literal::Linear(terms, ..) | Literal::Congruence(terms, ..) => terms.iter().map(|t| t.0).collect(),
            Literal::Apply(_, vars, _) => vars.clone(),
            Literal::Bits(_, vars) => vars.to_vec(),
            Literal::Lowbit(x, p) => vec![*x, *p],
            Literal::Power(x, _) => vec![*x],
        }
    }

    pub fn contains(&self, v: Var) -> bool {
        self.vars().contains(&v)
    }

    /// The same atom with variables 0, 1, 2, … in the order of their numbers, and the variables.
    pub fn shape(&self) -> (Literal, Vec<Var>) {
        let mut vars = self.vars();
        vars.sort_unstable();
        vars.dedup();
        let name = |v: &Var| vars.iter().position(|x| x == v).unwrap_or(0) as Var;
        let terms = |list: &[(Var, i64)]| list.iter().map(|(v, k)| (name(v), *k)).collect();
        let shape = match self {
            Literal::Linear(list, relation, c) => Literal::Linear(terms(list), *relation, *c),
            Literal::Congruence(list, r, m, negated) => Literal::Congruence(terms(list), *r, *m, *negated),
            Literal::Apply(relation, list, test) => Literal::Apply(*relation, list.iter().map(name).collect(), *test),
            Literal::Bits(op, list) => Literal::Bits(*op, [name(&list[0]), name(&list[1]), name(&list[2])]),
            Literal::Lowbit(x, p) => Literal::Lowbit(name(x), name(p)),
            Literal::Power(x, negated) => Literal::Power(name(x), *negated),
        };
        (shape, vars)
    }
}

/// The number of a node of the normal form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct NormalId(pub u32);

/// Negations stand only before quantifiers and inside atoms.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Normal {
    Truth(bool),
    Atom(Literal),
    And(Vec<NormalId>),
    Or(Vec<NormalId>),
    Exists(Vec<Var>, NormalId),
    Not(NormalId),
}
