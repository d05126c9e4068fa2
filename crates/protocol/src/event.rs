use serde::{Deserialize, Serialize};

use crate::{
    ClockState, Furigoma, GameKey, GameOutcome, GameSettings, Offer, OfferKind, PlayerInfo,
    SideName, Unrated,
};

/// One numbered event of a game. Numbers start at 1 and have no gaps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
pub struct GameEvent {
    /// Which game.
    pub game: GameKey,
    /// Its number in the game.
    pub seq: u32,
    /// When it happened, by the clock of the server's host, milliseconds since 1970: a date. Clocks have moments of their
    /// own.
    pub at_ms: i64,
    /// What happened.
    #[serde(flatten)]
    pub body: EventBody,
}

/// What happened in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "typescript"), derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum EventBody {
    /// The game was made.
    Created {
        /// What is played.
        settings: GameSettings,
    },
    /// The sides were drawn by tossing five pawns.
    Furigoma {
        /// How they fell, and what that means.
        #[serde(flatten)]
        toss: Furigoma,
    },
    /// Somebody took a seat.
    Joined {
        /// Which seat.
        side: SideName,
        /// Who.
        player: PlayerInfo,
        /// Taken from the lobby: the player has to come to the board within
        /// [`APPEAR_WITHIN_MS`](crate::limits::APPEAR_WITHIN_MS).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(any(test, feature = "typescript"), ts(optional, as = "Option<bool>"))]
        open: bool,
        /// Why the game is not rated with this player, though it was to be.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(any(test, feature = "typescript"), ts(optional))]
        unrated: Option<Unrated>,
    },
    /// Both players have been at the board together, after a toss
    /// [`FURIGOMA_MS`](crate::limits::FURIGOMA_MS) before. The time for the first move starts; where the settings have no
    /// [`start_limit_ms`](GameSettings::start_limit_ms), the clock of the side to move.
    Started {
        /// The clocks; `at_ms` is the moment from which time counts.
        clock: Option<ClockState>,
    },
    /// A move was made.
    Move {
        /// Moves played before it.
        ply: u32,
        /// Who made it.
        side: SideName,
        /// Its canonical text.
        #[serde(rename = "move")]
        text: String,
        /// The id the mover chose for it.
        id: String,
        /// Thinking time charged, milliseconds, lag credit already taken off.
        spent_ms: u32,
        /// Lag credit that was taken off, milliseconds.
        lag_ms: u32,
        /// Time the server needed to store the event that started the mover's clock, and stood still
        /// since, milliseconds: charged to nobody.
        #[serde(default, skip_serializing_if = "is_zero")]
        #[cfg_attr(any(test, feature = "typescript"), ts(optional, as = "Option<u32>"))]
        server_ms: u32,
        /// It was set as a premove, waited here and cost no time.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(any(test, feature = "typescript"), ts(optional, as = "Option<bool>"))]
        premove: bool,
        /// The clocks after it.
        clock: Option<ClockState>,
    },
    /// Something was offered.
    Offered {
        /// What and by whom.
        #[serde(flatten)]
        offer: Offer,
    },
    /// An offer was declined, or withdrawn by the one who made it.
    Declined {
        /// What was offered.
        offer: OfferKind,
        /// Who declined or withdrew.
        by: SideName,
    },
    /// Moves were taken back by agreement.
    TakenBack {
        /// Moves played now.
        ply: u32,
        /// The clocks, as they were at that move.
        clock: Option<ClockState>,
    },
    /// A referee took the game over. The time without one is charged to nobody.
    Resumed {
        /// The clocks, going on from where they stood.
        clock: Option<ClockState>,
    },
    /// The game ended.
    Ended {
        /// How.
        outcome: GameOutcome,
        /// The clocks as they stopped.
        clock: Option<ClockState>,
    },
    /// Another game follows: both wanted it.
    Rematch {
        /// The new game.
        next: GameKey,
        /// No rematch: the opponent did not begin, and the challenge of this side is in the lobby again, as that game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(any(test, feature = "typescript"), ts(optional))]
        returned_to: Option<SideName>,
    },
}

/// Old logs lack the field, and most moves need none.
fn is_zero(ms: &u32) -> bool {
    *ms == 0
}

impl EventBody {
    /// A seat taken by invitation, in a game that is rated as it was made.
    pub fn joined(side: SideName, player: PlayerInfo) -> Self {
        Self::Joined {
            side,
            player,
            open: false,
            unrated: None,
        }
    }

    /// The rematch that both wanted.
    pub fn rematch(next: GameKey) -> Self {
        Self::Rematch {
            next,
            returned_to: None,
        }
    }

    /// The name of the kind, as in messages and in the database.
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
