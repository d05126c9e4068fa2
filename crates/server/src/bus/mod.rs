//! Carries what referees publish to all sockets of a game, on whatever server they are.

mod local;

use std::sync::Arc;

use komadai_play::PlayerId;
use komadai_protocol::GameKey;
use tokio::sync::broadcast;

pub(crate) use local::LocalBus;

/// A message to everybody who watches a game.
#[derive(Clone, Debug)]
pub(crate) enum BusMessage {
    /// For the client.
    Text {
        /// The number, if it is an event. Events come after their commit and in order; a
        /// subscriber that misses one reads it from the log.
        seq: Option<u32>,
        /// The JSON that goes out.
        text: Arc<str>,
    },
    /// For the clients of one person only.
    Private {
        /// Whose.
        player: PlayerId,
        /// The JSON that goes out.
        text: Arc<str>,
    },
    /// For the connections themselves: another referee has the game and does not know who is there.
    NewReferee,
}

/// Carries messages from referees to sockets. It may lose some without harm.
pub(crate) trait Bus: Send + Sync {
    /// To all subscribers of the game.
    fn publish(&self, game: &GameKey, message: BusMessage);

    /// Everything published from now on.
    fn subscribe(&self, game: &GameKey) -> broadcast::Receiver<BusMessage>;
}
