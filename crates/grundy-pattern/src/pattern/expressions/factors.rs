//! Functions of the factorisation as leaves of expressions, where the rules speak of divisors or primes.

use crate::pattern::Values;

/// Words of rules whose values may follow from the factors of an argument.
const WORDS: [&str; 5] = ["divisors", "factors", "primes", "isprime", "gcd"];

/// Whether rules use one of the functions of factors.
pub(super) fn speak_of_factors(rules: &str) -> bool {
    let mut words = rules.lines().map(|line| line.split('#').next().unwrap_or_default());
    words.any(|line| line.split(|c: char| !c.is_alphanumeric()).any(|word| WORDS.contains(&word)))
}

/// The functions of every argument, in the order of [`functions`].
pub(super) fn names(values: &Values) -> Vec<String> {
    let used = |name: &String| values.names.contains(name) || values.params.iter().any(|p| p.0 == *name);
    let mut free = ["p", "k", "q", "e", "r", "s"].map(String::from).into_iter().filter(|name| !used(name));
    let (Some(p), Some(k)) = (free.next(), free.next()) else { return Vec::new() };
    let of = |n: &String| {
        let over = format!("for ({p}, {k}) in factors({n})");
        [
            format!("sum({k} {over})"),
            format!("len(factors({n}))"),
            format!("xor({k} {over})"),
            format!("sum({k} {over} if {p} == 2)"),
            format!("len(divisors({n}))"),
            format!("(if isprime({n}) then 1 else 0)"),
        ]
    };
    values.names.iter().flat_map(of).collect()
}

/// The number of prime factors with and without their multiplicity, the XOR of the exponents, the exponent of 2, the number of
/// divisors, whether it is a prime.
pub(super) fn functions(n: u64) -> [i64; 6] {
    let (mut rest, mut exponents, mut twos) = (n, Vec::new(), 0);
    let mut p = 2;
    while rest > 1 {
        let mut exponent = 0_i64;
        while rest % p == 0 {
            rest /= p;
            exponent += 1;
        }
        twos += if p == 2 { exponent } else { 0 };
        exponents.extend((exponent > 0).then_some(exponent));
        p = if p * p > rest { rest.max(p + 1) } else { p + 1 };
    }
    let all: i64 = exponents.iter().sum();
    let divisors = if n == 0 { 0 } else { exponents.iter().map(|e| e + 1).product() };
    [all, exponents.len() as i64, exponents.iter().fold(0, |xor, e| xor ^ e), twos, divisors, i64::from(all == 1)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_trial() {
        for n in 0..500_u64 {
            let divisors: Vec<u64> = (1..=n).filter(|d| n % d == 0).collect();
            let primes: Vec<u64> =
                divisors.iter().copied().filter(|&d| (1..=d).filter(|e| d % e == 0).count() == 2).collect();
            let exponent = |p: u64| (1..64).take_while(|&k| n % p.pow(k) == 0).count() as i64;
            let exponents: Vec<i64> = primes.iter().map(|&p| exponent(p)).collect();
            let two = if n % 2 == 0 && n > 0 { exponent(2) } else { 0 };
            let expected = [
                exponents.iter().sum(),
                primes.len() as i64,
                exponents.iter().fold(0, |xor, e| xor ^ e),
                two,
                divisors.len() as i64,
                i64::from(primes == [n]),
            ];
            assert_eq!(functions(n), expected, "{n}");
        }
        assert!(speak_of_factors("g(n) -> g(d) for d in divisors(n)"));
        assert!(!speak_of_factors("g(n) -> g(n-1) # divisors"));
    }
}
