//! A text as an EXPR: it is refused with a message, or solved within small limits; its sum prints and parses back.

use super::seen::seen;
use grundy::{Limits, Watch};
use grundy_rules::{Engine, Error, Library, Settings};
use std::sync::LazyLock;
use std::time::Duration;

const GAMES: &str = "\
param K
nim(n) -> nim(m) for m in 0..n-1
kayles(n) -> kayles(a) + kayles(n-k-a) for k in 1..2, a in 0..n-k
row(a) -> row(a[1:]) if len(a) > 0 for v in 1..a[0]
word(t) -> word(t[:i] ++ t[i+1:]) for i in 0..len(t)-1
loop(n) -> loop((n + 1) % 3)
copies(n) -> n * copies(n-K)
";

static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
    let mut library = Library::new();
    library.add_file("games", GAMES).expect("these rules are right");
    library
});

/// Runs one input.
pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let limits = Limits { positions: 100, memory: 8 << 20, time: Duration::from_millis(300), threads: 1 };
    let engine = Engine::new(LIBRARY.clone(), Watch::new(limits)).with_steps(1 << 13);
    let settings = Settings { set: vec![("K".to_owned(), 1)], ..Settings::default() };
    match engine.sum(&text, &settings) {
        Err(error) => seen(&error),
        Ok(sum) => {
            for result in [engine.outcome(&sum).map(|_| ()), engine.winning_moves(&sum, 2).map(|_| ())] {
                result.unwrap_or_else(|error| seen(&error));
            }
            let shown = sum.to_string();
            // Nothing may be left of the game that the param is of.
            let again = engine.sum(&shown, &settings).or_else(|_| engine.sum(&shown, &Settings::default()));
            assert!(!matches!(again, Err(Error::Bad(_) | Error::Contradiction(_))), "{shown}\n{again:?}");
            if let Ok(again) = again {
                assert_eq!(again, sum, "{shown}");
            }
        }
    }
}
