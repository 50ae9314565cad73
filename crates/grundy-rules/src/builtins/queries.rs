//! Questions about ranges of a list that changes.
//!
//! A Fenwick tree keeps, for each place, the XOR of a stretch of elements that ends there: a question and a change take O(log n) steps.

use super::{int, integer_list, items, make_list};
use crate::meter::{Meter, Trouble};
use crate::value::Val;

pub(super) fn xorqueries(meter: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    let (list, queries) = (items(&args[0])?, items(&args[1])?);
    let steps = u64::from(usize::BITS - list.len().leading_zeros()) + 4;
    meter.work(list.len() as u64 + queries.len() as u64 * steps)?;
    meter.make(2 * list.len() as u64 + queries.len() as u64)?;
    let mut current = list.iter().map(int).collect::<Result<Vec<i128>, Trouble>>()?;
    let mut tree = Tree::new(&current);
    let mut answers = Vec::new();
    for query in queries {
        match items(query)? {
            [Val::Text(word), from, to] if word.as_slice() == ['a', 's', 'k'] => {
                // As slices do: ends are cut to the list.
                let cut = |end: &Val| int(end).map(|end| end.clamp(0, current.len() as i128) as usize);
                let (from, to) = (cut(from)?, cut(to)?);
                answers.push(if from < to { tree.before(to) ^ tree.before(from) } else { 0 });
            }
            [Val::Text(word), place, number] if word.as_slice() == ['s', 'e', 't'] => {
                let (place, number) = (int(place)?, int(number)?);
                let inside = usize::try_from(place).ok().filter(|&place| place < current.len());
                let Some(at) = inside else {
                    return Err(Trouble::bad(format!("the place {place} is outside of a list of {}", current.len())));
                };
                tree.change(at, current[at] ^ number);
                current[at] = number;
            }
            _ => {
                let message = "a query is (\"ask\", i, j), for the elements i to j - 1, or (\"set\", i, x)";
                return Err(Trouble::bad(message));
            }
        }
    }
    match answers.iter().map(|&answer| i64::try_from(answer)).collect::<Result<Vec<i64>, _>>() {
        Ok(small) => integer_list(small),
        Err(_) => make_list(answers.into_iter().map(Val::Int).collect()),
    }
}

/// At place i, counted from 1, the XOR of the elements after i − lowbit(i) up to i.
struct Tree(Vec<i128>);

impl Tree {
    fn new(list: &[i128]) -> Tree {
        let mut sums: Vec<i128> = std::iter::once(0).chain(list.iter().copied()).collect();
        for place in 1..sums.len() {
            let next = place + (place & place.wrapping_neg());
            if next < sums.len() {
                sums[next] ^= sums[place];
            }
        }
        Tree(sums)
    }

    /// The XOR of the first elements.
    fn before(&self, mut count: usize) -> i128 {
        let mut xor = 0;
        while count > 0 {
            xor ^= self.0[count];
            count &= count - 1;
        }
        xor
    }

    fn change(&mut self, at: usize, by: i128) {
        let mut place = at + 1;
        while place < self.0.len() {
            self.0[place] ^= by;
            place += place & place.wrapping_neg();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_a_scan() {
        for length in 0..40usize {
            let mut list: Vec<i128> = (0..length as i128).map(|n| n * n % 37).collect();
            let mut tree = Tree::new(&list);
            for round in 0..length * 3 {
                let scan = |count: usize| list[..count].iter().fold(0, |xor, n| xor ^ n);
                assert!((0..=length).all(|count| tree.before(count) == scan(count)));
                let (at, number) = (round * 7 % length, round as i128 * 5 % 64);
                tree.change(at, list[at] ^ number);
                list[at] = number;
            }
        }
    }
}
