//! Random formulas with bounded quantifiers, against enumeration, in every numeration and both digit orders.
#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use crate::random::Random;
use grundy_automata::atoms::Bitwise;
use grundy_automata::formula::{Answer, Compiler, Formula, Logic, RelationId, Term};
use grundy_automata::{Automaton, Budget, Error, Limits, Nat, Numeration};

/// Terms and formulas of this test, with their own meaning.
#[derive(Debug, Clone)]
enum T {
    Var(u32),
    Int(i64),
    Add(Box<T>, Box<T>),
    Sub(Box<T>, Box<T>),
    Scale(Box<T>, i64),
    Div(Box<T>, i64),
    Mod(Box<T>, i64),
    Min(Box<T>, Box<T>),
    Max(Box<T>, Box<T>),
    Abs(Box<T>),
    Bits(Bitwise, Box<T>, Box<T>),
    Lowbit(Box<T>),
    If(Box<F>, Box<T>, Box<T>),
}

#[derive(Debug, Clone)]
enum F {
    Eq(T, T),
    Ne(T, T),
    Le(T, T),
    Lt(T, T),
    Power(T),
    Relation(T, T),
    Not(Box<F>),
    And(Box<F>, Box<F>),
    Or(Box<F>, Box<F>),
    /// Some (every) v ≤ bound.
    Exists(u32, i64, Box<F>),
    Forall(u32, i64, Box<F>),
}

/// What the generator may use, and the numbers that powers and the named relation hold of.
struct World {
    system: Numeration,
    weights: Vec<i64>,
}

impl World {
    fn new(system: Numeration) -> World {
        let weights = system.weights(12).unwrap().into_iter().filter_map(|w| i64::try_from(w).ok()).collect();
        World { system, weights }
    }

    /// The named relation: both words have the same number of nonzero digits.
    fn related(&self, x: i64, y: i64) -> bool {
        let count = |n: i64| self.system.digits_of(&Nat::from(n as u64)).iter().filter(|&&d| d > 0).count();
        x >= 0 && y >= 0 && count(x) % 2 == count(y) % 2
    }

    /// The same, as a table: the parity of all nonzero digits.
    fn relation(&self, budget: &Budget) -> Automaton {
        let base = self.system.digits();
        let mut next = Vec::new();
        for state in 0..2_u32 {
            for letter in 0..base * base {
                let odd = u32::from(letter % base > 0) + u32::from(letter / base > 0);
                next.push(Some((state + odd) % 2));
            }
        }
        Automaton::from_table(self.system, &[0, 1], &next, &[1, 0], budget).unwrap()
    }

    fn value(&self, t: &T, env: &[i64]) -> i64 {
        let go = |t: &T| self.value(t, env);
        match t {
            T::Var(v) => env[*v as usize],
            T::Int(c) => *c,
            T::Add(a, b) => go(a) + go(b),
            T::Sub(a, b) => go(a) - go(b),
            T::Scale(a, k) => k * go(a),
            T::Div(a, m) => (go(a) as f64 / *m as f64).floor() as i64,
            T::Mod(a, m) => go(a) - m * (go(a) as f64 / *m as f64).floor() as i64,
            T::Min(a, b) => go(a).min(go(b)),
            T::Max(a, b) => go(a).max(go(b)),
            T::Abs(a) => go(a).abs(),
            T::Bits(op, a, b) => match (u64::try_from(go(a)), u64::try_from(go(b))) {
                (Ok(a), Ok(b)) => op.apply(a, b) as i64,
                _ => 0,
            },
            T::Lowbit(a) => (0..40).map(|i| 1 << i).find(|p| go(a) > 0 && go(a) % (2 * p) == *p).unwrap_or(0),
            T::If(c, a, b) => {
                if self.holds(c, &mut env.to_vec()) {
                    go(a)
                } else {
                    go(b)
                }
            }
        }
    }

    fn holds(&self, f: &F, env: &mut Vec<i64>) -> bool {
        match f {
            F::Eq(a, b) => self.value(a, env) == self.value(b, env),
            F::Ne(a, b) => self.value(a, env) != self.value(b, env),
            F::Le(a, b) => self.value(a, env) <= self.value(b, env),
            F::Lt(a, b) => self.value(a, env) < self.value(b, env),
            F::Power(a) => self.weights.contains(&self.value(a, env)),
            F::Relation(a, b) => self.related(self.value(a, env), self.value(b, env)),
            F::Not(a) => !self.holds(a, env),
            F::And(a, b) => self.holds(a, env) && self.holds(b, env),
            F::Or(a, b) => self.holds(a, env) || self.holds(b, env),
            F::Exists(v, bound, a) => self.some(*v, *bound, a, env, true),
            F::Forall(v, bound, a) => !self.some(*v, *bound, a, env, false),
        }
    }

    fn some(&self, v: u32, bound: i64, f: &F, env: &mut Vec<i64>, wanted: bool) -> bool {
        let old = env[v as usize];
        let found = (0..=bound).any(|n| {
            env[v as usize] = n;
            self.holds(f, env) == wanted
        });
        env[v as usize] = old;
        found
    }

    fn random_term(&self, r: &mut Random, depth: u32) -> T {
        if depth == 0 || r.chance(30) {
            return if r.chance(75) { T::Var(r.between(0, 3) as u32) } else { T::Int(r.between(-6, 9)) };
        }
        let a = Box::new(self.random_term(r, depth - 1));
        let b = Box::new(self.random_term(r, depth - 1));
        let c = Box::new(F::Le(self.random_term(r, 0), self.random_term(r, depth - 1)));
        match r.between(0, 13) {
            0..=2 => T::Add(a, b),
            3..=5 => T::Sub(a, b),
            6 => T::Scale(a, r.between(-3, 3)),
            7 => T::Div(a, *r.choose(&[2, 3, 4, -2, 7])),
            8 => T::Mod(a, *r.choose(&[2, 3, 5, -3])),
            9 => T::Min(a, b),
            10 => T::Max(a, b),
            11 => T::Abs(a),
            12 if self.system.is_binary() => {
                let op = *r.choose(&[Bitwise::Xor, Bitwise::And, Bitwise::Or]);
                if r.chance(25) { T::Lowbit(a) } else { T::Bits(op, a, b) }
            }
            _ => T::If(c, a, b),
        }
    }

    fn random_formula(&self, r: &mut Random, depth: u32) -> F {
        if depth == 0 || r.chance(15) {
            let (a, b) = (self.random_term(r, 2.min(depth + 1)), self.random_term(r, 2.min(depth + 1)));
            return match r.between(0, 9) {
                0..=2 => F::Eq(a, b),
                3 => F::Ne(a, b),
                4 | 5 => F::Le(a, b),
                6 => F::Lt(a, b),
                7 => F::Power(a),
                _ => F::Relation(a, b),
            };
        }
        let next = |r: &mut Random| Box::new(self.random_formula(r, depth - 1));
        let (v, bound) = (r.between(0, 3) as u32, r.between(0, 5));
        match r.between(0, 7) {
            0 | 1 => F::And(next(r), next(r)),
            2 | 3 => F::Or(next(r), next(r)),
            4 => F::Not(next(r)),
            5 | 6 => F::Exists(v, bound, next(r)),
            _ => F::Forall(v, bound, next(r)),
        }
    }
}

fn term(logic: &mut Logic, t: &T) -> Term {
    match t {
        T::Var(v) => logic.var(*v),
        T::Int(c) => logic.int(*c),
        T::Add(a, b) => two(logic, a, b, |l, a, b| l.add(a, b)),
        T::Sub(a, b) => two(logic, a, b, |l, a, b| l.sub(a, b)),
        T::Scale(a, k) => {
            let a = term(logic, a);
            logic.scale(a, *k)
        }
        T::Div(a, m) => {
            let a = term(logic, a);
            logic.div(a, *m)
        }
        T::Mod(a, m) => {
            let a = term(logic, a);
            logic.modulo(a, *m)
        }
        T::Min(a, b) => two(logic, a, b, |l, a, b| l.min(&[a, b])),
        T::Max(a, b) => two(logic, a, b, |l, a, b| l.max(&[a, b])),
        T::Abs(a) => {
            let a = term(logic, a);
            logic.abs(a)
        }
        T::Bits(op, a, b) => two(logic, a, b, |l, a, b| l.bits(*op, a, b)),
        T::Lowbit(a) => {
            let a = term(logic, a);
            logic.lowbit(a)
        }
        T::If(c, a, b) => {
            let c = formula(logic, c);
            two(logic, a, b, |l, a, b| l.choose(c, a, b))
        }
    }
}

fn two(logic: &mut Logic, a: &T, b: &T, f: impl FnOnce(&mut Logic, Term, Term) -> Term) -> Term {
    let (a, b) = (term(logic, a), term(logic, b));
    f(logic, a, b)
}

fn formula(logic: &mut Logic, f: &F) -> Formula {
    let mut pair = |a: &T, b: &T| (term(logic, a), term(logic, b));
    match f {
        F::Eq(a, b) => {
            let (a, b) = pair(a, b);
            logic.eq(a, b)
        }
        F::Ne(a, b) => {
            let (a, b) = pair(a, b);
            logic.ne(a, b)
        }
        F::Le(a, b) => {
            let (a, b) = pair(a, b);
            logic.le(a, b)
        }
        F::Lt(a, b) => {
            let (a, b) = pair(a, b);
            logic.lt(a, b)
        }
        F::Relation(a, b) => {
            let (a, b) = pair(a, b);
            logic.apply(RelationId(0), &[a, b])
        }
        F::Power(a) => {
            let a = term(logic, a);
            logic.is_power(a)
        }
        F::Not(a) => {
            let a = formula(logic, a);
            logic.not(a)
        }
        F::And(a, b) => {
            let list = [formula(logic, a), formula(logic, b)];
            logic.and(&list)
        }
        F::Or(a, b) => {
            let list = [formula(logic, a), formula(logic, b)];
            logic.or(&list)
        }
        F::Exists(v, bound, a) | F::Forall(v, bound, a) => {
            let a = formula(logic, a);
            let (x, top) = (logic.var(*v), logic.int(*bound));
            let small = logic.le(x, top);
            if matches!(f, F::Exists(..)) {
                let body = logic.and(&[small, a]);
                logic.exists(&[*v], body)
            } else {
                let body = logic.implies(small, a);
                logic.forall(&[*v], body)
            }
        }
    }
}

const SYSTEMS: [&str; 10] = ["msd2", "lsd2", "msd3", "lsd3", "msd10", "lsd10", "msdZ1", "lsdZ1", "msdZ2", "lsdZ3"];

#[test]
fn random_sentences() {
    let rounds = if crate::random::long() { 10_000 } else { 250 };
    let mut undecided = 0;
    for (number, name) in SYSTEMS.iter().enumerate() {
        let world = World::new(name.parse().unwrap());
        for round in 0..rounds {
            undecided += usize::from(!check(&world, 1 + number as u64 * 1_000_003 + round));
        }
    }
    assert!(undecided * 50 < rounds as usize * SYSTEMS.len(), "{undecided} were not decided");
}

/// Compiles a random formula and compares it with its meaning on small tuples; `false` if a limit was met.
fn check(world: &World, seed: u64) -> bool {
    let mut random = Random::new(seed);
    let f = world.random_formula(&mut random, 3);
    let mut logic = Logic::new();
    let id = formula(&mut logic, &f);
    let closed = logic.forall(&[0, 1, 2, 3], id);
    let budget = Budget::new(Limits { states: 20_000, letters: 1 << 14, work: 1 << 26, ..Limits::default() });
    let mut compiler = Compiler::new(logic, world.system, &budget);
    compiler.define(world.relation(&budget)).unwrap();
    let automaton = match compiler.compile(id) {
        Ok(automaton) => automaton,
        Err(Error::States(_) | Error::Letters(_) | Error::Work(_)) => return false,
        Err(error) => panic!("{error} {} seed {seed}: {f:?}", world.system),
    };
    let mut first: Option<Vec<u64>> = None;
    for n in 0..4_u64.pow(4) {
        let tuple: Vec<i64> = (0..4).map(|i| (n / 4_u64.pow(i) % 4) as i64).collect();
        let expected = world.holds(&f, &mut tuple.clone());
        let numbers: Vec<u64> = automaton.tracks().iter().map(|&t| tuple[t as usize] as u64).collect();
        let found = automaton.answer_small(&numbers) == 1;
        assert_eq!(found, expected, "{} seed {seed} at {tuple:?}: {f:?}", world.system);
        let tuple: Vec<u64> = tuple.iter().map(|&n| n as u64).collect();
        let smaller = |old: &Vec<u64>| (tuple.iter().sum::<u64>(), &tuple) < (old.iter().sum::<u64>(), old);
        if !expected && first.as_ref().is_none_or(smaller) {
            first = Some(tuple);
        }
    }
    check_decision(&mut compiler, closed, first, &f)
}

/// The least counter-example, if it is among the tuples that were tried.
fn check_decision(compiler: &mut Compiler<'_>, closed: Formula, first: Option<Vec<u64>>, f: &F) -> bool {
    match compiler.decide(closed) {
        Ok(Answer::True) => assert_eq!(first, None, "{f:?}"),
        Ok(Answer::False { witness }) => {
            let witness: Vec<u64> = witness.iter().map(|w| w.1.to_u64().unwrap()).collect();
            if let Some(first) = first.filter(|first| first.iter().sum::<u64>() < 4) {
                assert_eq!(witness[..], first[..witness.len()], "{f:?}");
                assert!(first[witness.len()..].iter().all(|&n| n == 0));
            }
        }
        Err(_) => return false,
    }
    true
}

#[test]
fn known_theorems() {
    let budget = Budget::default();
    // The only unbounded sentence here with nested quantifiers: every n ≥ 8 is 3x + 5y, and 7 is the last exception.
    for name in SYSTEMS {
        let mut logic = Logic::new();
        let (n, x, y) = (logic.var(0), logic.var(1), logic.var(2));
        let (three, five) = (logic.scale(x, 3), logic.scale(y, 5));
        let sum = logic.add(three, five);
        let equal = logic.eq(n, sum);
        let stamps = logic.exists(&[1, 2], equal);
        let eight = logic.int(8);
        let large = logic.le(eight, n);
        let seven = logic.int(7);
        let seven_up = logic.le(seven, n);
        let claim = logic.implies(large, stamps);
        let claim = logic.forall(&[0], claim);
        let wrong = logic.implies(seven_up, stamps);
        let wrong = logic.forall(&[0], wrong);
        let mut compiler = Compiler::new(logic, name.parse().unwrap(), &budget);
        assert_eq!(compiler.decide(claim), Ok(Answer::True), "{name}");
        assert_eq!(compiler.decide(wrong), Ok(Answer::False { witness: vec![(0, Nat::from(7_u64))] }), "{name}");
    }
}

#[test]
fn hostile_formulas_end_with_an_error() {
    let budget = Budget::default();
    // Deep nesting of functions and of quantifiers.
    let mut logic = Logic::new();
    let mut t = logic.var(0);
    for _ in 0..100_000 {
        t = logic.div(t, 2);
    }
    let zero = logic.int(0);
    let deep = logic.eq(t, zero);
    let mut f = deep;
    let mut not = logic.le(zero, zero);
    for v in 0..100_000 {
        let x = logic.var(v % 7);
        let atom = logic.ne(x, zero);
        let both = logic.and(&[atom, not]);
        not = logic.exists(&[v % 7], both);
        not = logic.not(not);
        f = logic.not(f);
    }
    // 30 tracks that really depend on each other.
    let mut sum = logic.int(0);
    for v in 0..30 {
        let x = logic.var(v);
        let scaled = logic.scale(x, i64::from(v) + 1);
        sum = logic.add(sum, scaled);
    }
    let wide = logic.eq(sum, zero);
    let one = logic.int(1);
    let wide_not = logic.ne(sum, one);
    // 40 maxima in one equation.
    let mut many = logic.int(0);
    for v in 0..40 {
        let (a, b) = (logic.var(2 * v), logic.var(2 * v + 1));
        let max = logic.max(&[a, b]);
        many = logic.add(many, max);
    }
    let cases = logic.eq(many, one);
    let overflow = logic.scale(one, i64::MAX);
    let overflow = logic.scale(overflow, 3);
    let overflow = logic.eq(overflow, zero);
    let by_zero = logic.div(one, 0);
    let by_zero = logic.eq(by_zero, zero);
    let mut compiler = Compiler::new(logic, Numeration::BINARY, &budget);
    assert!(matches!(compiler.compile(deep), Err(Error::Depth(_))));
    assert!(matches!(compiler.compile(f), Err(Error::Depth(_))));
    assert!(matches!(compiler.compile(not), Err(Error::Depth(_))));
    assert!(matches!(compiler.compile(wide), Ok(_) | Err(Error::Letters(_))));
    assert!(matches!(compiler.compile(wide_not), Err(Error::Letters(_))));
    assert!(matches!(compiler.compile(cases), Err(Error::Cases(_))));
    assert!(matches!(compiler.compile(overflow), Err(Error::TooLarge)));
    assert!(matches!(compiler.compile(by_zero), Err(Error::Malformed(_))));
}

#[test]
fn quantifiers_with_the_same_name() {
    // (∃x: x = y + 1) ∧ (∃x: x + 2 = y) ∧ x = 7: three different x.
    let budget = Budget::default();
    let mut logic = Logic::new();
    let (x, y) = (logic.var(0), logic.var(1));
    let (one, two, seven) = (logic.int(1), logic.int(2), logic.int(7));
    let up = logic.add(y, one);
    let first = logic.eq(x, up);
    let first = logic.exists(&[0], first);
    let down = logic.add(x, two);
    let second = logic.eq(down, y);
    let second = logic.exists(&[0], second);
    let third = logic.eq(x, seven);
    let all = logic.and(&[first, second, third]);
    let mut compiler = Compiler::new(logic, Numeration::BINARY, &budget);
    let found = compiler.compile(all).unwrap();
    for (x, y) in (0..12).flat_map(|x| (0..12).map(move |y| (x, y))) {
        assert_eq!(found.answer_small(&[x, y]), u64::from(x == 7 && y >= 2));
    }
}
