//! How a page follows a game that the server judges.

use komadai_protocol::{ClockState, GameEvent, Seat, Snapshot, Status};

use crate::replay_error::ReplayError;
use crate::state::GameState;
use crate::{LogEntry, Player, Possible};

/// A game that somebody else judges, followed from a snapshot by its numbered events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Follower {
    state: GameState,
}

/// What became of an event.
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
        state.started = under_way || !snapshot.moves.is_empty();
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
    pub fn set_clock(&mut self, received: &ClockState) {
        if let Some(clock) = &mut self.state.clock {
            clock.set(received);
        }
    }

    /// The game as it is known.
    #[must_use]
    pub fn state(&self) -> &GameState {
        &self.state
    }

    /// The clocks at that moment, server time in milliseconds. A clock that should have run out
    /// shows nothing left until the server ends the game.
    #[must_use]
    pub fn clocks(&self, now_ms: i64) -> Option<ClockState> {
        self.state.clock.as_ref().map(|clock| clock.state(now_ms))
    }

    /// What one may do now; nothing as a watcher.
    #[must_use]
    pub fn possible(&self, seat: Seat) -> Possible {
        seat.side()
            .map_or_else(Possible::default, |side| self.state.possible(side))
    }

    /// The whole state at that moment.
    #[must_use]
    pub fn snapshot(&self, now_ms: i64) -> Snapshot {
        self.state.snapshot(now_ms)
    }
}
