//! C++ 17.

mod parts;
mod splits;

use super::{Code, Functions, Strength, checked, indent, is_simple, is_table, sign, strengths, uses};
use crate::ir::{Clause, Expr, Fold, Node, Op, Program, Update};
use crate::shape::Shape;
use grundy_rules::syntax::ast::Assign;

pub(super) struct Cpp<'a> {
    program: &'a Program,
    functions: Functions,
}

/// Writes a program.
pub(super) fn print(program: &Program) -> String {
    Cpp { program, functions: Functions::new(include_str!("../library/cpp.txt"), "//: ") }.whole()
}

/// Writes one function.
pub(super) fn function(program: &Program) -> String {
    Cpp { program, functions: Functions::new(include_str!("../library/cpp.txt"), "//: ") }.single()
}

fn ty(shape: &Shape) -> String {
    match shape {
        Shape::Int(_) | Shape::Nothing => "Int".into(),
        Shape::Bool => "bool".into(),
        Shape::Text => "string".into(),
        Shape::List(of) => format!("vector<{}>", ty(of)),
        Shape::Tuple(parts) => format!("tuple<{}>", parts.iter().map(ty).collect::<Vec<_>>().join(", ")),
    }
}

/// A parameter: simple values by value, others by reference.
fn parameter(name: &str, shape: &Shape) -> String {
    if shape.is_scalar() { format!("{} {name}", ty(shape)) } else { format!("const {}& {name}", ty(shape)) }
}

impl Cpp<'_> {
    fn need(&self, name: &'static str) -> &'static str {
        self.functions.need(name);
        name
    }

    fn args(&self, args: &[Expr]) -> String {
        args.iter().map(|arg| self.text(arg)).collect::<Vec<_>>().join(", ")
    }

    /// An expression where anything may stand.
    fn text(&self, expr: &Expr) -> String {
        self.code(expr).0
    }

    fn at(&self, expr: &Expr, place: Strength) -> String {
        self.code(expr).at(place)
    }

    fn code(&self, expr: &Expr) -> Code {
        match &expr.node {
            Node::Int(n) => number(*n),
            Node::Bool(truth) => Code::whole(truth.to_string()),
            Node::Text(text) => Code::whole(format!("string({})", quoted(text))),
            Node::Name(name) => Code::whole(name),
            Node::Global(index) => Code::whole(&self.program.globals[*index].name),
            Node::Helper(index, args) => Code::whole(format!("{}({})", self.helper_name(*index), self.args(args))),
            Node::Call(name, args) => self.call(name, args, &expr.shape),
            Node::Lookup(index, key) => {
                Code::whole(format!("{}({})", self.program.lookups[*index].name, self.text(key)))
            }
            Node::Not(x) => Code(format!("!{}", self.at(x, Strength::Sign)), Strength::Sign),
            Node::Neg(x) if expr.shape.range().may_overflow() => {
                Code::whole(format!("{}(0, {})", self.need("minus_of"), self.text(x)))
            }
            Node::Neg(x) => Code(format!("-{}", self.at(x, Strength::Whole)), Strength::Sign),
            Node::Arith(op, a, b) => self.arith(*op, a, b, &expr.shape),
            Node::And(parts) => Code(self.chain(parts, " && ", Strength::Compare), Strength::And),
            Node::Or(parts) => Code(self.chain(parts, " || ", Strength::Compare), Strength::Or),
            Node::Compare(how, a, b) => Code(
                format!("{} {} {}", self.at(a, Strength::Sum), sign(*how), self.at(b, Strength::Sum)),
                Strength::Compare,
            ),
            Node::If(c, a, b) => Code(
                format!(
                    "{} ? {} : {}",
                    self.at(c, Strength::Or),
                    self.at(a, Strength::Or),
                    self.at(b, Strength::Choice)
                ),
                Strength::Choice,
            ),
            // A long table is made once, not at every call.
            Node::List(items) if is_table(items) => Code::whole(format!(
                "[]() -> const vector<Int>& {{\n    static const vector<Int> values{{{}}};\n    return values;\n}}()",
                self.args(items)
            )),
            Node::List(items) => Code::whole(format!("{}{{{}}}", ty(&expr.shape), self.args(items))),
            Node::Tuple(items) => Code::whole(format!("{}({})", ty(&expr.shape), self.args(items))),
            Node::Over(fold, body, clauses) => {
                Code::whole(format!("[&] {{\n{}}}()", indent(&self.folded(*fold, body, clauses, &expr.shape))))
            }
            Node::Range(a, b) => {
                Code::whole(format!("{}({}, {})", self.need("range_list"), self.text(a), self.text(b)))
            }
            Node::Index(list, at) => {
                let element = format!("{}.at({})", self.at(list, Strength::Whole), self.place(at));
                Code::whole(if list.shape == Shape::Text { format!("string(1, {element})") } else { element })
            }
            Node::Part(tuple, place) => Code::whole(format!("get<{place}>({})", self.text(tuple))),
            Node::Slice(list, from, to) => {
                self.need("slice_of");
                let from = from.as_ref().map_or_else(|| "0".into(), |from| self.text(from));
                let to = to
                    .as_ref()
                    .map_or_else(|| format!("{}({})", self.need("length"), self.text(list)), |to| self.text(to));
                Code::whole(format!("slice_of({}, {from}, {to})", self.text(list)))
            }
            Node::With(list, updates) => {
                Code::whole(format!("[&] {{\n{}}}()", indent(&self.with(list, updates, &expr.shape))))
            }
            Node::Value(kind, args) => Code::whole(format!("{}({})", self.value_name(*kind), self.args(args))),
            Node::Played => Code::whole("played()"),
            Node::Case => Code::whole("case_number"),
        }
    }

    /// An index; `at` looks whether it is one.
    fn place(&self, at: &Expr) -> String {
        if matches!(at.node, Node::Int(0..)) {
            self.text(at)
        } else {
            format!("(size_t){}", self.at(at, Strength::Whole))
        }
    }

    fn helper_name(&self, index: usize) -> String {
        let name = self.program.helpers[index].as_ref().map_or("", |helper| helper.name.as_str());
        name.to_owned()
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
            // The sign is weaker than comparisons, and compilers warn of operations beside it.
            Op::Xor => {
                let side = |side: &Expr| match side.node {
                    Node::Arith(Op::Xor, ..) => self.text(side),
                    _ => self.at(side, Strength::Sign),
                };
                return Code(format!("{} ^ {}", side(a), self.at(b, Strength::Sign)), Strength::Choice);
            }
            Op::Add => "+",
            Op::Sub => "-",
            Op::Mul => "*",
            Op::Div => "/",
            Op::Mod => "%",
        };
        let (left, right) = strengths(op);
        let (x, y) = (self.at(a, left), self.at(b, right));
        // A product of two small numbers is worked out with the full width.
        let x = if matches!(a.node, Node::Int(_)) { format!("Int({x})") } else { x };
        Code(format!("{x} {sign} {y}"), left)
    }

    fn call(&self, name: &'static str, args: &[Expr], shape: &Shape) -> Code {
        match name {
            "min2" | "max2" => return Code::whole(format!("{}<{}>({})", &name[..3], ty(shape), self.args(args))),
            "length" if args[0].shape == Shape::Nothing => return Code::whole("Int(0)"),
            "count_of" | "find_of" | "split_of" if args[1].shape.is_scalar() => {
                self.need(name);
                return Code::whole(format!("{name}<{}>({})", ty(&args[1].shape), self.args(args)));
            }
            "in_list" if args[0].shape.is_scalar() => {
                self.need(name);
                return Code::whole(format!("{name}<{}>({})", ty(&args[0].shape), self.args(args)));
            }
            "neighbours" if args[1].shape.is_scalar() => {
                self.need(name);
                return Code::whole(format!("{name}<Int>({})", self.args(args)));
            }
            // Numbers that are written down are of a smaller type, which fits no single function.
            "text" if matches!(args[0].shape, Shape::Int(_)) => {
                self.need(name);
                return Code::whole(format!("text(Int({}))", self.args(args)));
            }
            _ => {}
        }
        self.need(name);
        // Names of the standard library are not used for functions.
        let written = match name {
            "any_of" => "any_true",
            "all_of" => "all_true",
            "bit_and" => "bits_and",
            "bit_or" => "bits_or",
            "sum_of" if shape.range().may_overflow() => self.need("checked_sum_of"),
            "popcount" => "ones_of",
            _ => name,
        };
        Code::whole(format!("{written}({})", self.args(args)))
    }

    fn with(&self, list: &Expr, updates: &[Update], shape: &Shape) -> String {
        let mut out = format!("auto changed = {};\n", self.text(list));
        for update in updates {
            let path: String = update.path.iter().map(|index| format!(".at({})", self.place(index))).collect();
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
        out + "return changed;\n"
    }

    /// Statements that return what the runs of clauses give.
    fn folded(&self, fold: Fold, body: &Expr, clauses: &[Clause], shape: &Shape) -> String {
        let value = || self.text(body);
        let (start, step, end) = match fold {
            Fold::List => {
                (format!("{} result;\n", ty(shape)), format!("result.push_back({});\n", value()), "return result;\n")
            }
            Fold::Sum => {
                let step = match checked(Op::Add, shape) {
                    Some(function) => format!("result = {}(result, {});\n", self.need(function), value()),
                    None => format!("result += {};\n", value()),
                };
                ("Int result = 0;\n".into(), step, "return result;\n")
            }
            Fold::Xor => ("Int result = 0;\n".into(), format!("result ^= {};\n", value()), "return result;\n"),
            Fold::Count => ("Int result = 0;\n".into(), "++result;\n".into(), "return result;\n"),
            Fold::Any => (String::new(), format!("if ({}) return true;\n", value()), "return false;\n"),
            Fold::All => {
                (String::new(), format!("if (!{}) return false;\n", self.at(body, Strength::Sign)), "return true;\n")
            }
            Fold::Min | Fold::Max => {
                let less = if fold == Fold::Min { "<" } else { ">" };
                self.need("fail");
                let start = format!(
                    "bool any = false;\n{} result{};\n",
                    ty(shape),
                    if shape.is_scalar() { " = 0" } else { "" }
                );
                let step = format!(
                    "{} x_now = {};\nif (!any || x_now {less} result) result = x_now;\nany = true;\n",
                    ty(shape),
                    value()
                );
                return format!(
                    "{start}{}if (!any) fail(\"nothing to choose from\");\nreturn result;\n",
                    self.loops(clauses, &step, &[body])
                );
            }
        };
        format!("{start}{}{end}", self.loops(clauses, &step, &[body]))
    }

    /// Statements under clauses; `inside` is what they use.
    fn loops(&self, clauses: &[Clause], statements: &str, inside: &[&Expr]) -> String {
        let Some((clause, rest)) = clauses.split_first() else { return statements.to_owned() };
        let inner = self.loops(rest, statements, inside);
        let used = |name: &str| uses(name, rest, inside) || statements_use(statements, name);
        let block = |head: String| {
            if inner.lines().count() == 1 {
                format!("{head}\n{}", indent(&inner))
            } else {
                format!("{head} {{\n{}}}\n", indent(&inner))
            }
        };
        match clause {
            Clause::If(condition) => block(format!("if ({})", self.text(condition))),
            Clause::Range(name, from, to) => {
                let (from, end) = (self.text(from), self.text(to));
                if is_simple(to) {
                    block(format!("for (Int {name} = {from}; {name} <= {end}; ++{name})"))
                } else {
                    block(format!("for (Int {name} = {from}, {name}_end = {end}; {name} <= {name}_end; ++{name})"))
                }
            }
            Clause::Each(name, items) => {
                let element = items.shape.element().unwrap_or(Shape::Nothing);
                let unused = if used(name) { "" } else { "[[maybe_unused]] " };
                block(format!("for ({unused}{} : {})", parameter(name, &element), self.text(items)))
            }
            Clause::Apart(names, items) => {
                let element = items.shape.element().unwrap_or(Shape::Nothing);
                let whole = format!("{}_row", names.join("_"));
                let mut taken = String::new();
                for (place, name) in names.iter().enumerate().filter(|(_, name)| used(name)) {
                    let (shape, part) = match &element {
                        Shape::Tuple(parts) => (parts[place].clone(), format!("get<{place}>({whole})")),
                        other => (other.element().unwrap_or(Shape::Nothing), format!("{whole}.at({place})")),
                    };
                    taken.push_str(&format!("{} = {part};\n", parameter(name, &shape)));
                }
                let unused = if taken.is_empty() { "[[maybe_unused]] " } else { "" };
                format!(
                    "for ({unused}const auto& {whole} : {}) {{\n{}}}\n",
                    self.text(items),
                    indent(&(taken + &inner))
                )
            }
            Clause::Let(name, value) => format!(
                "{{\n{}}}\n",
                indent(&format!("const {} {name} = {};\n{inner}", ty(&value.shape), self.text(value)))
            ),
        }
    }

    /// Statements that return an expression.
    fn returned(&self, expr: &Expr) -> String {
        match &expr.node {
            Node::If(c, a, b) => {
                let (a, b) = (self.returned(a), self.returned(b));
                if a.lines().count() == 1 {
                    format!("if ({}) {a}{b}", self.text(c))
                } else {
                    format!("if ({}) {{\n{}}}\n{b}", self.text(c), indent(&a))
                }
            }
            Node::Over(fold, body, clauses) => self.folded(*fold, body, clauses, &expr.shape),
            Node::With(list, updates) => self.with(list, updates, &expr.shape),
            _ => format!("return {};\n", self.text(expr)),
        }
    }
}

/// Whether statements name something: a word of them is it.
fn statements_use(statements: &str, name: &str) -> bool {
    statements.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).any(|word| word == name)
}

fn number(n: i128) -> Code {
    let long = i128::from(i32::MAX);
    let text = if n.unsigned_abs() <= long.unsigned_abs() {
        n.to_string()
    } else if i64::try_from(n).is_ok_and(|n| n > i64::MIN) {
        format!("{n}LL")
    } else {
        // No literals of 128 bits: put together from parts of 18 digits.
        let part = 1_000_000_000_000_000_000;
        let (high, low) = (n / part, n % part);
        return Code(format!("{} * {part}LL + {low}LL", wide(high)), Strength::Sum);
    };
    Code(text, if n < 0 { Strength::Sign } else { Strength::Whole })
}

fn wide(n: i128) -> String {
    if i64::try_from(n).is_ok() { format!("Int({n}LL)") } else { format!("({})", number(n).0) }
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            // Two of them may start a trigraph.
            '?' => out.push_str("\\?"),
            c if c.is_ascii_graphic() || c == ' ' => out.push(c),
            c => out.push_str(&format!("\\{:03o}", u32::from(c))),
        }
    }
    out + "\""
}
