//! The numbers α_p that the nim-product below ω^ω^ω is built on, from the table of excesses.
//!
//! For an odd prime p, α_p is the least ordinal that is not the p-th power of a smaller one than κ_p, and κ_p^p = α_p.
//! **Theorem** (Lenstra): α_p = κ_f + m_p, where f is the order of 2 modulo p and m_p, the *excess*, is a natural
//! number. κ_f is a sum of κ_q over a set Q(f) of prime powers: Q(h) = {h} for a prime power h; otherwise let q be the
//! full power in h of its smallest prime and g = h/q: Q(h) = Q(g) if q divides the degree of κ_g, and Q(g) ∪ {q} if
//! not. κ_{2^n} = 2^(2^(n−1)), and κ_{p^n} = ω^(ω^m·p^(n−1)) if p is the (m+1)-st odd prime.
//!
//! **Degrees.** deg x is the least n with x^(2^n) = x. As α_p is no p-th power, deg κ_{p^n} = p^n · deg α_p. A sum of
//! κ's of powers of different primes, and a natural number, has the least common multiple of their degrees: apply a
//! power φ of squaring and let p be the largest prime; φ(κ_{p^n}) is a power of κ_{p^n} that is not divisible by p,
//! times something smaller, so φ(κ_{p^n}) − κ_{p^n} has no part without κ_{p^n}, and the parts of a sum that φ moves
//! cannot cancel.
//!
//! No formula for m_p is known. The table has the primes to 281 (OEIS A380496); past it the honest answer is that it
//! is not known here.
//!
//! References: H. W. Lenstra, *On the algebraic closure of two*, 1977; OEIS A380496.

use std::sync::LazyLock;

/// The odd primes to 281, with their excesses.
#[rustfmt::skip]
pub(super) const TABLE: [(u128, u128); 59] = [
    (3, 0), (5, 0), (7, 1), (11, 1), (13, 0), (17, 0), (19, 4), (23, 1), (29, 0), (31, 1), (37, 0), (41, 1),
    (43, 1), (47, 1), (53, 1), (59, 1), (61, 0), (67, 0), (71, 0), (73, 1), (79, 1), (83, 1), (89, 1), (97, 0),
    (101, 1), (103, 0), (107, 1), (109, 0), (113, 0), (127, 1), (131, 0), (137, 1), (139, 0), (149, 1), (151, 0),
    (157, 1), (163, 4), (167, 1), (173, 0), (179, 1), (181, 0), (191, 0), (193, 0), (197, 0), (199, 0), (211, 0),
    (223, 1), (227, 1), (229, 1), (233, 1), (239, 0), (241, 0), (251, 1), (257, 0), (263, 1), (269, 1), (271, 0),
    (277, 1), (281, 0),
];

/// κ_{p^n} for an odd prime p: the place m of p among the odd primes, and p^(n−1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Kappa {
    pub(super) place: usize,
    pub(super) power: u128,
}

/// α_p as a sum of κ's and a natural number.
#[derive(Debug, Clone)]
pub(super) struct Alpha {
    pub(super) prime: u128,
    pub(super) kappas: Vec<Kappa>,
    pub(super) finite: u128,
    pub(super) degree: u128,
}

static ALPHAS: LazyLock<Vec<Alpha>> = LazyLock::new(|| {
    let mut alphas = Vec::with_capacity(TABLE.len());
    for (prime, excess) in TABLE {
        let alpha = Alpha::new(prime, excess, &alphas);
        alphas.push(alpha);
    }
    alphas
});

/// α of the prime at a place among the odd primes, if the table has it.
pub(super) fn alpha(place: usize) -> Option<&'static Alpha> {
    ALPHAS.get(place)
}

impl Alpha {
    /// α_p, when those of the smaller primes are known.
    fn new(prime: u128, excess: u128, known: &[Alpha]) -> Self {
        let mut alpha = Alpha { prime, kappas: Vec::new(), finite: excess, degree: finite_degree(excess) };
        for q in summands(order_of_two(prime), known) {
            alpha.degree = lcm(alpha.degree, kappa_degree(q, known));
            match smallest_prime(q) {
                2 => alpha.finite ^= 1 << (q / 2),
                p => alpha.kappas.push(Kappa { place: place_of(p), power: q / p }),
            }
        }
        alpha
    }
}

/// Q(h).
fn summands(h: u128, known: &[Alpha]) -> Vec<u128> {
    let q = prime_power_in(h, smallest_prime(h));
    if q == h {
        return vec![h];
    }
    let mut rest = summands(h / q, known);
    let degree = rest.iter().fold(1, |degree, &q| lcm(degree, kappa_degree(q, known)));
    if !degree.is_multiple_of(q) {
        rest.push(q);
    }
    rest
}

/// deg κ_q for a prime power q.
fn kappa_degree(q: u128, known: &[Alpha]) -> u128 {
    match smallest_prime(q) {
        2 => q,
        p => q * known[place_of(p)].degree,
    }
}

/// The degree of the least field 2^(2^n) that a natural number lies in; a multiple of its own degree, and equal to it.
pub(super) fn finite_degree(number: u128) -> u128 {
    (0..8).map(|n| 1 << n).find(|&bits| bits == 128 || number >> bits == 0).unwrap_or(128)
}

fn place_of(prime: u128) -> usize {
    TABLE.partition_point(|&(p, _)| p < prime)
}

fn order_of_two(p: u128) -> u128 {
    let powers = std::iter::successors(Some(2 % p), |power| Some(power * 2 % p));
    1 + powers.take_while(|&power| power != 1).count() as u128
}

fn smallest_prime(n: u128) -> u128 {
    (2..).take_while(|p| p * p <= n).find(|&p| n.is_multiple_of(p)).unwrap_or(n)
}

fn prime_power_in(n: u128, p: u128) -> u128 {
    std::iter::successors(Some(p), |q| Some(q * p)).take_while(|&q| n.is_multiple_of(q)).last().unwrap_or(1)
}

/// The least common multiple; the degrees here stay below 2^40.
pub(super) fn lcm(a: u128, b: u128) -> u128 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}
