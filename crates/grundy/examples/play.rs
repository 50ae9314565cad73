//! The perfect player against one that takes the first move it sees: Kayles and Nim side by side.

use grundy::game::{self, Either};
use grundy::solve::{Player, Solver};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let kayles =
        game::from_moves(|&n: &u32| (1..=n.min(2)).flat_map(move |k| (0..=(n - k) / 2).map(move |a| [a, n - k - a])));
    let nim = game::from_options(|&n: &u32| 0..n);
    let mut player = Player::new(Solver::new((kayles, nim)));

    let mut sum = vec![Either::Left(9), Either::Right(3), Either::Left(4)];
    while let Some(play) = player.reply(&sum)? {
        println!("perfect: {:?} -> {:?}", sum[play.component], play.to);
        sum = play.apply(&sum);
        let Some(reply) = player.solver().all_moves(&sum)?.into_iter().next() else {
            println!("no move is left: the perfect player wins");
            return Ok(());
        };
        println!("first:   {:?} -> {:?}", sum[reply.component], reply.to);
        sum = reply.apply(&sum);
    }
    println!("no move is left: the other player wins");
    Ok(())
}
