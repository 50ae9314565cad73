//! The server over real sockets: what is refused, what is bounded, and that other requests go on meanwhile.
#![allow(clippy::unwrap_used)]

use grundy_serve::{Config, serve};
use serde_json::{Value as Json, json};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

/// A server of its own, which ends with the test program.
fn start(config: Config) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || serve(listener, config));
    address
}

struct Response {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Response {
    fn json(&self) -> Json {
        serde_json::from_slice(&self.body).unwrap_or(Json::Null)
    }
}

/// Sends bytes and reads until the server closes.
fn exchange(address: SocketAddr, request: &[u8]) -> Response {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    stream.write_all(request).unwrap();
    let mut all = Vec::new();
    stream.read_to_end(&mut all).unwrap();
    let end = all.windows(4).position(|four| four == b"\r\n\r\n").expect("a head");
    let head = String::from_utf8(all[..end].to_vec()).unwrap().to_lowercase();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    Response { status, head, body: all[end + 4..].to_vec() }
}

fn request(question: &str, headers: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!("POST /api/{question} HTTP/1.1\r\n{headers}Connection: close\r\nContent-Length: {length}\r\n\r\n{body}")
        .into_bytes()
}

const OWN: &str = "Host: 127.0.0.1\r\nContent-Type: application/json\r\n";

fn ask(address: SocketAddr, question: &str, body: &Json) -> Response {
    exchange(address, &request(question, OWN, &body.to_string()))
}

fn get(address: SocketAddr, path: &str) -> Response {
    exchange(address, format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").as_bytes())
}

#[test]
fn the_page_comes_with_a_strict_policy() {
    let address = start(Config::default());
    let page = get(address, "/");
    assert_eq!(page.status, 200);
    let policy = page.head.lines().find(|line| line.starts_with("content-security-policy:")).unwrap();
    assert!(policy.contains("default-src 'none'") && policy.contains("script-src 'self'"), "{policy}");
    assert!(!policy.contains("unsafe"), "{policy}");
    assert!(String::from_utf8(page.body).unwrap().contains("<script type=\"module\""));
    for path in ["/../Cargo.toml", "/%2e%2e/Cargo.toml", "/etc/passwd", "/assets", "//"] {
        assert_eq!(get(address, path).status, 404, "{path}");
    }
}

#[test]
fn other_names_and_other_sites_are_refused() {
    let address = start(Config::default());
    let body = r#"{"expr":"nim(3)"}"#;
    let status = |headers: &str| exchange(address, &request("solve", headers, body)).status;
    assert_eq!(status(OWN), 200);
    let kind = "Content-Type: application/json\r\n";
    assert_eq!(status(&format!("Host: evil.example\r\n{kind}")), 421);
    assert_eq!(status(&format!("Host: 127.0.0.1.evil.example\r\n{kind}")), 421);
    assert_eq!(status(kind), 421);
    assert_eq!(status(&format!("{OWN}Origin: http://evil.example\r\n")), 403);
    assert_eq!(status(&format!("{OWN}Origin: null\r\n")), 403);
    assert_eq!(status(&format!("{OWN}Origin: http://127.0.0.1\r\n")), 200);
    assert_eq!(status(&format!("{OWN}Sec-Fetch-Site: cross-site\r\n")), 403);
    assert_eq!(status(&format!("{OWN}Sec-Fetch-Site: same-site\r\n")), 403);
    assert_eq!(status("Host: 127.0.0.1\r\nContent-Type: text/plain\r\n"), 415);
    assert_eq!(status("Host: 127.0.0.1\r\n"), 415);
    assert_eq!(get(address, "/api/solve").status, 405);
    assert_eq!(ask(address, "nothing", &json!({})).status, 404);
}

#[test]
fn answers_are_those_of_the_library() {
    let address = start(Config::default());
    let answer = ask(address, "solve", &json!({ "expr": "nim(3) + nim(5)" })).json();
    assert_eq!(answer["schema"], "grundy/1");
    assert_eq!(answer["winning_moves"], json!([{ "component": 1, "from": "nim(5)", "to": ["nim(3)"] }]));
    let own = json!({ "expr": "hop(4)", "rules": "hop(n) -> hop(n-1) | hop(n-3)" });
    assert_eq!(ask(address, "solve", &own).json()["value"], "0");
    // Nim heaps 1 and 1: the last stone decides, and misère play turns who wins.
    for (misere, outcome) in [(false, "P"), (true, "P"), (false, "P")] {
        let answer = ask(address, "solve", &json!({ "expr": "nim(2) + nim(2)", "misere": misere })).json();
        assert_eq!(answer["outcome"], outcome);
    }
    assert_eq!(ask(address, "solve", &json!({ "expr": "nim(1)", "misere": true })).json()["outcome"], "P");
    let table = ask(address, "table", &json!({ "game": "kayles", "to": 5, "format": "csv" }));
    assert!(table.body.starts_with(b"n,value\n0,0\n1,1\n2,2\n3,3\n4,1\n5,4\n# grundy"));
    let live = json!({ "expr": "kayles(0) + kayles(2) + nim(0)", "live": true });
    assert_eq!(ask(address, "moves", &live).json()["expr"], "kayles(2)");
    let graph = json!({ "expr": "nodekayles(\"g\")", "files": { "g": "1 2\n2 3\n" } });
    assert_eq!(ask(address, "solve", &graph).json()["value"], "2");
}

#[test]
fn wrong_questions_are_told_where_they_are_wrong() {
    let address = start(Config::default());
    let wrong = ask(address, "check", &json!({ "rules": "# 棋\nhop(n) -> hip(n-1)" }));
    assert_eq!(wrong.status, 400);
    let place = &wrong.json()["places"][0];
    assert_eq!((&place["line"], &place["column"], &place["from"]), (&json!(2), &json!(11), &json!(14)));
    for (question, body) in [
        ("solve", "{"),
        ("solve", "[]"),
        ("solve", r#"{"expr": 3}"#),
        ("solve", r#"{"expr": "nim(3)", "surprise": 1}"#),
        ("solve", r#"{"expr": "nodekayles(\"/etc/passwd\")"}"#),
        ("solve", r#"{"expr": "take(5)", "set": {"L": 1.5}}"#),
        ("table", r#"{"game": "kayles", "to": "many"}"#),
        ("certificate", r#"{"game": "0.6", "limit": 1000}"#),
    ] {
        let answer = exchange(address, &request(question, OWN, body));
        assert_eq!(answer.status, 400, "{question} {body}");
        assert!(answer.json()["error"].as_str().is_some_and(|error| !error.is_empty()));
    }
    let control = ask(address, "solve", &json!({ "expr": "ni\u{1b}[31m\u{202e}m(3)" }));
    let text = control.json()["error"].as_str().unwrap().to_owned();
    assert!(text.chars().all(|c| c == '\n' || !c.is_control()) && !text.contains('\u{202e}'), "{text}");
}

#[test]
fn hostile_rules_and_huge_heaps_end_at_limits_while_others_are_answered() {
    let mut config = Config::default();
    config.limits.time = Duration::from_millis(1500);
    let address = start(config);
    let hostile = [
        json!({ "expr": "g(10^9, 10^9)", "rules": "g(a, b) -> g(a-1, b) | g(a, b-1) | g(a-1, b-1) + g(a-2, isqrt(a*b))" }),
        json!({ "expr": "g(\"a\")", "rules": "g(s) -> g(s ++ s)" }),
        json!({ "expr": "g(5)", "rules": "let f(n) = if n < 2 then n else f(n-1) + f(n-2)\ng(n) -> g(n-1) if f(10^6) > 0" }),
        endless(),
        json!({ "expr": "cram(29, 31)" }),
        json!({ "expr": format!("{}nim(1){}", "(".repeat(100_000), ")".repeat(100_000)) }),
    ];
    std::thread::scope(|scope| {
        for body in &hostile {
            scope.spawn(move || {
                let answer = ask(address, "moves", body);
                let error = answer.json()["error"].to_string();
                assert!(matches!(answer.status, 400 | 422 | 503), "{} {error}", answer.status);
            });
        }
        scope.spawn(move || {
            let many = ask(address, "table", &json!({ "game": "0.07", "to": "10^9" }));
            assert_eq!(many.status, 422, "{}", many.json());
        });
        for _ in 0..20 {
            // Places may be taken for a moment, but the long ones end.
            let answer = ask(address, "games", &json!({}));
            assert!(matches!(answer.status, 200 | 503));
        }
    });
    assert_eq!(ask(address, "solve", &json!({ "expr": "nim(3)" })).status, 200);
}

#[test]
fn bodies_and_answers_are_bounded() {
    let config = Config { most_answered: 10_000, ..Config::default() };
    let address = start(config);
    let large = "x".repeat(5 << 20);
    let mut stream = TcpStream::connect(address).unwrap();
    let head = format!("POST /api/solve HTTP/1.1\r\n{OWN}Connection: close\r\nContent-Length: {}\r\n\r\n", large.len());
    stream.write_all(head.as_bytes()).unwrap();
    // The server may answer and close before all is sent.
    let _ = stream.write_all(large.as_bytes());
    let mut answer = [0; 12];
    if stream.read_exact(&mut answer).is_ok() {
        assert_eq!(&answer, b"HTTP/1.1 413");
    }
    assert_eq!(ask(address, "table", &json!({ "game": "kayles", "to": 100_000 })).status, 422);
    assert_eq!(ask(address, "table", &json!({ "game": "kayles", "to": 100 })).status, 200);
}

/// A question that takes longer than anyone waits, and little memory.
fn endless() -> Json {
    let rules = "g(n) -> g(n-1) if not any(any(i * j % 7 == 8 for j in 0..10^5) for i in 0..10^6)";
    json!({ "expr": "g(5)", "rules": rules })
}

/// Work ends when its client goes: with one place, the next question is answered long before the first would end.
#[test]
fn a_question_ends_with_its_client() {
    let mut config = Config { places: 1, steps: u64::MAX, ..Config::default() };
    config.limits.time = Duration::from_secs(3600);
    let address = start(config);
    let body = endless().to_string();
    let long = || {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(&request("solve", OWN, &body)).unwrap();
        stream
    };
    let (mut gone, busy) = (long(), Instant::now());
    while ask(address, "solve", &json!({ "expr": "nim(1)" })).status != 503 {
        assert!(busy.elapsed() < Duration::from_secs(60), "the long question never took its place");
        // It may have come while the short one was answered, and been refused.
        gone = long();
    }
    drop(gone);
    let begun = Instant::now();
    while ask(address, "solve", &json!({ "expr": "nim(1)" })).status != 200 {
        assert!(begun.elapsed() < Duration::from_secs(120), "the place is not given back");
    }
}

#[test]
fn a_flood_is_told_to_come_back() {
    let config = Config { places: 1, ..Config::default() };
    let address = start(config);
    let body = endless().to_string();
    let held: Vec<TcpStream> = (0..60)
        .map(|_| {
            let mut stream = TcpStream::connect(address).unwrap();
            stream.write_all(&request("solve", OWN, &body)).unwrap();
            stream
        })
        .collect();
    let answer = ask(address, "solve", &json!({ "expr": "nim(1)" }));
    assert_eq!(answer.status, 503);
    assert!(answer.head.contains("retry-after:"), "{}", answer.head);
    // The page and the other sort of questions are still there.
    assert_eq!(get(address, "/").status, 200);
    assert_eq!(ask(address, "table", &json!({ "game": "kayles", "to": 5 })).status, 200);
    drop(held);
}

#[test]
fn slow_clients_keep_nobody_waiting() {
    let address = start(Config::default());
    let slow: Vec<TcpStream> = (0..200)
        .map(|_| {
            let mut stream = TcpStream::connect(address).unwrap();
            stream.write_all(b"POST /api/solve HTTP/1.1\r\nHost: 127").unwrap();
            stream
        })
        .collect();
    assert_eq!(ask(address, "solve", &json!({ "expr": "nim(3)" })).status, 200);
    drop(slow);
}

/// More silent clients than there may be connections: the oldest are closed, a new one is answered.
#[test]
fn a_crowd_of_silent_clients_keeps_nobody_out() {
    let address = start(Config { connections: 4, ..Config::default() });
    let crowd: Vec<TcpStream> = (0..10).map(|_| TcpStream::connect(address).unwrap()).collect();
    assert_eq!(ask(address, "solve", &json!({ "expr": "nim(3)" })).status, 200);
    let mut oldest = crowd[0].try_clone().unwrap();
    oldest.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    assert!(matches!(oldest.read(&mut [0]), Ok(0) | Err(_)), "the oldest is closed");
    let mut youngest = crowd[9].try_clone().unwrap();
    youngest.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").unwrap();
    let mut head = [0; 12];
    youngest.read_exact(&mut head).unwrap();
    assert_eq!(&head, b"HTTP/1.1 200", "the youngest may still ask");
}

/// A client that sends its question too slowly, or never takes its answer, does not keep another waiting.
#[test]
fn slow_bodies_and_slow_readers_keep_nobody_waiting() {
    let config = Config { places: 1, ..Config::default() };
    let address = start(config);
    let slow: Vec<TcpStream> = (0..50)
        .map(|_| {
            let mut stream = TcpStream::connect(address).unwrap();
            let head = format!("POST /api/solve HTTP/1.1\r\n{OWN}Content-Length: 1000\r\n\r\n{{");
            stream.write_all(head.as_bytes()).unwrap();
            stream
        })
        .collect();
    let readers: Vec<TcpStream> = (0..4)
        .map(|_| {
            let mut stream = TcpStream::connect(address).unwrap();
            let body = json!({ "game": "kayles", "to": 1_000_000, "format": "raw" }).to_string();
            stream.write_all(&request("table", OWN, &body)).unwrap();
            stream
        })
        .collect();
    assert_eq!(ask(address, "solve", &json!({ "expr": "nim(3)" })).status, 200);
    while ask(address, "table", &json!({ "game": "kayles", "to": 5 })).status == 503 {}
    drop((slow, readers));
}

/// The status of an answer. A question that is refused before all of it was read may end with the connection: that is told as 503, too.
fn status_of(address: SocketAddr, request: &[u8]) -> u16 {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let mut answer = Vec::new();
    // What was answered before the connection ended counts.
    let _ = stream.write_all(request);
    let _ = stream.read_to_end(&mut answer);
    let status = answer.get(9..12).and_then(|digits| std::str::from_utf8(digits).ok()?.parse().ok());
    status.unwrap_or(503)
}

/// Long questions and long answers share a bounded room: who sends or takes them slowly fills it, others are told to come back, and short
/// questions are answered.
#[test]
fn long_texts_of_slow_clients_are_bounded() {
    let address = start(Config { room: 4 << 20, ..Config::default() });
    let open = |body: &[u8]| {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(body).unwrap();
        stream
    };
    let head = format!("POST /api/solve HTTP/1.1\r\n{OWN}Content-Length: 4000000\r\n\r\n{{");
    let slow = open(head.as_bytes());
    // Others may be quicker than the slow one, and answered before the room is full or after it is free again.
    let until = |status: u16, question: &str, body: &Json| {
        let request = request(question, OWN, &body.to_string());
        let mut answers = std::iter::repeat_with(|| {
            std::thread::sleep(Duration::from_millis(20));
            status_of(address, &request)
        });
        assert!(answers.by_ref().take(500).any(|answer| answer == status), "{question}: never {status}");
    };
    let long = json!({ "expr": format!("nim(3){}", " ".repeat(1 << 20)) });
    until(503, "solve", &long);
    assert_eq!(ask(address, "solve", &json!({ "expr": "nim(3)" })).status, 200);
    drop(slow);
    until(200, "solve", &long);
    // An answer that nobody takes: four bytes a value, more than a socket holds.
    let table = json!({ "game": "kayles", "to": 1_000_000, "format": "raw" });
    let taker = open(&request("table", OWN, &table.to_string()));
    until(503, "table", &table);
    assert_eq!(ask(address, "table", &json!({ "game": "kayles", "to": 5 })).status, 200);
    drop(taker);
    until(200, "table", &table);
}

/// One question for a turn: the reply, and what can be done after it.
#[test]
fn a_reply_comes_with_the_next_turn() {
    let address = start(Config::default());
    let answer = ask(address, "reply", &json!({ "expr": "nim(3) + nim(5)", "next": true, "live": true })).json();
    assert_eq!(answer["after"], "nim(3) + nim(3)");
    assert_eq!(answer["next"]["expr"], "nim(3) + nim(3)");
    assert_eq!(answer["next"]["moves"].as_array().unwrap().len(), 6);
    assert!(answer["next"]["svg"].as_str().unwrap().starts_with("<svg"));
    let last = ask(address, "reply", &json!({ "expr": "nim(1)", "next": true, "live": true })).json();
    assert_eq!((&last["next"]["expr"], &last["next"]["moves"]), (&json!("0"), &json!([])));
    let over = ask(address, "reply", &json!({ "expr": "nim(0)", "next": true })).json();
    assert_eq!((&over["move"], &over["next"]["expr"]), (&Json::Null, &json!("nim(0)")));
    let chinese = json!({ "expr": "nim(4)", "next": true, "style": { "standalone": false, "language": "zh-Hant" } });
    assert!(ask(address, "reply", &chinese).json()["next"]["svg"].as_str().unwrap().contains("局面"));
}
