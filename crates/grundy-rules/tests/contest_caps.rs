//! Where a file of games/contest cuts its numbers down, the claim that makes this exact, by the plain definition.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use grundy::{Watch, mex};
use grundy_rules::{Engine, Library, Settings};
use std::collections::HashMap;

fn judge(name: &str, input: &str) -> String {
    let path = format!("{}/games/contest/{name}.game", env!("CARGO_MANIFEST_DIR"));
    let mut library = Library::new();
    library.add_rules(name, &std::fs::read_to_string(path).unwrap()).unwrap();
    let mut out = String::new();
    let engine = Engine::new(library, Watch::default());
    engine.judge(name, &Settings::default(), input, &mut |text| out.push_str(text)).unwrap();
    out
}

/// cf1312_f cuts castles of 2700 defenders and more to 100 + (n − 100) mod 2520: a castle depends on the five sizes below it, so five
/// sizes in a row that come back prove the period.
#[test]
fn castles_repeat_from_100_on() {
    for code in 0..125 {
        let hits = [code / 25 + 1, code / 5 % 5 + 1, code % 5 + 1];
        // values[n][last]: the last attack was mixed (or none), of infantry, of cavalry.
        let mut values = vec![[0u64; 3]];
        for n in 1..2630usize {
            let after = |kind: usize| values[n.saturating_sub(hits[kind])][kind];
            let kinds = |last: usize| (0..3).filter(move |&kind| kind == 0 || kind != last);
            let value = |last: usize| mex(kinds(last).map(after).collect::<Vec<_>>());
            values.push([value(0), value(1), value(2)]);
        }
        assert_eq!(values[100..105], values[2620..2625], "{hits:?}");
    }
}

/// fdivgame reads numbers by runs of equal values: from 12 on the value of n is that of n div 12, since (n div d) div 12 = (n div 12)
/// div d and it is so for 12 ≤ n < 72.
#[test]
fn quotients_repeat_from_12_on() {
    let mut values: Vec<u64> = vec![0];
    for n in 1..12 * 72usize {
        values.push(mex((2..=6).map(|d| values[n / d]).collect::<Vec<_>>()));
    }
    assert!((12..values.len()).all(|n| values[n] == values[n / 12]));
    let mut n: i128 = 1;
    while n < 1_000_000_000_000_000_000 {
        let mut cut = n as usize;
        while cut >= 12 {
            cut /= 12;
        }
        // Numbers with the values 0 to 3 beside it: lost exactly with its own.
        let others: Vec<usize> = (0..12).filter(|&other| values[other] == values[cut]).collect();
        assert_eq!(judge("fdivgame", &format!("1\n2\n{n} {}\n", others[0])).trim(), "Derek", "{n}");
        let wrong = (0..12).find(|&other| values[other] != values[cut]).unwrap();
        assert_eq!(judge("fdivgame", &format!("1\n2\n{n} {wrong}\n")).trim(), "Henry", "{n}");
        n = n * 7 / 3 + 1;
    }
}

/// p5387 has values up to m: from m = 63 on a table of 32 values would be too small.
#[test]
fn dolls_beyond_63() {
    let mut values: Vec<u64> = vec![0];
    for x in 1..=130usize {
        values.push(mex((1..=x).filter(|y| x ^ y < x).map(|y| values[x ^ y]).collect::<Vec<_>>()));
        assert_eq!(values[x], x as u64 - (1 << x.ilog2()) + 1);
    }
    for m in [1, 2, 3, 31, 62, 63, 64, 100, 127, 128, 130] {
        let mut often: HashMap<u64, u64> = HashMap::new();
        values[1..=m].iter().for_each(|value| *often.entry(*value).or_default() += 1);
        let equal: u64 = often.values().map(|count| count * count).sum();
        assert_eq!(judge("p5387", &format!("2 {m}\n")).trim(), ((m * m) as u64 - equal).to_string(), "m = {m}");
    }
}

/// cf154_d cuts distances: the same fight with far more room, solved by marking what is won and lost until nothing changes.
#[test]
fn fencers_with_more_room() {
    const ROOM: i64 = 120;
    for (a, b) in [(-3, -1), (-2, 0), (-1, 2), (0, 0), (0, 3), (1, 1), (1, 2), (2, 2), (2, 3), (3, 5)] {
        let after = |d: i64| (a..=b).map(move |k| (d - k).clamp(-ROOM, ROOM));
        let mut lost: Vec<Option<bool>> = vec![None; 2 * ROOM as usize + 1];
        let at = |d: i64| (d + ROOM) as usize;
        lost[at(0)] = Some(true);
        loop {
            let before = lost.clone();
            for d in (-ROOM..=ROOM).filter(|&d| d != 0) {
                if after(d).any(|d| lost[at(d)] == Some(true)) {
                    lost[at(d)] = Some(false);
                } else if after(d).all(|d| lost[at(d)] == Some(false)) {
                    lost[at(d)] = Some(true);
                }
            }
            if before == lost {
                break;
            }
        }
        for d in (-12..=12).filter(|&d| d != 0) {
            let expected = match lost[at(d)] {
                None => "DRAW",
                Some(true) => "SECOND",
                Some(false) => "FIRST",
            };
            let printed = judge("cf154_d", &format!("7 {} {a} {b}\n", 7 + d));
            let mut words = printed.split_whitespace();
            assert_eq!(words.next(), Some(expected), "distance {d}, {a}..{b}");
            if let Some(place) = words.next() {
                let step = place.parse::<i64>().unwrap() - 7;
                assert!(a <= step && step <= b && lost[at(d - step)] == Some(true), "distance {d}, {a}..{b}: {place}");
            }
        }
    }
}

/// cf317_d adds one for the base and takes prime exponents without multiples apart: the same winner as by the chains as a whole.
#[test]
fn powers_and_their_chains() {
    fn chain(set: u32, memo: &mut HashMap<u32, u64>) -> u64 {
        if let Some(&known) = memo.get(&set) {
            return known;
        }
        let chosen = (1..20u32).filter(|x| set >> x & 1 == 1);
        let left = |x: u32| (1..20u32).filter(|y| y % x != 0).fold(0, |left, y| left | set & 1 << y);
        let values: Vec<u64> = chosen.map(|x| chain(left(x), memo)).collect();
        let value = mex(values);
        memo.insert(set, value);
        value
    }
    let mut memo = HashMap::new();
    let whole: Vec<u64> = (0..18).map(|k| chain((2u32 << k) - 2, &mut memo)).collect();
    for n in (1..300u64).chain([511, 512, 4095, 4096, 65_535, 65_536, 100_000]) {
        let (mut seen, mut total, mut left) = (vec![false; n as usize + 2], 0, n);
        for b in (2..=n).take_while(|b| b * b <= n) {
            if !seen[b as usize] {
                let powers: Vec<u64> =
                    std::iter::successors(Some(b), |p| Some(p * b)).take_while(|p| *p <= n).collect();
                powers.iter().for_each(|p| seen[*p as usize] = true);
                total ^= whole[powers.len()];
                left -= powers.len() as u64;
            }
        }
        let expected = if total ^ (left % 2) != 0 { "Vasya" } else { "Petya" };
        assert_eq!(judge("cf317_d", &format!("{n}\n")).trim(), expected, "{n}");
    }
}
