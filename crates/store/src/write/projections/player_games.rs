use komadai_protocol::{EndReason, EventBody, GameKey, GameOutcome};
use komadai_rules::Side;

use super::super::WriteError;
use super::event;
use crate::sql::{Columns, Connection, Value, values};

pub(super) const EVENTS: &str = "SELECT position, game, seq, kind, payload, author FROM events \
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
            let results = Side::BOTH.map(|side| result(outcome, side));
            end(c, &game, row.number("position")?, results).await?;
        }
        _ => {}
    }
    Ok(())
}

/// Minimal effect of an unreadable event: an ended game must leave the list of unfinished ones.
pub(super) async fn pass_over(
    c: &mut impl Connection,
    row: &impl Columns,
    game: &GameKey,
    position: i64,
) -> Result<(), WriteError> {
    match row.text("kind").as_deref() {
        Ok("ended") => end(c, game, position, ["unknown"; 2]).await,
        _ => Ok(()),
    }
}

/// Ends the game in the lists of its players and counts the result.
async fn end(
    c: &mut impl Connection,
    game: &GameKey,
    position: i64,
    [first, second]: [&str; 2],
) -> Result<(), WriteError> {
    let sql = "UPDATE player_games SET ended = $4, result = CASE WHEN side = 'first' THEN $2 ELSE $3 END \
        WHERE game = $1 AND ended IS NULL AND player IN \
        (SELECT author FROM events WHERE game = $1 AND kind = 'joined') RETURNING player, result";
    let values = values![game.as_str(), first, second, position];
    for row in c.fetch(sql, &values).await? {
        let (player, result) = (row.text("player")?, row.text("result")?);
        let [won, lost, drawn] = ["won", "lost", "drawn"].map(|it| i64::from(result == it));
        let sql = "INSERT INTO player_results (player, game, won, lost, drawn) \
            SELECT $1, game, $3, $4, $5 FROM games WHERE id = $2 ON CONFLICT (player, game) \
            DO UPDATE SET won = player_results.won + excluded.won, \
            lost = player_results.lost + excluded.lost, drawn = player_results.drawn + excluded.drawn";
        let values = values![&player, game.as_str(), won, lost, drawn];
        if won + lost + drawn > 0 {
            c.execute(sql, &values).await?;
        }
    }
    Ok(())
}

pub(super) async fn forget(c: &mut impl Connection) -> Result<(), WriteError> {
    c.execute("DELETE FROM player_games", &[]).await?;
    c.execute("DELETE FROM player_results", &[]).await?;
    Ok(())
}

fn result(outcome: &GameOutcome, side: Side) -> &'static str {
    match outcome.winner {
        Some(winner) if winner == side => "won",
        Some(_) => "lost",
        None if matches!(
            outcome.reason,
            EndReason::Aborted | EndReason::NotBegun | EndReason::Cancelled
        ) =>
        {
            "aborted"
        }
        None => "drawn",
    }
}
