//! The sentences of the theorem, each decided as the emptiness of an automaton of counter-examples.
//!
//! Let play end. f gives the values of a game if and only if for every position x: f has exactly one value at x; no option of x has
//! the value f(x); every smaller number is the value of an option. P is the set of lost positions if and only if no move
//! leads from P into P, and from every other position a move leads into P; under misère play positions without moves are not
//! in P and need no move. (Induction along the moves.) Moves must not leave the domain.

use super::arithmetic::{Arithmetic, Form, Formula, compare};
use super::automaton::{Automaton, Relation, System};
use super::format::{Certificate, Encoding, Measure, Stated};
use super::meaning::{Meaning, Move, Part, Value};
use super::{ProofReport, Shape, Var, unread};
use crate::{Allowance, Reject};
use std::collections::BTreeMap;

type Result<T> = std::result::Result<T, Reject>;

/// The value of a position, and another one.
const VALUE: Var = 1000;
const OTHER: Var = 1001;

/// A relation and its variables.
type Applied = (usize, Vec<Var>);

struct Checker<'a> {
    certificate: &'a Certificate,
    arithmetic: &'a mut Arithmetic,
    /// The powers of two, where values are written by them.
    powers: Option<usize>,
    /// The relation of each kind, its prefix, its domain.
    values: Vec<usize>,
    prefixes: Vec<Option<usize>>,
    domains: Vec<Option<usize>>,
    moves: Vec<Vec<Move>>,
}

pub(super) fn check(certificate: &Certificate, allowed: Allowance) -> Result<ProofReport> {
    if certificate.rules.misere && certificate.encoding != Encoding::Lost {
        return Err(Reject::Claim("values under misère play"));
    }
    let mut arithmetic = Arithmetic::new(System::new(certificate.digits, certificate.t, allowed));
    let count = certificate.kinds.len();
    let (mut values, mut prefixes) = (Vec::new(), vec![None; count]);
    for table in &certificate.tables {
        let tracks = arity(certificate, table.kind) + usize::from(certificate.encoding.has_value());
        let automaton = arithmetic.system.table(tracks, &table.next, &table.labels)?;
        values.push(arithmetic.relation(automaton));
    }
    for table in &certificate.prefixes {
        let summed = matches!(certificate.encoding, Encoding::Relation | Encoding::Class);
        let plain = certificate.kinds[table.kind].1 == [Shape::Number] && summed;
        if !plain || prefixes[table.kind].is_some() {
            return Err(Reject::Format("a prefix of a kind that has none, or a second one"));
        }
        let tracks = 1 + usize::from(certificate.encoding.has_value());
        let automaton = arithmetic.system.table(tracks, &table.next, &table.labels)?;
        prefixes[table.kind] = Some(arithmetic.relation(automaton));
    }
    let mut meaning = Meaning::new(&certificate.rules, &certificate.set, &certificate.kinds, &mut arithmetic)?;
    let moves = (0..count).map(|kind| meaning.moves(kind)).collect::<Result<Vec<_>>>()?;
    // What a domain's own condition excludes must not happen anywhere; the rest only inside.
    let of_rules = meaning.excluded.len();
    let domains =
        certificate.domains.iter().map(|d| meant(&mut meaning, certificate, d)).collect::<Result<Vec<_>>>()?;
    let of_domains = of_rules..meaning.excluded.len();
    let claims = certificate.claims.iter().map(|c| meant(&mut meaning, certificate, c)).collect::<Result<Vec<_>>>()?;
    let excluded = std::mem::take(&mut meaning.excluded);
    let powers = match certificate.encoding {
        Encoding::Power => Some(powers(certificate, &mut arithmetic)?),
        _ => None,
    };
    let domains_read = domains;
    let domains = vec![None; count];
    let mut checker = Checker { certificate, arithmetic: &mut arithmetic, powers, values, prefixes, domains, moves };
    for (kind, value) in domains_read {
        let Value::Truth(formula) = value else { return unread("a domain that is no condition") };
        let numbers = arity(certificate, kind);
        let automaton = checker.arithmetic.solve(&[formula], &[])?;
        let automaton = checker.widened(automaton, numbers)?;
        checker.domains[kind] = Some(checker.arithmetic.relation(automaton));
    }
    for (i, (kind, conditions)) in excluded.iter().enumerate() {
        let inside = if of_domains.contains(&i) { None } else { checker.inside(*kind) };
        let parts: Vec<Formula> = conditions.iter().cloned().chain(inside).collect();
        checker.none(&parts, "an index outside its list, or a bit operation on a negative number")?;
    }
    for kind in 0..count {
        checker.stays_inside(kind)?;
        match certificate.encoding {
            Encoding::Relation | Encoding::Power => checker.relation(kind)?,
            Encoding::Class => checker.classes(kind)?,
            Encoding::Lost => checker.lost(kind)?,
        }
        checker.prefix(kind)?;
    }
    for ((kind, value), claim) in claims.into_iter().zip(&certificate.claims) {
        checker.claim(kind, value, claim.lost)?;
    }
    let ends = checker.ends()?;
    Ok(report(certificate, &checker, ends))
}

/// The relation of powers of two: one digit 1.
fn powers(certificate: &Certificate, arithmetic: &mut Arithmetic) -> Result<usize> {
    if certificate.digits != 2 || certificate.t.is_some() {
        return unread("powers of two in another base");
    }
    let automaton = arithmetic.system.table(1, &[0, 1, 1, 2, 2, 2], &[0, 1, 0])?;
    Ok(arithmetic.relation(automaton))
}

fn arity(certificate: &Certificate, kind: usize) -> usize {
    certificate.kinds[kind].1.iter().map(Shape::numbers).sum()
}

/// The kind and the meaning of a claim or domain.
fn meant(meaning: &mut Meaning<'_>, certificate: &Certificate, stated: &Stated) -> Result<(usize, Value)> {
    let about = |k: &(String, Vec<Shape>)| k.0 == stated.name && k.1 == stated.shapes;
    let kind =
        certificate.kinds.iter().position(about).ok_or(Reject::Claim("a claim about a kind without an automaton"))?;
    Ok((kind, meaning.claimed(kind, &stated.names, &stated.formula)?))
}

fn report(certificate: &Certificate, checker: &Checker<'_>, ends: &'static str) -> ProofReport {
    let claims = certificate.claims.iter().map(|claim| {
        let about = |d: &&Stated| (&d.name, &d.shapes) == (&claim.name, &claim.shapes);
        let domain = certificate.domains.iter().find(about);
        domain.map_or(claim.text.clone(), |d| format!("{}, where {}", claim.text, condition(&d.text)))
    });
    let states = |kind: usize| checker.arithmetic.automaton(checker.values[kind]).labels.len();
    ProofReport {
        claims: claims.collect(),
        kinds: certificate.kinds.iter().enumerate().map(|(i, k)| (k.0.clone(), states(i))).collect(),
        set: certificate.set.iter().map(|(name, value)| format!("{name} = {}", shown(value))).collect(),
        encoding: match certificate.encoding {
            Encoding::Relation => "relation",
            Encoding::Power => "power",
            Encoding::Class => "class",
            Encoding::Lost => "lost",
        },
        numeration: certificate.numeration.clone(),
        ends,
    }
}

fn condition(text: &str) -> &str {
    text.split_once(") if ").map_or(text, |(_, condition)| condition)
}

fn shown(value: &super::syntax::Expr) -> String {
    use super::syntax::Expr;
    match value {
        Expr::Int(n) => n.to_string(),
        Expr::Neg(inner) => format!("-{}", shown(inner)),
        Expr::List(items) => format!("[{}]", items.iter().map(shown).collect::<Vec<_>>().join(", ")),
        _ => "…".into(),
    }
}

impl Checker<'_> {
    /// No solutions.
    fn none(&mut self, parts: &[Formula], what: &'static str) -> Result<()> {
        let found = self.arithmetic.solve(parts, &[])?;
        self.empty(&found, what)
    }

    fn empty(&self, found: &Automaton, what: &'static str) -> Result<()> {
        if found.is_empty() { Ok(()) } else { Err(Reject::Claim(what)) }
    }

    /// The automaton with all numbers of a kind.
    fn widened(&self, automaton: Automaton, numbers: usize) -> Result<Automaton> {
        let mut all = automaton;
        for v in 0..numbers as Var {
            let any = self.arithmetic.system.linear(&BTreeMap::from([(v, -1)]), Relation::AtMost, 0)?;
            all = self.arithmetic.system.and(&all, &any)?;
        }
        if all.vars.len() == numbers { Ok(all) } else { Err(Reject::Claim("a domain of other numbers")) }
    }

    fn arguments(&self, kind: usize) -> Vec<Var> {
        (0..arity(self.certificate, kind) as Var).collect()
    }

    /// The position counts.
    fn inside(&self, kind: usize) -> Option<Formula> {
        self.domains[kind].map(|domain| Formula::Apply(domain, self.arguments(kind)))
    }

    fn domain(&mut self, kind: usize) -> Result<Automaton> {
        let parts: Vec<Formula> = self.inside(kind).into_iter().collect();
        let automaton = self.arithmetic.solve(&parts, &[])?;
        self.widened(automaton, arity(self.certificate, kind))
    }

    /// The relation of a kind, its value on a variable.
    fn value(&self, kind: usize, value: Var) -> Formula {
        let mut vars = self.arguments(kind);
        vars.push(value);
        Formula::Apply(self.values[kind], vars)
    }

    /// A move as conditions, with the variables to eliminate; its parts become applications of relations.
    fn conditions(&mut self, m: &Move) -> Result<(Vec<Formula>, Vec<Var>)> {
        let mut conditions: Vec<Formula> = m.conditions.iter().cloned().chain(self.inside(m.kind)).collect();
        for part in &m.parts {
            match part {
                Part::Position { args, .. } => {
                    for arg in args {
                        conditions.push(compare(">=", arg, &Form::int(0))?);
                    }
                }
                Part::Range { from, .. } => conditions.push(compare(">=", from, &Form::int(0))?),
            }
        }
        Ok((conditions, m.vars.clone()))
    }

    fn stays_inside(&mut self, kind: usize) -> Result<()> {
        for m in self.moves[kind].clone() {
            for part in &m.parts {
                let Some(domain) = self.domains[part.kind()] else { continue };
                let (mut parts, _) = self.conditions(&m)?;
                let there = match part {
                    Part::Position { args, .. } => args.clone(),
                    Part::Range { from, last, .. } => {
                        let between = Form::var(OTHER);
                        parts.extend([compare("<=", from, &between)?, compare("<=", &between, last)?]);
                        vec![between]
                    }
                };
                let (vars, equations, _) = self.arithmetic.arguments(&there)?;
                parts.extend(equations);
                parts.push(Formula::Apply(domain, vars).not());
                self.none(&parts, "a move leaves the domain")?;
            }
        }
        Ok(())
    }

    /// The relations whose values add up to the value of an option, applied to variables; the latter are defined by equations.
    fn valued(&mut self, m: &Move) -> Result<(Vec<Applied>, Vec<Formula>, Vec<Var>)> {
        let (mut conditions, mut eliminated) = self.conditions(m)?;
        let mut applied = Vec::new();
        for part in &m.parts {
            let list: Vec<(usize, Vec<Form>)> = match part {
                Part::Position { odd: false, .. } => Vec::new(),
                Part::Position { kind, args, .. } => vec![(self.values[*kind], args.clone())],
                Part::Range { kind, from, last } => {
                    let prefix = self.prefixes[*kind].ok_or(Reject::Claim("a range of positions without a prefix"))?;
                    vec![(prefix, vec![from.clone()]), (prefix, vec![last.plus(&Form::int(1), 1)?])]
                }
            };
            for (relation, args) in list {
                let (vars, equations, new) = self.arithmetic.arguments(&args)?;
                conditions.extend(equations);
                eliminated.extend(new);
                applied.push((relation, vars));
            }
        }
        Ok((applied, conditions, eliminated))
    }

    /// Some option of x has the value [`VALUE`].
    fn reached_values(&mut self, kind: usize) -> Result<Automaton> {
        let mut all = self.arithmetic.system.constant(0);
        for m in self.moves[kind].clone() {
            let (applied, mut parts, mut eliminated) = self.valued(&m)?;
            if self.powers.is_some() && applied.len() > 1 {
                return unread("powers of the values of sums");
            }
            // The value of nothing is 0, its power 1.
            let mut total = Form::int(i64::from(self.powers.is_some()));
            for (i, (relation, mut vars)) in applied.iter().cloned().enumerate() {
                let value = if applied.len() == 1 { VALUE } else { self.arithmetic.fresh()? };
                eliminated.extend(Some(value).filter(|&v| v != VALUE));
                vars.push(value);
                parts.push(Formula::Apply(relation, vars));
                total = match (i, total) {
                    (0, _) => Form::var(value),
                    (_, total) => {
                        let (a, b) =
                            (super::arithmetic::Term::new(total), super::arithmetic::Term::new(Form::var(value)));
                        self.arithmetic.bits(2, &a, &b)?.form
                    }
                };
            }
            if applied.len() != 1 {
                parts.push(compare("==", &Form::var(VALUE), &total)?);
            }
            let found = self.arithmetic.solve(&parts, &eliminated)?;
            all = self.arithmetic.system.or(&all, &found)?;
        }
        Ok(all)
    }

    fn relation(&mut self, kind: usize) -> Result<()> {
        let inside: Vec<Formula> = self.inside(kind).into_iter().collect();
        let f = [&inside[..], &[self.value(kind, VALUE)]].concat();
        let mut less = compare("<", &Form::var(OTHER), &Form::var(VALUE))?;
        if let Some(powers) = self.powers {
            let odd = Formula::Apply(powers, vec![VALUE]).not();
            self.none(&[&f[..], &[odd]].concat(), "a value that is no power")?;
            less = Formula::and(vec![less, Formula::Apply(powers, vec![OTHER])]);
        }
        let some = self.arithmetic.solve(&f, &[VALUE])?;
        let missing = self.arithmetic.system.not(&some)?;
        let domain = self.domain(kind)?;
        let missing = self.arithmetic.system.and(&missing, &domain)?;
        self.empty(&missing, "a position without a value")?;
        let twice = [&f[..], &[less.clone(), self.value(kind, OTHER)]].concat();
        self.none(&twice, "a position with two values")?;
        let reached = self.reached_values(kind)?;
        let f = self.arithmetic.solve(&f, &[])?;
        let same = self.arithmetic.system.and(&f, &reached)?;
        self.empty(&same, "an option with the value of its position")?;
        let unreached = self.arithmetic.system.not(&reached)?;
        let names: Vec<Var> = unreached.vars.iter().map(|&v| if v == VALUE { OTHER } else { v }).collect();
        let unreached = self.arithmetic.system.renamed(&unreached, &names)?;
        let smaller = self.arithmetic.solve(&[less], &[])?;
        let absent = self.arithmetic.system.and(&self.arithmetic.system.and(&f, &smaller)?, &unreached)?;
        self.empty(&absent, "a smaller value that no option has")
    }

    /// The set of the options' values, as labels.
    fn reached_classes(&mut self, kind: usize) -> Result<Automaton> {
        let mut all = self.arithmetic.system.constant(0);
        for m in self.moves[kind].clone() {
            let (applied, parts, eliminated) = self.valued(&m)?;
            let (mut factors, eliminated) = self.arithmetic.factors(&parts, &eliminated, &[])?;
            for (relation, vars) in applied {
                factors.push(self.arithmetic.system.renamed(self.arithmetic.automaton(relation), &vars)?);
            }
            let found = self.arithmetic.eliminate(factors, eliminated)?;
            all = self.arithmetic.system.or(&all, &found)?;
        }
        Ok(all)
    }

    fn classes(&mut self, kind: usize) -> Result<()> {
        let domain = self.domain(kind)?;
        let f = self.arithmetic.automaton(self.values[kind]).clone();
        let system = &self.arithmetic.system;
        let missing = system.combine(&f, &domain, |value, inside| u64::from(inside != 0 && value.count_ones() != 1))?;
        self.empty(&missing, "a position without a value")?;
        let f = system.and(&f, &domain)?;
        let reached = self.reached_classes(kind)?;
        let system = &self.arithmetic.system;
        let same = system.combine(&f, &reached, |value, options| u64::from(value & options != 0))?;
        self.empty(&same, "an option with the value of its position")?;
        let absent =
            system.combine(&f, &reached, |value, options| u64::from(value != 0 && (value - 1) & !options != 0))?;
        self.empty(&absent, "a smaller value that no option has")
    }

    fn lost(&mut self, kind: usize) -> Result<()> {
        let (mut reached, mut can_move) = (self.arithmetic.system.constant(0), self.arithmetic.system.constant(0));
        for m in self.moves[kind].clone() {
            if m.parts.len() > 1 || m.parts.iter().any(|p| !matches!(p, Part::Position { odd: true, .. })) {
                return unread("outcomes of sums");
            }
            let (applied, mut parts, eliminated) = self.valued(&m)?;
            let any = self.arithmetic.solve(&parts, &eliminated)?;
            can_move = self.arithmetic.system.or(&can_move, &any)?;
            // Who is to move in the finished game has lost, under misère play won.
            if applied.is_empty() && self.certificate.rules.misere {
                continue;
            }
            parts.extend(applied.into_iter().map(|(relation, vars)| Formula::Apply(relation, vars)));
            let found = self.arithmetic.solve(&parts, &eliminated)?;
            reached = self.arithmetic.system.or(&reached, &found)?;
        }
        let domain = self.domain(kind)?;
        let system = &self.arithmetic.system;
        let lost = system.and(self.arithmetic.automaton(self.values[kind]), &domain)?;
        self.empty(&system.and(&lost, &reached)?, "a move from a lost position to a lost one")?;
        let mut others = system.and(&domain, &system.not(&lost)?)?;
        if self.certificate.rules.misere {
            let ends = system.and(&lost, &system.not(&can_move)?)?;
            self.empty(&ends, "a lost position without moves under misère play")?;
            others = system.and(&others, &can_move)?;
        }
        let stuck = system.and(&others, &system.not(&reached)?)?;
        self.empty(&stuck, "a position that is not lost and has no move to a lost one")
    }

    /// g(0) = 0 and g(n + 1) = g(n) xor f(n).
    fn prefix(&mut self, kind: usize) -> Result<()> {
        let Some(prefix) = self.prefixes[kind] else { return Ok(()) };
        if self.domains[kind].is_some() {
            return unread("ranges of positions with a domain");
        }
        let (n, next) = (0, OTHER);
        let successor = compare("==", &Form::var(next), &Form::var(n).plus(&Form::int(1), 1)?)?;
        let zero = compare("==", &Form::var(n), &Form::int(0))?;
        if self.certificate.encoding == Encoding::Class {
            let zero = self.arithmetic.solve(&[zero], &[])?;
            let successor = self.arithmetic.solve(&[successor], &[])?;
            let (f, g) = (self.arithmetic.automaton(self.values[kind]), self.arithmetic.automaton(prefix));
            let system = &self.arithmetic.system;
            let wrong = system.combine(g, &zero, |value, is| u64::from(is != 0 && value != 1))?;
            self.empty(&wrong, "a prefix that does not begin with 0")?;
            let after = system.exists(&system.and(&system.renamed(g, &[next])?, &successor)?, next)?;
            let differ = system.combine(&system.and(g, f)?, &after, |a, b| u64::from(a != b || a.count_ones() != 1))?;
            return self.empty(&differ, "a prefix that is not the sum of the values before");
        }
        // Every n has exactly one prefix, by induction, if g(0) = 0 only, and g(n + 1) = w if and only if w = g(n) xor f(n).
        let g = |n: Var, value: Var| Formula::Apply(prefix, vec![n, value]);
        self.none(
            &[zero.clone(), g(n, VALUE), compare(">", &Form::var(VALUE), &Form::int(0))?],
            "a prefix that does not begin with 0",
        )?;
        let begins = self.arithmetic.solve(&[zero, g(n, VALUE)], &[])?;
        if begins.is_empty() {
            return Err(Reject::Claim("a prefix that does not begin with 0"));
        }
        let (a, b) = (self.arithmetic.fresh()?, self.arithmetic.fresh()?);
        let term = |v: Var| super::arithmetic::Term::new(Form::var(v));
        let sum = self.arithmetic.bits(2, &term(a), &term(b))?;
        let parts =
            [g(n, a), Formula::Apply(self.values[kind], vec![n, b]), compare("==", &Form::var(VALUE), &sum.form)?];
        let sums = self.arithmetic.solve(&parts, &[a, b])?;
        let after = self.arithmetic.solve(&[successor, g(next, VALUE)], &[next])?;
        let differ = self.arithmetic.system.combine(&sums, &after, |a, b| u64::from(a != b))?;
        self.empty(&differ, "a prefix that is not the sum of the values before")
    }

    /// The claim says of every position in the domain what the automaton says.
    fn claim(&mut self, kind: usize, claim: Value, lost: bool) -> Result<()> {
        const WRONG: &str = "the claim is not what the automata say";
        let inside: Vec<Formula> = self.inside(kind).into_iter().collect();
        match (claim, lost, self.certificate.encoding) {
            (Value::Number(term), false, Encoding::Relation) => {
                let differ = compare("!=", &Form::var(VALUE), &term.form)?;
                self.none(&[&inside[..], &[self.value(kind, VALUE), differ]].concat(), WRONG)
            }
            (Value::Number(term), false, Encoding::Class) => {
                let labels =
                    self.arithmetic.automaton(self.values[kind]).labels.iter().fold(0, |all, label| all | label);
                for value in (0..64).filter(|v| labels >> v & 1 == 1) {
                    let differ = compare("!=", &term.form, &Form::int(value))?;
                    let differ = self.arithmetic.solve(&[&inside[..], &[differ]].concat(), &[])?;
                    let f = self.arithmetic.automaton(self.values[kind]);
                    let here = self.arithmetic.system.relabel(f, |label| label >> value & 1)?;
                    self.empty(&self.arithmetic.system.and(&here, &differ)?, WRONG)?;
                }
                Ok(())
            }
            (Value::Truth(condition), true, encoding) => {
                let f = self.arithmetic.automaton(self.values[kind]);
                let lost = match encoding {
                    Encoding::Relation | Encoding::Power => {
                        let nothing = Form::int(i64::from(self.powers.is_some()));
                        let zero = compare("==", &Form::var(VALUE), &nothing)?;
                        self.arithmetic.solve(&[self.value(kind, VALUE), zero], &[VALUE])?
                    }
                    _ => self.arithmetic.system.relabel(f, |label| label & 1)?,
                };
                let said = self.arithmetic.solve(&[condition], &[])?;
                let system = &self.arithmetic.system;
                let differ = system.combine(&lost, &said, |a, b| u64::from(a != b))?;
                let domain = self.domain(kind)?;
                let differ = self.arithmetic.system.and(&differ, &domain)?;
                self.empty(&differ, WRONG)
            }
            _ => Err(Reject::Claim("a claim of another kind than the automata")),
        }
    }

    /// Every part of a move has a lower level; or the same level and a smaller measure; or the same measure too and a lower place.
    fn ends(&mut self) -> Result<&'static str> {
        let orders = &self.certificate.orders;
        if orders.is_empty() {
            return Ok(if self.certificate.rules.finite { "promised" } else { "assumed" });
        }
        let order = |kind: usize| {
            let mut list = orders.iter().filter(|o| o.kind == kind);
            list.next().filter(|_| list.next().is_none()).ok_or(Reject::Claim("a kind without an order"))
        };
        for m in self.moves.clone().iter().flatten() {
            for part in &m.parts {
                let (here, there) = (order(m.kind)?, order(part.kind())?);
                if there.level < here.level {
                    continue;
                }
                let (mut parts, _) = self.conditions(m)?;
                if there.level == here.level {
                    let old: Vec<Form> = self.arguments(m.kind).into_iter().map(Form::var).collect();
                    // Measures rise with the argument of a range: its last decides.
                    let new = match part {
                        Part::Position { args, .. } => args.clone(),
                        Part::Range { last, .. } => vec![last.clone()],
                    };
                    let (old, new) = (self.measure(&here.measure, &old)?, self.measure(&there.measure, &new)?);
                    parts.push(not_smaller(&old, &new, there.place >= here.place)?);
                }
                self.none(&parts, "a move that does not lower the measure")?;
            }
        }
        Ok("measure")
    }

    fn measure(&mut self, measure: &Measure, args: &[Form]) -> Result<Vec<Form>> {
        match measure {
            Measure::Sum(weights) => {
                let pairs = args.iter().zip(weights);
                let sum = pairs.into_iter().try_fold(Form::int(0), |sum, (arg, &weight)| sum.plus(arg, weight))?;
                Ok(vec![sum])
            }
            Measure::Lexicographic(order) => {
                let item = |&i: &usize| {
                    args.get(i).cloned().ok_or(Reject::Claim("a measure of an argument that is not there"))
                };
                order.iter().map(item).collect()
            }
            Measure::Max => {
                let zero = [super::arithmetic::Term::int(0)];
                let terms: Vec<_> = args.iter().cloned().map(super::arithmetic::Term::new).chain(zero).collect();
                Ok(vec![self.arithmetic.extreme(true, &terms)?.form])
            }
        }
    }
}

/// new > old lexicographically, or equal if that is not enough; tuples of different length do not compare.
fn not_smaller(old: &[Form], new: &[Form], or_equal: bool) -> Result<Formula> {
    if old.len() != new.len() {
        return Ok(Formula::Truth(true));
    }
    let mut result = Formula::Truth(or_equal);
    for (a, b) in old.iter().zip(new).rev() {
        let (above, same) = (compare(">", b, a)?, compare("==", b, a)?);
        result = Formula::or(vec![above, Formula::and(vec![same, result])]);
    }
    Ok(result)
}
