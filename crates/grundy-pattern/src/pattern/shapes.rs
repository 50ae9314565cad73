//! The shapes of a kind's arguments: numbers, and lists of a fixed length that are read as that many numbers.

use crate::Shape;
use crate::prove::{Error, Stated, Subject};
use crate::translate::write_shape;
use grundy_rules::program::{Kind, Program};

/// The lengths of lists that are looked at.
const LENGTHS: [usize; 2] = [2, 3];

/// Kinds with more arguments are only tried with numbers, and lists of more numbers in all are left out.
const MOST_ARGUMENTS: usize = 4;
const MOST_NUMBERS: usize = 5;

/// The shapes that the rules can work with: numbers if they do, else the first arguments that are lists, of each length.
pub(super) fn possible(stated: &Stated, kind: &Kind) -> Vec<Vec<Shape>> {
    let arity = kind.args.len();
    let numbers = vec![Shape::Number; arity];
    if arity > MOST_ARGUMENTS || works(stated, kind, &numbers) {
        return vec![numbers];
    }
    let with_lists = |lists: usize, length: usize| -> Vec<Shape> {
        let list = Shape::List(vec![Shape::Number; length]);
        (0..arity).map(|i| if lists >> i & 1 == 1 { list.clone() } else { Shape::Number }).collect()
    };
    for lists in 1..1 << arity {
        let found: Vec<Vec<Shape>> =
            LENGTHS.map(|length| with_lists(lists, length)).into_iter().filter(|s| works(stated, kind, s)).collect();
        if !found.is_empty() {
            return found;
        }
    }
    vec![numbers]
}

/// Two small positions of these shapes have a value.
fn works(stated: &Stated, kind: &Kind, shapes: &[Shape]) -> bool {
    let count: usize = shapes.iter().map(Shape::numbers).sum();
    if count > MOST_NUMBERS {
        return false;
    }
    let subject = if stated.program().is_ok_and(|p| p.misere) { Subject::Lost } else { Subject::Value };
    let probes: [Vec<u64>; 2] = [vec![1; count], (1..=count as u64).collect()];
    let fails = |error: &Error| matches!(error, Error::Rules(grundy_rules::Error::Bad(_)));
    let value = |probe: &Vec<u64>| stated.truth(&kind.name, shapes, probe, subject);
    probes.iter().all(|probe| !value(probe).as_ref().is_err_and(fails))
}

/// The names of all numbers: arguments have theirs, elements of lists get letters.
pub(super) fn item_names(program: &Program, kind: &Kind, shapes: &[Shape]) -> Vec<String> {
    let used = |name: &String| {
        kind.args.contains(name)
            || program.globals.iter().any(|g| g.name == *name)
            || program.lets.iter().any(|l| l.name == *name)
    };
    let mut letters = ('a'..='z').map(String::from).filter(|name| !used(name));
    let mut names = Vec::new();
    for (shape, argument) in shapes.iter().zip(&kind.args) {
        match shape {
            Shape::Number => names.push(argument.clone()),
            Shape::List(items) => names.extend(letters.by_ref().take(items.len())),
        }
    }
    names
}

/// `nim(n)`, `row([a, b])`: a position with names.
pub(super) fn head(program: &Program, kind: &Kind, shapes: &[Shape]) -> String {
    let mut names = item_names(program, kind, shapes).into_iter();
    let mut next = || names.next().unwrap_or_default();
    let list: Vec<String> = shapes.iter().map(|s| write_shape(s, &mut next)).collect();
    format!("{}({})", kind.name, list.join(", "))
}

/// `nim` for numbers, `row([_, _])` for lists.
pub(super) fn described(kind: &str, shapes: &[Shape]) -> String {
    if shapes.iter().all(|s| *s == Shape::Number) {
        return kind.to_owned();
    }
    let list: Vec<String> = shapes.iter().map(|s| write_shape(s, &mut || "_".to_owned())).collect();
    format!("{kind}({})", list.join(", "))
}
