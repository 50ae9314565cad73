//! print∘parse is the identity: on every contest file and on generated trees.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use grundy_rules::syntax::ast::{
    Assign, Clause, Comparison, Comprehension, Expr, ExprKind, File, Input, Item, Items, LineKind, Name, Node, Op,
    Question, Repeat, Times, Update,
};
use grundy_rules::syntax::{Source, Span, parse_expr, parse_file};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use std::fs;
use std::path::Path;

#[test]
fn contest_files_print_and_parse() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/games");
    let mut files = 0;
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.extension().is_some_and(|extension| extension == "game") {
            let text = fs::read_to_string(&path).unwrap();
            let file = parse_file(&Source::new("file", text)).unwrap();
            let printed = file.to_string();
            let again =
                parse_file(&Source::new("printed", printed.clone())).unwrap_or_else(|errors| panic!("{errors}"));
            assert_eq!(again, file, "{printed}");
            assert_eq!(again.to_string(), printed);
            files += 1;
        }
    }
    assert_eq!(files, 106);
}

fn node<T>(what: T) -> Node<T> {
    Node::new(what, Span::default())
}

fn name() -> impl Strategy<Value = Name> {
    prop_oneof![Just("n"), Just("k"), Just("piles"), Just("x_1"), Just("é"), Just("A")]
        .prop_map(|name| node(name.to_owned()))
}

fn leaf() -> impl Strategy<Value = ExprKind> {
    prop_oneof![
        (0..=i128::MAX).prop_map(ExprKind::Int),
        (0..20i128).prop_map(ExprKind::Int),
        ".{0,6}".prop_map(ExprKind::Text),
        any::<bool>().prop_map(ExprKind::Bool),
        name().prop_map(|name| ExprKind::Name(name.what)),
        question().prop_map(ExprKind::Played),
        Just(ExprKind::Case),
    ]
}

fn question() -> impl Strategy<Value = Question> {
    prop_oneof![Just(Question::Win), Just(Question::Draw), Just(Question::Value)]
}

fn level() -> impl Strategy<Value = Vec<Op>> {
    let levels: [&[Op]; 6] =
        [&[Op::Or], &[Op::And], &[Op::Xor], &[Op::Join], &[Op::Add, Op::Sub], &[Op::Mul, Op::Div, Op::Mod]];
    (0..6usize).prop_map(move |level| levels[level].to_vec())
}

fn comparison() -> impl Strategy<Value = Comparison> {
    use Comparison::*;
    prop_oneof![
        Just(Equal),
        Just(NotEqual),
        Just(Less),
        Just(LessEqual),
        Just(Greater),
        Just(GreaterEqual),
        Just(In),
        Just(NotIn)
    ]
}

fn clauses(expr: BoxedStrategy<Expr>) -> impl Strategy<Value = Vec<Clause>> {
    let names = prop_oneof![vec(name(), 1), vec(name(), 2..4)];
    let items = prop_oneof![
        expr.clone().prop_map(Items::Each),
        (expr.clone(), option::of(expr.clone())).prop_map(|(from, to)| Items::Range(from, to)),
    ];
    let clause = prop_oneof![
        (names, items).prop_map(|(names, items)| Clause::For { names, items }),
        expr.clone().prop_map(Clause::If),
        (name(), expr).prop_map(|(name, value)| Clause::Let(name, value)),
    ];
    vec(clause, 1..4)
}

fn comprehension(expr: BoxedStrategy<Expr>) -> impl Strategy<Value = Box<Comprehension>> {
    (expr.clone(), clauses(expr)).prop_map(|(body, clauses)| Box::new(Comprehension { body, clauses }))
}

fn update(expr: BoxedStrategy<Expr>) -> impl Strategy<Value = Update> {
    let assign = prop_oneof![Just(Assign::Set), Just(Assign::Add), Just(Assign::Sub)];
    (vec(expr.clone(), 1..3), assign, expr).prop_map(|(path, assign, value)| Update { path, assign, value })
}

fn compound(expr: BoxedStrategy<Expr>) -> impl Strategy<Value = ExprKind> {
    let boxed = expr.clone().prop_map(Box::new).boxed();
    let head = prop_oneof![name(), Just(node("text".to_owned())), Just(node("xor".to_owned()))];
    let chain = (level(), boxed.clone(), vec((any::<prop::sample::Index>(), expr.clone()), 1..4));
    prop_oneof![
        chain.prop_map(|(ops, first, rest)| {
            ExprKind::Chain(first, rest.into_iter().map(|(op, operand)| (*op.get(&ops), operand)).collect())
        }),
        (question(), boxed.clone()).prop_map(|(question, position)| ExprKind::Ask(question, position)),
        (head.clone(), vec(expr.clone(), 0..3)).prop_map(|(head, args)| ExprKind::Call {
            head,
            args,
            settings: Vec::new()
        }),
        (head, comprehension(expr.clone()), vec(leaf().prop_map(node), 0..2))
            .prop_map(|(head, body, rest)| ExprKind::CallOver { head, body, rest }),
        vec(expr.clone(), 0..3).prop_map(ExprKind::List),
        comprehension(expr.clone()).prop_map(ExprKind::ListOver),
        (boxed.clone(), boxed.clone()).prop_map(|(from, to)| ExprKind::RangeList(from, to)),
        (boxed.clone(), boxed.clone()).prop_map(|(base, index)| ExprKind::Index(base, index)),
        (boxed.clone(), option::of(boxed.clone()), option::of(boxed.clone()))
            .prop_map(|(base, from, to)| ExprKind::Slice(base, from, to)),
        boxed.clone().prop_map(ExprKind::Neg),
        boxed.clone().prop_map(ExprKind::Not),
        (boxed.clone(), boxed.clone()).prop_map(|(a, b)| ExprKind::Power(a, b)),
        (comparison(), boxed.clone(), boxed.clone()).prop_map(|(comparison, a, b)| ExprKind::Compare(comparison, a, b)),
        (boxed.clone(), vec(update(expr.clone()), 1..3)).prop_map(|(base, updates)| ExprKind::With(base, updates)),
        (boxed.clone(), boxed.clone(), boxed).prop_map(|(condition, yes, no)| ExprKind::If(condition, yes, no)),
        vec(expr, 2..4).prop_map(ExprKind::Either),
    ]
}

fn expr() -> impl Strategy<Value = Expr> {
    leaf().prop_map(node).prop_recursive(4, 40, 4, |expr| compound(expr.boxed()).prop_map(node)).boxed()
}

/// Alternatives at the top of a rule are flattened, so a generated one is not the parser's.
fn option_of_rule() -> impl Strategy<Value = Expr> {
    expr().prop_filter("alternatives are flat", |expr| !matches!(expr.what, ExprKind::Either(_)))
}

fn texts() -> impl Strategy<Value = Vec<String>> {
    vec("[a-z=\\[\\]\" ,\\\\]{1,4}", 0..2)
}

fn item(depth: u32) -> BoxedStrategy<Item> {
    let plain = (name(), any::<bool>(), vec(expr(), 0..3), any::<bool>(), texts(), texts());
    let plain = plain.prop_map(|(name, text, sizes, open, before, after)| {
        let open = open && !text && sizes.is_empty();
        Item { before, name, text, sizes, open, record: None, after }
    });
    if depth == 0 {
        return plain.boxed();
    }
    let record = (name(), vec(expr(), 0..3), vec(item(depth - 1), 1..3), texts(), texts());
    let record = record.prop_map(|(name, sizes, fields, before, after)| Item {
        before,
        name,
        text: false,
        sizes,
        open: false,
        record: Some(fields),
        after,
    });
    prop_oneof![2 => plain, 1 => record].boxed()
}

fn input() -> impl Strategy<Value = Input> {
    let times = prop_oneof![name().prop_map(Times::Count), Just(Times::ToEnd), expr().prop_map(Times::Until)];
    let repeat = (times, vec(item(1), 1..3)).prop_map(|(times, items)| Repeat { times, items });
    (vec(item(2), 0..3), option::of(repeat))
        .prop_filter("an input reads something", |(once, repeat)| !once.is_empty() || repeat.is_some())
        .prop_map(|(once, repeat)| Input { once, repeat })
}

fn line() -> impl Strategy<Value = LineKind> {
    let block = vec("[a-z0-9#.]{1,5}( [a-z0-9#]{1,3}){0,2}", 0..3).prop_map(|lines| lines.join("\n"));
    let some_clauses = prop_oneof![Just(Vec::new()), clauses(expr().boxed())];
    prop_oneof![
        (name(), vec(name(), 0..3), vec(option_of_rule(), 1..3), some_clauses.clone())
            .prop_map(|(kind, args, options, clauses)| LineKind::Rule { kind, args, options, clauses }),
        vec(name(), 1..3).prop_map(LineKind::Param),
        vec(name(), 1..3).prop_map(LineKind::Data),
        (name(), vec(name(), 0..3), expr()).prop_map(|(name, args, body)| LineKind::Let { name, args, body }),
        Just(LineKind::Misere),
        Just(LineKind::Finite),
        (option::of(name()), name(), vec(name(), 0..3)).prop_map(|(kind, shape, args)| LineKind::Draw {
            kind,
            shape,
            args
        }),
        input().prop_map(LineKind::Input),
        (expr(), some_clauses).prop_map(|(position, clauses)| LineKind::Play(position, clauses)),
        vec(expr(), 1..3).prop_map(LineKind::Answer),
        block.clone().prop_map(LineKind::Sample),
        block.prop_map(LineKind::Gives),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn expressions_print_and_parse(expr in expr()) {
        let printed = expr.to_string();
        let again = parse_expr(&Source::new("EXPR", printed.clone()));
        prop_assert_eq!(again.map_err(|errors| TestCaseError::fail(errors.to_string()))?, expr, "{}", printed);
    }

    #[test]
    fn files_print_and_parse(lines in vec(line(), 0..5)) {
        let file = File { lines: lines.into_iter().map(node).collect() };
        let printed = file.to_string();
        let again = parse_file(&Source::new("file", printed.clone()));
        prop_assert_eq!(again.map_err(|errors| TestCaseError::fail(errors.to_string()))?, file, "{}", printed);
    }
}
