//! Params without a value: claims for all of them.
//!
//! **A theorem** may speak about all of them at once: taking L..R from a heap has the value (n mod (L+R)) div L for all 1 ≤ L ≤ R
//! ([`grundy::theorem::take_range`]). **Else** params that no value is given for become arguments that no move changes: the rules say
//! the same of them, and the arithmetic decides as long as it stays linear.

use super::{Claim, Subject};
use grundy_rules::Settings;
use grundy_rules::program::{Program, Role};
use grundy_rules::syntax::ast::{Clause, Expr, ExprKind, Items, LineKind, Node, Op};
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
}

/// The params that the rules see and no value is given for.
pub(crate) fn missing(program: &Program, settings: &Settings) -> Vec<String> {
    let seen = program.rule_globals.iter().map(|&g| &program.globals[g]);
    let given = |name: &String| settings.set.iter().any(|s| s.0 == *name) || settings.data.iter().any(|d| d.0 == *name);
    seen.filter(|g| g.role == Role::Param && !given(&g.name)).map(|g| g.name.clone()).collect()
}

/// The theorem about a kind whose rules leave params free.
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
    let ([n], [option], [Clause::For { names, items: Items::Range(least, Some(most)) }]) =
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
    let fixed = |expr: &Expr| match &expr.what {
        ExprKind::Name(name) => params.contains(&name.as_str()),
        ExprKind::Int(n) => *n >= 1,
        _ => false,
    };
    if !is_take(option, kind, &n.what, &k.what) || !fixed(least) || !fixed(most) {
        return None;
    }
    let (n, least, most) = (&n.what, least.to_string(), most.to_string());
    let claim = format!("{kind}({n}) = {n} % ({least} + {most}) / {least}");
    let domain = if least == "1" { format!("1 <= {most}") } else { format!("1 <= {least} and {least} <= {most}") };
    Some(ForAll { theorem: format!("take {least}..{most}"), claim, domain })
}

/// `kind(n - k)`.
fn is_take(option: &Expr, kind: &str, n: &str, k: &str) -> bool {
    let ExprKind::Call { head, args, settings } = &option.what else { return false };
    let [Expr { what: ExprKind::Chain(first, rest), .. }] = args.as_slice() else { return false };
    let named = |expr: &Expr, wanted: &str| matches!(&expr.what, ExprKind::Name(name) if name == wanted);
    let one = matches!(rest.as_slice(), [(Op::Sub, taken)] if named(taken, k));
    head.what == kind && settings.is_empty() && named(first, n) && one
}

/// Does the theorem say what a person claims, on the positions that count?
pub(super) fn says(theorem: &ForAll, claim: &Claim, domain: Option<&str>) -> bool {
    let Ok(known) = Claim::read(&theorem.claim) else { return false };
    let ([name], [own]) = (claim.names.as_slice(), known.names.as_slice()) else { return false };
    let read = |text: &str| parse_expr(&Source::new("claim", text)).ok().map(|expr| without_groups(&expr));
    let renamed = |text: &str| rename(text, own, name);
    let same = read(&claim.formula).is_some() && read(&claim.formula) == read(&renamed(&known.formula));
    let hypotheses: Vec<String> = theorem.domain.split(" and ").map(str::to_owned).collect();
    let implied = |domain: &str| hypotheses.iter().all(|h| domain.split(" and ").any(|part| implies(part, h)));
    claim.subject == Subject::Value && claim.kind == known.kind && same && domain.is_none_or(implied)
}

/// Text without spaces and without brackets around a quotient that stand there anyway.
fn without_groups(expr: &Expr) -> String {
    match &expr.what {
        ExprKind::Chain(first, rest) => {
            let rest: String = rest.iter().map(|(op, e)| format!("{}{}", op.sign(), grouped(e))).collect();
            let first = if rest.starts_with(['%', '/', '*']) { factor(first) } else { without_groups(first) };
            format!("{first}{rest}")
        }
        _ => expr.to_string().replace(' ', ""),
    }
}

/// The first operand of a product: products need no brackets there.
fn factor(expr: &Expr) -> String {
    match &expr.what {
        ExprKind::Chain(_, rest) if rest.iter().all(|(op, _)| matches!(op, Op::Mul | Op::Div | Op::Mod)) => {
            without_groups(expr)
        }
        _ => grouped(expr),
    }
}

/// Sums of two in one order.
fn grouped(expr: &Expr) -> String {
    match &expr.what {
        ExprKind::Chain(first, rest) => match rest.as_slice() {
            [(Op::Add, second)] => {
                let mut both = [without_groups(first), without_groups(second)];
                both.sort();
                format!("({})", both.join("+"))
            }
            _ => format!("({})", without_groups(expr)),
        },
        _ => without_groups(expr),
    }
}

fn rename(text: &str, from: &str, to: &str) -> String {
    let mut out = String::new();
    let mut word = String::new();
    for c in text.chars().chain([' ']) {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        out.push_str(if word == from { to } else { &word });
        word.clear();
        out.push(c);
    }
    out
}

/// Whether a condition is a hypothesis `a <= b` in other words, or more.
fn implies(part: &str, hypothesis: &str) -> bool {
    let part: String = part.chars().filter(|c| !c.is_whitespace()).collect();
    let Some((a, b)) = hypothesis.split_once(" <= ") else { return false };
    let mut forms = vec![format!("{a}<={b}"), format!("{b}>={a}"), format!("{a}<{b}"), format!("{b}>{a}")];
    if a == "1" {
        forms.extend([format!("0<{b}"), format!("{b}>0")]);
    }
    forms.contains(&part)
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
        for other in [
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
