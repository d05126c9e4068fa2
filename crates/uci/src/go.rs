//! `go`.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use komadai_notation::{Dialect, TextError};
use komadai_rules::{Move, Side};

use crate::protocol::Protocol;

/// What the engine is to search, and for how long. Whatever is `None` is not said; without any limit
/// the search ends at `stop`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Go {
    /// Search until `stop`, whatever else is said.
    pub infinite: bool,
    /// Search in the opponent's time, until `ponderhit` or `stop`.
    pub ponder: bool,
    /// Plies to search.
    pub depth: Option<u32>,
    /// Nodes to search.
    pub nodes: Option<u64>,
    /// Milliseconds for this move (`movetime`).
    pub move_time_ms: Option<u64>,
    /// The clocks of both sides.
    pub clocks: Clocks,
    /// Moves to the next time control (`movestogo`), 1 or more.
    pub moves_to_go: Option<u32>,
    /// Look for a mate.
    pub mate: Option<MateLimit>,
    /// The only moves to consider (`searchmoves`); all if empty.
    pub search_moves: Vec<Move>,
    /// What could not be read and was left out. Not written.
    pub problems: Vec<GoProblem>,
}

/// The clocks of a game, in milliseconds, the arrays indexed by [`Side::index`].
///
/// The protocols differ in what `btime` and `wtime` count. In USI the increment of the move to come is not part of
/// them: the mover has `btime + binc` (the time manager of
/// [YaneuraOu](https://github.com/yaneurao/YaneuraOu) adds them up,
/// [ShogiHome](https://github.com/sunfish-shogi/shogihome) subtracts the increment before it sends). In UCI it is.
/// Reading and writing convert, so that a value here means the same in both.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Clocks {
    /// Time available for the next moves, the increment of the move to come included; byo-yomi is not.
    pub time_ms: [Option<u64>; 2],
    /// Added with each move (`binc`, `winc`).
    pub increment_ms: [Option<u64>; 2],
    /// Time for each move after the time is used up (`byoyomi`), the same for both sides.
    pub byoyomi_ms: Option<u64>,
}

impl Clocks {
    /// Whether anything is said about a clock.
    #[must_use]
    pub fn is_given(&self) -> bool {
        *self != Self::default()
    }

    /// The numbers to write. A clock with less than its increment, as before the first move of a game without
    /// main time, has its increment cut to what is left, so that USI's sum stays right.
    fn written_as(mut self, dialect: Dialect) -> Self {
        if dialect == Dialect::Usi {
            for (time, increment) in self.time_ms.iter_mut().zip(&mut self.increment_ms) {
                if let (Some(time), Some(increment)) = (time, increment) {
                    *increment = (*increment).min(*time);
                    *time -= *increment;
                }
            }
        }
        self
    }

    /// The clocks that these numbers, as they were read, stand for.
    pub(crate) fn read_as(mut self, dialect: Dialect) -> Self {
        if dialect == Dialect::Usi {
            for (time, increment) in self.time_ms.iter_mut().zip(self.increment_ms) {
                if let (Some(time), Some(increment)) = (time, increment) {
                    *time = time.saturating_add(increment);
                }
            }
        }
        self
    }
}

/// How long a mate is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MateLimit {
    /// Until it is found (`mate infinite`).
    Unlimited,
    /// For so many milliseconds (USI).
    TimeMs(u64),
    /// A mate in so many moves of the side to move (UCI).
    Moves(u64),
}

/// A word of `go` that could not be read, or not as it was meant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GoProblem {
    /// A word that `go` does not have.
    #[error("unknown limit \"{0}\" of go")]
    UnknownWord(String),
    /// No number follows a word that needs one.
    #[error("{word} needs a number")]
    MissingNumber {
        /// The word.
        word: String,
    },
    /// What follows a word that needs a number is none, or too large a one.
    #[error("{word} needs a number, not \"{text}\"")]
    BadNumber {
        /// The word.
        word: String,
        /// What follows it, shortened when it is long.
        text: String,
    },
    /// A negative number, which some GUIs send for a clock that ran out: taken as 0.
    #[error("{word} is negative: {text} is taken as 0")]
    NegativeNumber {
        /// The word.
        word: String,
        /// The number.
        text: String,
    },
    /// A move of `searchmoves`.
    #[error("bad move: {source}")]
    BadMove {
        /// The move as it was sent, shortened when it is long.
        text: String,
        /// What is wrong with it.
        source: TextError,
    },
}

impl Go {
    pub(crate) fn push(&self, line: &mut String, protocol: Protocol) {
        let black = protocol.dialect.black();
        let mut number = |word: &str, number: Option<u64>| {
            if let Some(number) = number {
                line.push_str(&format!(" {word} {number}"));
            }
        };
        let of = |pair: [Option<u64>; 2], side: Side| pair[side.index()];
        let clocks = self.clocks.written_as(protocol.dialect);
        number("btime", of(clocks.time_ms, black));
        number("wtime", of(clocks.time_ms, !black));
        number("binc", of(clocks.increment_ms, black));
        number("winc", of(clocks.increment_ms, !black));
        number("byoyomi", clocks.byoyomi_ms);
        number("movestogo", self.moves_to_go.map(u64::from));
        number("movetime", self.move_time_ms);
        number("depth", self.depth.map(u64::from));
        number("nodes", self.nodes);
        match self.mate {
            None => {}
            Some(MateLimit::Unlimited) => line.push_str(" mate infinite"),
            Some(MateLimit::TimeMs(number) | MateLimit::Moves(number)) => {
                line.push_str(&format!(" mate {number}"));
            }
        }
        if self.infinite {
            line.push_str(" infinite");
        }
        if self.ponder {
            line.push_str(" ponder");
        }
        if !self.search_moves.is_empty() {
            line.push_str(" searchmoves");
            protocol.push_moves(line, &self.search_moves);
        }
    }
}
