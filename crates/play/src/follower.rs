//! A page's copy of a game that the server judges.

use komadai_protocol::{
    ClockState, EventBody, GameEvent, PerSide, PlayerInfo, Seat, Snapshot, Status,
};
use komadai_rules::Side;

use crate::replay_error::ReplayError;
use crate::state::GameState;
use crate::{LogEntry, Player, Possible};

/// A game followed from a snapshot by its numbered events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Follower {
    state: GameState,
    /// The players as shown last.
    shown: PerSide<Option<PlayerInfo>>,
}

/// Result of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Applied {
    Applied,
    /// Duplicate of an earlier event.
    Known,
    /// An event is missing, or this one does not fit: ask for a snapshot.
    Gap,
}

impl Follower {
    /// # Errors
    /// Settings or moves of the snapshot are not understood.
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
        let shown = snapshot.players.clone();
        state.players = (shown.clone()).map(|info| info.as_ref().map(Player::from));
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
        // A snapshot lacks the times of earlier plies: only the referee needs them for take-backs, and the event carries
        // the clocks.
        if let (Some(clock), Some(received)) = (&mut state.clock, &snapshot.clock) {
            clock.set(received);
        }
        state.offers = snapshot.offers.clone();
        state.outcome = snapshot.outcome;
        state.rematch = snapshot.rematch.clone();
        Ok(Self { state, shown })
    }

    /// Applies an event. Events may come in any order and more than once.
    pub fn apply(&mut self, event: &GameEvent) -> Applied {
        if event.seq <= self.state.seq {
            return Applied::Known;
        }
        match self.state.apply(&LogEntry::from(event.clone())) {
            Ok(()) => {
                if let EventBody::Joined { side, .. } = event.body {
                    *self.shown.get_mut(side) = event.player.clone();
                }
                Applied::Applied
            }
            Err(_) => Applied::Gap,
        }
    }

    /// Applies a `clock` message.
    pub fn set_clock(&mut self, received: &ClockState) {
        if let Some(clock) = &mut self.state.clock {
            clock.set(received);
        }
    }

    #[must_use]
    pub fn state(&self) -> &GameState {
        &self.state
    }

    /// Clocks at a moment of server time. A clock that has run out shows 0 until the server ends the game.
    #[must_use]
    pub fn clocks(&self, now_ms: i64) -> Option<ClockState> {
        self.state.clock.as_ref().map(|clock| clock.state(now_ms))
    }

    /// Nothing for a watcher.
    #[must_use]
    pub fn possible(&self, seat: Seat) -> Possible {
        seat.side()
            .map_or_else(Possible::default, |side| self.state.possible(side))
    }

    #[must_use]
    pub fn snapshot(&self, now_ms: i64) -> Snapshot {
        let mut snapshot = self.state.snapshot(now_ms);
        for side in Side::BOTH {
            let shown = self.shown.get(side).as_ref();
            if let (Some(player), Some(shown)) = (snapshot.players.get_mut(side), shown) {
                player.take_name(shown);
            }
        }
        snapshot
    }
}
