//! The web server of Komadai: pages, invitations, referees and clocks.
//!
//! [`serve`] is the whole of it. Inside, in the order a move passes through them:
//!
//! - `ws`: one reader and one speaker a socket; text becomes a protocol type here;
//! - `game`: the hall finds the game's referee, the referee decides (`decide`), the clock stops
//!   (`clock`), the store commits;
//! - `bus`: tells everybody who watches;
//! - `http`: pages, games, identities. `time` and `random` are the only places that ask the
//!   system for the time and for chance.

mod args;
mod bus;
mod clock;
mod error;
mod game;
mod http;
mod identity;
mod logs;
mod random;
mod rate;
mod reach;
mod serve;
mod state;
mod time;
mod ws;

pub use args::{LogFormat, ServeArgs};
pub use error::ServeError;
pub use serve::{Server, serve};
