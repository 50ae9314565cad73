//! One list argument whose order does not matter: every move takes some elements out and puts others in.
//!
//! The list that a move leaves is brought into stretches of the old list and new elements between them ([`Stretch`]); what is missing
//! between the stretches goes. For the [theorem](grundy::theorem::statistics) the numbers are put into classes: an exchange of classes is left out only
//! if it is proved that no move makes it, and some are called sure only if it is proved that wherever elements of their classes stand
//! in the list a move makes one of them. For that the numbers that a move chooses freely are set to the ends of their ranges and to numbers next to them.

use super::Given;
use super::affine::{Affine, Var};
use super::budget::ProofBudget;
use super::constant::Constants;
use super::normal::list_start;
use super::path::{LENGTH, Path, Walker};
use super::piece::{Piece, at_most, equal, less};
use super::stretches::{Stretch, Stretches};
use crate::builtins::Function;
use crate::program::{Expr, ExprKind, KindId, Position, Rule};
use grundy::Watch;
use grundy::theorem::statistics::{self, Classes, Exchange};
use hashbrown::HashMap;

/// Moves that take out or put in more elements are not looked at.
const MOST_ELEMENTS: usize = 3;

/// More ways to set what a move chooses freely are not tried.
const MOST_SETTINGS: usize = 64;

/// More exchanges of classes are not looked at, each for each way through a rule.
const MOST_EXCHANGES: u64 = 10_000;

/// Exchanges of the same classes that are looked at together, and how many of them at most.
const MOST_CHOICES: usize = 12;
const MOST_TOGETHER: u32 = 3;

/// The moves of one way through a rule.
#[derive(Debug, Clone)]
struct Move {
    piece: Piece,
    /// The variables of `for` names.
    free: Vec<Var>,
    /// The elements that go, or are looked at: indices, ascending, and old values.
    from: Vec<(Affine, Var)>,
    /// The elements that come, those among them that were only looked at.
    to: Vec<Affine>,
}

/// The moves of a kind whose one argument is a list.
#[derive(Debug)]
pub(crate) struct Exchanges {
    moves: Vec<Move>,
    finite: bool,
}

/// The moves of a kind as exchanges of elements.
pub(crate) fn exchanges(given: Given<'_>, kind: KindId) -> Option<Exchanges> {
    let description = given.program.kinds.get(kind.index())?;
    if description.args.len() != 1 || !given.fixed.is_empty() || description.rules.is_empty() {
        return None;
    }
    let mut walker = Walker::new(given.program, Constants::new(given, &Watch::default()));
    let mut moves = Vec::new();
    for rule in &description.rules {
        moves.extend(walker.tasted(rule, |walker| rule_moves(walker, given, kind, rule))?);
    }
    Some(Exchanges { moves, finite: given.program.finite })
}

fn rule_moves(walker: &mut Walker<'_>, given: Given<'_>, kind: KindId, rule: &Rule) -> Option<Vec<Move>> {
    let mut all = Vec::new();
    for path in walker.clauses(&rule.clauses, list_start(given, rule)?)? {
        for option in &rule.options {
            let Position::Of { kind: left, args, set, .. } = option else { return None };
            let ([arg], true) = (args.as_slice(), *left == kind && set.is_empty()) else { return None };
            for (path, stretches) in walker.stretches(in_any_order(arg), path.clone())? {
                all.extend(a_move(path, stretches)?);
            }
        }
    }
    Some(all)
}

/// The list that is put in another order.
fn in_any_order(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Call(Function::Sort | Function::Reverse, args) if args.len() == 1 => in_any_order(&args[0]),
        _ => expr,
    }
}

/// The move that leaves these stretches; the inner nothing if it never happens.
fn a_move(mut path: Path, stretches: Stretches) -> Option<Option<Move>> {
    let (mut to, mut gone, mut next) = (Vec::new(), Vec::new(), Affine::constant(0));
    let end = Stretch::Old(Affine::var(LENGTH), Affine::var(LENGTH));
    for stretch in stretches.into_iter().chain([end]) {
        match stretch {
            Stretch::New(new) => to.push(new),
            Stretch::Old(from, until) => {
                let gap = from.minus(&next)?;
                let missing = (0..=MOST_ELEMENTS as i128).find(|&missing| {
                    equal(&gap, &Affine::constant(missing)).is_some_and(|same| path.piece.implies(&same))
                })?;
                for step in 0..missing {
                    let index = next.shift(step)?;
                    let var = path.cell(&index)?;
                    gone.push((index, var));
                }
                next = until;
            }
        }
    }
    for new in &to {
        path.piece.require(at_most(&Affine::constant(0), new)?);
    }
    if path.piece.is_empty() {
        return Some(None);
    }
    // What is looked at goes and comes back.
    let stays = path.cells.iter().filter(|(_, var)| !gone.iter().any(|(_, other)| other == var));
    to.extend(stays.map(|(_, var)| Affine::var(*var)));
    let Path { piece, cells, free, .. } = path;
    let from = ascending(&piece, cells)?;
    (from.len() <= MOST_ELEMENTS && to.len() <= MOST_ELEMENTS).then_some(Some(Move { piece, free, from, to }))
}

/// The elements by their indices, if their order is known.
fn ascending(piece: &Piece, cells: Vec<(Affine, Var)>) -> Option<Vec<(Affine, Var)>> {
    let mut sorted: Vec<(Affine, Var)> = Vec::new();
    for cell in cells {
        let mut place = 0;
        for (other, _) in &sorted {
            if piece.implies(&less(other, &cell.0)?) {
                place += 1;
            } else if !piece.implies(&less(&cell.0, other)?) {
                return None;
            }
        }
        sorted.insert(place, cell);
    }
    Some(sorted)
}

/// A weight of numbers by which play ends: factor · n + offset for n > 0, and what 0 weighs.
type Weight = (i128, i128, i128);

const WEIGHTS: [Weight; 10] =
    [(0, 1, 1), (1, 0, 0), (1, 1, 1), (2, 1, 1), (1, -1, 0), (0, 1, 0), (1, 1, 0), (2, -1, 0), (2, 1, 0), (3, -1, 1)];

/// All ways to choose so many times among some.
fn choices(of: usize, times: usize) -> impl Iterator<Item = Vec<usize>> {
    let count = of.pow(times as u32);
    (0..count).map(move |number| {
        let mut rest = number;
        (0..times)
            .map(|_| {
                let digit = rest % of;
                rest /= of;
                digit
            })
            .collect()
    })
}

impl Move {
    /// The numbers that go, then those that come.
    fn numbers(&self) -> Vec<Affine> {
        self.from.iter().map(|(_, var)| Affine::var(*var)).chain(self.to.iter().cloned()).collect()
    }

    /// The same for lists of numbers that are at least this.
    fn above(&self, least: u64, budget: &ProofBudget) -> Option<Move> {
        let mut piece = self.piece.clone().under(budget);
        for (_, var) in &self.from {
            piece.require(at_most(&Affine::constant(least.into()), &Affine::var(*var))?);
        }
        Some(Move { piece, ..self.clone() })
    }

    /// Whether every such move makes the sum of the weights smaller.
    fn descends(&self, weight: Weight) -> Option<bool> {
        let numbers = self.numbers();
        for positive in choices(2, numbers.len()) {
            let (mut piece, mut sum) = (self.piece.clone(), Affine::constant(0));
            for (place, (number, &positive)) in numbers.iter().zip(&positive).enumerate() {
                let sign = if place < self.from.len() { 1 } else { -1 };
                if positive == 1 {
                    piece.require(at_most(&Affine::constant(1), number)?);
                    sum = sum.plus_times(sign * weight.0, number)?.shift(sign * weight.1)?;
                } else {
                    piece.require(equal(number, &Affine::constant(0))?);
                    sum = sum.shift(sign * weight.2)?;
                }
            }
            if !piece.implies(&at_most(&Affine::constant(1), &sum)?) {
                return Some(false);
            }
        }
        Some(true)
    }

    /// The moves that make an exchange of classes, in the coordinates length, indices and numbers that go; what is chosen freely is set
    /// in one of some ways. The piece is restricted to the classes already.
    fn points(&self, piece: &Piece, settings: &[(Var, Affine)]) -> Option<Piece> {
        let mut piece = piece.clone();
        for (var, by) in settings {
            piece.require(equal(&Affine::var(*var), by)?);
        }
        let forms = self.from.iter().map(|(index, _)| index.clone());
        let forms: Vec<Affine> = forms.chain(self.from.iter().map(|(_, var)| Affine::var(*var))).collect();
        let place = piece.coordinates(&forms)?;
        for var in self.free.iter().copied().rev() {
            piece.remove(var)?;
        }
        for (_, var) in &self.from {
            piece.remove(*var)?;
        }
        piece.renamed(&place, 1 + forms.len() as Var)
    }

    /// Ways to set what is chosen freely: at an end of its range, or some steps inside it.
    fn settings(&self, steps: u64) -> Vec<Vec<(Var, Affine)>> {
        let is_index = |var: &Var| self.from.iter().any(|(index, _)| index.mentions(*var));
        let mut all = vec![Vec::new()];
        for var in self.free.iter().copied().filter(|var| !is_index(var)) {
            let known = |form: &Affine| form.terms().iter().all(|&(other, _)| other <= var);
            let bounds = self
                .piece
                .conditions()
                .iter()
                .filter(|condition| condition.form().coefficient(var).abs() == 1 && known(condition.form()));
            let mut ends = Vec::new();
            for bound in bounds {
                // c·var + rest ≥ 0 with c = ±1: at −c·rest, or farther in the direction of c.
                let sign = bound.form().coefficient(var);
                let rest = bound.form().substitute(var, &Affine::constant(0));
                let Some(end) = rest.and_then(|rest| rest.times(-sign)) else { continue };
                ends.extend((0..=steps).filter_map(|step| end.shift(sign * i128::from(step))));
            }
            let longer = |chosen: &Vec<(Var, Affine)>| {
                let chosen = chosen.clone();
                ends.clone().into_iter().map(move |end| chosen.iter().cloned().chain([(var, end)]).collect())
            };
            all = all.iter().flat_map(longer).take(MOST_SETTINGS).collect();
        }
        all
    }
}

/// Requires that a number is of a class.
fn require_class(piece: &mut Piece, number: &Affine, class: usize, classes: &Classes) -> Option<()> {
    let class = class as u64;
    if class < classes.small {
        piece.require(equal(number, &Affine::constant((classes.least + class).into()))?);
        return Some(());
    }
    piece.require(at_most(&Affine::constant(classes.large().into()), number)?);
    if classes.modulus > 1 {
        let modulus = i128::from(classes.modulus);
        let quotient = Affine::var(piece.quotient(number.clone(), modulus));
        let rest = number.plus_times(-modulus, &quotient)?;
        piece.require(equal(&rest, &Affine::constant((class - classes.small).into()))?);
    }
    Some(())
}

/// All positions of elements of these classes in a list.
fn all_places(of: &[usize], classes: &Classes, budget: &ProofBudget) -> Option<Piece> {
    let count = of.len() as Var;
    let mut piece = Piece::all(1 + 2 * count).under(budget);
    let mut lowest = Affine::constant(0);
    for (place, &class) in (1..).zip(of) {
        let index = Affine::var(place);
        piece.require(at_most(&lowest, &index)?);
        lowest = index.shift(1)?;
        require_class(&mut piece, &Affine::var(count + place), class, classes)?;
    }
    piece.require(at_most(&lowest, &Affine::var(LENGTH))?);
    Some(piece)
}

/// How many of each class.
fn counted(of: &[usize], classes: &Classes) -> Vec<u32> {
    let mut counts = vec![0; classes.len()];
    of.iter().for_each(|&class| counts[class] += 1);
    counts
}

/// All orders of some classes.
fn orders(of: &[u32]) -> Vec<Vec<usize>> {
    let count = of.iter().sum::<u32>() as usize;
    let fits = |order: &Vec<usize>| {
        (0..of.len()).all(|class| order.iter().filter(|&&own| own == class).count() == of[class] as usize)
    };
    choices(of.len(), count).filter(fits).collect()
}

impl Exchanges {
    /// The moves of lists of numbers that are at least this, if they leave such lists.
    fn above(&self, least: u64, budget: &ProofBudget) -> Option<Vec<Move>> {
        let moves = self.moves.iter().map(|one| one.above(least, budget)).collect::<Option<Vec<_>>>()?;
        let stays = |one: &Move| {
            let mut numbers = one.to.iter().map(|new| at_most(&Affine::constant(least.into()), new));
            numbers.all(|condition| condition.is_some_and(|condition| one.piece.implies(&condition)))
        };
        moves.iter().all(stays).then_some(moves)
    }

    /// Whether lists of numbers that are at least this stay such lists, and play from them is proved to end.
    pub(crate) fn end(&self, least: u64) -> bool {
        let Some(moves) = self.above(least, &ProofBudget::default()) else { return false };
        let descends = |weight: &Weight| moves.iter().all(|one| one.descends(*weight) == Some(true));
        self.finite || WEIGHTS.iter().any(descends)
    }

    /// The exchanges of classes that are possible, and those that are sure.
    pub(crate) fn of_classes(&self, classes: &Classes) -> Option<statistics::Exchanges> {
        let budget = ProofBudget::default();
        let all = |one: &Move| (classes.len() as u64).saturating_pow((one.from.len() + one.to.len()) as u32);
        if self.moves.iter().map(all).fold(0, u64::saturating_add) > MOST_EXCHANGES {
            return None;
        }
        let (mut possible, mut made): (Vec<Exchange>, Made) = (Vec::new(), HashMap::new());
        for one in self.above(classes.least, &budget)? {
            let settings = one.settings(classes.small + classes.modulus);
            for from in choices(classes.len(), one.from.len()) {
                let mut given = one.piece.clone();
                for ((_, var), &class) in one.from.iter().zip(&from) {
                    require_class(&mut given, &Affine::var(*var), class, classes)?;
                }
                if given.is_empty() {
                    continue;
                }
                if budget.is_spent() {
                    return None;
                }
                for to in choices(classes.len(), one.to.len()) {
                    let mut piece = given.clone();
                    for (number, &class) in one.to.iter().zip(&to) {
                        require_class(&mut piece, number, class, classes)?;
                    }
                    if piece.is_empty() {
                        continue;
                    }
                    let after = counted(&to, classes);
                    note(&mut possible, counted(&from, classes), &after);
                    let points = settings.iter().filter_map(|settings| one.points(&piece, settings));
                    made.entry(from.clone()).or_default().extend(points.map(|points| (after.clone(), points)));
                }
            }
        }
        let mut sure = Vec::new();
        for Exchange { from, to } in &possible {
            sure.extend(surely(from, to, &made, classes, &budget));
        }
        Some(statistics::Exchanges { possible, sure })
    }
}

/// By the classes of what goes, in the order of the list: what comes, and the places at which a move makes that exchange.
type Made = HashMap<Vec<usize>, Vec<(Vec<u32>, Piece)>>;

/// Notes that an exchange is possible.
fn note(possible: &mut Vec<Exchange>, from: Vec<u32>, to: &Vec<u32>) {
    match possible.iter_mut().find(|exchange| exchange.from == from) {
        Some(exchange) if exchange.to.contains(to) => {}
        Some(exchange) => exchange.to.push(to.clone()),
        None => possible.push(Exchange { from, to: vec![to.clone()] }),
    }
}

/// The smallest sets of exchanges of which one can be made at all places.
fn surely(from: &[u32], to: &[Vec<u32>], made: &Made, classes: &Classes, budget: &ProofBudget) -> Vec<Exchange> {
    let orders: Vec<Vec<usize>> = orders(from);
    let everywhere = |chosen: &[&Vec<u32>]| {
        orders.iter().all(|order| {
            let Some(places) = all_places(order, classes, budget) else { return false };
            let pieces = made.get(order).into_iter().flatten().filter(|(to, _)| chosen.contains(&to));
            places.covered_by(pieces.map(|(_, piece)| piece), 1 + 2 * order.len() as Var)
        })
    };
    let (mut sure, mut found): (Vec<Exchange>, Vec<u32>) = (Vec::new(), Vec::new());
    let mut sets: Vec<u32> =
        (1..1 << to.len().min(MOST_CHOICES)).filter(|set: &u32| set.count_ones() <= MOST_TOGETHER).collect();
    sets.sort_by_key(|set| set.count_ones());
    for set in sets {
        if found.iter().any(|smaller| smaller & set == *smaller) {
            continue;
        }
        let chosen: Vec<&Vec<u32>> =
            to.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1).map(|(_, to)| to).collect();
        if everywhere(&chosen) {
            found.push(set);
            sure.push(Exchange { from: from.to_vec(), to: chosen.into_iter().cloned().collect() });
        }
    }
    sure
}
