//! Positions that are one list of natural numbers from which a move subtracts a list of a constant list, element by element:
//! `bag([left[i] - need[i] for i in 0..len(left)-1]) for need in needs`. What would become negative is no move.
//!
//! **Idea.** The list is kept in one number, as many bits an element as it needs and one more, the *guard*, which is free to show a
//! borrow: all elements of n are at least those of w if and only if (n + guard - w) xor guard = n - w, for then no guard is borrowed
//! from, and otherwise the left side is larger, by twice each guard that is. So the game is the rule of integers below, for which
//! the searches are made, backwards search and vector machine included.
//!
//! Numbers only fall, so what fits a position fits all that follow. A position that does not fit the fields of an earlier one gets
//! wider fields, at least doubled in what they hold, so that questions about many positions share almost all that is learnt.

use crate::builtins::Function;
use crate::compile;
use crate::error::{Error, Miss};
use crate::game::{Pos, RuleGame};
use crate::integer::Integers;
use crate::loaded::Loaded;
use crate::meter::Leash;
use crate::program::{Clause, Expr, ExprKind, KindId, Position, Rule};
use crate::syntax::ast::Op;
use crate::value::{List, Val};
use grundy::Watch;
use std::sync::{Arc, OnceLock};

/// The rule of packed lists.
const RULE: &str = "param guard
data takes
bag(n) -> bag(n - w)   for w in takes if (n + guard - w) xor guard == n - w
";

/// Bits of all fields together.
const MOST_BITS: u32 = 62;

/// The kinds of a game that subtract lists.
pub(crate) struct Vectors {
    exact: Arc<RuleGame>,
    watch: Watch,
    tables: bool,
    leash: Leash,
    /// For each kind what it subtracts, once that was asked for, if that is all it does.
    kinds: Vec<Option<Option<Takes>>>,
}

/// What a kind subtracts.
struct Takes {
    /// Rows of natural numbers, none of them all zeros.
    rows: Vec<i64>,
    width: usize,
    packed: Option<Packed>,
}

/// The game of packed lists.
struct Packed {
    fields: Vec<Field>,
    integers: Integers,
}

/// Where an element is: its lowest bit, and how many it has without the guard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Field {
    shift: u32,
    bits: u32,
}

impl Field {
    fn holds(self, n: i64) -> bool {
        n >> self.bits == 0
    }
}

impl Vectors {
    pub(crate) fn new(exact: Arc<RuleGame>, watch: Watch, tables: bool, leash: Leash) -> Vectors {
        let kinds = exact.loaded.program.kinds.iter().map(|_| None).collect();
        Vectors { exact, watch, tables, leash, kinds }
    }

    /// The Grundy value of a position.
    pub(crate) fn value(&mut self, pos: &Pos) -> Result<u64, Miss<Error>> {
        let (integers, packed) = self.packed(pos).ok_or(Miss::NotMine)?;
        integers.value(&packed)
    }

    /// Whether the player who moves wins a position.
    pub(crate) fn wins(&mut self, pos: &Pos) -> Result<bool, Miss<Error>> {
        let (integers, packed) = self.packed(pos).ok_or(Miss::NotMine)?;
        integers.wins(&packed)
    }

    /// The position as one of the game of packed lists.
    fn packed(&mut self, pos: &Pos) -> Option<(&mut Integers, Pos)> {
        let Vectors { exact, watch, tables, leash, kinds } = self;
        let [Val::List(list)] = &*pos.args else { return None };
        let takes = kinds[pos.kind.index()].get_or_insert_with(|| takes(exact, pos.kind)).as_mut()?;
        let numbers: Vec<i64> = list.items().iter().map(natural).collect::<Option<_>>()?;
        if numbers.len() != takes.width {
            return None;
        }
        let fits = |packed: &Packed| packed.fields.iter().zip(&numbers).all(|(field, &n)| field.holds(n));
        if !takes.packed.as_ref().is_some_and(fits) {
            let old = takes.packed.take().map(|packed| packed.fields).unwrap_or_default();
            let bits = |(place, &n): (usize, &i64)| {
                (i64::BITS - n.leading_zeros()).max(1).max(old.get(place).map_or(0, |field| field.bits))
            };
            let fields = fields(numbers.iter().enumerate().map(bits))
                .or_else(|| fields(numbers.iter().map(|n| bits((usize::MAX, n)))))?;
            takes.packed = Some(Packed::new(exact, (watch, *tables, leash), (&takes.rows, takes.width), fields)?);
        }
        let packed = takes.packed.as_mut()?;
        let number = pack(&packed.fields, &numbers);
        Some((&mut packed.integers, Pos { kind: KindId::FIRST, args: Arc::new([Val::Int(number.into())]) }))
    }
}

impl Packed {
    fn new(
        exact: &Arc<RuleGame>,
        (watch, tables, leash): (&Watch, bool, &Leash),
        (rows, width): (&[i64], usize),
        fields: Vec<Field>,
    ) -> Option<Packed> {
        let fits = |row: &&[i64]| fields.iter().zip(*row).all(|(field, &n)| field.holds(n));
        let mut numbers: Vec<i64> = rows.chunks(width).filter(fits).map(|row| pack(&fields, row)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let guard: i64 = fields.iter().map(|field| 1 << (field.shift + field.bits)).sum();
        let loaded = rule()?;
        let mut globals = vec![None; loaded.program.globals.len()];
        globals[loaded.program.global("guard")?] = Some(Val::Int(guard.into()));
        globals[loaded.program.global("takes")?] = Some(Val::List(List::of_integers(numbers)?));
        let game = Arc::new(RuleGame::new(loaded, globals, exact.meter.clone()));
        Some(Packed { fields, integers: Integers::new(game, watch.clone(), tables, leash.clone()) })
    }
}

fn rule() -> Option<Arc<Loaded>> {
    static LOADED: OnceLock<Option<Arc<Loaded>>> = OnceLock::new();
    LOADED.get_or_init(|| Loaded::new("packed", RULE).ok().map(Arc::new)).clone()
}

/// Fields of so many bits, if they fit.
fn fields(bits: impl Iterator<Item = u32>) -> Option<Vec<Field>> {
    let (mut fields, mut shift) = (Vec::new(), 0u32);
    for bits in bits {
        fields.push(Field { shift, bits });
        shift = shift.saturating_add(bits + 1);
    }
    (shift <= MOST_BITS).then_some(fields)
}

fn pack(fields: &[Field], numbers: &[i64]) -> i64 {
    fields.iter().zip(numbers).map(|(field, &n)| n << field.shift).sum()
}

fn natural(value: &Val) -> Option<i64> {
    value.small().filter(|&n| n >= 0)
}

/// What a kind subtracts, if each of its rules only does that.
fn takes(game: &RuleGame, kind: KindId) -> Option<Takes> {
    let mut all: Option<Takes> = None;
    for rule in &game.loaded.program.kinds[kind].rules {
        let (rows, width) = rows(&compile::constant(game, subtracted(rule, kind)?)?)?;
        let takes = all.get_or_insert_with(|| Takes { rows: Vec::new(), width, packed: None });
        if takes.width != width {
            return None;
        }
        takes.rows.extend(rows);
    }
    let moves = |takes: &Takes| takes.rows.chunks(takes.width).all(|row| row.iter().any(|&n| n > 0));
    all.filter(moves)
}

/// The list that a rule runs through, if it subtracts its elements.
fn subtracted(rule: &Rule, own: KindId) -> Option<&Expr> {
    let [Clause::Each { slots, pattern: false, items, .. }] = rule.clauses.as_slice() else { return None };
    let ([taken], [Position::Of { kind, args, .. }]) = (slots.as_slice(), rule.options.as_slice()) else { return None };
    let ([Expr { kind: ExprKind::ListOver(list), .. }], true) = (args.as_slice(), *kind == own) else { return None };
    let [Clause::Range { slot: place, from, to: Some(to), .. }] = list.clauses.as_slice() else { return None };
    let whole = from.is_number(0) && (is_last(to, 0) || is_last(to, *taken));
    let ExprKind::Chain(left, rest) = &list.body.kind else { return None };
    let [(Op::Sub, right)] = rest.as_slice() else { return None };
    (whole && is_element(left, 0, *place) && is_element(right, *taken, *place)).then_some(items)
}

/// `len(x) - 1`.
fn is_last(expr: &Expr, list: usize) -> bool {
    let ExprKind::Chain(first, rest) = &expr.kind else { return false };
    let one = matches!(rest.as_slice(), [(Op::Sub, less)] if less.is_number(1));
    let ExprKind::Call(builtin, args) = &first.kind else { return false };
    one && *builtin == Function::Len && matches!(args.as_slice(), [arg] if arg.is_local(list))
}

/// `x[i]`.
fn is_element(expr: &Expr, list: usize, place: usize) -> bool {
    matches!(&expr.kind, ExprKind::Index(base, index) if base.is_local(list) && index.is_local(place))
}

/// The rows of a list of lists of natural numbers of one length, which is not 0.
fn rows(list: &Val) -> Option<(Vec<i64>, usize)> {
    let Val::List(list) = list else { return None };
    if let Some((numbers, width)) = list.rows() {
        return numbers.iter().all(|&n| n >= 0).then(|| (numbers.to_vec(), width));
    }
    let (mut numbers, mut width) = (Vec::new(), None);
    for row in list.items() {
        let Val::List(row) = row else { return None };
        numbers.extend(row.items().iter().map(natural).collect::<Option<Vec<_>>>()?);
        if *width.get_or_insert(row.len()) != row.len() {
            return None;
        }
    }
    width.filter(|&width| width > 0).map(|width| (numbers, width))
}
