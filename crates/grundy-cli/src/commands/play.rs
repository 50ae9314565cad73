//! `grundy play EXPR`: a line-based game against the perfect opponent. In a terminal positions are drawn, hints come step by
//! step and lines can be edited; through a pipe every line is read and answered as it is.

mod line;

use std::io::{self, IsTerminal, Write};

use grundy_report::{Explanation, Hint, Listing, Reply, find_move, first_moves, live};
use grundy_rules::{Engine, Move, Settings, Sum};

use crate::args::{LimitArgs, PlayArgs};
use crate::context;
use crate::failure::{Failure, Outcome};
use crate::interrupt;
use crate::output::{self, BAD, BOLD, DIM, GOOD, paint, painted, safe};
use line::Lines;

/// Said when an answer relies on a pattern that was only observed.
const TRUSTED: &str = "a pattern that was only observed answers here: the computer may be wrong";

/// Moves that are listed with numbers.
const LISTED: usize = 40;

const HELP: &str = "\
  a number       make the move with that number
  FROM -> TO     make that move; TO alone will do where it is clear
  moves          list the moves
  hint           a good move; in a terminal step by step: who wins, which part, which move, why
  explain        why the position is won or lost
  undo           take back your last move and the answer
  redo           make again what was taken back
  quit           leave";

/// Runs the command.
pub fn run(args: &PlayArgs, limits: &LimitArgs) -> Outcome {
    let settings = context::settings(&args.rules)?;
    let engine = context::engine(&args.rules, limits, args.trust)?;
    let sum = engine.sum(&args.expr, &settings)?;
    // The first answer is worked out before anything is printed, so that a position too large says so at once.
    engine.outcome(&sum)?;
    if engine.take_trust() {
        output::say(&format!("{TRUSTED}\n"));
    }
    interrupt::end_at_once();
    let drawn = io::stdout().is_terminal();
    let mut table = Table {
        engine: &engine,
        settings: &settings,
        sum,
        past: Vec::new(),
        future: Vec::new(),
        hints: Hints::new(drawn && io::stdin().is_terminal()),
        drawn,
        shown: None,
        lines: Lines::new()?,
    };
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
    /// Positions that were taken back, the last first.
    future: Vec<Sum>,
    hints: Hints,
    /// Whether positions are drawn.
    drawn: bool,
    /// The position that was drawn last.
    shown: Option<Sum>,
    lines: Lines,
}

/// How much of a hint was given for a position.
struct Hints {
    /// Whether steps are given one by one.
    one_by_one: bool,
    /// The position that was asked for, and the steps that were given.
    given: Option<(Sum, usize)>,
}

impl Hints {
    fn new(one_by_one: bool) -> Hints {
        Hints { one_by_one, given: None }
    }

    /// What is said when a hint is asked for.
    fn next(&mut self, hint: &Hint) -> String {
        if !self.one_by_one {
            return painted(hint.text());
        }
        let steps = hint.steps();
        let given = self.given.take().filter(|(sum, _)| *sum == hint.sum).map_or(0, |(_, given)| given);
        let step = given.min(steps.len().saturating_sub(1));
        self.given = Some((hint.sum.clone(), step + 1));
        let text = steps.get(step).map(painted).unwrap_or_default();
        let more = if step + 1 < steps.len() { paint(DIM, "  (hint again for more)") } else { String::new() };
        format!("{text}{more}")
    }
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
        let folded = if self.drawn { output::folded(text, output::width()) } else { text.to_owned() };
        writeln!(out, "{folded}")?;
        Ok(out.flush()?)
    }

    fn run(&mut self) -> Outcome {
        loop {
            if self.moves()?.moves.is_empty() {
                return self.end(!self.sum.misere);
            }
            self.show()?;
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

    /// Shows the position; in a terminal only when it has changed.
    fn show(&mut self) -> Outcome {
        if self.drawn {
            if self.shown.as_ref() == Some(&self.sum) {
                return Ok(());
            }
            // What has no move left is not worth a picture.
            self.sum = live(self.engine, self.sum.clone())?;
            self.shown = Some(self.sum.clone());
            let picture = grundy_draw::blocks::position(&self.sum, output::width());
            self.say(&format!("\n{}", picture.trim_end()))?;
        }
        self.say(&format!("\n{}", paint(BOLD, safe(&self.sum.to_string()))))
    }

    /// `computer_won`: nobody can move any more.
    fn end(&self, computer_won: bool) -> Outcome {
        let winner = if computer_won { paint(BAD, "The computer wins.") } else { paint(GOOD, "You win!") };
        self.say(&format!("\nNo move is left. {winner}"))
    }

    fn turn(&mut self) -> Result<Next, Failure> {
        let Some(line) = self.lines.next("your move> ")? else {
            self.say("")?;
            return Ok(Next::Quit);
        };
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
            "hint" => {
                let hint = Hint::new(self.engine, &self.sum)?;
                let text = self.hints.next(&hint);
                self.say(&text)?;
            }
            "explain" => self.say(&painted(&Explanation::new(self.engine, &self.sum)?.text("")))?,
            "undo" => self.undo()?,
            "redo" => self.redo()?,
            "quit" | "exit" | "q" => return Ok(Next::Quit),
            text => {
                let play = self.chosen(text)?;
                self.past.push(self.sum.clone());
                self.future.clear();
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
                self.future.push(std::mem::replace(&mut self.sum, before));
                Ok(())
            }
            None => self.say("there is nothing to take back"),
        }
    }

    fn redo(&mut self) -> Outcome {
        match self.future.pop() {
            Some(after) => {
                self.past.push(std::mem::replace(&mut self.sum, after));
                Ok(())
            }
            None => self.say("nothing was taken back"),
        }
    }

    fn computer_moves(&mut self) -> Outcome {
        let Some(play) = Reply::new(self.engine, &self.sum)?.play else { return Ok(()) };
        self.sum = self.sum.after(&play);
        self.say(&format!("the computer plays {}", paint(BOLD, safe(&play.to_string()))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_rules::catalogue;

    #[test]
    fn hints_come_in_four_steps_for_each_position() -> Result<(), grundy_report::Error> {
        let engine = Engine::new(catalogue::library(), grundy::Watch::default());
        let sum = |text: &str| engine.sum(text, &Settings::default());
        let hint = Hint::new(&engine, &sum("nim(3) + nim(5)")?)?;
        let mut hints = Hints::new(true);
        let mut said: Vec<String> = (0..5).map(|_| hints.next(&hint)).collect();
        assert_eq!(said[3], said[4], "the last step is said again");
        said.truncate(4);
        assert!(said[0].starts_with("The player to move wins."), "{said:?}");
        assert_eq!(said[1].split("  ").next().map(|part| part.contains("nim(5)")), Some(true));
        assert!(said[2].contains("nim(5) -> nim(3)") && said[3].contains("of value 0"), "{said:?}");
        let other = Hint::new(&engine, &sum("nim(1)")?)?;
        assert!(hints.next(&other).starts_with("The player to move wins."));
        assert_eq!(Hints::new(false).next(&hint), painted(hint.text()));
        Ok(())
    }
}
