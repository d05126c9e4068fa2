//! Ended games of players, and their results.

use komadai_protocol::{EndReason, EventBody, GameKey, GameOutcome};
use komadai_rules::Side;

use super::super::WriteError;
use super::unread::Entry;
use crate::sql::{Connection, values};

pub(super) async fn apply(c: &mut impl Connection, entry: &Entry) -> Result<(), WriteError> {
    match &entry.body {
        EventBody::Ended { outcome, .. } => {
            end(c, &entry.game, entry.position, Some(outcome)).await
        }
        _ => Ok(()),
    }
}

/// Puts the game into the lists of its players and counts the result, unless that has been done.
pub(super) async fn end(
    c: &mut impl Connection,
    game: &GameKey,
    position: i64,
    outcome: Option<&GameOutcome>,
) -> Result<(), WriteError> {
    let [first, second] = Side::BOTH.map(|side| outcome.map_or("unknown", |it| result(it, side)));
    // A player of both seats has one row.
    let sql = "INSERT INTO player_games (player, game, side, result, ended) \
        SELECT player, game, side, result, $4 FROM (SELECT first_player AS player, id AS game, \
        'first' AS side, CAST($2 AS TEXT) AS result FROM games WHERE id = $1 \
        UNION ALL SELECT second_player, id, 'second', CAST($3 AS TEXT) FROM games \
        WHERE id = $1 AND second_player <> COALESCE(first_player, '')) AS seats \
        WHERE player IS NOT NULL ON CONFLICT (player, game) DO NOTHING";
    let is_new = c
        .execute(sql, &values![game, first, second, position])
        .await?
        > 0;
    let [won, lost, drawn] = ["won", "lost", "drawn"].map(|it| i64::from(first == it));
    if !is_new || won + lost + drawn == 0 {
        return Ok(());
    }
    let sql = "INSERT INTO player_results (player, game, won, lost, drawn) \
        SELECT player, game, won, lost, drawn FROM (SELECT first_player AS player, game, \
        CAST($2 AS BIGINT) AS won, CAST($3 AS BIGINT) AS lost, CAST($4 AS BIGINT) AS drawn \
        FROM games WHERE id = $1 UNION ALL SELECT second_player, game, $3, $2, $4 FROM games \
        WHERE id = $1 AND second_player <> COALESCE(first_player, '')) AS seats \
        WHERE player IS NOT NULL ON CONFLICT (player, game) DO UPDATE SET \
        won = player_results.won + excluded.won, lost = player_results.lost + excluded.lost, \
        drawn = player_results.drawn + excluded.drawn";
    c.execute(sql, &values![game, won, lost, drawn]).await?;
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
