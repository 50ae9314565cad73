//! What the arithmetic cannot say is refused, with its place.
#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use grundy_automata::game::{Candidate, Encoding, Settings, Verdict, prove};
use grundy_automata::learn::template;
use grundy_automata::{Budget, Error, Numeration};
use grundy_pattern::{Outside, Shape, Translation, translate};
use grundy_rules::Library;

fn run(text: &str, shapes: &[Shape]) -> Result<Translation, Outside> {
    let mut library = Library::new();
    library.add_rules("file", text).unwrap();
    translate(library.program("file").unwrap(), 0, shapes, &[])
}

#[test]
fn reasons() {
    let one = [Shape::Number];
    let two = [Shape::Number, Shape::Number];
    let rows: [(&str, &[Shape], &str); 6] = [
        ("g(x, y) -> g(x - k*y, y) for k in 1..x", &two, "a product of two things that vary"),
        ("g(n) -> g(n - k) for k in divisors(n)", &one, "a function that is not linear"),
        ("g(x, y) -> g(x / y, y) if y > 0 and x > 0", &two, "a division by something that varies"),
        (
            "g(a) -> g(a with [i] -= 1) for i in 0..a[0]",
            &[Shape::List(vec![Shape::Number; 2])],
            "an index or count that depends on the position",
        ),
        ("g(n) -> g(m) for m in n..", &one, "a range without an end"),
        ("let f(n) = f(n - 1) + f(n - 2)\ng(n) -> g(n - f(n))", &one, "a helper that calls itself"),
    ];
    for (text, shapes, reason) in rows {
        let outside = run(text, shapes).unwrap_err();
        assert_eq!(outside.reason, reason, "{text}");
        assert!(outside.span.is_some());
    }
}

#[test]
fn helpers_that_branch_end() {
    let text = "let f(n) = if n < 2 then n else f(n - 1) + f(n - 2)\ng(n) -> g(n - f(60))";
    assert!(run(text, &[Shape::Number]).is_err());
}

#[test]
fn lists_become_numbers_and_lengths_become_kinds() {
    let text = "row(a) -> row([v] ++ a[1:]) if len(a) > 0 for v in 1..a[0]-1\nrow(a) -> row(a[1:]) if len(a) > 0";
    let found = run(text, &[Shape::List(vec![Shape::Number; 3])]).unwrap();
    let arities: Vec<usize> = found.game.kinds.iter().map(|k| k.arity).collect();
    assert_eq!(arities, [3, 2, 1, 0]);
    assert_eq!(found.game.moves.len(), 6);
    assert_eq!(found.origins.len(), 6);
}

/// A bit operation on a negative number is outside: such a game is never proved.
#[test]
fn bit_operations_on_negative_numbers() {
    let budget = Budget::default();
    let verdict = |text: &str| {
        let found = run(text, &[Shape::Number]).unwrap();
        let any = template::periodic(Numeration::BINARY, &[0], 0, &budget).unwrap();
        let candidate = Candidate::new(&found.game, Encoding::Class, vec![any], &budget).unwrap();
        prove(&found.game, &candidate, &Settings::default(), &budget)
    };
    let negative = verdict("g(n) -> g(n - 1) if ((n - 3) xor 1) > n");
    assert!(matches!(negative, Verdict::Unknown { limit: Error::Unsupported(_) }), "{negative:?}");
    // With a condition before it, n − 3 is never negative; the condition n − 3 xor 1 > n never holds, and nobody moves.
    let natural = verdict("g(n) -> g(n - 1) if n >= 3 if ((n - 3) xor 1) > n");
    assert!(matches!(natural, Verdict::Proved(_)), "{natural:?}");
}
