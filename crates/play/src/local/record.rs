//! What is kept of a local game.

use komadai_protocol::{
    Furigoma, GameKey, GameOutcome, GameSettings, PerSide, PlayerInfo, SideClock,
};
use serde::{Deserialize, Serialize};

use super::{LocalGame, Opponent};
use crate::Player;
use crate::arbiter::Arbiter;
use crate::decide::FirstClock;
use crate::replay_error::{Misfit, ReplayError};
use crate::state::GameState;

/// What is kept of a local game, so that it can go on later.
///
/// ```
/// use komadai_play::{LocalGame, LocalRecord, Opponent};
/// # let settings = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/settings.rs"));
/// let mut game = LocalGame::new(settings, None, Opponent::Device).unwrap();
/// game.play(0, "5d5c").unwrap();
/// let record: LocalRecord = game.record(2_000);
/// assert_eq!(record.moves, ["5d5c"]);
/// // It is kept as JSON.
/// let text = serde_json::to_string(&record).unwrap();
/// assert_eq!(serde_json::from_str::<LocalRecord>(&text).unwrap(), record);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LocalRecord {
    /// What is played.
    pub settings: GameSettings,
    /// The toss for the sides, where there was one.
    pub furigoma: Option<Furigoma>,
    /// All moves as text.
    pub moves: Vec<String>,
    /// Whether the first clock has been started; left out: with the first move.
    #[serde(default)]
    pub started: Option<bool>,
    /// The times left; nothing in a game without a clock.
    pub clocks: Option<PerSide<SideClock>>,
    /// The times left when each ply began; the last ones may be missing.
    #[serde(default)]
    pub clocks_before: Vec<PerSide<SideClock>>,
    /// How it ended.
    pub outcome: Option<GameOutcome>,
}

impl LocalGame {
    /// Goes on with a game that was kept; the clock of the side to move runs from `now_ms` on.
    ///
    /// # Errors
    /// Settings or moves of the record are not understood.
    ///
    /// ```
    /// use komadai_play::{LocalGame, Opponent};
    /// # let settings = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/settings.rs"));
    /// let mut game = LocalGame::new(settings, None, Opponent::Device).unwrap();
    /// game.play(0, "5d5c").unwrap();
    /// let record = game.record(10_000);
    /// // After a reload; the clock of the second side runs on from the moment that is 0 now.
    /// let again = LocalGame::restore(&record, Opponent::Device, 0).unwrap();
    /// assert_eq!(again.clocks(0).unwrap().left.second.main_ms, 50_000);
    /// ```
    pub fn restore(
        record: &LocalRecord,
        opponent: Opponent,
        now_ms: i64,
    ) -> Result<Self, ReplayError> {
        let key = GameKey::from("local");
        let mut state = GameState::created(&key, now_ms, &record.settings)?;
        for (ply, text) in (0u32..).zip(&record.moves) {
            state
                .fold_move(ply, text)
                .map_err(|why: Misfit| ReplayError {
                    game: key.clone(),
                    seq: ply + 1,
                    why,
                })?;
        }
        let seated = Player {
            id: None,
            info: PlayerInfo::guest(""),
        };
        state.players = PerSide {
            first: Some(seated.clone()),
            second: Some(seated),
        };
        state.furigoma = record.furigoma;
        state.started = record.started.unwrap_or(!record.moves.is_empty());
        state.outcome = record
            .outcome
            .or_else(|| state.game.outcome().and_then(crate::names::outcome));
        restore_clock(&mut state, record, now_ms);
        let first_clock = match record.furigoma {
            Some(_) => FirstClock::Held,
            None => FirstClock::AfterToss,
        };
        Ok(Self {
            arbiter: Arbiter::new(state, first_clock),
            opponent,
        })
    }

    /// What is to be kept of the game at that moment.
    ///
    /// ```
    /// use komadai_play::{LocalGame, Opponent};
    /// # let settings = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/settings.rs"));
    /// let game = LocalGame::new(settings, None, Opponent::Device).unwrap();
    /// let record = game.record(0);
    /// assert_eq!((record.moves.len(), record.started), (0, Some(false)));
    /// ```
    #[must_use]
    pub fn record(&self, now_ms: i64) -> LocalRecord {
        let state = self.state();
        LocalRecord {
            settings: state.settings.clone(),
            furigoma: state.furigoma,
            moves: state.moves(),
            started: Some(state.started),
            clocks: state.clock.as_ref().map(|clock| clock.left_at(now_ms)),
            clocks_before: match &state.clock_history {
                Some(history) => history.list(),
                None => Vec::new(),
            },
            outcome: state.outcome,
        }
    }
}

fn restore_clock(state: &mut GameState, record: &LocalRecord, now_ms: i64) {
    let side = state.side();
    let runs = state.started && state.outcome.is_none();
    let Some(clock) = &mut state.clock else {
        return;
    };
    if let Some(left) = record.clocks {
        clock.restore(left);
    }
    let present = clock.left_at(now_ms);
    if runs {
        clock.start(side, now_ms);
    }
    let mut before = record.clocks_before.clone();
    before.resize(record.moves.len() + 1, present);
    if let Some(history) = &mut state.clock_history {
        history.set(&before);
    }
}
