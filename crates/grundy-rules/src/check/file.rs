//! A rule file as a whole: first all names, then every right side.

use super::flow::{Closure, Uses};
use super::scope::{Place, Scope};
use super::{Checker, Head, Meaning, helpers};
use crate::diagnostic::{Diagnostic, Diagnostics, did_you_mean, plural};
use crate::program::{Global, Kind, KindId, Let, Program, Role, Rule, Sample, Type};
use crate::shape::{Drawn, Shape};
use crate::syntax::ast::{File, LineKind, Name};
use crate::syntax::{Source, Span};
use std::sync::Arc;

/// Checks a file.
pub(crate) fn check_file(source: &Arc<Source>, file: &File) -> Result<Program, Diagnostics> {
    let mut checker = Checker::new(None);
    checker.declare_all(file);
    let program = checker.program(source, file);
    if checker.errors.is_empty() { Ok(program) } else { Err(Diagnostics::new(source.clone(), checker.errors)) }
}

impl Checker<'_> {
    fn declare_all(&mut self, file: &File) {
        let positions = helpers::positions(file);
        for line in &file.lines {
            match &line.what {
                LineKind::Rule { kind, args, .. } => self.declare_kind(kind, args),
                LineKind::Param(names) => {
                    names.iter().for_each(|name| self.declare_global(name, Role::Param, Type::Int))
                }
                LineKind::Data(names) => names.iter().for_each(|name| self.declare_global(name, Role::Data, Type::Any)),
                LineKind::Let { name, args, body } if positions.contains(name.what.as_str()) => {
                    self.declare(name, Meaning::Placed(self.placed.helpers.len()));
                    self.placed.helpers.push((head(name, args), body.clone()));
                }
                LineKind::Let { name, args, .. } => {
                    self.declare(name, Meaning::Let(self.lets.len()));
                    self.lets.push(head(name, args));
                }
                _ => {}
            }
        }
        // Input comes last: a name that is also a param or data only gets its value from it.
        for line in &file.lines {
            if let LineKind::Input(input) = &line.what {
                self.declare_input(input);
            }
        }
        self.only_once(file);
    }

    fn declare_kind(&mut self, kind: &Name, args: &[Name]) {
        let Some(Meaning::Kind(index)) = self.names.get(&kind.what).copied() else {
            self.declare(kind, Meaning::Kind(KindId::new(self.kinds.len())));
            self.kinds.push(head(kind, args));
            return;
        };
        let first = &self.kinds[index.index()];
        if first.args.len() != args.len() {
            let message =
                format!("`{}` has {} here and {} above", kind.what, plural(args.len(), "argument"), first.args.len());
            self.errors.push(
                Diagnostic::new(kind.span, message).help("all rules of a kind have the same number of arguments"),
            );
        }
    }

    pub(super) fn declare_global(&mut self, name: &Name, role: Role, ty: Type) {
        self.declare(name, Meaning::Global(self.globals.len()));
        self.globals.push(Global { name: name.what.clone(), role, read: role == Role::Input, span: name.span, ty });
    }

    fn only_once(&mut self, file: &File) {
        let mut seen: Vec<&str> = Vec::new();
        for line in &file.lines {
            let word = match line.what {
                LineKind::Misere => "misere",
                LineKind::Finite => "finite",
                LineKind::Input(_) => "input",
                LineKind::Play(..) => "play",
                LineKind::Answer(_) => "answer",
                _ => continue,
            };
            if seen.contains(&word) {
                self.errors.push(
                    Diagnostic::new(line.span, format!("a second line `{word}`")).help("there is one for each file"),
                );
            }
            seen.push(word);
        }
    }

    fn program(&mut self, source: &Arc<Source>, file: &File) -> Program {
        let mut kinds: Vec<Kind> = Vec::new();
        let drawings: Vec<&LineKind> = file.lines.iter().map(|line| &line.what).filter(is_drawing).collect();
        for head in &self.kinds {
            let drawn = drawn(&drawings, head);
            kinds.push(Kind { name: head.name.clone(), args: head.args.clone(), rules: Vec::new(), drawn });
        }
        self.check_drawings(file);
        let mut lets: Vec<Let> = Vec::new();
        let (mut let_uses, mut rule_uses) = (Vec::new(), Vec::new());
        for line in &file.lines {
            match &line.what {
                LineKind::Rule { kind, .. } => {
                    let rule = self.rule(&line.what, line.span);
                    rule_uses.push(std::mem::take(&mut self.uses));
                    if let Some(Meaning::Kind(index)) = self.names.get(&kind.what) {
                        kinds[index.index()].rules.push(rule);
                    }
                }
                LineKind::Let { name, args, body } if self.is_placed(name) => {
                    let mut scope = Scope::new(Place::Let);
                    args.iter().for_each(|arg| {
                        self.bind(&mut scope, arg, Type::Any);
                    });
                    self.position(body, &mut scope);
                    self.uses = Uses::default();
                }
                LineKind::Let { name, args, body } => {
                    let mut scope = Scope::new(Place::Let);
                    args.iter().for_each(|arg| {
                        self.bind(&mut scope, arg, Type::Any);
                    });
                    let body = self.value(body, &mut scope);
                    let_uses.push(std::mem::take(&mut self.uses));
                    lets.push(Let {
                        name: name.what.clone(),
                        arity: args.len(),
                        frame: scope.frame,
                        body,
                        globals: Vec::new(),
                        asks: false,
                    });
                }
                _ => {}
            }
        }
        let closure = Closure::new(&let_uses);
        for (index, helper) in lets.iter_mut().enumerate() {
            helper.globals = closure.globals[index].clone();
            helper.asks = closure.asks[index];
        }
        for uses in &rule_uses {
            self.forbid_questions(uses, &closure, "a rule");
        }
        let rule_globals = closure.globals(&merged(&rule_uses));
        let contest = self.contest(file, &closure);
        let samples = self.samples(file);
        self.need_something(file, &kinds);
        let has = |wanted: &LineKind| file.lines.iter().any(|line| line.what == *wanted);
        Program {
            source: source.clone(),
            kinds,
            globals: std::mem::take(&mut self.globals),
            lets,
            misere: has(&LineKind::Misere),
            finite: has(&LineKind::Finite),
            contest,
            samples,
            asks_draw: self.asks_draw,
            rule_globals,
        }
    }

    fn check_drawings(&mut self, file: &File) {
        for line in &file.lines {
            let LineKind::Draw { kind, shape, args } = &line.what else { continue };
            if Shape::named(&shape.what).is_none() {
                let words = Shape::WORDS.map(|(word, _)| word);
                let help = did_you_mean(&shape.what, words).unwrap_or_else(|| format!("one of {}", words.join(", ")));
                self.errors.push(Diagnostic::new(shape.span, format!("`{}` is not a shape", shape.what)).help(help));
            }
            let is_meant = |head: &&Head| kind.as_ref().is_none_or(|kind| kind.what == head.name);
            let meant: Vec<&Head> = self.kinds.iter().filter(is_meant).collect();
            let fits = |head: &&Head| args.iter().all(|arg| head.args.contains(&arg.what));
            let error = match kind {
                Some(kind) if meant.is_empty() => {
                    Diagnostic::new(kind.span, format!("there is no kind `{}`", kind.what))
                }
                _ if args.is_empty() || meant.iter().any(fits) => continue,
                _ => Diagnostic::new(line.span, "no kind has arguments of these names"),
            };
            self.errors.push(error.help("name a kind and its arguments as the left side of its first rule does"));
        }
    }

    fn rule(&mut self, line: &LineKind, span: Span) -> Rule {
        let mut scope = Scope::new(Place::Rule);
        let LineKind::Rule { args, options, clauses, .. } = line else {
            return Rule { frame: 0, options: Vec::new(), clauses: Vec::new(), span };
        };
        for arg in args {
            self.bind(&mut scope, arg, Type::Any);
        }
        let clauses = self.clauses(clauses, &mut scope, true);
        let options = options.iter().map(|option| self.position(option, &mut scope)).collect();
        Rule { frame: scope.frame, options, clauses, span }
    }

    fn samples(&mut self, file: &File) -> Vec<Sample> {
        let mut samples = Vec::new();
        let mut open: Option<(&String, Span)> = None;
        for line in &file.lines {
            match (&line.what, open.take()) {
                (LineKind::Gives(gives), Some((input, span))) => {
                    samples.push(Sample { input: input.clone(), gives: gives.clone(), span });
                }
                (LineKind::Gives(_), None) => {
                    self.errors.push(Diagnostic::new(line.span, "`gives` without a `sample` before it"));
                }
                (what, before) => {
                    if let Some((_, span)) = before {
                        self.errors.push(Diagnostic::new(span, "`sample` without `gives` after it"));
                    }
                    if let LineKind::Sample(input) = what {
                        open = Some((input, line.span));
                    }
                }
            }
        }
        if let Some((_, span)) = open {
            self.errors.push(Diagnostic::new(span, "`sample` without `gives` after it"));
        }
        samples
    }

    fn need_something(&mut self, file: &File, kinds: &[Kind]) {
        if kinds.is_empty() && !file.lines.iter().any(|line| matches!(line.what, LineKind::Answer(_))) {
            let error = Diagnostic::general("this file has no rule");
            self.errors.push(error.help("a rule is a line like `nim(n) -> nim(m) for m in 0..n-1`"));
        }
    }
}

fn is_drawing(line: &&LineKind) -> bool {
    matches!(line, LineKind::Draw { .. })
}

/// What the positions of a kind look like: the first line `draw` that names it or, without a kind, only arguments that it has.
fn drawn(drawings: &[&LineKind], head: &Head) -> Option<Drawn> {
    let place = |name: &Name| head.args.iter().position(|arg| *arg == name.what);
    drawings.iter().find_map(|line| {
        let LineKind::Draw { kind, shape, args } = line else { return None };
        if kind.as_ref().is_some_and(|kind| kind.what != head.name) {
            return None;
        }
        let named = args.iter().map(place).collect::<Option<Vec<usize>>>()?;
        let args = if args.is_empty() { (0..head.args.len()).collect() } else { named };
        Some(Drawn { shape: Shape::named(&shape.what)?, args })
    })
}

fn head(name: &Name, args: &[Name]) -> Head {
    Head { name: name.what.clone(), args: args.iter().map(|arg| arg.what.clone()).collect() }
}

fn merged(all: &[Uses]) -> Uses {
    let mut merged = Uses::default();
    for uses in all {
        merged.lets.extend(uses.lets.iter().copied());
        merged.globals.extend(uses.globals.iter().copied());
    }
    merged
}
