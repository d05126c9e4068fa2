//! Carries what referees publish to all sockets of a game, on whatever server they are.

mod local;

use std::pin::Pin;

use axum::extract::ws::Utf8Bytes;
use futures_util::Stream;
use komadai_play::PlayerId;
use komadai_protocol::GameKey;

pub(crate) use local::LocalBus;

/// A message to everybody who watches a game. Its text is written once and shared by all who get it.
#[derive(Clone, Debug)]
pub(crate) enum BusMessage {
    /// For the client.
    Text {
        /// The number, if it is an event. Events come after their commit and in order; a
        /// subscriber that misses one reads it from the log.
        seq: Option<u32>,
        /// The JSON that goes out.
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
    /// For the connections themselves: there is no such game any more.
    Gone,
}

/// What a subscriber receives.
#[derive(Clone, Debug)]
pub(crate) enum Received {
    /// A message.
    Message(BusMessage),
    /// The subscriber was too slow: some are lost.
    Missed,
}

/// What is published about a game from the subscription on. It ends when the bus has forgotten the game.
pub(crate) type Listener = Pin<Box<dyn Stream<Item = Received> + Send + Sync>>;

/// Carries messages from referees to sockets. It may lose some without harm.
pub(crate) trait Bus: Send + Sync {
    /// To all subscribers of the game.
    fn publish(&self, game: &GameKey, message: BusMessage);

    /// Everything published from now on.
    fn subscribe(&self, game: &GameKey) -> Listener;
}
