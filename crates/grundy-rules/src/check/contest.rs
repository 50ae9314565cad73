//! `input`, `play` and `answer`.

use super::flow::Closure;
use super::scope::{Place, Scope};
use super::{Checker, Meaning};
use crate::diagnostic::Diagnostic;
use crate::program::{Contest, Item, Play, Repeat, Role, Times, Type, Until};
use crate::syntax::ast::{self, File, LineKind, Name};

impl Checker<'_> {
    /// Declares what `input` reads into, in the order of reading.
    pub(super) fn declare_input(&mut self, input: &ast::Input) {
        let mut seen: Vec<&str> = Vec::new();
        for item in &input.once {
            self.declare_item(item, &mut seen);
        }
        let Some(repeat) = &input.repeat else { return };
        if let ast::Times::Count(name) = &repeat.times
            && !seen.contains(&name.what.as_str())
        {
            seen.push(&name.what);
            self.declare_read(name, Type::Int);
        }
        for item in &repeat.items {
            self.declare_item(item, &mut seen);
        }
    }

    fn declare_item<'i>(&mut self, item: &'i ast::Item, seen: &mut Vec<&'i str>) {
        if seen.contains(&item.name.what.as_str()) {
            let message = format!("`{}` is read twice", item.name.what);
            self.errors.push(Diagnostic::new(item.name.span, message).help("choose another name"));
            return;
        }
        seen.push(&item.name.what);
        self.declare_read(&item.name, item_type(item));
    }

    fn declare_read(&mut self, name: &Name, ty: Type) {
        let Some(Meaning::Global(index)) = self.names.get(&name.what).copied() else {
            self.declare_global(name, Role::Input, ty);
            return;
        };
        let global = &mut self.globals[index];
        global.read = true;
        if global.role == Role::Param && ty != Type::Int {
            let message = format!("`{}` is a param, so an integer, but {ty} is read into it", name.what);
            self.errors.push(Diagnostic::new(name.span, message).help(format!("declare it as `data {}`", name.what)));
        } else {
            global.ty = ty;
        }
    }

    pub(super) fn contest(&mut self, file: &File, closure: &Closure) -> Option<Contest> {
        let mut contest = Contest { once: Vec::new(), repeat: None, play: None, answer: Vec::new() };
        let mut lines = 0;
        for line in &file.lines {
            match &line.what {
                LineKind::Input(input) => self.input(input, closure, &mut contest),
                LineKind::Play(position, clauses) => contest.play = Some(self.play(position, clauses)),
                LineKind::Answer(parts) => contest.answer = parts.iter().map(|part| self.answer(part)).collect(),
                _ => continue,
            }
            lines += 1;
        }
        if lines > 0 && contest.answer.is_empty() {
            let error = Diagnostic::general("a contest problem needs an `answer` line");
            self.errors.push(error.help("for example `answer if win then \"first\" else \"second\"`"));
        }
        (lines > 0).then_some(contest)
    }

    fn play(&mut self, position: &ast::Expr, clauses: &[ast::Clause]) -> Play {
        let mut scope = Scope::new(Place::Play);
        let clauses = self.clauses(clauses, &mut scope, false);
        let position = self.position(position, &mut scope);
        Play { position, clauses, frame: scope.frame }
    }

    fn answer(&mut self, part: &ast::Expr) -> (crate::program::Expr, usize) {
        let mut scope = Scope::new(Place::Answer);
        let part = self.value(part, &mut scope);
        (part, scope.frame)
    }

    fn input(&mut self, input: &ast::Input, closure: &Closure, contest: &mut Contest) {
        self.uses = Default::default();
        let texts = input.once.iter().chain(input.repeat.iter().flat_map(|repeat| &repeat.items)).any(has_texts);
        contest.once = self.items(&input.once, texts);
        contest.repeat = input.repeat.as_ref().map(|repeat| {
            let times = self.times(&repeat.times, &input.once, closure);
            Repeat { times, items: self.items(&repeat.items, texts) }
        });
        let uses = std::mem::take(&mut self.uses);
        self.forbid_questions(&uses, closure, "`input`");
    }

    fn times(&mut self, times: &ast::Times, once: &[ast::Item], closure: &Closure) -> Times {
        match times {
            ast::Times::ToEnd => Times::ToEnd,
            ast::Times::Count(name) => {
                let read_before = once.iter().any(|item| item.name == *name);
                let global = match self.names.get(&name.what) {
                    Some(Meaning::Global(index)) => *index,
                    _ => 0,
                };
                if read_before && self.globals.get(global).is_some_and(|global| !global.ty.meets(&Type::Int)) {
                    self.errors.push(Diagnostic::new(name.span, format!("`{}` is not an integer", name.what)));
                }
                Times::Count(global, !read_before)
            }
            ast::Times::Until(condition) => {
                let before = std::mem::take(&mut self.uses);
                let mut scope = Scope::new(Place::Input);
                let condition = self.typed(condition, &Type::Bool, &mut scope);
                let needed = closure.globals(&self.uses);
                self.uses.lets.extend(before.lets);
                Times::Until(condition, scope.frame, needed)
            }
        }
    }

    fn items(&mut self, items: &[ast::Item], texts: bool) -> Vec<Item> {
        let all = items.iter().zip(ends(items, texts));
        all.map(|(item, until)| {
            let target = match self.names.get(&item.name.what) {
                Some(Meaning::Global(index)) => *index,
                _ => 0,
            };
            self.item(item, until, target, &mut Scope::new(Place::Input))
        })
        .collect()
    }

    fn item(&mut self, item: &ast::Item, until: Until, target: usize, scope: &mut Scope) -> Item {
        let sizes: Vec<_> = item.sizes.iter().map(|size| self.typed(size, &Type::Int, scope)).collect();
        let sizes = sizes.into_iter().map(|size| (size, scope.frame)).collect();
        let mark = scope.mark();
        let record = item.record.as_ref().map(|fields| {
            let ends = ends(fields, until != Until::Space);
            let fields = fields.iter().zip(ends).enumerate();
            fields.map(|(index, (field, until))| self.field(field, until, mark + index, scope)).collect()
        });
        scope.close(mark);
        let (name, span) = (item.name.what.clone(), item.name.span);
        let (before, after) = (item.before.clone(), item.after.clone());
        Item { target, name, span, before, after, until, open: item.open, text: item.text, sizes, record }
    }

    /// A field of a record: later sizes of the same record see it.
    fn field(&mut self, field: &ast::Item, until: Until, slot: usize, scope: &mut Scope) -> Item {
        let item = self.item(field, until, slot, scope);
        if scope.find(&field.name.what).is_some() {
            let message = format!("`{}` is read twice", field.name.what);
            self.errors.push(Diagnostic::new(field.name.span, message).help("choose another name"));
        }
        scope.open(field.name.what.clone(), item_type(field));
        item
    }
}

/// Whether a text stands in an item, or numbers may be separated by commas.
fn has_texts(item: &ast::Item) -> bool {
    let inside = || item.record.iter().flatten().any(has_texts);
    item.open || !item.before.is_empty() || !item.after.is_empty() || inside()
}

/// For each item of a list where its numbers and words end; behind the last the list may start again.
fn ends(items: &[ast::Item], texts: bool) -> impl Iterator<Item = Until> {
    let next = items.iter().cycle().skip(1);
    items.iter().zip(next).map(move |(item, next)| match item.after.first().or(next.before.first()) {
        _ if !texts => Until::Space,
        Some(text) => Until::Text(text.clone()),
        None => Until::Digits,
    })
}

fn item_type(item: &ast::Item) -> Type {
    let leaf = match (&item.record, item.text) {
        (Some(_), _) => Type::list(Type::Any),
        (None, true) => Type::Text,
        (None, false) => Type::Int,
    };
    let leaf = if item.open { Type::list(leaf) } else { leaf };
    item.sizes.iter().fold(leaf, |ty, _| Type::list(ty))
}
