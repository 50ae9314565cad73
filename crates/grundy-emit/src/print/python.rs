//! Python 3.11. Lists are tuples there, so that positions can be keys of a dictionary.

mod parts;
mod splits;

use super::{Code, Functions, Strength, sign, strengths};
use crate::ir::{Clause, Expr, Fold, Node, Op, Program, Update};
use crate::shape::Shape;
use grundy_rules::syntax::ast::Assign;

pub(super) struct Python<'a> {
    program: &'a Program,
    functions: Functions,
}

/// Writes a program.
pub(super) fn print(program: &Program) -> String {
    Python { program, functions: Functions::new(include_str!("../library/python.txt"), "#: ") }.whole()
}

/// Writes one function.
pub(super) fn function(program: &Program) -> String {
    Python { program, functions: Functions::new(include_str!("../library/python.txt"), "#: ") }.single()
}

impl Python<'_> {
    fn need(&self, name: &'static str) -> &'static str {
        self.functions.need(name);
        name
    }

    fn args(&self, args: &[Expr]) -> String {
        args.iter().map(|arg| self.text(arg)).collect::<Vec<_>>().join(", ")
    }

    fn text(&self, expr: &Expr) -> String {
        self.code(expr).0
    }

    fn at(&self, expr: &Expr, place: Strength) -> String {
        self.code(expr).at(place)
    }

    fn code(&self, expr: &Expr) -> Code {
        match &expr.node {
            Node::Int(n) => Code(n.to_string(), if *n < 0 { Strength::Sign } else { Strength::Whole }),
            Node::Bool(truth) => Code::whole(if *truth { "True" } else { "False" }),
            Node::Text(text) => Code::whole(quoted(text)),
            Node::Name(name) => Code::whole(name),
            Node::Global(index) => Code::whole(&self.program.globals[*index].name),
            Node::Helper(index, args) => {
                let name = self.program.helpers[*index].as_ref().map_or("", |helper| helper.name.as_str());
                Code::whole(format!("{}({})", name, self.args(args)))
            }
            Node::Call(name, args) => self.call(name, args),
            Node::Lookup(index, key) => {
                Code::whole(format!("{}({})", self.program.lookups[*index].name, self.text(key)))
            }
            Node::Not(x) => Code(format!("not {}", self.at(x, Strength::Not)), Strength::Not),
            Node::Neg(x) => Code(format!("-{}", self.at(x, Strength::Sign)), Strength::Sign),
            Node::Arith(op, a, b) => {
                let (left, right) = strengths(*op);
                let sign = match op {
                    Op::Add => "+",
                    Op::Sub => "-",
                    Op::Mul => "*",
                    Op::Div => "//",
                    Op::Mod => "%",
                    Op::Xor => "^",
                };
                Code(format!("{} {sign} {}", self.at(a, left), self.at(b, right)), left)
            }
            Node::And(parts) => Code(self.chain(parts, " and ", Strength::Not), Strength::And),
            Node::Or(parts) => Code(self.chain(parts, " or ", Strength::And), Strength::Or),
            Node::Compare(how, a, b) => Code(
                format!("{} {} {}", self.at(a, Strength::Xor), sign(*how), self.at(b, Strength::Xor)),
                Strength::Compare,
            ),
            Node::If(c, a, b) => Code(
                format!(
                    "{} if {} else {}",
                    self.at(a, Strength::Or),
                    self.at(c, Strength::Or),
                    self.at(b, Strength::Choice)
                ),
                Strength::Choice,
            ),
            Node::List(items) | Node::Tuple(items) => Code::whole(match &items[..] {
                [one] => format!("({},)", self.text(one)),
                _ => format!("({})", self.args(items)),
            }),
            Node::Over(fold, body, clauses) => self.folded(*fold, body, clauses),
            Node::Range(a, b) => Code::whole(format!("tuple({})", self.range(a, b))),
            Node::Index(list, at) if at.shape.range().is_natural() => {
                Code::whole(format!("{}[{}]", self.at(list, Strength::Whole), self.text(at)))
            }
            Node::Index(list, at) => {
                Code::whole(format!("{}({}, {})", self.need("element"), self.text(list), self.text(at)))
            }
            Node::Part(tuple, place) => Code::whole(format!("{}[{place}]", self.at(tuple, Strength::Whole))),
            Node::Slice(list, from, to) => self.slice(list, from.as_deref(), to.as_deref()),
            Node::With(list, updates) => Code::whole(self.with(list, updates)),
            Node::Value(kind, args) => Code::whole(format!("{}({})", self.value_name(*kind), self.args(args))),
            Node::Played => Code::whole("played()"),
            Node::Case => Code::whole("case_number"),
        }
    }

    fn value_name(&self, kind: usize) -> String {
        self.program.kinds[kind].as_ref().map_or_else(String::new, |kind| kind.function.clone())
    }

    fn chain(&self, parts: &[Expr], between: &str, place: Strength) -> String {
        parts.iter().map(|part| self.at(part, place)).collect::<Vec<_>>().join(between)
    }

    fn range(&self, from: &Expr, to: &Expr) -> String {
        let end = match &to.node {
            Node::Int(n) => (n + 1).to_string(),
            // `n - 1` plus one.
            Node::Arith(Op::Sub, a, one) if matches!(one.node, Node::Int(1)) => self.text(a),
            _ => format!("{} + 1", self.at(to, Strength::Sum)),
        };
        match from.node {
            Node::Int(0) => format!("range({end})"),
            _ => format!("range({}, {end})", self.text(from)),
        }
    }

    fn slice(&self, list: &Expr, from: Option<&Expr>, to: Option<&Expr>) -> Code {
        let natural = |end: Option<&Expr>| end.is_none_or(|end| end.shape.range().is_natural());
        let text = |end: Option<&Expr>| end.map_or_else(String::new, |end| self.text(end));
        if natural(from) && natural(to) {
            return Code::whole(format!("{}[{}:{}]", self.at(list, Strength::Whole), text(from), text(to)));
        }
        let start = if from.is_none() { "0".into() } else { text(from) };
        let end = if to.is_none() { format!("len({})", self.text(list)) } else { text(to) };
        Code::whole(format!("{}({}, {start}, {end})", self.need("slice_of"), self.text(list)))
    }

    fn with(&self, list: &Expr, updates: &[Update]) -> String {
        self.need("changed");
        self.need("fail");
        updates.iter().fold(self.text(list), |list, update| {
            let path = match &update.path[..] {
                [one] => format!("({},)", self.text(one)),
                many => format!("({})", self.args(many)),
            };
            let change = match update.assign {
                Assign::Set => format!("lambda _: {}", self.text(&update.value)),
                Assign::Add => format!("lambda old: old + {}", self.at(&update.value, Strength::Product)),
                Assign::Sub => format!("lambda old: old - {}", self.at(&update.value, Strength::Product)),
            };
            format!("changed({list}, {path}, {change})")
        })
    }

    /// `for … if …`, as a generator has them.
    fn clauses(&self, clauses: &[Clause]) -> String {
        let clause = |clause: &Clause| match clause {
            Clause::Range(name, from, to) => format!(" for {name} in {}", self.range(from, to)),
            Clause::Each(name, items) => format!(" for {name} in {}", self.items_of(items)),
            Clause::Apart(names, items) => format!(" for {} in {}", names.join(", "), self.items_of(items)),
            Clause::Let(name, value) => format!(" for {name} in ({},)", self.text(value)),
            Clause::If(condition) => format!(" if {}", self.at(condition, Strength::Or)),
        };
        clauses.iter().map(clause).collect()
    }

    /// What a loop runs through; a text runs through its letters itself.
    fn items_of(&self, items: &Expr) -> String {
        match &items.node {
            Node::Call("letters", args) => self.at(&args[0], Strength::Or),
            Node::Range(a, b) => self.range(a, b),
            _ => self.at(items, Strength::Or),
        }
    }

    fn folded(&self, fold: Fold, body: &Expr, clauses: &[Clause]) -> Code {
        let runs = self.clauses(clauses);
        let value = self.at(body, Strength::Choice);
        Code::whole(match fold {
            Fold::List => format!("tuple({value}{runs})"),
            Fold::Sum => format!("sum({value}{runs})"),
            Fold::Xor => format!("{}({value}{runs})", self.need("xor_of")),
            Fold::Any => format!("any({value}{runs})"),
            Fold::All => format!("all({value}{runs})"),
            Fold::Min => format!("min({value}{runs})"),
            Fold::Max => format!("max({value}{runs})"),
            Fold::Count => format!("sum(1{runs})"),
        })
    }

    fn call(&self, name: &'static str, args: &[Expr]) -> Code {
        let plain = |function: &str| Code::whole(format!("{function}({})", self.args(args)));
        let wrapped = |place: usize| self.at(&args[place], Strength::Whole);
        match name {
            "joined" => Code(
                format!("{} + {}", self.at(&args[0], Strength::Sum), self.at(&args[1], Strength::Product)),
                Strength::Sum,
            ),
            "min2" | "min_of" => plain("min"),
            "max2" | "max_of" => plain("max"),
            "sum_of" => plain("sum"),
            "any_of" => plain("any"),
            "all_of" => plain("all"),
            "length" => plain("len"),
            "letters" => plain("tuple"),
            "in_list" | "in_text" => Code(
                format!("{} in {}", self.at(&args[0], Strength::Xor), self.at(&args[1], Strength::Xor)),
                Strength::Compare,
            ),
            "count_of" => Code::whole(format!("{}.count({})", wrapped(0), self.text(&args[1]))),
            "reversed_of" => Code::whole(format!("{}[::-1]", wrapped(0))),
            "tally_ints" | "tally_pairs" => plain(self.need("tally")),
            "runs_ints" | "runs_pairs" => plain(self.need("runs")),
            "code" => plain("ord"),
            "int_of" => plain("int"),
            "abs_of" => plain("abs"),
            "gcd2" => plain("math.gcd"),
            "isqrt" => plain("math.isqrt"),
            "popcount" => Code::whole(format!("{}.bit_count()", wrapped(0))),
            "lowbit" => {
                let n = wrapped(0);
                Code::whole(format!("({n} & -{n})"))
            }
            "bit_and" => {
                Code::whole(format!("({} & {})", self.at(&args[0], Strength::Sum), self.at(&args[1], Strength::Sum)))
            }
            "bit_or" => {
                Code::whole(format!("({} | {})", self.at(&args[0], Strength::Sum), self.at(&args[1], Strength::Sum)))
            }
            "powmod" => plain("pow"),
            _ => plain(self.need(name)),
        }
    }

    /// Statements that return an expression.
    fn returned(&self, expr: &Expr) -> String {
        match &expr.node {
            Node::If(c, a, b) => {
                format!("if {}:\n{}{}", self.text(c), super::indent(&self.returned(a)), self.returned(b))
            }
            _ => format!("return {}\n", self.text(expr)),
        }
    }
}

pub(super) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c if c.is_ascii_graphic() || c == ' ' => out.push(c),
            c => out.push_str(&format!("\\x{:02x}", u32::from(c))),
        }
    }
    out + "\""
}

/// Whether a value is a tuple in Python.
pub(super) fn is_list(shape: &Shape) -> bool {
    matches!(shape, Shape::List(_) | Shape::Tuple(_))
}
