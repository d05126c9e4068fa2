//! How the program fails: one line on standard error and an exit status.

use std::io::{self, Write as _};
use std::process::ExitCode;

use komadai_engine::OutOfMemory;
use komadai_engine::nnue::NetError;
use komadai_lab::{
    GamesError, LadderError, MatchError, MatesError, NetDataError, OpeningsError, PaceError,
    PuzzlesError, RecordFileError, SelfPlayError,
};
use komadai_server::{BackupError, RebuildError, ServeError};

/// Why a command did not do what it was asked for.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// Input that cannot be used: a bad position, an illegal move, an unknown rule.
    #[error("{0}")]
    Input(String),
    /// Bad records, each of which was reported when it was met.
    #[error("bad records")]
    Reported,
    /// There is no mate in a position that was asked about.
    #[error("no mate")]
    NoMate,
    /// Limits ended the search for a mate.
    #[error("undecided")]
    MateUndecided,
    /// A server has lost what it acknowledged.
    #[error("not everything that was acknowledged is there")]
    Lost,
    /// Something was found in games that must not be.
    #[cfg(target_os = "linux")]
    #[error("the games are not as they should be")]
    Chaos,
    /// The server could not start or failed.
    #[error(transparent)]
    Server(#[from] ServeError),
    /// A database could not be copied.
    #[error(transparent)]
    Backup(#[from] BackupError),
    /// Lists could not be made again.
    #[error(transparent)]
    Rebuild(#[from] RebuildError),
    /// A player made an illegal move.
    #[error(transparent)]
    Games(#[from] GamesError),
    /// A match could not begin or was interrupted.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// Two engines could not be compared.
    #[error(transparent)]
    Pace(#[from] PaceError),
    /// A file of games can't be used.
    #[error(transparent)]
    Records(#[from] RecordFileError),
    /// Openings could not be generated.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
    /// Self-play could not begin or was interrupted, or its file cannot be used.
    #[error(transparent)]
    SelfPlay(#[from] SelfPlayError),
    /// Mates could not be generated, or their file cannot be used.
    #[error(transparent)]
    Mates(#[from] MatesError),
    /// Puzzles could not be mined, or their file cannot be used.
    #[error(transparent)]
    Puzzles(#[from] PuzzlesError),
    /// There is nothing to train a net on.
    #[error(transparent)]
    NetData(#[from] NetDataError),
    /// There is no memory for a net.
    #[error(transparent)]
    Net(#[from] NetError),
    /// A signal ended the work before its end; the text says what remains of it.
    #[error("{0}")]
    Interrupted(&'static str),
    /// The levels could not be measured, or their file cannot be used.
    #[error(transparent)]
    Levels(#[from] LadderError),
    /// There is no memory for an engine.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
    /// Reading or writing failed.
    #[error("{0}")]
    Io(#[from] io::Error),
}

impl Failure {
    /// Exit status of [`Failure::Input`], the same as clap's for a bad command line.
    const INPUT_STATUS: u8 = 2;

    /// A required argument is missing.
    pub(crate) fn missing(what: &str) -> Self {
        Self::Input(format!("{what} is missing"))
    }

    /// Writes one line to standard error and returns the exit status.
    pub(crate) fn report(&self) -> ExitCode {
        let status = match self {
            Self::Reported => return ExitCode::from(Self::INPUT_STATUS),
            // Said on standard output.
            Self::NoMate => return ExitCode::from(1),
            Self::MateUndecided => return ExitCode::from(3),
            Self::Input(_)
            | Self::Records(_)
            | Self::Match(MatchError::Log(_))
            | Self::Pace(PaceError::NotFullStrength(_) | PaceError::EmptyPlan) => {
                Self::INPUT_STATUS
            }
            // The reader closed the pipe, as `head` does: not an error.
            Self::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                return ExitCode::SUCCESS;
            }
            Self::SelfPlay(
                SelfPlayError::Interrupted { .. }
                | SelfPlayError::Pool(_)
                | SelfPlayError::OutOfMemory(_),
            )
            | Self::Mates(MatesError::Interrupted | MatesError::OutOfMemory(_))
            | Self::Puzzles(
                PuzzlesError::Interrupted { .. }
                | PuzzlesError::Pool(_)
                | PuzzlesError::OutOfMemory(_)
                | PuzzlesError::Io(_),
            )
            | Self::Levels(
                LadderError::Interrupted { .. }
                | LadderError::Pool(_)
                | LadderError::Game(_)
                | LadderError::OutOfMemory(_),
            ) => 1,
            Self::SelfPlay(_)
            | Self::Mates(_)
            | Self::Puzzles(_)
            | Self::NetData(_)
            | Self::Levels(_) => Self::INPUT_STATUS,
            Self::Backup(
                BackupError::NoSource { .. }
                | BackupError::NotOurs { .. }
                | BackupError::NotEmpty { .. }
                | BackupError::Exists { .. },
            )
            | Self::Rebuild(RebuildError::NoDatabase { .. }) => Self::INPUT_STATUS,
            Self::Server(_)
            | Self::Net(_)
            | Self::Interrupted(_)
            | Self::Backup(_)
            | Self::Rebuild(_)
            | Self::Lost
            | Self::Games(_)
            | Self::Match(_)
            | Self::Pace(_)
            | Self::Openings(_)
            | Self::OutOfMemory(_)
            | Self::Io(_) => 1,
            #[cfg(target_os = "linux")]
            Self::Chaos => 1,
        };
        let line = self.to_string().replace(['\n', '\r'], " ");
        // If even this cannot be written, there is still the status.
        let _ = writeln!(io::stderr(), "komadai: {line}");
        ExitCode::from(status)
    }
}
