//! The parts of a program: globals, helpers, kinds, input, answer.

use super::{Cpp, parameter, ty};
use crate::ir::{Expr, Helper, Item, Kind, Node, Part, Read, Rule, Solver, Target, Times};
use crate::print::{Strength, comment, indent, is_simple};
use crate::shape::Shape;

/// Tables larger than this are refused by the program.
pub(super) const LARGEST_TABLE: u64 = 100_000_000;

impl Cpp<'_> {
    pub(super) fn whole(&self) -> String {
        let program = self.program;
        let (mut parts, mut forward) = (String::new(), String::new());
        for lookup in 0..program.lookups.len() {
            parts.push_str(&self.lookup(lookup, &mut forward));
        }
        for helper in program.helpers.iter().flatten() {
            parts.push_str(&self.helper(helper, &mut forward));
        }
        for kind in program.order.iter().filter_map(|&kind| program.kinds[kind].as_ref().map(|k| (kind, k))) {
            parts.push_str(&self.kind(kind.0, kind.1, &mut forward));
        }
        let play = program.play.as_ref().map(|play| {
            forward.push_str("Int played();\n");
            format!("// The value of the position that is played: the player who moves wins unless it is 0.\noptional<Int> known_played;\nInt find_played() {{\n{}}}\nInt played() {{\n    if (!known_played) known_played = find_played();\n    return *known_played;\n}}\n\n", indent(&self.returned(play)))
        });
        parts.push_str(&play.unwrap_or_default());
        let main = self.main();
        let mut globals: String = String::new();
        for global in program.globals.iter().filter(|global| global.shape != Shape::Nothing) {
            globals.push_str(&format!("{} {};\n", ty(&global.shape), global.name));
        }
        globals.push_str("Int case_number = 0;\n\n");
        let width = if program.narrow { "long long" } else { "__int128" };
        let why = if program.narrow {
            "64 bits are enough: numbers of the input are at most 10^18"
        } else {
            "128 bits, as in the rules"
        };
        let story: String = program.story.iter().map(|line| format!("// {}\n", comment(line))).collect();
        let forward = if forward.is_empty() { String::new() } else { format!("{forward}\n") };
        format!(
            "// Written by grundy emit from {}.\n{story}#include <bits/stdc++.h>\n{}using namespace std;\n\nusing Int = {width};  // {why}\n\n{}// The names of the rules go before those of the library.\nnamespace game {{\n\n{globals}{forward}{parts}{main}",
            crate::print::file_name(&program.name),
            if self.is_deep() { "#include <pthread.h>\n" } else { "" },
            self.functions.print(),
        )
    }

    /// The first kind as a function, with what it needs.
    pub(super) fn single(&self) -> String {
        let kind = self.program.kinds.iter().flatten().next();
        let kind = kind.map_or_else(String::new, |kind| self.kind(0, kind, &mut String::new()));
        let width = if self.program.narrow { "long long" } else { "__int128" };
        format!(
            "#include <bits/stdc++.h>\nusing namespace std;\n\nusing Int = {width};\n\n{}{}",
            self.functions.print(),
            kind.trim_end().to_owned() + "\n"
        )
    }

    /// Whether helpers use themselves, so that calls may be nested deeply.
    fn is_deep(&self) -> bool {
        self.program.helpers.iter().flatten().any(|helper| helper.recursive)
    }

    fn lookup(&self, index: usize, forward: &mut String) -> String {
        let lookup = &self.program.lookups[index];
        self.need("Hash");
        let (key, found, name) = (ty(&lookup.key), ty(&lookup.found), &lookup.name);
        let list = self.text(&lookup.list);
        let fill = match (lookup.function, lookup.list.shape.element()) {
            ("starting", Some(Shape::Tuple(_))) => "index_now[get<0>(row)].push_back(row);\n".to_owned(),
            ("starting", _) => "index_now[row.at(0)].push_back(row);\n".to_owned(),
            _ => "index_now[row.at(0)].push_back(row.at(1));\nif (row.at(0) != row.at(1)) index_now[row.at(1)].push_back(row.at(0));\n".to_owned(),
        };
        forward.push_str(&format!("const {found}& {name}({});\n", parameter("key", &lookup.key)));
        let what = if lookup.function == "starting" { "the lists that start with it" } else { "its neighbours" };
        format!(
            "// For each first entry, {what}: made once.\noptional<unordered_map<{key}, {found}, Hash>> index_{name};\nconst {found}& {name}({}) {{\n    if (!index_{name}) {{\n        auto& index_now = index_{name}.emplace();\n        for (const auto& row : {list}) {{\n{}        }}\n    }}\n    static const {found} none;\n    auto place = index_{name}->find(key);\n    return place == index_{name}->end() ? none : place->second;\n}}\n\n",
            parameter("key", &lookup.key),
            indent(&indent(&indent(&fill))),
        )
    }

    fn helper(&self, helper: &Helper, forward: &mut String) -> String {
        let name = &helper.name;
        let parameters = helper.args.iter().map(|(name, shape)| parameter(name, shape)).collect::<Vec<_>>().join(", ");
        let gives = ty(&helper.body.shape);
        let body = indent(&self.returned(&helper.body));
        if !helper.kept {
            forward.push_str(&format!("{gives} {name}({parameters});\n"));
            return format!("{gives} {name}({parameters}) {{\n{body}}}\n\n");
        }
        let reference = if helper.body.shape.is_scalar() { gives.clone() } else { format!("const {gives}&") };
        forward.push_str(&format!("{reference} {name}({parameters});\n"));
        let find = format!("{gives} find_{name}({parameters}) {{\n{body}}}\n");
        if helper.args.is_empty() {
            return format!(
                "{find}optional<{gives}> known_{name};\n{reference} {name}() {{\n    if (!known_{name}) known_{name} = find_{name}();\n    return *known_{name};\n}}\n\n"
            );
        }
        self.need("Hash");
        let shapes: Vec<&Shape> = helper.args.iter().map(|(_, shape)| shape).collect();
        let names = helper.args.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ");
        let key = key_type(&shapes);
        let made = if shapes.len() == 1 { names.clone() } else { format!("{key}({names})") };
        format!(
            "{find}unordered_map<{key}, {gives}, Hash> known_{name};\n{reference} {name}({parameters}) {{\n    auto place = known_{name}.find({made});\n    if (place != known_{name}.end()) return place->second;\n    {gives} found = find_{name}({names});\n    return known_{name}.emplace({made}, found).first->second;\n}}\n\n"
        )
    }

    fn kind(&self, index: usize, kind: &Kind, forward: &mut String) -> String {
        let name = self.value_name(index);
        let parameters = kind.args.iter().map(|(name, shape)| parameter(name, shape)).collect::<Vec<_>>().join(", ");
        let why: String = kind.why.iter().map(|line| format!("// {}\n", comment(line))).collect();
        match &kind.solver {
            Solver::Formula { value, needs } => {
                forward.push_str(&format!("Int {name}({parameters});\n"));
                let mut checks = self.guard(index, kind);
                if let Some(needs) = needs {
                    self.need("fail");
                    checks.push_str(&format!(
                        "if (!{}) fail(\"the formula needs other params\");\n",
                        self.at(needs, Strength::Sign)
                    ));
                }
                format!("{why}Int {name}({parameters}) {{\n{}}}\n\n", indent(&(checks + &self.returned(value))))
            }
            Solver::Table(rules) => {
                self.need("mex");
                self.need("fail");
                forward.push_str(&format!("Int {name}(Int wanted);\n"));
                let n = &kind.args[0].0;
                let moves = self.moves(index, kind, rules, &|_, args| format!("table_{name}.at((size_t)({}))", args));
                let body = format!(
                    "if (wanted < 0) fail(\"a negative argument\");\nif (wanted > {LARGEST_TABLE}) fail(\"too large for a table\");\nwhile ((Int)table_{name}.size() <= wanted) {{\n    const Int {n} = (Int)table_{name}.size();\n    vector<Int> seen;\n{}    table_{name}.push_back(mex(seen));\n}}\nreturn table_{name}[(size_t)wanted];\n",
                    indent(&moves)
                );
                format!("{why}vector<Int> table_{name};\nInt {name}(Int wanted) {{\n{}}}\n\n", indent(&body))
            }
            Solver::Splits(rules, splits) => {
                forward.push_str(&format!("Int {name}(Int wanted);\n"));
                format!("{why}{}", self.splits(index, kind, rules, splits))
            }
            Solver::Search(rules) => self.search(index, kind, rules, &name, &parameters, &why, forward),
        }
    }

    fn guard(&self, index: usize, kind: &Kind) -> String {
        if !self.program.guarded.contains(&index) {
            return String::new();
        }
        self.need("fail");
        let mut checks = String::new();
        for (name, shape) in &kind.args {
            match shape {
                Shape::Int(_) => checks.push_str(&format!("if ({name} < 0) fail(\"a negative argument\");\n")),
                Shape::List(_) | Shape::Tuple(_) => {
                    self.need("natural");
                    checks.push_str(&format!("if (!natural({name})) fail(\"a negative argument\");\n"));
                }
                _ => {}
            }
        }
        checks
    }

    #[allow(clippy::too_many_arguments, reason = "the names of one function")]
    fn search(
        &self,
        index: usize,
        kind: &Kind,
        rules: &[Rule],
        name: &str,
        parameters: &str,
        why: &str,
        forward: &mut String,
    ) -> String {
        ["mex", "fail", "Hash"].iter().for_each(|function| self.functions.need(function));
        forward.push_str(&format!("Int {name}({parameters});\n"));
        let shapes: Vec<&Shape> = kind.args.iter().map(|(_, shape)| shape).collect();
        let names = kind.args.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ");
        let key = key_type(&shapes);
        let single = shapes.len() == 1;
        let made = |args: &str| if single { args.to_owned() } else { format!("{key}({args})") };
        let moves = self.moves(index, kind, rules, &|_, args| format!("look({})", made(args)));
        let mut bind = String::new();
        for (place, (arg, shape)) in kind.args.iter().enumerate() {
            let used = rules_use(&moves, arg);
            let part = if single { "position".to_owned() } else { format!("get<{place}>(position)") };
            if used {
                bind.push_str(&format!("const {} {arg} = {part};\n", ty(shape)));
            }
        }
        let looks = moves.contains("look(");
        let look = "auto look = [&](const Key& next) -> Int {\n    auto place = known.find(next);\n    if (place == known.end()) {\n        todo.push_back(next);\n        return 0;\n    }\n    if (place->second < 0) fail(\"a position can come back: play may go on for ever\");\n    return place->second;\n};\n".replace("known", &format!("known_{name}")).replace("Key", &key);
        let body = format!(
            "{}vector<{key}> todo{{{}}};\nwhile (!todo.empty()) {{\n    const {key} position = todo.back();\n    auto place = known_{name}.emplace(position, -1).first;\n    if (place->second >= 0) {{\n        todo.pop_back();\n        continue;\n    }}\n    const size_t before = todo.size();\n{}    vector<Int> seen;\n{}{}    // The values are complete when no move had to be put on the stack.\n    if (todo.size() > before) continue;\n    known_{name}[position] = mex(seen);\n    todo.pop_back();\n}}\nreturn known_{name}[{}];\n",
            self.guard(index, kind),
            made(&names),
            indent(&bind),
            if looks { indent(&look) } else { String::new() },
            indent(&moves),
            made(&names),
        );
        format!(
            "{why}unordered_map<{key}, Int, Hash> known_{name};\nInt {name}({parameters}) {{\n{}}}\n\n",
            indent(&body)
        )
    }

    /// Statements that put the values of all moves into `seen`; `own` gives the value of a position of the same kind.
    pub(super) fn moves(
        &self,
        index: usize,
        kind: &Kind,
        rules: &[Rule],
        own: &dyn Fn(&Kind, &str) -> String,
    ) -> String {
        let mut out = String::new();
        for rule in rules {
            let mut statements = String::new();
            for option in &rule.options {
                statements.push_str(&self.option(index, kind, option, own));
            }
            out.push_str(&format!("// {}\n", comment(&rule.text)));
            out.push_str(&self.loops(&rule.clauses, &statements, &[]));
        }
        out
    }

    fn option(&self, index: usize, kind: &Kind, option: &[Part], own: &dyn Fn(&Kind, &str) -> String) -> String {
        let plain = option.iter().all(|part| part.clauses.is_empty());
        let mut names = 0;
        let (mut before, mut conditions) = (String::new(), Vec::new());
        let mut values = Vec::new();
        let mut looped = String::new();
        for part in option {
            let (bound, part_conditions, value) = self.part(index, kind, part, own, &mut names);
            if part.clauses.is_empty() {
                before.push_str(&bound);
                conditions.extend(part_conditions);
                values.push(value);
                continue;
            }
            let step = match &part_conditions[..] {
                [] => format!("{bound}sum ^= {value};\n"),
                list => format!("{bound}if ({}) sum ^= {value};\nelse legal = false;\n", list.join(" && ")),
            };
            looped.push_str(&self.loops(&part.clauses, &step, &[]));
        }
        if plain {
            let value = if values.is_empty() { "0".to_owned() } else { values.join(" ^ ") };
            let push = format!("seen.push_back({value});\n");
            let push = if conditions.is_empty() { push } else { format!("if ({}) {push}", conditions.join(" && ")) };
            return if before.is_empty() { push } else { format!("{{\n{}}}\n", indent(&(before + &push))) };
        }
        let legal = looped.contains("legal = false");
        let mut body = format!("{before}Int sum = 0;\n");
        if legal {
            body.push_str("bool legal = true;\n");
        }
        body.push_str(&looped);
        values.iter().for_each(|value| body.push_str(&format!("sum ^= {value};\n")));
        body.push_str(if legal { "if (legal) seen.push_back(sum);\n" } else { "seen.push_back(sum);\n" });
        if !conditions.is_empty() {
            body = format!("if ({}) {{\n{}}}\n", conditions.join(" && "), indent(&body));
        }
        format!("{{\n{}}}\n", indent(&body))
    }

    /// A part of an option: what is bound before, what must hold, its value.
    fn part(
        &self,
        index: usize,
        kind: &Kind,
        part: &Part,
        own: &dyn Fn(&Kind, &str) -> String,
        names: &mut usize,
    ) -> (String, Vec<String>, String) {
        let (mut before, mut conditions, mut args) = (String::new(), Vec::new(), Vec::new());
        for arg in &part.args {
            let natural = arg.shape.range().is_natural();
            if natural || (is_simple(arg) && arg.shape.is_scalar()) {
                if !natural {
                    conditions.push(format!("{} >= 0", self.at(arg, Strength::Sum)));
                }
                args.push(self.text(arg));
                continue;
            }
            *names += 1;
            let name = format!("next{names}");
            before.push_str(&format!("const {} {name} = {};\n", ty(&arg.shape), self.text(arg)));
            self.need("natural");
            conditions.push(format!("natural({name})"));
            args.push(name);
        }
        let args = args.join(", ");
        let value =
            if part.kind == index { own(kind, &args) } else { format!("{}({args})", self.value_name(part.kind)) };
        let value = match &part.count {
            None => value,
            Some(count) => {
                self.need("odd");
                match count.shape.range().is_natural() {
                    true => format!("({} % 2 == 1 ? {value} : 0)", self.at(count, Strength::Product)),
                    false => {
                        conditions.push(format!("{} >= 0", self.at(count, Strength::Sum)));
                        format!("({} % 2 == 1 ? {value} : 0)", self.at(count, Strength::Product))
                    }
                }
            }
        };
        (before, conditions, value)
    }

    fn items(&self, items: &[Item]) -> String {
        items.iter().map(|item| self.item(item)).collect()
    }

    fn item(&self, item: &Item) -> String {
        let expect = |texts: &[String]| -> String {
            texts.iter().map(|text| format!("{}({});\n", self.need("expect"), super::quoted(text))).collect()
        };
        let target = match &item.target {
            Target::Global(index) => self.program.globals[*index].name.clone(),
            Target::Field(name) => format!("const auto {name}"),
        };
        format!("{}{target} = {};\n{}", expect(&item.before), self.read(&item.read), expect(&item.after))
    }

    fn read(&self, read: &Read) -> String {
        match read {
            Read::Int => format!("{}()", self.need("read_int")),
            Read::Word(None) => format!("{}()", self.need("read_word")),
            Read::Word(Some(until)) => format!("{}({})", self.need("read_word"), super::quoted(until.trim_start())),
            Read::Open => format!("{}()", self.need("read_open")),
            Read::List(size, inner) => {
                self.need("read_list");
                format!("read_list({}, [&] {{ return {}; }})", self.text(size), self.read(inner))
            }
            Read::Record(fields, made) => {
                format!("[&] {{\n{}    return {};\n}}()", indent(&self.items(fields)), self.text(made))
            }
        }
    }

    fn main(&self) -> String {
        let program = self.program;
        self.need("input");
        let mut forget = String::new();
        for lookup in program.lookups.iter().filter(|lookup| lookup.changes) {
            forget.push_str(&format!("index_{}.reset();\n", lookup.name));
        }
        for helper in program.helpers.iter().flatten().filter(|helper| helper.kept && helper.changes) {
            let name = &helper.name;
            forget.push_str(&format!("known_{name}.{}();\n", if helper.args.is_empty() { "reset" } else { "clear" }));
        }
        for (index, kind) in program.kinds.iter().enumerate() {
            let Some(kind) = kind.as_ref().filter(|kind| kind.changes) else { continue };
            match kind.solver {
                Solver::Formula { .. } => {}
                Solver::Table(_) => forget.push_str(&format!("table_{}.clear();\n", self.value_name(index))),
                Solver::Splits(..) => {
                    let name = self.value_name(index);
                    forget.push_str(&format!("table_{name}.clear();\nrare_{name}.clear();\nmask_{name} = 0;\n"));
                }
                Solver::Search(_) => forget.push_str(&format!("known_{}.clear();\n", self.value_name(index))),
            }
        }
        if program.play.is_some() {
            forget.push_str("known_played.reset();\n");
        }
        let forget = if matches!(program.times, Times::Once) { String::new() } else { forget };
        let shown = |expr: &Expr| match &expr.node {
            Node::Text(text) => super::quoted(text),
            _ if expr.shape == Shape::Text => self.at(expr, Strength::Whole),
            Node::Int(_) | Node::If(..) if matches!(expr.shape, Shape::Int(_)) => {
                format!("{}(Int({}))", self.need("text"), self.text(expr))
            }
            _ => format!("{}({})", self.need("text"), self.text(expr)),
        };
        let parts: Vec<String> = program.answer.iter().map(shown).collect();
        let answer = format!("{forget}++case_number;\ncout << {} << '\\n';\n", parts.join(" << ' ' << "));
        let once = self.items(&program.once);
        let run = match &program.times {
            Times::Once => format!("{once}answer();\n"),
            Times::Count(global, read) => {
                let name = &program.globals[*global].name;
                let first = if *read { format!("{name} = {}();\n", self.need("read_int")) } else { String::new() };
                format!(
                    "{once}{first}for (Int left = {name}; left > 0; --left) {{\n{}}}\n",
                    indent(&(self.items(&program.repeated) + "answer();\n"))
                )
            }
            Times::ToEnd => {
                self.need("more");
                format!("{once}while (more()) {{\n{}}}\n", indent(&(self.items(&program.repeated) + "answer();\n")))
            }
            Times::Until(condition, behind) => {
                self.need("more");
                let (first, rest) = program.repeated.split_at(*behind);
                let body = format!(
                    "{}{}if ({}) break;\n{}answer();\n",
                    self.items(first),
                    forget,
                    self.text(condition),
                    self.items(rest)
                );
                format!("{once}while (more()) {{\n{}}}\n", indent(&body))
            }
        };
        let read_all = "ios::sync_with_stdio(false);\ninput.assign(istreambuf_iterator<char>(cin), istreambuf_iterator<char>());\n";
        let run = format!(
            "void answer() {{\n{}}}\n\nvoid run() {{\n{}}}\n\n",
            indent(&answer),
            indent(&format!("{read_all}{run}cout.flush();\n"))
        );
        if self.is_deep() {
            return format!(
                "{run}}}  // namespace game\n\n// Helpers may be nested deeply: they get a stack of 1 GB, of which only what is used is taken.\nint main() {{\n    pthread_attr_t large;\n    pthread_attr_init(&large);\n    pthread_attr_setstacksize(&large, size_t(1) << 30);\n    pthread_t thread;\n    if (pthread_create(&thread, &large, [](void*) -> void* {{ game::run(); return nullptr; }}, nullptr) != 0) fail(\"no memory for the stack\");\n    pthread_join(thread, nullptr);\n}}\n"
            );
        }
        format!("{run}}}  // namespace game\n\nint main() {{\n    game::run();\n}}\n")
    }
}

fn key_type(shapes: &[&Shape]) -> String {
    match shapes {
        [one] => ty(one),
        many => format!("tuple<{}>", many.iter().map(|shape| ty(shape)).collect::<Vec<_>>().join(", ")),
    }
}

/// Whether the code of moves uses a name.
fn rules_use(code: &str, name: &str) -> bool {
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.flat_map(|line| line.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))).any(|word| word == name)
}
