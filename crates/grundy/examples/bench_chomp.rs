//! x
use grundy::{
    Solver,
    boards::{Board, Chomp, Cram, chomp::Rows, cram::Cells},
    solve::Method,
};
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().collect();
    if args.len() == 2 {
        let n: u64 = args[1].parse()?;
        let mut solver = Solver::new(Chomp);
        let v = solver.sum_value(&Chomp.components(&Rows::rectangle(n, n)?))?;
        println!("{} {}", solver.positions(), v);
        return Ok(());
    }
    let (r, c) = (args[1].parse()?, args[2].parse()?);
    let mut solver = Solver::new(Cram).with_method(if args.len() > 3 { Method::Definition } else { Method::Questions });
    let v = solver.sum_value(&Cram.components(&Cells::rectangle(r, c)?))?;
    println!("{solver:?} {v}");
    Ok(())
}
