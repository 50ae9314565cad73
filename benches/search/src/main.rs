//! What `./bench search` runs: one position solved by the crate, or by a memo search written for that game alone.
//! The value is the last number that is printed.

mod by_hand;

use grundy::boards::{Board, Cram, SmallChomp, chomp::Rows, cram::Cells};
use grundy::solve::{Approach, Solver};
use grundy::Game;
use grundy::game::Listed;
use std::convert::Infallible;
use std::error::Error;
use std::ops::ControlFlow;

/// Wythoff's game: take from one heap, or the same number from both. Both heaps in one word, as in the search by hand.
struct Wythoff;

impl Game for Wythoff {
    type Position = u32;
    type Error = Infallible;

    fn moves(&self, heaps: &u32, visit: &mut impl FnMut(&[u32]) -> ControlFlow<()>) -> Listed {
        let (x, y) = by_hand::heaps(*heaps);
        let mut list = || {
            (1..=x).try_for_each(|k| visit(&[by_hand::word(x - k, y)]))?;
            (1..=y).try_for_each(|k| visit(&[by_hand::word(x, y - k)]))?;
            (1..=x.min(y)).try_for_each(|k| visit(&[by_hand::word(x - k, y - k)]))
        };
        Ok(list())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize| -> Result<u32, Box<dyn Error>> {
        Ok(arguments.get(index).ok_or("a number is missing")?.parse()?)
    };
    let value = match arguments.first().map(String::as_str) {
        Some("chomp") => {
            let bar = Rows::rectangle(number(1)?.into(), number(2)?.into())?;
            let bar = bar.small().ok_or("the bar is too large")?;
            solve(Solver::new(SmallChomp), &[bar], arguments.get(3))?
        }
        Some("cram") => {
            let board = Cells::rectangle(number(1)?.into(), number(2)?.into())?;
            let mut solver = Solver::new(Cram).with_approach(Approach::Questions);
            solver.sum_value(&Cram.components(&board))?
        }
        Some("wythoff") => {
            let (x, y) = (number(1)?, number(2)?);
            Solver::new(Wythoff).value(&by_hand::word(x, y))?
        }
        Some("hand-chomp") => by_hand::chomp(number(1)?, number(2)?)?,
        Some("hand-wythoff") => by_hand::wythoff(number(1)?, number(2)?)?,
        _ => return Err("chomp R C [THREADS], cram R C, wythoff X Y, hand-chomp R C or hand-wythoff X Y".into()),
    };
    println!("{value}");
    Ok(())
}

fn solve<G: Game + Sync>(
    mut solver: Solver<G>,
    sum: &[G::Position],
    threads: Option<&String>,
) -> Result<u64, Box<dyn Error>>
where
    G::Position: std::fmt::Debug + Send + Sync + 'static,
    G::Error: Error + Send + 'static,
{
    Ok(match threads {
        Some(threads) => solver.sum_value_parallel(sum, threads.parse()?)?,
        None => solver.sum_value(sum)?,
    })
}
