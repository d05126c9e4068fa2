//! Games between people: one referee per game, found through the registry. `komadai_play` decides the outcome
//! of commands and the charging of time.
//!
//! A move between people:
//!
//! 1. `ws::reader` stamps the message with its arrival, parses it and submits it to the `registry`. Submitting is
//!    independent of the connection's writes, so a client that reads slowly delays none of its own moves.
//! 2. `mailboxes` finds the referee or starts one. If another copy has the game's slot, `forward` sends the requests there.
//!    An unanswered request may have been carried out: requests are idempotent and are resent.
//! 3. `referee` answers a repeated command id as the first time. A new command goes to its `Arbiter`, which returns
//!    the events to append. A premove stays in memory and is appended in one batch with the opponent's move.
//! 4. `referee/append.rs` stores the events under the slot's epoch. Then the referee answers and publishes them, each
//!    as one text for all subscribers. A crash in between loses nothing: the page sends its move again.
//! 5. A connection that missed events reads them from the log by number.
//!
//! `ownership` takes slots, loads their live games and hands slots over; loading a game writes nothing.
//!
//! Beside the referees run `lists` (the lobby), `makers`, `views` (the consumer of events, which feeds the projections and
//! publishes through `notify` and `rated`) and `housekeeping` (garbage collection once an hour). `ended` serves ended
//! games from the log, without a referee.

#[cfg(test)]
mod counter;
mod create;
mod damaged;
mod ended;
#[cfg(test)]
mod failing_store;
mod forward;
mod housekeeping;
mod inbox;
mod lists;
mod log;
mod mailboxes;
mod makers;
mod membership;
mod names;
mod news;
mod notify;
mod ownership;
mod question;
mod rated;
mod referee;
mod registry;
mod slots;
mod standstills;
mod summary;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod unreachable;
mod views;

pub(crate) use lists::{Replica, terms};
pub(crate) use log::event_of;
pub(crate) use makers::MakerThere;
pub(crate) use registry::{GameRegistry, code_of};
pub(crate) use slots::LEASE_MS;
pub(crate) use summary::MAX_LISTED_GAMES;
