//! Carries what referees publish to all sockets of a game, and requests to the referees of other servers.

#[cfg(test)]
mod let_in;
mod lobby;
mod local;
mod nats;
mod nats_access;
mod players;
mod subjects;
mod wire;

use std::pin::Pin;

use axum::extract::ws::Utf8Bytes;
use futures_util::Stream;
use komadai_play::PlayerId;
use komadai_protocol::GameKey;
use komadai_store::Head;

pub(crate) use lobby::{Lobby, LobbyListener, MakerThere};
pub(crate) use local::LocalBus;
pub(crate) use nats::{Asked, NatsBus};
pub use nats_access::BusError;
pub(crate) use nats_access::NatsAccess;
pub(crate) use players::{News, NewsListener, Players};
pub(crate) use wire::{Answer, Question, WIRE_VERSION};

use crate::server_id::ServerId;

/// A message to everybody who watches a game. Its text is written once and shared by all who get it.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// For the connections themselves: another referee has the game and does not know who is there, or the log has
    /// gone on without a message.
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

/// What another server answers.
pub(crate) type AnswerFuture<'a> =
    Pin<Box<dyn Future<Output = Result<Answer, AskError>> + Send + 'a>>;

/// The version of messages that another server speaks.
pub(crate) type VersionFuture<'a> =
    Pin<Box<dyn Future<Output = Result<u32, AskError>> + Send + 'a>>;

/// Something to wait for.
pub(crate) type Waiting<'a> = Pin<Box<dyn Future<Output = ()> + Send + 'a>>;

/// Why another server gave no answer. It may have done what it was asked all the same.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum AskError {
    /// Nobody listens under that id: it is gone, or has lost its connection.
    #[error("nobody listens there")]
    Nobody,
    /// No answer came in time.
    #[error("no answer in time")]
    Timeout,
    /// This server has no connection to others at the moment.
    #[error("no connection to other servers")]
    Disconnected,
    /// Question or answer cannot be written or read: the other one runs another version.
    #[error("not understood: {0}")]
    NotUnderstood(String),
}

/// Carries messages from referees to sockets. It may lose, double and reorder them without harm. Without more than
/// [`Bus::here`] it reaches no other server.
pub(crate) trait Bus: Send + Sync {
    /// What carries them on this server.
    fn here(&self) -> &LocalBus;

    /// To all subscribers of the game, on whatever server.
    fn publish(&self, game: &GameKey, message: BusMessage) {
        self.here().publish(game, message);
    }

    /// To the subscribers on this server.
    fn publish_here(&self, game: &GameKey, message: BusMessage) {
        self.here().publish(game, message);
    }

    /// Everything published from now on.
    fn subscribe(&self, game: &GameKey) -> Listener {
        self.here().subscribe(game)
    }

    /// The games that somebody on this server has subscribed to.
    fn subscribed(&self) -> Vec<GameKey> {
        self.here().subscribed()
    }

    /// Whether a game has come further, or has another referee, than what was published here says. The head counts as
    /// known from then on.
    fn is_news(&self, head: &Head) -> bool {
        self.here().is_news(head)
    }

    /// Waits until an event may have been stored since the last time, here or elsewhere.
    fn stirred(&self) -> Waiting<'_> {
        Box::pin(self.here().stirred())
    }

    /// Some challenge has come, gone or changed, for all servers.
    fn stir_lobby(&self) {
        self.here().stir_lobby();
    }

    /// Waits until a challenge may have come, gone or changed since the last time, here or elsewhere.
    fn lobby_stirred(&self) -> Waiting<'_> {
        Box::pin(self.here().lobby_stirred())
    }

    /// Tells other servers which sessions and tokens were ended.
    fn tell_ended(&self, _ids: &[String]) {}

    /// Whether there may be other servers.
    fn is_shared(&self) -> bool {
        false
    }

    /// Asks another server for the version of messages that it speaks. Servers of every version answer that.
    fn version(&self, _server: ServerId) -> VersionFuture<'_> {
        Box::pin(async { Err(AskError::Nobody) })
    }

    /// Asks another server.
    fn ask<'a>(&'a self, _server: ServerId, _question: &'a Question) -> AnswerFuture<'a> {
        Box::pin(async { Err(AskError::Nobody) })
    }

    /// Waits until others can be asked.
    fn ready(&self) -> Waiting<'_> {
        Box::pin(std::future::pending())
    }

    /// Tells the others that this server has given its games back, and closes.
    fn leave(&self) -> Waiting<'_> {
        Box::pin(std::future::ready(()))
    }

    /// Waits until another server has given its games back, or messages may have been lost.
    fn change(&self) -> Waiting<'_> {
        Box::pin(std::future::pending())
    }
}
