use alloc::string::String;

use komadai_notation::Dialect;
use komadai_rules::{Move, TextError};

use crate::protocol::Protocol;

/// Result of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BestMove {
    /// A move, and the reply to ponder on.
    Move {
        /// The move to play.
        best: Move,
        /// The expected reply.
        ponder: Option<Move>,
    },
    /// The engine resigns (`resign`, USI).
    Resign,
    /// The engine declares a win by entering king (`win`, USI).
    DeclareWin,
    /// There is no legal move (`(none)`, UCI).
    NoMove,
}

impl BestMove {
    /// The answer without a legal move: USI's only word for it is `resign`.
    #[must_use]
    pub const fn without_legal_move(dialect: Dialect) -> Self {
        match dialect {
            Dialect::Usi => Self::Resign,
            Dialect::Uci => Self::NoMove,
        }
    }

    /// Reads the text after `bestmove`. An unreadable ponder move is ignored.
    pub(crate) fn read(rest: &str, protocol: Protocol) -> Result<Self, TextError> {
        let mut words = rest.split_whitespace();
        let best = match words.next().unwrap_or_default() {
            "resign" => return Ok(Self::Resign),
            "win" => return Ok(Self::DeclareWin),
            "(none)" | "none" | "0000" => return Ok(Self::NoMove),
            word => protocol.read_move(word)?,
        };
        let ponder = match (words.next(), words.next()) {
            (Some("ponder"), Some(word)) => protocol.read_move(word).ok(),
            _ => None,
        };
        Ok(Self::Move { best, ponder })
    }

    pub(crate) fn push(self, line: &mut String, protocol: Protocol) {
        match self {
            Self::Move { best, ponder } => {
                protocol.push_moves(line, &[best]);
                if let Some(ponder) = ponder {
                    line.push_str(" ponder");
                    protocol.push_moves(line, &[ponder]);
                }
            }
            Self::Resign => line.push_str(" resign"),
            Self::DeclareWin => line.push_str(" win"),
            Self::NoMove => line.push_str(" (none)"),
        }
    }
}
