//! Every picture is well-formed, the same each time, of bounded size, has its text alternatives, and shows what moves touch.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use grundy::{Limits, Value, Watch};
use grundy_draw::{Drawing, Language, Request, Sequence, Style, Theme, Touched, What, draw, plot, position};
use grundy_report::first_moves;
use grundy_rules::native::Files;
use grundy_rules::{Engine, Library, Settings, catalogue};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

/// No picture of a position is larger.
const LARGEST: usize = 1_000_000;

fn watch() -> Watch {
    Watch::new(Limits { positions: 200_000, time: Duration::from_secs(600), ..Limits::default() })
}

fn engine() -> Engine {
    Engine::new(catalogue::library(), watch())
}

/// The graphs of these tests, in place of files.
struct Graphs;

impl Files for Graphs {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        match path {
            "flower" => Ok(b"ground a\na b\nb c\nc d\nd b\na e\n".to_vec()),
            "square" => Ok(b"a b\nb c\nc d\nd a\na c\nd e\n".to_vec()),
            "arrows" => Ok(b"a b\nb c\na c\nc d\nb e\n".to_vec()),
            "hostile" => Ok(b"<b>&\" '\n'x' <b>&\"\n".to_vec()),
            _ => Err("no such file".to_owned()),
        }
    }
}

fn settings() -> Settings {
    Settings { files: Some(Arc::new(Graphs)), ..Settings::default() }
}

/// Checks what holds for every picture, and gives the attributes `data-part` of its pieces with their moves.
fn check(svg: &str) -> HashMap<String, BTreeSet<usize>> {
    let document = roxmltree::Document::parse(svg).unwrap_or_else(|error| panic!("{error}\n{svg}"));
    let root = document.root_element();
    assert_eq!(root.tag_name().name(), "svg");
    assert!(matches!(root.attribute("role"), Some("img" | "group")));
    for name in ["title", "desc"] {
        let child = root.children().find(|child| child.tag_name().name() == name).unwrap();
        assert!(!child.text().unwrap_or("").is_empty(), "{svg}");
        let labels = root.attribute("aria-labelledby").unwrap();
        assert!(labels.split(' ').any(|label| Some(label) == child.attribute("id")));
    }
    assert!(svg.chars().all(|c| !c.is_control() || c == '\n') && !svg.contains("NaN") && !svg.contains("inf "));
    let mut parts: HashMap<String, BTreeSet<usize>> = HashMap::new();
    for node in document.descendants() {
        if let Some(part) = node.attribute("data-part") {
            let moves = [node.attribute("data-moves"), node.attribute("data-move")].into_iter().flatten();
            let moves = moves.flat_map(|list| list.split(' ').map(|n| n.parse::<usize>().unwrap()));
            parts.entry(part.to_owned()).or_default().extend(moves);
        }
    }
    parts
}

fn asked(engine: &Engine, of: &str, what: Option<What>) -> Drawing {
    let request = Request { of: of.to_owned(), what, moves: true, ..Request::default() };
    draw(engine, &settings(), &request, &watch()).unwrap_or_else(|error| panic!("{of}: {error}"))
}

/// Every move touches pieces that are in the picture, and these pieces list it.
fn check_moves(drawing: &Drawing, of: &str) {
    let parts = check(&drawing.svg);
    let plays: BTreeSet<usize> = drawing.touched.iter().map(|touched| touched.play).collect();
    assert_eq!(plays.len(), drawing.moves.len(), "{of}");
    for Touched { play, taken, targets, handles } in &drawing.touched {
        assert!(!handles.is_empty(), "{of}: nothing to tap for {}", drawing.moves[*play]);
        assert!(!taken.is_empty() || !targets.is_empty());
        for part in taken.iter().chain(targets).chain(handles) {
            let moves = parts.get(part).unwrap_or_else(|| panic!("{of}: {part} is not in the picture"));
            assert!(part == "more" || moves.contains(play), "{of}: {part} does not list {}", drawing.moves[*play]);
        }
    }
}

/// Arguments of the lists of numbers, or of texts, that games of the catalogue take.
fn position_of(name: &str) -> Option<String> {
    let at = |args: &str| Some(format!("{name}({args})"));
    match name {
        "hackenbush" => at("\"flower\""),
        "nodekayles" | "arckayles" => at("\"square\""),
        "digraph" => at("\"arrows\", \"a\""),
        "bush" => at("[[[], []], []]"),
        "dollar" => at("[2, 5], 1"),
        "moore" | "row" | "stairs" | "nimble" => at("[2, 3, 1]"),
        "silverdollar" | "welter" | "antonim" => at("[1, 3, 6]"),
        "chomp" | "cram" => at("3, 4"),
        "take" => at("6; L=1, R=3"),
        "pebbles" => at("2, 3; K=2"),
        "holladay" => at("4, 3; t=2"),
        "removing" => at("7; l=1, r=2"),
        "geography" => at("4, 1, 2, [[1, 2], [0, 0]]"),
        _ => None,
    }
}

#[test]
fn every_game_of_the_catalogue_is_drawn_with_its_moves() {
    let engine = engine();
    let mut drawn = 0;
    for entry in catalogue::entries() {
        let expr = position_of(entry.name).unwrap_or_else(|| {
            let arity = engine.arity(entry.name, &settings()).unwrap_or_else(|error| panic!("{}: {error}", entry.name));
            let numbers = ["6", "5", "3", "2"][..arity].join(", ");
            format!("{}({numbers})", entry.name)
        });
        let drawing = asked(&engine, &expr, Some(What::Position));
        assert!(drawing.svg.len() < LARGEST);
        check_moves(&drawing, &expr);
        assert_eq!(drawing, asked(&engine, &expr, Some(What::Position)), "the same input gives the same bytes");
        drawn += 1;
        // And what a few random moves lead to.
        let mut sum = engine.sum(&expr, &settings()).unwrap();
        for step in 0..3usize {
            let moves = first_moves(&engine, &sum, 50).unwrap().moves;
            let Some(play) = moves.get((7 * step + 3) % moves.len().max(1)) else { break };
            sum = sum.after(play);
            let moves = first_moves(&engine, &sum, 50).unwrap().moves;
            let picture = position(&sum, &moves, &[], &Style::default());
            let moves = moves.iter().map(ToString::to_string).collect();
            let drawing =
                Drawing { what: What::Position, svg: picture.svg, moves, touched: picture.touched, nodes: Vec::new() };
            check_moves(&drawing, &sum.to_string());
            assert!(!grundy_draw::blocks::position(&sum, 80).is_empty());
        }
    }
    assert!(drawn >= 79, "{drawn}");
}

fn touched(engine: &Engine, of: &str, play: &str) -> (Vec<String>, Vec<String>, Vec<String>) {
    let drawing = asked(engine, of, Some(What::Position));
    let place = drawing.moves.iter().position(|text| text == play).unwrap_or_else(|| panic!("{:?}", drawing.moves));
    let touched = drawing.touched.iter().find(|touched| touched.play == place).unwrap().clone();
    (touched.taken, touched.targets, touched.handles)
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn moves_touch_what_they_take() {
    let engine = engine();
    let cases = [
        ("nim(2) + nim(4)", "nim(4) -> nim(1)", "1:0.1 1:0.2 1:0.3", "", "1:0.1"),
        ("kayles(5)", "kayles(5) -> kayles(1) + kayles(2)", "0:1 0:2", "", "0:1"),
        ("grundy(5)", "grundy(5) -> grundy(2) + grundy(3)", "0:cut2", "", "0:cut2"),
        ("knight(4, 4)", "knight(4, 4) -> knight(5, 2)", "0:token", "0:5.2", "0:5.2"),
        ("silverdollar([1, 4])", "silverdollar([1, 4]) -> silverdollar([1, 2])", "0:4", "0:s2", "0:s2"),
        ("chomp(2, 2)", "chomp(2, 2) -> chomp([2, 1])", "0:1.1", "", "0:1.1"),
        ("cram(1, 3)", "cram(1, 3) -> cram([\"##.\"])", "0:0.0 0:0.1", "", "0:0.0"),
        ("stairs([0, 2])", "stairs([0, 2]) -> stairs([1, 1])", "0:1.1", "0:0", "0:1.1"),
        ("wythoff(3, 2)", "wythoff(3, 2) -> wythoff(2, 1)", "0:0.2 0:1.1", "", "0:0.2"),
        ("moore([2, 3])", "moore([2, 3]) -> moore([1, 2])", "0:0.1 0:1.2", "", "0:0.1"),
        ("antonim([3, 5])", "antonim([3, 5]) -> antonim([1, 3])", "0:1.1 0:1.2 0:1.3 0:1.4", "", "0:1.1"),
        (
            "digraph(\"arrows\", \"a\")",
            "digraph(\"arrows\", \"a\") -> digraph(\"arrows\", \"b\")",
            "0:token",
            "0:n1",
            "0:n1",
        ),
        ("bar(3, 2)", "bar(3, 2) -> bar(1, 2) + bar(2, 2)", "0:col1", "", "0:col1"),
        ("ringkayles(5)", "ringkayles(5) -> ringkayles:row(3)", "0:3 0:4", "", "0:3"),
        ("nim(50)", "nim(50) -> nim(40)", "0:0", "", "0:0"),
        ("stairs([0, 20])", "stairs([0, 20]) -> stairs([1, 19])", "0:1", "0:0", "0:1"),
        ("fibonacci:rest(5, 2)", "rest(5, 2) -> rest(4, 2)", "0:0.4", "", "0:0.4"),
    ];
    for (of, play, taken, targets, handles) in cases {
        let found = touched(&engine, of, play);
        assert_eq!(found, (words(taken), words(targets), words(handles)), "{of}: {play}");
    }
}

#[test]
fn the_cut_edge_of_a_graph_is_what_is_tapped() {
    let engine = engine();
    let drawing = asked(&engine, "hackenbush(\"flower\")", Some(What::Position));
    for touched in &drawing.touched {
        assert_eq!(touched.handles.len(), 1);
    }
    // Six edges can be cut, each by tapping it.
    let handles: BTreeSet<&String> = drawing.touched.iter().flat_map(|touched| &touched.handles).collect();
    assert_eq!(handles.len(), 6);
}

#[test]
fn a_line_in_the_rules_says_the_shape() {
    let mut library = Library::new();
    let rules = "walk(x, y, fuel) -> (walk(x-1, y, fuel-1) | walk(x, y-1, fuel-1))\ndraw grid(x, y)";
    library.add_rules("walk.game", rules).unwrap();
    let engine = Engine::new(library, watch());
    let drawing = asked(&engine, "walk(2, 3, 4)", None);
    assert!(drawing.svg.contains("data-part=\"0:token\"") && drawing.svg.contains("fuel = 4"), "{}", drawing.svg);
    check_moves(&drawing, "walk");
    for (wrong, message) in [
        ("g(n) -> g(n-1)\ndraw circle", "`circle` is not a shape"),
        ("g(n) -> g(n-1)\ndraw row(m)", "no kind has arguments of these names"),
        ("g(n) -> g(n-1)\ndraw h: row", "there is no kind `h`"),
    ] {
        let error = Library::new().add_rules("wrong.game", wrong).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn huge_positions_have_small_pictures() {
    let engine = engine();
    let long = format!("moore([{}])", vec!["5"; 1000].join(", "));
    let parts = vec!["nim(7)"; 300].join(" + ");
    let row = format!("row([{}])", vec!["1000000"; 5000].join(", "));
    let cases = [
        "nim(10^18)",
        "kayles(10^18)",
        "170141183460469231731687303715884105727*nim(3)",
        "knight(10^9, 4)",
        &long,
        &parts,
        &row,
    ];
    for of in cases {
        let sum = engine.sum(of, &settings()).unwrap();
        let moves = first_moves(&engine, &sum, 200).unwrap().moves;
        let picture = position(&sum, &moves, &[], &Style::default());
        check(&picture.svg);
        assert!(picture.svg.len() < LARGEST, "{} bytes for {}", picture.svg.len(), &of[..of.len().min(40)]);
        assert!(grundy_draw::blocks::position(&sum, 80).len() < 20_000);
    }
    let values: Vec<Value> = (0..500_000u128).map(|n| Value::Finite(n * 2_654_435_761 % 1000)).collect();
    let svg = plot(&Sequence { title: "noise", first: 0, values: &values }, &Style::default());
    check(&svg);
    assert!(svg.len() < 700_000, "{}", svg.len());
}

#[test]
fn other_pictures() {
    let engine = engine();
    let cases = [
        ("nim(13) + kayles(9) + nim(22)", What::Xor, "13 xor 4 xor 22 = 31"),
        ("nim(5) + nim(5)", What::Xor, "Every column has an even number of ones"),
        ("pebbles(2, 9; K=2) + nim(4)", What::Xor, "not numbers"),
        ("kayles(9)", What::Mex, "the least that is missing is 4"),
        ("nim(0)", What::Mex, "the mex is 0"),
        ("nim(10^18)", What::Mex, "The value of nim(1000000000000000000)"),
        ("pebbles(2, 3; K=2)", What::Mex, "The value of"),
        ("kayles(4)", What::Graph, "positions, 2 of them lost"),
        ("nim(40)", What::Graph, "41 positions"),
        ("nim(30) + nim(31)", What::Graph, "There are more."),
        ("wythoff", What::Table, "17 rows and 17 columns"),
        ("0.07", What::Plot, "201 values"),
        ("kayles", What::Rows, "rows of length 12"),
    ];
    for (of, what, text) in cases {
        let drawing = asked(&engine, of, Some(what));
        check(&drawing.svg);
        assert!(drawing.svg.contains(text), "{of}: {text} is not in\n{}", drawing.svg);
        assert!(drawing.svg.len() < LARGEST);
        assert_eq!(drawing, asked(&engine, of, Some(what)));
    }
}

/// The graph of positions against the definition: each label is the mex of those below, and P means 0.
#[test]
fn a_graph_shows_the_mex_of_its_moves() {
    let engine = engine();
    for of in ["kayles(6)", "nim(2) + nim(3)", "grundy(9)", "wythoff(2, 3)"] {
        let drawing = asked(&engine, of, Some(What::Graph));
        assert!(drawing.nodes.iter().all(|node| !node.cut), "{of}");
        let value = |at: usize| drawing.nodes[at].value.as_ref().unwrap().parse::<u64>().unwrap();
        for (at, node) in drawing.nodes.iter().enumerate() {
            let below: BTreeSet<u64> = node.to.iter().map(|&to| value(to)).collect();
            let mex = (0..).find(|n| !below.contains(n)).unwrap();
            assert_eq!(value(at), mex, "{of}: {}", node.position);
            assert_eq!(node.outcome, if mex == 0 { "P" } else { "N" });
            assert!(node.to.iter().all(|&to| drawing.nodes[to].layer > node.layer), "moves go down");
        }
    }
}

#[test]
fn loops_and_misere_have_graphs() {
    let mut library = catalogue::library();
    library.add_rules("loop.game", "walk(n) -> walk((n+1) % 3) | walk(n+3)   if n < 3").unwrap_err();
    library.add_rules("loop.game", "walk(n) -> (walk((n+1) % 3) | walk(n+3))   if n < 3").unwrap();
    let engine = Engine::new(library, watch());
    let drawing = asked(&engine, "walk(0)", Some(What::Graph));
    check(&drawing.svg);
    assert!(drawing.nodes.iter().any(|node| node.to.contains(&0)));
    let misere = asked(&engine, "lastmatch(5)", Some(What::Graph));
    check(&misere.svg);
    assert!(misere.nodes.iter().all(|node| node.value.is_none()));
    assert_eq!(misere.nodes[0].outcome, "P");
}

#[test]
fn nothing_from_outside_is_markup() {
    let engine = engine();
    let drawing = asked(&engine, "nodekayles(\"hostile\")", Some(What::Position));
    check_moves(&drawing, "hostile");
    let mut library = Library::new();
    library.add_rules("w.game", "w(t) -> w(t[1:]) if len(t) > 0").unwrap();
    let engine = Engine::new(library, watch());
    let drawing = asked(&engine, "w(\"<&>\\\"'\\n\")", None);
    check_moves(&drawing, "w");
    assert!(drawing.svg.contains("␊"), "control characters are symbols");
}

#[test]
fn ids_and_themes() {
    let engine = engine();
    let sum = engine.sum("nim(3)", &settings()).unwrap();
    for (theme, class) in [(Theme::Auto, "gd"), (Theme::Light, "gd light"), (Theme::Dark, "gd dark")] {
        let style = Style { id: "a b\"<>7".to_owned(), theme, standalone: false, ..Style::default() };
        let svg = position(&sum, &[], &[], &style).svg;
        check(&svg);
        assert!(svg.contains("id=\"ab7\"") && svg.contains("ab7-title") && svg.contains(&format!("class=\"{class}\"")));
        assert!(!svg.contains("<style"), "a page has the style sheet itself");
    }
    assert!(position(&sum, &[], &[], &Style::default()).svg.contains("prefers-color-scheme"));
}

/// In Chinese nothing is left in English but what the rules call things.
#[test]
fn pictures_speak_chinese() {
    let engine = engine();
    let style = Style { language: Language::TraditionalChinese, ..Style::default() };
    for (of, what) in [
        ("nim(3) + kayles(5) + stairs([0, 1, 2]) + cram(2, 3)", What::Position),
        ("nim(3) + nim(5)", What::Xor),
        ("kayles(9)", What::Mex),
        ("kayles(4)", What::Graph),
        ("wythoff", What::Table),
        ("kayles", What::Plot),
        ("kayles", What::Rows),
    ] {
        let request = Request { of: of.to_owned(), what: Some(what), style: style.clone(), ..Request::default() };
        let svg = draw(&engine, &settings(), &request, &watch()).unwrap().svg;
        check(&svg);
        let document = roxmltree::Document::parse(&svg).unwrap();
        let spoken = document.descendants().filter(|node| ["title", "desc", "text"].contains(&node.tag_name().name()));
        let spoken: String = spoken.filter_map(|node| node.text()).collect::<Vec<_>>().join("\n");
        assert!(spoken.chars().any(|c| ('\u{4e00}'..'\u{a000}').contains(&c)), "{what:?} {spoken}");
        for word in ["of", "the", "is", "and", "no", "who", "to", "value", "values"] {
            let english = spoken.split(|c: char| !c.is_ascii_alphabetic()).any(|found| found == word);
            assert!(!english, "{what:?} says `{word}`: {spoken}");
        }
    }
}

#[test]
fn requests_are_json() {
    let request: Request =
        serde_json::from_str(r#"{"of": "nim(3)", "what": "xor", "style": {"theme": "dark"}}"#).unwrap();
    assert_eq!((request.what, request.style.theme), (Some(What::Xor), Theme::Dark));
    assert!(serde_json::from_str::<Request>(r#"{"of": "nim(3)", "files": true}"#).is_err());
    let engine = engine();
    let json = serde_json::to_value(asked(&engine, "nim(2)", None)).unwrap();
    assert_eq!(json["touched"][0]["taken"], serde_json::json!(["0:0.0", "0:0.1"]));
    assert_eq!(json["what"], "position");
}

#[test]
fn what_cannot_be_drawn_says_why() {
    let engine = engine();
    let cases = [
        ("nim(3) + nim(4)", Some(What::Mex), "the mex is of one position"),
        ("wythoff", Some(What::Plot), "has 2 arguments"),
        ("lastmatch(4)", Some(What::Xor), "misère"),
        ("grundy", Some(What::Rows), "no period"),
        ("nosuchgame", None, "unknown game"),
        ("nim(", None, "expected"),
        ("lim", None, "draw a position of it"),
    ];
    for (of, what, message) in cases {
        let request = Request { of: of.to_owned(), what, ..Request::default() };
        let error = draw(&engine, &settings(), &request, &watch()).unwrap_err().to_string();
        assert!(error.contains(message), "{of}: {error}");
    }
    let request = Request { of: "nim".to_owned(), what: Some(What::Plot), to: vec![u64::MAX], ..Request::default() };
    let error = draw(&engine, &settings(), &request, &watch()).unwrap_err();
    assert_eq!(error.exit_code(), 3);
}
