//! What to do, in plain words. Who wins comes from the value, never from an empty list of moves.

use super::Explanation;
use crate::{Report, Text};
use grundy::{Outcome, Value};
use grundy_rules::Move;

/// Winning moves that are shown besides the one explained.
const SHOWN: usize = 4;

impl Explanation {
    pub(super) fn advice(&self, how: &str) -> Text {
        match (self.report.outcome, chosen(&self.report)) {
            (Outcome::Next, Some(play)) => self.won(play, how),
            // A won sum comes with a winning move.
            (Outcome::Next, None) => Text::default(),
            (Outcome::Previous, _) => Text::default().plain(format_args!("\n{}\n", self.lost())),
            (Outcome::Draw, _) => Text::default().plain("\n").then(self.draw()),
        }
    }

    fn won(&self, play: &Move, how: &str) -> Text {
        let report = &self.report;
        let mut out = Text::default();
        if report.lines.len() > 1
            && let Some(lowered) = lowered(report, play)
        {
            out = out.then(self.lowering(play, &lowered));
        }
        out = out.plain("\nWinning move: ").good(play).plain("\n");
        for other in report.moves.iter().filter(|other| *other != play).take(SHOWN) {
            out = out.plain(format_args!("   also wins: {other}\n"));
        }
        if report.moves.len() > SHOWN + 1 {
            out = out.plain("   ").quiet(format_args!("… and more{how}")).plain("\n");
        } else if !report.complete {
            out = out.plain("   ").quiet(format_args!("… there may be more{how}")).plain("\n");
        }
        out.plain(
            "It leaves value 0: whatever the opponent does then, the value becomes other than 0 and can be made 0 again.\n",
        )
    }

    fn lowering(&self, play: &Move, Lowered { own, total, wanted }: &Lowered) -> Text {
        let out = Text::default();
        let columns = self.columns.as_ref().filter(|columns| columns.is_finite());
        match total.as_finite().and_then(u128::checked_ilog2).filter(|_| columns.is_some()) {
            Some(top) => out
                .plain(format_args!(
                    "\nThe highest column with an odd number of ones is marked ^ (the {}s). ",
                    1u128 << top
                ))
                .strong(&play.from)
                .plain(format_args!(
                    " has a one there. To make every\n\
                     column even, its value must change from {own} to {own} xor {total} = {wanted}; that is smaller, so a move reaches it.\n"
                )),
            None => out.plain("\nTo make the nim-sum 0, the value of ").strong(&play.from).plain(format_args!(
                " must change from {own} to {own} xor {total} = {wanted};\nthat is smaller, so a move reaches it.\n"
            )),
        }
    }

    fn lost(&self) -> &'static str {
        let many = self.report.lines.len() > 1;
        let options = self.options.iter().flatten();
        if self.over == Some(true) {
            "No move is left, so the player to move has lost."
        } else if !many {
            "No move reaches value 0, so every move leaves a position that the opponent wins."
        } else if options.into_iter().any(|options| options.without_number.is_some()) {
            "The nim-sum is 0. No move leaves it 0, and after every move the opponent can make it 0 again."
        } else if self.columns.as_ref().is_some_and(super::Columns::is_finite) {
            "Every column is even. A move changes the value of one part, so it makes some column odd, and the opponent can make all even again."
        } else {
            "The nim-sum is 0. A move changes the value of one part, so the nim-sum becomes another, and the opponent can make it 0 again."
        }
    }
}

/// The winning move that is told: one that lowers the value of a part that counts in the nim-sum, if such a one was found.
fn chosen(report: &Report) -> Option<&Move> {
    report.moves.iter().find(|play| lowered(report, play).is_some()).or(report.moves.first())
}

/// What a move does that lowers the value of its component.
struct Lowered {
    own: Value,
    total: Value,
    wanted: Value,
}

/// The value of the component that a move is made in, that of the whole sum and their nim-sum, if the move lowers the first.
/// Not in one of an even number of copies: there the columns show 0.
fn lowered(report: &Report, play: &Move) -> Option<Lowered> {
    let line = &report.lines[play.component];
    let (own, total) = (line.value.clone().filter(|_| line.count % 2 == 1)?, report.value.clone()?);
    let wanted = own.nim_sum(&total);
    let lower = wanted.as_ordinal()? < own.as_ordinal()? && total.as_ordinal().is_some();
    lower.then_some(Lowered { own, total, wanted })
}
