use super::{Done, WriteError, rows};
use crate::sql::{Connection, Value};

/// Write to notifications that does not follow from events.
pub(crate) enum NotificationWrite {
    Read { player: String, up_to: i64 },
    Forget { before_ms: i64 },
}

impl NotificationWrite {
    pub(super) async fn apply(&self, c: &mut impl Connection) -> Result<Done, WriteError> {
        match self {
            Self::Read { player, up_to } => {
                // At most up to the newest notification.
                let sql = "INSERT INTO notifications_read (player, position) \
                    SELECT player, MAX(position) FROM notifications \
                    WHERE player = $1 AND position <= $2 GROUP BY player \
                    ON CONFLICT (player) DO UPDATE SET position = excluded.position \
                    WHERE excluded.position > notifications_read.position";
                let values = [Value::Text(player), Value::Number(*up_to)];
                rows(c.execute(sql, &values).await)
            }
            Self::Forget { before_ms } => {
                let sql = "DELETE FROM notifications WHERE at < $1";
                rows(c.execute(sql, &[Value::Number(*before_ms)]).await)
            }
        }
    }
}
