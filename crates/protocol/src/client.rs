use serde::{Deserialize, Serialize};

use crate::{GameKey, OfferKind, Topic};

/// A message from a client on the WebSocket. Commands are idempotent: each carries an `id` chosen by the client,
/// and one that is sent again is acknowledged again and carried out once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClientMessage {
    /// First message of a connection.
    Hello {
        protocol: u32,
    },
    /// Subscribe to a topic. A repeated subscription is answered with the whole state again.
    Subscribe {
        topic: Topic,
        /// Number or position of the last event that the client has, to get the later ones.
        #[serde(default)]
        #[cfg_attr(any(test, feature = "typescript"), ts(optional))]
        after: Option<u64>,
    },
    Unsubscribe {
        topic: Topic,
    },
    Move {
        game: GameKey,
        id: String,
        ply: u32,
        /// USI or UCI.
        #[serde(rename = "move")]
        text: String,
    },
    /// Set a move to be played as soon as it is the sender's turn; replaces an earlier premove.
    Premove {
        game: GameKey,
        id: String,
        /// One more than now, as the opponent is to move.
        ply: u32,
        /// USI or UCI.
        #[serde(rename = "move")]
        text: String,
    },
    CancelPremove {
        game: GameKey,
        id: String,
    },
    /// Resign; while a seat is free, withdraw the invitation.
    Resign {
        game: GameKey,
        id: String,
    },
    /// End the game without a result: before both sides have moved, or after the opponent has been
    /// away for [`ABANDONED_MS`](crate::limits::ABANDONED_MS) on their own turn.
    Abort {
        game: GameKey,
        id: String,
    },
    /// Claim the win after the opponent has been away for
    /// [`ABANDONED_MS`](crate::limits::ABANDONED_MS) on their own turn.
    ClaimVictory {
        game: GameKey,
        id: String,
    },
    Offer {
        game: GameKey,
        id: String,
        offer: OfferKind,
    },
    /// Accept or decline an offer; declining the player's own withdraws it.
    Answer {
        game: GameKey,
        id: String,
        offer: OfferKind,
        accept: bool,
    },
    /// Declare entering kings, where the rules allow it, on the player's own turn.
    Declare {
        game: GameKey,
        id: String,
        ply: u32,
    },
    /// Answer to `ping`.
    Pong {
        nonce: String,
    },
}
