//! Certificates that nobody should write: refused, before much is worked out.
#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use grundy_verify::{Allowance, Reject, check_proof, check_proof_within, check_within};
use std::time::Instant;

/// A good one: Nim.
const NIM: &str = "grundy certificate 2
| nim(n) -> nim(m) for m in 0..n-1
claim nim(n) = n
numeration msd2
encoding relation
kind nim(_) 1
1: 0 . . 0
order nim(_) 0 0 sum 1
end
";

fn with_rules(rules: &str, claim: &str) -> Result<(), Reject> {
    let lines: String = rules.lines().map(|line| format!("| {line}\n")).collect();
    let text = NIM.replace("| nim(n) -> nim(m) for m in 0..n-1\n", &lines).replace("claim nim(n) = n", claim);
    check_proof(&text).map(drop)
}

#[test]
fn the_good_one_is_accepted() {
    let report = check_proof(NIM).unwrap();
    assert_eq!(report.ends, "measure");
    assert_eq!(report.to_string(), "nim(n) = n (relation, msd2: nim 2 states)");
}

#[test]
fn nothing_and_nonsense() {
    for text in
        ["", "\n", "grundy certificate 2", "grundy certificate 2\nend\n", "grundy certificate 3\nend\n", "GRUNDY"]
    {
        assert!(matches!(check_proof(text), Err(Reject::Format(_))), "{text}");
    }
}

#[test]
fn sizes() {
    for (from, to) in [
        ("kind nim(_) 1", "kind nim(_) 99999999999"),
        ("kind nim(_) 1", "kind nim(_) 65536"),
        ("kind nim(_) 1", "kind nim(_) 0"),
        ("nim(_)", "nim(_,_,_,_,_,_,_,_,_,_,_,_,_,_,_)"),
        ("msd2", "msd65"),
        ("msd2", "msdZ17"),
        ("msd2", "msd0"),
        ("msd2", "msd64"),
        ("1: 0 . . 0", "1: 0 . . 9"),
        ("1: 0 . . 0", "2: 0 . . 0"),
        ("1: 0 . . 0", "1: 0 . . 0 0"),
        ("sum 1", "sum 99999"),
        ("sum 1", "lex 7"),
        ("sum 1", "sum 0"),
        ("order nim(_) 0 0 sum 1", "order nim(_) 0 0 sum 1\norder nim(_) 0 0 sum 1"),
        ("claim nim(n) = n", "claim nim(n) = n\nclaim nim(m) = m"),
        ("claim nim(n) = n", "claim nim(n) lost if n > 0"),
        ("claim nim(n) = n", "claim nim(n) = n\ndomain nim(n) if n > 0"),
        ("claim nim(n) = n", "set K = 3\nclaim nim(n) = n"),
        ("end\n", "end\nend\n"),
        ("end\n", ""),
    ] {
        assert!(check_proof(&NIM.replacen(from, to, 9)).is_err(), "{to}");
    }
}

#[test]
fn rules_that_cost_much() {
    let nested = format!("nim(n) -> nim({}n{})", "(".repeat(100_000), ")".repeat(100_000));
    let chain = format!("nim(n) -> nim(n{})", "+n".repeat(20_000));
    let minus = format!("nim(n) -> nim({}n)", "-".repeat(50_000));
    let long = format!("nim(n) -> nim(n-1) # {}", "x".repeat(1 << 17));
    let powers = "nim(n) -> nim(n - 9^9^9^9)";
    let large = "nim(n) -> nim(n - 999999999999999999)";
    let modulus = "nim(n) -> nim(n % 123456789123)";
    let range = "nim(n) -> nim(n - len([0..999999999]))";
    let many = "nim(n) -> nim(n-a-b-c-d) for a in 1..30, b in 1..30, c in 1..30, d in 1..30";
    let double = "let f(n) = f(n) + f(n)\nnim(n) -> nim(f(n))";
    let branching = "let f(a) = g(a) + g(a)\nlet g(a) = h(a) + h(a)\nlet h(a) = f(a) + f(a)\nnim(n) -> nim(n - f(1))";
    let text = "nim(n) -> nim(len(\"abc))";
    let all = [&nested, &chain, &minus, &long, powers, large, modulus, range, many, double, branching, text];
    for rules in all {
        assert!(with_rules(rules, "claim nim(n) = n").is_err(), "{}", &rules[..rules.len().min(60)]);
    }
    for formula in
        ["n * n", "n / n", "n / 0", "gcd(n, 2)", "[1, 2][n]", "nim", "n[0]", "n % -1", "- n", "true", "(n - 5) xor 1"]
    {
        let claim = format!("claim nim(n) = {formula}");
        assert!(with_rules("nim(n) -> nim(m) for m in 0..n-1", &claim).is_err(), "{formula}");
    }
}

/// Rules that agree with Nim on small positions, or nearly do, are not Nim.
#[test]
fn near_misses() {
    for rules in [
        "nim(n) -> nim(m) for m in 0..n-2",
        "nim(n) -> nim(m) for m in 1..n-1",
        "nim(n) -> nim(m) for m in 0..n",
        "nim(n) -> nim(m) for m in 0..n-1 if n != 1000",
        "nim(n) -> nim(m) for m in 0..n-1 if m != 4711",
        "nim(n) -> nim(m) + nim(m) for m in 0..n-1",
        "nim(n) -> nim(m) for m in 0..n-1\nnim(n) -> nim(n+1) if n == 500",
        "misere\nnim(n) -> nim(m) for m in 0..n-1",
        "nim(n, k) -> nim(m, k) for m in 0..n-1",
    ] {
        assert!(with_rules(rules, "claim nim(n) = n").is_err(), "{rules}");
    }
    for rules in [
        "nim(n) -> nim(n-k) for k in 1..n",
        "nim(n) -> nim(m) for m in 0..n-1 if m >= 0 or m == 3",
        "param K\nnim(n) -> nim(m) for m in [0..-1]\nnim(n) -> nim(n-k)\n   for k in 1..n   # indented",
        "let top(n) = n - 1\nnim(n) -> nim(m) for m in 0..top(n)\ninput n\nplay nim(n)\nanswer if win then \"a\" else \"b\"",
        "nim(n) -> nim(m) + 2*nim(n) for m in 0..n-1 if n > n\nnim(n) -> nim(max(m, 0)) for m in -3..n-1 if n > 0",
    ] {
        with_rules(rules, "claim nim(n) = n").unwrap_or_else(|reject| panic!("{rules}: {reject}"));
    }
}

/// A number of format 1: seven bits a byte, lowest first.
fn number(bytes: &mut Vec<u8>, mut n: u64) {
    while n >= 128 {
        bytes.push(n as u8 | 128);
        n >>= 7;
    }
    bytes.push(n as u8);
}

/// A certificate of format 1 with a right checksum: one run of equal digits, and a period of as many heaps as the pre-period.
fn forged(digit: u64, places: u64, period: u64, heaps: u64) -> Vec<u8> {
    let mut bytes = b"GRUNDY\x00\x01".to_vec();
    let rule = [0, 0, 1, 1, places, digit, 0, 0, 0];
    let claims = [period, period, 0, heaps, 0, 1, 0, 0, 3, 4];
    rule.into_iter().chain(claims).for_each(|n| number(&mut bytes, n));
    let sum = bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// A deadline that has passed shows what is refused before anything is worked out.
fn late() -> Allowance {
    Allowance { deadline: Some(Instant::now()), ..Allowance::default() }
}

#[test]
fn a_small_file_that_asks_for_much_is_refused_before_the_work() {
    let breaks = forged(4, 5000, 100_000, 405_000);
    assert!(breaks.len() <= 45, "{}", breaks.len());
    assert_eq!(check_within(&breaks, late()), Err(Reject::TooLarge));
    // Every other number of heaps is a false claim, whatever it would cost.
    assert_eq!(check_within(&forged(4, 5000, 100_000, 404_999), late()), Err(Reject::Theorem("the number of heaps")));
}

#[test]
fn time_and_memory_are_limits() {
    let takes = forged(3, 5000, 100_000, 205_000);
    assert_eq!(check_within(&takes, late()), Err(Reject::Time));
    let small = Allowance { memory: 1 << 20, ..Allowance::default() };
    assert_eq!(check_within(&takes, small), Err(Reject::Memory { limit: 1 << 20 }));
    assert_eq!(check_proof_within(NIM, late()).unwrap_err(), Reject::Time);
    let tiny = Allowance { memory: 8, ..Allowance::default() };
    assert_eq!(check_proof_within(NIM, tiny).unwrap_err(), Reject::Memory { limit: 8 });
}

/// Found by fuzzing: by a mask of the parity alone all values of every second heap are rare, and the search for a common one had no end.
#[test]
fn a_mask_without_common_values() {
    #[rustfmt::skip]
    let bytes = [
        71, 82, 85, 78, 68, 89, 0, 1, 0, 0, 1, 2, 1, 7, 0, 0, 0, 53, 34, 0, 176, 1, 1, 1, 1, 0, 162, 1, 7,
        213, 182, 121, 112, 170, 21, 33, 93,
    ];
    assert_eq!(check_within(&bytes, Allowance::default()).unwrap_err(), Reject::Claim("the mask"));
}
