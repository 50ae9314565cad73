//! What every question may bring: rules, params, data, files, and the switch to misère play.

use grundy_report::live;
use grundy_rules::native::Files;
use grundy_rules::{Engine, Library, Settings, Sum, catalogue, data_from_json};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json};
use std::collections::HashMap;
use std::sync::Arc;

use crate::Failure;

/// The name under which rules that are sent are known.
pub const RULES: &str = "rules";

/// The names of the fields of [`Sent`].
pub const SENT_FIELDS: [&str; 6] = ["rules", "set", "data", "files", "misere", "live"];

/// What every question may bring.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Sent {
    /// The text of a rule file, added to the catalogue.
    pub rules: Option<String>,
    /// Params, as integers or as texts of integers.
    pub set: Map<String, Json>,
    /// Data, as `--data` reads it.
    pub data: Map<String, Json>,
    /// Files that an EXPR may name, with their texts.
    pub files: HashMap<String, String>,
    /// Who makes the last move loses, whatever the rules say.
    pub misere: bool,
    /// Whether parts of a sum without a move are left out: they clutter a game in progress.
    pub live: bool,
}

/// Takes a body apart: what every question may bring, and the arguments of this one.
pub fn read<T: DeserializeOwned>(body: &[u8]) -> Result<(Sent, T), Failure> {
    let wrong = |error: serde_json::Error| Failure::input(format!("the question cannot be read: {error}"));
    let mut own: Map<String, Json> =
        if body.is_empty() { Map::new() } else { serde_json::from_slice(body).map_err(wrong)? };
    let of_all: Map<String, Json> =
        SENT_FIELDS.iter().filter_map(|&field| own.remove(field).map(|value| (field.to_owned(), value))).collect();
    let sent = serde_json::from_value(of_all.into()).map_err(wrong)?;
    Ok((sent, serde_json::from_value(own.into()).map_err(wrong)?))
}

impl Sent {
    /// The catalogue and the rules sent along.
    pub fn library(&self) -> Result<Library, Failure> {
        let mut library = catalogue::library();
        if let Some(rules) = &self.rules {
            library.add_rules(RULES, rules)?;
        }
        Ok(library)
    }

    /// Params, data and files.
    pub fn settings(&self) -> Result<Settings, Failure> {
        let set = self.set.iter().map(|(name, value)| setting(name, value)).collect::<Result<_, _>>()?;
        let data = Json::Object(self.data.clone()).to_string();
        let data = data_from_json(&data).map_err(|error| Failure::input(format!("data: {error}")))?;
        let files = self.files.iter().map(|(name, text)| (name.clone(), text.clone().into_bytes())).collect();
        Ok(Settings { set, data, files: Some(Arc::new(Folder(files))) })
    }

    /// The sum that an EXPR means.
    pub fn sum(&self, engine: &Engine, settings: &Settings, expr: &str) -> Result<Sum, Failure> {
        let mut sum = engine.sum(expr, settings)?;
        sum.misere |= self.misere;
        self.live(engine, sum)
    }

    /// A sum without its parts that have no move, if that is wanted.
    pub fn live(&self, engine: &Engine, sum: Sum) -> Result<Sum, Failure> {
        Ok(if self.live { live(engine, sum)? } else { sum })
    }
}

fn setting(name: &str, value: &Json) -> Result<(String, i128), Failure> {
    let number = match value {
        Json::Number(number) => number.to_string().parse().ok(),
        Json::String(text) => text.trim().parse().ok(),
        _ => None,
    };
    let number = number.ok_or_else(|| Failure::input(format!("set: {name} must be an integer")))?;
    Ok((name.to_owned(), number))
}

/// The files that were sent, and no others.
struct Folder(HashMap<String, Vec<u8>>);

impl Files for Folder {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        let missing = || "the server reads no files; send its text in `files`".to_owned();
        self.0.get(path).cloned().ok_or_else(missing)
    }
}
