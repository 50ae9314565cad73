//! `grundy table --folder` and what reads it: made, killed, refused, read again.
#![cfg(unix)]
#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use serde_json::Value as Json;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("grundy-folder-{name}-{}", std::process::id()));
        drop(std::fs::remove_dir_all(&path));
        std::fs::create_dir_all(&path).unwrap();
        let rules = "heaps(x, y, z) -> (heaps(x-k, y, z) | heaps(x, y-k, z) | heaps(x, y, z-k)) for k in 1..6\n";
        std::fs::write(path.join("heaps.game"), rules).unwrap();
        Folder(path)
    }

    fn rules(&self) -> String {
        self.0.join("heaps.game").display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

fn grundy(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(args).env("NO_COLOR", "1");
    command
}

fn ran(args: &[&str]) -> Output {
    grundy(args).output().unwrap()
}

fn error(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn json(args: &[&str]) -> Json {
    let output = ran(args);
    assert!(output.status.success(), "{args:?}: {}", error(&output));
    let found: Json = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found["schema"], "grundy/1");
    found
}

fn files(path: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap());
    let mut all: Vec<_> = entries
        .map(|entry| (entry.file_name().to_string_lossy().into_owned(), std::fs::read(entry.path()).unwrap()))
        .collect();
    all.sort();
    all
}

/// The value by the definition of mex over all moves of three heaps.
fn heap_values(end: usize) -> Vec<Vec<Vec<u32>>> {
    let mut all = vec![vec![vec![0; end]; end]; end];
    for x in 0..end {
        for y in 0..end {
            for z in 0..end {
                let mut seen = Vec::new();
                for k in 1..=6 {
                    seen.extend((k <= x).then(|| all[x - k][y][z]));
                    seen.extend((k <= y).then(|| all[x][y - k][z]));
                    seen.extend((k <= z).then(|| all[x][y][z - k]));
                }
                all[x][y][z] = (0..).find(|value| !seen.contains(value)).unwrap();
            }
        }
    }
    all
}

#[test]
fn a_table_is_made_and_read() {
    let folder = Folder::new("read");
    let (rules, table) = (folder.rules(), folder.0.join("t").display().to_string());
    let wanted = heap_values(12);
    let made = json(&["table", &rules, "--to", "11,11,11", "--folder", &table, "--json"]);
    assert_eq!(made["values"], serde_json::to_value(&wanted).unwrap());
    let zeros = wanted.iter().flatten().flatten().filter(|&&value| value == 0).count();
    assert_eq!((made["positions"].as_u64(), made["zeros"].as_u64()), (Some(1728), Some(zeros as u64)));
    assert_eq!(made["method"], "steps");
    // Asked again, it answers from the folder; without one, from memory.
    assert_eq!(
        json(&["table", &rules, "--to", "11,11,11", "--folder", &table, "--json"])["checksum"],
        made["checksum"]
    );
    assert_eq!(json(&["table", &rules, "--to", "11,11,11", "--json"])["values"], made["values"]);
    let part = json(&["table", &rules, "--from", "3,0,5", "--to", "4,1,11", "--folder", &table, "--json"]);
    let slice: Vec<Vec<&[u32]>> =
        wanted[3..=4].iter().map(|plane| plane[..=1].iter().map(|row| &row[5..=11]).collect()).collect();
    assert_eq!(part["values"], serde_json::to_value(&slice).unwrap());
    let lost = json(&["table", &rules, "--from", "1,2,0", "--to", "1,2,11", "--zeros", "--folder", &table, "--json"]);
    let zeros: Vec<[usize; 3]> = (0..12).filter(|&z| wanted[1][2][z] == 0).map(|z| [1, 2, z]).collect();
    assert_eq!(lost["zeros"], serde_json::to_value(zeros).unwrap());
    let counts = json(&["table", &rules, "--to", "11,11,11", "--stats", "--folder", &table, "--json"]);
    assert_eq!(counts["counts"]["0"], made["zeros"]);
    let csv = ran(&["table", &rules, "--from", "0,0,0", "--to", "0,0,2", "--folder", &table, "--format", "csv"]);
    assert_eq!(String::from_utf8_lossy(&csv.stdout), "x,y,z,value\n0,0,0,0\n0,0,1,1\n0,0,2,2\n");
    let text = ran(&["table", &rules, "--from", "0,1,0", "--to", "0,1,2", "--folder", &table]);
    assert_eq!(String::from_utf8_lossy(&text.stdout), "0,1: 1 0 3\n");
    let npy = ran(&["table", &rules, "--from", "3,0,5", "--to", "4,1,11", "--folder", &table, "--format", "npy"]);
    let head = npy.stdout.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    assert!(String::from_utf8_lossy(&npy.stdout[..head]).contains("'|u1', 'fortran_order': False, 'shape': (2,2,7,)"));
    let flat: Vec<u8> = slice.iter().flatten().flat_map(|row| row.iter().map(|&value| value as u8)).collect();
    assert_eq!(npy.stdout[head..], flat);
    let parquet =
        ran(&["table", &rules, "--from", "3,0,5", "--to", "4,1,11", "--folder", &table, "--format", "parquet"]);
    assert!(parquet.stdout.starts_with(b"PAR1") && parquet.stdout.ends_with(b"PAR1"), "{}", error(&parquet));
    // `solve` looks positions up, and their moves.
    let solved = json(&["solve", "heaps(11, 7, 3)", "--rules", &rules, "--folder", &table, "--json"]);
    assert_eq!(solved["value"], wanted[11][7][3].to_string());
    assert_eq!(solved["strategy"][0], "table folder");
    assert_eq!(solved["outcome"] == "N", !solved["winning_moves"].as_array().unwrap().is_empty());
}

#[test]
fn what_is_wrong_is_refused() {
    let folder = Folder::new("wrong");
    let (rules, table) = (folder.rules(), folder.0.join("t").display().to_string());
    let refused = |args: &[&str], code: i32, said: &str| {
        let output = ran(args);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {}", error(&output));
        assert!(error(&output).contains(said), "{args:?}: {}", error(&output));
        assert!(output.stdout.is_empty());
    };
    // Sizes are refused before anything is written, with the bytes needed.
    refused(&["table", &rules, "--to", "90000,90000,90000", "--folder", &table], 3, "TB on the disk");
    refused(&["table", &rules, "--to", "99,99,99", "--folder", &table, "--max-positions", "1000"], 3, "1.0 MB");
    refused(&["table", &rules, "--to", "4294967296,4294967296,4294967296", "--folder", &table], 3, "limit");
    refused(&["table", &rules, "--to", "9,9", "--folder", &table], 2, "3 numbers");
    refused(&["table", &rules, "--to", "9,9,x", "--folder", &table], 2, "--to 9,9,x");
    refused(&["table", &rules, "--folder", &table], 2, "--to is missing");
    refused(&["table", &rules, "--to", "9,9,9", "--folder", &table, "--format", "raw"], 2, "csv, json, npy");
    refused(&["table", &rules, "--to", "9,9,9", "--folder", &table, "--format", "npy"], 2, "--from and --to");
    refused(&["table", "0.77", "--to", "9", "--folder", &table], 2, "heap code");
    refused(&["table", &rules, "--from", "1,1,1", "--to", "2,2,2", "--folder", &table], 2, "there is no table");
    assert!(!Path::new(&table).exists());
    assert!(ran(&["table", &rules, "--to", "20,20,20", "--folder", &table]).status.success());
    refused(&["table", &rules, "--to", "20,20,21", "--folder", &table], 2, "not to [20, 20, 21]");
    refused(&["table", &rules, "--from", "1,1,1", "--to", "2,2,21", "--folder", &table], 2, "not in it");
    let other = folder.0.join("other.game");
    std::fs::write(&other, "heaps(x, y, z) -> heaps(x-1, y, z)\n").unwrap();
    refused(&["table", other.to_str().unwrap(), "--to", "20,20,20", "--folder", &table], 2, "another game");
    refused(&["table", &rules, "--to", "2,2,2", "--folder", folder.0.to_str().unwrap()], 2, "no folder of a table");
    refused(
        &["solve", "heaps(1, 2, 3)", "--rules", other.to_str().unwrap(), "--folder", &table],
        2,
        "another game, or other rules, params or data of it: it holds",
    );
    refused(&["solve", "nim(3) + 0.77(5)", "--folder", &table], 2, "another game");
    assert!(ran(&["solve", "heaps(1, 2, 3) + nim(3)", "--rules", &rules, "--folder", &table]).status.success());
    let looped = folder.0.join("loop.game");
    std::fs::write(&looped, "g(x, y) -> g(x-1, y+1) | g(x+1, y-1)\n").unwrap();
    refused(&["table", looped.to_str().unwrap(), "--to", "20,20", "--folder", "/nowhere/t"], 2, "no order");
    // A block is missing: nothing is guessed, and --resume makes it.
    std::fs::remove_file(Path::new(&table).join("block-000000")).unwrap();
    refused(&["solve", "heaps(0, 0, 1)", "--rules", &rules, "--folder", &table], 2, "block-000000");
    refused(&["table", &rules, "--to", "20,20,20", "--folder", &table], 2, "--resume");
    assert!(ran(&["table", &rules, "--to", "20,20,20", "--folder", &table, "--resume"]).status.success());
}

#[test]
fn damage_is_named_and_mended() {
    let folder = Folder::new("damage");
    let (rules, table) = (folder.rules(), folder.0.join("t"));
    let args = ["table", &rules, "--to", "99,99,99", "--folder", table.to_str().unwrap(), "--resume"];
    assert!(ran(&args).status.success());
    let sound = files(&table);
    let path = table.join("block-000003");
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    std::fs::write(&path, bytes).unwrap();
    let output = ran(&args);
    assert!(
        output.status.success() && error(&output).contains("block-000003: the block is damaged: it is made anew"),
        "{}",
        error(&output)
    );
    assert_eq!(files(&table), sound);
}

/// Kills tables with `kill -9` at random moments until so many were hit on the way; each is gone on with and compared with an unbroken one.
fn kill(name: &str, game: &dyn Fn(&Folder) -> String, to: &str, wanted: u32) {
    let folder = Folder::new(name);
    let (game, whole, broken) = (game(&folder), folder.0.join("whole"), folder.0.join("broken"));
    let args =
        |path: &Path| ["table", &game, "--to", to, "--resume", "--folder", path.to_str().unwrap()].map(str::to_owned);
    let started = Instant::now();
    assert!(grundy(&[]).args(args(&whole)).output().unwrap().status.success());
    // Moments are spread over the time of an unbroken run, whatever that is here.
    let longest = started.elapsed().as_micros() as u64;
    let sound = files(&whole);
    let (mut state, mut killed, mut midway) = (u64::from(std::process::id()), 0, 0);
    for round in 0.. {
        assert!(round < 50 * wanted, "only {killed} of {wanted} were killed on the way");
        let mut child = grundy(&[]).args(args(&broken)).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        std::thread::sleep(Duration::from_micros((state >> 33) % longest));
        let hit = child.try_wait().unwrap().is_none();
        child.kill().unwrap();
        child.wait().unwrap();
        let there = if broken.exists() { files(&broken).len() } else { 0 };
        let finished = grundy(&[]).args(args(&broken)).output().unwrap();
        assert!(finished.status.success(), "{}", error(&finished));
        assert!(files(&broken) == sound, "round {round}: {there} files when it was killed");
        killed += u32::from(hit);
        midway += u32::from(hit && there > 1 && there < sound.len());
        std::fs::remove_dir_all(&broken).unwrap();
        if killed >= wanted && midway > 0 {
            break;
        }
    }
}

const HEAPS: &dyn Fn(&Folder) -> String = &Folder::rules;
const QUEENS: &dyn Fn(&Folder) -> String = &|_| "wythoff".to_owned();

#[test]
fn killed_at_any_moment_it_goes_on() {
    kill("kill-steps", HEAPS, "129,129,129", 3);
    kill("kill-rays", QUEENS, "1200,1200", 3);
}

#[test]
#[ignore = "takes a minute: cargo test -p grundy-cli -- --ignored killed"]
fn killed_at_twenty_moments_it_goes_on() {
    kill("kill20-steps", HEAPS, "299,299,299", 20);
    kill("kill20-rays", QUEENS, "2000,2000", 20);
}

#[test]
fn a_file_that_cannot_be_written_ends_it_and_what_is_done_is_kept() {
    let folder = Folder::new("full");
    let (rules, table) = (folder.rules(), folder.0.join("t"));
    let grundy = env!("CARGO_BIN_EXE_grundy");
    // Files may have 2 KiB: the folder's head fits, a block does not.
    let script =
        format!("trap '' XFSZ; ulimit -f 2; exec {grundy} table {rules} --to 50,50,50 --folder {}", table.display());
    let output = Command::new("bash").args(["-c", &script]).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", error(&output));
    assert!(error(&output).contains("go on with --resume"), "{}", error(&output));
    assert_eq!(files(&table).len(), 1, "no part of a block is left");
    let args = ["table", &rules, "--to", "50,50,50", "--folder", table.to_str().unwrap(), "--resume"];
    assert!(ran(&args).status.success());
}

#[test]
fn packed_digraphs_answer_like_their_text() {
    let folder = Folder::new("graph");
    let (text, packed) = (folder.0.join("g.txt"), folder.0.join("g.packed"));
    std::fs::write(&text, "a b\nb c\na c\nd a\nalone\n").unwrap();
    let game = |path: &Path| format!("digraph(\"{}\")", path.display());
    let output = ran(&["table", &game(&text), "--pack", packed.to_str().unwrap()]);
    assert!(output.status.success(), "{}", error(&output));
    for format in ["text", "csv", "json"] {
        let (one, other) =
            (ran(&["table", &game(&text), "--format", format]), ran(&["table", &game(&packed), "--format", format]));
        assert!(
            one.status.success() && one.stdout == other.stdout,
            "{format}: {}",
            String::from_utf8_lossy(&other.stdout)
        );
    }
    let values = json(&["table", &game(&packed), "--json"]);
    assert_eq!(values["values"]["nodes"], serde_json::json!({"a": 2, "b": 1, "c": 0, "d": 0, "alone": 0}));
    // A file large enough to be read as a stream.
    let long: String = (1..400_000).map(|n| format!("{n} {}\n", n / 2)).collect();
    std::fs::write(&text, long).unwrap();
    let output = ran(&["table", &game(&text), "--format", "csv"]);
    let lines = String::from_utf8_lossy(&output.stdout).lines().count();
    assert_eq!((output.status.code(), lines), (Some(0), 400_001), "{}", error(&output));
}
