use serde::{Deserialize, Serialize};

use crate::{
    ClockState, ErrorCode, GameEvent, GameKey, Lobby, PerSide, PlayerGames, PlayerInfo, PlayerNews,
    PlayerNotification, Premove, RatingChange, RuleCode, Seat, Snapshot, Topic,
};

/// A message from the server on the WebSocket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ServerMessage {
    /// The answer to `hello`.
    Welcome {
        /// The version the server speaks. A page of an older version asks to reload after its game.
        protocol: u32,
        /// Server time in milliseconds since 1970.
        server_time_ms: i64,
        /// Whose connection it is; nothing for somebody without an identity.
        player: Option<PlayerInfo>,
    },
    /// The answer to subscribing to a game.
    Game {
        /// Which game.
        game: GameKey,
        /// What the client is to it.
        seat: Seat,
        /// The whole state.
        snapshot: Box<Snapshot>,
        /// The events after the one that was named; empty when none was.
        events: Vec<GameEvent>,
        /// One's own premove, if one waits.
        #[serde(default)]
        premove: Option<Premove>,
    },
    /// The answer to subscribing to oneself; also where the client was too slow for single events.
    PlayerGames(PlayerGames),
    /// Something happened in a game of oneself.
    PlayerNews(Box<PlayerNews>),
    /// Something happened in a game of oneself that one may not have seen.
    Notification(Box<PlayerNotification>),
    /// The answer to subscribing to the lobby, and again whenever it has changed: always the whole list.
    Lobby(Lobby),
    /// The client is no longer subscribed to a topic: it asked for that, or the server has to give up.
    Unsubscribed {
        /// What of.
        topic: Topic,
        /// Why, unless the client asked for it.
        code: Option<ErrorCode>,
    },
    /// Something happened.
    Event(GameEvent),
    /// A command was carried out, now or earlier, and is on disk.
    Accepted {
        /// Which game.
        game: GameKey,
        /// The client's id of the command.
        id: String,
        /// The event it became.
        seq: u32,
    },
    /// One's own premove as it is now: the answer to setting or cancelling one, sent to all
    /// connections of that person and to nobody else. Premoves are not events and not on disk.
    Premove {
        /// Which game.
        game: GameKey,
        /// The client's id of the command.
        id: String,
        /// What waits; nothing after it was cancelled.
        premove: Option<Premove>,
    },
    /// A command was not carried out; the game is unchanged.
    Refused(Box<Refusal>),
    /// A byo-yomi period began: both clocks as they are now.
    Clock {
        /// Which game.
        game: GameKey,
        /// The clocks.
        clock: ClockState,
    },
    /// What a rated game has changed: after its end, and after `game` of one that is over.
    Rated {
        /// Which game.
        game: GameKey,
        /// For each player.
        changes: PerSide<RatingChange>,
    },
    /// Who is connected.
    Presence {
        /// Which game.
        game: GameKey,
        /// Whether each player is.
        players: PerSide<bool>,
        /// How many watch.
        watchers: u32,
        /// From when the player who is not to move may claim the win or abort, server time in
        /// milliseconds since 1970: the player who is to move is away. `None`: nobody may.
        #[serde(default)]
        claim_from_ms: Option<i64>,
    },
    /// A sign of life, and a question that the client answers with `pong`.
    Ping {
        /// Names this ping, and cannot be guessed.
        nonce: String,
        /// Server time in milliseconds since 1970.
        server_time_ms: i64,
        /// The shortest round trip measured on this connection so far, milliseconds.
        round_trip_ms: Option<u32>,
    },
    /// Something is wrong with the connection itself, which ends now.
    Error {
        /// Why.
        code: ErrorCode,
        /// The same in English.
        message: String,
    },
}

/// Why a command was not carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct Refusal {
    /// Which game.
    pub game: GameKey,
    /// The client's id of the command.
    pub id: String,
    /// Why.
    pub code: ErrorCode,
    /// The rule, when the rules forbid a move.
    pub rule: Option<RuleCode>,
    /// The squares that explain it.
    pub squares: Vec<String>,
    /// The same in English.
    pub message: String,
    /// The last event of the game: a client that has not come so far subscribes again.
    #[serde(default)]
    pub seq: u32,
    /// The true state, for players whose pages speak a version before 9.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(any(test, feature = "typescript"), ts(optional))]
    pub snapshot: Option<Box<Snapshot>>,
}
