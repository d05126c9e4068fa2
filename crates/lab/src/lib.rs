//! Experiments on engines.
//!
//! * [`run_match`] plays matches between two engines, built in or any USI or UCI program, in pairs of
//!   games with the sides exchanged.
//! * [`measure_pace`] compares the search speed of two engines in nodes per second.
//! * [`OpeningSet`] holds the openings of matches; [`generate_openings`] makes them.
//! * [`MateSet`] holds positions with a short mate; [`generate_mates`] makes them.
//! * [`PuzzleSet`] holds puzzles; [`mine_puzzles`] makes them, [`check_puzzles`] checks them.
//! * [`Pentanomial`], [`logistic_elo`] and [`Sprt`] are the statistics of match results.
//! * [`run_self_play`] writes scored self-play games to a packed file; [`Sampler`] selects training
//!   positions from them.
//! * [`NetTrainer`] trains a net on these positions.
//! * [`run_ladder`] plays the levels and two reference players against each other; [`rate`] computes
//!   their ratings.
//! * [`play_games`] plays built-in levels against each other and counts results and reasons.
//!
//! The rules crate decides which moves are legal and when a game is over.
#![forbid(unsafe_code)]

mod evaluated_engine;
mod fingerprint;
mod games;
mod json_lines;
mod ladder;
mod loss_chart;
mod matches;
mod mates;
mod nets;
mod openings;
mod player;
mod pool;
mod puzzles;
mod record_file;
mod selfplay;
mod stats;
mod tally;
mod two_ply;

pub use games::{GameRecord, GamesError, GamesPlan, play_games};
pub use ladder::{
    LadderError, LadderFile, LadderGame, LadderPlan, LevelRecord, Pairing, PlayerRating,
    level_chart, level_tables, rate, run_ladder,
};
pub use matches::{
    Adjudication, AdjudicationError, DrawRule, EngineId, EngineKind, EngineSpec, EngineSpecError,
    LoggedMatch, MatchError, MatchEvent, MatchHeader, MatchLog, MatchPlan, Pace, PaceError,
    PacePlan, PaceRound, PlanError, PlayedGame, PlayedMove, ReplayError, Standing, StartError,
    Termination, TimeControl, UnknownTermination, WinRule, measure_pace, replay_game, run_match,
};
pub use mates::{
    MateProblem, MateSet, MatesError, MatesPlan, generate_mates, mates_within, mating_moves,
};
pub use nets::{
    CheckpointError, NetData, NetDataError, NetEpoch, NetPlan, NetPlanError, NetStep, NetTrainer,
    net_curve_svg,
};
pub use openings::{
    Opening, OpeningSet, OpeningsError, OpeningsPlan, generate_openings, openings_text,
};
pub use player::{Player, UnknownPlayer};
pub use pool::PoolError;
pub use puzzles::{
    MiningPlan, Puzzle, PuzzleCheck, PuzzleKind, PuzzleSet, PuzzlesError, Theme, UnknownPuzzleKind,
    UnknownTheme, WantedPuzzles, check_puzzles, mine_puzzles,
};
pub use record_file::RecordFileError;
pub use selfplay::{
    DataRow, DataSummary, Sample, SampleCounts, SampleError, SampleFilter, Sampler, ScoredMove,
    SelfPlayEnd, SelfPlayError, SelfPlayFile, SelfPlayGame, SelfPlayHeader, SelfPlayPlan,
    SelfPlayPlanError, SelfPlayProgress, SelfPlayReader, is_held_out, run_self_play,
};
pub use stats::{
    EloModel, Estimate, Pentanomial, Sprt, SprtError, UnknownEloModel, Verdict, logistic_elo,
    logistic_score, normalised_elo,
};
pub use tally::Tally;
pub use two_ply::two_ply;
