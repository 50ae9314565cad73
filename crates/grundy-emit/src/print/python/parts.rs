//! The parts of a program: helpers, kinds, input, answer.

use super::{Python, is_list, quoted};
use crate::ir::{Clause, Expr, Helper, Item, Kind, Lookup, Part, Read, Rule, Solver, Target, Times};
use crate::print::{Strength, comment, indent, is_simple};
use crate::shape::Shape;

/// Tables larger than this are refused by the program.
pub(super) const LARGEST_TABLE: u64 = 100_000_000;

impl Python<'_> {
    pub(super) fn whole(&self) -> String {
        let program = self.program;
        let mut parts = String::new();
        for lookup in &program.lookups {
            parts.push_str(&self.lookup(lookup));
        }
        for helper in program.helpers.iter().flatten() {
            parts.push_str(&self.helper(helper));
        }
        for &kind in &program.order {
            parts.push_str(
                &program.kinds[kind].as_ref().map_or_else(String::new, |described| self.kind(kind, described)),
            );
        }
        if let Some(play) = &program.play {
            parts.push_str(&format!(
                "known_played = None\n\n\ndef find_played():\n{}\n\ndef played():\n    \"\"\"The value of the position that is played: the player who moves wins unless it is 0.\"\"\"\n    global known_played\n    if known_played is None:\n        known_played = find_played()\n    return known_played\n\n\n",
                indent(&self.returned(play))
            ));
        }
        let main = self.main();
        let functions =
            self.functions.print().replace("\n\n\n", "\u{0}").replace("\n\n", "\n\n\n").replace('\u{0}', "\n\n\n");
        let body = format!("{functions}case_number = 0\n\n\n{parts}{main}");
        let story: String = program.story.iter().map(|line| format!("# {}\n", comment(line))).collect();
        format!(
            "# Written by grundy emit from {}.\n{story}{}import sys\n\n\n{}",
            crate::print::file_name(&program.name),
            imports(&body),
            body.trim_start()
        )
    }

    /// The first kind as a function, with what it needs.
    pub(super) fn single(&self) -> String {
        let kind = self.program.kinds.iter().flatten().next();
        let kind = kind.map_or_else(String::new, |kind| self.kind(0, kind));
        let body = format!("{}{}\n", self.functions.print(), kind.trim_end());
        format!("{}{body}", imports(&body))
    }

    fn lookup(&self, lookup: &Lookup) -> String {
        let (name, list) = (&lookup.name, self.text(&lookup.list));
        let fill = if lookup.function == "starting" {
            "index.setdefault(row[0], []).append(row)\n"
        } else {
            "index.setdefault(row[0], []).append(row[1])\nif row[0] != row[1]:\n    index.setdefault(row[1], []).append(row[0])\n"
        };
        format!(
            "index_{name} = None\n\n\ndef {name}(key):\n    \"\"\"Made once: what belongs to each first entry.\"\"\"\n    global index_{name}\n    if index_{name} is None:\n        index = {{}}\n        for row in {list}:\n{}        index_{name} = {{key: tuple(rows) for key, rows in index.items()}}\n    return index_{name}.get(key, ())\n\n\n",
            indent(&indent(&indent(fill)))
        )
    }

    fn helper(&self, helper: &Helper) -> String {
        let name = &helper.name;
        let names = helper.args.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ");
        let body = indent(&self.returned(&helper.body));
        if !helper.kept {
            return format!("def {name}({names}):\n{body}\n\n");
        }
        if helper.args.is_empty() {
            return format!(
                "known_{name} = None\n\n\ndef find_{name}():\n{body}\n\ndef {name}():\n    global known_{name}\n    if known_{name} is None:\n        known_{name} = find_{name}()\n    return known_{name}\n\n\n"
            );
        }
        let key = if helper.args.len() == 1 { names.clone() } else { format!("({names})") };
        format!(
            "known_{name} = {{}}\n\n\ndef find_{name}({names}):\n{body}\n\ndef {name}({names}):\n    if {key} not in known_{name}:\n        known_{name}[{key}] = find_{name}({names})\n    return known_{name}[{key}]\n\n\n"
        )
    }

    fn kind(&self, index: usize, kind: &Kind) -> String {
        let name = self.value_name(index);
        let names = kind.args.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ");
        let why: String = kind.why.iter().map(|line| format!("# {}\n", comment(line))).collect();
        match &kind.solver {
            Solver::Formula { value, needs } => {
                let mut checks = self.guard(index, kind);
                if let Some(needs) = needs {
                    self.need("fail");
                    checks.push_str(&format!(
                        "if not ({}):\n    fail(\"the formula needs other params\")\n",
                        self.text(needs)
                    ));
                }
                format!("{why}def {name}({names}):\n{}\n\n", indent(&(checks + &self.returned(value))))
            }
            Solver::Table(rules) => {
                ["mex", "fail"].iter().for_each(|function| self.functions.need(function));
                let moves = self.moves(index, rules, &|args| format!("table[{args}]"));
                format!(
                    "{why}table_{name} = []\n\n\ndef {name}(wanted):\n    table = table_{name}\n    if not 0 <= wanted <= {LARGEST_TABLE}:\n        fail(\"a negative argument, or too large for a table\")\n    for {names} in range(len(table), wanted + 1):\n        seen = set()\n{}        table.append(mex(seen))\n    return table[wanted]\n\n\n",
                    indent(&indent(&moves))
                )
            }
            Solver::Splits(rules, splits) => format!("{why}{}", self.splits(index, kind, rules, splits)),
            Solver::Search(rules) => {
                ["mex", "fail"].iter().for_each(|function| self.functions.need(function));
                let single = kind.args.len() == 1;
                let key = if single { names.clone() } else { format!("({names})") };
                let moves = self.moves(index, rules, &|args| {
                    if single { format!("look({args})") } else { format!("look(({args}))") }
                });
                let look = if moves.contains("look(") {
                    "def look(position):\n    if position not in known:\n        todo.append(position)\n        return 0\n    if known[position] < 0:\n        fail(\"a position can come back: play may go on for ever\")\n    return known[position]\n\n"
                } else {
                    ""
                };
                let body = format!(
                    "{}known = known_{name}\nwanted = {key}\ntodo = [wanted]\n\n{look}while todo:\n    {names} = todo[-1]\n    if known.setdefault(todo[-1], -1) >= 0:\n        todo.pop()\n        continue\n    before = len(todo)\n    seen = set()\n{}    if len(todo) == before:  # else moves had to be put on the stack\n        known[todo.pop()] = mex(seen)\nreturn known[wanted]\n",
                    self.guard(index, kind),
                    indent(&moves),
                );
                format!("{why}known_{name} = {{}}\n\n\ndef {name}({names}):\n{}\n\n", indent(&body))
            }
        }
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
                shape if is_list(shape) => format!("not {}({name})", self.need("natural")),
                _ => continue,
            };
            checks.push_str(&format!("if {condition}:\n    fail(\"a negative argument\")\n"));
        }
        checks
    }

    /// Statements under clauses.
    fn loops(&self, clauses: &[Clause], statements: &str) -> String {
        let Some((clause, rest)) = clauses.split_first() else { return statements.to_owned() };
        let inner = self.loops(rest, statements);
        let head = match clause {
            Clause::If(condition) => format!("if {}:", self.text(condition)),
            Clause::Range(name, from, to) => format!("for {name} in {}:", self.range(from, to)),
            Clause::Each(name, items) => format!("for {name} in {}:", self.items_of(items)),
            Clause::Apart(names, items) => format!("for {} in {}:", names.join(", "), self.items_of(items)),
            Clause::Let(name, value) => return format!("{name} = {}\n{inner}", self.text(value)),
        };
        format!("{head}\n{}", indent(&inner))
    }

    pub(super) fn moves(&self, index: usize, rules: &[Rule], own: &dyn Fn(&str) -> String) -> String {
        let mut out = String::new();
        for rule in rules {
            let statements: String = rule.options.iter().map(|option| self.option(index, option, own)).collect();
            out.push_str(&format!("# {}\n{}", comment(&rule.text), self.loops(&rule.clauses, &statements)));
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
                [] => format!("{bound}total ^= {value}\n"),
                list => format!("{bound}if {}:\n    total ^= {value}\nelse:\n    legal = False\n", list.join(" and ")),
            };
            looped.push_str(&self.loops(&part.clauses, &step));
        }
        let under = |body: String| {
            if conditions.is_empty() { body } else { format!("if {}:\n{}", conditions.join(" and "), indent(&body)) }
        };
        if looped.is_empty() {
            let value = if values.is_empty() { "0".to_owned() } else { values.join(" ^ ") };
            return before + &under(format!("seen.add({value})\n"));
        }
        let legal = looped.contains("legal = False");
        let mut body = format!("total = {}\n", if values.is_empty() { "0".to_owned() } else { values.join(" ^ ") });
        if legal {
            body.push_str("legal = True\n");
        }
        body.push_str(&looped);
        body.push_str(if legal { "if legal:\n    seen.add(total)\n" } else { "seen.add(total)\n" });
        before + &under(body)
    }

    fn part(
        &self,
        index: usize,
        part: &Part,
        own: &dyn Fn(&str) -> String,
        names: &mut usize,
    ) -> (String, Vec<String>, String) {
        let (mut before, mut conditions, mut args) = (String::new(), Vec::new(), Vec::new());
        for arg in &part.args {
            let natural = arg.shape.range().is_natural();
            if natural || is_simple(arg) && arg.shape.is_scalar() {
                if !natural {
                    conditions.push(format!("{} >= 0", self.at(arg, Strength::Xor)));
                }
                args.push(self.text(arg));
                continue;
            }
            *names += 1;
            let name = format!("next{names}");
            before.push_str(&format!("{name} = {}\n", self.text(arg)));
            conditions.push(if is_list(&arg.shape) {
                format!("{}({name})", self.need("natural"))
            } else {
                format!("{name} >= 0")
            });
            args.push(name);
        }
        let args = args.join(", ");
        let value = if part.kind == index { own(&args) } else { format!("{}({args})", self.value_name(part.kind)) };
        let Some(count) = &part.count else { return (before, conditions, value) };
        if !count.shape.range().is_natural() {
            conditions.push(format!("{} >= 0", self.at(count, Strength::Xor)));
        }
        let odd = format!("({value} if {} % 2 == 1 else 0)", self.at(count, Strength::Product));
        (before, conditions, odd)
    }

    fn items(&self, items: &[Item]) -> String {
        items.iter().map(|item| self.item(item)).collect()
    }

    fn item(&self, item: &Item) -> String {
        let expect = |texts: &[String]| -> String {
            texts.iter().map(|text| format!("{}({})\n", self.need("expect"), quoted(text))).collect()
        };
        let target = match &item.target {
            Target::Global(index) => self.program.globals[*index].name.clone(),
            Target::Field(name) => name.clone(),
        };
        format!("{}{target} = {}\n{}", expect(&item.before), self.read(&item.read), expect(&item.after))
    }

    /// The reader that fits: of words, or of characters where texts stand in the input.
    fn reader(&self, words: &'static str, chars: &'static str) -> &'static str {
        self.need(if self.program.texts { chars } else { words });
        words
    }

    fn read(&self, read: &Read) -> String {
        match read {
            Read::Int => format!("{}()", self.reader("read_int", "chars_read_int")),
            Read::Word(None) => format!("{}()", self.reader("read_word", "chars_read_word")),
            Read::Word(Some(until)) => {
                format!("{}({})", self.reader("read_word", "chars_read_word"), quoted(until.trim_start()))
            }
            Read::Open => format!("{}()", self.need("read_open")),
            Read::List(size, inner) => match **inner {
                Read::Int => format!("{}({})", self.reader("read_ints", "chars_read_ints"), self.text(size)),
                Read::Word(None) => format!("{}({})", self.reader("read_words", "chars_read_words"), self.text(size)),
                _ => format!("tuple({} for _ in range({}))", self.read(inner), self.text(size)),
            },
            Read::Record(fields, made) => {
                // The fields are read in order, each seen by those behind it.
                let field = |item: &Item| match &item.target {
                    Target::Field(name) => format!(" for {name} in ({},)", self.read(&item.read)),
                    Target::Global(_) => String::new(),
                };
                let reads: String = fields.iter().map(field).collect();
                format!("next({}{reads})", self.at(made, Strength::Whole))
            }
        }
    }

    fn main(&self) -> String {
        let program = self.program;
        let mut forget: Vec<String> = Vec::new();
        let mut outside: Vec<String> = vec!["case_number".into()];
        let repeated = !matches!(program.times, Times::Once);
        for lookup in program.lookups.iter().filter(|lookup| lookup.changes) {
            outside.push(format!("index_{}", lookup.name));
            forget.push(format!("index_{} = None\n", lookup.name));
        }
        for helper in program.helpers.iter().flatten().filter(|helper| helper.kept && helper.changes) {
            let name = &helper.name;
            if helper.args.is_empty() {
                outside.push(format!("known_{name}"));
                forget.push(format!("known_{name} = None\n"));
            } else {
                forget.push(format!("known_{name}.clear()\n"));
            }
        }
        for (index, kind) in program.kinds.iter().enumerate() {
            let Some(kind) = kind.as_ref().filter(|kind| kind.changes) else { continue };
            match kind.solver {
                Solver::Formula { .. } => {}
                Solver::Table(_) => forget.push(format!("table_{}.clear()\n", self.value_name(index))),
                Solver::Splits(..) => {
                    let name = self.value_name(index);
                    outside.push(format!("mask_{name}"));
                    forget.push(format!("table_{name}.clear()\nrare_{name}.clear()\nmask_{name} = 0\n"));
                }
                Solver::Search(_) => forget.push(format!("known_{}.clear()\n", self.value_name(index))),
            }
        }
        if program.play.is_some() {
            outside.push("known_played".into());
            forget.push("known_played = None\n".into());
        }
        let forget = if repeated { forget.concat() } else { String::new() };
        let shown = |expr: &Expr| match expr.shape {
            Shape::Text => self.text(expr),
            Shape::Int(_) => self.text(expr),
            _ => format!("{}({})", self.need("text"), self.text(expr)),
        };
        let parts: Vec<String> = program.answer.iter().map(shown).collect();
        let outside = if repeated { outside.join(", ") } else { "case_number".into() };
        let answer = format!("global {outside}\n{forget}case_number += 1\nprint({})\n", parts.join(", "));
        let once = self.items(&program.once);
        let loop_body = self.items(&program.repeated) + "answer()\n";
        let run = match &program.times {
            Times::Once => format!("{once}answer()\n"),
            Times::Count(global, read) => {
                let name = &program.globals[*global].name;
                let first = if *read {
                    format!("{name} = {}()\n", self.reader("read_int", "chars_read_int"))
                } else {
                    String::new()
                };
                format!("{once}{first}for _ in range({name}):\n{}", indent(&loop_body))
            }
            Times::ToEnd => {
                self.reader("more", "chars_more");
                format!("{once}while more():\n{}", indent(&loop_body))
            }
            Times::Until(condition, behind) => {
                self.reader("more", "chars_more");
                let (first, rest) = program.repeated.split_at(*behind);
                let body = format!(
                    "{}if {}:\n    break\n{}answer()\n",
                    self.items(first),
                    self.text(condition),
                    self.items(rest)
                );
                format!("{once}while more():\n{}", indent(&body))
            }
        };
        let load =
            if program.texts { "chars = sys.stdin.read()\n" } else { "words = sys.stdin.buffer.read().split()\n" };
        self.need(if program.texts { "chars" } else { "words" });
        let body = format!("def answer():\n{}\n\n", indent(&answer));
        if program.helpers.iter().flatten().any(|helper| helper.recursive) {
            return body + &self.deep(&format!("{load}{run}"));
        }
        format!("{body}{load}{run}")
    }

    /// The main part in a thread with a large stack. An error ends only the thread, so what is left is asked whether it came to its end.
    fn deep(&self, run: &str) -> String {
        let program = self.program;
        let read = program.globals.iter().filter(|global| global.shape != Shape::Nothing);
        let input = if program.texts { "chars" } else { "words" };
        let names: Vec<&str> = [input].into_iter().chain(read.map(|global| global.name.as_str())).collect();
        format!(
            "finished = []\n\n\ndef run():\n    global {}\n{}    finished.append(True)\n\n\n# Helpers may be nested deeply: they get a stack of 1 GB, of which only what is used is taken.\nsys.setrecursionlimit(1 << 20)\nthreading.stack_size(1 << 30)\nthread = threading.Thread(target=run)\nthread.start()\nthread.join()\nsys.exit(not finished)\n",
            names.join(", "),
            indent(run),
        )
    }
}

/// The modules that a program uses.
fn imports(body: &str) -> String {
    let modules = ["collections", "functools", "itertools", "math", "operator", "re", "threading"];
    let used = modules.iter().filter(|module| body.contains(&format!("{module}.")));
    used.map(|module| format!("import {module}\n")).collect()
}
