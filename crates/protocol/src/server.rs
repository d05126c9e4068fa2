use komadai_rules::RefusalCode;
use serde::{Deserialize, Serialize};

use crate::{
    ClockState, ErrorCode, GameEvent, GameKey, List, ListChange, PerSide, PlayerGames, PlayerInfo,
    PlayerNews, PlayerNotification, Premove, RatingChange, Seat, Snapshot, Topic,
};

/// A message from the server on the WebSocket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ServerMessage {
    /// Answer to `hello`.
    Welcome {
        /// Version of the server. An older page asks to reload, after its game.
        protocol: u32,
        /// Server time in milliseconds since 1970.
        server_time_ms: i64,
        /// `null` for a connection without an identity.
        player: Option<PlayerInfo>,
    },
    /// Answer to the subscription of a game.
    Game {
        game: GameKey,
        seat: Seat,
        snapshot: Box<Snapshot>,
        /// Events after `after` of the subscription; empty without it.
        events: Vec<GameEvent>,
        /// The client's own pending premove.
        #[serde(default)]
        premove: Option<Premove>,
    },
    /// Answer to the subscription of the player's own games; also sent to a client too slow for single events.
    PlayerGames(PlayerGames),
    PlayerNews(Box<PlayerNews>),
    Notification(Box<PlayerNotification>),
    List(List),
    ListChange(ListChange),
    /// End of a subscription, by the client or by the server.
    Unsubscribed {
        topic: Topic,
        /// `null` if the client asked for it.
        code: Option<ErrorCode>,
    },
    Event(GameEvent),
    /// A command was carried out, now or earlier, and is on disk as event `seq`.
    Accepted {
        game: GameKey,
        id: String,
        seq: u32,
    },
    /// The player's premove after a change: answer to `premove` and `cancel-premove`, sent to all connections
    /// of that player alone. Premoves are not events and not on disk.
    Premove {
        game: GameKey,
        id: String,
        /// `null` after it was cancelled.
        premove: Option<Premove>,
    },
    Refused(Box<Refusal>),
    /// A byo-yomi period began.
    Clock {
        game: GameKey,
        clock: ClockState,
    },
    /// Ratings changed by a game: after its end, and after `game` of a game that is over.
    Rated {
        game: GameKey,
        changes: PerSide<RatingChange>,
    },
    /// Presence at the board.
    Presence {
        game: GameKey,
        /// `true` for a connected player.
        players: PerSide<bool>,
        watchers: u32,
        /// Moment, in server time, from which the opponent of an absent player on turn may claim the win or
        /// abort. `null`: no claim is possible.
        #[serde(default)]
        claim_from_ms: Option<i64>,
    },
    /// Heartbeat, which the client answers with `pong`.
    Ping {
        /// Unguessable, so that a client cannot answer early.
        nonce: String,
        /// Server time in milliseconds since 1970.
        server_time_ms: i64,
        /// Shortest round trip measured on this connection.
        round_trip_ms: Option<u32>,
    },
    /// Error of the connection itself, which ends now.
    Error {
        code: ErrorCode,
        /// English.
        message: String,
    },
}

/// Refusal of a command. The game is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct Refusal {
    pub game: GameKey,
    pub id: String,
    pub code: ErrorCode,
    /// Set if the rules forbid a move.
    #[cfg_attr(any(test, feature = "typescript"), ts(type = "RuleCode | null"))]
    pub rule: Option<RefusalCode>,
    /// Squares that explain the refusal.
    pub squares: Vec<String>,
    /// English.
    pub message: String,
    /// Last event of the game. A client that is behind subscribes again.
    #[serde(default)]
    pub seq: u32,
}
