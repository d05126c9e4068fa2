use async_trait::async_trait;
use komadai_protocol::NotificationKind;
use komadai_protocol::limits::MAX_NOTIFICATIONS;

use super::Backend;
use crate::rows::{game, named, page, readable, select_games};
use crate::sql::{Columns, Connection, values};
use crate::{NotificationRow, Notifications, Page, StoreError};

pub(super) const NOTIFICATIONS: &str = select_games!(
    "n.player, n.position, n.kind, n.at, ",
    "JOIN notifications n ON n.game = g.id WHERE n.player = $1 AND n.at >= $2 \
     ORDER BY n.position DESC LIMIT $3"
);

const NOTIFICATIONS_BETWEEN: &str = select_games!(
    "n.player, n.position, n.kind, n.at, ",
    "JOIN notifications n ON n.game = g.id WHERE n.position > $1 AND n.position <= $2 \
     ORDER BY n.position, n.player LIMIT $3"
);

#[async_trait]
impl<B: Backend> Notifications for B {
    async fn notifications(
        &self,
        player: &str,
        since_ms: i64,
    ) -> Result<Vec<NotificationRow>, StoreError> {
        let mut c = self.reader("notifications").await?;
        let values = values![player, since_ms, MAX_NOTIFICATIONS];
        let found = c.fetch(NOTIFICATIONS, &values).await?;
        Ok(readable(&mut c, "notification", &found, notification))
    }

    async fn notifications_between(
        &self,
        after: i64,
        until: i64,
        limit: u32,
    ) -> Result<Page<NotificationRow>, StoreError> {
        let mut c = self.reader("notifications_between").await?;
        let values = values![after, until, limit];
        let found = c.fetch(NOTIFICATIONS_BETWEEN, &values).await?;
        page(&mut c, "notification", &found, limit, notification)
    }

    async fn notifications_read(&self, player: &str) -> Result<i64, StoreError> {
        let sql = "SELECT position FROM notifications_read WHERE player = $1";
        let mut c = self.reader("notifications_read").await?;
        let row = c.first(sql, &values![player]).await?;
        row.map_or(Ok(0), |row| row.number("position"))
    }

    async fn read_notifications(&self, player: &str, up_to: i64) -> Result<(), StoreError> {
        // At most up to the newest notification.
        let sql = "INSERT INTO notifications_read (player, position) \
            SELECT player, MAX(position) FROM notifications \
            WHERE player = $1 AND position <= $2 GROUP BY player \
            ON CONFLICT (player) DO UPDATE SET position = excluded.position \
            WHERE excluded.position > notifications_read.position";
        self.run(sql, &values![player, up_to]).await.map(drop)
    }

    async fn forget_notifications(&self, before_ms: i64) -> Result<u64, StoreError> {
        let sql = "DELETE FROM notifications WHERE at < $1";
        self.run(sql, &values![before_ms]).await
    }
}

fn notification(row: &impl Columns) -> Result<NotificationRow, StoreError> {
    Ok(NotificationRow {
        player: row.text("player")?,
        position: row.number("position")?,
        kind: named(row, "kind", NotificationKind::ALL, NotificationKind::name)?,
        at_ms: row.number("at")?,
        game: game(row)?,
    })
}
