//! Syntax tree to checked program: names, numbers of arguments, types as far as they are known, what may stand where.
//! Goes on after an error, so that one run reports all of them.

mod contest;
mod file;
mod flow;
mod heads;
mod helpers;
pub(crate) mod inline;
mod options;
mod positions;
mod scope;
mod values;

pub(crate) use file::check_file;
pub(crate) use heads::{Called, Heads, check_expr};
pub use inline::constants;

use crate::builtins::{self, BUILTINS, Function};
use crate::diagnostic::Diagnostic;
use crate::program::{Expr, ExprKind, Global, KindId, Role, Type};
use crate::syntax::ast::Name;
use crate::value::Val;
use flow::Uses;
use hashbrown::HashMap;
use helpers::Placed;
use scope::{Place, Scope};

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meaning {
    Kind(KindId),
    Let(usize),
    /// A helper that is a position.
    Placed(usize),
    Global(usize),
}

/// The head of a kind or helper.
struct Head {
    name: String,
    args: Vec<String>,
}

struct Checker<'a> {
    errors: Vec<Diagnostic>,
    names: HashMap<String, Meaning>,
    kinds: Vec<Head>,
    lets: Vec<Head>,
    /// Helpers that are positions.
    placed: Placed,
    globals: Vec<Global>,
    /// Whether `draw` is asked somewhere.
    asks_draw: bool,
    /// What the body that is being checked uses.
    uses: Uses,
    /// The games of an EXPR.
    heads: Option<&'a mut dyn Heads>,
}

impl<'a> Checker<'a> {
    fn new(heads: Option<&'a mut dyn Heads>) -> Checker<'a> {
        Checker {
            errors: Vec::new(),
            names: HashMap::new(),
            kinds: Vec::new(),
            lets: Vec::new(),
            placed: Placed::default(),
            globals: Vec::new(),
            asks_draw: false,
            uses: Uses::default(),
            heads,
        }
    }

    /// Reports an error and goes on with a value that fits everywhere.
    fn wrong(&mut self, error: Diagnostic) -> Expr {
        let span = error.span.unwrap_or_default();
        self.errors.push(error);
        Expr { kind: ExprKind::Const(Val::Int(0)), span, ty: Type::Any }
    }

    /// Gives a name its meaning for the whole file.
    fn declare(&mut self, name: &Name, meaning: Meaning) {
        if is_core(&name.what) {
            let message = format!("`{}` is a function of the language", name.what);
            self.errors.push(Diagnostic::new(name.span, message).help("choose another name"));
            self.names.insert(name.what.clone(), meaning);
        } else if let Some(other) = self.names.get(&name.what) {
            let what = self.describe(*other);
            let message = format!("`{}` is already {what}", name.what);
            self.errors.push(Diagnostic::new(name.span, message).label("a second meaning").help("choose another name"));
        } else {
            self.names.insert(name.what.clone(), meaning);
        }
    }

    fn describe(&self, meaning: Meaning) -> &'static str {
        match meaning {
            Meaning::Kind(_) => "a kind of position",
            Meaning::Let(_) | Meaning::Placed(_) => "a helper",
            Meaning::Global(index) => match self.globals[index].role {
                Role::Param => "a param",
                Role::Data => "a data name",
                Role::Input => "read by `input`",
            },
        }
    }

    /// Opens a name of an argument or a `for` in a scope. Nothing a rule sees may be hidden.
    fn bind(&mut self, scope: &mut Scope, name: &Name, ty: Type) -> usize {
        let hidden = if scope.find(&name.what).is_some() {
            Some("an argument or `for` name")
        } else if is_core(&name.what) {
            Some("a function")
        } else {
            match self.names.get(&name.what) {
                Some(Meaning::Global(index)) if self.globals[*index].role == Role::Input => None,
                Some(meaning) => Some(self.describe(*meaning)),
                None => None,
            }
        };
        if let Some(what) = hidden {
            let message = format!("`{}` would hide {what} of the same name", name.what);
            self.errors.push(Diagnostic::new(name.span, message).help("choose another name"));
        }
        scope.open(name.what.clone(), ty)
    }

    /// The function that a name stands for here.
    fn function_named(&self, name: &str, scope: &Scope) -> Option<Function> {
        let taken = || scope.find(name).is_some() || self.names.contains_key(name);
        builtins::find(name).filter(|function| function.entry().core || !taken())
    }

    /// The names that a value could have been meant by.
    fn value_names<'n>(&'n self, scope: &'n Scope) -> impl Iterator<Item = &'n str> {
        let globals = self.globals.iter().filter(|global| global.role != Role::Input || scope.place != Place::Rule);
        let functions = BUILTINS.iter().map(|builtin| builtin.name);
        let lets = self.lets.iter().map(|head| head.name.as_str());
        scope.names().chain(globals.map(|global| global.name.as_str())).chain(lets).chain(functions)
    }
}

/// Whether a name is that of a function that cannot be hidden.
fn is_core(name: &str) -> bool {
    builtins::find(name).is_some_and(|function| function.entry().core)
}
