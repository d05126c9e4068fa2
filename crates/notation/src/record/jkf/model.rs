use alloc::collections::BTreeMap;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::fmt;

use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

/// Names and values in their order.
#[derive(Default)]
pub(super) struct Header(pub(super) Vec<(String, String)>);

impl Serialize for Header {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Header {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = Header;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object with texts")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Header, M::Error> {
                let mut entries = Vec::new();
                while let Some((name, value)) = map.next_entry::<String, Text>()? {
                    entries.extend(value.0.map(|value| (name, value)));
                }
                Ok(Header(entries))
            }
        }
        deserializer.deserialize_map(Entries)
    }
}

/// A text value: databases also write numbers and nulls.
pub(super) struct Text(pub(super) Option<String>);

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Text(match serde_json::Value::deserialize(deserializer)? {
            serde_json::Value::String(text) => Some(text),
            serde_json::Value::Null => None,
            other => Some(other.to_string()),
        }))
    }
}

/// Fields of an object in their order.
#[derive(Default)]
pub(super) struct Fields<'a>(pub(super) Vec<(&'a str, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Fields<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = Vec<(&'de str, &'de RawValue)>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(entries)
            }
        }
        deserializer.deserialize_map(Entries).map(Self)
    }
}

/// A record to read. Each step is raw text, so that an error has its place.
#[derive(Deserialize)]
pub(super) struct Document<'a> {
    #[serde(default)]
    pub(super) header: Header,
    pub(super) initial: Option<Initial>,
    #[serde(borrow)]
    pub(super) moves: Vec<&'a RawValue>,
    /// Extension of JKF: the variant, if it is not Shogi.
    pub(super) game: Option<String>,
}

#[derive(Serialize)]
pub(super) struct Written {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) game: Option<String>,
    pub(super) header: Header,
    pub(super) initial: Initial,
    pub(super) moves: Vec<WrittenStep>,
}

#[derive(Default, Serialize, Deserialize)]
pub(super) struct Initial {
    pub(super) preset: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) data: Option<State>,
    /// Extension of JKF: SFEN or FEN, which has castling rights and counters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) position: Option<String>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct State {
    #[serde(default)]
    pub(super) color: u8,
    /// By file from the right, then rank from the top.
    pub(super) board: Vec<Vec<Cell>>,
    #[serde(default)]
    pub(super) hands: Vec<BTreeMap<String, u8>>,
}

#[derive(Default, Serialize, Deserialize)]
pub(super) struct Cell {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) color: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) kind: Option<String>,
}

/// A square: file from the right and rank from the top.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) struct Place {
    pub(super) x: u32,
    pub(super) y: u32,
}

#[derive(Serialize, Deserialize)]
pub(super) struct MoveOf {
    pub(super) color: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) from: Option<Place>,
    pub(super) to: Option<Place>,
    pub(super) piece: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) same: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) promote: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) capture: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) relative: Option<String>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Time {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) h: Option<u64>,
    #[serde(default)]
    pub(super) m: u64,
    #[serde(default)]
    pub(super) s: Seconds,
}

/// An integer if the seconds are whole.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum Seconds {
    Whole(u64),
    Fraction(f64),
    #[default]
    None,
}

/// Time spent on a move, and in total by its side.
#[derive(Serialize, Deserialize)]
pub(super) struct Times {
    pub(super) now: Time,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) total: Option<Time>,
}

/// Fields that a step has both when it is read and when it is written.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct StepFields {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) comments: Option<Vec<String>>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub(super) mv: Option<MoveOf>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) time: Option<Times>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) special: Option<String>,
    /// Extension of JKF: the end of the game, if `special` does not say everything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) end: Option<End>,
    /// Extension of JKF: the comment before the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) before: Option<String>,
    /// Extension of JKF: numeric annotation glyphs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) nags: Option<Vec<u8>>,
    /// Extension of JKF: time left, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) clock: Option<u64>,
    /// Extension of JKF: evaluation of the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) eval: Option<EvalOf>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct End {
    pub(super) reason: String,
    pub(super) winner: Option<String>,
}

/// Positive for the first side.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum EvalOf {
    Cp(i32),
    Mate(i32),
}

/// The variations of a step to read.
#[derive(Deserialize)]
pub(super) struct Forks<'a> {
    #[serde(borrow, default)]
    pub(super) forks: Option<Vec<Vec<&'a RawValue>>>,
}

#[derive(Default, Serialize)]
pub(super) struct WrittenStep {
    #[serde(flatten)]
    pub(super) fields: StepFields,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) forks: Vec<Vec<WrittenStep>>,
}
