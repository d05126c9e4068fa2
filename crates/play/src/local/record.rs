use komadai_protocol::{Furigoma, GameKey, GameOutcome, GameSettings, PerSide, SideClock};
use serde::{Deserialize, Serialize};

use super::{LocalGame, Opponent};
use crate::Player;
use crate::arbiter::Arbiter;
use crate::decide::FirstClock;
use crate::replay_error::{Misfit, ReplayError};
use crate::state::GameState;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LocalRecord {
    pub settings: GameSettings,
    pub furigoma: Option<Furigoma>,
    pub moves: Vec<String>,
    /// `true` if the first clock has started; defaults to whether a move was made.
    #[serde(default)]
    pub started: Option<bool>,
    pub clocks: Option<PerSide<SideClock>>,
    /// Times left when each ply began; the last ones may be missing.
    #[serde(default)]
    pub clocks_before: Vec<PerSide<SideClock>>,
    pub outcome: Option<GameOutcome>,
}

impl LocalGame {
    /// Resumes a saved game; the clock of the side to move runs from `now_ms` on.
    ///
    /// # Errors
    /// Settings or moves of the record are not understood.
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
        state.players = PerSide {
            first: Some(Player::default()),
            second: Some(Player::default()),
        };
        state.furigoma = record.furigoma;
        state.started = record.started.unwrap_or(!record.moves.is_empty());
        state.outcome = record
            .outcome
            .or_else(|| state.game.outcome().map(GameOutcome::from));
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
