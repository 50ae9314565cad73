//! A game of your own in five lines: values, who wins, by which moves.
//!
//! Take a square number of coins from a heap.

use grundy::{Outcome, Solver, game};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let squares = game::from_options(|&coins: &u32| {
        (1..).map(|root: u32| root * root).take_while(move |&taken| taken <= coins).map(move |taken| coins - taken)
    });
    let mut solver = Solver::new(squares);

    let values: Vec<u64> = (0..20).map(|coins| solver.value(&coins)).collect::<Result<_, _>>()?;
    println!("values of heaps 0..19: {values:?}");

    let heaps = [20, 17, 33];
    println!("the sum {heaps:?} has value {}", solver.sum_value(&heaps)?);
    match solver.outcome(&heaps)? {
        Outcome::Previous => println!("who moves loses"),
        _ => {
            for play in solver.winning_moves(&heaps)? {
                println!("who moves wins by {} -> {:?}", heaps[play.component], play.to);
            }
        }
    }
    Ok(())
}
