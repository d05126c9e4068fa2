use serde::{Deserialize, Serialize};

use crate::GameKey;

/// What a connection can subscribe to, several topics at once.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Topic {
    /// A game. Its events are numbered from 1.
    Game(GameKey),
    /// The games of a player, by the player's id: for that player alone. Its events have positions, which rise over
    /// all games of the server.
    Player(String),
    /// The games that anyone may join.
    Lobby,
}
