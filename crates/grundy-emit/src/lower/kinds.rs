//! Kinds of positions: how their values are found, and why that is right.

use super::names::Frame;
use super::{Lower, Refused};
use crate::ir::{self, Clause, Expr, Node, Op, Rule, Solver};
use crate::shape::{Range, Shape};
use crate::{Known, VALUE};
use grundy_rules::Library;
use grundy_rules::diagnostic::Diagnostic;
use grundy_rules::program::{self, KindId};
use grundy_rules::syntax::ast::Comparison;

impl Lower<'_> {
    /// A kind that is used.
    pub(super) fn kind(&mut self, index: usize) -> Refused<ir::Kind> {
        let program = self.program;
        let kind = &program.kinds[KindId::new(index)];
        let changes = program.rule_globals.iter().any(|&global| self.repeats(global));
        let known = self.known;
        if let Some(known) = known.iter().find(|known| known.kind == kind.name) {
            return self.formula(index, known, changes);
        }
        self.gives(index, &Shape::Int(Range::new(0, VALUE)))?;
        let names = self.written.rule(&kind.name, 0, kind.args.len());
        let mut rules = Vec::new();
        for rule in &kind.rules {
            rules.push(self.rule(index, rule)?);
        }
        let args = arguments(self.frame_of_rules(names.len()), &names, &self.kinds[index].args);
        let own = |rule: &Rule| rule.options.iter().flatten().all(|part| part.kind == index);
        let shrinks = |rule: &Rule| descends(rule, &args);
        let table = args.len() == 1 && rules.iter().all(|rule| own(rule) && shrinks(rule));
        let mut why = vec![
            "The value of a position is the mex of the values of its moves, of a sum the xor of its parts.".to_owned(),
        ];
        why.push(if table {
            "Every move leads to smaller numbers, so the table can be filled upwards.".to_owned()
        } else {
            "Positions are worked out once each, by a stack of our own: play may be long.".to_owned()
        });
        let solver = if table { super::splits::solver(index, &args[0].0, rules) } else { Solver::Search(rules) };
        if matches!(solver, Solver::Splits(..)) {
            why.extend(SPARSE.iter().map(|line| (*line).to_owned()));
        }
        let function = self.names.kinds[index].clone();
        Ok(ir::Kind { name: kind.name.clone(), function, args, solver, why, changes })
    }

    fn gives(&mut self, index: usize, shape: &Shape) -> Refused<()> {
        let old = self.kinds[index].gives.clone();
        self.kinds[index].gives = self.meet(&old, shape, Default::default(), "a value")?;
        Ok(())
    }

    fn rule(&mut self, kind: usize, rule: &program::Rule) -> Refused<Rule> {
        let mut frame = self.frame_of_rules(rule.frame);
        let described = &self.program.kinds[KindId::new(kind)];
        let shapes = self.kinds[kind].args.clone();
        // All rules of a kind stand in one function, so they use the names of the first.
        let names = self.written.rule(&described.name, 0, shapes.len());
        for (slot, (name, shape)) in names.iter().zip(shapes).enumerate() {
            frame.bind(slot, name, shape);
        }
        let (clauses, _) = self.clauses(&rule.clauses, &mut frame)?;
        let mut options = Vec::new();
        for option in &rule.options {
            let mut bound = Vec::new();
            options.push(self.parts(option, &mut frame, &mut bound)?);
            frame.unbind(&bound);
        }
        let text = self.source.text.get(rule.span.start as usize..rule.span.end as usize).unwrap_or_default();
        Ok(Rule { clauses, options, text: text.split_whitespace().collect::<Vec<_>>().join(" ") })
    }

    fn formula(&mut self, index: usize, known: &Known, changes: bool) -> Refused<ir::Kind> {
        let shapes = self.kinds[index].args.clone();
        let kind = self.by_formula(known, &shapes)?;
        if let Solver::Formula { value, .. } = &kind.solver {
            self.gives(index, &value.shape)?;
        }
        let function = self.names.kinds[index].clone();
        Ok(ir::Kind { function, changes, ..kind })
    }

    /// The kind of a formula, for arguments of these shapes.
    pub(super) fn by_formula(&mut self, known: &Known, shapes: &[Shape]) -> Refused<ir::Kind> {
        let (value, needs) = self.read_formula(known, shapes)?;
        let args = arguments(self.frame(shapes.len()), &known.args, shapes);
        let (name, why) = (known.kind.clone(), known.why.clone());
        let function = super::names::value_name(&name);
        Ok(ir::Kind { name, function, args, solver: Solver::Formula { value, needs }, why, changes: false })
    }

    /// A formula is read as a helper of a file of its own, which knows the globals by their names.
    fn read_formula(&mut self, known: &Known, shapes: &[Shape]) -> Refused<(Expr, Option<Expr>)> {
        let names: Vec<&str> = self
            .program
            .globals
            .iter()
            .filter(|global| global.role != program::Role::Input)
            .map(|global| global.name.as_str())
            .collect();
        let mut text = String::new();
        if !names.is_empty() {
            text.push_str(&format!("data {}\n", names.join(", ")));
        }
        text.push_str(&format!("let formula_value({}) = {}\n", known.args.join(", "), known.formula));
        text.push_str(&format!("let formula_needs = {}\n", known.needs.as_deref().unwrap_or("true")));
        text.push_str("formula_kind(formula_argument) -> 0 if formula_argument > 0\n");
        let wrong =
            |what: &str| Diagnostic::general(format!("the formula `{}` cannot be written: {what}", known.formula));
        let mut library = Library::new();
        library.add_rules("formula", &text).map_err(|errors| wrong(&errors.to_string()))?;
        let program = library.program("formula").ok_or_else(|| wrong("it is not read"))?;
        let renamed = program.globals.iter().map(|global| self.program.global(&global.name).unwrap_or(0)).collect();
        let source = std::mem::replace(&mut self.source, program.source.clone());
        self.renamed = Some(renamed);
        let mut frame = self.frame(program.lets[0].frame);
        for (slot, (name, shape)) in known.args.iter().zip(shapes).enumerate() {
            frame.bind(slot, name, shape.clone());
        }
        let value = self.expr(&program.lets[0].body, &mut frame);
        let mut none = self.frame(program.lets[1].frame);
        let needs = self.expr(&program.lets[1].body, &mut none);
        (self.renamed, self.source) = (None, source);
        let mut value = value?;
        // The theorem says that it is a Grundy value, whatever the ranges tell.
        value.shape = Shape::Int(value.shape.range().natural());
        Ok((value, known.needs.as_ref().map(|_| needs).transpose()?))
    }
}

/// Why the values of heaps that are split need not be looked for among all splits.
const SPARSE: [&str; 5] = [
    "A value is rare if it has an even number of ones under a mask, else common. A rare and a common value have a common exclusive or, two of",
    "a sort a rare one. So a common value comes only from a split with a rare heap, and the least common one that does not come is a bound; the",
    "rare values below it are looked for among all splits until all are found. This holds for every mask, and is fast if few heaps are rare:",
    "the mask is 0 (all are rare, all splits are looked at) until the first heaps tell which is best, and chosen again at powers of two.",
    "(Sparse spaces: Berlekamp, Conway, Guy, Winning Ways, chapter 4.)",
];

fn arguments(mut frame: Frame, names: &[String], shapes: &[Shape]) -> Vec<(String, Shape)> {
    names
        .iter()
        .zip(shapes)
        .enumerate()
        .map(|(slot, (name, shape))| (frame.bind(slot, name, shape.clone()), shape.clone()))
        .collect()
}

/// Whether all moves of a rule surely leave smaller numbers, in loops that pass through most of them: then a table pays.
fn descends(rule: &Rule, args: &[(String, Shape)]) -> bool {
    let [(name, Shape::Int(_) | Shape::Nothing)] = args else { return false };
    let dense = |clause: &Clause| match clause {
        Clause::Range(..) | Clause::If(_) | Clause::Let(..) => true,
        Clause::Each(_, items) => matches!(items.node, Node::Global(_) | Node::List(_) | Node::Helper(..)),
        Clause::Apart(..) => false,
    };
    let mut parts = rule.options.iter().flatten();
    let clauses = |part: &ir::Part| [&rule.clauses[..], &part.clauses[..]].concat();
    rule.clauses.iter().all(dense)
        && parts.all(|part| {
            part.clauses.iter().all(dense) && slack(&part.args[0], name, &clauses(part)).is_some_and(|c| c >= 1)
        })
}

/// A number c, as large as can be seen, such that the expression is at most n - c.
fn slack(expr: &Expr, n: &str, clauses: &[Clause]) -> Option<i128> {
    match &expr.node {
        Node::Name(name) if name == n => Some(0),
        Node::Name(name) => {
            let below = clauses.iter().filter_map(|clause| match clause {
                Clause::Range(bound, _, to) if bound == name => slack(to, n, clauses),
                Clause::If(condition) => conditioned(condition, name, n),
                _ => None,
            });
            below.max()
        }
        Node::Arith(Op::Sub, a, b) => {
            let c = slack(a, n, clauses)?;
            let less = b.shape.range().lo;
            // What is taken away may have been bounded from below by a loop or condition only.
            (less > i128::MIN).then(|| c.saturating_add(less))
        }
        Node::Arith(Op::Add, a, b) => {
            let one = |a: &Expr, b: &Expr| {
                let more = b.shape.range().hi;
                (more < i128::MAX).then(|| slack(a, n, clauses).map(|c| c.saturating_sub(more))).flatten()
            };
            one(a, b).max(one(b, a))
        }
        Node::Call("min2", args) => args.iter().filter_map(|arg| slack(arg, n, clauses)).max(),
        _ => None,
    }
}

/// What a condition `x < e` or `x <= e` says about a name x.
fn conditioned(condition: &Expr, name: &str, n: &str) -> Option<i128> {
    let is = |expr: &Expr| matches!(&expr.node, Node::Name(other) if other == name);
    match &condition.node {
        Node::And(parts) => parts.iter().filter_map(|part| conditioned(part, name, n)).max(),
        // A bound that is the name itself would ask for ever.
        Node::Compare(Comparison::Less, a, b) if is(a) && matches!(&b.node, Node::Name(other) if other == n) => Some(1),
        Node::Compare(Comparison::Greater, a, b) if is(b) && matches!(&a.node, Node::Name(other) if other == n) => {
            Some(1)
        }
        _ => None,
    }
}
