//! Storage of the server: an append-only event log for each game, players with their credentials, and projections.
//!
//! The server uses the traits [`EventLog`], [`Slots`], [`Registry`], [`Identities`], [`Challenges`],
//! [`Notifications`], [`Ratings`] and [`FairPlay`]. [`SqliteStore`] and [`PostgresStore`] implement all of them. The
//! rules of the log:
//!
//! - A stream (game) is in one of 1,024 slots, by a hash of its key. One copy of the server holds a slot at a time.
//! - An append names the game, the number of its first event and the epoch of the game's slot (the fencing token). It is
//!   stored only if number and epoch still match, as a whole or not at all.
//! - When the future of an append completes, the events are on disk.
//! - One writer commits all queued writes in one transaction. A stale append fails alone.
//!
//! One consumer follows the events and feeds the projections; readers of projections never wait for it. The events of an
//! ended game fold into one compressed row.
//!
//! A noun, such as the challenge, has its types and its trait in a file of its own, and its queries in `backend`. What
//! takes several statements in the writer's transaction is in `write`.
//!
//! The crate reads no clock and draws no random numbers: moments and ids are arguments. A moment whose name ends in
//! `_ms` is in milliseconds since 1970.

mod address;
mod backend;
mod backup;
mod challenge;
mod error;
mod fair_play;
mod fold;
mod game;
mod identity;
mod log;
mod migrations;
mod news;
mod notification;
mod observer;
mod open;
mod postgres;
mod queue;
mod rating;
mod registry;
mod rows;
mod slot;
mod sql;
mod sqlite;
mod transfer;
mod write;

pub use address::{is_shared, shown};
pub use backup::{back_up, restore};
pub use challenge::{Challenges, Listing, NewChallenge, UnreadableChallenge, Waiting};
pub use error::{AppendError, BackupError, OpenError, StoreError};
pub use fair_play::{Aborts, FairPlay, Offer, PendingSeat};
pub use game::{GameRow, NewEvent, NewGame, Progress};
pub use identity::{
    EndOthers, EndSession, Ending, Granted, Identities, MAX_SESSIONS, MAX_TOKENS, NewCode,
    NewSession, NewToken, PlayerRow, Redeem, Redeemed, SecretHash, SessionRow, TRUSTED_AFTER_MS,
    TokenRow,
};
pub use log::{Append, EventLog, StoredEvent};
pub use news::{ChangedGames, GamesPage, Page};
pub use notification::{NotificationRow, Notifications};
pub use observer::StoreObserver;
pub use open::{RebuildError, Rebuilt, open, rebuild};
pub use postgres::PostgresStore;
pub use rating::Ratings;
pub use registry::{Behind, CaughtUp, DeadLetter, Folding, Followed, Registry, Store, catch_up};
pub use slot::{Alive, Pulse, Slot, SlotRow, Slots};
pub use sqlite::{SqliteStore, WriterInfo};
pub use transfer::Contents;
