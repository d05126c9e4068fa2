//! Matches between two engines: built-in players, or programs that speak USI or UCI.
//!
//! A [`MatchPlan`] holds the engines and all settings, a [`MatchLog`] the finished games; [`run_match`]
//! plays the games that are missing. The rules crate decides which moves are legal and when a game is
//! over. An engine that crashes, stalls or plays an illegal move loses that game; the match continues.
//!
//! 1. [`run_match`] starts a thread for each concurrent game. A thread has its own pair of contestants:
//!    a built-in player that searches in the thread, or a program whose lines a reader thread
//!    timestamps.
//! 2. `referee` plays the opening and asks the two in turn. Every fault of an engine becomes a
//!    [`Termination`] of its game.
//! 3. The calling thread appends finished games to the log and counts complete pairs in their order
//!    ([`Standing`]), until the sequential test has decided.
//!
//! [`measure_pace`] compares the search speed of two engines.

mod adjudication;
mod contestant;
mod engine_id;
mod engine_spec;
mod internal_player;
mod log;
mod pace;
mod plan;
mod played;
mod program;
mod referee;
mod replay;
mod run;
mod standing;
mod termination;
mod time_control;

pub use adjudication::{Adjudication, AdjudicationError, DrawRule, WinRule};
pub(crate) use adjudication::{Adjudicator, Decision};
pub use engine_id::EngineId;
pub use engine_spec::{EngineKind, EngineSpec, EngineSpecError};
pub use log::{LoggedMatch, MatchHeader, MatchLog};
pub use pace::{Pace, PaceError, PacePlan, PaceRound, measure_pace};
pub use plan::{MatchPlan, PlanError};
pub use played::{PlayedGame, PlayedMove};
pub use program::StartError;
pub use replay::{ReplayError, replay_game};
pub use run::{MatchError, MatchEvent, run_match};
pub use standing::Standing;
pub use termination::{Termination, UnknownTermination};
pub use time_control::TimeControl;
