//! A small part of the rule language, read twice: as a game in arithmetic, and as its plain definition.
#![allow(dead_code, clippy::unwrap_used)]

use grundy_automata::Nat;
use grundy_automata::atoms::Bitwise;
use grundy_automata::formula::{Formula, Term};
use grundy_automata::game::{Component, Game, Move};
use std::collections::HashMap;

#[derive(Debug, Clone)]
pub enum E {
    Int(i64),
    Name(String),
    Op(char, Box<E>, Box<E>),
    Call(String, Vec<E>),
    Cmp(String, Box<E>, Box<E>),
    And(Box<E>, Box<E>),
    Or(Box<E>, Box<E>),
    Not(Box<E>),
}

#[derive(Debug, Clone)]
pub enum C {
    Zero,
    Kind(String, Vec<E>),
    /// sum(kind(m) for m in a..b)
    Range(String, E, E),
}

#[derive(Debug, Clone)]
pub enum Clause {
    For(String, E, E),
    If(E),
}

#[derive(Debug, Clone)]
pub struct Rule {
    kind: String,
    args: Vec<String>,
    options: Vec<Vec<C>>,
    clauses: Vec<Clause>,
}

/// The rules, and the values by their definition.
#[derive(Debug, Clone)]
pub struct Rules {
    pub rules: Vec<Rule>,
    pub misere: bool,
    pub kinds: Vec<(String, usize)>,
    memo: HashMap<(usize, Vec<i64>), u64>,
}

struct Parser {
    tokens: Vec<String>,
    at: usize,
}

impl Parser {
    fn new(text: &str) -> Parser {
        let mut tokens = Vec::new();
        let chars: Vec<char> = text.chars().collect();
        let mut i = 0;
        while i < chars.len() {
            let c = chars[i];
            let start = i;
            if c.is_whitespace() {
                i += 1;
                continue;
            } else if c.is_alphanumeric() {
                while i < chars.len() && (chars[i].is_alphanumeric() || chars[i] == '_') {
                    i += 1;
                }
            } else {
                let two: String = chars[i..(i + 2).min(chars.len())].iter().collect();
                i += if ["->", "..", "<=", ">=", "==", "!="].contains(&&two[..]) { 2 } else { 1 };
            }
            tokens.push(chars[start..i].iter().collect());
        }
        Parser { tokens, at: 0 }
    }

    fn peek(&self) -> &str {
        self.tokens.get(self.at).map_or("", |t| t)
    }

    fn take(&mut self) -> String {
        self.at += 1;
        self.tokens[self.at - 1].clone()
    }

    fn eat(&mut self, token: &str) -> bool {
        let found = self.peek() == token;
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, token: &str) {
        assert!(self.eat(token), "expected {token} before {:?}", &self.tokens[self.at..]);
    }

    fn rule(&mut self) -> Rule {
        let kind = self.take();
        self.expect("(");
        let mut args = Vec::new();
        while !self.eat(")") {
            args.push(self.take());
            self.eat(",");
        }
        self.expect("->");
        let bracket = self.eat("(");
        let mut options = vec![self.sum()];
        while self.eat("|") {
            options.push(self.sum());
        }
        if bracket {
            self.expect(")");
        }
        let mut clauses = Vec::new();
        loop {
            if self.eat("if") {
                clauses.push(Clause::If(self.condition()));
            } else if self.eat("for") || self.eat(",") {
                let name = self.take();
                self.expect("in");
                let low = self.expr();
                self.expect("..");
                clauses.push(Clause::For(name, low, self.expr()));
            } else {
                assert_eq!(self.peek(), "");
                return Rule { kind, args, options, clauses };
            }
        }
    }

    fn sum(&mut self) -> Vec<C> {
        let mut list = vec![self.component()];
        while self.eat("+") {
            list.push(self.component());
        }
        list
    }

    fn component(&mut self) -> C {
        if self.eat("0") {
            return C::Zero;
        }
        let name = self.take();
        self.expect("(");
        if name == "sum" {
            let kind = self.take();
            self.expect("(");
            let index = self.take();
            for token in [")", "for", &index, "in"] {
                self.expect(token);
            }
            let low = self.expr();
            self.expect("..");
            let high = self.expr();
            self.expect(")");
            return C::Range(kind, low, high);
        }
        C::Kind(name, self.list())
    }

    fn list(&mut self) -> Vec<E> {
        let mut list = Vec::new();
        while !self.eat(")") {
            list.push(self.expr());
            self.eat(",");
        }
        list
    }

    pub fn condition(&mut self) -> E {
        let mut left = self.conjunction();
        while self.eat("or") {
            left = E::Or(Box::new(left), Box::new(self.conjunction()));
        }
        left
    }

    fn conjunction(&mut self) -> E {
        let mut left = self.comparison();
        while self.eat("and") {
            left = E::And(Box::new(left), Box::new(self.comparison()));
        }
        left
    }

    fn comparison(&mut self) -> E {
        if self.eat("not") {
            return E::Not(Box::new(self.comparison()));
        }
        let left = self.expr();
        if ["==", "!=", "<", "<=", ">", ">="].contains(&self.peek()) {
            let op = self.take();
            return E::Cmp(op, Box::new(left), Box::new(self.expr()));
        }
        left
    }

    fn expr(&mut self) -> E {
        let mut left = self.term();
        while ["+", "-", "xor"].contains(&self.peek()) {
            let op = self.take();
            let right = Box::new(self.term());
            left = match &op[..] {
                "xor" => E::Call(op, vec![left, *right]),
                _ => E::Op(op.chars().next().unwrap(), Box::new(left), right),
            };
        }
        left
    }

    fn term(&mut self) -> E {
        let mut left = self.factor();
        while ["*", "/", "%"].contains(&self.peek()) {
            let op = self.take().chars().next().unwrap();
            left = E::Op(op, Box::new(left), Box::new(self.factor()));
        }
        left
    }

    fn factor(&mut self) -> E {
        if self.eat("(") {
            let inner = self.condition();
            self.expect(")");
            return inner;
        }
        if self.eat("-") {
            return E::Op('-', Box::new(E::Int(0)), Box::new(self.factor()));
        }
        let token = self.take();
        if let Ok(n) = token.parse() {
            return E::Int(n);
        }
        if self.eat("(") { E::Call(token, self.list()) } else { E::Name(token) }
    }
}

type Env = HashMap<String, i64>;

fn eval(e: &E, env: &Env) -> i64 {
    match e {
        E::Int(n) => *n,
        E::Name(name) => env[name],
        E::Op(op, a, b) => {
            let (a, b) = (eval(a, env), eval(b, env));
            match op {
                '+' => a + b,
                '-' => a - b,
                '*' => a * b,
                '/' => a.div_euclid(b),
                _ => a.rem_euclid(b),
            }
        }
        E::Call(name, list) => {
            let list: Vec<i64> = list.iter().map(|e| eval(e, env)).collect();
            match &name[..] {
                "min" => *list.iter().min().unwrap(),
                "max" => *list.iter().max().unwrap(),
                "abs" => list[0].abs(),
                "xor" => list[0] ^ list[1],
                "lowbit" => list[0] & -list[0],
                "ispow" => i64::from(list[0] > 0 && list[0] & (list[0] - 1) == 0),
                other => panic!("{other}"),
            }
        }
        E::Cmp(op, a, b) => {
            let (a, b) = (eval(a, env), eval(b, env));
            i64::from(match &op[..] {
                "==" => a == b,
                "!=" => a != b,
                "<" => a < b,
                "<=" => a <= b,
                ">" => a > b,
                _ => a >= b,
            })
        }
        E::And(a, b) => i64::from(eval(a, env) != 0 && eval(b, env) != 0),
        E::Or(a, b) => i64::from(eval(a, env) != 0 || eval(b, env) != 0),
        E::Not(a) => i64::from(eval(a, env) == 0),
    }
}

impl Rules {
    pub fn new(text: &str) -> Rules {
        let mut rules = Vec::new();
        let mut misere = false;
        for line in text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')) {
            if line == "misere" {
                misere = true;
            } else {
                rules.push(Parser::new(line).rule());
            }
        }
        let mut kinds: Vec<(String, usize)> = Vec::new();
        for rule in &rules {
            if kinds.iter().all(|k| k.0 != rule.kind) {
                kinds.push((rule.kind.clone(), rule.args.len()));
            }
        }
        Rules { rules, misere, kinds, memo: HashMap::new() }
    }

    fn kind(&self, name: &str) -> usize {
        self.kinds.iter().position(|k| k.0 == name).unwrap_or_else(|| panic!("no kind {name}"))
    }

    /// All options, each a list of positions.
    pub fn options(&self, kind: usize, args: &[i64]) -> Vec<Vec<(usize, Vec<i64>)>> {
        let mut list = Vec::new();
        for rule in self.rules.iter().filter(|r| r.kind == self.kinds[kind].0) {
            let mut env: Env = rule.args.iter().cloned().zip(args.iter().copied()).collect();
            self.run(rule, 0, &mut env, &mut list);
        }
        list
    }

    fn run(&self, rule: &Rule, i: usize, env: &mut Env, list: &mut Vec<Vec<(usize, Vec<i64>)>>) {
        match rule.clauses.get(i) {
            None => list.extend(rule.options.iter().filter_map(|option| self.option(option, env))),
            Some(Clause::If(c)) => {
                if eval(c, env) != 0 {
                    self.run(rule, i + 1, env, list);
                }
            }
            Some(Clause::For(name, low, high)) => {
                for n in eval(low, env)..=eval(high, env) {
                    env.insert(name.clone(), n);
                    self.run(rule, i + 1, env, list);
                }
            }
        }
    }

    fn option(&self, option: &[C], env: &Env) -> Option<Vec<(usize, Vec<i64>)>> {
        let mut positions = Vec::new();
        for component in option {
            match component {
                C::Zero => {}
                C::Kind(name, args) => {
                    positions.push((self.kind(name), args.iter().map(|e| eval(e, env)).collect::<Vec<_>>()))
                }
                C::Range(name, low, high) => {
                    positions.extend((eval(low, env)..=eval(high, env)).map(|n| (self.kind(name), vec![n])));
                }
            }
        }
        positions.iter().all(|p| p.1.iter().all(|&n| n >= 0)).then_some(positions)
    }

    /// The Grundy value; under misère play 0 for lost and 1 for won positions.
    pub fn value(&mut self, kind: usize, args: &[i64]) -> u64 {
        if let Some(&v) = self.memo.get(&(kind, args.to_vec())) {
            return v;
        }
        let mut values: Vec<u64> = Vec::new();
        for option in self.options(kind, args) {
            if self.misere && option.is_empty() {
                values.push(1);
                continue;
            }
            values.push(option.iter().fold(0, |sum, p| sum ^ self.value(p.0, &p.1)));
        }
        let value = if self.misere {
            u64::from(values.is_empty() || values.contains(&0))
        } else {
            (0..).find(|v| !values.contains(v)).unwrap()
        };
        self.memo.insert((kind, args.to_vec()), value);
        value
    }

    /// The game in arithmetic.
    pub fn game(&self) -> Game {
        let mut game = Game::new();
        game.misere = self.misere;
        for (name, arity) in &self.kinds {
            game.add_kind(name, *arity);
        }
        for rule in &self.rules {
            let names: HashMap<String, Term> =
                (0..).zip(&rule.args).map(|(v, n)| (n.clone(), game.logic.var(v))).collect();
            let builder = Builder { rules: self, rule, names, guards: vec![], vars: vec![] };
            builder.clause(&mut game, 0);
        }
        game
    }

    /// A condition on the arguments of a kind.
    pub fn formula(&self, game: &mut Game, args: &[&str], text: &str) -> Formula {
        let e = Parser::new(text).condition();
        let names = (0..).zip(args).map(|(v, n)| (n.to_string(), game.logic.var(v))).collect();
        Builder { rules: self, rule: &self.rules[0], names, guards: vec![], vars: vec![] }.formula(game, &e)
    }

    /// An expression in the arguments of a kind.
    pub fn term(&self, game: &mut Game, args: &[&str], text: &str) -> Term {
        let e = Parser::new(text).expr();
        let names = (0..).zip(args).map(|(v, n)| (n.to_string(), game.logic.var(v))).collect();
        Builder { rules: self, rule: &self.rules[0], names, guards: vec![], vars: vec![] }.term(game, &e)
    }
}

#[derive(Clone)]
struct Builder<'a> {
    rules: &'a Rules,
    rule: &'a Rule,
    names: HashMap<String, Term>,
    guards: Vec<Formula>,
    vars: Vec<u32>,
}

impl Builder<'_> {
    fn clause(mut self, game: &mut Game, i: usize) {
        match self.rule.clauses.get(i) {
            None => self.moves(game),
            Some(Clause::If(c)) => {
                let guard = self.formula(game, c);
                self.guards.push(guard);
                self.clause(game, i + 1);
            }
            Some(Clause::For(name, low, high)) => {
                let v = 20 + i as u32;
                let x = game.logic.var(v);
                let (low, high) = (self.term(game, low), self.term(game, high));
                self.vars.push(v);
                // Once for natural numbers, once for negative ones.
                for sign in [1, -1] {
                    let mut inner = self.clone();
                    let value = game.logic.scale(x, sign);
                    inner.names.insert(name.clone(), value);
                    inner.guards.extend([game.logic.le(low, value), game.logic.le(value, high)]);
                    if sign < 0 {
                        if game.logic.constant(low).is_some_and(|c| c >= 0) {
                            continue;
                        }
                        let zero = game.logic.int(0);
                        inner.guards.push(game.logic.lt(zero, x));
                    }
                    inner.clause(game, i + 1);
                }
            }
        }
    }

    fn moves(&self, game: &mut Game) {
        for option in &self.rule.options {
            let mut components = Vec::new();
            for c in option {
                match c {
                    C::Zero => {}
                    C::Kind(name, args) => {
                        let arguments = args.iter().map(|e| self.term(game, e)).collect();
                        components.push(Component::Position { kind: self.rules.kind(name), arguments, odd: true });
                    }
                    C::Range(name, low, high) => {
                        let (from, high) = (self.term(game, low), self.term(game, high));
                        let one = game.logic.int(1);
                        let to = game.logic.add(high, one);
                        components.push(Component::Range { kind: self.rules.kind(name), from, to });
                    }
                }
            }
            let guard = game.logic.and(&self.guards);
            let kind = self.rules.kind(&self.rule.kind);
            game.moves.push(Move { kind, vars: self.vars.clone(), guard, components });
        }
    }

    fn term(&self, game: &mut Game, e: &E) -> Term {
        match e {
            E::Int(n) => game.logic.int(*n),
            E::Name(name) => self.names[name],
            E::Op(op, a, b) => {
                let (a, b) = (self.term(game, a), self.term(game, b));
                let constant = game.logic.constant(b);
                match op {
                    '+' => game.logic.add(a, b),
                    '-' => game.logic.sub(a, b),
                    '*' => game.logic.product(a, b).unwrap(),
                    '/' => game.logic.div(a, constant.unwrap()),
                    _ => game.logic.modulo(a, constant.unwrap()),
                }
            }
            E::Call(name, list) => {
                let list: Vec<Term> = list.iter().map(|e| self.term(game, e)).collect();
                match &name[..] {
                    "min" => game.logic.min(&list),
                    "max" => game.logic.max(&list),
                    "abs" => game.logic.abs(list[0]),
                    "xor" => game.logic.bits(Bitwise::Xor, list[0], list[1]),
                    "lowbit" => game.logic.lowbit(list[0]),
                    other => panic!("{other}"),
                }
            }
            other => panic!("{other:?}"),
        }
    }

    fn formula(&self, game: &mut Game, e: &E) -> Formula {
        match e {
            E::Cmp(op, a, b) => {
                let (a, b) = (self.term(game, a), self.term(game, b));
                match &op[..] {
                    "==" => game.logic.eq(a, b),
                    "!=" => game.logic.ne(a, b),
                    "<" => game.logic.lt(a, b),
                    "<=" => game.logic.le(a, b),
                    ">" => game.logic.lt(b, a),
                    _ => game.logic.le(b, a),
                }
            }
            E::And(a, b) => {
                let list = [self.formula(game, a), self.formula(game, b)];
                game.logic.and(&list)
            }
            E::Or(a, b) => {
                let list = [self.formula(game, a), self.formula(game, b)];
                game.logic.or(&list)
            }
            E::Not(a) => {
                let a = self.formula(game, a);
                game.logic.not(a)
            }
            E::Call(name, list) if name == "ispow" => {
                let a = self.term(game, &list[0]);
                game.logic.is_power(a)
            }
            other => panic!("{other:?}"),
        }
    }
}

/// Small numbers as naturals.
pub fn nats(args: &[u64]) -> Vec<Nat> {
    args.iter().map(|&n| Nat::from(n)).collect()
}
