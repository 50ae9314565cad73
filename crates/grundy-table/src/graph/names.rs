//! Names of nodes: numbers where they are numbers, else texts in one array.

use crate::error::Error;
use foldhash::fast::FixedState;
use hashbrown::HashTable;
use std::hash::BuildHasher;

/// No node yet.
const NONE: u32 = u32::MAX;

/// The most nodes.
const MOST: usize = u32::MAX as usize - 2;

/// Numbers are looked up in pages of an array, as long as these have not more than so many places a node, and this many.
const SPREAD: usize = 8;
const FEW: usize = 1 << 27;
const PAGE: usize = 1 << 12;

/// The names of all nodes.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Names {
    /// 0, 1, 2, …
    Counted,
    Numbers(Vec<u32>),
    /// All texts, and where each ends.
    Texts {
        bytes: Vec<u8>,
        ends: Vec<u64>,
    },
}

impl Names {
    pub(super) fn name(&self, node: u32) -> String {
        match self {
            Names::Counted => node.to_string(),
            Names::Numbers(numbers) => numbers[node as usize].to_string(),
            Names::Texts { bytes, ends } => String::from_utf8_lossy(text(bytes, ends, node)).into_owned(),
        }
    }

    /// The characters of the longest name.
    pub(super) fn widest(&self, nodes: usize) -> usize {
        let number = |number: u32| number.checked_ilog10().unwrap_or(0) as usize + 1;
        match self {
            Names::Counted => number(nodes.saturating_sub(1) as u32),
            Names::Numbers(numbers) => numbers.iter().map(|&n| number(n)).max().unwrap_or(0),
            Names::Texts { .. } => (0..nodes as u32).map(|node| self.name(node).chars().count()).max().unwrap_or(0),
        }
    }
}

fn text<'a>(bytes: &'a [u8], ends: &[u64], node: u32) -> &'a [u8] {
    let node = node as usize;
    let start = if node == 0 { 0 } else { ends[node - 1] as usize };
    &bytes[start..ends[node] as usize]
}

/// Gives numbers to names as they come.
#[derive(Debug)]
pub(super) enum Interner {
    /// The number of each node; the node of each number in pages, those without one empty.
    Numbers {
        numbers: Vec<u32>,
        pages: Vec<Vec<u32>>,
        places: usize,
    },
    Texts {
        bytes: Vec<u8>,
        ends: Vec<u64>,
        table: HashTable<u32>,
    },
}

impl Default for Interner {
    fn default() -> Self {
        Interner::Numbers { numbers: Vec::new(), pages: Vec::new(), places: 0 }
    }
}

impl Interner {
    /// Nodes named 0, 1, … in order.
    pub(super) fn counted(nodes: u32) -> Interner {
        Interner::Numbers { numbers: (0..nodes).collect(), pages: Vec::new(), places: 0 }
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Interner::Numbers { numbers, .. } => numbers.len(),
            Interner::Texts { ends, .. } => ends.len(),
        }
    }

    /// Bytes of names that are texts, and of places that no node has.
    pub(super) fn bytes(&self) -> u64 {
        match self {
            Interner::Numbers { numbers, places, .. } => places.saturating_sub(numbers.len()) as u64 * 4,
            Interner::Texts { bytes, .. } => bytes.len() as u64,
        }
    }

    /// The node of a name.
    pub(super) fn node(&mut self, name: &[u8]) -> Result<u32, Error> {
        if self.len() >= MOST {
            return Err(Error::Limit(format!("more than {MOST} nodes")));
        }
        match self {
            Interner::Numbers { numbers, pages, places } => {
                let fits = *places <= FEW + numbers.len() * SPREAD;
                let Some(number) = number(name).filter(|_| fits) else {
                    self.become_texts();
                    return self.node(name);
                };
                let (page, at) = (number as usize / PAGE, number as usize % PAGE);
                if page >= pages.len() {
                    pages.resize(page + 1, Vec::new());
                }
                let page = &mut pages[page];
                if page.is_empty() {
                    *page = vec![NONE; PAGE];
                    *places += PAGE;
                }
                if page[at] == NONE {
                    page[at] = numbers.len() as u32;
                    if numbers.len() == numbers.capacity() {
                        numbers.reserve_exact(numbers.len() / 4 + 1024);
                    }
                    numbers.push(number);
                }
                Ok(page[at])
            }
            Interner::Texts { bytes, ends, table } => {
                let hash = FixedState::default().hash_one(name);
                if let Some(&node) = table.find(hash, |&node| text(bytes, ends, node) == name) {
                    return Ok(node);
                }
                check(name)?;
                let node = ends.len() as u32;
                bytes.extend_from_slice(name);
                ends.push(bytes.len() as u64);
                table.insert_unique(hash, node, |&node| FixedState::default().hash_one(text(bytes, ends, node)));
                Ok(node)
            }
        }
    }

    fn become_texts(&mut self) {
        let Interner::Numbers { numbers, .. } = self else { return };
        let (mut bytes, mut ends, mut table) = (Vec::new(), Vec::new(), HashTable::new());
        for (node, number) in (0u32..).zip(std::mem::take(numbers)) {
            let name = number.to_string();
            bytes.extend_from_slice(name.as_bytes());
            ends.push(bytes.len() as u64);
            let hash = FixedState::default().hash_one(name.as_bytes());
            table.insert_unique(hash, node, |&node| FixedState::default().hash_one(text(&bytes, &ends, node)));
        }
        *self = Interner::Texts { bytes, ends, table };
    }

    pub(super) fn finish(self) -> Names {
        match self {
            Interner::Numbers { numbers, pages, .. } => {
                drop(pages);
                if numbers.iter().enumerate().all(|(node, &number)| node == number as usize) {
                    return Names::Counted;
                }
                Names::Numbers(numbers)
            }
            Interner::Texts { bytes, ends, .. } => Names::Texts { bytes, ends },
        }
    }
}

/// The number that a name spells, as numbers are printed.
fn number(name: &[u8]) -> Option<u32> {
    if name.len() > 10 || name.is_empty() || name.len() > 1 && name[0] == b'0' || !name.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let number = name.iter().fold(0u64, |number, digit| number * 10 + u64::from(digit - b'0'));
    u32::try_from(number).ok().filter(|&number| number < NONE)
}

/// Refuses names that a terminal would not show as they are.
fn check(name: &[u8]) -> Result<(), Error> {
    let hidden = |c: char| {
        c.is_control()
            || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
    };
    match std::str::from_utf8(name) {
        Err(_) => Err(Error::Bad("not UTF-8 text".into())),
        Ok(text) if text.chars().any(hidden) => Err(Error::Bad("control characters are not allowed in names".into())),
        Ok(_) => Ok(()),
    }
}
