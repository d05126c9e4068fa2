//! Failures of the program: one line on standard error and an exit status.

use std::io;
use std::process::ExitCode;

use komadai_engine::OutOfMemory;
use komadai_engine::nnue::NetError;
use komadai_lab::{
    GamesError, LadderError, MatchError, MatesError, NetDataError, OpeningsError, PaceError,
    PuzzlesError, RecordFileError, SelfPlayError,
};

use crate::output;

#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// Bad arguments or a bad file.
    #[error("{0}")]
    Input(String),
    /// Wrong puzzles, each reported.
    #[error("wrong puzzles")]
    Reported,
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
            // A closed pipe, as by `head`, is no error.
            Self::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                return ExitCode::SUCCESS;
            }
            Self::Input(_)
            | Self::Records(_)
            | Self::Match(MatchError::Log(_))
            | Self::Pace(PaceError::NotFullStrength(_) | PaceError::EmptyPlan) => {
                Self::INPUT_STATUS
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
            Self::Net(_)
            | Self::Interrupted(_)
            | Self::Games(_)
            | Self::Match(_)
            | Self::Pace(_)
            | Self::Openings(_)
            | Self::OutOfMemory(_)
            | Self::Io(_) => 1,
        };
        output::note(&self.to_string().replace(['\n', '\r'], " "));
        ExitCode::from(status)
    }
}
