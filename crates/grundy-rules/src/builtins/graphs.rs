//! Functions of lists of edges. An edge is a list whose first two entries are its ends; more entries (a weight, a
//! letter) do no harm.

use super::index::{Index, Kind};
use super::{int, items, make_list};
use crate::eval::meter::{Meter, Trouble};
use crate::value::{List, Val};
use hashbrown::HashMap;

fn list_of(value: &Val) -> Result<&List, Trouble> {
    match value {
        Val::List(list) => Ok(list),
        other => Err(Trouble::bad(format!("expected a list of edges, found {}", other.ty()))),
    }
}

/// The entries of an edge, at least so many.
fn entries(edge: &Val, least: usize) -> Result<&[Val], Trouble> {
    match edge {
        Val::List(list) if list.items().len() >= least => Ok(list.items()),
        Val::List(list) => Err(Trouble::bad(format!("an edge of {} entries: it needs {least}", list.items().len()))),
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
    let indexed = indices.get(list, kind, || by_end(meter, list, given).map(Some));
    let found = match indexed {
        Ok(Some(Index::Lists(lists))) => Some(lists.get(end).cloned()),
        Ok(_) => None,
        Err(trouble) => return Err(trouble),
    };
    meter.indices = indices;
    match found {
        Some(found) => found.map_or_else(|| make_list(Vec::new()), Ok),
        None => by_walk(meter, list, end, given),
    }
}

fn by_walk<'a>(meter: &mut Meter, list: &'a List, end: &Val, given: Given<'a>) -> Result<Val, Trouble> {
    meter.work(list.items().len() as u64)?;
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
    meter.make(4 * list.items().len() as u64)?;
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
    let edges = items(&args[1])?;
    meter.work(edges.len() as u64 * 4)?;
    let mut parent: Vec<usize> = (0..n).collect();
    for edge in edges {
        let ends = entries(edge, 2)?;
        let (a, b) = (vertex(&ends[0], n)?, vertex(&ends[1], n)?);
        let (a, b) = (root(&mut parent, a), root(&mut parent, b));
        // The least vertex is the root, so that components come in the order of their least vertices.
        parent[a.max(b)] = a.min(b);
    }
    let mut groups: Vec<Vec<Val>> = vec![Vec::new(); n];
    for v in 0..n {
        groups[root(&mut parent, v)].push(Val::Int(v as i128 + 1));
    }
    let groups = groups.into_iter().filter(|group| !group.is_empty()).map(make_list);
    make_list(groups.collect::<Result<_, _>>()?)
}

fn vertex(value: &Val, n: usize) -> Result<usize, Trouble> {
    let v = int(value)?;
    let index = usize::try_from(v).ok().and_then(|v| v.checked_sub(1)).filter(|&index| index < n);
    index.ok_or_else(|| Trouble::bad(format!("the vertex {v} of an edge is not one of 1..{n}")))
}

fn root(parent: &mut [usize], mut v: usize) -> usize {
    while parent[v] != v {
        parent[v] = parent[parent[v]];
        v = parent[v];
    }
    v
}
