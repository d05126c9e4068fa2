use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use komadai_play::PlayerId;
use tokio::sync::broadcast;
use tokio_stream::wrappers::BroadcastStream;

/// News a slow subscriber may be behind before it loses some.
const BACKLOG: usize = 16;

/// News of a player's games, written once and shared by all sockets of the player.
#[derive(Clone, Debug)]
pub(crate) struct News {
    /// The position of the event. A subscriber passes on what is later than what it has. Nothing for a notification, which
    /// tells itself from those before it.
    pub(crate) position: Option<u64>,
    /// The JSON that goes out.
    pub(crate) text: Utf8Bytes,
}

impl News {
    /// A notification, for clients that know of them.
    pub(crate) fn notification(text: Utf8Bytes) -> Self {
        Self {
            position: None,
            text,
        }
    }
}

/// The news of a player from the subscription on. Its one error is that the subscriber has been too slow.
pub(crate) type NewsListener = BroadcastStream<News>;

/// Carries news to the sockets of players on this server. Every server follows the log by itself, so that nothing that
/// other servers send is needed, and how far it has come is kept here.
#[derive(Default)]
pub(crate) struct Players {
    subscribers: Mutex<Subscribers>,
}

#[derive(Default)]
struct Subscribers {
    known: HashMap<PlayerId, broadcast::Sender<News>>,
    /// Nothing while nobody has subscribed: then nothing is followed.
    followed: Option<Followed>,
}

/// The events of which subscribers have got news.
#[derive(Clone, Copy)]
struct Followed {
    /// Those after this position …
    since: i64,
    /// … up to this one.
    until: i64,
}

impl Players {
    fn subscribers(&self) -> MutexGuard<'_, Subscribers> {
        self.subscribers
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Everything that is published about the games of a player from now on. Who subscribes reads the games next, and
    /// then says by [`follow_from`](Self::follow_from) up to where.
    pub(crate) fn subscribe(&self, player: &PlayerId) -> NewsListener {
        let mut subscribers = self.subscribers();
        let sender = subscribers
            .known
            .entry(player.clone())
            .or_insert_with(|| broadcast::channel(BACKLOG).0);
        BroadcastStream::new(sender.subscribe())
    }

    /// A subscriber needs news of all events after that position.
    pub(crate) fn follow_from(&self, position: i64) {
        let mut subscribers = self.subscribers();
        let since = subscribers.followed.map(|followed| followed.since);
        // Later than `since`: what was followed before it subscribed had been stored before it read.
        if since.is_none_or(|since| position < since) {
            subscribers.followed = Some(Followed {
                since: position,
                until: position,
            });
        }
    }

    /// The position after which events are to be followed; nothing while there are no subscribers.
    pub(crate) fn followed(&self) -> Option<i64> {
        let mut subscribers = self.subscribers();
        let known = &mut subscribers.known;
        known.retain(|_, sender| sender.receiver_count() > 0);
        if known.is_empty() {
            subscribers.followed = None;
        }
        subscribers.followed.map(|followed| followed.until)
    }

    /// The events between these two positions have been followed.
    pub(crate) fn advance(&self, after: i64, until: i64) {
        // Another one may have subscribed who needs more.
        if let Some(followed) = &mut self.subscribers().followed
            && followed.until == after
        {
            followed.until = until;
        }
    }

    /// Whether any player has subscribed here.
    pub(crate) fn has_some(&self) -> bool {
        let subscribers = self.subscribers();
        let mut senders = subscribers.known.values();
        senders.any(|sender| sender.receiver_count() > 0)
    }

    /// Whether a player has subscribed here.
    pub(crate) fn has(&self, player: &PlayerId) -> bool {
        self.subscribers().known.contains_key(player)
    }

    pub(crate) fn publish(&self, player: &PlayerId, news: News) {
        if let Some(sender) = self.subscribers().known.get(player) {
            // An error only says that nobody is subscribed any more.
            let _ = sender.send(news);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_subscribes_gets_all_that_is_stored_after_what_they_read() {
        let players = Players::default();
        assert_eq!(players.followed(), None, "nobody is there");
        let first = players.subscribe(&"a".into());
        assert_eq!(players.followed(), None, "nobody has read yet");
        // It read before the other one, and is ready later.
        let second = players.subscribe(&"b".into());
        players.follow_from(20);
        assert_eq!(players.followed(), Some(20));
        players.advance(20, 30);
        players.follow_from(15);
        assert_eq!(players.followed(), Some(15));
        // What was being read then counts for nothing.
        players.advance(30, 40);
        assert_eq!(players.followed(), Some(15));
        players.advance(15, 50);
        players.follow_from(45);
        assert_eq!(players.followed(), Some(50));
        drop(first);
        assert!(players.has(&"b".into()));
        drop(second);
        assert_eq!(players.followed(), None, "nobody is left");
    }
}
