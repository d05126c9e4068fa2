//! What the referee needs of a player.

use komadai_engine::ClockState;
use komadai_rules::{AnyGame, Move};
use std::sync::atomic::AtomicBool;

use super::program::StartError;
use super::time_control::TimeControl;

/// A player at the board, wherever it runs.
pub(crate) trait Contestant {
    /// Makes it ready for a new game, starting it where it does not run.
    fn new_game(&mut self, halt: &AtomicBool) -> Result<(), Fault>;

    /// Its answer to a position.
    fn think(&mut self, turn: &Turn<'_>) -> Result<Thought, Fault>;

    /// Tells it how the game ended: whether it won, `None` for a draw.
    fn game_over(&mut self, won: Option<bool>);
}

/// A position that waits for a move.
pub(crate) struct Turn<'a> {
    pub(crate) game: &'a AnyGame,
    pub(crate) time: &'a TimeControl,
    /// The clocks, by side.
    pub(crate) clocks: [ClockState; 2],
    /// Settles what the player leaves to chance.
    pub(crate) seed: u64,
    /// Milliseconds after which an answer counts no more.
    pub(crate) deadline_ms: u64,
    /// Set when the match is to end at once.
    pub(crate) halt: &'a AtomicBool,
}

/// An answer in time.
pub(crate) struct Thought {
    pub(crate) answer: Answer,
    pub(crate) used_ms: u64,
    pub(crate) info: SearchInfo,
}

/// What a player said about its search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct SearchInfo {
    /// `cp N` or `mate N`.
    pub(crate) score: Option<String>,
    /// The score in centipawns, a mate being a large number.
    pub(crate) centipawns: Option<i32>,
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
}

/// What it wants to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    Move(Move),
    Resign,
    /// Declares an entered king (USI's `win`).
    Declare,
    /// Believes that there is no move.
    Nothing,
    /// Something that is no move of this game; how it was written and why it can't be read.
    Unreadable(String, String),
}

/// No answer, or none in time.
#[derive(Debug)]
pub(crate) enum Fault {
    /// It ended.
    Crash(String),
    /// It does not react.
    Stall(String),
    /// It answered, but too late.
    Late(u64),
    /// The match is to end; nobody's fault.
    Halted,
    /// It can't be started.
    Start(StartError),
}
