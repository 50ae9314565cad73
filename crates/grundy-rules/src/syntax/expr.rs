//! Expressions, one function for each strength, weak to strong.

use super::ast::{Assign, Comparison, Comprehension, Expr, ExprKind, Name, Node, Op, Question, Update};
use super::parser::{Parsed, Parser};
use super::token::Tok;
use crate::diagnostic::Diagnostic;
use crate::source::Span;

impl Parser<'_> {
    /// A whole expression.
    pub(super) fn expr(&mut self) -> Parsed<Expr> {
        self.nested(|parser| if parser.sees_word("if") { parser.choice() } else { parser.changed() })
    }

    fn choice(&mut self) -> Parsed<Expr> {
        let start = self.span();
        self.expect_word("if")?;
        let condition = self.expr()?;
        let missing = "`if` at the start of an expression needs `then … else …`";
        self.expect_word("then").map_err(|error| error.help(missing))?;
        let yes = self.expr()?;
        self.expect_word("else").map_err(|error| error.help(missing))?;
        let no = self.expr()?;
        Ok(Node::new(ExprKind::If(Box::new(condition), Box::new(yes), Box::new(no)), self.since(start)))
    }

    /// `L with [i] = e, …` or anything stronger.
    fn changed(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let base = self.or()?;
        if !self.eat_word("with") {
            return Ok(base);
        }
        let mut updates = vec![self.update()?];
        while self.sees(",") && self.sees_update_after_comma() {
            self.at += 1;
            updates.push(self.update()?);
        }
        if self.sees_word("with") {
            return Err(Diagnostic::new(self.span(), "a second `with`")
                .help("go on with a comma, `L with [i] = a, [j] = b`, or put the first change in brackets"));
        }
        Ok(Node::new(ExprKind::With(Box::new(base), updates), self.since(start)))
    }

    fn sees_update_after_comma(&self) -> bool {
        let mut ahead = 1;
        while *self.peek_after(ahead) == Tok::Sign("[") {
            match self.after_bracket(ahead) {
                Some(next) => ahead = next,
                None => return false,
            }
        }
        ahead > 1 && matches!(self.peek_after(ahead), Tok::Sign("=" | "+=" | "-="))
    }

    fn update(&mut self) -> Parsed<Update> {
        if !self.sees("[") {
            return Err(self.unexpected("`[`").help("`with` names places: `L with [i] = e`"));
        }
        let mut path = Vec::new();
        while self.eat("[") {
            self.indices += 1;
            path.push(self.expr()?);
            self.indices -= 1;
            self.expect("]")?;
        }
        let assign = match self.peek() {
            Tok::Sign("=") => Assign::Set,
            Tok::Sign("+=") => Assign::Add,
            Tok::Sign("-=") => Assign::Sub,
            _ => return Err(self.unexpected("`=`, `+=` or `-=`")),
        };
        self.at += 1;
        let value = self.or()?;
        Ok(Update { path, assign, value })
    }

    /// An expression without a bare `if` or `with`.
    pub(super) fn or(&mut self) -> Parsed<Expr> {
        self.chain(&[Op::Or], Self::and)
    }

    fn and(&mut self) -> Parsed<Expr> {
        self.chain(&[Op::And], Self::not)
    }

    fn not(&mut self) -> Parsed<Expr> {
        let start = self.span();
        if !self.eat_word("not") {
            return self.comparison();
        }
        let operand = self.nested(Self::not)?;
        Ok(Node::new(ExprKind::Not(Box::new(operand)), self.since(start)))
    }

    fn comparison(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let left = self.xor()?;
        let Some((comparison, width)) = self.peek_comparison() else { return Ok(left) };
        self.at += width;
        let right = self.xor()?;
        if self.peek_comparison().is_some() {
            return Err(Diagnostic::new(self.span(), "comparisons do not chain")
                .label("a second comparison")
                .help("write `a < b and b < c`"));
        }
        Ok(Node::new(ExprKind::Compare(comparison, Box::new(left), Box::new(right)), self.since(start)))
    }

    fn peek_comparison(&self) -> Option<(Comparison, usize)> {
        Some(match self.peek() {
            Tok::Sign("==") => (Comparison::Equal, 1),
            Tok::Sign("!=") => (Comparison::NotEqual, 1),
            Tok::Sign("<") => (Comparison::Less, 1),
            Tok::Sign("<=") => (Comparison::LessEqual, 1),
            Tok::Sign(">") => (Comparison::Greater, 1),
            Tok::Sign(">=") => (Comparison::GreaterEqual, 1),
            Tok::Word("in") => (Comparison::In, 1),
            Tok::Word("not") if *self.peek_after(1) == Tok::Word("in") => (Comparison::NotIn, 2),
            _ => return None,
        })
    }

    fn xor(&mut self) -> Parsed<Expr> {
        self.chain(&[Op::Xor], Self::join)
    }

    fn join(&mut self) -> Parsed<Expr> {
        self.chain(&[Op::Join], Self::sum)
    }

    fn sum(&mut self) -> Parsed<Expr> {
        self.chain(&[Op::Add, Op::Sub], Self::product)
    }

    fn product(&mut self) -> Parsed<Expr> {
        self.chain(&[Op::Mul, Op::Div, Op::Mod], Self::negated)
    }

    /// Operands joined by operators of one strength.
    fn chain(&mut self, ops: &[Op], operand: fn(&mut Self) -> Parsed<Expr>) -> Parsed<Expr> {
        let start = self.span();
        let first = operand(self)?;
        let mut rest = Vec::new();
        while let Some(op) = ops.iter().copied().find(|op| self.sees(op.sign()) || self.sees_word(op.sign())) {
            self.at += 1;
            rest.push((op, operand(self)?));
        }
        if rest.is_empty() {
            return Ok(first);
        }
        Ok(Node::new(ExprKind::Chain(Box::new(first), rest), self.since(start)))
    }

    fn negated(&mut self) -> Parsed<Expr> {
        let start = self.span();
        if !self.eat("-") {
            return self.power();
        }
        let operand = self.nested(Self::negated)?;
        Ok(Node::new(ExprKind::Neg(Box::new(operand)), self.since(start)))
    }

    fn power(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let base = self.postfix()?;
        if !self.eat("^") {
            return Ok(base);
        }
        let exponent = self.nested(Self::negated)?;
        Ok(Node::new(ExprKind::Power(Box::new(base), Box::new(exponent)), self.since(start)))
    }

    fn postfix(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let first = self.primary()?;
        self.indexed(first, start)
    }

    /// `a[i][j]…`: each index is one level of the tree.
    fn indexed(&mut self, base: Expr, start: Span) -> Parsed<Expr> {
        if !self.eat("[") {
            return Ok(base);
        }
        self.indices += 1;
        let what = self.index(Box::new(base))?;
        self.indices -= 1;
        self.expect("]")?;
        let node = Node::new(what, self.since(start));
        self.nested(|parser| parser.indexed(node, start))
    }

    fn index(&mut self, base: Box<Expr>) -> Parsed<ExprKind> {
        let from = if self.sees(":") { None } else { Some(Box::new(self.expr()?)) };
        if self.eat(":") {
            let to = if self.sees("]") { None } else { Some(Box::new(self.expr()?)) };
            return Ok(ExprKind::Slice(base, from, to));
        }
        match from {
            Some(index) => Ok(ExprKind::Index(base, index)),
            None => Err(self.unexpected("an index")),
        }
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let what = match self.peek().clone() {
            Tok::Int(n) => self.leaf(ExprKind::Int(n)),
            Tok::Huge(n) => self.leaf(ExprKind::Huge(n)),
            Tok::Text(text) => self.leaf(ExprKind::Text(text)),
            Tok::Name(name) => return self.named(Node::new(name, start)),
            Tok::Code(code) => return self.code(Node::new(code, start)),
            Tok::Word(word) => return self.word(word),
            Tok::Sign("(") => return self.brackets(),
            Tok::Sign("[") => return self.list(),
            _ => return Err(self.unexpected("an expression")),
        };
        Ok(Node::new(what, start))
    }

    fn leaf(&mut self, what: ExprKind) -> ExprKind {
        self.at += 1;
        what
    }

    fn word(&mut self, word: &'static str) -> Parsed<Expr> {
        let start = self.span();
        let question = match word {
            "true" | "false" => return Ok(Node::new(self.leaf(ExprKind::Bool(word == "true")), start)),
            "case" => return Ok(Node::new(self.leaf(ExprKind::Case), start)),
            "text" | "xor" => return self.named(Node::new(word.to_owned(), start)),
            "win" => Question::Win,
            "draw" => Question::Draw,
            "value" => Question::Value,
            "if" => {
                return Err(self
                    .unexpected("an expression")
                    .help("a choice inside another expression needs brackets: `(if C then A else B)`"));
            }
            _ => return Err(self.unexpected("an expression")),
        };
        self.at += 1;
        if !self.eat("(") {
            return Ok(Node::new(ExprKind::Played(question), start));
        }
        let position = self.expr()?;
        self.close_call()?;
        Ok(Node::new(ExprKind::Ask(question, Box::new(position)), self.since(start)))
    }

    fn close_call(&mut self) -> Parsed<()> {
        self.expect(")").map_err(|error| match self.peek() {
            Tok::Word("for" | "if" | "let") => error.help("one component for each turn is written `sum(P for …)`"),
            _ => error,
        })
    }

    fn named(&mut self, name: Name) -> Parsed<Expr> {
        let start = name.span;
        self.at += 1;
        if self.sees("(") {
            return self.call(name);
        }
        if self.typed && self.indices == 0 && self.sees(":") && *self.peek_after(2) == Tok::Sign("(") {
            self.at += 1;
            let kind = self.name("a kind")?;
            let call = Box::new(self.call(kind)?);
            return Ok(Node::new(ExprKind::Qualified { game: name, call }, self.since(start)));
        }
        if matches!(name.what.as_str(), "text" | "xor") {
            return Err(self.unexpected("`(`").help(format!("`{}` is a reserved word", name.what)));
        }
        Ok(Node::new(ExprKind::Name(name.what), start))
    }

    fn call(&mut self, head: Name) -> Parsed<Expr> {
        let start = head.span;
        self.expect("(")?;
        // Brackets open a new place in which `game:kind` cannot be taken for a slice.
        let indices = std::mem::take(&mut self.indices);
        let what = self.arguments(head)?;
        self.indices = indices;
        self.expect(")").map_err(|error| match self.peek() {
            Tok::Sign("=") => error.help("equality is written `==`"),
            Tok::Sign(";") => error.help("parameters after `;` are for positions typed on the command line"),
            _ => error,
        })?;
        Ok(Node::new(what, self.since(start)))
    }

    fn arguments(&mut self, head: Name) -> Parsed<ExprKind> {
        let mut args = Vec::new();
        if !self.sees(")") && !self.sees(";") {
            let first = self.expr()?;
            if self.sees_clause() {
                let body = Box::new(Comprehension { body: first, clauses: self.clauses()? });
                let mut rest = Vec::new();
                while self.eat(",") {
                    rest.push(self.expr()?);
                }
                return Ok(ExprKind::CallOver { head, body, rest });
            }
            args.push(first);
            while self.eat(",") {
                args.push(self.expr()?);
            }
        }
        let settings = if self.eat(";") { self.settings()? } else { Vec::new() };
        Ok(ExprKind::Call { head, args, settings })
    }

    fn settings(&mut self) -> Parsed<Vec<(Name, Expr)>> {
        let mut settings = Vec::new();
        loop {
            let name = self.name("a parameter")?;
            self.expect("=")?;
            settings.push((name, self.expr()?));
            if !self.eat(",") {
                return Ok(settings);
            }
        }
    }

    fn code(&mut self, code: Name) -> Parsed<Expr> {
        let start = code.span;
        if !self.typed {
            return Err(Diagnostic::new(start, format!("the code `{}` cannot stand in a rule file", code.what))
                .help("codes are for positions typed on the command line; a number has no point"));
        }
        self.at += 1;
        self.expect("(").map_err(|error| error.help("a code needs a heap: `0.77(9)`"))?;
        let mut args = vec![self.expr()?];
        while self.eat(",") {
            args.push(self.expr()?);
        }
        self.expect(")")?;
        Ok(Node::new(ExprKind::Code(code, args), self.since(start)))
    }

    fn brackets(&mut self) -> Parsed<Expr> {
        let start = self.span();
        self.at += 1;
        let indices = std::mem::take(&mut self.indices);
        let first = self.expr()?;
        let node = if self.sees("|") {
            let mut options = vec![first];
            while self.eat("|") {
                options.push(self.expr()?);
            }
            Node::new(ExprKind::Either(options), start)
        } else if self.sees(",") {
            let mut items = vec![first];
            while self.eat(",") {
                items.push(self.expr()?);
            }
            Node::new(ExprKind::List(items), start)
        } else {
            first
        };
        self.indices = indices;
        self.expect(")").map_err(|error| match self.peek() {
            Tok::Word("for" | "if" | "let") => error.help("a list with clauses stands in square brackets: `[e for …]`"),
            _ => error,
        })?;
        // The brackets belong to the place, so that a caret marks all of what was grouped.
        Ok(Node::new(node.what, self.since(start)))
    }

    fn list(&mut self) -> Parsed<Expr> {
        let start = self.span();
        self.at += 1;
        self.indices += 1;
        let what = self.list_items()?;
        self.indices -= 1;
        self.expect("]")?;
        Ok(Node::new(what, self.since(start)))
    }

    fn list_items(&mut self) -> Parsed<ExprKind> {
        if self.sees("]") {
            return Ok(ExprKind::List(Vec::new()));
        }
        let first = self.expr()?;
        if self.eat("..") {
            let last = self.expr()?;
            return Ok(ExprKind::RangeList(Box::new(first), Box::new(last)));
        }
        if self.sees_clause() {
            let clauses = self.clauses()?;
            return Ok(ExprKind::ListOver(Box::new(Comprehension { body: first, clauses })));
        }
        let mut items = vec![first];
        while self.eat(",") {
            items.push(self.expr()?);
        }
        Ok(ExprKind::List(items))
    }
}
