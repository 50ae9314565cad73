//! A table that somebody keeps, as in a folder: asked before everything else, for the positions that it holds.

use super::{Answer, Args, Method, Wanted, listed};
use crate::error::Error;
use crate::eval::evaluator::Part;
use crate::game::{Pos, RuleGame};
use crate::grid::Grid;
use crate::pattern::Stored;
use crate::program::KindId;
use crate::value::Val;
use grundy::theorem::Found;
use grundy::{Value, Watch};
use std::sync::Arc;

/// The table of one kind.
pub(super) struct ByStored {
    stored: Arc<dyn Stored>,
    game: Arc<RuleGame>,
    kind: KindId,
}

impl ByStored {
    /// The method, if the table is one of this kind with these params and data.
    pub(super) fn new(stored: &Arc<dyn Stored>, game: &Arc<RuleGame>, kind: KindId) -> Option<ByStored> {
        let grid = Grid::new(game, kind).ok()?;
        stored.is_for(&grid.identity()).then(|| ByStored { stored: stored.clone(), game: game.clone(), kind })
    }

    fn look_up(&self, args: &[Val]) -> Result<Option<u64>, Error> {
        let number = |arg: &Val| arg.small().and_then(|n| u64::try_from(n).ok());
        match args.iter().map(number).collect::<Option<Vec<u64>>>() {
            Some(numbers) => self.stored.value(&numbers),
            None => Ok(None),
        }
    }
}

impl Method for ByStored {
    fn name(&self, _args: &Args) -> String {
        self.kind_name()
    }

    fn kind_name(&self) -> String {
        "table folder".to_owned()
    }

    fn value(&self, args: &Args, _watch: &Watch) -> Result<Answer<Value>, Error> {
        Ok(self.look_up(args)?.map(|value| Value::Finite(value.into())).into())
    }

    fn options(&self, args: &Args, wanted: &Wanted<'_>) -> Result<Answer<Found<Vec<Part>>>, Error> {
        if self.look_up(args)?.is_none() {
            return Ok(Answer::NotMine);
        }
        let pos = Pos { kind: self.kind, args: args.clone() };
        let found = listed(wanted, |visit| {
            let _ = self.game.options(&pos, &mut |parts| visit(parts))?;
            Ok(())
        })?;
        Ok(Answer::Known(found))
    }

    /// Every move of a position in a table leads to one before it, so play ends.
    fn is_shortcut(&self) -> bool {
        true
    }

    fn is_stored(&self) -> bool {
        true
    }

    fn is_comparable(&self) -> bool {
        false
    }

    fn answers_options(&self) -> bool {
        true
    }
}
