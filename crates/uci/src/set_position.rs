use alloc::string::String;
use alloc::vec::Vec;

use komadai_rules::{AnyPosition, Move, PositionTextError, SetupRules, TextError, VariantId};

use crate::protocol::Protocol;
use crate::text::{push_word, split_word, word_excerpt};

/// A position and the moves played from it, which are not checked for legality.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetPosition {
    /// Position before `moves`.
    pub start: AnyPosition,
    /// The moves, up to the first unreadable one.
    pub moves: Vec<Move>,
    /// The first unreadable move. Not written.
    pub bad_move: Option<BadMove>,
}

/// An unreadable move of `position`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("bad move {number} \"{text}\": {source}")]
pub struct BadMove {
    /// Number of the move in the list, from 1.
    pub number: usize,
    /// The move as sent, shortened if it is long.
    pub text: String,
    /// Reason why the text is not a move.
    pub source: TextError,
}

/// Error of an unreadable `position`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetPositionError {
    /// The arguments are missing.
    #[error("expected \"position startpos|sfen …|fen … [moves …]\"")]
    Missing,
    /// A bad start position.
    #[error("bad position for {variant}: {source}")]
    Start {
        /// Variant that the engine plays.
        variant: VariantId,
        /// Reason why the text is not a legal position.
        source: PositionTextError,
    },
}

impl SetPosition {
    /// Reads the text after `position`: `startpos`, or a position in any spelling that
    /// [`AnyPosition::parse`] knows, with or without `sfen` or `fen` before it.
    pub(crate) fn read(rest: &str, protocol: Protocol) -> Result<Self, SetPositionError> {
        if rest.is_empty() {
            return Err(SetPositionError::Missing);
        }
        let variant = protocol.variant;
        let (position, moves) = split_at_moves(rest);
        // Positions of mate problems may lack the attacker's king.
        let start = AnyPosition::parse(variant, position, SetupRules::Play)
            .or_else(|error| {
                AnyPosition::parse(variant, position, SetupRules::Mate).map_err(|_| error)
            })
            .map_err(|source| SetPositionError::Start { variant, source })?;
        let mut read = Self {
            start,
            moves: Vec::new(),
            bad_move: None,
        };
        for text in moves.split_whitespace() {
            match protocol.read_move(text) {
                Ok(mv) => read.moves.push(mv),
                Err(source) => {
                    read.bad_move = Some(BadMove {
                        number: read.moves.len() + 1,
                        text: word_excerpt(text),
                        source,
                    });
                    break;
                }
            }
        }
        Ok(read)
    }

    pub(crate) fn push(&self, line: &mut String, protocol: Protocol) {
        push_word(line, protocol.dialect.position_word());
        push_word(line, &protocol.dialect.position_text(&self.start));
        if !self.moves.is_empty() {
            line.push_str(" moves");
            protocol.push_moves(line, &self.moves);
        }
    }
}

/// Splits at the first word `moves`, which no position contains.
fn split_at_moves(text: &str) -> (&str, &str) {
    let mut rest = text;
    loop {
        let (word, after) = split_word(rest);
        if word == "moves" {
            let at = rest.len() - rest.trim_start().len();
            let before = text.len() - rest.len() + at;
            return (&text[..before], after);
        }
        if after.is_empty() {
            return (text, "");
        }
        rest = after;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_position_ends_at_the_moves() {
        for (text, expected) in [
            (
                "sfen 4k4/9 b - 1 moves 7g7f 3c3d",
                ("sfen 4k4/9 b - 1 ", "7g7f 3c3d"),
            ),
            ("startpos", ("startpos", "")),
            ("startpos moves", ("startpos ", "")),
            ("moves  7g7f", ("", "7g7f")),
        ] {
            assert_eq!(split_at_moves(text), expected);
        }
    }
}
