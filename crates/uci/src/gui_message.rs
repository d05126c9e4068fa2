//! Lines from the GUI to the engine.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;

use komadai_notation::Dialect;

use crate::go::Go;
use crate::protocol::Protocol;
use crate::set_option::{SetOption, SetOptionError};
use crate::set_position::{SetPosition, SetPositionError};
use crate::text::{split_word, word_excerpt};

/// Line from the GUI to the engine.
///
/// ```
/// use komadai_notation::Dialect;
/// use komadai_rules::VariantId;
/// use komadai_uci::{GuiMessage, Protocol};
///
/// let usi = Protocol::new(Dialect::Usi, VariantId::Shogi);
/// let line = "position startpos moves 7g7f 3c3d";
/// let Ok(GuiMessage::Position(position)) = GuiMessage::parse(line, usi) else { panic!() };
/// assert_eq!(position.moves.len(), 2);
///
/// let error = GuiMessage::parse("setoption value 1", usi).unwrap_err();
/// assert!(error.to_string().contains("setoption"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GuiMessage {
    /// `usi` or `uci`: asks for the engine's name and options, in this protocol.
    Identify(Dialect),
    /// `debug on` or `debug off`.
    Debug(bool),
    /// `isready`: to be answered by `readyok` once earlier commands are done.
    IsReady,
    /// `setoption name NAME value VALUE`.
    SetOption(SetOption),
    /// `register`; its arguments are ignored.
    Register,
    /// `usinewgame` or `ucinewgame`: the next position is of another game.
    NewGame,
    /// `position startpos|sfen …|fen … moves …`.
    Position(Box<SetPosition>),
    /// `go`: start a search.
    Go(Go),
    /// `go perft DEPTH`: count positions (Stockfish's extension).
    Perft(u32),
    /// `stop`: end the search and send `bestmove`.
    Stop,
    /// `ponderhit`: the opponent played the expected move. GUIs that send `go ponder` before the
    /// clocks are known ("early ponder" of ShogiHome and usi-csa-bridge) send the clocks here, with
    /// the keywords of `go`.
    PonderHit(Box<Go>),
    /// `gameover`, with the result for the engine if it is sent (USI).
    GameOver(Option<GameResult>),
    /// `quit`: end the program.
    Quit,
}

/// Result of a game for the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// The engine won: `win`.
    Win,
    /// The engine lost: `lose`.
    Lose,
    /// The game was drawn: `draw`.
    Draw,
}

/// Error of an unreadable line from the GUI.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GuiMessageError {
    /// The line is empty.
    #[error("an empty line")]
    Empty,
    /// A command that neither protocol has.
    #[error("unknown command \"{0}\"")]
    UnknownCommand(String),
    /// `debug` without `on` or `off`.
    #[error("expected \"debug on\" or \"debug off\"")]
    Debug,
    /// A bad `setoption`.
    #[error(transparent)]
    SetOption(#[from] SetOptionError),
    /// A bad `position`.
    #[error(transparent)]
    Position(#[from] SetPositionError),
    /// `go perft` without a depth.
    #[error("perft needs a depth, not \"{0}\"")]
    PerftDepth(String),
}

impl GameResult {
    const ALL: [Self; 3] = [Self::Win, Self::Lose, Self::Draw];

    const fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Lose => "lose",
            Self::Draw => "draw",
        }
    }
}

impl GuiMessage {
    /// Parses a line. Words after a command without arguments are ignored.
    ///
    /// # Errors
    /// The line is empty, its command is unknown, or its arguments are unreadable. Of `go` only
    /// `perft` without a depth is an error: see [`Go::problems`].
    pub fn parse(line: &str, protocol: Protocol) -> Result<Self, GuiMessageError> {
        let (word, rest) = split_word(line);
        Ok(match word {
            "" => return Err(GuiMessageError::Empty),
            "usi" => Self::Identify(Dialect::Usi),
            "uci" => Self::Identify(Dialect::Uci),
            "debug" => match rest {
                "on" => Self::Debug(true),
                "off" => Self::Debug(false),
                _ => return Err(GuiMessageError::Debug),
            },
            "isready" => Self::IsReady,
            "setoption" => Self::SetOption(SetOption::read(rest)?),
            "register" => Self::Register,
            "usinewgame" | "ucinewgame" => Self::NewGame,
            "position" => Self::Position(Box::new(SetPosition::read(rest, protocol)?)),
            "go" => match split_word(rest) {
                ("perft", depth) => Self::Perft(
                    (depth.parse())
                        .map_err(|_| GuiMessageError::PerftDepth(word_excerpt(depth)))?,
                ),
                _ => Self::Go(Go::read(rest, protocol)),
            },
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit(Box::new(Go::read(rest, protocol))),
            "gameover" => {
                let (word, _) = split_word(rest);
                let mut results = GameResult::ALL.into_iter();
                Self::GameOver(results.find(|result| result.name() == word))
            }
            "quit" => Self::Quit,
            _ => return Err(GuiMessageError::UnknownCommand(word_excerpt(word))),
        })
    }

    /// The line without its line break. Control characters within texts are written as spaces.
    #[must_use]
    pub fn to_text(&self, protocol: Protocol) -> String {
        let mut line = String::new();
        let simple = match self {
            Self::Identify(dialect) => dialect.name(),
            Self::Debug(true) => "debug on",
            Self::Debug(false) => "debug off",
            Self::IsReady => "isready",
            Self::Register => "register later",
            Self::Stop => "stop",
            Self::GameOver(None) => "gameover",
            Self::Quit => "quit",
            Self::NewGame => return format!("{}newgame", protocol.dialect.name()),
            Self::Perft(depth) => return format!("go perft {depth}"),
            Self::GameOver(Some(result)) => return format!("gameover {}", result.name()),
            Self::SetOption(option) => {
                line.push_str("setoption");
                option.push(&mut line);
                return line;
            }
            Self::Position(position) => {
                line.push_str("position");
                position.push(&mut line, protocol);
                return line;
            }
            Self::PonderHit(go) => {
                line.push_str("ponderhit");
                go.push(&mut line, protocol);
                return line;
            }
            Self::Go(go) => {
                line.push_str("go");
                go.push(&mut line, protocol);
                return line;
            }
        };
        line.push_str(simple);
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString as _;
    use komadai_rules::VariantId;

    const USI: Protocol = Protocol::new(Dialect::Usi, VariantId::Shogi);

    #[test]
    fn unreadable_lines_are_errors_on_one_short_line() {
        let long = "q".repeat(5_000);
        for line in [
            "xyzzy",
            "\u{7}\u{1b}[2J",
            &long,
            "５七",
            "debug",
            "setoption",
            "position",
            "position sfen rubbish",
            "go perft",
            "go perft many",
            "go perft -1",
            "go perft 4294967296",
        ] {
            let error = GuiMessage::parse(line, USI).unwrap_err().to_string();
            assert!(!error.chars().any(char::is_control), "{error}");
            assert!(error.len() < 300, "{error}");
        }
    }

    #[test]
    fn words_after_a_command_without_arguments_are_ignored() {
        assert_eq!(GuiMessage::parse(" stop  now ", USI), Ok(GuiMessage::Stop));
        let over = GuiMessage::parse("gameover for good", USI);
        assert_eq!(over, Ok(GuiMessage::GameOver(None)));
        let won = GuiMessage::parse("gameover win  by resignation", USI);
        assert_eq!(won, Ok(GuiMessage::GameOver(Some(GameResult::Win))));
        assert_eq!(GuiMessage::parse(" \t", USI), Err(GuiMessageError::Empty));
    }

    #[test]
    fn a_text_with_a_line_break_stays_one_line() {
        let option = SetOption {
            name: "Eval File".into(),
            value: Some("a\nquit".into()),
        };
        let text = GuiMessage::SetOption(option).to_text(USI);
        assert_eq!(text, "setoption name Eval File value a quit");
    }
}
