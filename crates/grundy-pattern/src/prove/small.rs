//! Claims against the plain definition, on small positions: least sum first, then the claims in order, then the numbers
//! in lexicographic order. The first that differs is the least witness.

use super::stated::{Said, Stated};
use super::{Error, Subject, Witness};

/// What the small positions say.
pub(super) enum Small {
    /// No position with a sum below this differs.
    Agrees { below: u64 },
    /// The least witness.
    Differs(Witness),
}

/// The sums that are looked at for so many numbers.
fn sums(arity: usize) -> u64 {
    match arity {
        0 => 1,
        1 => 1000,
        2 => 60,
        3 => 24,
        4 => 14,
        _ => 8,
    }
}

/// Compares all claims on small positions.
pub(super) fn compare(stated: &Stated) -> Result<Small, Error> {
    let top = stated.claims.iter().map(|c| sums(c.names.len())).min().unwrap_or(0);
    below(stated, top)
}

/// Compares positions beyond those that agree: as many again and more, as far as their values are within reach.
pub(super) fn further(stated: &Stated, from: u64) -> Result<Small, Error> {
    let far = |arity| match arity {
        1 => 1 << 14,
        2 => 128,
        3 => 32,
        _ => 0,
    };
    let top = stated.claims.iter().map(|c| far(c.names.len())).min().unwrap_or(0);
    between(stated, from, top.max(from))
}

/// Compares all positions with a sum below this.
pub(super) fn below(stated: &Stated, top: u64) -> Result<Small, Error> {
    between(stated, 0, top)
}

fn between(stated: &Stated, from: u64, top: u64) -> Result<Small, Error> {
    for sum in from..top {
        for claim in 0..stated.claims.len() {
            let mut found = Ok(None);
            for_each(stated.claims[claim].names.len(), sum, &mut |numbers| {
                found = differs(stated, claim, numbers);
                matches!(found, Ok(None))
            });
            match found {
                Ok(None) => {}
                Ok(Some(witness)) => return Ok(Small::Differs(witness)),
                Err(Error::Rules(grundy_rules::Error::Limit(_) | grundy_rules::Error::Loopy(_))) => {
                    return Ok(Small::Agrees { below: sum });
                }
                Err(error) => return Err(error),
            }
        }
    }
    Ok(Small::Agrees { below: top })
}

/// The position, if the claim is wrong there.
pub(super) fn differs(stated: &Stated, claim: usize, numbers: &[u64]) -> Result<Option<Witness>, Error> {
    let about = &stated.claims[claim];
    let said = stated.said(claim, numbers)?;
    if said == Said::Outside {
        return Ok(None);
    }
    let position = Stated::position(&about.kind, &about.shapes, numbers);
    if stated.domain.is_some()
        && let Some(to) = stated.leaves(claim, numbers)?
    {
        return Err(Error::Leaves { from: position, to: Some(to) });
    }
    let Some(truth) = stated.truth(&about.kind, &about.shapes, numbers, about.subject)? else {
        return Ok(None);
    };
    let lost = |is: bool| if is { "lost" } else { "not lost" }.to_owned();
    let (claimed, actual, wrong) = match (about.subject, said) {
        (Subject::Lost, Said::Number(n)) => (lost(n == 1), lost(truth == 0), (n == 1) != (truth == 0)),
        (_, Said::Number(n)) => (n.to_string(), truth.to_string(), n != truth),
        _ => ("no natural number below 2^64".to_owned(), truth.to_string(), true),
    };
    let numbers = numbers.to_vec();
    let witness = Witness { position, numbers, claimed: Some(claimed), actual: Some(actual), least: true };
    Ok(wrong.then_some(witness))
}

/// All tuples of so many naturals with this sum, in lexicographic order, while `visit` says so.
fn for_each(arity: usize, sum: u64, visit: &mut dyn FnMut(&[u64]) -> bool) {
    if arity == 0 {
        if sum == 0 {
            visit(&[]);
        }
        return;
    }
    let mut numbers = vec![0; arity];
    numbers[arity - 1] = sum;
    while visit(&numbers) {
        // The next tuple: one more at the last place that has something behind it, all the rest at the end.
        let Some(place) = (0..arity - 1).rev().find(|&i| numbers[i + 1..].iter().any(|&n| n > 0)) else {
            return;
        };
        numbers[place] += 1;
        let used: u64 = numbers[..=place].iter().sum();
        numbers[place + 1..].fill(0);
        numbers[arity - 1] += sum - used;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tuples_in_order() {
        let mut all = Vec::new();
        for_each(3, 2, &mut |numbers| {
            all.push(numbers.to_vec());
            true
        });
        assert_eq!(all, [[0, 0, 2], [0, 1, 1], [0, 2, 0], [1, 0, 1], [1, 1, 0], [2, 0, 0]]);
    }
}
