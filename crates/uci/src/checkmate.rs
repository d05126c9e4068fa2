//! `checkmate`, USI's answer to `go mate`.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use komadai_rules::{Move, TextError};

use crate::protocol::Protocol;

/// Result of a mate search.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Checkmate {
    /// The moves to mate, at least one.
    Mate(Vec<Move>),
    /// There is no mate (`nomate`).
    NoMate,
    /// No mate was found in time (`timeout`).
    Timeout,
    /// The engine has no mate search (`notimplemented`).
    NotImplemented,
}

impl Checkmate {
    pub(crate) fn read(rest: &str, protocol: Protocol) -> Result<Self, TextError> {
        match rest {
            "nomate" => Ok(Self::NoMate),
            "timeout" => Ok(Self::Timeout),
            "notimplemented" => Ok(Self::NotImplemented),
            // Reading an empty move gives the right error.
            "" => protocol.read_move(rest).map(|mv| Self::Mate(vec![mv])),
            moves => moves
                .split_whitespace()
                .map(|word| protocol.read_move(word))
                .collect::<Result<_, _>>()
                .map(Self::Mate),
        }
    }

    pub(crate) fn push(&self, line: &mut String, protocol: Protocol) {
        match self {
            Self::Mate(moves) => protocol.push_moves(line, moves),
            Self::NoMate => line.push_str(" nomate"),
            Self::Timeout => line.push_str(" timeout"),
            Self::NotImplemented => line.push_str(" notimplemented"),
        }
    }
}
