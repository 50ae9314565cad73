//! Minimisation (Hopcroft 1971) and canonical form.
//!
//! States that no word reaches are dropped; the partition by labels is refined until states of one block agree on the
//! block after every class. The sink's block need not be used as a first splitter: refining by all other blocks and
//! classes implies it. Then equal columns become one class, classes are numbered by their first letter and states in the
//! order of a breadth-first search, the sink first.
//! Time O(states × classes × log states), memory 8 bytes a transition besides the table.

use super::{Automaton, Label, SINK, Var};
use crate::budget::Budget;
use crate::error::Result;
use crate::numeration::Numeration;
use foldhash::fast::FixedState;
use hashbrown::HashMap;

/// An automaton under construction: state 0 is the sink, nothing else is promised.
pub(crate) struct Raw {
    pub numeration: Numeration,
    pub tracks: Vec<Var>,
    pub classes: Vec<u32>,
    pub width: usize,
    pub start: u32,
    pub next: Vec<u32>,
    pub labels: Vec<Label>,
}

impl Raw {
    /// Each letter its own class, the sink and nothing else; the first state added is the start.
    pub fn plain(numeration: Numeration, tracks: Vec<Var>, letters: usize) -> Raw {
        Raw {
            numeration,
            tracks,
            classes: (0..letters as u32).collect(),
            width: letters,
            start: 1,
            next: vec![SINK; letters],
            labels: vec![0],
        }
    }

    /// Adds a state with this label; its row is to be pushed by the caller.
    pub fn add_state(&mut self, label: Label) {
        self.labels.push(label);
    }

    pub fn minimise(mut self, budget: &Budget) -> Result<Automaton> {
        budget.worked(self.next.len())?;
        self.keep_useful();
        // Fewer columns are fewer splitters.
        self.merge_columns();
        if self.labels.len() > 2 {
            let blocks = Refinement::new(&self, budget)?.run(budget)?;
            self.merge(&blocks);
        }
        self.canonical(budget)
    }

    /// Drops states that are not reached, and makes those from which no label is reached the sink.
    fn keep_useful(&mut self) {
        let live = self.productive();
        let mut number = vec![SINK; self.labels.len()];
        let mut order = vec![SINK];
        if live[self.start as usize] {
            number[self.start as usize] = 1;
            order.push(self.start);
        }
        let mut i = 1;
        while i < order.len() {
            let row = order[i] as usize * self.width;
            for &to in &self.next[row..row + self.width] {
                if live[to as usize] && number[to as usize] == SINK {
                    number[to as usize] = order.len() as u32;
                    order.push(to);
                }
            }
            i += 1;
        }
        self.renumber(&order, &number);
    }

    /// The states from which a label other than 0 can be reached.
    fn productive(&self) -> Vec<bool> {
        let mut live: Vec<bool> = self.labels.iter().map(|&label| label != 0).collect();
        if live.iter().skip(1).all(|&l| l) {
            return live;
        }
        let inverse = Inverse::of_graph(self);
        let mut stack: Vec<u32> = (0..live.len() as u32).filter(|&s| live[s as usize]).collect();
        while let Some(state) = stack.pop() {
            for &from in inverse.sources(state as usize) {
                if !live[from as usize] {
                    live[from as usize] = true;
                    stack.push(from);
                }
            }
        }
        live
    }

    /// Keeps the states of `order`, in that order; `number` is its inverse (the sink for states that are dropped).
    fn renumber(&mut self, order: &[u32], number: &[u32]) {
        let mut next = Vec::with_capacity(order.len() * self.width);
        for &state in order {
            let row = state as usize * self.width;
            next.extend(self.next[row..row + self.width].iter().map(|&to| number[to as usize]));
        }
        self.labels = order.iter().map(|&state| self.labels[state as usize]).collect();
        self.start = number[self.start as usize];
        self.next = next;
    }

    /// One state for each block; the sink's block becomes state 0.
    fn merge(&mut self, blocks: &[u32]) {
        let mut name = HashMap::with_hasher(FixedState::default());
        let mut order: Vec<u32> = Vec::new();
        let mut number = Vec::with_capacity(blocks.len());
        for (state, &block) in blocks.iter().enumerate() {
            let fresh = order.len() as u32;
            let id = *name.entry(block).or_insert(fresh);
            if id == fresh {
                order.push(state as u32);
            }
            number.push(id);
        }
        self.renumber(&order, &number);
    }

    /// The canonical form of a minimal automaton: equal columns merged, classes and states numbered in order.
    pub fn canonical(mut self, budget: &Budget) -> Result<Automaton> {
        self.merge_columns();
        let mut number = vec![u32::MAX; self.labels.len()];
        number[SINK as usize] = SINK;
        let mut order = vec![SINK];
        if self.start != SINK {
            number[self.start as usize] = 1;
            order.push(self.start);
        }
        let mut i = 1;
        while i < order.len() {
            let row = order[i] as usize * self.width;
            for &to in &self.next[row..row + self.width] {
                if number[to as usize] == u32::MAX {
                    number[to as usize] = order.len() as u32;
                    order.push(to);
                }
            }
            i += 1;
        }
        self.renumber(&order, &number);
        budget.worked(self.classes.len())?;
        let Raw { numeration, tracks, classes, width, start, next, labels } = self;
        Ok(Automaton { numeration, tracks, classes, width, start, next, labels })
    }

    /// Letters whose columns are equal become one class.
    fn merge_columns(&mut self) {
        let group = self.equal_columns();
        let groups = group.iter().max().map_or(0, |&g| g as usize + 1);
        let mut class_of_group = vec![u32::MAX; groups];
        let mut columns: Vec<u32> = Vec::new();
        for class in &mut self.classes {
            let g = group[*class as usize] as usize;
            if class_of_group[g] == u32::MAX {
                class_of_group[g] = columns.len() as u32;
                columns.push(*class);
            }
            *class = class_of_group[g];
        }
        let in_order = |(i, &column): (usize, &u32)| i == column as usize;
        if columns.len() == self.width && columns.iter().enumerate().all(in_order) {
            return;
        }
        let mut next = Vec::with_capacity(self.labels.len() * columns.len());
        for row in self.next.chunks_exact(self.width) {
            next.extend(columns.iter().map(|&column| row[column as usize]));
        }
        self.width = columns.len();
        self.next = next;
    }

    /// For every column the number of its group. Columns are sorted by a hash, a row at a time; those of one hash are compared.
    fn equal_columns(&self) -> Vec<u32> {
        let mut hashes = vec![0_u64; self.width];
        for row in self.next.chunks_exact(self.width) {
            for (hash, &to) in hashes.iter_mut().zip(row) {
                *hash = (*hash ^ u64::from(to)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
            }
        }
        let equal = |a: usize, b: usize| self.next.chunks_exact(self.width).all(|row| row[a] == row[b]);
        let mut firsts: HashMap<u64, Vec<u32>, FixedState> = HashMap::with_hasher(FixedState::default());
        let mut group: Vec<u32> = Vec::with_capacity(self.width);
        let mut groups = 0;
        for (column, hash) in hashes.into_iter().enumerate() {
            let same = firsts.entry(hash).or_default();
            let known = same.iter().find(|&&first| equal(first as usize, column)).map(|&first| group[first as usize]);
            group.push(known.unwrap_or(groups));
            if known.is_none() {
                groups += 1;
                same.push(column as u32);
            }
        }
        group
    }
}

/// For each target, the sources of the transitions into it.
struct Inverse {
    offsets: Vec<u32>,
    sources: Vec<u32>,
}

impl Inverse {
    fn build(targets: usize, edges: impl Iterator<Item = (usize, u32)> + Clone) -> Inverse {
        let mut offsets = vec![0_u32; targets + 1];
        for (to, _) in edges.clone() {
            offsets[to + 1] += 1;
        }
        for i in 0..targets {
            offsets[i + 1] += offsets[i];
        }
        let mut place = offsets.clone();
        let mut sources = vec![0; offsets[targets] as usize];
        for (to, from) in edges {
            sources[place[to] as usize] = from;
            place[to] += 1;
        }
        Inverse { offsets, sources }
    }

    /// All transitions but those into the sink.
    fn of_graph(raw: &Raw) -> Inverse {
        let edges = raw.next.iter().enumerate().filter(|(_, to)| **to != SINK);
        Inverse::build(raw.labels.len(), edges.map(|(i, &to)| (to as usize, (i / raw.width) as u32)))
    }

    /// Targets are pairs (class, state), numbered class × states + state.
    fn of_classes(raw: &Raw) -> Inverse {
        let states = raw.labels.len();
        let pair = |(i, &to): (usize, &u32)| ((i % raw.width) * states + to as usize, (i / raw.width) as u32);
        Inverse::build(states * raw.width, raw.next.iter().enumerate().map(pair))
    }

    fn sources(&self, target: usize) -> &[u32] {
        &self.sources[self.offsets[target] as usize..self.offsets[target + 1] as usize]
    }
}

/// The partition of the states and the splitters that wait.
struct Refinement {
    inverse: Inverse,
    width: usize,
    /// The states, block by block, and where each state stands.
    elements: Vec<u32>,
    places: Vec<u32>,
    block_of: Vec<u32>,
    /// First and past-the-end place of each block, and how many of its states are marked (they stand first).
    first: Vec<u32>,
    end: Vec<u32>,
    marked: Vec<u32>,
    waiting: Vec<(u32, u32)>,
    is_waiting: Vec<bool>,
}

impl Refinement {
    fn new(raw: &Raw, budget: &Budget) -> Result<Refinement> {
        let states = raw.labels.len();
        budget.grown(0, raw.next.len().saturating_mul(12))?;
        let mut elements: Vec<u32> = (0..states as u32).collect();
        elements.sort_by_key(|&s| raw.labels[s as usize]);
        let mut refinement = Refinement {
            inverse: Inverse::of_classes(raw),
            width: raw.width,
            places: vec![0; states],
            block_of: vec![0; states],
            first: Vec::new(),
            end: Vec::new(),
            marked: Vec::new(),
            waiting: Vec::new(),
            is_waiting: Vec::new(),
            elements,
        };
        refinement.blocks_by_label(&raw.labels);
        Ok(refinement)
    }

    fn blocks_by_label(&mut self, labels: &[Label]) {
        for i in 0..self.elements.len() {
            let label = |i: usize| labels[self.elements[i] as usize];
            if i == 0 || label(i) != label(i - 1) {
                self.first.push(i as u32);
                self.end.push(i as u32);
                self.marked.push(0);
            }
            let block = self.first.len() - 1;
            self.end[block] += 1;
            self.places[self.elements[i] as usize] = i as u32;
            self.block_of[self.elements[i] as usize] = block as u32;
        }
        self.is_waiting = vec![false; self.first.len() * self.width];
        // Block 0 has label 0: the sink's.
        for block in 1..self.first.len() {
            (0..self.width).for_each(|class| self.wait(block as u32, class as u32));
        }
    }

    fn wait(&mut self, block: u32, class: u32) {
        let flag = &mut self.is_waiting[block as usize * self.width + class as usize];
        if !*flag {
            *flag = true;
            self.waiting.push((block, class));
        }
    }

    fn run(mut self, budget: &Budget) -> Result<Vec<u32>> {
        let states = self.elements.len();
        let mut touched: Vec<u32> = Vec::new();
        while let Some((block, class)) = self.waiting.pop() {
            self.is_waiting[block as usize * self.width + class as usize] = false;
            let mut moved = 0;
            for i in self.first[block as usize]..self.end[block as usize] {
                // Marking moves states inside their blocks, perhaps this one's; a swap never passes place i twice,
                // because the preimage is taken from a copy below.
                touched.push(self.elements[i as usize]);
            }
            let targets = std::mem::take(&mut touched);
            let mut split: Vec<u32> = Vec::new();
            for &target in &targets {
                let key = class as usize * states + target as usize;
                for i in self.inverse.offsets[key]..self.inverse.offsets[key + 1] {
                    let source = self.inverse.sources[i as usize];
                    self.mark(source, &mut split);
                    moved += 1;
                }
            }
            touched = targets;
            touched.clear();
            for block in split {
                self.split(block);
            }
            budget.worked(moved)?;
        }
        Ok(self.block_of)
    }

    fn mark(&mut self, state: u32, split: &mut Vec<u32>) {
        let block = self.block_of[state as usize] as usize;
        let place = self.places[state as usize];
        let border = self.first[block] + self.marked[block];
        if place < border {
            return;
        }
        let other = self.elements[border as usize];
        self.elements[border as usize] = state;
        self.elements[place as usize] = other;
        self.places[state as usize] = border;
        self.places[other as usize] = place;
        if self.marked[block] == 0 {
            split.push(block as u32);
        }
        self.marked[block] += 1;
    }

    /// Parts the marked states from the others; the smaller part becomes the new block.
    fn split(&mut self, block: u32) {
        let b = block as usize;
        let (first, end, marked) = (self.first[b], self.end[b], self.marked[b]);
        self.marked[b] = 0;
        if marked == end - first {
            return;
        }
        let middle = first + marked;
        let new = self.first.len() as u32;
        let (new_first, new_end) = if marked <= end - middle {
            self.first[b] = middle;
            (first, middle)
        } else {
            self.end[b] = middle;
            (middle, end)
        };
        self.first.push(new_first);
        self.end.push(new_end);
        self.marked.push(0);
        self.is_waiting.extend(std::iter::repeat_n(false, self.width));
        for i in new_first..new_end {
            self.block_of[self.elements[i as usize] as usize] = new;
        }
        // If the old block waits, both halves must; if not, the smaller (new) one is enough.
        (0..self.width).for_each(|class| self.wait(new, class as u32));
    }
}
