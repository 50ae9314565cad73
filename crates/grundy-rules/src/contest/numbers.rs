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
    rest.iter().rev().fold(0, |word, &byte| (word << 8) | u64::from(byte))
}

/// How many digits a word starts with, and their number.
fn digits(word: u64) -> (u32, u64) {
    let word = word ^ eight(b'0');
    // No byte carries into the next: 0x7f + 0x76 < 0x100.
    let other = (((word & eight(0x7f)) + eight(0x76)) | word) & eight(0x80);
    let count = other.trailing_zeros() / 8;
    (count, if count == 0 { 0 } else { joined(word << (64 - 8 * count)) })
}

/// The number of eight digits, highest first, each in a byte of its own.
fn joined(word: u64) -> u64 {
    let pairs = word.wrapping_mul(10).wrapping_add(word >> 8);
    let low = (pairs & 0x0000_00ff_0000_00ff).wrapping_mul(100 + (1_000_000 << 32));
    let high = ((pairs >> 16) & 0x0000_00ff_0000_00ff).wrapping_mul(1 + (10_000 << 32));
    low.wrapping_add(high) >> 32
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

/// Bytes that are looked at together.
const BLOCK: usize = 64;

/// Bytes before the block, so that the 24 bytes up to the end of each number are at hand.
const BEFORE: usize = 24;

/// A block and the bytes before it.
const WINDOW: usize = BEFORE + BLOCK;

/// The most digits of a number that is read so.
const MOST_DIGITS: u32 = 18;

/// Reads up to `count` numbers from `at` on as long as they are natural, short and far from both ends of the input; gives the
/// place behind the last. What is left, [`small`] reads.
///
/// The numbers of a block are found by their ends, one bit a byte, so that no number waits for the one before it.
pub(super) fn many(bytes: &[u8], mut at: usize, count: usize, numbers: &mut Vec<i64>) -> usize {
    while let Some(window) = at.checked_sub(BEFORE).and_then(|from| bytes.get(from..)?.first_chunk::<WINDOW>()) {
        let (digits, spaces) = masks(block(window));
        let before = numbers.len();
        // Up to the first byte that is neither.
        let known = (!(digits | spaces)).trailing_zeros();
        let mut starts = digits & !(digits << 1);
        let mut ends = !digits & (digits << 1);
        let long = has_long_number(digits);
        let mut last = 0;
        while ends != 0 && numbers.len() < count {
            let (start, end) = (starts.trailing_zeros(), ends.trailing_zeros());
            if end >= known || end - start > MOST_DIGITS {
                break;
            }
            let (end, length) = (end as usize, (end - start) as usize);
            numbers.push(if long { number(window, end, length) } else { short_number(window, end, length) });
            last = end;
            starts &= starts - 1;
            ends &= ends - 1;
        }
        at += last;
        if numbers.len() == before {
            break;
        }
    }
    at
}

/// Whether nine digits stand side by side.
fn has_long_number(digits: u64) -> bool {
    let two = digits & (digits >> 1);
    let four = two & (two >> 2);
    let eight = four & (four >> 4);
    eight & (digits >> 8) != 0
}

/// [`number`] of at most eight digits.
fn short_number(window: &[u8; WINDOW], end: usize, length: usize) -> i64 {
    let word = load(&window[BEFORE + end - 8..][..8], 0) ^ eight(b'0');
    joined(word & KEPT[length][0]) as i64
}

fn block(window: &[u8; WINDOW]) -> &[u8; BLOCK] {
    match window.last_chunk() {
        Some(block) => block,
        None => unreachable!("a window is longer than a block"),
    }
}

/// For each length of a number the bytes of it in the last, the second last and the third last word before its end.
const KEPT: [[u64; 3]; MOST_DIGITS as usize + 1] = {
    let mut kept = [[0; 3]; MOST_DIGITS as usize + 1];
    let mut length = 0;
    while length <= MOST_DIGITS as usize {
        let mut place = 0;
        while place < 24 {
            // The last byte is the highest.
            if place < length {
                kept[length][place / 8] |= 0xff << (56 - 8 * (place % 8));
            }
            place += 1;
        }
        length += 1;
    }
    kept
};

/// The number of so many digits that ends at a place of the block. Its length decides nothing but what is kept of the bytes
/// before its end: a branch would often be predicted wrongly.
fn number(window: &[u8; WINDOW], end: usize, length: usize) -> i64 {
    let [last, second, third] = KEPT[length];
    let word = |back: usize, kept: u64| joined((load(&window[BEFORE + end - back..][..8], 0) ^ eight(b'0')) & kept);
    let low = word(16, second) * 100_000_000 + word(8, last);
    let number = if length > 16 { word(24, third) * 10_000_000_000_000_000 + low } else { low };
    number as i64
}

/// Where the first `count` words start and end, as far as their places have 32 bits.
pub(super) fn words(bytes: &[u8], count: usize) -> Vec<(u32, u32)> {
    let mut spans = Vec::with_capacity(count.min(bytes.len() / 2 + 1));
    let (mut at, mut start) = (0, None);
    while let Some(window) = bytes.get(at..).and_then(<[u8]>::first_chunk::<BLOCK>) {
        if spans.len() == count || u32::try_from(at + BLOCK).is_err() {
            break;
        }
        let letters = !masks(window).1;
        // A bit where a word begins or ends; a word may reach in from the block before.
        let mut edges = letters ^ (letters << 1 | u64::from(start.is_some()));
        while edges != 0 && spans.len() < count {
            let edge = at as u32 + edges.trailing_zeros();
            match start.take() {
                Some(start) => spans.push((start, edge)),
                None => start = Some(edge),
            }
            edges &= edges - 1;
        }
        at += BLOCK;
    }
    let mut at = start.map_or(at, |start| start as usize);
    while spans.len() < count {
        at = after_spaces(bytes, at);
        let end = at + bytes[at..].iter().position(|&byte| is_space(byte)).unwrap_or(bytes.len() - at);
        let (Ok(start), Ok(stop), true) = (u32::try_from(at), u32::try_from(end), at < end) else { break };
        spans.push((start, stop));
        at = end;
    }
    spans
}

/// For each byte of the block, lowest bit first, whether it is a digit, and whether it is white space.
#[cfg(all(target_arch = "x86_64", not(grundy_no_simd)))]
#[allow(unsafe_code)]
fn masks(block: &[u8; BLOCK]) -> (u64, u64) {
    if grundy::portable::wanted() {
        return masks_portable(block);
    }
    // SAFETY: every x86-64 processor has SSE2.
    unsafe { masks_sse2(block) }
}

#[cfg(not(all(target_arch = "x86_64", not(grundy_no_simd))))]
use masks_portable as masks;

/// [`masks`] 16 bytes at a time.
#[cfg(all(target_arch = "x86_64", not(grundy_no_simd)))]
#[target_feature(enable = "sse2")]
fn masks_sse2(block: &[u8; BLOCK]) -> (u64, u64) {
    use std::arch::x86_64::{
        _mm_add_epi8, _mm_cmpeq_epi8, _mm_cmplt_epi8, _mm_movemask_epi8, _mm_or_si128, _mm_set_epi64x, _mm_set1_epi8,
    };
    let all = |byte: u8| _mm_set1_epi8(byte.cast_signed());
    let (mut digits, mut spaces) = (0, 0);
    for (index, chunk) in block.chunks_exact(16).enumerate() {
        let bytes = _mm_set_epi64x(load(chunk, 8).cast_signed(), load(chunk, 0).cast_signed());
        // Comparisons are of signed bytes: the first byte asked for becomes the least of them.
        let among = |first: u8, count: u8| _mm_cmplt_epi8(_mm_add_epi8(bytes, all(0x80 - first)), all(0x80 + count));
        let digit = _mm_movemask_epi8(among(b'0', 10));
        let space = _mm_movemask_epi8(_mm_or_si128(among(b'\t', 5), _mm_cmpeq_epi8(bytes, all(b' '))));
        digits |= u64::from(digit.cast_unsigned()) << (16 * index);
        spaces |= u64::from(space.cast_unsigned()) << (16 * index);
    }
    (digits, spaces)
}

/// [`masks`] on any processor.
fn masks_portable(block: &[u8; BLOCK]) -> (u64, u64) {
    let (mut digits, mut spaces) = (0, 0);
    for (index, chunk) in block.chunks_exact(8).enumerate() {
        let word = load(chunk, 0);
        // The top bit of each byte tells whether the rest of it, plus this, passes 0x7f.
        let from = |least: u8| (word & eight(0x7f)) + eight(0x80 - least);
        let (ascii, top) = (!word, eight(0x80));
        let digit = from(b'0') & !from(b'9' + 1) & ascii & top;
        let space = ((from(b'\t') & !from(b'\r' + 1)) | (from(b' ') & !from(b' ' + 1))) & ascii & top;
        digits |= gathered(digit) << (8 * index);
        spaces |= gathered(space) << (8 * index);
    }
    (digits, spaces)
}

/// The top bits of the bytes of a word, side by side.
fn gathered(word: u64) -> u64 {
    (word >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
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
    fn both_find_the_same_bytes() {
        for first in 0..=255u8 {
            for second in [0, b'0', b' ', 0xff, first] {
                let window =
                    std::array::from_fn(|at| if at % 3 == 0 { first } else { second.wrapping_add(at as u8 / 8) });
                let expected = masks_portable(&window);
                assert_eq!(masks(&window), expected, "{window:?}");
                #[cfg(all(target_arch = "x86_64", not(grundy_no_simd)))]
                #[allow(unsafe_code)]
                // SAFETY: every x86-64 processor has SSE2.
                let found = unsafe { masks_sse2(&window) };
                #[cfg(all(target_arch = "x86_64", not(grundy_no_simd)))]
                assert_eq!(found, expected, "{window:?}");
            }
        }
    }

    proptest! {
        #[test]
        fn many_are_read_as_one_by_one(
            words in proptest::collection::vec("-?[0-9]{1,20}|[0-9]{1,4}|[0-9]{7,11}|[0-9]{15,18}|[+-]|é|a7", 0..40),
            spaces in proptest::collection::vec(" |\n|  |\r\n|\t| {9}| {70}", 40..41),
            count in 0usize..50,
        ) {
            let text: String = words.iter().zip(&spaces).flat_map(|(word, space)| [word.as_str(), space]).collect();
            // Digits before the first number are none of its own.
            let text = format!("{}{text}", "123456789 ".repeat(3));
            let bytes = text.as_bytes();
            let mut found = Vec::new();
            let end = many(bytes, 30, count, &mut found);
            let (mut at, mut expected) = (30, Vec::new());
            for _ in 0..found.len() {
                let (number, end) = small(bytes, at).unwrap();
                expected.push(number);
                at = end;
            }
            prop_assert_eq!(&found, &expected);
            prop_assert_eq!(end, at);
            prop_assert!(found.len() <= count);
        }
    }

    proptest! {
        #[test]
        fn words_are_what_stands_between_spaces(text in "(([a-z0-9]{0,9}|[a-z]{60,70}|é)([ \n]|\r\n| {60,70}){0,2}){0,40}", count in 0usize..50) {
            let expected: Vec<&str> = text.split_ascii_whitespace().take(count).collect();
            let found = words(text.as_bytes(), count);
            let found: Vec<&str> = found.iter().map(|&(start, end)| &text[start as usize..end as usize]).collect();
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn many_reads_all_but_the_last_bytes() {
        let text: String = (0..1000u64).map(|n| format!("{} ", n.pow(4))).collect();
        let mut numbers = Vec::new();
        let text = format!("{}{text}", " ".repeat(BEFORE));
        many(text.as_bytes(), BEFORE, 2000, &mut numbers);
        assert!(numbers.len() > 990);
        assert!(numbers.iter().enumerate().all(|(n, &number)| number == (n as i64).pow(4)));
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
