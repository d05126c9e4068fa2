use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use futures_util::StreamExt;
use komadai_protocol::GameKey;
use tokio::sync::broadcast;
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
}

#[derive(Default)]
struct Games {
    senders: HashMap<GameKey, broadcast::Sender<BusMessage>>,
    sweep_at: usize,
}

impl Bus for LocalBus {
    fn publish(&self, game: &GameKey, message: BusMessage) {
        let games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = games.senders.get(game) {
            // An error only says that nobody is subscribed.
            let _ = sender.send(message);
        }
    }

    fn subscribe(&self, game: &GameKey) -> Listener {
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        if games.senders.len() >= games.sweep_at {
            games
                .senders
                .retain(|_, sender| sender.receiver_count() > 0);
            games.sweep_at = SWEEP.max(2 * games.senders.len());
        }
        let sender = games
            .senders
            .entry(game.clone())
            .or_insert_with(|| broadcast::channel(BACKLOG).0);
        let received = BroadcastStream::new(sender.subscribe());
        // The one error of a receiver is that it has been too slow.
        Box::pin(received.map(|message| message.map_or(Received::Missed, Received::Message)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_without_subscribers_are_forgotten() {
        let bus = LocalBus::default();
        let kept = bus.subscribe(&"kept".into());
        for n in 0..3 * SWEEP {
            drop(bus.subscribe(&format!("game {n}").into()));
        }
        let games = bus.games.lock().expect("not poisoned");
        assert!(games.senders.len() <= SWEEP + 1, "{}", games.senders.len());
        assert!(games.senders.contains_key(&GameKey::from("kept")));
        drop(kept);
    }
}
