//! `grundy play EXPR`: a line-based game against the perfect opponent.

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;

use grundy::Outcome as Winner;
use grundy_rules::{Engine, Move, Settings, Sum};

use super::explain;
use crate::args::{LimitArgs, PlayArgs};
use crate::context;
use crate::defence::{self, Defence};
use crate::failure::{Failure, Outcome};
use crate::interrupt;
use crate::legal;
use crate::output::{BAD, BOLD, DIM, GOOD, paint, safe};

/// Moves that are listed with numbers.
const LISTED: usize = 40;

/// Turns of a range without an end that are looked at.
const TURNS: [u64; 3] = [8, 1 << 10, 1 << 16];

const HELP: &str = "\
  a number       make the move with that number
  FROM -> TO     make that move; TO alone will do where it is clear
  moves          list the moves
  hint           a good move
  explain        why the position is won or lost
  undo           take back your last move and the answer
  quit           leave";

/// Runs the command.
pub fn run(args: &PlayArgs, limits: &LimitArgs) -> Outcome {
    let settings = context::settings(&args.rules)?;
    let engine = context::engine(&args.rules, limits)?;
    let sum = engine.sum(&args.expr, &settings)?;
    // The first answer is worked out before anything is printed, so that a position too large says so at once.
    engine.outcome(&sum)?;
    interrupt::end_at_once();
    let mut table = Table { engine: &engine, settings: &settings, sum, past: Vec::new() };
    table.say(&format!(
        "You play {} against the computer. Type help for the commands.",
        if args.second { "second" } else { "first" }
    ))?;
    if args.second {
        table.computer_moves()?;
    }
    table.run()
}

/// A game in progress.
struct Table<'a> {
    engine: &'a Engine,
    settings: &'a Settings,
    sum: Sum,
    /// Positions before each of the person's moves.
    past: Vec<Sum>,
}

/// What a line asked for.
enum Next {
    /// The person's turn goes on.
    Again,
    /// The person has moved.
    Moved,
    /// The person leaves.
    Quit,
}

impl Table<'_> {
    fn say(&self, text: &str) -> Outcome {
        let mut out = anstream::stdout().lock();
        writeln!(out, "{text}")?;
        Ok(out.flush()?)
    }

    fn run(&mut self) -> Outcome {
        loop {
            if self.moves()?.0.is_empty() {
                return self.end(!self.sum.misere);
            }
            self.say(&format!("\n{}", paint(BOLD, safe(&self.sum.to_string()))))?;
            match self.turn()? {
                Next::Again => {}
                Next::Quit => return Ok(()),
                Next::Moved => {
                    if self.moves()?.0.is_empty() {
                        return self.end(self.sum.misere);
                    }
                    self.computer_moves()?;
                }
            }
        }
    }

    /// `computer_won`: nobody can move any more.
    fn end(&self, computer_won: bool) -> Outcome {
        let winner = if computer_won { paint(BAD, "The computer wins.") } else { paint(GOOD, "You win!") };
        self.say(&format!("\nNo move is left. {winner}"))
    }

    fn turn(&mut self) -> Result<Next, Failure> {
        let mut out = anstream::stdout().lock();
        write!(out, "your move> ")?;
        out.flush()?;
        drop(out);
        let mut line = String::new();
        if io::stdin().lock().read_line(&mut line)? == 0 {
            self.say("")?;
            return Ok(Next::Quit);
        }
        match self.obey(line.trim()) {
            Ok(next) => Ok(next),
            // A wrong line or a limit is said; the game goes on.
            Err(Failure { code: 2 | 3, message }) => self.say(&safe(&message)).map(|()| Next::Again),
            Err(failure) => Err(failure),
        }
    }

    fn obey(&mut self, line: &str) -> Result<Next, Failure> {
        match line {
            "" | "help" | "?" => self.say(HELP)?,
            "moves" => self.list()?,
            "hint" => self.hint()?,
            "explain" => self.say(&explain::text(self.engine, &self.sum)?)?,
            "undo" => self.undo()?,
            "quit" | "exit" | "q" => return Ok(Next::Quit),
            text => {
                let play = self.chosen(text)?;
                self.past.push(self.sum.clone());
                self.sum = self.sum.after(&play);
                return Ok(Next::Moved);
            }
        }
        Ok(Next::Again)
    }

    fn chosen(&self, text: &str) -> Result<Move, Failure> {
        let Ok(number) = text.parse::<usize>() else {
            return legal::find(self.engine, self.settings, &self.sum, text);
        };
        let (moves, _) = self.moves()?;
        let play = number.checked_sub(1).and_then(|index| moves.get(index).cloned());
        play.ok_or_else(|| Failure::input(format!("there is no move number {number}; type moves for the list")))
    }

    /// The first moves, and whether these are all. Of ranges without an end more turns are looked at as long as there is none.
    fn moves(&self) -> Result<(Vec<Move>, bool), Failure> {
        for turns in TURNS {
            let (moves, all) = self.moves_of_turns(turns)?;
            if all || !moves.is_empty() {
                return Ok((moves, all));
            }
        }
        Err(Failure::input("no move among the first ones of a range without an end; there may be later ones"))
    }

    fn moves_of_turns(&self, turns: u64) -> Result<(Vec<Move>, bool), Failure> {
        let mut cut = false;
        let mut moves: Vec<Move> = Vec::new();
        let mut all = true;
        for (component, term) in self.sum.terms.iter().enumerate() {
            let endless = self.engine.first_options(&term.component, turns, &mut |to| {
                let play = Move { component, from: term.component.clone(), to };
                if moves.contains(&play) {
                    return ControlFlow::Continue(());
                }
                all = moves.len() < LISTED;
                if all {
                    moves.push(play);
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            })?;
            cut |= endless;
            if !all {
                break;
            }
        }
        Ok((moves, all && !cut))
    }

    fn list(&self) -> Outcome {
        let (moves, all) = self.moves()?;
        for (number, play) in moves.iter().enumerate() {
            self.say(&format!("{:>4}  {}", number + 1, safe(&play.to_string())))?;
        }
        if all { Ok(()) } else { self.say(&format!("  {}", paint(DIM, "… and more"))) }
    }

    fn hint(&self) -> Outcome {
        match self.engine.winning_moves(&self.sum, 1)?.moves.first() {
            Some(play) => self.say(&format!("try {}", paint(GOOD, play))),
            None => match defence::best(self.engine, &self.sum)? {
                Some(Defence { play, longest: true }) => {
                    self.say(&format!("every move loses against perfect play; {play} resists longest"))
                }
                Some(Defence { play, .. }) => {
                    self.say(&format!("every move loses against perfect play; {play} gives up little"))
                }
                None => self.say("there is no move"),
            },
        }
    }

    fn undo(&mut self) -> Outcome {
        match self.past.pop() {
            Some(before) => {
                self.sum = before;
                Ok(())
            }
            None => self.say("there is nothing to take back"),
        }
    }

    fn computer_moves(&mut self) -> Outcome {
        let winning = self.engine.winning_moves(&self.sum, 1)?.moves.into_iter().next();
        let play = match winning {
            Some(play) => Some(play),
            None if self.engine.outcome(&self.sum)? == Winner::Draw => self.drawing_move()?,
            None => defence::best(self.engine, &self.sum)?.map(|defence| defence.play),
        };
        let Some(play) = play else { return Ok(()) };
        self.sum = self.sum.after(&play);
        self.say(&format!("the computer plays {}", paint(BOLD, safe(&play.to_string()))))
    }

    /// A move after which the opponent cannot win.
    fn drawing_move(&self) -> Result<Option<Move>, Failure> {
        for play in self.moves()?.0 {
            if self.engine.outcome(&self.sum.after(&play))? != Winner::Next {
                return Ok(Some(play));
            }
        }
        Ok(None)
    }
}
