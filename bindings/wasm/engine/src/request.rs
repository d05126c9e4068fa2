//! Reading a search request.

use js_sys::{Array, Reflect};
use komadai_engine::{Level, Limits};
use komadai_rules::AnyGame;
use komadai_wasm_shared::{Error, open_game};
use wasm_bindgen::{JsCast, JsValue};

/// Without any limit a search would never end, and nothing could stop it but ending the Worker.
const DEFAULT_NODES: u64 = 200_000;

/// A search request, read and checked.
pub(crate) struct Request {
    pub(crate) game: AnyGame,
    pub(crate) level: Option<Level>,
    pub(crate) seed: u64,
    pub(crate) limits: Limits,
}

impl Request {
    pub(crate) fn read(request: &JsValue) -> Result<Request, Error> {
        if !request.is_object() {
            return Err(bad("the request", "an object"));
        }
        let moves = match field(request, "moves") {
            None => Array::new(),
            Some(moves) => moves
                .dyn_into()
                .map_err(|_| bad("moves", "an array of texts"))?,
        };
        let game = open_game(
            &text(request, "game")?.ok_or_else(|| bad("game", "the name of a game"))?,
            &text(request, "position")?.unwrap_or_default(),
            &moves,
            &field(request, "rules").unwrap_or(JsValue::UNDEFINED),
        )?;
        let level = match text(request, "level")? {
            None => None,
            Some(name) => Some(
                name.parse::<Level>()
                    .map_err(|error| Error::new("unknown-level", error.to_string()).about(&name))?,
            ),
        };
        let mut limits = Limits {
            depth: count(request, "depth")?.map(|depth| u32::try_from(depth).unwrap_or(u32::MAX)),
            nodes: count(request, "nodes")?,
            time_ms: count(request, "moveTimeMs")?,
            ..Limits::default()
        };
        if level.is_none() && limits.is_unlimited() {
            limits.nodes = Some(DEFAULT_NODES);
        }
        Ok(Request {
            game,
            level,
            seed: count(request, "seed")?.unwrap_or(0),
            limits,
        })
    }
}

fn bad(name: &str, wanted: &str) -> Error {
    Error::new("bad-request", format!("{name} must be {wanted}"))
}

/// A property, unless it is missing or `null`.
fn field(request: &JsValue, name: &str) -> Option<JsValue> {
    Reflect::get(request, &JsValue::from_str(name))
        .ok()
        .filter(|value| !value.is_undefined() && !value.is_null())
}

fn text(request: &JsValue, name: &str) -> Result<Option<String>, Error> {
    field(request, name)
        .map(|value| value.as_string().ok_or_else(|| bad(name, "a text")))
        .transpose()
}

/// A number from 0 up; fractions are cut off.
fn count(request: &JsValue, name: &str) -> Result<Option<u64>, Error> {
    field(request, name)
        .map(|value| match value.as_f64() {
            Some(number) if number >= 0.0 && number.is_finite() => Ok(number as u64),
            _ => Err(bad(name, "a number from 0 up")),
        })
        .transpose()
}
