//! Several heaps side by side, each with a game of its own: a move changes one number and leaves one number there.
//!
//! **Theorem** (Sprague 1935, Grundy 1939). The value of a sum is the XOR of the values of its parts.
//!
//! An option of a wanted value changes one number n to an m with the value that makes the XOR the wanted one.

use super::{Column, Error, Found, HeapTheorem, Options, Theorem};
use crate::value::Value;
use crate::watch::{Stop, Watch};

/// A game for each number.
#[derive(Debug)]
pub struct Coordinates(pub Vec<Box<dyn HeapTheorem>>);

/// The same game for each number of a list of any length.
#[derive(Debug)]
pub struct Elements(pub Box<dyn HeapTheorem>);

/// The game of a place.
type GameAt<'a> = &'a dyn Fn(usize) -> &'a dyn HeapTheorem;

/// The values of all numbers; nothing where a game does not speak about its number.
fn values(games: GameAt<'_>, position: &[u128], watch: &Watch) -> Result<Option<Vec<u128>>, Stop> {
    position.iter().enumerate().map(|(place, &n)| games(place).value(n, watch)).collect()
}

fn options(
    games: GameAt<'_>,
    position: &[u128],
    wanted: &Value,
    most: usize,
    watch: &Watch,
) -> Result<Option<Options>, Error> {
    let Some(wanted) = wanted.as_finite() else { return Ok(Some(Found::all([]))) };
    let Some(values) = values(games, position, watch)? else { return Ok(None) };
    let change = values.iter().fold(wanted, |xor, value| xor ^ value);
    let enough = most.saturating_add(1);
    let mut found = Found::all([]);
    for (place, &n) in position.iter().enumerate() {
        if found.options.len() >= enough {
            break;
        }
        let heaps = games(place).options(n, values[place] ^ change, enough - found.options.len(), watch)?;
        found.complete &= heaps.complete;
        for heaps in heaps.options {
            let &[heap] = heaps.as_slice() else { return Ok(None) };
            let mut left = position.to_vec();
            left[place] = heap;
            found.options.push(vec![left]);
        }
    }
    Ok(Some(found.first(most)))
}

/// The position after the Nim heap of a place got another size.
fn with_nim_heap(games: GameAt<'_>, position: &[u128], place: usize, size: u128) -> Option<Vec<u128>> {
    let mut left = position.to_vec();
    *left.get_mut(place)? = games(place).of_nim_heap(size)?;
    Some(left)
}

impl Theorem for Coordinates {
    fn name(&self) -> String {
        "product".to_owned()
    }

    fn value(&self, position: &[u128], watch: &Watch) -> Result<Option<Value>, Error> {
        if position.len() != self.0.len() {
            return Ok(None);
        }
        let values = values(&|place| &*self.0[place], position, watch)?;
        Ok(values.map(|values| Value::Finite(values.iter().fold(0, |xor, value| xor ^ value))))
    }

    fn options(&self, position: &[u128], wanted: &Value, most: usize, watch: &Watch) -> Result<Option<Options>, Error> {
        if position.len() != self.0.len() {
            return Ok(None);
        }
        options(&|place| &*self.0[place], position, wanted, most, watch)
    }

    fn xor(&self, columns: &[Column<'_>], watch: &Watch) -> Result<Option<Value>, Error> {
        if columns.len() != self.0.len() {
            return Ok(None);
        }
        let mut sum = 0;
        for (game, &column) in self.0.iter().zip(columns) {
            let Some(xor) = game.xor(column, watch)? else { return Ok(None) };
            sum ^= xor;
        }
        Ok(Some(Value::Finite(sum)))
    }

    fn nim_heaps(&self, position: &[u128]) -> Option<Vec<u128>> {
        if position.len() != self.0.len() {
            return None;
        }
        self.0.iter().zip(position).map(|(game, &n)| game.nim_heap(n)).collect()
    }

    fn with_nim_heap(&self, position: &[u128], index: usize, size: u128) -> Option<Vec<u128>> {
        if position.len() != self.0.len() {
            return None;
        }
        with_nim_heap(&|place| &*self.0[place], position, index, size)
    }

    fn relies_on_promise(&self) -> bool {
        self.0.iter().any(|game| game.relies_on_promise())
    }
}

impl Theorem for Elements {
    fn name(&self) -> String {
        "product".to_owned()
    }

    fn value(&self, position: &[u128], watch: &Watch) -> Result<Option<Value>, Error> {
        let values = values(&|_| &*self.0, position, watch)?;
        Ok(values.map(|values| Value::Finite(values.iter().fold(0, |xor, value| xor ^ value))))
    }

    fn options(&self, position: &[u128], wanted: &Value, most: usize, watch: &Watch) -> Result<Option<Options>, Error> {
        options(&|_| &*self.0, position, wanted, most, watch)
    }

    fn small_value(&self, position: &[i64], watch: &Watch) -> Result<Option<u128>, Error> {
        Ok(self.0.xor(Column::all(position), watch)?)
    }

    fn nim_heaps(&self, position: &[u128]) -> Option<Vec<u128>> {
        position.iter().map(|&n| self.0.nim_heap(n)).collect()
    }

    fn with_nim_heap(&self, position: &[u128], index: usize, size: u128) -> Option<Vec<u128>> {
        with_nim_heap(&|_| &*self.0, position, index, size)
    }

    fn relies_on_promise(&self) -> bool {
        self.0.relies_on_promise()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theorem::by_definition;
    use crate::theorem::nim::Nim;
    use crate::theorem::take_range::TakeRange;

    /// Moves in one number, by the least and the most that may be taken from each.
    fn moves(takes: impl Fn(usize) -> (u128, u128), position: &[u128]) -> Vec<Vec<Vec<u128>>> {
        let mut all = Vec::new();
        for (place, &n) in position.iter().enumerate() {
            let (least, most) = takes(place);
            for k in least..=most.min(n) {
                let mut left = position.to_vec();
                left[place] -= k;
                all.push(vec![left]);
            }
        }
        all
    }

    fn positions(length: u32, end: u128) -> Vec<Vec<u128>> {
        (0..end.pow(length)).map(|code| (0..length).map(|i| code / end.pow(i) % end).collect()).collect()
    }

    #[test]
    fn coordinates_agree_with_the_definition() {
        let games: Vec<Box<dyn HeapTheorem>> = vec![Box::new(Nim), Box::new(TakeRange::new(2, 3).unwrap())];
        let takes = |place: usize| [(1, 99), (2, 3)][place];
        by_definition::compare(&Coordinates(games), &positions(2, 9), &|p: &Vec<u128>| moves(takes, p));
    }

    #[test]
    fn elements_agree_with_the_definition() {
        let game = Elements(Box::new(TakeRange::new(1, 2).unwrap()));
        let all: Vec<_> = (0..4).flat_map(|length| positions(length, 5)).collect();
        by_definition::compare(&game, &all, &|p: &Vec<u128>| moves(|_| (1, 2), p));
    }

    #[test]
    fn columns_are_the_values() {
        let games: Vec<Box<dyn HeapTheorem>> = vec![Box::new(TakeRange::new(2, 5).unwrap()), Box::new(Nim)];
        let (product, watch) = (Coordinates(games), Watch::default());
        let numbers = [3i64, 4, 10, 1, 9, 9, 0, 7];
        let columns = [Column::of_rows(&numbers, 2, 0), Column::of_rows(&numbers, 2, 1)];
        let rows = numbers.chunks(2).map(|row| row.iter().map(|&n| n as u128).collect::<Vec<_>>());
        let each = rows.map(|row| product.value(&row, &watch).unwrap().unwrap());
        let sum = each.fold(Value::Finite(0), |sum, value| sum.nim_sum(&value));
        assert_eq!(product.xor(&columns, &watch), Ok(Some(sum)));
    }
}
