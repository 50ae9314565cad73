//! The questions: each takes the arguments of a command as a JSON object and gives what `--json` prints.

mod certificate;
mod draw;
mod games;
mod pattern;
mod play;
mod position;
mod rules;
mod sent;
mod sequence;

use grundy::Watch;
use grundy_pattern::Finder;
use grundy_report::to_json;
use grundy_rules::Engine;
use serde::Serialize;
use std::fmt;
use std::sync::Arc;

use crate::Failure;
pub use sent::{SENT_FIELDS, Sent};

/// One question.
pub struct Question {
    /// Its name in the address.
    pub name: &'static str,
    /// Whether it may take long.
    pub long: bool,
    /// The arguments of its own, beside those that every question has.
    pub fields: &'static [&'static str],
    /// Answers the body of a request.
    pub answer: fn(&[u8], &Desk) -> Result<Answer, Failure>,
}

impl fmt::Debug for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// What one question may use.
#[derive(Debug, Clone)]
pub struct Desk {
    /// Limits, clock and cancellation.
    pub watch: Watch,
    /// Steps of the rules' evaluator.
    pub steps: u64,
    /// Bytes of the answer.
    pub most_answered: usize,
}

impl Default for Desk {
    fn default() -> Self {
        Desk { watch: Watch::default(), steps: grundy_rules::DEFAULT_STEPS, most_answered: 32 << 20 }
    }
}

/// What is sent back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Its type.
    pub kind: &'static str,
    /// Its bytes.
    pub body: Vec<u8>,
}

macro_rules! questions {
    ($($name:literal $length:ident $ask:path => $answer:path;)*) => {
        /// All questions.
        pub static QUESTIONS: &[Question] = &[$(Question {
            name: $name,
            long: matches!(stringify!($length).as_bytes(), b"long"),
            fields: <$ask>::FIELDS,
            answer: |body, desk| {
                let (sent, ask) = sent::read::<$ask>(body)?;
                $answer(ask, &sent, desk)
            },
        }),*];
    };
}

questions! {
    "solve"       quick position::Solve      => position::solve;
    "explain"     quick position::Explain    => position::explain;
    "moves"       quick play::Moves          => play::moves;
    "hint"        quick play::Hint           => play::hint;
    "reply"       quick play::Reply          => play::reply;
    "draw"        long  draw::Draw           => draw::draw;
    "games"       quick games::Games         => games::games;
    "nimber"      quick games::Nimber        => games::nimber;
    "check"       quick rules::Check         => rules::check;
    "judge"       long  rules::Judge         => rules::judge;
    "table"       long  sequence::Table      => sequence::table;
    "period"      long  sequence::Period     => sequence::period;
    "certificate" long  certificate::Certificate => certificate::certificate;
    "pattern"     long  pattern::Pattern     => pattern::pattern;
    "prove"       long  pattern::Prove       => pattern::prove;
    "diff"        long  sequence::Diff       => sequence::diff;
}

/// A type whose fields are the arguments of a question; the names are told, so that the documentation can be checked.
macro_rules! ask {
    ($(#[$about:meta])* $name:ident { $($(#[$field_about:meta])* $field:ident $(as $key:literal)?: $type:ty,)* }) => {
        $(#[$about])*
        #[derive(Debug, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name { $($(#[$field_about])* $(#[serde(rename = $key)])? pub $field: $type,)* }

        impl $name {
            /// The names of its fields.
            pub const FIELDS: &'static [&'static str] = &[$($crate::questions::ask!(@name $field $($key)?)),*];
        }
    };
    (@name $field:ident) => { stringify!($field) };
    (@name $field:ident $key:literal) => { $key };
}
pub(crate) use ask;

impl Answer {
    /// The agreed object.
    fn json(answer: &impl Serialize, desk: &Desk) -> Result<Answer, Failure> {
        Answer::bytes("application/json", to_json(answer).to_string().into_bytes(), desk)
    }

    fn bytes(kind: &'static str, body: Vec<u8>, desk: &Desk) -> Result<Answer, Failure> {
        if body.len() > desk.most_answered { Err(too_long(desk)) } else { Ok(Answer { kind, body }) }
    }
}

fn too_long(desk: &Desk) -> Failure {
    Failure::limit(format!("limit reached: an answer may have {} bytes; ask for less", desk.most_answered))
}

impl Desk {
    /// An engine for the catalogue and the rules sent along.
    fn engine(&self, sent: &Sent) -> Result<Engine, Failure> {
        let engine = Engine::new(sent.library()?, self.watch.clone()).with_steps(self.steps);
        Ok(engine.with_patterns(Arc::new(Finder), false))
    }
}
