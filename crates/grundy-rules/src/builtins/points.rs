//! Points of the plane.
//!
//! The convex hull by Andrew's monotone chains: the points in ascending order, below and above, each point taking away those before it
//! at which the way does not turn left. Time O(n log n).

use super::{int, items, make_list, overflow};
use crate::meter::{Meter, Trouble};
use crate::value::Val;

type Point = (i128, i128);

pub(super) fn hull(meter: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    let items = items(&args[0])?;
    meter.work(16 * items.len() as u64)?;
    meter.make(4 * items.len() as u64)?;
    let mut points = items.iter().map(point).collect::<Result<Vec<Point>, Trouble>>()?;
    points.sort_unstable();
    points.dedup();
    let mut corners = chain(points.iter().copied())?;
    let above = chain(points.iter().rev().copied())?;
    if points.len() > 1 {
        // Both chains have both ends.
        corners.pop();
        corners.extend(&above[..above.len() - 1]);
    }
    let pair = |(x, y): Point| make_list(vec![Val::Int(x), Val::Int(y)]);
    make_list(corners.into_iter().map(pair).collect::<Result<Vec<Val>, Trouble>>()?)
}

fn point(item: &Val) -> Result<Point, Trouble> {
    match items(item)? {
        [x, y] => Ok((int(x)?, int(y)?)),
        other => Err(Trouble::bad(format!("a point has two numbers, not {}", other.len()))),
    }
}

/// The corners on one side of points in order, the first and the last among them.
fn chain(points: impl Iterator<Item = Point>) -> Result<Vec<Point>, Trouble> {
    let mut corners: Vec<Point> = Vec::new();
    for point in points {
        while let [.., before, last] = corners.as_slice()
            && turn(*before, *last, point).ok_or_else(overflow)? <= 0
        {
            corners.pop();
        }
        corners.push(point);
    }
    Ok(corners)
}

/// Positive if the way from a over b to c turns left, 0 if it goes straight on or back.
fn turn(a: Point, b: Point, c: Point) -> Option<i128> {
    let across = |p: Point| Some((p.0.checked_sub(a.0)?, p.1.checked_sub(a.1)?));
    let ((bx, by), (cx, cy)) = (across(b)?, across(c)?);
    bx.checked_mul(cy)?.checked_sub(by.checked_mul(cx)?)
}
