//! Limits of the first moves.

use komadai_protocol::limits::{APPEAR_WITHIN_MS, OPEN_WITHIN_MS};
use komadai_protocol::{Status, Unrated};

use super::GameState;

impl GameState {
    /// `true` if no clock runs yet because a side has not made its first move.
    #[must_use]
    pub fn clocks_wait(&self) -> bool {
        self.settings.start_limit_ms.is_some() && self.ply() < 2
    }

    /// Limit of the awaited first move. `None` before both players have opened the game, after both have moved, and in
    /// games without a limit.
    #[must_use]
    pub fn first_move_by_ms(&self) -> Option<i64> {
        Some(self.first_move_from_ms? + i64::from(self.start_limit_ms()?))
    }

    /// Limit for both players to come to the board; `appeared`: the player who joined from the lobby has been there.
    /// `None` once both have been there together, and in games without a limit.
    #[must_use]
    pub fn open_by_ms(&self, appeared: bool) -> Option<i64> {
        if self.started || self.status() != Status::Playing || self.ply() >= 2 {
            return None;
        }
        let within_ms = match self.lobby_joiner {
            Some(_) if !appeared => APPEAR_WITHIN_MS,
            _ => self.start_limit_ms().map(|_| OPEN_WITHIN_MS)?,
        };
        Some(self.seated_at_ms + i64::from(within_ms))
    }

    #[must_use]
    pub fn lobby_joiner(&self) -> Option<komadai_rules::Side> {
        self.lobby_joiner
    }

    #[must_use]
    pub fn unrated(&self) -> Option<Unrated> {
        self.unrated
    }

    /// `true` if a deadline runs: of a flag, of a first move, of a player's arrival at the board.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        self.clock_runs() || self.first_move_by_ms().is_some() || self.open_by_ms(false).is_some()
    }

    pub(crate) fn start_limit_ms(&self) -> Option<u32> {
        self.settings.start_limit_ms.filter(|&ms| ms > 0)
    }

    /// Starts the limit of the next first move, if there is one.
    pub(crate) fn await_first_move(&mut self, from_ms: i64) {
        let waits = self.started && self.clocks_wait() && self.start_limit_ms().is_some();
        self.first_move_from_ms = waits.then_some(from_ms);
    }
}
