//! Certificates with something changed: refused, unless what they say is still true.
#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use grundy::Watch;
use grundy_pattern::prove::{ATTEMPT, Claim, Question, Status, prove};
use grundy_rules::{Settings, catalogue, data_from_json};
use grundy_verify::check_proof;

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

/// Is what an accepted certificate claims true of all small positions? By the plain definition, which is asked first.
fn holds(text: &str) -> bool {
    let lines = |word: &str| text.lines().filter_map(move |l| l.strip_prefix(word)).collect::<Vec<&str>>();
    let rules: Vec<&str> = lines("| ");
    let mut settings = Settings::default();
    for line in lines("set ") {
        let (name, value) = line.split_once(" = ").unwrap();
        match value.parse() {
            Ok(n) => settings.set.push((name.to_owned(), n)),
            Err(_) => settings.data.extend(data_from_json(&format!("{{\"{name}\": {value}}}")).unwrap()),
        }
    }
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
