//! Products of games: the Tartan theorem.
//!
//! Let G₁, …, G_D be games whose positions are numbers (coins on a line) and whose moves leave a sum of such positions: a move at xᵢ leaves the coins
//! of a list Aᵢ. In their product a position is one number of each, (x₁, …, x_D); a move chooses one move in each game and leaves all combinations of the
//! coins xᵢ, Aᵢ but the position itself: with two games (x, b) and (a, y) and (a, b), for a in A and b in B. So the product of two coin-turning
//! games turns what both of them turn along the rows and columns.
//!
//! **Theorem** (Tartan theorem; J. H. Conway, Winning Ways, ch. 14). The value of (x₁, …, x_D) is the nim product g₁(x₁) ⊗ … ⊗ g_D(x_D).
//!
//! *Proof* for two games, by induction over play, which ends because it does in both; more games are a product of products. Let S be the set of values of the
//! options of x and T that of y, so that g(x) = mex S, h(y) = mex T. By induction and the law of distribution, an option with values s ∈ S, t ∈ T is worth
//! g(x)⊗t ⊕ s⊗h(y) ⊕ s⊗t. *None is worth g(x)⊗h(y)*: their XOR is (g(x) ⊕ s)⊗(h(y) ⊕ t), and neither factor is 0, so it is not 0 in the field of
//! nimbers. *Every w < g(x)⊗h(y) is worth one*: by the definition of nim multiplication as a mex, there are s < g(x) and t < h(y) with this
//! XOR, and S and T contain all smaller numbers. ∎
//!
//! Nothing else is asked of the factors: coins of a move may be there twice, and the games need not be coin-turning games. Cost: one value of each factor and D − 1
//! nim products. A move of a wanted value is looked for by s: t follows by a nim division.

use super::{Error, Found, Options, Theorem};
use crate::nimber::Nimber;
use crate::value::Value;
use crate::watch::Watch;

/// Options that leave more coins than this are not written down.
const MOST_COINS: usize = 1 << 16;

/// Values of a factor that are tried for a move of a wanted value.
const MOST_TRIED: u128 = 1 << 16;

/// The product of some games of one number.
#[derive(Debug)]
pub struct Tartan {
    factors: Vec<Box<dyn Theorem>>,
}

fn product(a: u128, b: u128) -> u128 {
    (Nimber::new(a) * Nimber::new(b)).get()
}

impl Tartan {
    /// The product; nothing if there are fewer than two factors.
    pub fn new(factors: Vec<Box<dyn Theorem>>) -> Option<Tartan> {
        (factors.len() >= 2).then_some(Tartan { factors })
    }

    fn values(&self, position: &[u128], watch: &Watch) -> Result<Option<Vec<u128>>, Error> {
        if position.len() != self.factors.len() {
            return Ok(None);
        }
        let mut values = Vec::with_capacity(position.len());
        for (factor, &n) in self.factors.iter().zip(position) {
            let Some(Value::Finite(value)) = factor.value(&[n], watch)? else { return Ok(None) };
            values.push(value);
        }
        Ok(Some(values))
    }
}

/// Values sᵢ < gᵢ such that the move to them is worth `wanted`; nothing if none was found among those that are tried.
fn smaller(values: &[u128], wanted: u128) -> Option<Vec<u128>> {
    let (&first, rest) = values.split_first()?;
    if rest.is_empty() {
        return (wanted < first).then(|| vec![wanted]);
    }
    let others = rest.iter().copied().fold(1, product);
    let target = Nimber::new(product(first, others) ^ wanted);
    for s in 0..first.min(MOST_TRIED) {
        let t = others ^ target.checked_div(Nimber::new(first ^ s))?.get();
        if t < others
            && let Some(mut all) = smaller(rest, t)
        {
            all.insert(0, s);
            return Some(all);
        }
    }
    None
}

impl Theorem for Tartan {
    fn name(&self) -> String {
        "tartan".to_owned()
    }

    fn value(&self, position: &[u128], watch: &Watch) -> Result<Option<Value>, Error> {
        let values = self.values(position, watch)?;
        Ok(values.map(|values| Value::Finite(values.into_iter().fold(1, product))))
    }

    fn options(&self, position: &[u128], wanted: &Value, most: usize, watch: &Watch) -> Result<Option<Options>, Error> {
        let Some(values) = self.values(position, watch)? else { return Ok(None) };
        let value = values.iter().copied().fold(1, product);
        let Some(wanted) = wanted.as_finite() else { return Ok(Some(Found::all([]))) };
        if wanted == value {
            return Ok(Some(Found::all([])));
        }
        let mut found = Found { options: Vec::new(), complete: false };
        if wanted > value || most == 0 {
            return Ok(Some(found));
        }
        let Some(chosen) = smaller(&values, wanted) else { return Ok(Some(found)) };
        let mut left: Vec<Vec<u128>> = vec![Vec::new()];
        for ((factor, &n), s) in self.factors.iter().zip(position).zip(chosen) {
            let options = factor.options(&[n], &Value::Finite(s), 1, watch)?;
            let Some(option) = options.and_then(|found| found.options.into_iter().next()) else {
                return Ok(Some(found));
            };
            let coins: Vec<u128> = std::iter::once(n).chain(option.into_iter().flatten()).collect();
            if left.len().saturating_mul(coins.len()) > MOST_COINS {
                return Ok(Some(found));
            }
            left = left.iter().flat_map(|begun| coins.iter().map(|&n| [begun.as_slice(), &[n]].concat())).collect();
        }
        // The first is the position itself.
        left.remove(0);
        found.options.push(left);
        Ok(Some(found))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::Rule;
    use crate::theorem::cubes::Cubes;
    use crate::theorem::{Single, by_definition, code};

    type Moves = Box<dyn Fn(u128) -> Vec<Vec<u128>>>;

    fn nim() -> Box<dyn Theorem> {
        Box::new(Single(code::theorem(Rule::nim(), 0)))
    }

    fn ruler() -> Box<dyn Theorem> {
        Box::new(Cubes { dimensions: 1, longest: None, shift: 0 })
    }

    fn nim_moves() -> Moves {
        Box::new(|n| (0..n).map(|m| vec![m]).collect())
    }

    fn ruler_moves() -> Moves {
        Box::new(|n| (1..=n).map(|k| (n - k + 1..n).collect()).collect())
    }

    fn compare(factors: Vec<(Box<dyn Theorem>, Moves)>, end: u128) {
        let (theorems, moves): (Vec<_>, Vec<_>) = factors.into_iter().unzip();
        let game = Tartan::new(theorems).unwrap();
        let dimensions = moves.len();
        let all = (0..dimensions).fold(vec![Vec::new()], |lists: Vec<Vec<u128>>, _| {
            lists.iter().flat_map(|list| (0..end).map(|n| [list.as_slice(), &[n]].concat())).collect()
        });
        by_definition::compare(&game, &all, &|position: &Vec<u128>| {
            let mut options = vec![vec![Vec::new()]];
            for (moves, &n) in moves.iter().zip(position) {
                let turned = moves(n).into_iter().map(|coins| [vec![n], coins].concat());
                let turned: Vec<Vec<u128>> = turned.collect();
                options = options
                    .iter()
                    .flat_map(|begun: &Vec<Vec<u128>>| {
                        turned.iter().map(move |coins| {
                            begun
                                .iter()
                                .flat_map(|cell| coins.iter().map(move |&n| [cell.as_slice(), &[n]].concat()))
                                .collect()
                        })
                    })
                    .collect();
            }
            options.into_iter().map(|cells: Vec<Vec<u128>>| cells[1..].to_vec()).collect()
        });
    }

    #[test]
    fn agrees_with_the_definition() {
        compare(vec![(nim(), nim_moves()), (nim(), nim_moves())], 9);
        compare(vec![(ruler(), ruler_moves()), (nim(), nim_moves())], 9);
        compare(vec![(ruler(), ruler_moves()), (ruler(), ruler_moves())], 9);
        compare(vec![(nim(), nim_moves()), (ruler(), ruler_moves()), (nim(), nim_moves())], 4);
    }

    /// Turning Corners defines nim multiplication: OEIS A006015, 2 ⊗ n; and with fields of 128 bits.
    #[test]
    fn corners() {
        let game = Tartan::new(vec![nim(), nim()]).unwrap();
        let watch = Watch::default();
        let row: Vec<_> = (0..9).map(|n| game.value(&[n, 2], &watch).unwrap().unwrap().as_finite().unwrap()).collect();
        assert_eq!(row, [0, 2, 3, 1, 8, 10, 11, 9, 12]);
        // 2^64 is a Fermat power: its product with a smaller number is the usual one, its square is 3/2 of it.
        let power = 1u128 << 64;
        assert_eq!(game.value(&[power, 12345], &watch), Ok(Some(Value::Finite(power * 12345))));
        assert_eq!(game.value(&[power, power], &watch), Ok(Some(Value::Finite(power / 2 * 3))));
    }
}
