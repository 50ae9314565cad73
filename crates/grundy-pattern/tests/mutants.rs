//! Certificates with something changed: refused, unless what they say is still true.
#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use grundy::{Outcome, Value, Watch};
use grundy_automata::{Automaton, Budget, Numeration};
use grundy_pattern::pattern::{Wanted, from_rules};
use grundy_pattern::prove::{ATTEMPT, Claim, Question, Status, prove};
use grundy_rules::program::Role;
use grundy_rules::{Engine, Library, Settings, catalogue, data_from_json};
use grundy_verify::{Allowance, Reject, check_proof, check_proof_within};
use std::time::{Duration, Instant};

fn certificate(rules: &str, set: &[(&str, i128)], claims: &[&str], domain: Option<&str>) -> String {
    let settings = Settings { set: set.iter().map(|s| (s.0.to_owned(), s.1)).collect(), ..Settings::default() };
    let claims: Vec<Claim> = claims.iter().map(|c| Claim::read(c).unwrap()).collect();
    let question = Question { name: "test.game", rules, settings: &settings, claims: &claims, domain, limits: ATTEMPT };
    let answer = prove(&question, &Watch::default()).unwrap();
    assert_eq!(answer.status, Status::Proved, "{rules}: {answer:?}");
    answer.shown.unwrap().certificate
}

fn text(name: &str) -> String {
    catalogue::find(name).unwrap().rules().to_owned()
}

fn proofs() -> Vec<(&'static str, String)> {
    let take = "param L, R\ntake(n) -> take(n-k) for k in L..R";
    let lasker = "lasker(n) = if n % 4 == 3 then n + 1 else if n % 4 == 0 and n > 0 then n - 1 else n";
    let cycle =
        "param l, r\ncycle(n) -> path(n-k) for k in l..r\npath(n) -> path(a) + path(n-k-a) for k in l..r, a in 0..n-k";
    vec![
        ("take", certificate(take, &[("L", 2), ("R", 5)], &["take(n) = n % (L+R) / L"], None)),
        ("take lost", certificate(take, &[("L", 3), ("R", 4)], &["take(n) lost if n % (L+R) < L"], None)),
        ("nim", certificate(&text("nim"), &[], &["nim(n) = n"], None)),
        ("rook", certificate(&text("rook"), &[], &["rook(x, y) = x xor y"], None)),
        ("lasker", certificate(&text("lasker"), &[], &[lasker], None)),
        ("ruler", certificate(&text("ruler"), &[], &["ruler(n) = lowbit(n)"], None)),
        ("king", certificate(&text("king"), &[], &["king(x, y) lost if x % 2 == 0 and y % 2 == 0"], None)),
        ("welter", certificate(&text("welter"), &[], &["welter([a, b]) = (a xor b) - 1"], Some("a < b"))),
        ("misere", certificate("misere\ng(n) -> g(n-k) for k in 1..3", &[], &["g(n) lost if n % 4 == 1"], None)),
        ("kayles", certificate(&text("kayles"), &[], &["kayles(n) lost if n == 0"], None)),
        ("cycle", certificate(cycle, &[("l", 1), ("r", 2)], &["cycle(n) lost if n == 0 or n >= 3"], None)),
    ]
}

/// A small generator, so that the mutants are the same on every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n.max(1)
    }
}

/// Changes one number of the text, in rules, values, claims, tables or measures.
fn mutant(text: &str, dice: &mut Dice) -> String {
    let lines: Vec<&str> = text.lines().collect();
    loop {
        let at = dice.below(lines.len());
        let line = lines[at];
        if line.starts_with("grundy") || line.starts_with("kind") || line.starts_with("numeration") {
            continue;
        }
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
        let starts: Vec<usize> = line
            .char_indices()
            .filter(|&(i, c)| {
                (c.is_ascii_digit() || c == '.') && !line[..i].ends_with(is_word) && !line[i..].starts_with("..")
            })
            .map(|(i, _)| i)
            .collect();
        let Some(&start) = starts.get(dice.below(starts.len())) else { continue };
        let end = line[start..].find(|c: char| !c.is_ascii_digit() && c != '.').map_or(line.len(), |n| start + n);
        // `0..n`: only the number before the points.
        let end = line[start..end].find("..").map_or(end, |n| start + n);
        let old: i64 = line[start..end].parse().unwrap_or(0);
        let new = match dice.below(4) {
            0 => old + 1,
            1 => (old - 1).max(0),
            2 => dice.below(16) as i64,
            _ => old + 7,
        };
        let dot = line.contains(": ") && !line.starts_with('|') && dice.below(8) == 0;
        let new = if dot && start > 0 { ".".to_owned() } else { new.to_string() };
        if new == line[start..end] {
            continue;
        }
        let changed = format!("{}{new}{}", &line[..start], &line[end..]);
        let mut all: Vec<String> = lines.iter().map(ToString::to_string).collect();
        all[at] = changed;
        return all.join("\n") + "\n";
    }
}

/// The values of params and data that a certificate gives.
fn settings(lines: &[&str]) -> Settings {
    let mut settings = Settings::default();
    for line in lines {
        let (name, value) = line.split_once(" = ").unwrap();
        match value.parse() {
            Ok(n) => settings.set.push((name.to_owned(), n)),
            Err(_) => settings.data.extend(data_from_json(&format!("{{\"{name}\": {value}}}")).unwrap()),
        }
    }
    settings
}

/// Is what an accepted certificate claims true of all small positions? By the plain definition, which is asked first.
fn holds(text: &str) -> bool {
    let lines = |word: &str| text.lines().filter_map(move |l| l.strip_prefix(word)).collect::<Vec<&str>>();
    let rules: Vec<&str> = lines("| ");
    let settings = settings(&lines("set "));
    let claims: Vec<Claim> = lines("claim ").iter().map(|c| Claim::read(c).unwrap()).collect();
    let domain = lines("domain ").first().map(|d| d.split_once(") if ").unwrap().1);
    let rules = rules.join("\n");
    let question =
        Question { name: "mutant", rules: &rules, settings: &settings, claims: &claims, domain, limits: ATTEMPT };
    matches!(prove(&question, &Watch::default()), Ok(answer) if answer.status == Status::Proved)
}

/// The tables of kinds with one number, outside relations: for each number the label.
fn labels(text: &str) -> Vec<Vec<String>> {
    let mut tables = Vec::new();
    let mut lines = text.lines();
    let plain = !text.contains("encoding relation");
    while let Some(line) = lines.next() {
        let Some((head, count)) = line.strip_prefix("kind ").and_then(|l| l.rsplit_once(' ')) else { continue };
        let rows: Vec<&str> = lines.by_ref().take(count.parse().unwrap()).collect();
        if !plain || !head.ends_with("(_)") {
            continue;
        }
        let label = |n: u32| {
            let mut state = Some(0);
            for bit in (0..10).rev() {
                let row = state.map(|s: usize| rows[s].split_once(": ").unwrap().1);
                state = row.and_then(|row| row.split(' ').nth((n >> bit & 1) as usize).unwrap().parse().ok());
            }
            state.map_or("-", |s| rows[s].split_once(':').unwrap().0).to_owned()
        };
        tables.push((0..1000).map(label).collect());
    }
    tables
}

#[test]
fn mutants_are_refused_unless_they_are_true() {
    let mut dice = Dice(16);
    for (name, good) in proofs() {
        assert!(check_proof(&good).is_ok(), "{name}");
        let (mut refused, mut equivalent) = (0, 0);
        for _ in 0..100 {
            let bad = mutant(&good, &mut dice);
            match check_proof(&bad) {
                Err(_) => refused += 1,
                Ok(_) => {
                    assert!(holds(&bad), "{name}: accepted, but false:\n{bad}");
                    // Where only tables were changed, they give the same labels.
                    let stated = |text: &str| text.lines().take_while(|l| !l.starts_with("numeration")).count();
                    let same_rules = good.lines().take(stated(&good)).eq(bad.lines().take(stated(&bad)));
                    assert!(!same_rules || labels(&good) == labels(&bad), "{name}: another automaton:\n{bad}");
                    equivalent += 1;
                }
            }
        }
        println!("{name}: {refused} refused, {equivalent} still true");
        assert!(refused >= 50, "{name}: {refused}");
    }
}

/// The automaton of the first kind, what stands before its arguments, and how many numbers it has.
fn first_kind(text: &str) -> (Automaton, String, usize) {
    let line = |word: &str| text.lines().find_map(|l| l.strip_prefix(word)).unwrap();
    let numeration: Numeration = line("numeration ").parse().unwrap();
    let (head, count) = line("kind ").rsplit_once(' ').unwrap();
    let rows = text.lines().skip_while(|l| !l.starts_with("kind ")).skip(1).take(count.parse().unwrap());
    let (mut next, mut labels) = (Vec::new(), Vec::new());
    for row in rows {
        let (label, targets) = row.split_once(": ").unwrap();
        labels.push(match (line("encoding "), label) {
            ("class", "-") => 0,
            ("class", value) => 1 << value.parse::<u32>().unwrap(),
            (_, label) => label.parse().unwrap(),
        });
        next.extend(targets.split(' ').map(|to| to.parse().ok()));
    }
    // Names may have lines in them, too.
    let arity = head.split_once('(').map_or(0, |(_, args)| args.matches('_').count());
    let tracks = arity + usize::from(["relation", "power"].contains(&line("encoding ")));
    let tracks: Vec<u32> = (0..tracks as u32).collect();
    (Automaton::from_table(numeration, &tracks, &next, &labels, &Budget::default()).unwrap(), head.to_owned(), arity)
}

/// Does the automaton of an accepted certificate without a claim tell the truth about small positions, by the plain definition?
fn tells_the_truth(text: &str) -> bool {
    let lines = |word: &str| text.lines().filter_map(move |l| l.strip_prefix(word)).collect::<Vec<&str>>();
    let (settings, encoding) = (settings(&lines("set ")), lines("encoding ")[0]);
    let mut library = Library::new();
    library.add_rules("mutant", &lines("| ").join("\n")).unwrap();
    let engine = Engine::new(library, Watch::default()).without_shortcuts().with_steps(1 << 24);
    let (automaton, head, arity) = first_kind(text);
    let side: u64 = [1, 64, 9, 5][arity.min(3)];
    for code in 0..side.pow(arity as u32) {
        let numbers: Vec<u64> = (0..arity as u32).map(|i| code / side.pow(i) % side).collect();
        let (name, mut args) = head.split_once('(').map(|(name, args)| (name, args.to_owned())).unwrap();
        numbers.iter().for_each(|n| args = args.replacen('_', &n.to_string(), 1));
        let position = format!("{name}({args}");
        let Ok(sum) = engine.sum(&position, &settings) else { return false };
        let right = if encoding == "lost" {
            let Ok(outcome) = engine.outcome(&sum) else { continue };
            (automaton.answer_small(&numbers) == 1) == (outcome == Outcome::Previous)
        } else {
            let Ok(Value::Finite(value)) = engine.sum_value(&sum) else { continue };
            let value = u64::try_from(value).unwrap();
            match encoding {
                "class" => automaton.answer_small(&numbers) == 1 << value,
                "power" => automaton.answer_small(&[&numbers[..], &[1 << value]].concat()) == 1,
                _ => automaton.answer_small(&[&numbers[..], &[value]].concat()) == 1,
            }
        };
        if !right {
            return false;
        }
    }
    true
}

/// The certificates of what is found and proved for a game of the catalogue, at one setting of its params.
fn certificates(rules: &str) -> Vec<String> {
    let mut library = Library::new();
    library.add_rules("file", rules).unwrap();
    let program = library.program("file").unwrap();
    let seen: Vec<_> = program.rule_globals.iter().map(|&g| &program.globals[g]).collect();
    if program.kinds.is_empty() || seen.iter().any(|g| g.role != Role::Param) {
        return Vec::new();
    }
    let set = seen.iter().map(|g| g.name.clone()).zip([2, 5, 3, 7, 11]).collect();
    let settings = [Settings { set, ..Settings::default() }];
    let wanted = Wanted { name: "file", rules, kind: None, settings: &settings, to: None };
    let found = from_rules(&wanted, &Watch::default()).map(|patterns| patterns.found).unwrap_or_default();
    found.iter().flat_map(|found| &found.shown).map(|shown| shown.certificate.clone()).collect()
}

/// What becomes of mutants: refuted, still true, or given up because they need much more than a certificate of their kind. Given up is not
/// accepted.
fn mutate(name: &str, good: &str, count: usize, dice: &mut Dice) {
    assert!(check_proof(good).is_ok(), "{name}");
    let (mut refuted, mut equivalent, mut given_up) = (0, 0, 0);
    for _ in 0..count {
        let bad = mutant(good, dice);
        let allowed = Allowance { memory: 256 << 20, deadline: Some(Instant::now() + Duration::from_secs(5)) };
        match check_proof_within(&bad, allowed) {
            Ok(_) => {
                let claims = bad.lines().any(|line| line.starts_with("claim "));
                let right = if claims { holds(&bad) } else { tells_the_truth(&bad) };
                assert!(right, "{name}: accepted, but false:\n{bad}");
                equivalent += 1;
            }
            Err(Reject::TooLarge | Reject::Time | Reject::Memory { .. }) => given_up += 1,
            Err(_) => refuted += 1,
        }
    }
    println!("{name}: {refuted} refuted, {equivalent} still true, {given_up} given up");
}

#[test]
fn some_proofs_of_the_catalogue() {
    let mut dice = Dice(97);
    for name in ["wythoff", "fibonacci", "knight", "mark"] {
        for good in catalogue::find(name).map(|entry| certificates(entry.rules())).unwrap_or_default() {
            mutate(name, &good, 4, &mut dice);
        }
    }
}

/// Values that grow like a logarithm.
#[test]
fn proofs_with_powers() {
    let mut dice = Dice(31);
    let found = certificates("g(n) -> g(m) for m in 0..n/2 if n > 0");
    assert!(found.iter().any(|good| good.contains("\nencoding power\n")));
    for good in found {
        mutate("powers", &good, 100, &mut dice);
    }
}

#[test]
#[ignore = "every proof of the contest files a hundred times, where the rules need no data"]
fn every_proof_of_the_contest_files() {
    let mut dice = Dice(1823);
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/contest");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "game"));
    paths.sort();
    let mut files = 0;
    for path in &paths {
        let found = certificates(&std::fs::read_to_string(path).unwrap());
        files += usize::from(!found.is_empty());
        for good in found {
            mutate(&path.file_stem().unwrap().to_string_lossy(), &good, 100, &mut dice);
        }
    }
    assert!(files >= 55, "{files} files");
}

#[test]
#[ignore = "every proof of the catalogue a hundred times"]
fn every_proof_of_the_catalogue() {
    let mut dice = Dice(297);
    let mut proofs = 0;
    for entry in catalogue::entries().iter().filter(|entry| !entry.is_native()) {
        for good in certificates(entry.rules()) {
            mutate(entry.name, &good, 100, &mut dice);
            proofs += 1;
        }
    }
    assert!(proofs >= 45, "{proofs} proofs");
}

/// Whatever is cut off or doubled, the checker answers, and does not panic.
#[test]
fn damaged_certificates() {
    for (name, good) in proofs() {
        for cut in (0..good.len()).step_by(7).filter(|&cut| good.is_char_boundary(cut)) {
            assert!(check_proof(&good[..cut]).is_err(), "{name} {cut}");
            let doubled = format!("{}{}", &good[..cut], &good[cut / 2..]);
            if cut < good.len() && doubled != good {
                let _ = check_proof(&doubled);
            }
        }
    }
}
