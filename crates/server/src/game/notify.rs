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
        let since_ms = self.time.date_ms() - i64::from(NOTIFICATION_MS);
        let rows = self.store.notifications(player, since_ms).await?;
        let read = self.store.notifications_read(player).await?;
        Ok(NotificationList {
            notifications: rows.iter().map(notification).collect(),
            read_up_to: read.unsigned_abs(),
        })
    }

    /// Lets lists follow the events, and passes on the notifications that follow. `notified` is the position up to which that
    /// was done; nothing at first. Returns whether the lists have come to the end.
    ///
    /// # Errors
    /// The database failed.
    pub(super) async fn follow_and_notify(
        &self,
        notified: &mut Option<i64>,
    ) -> Result<bool, StoreError> {
        let followed = self.store.follow_events().await?;
        let reached = followed.position;
        self.metrics.store.behind(followed.end - reached);
        // Who comes later reads what there is, however long it takes until it has been followed.
        let mut after = notified.unwrap_or(followed.end.max(reached));
        // Lists that are made again come back to what has been passed on.
        let passed_on = reached.max(after);
        while after < reached && self.players.has_some() {
            let page = self
                .store
                .notifications_between(after, reached, PAGE)
                .await?;
            page.rows.iter().for_each(|row| self.notify_player(row));
            match page.until {
                // The other player of the same event may be on the next page.
                Some(last) if !page.is_last => after = last - 1,
                _ => break,
            }
        }
        *notified = Some(passed_on);
        Ok(followed.is_whole())
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

#[cfg(test)]
mod tests {
    use futures_util::{FutureExt, StreamExt};
    use komadai_protocol::{ClockSettings, EventBody, Offer, OfferKind, SideName};
    use komadai_store::{Append, NewEvent};

    use crate::game::tests::{game, registry};

    /// A server that started with much to follow, and one whose lists were made again beside it, passed notifications on
    /// that were as old as the games.
    #[tokio::test]
    async fn old_notifications_were_passed_on_while_lists_were_made_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let registry = registry(&folder).await;
        let key = game(&registry, ClockSettings::None).await;
        let row = registry.store.game(&key).await.expect("read");
        let row = row.expect("there");
        let event = |body| NewEvent {
            at_ms: registry.time.date_ms(),
            body,
            author: Some("b".into()),
            command: None,
        };
        let append = |first_seq, events| Append {
            game: key.clone(),
            first_seq,
            epoch: row.epoch,
            events,
            progress: row.progress.clone(),
            turn_from_ms: None,
        };
        let offered = || {
            let (offer, by) = (OfferKind::Rematch, SideName::Second);
            let offer = Offer { offer, by };
            event(EventBody::Offered { offer })
        };
        let declined = || {
            let (offer, by) = (OfferKind::Rematch, SideName::First);
            event(EventBody::Declined { offer, by })
        };
        // More than are followed in one step.
        let mut many: Vec<NewEvent> = (0..6000).map(|_| declined()).collect();
        many.push(offered());
        let next = row.seq + 1 + many.len() as u32;
        let stored = registry.store.append(append(row.seq + 1, many)).await;
        stored.expect("stored");
        let mut page = registry.players.subscribe(&"a".into());
        let mut notified = None;
        for _ in 0..3 {
            let done = registry.follow_and_notify(&mut notified).await;
            done.expect("followed");
        }
        assert!(
            page.next().now_or_never().is_none(),
            "older than the server"
        );
        let stored = registry.store.append(append(next, vec![offered()])).await;
        stored.expect("stored");
        let done = registry.follow_and_notify(&mut notified).await;
        done.expect("followed");
        assert!(page.next().now_or_never().is_some());
        registry.store.forget_lists().await.expect("emptied");
        for _ in 0..3 {
            let done = registry.follow_and_notify(&mut notified).await;
            done.expect("followed");
        }
        assert!(page.next().now_or_never().is_none(), "passed on before");
    }
}
