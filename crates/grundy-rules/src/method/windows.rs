//! Texts and lists of which parts of one length go: plays of equal length, if the parts [allow it](grundy::theorem::windows).
//!
//! The rules say that a part may go, whatever stands around it. Which ones may is seen from their own moves: a part alone has one if and
//! only if it may go.

use super::listed::Once;
use super::{Answer, Args, Method, Wanted};
use crate::error::Error;
use crate::eval::evaluator::Part;
use crate::game::{Pos, RuleGame};
use crate::lock::lock;
use crate::program::KindId;
use crate::recognise::window;
use crate::value::{Text, Val};
use grundy::theorem::Found;
use grundy::theorem::windows::Windows;
use grundy::{Value, Watch};
use hashbrown::HashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

/// More different parts are not looked at.
const MOST_PARTS: usize = 1 << 16;

/// Alphabets that are remembered.
const MOST_ALPHABETS: usize = 64;

/// Fixed lengths of plays as a method.
pub(super) struct ByWindows {
    game: Arc<RuleGame>,
    kind: KindId,
    width: usize,
    /// For each alphabet, in ascending order, the parts that may go, if the theorem holds for them.
    known: Mutex<HashMap<Alphabet, Option<Arc<Windows>>>>,
}

/// The different elements of a text or list, ascending.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Alphabet {
    Letters(Vec<char>),
    Numbers(Vec<i128>),
}

fn sorted<T: Ord + Copy>(items: &[T]) -> Vec<T> {
    let mut all = items.to_vec();
    all.sort_unstable();
    all.dedup();
    all
}

fn places<T: Ord>(items: &[T], alphabet: &[T]) -> Vec<u32> {
    items.iter().map(|item| alphabet.partition_point(|known| known < item) as u32).collect()
}

impl Alphabet {
    /// The alphabet of a position, and its elements by their places there. Lists of natural numbers alone: a list with a negative one is no position.
    fn of(args: &[Val]) -> Option<(Alphabet, Vec<u32>)> {
        match args {
            [Val::Text(text)] => {
                let letters = sorted(text.as_slice());
                let word = places(text.as_slice(), &letters);
                Some((Alphabet::Letters(letters), word))
            }
            [Val::List(list)] => {
                let natural = |item: &Val| match item {
                    Val::Int(n) if *n >= 0 => Some(*n),
                    _ => None,
                };
                let items = list.items().iter().map(natural).collect::<Option<Vec<i128>>>()?;
                let numbers = sorted(&items);
                let word = places(&items, &numbers);
                Some((Alphabet::Numbers(numbers), word))
            }
            _ => None,
        }
    }

    fn len(&self) -> usize {
        match self {
            Alphabet::Letters(letters) => letters.len(),
            Alphabet::Numbers(numbers) => numbers.len(),
        }
    }

    /// A word as a value.
    fn value(&self, word: &[u32]) -> Option<Val> {
        match self {
            Alphabet::Letters(letters) => {
                let word: Vec<char> = word.iter().map(|&place| letters[place as usize]).collect();
                Some(Val::Text(Text::from_chars(&word)))
            }
            Alphabet::Numbers(numbers) => {
                Val::list(word.iter().map(|&place| Val::Int(numbers[place as usize])).collect::<Vec<_>>())
            }
        }
    }
}

impl ByWindows {
    pub(super) fn new(game: &Arc<RuleGame>, kind: KindId) -> Option<ByWindows> {
        let width = window(&game.loaded.program, kind)?;
        Some(ByWindows { game: game.clone(), kind, width, known: Mutex::default() })
    }

    /// The length of all plays from a position; nothing if they may differ.
    fn length(&self, args: &Args) -> Result<Option<usize>, Error> {
        let Some((alphabet, word)) = Alphabet::of(args) else { return Ok(None) };
        let known = lock(&self.known).get(&alphabet).cloned();
        let windows = match known {
            Some(windows) => windows,
            None => {
                let windows = self.windows(&alphabet)?.map(Arc::new);
                let mut all = lock(&self.known);
                if all.len() >= MOST_ALPHABETS {
                    all.clear();
                }
                all.insert(alphabet, windows.clone());
                windows
            }
        };
        Ok(windows.map(|windows| windows.length(&word)))
    }

    /// The parts that may go, if the theorem holds for them.
    fn windows(&self, alphabet: &Alphabet) -> Result<Option<Windows>, Error> {
        let letters = alphabet.len();
        let Some(count) = letters.checked_pow(self.width as u32).filter(|&count| count <= MOST_PARTS) else {
            return Ok(None);
        };
        let mut words = Vec::new();
        for code in 0..count {
            let digit = |place: usize| (code / letters.pow(place as u32) % letters) as u32;
            let word: Vec<u32> = (0..self.width).map(digit).collect();
            let Some(part) = alphabet.value(&word) else { return Ok(None) };
            match self.may_go(part) {
                Ok(true) => words.push(word),
                Ok(false) => {}
                // What is wrong with the rules the search tells.
                Err(Error::Bad(_)) => return Ok(None),
                Err(error) => return Err(error),
            }
        }
        Ok(Windows::new(self.width, words))
    }

    fn may_go(&self, part: Val) -> Result<bool, Error> {
        let pos = Pos { kind: self.kind, args: [part].into() };
        Ok(self.game.options(&pos, &mut |_| ControlFlow::Break(()))?.is_break())
    }
}

impl Method for ByWindows {
    fn name(&self, _: &Args) -> String {
        "equal plays".to_owned()
    }

    fn kind_name(&self) -> String {
        "equal plays, else memo search".to_owned()
    }

    fn value(&self, args: &Args, _: &Watch) -> Result<Answer<Value>, Error> {
        Ok(self.length(args)?.map(|length| Value::Finite((length % 2) as u128)).into())
    }

    /// All options, or none.
    fn options(&self, args: &Args, wanted: &Wanted<'_>) -> Result<Answer<Found<Vec<Part>>>, Error> {
        let Some(length) = self.length(args)? else { return Ok(Answer::NotMine) };
        let mut once = Once::new(wanted.most);
        if length > 0 && *wanted.value == Value::Finite(1 - (length % 2) as u128) {
            let pos = Pos { kind: self.kind, args: args.clone() };
            let _ = self.game.options(&pos, &mut |parts| once.take(parts))?;
        }
        Ok(Answer::Known(once.found))
    }

    fn is_shortcut(&self) -> bool {
        true
    }

    fn answers_options(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::tests::{game, ints};
    use crate::game::Shared;
    use grundy::solve::Solver;

    /// The value by the method, compared with the definition; nothing if it is not for it.
    fn answer(text: &str, word: Val) -> Option<Value> {
        let game = game(text, &[]);
        let args: Args = Arc::new([word]);
        let method = ByWindows::new(&game, KindId::FIRST)?;
        let Answer::Known(value) = method.value(&args, &Watch::default()).unwrap() else { return None };
        let pos = Pos { kind: KindId::FIRST, args };
        let plain = Solver::new(Shared(game)).value(&pos).unwrap();
        assert_eq!(value, Value::Finite(plain.into()), "{text} {pos:?}");
        Some(value)
    }

    /// All words of some letters up to a length.
    fn words(letters: &[char], longest: usize) -> Vec<String> {
        let mut all = vec![String::new()];
        let mut last = all.clone();
        for _ in 0..longest {
            last = last.iter().flat_map(|word| letters.iter().map(move |letter| format!("{word}{letter}"))).collect();
            all.extend(last.clone());
        }
        all
    }

    #[test]
    fn rewordings() {
        let texts = [
            "g(s) -> g(s[:i] ++ s[i+2:]) for i in 0..len(s)-2 if s[i] == s[i+1]",
            "h(word) -> h(word[0:k-1] ++ word[k+1:]) for k in 1..len(word)-1 if word[k-1] == word[k]",
            "g(s) -> g(s[:i] ++ s[i+2:]) for i in 0..len(s)-2 if pair(s[i:i+2])\nlet pair(p) = p in [\"aa\", \"bb\"]",
            "g(s) -> g(s[:i] ++ s[i+2:]) for i in 0..len(s)-2 if not s[i] != s[i+1]",
            "g(s) -> g(s[:i] ++ s[i+2:]) for i in 0..len(s)-2 if s[i] != s[i+1]",
            "g(s) -> g(s[:i] ++ s[i+3:]) for i in 0..len(s)-3 if s[i] == s[i+1] and s[i+1] == s[i+2]",
        ];
        for text in texts {
            for word in words(&['a', 'b'], 8) {
                assert!(answer(text, Val::text(&word)).is_some(), "{text} {word}");
            }
        }
        let list = "g(a) -> g(a[:i] ++ a[i+2:]) for i in 0..len(a)-2 if a[i] + a[i+1] == 7";
        assert_eq!(answer(list, ints(&[3, 4, 3, 4, 4])), Some(Value::Finite(0)));
        assert_eq!(answer(list, ints(&[2, 3, 4, 1])), Some(Value::Finite(1)));
    }

    #[test]
    fn near_misses() {
        let texts = [
            // Letters around the part, its place, the length, not all places, another part, parts that overlap and leave different words.
            "g(s) -> g(s[:i] ++ s[i+1:]) for i in 1..len(s)-2 if s[i-1] != s[i+1]",
            "g(s) -> g(s[:i] ++ s[i+2:]) for i in 0..len(s)-2 if s[i] == s[i+1] or i == 0",
            "g(s) -> g(s[:i] ++ s[i+2:]) for i in 0..len(s)-2 if s[i] == s[i+1] or len(s) > 3",
            "g(s) -> g(s[:i] ++ s[i+2:]) for i in 1..len(s)-2 if s[i] == s[i+1]",
            "g(s) -> g(s[:i] ++ \"a\" ++ s[i+2:]) for i in 0..len(s)-2 if s[i] == s[i+1]",
            "g(s) -> g(s[:i] ++ s[i+2:]) for i in 0..len(s)-2 if s[i] != s[i+1]",
            "g(s) -> g(s[:i] ++ s[i+2:]) for i in 0..len(s)-2 if s[i] < s[0]",
            "g(s) -> g(s[:i] ++ s[i+2:]) for i in 0..len(s)-2",
        ];
        for text in texts {
            assert_eq!(answer(text, Val::text("abcab")), None, "{text}");
        }
    }
}
