//! Arguments that no move changes are params in other words: for each of their values the rules may fall under a theorem.

use super::theorem::ByTheorem;
use super::{Answer, Args, Method, Wanted};
use crate::error::Error;
use crate::eval::evaluator::Part;
use crate::game::RuleGame;
use crate::lock::lock;
use crate::program::KindId;
use crate::recognise::{Recognised, unchanged};
use crate::value::Val;
use grundy::theorem::{Column, Found};
use grundy::{Value, Watch};
use hashbrown::HashMap;
use std::sync::{Arc, Mutex};

/// Values whose theorems are kept.
const MOST: usize = 1 << 16;

/// Values that are tried to see whether there are theorems: in this order and the other way round.
const TRIED: [i128; 6] = [2, 5, 11, 23, 47, 95];

/// The theorems for the values of some arguments.
pub(super) struct ByFixed {
    game: Arc<RuleGame>,
    kind: KindId,
    places: Vec<usize>,
    /// Whether the theorems of small values answer for options as quickly as for positions.
    quick: bool,
    theorems: Mutex<HashMap<Vec<Val>, Option<Arc<ByTheorem>>>>,
}

impl ByFixed {
    /// The method, if there are such arguments and others, and small values of them have a theorem.
    pub(super) fn new(game: &Arc<RuleGame>, kind: KindId) -> Option<ByFixed> {
        let program = &game.loaded.program;
        let places = unchanged(program, kind);
        let tried = TRIED.get(..places.len()).filter(|tried| !tried.is_empty())?;
        if places.len() == program.kinds[kind].args.len() {
            return None;
        }
        let method = ByFixed { game: game.clone(), kind, places, quick: true, theorems: Mutex::default() };
        let rising: Vec<Val> = tried.iter().copied().map(Val::Int).collect();
        let falling: Vec<Val> = rising.iter().rev().cloned().collect();
        let found = method.recognised(&rising).or_else(|| method.recognised(&falling))?;
        Some(ByFixed { quick: found.answers_options(), ..method })
    }

    fn theorem(&self, args: &[Val]) -> Option<Arc<ByTheorem>> {
        let values: Vec<Val> = self.places.iter().map(|&place| args.get(place).cloned()).collect::<Option<_>>()?;
        let mut theorems = lock(&self.theorems);
        if let Some(theorem) = theorems.get(&values) {
            return theorem.clone();
        }
        if theorems.len() >= MOST {
            theorems.clear();
        }
        let theorem = self.recognised(&values).map(Arc::new);
        theorems.insert(values, theorem.clone());
        theorem
    }

    fn recognised(&self, values: &[Val]) -> Option<ByTheorem> {
        let fixed: Vec<(usize, Val)> = self.places.iter().copied().zip(values.iter().cloned()).collect();
        match self.game.recognise_with(self.kind, &fixed)? {
            Recognised::Theorem { theorem, shape, left } => {
                Some(ByTheorem::new(theorem, shape, self.kind, left, self.game.clone()).with_fixed(fixed))
            }
            Recognised::Leading { .. } | Recognised::Outcome { .. } | Recognised::Refused(_) => None,
        }
    }
}

impl Method for ByFixed {
    fn name(&self, args: &Args) -> String {
        self.theorem(args).map_or_else(|| self.kind_name(), |theorem| theorem.name(args))
    }

    fn kind_name(&self) -> String {
        let rules = &self.game.loaded.program.kinds[self.kind];
        let names: Vec<&str> = self.places.iter().map(|&place| rules.args[place].as_str()).collect();
        format!("by {}", names.join(", "))
    }

    fn value(&self, args: &Args, watch: &Watch) -> Result<Answer<Value>, Error> {
        self.theorem(args).map_or(Ok(Answer::NotMine), |theorem| theorem.value(args, watch))
    }

    fn options(&self, args: &Args, wanted: &Wanted<'_>) -> Result<Answer<Found<Vec<Part>>>, Error> {
        self.theorem(args).map_or(Ok(Answer::NotMine), |theorem| theorem.options(args, wanted))
    }

    fn is_shortcut(&self) -> bool {
        true
    }

    fn answers_options(&self) -> bool {
        self.quick
    }

    fn xor(&self, columns: &[Column<'_>], watch: &Watch) -> Answer<Value> {
        let Some(rows) = columns.first().map(|column| column.iter().count()) else { return Answer::NotMine };
        let mut numbers: Vec<_> = columns.iter().map(|column| column.iter()).collect();
        let mut xor = Value::Finite(0);
        for _ in 0..rows {
            let row: Option<Args> = numbers.iter_mut().map(|column| Some(Val::Int(column.next()?.into()))).collect();
            let Some(Ok(Answer::Known(value))) = row.map(|args| self.value(&args, watch)) else {
                return Answer::NotMine;
            };
            let Some(sum) = xor.checked_nim_sum(&value) else { return Answer::NotMine };
            xor = sum;
        }
        Answer::Known(xor)
    }
}
