//! Conversion between stored events and `komadai_play`'s events.

use komadai_play::{Arbiter, GameState, LogEntry, Player, PlayerId, ReplayError};
use komadai_protocol::{GameEvent, GameKey};
use komadai_store::{NewEvent, Progress, StoredEvent};

fn from_store(stored: StoredEvent) -> LogEntry {
    LogEntry {
        seq: stored.seq,
        at_ms: stored.at_ms,
        body: stored.body,
        author: stored.author.map(PlayerId::from),
        command: stored.command,
    }
}

pub(crate) fn event_of(game: &GameKey, stored: StoredEvent) -> GameEvent {
    from_store(stored).to_event(game)
}

pub(super) fn to_store(entry: &LogEntry) -> NewEvent {
    NewEvent {
        at_ms: entry.at_ms,
        body: entry.body.clone(),
        author: entry.author.clone().map(PlayerId::into_string),
        command: entry.command.clone(),
    }
}

pub(super) fn progress(state: &GameState) -> Progress {
    let id = |player: Option<Player>| Some(player?.id.into_string());
    Progress {
        status: state.status(),
        players: state.players().clone().map(id),
        side: state.side(),
        ply: state.ply(),
        outcome: state.outcome(),
        clock_runs: state.is_timed(),
    }
}

fn entries(log: Vec<StoredEvent>) -> Vec<LogEntry> {
    log.into_iter().map(from_store).collect()
}

pub(super) fn replay(game: &GameKey, log: Vec<StoredEvent>) -> Result<GameState, ReplayError> {
    GameState::replay(game, &entries(log))
}

/// Replays the log on the game line of this server, which is `drift_ms` behind the host's clock. Events carry
/// dates of hosts whose clocks may have been wrong, so they are clamped to `now_ms`, except the first, whose
/// date is displayed.
pub(super) fn arbiter(
    game: &GameKey,
    log: Vec<StoredEvent>,
    now_ms: i64,
    drift_ms: i64,
) -> Result<Arbiter, ReplayError> {
    let mut entries = entries(log);
    for entry in entries.iter_mut().skip(1) {
        entry.at_ms = (entry.at_ms - drift_ms).min(now_ms);
    }
    Arbiter::replay(game, &entries)
}
