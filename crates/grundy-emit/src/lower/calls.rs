//! The functions of the language.

use super::clauses::letters;
use super::expr::{both_int, map_int, retyped};
use super::{Lower, Refused, number};
use crate::ir::{Expr, Lookup, Node};
use crate::shape::{Range, Shape};
use grundy_rules::builtins::Function;
use grundy_rules::diagnostic::Diagnostic;
use grundy_rules::source::Span;

impl Lower<'_> {
    /// A function with its arguments.
    pub(super) fn function(&mut self, function: Function, mut args: Vec<Expr>, span: Span) -> Refused<Expr> {
        let ints = || Shape::list(Shape::Int(Range::NATURAL));
        let int = |range: Range| Shape::Int(range);
        let first = args.first().map_or(Shape::Nothing, |arg| arg.shape.clone());
        let element = || first.element().unwrap_or(Shape::Nothing);
        let range = first.range();
        let is_text = first == Shape::Text;
        let (name, shape) = match function {
            Function::Min | Function::Max => return self.extreme(function == Function::Min, args, span),
            Function::Sum => ("sum_of", map_int(&element(), Range::total)),
            Function::Xor => ("xor_of", super::clauses::xor_all(&element())),
            Function::Any => ("any_of", Shape::Bool),
            Function::All => ("all_of", Shape::Bool),
            Function::Len => match &first {
                Shape::Tuple(parts) => return Ok(number(parts.len() as i128)),
                _ => ("length", Shape::LENGTH),
            },
            Function::Sort => ("sorted_of", Shape::list(element())),
            Function::Set => ("set_of", Shape::list(element())),
            Function::Tally | Function::Runs => {
                let tally = function == Function::Tally;
                match element() {
                    // What is counted is not known yet.
                    Shape::Nothing => (if tally { "tally_ints" } else { "runs_ints" }, Shape::list(Shape::Nothing)),
                    Shape::Int(range) => {
                        let pair = Shape::list(Shape::Int(range.join(Range::LENGTH)));
                        (if tally { "tally_ints" } else { "runs_ints" }, Shape::list(pair))
                    }
                    other => (if tally { "tally_pairs" } else { "runs_pairs" }, pairs_with(other)),
                }
            }
            Function::Count => (if is_text { "count_text" } else { "count_of" }, Shape::LENGTH),
            Function::Find => (if is_text { "find_text" } else { "find_of" }, Shape::LENGTH),
            Function::Split => (if is_text { "split_text" } else { "split_of" }, Shape::list(first.clone())),
            Function::Reverse => ("reversed_of", first.clone()),
            Function::Without => ("without", first.clone()),
            Function::Choose => ("choose", Shape::list(first.clone())),
            Function::Subsets => ("subsets", Shape::list(first.clone())),
            Function::Partitions => ("partitions", Shape::list(ints())),
            Function::Join => ("join", Shape::Text),
            Function::Text => ("text", Shape::Text),
            Function::Code => ("code", int(Range::new(0, 127))),
            Function::Int => ("int_of", int(Range::READ)),
            Function::Digits => ("digits", Shape::list(int(Range::new(0, 9)))),
            Function::Abs => ("abs_of", map_int(&first, |range| range.join(range.neg()).natural())),
            Function::Gcd => return Ok(self.gcd(args)),
            Function::Isqrt => ("isqrt", int(Range::new(0, range.hi.clamp(0, i128::from(i64::MAX))))),
            Function::Ilog => ("ilog", int(Range::new(0, 127))),
            Function::Popcount => ("popcount", int(Range::new(0, 128))),
            Function::Lowbit => ("lowbit", int(Range::new(0, range.hi.max(0)))),
            Function::BitAnd => {
                ("bit_and", both_int(&first, &args[1].shape, |a, b| Range::new(0, a.hi.min(b.hi).max(0))))
            }
            Function::BitOr => ("bit_or", both_int(&first, &args[1].shape, |a, b| a.natural().xor(b.natural()))),
            Function::PowMod => {
                ("powmod", map_int(&args[2].shape, |range| Range::new(0, range.hi.saturating_sub(1).max(0))))
            }
            Function::Factors => ("factors", Shape::list(Shape::list(int(Range::new(1, range.hi.max(127)))))),
            Function::Divisors => ("divisors", Shape::list(int(Range::new(1, range.hi.max(1))))),
            Function::Primes => ("primes", Shape::list(int(Range::new(2, range.hi.max(2))))),
            Function::IsPrime => ("isprime", Shape::Bool),
            Function::Neighbours => ("neighbours", element()),
            Function::Starting => ("starting", first.clone()),
            Function::Components => ("components", Shape::list(Shape::list(int(Range::LENGTH)))),
            other => {
                let message = format!("the function `{}` is not written", other.entry().name);
                return Err(Diagnostic::new(span, message));
            }
        };
        let runs_through_letters =
            matches!(function, Function::Sort | Function::Set | Function::Tally | Function::Runs);
        if is_text && runs_through_letters {
            let text = args.remove(0);
            args.insert(0, letters(text));
        }
        if matches!(first, Shape::Tuple(_)) && function != Function::Text {
            return Err(Diagnostic::new(span, "a list of values of different types can only be taken apart"));
        }
        self.suited(function, &mut args, span)?;
        if matches!(function, Function::Neighbours | Function::Starting)
            && let Some(looked_up) = self.lookup(name, &args, &shape)
        {
            return Ok(looked_up);
        }
        Ok(Expr { node: Node::Call(name, args), shape })
    }

    /// Arguments that must be of one type are.
    fn suited(&mut self, function: Function, args: &mut [Expr], span: Span) -> Refused<()> {
        if let ([list], true) = (&mut *args, matches!(function, Function::Any | Function::All)) {
            *list = retyped(list.clone(), &Shape::list(Shape::Bool));
        }
        let pair = matches!(function, Function::Count | Function::Find | Function::Split);
        if let ([list, x], true) = (&mut *args, pair)
            && list.shape != Shape::Text
        {
            let element = list.shape.element().unwrap_or(Shape::Nothing);
            let joined =
                element.join(&x.shape).ok_or_else(|| Diagnostic::new(span, "no element can be equal to this"))?;
            *x = retyped(x.clone(), &joined);
        }
        Ok(())
    }

    fn extreme(&mut self, least: bool, args: Vec<Expr>, span: Span) -> Refused<Expr> {
        let (two, of) = if least { ("min2", "min_of") } else { ("max2", "max_of") };
        if let [list] = &args[..] {
            let shape = list.shape.element().unwrap_or(Shape::Nothing);
            return Ok(Expr { node: Node::Call(of, args), shape });
        }
        let mut args = args.into_iter();
        let Some(mut best) = args.next() else { return Err(Diagnostic::new(span, "no argument")) };
        for arg in args {
            let joined =
                best.shape.join(&arg.shape).ok_or_else(|| Diagnostic::new(span, "values of different types"))?;
            let shape = match (&best.shape, &arg.shape) {
                (Shape::Int(a), Shape::Int(b)) if least => Shape::Int(Range::new(a.lo.min(b.lo), a.hi.min(b.hi))),
                (Shape::Int(a), Shape::Int(b)) => Shape::Int(Range::new(a.lo.max(b.lo), a.hi.max(b.hi))),
                (Shape::Nothing, _) | (_, Shape::Nothing) => Shape::Nothing,
                _ => joined,
            };
            best = Expr { node: Node::Call(two, vec![best, arg]), shape };
        }
        Ok(best)
    }

    fn gcd(&mut self, args: Vec<Expr>) -> Expr {
        let size = |shape: &Shape| map_int(shape, |range| range.join(range.neg()).natural());
        let mut all = number(0);
        for (at, arg) in args.into_iter().enumerate() {
            let shape = both_int(&size(&all.shape), &size(&arg.shape), |a, b| Range::new(0, a.hi.max(b.hi)));
            all = if at == 0 {
                Expr { node: arg.node, shape: arg.shape }
            } else {
                Expr { node: Node::Call("gcd2", vec![all, arg]), shape }
            };
        }
        match all.node {
            Node::Call("gcd2", _) => all,
            _ => Expr { shape: size(&all.shape), node: Node::Call("abs_of", vec![all]) },
        }
    }

    /// An index of a list that stays the same for a case: a global, or a helper without arguments.
    fn lookup(&mut self, function: &'static str, args: &[Expr], shape: &Shape) -> Option<Expr> {
        let [list, key] = args else { return None };
        let (name, changes) = match &list.node {
            Node::Global(index) => (self.names.globals[*index].clone(), self.repeats(*index)),
            Node::Helper(index, args) if args.is_empty() => {
                let helper = &self.program.lets[*index];
                (
                    self.names.helpers[*index].clone(),
                    helper.asks || helper.globals.iter().any(|&global| self.repeats(global)),
                )
            }
            _ => return None,
        };
        let name = format!("{function}_of_{name}");
        let place = self.lookups.iter().position(|lookup| lookup.name == name).unwrap_or_else(|| {
            let (list, key, found) = (list.clone(), key.shape.clone(), shape.clone());
            self.lookups.push(Lookup { function, list, name: name.clone(), key, found, changes });
            self.lookups.len() - 1
        });
        self.lookups[place].list = list.clone();
        self.lookups[place].found = shape.clone();
        if let Some(joined) = self.lookups[place].key.join(&key.shape) {
            self.lookups[place].key = joined;
        }
        Some(Expr { node: Node::Lookup(place, key.clone().into()), shape: shape.clone() })
    }
}

fn pairs_with(element: Shape) -> Shape {
    Shape::list(Shape::Tuple(vec![element, Shape::LENGTH]))
}
