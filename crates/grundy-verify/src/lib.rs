//! An independent checker of period certificates: it shares no code with the solvers and depends on nothing.
//!
//! A certificate says that the Grundy values of a take-and-break game satisfy G(n + p) = G(n) + s for all n ≥ n₀, with the
//! least such n₀ and p. [`check`] computes the values again, by its own and plainer method, as far as the theorem for the
//! game asks for, and checks the theorem's hypotheses. The format and the theorems are described in
//! `docs/CERTIFICATES.md`.

mod format;
mod proof;
mod rule;
mod values;
mod work;

pub use proof::{ProofReport, check_proof, check_proof_within};
pub use work::Allowance;

use format::{Certificate, FNV_PRIME, FNV_START};
use rule::{Parts, gcd};
use std::fmt;
use work::Work;

/// What a certificate that passed the check proves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The game's code.
    pub rule: String,
    /// The least period.
    pub period: u64,
    /// The least heap from which on the values repeat.
    pub preperiod: u64,
    /// What a period adds to the values.
    pub saltus: u64,
    /// The heaps whose values were computed again.
    pub heaps: u64,
    /// The theorem's name.
    pub theorem: &'static str,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { rule, period, preperiod, saltus, heaps, theorem } = self;
        write!(f, "{rule}: G(n + {period}) = G(n)")?;
        if *saltus > 0 {
            write!(f, " + {saltus}")?;
        }
        write!(f, " for all n >= {preperiod} ({theorem}; {heaps} values computed again)")
    }
}

/// Why a certificate is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reject {
    /// Not a certificate, or a damaged one.
    Format(&'static str),
    /// A claim that is not true.
    Claim(&'static str),
    /// A hypothesis of the theorem does not hold.
    Theorem(&'static str),
    /// Rules or a formula outside the part of the language that this checker reads.
    Unread(&'static str),
    /// The check would need more work than any may.
    TooLarge,
    /// The check did not end before the deadline.
    Time,
    /// The check would need more memory than was allowed.
    Memory {
        /// The limit in bytes.
        limit: u64,
    },
}

impl fmt::Display for Reject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reject::Format(what) => write!(f, "bad certificate: {what}"),
            Reject::Claim(what) => write!(f, "false claim: {what}"),
            Reject::Theorem(what) => write!(f, "the theorem does not apply: {what}"),
            Reject::Unread(what) => write!(f, "outside what the checker reads: {what}"),
            Reject::TooLarge => f.write_str("the certificate asks for more work than is allowed"),
            Reject::Time => f.write_str("the time for the check is over"),
            Reject::Memory { limit } => write!(f, "the check needs more than {} MiB of memory", limit >> 20),
        }
    }
}

impl std::error::Error for Reject {}

/// Checks a certificate.
///
/// ```
/// assert_eq!(grundy_verify::check(b"nonsense").unwrap_err().to_string(), "bad certificate: not a period certificate of version 1");
/// ```
pub fn check(bytes: &[u8]) -> Result<Report, Reject> {
    check_within(bytes, Allowance::default())
}

/// Checks a certificate with no more memory and time than allowed.
///
/// ```
/// use grundy_verify::{Allowance, Reject, check_within};
/// assert!(matches!(check_within(b"nonsense", Allowance::default()), Err(Reject::Format(_))));
/// ```
pub fn check_within(bytes: &[u8], allowed: Allowance) -> Result<Report, Reject> {
    let certificate = format::read(bytes)?;
    let work = &Work::new(values::MOST_STEPS, allowed);
    if certificate.period == 0 {
        return Err(Reject::Claim("period 0"));
    }
    let theorem = match certificate.theorem {
        1 => finite_code(&certificate, work)?,
        2 => takes(&certificate, work)?,
        3 => nim_moves(&certificate)?,
        4 => lasker(&certificate)?,
        _ => return Err(Reject::Format("unknown theorem")),
    };
    let Certificate { rule, period, preperiod, saltus, heaps, .. } = certificate;
    Ok(Report { rule: rule.to_string(), period, preperiod, saltus, heaps, theorem })
}

/// Guy and Smith's theorem and its extensions.
fn finite_code(certificate: &Certificate, work: &Work) -> Result<&'static str, Reject> {
    let rule = &certificate.rule;
    if !rule.tail.is_empty() || certificate.saltus != 0 {
        return Err(Reject::Theorem("finite codes and periods without saltus only"));
    }
    let multiple = rule.multiple().ok_or(Reject::Theorem("an odd number of equal heaps"))?;
    let start = u128::from(certificate.preperiod.max(1));
    let period = u128::from(certificate.period) * u128::from(multiple / gcd(certificate.period, multiple));
    if u128::from(certificate.heaps) != rule.bound(start, period) + period {
        return Err(Reject::Theorem("the number of heaps"));
    }
    checked_values(certificate, work)?;
    Ok("period theorem for finite codes")
}

/// The state of a game that only takes comes back.
fn takes(certificate: &Certificate, work: &Work) -> Result<&'static str, Reject> {
    let rule = &certificate.rule;
    if rule.tail.is_empty() || rule.digits().any(|digit| digit.heaps > 3) {
        return Err(Reject::Theorem("infinite codes that only take"));
    }
    let length = rule.tail.len() as u64;
    let turns = length / gcd(certificate.period, length);
    let period = u128::from(certificate.period) * u128::from(turns);
    let window = u128::from(rule.tail_from) + u128::from(length);
    let heaps = u128::from(certificate.heaps);
    if heaps < u128::from(certificate.preperiod.max(1)) + window + period {
        return Err(Reject::Theorem("the number of heaps"));
    }
    work.expect(2 * u128::from(length) * heaps)?;
    let values = checked_values(certificate, work)?;
    let saltus = u128::from(certificate.saltus) * u128::from(turns);
    let (end, older_end) = ((heaps - window) as usize, (heaps - window - period) as usize);
    for residue in 0..length as usize {
        work.spend(2 * certificate.heaps)?;
        let newer = reached(certificate, &values[..end], residue);
        let older = reached(certificate, &values[..older_end], residue);
        let size = newer.len() as u128;
        let shifted = |value: u128| value < saltus || older.get((value - saltus) as usize) == Some(&true);
        if (0..size).any(|value| newer[value as usize] != shifted(value)) || size < saltus + older.len() as u128 {
            return Err(Reject::Theorem("the sets of values reached by the tail"));
        }
    }
    Ok("return of the state of a taking game")
}

/// The values of the heaps that the tail reaches from heaps with this residue, up to the largest one; heap 0 by taking all.
fn reached(certificate: &Certificate, values: &[u32], residue: usize) -> Vec<bool> {
    let rule = &certificate.rule;
    let length = rule.tail.len();
    let mut reached = Vec::new();
    for (n, &value) in values.iter().enumerate() {
        // The place k with n + k ≡ residue; the tail starts at tail_from.
        let place = (residue + length - n % length) % length;
        let index = (place + length - (rule.tail_from % length as u64) as usize) % length;
        if rule.tail[index].leaves(u32::from(n > 0)) {
            if value as usize >= reached.len() {
                reached.resize(value as usize + 1, false);
            }
            reached[value as usize] = true;
        }
    }
    reached
}

/// Every smaller heap can be reached, and what a move leaves is smaller: G(n) = n.
fn nim_moves(certificate: &Certificate) -> Result<&'static str, Reject> {
    let rule = &certificate.rule;
    if !rule.has_nim_moves() || rule.first.heaps != 0 {
        return Err(Reject::Theorem("all moves of Nim, and no break without a bean removed"));
    }
    known(certificate, 1, 0, 1)?;
    Ok("G(n) = n")
}

fn lasker(certificate: &Certificate) -> Result<&'static str, Reject> {
    let rule = &certificate.rule;
    let breaks = rule.first.heaps == 4 && rule.first.parts == Parts::Any;
    if !rule.has_nim_moves() || !breaks || rule.digits().skip(1).any(|digit| digit.heaps != 3) {
        return Err(Reject::Theorem("Lasker's Nim"));
    }
    known(certificate, 4, 1, 4)?;
    Ok("Lasker's Nim")
}

/// The claims of a theorem that needs no values.
fn known(certificate: &Certificate, period: u64, preperiod: u64, saltus: u64) -> Result<(), Reject> {
    let Certificate { rares, heaps, mask, largest, digest, .. } = certificate;
    let empty = rares.is_empty() && [*heaps, *mask, *largest, *digest] == [0; 4] && !certificate.parity;
    if (certificate.period, certificate.preperiod, certificate.saltus) != (period, preperiod, saltus) || !empty {
        return Err(Reject::Claim("the period"));
    }
    Ok(())
}

/// The values, which repeat as claimed and with no smaller period or preperiod.
fn checked_values(certificate: &Certificate, work: &Work) -> Result<Vec<u32>, Reject> {
    let values = values::recompute(certificate, work)?;
    let digest = values.iter().fold(FNV_START, |hash, &value| (hash ^ u64::from(value)).wrapping_mul(FNV_PRIME));
    if digest != certificate.digest {
        return Err(Reject::Claim("the digest of the values"));
    }
    let (start, period) = (certificate.preperiod as usize, certificate.period as usize);
    if !repeats(&values, start, period, certificate.saltus) {
        return Err(Reject::Claim("the values do not repeat"));
    }
    if start > 0 && repeats(&values, start - 1, period, certificate.saltus) {
        return Err(Reject::Claim("the preperiod is not the least"));
    }
    for prime in prime_factors(certificate.period) {
        let smaller = period / prime as usize;
        if certificate.saltus.is_multiple_of(prime) && repeats(&values, start, smaller, certificate.saltus / prime) {
            return Err(Reject::Claim("the period is not the least"));
        }
    }
    Ok(values)
}

fn repeats(values: &[u32], start: usize, period: usize, saltus: u64) -> bool {
    let pairs = values[start..].iter().zip(&values[start + period..]);
    pairs.into_iter().all(|(&a, &b)| u64::from(a) + saltus == u64::from(b))
}

fn prime_factors(mut number: u64) -> Vec<u64> {
    let mut primes = Vec::new();
    let mut factor = 2;
    while factor * factor <= number {
        if number.is_multiple_of(factor) {
            primes.push(factor);
            number /= factor;
        } else {
            factor += 1;
        }
    }
    if number > 1 {
        primes.push(number);
    }
    primes
}
