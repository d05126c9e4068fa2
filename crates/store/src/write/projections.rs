//! What follows from the events of all games. A projection remembers the position up to which it has followed, and
//! goes on from there in the transaction that changes it: made again from the beginning it is the same.

use komadai_protocol::{EndReason, EventBody, GameKey, GameOutcome, SideName};

use super::{Done, WriteError};
use crate::sql::{Columns, Connection, Value};
use crate::{CaughtUp, StoreError};

/// Most events of one transaction that change something.
const PAGE: i64 = 500;

/// Keeps others from following before the transaction is over. Returns the position.
pub(super) async fn hold(c: &mut impl Connection) -> Result<i64, WriteError> {
    let sql = "UPDATE projections SET position = position WHERE name = 'player-games' \
        RETURNING position";
    let row = c.first(sql, &[]).await?;
    let row = row.ok_or_else(|| StoreError::Database("no projection player-games".into()))?;
    Ok(row.number("position")?)
}

async fn set_position(c: &mut impl Connection, position: i64) -> Result<u64, sqlx::Error> {
    let sql = "UPDATE projections SET position = $1 WHERE name = 'player-games'";
    c.execute(sql, &[Value::Number(position)]).await
}

/// Follows the next events.
pub(super) async fn follow(c: &mut impl Connection) -> Result<Done, WriteError> {
    let before = hold(c).await?;
    // Before the events are read: what is committed meanwhile is for the next time.
    let sql = "SELECT MAX(position) AS position FROM events";
    let row = c.first(sql, &[]).await?;
    let end = row.map_or(Ok(None), |row| row.maybe_number("position"))?;
    let end = end.unwrap_or(0).max(before);
    let sql = "SELECT position, game, seq, payload, author FROM events \
        WHERE position > $1 AND position <= $2 AND kind IN ('joined', 'ended') \
        ORDER BY position LIMIT $3";
    let values = [before, end, PAGE].map(Value::Number);
    let page = c.fetch(sql, &values).await?;
    let mut position = before;
    for row in &page {
        let game = GameKey(row.text("game")?);
        let body = serde_json::from_str(&row.text("payload")?);
        let body = body.map_err(|error| StoreError::Unreadable {
            game: game.clone(),
            seq: row.count("seq").unwrap_or_default(),
            why: error.to_string(),
        })?;
        apply(c, &game, &body, row.maybe_text("author")?.as_deref()).await?;
        position = row.number("position")?;
    }
    if (page.len() as i64) < PAGE {
        position = end;
    }
    set_position(c, position).await?;
    Ok(Done::CaughtUp(CaughtUp { position, end }))
}

/// Forgets everything, so that it is made again from the first event on.
pub(super) async fn forget(c: &mut impl Connection) -> Result<Done, WriteError> {
    hold(c).await?;
    c.execute("DELETE FROM player_games", &[]).await?;
    set_position(c, 0).await?;
    Ok(Done::Nothing)
}

async fn apply(
    c: &mut impl Connection,
    game: &GameKey,
    body: &EventBody,
    author: Option<&str>,
) -> Result<(), sqlx::Error> {
    match (body, author) {
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

/// What an outcome is to a side.
fn result(outcome: &GameOutcome, side: SideName) -> &'static str {
    match outcome.winner {
        Some(winner) if winner == side => "won",
        Some(_) => "lost",
        None if matches!(outcome.reason, EndReason::Aborted | EndReason::Cancelled) => "aborted",
        None => "drawn",
    }
}
