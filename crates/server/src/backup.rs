//! `komadai backup`, `komadai restore` and `komadai rebuild`.

use std::path::PathBuf;

use komadai_store::{BackupError, CaughtUp, Contents, OpenError, RebuildError, Rebuilt};

use crate::args::default_database;

/// What is copied where to.
#[derive(Clone, Debug, clap::Args)]
pub struct BackupArgs {
    /// The copy: a new file
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The database, a file or postgres://user@host/name [default: that of `komadai serve`]
    #[arg(long, value_name = "PATH", env = "KOMADAI_DATABASE")]
    pub database: Option<PathBuf>,
}

/// Which copy goes where.
#[derive(Clone, Debug, clap::Args)]
pub struct RestoreArgs {
    /// The copy that `komadai backup` made
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The database to be written: a new file, or an empty postgres://user@host/name [default: that of `komadai serve`]
    #[arg(long, value_name = "PATH", env = "KOMADAI_DATABASE")]
    pub database: Option<PathBuf>,
}

/// Whose lists are made again.
#[derive(Clone, Debug, clap::Args)]
pub struct RebuildArgs {
    /// The database, a file or postgres://user@host/name [default: that of `komadai serve`]
    #[arg(long, value_name = "PATH", env = "KOMADAI_DATABASE")]
    pub database: Option<PathBuf>,
}

/// The database that is named, or that of `komadai serve`.
fn database(named: Option<&PathBuf>) -> Result<PathBuf, OpenError> {
    match named {
        Some(path) => Ok(path.clone()),
        None => default_database().map_err(|error| OpenError::Unusable {
            path: "the data folder".into(),
            why: error.to_string(),
        }),
    }
}

/// Copies the database while the server runs.
///
/// # Errors
/// As [`komadai_store::back_up`].
pub async fn back_up(args: &BackupArgs) -> Result<Contents, BackupError> {
    komadai_store::back_up(&database(args.database.as_ref())?, &args.file).await
}

/// Puts a copy in the place of a database that is not there.
///
/// # Errors
/// As [`komadai_store::restore`].
pub async fn restore(args: &RestoreArgs) -> Result<Contents, BackupError> {
    komadai_store::restore(&args.file, &database(args.database.as_ref())?).await
}

/// Makes the lists of players' games again from the events, and says how far it has come.
///
/// # Errors
/// As [`komadai_store::rebuild`].
pub async fn rebuild(
    args: &RebuildArgs,
    progress: impl FnMut(CaughtUp) + Send,
) -> Result<Rebuilt, RebuildError> {
    komadai_store::rebuild(&database(args.database.as_ref())?, progress).await
}
