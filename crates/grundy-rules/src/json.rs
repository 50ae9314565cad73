//! Values from JSON, for `--data`.

use crate::error::Error;
use crate::value::{List, Val};
use serde_json::Value as Json;

/// The names and values of a JSON object: `{"words": ["ab", "b"], "s": "abba"}`. Numbers must be integers of 64 bits;
/// `null` and inner objects mean nothing in the rule language.
///
/// ```
/// use grundy_rules::{data_from_json, value::Val};
/// let data = data_from_json(r#"{"s": "abba", "n": [1, 2]}"#)?;
/// assert_eq!(data[0], ("s".to_owned(), Val::text("abba")));
/// assert!(data_from_json(r#"{"x": 0.5}"#).is_err());
/// # Ok::<(), grundy_rules::Error>(())
/// ```
pub fn data_from_json(text: &str) -> Result<Vec<(String, Val)>, Error> {
    let json: Json = serde_json::from_str(text).map_err(|error| Error::bad(format!("broken JSON data: {error}")))?;
    let Json::Object(object) = json else {
        return Err(Error::bad("the data is no JSON object: write {\"name\": value, …}"));
    };
    object.into_iter().map(|(name, json)| value(&json, &name).map(|value| (name, value))).collect()
}

/// The parser bounds the depth of JSON, so recursion is bounded here.
fn value(json: &Json, name: &str) -> Result<Val, Error> {
    let wrong = |what: &str| Err(Error::bad(format!("the data `{name}` holds {what}")));
    match json {
        Json::Null => wrong("null, which is no value of the rule language"),
        Json::Object(_) => wrong("an object inside; use lists"),
        Json::Bool(b) => Ok(Val::Bool(*b)),
        Json::String(text) => Ok(Val::text(text)),
        Json::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(n), _) => Ok(Val::Int(n.into())),
            (None, Some(n)) => Ok(Val::Int(n.into())),
            (None, None) => wrong(&format!("{number}, which is no integer of 64 bits")),
        },
        Json::Array(items) => {
            let items = items.iter().map(|item| value(item, name)).collect::<Result<Vec<_>, _>>()?;
            match List::new(items.into()) {
                Some(list) => Ok(Val::List(list.packed())),
                None => wrong("a list that is too large or nested too deeply"),
            }
        }
    }
}
