//! Experiments on engines.
//!
//! * [`run_match`] plays two engines against each other, ours or any program that speaks USI or
//!   UCI, in pairs of games with the sides exchanged, and keeps every game in a log.
//! * [`measure_pace`] compares how many positions a second two such engines visit.
//! * [`OpeningSet`] is what they begin with; [`generate_openings`] makes one.
//! * [`MateSet`] holds positions with a short mate; [`generate_mates`] makes them.
//! * [`Pentanomial`], [`logistic_elo`] and [`Sprt`] say what the results mean.
//! * [`run_self_play`] lets our engine play itself and keeps the games and scores in a packed file;
//!   [`Sampler`] picks the positions from which an evaluation can learn.
//! * [`train`] learns the weights of the evaluation from them.
//! * [`run_ladder`] plays the levels against each other and two yardsticks, and [`rate`] says how
//!   strong that makes them.
//! * [`play_games`] plays our own levels against each other and counts how games end.
//!
//! The rules crate is the referee everywhere.
//!
//! ```
//! use komadai_lab::{GamesPlan, Player, play_games};
//! use komadai_rules::GameId;
//!
//! let plan = GamesPlan::new(GameId::Minishogi, Player::Random, Player::Random, 4);
//! let tally = play_games(&plan, &mut |_| ()).unwrap();
//! assert_eq!(tally.games(), 4);
//! ```
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod clock;
mod fingerprint;
mod games;
mod ladder;
mod matches;
mod mates;
mod openings;
mod player;
mod pool;
mod record_file;
mod selfplay;
mod stats;
mod tally;
mod tune;
mod two_ply;

pub use clock::Stopwatch;
pub use games::{GameRecord, GamesError, GamesPlan, play_games};
pub use ladder::{
    LadderError, LadderFile, LadderGame, LadderPlan, LevelRecord, Pairing, Rated, level_chart,
    level_tables, rate, run_ladder,
};
pub use matches::{
    Adjudication, AdjudicationError, DrawRule, Ending, EngineKind, EngineSpec, EngineSpecError,
    LoggedMatch, MatchError, MatchEvent, MatchHeader, MatchLog, MatchPlan, Pace, PaceError,
    PacePlan, PaceRound, PlanError, PlayedGame, PlayedMove, ReplayError, Standing, StartError,
    TimeControl, UnknownEnding, Who, WinRule, measure_pace, replay_game, run_match,
};
pub use mates::{
    MateProblem, MateSet, MatesError, MatesPlan, first_moves, generate_mates, mates_within,
};
pub use openings::{
    Opening, OpeningSet, OpeningsError, OpeningsPlan, generate_openings, openings_text,
};
pub use player::{Player, UnknownPlayer};
pub use pool::PoolError;
pub use record_file::RecordFileError;
pub use selfplay::{
    Sample, SampleCounts, SampleError, SampleFilter, Sampler, ScoredMove, SelfPlayEnd,
    SelfPlayError, SelfPlayFile, SelfPlayGame, SelfPlayHeader, SelfPlayPlan, SelfPlayPlanError,
    SelfPlayProgress, SelfPlayReader, is_held_out, run_self_play,
};
pub use stats::{
    EloModel, Estimate, Pentanomial, Sprt, SprtError, UnknownEloModel, Verdict, logistic_elo,
    logistic_score, normalised_elo,
};
pub use tally::Tally;
pub use tune::{Epoch, Lessons, LessonsError, Loss, Model, TrainingPlan, curve_svg, train};
pub use two_ply::two_ply;
