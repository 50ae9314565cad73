//! Boxes of random rules against the plain definition.

use crate::support::{Random, by_definition, plan, values};

const NAMES: [&str; 4] = ["x", "y", "z", "w"];

fn position(args: &[String]) -> String {
    format!("g({})", args.join(", "))
}

/// `x-2`, or `x` for 0.
fn less(name: &str, by: &str) -> String {
    if by == "0" { name.to_owned() } else { format!("{name}-{by}") }
}

/// Constant vectors.
fn steps(random: &mut Random, arity: usize) -> String {
    let count = 1 + random.below(6);
    let option = |random: &mut Random| loop {
        let vector: Vec<u64> = (0..arity).map(|_| random.below(4)).collect();
        if vector.iter().any(|&step| step > 0) {
            let args = vector.iter().zip(NAMES).map(|(step, name)| less(name, &step.to_string()));
            return position(&args.collect::<Vec<_>>());
        }
    };
    let options: Vec<String> = (0..count).map(|_| option(random)).collect();
    format!("g({}) -> {}", NAMES[..arity].join(", "), options.join(" | "))
}

/// Rays, up to some number of times or without end.
fn rays(random: &mut Random, arity: usize) -> String {
    let mut rules = String::new();
    let most: Option<u64> = (random.below(3) == 0).then(|| 2 + random.below(4));
    for _ in 0..1 + random.below(3) {
        let vector: Vec<u64> = loop {
            let vector: Vec<u64> = (0..arity).map(|_| random.below(5).min(2) % 3).collect();
            if vector.iter().any(|&step| step > 0) {
                break vector;
            }
        };
        let by = |step: &u64| if *step == 1 { "k".to_owned() } else { format!("{step}*k") };
        let args =
            vector.iter().zip(NAMES).map(|(step, name)| less(name, &if *step == 0 { "0".into() } else { by(step) }));
        let end = most.map_or_else(|| NAMES[..arity].join("+"), |most| most.to_string());
        let args = args.collect::<Vec<_>>();
        rules += &format!("g({}) -> {} for k in 1..{end}\n", NAMES[..arity].join(", "), position(&args));
    }
    rules
}

/// Guards, sums, arguments that rise or depend on each other.
fn other(random: &mut Random, arity: usize) -> String {
    let names = NAMES[..arity].join(", ");
    let (a, b) = (random.below(arity as u64) as usize, random.below(arity as u64) as usize);
    let args = |change: &dyn Fn(usize) -> String| position(&(0..arity).map(change).collect::<Vec<_>>());
    let own = |place: usize| NAMES[place].to_owned();
    let k = 1 + random.below(3);
    let first = match random.below(7) {
        0 => format!(
            "{} for k in 1..{} if k % 2 == {} or {} > {}",
            args(&|p| if p == a { format!("{}-k", NAMES[p]) } else { own(p) }),
            NAMES[a],
            k % 2,
            NAMES[a],
            NAMES[b]
        ),
        1 => format!(
            "{} + {} for k in 1..{}",
            args(&|p| if p == a { format!("{}-k", NAMES[p]) } else { own(p) }),
            args(&|p| if p == a { "k-1".into() } else { own(p) }),
            NAMES[a]
        ),
        2 => format!("{} for k in 0..{}-1", args(&|p| format!("min({}, k)", NAMES[p])), NAMES[a]),
        // Rises as the first falls, within a bound.
        3 if arity > 1 => format!(
            "{} if y + {k} <= 5",
            args(&|p| match p {
                0 => "x-1".into(),
                1 => format!("y+{k}"),
                _ => own(p),
            })
        ),
        4 => format!("{} if {} > 0", args(&|p| if p == a { format!("{}/2", NAMES[p]) } else { own(p) }), NAMES[a]),
        5 => format!(
            "{} for d in divisors({}) if d < {}",
            args(&|p| if p == a { "d".into() } else { own(p) }),
            NAMES[a],
            NAMES[a]
        ),
        // The last argument only rises.
        _ if arity > 1 => {
            let (place, end) = (arity - 1, last(arity)[arity - 1]);
            format!(
                "{} if {} + {k} <= {end}",
                args(&|p| if p == place { format!("{}+{k}", NAMES[p]) } else { own(p) }),
                NAMES[place]
            )
        }
        _ => format!("{} | 0 if x > {k}", args(&|_| "x-1".into())),
    };
    let first = first.replace("g(x-1) | 0 if", "(g(x-1) | 0) if");
    let second = args(&|p| if p == b { format!("{}-{k}", NAMES[p]) } else { own(p) });
    if random.below(2) == 0 || first.contains("<=") {
        format!("g({names}) -> {first}\n")
    } else {
        format!("g({names}) -> {first}\ng({names}) -> {second} if {} >= {k}\n", NAMES[b])
    }
}

fn last(arity: usize) -> Vec<u64> {
    match arity {
        1 => vec![40],
        2 => vec![9, 5],
        3 => vec![6, 5, 4],
        _ => vec![3, 5, 2, 3],
    }
}

#[test]
fn boxes_of_random_rules_have_the_values_of_the_definition() {
    let mut random = Random(20);
    let mut methods = std::collections::BTreeMap::new();
    for round in 0..75 {
        let arity = 1 + (round / 3) % 4;
        let rules = match round % 3 {
            0 => steps(&mut random, arity),
            1 => rays(&mut random, arity),
            _ => other(&mut random, arity),
        };
        let last = last(arity);
        let made = match plan(&rules, &last, 1 + random.below(30)) {
            Ok(made) => made,
            // A rule that leaves everything as it is has no order, and no values.
            Err(error) => {
                assert!(error.to_string().contains("no order"), "{rules}{error}");
                continue;
            }
        };
        *methods.entry((made.method(), made.is_proved())).or_insert(0) += 1;
        let found = values(&made).unwrap_or_else(|error| panic!("{rules}{error}"));
        assert_eq!(found, by_definition(&rules, &last), "{rules}in blocks of {:?}", made.shape().shifts());
    }
    assert!(methods[&("steps", true)] >= 20 && methods[&("rays", true)] >= 8, "{methods:?}");
    assert!(methods[&("general", true)] >= 8 && methods[&("general", false)] >= 1, "{methods:?}");
    assert!(methods.values().sum::<i32>() >= 60, "{methods:?}");
}

#[test]
fn large_sets_of_steps_take_wider_masks() {
    // Values reach the number of steps: heaps with take 1..m have values n mod (m+1).
    for most in [7u64, 8, 15, 16, 31, 32, 63, 64, 200, 255] {
        let rules = format!("g(n) -> g(n-k) for k in 1..{most}");
        let made = plan(&rules, &[1000], 100).unwrap();
        assert_eq!(made.method(), "steps", "{most}");
        let wanted: Vec<u32> = (0..=1000).map(|n| (n % (most + 1)) as u32).collect();
        assert_eq!(values(&made).unwrap(), wanted, "{most}");
    }
    assert_eq!(plan("g(n) -> g(n-k) for k in 1..256", &[1000], 100).unwrap().method(), "general");
}

#[test]
fn values_beyond_a_byte_are_wider() {
    // Nim by one ray: the value is the heap.
    let made = plan("g(n) -> g(n-k) for k in 1..n", &[70_000], 4096).unwrap();
    assert_eq!(made.method(), "rays");
    assert_eq!(values(&made).unwrap(), (0..=70_000).collect::<Vec<u32>>());
    // Two heaps: the nim-sum.
    let made =
        plan("g(x, y) -> g(x-k, y) for k in 1..x\ng(x, y) -> g(x, m) for m in 0..y-1", &[300, 300], 1000).unwrap();
    let wanted: Vec<u32> = (0..=300u32).flat_map(|x| (0..=300u32).map(move |y| x ^ y)).collect();
    assert_eq!(values(&made).unwrap(), wanted);
}

#[test]
fn what_has_no_order_or_leaves_the_box_is_refused() {
    let message = |rules: &str, last: &[u64]| match plan(rules, last, 16) {
        Ok(made) => values(&made).unwrap_err().to_string(),
        Err(error) => error.to_string(),
    };
    assert!(message("g(x, y) -> g(x-1, y+1) | g(x+1, y-1)", &[5, 5]).contains("no order"));
    assert!(
        message("g(x, y) -> g(x-1, y+1)", &[5, 5])
            .contains("`g(1, 5)` has a move to `g(0, 6)`, which is not in the table")
    );
    assert!(message("g(x) -> h(x-1)\nh(x) -> g(x-1)", &[5]).contains("lead to positions of `h`"));
    assert!(message("g(x, s) -> g(x, t) for t in s..", &[5, 5]).contains("without an end"));
    assert!(message("g(x) -> g(x-1)", &[5, 5]).contains("1 arguments"));
    assert!(message("misere\ng(x) -> g(x-1)", &[5]).contains("misère"));
    // Sampled orders are checked at every move.
    let hidden =
        "g(x, y) -> g(x-1, y) if x > 0\ng(x, y) -> g(x + 1, y) if x % 13 == 3 and divisors(x) == [1, 3] and y == 2";
    assert!(message(hidden, &[40, 40]).contains("g("), "{}", message(hidden, &[40, 40]));
}
