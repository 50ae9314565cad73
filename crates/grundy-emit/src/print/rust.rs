//! Rust, edition 2021. Names of lists and texts are references everywhere; what must be owned is cloned. A text is its bytes.

mod parts;
mod splits;

use super::{Code, Functions, Strength, checked, indent, is_table, sign, strengths};
use crate::ir::{Clause, Expr, Fold, Node, Op, Program, Update};
use crate::shape::Shape;
use grundy_rules::syntax::ast::Assign;
use std::cell::Cell;

pub(super) struct Rust<'a> {
    program: &'a Program,
    functions: Functions,
    /// Labels that were used.
    labels: Cell<usize>,
}

/// Writes a program.
pub(super) fn print(program: &Program) -> String {
    let functions = Functions::new(include_str!("../library/rust.txt"), "//: ");
    Rust { program, functions, labels: Cell::new(0) }.whole()
}

/// Writes one function.
pub(super) fn function(program: &Program) -> String {
    let functions = Functions::new(include_str!("../library/rust.txt"), "//: ");
    Rust { program, functions, labels: Cell::new(0) }.single()
}

fn ty(shape: &Shape) -> String {
    match shape {
        Shape::Int(_) | Shape::Nothing => "Int".into(),
        Shape::Bool => "bool".into(),
        Shape::Text => "Text".into(),
        Shape::List(of) => format!("Vec<{}>", ty(of)),
        Shape::Tuple(parts) => format!("({})", parts.iter().map(ty).collect::<Vec<_>>().join(", ")),
    }
}

fn parameter(name: &str, shape: &Shape) -> String {
    if shape.is_scalar() { format!("{name}: {}", ty(shape)) } else { format!("{name}: &{}", ty(shape)) }
}

/// How the library takes an argument.
fn takes_owned(function: &str, place: usize) -> bool {
    place == 0 && matches!(function, "joined" | "sorted_of" | "set_of" | "without" | "tally_ints" | "tally_pairs")
}

impl Rust<'_> {
    fn need(&self, name: &'static str) -> &'static str {
        self.functions.need(name);
        name
    }

    /// Arguments of functions of the program: simple values and references.
    fn args(&self, args: &[Expr]) -> String {
        args.iter().map(|arg| self.reference(arg)).collect::<Vec<_>>().join(", ")
    }

    /// An expression as an owned value, where anything may stand.
    fn text(&self, expr: &Expr) -> String {
        self.code(expr).0
    }

    fn at(&self, expr: &Expr, place: Strength) -> String {
        self.code(expr).at(place)
    }

    /// A simple value, or a reference.
    fn reference(&self, expr: &Expr) -> String {
        match &expr.node {
            _ if expr.shape.is_scalar() => self.text(expr),
            Node::Name(name) => name.clone(),
            Node::Global(index) => format!("&self.{}", self.program.globals[*index].name),
            Node::Helper(index, _) if self.is_shared(*index) => format!("&*{}", self.called(expr)),
            Node::Lookup(..) => format!("&*{}", self.called(expr)),
            Node::Index(list, at) if list.shape != Shape::Text => {
                format!("&{}[{}]", self.place(list), self.subscript(at))
            }
            Node::Part(tuple, part) => format!("&{}.{part}", self.place(tuple)),
            _ => format!("&{}", self.at(expr, Strength::Sign)),
        }
    }

    /// Something that can be indexed or asked, not moved.
    fn place(&self, expr: &Expr) -> String {
        match &expr.node {
            Node::Name(name) => name.clone(),
            Node::Global(index) => format!("self.{}", self.program.globals[*index].name),
            Node::Helper(..) | Node::Lookup(..) => self.called(expr),
            Node::Index(list, at) if list.shape != Shape::Text => {
                format!("{}[{}]", self.place(list), self.subscript(at))
            }
            Node::Part(tuple, part) => format!("{}.{part}", self.place(tuple)),
            Node::List(items) if is_table(items) => format!("[{}]", self.args(items)),
            _ => self.at(expr, Strength::Whole),
        }
    }

    fn subscript(&self, at: &Expr) -> String {
        match at.node {
            Node::Int(n @ 0..) => n.to_string(),
            _ => format!("{} as usize", self.at(at, Strength::Sign)),
        }
    }

    /// Whether a helper gives what it keeps.
    fn is_shared(&self, index: usize) -> bool {
        self.program.helpers[index].as_ref().is_some_and(|helper| helper.kept && !helper.body.shape.is_scalar())
    }

    fn called(&self, expr: &Expr) -> String {
        match &expr.node {
            Node::Helper(index, args) => {
                let name = self.program.helpers[*index].as_ref().map_or("", |helper| helper.name.as_str());
                format!("self.{}({})", name, self.args(args))
            }
            Node::Lookup(index, key) => format!("self.{}({})", self.program.lookups[*index].name, self.reference(key)),
            _ => self.text(expr),
        }
    }

    fn code(&self, expr: &Expr) -> Code {
        let scalar = expr.shape.is_scalar();
        match &expr.node {
            Node::Int(n) => Code(n.to_string(), if *n < 0 { Strength::Sign } else { Strength::Whole }),
            Node::Bool(truth) => Code::whole(truth.to_string()),
            Node::Text(text) => Code::whole(format!("b{}.to_vec()", super::python::quoted(text))),
            Node::Name(name) if scalar => Code::whole(name),
            Node::Name(name) => Code::whole(format!("{name}.clone()")),
            Node::Global(index) => {
                let name = &self.program.globals[*index].name;
                Code::whole(if scalar { format!("self.{name}") } else { format!("self.{name}.clone()") })
            }
            Node::Helper(index, _) if self.is_shared(*index) => {
                Code::whole(format!("(*{}).clone()", self.called(expr)))
            }
            Node::Lookup(..) => Code::whole(format!("(*{}).clone()", self.called(expr))),
            Node::Helper(..) => Code::whole(self.called(expr)),
            Node::Call(name, args) => self.call(name, args, &expr.shape),
            Node::Not(x) => Code(format!("!{}", self.at(x, Strength::Sign)), Strength::Sign),
            Node::Neg(x) if expr.shape.range().may_overflow() => {
                Code::whole(format!("{}(0, {})", self.need("minus_of"), self.text(x)))
            }
            Node::Neg(x) => Code(format!("-{}", self.at(x, Strength::Sign)), Strength::Sign),
            Node::Arith(op, a, b) => self.arith(*op, a, b, &expr.shape),
            Node::And(parts) => Code(self.chain(parts, " && ", Strength::Compare), Strength::And),
            Node::Or(parts) => Code(self.chain(parts, " || ", Strength::And), Strength::Or),
            Node::Compare(how, a, b) => {
                let side = |side: &Expr| {
                    if side.shape.is_scalar() { self.at(side, Strength::Xor) } else { self.reference(side) }
                };
                Code(format!("{} {} {}", side(a), sign(*how), side(b)), Strength::Compare)
            }
            Node::If(c, a, b) => Code(
                format!("if {} {{ {} }} else {{ {} }}", self.text(c), self.text(a), self.text(b)),
                Strength::Choice,
            ),
            Node::List(items) if items.is_empty() => {
                Code::whole(format!("{}::new()", ty(&expr.shape).replacen("Vec<", "Vec::<", 1)))
            }
            Node::List(items) => Code::whole(format!(
                "vec![{}]",
                items.iter().map(|item| self.text(item)).collect::<Vec<_>>().join(", ")
            )),
            Node::Tuple(items) => {
                Code::whole(format!("({})", items.iter().map(|item| self.text(item)).collect::<Vec<_>>().join(", ")))
            }
            Node::Over(fold, body, clauses) => self.folded(*fold, body, clauses, &expr.shape),
            Node::Range(a, b) => Code::whole(format!(
                "({}..={}).collect::<Vec<Int>>()",
                self.at(a, Strength::Xor),
                self.at(b, Strength::Xor)
            )),
            Node::Index(list, at) if list.shape == Shape::Text => {
                Code::whole(format!("vec![{}[{}]]", self.place(list), self.subscript(at)))
            }
            Node::Index(..) | Node::Part(..) => {
                let place = self.place(expr);
                Code::whole(if scalar { place } else { format!("{place}.clone()") })
            }
            Node::Slice(list, from, to) => {
                self.need("slice");
                let from = from.as_ref().map_or_else(|| "0".into(), |from| self.text(from));
                let to = to.as_ref().map_or_else(|| "Int::MAX".into(), |to| self.text(to));
                Code::whole(format!("slice({}, {from}, {to})", self.reference(list)))
            }
            Node::With(list, updates) => {
                Code(format!("{{\n{}}}", indent(&self.with(list, updates, &expr.shape))), Strength::Choice)
            }
            Node::Value(kind, args) => Code::whole(format!("self.{}({})", self.value_name(*kind), self.args(args))),
            Node::Played => Code::whole("self.played()"),
            Node::Case => Code::whole("self.case_number"),
        }
    }

    fn value_name(&self, kind: usize) -> String {
        self.program.kinds[kind].as_ref().map_or_else(String::new, |kind| kind.function.clone())
    }

    fn chain(&self, parts: &[Expr], between: &str, place: Strength) -> String {
        parts.iter().map(|part| self.at(part, place)).collect::<Vec<_>>().join(between)
    }

    fn arith(&self, op: Op, a: &Expr, b: &Expr, shape: &Shape) -> Code {
        if let Some(function) = checked(op, shape) {
            return Code::whole(format!("{}({}, {})", self.need(function), self.text(a), self.text(b)));
        }
        let signed = !(a.shape.range().is_natural() && b.shape.range().is_natural());
        let sign = match op {
            Op::Div if signed => {
                return Code::whole(format!("{}({}, {})", self.need("floor_div"), self.text(a), self.text(b)));
            }
            Op::Mod if signed => {
                return Code::whole(format!("{}({}, {})", self.need("floor_mod"), self.text(a), self.text(b)));
            }
            Op::Add => "+",
            Op::Sub => "-",
            Op::Mul => "*",
            Op::Div => "/",
            Op::Mod => "%",
            Op::Xor => "^",
        };
        let (left, right) = strengths(op);
        Code(format!("{} {sign} {}", self.at(a, left), self.at(b, right)), left)
    }

    fn call(&self, name: &'static str, args: &[Expr], shape: &Shape) -> Code {
        let whole = |text: String| Code::whole(text);
        let text = |place: usize| self.text(&args[place]);
        let cast = |text: String| Code(format!("{text} as Int"), Strength::Product);
        match name {
            "min2" | "max2" => whole(format!("std::cmp::{}({}, {})", &name[..3], text(0), text(1))),
            "length" => cast(format!("{}.len()", self.place(&args[0]))),
            "sum_of" if shape.range().may_overflow() => {
                whole(format!("{}.iter().fold(0, |a, &b| {}(a, b))", self.place(&args[0]), self.need("plus_of")))
            }
            "sum_of" => whole(format!("{}.iter().sum::<Int>()", self.place(&args[0]))),
            "any_of" => whole(format!("{}.iter().any(|&b| b)", self.place(&args[0]))),
            "all_of" => whole(format!("{}.iter().all(|&b| b)", self.place(&args[0]))),
            "in_list" => whole(format!("{}.contains({})", self.place(&args[1]), self.borrowed(&args[0]))),
            "code" => cast(format!("{}[0]", self.place(&args[0]))),
            "text" => whole(format!("{}.into_bytes()", self.shown(&args[0]))),
            "abs_of" => whole(format!("{}({})", self.need("abs_of"), text(0))),
            "popcount" => cast(format!(
                "{}({}).count_ones()",
                {
                    self.need("bits");
                    "natural_bits"
                },
                text(0)
            )),
            "lowbit" => whole(format!("({n} & -{n})", n = self.at(&args[0], Strength::Whole))),
            "bit_and" | "bit_or" => {
                self.need("bits");
                let sign = if name == "bit_and" { "&" } else { "|" };
                whole(format!("(natural_bits({}) {sign} natural_bits({}))", text(0), text(1)))
            }
            "join" if args.len() == 1 => whole(format!("{}({}, b\"\")", self.need("join"), self.reference(&args[0]))),
            _ => {
                self.need(name);
                let by_element = matches!(name, "count_of" | "find_of" | "split_of" | "neighbours" | "starting");
                let arg = |(place, arg): (usize, &Expr)| match place {
                    1 if by_element => self.borrowed(arg),
                    _ if takes_owned(name, place) => self.text(arg),
                    _ => self.reference(arg),
                };
                whole(format!("{name}({})", args.iter().enumerate().map(arg).collect::<Vec<_>>().join(", ")))
            }
        }
    }

    /// A reference, to simple values too.
    fn borrowed(&self, expr: &Expr) -> String {
        if expr.shape.is_scalar() { format!("&{}", self.at(expr, Strength::Sign)) } else { self.reference(expr) }
    }

    /// A value as it is printed.
    fn shown(&self, expr: &Expr) -> String {
        self.need("text");
        format!("<{} as Show>::show({})", ty(&expr.shape), self.borrowed(expr))
    }

    fn with(&self, list: &Expr, updates: &[Update], shape: &Shape) -> String {
        let mut out = format!("let mut changed = {};\n", self.text(list));
        for update in updates {
            let path: String = update.path.iter().map(|index| format!("[{}]", self.subscript(index))).collect();
            let sign = match update.assign {
                Assign::Set => "=",
                Assign::Add => "+=",
                Assign::Sub => "-=",
            };
            let (target, value) = (format!("changed{path}"), self.text(&update.value));
            match update.checked(shape) {
                Some(function) => out.push_str(&format!("{target} = {}({target}, {value});\n", self.need(function))),
                None => out.push_str(&format!("{target} {sign} {value};\n")),
            }
        }
        out + "changed\n"
    }

    fn folded(&self, fold: Fold, body: &Expr, clauses: &[Clause], shape: &Shape) -> Code {
        let block = |start: String, step: String, end: &str| {
            Code(
                format!("{{\n{}}}", indent(&format!("{start}{}{end}\n", self.loops(clauses, &step)))),
                Strength::Choice,
            )
        };
        let value = || self.text(body);
        match fold {
            Fold::List => block(
                format!("let mut result: {} = Vec::new();\n", ty(shape)),
                format!("result.push({});\n", value()),
                "result",
            ),
            Fold::Sum => {
                let step = match checked(Op::Add, shape) {
                    Some(function) => format!("result = {}(result, {});\n", self.need(function), value()),
                    None => format!("result += {};\n", value()),
                };
                block("let mut result: Int = 0;\n".into(), step, "result")
            }
            Fold::Xor => block("let mut result: Int = 0;\n".into(), format!("result ^= {};\n", value()), "result"),
            Fold::Count => block("let mut result: Int = 0;\n".into(), "result += 1;\n".into(), "result"),
            Fold::Any | Fold::All => {
                self.labels.set(self.labels.get() + 1);
                let (label, any) = (format!("'found{}", self.labels.get()), fold == Fold::Any);
                let condition = if any { value() } else { format!("!{}", self.at(body, Strength::Sign)) };
                let step = format!("if {condition} {{\n    break {label} {any};\n}}\n");
                let inside = indent(&format!("{}{}\n", self.loops(clauses, &step), !any));
                Code(format!("{label}: {{\n{inside}}}"), Strength::Choice)
            }
            Fold::Min | Fold::Max => {
                self.need("fail");
                let choose = if fold == Fold::Min { "min" } else { "max" };
                let step = format!(
                    "let x_now = {};\nresult = Some(match result {{\n    Some(other) => std::cmp::{choose}(other, x_now),\n    None => x_now,\n}});\n",
                    value()
                );
                block(
                    format!("let mut result: Option<{}> = None;\n", ty(shape)),
                    step,
                    "result.unwrap_or_else(|| fail(\"nothing to choose from\"))",
                )
            }
        }
    }

    /// Statements under clauses.
    fn loops(&self, clauses: &[Clause], statements: &str) -> String {
        let Some((clause, rest)) = clauses.split_first() else { return statements.to_owned() };
        let inner = self.loops(rest, statements);
        match clause {
            Clause::If(condition) => format!("if {} {{\n{}}}\n", self.text(condition), indent(&inner)),
            Clause::Range(name, from, to) => {
                format!(
                    "for {name} in {}..={} {{\n{}}}\n",
                    self.at(from, Strength::Xor),
                    self.at(to, Strength::Xor),
                    indent(&inner)
                )
            }
            Clause::Each(name, items) => {
                let element = items.shape.element().unwrap_or(Shape::Nothing);
                let name = if element.is_scalar() { format!("&{name}") } else { name.clone() };
                format!("for {name} in {}.iter() {{\n{}}}\n", self.place(items), indent(&inner))
            }
            Clause::Apart(names, items) => {
                let element = items.shape.element().unwrap_or(Shape::Nothing);
                let whole = format!("{}_row", names.join("_"));
                let mut taken = String::new();
                for (place, name) in names.iter().enumerate() {
                    let (shape, part) = match &element {
                        Shape::Tuple(parts) => (parts[place].clone(), format!("{whole}.{place}")),
                        other => (other.element().unwrap_or(Shape::Nothing), format!("{whole}[{place}]")),
                    };
                    taken.push_str(&format!("let {name} = {}{part};\n", if shape.is_scalar() { "" } else { "&" }));
                }
                format!("for {whole} in {}.iter() {{\n{}}}\n", self.place(items), indent(&(taken + &inner)))
            }
            Clause::Let(name, value) => {
                let reference = if value.shape.is_scalar() { "" } else { "&" };
                format!(
                    "{{\n{}}}\n",
                    indent(&format!("let {name} = {reference}{};\n{inner}", self.at(value, Strength::Choice)))
                )
            }
        }
    }

    /// What a function ends with.
    fn ended(&self, expr: &Expr) -> String {
        match &expr.node {
            Node::If(c, a, b) => {
                format!("if {} {{\n{}}} else {{\n{}}}\n", self.text(c), indent(&self.ended(a)), indent(&self.ended(b)))
            }
            _ => format!("{}\n", self.text(expr)),
        }
    }
}
