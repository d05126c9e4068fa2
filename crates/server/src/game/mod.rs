//! Games between people: one referee per game, found through the registry. `komadai_play` decides the outcome
//! of commands and the charging of time.

mod create;
mod damaged;
#[cfg(test)]
mod failing_store;
mod follow;
mod forward;
mod housekeeping;
mod inbox;
mod late_turns;
mod leases;
mod lobby;
mod log;
mod mailboxes;
mod notify;
mod others;
mod over;
mod rated;
mod referee;
mod registry;
mod request;
mod standstills;
mod summary;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod unreachable;
mod view;

pub(crate) use leases::LEASE_MS;
pub(crate) use lobby::terms;
pub(crate) use log::event_of;
pub(crate) use others::Share;
pub(crate) use registry::{GameRegistry, code_of};
pub(crate) use request::{Player, Request, Response, Visitor};
pub(crate) use summary::{MAX_LISTED_GAMES, summary};
pub(crate) use view::View;
