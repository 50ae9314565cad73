//! What may stand where in an input, put together from all that says something about it.

use super::limits;
use super::samples::Learnt;
use super::shape::Shape;
use super::walk::Seen;
use super::{Bound, Wishes};
use crate::program::{Contest, Item, Program, Times};

/// The largest size of a list, number of cases, length of a text and other number, unless told otherwise.
const SIZE: i128 = 6;
const OTHER: i128 = 20;

/// Numbers seen so often, and never larger than [`FLAG`], are taken for flags.
const OFTEN: usize = 6;
const FLAG: i128 = 2;

/// Lists seen in samples before their order counts, and their elements.
const LISTS: usize = 3;
const ELEMENTS: usize = 6;

#[derive(Debug)]
pub(super) struct Plan {
    names: Vec<Name>,
}

/// What is known about one name.
#[derive(Debug)]
struct Name {
    name: String,
    text: bool,
    sizes: Vec<String>,
    may_be_size: bool,
    /// Every bound whose name is read already holds.
    lows: Vec<Bound>,
    highs: Vec<Bound>,
    letters: Vec<char>,
    length: Option<String>,
    shape: Shape,
    /// Whether a line ends after it, and between the elements of its lists.
    breaks: Vec<bool>,
}

impl Plan {
    pub(super) fn new(program: &Program, learnt: &Learnt, wishes: &Wishes) -> Result<Plan, String> {
        let Some(contest) = &program.contest else { return Err("no contest problem".into()) };
        let mut plan = Plan { names: names(program, contest) };
        let rules = without_comments(&program.source.text);
        plan.set_sizes(program, contest);
        plan.set_defaults(learnt);
        plan.declare(&program.source.text, &rules);
        plan.set_shapes(learnt, &rules);
        plan.wish(wishes)?;
        Ok(plan)
    }

    fn get(&self, name: &str) -> Option<&Name> {
        self.names.iter().find(|other| other.name == name)
    }

    fn get_mut(&mut self, name: &str) -> Result<&mut Name, String> {
        let all = self.names.iter().map(|name| name.name.as_str()).collect::<Vec<_>>().join(", ");
        let found = self.names.iter_mut().find(|other| other.name == name);
        found.ok_or_else(|| format!("`input` does not read `{name}`; it reads {all}"))
    }

    /// The bounds of a number, or of the length of a text.
    pub(super) fn range(&self, name: &str, seen: &Seen<'_>) -> (i128, i128) {
        let Some(name) = self.get(name) else { return (1, SIZE) };
        let value = |bound: &Bound| match bound {
            Bound::Number(number) => Some(*number),
            Bound::Name(name, offset) => seen.get(name).map(|number| number.saturating_add(*offset)),
        };
        let low = name.lows.iter().filter_map(value).max().unwrap_or(0);
        let high = name.highs.iter().filter_map(value).min().unwrap_or(low);
        (low, high)
    }

    /// The bounds for a shape: the vertices of a graph go up to the number `n`, or the first one read, unless a name says
    /// something else.
    pub(super) fn shape_range(&self, name: &str, seen: &Seen<'_>) -> (i128, i128) {
        let (low, high) = self.range(name, seen);
        let told = self.get(name).is_some_and(|name| name.highs.iter().any(|high| matches!(high, Bound::Name(..))));
        if !self.shape(name).of_pairs() || told {
            return (low, high);
        }
        let vertices = ["n", "N"].into_iter().chain(self.names.iter().map(|name| name.name.as_str()));
        (low, vertices.filter_map(|name| seen.get(name)).next().map_or(high, |count| count - 1 + low))
    }

    pub(super) fn may_be_size(&self, name: &str) -> bool {
        self.get(name).is_none_or(|name| name.may_be_size || name.sizes.is_empty())
    }

    pub(super) fn letters(&self, name: &str) -> &[char] {
        self.get(name).map_or(&['a'], |name| &name.letters)
    }

    /// The integer that is the length of a text.
    pub(super) fn length(&self, name: &str) -> Option<&str> {
        self.get(name).and_then(|name| name.length.as_deref())
    }

    pub(super) fn shape(&self, name: &str) -> Shape {
        self.get(name).map_or(Shape::Any, |name| name.shape)
    }

    /// Whether a list stands on one line.
    pub(super) fn is_on_one_line(&self, name: &str) -> bool {
        self.get(name).is_some_and(|name| name.sizes.len() == 1 && !name.breaks.get(1).copied().unwrap_or(false))
    }

    pub(super) fn breaks(&self, name: &str, depth: usize) -> bool {
        self.get(name).and_then(|name| name.breaks.get(depth)).copied().unwrap_or(true)
    }

    /// A line for each name.
    pub(super) fn describe(&self) -> Vec<String> {
        self.names.iter().filter(|name| !name.breaks.is_empty()).map(Name::describe).collect()
    }

    /// Names in sizes, and the number of cases, are sizes.
    fn set_sizes(&mut self, program: &Program, contest: &Contest) {
        let sizes: Vec<String> = self.names.iter().flat_map(|name| name.sizes.clone()).collect();
        for name in &mut self.names {
            name.may_be_size = sizes.iter().any(|size| words(size).any(|word| word == name.name));
        }
        if let Some(Times::Count(global, _)) = contest.repeat.as_ref().map(|repeat| &repeat.times)
            && let Ok(name) = self.get_mut(&program.globals[*global].name)
        {
            name.may_be_size = true;
        }
    }

    fn set_defaults(&mut self, learnt: &Learnt) {
        for name in &mut self.names {
            let seen = learnt.numbers.get(&name.name);
            let high = if name.text || name.may_be_size { SIZE } else { OTHER };
            let low = match seen {
                Some(numbers) if numbers.least < 0 => -high,
                Some(numbers) if numbers.least == 0 => 0,
                _ => 1,
            };
            let flags = seen.filter(|numbers| numbers.count >= OFTEN && numbers.most <= FLAG);
            name.lows = vec![Bound::Number(low)];
            name.highs = vec![Bound::Number(flags.map_or(high, |numbers| numbers.most))];
            let texts = learnt.texts.get(&name.name);
            name.letters = texts.map_or(vec!['a', 'b'], |texts| texts.letters.iter().copied().collect());
            name.length = texts.and_then(|texts| texts.lengths.as_ref()?.last().cloned());
            for (depth, breaks) in name.breaks.iter_mut().enumerate() {
                if let Some(learnt) = learnt.breaks.get(&(name.name.clone(), depth)) {
                    *breaks = *learnt;
                }
            }
        }
    }

    /// The bounds of the comment `# Limits:`, and L ≤ R for a range `L..R` in the rules.
    fn declare(&mut self, text: &str, rules: &str) {
        let all: Vec<String> = self.names.iter().map(|name| name.name.clone()).collect();
        for limit in limits::declared(text, &all) {
            let Ok(name) = self.get_mut(&limit.name) else { continue };
            if let Some(low) = limit.low {
                name.at_least(low);
            }
            name.highs.extend(limit.high);
        }
        for (low, high) in ranges_of_names(rules) {
            let single = |name: &str| self.get(name).is_some_and(|name| !name.text && name.sizes.is_empty());
            if single(&low) && single(&high) {
                if let Ok(name) = self.get_mut(&low) {
                    name.highs.push(Bound::Name(high.clone(), 0));
                }
                if let Ok(name) = self.get_mut(&high) {
                    name.lows.push(Bound::Name(low, 0));
                }
            }
        }
    }

    fn set_shapes(&mut self, learnt: &Learnt, rules: &str) {
        let numbers: Vec<String> = self
            .names
            .iter()
            .filter(|name| name.sizes.is_empty() && !name.text)
            .map(|name| name.name.clone())
            .collect();
        let one_less = |size: &String| numbers.iter().any(|n| *size == format!("{n}-1"));
        let parents = |name: &str| learnt.lists.get(name).is_some_and(|lists| lists.parents);
        for name in &mut self.names {
            name.shape = match name.sizes.as_slice() {
                [edges, pair] if pair == "2" && one_less(edges) => Shape::Tree,
                [edges] if one_less(edges) && parents(&name.name) => Shape::Parents,
                [_, pair] if pair == "2" && is_graph(&name.name, rules) => Shape::Graph,
                [_, ..] => learnt_shape(learnt, &name.name),
                [] => Shape::Any,
            };
        }
    }

    fn wish(&mut self, wishes: &Wishes) -> Result<(), String> {
        for (name, low, high) in &wishes.ranges {
            let name = self.get_mut(name)?;
            (name.lows, name.highs, name.length) = (vec![low.clone()], vec![high.clone()], None);
        }
        for (name, letters) in &wishes.letters {
            let name = self.get_mut(name)?;
            if !name.text {
                return Err(format!("`{}` is read as an integer, it has no letters", name.name));
            }
            if letters.is_empty() || letters.contains(char::is_whitespace) {
                return Err(format!("the letters of `{}` must be some, without white space", name.name));
            }
            name.letters = letters.chars().collect();
        }
        for (name, shape) in &wishes.shapes {
            let vertices = self.vertices(name);
            let name = self.get_mut(name)?;
            let depth = match shape {
                shape if shape.of_pairs() => 2,
                shape if shape.of_numbers() => 0,
                _ => 1,
            };
            if name.text
                || name.sizes.len() < depth
                || shape.of_pairs() && (name.sizes.len(), name.sizes[1].as_str()) != (2, "2")
            {
                return Err(format!("`{}` is read as no list that can be {shape}", name.name));
            }
            name.shape = *shape;
            if *shape == Shape::Vertex {
                (name.lows, name.highs) = (vec![Bound::Number(1)], vec![vertices]);
            }
        }
        Ok(())
    }

    /// How many vertices there are: `n`, or the first number that is read.
    fn vertices(&self, asked: &str) -> Bound {
        let numbers = || self.names.iter().filter(|name| !name.text && name.sizes.is_empty() && name.name != asked);
        let found = numbers().find(|name| name.name == "n").or_else(|| numbers().next());
        found.map_or(Bound::Number(SIZE), |name| Bound::Name(name.name.clone(), 0))
    }
}

impl Name {
    /// Raises the lower end, and the upper end with it where that is only a default.
    fn at_least(&mut self, low: Bound) {
        if let Bound::Number(low) = low {
            for high in &mut self.highs {
                if matches!(high, Bound::Number(high) if *high < low) {
                    *high = Bound::Number(low.saturating_add(OTHER));
                }
            }
            // What is declared counts more than what samples show.
            self.lows.retain(|bound| !matches!(bound, Bound::Number(_)));
        }
        self.lows.push(low);
    }

    fn describe(&self) -> String {
        let brackets: String = self.sizes.iter().map(|size| format!("[{size}]")).collect();
        let (low, high) = (ends("max", i128::max, &self.lows), ends("min", i128::min, &self.highs));
        let range = match &self.length {
            Some(length) => length.clone(),
            None => format!("{low}..{high}"),
        };
        let shape = if self.shape == Shape::Any { String::new() } else { format!(", {}", self.shape) };
        let name = format!("{}{brackets}", self.name);
        if self.text {
            let letters: String = self.letters.iter().collect();
            return format!("{name} of letters {letters}, length {range}");
        }
        if self.shape.of_pairs() { format!("{name}{shape}") } else { format!("{name} {range}{shape}") }
    }
}

/// The strongest of the bounds: of the numbers one is enough.
fn ends(function: &str, strongest: fn(i128, i128) -> i128, bounds: &[Bound]) -> String {
    let number = |bound: &Bound| if let Bound::Number(number) = bound { Some(*number) } else { None };
    let mut shown: Vec<String> =
        bounds.iter().filter_map(number).reduce(strongest).iter().map(i128::to_string).collect();
    for name in bounds.iter().filter(|bound| number(bound).is_none()).map(Bound::to_string) {
        if !shown.contains(&name) {
            shown.push(name);
        }
    }
    if shown.len() == 1 { shown.remove(0) } else { format!("{function}({})", shown.join(", ")) }
}

/// The names that `input` reads, in its order, those of fields too.
fn names(program: &Program, contest: &Contest) -> Vec<Name> {
    let mut names = Vec::new();
    let items = |items: &[Item], names: &mut Vec<Name>| {
        for (index, item) in items.iter().enumerate() {
            add(program, item, items.get(index + 1), false, names);
        }
    };
    items(&contest.once, &mut names);
    if let Some(repeat) = &contest.repeat {
        if let Times::Count(global, true) = repeat.times {
            names.push(Name::new(program.globals[global].name.clone(), false, Vec::new(), vec![true]));
        }
        items(&repeat.items, &mut names);
    }
    names
}

fn add(program: &Program, item: &Item, next: Option<&Item>, field: bool, names: &mut Vec<Name>) {
    let text = |span: crate::syntax::Span| program.source.text.get(span.start as usize..span.end as usize);
    let sizes: Vec<String> = item
        .sizes
        .iter()
        .map(|(size, _)| text(size.span).unwrap_or_default().chars().filter(|char| !char.is_whitespace()).collect())
        .collect();
    let single = |item: &Item| item.sizes.is_empty() && !item.text && item.record.is_none();
    // Numbers in a row share a line, fields do, and so do the elements of the innermost list.
    let after = !(field || single(item) && next.is_some_and(single));
    let mut breaks = vec![after];
    for depth in 1..=sizes.len() {
        let innermost = depth == sizes.len();
        breaks.push(!innermost || item.record.is_some() || item.text && depth == 1);
    }
    names.push(Name::new(item.name.clone(), item.text, sizes, breaks));
    let fields = item.record.as_deref().unwrap_or_default();
    for (index, inner) in fields.iter().enumerate() {
        add(program, inner, fields.get(index + 1), true, names);
    }
}

impl Name {
    fn new(name: String, text: bool, sizes: Vec<String>, breaks: Vec<bool>) -> Name {
        Name {
            name,
            text,
            sizes,
            breaks,
            may_be_size: false,
            lows: Vec::new(),
            highs: Vec::new(),
            letters: Vec::new(),
            length: None,
            shape: Shape::Any,
        }
    }
}

/// The order that the samples show, if they show enough.
fn learnt_shape(learnt: &Learnt, name: &str) -> Shape {
    match learnt.lists.get(name) {
        Some(lists) if lists.lists < LISTS || lists.elements < ELEMENTS => Shape::Any,
        Some(lists) if lists.ascending && lists.distinct => Shape::Increasing,
        Some(lists) if lists.ascending => Shape::Sorted,
        Some(lists) if lists.permutation => Shape::Permutation,
        _ => Shape::Any,
    }
}

/// The names in a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|char: char| !char.is_alphanumeric() && char != '_').filter(|word| !word.is_empty())
}

fn without_comments(text: &str) -> String {
    text.lines().map(|line| line.split('#').next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// The ranges `L..R` between two plain names.
fn ranges_of_names(rules: &str) -> Vec<(String, String)> {
    let name = |char: char| char.is_alphanumeric() || char == '_';
    let operator = |char: Option<char>| char.is_some_and(|char| "+-*/%^.)]([".contains(char));
    let mut found = Vec::new();
    for (at, _) in rules.match_indices("..") {
        let (before, after) = (rules[..at].trim_end_matches(' '), rules[at + 2..].trim_start_matches(' '));
        let left = &before[before.trim_end_matches(name).len()..];
        let right = &after[..after.len() - after.trim_start_matches(name).len()];
        let (outside, beyond) =
            (before[..before.len() - left.len()].trim_end(), after[right.len()..].trim_start_matches(' '));
        let plain =
            !operator(outside.chars().next_back()) && !operator(beyond.chars().next().filter(|&char| char != ')'));
        let named = |word: &str| word.starts_with(|char: char| char.is_alphabetic() || char == '_');
        if plain && named(left) && named(right) {
            found.push((left.to_owned(), right.to_owned()));
        }
    }
    found
}

/// Whether the rules ask a function on graphs about this name.
fn is_graph(name: &str, rules: &str) -> bool {
    ["neighbours(", "starting(", "components("].iter().any(|function| {
        rules.match_indices(function).any(|(at, _)| {
            let rest = &rules[at + function.len()..];
            let arguments = rest.split(')').next().unwrap_or_default();
            arguments.split(',').any(|argument| argument.trim() == name)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_in_rules() {
        assert_eq!(ranges_of_names("take(n-k) for k in L..R"), [("L".into(), "R".into())]);
        assert_eq!(ranges_of_names("for k in 1..n, a in 0..n-k, b in n-L..R"), []);
        assert_eq!(ranges_of_names("sum(f(k) for k in l..r)"), [("l".into(), "r".into())]);
    }

    #[test]
    fn graphs_in_rules() {
        assert!(is_graph("e", "token(v) -> token(w) for (u, w) in starting(e, v)"));
        assert!(is_graph("e", "components(n, e)"));
        assert!(!is_graph("e", "foo(e)"));
    }
}
