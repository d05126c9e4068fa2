//! Notifications of an opponent who joins, an ended game and an offered rematch. Players are not notified of their own
//! actions.

use komadai_protocol::limits::MAX_NOTIFICATIONS;
use komadai_protocol::{EventBody, GameKey, NotificationKind, OfferKind};

use super::super::WriteError;
use super::event;
use crate::sql::{Columns, Connection, values};

pub(super) const EVENTS: &str = "SELECT position, game, seq, at, payload, author FROM events \
    WHERE position > $1 AND position <= $2 AND kind IN ('joined', 'ended', 'offered') \
    ORDER BY position LIMIT $3";

pub(super) async fn apply(
    c: &mut impl Connection,
    row: &(impl Columns + Sync),
) -> Result<(), WriteError> {
    let (game, body) = event(row)?;
    let position = row.number("position")?;
    let author = row.maybe_text("author")?.unwrap_or_default();
    let kind = match body {
        EventBody::Joined { .. } if takes_invitation(c, &game, position, &author).await? => {
            NotificationKind::Joined
        }
        EventBody::Ended { .. } => NotificationKind::Ended,
        EventBody::Offered { offer } if offer.offer == OfferKind::Rematch => {
            NotificationKind::Rematch
        }
        _ => return Ok(()),
    };
    // Notifies all players of the game except the author.
    let sql = "INSERT INTO notifications (player, position, kind, game, at) \
        SELECT DISTINCT author, $1, $2, game, $3 FROM events \
        WHERE game = $4 AND kind = 'joined' AND position < $1 AND author <> $5 RETURNING player";
    let values = values![
        position,
        kind.name(),
        row.number("at")?,
        game.as_str(),
        &author
    ];
    for notified in c.fetch(sql, &values).await? {
        keep_newest(c, &notified.text("player")?).await?;
    }
    Ok(())
}

pub(super) async fn forget(c: &mut impl Connection) -> Result<(), WriteError> {
    c.execute("DELETE FROM notifications", &[]).await?;
    Ok(())
}

/// `true` if the event takes a free seat. In a rematch both seats are taken from the start, and a later `joined` event
/// of the same player is a change of name.
async fn takes_invitation(
    c: &mut impl Connection,
    game: &GameKey,
    position: i64,
    player: &str,
) -> Result<bool, WriteError> {
    let sql = "SELECT g.id FROM games g WHERE g.id = $1 AND g.invitation IS NOT NULL AND NOT EXISTS \
        (SELECT 1 FROM events e WHERE e.game = g.id AND e.kind = 'joined' AND e.position < $2 \
        AND e.author = $3)";
    let values = values![game.as_str(), position, player];
    Ok(c.first(sql, &values).await?.is_some())
}

async fn keep_newest(c: &mut impl Connection, player: &str) -> Result<(), WriteError> {
    let sql = "DELETE FROM notifications WHERE player = $1 AND position < \
        (SELECT MIN(position) FROM (SELECT position FROM notifications WHERE player = $1 \
        ORDER BY position DESC LIMIT $2) AS newest)";
    let values = values![player, MAX_NOTIFICATIONS];
    c.execute(sql, &values).await?;
    Ok(())
}
