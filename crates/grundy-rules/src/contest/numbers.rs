//! Decimal numbers read eight digits at a time.
//!
//! Eight bytes are one machine word. A byte is a digit if it differs from `'0'` = 0x30 by at most 9, which one addition tells
//! for all eight; the digits before the first other byte are shifted to the top, so that zeros stand in front of them, and
//! three multiplications join neighbours to pairs, pairs to fours and fours to the number. Reference: D. Lemire, Number
//! parsing at a gigabyte per second, Software: Practice and Experience 51 (2021).

/// The same byte eight times.
const fn eight(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

/// White space between words.
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t'..=b'\r' | b' ')
}

/// The first place from `at` on that holds no white space.
pub(super) fn after_spaces(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(|&byte| is_space(byte)) {
        at += 1;
    }
    at
}

/// The eight bytes from `at` on, the first lowest; zeros behind the end.
fn load(bytes: &[u8], at: usize) -> u64 {
    if let Some(chunk) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
        return u64::from_le_bytes(*chunk);
    }
    let rest = bytes.get(at..).unwrap_or_default();
    rest.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
}

/// How many digits a word starts with, and their number.
fn digits(word: u64) -> (u32, u64) {
    let word = word ^ eight(b'0');
    // No byte carries into the next: 0x7f + 0x76 < 0x100.
    let other = ((word & eight(0x7f)) + eight(0x76) | word) & eight(0x80);
    let count = other.trailing_zeros() / 8;
    if count == 0 {
        return (0, 0);
    }
    let word = word << (64 - 8 * count);
    let pairs = word.wrapping_mul(10).wrapping_add(word >> 8);
    let low = (pairs & 0x0000_00ff_0000_00ff).wrapping_mul(100 + (1_000_000 << 32));
    let high = (pairs >> 16 & 0x0000_00ff_0000_00ff).wrapping_mul(1 + (10_000 << 32));
    (count, low.wrapping_add(high) >> 32)
}

const POWERS: [i64; 9] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];

/// The number that the next word is and the place behind it, if the word is a `-` or no sign, then digits, and its
/// number has 63 bits.
pub(super) fn small(bytes: &[u8], at: usize) -> Option<(i64, usize)> {
    let mut at = after_spaces(bytes, at);
    let negative = *bytes.get(at)? == b'-';
    at += usize::from(negative);
    let start = at;
    let mut number = 0i64;
    loop {
        let (count, more) = digits(load(bytes, at));
        at += count as usize;
        number = number.checked_mul(POWERS[count as usize])?.checked_add(more as i64)?;
        if count < 8 {
            break;
        }
    }
    let ends = at > start && bytes.get(at).is_none_or(|&byte| is_space(byte));
    ends.then_some((if negative { -number } else { number }, at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn reads_what_parse_reads(n in any::<i64>(), shift in 0u32..63, before in 0usize..3, after in "[ \n]?[0-9 a]{0,12}") {
            let n = n >> shift;
            let text = format!("{}{n}{after}", " ".repeat(before));
            let word = text.split_ascii_whitespace().next().unwrap();
            let expected = word.parse::<i64>().ok().filter(|&n| n != i64::MIN);
            prop_assert_eq!(small(text.as_bytes(), 0), expected.map(|n| (n, before + word.len())));
        }

        #[test]
        fn other_bytes_are_no_digits(bytes in proptest::collection::vec(any::<u8>(), 0..24)) {
            let word: &[u8] = bytes.split(|&byte| is_space(byte)).find(|word| !word.is_empty()).unwrap_or_default();
            let expected = str::from_utf8(word).ok().filter(|word| !word.starts_with('+')).and_then(|word| word.parse::<i64>().ok());
            prop_assert_eq!(small(&bytes, 0).map(|found| found.0), expected.filter(|&n| n != i64::MIN));
        }
    }

    #[test]
    fn ends() {
        assert_eq!(small(b"", 0), None);
        assert_eq!(small(b"  ", 0), None);
        assert_eq!(small(b"-", 0), None);
        assert_eq!(small(b"+5", 0), None);
        assert_eq!(small(b"12345678", 0), Some((12_345_678, 8)));
        assert_eq!(small(b"999999999999999999 ", 0), Some((999_999_999_999_999_999, 18)));
        assert_eq!(small(b"9223372036854775807", 0), Some((i64::MAX, 19)));
        assert_eq!(small(b"9223372036854775808", 0), None);
        assert_eq!(small(b"00000000000000000000000001", 0), Some((1, 26)));
        assert_eq!(small(b"-0007\r\n", 0), Some((-7, 5)));
    }
}
