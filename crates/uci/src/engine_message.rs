//! Lines from the engine to the GUI.

use alloc::format;
use alloc::string::String;

use komadai_notation::Dialect;
use komadai_rules::TextError;

use crate::best_move::BestMove;
use crate::checkmate::Checkmate;
use crate::info::Info;
use crate::option::{OptionDeclaration, OptionDeclarationError};
use crate::protocol::Protocol;
use crate::text::{push_text, split_word, word_excerpt};

/// Line from the engine to the GUI.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum EngineMessage {
    /// `id name`: name and version of the engine.
    IdName(String),
    /// `id author`: authors of the engine.
    IdAuthor(String),
    /// `option name … type …`: declaration of an option.
    Option(OptionDeclaration),
    /// `usiok` or `uciok`: the list of options is complete.
    Identified(Dialect),
    /// `readyok`: answer to `isready`.
    ReadyOk,
    /// `info`: progress of a search.
    Info(Info),
    /// `bestmove`: end of a search.
    BestMove(BestMove),
    /// `checkmate` (USI).
    Checkmate(Checkmate),
}

/// Error of an unreadable line from the engine.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EngineMessageError {
    /// The first word is in neither protocol. Engines write such lines for people.
    #[error("unknown message \"{0}\"")]
    UnknownMessage(String),
    /// A bad `option`.
    #[error(transparent)]
    Option(#[from] OptionDeclarationError),
    /// A `bestmove` without a valid move.
    #[error("bad best move \"{text}\": {source}")]
    BestMove {
        /// The move as sent, shortened if it is long; empty if there is none.
        text: String,
        /// The error of the move.
        source: TextError,
    },
    /// A `checkmate` without moves, or with an invalid one.
    #[error("bad checkmate: {0}")]
    Checkmate(TextError),
}

impl EngineMessage {
    /// Parses a line.
    ///
    /// # Errors
    /// The first word is in neither protocol, or the rest is unreadable.
    pub fn parse(line: &str, protocol: Protocol) -> Result<Self, EngineMessageError> {
        let (word, rest) = split_word(line);
        let unknown = || EngineMessageError::UnknownMessage(word_excerpt(word));
        Ok(match word {
            "id" => match split_word(rest) {
                ("name", name) => Self::IdName(name.into()),
                ("author", author) => Self::IdAuthor(author.into()),
                _ => return Err(unknown()),
            },
            "option" => Self::Option(rest.parse()?),
            "usiok" => Self::Identified(Dialect::Usi),
            "uciok" => Self::Identified(Dialect::Uci),
            "readyok" => Self::ReadyOk,
            "info" => Self::Info(Info::read(rest, protocol)),
            "bestmove" => Self::BestMove(BestMove::read(rest, protocol).map_err(|source| {
                EngineMessageError::BestMove {
                    text: word_excerpt(split_word(rest).0),
                    source,
                }
            })?),
            "checkmate" => Self::Checkmate(
                Checkmate::read(rest, protocol).map_err(EngineMessageError::Checkmate)?,
            ),
            _ => return Err(unknown()),
        })
    }

    /// The line without its line break. Control characters within texts are written as spaces.
    #[must_use]
    pub fn to_text(&self, protocol: Protocol) -> String {
        match self {
            Self::IdName(name) => with_text("id name", name),
            Self::IdAuthor(author) => with_text("id author", author),
            Self::Option(option) => format!("option {option}"),
            Self::Identified(dialect) => format!("{}ok", dialect.name()),
            Self::ReadyOk => "readyok".into(),
            Self::Info(info) => {
                let mut line = String::from("info");
                info.push(&mut line, protocol);
                line
            }
            Self::BestMove(best) => {
                let mut line = String::from("bestmove");
                best.push(&mut line, protocol);
                line
            }
            Self::Checkmate(checkmate) => {
                let mut line = String::from("checkmate");
                checkmate.push(&mut line, protocol);
                line
            }
        }
    }
}

fn with_text(words: &str, text: &str) -> String {
    let mut line = String::from(words);
    push_text(&mut line, text);
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_rules::VariantId;

    #[test]
    fn a_best_move_that_cannot_be_read_names_its_text() {
        let usi = Protocol::new(Dialect::Usi, VariantId::Shogi);
        for (line, expected) in [("bestmove zz ponder 7g7f", "zz"), ("bestmove", "")] {
            match EngineMessage::parse(line, usi) {
                Err(EngineMessageError::BestMove { text, .. }) => assert_eq!(text, expected),
                other => panic!("{line}: {other:?}"),
            }
        }
        for line in ["", "bestmoves 7g7f", "Stockfish 17 by", "id", "\u{1b}[2J"] {
            assert!(EngineMessage::parse(line, usi).is_err(), "{line}");
        }
    }

    #[test]
    fn a_checkmate_without_moves_is_an_error() {
        let usi = Protocol::new(Dialect::Usi, VariantId::Shogi);
        for line in ["checkmate", "checkmate  "] {
            let read = EngineMessage::parse(line, usi);
            assert!(
                matches!(&read, Err(EngineMessageError::Checkmate(error)) if error.text.is_empty()),
                "{line}: {read:?}"
            );
        }
    }

    #[test]
    fn words_for_no_move_are_understood_in_both_protocols() {
        for dialect in [Dialect::Usi, Dialect::Uci] {
            let protocol = Protocol::new(dialect, VariantId::Shogi);
            for (word, best) in [
                ("resign", BestMove::Resign),
                ("win", BestMove::DeclareWin),
                ("(none)", BestMove::NoMove),
                ("none", BestMove::NoMove),
                ("0000", BestMove::NoMove),
            ] {
                let read = EngineMessage::parse(&format!("bestmove {word}"), protocol);
                assert_eq!(read, Ok(EngineMessage::BestMove(best)), "{word}");
            }
        }
    }
}
