//! The values of one game, heap by heap, with the period as soon as it is proved.

use super::certificate;
use super::engine::{Engine, Tuning};
use super::moves::Moves;
use super::repetition::{self, Repetition};
use super::rule::Rule;
use super::theorem::PeriodTheorem;
use super::values::Values;
use crate::watch::{Stop, Watch};

/// What is known about the repetition of a sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Period {
    /// It holds for all heaps: every hypothesis of the theorem was checked.
    Proved(Repetition, PeriodTheorem),
    /// It holds on the computed heaps, nothing more.
    Observed(Repetition),
    /// No repetition was seen.
    None,
}

impl Period {
    /// `proved`, `observed` or `none`.
    pub fn status(&self) -> &'static str {
        match self {
            Period::Proved(..) => "proved",
            Period::Observed(_) => "observed",
            Period::None => "none",
        }
    }

    /// The repetition, proved or observed.
    pub fn repetition(&self) -> Option<Repetition> {
        match self {
            Period::Proved(repetition, _) | Period::Observed(repetition) => Some(*repetition),
            Period::None => None,
        }
    }
}

/// Heaps are looked at for a repetition when their number has grown by a quarter, from this many on.
const FIRST_LOOK: usize = 32;

/// The most heaps that are ever stored: values and heap sizes stay below 2^32.
const MOST_HEAPS: u64 = 1 << 31;

/// The Grundy values of the heaps of one game.
///
/// ```
/// use grundy::{Watch, heap::{Period, Sequence}};
/// let watch = Watch::default();
/// let mut kayles = Sequence::new("0.77".parse()?);
/// assert_eq!(kayles.value(10u128.pow(18), &watch)?, 1);
/// let Period::Proved(repetition, _) = kayles.period() else { panic!() };
/// assert_eq!((repetition.period, repetition.last_exception()), (12, Some(70)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Sequence {
    rule: Rule,
    values: Values,
    theorem: Option<PeriodTheorem>,
    proved: Option<Repetition>,
    next_look: usize,
    engine: Engine,
}

impl Sequence {
    /// The sequence of a rule, with no heap computed yet.
    pub fn new(rule: Rule) -> Self {
        Sequence::with_settings(rule, Tuning::default())
    }

    /// The same with a choice of engine, instructions and threads.
    pub fn with_settings(rule: Rule, settings: Tuning) -> Self {
        let theorem = PeriodTheorem::of(&rule);
        let engine = Engine::new(&rule, settings);
        Sequence { rule, values: Values::new(), theorem, proved: None, next_look: FIRST_LOOK, engine }
    }

    /// The rule.
    pub fn rule(&self) -> &Rule {
        &self.rule
    }

    /// How many heaps are computed and stored: heaps 0 to `len() - 1`.
    pub fn len(&self) -> u64 {
        self.values.len() as u64
    }

    /// Whether no heap is computed yet.
    pub fn is_empty(&self) -> bool {
        self.values.len() == 0
    }

    /// The name of the engine.
    pub fn engine(&self) -> &'static str {
        self.engine.name()
    }

    /// The value of a heap that is computed or follows from a proved period.
    pub fn get(&self, n: u128) -> Option<u64> {
        match &self.proved {
            Some(repetition) => repetition.value(n, |m| u64::from(self.values.at(m as usize))),
            None => usize::try_from(n).ok().and_then(|n| self.values.get(n)).map(u64::from),
        }
    }

    /// The values from heap `from` on, as far as they are known: for ever if a period is proved. Copying one costs no
    /// division, so a long table costs no more than writing it.
    ///
    /// ```
    /// use grundy::{Watch, heap::Sequence};
    /// let mut nim3 = Sequence::new("take{1,2,3}".parse()?);
    /// nim3.extend(100, &Watch::default())?;
    /// assert_eq!(nim3.iter_from(1_000_001).take(5).collect::<Vec<_>>(), [1, 2, 3, 0, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn iter_from(&self, from: u128) -> impl Iterator<Item = u64> + '_ {
        let known = self.values.len();
        let (turn, end, saltus) = match &self.proved {
            Some(r) => (r.preperiod as usize, (r.preperiod + r.period) as usize, r.saltus),
            None => (known, known, 0),
        };
        let period = (end - turn) as u128;
        let beyond = from.saturating_sub(end as u128);
        let turns = if from < end as u128 || period == 0 { 0 } else { beyond / period + 1 };
        let mut index = (from - turns * period).min(end as u128) as usize;
        let mut gain = u64::try_from(turns * u128::from(saltus)).ok();
        std::iter::from_fn(move || {
            if index >= end {
                if period == 0 {
                    return None;
                }
                index = turn;
                gain = gain.and_then(|gain| gain.checked_add(saltus));
            }
            let value = u64::from(self.values.at(index)).checked_add(gain?);
            index += 1;
            value
        })
    }

    /// The value of a heap: computes what is missing. With a proved period any heap is possible; without, the limits of
    /// the watch decide.
    ///
    /// A code of which no period can be proved needs all smaller heaps: what is beyond the limits is refused before any of them is
    /// computed.
    ///
    /// ```
    /// use grundy::{Stop, Watch, heap::Sequence};
    /// let mut multiples_of_four = Sequence::new("0.[0003]".parse()?);
    /// assert_eq!(multiples_of_four.value(10_u128.pow(12) + 3, &Watch::default())?, 250_000_000_000);
    /// let mut breaks = Sequence::new("0.0[7]".parse()?);
    /// assert!(matches!(breaks.value(10_u128.pow(12), &Watch::default()), Err(Stop::Positions { .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn value(&mut self, n: u128, watch: &Watch) -> Result<u64, Stop> {
        let limit = watch.limits().positions.min(MOST_HEAPS);
        let too_large = Stop::Positions { limit, found: self.len() };
        if self.theorem.is_none() && n >= limit.into() {
            return Err(too_large);
        }
        self.extend(n, watch)?;
        self.get(n).ok_or(Stop::Positions { limit: watch.limits().positions, found: self.len() })
    }

    /// Makes [`get`](Self::get) know every heap up to `n`. What was computed before a stop is kept.
    pub fn extend(&mut self, n: u128, watch: &Watch) -> Result<(), Stop> {
        let limit = watch.limits().positions.min(MOST_HEAPS);
        while self.proved.is_none() && u128::from(self.len()) <= n {
            if self.len() >= limit {
                return Err(Stop::Positions { limit, found: self.len() });
            }
            let wanted = u64::try_from(n).unwrap_or(u64::MAX).saturating_add(1).min(limit);
            let end = self.next_look.min(wanted as usize);
            self.engine.extend(&self.rule, &mut self.values, end, watch)?;
            if end == self.next_look {
                self.look();
            }
        }
        Ok(())
    }

    /// Looks for a repetition that is proved by what is computed.
    fn look(&mut self) {
        self.next_look += self.next_look / 4;
        self.proved = self.provable();
    }

    fn provable(&self) -> Option<Repetition> {
        let theorem = self.theorem?;
        let computed = self.values.len();
        let admits = |seen: &Repetition| theorem.admits(&self.rule, computed as u128, seen);
        let found = repetition::find(&self.values, computed / 2, theorem != PeriodTheorem::FiniteCode, admits)?;
        theorem.proves(&self.rule, &self.values, &found).then_some(found)
    }

    /// A certificate of the proved period, which `grundy-verify` checks on its own. `None` if nothing is proved, or if a
    /// place of the rule is above 2^62.
    ///
    /// ```
    /// use grundy::{Watch, heap::Sequence};
    /// let mut kayles = Sequence::new("0.77".parse()?);
    /// kayles.extend(1000, &Watch::default())?;
    /// let certificate = kayles.certificate().ok_or("no period proved")?;
    /// assert_eq!(grundy_verify::check(&certificate)?.period, 12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn certificate(&self) -> Option<Vec<u8>> {
        let proved = self.proved.or_else(|| self.provable())?;
        certificate::write(&self.rule, &self.values, &proved, self.theorem?)
    }

    /// Whether a period was proved on the way.
    pub fn is_proved(&self) -> bool {
        self.proved.is_some()
    }

    pub(super) fn values(&self) -> &Values {
        &self.values
    }

    pub(super) fn moves(&self) -> Option<&Moves> {
        self.engine.moves()
    }

    /// Takes over values computed before; `proved` says that a period was proved by them. False if none is.
    pub(super) fn restore(&mut self, values: Values, proved: bool) -> bool {
        self.values = values;
        while self.next_look <= self.values.len() {
            self.next_look += self.next_look / 4;
        }
        self.proved = if proved { self.provable() } else { None };
        self.proved.is_some() == proved
    }

    /// What is known about the repetition. An observed one holds on at least the upper half of the computed heaps and
    /// for at least three periods.
    pub fn period(&self) -> Period {
        if let (Some(repetition), Some(theorem)) = (self.proved.or_else(|| self.provable()), self.theorem) {
            return Period::Proved(repetition, theorem);
        }
        let computed = self.len();
        let seen = repetition::find(&self.values, self.values.len() / 3, true, |seen| seen.is_shown_by(computed));
        seen.map_or(Period::None, Period::Observed)
    }
}
