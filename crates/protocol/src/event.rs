use komadai_rules::Side;
use serde::{Deserialize, Serialize};

use crate::{
    ClockState, Furigoma, GameKey, GameOutcome, GameSettings, Offer, OfferKind, PlayerInfo, Rating,
    Unrated,
};

/// An event of a game, as shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct GameEvent {
    pub game: GameKey,
    /// From 1, without gaps.
    pub seq: u32,
    /// Wall time of the server's host, milliseconds since 1970. Game clocks use `at_ms` of [`ClockState`] instead.
    pub at_ms: i64,
    #[serde(flatten)]
    pub body: EventBody,
    /// Of `joined`: the player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(any(test, feature = "typescript"), ts(optional))]
    pub player: Option<PlayerInfo>,
}

/// An event as it is logged. It holds no name: its author is the id of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum EventBody {
    Created {
        settings: GameSettings,
    },
    Furigoma {
        #[serde(flatten)]
        toss: Furigoma,
    },
    /// The author took a seat, or was renamed while waiting.
    Joined {
        #[cfg_attr(any(test, feature = "typescript"), ts(type = "SideName"))]
        side: Side,
        /// In a rated game: the player's rating at that moment.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(any(test, feature = "typescript"), ts(optional))]
        rating: Option<Rating>,
        /// From the lobby: the player has to come to the board within
        /// [`APPEAR_WITHIN_MS`](crate::limits::APPEAR_WITHIN_MS).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(any(test, feature = "typescript"), ts(optional, as = "Option<bool>"))]
        open: bool,
        /// Reason why a game made as rated is unrated with this player.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(any(test, feature = "typescript"), ts(optional))]
        unrated: Option<Unrated>,
    },
    /// Both players are at the board together. The limit of the first move starts or, without
    /// [`start_limit_ms`](GameSettings::start_limit_ms), the clock of the side to move; after furigoma,
    /// [`FURIGOMA_MS`](crate::limits::FURIGOMA_MS) later.
    Started {
        /// Time counts from its `at_ms`.
        clock: Option<ClockState>,
    },
    Move {
        ply: u32,
        #[cfg_attr(any(test, feature = "typescript"), ts(type = "SideName"))]
        side: Side,
        /// Canonical.
        #[serde(rename = "move")]
        text: String,
        /// Command id chosen by the mover.
        id: String,
        /// Charged time, without lag credit and server time.
        spent_ms: u32,
        /// Lag credit used.
        lag_ms: u32,
        /// Uncharged server time: storing the event that started the mover's clock, and standstills since.
        #[serde(default, skip_serializing_if = "is_zero")]
        #[cfg_attr(any(test, feature = "typescript"), ts(optional, as = "Option<u32>"))]
        server_ms: u32,
        /// Played from a waiting premove, at no cost of time.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(any(test, feature = "typescript"), ts(optional, as = "Option<bool>"))]
        premove: bool,
        /// After the move.
        clock: Option<ClockState>,
    },
    Offered {
        #[serde(flatten)]
        offer: Offer,
    },
    /// An offer was declined, or withdrawn if `by` made it.
    Declined {
        offer: OfferKind,
        #[cfg_attr(any(test, feature = "typescript"), ts(type = "SideName"))]
        by: Side,
    },
    TakenBack {
        /// Moves left.
        ply: u32,
        /// As they were at that ply.
        clock: Option<ClockState>,
    },
    /// A referee took the game over. Time without a referee is not charged.
    Resumed {
        clock: Option<ClockState>,
    },
    Ended {
        outcome: GameOutcome,
        clock: Option<ClockState>,
    },
    /// A rematch was agreed.
    Rematch {
        next: GameKey,
        /// Not a rematch: the opponent did not begin, and the challenge of this side is back in the lobby as `next`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(any(test, feature = "typescript"), ts(optional, type = "SideName"))]
        returned_to: Option<Side>,
    },
}

fn is_zero(ms: &u32) -> bool {
    *ms == 0
}

impl EventBody {
    /// Seat taken by invitation, without effect on `rated`.
    pub fn joined(side: Side, rating: Option<Rating>) -> Self {
        Self::Joined {
            side,
            rating,
            open: false,
            unrated: None,
        }
    }

    pub fn rematch(next: GameKey) -> Self {
        Self::Rematch {
            next,
            returned_to: None,
        }
    }

    /// Name in messages and in the database.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Created { .. } => "created",
            Self::Furigoma { .. } => "furigoma",
            Self::Joined { .. } => "joined",
            Self::Started { .. } => "started",
            Self::Move { .. } => "move",
            Self::Offered { .. } => "offered",
            Self::Declined { .. } => "declined",
            Self::TakenBack { .. } => "taken-back",
            Self::Resumed { .. } => "resumed",
            Self::Ended { .. } => "ended",
            Self::Rematch { .. } => "rematch",
        }
    }
}
