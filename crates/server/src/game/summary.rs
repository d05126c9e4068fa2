use komadai_play::{GameState, PlayerId};
use komadai_protocol::{GameSummary, Notification, Seat, Status};
use komadai_rules::Side;
use komadai_store::{GameRow, NotificationRow};

pub(crate) const MAX_LISTED_GAMES: u32 = 100;

pub(crate) fn summary(row: &GameRow, player: &str) -> GameSummary {
    let progress = &row.progress;
    let side = Side::BOTH
        .into_iter()
        .find(|side| progress.players.get(*side).as_deref() == Some(player));
    GameSummary {
        id: row.id.clone(),
        game: row.game,
        status: progress.status,
        seat: Seat::from(side),
        players: row.players.clone(),
        seq: row.seq,
        ply: progress.ply,
        your_turn: progress.status == Status::Playing && side == Some(progress.side),
        outcome: progress.outcome,
        updated_at_ms: row.updated_at_ms,
    }
}

/// The summary of a game at its last event; `at_ms` is the date of the event.
pub(super) fn summary_of(state: &GameState, at_ms: i64, player: &PlayerId) -> GameSummary {
    let side = state.side_of(player);
    GameSummary {
        id: state.id().clone(),
        game: state.settings().game,
        status: state.status(),
        seat: Seat::from(side),
        players: state
            .players()
            .clone()
            .map(|player| player.map(|player| player.info)),
        seq: state.seq(),
        ply: state.ply(),
        your_turn: state.status() == Status::Playing && side == Some(state.side()),
        outcome: state.outcome(),
        updated_at_ms: at_ms,
    }
}

pub(super) fn notification(row: &NotificationRow) -> Notification {
    Notification {
        id: row.position.unsigned_abs(),
        kind: row.kind,
        at_ms: row.at_ms,
        game: summary(&row.game, &row.player),
    }
}
