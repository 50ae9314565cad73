//! What a move touches: the contents before and after it, compared piece by piece. No game is known by its name.
//!
//! A position that falls into several is laid out in place: the first part keeps its left end, the others their right end. Where
//! that would say something false, the move touches the position as a whole.

use crate::content::{Content, Symbol, Tree};
use grundy_rules::Network;
use std::collections::BTreeSet;

/// Parts of one move, and stones of one pile, that are told one by one.
const MOST: u128 = 64;

/// What a move touches in the picture of its component, by the keys of the pieces.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Touch {
    /// What it takes away or changes.
    pub(crate) taken: Vec<String>,
    /// Where something comes to.
    pub(crate) targets: Vec<String>,
    /// The pieces that stand for the move when one is to be tapped.
    pub(crate) handles: Vec<String>,
}

impl Touch {
    fn new(taken: Vec<String>, targets: Vec<String>) -> Option<Touch> {
        let handle = targets.first().or(taken.first())?;
        Some(Touch { handles: vec![handle.clone()], taken, targets })
    }
}

/// Whether heaps are sorted after every move, so that a heap may change its place.
pub(crate) fn keeps_order(before: &Content, after: &[Vec<(u128, Content)>]) -> bool {
    let sorted = |content: &Content| matches!(content, Content::Heaps(piles) if piles.is_sorted());
    sorted(before) && after.iter().flatten().all(|(_, content)| sorted(content))
}

/// What a move from one content to others touches; nothing if that cannot be told piece by piece. `sorted`: heaps may have changed
/// places.
pub(crate) fn touch(before: &Content, after: &[(u128, Content)], sorted: bool) -> Option<Touch> {
    let parts = written_out(after)?;
    match before {
        Content::Heaps(piles) => match parts.as_slice() {
            [Content::Heaps(left)] => changed_piles(piles, left, sorted),
            _ => single_pile(piles, &parts, |stone| format!("0.{stone}")),
        },
        Content::Row(n) | Content::Ring(n) => single_pile(&[*n], &parts, |pin| pin.to_string()),
        Content::Stairs(steps) => match parts.as_slice() {
            [Content::Stairs(left)] if left.len() == steps.len() => changed_piles(steps, left, false),
            _ => None,
        },
        Content::Strip(coins) => strip(coins, &parts),
        Content::Cells(cells) => in_row(cells, &parts),
        Content::Grid(..) => grid(&parts),
        Content::Bar(rows) => bar(rows, &parts),
        Content::Board(rows) => board(rows, &parts),
        Content::Tree(tree, stalk) => branches(tree, *stalk, &parts),
        Content::Graph(network) => graph(network, &parts),
        Content::Card => None,
    }
}

/// Other places where the same move could be made: the other way round in a row, all around a ring, on equal branches.
pub(crate) fn elsewhere(before: &Content, after: &[(u128, Content)]) -> Vec<Touch> {
    let Some(parts) = written_out(after) else { return Vec::new() };
    let all = match before {
        Content::Row(n) => {
            let reversed: Vec<&Content> = parts.iter().rev().copied().collect();
            // A part alone at the left end stands at the right end, too.
            let none = Content::Row(0);
            let parts = if reversed.len() == 1 { vec![&none, reversed[0]] } else { reversed };
            vec![single_pile(&[*n], &parts, |pin| pin.to_string())]
        }
        Content::Ring(n) if *n <= MOST => {
            let turned = |by: u128| single_pile(&[*n], &parts, |pin| ((pin + by) % n).to_string());
            if parts.len() > 1 { Vec::new() } else { (1..*n).map(turned).collect() }
        }
        Content::Tree(tree, stalk) => {
            let path = branch_path(tree, *stalk, &parts);
            let twins = path.map(|path| twins(tree, &path)).unwrap_or_default();
            twins.iter().map(|path| Touch::new(vec![branch_key(path)], Vec::new())).collect()
        }
        _ => Vec::new(),
    };
    all.into_iter().flatten().collect()
}

/// The ways to branches that look the same, from the same node on.
fn twins(tree: &Tree, path: &[usize]) -> Vec<Vec<usize>> {
    let Some((&first, rest)) = path.split_first() else { return vec![Vec::new()] };
    let Some(branch) = tree.0.get(first) else { return Vec::new() };
    let below = twins(branch, rest);
    let same = tree.0.iter().enumerate().filter(|(_, other)| *other == branch);
    same.flat_map(|(place, _)| below.iter().map(move |way| [&[place], way.as_slice()].concat())).collect()
}

fn written_out(after: &[(u128, Content)]) -> Option<Vec<&Content>> {
    let total = after.iter().try_fold(0u128, |total, (count, _)| total.checked_add(*count))?;
    (total <= MOST)
        .then(|| after.iter().flat_map(|(count, content)| std::iter::repeat_n(content, *count as usize)).collect())
}

fn stones(pile: usize, from: u128, to: u128) -> impl Iterator<Item = String> {
    // Larger piles are drawn as one piece, of the pile's own key.
    let (whole, each) = if to <= MOST { (None, from..to) } else { (Some(pile.to_string()), 0..0) };
    whole.into_iter().chain(each.map(move |stone| format!("{pile}.{stone}")))
}

fn changed_piles(before: &[u128], after: &[u128], sorted: bool) -> Option<Touch> {
    let same_place = || before.iter().zip(after).enumerate().filter(|(_, (b, a))| a != b);
    let changes: Vec<(usize, u128)> = match before.len() == after.len() {
        true if !sorted || same_place().count() <= difference(before, after).0.len() => {
            same_place().map(|(place, (_, a))| (place, *a)).collect()
        }
        // Piles were sorted after the move, or taken away.
        _ => {
            let (gone, come) = difference(before, after);
            if gone.len() < come.len() {
                return None;
            }
            gone.into_iter().zip(come.into_iter().chain(std::iter::repeat(0))).collect()
        }
    };
    let (mut taken, mut targets) = (Vec::new(), Vec::new());
    for (place, left) in changes {
        let had = before[place];
        if left < had {
            taken.extend(stones(place, left, had));
        } else {
            targets.push(place.to_string());
        }
    }
    // A pile that grows beside one that shrinks is no better handle than the stones that leave.
    let handle = taken.first().or(targets.first())?.clone();
    Some(Touch { taken, targets, handles: vec![handle] })
}

/// The places of elements that the other list has fewer of, and the elements it has more of.
fn difference(before: &[u128], after: &[u128]) -> (Vec<usize>, Vec<u128>) {
    let mut come = after.to_vec();
    let mut gone = Vec::new();
    for (place, had) in before.iter().enumerate() {
        match come.iter().position(|left| left == had) {
            Some(at) => {
                come.remove(at);
            }
            None => gone.push(place),
        }
    }
    (gone, come)
}

/// The size of a content that is one pile.
fn pile(content: &Content) -> Option<u128> {
    match content {
        Content::Row(n) | Content::Ring(n) => Some(*n),
        Content::Heaps(piles) => match piles.as_slice() {
            [n] => Some(*n),
            _ => None,
        },
        _ => None,
    }
}

fn single_pile(before: &[u128], parts: &[&Content], key: impl Fn(u128) -> String) -> Option<Touch> {
    let &[n] = before else { return None };
    let sizes: Vec<u128> = parts.iter().map(|part| pile(part)).collect::<Option<_>>()?;
    let left = sizes.iter().try_fold(0u128, |sum, size| sum.checked_add(*size)).filter(|left| *left <= n)?;
    let first = sizes.first().copied().unwrap_or(0);
    let gap = first..first + (n - left);
    let mut taken: Vec<String> = if n <= MOST { gap.clone().map(&key).collect() } else { vec!["0".to_owned()] };
    let mut boundary = gap.end;
    let mut cuts = BTreeSet::new();
    if gap.is_empty() && sizes.len() > 1 {
        cuts.insert(boundary);
    }
    for size in sizes.iter().skip(1) {
        boundary += size;
        cuts.insert(boundary);
    }
    cuts.retain(|cut| 0 < *cut && *cut < n);
    if n <= MOST {
        taken.extend(cuts.into_iter().map(|cut| format!("cut{cut}")));
    }
    Touch::new(taken, Vec::new())
}

fn strip(coins: &[u128], parts: &[&Content]) -> Option<Touch> {
    let mut left = BTreeSet::new();
    for part in parts {
        let Content::Strip(coins) = part else { return None };
        left.extend(coins.iter().copied());
    }
    let coins: BTreeSet<u128> = coins.iter().copied().collect();
    let taken = coins.difference(&left).map(u128::to_string).collect();
    Touch::new(taken, left.difference(&coins).map(|square| format!("s{square}")).collect())
}

fn grid(parts: &[&Content]) -> Option<Touch> {
    let square = |part: &&Content| match part {
        Content::Grid(x, y) => Some(format!("{x}.{y}")),
        _ => None,
    };
    let targets = parts.iter().map(square).collect::<Option<Vec<_>>>()?;
    Touch::new(vec!["token".to_owned()], targets)
}

fn in_row(cells: &[Symbol], parts: &[&Content]) -> Option<Touch> {
    let rows: Vec<&[Symbol]> = parts
        .iter()
        .map(|part| match part {
            Content::Cells(cells) => Some(cells.as_slice()),
            _ => None,
        })
        .collect::<Option<_>>()?;
    if let [row] = rows.as_slice()
        && row.len() == cells.len()
    {
        return changed_cells(cells, row);
    }
    let kept = match rows.as_slice() {
        [row] => subsequence(cells, row)?,
        _ => pieces(cells, &rows)?,
    };
    let taken = (0..cells.len()).filter(|place| !kept.contains(place)).map(|place| place.to_string());
    Touch::new(taken.collect(), Vec::new())
}

fn changed_cells(before: &[Symbol], after: &[Symbol]) -> Option<Touch> {
    let (mut taken, mut targets) = (Vec::new(), Vec::new());
    for (place, (b, a)) in before.iter().zip(after).enumerate().filter(|(_, (b, a))| a != b) {
        match (b, a) {
            (Symbol::Number(b), Symbol::Number(a)) if a > b => targets.push(place.to_string()),
            _ => taken.push(place.to_string()),
        }
    }
    Touch::new(taken, targets)
}

/// The places of elements that are kept when some are left out.
fn subsequence(cells: &[Symbol], row: &[Symbol]) -> Option<BTreeSet<usize>> {
    let mut kept = BTreeSet::new();
    let mut wanted = row.iter().peekable();
    for (place, cell) in cells.iter().enumerate() {
        if wanted.next_if(|next| *next == cell).is_some() {
            kept.insert(place);
        }
    }
    wanted.peek().is_none().then_some(kept)
}

/// The places of pieces that stand in order inside.
fn pieces(cells: &[Symbol], rows: &[&[Symbol]]) -> Option<BTreeSet<usize>> {
    let mut kept = BTreeSet::new();
    let mut from = 0;
    for row in rows.iter().filter(|row| !row.is_empty()) {
        let at = (from..=cells.len().checked_sub(row.len())?).find(|&at| cells[at..at + row.len()] == **row)?;
        kept.extend(at..at + row.len());
        from = at + row.len();
    }
    Some(kept)
}

fn bar(rows: &[u128], parts: &[&Content]) -> Option<Touch> {
    let lengths: Vec<&[u128]> = parts
        .iter()
        .map(|part| match part {
            Content::Bar(rows) => Some(rows.as_slice()),
            _ => None,
        })
        .collect::<Option<_>>()?;
    match lengths.as_slice() {
        [] => squares(rows, &[]),
        [left] => squares(rows, left),
        [a, b] => broken(rows, a, b),
        _ => None,
    }
}

fn squares(rows: &[u128], left: &[u128]) -> Option<Touch> {
    if left.len() > rows.len() || rows.iter().any(|length| *length > MOST) {
        return None;
    }
    let mut taken = Vec::new();
    for (row, &length) in rows.iter().enumerate() {
        let kept = left.get(row).copied().unwrap_or(0);
        if kept > length {
            return None;
        }
        taken.extend((kept..length).map(|column| format!("{row}.{column}")));
    }
    Touch::new(taken, Vec::new())
}

/// Two pieces of a bar that was broken along a line.
fn broken(rows: &[u128], a: &[u128], b: &[u128]) -> Option<Touch> {
    let side = |rows: &[u128]| rows.iter().all(|length| Some(length) == rows.first()).then(|| rows.first().copied())?;
    let (whole, left, right) = (side(rows)?, side(a)?, side(b)?);
    let key = if a.len() == rows.len() && b.len() == rows.len() && left.checked_add(right) == Some(whole) {
        format!("col{left}")
    } else if left == whole && right == whole && a.len() + b.len() == rows.len() {
        format!("row{}", a.len())
    } else {
        return None;
    };
    Touch::new(vec![key], Vec::new())
}

fn board(rows: &[Vec<Symbol>], parts: &[&Content]) -> Option<Touch> {
    let [Content::Board(left)] = parts else { return None };
    let same = left.len() == rows.len() && left.iter().zip(rows).all(|(a, b)| a.len() == b.len());
    let cells = rows.iter().zip(left).enumerate().flat_map(|(row, (before, after))| {
        let changed = before.iter().zip(after).enumerate().filter(|(_, (b, a))| b != a);
        changed.map(move |(column, _)| format!("{row}.{column}"))
    });
    if same { Touch::new(cells.collect(), Vec::new()) } else { None }
}

fn branches(tree: &Tree, stalk: bool, parts: &[&Content]) -> Option<Touch> {
    Touch::new(vec![branch_key(&branch_path(tree, stalk, parts)?)], Vec::new())
}

fn branch_key(path: &[usize]) -> String {
    let steps: Vec<String> = path.iter().map(usize::to_string).collect();
    if steps.is_empty() { "stalk".to_owned() } else { steps.join(".") }
}

/// The way to the branch that was cut; none to the stalk.
fn branch_path(tree: &Tree, stalk: bool, parts: &[&Content]) -> Option<Vec<usize>> {
    // Trees on stalks side by side are one tree with these branches.
    let mut left = Vec::new();
    for part in parts {
        match part {
            Content::Tree(tree, true) => left.push(tree.clone()),
            Content::Tree(Tree(branches), false) => left.extend(branches.iter().cloned()),
            _ => return None,
        }
    }
    let whole = Tree(vec![tree.clone()]);
    let before = if stalk { &whole } else { tree };
    let path = cut_of(before, &Tree(left))?;
    Some(if stalk { path[1..].to_vec() } else { path })
}

/// The way to the branch that is missing in the other tree; the order of branches may have changed.
fn cut_of(before: &Tree, after: &Tree) -> Option<Vec<usize>> {
    let mut come: Vec<&Tree> = after.0.iter().collect();
    let mut gone = Vec::new();
    for (place, branch) in before.0.iter().enumerate() {
        match come.iter().position(|other| *other == branch) {
            Some(at) => {
                come.remove(at);
            }
            None => gone.push(place),
        }
    }
    match (gone.as_slice(), come.as_slice()) {
        ([place], []) => Some(vec![*place]),
        ([place], [smaller]) => {
            let mut path = vec![*place];
            path.extend(cut_of(&before.0[*place], smaller)?);
            Some(path)
        }
        _ => None,
    }
}

fn graph(before: &Network, parts: &[&Content]) -> Option<Touch> {
    let [Content::Graph(after)] = parts else { return None };
    if !std::sync::Arc::ptr_eq(&before.graph, &after.graph) {
        return None;
    }
    if let (Some(_), Some(node)) = (before.token, after.token) {
        return Touch::new(vec!["token".to_owned()], vec![format!("n{node}")]);
    }
    let gone = |before: &[bool], after: &[bool]| -> Vec<usize> {
        before.iter().zip(after).enumerate().filter(|(_, (b, a))| **b && !**a).map(|(place, _)| place).collect()
    };
    let (nodes, edges) = (gone(&before.nodes, &after.nodes), gone(&before.edges, &after.edges));
    let ends = before.graph.edges();
    let joined = |a: usize, b: usize| {
        edges.iter().copied().find(|&edge| {
            let [from, to] = ends[edge].map(|end| end as usize);
            (from, to) == (a, b) || (from, to) == (b, a)
        })
    };
    let mut handles = Vec::new();
    if before.ground.is_some() {
        // What falls hangs on what stays by the edge that was cut.
        let stays = |end: &u32| after.nodes.get(*end as usize).copied().unwrap_or(false);
        let cut = edges.iter().find(|&&edge| ends[edge].iter().any(stays));
        handles.extend(cut.or(edges.first()).map(|edge| format!("e{edge}")));
        return Some(Touch {
            taken: edges.iter().map(|edge| format!("e{edge}")).collect(),
            targets: Vec::new(),
            handles,
        });
    }
    for &node in &nodes {
        if nodes.iter().all(|&other| other == node || joined(node, other).is_some()) {
            handles.push(format!("n{node}"));
        }
    }
    if let [a, b] = nodes.as_slice() {
        handles.extend(joined(*a, *b).map(|edge| format!("e{edge}")));
    }
    let taken = nodes.iter().map(|node| format!("n{node}")).chain(edges.iter().map(|edge| format!("e{edge}")));
    let taken: Vec<String> = taken.collect();
    if handles.is_empty() {
        handles.push(taken.first()?.clone());
    }
    Some(Touch { taken, targets: Vec::new(), handles })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn touched(before: &Content, after: &[Content]) -> Option<(Vec<String>, Vec<String>)> {
        let after: Vec<(u128, Content)> = after.iter().map(|content| (1, content.clone())).collect();
        let sorted = keeps_order(before, std::slice::from_ref(&after));
        touch(before, &after, sorted).map(|touch| (touch.taken, touch.targets))
    }

    fn keys(words: &str) -> Vec<String> {
        words.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn a_heap_loses_its_top() {
        let heap = |n| Content::Heaps(vec![n]);
        assert_eq!(touched(&heap(5), &[heap(3)]), Some((keys("0.3 0.4"), vec![])));
        assert_eq!(touched(&heap(2), &[]), Some((keys("0.0 0.1"), vec![])));
        assert_eq!(touched(&heap(10_u128.pow(18)), &[heap(3)]), Some((keys("0"), vec![])));
    }

    #[test]
    fn a_row_falls_apart() {
        let row = Content::Row;
        assert_eq!(touched(&row(5), &[row(1), row(2)]), Some((keys("1 2"), vec![])));
        assert_eq!(touched(&row(5), &[row(0), row(3)]), Some((keys("0 1"), vec![])));
        assert_eq!(touched(&row(5), &[row(2), row(3)]), Some((keys("cut2"), vec![])));
        assert_eq!(touched(&row(6), &[row(1), row(2), row(1)]), Some((keys("1 2 cut5"), vec![])));
        assert_eq!(touched(&row(3), &[row(3), row(3)]), None);
    }

    #[test]
    fn a_move_can_be_made_elsewhere() {
        let row = Content::Row;
        let other = |before: &Content, after: &[(u128, Content)]| -> Vec<Vec<String>> {
            elsewhere(before, after).into_iter().map(|touch| touch.taken).collect()
        };
        assert_eq!(other(&row(5), &[(1, row(1)), (1, row(2))]), [keys("2 3")]);
        assert_eq!(other(&row(5), &[(1, row(3))]), [keys("0 1")]);
        assert_eq!(other(&Content::Ring(3), &[(1, row(2))]), [keys("0"), keys("1")]);
    }

    #[test]
    fn sorted_heaps_are_compared_as_heaps() {
        let heaps = |list: &[u128]| Content::Heaps(list.to_vec());
        assert_eq!(touched(&heaps(&[3, 5]), &[heaps(&[1, 3])]), Some((keys("1.1 1.2 1.3 1.4"), vec![])));
        assert_eq!(touched(&heaps(&[5, 5, 3]), &[heaps(&[5, 3, 3])]), Some((keys("1.3 1.4"), vec![])));
        assert_eq!(touched(&heaps(&[3, 4]), &[heaps(&[4])]), Some((keys("0.0 0.1 0.2"), vec![])));
        assert_eq!(touched(&heaps(&[3, 1]), &[heaps(&[2, 2])]), Some((keys("0.2"), keys("1"))));
    }

    #[test]
    fn coins_tokens_and_squares() {
        let strip = |list: &[u128]| Content::Strip(list.to_vec());
        assert_eq!(touched(&strip(&[1, 4]), &[strip(&[1, 2])]), Some((keys("4"), keys("s2"))));
        assert_eq!(touched(&Content::Grid(3, 4), &[Content::Grid(1, 4)]), Some((keys("token"), keys("1.4"))));
        let bar = |list: &[u128]| Content::Bar(list.to_vec());
        assert_eq!(touched(&bar(&[2, 2]), &[bar(&[2, 1])]), Some((keys("1.1"), vec![])));
        assert_eq!(touched(&bar(&[3, 3]), &[bar(&[1, 1]), bar(&[2, 2])]), Some((keys("col1"), vec![])));
        assert_eq!(touched(&bar(&[3, 3]), &[bar(&[3]), bar(&[3])]), Some((keys("row1"), vec![])));
    }

    #[test]
    fn a_branch_is_cut() {
        let leaf = Tree(vec![]);
        let fork = Tree(vec![leaf.clone(), leaf.clone()]);
        let bush = Content::Tree(Tree(vec![leaf.clone(), fork.clone()]), false);
        let on_stalk = |tree: &Tree| Content::Tree(tree.clone(), true);
        let stem = Tree(vec![leaf.clone()]);
        assert_eq!(touched(&bush, &[on_stalk(&fork)]), Some((keys("0"), vec![])));
        // The two leaves of the fork are the same: the move can be made on either.
        let after = [(1, on_stalk(&leaf)), (1, on_stalk(&stem))];
        let other: Vec<Vec<String>> = elsewhere(&bush, &after).into_iter().map(|touch| touch.taken).collect();
        assert_eq!(other, [keys("1.0"), keys("1.1")]);
        assert_eq!(touched(&on_stalk(&fork), &[]), Some((keys("stalk"), vec![])));
    }

    #[test]
    fn texts_lose_letters() {
        let word = |text: &str| Content::Cells(text.chars().map(|c| Symbol::Text(c.to_string())).collect());
        assert_eq!(touched(&word("abcab"), &[word("cab")]), Some((keys("0 1"), vec![])));
        assert_eq!(touched(&word("abcab"), &[word("b"), word("b")]), Some((keys("0 2 3"), vec![])));
    }
}
