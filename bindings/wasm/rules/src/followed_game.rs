//! A game judged by a server, as followed by the page.

use komadai_play::Follower;
use komadai_protocol::{
    ClockState, Furigoma, GameKey, GameOutcome, Offer, PerSide, PlayerInfo, Status, Unrated,
};
use komadai_rules::Side;
use komadai_wasm_shared::{Error, from_js_in_order, to_js};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::input::{EventInput, SnapshotInput};

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ApplyResult {
    /// The event was the next one.
    Applied,
    /// The event was known already.
    Known,
    /// An event is missing, or this one does not fit: a snapshot is needed.
    Gap,
}

/// The fields of a snapshot that events change.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct SnapshotChanges {
    seq: u32,
    status: Status,
    players: PerSide<Option<PlayerInfo>>,
    furigoma: Option<Furigoma>,
    position: String,
    moves: Vec<String>,
    #[cfg_attr(test, ts(type = "SideName"))]
    side: Side,
    clock: Option<ClockState>,
    offers: Vec<Offer>,
    outcome: Option<GameOutcome>,
    rematch: Option<GameKey>,
    first_move_by_ms: Option<i64>,
    unrated: Option<Unrated>,
}

/// A game between people, folded from a snapshot and the numbered events since.
#[wasm_bindgen]
#[derive(Debug)]
pub struct FollowedGame {
    game: Follower,
}

#[wasm_bindgen]
impl FollowedGame {
    /// Starts from a snapshot.
    ///
    /// # Errors
    /// The snapshot can't be read, or its settings or moves are invalid.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "Snapshot")] snapshot: &JsValue,
    ) -> Result<FollowedGame, Error> {
        let bad = |why: &str| Error::new("bad-snapshot", why);
        let input: SnapshotInput = from_js_in_order(snapshot, "bad-snapshot")?;
        let snapshot = input.read().ok_or_else(|| bad("a field is missing"))?;
        let game = Follower::new(&snapshot).map_err(|error| bad(&error.to_string()))?;
        Ok(FollowedGame { game })
    }

    /// Applies an event. Events may come twice and in any order.
    #[wasm_bindgen(unchecked_return_type = "ApplyResult")]
    pub fn apply(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "GameEvent")] event: &JsValue,
    ) -> Result<JsValue, Error> {
        let input: EventInput = from_js_in_order(event, "bad-event")?;
        let event = input.read();
        let event = event.ok_or_else(|| Error::new("bad-event", "a field is missing"))?;
        Ok(to_js(&match self.game.apply(&event) {
            komadai_play::Applied::Applied => ApplyResult::Applied,
            komadai_play::Applied::Known => ApplyResult::Known,
            komadai_play::Applied::Gap => ApplyResult::Gap,
        }))
    }

    /// Sets the clocks without an event.
    #[wasm_bindgen(js_name = setClock)]
    pub fn set_clock(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "ClockState")] clock: &JsValue,
    ) -> Result<(), Error> {
        let clock: ClockState = from_js_in_order(clock, "bad-clock")?;
        self.game.set_clock(&clock);
        Ok(())
    }

    /// The clocks at a server time in milliseconds; `null` in a game without clocks.
    #[wasm_bindgen(unchecked_return_type = "ClockState | null")]
    pub fn clocks(&self, now_ms: f64) -> JsValue {
        to_js(&self.game.clocks(now_ms as i64))
    }

    /// The actions that the seat has now; none for a watcher.
    #[wasm_bindgen(unchecked_return_type = "Possible")]
    pub fn possible(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Seat")] seat: &JsValue,
    ) -> Result<JsValue, Error> {
        Ok(to_js(
            &self.game.possible(from_js_in_order(seat, "unknown-seat")?),
        ))
    }

    /// The current values of all fields that events change.
    #[wasm_bindgen(unchecked_return_type = "SnapshotChanges")]
    pub fn changes(&self, now_ms: f64) -> JsValue {
        let now = self.game.snapshot(now_ms as i64);
        to_js(&SnapshotChanges {
            seq: now.seq,
            status: now.status,
            players: now.players,
            furigoma: now.furigoma,
            position: now.position,
            moves: now.moves,
            side: now.side,
            clock: now.clock,
            offers: now.offers,
            outcome: now.outcome,
            rematch: now.rematch,
            first_move_by_ms: now.first_move_by_ms,
            unrated: now.unrated,
        })
    }
}
