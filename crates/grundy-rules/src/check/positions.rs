//! Position expressions: `kind(args)`, sums, copies, `0`, `sum(P for …)`. Nothing else makes a position.

use super::scope::{Place, Scope};
use super::values::Diagnosed;
use super::{Called, Checker, Meaning, is_core};
use crate::builtins;
use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::program::{Expr, KindId, Position, Role, Type};
use crate::syntax::Span;
use crate::syntax::ast::{self, ExprKind, Name, Op};

impl Checker<'_> {
    pub(super) fn position(&mut self, expr: &ast::Expr, scope: &mut Scope) -> Position {
        let span = expr.span;
        match &expr.what {
            ExprKind::Int(0) => Position::Add(Vec::new()),
            ExprKind::Call { head, args, settings } => {
                self.placed(&Call { game: None, head, args, settings, span }, scope)
            }
            ExprKind::Qualified { game, call } => match &call.what {
                ExprKind::Call { head, args, settings } => {
                    self.placed(&Call { game: Some(game), head, args, settings, span }, scope)
                }
                _ => self.no_position(span, None),
            },
            ExprKind::Code(code, args) => self.coded(code, args, span, scope),
            ExprKind::CallOver { head, body, rest } if head.what == "sum" && rest.is_empty() => {
                let mark = scope.mark();
                let clauses = self.clauses(&body.clauses, scope, false);
                let position = self.position(&body.body, scope);
                scope.close(mark);
                Position::Sum(Box::new(position), clauses)
            }
            ExprKind::Chain(first, rest) => self.chained(first, rest, span, scope),
            ExprKind::If(..) if scope.place == Place::Rule => {
                self.no_position(span, Some("write two rules, each with its `if` behind it: `P if C`"))
            }
            ExprKind::If(..) => self.no_position(
                span,
                Some("choose among the arguments, `kind(if C then a else b)`, or by copies, `k * P` with k = 0 or 1"),
            ),
            ExprKind::Either(_) => {
                self.no_position(span, Some("`P | Q` stands alone on the right side of a rule, not inside a sum"))
            }
            ExprKind::List(_) | ExprKind::ListOver(_) => {
                self.no_position(span, Some("components are added: `P + Q`, or `sum(P for …)`"))
            }
            ExprKind::Int(_) => self.no_position(span, Some("the finished game is `0`; a heap is a kind with a rule")),
            ExprKind::Name(name) => self.bare(name, span, scope),
            _ => self.no_position(span, None),
        }
    }

    pub(super) fn no_position(&mut self, span: Span, help: Option<&str>) -> Position {
        let error = Diagnostic::new(span, "a position is expected").label("this is not a position");
        let usual = "positions are `kind(…)`, `P + Q`, `k * P`, `0`, `sum(P for …)` and helpers that are one of these";
        self.errors.push(error.help(help.unwrap_or(usual)));
        Position::Add(Vec::new())
    }

    fn bare(&mut self, name: &str, span: Span, scope: &mut Scope) -> Position {
        if let Some((slot, ty)) = scope.find(name) {
            return match ty {
                Type::Position => Position::Chosen(slot, span),
                _ => self.no_position(span, Some("a local name is a position only in `for q in options(P)`")),
            };
        }
        match self.names.get(name).copied() {
            Some(Meaning::Placed(index)) => self.placed_helper(index, &[], span, scope),
            Some(Meaning::Kind(index)) => {
                let usage = format!("write `{name}({})`", self.kinds[index.index()].args.join(", "));
                self.no_position(span, Some(&usage))
            }
            _ => {
                let help = self.kind_names().and_then(|names| did_you_mean(name, names.iter().map(String::as_str)));
                self.no_position(span, help.as_deref())
            }
        }
    }

    /// The kinds of the file or the games of an EXPR.
    fn kind_names(&self) -> Option<Vec<String>> {
        match &self.heads {
            Some(heads) => Some(heads.names()),
            None => Some(self.kinds.iter().map(|head| head.name.clone()).collect()),
        }
    }

    fn placed(&mut self, call: &Call<'_>, scope: &mut Scope) -> Position {
        let args: Vec<_> = call.args.iter().map(|arg| self.value(arg, scope)).collect();
        let settings: Vec<_> = call.settings.iter().map(|(_, value)| self.value(value, scope)).collect();
        let name = &call.head.what;
        if self.heads.is_some() {
            return match self.typed_head(call, args.len()) {
                Some(kind) => Position::Of { kind, args, settings, set: Vec::new(), span: call.span },
                None => Position::Add(Vec::new()),
            };
        }
        match self.names.get(name).copied() {
            Some(Meaning::Kind(kind)) => {
                let wanted = self.kinds[kind.index()].args.clone();
                self.arity(&Diagnosed { name, span: call.span, wanted: &wanted }, args.len());
                let set = self.set(call, &settings, scope);
                Position::Of { kind, args, settings, set, span: call.span }
            }
            Some(Meaning::Placed(index)) => {
                if let Some((setting, _)) = call.settings.first() {
                    let error = Diagnostic::new(setting.span, format!("`{name}` is a helper: it has no params"));
                    self.errors.push(error.help("set them in the positions of its right side"));
                }
                self.placed_helper(index, &args, call.span, scope)
            }
            Some(Meaning::Let(_)) => {
                let help = format!("`{name}` is a helper whose right side is a value");
                self.no_position(call.span, Some(&help))
            }
            _ => self.no_rule(call.head),
        }
    }

    /// The params and data that are set behind the arguments of a position of this file.
    fn set(&mut self, call: &Call<'_>, values: &[Expr], scope: &Scope) -> Vec<usize> {
        if scope.place == Place::Rule && !values.is_empty() {
            let error = Diagnostic::new(call.span, "a move does not change params");
            self.errors.push(error.help("what changes in play is an argument of the position"));
        }
        let mut set = Vec::new();
        for ((name, _), value) in call.settings.iter().zip(values) {
            match self.names.get(&name.what) {
                Some(&Meaning::Global(index)) if self.globals[index].role != Role::Input => {
                    if self.globals[index].role == Role::Param {
                        self.want(value, &Type::Int);
                    }
                    set.push(index);
                }
                _ => {
                    let globals = self.globals.iter().filter(|global| global.role != Role::Input);
                    let help = did_you_mean(&name.what, globals.map(|global| global.name.as_str()));
                    let message = format!("`{}` is no param or data of this file", name.what);
                    self.errors.push(Diagnostic::new(name.span, message).maybe_help(help));
                }
            }
        }
        set
    }

    fn no_rule(&mut self, head: &Name) -> Position {
        let name = &head.what;
        if builtins::find(name).is_some() {
            let help = format!("`{name}` is a function: it gives a value; `sum(P for …)` needs its clauses");
            return self.no_position(head.span, Some(&help));
        }
        let known = self.kinds.iter().map(|kind| kind.name.as_str());
        let help = did_you_mean(name, known).unwrap_or_else(|| format!("add a rule: `{name}(…) -> …`"));
        let error = Diagnostic::new(head.span, format!("no rule for `{name}`"));
        self.errors.push(error.label("this kind has no rule").help(help));
        Position::Add(Vec::new())
    }

    fn typed_head(&mut self, call: &Call<'_>, args: usize) -> Option<KindId> {
        let name = &call.head.what;
        let is_game = self.heads.as_ref().is_some_and(|heads| heads.is_game(name));
        if call.game.is_none() && (is_core(name) || builtins::find(name).is_some() && !is_game) {
            self.no_rule(call.head);
            return None;
        }
        let settings: Vec<&Name> = call.settings.iter().map(|(name, _)| name).collect();
        let called = Called { game: call.game, head: call.head, args, settings: &settings, span: call.span };
        match self.heads.as_mut()?.game(&called) {
            Ok(kind) => Some(kind),
            Err(error) => {
                self.errors.push(error);
                None
            }
        }
    }

    fn coded(&mut self, code: &Name, args: &[ast::Expr], span: Span, scope: &mut Scope) -> Position {
        let args: Vec<_> = args.iter().map(|arg| self.typed(arg, &Type::Int, scope)).collect();
        if args.len() != 1 {
            let error = Diagnostic::new(span, format!("a heap has one size, found {} arguments", args.len()));
            self.errors.push(error.help(format!("write a sum: `{0}(5) + {0}(7)`", code.what)));
            return Position::Add(Vec::new());
        }
        let found = self.heads.as_mut().map(|heads| heads.code(code));
        match found {
            Some(Ok(kind)) => Position::Of { kind, args, settings: Vec::new(), set: Vec::new(), span },
            Some(Err(error)) => {
                self.errors.push(error);
                Position::Add(Vec::new())
            }
            None => self.no_position(span, None),
        }
    }

    /// `P + Q` or `k * P`.
    fn chained(&mut self, first: &ast::Expr, rest: &[(Op, ast::Expr)], span: Span, scope: &mut Scope) -> Position {
        let all_are = |op: Op| rest.iter().all(|(other, _)| *other == op);
        if all_are(Op::Add) {
            let operands = std::iter::once(first).chain(rest.iter().map(|(_, operand)| operand));
            return Position::Add(operands.map(|operand| self.position(operand, scope)).collect());
        }
        let (Some(((_, last), factors)), true) = (rest.split_last(), all_are(Op::Mul)) else {
            return self.no_position(span, Some("positions are added with `+` and copied with `k * P`, nothing else"));
        };
        let factors: Vec<_> = std::iter::once(first).chain(factors.iter().map(|(_, factor)| factor)).collect();
        let copies: Vec<_> = factors.into_iter().map(|factor| self.typed(factor, &Type::Int, scope)).collect();
        let position = self.position(last, scope);
        copies.into_iter().rev().fold(position, |position, k| Position::Copies(Box::new(k), Box::new(position)))
    }
}

/// A call as it was written.
struct Call<'a> {
    game: Option<&'a Name>,
    head: &'a Name,
    args: &'a [ast::Expr],
    settings: &'a [(Name, ast::Expr)],
    span: Span,
}
