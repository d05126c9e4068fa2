//! Simulated players for load and fault tests of the server. docs/load.md explains use and figures.
//!
//! They make and join games, play legal moves after a thinking time, reconnect after cuts, and watch. The crate depends
//! on the protocol (`komadai-protocol`) and the rules only: it has its own model of clocks and logs.
//!
//! `run` starts a server or connects to one, and starts a task for each table and watcher. A `table` has two `seat`s;
//! it sends a legal move when one is due and the side to move has received everything. `play` checks each received event
//! without I/O and counts what it does not expect by kind. At the end `comparison` fetches every game and finds missing
//! and doubled moves. `chaos` does the same under faults.
//!
//! Latencies count from the intended send time of a move ([`Schedule`]). Names ending in `_us` are microseconds, mostly
//! since the run began; names ending in `_ms` are milliseconds.

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
mod watcher;
mod watching;

pub use check::{Fault, SentMove, check_log};
pub use clock_model::{Charge, ClockModel};
pub use fail::LoadError;
pub use plan::{ClockChoice, LoadPlan, MAX_CLIENTS, MIN_EVERY_MS, UnknownClock};
pub use report::{Checked, Clocks, Latencies, Percentiles, ROW_HEAD, Report, Row, Usage};
pub use run::run;
pub use schedule::Schedule;
