//! Notifications, published by the server that read the events.

use komadai_protocol::limits::NOTIFICATION_MS;
use komadai_protocol::{Notification, NotificationList, PlayerNotification, ServerMessage};
use komadai_store::{Followed, StoreError};

use super::registry::GameRegistry;
use crate::hub::{Message, Signal, Subject};

const PAGE: u32 = 500;
/// Age up to which an event is news, milliseconds.
const NEWS_MS: i64 = 60_000;

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

    /// Takes a step of the consumer and publishes what is new: notifications and ratings. `published` is the position
    /// published so far, `None` at first.
    pub(super) async fn follow_and_publish(
        &self,
        published: &mut Option<i64>,
    ) -> Result<Followed, StoreError> {
        let followed = self.store.follow_events().await?;
        self.set_behind(Some(followed.behind));
        let reached = followed.reached.position;
        // Start at the end of the log: later subscribers read the backlog themselves. A rebuild repeats positions that
        // were published before.
        let before = published.unwrap_or(followed.reached.end);
        *published = Some(reached.max(before));
        let mut after = followed.from.max(before);
        let newest = self.time.date_ms() - NEWS_MS;
        while after < reached {
            let page = self
                .store
                .notifications_between(after, reached, PAGE)
                .await?;
            let mut rows = page.rows;
            // Another server may have published old ones.
            rows.retain(|row| {
                row.at_ms >= newest && self.hub.may_be_open(&Subject::player(&row.player))
            });
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
        if reached > before {
            for game in &followed.rated {
                self.publish_rating(game).await;
            }
        }
        Ok(followed)
    }

    fn notify_player(&self, player: String, notification: Notification) {
        let subject = Subject::player(&player);
        let message = ServerMessage::Notification(Box::new(PlayerNotification {
            player,
            notification,
        }));
        if let Some(text) = self.written(&message) {
            let message = Signal::Message(Message::notice(text));
            self.hub.publish(&subject, message);
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::{FutureExt, StreamExt};
    use komadai_protocol::{ClockSettings, EventBody, Offer, OfferKind};
    use komadai_rules::Side;
    use komadai_store::{Append, NewEvent};

    use crate::game::slots::Holder;
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
        let Holder::Here(epoch) = registry.holder(key.as_str()) else {
            panic!("the only copy")
        };
        let event = |body| NewEvent {
            at_ms: registry.time.date_ms(),
            body,
            author: Some("b".into()),
            command: None,
        };
        let append = |first_seq, events| Append {
            game: key.clone(),
            first_seq,
            epoch,
            events,
            progress: row.progress.clone(),
            players: Vec::new(),
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
            let done = registry.follow_and_publish(&mut notified).await;
            done.expect("followed");
        }
        assert!(
            page.next().now_or_never().is_none(),
            "older than the server"
        );
        let stored = registry.store.append(append(next, vec![offered()])).await;
        stored.expect("stored");
        let done = registry.follow_and_publish(&mut notified).await;
        done.expect("followed");
        assert!(page.next().now_or_never().is_some());
        registry.store.clear_projections().await.expect("emptied");
        for _ in 0..3 {
            let done = registry.follow_and_publish(&mut notified).await;
            done.expect("followed");
        }
        assert!(page.next().now_or_never().is_none(), "passed on before");
    }
}
