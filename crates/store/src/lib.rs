//! What the server keeps: an append-only log of events for each game, and a little beside it.
//!
//! [`EventLog`], [`Leases`], [`Registry`], [`Identities`], [`Challenges`] and [`Ratings`] are what the server sees; behind them is a file
//! ([`SqliteStore`]) or a database server ([`PostgresStore`]). The rules of the log:
//!
//! - an append names the game, the number its first event gets and the epoch of the referee's
//!   lease; it happens only if both still fit, as a whole or not at all;
//! - when the future of an append is done, the events are on disk;
//! - one writer commits what waits in one transaction. An append that no longer fits fails alone.
//!
//! No clock and no randomness here: moments and ids come in as arguments.

mod backend;
mod backup;
mod challenge;
mod fair_play;
mod game;
mod identity;
mod lease;
mod lists;
mod log;
mod migrations;
mod news;
mod notification;
mod open;
mod player;
mod postgres;
mod queue;
mod rating;
mod read;
mod registry;
mod rows;
mod sql;
mod sqlite;
mod transfer;
mod watch;
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
pub use lists::{CaughtUp, DeadLetter, RebuildError, Rebuilt, catch_up, rebuild};
pub use log::{
    Append, AppendError, EventLog, FollowedEvent, NewEvent, StoreError, StoreFuture, StoredEvent,
};
pub use news::{Change, ChangedGames, GamesPage, ListEvent, Page};
pub use notification::{NotificationRow, Notifications};
pub use open::{OpenError, is_shared, open, shown};
pub use player::PlayerRow;
pub use postgres::PostgresStore;
pub use rating::Ratings;
pub use registry::{Registry, Store};
pub use sqlite::{SqliteStore, WriterInfo};
pub use watch::Watch;
