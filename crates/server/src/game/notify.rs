//! Tells players what happened in their games: each server the sockets of its own, from the table that follows the events.

use komadai_protocol::limits::NOTIFICATION_MS;
use komadai_protocol::{NotificationList, PlayerNotification, ServerMessage};
use komadai_store::{NotificationRow, StoreError};

use super::registry::GameRegistry;
use super::summary::notification;
use crate::bus::News;

/// Notifications that are read at once.
const PAGE: u32 = 500;

impl GameRegistry {
    /// What a player has been notified of lately, and up to where it has been read.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn notifications(&self, player: &str) -> Result<NotificationList, StoreError> {
        let since_ms = self.time.now_ms() - i64::from(NOTIFICATION_MS);
        let rows = self.store.notifications(player, since_ms).await?;
        let read = self.store.notifications_read(player).await?;
        Ok(NotificationList {
            notifications: rows.iter().map(notification).collect(),
            read_up_to: read.unsigned_abs(),
        })
    }

    /// Lets lists follow the events, and passes on the notifications that follow. `notified` is the position up to which that
    /// was done; nothing at first.
    ///
    /// # Errors
    /// The database failed.
    pub(super) async fn follow_and_notify(
        &self,
        notified: &mut Option<i64>,
    ) -> Result<(), StoreError> {
        let reached = self.store.follow_events().await?.position;
        // Who comes later reads what there is.
        let mut after = notified.unwrap_or(reached);
        while after < reached && self.players.has_some() {
            let rows = self
                .store
                .notifications_between(after, reached, PAGE)
                .await?;
            let is_last = rows.len() < PAGE as usize;
            let last = rows.last().map(|row| row.position);
            rows.iter().for_each(|row| self.notify_player(row));
            match last {
                // The other player of the same event may be on the next page.
                Some(last) if !is_last => after = last - 1,
                _ => break,
            }
        }
        *notified = Some(reached);
        Ok(())
    }

    fn notify_player(&self, row: &NotificationRow) {
        let player = row.player.as_str().into();
        if !self.players.has(&player) {
            return;
        }
        let message = ServerMessage::Notification(Box::new(PlayerNotification {
            player: row.player.clone(),
            notification: notification(row),
        }));
        match self.metrics.write(&message) {
            Ok(text) => self.players.publish(&player, News::notification(text)),
            Err(error) => tracing::error!(error = %error, "message.write failed"),
        }
    }
}
