//! Lists of numbers of which only the classes count, and how many there are of each.
//!
//! **Game.** A position is a list of natural numbers. A move takes some of them out and puts others in. The numbers fall into finitely many
//! classes ([`Classes`]). An *exchange* says of which classes the numbers are that go and those that come. It is *possible* if some numbers of these
//! classes are exchanged so. Some exchanges of the same classes are *sure* if one of them can be made wherever numbers of these classes are in the list.
//!
//! **Theorem.** Let n be the vector that counts the numbers of each class, and f a function of such vectors. Let play end, and
//! (1) for no n and no possible exchange n → n′ be f(n′) = f(n); (2) for all n and each v < f(n) there be sure exchanges n → n′, all with f(n′) = v. Then f(n) is
//! the value of each position that n counts. The same for who wins: if no possible exchange leads from lost to lost, and from each n that is won sure ones
//! lead to lost, then f tells who wins. *Proof.* By induction over play. By (1) no option has the value f(n): every move makes a possible exchange. By
//! (2) each smaller value is that of an option: one of the sure exchanges can be made in each position that n counts. ∎
//!
//! f is a [`Table`] by how many there are of each class, below a threshold exactly and from there on by residues. So both conditions need only be looked at for
//! counts below threshold + modulus + the most numbers of a class that go: above that, adding the modulus changes neither f(n) nor
//! f(n′) nor which exchanges there are enough numbers for. The function is guessed from small positions; that it is right is what is checked here.
//!
//! Run time O(vectors · exchanges) for the check, O(numbers) for a position.

/// Finitely many classes of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Classes {
    /// Smaller numbers have no class.
    pub least: u64,
    /// So many numbers from the least on have a class for themselves.
    pub small: u64,
    /// The others fall into classes by their residues.
    pub modulus: u64,
}

impl Classes {
    /// How many.
    pub fn len(&self) -> usize {
        (self.small + self.modulus) as usize
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// From this number on residues count.
    pub fn large(&self) -> u64 {
        self.least + self.small
    }

    /// The class of a number.
    ///
    /// ```
    /// use grundy::theorem::statistics::Classes;
    /// let classes = Classes { least: 1, small: 2, modulus: 2 };
    /// // 1, 2, even numbers, odd numbers.
    /// assert_eq!([0, 1, 2, 3, 4, 5].map(|n| classes.of(n)), [None, Some(0), Some(1), Some(3), Some(2), Some(3)]);
    /// ```
    pub fn of(&self, number: u128) -> Option<usize> {
        let above = number.checked_sub(self.least.into())?;
        Some(if above < self.small.into() {
            above as usize
        } else {
            (self.small as u128 + number % u128::from(self.modulus)) as usize
        })
    }
}

/// Exchanges of the same numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exchange {
    /// How many numbers of each class go.
    pub from: Vec<u32>,
    /// How many come: one or the other.
    pub to: Vec<Vec<u32>>,
}

/// The moves of a game by classes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Exchanges {
    /// All that happens is among these.
    pub possible: Vec<Exchange>,
    /// Of each of these one can be made, whichever numbers of its classes are there.
    pub sure: Vec<Exchange>,
}

impl Exchanges {
    /// How many there are, those that are sure once more.
    pub fn len(&self) -> u64 {
        self.possible.iter().chain(&self.sure).map(|exchange| exchange.to.len() as u64).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// How counts are told apart: below a threshold each from each, from there on by residues.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Counts {
    /// The threshold.
    pub threshold: u32,
    /// The modulus.
    pub modulus: u32,
}

impl Counts {
    /// How many counts are told apart.
    pub fn len(self) -> u32 {
        self.threshold + self.modulus
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    fn of(self, count: u64) -> u64 {
        let (threshold, modulus) = (u64::from(self.threshold), u64::from(self.modulus));
        if count < threshold { count } else { threshold + (count - threshold) % modulus }
    }

    /// The least count of the same class from which on so many can be taken away.
    fn with_room(self, count: u32, room: u32) -> u32 {
        let over = if count < self.threshold { 0 } else { room.saturating_sub(count).div_ceil(self.modulus) };
        count + over * self.modulus
    }
}

/// What a table tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tells {
    /// Grundy values.
    Values,
    /// Who wins: 0 for lost, 1 for won.
    Outcomes,
}

/// A function of the counts of each class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// The classes of numbers.
    pub classes: Classes,
    /// How the counts of each class are told apart.
    pub counts: Vec<Counts>,
    /// What it tells.
    pub tells: Tells,
    /// By [`place`].
    pub entries: Vec<u32>,
}

/// The place of a vector of counts among those that are told apart.
pub fn place(told_apart: &[Counts], counts: &[u64]) -> usize {
    let both = told_apart.iter().zip(counts);
    both.fold(0, |place, (told_apart, &count)| place * told_apart.len() as usize + told_apart.of(count) as usize)
}

/// The next vector below the ends, the first class fastest; nothing after the last one.
fn step(counts: &mut [u64], ends: &[u32]) -> Option<()> {
    let class = (0..ends.len()).find(|&class| counts[class] + 1 < ends[class].into())?;
    counts[class] += 1;
    counts[..class].fill(0);
    Some(())
}

/// The counts after exchanges; nothing if there are not enough.
fn after(counts: &[u64], exchange: &Exchange) -> Option<impl Iterator<Item = Vec<u64>>> {
    let left = counts.iter().zip(&exchange.from).map(|(&count, &goes)| count.checked_sub(goes.into()));
    let left = left.collect::<Option<Vec<u64>>>()?;
    let come = move |to: &Vec<u32>| left.iter().zip(to).map(|(&count, &comes)| count + u64::from(comes)).collect();
    Some(exchange.to.iter().map(come))
}

impl Table {
    /// What it tells about a list; nothing if one of the numbers has no class.
    pub fn of(&self, numbers: impl IntoIterator<Item = u128>) -> Option<u32> {
        let mut counts = vec![0u64; self.classes.len()];
        for number in numbers {
            counts[self.classes.of(number)?] += 1;
        }
        self.told(&counts)
    }

    fn told(&self, counts: &[u64]) -> Option<u32> {
        self.entries.get(place(&self.counts, counts)).copied()
    }

    /// How many exchanges [`Table::is_right`] looks at, each at each vector.
    pub fn work(&self, exchanges: &Exchanges) -> u64 {
        self.ends(exchanges).iter().map(|&end| u64::from(end)).fold(exchanges.len().max(1), u64::saturating_mul)
    }

    /// The vectors that are looked at are smaller than this one.
    fn ends(&self, exchanges: &Exchanges) -> Vec<u32> {
        let most = most_taken(exchanges, self.counts.len());
        self.counts.iter().zip(most).map(|(counts, most)| counts.len() + most).collect()
    }

    /// Whether the theorem's conditions (1) and (2) hold for these exchanges.
    ///
    /// ```
    /// use grundy::theorem::statistics::{Classes, Counts, Exchange, Exchanges, Table, Tells};
    /// // Two numbers are put together until one is left: who wins depends on how many there are.
    /// let classes = Classes { least: 0, small: 0, modulus: 1 };
    /// let moves = vec![Exchange { from: vec![2], to: vec![vec![1]] }];
    /// let exchanges = Exchanges { possible: moves.clone(), sure: moves };
    /// let table = |entries: [u32; 3]| {
    ///     Table { classes, counts: vec![Counts { threshold: 1, modulus: 2 }], tells: Tells::Values, entries: entries.to_vec() }
    /// };
    /// assert!(table([0, 0, 1]).is_right(&exchanges));
    /// assert!(!table([0, 1, 0]).is_right(&exchanges));
    /// ```
    pub fn is_right(&self, exchanges: &Exchanges) -> bool {
        let ends = self.ends(exchanges);
        let mut counts = vec![0u64; ends.len()];
        loop {
            if !self.is_right_at(&counts, exchanges) {
                return false;
            }
            if step(&mut counts, &ends).is_none() {
                return true;
            }
        }
    }

    fn is_right_at(&self, counts: &[u64], exchanges: &Exchanges) -> bool {
        let Some(own) = self.told(counts) else { return false };
        let harmless = self.tells == Tells::Outcomes && own == 1;
        for exchange in &exchanges.possible {
            let Some(mut left) = after(counts, exchange) else { continue };
            if !harmless && left.any(|left| self.told(&left).is_none_or(|left| left == own)) {
                return false;
            }
        }
        let reached = reached(counts, exchanges, |left| self.told(left));
        (0..own).all(|value| reached.contains(&value))
    }

    /// A table of which some entries are known; the others are worked out from these as the theorem wants them, as far as that goes.
    /// Nothing if some stay open. Whether it [is right](Table::is_right) is another question.
    pub fn completed(
        classes: Classes,
        counts: Vec<Counts>,
        tells: Tells,
        mut known: Vec<Option<u32>>,
        exchanges: &Exchanges,
    ) -> Option<Table> {
        let ends: Vec<u32> = counts.iter().map(|counts| counts.len()).collect();
        let most = most_taken(exchanges, ends.len());
        for _ in 0..MOST_ROUNDS {
            if !known.contains(&None) {
                break;
            }
            let (mut vector, mut found) = (vec![0; ends.len()], false);
            loop {
                let at = place(&counts, &vector);
                if known[at].is_none() {
                    let each = vector.iter().zip(&counts).zip(&most);
                    let roomy: Vec<u64> =
                        each.map(|((&n, told), &most)| told.with_room(n as u32, most).into()).collect();
                    known[at] = worked_out(&roomy, tells, exchanges, |left| known[place(&counts, left)]);
                    found |= known[at].is_some();
                }
                if step(&mut vector, &ends).is_none() {
                    break;
                }
            }
            found.then_some(())?;
        }
        Some(Table { classes, counts, tells, entries: known.into_iter().collect::<Option<_>>()? })
    }
}

/// How often the entries that are open are looked at.
const MOST_ROUNDS: usize = 8;

/// The most numbers of each class that go at once.
fn most_taken(exchanges: &Exchanges, classes: usize) -> Vec<u32> {
    let all = || exchanges.possible.iter().chain(&exchanges.sure);
    (0..classes).map(|class| all().map(|exchange| exchange.from[class]).max().unwrap_or(0)).collect()
}

/// What is told about the counts after sure exchanges, where it is the same for one and the other.
fn reached(counts: &[u64], exchanges: &Exchanges, told: impl Fn(&[u64]) -> Option<u32>) -> Vec<u32> {
    let same = |exchange: &Exchange| {
        let mut labels = after(counts, exchange)?.map(|left| told(&left));
        let first = labels.next()??;
        labels.all(|label| label == Some(first)).then_some(first)
    };
    exchanges.sure.iter().filter_map(same).collect()
}

/// What is told about counts, from what is told about those after each exchange; nothing if that leaves it open.
fn worked_out(
    counts: &[u64],
    tells: Tells,
    exchanges: &Exchanges,
    told: impl Fn(&[u64]) -> Option<u32>,
) -> Option<u32> {
    let sure = reached(counts, exchanges, &told);
    if tells == Tells::Outcomes && sure.contains(&0) {
        return Some(1);
    }
    let value = (0..).find(|value| !sure.contains(value))?;
    let avoids = |exchange: &Exchange| {
        after(counts, exchange).is_none_or(|mut left| left.all(|left| told(&left).is_some_and(|label| label != value)))
    };
    exchanges.possible.iter().all(avoids).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    /// What a number may become, if it is not put together with another one: one less, and 1 may go.
    fn options(list: &[u64]) -> Vec<Vec<u64>> {
        let without = |gone: &[usize]| -> Vec<u64> {
            list.iter().enumerate().filter(|(place, _)| !gone.contains(place)).map(|(_, &n)| n).collect()
        };
        let mut all = Vec::new();
        for i in 0..list.len() {
            all.push([without(&[i]), if list[i] > 1 { vec![list[i] - 1] } else { Vec::new() }].concat());
            all.extend((i + 1..list.len()).map(|j| [without(&[i, j]), vec![list[i] + list[j]]].concat()));
        }
        all.iter_mut().for_each(|option| option.sort_unstable());
        all
    }

    fn by_definition(list: &[u64], known: &mut HashMap<Vec<u64>, u32>) -> u32 {
        if let Some(&value) = known.get(list) {
            return value;
        }
        let values: Vec<u32> = options(list).iter().map(|option| by_definition(option, known)).collect();
        let value = (0..).find(|value| !values.contains(value)).unwrap_or(0);
        known.insert(list.to_vec(), value);
        value
    }

    /// 1, 2, even and odd numbers.
    const CLASSES: Classes = Classes { least: 1, small: 2, modulus: 2 };

    /// The exchanges of that game: what happens with numbers up to 12 is all that happens, and each of the two rules can be applied to all numbers.
    fn exchanges() -> Exchanges {
        let counted = |list: &[u64]| {
            let mut counts = vec![0; CLASSES.len()];
            list.iter().filter_map(|&n| CLASSES.of(n.into())).for_each(|class| counts[class] += 1);
            counts
        };
        let mut all: HashMap<Vec<u32>, Vec<Vec<u32>>> = HashMap::new();
        let lists = |x: u64| (1..12).map(move |y| vec![x, y]).chain([vec![x]]);
        for list in (1..12).flat_map(lists) {
            let whole = |option: &Vec<u64>| option.len() < 2;
            for option in options(&list).into_iter().filter(whole) {
                let to = all.entry(counted(&list)).or_default();
                if !to.contains(&counted(&option)) && (list.len() == 1 || option != [list[0]] && option != [list[1]]) {
                    to.push(counted(&option));
                }
            }
        }
        let exchanges: Vec<Exchange> = all.into_iter().map(|(from, to)| Exchange { from, to }).collect();
        Exchanges { possible: exchanges.clone(), sure: exchanges }
    }

    #[test]
    fn taking_one_or_putting_two_together() {
        let exchanges = exchanges();
        let counts =
            [(0, 6), (2, 2), (1, 2), (1, 2)].map(|(threshold, modulus)| Counts { threshold, modulus }).to_vec();
        let mut known = HashMap::new();
        let mut entries = vec![None; counts.iter().map(|counts| counts.len() as usize).product()];
        let mut vector = vec![0u64; 4];
        while step(&mut vector, &[6, 4, 3, 3]).is_some() {
            let numbers = [1, 2, 4, 3].iter().zip(&vector);
            let mut list: Vec<u64> = numbers.flat_map(|(&number, &count)| vec![number; count as usize]).collect();
            list.sort_unstable();
            entries[place(&counts, &vector)] = Some(by_definition(&list, &mut known).min(1));
        }
        // Some are worked out from the others.
        entries.iter_mut().step_by(7).for_each(|entry| *entry = None);
        let table = Table::completed(CLASSES, counts, Tells::Outcomes, entries, &exchanges).unwrap();
        assert!(table.is_right(&exchanges));
        for list in [vec![1, 1, 2, 2, 2], vec![5, 7, 9], vec![2, 8], vec![1, 2], vec![1, 1, 1, 1, 6]] {
            assert_eq!(
                table.of(list.iter().map(|&n| n.into())),
                Some(by_definition(&list, &mut known).min(1)),
                "{list:?}"
            );
        }
        let mut wrong = table.clone();
        wrong.entries[17] ^= 1;
        assert!(!wrong.is_right(&exchanges));
    }

    proptest! {
        #[test]
        fn one_table_is_right(entries in prop::collection::vec(0u32..3, 4)) {
            // Positive numbers are put together.
            let classes = Classes { least: 0, small: 1, modulus: 1 };
            let moves = vec![Exchange { from: vec![0, 2], to: vec![vec![0, 1]] }];
            let exchanges = Exchanges { possible: moves.clone(), sure: moves };
            let counts = vec![Counts { threshold: 0, modulus: 1 }, Counts { threshold: 1, modulus: 2 }];
            let table = Table { classes, counts, tells: Tells::Values, entries: entries[..3].to_vec() };
            prop_assert_eq!(table.is_right(&exchanges), entries[..3] == [0, 0, 1]);
        }

        #[test]
        fn nothing_is_won_without_a_sure_exchange(entries in prop::collection::vec(0u32..2, 2)) {
            let classes = Classes { least: 0, small: 0, modulus: 1 };
            let possible = vec![Exchange { from: vec![1], to: vec![vec![0]] }];
            let exchanges = Exchanges { possible, sure: Vec::new() };
            let counts = vec![Counts { threshold: 0, modulus: 2 }];
            let table = Table { classes, counts, tells: Tells::Outcomes, entries };
            prop_assert!(!table.is_right(&exchanges));
        }
    }
}
