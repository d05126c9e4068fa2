//! Notifications: each server serves the sockets of its own players from the projection.

use komadai_protocol::limits::NOTIFICATION_MS;
use komadai_protocol::{Notification, NotificationList, PlayerNotification, ServerMessage};
use komadai_store::StoreError;

use super::registry::GameRegistry;
use crate::hub::{Message, Signal, Subject};

const PAGE: u32 = 500;

impl GameRegistry {
    pub(crate) async fn notifications(&self, player: &str) -> Result<NotificationList, StoreError> {
        let since_ms = self.time.date_ms() - i64::from(NOTIFICATION_MS);
        let rows = self.store.notifications(player, since_ms).await?;
        let read = self.store.notifications_read(player).await?;
        Ok(NotificationList {
            notifications: self.shown_notifications(&rows).await,
            read_up_to: read.unsigned_abs(),
        })
    }

    /// Runs a step of the projections and publishes new notifications. `notified` is the position published so
    /// far, `None` at first. Returns `true` if the projections have caught up.
    pub(super) async fn follow_and_notify(
        &self,
        notified: &mut Option<i64>,
    ) -> Result<bool, StoreError> {
        let followed = self.store.follow_events().await?;
        let reached = followed.position;
        self.metrics.store.behind(followed.end - reached);
        // Start at the end of the log: later subscribers read the backlog themselves.
        let mut after = notified.unwrap_or(followed.end.max(reached));
        // A rebuild replays positions that were published before.
        let passed_on = reached.max(after);
        while after < reached && self.hub.has_players() {
            let page = self
                .store
                .notifications_between(after, reached, PAGE)
                .await?;
            let mut rows = page.rows;
            rows.retain(|row| self.hub.is_open(&Subject::player(&row.player)));
            let shown = self.shown_notifications(&rows).await;
            for (row, notification) in rows.into_iter().zip(shown) {
                self.notify_player(row.player, notification);
            }
            match page.until {
                // The other player's notification of the same event may be on the next page.
                Some(last) if !page.is_last => after = last - 1,
                _ => break,
            }
        }
        *notified = Some(passed_on);
        Ok(followed.is_whole())
    }

    fn notify_player(&self, player: String, notification: Notification) {
        let subject = Subject::player(&player);
        let message = ServerMessage::Notification(Box::new(PlayerNotification {
            player,
            notification,
        }));
        if let Some(text) = self.written(&message) {
            let message = Signal::Message(Message::notice(text));
            self.hub.publish_here(&subject, message);
        }
    }
}
