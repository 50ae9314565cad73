//! `grundy play EXPR`: a line-based game against the perfect opponent.

use std::io::{self, BufRead, Write};

use grundy_report::{Explanation, Hint, Listing, Reply, find_move, first_moves};
use grundy_rules::{Engine, Move, Settings, Sum};

use crate::args::{LimitArgs, PlayArgs};
use crate::context;
use crate::failure::{Failure, Outcome};
use crate::interrupt;
use crate::output::{BAD, BOLD, DIM, GOOD, paint, painted, safe};

/// Moves that are listed with numbers.
const LISTED: usize = 40;

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
            if self.moves()?.moves.is_empty() {
                return self.end(!self.sum.misere);
            }
            self.say(&format!("\n{}", paint(BOLD, safe(&self.sum.to_string()))))?;
            match self.turn()? {
                Next::Again => {}
                Next::Quit => return Ok(()),
                Next::Moved => {
                    if self.moves()?.moves.is_empty() {
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
            "hint" => self.say(&painted(Hint::new(self.engine, &self.sum)?.text()))?,
            "explain" => self.say(&painted(&Explanation::new(self.engine, &self.sum)?.text("")))?,
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
            return Ok(find_move(self.engine, self.settings, &self.sum, text)?);
        };
        let Listing { moves, .. } = self.moves()?;
        let play = number.checked_sub(1).and_then(|index| moves.get(index).cloned());
        play.ok_or_else(|| Failure::input(format!("there is no move number {number}; type moves for the list")))
    }

    fn moves(&self) -> Result<Listing, Failure> {
        Ok(first_moves(self.engine, &self.sum, LISTED)?)
    }

    fn list(&self) -> Outcome {
        let Listing { moves, complete, more } = self.moves()?;
        for (number, play) in moves.iter().enumerate() {
            self.say(&format!("{:>4}  {}", number + 1, safe(&play.to_string())))?;
        }
        let rest = if more { "… and more" } else { "… there may be more" };
        if complete { Ok(()) } else { self.say(&format!("  {}", paint(DIM, rest))) }
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
        let Some(play) = Reply::new(self.engine, &self.sum)?.play else { return Ok(()) };
        self.sum = self.sum.after(&play);
        self.say(&format!("the computer plays {}", paint(BOLD, safe(&play.to_string()))))
    }
}
