//! Compressed logs of ended games.
//!
//! The payloads of a game repeat each other. They are taken apart into shapes (members of the JSON and constant values),
//! texts, and numbers, written as differences from a prediction by the events before; the whole is deflated with a
//! preset dictionary of a typical game. Command ids are left out: a command is repeated only while a game goes on.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::sync::LazyLock;

use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};
use komadai_protocol::{EventBody, GameKey};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::StoreError;

/// Folded log of game $1.
pub(crate) const OF_GAME: &str = "SELECT seq, ended, events FROM folded WHERE game = $1";

/// Longest JSON that is read back.
const MOST_BYTES: u64 = 64 << 20;

/// First byte of a folded log, for another dictionary or form to come.
const VERSION: u8 = 1;

/// Packed events of typical games. Must not change: folded logs are read with it.
const DICTIONARY: &[u8] = include_bytes!("fold_dictionary.json");

/// The dictionary deflated, up to the byte at which a log follows. The bytes may differ between versions of the
/// library, but not what they inflate to.
static DEFLATED_DICTIONARY: LazyLock<Vec<u8>> =
    LazyLock::new(|| dictionary().map_or_else(|_| Vec::new(), |it| it.get_ref().clone()));

fn dictionary() -> io::Result<DeflateEncoder<Vec<u8>>> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(DICTIONARY)?;
    encoder.flush()?;
    Ok(encoder)
}

/// Version, checksum, and what deflating gives after the dictionary.
fn deflate(json: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = dictionary()?;
    let start = encoder.get_ref().len();
    encoder.write_all(json)?;
    let deflated = encoder.finish()?;
    let mut checksum = Crc::new();
    checksum.update(json);
    let mut bytes = vec![VERSION];
    bytes.extend(checksum.sum().to_le_bytes());
    bytes.extend(&deflated[start..]);
    Ok(bytes)
}

fn inflate(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let damaged = || io::Error::from(io::ErrorKind::InvalidData);
    let (&version, rest) = bytes.split_first().ok_or_else(damaged)?;
    let (checksum, deflated) = rest.split_first_chunk().ok_or_else(damaged)?;
    let whole = DEFLATED_DICTIONARY.chain(deflated);
    let mut json = Vec::new();
    let mut decoder = DeflateDecoder::new(whole).take(MOST_BYTES);
    decoder.read_to_end(&mut json)?;
    let json = json.split_off(DICTIONARY.len().min(json.len()));
    let mut found = Crc::new();
    found.update(&json);
    match version == VERSION && found.sum() == u32::from_le_bytes(*checksum) {
        true => Ok(json),
        false => Err(damaged()),
    }
}

/// Paths of an event's own values beside those of its payload.
const AT: &str = "@at";
const AUTHOR: &str = "@author";
const POSITION: &str = "@position";
const CLOCK: &str = "clock/at_ms";

/// Members whose texts are few: they belong to the shape.
const CONSTANT: [&str; 4] = ["kind", "side", "clock/running", AUTHOR];

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Folded {
    pub(crate) at_ms: i64,
    pub(crate) author: Option<String>,
    /// Of events that change a projection.
    pub(crate) position: Option<i64>,
    payload: Map<String, Value>,
}

impl Folded {
    /// An event, without the id of its command.
    ///
    /// # Errors
    /// It is no event.
    pub(crate) fn new(
        game: &GameKey,
        seq: u32,
        (at_ms, position): (i64, i64),
        author: Option<String>,
        payload: &str,
    ) -> Result<Self, StoreError> {
        let kind = body(game, seq, payload)?.kind();
        let payload = serde_json::from_str(payload);
        let mut payload: Map<String, Value> = payload.map_err(|why| unreadable(game, seq, &why))?;
        if kind == "move" {
            payload.insert("id".into(), "".into());
        }
        let is_followed = ["joined", "offered", "ended"].contains(&kind);
        Ok(Self {
            at_ms,
            author,
            position: is_followed.then_some(position),
            payload,
        })
    }

    pub(crate) fn body(&self, game: &GameKey, seq: u32) -> Result<EventBody, StoreError> {
        let body = serde_json::from_value(Value::Object(self.payload.clone()));
        body.map_err(|why| unreadable(game, seq, &why))
    }

    pub(crate) fn kind(&self) -> &str {
        let kind = self.payload.get("kind").and_then(Value::as_str);
        kind.unwrap_or_default()
    }

    fn row(&self) -> Row {
        let mut row = Row::new();
        flatten(self.payload.clone(), "", &mut row);
        row.insert(AT.into(), self.at_ms.into());
        row.extend(self.author.clone().map(|it| (AUTHOR.into(), it.into())));
        row.extend(self.position.map(|it| (POSITION.into(), it.into())));
        row
    }

    fn of_row(mut row: Row) -> Option<Self> {
        let author = match row.remove(AUTHOR) {
            Some(Value::String(author)) => Some(author),
            _ => None,
        };
        let position = row.remove(POSITION);
        Some(Self {
            at_ms: row.remove(AT)?.as_i64()?,
            author,
            position: position.and_then(|it| it.as_i64()),
            payload: nest(row),
        })
    }
}

fn unreadable(game: &GameKey, seq: u32, why: &serde_json::Error) -> StoreError {
    StoreError::Unreadable {
        game: game.clone(),
        seq,
        why: why.to_string(),
    }
}

/// Parses the payload of an event.
pub(crate) fn body(game: &GameKey, seq: u32, payload: &str) -> Result<EventBody, StoreError> {
    serde_json::from_str(payload).map_err(|why| unreadable(game, seq, &why))
}

/// Values by their path, members joined by `/`.
type Row = BTreeMap<String, Value>;

fn flatten(object: Map<String, Value>, before: &str, row: &mut Row) {
    for (key, value) in object {
        let path = format!("{before}{key}");
        match value {
            Value::Object(inner) if !inner.is_empty() => {
                flatten(inner, &format!("{path}/"), row);
            }
            value => drop(row.insert(path, value)),
        }
    }
}

fn nest(row: Row) -> Map<String, Value> {
    let mut whole = Map::new();
    for (path, value) in row {
        let mut inner = &mut whole;
        let mut keys = path.split('/').peekable();
        while let Some(key) = keys.next() {
            if keys.peek().is_none() {
                inner.insert(key.to_owned(), value);
                break;
            }
            let next = inner.entry(key).or_insert_with(|| Map::new().into());
            match next {
                Value::Object(next) => inner = next,
                _ => break,
            }
        }
    }
    whole
}

#[derive(Default, Serialize, Deserialize)]
struct Packed {
    shapes: Vec<Shape>,
    /// Shape of each event.
    order: Vec<usize>,
    numbers: BTreeMap<String, Vec<i64>>,
    texts: BTreeMap<String, Vec<String>>,
}

type Shape = BTreeMap<String, Part>;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Part {
    #[serde(rename = "n")]
    Number,
    #[serde(rename = "t")]
    Text,
    #[serde(untagged)]
    Constant([Value; 1]),
}

/// Numbers of the event before and, so far, of this one. Both sides of the compression go through the paths backwards,
/// so that a move's times come before its clock, and the date last.
#[derive(Default)]
struct Numbers {
    last: BTreeMap<String, i64>,
    now: BTreeMap<String, i64>,
}

impl Numbers {
    fn expected(&self, path: &str, side: Option<&str>) -> i64 {
        let of = |numbers: &BTreeMap<String, i64>, path| numbers.get(path).copied().unwrap_or(0);
        let last = of(&self.last, path);
        let more = match path {
            CLOCK => ["spent_ms", "lag_ms", "server_ms"]
                .map(|path| of(&self.now, path))
                .into_iter()
                .fold(0, i64::wrapping_add),
            AT if self.now.contains_key(CLOCK) => {
                of(&self.now, CLOCK).wrapping_sub(of(&self.last, CLOCK))
            }
            "ply" => 1,
            "clock/left/first/main_ms" if side == Some("first") => {
                of(&self.now, "spent_ms").wrapping_neg()
            }
            "clock/left/second/main_ms" if side == Some("second") => {
                of(&self.now, "spent_ms").wrapping_neg()
            }
            _ => 0,
        };
        last.wrapping_add(more)
    }

    fn end_event(&mut self) {
        self.last.append(&mut self.now);
    }
}

/// Compresses the events of a game.
///
/// # Errors
/// They would not be the same when read.
pub(crate) fn write(game: &GameKey, events: &[Folded]) -> Result<Vec<u8>, StoreError> {
    let mut packed = Packed::default();
    let mut numbers = Numbers::default();
    for event in events {
        let row = event.row();
        let side = row.get("side").and_then(Value::as_str).map(str::to_owned);
        let mut shape = Shape::new();
        for (path, value) in row.into_iter().rev() {
            let part = match (value.as_i64(), value) {
                (Some(number), _) => {
                    let expected = numbers.expected(&path, side.as_deref());
                    let column = packed.numbers.entry(path.clone()).or_default();
                    column.push(number.wrapping_sub(expected));
                    numbers.now.insert(path.clone(), number);
                    Part::Number
                }
                (_, Value::String(text)) if !CONSTANT.contains(&path.as_str()) => {
                    packed.texts.entry(path.clone()).or_default().push(text);
                    Part::Text
                }
                (_, value) => Part::Constant([value]),
            };
            shape.insert(path, part);
        }
        numbers.end_event();
        let known = packed.shapes.iter().position(|known| *known == shape);
        packed.order.push(known.unwrap_or(packed.shapes.len()));
        if known.is_none() {
            packed.shapes.push(shape);
        }
    }
    let failed = |why: String| StoreError::Value(format!("a log cannot be folded: {why}"));
    let json = serde_json::to_vec(&packed).map_err(|why| failed(why.to_string()))?;
    let bytes = deflate(&json).map_err(|why| failed(why.to_string()))?;
    match read(game, &bytes)? == events {
        true => Ok(bytes),
        false => Err(failed("it is read differently".into())),
    }
}

/// Inverse of [`write`].
///
/// # Errors
/// The bytes are damaged.
pub(crate) fn read(game: &GameKey, bytes: &[u8]) -> Result<Vec<Folded>, StoreError> {
    let packed = match inflate(bytes) {
        Ok(json) => serde_json::from_slice(&json).map_err(|why| why.to_string()),
        Err(why) => Err(why.to_string()),
    };
    let damaged = |why: &str| {
        let game = game.short();
        StoreError::Value(format!("the folded log of game {game} is damaged: {why}"))
    };
    let packed: Packed = packed.map_err(|why| damaged(&why))?;
    unpack(packed).ok_or_else(|| damaged("a value is missing"))
}

fn unpack(packed: Packed) -> Option<Vec<Folded>> {
    let mut columns: BTreeMap<_, _> = (packed.numbers.into_iter())
        .map(|(path, column)| (path, column.into_iter()))
        .collect();
    let mut texts: BTreeMap<_, _> = (packed.texts.into_iter())
        .map(|(path, column)| (path, column.into_iter()))
        .collect();
    let mut numbers = Numbers::default();
    let mut events = Vec::with_capacity(packed.order.len());
    for shape in packed.order {
        let shape = packed.shapes.get(shape)?;
        let side = match shape.get("side") {
            Some(Part::Constant([side])) => side.as_str(),
            _ => None,
        };
        let mut row = Row::new();
        for (path, part) in shape.iter().rev() {
            let value = match part {
                Part::Number => {
                    let difference = columns.get_mut(path)?.next()?;
                    let number = difference.wrapping_add(numbers.expected(path, side));
                    numbers.now.insert(path.clone(), number);
                    number.into()
                }
                Part::Text => texts.get_mut(path)?.next()?.into(),
                Part::Constant([value]) => value.clone(),
            };
            row.insert(path.clone(), value);
        }
        numbers.end_event();
        events.push(Folded::of_row(row)?);
    }
    Some(events)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(at_ms: i64, author: Option<&str>, payload: &str) -> Folded {
        let author = author.map(str::to_owned);
        Folded::new(&"g".into(), 1, (at_ms, at_ms / 3), author, payload).expect("an event")
    }

    /// A game of 100 plies with a clock. Times are those of people.
    fn game() -> Vec<Folded> {
        let mut seed = 7_u64;
        let mut random = move |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005);
            seed = seed.wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        };
        let mut at = 1_790_000_000_000;
        let created = r#"{"kind":"created","settings":{"game":"shogi","start":"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1","rules":{},"clock":{"kind":"increment","main_ms":600000,"increment_ms":5000},"rated":true,"start_limit_ms":30000}}"#;
        let mut events = vec![event(at, None, created)];
        let players = ["x8Qm3LhTz0RkWb5v", "Wb5vx8Qm3LhTz0Rk"];
        for (side, player) in ["first", "second"].into_iter().zip(players) {
            let joined = format!(
                r#"{{"kind":"joined","side":"{side}","rating":{{"rating":1500,"provisional":true}}}}"#
            );
            events.push(event(at, Some(player), &joined));
        }
        let mut left = [600_000, 600_000];
        for ply in 0..100_usize {
            let [spent, lag, server] = [300 + random(9000), random(90), random(3)];
            at += (spent + lag + server) as i64;
            left[ply % 2] = left[ply % 2] + 5000 - spent;
            let [side, next] = [["first", "second"], ["second", "first"]][ply % 2];
            let square = |n: u64| format!("{}{}", n % 9 + 1, (b'a' + (n / 9) as u8) as char);
            let text = square(random(81)) + &square(random(81));
            let server = match server {
                0 => String::new(),
                ms => format!(r#""server_ms":{ms},"#),
            };
            let payload = format!(
                r#"{{"kind":"move","ply":{ply},"side":"{side}","move":"{text}","id":"{}","spent_ms":{spent},"lag_ms":{lag},{server}"clock":{{"at_ms":{at},"running":"{next}","left":{{"first":{{"main_ms":{},"period_ms":0,"periods_left":0,"in_byoyomi":false}},"second":{{"main_ms":{},"period_ms":0,"periods_left":0,"in_byoyomi":false}}}}}}}}"#,
                random(1 << 30),
                left[0],
                left[1]
            );
            let date = at + random(9) as i64;
            events.push(event(date, Some(players[ply % 2]), &payload));
        }
        let ended = r#"{"kind":"ended","outcome":{"winner":"first","reason":"resignation","ply":100},"clock":null}"#;
        events.push(event(at, Some(players[1]), ended));
        events
    }

    #[test]
    fn a_game_of_100_plies_takes_at_most_2500_bytes() {
        let events = game();
        let bytes = write(&"g".into(), &events).expect("folded");
        assert!(bytes.len() <= 2500, "{} bytes", bytes.len());
        assert_eq!(read(&"g".into(), &bytes).expect("read"), events);
    }

    #[test]
    fn bytes_written_by_version_1_are_read() {
        let bytes = include_bytes!("../tests/fixtures/folded-1.bin");
        assert_eq!(read(&"g".into(), bytes).expect("read"), game());
        let mut checksum = Crc::new();
        checksum.update(DICTIONARY);
        assert_eq!(checksum.sum(), 0xC0F3_AEB6, "the dictionary has changed");
    }

    #[test]
    fn members_of_later_and_earlier_formats_are_kept() {
        let toss = r#"{"kind":"furigoma","tosser":"second","faces":["pawn","pawn","tokin","pawn","tokin"]}"#;
        let old = r#"{"kind":"started","clock":{"at":6,"running":"first","left":{"first":{"main_ms":0,"period_ms":5,"periods_left":0,"in_byo":true,"more":1.5},"second":{"main_ms":0,"period_ms":5,"periods_left":0,"in_byo":true,"more":{}}}}}"#;
        let events = [
            event(i64::MAX, None, old),
            event(i64::MIN / 4, Some("a"), toss),
            event(0, None, old),
        ];
        let bytes = write(&"g".into(), &events).expect("folded");
        assert_eq!(read(&"g".into(), &bytes).expect("read"), events);
    }

    #[test]
    fn damaged_bytes_are_an_error() {
        let bytes = write(&"g".into(), &game()).expect("folded");
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x55;
            assert!(read(&"g".into(), &damaged).is_err(), "{at}");
        }
        assert!(read(&"g".into(), &bytes[..bytes.len() / 2]).is_err());
    }
}
