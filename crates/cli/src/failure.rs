//! Failures of the program: one line on standard error and an exit status.

use std::io::{self, Write as _};
use std::process::ExitCode;

use komadai_engine::OutOfMemory;
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
    OutOfMemory(#[from] OutOfMemory),
    #[error("{0}")]
    Io(#[from] io::Error),
}

impl Failure {
    /// Equal to clap's status for a bad command line.
    pub(crate) const INPUT_STATUS: u8 = 2;

    pub(crate) fn report(&self) -> ExitCode {
        let status = match self {
            Self::Reported => return ExitCode::from(Self::INPUT_STATUS),
            Self::NoMate => return ExitCode::from(1),
            Self::MateUndecided => return ExitCode::from(3),
            // A closed pipe, as by `head`, is no error.
            Self::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                return ExitCode::SUCCESS;
            }
            Self::Input(_)
            | Self::Backup(
                BackupError::NoSource { .. }
                | BackupError::NotOurs { .. }
                | BackupError::NotEmpty { .. }
                | BackupError::Exists { .. },
            )
            | Self::Rebuild(RebuildError::NoDatabase { .. }) => Self::INPUT_STATUS,
            Self::Server(_)
            | Self::Backup(_)
            | Self::Rebuild(_)
            | Self::Lost
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
