//! Functions of lists of edges. An edge is a list whose first two entries are its ends; more entries (a weight, a
//! letter) do no harm.

use super::{int, integer_list, make_list};
use crate::groups::Groups;
use crate::indices::{Index, Kind};
use crate::meter::{Meter, Trouble};
use crate::value::{List, Val};
use hashbrown::HashMap;
use std::sync::Arc;

fn list_of(value: &Val) -> Result<&List, Trouble> {
    match value {
        Val::List(list) => Ok(list),
        other => Err(Trouble::bad(format!("expected a list of edges, found {}", other.ty()))),
    }
}

/// The entries of an edge, at least so many.
fn entries(edge: &Val, least: usize) -> Result<&[Val], Trouble> {
    match edge {
        Val::List(list) if list.len() >= least => Ok(list.items()),
        Val::List(list) => Err(Trouble::bad(format!("an edge of {} entries: it needs {least}", list.len()))),
        other => Err(Trouble::bad(format!("an edge is a list, found {}", other.ty()))),
    }
}

/// What an edge gives for its ends.
type Given<'a> = fn(&'a Val, &mut dyn FnMut(&'a Val, &'a Val)) -> Result<(), Trouble>;

fn whole_edge<'a>(edge: &'a Val, give: &mut dyn FnMut(&'a Val, &'a Val)) -> Result<(), Trouble> {
    give(&entries(edge, 1)?[0], edge);
    Ok(())
}

fn other_end<'a>(edge: &'a Val, give: &mut dyn FnMut(&'a Val, &'a Val)) -> Result<(), Trouble> {
    let ends = entries(edge, 2)?;
    give(&ends[0], &ends[1]);
    // A loop has one other end: itself, once.
    if ends[0] != ends[1] {
        give(&ends[1], &ends[0]);
    }
    Ok(())
}

/// What the edges give for one end, in their order.
fn given_for<'a>(meter: &mut Meter, edges: &'a Val, end: &Val, kind: Kind, given: Given<'a>) -> Result<Val, Trouble> {
    let list = list_of(edges)?;
    let mut indices = std::mem::take(&mut meter.indices);
    let indexed = indices.get(list, kind, || match grouped(meter, list, kind)? {
        Some(groups) => Ok(Some(Index::Groups(groups))),
        None => by_end(meter, list, given).map(Some),
    });
    let found = match indexed {
        Ok(Some(Index::Lists(lists))) => Some(lists.get(end).cloned()),
        Ok(Some(Index::Groups(groups))) => Some(Some(of_group(meter, groups, kind, end)?)),
        Ok(_) => None,
        Err(trouble) => return Err(trouble),
    };
    meter.indices = indices;
    match found {
        Some(found) => found.map_or_else(|| make_list(Vec::new()), Ok),
        None => match row_width(list, kind) {
            Some(width) => by_rows(meter, list, end, (kind, width)),
            None => by_walk(meter, list, end, given),
        },
    }
}

fn by_rows(meter: &mut Meter, list: &List, end: &Val, (kind, width): (Kind, usize)) -> Result<Val, Trouble> {
    meter.work(list.len() as u64)?;
    let (wanted, mut found) = (end.small(), Vec::new());
    give_rows(list, kind, &mut |key, row| {
        if Some(key) == wanted {
            found.extend_from_slice(row);
        }
    });
    meter.make(found.len() as u64 / 4)?;
    rows_list(found, kind, width)
}

/// The rows of a list of rows of integers, by what a question of some kind asks for; nothing if it is another list.
pub(crate) fn grouped(meter: &mut Meter, list: &List, kind: Kind) -> Result<Option<Arc<Groups>>, Trouble> {
    let Some(width) = row_width(list, kind) else { return Ok(None) };
    meter.make(list.len() as u64 * 2)?;
    Ok(Groups::new(width, |give| give_rows(list, kind, give)).map(Arc::new))
}

/// How many integers a row has of what a question of some kind asks for; nothing if the list has no rows for it.
fn row_width(list: &List, kind: Kind) -> Option<usize> {
    let (_, width) = list.rows()?;
    match kind {
        Kind::Starting => Some(width),
        Kind::Entry(place) => ((place as usize) < width).then_some(width),
        Kind::Neighbours => (width >= 2).then_some(1),
        Kind::Places => None,
    }
}

/// All rows of what a question of some kind asks for, with their keys.
fn give_rows(list: &List, kind: Kind, give: &mut dyn FnMut(i64, &[i64])) {
    let (numbers, width) = list.rows().unwrap_or((&[], 1));
    for row in numbers.chunks(width) {
        match kind {
            Kind::Neighbours => {
                give(row[0], &row[1..2]);
                // A loop has one other end: itself, once.
                if row[0] != row[1] {
                    give(row[1], &row[..1]);
                }
            }
            Kind::Entry(place) => give(row[place as usize], row),
            Kind::Starting | Kind::Places => give(row[0], row),
        }
    }
}

fn of_group(meter: &mut Meter, groups: &Groups, kind: Kind, end: &Val) -> Result<Val, Trouble> {
    let found = end.small().map_or(&[] as &[i64], |end| groups.get(end));
    meter.make(found.len() as u64 / 4)?;
    rows_list(found.to_vec(), kind, groups.width())
}

fn rows_list(numbers: Vec<i64>, kind: Kind, width: usize) -> Result<Val, Trouble> {
    match kind {
        _ if numbers.is_empty() => make_list(Vec::new()),
        Kind::Neighbours => integer_list(numbers),
        _ => List::of_rows(numbers, width).map(Val::List).ok_or_else(|| Trouble::bad("the list is too large")),
    }
}

/// The rows of `list` whose entry at a place is `wanted`, if that is known at once: rows of integers, asked again and again. Else all.
pub(crate) fn with_entry(meter: &mut Meter, list: Val, place: u32, wanted: &Val) -> Result<Val, Trouble> {
    let (Val::List(rows), Val::Int(_), kind) = (&list, wanted, Kind::Entry(place)) else { return Ok(list) };
    // Other lists may not be told apart without making their general form.
    if row_width(rows, kind).is_none() {
        return Ok(list);
    }
    let mut indices = std::mem::take(&mut meter.indices);
    let indexed = indices.get(rows, kind, || Ok(grouped(meter, rows, kind)?.map(Index::Groups)));
    let found = match indexed {
        Ok(Some(Index::Groups(groups))) => of_group(meter, groups, kind, wanted),
        Ok(_) => Ok(list),
        Err(trouble) => return Err(trouble),
    };
    meter.indices = indices;
    found
}

fn by_walk<'a>(meter: &mut Meter, list: &'a List, end: &Val, given: Given<'a>) -> Result<Val, Trouble> {
    meter.work(list.len() as u64)?;
    let mut found = Vec::new();
    for edge in list.items() {
        given(edge, &mut |key, value| {
            if key == end {
                found.push(value.clone());
            }
        })?;
    }
    meter.make(found.len() as u64)?;
    make_list(found)
}

fn by_end<'a>(meter: &mut Meter, list: &'a List, given: Given<'a>) -> Result<Index, Trouble> {
    meter.make(4 * list.len() as u64)?;
    let mut lists: HashMap<Val, Vec<Val>> = HashMap::new();
    for edge in list.items() {
        given(edge, &mut |key, value| lists.entry(key.clone()).or_default().push(value.clone()))?;
    }
    let lists = lists.into_iter().map(|(key, values)| make_list(values).map(|list| (key, list)));
    Ok(Index::Lists(lists.collect::<Result<_, _>>()?))
}

pub(super) fn starting(meter: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    given_for(meter, &args[0], &args[1], Kind::Starting, whole_edge)
}

pub(super) fn neighbours(meter: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    given_for(meter, &args[0], &args[1], Kind::Neighbours, other_end)
}

/// The vertices 1..n by connected component, found by union with path halving.
pub(super) fn components(meter: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    let n = super::natural(&args[0])?;
    meter.make(u64::try_from(n).unwrap_or(u64::MAX).saturating_mul(2))?;
    let n = usize::try_from(n).map_err(|_| super::overflow())?;
    let list = list_of(&args[1])?;
    meter.work(list.len() as u64 * 4)?;
    let mut parent: Vec<u32> = (0..u32::try_from(n).map_err(|_| super::overflow())?).collect();
    match list.rows().filter(|(_, width)| *width >= 2) {
        Some((numbers, width)) => {
            for edge in numbers.chunks(width) {
                join(&mut parent, vertex(edge[0].into(), n)?, vertex(edge[1].into(), n)?);
            }
        }
        None => {
            for edge in list.items() {
                let ends = entries(edge, 2)?;
                join(&mut parent, vertex(int(&ends[0])?, n)?, vertex(int(&ends[1])?, n)?);
            }
        }
    }
    make_list(by_component(&mut parent)?)
}

fn join(parent: &mut [u32], a: u32, b: u32) {
    let (a, b) = (root(parent, a), root(parent, b));
    // The least vertex is the root, so that components come in the order of their least vertices.
    parent[a.max(b) as usize] = a.min(b);
}

/// The vertices by component, each component and all components ascending.
fn by_component(parent: &mut [u32]) -> Result<Vec<Val>, Trouble> {
    let mut place = vec![0u32; parent.len()];
    let mut groups: Vec<Vec<i64>> = Vec::new();
    for v in 0..parent.len() as u32 {
        let root = root(parent, v) as usize;
        if root == v as usize {
            place[root] = groups.len() as u32;
            groups.push(Vec::new());
        }
        groups[place[root] as usize].push(i64::from(v) + 1);
    }
    groups.into_iter().map(integer_list).collect()
}

fn vertex(v: i128, n: usize) -> Result<u32, Trouble> {
    let index = u32::try_from(v).ok().and_then(|v| v.checked_sub(1)).filter(|&index| (index as usize) < n);
    index.ok_or_else(|| Trouble::bad(format!("the vertex {v} of an edge is not one of 1..{n}")))
}

fn root(parent: &mut [u32], mut v: u32) -> u32 {
    while parent[v as usize] != v {
        parent[v as usize] = parent[parent[v as usize] as usize];
        v = parent[v as usize];
    }
    v
}
