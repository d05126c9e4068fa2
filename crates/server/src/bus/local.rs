use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::StreamExt;
use komadai_protocol::GameKey;
use komadai_store::Head;
use tokio::sync::{Notify, broadcast};
use tokio_stream::wrappers::BroadcastStream;

use super::{Bus, BusMessage, Listener, Received};

/// Messages a slow subscriber may be behind before it loses some.
const BACKLOG: usize = 16;

/// Games whose last subscriber has gone are swept out when so many are known, or twice as many as
/// had subscribers at the last sweep.
const SWEEP: usize = 1024;

/// The bus of a single server.
#[derive(Default)]
pub(crate) struct LocalBus {
    games: Mutex<Games>,
    /// For the one who follows the events of all games.
    stirred: Notify,
    /// For the one who reads the list of challenges.
    lobby_stirred: Notify,
}

#[derive(Default)]
struct Games {
    known: HashMap<GameKey, Known>,
    sweep_at: usize,
}

/// A game with subscribers.
struct Known {
    /// Every game has room for the whole backlog, so that messages stand in it by their address.
    sender: broadcast::Sender<Arc<BusMessage>>,
    /// The last event that was published.
    seq: u32,
    /// The epoch in which the database had it when it was asked last.
    epoch: Option<i64>,
}

impl Games {
    fn sweep(&mut self) {
        self.known
            .retain(|_, known| known.sender.receiver_count() > 0);
        self.sweep_at = SWEEP.max(2 * self.known.len());
    }
}

impl LocalBus {
    fn games(&self) -> MutexGuard<'_, Games> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether somebody has subscribed to that game lately.
    pub(super) fn knows(&self, game: &GameKey) -> bool {
        self.games().known.contains_key(game)
    }

    /// Events may have been stored.
    pub(crate) fn stir(&self) {
        self.stirred.notify_one();
    }

    pub(super) async fn stirred(&self) {
        self.stirred.notified().await;
    }

    /// A challenge may have come, gone or changed.
    pub(crate) fn stir_lobby(&self) {
        self.lobby_stirred.notify_one();
    }

    pub(super) async fn lobby_stirred(&self) {
        self.lobby_stirred.notified().await;
    }

    pub(super) fn publish(&self, game: &GameKey, message: BusMessage) {
        if matches!(message, BusMessage::Text { seq: Some(_), .. }) {
            self.stir();
        }
        if let Some(known) = self.games().known.get_mut(game) {
            if let BusMessage::Text { seq: Some(seq), .. } = message {
                known.seq = known.seq.max(seq);
            }
            // An error only says that nobody is subscribed.
            let _ = known.sender.send(Arc::new(message));
        }
    }

    pub(super) fn subscribe(&self, game: &GameKey) -> Listener {
        let mut games = self.games();
        if games.known.len() >= games.sweep_at {
            games.sweep();
        }
        let known = games.known.entry(game.clone()).or_insert_with(|| Known {
            sender: broadcast::channel(BACKLOG).0,
            seq: 0,
            epoch: None,
        });
        let received = BroadcastStream::new(known.sender.subscribe());
        Box::pin(received.map(|message| match message {
            Ok(message) => Received::Message(Arc::unwrap_or_clone(message)),
            // The one error of a receiver is that it has been too slow.
            Err(_) => Received::Missed,
        }))
    }

    pub(super) fn subscribed(&self) -> Vec<GameKey> {
        let mut games = self.games();
        games.sweep();
        games.known.keys().cloned().collect()
    }

    pub(super) fn is_news(&self, head: &Head) -> bool {
        let mut games = self.games();
        let Some(known) = games.known.get_mut(&head.game) else {
            return false;
        };
        let is_news = head.seq > known.seq || known.epoch != Some(head.epoch);
        known.seq = known.seq.max(head.seq);
        known.epoch = Some(head.epoch);
        is_news
    }
}

impl Bus for LocalBus {
    fn here(&self) -> &LocalBus {
        self
    }
}

#[cfg(test)]
mod tests {
    use axum::extract::ws::Utf8Bytes;

    use super::*;

    #[test]
    fn games_without_subscribers_are_forgotten() {
        let bus = LocalBus::default();
        let kept = bus.subscribe(&"kept".into());
        for n in 0..3 * SWEEP {
            drop(bus.subscribe(&format!("game {n}").into()));
        }
        let known = bus.games().known.len();
        assert!(known <= SWEEP + 1, "{known}");
        assert!(bus.games().known.contains_key(&GameKey::from("kept")));
        assert_eq!(bus.subscribed(), [GameKey::from("kept")]);
        drop(kept);
        assert!(bus.subscribed().is_empty());
    }

    #[test]
    fn what_was_not_published_is_news_once() {
        let bus = LocalBus::default();
        let game = GameKey::from("game");
        let head = |seq, epoch| Head {
            game: game.clone(),
            seq,
            epoch,
            holder: None,
            is_over: false,
        };
        assert!(!bus.is_news(&head(3, 1)), "nobody listens");
        let _listener = bus.subscribe(&game);
        let publish = |seq| {
            let text = Utf8Bytes::from_static("{}");
            let seq = Some(seq);
            bus.publish(&game, BusMessage::Text { seq, text });
        };
        assert!(bus.is_news(&head(3, 1)), "asked for the first time");
        assert!(!bus.is_news(&head(3, 1)));
        publish(4);
        assert!(!bus.is_news(&head(4, 1)));
        assert!(bus.is_news(&head(5, 1)), "a message was lost");
        assert!(!bus.is_news(&head(5, 1)));
        // It came late.
        publish(5);
        assert!(!bus.is_news(&head(5, 1)));
        assert!(bus.is_news(&head(5, 2)), "another referee");
        assert!(!bus.is_news(&head(5, 2)));
    }
}
