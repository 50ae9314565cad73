//! The search of [`search`](super::search) by several threads that tell each other what they find.
//!
//! Every thread searches the whole game from its root, with a small memo of its own; what all have found so far lies in one
//! large memo. While they search nobody changes that one, so that all read it without a lock: each thread holds it
//! for reading and lets go only now and then, when one of them wants to hand over what it found since. A position that a
//! thread is at work on is marked there: the others turn to its siblings first and come to it last, to help. So no thread
//! waits for another, but for the moments of handing over, and none can block.
//!
//! The value of a position is what it is, whoever finds it. An error that names positions is found again by the serial
//! search, so that it does not depend on the threads either.

use super::Solver;
use super::error::{Answer, Error};
use super::memo::Memo;
use super::search::Search;
use crate::game::Game;
use crate::watch::Stop;
use hashbrown::HashSet;
use std::hash::Hash;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

/// How many positions a thread solves before it does something about the others. No result depends on it.
#[derive(Clone, Copy)]
struct Pace {
    /// Before others are started.
    alone: u64,
    /// Before it hands over what it found.
    hand_over: u64,
    /// … when the others have let go anyway.
    hand_over_too: u64,
}

const PACE: Pace = Pace { alone: 1 << 14, hand_over: 1 << 12, hand_over_too: 1 << 9 };

impl<G: Game + Sync> Solver<G>
where
    G::Position: Send + Sync,
    G::Error: Send,
{
    /// The Grundy value of a position by the definition, found by so many threads together if it takes long.
    ///
    /// ```
    /// use grundy::{game, solve::Solver};
    /// let nim = game::from_options(|&n: &u32| 0..n);
    /// assert_eq!(Solver::new(nim).value_parallel(&1000, 2)?, 1000);
    /// # Ok::<(), grundy::solve::Error<u32>>(())
    /// ```
    pub fn value_parallel(&mut self, position: &G::Position, threads: usize) -> Answer<u64, G> {
        self.value_at_pace(position, threads, PACE)
    }

    fn value_at_pace(&mut self, position: &G::Position, threads: usize, pace: Pace) -> Answer<u64, G> {
        // Any other error is found again by the serial search below, as it does not depend on the threads there.
        if threads > 1
            && !self.search_alone(position, pace)?
            && let Err(Error::Stop(stop)) = self.search_together(position, threads, pace)
        {
            return Err(Error::Stop(stop));
        }
        Search::new(&self.game, &mut self.memo, &self.watch).value(position).map(u64::from)
    }

    /// Searches as far as one thread comes before it would have paid to start others; true if that was enough.
    fn search_alone(&mut self, position: &G::Position, pace: Pace) -> Answer<bool, G> {
        let limit = self.memo.len() + pace.alone;
        if limit >= self.watch.limits().positions {
            return Ok(false);
        }
        let watch = self.watch.clone().with_positions(limit);
        match Search::new(&self.game, &mut self.memo, &watch).value(position) {
            Ok(_) => Ok(true),
            Err(Error::Stop(Stop::Positions { .. })) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// The value of a sum, each component by so many threads together.
    pub fn sum_value_parallel(&mut self, sum: &[G::Position], threads: usize) -> Answer<u64, G> {
        self.fits(sum)?;
        sum.iter().try_fold(0, |xor, position| Ok(xor ^ self.value_parallel(position, threads)?))
    }

    fn search_together(&mut self, root: &G::Position, threads: usize, pace: Pace) -> Answer<(), G> {
        let known = RwLock::new(std::mem::replace(&mut self.memo, Memo::new()));
        let team = Team { known, wanted: AtomicUsize::new(0), over: AtomicBool::new(false), threads, pace };
        let (game, watch) = (&self.game, &self.watch);
        let help = |number| {
            let member = Member::new(&team, number);
            let mut own = member.known().sibling();
            Search::new(game, &mut own, watch).with_team(member).solve(root)
        };
        let results: Vec<_> = std::thread::scope(|scope| {
            let helpers: Vec<_> = (0..threads).map(|number| scope.spawn(move || help(number))).collect();
            helpers.into_iter().map(|helper| helper.join()).collect()
        });
        self.memo = team.known.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.memo.leave_all_paths();
        let mut answer = Ok(());
        for result in results {
            match result {
                Ok(Ok(())) => {}
                Ok(Err(error)) => answer = Err(error),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        answer
    }
}

/// What the threads have in common.
struct Team<P> {
    known: RwLock<Memo<P>>,
    /// Threads that want to hand over.
    wanted: AtomicUsize,
    /// The root is solved, or a thread met an error.
    over: AtomicBool,
    threads: usize,
    pace: Pace,
}

/// A thread's place in the team.
pub(super) struct Member<'a, P> {
    team: &'a Team<P>,
    number: usize,
    /// There but for the moments of handing over.
    known: Option<RwLockReadGuard<'a, Memo<P>>>,
    /// The positions on this thread's path: to meet one of them again is a cycle.
    path: HashSet<P, foldhash::fast::RandomState>,
}

impl<'a, P: Clone + Eq + Hash> Member<'a, P> {
    fn new(team: &'a Team<P>, number: usize) -> Self {
        let mut member = Member { team, number, known: None, path: HashSet::default() };
        member.take_up();
        member
    }

    // A panic in a game's code leaves every entry whole: a poisoned lock may be used on.
    fn take_up(&mut self) {
        self.known = Some(self.team.known.read().unwrap_or_else(PoisonError::into_inner));
    }

    /// What all know.
    pub(super) fn known(&self) -> &Memo<P> {
        match &self.known {
            Some(known) => known,
            None => unreachable!("it is taken up again after every handing over"),
        }
    }

    /// Which of so many siblings this thread begins with: each begins elsewhere.
    pub(super) fn start(&self, count: usize) -> usize {
        self.number * count / self.team.threads
    }

    /// Whether there is nothing left to do.
    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.team.over.load(Ordering::Relaxed)
    }

    pub(super) fn enter_path(&mut self, position: P) {
        self.path.insert(position);
    }

    pub(super) fn leave_path(&mut self, position: &P) {
        self.path.remove(position);
    }

    pub(super) fn is_on_path(&self, position: &P) -> bool {
        self.path.contains(position)
    }

    /// Positions on the path.
    pub(super) fn path_len(&self) -> u64 {
        self.path.len() as u64
    }

    /// Bytes that the path takes.
    pub(super) fn path_bytes(&self) -> u64 {
        self.path.allocation_size() as u64
    }

    /// Hands over what is new if it is much, with marks on the positions of `path`, and lets others do so; true if what
    /// all know may have changed.
    #[inline]
    pub(super) fn exchange<'p>(
        &mut self,
        own: &mut Memo<P>,
        path: impl Iterator<Item = &'p P>,
        heap_bytes: impl Fn(&P) -> usize,
    ) -> bool
    where
        P: 'p,
    {
        let others_want = self.team.wanted.load(Ordering::Relaxed) > 0;
        let enough = if others_want { self.team.pace.hand_over_too } else { self.team.pace.hand_over };
        if own.solved() >= enough {
            self.hand_over(own, path, heap_bytes);
        } else if others_want {
            self.known = None;
        } else {
            return false;
        }
        self.take_up();
        true
    }

    fn hand_over<'p>(&mut self, own: &mut Memo<P>, path: impl Iterator<Item = &'p P>, heap_bytes: impl Fn(&P) -> usize)
    where
        P: 'p,
    {
        self.team.wanted.fetch_add(1, Ordering::Relaxed);
        self.known = None;
        let mut known = self.team.known.write().unwrap_or_else(PoisonError::into_inner);
        own.hand_over(&mut known, &heap_bytes);
        path.for_each(|position| known.enter_path(position.clone(), &heap_bytes));
        self.team.wanted.fetch_sub(1, Ordering::Relaxed);
    }

    /// Hands over the rest and ends the search of all.
    pub(super) fn finish(&mut self, own: &mut Memo<P>, heap_bytes: impl Fn(&P) -> usize) {
        self.team.over.store(true, Ordering::Relaxed);
        self.hand_over(own, std::iter::empty(), heap_bytes);
        self.take_up();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game;
    use proptest::prelude::*;

    /// A pace at which even small games are searched together and hand over often.
    const HASTY: Pace = Pace { alone: 0, hand_over: 3, hand_over_too: 1 };

    proptest! {
        #[test]
        fn together_is_alone(
            moves in prop::collection::vec(prop::collection::vec(prop::collection::vec(any::<u16>(), 0..4), 0..6), 1..200),
            threads in 2..5_usize,
        ) {
            // Position n moves to sums of positions below n.
            let rules = game::from_moves(|&n: &u16| {
                let below = |part: &u16| if n == 0 { None } else { Some(part % n) };
                moves[usize::from(n)].iter().map(|parts| parts.iter().filter_map(below).collect()).collect::<Vec<Vec<u16>>>()
            });
            let last = moves.len() as u16 - 1;
            let mut together = Solver::new(&rules);
            let mut alone = Solver::new(&rules);
            prop_assert_eq!(together.value_at_pace(&last, threads, HASTY), alone.value(&last));
            for n in (0..last).step_by(7) {
                prop_assert_eq!(together.value_at_pace(&n, threads, HASTY), alone.value(&n));
            }
        }

        #[test]
        fn errors_are_those_of_one_thread(
            options in prop::collection::vec(prop::collection::vec(0..40_u8, 0..4), 40),
            threads in 2..5_usize,
        ) {
            let rules = game::from_options(|&n: &u8| options[usize::from(n)].clone());
            let expected = Solver::new(&rules).value(&0);
            prop_assert_eq!(Solver::new(&rules).value_at_pace(&0, threads, HASTY), expected);
        }
    }

    #[test]
    fn an_interrupted_search_goes_on() {
        let nim = game::from_options(|&n: &u32| 0..n);
        let limits = crate::Limits { positions: 500, ..Default::default() };
        let mut solver = Solver::with_watch(nim, crate::Watch::new(limits));
        assert!(matches!(solver.value_at_pace(&3000, 2, HASTY), Err(Error::Stop(Stop::Positions { .. }))));
        solver.set_watch(crate::Watch::default());
        assert_eq!(solver.value_at_pace(&3000, 2, HASTY), Ok(3000));
        assert_eq!(solver.positions(), 3001);
    }
}
