//! The command line as data: one definition gives the parser, the help, the man pages and the completions.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use grundy::Limits;
use grundy_report::table::count;

/// `--version`; `-V` is the first line.
const LONG_VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\nrule language 1");
const _: () = assert!(grundy_rules::LANGUAGE == 1, "LONG_VERSION says another version of the language");

const AFTER_HELP: &str = "\
EXPR is a sum of positions: kayles(12) + 3*nim(5) + 0.77(10^18) + take{1,3,4}(20) + take[2..5](17)
GAME is a name (grundy games), a code (0.77, 4!.0, take{1,3,4}, take[2..5]) or a .game file (FILE:kind for another kind)

Exit codes: 0 done, 1 the answer is no, 2 bad usage or input, 3 a limit was reached, 4 an internal contradiction,
130 interrupted";

/// The Sprague–Grundy toolkit: who wins an impartial game, by which move, and why
#[derive(Parser, Debug)]
#[command(name = "grundy", version, long_version = LONG_VERSION, after_help = AFTER_HELP)]
#[command(propagate_version = true, max_term_width = 120)]
pub struct Cli {
    /// What to do
    #[command(subcommand)]
    pub command: Command,
    /// How results are printed
    #[command(flatten)]
    pub output: OutputArgs,
    /// How much may be used
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// One command, one file in `commands/`.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Value, outcome and winning moves of a sum of positions
    Solve(SolveArgs),
    /// Values of a game: 0..N of one argument, a grid of two
    Table(TableArgs),
    /// Period, pre-period and saltus of a game's values: proved, observed or none
    Period(PeriodArgs),
    /// Formulas for the values or the lost positions of a game, proved where possible
    Pattern(PatternArgs),
    /// Prove or refute a formula for all positions: 'take(n) = n % (L+R) / L', 'chomp2(a, b) lost if a == b'
    Prove(ProveArgs),
    /// The first heap where two games differ
    Diff(DiffArgs),
    /// Many codes, or parameters, at once: periods, largest values, rare heaps; resumable
    Survey(SurveyArgs),
    /// Check a certificate with the independent checker
    Verify(VerifyArgs),
    /// Why: the options, their values, the mex, the XOR in binary, the winning move
    Explain(ExplainArgs),
    /// Play against the perfect opponent
    Play(PlayArgs),
    /// The page, in a browser: play, explore, write rules, learn
    Serve(ServeArgs),
    /// A picture as SVG: a position, its XOR, mex or graph; a game's table, plot or rows
    Draw(DrawArgs),
    /// The catalogue of games
    Games(GamesArgs),
    /// Check a rule file: errors, the strategy chosen, samples, shortcuts against the definition
    Check(CheckArgs),
    /// Write a commented rule file to start from
    New(NewArgs),
    /// Contest input on stdin → contest output on stdout
    Judge(JudgeArgs),
    /// A whole program for a contest file, in C++, Rust or Python
    Emit(EmitArgs),
    /// Random small inputs: where does someone's program answer something else than the rules?
    #[cfg(unix)]
    Stress(StressArgs),
    /// Play the rules of a file against someone's program, line by line
    #[cfg(unix)]
    Interact(InteractArgs),
    /// Calculator for nimbers and ordinals
    Nimber(NimberArgs),
    /// Shell completions on stdout
    Completions(CompletionsArgs),
    /// Man pages, one file a command
    Man(ManArgs),
}

/// How results are printed.
#[derive(Args, Debug)]
pub struct OutputArgs {
    /// Print JSON (the same as --format json)
    #[arg(long, global = true)]
    pub json: bool,
    /// Output format
    #[arg(long, global = true, value_enum, value_name = "FORMAT", conflicts_with = "json")]
    pub format: Option<Format>,
}

/// Output formats; `table` has all of them, `survey` all of columns, the others have text and JSON, but play, new, judge, completions and man text only.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// For people
    Text,
    /// Comma-separated values
    Csv,
    /// JSON with "schema": "grundy/1"
    Json,
    /// OEIS b-file: lines "n a(n)"
    Bfile,
    /// Little-endian 32-bit words
    Raw,
    /// A picture: a plot, rows of length --wrap, or a heat map
    Svg,
    /// An array of numpy, of the narrowest type that holds the largest value
    Npy,
    /// Columns as parquet, with version, rules, bound and checksum as metadata
    Parquet,
}

impl OutputArgs {
    /// The format asked for.
    pub fn format(&self) -> Format {
        if self.json { Format::Json } else { self.format.unwrap_or(Format::Text) }
    }
}

/// Limits of the computation.
#[derive(Args, Debug)]
pub struct LimitArgs {
    /// Threads to use [default: all cores]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024),
          help_heading = "Limits")]
    pub threads: Option<u16>,
    /// Memory for tables, such as 500M or 8G [default: 4G]
    #[arg(long, global = true, value_name = "SIZE", value_parser = parse_size, help_heading = "Limits")]
    pub max_memory: Option<u64>,
    /// Positions in a search [default: 200000000]
    #[arg(long, global = true, value_name = "N", help_heading = "Limits")]
    pub max_positions: Option<u64>,
    /// Time, such as 30s, 10m or 2h [default: 1h]
    #[arg(long, global = true, value_name = "TIME", value_parser = parse_time, help_heading = "Limits")]
    pub timeout: Option<Duration>,
}

impl LimitArgs {
    /// The limits given, defaults for the others.
    pub fn limits(&self) -> Limits {
        let default = Limits::default();
        Limits {
            positions: self.max_positions.unwrap_or(default.positions),
            memory: self.max_memory.unwrap_or(default.memory),
            time: self.timeout.unwrap_or(default.time),
            threads: self.threads.map_or(default.threads, usize::from),
        }
    }
}

/// Where games and parameters come from.
#[derive(Args, Debug)]
pub struct RuleArgs {
    /// Add the games of a rule file
    #[arg(long, value_name = "FILE")]
    pub rules: Vec<PathBuf>,
    /// Set a parameter of a rule file
    #[arg(long = "set", value_name = "NAME=INTEGER")]
    pub settings: Vec<String>,
    /// Set the data of a rule file from a JSON object
    #[arg(long, value_name = "FILE.json")]
    pub data: Vec<PathBuf>,
}

/// Which patterns may answer.
#[derive(Args, Debug, Clone, Copy, Default)]
pub struct TrustArgs {
    /// Let patterns answer that were only observed, not proved; the answer says so
    #[arg(long)]
    pub trust_observed: bool,
}

/// Arguments of `solve`.
#[derive(Args, Debug)]
pub struct SolveArgs {
    /// A sum of positions, or - to read many from stdin, one a line, and print one JSON line each
    #[arg(allow_hyphen_values = true)]
    pub expr: String,
    /// How many winning moves to list
    #[arg(long, default_value_t = 100, value_name = "N")]
    pub moves: usize,
    /// Let the positions read from stdin name files, as hackenbush("file") does
    #[arg(long)]
    pub allow_files: bool,
    /// Answer from a table that `grundy table --folder` made
    #[arg(long, value_name = "DIR")]
    pub folder: Option<PathBuf>,
    /// Rule files and parameters
    #[command(flatten)]
    pub rules: RuleArgs,
    /// Which patterns may answer
    #[command(flatten)]
    pub trust: TrustArgs,
}

/// Arguments of `table`.
#[derive(Args, Debug)]
pub struct TableArgs {
    /// The game
    pub game: String,
    /// Last argument, one for each: 20, or 20,30 for a grid, or more [default: 30, or 12,12]
    #[arg(long, value_name = "N[,M…]")]
    pub to: Option<String>,
    /// First argument, one for each; with --folder: read this part of a table that is there
    #[arg(long, value_name = "N[,M…]")]
    pub from: Option<String>,
    /// Keep the table in a folder: for huge ones, of any number of arguments
    #[arg(long, value_name = "DIR", conflicts_with_all = ["plot", "wrap"])]
    pub folder: Option<PathBuf>,
    /// Go on with a table that was begun, and make damaged blocks anew
    #[arg(long, requires = "folder")]
    pub resume: bool,
    /// Write the digraph of digraph("file") in the format that loads at once, instead of its values
    #[arg(long, value_name = "FILE", conflicts_with = "folder")]
    pub pack: Option<PathBuf>,
    /// Start a new line after every P values
    #[arg(long, value_name = "P", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub wrap: Option<u64>,
    /// Only the arguments with value 0, where the player to move loses
    #[arg(long)]
    pub zeros: bool,
    /// Counts of values and the largest one
    #[arg(long)]
    pub stats: bool,
    /// Draw the values with block characters behind them
    #[arg(long, conflicts_with_all = ["zeros", "stats"])]
    pub plot: bool,
    /// Rule files and parameters
    #[command(flatten)]
    pub rules: RuleArgs,
    /// Which patterns may answer
    #[command(flatten)]
    pub trust: TrustArgs,
}

/// Arguments of `period`.
#[derive(Args, Debug)]
pub struct PeriodArgs {
    /// The game
    pub game: String,
    /// Heaps to compute at most, such as 1000000, 10^6 or 2^20 [default: 2^20 for heap codes, 10^4 for other rules]
    #[arg(long, visible_alias = "to", value_name = "N", value_parser = parse_count)]
    pub limit: Option<u64>,
    /// Write a certificate of a proved period, for `grundy verify`
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Draw the first values with block characters
    #[arg(long)]
    pub plot: bool,
    /// Rule files and parameters
    #[command(flatten)]
    pub rules: RuleArgs,
}

/// Arguments of `pattern`.
#[derive(Args, Debug)]
pub struct PatternArgs {
    /// The game
    pub game: String,
    /// A parameter, one value or all of a range: L=2, R=3..9; formulas must hold for all of them
    #[arg(long = "set", value_name = "NAME=A[..B]")]
    pub settings: Vec<String>,
    /// Set the data of a rule file from a JSON object
    #[arg(long, value_name = "FILE.json")]
    pub data: Vec<PathBuf>,
    /// Find formulas from positions with a sum of arguments up to this; they are compared with more
    #[arg(long, value_name = "N")]
    pub to: Option<u64>,
    /// Write a certificate of the first proof, for `grundy verify`
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Draw the first values with block characters
    #[arg(long)]
    pub plot: bool,
    /// Print a function for the values, by the best formula or a proved period
    #[arg(long, value_enum, value_name = "LANG")]
    pub emit: Option<Lang>,
    /// Show the table of values in a way that lets patterns be seen, instead of looking for formulas
    #[arg(long, value_enum, value_name = "VIEW", conflicts_with_all = ["emit", "certificate", "plot"])]
    pub view: Option<ViewArg>,
    /// The modulus of --view mod, the length of the rows of --view rows and heat [default: fitting ones]
    #[arg(long, value_name = "M", requires = "view", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub modulus: Option<u64>,
    /// Look the values and the lost positions up in a list of known sequences, instead of looking for formulas
    #[arg(long = "match", conflicts_with_all = ["emit", "certificate", "plot", "view"])]
    pub look_up: bool,
}

/// Views of a table of values.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum ViewArg {
    /// The lost positions
    Zeros,
    /// Values in rows
    Rows,
    /// Arguments and values in binary
    Binary,
    /// Factors of the argument; of two arguments their common divisor
    Factors,
    /// The values of each remainder
    Mod,
    /// Shades
    Heat,
}

/// Arguments of `prove`.
#[derive(Args, Debug)]
#[command(after_help = "\
A claim is `kind(n) = FORMULA` for Grundy values, or `kind(n) lost if COND` (if and only if) for outcomes, also under misère
play; formulas and conditions are expressions of the rule language. Lists are written out: `row([a, b]) = …`.

Exit codes: 0 proved, 1 refuted, 3 not decided within the limits, 2 bad input, or a move that leaves --where.")]
pub struct ProveArgs {
    /// The game
    pub game: String,
    /// What is claimed, one claim a kind
    #[arg(required = true, value_name = "CLAIM")]
    pub claims: Vec<String>,
    /// The positions that count, by the names of the claims; moves must not leave them
    #[arg(long = "where", value_name = "COND")]
    pub domain: Option<String>,
    /// Write a certificate of the proof, for `grundy verify`
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Rule files and parameters
    #[command(flatten)]
    pub rules: RuleArgs,
}

/// Arguments of `diff`.
#[derive(Args, Debug)]
pub struct DiffArgs {
    /// One game
    pub a: String,
    /// The other game
    pub b: String,
    /// Last heap to compare
    #[arg(long, default_value = "10000", value_name = "N", value_parser = parse_count)]
    pub to: u64,
    /// Rule files and parameters
    #[command(flatten)]
    pub rules: RuleArgs,
}

/// Arguments of `survey`.
#[derive(Args, Debug)]
pub struct SurveyArgs {
    /// Codes, such as 0.77 or take{1,3,4}, names of games, rule files
    #[arg(value_name = "GAME")]
    pub games: Vec<String>,
    /// All codes 0.xyz and 4.xyz of up to this many octal digits
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u8).range(1..=7))]
    pub digits: Option<u8>,
    /// A parameter of the games that are not codes, one value or all of a range: L=2, R=3..9
    #[arg(long = "set", value_name = "NAME=A[..B]")]
    pub settings: Vec<String>,
    /// A file with a code a line
    #[arg(long, value_name = "FILE")]
    pub list: Option<PathBuf>,
    /// Last heap, unless a period is proved before
    #[arg(long, default_value = "2^16", value_name = "N", value_parser = parse_count)]
    pub to: u64,
    /// Save progress in this folder, and go on from there; several runs may share it
    #[arg(long, value_name = "FOLDER")]
    pub checkpoint: Option<PathBuf>,
    /// Take only share i of N, to spread a survey over machines; a run without it on the same folder collects all
    #[arg(long, value_name = "i/N")]
    pub shard: Option<String>,
    /// Add the time of each game, which is not the same in two runs
    #[arg(long)]
    pub times: bool,
}

/// Arguments of `verify`.
#[derive(Args, Debug)]
pub struct VerifyArgs {
    /// The certificate
    pub file: PathBuf,
}

/// Arguments of `explain`.
#[derive(Args, Debug)]
pub struct ExplainArgs {
    /// A sum of positions
    #[arg(allow_hyphen_values = true)]
    pub expr: String,
    /// The position after a move: why does that move win or lose?
    #[arg(long = "move", value_name = "EXPR")]
    pub to: Option<String>,
    /// Rule files and parameters
    #[command(flatten)]
    pub rules: RuleArgs,
}

/// Arguments of `play`.
#[derive(Args, Debug)]
pub struct PlayArgs {
    /// A sum of positions
    #[arg(allow_hyphen_values = true)]
    pub expr: String,
    /// Let the computer move first
    #[arg(long)]
    pub second: bool,
    /// Rule files and parameters
    #[command(flatten)]
    pub rules: RuleArgs,
    /// Which patterns may answer
    #[command(flatten)]
    pub trust: TrustArgs,
}

/// Arguments of `serve`. The limits of a question are smaller than those of a command, unless given.
#[derive(Args, Debug)]
pub struct ServeArgs {
    /// The port [default: 8017, or a free one if that is taken; 0: a free one]
    #[arg(long, value_name = "N")]
    pub port: Option<u16>,
    /// The address; any other than a loopback address lets other machines in
    #[arg(long, default_value = "127.0.0.1", value_name = "A")]
    pub address: IpAddr,
    /// Open the page in a browser
    #[arg(long)]
    pub open: bool,
}

/// Arguments of `draw`.
#[derive(Args, Debug)]
#[command(after_help = "\
grundy draw 'nim(3) + kayles(7)' -o position.svg          grundy draw 0.07 --what rows --to 340 -o rows.svg
grundy draw 'nim(3) + nim(5) + nim(6)' --what xor         grundy draw wythoff --to 30,30 -o table.svg
grundy draw 'grundy(7)' --what graph -o graph.svg         grundy draw 'kayles(9)' --what mex -o mex.svg
A rule file says by a line `draw` what its positions look like: docs/RULES.md. Pictures are light or dark as the reader's system is.")]
pub struct DrawArgs {
    /// A sum of positions, or a game
    #[arg(value_name = "EXPR|GAME", allow_hyphen_values = true)]
    pub of: String,
    /// The file to write [default: standard output]
    #[arg(short, long, value_name = "FILE.svg")]
    pub output: Option<PathBuf>,
    /// What to draw [default: a position of an EXPR; a plot of a GAME of one argument, a table of one of two]
    #[arg(long, value_enum)]
    pub what: Option<Picture>,
    /// Last argument, or two for a table [default: 200; 16,16; eight rows]
    #[arg(long, value_name = "N[,M]")]
    pub to: Option<String>,
    /// First argument
    #[arg(long, value_name = "N[,M]")]
    pub from: Option<String>,
    /// Length of the rows [default: the period]
    #[arg(long, value_name = "P", value_parser = parse_count)]
    pub period: Option<u64>,
    /// Positions of a graph at most [default: 60]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=200))]
    pub positions: Option<u16>,
    /// Mark in a position what each move touches (data-move, data-moves)
    #[arg(long)]
    pub moves: bool,
    /// Write the value under each part of a position
    #[arg(long)]
    pub values: bool,
    /// Colours
    #[arg(long, value_enum, default_value_t = Theme::Auto)]
    pub theme: Theme,
    /// Rule files and parameters
    #[command(flatten)]
    pub rules: RuleArgs,
}

/// What `draw` draws.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Picture {
    /// The parts of a sum side by side
    Position,
    /// The values of the parts in binary columns
    Xor,
    /// The values of the options of a position, and the gap
    Mex,
    /// All positions that can be reached
    Graph,
    /// Values of two arguments as a heat map
    Table,
    /// Values of one argument as points
    Plot,
    /// Values of one argument in rows of one length
    Rows,
}

/// Colours of a picture.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theme {
    /// As the reader's system is
    Auto,
    /// Light
    Light,
    /// Dark
    Dark,
}

/// Arguments of `games`.
#[derive(Args, Debug)]
pub struct GamesArgs {
    /// A game, to see all that is known of it
    pub name: Option<String>,
}

/// Arguments of `check`.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// The rule file
    pub file: PathBuf,
    /// Rule files and parameters
    #[command(flatten)]
    pub rules: RuleArgs,
}

/// Arguments of `new`.
#[derive(Args, Debug)]
pub struct NewArgs {
    /// The file to write; it must not exist
    pub file: PathBuf,
}

/// Arguments of `judge`.
#[derive(Args, Debug)]
pub struct JudgeArgs {
    /// A rule file with input, play and answer
    pub file: PathBuf,
    /// Show on stderr what the first cases come from: each component's value, the XOR, who wins
    #[arg(long)]
    pub explain: bool,
    /// Rule files and parameters
    #[command(flatten)]
    pub rules: RuleArgs,
    /// Which patterns may answer
    #[command(flatten)]
    pub trust: TrustArgs,
}

/// Arguments of `stress`.
#[cfg(unix)]
#[derive(Args, Debug)]
#[command(after_help = "\
Ranges come from --range, from a comment such as `# Limits: 1 ≤ L ≤ R ≤ 100` in the file, from its samples, and from small
defaults; the command prints them. Lists may have a shape: any, distinct, sorted, increasing, permutation, parents (of
vertices 2, 3, …), tree, graph, dag (edges); numbers may be even, odd, a vertex. Exit code 1: the program answers something else, crashes, hangs or floods.")]
pub struct StressArgs {
    /// A rule file with input, play and answer
    pub file: PathBuf,
    /// The program to test, with its arguments; it runs without a shell
    #[arg(last = true, required = true, value_name = "PROGRAM")]
    pub program: Vec<std::ffi::OsString>,
    /// How many inputs
    #[arg(long, default_value = "200", value_name = "N", value_parser = parse_count)]
    pub tests: u64,
    /// The same seed gives the same inputs [default: a new one]
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// The numbers of a name, or the lengths of a text: n=1..8, R=L..9, e=1..n
    #[arg(long = "range", value_name = "NAME=A..B")]
    pub ranges: Vec<String>,
    /// The letters of a text: s=ab
    #[arg(long = "letters", value_name = "NAME=LETTERS")]
    pub letters: Vec<String>,
    /// The shape of a list: e=tree, p=permutation
    #[arg(long = "shape", value_name = "NAME=SHAPE")]
    pub shapes: Vec<String>,
    /// Time for one run of the program
    #[arg(long, default_value = "2s", value_name = "TIME", value_parser = parse_time)]
    pub run_time: Duration,
    /// Address space for one run of the program
    #[arg(long, default_value = "512M", value_name = "SIZE", value_parser = parse_size)]
    pub run_memory: u64,
    /// Rule files and parameters
    #[command(flatten)]
    pub rules: RuleArgs,
}

/// Arguments of `interact`.
#[cfg(unix)]
#[derive(Args, Debug)]
#[command(after_help = "\
The program is told the position on a line. It answers `First` or `Second`: who begins. Then lines alternate: who moves writes the position
that the move leaves, whole or only what one component becomes, as `grundy solve` reads and prints it; `0` is the finished game. When no
move is left the program is told `end`. As the contestant this command says who begins, and the program plays the other side.

Exit codes: 0 the program won, 1 it lost, made no legal move, said nothing in time or too much.")]
pub struct InteractArgs {
    /// A rule file
    pub file: PathBuf,
    /// Where play starts, such as 'row(0, 9)'
    #[arg(long, value_name = "EXPR")]
    pub start: String,
    /// Which side this command plays
    #[arg(long = "as", value_enum, default_value = "judge", value_name = "SIDE")]
    pub side: Side,
    /// The program, with its arguments; it runs without a shell
    #[arg(last = true, required = true, value_name = "PROGRAM")]
    pub program: Vec<std::ffi::OsString>,
    /// Time for one line of the program
    #[arg(long, default_value = "2s", value_name = "TIME", value_parser = parse_time)]
    pub run_time: Duration,
    /// Address space of the program
    #[arg(long, default_value = "512M", value_name = "SIZE", value_parser = parse_size)]
    pub run_memory: u64,
    /// Rule files and parameters
    #[command(flatten)]
    pub rules: RuleArgs,
}

/// The sides of an interactive problem.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The program chooses who begins
    Judge,
    /// This command chooses who begins
    Contestant,
}

/// Arguments of `emit`.
#[derive(Args, Debug)]
#[command(after_help = "\
The program reads the input, finds the values of positions by a proved formula, a table or a search, and prints the answer; its
comments say why it is right. C++ is C++17 (g++ -O2), Rust needs no crates (rustc --edition 2021 -O), Python no packages (3.11).
What cannot be written is refused with the place: endless ranges, `draw`, misère play, `options`.")]
pub struct EmitArgs {
    /// A rule file with input and answer
    pub file: PathBuf,
    /// The language
    #[arg(long, value_enum, value_name = "LANG")]
    pub lang: Lang,
    /// Write it to a file instead of stdout
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Languages of emitted code.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lang {
    /// C++ 17
    Cpp,
    /// Rust, edition 2021
    Rust,
    /// Python 3.11
    Python,
}

/// Arguments of `nimber`.
#[derive(Args, Debug)]
pub struct NimberArgs {
    /// An expression: + * / ^ are nim operations, w is the ordinal omega
    #[arg(allow_hyphen_values = true)]
    pub expr: String,
}

/// Arguments of `completions`.
#[derive(Args, Debug)]
pub struct CompletionsArgs {
    /// The shell
    pub shell: clap_complete::Shell,
}

/// Arguments of `man`.
#[derive(Args, Debug)]
pub struct ManArgs {
    /// The folder to write into; without it the main page goes to stdout
    pub folder: Option<PathBuf>,
}

/// `1000`, `10^6`, `2^20`, `1e6`.
fn parse_count(text: &str) -> Result<u64, String> {
    count(text).ok_or_else(|| "expected a number such as 1000, 10^6 or 2^20".into())
}

/// `500M`, `8G`, `1048576`: bytes, with binary suffixes.
fn parse_size(text: &str) -> Result<u64, String> {
    let (digits, unit) = split_unit(text);
    let factor: u64 = match unit.to_ascii_uppercase().trim_end_matches("IB").trim_end_matches('B') {
        "" => 1,
        "K" => 1 << 10,
        "M" => 1 << 20,
        "G" => 1 << 30,
        "T" => 1 << 40,
        _ => return Err("expected a size such as 500M or 8G".into()),
    };
    let number: u64 = digits.parse().map_err(|_| "expected a size such as 500M or 8G".to_string())?;
    number.checked_mul(factor).ok_or_else(|| "too large".into())
}

/// `90`, `30s`, `10m`, `2h`, `250ms`.
fn parse_time(text: &str) -> Result<Duration, String> {
    let (digits, unit) = split_unit(text);
    let number: u64 = digits.parse().map_err(|_| "expected a time such as 30s, 10m or 2h".to_string())?;
    let milliseconds: u64 = match unit {
        "ms" => 1,
        "" | "s" => 1_000,
        "m" => 60_000,
        "h" => 3_600_000,
        "d" => 86_400_000,
        _ => return Err("expected a time such as 30s, 10m or 2h".into()),
    };
    number.checked_mul(milliseconds).map(Duration::from_millis).ok_or_else(|| "too large".into())
}

fn split_unit(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn sizes_and_times() {
        assert_eq!(parse_size("8G"), Ok(8 << 30));
        assert_eq!(parse_size("8GiB"), Ok(8 << 30));
        assert_eq!(parse_size("1000"), Ok(1000));
        assert!(parse_size("8X").is_err());
        assert!(parse_size("99999999999999T").is_err());
        assert_eq!(parse_time("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(parse_time("2h"), Ok(Duration::from_secs(7200)));
        assert!(parse_time("-1").is_err());
    }
}
