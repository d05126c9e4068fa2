//! Fault tests: games over a lossy network on servers that are killed, stopped, out of disk space or set back in time.
//! A checker judges the logs by the clients' journals. docs/reliability.md lists the guarantees.

mod checker;
mod child;
mod clock;
mod dice;
mod faults;
mod folded;
mod frames;
mod journal;
mod plan;
#[cfg(test)]
mod planted;
mod player;
mod proxy;
mod report;
mod run;
mod services;
mod starved;
mod table;
mod wire;

pub use checker::{Finding, Left, Verdict, check};
pub use clock::Context;
pub use journal::{Accepted, FaultKind, FaultWindow, Journal, PlayerJournal, Sent, WireJournal};
pub use plan::ChaosPlan;
pub use proxy::Troubles;
pub use report::ChaosReport;
pub use run::chaos;
