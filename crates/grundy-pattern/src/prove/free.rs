//! Params without a value: claims for all of them.
//!
//! **A theorem** may speak about all of them at once: taking L..R from a heap has the value (n mod (L+R)) div L for all 1 ≤ L ≤ R
//! ([`grundy::theorem::take_range`]). **Else** params that no value is given for become arguments that no move changes: the rules say
//! the same of them, and the arithmetic decides as long as it stays linear.

use super::symbolic::{Sum, bounds};
use super::{Claim, Subject};
use grundy_rules::Settings;
use grundy_rules::program::{Program, Role};
use grundy_rules::syntax::ast::{Clause, Comparison, Expr, ExprKind, Items, LineKind, Node};
use grundy_rules::syntax::{Source, parse_expr, parse_file};

/// A theorem for all values of params.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForAll {
    /// Its name.
    pub theorem: String,
    /// The claim that it proves.
    pub claim: String,
    /// Its hypotheses: conditions on the params.
    pub domain: String,
    /// The argument, its value, what is taken at least, and sums that are not negative, in one form.
    n: String,
    value: Sum,
    least: Sum,
    hypotheses: Vec<Sum>,
}

/// The params that the rules see and no value is given for.
pub(crate) fn missing(program: &Program, settings: &Settings) -> Vec<String> {
    let seen = program.rule_globals.iter().map(|&g| &program.globals[g]);
    let given = |name: &String| settings.set.iter().any(|s| s.0 == *name) || settings.data.iter().any(|d| d.0 == *name);
    seen.filter(|g| g.role == Role::Param && !given(&g.name)).map(|g| g.name.clone()).collect()
}

/// The theorem about a kind whose rules leave params free: taking from least to most.
pub(crate) fn theorem(rules: &str, kind: &str) -> Option<ForAll> {
    let file = parse_file(&Source::new("rules", rules)).ok()?;
    let lines = || file.lines.iter().map(|line| &line.what);
    if lines().any(|line| matches!(line, LineKind::Misere)) {
        return None;
    }
    let mut own = lines().filter_map(|line| match line {
        LineKind::Rule { kind: head, args, options, clauses } if head.what == kind => Some((args, options, clauses)),
        _ => None,
    });
    let ((args, options, clauses), None) = (own.next()?, own.next()) else { return None };
    let ([n], [option], [Clause::For { names, items: Items::Range(first, Some(last)) }]) =
        (args.as_slice(), options.as_slice(), clauses.as_slice())
    else {
        return None;
    };
    let [k] = names.as_slice() else { return None };
    let params: Vec<&str> = lines()
        .flat_map(|line| match line {
            LineKind::Param(names) => names.as_slice(),
            _ => &[],
        })
        .map(|name| name.what.as_str())
        .collect();
    let (n, k) = (n.what.as_str(), k.what.as_str());
    let (least, most) = taken(option, kind, (n, k), (first, last))?;
    let fixed = |sum: &Sum| sum.names().is_some_and(|names| names.iter().all(|name| params.contains(name)));
    (fixed(&least) && fixed(&most)).then(|| ForAll::take(kind, n, least, most))?
}

/// What an option takes away at least and at most, for k from first to last.
fn taken(option: &Expr, kind: &str, (n, k): (&str, &str), (first, last): (&Expr, &Expr)) -> Option<(Sum, Sum)> {
    let ExprKind::Call { head, args, settings } = &option.what else { return None };
    let ([left], true) = (args.as_slice(), head.what == kind && settings.is_empty()) else { return None };
    let taken = Sum::name(n).plus(&Sum::read(left)?, -1)?;
    // Nobody takes more than there is, so a bound that says it says nothing.
    match taken.factor(k) {
        1 => Some((taken.with(k, &Sum::read(first)?)?, taken.with(k, &Sum::read(bound(last, "min", &Sum::name(n)))?)?)),
        -1 => {
            Some((taken.with(k, &Sum::read(last)?)?, taken.with(k, &Sum::read(bound(first, "max", &Sum::number(0)))?)?))
        }
        _ => None,
    }
}

/// The other bound of `min(bound, n)`, `max(0, bound)`.
fn bound<'a>(expr: &'a Expr, function: &str, vain: &Sum) -> &'a Expr {
    let ExprKind::Call { head, args, .. } = &expr.what else { return expr };
    let is_vain = |arg: &Expr| Sum::read(arg).as_ref() == Some(vain);
    match args.as_slice() {
        [a, b] if head.what == function && is_vain(b) => a,
        [a, b] if head.what == function && is_vain(a) => b,
        _ => expr,
    }
}

impl ForAll {
    fn take(kind: &str, n: &str, least: Sum, most: Sum) -> Option<ForAll> {
        let value = Sum::name(n).remainder(least.plus(&most, 1)?).quotient(least.clone());
        let whole = least.plus(&most, 1)?.factor_text();
        let claim = match least.as_number() {
            Some(1) => format!("{kind}({n}) = {n} % {whole}"),
            _ => format!("{kind}({n}) = {n} % {whole} / {}", least.factor_text()),
        };
        let all = [least.plus(&Sum::number(1), -1)?, most.plus(&least, -1)?];
        let hypotheses: Vec<Sum> = all.into_iter().filter(|h| h.as_number().is_none_or(|n| n < 0)).collect();
        let domain: Vec<String> = hypotheses.iter().map(Sum::not_negative).collect();
        let theorem = format!("take {}..{}", least.text(), most.text());
        let domain = if domain.is_empty() { "true".to_owned() } else { domain.join(" and ") };
        Some(ForAll { theorem, claim, domain, n: n.to_owned(), value, least, hypotheses })
    }

    /// Whether the hypotheses hold for these values of the params.
    pub(crate) fn holds(&self, settings: &Settings) -> bool {
        let value = |name: &str| settings.set.iter().rev().find(|s| s.0 == name).map(|s| s.1);
        self.hypotheses.iter().all(|h| h.at(&value).is_some_and(|n| n >= 0))
    }

    /// Whether it speaks of params.
    pub(crate) fn has_params(&self) -> bool {
        !self.hypotheses.is_empty()
    }
}

/// Does the theorem say what a person claims, on the positions that count?
pub(super) fn says(theorem: &ForAll, claim: &Claim, domain: Option<&str>) -> bool {
    let ([name], Ok(known)) = (claim.names.as_slice(), Claim::read(&theorem.claim)) else { return false };
    // A param cannot be an argument, too.
    if claim.kind != known.kind || theorem.hypotheses.iter().any(|h| h.factor(name) != 0) {
        return false;
    }
    let read = |text: &str| parse_expr(&Source::new("claim", text)).ok();
    let renamed = |sum: &Sum| sum.renamed(&theorem.n, name);
    let value = renamed(&theorem.value);
    let same = match (claim.subject, read(&claim.formula)) {
        (Subject::Value, Some(formula)) => Sum::read(&formula) == Some(value),
        (Subject::Lost, Some(condition)) => lost(theorem, &condition, &value).unwrap_or(false),
        _ => false,
    };
    let implied = |domain: &str| {
        let given = read(domain).and_then(|expr| bounds(&expr)).unwrap_or_default();
        let follows = |h: &Sum, g: &Sum| h.plus(g, -1).and_then(|rest| rest.as_number()).is_some_and(|n| n >= 0);
        theorem.hypotheses.iter().all(|h| given.iter().any(|g| follows(h, g)))
    };
    same && domain.is_none_or(implied)
}

/// The value is 0: `value == 0`, or `n % (L + R) < L`.
fn lost(theorem: &ForAll, condition: &Expr, value: &Sum) -> Option<bool> {
    let ExprKind::Compare(sign, a, b) = &condition.what else { return Some(false) };
    let (a, b) = (Sum::read(a)?, Sum::read(b)?);
    let zero = Sum::number(0);
    let whole = value.divided();
    Some(match sign {
        Comparison::Equal => a == *value && b == zero || b == *value && a == zero,
        Comparison::Less => a == *whole && b == theorem.least,
        Comparison::Greater => b == *whole && a == theorem.least,
        _ => false,
    })
}

/// Rules and claims in which params are arguments.
pub(super) struct Lifted {
    pub(super) rules: String,
    pub(super) claims: Vec<Claim>,
}

/// Makes params arguments of every kind; helpers must not use them.
pub(super) fn lift(name: &str, rules: &str, claims: &[Claim], params: &[String]) -> Option<Lifted> {
    let source = Source::new(name, rules);
    let mut file = parse_file(&source).ok()?;
    let kinds: Vec<String> = file.lines.iter().filter_map(|line| kind_of(&line.what)).collect();
    let lift = Lift { kinds, params };
    file.lines.retain(|line| {
        matches!(line.what, LineKind::Rule { .. } | LineKind::Let { .. } | LineKind::Param(_) | LineKind::Data(_))
            || matches!(line.what, LineKind::Misere | LineKind::Finite)
    });
    let helpers = file.lines.iter().any(|line| matches!(&line.what, LineKind::Let { body, .. } if lift.uses(body)));
    if helpers {
        return None;
    }
    file.lines.iter_mut().for_each(|line| lift.line(&mut line.what));
    file.lines.retain(|line| !matches!(&line.what, LineKind::Param(names) if names.is_empty()));
    let claims = claims.iter().map(|claim| lift.claim(claim)).collect::<Option<_>>()?;
    Some(Lifted { rules: file.to_string(), claims })
}

fn kind_of(line: &LineKind) -> Option<String> {
    match line {
        LineKind::Rule { kind, .. } => Some(kind.what.clone()),
        _ => None,
    }
}

struct Lift<'a> {
    kinds: Vec<String>,
    params: &'a [String],
}

impl Lift<'_> {
    fn claim(&self, claim: &Claim) -> Option<Claim> {
        let (head, rest) = claim.text.split_at(claim.text.find(')')?);
        let comma = if claim.names.is_empty() { "" } else { ", " };
        Claim::read(&format!("{head}{comma}{}{rest}", self.params.join(", "))).ok()
    }

    fn line(&self, line: &mut LineKind) {
        match line {
            LineKind::Rule { args, options, clauses, .. } => {
                let span = args.first().map_or_else(|| options[0].span, |arg| arg.span);
                args.extend(self.params.iter().map(|param| Node::new(param.clone(), span)));
                options.iter_mut().for_each(|option| self.expr(option));
                clauses.iter_mut().for_each(|clause| self.clause(clause));
            }
            LineKind::Param(names) => names.retain(|name| !self.params.contains(&name.what)),
            _ => {}
        }
    }

    /// Whether a helper's text names a param.
    fn uses(&self, body: &Expr) -> bool {
        let text = body.to_string();
        let mut words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        words.any(|word| self.params.iter().any(|param| param == word) || self.kinds.iter().any(|kind| kind == word))
    }

    /// Positions get the params behind their arguments.
    fn expr(&self, expr: &mut Expr) {
        let span = expr.span;
        match &mut expr.what {
            ExprKind::Call { head, args, .. } => {
                args.iter_mut().for_each(|arg| self.expr(arg));
                if self.kinds.contains(&head.what) {
                    args.extend(self.params.iter().map(|p| Expr::new(ExprKind::Name(p.clone()), span)));
                }
            }
            ExprKind::CallOver { body, rest, .. } => {
                self.expr(&mut body.body);
                body.clauses.iter_mut().for_each(|clause| self.clause(clause));
                rest.iter_mut().for_each(|e| self.expr(e));
            }
            ExprKind::Chain(first, rest) => {
                self.expr(first);
                rest.iter_mut().for_each(|(_, e)| self.expr(e));
            }
            ExprKind::Either(list) => list.iter_mut().for_each(|e| self.expr(e)),
            ExprKind::If(_, a, b) => [a, b].into_iter().for_each(|e| self.expr(e)),
            _ => {}
        }
    }

    fn clause(&self, clause: &mut Clause) {
        if let Clause::Let(_, value) = clause {
            self.expr(value);
        }
    }
}

/// A position of lifted rules as one of the rules: `take(5, 2, 3)` is `take(5; L=2, R=3)`.
pub(super) fn lowered(position: &str, params: &[String]) -> String {
    let Some(inside) = position.strip_suffix(')') else { return position.to_owned() };
    let mut rest = inside;
    let mut values = Vec::new();
    for param in params.iter().rev() {
        let Some(at) = rest.rfind([',', '(']) else { return position.to_owned() };
        values.push(format!("{param}={}", rest[at + 1..].trim()));
        rest = if rest[at..].starts_with('(') { &rest[..=at] } else { &rest[..at] };
    }
    values.reverse();
    format!("{rest}; {})", values.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TAKE: &str = "param L, R\ntake(n) -> take(n-k)   for k in L..R";

    #[test]
    fn the_theorem_for_all_params() {
        let found = theorem(TAKE, "take").unwrap();
        assert_eq!((found.claim.as_str(), found.domain.as_str()), ("take(n) = n % (L + R) / L", "1 <= L and L <= R"));
        let said = |claim: &str, domain| says(&found, &Claim::read(claim).unwrap(), domain);
        assert!(said("take(n) = n % (L+R) / L", None));
        assert!(said("take(x) = (x % (R + L)) / L", Some("L > 0 and R >= L")));
        assert!(!said("take(n) = n % (L+R) / L", Some("L >= 0 and L <= R")));
        assert!(!said("take(n) = n % (L+R) / R", None));
        assert!(!said("take(n) = n % ((L+R) / L)", None));
        assert!(!said("take(n) lost if n % (L+R) / L", None));
        assert!(said("take(n) lost if n % (L+R) < L", None));
        assert!(said("take(n) lost if n % (L+R) / L == 0", Some("1 <= L and L <= R and R <= 10")));
        assert!(!said("take(n) lost if n % (L+R) < R", None));
        for (rules, claim, domain) in [
            ("param K\ng(n) -> g(n-k) for k in 1..K", "g(n) = n % (K + 1)", "1 <= K"),
            ("param K\ng(n) -> g(n-k) for k in 1..min(n, K)", "g(n) = n % (K + 1)", "1 <= K"),
            ("param A, B\ng(n) -> g(m) for m in max(0, n-B)..n-A", "g(n) = n % (A + B) / A", "1 <= A and A <= B"),
            ("param a, w\ng(n) -> g(n-a-j) for j in 0..w", "g(n) = n % (2 * a + w) / a", "1 <= a and 0 <= w"),
        ] {
            let found = theorem(rules, "g").unwrap();
            assert_eq!((found.claim.as_str(), found.domain.as_str()), (claim, domain));
            assert!(says(&found, &Claim::read(claim).unwrap(), None));
        }
        for other in [
            "param L, R\ntake(n) -> take(n-k) for k in L..max(R, n)",
            "param L, R\ntake(n) -> take(m) for m in max(1, n-R)..n-L",
            "param L, R\ntake(n) -> take(n-k) for k in L..R if n > 3",
            "param L, R\ntake(n) -> take(n-k) | take(n) for k in L..R",
            "param L, R\ntake(n) -> take(n-k) + take(n) for k in L..R",
            "param L, R\nmisere\ntake(n) -> take(n-k) for k in L..R",
            "param L, R\ntake(n) -> take(n-2*k) for k in L..R",
            "param L, R\ntake(n) -> take(n-k) for k in L..n",
            "param L, R\ntake(n) -> take(n-k) for k in L..R\ntake(n) -> take(n-1)",
        ] {
            assert_eq!(theorem(other, "take"), None, "{other}");
        }
    }

    #[test]
    fn params_become_arguments() {
        let claims = [Claim::read("g(n) lost if n < K").unwrap()];
        let lifted =
            lift("g", "param K\ng(n) -> g(n-K) + h(0) if n > K\nh(n) -> 0 if n < 0", &claims, &["K".into()]).unwrap();
        assert_eq!(lifted.rules, "g(n, K) -> g(n - K, K) + h(0, K) if n > K\nh(n, K) -> 0 if n < 0\n");
        assert_eq!(lifted.claims[0].text, "g(n, K) lost if n < K");
        assert_eq!(lowered("g(5, 2)", &["K".into()]), "g(5; K=2)");
        assert_eq!(lowered("g([1, 2], 3, 4)", &["L".into(), "R".into()]), "g([1, 2]; L=3, R=4)");
    }
}
