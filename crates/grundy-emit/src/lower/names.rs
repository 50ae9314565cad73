//! Names: those of the rules, made safe for three languages.

use crate::shape::Shape;
use grundy_rules::program::Program;
use grundy_rules::source::{Source, Span};
use grundy_rules::syntax::ast::LineKind;
use grundy_rules::syntax::parse_file;
use std::collections::HashMap;
use std::rc::Rc;

/// Names that live outside of functions, each with what the rules call it if a bound name may hide it: params, data and input names.
pub(super) type Outside = Rc<HashMap<String, Option<String>>>;

/// The names of everything that lives outside of functions. No two are alike.
pub(super) struct Names {
    /// Of params, data and input names.
    pub(super) globals: Vec<String>,
    /// Of helpers.
    pub(super) helpers: Vec<String>,
    /// Of the functions for the values of kinds.
    pub(super) kinds: Vec<String>,
    /// All of them.
    pub(super) all: Outside,
}

impl Names {
    pub(super) fn new(program: &Program) -> Names {
        let mut all = HashMap::new();
        let mut add = |wanted: &str, hidden: Option<&str>| {
            let name = numbered(wanted, |name| all.contains_key(name));
            all.insert(name.clone(), hidden.map(str::to_owned));
            name
        };
        let globals = program.globals.iter().map(|global| add(&safe(&global.name), Some(&global.name))).collect();
        let helpers = program.lets.iter().map(|helper| add(&safe(&helper.name), None)).collect();
        let kinds = program.kinds.iter().map(|kind| add(&value_name(&kind.name), None)).collect();
        Names { globals, helpers, kinds, all: Rc::new(all) }
    }
}

/// The name of the function for a kind.
pub(super) fn value_name(kind: &str) -> String {
    format!("value_{}", safe(kind).trim_end_matches('_'))
}

/// The name, or the first of name2, name3, … that is free.
fn numbered(wanted: &str, taken: impl Fn(&str) -> bool) -> String {
    let mut name = wanted.to_owned();
    let mut number = 2;
    while taken(&name) {
        name = format!("{wanted}{number}");
        number += 1;
    }
    name
}

/// The names that are bound in a run: of arguments and `for` names, by their slots.
pub(super) struct Frame {
    slots: Vec<Option<(String, Shape)>>,
    outside: Outside,
    hides: bool,
}

impl Frame {
    /// Names may hide the inputs of the same name if `hides`: not where a name lives longer than its clause, as in Python's loops.
    pub(super) fn new(slots: usize, outside: &Outside, hides: bool) -> Frame {
        Frame { slots: vec![None; slots], outside: outside.clone(), hides }
    }

    /// Binds a slot; the name that is used is not the name of another slot.
    pub(super) fn bind(&mut self, slot: usize, name: &str, shape: Shape) -> String {
        if slot >= self.slots.len() {
            self.slots.resize(slot + 1, None);
        }
        self.slots[slot] = None;
        let bound = |name: &str| self.slots.iter().flatten().any(|(other, _)| other == name);
        let hidden = |hidden: &Option<String>| self.hides && hidden.as_deref() == Some(name);
        let outside = |new: &str| self.outside.get(new).is_some_and(|old| !hidden(old));
        let name = numbered(&safe(name), |new| bound(new) || outside(new));
        self.slots[slot] = Some((name.clone(), shape));
        name
    }

    pub(super) fn unbind(&mut self, slots: &[usize]) {
        slots.iter().for_each(|&slot| self.slots[slot] = None);
    }

    pub(super) fn get(&self, slot: usize) -> Option<&(String, Shape)> {
        self.slots.get(slot)?.as_ref()
    }
}

/// The names of arguments as they are written.
pub(super) struct Written {
    helpers: HashMap<String, Vec<String>>,
    rules: HashMap<String, Vec<Vec<String>>>,
}

impl Written {
    pub(super) fn new(program: &Program) -> Written {
        let mut written = Written { helpers: HashMap::new(), rules: HashMap::new() };
        let file = parse_file(&program.source).unwrap_or_default();
        for line in file.lines {
            match line.what {
                LineKind::Let { name, args, .. } => {
                    written.helpers.insert(name.what, args.into_iter().map(|arg| arg.what).collect());
                }
                LineKind::Rule { kind, args, .. } => {
                    let args = args.into_iter().map(|arg| arg.what).collect();
                    written.rules.entry(kind.what).or_default().push(args);
                }
                _ => {}
            }
        }
        written
    }

    /// The arguments of a helper.
    pub(super) fn helper(&self, name: &str, arity: usize) -> Vec<String> {
        filled(self.helpers.get(name), arity)
    }

    /// The arguments of a rule of a kind.
    pub(super) fn rule(&self, kind: &str, rule: usize, arity: usize) -> Vec<String> {
        filled(self.rules.get(kind).and_then(|rules| rules.get(rule)), arity)
    }
}

fn filled(names: Option<&Vec<String>>, arity: usize) -> Vec<String> {
    let name = |at: usize| names.and_then(|names| names.get(at)).cloned().unwrap_or_else(|| format!("x{at}"));
    (0..arity).map(name).collect()
}

/// The names that a clause brings: its place starts with them.
pub(super) fn clause_names(source: &Source, span: Span, count: usize) -> Vec<String> {
    let text = source.text.get(span.start as usize..).unwrap_or_default();
    let mut names = text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty());
    let name = |at: usize| {
        names
            .next()
            .filter(|word| !word.starts_with(|c: char| c.is_ascii_digit()))
            .map_or_else(|| format!("x{at}"), str::to_owned)
    };
    (0..count).map(name).collect()
}

/// Words of the three languages and of their libraries, macros of C and C++, and names in the emitted programs.
const TAKEN: &str = include_str!("taken.txt");

/// The emitted programs put these before names to make others.
const BEFORE: [&str; 9] =
    ["value_", "known_", "find_", "table_", "index_", "rare_", "mask_", "neighbours_of_", "starting_of_"];

/// And these behind.
const BEHIND: [&str; 2] = ["_row", "_end"];

/// A name that is no word of a language, in ASCII.
fn safe(name: &str) -> String {
    let ascii: String = name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || c == '_' { c.to_string() } else { format!("u{:x}", u32::from(c)) })
        .collect();
    let ascii = if ascii.trim_matches('_').is_empty() { format!("name{ascii}") } else { ascii };
    let ascii = if ascii.starts_with('_') { format!("a{ascii}") } else { ascii };
    let ascii = ascii.replace("__", "_u_");
    let ascii = if BEFORE.iter().any(|start| ascii.starts_with(start)) { format!("my_{ascii}") } else { ascii };
    if is_taken(&ascii) { format!("{ascii}_") } else { ascii }
}

fn is_taken(name: &str) -> bool {
    TAKEN.split_whitespace().any(|word| word == name)
        || BEHIND.iter().any(|end| name.ends_with(end))
        || is_numbered_next(name)
        || may_be_macro(name)
}

/// `next1`, `next2`, …: what a move leaves.
fn is_numbered_next(name: &str) -> bool {
    name.strip_prefix("next").is_some_and(|digits| digits.chars().all(|c| c.is_ascii_digit()))
}

/// Macros are written in capitals: NULL, EOF, M_PI, PRId64.
fn may_be_macro(name: &str) -> bool {
    let capitals = |place: usize| matches!(name.as_bytes().get(place), Some(b'A'..=b'Z' | b'0'..=b'9' | b'_'));
    name.len() > 2 && name.starts_with(|c: char| c.is_ascii_uppercase()) && capitals(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_programs_use_are_kept_from_rules() {
        for (name, wanted) in [
            ("int", "int_"),
            ("n", "n"),
            ("N", "N"),
            ("NULL", "NULL_"),
            ("value_nim", "my_value_nim"),
            ("i_end", "i_end_"),
            ("next7", "next7_"),
            ("__", "name_u_"),
            ("a__b", "a_u_b"),
            ("été", "ue9tue9"),
        ] {
            assert_eq!(safe(name), wanted, "{name}");
        }
    }

    /// What the library files define must not be defined again.
    #[test]
    fn functions_of_the_libraries_are_taken() {
        let libraries = [
            include_str!("../library/cpp.txt"),
            include_str!("../library/rust.txt"),
            include_str!("../library/python.txt"),
        ];
        let lines = libraries.iter().flat_map(|library| library.lines());
        let names = lines.filter(|line| !line.starts_with([' ', '/', '#', '}', '['])).filter_map(defined);
        let free: Vec<&str> = names.filter(|name| !is_taken(name)).collect();
        assert!(free.is_empty(), "{free:?}");
    }

    /// The name before the first bracket of a definition, or before ` = `.
    fn defined(line: &str) -> Option<&str> {
        if line.starts_with("impl") || line.contains("!(") {
            return None;
        }
        let head = line.split(['(', '=', '{', ';', ':']).next()?.trim_end();
        let head = if line.starts_with("template") { line.split('(').next()? } else { head };
        let head = head.split("> ").last()?.split('<').next()?;
        let name = head.split_whitespace().last()?;
        name.starts_with(|c: char| c.is_ascii_alphabetic()).then_some(name)
    }
}
