//! Faults: games under a network that loses messages and a server that is killed, stopped, out of disk and set back,
//! and a checker that judges what is left of them by what the clients saw. docs/reliability.md says what is promised.

mod checker;
mod child;
mod clock;
mod dice;
mod faults;
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
