//! `komadai backup` and `komadai restore`.

use std::path::PathBuf;

use komadai_store::{BackupError, Contents};

use crate::args::default_database;

/// What is copied where to.
#[derive(Clone, Debug, clap::Args)]
pub struct BackupArgs {
    /// The copy: a new file
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The database [default: that of `komadai serve`]
    #[arg(long, value_name = "PATH", env = "KOMADAI_DATABASE")]
    pub database: Option<PathBuf>,
}

/// Which copy goes where.
#[derive(Clone, Debug, clap::Args)]
pub struct RestoreArgs {
    /// The copy that `komadai backup` made
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The database to be written [default: that of `komadai serve`]
    #[arg(long, value_name = "PATH", env = "KOMADAI_DATABASE")]
    pub database: Option<PathBuf>,
}

/// The database that is named, or that of `komadai serve`.
fn database(named: Option<&PathBuf>) -> Result<PathBuf, BackupError> {
    match named {
        Some(path) if komadai_store::is_shared(path) => Err(BackupError::Copy {
            path: komadai_store::shown(path),
            why: "only files are copied: of PostgreSQL take pg_dump and pg_restore".to_owned(),
        }),
        Some(path) => Ok(path.clone()),
        None => default_database().map_err(|error| BackupError::Copy {
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
