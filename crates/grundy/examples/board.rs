//! Cram, a game that falls apart: a value by questions, and a winning move shown on the board.
//!
//! `cargo run --release --example board -- 4 7`

use grundy::boards::{Board, Cram, cram::Cells};
use grundy::solve::{Approach, Solver};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let sides: Vec<u64> = std::env::args().skip(1).map(|side| side.parse()).collect::<Result<_, _>>()?;
    let board = match sides[..] {
        [] => Cells::rectangle(4, 5)?,
        [rows, columns] => Cells::rectangle(rows, columns)?,
        _ => return Err("give the number of rows and of columns".into()),
    };
    let mut solver = Solver::new(Cram).with_approach(Approach::Questions);
    println!("value {}, {} positions solved", solver.sum_value(&Cram.components(&board))?, solver.positions());
    for after in Cram.plain_moves(&board) {
        if solver.is_value(&Cram.components(&after), 0)? {
            println!("a winning move:\n{}", after.rows().join("\n"));
            return Ok(());
        }
    }
    println!("no move wins");
    Ok(())
}
