//! The clock of a game: a pure state machine over integer milliseconds.
//!
//! Every moment comes in as an argument. Main time runs first, then byo-yomi periods: a period in
//! which a move is made is full again; a period that runs out is gone; the flag falls with the
//! last one. A clock changes only by events that set it, so replaying a log gives the same clock.

mod clock_history;
mod game_clock;
mod lag;
#[cfg(test)]
mod tests;
mod time_control;

pub(crate) use clock_history::ClockHistory;
pub use game_clock::{Credit, FlagFallen, GameClock, MoveTime};
pub(crate) use lag::estimated_ms;
pub use lag::{LagPool, RoundTrip};
pub use time_control::TimeControl;
