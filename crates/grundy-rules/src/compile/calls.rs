//! Helpers that cannot be written out, because they call themselves or make lists: the exact evaluator is asked about each
//! lane, and remembers what it gave as it always does.

use super::Facts;
use super::code::{Action, Loop, Operand, Table};
use super::lower::{Binding, Kind, Lowering, Typed};
use super::lower_expr::Guards;
use crate::builtins::Gives;
use crate::program::{Expr, ExprKind};
use crate::syntax::ast::Op;
use crate::value::Val;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A helper, and what it is thought to give.
#[derive(Clone)]
pub(super) struct Helper {
    game: Arc<dyn Facts>,
    index: usize,
    kind: Kind,
}

impl Helper {
    /// What it gives; nothing if it fails or gives something else.
    pub(super) fn call(&self, args: impl Iterator<Item = i64>) -> Option<i64> {
        let args: Vec<Val> = args.map(|arg| Val::Int(i128::from(arg))).collect();
        number(&self.game.call(self.index, &args)?, self.kind)
    }
}

/// What a register of a kind holds for a value.
fn number(value: &Val, kind: Kind) -> Option<i64> {
    match (value, kind) {
        (Val::Int(_), Kind::Int) => value.small(),
        (Val::Bool(truth), Kind::Bool) => Some(i64::from(*truth)),
        _ => None,
    }
}

/// All code that is compared is of one game.
impl PartialEq for Helper {
    fn eq(&self, other: &Helper) -> bool {
        self.index == other.index
    }
}

impl Eq for Helper {}

impl Hash for Helper {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.index.hash(state);
    }
}

impl fmt::Debug for Helper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Helper").field(&self.index).finish()
    }
}

/// Turns of a loop for which a helper is worked out beforehand.
const MOST_TURNS: i64 = 1 << 10;

impl Lowering<'_> {
    /// A helper of a name that runs through a constant range: a table.
    fn tabulated(&mut self, index: usize, args: &[Expr], guards: &Guards) -> Option<(Operand, Kind)> {
        let [Expr { kind: ExprKind::Local(slot), .. }] = args else { return None };
        let Some(Binding::Register(name @ Typed { kind: Kind::Int, .. })) = self.slots.get(*slot)?.clone() else {
            return None;
        };
        let Loop::Range { from: Operand::Const(from), to: Operand::Const(to) } =
            *self.levels.get(name.level.checked_sub(1)?)?.inner.as_ref()?
        else {
            return None;
        };
        (name.operand == Operand::Reg(1) && from == 0 && to < MOST_TURNS).then_some(())?;
        let kind = self.kind_of(&self.program.lets[index].body, &mut vec![index])?;
        let game = self.game;
        let given = |turn: i64| number(&game.call(index, &[Val::Int(turn.into())])?, kind);
        let numbers = (from..=to).map(given).collect::<Option<Vec<i64>>>()?;
        let table = self.add_table(Table::column(numbers))?;
        let turn = self.import(name)?;
        Some((self.emit(Action::Lookup(table, turn), guards)?, kind))
    }

    /// A helper: written out if that can be done, else called.
    pub(super) fn helper(&mut self, index: usize, args: &[Expr], guards: &mut Guards) -> Option<(Operand, Kind)> {
        if self.helpers.contains(&index) {
            return None;
        }
        let before = (self.levels.clone(), self.known.clone());
        if let Some(value) = self.written_out(index, args, guards) {
            return Some(value);
        }
        (self.levels, self.known) = before;
        if let Some(value) = self.tabulated(index, args, guards) {
            return Some(value);
        }
        let game = self.shared.clone()?;
        let kind = self.kind_of(&self.program.lets[index].body, &mut vec![index])?;
        let args = args.iter().map(|arg| self.wanted(arg, Kind::Int, guards)).collect::<Option<Vec<_>>>()?;
        Some((self.emit(Action::Call(Helper { game, index, kind }, args), guards)?, kind))
    }

    /// What an expression gives, judged by its form: a wrong judgement is found out when it is worked out.
    fn kind_of(&self, expr: &Expr, inside: &mut Vec<usize>) -> Option<Kind> {
        match &expr.kind {
            ExprKind::Const(Val::Int(_)) | ExprKind::Neg(_) | ExprKind::Power(..) => Some(Kind::Int),
            ExprKind::Const(Val::Bool(_)) | ExprKind::Not(_) | ExprKind::Compare(..) => Some(Kind::Bool),
            ExprKind::Local(_) | ExprKind::Global(_) | ExprKind::Index(..) => Some(Kind::Int),
            ExprKind::Chain(_, rest) => match rest.first()?.0 {
                Op::And | Op::Or => Some(Kind::Bool),
                Op::Join => None,
                _ => Some(Kind::Int),
            },
            ExprKind::If(_, yes, no) => self.kind_of(yes, inside).or_else(|| self.kind_of(no, inside)),
            ExprKind::Call(builtin, _) | ExprKind::CallOver(builtin, ..) => match builtin.entry().gives {
                Gives::Int | Gives::Element => Some(Kind::Int),
                Gives::Bool => Some(Kind::Bool),
                _ => None,
            },
            ExprKind::Let(index, _) if !inside.contains(index) => {
                inside.push(*index);
                let kind = self.kind_of(&self.program.lets[*index].body, inside);
                inside.pop();
                kind
            }
            _ => None,
        }
    }
}
