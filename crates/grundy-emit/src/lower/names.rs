//! Names: those of the rules, made safe for three languages.

use crate::shape::Shape;
use grundy_rules::program::Program;
use grundy_rules::source::{Source, Span};
use grundy_rules::syntax::ast::LineKind;
use grundy_rules::syntax::parse_file;
use std::collections::HashMap;

/// The names that are bound in a run: of arguments and `for` names, by their slots.
pub(super) struct Frame {
    slots: Vec<Option<(String, Shape)>>,
}

impl Frame {
    pub(super) fn new(slots: usize) -> Frame {
        Frame { slots: vec![None; slots] }
    }

    /// Binds a slot; the name that is used is not the name of another slot.
    pub(super) fn bind(&mut self, slot: usize, name: &str, shape: Shape) -> String {
        if slot >= self.slots.len() {
            self.slots.resize(slot + 1, None);
        }
        self.slots[slot] = None;
        let wanted = safe(name);
        let taken = |name: &str| self.slots.iter().flatten().any(|(other, _)| other == name);
        let mut name = wanted.clone();
        let mut number = 2;
        while taken(&name) {
            name = format!("{wanted}{number}");
            number += 1;
        }
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

/// Words of the three languages, and of the emitted programs.
const TAKEN: &str = " alignas alignof and and_eq asm auto bitand bitor bool break case catch char class compl concept const consteval constexpr \
const_cast continue co_await co_return co_yield decltype default delete do double dynamic_cast else enum explicit export extern false \
float for friend goto if inline int long mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public \
register reinterpret_cast requires return short signed sizeof static static_assert static_cast struct switch template this thread_local \
throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t while xor xor_eq as async await box dyn fn impl \
in let loop macro match mod move mut pub ref self Self super trait type unsafe use where abstract become do final override priv unsized yield \
None True False assert def del elif except from global import is lambda nonlocal pass raise with str list tuple dict set sum min max len \
any all sort abs range sorted reversed print input map filter open text text_of sys data words at main run solve fail known todo seen value start \
result item left right std string vector pair gcd count find swap begin end get next move size empty first second time y0 y1 j0 j1 yn jn \
div log exp pow signal index read write stdin stdout Int Input Game game i64 i128 u8 usize String Vec mex xor_of played case_number natural \
isqrt ilog popcount lowbit powmod factors divisors primes isprime neighbours starting components digits join split runs tally within reverse \
choose subsets without partitions code changed letters floor_div floor_mod power Hash Text show total legal \
table before position wanted look place x_now row key index_now answer more expect chars element odd joined slice slice_of length sum_of min_of \
max_of set_of sorted_of in_list in_text count_of count_text find_of find_text split_of split_text reversed_of tally_ints tally_pairs runs_ints \
runs_pairs int_of abs_of gcd2 min2 max2 bit_and bit_or first_of range_list any_true all_true read_int read_word read_list read_open read_ints \
read_words next_word skip_spaces large thread digits self HashMap Rc RefCell math re operator functools itertools collections found made \
once old parts pairs group parent root ";

/// A name that is no word of a language, in ASCII.
pub(crate) fn safe(name: &str) -> String {
    let ascii: String = name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || c == '_' { c.to_string() } else { format!("u{:x}", u32::from(c)) })
        .collect();
    let ascii = if ascii.trim_matches('_').is_empty() { format!("name{ascii}") } else { ascii };
    let ascii = if ascii.starts_with('_') { format!("a{ascii}") } else { ascii };
    let ascii = ascii.replace("__", "_u_");
    if TAKEN.contains(&format!(" {ascii} ")) { format!("{ascii}_") } else { ascii }
}
