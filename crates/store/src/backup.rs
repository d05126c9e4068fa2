//! Copies of a database, made while a server uses it, and put in place of a lost one. A copy is a file of SQLite,
//! whatever it is a copy of.

use std::path::{Path, PathBuf};

use crate::open::address;
use crate::{OpenError, postgres, sqlite};

/// What is in a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contents {
    /// Games.
    pub games: u64,
    /// Events of all games.
    pub events: u64,
    /// Players.
    pub players: u64,
}

/// Why a database was not copied. Nothing is left behind.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The database to be copied, or the one to be replaced, is not fit.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// There is no database to copy.
    #[error("there is no database {}: name it with --database", .path.display())]
    NoSource {
        /// The file.
        path: PathBuf,
    },
    /// The file to be written is there already.
    #[error(
        "{} exists: name another file, or move it away first, with its files ending in -wal and -shm",
        .path.display()
    )]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// The PostgreSQL database to be written is in use.
    #[error("the database {} is not empty: make a new one, and name that", .path.display())]
    NotEmpty {
        /// Its address, without a password.
        path: PathBuf,
    },
    /// What is to be copied is no database of ours, or damaged.
    #[error("{} cannot be copied: it is not a komadai database, or damaged", .path.display())]
    NotOurs {
        /// The file.
        path: PathBuf,
    },
    /// Copying failed.
    #[error("{} cannot be written: {why}", .path.display())]
    Copy {
        /// The file.
        path: PathBuf,
        /// What the system or the database said.
        why: String,
    },
}

/// Copies a database into a new file, which its owner alone may read. A server may use the database meanwhile:
/// the copy holds what was committed when it began.
///
/// # Errors
/// The database is not fit, the file exists, or it cannot be written.
pub async fn back_up(database: &Path, into: &Path) -> Result<Contents, BackupError> {
    match address(database) {
        Some(url) => postgres::back_up(url, into).await,
        None => sqlite::copy(database, into).await,
    }
}

/// Puts a copy in the place of a database that is not there, or into an empty database of PostgreSQL. A file belongs to the
/// owner of its folder.
///
/// # Errors
/// The copy is no database of ours, there is one in its place, or a server uses it.
pub async fn restore(backup: &Path, database: &Path) -> Result<Contents, BackupError> {
    if let Some(url) = address(database) {
        return postgres::restore(backup, url).await;
    }
    for ending in ["", "-wal", "-shm"] {
        let mut name = database.as_os_str().to_owned();
        name.push(ending);
        let path = PathBuf::from(name);
        // What an earlier database has left beside it would be taken for part of this one.
        if path.exists() {
            return Err(BackupError::Exists { path });
        }
    }
    let contents = sqlite::copy(backup, database).await?;
    belongs_to_its_folder(database).map_err(|error| BackupError::Copy {
        path: database.to_owned(),
        why: error.to_string(),
    })?;
    Ok(contents)
}

/// Gives a file to the owner of its folder: root restores what the user of a service opens. Anybody else has made it for
/// themselves.
#[cfg(unix)]
fn belongs_to_its_folder(file: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::{MetadataExt, chown};
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let (folder, made) = (folder.metadata()?, file.metadata()?);
    if made.uid() != 0 || folder.uid() == 0 {
        return Ok(());
    }
    chown(file, Some(folder.uid()), Some(folder.gid()))
}

#[cfg(not(unix))]
fn belongs_to_its_folder(_: &Path) -> std::io::Result<()> {
    Ok(())
}
