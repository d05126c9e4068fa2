use komadai_play::{GameState, Player, PlayerId};
use komadai_protocol::{GameSummary, Notification, PlayerInfo, Seat, Status};
use komadai_rules::Side;
use komadai_store::{GameRow, NotificationRow};

use super::registry::GameRegistry;

pub(crate) const MAX_LISTED_GAMES: u32 = 100;

fn summary(row: &GameRow, player: &str) -> GameSummary {
    let progress = &row.progress;
    let side = Side::BOTH
        .into_iter()
        .find(|side| progress.players.get(*side).as_deref() == Some(player));
    GameSummary {
        id: row.id.clone(),
        game: row.game,
        status: progress.status,
        seat: Seat::from(side),
        players: (progress.players.clone()).map(|id| id.map(PlayerInfo::guest)),
        seq: row.seq,
        ply: progress.ply,
        your_turn: progress.status == Status::Playing && side == Some(progress.side),
        outcome: progress.outcome,
        updated_at_ms: row.updated_at_ms,
    }
}

fn shown(summary: &mut GameSummary) -> impl Iterator<Item = &mut PlayerInfo> {
    summary.players.iter_mut().flatten()
}

impl GameRegistry {
    /// The games of a list for a player.
    pub(crate) async fn summaries(&self, rows: &[GameRow], player: &str) -> Vec<GameSummary> {
        let mut all: Vec<_> = rows.iter().map(|row| summary(row, player)).collect();
        self.name(all.iter_mut().flat_map(shown)).await;
        all
    }

    /// The summary of a game at its last event; `at_ms` is the date of the event.
    pub(super) async fn summary_of(
        &self,
        state: &GameState,
        at_ms: i64,
        player: &PlayerId,
    ) -> GameSummary {
        let side = state.side_of(player);
        let players = state.players().clone();
        let mut summary = GameSummary {
            id: state.id().clone(),
            game: state.settings().game,
            status: state.status(),
            seat: Seat::from(side),
            players: players.map(|player| player.as_ref().map(Player::to_info)),
            seq: state.seq(),
            ply: state.ply(),
            your_turn: state.status() == Status::Playing && side == Some(state.side()),
            outcome: state.outcome(),
            updated_at_ms: at_ms,
        };
        self.name(shown(&mut summary)).await;
        summary
    }

    pub(super) async fn shown_notifications(&self, rows: &[NotificationRow]) -> Vec<Notification> {
        let notification = |row: &NotificationRow| Notification {
            id: row.position.unsigned_abs(),
            kind: row.kind,
            at_ms: row.at_ms,
            game: summary(&row.game, &row.player),
        };
        let mut all: Vec<_> = rows.iter().map(notification).collect();
        self.name(all.iter_mut().flat_map(|it| shown(&mut it.game)))
            .await;
        all
    }
}
