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

#[cfg(test)]
mod tests {
    use futures_util::{FutureExt, StreamExt};
    use komadai_protocol::{ClockSettings, EventBody, Offer, OfferKind};
    use komadai_rules::Side;
    use komadai_store::{Append, NewEvent};

    use crate::game::tests::{game, registry};
    use crate::hub::Subject;

    /// Regression: a backlog at the start and a rebuild beside the server republished old notifications.
    #[tokio::test]
    async fn a_rebuild_of_the_projections_publishes_no_old_notifications() {
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
            players: Vec::new(),
            turn_from_ms: None,
        };
        let offered = || {
            let (offer, by) = (OfferKind::Rematch, Side::Second);
            let offer = Offer { offer, by };
            event(EventBody::Offered { offer })
        };
        let declined = || {
            let (offer, by) = (OfferKind::Rematch, Side::First);
            event(EventBody::Declined { offer, by })
        };
        // More events than one step follows.
        let mut many: Vec<NewEvent> = (0..6000).map(|_| declined()).collect();
        many.push(offered());
        let next = row.seq + 1 + many.len() as u32;
        let stored = registry.store.append(append(row.seq + 1, many)).await;
        stored.expect("stored");
        let mut page = registry.hub.subscribe(&Subject::player("a")).await;
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
        registry.store.clear_projections().await.expect("emptied");
        for _ in 0..3 {
            let done = registry.follow_and_notify(&mut notified).await;
            done.expect("followed");
        }
        assert!(page.next().now_or_never().is_none(), "passed on before");
    }
}
