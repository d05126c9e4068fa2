//! What differs between the settings a file was begun with and those of now.

use serde::Serialize;
use serde_json::{Value, json};

/// What differs, as `name is theirs in the <place> and ours now`.
pub(crate) fn differences<T: Serialize>(ours: &T, theirs: &T, place: &str) -> Vec<String> {
    let (ours, theirs) = (json!(ours), json!(theirs));
    let Value::Object(ours) = ours else {
        return Vec::new();
    };
    ours.iter()
        .filter(|(key, value)| theirs.get(key) != Some(value))
        .map(|(key, value)| {
            let other = theirs.get(key).unwrap_or(&Value::Null);
            format!("{key} is {other} in the {place} and {value} now")
        })
        .collect()
}
