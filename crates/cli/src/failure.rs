//! Failures of the program: one line on standard error and an exit status.

use std::io::{self, Write as _};
use std::process::ExitCode;

use komadai_engine::OutOfMemory;
use komadai_engine::nnue::NetError;
use komadai_lab::{
    GamesError, LadderError, MatchError, MatesError, NetDataError, OpeningsError, PaceError,
    PuzzlesError, RecordFileError, SelfPlayError,
};
use komadai_server::{BackupError, RebuildError, ServeError};

#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// A bad position, an illegal move, an unknown rule.
    #[error("{0}")]
    Input(String),
    /// Bad records, each reported when it was found.
    #[error("bad records")]
    Reported,
    #[error("no mate")]
    NoMate,
    #[error("undecided")]
    MateUndecided,
    /// A server has lost an acknowledged move.
    #[error("not everything that was acknowledged is there")]
    Lost,
    /// A game broke a guarantee.
    #[cfg(target_os = "linux")]
    #[error("the games are not as they should be")]
    Chaos,
    #[error(transparent)]
    Server(#[from] ServeError),
    #[error(transparent)]
    Backup(#[from] BackupError),
    #[error(transparent)]
    Rebuild(#[from] RebuildError),
    #[error(transparent)]
    Games(#[from] GamesError),
    #[error(transparent)]
    Match(#[from] MatchError),
    #[error(transparent)]
    Pace(#[from] PaceError),
    #[error(transparent)]
    Records(#[from] RecordFileError),
    #[error(transparent)]
    Openings(#[from] OpeningsError),
    #[error(transparent)]
    SelfPlay(#[from] SelfPlayError),
    #[error(transparent)]
    Mates(#[from] MatesError),
    #[error(transparent)]
    Puzzles(#[from] PuzzlesError),
    #[error(transparent)]
    NetData(#[from] NetDataError),
    #[error(transparent)]
    Net(#[from] NetError),
    /// Interrupted by a signal; the text says what was kept.
    #[error("{0}")]
    Interrupted(&'static str),
    #[error(transparent)]
    Levels(#[from] LadderError),
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
    #[error("{0}")]
    Io(#[from] io::Error),
}

impl Failure {
    /// Equal to clap's status for a bad command line.
    const INPUT_STATUS: u8 = 2;

    pub(crate) fn missing(what: &str) -> Self {
        Self::Input(format!("{what} is missing"))
    }

    pub(crate) fn report(&self) -> ExitCode {
        let status = match self {
            Self::Reported => return ExitCode::from(Self::INPUT_STATUS),
            Self::NoMate => return ExitCode::from(1),
            Self::MateUndecided => return ExitCode::from(3),
            Self::Input(_)
            | Self::Records(_)
            | Self::Match(MatchError::Log(_))
            | Self::Pace(PaceError::NotFullStrength(_) | PaceError::EmptyPlan) => {
                Self::INPUT_STATUS
            }
            // A closed pipe, as by `head`, is no error.
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
        // If standard error fails too, the status remains.
        let _ = writeln!(io::stderr(), "komadai: {line}");
        ExitCode::from(status)
    }
}
