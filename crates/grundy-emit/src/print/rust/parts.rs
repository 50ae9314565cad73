//! The parts of a program: the struct that holds everything, helpers, kinds, input, answer.

use super::{Rust, parameter, ty};
use crate::ir::{Helper, Item, Kind, Lookup, Part, Read, Rule, Solver, Target, Times};
use crate::print::python::quoted;
use crate::print::{Strength, comment, indent, is_simple};
use crate::shape::Shape;

/// Tables larger than this are refused by the program.
pub(super) const LARGEST_TABLE: u64 = 100_000_000;

impl Rust<'_> {
    pub(super) fn whole(&self) -> String {
        let program = self.program;
        let (mut fields, mut methods) = (String::from("input: RefCell<Input>,\ncase_number: Int,\n"), String::new());
        for global in program.globals.iter().filter(|global| global.shape != Shape::Nothing) {
            fields.push_str(&format!("{}: {},\n", global.name, ty(&global.shape)));
        }
        for lookup in &program.lookups {
            methods.push_str(&self.lookup(lookup, &mut fields));
        }
        for helper in program.helpers.iter().flatten() {
            methods.push_str(&self.helper(helper, &mut fields));
        }
        for &kind in &program.order {
            methods.push_str(
                &program.kinds[kind]
                    .as_ref()
                    .map_or_else(String::new, |described| self.kind(kind, described, &mut fields)),
            );
        }
        if let Some(play) = &program.play {
            fields.push_str("known_played: Cell<Option<Int>>,\n");
            methods.push_str(&format!(
                "fn find_played(&self) -> Int {{\n{}}}\n\n/// The value of the position that is played: the player who moves wins unless it is 0.\nfn played(&self) -> Int {{\n    let value = self.known_played.get().unwrap_or_else(|| self.find_played());\n    self.known_played.set(Some(value));\n    value\n}}\n\n",
                indent(&self.ended(play))
            ));
        }
        methods.push_str(&self.run());
        self.need("Input");
        let functions = self.functions.print();
        let width = if program.narrow { "i64" } else { "i128" };
        let why = if program.narrow {
            "64 bits are enough: numbers of the input are at most 10^18"
        } else {
            "128 bits, as in the rules"
        };
        let story: String = program.story.iter().map(|line| format!("// {}\n", comment(line))).collect();
        let deep = program.helpers.iter().flatten().any(|helper| helper.recursive);
        let main = if deep {
            "// Helpers may be nested deeply: they get a stack of 1 GB, of which only what is used is taken.\nfn main() {\n    let large = std::thread::Builder::new().stack_size(1 << 30);\n    let thread = large.spawn(|| Game::default().run());\n    if thread.map(|thread| thread.join()).is_err() {\n        fail(\"no memory for the stack\");\n    }\n}\n"
        } else {
            "fn main() {\n    Game::default().run();\n}\n"
        };
        let main = main.replace(
            "if thread.map(|thread| thread.join()).is_err()",
            "if !matches!(thread.map(|thread| thread.join()), Ok(Ok(())))",
        );
        format!(
            "// Written by grundy emit from {}.\n{story}#![allow(dead_code, non_snake_case, unused_parens, unused_variables, unused_imports)]\n\nuse std::cell::{{Cell, RefCell}};\nuse std::collections::HashMap;\nuse std::io::{{Read, Write}};\nuse std::rc::Rc;\n\ntype Int = {width}; // {why}\ntype Text = Vec<u8>;\n\n{functions}/// What was read, and what is known.\n#[derive(Default)]\nstruct Game {{\n{}}}\n\nimpl Game {{\n{}}}\n\n{main}",
            crate::print::file_name(&program.name),
            indent(&fields),
            indent(methods.trim_end()),
        )
    }

    /// The first kind as a function, with what it needs.
    pub(super) fn single(&self) -> String {
        let kind = self.program.kinds.iter().flatten().next();
        let kind = kind.map_or_else(String::new, |kind| self.kind(0, kind, &mut String::new()));
        let width = if self.program.narrow { "i64" } else { "i128" };
        format!("type Int = {width};\n\n{}{}\n", self.functions.print(), kind.trim_end().replace("(&self, ", "("))
    }

    fn lookup(&self, lookup: &Lookup, fields: &mut String) -> String {
        let (key, found, name) = (ty(&lookup.key), ty(&lookup.found), &lookup.name);
        fields.push_str(&format!("index_{name}: RefCell<Option<HashMap<{key}, Rc<{found}>>>>,\n"));
        let first = if matches!(lookup.list.shape.element(), Some(Shape::Tuple(_))) {
            "row.0.clone()"
        } else {
            "row[0].clone()"
        };
        let fill = if lookup.function == "starting" {
            format!("index.entry({first}).or_default().push(row.clone());\n")
        } else {
            "index.entry(row[0].clone()).or_default().push(row[1].clone());\nif row[0] != row[1] {\n    index.entry(row[1].clone()).or_default().push(row[0].clone());\n}\n".to_owned()
        };
        let looked = if lookup.key.is_scalar() { "&key" } else { "key" };
        format!(
            "/// Made once: what belongs to each first entry.\nfn {name}(&self, {}) -> Rc<{found}> {{\n    if self.index_{name}.borrow().is_none() {{\n        let mut index: HashMap<{key}, {found}> = HashMap::new();\n        for row in {}.iter() {{\n{}        }}\n        let index = index.into_iter().map(|(key, rows)| (key, Rc::new(rows))).collect();\n        *self.index_{name}.borrow_mut() = Some(index);\n    }}\n    let index = self.index_{name}.borrow();\n    index.as_ref().and_then(|index| index.get({looked})).cloned().unwrap_or_default()\n}}\n\n",
            parameter("key", &lookup.key),
            self.place(&lookup.list),
            indent(&indent(&indent(&fill))),
        )
    }

    fn helper(&self, helper: &Helper, fields: &mut String) -> String {
        let name = &helper.name;
        let parameters: String =
            helper.args.iter().map(|(name, shape)| format!(", {}", parameter(name, shape))).collect();
        let names = helper.args.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ");
        let gives = ty(&helper.body.shape);
        let body = indent(&self.ended(&helper.body));
        if !helper.kept {
            return format!("fn {name}(&self{parameters}) -> {gives} {{\n{body}}}\n\n");
        }
        let shared = !helper.body.shape.is_scalar();
        let kept = if shared { format!("Rc<{gives}>") } else { gives.clone() };
        let find = format!("fn find_{name}(&self{parameters}) -> {gives} {{\n{body}}}\n\n");
        let found =
            if shared { format!("Rc::new(self.find_{name}({names}))") } else { format!("self.find_{name}({names})") };
        if helper.args.is_empty() {
            fields.push_str(&format!("known_{name}: RefCell<Option<{kept}>>,\n"));
            return format!(
                "{find}fn {name}(&self) -> {kept} {{\n    if let Some(known) = &*self.known_{name}.borrow() {{\n        return known.clone();\n    }}\n    let found = {found};\n    *self.known_{name}.borrow_mut() = Some(found.clone());\n    found\n}}\n\n"
            );
        }
        let owned =
            |(name, shape): &(String, Shape)| if shape.is_scalar() { name.clone() } else { format!("{name}.clone()") };
        let owned: Vec<String> = helper.args.iter().map(owned).collect();
        let types: Vec<String> = helper.args.iter().map(|(_, shape)| ty(shape)).collect();
        let (key, key_type) = (tuple(&owned), tuple(&types));
        fields.push_str(&format!("known_{name}: RefCell<HashMap<{key_type}, {kept}>>,\n"));
        format!(
            "{find}fn {name}(&self{parameters}) -> {kept} {{\n    let key = {key};\n    if let Some(known) = self.known_{name}.borrow().get(&key) {{\n        return known.clone();\n    }}\n    let found = {found};\n    self.known_{name}.borrow_mut().insert(key, found.clone());\n    found\n}}\n\n"
        )
    }

    fn kind(&self, index: usize, kind: &Kind, fields: &mut String) -> String {
        let name = self.value_name(index);
        let parameters: String =
            kind.args.iter().map(|(name, shape)| format!(", {}", parameter(name, shape))).collect();
        let why: String = kind.why.iter().map(|line| format!("/// {}\n", comment(line))).collect();
        match &kind.solver {
            Solver::Formula { value, needs } => {
                let mut checks = self.guard(index, kind);
                if let Some(needs) = needs {
                    self.need("fail");
                    checks.push_str(&format!(
                        "if !({}) {{\n    fail(\"the formula needs other params\");\n}}\n",
                        self.text(needs)
                    ));
                }
                format!("{why}fn {name}(&self{parameters}) -> Int {{\n{}}}\n\n", indent(&(checks + &self.ended(value))))
            }
            Solver::Table(rules) => {
                ["mex", "fail"].iter().for_each(|function| self.functions.need(function));
                fields.push_str(&format!("table_{name}: RefCell<Vec<Int>>,\n"));
                let n = &kind.args[0].0;
                let moves = self.moves(index, rules, &|args| format!("table[({args}) as usize]"));
                format!(
                    "{why}fn {name}(&self, wanted: Int) -> Int {{\n    if wanted < 0 || wanted > {LARGEST_TABLE} {{\n        fail(\"a negative argument, or too large for a table\");\n    }}\n    let mut table = self.table_{name}.take();\n    while table.len() as Int <= wanted {{\n        let {n} = table.len() as Int;\n        let mut seen: Vec<Int> = Vec::new();\n{}        table.push(mex(&seen));\n    }}\n    let value = table[wanted as usize];\n    self.table_{name}.replace(table);\n    value\n}}\n\n",
                    indent(&indent(&moves))
                )
            }
            Solver::Splits(rules, splits) => format!("{why}{}", self.splits(index, kind, rules, splits, fields)),
            Solver::Search(rules) => self.search(index, kind, rules, fields, &parameters, &why),
        }
    }

    fn search(
        &self,
        index: usize,
        kind: &Kind,
        rules: &[Rule],
        fields: &mut String,
        parameters: &str,
        why: &str,
    ) -> String {
        ["mex", "fail"].iter().for_each(|function| self.functions.need(function));
        let name = self.value_name(index);
        let types: Vec<String> = kind.args.iter().map(|(_, shape)| ty(shape)).collect();
        let key = tuple(&types);
        fields.push_str(&format!("known_{name}: RefCell<HashMap<{key}, Int>>,\n"));
        let moves = self.moves(index, rules, &|args| format!("look({args})"));
        let owned =
            |(name, shape): &(String, Shape)| if shape.is_scalar() { name.clone() } else { format!("{name}.clone()") };
        let wanted = tuple(&kind.args.iter().map(owned).collect::<Vec<_>>());
        let mut bind = String::new();
        for (place, (arg, shape)) in kind.args.iter().enumerate() {
            let part = if kind.args.len() == 1 { "position".to_owned() } else { format!("position.{place}") };
            bind.push_str(&format!("let {arg} = {}{part};\n", if shape.is_scalar() { "" } else { "&" }));
        }
        let look = format!(
            "let mut look = |next: {key}| -> Int {{\n    match self.known_{name}.borrow().get(&next) {{\n        Some(-1) => fail(\"a position can come back: play may go on for ever\"),\n        Some(&value) => value,\n        None => {{\n            todo.push(next);\n            0\n        }}\n    }}\n}};\n"
        );
        let look = if moves.contains("look(") { indent(&look) } else { String::new() };
        let body = format!(
            "{}let wanted: {key} = {wanted};\nlet mut todo = vec![wanted.clone()];\nwhile let Some(position) = todo.last().cloned() {{\n    if *self.known_{name}.borrow_mut().entry(position.clone()).or_insert(-1) >= 0 {{\n        todo.pop();\n        continue;\n    }}\n    let before = todo.len();\n{}    let mut seen: Vec<Int> = Vec::new();\n{look}{}    // The values are complete when no move had to be put on the stack.\n    if todo.len() == before {{\n        self.known_{name}.borrow_mut().insert(position.clone(), mex(&seen));\n        todo.pop();\n    }}\n}}\nself.known_{name}.borrow()[&wanted]\n",
            self.guard(index, kind),
            indent(&bind),
            indent(&moves),
        );
        format!("{why}fn {name}(&self{parameters}) -> Int {{\n{}}}\n\n", indent(&body))
    }

    fn guard(&self, index: usize, kind: &Kind) -> String {
        if !self.program.guarded.contains(&index) {
            return String::new();
        }
        self.need("fail");
        let mut checks = String::new();
        for (name, shape) in &kind.args {
            let condition = match shape {
                Shape::Int(_) => format!("{name} < 0"),
                Shape::List(_) | Shape::Tuple(_) => {
                    self.need("natural");
                    format!("!{name}.natural()")
                }
                _ => continue,
            };
            checks.push_str(&format!("if {condition} {{\n    fail(\"a negative argument\");\n}}\n"));
        }
        checks
    }

    pub(super) fn moves(&self, index: usize, rules: &[Rule], own: &dyn Fn(&str) -> String) -> String {
        let mut out = String::new();
        for rule in rules {
            let statements: String = rule.options.iter().map(|option| self.option(index, option, own)).collect();
            out.push_str(&format!("// {}\n{}", comment(&rule.text), self.loops(&rule.clauses, &statements)));
        }
        out
    }

    fn option(&self, index: usize, option: &[Part], own: &dyn Fn(&str) -> String) -> String {
        let (mut before, mut conditions, mut values) = (String::new(), Vec::new(), Vec::new());
        let (mut looped, mut names) = (String::new(), 0);
        for part in option {
            let (bound, part_conditions, value) = self.part(index, part, own, &mut names);
            if part.clauses.is_empty() {
                before.push_str(&bound);
                conditions.extend(part_conditions);
                values.push(value);
                continue;
            }
            let step = match &part_conditions[..] {
                [] => format!("{bound}total ^= {value};\n"),
                list => format!(
                    "{bound}if {} {{\n    total ^= {value};\n}} else {{\n    legal = false;\n}}\n",
                    list.join(" && ")
                ),
            };
            looped.push_str(&self.loops(&part.clauses, &step));
        }
        let under = |body: String| {
            if conditions.is_empty() {
                body
            } else {
                format!("if {} {{\n{}}}\n", conditions.join(" && "), indent(&body))
            }
        };
        let value = if values.is_empty() { "0".to_owned() } else { values.join(" ^ ") };
        let body = if looped.is_empty() {
            under(format!("seen.push({value});\n"))
        } else {
            let legal = looped.contains("legal = false");
            let start = if legal { "let mut legal = true;\n" } else { "" };
            let end = if legal { "if legal {\n    seen.push(total);\n}\n" } else { "seen.push(total);\n" };
            under(format!("let mut total: Int = {value};\n{start}{looped}{end}"))
        };
        if before.is_empty() && (looped.is_empty() || !conditions.is_empty()) {
            body
        } else {
            format!("{{\n{}}}\n", indent(&(before + &body)))
        }
    }

    fn part(
        &self,
        index: usize,
        part: &Part,
        own: &dyn Fn(&str) -> String,
        names: &mut usize,
    ) -> (String, Vec<String>, String) {
        let (mut before, mut conditions, mut args) = (String::new(), Vec::new(), Vec::new());
        let is_own = part.kind == index;
        for arg in &part.args {
            let natural = arg.shape.range().is_natural();
            if natural || is_simple(arg) && arg.shape.is_scalar() {
                if !natural {
                    conditions.push(format!("{} >= 0", self.at(arg, Strength::Xor)));
                }
                args.push(if is_own { self.text(arg) } else { self.reference(arg) });
                continue;
            }
            *names += 1;
            let name = format!("next{names}");
            before.push_str(&format!("let {name} = {};\n", self.text(arg)));
            self.need("natural");
            conditions.push(format!("{name}.natural()"));
            args.push(if arg.shape.is_scalar() || is_own { name } else { format!("&{name}") });
        }
        let value = if is_own {
            own(&tuple(&args))
        } else {
            format!("self.{}({})", self.value_name(part.kind), args.join(", "))
        };
        let Some(count) = &part.count else { return (before, conditions, value) };
        if !count.shape.range().is_natural() {
            conditions.push(format!("{} >= 0", self.at(count, Strength::Xor)));
        }
        let odd = format!("(if {} % 2 == 1 {{ {value} }} else {{ 0 }})", self.at(count, Strength::Product));
        (before, conditions, odd)
    }

    fn items(&self, items: &[Item]) -> String {
        items.iter().map(|item| self.item(item)).collect()
    }

    fn item(&self, item: &Item) -> String {
        let expect = |texts: &[String]| -> String {
            texts.iter().map(|text| format!("self.input.borrow_mut().expect(b{});\n", quoted(text))).collect()
        };
        let read = match &item.target {
            Target::Global(index) => {
                format!("self.{} = {};\n", self.program.globals[*index].name, self.read(&item.read))
            }
            Target::Field(name) => {
                let simple = matches!(item.read, Read::Int);
                format!("let {name} = {}{};\n", if simple { "" } else { "&" }, self.read(&item.read))
            }
        };
        format!("{}{read}{}", expect(&item.before), expect(&item.after))
    }

    fn read(&self, read: &Read) -> String {
        match read {
            Read::Int => "self.input.borrow_mut().int()".into(),
            Read::Word(None) => "self.input.borrow_mut().word(b\"\")".into(),
            Read::Word(Some(until)) => format!("self.input.borrow_mut().word(b{})", quoted(until.trim_start())),
            Read::Open => "self.input.borrow_mut().open()".into(),
            Read::List(size, inner) => {
                format!("(0..{}).map(|_| {}).collect::<Vec<_>>()", self.at(size, Strength::Xor), self.read(inner))
            }
            Read::Record(fields, made) => format!("{{\n{}    {}\n}}", indent(&self.items(fields)), self.text(made)),
        }
    }

    fn run(&self) -> String {
        let program = self.program;
        let mut forget = String::new();
        for lookup in program.lookups.iter().filter(|lookup| lookup.changes) {
            forget.push_str(&format!("self.index_{}.take();\n", lookup.name));
        }
        for helper in program.helpers.iter().flatten().filter(|helper| helper.kept && helper.changes) {
            forget.push_str(&format!("self.known_{}.take();\n", &helper.name));
        }
        for (index, kind) in program.kinds.iter().enumerate() {
            let Some(kind) = kind.as_ref().filter(|kind| kind.changes) else { continue };
            match kind.solver {
                Solver::Formula { .. } => {}
                Solver::Table(_) => forget.push_str(&format!("self.table_{}.take();\n", self.value_name(index))),
                Solver::Splits(..) => {
                    let name = self.value_name(index);
                    forget.push_str(&format!(
                        "self.table_{name}.take();\nself.rare_{name}.take();\nself.mask_{name}.take();\n"
                    ));
                }
                Solver::Search(_) => forget.push_str(&format!("self.known_{}.take();\n", self.value_name(index))),
            }
        }
        if program.play.is_some() {
            forget.push_str("self.known_played.take();\n");
        }
        let forget = if matches!(program.times, Times::Once) { String::new() } else { forget };
        let parts: Vec<String> = program.answer.iter().map(|expr| self.shown(expr)).collect();
        let line = vec!["{}"; parts.len()].join(" ");
        let answer =
            format!("{forget}self.case_number += 1;\nout.push_str(&format!(\"{line}\\n\", {}));\n", parts.join(", "));
        let once = self.items(&program.once);
        let body = |items: &[Item]| indent(&(self.items(items) + "self.answer(&mut out);\n"));
        let run = match &program.times {
            Times::Once => format!("{once}self.answer(&mut out);\n"),
            Times::Count(global, read) => {
                let name = &program.globals[*global].name;
                let first =
                    if *read { format!("self.{name} = self.input.borrow_mut().int();\n") } else { String::new() };
                format!("{once}{first}for _ in 0..self.{name} {{\n{}}}\n", body(&program.repeated))
            }
            Times::ToEnd => format!("{once}while self.input.borrow_mut().more() {{\n{}}}\n", body(&program.repeated)),
            Times::Until(condition, behind) => {
                let (first, rest) = program.repeated.split_at(*behind);
                let inside = format!("{}{forget}if {} {{\n    break;\n}}\n", self.items(first), self.text(condition));
                format!("{once}while self.input.borrow_mut().more() {{\n{}{}}}\n", indent(&inside), body(rest))
            }
        };
        let load = "if std::io::stdin().read_to_end(&mut self.input.borrow_mut().bytes).is_err() {\n    fail(\"the input cannot be read\");\n}\nlet mut out = String::new();\n";
        let store = "if std::io::stdout().write_all(out.as_bytes()).is_err() {\n    fail(\"the output cannot be written\");\n}\n";
        format!(
            "fn answer(&mut self, out: &mut String) {{\n{}}}\n\nfn run(mut self) {{\n{}}}\n\n",
            indent(&answer),
            indent(&format!("{load}{run}{store}"))
        )
    }
}

/// Several as a tuple, one as itself.
fn tuple(parts: &[String]) -> String {
    match parts {
        [one] => one.clone(),
        many => format!("({})", many.join(", ")),
    }
}
