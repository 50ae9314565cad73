//! Value expressions with symbolic values.

use super::{MOST_CALLS, MOST_STEPS, Outside, Result, Sym, Translator, outside};
use grundy_automata::atoms::Bitwise;
use grundy_automata::formula::{Formula, Term};
use grundy_rules::program::{Expr, ExprKind};
use grundy_rules::syntax::Span;
use grundy_rules::syntax::ast::{Comparison, Op};
use grundy_rules::value::Val;

pub(super) type Frame = [Option<Sym>];

impl Translator<'_> {
    pub(super) fn number(&mut self, e: &Expr, frame: &Frame) -> Result<Term> {
        match self.eval(e, frame)? {
            Sym::Number(term) => Ok(term),
            _ => outside("a value that is no number", e.span),
        }
    }

    pub(super) fn truth(&mut self, e: &Expr, frame: &Frame) -> Result<Formula> {
        match self.eval(e, frame)? {
            Sym::Truth(formula) => Ok(formula),
            _ => outside("a value that is no truth value", e.span),
        }
    }

    /// The truth of a condition that does not depend on anything.
    pub(super) fn is_constant(&mut self, formula: Formula) -> Option<bool> {
        let logic = &mut self.out.game.logic;
        if formula == logic.truth(true) {
            Some(true)
        } else if formula == logic.truth(false) {
            Some(false)
        } else {
            None
        }
    }

    pub(super) fn constant(&mut self, e: &Expr, frame: &Frame) -> Result<i64> {
        let term = self.number(e, frame)?;
        match self.out.game.logic.constant(term) {
            Some(n) => Ok(n),
            None => outside("an index or count that depends on the position", e.span),
        }
    }

    pub(super) fn eval(&mut self, e: &Expr, frame: &Frame) -> Result<Sym> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return outside("too much to work out", e.span);
        }
        match &e.kind {
            ExprKind::Const(value) => self.lift(value, e.span),
            ExprKind::Local(slot) => match frame.get(*slot) {
                Some(Some(value)) => Ok(value.clone()),
                _ => outside("a name without a value", e.span),
            },
            ExprKind::Global(index) => match self.globals.get(*index) {
                Some(Some(value)) => self.lift(&value.clone(), e.span),
                _ => outside("a param or data without a value", e.span),
            },
            ExprKind::Let(index, args) => self.helper(*index, args, frame, e.span),
            ExprKind::Call(index, args) => {
                let args = args.iter().map(|a| self.eval(a, frame)).collect::<Result<Vec<_>>>()?;
                self.call(index.entry().name, args, e.span)
            }
            ExprKind::CallOver(index, over, rest) => {
                let mut args = vec![Sym::List(self.comprehension(over, frame)?)];
                for r in rest {
                    args.push(self.eval(r, frame)?);
                }
                self.call(index.entry().name, args, e.span)
            }
            ExprKind::Neg(inner) => {
                let term = self.number(inner, frame)?;
                Ok(Sym::Number(self.out.game.logic.scale(term, -1)))
            }
            ExprKind::Not(inner) => {
                let formula = self.truth(inner, frame)?;
                Ok(Sym::Truth(self.out.game.logic.not(formula)))
            }
            ExprKind::Power(a, b) => self.power(a, b, frame, e.span),
            ExprKind::Chain(first, rest) => self.chain(first, rest, frame),
            ExprKind::Compare(sign, a, b) => {
                let (a, b) = (self.eval(a, frame)?, self.eval(b, frame)?);
                Ok(Sym::Truth(self.compare(*sign, &a, &b, e.span)?))
            }
            ExprKind::If(condition, a, b) => {
                let condition = self.truth(condition, frame)?;
                match self.is_constant(condition) {
                    Some(true) => self.eval(a, frame),
                    Some(false) => self.eval(b, frame),
                    None => {
                        let not = self.out.game.logic.not(condition);
                        let (a, b) = (self.under(condition, a, frame)?, self.under(not, b, frame)?);
                        self.choose(condition, a, b, e.span)
                    }
                }
            }
            ExprKind::List(items) => {
                Ok(Sym::List(items.iter().map(|i| self.eval(i, frame)).collect::<Result<Vec<_>>>()?))
            }
            ExprKind::ListOver(over) => Ok(Sym::List(self.comprehension(over, frame)?)),
            ExprKind::RangeList(a, b) => {
                let (low, high) = (self.constant(a, frame)?, self.constant(b, frame)?);
                if high.saturating_sub(low) > super::LONGEST_RANGE {
                    return outside("a long list", e.span);
                }
                Ok(Sym::List((low..=high).map(|n| Sym::Number(self.out.game.logic.int(n))).collect()))
            }
            ExprKind::Index(list, index) => self.index(list, index, frame),
            ExprKind::Slice(list, from, to) => self.slice(list, from.as_deref(), to.as_deref(), frame),
            ExprKind::With(list, updates) => self.with(list, updates, frame),
            ExprKind::Played(_) | ExprKind::Ask(..) | ExprKind::Options(_) | ExprKind::Tell(..) | ExprKind::Case => {
                outside("a question about positions", e.span)
            }
        }
    }

    /// A value that is only worked out under a condition.
    fn under(&mut self, condition: Formula, e: &Expr, frame: &Frame) -> Result<Sym> {
        self.guards.push(condition);
        let value = self.eval(e, frame);
        self.guards.pop();
        value
    }

    fn lift(&mut self, value: &Val, span: Span) -> Result<Sym> {
        Ok(match value {
            Val::Int(n) => match i64::try_from(*n) {
                Ok(n) => Sym::Number(self.out.game.logic.int(n)),
                Err(_) => return outside("a large constant", span),
            },
            Val::Bool(value) => Sym::Truth(self.out.game.logic.truth(*value)),
            Val::List(list) => Sym::List(list.items().iter().map(|i| self.lift(i, span)).collect::<Result<Vec<_>>>()?),
            other => Sym::Other(other.clone()),
        })
    }

    fn helper(&mut self, index: usize, args: &[Expr], frame: &Frame, span: Span) -> Result<Sym> {
        let program = self.program;
        let helper = &program.lets[index];
        let mut inner: Vec<Option<Sym>> = Vec::new();
        for a in args {
            inner.push(Some(self.eval(a, frame)?));
        }
        inner.resize(helper.frame.max(inner.len()), None);
        self.calls += 1;
        if self.calls > MOST_CALLS {
            return outside("a helper that calls itself", span);
        }
        let value = self.eval(&helper.body, &inner);
        self.calls -= 1;
        value
    }

    fn power(&mut self, a: &Expr, b: &Expr, frame: &Frame, span: Span) -> Result<Sym> {
        let (base, exponent) = (self.constant(a, frame)?, self.constant(b, frame)?);
        let value = u32::try_from(exponent).ok().and_then(|n| base.checked_pow(n));
        match value {
            Some(n) => Ok(Sym::Number(self.out.game.logic.int(n))),
            None => outside("a large power", span),
        }
    }

    fn chain(&mut self, first: &Expr, rest: &[(Op, Expr)], frame: &Frame) -> Result<Sym> {
        let mut value = self.eval(first, frame)?;
        for (op, e) in rest {
            // `and` and `or` stop early: what comes after need not have a value.
            if let (Op::And | Op::Or, Sym::Truth(left)) = (op, &value) {
                let left = *left;
                let stops = self.is_constant(left) == Some(*op == Op::Or);
                if !stops {
                    let goes_on = if *op == Op::Or { self.out.game.logic.not(left) } else { left };
                    let Sym::Truth(right) = self.under(goes_on, e, frame)? else {
                        return outside("a value that is no truth value", e.span);
                    };
                    let logic = &mut self.out.game.logic;
                    value =
                        Sym::Truth(if *op == Op::And { logic.and(&[left, right]) } else { logic.or(&[left, right]) });
                }
                continue;
            }
            let right = self.eval(e, frame)?;
            value = self.operate(*op, value, right, e.span)?;
        }
        Ok(value)
    }

    fn operate(&mut self, op: Op, left: Sym, right: Sym, span: Span) -> Result<Sym> {
        let (a, b) = match (op, left, right) {
            (Op::Join, Sym::List(mut a), Sym::List(b)) => {
                a.extend(b);
                return Ok(Sym::List(a));
            }
            (_, Sym::Number(a), Sym::Number(b)) => (a, b),
            _ => return outside("an operation on something other than numbers", span),
        };
        let logic = &mut self.out.game.logic;
        let divisor = logic.constant(b);
        Ok(Sym::Number(match op {
            Op::Add => logic.add(a, b),
            Op::Sub => logic.sub(a, b),
            Op::Mul => match logic.product(a, b) {
                Some(product) => product,
                None => return outside("a product of two things that vary", span),
            },
            Op::Div | Op::Mod => match divisor {
                None => return outside("a division by something that varies", span),
                Some(0) => return outside("a division by zero", span),
                Some(m) if op == Op::Div => logic.div(a, m),
                Some(m) => logic.modulo(a, m),
            },
            Op::Xor => self.bits(Bitwise::Xor, a, b),
            _ => return outside("an operation on numbers that is none", span),
        }))
    }

    /// A bit operation; that its operands are natural becomes an exclusion where it is not plain.
    pub(super) fn bits(&mut self, op: Bitwise, a: Term, b: Term) -> Term {
        if let (Some(x), Some(y)) = (self.out.game.logic.constant(a), self.out.game.logic.constant(b))
            && let (Ok(x), Ok(y)) = (u64::try_from(x), u64::try_from(y))
            && let Ok(value) = i64::try_from(op.apply(x, y))
        {
            return self.out.game.logic.int(value);
        }
        self.natural(a);
        self.natural(b);
        self.out.game.logic.bits(op, a, b)
    }

    pub(super) fn natural(&mut self, term: Term) {
        let logic = &mut self.out.game.logic;
        if logic.is_natural(term) {
            return;
        }
        let zero = logic.int(0);
        let negative = logic.lt(term, zero);
        self.exclude(negative);
    }

    /// What must not happen where this is worked out.
    pub(super) fn exclude(&mut self, what: Formula) {
        let conditions: Vec<Formula> = self.guards.iter().copied().chain([what]).collect();
        let formula = self.out.game.logic.and(&conditions);
        self.out.game.excluded.push((self.current, formula));
    }

    pub(super) fn choose(&mut self, condition: Formula, a: Sym, b: Sym, span: Span) -> Result<Sym> {
        let logic = &mut self.out.game.logic;
        match (a, b) {
            (Sym::Number(a), Sym::Number(b)) => Ok(Sym::Number(logic.choose(condition, a, b))),
            (Sym::Truth(a), Sym::Truth(b)) => {
                let not = logic.not(condition);
                let (yes, no) = (logic.and(&[condition, a]), logic.and(&[not, b]));
                Ok(Sym::Truth(logic.or(&[yes, no])))
            }
            (Sym::List(a), Sym::List(b)) if a.len() == b.len() => {
                let pairs = a.into_iter().zip(b);
                Ok(Sym::List(pairs.map(|(a, b)| self.choose(condition, a, b, span)).collect::<Result<Vec<_>>>()?))
            }
            _ => outside("a choice between things of different shapes", span),
        }
    }

    pub(super) fn compare(&mut self, sign: Comparison, a: &Sym, b: &Sym, span: Span) -> Result<Formula> {
        let logic = &mut self.out.game.logic;
        match (sign, a, b) {
            (Comparison::In | Comparison::NotIn, _, Sym::List(items)) => {
                let mut equal = Vec::new();
                for item in items {
                    equal.push(self.compare(Comparison::Equal, a, item, span)?);
                }
                let logic = &mut self.out.game.logic;
                let any = logic.or(&equal);
                Ok(if sign == Comparison::In { any } else { logic.not(any) })
            }
            (_, Sym::Number(a), Sym::Number(b)) => Ok(match sign {
                Comparison::Equal => logic.eq(*a, *b),
                Comparison::NotEqual => logic.ne(*a, *b),
                Comparison::Less => logic.lt(*a, *b),
                Comparison::LessEqual => logic.le(*a, *b),
                Comparison::Greater => logic.lt(*b, *a),
                Comparison::GreaterEqual => logic.le(*b, *a),
                _ => return outside("`in` something that is no list", span),
            }),
            (Comparison::Equal | Comparison::NotEqual, _, _) => {
                let equal = self.equal(a, b, span)?;
                Ok(if sign == Comparison::Equal { equal } else { self.out.game.logic.not(equal) })
            }
            _ => outside("an order of things other than numbers", span),
        }
    }

    fn equal(&mut self, a: &Sym, b: &Sym, span: Span) -> Result<Formula> {
        match (a, b) {
            (Sym::List(a), Sym::List(b)) if a.len() != b.len() => Ok(self.out.game.logic.truth(false)),
            (Sym::List(a), Sym::List(b)) => {
                let mut parts = Vec::new();
                for (x, y) in a.iter().zip(b) {
                    parts.push(self.compare(Comparison::Equal, x, y, span)?);
                }
                Ok(self.out.game.logic.and(&parts))
            }
            (Sym::Truth(a), Sym::Truth(b)) => {
                let logic = &mut self.out.game.logic;
                let (not_a, not_b) = (logic.not(*a), logic.not(*b));
                let (both, neither) = (logic.and(&[*a, *b]), logic.and(&[not_a, not_b]));
                Ok(logic.or(&[both, neither]))
            }
            (Sym::Other(a), Sym::Other(b)) => Ok(self.out.game.logic.truth(a == b)),
            _ => Err(Outside { reason: "a comparison of different things", span: Some(span) }),
        }
    }
}
