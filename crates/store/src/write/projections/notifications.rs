//! Notifications of an opponent who joins, an ended game and an offered rematch. Players are not notified of their own
//! actions.

use komadai_protocol::limits::MAX_NOTIFICATIONS;
use komadai_protocol::{EventBody, NotificationKind, OfferKind};

use super::super::WriteError;
use super::unread::{Entry, Past};
use crate::sql::{Columns, Connection, values};

/// Stores the notifications of an event. Returns the players of new ones.
pub(super) async fn apply(
    c: &mut impl Connection,
    entry: &Entry,
    past: &Past,
) -> Result<Vec<String>, WriteError> {
    let author = entry.author.as_deref().unwrap_or_default();
    let kind = match &entry.body {
        // A later `joined` of the same player is a change of name.
        EventBody::Joined { .. } if !past.joined.iter().any(|it| it == author) => {
            return opponent_joined(c, entry, past).await;
        }
        EventBody::Ended { .. } => NotificationKind::Ended,
        EventBody::Offered { offer } if offer.offer == OfferKind::Rematch => {
            NotificationKind::Rematch
        }
        _ => return Ok(Vec::new()),
    };
    let sql = "INSERT INTO notifications (player, position, kind, game, at) \
        SELECT player, CAST($2 AS BIGINT), CAST($3 AS TEXT), game, CAST($4 AS BIGINT) \
        FROM (SELECT first_player AS player, id AS game FROM games WHERE id = $1 \
        UNION SELECT second_player, id FROM games WHERE id = $1) AS seats \
        WHERE player <> $5 ON CONFLICT (player, position) DO NOTHING RETURNING player";
    let (position, at_ms) = (entry.position, entry.at_ms);
    let values = values![&entry.game, position, kind.name(), at_ms, author];
    players(&c.fetch(sql, &values).await?)
}

fn players(rows: &[impl Columns]) -> Result<Vec<String>, WriteError> {
    let players: Result<_, _> = rows.iter().map(|row| row.text("player")).collect();
    Ok(players?)
}

/// In a rematch both seats are taken from the start, and there is no invitation.
async fn opponent_joined(
    c: &mut impl Connection,
    entry: &Entry,
    past: &Past,
) -> Result<Vec<String>, WriteError> {
    let mut notified = Vec::new();
    for player in &past.joined {
        let sql = "INSERT INTO notifications (player, position, kind, game, at) \
            SELECT CAST($2 AS TEXT), CAST($3 AS BIGINT), CAST($4 AS TEXT), id, CAST($5 AS BIGINT) \
            FROM games WHERE id = $1 AND invitation IS NOT NULL \
            ON CONFLICT (player, position) DO NOTHING RETURNING player";
        let kind = NotificationKind::Joined.name();
        let values = values![&entry.game, player, entry.position, kind, entry.at_ms];
        notified.extend(players(&c.fetch(sql, &values).await?)?);
    }
    Ok(notified)
}

/// Deletes the notifications of a player beyond the newest.
pub(super) async fn keep_newest(c: &mut impl Connection, player: &str) -> Result<(), WriteError> {
    let sql = "DELETE FROM notifications WHERE player = $1 AND position <= (SELECT position FROM \
        notifications WHERE player = $1 ORDER BY position DESC LIMIT 1 OFFSET $2)";
    c.execute(sql, &values![player, MAX_NOTIFICATIONS]).await?;
    Ok(())
}
