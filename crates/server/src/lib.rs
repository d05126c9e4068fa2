//! The web server of Komadai: pages, invitations, referees and clocks.
//!
//! [`serve`] is the whole of it. Inside, in the order a move passes through them:
//!
//! - `net`: accepts connections, with limits on how many and how slow they are;
//! - `ws`: a reader and a connection per socket; text becomes a protocol type here;
//! - `game`: the registry finds the game's referee, which lets `komadai_play` judge the command
//!   and the store commit its events;
//! - `bus`: carries the events to everybody who watches;
//! - `metrics`: what a monitor reads, on a port of its own;
//! - `http`: pages, games, identities, pictures of positions (drawn by `picture`). `time` and `random` are the only places that ask the
//!   system for the time and for chance.

mod args;
mod backup;
mod bus;
mod cluster;
mod cookies;
mod credentials;
mod device;
mod error;
mod fair_play;
mod game;
mod http;
mod identity;
mod logs;
mod metrics;
mod net;
mod picture;
mod random;
mod rate;
mod reach;
mod serve;
mod server_id;
mod state;
mod time;
mod ws;

pub use args::{LogFormat, ServeArgs};
pub use backup::{BackupArgs, RebuildArgs, RestoreArgs, back_up, rebuild, restore};
pub use bus::BusError;
pub use error::ServeError;
pub use http::ENDPOINTS;
pub use identity::Access;
pub use komadai_store::{BackupError, CaughtUp, Contents, RebuildError, Rebuilt};
pub use serve::{Server, serve};
