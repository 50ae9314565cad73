//! Folders: made, gone on with, damaged, of another table; single positions, slices and counts.

use crate::support::{Random, Temporary, engine, plan, values, watch};
use grundy::{Limits, Watch};
use grundy_rules::{Engine, Library, Settings};
use grundy_table::{Error, Folder, Made, Plan, Reader, Stored, make, sound_blocks};
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

const THREE: &str = "g(x, y, z) -> (g(x-k, y, z) | g(x, y-k, z) | g(x, y, z-k)) for k in 1..6";
const QUEENS: &str = "g(x, y) -> (g(x-k, y) | g(x, y-k) | g(x-k, y-k)) for k in 1..max(x, y)";
const SPLIT: &str = "g(x, y) -> g(x-k, y) + g(k-1, y) for k in 1..x\ng(x, y) -> g(x, y-1)";

fn create(plan: &Plan, path: &Path) -> Folder {
    Folder::create(path, plan.about().clone()).unwrap()
}

fn finish(plan: &Plan, folder: &Folder, watch: &Watch) -> Result<(Made, Vec<String>), Error> {
    let mut damaged = Vec::new();
    let done = sound_blocks(folder, watch, &mut |text| damaged.push(text.to_owned()))?;
    Ok((make(plan, folder, done, watch, &|_| {})?, damaged))
}

/// The files of a folder with their bytes.
fn files(path: &Path) -> Vec<(String, Vec<u8>)> {
    let mut all: Vec<_> = fs::read_dir(path)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).unwrap()))
        .collect();
    all.sort();
    all
}

fn read_all(path: &Path) -> Vec<u32> {
    let reader = Reader::open(path).unwrap();
    let ranges: Vec<_> = reader.folder().shape().last().iter().map(|&last| 0..=last).collect();
    let mut all = Vec::new();
    let take = &mut |_: &[u64], row: &[u32]| {
        all.extend_from_slice(row);
        Ok(ControlFlow::Continue(()))
    };
    reader.slice(&ranges, &watch(1), take).unwrap();
    all
}

#[test]
fn a_folder_answers_like_the_table() {
    for (rules, last) in [(THREE, vec![20, 17, 19]), (QUEENS, vec![90, 80]), (SPLIT, vec![25, 9])] {
        let plan = plan(rules, &last, 200).unwrap();
        let folder = Temporary::new("answers");
        finish(&plan, &create(&plan, &folder.0), &watch(2)).unwrap();
        let wanted = values(&plan).unwrap();
        assert_eq!(read_all(&folder.0), wanted, "{rules}");
        let reader = Reader::open(&folder.0).unwrap();
        let mut random = Random(7);
        for _ in 0..100 {
            let args: Vec<u64> = last.iter().map(|last| random.below(last + 1)).collect();
            let place = args.iter().zip(&last).fold(0, |place, (arg, last)| place * (last + 1) + arg);
            assert_eq!(reader.value(&args).unwrap(), Some(wanted[place as usize]), "{rules} {args:?}");
        }
        let mut outside = last.clone();
        outside[1] += 1;
        assert_eq!(reader.value(&outside).unwrap(), None);
        let counts = reader.histogram(&watch(1)).unwrap();
        let zeros = wanted.iter().filter(|&&value| value == 0).count() as u64;
        let summary = reader.summary().unwrap();
        assert_eq!((summary.zeros, counts[0], summary.positions), (zeros, zeros, wanted.len() as u64));
        assert_eq!(summary.largest, *wanted.iter().max().unwrap());
        assert_eq!(counts.len() as u32, summary.largest + 1);
        assert!(reader.slice(&[0..=1, 0..=last[1] + 1], &watch(1), &mut |_, _| unreachable!()).is_err());
    }
}

#[test]
fn the_number_of_threads_and_how_often_it_was_ended_change_nothing() {
    for (rules, last) in [(THREE, vec![30, 30, 30]), (QUEENS, vec![120, 120]), (SPLIT, vec![30, 20])] {
        let plan = plan(rules, &last, 500).unwrap();
        let whole = Temporary::new("whole");
        finish(&plan, &create(&plan, &whole.0), &watch(1)).unwrap();
        let broken = Temporary::new("broken");
        let folder = create(&plan, &broken.0);
        for blocks in [1, 3, 7, 2, 100] {
            // Cancelled after some more blocks; what is done stays.
            let cancel = Arc::new(AtomicBool::new(false));
            let stopped = watch(3).with_cancel(cancel.clone());
            let made = std::sync::atomic::AtomicUsize::new(0);
            let report = |_: u64| {
                if made.fetch_add(1, Ordering::Relaxed) + 1 == blocks {
                    cancel.store(true, Ordering::Relaxed);
                }
            };
            let done = sound_blocks(&folder, &watch(1), &mut |text| panic!("{text}")).unwrap();
            // A new plan each time, as in a new process: no lines are kept from the last.
            let again = crate::support::plan(rules, &last, 500).unwrap();
            if let Err(error) = make(&again, &folder, done, &stopped, &report) {
                assert!(error.is_cancelled(), "{error}");
            }
        }
        finish(&plan, &folder, &watch(2)).unwrap();
        assert_eq!(files(&whole.0), files(&broken.0), "{rules}");
    }
}

#[test]
fn damaged_blocks_are_named_and_made_anew() {
    let mut random = Random(3);
    for (rules, last) in [(THREE, vec![30, 30, 30]), (QUEENS, vec![100, 100]), (SPLIT, vec![30, 20])] {
        let plan = plan(rules, &last, 60).unwrap();
        let temporary = Temporary::new("damaged");
        let folder = create(&plan, &temporary.0);
        finish(&plan, &folder, &watch(2)).unwrap();
        let sound = files(&temporary.0);
        for round in 0..12 {
            let block = random.below(plan.shape().blocks() as u64) as usize;
            let path = temporary.0.join(format!("block-{block:06}"));
            let mut bytes = fs::read(&path).unwrap();
            match round % 4 {
                0 => bytes.truncate(random.below(bytes.len() as u64) as usize),
                1 => bytes.push(0),
                _ => {
                    let at = random.below(bytes.len() as u64) as usize;
                    bytes[at] ^= 1 << random.below(8);
                }
            }
            fs::write(&path, bytes).unwrap();
            let (made, damaged) = finish(&plan, &folder, &watch(2)).unwrap();
            assert_eq!((made.made, damaged.len()), (1, 1), "{damaged:?}");
            assert!(damaged[0].contains(&format!("block-{block:06}")), "{damaged:?}");
            assert_eq!(files(&temporary.0), sound, "{rules} round {round}");
        }
        // Several at once, also ones that others need: all are made in order.
        for block in [0, 1, plan.shape().blocks() - 1] {
            fs::write(temporary.0.join(format!("block-{block:06}")), b"GRNDYBLK").unwrap();
        }
        fs::remove_file(temporary.0.join("block-000002")).unwrap();
        let reader = Reader::open(&temporary.0).unwrap();
        assert!(matches!(reader.value(&vec![0; last.len()]), Err(Error::Damaged(_))));
        assert_eq!(finish(&plan, &folder, &watch(2)).unwrap().0.made, 4);
        assert_eq!(files(&temporary.0), sound);
    }
}

#[test]
fn folders_of_others_are_refused() {
    let temporary = Temporary::new("others");
    let first = plan(THREE, &[10, 10, 10], 100).unwrap();
    create(&first, &temporary.0);
    let folder = Folder::open(&temporary.0).unwrap().unwrap();
    let refused =
        |rules: &str, last: &[u64]| folder.check(plan(rules, last, 50).unwrap().about()).unwrap_err().to_string();
    assert!(refused(THREE, &[10, 10, 11]).contains("not to [10, 10, 11]"));
    assert!(refused(&THREE.replace("1..6", "1..5"), &[10, 10, 10]).contains("another game"));
    // Comments and blanks are no part of the rules, the size of the blocks is the folder's.
    let same = plan(&format!("# three heaps\n{}", THREE.replace("k in", "k  in")), &[10, 10, 10], 7).unwrap();
    assert_eq!(same.in_blocks_of(&folder).unwrap().shape(), first.shape());
    let text = fs::read_to_string(temporary.0.join("table")).unwrap();
    for (from, to, said) in [
        ("\"version\": 1", "\"version\": 2", "another version"),
        ("grundy table", "a cake", "no table"),
        ("\"positions\"", "positions", "no table"),
        ("\"to\"", "\"two\"", "damaged"),
    ] {
        fs::write(temporary.0.join("table"), text.replace(from, to)).unwrap();
        let error = Folder::open(&temporary.0).unwrap_err();
        assert!(error.to_string().contains(said) && error.exit_code() == 2, "{error}");
    }
    // A block of another table is not read.
    fs::write(temporary.0.join("table"), &text).unwrap();
    let other = Temporary::new("other");
    let second = plan(&THREE.replace("1..6", "1..5"), &[10, 10, 10], 100).unwrap();
    finish(&second, &create(&second, &other.0), &watch(1)).unwrap();
    fs::copy(other.0.join("block-000000"), temporary.0.join("block-000000")).unwrap();
    assert!(matches!(folder.block(0), Err(Error::Damaged(_))));
    let strange = Temporary::new("strange");
    fs::create_dir_all(&strange.0).unwrap();
    fs::write(strange.0.join("notes.txt"), "mine").unwrap();
    assert!(Folder::open(&strange.0).unwrap_err().to_string().contains("notes.txt"));
    assert!(Folder::create(&strange.0, first.about().clone()).is_err());
}

#[test]
fn sizes_are_refused_before_anything_is_written() {
    let huge = plan(THREE, &[1 << 20, 1 << 20, 1 << 20], 1 << 42);
    assert!(matches!(huge, Err(Error::Limit(_))), "{huge:?}");
    let grid = engine(THREE).grid("g", &Settings::default()).unwrap();
    let large = Plan::new("g", grid, &[60_000, 60_000, 60_000], 1 << 30).unwrap();
    let temporary = Temporary::new("sizes");
    let error = large.check_size(Some(&temporary.0), 0, None).unwrap_err();
    assert!(error.exit_code() == 3 && error.to_string().contains("TB on the disk"), "{error}");
    let error = large.check_size(Some(&temporary.0), 0, Some(1000)).unwrap_err();
    assert!(error.to_string().contains("--max-positions"), "{error}");
    assert!(!temporary.0.exists());
}

#[test]
fn the_bytes_are_told_before() {
    let nim = "g(n) -> g(n-k) for k in 1..n";
    let chomp = "g(p, q) -> g(a, min(q, a)) for a in 1..p-1\ng(p, q) -> g(p, b) for b in 0..q-1";
    for (rules, last) in [
        (THREE, vec![60, 60, 60]),
        (QUEENS, vec![700, 700]),
        (nim, vec![200_000]),
        (chomp, vec![400, 400]),
        (SPLIT, vec![30, 20]),
    ] {
        let plan = plan(rules, &last, 4096).unwrap();
        let temporary = Temporary::new("bytes");
        let told = plan.estimate(1, &watch(1)).unwrap().bytes;
        finish(&plan, &create(&plan, &temporary.0), &watch(2)).unwrap();
        let real: u64 = files(&temporary.0).iter().map(|(_, bytes)| bytes.len() as u64).sum();
        assert!(told.abs_diff(real) * 4 < real, "{rules}: {told} were told, it has {real}");
    }
}

#[test]
fn an_engine_answers_from_a_folder() {
    let plan = plan(QUEENS, &[60, 60], 500).unwrap();
    let temporary = Temporary::new("engine");
    finish(&plan, &create(&plan, &temporary.0), &watch(1)).unwrap();
    let mut library = Library::new();
    library.add_file("g", QUEENS).unwrap();
    let stored = Arc::new(Stored::open(&temporary.0).unwrap());
    let with = Engine::new(library.clone(), watch(1)).with_stored(stored);
    let without = Engine::new(library, watch(1));
    let settings = Settings::default();
    for position in ["g(13, 40)", "g(21, 34)", "g(60, 60) + g(7, 9)", "g(61, 3)"] {
        let (sum, other) = (with.sum(position, &settings).unwrap(), without.sum(position, &settings).unwrap());
        assert_eq!(with.sum_value(&sum).unwrap(), without.sum_value(&other).unwrap(), "{position}");
        let moves = |engine: &Engine, sum| {
            let found = engine.winning_moves(sum, 1000).unwrap();
            let mut moves: Vec<String> = found.moves.iter().map(ToString::to_string).collect();
            moves.sort();
            moves
        };
        assert_eq!(moves(&with, &sum), moves(&without, &other), "{position}");
    }
    let asked = with.sum("g(13, 40)", &settings).unwrap();
    assert_eq!(with.strategy(&asked.terms[0].component).unwrap(), "table folder");
    let beyond = with.sum("g(61, 3)", &settings).unwrap();
    assert_ne!(with.strategy(&beyond.terms[0].component).unwrap(), "table folder");
}

#[test]
fn what_is_in_a_folder_is_beyond_no_search() {
    let king = "g(x, y) -> g(x-1, y) | g(x, y-1) | g(x-1, y-1)";
    let plan = plan(king, &[50, 50], 500).unwrap();
    let temporary = Temporary::new("beyond");
    finish(&plan, &create(&plan, &temporary.0), &watch(1)).unwrap();
    let mut library = Library::new();
    library.add_file("g", king).unwrap();
    // A search may see few positions; without the folder a theorem tells no more than who wins.
    let few = || Watch::new(Limits { positions: 100, ..Limits::default() });
    let settings = Settings::default();
    let without = Engine::new(library.clone(), few());
    let sum = without.sum("g(49, 48)", &settings).unwrap();
    assert!(without.has_only_outcome(&sum).unwrap());
    let with = Engine::new(library, few()).with_stored(Arc::new(Stored::open(&temporary.0).unwrap()));
    let sum = with.sum("g(49, 48)", &settings).unwrap();
    assert!(!with.has_only_outcome(&sum).unwrap());
    assert_eq!(with.sum_value(&sum).unwrap().to_string(), "1");
}
