//! The values of the language: integers, truth values, text and lists. Cheap to clone, hashable.
//!
//! A list knows its depth, its size as a tree and whether a negative integer is somewhere inside. So "not a move" is
//! decided without a walk, and every walk (equality, hashing, printing, dropping) is bounded before it starts: shared
//! parts could otherwise make a small value an exponentially large tree, and nesting could exhaust the call stack.

mod flat;
mod words;

use crate::visible::hidden;
use flat::Flat;
use grundy_natural::Nat;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
pub(crate) use words::WordList;

/// A value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Val {
    /// An integer.
    Int(i128),
    /// A natural number beyond 128 bits: only typed in an EXPR, and read only by methods that go by digits.
    Huge(Arc<Nat>),
    /// `true`, `false`.
    Bool(bool),
    /// Text.
    Text(Text),
    /// A list.
    List(List),
}

/// The types of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ValType {
    /// An integer.
    Int,
    /// A natural number beyond 128 bits.
    Huge,
    /// A truth value.
    Bool,
    /// Text.
    Text,
    /// A list.
    List,
}

impl fmt::Display for ValType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ValType::Int => "an integer",
            ValType::Huge => "an integer of more than 128 bits",
            ValType::Bool => "a truth value",
            ValType::Text => "a text",
            ValType::List => "a list",
        })
    }
}

impl Val {
    /// Its type.
    pub fn ty(&self) -> ValType {
        match self {
            Val::Int(_) => ValType::Int,
            Val::Huge(_) => ValType::Huge,
            Val::Bool(_) => ValType::Bool,
            Val::Text(_) => ValType::Text,
            Val::List(_) => ValType::List,
        }
    }

    /// A list of values, or nothing when it is nested or grown beyond what a value may be.
    pub fn list(items: impl Into<Arc<[Val]>>) -> Option<Val> {
        List::new(items.into()).map(Val::List)
    }

    /// Text.
    pub fn text(text: &str) -> Val {
        Val::Text(Text::new(text))
    }

    /// A natural number as an integer.
    pub fn of_natural(n: Nat) -> Val {
        match n.to_u128().and_then(|n| i128::try_from(n).ok()) {
            Some(n) => Val::Int(n),
            None => Val::Huge(Arc::new(n)),
        }
    }

    /// The natural number that it is.
    pub(crate) fn natural(&self) -> Option<Nat> {
        match self {
            Val::Int(n) => u128::try_from(*n).ok().map(Nat::from),
            Val::Huge(n) => Some((**n).clone()),
            _ => None,
        }
    }

    /// Whether an integer of more than 128 bits is in it.
    pub(crate) fn has_huge(&self) -> bool {
        match self {
            Val::Huge(_) => true,
            Val::List(list) => list.naturals().is_none() && list.items().iter().any(Val::has_huge),
            Val::Int(_) | Val::Bool(_) | Val::Text(_) => false,
        }
    }

    /// An integer of 64 bits.
    pub fn small(&self) -> Option<i64> {
        match self {
            Val::Int(n) => i64::try_from(*n).ok(),
            _ => None,
        }
    }

    /// Whether it is a list that may be worth code of its own.
    pub(crate) fn is_long(&self) -> bool {
        matches!(self, Val::List(list) if list.len() >= LONG)
    }

    /// Whether a negative integer is in it.
    pub fn has_negative(&self) -> bool {
        match self {
            Val::Int(n) => *n < 0,
            Val::List(list) => list.negative,
            Val::Huge(_) | Val::Bool(_) | Val::Text(_) => false,
        }
    }

    /// How many values it is made of, written out as a tree; text counts its characters in units of eight.
    pub fn size(&self) -> u64 {
        match self {
            Val::Int(_) | Val::Bool(_) => 1,
            Val::Huge(n) => 1 + n.bits() as u64 / 64,
            Val::Text(text) => 1 + text.len() as u64 / 8,
            Val::List(list) => u64::from(list.size),
        }
    }

    /// The order of `<`: integers by size, text and lists letter by letter. Nothing for values that have none.
    pub fn compare(&self, other: &Val) -> Option<Ordering> {
        let mut defined = true;
        let order = self.total_order(other, &mut defined);
        defined.then_some(order)
    }

    /// The order of `<` continued to all values, so that a sort may rely on it. `defined` becomes false when the
    /// language has no order for these two.
    pub(crate) fn total_order(&self, other: &Val, defined: &mut bool) -> Ordering {
        match (self, other) {
            (Val::Int(a), Val::Int(b)) => a.cmp(b),
            (Val::Huge(a), Val::Huge(b)) => a.cmp(b),
            (Val::Int(_), Val::Huge(_)) => Ordering::Less,
            (Val::Huge(_), Val::Int(_)) => Ordering::Greater,
            (Val::Text(a), Val::Text(b)) => a.as_slice().cmp(b.as_slice()),
            (Val::List(a), Val::List(b)) => {
                if let (Some(a), Some(b)) = (a.integers(), b.integers()) {
                    return a.cmp(b);
                }
                let pairs = a.items().iter().zip(b.items());
                let mut orders = pairs.map(|(x, y)| x.total_order(y, defined));
                let first = orders.find(|&order| order != Ordering::Equal);
                first.unwrap_or_else(|| a.len().cmp(&b.len()))
            }
            (Val::Bool(a), Val::Bool(b)) => {
                *defined = false;
                a.cmp(b)
            }
            _ => {
                *defined = false;
                (self.ty() as u8).cmp(&(other.ty() as u8))
            }
        }
    }

    /// What `answer` prints and `text(x)` gives: text as it is, lists with spaces between.
    pub fn write_plain(&self, out: &mut String) {
        match self {
            Val::Int(n) => out.push_str(&n.to_string()),
            Val::Huge(n) => out.push_str(&n.to_string()),
            Val::Bool(b) => out.push_str(if *b { "true" } else { "false" }),
            Val::Text(text) => out.extend(text.chars()),
            Val::List(list) => {
                for (index, item) in list.items().iter().enumerate() {
                    if index > 0 {
                        out.push(' ');
                    }
                    item.write_plain(out);
                }
            }
        }
    }
}

/// As an EXPR writes it: text in quotes, lists in brackets.
impl fmt::Display for Val {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Val::Int(n) => write!(f, "{n}"),
            Val::Huge(n) => write!(f, "{n}"),
            Val::Bool(b) => write!(f, "{b}"),
            Val::Text(text) => write!(f, "{text}"),
            Val::List(list) => {
                f.write_str("[")?;
                for (index, item) in list.items().iter().enumerate() {
                    write!(f, "{}{item}", if index == 0 { "" } else { ", " })?;
                }
                f.write_str("]")
            }
        }
    }
}

/// Elements of a long list.
const LONG: usize = 64;

/// The deepest nesting of lists.
pub const MAX_NESTING: u16 = 1000;

/// The largest size of a value as a tree.
pub const MAX_SIZE: u64 = 1 << 28;

/// A list and what is known about it.
#[derive(Debug, Clone)]
pub struct List {
    items: Items,
    size: u32,
    depth: u16,
    negative: bool,
}

/// How a list is kept.
#[derive(Debug, Clone)]
enum Items {
    General(Arc<[Val]>),
    Flat(Arc<Flat>),
    Words(Arc<WordList>),
}

impl List {
    /// Whether both are the same list in memory.
    pub(crate) fn is_same(&self, other: &List) -> bool {
        match (&self.items, &other.items) {
            (Items::General(a), Items::General(b)) => Arc::ptr_eq(a, b),
            (Items::Flat(a), Items::Flat(b)) => Arc::ptr_eq(a, b),
            (Items::Words(a), Items::Words(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }

    /// A list, unless it is nested deeper than [`MAX_NESTING`] or larger than [`MAX_SIZE`].
    pub fn new(items: Arc<[Val]>) -> Option<List> {
        let mut size = 1u64;
        let mut depth = 0;
        let mut negative = false;
        for item in items.iter() {
            size = size.saturating_add(item.size());
            negative |= item.has_negative();
            if let Val::List(list) = item {
                depth = depth.max(list.depth);
            }
        }
        let fits = size <= MAX_SIZE && depth < MAX_NESTING;
        fits.then_some(List { items: Items::General(items), size: size as u32, depth: depth + 1, negative })
    }

    /// A list of integers, kept as they are.
    pub fn of_integers(numbers: Vec<i64>) -> Option<List> {
        let negative = has_negative(&numbers);
        List::flat(Flat::new(numbers, None), negative)
    }

    /// A list of rows of `width` integers each, kept as they are; nothing if they do not fill their last row.
    pub fn of_rows(numbers: Vec<i64>, width: usize) -> Option<List> {
        let whole = width > 0 && numbers.len().is_multiple_of(width);
        let negative = has_negative(&numbers);
        whole.then(|| List::flat(Flat::new(numbers, Some(width)), negative)).flatten()
    }

    /// Integers, or full rows of them, of which it is known whether one is negative.
    pub(crate) fn of_read(numbers: Vec<i64>, width: Option<usize>, negative: bool) -> Option<List> {
        List::flat(Flat::new(numbers, width), negative)
    }

    fn flat(flat: Flat, negative: bool) -> Option<List> {
        let depth = 1 + u16::from(flat.width().is_some());
        let size = flat.size();
        (size <= MAX_SIZE).then(|| List { items: Items::Flat(Arc::new(flat)), size: size as u32, depth, negative })
    }

    /// The same list; integers, and rows of them, as they are.
    pub(crate) fn packed(self) -> List {
        let Items::General(items) = &self.items else { return self };
        let small = || items.iter().map(Val::small).collect::<Option<Vec<i64>>>().and_then(List::of_integers);
        let rows = || {
            let rows = items.iter().map(|item| match item {
                Val::List(row) => row.integers(),
                _ => None,
            });
            let rows = rows.collect::<Option<Vec<&[i64]>>>()?;
            let width = rows.first()?.len();
            rows.iter().all(|row| row.len() == width).then(|| List::of_rows(rows.concat(), width))?
        };
        let packed = if items.is_empty() { None } else { small().or_else(rows) };
        packed.unwrap_or(self)
    }

    /// The items.
    pub fn items(&self) -> &[Val] {
        match &self.items {
            Items::General(items) => items,
            Items::Flat(flat) => flat.items(),
            Items::Words(words) => words.items(),
        }
    }

    /// The item at a place; integers that are kept as such stay so.
    pub(crate) fn get(&self, place: usize) -> Option<Val> {
        match self.integers() {
            Some(numbers) => numbers.get(place).map(|&n| Val::Int(n.into())),
            None => self.items().get(place).cloned(),
        }
    }

    /// How many items there are.
    pub fn len(&self) -> usize {
        match &self.items {
            Items::General(items) => items.len(),
            Items::Flat(flat) => flat.len(),
            Items::Words(words) => words.len(),
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The items, if the list is kept as neither numbers nor words.
    pub(crate) fn general(&self) -> Option<&[Val]> {
        match &self.items {
            Items::General(items) => Some(items),
            Items::Flat(_) | Items::Words(_) => None,
        }
    }

    /// The natural numbers, if the list is kept as such.
    pub(crate) fn naturals(&self) -> Option<&[i64]> {
        if self.negative { None } else { self.integers() }
    }

    /// The integers, if the list is kept as such.
    pub fn integers(&self) -> Option<&[i64]> {
        match &self.items {
            Items::Flat(flat) if flat.width().is_none() => Some(flat.numbers()),
            _ => None,
        }
    }

    /// The integers of all rows and the length of each row, if the list is kept as such.
    pub fn rows(&self) -> Option<(&[i64], usize)> {
        match &self.items {
            Items::Flat(flat) => flat.width().map(|width| (flat.numbers(), width)),
            Items::General(_) | Items::Words(_) => None,
        }
    }

    /// Whether all items are texts.
    pub(crate) fn items_are_texts(&self) -> bool {
        match &self.items {
            Items::General(items) => items.iter().all(|item| matches!(item, Val::Text(_))),
            Items::Words(_) => true,
            Items::Flat(_) => false,
        }
    }

    /// The words, if the list is kept as such.
    pub(crate) fn words(&self) -> Option<&WordList> {
        match &self.items {
            Items::Words(words) => Some(words),
            Items::General(_) | Items::Flat(_) => None,
        }
    }

    /// A list of words, kept as they are.
    pub(crate) fn of_words(words: WordList) -> Option<List> {
        let size = words.size();
        let list = || List { items: Items::Words(Arc::new(words)), size: size as u32, depth: 1, negative: false };
        (size <= MAX_SIZE).then(list)
    }
}

fn has_negative(numbers: &[i64]) -> bool {
    numbers.iter().fold(0, |all, n| all | n) < 0
}

impl PartialEq for List {
    fn eq(&self, other: &List) -> bool {
        match (&self.items, &other.items) {
            (Items::Flat(a), Items::Flat(b)) if a.width() == b.width() => {
                Arc::ptr_eq(a, b) || a.numbers() == b.numbers()
            }
            (Items::General(a), Items::General(b)) if Arc::ptr_eq(a, b) => true,
            (Items::Words(a), Items::Words(b)) if Arc::ptr_eq(a, b) => true,
            _ => self.size == other.size && self.items() == other.items(),
        }
    }
}

impl Eq for List {}

impl Hash for List {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.items().hash(state);
    }
}

/// Text as a sequence of characters. A single character, the most common result of an index, needs no allocation.
#[derive(Clone)]
pub struct Text(Chars);

#[derive(Clone)]
enum Chars {
    One(char),
    Many(Arc<[char]>),
}

impl Text {
    /// The text of a string.
    pub fn new(text: &str) -> Text {
        Text::from_chars(&text.chars().collect::<Vec<_>>())
    }

    /// The text of some characters.
    pub fn from_chars(chars: &[char]) -> Text {
        match chars {
            [one] => Text(Chars::One(*one)),
            _ => Text(Chars::Many(chars.into())),
        }
    }

    /// The text of several slices, one behind the other.
    pub(crate) fn joined(slices: &[&[char]]) -> Text {
        match slices {
            [a, b] => Text::of(a.iter().chain(*b).copied()),
            _ => Text::from_chars(&slices.concat()),
        }
    }

    /// The text of so many characters.
    fn of(chars: impl Iterator<Item = char>) -> Text {
        let chars: Arc<[char]> = chars.collect();
        match *chars {
            [one] => Text(Chars::One(one)),
            _ => Text(Chars::Many(chars)),
        }
    }

    /// The text of a number.
    pub(crate) fn of_number(n: i128) -> Text {
        // A sign and 39 digits.
        let (mut digits, mut start, mut left) = (['0'; 40], 40, n.unsigned_abs());
        loop {
            start -= 1;
            match u64::try_from(left) {
                Ok(small) => (digits[start], left) = (digit(small % 10), (small / 10).into()),
                Err(_) => (digits[start], left) = (digit((left % 10) as u64), left / 10),
            }
            if left == 0 {
                break;
            }
        }
        if n < 0 {
            start -= 1;
            digits[start] = '-';
        }
        Text::from_chars(&digits[start..])
    }

    /// The characters.
    pub fn as_slice(&self) -> &[char] {
        match &self.0 {
            Chars::One(char) => std::slice::from_ref(char),
            Chars::Many(chars) => chars,
        }
    }

    /// The characters, one by one.
    pub fn chars(&self) -> impl ExactSizeIterator<Item = char> {
        self.as_slice().iter().copied()
    }

    /// The number of characters.
    pub fn len(&self) -> usize {
        self.as_slice().len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.as_slice().is_empty()
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Text) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for Text {}

impl Hash for Text {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_slice().hash(state);
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&quoted(self.chars()))
    }
}

fn digit(n: u64) -> char {
    char::from(b'0' + n as u8)
}

/// A text literal of the language.
pub(crate) fn quoted(chars: impl Iterator<Item = char>) -> String {
    let mut out = String::from("\"");
    for char in chars {
        match char {
            '\n' => out.push_str("\\n"),
            '"' | '\\' => out.extend(['\\', char]),
            // Control characters never reach a terminal by way of a position's text.
            _ if hidden(char) => out.extend(char.escape_unicode()),
            _ => out.push(char),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ints(items: &[i128]) -> Val {
        Val::list(items.iter().map(|&n| Val::Int(n)).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn lists_know_their_inside() {
        let inner = ints(&[1, -2]);
        let outer = Val::list(vec![inner.clone(), Val::text("abc")]).unwrap();
        assert!(outer.has_negative() && !ints(&[1]).has_negative());
        assert_eq!(outer.size(), 1 + 3 + 1);
        assert_eq!(outer.to_string(), "[[1, -2], \"abc\"]");
    }

    #[test]
    fn nesting_and_growth_are_bounded() {
        let mut deep = ints(&[]);
        let depth = std::iter::from_fn(|| Val::list(vec![deep.clone()]).map(|next| deep = next)).count();
        assert_eq!(depth, usize::from(MAX_NESTING) - 1);
        let mut wide = ints(&[]);
        let doublings =
            std::iter::from_fn(|| Val::list(vec![wide.clone(), wide.clone()]).map(|next| wide = next)).count();
        assert_eq!(doublings, 27);
    }

    #[test]
    fn flat_lists_are_lists() {
        let flat = Val::List(List::of_integers(vec![1, -2]).unwrap());
        assert_eq!(flat, ints(&[1, -2]));
        assert_eq!(ints(&[1, -2]), flat);
        assert!(flat.has_negative());
        let rows = Val::List(List::of_rows(vec![1, 2, 3, 4], 2).unwrap());
        let general = Val::list(vec![ints(&[1, 2]), ints(&[3, 4])]).unwrap();
        assert_eq!(rows, general);
        assert_eq!((rows.size(), rows.to_string()), (general.size(), general.to_string()));
        assert_ne!(rows, Val::List(List::of_integers(vec![1, 2, 3, 4]).unwrap()));
        assert!(List::of_rows(vec![1, 2, 3], 2).is_none());
        let hash = |value: &Val| {
            let mut hasher = std::hash::DefaultHasher::new();
            value.hash(&mut hasher);
            hasher.finish()
        };
        assert_eq!(hash(&rows), hash(&general));
        assert_eq!(hash(&flat), hash(&ints(&[1, -2])));
    }

    #[test]
    fn numbers_as_text() {
        let powers = (0..127).flat_map(|bits| [(1i128 << bits) - 1, 1 << bits, -(1 << bits)]);
        for n in powers.chain([i128::MIN, i128::MAX, 10, 99, 100, -9, 0]) {
            assert_eq!(Val::Text(Text::of_number(n)), Val::text(&n.to_string()));
        }
    }

    #[test]
    fn texts_are_joined() {
        let joined = |texts: &[&str]| {
            let chars: Vec<Vec<char>> = texts.iter().map(|text| text.chars().collect()).collect();
            Val::Text(Text::joined(&chars.iter().map(Vec::as_slice).collect::<Vec<_>>()))
        };
        for texts in [vec!["", ""], vec!["a", ""], vec!["", "ä", ""], vec!["ab", "c"], vec!["a", "b", "cd"]] {
            assert_eq!(joined(&texts), Val::text(&texts.concat()));
        }
    }

    #[test]
    fn values_are_small() {
        assert_eq!(size_of::<Val>(), 32);
    }
}
