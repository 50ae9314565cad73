//! The agreed JSON: numbers that can be large, positions and sums are texts; a move is an object.

use grundy_rules::{Move, Sum, Term};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value as Json};
use std::fmt::Display;

/// The version of the JSON output.
pub const SCHEMA: &str = "grundy/1";

/// The answer as one JSON object, led by the schema.
pub fn to_json(answer: &impl Serialize) -> Json {
    let mut object = Map::new();
    object.insert("schema".into(), SCHEMA.into());
    // Types of this crate have texts as keys, so that they can all be written.
    if let Ok(Json::Object(fields)) = serde_json::to_value(answer) {
        object.extend(fields);
    }
    Json::Object(object)
}

pub(crate) fn text<S: Serializer>(what: &impl Display, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(what)
}

pub(crate) fn text_if<S: Serializer>(what: &Option<impl Display>, to: S) -> Result<S::Ok, S::Error> {
    match what {
        Some(what) => to.collect_str(what),
        None => to.serialize_none(),
    }
}

pub(crate) fn play<S: Serializer>(play: &Move, to: S) -> Result<S::Ok, S::Error> {
    MoveJson(play).serialize(to)
}

pub(crate) fn play_if<S: Serializer>(play: &Option<Move>, to: S) -> Result<S::Ok, S::Error> {
    play.as_ref().map(MoveJson).serialize(to)
}

pub(crate) fn plays<S: Serializer>(plays: &[Move], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(plays.iter().map(MoveJson))
}

/// A move as the agreed object.
pub(crate) struct MoveJson<'a>(pub(crate) &'a Move);

impl Serialize for MoveJson<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut object = to.serialize_struct("Move", 3)?;
        object.serialize_field("component", &self.0.component)?;
        object.serialize_field("from", &self.0.from.to_string())?;
        object.serialize_field("to", &positions(&self.0.to))?;
        object.end()
    }
}

/// Each term of what a move leaves, as an EXPR.
fn positions(left: &Sum) -> Vec<String> {
    left.terms.iter().map(Term::to_string).collect()
}
