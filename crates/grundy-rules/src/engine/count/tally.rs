//! `tally([value(P(x)) for x in A..B])`: how many positions have each value, where the method of P knows it at once.

use super::{Engine, Forms, Known};
use crate::component::Handle;
use crate::error::Error;
use crate::method::Answer;
use crate::program::{Clause, Comprehension, ExprKind, Position};
use crate::syntax::ast::Question;
use crate::value::Val;

impl Engine {
    /// The pairs of value and count, ascending.
    pub(super) fn tallied(
        &self,
        handle: &Handle,
        list: &Comprehension,
        known: &Known<'_>,
    ) -> Result<Option<Val>, Error> {
        let [Clause::Range { slot, from, to: Some(to), .. }] = list.clauses.as_slice() else { return Ok(None) };
        let ExprKind::Ask(Question::Value, position) = &list.body.kind else { return Ok(None) };
        let Position::Of { kind, args, set, .. } = &**position else { return Ok(None) };
        let forms = Forms { known, names: vec![*slot] };
        let ends = || {
            let ([arg], true) = (args.as_slice(), set.is_empty()) else { return None };
            let form = forms.form(arg).filter(|form| form.terms == [(*slot, 1)])?;
            let end = |expr| {
                let end = forms.form(expr).filter(|form| form.terms.is_empty())?;
                u128::try_from(end.constant.checked_add(form.constant)?).ok()
            };
            Some((end(from)?, end(to)?))
        };
        let Some((from, to)) = ends().filter(|(from, to)| from <= to) else { return Ok(None) };
        for method in handle.methods(*kind) {
            if let Answer::Known(pairs) = method.tally(from, to, &self.watch)? {
                return Ok(listed(&pairs));
            }
        }
        Ok(None)
    }
}

fn listed(pairs: &[(u128, u128)]) -> Option<Val> {
    let int = |n: u128| i128::try_from(n).ok().map(Val::Int);
    let pair = |&(value, count): &(u128, u128)| Val::list(vec![int(value)?, int(count)?]);
    Val::list(pairs.iter().map(pair).collect::<Option<Vec<_>>>()?)
}
