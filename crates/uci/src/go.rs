use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use komadai_notation::Dialect;
use komadai_rules::{Move, Side, TextError};

use crate::protocol::Protocol;

/// Limits and options of a search. `None` is not sent; without any limit the search ends at `stop`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Go {
    /// Search until `stop`, whatever the limits.
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
    /// Search for a mate.
    pub mate: Option<MateLimit>,
    /// The only moves to consider (`searchmoves`); all if empty.
    pub search_moves: Vec<Move>,
    /// Unreadable words, which are ignored. Not written.
    pub problems: Vec<GoProblem>,
}

/// Clocks of a game, in milliseconds; the arrays are indexed by [`Side::index`].
///
/// `btime` and `wtime` differ between the protocols. In USI they exclude the increment of the
/// coming move: the mover has `btime + binc` (the time manager of
/// [YaneuraOu](https://github.com/yaneurao/YaneuraOu) adds them up,
/// [ShogiHome](https://github.com/sunfish-shogi/shogihome) subtracts the increment before it
/// sends). In UCI they include it. Reading and writing convert, so that a value here means the same
/// in both.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Clocks {
    /// Time left, including the increment of the coming move, without byo-yomi.
    pub time_ms: [Option<u64>; 2],
    /// Increment per move (`binc`, `winc`).
    pub increment_ms: [Option<u64>; 2],
    /// Byo-yomi (`byoyomi`), the same for both sides.
    pub byoyomi_ms: Option<u64>,
}

impl Clocks {
    /// `true` if any clock is given.
    #[must_use]
    pub fn is_given(&self) -> bool {
        *self != Self::default()
    }

    /// The numbers to write. An increment above the time left, as before the first move of a game
    /// without main time, is cut to the time left, so that USI's sum stays right.
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

    /// The clocks for numbers as they were read.
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

/// Limit of a mate search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MateLimit {
    /// Until a mate is found (`mate infinite`).
    Unlimited,
    /// For this many milliseconds (USI).
    TimeMs(u64),
    /// A mate in this many moves of the side to move (UCI).
    Moves(u64),
}

/// A word of `go` that is unreadable or out of range.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GoProblem {
    /// A word that `go` does not have.
    #[error("unknown limit \"{0}\" of go")]
    UnknownWord(String),
    /// A word that needs a number, without one.
    #[error("{word} needs a number")]
    MissingNumber {
        /// Keyword of `go`.
        word: String,
    },
    /// A word that needs a number, before other text or too large a number.
    #[error("{word} needs a number, not \"{text}\"")]
    BadNumber {
        /// Keyword of `go`.
        word: String,
        /// Text in place of the number, shortened if it is long.
        text: String,
    },
    /// A negative number, which some GUIs send for a flagged clock: taken as 0.
    #[error("{word} is negative: {text} is taken as 0")]
    NegativeNumber {
        /// Keyword of `go`.
        word: String,
        /// The number as sent.
        text: String,
    },
    /// A bad move of `searchmoves`.
    #[error("bad move: {source}")]
    BadMove {
        /// The move as sent, shortened if it is long.
        text: String,
        /// The error of the move.
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
