//! Lists of a fixed length, functions and comprehensions.

use super::expr::Frame;
use super::{Result, Sym, Translator, bind, outside};
use grundy_automata::atoms::Bitwise;
use grundy_automata::formula::{Formula, Term};
use grundy_rules::program::{Clause, Comprehension, Expr, Update};
use grundy_rules::syntax::Span;
use grundy_rules::syntax::ast::{Assign, Comparison};

/// Lists up to this length are sorted, by exchanges of neighbours.
const LONGEST_SORT: usize = 4;

impl Translator<'_> {
    pub(super) fn list(&mut self, e: &Expr, frame: &Frame) -> Result<Vec<Sym>> {
        match self.eval(e, frame)? {
            Sym::List(items) => Ok(items),
            _ => outside("a value that is no list", e.span),
        }
    }

    pub(super) fn index(&mut self, list: &Expr, index: &Expr, frame: &Frame) -> Result<Sym> {
        let items = self.list(list, frame)?;
        let place = self.number(index, frame)?;
        let Some(i) = self.out.game.logic.constant(place) else {
            return self.varying_index(items, place, index.span);
        };
        match usize::try_from(i).ok().and_then(|i| items.into_iter().nth(i)) {
            Some(item) => Ok(item),
            None => outside("an index outside the list", index.span),
        }
    }

    /// A choice by the index; that it is outside the list becomes an exclusion.
    fn varying_index(&mut self, items: Vec<Sym>, index: Term, span: Span) -> Result<Sym> {
        let logic = &mut self.out.game.logic;
        let (zero, length) = (logic.int(0), logic.int(items.len() as i64));
        let wrong = [logic.lt(index, zero), logic.le(length, index)];
        let wrong = logic.or(&wrong);
        self.exclude(wrong);
        let mut last_first = items.into_iter().enumerate().rev();
        let Some((_, mut value)) = last_first.next() else {
            return outside("an index into an empty list", span);
        };
        for (i, item) in last_first {
            let logic = &mut self.out.game.logic;
            let place = logic.int(i as i64);
            let here = logic.eq(index, place);
            value = self.choose(here, item, value, span)?;
        }
        Ok(value)
    }

    pub(super) fn slice(&mut self, list: &Expr, from: Option<&Expr>, to: Option<&Expr>, frame: &Frame) -> Result<Sym> {
        let items = self.list(list, frame)?;
        let length = items.len() as i64;
        let mut end = |e: Option<&Expr>, default: i64| match e {
            Some(e) => self.constant(e, frame).map(|n| n.clamp(0, length)),
            None => Ok(default),
        };
        let (low, high) = (end(from, 0)?, end(to, length)?);
        Ok(Sym::List(items.into_iter().take(high as usize).skip(low as usize).collect()))
    }

    /// A changed copy: indices and right sides see the old list.
    pub(super) fn with(&mut self, list: &Expr, updates: &[Update], frame: &Frame) -> Result<Sym> {
        let mut value = self.eval(list, frame)?;
        for update in updates {
            let right = self.eval(&update.value, frame)?;
            let mut place = &mut value;
            for step in &update.path {
                let i = self.constant(step, frame)?;
                let Sym::List(items) = place else {
                    return outside("an index into something that is no list", step.span);
                };
                place = match usize::try_from(i).ok().and_then(|i| items.get_mut(i)) {
                    Some(item) => item,
                    None => return outside("an index outside the list", step.span),
                };
            }
            let logic = &mut self.out.game.logic;
            *place = match (update.assign, &*place, right) {
                (Assign::Set, _, right) => right,
                (Assign::Add, Sym::Number(old), Sym::Number(by)) => Sym::Number(logic.add(*old, by)),
                (Assign::Sub, Sym::Number(old), Sym::Number(by)) => Sym::Number(logic.sub(*old, by)),
                _ => return outside("a change of something that is no number", update.value.span),
            };
        }
        Ok(value)
    }

    /// The frames of all runs of clauses whose ranges and conditions are constant.
    pub(super) fn frames(&mut self, clauses: &[Clause], frame: &Frame) -> Result<Vec<Vec<Option<Sym>>>> {
        let mut frames = vec![frame.to_vec()];
        for clause in clauses {
            let mut next = Vec::new();
            for frame in frames {
                match clause {
                    Clause::If(condition) => {
                        let formula = self.truth(condition, &frame)?;
                        match self.is_constant(formula) {
                            Some(true) => next.push(frame),
                            Some(false) => {}
                            None => {
                                return outside(
                                    "a condition inside a list that depends on the position",
                                    condition.span,
                                );
                            }
                        }
                    }
                    Clause::Range { slot, from, to: Some(to), span } => {
                        let (low, high) = (self.constant(from, &frame)?, self.constant(to, &frame)?);
                        if high.saturating_sub(low) > super::LONGEST_RANGE {
                            return outside("a long list", *span);
                        }
                        for n in low..=high {
                            let mut inner = frame.clone();
                            inner[*slot] = Some(Sym::Number(self.out.game.logic.int(n)));
                            next.push(inner);
                        }
                    }
                    Clause::Range { span, .. } => return outside("a range without an end", *span),
                    Clause::Each { slots, pattern, items, span } => {
                        for item in self.list(items, &frame)? {
                            let mut inner = frame.clone();
                            bind(&mut inner, slots, *pattern, item, *span)?;
                            next.push(inner);
                        }
                    }
                }
                if let (true, Some(first)) = (next.len() > super::MOST_MOVES, clauses.first()) {
                    let span = match first {
                        Clause::If(e) => e.span,
                        Clause::Range { span, .. } | Clause::Each { span, .. } => *span,
                    };
                    return outside("a long list", span);
                }
            }
            frames = next;
        }
        Ok(frames)
    }

    pub(super) fn comprehension(&mut self, over: &Comprehension, frame: &Frame) -> Result<Vec<Sym>> {
        let frames = self.frames(&over.clauses, frame)?;
        frames.iter().map(|frame| self.eval(&over.body, frame)).collect()
    }

    pub(super) fn call(&mut self, name: &str, args: Vec<Sym>, span: Span) -> Result<Sym> {
        match (name, &args[..]) {
            ("min" | "max", [Sym::List(items)]) => self.extreme(name, &items.clone(), span),
            ("min" | "max", items) => self.extreme(name, items, span),
            ("abs", [Sym::Number(a)]) => Ok(Sym::Number(self.out.game.logic.abs(*a))),
            ("lowbit", [Sym::Number(a)]) => {
                self.natural(*a);
                Ok(Sym::Number(self.out.game.logic.lowbit(*a)))
            }
            ("bitand", [Sym::Number(a), Sym::Number(b)]) => Ok(Sym::Number(self.bits(Bitwise::And, *a, *b))),
            ("bitor", [Sym::Number(a), Sym::Number(b)]) => Ok(Sym::Number(self.bits(Bitwise::Or, *a, *b))),
            ("len", [Sym::List(items)]) => Ok(Sym::Number(self.out.game.logic.int(items.len() as i64))),
            ("sum" | "xor", [Sym::List(items)]) => {
                let numbers = numbers(items, span)?;
                let mut total = self.out.game.logic.int(0);
                for (i, n) in numbers.into_iter().enumerate() {
                    total = match (name, i) {
                        (_, 0) => n,
                        ("sum", _) => self.out.game.logic.add(total, n),
                        _ => self.bits(Bitwise::Xor, total, n),
                    };
                }
                Ok(Sym::Number(total))
            }
            ("any" | "all", [Sym::List(items)]) => {
                let truths = truths(items, span)?;
                let logic = &mut self.out.game.logic;
                Ok(Sym::Truth(if name == "any" { logic.or(&truths) } else { logic.and(&truths) }))
            }
            ("count", [Sym::List(items), x]) => {
                let mut total = self.out.game.logic.int(0);
                for item in items {
                    let equal = self.compare(Comparison::Equal, item, x, span)?;
                    let logic = &mut self.out.game.logic;
                    let (one, zero) = (logic.int(1), logic.int(0));
                    let part = logic.choose(equal, one, zero);
                    total = logic.add(total, part);
                }
                Ok(Sym::Number(total))
            }
            ("reverse", [Sym::List(items)]) => Ok(Sym::List(items.iter().rev().cloned().collect())),
            ("sort", [Sym::List(items)]) => self.sort(items, span),
            _ => outside("a function that is not linear", span),
        }
    }

    fn extreme(&mut self, name: &str, items: &[Sym], span: Span) -> Result<Sym> {
        let numbers = numbers(items, span)?;
        if numbers.is_empty() {
            return outside("the extreme of an empty list", span);
        }
        let logic = &mut self.out.game.logic;
        Ok(Sym::Number(if name == "min" { logic.min(&numbers) } else { logic.max(&numbers) }))
    }

    fn sort(&mut self, items: &[Sym], span: Span) -> Result<Sym> {
        let mut list = numbers(items, span)?;
        if list.len() > LONGEST_SORT {
            return outside("a sorted list of more than 4 numbers", span);
        }
        let logic = &mut self.out.game.logic;
        for end in (1..list.len()).rev() {
            for i in 0..end {
                let (a, b) = (list[i], list[i + 1]);
                (list[i], list[i + 1]) = (logic.min(&[a, b]), logic.max(&[a, b]));
            }
        }
        Ok(Sym::List(list.into_iter().map(Sym::Number).collect()))
    }
}

fn numbers(items: &[Sym], span: Span) -> Result<Vec<Term>> {
    let number = |item: &Sym| match item {
        Sym::Number(term) => Ok(*term),
        _ => outside("a list with something other than numbers", span),
    };
    items.iter().map(number).collect()
}

fn truths(items: &[Sym], span: Span) -> Result<Vec<Formula>> {
    let truth = |item: &Sym| match item {
        Sym::Truth(formula) => Ok(*formula),
        _ => outside("a list with something other than truth values", span),
    };
    items.iter().map(truth).collect()
}
