//! What was said in a game, to everybody who listens, on whatever server they are.

mod local;

use std::sync::Arc;

use komadai_protocol::GameKey;
use tokio::sync::broadcast;

pub(crate) use local::LocalBus;

/// A message to everybody who watches a game, as the text that goes out.
#[derive(Clone, Debug)]
pub(crate) struct BusMessage {
    /// The number, if it is an event. Events come after their commit and in order; a listener
    /// that misses one asks the referee.
    pub(crate) seq: Option<u32>,
    /// The JSON.
    pub(crate) text: Arc<str>,
}

/// Carries messages from referees to sockets. It may lose some without harm.
pub(crate) trait Bus: Send + Sync {
    /// To all listeners of the game.
    fn publish(&self, game: &GameKey, message: BusMessage);

    /// Everything published from now on.
    fn subscribe(&self, game: &GameKey) -> broadcast::Receiver<BusMessage>;
}
