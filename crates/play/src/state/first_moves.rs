//! Before both sides have made their first move.

use komadai_protocol::limits::{APPEAR_WITHIN_MS, OPEN_WITHIN_MS};
use komadai_protocol::{Status, Unrated};

use super::GameState;

impl GameState {
    /// Whether no clock runs yet because not both sides have made their first move.
    ///
    /// ```
    /// use komadai_play::GameState;
    /// # let mut log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
    /// # let key = "x8Qm3LhTz0RkWb5v".into();
    /// // The first clock of this game runs from its start.
    /// assert!(!GameState::replay(&key, &log).unwrap().clocks_wait());
    /// # log[0] = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/limited.rs"));
    /// assert!(GameState::replay(&key, &log).unwrap().clocks_wait());
    /// ```
    #[must_use]
    pub fn clocks_wait(&self) -> bool {
        self.settings.start_limit_ms.is_some() && self.ply() < 2
    }

    /// Until when the side to move has to make its first move. `None` while a player has not opened the game, after both
    /// have moved, and in games without such a limit.
    ///
    /// ```
    /// use komadai_play::Arbiter;
    /// # let mut log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
    /// # log[0] = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/limited.rs"));
    /// let mut arbiter = Arbiter::replay(&"x8Qm3LhTz0RkWb5v".into(), &log).unwrap();
    /// assert_eq!(arbiter.state().first_move_by_ms(), None);
    /// let entries = arbiter.number(1_000, &[arbiter.start(1_000).unwrap()]);
    /// arbiter.apply(&entries).unwrap();
    /// assert_eq!(arbiter.state().first_move_by_ms(), Some(31_000));
    /// ```
    #[must_use]
    pub fn first_move_by_ms(&self) -> Option<i64> {
        Some(self.first_move_from_ms? + i64::from(self.start_limit_ms()?))
    }

    /// Until when both players have to come to the board; `appeared`: the player who joined from the lobby has been there.
    /// `None` once both have been there together, and in games that wait for as long as it takes.
    ///
    /// ```
    /// use komadai_play::Arbiter;
    /// # let mut log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
    /// # log[0] = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/limited.rs"));
    /// let mut arbiter = Arbiter::replay(&"x8Qm3LhTz0RkWb5v".into(), &log).unwrap();
    /// assert_eq!(arbiter.state().open_by_ms(true), Some(600_000));
    /// let entries = arbiter.number(1_000, &[arbiter.start(1_000).unwrap()]);
    /// arbiter.apply(&entries).unwrap();
    /// assert_eq!(arbiter.state().open_by_ms(true), None);
    /// ```
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

    /// The side that joined from the lobby.
    ///
    /// ```
    /// use komadai_play::GameState;
    /// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
    /// let state = GameState::replay(&"x8Qm3LhTz0RkWb5v".into(), &log).unwrap();
    /// assert_eq!(state.lobby_joiner(), None);
    /// ```
    #[must_use]
    pub fn lobby_joiner(&self) -> Option<komadai_protocol::SideName> {
        self.lobby_joiner
    }

    /// Why the game is not rated, though it was to be.
    ///
    /// ```
    /// use komadai_play::GameState;
    /// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
    /// let state = GameState::replay(&"x8Qm3LhTz0RkWb5v".into(), &log).unwrap();
    /// assert_eq!(state.unrated(), None);
    /// ```
    #[must_use]
    pub fn unrated(&self) -> Option<Unrated> {
        self.unrated
    }

    /// Whether something is due in the game even if nobody comes: a flag, a first move, a player at the board.
    ///
    /// ```
    /// use komadai_play::GameState;
    /// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
    /// let state = GameState::replay(&"x8Qm3LhTz0RkWb5v".into(), &log).unwrap();
    /// assert!(!state.is_timed());
    /// ```
    #[must_use]
    pub fn is_timed(&self) -> bool {
        self.clock_runs() || self.first_move_by_ms().is_some() || self.open_by_ms(false).is_some()
    }

    /// The time for each first move, where it is limited.
    pub(crate) fn start_limit_ms(&self) -> Option<u32> {
        self.settings.start_limit_ms.filter(|&ms| ms > 0)
    }

    /// The time for a first move begins, where one is to come.
    pub(crate) fn await_first_move(&mut self, from_ms: i64) {
        let waits = self.started && self.clocks_wait() && self.start_limit_ms().is_some();
        self.first_move_from_ms = waits.then_some(from_ms);
    }
}
