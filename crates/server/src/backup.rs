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

impl BackupArgs {
    fn database(&self) -> Result<PathBuf, BackupError> {
        match &self.database {
            Some(path) => Ok(path.clone()),
            None => default_database().map_err(|error| BackupError::Copy {
                path: "the data folder".into(),
                why: error.to_string(),
            }),
        }
    }
}

/// Copies the database while the server runs.
///
/// # Errors
/// As [`komadai_store::back_up`].
pub async fn back_up(args: &BackupArgs) -> Result<Contents, BackupError> {
    komadai_store::back_up(&args.database()?, &args.file).await
}

/// Puts a copy in the place of a database that is not there.
///
/// # Errors
/// As [`komadai_store::restore`].
pub async fn restore(args: &BackupArgs) -> Result<Contents, BackupError> {
    komadai_store::restore(&args.file, &args.database()?).await
}
