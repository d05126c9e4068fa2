//! The clock of a game: a pure state machine over integer milliseconds.
//!
//! Every moment comes in as an argument. `docs/protocol.md` ("Clocks") says it for people,
//! section 5 of the rules is the law: main time first, then periods; a period in which a move
//! is made is full again; a period that runs out is gone; the last one gone loses.

mod game_clock;
mod lag;
mod side;
#[cfg(test)]
mod tests;

pub(crate) use game_clock::GameClock;
pub(crate) use lag::{LagPool, RoundTrip};
use side::Rates;
