//! Games between people: one referee per game, found through the registry. What a command becomes
//! and how time is charged is the business of `komadai_play`.

mod create;
#[cfg(test)]
mod failing_store;
mod log;
mod referee;
mod registry;
mod request;
#[cfg(test)]
mod tests;
mod view;

use komadai_protocol::GameKey;

pub(crate) use registry::GameRegistry;
pub(crate) use request::{Player, Request, Response};
pub(crate) use view::View;

/// Enough of a key to find a game in the logs, too little to open it.
pub(crate) fn short(key: &GameKey) -> &str {
    key.short()
}
