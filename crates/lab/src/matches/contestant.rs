//! The interface between the referee and a player.

use komadai_engine::ClockState;
use komadai_rules::{AnyGame, Move, RuleSet, VariantId};
use std::sync::atomic::AtomicBool;

use super::engine_spec::{EngineKind, EngineSpec};
use super::internal_player::InternalPlayer;
use super::program::{Program, StartError};
use super::time_control::TimeControl;
use crate::player::ActivePlayer;

/// A player of a match, within this process or outside it.
pub(crate) trait Contestant {
    /// Prepares it for a new game, starting it if it does not run.
    fn new_game(&mut self, cancel: &AtomicBool) -> Result<(), Fault>;

    /// Its answer to a position.
    fn think(&mut self, request: &SearchRequest<'_>) -> Result<SearchReply, Fault>;

    /// Announces the end of the game: whether it won, `None` for a draw.
    fn game_over(&mut self, won: Option<bool>);
}

/// The contestant that a description stands for.
pub(super) fn start_contestant(
    variant: VariantId,
    rules: &RuleSet,
    spec: &EngineSpec,
) -> Result<Box<dyn Contestant>, StartError> {
    Ok(match &spec.kind {
        EngineKind::Internal {
            player,
            hash_mb,
            threads,
            overhead_ms,
        } => {
            let mut player = ActivePlayer::new(variant, *player, *hash_mb)?;
            player.set_threads(*threads)?;
            Box::new(InternalPlayer::new(player, *overhead_ms))
        }
        EngineKind::Program {
            dialect,
            path,
            args,
            options,
        } => Box::new(Program::new(variant, *rules, *dialect, path, args, options)),
    })
}

/// A position to be searched.
pub(crate) struct SearchRequest<'a> {
    pub(crate) game: &'a AnyGame,
    pub(crate) time: &'a TimeControl,
    /// The clocks, by side.
    pub(crate) clocks: [ClockState; 2],
    /// Seeds the random choices of the player.
    pub(crate) seed: u64,
    /// Milliseconds after which an answer is too late.
    pub(crate) deadline_ms: u64,
    /// Set when the match is to end at once.
    pub(crate) cancel: &'a AtomicBool,
}

/// An answer in time.
pub(crate) struct SearchReply {
    pub(crate) answer: Answer,
    pub(crate) used_ms: u64,
    pub(crate) info: SearchInfo,
}

/// What a player reported of its search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct SearchInfo {
    /// `cp N` or `mate N`.
    pub(crate) score: Option<String>,
    /// The score in centipawns, a mate being a large number.
    pub(crate) centipawns: Option<i32>,
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
}

/// The action that a player chose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    Move(Move),
    Resign,
    /// Declares an entered king (USI's `win`).
    Declare,
    /// Claims that there is no legal move.
    NoMove,
    /// Not a move of this game: its text, and the reason why it can't be parsed.
    Unparsable(String, String),
}

/// No answer, or none in time.
#[derive(Debug)]
pub(crate) enum Fault {
    /// It ended.
    Crash(String),
    /// It does not react.
    Stall(String),
    /// It answered after this many milliseconds, too late.
    Late(u64),
    /// The match is to end; not the player's fault.
    Cancelled,
    /// It can't be started.
    Start(StartError),
}
