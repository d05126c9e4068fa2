//! The clock of a game: a pure state machine over integer milliseconds, with time as an argument.
//!
//! Main time runs first, then byo-yomi periods. A move within a period refills it, a period that
//! runs out is gone, and the flag falls with the last one. Only events set a clock, so that
//! replaying a log gives the same clock.

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
