//! Storage of the server: an append-only event log for each game, players with their credentials, and projections.
//!
//! The server uses the traits [`EventLog`], [`Leases`], [`Registry`], [`Identities`], [`Challenges`],
//! [`Notifications`], [`Ratings`] and [`FairPlay`]. [`SqliteStore`] and [`PostgresStore`] implement all of them. The
//! rules of the log:
//!
//! - An append names the game, the number of its first event and the epoch of the referee's lease
//!   (its fencing token). It is stored only if number and epoch still match, as a whole or not at
//!   all.
//! - When the future of an append completes, the events are on disk.
//! - One writer commits all queued writes in one transaction. A stale append fails alone.
//!
//! The crate reads no clock and draws no random numbers: moments and ids are arguments. A moment whose name ends in
//! `_ms` is in milliseconds since 1970.

mod backend;
mod backup;
mod challenge;
mod fair_play;
mod game;
mod identity;
mod lease;
mod log;
mod migrations;
mod news;
mod notification;
mod observer;
mod open;
mod player;
mod postgres;
mod projections;
mod queue;
mod rating;
mod read;
mod registry;
mod rows;
mod sql;
mod sqlite;
mod transfer;
mod write;

pub use backup::{BackupError, Contents, back_up, restore};
pub use challenge::{Challenges, Listing, NewChallenge, UnreadableChallenge, Waiting};
pub use fair_play::{Aborts, FairPlay, Offer, PendingSeat};
pub use game::{GameRow, NewGame, Progress};
pub use identity::{
    EndOthers, EndSession, Ending, Granted, Identities, MAX_SESSIONS, MAX_TOKENS, NewCode,
    NewSession, NewToken, Redeem, Redeemed, SecretHash, SessionRow, TRUSTED_AFTER_MS, TokenRow,
};
pub use lease::{Claim, Claimed, Head, LateTurn, LeaseTime, Leases};
pub use log::{
    Append, AppendError, EventLog, FollowedEvent, NewEvent, StoreError, StoreFuture, StoredEvent,
};
pub use news::{Change, ChangedGames, GamesPage, ListEvent, Page};
pub use notification::{NotificationRow, Notifications};
pub use observer::StoreObserver;
pub use open::{OpenError, is_shared, open, shown};
pub use player::PlayerRow;
pub use postgres::PostgresStore;
pub use projections::{CaughtUp, DeadLetter, RebuildError, Rebuilt, catch_up, rebuild};
pub use rating::Ratings;
pub use registry::{Registry, Store};
pub use sqlite::{SqliteStore, WriterInfo};
