//! A game without a server: against the computer, or on one device.

use std::collections::BTreeMap;

use komadai_play::{CommandError, LocalRecord, Opponent, check_settings};
use komadai_protocol::{
    CreateGame, Furigoma, GameOutcome, OfferKind, PerSide, Premove, SideChoice, SideClock,
};
use komadai_rules::{Side, VariantId};
use komadai_wasm_shared::{Error, from_js_in_order, to_js};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

use crate::input::ClockInput;

/// State from which a game can be continued later.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct SavedGame {
    #[cfg_attr(test, ts(type = "GameName"))]
    game: VariantId,
    /// Position text, `handicap:<id>`, or empty for the variant's start position.
    start: String,
    #[cfg_attr(test, ts(type = "RuleOptions"))]
    rules: BTreeMap<String, String>,
    opponent: OpponentInput,
    #[cfg_attr(test, ts(as = "komadai_protocol::ClockSettings"))]
    clock: ClockInput,
    /// The toss for the sides, if there was one.
    #[cfg_attr(test, ts(optional))]
    furigoma: Option<Furigoma>,
    moves: Vec<String>,
    /// True once the first clock has been started; by default it starts with the first move.
    #[cfg_attr(test, ts(optional))]
    started: Option<bool>,
    /// The times left; full by default.
    #[cfg_attr(test, ts(optional))]
    clocks: Option<PerSide<SideClock>>,
    /// The times left at the beginning of each ply; the last ones may be missing.
    clocks_before: Vec<PerSide<SideClock>>,
    outcome: Option<GameOutcome>,
}

/// The opponent: the computer, or another person at the device.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct OpponentInput {
    /// The side of the person who plays the computer.
    #[cfg_attr(test, ts(optional, type = "SideName"))]
    you: Option<Side>,
}

/// The fields of a [`SavedGame`] that change during play.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Progress {
    moves: Vec<String>,
    /// True once the first clock has been started.
    started: bool,
    /// The times left; null in a game without a clock.
    clocks: Option<PerSide<SideClock>>,
    /// The times left at the beginning of each ply.
    clocks_before: Vec<PerSide<SideClock>>,
    outcome: Option<GameOutcome>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct LocalView {
    moves: Vec<String>,
    outcome: Option<GameOutcome>,
    /// The actions of the people at the device.
    possible: komadai_play::Possible,
    /// The premove to be played after the computer's move.
    premove: Option<Premove>,
}

/// A game against the computer or on one device. Times are milliseconds of the caller's clock,
/// which may pause. An action after a flag fall ends the game on time instead.
#[wasm_bindgen]
#[derive(Debug)]
pub struct LocalGame {
    game: komadai_play::LocalGame,
}

#[wasm_bindgen]
impl LocalGame {
    /// Begins or continues a game. With a toss the clock waits for
    /// [`start_clock`](Self::start_clock), else for the first move.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "SavedGame")] saved: &JsValue,
        now_ms: f64,
    ) -> Result<LocalGame, Error> {
        let saved: SavedGame = from_js_in_order(saved, "bad-record")?;
        let opponent = match saved.opponent.you {
            Some(you) => Opponent::Computer { you },
            None => Opponent::Device,
        };
        let record = saved.into_record()?;
        let game = komadai_play::LocalGame::restore(&record, opponent, now_ms as i64);
        let game = game.map_err(|error| Error::new("bad-record", error.to_string()))?;
        Ok(LocalGame { game })
    }

    /// The state to save.
    #[wasm_bindgen(unchecked_return_type = "Progress")]
    pub fn progress(&self, now_ms: f64) -> JsValue {
        let record = self.game.record(now_ms as i64);
        to_js(&Progress {
            moves: record.moves,
            started: record.started.unwrap_or(true),
            clocks: record.clocks,
            clocks_before: record.clocks_before,
            outcome: record.outcome,
        })
    }

    #[wasm_bindgen(unchecked_return_type = "LocalView")]
    pub fn view(&self) -> JsValue {
        let state = self.game.state();
        to_js(&LocalView {
            moves: state.moves(),
            outcome: state.outcome(),
            possible: self.game.possible(),
            premove: self.game.premove(),
        })
    }

    /// The clocks; `null` in a game without clocks.
    #[wasm_bindgen(unchecked_return_type = "ClockState | null")]
    pub fn clocks(&self, now_ms: f64) -> JsValue {
        to_js(&self.game.clocks(now_ms as i64))
    }

    /// Starts the clock of the side to move, after the toss has been shown. Does nothing once a
    /// clock has started.
    #[wasm_bindgen(js_name = startClock)]
    pub fn start_clock(&mut self, now_ms: f64) {
        self.game.start_clock(now_ms as i64);
    }

    /// Ends the game if the flag of the running side has fallen.
    pub fn flag(&mut self, now_ms: f64) {
        self.game.flag(now_ms as i64);
    }

    /// Plays a move of the side to move, and then the premove, if there is one.
    pub fn play(&mut self, now_ms: f64, text: &str) -> Result<(), Error> {
        done(self.game.play(now_ms as i64, text))
    }

    /// Sets or replaces the premove.
    #[wasm_bindgen(js_name = setPremove)]
    pub fn set_premove(&mut self, now_ms: f64, text: &str) -> Result<(), Error> {
        done(self.game.set_premove(now_ms as i64, text))
    }

    #[wasm_bindgen(js_name = cancelPremove)]
    pub fn cancel_premove(&mut self) {
        self.game.cancel_premove();
    }

    pub fn resign(
        &mut self,
        now_ms: f64,
        #[wasm_bindgen(unchecked_param_type = "SideName")] side: &JsValue,
    ) -> Result<(), Error> {
        let side: Side = from_js_in_order(side, "unknown-side")?;
        done(self.game.resign(now_ms as i64, side))
    }

    /// Declares a win by entering king for the side to move; a wrong declaration loses.
    pub fn declare(&mut self, now_ms: f64) -> Result<(), Error> {
        done(self.game.declare(now_ms as i64))
    }

    /// Agrees on a draw, or on counting an impasse.
    ///
    /// # Errors
    /// The rules do not allow it now.
    pub fn agree(
        &mut self,
        now_ms: f64,
        #[wasm_bindgen(unchecked_param_type = "'draw' | 'impasse'")] kind: &JsValue,
    ) -> Result<(), Error> {
        let kind: OfferKind = from_js_in_order(kind, "unknown-offer")?;
        done(self.game.agree(now_ms as i64, kind))
    }

    /// Takes back the last move, against the computer up to the player's own.
    ///
    /// # Errors
    /// There is none, or the game ended on time.
    #[wasm_bindgen(js_name = takeBack)]
    pub fn take_back(&mut self, now_ms: f64) -> Result<(), Error> {
        done(self.game.take_back(now_ms as i64))
    }
}

impl SavedGame {
    fn into_record(self) -> Result<LocalRecord, Error> {
        let handicap = self.start.strip_prefix("handicap:").map(str::to_owned);
        let typed = handicap.is_none() && !self.start.is_empty();
        let missing = || Error::new("bad-record", "a field of the clock is missing");
        let settings = check_settings(&CreateGame {
            side: SideChoice::First,
            position: typed.then_some(self.start),
            handicap,
            rules: self.rules,
            clock: self.clock.read().ok_or_else(missing)?,
            ..CreateGame::of(self.game)
        });
        let settings =
            settings.map_err(|error| Error::new(error.code().name(), error.to_string()))?;
        Ok(LocalRecord {
            settings,
            furigoma: self.furigoma,
            moves: self.moves,
            started: self.started,
            clocks: self.clocks,
            clocks_before: self.clocks_before,
            outcome: self.outcome,
        })
    }
}

fn done<T>(result: Result<T, CommandError>) -> Result<(), Error> {
    match result {
        Ok(_) => Ok(()),
        Err(error) => Err(Error::new(error.code.name(), error.message)),
    }
}
