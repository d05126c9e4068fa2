//! The web server of Komadai.
//!
//! [`serve`] is the entry point. Modules, in the order a move passes through them:
//!
//! - `net`: accepts connections and limits their number and slowness;
//! - `ws`: a reader and a connection per socket; text becomes a protocol type here;
//! - `game`: the registry finds the game's referee, which has `komadai_play` judge the command and the store
//!   commit its events;
//! - `hub`: fans the events out to players and watchers, between copies over `link`;
//! - `http`: pages, games, identities, pictures of positions (drawn by `picture`), and metrics on a port of their own.
//!
//! Below them: `request` is what servers and sockets ask a referee, `fault` the error answer of HTTP requests,
//! `metrics` the counters. Imports between modules form no circle.
//!
//! Only `time` reads the system's clocks, and only `random` its random numbers.

mod args;
mod backup;
mod client_address;
mod cluster;
mod cookies;
mod credentials;
mod device;
mod error;
mod fair_play;
mod fair_play_limits;
mod fault;
mod game;
mod http;
mod hub;
mod identity;
mod keyed_hash;
mod link;
mod logs;
mod metrics;
mod net;
mod picture;
mod random;
mod rate;
mod reach;
mod request;
mod serve;
mod server_id;
mod state;
mod time;
mod ws;

pub use args::{LogFormat, ServeArgs};
pub use backup::{BackupArgs, RebuildArgs, RestoreArgs, back_up, rebuild, restore};
pub use error::ServeError;
pub use http::openapi;
pub use komadai_store::{BackupError, CaughtUp, Contents, RebuildError, Rebuilt};
pub use link::LinkError;
pub use serve::{Server, serve};
