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

/// fdivgame cuts numbers from 12 on to n div 12. With (n div d) div 12 = (n div 12) div d the claim for 12 ≤ n < 72 gives it for all n:
/// from 72 on every option is at least 12.
#[test]
fn quotients_repeat_from_12_on() {
    let mut values: Vec<u64> = vec![0];
    for n in 1..12 * 72usize {
        values.push(mex((2..=6).map(|d| values[n / d]).collect::<Vec<_>>()));
    }
    assert!((12..values.len()).all(|n| values[n] == values[n / 12]));
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
