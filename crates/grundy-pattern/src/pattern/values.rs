//! A table of values that families look at: of a kind, or of one argument of it, or of what an argument is divided by.

use std::collections::HashMap;

/// Values of small positions.
#[derive(Debug, Clone)]
pub struct Values {
    /// The numbers of a position, each a name or an expression of the rule language that binds strongest.
    pub names: Vec<String>,
    /// Outcomes only: 0 for lost and 1 else.
    pub misere: bool,
    /// The params that the rules see, with their values here.
    pub params: Vec<(String, i128)>,
    values: HashMap<Vec<u64>, u64>,
    sum: u64,
    /// So many positions may differ from a formula that fits.
    exceptions: usize,
}

impl Values {
    /// Values of positions with a sum of arguments up to this.
    pub(super) fn new(names: Vec<String>, misere: bool, params: Vec<(String, i128)>, sum: u64) -> Values {
        Values { names, misere, params, values: HashMap::new(), sum, exceptions: 0 }
    }

    /// Values of one number: that of 0, that of 1, …
    pub(super) fn of_row(&self, name: String, row: impl IntoIterator<Item = u64>) -> Values {
        let values: HashMap<Vec<u64>, u64> = (0..).zip(row).map(|(n, value)| (vec![n], value)).collect();
        let sum = (values.len() as u64).saturating_sub(1);
        Values { names: vec![name], misere: self.misere, params: self.params.clone(), values, sum, exceptions: 0 }
    }

    pub(super) fn set(&mut self, values: HashMap<Vec<u64>, u64>) {
        self.values = values;
    }

    /// The same, where a few positions may differ from a formula that fits.
    pub(super) fn with_exceptions(&self, exceptions: usize) -> Values {
        Values { exceptions, ..self.clone() }
    }

    /// The positions without a zero.
    pub(super) fn positive(&self) -> Values {
        let positive = |(numbers, _): &(&Vec<u64>, &u64)| numbers.iter().all(|&n| n > 0);
        let values = self.values.iter().filter(positive).map(|(numbers, value)| (numbers.clone(), *value)).collect();
        Values { values, ..self.clone() }
    }

    /// The value of a position; under misère play 0 if it is lost and 1 else.
    pub fn value(&self, numbers: &[u64]) -> Option<u64> {
        self.values.get(numbers).copied()
    }

    /// All values of one argument, as far as they are known.
    pub fn row(&self) -> Vec<u64> {
        (0..=self.sum).map_while(|n| self.value(&[n])).collect()
    }

    /// The positions with their values: least sum first, then in lexicographic order.
    pub(super) fn positions(&self) -> Vec<(&[u64], u64)> {
        let mut list: Vec<(&[u64], u64)> = self.values.iter().map(|(numbers, &value)| (&numbers[..], value)).collect();
        list.sort_by_key(|(numbers, _)| (numbers.iter().sum::<u64>(), *numbers));
        list
    }

    /// Does this hold for all positions, but for a few where exceptions are allowed? Of none nothing is said.
    pub fn fits(&self, f: impl Fn(&[u64], u64) -> bool) -> bool {
        let mut wrong = self.values.iter().filter(|(numbers, value)| !f(numbers, **value));
        !self.values.is_empty() && self.values.len() >= 40 * self.exceptions && wrong.nth(self.exceptions).is_none()
    }

    /// Whether all values are the same.
    pub(super) fn is_constant(&self) -> bool {
        let mut values = self.values.values();
        values.next().is_none_or(|first| values.all(|value| value == first))
    }

    /// The sum of arguments that formulas are found on.
    pub fn found_on(&self) -> u64 {
        self.sum
    }
}
