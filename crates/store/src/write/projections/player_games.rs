//! The games of each player, and how they ended.

use komadai_protocol::{EndReason, EventBody, GameOutcome, SideName};

use super::super::WriteError;
use super::event;
use crate::sql::{Columns, Connection, Value};

pub(super) const EVENTS: &str = "SELECT position, game, seq, payload, author FROM events \
    WHERE position > $1 AND position <= $2 AND kind IN ('joined', 'ended') ORDER BY position LIMIT $3";

pub(super) async fn apply(
    c: &mut impl Connection,
    row: &(impl Columns + Sync),
) -> Result<(), WriteError> {
    let (game, body) = event(row)?;
    match (&body, row.maybe_text("author")?.as_deref()) {
        (EventBody::Joined { side, .. }, Some(player)) => {
            let sql = "INSERT INTO player_games (player, game, side) VALUES ($1, $2, $3) \
                ON CONFLICT (player, game) DO NOTHING";
            let values = [player, game.as_str(), side.name()].map(Value::Text);
            c.execute(sql, &values).await?;
        }
        (EventBody::Ended { outcome, .. }, _) => {
            let sql = "UPDATE player_games SET result = CASE WHEN side = 'first' THEN $2 ELSE $3 END \
                WHERE game = $1 AND player IN \
                (SELECT author FROM events WHERE game = $1 AND kind = 'joined')";
            let [first, second] = SideName::BOTH.map(|side| result(outcome, side));
            let values = [game.as_str(), first, second].map(Value::Text);
            c.execute(sql, &values).await?;
        }
        _ => {}
    }
    Ok(())
}

pub(super) async fn forget(c: &mut impl Connection) -> Result<(), WriteError> {
    c.execute("DELETE FROM player_games", &[]).await?;
    Ok(())
}

/// What an outcome is to a side.
fn result(outcome: &GameOutcome, side: SideName) -> &'static str {
    match outcome.winner {
        Some(winner) if winner == side => "won",
        Some(_) => "lost",
        None if matches!(outcome.reason, EndReason::Aborted | EndReason::Cancelled) => "aborted",
        None => "drawn",
    }
}
