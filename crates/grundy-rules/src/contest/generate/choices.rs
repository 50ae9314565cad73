//! The choices behind a generated input. An input is a function of a list of small numbers: shrinking changes the list
//! and generates again, so a shrunk input is as well formed as any other (MacIver and Donaldson, Test-case reduction via
//! test-case generation, ECOOP 2020).

/// Choices that are replayed first, then drawn at random, or 0 where nothing is random.
#[derive(Debug, Default)]
pub(super) struct Choices {
    replay: Vec<u64>,
    random: Option<SplitMix>,
    made: Vec<u64>,
    /// Which of them may be a size: made for a single number, not within a list.
    sizes: Vec<usize>,
    elements: Vec<Element>,
}

/// The choices that went into one element of a list, or into one case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Element {
    start: usize,
    end: usize,
    list: usize,
    index: usize,
    length: usize,
}

/// What was chosen for an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Made {
    choices: Vec<u64>,
    sizes: Vec<usize>,
    elements: Vec<Element>,
}

impl Choices {
    pub(super) fn random(seed: u64) -> Choices {
        Choices { random: Some(SplitMix(seed)), ..Choices::default() }
    }

    pub(super) fn replay(choices: Vec<u64>) -> Choices {
        Choices { replay: choices, ..Choices::default() }
    }

    /// A number below `count`, which is not 0. Smaller ones count as simpler.
    pub(super) fn below(&mut self, count: u64) -> u64 {
        let choice = match (self.replay.get(self.made.len()), &mut self.random) {
            (Some(&choice), _) => choice.min(count - 1),
            (None, Some(random)) => random.next() % count,
            (None, None) => 0,
        };
        self.made.push(choice);
        choice
    }

    /// The same for a number that may be a size.
    pub(super) fn size_below(&mut self, count: u64) -> u64 {
        self.sizes.push(self.made.len());
        self.below(count)
    }

    /// How many choices were made.
    pub(super) fn len(&self) -> usize {
        self.made.len()
    }

    /// Notes that the choices from `start` on belong to an element of a list.
    pub(super) fn element(&mut self, start: usize, list: usize, index: usize, length: usize) {
        self.elements.push(Element { start, end: self.made.len(), list, index, length });
    }

    pub(super) fn finish(self) -> Made {
        Made { choices: self.made, sizes: self.sizes, elements: self.elements }
    }
}

impl Made {
    /// Fewer choices are simpler, then smaller ones.
    pub(super) fn is_simpler_than(&self, other: &Made) -> bool {
        (self.choices.len(), &self.choices) < (other.choices.len(), &other.choices)
    }

    /// Lists of choices that may give a simpler input, the boldest first.
    pub(super) fn simpler(&self) -> Vec<Vec<u64>> {
        let mut found = Vec::new();
        for keep in &self.elements {
            self.without(|element| element.list == keep.list && element.index != keep.index, &mut found);
        }
        for gone in &self.elements {
            self.without(|element| element == gone, &mut found);
            // Lists of one size often go together: a[n] and b[n].
            self.without(|element| (element.index, element.length) == (gone.index, gone.length), &mut found);
        }
        for (at, &choice) in self.choices.iter().enumerate().filter(|(_, choice)| **choice > 0) {
            for less in [0, choice / 2, choice - 1] {
                found.push(self.with(at, less));
            }
        }
        found.dedup();
        found
    }

    fn with(&self, at: usize, choice: u64) -> Vec<u64> {
        let mut choices = self.choices.clone();
        choices[at] = choice;
        choices
    }

    /// The choices without some elements, for each number before them that may be the size of their list.
    fn without(&self, gone: impl Fn(&Element) -> bool, found: &mut Vec<Vec<u64>>) {
        let gone: Vec<&Element> = self.elements.iter().filter(|element| gone(element)).collect();
        let Some(first) = gone.iter().map(|element| element.start).min() else { return };
        let same_list = |list| gone.iter().filter(|element| element.list == list).count() as u64;
        let less = same_list(gone[0].list);
        for &size in self.sizes.iter().filter(|&&size| size < first && self.choices[size] >= less) {
            let choices = self.choices.iter().enumerate();
            let kept = choices.filter(|(at, _)| !gone.iter().any(|element| (element.start..element.end).contains(at)));
            found.push(kept.map(|(at, &choice)| if at == size { choice - less } else { choice }).collect());
        }
    }
}

/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014): the same numbers for a seed on every machine.
#[derive(Debug)]
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}
