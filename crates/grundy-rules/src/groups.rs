//! Rows of integers by a key: the edges of a graph by the vertex at which they begin. All rows of a key lie side by side, in their order.

use hashbrown::HashMap;

/// Keys that lie so close together are told by their place: at most so many places for each row, and some more.
const ROOM: u64 = 4;
const SOME: u64 = 1 << 10;

/// A row and its key, given to whoever asks.
type Give<'a> = &'a mut dyn FnMut(i64, &[i64]);

#[derive(Debug)]
pub(crate) struct Groups {
    /// The rows of all keys, one after the other.
    numbers: Vec<i64>,
    width: usize,
    /// Where the rows of each place begin, and the end of all.
    starts: Vec<u32>,
    keys: Keys,
}

#[derive(Debug)]
enum Keys {
    /// The least key; the others follow.
    Near(i64),
    /// The place of each key.
    Far(HashMap<i64, u32, foldhash::fast::RandomState>),
}

impl Keys {
    fn place(&self, key: i64) -> Option<usize> {
        match self {
            Keys::Near(least) => usize::try_from(key.checked_sub(*least)?).ok(),
            Keys::Far(places) => places.get(&key).map(|&place| place as usize),
        }
    }
}

impl Groups {
    /// Groups the rows, all of one width, that `rows` gives; it is asked three times. Nothing if there are too many.
    pub(crate) fn new(width: usize, rows: impl Fn(Give<'_>)) -> Option<Groups> {
        let (mut count, mut least, mut most) = (0u64, i64::MAX, i64::MIN);
        rows(&mut |key, _| {
            (least, most) = (least.min(key), most.max(key));
            count += 1;
        });
        u32::try_from(count).ok()?;
        let near = count == 0 || most.abs_diff(least) <= count.saturating_mul(ROOM).saturating_add(SOME);
        let keys = if near { Keys::Near(least) } else { far(&rows) };
        let places = match &keys {
            Keys::Near(_) if count == 0 => 0,
            Keys::Near(_) => most.abs_diff(least) as usize + 1,
            Keys::Far(places) => places.len(),
        };
        let mut starts = vec![0u32; places + 1];
        rows(&mut |key, _| keys.place(key).into_iter().for_each(|place| starts[place + 1] += 1));
        (1..starts.len()).for_each(|place| starts[place] += starts[place - 1]);
        let mut numbers = vec![0; width * count as usize];
        let mut next = starts.clone();
        rows(&mut |key, row| {
            if let Some(place) = keys.place(key) {
                let at = next[place] as usize * width;
                numbers[at..at + width].copy_from_slice(row);
                next[place] += 1;
            }
        });
        Some(Groups { numbers, width, starts, keys })
    }

    /// The lists of integers of a list, by their places.
    pub(crate) fn of_lists(lists: &[&[i64]]) -> Option<Groups> {
        Groups::new(1, |give| {
            for (place, list) in lists.iter().enumerate() {
                list.iter().for_each(|n| give(place as i64, std::slice::from_ref(n)));
            }
        })
    }

    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// The numbers of the rows of a key.
    #[inline]
    pub(crate) fn get(&self, key: i64) -> &[i64] {
        match self.keys.place(key) {
            Some(place) if place + 1 < self.starts.len() => {
                &self.numbers[self.starts[place] as usize * self.width..self.starts[place + 1] as usize * self.width]
            }
            _ => &[],
        }
    }
}

fn far(rows: &impl Fn(Give<'_>)) -> Keys {
    let mut places = HashMap::default();
    rows(&mut |key, _| {
        let next = places.len() as u32;
        places.entry(key).or_insert(next);
    });
    Keys::Far(places)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_rows_of_a_key_in_their_order(
            rows in prop::collection::vec((prop_oneof![-9i64..9, any::<i64>()], any::<i64>()), 0..40),
            asked in prop::collection::vec(prop_oneof![-12i64..12, any::<i64>()], 0..20),
        ) {
            let groups = Groups::new(2, |give| rows.iter().for_each(|&(a, b)| give(a, &[a, b]))).unwrap();
            for key in rows.iter().map(|row| row.0).chain(asked) {
                let expected: Vec<i64> = rows.iter().filter(|row| row.0 == key).flat_map(|&(a, b)| [a, b]).collect();
                prop_assert_eq!(groups.get(key), expected.as_slice());
            }
        }
    }
}
