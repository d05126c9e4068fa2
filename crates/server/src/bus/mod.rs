//! Carries what referees publish to all sockets of a game, on whatever server they are.

mod local;

use axum::extract::ws::Utf8Bytes;
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
        /// The JSON that goes out. All sockets share it.
        text: Utf8Bytes,
    },
    /// For the clients of one person only.
    Private {
        /// Whose.
        player: PlayerId,
        /// The JSON that goes out.
        text: Utf8Bytes,
    },
    /// For the connections themselves: another referee has the game and does not know who is there.
    NewReferee,
}

/// What a subscriber hears.
#[derive(Clone, Debug)]
pub(crate) enum Heard {
    /// The next message.
    Message(BusMessage),
    /// Some messages were lost: the log has the events, a referee may be a new one.
    Gap,
}

/// Everything published about a game since it was subscribed to.
pub(crate) struct Subscription(broadcast::Receiver<BusMessage>);

impl Subscription {
    /// The next message, when it comes. Dropping the future loses nothing.
    pub(crate) async fn next(&mut self) -> Heard {
        match self.0.recv().await {
            Ok(message) => Heard::Message(message),
            Err(broadcast::error::RecvError::Lagged(_)) => Heard::Gap,
            // The bus is gone, and so is the server.
            Err(broadcast::error::RecvError::Closed) => std::future::pending().await,
        }
    }
}

/// Carries messages from referees to sockets. It may lose some without harm.
pub(crate) trait Bus: Send + Sync {
    /// To all subscribers of the game.
    fn publish(&self, game: &GameKey, message: BusMessage);

    /// Everything published from now on.
    fn subscribe(&self, game: &GameKey) -> Subscription;
}
