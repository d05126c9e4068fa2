//! Simulated players for load and fault tests of the server.
//!
//! They make and join games, play legal moves after some thinking, lose their connections and come
//! back, and watch. They know the wire (`komadai-protocol`) and the rules, and nothing of the server:
//! what its clocks should show and what its logs should hold they work out for themselves.
//! docs/load.md says how to use it and what its figures mean.
//!
//! Latencies are counted from the moment at which a move was meant to be sent ([`Schedule`]).

#[cfg(target_os = "linux")]
pub mod chaos;
mod check;
mod clock_model;
mod comparison;
mod descriptors;
mod fail;
mod first_moves;
mod http;
mod measure;
mod plan;
mod play;
mod process;
mod report;
mod run;
mod schedule;
mod seat;
mod server_process;
mod shared;
mod socket;
mod table;
mod target;
mod time;
mod watching;

pub use check::{Fault, SentMove, check_log};
pub use clock_model::{Charge, ClockModel};
pub use fail::LoadError;
pub use plan::{ClockChoice, LoadPlan, MAX_CLIENTS, MIN_EVERY_MS, UnknownClock};
pub use report::{Checked, Clocks, Latencies, Percentiles, ROW_HEAD, Report, Row, Usage};
pub use run::run;
pub use schedule::Schedule;
