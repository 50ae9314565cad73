//! Rules of lists, texts and boards as rules of numbers.
//!
//! Every expression of a rule is read with what its names are now: numbers as before, letters as their places in the alphabet, lists
//! as [`Sequence`]s. What cannot be said with numbers ends it: then the rules stay as they are. Loops inside expressions
//! (`any(a[j] == 0 for j in i+1..k)`) are written out.

use super::interval::{Interval, Run};
use super::linear::Ranges;
use super::plan::{Arg, Coding};
use super::sequence::{Board, Checks, Maker, Sequence};
use super::subset::Base;
use super::terms::{add, choice, compare, constant, expr, halved, int, less, local, lowest, mul, not, shifted, sub};
use crate::program::{Clause, Expr, ExprKind, KindId, Let, Position, Program, Rule, Update};
use crate::source::Span;
use crate::syntax::ast::{Assign, Comparison, Op};
use crate::value::{List, Val};

/// Expressions that one rewriting may make, and how deep helpers are written out.
const MOST_MADE: usize = 20_000;
const DEEPEST: usize = 40;

/// Turns of a loop that is written out.
pub(super) const MOST_TURNS: i64 = 64;

/// What a name or an expression is.
#[derive(Debug, Clone)]
pub(super) enum Now {
    Plain(Expr),
    /// A letter as its place in the alphabet.
    Letter(Expr),
    Sequence(Sequence),
    Board(Board),
    /// A row of a board.
    Row(Board, Expr),
    /// A part of the first list, by its digits.
    Set(Expr),
    /// Neighbouring elements of the first list.
    Interval(Interval),
    /// A place of the list whose digits are in a slot, by its place in the first list.
    Place {
        of: usize,
        place: Expr,
    },
}

/// What the slots of a frame are.
pub(super) type Names = Vec<Option<Now>>;

pub(super) struct Rewrite<'a> {
    pub(super) program: &'a Program,
    pub(super) maker: Maker<'a>,
    pub(super) coding: &'a Coding,
    /// The arguments of each kind that was met.
    pub(super) plans: Vec<Option<Vec<Arg>>>,
    /// Whether an argument turned out to have several lengths: then all begins again.
    pub(super) changed: bool,
    /// The list of which all are parts.
    pub(super) base: Option<Base>,
    /// The list of which all are neighbouring elements.
    pub(super) whole: Option<List>,
    /// The loops of the rule that run to the end of a list.
    pub(super) runs: Vec<Run>,
    /// The slots of sets among the arguments of the rule.
    pub(super) sets: Vec<usize>,
    /// Helpers that were made.
    pub(super) helpers: Vec<Let>,
    /// The ends of the loops of the rule.
    pub(super) ranges: Ranges,
    /// The next free slot of the rule.
    next: usize,
    made: usize,
    depth: usize,
}

impl<'a> Rewrite<'a> {
    pub(super) fn new(program: &'a Program, coding: &'a Coding, plans: Vec<Option<Vec<Arg>>>) -> Rewrite<'a> {
        Rewrite {
            program,
            maker: Maker::new(coding),
            coding,
            plans,
            changed: false,
            base: coding.base(),
            whole: coding.whole(),
            runs: Vec::new(),
            sets: Vec::new(),
            helpers: Vec::new(),
            ranges: Ranges::default(),
            next: 0,
            made: 0,
            depth: 0,
        }
    }

    /// The rules of a kind.
    pub(super) fn rules(&mut self, kind: KindId) -> Option<Vec<Rule>> {
        let program = self.program;
        program.kinds[kind].rules.iter().map(|rule| self.rule(kind, rule)).collect()
    }

    fn rule(&mut self, kind: KindId, rule: &Rule) -> Option<Rule> {
        self.next = 0;
        self.sets.clear();
        self.runs.clear();
        self.ranges = Ranges::default();
        let args = self.plans[kind.index()].clone()?;
        let mut names: Names = args.iter().map(|arg| Some(self.argument(arg))).collect();
        names.resize(rule.frame.max(names.len()), None);
        let mut clauses = self.inside(&names);
        clauses.extend(self.clauses(&rule.clauses, &mut names)?);
        let options = rule.options.iter().map(|option| self.position(option, &mut names)).collect::<Option<_>>()?;
        Some(Rule { frame: self.next, options, clauses, span: rule.span })
    }

    pub(super) fn slot(&mut self) -> usize {
        self.next += 1;
        self.next - 1
    }

    /// A slot of an argument.
    fn natural(&mut self) -> usize {
        let slot = self.slot();
        self.ranges.natural(slot);
        slot
    }

    fn argument(&mut self, arg: &Arg) -> Now {
        let slot = self.natural();
        let word = local(slot);
        let checks = Checks::default();
        match *arg {
            Arg::Number => Now::Plain(word),
            Arg::Subset => {
                self.sets.push(slot);
                Now::Set(word)
            }
            Arg::Interval { letters } => Now::Interval(Interval { len: word, from: local(self.natural()), letters }),
            Arg::Sequence { fixed, letters } => {
                let len = fixed.map_or_else(|| local(self.natural()), |len| int(len as i64));
                Now::Sequence(Sequence { word, len, letters, checks })
            }
            Arg::Board { rows, columns, letters } => Now::Board(Board { word, rows, columns, letters, checks }),
        }
    }

    fn clauses(&mut self, clauses: &[Clause], names: &mut Names) -> Option<Vec<Clause>> {
        let mut list = Vec::new();
        for clause in clauses {
            list.extend(self.clause(clause, names)?);
        }
        Some(list)
    }

    fn clause(&mut self, clause: &Clause, names: &mut Names) -> Option<Vec<Clause>> {
        Some(vec![match clause {
            Clause::If(condition) => Clause::If(self.plain(condition, names)?),
            Clause::Range { slot, from, to, span } => {
                if let Some(places) = self.places_of_set((*slot, from, to.as_ref()?), *span, names) {
                    return Some(places);
                }
                let (from, to) = (self.plain(from, names)?, self.plain(to.as_ref()?, names)?);
                if let Some(run) = self.run((*slot, &from, &to), *span, names) {
                    return Some(vec![run]);
                }
                self.range(*slot, from, to, *span, names, Now::Plain)
            }
            Clause::Each { slots, pattern, items, span } => {
                // A local name: `let m = e`.
                if let (ExprKind::List(one), [slot], false) = (&items.kind, &slots[..], pattern)
                    && let [one] = &one[..]
                {
                    names[*slot] = Some(self.now(one, names)?);
                    return Some(Vec::new());
                }
                match self.now(items, names)? {
                    Now::Sequence(sequence) if !pattern => {
                        let last = sub(sequence.len.clone(), int(1));
                        let index = local(self.next);
                        let item = self.element(&sequence, index)?;
                        self.range(slots[0], int(0), last, *span, names, |_| item)
                    }
                    Now::Set(set) if !pattern => return self.each_of_set(&set, slots[0], *span, names),
                    Now::Interval(part) if !pattern => return self.each_of_interval(&part, slots[0], *span, names),
                    Now::Plain(items) => self.each(slots, *pattern, items, *span, names)?,
                    _ => return None,
                }
            }
        }])
    }

    fn range(
        &mut self,
        slot: usize,
        from: Expr,
        to: Expr,
        span: Span,
        names: &mut Names,
        name: impl FnOnce(Expr) -> Now,
    ) -> Clause {
        let new = self.slot();
        self.ranges.name(new, &from, &to);
        names[slot] = Some(name(local(new)));
        Clause::Range { slot: new, from, to: Some(to), span }
    }

    fn each(&mut self, slots: &[usize], pattern: bool, items: Expr, span: Span, names: &mut Names) -> Option<Clause> {
        // The letters of a text as numbers.
        if let ExprKind::Const(Val::Text(text)) = &items.kind {
            let codes = text.chars().map(|letter| self.coding.letter(letter)).collect::<Option<Vec<_>>>()?;
            let new = self.slot();
            names[*slots.first()?] = Some(Now::Letter(local(new)));
            let items = expr(ExprKind::Const(Val::List(List::of_integers(codes)?)));
            return Some(Clause::Each { slots: vec![new], pattern: false, items, span });
        }
        let new: Vec<usize> = slots.iter().map(|_| self.slot()).collect();
        slots.iter().zip(&new).for_each(|(slot, new)| names[*slot] = Some(Now::Plain(local(*new))));
        Some(Clause::Each { slots: new, pattern, items, span })
    }

    fn position(&mut self, position: &Position, names: &mut Names) -> Option<Position> {
        Some(match position {
            Position::Of { kind, args, settings, set, span } if settings.is_empty() && set.is_empty() => {
                let values = args.iter().map(|arg| self.now(arg, names)).collect::<Option<Vec<_>>>()?;
                let args = self.arguments(*kind, values)?;
                Position::Of { kind: *kind, args, settings: Vec::new(), set: Vec::new(), span: *span }
            }
            Position::Of { .. } | Position::Chosen(..) => return None,
            Position::Add(parts) => {
                Position::Add(parts.iter().map(|part| self.position(part, names)).collect::<Option<_>>()?)
            }
            Position::Copies(count, part) => {
                Position::Copies(Box::new(self.plain(count, names)?), Box::new(self.position(part, names)?))
            }
            Position::Sum(part, clauses) => {
                let mut names = names.clone();
                let clauses = self.clauses(clauses, &mut names)?;
                Position::Sum(Box::new(self.position(part, &mut names)?), clauses)
            }
        })
    }

    /// The arguments of a position, and by them what its kind has.
    fn arguments(&mut self, kind: KindId, values: Vec<Now>) -> Option<Vec<Expr>> {
        if self.plans[kind.index()].is_none() {
            let plan = values.iter().map(|value| self.planned(value)).collect::<Option<_>>()?;
            self.plans[kind.index()] = Some(plan);
            // Its rules are still to be read.
            self.changed = true;
        }
        let mut plan = self.plans[kind.index()].clone()?;
        (plan.len() == values.len()).then_some(())?;
        let mut args = Vec::new();
        for (arg, value) in plan.iter_mut().zip(values) {
            match (&mut *arg, value) {
                (Arg::Number, Now::Plain(value)) => args.push(value),
                (Arg::Subset, Now::Set(set)) => args.push(set),
                (Arg::Subset, Now::Plain(value)) => args.push(self.constant_set(&value)?),
                (Arg::Interval { letters }, Now::Interval(part)) if *letters == part.letters => {
                    args.extend(part.numbers());
                }
                (Arg::Interval { letters }, Now::Plain(value)) => {
                    args.extend(self.constant_interval(&value, *letters)?.numbers());
                }
                (Arg::Board { rows, columns, letters }, Now::Board(board)) => {
                    ((*rows, *columns, *letters) == (board.rows, board.columns, board.letters)).then_some(())?;
                    args.push(board.checks.seal(board.word, self.coding)?);
                }
                (Arg::Sequence { fixed, letters }, value) => {
                    let mut sequence = self.sequence(value, *letters)?;
                    if fixed.is_some_and(|fixed| constant(&sequence.len) != Some(fixed as i64)) {
                        *fixed = None;
                        self.changed = true;
                    }
                    let len = sequence.len.clone();
                    if fixed.is_none() {
                        let most = int(self.coding.most() as i64);
                        sequence.checks.forbid(less(most, len.clone()), self.coding);
                    }
                    args.push(sequence.checks.seal(sequence.word, self.coding)?);
                    if fixed.is_none() {
                        args.push(len);
                    }
                }
                _ => return None,
            }
        }
        self.plans[kind.index()] = Some(plan);
        Some(args)
    }

    /// What an argument of a kind is that is met for the first time.
    fn planned(&self, value: &Now) -> Option<Arg> {
        let fixed = |len: &Expr| constant(len).and_then(|len| usize::try_from(len).ok());
        Some(match value {
            Now::Plain(value) => match &value.kind {
                ExprKind::Const(value) => Arg::of(value)?.0,
                ExprKind::List(items) => Arg::Sequence { fixed: Some(items.len()), letters: false },
                _ => Arg::Number,
            },
            Now::Set(_) => Arg::Subset,
            Now::Interval(part) => Arg::Interval { letters: part.letters },
            Now::Place { .. } => return None,
            Now::Letter(_) => Arg::Sequence { fixed: Some(1), letters: true },
            Now::Sequence(sequence) => Arg::Sequence { fixed: fixed(&sequence.len), letters: sequence.letters },
            Now::Board(board) => Arg::Board { rows: board.rows, columns: board.columns, letters: board.letters },
            Now::Row(board, _) => Arg::Sequence { fixed: Some(board.columns), letters: board.letters },
        })
    }

    /// A value as a sequence.
    pub(super) fn sequence(&mut self, value: Now, letters: bool) -> Option<Sequence> {
        let sequence = match value {
            Now::Sequence(sequence) => sequence,
            Now::Letter(letter) => self.maker.listed(vec![letter], true)?,
            Now::Row(board, row) => {
                let place = self.maker.cell(&board, row, int(0))?;
                let bits = self.coding.bits * u32::try_from(board.columns).ok()?;
                let word = lowest(halved(board.word, place), int(bits.into()));
                let len = int(board.columns as i64);
                Sequence { word, len, letters: board.letters, checks: Checks::default() }
            }
            Now::Plain(value) => match value.kind {
                ExprKind::Const(value) => {
                    let (word, len) = self.coding.list(&value, letters)?;
                    Sequence { word: int(word), len: int(len as i64), letters, checks: Checks::default() }
                }
                ExprKind::List(items) if !letters => self.maker.listed(items, false)?,
                _ => return None,
            },
            Now::Board(_) | Now::Set(_) | Now::Interval(_) | Now::Place { .. } => return None,
        };
        (sequence.letters == letters).then_some(sequence)
    }

    pub(super) fn element(&mut self, sequence: &Sequence, index: Expr) -> Option<Now> {
        sequence.checks.is_empty().then_some(())?;
        let place = self.maker.place(sequence, index)?;
        Some(read(self.maker.at(&sequence.word, place), sequence.letters))
    }

    /// A number or a truth value.
    pub(super) fn plain(&mut self, expr: &Expr, names: &mut Names) -> Option<Expr> {
        match self.now(expr, names)? {
            Now::Plain(expr) => Some(expr),
            _ => None,
        }
    }

    pub(super) fn now(&mut self, expr: &Expr, names: &mut Names) -> Option<Now> {
        self.made += 1;
        if self.made > MOST_MADE || self.depth >= DEEPEST {
            return None;
        }
        self.depth += 1;
        let now = self.now_inside(expr, names);
        self.depth -= 1;
        now
    }

    fn all(&mut self, list: &[Expr], names: &mut Names) -> Option<Vec<Expr>> {
        list.iter().map(|item| self.plain(item, names)).collect()
    }

    fn now_inside(&mut self, from: &Expr, names: &mut Names) -> Option<Now> {
        let with = |kind: ExprKind| Some(Now::Plain(Expr { kind, span: from.span, ty: from.ty.clone() }));
        match &from.kind {
            ExprKind::Const(_) | ExprKind::Global(_) => Some(Now::Plain(from.clone())),
            ExprKind::Local(slot) => names.get(*slot)?.clone(),
            ExprKind::Neg(x) => with(ExprKind::Neg(Box::new(self.plain(x, names)?))),
            ExprKind::Not(x) => Some(Now::Plain(not(self.plain(x, names)?))),
            ExprKind::Power(a, b) => {
                with(ExprKind::Power(Box::new(self.plain(a, names)?), Box::new(self.plain(b, names)?)))
            }
            ExprKind::Chain(first, rest) => self.chain(first, rest, names),
            ExprKind::Compare(comparison, a, b) => self.comparison(*comparison, a, b, names).map(Now::Plain),
            ExprKind::If(condition, yes, no) => {
                let condition = self.plain(condition, names)?;
                let (yes, no) = (self.now(yes, names)?, self.now(no, names)?);
                self.branches(condition, yes, no)
            }
            ExprKind::List(items) => with(ExprKind::List(self.all(items, names)?)),
            ExprKind::ListOver(list) => {
                if let Some(kept) = self.kept(list, names) {
                    return Some(kept);
                }
                let turns = self.turns(list, names)?;
                let items = turns.into_iter().map(|(conditions, mut names)| {
                    conditions.is_empty().then_some(())?;
                    self.plain(&list.body, &mut names)
                });
                with(ExprKind::List(items.collect::<Option<_>>()?))
            }
            ExprKind::Index(base, index) => {
                let (base, index) = (self.now(base, names)?, self.now(index, names)?);
                match &base {
                    Now::Set(set) => return self.element_of_set(set, &index),
                    Now::Interval(part) => return self.element_of_interval(part, &index),
                    _ => {}
                }
                let Now::Plain(index) = index else { return None };
                match base {
                    Now::Sequence(sequence) => self.element(&sequence, index),
                    Now::Board(board) => board.checks.is_empty().then_some(Now::Row(board, index)),
                    Now::Row(board, row) => {
                        let place = self.maker.cell(&board, row, index)?;
                        Some(read(self.maker.at(&board.word, place), board.letters))
                    }
                    Now::Plain(base) => with(ExprKind::Index(Box::new(base), Box::new(index))),
                    Now::Letter(_) | Now::Set(_) | Now::Interval(_) | Now::Place { .. } => None,
                }
            }
            ExprKind::Slice(base, from, to) => {
                let base = self.now(base, names)?;
                let mut end = |end: &Option<Box<Expr>>| match end {
                    Some(end) => self.plain(end, names).map(Some),
                    None => Some(None),
                };
                let (from, to) = (end(from)?, end(to)?);
                match base {
                    Now::Sequence(sequence) => self.maker.part(sequence, from, to, &self.ranges).map(Now::Sequence),
                    Now::Interval(part) => Some(Now::Interval(part.part(from, to, &self.runs))),
                    _ => None,
                }
            }
            ExprKind::With(base, updates) => self.with(base, updates, names),
            ExprKind::Call(function, args) => self.call(*function, args, names),
            ExprKind::CallOver(function, list, rest) if rest.is_empty() => self.over(*function, list, names),
            ExprKind::Let(index, args) => self.helper(*index, args, names),
            _ => None,
        }
    }

    fn chain(&mut self, first: &Expr, rest: &[(Op, Expr)], names: &mut Names) -> Option<Now> {
        if rest.iter().any(|(op, _)| *op == Op::Join) {
            if let Some(around) = self.around(first, rest, names) {
                return Some(around);
            }
            let mut parts = vec![self.now(first, names)?];
            for (_, part) in rest {
                parts.push(self.now(part, names)?);
            }
            let is_text = |part: &Now| match part {
                Now::Sequence(Sequence { letters, .. }) => *letters,
                Now::Row(board, _) => board.letters,
                Now::Plain(value) => matches!(value.kind, ExprKind::Const(Val::Text(_))),
                Now::Letter(_) => true,
                Now::Board(_) | Now::Set(_) | Now::Interval(_) | Now::Place { .. } => false,
            };
            let letters = parts.iter().any(is_text);
            let parts = parts.into_iter().map(|part| self.sequence(part, letters)).collect::<Option<Vec<_>>>()?;
            let mut parts = parts.into_iter();
            let first = parts.next()?;
            return parts.try_fold(first, |a, b| self.maker.behind(a, b)).map(Now::Sequence);
        }
        let first = self.plain(first, names)?;
        let rest = rest.iter().map(|(op, part)| Some((*op, self.plain(part, names)?))).collect::<Option<Vec<_>>>()?;
        Some(Now::Plain(match rest.as_slice() {
            [(Op::Add, b)] => add(first, b.clone()),
            [(Op::Sub, b)] => sub(first, b.clone()),
            [(Op::Mul, b)] => mul(first, b.clone()),
            _ => expr(ExprKind::Chain(Box::new(first), rest)),
        }))
    }

    fn branches(&mut self, condition: Expr, yes: Now, no: Now) -> Option<Now> {
        Some(match (yes, no) {
            (Now::Plain(yes), Now::Plain(no)) => Now::Plain(choice(condition, yes, no)),
            (Now::Set(yes), Now::Set(no)) => Now::Set(choice(condition, yes, no)),
            (Now::Sequence(_), _) | (_, Now::Sequence(_)) | (Now::Board(_), _) | (_, Now::Board(_)) => return None,
            (yes, no) => {
                let (yes, no) = (self.letter(&yes)?, self.letter(&no)?);
                let known = [&yes, &no].iter().all(|letter| constant(letter) != Some(-1));
                known.then_some(Now::Letter(choice(condition, yes, no)))?
            }
        })
    }

    /// A letter as its place; of a text that is no letter of the alphabet −1, which is no place.
    pub(super) fn letter(&self, now: &Now) -> Option<Expr> {
        match now {
            Now::Letter(letter) => Some(letter.clone()),
            Now::Plain(Expr { kind: ExprKind::Const(Val::Text(text)), .. }) => {
                let [letter] = text.as_slice() else { return None };
                Some(int(self.coding.letter(*letter).unwrap_or(-1)))
            }
            _ => None,
        }
    }

    fn comparison(&mut self, comparison: Comparison, a: &Expr, b: &Expr, names: &mut Names) -> Option<Expr> {
        let (a, b) = (self.now(a, names)?, self.now(b, names)?);
        if matches!(comparison, Comparison::In | Comparison::NotIn) {
            let is = self.member(a, b)?;
            return Some(if comparison == Comparison::In { is } else { not(is) });
        }
        let equality = matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        Some(match (a, b) {
            (Now::Plain(a), Now::Plain(b)) => compare(comparison, a, b),
            (Now::Set(a), Now::Set(b)) if equality => compare(comparison, a, b),
            (Now::Set(set), Now::Plain(list)) | (Now::Plain(list), Now::Set(set)) if equality => {
                compare(comparison, set, self.constant_set(&list)?)
            }
            (Now::Interval(part), Now::Plain(value)) | (Now::Plain(value), Now::Interval(part)) if equality => {
                let equal = self.is_constant(&part, &value)?;
                if comparison == Comparison::Equal { equal } else { not(equal) }
            }
            (a @ Now::Letter(_), b) | (a, b @ Now::Letter(_)) => {
                let (a, b) = (self.letter(&a)?, self.letter(&b)?);
                let known = [&a, &b].iter().all(|letter| constant(letter) != Some(-1));
                (equality || known).then(|| compare(comparison, a, b))?
            }
            (a @ (Now::Sequence(_) | Now::Row(..)), b) | (a, b @ (Now::Sequence(_) | Now::Row(..))) if equality => {
                let of = |now: &Now| match now {
                    Now::Sequence(sequence) => Some(sequence.letters),
                    Now::Row(board, _) => Some(board.letters),
                    _ => None,
                };
                let letters = of(&a).or_else(|| of(&b))?;
                let (a, b) = (self.sequence(a, letters)?, self.sequence(b, letters)?);
                let equal = self.maker.equal(a, b)?;
                if comparison == Comparison::Equal { equal } else { not(equal) }
            }
            _ => return None,
        })
    }

    /// The changes of a list, each at another place.
    fn with(&mut self, base: &Expr, updates: &[Update], names: &mut Names) -> Option<Now> {
        let base = self.now(base, names)?;
        let (mut word, letters, mut checks) = match &base {
            Now::Sequence(Sequence { word, letters, checks, .. }) => (word.clone(), *letters, checks.clone()),
            Now::Board(Board { word, letters, checks, .. }) => (word.clone(), *letters, checks.clone()),
            _ => return None,
        };
        checks.is_empty().then_some(())?;
        let old = word.clone();
        let mut places: Vec<Expr> = Vec::new();
        for Update { path, assign, value } in updates {
            let path = self.all(path, names)?;
            let place = match (&base, path.as_slice()) {
                (Now::Sequence(sequence), [index]) => self.maker.place(sequence, index.clone())?,
                (Now::Board(board), [row, column]) => self.maker.cell(board, row.clone(), column.clone())?,
                _ => return None,
            };
            let before = self.maker.at(&old, place.clone());
            let value = self.now(value, names)?;
            let (after, change) = match (assign, value) {
                (Assign::Set, value) if letters => {
                    let letter = self.letter(&value).filter(|letter| constant(letter) != Some(-1))?;
                    (None, sub(letter, before))
                }
                (Assign::Set, Now::Plain(value)) => (Some(value.clone()), sub(value, before)),
                (Assign::Add, Now::Plain(value)) if !letters => (Some(add(before, value.clone())), value),
                (Assign::Sub, Now::Plain(value)) if !letters => (Some(sub(before, value.clone())), sub(int(0), value)),
                _ => return None,
            };
            after.iter().for_each(|after| checks.put(after, self.coding));
            for other in &places {
                checks.forbid(compare(Comparison::Equal, other.clone(), place.clone()), self.coding);
            }
            word = add(word, shifted(change, place.clone()));
            places.push(place);
        }
        Some(match base {
            Now::Sequence(sequence) => Now::Sequence(Sequence { word, checks, ..sequence }),
            Now::Board(board) => Now::Board(Board { word, checks, ..board }),
            _ => return None,
        })
    }

    /// A helper: written out, if it is about lists.
    fn helper(&mut self, index: usize, args: &[Expr], names: &mut Names) -> Option<Now> {
        let values = args.iter().map(|arg| self.now(arg, names)).collect::<Option<Vec<_>>>()?;
        let plain = |now: &Now| match now {
            Now::Plain(expr) => Some(expr.clone()),
            _ => None,
        };
        if let Some(args) = values.iter().map(plain).collect::<Option<Vec<_>>>() {
            return Some(Now::Plain(expr(ExprKind::Let(index, args))));
        }
        let program = self.program;
        let helper = &program.lets[index];
        let mut names: Names = values.into_iter().map(Some).collect();
        names.resize(helper.frame.max(names.len()), None);
        self.now(&helper.body, &mut names)
    }
}

/// An element as it is read.
pub(super) fn read(element: Expr, letters: bool) -> Now {
    if letters { Now::Letter(element) } else { Now::Plain(element) }
}
