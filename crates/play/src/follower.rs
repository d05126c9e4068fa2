//! How a page follows a game that the server judges.

use komadai_protocol::{ClockState, GameEvent, Seat, Snapshot, Status};

use crate::replay_error::ReplayError;
use crate::state::GameState;
use crate::{LogEntry, Player, Possible};

/// A game that somebody else judges, followed from a snapshot by its numbered events.
///
/// ```
/// use komadai_play::{Applied, Arbiter, Follower};
/// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
/// # let judge = Arbiter::replay(&"x8Qm3LhTz0RkWb5v".into(), &log).unwrap();
/// # let snapshot = judge.state().snapshot(0);
/// let mut game = Follower::new(&snapshot).unwrap();
/// # let started = judge.number(1_000, &[judge.start(1_000).unwrap()]);
/// # let event = started[0].to_event(judge.state().id());
/// assert_eq!(game.apply(&event), Applied::Applied);
/// assert!(game.state().clock_runs());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Follower {
    state: GameState,
}

/// What became of an event.
///
/// ```
/// use komadai_play::{Applied, Arbiter, Follower};
/// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
/// # let judge = Arbiter::replay(&"x8Qm3LhTz0RkWb5v".into(), &log).unwrap();
/// # let snapshot = judge.state().snapshot(0);
/// # let mut event = judge.number(0, &[judge.start(0).unwrap()])[0].to_event(judge.state().id());
/// let mut game = Follower::new(&snapshot).unwrap();
/// event.seq += 1; // one is missing
/// assert_eq!(game.apply(&event), Applied::Gap);
/// event.seq -= 1;
/// assert_eq!(game.apply(&event), Applied::Applied);
/// assert_eq!(game.apply(&event), Applied::Known);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Applied {
    /// It was the next one.
    Applied,
    /// It was known already.
    Known,
    /// Something between is missing, or the event does not fit: ask for a snapshot.
    Gap,
}

impl Follower {
    /// Follows the game from that snapshot.
    ///
    /// # Errors
    /// Its settings or moves are not understood.
    ///
    /// ```
    /// use komadai_play::{Follower, GameState, Misfit};
    /// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
    /// # let state = GameState::replay(&"x8Qm3LhTz0RkWb5v".into(), &log).unwrap();
    /// let mut snapshot = state.snapshot(0);
    /// assert_eq!(Follower::new(&snapshot).unwrap().state().seq(), 3);
    /// snapshot.moves = vec!["5d5a".into()];
    /// assert!(matches!(Follower::new(&snapshot).unwrap_err().why, Misfit::Move(_)));
    /// ```
    pub fn new(snapshot: &Snapshot) -> Result<Self, ReplayError> {
        let misfit = |why| ReplayError {
            game: snapshot.id.clone(),
            seq: snapshot.seq,
            why,
        };
        let created_at_ms = snapshot.created_at_ms;
        let mut state = GameState::created(&snapshot.id, created_at_ms, &snapshot.settings)?;
        for (ply, text) in (0u32..).zip(&snapshot.moves) {
            state.fold_move(ply, text).map_err(misfit)?;
        }
        state.seq = snapshot.seq;
        state.furigoma = snapshot.furigoma;
        state.players = snapshot
            .players
            .clone()
            .map(|info| info.map(|info| Player { id: None, info }));
        let under_way = match &snapshot.clock {
            Some(clock) => clock.running.is_some(),
            None => snapshot.status != Status::Waiting,
        };
        state.started = match snapshot.settings.start_limit_ms {
            Some(_) => under_way || snapshot.first_move_by_ms.is_some() || state.ply() >= 2,
            None => under_way || !snapshot.moves.is_empty(),
        };
        state.first_move_from_ms = snapshot
            .first_move_by_ms
            .zip(state.start_limit_ms())
            .map(|(by_ms, limit_ms)| by_ms - i64::from(limit_ms));
        state.unrated = snapshot.unrated;
        // Times of earlier plies are not in a snapshot: only who decides about taking back needs them, and
        // the event says what the clocks show.
        if let (Some(clock), Some(received)) = (&mut state.clock, &snapshot.clock) {
            clock.set(received);
        }
        state.offers = snapshot.offers.clone();
        state.outcome = snapshot.outcome;
        state.rematch = snapshot.rematch.clone();
        Ok(Self { state })
    }

    /// Takes in an event. Events come in any order and may come twice.
    ///
    /// ```
    /// use komadai_play::{Applied, Follower, GameState};
    /// use komadai_protocol::Status;
    /// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
    /// # let key = "x8Qm3LhTz0RkWb5v".into();
    /// # let snapshot = GameState::replay(&key, &log[..2]).unwrap().snapshot(0);
    /// let mut game = Follower::new(&snapshot).unwrap();
    /// assert_eq!(game.apply(&log[2].to_event(&key)), Applied::Applied);
    /// assert_eq!(game.state().status(), Status::Playing);
    /// ```
    pub fn apply(&mut self, event: &GameEvent) -> Applied {
        if event.seq <= self.state.seq {
            return Applied::Known;
        }
        match self.state.apply(&LogEntry::from(event.clone())) {
            Ok(()) => Applied::Applied,
            Err(_) => Applied::Gap,
        }
    }

    /// Takes in a `clock` message: the clocks at a moment, without an event.
    ///
    /// ```
    /// use komadai_play::{Follower, GameState};
    /// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
    /// # let snapshot = GameState::replay(&"x8Qm3LhTz0RkWb5v".into(), &log).unwrap().snapshot(0);
    /// let mut game = Follower::new(&snapshot).unwrap();
    /// let mut clocks = game.clocks(0).unwrap();
    /// clocks.left.first.main_ms = 42_000;
    /// game.set_clock(&clocks);
    /// assert_eq!(game.clocks(1_000).unwrap().left.first.main_ms, 42_000);
    /// ```
    pub fn set_clock(&mut self, received: &ClockState) {
        if let Some(clock) = &mut self.state.clock {
            clock.set(received);
        }
    }

    /// The game as it is known.
    ///
    /// ```
    /// use komadai_play::{Follower, GameState};
    /// use komadai_protocol::SideName;
    /// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
    /// # let snapshot = GameState::replay(&"x8Qm3LhTz0RkWb5v".into(), &log).unwrap().snapshot(0);
    /// let game = Follower::new(&snapshot).unwrap();
    /// assert_eq!((game.state().ply(), game.state().side()), (0, SideName::First));
    /// ```
    #[must_use]
    pub fn state(&self) -> &GameState {
        &self.state
    }

    /// The clocks at that moment, server time in milliseconds. A clock that should have run out
    /// shows nothing left until the server ends the game.
    ///
    /// ```
    /// use komadai_play::{Follower, GameState};
    /// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
    /// # let snapshot = GameState::replay(&"x8Qm3LhTz0RkWb5v".into(), &log).unwrap().snapshot(0);
    /// let game = Follower::new(&snapshot).unwrap();
    /// let clocks = game.clocks(9_000).unwrap();
    /// assert_eq!((clocks.running, clocks.left.first.main_ms), (None, 60_000));
    /// ```
    #[must_use]
    pub fn clocks(&self, now_ms: i64) -> Option<ClockState> {
        self.state.clock.as_ref().map(|clock| clock.state(now_ms))
    }

    /// What one may do now; nothing as a watcher.
    ///
    /// ```
    /// use komadai_play::{Follower, GameState, Possible};
    /// use komadai_protocol::Seat;
    /// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
    /// # let snapshot = GameState::replay(&"x8Qm3LhTz0RkWb5v".into(), &log).unwrap().snapshot(0);
    /// let game = Follower::new(&snapshot).unwrap();
    /// assert!(game.possible(Seat::First).play && game.possible(Seat::Second).premove);
    /// assert_eq!(game.possible(Seat::Watcher), Possible::default());
    /// ```
    #[must_use]
    pub fn possible(&self, seat: Seat) -> Possible {
        seat.side()
            .map_or_else(Possible::default, |side| self.state.possible(side))
    }

    /// The whole state at that moment.
    ///
    /// ```
    /// use komadai_play::{Follower, GameState};
    /// # let log = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/log.rs"));
    /// # let snapshot = GameState::replay(&"x8Qm3LhTz0RkWb5v".into(), &log).unwrap().snapshot(0);
    /// let game = Follower::new(&snapshot).unwrap();
    /// assert_eq!(game.snapshot(0), snapshot);
    /// ```
    #[must_use]
    pub fn snapshot(&self, now_ms: i64) -> Snapshot {
        self.state.snapshot(now_ms)
    }
}
