//! Events as the store has them, and as the play of the game has them.

use komadai_play::{Arbiter, GameState, LogEntry, PlayerId, ReplayError};
use komadai_protocol::{EventBody, GameEvent, GameKey};
use komadai_store::{NewEvent, StoredEvent};

fn from_store(stored: StoredEvent) -> LogEntry {
    let mut body = stored.body;
    // Up to protocol version 4 events did not say who joined beside their author.
    if let (EventBody::Joined { player, .. }, Some(author)) = (&mut body, &stored.author)
        && player.id.is_empty()
    {
        player.id.clone_from(author);
    }
    LogEntry {
        seq: stored.seq,
        at_ms: stored.at_ms,
        body,
        author: stored.author.map(PlayerId::from),
        command: stored.command,
    }
}

/// A stored event as the wire shows it.
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

fn entries(log: Vec<StoredEvent>) -> Vec<LogEntry> {
    log.into_iter().map(from_store).collect()
}

/// The state of the game of this log.
pub(super) fn replay(game: &GameKey, log: Vec<StoredEvent>) -> Result<GameState, ReplayError> {
    GameState::replay(game, &entries(log))
}

/// An arbiter for the game of this log, from that moment of the game line on, `drift_ms` behind the host's clock. Events are
/// dated by the clocks of their hosts, which may have been set; none of them is to come. The date of the first one is shown
/// as it is.
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
