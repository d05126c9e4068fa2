use serde::{Deserialize, Serialize};

use crate::{GameKey, OfferKind, Topic};

/// A message from a client on the WebSocket. Every command carries an `id` the client chooses: a
/// command sent again (after a broken connection) is acknowledged again and carried out once.
///
/// ```
/// use komadai_protocol::{ClientMessage, Topic};
/// let text = r#"{"type":"subscribe","topic":{"game":"x8Qm3LhTz0RkWb5v"},"after":7}"#;
/// let message: ClientMessage = serde_json::from_str(text)?;
/// let topic = Topic::Game("x8Qm3LhTz0RkWb5v".into());
/// assert_eq!(message, ClientMessage::Subscribe { topic, after: Some(7) });
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClientMessage {
    /// The first message of a connection.
    Hello {
        /// The version the client speaks.
        protocol: u32,
    },
    /// Receive what happens in a topic from now on. Once more for the same topic: its whole state again.
    Subscribe {
        /// What of.
        topic: Topic,
        /// Number or position of the last event of the topic that the client has, to get the ones after it.
        #[serde(default)]
        #[cfg_attr(any(test, feature = "typescript"), ts(optional))]
        after: Option<u64>,
    },
    /// End a subscription.
    Unsubscribe {
        /// What of.
        topic: Topic,
    },
    /// A move.
    Move {
        /// Which game.
        game: GameKey,
        /// The client's id for this move.
        id: String,
        /// Moves played before it.
        ply: u32,
        /// Its text (USI or UCI spelling).
        #[serde(rename = "move")]
        text: String,
    },
    /// A move to be played as soon as it is the sender's turn; replaces one set before.
    Premove {
        /// Which game.
        game: GameKey,
        /// The client's id for it.
        id: String,
        /// Moves played before it: one more than now, as the opponent is to move.
        ply: u32,
        /// Its text (USI or UCI spelling).
        #[serde(rename = "move")]
        text: String,
    },
    /// Remove the premove, if there is one.
    CancelPremove {
        /// Which game.
        game: GameKey,
        /// The client's id for this command.
        id: String,
    },
    /// Resign. Before anybody joined: withdraw the invitation.
    Resign {
        /// Which game.
        game: GameKey,
        /// The client's id for this command.
        id: String,
    },
    /// Break the game off without a result: before both sides have moved, or when the opponent has
    /// been away for [`ABANDONED_MS`](crate::limits::ABANDONED_MS) on their own turn.
    Abort {
        /// Which game.
        game: GameKey,
        /// The client's id for this command.
        id: String,
    },
    /// Claim the win, when the opponent has been away for
    /// [`ABANDONED_MS`](crate::limits::ABANDONED_MS) on their own turn.
    ClaimVictory {
        /// Which game.
        game: GameKey,
        /// The client's id for this command.
        id: String,
    },
    /// Propose something to the other player.
    Offer {
        /// Which game.
        game: GameKey,
        /// The client's id for this command.
        id: String,
        /// What is proposed.
        offer: OfferKind,
    },
    /// Accept or decline what the other player proposed; declining one's own proposal
    /// withdraws it.
    Answer {
        /// Which game.
        game: GameKey,
        /// The client's id for this command.
        id: String,
        /// What was proposed.
        offer: OfferKind,
        /// Yes or no.
        accept: bool,
    },
    /// Declare entering kings (where the rules say so), on one's own turn.
    Declare {
        /// Which game.
        game: GameKey,
        /// The client's id for this command.
        id: String,
        /// Moves played when it is declared.
        ply: u32,
    },
    /// The answer to `ping`.
    Pong {
        /// That of the ping.
        nonce: String,
    },
}
