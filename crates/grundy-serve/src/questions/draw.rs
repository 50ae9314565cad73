//! Pictures.

use grundy_draw::Request;
use serde::Deserialize;

use super::{Answer, Desk, Sent};
use crate::Failure;

/// A wish for a picture: the arguments of the command `draw`.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub struct Draw(Request);

impl Draw {
    /// The names of its fields.
    pub const FIELDS: &'static [&'static str] =
        &["of", "what", "from", "to", "period", "moves", "values", "most", "style"];
}

/// Answers `draw`.
pub fn draw(ask: Draw, sent: &Sent, desk: &Desk) -> Result<Answer, Failure> {
    let (engine, settings) = (desk.engine(sent)?, sent.settings()?);
    Answer::json(&grundy_draw::draw(&engine, &settings, &ask.0, &desk.watch)?, desk)
}
