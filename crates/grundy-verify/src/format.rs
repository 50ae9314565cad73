//! Reading a certificate: fixed fields, numbers as LEB128, every count checked against the bytes that are left.

use crate::Reject;
use crate::rule::{Digit, Parts, Rule, Run};

/// What a certificate claims.
pub(crate) struct Certificate {
    pub rule: Rule,
    pub theorem: u8,
    pub preperiod: u64,
    pub period: u64,
    pub saltus: u64,
    pub heaps: u64,
    pub mask: u64,
    pub parity: bool,
    /// Heaps and their nim values, ascending.
    pub rares: Vec<(u64, u64)>,
    pub largest: u64,
    pub digest: u64,
}

const MAGIC: &[u8; 8] = b"GRUNDY\x00\x01";

/// FNV-1a over bytes.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(FNV_START, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(FNV_PRIME))
}

pub(crate) const FNV_START: u64 = 0xcbf2_9ce4_8422_2325;
pub(crate) const FNV_PRIME: u64 = 0x0000_0100_0000_01b3;

pub(crate) fn read(bytes: &[u8]) -> Result<Certificate, Reject> {
    let magic = bytes.get(..8).ok_or(Reject::Format("the file is too short"))?;
    if magic != MAGIC {
        return Err(Reject::Format("not a period certificate of version 1"));
    }
    let body = bytes.len().checked_sub(8).filter(|&end| end >= 8).ok_or(Reject::Format("the file is too short"))?;
    let stored = bytes[body..].iter().rev().fold(0u64, |sum, &byte| sum << 8 | u64::from(byte));
    if stored != checksum(&bytes[..body]) {
        return Err(Reject::Format("the checksum does not fit: the file is damaged"));
    }
    let mut reader = Reader { bytes: &bytes[8..body] };
    let rule = reader.rule()?;
    let [preperiod, period, saltus, heaps, mask] = [(); 5].map(|()| reader.number());
    let theorem = reader.number()?;
    let parity = reader.number()?;
    let certificate = Certificate {
        rule,
        theorem: u8::try_from(theorem).map_err(|_| Reject::Format("unknown theorem"))?,
        preperiod: preperiod?,
        period: period?,
        saltus: saltus?,
        heaps: heaps?,
        mask: mask?,
        parity: parity == 1,
        rares: reader.rares()?,
        largest: reader.number()?,
        digest: reader.number()?,
    };
    if parity > 1 || !reader.bytes.is_empty() {
        return Err(Reject::Format("unused bytes"));
    }
    Ok(certificate)
}

struct Reader<'a> {
    bytes: &'a [u8],
}

impl Reader<'_> {
    fn number(&mut self) -> Result<u64, Reject> {
        let mut value = 0u64;
        for shift in (0..).step_by(7) {
            let (&byte, rest) = self.bytes.split_first().ok_or(Reject::Format("the file ends inside a number"))?;
            self.bytes = rest;
            let low = u64::from(byte & 127);
            if shift >= 64 || low << shift >> shift != low || (byte == 0 && shift > 0) {
                return Err(Reject::Format("a number is too long"));
            }
            value |= low << shift;
            if byte < 128 {
                break;
            }
        }
        Ok(value)
    }

    /// A count of items that take at least `size` bytes each.
    fn count(&mut self, size: usize) -> Result<usize, Reject> {
        let count = usize::try_from(self.number()?).map_err(|_| Reject::Format("a count is too large"))?;
        if count > self.bytes.len() / size {
            return Err(Reject::Format("a count is larger than the file"));
        }
        Ok(count)
    }

    fn digit(&mut self) -> Result<Digit, Reject> {
        let heaps = u32::try_from(self.number()?).map_err(|_| Reject::Format("a digit is too large"))?;
        let parts = match self.number()? {
            0 => Parts::Any,
            1 => Parts::Unequal,
            2 => Parts::NotAllEqual,
            3 => Parts::AllEqual,
            _ => return Err(Reject::Format("unknown modifier")),
        };
        // One spelling for each digit.
        let idle = heaps < 4 && parts != Parts::Any || heaps < 8 && parts == Parts::NotAllEqual;
        if idle {
            return Err(Reject::Format("a modifier without effect"));
        }
        Ok(Digit { heaps, parts })
    }

    fn rule(&mut self) -> Result<Rule, Reject> {
        let first = self.digit()?;
        let mut runs = Vec::new();
        let mut place = 0u64;
        for _ in 0..self.count(4)? {
            let (gap, length, digit) = (self.number()?, self.number()?, self.digit()?);
            let from = place.checked_add(gap).filter(|_| gap > 0 && length > 0);
            let to = from.and_then(|from| from.checked_add(length - 1)).filter(|&to| to < 1 << 62 && digit.heaps != 0);
            let (Some(from), Some(to)) = (from, to) else { return Err(Reject::Format("the places of a rule")) };
            runs.push(Run { from, to, digit });
            place = to;
        }
        let mut tail = Vec::new();
        for _ in 0..self.count(2)? {
            tail.push(self.digit()?);
        }
        let tail_from = self.number()?;
        if first.heaps & 3 != 0 || (tail.is_empty() && tail_from != 0) || (!tail.is_empty() && tail_from <= place) {
            return Err(Reject::Format("the digits of a rule"));
        }
        Ok(Rule { first, runs, tail, tail_from })
    }

    fn rares(&mut self) -> Result<Vec<(u64, u64)>, Reject> {
        let mut rares = Vec::new();
        let mut heap = 0u64;
        for _ in 0..self.count(2)? {
            let (gap, value) = (self.number()?, self.number()?);
            heap = heap.checked_add(gap).filter(|_| gap > 0).ok_or(Reject::Format("the rare heaps"))?;
            rares.push((heap, value));
        }
        Ok(rares)
    }
}
