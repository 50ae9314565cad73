//! The values of the heaps, computed again from the rule.
//!
//! A value is absent from the options of a heap if no move has it. For codes that leave at most two heaps the certificate
//! may name a mask: a value is rare if it shares an even number of bits with it, else common. A common value can only
//! come from a split with a rare heap, so all such splits and the takes decide the common values; each rare value below
//! the least absent common one is looked for among all splits until it is found. If it is never found, it is the value
//! of the heap, and the heap must be on the certificate's list. Without a mask all moves are marked.

use crate::Reject;
use crate::format::Certificate;
use crate::rule::{Digit, Parts, Rule, Run};
use crate::work::Work;

/// Elementary steps of one check: a few minutes. A file that asks for more is refused.
pub(crate) const MOST_STEPS: u64 = 300_000_000_000;
/// Values of a certificate with a mask have at most 24 bits. A mask of the parity alone has no common values at all.
const MOST_VALUES: u32 = 1 << 25;
/// Heaps of one check, four bytes each.
const MOST_HEAPS: u64 = 1 << 28;

/// The values of heaps 0 to `certificate.heaps − 1`.
pub(crate) fn recompute(certificate: &Certificate, work: &Work) -> Result<Vec<u32>, Reject> {
    if certificate.heaps > MOST_HEAPS {
        return Err(Reject::TooLarge);
    }
    // Four bytes a value, in a list that doubles.
    work.fits(certificate.heaps.saturating_mul(8))?;
    work.expect(least_work(certificate))?;
    let values = if certificate.mask == 0 { plain(certificate, work)? } else { split(certificate, work)? };
    let largest = values.iter().copied().max().unwrap_or(0);
    if u64::from(largest) != certificate.largest {
        return Err(Reject::Claim("the largest value"));
    }
    Ok(values)
}

/// Steps that are taken for sure: one for each heap and place, and where all breaks are marked one for each of them.
fn least_work(certificate: &Certificate) -> u128 {
    let heaps = u128::from(certificate.heaps);
    let of_run = |run: &Run| {
        let last = u128::from(run.to).min(heaps.saturating_sub(1));
        let places = (last + 1).saturating_sub(u128::from(run.from));
        // Every heap above the last place of the run has all of them.
        let above = heaps.saturating_sub(last + 1);
        let breaks = certificate.mask == 0 && run.digit.parts != Parts::AllEqual && run.digit.leaves(2);
        places * if breaks { above * above / 4 } else { above }
    };
    let tail =
        if certificate.rule.tail.is_empty() { 0 } else { heaps.saturating_sub(certificate.rule.tail_from.into()) };
    certificate.rule.runs.iter().map(of_run).sum::<u128>() + tail * tail / 2
}

/// The values marked for one heap.
struct Marks<'a> {
    stamps: Vec<u32>,
    work: &'a Work,
}

impl Marks<'_> {
    fn new(work: &Work) -> Marks<'_> {
        Marks { stamps: Vec::new(), work }
    }

    #[inline]
    fn mark(&mut self, value: u32, n: usize) {
        if value as usize >= self.stamps.len() {
            self.stamps.resize(value as usize + 1, u32::MAX);
        }
        self.stamps[value as usize] = n as u32;
    }

    #[inline]
    fn is_marked(&self, value: u32, n: usize) -> bool {
        self.stamps.get(value as usize).is_some_and(|&stamp| stamp == n as u32)
    }

    #[inline]
    fn spend(&self, steps: u64) -> Result<(), Reject> {
        self.work.spend(steps)
    }
}

/// By the definition.
fn plain(certificate: &Certificate, work: &Work) -> Result<Vec<u32>, Reject> {
    if !certificate.rares.is_empty() || certificate.parity {
        return Err(Reject::Claim("rare heaps without a mask"));
    }
    let mut marks = Marks::new(work);
    let mut values: Vec<u32> = Vec::new();
    let rule = &certificate.rule;
    for n in 0..certificate.heaps as usize {
        // Places without a digit are passed, too.
        let tail = if rule.tail.is_empty() { 0 } else { (n as u64).saturating_sub(rule.tail_from) };
        marks.spend(rule.runs.iter().take_while(|run| run.from <= n as u64).count() as u64 + tail)?;
        for (place, digit) in certificate.rule.places(n as u64) {
            marks.spend(1)?;
            mark_digit(&mut marks, &values, n, n - place as usize, digit)?;
        }
        let value = (0..).find(|&value| !marks.is_marked(value, n)).unwrap_or(0);
        marks.spend(u64::from(value) + 1)?;
        values.push(value);
    }
    Ok(values)
}

/// Marks the values of all ways to leave `rest` beans.
fn mark_digit(marks: &mut Marks<'_>, values: &[u32], n: usize, rest: usize, digit: Digit) -> Result<(), Reject> {
    if digit.leaves(0) && rest == 0 && n > 0 {
        marks.mark(0, n);
    }
    if digit.leaves(1) && rest > 0 && rest < n {
        marks.mark(values[rest], n);
    }
    for count in digit.breaks() {
        let count = count as usize;
        if digit.parts != Parts::AllEqual {
            mark_shares(marks, values, n, digit.parts, Share { rest, count, first: 0, least: 1, xor: 0 })?;
        } else if rest > 0 && rest.is_multiple_of(count) {
            marks.mark(if count % 2 == 1 { values[rest / count] } else { 0 }, n);
        }
    }
    Ok(())
}

/// Heaps still to be made: `count` of them from `rest` beans, each at least `least`; the first part and the XOR so far.
#[derive(Clone, Copy)]
struct Share {
    rest: usize,
    count: usize,
    first: usize,
    least: usize,
    xor: u32,
}

/// Marks all ways to share the beans, in ascending parts. At most 31 calls deep.
fn mark_shares(marks: &mut Marks<'_>, values: &[u32], n: usize, parts: Parts, share: Share) -> Result<(), Reject> {
    let Share { rest, count, first, least, xor } = share;
    if count == 1 {
        // Ascending parts are all equal if the first and the last are.
        if rest >= least && !(parts == Parts::NotAllEqual && rest == first) {
            marks.mark(xor ^ values[rest], n);
        }
        return Ok(());
    }
    for part in least..=rest / count {
        marks.spend(1)?;
        let share = Share {
            rest: rest - part,
            count: count - 1,
            first: if first == 0 { part } else { first },
            least: part + usize::from(parts == Parts::Unequal),
            xor: xor ^ values[part],
        };
        mark_shares(marks, values, n, parts, share)?;
    }
    Ok(())
}

/// A rule that leaves at most two heaps.
struct TwoHeaps {
    takes: Vec<usize>,
    wholes: Vec<usize>,
    /// Place, and whether the heaps must be unequal.
    breaks: Vec<(usize, bool)>,
    equals: Vec<usize>,
}

impl TwoHeaps {
    fn of(rule: &Rule) -> Option<TwoHeaps> {
        const MOST_PLACES: u64 = 1 << 16;
        let last = rule.runs.last().map_or(0, |run| run.to);
        if !rule.tail.is_empty() || last > MOST_PLACES || rule.digits().any(|digit| digit.heaps > 7) {
            return None;
        }
        let mut two = TwoHeaps { takes: vec![], wholes: vec![], breaks: vec![], equals: vec![] };
        for (place, digit) in rule.places(last) {
            let place = place as usize;
            if digit.leaves(0) {
                two.wholes.push(place);
            }
            if digit.leaves(1) {
                two.takes.push(place);
            }
            match digit.parts {
                _ if !digit.leaves(2) => {}
                Parts::AllEqual => two.equals.push(place),
                parts => two.breaks.push((place, parts != Parts::Any)),
            }
        }
        Some(two)
    }

    /// Marks the takes, the whole heap and the splits into two equal heaps.
    fn mark_simple(&self, marks: &mut Marks<'_>, values: &[u32], n: usize) -> Result<(), Reject> {
        let TwoHeaps { takes, wholes, breaks, equals } = self;
        marks.spend((takes.len() + wholes.len() + breaks.len() + equals.len()) as u64)?;
        for &take in self.takes.iter().take_while(|&&take| take < n) {
            marks.mark(values[n - take], n);
        }
        let halves = |place: usize| n > place && (n - place).is_multiple_of(2);
        let equal = self.equals.iter().any(|&place| halves(place));
        let equal = equal || self.breaks.iter().any(|&(place, unequal)| !unequal && halves(place));
        if equal || self.wholes.contains(&n) {
            marks.mark(0, n);
        }
        Ok(())
    }
}

/// The linear test, with the parity of n − b as a lowest bit if the certificate says so.
#[derive(Clone, Copy)]
struct Test {
    mask: u32,
    parity: Option<usize>,
}

impl Test {
    fn is_rare(self, value: u32, n: usize) -> bool {
        let x = match self.parity {
            Some(place) => 2 * value + (n.wrapping_sub(place) & 1) as u32,
            None => value,
        };
        (x & self.mask).count_ones().is_multiple_of(2)
    }
}

/// The test of the certificate. The mask may only have bits that the values have, so that no other mask says the same.
fn test_of(certificate: &Certificate, two: &TwoHeaps) -> Result<Test, Reject> {
    let place = two.breaks.first().map_or(0, |b| b.0);
    if certificate.parity && two.breaks.iter().any(|b| (b.0 ^ place) & 1 == 1) {
        return Err(Reject::Claim("parities with breaking digits at even and odd places"));
    }
    let bits = 64 - certificate.largest.leading_zeros() + u32::from(certificate.parity);
    let mask = u32::try_from(certificate.mask).ok().filter(|&mask| bits <= 24 && mask >> bits == 0);
    let mask = mask.ok_or(Reject::Claim("the mask"))?;
    Ok(Test { mask, parity: certificate.parity.then_some(place) })
}

/// With the sparse-space lemma.
fn split(certificate: &Certificate, work: &Work) -> Result<Vec<u32>, Reject> {
    let two = TwoHeaps::of(&certificate.rule).ok_or(Reject::Claim("a mask for more than two heaps"))?;
    let test = test_of(certificate, &two)?;
    let mut search = Search { two, test, marks: Marks::new(work), values: vec![0], rares: vec![], hints: vec![] };
    let mut listed = certificate.rares.iter().peekable();
    for n in 1..certificate.heaps as usize {
        let value = search.value(n)?;
        let expected = listed.next_if(|rare| rare.0 == n as u64);
        let is_rare = search.test.is_rare(value, n);
        if is_rare != expected.is_some() || expected.is_some_and(|rare| rare.1 != u64::from(value)) {
            return Err(Reject::Claim("the list of rare heaps"));
        }
        if is_rare {
            search.rares.push(n);
        }
        search.values.push(value);
    }
    if listed.next().is_some() {
        return Err(Reject::Claim("the list of rare heaps"));
    }
    Ok(search.values)
}

/// Splits that reached a value before are tried first: heap a after removing `place`.
type Hint = (u32, u32);
const HINTS: usize = 8;

struct Search<'a> {
    two: TwoHeaps,
    test: Test,
    marks: Marks<'a>,
    values: Vec<u32>,
    rares: Vec<usize>,
    /// For each value the last few.
    hints: Vec<[Hint; HINTS]>,
}

impl Search<'_> {
    fn value(&mut self, n: usize) -> Result<u32, Reject> {
        self.two.mark_simple(&mut self.marks, &self.values, n)?;
        self.mark_rare_splits(n)?;
        self.mark_some_splits(n)?;
        let is_common = |&v: &u32| !self.test.is_rare(v, n) && !self.marks.is_marked(v, n);
        let common = (0..MOST_VALUES).find(is_common).ok_or(Reject::Claim("the mask"))?;
        self.marks.spend(2 * u64::from(common) + 1)?;
        for value in 0..common {
            if self.test.is_rare(value, n) && !self.marks.is_marked(value, n) && !self.is_split(n, value)? {
                return Ok(value);
            }
        }
        Ok(common)
    }

    /// All splits with a rare heap.
    fn mark_rare_splits(&mut self, n: usize) -> Result<(), Reject> {
        for &(place, unequal) in self.two.breaks.iter().filter(|b| b.0 < n) {
            let m = n - place;
            self.marks.spend(self.rares.len() as u64 + 1)?;
            for &rare in self.rares.iter().take_while(|&&rare| rare < m) {
                if !(unequal && 2 * rare == m) {
                    self.marks.mark(self.values[rare] ^ self.values[m - rare], n);
                }
            }
        }
        Ok(())
    }

    /// A stretch of splits in the middle, which have most of the rare values.
    fn mark_some_splits(&mut self, n: usize) -> Result<(), Reject> {
        const SOME: usize = 192;
        for &(place, unequal) in self.two.breaks.iter().filter(|b| b.0 < n) {
            let m = n - place;
            let end = if unequal { (m - 1) / 2 } else { m / 2 } + 1;
            let start = (end * 2 / 3).max(1).min(end.saturating_sub(SOME).max(1));
            let count = SOME.min(end.saturating_sub(start));
            self.marks.spend(count as u64)?;
            let partners = self.values[m + 1 - start - count..m + 1 - start].iter().rev();
            for (a, b) in self.values[start..start + count].iter().zip(partners) {
                self.marks.mark(a ^ b, n);
            }
        }
        Ok(())
    }

    /// Whether some split has the value: the hints, then all splits, the breaking places in turn.
    fn is_split(&mut self, n: usize, value: u32) -> Result<bool, Reject> {
        const STEP: usize = 1024;
        if value as usize >= self.hints.len() {
            self.hints.resize(value as usize + 1, [(0, 0); HINTS]);
        }
        self.marks.spend(HINTS as u64)?;
        if self.hints[value as usize].iter().any(|&hint| self.reaches(n, value, hint)) {
            return Ok(true);
        }
        for start in (1..n / 2 + 1).step_by(STEP) {
            for &(place, unequal) in self.two.breaks.iter().filter(|b| b.0 < n) {
                let m = n - place;
                let end = (if unequal { (m - 1) / 2 } else { m / 2 } + 1).min(start + STEP).max(start);
                let partners = self.values[(m + 1).saturating_sub(end)..(m + 1).saturating_sub(start)].iter().rev();
                let mut pairs = self.values[start..end].iter().zip(partners);
                if let Some(index) = pairs.position(|(a, b)| a ^ b == value) {
                    let hints = &mut self.hints[value as usize];
                    hints.rotate_right(1);
                    hints[0] = ((start + index) as u32, place as u32);
                    self.marks.spend(index as u64 / 8)?;
                    return Ok(true);
                }
                self.marks.spend((end - start) as u64 / 8 + 1)?;
            }
        }
        Ok(false)
    }

    fn reaches(&self, n: usize, value: u32, (a, place): Hint) -> bool {
        let a = a as usize;
        let b = n.wrapping_sub(a + place as usize);
        a > 0 && b > 0 && a < n && b < n && a != b && self.values[a] ^ self.values[b] == value
    }
}
