//! Conjunctions before they become automata: fewer variables, fewer and narrower atoms.
//!
//! * A quantified variable that an equation gives (coefficient ±1) and that only linear atoms use is substituted.
//! * An inequality that follows from an equation and from the variables being naturals is dropped: in "c = n − a − b,
//!   a + b ≤ n" the second atom says c ≥ 0.
//! * A wide equation over quantified variables is split by partial sums: in "a + b + c = n", m = a + b. The automata of
//!   a and b then meet on m alone, which keeps sums of many components small.

use super::RESERVED;
use super::literal::Literal;
use super::lower::linear_literal;
use crate::atoms::{LARGEST, Relation};
use crate::automaton::Var;

/// A conjunction under quantifiers. `others` are the variables that automata already made use.
pub(super) struct Conjunction {
    pub vars: Vec<Var>,
    pub literals: Vec<Literal>,
    pub others: Vec<Var>,
}

impl Conjunction {
    /// `false` if the conjunction cannot hold.
    pub fn simplify(&mut self, next_var: &mut Var) -> bool {
        self.literals.sort();
        self.literals.dedup();
        let mut refused: Vec<Var> = Vec::new();
        while let Some((var, index)) = self.substitutable(&refused) {
            match self.substituted(var, index) {
                None => refused.push(var),
                Some(literals) => {
                    self.vars.retain(|&v| v != var);
                    self.literals.clear();
                    if !self.take_in(literals) {
                        return false;
                    }
                }
            }
        }
        if !self.drop_implied() {
            return false;
        }
        self.drop_dominated();
        self.split_wide_sums(next_var);
        true
    }

    /// A quantified variable and an equation that gives it.
    fn substitutable(&self, refused: &[Var]) -> Option<(Var, usize)> {
        let linear_only = |v: Var| {
            let linear = |l: &Literal| matches!(l, Literal::Linear(..) | Literal::Congruence(..)) || !l.contains(v);
            !refused.contains(&v) && !self.others.contains(&v) && self.literals.iter().all(linear)
        };
        for (index, literal) in self.literals.iter().enumerate() {
            if let Literal::Linear(terms, Relation::Equal, _) = literal
                && terms.len() <= 4
            {
                let given = |t: &&(Var, i64)| t.1.abs() == 1 && self.vars.contains(&t.0) && linear_only(t.0);
                if let Some(term) = terms.iter().find(given) {
                    return Some((term.0, index));
                }
            }
        }
        None
    }

    /// All atoms with the variable replaced by what the equation gives; `None` if a number gets too large.
    fn substituted(&self, var: Var, index: usize) -> Option<Vec<Result<Literal, bool>>> {
        let Literal::Linear(terms, _, c) = &self.literals[index] else {
            return None;
        };
        let sign = terms.iter().find(|t| t.0 == var)?.1;
        // var = sign · (c − Σ others), and that is not negative.
        let value: Vec<(Var, i64)> = terms.iter().filter(|t| t.0 != var).map(|t| (t.0, -sign * t.1)).collect();
        let constant = sign * c;
        let negated: Vec<(Var, i64)> = value.iter().map(|t| (t.0, -t.1)).collect();
        let mut changed = vec![linear_literal(negated, Relation::AtMost, constant)];
        for (_, literal) in self.literals.iter().enumerate().filter(|(i, _)| *i != index) {
            changed.push(match literal {
                Literal::Linear(list, relation, c) if literal.contains(var) => {
                    let (list, c) = insert(list, *c, var, &value, constant)?;
                    linear_literal(list, *relation, c)
                }
                Literal::Congruence(list, r, m, negated) if literal.contains(var) => {
                    let (list, r) = insert(list, *r, var, &value, constant)?;
                    congruence_literal(list, r, *m, *negated)
                }
                other => Ok(other.clone()),
            });
        }
        Some(changed)
    }

    fn take_in(&mut self, literals: Vec<Result<Literal, bool>>) -> bool {
        for literal in literals {
            match literal {
                Ok(literal) if !self.literals.contains(&literal) => self.literals.push(literal),
                Err(false) => return false,
                _ => {}
            }
        }
        true
    }

    /// Inequalities that an equation and the sign of the variables decide.
    fn drop_implied(&mut self) -> bool {
        let equations: Vec<(Vec<(Var, i64)>, i64)> = self
            .literals
            .iter()
            .filter_map(|l| match l {
                Literal::Linear(terms, Relation::Equal, c) => Some((terms.clone(), *c)),
                _ => None,
            })
            .collect();
        let mut possible = true;
        self.literals.retain(|literal| {
            let Literal::Linear(terms, Relation::AtMost, c) = literal else {
                return true;
            };
            let truth = equations.iter().find_map(|(equation, e)| implied(terms, *c, equation, *e));
            possible &= truth != Some(false);
            truth != Some(true)
        });
        possible
    }

    /// Of two inequalities with the same left side, the weaker.
    fn drop_dominated(&mut self) {
        let list = self.literals.clone();
        self.literals.retain(|literal| {
            let Literal::Linear(terms, Relation::AtMost, c) = literal else {
                return true;
            };
            let stronger = |other: &Literal| match other {
                Literal::Linear(others, Relation::AtMost, d) => others == terms && d < c,
                Literal::Linear(others, Relation::Equal, d) => others == terms && d <= c,
                _ => false,
            };
            !list.iter().any(stronger)
        });
    }

    fn split_wide_sums(&mut self, next_var: &mut Var) {
        let mut i = 0;
        while i < self.literals.len() {
            if let Some((a, b)) = self.splittable(i) {
                self.split(i, a, b, next_var);
            } else {
                i += 1;
            }
        }
    }

    /// Two quantified variables with coefficients of one sign in a wide equation, in no other linear atom together with
    /// variables of the rest.
    fn splittable(&self, index: usize) -> Option<((Var, i64), (Var, i64))> {
        let Literal::Linear(terms, Relation::Equal, _) = &self.literals[index] else {
            return None;
        };
        if terms.len() < 4 {
            return None;
        }
        let alone = |v: Var| {
            let wide = |(i, l): (usize, &Literal)| {
                i != index && matches!(l, Literal::Linear(list, ..) if list.len() > 1) && l.contains(v)
            };
            self.vars.contains(&v) && !self.literals.iter().enumerate().any(wide)
        };
        let free: Vec<(Var, i64)> = terms.iter().filter(|t| alone(t.0)).copied().collect();
        let pair = |a: &(Var, i64)| free.iter().find(|b| b.0 > a.0 && (b.1 > 0) == (a.1 > 0)).map(|b| (*a, *b));
        free.iter().find_map(pair)
    }

    /// m = |k|·a + |l|·b takes their place.
    fn split(&mut self, index: usize, a: (Var, i64), b: (Var, i64), next_var: &mut Var) {
        let m = (*next_var).max(2 * RESERVED);
        *next_var = m + 1;
        let sign = a.1.signum();
        if let Literal::Linear(terms, ..) = &mut self.literals[index] {
            terms.retain(|t| t.0 != a.0 && t.0 != b.0);
            terms.push((m, sign));
        }
        let sum = vec![(a.0, a.1.abs()), (b.0, b.1.abs()), (m, -1)];
        self.literals.push(Literal::Linear(sum, Relation::Equal, 0));
        self.vars.push(m);
    }
}

/// Σ list = c with `var` replaced by value + constant: the new list and right side.
fn insert(
    list: &[(Var, i64)],
    c: i64,
    var: Var,
    value: &[(Var, i64)],
    constant: i64,
) -> Option<(Vec<(Var, i64)>, i64)> {
    let k = list.iter().find(|t| t.0 == var)?.1;
    let rest: Vec<(Var, i64)> = list.iter().filter(|t| t.0 != var).copied().collect();
    combined(&rest, c, value, -constant, k)
}

/// x + k·y and c + k·d, unless a number gets too large for an atom.
fn combined(x: &[(Var, i64)], c: i64, y: &[(Var, i64)], d: i64, k: i64) -> Option<(Vec<(Var, i64)>, i64)> {
    let small = |n: i128| i64::try_from(n).ok().filter(|n| n.unsigned_abs() <= LARGEST as u64);
    let k = i128::from(k);
    let mut terms: Vec<(Var, i128)> = x.iter().map(|t| (t.0, i128::from(t.1))).collect();
    terms.extend(y.iter().map(|t| (t.0, k * i128::from(t.1))));
    terms.sort_unstable();
    let mut sums: Vec<(Var, i128)> = Vec::new();
    for (v, n) in terms {
        match sums.last_mut() {
            Some(last) if last.0 == v => last.1 += n,
            _ => sums.push((v, n)),
        }
    }
    let sums = sums.into_iter().filter(|t| t.1 != 0).map(|(v, n)| Some((v, small(n)?))).collect::<Option<_>>()?;
    Some((sums, small(i128::from(c) + k * i128::from(d))?))
}

fn congruence_literal(terms: Vec<(Var, i64)>, r: i64, m: u32, negated: bool) -> Result<Literal, bool> {
    let modulus = i64::from(m);
    let reduced = terms.into_iter().map(|t| (t.0, t.1.rem_euclid(modulus))).filter(|t| t.1 != 0).collect::<Vec<_>>();
    let residue = r.rem_euclid(modulus);
    if reduced.is_empty() {
        Err((residue == 0) != negated)
    } else {
        Ok(Literal::Congruence(reduced, residue, m, negated))
    }
}

/// Does Σ terms ≤ c follow, or fail, by adding a multiple of an equation and by the variables being naturals?
fn implied(terms: &[(Var, i64)], c: i64, equation: &[(Var, i64)], e: i64) -> Option<bool> {
    let candidates = equation.iter().filter_map(|t| {
        let k = terms.iter().find(|x| x.0 == t.0)?.1;
        (k % t.1 == 0).then_some(k / t.1)
    });
    for factor in candidates {
        if let Some((sum, rest)) = combined(terms, c, equation, e, -factor)
            && let Err(truth) = linear_literal(sum, Relation::AtMost, rest)
        {
            return Some(truth);
        }
    }
    None
}
