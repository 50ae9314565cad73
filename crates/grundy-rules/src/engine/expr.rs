//! An EXPR to a sum.

use super::{Engine, Key, Settings};
use crate::check::{Called, Heads, check_expr};
use crate::component::{Component, Handle, Sum, Term, What};
use crate::diagnostic::{Diagnostic, Diagnostics, did_you_mean, plural};
use crate::error::Error;
use crate::eval::code::Unit;
use crate::eval::evaluator::{Evaluator, Fail, Host, Part};
use crate::library::Target;
use crate::program::{KindId, Role};
use crate::syntax::ast::Name;
use crate::syntax::{Source, Span, fold, parse_expr};
use crate::value::Val;
use grundy::heap::Rule;
use std::ops::ControlFlow;
use std::sync::Arc;

/// A game as it is called in an EXPR.
enum Head {
    Kind { entry: usize, kind: KindId, args: usize, params: Vec<usize>, span: Span },
    Native { index: usize, span: Span },
    Code(Rule),
}

/// The games that an EXPR called, in the order of the calls.
struct Games<'a> {
    engine: &'a Engine,
    heads: Vec<Head>,
}

impl Games<'_> {
    fn push(&mut self, head: Head) -> KindId {
        self.heads.push(head);
        KindId::new(self.heads.len() - 1)
    }

    fn unknown(&self, called: &Called<'_>) -> Diagnostic {
        let name = called.head.what.as_str();
        let label = "not in the catalogue, nor in a rule file";
        let error = Diagnostic::new(called.head.span, format!("unknown game `{name}`")).label(label);
        let owners = self.engine.library.owners(name);
        if let Some(first) = owners.first() {
            return error
                .help(format!("several games have such a kind: {}; write `{first}:{name}(…)`", owners.join(", ")));
        }
        let names = self.engine.library.names();
        error.maybe_help(did_you_mean(name, names.iter().map(String::as_str)))
    }
}

impl Heads for Games<'_> {
    fn game(&mut self, called: &Called<'_>) -> Result<KindId, Diagnostic> {
        let library = &self.engine.library;
        let name = &called.head.what;
        let target = match called.game {
            Some(game) => library.find_in(&game.what, Some(name)),
            None => library.find(name),
        };
        match target {
            None => Err(self.unknown(called)),
            Some(Target::Native(index)) => {
                if let Some(setting) = called.settings.first() {
                    return Err(Diagnostic::new(setting.span, format!("`{name}` has no parameter `{}`", setting.what)));
                }
                Ok(self.push(Head::Native { index, span: called.span }))
            }
            Some(Target::Kind(entry, kind)) => {
                let program = &library.at(entry).program;
                let wanted = &program.kinds[kind].args;
                if wanted.len() != called.args {
                    let message = format!("`{name}` takes {}, found {}", plural(wanted.len(), "argument"), called.args);
                    let usage = format!("write `{name}({})`", wanted.join(", "));
                    return Err(Diagnostic::new(called.span, message).help(usage));
                }
                let mut params = Vec::new();
                for setting in called.settings {
                    let index =
                        program.global(&setting.what).filter(|&index| program.globals[index].role != Role::Input);
                    let index = index.ok_or_else(|| {
                        let known: Vec<&str> = program.globals.iter().map(|global| global.name.as_str()).collect();
                        Diagnostic::new(setting.span, format!("`{name}` has no parameter `{}`", setting.what))
                            .maybe_help(did_you_mean(&setting.what, known))
                    })?;
                    if params.contains(&index) {
                        return Err(Diagnostic::new(setting.span, format!("`{}` is set twice", setting.what)));
                    }
                    params.push(index);
                }
                Ok(self.push(Head::Kind { entry, kind, args: called.args, params, span: called.span }))
            }
        }
    }

    fn code(&mut self, code: &Name) -> Result<KindId, Diagnostic> {
        let rule: Rule = code.what.parse().map_err(|error: grundy::heap::RuleError| {
            let start = code.span.start as usize + error.at;
            Diagnostic::new(Span::new(start, start.max(code.span.end as usize)), error.message)
        })?;
        Ok(self.push(Head::Code(rule)))
    }

    fn is_game(&self, name: &str) -> bool {
        self.engine.library.find(name).is_some()
    }

    fn names(&self) -> Vec<String> {
        self.engine.library.names()
    }
}

/// Takes the one sum that the code of an EXPR gives.
#[derive(Default)]
struct Taken(Vec<Part>);

impl Host for Taken {
    fn option(&mut self, parts: &mut Vec<Part>) -> ControlFlow<()> {
        self.0.append(parts);
        ControlFlow::Continue(())
    }
}

impl Engine {
    /// Reads a sum of positions.
    pub fn sum(&self, expr: &str, settings: &Settings) -> Result<Sum, Error> {
        self.drop_old_games();
        let source = Source::new("EXPR", expr);
        let mut parsed = parse_expr(&source)?;
        fold(&mut parsed).map_err(|error| Diagnostics::one(source.clone(), error))?;
        let mut games = Games { engine: self, heads: Vec::new() };
        let (position, frame) = check_expr(&source, &parsed, &mut games)?;
        self.check_settings(&games.heads, settings)?;
        let mut unit = Unit::default();
        let code = unit.add_sum(&position, &[], frame);
        let mut taken = Taken::default();
        let run = Evaluator::new(self.meter()).run(&unit, code, &[], &[], &mut taken);
        let _ = run.map_err(|fail| match fail {
            Fail::At(error) => Error::Bad(Diagnostics::one(source.clone(), *error)),
            Fail::Limit(limit) => Error::Limit(limit),
            Fail::Host(error) => *error,
        })?;
        let mut terms = Vec::new();
        for part in taken.0 {
            self.check_games()?;
            let head = &games.heads[part.kind.index()];
            self.place(head, &part, settings, &source, &mut terms)?;
        }
        self.ending(terms, &source)
    }

    /// A setting that no game of the EXPR has is a slip.
    fn check_settings(&self, heads: &[Head], settings: &Settings) -> Result<(), Error> {
        let programs = || {
            heads.iter().filter_map(|head| match head {
                Head::Kind { entry, .. } => Some(&self.library.at(*entry).program),
                _ => None,
            })
        };
        let names = settings.set.iter().map(|(name, _)| name).chain(settings.data.iter().map(|(name, _)| name));
        for name in names {
            if !programs().any(|program| program.global(name).is_some()) {
                let known: Vec<&str> =
                    programs().flat_map(|program| program.globals.iter().map(|global| global.name.as_str())).collect();
                let error = Diagnostic::general(format!("no game here has a param or data `{name}`"))
                    .maybe_help(did_you_mean(name, known));
                return Err(Error::Bad(Diagnostics::one(Source::new("", ""), error)));
            }
        }
        Ok(())
    }

    fn place(
        &self,
        head: &Head,
        part: &Part,
        settings: &Settings,
        source: &Arc<Source>,
        terms: &mut Vec<Term>,
    ) -> Result<(), Error> {
        match head {
            Head::Code(rule) => {
                let handle = self.code(rule.clone());
                terms.push(Term {
                    count: part.copies,
                    component: Component { handle, kind: KindId::FIRST, args: part.args.clone() },
                });
            }
            Head::Native { index, span } => {
                let handle = self.native(*index);
                let native = self.library.native(*index);
                let read = native.read(&part.args, settings.files.as_deref());
                let positions = read.map_err(|message| {
                    let error = Diagnostic::new(*span, message).help(format!("write {}", native.usage()));
                    Error::Bad(Diagnostics::one(source.clone(), error))
                })?;
                for args in positions {
                    let component = Component { handle: handle.clone(), kind: KindId::FIRST, args: args.into() };
                    terms.push(Term { count: part.copies, component });
                }
            }
            Head::Kind { entry, kind, args, params, span } => {
                let (own, given) = part.args.split_at(*args);
                let given: Vec<(usize, &Val)> = params.iter().copied().zip(given).collect();
                let handle = self.rules_with(*entry, &given, settings).map_err(|error| {
                    Error::Bad(Diagnostics::one(source.clone(), Diagnostic { span: Some(*span), ..error }))
                })?;
                let component = Component { handle, kind: *kind, args: own.into() };
                terms.push(Term { count: part.copies, component });
            }
        }
        Ok(())
    }

    /// A rule file of the library with its params and data.
    pub(super) fn rules_with(
        &self,
        entry: usize,
        given: &[(usize, &Val)],
        settings: &Settings,
    ) -> Result<Arc<Handle>, Diagnostic> {
        let loaded = self.library.at(entry);
        let program = &loaded.program;
        let mut globals = globals_from(program, settings)?;
        for &(index, value) in given {
            globals[index] = Some(value.clone());
            check_param(program, index, value)?;
        }
        let missing = program.rule_globals.iter().find(|&&index| globals[index].is_none());
        if let Some(&index) = missing {
            let global = &program.globals[index];
            let (name, way) = (&global.name, if global.role == Role::Param { "--set" } else { "--data" });
            let error = Diagnostic::general(format!("the game needs a value for `{name}`"));
            let help = if global.role == Role::Param {
                format!("add `{way} {name}=3`, or `; {name}=3` behind the arguments")
            } else {
                format!("give it by `{way} FILE` or behind the arguments: `; {name}=[…]`")
            };
            return Err(error.help(help));
        }
        let texts: Vec<String> =
            given.iter().map(|(index, value)| format!("{}={value}", program.globals[*index].name)).collect();
        let suffix = if texts.is_empty() { String::new() } else { format!("; {}", texts.join(", ")) };
        let names = program.all_kinds().map(|(kind, _)| self.library.name_of(entry, kind)).collect();
        let key = Key::Rules(entry, globals.clone(), suffix.clone());
        Ok(self.known(key, || self.rules(loaded, globals, names, suffix)))
    }

    /// A sum has one way to end.
    fn ending(&self, terms: Vec<Term>, source: &Arc<Source>) -> Result<Sum, Error> {
        let of_rules = |term: &&Term| matches!(term.component.handle.what, What::Rules { .. });
        let endings = terms.iter().filter(of_rules).map(|term| (term.component.handle.misere, &term.component));
        let mut misere = None;
        for (ending, component) in endings {
            if misere.is_some_and(|misere| misere != ending) {
                let kind = if ending { "misère" } else { "normal" };
                let error =
                    Diagnostic::general(format!("`{}` is played {kind}, other components are not", component.name()));
                return Err(Error::Bad(Diagnostics::one(
                    source.clone(),
                    error.help("a sum has one ending: add the line `misere` to all files or to none"),
                )));
            }
            misere = Some(ending);
        }
        Ok(Sum { terms, misere: misere.unwrap_or(false) })
    }
}

/// The params and data of a program that settings give.
pub(crate) fn globals_from(
    program: &crate::program::Program,
    settings: &Settings,
) -> Result<Vec<Option<Val>>, Diagnostic> {
    let mut globals = vec![None; program.globals.len()];
    let set = settings.set.iter().map(|(name, value)| (name, Val::Int(*value)));
    for (name, value) in set.chain(settings.data.iter().map(|(name, value)| (name, value.clone()))) {
        if let Some(index) = program.global(name).filter(|&index| program.globals[index].role != Role::Input) {
            check_param(program, index, &value)?;
            globals[index] = Some(value);
        }
    }
    Ok(globals)
}

fn check_param(program: &crate::program::Program, index: usize, value: &Val) -> Result<(), Diagnostic> {
    let global = &program.globals[index];
    if global.role == Role::Param && !matches!(value, Val::Int(_)) {
        return Err(Diagnostic::general(format!("`{}` is a param, so an integer, found {}", global.name, value.ty())));
    }
    Ok(())
}
