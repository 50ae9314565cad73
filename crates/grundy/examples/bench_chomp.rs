//! x
use grundy::{boards::{Board, Chomp, chomp::Rows}, Solver};
fn main() {
    let n: u64 = std::env::args().nth(1).unwrap().parse().unwrap();
    let mut solver = Solver::new(Chomp);
    let v = solver.sum_value(&Chomp.components(&Rows::rectangle(n, n).unwrap())).unwrap();
    println!("{} {}", solver.positions(), v);
}
