//! Search requests.

use std::collections::BTreeMap;

use komadai_engine::{Level, Limits};
use komadai_rules::AnyGame;
use komadai_wasm_shared::{Error, from_js, open_game};
use serde::Deserialize;
use wasm_bindgen::JsValue;

/// Bounds a search without limits, which only terminating the Worker could stop.
const DEFAULT_NODES: u64 = 200_000;

/// Each further variation takes time from the best.
const MAX_VARIATIONS: u64 = 5;

/// Position and limits of a search.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(optional_fields))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SearchRequest {
    #[cfg_attr(test, ts(type = "GameName"))]
    game: String,
    /// Empty for the start position, a position text, or `handicap:<id>`.
    #[serde(default)]
    position: String,
    /// The moves played from `position`.
    #[serde(default)]
    moves: Vec<String>,
    #[cfg_attr(test, ts(optional, type = "RuleOptions"))]
    rules: Option<BTreeMap<String, String>>,
    /// Level of the opponent; without a level the search is limited by its limits alone.
    #[cfg_attr(test, ts(optional, type = "Level"))]
    level: Option<String>,
    /// Random seed of the weaker levels; use a new one for each move.
    seed: Option<f64>,
    /// At most this many milliseconds.
    move_time_ms: Option<f64>,
    /// At most this many nodes.
    nodes: Option<f64>,
    /// At most this many plies.
    depth: Option<f64>,
    /// Number of principal variations, by default 1; at most as many as there are moves.
    multi_pv: Option<f64>,
}

pub(crate) struct Request {
    pub(crate) game: AnyGame,
    pub(crate) level: Option<Level>,
    pub(crate) seed: u64,
    pub(crate) limits: Limits,
}

impl Request {
    pub(crate) fn read(request: &JsValue) -> Result<Request, Error> {
        let asked: SearchRequest = from_js(request, "bad-request")?;
        let rules = asked.rules.unwrap_or_default();
        let game = open_game(&asked.game, &asked.position, &asked.moves, &rules)?;
        let level = match asked.level {
            None => None,
            Some(name) => Some(
                name.parse::<Level>()
                    .map_err(|error| Error::new("unknown-level", error.to_string()).about(&name))?,
            ),
        };
        let mut limits = Limits {
            depth: count("depth", asked.depth)?
                .map(|depth| u32::try_from(depth).unwrap_or(u32::MAX)),
            nodes: count("nodes", asked.nodes)?,
            time_ms: count("moveTimeMs", asked.move_time_ms)?,
            multi_pv: variations(count("multiPv", asked.multi_pv)?)?,
            ..Limits::default()
        };
        if level.is_none() && limits.is_unlimited() {
            limits.nodes = Some(DEFAULT_NODES);
        }
        Ok(Request {
            game,
            level,
            seed: count("seed", asked.seed)?.unwrap_or(0),
            limits,
        })
    }
}

fn variations(asked: Option<u64>) -> Result<usize, Error> {
    match asked.unwrap_or(1) {
        number @ 1..=MAX_VARIATIONS => Ok(number as usize),
        _ => Err(Error::new(
            "bad-request",
            format!("multiPv must be a number from 1 to {MAX_VARIATIONS}"),
        )),
    }
}

/// A non-negative JavaScript number, truncated.
pub(crate) fn count(name: &str, value: Option<f64>) -> Result<Option<u64>, Error> {
    match value {
        Some(number) if !(number >= 0.0 && number.is_finite()) => Err(Error::new(
            "bad-request",
            format!("{name} must be a number from 0 up"),
        )),
        number => Ok(number.map(|number| number as u64)),
    }
}
