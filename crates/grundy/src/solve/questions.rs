//! The value of a position by questions "is it r?", which prune.
//!
//! **Theorem** (Lemoine and Viennot 2012). A position is r if and only if no option is r and it is none of 0, …, r − 1.
//! *Proof.* No option is r: so the mex of the options is at most r. ∎ That is who wins the sum with a Nim heap r.
//!
//! - One option of value r answers "no" at once, whatever the others are: that is where most of the tree is cut off.
//! - A move that leaves several components needs the values of all but one; the last is only asked whether it is r ⊕ their
//!   XOR. Two equal components cancel, unsolved if play from
//!   them is known to end ([`Game::ends`]). Here the rightmost is left for the question, so a game should list
//!   the largest part last.
//! - What was learnt stays: a value, or a set of values that a position is known not to have (every value of an option is
//!   one). A position with k moves is at most k (Beling and Rogalski 2020).
//!
//! - Before a question goes deep, every option gets a quick look: if one of *its* options is known to be what is asked of
//!   it, it is out. Of the rest the one with the fewest open options is tried first, as in proof-number search. On Cram
//!   5 × 7 that leaves a fifth of the positions that a fixed order (smallest component first) needs.
//!
//! A value is found by asking 0, 1, 2, … Each "no" costs one good option, only the last question looks at all of them.
//! Positions whose value passes the mask of excluded values are solved by the definition.
//!
//! Play that comes back to a position on the searched path is reported as a cycle. What was cut off is not looked at: the answer
//! is right if play ends, and where it need not, this method may tell a value although there is none.
//!
//! References: J. Lemoine, S. Viennot, *Nimbers are inevitable*, Theoret. Comput. Sci. 462 (2012); P. Beling,
//! M. Rogalski, *On pruning search trees of impartial games*, Artif. Intell. 283 (2020).

use super::error::{Answer, Error};
use super::memo::{Known, MASK_BITS, Memo, storable};
use super::search::mex;
use super::steps::{Steps, bytes_of, capacity_bytes, is_large, owned_bytes};
use super::{CHECK_EVERY, MAX_COMPONENTS};
use crate::game::Game;
use crate::watch::{Stop, Watch};
use std::ops::ControlFlow;

/// An option with at most this many open options of its own is tried before the other options get a quick look.
const GOOD_ENOUGH: u32 = 12;

/// What a frame has to find out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Goal {
    /// The value.
    Value,
    /// Whether it is this.
    Is(u32),
}

/// A move of a frame that was not solved when it was listed.
struct OpenMove {
    /// XOR of the components solved by then.
    xor: u32,
    /// Where the components that were left begin, and how many there are.
    start: usize,
    parts: u32,
    /// How promising it is as an answer to the question: the least first.
    rank: u32,
}

/// The rank of an option that is known not to be the answer.
const HOPELESS: u32 = u32::MAX;

/// The rank of an option that no quick look was taken at.
const UNKNOWN: u32 = u32::MAX - 1;

struct Frame<P> {
    position: P,
    goal: Goal,
    /// The question looked into; the options before `next` are known not to be the answer.
    question: u32,
    next: usize,
    /// Where the frame's moves and components begin in the arenas.
    moves: usize,
    parts: usize,
    /// Values that it is known not to have.
    mask: u32,
    /// The value is at most this.
    most: u32,
    /// The values of all options, once the mask is too small.
    all: Option<Vec<u64>>,
}

/// What is to be done next about the option that a frame looks at.
enum Step<P> {
    /// Its value is known.
    Value(u32),
    /// It is not what is asked.
    Other,
    /// First this component must be looked into.
    Enter(P, Goal),
}

pub(super) struct Questions<'a, G: Game> {
    game: &'a G,
    memo: &'a mut Memo<G::Position>,
    watch: &'a Watch,
    stack: Vec<Frame<G::Position>>,
    moves: Vec<OpenMove>,
    parts: Vec<G::Position>,
    steps: Steps,
}

/// The least value that a mask does not exclude.
fn least(mask: u32) -> u32 {
    mask.trailing_ones()
}

fn excludes(mask: u32, value: u32) -> bool {
    value < MASK_BITS && mask >> value & 1 == 1
}

fn exclude(mask: &mut u32, value: u32) {
    if value < MASK_BITS {
        *mask |= 1 << value;
    }
}

impl<'a, G: Game> Questions<'a, G> {
    pub(super) fn new(game: &'a G, memo: &'a mut Memo<G::Position>, watch: &'a Watch) -> Self {
        Questions {
            game,
            memo,
            watch,
            stack: Vec::new(),
            moves: Vec::new(),
            parts: Vec::new(),
            steps: Steps::default(),
        }
    }

    /// The value of a position.
    pub(super) fn value(mut self, position: &G::Position) -> Answer<u32, G> {
        self.settle(position, Goal::Value)?;
        let Some(Known::Value(value)) = self.memo.get(position) else { unreachable!("settled") };
        Ok(value)
    }

    /// Whether a position has this value.
    pub(super) fn is(mut self, position: &G::Position, value: u32) -> Answer<bool, G> {
        // A value that the mask cannot exclude must be found out.
        self.settle(position, if value < MASK_BITS { Goal::Is(value) } else { Goal::Value })?;
        Ok(matches!(self.memo.get(position), Some(Known::Value(found)) if found == value))
    }

    fn settle(&mut self, position: &G::Position, goal: Goal) -> Answer<(), G> {
        self.check()?;
        if self.settled(position, goal) {
            return Ok(());
        }
        let answer = self.run(position, goal);
        if answer.is_err() {
            for frame in &self.stack {
                self.memo.leave_path(&frame.position);
            }
        }
        answer
    }

    fn settled(&mut self, position: &G::Position, goal: Goal) -> bool {
        match (self.memo.get(position), goal) {
            (Some(Known::Value(_)), _) => true,
            (Some(Known::Not { mask, .. }), Goal::Is(value)) => excludes(mask, value),
            _ => false,
        }
    }

    fn run(&mut self, position: &G::Position, goal: Goal) -> Answer<(), G> {
        self.enter(position.clone(), goal)?;
        while let Some(frame) = self.stack.last() {
            if frame.next < self.moves.len() - frame.moves {
                self.look_at_option()?;
            } else {
                self.end_question()?;
            }
        }
        Ok(())
    }

    /// Starts on a position: lists its moves and puts the first question.
    fn enter(&mut self, position: G::Position, goal: Goal) -> Answer<(), G> {
        self.tick()?;
        let mask = match self.memo.get(&position) {
            Some(Known::Not { on_path: true, .. }) => return Err(self.cycle(&position)),
            Some(Known::Not { mask, .. }) => mask,
            _ => 0,
        };
        let frame = Frame {
            position,
            goal,
            question: 0,
            next: 0,
            moves: self.moves.len(),
            parts: self.parts.len(),
            mask,
            most: u32::MAX,
            all: None,
        };
        self.stack.push(frame);
        self.list()?;
        self.next_question()
    }

    /// Lists the moves of the top frame; those solved already go into its mask.
    fn list(&mut self) -> Answer<(), G> {
        let Some(frame) = self.stack.last_mut() else { return Ok(()) };
        let (game, memo, moves, parts) = (self.game, &*self.memo, &mut self.moves, &mut self.parts);
        let (mut count, mut too_many, mut mask) = (0_u64, false, frame.mask);
        let goal = frame.goal;
        let (bytes, first, watch) = (bytes_of(game, &frame.position), parts.len(), self.watch);
        let limit = watch.limits().memory;
        let (large, mut late, mut too_large) = (is_large(bytes), false, false);
        let end = game.moves(&frame.position, &mut |to| {
            if large {
                late = watch.is_over();
                too_large = (parts.len() - first) as u64 > limit / bytes as u64;
                if late || too_large {
                    return ControlFlow::Break(());
                }
            }
            count += 1;
            if to.len() > MAX_COMPONENTS {
                too_many = true;
                return ControlFlow::Break(());
            }
            let mut answered = false;
            let start = parts.len();
            let xor = open_parts(game, memo, to, parts);
            if parts.len() > start {
                moves.push(OpenMove { xor, start, parts: (parts.len() - start) as u32, rank: UNKNOWN });
            } else if xor < MASK_BITS {
                exclude(&mut mask, xor);
                answered = goal == Goal::Is(xor);
            } else {
                // The mask cannot hold it: keep the move for the definition.
                moves.push(OpenMove { xor, start, parts: 0, rank: UNKNOWN });
            }
            if answered { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        frame.mask = mask;
        self.steps.keep(parts.len() - first + 1, bytes);
        if late {
            return self.check();
        }
        if too_large {
            return Err(Stop::Memory { limit, found: self.memo.solved() }.into());
        }
        if too_many {
            return Err(Error::Components { limit: MAX_COMPONENTS });
        }
        if end.map_err(Error::Game)?.is_continue() {
            frame.most = u32::try_from(count).unwrap_or(u32::MAX);
        }
        let open = Known::Not { mask, on_path: true };
        self.memo.set(frame.position.clone(), open, |position| self.game.heap_bytes(position));
        Ok(())
    }

    /// Decides what the top frame asks next, or ends it.
    fn next_question(&mut self) -> Answer<(), G> {
        let Some(frame) = self.stack.last_mut() else { return Ok(()) };
        let least = least(frame.mask);
        if frame.most == least {
            self.leave(Known::Value(least));
            return Ok(());
        }
        if let Goal::Is(value) = frame.goal {
            if frame.most < value {
                exclude(&mut frame.mask, value);
            }
            if excludes(frame.mask, value) {
                let known = Known::Not { mask: frame.mask, on_path: false };
                self.leave(known);
                return Ok(());
            }
        }
        frame.next = 0;
        frame.question = match frame.goal {
            // The question itself first: if an option is it, the smaller ones need no answer.
            Goal::Is(value) if frame.most > value => value,
            _ => least,
        };
        if frame.question >= MASK_BITS {
            frame.all = Some(vec![u64::from(frame.mask)]);
            return Ok(());
        }
        self.rank_options()
    }

    /// Puts the options of the top frame in the order in which they are looked into.
    fn rank_options(&mut self) -> Answer<(), G> {
        let Some(frame) = self.stack.last() else { return Ok(()) };
        let (first, question) = (frame.moves, frame.question);
        let mut best = UNKNOWN;
        for index in first..self.moves.len() {
            let OpenMove { xor, start, parts, .. } = self.moves[index];
            let wanted = question ^ xor;
            let rank = if parts == 1 && wanted < MASK_BITS && best > GOOD_ENOUGH {
                self.tick()?;
                self.quick_look(start, wanted, best)?
            } else {
                UNKNOWN
            };
            best = best.min(rank);
            self.moves[index].rank = rank;
        }
        self.moves[first..].sort_by_key(|open| open.rank);
        Ok(())
    }

    /// How many options of a component could still be `wanted`; counting ends well above `best`.
    fn quick_look(&mut self, part: usize, wanted: u32, best: u32) -> Answer<u32, G> {
        let part = &self.parts[part];
        let mut mask = match self.memo.get(part) {
            Some(Known::Value(value)) => return Ok(if value == wanted { 0 } else { HOPELESS }),
            Some(Known::Not { on_path: true, .. }) => return Ok(0),
            Some(Known::Not { mask, .. }) if excludes(mask, wanted) => return Ok(HOPELESS),
            Some(Known::Not { mask, .. }) => mask,
            None => 0,
        };
        let (memo, enough) = (&*self.memo, best.saturating_mul(2).saturating_add(2));
        let mut open = 0;
        let (large, mut late, watch) = (is_large(bytes_of(self.game, part)), false, self.watch);
        // A game that fails here fails again, and is reported, if the option is looked into.
        let _ = self.game.moves(part, &mut |to| {
            late = large && watch.is_over();
            match glance(memo, to) {
                Glance::Value(value) => exclude(&mut mask, value),
                Glance::OneOpen { xor, mask } => open += u32::from(!excludes(mask, wanted ^ xor)),
                Glance::Open => open += 1,
            }
            let stop = late || open > enough || excludes(mask, wanted);
            if stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        self.memo.set(part.clone(), Known::Not { mask, on_path: false }, |position| self.game.heap_bytes(position));
        if late {
            self.check()?;
        }
        Ok(if excludes(mask, wanted) { HOPELESS } else { open })
    }

    /// Looks at the next option of the top frame.
    fn look_at_option(&mut self) -> Answer<(), G> {
        let step = self.step();
        let Some(frame) = self.stack.last_mut() else { return Ok(()) };
        match step {
            Step::Enter(position, goal) => return self.enter(position, goal),
            Step::Value(value) => {
                exclude(&mut frame.mask, value);
                if let Some(all) = &mut frame.all {
                    insert(all, value);
                } else if value == frame.question {
                    return self.next_question();
                }
            }
            Step::Other => {}
        }
        frame.next += 1;
        Ok(())
    }

    fn step(&mut self) -> Step<G::Position> {
        let Some(frame) = self.stack.last() else { return Step::Other };
        let OpenMove { xor, start, parts, .. } = self.moves[frame.moves + frame.next];
        let (question, must_know) = (frame.question, frame.all.is_some());
        let mut xor = xor;
        let mut last: Option<&G::Position> = None;
        for part in &self.parts[start..start + parts as usize] {
            match self.memo.value(part) {
                Some(value) => xor ^= value,
                None => match last.replace(part) {
                    None => {}
                    Some(earlier) => return Step::Enter(earlier.clone(), Goal::Value),
                },
            }
        }
        let Some(part) = last else { return Step::Value(xor) };
        let wanted = question ^ xor;
        if must_know || wanted >= MASK_BITS {
            return Step::Enter(part.clone(), Goal::Value);
        }
        match self.memo.get(part) {
            Some(Known::Not { mask, .. }) if excludes(mask, wanted) => Step::Other,
            _ => Step::Enter(part.clone(), Goal::Is(wanted)),
        }
    }

    /// No option of the top frame is what it asked: so its value is at most that.
    fn end_question(&mut self) -> Answer<(), G> {
        let Some(frame) = self.stack.last_mut() else { return Ok(()) };
        if let Some(all) = &frame.all {
            let value = storable(mex(all), self.memo.solved())?;
            self.leave(Known::Value(value));
            return Ok(());
        }
        frame.most = frame.most.min(frame.question);
        self.next_question()
    }

    /// Takes the top frame off with what is known about its position now.
    fn leave(&mut self, known: Known) {
        let Some(frame) = self.stack.pop() else { return };
        self.moves.truncate(frame.moves);
        self.parts.truncate(frame.parts);
        self.memo.set(frame.position, known, |position| self.game.heap_bytes(position));
    }

    /// Counts a listing of moves, and looks at the watch now and then.
    fn tick(&mut self) -> Answer<(), G> {
        let over = self.memo.len() > self.watch.limits().positions;
        if self.steps.is_due(self.watch) || over { self.check() } else { Ok(()) }
    }

    fn cycle(&self, position: &G::Position) -> Error<G::Position, G::Error> {
        Error::cycle(self.stack.iter().map(|frame| &frame.position), position)
    }

    fn check(&mut self) -> Answer<(), G> {
        let stacks = capacity_bytes(&self.stack) + capacity_bytes(&self.moves) + capacity_bytes(&self.parts);
        let stacks = stacks + owned_bytes(self.game, &self.parts);
        Ok(self.watch.check(self.memo.len(), self.memo.bytes(CHECK_EVERY as usize) + stacks)?)
    }
}

/// What the memo says about a move.
enum Glance {
    Value(u32),
    /// All components but one are solved, with this XOR; the mask is that one's.
    OneOpen {
        xor: u32,
        mask: u32,
    },
    Open,
}

fn glance<P: Clone + Eq + std::hash::Hash>(memo: &Memo<P>, to: &[P]) -> Glance {
    let (mut xor, mut open) = (0, None);
    for part in to {
        match memo.get(part) {
            Some(Known::Value(value)) => xor ^= value,
            other if open.is_none() => open = Some(other),
            _ => return Glance::Open,
        }
    }
    match open {
        None => Glance::Value(xor),
        Some(Some(Known::Not { mask, .. })) => Glance::OneOpen { xor, mask },
        Some(_) => Glance::OneOpen { xor, mask: 0 },
    }
}

/// Appends the unsolved components of a move, without pairs of equal ones from which play is known to end, and gives the XOR
/// of the solved ones.
fn open_parts<G: Game>(game: &G, memo: &Memo<G::Position>, to: &[G::Position], parts: &mut Vec<G::Position>) -> u32 {
    let start = parts.len();
    let mut xor = 0;
    for part in to {
        match memo.value(part) {
            Some(value) => xor ^= value,
            None => match parts[start..].iter().position(|other| other == part) {
                Some(twin) if game.ends(part) => drop(parts.remove(start + twin)),
                _ => parts.push(part.clone()),
            },
        }
    }
    xor
}

fn insert(words: &mut Vec<u64>, value: u32) {
    let word = value as usize / 64;
    if word >= words.len() {
        words.resize(word + 1, 0);
    }
    words[word] |= 1 << (value % 64);
}
