//! Topics that a socket opens: one file a kind.

mod game;
mod list;
mod player;

use std::pin::Pin;
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use komadai_protocol::{ErrorCode, Topic};

use self::game::GameTopic;
use self::list::ListTopic;
use self::player::PlayerTopic;
use super::client::Client;
use crate::game::GameRegistry;
use crate::hub::{Message, Signals, Subject};

/// Why a topic is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    Opened,
    /// A message is missing.
    Gap,
    /// Any number of messages may be missing.
    Missed,
    /// Another writer has the topic, and does not know who is there.
    NewWriter,
}

/// What a socket does with a published message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    Send,
    Skip,
    /// The message before it is missing.
    Read,
}

pub(super) type Reading<'a> =
    Pin<Box<dyn Future<Output = Result<Vec<Utf8Bytes>, ErrorCode>> + Send + 'a>>;

/// State of an open topic at one socket.
pub(super) trait Open: Send {
    /// Reads the whole state, or what is missing.
    fn read(&mut self, cause: Cause) -> Reading<'_>;

    fn receive(&mut self, message: &Message) -> Action;
}

/// A topic that a socket has opened.
pub(super) struct OpenTopic {
    pub(super) topic: Topic,
    /// Number of the subscription, by which a later one of the same topic is told apart.
    pub(super) number: u64,
    pub(super) state: Box<dyn Open>,
}

/// Opens a topic for a client, whose state is still to be read.
///
/// # Errors
/// The client may not, or has too many.
pub(super) async fn open(
    games: &Arc<GameRegistry>,
    client: &Arc<Client>,
    topic: Topic,
    after: Option<u64>,
) -> Result<(OpenTopic, Signals), ErrorCode> {
    match &topic {
        Topic::Game(_) => {}
        Topic::Player(id) => player::may_open(client, id)?,
        Topic::List(_) => list::may_open(client)?,
    }
    let number = client.open(&topic)?;
    // Before the state is read, so that nothing is missed in between.
    let signals = games.hub.subscribe(&Subject::from(&topic)).await;
    let (games, client) = (games.clone(), client.clone());
    let state: Box<dyn Open> = match &topic {
        Topic::Game(key) => Box::new(GameTopic::enter(games, client, key.clone(), after).await),
        Topic::Player(id) => Box::new(PlayerTopic::new(games, id, after)),
        Topic::List(kind) => Box::new(ListTopic::new(games, *kind).await),
    };
    let opened = OpenTopic {
        topic,
        number,
        state,
    };
    Ok((opened, signals))
}
