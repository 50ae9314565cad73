//! What is to be proved: automata for the values, in one of four encodings.

use super::Game;
use crate::automaton::{Automaton, Var};
use crate::budget::Budget;
use crate::error::{Error, Result};
use crate::numeration::Numeration;
use grundy_natural::Nat;

/// How automata give values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// The tracks are the arguments and the value. Sums need base 2, where XOR works digit by digit.
    Relation,
    /// The tracks are the arguments and b^value (the weight number "value" of Z_t). No sums.
    Power,
    /// The tracks are the arguments, the label is the set {value}: values below 64, any numeration, sums.
    Class,
    /// The tracks are the arguments, the label is 1 at lost positions. Outcomes only, also misère. No sums.
    Lost,
}

/// Automata that claim to give the values of all kinds of a game.
#[derive(Debug, Clone)]
pub struct Candidate {
    numeration: Numeration,
    encoding: Encoding,
    kinds: Vec<Automaton>,
    prefixes: Vec<Option<Automaton>>,
}

impl Candidate {
    /// One automaton for each kind of the game, with tracks among 0, 1, … (arguments, then the value).
    pub fn new(game: &Game, encoding: Encoding, kinds: Vec<Automaton>, budget: &Budget) -> Result<Candidate> {
        let Some(numeration) = kinds.first().map(Automaton::numeration) else {
            return Err(Error::Malformed("a candidate has an automaton for each kind"));
        };
        if kinds.len() != game.kinds.len() || kinds.iter().any(|k| k.numeration() != numeration) {
            return Err(Error::Malformed("a candidate has an automaton for each kind, in one numeration"));
        }
        let with_value = matches!(encoding, Encoding::Relation | Encoding::Power);
        let mut wide = Vec::new();
        for (kind, automaton) in game.kinds.iter().zip(kinds) {
            wide.push(widened(automaton, kind.arity + usize::from(with_value), budget)?);
        }
        if encoding != Encoding::Class && wide.iter().any(|a| a.all_labels() > 1) {
            return Err(Error::Malformed("labels are 0 and 1 outside the encoding by classes"));
        }
        let prefixes = vec![None; wide.len()];
        Ok(Candidate { numeration, encoding, kinds: wide, prefixes })
    }

    /// The XOR of the values of kind(0), …, kind(n − 1), for a kind with one argument, in the same encoding (relation or
    /// classes). Moves that leave a range of positions need it; it is proved with the rest.
    pub fn with_prefix(mut self, kind: usize, automaton: Automaton, budget: &Budget) -> Result<Candidate> {
        let tracks = match self.encoding {
            Encoding::Relation => 2,
            Encoding::Class => 1,
            _ => return Err(Error::Unsupported("sums need values: relation or classes")),
        };
        let slot = self.prefixes.get_mut(kind).ok_or(Error::Malformed("a prefix of a kind that is not there"))?;
        *slot = Some(widened(automaton, tracks, budget)?);
        Ok(self)
    }

    /// How numbers are written.
    pub fn numeration(&self) -> Numeration {
        self.numeration
    }

    /// How automata give values.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The automata, one for each kind.
    pub fn automata(&self) -> &[Automaton] {
        &self.kinds
    }

    /// The prefix automata.
    pub fn prefixes(&self) -> &[Option<Automaton>] {
        &self.prefixes
    }

    /// The value that the candidate gives to a position of any size, `None` if it gives none. For lost sets: 0 for lost
    /// positions, 1 for the others.
    pub fn value(&self, kind: usize, arguments: &[Nat], budget: &Budget) -> Result<Option<Nat>> {
        let automaton = self.kinds.get(kind).ok_or(Error::Malformed("a kind that is not there"))?;
        let arity = arguments.len() as Var;
        let given: Vec<(Var, Nat)> = (0..arity).zip(arguments.iter().cloned()).collect();
        let small = |n: u32| Some(Nat::from(u64::from(n)));
        match self.encoding {
            Encoding::Class => {
                Ok(Some(automaton.answer(arguments)).filter(|&l| l != 0).and_then(|l| small(l.trailing_zeros())))
            }
            Encoding::Lost => Ok(small(u32::from(automaton.answer(arguments) == 0))),
            Encoding::Relation | Encoding::Power => {
                let found = automaton.complete(&given, 1, budget)?;
                let value = found.and_then(|list| list.into_iter().next()).map(|v| v.1);
                Ok(if self.encoding == Encoding::Power {
                    value.and_then(|v| small(self.numeration.digits_of(&v).len().saturating_sub(1) as u32))
                } else {
                    value
                })
            }
        }
    }
}

/// All tracks 0..count, and no others.
fn widened(automaton: Automaton, count: usize, budget: &Budget) -> Result<Automaton> {
    if automaton.tracks().iter().any(|&t| t as usize >= count) {
        return Err(Error::Malformed("an automaton reads more numbers than its kind has arguments"));
    }
    let tracks: Vec<Var> = (0..count as Var).collect();
    automaton.widen(&tracks, budget)
}
