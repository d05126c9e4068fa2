//! Link to the other copies of the server: messages under a subject, and requests to one of them.

#[cfg(test)]
pub(crate) mod let_in;
mod nats;
mod nats_access;
mod subjects;
mod wire;

use std::pin::Pin;

use axum::body::Bytes;
use futures_util::Stream;

pub(crate) use nats::{Asked, Asker, NatsLink};
pub use nats_access::LinkError;
pub(crate) use nats_access::NatsAccess;
pub(crate) use wire::WIRE_VERSION;

use crate::server_id::ServerId;

/// Payloads of other copies; an empty one stands for messages that were lost.
pub(crate) type Payloads = Pin<Box<dyn Stream<Item = Bytes> + Send>>;

pub(crate) type Listening<'a> = Pin<Box<dyn Future<Output = Option<Payloads>> + Send + 'a>>;
pub(crate) type AnswerFuture<'a> =
    Pin<Box<dyn Future<Output = Result<Bytes, AskError>> + Send + 'a>>;
pub(crate) type VersionFuture<'a> =
    Pin<Box<dyn Future<Output = Result<u32, AskError>> + Send + 'a>>;
pub(crate) type Waiting<'a> = Pin<Box<dyn Future<Output = ()> + Send + 'a>>;

/// Why another copy gave no answer. It may have done what it was asked all the same.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum AskError {
    /// Nobody listens under that id: the copy is gone, or has lost its connection.
    #[error("nobody listens there")]
    Nobody,
    #[error("no answer in time")]
    Timeout,
    /// This copy has no connection to others at the moment.
    #[error("no connection to other servers")]
    Disconnected,
    /// Question or answer is of another version.
    #[error("not understood: {0}")]
    NotUnderstood(String),
}

/// The other copies. Messages may be lost, doubled and reordered without harm.
pub(crate) trait Link: Send + Sync {
    /// Returns `true` if there may be other copies.
    fn is_shared(&self) -> bool;

    /// Publishes to the other copies that listen. Subjects are words with dots between them.
    fn publish(&self, _subject: &str, _payload: Bytes) {}

    /// Messages of other copies from now on; `None` if there are none.
    fn listen<'a>(&'a self, _subject: &'a str) -> Listening<'a> {
        Box::pin(std::future::ready(None))
    }

    /// Waits until the other copies' messages reach the subscriptions that were begun, or a second.
    fn subscribed(&self) -> Waiting<'_> {
        Box::pin(std::future::ready(()))
    }

    /// Waits until messages may have been lost.
    fn missed(&self) -> Waiting<'_> {
        Box::pin(std::future::pending())
    }

    /// Asks another copy for its wire version. Copies of every version answer.
    fn version(&self, _server: ServerId) -> VersionFuture<'_> {
        Box::pin(async { Err(AskError::Nobody) })
    }

    fn ask(&self, _server: ServerId, _question: Bytes) -> AnswerFuture<'_> {
        Box::pin(async { Err(AskError::Nobody) })
    }

    /// Waits until others can be asked.
    fn ready(&self) -> Waiting<'_> {
        Box::pin(std::future::pending())
    }

    /// Announces that slots have other owners.
    fn announce(&self) {}

    /// Announces that this copy has handed its slots over, and closes.
    fn leave(&self) -> Waiting<'_> {
        Box::pin(std::future::ready(()))
    }

    /// Waits until slots have other owners, or an announcement may have been lost.
    fn change(&self) -> Waiting<'_> {
        Box::pin(std::future::pending())
    }
}

/// A single copy.
pub(crate) struct Alone;

impl Link for Alone {
    fn is_shared(&self) -> bool {
        false
    }
}
