//! Certificates of format 2: lines of text.
//!
//! ```text
//! grundy certificate 2
//! | take(n) -> take(n-k) for k in L..R      the rules, line by line
//! set L = 2                                 params and data
//! claim take(n) = n % (L+R) / L             what is proved
//! domain take(n) if n >= 1                  for these positions
//! numeration msd2
//! encoding relation                         or power, class, lost
//! kind take(_) 5                            an automaton with so many states, a line each:
//! 1: 0 1 . 2                                its label, and where the letters lead
//! prefix take(_) 7                          the XOR of take(0), …, take(n − 1)
//! order take(_) 0 0 sum 1                   level, place and measure: play ends
//! end
//! ```

use super::Shape;
use super::syntax::{Expr, Parser, Rules, expression, rules, tokens};
use crate::Reject;

type Result<T> = std::result::Result<T, Reject>;

/// A table as it stands in the file; `next` leads to the number of states where nothing follows.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) kind: usize,
    pub(super) labels: Vec<u64>,
    pub(super) next: Vec<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    Relation,
    /// A relation of the position and 2^value.
    Power,
    Class,
    Lost,
}

impl Encoding {
    /// Whether automata read the value behind the position.
    pub(super) fn has_value(self) -> bool {
        matches!(self, Encoding::Relation | Encoding::Power)
    }
}

/// A claim, or a domain: `lost` and domains have a condition, values a number.
#[derive(Debug)]
pub(super) struct Stated {
    pub(super) text: String,
    pub(super) name: String,
    pub(super) shapes: Vec<Shape>,
    pub(super) names: Vec<String>,
    pub(super) lost: bool,
    pub(super) formula: Expr,
}

#[derive(Clone, Debug)]
pub(super) enum Measure {
    Sum(Vec<i64>),
    Lexicographic(Vec<usize>),
    Max,
}

#[derive(Debug)]
pub(super) struct Order {
    pub(super) kind: usize,
    pub(super) level: u32,
    pub(super) place: u32,
    pub(super) measure: Measure,
}

#[derive(Debug)]
pub(super) struct Certificate {
    pub(super) rules: Rules,
    pub(super) set: Vec<(String, Expr)>,
    pub(super) claims: Vec<Stated>,
    pub(super) domains: Vec<Stated>,
    pub(super) numeration: String,
    pub(super) digits: usize,
    pub(super) t: Option<i64>,
    pub(super) encoding: Encoding,
    pub(super) kinds: Vec<(String, Vec<Shape>)>,
    pub(super) tables: Vec<Table>,
    pub(super) prefixes: Vec<Table>,
    pub(super) orders: Vec<Order>,
}

/// Sizes beyond which nothing is read.
const LONGEST: usize = 1 << 26;
const LONGEST_RULES: usize = 1 << 16;
const MOST_KINDS: usize = 64;
const MOST_STATES: usize = 1 << 16;
const MOST_NUMBERS: usize = 12;

fn format<T>(what: &'static str) -> Result<T> {
    Err(Reject::Format(what))
}

pub(super) fn read(text: &str) -> Result<Certificate> {
    if text.len() > LONGEST {
        return Err(Reject::TooLarge);
    }
    let mut lines = text.lines().peekable();
    if lines.next() != Some("grundy certificate 2") {
        return format("not a certificate of format 2");
    }
    let mut rule_text = String::new();
    while let Some(line) = lines.next_if(|line| line.starts_with('|')) {
        rule_text.push_str(line[1..].strip_prefix(' ').unwrap_or(&line[1..]));
        rule_text.push('\n');
    }
    if rule_text.len() > LONGEST_RULES {
        return Err(Reject::TooLarge);
    }
    let mut certificate = Certificate {
        rules: rules(&rule_text)?,
        set: Vec::new(),
        claims: Vec::new(),
        domains: Vec::new(),
        numeration: String::new(),
        digits: 0,
        t: None,
        encoding: Encoding::Relation,
        kinds: Vec::new(),
        tables: Vec::new(),
        prefixes: Vec::new(),
        orders: Vec::new(),
    };
    let mut encoded = false;
    loop {
        let line = lines.next().ok_or(Reject::Format("no line `end`"))?;
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "set" => {
                let (name, value) = rest.split_once('=').ok_or(Reject::Format("set NAME = VALUE"))?;
                certificate.set.push((name.trim().to_owned(), expression(&tokens(value)?)?));
            }
            "claim" => certificate.claims.push(stated(rest, false)?),
            "domain" => certificate.domains.push(stated(rest, true)?),
            "numeration" if certificate.digits == 0 => numeration(&mut certificate, rest)?,
            "encoding" if !encoded => {
                encoded = true;
                certificate.encoding = match rest {
                    "relation" => Encoding::Relation,
                    "power" => Encoding::Power,
                    "class" => Encoding::Class,
                    "lost" => Encoding::Lost,
                    _ => return format("an unknown encoding"),
                };
            }
            "kind" if encoded => {
                let (head, count) = rest.rsplit_once(' ').ok_or(Reject::Format("kind HEAD STATES"))?;
                let kind = kind_head(head)?;
                if certificate.kinds.contains(&kind) || certificate.kinds.len() >= MOST_KINDS {
                    return format("too many kinds, or one twice");
                }
                certificate.kinds.push(kind);
                let table = table(&certificate, certificate.kinds.len() - 1, count, &mut lines)?;
                certificate.tables.push(table);
            }
            "prefix" if encoded => {
                let (head, count) = rest.rsplit_once(' ').ok_or(Reject::Format("prefix HEAD STATES"))?;
                let kind = known(&certificate, head)?;
                let table = table(&certificate, kind, count, &mut lines)?;
                certificate.prefixes.push(table);
            }
            "order" => {
                let order = order(&certificate, rest)?;
                certificate.orders.push(order);
            }
            "end" if lines.next().is_none() => break,
            _ => return format("an unknown line, or one in the wrong place"),
        }
    }
    let twice = |list: &[Stated]| {
        (0..list.len()).any(|i| list[..i].iter().any(|s| (&s.name, &s.shapes) == (&list[i].name, &list[i].shapes)))
    };
    if certificate.digits == 0
        || certificate.kinds.is_empty()
        || twice(&certificate.claims)
        || twice(&certificate.domains)
    {
        return format("a line is missing, or stands twice");
    }
    Ok(certificate)
}

fn numeration(certificate: &mut Certificate, text: &str) -> Result<()> {
    let name = text
        .strip_prefix("msd")
        .ok_or(Reject::Unread("a numeration that does not read the most significant digit first"))?;
    let number = |text: &str, most: usize| text.parse().ok().filter(|n| (1..=most).contains(n));
    (certificate.digits, certificate.t) = match name.strip_prefix('Z') {
        Some(t) => number(t, 16).map(|t| (t + 1, Some(t as i64))),
        None => number(name, 64).filter(|&b| b >= 2).map(|b| (b, None)),
    }
    .ok_or(Reject::Format("an unknown numeration"))?;
    certificate.numeration = text.to_owned();
    Ok(())
}

/// `row([_,_],_)`.
fn kind_head(text: &str) -> Result<(String, Vec<Shape>)> {
    let (name, shapes, names) = head(text)?;
    if names.iter().any(|n| n != "_") { format("a kind is written with `_`") } else { Ok((name, shapes)) }
}

fn known(certificate: &Certificate, text: &str) -> Result<usize> {
    let kind = kind_head(text)?;
    certificate.kinds.iter().position(|k| *k == kind).ok_or(Reject::Format("an unknown kind"))
}

/// A name with arguments that are names or lists of names: the shapes and the names.
fn head(text: &str) -> Result<(String, Vec<Shape>, Vec<String>)> {
    let tokens = tokens(text)?;
    let mut parser = Parser { tokens: &tokens, at: 0, depth: 0 };
    let found = head_of(&mut parser)?;
    parser.finish()?;
    Ok(found)
}

fn head_of(parser: &mut Parser<'_>) -> Result<(String, Vec<Shape>, Vec<String>)> {
    let name = parser.name()?;
    parser.expect("(")?;
    let (mut shapes, mut names) = (Vec::new(), Vec::new());
    while !parser.eat(")") {
        if !shapes.is_empty() {
            parser.expect(",")?;
        }
        shapes.push(item(parser, &mut names, 0)?);
        if names.len() > MOST_NUMBERS || shapes.len() > MOST_NUMBERS {
            return Err(Reject::TooLarge);
        }
    }
    Ok((name, shapes, names))
}

fn item(parser: &mut Parser<'_>, names: &mut Vec<String>, depth: usize) -> Result<Shape> {
    if !parser.eat("[") {
        names.push(parser.name()?);
        return Ok(Shape::Number);
    }
    let mut items = Vec::new();
    while !parser.eat("]") {
        if !items.is_empty() {
            parser.expect(",")?;
        }
        if depth > 3 || items.len() > MOST_NUMBERS {
            return Err(Reject::TooLarge);
        }
        items.push(item(parser, names, depth + 1)?);
    }
    Ok(Shape::List(items))
}

fn stated(text: &str, domain: bool) -> Result<Stated> {
    let all = tokens(text)?;
    let mut parser = Parser { tokens: &all, at: 0, depth: 0 };
    let (name, shapes, names) = head_of(&mut parser)?;
    if (0..names.len()).any(|i| names[..i].contains(&names[i])) {
        return format("a name stands twice in a claim");
    }
    let lost = domain || !parser.eat("=");
    if lost && !domain {
        parser.expect("lost")?;
    }
    if lost {
        parser.expect("if")?;
    }
    let formula = parser.expr()?;
    parser.finish()?;
    Ok(Stated { text: text.to_owned(), name, shapes, names, lost, formula })
}

fn table<'a>(
    certificate: &Certificate,
    kind: usize,
    count: &str,
    lines: &mut impl Iterator<Item = &'a str>,
) -> Result<Table> {
    let count = count.parse().ok().filter(|n| (1..=MOST_STATES).contains(n));
    let count: usize = count.ok_or(Reject::Format("the number of states"))?;
    let numbers: usize = certificate.kinds[kind].1.iter().map(Shape::numbers).sum();
    let tracks = numbers + usize::from(certificate.encoding.has_value());
    let letters = certificate.digits.checked_pow(tracks as u32).filter(|&n| n <= 1 << 14).ok_or(Reject::TooLarge)?;
    if certificate.digits == 0 || count * letters > 1 << 24 {
        return Err(Reject::TooLarge);
    }
    let (mut labels, mut next) = (Vec::new(), Vec::new());
    for _ in 0..count {
        let line = lines.next().ok_or(Reject::Format("a state is missing"))?;
        let (label, row) = line.split_once(':').ok_or(Reject::Format("a state is LABEL: NEXT …"))?;
        labels.push(label_of(label, certificate.encoding)?);
        let before = next.len();
        for word in row.split_whitespace() {
            let to = if word == "." { Some(count) } else { word.parse().ok().filter(|&to| to < count) };
            next.push(to.ok_or(Reject::Format("a transition to a state that is not there"))? as u32);
        }
        if next.len() - before != letters {
            return format("a state with another number of transitions");
        }
    }
    labels.push(0);
    next.extend(std::iter::repeat_n(count as u32, letters));
    Ok(Table { kind, labels, next })
}

/// A value for classes, `-` for none; 0 or 1 else.
fn label_of(text: &str, encoding: Encoding) -> Result<u64> {
    let number = match (encoding, text) {
        (Encoding::Class, "-") => return Ok(0),
        (Encoding::Class, value) => value.parse().ok().filter(|&v: &u32| v < 64).map(|v| 1 << v),
        (_, label) => label.parse().ok().filter(|&l| l <= 1),
    };
    number.ok_or(Reject::Format("a label"))
}

fn order(certificate: &Certificate, text: &str) -> Result<Order> {
    let wrong = || Reject::Format("order HEAD LEVEL PLACE MEASURE");
    let end = text.rfind(')').ok_or_else(wrong)?;
    let kind = known(certificate, &text[..=end])?;
    let mut words = text[end + 1..].split_whitespace();
    let mut number = || words.next().and_then(|w| w.parse::<u32>().ok()).ok_or_else(wrong);
    let (level, place) = (number()?, number()?);
    let word = words.next().ok_or_else(wrong)?;
    let list = words.map(|w| w.parse::<u16>().map_err(|_| wrong())).collect::<Result<Vec<_>>>()?;
    let measure = match word {
        "sum" => Measure::Sum(list.iter().map(|&n| i64::from(n)).collect()),
        "lex" => Measure::Lexicographic(list.iter().map(|&n| usize::from(n)).collect()),
        "max" if list.is_empty() => Measure::Max,
        _ => return Err(wrong()),
    };
    if list.len() > MOST_NUMBERS { Err(Reject::TooLarge) } else { Ok(Order { kind, level, place, measure }) }
}
