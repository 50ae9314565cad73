//! A heap game that is played on what lies above a floor: a heap of n is a heap of n − floor, and up to the floor there is no
//! move.

use super::{Column, Found, HeapTheorem};
use crate::heap::Rule;
use crate::watch::{Stop, Watch};

/// A game above a floor.
///
/// ```
/// use grundy::{Watch, theorem::{HeapTheorem, above::Above, nim::Nim}};
/// let game = Above::floor(2, Box::new(Nim));
/// assert_eq!(game.value(7, &Watch::default()), Ok(Some(5)));
/// ```
#[derive(Debug)]
pub struct Above {
    floor: u128,
    game: Box<dyn HeapTheorem>,
    /// The code of the game with heaps counted from 0.
    written: Option<Rule>,
}

impl Above {
    /// The game above the floor; the game itself if that is 0.
    pub fn floor(floor: u128, game: Box<dyn HeapTheorem>) -> Box<dyn HeapTheorem> {
        if floor == 0 { game } else { Box::new(Above { floor, game, written: None }) }
    }

    /// A game whose heaps are also those of a code.
    pub fn written(rule: Rule, game: Box<dyn HeapTheorem>) -> Box<dyn HeapTheorem> {
        Box::new(Above { floor: 0, game, written: Some(rule) })
    }
}

impl HeapTheorem for Above {
    fn name(&self) -> String {
        self.game.name()
    }

    fn value(&self, n: u128, watch: &Watch) -> Result<Option<u128>, Stop> {
        self.game.value(n.saturating_sub(self.floor), watch)
    }

    fn options(&self, n: u128, wanted: u128, most: usize, watch: &Watch) -> Result<Found<Vec<u128>>, Stop> {
        let found = self.game.options(n.saturating_sub(self.floor), wanted, most, watch)?;
        // What is left is at most n in all, so nothing overflows.
        Ok(found.map(|heaps| heaps.into_iter().map(|heap| heap.saturating_add(self.floor)).collect()))
    }

    fn xor(&self, heaps: Column<'_>, watch: &Watch) -> Result<Option<u128>, Stop> {
        let floor = i64::try_from(self.floor).unwrap_or(i64::MAX);
        let above: Vec<i64> = heaps.iter().map(|n| (n - floor).max(0)).collect();
        self.game.xor(Column::all(&above), watch)
    }

    fn rule(&self) -> Option<Rule> {
        self.written.clone()
    }

    fn is_quick(&self) -> bool {
        self.game.is_quick()
    }

    fn period(&self, watch: &Watch) -> Result<Option<u64>, Stop> {
        let period = self.game.period(watch)?;
        Ok(period.filter(|_| self.floor < 1 << 90))
    }

    fn repetition(&self, watch: &Watch) -> Result<Option<(u128, u64)>, Stop> {
        let repetition = self.game.repetition(watch)?;
        Ok(repetition.and_then(|(start, period)| Some((start.checked_add(self.floor)?, period))))
    }

    fn floor(&self) -> u128 {
        self.floor.saturating_add(self.game.floor())
    }

    fn nim_heap(&self, n: u128) -> Option<u128> {
        self.game.nim_heap(n.saturating_sub(self.floor))
    }

    fn of_nim_heap(&self, heap: u128) -> Option<u128> {
        self.game.of_nim_heap(heap)?.checked_add(self.floor)
    }

    fn relies_on_promise(&self) -> bool {
        self.game.relies_on_promise()
    }
}

#[cfg(test)]
mod tests {
    use super::Above;
    use crate::theorem::lasker::Lasker;
    use crate::theorem::{Column, HeapTheorem, by_definition};
    use crate::watch::Watch;

    #[derive(Debug)]
    struct Boxed(Box<dyn HeapTheorem>);

    impl HeapTheorem for Boxed {
        fn name(&self) -> String {
            self.0.name()
        }
        fn value(&self, n: u128, watch: &Watch) -> Result<Option<u128>, crate::Stop> {
            self.0.value(n, watch)
        }
        fn options(
            &self,
            n: u128,
            w: u128,
            most: usize,
            watch: &Watch,
        ) -> Result<super::Found<Vec<u128>>, crate::Stop> {
            self.0.options(n, w, most, watch)
        }
    }

    #[test]
    fn agrees_with_the_definition() {
        let game = Above::floor(3, Box::new(Lasker));
        let moves = |n: u128| {
            let taken = (3..n).map(|m| vec![m]);
            let split = (1..n.saturating_sub(3)).map(|a| vec![a + 3, n - a]);
            taken.chain(split).collect()
        };
        by_definition::compare_heaps(Boxed(game), 40, moves);
    }

    #[test]
    fn columns_are_the_values() {
        let (game, watch) = (Above::floor(2, Box::new(Lasker)), Watch::default());
        let heaps = [0, 1, 2, 3, 7, 9, 30];
        let each = heaps.iter().map(|&n| game.value(n as u128, &watch).unwrap().unwrap());
        assert_eq!(game.xor(Column::all(&heaps), &watch), Ok(Some(each.fold(0, |xor, value| xor ^ value))));
    }
}
