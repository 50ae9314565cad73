//! Value expressions.

use super::scope::{Place, Scope};
use super::{Checker, Meaning};
use crate::builtins::{self, BUILTINS, Function, Gives, Param};
use crate::diagnostic::{Diagnostic, did_you_mean, plural};
use crate::program::{Clause, Comprehension, Expr, ExprKind, Role, Type, Update};
use crate::syntax::Span;
use crate::syntax::ast::{self, Comparison, Name, Op};
use crate::value::Val;

impl Checker<'_> {
    pub(super) fn value(&mut self, expr: &ast::Expr, scope: &mut Scope) -> Expr {
        let span = expr.span;
        let (kind, ty) = match &expr.what {
            ast::ExprKind::Int(n) => (ExprKind::Const(Val::Int(*n)), Type::Int),
            ast::ExprKind::Huge(n) => {
                if scope.place != Place::Typed {
                    let error = Diagnostic::new(span, "this number is too large").label("numbers have 128 bits");
                    self.errors.push(error);
                }
                (ExprKind::Const(Val::Huge(n.clone())), Type::Int)
            }
            ast::ExprKind::Text(text) => (ExprKind::Const(Val::text(text)), Type::Text),
            ast::ExprKind::Bool(b) => (ExprKind::Const(Val::Bool(*b)), Type::Bool),
            ast::ExprKind::Name(name) => return self.name(name, span, scope),
            ast::ExprKind::Played(question) => {
                self.question(question.word(), span, scope);
                if scope.place == Place::Play {
                    let message = format!("`{}` of the play position cannot stand in `play`", question.word());
                    self.errors.push(Diagnostic::new(span, message).help("ask about another position: `value(P)`"));
                }
                (ExprKind::Played(*question), asked_type(*question))
            }
            ast::ExprKind::Ask(question, position) => {
                self.question(question.word(), span, scope);
                (ExprKind::Ask(*question, Box::new(self.position(position, scope))), asked_type(*question))
            }
            ast::ExprKind::Case => {
                self.question("case", span, scope);
                (ExprKind::Case, Type::Int)
            }
            ast::ExprKind::Call { head, args, settings } => return self.call(head, args, settings, span, scope),
            ast::ExprKind::CallOver { head, body, rest } => return self.call_over(head, body, rest, span, scope),
            ast::ExprKind::Qualified { .. } | ast::ExprKind::Code(..) => return self.position_as_value(span),
            ast::ExprKind::List(items) => {
                let items: Vec<Expr> = items.iter().map(|item| self.value(item, scope)).collect();
                let of = items.iter().map(|item| item.ty.clone()).reduce(|a, b| a.or(&b)).unwrap_or(Type::Any);
                (ExprKind::List(items), Type::list(of))
            }
            ast::ExprKind::ListOver(body) => {
                let body = self.comprehension(body, scope);
                let ty = Type::list(body.body.ty.clone());
                (ExprKind::ListOver(Box::new(body)), ty)
            }
            ast::ExprKind::RangeList(from, to) => {
                let (from, to) = (self.typed(from, &Type::Int, scope), self.typed(to, &Type::Int, scope));
                (ExprKind::RangeList(from.into(), to.into()), Type::list(Type::Int))
            }
            ast::ExprKind::Index(base, index) => {
                let base = self.sequence(base, scope);
                let ty = base.ty.element();
                (ExprKind::Index(base.into(), self.typed(index, &Type::Int, scope).into()), ty)
            }
            ast::ExprKind::Slice(base, from, to) => {
                let base = self.sequence(base, scope);
                let ty = base.ty.clone();
                let mut end =
                    |end: &Option<Box<ast::Expr>>| end.as_ref().map(|end| Box::new(self.typed(end, &Type::Int, scope)));
                let (from, to) = (end(from), end(to));
                (ExprKind::Slice(base.into(), from, to), ty)
            }
            ast::ExprKind::Neg(x) => (ExprKind::Neg(self.typed(x, &Type::Int, scope).into()), Type::Int),
            ast::ExprKind::Not(x) => (ExprKind::Not(self.typed(x, &Type::Bool, scope).into()), Type::Bool),
            ast::ExprKind::Power(a, b) => {
                let (a, b) = (self.typed(a, &Type::Int, scope), self.typed(b, &Type::Int, scope));
                (ExprKind::Power(a.into(), b.into()), Type::Int)
            }
            ast::ExprKind::Chain(first, rest) => self.chain(first, rest, scope),
            ast::ExprKind::Compare(comparison, a, b) => {
                let (a, b) = (self.value(a, scope), self.value(b, scope));
                self.comparable(*comparison, &a, &b);
                (ExprKind::Compare(*comparison, a.into(), b.into()), Type::Bool)
            }
            ast::ExprKind::With(base, updates) => {
                let base = self.sequence(base, scope);
                let updates = updates.iter().map(|update| self.update(update, scope)).collect();
                let ty = if base.ty == Type::Text { Type::Text } else { Type::list(Type::Any) };
                (ExprKind::With(base.into(), updates), ty)
            }
            ast::ExprKind::If(condition, yes, no) => {
                let condition = self.typed(condition, &Type::Bool, scope);
                let (yes, no) = (self.value(yes, scope), self.value(no, scope));
                let ty = yes.ty.or(&no.ty);
                (ExprKind::If(condition.into(), yes.into(), no.into()), ty)
            }
            ast::ExprKind::Either(_) => {
                let error = Diagnostic::new(span, "alternatives cannot stand inside an expression");
                return self.wrong(error.help("`P | Q` stands on the right side of a rule; `or` joins conditions"));
            }
        };
        Expr { kind, span, ty }
    }

    /// A value of a known type.
    pub(super) fn typed(&mut self, expr: &ast::Expr, wanted: &Type, scope: &mut Scope) -> Expr {
        let value = self.value(expr, scope);
        self.want(&value, wanted);
        value
    }

    pub(super) fn want(&mut self, value: &Expr, wanted: &Type) {
        if !value.ty.meets(wanted) {
            let error = Diagnostic::new(value.span, format!("expected {wanted}, found {}", value.ty));
            self.errors.push(error.label(format!("this is {}", value.ty)));
        }
    }

    fn sequence(&mut self, expr: &ast::Expr, scope: &mut Scope) -> Expr {
        let value = self.value(expr, scope);
        self.want_sequence(&value);
        value
    }

    fn want_sequence(&mut self, value: &Expr) {
        if matches!(value.ty, Type::Int | Type::Bool) {
            let error = Diagnostic::new(value.span, format!("expected a list or a text, found {}", value.ty));
            self.errors.push(error.label(format!("this is {}", value.ty)));
        }
    }

    pub(super) fn question(&mut self, word: &str, span: Span, scope: &Scope) {
        self.uses.asks = true;
        self.asks_draw |= word == "draw";
        if matches!(scope.place, Place::Let | Place::Answer) || (scope.place == Place::Play && word != "case") {
            return;
        }
        let place = match scope.place {
            Place::Rule => "a rule",
            Place::Input => "`input`",
            Place::Play => "`play`",
            _ => "a position",
        };
        let message = format!("`{word}` cannot stand in {place}");
        self.errors.push(Diagnostic::new(span, message).help("it is for `answer` and for helpers that `answer` uses"));
    }

    fn name(&mut self, name: &str, span: Span, scope: &mut Scope) -> Expr {
        if let Some((slot, ty)) = scope.find(name) {
            if *ty == Type::Position {
                return self.position_as_value(span);
            }
            return Expr { kind: ExprKind::Local(slot), span, ty: ty.clone() };
        }
        match self.names.get(name).copied() {
            Some(Meaning::Global(index)) => self.global(index, span, scope),
            Some(Meaning::Let(index)) => {
                if !self.lets[index].args.is_empty() {
                    let usage = usage(name, &self.lets[index].args);
                    return self.wrong(
                        Diagnostic::new(span, format!("`{name}` needs arguments")).help(format!("write `{usage}`")),
                    );
                }
                self.uses.lets.push((index, span));
                Expr { kind: ExprKind::Let(index, Vec::new()), span, ty: Type::Any }
            }
            Some(Meaning::Placed(_)) => self.position_as_value(span),
            Some(Meaning::Kind(_)) => {
                let error = Diagnostic::new(span, format!("`{name}` is a kind of position, not a value"));
                self.wrong(error.help(format!("a position is `{name}(…)`, its value `value({name}(…))`")))
            }
            None => {
                let help = match builtins::find(name) {
                    Some(function) => Some(format!("the function is used as `{}`", function.entry().usage)),
                    None => did_you_mean(name, self.value_names(scope)),
                };
                self.wrong(
                    Diagnostic::new(span, format!("unknown name `{name}`")).label("not known here").maybe_help(help),
                )
            }
        }
    }

    fn global(&mut self, index: usize, span: Span, scope: &Scope) -> Expr {
        let global = &self.globals[index];
        if global.role == Role::Input && scope.place == Place::Rule {
            let name = &global.name;
            let message = format!("`{name}` is only read by `input`: a rule does not see it");
            let help = format!("declare it: `param {name}` for an integer, `data {name}` for anything");
            return self.wrong(Diagnostic::new(span, message).help(help));
        }
        let ty = global.ty.clone();
        self.uses.globals.push(index);
        Expr { kind: ExprKind::Global(index), span, ty }
    }

    pub(super) fn position_as_value(&mut self, span: Span) -> Expr {
        let error = Diagnostic::new(span, "a position stands where a value is expected").label("this is a position");
        let help = "`value(P)`, `win(P)`, `draw(P)`, `text(P)` and `args(P)` turn a position into a value, in `answer` and `let`";
        self.wrong(error.help(help))
    }

    fn call(
        &mut self,
        head: &Name,
        args: &[ast::Expr],
        settings: &[(Name, ast::Expr)],
        span: Span,
        scope: &mut Scope,
    ) -> Expr {
        let name = &head.what;
        if let Some((setting, _)) = settings.first() {
            let message = format!("`{}` is set in a value", setting.what);
            self.errors.push(Diagnostic::new(setting.span, message).help("only positions have parameters"));
        }
        if let Some(told) = self.told(head, args, span, scope) {
            return told;
        }
        if let Some(function) = self.function_named(name, scope) {
            return self.function(function, args, span, scope);
        }
        match self.names.get(name).copied() {
            Some(Meaning::Let(index)) => {
                let args: Vec<Expr> = args.iter().map(|arg| self.value(arg, scope)).collect();
                self.uses.lets.push((index, head.span));
                self.arity(&Diagnosed { name, span, wanted: &self.lets[index].args.clone() }, args.len());
                Expr { kind: ExprKind::Let(index, args), span, ty: Type::Any }
            }
            Some(Meaning::Kind(_) | Meaning::Placed(_)) => self.position_as_value(span),
            Some(Meaning::Global(_)) => {
                let error = Diagnostic::new(head.span, format!("`{name}` is a value, not a function"));
                self.wrong(error.help(format!("an element is written `{name}[i]`")))
            }
            None if scope.find(name).is_some() => {
                let error = Diagnostic::new(head.span, format!("`{name}` is a value, not a function"));
                self.wrong(error.help(format!("an element is written `{name}[i]`, a product `{name} * (…)`")))
            }
            None if self.heads.as_ref().is_some_and(|heads| heads.is_game(name)) => self.position_as_value(span),
            None => self.unknown_function(head, scope),
        }
    }

    fn unknown_function(&mut self, head: &Name, scope: &Scope) -> Expr {
        let known = BUILTINS.iter().map(|builtin| builtin.name).chain(self.lets.iter().map(|head| head.name.as_str()));
        let kinds = self.kinds.iter().map(|head| head.name.as_str());
        let help = builtins::elsewhere(&head.what)
            .map(str::to_owned)
            .or_else(|| did_you_mean(&head.what, known.chain(kinds)))
            .or_else(|| did_you_mean(&head.what, self.value_names(scope)));
        let message = format!("unknown function `{}`", head.what);
        self.wrong(Diagnostic::new(head.span, message).label("not known here").maybe_help(help))
    }

    pub(super) fn arity(&mut self, called: &Diagnosed<'_>, found: usize) {
        let wanted = called.wanted.len();
        if wanted == found {
            return;
        }
        let message = format!("`{}` takes {}, found {found}", called.name, plural(wanted, "argument"));
        let help = format!("write `{}`", usage(called.name, called.wanted));
        self.errors.push(Diagnostic::new(called.span, message).help(help));
    }

    fn function(&mut self, function: Function, args: &[ast::Expr], span: Span, scope: &mut Scope) -> Expr {
        let args: Vec<Expr> = args.iter().map(|arg| self.value(arg, scope)).collect();
        let builtin = function.entry();
        if args.len() < builtin.least || args.len() > builtin.most {
            let message = format!("`{}` does not take {}", builtin.name, plural(args.len(), "argument"));
            return self.wrong(Diagnostic::new(span, message).help(format!("write {}", builtin.usage)));
        }
        for (place, arg) in args.iter().enumerate() {
            self.want_param(builtin.params[place.min(builtin.params.len() - 1)], arg);
        }
        let ty = function_type(builtin.gives, &args.iter().map(|arg| arg.ty.clone()).collect::<Vec<_>>());
        Expr { kind: ExprKind::Call(function, args), span, ty }
    }

    fn want_param(&mut self, param: Param, arg: &Expr) {
        match param {
            Param::Int => self.want(arg, &Type::Int),
            Param::List => self.want(arg, &Type::list(Type::Any)),
            Param::Text => self.want(arg, &Type::Text),
            Param::Sequence => self.want_sequence(arg),
            Param::Any => {}
        }
    }

    fn call_over(
        &mut self,
        head: &Name,
        body: &ast::Comprehension,
        rest: &[ast::Expr],
        span: Span,
        scope: &mut Scope,
    ) -> Expr {
        let Some(function) = self.function_named(&head.what, scope) else {
            let known = matches!(self.names.get(&head.what), Some(Meaning::Let(_)));
            let error = Diagnostic::new(head.span, format!("`{}` does not take clauses", head.what));
            let error = error.help(format!("give it a list: `{}([e for …])`", head.what));
            return if known { self.wrong(error) } else { self.unknown_function(head, scope) };
        };
        let builtin = function.entry();
        if !builtin.clauses || rest.len() + 1 > builtin.most || (builtin.most > 2 && !rest.is_empty()) {
            let error = Diagnostic::new(head.span, format!("`{}` does not take clauses like this", head.what));
            return self.wrong(error.help(format!("write {}", builtin.usage)));
        }
        let body = self.comprehension(body, scope);
        let rest: Vec<Expr> = rest.iter().map(|arg| self.value(arg, scope)).collect();
        for arg in &rest {
            self.want_param(builtin.params[builtin.params.len() - 1], arg);
        }
        match builtin.function {
            Function::Sum | Function::Xor => self.want(&body.body, &Type::Int),
            Function::Any | Function::All => self.want(&body.body, &Type::Bool),
            _ => {}
        }
        let ty = function_type(builtin.gives, &[Type::list(body.body.ty.clone())]);
        Expr { kind: ExprKind::CallOver(function, Box::new(body), rest), span, ty }
    }

    pub(super) fn comprehension(&mut self, body: &ast::Comprehension, scope: &mut Scope) -> Comprehension {
        let mark = scope.mark();
        let clauses = self.clauses(&body.clauses, scope, false);
        let body = self.value(&body.body, scope);
        scope.close(mark);
        Comprehension { body, clauses }
    }

    /// Checks clauses and leaves their names open. Only a rule's own clauses may run without an end.
    pub(super) fn clauses(&mut self, clauses: &[ast::Clause], scope: &mut Scope, endless: bool) -> Vec<Clause> {
        clauses.iter().map(|clause| self.clause(clause, scope, endless)).collect()
    }

    fn clause(&mut self, clause: &ast::Clause, scope: &mut Scope, endless: bool) -> Clause {
        let (names, items) = match clause {
            ast::Clause::If(condition) => return Clause::If(self.typed(condition, &Type::Bool, scope)),
            ast::Clause::Let(name, value) => return self.local(name, value, scope),
            ast::Clause::For { names, items } => (names, items),
        };
        let span = names[0].span;
        match items {
            ast::Items::Range(from, to) => {
                let from = self.typed(from, &Type::Int, scope);
                let to = to.as_ref().map(|to| self.typed(to, &Type::Int, scope));
                if to.is_none() && !endless {
                    let error = Diagnostic::new(from.span, "this range has no end");
                    self.errors.push(error.help("only the `for` of a rule may run without an end"));
                }
                if names.len() > 1 {
                    let error = Diagnostic::new(span, "a range gives single numbers, not lists");
                    self.errors.push(error.help("use one name without brackets"));
                }
                let slots: Vec<usize> = names.iter().map(|name| self.bind(scope, name, Type::Int)).collect();
                let end = to.as_ref().map_or(from.span, |to| to.span);
                Clause::Range { slot: slots[0], span: span.to(from.span).to(end), from, to }
            }
            ast::Items::Each(items) => {
                let items = match self.options(items, scope) {
                    Some(options) => options,
                    None => self.sequence(items, scope),
                };
                let pattern = names.len() > 1;
                let element = items.ty.element();
                if pattern && !element.meets(&Type::list(Type::Any)) {
                    let message =
                        format!("each element is {element}: it cannot be taken apart into {} names", names.len());
                    self.errors.push(Diagnostic::new(span.to(names[names.len() - 1].span), message));
                }
                let ty = if pattern { element.element() } else { element };
                let slots = names.iter().map(|name| self.bind(scope, name, ty.clone())).collect();
                Clause::Each { slots, pattern, span: span.to(items.span), items }
            }
        }
    }

    /// `let m = e` is `for m in [e]`.
    fn local(&mut self, name: &Name, value: &ast::Expr, scope: &mut Scope) -> Clause {
        let value = self.value(value, scope);
        let (span, ty) = (value.span, value.ty.clone());
        let slots = vec![self.bind(scope, name, ty.clone())];
        let items = Expr { kind: ExprKind::List(vec![value]), span, ty: Type::list(ty) };
        Clause::Each { slots, pattern: false, items, span: name.span.to(span) }
    }

    fn chain(&mut self, first: &ast::Expr, rest: &[(Op, ast::Expr)], scope: &mut Scope) -> (ExprKind, Type) {
        let first = self.value(first, scope);
        let rest: Vec<(Op, Expr)> = rest.iter().map(|(op, operand)| (*op, self.value(operand, scope))).collect();
        let ty = match rest[0].0 {
            Op::Or | Op::And => Type::Bool,
            Op::Xor | Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Mod => Type::Int,
            Op::Join => rest.iter().fold(first.ty.clone(), |ty, (_, operand)| ty.or(&operand.ty)),
        };
        if rest[0].0 == Op::Join {
            self.joinable(&first, &rest);
        } else {
            for operand in std::iter::once(&first).chain(rest.iter().map(|(_, operand)| operand)) {
                self.operand(operand, &ty, rest[0].0);
            }
        }
        (ExprKind::Chain(first.into(), rest), ty)
    }

    fn operand(&mut self, operand: &Expr, wanted: &Type, op: Op) {
        if operand.ty.meets(wanted) {
            return;
        }
        let message = format!("`{}` needs {wanted}, found {}", op.sign(), operand.ty);
        let error = Diagnostic::new(operand.span, message).label(format!("this is {}", operand.ty));
        let joins = op == Op::Add && matches!(operand.ty, Type::Text | Type::List(_));
        self.errors.push(if joins { error.help("`++` joins texts and lists") } else { error });
    }

    fn joinable(&mut self, first: &Expr, rest: &[(Op, Expr)]) {
        let mut known = Type::Any;
        for operand in std::iter::once(first).chain(rest.iter().map(|(_, operand)| operand)) {
            if matches!(operand.ty, Type::Int | Type::Bool) {
                let error = Diagnostic::new(operand.span, format!("`++` joins lists or texts, found {}", operand.ty));
                let help = "an element is joined as a list, `L ++ [x]`; a number becomes text by `text(x)`";
                self.errors.push(error.label(format!("this is {}", operand.ty)).help(help));
            } else if !operand.ty.meets(&known) {
                let message = format!("`++` joins two lists or two texts, found {known} and {}", operand.ty);
                self.errors.push(Diagnostic::new(operand.span, message));
            } else if known == Type::Any {
                known = operand.ty.clone();
            }
        }
    }

    fn comparable(&mut self, comparison: Comparison, a: &Expr, b: &Expr) {
        let span = a.span.to(b.span);
        let message = match comparison {
            Comparison::Equal | Comparison::NotEqual if !a.ty.meets(&b.ty) => {
                format!("{} is compared with {}", a.ty, b.ty)
            }
            Comparison::Equal | Comparison::NotEqual => return,
            Comparison::In | Comparison::NotIn => match &b.ty {
                Type::Int | Type::Bool => format!("`in` needs a list or a text, found {}", b.ty),
                Type::Text if !a.ty.meets(&Type::Text) => format!("a text holds texts, not {}", a.ty),
                Type::List(of) if !a.ty.meets(of) => format!("this list holds {of}, not {}", a.ty),
                _ => return,
            },
            _ if !a.ty.meets(&b.ty) => format!("{} is compared with {}", a.ty, b.ty),
            _ if a.ty == Type::Bool || b.ty == Type::Bool => "truth values have no order".to_owned(),
            _ => return,
        };
        self.errors.push(Diagnostic::new(span, message).label("these types do not fit"));
    }

    fn update(&mut self, update: &ast::Update, scope: &mut Scope) -> Update {
        let path = update.path.iter().map(|index| self.typed(index, &Type::Int, scope)).collect();
        let value = match update.assign {
            ast::Assign::Set => self.value(&update.value, scope),
            ast::Assign::Add | ast::Assign::Sub => self.typed(&update.value, &Type::Int, scope),
        };
        Update { path, assign: update.assign, value }
    }
}

/// A call whose number of arguments is checked.
pub(super) struct Diagnosed<'a> {
    pub(super) name: &'a str,
    pub(super) span: Span,
    pub(super) wanted: &'a [String],
}

fn usage(name: &str, args: &[String]) -> String {
    if args.is_empty() { name.to_owned() } else { format!("{name}({})", args.join(", ")) }
}

fn asked_type(question: ast::Question) -> Type {
    if question == ast::Question::Value { Type::Int } else { Type::Bool }
}

fn function_type(gives: Gives, args: &[Type]) -> Type {
    match (gives, args) {
        (Gives::Int, _) => Type::Int,
        (Gives::Bool, _) => Type::Bool,
        (Gives::Text, _) => Type::Text,
        (Gives::Ints, _) => Type::list(Type::Int),
        (Gives::Element, [Type::List(of)]) => (**of).clone(),
        (Gives::Element, [_, _, ..]) => args.iter().cloned().reduce(|a, b| a.or(&b)).unwrap_or(Type::Any),
        (Gives::Element, _) => Type::Any,
        (Gives::Elements, [list, ..]) => Type::list(list.element()),
        (Gives::Pairs, _) => Type::list(Type::list(Type::Any)),
        (Gives::Groups, _) => Type::list(Type::list(Type::Int)),
        (Gives::Parts, [whole, ..]) => Type::list(whole.clone()),
        (Gives::Same, [whole, ..]) => whole.clone(),
        (Gives::Ends, [edges, ..]) => Type::list(edges.element().element()),
        (Gives::Elements | Gives::Ends | Gives::Parts | Gives::Same, []) => Type::Any,
    }
}
