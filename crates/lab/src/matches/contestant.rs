//! Interface between the referee and a player.

use komadai_engine::ClockState;
use komadai_rules::{AnyGame, Move, RuleSet, VariantId};
use std::sync::atomic::AtomicBool;

use super::engine_spec::{EngineKind, EngineSpec};
use super::internal_player::InternalPlayer;
use super::program::{Program, StartError};
use super::time_control::TimeControl;
use crate::player::ActivePlayer;

pub(crate) trait Contestant {
    /// Prepares the player for a new game, starting it if necessary.
    fn new_game(&mut self, cancel: &AtomicBool) -> Result<(), Fault>;

    fn think(&mut self, request: &SearchRequest<'_>) -> Result<SearchReply, Fault>;

    /// Announces the end of the game. `won` is `None` for a draw.
    fn game_over(&mut self, won: Option<bool>);
}

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

pub(crate) struct SearchRequest<'a> {
    pub(crate) game: &'a AnyGame,
    pub(crate) time: &'a TimeControl,
    /// Clocks of the first and the second side.
    pub(crate) clocks: [ClockState; 2],
    pub(crate) seed: u64,
    /// Milliseconds after which an answer is too late.
    pub(crate) deadline_ms: u64,
    /// Set when the match is cancelled.
    pub(crate) cancel: &'a AtomicBool,
}

pub(crate) struct SearchReply {
    pub(crate) answer: Answer,
    pub(crate) used_ms: u64,
    pub(crate) info: SearchInfo,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct SearchInfo {
    /// `cp N` or `mate N`.
    pub(crate) score: Option<String>,
    /// The score in centipawns; a mate is a large number.
    pub(crate) centipawns: Option<i32>,
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    Move(Move),
    Resign,
    /// Declares an entered king (USI's `win`).
    Declare,
    /// Claims that there is no legal move.
    NoMove,
    /// Text that is no move of the variant, and the parse error.
    Unparsable(String, String),
}

#[derive(Debug)]
pub(crate) enum Fault {
    Crash(String),
    /// The engine does not respond.
    Stall(String),
    /// Milliseconds until the late answer.
    Late(u64),
    /// The match was cancelled; no fault of the player.
    Cancelled,
    Start(StartError),
}
