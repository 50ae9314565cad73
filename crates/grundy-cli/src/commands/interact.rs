//! `grundy interact FILE --start EXPR -- PROGRAM`: the rules of a file played against someone's program.

use grundy::{Outcome as Winner, Stop};
use grundy_report::{Error as ReportError, Reply, Text, find_move};
use grundy_rules::{Engine, Library, Settings, Sum};
use grundy_stress::{Caps, Conversation, Heard};
use serde::Serialize;

use crate::args::{InteractArgs, LimitArgs, Side, TrustArgs};
use crate::context::{self, read_text};
use crate::failure::{Failure, Outcome};
use crate::{interrupt, output};

/// Bytes that a program may say.
const MOST_OUTPUT: usize = 1 << 20;

/// Turns after which a game is called off.
const MOST_TURNS: usize = 100_000;

/// How a game went.
#[derive(Debug, Serialize)]
struct InteractReport {
    start: String,
    /// Who began: `program` or `grundy`.
    began: &'static str,
    /// Who won: `program` or `grundy`.
    winner: &'static str,
    /// Why.
    reason: String,
    /// The positions after each move.
    moves: Vec<String>,
}

impl InteractReport {
    fn text(&self) -> Text {
        let out =
            Text::default().plain(format_args!("{}, {} began, {} moves: ", self.start, self.began, self.moves.len()));
        let out =
            if self.winner == "program" { out.good("the program won") } else { out.strong("the program did not win") };
        out.plain(format_args!(": {}\n", self.reason))
    }
}

/// Runs the command. Exit code 1: the program did not win.
pub fn run(args: &InteractArgs, limits: &LimitArgs, json: bool) -> Outcome {
    let name = args.file.display().to_string();
    let mut library = Library::new();
    library.add_rules(&name, &read_text(&args.file)?)?;
    let settings = context::settings(&args.rules)?;
    let engine = context::with_patterns(Engine::new(library, context::quiet_watch(limits)), TrustArgs::default());
    let sum = engine.sum(&args.start, &settings)?;
    let outcome = engine.outcome(&sum)?;
    grundy_stress::adopt_orphans();
    let caps = Caps { time: args.run_time, memory: args.run_memory, output: MOST_OUTPUT };
    let talk = Conversation::start(&args.program, caps)
        .map_err(|error| Failure::input(format!("the program cannot be run: {error}")))?;
    let mut game = Game { engine, settings, talk, sum, moves: Vec::new() };
    let report = game.play(args.side, outcome)?;
    drop(game);
    output::report(&report, || report.text(), json)?;
    if report.winner == "program" { Ok(()) } else { Err(Failure::no()) }
}

struct Game {
    engine: Engine,
    settings: Settings,
    talk: Conversation,
    sum: Sum,
    moves: Vec<String>,
}

impl Game {
    fn play(&mut self, side: Side, outcome: Winner) -> Result<InteractReport, Failure> {
        let start = self.sum.to_string();
        self.talk.say(&start);
        let begins = match side {
            Side::Judge => self.choice()?,
            Side::Contestant => {
                let first = outcome == Winner::Next;
                self.talk.say(if first { "First" } else { "Second" });
                Ok(!first)
            }
        };
        let began = if begins.as_ref().is_ok_and(|program| *program) { "program" } else { "grundy" };
        let (winner, reason) = match begins {
            Ok(program) => self.moves(program)?,
            Err(reason) => ("grundy", reason),
        };
        self.talk.say("end");
        Ok(InteractReport { start, began, winner, reason, moves: std::mem::take(&mut self.moves) })
    }

    /// Whether the program wants to begin; else what is wrong.
    fn choice(&self) -> Result<Result<bool, String>, Failure> {
        Ok(self.line()?.and_then(|line| match line.to_lowercase().as_str() {
            "first" => Ok(true),
            "second" => Ok(false),
            other => Err(format!("it said `{}` instead of First or Second", shortened(other))),
        }))
    }

    /// The next line; else what is wrong.
    fn line(&self) -> Result<Result<String, String>, Failure> {
        let heard = self.talk.hear(&interrupt::flag()).map_err(|_| Failure::from(Stop::Cancelled))?;
        Ok(match heard {
            Heard::Line(line) => Ok(line),
            Heard::Ended => Err("it ended".to_owned()),
            Heard::Silence => Err("it said nothing in time".to_owned()),
            Heard::Flood => Err(format!("it said more than {MOST_OUTPUT} bytes")),
        })
    }

    /// Moves until one side has none: who won, and why.
    fn moves(&mut self, mut program: bool) -> Result<(&'static str, String), Failure> {
        for _ in 0..MOST_TURNS {
            let reply = Reply::new(&self.engine, &self.sum)?;
            let Some(play) = reply.play else {
                let wins = program == self.sum.misere;
                let who = if program { "the program" } else { "grundy" };
                return Ok((if wins { "program" } else { "grundy" }, format!("{who} had no move left")));
            };
            if program {
                let line = match self.line()? {
                    Ok(line) => line,
                    Err(reason) => return Ok(("grundy", reason)),
                };
                match find_move(&self.engine, &self.settings, &self.sum, &line) {
                    Ok(play) => self.sum = self.sum.after(&play),
                    Err(ReportError::Rules(error)) if error.exit_code() != 2 => return Err(error.into()),
                    Err(_) => return Ok(("grundy", format!("`{}` is no move in {}", shortened(&line), self.sum))),
                }
            } else {
                self.sum = self.sum.after(&play);
                self.talk.say(&self.sum.to_string());
            }
            self.moves.push(self.sum.to_string());
            program = !program;
        }
        Err(Failure { code: 3, message: format!("error: the game has not ended after {MOST_TURNS} moves") })
    }
}

/// The beginning of what a program said.
fn shortened(line: &str) -> String {
    const MOST: usize = 60;
    let mut text: String = line.chars().take(MOST).collect();
    if line.chars().count() > MOST {
        text.push('…');
    }
    text
}
