//! `komadai backup`, `komadai restore` and `komadai rebuild`.

use std::path::PathBuf;

use komadai_store::{BackupError, CaughtUp, Contents, OpenError, RebuildError, Rebuilt};

use crate::args::default_database;

/// Source and target of a backup.
#[derive(Clone, Debug, clap::Args)]
pub struct BackupArgs {
    /// File to create
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Database: a file or postgres://user@host/name [default: that of `komadai serve`]
    #[arg(long, value_name = "PATH", env = "KOMADAI_DATABASE")]
    pub database: Option<PathBuf>,
}

/// Source and target of a restore.
#[derive(Clone, Debug, clap::Args)]
pub struct RestoreArgs {
    /// File made by `komadai backup`
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Database to create: a new file, or an empty postgres://user@host/name [default: that of `komadai serve`]
    #[arg(long, value_name = "PATH", env = "KOMADAI_DATABASE")]
    pub database: Option<PathBuf>,
}

/// Database of a rebuild.
#[derive(Clone, Debug, clap::Args)]
pub struct RebuildArgs {
    /// Database: a file or postgres://user@host/name [default: that of `komadai serve`]
    #[arg(long, value_name = "PATH", env = "KOMADAI_DATABASE")]
    pub database: Option<PathBuf>,
}

fn database(named: Option<&PathBuf>) -> Result<PathBuf, OpenError> {
    match named {
        Some(path) => Ok(path.clone()),
        None => default_database().map_err(|error| OpenError::Unusable {
            path: "the data folder".into(),
            why: error.to_string(),
        }),
    }
}

/// Backs the database up; the server may be running.
pub async fn back_up(args: &BackupArgs) -> Result<Contents, BackupError> {
    komadai_store::back_up(&database(args.database.as_ref())?, &args.file).await
}

/// Restores a backup to a database that does not exist yet.
pub async fn restore(args: &RestoreArgs) -> Result<Contents, BackupError> {
    komadai_store::restore(&args.file, &database(args.database.as_ref())?).await
}

/// Rebuilds the projections from the events and reports progress.
pub async fn rebuild(
    args: &RebuildArgs,
    progress: impl FnMut(CaughtUp) + Send,
) -> Result<Rebuilt, RebuildError> {
    komadai_store::rebuild(&database(args.database.as_ref())?, progress).await
}
