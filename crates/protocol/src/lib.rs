//! Messages between a page (or a program) and the server, their limits and their versions, one noun per file.
//!
//! `docs/protocol.md` explains them; `web/src/protocol/index.ts` is generated from them by `typescript.rs`.

mod api_error;
mod client;
mod clock;
mod code;
mod create;
mod event;
mod furigoma;
mod key;
pub mod limits;
mod list;
mod me;
mod name;
mod news;
mod notification;
mod offer;
#[cfg(feature = "openapi")]
pub mod openapi;
mod outcome;
mod page;
mod player;
mod premove;
mod rating;
mod results;
mod server;
mod session;
mod settings;
mod side;
mod snapshot;
mod summary;
mod token;
mod topic;
#[cfg(any(test, feature = "typescript"))]
pub mod typescript;

pub use api_error::{ApiError, Health, Lag};
pub use client::ClientMessage;
pub use clock::{ClockProblem, ClockSettings, ClockState, SideClock};
pub use code::ErrorCode;
pub use create::{CreateGame, JoinGame};
pub use event::{EventBody, GameEvent};
pub use furigoma::{Face, Furigoma};
pub use key::GameKey;
pub use list::*;
pub use me::Me;
#[cfg(not(target_arch = "wasm32"))]
pub use name::player_name;
pub use name::{MAX_MARKS, NameProblem};
pub use news::{GameNews, PlayerGames, PlayerNews};
pub use notification::{
    Notification, NotificationKind, NotificationList, PlayerNotification, ReadNotifications,
};
pub use offer::{Offer, OfferKind};
pub use outcome::{EndReason, GameOutcome};
pub use page::{GamePage, Reach};
pub use player::{PlayerInfo, PlayerKind};
pub use premove::Premove;
pub use rating::{Rating, RatingChange, Unrated};
pub use results::{GameResults, ResultList};
pub use server::{Refusal, ServerMessage};
pub use session::{EndOthers, SessionInfo, SessionList, SignIn, SignInCode};
pub use settings::GameSettings;
pub use side::{PerSide, Seat, SideChoice};
pub use snapshot::{Snapshot, Status};
pub use summary::{GameList, GameSummary};
pub use token::{CreateToken, NewToken, Scope, TokenInfo, TokenLife, TokenList};
pub use topic::Topic;

/// Version of the protocol. It rises when an older page could misunderstand.
pub const PROTOCOL_VERSION: u32 = 11;

/// Oldest version that the server accepts; an older one is refused with `protocol-too-old`.
pub const OLDEST_PROTOCOL_VERSION: u32 = 11;
