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
        ply: progress.ply,
        your_turn: progress.status == Status::Playing && side == Some(progress.side),
        outcome: progress.outcome,
        updated_at_ms: row.updated_at_ms,
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
