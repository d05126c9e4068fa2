//! How the program fails: one line on standard error and an exit status.

use std::io::{self, Write as _};
use std::process::ExitCode;

use komadai_lab::{
    GamesError, LadderError, LessonsError, MatchError, MatesError, OpeningsError, PaceError,
    RecordFileError, SelfPlayError,
};
use komadai_server::ServeError;

/// Why a command did not do what it was asked for.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// What the user gave can't be used: a bad position, an illegal move, an unknown rule.
    #[error("{0}")]
    Input(String),
    /// The server could not start or broke off.
    #[error(transparent)]
    Server(#[from] ServeError),
    /// A player spoiled a game.
    #[error(transparent)]
    Games(#[from] GamesError),
    /// A match could not begin or broke off.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// Two engines could not be compared.
    #[error(transparent)]
    Pace(#[from] PaceError),
    /// A file of games can't be used.
    #[error(transparent)]
    Records(#[from] RecordFileError),
    /// Openings could not be made.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
    /// Self-play could not begin or broke off, or its file can't be used.
    #[error(transparent)]
    SelfPlay(#[from] SelfPlayError),
    /// Mates could not be made, or their file can't be used.
    #[error(transparent)]
    Mates(#[from] MatesError),
    /// There is nothing to learn from.
    #[error(transparent)]
    Lessons(#[from] LessonsError),
    /// The levels could not be measured, or their file can't be used.
    #[error(transparent)]
    Levels(#[from] LadderError),
    /// Reading or writing failed.
    #[error("{0}")]
    Io(#[from] io::Error),
}

impl Failure {
    /// Exit status of [`Failure::Input`], the same as for a command line that can't be understood.
    const INPUT_STATUS: u8 = 2;

    /// An argument without which nothing can be done is not there.
    pub(crate) fn missing(what: &str) -> Self {
        Self::Input(format!("{what} is missing"))
    }

    /// Says on standard error what went wrong, on one line, and gives the exit status.
    pub(crate) fn report(&self) -> ExitCode {
        let status = match self {
            Self::Input(_)
            | Self::Records(_)
            | Self::Pace(PaceError::NotFull(_) | PaceError::Nothing) => Self::INPUT_STATUS,
            // Whoever read our output has seen enough: nothing to complain about.
            Self::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                return ExitCode::SUCCESS;
            }
            Self::SelfPlay(SelfPlayError::Interrupted { .. } | SelfPlayError::Pool(_))
            | Self::Mates(MatesError::Interrupted)
            | Self::Levels(
                LadderError::Interrupted { .. } | LadderError::Pool(_) | LadderError::Game(_),
            ) => 1,
            Self::SelfPlay(_) | Self::Mates(_) | Self::Lessons(_) | Self::Levels(_) => {
                Self::INPUT_STATUS
            }
            Self::Server(_)
            | Self::Games(_)
            | Self::Match(_)
            | Self::Pace(_)
            | Self::Openings(_)
            | Self::Io(_) => 1,
        };
        let line = self.to_string().replace(['\n', '\r'], " ");
        // If even this can't be written, the status still tells.
        let _ = writeln!(io::stderr(), "komadai: {line}");
        ExitCode::from(status)
    }
}
