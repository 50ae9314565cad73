//! A play position of all points of a union of boxes, `kind(x, y) for (x, y) in set([(x, y) for (a, b, c, d) in L, x in a..c, y in b..d])`: its value
//! where the method of the kind knows the XOR over such a union without going through its points.

use super::Engine;
use crate::builtins::Function;
use crate::component::Handle;
use crate::program::{Clause, Comprehension, Expr, ExprKind, KindId, Play, Position};
use crate::value::Val;
use grundy::Value;

/// What is named: the list, its rows and the places of the four ends in them.
struct Union {
    kind: KindId,
    list: usize,
    width: usize,
    /// For each axis the places of its first and its last number in a row.
    places: [(usize, usize); 2],
}

impl Union {
    fn new(play: &Play) -> Option<Union> {
        let Position::Of { kind, args, set, .. } = &play.position else { return None };
        let [Clause::Each { slots, pattern: true, items, .. }] = play.clauses.as_slice() else { return None };
        let points = points_of(items)?;
        let ExprKind::List(point) = &points.body.kind else { return None };
        let [
            Clause::Each { slots: row, pattern: true, items: list, .. },
            first @ Clause::Range { .. },
            second @ Clause::Range { .. },
        ] = points.clauses.as_slice()
        else {
            return None;
        };
        let ExprKind::Global(list) = list.kind else { return None };
        let range = |clause: &Clause| match clause {
            Clause::Range { slot, from, to: Some(to), .. } => Some((*slot, (place(from, row)?, place(to, row)?))),
            _ => None,
        };
        let ranges = [range(first)?, range(second)?];
        // The argument is a name of the point, which is a name of a range.
        let along = |arg: &Expr| {
            let part = point.get(place(arg, slots)?)?;
            ranges.iter().find(|(slot, _)| place(part, &[*slot]).is_some()).map(|range| range.1)
        };
        let ([x, y], true, true) = (args.as_slice(), set.is_empty(), point.len() == 2 && slots.len() == 2) else {
            return None;
        };
        let (x_places, y_places) = (along(x)?, along(y)?);
        (x_places != y_places).then_some(Union { kind: *kind, list, width: row.len(), places: [x_places, y_places] })
    }
}

/// The list under `set`.
fn points_of(items: &Expr) -> Option<&Comprehension> {
    match &items.kind {
        ExprKind::CallOver(Function::Set, list, rest) if rest.is_empty() => Some(list),
        ExprKind::Call(Function::Set, args) => match &args.first()?.kind {
            ExprKind::ListOver(list) => Some(list),
            _ => None,
        },
        _ => None,
    }
}

/// The place of a name among slots.
fn place(expr: &Expr, slots: &[usize]) -> Option<usize> {
    let ExprKind::Local(slot) = expr.kind else { return None };
    slots.iter().position(|&name| name == slot)
}

impl Engine {
    /// The value of a play position that is a union of boxes. Nothing if it is none, or nobody knows.
    pub(crate) fn union_value(&self, handle: &Handle, globals: &[Option<Val>], play: &Play) -> Option<Value> {
        let union = Union::new(play).filter(|_| !handle.misere)?;
        let Some(Val::List(list)) = &globals[union.list] else { return None };
        let (numbers, width) = list.rows().filter(|(_, width)| *width == union.width)?;
        let end = |row: &[i64], place: usize| u128::try_from(row[place]).ok();
        let area = |row: &[i64]| {
            let axis = |(from, to): (usize, usize)| Some((end(row, from)?, end(row, to)?));
            Some([axis(union.places[0])?, axis(union.places[1])?])
        };
        let boxes = numbers.chunks(width).map(area).collect::<Option<Vec<_>>>()?;
        handle.methods(union.kind).iter().find_map(|method| method.xor_of_union(&boxes))
    }
}
