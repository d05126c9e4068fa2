use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use komadai_protocol::GameKey;
use tokio::sync::broadcast;

use super::{Bus, BusMessage};

/// Messages a slow listener may be behind before it loses some.
const BACKLOG: usize = 64;

/// The bus of a single server.
#[derive(Default)]
pub(crate) struct LocalBus {
    games: Mutex<HashMap<GameKey, broadcast::Sender<BusMessage>>>,
}

impl Bus for LocalBus {
    fn publish(&self, game: &GameKey, message: BusMessage) {
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = games.get(game)
            && sender.send(message).is_err()
        {
            games.remove(game);
        }
    }

    fn subscribe(&self, game: &GameKey) -> broadcast::Receiver<BusMessage> {
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        games
            .entry(game.clone())
            .or_insert_with(|| broadcast::channel(BACKLOG).0)
            .subscribe()
    }
}
