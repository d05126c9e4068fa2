//! Notifications of an opponent who joins, an ended game and an offered rematch. Players are not notified of their own
//! actions.

use komadai_protocol::limits::MAX_NOTIFICATIONS;
use komadai_protocol::{EventBody, NotificationKind, OfferKind};

use super::super::WriteError;
use super::unread::{Entry, Past};
use crate::sql::{Connection, values};

pub(super) async fn apply(
    c: &mut impl Connection,
    entry: &Entry,
    past: &Past,
) -> Result<(), WriteError> {
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
        _ => return Ok(()),
    };
    let sql = "INSERT INTO notifications (player, position, kind, game, at) \
        SELECT player, CAST($2 AS BIGINT), CAST($3 AS TEXT), game, CAST($4 AS BIGINT) \
        FROM (SELECT first_player AS player, id AS game FROM games WHERE id = $1 \
        UNION SELECT second_player, id FROM games WHERE id = $1) AS seats \
        WHERE player <> $5 ON CONFLICT (player, position) DO NOTHING";
    let (position, at_ms) = (entry.position, entry.at_ms);
    let values = values![&entry.game, position, kind.name(), at_ms, author];
    c.execute(sql, &values).await?;
    Ok(())
}

/// In a rematch both seats are taken from the start, and there is no invitation.
async fn opponent_joined(
    c: &mut impl Connection,
    entry: &Entry,
    past: &Past,
) -> Result<(), WriteError> {
    for player in &past.joined {
        let sql = "INSERT INTO notifications (player, position, kind, game, at) \
            SELECT CAST($2 AS TEXT), CAST($3 AS BIGINT), CAST($4 AS TEXT), id, CAST($5 AS BIGINT) \
            FROM games WHERE id = $1 AND invitation IS NOT NULL \
            ON CONFLICT (player, position) DO NOTHING";
        let kind = NotificationKind::Joined.name();
        let values = values![&entry.game, player, entry.position, kind, entry.at_ms];
        c.execute(sql, &values).await?;
    }
    Ok(())
}

/// Keeps the newest notifications of the players who have one between two positions.
pub(super) async fn keep_newest(
    c: &mut impl Connection,
    after: i64,
    until: i64,
) -> Result<(), WriteError> {
    let sql = "DELETE FROM notifications WHERE (player, position) IN (SELECT player, position FROM \
        (SELECT player, position, ROW_NUMBER() OVER (PARTITION BY player ORDER BY position DESC) AS place \
        FROM notifications WHERE player IN (SELECT player FROM notifications \
        WHERE position > $1 AND position <= $2)) AS ranked WHERE place > $3)";
    c.execute(sql, &values![after, until, MAX_NOTIFICATIONS])
        .await?;
    Ok(())
}
