//! The sets of values that lines through a block have met.
//!
//! All lines along one vector stand in one array, word by word: first the values 0 to 63 of all lines, then 64 to 127, and so on. Lines of
//! neighbours are neighbours there, and a new word for all of them is added at the end. Rejected: an array for each line; a cell has
//! as many lines as there are vectors, and each was somewhere else in memory.

use crate::shape::Place;

/// What a line has met, between blocks.
#[derive(Debug, Default)]
pub struct Line {
    /// Words before the first one are full, so many.
    full: u32,
    words: Box<[u64]>,
    /// How many of its points were met.
    pub next: u64,
}

impl Line {
    /// A line that has met these values.
    pub fn of(values: &[u32], next: u64) -> Line {
        let words = values.iter().max().map_or(0, |&largest| largest as usize / 64 + 1);
        let mut bits = vec![0u64; words];
        values.iter().for_each(|&value| bits[value as usize / 64] |= 1 << (value % 64));
        Line { full: 0, words: bits.into(), next }
    }

    /// Bytes that it takes, with those of the table that it is in.
    pub fn bytes(&self) -> u64 {
        (size_of::<(u64, Line)>() + self.words.len() * 8 + 24) as u64
    }
}

/// The lines along one vector through a block.
pub struct Lines<'a> {
    vector: &'a [u64],
    /// For the first cell of each line in the block its number among the lines, and one more.
    numbers: Vec<u32>,
    /// How many lines there may be: so far are words of one line apart.
    most: usize,
    /// Words before this one are full, for each line.
    full: Vec<u32>,
    words: Vec<u64>,
    /// The keys of lines that go on behind the block, and how many points lines have met there.
    ends: Vec<(Option<u64>, u64)>,
    /// How many cells back one step is.
    back: usize,
    /// How many steps the coordinates but the last allow within the block, in the row at hand.
    steps: u64,
    /// The last coordinate of a step.
    last: u64,
}

impl<'a> Lines<'a> {
    /// No line yet.
    pub fn new(vector: &'a [u64], place: &Place) -> Lines<'a> {
        let back = place.strides().iter().zip(vector).map(|(stride, &step)| stride.saturating_mul(step as usize)).sum();
        let cells = place.cells();
        // The others have a point before them in the block.
        let later: u64 = place.len.iter().zip(vector).map(|(len, step)| len.saturating_sub(*step)).product();
        let last = vector.last().copied().unwrap_or(0);
        let (numbers, most) = (vec![0; cells], cells - later as usize);
        Lines { vector, numbers, most, full: Vec::new(), words: Vec::new(), ends: Vec::new(), back, steps: 0, last }
    }

    /// A row begins.
    pub fn start_row(&mut self, row: &[u64]) {
        let steps = row.iter().zip(self.vector).filter(|(_, step)| **step > 0).map(|(at, step)| at / step);
        self.steps = steps.min().unwrap_or(u64::MAX);
    }

    /// The first cell in the block of the line of a cell.
    #[inline]
    pub fn entry(&self, cell: usize, last: u64) -> usize {
        let steps = match self.last {
            0 => self.steps,
            1 => self.steps.min(last),
            step => self.steps.min(last / step),
        };
        cell - steps as usize * self.back
    }

    /// The number of the line that begins with a cell, if it is there.
    #[inline]
    pub fn number(&self, entry: usize) -> Option<usize> {
        (self.numbers[entry] as usize).checked_sub(1)
    }

    /// Adds the line that begins with a cell; its number.
    pub fn add(&mut self, entry: usize, key: Option<u64>, line: &Line) -> usize {
        let number = self.ends.len();
        self.numbers[entry] = number as u32 + 1;
        self.ends.push((key, line.next));
        self.full.push(line.full);
        self.reserve(line.full as usize + line.words.len());
        let words = std::iter::repeat_n(&u64::MAX, line.full as usize).chain(&line.words);
        for (word, &bits) in words.enumerate() {
            self.words[word * self.most + number] = bits;
        }
        number
    }

    fn reserve(&mut self, words: usize) {
        if words * self.most > self.words.len() {
            self.words.resize(words * self.most, 0);
        }
    }

    #[inline]
    fn word(&self, word: usize, number: usize) -> u64 {
        self.words.get(word * self.most + number).copied().unwrap_or(0)
    }

    #[inline]
    fn meet(&mut self, word: usize, bit: u64, number: usize) {
        let at = word * self.most + number;
        if at >= self.words.len() {
            self.reserve(word + 1);
        }
        self.words[at] |= bit;
        if self.words[at] == u64::MAX && self.full[number] as usize == word {
            self.skip(number);
        }
    }

    fn skip(&mut self, number: usize) {
        while self.word(self.full[number] as usize, number) == u64::MAX {
            self.full[number] += 1;
        }
    }

    /// The lines that go on behind the block, by their keys.
    pub fn going_on(&self) -> impl Iterator<Item = (u64, Line)> {
        let words = self.words.len() / self.most.max(1);
        self.ends.iter().enumerate().filter_map(move |(number, &(key, next))| {
            let full = self.full[number];
            let end = (full as usize..words).rev().find(|&word| self.word(word, number) != 0);
            let kept = full as usize..end.map_or(full as usize, |end| end + 1);
            Some((key?, Line { full, words: kept.map(|word| self.word(word, number)).collect(), next }))
        })
    }
}

/// The value of a cell by its lines, which all meet it.
#[inline]
pub fn settle(lines: &mut [Lines<'_>], at: &[usize]) -> u32 {
    let mut word = 0;
    for (lines, &number) in lines.iter().zip(at) {
        word = word.max(lines.full[number]);
    }
    let mut word = word as usize;
    let free = loop {
        let mut met = 0;
        for (lines, &number) in lines.iter().zip(at) {
            met |= lines.word(word, number);
        }
        if met != u64::MAX {
            break met.trailing_ones();
        }
        word += 1;
    };
    for (lines, &number) in lines.iter_mut().zip(at) {
        lines.meet(word, 1 << free, number);
    }
    word as u32 * 64 + free
}
