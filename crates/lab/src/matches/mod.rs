//! Matches between two engines: ours within the process, any other as a program that speaks USI or
//! UCI.
//!
//! [`MatchPlan`] says who plays whom and how, [`MatchLog`] keeps what was played, [`run_match`]
//! plays what is missing. The rules crate is the referee: it says what is legal and when a game is
//! over, whatever the engines believe. A player who crashes, stalls or plays illegally loses that
//! game; the match goes on.
//!
//! [`measure_pace`] lets the same players search positions instead, and compares how fast they are.

mod adjudication;
mod contestant;
mod ending;
mod engine_spec;
mod log;
mod own;
mod pace;
mod plan;
mod played;
mod program;
mod referee;
mod replay;
mod run;
mod seat;
mod standing;
mod time_control;
mod who;

pub use adjudication::{Adjudication, AdjudicationError, DrawRule, WinRule};
pub(crate) use adjudication::{Decision, Umpire};
pub use ending::{Ending, UnknownEnding};
pub use engine_spec::{EngineKind, EngineSpec, EngineSpecError};
pub use log::{LoggedMatch, MatchHeader, MatchLog};
pub use pace::{Pace, PaceError, PacePlan, PaceRound, measure_pace};
pub use plan::{MatchPlan, PlanError};
pub use played::{PlayedGame, PlayedMove};
pub use program::StartError;
pub use replay::{ReplayError, replay_game};
pub use run::{MatchError, MatchEvent, run_match};
pub use standing::Standing;
pub use time_control::TimeControl;
pub use who::Who;
