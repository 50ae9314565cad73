//! What the three printers share: precedence, indentation, the library of functions of which only those in use are printed.

mod cpp;
mod python;
mod rust;

use crate::Language;
use crate::ir::{Clause, Expr, Node, Op, Program, Update};
use crate::shape::Shape;
use crate::walk;
use grundy_rules::syntax::ast::{Assign, Comparison};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// Writes a program.
pub(crate) fn print(program: &Program, language: Language) -> String {
    match language {
        Language::Cpp => cpp::print(program),
        Language::Rust => rust::print(program),
        Language::Python => python::print(program),
    }
}

/// Writes the one kind of a program as a function.
pub(crate) fn function(program: &Program, language: Language) -> String {
    match language {
        Language::Cpp => cpp::function(program),
        Language::Rust => rust::function(program),
        Language::Python => python::function(program),
    }
}

/// How strongly an expression holds together, weak to strong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    Choice,
    Or,
    And,
    Not,
    Compare,
    Xor,
    Sum,
    Product,
    Sign,
    Whole,
}

/// A piece of code and its strength.
struct Code(String, Strength);

impl Code {
    fn whole(text: impl Into<String>) -> Code {
        Code(text.into(), Strength::Whole)
    }

    /// The text, in brackets if it is weaker than its place.
    fn at(self, place: Strength) -> String {
        if self.1 < place { format!("({})", self.0) } else { self.0 }
    }
}

/// The strength of an operation, and of what may stand on its right.
fn strengths(op: Op) -> (Strength, Strength) {
    match op {
        Op::Add | Op::Sub => (Strength::Sum, Strength::Product),
        Op::Mul | Op::Div | Op::Mod => (Strength::Product, Strength::Sign),
        Op::Xor => (Strength::Xor, Strength::Sum),
    }
}

impl Update {
    /// The same for a change of a list whose numbers may be so large.
    fn checked(&self, list: &Shape) -> Option<&'static str> {
        let op = match self.assign {
            Assign::Set => return None,
            Assign::Add => Op::Add,
            Assign::Sub => Op::Sub,
        };
        checked(op, list)
    }
}

/// The function that stops the program instead of giving a number of more than 128 bits, where one could come out.
fn checked(op: Op, shape: &Shape) -> Option<&'static str> {
    let name = match op {
        Op::Add => "plus_of",
        Op::Sub => "minus_of",
        Op::Mul => "times_of",
        Op::Div | Op::Mod | Op::Xor => return None,
    };
    shape.range().may_overflow().then_some(name)
}

/// The sign of a comparison, the same in all three.
fn sign(how: Comparison) -> &'static str {
    match how {
        Comparison::Equal => "==",
        Comparison::NotEqual => "!=",
        Comparison::Less => "<",
        Comparison::LessEqual => "<=",
        Comparison::Greater => ">",
        Comparison::GreaterEqual => ">=",
        Comparison::In => "in",
        Comparison::NotIn => "not in",
    }
}

/// Every line of a text one step further in.
fn indent(text: &str) -> String {
    text.lines().map(|line| if line.is_empty() { "\n".to_owned() } else { format!("    {line}\n") }).collect()
}

/// Whether an expression is short and cheap enough to be written twice.
fn is_simple(expr: &Expr) -> bool {
    match &expr.node {
        Node::Int(_) | Node::Name(_) | Node::Global(_) | Node::Played | Node::Case => true,
        Node::Arith(Op::Add | Op::Sub, a, b) => is_simple(a) && is_simple(b),
        Node::Arith(Op::Mul, a, b) => matches!((&a.node, &b.node), (Node::Int(_), Node::Name(_) | Node::Global(_))),
        _ => false,
    }
}

/// Whether a list is a table of numbers.
fn is_table(items: &[Expr]) -> bool {
    items.len() > 3 && items.iter().all(|item| matches!(item.node, Node::Int(_)))
}

/// Whether a name is used in clauses or in what stands behind them.
fn uses(name: &str, clauses: &[Clause], behind: &[&Expr]) -> bool {
    let mut found = false;
    let mut look = |expr: &Expr| found |= matches!(&expr.node, Node::Name(other) if other == name);
    walk::clauses(clauses, &mut look);
    behind.iter().for_each(|expr| walk::each(expr, &mut look));
    found
}

/// A library of functions: sections that start with a line `<mark> name: the names of those that it needs`.
struct Functions {
    text: &'static str,
    mark: &'static str,
    used: RefCell<BTreeSet<&'static str>>,
}

impl Functions {
    fn new(text: &'static str, mark: &'static str) -> Functions {
        Functions { text, mark, used: RefCell::default() }
    }

    /// Marks a function as used.
    fn need(&self, name: &'static str) {
        self.used.borrow_mut().insert(name);
    }

    fn sections(&self) -> impl Iterator<Item = (&'static str, Vec<&'static str>, &'static str)> {
        let parts = self.text.split(self.mark).skip(1);
        parts.filter_map(|part| {
            let (head, body) = part.split_once('\n')?;
            let (name, needs) = head.split_once(':')?;
            Some((name.trim(), needs.split_whitespace().collect(), body))
        })
    }

    /// The functions in use, in the order of the library.
    fn print(&self) -> String {
        let mut used = self.used.borrow().clone();
        loop {
            let before = used.len();
            for (name, needs, _) in self.sections() {
                if used.contains(name) {
                    used.extend(needs);
                }
            }
            if used.len() == before {
                break;
            }
        }
        self.sections()
            .filter(|(name, ..)| used.contains(name))
            .map(|(_, _, body)| format!("{}\n\n", body.trim_end()))
            .collect()
    }
}

/// A template with its places filled: `@name` by a text, a line `@@name` by lines that are as far in. Longer names go first.
fn filled(template: &str, parts: &[(&str, &str)]) -> String {
    let mut out = String::new();
    for line in template.lines() {
        let text = line.trim_start();
        if let Some((_, lines)) = parts.iter().find(|(name, _)| text.strip_prefix("@@") == Some(name)) {
            let margin = &line[..line.len() - text.len()];
            lines.lines().for_each(|inner| out.push_str(&format!("{margin}{inner}\n")));
        } else {
            out.push_str(
                &parts.iter().fold(line.to_owned(), |line, (name, text)| line.replace(&format!("@{name}"), text)),
            );
            out.push('\n');
        }
    }
    out
}

/// A line of a comment: what would end it, go on in the next line or change the direction of writing is left out.
fn comment(line: &str) -> String {
    let shown = |c: char| match c {
        '\\' => '/',
        c if c.is_control()
            || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}') =>
        {
            ' '
        }
        c => c,
    };
    line.chars().map(shown).collect::<String>().trim_end().to_owned()
}

/// The name of a file without its folder, made safe for a comment.
fn file_name(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.chars().map(|c| if c.is_ascii_graphic() && c != '\\' { c } else { '_' }).collect()
}
